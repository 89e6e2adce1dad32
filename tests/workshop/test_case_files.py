from pathlib import Path

import pytest

from walstatt.games import all_games
from walstatt.workshop.cases import Case, load_cases, new_case, run_case

CASES = load_cases([Path(__file__).parents[2] / "cases"])


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.game}: {case.name}")
def test_a_case_of_the_project_holds(case: Case) -> None:
    result = run_case(case)
    assert result.ok, result.text()


def test_no_two_cases_have_the_same_name() -> None:
    names = [(case.game, case.name) for case in CASES]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_the_template_of_a_game_holds(game: object, tmp_path: Path) -> None:
    file = tmp_path / "new.yaml"
    file.write_text(new_case(game), encoding="utf-8")  # type: ignore[arg-type]
    (case,) = load_cases([file])
    assert run_case(case).ok
