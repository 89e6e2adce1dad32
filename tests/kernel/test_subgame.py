from random import Random

import pytest

from tests.kernel.pebbles.answers import Grab, Hit, Shout, Trick, Walk
from tests.kernel.pebbles.decisions import Take
from tests.kernel.pebbles.game import PEBBLES
from tests.kernel.pebbles.marbles import MARBLES, Flick, Lined, MarbleWorld, Shoot
from tests.kernel.pebbles.procedures import Duel, Table, Turn
from tests.kernel.pebbles.table import begins, exactly, sit_down, told
from tests.kernel.pebbles.world import ANN, BOB
from walstatt.kernel.ctx import Asked
from walstatt.kernel.errors import BadRequest, EngineFault
from walstatt.kernel.events import Rolled
from walstatt.kernel.game import new_game
from walstatt.kernel.trace import recording


def test_a_game_inside_the_game_has_a_world_and_a_stack_of_its_own() -> None:
    game = sit_down("duel")
    assert [scope.rules.game for scope in game.scopes] == [PEBBLES, MARBLES]
    assert game.ctx.world == MarbleWorld(left=3)
    assert game.world.heaps == {1: 3, 2: 1}
    assert game.scopes[0].stack == ((Table("duel"), "over"), (Duel(), "fought"))
    assert game.ctx.stack == ((Flick(ANN), "shot"),)
    assert game.ctx.asked == (Asked({ANN: Shoot(ANN)}, "one", 1),)
    assert (game.to_act, game.rules.game) == ((ANN,), PEBBLES)
    assert game.options(ANN) == (Hit(1), Hit(2), Hit(3), Walk(), Shout())


def test_the_inner_game_shares_scenario_options_content_and_seats() -> None:
    game = sit_down("duel")
    inner, outer = game.ctx.rules, game.rules
    assert (inner.scenario, inner.options, inner.seats) == ("duel", outer.options, (ANN, BOB))
    assert inner.content is outer.content
    assert outer.subgame("marbles") is inner


def test_what_happens_inside_is_told_like_everything_else() -> None:
    game = sit_down("duel", (4,))
    game.answer(ANN, Hit(1))
    assert [type(event) for event in told(game.tape, BOB)] == [Lined, Rolled]
    assert game.ctx.world == MarbleWorld(left=2, spots=(4,))


def test_the_end_of_the_inner_game_hands_its_outcome_to_the_outer_one() -> None:
    game = sit_down("duel", (4,))
    game.answer(ANN, Hit(3))
    assert (game.outcome, game.world.result) == (None, "('ann',)")
    assert len(game.scopes) == 1
    assert game.ctx.stack == ((Table("duel"), "over"), (Turn(ANN), "taken"))
    assert [type(event) for event in told(game.tape, BOB)] == [Lined, Rolled]


def test_the_inner_game_may_also_just_be_over_with_a_value() -> None:
    game = sit_down("duel")
    game.answer(ANN, Walk())
    assert (game.world.result, game.decision(ANN)) == ("walked away", Take(ANN, left=4))


def test_games_nest() -> None:
    game = sit_down("duel", (4,))
    game.answer(ANN, Shout())
    assert [scope.world for scope in game.scopes[1:]] == [MarbleWorld(left=3), MarbleWorld(left=1)]
    game.answer(ANN, Walk())
    assert [scope.world for scope in game.scopes[1:]] == [MarbleWorld(left=4)]
    assert game.ctx.stack == ((Flick(ANN), "shot"),)


def test_only_the_inner_game_has_standing_actions() -> None:
    game = sit_down("duel", rosters={BOB: {"tricks": ("whistle",)}})
    assert game.standing(BOB) == []
    with pytest.raises(BadRequest, match=exactly("bob is not asked now; waiting for: ann")):
        game.answer(BOB, Trick("whistle"))
    game.answer(ANN, Walk())
    assert len(game.standing(BOB)) == 2


def test_clones_copy_every_world() -> None:
    game = sit_down("duel", (4,))
    copy = game.clone(None)
    game.answer(ANN, Hit(3))
    assert [scope.world for scope in copy.scopes[1:]] == [MarbleWorld(left=3)]
    assert copy.options(ANN) == (Hit(1), Hit(2), Hit(3), Walk(), Shout())


def test_a_fault_inside_restores_both_games_and_their_tape() -> None:
    game = sit_down("duel", (4,), (5,))
    game.scopes[0].stack = ((Turn(ANN), "no_such_step"),)
    with pytest.raises(EngineFault, match=begins("AttributeError while ann did Hit")):
        game.answer(ANN, Hit(3))
    assert (len(game.scopes), game.ctx.world) == (2, MarbleWorld(left=3))
    assert told(game.tape, ANN) == [Lined(3)]
    game.answer(ANN, Hit(1))
    assert len(told(game.tape, ANN)) == 2


def test_inner_and_outer_worlds_are_imagined() -> None:
    game = sit_down("duel", (4,))
    game.answer(ANN, Hit(1))
    imagined = game.imagine(BOB, Random(1))
    assert [scope.world for scope in imagined.scopes] == [scope.world for scope in game.scopes]
    assert [scope.stack for scope in imagined.scopes] == [scope.stack for scope in game.scopes]
    assert imagined.decision(ANN) == Shoot(ANN)


def test_starting_the_inner_game_cites_its_rules() -> None:
    with recording() as heard:
        sit_down("duel")
    assert heard.fired == ["PEB-0", "MAR-0"]


def test_chance_inside_can_be_forced() -> None:
    game = new_game(PEBBLES, "duel", None)
    game.answer(ANN, Hit(3))
    assert (game.to_act, len(game.scopes)) == ((), 2)
    game.force((6,))
    assert (game.world.result, game.to_act, len(game.scopes)) == ("('ann',)", (ANN,), 1)
    game.answer(ANN, Grab(1))
    assert game.to_act == (BOB,)
