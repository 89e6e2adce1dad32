"""Ships: floating siege engines with artillery and towers of their own. IDG-17.3.

A ship lies broadside to a table edge that is water and sails along it. It is activated by itself
and carries its two pieces of artillery and up to eight other elements. On its deck all shoot in all
directions. Nobody aboard is shot at; the ship is, by anybody, unless an enemy who comes on, shoots
or is nearer must be shot at first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from msgspec.structs import replace

from walstatt.boards.contact import is_within
from walstatt.boards.paths import Leg, advance, along, corner_lengths
from walstatt.boards.pose import HALF_TURN, QUARTER_TURN, Pose, between, facing_towards
from walstatt.boards.rectangle import Rectangle
from walstatt.boards.table import TableEdge
from walstatt.boards.terrain import is_in
from walstatt.games.idg.allowance import roughly
from walstatt.games.idg.bridgeheads import walls_at
from walstatt.games.idg.changes import lose_element
from walstatt.games.idg.contacting import engaged_elsewhere
from walstatt.games.idg.dicing import EngineRoll
from walstatt.games.idg.engine_moves import (
    HALT,
    EngineAnswer,
    EngineJudge,
    GoEngine,
    HaltEngine,
    carry,
    engine_flaws,
    guns_of,
    move_engine,
    rest,
)
from walstatt.games.idg.engine_steering import Moving, SteerEngine
from walstatt.games.idg.engines import engine_areas, engine_rect, remove_engine, who_is_aboard
from walstatt.games.idg.entering import INWARD
from walstatt.games.idg.exits import depth_inside
from walstatt.games.idg.land import land_of
from walstatt.games.idg.landing import landing_places
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.siege_events import ShipBoarded, ShipLeft, ShipLost, ShipSailed
from walstatt.games.idg.standing import mu
from walstatt.games.idg.waters import ALONG, DOWN
from walstatt.games.idg.world import (
    TOUCH,
    Element,
    ElementId,
    IdgCtx,
    Unit,
    profile_of,
    rect_of,
    shown,
)
from walstatt.i18n.catalogue import Message
from walstatt.kernel.chance import D6, Roll
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.frames import Flow, Frame, ask, done, roll
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.trace import rule

HOLDS: Final = 8
"""How many elements a ship carries besides its own. IDG-17.3.3."""
BESIDE: Final = 1
"""How near a ship one must be to go aboard, in inches."""
LOOKS: Final = 64
"""How often, in 0.1 mm of its way, it is looked whether a ship is still afloat."""
GUNS: Final = (("Bow artillery", "Buggeschütz"), ("Stern artillery", "Heckgeschütz"))


# -- her crew -------------------------------------------------------------------------------------


@rule("IDG-17.3.2")
def man_ships(ctx: IdgCtx) -> None:
    """Give every ship her two pieces of artillery, which need no activation of their own."""
    for name in [name for name, one in ctx.world.engines.items() if one.kind == "ship"]:
        _man(ctx, name)
        for gun in guns_of(name):
            unit = ctx.world.units.get(UnitId(gun))
            if unit is not None:
                ctx.world.units[UnitId(gun)] = replace(unit, activated=True)


def _man(ctx: IdgCtx, ship: str) -> None:
    world, side = ctx.world, ctx.world.engines[ship].side
    profile = next(
        (key for key, one in ctx.content.profiles.items() if one.kind == "light_artillery"), None
    )
    if profile is None or guns_of(ship)[0] in world.elements:
        return
    for gun, names in zip(guns_of(ship), GUNS, strict=True):
        world.elements[gun] = Element(UnitId(gun), profile, aboard=ship)
        world.units[UnitId(gun)] = Unit(side, names, "", (gun,), "table", size=1)
    carry(ctx, ship)


def carried_by(ctx: IdgCtx, ship: str) -> list[ElementId]:
    """List the elements aboard besides the ship's own artillery."""
    return [one for one in who_is_aboard(ctx, ship) if one not in guns_of(ship)]


# -- the water ------------------------------------------------------------------------------------


@rule("IDG-17.3.1")
def water_edge(ctx: IdgCtx, rect: Rectangle) -> TableEdge | None:
    """Name the table edge that is water to which a ship lies broadside."""
    for edge in land_of(ctx).water:
        aside = (rect.pose.facing - INWARD[edge]) % HALF_TURN == QUARTER_TURN
        if aside and abs(depth_inside(ctx, rect, edge)) <= TOUCH:
            return edge
    return None


@rule("IDG-17.2.2")
def flow_at(ctx: IdgCtx, rect: Rectangle) -> int | None:
    """Give the way the water flows under a ship; the sea does not."""
    edge = water_edge(ctx, rect)
    rivers = [one.edge for one in ctx.world.ground if one.kind == "river"]
    return ALONG[edge] if edge in rivers and edge is not None else None


# -- sailing --------------------------------------------------------------------------------------


class Sail(EngineAnswer, frozen=True, tag="set_sail"):
    """Sail a ship: at sea or downstream with two dice, otherwise with one."""

    rolls: ClassVar[bool] = True
    fast: bool = True


