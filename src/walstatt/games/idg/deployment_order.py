"""Placing units: who begins, then one after the other. IDG-5.4.3, IDG-5.4.4.

Those who wait to be placed have poses already: where the program would put them. Nobody else sees
these, and the side itself may place its units anywhere it likes; but a unit that is carried about
keeps that formation, and who leaves the rest to the program gets what was proposed.
"""

from __future__ import annotations

from typing import ClassVar, Final, TypeAlias

from msgspec.structs import replace

from walstatt.boards.pose import FULL_TURN, Pose
from walstatt.games.idg.command import is_better
from walstatt.games.idg.content import BLUE, RED, SEATS
from walstatt.games.idg.deployment_area import prospect, zone_of
from walstatt.games.idg.deployment_check import deploy_flaws, put_down
from walstatt.games.idg.deployment_events import (
    EnginePlaced,
    NoRoom,
    PlacesFirst,
    UnitPlaced,
)
from walstatt.games.idg.drawing_up import Poses, ghosts, moved
from walstatt.games.idg.engine_setup import (
    Kind,
    deploy_engine,
    engine_flaws,
    engine_ghost,
    engine_name,
    engine_pose,
    engines_left,
    proposed_engine,
)
from walstatt.games.idg.garrison import drawn_up
from walstatt.games.idg.holding_back import laid_poses
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.nearest_place import nearest_free, numbers_of, wished_poses
from walstatt.games.idg.world import IdgCtx, enemy_of, fielded, shown
from walstatt.kernel.chance import D6, Roll
from walstatt.kernel.codec import plain
from walstatt.kernel.decisions import Answer, Decision, FreeChoice, Rng, Violation, refuse
from walstatt.kernel.frames import Flow, Frame, ask, done, roll_all
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.prompts import Choice, Preview, Target
from walstatt.kernel.trace import rule

# -- who begins -----------------------------------------------------------------------------------


class PlaceSecond(Answer, frozen=True, tag="place_second"):
    """Let the enemy begin."""


class PlaceFirst(Answer, frozen=True, tag="place_first"):
    """Begin."""


@rule("IDG-5.4.4")
class ChoosePlacing(FreeChoice[PlaceFirst | PlaceSecond], frozen=True, tag="choose_placing"):
    """Whether the army of the better command type places its first unit before the other. D11."""

    answers: ClassVar[tuple[type[Answer], ...]] = (PlaceSecond, PlaceFirst)
    offers: ClassVar[tuple[Answer, ...]] = (PlaceSecond(), PlaceFirst())


@rule("IDG-2.1.2", "IDG-5.4.4")
def better_led(ctx: IdgCtx) -> Seat | None:
    """Name the side of the better command type, if there is one."""
    red, blue = (fielded(ctx, seat).command for seat in SEATS)
    if is_better(red, blue):
        return RED
    return BLUE if is_better(blue, red) else None


# -- where ----------------------------------------------------------------------------------------


class Deploy(Answer, frozen=True, tag="deploy"):
    """Place a unit."""

    unit: UnitId
    poses: Poses


class DeployEngine(Answer, frozen=True, tag="deploy_engine"):
    """Place a siege tower, a ship or a flamethrower."""

    engine: str
    pose: Pose


class DeployRest(Answer, frozen=True, tag="deploy_rest"):
    """Have all the rest placed by the program, at once."""

    units: tuple[UnitId, ...] = ()
    """Who is left; nobody named: whoever it is."""


Placing: TypeAlias = Deploy | DeployEngine | DeployRest
OFFERS: Final = 12
"""Among how many places a random player draws."""
VARIED: Final = 2
"""How many units are offered a second place, a little aside."""
NOWHERE: Final = Pose(0, 0, 0)
"""Where those are for whom the program has found no place."""


