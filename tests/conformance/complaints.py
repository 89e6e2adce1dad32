"""What the checks of conformance complain about."""

from __future__ import annotations

from walstatt.kernel.options import Options
from walstatt.scene.playable import AnyPlayable
from walstatt.workshop.conformance import Check
from walstatt.workshop.conformance.failure import ConformanceFailure


def complaint(
    check: Check, game: AnyPlayable, scenario: str, options: Options, seed: int | str
) -> str:
    """Let a check play, and give its complaint; a game that conforms gives it none."""
    try:
        check(game, scenario, options, seed)
    except ConformanceFailure as failure:
        return str(failure)
    return ""
