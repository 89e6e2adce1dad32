"""The phase of late arrivals: dice from the fourth turn on, and placing who comes. IDG-5.9.

A unit for which there is no room at all waits, and rolls again in the next turn. Whoever would
arrive on concealed enemies discovers them, and is placed anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar, Final

from msgspec import Meta
from msgspec.structs import replace

from walstatt.boards.pose import FULL_TURN, Pose
from walstatt.games.idg.announcing import (
    FIRST_TURN,
    Announce,
    AnnounceLate,
    announce,
    awaited,
    has_unseen,
)
from walstatt.games.idg.arrival_places import Finder, arrival_flaws, comes_by_boat, found_lurking
from walstatt.games.idg.boats import come_by_boat
from walstatt.games.idg.changes import note_fear
from walstatt.games.idg.content import BLUE, RED, SEATS
from walstatt.games.idg.drawing_up import Poses, carried, ghosts
from walstatt.games.idg.ghosts import front_at, point_at, read_point
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.revealing import discover, recognise, reveal
from walstatt.games.idg.scenario_events import Arrived, ArrivesFirst, NoRoom, StillAwaited
from walstatt.games.idg.troops import CommandType
from walstatt.games.idg.unfolding import Unfoldings
from walstatt.games.idg.world import IdgCtx, enemy_of, fielded
from walstatt.i18n.catalogue import Message
from walstatt.kernel.chance import D6, Meaning, Roll
from walstatt.kernel.codec import plain
from walstatt.kernel.decisions import Answer, Decision, Rng, Violation, refuse
from walstatt.kernel.frames import Flow, Frame, ask, ask_all, call, done, roll_all
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.prompts import Choice, Ghost, Preview, Target
from walstatt.kernel.trace import rule

NEEDED: Final[dict[CommandType, int]] = {
    "tribal": 6,
    "impetuous": 6,
    "organised": 5,
    "disciplined": 4,
}
"""What a die must show for a unit to arrive. IDG-5.9.2."""


# -- the dice -------------------------------------------------------------------------------------


class ArrivalRoll(Meaning, frozen=True, tag="idg_arrival"):
    """A unit arrives if its die is high enough. IDG-5.9.2."""

    need: int

    def read(self, faces: Sequence[int]) -> bool:
        """Tell whether it arrives."""
        return faces[0] >= self.need

    def hits(self, faces: Sequence[int]) -> tuple[bool, ...]:
        """Show whether it does."""
        return (self.read(faces),)


@rule("IDG-5.9.2")
def arrival_roll(ctx: IdgCtx, seat: Seat) -> Roll[int]:
    """Make the roll of a unit of a side."""
    return arrival_dice(fielded(ctx, seat).command, seat)


def arrival_dice(command: CommandType, seat: Seat) -> Roll[int]:
    """Give the roll for a unit of an army that is led in this way."""
    meaning = ArrivalRoll(NEEDED[command])
    return Roll("idg.roll.arrival", "IDG-5.9.2", D6, 1, seat, meaning)


# -- placing --------------------------------------------------------------------------------------


class Arrive(Answer, frozen=True, tag="arrive"):
    """Let a unit arrive there."""

    unit: UnitId
    poses: Annotated[Poses, Meta(max_length=60)]


class ArriveAnywhere(Answer, frozen=True, tag="arrive_anywhere"):
    """Let all of them arrive by themselves, near the middle of the base edge."""


ANYWHERE: Final = ArriveAnywhere()
OFFERS: Final = 6
"""How many places are suggested."""


@rule("IDG-5.9.9")
class ChooseArrival(Decision[Arrive | ArriveAnywhere], frozen=True, tag="choose_arrival"):
    """Where a unit that has arrived is placed, and which of several is next. D14."""

    answers: ClassVar[tuple[type[Answer], ...]] = (Arrive, ArriveAnywhere)
    gesture: ClassVar[str] = "drag-pose"

    units: tuple[UnitId, ...] = ()

    def prompt(self, ctx: IdgCtx) -> Message:
        """Name the unit, or say how many there are."""
        if len(self.units) > 1:
            return ctx.say("ask.choose_arrivals", n=len(self.units))
        return ctx.say("ask.choose_arrival", unit=unit_name(ctx, self.units[0]))

    def check(self, ctx: IdgCtx, answer: Arrive | ArriveAnywhere) -> list[Violation]:
        """It arrives at an edge of its own half, on free ground, away from other newcomers."""
        if isinstance(answer, ArriveAnywhere):
            return []
        if answer.unit not in self.units:
            return [refuse("IDG-5.9.2", "idg.no.arrival.unit", answer.unit)]
        return arrival_flaws(ctx, answer.unit, answer.poses)

    def sample(self, ctx: IdgCtx, rng: Rng, count: int) -> list[Arrive | ArriveAnywhere]:
        """Suggest the usual place, and others along the edges."""
        found: dict[Arrive | ArriveAnywhere, None] = {ANYWHERE: None}
        finders = [Finder(ctx, unit) for unit in self.units]
        for _ in range(min(count, OFFERS)):
            finder = rng.choice(finders)
            strip = rng.choice(finder.strips) if finder.strips else None
            if strip is not None:
                poses = finder.on_strip(strip, rng.uniform(strip.low, strip.high))
                if poses is not None:
                    found[Arrive(finder.unit, poses)] = None
        return list(found)[:count]

    def draw(self, ctx: IdgCtx, rng: Rng) -> Arrive | ArriveAnywhere:
        """Draw a place along the edges, now and then the usual one."""
        finder = Finder(ctx, rng.choice(self.units))
        if not finder.strips or rng.randrange(OFFERS) == 0:
            return ANYWHERE
        strip = rng.choice(finder.strips)
        poses = finder.on_strip(strip, rng.uniform(strip.low, strip.high))
        return ANYWHERE if poses is None else Arrive(finder.unit, poses)

    def default(self, ctx: IdgCtx) -> ArriveAnywhere:
        """Place them at the middle of the base edge."""
        del ctx
        return ANYWHERE

    def present(self, ctx: IdgCtx, answer: Arrive | ArriveAnywhere) -> Choice:
        """Take a unit in hand and put it down."""
        if isinstance(answer, ArriveAnywhere):
            return Choice(ctx.say("do.arrive_anywhere"))
        element, pose = answer.poses[0]
        label = ctx.say("do.arrive", unit=unit_name(ctx, answer.unit))
        return Choice(label, point_at(ctx, element, pose), of=Target("piece", element))

    def preview(self, ctx: IdgCtx, answer: Arrive | ArriveAnywhere) -> Preview:
        """Show where it would stand, or where it could instead."""
        if isinstance(answer, ArriveAnywhere):
            return Preview(ghosts=self._usual_ghosts(ctx))
        flaws = tuple(self.check(ctx, answer))
        if not flaws:
            return Preview(ghosts=ghosts(ctx, answer.poses))
        found = Finder(ctx, answer.unit).nearest(answer.poses) if self._is_ours(ctx, answer) else ()
        if not found:
            return Preview(violations=flaws)
        instead = plain(Arrive(answer.unit, found))
        return Preview(violations=flaws, ghosts=ghosts(ctx, found), instead=instead)

    def _usual_ghosts(self, ctx: IdgCtx) -> tuple[Ghost, ...]:
        found = Finder(ctx, self.units[0]).usual()
        return ghosts(ctx, found) if found else ()

    def _is_ours(self, ctx: IdgCtx, answer: Arrive) -> bool:
        del ctx
        return answer.unit in self.units and bool(answer.poses)

    def wish(self, ctx: IdgCtx, target: Target, of: Target | None) -> Arrive | None:
        """Read a point for one of its elements as the place of a whole unit."""
        element = ctx.world.elements.get(of.id) if of is not None else None
        numbers = read_point(target)
        if of is None or element is None or element.unit not in self.units or numbers is None:
            return None
        finder = Finder(ctx, element.unit)
        formed = finder.body.poses(finder.shapes[0], finder.strips[0].view.pose(0, 0))
        known = dict(formed)
        if of.id not in known:
            return None
        x, y, *facing = numbers
        centre = Pose(x, y, facing[0] % FULL_TURN if facing else known[of.id].facing)
        return Arrive(element.unit, carried(formed, of.id, front_at(ctx, of.id, centre)))


@rule("IDG-5.9.6")
def put_down(ctx: IdgCtx, unit: UnitId, poses: Poses) -> None:
    """Let a unit arrive; it does nothing else this turn, and see what comes to light."""
    world = ctx.world
    afloat = comes_by_boat(ctx, unit, poses)
    for element, pose in poses:
        world.elements[element] = replace(world.elements[element], pose=pose)
    one = world.units[unit]
    world.units[unit] = replace(one, status="table", arrived=world.turn, deed="arrived")
    if afloat:
        come_by_boat(ctx, unit)
    if ctx.telling:
        ctx.emit(Arrived(unit_name(ctx, unit), seat=one.side))
    discover(ctx, unit)
    recognise(ctx)
    note_fear(ctx)


# -- the phase ------------------------------------------------------------------------------------


@rule("IDG-5.9.1", "IDG-5.4.10")
class AnnouncingPhase(Frame, frozen=True, tag="announcing_phase"):
    """Those who will roll are named, before they do so for the first time."""

    def begin(self, ctx: IdgCtx) -> Flow:
        """Ask every side that has units nobody sees."""
        unseen = [seat for seat in SEATS if has_unseen(ctx, seat)]
        if ctx.world.turn != FIRST_TURN or not unseen:
            return done()
        return ask_all({seat: AnnounceLate(seat) for seat in unseen}, then=self.announced)

    def announced(self, ctx: IdgCtx, answers: dict[Seat, Announce]) -> Flow:
        """Tell everybody."""
        for seat in answers:
            announce(ctx, seat, awaited(ctx, seat))
        return done()


class ArrivalsPhase(Frame, frozen=True, tag="arrivals_phase"):
    """Both sides roll for units they hold back and place those that come, one side first."""

    order: tuple[Seat, ...] = ()
    """Who is still to roll."""

    def begin(self, ctx: IdgCtx) -> Flow:
        """Find out who rolls, and who first."""
        sides = [seat for seat in SEATS if awaited(ctx, seat)]
        if not sides:
            return done()
        if len(sides) > 1 and ctx.world.scenario == "open_battle":
            return self.dice_for_order(ctx)
        first = ctx.world.attacker
        order = tuple(sorted(sides, key=lambda seat: seat != first))
        return ArrivalsPhase(order).next(ctx)

    @rule("IDG-5.9.3")
    def dice_for_order(self, ctx: IdgCtx) -> Flow:
        """Let dice decide who is first, in an open battle."""
        del ctx
        dice = {seat: Roll("idg.roll.arrives_first", "IDG-5.9.3", D6, 1, seat) for seat in SEATS}
        return roll_all(dice, then=self.diced)

    def diced(self, ctx: IdgCtx, faces: dict[Seat, tuple[int, ...]]) -> Flow:
        """Let the higher roller be first; roll equal dice again."""
        if faces[RED] == faces[BLUE]:
            return self.dice_for_order(ctx)
        first = max(SEATS, key=lambda seat: faces[seat])
        ctx.emit(ArrivesFirst(seat=first))
        return ArrivalsPhase((first, enemy_of(first))).next(ctx)

    @rule("IDG-5.9.3")
    def next(self, ctx: IdgCtx) -> Flow:
        """Roll for the next side."""
        if not self.order:
            return done()
        seat = self.order[0]
        dice = {unit: arrival_roll(ctx, seat) for unit in awaited(ctx, seat)}
        return roll_all(dice, then=self.rolled)

    def rolled(self, ctx: IdgCtx, faces: dict[UnitId, tuple[int, ...]]) -> Flow:
        """Place whoever comes, then go on with the other side."""
        seat = self.order[0]
        need = NEEDED[fielded(ctx, seat).command]
        coming = tuple(unit for unit, dice in faces.items() if ArrivalRoll(need).read(dice))
        if len(coming) < len(faces):
            ctx.emit(StillAwaited(len(faces) - len(coming), seat=seat))
        return call(Arrivals(seat, coming), then=self.came)

    def came(self, ctx: IdgCtx, value: object) -> Flow:
        """Go on with the other side."""
        del value
        return ArrivalsPhase(self.order[1:]).next(ctx)


class Arrivals(Frame, frozen=True, tag="arrivals"):
    """One side places the units that have come."""

    seat: Seat
    units: tuple[UnitId, ...] = ()

    def begin(self, ctx: IdgCtx) -> Flow:
        """Ask for the next unit; whoever finds no room at all has to wait."""
        fit = tuple(unit for unit in self.units if Finder(ctx, unit).usual() is not None)
        for unit in self.units:
            if unit not in fit:
                self.wait(ctx, unit)
        if not fit:
            return call(Unfoldings(), then=self.over)
        return ask(ChooseArrival(self.seat, fit), then=replace(self, units=fit).chosen)

    def chosen(self, ctx: IdgCtx, answer: Arrive | ArriveAnywhere) -> Flow:
        """Place a unit, or all of them."""
        if isinstance(answer, ArriveAnywhere):
            for unit in self.units:
                self.place(ctx, unit)
            return Arrivals(self.seat).begin(ctx)
        if self.stumbles(ctx, answer.unit, answer.poses):
            return self.begin(ctx)
        put_down(ctx, answer.unit, answer.poses)
        left = tuple(unit for unit in self.units if unit != answer.unit)
        return Arrivals(self.seat, left).begin(ctx)

    def place(self, ctx: IdgCtx, unit: UnitId) -> None:
        """Put a unit as near to the middle of the base edge as there is room."""
        poses = Finder(ctx, unit).usual()
        while poses is not None and self.stumbles(ctx, unit, poses):
            poses = Finder(ctx, unit).usual()
        if poses is None:
            self.wait(ctx, unit)
        else:
            put_down(ctx, unit, poses)

    def wait(self, ctx: IdgCtx, unit: UnitId) -> None:
        """Tell that there is no room for a unit, which tries again next turn."""
        if ctx.telling:
            ctx.emit(NoRoom(unit_name(ctx, unit), seat=self.seat))

    @rule("IDG-5.8.8")
    def stumbles(self, ctx: IdgCtx, unit: UnitId, poses: Poses) -> bool:
        """Reveal the concealed enemies on whom a unit would arrive."""
        found = found_lurking(ctx, unit, poses)
        for foe in found:
            reveal(ctx, foe, "IDG-5.8.8")
        return bool(found)

    def over(self, ctx: IdgCtx, value: object) -> Flow:
        """Go back to the phase."""
        del ctx, value
        return done()
