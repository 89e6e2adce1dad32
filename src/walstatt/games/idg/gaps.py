"""How far apart the elements of a unit are at its widest gap. IDG-1.5."""

from __future__ import annotations

from collections.abc import Sequence

from walstatt.boards.contact import distance
from walstatt.boards.rectangle import Box
from walstatt.kernel.trace import rule


@rule("IDG-1.5.4", "IDG-1.5.5")
def widest_link(rects: Sequence[Box]) -> float:
    """Measure the widest gap of the chain that connects bases with gaps as small as possible."""
    if not rects:
        return 0.0
    away = [distance(rects[0], rect) for rect in rects]
    left, widest = set(range(1, len(rects))), 0.0
    while left:
        nearest = min(left, key=lambda one: (away[one], one))
        widest = max(widest, away[nearest])
        left.remove(nearest)
        for other in left:
            away[other] = min(away[other], distance(rects[nearest], rects[other]))
    return widest
