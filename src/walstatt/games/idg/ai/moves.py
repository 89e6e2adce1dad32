"""Where a unit could go with its dice, and what each of these moves is worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from walstatt.boards.pose import Pose, apart, between
from walstatt.boards.rectangle import Rectangle
from walstatt.games.idg.aftermath import arrive, what_is_left
from walstatt.games.idg.ai.aims import HASTY, Aim, Aims
from walstatt.games.idg.ai.bodies import Body, box_of, box_round
from walstatt.games.idg.ai.duels import Outlook, outlook, plundered
from walstatt.games.idg.ai.field import Field
from walstatt.games.idg.ai.striding import Stride
from walstatt.games.idg.ai.volleys import volley
from walstatt.games.idg.ai.wishes import Wishes
from walstatt.games.idg.exits import exit_edge
from walstatt.games.idg.foes_about import has_foes_near
from walstatt.games.idg.glancing import way_of
from walstatt.games.idg.marching import Orders
from walstatt.games.idg.sailing import judge_for
from walstatt.games.idg.stopping import Legs
from walstatt.games.idg.world import (
    IdgCtx,
    foes_in_melee,
    is_in_play,
    rect_of,
    rects_of,
    shown,
)
from walstatt.kernel.ids import UnitId

MOST: Final = 16
"""How many moves are looked at."""
LEAST: Final = 0.3
"""How far, in inches, somebody must go in a move that matters."""
LEAST_TURN: Final = 500
NARROW: Final = 0.3
"""What a fight counts in which only a corner of the unit takes part."""
BLOCKED: Final = 0.4
"""How much of its way a unit must get on not to try others."""
IN_THE_FACE: Final = 1.0
"""How near, in inches, an enemy bars the way of who may not attack him."""
PRESSED: Final = 3.0
"""How many inches of its way a unit would give not to stand there."""
AMPLE: Final = 0.9
"""What share of its way a unit must get on, far from all enemies, to think of nothing else."""
QUIET: Final = 18.0
"""How far, in inches, enemies are then."""
CALM: Final = 0.4
"""How much dangers count for a unit that is already in contact."""
THROUGH: Final = 30.0
"""What leaving over the exit edge is worth, on top of the unit itself."""
CART: Final = 20.0
"""What a unit counts at least that has to leave the table: baggage costs nothing."""
INSIDE: Final = 0.3
"""What it is worth to be inside works that are stormed, as a share of the unit's worth."""


class Thought(Struct, frozen=True, gc=False):
    """A move, what it is worth against staying, and what would come of it."""

    legs: Legs
    worth: float
    box: Rectangle
    fights: Outlook = Outlook()
    foes: tuple[UnitId, ...] = ()
    """Whom it would be in contact with."""
    train: UnitId | None = None
    """Which baggage it would take."""
    leaves: bool = False
    shots: float = 0.0
    """What its shots would do from there."""
    danger: float = 0.0


class Standing(NamedTuple):
    """How a unit stands somewhere: the box around it, its bases, and whom it is in contact with."""

    box: Rectangle
    rects: tuple[Rectangle, ...]
    foes: tuple[UnitId, ...] = ()
    fights: Outlook = Outlook()
    train: UnitId | None = None


