from random import Random

import pytest

from tests.kernel.pebbles.answers import Grab, Pour, Shout, Sit
from tests.kernel.pebbles.decisions import Fill, Take
from tests.kernel.pebbles.game import PEBBLES
from tests.kernel.pebbles.marbles import Shoot
from tests.kernel.pebbles.table import exactly, sit_down, wait_for_chance
from tests.kernel.pebbles.world import ANN, BOB
from walstatt.kernel.decisions import Violation
from walstatt.kernel.errors import (
    BadRequest,
    DeadEnd,
)
from walstatt.kernel.game import new_game

# -- choosing ------------------------------------------------------------------------------------


def test_choices_are_the_options_where_they_can_be_listed() -> None:
    game = sit_down("turns")
    assert game.choices(ANN, Random(1)) == (Grab(1, 1), Grab(1, 2), Grab(2, 1))


def even(seed: int, count: int) -> list[Pour]:
    numbers = Random(seed)
    return [Pour(n) for n in [numbers.randrange(1000) for _ in range(count)] if n % 2 == 0]


def test_choices_are_a_legal_sample_where_they_cannot() -> None:
    game = sit_down("dig, pour")
    for seed in range(5):
        assert game.choices(ANN, Random(seed)) == even(seed, 12)
        assert game.sampled(Fill(ANN), Random(seed)) == even(seed, 12)
        assert game.choices(ANN, Random(seed), count=3) == even(seed, 3)


def test_the_default_stands_in_for_an_empty_sample() -> None:
    game = sit_down("dig, pour")
    assert game.sampled(Fill(ANN, "last"), Random(1)) == [Pour(2)]
    assert game.sampled(Fill(ANN, "spoilt"), Random(1)) == []
    assert game.sampled(Fill(ANN, "dry"), Random(1)) == []


def test_legal_judges_every_candidate() -> None:
    game = sit_down("turns")
    assert game.legal(Take(BOB)) == (Grab(1, 1), Grab(1, 2), Grab(2, 1))
    assert game.legal(Fill(BOB)) is None


def test_any_legal_answer_may_be_picked_and_no_other() -> None:
    game = sit_down("turns")
    picked = {game.pick(ANN, Random(seed)) for seed in range(40)}
    assert picked == {Grab(1, 1), Grab(1, 2), Grab(2, 1)}


def test_one_of_a_sample_is_picked_where_answers_cannot_be_listed() -> None:
    game = sit_down("dig, pour")
    picked = {even(seed, 12).index(game.pick(ANN, Random(seed))) for seed in range(20)}  # type: ignore[arg-type]
    assert len(picked) > 2


def test_an_answer_can_be_picked_in_an_imagined_game() -> None:
    imagined = sit_down("duel").imagine(BOB, Random(1))
    assert imagined.pick(ANN, Random(1)) in sit_down("duel").legal(Shoot(ANN))  # type: ignore[operator]
    assert sit_down("once").imagine(BOB, Random(1)).pick(ANN, Random(1)) != Grab(1, 3)
    unlisted = sit_down("dig, pour").imagine(ANN, Random(1))
    assert unlisted.pick(ANN, Random(1)) in even(1, 12)


def test_nothing_can_be_picked_while_dice_fall() -> None:
    game = wait_for_chance("throw")
    game.force((1, 2))
    assert game.options(ANN) == (Shout(), Sit())
    game.answer(ANN, Shout())
    with pytest.raises(BadRequest, match=exactly("ann is not asked now; waiting for: chance")):
        game.pick(ANN, Random(1))


def test_there_may_be_nothing_to_pick(monkeypatch: pytest.MonkeyPatch) -> None:
    game = sit_down("dig, pour")
    with pytest.raises(BadRequest, match=exactly("bob is not asked now; waiting for: ann")):
        game.pick(BOB, Random(1))
    monkeypatch.setattr(Fill, "sample", lambda *_: ())
    monkeypatch.setattr(Fill, "default", lambda *_: None)
    text = "no legal answer to Fill(seat='ann', stock='') was found"
    with pytest.raises(DeadEnd, match=exactly(text)):
        game.pick(ANN, Random(1))


# -- decisions whose candidates are all legal ------------------------------------------------------


def test_exact_candidates_are_taken_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Take, "exact", True)
    monkeypatch.setattr(Take, "check", never_called)
    game = new_game(PEBBLES, "turns", None)
    offered = Take(ANN).candidates(game.ctx)
    assert offered is not None
    assert game.options(ANN) == game.legal(Take(ANN)) == tuple(offered)
    assert {game.pick(ANN, Random(seed)) for seed in range(60)} == set(offered)
    restored = game.clone(None)
    restored._options.clear()
    assert restored.options(ANN) == tuple(offered)
    assert restored.pick(ANN, Random(1)) in offered


def never_called(self: object, ctx: object, answer: object) -> list[Violation]:
    raise AssertionError(f"{answer} was judged")