@rule("IDG-5.4.3", "IDG-5.6.4", "IDG-5.6.8")
class PlaceUnit(Decision[Placing], frozen=True, tag="place_unit"):
    """Which unit is placed next, and where. D12."""

    answers: ClassVar[tuple[type[Answer], ...]] = (Deploy, DeployRest, DeployEngine)
    gesture: ClassVar[str] = "drag-pose"
    auto: ClassVar[bool] = False

    def check(self, ctx: IdgCtx, answer: Placing) -> list[Violation]:
        """List everything that is wrong with a place."""
        if isinstance(answer, Deploy):
            return list(deploy_flaws(ctx, self.seat, answer.unit, answer.poses))
        if isinstance(answer, DeployEngine):
            return list(engine_flaws(ctx, self.seat, answer.engine, answer.pose))
        if answer.units and set(answer.units) != set(waiting(ctx, self.seat)):
            return [refuse("IDG-5.4.3", "idg.no.deploy.not_the_rest")]
        return []

    def sample(self, ctx: IdgCtx, rng: Rng, count: int) -> list[Placing]:
        """Offer every unit the place the program would give it, some of them another one too."""
        places = list(proposed(ctx, self.seat).items())
        found: list[Placing] = [self.default(ctx)]
        for unit, poses in rng.sample(places, min(VARIED, len(places))):
            found.append(Deploy(unit, _aside(ctx, self.seat, unit, poses, rng)))
        found += [Deploy(unit, poses) for unit, poses in places]
        found += _engines(ctx, self.seat)
        return found[: max(count, 1 + VARIED)]

    def draw(self, ctx: IdgCtx, rng: Rng) -> Placing:
        """Draw one of what would be offered; where it will not do, leave it to the program."""
        units, engines = waiting(ctx, self.seat), list(engines_left(ctx, self.seat))
        which = rng.randrange(min(1 + VARIED + len(units) + len(engines), OFFERS)) - 1
        drawn: Placing | None = None
        if which < VARIED + len(units):
            place = place_of(ctx, self.seat, rng.choice(units)) if which >= 0 and units else None
            if place is not None:
                unit, poses = place
                aside = which < VARIED
                drawn = Deploy(unit, _aside(ctx, self.seat, unit, poses, rng) if aside else poses)
        else:
            drawn = next(iter(_engines(ctx, self.seat)), None)
        return self.default(ctx) if drawn is None or self.check(ctx, drawn) else drawn

    def default(self, ctx: IdgCtx) -> DeployRest:
        """Leave it to the program."""
        return DeployRest(tuple(waiting(ctx, self.seat)))

    def present(self, ctx: IdgCtx, answer: Placing) -> Choice:
        """Show where the first piece would lie."""
        if isinstance(answer, DeployRest):
            return Choice(ctx.say("do.deploy_rest"))
        if isinstance(answer, DeployEngine):
            kind = engines_left(ctx, self.seat)[answer.engine]
            piece = engine_ghost(ctx, answer.engine, kind, answer.pose)
            label = ctx.say("do.deploy_engine", what=engine_name(kind))
        else:
            piece = ghosts(ctx, answer.poses)[0]
            label = ctx.say("do.deploy", unit=unit_name(ctx, answer.unit))
        at = Target("point", f"{piece.x},{piece.y},{piece.facing}")
        return Choice(label, at, of=Target("piece", piece.piece))

    def preview(self, ctx: IdgCtx, answer: Placing) -> Preview:
        """Show where the unit would stand, or the nearest place where it may."""
        if isinstance(answer, DeployRest):
            places = proposed(ctx, self.seat).values()
            return Preview(ghosts=tuple(one for poses in places for one in ghosts(ctx, poses)))
        flaws = tuple(self.check(ctx, answer))
        if isinstance(answer, DeployEngine):
            return self._preview_engine(ctx, answer, flaws)
        if not flaws:
            return Preview(ghosts=ghosts(ctx, answer.poses))
        if answer.unit not in waiting(ctx, self.seat):
            return Preview(violations=flaws)
        found = nearest_free(ctx, self.seat, answer.unit, answer.poses)
        if found is None:
            return Preview(violations=flaws)
        instead = plain(Deploy(answer.unit, found))
        return Preview(violations=flaws, ghosts=ghosts(ctx, found), instead=instead)

    def _preview_engine(
        self, ctx: IdgCtx, answer: DeployEngine, flaws: tuple[Violation, ...]
    ) -> Preview:
        """Show where an engine would stand, or where the program would put it."""
        kind = engines_left(ctx, self.seat).get(answer.engine)
        if kind is None:
            return Preview(violations=flaws)
        near = answer.pose.spot
        pose = proposed_engine(ctx, self.seat, kind, near) if flaws else answer.pose
        if pose is None:
            return Preview(violations=flaws)
        shown = (engine_ghost(ctx, answer.engine, kind, pose),)
        instead = plain(DeployEngine(answer.engine, pose)) if flaws else None
        return Preview(violations=flaws, ghosts=shown, instead=instead)

    def wish(self, ctx: IdgCtx, target: Target, of: Target | None) -> Placing | None:
        """Read a unit carried to a point as the wish to place it there, all its elements with it.

        A unit that is only pointed at is to stand where the program would put it.
        """
        if of is not None and target.kind == "point":
            kind = engines_left(ctx, self.seat).get(of.id)
            if kind is not None:
                return _wished_engine(ctx, of.id, kind, target)
            found = wished_poses(ctx, self.seat, target, of)
            return Deploy(*found) if found else None
        element = ctx.world.elements.get(target.id)
        if element is None:
            return None
        return Deploy(element.unit, proposed(ctx, self.seat).get(element.unit, ()))