@rule("IDG-17.3.4", "IDG-17.2.2")
def sail_flaws(ctx: IdgCtx, seat: Seat, answer: Sail) -> Iterator[Violation]:
    """Say why a ship does not sail now."""
    yield from engine_flaws(ctx, seat, answer)
    engine = ctx.world.engines.get(answer.engine)
    if engine is None:
        return
    if engine.kind != "ship":
        yield refuse("IDG-17.3.4", "idg.no.siege.no_ship")
    elif not answer.fast and flow_at(ctx, engine_rect(ctx, answer.engine)) is None:
        yield refuse("IDG-17.2.2", "idg.no.siege.no_current")


class ShipJudge(EngineJudge):
    """Judges moves of a ship, downstream or not."""

    def __init__(self, ctx: IdgCtx, name: str, far: int, *, fast: bool) -> None:
        super().__init__(ctx, name, far)
        self.flow = flow_at(ctx, engine_rect(ctx, name)) if fast else None

    @rule("IDG-17.3.1", "IDG-17.2.2")
    def ground_flaws(self, leg: Leg[str], pose: Pose) -> Iterator[Violation]:
        """Keep her at the water's edge, clear of other engines, and downstream if she sails so."""
        far = max(corner_lengths(leg, self.name, pose, self.base, "all"))
        count = max(1, round(far / LOOKS))
        stops = [along(leg, {self.name: pose}, n / count)[self.name] for n in range(1, count + 1)]
        rects = [self.rect(stop) for stop in stops]
        if not all(water_edge(self.ctx, rect) for rect in rects):
            yield refuse("IDG-17.3.1", "idg.no.siege.aground")
        others = [one for one in engine_areas(self.ctx) if one.id != self.name]
        if any(is_in(rect, one) for rect in rects for one in others):
            yield refuse("IDG-1.9.6", "idg.no.siege.troops")
        if self.flow is not None and not self._is_downstream(pose, stops[-1]):
            yield refuse("IDG-17.2.2", "idg.no.siege.upstream")

    def _is_downstream(self, start: Pose, end: Pose) -> bool:
        if self.flow is None or start.spot == end.spot:
            return True
        return abs(between(self.flow, facing_towards(start.spot, end.spot))) <= DOWN


@rule("IDG-17.3.4")
class SailShip(SteerEngine, frozen=True, tag="sail_ship"):
    """Where a ship sails."""

    fast: bool

    def judge(self, ctx: IdgCtx) -> ShipJudge:
        """Give who judges her moves."""
        return ShipJudge(ctx, self.engine, self.rolled * ctx.content.mu, fast=self.fast)

    def wishes(self, ctx: IdgCtx, judge: EngineJudge) -> Iterator[tuple[Leg[str], ...]]:
        """Propose to go on, and back."""
        del ctx
        for share in (1.0, -1.0, 0.5, -0.5):
            yield (advance(judge.before, judge.engine.pose.facing, judge.far * share),)

    def default(self, ctx: IdgCtx) -> Moving:
        """Stay."""
        del ctx
        return HALT

    def prompt(self, ctx: IdgCtx) -> Message:
        """Say how far she may go."""
        return ctx.say("ask.sail_ship", n=self.rolled)


@rule("IDG-17.3.4")
class ShipActivation(Frame, frozen=True, tag="ship_activation"):
    """A ship sails: dice, then the move."""

    engine: str
    fast: bool = True
    rolled: int = 0

    def begin(self, ctx: IdgCtx) -> Flow:
        """Roll how far she goes."""
        seat, count = ctx.world.engines[self.engine].side, 2 if self.fast else 1
        dice = Roll("idg.roll.ship", "IDG-17.2.2", D6, count, seat, EngineRoll(self.engine))
        return roll(dice, then=self.thrown)

    def thrown(self, ctx: IdgCtx, faces: tuple[int, ...]) -> Flow:
        """Ask where to."""
        now = replace(self, rolled=sum(faces))
        seat = ctx.world.engines[self.engine].side
        return ask(SailShip(seat, self.engine, now.rolled, self.fast), then=now.chosen)

    def chosen(self, ctx: IdgCtx, answer: Moving) -> Flow:
        """Sail there."""
        if isinstance(answer, HaltEngine):
            rest(ctx, self.engine)
        else:
            far = self.rolled * ctx.content.mu
            sail(ctx, ShipJudge(ctx, self.engine, far, fast=self.fast), answer)
        return done()


@rule("IDG-17.3.2", "IDG-17.3.5", "IDG-17.3.6")
def sail(ctx: IdgCtx, judge: ShipJudge, answer: GoEngine) -> None:
    """Move a ship; who is aboard stays in place. Her towers may reach a wall."""
    far = move_engine(ctx, judge, answer.legs)
    engine = ctx.world.engines[judge.name]
    since = (engine.since or ctx.world.turn) if walls_at(ctx, judge.name) else 0
    ctx.world.engines[judge.name] = replace(engine, since=since)
    if ctx.telling:
        ctx.emit(ShipSailed(roughly(ctx, far), seat=engine.side))


# -- going aboard and ashore ----------------------------------------------------------------------


