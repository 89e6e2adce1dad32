"""What a player takes in hand, points at and is told on the spot: choices of random battles."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.counting import calls_of
from tests.games.ccn.field import Field, british, cell, field, french, leader
from tests.games.ccn.walks import WALKS, questions
from walstatt.games.ccn.board import BOARD
from walstatt.games.ccn.combat import Fire
from walstatt.games.ccn.leader_movement import leader_reach
from walstatt.games.ccn.movement import Exit, Move, MoveLeader
from walstatt.games.ccn.unit_movement import unit_reach
from walstatt.games.ccn.world import side_of
from walstatt.kernel.asking import prompt
from walstatt.kernel.chance import Seeded
from walstatt.kernel.decisions import Answer
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import CellId, Seat, UnitId
from walstatt.kernel.prompts import Choice, Prompt, Target

A = UnitId("a")
WITH_A_PIECE = {
    "choose_move",
    "choose_combat",
    "choose_bonus_melee",
    "choose_retreat",
    "choose_place",
    "choose_ground",
    "choose_breakthrough",
    "leader_retreats",
}
"""The questions in which something is taken in hand."""


def shown(game: AnyGame, seat: Seat) -> tuple[Prompt, list[tuple[Choice, Answer]]]:
    asked, options = prompt(game, seat), game.options(seat)
    assert asked is not None
    assert options is not None
    return asked, list(zip(asked.choices, options, strict=True))


@pytest.mark.parametrize(("scenario", "preset"), WALKS)
def test_choices_take_ones_own_in_hand_and_point_at_what_is_there(
    scenario: str, preset: str
) -> None:
    for game, seat in questions(scenario, preset):
        asked, choices = shown(game, seat)
        for choice, _ in choices:
            pointed = choice.target.kind in ("cell", "piece") and choice.target.id != ""
            takes = asked.kind in WITH_A_PIECE
            assert (choice.of is not None) == (pointed and takes), (asked.kind, choice)
            if choice.of is not None:
                assert side_of(game.ctx, UnitId(choice.of.id)) == seat
            if choice.target.kind == "cell":
                assert 0 <= int(choice.target.id) < len(BOARD)
            if choice.target.kind == "piece":
                assert side_of(game.ctx, UnitId(choice.target.id)) is not None
            if choice.n is not None:
                assert choice.n > 0


@pytest.mark.parametrize(("scenario", "preset"), WALKS)
def test_fights_point_at_enemies(scenario: str, preset: str) -> None:
    fights = 0
    for game, seat in questions(scenario, preset):
        asked, choices = shown(game, seat)
        if asked.kind not in ("choose_combat", "choose_bonus_melee"):
            continue
        for choice, _ in choices:
            if choice.of is not None:
                fights += 1
                assert side_of(game.ctx, UnitId(choice.target.id)) != seat
    assert fights > 20


@pytest.mark.parametrize(("scenario", "preset"), WALKS)
def test_choices_at_the_same_target_differ_in_their_words(scenario: str, preset: str) -> None:
    for game, seat in questions(scenario, preset):
        asked, choices = shown(game, seat)
        same = Counter((one.of, one.target, str(one.label)) for one, _ in choices)
        assert max(same.values()) == 1, (asked.kind, same.most_common(1))


def test_guns_that_may_join_an_attack_make_choices_of_the_same_pair() -> None:
    battle = field(
        french("a", "LN", "5,5", ordered=True),
        french("g", "FA", "5,4", ordered=True),
        british("b", "LN", "4,5"),
    )
    _, choices = shown(battle.game, Seat("french"))
    mine = [one for one, _ in choices if one.of == Target("piece", "a")]
    assert {one.target for one in mine} == {Target("piece", "b")}
    assert [one.label.id for one in mine] == ["ccn.do.melee", "ccn.do.melee_with_guns"]


# -- the way to a hex, and whether a unit can still fight there ------------------------------------


@pytest.mark.parametrize(("scenario", "preset"), WALKS)
def test_number_and_weakness_of_a_move_are_what_comes_of_it(scenario: str, preset: str) -> None:
    tried: Counter[bool] = Counter()
    for game, seat in questions(scenario, preset):
        asked, choices = shown(game, seat)
        if asked.kind != "choose_move":
            continue
        for choice, answer in choices[::3]:
            if isinstance(answer, Move):
                moved = carried_out(game, seat, answer).world.units[answer.unit]
                assert (choice.n, choice.weak) == (moved.moved, moved.barred), answer
                tried[choice.weak] += 1
            if isinstance(answer, MoveLeader):
                steps = leader_reach(game.ctx, answer.leader).steps
                assert (choice.n, choice.weak) == (steps[answer.to], False)
    assert tried[False] > 40
    assert tried[True] > 10


def carried_out(game: AnyGame, seat: Seat, answer: Answer) -> AnyGame:
    then = game.clone(Seeded(0))
    then.apply(seat, answer, "")
    return then


def move_choice(battle: Field, to: str) -> Choice:
    return battle.decision().present(battle.ctx, Move(A, cell(to)))


def test_light_infantry_may_fight_after_one_hex_and_not_after_two() -> None:
    battle = field(french("a", "LT", "5,5", ordered=True), british("b", "LN", "1,1"), phase="move")
    near, far = move_choice(battle, "5,6"), move_choice(battle, "5,7")
    assert [(one.n, one.weak) for one in (near, far)] == [(1, False), (2, True)]


def test_entering_a_forest_is_the_lesser_kind_of_move_but_for_light_infantry() -> None:
    for code, weak in (("LN", True), ("LT", False), ("LC", True)):
        unit = french("a", code, "5,5", ordered=True)
        ground = {"forest": ("5,6",)}
        battle = field(unit, british("b", "LN", "1,1"), phase="move", terrain=ground)
        assert move_choice(battle, "5,6").weak is weak


def test_a_tile_that_is_taken_away_does_not_weaken_whoever_enters() -> None:
    gone = [{"at": "5,6", "by": "french"}]
    units = french("a", "LN", "5,5", ordered=True), british("b", "LN", "1,1")
    battle = field(*units, phase="move", terrain={"forest": ("5,6",)}, removals=gone)
    choice = move_choice(battle, "5,6")
    assert not choice.weak
    assert not battle.do(Move(A, cell("5,6"))).unit("a").barred


def test_leaving_the_board_is_shown_at_the_exit_with_one_hex_more() -> None:
    gate = {"at": "1,10", "side": "french", "banners": 1, "leader_banners": 1}
    unit = french("a", "LC", "1,8", ordered=True)
    battle = field(unit, british("b", "LN", "9,1"), phase="move", exits=[gate])
    choice = battle.decision().present(battle.ctx, Exit(A))
    there = Target("cell", str(cell("1,10")))
    assert (choice.of, choice.target, choice.n) == (Target("piece", "a"), there, 3)


def test_a_prompt_with_two_hundred_moves_takes_few_steps_for_each() -> None:
    units = [french(f"u{n}", "LC", f"{row},5", ordered=True) for n, row in enumerate((3, 5, 7))]
    him = leader("n", "french", "5,9", ordered=True)
    battle = field(
        *units,
        french("v", "LN", "9,9", ordered=True),
        british("b", "LN", "1,13"),
        leaders=[him],
        card="grande_manoeuvre",
        phase="move",
    )
    asked = prompt(battle.game, Seat("french"))
    assert asked is not None
    assert len(asked.choices) > 200
    assert calls_of(lambda: prompt(battle.game, Seat("french"))) < 40 * len(asked.choices)


def test_the_steps_shown_are_those_of_the_shortest_way() -> None:
    battle = field(
        french("a", "LC", "5,5", ordered=True),
        british("b", "LN", "5,6"),
        british("c", "LN", "4,5"),
        british("d", "LN", "6,5"),
        phase="move",
    )
    steps = unit_reach(battle.ctx, A).steps
    for to, count in steps.items():
        choice = battle.decision().present(battle.ctx, Move(A, CellId(to)))
        assert choice.n == count >= BOARD.distance(cell("5,5"), to)


def test_whoever_fires_is_taken_in_hand_first() -> None:
    battle = field(french("a", "LN", "5,5", ordered=True), british("b", "LN", "5,7"))
    choice = battle.decision().present(battle.ctx, Fire(A, UnitId("b")))
    assert (choice.of, choice.target) == (Target("piece", "a"), Target("piece", "b"))
    assert choice.rolls
