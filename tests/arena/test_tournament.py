"""Tournaments: who meets whom."""

from __future__ import annotations

import pytest

from walstatt.arena.tournament import Tournament, jobs_of

LEVELS = ("random", "recruit", "officer")


@pytest.mark.parametrize(
    ("neighbours", "pairs"),
    [
        (False, {("random", "recruit"), ("random", "officer"), ("recruit", "officer")}),
        (True, {("random", "recruit"), ("recruit", "officer")}),
    ],
)
def test_all_meet_all_or_only_their_neighbours(
    *, neighbours: bool, pairs: set[tuple[str, str]]
) -> None:
    jobs = jobs_of(Tournament("ccn", LEVELS, ("rolica_1",), games=2, neighbours=neighbours))
    met = [tuple(job.levels.values()) for job in jobs]
    assert set(met) == pairs | {(two, one) for one, two in pairs}
    assert len(met) == 2 * len(pairs)
