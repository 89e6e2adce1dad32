"""The judgement of one player of Commands & Colors: every kind of question, one by one."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeAlias

from walstatt.games.ccn.advance import (
    Breakthrough,
    ChooseBreakthrough,
    ChooseGround,
    LeaveByAdvance,
    TakeGround,
)
from walstatt.games.ccn.ai import answering
from walstatt.games.ccn.ai.cards import Hand
from walstatt.games.ccn.ai.field import Field
from walstatt.games.ccn.ai.fortune import fortune
from walstatt.games.ccn.ai.notes import Notebook
from walstatt.games.ccn.ai.plans import leader_plan, leader_stands, leaves_square, plan_of
from walstatt.games.ccn.ai.reasons import REASONS, Reason, no_reason
from walstatt.games.ccn.ai.weights import LATER, USUAL, Weights
from walstatt.games.ccn.announcing import MeleeAttack
from walstatt.games.ccn.combat import Fire
from walstatt.games.ccn.leaders import LeaderRetreats, LeaveOverEdge, RetreatLeader
from walstatt.games.ccn.morale import ChooseFlags, ChooseRetreat, IgnoreFlags, Retreat
from walstatt.games.ccn.movement import EndMovement, Exit, ExitLeader, Move, MoveLeader
from walstatt.games.ccn.orders import Order, OrderLeader
from walstatt.games.ccn.reactions import (
    BattleBack,
    OfferFirstStrike,
    OfferRetire,
    OfferSquare,
    PlayFirstStrike,
    Retire,
)
from walstatt.games.ccn.square import ChooseSquare, FormSquare, LeaveSquare
from walstatt.games.ccn.tactics import (
    ChooseRally,
    LongMove,
    PlaceUnit,
    Rally,
    SupplyTarget,
    TakeSection,
)
from walstatt.games.ccn.turn import Keep, PlayCard
from walstatt.games.ccn.unit_movement import may_move
from walstatt.games.ccn.world import troop_of
from walstatt.i18n.catalogue import Message
from walstatt.kernel.advice import Advice
from walstatt.kernel.chance import Outcomes, Roll
from walstatt.kernel.decisions import Answer, Decision, kind_of
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.trace import musing

WAITS = 0.02
"""By how much melees at least stand back behind the best shot."""

Options: TypeAlias = Sequence[Any]
Judge: TypeAlias = Callable[[Field, Any, Options], list[Advice]]


class CcnAdvisor:
    """A player's judgement; players of different levels differ in their weights."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self._notebook = Notebook()

    def advise(self, game: AnyGame, seat: Seat) -> Sequence[Advice]:
        """Judge the answers a seat might well give now."""
        decision = game.decision(seat)
        options: Options = game.options(seat) or ()
        if decision is None or len(options) < 2:
            return [Advice(option, 0.0) for option in options]
        with musing():
            field = Field(game.ctx, seat, self.weights, self._notebook)
            judge: Judge = JUDGES.get(kind_of(decision), undecided)
            return judge(field, decision, options)

    def explain(self, game: AnyGame, seat: Seat, advice: Advice) -> tuple[Message, ...]:
        """Say why an answer was thought good."""
        decision = game.decision(seat)
        if decision is None:
            return ()
        reason: Reason = REASONS.get(type(advice.answer), no_reason)
        with musing():
            return reason(
                Field(game.ctx, seat, self.weights, self._notebook), decision, advice.answer
            )

    def worth(self, game: AnyGame, seat: Seat) -> float:
        """Estimate how much better a seat stands, in units of strength."""
        with musing():
            return Field(game.ctx, seat, self.weights, self._notebook).balance()

    def turn(self, game: AnyGame) -> Hashable:
        """Name the turn that is being played."""
        return game.world.turn, game.world.active

    def fortune(self, game: AnyGame, seat: Seat, roll: Roll[Any], fallen: Outcomes) -> float:
        """Tell by how much a roll went better for a seat than on average."""
        return fortune(game.ctx, seat, self.weights, roll, fallen)


def undecided(field: Field, decision: Decision[Any], options: Options) -> list[Advice]:
    """Give no preference but for what is offered first."""
    return [Advice(option, -0.01 * place) for place, option in enumerate(options)]


# -- cards and orders -----------------------------------------------------------------------------


def card(field: Field, decision: Decision[Any], options: Sequence[PlayCard]) -> list[Advice]:
    """Judge which card to play."""
    hand = Hand(field)
    return [Advice(one, hand.worth(hand.prospect(one.card))) for one in options]


def kept(field: Field, decision: Decision[Any], options: Sequence[Keep]) -> list[Advice]:
    """Judge which card to keep after Scout: what it could bring now or later."""
    hand = Hand(field)
    return [
        Advice(one, LATER.get(one.card, USUAL) + hand.prospect(one.card).gain / 2)
        for one in options
    ]


def orders(field: Field, decision: Decision[Any], options: Options) -> list[Advice]:
    """Judge whom to order next; ending is worth what an idle order is."""
    return [Advice(one, _order(field, one)) for one in options]


