"""`python -m walstatt.cli` is the same as `walstatt`."""

import sys

from walstatt.cli import main

if __name__ == "__main__":
    sys.exit(main())
