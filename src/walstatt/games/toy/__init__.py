"""The toy game: every feature of the kernel in a few hundred lines, for newcomers to copy."""