def _order(field: Field, answer: Answer) -> float:
    if isinstance(answer, Order):
        if answer.leave_square:
            return leaves_square(field, answer.unit)
        return plan_of(field, answer.unit).gain
    if isinstance(answer, OrderLeader):
        at = field.world.leaders[answer.leader].at
        if at in field.world.unit_at:
            return 0.0  # He goes where his unit goes.
        return leader_plan(field, answer.leader)[1]
    return field.weights.idle


def section(field: Field, decision: Decision[Any], options: Sequence[TakeSection]) -> list[Advice]:
    """Judge where the infantry marches."""
    hand = Hand(field)
    return [Advice(one, hand.march(one.section).gain) for one in options]


def manoeuvre(field: Field, decision: Decision[Any], options: Options) -> list[Advice]:
    """Judge the long move of four against one unit in the normal way."""
    hand = Hand(field)
    far = hand.prospect("grande_manoeuvre").gain
    one = max((plan.gain for plan in hand.plans("")), default=0.0)
    return [Advice(o, far if isinstance(o, LongMove) else one) for o in options]


def rally(field: Field, decision: ChooseRally, options: Sequence[Rally]) -> list[Advice]:
    """Judge who gets a block: the weakest, and rather one that stands near the enemy."""
    return [Advice(one, _needs(field, one.unit)) for one in options]


def _needs(field: Field, unit: UnitId) -> float:
    ladder, blocks = field.weights.ladder, field.world.units[unit].blocks
    gain = ladder[min(blocks + 1, len(ladder) - 1)] - ladder[min(blocks, len(ladder) - 1)]
    return gain - 0.01 * field.to_enemy(unit)


def supply(field: Field, decision: Decision[Any], options: Sequence[SupplyTarget]) -> list[Advice]:
    """Judge whom Short Supply sends back: the enemy who is most in the way."""
    hand, units = Hand(field), field.world.units
    return [
        Advice(one, hand.trouble(one.unit) if units[one.unit].side == field.enemy else -1.0)
        for one in options
    ]


def place(field: Field, decision: Decision[Any], options: Sequence[PlaceUnit]) -> list[Advice]:
    """Judge where a unit that is sent back is placed."""
    unit: UnitId = decision.unit  # type: ignore[attr-defined]
    return [Advice(one, answering.advanced(field, unit, one.to)) for one in options]


# -- moving ---------------------------------------------------------------------------------------


def move(field: Field, decision: Decision[Any], options: Options) -> list[Advice]:
    """Judge the best move of every ordered piece, and ending the movement."""
    world = field.world
    found = [Advice(EndMovement(), field.weights.idle)]
    pieces = dict.fromkeys(getattr(one, "unit", None) for one in options)
    for unit in pieces:
        if unit is None or not may_move(world.units[unit]):
            continue
        plan = plan_of(field, unit)
        here = field.best_assault(unit)
        already = here.worth if here is not None else 0.0
        if plan.leaves:
            found.append(Advice(Exit(unit), plan.gain))
        elif plan.to != world.units[unit].at:
            found.append(Advice(Move(unit, plan.to), plan.gain - already))
        if plan.other is not None:
            found.append(Advice(Move(unit, plan.other[0]), plan.other[1] - already))
    return found + _leaders(field, options)


def _leaders(field: Field, options: Options) -> list[Advice]:
    """Judge the moves of leaders; joining a unit keeps it from moving, so they go last."""
    found = []
    for one in options:
        if isinstance(one, ExitLeader):
            found.append(Advice(one, 1.0))
        elif isinstance(one, MoveLeader):
            at = field.world.leaders[one.leader].at
            gain = leader_stands(field, one.leader, one.to) - leader_stands(field, one.leader, at)
            found.append(Advice(one, gain / 10 if gain > field.weights.idle else gain - 1))
    return found


# -- fighting -------------------------------------------------------------------------------------


def combat(field: Field, decision: Decision[Any], options: Options) -> list[Advice]:
    """Judge every attack; fire comes before melee, since it costs nothing and may open the way."""
    found = [Advice(one, _attack(field, one)) for one in options]
    shot = max((one.worth for one in found if isinstance(one.answer, Fire)), default=0.0)
    if shot <= 0:
        return found
    return [
        one if isinstance(one.answer, Fire) else Advice(one.answer, min(one.worth, shot - WAITS))
        for one in found
    ]


def _attack(field: Field, answer: Answer, *, bonus: bool = False) -> float:
    if isinstance(answer, Fire):
        return field.fire(answer.unit, answer.target).worth
    if not isinstance(answer, MeleeAttack):
        return 0.0
    found = field.melee(answer.unit, answer.target, answer.combined_arms, bonus=bonus)
    return found.worth - sum(_spared(field, gun) for gun in answer.combined_arms)


