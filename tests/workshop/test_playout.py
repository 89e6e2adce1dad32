from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from tests.conformance.broken import Variant, instead, tripping_over_archers
from walstatt.games import find_game
from walstatt.games.toy.game import TOY, ToyGame
from walstatt.games.toy.options import ToyOptions
from walstatt.games.toy.round import Activate, Turns
from walstatt.kernel.chance import Seeded
from walstatt.kernel.codec import state_hash
from walstatt.kernel.definition import AnyGameDef
from walstatt.kernel.errors import DeadEnd, EngineFault
from walstatt.kernel.game import AnyGame, new_game
from walstatt.kernel.match import Match
from walstatt.kernel.save import load
from walstatt.workshop.crash import Given
from walstatt.workshop.playout import (
    Simulation,
    dice_for,
    playable_scenarios,
    playout,
    random_answer,
    simulate,
)


def hill(seed: int = 0) -> AnyGame:
    return new_game(TOY, "hill", Seeded(seed))


NO_BOWS = Variant(
    "no bows", frozenset(), patches=(instead(Turns, "chosen", tripping_over_archers),)
)


def result(simulation: Simulation) -> Simulation:
    """Leave out the time it took."""
    return replace(simulation, seconds=0, decisions_per_second=0)


# -- answers and playouts -------------------------------------------------------------------------


def test_a_random_answer_is_legal_and_of_a_seat_that_is_asked() -> None:
    game, rng = hill(), Random(1)
    for _ in range(60):
        seat, answer, kind = random_answer(game, rng)
        assert kind or seat in game.to_act
        assert game.check(seat, answer, kind) == []
        game.apply(seat, answer, kind)


def test_standing_actions_happen_now_and_then() -> None:
    kinds = set()
    for seed in range(6):
        game, rng = hill(seed), Random(seed)
        while game.outcome is None:
            given = random_answer(game, rng)
            kinds.add(given[2])
            game.apply(*given)
    assert kinds == {"", "offer_rally"}


def test_a_game_that_is_over_has_no_random_answer() -> None:
    game = hill()
    playout(game, Random(0), 10_000)
    with pytest.raises(DeadEnd, match="nobody is asked"):
        random_answer(game, Random(0))


def test_a_playout_counts_its_decisions() -> None:
    game = hill()
    assert 20 < playout(game, Random(0), 10_000) < 1000
    assert game.outcome is not None


def test_a_playout_stops_at_the_limit() -> None:
    game = hill()
    assert playout(game, Random(0), 5) == 5
    assert game.outcome is None


def test_the_dice_are_those_of_a_match_with_the_same_seed() -> None:
    game = new_game(TOY, "hill", dice_for(TOY, "7/3"))
    assert state_hash(game) == state_hash(Match.start(TOY, "hill", seed="7/3").game)


def test_scenarios_that_are_only_for_cases_are_not_played() -> None:
    assert "hill" in playable_scenarios(TOY)
    assert not {"empty", "empty_table"} & set(playable_scenarios(TOY))


# -- simulations ----------------------------------------------------------------------------------


def test_a_simulation_reports_exactly_these_fields_with_every_seat_in_order() -> None:
    found = msgspec.to_builtins(simulate(TOY, "hill", 3, 1))
    assert list(found) == [
        "games",
        "wins",
        "draws",
        "faults",
        "decisions",
        "seconds",
        "decisions_per_second",
    ]
    assert list(found["wins"]) == ["red", "blue", "gold"]
    assert sum(found["wins"].values()) + found["draws"] == 3
    assert (found["games"], found["faults"]) == (3, 0)


def test_the_same_seed_gives_the_same_results() -> None:
    once, again = (simulate(TOY, "hill", 4, 9) for _ in range(2))
    assert result(once) == result(again)
    assert result(once) != result(simulate(TOY, "hill", 4, 10))


