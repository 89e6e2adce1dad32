"""Settings for all tests."""

from hypothesis import settings

# No deadline: a busy machine is not a wrong rule.
settings.register_profile("walstatt", deadline=None)
settings.load_profile("walstatt")
