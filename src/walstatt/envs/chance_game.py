"""Games with open chance, in the manner of OpenSpiel: every die is a move of the player chance.

A state is advanced by numbers only; the list of numbers played so far is the state's name, and
playing them again gives the same state. Nothing but the kernel is needed for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import Any, Final

import msgspec

from walstatt.games import find_game
from walstatt.kernel.chance import Outcomes, Request, Roll
from walstatt.kernel.codec import plain
from walstatt.kernel.decisions import Answer
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.game import AnyGame, new_game
from walstatt.kernel.ids import Face, Seat
from walstatt.kernel.options import Options
from walstatt.workshop.crash import drawn_rosters
from walstatt.workshop.playout import playable_scenarios

CHANCE: Final = -1
OVER: Final = -4
"""The players that are none, numbered as OpenSpiel numbers them."""
DRAWN: Final = 8
"""How many answers are drawn where the rules cannot list them."""


class ChanceGame:
    """One scenario of a game; makes its initial state."""

    def __init__(self, game: str, scenario: str = "", options: Options | None = None) -> None:
        self.definition = find_game(game)
        self.scenario = scenario or playable_scenarios(self.definition)[0]
        self.options = options
        self.seats: tuple[Seat, ...] = self.definition.scenario(self.scenario).seats

    def num_players(self) -> int:
        """Count the seats."""
        return len(self.seats)

    def new_initial_state(self) -> State:
        """Begin; the armies are always the same, and the first dice are still to be rolled."""
        rosters = drawn_rosters(self.definition, self.scenario, "0", self.options)
        begun = new_game(self.definition, self.scenario, None, self.options, rosters)
        state = State(self, begun, (), ())
        state.settle()
        return state


class State:
    """A position: somebody is asked, chance is asked, or the game is over."""

    __slots__ = ("_fallen", "_game", "_history", "_offered", "spiel")

    def __init__(
        self, spiel: ChanceGame, game: AnyGame, history: tuple[int, ...], fallen: Outcomes
    ) -> None:
        self.spiel = spiel
        self._game = game
        self._history = history
        self._fallen = fallen
        """What has fallen of the requests that are waiting, one face after the other."""
        self._offered: Sequence[Answer] | None = None

    # -- looking ---------------------------------------------------------------------------------

    def current_player(self) -> int:
        """Number the seat to act, or chance, or nobody."""
        if self._game.outcome is not None:
            return OVER
        if self._game.waiting is not None:
            return CHANCE
        return self.spiel.seats.index(self._game.to_act[0])

    def is_chance_node(self) -> bool:
        """Tell whether chance is asked."""
        return self.current_player() == CHANCE

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self._game.outcome is not None

    def returns(self) -> list[float]:
        """Give what each seat has won, with the sum zero; nothing before the end."""
        outcome = self._game.outcome
        seats = self.spiel.seats
        if outcome is None or not outcome.winners:
            return [0.0] * len(seats)
        share = 1.0 / len(outcome.winners)
        losers = max(len(seats) - len(outcome.winners), 1)
        return [share if seat in outcome.winners else -1.0 / losers for seat in seats]

    def history(self) -> list[int]:
        """List all actions so far, those of chance included."""
        return list(self._history)

    def information_state_string(self, player: int | None = None) -> str:
        """Write down what a player knows, and what he is asked."""
        number = self.current_player() if player is None else player
        if not 0 <= number < len(self.spiel.seats):
            raise BadRequest(f"there is no player {number} who could know something")
        seat = self.spiel.seats[number]
        scopes = self._game.scopes
        told: list[Any] = [plain(one.rules.game.observe(one, seat)) for one in scopes]
        decision = self._game.decision(seat)
        if decision is not None:
            told.append(plain(decision))
        return msgspec.json.encode(told, order="sorted").decode()

    # -- acting ----------------------------------------------------------------------------------

    def legal_actions(self) -> list[int]:
        """List the actions of the player to act, or of chance."""
        if self.is_terminal():
            return []
        if self.is_chance_node():
            return [action for action, _ in self.chance_outcomes()]
        return list(range(len(self.answers())))

    def answers(self) -> Sequence[Answer]:
        """List the answers the actions stand for; where they cannot be listed, some are drawn."""
        if self._offered is None:
            seat = self._game.to_act[0]
            listed = self._game.options(seat)
            self._offered = self._drawn(seat) if listed is None else listed
        return self._offered

    def _drawn(self, seat: Seat) -> Sequence[Answer]:
        """Draw answers by lots that follow from the history alone."""
        rng = Random(repr(self._history))
        found: list[Answer] = []
        for _ in range(DRAWN):
            answer = self._game.pick(seat, rng)
            if answer not in found:
                found.append(answer)
        return found

    def chance_outcomes(self) -> list[tuple[int, Fraction]]:
        """List what chance can do now, with exact probabilities: one die or one card."""
        faces = self._faces()
        total = len(faces)
        return [(n, Fraction(faces.count(face), total)) for n, face in enumerate(_distinct(faces))]

    def _faces(self) -> tuple[Face, ...]:
        """List what can fall next; a face that stands twice falls twice as often."""
        request, fallen = next(self._open())
        if isinstance(request, Roll):
            return tuple(request.die.faces)
        left = list(request.pool)
        for item in fallen:
            left.remove(item)
        return tuple(left)

    def _open(self) -> Iterator[tuple[Request, Outcomes]]:
        """Find the first request that is not answered, and what has fallen for it."""
        waiting = self._game.waiting
        if waiting is None:
            raise BadRequest("nothing is being rolled or drawn")
        fallen = self._fallen
        for _, request in waiting.requests:
            if len(fallen) < request.count:
                yield request, fallen
            fallen = fallen[request.count :]

    def action_to_string(self, action: int) -> str:
        """Write down what an action stands for."""
        if self.is_chance_node():
            return str(_distinct(self._faces())[action])
        return msgspec.json.encode(plain(self.answers()[action])).decode()

    def apply_action(self, action: int) -> None:
        """Act, or let a die fall."""
        if action not in self.legal_actions():
            raise BadRequest(f"action {action} is not legal; there are {len(self.legal_actions())}")
        if self.is_chance_node():
            self._fallen = (*self._fallen, _distinct(self._faces())[action])
        else:
            self._game.apply(self._game.to_act[0], self.answers()[action])
        self._history = (*self._history, action)
        self._offered = None
        self.settle()

    def settle(self) -> None:
        """Go on once everything has fallen; requests for nothing are answered by nothing."""
        while self._game.waiting is not None and next(self._open(), None) is None:
            results: list[Outcomes] = []
            fallen = self._fallen
            for _, request in self._game.waiting.requests:
                results.append(fallen[: request.count])
                fallen = fallen[request.count :]
            self._fallen = ()
            self._game.force(*results)

    def clone(self) -> State:
        """Copy the state; neither copy sees what becomes of the other."""
        return State(self.spiel, self._game.clone(None), self._history, self._fallen)

    def child(self, action: int) -> State:
        """Give the state after an action."""
        state = self.clone()
        state.apply_action(action)
        return state


def _distinct(faces: Sequence[Face]) -> tuple[Face, ...]:
    """List every face once, in order."""
    return tuple(dict.fromkeys(faces))
