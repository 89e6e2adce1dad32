"""After the fights: markers take force, baggage is captured, gates are attacked. IDG-7.2."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from msgspec import Struct
from msgspec.structs import replace

from walstatt.boards.contact import is_within
from walstatt.boards.terrain import is_near
from walstatt.games.idg.changes import note_contacts, settle
from walstatt.games.idg.engines import who_is_aboard
from walstatt.games.idg.flames import lose_flamethrowers
from walstatt.games.idg.forts import owner_of
from walstatt.games.idg.ladders import LadderPhase, was_free
from walstatt.games.idg.land import land_of
from walstatt.games.idg.melee_events import BaggageCaptured, GateAttacked, GateSmashed
from walstatt.games.idg.melee_results import D10
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.standing import elements_on_table, foes_touching
from walstatt.games.idg.victory import raid_success
from walstatt.games.idg.world import (
    TOUCH,
    ElementId,
    Feature,
    IdgCtx,
    enemy_of,
    is_baggage,
    on_table,
    profile_of,
    rect_of,
    shown,
    side_of,
)
from walstatt.kernel.chance import Meaning, Roll
from walstatt.kernel.decisions import Answer, FreeChoice
from walstatt.kernel.frames import Flow, Frame, ask, become, end, roll_all
from walstatt.kernel.ids import NOBODY, RuleId, Seat, UnitId
from walstatt.kernel.prompts import Choice, Target
from walstatt.kernel.trace import rule

AXES_AT_ONCE: Final = 2
AXE: Final = 10
TUSKS: Final = {"african": 10, "indian": 9}
"""What an elephant needs to smash a gate. IDG-16.2.8."""

# -- baggage --------------------------------------------------------------------------------------


@rule("IDG-5.10.4", "IDG-5.10.5", "IDG-A63")
def capture_baggage(ctx: IdgCtx) -> None:
    """Capture every train that an enemy is in contact with, as a whole."""
    for unit in on_table(ctx):
        captor = captor_of(ctx, unit) if is_baggage(ctx, unit) else None
        if captor is not None:
            _captured(ctx, unit, captor)


def captor_of(ctx: IdgCtx, train: UnitId) -> ElementId | None:
    """Name an enemy who captures a train."""
    for element in shown(ctx, train):
        foes = fighting_troops(ctx, foes_touching(ctx, element))
        if foes and is_open_to_capture(ctx, element):
            return foes[0]
    return None


def fighting_troops(ctx: IdgCtx, elements: Sequence[ElementId]) -> list[ElementId]:
    """Leave baggage out."""
    return [one for one in elements if not is_baggage(ctx, ctx.world.elements[one].unit)]


@rule("IDG-5.10.6", "IDG-17.1.7", "IDG-17.1.8")
def is_open_to_capture(ctx: IdgCtx, element: ElementId) -> bool:
    """Can this be captured? Wagons only in an ambush, where the attacker's carry his baggage.

    And then only while no troops of their owner are in contact with them.
    """
    if profile_of(ctx, element).troop != "wagon":
        return True
    if ctx.world.scenario != "ambush" or side_of(ctx, element) != ctx.world.attacker:
        return False
    own = rect_of(ctx, element)
    friends = fighting_troops(ctx, list(elements_on_table(ctx, side_of(ctx, element))))
    return not any(is_within(own, rect_of(ctx, one), TOUCH) for one in friends)


def _captured(ctx: IdgCtx, train: UnitId, captor: ElementId) -> None:
    world = ctx.world
    one = world.units[train]
    if ctx.telling:
        by = ctx.world.elements[captor].unit
        told = BaggageCaptured(unit_name(ctx, by), unit_name(ctx, train), seat=enemy_of(one.side))
        ctx.emit(told)
    world.units[train] = replace(one, status="destroyed")
    if one.side not in world.captured:
        world.captured = (*world.captured, one.side)


# -- gates ----------------------------------------------------------------------------------------


class Assault(Struct, frozen=True, gc=False):
    """Who attacks a gate: elements with axes or a ram, and elephants."""

    gate: str
    axes: tuple[ElementId, ...]
    elephants: tuple[ElementId, ...]


def assaults(ctx: IdgCtx, fought: Sequence[ElementId]) -> list[Assault]:
    """List the gates that can be attacked now."""
    found = [_assault(ctx, one, fought) for one in ctx.world.ground if is_shut(one)]
    return [one for one in found if one.axes or one.elephants]


def is_shut(feature: Feature) -> bool:
    """Is it a gate that nobody has smashed?"""
    return feature.kind == "gate" and not feature.open


def _assault(ctx: IdgCtx, gate: Feature, fought: Sequence[ElementId]) -> Assault:
    at_gate = list(_enemies_at(ctx, gate))
    axes = [one for one in at_gate if wields_axe(ctx, one) and was_free(ctx, one, fought)]
    elephants = [one for one in at_gate if profile_of(ctx, one).troop == "elephant"]
    return Assault(gate.id, tuple(axes[:AXES_AT_ONCE]), tuple(elephants))


def _enemies_at(ctx: IdgCtx, gate: Feature) -> Iterator[ElementId]:
    """Name the enemies of a gate's owner who touch it, on the ground."""
    area = land_of(ctx).areas[gate.id]
    for element in elements_on_table(ctx, enemy_of(owner_of(ctx, gate))):
        if not ctx.world.elements[element].aboard and is_near(rect_of(ctx, element), area, TOUCH):
            yield element


@rule("IDG-16.2.5")
def wields_axe(ctx: IdgCtx, element: ElementId) -> bool:
    """Can an element attack a gate with axes or a ram: warriors on foot, in a siege?"""
    if ctx.world.scenario != "siege" or profile_of(ctx, element).troop != "warrior":
        return False
    return ctx.world.units[ctx.world.elements[element].unit].form != "riding"


