"""How commands and their parameters are described to whoever asks for help."""

from __future__ import annotations

from cyclopts import Parameter


def about(text: str) -> Parameter:
    """Describe a parameter, which is a plain switch if it is a truth."""
    return Parameter(help=text, negative="", show_default=False)


def examples(program: str, *lines: str) -> str:
    """Show how a program is called, a line for each call."""
    return "Examples:\n" + "\n".join(f"  {program} {line}" for line in lines)