def _spared(field: Field, gun: UnitId) -> float:
    """Tell what a battery could do by itself instead of joining a melee."""
    best = field.best_assault(gun)
    return best.worth if best is not None else 0.0


def bonus(field: Field, decision: Decision[Any], options: Options) -> list[Advice]:
    """Judge a bonus melee."""
    return [Advice(one, _attack(field, one, bonus=True)) for one in options]


def breakthrough(field: Field, decision: ChooseBreakthrough, options: Options) -> list[Advice]:
    """Judge how far cavalry rides on: where it ends, and whom it meets there."""
    unit = decision.unit
    stay = field.standing(unit)
    found = []
    for one in options:
        worth = stay
        if isinstance(one, Breakthrough):
            worth = answering.advanced(field, unit, one.path[-1])
            if not decision.bonus:
                worth += answering.bonus_melee(field, unit, one.path[-1])
        found.append(Advice(one, worth))
    return found


def ground(field: Field, decision: ChooseGround, options: Options) -> list[Advice]:
    """Judge whether to take ground."""
    taken = answering.advanced(field, decision.unit, decision.at)
    stay = field.standing(decision.unit)
    return [Advice(one, taken if isinstance(one, TakeGround) else stay) for one in options]


def exit_board(field: Field, decision: Decision[Any], options: Options) -> list[Advice]:
    """Leave the board when that is allowed: it brings banners."""
    return [Advice(one, float(isinstance(one, LeaveByAdvance))) for one in options]


# -- reacting -------------------------------------------------------------------------------------


def first_strike(field: Field, decision: OfferFirstStrike, options: Options) -> list[Advice]:
    """Judge whether First Strike is worth its card."""
    _, gain = answering.first_strike(field, decision.unit, decision.attacker)
    return [Advice(one, gain if isinstance(one, PlayFirstStrike) else 0.0) for one in options]


def retire(field: Field, decision: OfferRetire, options: Options) -> list[Advice]:
    """Judge whether cavalry retires."""
    _, away = answering.retiring(field, decision.unit, decision.attacker)
    _, stand = answering.suffers(field, decision.attacker, decision.unit)
    return [Advice(one, -(away if isinstance(one, Retire) else stand)) for one in options]


def square(field: Field, decision: OfferSquare, options: Options) -> list[Advice]:
    """Judge whether infantry forms square."""
    formed = answering.squaring(field, decision.unit, decision.attacker)
    _, stand = answering.suffers(field, decision.attacker, decision.unit)
    return [Advice(one, -(formed if isinstance(one, FormSquare) else stand)) for one in options]


def battle_back(field: Field, decision: Decision[Any], options: Options) -> list[Advice]:
    """Battle back whenever that is allowed: nothing answers it."""
    return [Advice(one, float(isinstance(one, BattleBack))) for one in options]


def flags(field: Field, decision: ChooseFlags, options: Sequence[IgnoreFlags]) -> list[Advice]:
    """Judge how many flags to ignore: by where the unit would stand."""
    step = troop_of(field.ctx, decision.unit).retreat
    return [
        Advice(one, answering.going_back(field, decision.unit, (decision.flags - one.flags) * step))
        for one in options
    ]


def retreat(field: Field, decision: ChooseRetreat, options: Sequence[Retreat]) -> list[Advice]:
    """Judge the ways back."""
    hexes = decision.hexes
    return [
        Advice(one, answering.retreated(field, decision.unit, one.path, hexes)) for one in options
    ]


def leader_back(field: Field, decision: LeaderRetreats, options: Options) -> list[Advice]:
    """Judge the steps of a leader who goes back."""
    found = []
    for one in options:
        if isinstance(one, RetreatLeader):
            worth = answering.leader_step(field, one.to)
        elif isinstance(one, LeaveOverEdge):
            worth = -1.0
        else:
            worth = answering.leader_step(field, decision.at) + 0.05
        found.append(Advice(one, worth))
    return found


def leave_square(field: Field, decision: ChooseSquare, options: Options) -> list[Advice]:
    """Judge whether an ordered square is left."""
    worth = leaves_square(field, decision.unit)
    return [Advice(one, worth if isinstance(one, LeaveSquare) else 0.0) for one in options]


JUDGES: dict[str, Judge] = {
    "choose_card": card,
    "choose_keep": kept,
    "choose_orders": orders,
    "choose_section": section,
    "choose_manoeuvre": manoeuvre,
    "choose_rally": rally,
    "choose_short_supply": supply,
    "choose_place": place,
    "choose_square": leave_square,
    "choose_move": move,
    "choose_combat": combat,
    "choose_bonus_melee": bonus,
    "choose_breakthrough": breakthrough,
    "choose_ground": ground,
    "choose_exit": exit_board,
    "choose_flags": flags,
    "choose_retreat": retreat,
    "leader_retreats": leader_back,
    "offer_first_strike": first_strike,
    "offer_retire": retire,
    "offer_square": square,
    "offer_battle_back": battle_back,
}
"""Who judges which kind of question."""
