"""How a general looks ahead: one's own activation and the enemy's answer, or a phase and the next.

A whole turn has forty activations, too many to be played through for every answer that comes into
question. So a try ends after the next activation of the enemy, who charges if that pays, and what
comes later is left to the judgement of the whole position.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from math import hypot
from typing import Any, Final

from walstatt.boards.paths import Slide
from walstatt.boards.pose import Pose
from walstatt.games.idg.activating import March
from walstatt.games.idg.activation import ChooseActivation, waiting
from walstatt.games.idg.ai.aims import HASTY, Aim, Aims
from walstatt.games.idg.ai.balance import Balance, best_charge
from walstatt.games.idg.ai.bodies import aside
from walstatt.games.idg.ai.field import Field
from walstatt.games.idg.ai.fortune import Scale, fortune, scale_of
from walstatt.games.idg.ai.journeys import Journey
from walstatt.games.idg.ai.moves import Moves, Thought
from walstatt.games.idg.ai.orders import PER
from walstatt.games.idg.ai.recalling import Memory, Recalled
from walstatt.games.idg.ai.weights import Weights
from walstatt.games.idg.choose_move import ChooseMove, Go, Halt
from walstatt.games.idg.content import SEATS
from walstatt.games.idg.engine_turns import engines_waiting
from walstatt.games.idg.entering import due_to_enter
from walstatt.games.idg.going import unit_difficult
from walstatt.games.idg.oxen import must_run
from walstatt.games.idg.stopping import Brake, Legs
from walstatt.games.idg.waters import in_boats
from walstatt.games.idg.world import IdgCtx, is_in_play
from walstatt.i18n.catalogue import Message
from walstatt.kernel.advice import Advice, Advisor
from walstatt.kernel.chance import Outcomes, Roll
from walstatt.kernel.decisions import kind_of
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.trace import musing

TRIED: Final = ("choose_activation", "choose_move", "offer_reroll")
"""What a general tries out; everything else it answers as an officer would."""
QUICK: Final = 2
"""How many charges are looked at in a try."""
STRAIGHT: Final = 2_000
"""How far aside its goal may be for a unit to go straight ahead."""
WIDER: Final = 8
"""How many moves of the program's families are thought of beyond an officer's."""


class Kept(Aims):
    """The aims of one side as they were when the plan was made, looked at from another position."""

    def __init__(self, field: Field, known: Mapping[UnitId, Aim]) -> None:
        super().__init__(field)
        self.known = known

    def of(self, unit: UnitId) -> Aim:
        """Tell what a unit was sent for, unless that is gone."""
        aim = self.known.get(unit)
        if aim is None or (aim.foe and not is_in_play(self.ctx, aim.foe)):
            return Aim("hold", self.field.body(unit).box.centre)
        return aim


class Plan:
    """What a general thinks of one decision; the position it was made for is looked at once."""

    def __init__(self, officer: Advisor, weights: Weights, game: AnyGame, seat: Seat) -> None:
        self.officer, self.weights, self.game, self.seat = officer, weights, game, seat
        self._ways: dict[UnitId, Journey | None] = {}
        self._memory = Memory(game.ctx)

    # -- what the search asks ---------------------------------------------------------------------

    def advise(self, game: AnyGame, seat: Seat) -> Sequence[Advice]:
        """Judge many answers to the decision itself, and give one at once to those in a try."""
        with musing():
            if game is self.game:
                return self._widely(seat)
            return self._at_once(game, seat)

    def explain(self, game: AnyGame, seat: Seat, advice: Advice) -> tuple[Message, ...]:
        """Say why an answer was thought good."""
        return self.officer.explain(game, seat, advice)

    def worth(self, game: AnyGame, seat: Seat) -> float:
        """Weigh the whole position."""
        with musing():
            return Balance(self._look(game.ctx, seat), self.way).total()

    def turn(self, game: AnyGame) -> Hashable:
        """Name the activation in the movement phase, and the phase otherwise."""
        world = game.ctx.world
        if world.phase != "move":
            return world.turn, world.phase
        units = sum(one.activated for one in world.units.values())
        engines = sum(one.activated for one in world.engines.values())
        return world.turn, world.phase, world.active, units, engines

    def fortune(self, game: AnyGame, seat: Seat, roll: Roll[Any], fallen: Outcomes) -> float:
        """Tell by how much a roll went better for a seat than on average."""
        with musing():
            field = self._look(game.ctx, seat)
            return fortune(field, self.way, self._scale, roll, fallen)

    # -- the position it was made for -------------------------------------------------------------

    def _look(self, ctx: IdgCtx, seat: Seat) -> Field:
        return Recalled(ctx, seat, self.weights, self._memory)

    @cached_property
    def _fields(self) -> dict[Seat, Field]:
        return {seat: self._look(self.game.ctx, seat) for seat in SEATS}

    @cached_property
    def _scale(self) -> Scale:
        return scale_of(self._fields[self.seat])

    @cached_property
    def _aims(self) -> dict[Seat, dict[UnitId, Aim]]:
        return {seat: Aims(field).all for seat, field in self._fields.items()}

    def way(self, unit: UnitId) -> Journey | None:
        """Give the way on which a unit of either side was sent, if it was there."""
        if unit not in self._ways:
            side = self.game.ctx.world.units[unit].side
            aim, field = self._aims[side].get(unit), self._fields[side]
            self._ways[unit] = None if aim is None else Journey(field, field.body(unit), aim)
        return self._ways[unit]

    # -- the decision itself ----------------------------------------------------------------------

    def _widely(self, seat: Seat) -> Sequence[Advice]:
        """Think of everything that is worth a try, in points."""
        decision = self.game.decision(seat)
        if decision is None or not self.game.ctx.world.turn or kind_of(decision) not in TRIED:
            return _best(self.officer.advise(self.game, seat))
        if isinstance(decision, ChooseMove):
            return self._moves(decision) or self.officer.advise(self.game, seat)
        found = self.officer.advise(self.game, seat)
        if isinstance(decision, ChooseActivation):
            return [Advice(one.answer, PER * one.worth, one.kind) for one in found]
        return found

    def _moves(self, question: ChooseMove) -> list[Advice]:
        """Think of an officer's moves and of those the program proposes to anybody."""
        field = self._fields[question.seat]
        moves = Moves(field, Kept(field, self._aims[question.seat]), question.orders)
        thoughts = moves.thoughts()
        if question.orders.purpose == "enter" or not moves.judge.before:
            return [Advice(Go(one.legs), one.worth) for one in thoughts]
        known = {_ends(moves, one.legs) for one in thoughts}
        thoughts += _followed(moves, moves.wishes.anything(), known, WIDER)
        found = [Advice(Go(one.legs), one.worth) for one in thoughts]
        hurries = moves.aim.kind in HASTY and any(one.worth > 0 for one in thoughts)
        return found if hurries else [Advice(Halt(), 0.0), *found]

    # -- in a try ---------------------------------------------------------------------------------

    def _at_once(self, game: AnyGame, seat: Seat) -> Sequence[Advice]:
        """Answer quickly, for either side."""
        decision = game.decision(seat)
        if isinstance(decision, ChooseMove):
            return [self._move(game.ctx, decision)]
        if isinstance(decision, ChooseActivation) and not _is_special(game.ctx, seat):
            return [self._activation(game.ctx, decision)]
        return self.officer.advise(game, seat)

    def _activation(self, ctx: IdgCtx, question: ChooseActivation) -> Advice:
        """Let the unit march that has the best charge; if none has, somebody stands."""
        field = self._look(ctx, question.seat)
        bodies = (field.body(unit) for unit in waiting(ctx, question.seat))
        offers = [(best_charge(field, body).worth, body.unit) for body in bodies]
        worth, unit = max(offers, default=(0.0, UnitId("")))
        if worth > 0:
            answer = March(unit, "difficult" if unit_difficult(ctx, unit) else "good")
            if not question.check(ctx, answer):
                return Advice(answer, worth)
        return Advice(question.default(ctx), 0.0)

    def _move(self, ctx: IdgCtx, question: ChooseMove) -> Advice:
        """Take the best of the first moves that come to mind, if any is better than none."""
        field = self._look(ctx, question.seat)
        moves = Moves(field, Kept(field, self._aims[question.seat]), question.orders)
        journey = self.way(question.unit)
        if not moves.judge.before:
            return Advice(Halt(), 0.0)
        if journey is not None:
            moves.journey = journey
        thoughts = _followed(moves, _first_wishes(moves), set(), QUICK + 1)
        best = max(thoughts, key=lambda one: one.worth, default=None)
        if best is None or best.worth <= 0:
            return Advice(Halt(), 0.0)
        return Advice(Go(best.legs), best.worth)


