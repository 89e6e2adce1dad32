"""Who stands where: distances, contacts, cohesion. IDG-1.5, IDG-1.9."""

from __future__ import annotations

import pytest

from tests.games.idg.field import INCH, blue, field, red
from walstatt.games.idg.pairing import is_engaged_in_front
from walstatt.games.idg.standing import (
    contacts_between,
    element_distance,
    foes_touching,
    is_coherent,
    is_unit_within,
    strikes_flank,
    unit_distance,
    widest_gap,
)
from walstatt.games.idg.world import lead_profile
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

A, B = UnitId("a"), UnitId("b")
DEPTH = 300 / INCH
WIDTH = 600 / INCH


@covers("IDG-1.9.1", "IDG-1.9.2")
def test_distance_is_measured_from_base_to_base() -> None:
    there = field(red("a", "warrior", (20, 30), size=2), blue("b", "warrior", (20, 20), size=2))
    assert element_distance(there.ctx, "a1", "b2") == pytest.approx(10 * INCH)
    assert unit_distance(there.ctx, A, B) == pytest.approx(10 * INCH)
    assert is_unit_within(there.ctx, A, B, 10)
    assert not is_unit_within(there.ctx, A, B, 9.99)


@covers("IDG-1.9.3")
@pytest.mark.parametrize(("gap", "touch"), [(0.0, True), (0.05, True), (0.06, False)])
def test_bases_are_in_contact_up_to_a_twentieth_of_an_inch(gap: float, touch: bool) -> None:
    there = field(red("a", "warrior", (20, 30)), blue("b", "warrior", (20, 30 - gap)))
    assert foes_touching(there.ctx, "a") == (["b"] if touch else [])


@covers("IDG-1.9.4", "IDG-11.2.1")
def test_contact_is_told_by_edges_and_length() -> None:
    there = field(
        red("a", "warrior", (20, 30)),
        blue("b", "warrior", (20 + WIDTH / 2, 30)),
        blue("c", "warrior", (20 + WIDTH / 2 + DEPTH, 31), facing=270),
    )
    (front,) = contacts_between(there.ctx, "a", "b")
    assert (front.own, front.other) == ("front", "front")
    assert front.length == pytest.approx(300, abs=2)
    assert is_engaged_in_front(there.ctx, "a")


@covers("IDG-1.9.13")
def test_an_enemy_strikes_the_flank_with_his_front_along_some_length() -> None:
    beside = 20 + WIDTH / 2
    there = field(
        red("a", "warrior", (20, 30)),
        blue("b", "warrior", (beside, 30.5), facing=270),
        blue("c", "warrior", (20 - WIDTH, 30), facing=180),
    )
    assert strikes_flank(contacts_between(there.ctx, "a", "b"))
    assert not strikes_flank(contacts_between(there.ctx, "a", "c"))


@covers("IDG-1.5.1", "IDG-1.5.2", "IDG-1.5.3", "IDG-1.5.4")
@pytest.mark.parametrize(
    ("kind", "gap", "coherent"),
    [
        ("warrior", 1.0, True),
        ("warrior", 1.5, False),
        ("cataphract", 1.5, False),
        ("skirmisher", 1.5, True),
        ("skirmisher", 3.0, False),
        ("heavy_cavalry", 2.0, True),
    ],
)
def test_two_groups_of_three_are_one_unit_only_up_to_a_gap(
    kind: str, gap: float, coherent: bool
) -> None:
    places = [{"at": (20 + n * WIDTH + (gap if n > 2 else 0), 30)} for n in range(6)]
    there = field(red("a", kind, (20, 30), elements=places))
    assert is_coherent(there.ctx, A) is coherent
    assert widest_gap(lead_profile(there.ctx, A)) == (1 if kind in ("warrior", "cataphract") else 2)
