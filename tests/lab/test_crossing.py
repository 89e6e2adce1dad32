"""From a run to its games."""

from pathlib import Path

from tests.lab.runs import CCN, TOY, written
from walstatt.lab.crossing import jobs_of
from walstatt.lab.spec import load_run


def test_everything_is_crossed_with_everything(tmp_path: Path) -> None:
    jobs = jobs_of(load_run(written(tmp_path, TOY)))
    assert len(jobs) == 4 * 2 * 2
    assert len({job.key for job in jobs}) == len(jobs)


def test_options_meet_the_same_dice(tmp_path: Path) -> None:
    jobs = jobs_of(load_run(written(tmp_path, TOY)))
    seeds: dict[str, set[str]] = {}
    for job in jobs:
        seeds.setdefault(job.seed, set()).add(job.variant)
    assert all(found == {"standard", "no reaction fire"} for found in seeds.values())
    assert len(seeds) == 8


def test_different_levels_change_sides_and_equal_ones_do_not(tmp_path: Path) -> None:
    jobs = jobs_of(load_run(written(tmp_path, CCN)))
    assert [tuple(job.levels.values()) for job in jobs] == [
        ("random", "recruit"),
        ("recruit", "random"),
        ("random", "random"),
    ]
    assert len({job.seed for job in jobs}) == 1


def test_armies_change_sides_and_are_made_anew_every_round(tmp_path: Path) -> None:
    text = (
        "game: idg\ngames: 2\nlevels: [[random, random]]\nscenarios: [open_battle]\n"
        "armies: {lists: [vikings, anglo_saxons], points: 300, pairs: all}\n"
    )
    jobs = jobs_of(load_run(written(tmp_path, text)))
    assert [job.key.split("/")[3] for job in jobs if job.number == 0] == [
        "vikings-vikings",
        "vikings-anglo_saxons",
        "anglo_saxons-vikings",
        "anglo_saxons-anglo_saxons",
    ]
    quick = {tuple(one["quick"].items()) for job in jobs for one in job.rosters.values()}
    assert len(quick) == 4
    assert all(dict(one)["points"] == 300 for one in quick)


def test_all_means_the_scenarios_that_fit(tmp_path: Path) -> None:
    run = load_run(written(tmp_path, CCN.replace("[rolica_1]", "all")))
    assert len(run.places) == 18
    assert "empty" not in run.places
