"""How far a unit may move. IDG-8.1, IDG-8.2, IDG-8.3."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.games.idg.field import field, red
from walstatt.games.idg.allowance import (
    ROWS,
    Column,
    allowance,
    is_column,
    may_ever_reroll,
    turns_freely,
    unit_dice,
    unit_row,
)
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

A = UnitId("a")
TABLE = [
    ("warrior", {"armour": "heavily_armoured"}, (1, 2), (1, -1)),
    ("warrior", {}, (2, 0), (1, 0)),
    ("warrior", {"armour": "armoured"}, (2, 0), (1, 0)),
    ("elephant", {}, (2, 0), (1, 0)),
    ("skirmisher", {}, (2, 3), (2, 0)),
    ("light_cavalry", {}, (3, 4), (1, 2)),
    ("light_chariot", {}, (3, 4), (1, 2)),
    ("warrior", {"horses": True, "form": "riding"}, (3, 4), (1, 2)),
    ("warrior", {"horses": True}, (2, 0), (1, 0)),
    ("heavy_cavalry", {}, (3, 0), (1, 0)),
    ("heavy_cavalry", {"armour": "heavily_armoured"}, (3, 0), (1, 0)),
    ("cataphract", {}, (2, 2), (1, -2)),
    ("heavy_chariot", {}, (2, 2), (1, -2)),
    ("artillery", {}, (1, 0), (1, -2)),
    ("wagon", {}, (1, 0), (1, -2)),
    ("baggage", {}, (1, 0), (1, -2)),
]


@covers("IDG-8.1.1", "IDG-14.3.1", "IDG-15.1.1", "IDG-15.2.1")
@pytest.mark.parametrize(("kind", "more", "good", "difficult"), TABLE)
def test_every_row_of_the_table(
    kind: str, more: dict[str, Any], good: tuple[int, int], difficult: tuple[int, int]
) -> None:
    there = field(red("a", kind, (20, 30), **more))
    columns: tuple[tuple[Column, tuple[int, int]], ...] = (("good", good), ("difficult", difficult))
    for column, (dice, add) in columns:
        found = unit_dice(there.ctx, A, column)
        assert (found.dice, found.add) == (dice, add)


@covers("IDG-14.1.3")
def test_dismounted_cavalry_moves_as_foot() -> None:
    there = field(red("a", "heavy_cavalry", (20, 30), size=2, form="dismounted"))
    assert unit_row(there.ctx, A, "good") == "warrior"


@covers("IDG-8.1.6")
def test_the_slowest_row_of_the_column_counts() -> None:
    mixed = [{"armour": "heavily_armoured"}, {}, {}]
    there = field(red("a", "warrior", (20, 30), elements=mixed))
    assert unit_row(there.ctx, A, "good") == "heavily_armoured_warrior"
    assert ROWS["heavily_armoured_warrior"].good.average == Fraction(11, 2)
    leader = [{"type": "heavy_cavalry", "general": True}, {}, {}]
    there = field(red("a", "warrior", (20, 30), elements=leader))
    assert unit_row(there.ctx, A, "good") == "warrior"


@covers("IDG-8.1.1", "IDG-8.1.3")
def test_the_first_worked_example() -> None:
    there = field(red("a", "warrior", (20, 30), size=4, armour="heavily_armoured"))
    assert allowance(there.ctx, A, "good", 4, turns=False).total == 6
    assert allowance(there.ctx, A, "difficult", 1, turns=False).total == 0


@covers("IDG-8.2.1", "IDG-1.9.12")
@pytest.mark.parametrize(
    ("formation", "turns", "total"), [("2x2", True, 7), ("2x2", False, 9), ("column", True, 9)]
)
def test_a_two_wide_unit_pays_for_wheeling_and_a_column_does_not(
    formation: str, turns: bool, total: int
) -> None:
    there = field(red("a", "heavy_cavalry", (20, 30), size=4, formation=formation))
    found = allowance(there.ctx, A, "good", 4 + 3 + 2, turns=turns)
    assert found.total == total
    lines = ["+9 IDG-8.1.1"] + ["-2 IDG-8.2.1"] * (total == 7)
    assert found.explain() == lines


@covers("IDG-1.9.12")
@pytest.mark.parametrize(("aside", "column"), [(0.5, True), (0.55, False)])
def test_a_column_may_be_half_an_inch_wider(aside: float, column: bool) -> None:
    places = [{"at": (20, 30)}, {"at": (20 + aside, 31.2)}, {"at": (20, 32.4)}]
    there = field(red("a", "warrior", (20, 30), elements=places))
    assert is_column(there.ctx, A) is column


@covers("IDG-8.2.4")
@pytest.mark.parametrize(
    ("kind", "size", "free"),
    [
        ("skirmisher", 4, True),
        ("light_cavalry", 4, True),
        ("light_chariot", 4, True),
        ("baggage", 4, True),
        ("elephant", 1, True),
        ("artillery", 1, True),
        ("heavy_cavalry", 1, True),
        ("heavy_cavalry", 2, False),
        ("warrior", 2, False),
        ("cataphract", 2, False),
        ("heavy_chariot", 2, False),
    ],
)
def test_who_turns_without_paying(kind: str, size: int, free: bool) -> None:
    there = field(red("a", kind, (20, 30), size=size))
    assert turns_freely(there.ctx, A) is free


@covers("IDG-8.3.2", "IDG-15.1.5")
@pytest.mark.parametrize(
    ("kind", "may"),
    [("warrior", True), ("elephant", False), ("artillery", False), ("baggage", False)],
)
def test_whose_roll_is_never_repeated(kind: str, may: bool) -> None:
    there = field(red("a", kind, (20, 30)))
    assert may_ever_reroll(there.ctx, A) is may


@covers("IDG-8.3.2", "IDG-17.1.3")
@pytest.mark.parametrize(("battle", "may"), [("open", True), ("ambush", False)])
def test_wagons_are_treated_as_baggage_only_where_they_move_as_baggage(
    battle: str, may: bool
) -> None:
    there = field(red("a", "wagon", (20, 30)), battle=battle, attacker="red")
    assert may_ever_reroll(there.ctx, A) is may
