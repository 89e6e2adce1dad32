"""Charges: how a unit could lay its front on that of an enemy, or strike his flank."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final

from walstatt.boards.formation import lined_up, majority_facing, opposed
from walstatt.boards.paths import Slide
from walstatt.boards.pose import Key, apart, heading, rightward
from walstatt.boards.rectangle import EDGES, Rectangle
from walstatt.games.idg.ai.bodies import Body, gap, is_behind
from walstatt.games.idg.ai.field import Field
from walstatt.games.idg.ai.forming import drawn_up
from walstatt.games.idg.ai.swarming import grabs, swarms
from walstatt.games.idg.contacting import may_strike_flank, target_flaws
from walstatt.games.idg.intents import Intents
from walstatt.games.idg.planning import Plan
from walstatt.games.idg.stopping import Legs
from walstatt.games.idg.world import ElementId, rect_of, shown
from walstatt.kernel.ids import UnitId

CHARGED: Final = 3
"""How many enemies a unit thinks of charging."""
SLACK: Final = 1.02
"""How much farther a place may seem than a unit may go."""
ABREAST: Final = 2
"""How many strike where there is no room for more."""
BROADSIDES: Final = 2
"""How many ways to meet a whole front are tried."""


class Charges:
    """Thinks of charges of one unit."""

    def __init__(self, field: Field, body: Body, ways: Intents, *, hurries: bool = False) -> None:
        self.field, self.ctx, self.body, self.ways = field, field.ctx, body, ways
        self.hurries = hurries
        self.judge, self.unit = ways.judge, body.unit

    @cached_property
    def plan(self) -> Plan:
        """Give what carries whole units about."""
        return Plan(self.judge)

    def all(self) -> Iterator[Legs]:
        """Charge whom it may reach, the most rewarding first."""
        if self.ctx.world.units[self.unit].form == "riding":
            return
        inches = self.ways.reach / self.ctx.content.mu
        offers = []
        for foe in self.field.foes:
            if foe.role not in ("train", "guns") and not self._dares:
                continue
            if self.hurries and not self._bars(foe):
                continue
            if any(target_flaws(self.ctx, self.unit, foe.unit)):
                continue
            if gap(self.ctx, self.body.box, foe.box) <= inches:
                bonus = 0.3 * foe.worth if foe.in_melee else 0.0
                offers.append((self.field.duel(self.body, foe) + bonus, foe.unit))
        for _, unit in sorted(offers, reverse=True)[:CHARGED]:
            yield from self._charge(unit)

    def _bars(self, foe: Body) -> bool:
        """Does an enemy stand in the way of a unit that only wants to get on?"""
        right, ahead = self.body.box.local(foe.box.centre)
        wide = self.body.box.half_width + foe.box.radius
        return ahead > 0 and abs(right) < wide

    @property
    def _dares(self) -> bool:
        """Would a unit attack at all? A general alone would not."""
        return self.body.may_attack and self.body.role != "general"

    def _charge(self, foe: UnitId) -> Iterator[Legs]:
        """Lay the front on that of a unit, as much of it as can be, or strike its flank."""
        targets = {one: rect_of(self.ctx, one) for one in shown(self.ctx, foe)}
        if self.field.body(foe).role == "train":
            yield from grabs(self.judge, list(targets.values()), self.ways.short)
        pairs = sorted(
            (self._between(own, rect), own, one)
            for own in self.judge.before
            for one, rect in targets.items()
        )
        flanked = [(own, one) for _, own, one in pairs[:12] if may_strike_flank(self.ctx, own, one)]
        if flanked:
            yield from self._laid_on(flanked[0][0], targets[flanked[0][1]], EDGES[1:])
        if len(self.judge.before) > 1:
            yield from swarms(self.judge, list(targets.values()), self.ways.short)
        yield from self._broadside(list(targets.values()))
        yield from self._laid_on(pairs[0][1], targets[pairs[0][2]], EDGES[:1])
        yield from self._front_to_front(foe)
        yield from self._narrow(list(targets.values()))
        if any(self._is_ahead(rect) for rect in targets.values()):
            yield (self.ways.ahead(self.ways.reach),)

    def _broadside(self, targets: list[Rectangle]) -> Iterator[Legs]:
        """Meet the front rank of an enemy with the own one, shifted as little as may be."""
        mine = first_rank({one: rect_of(self.ctx, one) for one in self.judge.before})
        theirs = first_rank(dict(enumerate(targets)))[::-1]
        middle, offers = len(mine) // 2, []
        own = mine[middle]
        for number, foe in enumerate(theirs):
            first = number - middle
            overlap = min(len(theirs), first + len(mine)) - max(0, first)
            pose = opposed(targets[foe])
            far = apart(self.judge.before[own].spot, pose.spot)
            if far <= self.ways.reach * SLACK:
                offers.append((-overlap, far, pose))
        for _, _, pose in sorted(offers)[:BROADSIDES]:
            yield (Slide(self.plan.carried(own, pose)),)

    def _front_to_front(self, foe: UnitId) -> Iterator[Legs]:
        """Meet a unit with the whole front, the middle of it opposite the middle of his."""
        target = self.field.body(foe).box
        if len(self.judge.before) < 2 or is_behind(target, self.body.box.centre):
            return
        legs = drawn_up(self.judge, opposed(target))
        if max(self.judge.lengths(legs).values()) <= self.ways.short:
            yield legs

    def _narrow(self, targets: list[Rectangle]) -> Iterator[Legs]:
        """Strike either end of a front two abreast, where there is no room for more."""
        if self.body.files <= ABREAST:
            return
        theirs = first_rank(dict(enumerate(targets)))
        for foe in dict.fromkeys((theirs[0], theirs[-1])):
            legs = drawn_up(self.judge, opposed(targets[foe]), ABREAST)
            if max(self.judge.lengths(legs).values()) <= self.ways.short:
                yield legs

    def _between(self, own: ElementId, target: Rectangle) -> float:
        rect = rect_of(self.ctx, own)
        return apart(rect.pose.spot, target.centre)

    def _laid_on(self, own: ElementId, target: Rectangle, edges: Iterable[str]) -> Iterator[Legs]:
        start = self.judge.before[own]
        for edge in edges:
            rect = rect_of(self.ctx, own)
            pose = opposed(target) if edge == "front" else lined_up(rect, target, edge)  # type: ignore[arg-type]
            if apart(start.spot, pose.spot) <= self.ways.reach * SLACK:
                yield (Slide(self.plan.carried(own, pose)),)

    def _is_ahead(self, target: Rectangle) -> bool:
        box = self.body.box
        right, ahead = box.local(target.centre)
        return ahead > 0 and abs(right) < box.half_width + target.half_width


def first_rank(rects: Mapping[Key, Rectangle]) -> list[Key]:
    """List those of a formation who have nobody before them, from left to right."""
    facing = majority_facing([one.pose for one in rects.values()])
    (ax, ay), (rx, ry) = heading(facing), rightward(facing)
    ahead = {key: one.pose.x * ax + one.pose.y * ay for key, one in rects.items()}
    most, deep = max(ahead.values()), min(one.base.depth for one in rects.values())
    front = [key for key in rects if ahead[key] > most - deep / 2]
    return sorted(front, key=lambda key: rects[key].pose.x * rx + rects[key].pose.y * ry)
