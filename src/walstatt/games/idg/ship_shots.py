"""Shooting at ships: they are targets of their own, and count what they take. IDG-17.3.7 to .11."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from walstatt.boards.contact import OVERLAP, overlap
from walstatt.boards.rectangle import Rectangle
from walstatt.games.idg.engines import engine_rect
from walstatt.games.idg.melee_results import D10
from walstatt.games.idg.overhead import flight_to
from walstatt.games.idg.ships import sink
from walstatt.games.idg.shooting_dice import NOZZLE, SHOT, ShotDice
from walstatt.games.idg.siege_events import ShipHeld, ShipStruck, ShipTested
from walstatt.games.idg.target_priority import duty
from walstatt.games.idg.targets import range_to, reach_flaws, shooter_flaws, weapon_of
from walstatt.games.idg.troops import Profile
from walstatt.games.idg.weather import hinders_shot
from walstatt.games.idg.world import ElementId, IdgCtx, is_mounted, profile_of, side_of
from walstatt.kernel.chance import D6, Meaning, Roll
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.ids import Seat
from walstatt.kernel.ledger import Ledger
from walstatt.kernel.trace import rule

HIT: Final = 7
HEAVY: Final = 5
"""What a hit by artillery or incendiaries counts. IDG-17.3.8."""
EVERY: Final = 20
NEEDED: Final = 4
FAILS: Final = 2
"""After how many failed tests a ship is lost. IDG-17.3.11."""


# -- at her ---------------------------------------------------------------------------------------


@rule("IDG-17.3.7")
def enemy_ships(ctx: IdgCtx, side: Seat) -> list[str]:
    """List the ships of a side's enemy."""
    return [
        name for name, one in ctx.world.engines.items() if one.kind == "ship" and one.side != side
    ]


@rule("IDG-17.3.7")
def ship_flaws(ctx: IdgCtx, shooter: ElementId, ship: str) -> list[Violation]:
    """List every reason why an element may not shoot at a ship."""
    found = shooter_flaws(ctx, shooter)
    if shooter not in ctx.world.elements:
        return found
    if ship not in enemy_ships(ctx, side_of(ctx, shooter)):
        return [*found, refuse("IDG-17.3.7", "idg.no.shot.works_gone", ship)]
    box = engine_rect(ctx, ship)
    found += reach_flaws(ctx, shooter, box, ship)
    found += flight_to(ctx, shooter, box, ()).flaws
    return found or _others_first(ctx, shooter, ship)


@rule("IDG-9.5.9")
def _others_first(ctx: IdgCtx, shooter: ElementId, ship: str) -> list[Violation]:
    """Refuse a ship while an enemy comes on, or shot, or is nearer than she is."""
    must = duty(ctx, shooter)
    away = range_to(ctx, shooter, engine_rect(ctx, ship))
    if must.rule == "IDG-9.5.6" and must.marks:
        return [refuse("IDG-9.5.6", "idg.no.shot.one_comes", ship)]
    if must.rule == "IDG-9.5.7" and must.marks:
        return [refuse("IDG-9.5.7", "idg.no.shot.one_shot", ship)]
    if must.rule == "IDG-9.5.8" and any(mark.distance < away for mark in must.marks):
        return [refuse("IDG-9.5.8", "idg.no.shot.one_nearer", ship)]
    return []


class ShipShot(Meaning, frozen=True, tag="idg_ship_shot"):
    """What one shot adds to a ship's total. IDG-17.3.8."""

    added: int
    worth: int = 1

    def read(self, faces: Sequence[int]) -> int:
        """Give what it counts, 0 if it missed."""
        return self.worth if faces[0] + self.added >= HIT else 0

    def hits(self, faces: Sequence[int]) -> tuple[bool, ...]:
        """Show whether it hit."""
        return (bool(self.read(faces)),)

    def losses(self, result: int) -> int:
        """Count what it took."""
        return result


@rule("IDG-17.3.8", "IDG-A59")
def ship_shot_roll(ctx: IdgCtx, shooter: ElementId, ship: str) -> Roll[int]:
    """Make the roll of a shot at a ship: with the lines of the shooter, and none of the target."""
    ledger = ship_ledger(ctx, shooter, ship)
    meaning = ShipShot(ledger.total, worth_of(ctx, shooter))
    seat = side_of(ctx, shooter)
    return Roll("idg.roll.shot", "IDG-17.3.8", D10, 1, seat, meaning, (ledger,))


