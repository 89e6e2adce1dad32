"""A player's own copy of a game holds nothing of the enemy's cards."""

from random import Random

import pytest

from tests.games.ccn.field import ALLIED, FRENCH
from walstatt.games.ccn.game import CCN
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match
from walstatt.kernel.seat_copy import seat_copy, seat_copy_bytes
from walstatt.workshop.playout import random_answer


def played(decisions: int, seed: int = 1) -> Match:
    match = Match.start(CCN, "rolica_1", seed=seed)
    rng = Random(seed)
    for _ in range(decisions):
        match.answer(*random_answer(match.game, rng))
    return match


def test_a_copy_tells_the_game_and_shows_the_own_hand() -> None:
    match = played(30)
    copy = seat_copy(match, FRENCH)
    assert (copy.game, copy.scenario, copy.seat, copy.outcome) == ("ccn", "rolica_1", FRENCH, None)
    assert copy.view["hand"] == match.game.world.hands[FRENCH]
    assert copy.view["hand_sizes"] == {
        seat: len(match.game.world.hands[seat]) for seat in (FRENCH, ALLIED)
    }
    assert len(copy.told) == len(match.moments) == 31
    assert copy.told[1][0].id == "ccn.played"


@pytest.mark.parametrize("seat", [FRENCH, ALLIED, None])
def test_cards_that_a_seat_cannot_know_are_not_in_its_copy(seat: Seat | None) -> None:
    match = played(1)
    before = seat_copy_bytes(match, seat)
    world = match.game.world
    for other in (FRENCH, ALLIED):
        if other != seat:
            hand, deck = world.hands[other], world.deck
            world.hands[other], world.deck = deck[: len(hand)], (*hand, *deck[len(hand) :])
    assert seat_copy_bytes(match, seat) == before


def test_a_spectator_is_told_only_how_many_cards_were_drawn() -> None:
    copy = seat_copy(played(60), None)
    assert (copy.view["hand"], copy.view["square_cards"]) == ((), ())
    drawn = [one for told in copy.told for one in told if one.id.startswith("ccn.unseen.")]
    assert {one.args["n"] for one in drawn} == {1, 5, 6}
