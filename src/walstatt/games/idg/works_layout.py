"""Works laid out by the program: castles, towns and camps that keep the rules. IDG-5.6.4, IDG-16.1.

Every plan is drawn as a line, seen from the owner's edge: so far along it, so far away from it. The
line is then cut into sections, of which some become towers and gates.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil
from typing import Final, Literal, NamedTuple, TypeAlias

from walstatt.boards.pose import Point, Spot, apart
from walstatt.games.idg.works_check import (
    DEEP,
    SECTIONS_A_GATE,
    SHORTEST_GATE,
    Blueprint,
    flaws,
)
from walstatt.games.idg.world import Feature, Ground

Style: TypeAlias = Literal["bastion", "corner", "line", "ring", "village", "camp"]
STYLES: Final[tuple[Style, ...]] = ("bastion", "corner", "line", "ring", "village", "camp")
Line: TypeAlias = tuple[Point, ...]
"""A plan: points in inches along the owner's edge and away from it."""
STEP: Final = 4
"""How many inches plans are shifted to find room for them."""
CLEAR: Final = 1.5
"""How many inches works leave free around a village."""


class Slot(NamedTuple):
    """A section of a line: its ends, and what it is to become."""

    a: Spot
    b: Spot
    kind: Ground
    low: bool

    @property
    def long(self) -> float:
        """Measure it."""
        return apart(self.a, self.b)


# -- making works of a line -----------------------------------------------------------------------


def built(plan: Blueprint, line: Line) -> tuple[Feature, ...]:
    """Make works of a line: walls as far as they go, then ramparts, with towers and gates."""
    slots = _slots(plan, [_spot(plan, point) for point in line])
    slots = _with_towers(plan, slots)
    slots = _with_gates(plan, slots)
    return tuple(_named(plan, _joined(slots)))


def _spot(plan: Blueprint, point: Point) -> Spot:
    """Find a place seen from the owner's edge on the table."""
    (w, h), along, away = plan.table, round(point[0] * plan.mu), round(point[1] * plan.mu)
    match plan.edge:
        case "bottom":
            return along, h - away
        case "top":
            return w - along, away
        case "left":
            return away, along
    return w - away, h - along


def _slots(plan: Blueprint, spots: Sequence[Spot]) -> list[Slot]:
    found: list[Slot] = []
    left = plan.bought.walls * plan.section
    for a, b in pairwise(spots):
        long = apart(a, b)
        if long < 1:
            continue
        count = max(1, ceil((long - 1) / plan.section))
        stops = [_between(a, b, min(1.0, n * plan.section / long)) for n in range(count + 1)]
        for start, end in pairwise(stops):
            left -= round(apart(start, end))
            low = left < -1
            found.append(Slot(start, end, "rampart" if low else "wall", low))
    return found


def _between(a: Spot, b: Spot, part: float) -> Spot:
    return round(a[0] + part * (b[0] - a[0])), round(a[1] + part * (b[1] - a[1]))


