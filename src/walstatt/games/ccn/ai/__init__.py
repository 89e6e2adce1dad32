"""What this game tells computer players: judgements of positions and answers, with reasons."""

from __future__ import annotations

from typing import Final

from walstatt.games.ccn.ai.advisor import CcnAdvisor
from walstatt.games.ccn.ai.chances import chances
from walstatt.games.ccn.ai.weights import RECRUIT
from walstatt.kernel.advice import Advisor, Chances

ADVISORS: Final[dict[str, Advisor]] = {"recruit": CcnAdvisor(RECRUIT)}
"""The judgement behind each level of play."""

CHANCES: Final[Chances] = chances
"""Who is going to win."""
