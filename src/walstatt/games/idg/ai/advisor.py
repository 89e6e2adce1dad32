"""The judgement of one player of In Death Ground: every kind of question, one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random  # noqa: TID251 - the same game gives the same judgement
from typing import Any, TypeAlias

from walstatt.games.idg.activation import ChooseActivation
from walstatt.games.idg.ai import answering, setting_up
from walstatt.games.idg.ai.aims import HASTY
from walstatt.games.idg.ai.engines import push, sail, steps
from walstatt.games.idg.ai.field import Field
from walstatt.games.idg.ai.kept_aims import aims_of
from walstatt.games.idg.ai.moves import Moves
from walstatt.games.idg.ai.orders import Orders
from walstatt.games.idg.ai.placing import place
from walstatt.games.idg.ai.reasons import why
from walstatt.games.idg.ai.turning import Plan
from walstatt.games.idg.ai.weights import Weights
from walstatt.games.idg.choose_move import ChooseMove, Go, Halt
from walstatt.games.idg.deployment_order import PlaceSecond
from walstatt.games.idg.ladders import ThrowDown
from walstatt.games.idg.melee_after import BreakGate
from walstatt.games.idg.morale import RepeatTest, SkipTest
from walstatt.i18n.catalogue import Message
from walstatt.kernel.advice import Advice
from walstatt.kernel.decisions import kind_of
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat
from walstatt.kernel.trace import musing

Options: TypeAlias = Sequence[Any]
Judge: TypeAlias = Callable[[Field, Any, Options], list[Advice]]


class IdgAdvisor:
    """A player's judgement; players of different levels differ in their weights."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights

    def advise(self, game: AnyGame, seat: Seat) -> Sequence[Advice]:
        """Judge the answers a seat might well give now."""
        decision = game.decision(seat)
        if decision is None:
            return []
        kind = kind_of(decision)
        with musing():
            field = Field(game.ctx, seat, self.weights)
            if kind in ALONE:
                alone: Judge = ALONE[kind]
                return alone(field, decision, ())
            options = game.choices(seat, Random(kind))
            if len(options) < 2:
                return [Advice(option, 0.0) for option in options]
            judge: Judge = JUDGES.get(kind, answering.in_order)
            return judge(field, decision, options)

    def explain(self, game: AnyGame, seat: Seat, advice: Advice) -> tuple[Message, ...]:
        """Say why an answer was thought good."""
        decision = game.decision(seat)
        if decision is None:
            return ()
        with musing():
            return why(Field(game.ctx, seat, self.weights), decision, advice.answer)

    def worth(self, game: AnyGame, seat: Seat) -> float:
        """Estimate how much better a seat stands, in points of the army lists."""
        with musing():
            field = Field(game.ctx, seat, self.weights)
            return field.strength(seat) - field.strength(field.enemy)

    def plan(self, game: AnyGame, seat: Seat) -> Plan:
        """Look at a decision that is to be searched."""
        return Plan(self, self.weights, game, seat)


def activation(field: Field, question: ChooseActivation, options: Options) -> list[Advice]:
    """Judge which unit acts next."""
    del options
    return Orders(field, aims_of(field), question).advice()


def move(field: Field, question: ChooseMove, options: Options) -> list[Advice]:
    """Judge where a unit goes."""
    del options
    moves = Moves(field, aims_of(field), question.orders)
    thoughts = moves.thoughts()
    best = max((one.worth for one in thoughts), default=0.0)
    if question.orders.purpose == "enter" and thoughts:
        return [Advice(Go(one.legs), one.worth) for one in thoughts]
    weights = field.weights
    close = weights.hurried if moves.aim.kind in HASTY else weights.choosy
    likely = [one for one in thoughts if one.worth >= close * best] if best > 0 else []
    found = [Advice(Go(one.legs), one.worth) for one in likely]
    return found if found and moves.aim.kind in HASTY else [Advice(Halt(), 0.0), *found]


ALONE: dict[str, Judge] = {
    "choose_activation": activation,
    "choose_move": move,
    "place_unit": place,
    "hold_back": setting_up.hold_back,
    "choose_layout": setting_up.usual,
    "choose_changes": setting_up.usual,
    "choose_works": setting_up.usual,
    "choose_edge": setting_up.usual,
    "choose_dummies": setting_up.usual,
    "choose_march": setting_up.march,
    "choose_places": setting_up.usual,
    "choose_opponent": setting_up.usual,
    "choose_support": setting_up.usual,
}
"""Who judges questions for which there is no need to list all answers."""

JUDGES: dict[str, Judge] = {
    "choose_placing": partial(answering.prefer, PlaceSecond),
    "choose_stake": setting_up.stake,
    "choose_stratagem": setting_up.trick,
    "choose_fuses": setting_up.fuses,
    "choose_season": answering.in_order,
    "choose_short_edge": answering.in_order,
    "choose_breach": setting_up.breach,
    "choose_rally": answering.rally,
    "choose_arrival": answering.arrival,
    "choose_bend": answering.bend,
    "choose_mounts": answering.mounts,
    "offer_reroll": answering.reroll,
    "declare_shots": answering.shots,
    "choose_loss": answering.loss,
    "choose_steps": steps,
    "push_tower": push,
    "sail_ship": sail,
    "choose_throw": partial(answering.prefer, ThrowDown),
    "choose_gate": partial(answering.prefer, BreakGate),
    "choose_skip": partial(answering.prefer, SkipTest),
    "choose_repeat": partial(answering.prefer, RepeatTest),
}
"""Who judges which other kind of question."""
