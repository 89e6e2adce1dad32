"""How positions of the toy game are written in cases, and what can be asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from walstatt.games.toy.activation import Activation, ChooseTarget, March, MarchFreely
from walstatt.games.toy.combat import AttackDice, dice_for
from walstatt.games.toy.content import (
    ScenarioFile,
    ToyContent,
    field_of,
    scenario_files,
    unit_types,
)
from walstatt.games.toy.field import HexField, Place, Spot, TableField
from walstatt.games.toy.options import ToyOptions
from walstatt.games.toy.round import Battle, ChoosePlan, ChooseUnit, Turns
from walstatt.games.toy.world import ToyCtx, ToyWorld, Unit
from walstatt.kernel.casebook import Casebook, Question
from walstatt.kernel.decisions import Decision
from walstatt.kernel.definition import Setup
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.frames import Flow, Frame, call
from walstatt.kernel.ids import CellId, Seat, UnitId
from walstatt.kernel.ledger import Ledger

Phase = Literal["plan", "act", "activation", "attack"]


class GivenUnit(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit of a case."""

    id: UnitId
    side: Seat
    type: str
    at: str | tuple[float, float]
    """The label of a hex, or [x, y] in millimetres on a table."""
    strength: int | None = None
    """Full if not said."""
    acted: bool = False
    """Whether it has acted this round."""
    reacted: bool = False
    """Whether it has shot at a marching unit this round."""


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """The position of a case."""

    scenario: str = "empty"
    phase: Phase = "plan"
    to_move: Seat = Seat("red")
    round: int = 1
    terrain: dict[Literal["woods", "hill"], tuple[str, ...]] = {}
    """More woods on a hex map, and where its hill is."""
    units: tuple[GivenUnit, ...] | None = None
    """All units there are; those of the scenario if not said."""
    hands: dict[Seat, tuple[int, ...] | int] = {}
    """The cards each seat holds, or how many, whichever they are; a full hand if not said."""
    plans: dict[Seat, int] = {}
    """The cards on the table this round; whoever acts has a 1 if not said."""
    order: tuple[Seat, ...] | None = None
    """Who acts after to_move; everybody else with a plan, from the highest, if not said."""
    used: int = 0
    """How many units of to_move have acted already."""
    unit: UnitId = UnitId("")
    """The unit that acts, in the phases activation and attack."""
    marched: int = 0
    """How many steps that unit has marched."""
    banners: dict[Seat, int] = {}
    discards: tuple[int, ...] = ()
    rallied: tuple[Seat, ...] = ()
    """The seats that have rallied in this game."""


class DiceQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """How many dice does a unit roll against another?"""

    unit: UnitId
    target: UnitId
    marched: bool = False


class GapQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """How many hexes, or hex-lengths begun, are two units apart?"""

    unit: UnitId
    target: UnitId


