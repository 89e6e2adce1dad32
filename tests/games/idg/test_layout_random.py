"""Battlefields drawn by lot are legal, different, and good to fight on. IDG-4.4.20."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from walstatt.boards.table import Table
from walstatt.games.idg.layout_check import Plan, flaws, homes
from walstatt.games.idg.layout_random import HARD, Draft, Lots, drafted, plain
from walstatt.workshop.covers import covers

INCH = 254
TABLE = Table(72 * INCH, 48 * INCH)
SEEDS = range(8)


@covers("IDG-4.4.20", "IDG-4.4.3")
@pytest.mark.parametrize("scenario", ["open_battle", "ambush"])
@pytest.mark.parametrize("home", sorted(homes()))
def test_every_battlefield_is_legal_and_leaves_room_to_deploy(home: str, scenario: Any) -> None:  # noqa: ANN401
    seen = set()
    for seed in SEEDS:
        pieces = drafted(TABLE, INCH, home, scenario, seed)
        assert flaws(Plan(TABLE, INCH, home, pieces)) == []
        assert len(pieces) >= 2
        seen.add(pieces)
        draft = Draft(TABLE, INCH, home, scenario, Lots(0))
        hard = [one for one in pieces if one.kind in HARD]
        assert all(draft.taken(hard, edge) <= 0.4 for edge in draft.ends)
    assert len(seen) == len(SEEDS)


@pytest.mark.parametrize("home", ["pasture", "forest", "mountains"])
def test_pieces_are_spread_over_the_table(home: str) -> None:
    thirds: Counter[int] = Counter()
    for seed in SEEDS:
        for one in drafted(TABLE, INCH, home, "open_battle", seed):
            if one.outline:
                middle = sum(x for x, _ in one.outline) / len(one.outline)
                thirds[int(middle * 3 // TABLE.width)] += 1
    total = sum(thirds.values())
    assert all(thirds[n] >= total / 5 for n in range(3))


@pytest.mark.parametrize("home", sorted(homes()))
@pytest.mark.parametrize("size", [(72, 48), (72, 36), (96, 60)])
def test_when_lots_fail_the_least_is_laid(home: str, size: tuple[int, int]) -> None:
    table = Table(size[0] * INCH, size[1] * INCH)
    assert flaws(Plan(table, INCH, home, plain(table, INCH, home))) == []
    pieces = drafted(table, INCH, home, "raid", 5)
    assert flaws(Plan(table, INCH, home, pieces)) == []


def test_lots_are_fair_enough() -> None:
    lots = Lots(1)
    counted = Counter(lots.between(1, 6) for _ in range(6_000))
    assert set(counted) == {1, 2, 3, 4, 5, 6}
    assert all(850 < n < 1150 for n in counted.values())
    assert sorted(lots.shuffled(range(10))) == list(range(10))
