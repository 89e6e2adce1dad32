"""Walstatt: complete wargames that enforce, explain and measure their rules."""

__version__ = "0.1.0"
