"""Which computer players there are, and what holds for all of them."""

from __future__ import annotations

from random import Random

import pytest

from tests.cli.driving import match_where
from walstatt.ai.advised_player import AdvisedPlayer
from walstatt.ai.levels import (
    GENERAL,
    LEVELS,
    OFFICER,
    RANDOM,
    RECRUIT,
    advisors_of,
    find_player,
    players,
    usual_level,
)
from walstatt.ai.player import Budget
from walstatt.ai.playing import battle, choose, imagined
from walstatt.ai.searching import SearchingPlayer, TurnAdvisor
from walstatt.ai.words import ai_catalogue
from walstatt.games import find_game
from walstatt.i18n.catalogue import LANGUAGES, Message, say
from walstatt.kernel.advice import Advice
from walstatt.kernel.codec import state_hash
from walstatt.kernel.decisions import Answer, FreeChoice
from walstatt.kernel.errors import BadRequest, DeadEnd
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match
from walstatt.kernel.prompts import Choice

CCN_LEVELS = [
    RANDOM,
    RECRUIT,
    OFFICER,
    "officer:bold",
    "officer:cautious",
    GENERAL,
    "general:bold",
    "general:cautious",
]


def test_every_game_has_a_random_player_and_ccn_all_levels_and_tempers() -> None:
    assert [level.id for level in players("toy")] == [RANDOM]
    assert [level.id for level in players("ccn")] == CCN_LEVELS
    assert (usual_level("toy"), usual_level("ccn")) == (RANDOM, RECRUIT)


def test_a_game_declares_its_advisors_beside_its_definition() -> None:
    assert advisors_of("toy") == {}
    assert list(advisors_of("ccn")) == [RECRUIT, OFFICER, "officer:bold", "officer:cautious"]
    assert isinstance(find_player("ccn", RECRUIT), AdvisedPlayer)
    assert isinstance(find_player("ccn", OFFICER), AdvisedPlayer)
    assert isinstance(find_player("ccn", GENERAL), SearchingPlayer)


def test_a_general_is_offered_only_where_turns_can_be_told_apart() -> None:
    assert all(isinstance(one, TurnAdvisor) for one in advisors_of("ccn").values())
    assert not isinstance(Ladder(1.0), TurnAdvisor)


def test_players_that_do_not_exist_are_refused_by_name() -> None:
    with pytest.raises(
        BadRequest, match=r"ccn has no player 'marshal'; there are: random, recruit"
    ):
        find_player("ccn", "marshal")
    with pytest.raises(BadRequest, match="toy has no player 'recruit'; there are: random"):
        find_player("toy", RECRUIT)
    with pytest.raises(BadRequest, match="there is no game 'go'"):
        players("go")


def test_all_levels_have_names_in_both_languages() -> None:
    words = ai_catalogue()
    assert words.problems() == []
    names = [level.name for level in players("ccn") if level.id in LEVELS]
    assert [words.text(one, "en") for one in names] == ["Random", "Recruit", "Officer", "General"]
    assert [words.text(one, "de") for one in names] == ["Zufall", "Rekrut", "Offizier", "General"]
    bold = next(level for level in players("ccn") if level.id == "officer:bold")
    assert [words.text(bold.name, one) for one in LANGUAGES] == ["Officer, bold", "Offizier, kühn"]
    assert [level.id for level in players("ccn") if not level.tempered] == list(LEVELS)


def test_all_levels_say_how_they_play() -> None:
    words = ai_catalogue()
    told = [words.text(level.about, "en") for level in players("ccn")]
    assert len(set(told)) == len(CCN_LEVELS)
    assert told[-1].endswith("Takes a second for that. Rather keeps its units safe.")


