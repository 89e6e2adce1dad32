"""`python -m walstatt` does what the command `walstatt` does."""

from __future__ import annotations

import sys

from walstatt.cli import main

if __name__ == "__main__":
    sys.exit(main())
