"""Who may be concealed, who may come later, and how many of each. IDG-5.3 to IDG-5.6, IDG-5.8."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from walstatt.games.idg.deployment_check import elements_flaw, place_flaws, spread
from walstatt.games.idg.drawing_up import Poses
from walstatt.games.idg.hiding import concealment_flaws
from walstatt.games.idg.line_of_battle import is_alone
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.world import (
    Feature,
    IdgCtx,
    enemy_of,
    is_baggage,
    profile_of,
    rect_at,
    shown,
    troop_of,
)
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.ids import RuleId, Seat, UnitId
from walstatt.kernel.trace import rule

ALL: Final = 999
IN_HAND: Final = ("reserve", "late", "concealed")
"""Where those are who have not been placed for everybody to see."""
HIDES: Final = ("wood", "gully", "marsh", "rocky", "gentle_hill", "steep_hill")
"""Ground in or behind which somebody can be concealed. IDG-5.8.1, IDG-5.8.2."""
WHOSE_TRAIN: Final[dict[str, RuleId]] = {
    "open_battle": "IDG-5.4.5",
    "raid": "IDG-5.5.5",
    "siege": "IDG-5.6.9",
    "ambush": "IDG-5.10.7",
}
WHOSE_AREA: Final[dict[RuleId, RuleId]] = {"IDG-5.4.2": "IDG-5.4.7"}
"""Which rule says of concealed units that they lie in the area in which others deploy."""
WHOSE_GENERAL: Final[dict[str, RuleId]] = {"open_battle": "IDG-5.4.10", "raid": "IDG-5.5.10"}
"""Where a general by himself is always deployed; elsewhere he is a unit like any. IDG-1.4.2."""


class Limits(NamedTuple):
    """How many units of a side may come later, and how many may be concealed, by which rules."""

    late: int
    late_rule: RuleId
    concealed: int
    concealed_rule: RuleId
    deployed: int = ALL
    """How many units may be deployed at most."""
    elements: int = 0
    """How many elements must be deployed at least."""


@rule(
    "IDG-5.3.9",
    "IDG-5.3.10",
    "IDG-5.3.11",
    "IDG-5.3.20",
    "IDG-5.4.6",
    "IDG-5.4.7",
    "IDG-5.5.3",
    "IDG-5.5.6",
    "IDG-5.5.9",
    "IDG-5.5.10",
    "IDG-5.6.7",
    "IDG-5.6.8",
)
def limits_of(ctx: IdgCtx, seat: Seat) -> Limits:
    """Give how many units may be held back in a scenario."""
    attacks = seat == ctx.world.attacker
    count = len(counted(ctx, seat))
    match ctx.world.scenario, attacks:
        case "open_battle", _:
            return Limits(2, "IDG-5.4.6", 1, "IDG-5.4.7")
        case "raid", True:
            return Limits(2, "IDG-5.5.9", 1, "IDG-5.5.9")
        case "raid", False:
            return Limits(ALL, "IDG-5.5.3", 2, "IDG-5.5.6", deployed=max(1, count // 3))
        case "siege", True:
            return Limits(count // 2, "IDG-5.6.8", 0, "IDG-5.6.7")
        case "siege", False:
            return Limits(0, "IDG-5.6.7", 1, "IDG-5.6.7")
        case _, True:
            return Limits(0, "IDG-5.3.2", 0, "IDG-5.3.2")
    return Limits(ALL, "IDG-5.3.9", ALL, "IDG-5.3.10", elements=-(-fighters(ctx, seat) // 2))


def own_units(ctx: IdgCtx, seat: Seat) -> list[UnitId]:
    """List the units of a side that take part."""
    units = ctx.world.units.items()
    return [name for name, one in units if one.side == seat and one.status != "absent"]


@rule("IDG-5.5.10", "IDG-5.7.10")
def counted(ctx: IdgCtx, seat: Seat) -> list[UnitId]:
    """List the units that count: neither baggage nor who is always deployed, and no dummy."""
    return [
        unit
        for unit in own_units(ctx, seat)
        if not is_baggage(ctx, unit)
        and not ctx.world.units[unit].dummy
        and not is_deployed_general(ctx, unit)
    ]


@rule("IDG-5.4.10", "IDG-5.5.10", "IDG-1.4.2")
def is_deployed_general(ctx: IdgCtx, unit: UnitId) -> bool:
    """Is it a general by himself, in a battle in which he is always deployed?"""
    return ctx.world.scenario in WHOSE_GENERAL and is_alone(ctx, unit)


@rule("IDG-5.3.20")
def fighters(ctx: IdgCtx, seat: Seat) -> int:
    """Count the elements of a side, with the general but without baggage and wagons."""
    return elements_in(ctx, (one for one in own_units(ctx, seat) if not is_baggage(ctx, one)))


def elements_in(ctx: IdgCtx, units: Iterator[UnitId] | Sequence[UnitId]) -> int:
    """Count the elements of units."""
    return sum(ctx.world.units[unit].size for unit in units)


def may_hold_back(ctx: IdgCtx, seat: Seat) -> bool:
    """Has a side anything to decide: may somebody come later, or does the ground hide anybody?"""
    limits = limits_of(ctx, seat)
    if not held_units(ctx, seat):
        return False
    hidden = limits.concealed and any(one.kind in HIDES for one in ctx.world.ground)
    return bool(limits.late or hidden)


def held_units(ctx: IdgCtx, seat: Seat) -> list[UnitId]:
    """List the units of a side that could be held back."""
    return [one for one in counted(ctx, seat) if ctx.world.units[one].status in IN_HAND]


# -- who at all -----------------------------------------------------------------------------------


@rule("IDG-5.4.5", "IDG-5.4.10", "IDG-5.5.5", "IDG-5.5.10", "IDG-5.6.9", "IDG-17.1.2")
def held_flaw(ctx: IdgCtx, seat: Seat, unit: UnitId) -> Violation | None:
    """Say why a unit is not one to be held back.

    Baggage, wagons and dummies are placed with the others for everybody to see; so is a general by
    himself, but for ambushes and sieges.
    """
    one = ctx.world.units.get(unit)
    if one is None or one.side != seat or one.status not in IN_HAND:
        return refuse("IDG-5.4.10", "idg.no.hold.not_yours")
    name = unit_name(ctx, unit)
    if is_baggage(ctx, unit):
        wagon = troop_of(ctx, unit) == "wagon"
        cited = "IDG-17.1.2" if wagon else WHOSE_TRAIN[ctx.world.scenario]
        return refuse(cited, "idg.no.hold.train", unit, unit=name)
    if is_deployed_general(ctx, unit):
        cited = WHOSE_GENERAL[ctx.world.scenario]
        return refuse(cited, "idg.no.hold.general", unit, unit=name)
    if one.dummy:
        return refuse("IDG-5.7.10", "idg.no.hold.dummy", unit, unit=name)
    return None


# -- how many -------------------------------------------------------------------------------------


def late_flaws(ctx: IdgCtx, seat: Seat, late: Sequence[UnitId]) -> Iterator[Violation]:
    """Say whether too many units would come later."""
    limits = limits_of(ctx, seat)
    if len(late) > limits.late:
        word = "late" if limits.late else "none_late"
        yield refuse(limits.late_rule, f"idg.no.hold.{word}", n=limits.late)
    left = fighters(ctx, seat) - elements_in(ctx, late)
    if left < limits.elements:
        yield refuse("IDG-5.3.9", "idg.no.hold.few", n=limits.elements, left=left)


def concealed_flaws(ctx: IdgCtx, seat: Seat, count: int) -> Iterator[Violation]:
    """Say whether too many units would be concealed."""
    limits = limits_of(ctx, seat)
    if count > limits.concealed:
        word = "concealed" if limits.concealed else "none_concealed"
        yield refuse(limits.concealed_rule, f"idg.no.hold.{word}", n=limits.concealed)


@rule("IDG-5.5.3", "IDG-5.5.10")
def deployed_flaws(ctx: IdgCtx, seat: Seat, late: Sequence[UnitId]) -> Iterator[Violation]:
    """Say whether too many units would be deployed; concealed ones are."""
    limits, deployed = limits_of(ctx, seat), len(counted(ctx, seat)) - len(late)
    if deployed > limits.deployed:
        yield refuse("IDG-5.5.3", "idg.no.hold.many", n=limits.deployed, left=deployed)


# -- where ----------------------------------------------------------------------------------------


@rule("IDG-5.8.1", "IDG-5.8.2", "IDG-5.8.3", "IDG-5.8.4", "IDG-5.8.5", "IDG-5.8.6")
def hidden_flaws(ctx: IdgCtx, seat: Seat, unit: UnitId, poses: Poses) -> Iterator[Violation]:
    """List everything that is wrong with concealing a unit there."""
    wrong = held_flaw(ctx, seat, unit) or elements_flaw(ctx, unit, poses)
    if wrong is not None:
        yield wrong
        return
    for flaw in place_flaws(ctx, spread(ctx, unit, poses)):
        yield replace(flaw, rule=WHOSE_AREA.get(flaw.rule, flaw.rule))
    yield from _seen_flaws(ctx, seat, unit, poses)


def _seen_flaws(ctx: IdgCtx, seat: Seat, unit: UnitId, poses: Poses) -> tuple[Violation, ...]:
    """Say why the ground does not hide a unit; looking along sight lines is slow, so only once."""
    world, foe = ctx.world, ctx.world.edges[enemy_of(seat)]
    riding = world.units[unit].form == "riding"
    profiles = tuple(profile_of(ctx, one) for one, _ in poses)
    key = (id(world.ground), foe, unit, riding, profiles, poses)
    known = _SEEN.get(key)
    if known is None or known[0] is not world.ground:
        rects = [rect_at(ctx, one, pose) for one, pose in poses]
        troops = list(zip(profiles, rects, strict=True))
        flaws = concealment_flaws(ctx, troops, foe, unit, riding=riding)
        if len(_SEEN) >= MOST_SEEN:
            _SEEN.clear()
        known = _SEEN[key] = (world.ground, tuple(flaws))
    return known[1]


MOST_SEEN: Final = 256
_SEEN: Final[dict[Hashable, tuple[tuple[Feature, ...], tuple[Violation, ...]]]] = {}


def is_hidden(ctx: IdgCtx, seat: Seat, unit: UnitId, poses: Poses) -> bool:
    """May a unit be concealed there?"""
    return next(hidden_flaws(ctx, seat, unit, poses), None) is None


def laid_poses(ctx: IdgCtx, unit: UnitId) -> Poses:
    """Give where the elements of a unit are."""
    return tuple((one, ctx.world.elements[one].pose) for one in shown(ctx, unit))
