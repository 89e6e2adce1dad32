"""How positions are written in cases, and what can be asked of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from walstatt.games.ccn.asking import QUESTIONS
from walstatt.games.ccn.board import BOARD
from walstatt.games.ccn.combat import ChooseCombat, possible_combats
from walstatt.games.ccn.content import CcnContent, Goal
from walstatt.games.ccn.movement import ChooseMove, possible_moves
from walstatt.games.ccn.options import CcnOptions
from walstatt.games.ccn.orders import ChooseOrders
from walstatt.games.ccn.positions import Given, arranged, cell_of, file_of
from walstatt.games.ccn.tactics import ChooseManoeuvre, ChooseSection, ChooseSupply
from walstatt.games.ccn.turn import Battle, ChooseCard, Turn, anybody_ordered, effect_of
from walstatt.games.ccn.unit_movement import is_barred
from walstatt.games.ccn.world import CcnCtx, CcnWorld, Phase
from walstatt.kernel.casebook import Casebook, Question
from walstatt.kernel.decisions import Decision
from walstatt.kernel.definition import Setup
from walstatt.kernel.frames import Flow, Frame, call
from walstatt.kernel.ids import CellId, Seat, UnitId

__all__ = ["CcnCasebook", "Given"]


class CcnCasebook(Casebook[Given]):
    """The vocabulary of cases."""

    given_type = Given
    type_names = {CellId: "label of a hex, row and column"}
    phases = {
        "command": "a turn begins: objectives are gained, then a card is played",
        "order": "the card in `card` has been played and gives its orders",
        "move": "orders are given: units and leaders marked `ordered` may move",
        "combat": "movement is over: ordered units may fight",
        "draw": "the turn ends: cards are drawn",
    }
    example = """\
given:
  scenario: empty
  phase: combat
  to_move: french
  units:
    - {id: a, side: french, type: LT, at: "5,5", blocks: 3, ordered: true, moved: 1}
    - {id: b, side: allied, type: LN, at: "5,7"}
    - {id: c, side: french, type: LN, at: "9,1", ordered: true}
when:
  - fire: {unit: a, target: b}
  - dice: [INF, FLAG, SABER]
  - retreat: {unit: b, path: ["4,7"]}
then:
  ledger:
    fire_dice: {total: 3, lines: ["+2 CCN-8.4.2", "+1 CCN-8.4.4"]}
  units: {a: {at: "5,5", blocks: 3}, b: {at: "4,7", blocks: 3}}
  pending: {seat: french, kind: choose_combat}
  log: [CCN-8.5.2, CCN-11.1.2]
