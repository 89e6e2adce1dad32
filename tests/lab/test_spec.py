"""RUN.yaml: what is wrong with it is told by line and field, all at once."""

from pathlib import Path

import pytest

from tests.lab.runs import TOY, written
from walstatt.kernel.content import ContentError
from walstatt.kernel.errors import BadRequest
from walstatt.lab.crossing import jobs_of, require_playable
from walstatt.lab.spec import load_run


def problems(folder: Path, text: str) -> list[str]:
    with pytest.raises(ContentError) as wrong:
        load_run(written(folder, text))
    return [str(one).split("run.yaml:", 1)[1] for one in wrong.value.problems]


@pytest.mark.parametrize(
    ("changed", "to", "told"),
    [
        ("game: toy", "game: toi", "1: game: there is no game 'toi'"),
        ("games: 4", "games: 0", "2: games: expected"),
        ("games: 4", "gams: 4", "2: gams: unknown field"),
        ("[hill, field]", "[hill, hil]", "4: scenarios[1]: there is no scenario 'hil'"),
        ("[hill, field]", "[hill, hill]", "4: scenarios[1]: hill stands there twice"),
        (", random]]", ", napoleon]]", "5: levels[0][2]: there is no level 'napoleon'"),
        (", random]]", "]]", "4: scenarios[0]: hill has 3 seats, so that 3 levels must meet"),
        ("reaction_fire: false", "reaction: false", "8: options[1]: no option 'reaction'"),
        ("no reaction fire", "standard", "8: options[1].name: 'standard' is the name of two"),
        ("no reaction fire", "a/b", "options[1].name: "),
        ("seed: 3", "armies: {lists: [x]}", "3: armies: nobody brings an army to hill"),
    ],
)
def test_every_mistake_is_told_with_its_line_and_field(
    tmp_path: Path, changed: str, to: str, told: str
) -> None:
    assert changed in TOY
    assert any(told in one for one in problems(tmp_path, TOY.replace(changed, to)))


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    text = TOY.replace("[hill, field]", "[nowhere]").replace("random]]", "nobody]]")
    found = problems(tmp_path, text)
    assert [one.split(":")[0] for one in found] == ["4", "5"]


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="cannot be read"):
        load_run(tmp_path / "nothing.yaml")


def test_armies_of_lists_that_do_not_exist_are_refused_before_anything_is_played(
    tmp_path: Path,
) -> None:
    text = "game: idg\nlevels: [[random, random]]\nscenarios: [open_battle]\n"
    run = load_run(written(tmp_path, text + "armies: {lists: [vikings, klingons]}\n"))
    with pytest.raises(BadRequest, match=r"vikings-klingons cannot be set up: .*klingons"):
        require_playable(jobs_of(run))


def test_all_examples_can_be_played() -> None:
    folder = Path(__file__).parents[2] / "examples" / "lab"
    files = sorted(folder.glob("*.yaml"))
    assert len(files) >= 3
    for file in files:
        jobs = jobs_of(load_run(file))
        assert len({job.key for job in jobs}) == len(jobs) > 100
        require_playable(jobs[:50])
