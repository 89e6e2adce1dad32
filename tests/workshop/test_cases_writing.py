from random import Random

import pytest

from tests.workshop.case_texts import FILE
from walstatt.games import find_game
from walstatt.kernel.codec import state_hash
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.match import Match
from walstatt.workshop.case_playing import play_case
from walstatt.workshop.cases import case_from, new_case, parse_cases, run_case

TOY = find_game("toy")


def played(scenario: str, seed: int, options: dict[str, object] | None = None) -> Match:
    """Play a match at random, with a rally now and then."""
    match = Match.start(TOY, scenario, seed=seed, options=options)
    rng = Random(seed)
    while match.game.outcome is None:
        game = match.game
        seat = rng.choice(game.to_act)
        answer, kind = rng.choice(game.choices(seat, rng)), ""
        for one in game.rules.seats:
            for offer in game.standing(one):
                rallies = game.legal(offer)
                if rallies and rng.random() < 0.1:
                    seat, answer, kind = one, rallies[0], "offer_rally"
        match.answer(seat, answer, kind)
    return match


@pytest.mark.parametrize(
    ("scenario", "options"), [("hill", {}), ("hill", {"cornered": "stands"}), ("field", {})]
)
def test_every_position_of_a_match_can_be_written_as_a_case(
    scenario: str, options: dict[str, object]
) -> None:
    match = played(scenario, 4, options)
    longest = 0
    for n in range(0, len(match.entries), 3):
        text = case_from(match, n)
        (case,) = parse_cases(text, FILE)
        assert run_case(case).ok, text
        assert state_hash(play_case(case).game) == match.entries[n].state
        longest = max(longest, len(case.steps) - 1)
    assert 0 < longest < 10


def test_a_case_out_of_a_match_says_only_which_options_differ() -> None:
    match = Match.start(TOY, "hill", seed=1, options={"rounds": 3})
    assert "options: {rounds: 3}\n" in case_from(match, 0)


def test_the_end_of_a_match_is_written_with_its_outcome() -> None:
    match = played("hill", 2)
    text = case_from(match, len(match.entries) - 1)
    assert "outcome: {winners: " in text
    assert run_case(parse_cases(text, FILE)[0]).ok


def test_an_entry_that_does_not_exist_cannot_be_written() -> None:
    match = Match.start(TOY, "hill", seed=1)
    for n in (-1, 1):
        with pytest.raises(BadRequest, match=f"there is no entry {n}; the last one is 0"):
            case_from(match, n)


def test_positions_without_words_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.start(TOY, "hill", seed=1)
    monkeypatch.setattr(type(TOY.casebook), "given_of", lambda *_: None)
    with pytest.raises(BadRequest, match="no position up to entry 0 can be written"):
        case_from(match, 0)


def test_a_position_that_would_not_be_the_same_is_not_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = Match.start(TOY, "hill", seed=1)
    for wrong in ({"scenario": "hill", "hands": {"red": 1}}, {"scenario": "nowhere"}):
        monkeypatch.setattr(type(TOY.casebook), "given_of", lambda *_, wrong=wrong: wrong)
        with pytest.raises(BadRequest, match="can be written"):
            case_from(match, 0)


def test_the_template_holds_and_lists_all_words() -> None:
    text = new_case(TOY)
    (case,) = parse_cases(text, FILE)
    assert run_case(case).ok
    assert "#   attack: the unit in `unit` has ended its march and may attack" in text
    assert "#     step: {to: label of a hex}. March one hex." in text
    assert max(map(len, text.splitlines())) < 200


def test_without_an_example_there_is_no_template(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(TOY.casebook), "example", "")
    with pytest.raises(BadRequest, match="toy has no example"):
        new_case(TOY)