def _wished_engine(ctx: IdgCtx, name: str, kind: Kind, target: Target) -> DeployEngine | None:
    numbers = numbers_of(target.id)
    if numbers is None:
        return None
    x, y, facing = numbers[:3]
    return DeployEngine(name, engine_pose(ctx, kind, (x, y), facing % FULL_TURN))


def _engines(ctx: IdgCtx, seat: Seat) -> list[Placing]:
    found = list[Placing]()
    for name, kind in engines_left(ctx, seat).items():
        pose = proposed_engine(ctx, seat, kind)
        if pose is not None:
            found.append(DeployEngine(name, pose))
    return found


def _aside(ctx: IdgCtx, seat: Seat, unit: UnitId, poses: Poses, rng: Rng) -> Poses:
    """Shift a unit along the edge, and perhaps back, from where the program would put it."""
    view, reach = prospect(ctx, seat), zone_of(ctx, unit).deepest // 2
    home = view.pose(0, 0)
    there = view.pose(rng.randint(-view.length // 4, view.length // 4), -rng.randint(0, reach))
    return moved(poses, there.x - home.x, there.y - home.y)


# -- what waits -----------------------------------------------------------------------------------


def waiting(ctx: IdgCtx, seat: Seat) -> list[UnitId]:
    """List the units of a side that are still to be placed."""
    units = ctx.world.units.items()
    return [unit for unit, one in units if one.side == seat and one.status == "reserve"]


def proposed(ctx: IdgCtx, seat: Seat) -> dict[UnitId, Poses]:
    """Give the places that the program has found for those who wait, or finds now."""
    units = waiting(ctx, seat)
    if any(ctx.world.elements[shown(ctx, unit)[0]].pose == NOWHERE for unit in units):
        return drawn_up(ctx, seat, units)
    return {unit: laid_poses(ctx, unit) for unit in units}


def place_of(ctx: IdgCtx, seat: Seat, unit: UnitId) -> tuple[UnitId, Poses] | None:
    """Give the place that the program has found for a unit, or finds now."""
    units = waiting(ctx, seat)
    if any(ctx.world.elements[shown(ctx, one)[0]].pose == NOWHERE for one in units):
        found = drawn_up(ctx, seat, units)
        return (unit, found[unit]) if unit in found else None
    return unit, laid_poses(ctx, unit)


def propose(ctx: IdgCtx, seat: Seat) -> None:
    """Give everybody who waits the place where the program would put him."""
    units = waiting(ctx, seat)
    found = drawn_up(ctx, seat, units)
    elements = ctx.world.elements
    for unit in units:
        poses = found.get(unit) or tuple((one, NOWHERE) for one in shown(ctx, unit))
        for element, pose in poses:
            elements[element] = replace(elements[element], pose=pose)


class EndPlacing(Answer, frozen=True, tag="end_placing"):
    """Have placed everybody."""


@rule("IDG-5.8.6")
class ConfirmPlacing(FreeChoice[EndPlacing], frozen=True, tag="confirm_placing"):
    """Whether everybody stands where he should; who else there is nobody learns."""

    answers: ClassVar[tuple[type[Answer], ...]] = (EndPlacing,)
    offers: ClassVar[tuple[Answer, ...]] = (EndPlacing(),)
    auto: ClassVar[bool] = False


# -- the procedure --------------------------------------------------------------------------------


@rule("IDG-5.4.3", "IDG-5.4.10", "IDG-5.5.2", "IDG-5.6.8")
class Placement(Frame, frozen=True, tag="placement"):
    """Sides place their units: alternately if both do it, one after the other if one does."""

    seats: tuple[Seat, ...]
    at: Seat = Seat("")
    """Whose turn it is."""

    def begin(self, ctx: IdgCtx) -> Flow:
        """Find out who begins, where that matters."""
        for seat in self.seats:
            propose(ctx, seat)
        busy = [seat for seat in self.seats if is_busy(ctx, seat)]
        if len(busy) > 1:
            return self.order(ctx)
        return replace(self, at=busy[0]).go_on(ctx) if busy else done()

    @rule("IDG-5.4.4", "IDG-5.5.2")
    def order(self, ctx: IdgCtx) -> Flow:
        """Let the better led side choose; otherwise dice decide, and who rolls less begins."""
        better = better_led(ctx)
        if better is not None:
            return ask(ChoosePlacing(better), then=replace(self, at=better).chosen)
        dice = {seat: Roll("idg.roll.placing", "IDG-5.4.4", D6, 1, seat) for seat in SEATS}
        return roll_all(dice, then=self.diced)

    def chosen(self, ctx: IdgCtx, answer: PlaceFirst | PlaceSecond) -> Flow:
        """Begin as was chosen."""
        first = self.at if isinstance(answer, PlaceFirst) else enemy_of(self.at)
        return self.begun(ctx, first)

    def diced(self, ctx: IdgCtx, faces: dict[Seat, tuple[int, ...]]) -> Flow:
        """Let the lower roll begin, for who sees the enemy's place first is better off."""
        if faces[RED] == faces[BLUE]:
            return self.order(ctx)
        return self.begun(ctx, min(SEATS, key=lambda seat: faces[seat]))

    def begun(self, ctx: IdgCtx, first: Seat) -> Flow:
        """Tell who begins."""
        ctx.emit(PlacesFirst(seat=first))
        return replace(self, at=first).go_on(ctx)

    def go_on(self, ctx: IdgCtx) -> Flow:
        """Ask whose turn it is."""
        seat = self._next(ctx, self.at)
        if seat is None:
            return self.end(ctx)
        ctx.world.active = seat
        return ask(PlaceUnit(seat), then=replace(self, at=seat).placed)

    def end(self, ctx: IdgCtx) -> Flow:
        """Let a side that places alone say when it is ready: else its last unit would betray it."""
        if len(self.seats) > 1:
            return done()
        (seat,) = self.seats
        ctx.world.active = seat
        return ask(ConfirmPlacing(seat), then=self.ended)

    def ended(self, ctx: IdgCtx, answer: EndPlacing) -> Flow:
        """Go on with the battle."""
        del ctx, answer
        return done()

    def _next(self, ctx: IdgCtx, at: Seat) -> Seat | None:
        """Name whose turn it is; who has nothing left to place is skipped."""
        order = sorted(self.seats, key=lambda seat: seat != at)
        return next((seat for seat in order if is_busy(ctx, seat)), None)

    def placed(self, ctx: IdgCtx, answer: Placing) -> Flow:
        """Carry it out; then it is the other side's turn."""
        seat = self.at
        if isinstance(answer, DeployRest):
            while is_busy(ctx, seat):
                place_next(ctx, seat)
        elif isinstance(answer, DeployEngine):
            place_engine(ctx, seat, answer.engine, answer.pose)
        else:
            new = answer.poses != laid_poses(ctx, answer.unit)
            place(ctx, answer.unit, answer.poses)
            if new:
                propose(ctx, seat)
        return replace(self, at=enemy_of(seat)).go_on(ctx)


def is_busy(ctx: IdgCtx, seat: Seat) -> bool:
    """Has a side anything left to place?"""
    return bool(waiting(ctx, seat) or engines_left(ctx, seat))


def place(ctx: IdgCtx, unit: UnitId, poses: Poses) -> None:
    """Put a unit down for everybody to see."""
    put_down(ctx, unit, poses)
    if ctx.telling:
        seat, cited = ctx.world.units[unit].side, zone_of(ctx, unit).rule
        ctx.emit(UnitPlaced(unit_name(ctx, unit), seat=seat, because=cited))


def place_next(ctx: IdgCtx, seat: Seat) -> None:
    """Place the next engine or unit of a side where the program would; without room it is late.

    A unit that finds no room at all, however deep it stands, comes later, even where a scenario
    would not allow it: it must be somewhere.
    """
    for name, kind in engines_left(ctx, seat).items():
        pose = proposed_engine(ctx, seat, kind)
        if pose is not None:
            place_engine(ctx, seat, name, pose)
            return
    places = proposed(ctx, seat)
    for unit in waiting(ctx, seat):
        if unit in places:
            place(ctx, unit, places[unit])
            return
    unit = waiting(ctx, seat)[0]
    ctx.world.units[unit] = replace(ctx.world.units[unit], status="late")
    if ctx.telling:
        ctx.emit(NoRoom(unit_name(ctx, unit), seat=seat), to=(seat,))


def place_engine(ctx: IdgCtx, seat: Seat, name: str, pose: Pose) -> None:
    """Put an engine on the table, and find new places for those it stands in the way of."""
    deploy_engine(ctx, seat, name, pose)
    if ctx.telling:
        ctx.emit(EnginePlaced(engine_name(ctx.world.engines[name].kind), seat=seat))
    propose(ctx, seat)