class ToyCasebook(Casebook[Given]):
    """The vocabulary of the toy game's cases."""

    given_type = Given
    type_names = {CellId: "label of a hex", Spot: "[x, y] in millimetres"}
    phases = {
        "plan": "a round begins with planning",
        "act": "the seat in to_move acts with its card in plans, then the others",
        "activation": "the unit in `unit` has been activated and has marched `marched` steps",
        "attack": "the unit in `unit` has ended its march and may attack",
    }
    example = """\
given:
  scenario: empty
  phase: activation
  to_move: red
  unit: a
  units:
    - {id: a, side: red, type: foot, at: "4,2"}
    - {id: b, side: blue, type: foot, at: "4,4"}
    - {id: c, side: red, type: archers, at: "1,1"}
when:
  - step: {to: "4,3"}
  - attack: {target: b}
  - dice: [6, 1, 2, 3, 4]
  - give_way: {to: "4,5"}
then:
  ledger:
    dice: {total: 5, lines: ["+4 TOY-4.2", "+1 TOY-4.3"]}
  units: {a: {at: "4,3"}, b: {at: "4,5", strength: 3}}
  pending: {seat: red, kind: choose_unit}
  log: [TOY-4.8, TOY-4.9]
"""

    def arrange(self, given: Given, options: ToyOptions) -> Setup[ToyWorld, ToyContent]:
        """Lay the position out."""
        file = scenario_files().get(given.scenario)
        if file is None:
            known = ", ".join(scenario_files())
            raise BadRequest(f"there is no scenario {given.scenario!r}; there are: {known}")
        content = ToyContent(unit_types(), field_of(with_terrain(file, given)), file)
        world = arranged(content, given)
        return Setup(world, content, first_frame(given, world), file.seats)

    def facts(self, ctx: ToyCtx) -> dict[str, Any]:
        """Describe the world."""
        world = ctx.world
        return {
            "round": world.round,
            "units": {unit: unit_facts(ctx.content, one) for unit, one in world.units.items()},
            "banners": dict(world.banners),
            "hands": {seat: sorted(hand) for seat, hand in world.hands.items()},
            "plans": dict(world.plans),
            "deck": len(world.deck),
            "discards": sorted(world.discards),
            "rallied": list(world.rallied),
        }

    def given_of(self, ctx: ToyCtx) -> dict[str, Any] | None:
        """Write a position in which somebody plans, chooses a unit, marches or attacks."""
        begun = phase_of(ctx)
        if begun is None:
            return None
        facts = self.facts(ctx)
        facts |= {
            "discards": list(ctx.world.discards),
            "units": [{"id": unit, **said(one)} for unit, one in facts["units"].items()],
        }
        del facts["deck"]
        return {"scenario": ctx.rules.scenario, **begun, **facts}

    def questions(self) -> tuple[Question, ...]:
        """List what can be asked."""
        return (Question("dice", DiceQuestion, ask_dice), Question("gap", GapQuestion, ask_gap))

    def readers(self, content: ToyContent) -> Mapping[Any, Callable[[Any], Any]]:
        """Read hexes by label, spots in millimetres."""
        return {CellId: lambda label: cell_in(content, label), Spot: spot_of}

    def writers(self, content: ToyContent) -> Mapping[Any, Callable[[Any], Any]]:
        """Write hexes by label, spots in millimetres."""
        field = content.field
        label = field.grid.label if isinstance(field, HexField) else str
        return {CellId: label, Spot: millimetres}


def ask_dice(ctx: ToyCtx, question: DiceQuestion) -> Ledger:
    """Reckon the dice of an attack."""
    require_units(ctx, question.unit, question.target)
    query = AttackDice.of(ctx, question.unit, question.target, marched=question.marched)
    return dice_for(ctx, query)


def ask_gap(ctx: ToyCtx, question: GapQuestion) -> int:
    """Measure between two units."""
    require_units(ctx, question.unit, question.target)
    own, other = ctx.world.units[question.unit], ctx.world.units[question.target]
    return ctx.content.field.gap(own.at, other.at)


def require_units(ctx: ToyCtx, *units: UnitId) -> None:
    """Refuse to speak of units that are not there."""
    for unit in units:
        require(unit, ctx.world.units, "unit")


def require(name: str, known: Iterable[str], what: str) -> None:
    """Refuse a name that is none of those known."""
    if name not in known:
        raise BadRequest(f"there is no {what} {name!r}; there are: {', '.join(known) or 'none'}")


# -- from a case to a world --------------------------------------------------------------------


def with_terrain(file: ScenarioFile, given: Given) -> ScenarioFile:
    """Add the case's terrain to a hex map."""
    if not given.terrain:
        return file
    if file.map is None:
        raise BadRequest("terrain is given by hexes, but this scenario is played on a table")
    woods = (*file.map.woods, *given.terrain.get("woods", ()))
    hill = given.terrain.get("hill", (file.map.hill,))
    if len(hill) != 1:
        raise BadRequest("there is exactly one hill")
    return replace(file, map=replace(file.map, woods=woods, hill=hill[0]))