class BreakGate(Answer, frozen=True, tag="break_gate"):
    """Attack the gate with axes or a ram."""


class SpareGate(Answer, frozen=True, tag="spare_gate"):
    """Leave the gate alone."""


@rule("IDG-16.2.5")
class ChooseGate(FreeChoice[BreakGate | SpareGate], frozen=True, tag="choose_gate"):
    """Whether troops at a gate attack it."""

    answers: ClassVar[tuple[type[Answer], ...]] = (BreakGate, SpareGate)
    offers: ClassVar[tuple[Answer, ...]] = (BreakGate(), SpareGate())

    gate: str = ""
    count: int = 1

    def present(self, ctx: IdgCtx, answer: BreakGate | SpareGate) -> Choice:
        """Point at the gate to attack it."""
        if isinstance(answer, SpareGate):
            return Choice(ctx.say("do.spare_gate"))
        return Choice(ctx.say("do.break_gate", n=self.count), Target("area", self.gate), rolls=True)


class GateRoll(Meaning, frozen=True, tag="idg_gate"):
    """A gate is smashed by a high enough die. IDG-16.2.6, IDG-16.2.8."""

    need: int

    def read(self, faces: Sequence[int]) -> bool:
        """Tell whether it is smashed."""
        return max(faces) >= self.need

    def hits(self, faces: Sequence[int]) -> tuple[bool, ...]:
        """Show the dice that smash it."""
        return tuple(face >= self.need for face in faces)


@rule("IDG-16.2.6", "IDG-16.2.8", "IDG-1.1.5")
def gate_roll(ctx: IdgCtx, element: ElementId) -> Roll[int]:
    """Make the roll of an element against a gate."""
    profile, seat = profile_of(ctx, element), side_of(ctx, element)
    if profile.troop == "elephant":
        return gate_dice(TUSKS[profile.kind], "IDG-16.2.8", 1, seat)
    return gate_dice(AXE, "IDG-16.2.6", 1, seat)


def gate_dice(need: int, by: RuleId, tries: int, seat: Seat = NOBODY) -> Roll[int]:
    """Make the roll of so many attempts on a gate, one of which is enough."""
    return Roll("idg.roll.gate", by, D10, tries, seat, GateRoll(need))


@rule("IDG-16.2.9")
def smash_gate(ctx: IdgCtx, gate: str) -> None:
    """Open a gate for good; whoever stood on it comes down."""
    ctx.world.ground = tuple(
        replace(one, open=True) if one.id == gate else one for one in ctx.world.ground
    )
    for element in who_is_aboard(ctx, gate):
        ctx.world.elements[element] = replace(ctx.world.elements[element], aboard="")


# -- the frame ------------------------------------------------------------------------------------


@rule("IDG-11.9.10", "IDG-7.2.9")
class MeleeAfter(Frame, frozen=True, tag="melee_after"):
    """What follows when all fights are resolved."""

    fought: tuple[ElementId, ...] = ()
    """The elements that were one of a pair."""
    assaults: tuple[Assault, ...] = ()
    """The gates still to be attacked."""

    def begin(self, ctx: IdgCtx) -> Flow:
        """Let markers take force, remove who has too many, then look at baggage and gates."""
        settle(ctx, list(ctx.world.units))
        note_contacts(ctx)
        capture_baggage(ctx)
        if carried_off := raid_success(ctx):
            return end(carried_off)
        return replace(self, assaults=tuple(assaults(ctx, self.fought))).next_gate(ctx)

    def next_gate(self, ctx: IdgCtx) -> Flow:
        """Ask for the next gate whether axes are used; elephants need no asking."""
        if not self.assaults:
            lose_flamethrowers(ctx)
            return become(LadderPhase(self.fought))
        assault = self.assaults[0]
        if assault.axes:
            seat = side_of(ctx, assault.axes[0])
            asked = ChooseGate(seat, assault.gate, len(assault.axes))
            return ask(asked, then=self.chosen)
        return self.strike(ctx, assault.elephants)

    def chosen(self, ctx: IdgCtx, answer: BreakGate | SpareGate) -> Flow:
        """Attack with axes and elephants, or with elephants alone."""
        assault = self.assaults[0]
        axes = assault.axes if isinstance(answer, BreakGate) else ()
        return self.strike(ctx, (*axes, *assault.elephants))

    def strike(self, ctx: IdgCtx, elements: Sequence[ElementId]) -> Flow:
        """Roll for everybody who attacks the gate."""
        if not elements:
            return replace(self, assaults=self.assaults[1:]).next_gate(ctx)
        return roll_all({one: gate_roll(ctx, one) for one in elements}, then=self.struck)

    def struck(self, ctx: IdgCtx, faces: dict[ElementId, tuple[int, ...]]) -> Flow:
        """Smash the gate if anybody rolled high enough."""
        hits = [one for one in faces if _hits(ctx, one, faces[one])]
        first = next(iter(hits or faces))
        unit, seat = unit_name(ctx, ctx.world.elements[first].unit), side_of(ctx, first)
        if hits:
            smash_gate(ctx, self.assaults[0].gate)
        if ctx.telling:
            ctx.emit(GateSmashed(unit, seat=seat) if hits else GateAttacked(unit, seat=seat))
        return replace(self, assaults=self.assaults[1:]).next_gate(ctx)


def _hits(ctx: IdgCtx, element: ElementId, faces: tuple[int, ...]) -> bool:
    meaning = gate_roll(ctx, element).meaning
    return meaning is not None and bool(meaning.read(faces))