def _best(advice: Sequence[Advice]) -> Sequence[Advice]:
    """Keep what an officer would answer."""
    return [max(advice, key=lambda one: one.worth)] if advice else []


def _is_special(ctx: IdgCtx, seat: Seat) -> bool:
    """Is there anything to do but to move units over the table?"""
    if due_to_enter(ctx, seat) or engines_waiting(ctx, seat):
        return True
    return any(must_run(ctx, unit) or in_boats(ctx, unit) for unit in waiting(ctx, seat))


def _first_wishes(moves: Moves) -> Iterator[Legs]:
    """Think of charges, and of the way a unit was sent."""
    if moves.orders.purpose != "march":
        yield from islice(moves.wishes.all(0.0), QUICK)
        return
    yield from islice(moves.wishes.charges.all(), QUICK)
    ways, box, inch = moves.wishes.ways, moves.body.box, moves.ctx.content.mu
    left = (moves.journey.far(box) - moves.aim.near) * inch
    if not moves.aim.pull or left <= 0:
        return
    point = moves.journey.point_from(box.centre, ways.reach / inch)
    if aside(box, point) < STRAIGHT:
        yield (ways.ahead(min(ways.reach, left)),)
        return
    (x, y), (px, py) = box.centre, point
    part = min(1.0, min(ways.short, left) / (hypot(px - x, py - y) or 1.0))
    dx, dy = int((px - x) * part), int((py - y) * part)
    before = moves.judge.before.items()
    yield (Slide({key: Pose(one.x + dx, one.y + dy, one.facing) for key, one in before}),)


def _followed(
    moves: Moves, wishes: Iterable[Legs], known: set[tuple[Pose, ...]], most: int
) -> list[Thought]:
    """Weigh moves that lead somewhere new, cut short without much seeking."""
    brake, found = Brake(moves.judge, rough=True, seeks=False), list[Thought]()
    for wish in wishes:
        legs = brake.stopped(wish)
        ends = _ends(moves, legs)
        if legs and ends not in known:
            known.add(ends)
            found.append(moves.thought(legs))
        if len(found) >= most:
            break
    return found


def _ends(moves: Moves, legs: Legs) -> tuple[Pose, ...]:
    return tuple(moves.judge.ends(legs).values())
