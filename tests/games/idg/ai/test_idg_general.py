"""The general of idg: how far it looks, what it weighs, and that it keeps its time and its eyes."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.games.idg.field import BLUE, RED, blue, field, red
from tests.games.idg.play import playing
from walstatt.ai.levels import find_player, players
from walstatt.ai.player import Budget, Chosen
from walstatt.ai.searching import Planner, WeighedDice
from walstatt.ai.words import ai_catalogue
from walstatt.games import find_game
from walstatt.games.idg.activating import March, Stand
from walstatt.games.idg.ai import ADVISORS, EFFORT
from walstatt.games.idg.ai.field import Field
from walstatt.games.idg.ai.fortune import Scale, fortune
from walstatt.games.idg.ai.recalling import Memory, Recalled
from walstatt.games.idg.ai.turning import Plan
from walstatt.games.idg.ai.weights import OFFICER
from walstatt.games.idg.choose_move import Go, Halt
from walstatt.games.idg.melee_results import D10, Clash
from walstatt.games.idg.morale import MoraleRoll
from walstatt.games.idg.movement import MovementPhase
from walstatt.games.idg.rally import RallyRoll
from walstatt.games.idg.shooting_results import ShotRoll
from walstatt.i18n.catalogue import LANGUAGES, Message
from walstatt.kernel.chance import D6, Roll, Seeded, outcomes
from walstatt.kernel.decisions import kind_of
from walstatt.kernel.game import AnyGame, new_game
from walstatt.kernel.ids import Seat, UnitId
from walstatt.workshop.playout import dice_for

IDG = find_game("idg")
A, B, C = (UnitId(name) for name in "abc")
SCALE = Scale(40.0, 8.0)
ENOUGH = 4
"""How many questions are asked of somebody who does not see everything."""


def battle(*units: dict[str, Any], **more: Any) -> AnyGame:  # noqa: ANN401
    """Begin the movement phase of an open battle, in which red moves first."""
    there = field(*units, **{"turn": 3, "phase": "move", "scenario": "open_battle", **more})
    return playing(there, MovementPhase()).game


def planned(game: AnyGame, seat: Seat = RED) -> Plan:
    """Look at a decision as the general does."""
    return Plan(ADVISORS["officer"], OFFICER, game, seat)


def worth(*units: dict[str, Any]) -> float:
    """Weigh a position for red."""
    game = battle(*units)
    return planned(game).worth(game, RED)


def general(game: AnyGame, seat: Seat, seed: int, budget: Budget) -> Chosen:
    """Let the general answer."""
    return find_player("idg", "general").choose(game, seat, Random(seed), budget)


def officers(scenario: str, most: int) -> Iterator[AnyGame]:
    """Let officers play, and stop before every answer once the battle has begun."""
    game = new_game(IDG, scenario, dice_for(IDG, "general"))
    for n in range(most):
        if game.world.turn:
            yield game
        seat = game.to_act[0]
        guess = game.imagine(seat, Random(n))
        best = max(ADVISORS["officer"].advise(guess, seat), key=lambda one: one.worth)
        game.apply(seat, best.answer, best.kind)


def text(message: Message, lang: str) -> str:
    """Say something, in the words of the players or of the game."""
    words = ai_catalogue() if message.id.startswith("ai.") else IDG.catalogue
    return words.text(message, lang)


LINE = red("a", "warrior", (20, 28), size=4)
FOE = blue("b", "warrior", (20, 12), size=4)


# -- the level -------------------------------------------------------------------------------------


def test_there_is_a_general_with_a_name_in_both_languages() -> None:
    (level,) = [one for one in players("idg") if one.id == "general"]
    names = [text(level.name, lang) for lang in LANGUAGES]
    about = [text(level.about, lang) for lang in LANGUAGES]
    assert names == ["General", "General"]
    assert len(set(about)) == 2
    assert isinstance(ADVISORS["officer"], Planner)


def test_officers_and_generals_come_in_every_temper() -> None:
    known = {one.id for one in players("idg")}
    tempers = ("", ":bold", ":cautious")
    assert {f"{level}{temper}" for level in ("officer", "general") for temper in tempers} <= known


# -- how far a try goes ----------------------------------------------------------------------------


def test_a_try_looks_at_one_activation_and_at_the_answer_to_it() -> None:
    game = battle(LINE, red("c", "warrior", (35, 28), size=4), FOE)
    plan = planned(game)
    names = [plan.turn(game)]
    for unit in (A, B, C):
        game.apply(game.to_act[0], Stand(unit))
        names.append(plan.turn(game))
    assert len(set(names)) == 4
    assert [name[1] for name in names] == ["move", "move", "move", "move"]  # type: ignore[index]


def test_dice_and_move_belong_to_the_activation_they_are_made_for() -> None:
    game = battle(LINE, FOE)
    plan, before = planned(game), planned(game).turn(game)
    tried = game.clone(Seeded(1))
    tried.apply(RED, March(A))
    decision = tried.decision(RED)
    assert decision is not None
    assert plan.turn(tried) == before
    tried.apply(RED, Halt())
    assert plan.turn(tried) != before


def test_in_a_try_the_enemy_charges_with_whom_that_pays() -> None:
    weak = red("a", "skirmisher", (20, 28), size=4)
    game = battle(weak, blue("b", "warrior", (20, 23), size=4), blue("c", "warrior", (50, 10)))
    plan = planned(game)
    tried = game.clone(Seeded(1))
    tried.apply(RED, Stand(A))
    (reply,) = plan.advise(tried, BLUE)
    assert reply.answer == March(B)
    tried.apply(BLUE, reply.answer)
    if kind_of(tried.decision(BLUE)) == "choose_move":  # type: ignore[arg-type]
        (move,) = plan.advise(tried, BLUE)
        assert isinstance(move.answer, Go)


def test_in_a_try_the_enemy_stands_if_no_charge_pays() -> None:
    game = battle(LINE, FOE)
    plan, tried = planned(game), game.clone(Seeded(1))
    tried.apply(RED, Stand(A))
    (reply,) = plan.advise(tried, BLUE)
    assert reply.answer == Stand(B)


def test_more_moves_come_to_the_generals_mind_than_to_the_officers() -> None:
    game = battle(LINE, blue("b", "skirmisher", (20, 22), size=4))
    asked = game.clone(Seeded(4))
    asked.apply(RED, March(A))
    few = {str(one.answer) for one in ADVISORS["officer"].advise(asked, RED)}
    wide = planned(asked).advise(asked, RED)
    assert few <= {str(one.answer) for one in wide}
    assert len(wide) > len(few)


# -- what positions are worth ----------------------------------------------------------------------


def test_markers_count_for_whoever_does_not_have_them() -> None:
    shaken = {"disorder": 3}
    even = worth(LINE, FOE)
    assert worth({**LINE, **shaken}, FOE) < even - 5
    assert worth(LINE, {**FOE, **shaken}) > even + 5


def test_a_fight_counts_for_what_it_promises() -> None:
    near = {"at": (20, 28 - 600 / 508)}
    melee = {"melees": [{"units": ["a", "b"], "since": 3, "by": "a"}]}
    good, bad = (
        battle(LINE, blue("b", kind, near["at"], size=4), **melee)
        for kind in ("skirmisher", "elephant")
    )
    assert planned(good).worth(good, RED) > planned(bad).worth(bad, RED)


def test_showing_the_enemy_ones_back_costs_something() -> None:
    foe = blue("b", "heavy_cavalry", (20, 19), size=4)
    front, back = ({**LINE, "activated": True, "facing": way} for way in (0, 180))
    assert worth(back, foe) < worth(front, foe) - 1


# -- luck ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "roll",
    [
        Roll("melee", "", D10, 2, RED, Clash(2, 1, foe_frail=True)),
        Roll("shot", "", D10, 1, BLUE, ShotRoll(-1)),
        Roll("rally", "", D6, 3, RED, RallyRoll(2)),
        Roll("morale", "", D6, 1, BLUE, MoraleRoll(4)),
    ],
)
def test_luck_is_nothing_on_average(roll: Roll[int]) -> None:
    game = battle(LINE, FOE)
    seen = Field(game.ctx, RED, OFFICER)
    luck = [(fortune(seen, lambda _: None, SCALE, roll, fallen), p) for fallen, p in outcomes(roll)]
    assert sum(one * float(p) for one, p in luck) == pytest.approx(0, abs=1e-9)
    assert max(one for one, _ in luck) > 1
    assert min(one for one, _ in luck) < -1


@pytest.mark.parametrize("at", [(20, 12), (20, 21)])
def test_a_long_move_is_luck_and_luck_is_nothing_on_average(at: tuple[float, float]) -> None:
    game = battle(LINE, blue("b", "skirmisher", at, size=4))
    plan = planned(game)
    tried = game.clone(None)
    tried.apply(RED, March(A))
    assert tried.waiting is not None
    roll = tried.waiting.requests[0][1]
    assert isinstance(roll, Roll)
    luck = {fallen: plan.fortune(tried, RED, roll, fallen) for fallen, _ in outcomes(roll)}
    assert sum(luck[fallen] * float(p) for fallen, p in outcomes(roll)) == pytest.approx(
        0, abs=1e-9
    )
    assert luck[6, 6] > 0 > luck[1, 1]
    assert plan.fortune(tried, BLUE, roll, (6, 6)) <= 0


def test_all_answers_are_tried_with_equally_good_rolls() -> None:
    game = battle(LINE, red("c", "warrior", (35, 28), size=4), FOE)
    plan = planned(game)
    roll = Roll("move", "IDG-8.1.1", D6, 8, RED)
    fallen = {}
    for by_act in (True, False):
        dice = [WeighedDice("1", RED, plan, by_act=by_act) for _ in range(2)]
        for one, answer in zip(dice, (March(A), March(C)), strict=True):
            one.watch(game, answer)
        fallen[by_act] = [one.resolve(roll) for one in dice]
    assert fallen[False][0] == fallen[False][1]
    assert fallen[True][0] != fallen[True][1]


# -- memory ----------------------------------------------------------------------------------------


def test_what_is_recalled_is_what_would_be_seen() -> None:
    for number, game in enumerate(officers("eretria", 70)):
        if number % 12:
            continue
        memory, seat = Memory(game.ctx), game.to_act[0]
        first = Recalled(game.ctx, seat, OFFICER, memory)
        assert [first.danger(one, one.box) for one in (*first.own, *first.foes)]
        later = game.clone(Seeded(number))
        best = max(ADVISORS["officer"].advise(later, seat), key=lambda one: one.worth)
        later.apply(seat, best.answer)
        recalled, seen = Recalled(later.ctx, seat, OFFICER, memory), Field(later.ctx, seat, OFFICER)
        assert dangers(recalled) == dangers(seen)
        assert any(memory.is_known(one) for one in (*recalled.own, *recalled.foes))


def dangers(seen: Field) -> list[tuple[object, ...]]:
    """List what units look like, what they fear, and what they would gain by charging."""
    return [
        (
            repr(one),
            seen.danger(one, one.box),
            [seen.duel(one, foe) for foe in seen.foes_of(one)],
        )
        for one in (*seen.own, *seen.foes)
    ]


# -- deciding --------------------------------------------------------------------------------------


def test_the_same_view_and_seed_give_the_same_answer_whatever_is_hidden() -> None:
    asked = 0
    for number, game in enumerate(officers("teutoburg", 60)):
        seat = game.to_act[0]
        truth = game.imagine(seat, Random("another truth"))
        if truth.world == game.world or len(ADVISORS["officer"].advise(game, seat)) < 2:
            continue
        guess = game.imagine(seat, Random("guess"))
        wanted = general(guess, seat, number, Budget(0, playouts=4))
        assert general(guess, seat, number, Budget(0, playouts=4)) == wanted
        again = truth.imagine(seat, Random("guess"))
        assert general(again, seat, number, Budget(0, playouts=4)) == wanted
        asked += 1
        if asked == ENOUGH:
            break
    assert asked == ENOUGH


def test_the_general_answers_legally_and_says_why_in_both_languages() -> None:
    kinds, said = set(), set()
    for number, game in enumerate(officers("eretria", 60)):
        if number % 5:
            continue
        seat = game.to_act[0]
        decision = game.decision(seat)
        assert decision is not None
        kinds.add(kind_of(decision))
        chosen = general(game.imagine(seat, Random(number)), seat, number, Budget(0, playouts=6))
        assert game.check(seat, chosen.answer, chosen.kind) == []
        for lang in LANGUAGES:
            said.add(" ".join(text(one, lang) for one in chosen.why))
    assert {"choose_activation", "choose_move"} <= kinds
    assert any("Tried out" in one for one in said)
    assert any("durchgespielt" in one for one in said)


class Clock:
    """A clock that goes on by a hundredth of a second whenever somebody looks."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        """Give the time."""
        self.time += 0.01
        return self.time


def undecided() -> AnyGame:
    """Give a position in which two units could go first."""
    return battle(
        LINE,
        red("c", "warrior", (35, 28), size=4),
        blue("b", "warrior", (20, 20), size=4),
        blue("d", "warrior", (35, 20), size=4),
    )


def tried(chosen: Chosen) -> int:
    """Tell how often something was tried for an answer."""
    found = [one.args["n"] for one in chosen.why if one.id.startswith("ai.why.tried")]
    return int(str(found[0])) if found else 0


def test_a_decision_ends_in_time_and_has_an_answer_at_any_time() -> None:
    game, clock = undecided(), Clock()
    late = general(game, RED, 1, Budget(300, now=clock))
    assert 0 < tried(late) < 20
    assert clock.time < 0.35
    at_once = general(game, RED, 1, Budget(0))
    best = max(ADVISORS["officer"].advise(game, RED), key=lambda one: one.worth)
    assert at_once.answer == best.answer
    assert tried(at_once) == 0


def test_no_decision_takes_the_time_of_a_whole_turn() -> None:
    chosen = general(undecided(), RED, 1, Budget(0, playouts=1_000))
    assert 0 < tried(chosen) <= EFFORT["tries"]


def test_what_has_to_be_settled_before_the_battle_is_not_tried() -> None:
    game = new_game(IDG, "eretria", dice_for(IDG, "before"))
    seat = game.to_act[0]
    chosen = general(game.imagine(seat, Random(1)), seat, 1, Budget(0, playouts=10))
    assert not game.world.turn
    assert tried(chosen) == 0
    assert chosen.why
