"""What the report says, and to whom; what can be taken back; what tables look like."""

from __future__ import annotations

from random import Random

from walstatt.games import all_games, find_game
from walstatt.i18n.catalogue import LANGUAGES
from walstatt.kernel.chance import Roll
from walstatt.kernel.events import Rolled
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Entry, Match
from walstatt.server.seats import KeptKey, Key, hashed, joined_key, new_table_id, new_token
from walstatt.server.telling import Teller, can_undo, in_words, last_own, lines_of


def played(game: str, scenario: str, count: int, seed: int = 1) -> Match:
    match = Match.start(find_game(game), scenario, seed=seed)
    rng = Random(seed)
    while len(match.entries) < count and match.game.outcome is None:
        seat = match.game.to_act[0]
        match.answer(seat, match.game.pick(seat, rng))
    return match


def nobody(_: Entry) -> bool:
    return False


def test_dice_are_told_with_hits_rule_and_ledgers() -> None:
    match = played("ccn", "rolica_1", 2000)
    teller = Teller(match)
    lines = [line for line in teller.since(None, 0) if line.dice is not None]
    rolled = [
        told.event
        for moment in match.moments
        for told in moment.told
        if isinstance(told.event, Rolled) and isinstance(told.event.request, Roll)
    ]
    assert len(lines) == len(rolled) > 10
    for line, event in zip(lines, rolled, strict=True):
        assert line.dice is not None
        assert line.dice.faces == event.outcome
        assert len(line.dice.hits) == len(event.outcome)
        assert line.dice.rule == event.request.rule
        assert line.seat == event.request.seat
    assert any(any(line.dice.hits) for line in lines if line.dice is not None)
    assert any(line.dice.ledgers for line in lines if line.dice is not None)


def test_draws_are_told_only_to_those_who_saw_them() -> None:
    match = played("ccn", "rolica_1", 120)
    teller = Teller(match)
    for seat in (Seat("french"), Seat("allied"), None):
        lines = teller.since(seat, 0)
        drawn = {line.seat for line in lines if line.event == "kernel.rolled" and not line.dice}
        assert drawn == ({seat} if seat else set())
        unseen = {line.seat for line in lines if line.event == "kernel.drawn_unseen"}
        assert unseen == {Seat("french"), Seat("allied")} - {seat}


def test_every_line_of_every_game_can_be_said_in_both_languages() -> None:
    for game in all_games():
        scenario = next(one.id for one in game.scenarios().values() if not one.for_cases)
        match = played(game.id, scenario, 200)
        for seat in (*match.game.rules.seats, None):
            lines = Teller(match).since(seat, 0)
            for language in LANGUAGES:
                assert len(in_words(game.catalogue, lines, language)) == len(lines)


def test_lines_are_told_once_and_follow_an_undo() -> None:
    match = played("toy", "hill", 40)
    teller = Teller(match)
    before = teller.since(None, 0)
    del match.entries[20:], match.moments[20:]
    shorter = teller.since(None, 0)
    assert shorter == tuple(line for line in before if line.n < 20)
    rng = Random(99)
    while len(match.entries) < 40:
        seat = match.game.to_act[0]
        match.answer(seat, match.game.pick(seat, rng))
    told = [
        line
        for n, moment in enumerate(match.moments)
        for line in lines_of(match.definition, n, moment, None)
    ]
    assert teller.since(None, 0) == tuple(told)
    assert teller.since(None, 30) == tuple(line for line in told if line.n >= 30)


def test_undo_is_what_the_match_allows() -> None:
    allowed = 0
    match = Match.start(find_game("toy"), "hill", seed=3)
    rng = Random(3)
    for _ in range(300):
        if match.game.outcome is not None:
            break
        seat = match.game.to_act[0]
        match.answer(seat, match.game.pick(seat, rng))
        for one in match.game.rules.seats:
            found = can_undo(match, one, nobody)
            assert found.alone == (not match.why_no_undo(one) and match.game.outcome is None)
            allowed += found.alone
            if found.alone:
                assert found.to == last_own(match, one) - 1
            else:
                assert found.why is not None
    assert allowed > 20


def test_a_token_cannot_be_guessed_or_read_from_its_hash() -> None:
    tokens = {new_token() for _ in range(1000)}
    assert len(tokens) == 1000
    assert {len(token) for token in tokens} == {22}
    assert all(len(hashed(token)) == 32 and token.encode() not in hashed(token) for token in tokens)
    names = {new_table_id() for _ in range(1000)}
    assert len(names) == 1000
    assert all(
        len(name) == 10 and set(name) <= set("abcdefghijklmnopqrstuvwxyz234567") for name in names
    )


def test_keys_add_up_in_the_order_of_the_seats() -> None:
    seats = (Seat("a"), Seat("b"), Seat("c"))
    keys = [KeptKey(b"1", (Seat("c"),)), KeptKey(b"2", (Seat("a"),), host=True), KeptKey(b"3")]
    assert joined_key("t", keys, seats) == Key("t", (Seat("a"), Seat("c")), host=True)
    assert joined_key("t", keys[2:], seats) == Key("t")
    assert not Key("t").holds("a")
