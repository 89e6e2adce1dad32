"""What this game tells computer players: judgements of positions and answers, with reasons."""

from __future__ import annotations

from typing import Final

from walstatt.games.idg.ai.advisor import IdgAdvisor
from walstatt.games.idg.ai.weights import BOLD, CAUTIOUS, OFFICER, RECRUIT
from walstatt.kernel.advice import Advisor

ADVISORS: Final[dict[str, Advisor]] = {
    "recruit": IdgAdvisor(RECRUIT),
    "officer": IdgAdvisor(OFFICER),
    "officer:bold": IdgAdvisor(BOLD),
    "officer:cautious": IdgAdvisor(CAUTIOUS),
}
"""The judgement behind each level of play and each temper; generals search with the officers'."""

HASTE: Final = {"recruit": 0.9}
"""How often each level takes one of the first answers that come to mind."""

FIRST: Final = {"recruit": 6}
"""How many these are."""

EFFORT: Final = {
    "width": 4,
    "most": 8,
    "margin": 10.0,
    "turns": 2,
    "batch": 3,
    "tries": 48,
    "by_act": False,
    "victory": 400.0,
}
"""How the general searches: margins in points of the army lists, two activations a try."""