class Moves:
    """Thinks about the moves of one unit."""

    def __init__(self, field: Field, aims: Aims, orders: Orders) -> None:
        self.field, self.ctx, self.orders, self.unit = field, field.ctx, orders, orders.unit
        self.aims = aims
        self.judge = judge_for(self.ctx, orders)
        self.body: Body = field.body(self.unit)
        self.aim: Aim = aims.of(self.unit)
        self.wishes = Wishes(field, self.body, self.aim, self.judge)
        self.journey = self.wishes.journey

    # -- judging ----------------------------------------------------------------------------------

    @cached_property
    def stay(self) -> Thought:
        """Weigh staying."""
        return self._weigh((), self._standing(self.ctx))

    def thoughts(self) -> list[Thought]:
        """Weigh every move that comes to mind."""
        if not self.judge.before:
            return []
        found = dict[tuple[Pose, ...], Legs]()
        self._try(self.wishes.all(self.stay.danger), found)
        if self.aim.pull and self.orders.purpose == "march" and self._is_stuck(found):
            self._try(self.wishes.in_files(), found)
            self._try(self.wishes.bearing_off(), found)
            if self._is_stuck(found):
                self._try(self.wishes.drawing_in(), found)
                self._try(filter(self.judge.is_legal, self.wishes.squeezing_by()), found)
            if self.aim.kind in HASTY and self._is_stuck(found):
                self._try(self.wishes.anything(), found)
        return [self.thought(legs) for legs in found.values()]

    def _try(self, wishes: Iterable[Legs], found: dict[tuple[Pose, ...], Legs]) -> None:
        """Cut moves short to what is allowed, and keep those that lead somewhere."""
        brake = Stride(self.judge)
        still = tuple(self.judge.before.values())
        for wish in wishes:
            legs = brake.stopped(wish)
            ends = tuple(self.judge.ends(legs).values()) if legs else still
            if self._matters(still, ends):
                found.setdefault(ends, legs)
            if len(found) >= MOST or (legs and self._is_ample(legs)):
                return

    def _is_ample(self, legs: Legs) -> bool:
        """Does a unit get on as far as it can, with nobody near to think of?"""
        if self._reach <= 0:
            return False
        rects = tuple(self.judge.rect(one, pose) for one, pose in self.judge.ends(legs).items())
        box, field, body = box_round(rects), self.field, self.body
        if self.journey.far(body.box) - self.journey.far(box) < AMPLE * self._reach:
            return False
        if field.nearest(box) < QUIET or field.lead(body, box) > 0 or field.masks(body, box) > 0:
            return False
        return field.danger(body, box) <= 0

    @cached_property
    def _reach(self) -> float:
        """Give how many inches a unit can get on that marches and is far from all; 0 for others."""
        aim, box = self.aim, self.body.box
        if not aim.pull or self.orders.purpose != "march" or self.judge.staying:
            return 0.0
        if self.field.nearest(box) < QUIET or self.stay.danger > 0:
            return 0.0
        return min(self.wishes.ways.short / self.ctx.content.mu, self.journey.far(box) - aim.near)

    def _matters(self, start: tuple[Pose, ...], ends: tuple[Pose, ...]) -> bool:
        """Does anybody go far enough, or turn far enough, to be worth a thought?"""
        least = LEAST * self.ctx.content.mu
        return any(
            apart(one.spot, other.spot) > least
            or abs(between(one.facing, other.facing)) > LEAST_TURN
            for one, other in zip(start, ends, strict=True)
        )

    def _is_stuck(self, found: Iterable[tuple[Pose, ...]]) -> bool:
        """Do all ways end soon?"""
        start = next(iter(self.judge.before.values()))
        most = max((apart(start.spot, ends[0].spot) for ends in found), default=0.0)
        return most < BLOCKED * self.wishes.ways.short

    def thought(self, legs: Legs) -> Thought:
        """Weigh a legal move against staying."""
        rects = self._untroubled(legs)
        if rects:
            found = self._weigh(legs, Standing(box_round(rects), rects))
            return replace(found, worth=found.worth - self.stay.worth)
        there = self.ctx.clone(None)
        left = what_is_left(self.ctx, self.judge, legs)
        if not arrive(there, self.judge, legs, left):
            worth = self.body.points + THROUGH
            return Thought(legs, worth, self.body.box, leaves=True)
        found = self._weigh(legs, self._standing(there))
        return replace(found, worth=found.worth - self.stay.worth)

    def _untroubled(self, legs: Legs) -> tuple[Rectangle, ...]:
        """Give where a unit stands after a move that leads near no enemy; nothing of others."""
        judge, ctx = self.judge, self.ctx
        if self._touches or exit_edge(ctx, judge.side) is not None:
            return ()
        if has_foes_near(ctx, judge.side, way_of(legs, judge.before, judge.bases)):
            return ()
        ends, elements = judge.ends(legs), shown(ctx, self.unit)
        return tuple(
            judge.rect(one, ends[one]) if one in ends else rect_of(ctx, one) for one in elements
        )

    def _standing(self, there: IdgCtx) -> Standing:
        """Look how the unit stands in a position."""
        foes = tuple(foes_in_melee(there, self.unit)) if is_in_play(there, self.unit) else ()
        fights = Outlook()
        if self._touches | set(foes):
            field, among = self.field, {self.unit, *foes, *self._touches}
            fights = outlook(there, field.seat, field.weights, among)
        train = plundered(there, self.unit) if self.body.role != "train" else None
        rects = tuple(rects_of(there, self.unit))
        return Standing(box_of(there, self.unit), rects, foes, fights, train)

    def _weigh(self, legs: Legs, at: Standing) -> Thought:
        """Weigh how a unit stands that has moved like this."""
        field, body, box, foes = self.field, self.body, at.box, at.foes
        danger, shots = field.danger(body, box), 0.0
        worth = at.fights.gain - self._short_of(box) + self._inside(at.rects)
        if at.train is not None:
            worth += field.duel(body, field.body(at.train))
        if foes:
            worth += field.eagerness * body.worth * self._breadth(at.fights) - CALM * danger
            worth += sum(field.company(body, field.body(foe)) for foe in foes)
        else:
            shots = volley(field, body, box, moved=bool(legs))
            worth += shots + field.prospect(body, box) - danger
            worth += field.posture(body, box, self.wishes.focus) - self._pressed(box)
        return Thought(legs, worth, box, at.fights, foes, at.train, shots=shots, danger=danger)

    def _inside(self, rects: Sequence[Rectangle]) -> float:
        """Weigh how many of a unit that storms works are inside."""
        if self.aim.kind != "storm":
            return 0.0
        inside = sum(self.aims.siege.is_inside(one) for one in rects)
        whole = INSIDE if inside == len(rects) else 0.0
        return self.body.points * (whole + INSIDE * inside / len(rects))

    def _pressed(self, box: Rectangle) -> float:
        """Weigh that a unit which may not attack stands in an enemy's face."""
        if self.body.may_attack or self.field.nearest(box) > IN_THE_FACE:
            return 0.0
        return PRESSED * self.field.weights.pull * self.body.points

    def _breadth(self, fights: Outlook) -> float:
        """Tell how much of its front a unit brings into the fight."""
        pairs = fights.pairs.get(self.unit, 0)
        return NARROW + (1 - NARROW) * min(1.0, pairs / self.body.files)

    @cached_property
    def _touches(self) -> set[UnitId]:
        """List the enemies whom the unit is in contact with now."""
        return set(foes_in_melee(self.ctx, self.unit))

    def _short_of(self, box: Rectangle) -> float:
        """Weigh how far a unit still is from what it is sent for, and whether it faces that."""
        if not self.aim.pull:
            return 0.0
        far = max(0.0, self.journey.far(box) - self.aim.near)
        worth = max(self.body.points, CART) if self.aim.kind == "exit" else self.body.points
        return self.aim.pull * worth * (far + self.journey.detour(box))

    def far(self, box: Rectangle) -> float:
        """Measure how far a unit is from what it is sent for, in inches."""
        return self.journey.far(box)
