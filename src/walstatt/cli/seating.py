"""A match with its players: people at this terminal, and random ones who answer by themselves."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from walstatt.cli.wishes import HUMAN
from walstatt.kernel.decisions import Answer, kind_of
from walstatt.kernel.errors import DeadEnd
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match
from walstatt.workshop.playout import STANDING, allowed


class Seating:
    """A match, and who plays which seat."""

    def __init__(self, match: Match, players: Mapping[Seat, str]) -> None:
        self.match = match
        self.players = players
        self.people = tuple(seat for seat, player in players.items() if player == HUMAN)

    @property
    def is_shared(self) -> bool:
        """Do several people use this terminal?"""
        return len(self.people) > 1

    def next_person(self, before: Seat | None) -> Seat | None:
        """Let the random players answer, then name the person to act: the same one if possible."""
        while self.match.game.outcome is None:
            asked = self.match.game.to_act
            seat = next((one for one in asked if one not in self.people), None)
            if seat is None:
                return before if before in asked else asked[0]
            self.match.answer(seat, *random_deed(self.match, seat))
        return None


def random_deed(match: Match, seat: Seat) -> tuple[Answer, str]:
    """Choose an answer for a seat; the same dice and as long a log give the same choice."""
    rng = Random(f"{match.header.dice.key}/{len(match.entries)}/{seat}")
    if rng.random() < STANDING:
        for decision in match.game.standing(seat):
            offers = allowed(match.game, decision, rng)
            if offers:
                return rng.choice(offers), kind_of(decision)
    choices = match.game.choices(seat, rng)
    if not choices:
        raise DeadEnd(f"{seat} has no legal answer to {match.game.decision(seat)}")
    return rng.choice(choices), ""
