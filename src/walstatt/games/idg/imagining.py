"""What a seat does not see of a battle, made up so that it fits everything it does see.

Whom a side must have brought (armies are open, IDG-1.1.7) is put somewhere: to be placed, held
back, or concealed where the ground hides it. Enemies who look real may be dummies, those folded are
unfolded to their strength, and oxen get fuses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import count
from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from walstatt.boards.contact import is_within
from walstatt.boards.formation import block
from walstatt.boards.pose import Pose
from walstatt.boards.table import is_on_table
from walstatt.games.idg.content import SEATS, IdgContent
from walstatt.games.idg.deployment_order import propose
from walstatt.games.idg.drawing_up import Poses
from walstatt.games.idg.dummies import MOST_DUMMIES, Dummy, decoys, make_dummies
from walstatt.games.idg.entering import INWARD
from walstatt.games.idg.fielding import take_up
from walstatt.games.idg.fuses import FUSES
from walstatt.games.idg.hideouts import hideout
from walstatt.games.idg.holding_back import Limits, counted, limits_of
from walstatt.games.idg.mingling import renumber
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.standing import crowd_of, elements_on_table
from walstatt.games.idg.world import (
    Element,
    ElementId,
    IdgCtx,
    IdgWorld,
    Status,
    Stratagem,
    Unit,
    base_under,
    enemy_of,
    fielded,
    profile_of,
    rect_at,
    rect_of,
)
from walstatt.kernel.ctx import Ctx
from walstatt.kernel.decisions import Rng
from walstatt.kernel.definition import Ruleset
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.trace import rule

K = TypeVar("K", bound=str)
T = TypeVar("T")

TRIES: Final = 24
"""How many places are tried for a unit that must be somewhere."""
FOUND_WITHIN: Final = 2
RECOGNISED_WITHIN: Final = 8
DUMMIES: Final = "majestic"


class Guess(Struct, frozen=True):
    """What is known about what is not known."""

    seat: Seat | None
    placing: Mapping[Seat, bool]
    """Which side still has something to place."""
    fused: Mapping[Seat, bool]
    """Whose oxen have their fuses."""
    taken_up: bool = True
    """Whether there are armies yet."""
    rolling: bool = False
    """Whether those held back are known, since they roll."""
    staking: bool = False
    """Whether stakes are secret."""


class Imagining:
    """Completes a world of which a part is known; `world` is changed and then whole."""

    def __init__(
        self,
        rules: Ruleset[IdgContent, IdgOptions],
        guess: Guess,
        world: IdgWorld,
        rng: Rng,
    ) -> None:
        self.guess = guess
        self.world = world
        self.rng = rng
        self.ctx: IdgCtx = Ctx(rules, world)

    @cached_property
    def brought(self) -> IdgCtx:
        """Give both armies as they took the field."""
        known = self.world
        fresh = IdgWorld(known.attacker, known.first, {}, {}, {}, {}, scenario=known.scenario)
        for side in SEATS:
            take_up(fresh, side, fielded(self.ctx, side))
            if side != self.guess.seat and self._has_dummies(side):
                renumber(fresh, renumbered(known.units, fresh.units, side))
        return Ctx(self.ctx.rules, fresh)

    def complete(self) -> IdgWorld:
        """Make up everything that the seat does not know."""
        if not self.guess.taken_up:
            return self.world
        for side in SEATS:
            if side != self.guess.seat:
                self._part(side, self._bring_back(side))
                self._unfold(side)
                self._make_dummies(side)
                self._set_fuses(side)
                self._make_up_stake(side)
        return self.world

    # -- who is not seen --------------------------------------------------------------------------

    def _bring_back(self, side: Seat) -> list[UnitId]:
        """Add the units of a side of which nothing is known, in the order of their army."""
        world, brought = self.world, self.brought.world
        hidden = {
            unit: one
            for unit, one in brought.units.items()
            if one.side == side and unit not in world.units
        }
        elements = {
            name: brought.elements[name] for one in hidden.values() for name in one.elements
        }
        world.units = inserted(world.units, hidden, list(brought.units))
        world.elements = inserted(world.elements, elements, list(brought.elements))
        general = brought.generals.get(side)
        if general is not None and general.element in elements:
            known = {**world.generals, side: general}
            world.generals = {one: known[one] for one in SEATS if one in known}
        return list(hidden)

    def _part(self, side: Seat, hidden: list[UnitId]) -> None:
        """Leave those who are still to be placed; the others are held back or concealed."""
        free = [unit for unit in counted(self.brought, side) if unit in hidden]
        self.rng.shuffle(free)
        held = free[: self._some_held(side, len(free))]
        if self._must_place(side) and len(held) == len(hidden):
            self._make_one_up(side, held)
        late = self._some_late(side, len(held))
        for unit in held[:late]:
            self._set_status(unit, "late")
        for unit in held[late:]:
            self._conceal(unit)
        if self._must_place(side) and self.world.phase == "deployment" and side in self.world.edges:
            propose(self.ctx, side)

    def _must_place(self, side: Seat) -> bool:
        """Has a side something to place, other than a column that will march in?"""
        marches = bool(self.world.column) and side == self.world.attacker
        return self.guess.placing[side] and not marches

    def _limits(self, side: Seat) -> Limits:
        return limits_of(self.brought, side)

    def _some_held(self, side: Seat, free: int) -> int:
        """Guess how many of those not seen will not be placed openly; all, if that is over."""
        if not self.guess.placing[side]:
            return free
        if self.world.phase != "deployment":
            return 0
        limits, deployed = self._limits(side), len(counted(self.brought, side)) - free
        least = max(0, free - max(0, limits.deployed - deployed))
        most = min(free, limits.late + limits.concealed)
        return self.rng.randint(min(least, most), most)

    def _make_one_up(self, side: Seat, held: list[UnitId]) -> None:
        """Find something that a side could still place: one not held back, or else a dummy."""
        if held:
            held.pop()
        elif kinds := decoys(self.ctx, side):
            kind = self.rng.choice(list(kinds))
            make_dummies(self.ctx, side, [Dummy(kind, kinds[kind].least)])

    def _some_late(self, side: Seat, held: int) -> int:
        """Guess how many of those not seen will arrive."""
        if self.guess.rolling:
            return 0
        limits = self._limits(side)
        least = max(0, held - limits.concealed)
        return self.rng.randint(least, max(least, min(held, limits.late)))

    def _set_status(self, unit: UnitId, status: Status) -> None:
        self.world.units[unit] = replace(self.world.units[unit], status=status)

    # -- where they lie concealed -----------------------------------------------------------------

    def _conceal(self, unit: UnitId) -> None:
        """Put a unit where it cannot be seen; if it finds nowhere to hide, it is held back.

        Where it is known not to be held back, it is put wherever nobody would have come upon it.
        """
        found = self._hideout(unit)
        if not found and not self.guess.rolling and self._limits(self._side(unit)).late:
            self._set_status(unit, "late")
            return
        for element, pose in found or self._any_place(unit):
            self.world.elements[element] = replace(self.world.elements[element], pose=pose)
        self._set_status(unit, "concealed")

    def _side(self, unit: UnitId) -> Seat:
        return self.world.units[unit].side

    def _hideout(self, unit: UnitId) -> Poses | None:
        """Find a place in which the ground hides a whole unit, and where nobody is upon it."""
        side = self._side(unit)
        if not {side, enemy_of(side)} <= set(self.world.edges):
            return None
        poses = hideout(self.ctx, side, unit, self.rng)
        return poses if poses and self._is_possible(unit, poses) else None

    @rule("IDG-5.8.8")
    def _is_possible(self, unit: UnitId, poses: Poses) -> bool:
        """Could a unit lie there: on the table, on nobody, with no enemy upon it?"""
        ctx = self.ctx
        crowd = crowd_of(ctx, without=unit)
        near = FOUND_WITHIN * ctx.content.mu
        foes = [rect_of(ctx, foe) for foe in elements_on_table(ctx, enemy_of(self._side(unit)))]
        return all(
            is_on_table(own, ctx.content.table)
            and not crowd.overlapping(own)
            and not any(is_within(own, foe, near) for foe in foes)
            for own in (rect_at(ctx, element, pose) for element, pose in poses)
        )

    def _any_place(self, unit: UnitId) -> Poses:
        """Find poses of which at least nobody can say that they are impossible."""
        poses: Poses = ()
        for _ in range(TRIES):
            poses = self._anywhere(unit)
            if self._is_possible(unit, poses):
                break
        return poses

    def _anywhere(self, unit: UnitId) -> Poses:
        """Form a unit up somewhere, in as many ranks as may be."""
        one, (width, height) = self.world.units[unit], self.ctx.content.table
        count, rng = len(one.elements), self.rng
        files = rng.randint(1, count)
        facing = INWARD[self.world.edges.get(one.side, "bottom")]
        front = Pose(rng.randint(0, width), rng.randint(0, height), facing)
        poses = block(front, base_under(self.ctx, one.elements[0]), files, -(-count // files))
        return tuple(zip(one.elements, poses, strict=False))

    # -- who is not what he seems -----------------------------------------------------------------

    @rule("IDG-5.7.14")
    def _unfold(self, side: Seat) -> None:
        """Give folded units the strength with which they took the field."""
        world, brought = self.world, self.brought.world
        more: dict[ElementId, Element] = {}
        for unit, one in world.units.items():
            whole = brought.units.get(unit)
            if one.side == side and one.folded and whole is not None:
                world.units[unit] = replace(one, elements=whole.elements, size=whole.size)
                more |= {name: brought.elements[name] for name in whole.elements[1:]}
        world.elements = inserted(world.elements, more, list(brought.elements))

    @rule("IDG-5.7.10", "IDG-5.7.13")
    def _make_dummies(self, side: Seat) -> None:
        """Take some who were never close for dummies, if there are dummies at all."""
        if not self._has_dummies(side):
            return
        units = self.world.units
        there = [u for u, one in units.items() if one.side == side and one.status == "table"]
        more = sum(unit not in self.brought.world.units for unit in there)
        doubtful = [unit for unit in there if self._may_be_dummy(unit)]
        for unit in self.rng.sample(doubtful, min(more, MOST_DUMMIES, len(doubtful))):
            units[unit] = replace(units[unit], dummy=True)

    def _has_dummies(self, side: Seat) -> bool:
        stratagem = self.world.stratagems.get(side)
        return stratagem is not None and stratagem.works and stratagem.chosen == DUMMIES

    def _may_be_dummy(self, unit: UnitId) -> bool:
        """Has a unit done nothing yet that only a real one does, and not been seen from near?"""
        ctx, one = self.ctx, self.world.units[unit]
        known = self.brought.world.units
        if unit in known and unit not in counted(self.brought, one.side):
            return False
        if one.disorder or any(shot.by == unit for shot in self.world.shots):
            return False
        near = RECOGNISED_WITHIN * ctx.content.mu
        own = [rect_of(ctx, name) for name in one.elements]
        foes = [rect_of(ctx, foe) for foe in elements_on_table(ctx, enemy_of(one.side))]
        return not any(is_within(rect, foe, near) for rect in own for foe in foes)

    @rule("IDG-18.12.29")
    def _set_fuses(self, side: Seat) -> None:
        """Give oxen fuses that have not burnt down yet."""
        if not self.guess.fused[side]:
            return
        for unit, one in self.world.units.items():
            if one.side == side and self._is_ox(one.elements):
                burnt = self.world.turn - one.lit + int(one.activated) if one.lit else 0
                left = [fuse for fuse in FUSES if fuse > burnt] or [burnt + 1]
                self.world.units[unit] = replace(one, fuse=self.rng.choice(left))

    def _is_ox(self, elements: tuple[ElementId, ...]) -> bool:
        return bool(elements) and "fire_ox" in profile_of(self.ctx, elements[0]).special

    @rule("IDG-5.7.1")
    def _make_up_stake(self, side: Seat) -> None:
        """Let a side have staked up to a fifth of its points, while stakes are secret."""
        secret = self.guess.staking and self.ctx.options.opt_stratagems
        if secret and side not in self.world.stratagems:
            most = max(1, fielded(self.ctx, side).points // 5)
            stake = Stratagem(stake=self.rng.randint(1, most))
            known = {**self.world.stratagems, side: stake}
            self.world.stratagems = {one: known[one] for one in SEATS if one in known}


def renumbered(
    seen: Mapping[UnitId, Unit], brought: Mapping[UnitId, Unit], side: Seat
) -> dict[UnitId, UnitId]:
    """Match the units of an army with those seen, by their names, and number the others on."""
    called: dict[tuple[str, str], list[UnitId]] = {}
    for unit, one in seen.items():
        if one.side == side:
            called.setdefault(one.names, []).append(unit)
    own = {unit: one for unit, one in brought.items() if one.side == side}
    found = {unit: called[one.names].pop(0) for unit, one in own.items() if called.get(one.names)}
    free = (unit for unit in _ids(side) if unit not in seen and unit not in own)
    return {unit: found.get(unit) or (unit if unit not in seen else next(free)) for unit in own}


def _ids(side: Seat) -> Iterator[UnitId]:
    return (UnitId(f"{side}-{number}") for number in count(1))


def inserted(known: dict[K, T], more: Mapping[K, T], order: Sequence[K]) -> dict[K, T]:
    """Add entries to a dict without changing its order, each behind whom it follows in another."""
    after: dict[K | None, list[K]] = {}
    last: K | None = None
    for key in order:
        if key in more:
            after.setdefault(last, []).append(key)
        elif key in known:
            last = key
    return dict(_in_order(known, more, after))


def _in_order(
    known: Mapping[K, T], more: Mapping[K, T], after: Mapping[K | None, list[K]]
) -> Iterator[tuple[K, T]]:
    yield from ((key, more[key]) for key in after.get(None, ()))
    for key, one in known.items():
        yield key, one
        yield from ((other, more[other]) for other in after.get(key, ()))
