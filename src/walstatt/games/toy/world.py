"""The world of the toy game, and the verbs that change it."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from walstatt.games.toy.content import ToyContent, UnitType
from walstatt.games.toy.events import Fell, Lost, Moved, Scored
from walstatt.games.toy.field import Place
from walstatt.games.toy.options import ToyOptions
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.ctx import Ctx
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.outcome import Outcome
from walstatt.kernel.trace import cite, rule
from walstatt.kernel.world import World


class Unit(Struct, frozen=True, gc=False):
    """One unit."""

    side: Seat
    type: str
    strength: int
    at: Place
    acted: bool = False
    reacted: bool = False


class ToyWorld(World):
    """Everything that changes."""

    round: int
    units: dict[UnitId, Unit]
    banners: dict[Seat, int]
    hands: dict[Seat, tuple[int, ...]]
    deck: tuple[int, ...]
    discards: tuple[int, ...] = ()
    plans: dict[Seat, int] = {}
    rallied: tuple[Seat, ...] = ()


ToyCtx: TypeAlias = Ctx[ToyWorld, ToyContent, ToyOptions]


def type_of(ctx: ToyCtx, unit: UnitId) -> UnitType:
    """Look up what a unit can do."""
    return ctx.content.types[ctx.world.units[unit].type]


def unit_name(ctx: ToyCtx, unit: UnitId) -> Message:
    """Name a unit: its side and type."""
    one = ctx.world.units[unit]
    side = say(f"toy.seat.{one.side}")
    return say("toy.unit_of", side=side, type=say(f"toy.type.{one.type}"))


def place_name(ctx: ToyCtx, place: Place) -> str:
    """Name a place: the hex's label, or whole millimetres."""
    if isinstance(place, tuple):
        return f"{place[0] // 10}/{place[1] // 10}"
    return str(ctx.content.field.grid.label(place))  # type: ignore[attr-defined]


def alive(ctx: ToyCtx) -> tuple[Seat, ...]:
    """List the seats that still have units, in seat order."""
    sides = {one.side for one in ctx.world.units.values()}
    return tuple(seat for seat in ctx.rules.seats if seat in sides)


def move(ctx: ToyCtx, unit: UnitId, to: Place) -> None:
    """Put a unit somewhere else."""
    if ctx.telling:
        ctx.emit(Moved(unit_name(ctx, unit), place_name(ctx, to)))
    ctx.world.units[unit] = replace(ctx.world.units[unit], at=to)


@rule("TOY-4.8")
def hurt(ctx: ToyCtx, unit: UnitId, hits: int, by: Seat) -> None:
    """Take strength from a unit; at zero it is gone and its enemy scores."""
    one = ctx.world.units[unit]
    left = max(one.strength - hits, 0)
    if ctx.telling:
        ctx.emit(Lost(unit_name(ctx, unit), one.strength - left))
    if left:
        ctx.world.units[unit] = replace(one, strength=left)
        return
    worth = type_of(ctx, unit).worth
    if ctx.telling:
        ctx.emit(Fell(unit_name(ctx, unit)))
    del ctx.world.units[unit]
    score(ctx, by, worth, "TOY-7.2")
    last_standing(ctx)


def score(ctx: ToyCtx, seat: Seat, banners: int, because: str) -> None:
    """Give banners; enough of them win at once. TOY-7.3."""
    cite(because)
    total = ctx.world.banners[seat] + banners
    ctx.world.banners[seat] = total
    ctx.emit(Scored(seat, banners, because))
    if total >= ctx.options.target:
        cite("TOY-7.3")
        ctx.end(outcome(ctx, (seat,), "toy.won.banners"))


def last_standing(ctx: ToyCtx) -> None:
    """End the game when only one side has units left. TOY-7.5."""
    left = alive(ctx)
    if len(left) <= 1:
        cite("TOY-7.5")
        ctx.end(outcome(ctx, left, "toy.won.alone"))


def outcome(ctx: ToyCtx, winners: tuple[Seat, ...], reason: str) -> Outcome:
    """Put the result together."""
    return Outcome(winners, say(reason), dict(ctx.world.banners))
