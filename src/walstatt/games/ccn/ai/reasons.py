"""Why an answer was chosen, in sentences with the numbers that decided."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from walstatt.games.ccn.advance import (
    Breakthrough,
    ChooseBreakthrough,
    ChooseExit,
    ChooseGround,
    HoldGround,
    LeaveByAdvance,
    TakeGround,
)
from walstatt.games.ccn.ai import answering
from walstatt.games.ccn.ai.cards import Hand
from walstatt.games.ccn.ai.field import Field
from walstatt.games.ccn.ai.fights import Assault
from walstatt.games.ccn.ai.plans import CAVALRY_IS_NEAR, Plan, plan_of
from walstatt.games.ccn.announcing import MeleeAttack
from walstatt.games.ccn.combat import EndCombat, Fire
from walstatt.games.ccn.leaders import (
    LeaderRetreats,
    LeaveOverEdge,
    RetreatLeader,
    StopLeader,
    is_enemy_hex,
)
from walstatt.games.ccn.morale import ChooseFlags, ChooseRetreat, IgnoreFlags, Retreat
from walstatt.games.ccn.movement import EndMovement, Exit, ExitLeader, Move, MoveLeader
from walstatt.games.ccn.orders import EndOrders, Order, OrderLeader
from walstatt.games.ccn.reactions import (
    BattleBack,
    Decline,
    OfferBattleBack,
    OfferFirstStrike,
    OfferRetire,
    OfferSquare,
    PlayFirstStrike,
    Retire,
    Stand,
)
from walstatt.games.ccn.square import FormSquare, LeaveSquare, StayInSquare
from walstatt.games.ccn.tactics import (
    LongMove,
    OneUnit,
    PlaceUnit,
    Rally,
    SupplyTarget,
    TakeSection,
)
from walstatt.games.ccn.turn import Keep, PlayCard
from walstatt.games.ccn.unit_movement import is_barred, takes_leader, unit_reach
from walstatt.games.ccn.world import (
    card_name,
    label,
    leader_name,
    piece_name,
    troop_of,
    unit_name,
    unit_of,
)
from walstatt.i18n.catalogue import Argument, Message, say
from walstatt.kernel.decisions import Answer, Decision
from walstatt.kernel.ids import CellId, UnitId

LIKELY = 5
"""The chance in hundredths from which on it is worth a word."""

Why: TypeAlias = tuple[Message, ...]
Reason: TypeAlias = Callable[[Field, Any, Any], Why]


def because(text: str, /, **args: Argument) -> Why:
    """Give one reason."""
    return (say(f"ccn.why.{text}", **args),)


def number(value: float) -> Message:
    """Write a number with one decimal."""
    whole, part = divmod(round(abs(value) * 10), 10)
    return say("ccn.why.number", whole=whole, part=part)


def percent(chance: float) -> int:
    """Give a chance in hundredths."""
    return round(100 * chance)


def no_reason(field: Field, decision: Decision[Any], answer: Answer) -> Why:
    """Say that nothing speaks for anything else."""
    return because("first")


# -- cards and orders -----------------------------------------------------------------------------


def card(field: Field, decision: Decision[Any], answer: PlayCard) -> Why:
    """Say whom a card orders to good use."""
    prospect = Hand(field).prospect(answer.card)
    name = card_name(answer.card)
    if not prospect.plans:
        return because("card_missed_least" if not prospect.gain else "card_itself", card=name)
    best = prospect.plans[0]
    told = because("card_orders", card=name, n=len(prospect.plans))
    effect = "" if field.ctx.content.cards[answer.card].kind == "section" else answer.card
    with field.under(effect):
        return told + planned(field, best)


def kept(field: Field, decision: Decision[Any], answer: Keep) -> Why:
    """Say why a card is kept."""
    useful = len(Hand(field).prospect(answer.card).plans)
    return because("card_kept", card=card_name(answer.card), n=useful)


def order(field: Field, decision: Decision[Any], answer: Order) -> Why:
    """Say what a unit is ordered for."""
    if answer.leave_square:
        return because("no_cavalry", n=CAVALRY_IS_NEAR)
    return planned(field, plan_of(field, answer.unit))


def order_leader(field: Field, decision: Decision[Any], answer: OrderLeader) -> Why:
    """Say why a leader is ordered."""
    return because("leader_alone", leader=leader_name(field.ctx, answer.leader))


def planned(field: Field, plan: Plan) -> Why:
    """Say what a unit is to do."""
    if plan.leaves:
        return leaving(field, plan.unit, plan.to)
    at = field.world.units[plan.unit].at
    if plan.assault is not None:
        return attack(field, plan.assault, plan.to if plan.to != at else None)
    if plan.to != at:
        return going(field, plan.unit, plan.to)
    return because("holds", unit=unit_name(field.ctx, plan.unit))


def section(field: Field, decision: Decision[Any], answer: TakeSection) -> Why:
    """Say how many march to good use."""
    useful = Hand(field).march(answer.section).plans
    name = say(f"ccn.section.{answer.section}")
    return because("section", section=name, n=len(useful))


def long_move(field: Field, decision: Decision[Any], answer: LongMove) -> Why:
    """Say how many gain by a long march."""
    return because("long_move", n=len(Hand(field).prospect("grande_manoeuvre").plans))


def one_unit(field: Field, decision: Decision[Any], answer: OneUnit) -> Why:
    """Say what the one unit is for."""
    best = Hand(field).plans("")[0]
    with field.under(""):
        return planned(field, best)


def rally(field: Field, decision: Decision[Any], answer: Rally) -> Why:
    """Say how weak the unit is."""
    blocks = field.world.units[answer.unit].blocks
    return because("rally", unit=unit_name(field.ctx, answer.unit), n=blocks)


def supply(field: Field, decision: Decision[Any], answer: SupplyTarget) -> Why:
    """Say how near the enemy is."""
    name, apart = unit_name(field.ctx, answer.unit), field.to_enemy(answer.unit)
    return because("supply", unit=name, n=apart)


def leave_square(field: Field, decision: Decision[Any], answer: LeaveSquare) -> Why:
    """Say that no cavalry is near."""
    return because("no_cavalry", n=CAVALRY_IS_NEAR)


def stay_in_square(field: Field, decision: Decision[Any], answer: StayInSquare) -> Why:
    """Say that cavalry is near."""
    return because("cavalry", n=CAVALRY_IS_NEAR)


# -- moving ---------------------------------------------------------------------------------------


def move(field: Field, decision: Decision[Any], answer: Move) -> Why:
    """Say what a unit moves for: to attack, to an objective, away from the enemy or towards him."""
    unit, to = answer.unit, answer.to
    steps = unit_reach(field.ctx, unit).steps[to]
    led = takes_leader(field.ctx, field.world.units[unit])
    here = field.best_assault(unit)
    with field.placed(unit, to, steps, barred=is_barred(field.ctx, unit, steps, to, led=led)):
        there = field.best_assault(unit)
    if there is not None and (here is None or there.worth > here.worth):
        return attack(field, there, to)
    return going(field, unit, to)


def going(field: Field, unit: UnitId, to: CellId) -> Why:
    """Say why a unit stands better elsewhere."""
    name, place = unit_name(field.ctx, unit), label(to)
    banners = sum(goal.banners for goal in field.ctx.content.goals if to in goal.cells)
    if banners:
        return because("objective", unit=name, to=place, n=banners)
    before, apart = len(field.threats(unit)), field.to_enemy(unit)
    with field.placed(unit, to):
        after, nearer = len(field.threats(unit)), field.to_enemy(unit)
    if before and not after:
        return because("safe", unit=name, to=place)
    if after < before:
        return because("safer", unit=name, to=place, n=after, before=before)
    if nearer < apart:
        return because("nearer", unit=name, to=place, n=nearer)
    return because("better", unit=name, to=place)


def leaving(field: Field, unit: UnitId, way: CellId) -> Why:
    """Say what leaving the board brings."""
    side = field.world.units[unit].side
    banners = field.ctx.content.exits[way, side].banners
    return because("leaves", unit=unit_name(field.ctx, unit), n=banners)


def exits(field: Field, decision: Decision[Any], answer: Exit) -> Why:
    """Say what leaving the board brings."""
    plan = plan_of(field, answer.unit)
    return planned(field, plan)


def move_leader(field: Field, decision: Decision[Any], answer: MoveLeader) -> Why:
    """Say whom a leader joins."""
    name = leader_name(field.ctx, answer.leader)
    unit = field.world.unit_at.get(answer.to)
    if unit is None:
        return because("leader_goes", leader=name, to=label(answer.to))
    return because("leader_joins", leader=name, unit=unit_name(field.ctx, unit))


# -- fighting -------------------------------------------------------------------------------------


def attack(field: Field, found: Assault, to: CellId | None = None) -> Why:
    """Say what an attack does on average, and what comes back."""
    args: dict[str, Argument] = {
        "unit": unit_name(field.ctx, found.unit),
        "target": piece_name(field.ctx, found.target),
        "n": found.blow.dice,
        "losses": number(found.blow.losses),
    }
    kinds = ("melee", "melee_from") if found.melee else ("fire", "fire_from")
    if found.melee:
        args["back"] = number(found.blow.stands * found.back.losses)
    if to is not None:
        args["to"] = label(to)
    told = because(kinds[to is not None], **args)
    gone = percent(found.blow.gone)
    return told + because("wiped_out", percent=gone) if gone >= LIKELY else told


def fire(field: Field, decision: Decision[Any], answer: Fire) -> Why:
    """Say what the fire does."""
    return attack(field, field.fire(answer.unit, answer.target))


def melee(field: Field, decision: Decision[Any], answer: MeleeAttack) -> Why:
    """Say what the melee does."""
    return attack(field, field.melee(answer.unit, answer.target, answer.combined_arms))


def take_ground(field: Field, decision: ChooseGround, answer: TakeGround) -> Why:
    """Say why the ground is taken."""
    return going(field, decision.unit, decision.at)


def hold_ground(
    field: Field, decision: ChooseGround | ChooseBreakthrough | ChooseExit, answer: HoldGround
) -> Why:
    """Say that the unit stands well."""
    return because("holds", unit=unit_name(field.ctx, decision.unit))


def breakthrough(field: Field, decision: ChooseBreakthrough, answer: Breakthrough) -> Why:
    """Say whom the cavalry meets, or why it stands better there."""
    unit, to = decision.unit, answer.path[-1]
    with field.placed(unit, to), field.changed(unit, at=to, fought=False):
        met = None if decision.bonus else field.best_assault(unit)
    return attack(field, met, to) if met is not None else going(field, unit, to)


def leave_by_advance(field: Field, decision: ChooseExit, answer: LeaveByAdvance) -> Why:
    """Say what leaving the board brings."""
    return leaving(field, decision.unit, field.world.units[decision.unit].at)


# -- reacting -------------------------------------------------------------------------------------


def first_strike(field: Field, decision: OfferFirstStrike, answer: PlayFirstStrike) -> Why:
    """Say how likely the attack is stopped."""
    roll, _ = answering.first_strike(field, decision.unit, decision.attacker)
    return because("first_strike", n=roll.dice, stopped=percent(roll.gone + roll.driven))


def decline(field: Field, decision: Decision[Any], answer: Decline) -> Why:
    """Say why an offer is declined."""
    if isinstance(decision, OfferFirstStrike):
        if not decision.holds(field.ctx):
            return because("no_strike_card")
        roll, _ = answering.first_strike(field, decision.unit, decision.attacker)
        return because("no_first_strike", n=roll.dice)
    return because("no_gain")


def retire(field: Field, decision: OfferRetire, answer: Retire) -> Why:
    """Compare what the blow costs either way."""
    away, _ = answering.retiring(field, decision.unit, decision.attacker)
    stand, _ = answering.suffers(field, decision.attacker, decision.unit)
    return because("retire", away=number(away.losses), stand=number(stand.losses))


def square(field: Field, decision: OfferSquare, answer: FormSquare) -> Why:
    """Say what the charge would cost."""
    stand, _ = answering.suffers(field, decision.attacker, decision.unit)
    return because("square", n=stand.dice, stand=number(stand.losses))


def stand(field: Field, decision: OfferSquare | OfferRetire, answer: Stand) -> Why:
    """Say that the blow can be borne."""
    roll, _ = answering.suffers(field, decision.attacker, decision.unit)
    return because("stand", n=roll.dice, stand=number(roll.losses))


def battle_back(field: Field, decision: OfferBattleBack, answer: BattleBack) -> Why:
    """Say what the battle back does."""
    roll = field.strike(decision.unit, decision.attacker, "back")
    return because("battle_back", n=roll.dice, losses=number(roll.losses))


def flags(field: Field, decision: ChooseFlags, answer: IgnoreFlags) -> Why:
    """Say whether the unit holds its place."""
    name = unit_name(field.ctx, decision.unit)
    hexes = (decision.flags - answer.flags) * troop_of(field.ctx, decision.unit).retreat
    if not hexes:
        return because("holds", unit=name)
    return because("goes_back", unit=name, n=hexes)


def retreat(field: Field, decision: ChooseRetreat, answer: Retreat) -> Why:
    """Say how safe the way back is."""
    name = unit_name(field.ctx, decision.unit)
    if not answer.path:
        return because("no_way", unit=name)
    with field.placed(decision.unit, answer.path[-1]):
        threats = len(field.threats(decision.unit))
    if not threats:
        return because("safe", unit=name, to=label(answer.path[-1]))
    return because("retreat", unit=name, to=label(answer.path[-1]), n=threats)


def leader_back(field: Field, decision: LeaderRetreats, answer: Answer) -> Why:
    """Say where the leader is safe."""
    name = field.world.leaders[decision.leader].name
    if isinstance(answer, RetreatLeader) and is_enemy_hex(field.ctx, field.seat, answer.to):
        return because("leader_dares", leader=name)
    cell = answer.to if isinstance(answer, RetreatLeader) else decision.at
    unit = field.world.unit_at.get(cell)
    if (
        isinstance(answer, LeaveOverEdge)
        or unit is None
        or unit == unit_of(field.ctx, decision.leader)
    ):
        return because("leader_safe", leader=name)
    return because("leader_joins", leader=name, unit=unit_name(field.ctx, unit))


def _always(text: str) -> Reason:
    def reason(field: Field, decision: Decision[Any], answer: Answer) -> Why:
        return because(text)

    return reason


REASONS: dict[type, Reason] = {
    PlayCard: card,
    Keep: kept,
    Order: order,
    OrderLeader: order_leader,
    EndOrders: _always("no_order"),
    TakeSection: section,
    LongMove: long_move,
    OneUnit: one_unit,
    Rally: rally,
    SupplyTarget: supply,
    PlaceUnit: _always("place"),
    LeaveSquare: leave_square,
    StayInSquare: stay_in_square,
    Move: move,
    MoveLeader: move_leader,
    Exit: exits,
    ExitLeader: _always("leader_leaves"),
    EndMovement: _always("no_move"),
    Fire: fire,
    MeleeAttack: melee,
    EndCombat: _always("no_attack"),
    TakeGround: take_ground,
    HoldGround: hold_ground,
    Breakthrough: breakthrough,
    LeaveByAdvance: leave_by_advance,
    PlayFirstStrike: first_strike,
    Decline: decline,
    Retire: retire,
    FormSquare: square,
    Stand: stand,
    BattleBack: battle_back,
    IgnoreFlags: flags,
    Retreat: retreat,
    RetreatLeader: leader_back,
    StopLeader: leader_back,
    LeaveOverEdge: leader_back,
}
"""Who explains which kind of answer."""
