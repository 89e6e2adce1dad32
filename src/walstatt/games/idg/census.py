"""What battles on the table are measured by: the points of the lists, markers and elements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final

from walstatt.games.idg.changes import REMOVED_AT
from walstatt.games.idg.content import FieldedUnit
from walstatt.games.idg.melee import MeleePhase
from walstatt.games.idg.melee_results import Fallen
from walstatt.games.idg.prices import formula_points
from walstatt.games.idg.shooting import Volleys
from walstatt.games.idg.shooting_results import Struck
from walstatt.games.idg.troops import Profile, in_words
from walstatt.games.idg.world import IdgCtx, Unit, fielded
from walstatt.kernel.census import Blow, Body
from walstatt.kernel.chance import Outcomes, Request, Roll
from walstatt.kernel.ids import Seat, UnitId

GONE: Final = ("destroyed", "driven_off")


def census(ctx: IdgCtx) -> dict[str, Body]:
    """Weigh every unit of both armies by the points of its elements."""
    return {name: body for seat in ctx.rules.seats for name, body in _army(ctx, seat)}


def _army(ctx: IdgCtx, seat: Seat) -> Iterator[tuple[str, Body]]:
    army = fielded(ctx, seat).bodies
    for unit, body in _mingled(ctx, seat, army) or [(one.id, one) for one in army]:
        one = ctx.world.units.get(unit)
        if one is None or one.dummy or not body.profiles:
            continue
        profiles = [ctx.content.profiles[key] for key in body.profiles]
        points = sum(map(_points, profiles))
        left = 0 if one.status in GONE else len(one.elements)
        common = profiles[-1]
        yield unit, Body(seat, _kind(common), in_words(common), left, points)


def _mingled(
    ctx: IdgCtx, seat: Seat, army: Sequence[FieldedUnit]
) -> list[tuple[UnitId, FieldedUnit]]:
    """Find the units of an army that dummies mingled with, who have other ids since then."""
    own = {unit: one for unit, one in ctx.world.units.items() if one.side == seat}
    if not any(one.dummy for one in own.values()):
        return []
    left, found = list(army), []
    for unit, one in own.items():
        fitting = (body for body in left if not one.dummy and _fits(ctx, one, body))
        if (body := next(fitting, None)) is not None:
            left.remove(body)
            found.append((unit, body))
    return found


def _fits(ctx: IdgCtx, one: Unit, body: FieldedUnit) -> bool:
    """Can a unit, or what is left of it, be this unit of its army?"""
    kept = Counter(ctx.world.elements[name].profile for name in one.elements)
    return (one.line, one.size) == (body.line, len(body.profiles)) and kept <= Counter(
        body.profiles
    )


@cache
def _points(profile: Profile) -> int:
    return formula_points(profile)


def _kind(profile: Profile) -> str:
    words = (profile.troop, profile.kind, *profile.subtypes, profile.weapon, profile.armour)
    wild = "wild" if profile.wild else ""
    return ".".join(word for word in (*words, profile.quality, wild) if word)


def blows(ctx: IdgCtx, key: str, request: Request, outcome: Outcomes) -> Iterable[Blow]:
    """Read the dice of a fight, which hurt either side, or those of one shooter."""
    frame = ctx.stack[-1][0]
    if not isinstance(request, Roll) or request.meaning is None:
        return
    result = request.meaning.read(outcome)
    if isinstance(frame, MeleePhase) and isinstance(result, Fallen) and frame.bouts:
        one, other = (ctx.world.elements[element].unit for element in frame.bouts[0].elements)
        yield Blow(one, other, _share(ctx, other, result.foe_markers, lost=result.foe_lost))
        yield Blow(other, one, _share(ctx, one, result.own_markers, lost=result.own_lost))
    elif isinstance(frame, Volleys) and isinstance(result, Struck):
        yield from _shots(ctx, frame, key, result)


def _shots(ctx: IdgCtx, frame: Volleys, key: str, result: Struck) -> Iterator[Blow]:
    for aim in frame.aims:
        if aim.by == key and aim.at in ctx.world.elements:
            by, on = ctx.world.elements[aim.by].unit, ctx.world.elements[aim.at].unit
            yield Blow(by, on, _share(ctx, on, result.markers, lost=result.lost))


def _share(ctx: IdgCtx, unit: UnitId, markers: int, *, lost: bool) -> float:
    """Weigh a loss: an element is its part of the unit, a marker that of those that remove it."""
    return markers / REMOVED_AT + lost / max(ctx.world.units[unit].size, 1)
