"""Settings for all tests."""

import os

from hypothesis import settings

# No deadline: a busy machine is not a wrong rule.
settings.register_profile("commit", deadline=None, derandomize=True)
settings.register_profile("searching", deadline=None)
settings.load_profile(os.environ.get("WALSTATT_HYPOTHESIS", "commit"))