def test_the_random_player_draws_every_answer_and_says_so() -> None:
    match = Match.start(find_game("ccn"), "rolica_1", seed=4)
    seat = match.game.to_act[0]
    options = match.game.options(seat)
    assert options is not None
    chosen = [choose(match.game, seat, RANDOM, str(n)) for n in range(80)]
    assert {one.answer for one in chosen} == set(options)
    assert all(one.why == (say("ai.why.lot", n=len(options)),) for one in chosen)
    said = ai_catalogue().text(chosen[0].why[0], "de")
    assert said == f"Ausgelost aus {len(options)} Möglichkeiten."


def test_the_random_player_draws_among_more_answers_than_can_be_listed() -> None:
    match = Match.start(find_game("idg"), "eretria", seed=4)
    seat = match.game.to_act[0]
    assert match.game.options(seat) is None
    chosen = [choose(match.game, seat, RANDOM, str(n)) for n in range(6)]
    assert all(match.game.check(seat, one.answer, one.kind) == [] for one in chosen)
    assert len({str(one.answer) for one in chosen}) > 1
    assert all(one.why == (say("ai.why.any"),) for one in chosen)


def may_act_unasked(match: Match) -> bool:
    game, seat = match.game, match.game.to_act[0]
    return any(game.legal(decision) for decision in game.standing(seat))


def test_the_random_player_now_and_then_does_what_it_may_do_unasked() -> None:
    match = match_where(may_act_unasked)
    seat = match.game.to_act[0]
    chosen = [choose(match.game, seat, RANDOM, str(n)) for n in range(200)]
    unasked = [one for one in chosen if one.kind]
    assert 5 < len(unasked) < 50
    assert all(match.game.check(seat, one.answer, one.kind) == [] for one in chosen)


def test_nobody_can_answer_for_a_seat_that_is_not_asked() -> None:
    match = Match.start(find_game("ccn"), "rolica_1", seed=4)
    (asked,) = match.game.to_act
    other = next(seat for seat in match.game.rules.seats if seat != asked)
    for level in LEVELS:
        with pytest.raises(DeadEnd):
            choose(match.game, other, level, "1")


def test_asking_a_player_changes_nothing() -> None:
    match = Match.start(find_game("ccn"), "waterloo", seed=2)
    before = state_hash(match.game)
    (seat,) = match.game.to_act
    guess = imagined(match.game, seat, "s")
    as_it_was = state_hash(guess)
    for level in LEVELS:
        find_player("ccn", level).choose(guess, seat, Random(1), Budget(1000, playouts=4))
    assert state_hash(guess) == as_it_was
    assert state_hash(match.game) == before


# -- an eye for worth ------------------------------------------------------------------------------


class Take(Answer, frozen=True, tag="test_take"):
    n: int


class Which(FreeChoice[Take], frozen=True, tag="test_which"):
    answers = (Take,)

    def present(self, ctx: object, answer: Take) -> Choice:
        return Choice(say("test"))


class Ladder:
    """An advisor for whom each answer is worth what it is called."""

    def __init__(self, *worth: float) -> None:
        self.worths = worth

    def advise(self, game: AnyGame, seat: Seat) -> list[Advice]:
        return [Advice(Take(n), worth) for n, worth in enumerate(self.worths)]

    def explain(self, game: AnyGame, seat: Seat, advice: Advice) -> tuple[Message, ...]:
        return (say("test.worth", worth=str(advice.worth)),)

    def worth(self, game: AnyGame, seat: Seat) -> float:
        return 0.0


def picks(blur: float, *worth: float) -> list[int]:
    game = Match.start(find_game("toy"), "hill", seed=1).game
    player = AdvisedPlayer(Ladder(*worth), blur)
    seat = game.to_act[0]
    chosen = [player.choose(game, seat, Random(n), Budget(1)) for n in range(300)]
    return [one.answer.n for one in chosen if isinstance(one.answer, Take)]


def test_a_sharp_eye_takes_the_best() -> None:
    assert set(picks(0.0, 0.2, 1.0, 0.9)) == {1}


def test_a_blurred_eye_takes_the_better_more_often() -> None:
    found = picks(0.4, 0.2, 1.0, 0.8)
    assert found.count(1) > found.count(2) > found.count(0)