def _with_towers(plan: Blueprint, slots: list[Slot]) -> list[Slot]:
    """Spread the towers over the whole sections of a line."""
    whole = [at for at, one in enumerate(slots) if abs(one.long - plan.section) <= 2]
    count = min(plan.bought.towers, max(0, len(whole) - 2))
    chosen = {whole[(2 * n + 1) * len(whole) // (2 * count)] for n in range(count)}
    return [
        one._replace(kind="tower", low=False) if at in chosen else one
        for at, one in enumerate(slots)
    ]


def _with_gates(plan: Blueprint, slots: list[Slot]) -> list[Slot]:
    """Put a gate in the middle of every stretch, and more where it is long."""
    chosen: set[int] = set()
    for start, end in _stretches(slots):
        long = [at for at in range(start, end) if slots[at].long >= SHORTEST_GATE * plan.mu]
        room = end - start
        gates = 1
        while ceil((room - gates) / (gates + 1)) > SECTIONS_A_GATE - 2:
            gates += 1
        chosen |= {long[(2 * n + 1) * len(long) // (2 * gates)] for n in range(gates) if long}
    found: list[Slot] = []
    for at, one in enumerate(slots):
        found += _with_gate(plan, slots, at) if at in chosen else [one]
    return found


def _with_gate(plan: Blueprint, slots: Sequence[Slot], at: int) -> list[Slot]:
    """Make a gate of a section, or of the middle of it where other works are beside it."""
    one = slots[at]
    beside = [slots[n] for n in (at - 1, at + 1) if 0 <= n < len(slots)]
    if beside and all(other.kind == one.kind for other in beside):
        return [one._replace(kind="gate")]
    half = SHORTEST_GATE * plan.mu / one.long / 2
    a, b = (_between(one.a, one.b, 0.5 + way * half) for way in (-1, 1))
    parts = (one._replace(b=a), one._replace(a=a, b=b, kind="gate"), one._replace(a=b))
    return [part for part in parts if part.long > 1]


def _stretches(slots: Sequence[Slot]) -> Iterator[tuple[int, int]]:
    """Give from where to where there are no towers."""
    towers = [at for at, one in enumerate(slots) if one.kind == "tower"]
    for start, end in pairwise((-1, *towers, len(slots))):
        if end - start > 1:
            yield start + 1, end


def _joined(slots: Sequence[Slot]) -> Iterator[tuple[Ground, bool, list[Spot]]]:
    """Join sections of one kind that follow each other."""
    kind, low, line = slots[0].kind, slots[0].low, [slots[0].a, slots[0].b]
    for one in slots[1:]:
        if one.kind == kind and kind in ("wall", "rampart"):
            line.append(one.b)
            continue
        yield kind, low, line
        kind, low, line = one.kind, one.low, [one.a, one.b]
    yield kind, low, line


def _named(plan: Blueprint, pieces: Iterator[tuple[Ground, bool, list[Spot]]]) -> Iterator[Feature]:
    known = {one.id for one in plan.ground}
    count: dict[str, int] = {}
    for kind, low, line in pieces:
        number = count.get(kind, 0) + 1
        while f"{kind}{number}" in known:
            number += 1
        count[kind] = number
        wide = plan.width(kind, low=low)
        yield Feature(f"{kind}{number}", kind, via=tuple(line), width=wide, side=plan.seat)


# -- plans ----------------------------------------------------------------------------------------


def drafts(plan: Blueprint, style: Style) -> Iterator[Line]:
    """Draw plans of a style, the best first; most will fit somewhere."""
    if _count(plan):
        yield from _DRAFTS[style](plan)


def _count(plan: Blueprint) -> int:
    return plan.bought.walls + plan.bought.ramparts


def _size(plan: Blueprint) -> tuple[float, float]:
    """Give the length of the owner's edge and the depth of his half, in inches."""
    w, h = plan.table
    along = w if plan.edge in ("top", "bottom") else h
    return along / plan.mu, plan.depth / plan.mu


def _wide(plan: Blueprint) -> float:
    """Give in inches how wide the works will be."""
    return plan.width("wall" if plan.bought.walls else "rampart") / plan.mu


def _shifts(room: float) -> Iterator[float]:
    """Go from the middle of some room to its ends."""
    middle = room / 2
    yield middle
    for n in range(1, int(middle // STEP) + 1):
        yield middle - n * STEP
        yield middle + n * STEP


def _bastions(plan: Blueprint) -> Iterator[Line]:
    """Both ends rest on the owner's edge."""
    (long, deep), count, wide = _size(plan), _count(plan), _wide(plan)
    sides = [n for n in range(1, count // 2 + 1) if 4 * n + wide / 2 <= deep and count > 2 * n]
    for side in sorted(sides, key=lambda n: abs(count - 4 * n)):
        front, away = 4 * (count - 2 * side), 4 * side
        for start in _shifts(long - front - wide) if front + wide <= long else ():
            left, right = start + wide / 2, start + wide / 2 + front
            yield (left, 0), (left, away), (right, away), (right, 0)


def _corners(plan: Blueprint) -> Iterator[Line]:
    """A corner of the table is cut off."""
    (long, deep), count, wide = _size(plan), _count(plan), _wide(plan)
    sides = [n for n in range(1, count) if 4 * n + wide / 2 <= deep and 4 * (count - n) <= long - 4]
    for away in sorted(sides, key=lambda n: abs(count - 2 * n)):
        along = 4 * (count - away)
        yield (along, 0), (along, 4 * away), (0, 4 * away)
        yield (long - along, 0), (long - along, 4 * away), (long, 4 * away)
    slant = min(4 * count / 2**0.5, deep - wide, long - wide)
    yield (slant, 0), (0, slant)
    yield (long - slant, 0), (long, slant)


def _lines(plan: Blueprint) -> Iterator[Line]:
    """From one side of the table to the other."""
    (long, deep), count, wide = _size(plan), _count(plan), _wide(plan)
    if 4 * count < long:
        return
    for away in (deep - wide, deep * 3 / 4, deep / 2, deep / 4):
        yield (0, away), (long, away)


def _rings(plan: Blueprint) -> Iterator[Line]:
    """A rectangle somewhere in the owner's half."""
    (long, deep), count, wide = _size(plan), _count(plan), _wide(plan)
    half = count // 2
    for side in sorted(range(1, half), key=lambda n: abs(half - 2 * n)):
        across, down = 4 * (half - side), 4 * side
        if across + wide > long or down + wide > deep:
            continue
        for start in _shifts(long - across - wide):
            for away in _shifts(deep - down - wide):
                left, near = start + wide / 2, away + wide / 2
                yield _rectangle(left, near, left + across, near + down)


def _rectangle(left: float, near: float, right: float, far: float) -> Line:
    return (left, near), (left, far), (right, far), (right, near), (left, near)


def _villages(plan: Blueprint) -> Iterator[Line]:
    """Round the village, as far as the table goes; if that is too much, before it."""
    (long, _), most, gap = _size(plan), 4 * _count(plan), CLEAR + _wide(plan) / 2
    for one in plan.ground:
        if one.kind != "village" or not one.outline:
            continue
        places = [_seen(plan, spot) for spot in one.outline]
        left, right = min(x for x, _ in places) - gap, max(x for x, _ in places) + gap
        near, far = min(y for _, y in places) - gap, max(y for _, y in places) + gap
        if left > 0 and right < long and near > 0:
            yield from _no_longer(_rectangle(left, near, right, far), most)
        left, right, near = max(0.0, left), min(long, right), max(0.0, near)
        sides = ([(left, near)] if left else []), ([(right, near)] if right < long else [])
        yield from _no_longer((*sides[0], (left, far), (right, far), *sides[1]), most)
        spare = (most - (right - left)) / 2
        if spare > 1 and left and right < long:
            wing = far - min(spare, far - near)
            yield (left, wing), (left, far), (right, far), (right, wing)
        middle, reach = (left + right) / 2, min(most, right - left) / 2
        yield (middle - reach, far), (middle + reach, far)


def _no_longer(line: Line, most: float) -> Iterator[Line]:
    """Give a line if there are works enough for it."""
    if sum(apart(a, b) for a, b in pairwise(line)) <= most:
        yield line


def _seen(plan: Blueprint, spot: Spot) -> Point:
    """Find where a spot is, seen from the owner's edge, in inches."""
    (w, h), (x, y) = plan.table, spot
    along = {"bottom": x, "top": w - x, "left": y, "right": h - y}[plan.edge]
    return along / plan.mu, plan.away(spot) / plan.mu


def _camps(plan: Blueprint) -> Iterator[Line]:
    """A low and wide one at the owner's edge, where he deploys."""
    (long, _), count, wide = _size(plan), _count(plan), _wide(plan)
    away = min(4.0, DEEP - wide / 2)
    front = min(4 * count - 2 * away, long - wide)
    if front >= 4:
        for start in _shifts(long - front - wide):
            left, right = start + wide / 2, start + wide / 2 + front
            yield (left, 0), (left, away), (right, away), (right, 0)
    slant = min(4 * count / 2**0.5, DEEP - wide)
    yield (slant, 0), (0, slant)
    yield (long - slant, 0), (long, slant)


_DRAFTS: Final = {
    "bastion": _bastions,
    "corner": _corners,
    "line": _lines,
    "ring": _rings,
    "village": _villages,
    "camp": _camps,
}


# -- choosing -------------------------------------------------------------------------------------


def styles_for(plan: Blueprint) -> tuple[Style, ...]:
    """List the styles that suit a scenario, the usual first."""
    if plan.scenario == "raid":
        return ("village", "camp")
    return ("bastion", "corner", "line", "ring")


def legal_drafts(plan: Blueprint, style: Style) -> Iterator[tuple[Feature, ...]]:
    """Build the plans of a style that keep the rules."""
    for line in drafts(plan, style):
        pieces = built(plan, line)
        if not flaws(plan._replace(pieces=pieces)):
            yield pieces


def automatic(plan: Blueprint, style: Style | None = None) -> tuple[Feature, ...]:
    """Lay works out, in a style or in the first that fits; none at all if there is no room."""
    wanted = (style,) if style else styles_for(plan)
    for one in (*wanted, *styles_for(plan)):
        found = next(legal_drafts(plan, one), None)
        if found is not None:
            return found
    return ()
