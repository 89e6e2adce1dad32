"""What this game tells computer players: judgements of positions and answers, with reasons."""

from __future__ import annotations

from typing import Final

from walstatt.games.ccn.ai.advisor import CcnAdvisor
from walstatt.games.ccn.ai.chances import chances
from walstatt.games.ccn.ai.weights import BOLD, CAUTIOUS, OFFICER, RECRUIT
from walstatt.kernel.advice import Advisor, Chances

ADVISORS: Final[dict[str, Advisor]] = {
    "recruit": CcnAdvisor(RECRUIT),
    "officer": CcnAdvisor(OFFICER),
    "officer:bold": CcnAdvisor(BOLD),
    "officer:cautious": CcnAdvisor(CAUTIOUS),
}
"""The judgement behind each level of play and each temper."""

HASTE: Final[dict[str, float]] = {"recruit": 0.5}
"""How often players of a level take one of their first thoughts, as a share of decisions."""

CHANCES: Final[Chances] = chances
"""Who is going to win."""
