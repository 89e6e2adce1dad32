"""Judging a move: every rule that it breaks. IDG-8.1 to IDG-8.4, IDG-11.1 to IDG-11.4, IDG-13.2."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations
from math import hypot
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from walstatt.boards.contact import OVERLAP, overlap
from walstatt.boards.crowd import Crowd
from walstatt.boards.paths import Leg, Slide, after, along, at_most, goes, travelled
from walstatt.boards.pose import FULL_TURN, HALF_TURN, Pose, Spot
from walstatt.boards.rectangle import Rectangle, rectangle
from walstatt.games.idg.across import foes_across, has_barriers, would_meet
from walstatt.games.idg.allowance import Column, allowance, measure
from walstatt.games.idg.breaking_off import purpose_flaws
from walstatt.games.idg.closing import cohesion_flaws
from walstatt.games.idg.contacting import contact_flaws
from walstatt.games.idg.engines import engine_at
from walstatt.games.idg.entering import waits_at_edge
from walstatt.games.idg.exits import is_off_table
from walstatt.games.idg.facing import Legs, facing_of, is_straight, is_turn_on_spot, turns_only
from walstatt.games.idg.foes_about import has_foes_near
from walstatt.games.idg.forts import is_half_up, work_under
from walstatt.games.idg.glancing import (
    Limit,
    is_easy_ground,
    is_free_shift,
    is_free_turn,
    is_free_wheel,
    is_on_table,
    is_straight_shift,
    reach_of,
    shift_of,
    way_of,
)
from walstatt.games.idg.going import unit_difficult, unit_forbidden
from walstatt.games.idg.hulls import Hull, hull_of_rects
from walstatt.games.idg.interpenetration import may_pass
from walstatt.games.idg.levels import is_carried
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.obstruction import ENOUGH, NO_ROOM, is_barred, room_at
from walstatt.games.idg.pairing import is_involved
from walstatt.games.idg.shaken import marker_flaws
from walstatt.games.idg.standing import crowd_of
from walstatt.games.idg.whereabouts import place_of, whereabouts
from walstatt.games.idg.works import may_man
from walstatt.games.idg.world import (
    TOUCH,
    ElementId,
    IdgCtx,
    base_under,
    foes_in_melee,
    in_play,
    profile_of,
    rect_at,
    rect_of,
    shown,
)
from walstatt.kernel import trace
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.ids import UnitId
from walstatt.kernel.ledger import Ledger
from walstatt.kernel.trace import cite, rule

Purpose: TypeAlias = Literal[
    "march",
    "face",
    "evade",
    "break_off",
    "join",
    "enter",
    "run",
    "unhitch",
    "embark",
    "sail",
    "land",
]

MEASURED: Final = ("march", "evade", "break_off", "join", "unhitch")
"""What a unit may be about when its whole way counts."""
QUICKLY: Final = (*MEASURED, "face")
"""What it may be about when what is wrong is mostly seen quickly."""
MOST_LEGS: Final = 24
FAR_AWAY: Final = 100_000
WATCHED: Final = 4
"""In how many steps a turning leg is watched for the edge of the table."""


class Orders(Struct, frozen=True):
    """What a unit is about to do: with which dice, in which column, and why."""

    unit: UnitId
    column: Column = "good"
    rolled: int = 0
    purpose: Purpose = "march"


def judge(ctx: IdgCtx, orders: Orders, legs: Legs) -> list[Violation]:
    """List everything that is wrong with a move."""
    return Judge(ctx, orders).flaws(legs)


class Judge:
    """Judges moves of one unit, any number of them from the same position."""

    def __init__(self, ctx: IdgCtx, orders: Orders) -> None:
        self.ctx, self.orders, self.unit = ctx, orders, orders.unit
        self.side = ctx.world.units[orders.unit].side
        elements, place = who_moves(ctx, orders), place_of(ctx, orders.unit)
        self.staying: list[ElementId] = []
        if place is not None and len(elements) == len(place.elements):
            self.before = {one: rect.pose for one, rect in zip(elements, place.rects, strict=True)}
            self.bases = {one: rect.base for one, rect in zip(elements, place.rects, strict=True)}
        else:
            self.before = {one: ctx.world.elements[one].pose for one in elements}
            self.bases = {one: base_under(ctx, one) for one in elements}
            self.staying = [one for one in shown(ctx, orders.unit) if one not in self.before]
        self._ledgers: dict[bool, Ledger] = {}
        self._measured: tuple[Legs, dict[ElementId, int]] | None = None
        self._looked: tuple[Legs, Spot | None, bool] | None = None
        self.gap_left: float | None = None
        """How wide the gap may be after a move that cannot close it, once that is known."""

    @cached_property
    @rule("IDG-1.1.7")
    def crowd(self) -> Crowd[ElementId]:
        """Gather everybody else whom the owner knows of."""
        found = crowd_of(self.ctx, without=self.unit)
        for unit in in_play(self.ctx, self.side):
            if self.ctx.world.units[unit].status == "concealed" and unit != self.unit:
                for element in shown(self.ctx, unit):
                    found.add(element, rect_of(self.ctx, element))
        return found

    @cached_property
    def passable(self) -> frozenset[ElementId]:
        """Gather those through whom the unit may go."""
        elements, everybody = self.ctx.world.elements, self.crowd.keys()
        units = {elements[one].unit for one in everybody}
        through = {one for one in units if may_pass(self.ctx, self.unit, one)}
        return frozenset(one for one in everybody if elements[one].unit in through)

    def known_near(self, hull: Hull) -> list[tuple[UnitId, Sequence[Rectangle]]]:
        """List everybody else whom the owner knows of near a box, and the ground they take."""
        return [
            (other, them.taken if them.seen else them.rects)
            for other, them in whereabouts(self.ctx).around(hull, 0.0)
            if other != self.unit and (them.seen or them.side == self.side)
        ]

    def is_legal(self, legs: Legs) -> bool:
        """Is there nothing wrong with a move?"""
        return self.is_plain(legs) or self.is_right(legs)

    def is_right(self, legs: Legs) -> bool:
        """Is there nothing wrong with a move of which that is not plain at a glance?"""
        if trace.listener is None and self.orders.purpose in QUICKLY:
            return self.is_sound(legs) and not self._is_wrong(legs)
        return next(self._all(legs), None) is None

    def _is_wrong(self, legs: Legs) -> bool:
        """Find anything wrong with a move, first of all what is quickly seen."""
        ends = goes(legs, self.before)
        if self.orders.purpose != "face" and self._is_too_far(ends):
            return True
        room = room_at(self, ends)
        if room == NO_ROOM or next(self._length_flaws(legs), None) is not None:
            return True
        way = self.way(legs)
        alone = not self._has_others(way)
        if not alone and is_barred(self, legs):
            return True
        flaws = self._others(legs, ends, way, alone=room == ENOUGH)
        return next(flaws, None) is not None

    def is_way_right(self, legs: Legs, *, swept: bool = False) -> bool:
        """Is a move that ends right also short enough, and nobody in its way, if not swept yet?"""
        if room_at(self, goes(legs, self.before)) != ENOUGH:
            return self.is_legal(legs)
        if next(self._length_flaws(legs), None) is not None:
            return False
        return swept or not is_barred(self, legs)

    def ends_right(self, legs: Legs) -> bool:
        """Is nothing wrong with a move but, perhaps, its length, or who is in its way?"""
        ends = goes(legs, self.before)
        if room_at(self, ends) == NO_ROOM:
            return False
        still = turns_only(legs, self.before)
        if next(self._end_flaws(ends, still=still, alone=True), None) is not None:
            return False
        return next(self._others(legs, ends, self.way(legs), alone=True), None) is None

    def _is_too_far(self, ends: dict[ElementId, Pose]) -> bool:
        """Is it plain at a glance that a move is too long, even if it were straight?"""
        most = self.allowance(turns=False).total * self.ctx.content.mu + 1
        before = self.before
        for one, (x, y, _) in ends.items():
            was_x, was_y, _ = before[one]
            if hypot(x - was_x, y - was_y) > most:
                return True
        return False

    def is_plain(self, legs: Legs) -> bool:
        """Is it plain at a glance that there is nothing wrong with a move?"""
        if trace.listener is not None or self.staying or len(legs) != 1:
            return False
        if self.orders.purpose not in ("march", "face"):
            return False
        shift = shift_of(legs[0], self.before)
        if shift is None:
            return self.is_sound(legs) and self._is_plain_turn(legs[0])
        if self.orders.purpose == "face":
            return False
        straight = is_straight_shift(self.ctx, facing_of(self.ctx, self.unit), shift)
        most = self.allowance(turns=not straight).total * self.ctx.content.mu
        if reach_of(shift) > most:
            return False
        return is_free_shift(self.ctx, self.unit, shift, self.orders.column)

    def _is_plain_turn(self, leg: Leg[ElementId]) -> bool:
        """Is it plain that a whole unit may wheel, or turn on the spot?"""
        if isinstance(leg, Slide):
            if len(leg.poses) != len(self.before) or not is_turn_on_spot(leg, self.before):
                return False
            return is_free_turn(self.ctx, self.unit, after(leg, self.before))
        if self.orders.purpose == "face" or not 0 < abs(leg.by) < HALF_TURN:
            return False
        most = self.allowance(turns=True).total * self.ctx.content.mu
        limit = Limit(most, slow=self.orders.column == "difficult")
        return most > 0 and is_free_wheel(self.ctx, self.unit, leg, self.before, limit)

    def flaws(self, legs: Legs) -> list[Violation]:
        """List everything that is wrong with a move, each rule once for each element."""
        if self.is_plain(legs):
            return []
        found = {(one.rule, one.at, one.message.id): one for one in self._all(legs)}
        return list(found.values())

    def _all(self, legs: Legs) -> Iterator[Violation]:
        shape = list(self._shape_flaws(legs))
        if shape:
            yield from shape
            return
        ends = goes(legs, self.before)
        yield from self._length_flaws(legs)
        way = self.way(legs) if trace.listener is None else None
        alone = way is not None and not self._has_others(way)
        yield from self._others(legs, ends, way, alone=alone)

    def _others(
        self, legs: Legs, ends: dict[ElementId, Pose], way: Hull | None, *, alone: bool
    ) -> Iterator[Violation]:
        """Judge everything but the length of a move; who is alone has nobody in his way."""
        if way is None or not is_on_table(self.ctx, way):
            yield from self._table_flaws(legs)
        if not alone:
            yield from self._way_flaws(legs, ends)
        still = turns_only(legs, self.before)
        slow = still or self.orders.column == "difficult"
        if way is None or not is_easy_ground(self.ctx, self.unit, way, slow=slow):
            yield from self._ground_flaws(legs)
        yield from self._end_flaws(ends, still=still, alone=alone)
        touched = self.contacts(ends)
        if touched:
            yield from self._contact_flaws(ends)
        moving = [one for one in ends if ends[one] != self.before[one]]
        yield from purpose_flaws(self.ctx, self.orders.purpose, self.unit, touched, moving)
        if self.orders.purpose != "run" and not still:
            yield from marker_flaws(self.ctx, self.unit, ends)

    def way(self, legs: Legs) -> Hull:
        """Give a box that nobody leaves on a way."""
        return way_of(legs, self.before, self.bases, self._start)

    @cached_property
    def _start(self) -> Hull:
        return hull_of_rects([self.rect(one, pose) for one, pose in self.before.items()])

    def _has_others(self, way: Hull) -> bool:
        """Is anybody else near a way?"""
        near = whereabouts(self.ctx).around(way, 0.0)
        return len(near) > 1 or (bool(near) and near[0][0] != self.unit)

    @rule("IDG-18.12.37")
    def _contact_flaws(self, ends: dict[ElementId, Pose]) -> Iterator[Violation]:
        """Judge contacts; a burning ox does not mind its markers."""
        for flaw in contact_flaws(self.ctx, self.unit, ends):
            if self.orders.purpose != "run" or flaw.rule != "IDG-11.1.2":
                yield flaw

    # -- the move itself --------------------------------------------------------------------------

    @rule("IDG-1.9.1")
    def _shape_flaws(self, legs: Legs) -> Iterator[Violation]:
        """Refuse what is no move of this unit at all."""
        if not legs or len(legs) > MOST_LEGS:
            yield refuse("IDG-8.1.2", "idg.no.march.legs", n=MOST_LEGS)
        for leg in legs:
            if not isinstance(leg, Slide):
                if abs(leg.by) > FULL_TURN or max(map(abs, leg.pivot)) > FAR_AWAY:
                    yield refuse("IDG-1.9.1", "idg.no.march.nowhere")
                continue
            for element, pose in leg.poses.items():
                yield from self._place_flaws(element, pose)

    def _place_flaws(self, element: ElementId, pose: Pose) -> Iterator[Violation]:
        if element in self.staying and is_carried(self.ctx, element):
            yield refuse("IDG-16.3.9", "idg.no.siege.aboard", element)
        elif element in self.staying:
            yield refuse("IDG-11.2.4", "idg.no.march.fights", element)
        elif element not in self.before:
            yield refuse("IDG-8.1.1", "idg.no.march.other_unit", element)
        if max(abs(pose.x), abs(pose.y)) > FAR_AWAY or not 0 <= pose.facing < FULL_TURN:
            yield refuse("IDG-1.9.1", "idg.no.march.nowhere", element)

    def is_sound(self, legs: Legs) -> bool:
        """Is it a move of this unit at all, whatever else is wrong with it?"""
        return self._is_plainly_sound(legs) or next(self._shape_flaws(legs), None) is None

    def _is_plainly_sound(self, legs: Legs) -> bool:
        """Is it plain at a glance that elements of this unit go to places that there are?"""
        if trace.listener is not None or not 0 < len(legs) <= MOST_LEGS:
            return False
        known = self.before.keys()
        for leg in legs:
            if not isinstance(leg, Slide) or not leg.poses.keys() <= known:
                return False
            for x, y, facing in leg.poses.values():
                if abs(x) > FAR_AWAY or abs(y) > FAR_AWAY or not 0 <= facing < FULL_TURN:
                    return False
        return True

    def ends(self, legs: Legs) -> dict[ElementId, Pose]:
        """Give where everybody would be in the end."""
        return goes(legs, self.before)

    def allowance(self, *, turns: bool) -> Ledger:
        """Compute how many MU the unit may move."""
        if turns not in self._ledgers:
            rolled, column = self.orders.rolled, self.orders.column
            found = allowance(self.ctx, self.unit, column, rolled, turns=turns)
            self._ledgers[turns] = found
        return self._ledgers[turns]

    def _kind(self, legs: Legs) -> tuple[Legs, Spot | None, bool]:
        """Look once whether all go alike, or nobody leaves his place."""
        if self._looked is None or self._looked[0] is not legs:
            shift = shift_of(legs[0], self.before) if len(legs) == 1 else None
            moves = shift is not None and trace.listener is None
            self._looked = legs, shift, not moves and turns_only(legs, self.before)
        return self._looked

    def shift(self, legs: Legs) -> Spot | None:
        """Give how far all go alike in a move; None if they do not."""
        return self._kind(legs)[1]

    def is_still(self, legs: Legs) -> bool:
        """Does nobody leave his place in a move?"""
        return self._kind(legs)[2]

    def reckoned(self, legs: Legs) -> Ledger:
        """Compute how many MU the unit may move if it moves like this."""
        shift = self.shift(legs)
        if shift and trace.listener is None:
            straight = is_straight_shift(self.ctx, facing_of(self.ctx, self.unit), shift)
            return self.allowance(turns=not straight)
        return self.allowance(turns=not is_straight(self.ctx, self.unit, legs, self.before))

    @rule("IDG-8.1.1", "IDG-8.1.2", "IDG-8.1.7", "IDG-A25")
    def lengths(self, legs: Legs) -> dict[ElementId, int]:
        """Measure how far every element goes: the path of its farthest front corner."""
        if self._measured is None or self._measured[0] is not legs:
            shift = self.shift(legs)
            found = (
                dict.fromkeys(self.before, reach_of(shift))
                if shift
                else travelled(legs, self.before, self.bases)
            )
            self._measured = legs, found
        return self._measured[1]

    def _length_flaws(self, legs: Legs) -> Iterator[Violation]:
        if turns_only(legs, self.before):
            return
        if self.orders.purpose == "face":
            yield refuse("IDG-8.2.8", "idg.no.march.face_only")
            return
        most = self.reckoned(legs).total * self.ctx.content.mu
        if most <= 0:
            yield refuse("IDG-8.1.3", "idg.no.march.no_move")
            return
        if trace.listener is None and self._goes_at_most(legs, most):
            return
        lengths = self._counted(legs)
        if not lengths:
            return
        worst = max(lengths, key=lambda one: lengths[one])
        if lengths[worst] > most:
            straight = self.allowance(turns=False).total * self.ctx.content.mu
            cited = "IDG-8.1.1" if lengths[worst] > straight else "IDG-8.2.1"
            far, limit = measure(self.ctx, lengths[worst]), measure(self.ctx, most)
            yield refuse(cited, "idg.no.march.too_far", worst, far=far, most=limit)

    def _goes_at_most(self, legs: Legs, most: float) -> bool:
        """Is it plain that nobody goes farther than this?"""
        shift = self.shift(legs)
        if shift:
            return reach_of(shift) <= most
        return at_most(legs, self.before, self.bases) <= most

    def _counted(self, legs: Legs) -> dict[ElementId, int]:
        """Measure all but those who, entering the table, have no room and wait at its edge."""
        lengths = self.lengths(legs)
        if self.orders.purpose != "enter":
            return lengths
        ends = {one: self.rect(one, pose) for one, pose in goes(legs, self.before).items()}
        waiting = [one for one in ends if waits_at_edge(self.ctx, self.unit, ends[one])]
        return {one: far for one, far in lengths.items() if one not in waiting}

    @rule("IDG-8.2.7")
    def _table_flaws(self, legs: Legs) -> Iterator[Violation]:
        """Keep everybody on the table, all the way; over an exit edge units may leave."""
        poses = dict(self.before)
        for leg in legs:
            straight = isinstance(leg, Slide)
            stops = (1.0,) if straight else tuple(n / WATCHED for n in range(1, WATCHED + 1))
            for part in stops:
                for element, pose in along(leg, poses, part).items():
                    if is_off_table(self.ctx, self.unit, self.rect(element, pose)):
                        yield refuse("IDG-8.2.7", "idg.no.march.off_table", element)
            poses = after(leg, poses)

    def rect(self, element: ElementId, pose: Pose) -> Rectangle:
        """Give the ground an element would cover."""
        base = self.bases.get(element)
        return rect_at(self.ctx, element, pose) if base is None else rectangle(pose, base)

    # -- others in the way ------------------------------------------------------------------------

    @rule("IDG-1.9.5")
    def _way_flaws(self, legs: Legs, ends: dict[ElementId, Pose]) -> Iterator[Violation]:
        """Let nobody hamper a move but those who are run into."""
        passed: dict[UnitId, None] = {}
        poses = dict(self.before)
        for leg in legs:
            ends_leg = after(leg, poses)
            if is_turn_on_spot(leg, poses):
                met = [other for e, p in ends_leg.items() for other in self._upon(e, p)]
            else:
                met = [m.other for m in self.crowd.in_way(leg, poses, self.bases)]
            passed |= dict.fromkeys(self.ctx.world.elements[other].unit for other in met)
            poses = ends_leg
        for other in passed:
            yield from self._passage_flaws(other, ends)

    def _upon(self, element: ElementId, pose: Pose) -> list[ElementId]:
        return self.crowd.overlapping(self.rect(element, pose))

    @rule("IDG-8.4.3", "IDG-8.4.5", "IDG-8.4.7")
    def _passage_flaws(self, other: UnitId, ends: dict[ElementId, Pose]) -> Iterator[Violation]:
        name = unit_name(self.ctx, other)
        if not may_pass(self.ctx, self.unit, other):
            foe = self.ctx.world.units[other].side != self.side
            words = "idg.no.march.through_foe" if foe else "idg.no.march.through"
            yield refuse("IDG-8.4.5", words, unit=name)
            return
        own = set(self.ctx.world.units[other].elements)
        for element, pose in ends.items():
            if own & set(self._upon(element, pose)):
                yield refuse("IDG-8.4.7", "idg.no.march.not_clear", element, unit=name)

    # -- ground -----------------------------------------------------------------------------------

    def _ground_flaws(self, legs: Legs) -> Iterator[Violation]:
        ctx, unit = self.ctx, self.unit
        barred = unit_forbidden(ctx, unit, legs, self.before)
        if barred:
            yield refuse(barred.rule, "idg.no.march.forbidden", what=barred.words)
        if self.orders.column == "difficult" or turns_only(legs, self.before):
            return
        hard = unit_difficult(ctx, unit, legs, self.before)
        if hard:
            yield refuse("IDG-8.1.5", "idg.no.march.difficult", what=hard.words)

    # -- where it ends ----------------------------------------------------------------------------

    @rule("IDG-8.4.6", "IDG-1.9.6")
    def _end_flaws(
        self, ends: dict[ElementId, Pose], *, still: bool, alone: bool = False
    ) -> Iterator[Violation]:
        """Let nobody stand on others; turning in one's place is no move and may open gaps."""
        rects = {element: self.rect(element, pose) for element, pose in ends.items()}
        for element, rect in rects.items():
            for other in () if alone else self.crowd.overlapping(rect):
                if not may_pass(self.ctx, self.unit, self.ctx.world.elements[other].unit):
                    yield refuse("IDG-8.4.6", "idg.no.march.overlap", element)
            if engine_at(self.ctx, rect):
                yield refuse("IDG-8.4.6", "idg.no.march.overlap", element)
            if ends[element] != self.before[element] and self._is_half_up(element, rect):
                yield refuse("IDG-16.1.10", "idg.no.siege.half_up", element)
        for element in self.staying:
            rects[element] = rect_of(self.ctx, element)
        for (one, a), (_, b) in combinations(rects.items(), 2):
            if overlap(a, b) > OVERLAP:
                yield refuse("IDG-8.4.6", "idg.no.march.overlap", one)
        if still:
            cite("IDG-1.5.6")
        else:
            yield from cohesion_flaws(self, list(rects.values()))

    @rule("IDG-16.1.10")
    def _is_half_up(self, element: ElementId, rect: Rectangle) -> bool:
        """Would an element end half on a wall, or in a gateway although it does not go up?"""
        if is_half_up(self.ctx, rect):
            return True
        return not may_man(profile_of(self.ctx, element)) and bool(work_under(self.ctx, rect))

    def contacts(self, ends: dict[ElementId, Pose]) -> dict[ElementId, list[UnitId]]:
        """List which enemy units everybody would touch in the end; who touches none is left out."""
        elements = self.ctx.world.elements
        return {
            one: list(dict.fromkeys([elements[foe].unit for foe in foes]))
            for one, foes in self._touching(ends).items()
        }

    def touched(self, ends: dict[ElementId, Pose]) -> list[ElementId]:
        """List the enemies whom a move would touch at its end."""
        touching = self._touching(ends).values()
        return list(dict.fromkeys([foe for foes in touching for foe in foes]))

    def _touching(self, ends: dict[ElementId, Pose]) -> dict[ElementId, list[ElementId]]:
        """List which enemies everybody would touch in the end; who touches none is left out."""
        rects = {one: self.rect(one, pose) for one, pose in ends.items()}
        hull, recorded = hull_of_rects(rects.values()), trace.listener is not None
        wide = recorded or has_barriers(self.ctx)
        if not ends or (wide and not has_foes_near(self.ctx, self.side, hull)):
            return {}
        near = self.crowd if recorded else self._foes_close_to(hull)
        if not near and not wide:
            return {}
        found = {one: self._foes_at(one, rect, near) for one, rect in rects.items()}
        return {one: foes for one, foes in found.items() if foes}

    def _foes_close_to(self, hull: Hull) -> Crowd[ElementId]:
        """Gather the enemies whom everybody sees and who may touch somebody in a box."""
        found = Crowd[ElementId]()
        for _, them in whereabouts(self.ctx).foes_around(self.side, hull, TOUCH):
            for name, _, _, rect in them.marks:
                found.add(name, rect)
        return found

    def _foes_at(
        self, element: ElementId, rect: Rectangle, near: Crowd[ElementId]
    ) -> list[ElementId]:
        units, elements = self.ctx.world.units, self.ctx.world.elements
        touching = near.touching(rect, TOUCH)
        foes = [one for one in touching if units[elements[one].unit].side != self.side]
        met = [one for one in foes if would_meet(self.ctx, rect, one)]
        return met + foes_across(self.ctx, element, rect)


@rule("IDG-11.2.4", "IDG-11.2.6", "IDG-11.2.7")
def who_moves(ctx: IdgCtx, orders: Orders) -> list[ElementId]:
    """List who moves: the whole unit, or those that fight nobody while others do."""
    every = list(shown(ctx, orders.unit))
    if ctx.world.engines:
        every = [one for one in every if not is_carried(ctx, one)]
    if orders.purpose not in ("join", "face") or not foes_in_melee(ctx, orders.unit):
        return every
    return [one for one in every if not is_involved(ctx, one)]