"""

    def arrange(self, given: Given, options: CcnOptions) -> Setup[CcnWorld, CcnContent]:
        """Lay the position out."""
        content = CcnContent(file_of(given))
        world = arranged(content, given)
        told = tuple(one.id for one in given.units or () if one.barred is not None)
        first = CaseStart(given.to_move, given.phase, told)
        return Setup(world, content, first, content.seats)

    def facts(self, ctx: CcnCtx) -> dict[str, Any]:
        """Describe the world."""
        world = ctx.world
        return {
            "turn": world.turn,
            "to_move": world.active,
            "phase": world.phase,
            "card": world.card,
            "effect": world.effect,
            "command": world.command,
            "units": {unit: unit_facts(ctx, unit) for unit in world.units},
            "leaders": {leader: leader_facts(ctx, leader) for leader in world.leaders},
            "banners": dict(world.banners),
            "hands": {seat: sorted(hand) for seat, hand in world.hands.items()},
            "hand_sizes": {seat: len(hand) for seat, hand in world.hands.items()},
            "square_cards": {
                seat: {number: card for number, card in enumerate(cards, 1) if card}
                for seat, cards in world.square_cards.items()
            },
            "last_cards": dict(world.last_cards),
            "deck": len(world.deck),
            "discards": sorted(world.discards),
            "strikes": list(world.strikes),
            "held": sorted(held_hexes(ctx)),
            "removed": [BOARD.label(cell) for cell in world.removed],
        }

    def given_of(self, ctx: CcnCtx) -> dict[str, Any] | None:
        """Write a position in which somebody plays a card, gives orders, moves or fights."""
        asked = ctx.asked[-1] if ctx.asked else None
        if asked is None:
            return None
        decision = next(iter(asked.decisions.values()))
        return given_position(ctx) if begins_phase(ctx, decision) else None

    def questions(self) -> tuple[Question, ...]:
        """List what can be asked."""
        return QUESTIONS

    def readers(self, content: CcnContent) -> Mapping[Any, Callable[[Any], Any]]:
        """Read hexes by label."""
        return {CellId: cell_of}

    def writers(self, content: CcnContent) -> Mapping[Any, Callable[[Any], Any]]:
        """Write hexes by label."""
        return {CellId: BOARD.label}


# -- entering a turn -------------------------------------------------------------------------------


class CaseStart(Frame, frozen=True, tag="case_start"):
    """Begin in the phase a case asks for, then play on as usual."""

    seat: Seat
    phase: Phase
    told: tuple[UnitId, ...] = ()
    """The units of which the case says whether they are barred from fighting."""

    def begin(self, ctx: CcnCtx) -> Flow:
        """Settle what follows from the card and the moves made, then enter the phase."""
        world = ctx.world
        if world.card:
            world.effect = effect_of(ctx, self.seat, world.card)
            world.last_cards[self.seat] = world.card
            world.last_effects[self.seat] = world.effect
        for unit, one in list(world.units.items()):
            if one.moved and unit not in self.told:
                barred = is_barred(ctx, unit, one.moved, one.at, led=one.at in world.leader_at)
                world.units[unit] = replace(one, barred=barred)
        battle = Battle(self.seat, dealt=len(ctx.content.seats))
        return call(CaseTurn(self.seat, self.phase), then=battle.turn_over)


class CaseTurn(Frame, frozen=True, tag="case_turn"):
    """Begin in the middle of a turn."""

    seat: Seat
    phase: Phase

    def begin(self, ctx: CcnCtx) -> Flow:
        """Enter the phase."""
        turn = Turn(self.seat)
        match self.phase:
            case "command":
                return turn.begin(ctx)
            case "order":
                return turn.order(ctx)
            case "move":
                return turn.move(ctx)
            case "combat":
                return turn.combat(ctx)
        return turn.draw(ctx)


# -- from a world to a case -----------------------------------------------------------------------


def begins_phase(ctx: CcnCtx, decision: Decision[Any]) -> bool:
    """Tell whether a turn that is entered in this phase begins with this question."""
    world = ctx.world
    if isinstance(decision, ChooseOrders):
        settled = world.plain or world.effect in ("elan", "grande_manoeuvre")
        return not settled and not anybody_ordered(ctx, world.active)
    if isinstance(decision, ChooseMove):
        return bool(possible_moves(ctx, world.active))
    if isinstance(decision, ChooseCombat):
        return bool(possible_combats(ctx, world.active))
    return isinstance(decision, ChooseCard | ChooseManoeuvre | ChooseSection | ChooseSupply)


def unit_facts(ctx: CcnCtx, unit: UnitId) -> dict[str, Any]:
    """Describe a unit."""
    one = ctx.world.units[unit]
    troop = ctx.content.troops[one.troop]
    return {
        "side": one.side,
        "nation": troop.nation,
        "type": troop.type,
        "at": BOARD.label(one.at),
        "blocks": one.blocks,
        "ordered": one.ordered,
        "moved": one.moved,
        "fought": one.fought,
        "joined": one.joined,
        "may_fight": one.ordered and not one.fought and not one.barred,
        "square": one.square,
        "leader": ctx.world.leader_at.get(one.at, ""),
    }


def leader_facts(ctx: CcnCtx, leader: UnitId) -> dict[str, Any]:
    """Describe a leader."""
    one = ctx.world.leaders[leader]
    return {
        "side": one.side,
        "name": one.name,
        "at": BOARD.label(one.at),
        "attached": ctx.world.unit_at.get(one.at, ""),
        "ordered": one.ordered,
        "moved": one.moved,
    }


def is_held(world: CcnWorld, number: int) -> bool:
    """Tell whether an objective is held, or was taken for good."""
    return number in world.claims or number in world.claimed


def held_hexes(ctx: CcnCtx) -> list[str]:
    """List the hexes of the objectives that are held."""
    return [
        BOARD.label(cell)
        for number, goal in enumerate(ctx.content.goals)
        if is_held(ctx.world, number)
        for cell in goal.cells
    ]


def given_position(ctx: CcnCtx) -> dict[str, Any]:
    """Write the present position as a `given` block."""
    world = ctx.world
    given: dict[str, Any] = {
        "scenario": ctx.rules.scenario,
        "phase": world.phase,
        "to_move": world.active,
        "turn": world.turn,
        "units": [given_unit(ctx, unit) for unit in world.units],
        "leaders": [given_leader(ctx, leader) for leader in world.leaders],
        "hands": {seat: list(hand) for seat, hand in world.hands.items()},
        "card": world.card,
        "plain": world.plain,
        "command": world.command,
        "last_cards": dict(world.last_cards),
        "last_effects": copied_cards(world),
        "square_cards": {seat: list(cards) for seat, cards in world.square_cards.items()},
        "discards": list(world.discards),
        "banners": dict(world.banners),
        "objectives": given_objectives(ctx),
        "removed": [BOARD.label(cell) for cell in world.removed],
        "strikes": list(world.strikes),
    }
    needed = ("units", "leaders")
    return {name: value for name, value in given.items() if value or name in needed}


def copied_cards(world: CcnWorld) -> dict[Seat, str]:
    """Say what each Counter-attack played last counted as."""
    counters = (seat for seat, card in world.last_cards.items() if card == "counter_attack")
    return {seat: world.last_effects[seat] for seat in counters}


def given_objectives(ctx: CcnCtx) -> list[dict[str, Any]]:
    """Write the objectives, each by itself, if any of them is held."""
    if not held_hexes(ctx):
        return []
    return [
        given_objective(goal, held=is_held(ctx.world, number))
        for number, goal in enumerate(ctx.content.goals)
    ]


def given_objective(goal: Goal, *, held: bool) -> dict[str, Any]:
    """Write an objective, and whether it is held."""
    return {
        "side": goal.side,
        "at": [BOARD.label(cell) for cell in goal.cells],
        "kind": goal.kind,
        "banners": goal.banners,
        **({"held": True} if held else {}),
    }


def given_unit(ctx: CcnCtx, unit: UnitId) -> dict[str, Any]:
    """Write a unit, leaving out what it is anyway."""
    facts = {"id": unit, **unit_facts(ctx, unit)}
    for name in ("leader", "may_fight"):
        del facts[name]
    written = {name: value for name, value in facts.items() if value}
    one = ctx.world.units[unit]
    return written | ({"barred": one.barred} if one.moved else {})


def given_leader(ctx: CcnCtx, leader: UnitId) -> dict[str, Any]:
    """Write a leader, leaving out what he is anyway."""
    facts = {"id": leader, **leader_facts(ctx, leader)}
    del facts["attached"]
    return {name: value for name, value in facts.items() if value}
