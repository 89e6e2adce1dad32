"""The computer players of idg play whole games: legally, with reasons, and to win."""

from __future__ import annotations

from random import Random

import pytest

from walstatt.ai.advised_player import AdvisedPlayer
from walstatt.ai.player import Budget, Chosen, Player
from walstatt.ai.playing import choose
from walstatt.ai.random_player import RandomPlayer
from walstatt.games import find_game
from walstatt.games.idg.ai import ADVISORS
from walstatt.games.idg.content import SEATS
from walstatt.games.idg.deployment_order import Deploy, DeployRest
from walstatt.i18n.catalogue import LANGUAGES
from walstatt.kernel.decisions import kind_of
from walstatt.kernel.game import AnyGame, new_game
from walstatt.kernel.ids import Seat
from walstatt.workshop.covers import covers
from walstatt.workshop.playout import dice_for, playable_scenarios

IDG = find_game("idg")
RECRUIT = AdvisedPlayer(ADVISORS["recruit"], 0.4)
OFFICER = AdvisedPlayer(ADVISORS["officer"], 0.0)
MOST = 5_000


class Replay:
    """A game among players, and what they said and were asked."""

    def __init__(self, scenario: str, players: dict[Seat, Player], seed: str) -> None:
        self.game: AnyGame = new_game(IDG, scenario, dice_for(IDG, seed))
        self.players, self.seed = players, seed
        self.kinds: set[str] = set()
        self.said: list[Chosen] = []

    def play(self, most: int = MOST) -> Replay:
        """Play to the end, or so many answers."""
        for n in range(most):
            if self.game.outcome is not None:
                break
            self._answer(f"{self.seed}/{n}")
        return self

    def _answer(self, seed: str) -> None:
        seat = self.game.to_act[0]
        decision = self.game.decision(seat)
        assert decision is not None
        guess = self.game.imagine(seat, Random(f"{seed}/guess"))
        chosen = self.players[seat].choose(guess, seat, Random(seed), Budget(1000))
        if isinstance(self.players[seat], AdvisedPlayer):
            self.kinds.add(kind_of(decision))
            self.said.append(chosen)
        self.game.apply(seat, chosen.answer, chosen.kind)


def duel(scenario: str, own: Player, foe: Player, *, second: bool, seed: str) -> Replay:
    """Let two players fight, the first in either seat."""
    seats = IDG.scenario(scenario).seats
    players = dict(zip(seats, (foe, own) if second else (own, foe), strict=True))
    return Replay(scenario, players, seed).play()


def test_a_raid_between_officers_ends_and_every_answer_has_a_reason() -> None:
    raid = duel("eretria", OFFICER, OFFICER, second=False, seed="raid")
    assert raid.game.outcome is not None
    assert len(raid.game.outcome.winners) == 1
    assert {"choose_activation", "choose_move"} <= raid.kinds
    assert all(one.why for one in raid.said)
    words = [
        [IDG.catalogue.text(m, lang) for one in raid.said for m in one.why] for lang in LANGUAGES
    ]
    assert len(words[0]) == len(words[1]) > 50
    assert len(set(words[0])) > 20
    assert all(words[0])


def test_a_recruit_takes_the_baggage_from_who_plays_at_random() -> None:
    raid = duel("dorylaeum", RECRUIT, RandomPlayer(), second=False, seed="x0")
    assert raid.game.outcome is not None
    assert raid.game.outcome.winners == (IDG.scenario("dorylaeum").seats[0],)


@pytest.mark.parametrize("scenario", ["siege", "ambush", "nola"])
def test_the_first_questions_of_every_kind_of_battle_are_answered(scenario: str) -> None:
    seats = IDG.scenario(scenario).seats
    begun = Replay(scenario, dict.fromkeys(seats, RECRUIT), "first").play(40)
    assert len(begun.said) == 40
    assert len(begun.kinds) >= 3


def test_redealing_what_is_hidden_changes_no_answer() -> None:
    seats = IDG.scenario("open_battle").seats
    begun = Replay("open_battle", dict.fromkeys(seats, RECRUIT), "views")
    other_truths = 0
    for _ in range(6):
        begun.play(3)
        seat = begun.game.to_act[0]
        truth = begun.game.imagine(seat, Random("another truth"))
        other_truths += truth.world != begun.game.world
        answers = [choose(one, seat, "recruit", "seed") for one in (begun.game, truth)]
        assert answers[0] == answers[1]
    assert other_truths >= 4


@pytest.mark.nightly
@pytest.mark.timeout(7200)
def test_the_recruit_beats_random_play_in_most_battles() -> None:
    won = 0
    for scenario in playable_scenarios(IDG):
        for second in (False, True):
            fought = duel(scenario, RECRUIT, RandomPlayer(), second=second, seed="nightly")
            mine = IDG.scenario(scenario).seats[int(second)]
            won += fought.game.outcome is not None and fought.game.outcome.winners == (mine,)
    assert won >= 18


@covers("IDG-5.4.3")
@pytest.mark.parametrize("scenario", ["cannae", "maldon"])
def test_officers_place_one_unit_at_a_time_where_sides_take_turns(scenario: str) -> None:
    """Nobody shows his whole army to an enemy who still has units to place."""
    game = new_game(IDG, scenario, dice_for(IDG, "placing"))
    placed: list[Seat] = []
    while not game.world.turn:
        seat, number = game.to_act[0], f"{len(placed)}"
        guess = game.imagine(seat, Random(number))
        chosen = OFFICER.choose(guess, seat, Random(number), Budget(1000))
        if isinstance(chosen.answer, Deploy):
            placed.append(seat)
        assert not isinstance(chosen.answer, DeployRest)
        game.apply(seat, chosen.answer, chosen.kind)
    fewer = min(placed.count(seat) for seat in SEATS)
    assert fewer >= 2
    turns = [placed[n : n + 2] for n in range(0, 2 * fewer, 2)]
    assert all(one != other for one, other in turns)
