"""Why an answer was chosen, in sentences with the numbers that decided."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from walstatt.games.idg.activating import BreakOff, Evade, Join, March, Stand, UnitAnswer
from walstatt.games.idg.activation import Again, ChooseActivation, OfferReroll
from walstatt.games.idg.ai.aims import Aim
from walstatt.games.idg.ai.field import Field
from walstatt.games.idg.ai.kept_aims import aims_of
from walstatt.games.idg.ai.moves import Moves, Thought
from walstatt.games.idg.ai.orders import Orders
from walstatt.games.idg.ai.setting_up import hides
from walstatt.games.idg.ai.worth import NO_TOLL, Toll
from walstatt.games.idg.allowance import unit_dice
from walstatt.games.idg.arrivals import Arrive
from walstatt.games.idg.choose_move import ChooseMove, Go, Halt
from walstatt.games.idg.concealment import Conceal, SetAside
from walstatt.games.idg.deployment_order import PlaceSecond
from walstatt.games.idg.engine_moves import GoEngine
from walstatt.games.idg.ladders import ThrowDown
from walstatt.games.idg.melee_after import BreakGate
from walstatt.games.idg.morale import RepeatTest, SkipTest
from walstatt.games.idg.mounting import Dismount, Light
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.rally import Encourage
from walstatt.games.idg.shooting_choices import HoldAll, ShootAll, ShootAt, ShootUnit
from walstatt.games.idg.siege_towers import Push
from walstatt.games.idg.stepping import Climb, Grapple, StepOut
from walstatt.games.idg.stratagems import Stake, UseTrick
from walstatt.i18n.catalogue import Argument, Message, say
from walstatt.kernel.decisions import Answer, Decision
from walstatt.kernel.ids import UnitId

Why: TypeAlias = tuple[Message, ...]
OfUnit: TypeAlias = UnitAnswer | Arrive | Dismount | Light | ShootUnit
Reason: TypeAlias = Callable[[Field, Any, Any], Why]

SAFER: Final = 1.0
"""How many points of danger less are worth a word."""
SHOTS: Final = 0.5
"""How many points of harm by shots are worth a word."""


def because(text: str, /, **args: Argument) -> Why:
    """Give one reason."""
    return (say(f"idg.why.{text}", **args),)


def number(value: float) -> Message:
    """Write a number with one decimal."""
    whole, part = divmod(round(abs(value) * 10), 10)
    return say("idg.why.number", whole=whole, part=part)


def why(field: Field, decision: Decision[Any], answer: Answer) -> Why:
    """Explain an answer."""
    reason: Reason = REASONS.get(type(answer), usual)
    return reason(field, decision, answer)


def usual(field: Field, decision: Decision[Any], answer: Answer) -> Why:
    """Say that nothing speaks for anything else."""
    return because("usual")


# -- moves ----------------------------------------------------------------------------------------


def go(field: Field, decision: ChooseMove, answer: Go) -> Why:
    """Say what a unit gains where it goes."""
    aims = aims_of(field)
    moves = Moves(field, aims, decision.orders)
    thought = moves.thought(answer.legs)
    name = unit_name(field.ctx, decision.unit)
    if thought.leaves:
        return because("leaves", unit=name)
    if thought.train is not None:
        return because("plunders", unit=name)
    if thought.foes:
        return charge(field, decision.unit, thought)
    if moves.stay.danger - thought.danger > SAFER:
        return because("safer", unit=name)
    if thought.shots > SHOTS:
        return because("shoots_from", unit=name)
    return sent(field, decision.unit, moves.aim)


def charge(field: Field, unit: UnitId, thought: Thought) -> Why:
    """Say what both sides suffer in the first turn of a fight."""
    foe, tolls = thought.foes[0], thought.fights.tolls
    return because(
        "charges",
        unit=unit_name(field.ctx, unit),
        foe=unit_name(field.ctx, foe),
        given=number(sum(shaken(tolls.get(one, NO_TOLL)) for one in thought.foes)),
        taken=number(shaken(tolls.get(unit, NO_TOLL))),
    )


def shaken(toll: Toll) -> float:
    """Count markers and losses together."""
    return toll.markers + toll.lost


def sent(field: Field, unit: UnitId, aim: Aim) -> Why:
    """Say what a unit is about."""
    name = unit_name(field.ctx, unit)
    if aim.foe and aim.kind in ("fight", "shoot", "flank", "follow", "advance", "prize"):
        return because(f"aim.{aim.kind}", unit=name, foe=unit_name(field.ctx, aim.foe))
    if aim.kind == "shoot":
        return because("aim.gate", unit=name)
    return because(f"aim.{aim.kind}", unit=name)


def halt(field: Field, decision: ChooseMove, answer: Halt) -> Why:
    """Say that no move is better than none."""
    return because("halts", unit=unit_name(field.ctx, decision.unit))


# -- orders ---------------------------------------------------------------------------------------


def march(field: Field, decision: Decision[Any], answer: March) -> Why:
    """Say what a unit is sent for."""
    return sent(field, answer.unit, aims_of(field).of(answer.unit))


def stand(field: Field, decision: Decision[Any], answer: Stand) -> Why:
    """Say that a unit is where it should be."""
    return because("stands", unit=unit_name(field.ctx, answer.unit))


def leaves_fight(field: Field, decision: ChooseActivation, answer: UnitAnswer) -> Why:
    """Say how bad a fight is."""
    orders = Orders(field, aims_of(field), decision)
    points = number(-orders.fight(field.body(answer.unit)))
    return because("gets_away", unit=unit_name(field.ctx, answer.unit), points=points)


def again(field: Field, decision: OfferReroll, answer: Again) -> Why:
    """Say by how much the dice were below their average."""
    average = float(unit_dice(field.ctx, decision.unit, decision.column).average)
    name = unit_name(field.ctx, decision.unit)
    return because("again", unit=name, average=number(average))


# -- everything else ------------------------------------------------------------------------------


def rally(field: Field, decision: Decision[Any], answer: Encourage) -> Why:
    """Say how shaken a unit is."""
    body = field.body(answer.unit)
    return because("rallies", unit=unit_name(field.ctx, answer.unit), n=body.stock.disorder)


def hide(field: Field, decision: Decision[Any], answer: Conceal) -> Why:
    """Say that somebody lies in wait."""
    return because("hides", unit=unit_name(field.ctx, answer.unit))


def set_aside(field: Field, decision: Decision[Any], answer: SetAside) -> Why:
    """Say who is held back, if anybody is."""
    return because("all_hidden" if hides(field) else "none_late")


def _of_unit(text: str) -> Reason:
    def reason(field: Field, decision: Decision[Any], answer: OfUnit) -> Why:
        return because(text, unit=unit_name(field.ctx, answer.unit))

    return reason


def _always(text: str) -> Reason:
    def reason(field: Field, decision: Decision[Any], answer: Answer) -> Why:
        return because(text)

    return reason


REASONS: Final[dict[type, Reason]] = {
    Go: go,
    Halt: halt,
    March: march,
    Stand: stand,
    Evade: leaves_fight,
    BreakOff: leaves_fight,
    Join: _of_unit("joins"),
    Again: again,
    Encourage: rally,
    Conceal: hide,
    SetAside: set_aside,
    Arrive: _of_unit("arrives"),
    Dismount: _of_unit("dismounts"),
    Light: _of_unit("lights"),
    PlaceSecond: _always("place_second"),
    Stake: _always("stakes"),
    UseTrick: _always("trick"),
    ShootAll: _always("shoot_all"),
    ShootAt: _always("shoot_at"),
    ShootUnit: _of_unit("springs"),
    HoldAll: _always("hold_all"),
    Push: _always("tower"),
    GoEngine: _always("tower"),
    StepOut: _always("step_out"),
    Grapple: _always("climbs"),
    Climb: _always("climbs"),
    ThrowDown: _always("throws_down"),
    BreakGate: _always("breaks_gate"),
    SkipTest: _always("skips"),
    RepeatTest: _always("repeats"),
}
"""Who explains which kind of answer."""
