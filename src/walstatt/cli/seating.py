"""A match with its players: people at this terminal, and computers who answer by themselves."""

from __future__ import annotations

from collections.abc import Mapping

from walstatt.ai.clock import TurnClock
from walstatt.ai.playing import USUAL_MS, choose
from walstatt.cli.wishes import HUMAN
from walstatt.kernel.decisions import Answer
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match


class Seating:
    """A match, and who plays which seat."""

    def __init__(self, match: Match, players: Mapping[Seat, str]) -> None:
        self.match = match
        self.players = players
        self.clock = TurnClock(USUAL_MS)
        self.people = tuple(seat for seat, player in players.items() if player == HUMAN)

    @property
    def is_shared(self) -> bool:
        """Do several people use this terminal?"""
        return len(self.people) > 1

    def next_person(self, before: Seat | None) -> Seat | None:
        """Let the computers answer, then name the person to act: the same one if possible."""
        while self.match.game.outcome is None:
            asked = self.match.game.to_act
            seat = next((one for one in asked if one not in self.people), None)
            if seat is None:
                return before if before in asked else asked[0]
            with self.clock.deciding(self.match.game, seat) as ms:
                chosen = deed(self.match, seat, self.players[seat], ms)
            self.match.answer(seat, *chosen)
        return None


def deed(match: Match, seat: Seat, level: str, ms: int = USUAL_MS) -> tuple[Answer, str]:
    """Let a computer choose for a seat; the same dice and as long a log give the same choice."""
    seed = f"{match.header.dice.key}/{len(match.entries)}/{seat}"
    chosen = choose(match.game, seat, level, seed, ms)
    return chosen.answer, chosen.kind