def test_a_blurred_eye_never_takes_a_loss_for_a_gain() -> None:
    assert set(picks(0.8, -0.3, 0.3)) == {1}
    assert set(picks(0.8, 1.0, 0.0)) == {0}


def test_haste_takes_one_of_the_first_three_answers_now_and_then() -> None:
    game = Match.start(find_game("toy"), "hill", seed=1).game
    player = AdvisedPlayer(Ladder(0.1, 0.9, 0.5, 0.7), 0.0, haste=0.3)
    chosen = [player.choose(game, game.to_act[0], Random(n), Budget(1)) for n in range(300)]
    found = [one.answer.n for one in chosen if isinstance(one.answer, Take)]
    assert set(found) == {1, 2, 3}
    assert 20 < found.count(2) < 45
    assert found.count(1) > 200


def test_a_game_can_say_among_how_many_answers_haste_chooses() -> None:
    game = Match.start(find_game("toy"), "hill", seed=1).game
    player = AdvisedPlayer(Ladder(0.1, 0.9, 0.5, 0.7), 0.0, haste=1.0, first=2)
    chosen = [player.choose(game, game.to_act[0], Random(n), Budget(1)) for n in range(60)]
    assert {one.answer.n for one in chosen if isinstance(one.answer, Take)} == {1, 3}
    first = {game: players.first for game in ("ccn", "idg") for players in [recruit(game)]}
    assert first == {"ccn": 3, "idg": 6}


def recruit(game: str) -> AdvisedPlayer:
    found = find_player(game, "recruit")
    assert isinstance(found, AdvisedPlayer)
    return found


def test_answers_of_the_same_worth_are_taken_alike() -> None:
    found = picks(0.0, 0.5, 0.5)
    assert 100 < found.count(0) < 200


def test_the_answer_that_is_explained_is_the_one_that_was_chosen() -> None:
    game = Match.start(find_game("toy"), "hill", seed=1).game
    chosen = AdvisedPlayer(Ladder(0.1, 0.7), 0.0).choose(game, game.to_act[0], Random(1), Budget(1))
    assert chosen.why == (say("test.worth", worth="0.7"),)


def test_reasons_are_thought_of_once_and_only_when_somebody_asks() -> None:
    asked: list[float] = []

    class Thoughtful(Ladder):
        def explain(self, game: AnyGame, seat: Seat, advice: Advice) -> tuple[Message, ...]:
            asked.append(advice.worth)
            return super().explain(game, seat, advice)

    game = Match.start(find_game("toy"), "hill", seed=1).game
    player = AdvisedPlayer(Thoughtful(0.1, 0.7), 0.0)
    first, second = (player.choose(game, game.to_act[0], Random(1), Budget(1)) for _ in range(2))
    assert asked == []
    assert first.why == first.why
    assert asked == [0.7]
    assert first == second
    assert asked == [0.7, 0.7]


# -- budgets ---------------------------------------------------------------------------------------


def test_a_budget_is_spent_when_its_time_is_over_or_somebody_stops_it() -> None:
    stopped: list[int] = []
    budget = Budget(60_000, lambda: bool(stopped))
    assert (budget.is_spent, 59 < budget.left <= 60) == (False, True)
    stopped.append(1)
    assert budget.is_spent
    assert (Budget(0).is_spent, Budget(0).left) == (True, 0.0)


def test_a_budget_of_tries_does_not_run_out_of_time_but_can_be_stopped() -> None:
    assert not Budget(0, playouts=5).is_spent
    assert Budget(0, lambda: True, playouts=5).is_spent


# -- whole games -----------------------------------------------------------------------------------


def test_random_players_finish_a_game_of_three() -> None:
    levels = dict.fromkeys(map(Seat, ("red", "blue", "gold")), RANDOM)
    once = battle(find_game("toy"), "hill", levels, "7")
    assert once == battle(find_game("toy"), "hill", levels, "7")
    assert once.decisions > 20
    assert set(once.winners) <= set(levels)
