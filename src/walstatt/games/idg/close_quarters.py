"""Moves of units in melee, cut off from comrades, or just coming onto the table."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Final

from walstatt.boards.formation import beside, lined_up
from walstatt.boards.paths import Slide, advance, after
from walstatt.boards.pose import (
    FULL_TURN,
    HALF_TURN,
    QUARTER_TURN,
    Point,
    Pose,
    heading,
    turned,
)
from walstatt.boards.rectangle import EDGES
from walstatt.games.idg.closing import closing_moves
from walstatt.games.idg.contacting import engaged_elsewhere
from walstatt.games.idg.entering import edge_places, marched_in
from walstatt.games.idg.standing import element_distance, is_coherent
from walstatt.games.idg.wagons import ring_places
from walstatt.games.idg.ways import Legs, Ways, middle
from walstatt.games.idg.world import ElementId, rect_of, rects_of, shown

NEAREST: Final = 3
"""How many enemies a unit thinks about."""
SHARES: Final = (1.0, 0.6, 0.3)
"""Which parts of its move a unit may make."""


class CloseQuarters(Ways):
    """What a unit might do that is not free to march."""

    def closing_up(self) -> Iterator[Legs]:
        """Close a gap: those who are cut off go to the largest group, or both meet."""
        if not is_coherent(self.ctx, self.unit):
            yield from ((leg,) for leg in closing_moves(self.judge))

    def getting_away(self) -> Iterator[Legs]:
        """Go away from the enemies in contact: backwards, or turned about."""
        away = self._away_from_foes()
        for share in SHARES:
            shift = (away[0] * self.short * share, away[1] * self.short * share)
            yield (_shift(self.before, shift),)
            yield (self.ahead(-self.short * share),)
        about = self.on_spot(HALF_TURN)
        left = self.short - max(self.judge.lengths((about,)).values())
        if left > 0:
            after_turn = after(about, self.before)
            yield (about, advance(after_turn, turned(self.facing, HALF_TURN), left))

    def _away_from_foes(self) -> Point:
        foes = engaged_elsewhere(self.ctx, self.unit)
        x, y = middle([rect.centre for rect in self.rects])
        others = [rect.centre for foe in foes for rect in rects_of(self.ctx, foe)]
        fx, fy = middle(others) if others else (x, y)
        length = hypot(x - fx, y - fy)
        if not length:
            ax, ay = heading(self.facing)
            return -ax, -ay
        return (x - fx) / length, (y - fy) / length

    def entering(self) -> Iterator[Legs]:
        """Come onto the table in column, or stay along its edge."""
        for share in SHARES:
            yield (Slide(marched_in(self.ctx, self.unit, self.reach * share)),)
        yield (Slide(edge_places(self.ctx, self.unit)),)

    def facing_flanks(self) -> Iterator[Legs]:
        """Turn to the flanks, or about."""
        for by in (QUARTER_TURN, -QUARTER_TURN, HALF_TURN):
            yield (self.on_spot(by),)

    def sailing(self) -> Iterator[Legs]:
        """Sail in all directions, as far as can be and half as far."""
        for share in SHARES[:2]:
            for way in range(0, FULL_TURN, FULL_TURN // 8):
                yield (advance(self.before, way, self.reach * share),)

    def ringing(self) -> Iterator[Legs]:
        """Put wagons into a ring."""
        places = ring_places(self.ctx, self.unit)
        if places:
            yield (Slide(places),)

    def joining(self) -> Iterator[Legs]:
        """Bring up who fights nobody, one by one and then all of them."""
        poses = dict[ElementId, Pose]()
        for element in self.before:
            for pose in self._places(element):
                if self.judge.is_legal((Slide({element: pose}),)):
                    yield (Slide({element: pose}),)
                    if not poses or self.judge.is_legal((Slide({**poses, element: pose}),)):
                        poses[element] = pose
                    break
        if len(poses) > 1:
            yield (Slide(poses),)

    def _places(self, element: ElementId) -> Iterator[Pose]:
        """List where an element could strike an enemy of its unit."""
        own = rect_of(self.ctx, element)
        for friend in self.judge.staying:
            for side in ("left", "right"):
                yield beside(rect_of(self.ctx, friend), own.base, side)
        for unit in engaged_elsewhere(self.ctx, self.unit):
            near = sorted(
                shown(self.ctx, unit), key=lambda one: element_distance(self.ctx, element, one)
            )
            for foe in near[:NEAREST]:
                for edge in EDGES:
                    yield lined_up(own, rect_of(self.ctx, foe), edge)


def _shift(before: dict[ElementId, Pose], by: Point) -> Slide[ElementId]:
    """Shift everybody alike, rounded so as not to go farther."""
    dx, dy = int(by[0]), int(by[1])
    return Slide({key: Pose(one.x + dx, one.y + dy, one.facing) for key, one in before.items()})
