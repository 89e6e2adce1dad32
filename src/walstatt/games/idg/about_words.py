"""How facts about things are put together."""

from __future__ import annotations

from walstatt.i18n.catalogue import Argument, say
from walstatt.kernel.ids import RuleId
from walstatt.scene.about import Fact


def fact(key: str, cited: RuleId = "", /, **args: Argument) -> Fact:
    """Say one thing to know, and the rule that says so."""
    return Fact(say(f"idg.about.{key}", **args), cited)
