"""Making units of an army larger and smaller until its points are used. IDG-3.1.3."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.quick_draft import LARGEST, SMALLEST, Draft, draft_points
from walstatt.kernel.decisions import Rng

STEPS: Final = 200
"""No fitting takes longer."""


def fitted(drafts: list[Draft], room: int, rng: Rng, options: IdgOptions) -> list[Draft] | None:
    """Give the units sizes that use this many points, or nearly so; None if they cost too much."""
    drafts, gap = list(drafts), -1
    for stretch in (0, 2, LARGEST):
        gap = _approached(drafts, room, stretch, rng, options)
        if 0 <= gap <= room // 100:
            break
    return drafts if gap >= 0 else None


def _approached(drafts: list[Draft], room: int, stretch: int, rng: Rng, options: IdgOptions) -> int:
    """Change sizes within bounds, one element at a time; give the points that remain."""
    gap = room - sum(draft_points(one, options) for one in drafts)
    for _ in range(STEPS):
        by = 1 if gap > 0 else -1
        steps = [
            (at, cost) for at, cost in _steps(drafts, by, stretch, options) if by < 0 or cost <= gap
        ]
        if not steps:
            break
        at, cost = rng.choice(steps)
        drafts[at] = drafts[at].resized(by)
        gap -= cost
        if 0 <= gap <= room // 100:
            return gap
    return _exchanged(drafts, gap, stretch, options)


def _steps(
    drafts: list[Draft], by: int, stretch: int, options: IdgOptions
) -> Iterator[tuple[int, int]]:
    """List the units that can change, and what each costs more."""
    for at, draft in enumerate(drafts):
        least, most = draft.usual_size
        low, high = max(least - stretch, SMALLEST), min(most + stretch, draft.most)
        if not draft.locked and low <= draft.size + by <= high:
            changed = draft.resized(by)
            yield at, draft_points(changed, options) - draft_points(draft, options)


def _exchanged(drafts: list[Draft], gap: int, stretch: int, options: IdgOptions) -> int:
    """Make one unit smaller and another larger as long as that leaves fewer points over."""
    while gap > 0:
        pairs = [
            (gap - lost - won, one, other)
            for one, lost in _steps(drafts, -1, stretch, options)
            for other, won in _steps(drafts, 1, stretch, options)
            if one != other and 0 <= gap - lost - won < gap
        ]
        if not pairs:
            break
        gap, one, other = min(pairs)
        drafts[one], drafts[other] = drafts[one].resized(-1), drafts[other].resized(1)
    return gap
