"""The command line: playing in the terminal, and everything that is done with files."""

from walstatt.cli.running import main

__all__ = ["main"]