def arranged(content: ToyContent, given: Given) -> ToyWorld:
    """Place the case's units and cards."""
    seats = content.file.seats
    for seat in (given.to_move, *given.hands, *given.plans, *given.banners, *given.rallied):
        require(seat, seats, "seat")
    plans = dict(given.plans)
    if given.phase != "plan":
        plans.setdefault(given.to_move, 1)
    named = [hand for hand in given.hands.values() if isinstance(hand, tuple)]
    deck = without(content.cards, [*plans.values(), *given.discards, *sum(named, ())])
    full = min(content.file.hand, len(deck) // len(seats))
    hands, deck = dealt({seat: given.hands.get(seat, full) for seat in seats}, deck)
    units = units_of(content, given)
    banners = {seat: given.banners.get(seat, 0) for seat in seats}
    return ToyWorld(given.round, units, banners, hands, deck, given.discards, plans, given.rallied)


def without(cards: tuple[int, ...], used: Iterable[int]) -> tuple[int, ...]:
    """Take cards out of the deck."""
    left = list(cards)
    for card in used:
        if card not in left:
            raise BadRequest(f"there are not so many cards of value {card}")
        left.remove(card)
    return tuple(left)


def dealt(
    given: Mapping[Seat, tuple[int, ...] | int], deck: tuple[int, ...]
) -> tuple[dict[Seat, tuple[int, ...]], tuple[int, ...]]:
    """Give every seat the cards a case names, or as many as it says."""
    hands: dict[Seat, tuple[int, ...]] = {}
    for seat, hand in given.items():
        count = hand if isinstance(hand, int) else 0
        if not 0 <= count <= len(deck):
            raise BadRequest(f"there are not {count} cards left for {seat}")
        cards = deck[:count] if isinstance(hand, int) else hand
        hands[seat], deck = tuple(sorted(cards)), deck[count:]
    return hands, deck


def units_of(content: ToyContent, given: Given) -> dict[UnitId, Unit]:
    """Place the units of the case, or else those of its scenario."""
    listed = given.units
    if listed is None:
        placed = content.file.units
        listed = tuple(GivenUnit(UnitId(one.id), one.side, one.type, one.at) for one in placed)
    units: dict[UnitId, Unit] = {}
    for one in listed:
        if one.id in units:
            raise BadRequest(f"two units are called {one.id!r}")
        units[one.id] = unit_in(content, one)
    return units


def unit_in(content: ToyContent, given: GivenUnit) -> Unit:
    """Place a unit of a case."""
    require(given.type, content.types, "unit type")
    require(given.side, content.file.seats, "seat")
    strength = given.strength if given.strength is not None else content.types[given.type].strength
    place = place_in(content, given.at)
    return Unit(given.side, given.type, strength, place, given.acted, given.reacted)


def place_in(content: ToyContent, at: str | tuple[float, float]) -> Place:
    """Read a place: a hex by label, or millimetres."""
    if isinstance(at, str):
        return cell_in(content, at)
    field, spot = content.field, spot_of(at)
    if not isinstance(field, TableField):
        raise BadRequest(f"on a hex map a place is a label, not {list(at)}")
    if not field.on_table(spot):
        raise BadRequest(f"a base at {list(at)} is not wholly on the table")
    return spot


def cell_in(content: ToyContent, label: object) -> CellId:
    """Read a hex by its label."""
    field = content.field
    if not isinstance(field, HexField):
        raise BadRequest(f"on a table a place is [x, y] in millimetres, not {label!r}")
    if not isinstance(label, str):
        raise BadRequest(f"a hex is named by its label in quotes, not {label!r}")
    return field.grid.parse(label)


def spot_of(at: object) -> Spot:
    """Read a spot in millimetres, to the tenth."""
    match at:
        case [int() | float() as x, int() | float() as y]:
            return tenths(x), tenths(y)
    raise BadRequest(f"a spot is [x, y] in millimetres, not {at!r}")


def tenths(length: float) -> int:
    """Count the tenths of a millimetre in a length."""
    count = round(length * 10)
    if abs(count - length * 10) > 1e-6:
        raise BadRequest(f"{length} mm is finer than a tenth of a millimetre")
    return count


class CaseStart(Frame, frozen=True, tag="case_start"):
    """Begin in the phase a case asks for, then play on as usual."""

    phase: Phase
    seats: tuple[Seat, ...]
    used: int = 0
    unit: UnitId = UnitId("")
    marched: int = 0

    def begin(self, ctx: ToyCtx) -> Flow:
        """Enter the phase."""
        if self.phase == "plan":
            ctx.world.round -= 1
            return Battle().next_round(ctx, None)
        turn = Turns(self.seats, self.used) if self.phase == "act" else CaseTurn(self)
        return call(turn, then=Battle().acted)


class CaseTurn(Frame, frozen=True, tag="case_turn"):
    """Begin in the middle of a turn."""

    start: CaseStart

    def begin(self, ctx: ToyCtx) -> Flow:
        """Activate the unit, then go on with the turn."""
        start = self.start
        acting = Activation(start.unit, start.marched)
        frame = acting if start.phase == "activation" else CaseAttack(acting)
        return call(frame, then=Turns(start.seats, start.used).unit_acted)


class CaseAttack(Frame, frozen=True, tag="case_attack"):
    """Begin when a unit has ended its march."""

    acting: Activation

    def begin(self, ctx: ToyCtx) -> Flow:
        """Ask whom to attack."""
        return self.acting.choose_target(ctx)


def first_frame(given: Given, world: ToyWorld) -> Frame:
    """Choose where play begins."""
    if given.phase in ("activation", "attack"):
        require_actor(given, world)
    seats = (given.to_move, *(order_of(world, given) if given.order is None else given.order))
    strange = [seat for seat in seats if given.phase != "plan" and seat not in world.plans]
    if strange:
        raise BadRequest(f"{strange[0]} cannot act without a card in plans")
    return CaseStart(given.phase, seats, given.used, given.unit, given.marched)


def require_actor(given: Given, world: ToyWorld) -> None:
    """Refuse a unit that cannot be acting, and remember that it acts."""
    require(given.unit, world.units, "unit")
    one = world.units[given.unit]
    if one.side != given.to_move:
        raise BadRequest(f"{given.unit} is a unit of {one.side}, but {given.to_move} is to move")
    world.units[given.unit] = replace(one, acted=True)


def order_of(world: ToyWorld, given: Given) -> list[Seat]:
    """List the other seats with a plan, from the highest card to the lowest."""
    others = [seat for seat in world.plans if seat != given.to_move]
    return sorted(others, key=lambda seat: -world.plans[seat])


# -- from a world to a case --------------------------------------------------------------------


def millimetres(spot: Iterable[int]) -> list[float]:
    """Write a spot in millimetres."""
    return [at // 10 if at % 10 == 0 else at / 10 for at in spot]


def unit_facts(content: ToyContent, unit: Unit) -> dict[str, Any]:
    """Describe a unit."""
    field = content.field
    at = field.grid.label(unit.at) if isinstance(field, HexField) else millimetres(unit.at)  # type: ignore[arg-type]
    return {
        "side": unit.side,
        "type": unit.type,
        "at": at,
        "strength": unit.strength,
        "acted": unit.acted,
        "reacted": unit.reacted,
    }


def said(facts: dict[str, Any]) -> dict[str, Any]:
    """Leave out what a unit is anyway if nothing is said."""
    return {name: value for name, value in facts.items() if value is not False}


def phase_of(ctx: ToyCtx) -> dict[str, Any] | None:
    """Tell by the question asked which phase the game is in, and who and what acts."""
    asked = ctx.asked[-1] if ctx.asked else None
    if asked is None or asked.answers:
        return None
    decision = next(iter(asked.decisions.values()))
    if isinstance(decision, ChoosePlan):
        return {"phase": "plan"}
    turns = next((one for one in reversed(ctx.frames) if isinstance(one, Turns)), None)
    return None if turns is None else turn_phase(turns, decision, ctx.frames[-1])


def turn_phase(turns: Turns, decision: Decision[Any], innermost: Frame) -> dict[str, Any] | None:
    """Tell where in a turn a seat is asked."""
    seat, *order = turns.seats
    turn = {"to_move": seat, "order": order, "used": turns.acted}
    match decision, innermost:
        case ChooseUnit(), _:
            return {"phase": "act", **turn}
        case March() | MarchFreely(), Activation(unit, marched):
            return {"phase": "activation", **turn, "unit": unit, "marched": marched}
        case ChooseTarget(), Activation(unit, marched):
            return {"phase": "attack", **turn, "unit": unit, "marched": marched}
    return None
