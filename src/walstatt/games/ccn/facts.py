"""The form of what is told about a thing: a sentence of its own, and the rule that says so."""

from __future__ import annotations

from walstatt.i18n.catalogue import Argument, say
from walstatt.kernel.ids import RuleId
from walstatt.scene.about import Fact


def fact(text: str, rule: RuleId = "", /, **args: Argument) -> Fact:
    """Tell something that a person may want to know."""
    return Fact(say(f"ccn.about.{text}", **args), rule)
