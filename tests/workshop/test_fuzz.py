from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.conformance.broken import VARIANTS, Variant
from walstatt.games import find_game
from walstatt.games.toy.game import TOY
from walstatt.kernel.save import load
from walstatt.workshop.exploring import settings
from walstatt.workshop.fuzz import FuzzReport, expected_rules, fuzz


def variant(name: str) -> Variant:
    return next(one for one in VARIANTS if one.name == name)


def fuzz_broken(name: str, out: Path) -> FuzzReport:
    with variant(name).broken() as game:
        return fuzz([game], 4, 1, scenarios=["hill"], out=out)


def test_every_scenario_comes_before_any_comes_twice() -> None:
    found = list(settings(TOY, 12, 0))
    assert {one.scenario for one in found[:3]} == {"hill", "field", "host"}
    assert len({(one.scenario, one.preset) for one in found}) == 12
    assert len({one.seed for one in found}) == 12


def test_scenarios_and_presets_can_be_chosen() -> None:
    found = list(settings(TOY, 4, 0, ["field"], ["short", "stands"]))
    assert {one.scenario for one in found} == {"field"}
    assert [one.preset for one in found] == ["short", "stands", "short", "stands"]


def test_short_runs_with_other_seeds_begin_with_other_presets() -> None:
    runs = [[one.preset for one in settings(TOY, 3, seed, ["field"])] for seed in range(4)]
    assert len({run[0] for run in runs}) == 4
    assert runs[1][:2] == runs[0][1:]


def test_a_healthy_game_has_no_faults_and_shows_all_its_content(tmp_path: Path) -> None:
    report = fuzz([TOY], 9, 0, out=tmp_path)
    assert (report.games, report.faults) == (9, ())
    (coverage,) = report.coverage
    assert (coverage.content, coverage.content_seen, coverage.never_seen) == (13, 13, ())
    assert coverage.rules_hit + len(coverage.never_hit) == coverage.rules
    assert list(tmp_path.iterdir()) == []


def test_the_same_seed_gives_the_same_report(tmp_path: Path) -> None:
    once, again = (fuzz([TOY], 3, 5, out=tmp_path) for _ in range(2))
    assert (once.decisions, once.coverage) == (again.decisions, again.coverage)


def test_what_is_never_met_is_listed(tmp_path: Path) -> None:
    (coverage,) = fuzz(
        [TOY], 1, 0, scenarios=["hill"], presets=["no_reactions"], out=tmp_path
    ).coverage
    assert "TOY-3.5" in coverage.never_hit
    assert {"scenario:field", "scenario:host"} <= set(coverage.never_seen)


def test_rules_without_behaviour_are_not_expected() -> None:
    excused = {rule for rule, one in TOY.rulebook.rules.items() if one.not_applicable}
    assert excused
    assert not excused & set(expected_rules(TOY.rulebook))


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("a checked answer that raises", "LookupError: no bows today"),
        ("a dead end", "DeadEnd"),
        ("an endless game", "has not ended after 150 decisions"),
        ("an invariant that does not hold", "BrokenInvariant: the second round is cursed"),
        ("a check that trusts its answer", "EngineFault: judging Activate"),
    ],
)
def test_faults_are_found_and_saved(name: str, error: str, tmp_path: Path) -> None:
    report = fuzz_broken(name, tmp_path)
    assert report.faults
    assert error in report.faults[0].error
    fault = report.faults[0]
    save = Path(fault.report).with_suffix(".save")
    with variant(name).broken() as game:
        match = load(save, lambda _: game)
    failed_in_play = name in {"a checked answer that raises", "a dead end"}
    assert len(match.entries) - 1 == fault.decision - failed_in_play


def test_the_report_reads_as_text_and_as_json(tmp_path: Path) -> None:
    report = fuzz_broken("a checked answer that raises", tmp_path)
    text = report.as_text()
    assert text.startswith("4 games, ")
    assert "FAULT toy hill short, seed 1/0, decision " in text
    assert "never seen: " in text
    assert msgspec.json.decode(report.as_json(), type=FuzzReport) == report


def test_crash_saves_open_in_the_real_game(tmp_path: Path) -> None:
    report = fuzz_broken("a checked answer that raises", tmp_path)
    match = load(Path(report.faults[0].report).with_suffix(".save"), find_game)
    assert match.game.to_act