class BoardShip(EngineAnswer, frozen=True, tag="board_ship"):
    """Let a unit go aboard a ship, which takes it the whole turn."""

    unit: UnitId


class LeaveShip(EngineAnswer, frozen=True, tag="leave_ship"):
    """Let a unit go ashore, which takes it the whole turn."""

    unit: UnitId


def _unit_flaws(ctx: IdgCtx, seat: Seat, answer: BoardShip | LeaveShip) -> Iterator[Violation]:
    engine, unit = ctx.world.engines.get(answer.engine), ctx.world.units.get(answer.unit)
    if engine is None or engine.kind != "ship" or engine.side != seat:
        yield refuse("IDG-17.3.3", "idg.no.siege.no_ship")
    if unit is None or unit.side != seat or unit.status != "table":
        yield refuse("IDG-7.2.2", "idg.no.march.not_yours")
    elif unit.activated:
        yield refuse("IDG-7.2.4", "idg.no.march.done", unit=unit_name(ctx, answer.unit))
    elif unit.deed == "retreated" or unit.arrived == ctx.world.turn:
        yield refuse("IDG-13.3.6", "idg.no.march.retreated", unit=unit_name(ctx, answer.unit))


@rule("IDG-17.3.3", "IDG-17.3.12", "IDG-17.2.3")
def board_flaws(ctx: IdgCtx, seat: Seat, answer: BoardShip) -> Iterator[Violation]:
    """Say why a unit may not go aboard: who, how many, and from where."""
    found = list(_unit_flaws(ctx, seat, answer))
    yield from found
    if found:
        return
    elements = shown(ctx, answer.unit)
    own = [ctx.world.elements[one] for one in elements]
    if any(one.general for one in own):
        yield refuse("IDG-17.3.12", "idg.no.siege.general_aboard")
    if any(profile_of(ctx, one).troop == "elephant" for one in elements):
        yield refuse("IDG-17.3.3", "idg.no.siege.elephants_aboard")
    if len(carried_by(ctx, answer.engine)) + len(elements) > HOLDS:
        yield refuse("IDG-17.3.3", "idg.no.siege.ship_full", n=HOLDS)
    ship, near = engine_rect(ctx, answer.engine), mu(ctx, BESIDE)
    far = [one for one in elements if not is_within(rect_of(ctx, one), ship, near)]
    if far or any(one.aboard for one in own):
        yield refuse("IDG-17.3.3", "idg.no.siege.not_beside")
    for foe in engaged_elsewhere(ctx, answer.unit)[:1]:
        yield refuse("IDG-11.2.4", "idg.no.march.in_melee", unit=unit_name(ctx, foe))


@rule("IDG-17.3.4", "IDG-17.2.3")
def leave_flaws(ctx: IdgCtx, seat: Seat, answer: LeaveShip) -> Iterator[Violation]:
    """Say why a unit may not go ashore."""
    found = list(_unit_flaws(ctx, seat, answer))
    yield from found
    if found:
        return
    aboard = carried_by(ctx, answer.engine)
    if not all(one in aboard for one in shown(ctx, answer.unit)):
        yield refuse("IDG-17.3.4", "idg.no.siege.not_aboard")
    elif landing_places(ctx, answer.unit, engine_rect(ctx, answer.engine)) is None:
        yield refuse("IDG-17.3.4", "idg.no.siege.no_shore")


def go_aboard(ctx: IdgCtx, answer: BoardShip) -> None:
    """Let a unit go aboard."""
    for element in shown(ctx, answer.unit):
        one = ctx.world.elements[element]
        ctx.world.elements[element] = replace(one, aboard=answer.engine)
    carry(ctx, answer.engine)
    unit = ctx.world.units[answer.unit]
    ctx.world.units[answer.unit] = replace(unit, activated=True, deed="embarked")
    if ctx.telling:
        ctx.emit(ShipBoarded(unit_name(ctx, answer.unit), seat=unit.side))


def go_ashore(ctx: IdgCtx, answer: LeaveShip) -> None:
    """Let a unit go ashore, as near to the ship as there is room."""
    places = landing_places(ctx, answer.unit, engine_rect(ctx, answer.engine)) or {}
    for element, pose in places.items():
        one = ctx.world.elements[element]
        ctx.world.elements[element] = replace(one, aboard="", pose=pose, moved=ctx.content.mu)
    carry(ctx, answer.engine)
    unit = ctx.world.units[answer.unit]
    ctx.world.units[answer.unit] = replace(unit, activated=True, deed="landed")
    if ctx.telling:
        ctx.emit(ShipLeft(unit_name(ctx, answer.unit), seat=unit.side))


# -- losing her -----------------------------------------------------------------------------------


@rule("IDG-17.3.11")
def sink(ctx: IdgCtx, ship: str) -> None:
    """Remove a ship for good, with everyone aboard."""
    side = ctx.world.engines[ship].side
    if ctx.telling:
        ctx.emit(ShipLost(seat=side))
    for element in who_is_aboard(ctx, ship):
        lose_element(ctx, element, "IDG-17.3.11", by_shooting=True)
    remove_engine(ctx, ship)
