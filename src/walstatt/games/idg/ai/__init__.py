"""What this game tells computer players: judgements of positions and answers, with reasons."""

from __future__ import annotations

from typing import Final

from walstatt.games.idg.ai.advisor import IdgAdvisor
from walstatt.games.idg.ai.weights import OFFICER, RECRUIT
from walstatt.kernel.advice import Advisor

ADVISORS: Final[dict[str, Advisor]] = {
    "recruit": IdgAdvisor(RECRUIT),
    "officer": IdgAdvisor(OFFICER),
}
"""The judgement behind each level of play."""

HASTE: Final = {"recruit": 0.25}
"""How often each level takes one of the first answers that come to mind."""