def ship_ledger(ctx: IdgCtx, shooter: ElementId, ship: str) -> Ledger:
    """Reckon what a shooter adds to his die against a ship."""
    one, profile, box = (
        ctx.world.elements[shooter],
        profile_of(ctx, shooter),
        engine_rect(ctx, ship),
    )
    away = range_to(ctx, shooter, box)
    query = ShotDice(
        profile,
        NOZZLE,
        weapon_of(ctx, shooter),
        away,
        short=away <= 3 * ctx.content.mu,
        disorder=ctx.world.units[one.unit].disorder,
        moved=one.moved > 0,
        turned=one.turned,
        mounted=is_mounted(profile),
        overhead=flight_to(ctx, shooter, box, ()).overhead,
        weather=hinders_shot(ctx, away) or "",
    )
    return ctx.reckon(SHOT, query)


@rule("IDG-17.3.8")
def worth_of(ctx: IdgCtx, by: str) -> int:
    """Tell what a hit counts: five by artillery or with fire, otherwise one."""
    if by in ctx.world.engines:
        return HEAVY
    return worth_by(profile_of(ctx, by))


def worth_by(profile: Profile) -> int:
    """Tell what a hit by an element counts."""
    fire = "fire_lance" in profile.special or "rocket" in profile.special
    return HEAVY if fire or profile.troop == "artillery" else 1


# -- flames ---------------------------------------------------------------------------------------


def ships_in(ctx: IdgCtx, area: Rectangle) -> list[str]:
    """List the ships that some ground covers in part."""
    return [
        name
        for name, one in ctx.world.engines.items()
        if one.kind == "ship" and overlap(area, engine_rect(ctx, name)) > OVERLAP
    ]


def ship_flame_roll(ctx: IdgCtx, engine: str, ship: str) -> Roll[int]:
    """Make the roll of a flame for a ship, to which nothing is added."""
    del ship
    seat = ctx.world.engines[engine].side
    return Roll("idg.roll.shot", "IDG-17.3.8", D10, 1, seat, ShipShot(0, HEAVY))


# -- what she takes -------------------------------------------------------------------------------


@rule("IDG-17.3.8", "IDG-17.3.9", "IDG-17.3.10")
def strike_ships(ctx: IdgCtx, hits: Iterable[tuple[str, str]]) -> dict[str, int]:
    """Add hits to the totals of ships, by whom and which; tell how often each has to test."""
    points: dict[str, int] = {}
    for by, ship in hits:
        if ship in ctx.world.engines:
            points[ship] = points.get(ship, 0) + worth_of(ctx, by)
    due: dict[str, int] = {}
    for ship, more in points.items():
        engine = ctx.world.engines[ship]
        total = engine.hits + more
        ctx.world.engines[ship] = replace(engine, hits=total)
        if ctx.telling:
            ctx.emit(ShipStruck(more, total, seat=engine.side))
        tests = total // EVERY - engine.hits // EVERY
        if tests:
            due[ship] = tests
    return due


class ShipRoll(Meaning, frozen=True, tag="idg_ship"):
    """A ship passes each test with 4 or more. IDG-17.3.10."""

    def read(self, faces: Sequence[int]) -> int:
        """Count the failures."""
        return sum(face < NEEDED for face in faces)

    def hits(self, faces: Sequence[int]) -> tuple[bool, ...]:
        """Show the dice that pass."""
        return tuple(face >= NEEDED for face in faces)


@rule("IDG-17.3.10")
def ship_roll(ctx: IdgCtx, ship: str, tests: int) -> Roll[int]:
    """Make the roll for the tests of a ship."""
    seat = ctx.world.engines[ship].side
    return Roll("idg.roll.ship_test", "IDG-17.3.10", D6, tests, seat, ShipRoll())


@rule("IDG-17.3.10", "IDG-17.3.11")
def judge_ship(ctx: IdgCtx, ship: str, faces: Sequence[int]) -> None:
    """Count failed tests; after the second the ship is lost."""
    engine, failed = ctx.world.engines[ship], ShipRoll().read(faces)
    failures = engine.failures + failed
    ctx.world.engines[ship] = replace(engine, failures=failures)
    if ctx.telling:
        ctx.emit(ShipTested(failures, seat=engine.side) if failed else ShipHeld(seat=engine.side))
    if failures >= FAILS:
        sink(ctx, ship)