def test_a_run_can_be_split() -> None:
    whole = simulate(TOY, "field", 4, 2)
    parts = [simulate(TOY, "field", 2, 2, first=first) for first in (0, 2)]
    assert whole.decisions == sum(part.decisions for part in parts)
    assert whole.draws == sum(part.draws for part in parts)


def test_options_are_those_of_the_games_played() -> None:
    short = simulate(TOY, "hill", 3, 1, ToyOptions(rounds=1))
    assert short.decisions < simulate(TOY, "hill", 3, 1).decisions


def test_progress_is_told_after_every_game() -> None:
    done: list[int] = []
    simulate(TOY, "hill", 3, 1, progress=done.append)
    assert done == [1, 2, 3]


def test_somebody_else_can_play_and_knows_which_decision_it_is() -> None:
    seeds: list[str] = []

    def answers(game: AnyGame, rng: Random, seed: str) -> Given:
        seeds.append(seed)
        return random_answer(game, rng)

    assert simulate(TOY, "hill", 2, 1, None, answers).wins == simulate(TOY, "hill", 2, 1).wins
    assert seeds[:2] == ["1/0/0", "1/0/1"]
    assert "1/1/0" in seeds


# -- crashes --------------------------------------------------------------------------------------


def crash(folder: Path) -> tuple[Simulation, Path]:
    with NO_BOWS.broken() as game:
        found = simulate(game, "hill", 1, 5, crashes=folder)
    return found, folder / "toy-hill-5-0.save"


def test_a_fault_is_counted_and_reported_beside_its_save(tmp_path: Path) -> None:
    found, path = crash(tmp_path)
    assert (found.games, found.faults, found.draws) == (1, 1, 0)
    assert set(found.wins.values()) == {0}
    report = path.with_suffix(".txt").read_text(encoding="utf-8")
    assert "The answer that failed, by " in report
    assert "archers" in report
    assert "LookupError: no bows today" in report


def test_a_crash_save_loads_just_before_the_fault_and_goes_on(tmp_path: Path) -> None:
    found, path = crash(tmp_path)
    match = load(path, find_game)
    assert len(match.entries) == found.decisions
    playout(match.game.clone(Seeded(1)), Random(1), 20)


def test_the_answer_that_failed_fails_again(tmp_path: Path) -> None:
    _, path = crash(tmp_path)
    with NO_BOWS.broken() as game:
        match = load(path, lambda _: game)
        failing = next(one for one in options(match.game) if one[1] == failed(path))
        with pytest.raises(EngineFault, match="no bows today"):
            match.answer(*failing)


def options(game: AnyGame) -> list[Given]:
    return [(seat, one, "") for seat in game.to_act for one in game.options(seat) or ()]


def failed(path: Path) -> Activate:
    report = path.with_suffix(".txt").read_text(encoding="utf-8")
    line = next(one for one in report.splitlines() if one.startswith("The answer that failed"))
    return Activate(line.rpartition("'unit': '")[2].partition("'")[0])  # type: ignore[arg-type]


def test_a_game_without_an_end_is_a_fault(tmp_path: Path) -> None:
    class Impatient(ToyGame):
        longest = 3

    found = simulate(Impatient(), "hill", 2, 0, crashes=tmp_path)
    assert (found.faults, found.decisions) == (2, 6)
    assert "has not ended after 3 decisions" in (tmp_path / "toy-hill-0-0.txt").read_text()


def test_a_game_that_cannot_even_begin_is_reported_without_a_save(tmp_path: Path) -> None:
    class Unready(ToyGame):
        def setup(self, *_: object) -> AnyGameDef:  # type: ignore[override]
            raise LookupError("the box is empty")

    found = simulate(Unready(), "hill", 1, 0, crashes=tmp_path)
    assert found.faults == 1
    assert [path.suffix for path in tmp_path.iterdir()] == [".txt"]
    assert "No save could be made" in (tmp_path / "toy-hill-0-0.txt").read_text()
