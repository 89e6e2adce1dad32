"""Markers, losses and contacts. IDG-12.2, IDG-13.1."""

from __future__ import annotations

import pytest

from tests.games.idg.field import blue, field, red, told
from walstatt.games.idg.changes import (
    destroy,
    drive_off,
    give_markers,
    lose_element,
    note_contacts,
    note_fear,
    settle,
)
from walstatt.games.idg.world import foes_in_melee
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

A, B, C = UnitId("a"), UnitId("b"), UnitId("c")


@covers("IDG-1.4.6", "IDG-13.1.1", "IDG-13.1.2")
def test_markers_belong_to_the_unit_and_may_be_kept_apart() -> None:
    there = field(red("a", "warrior", (20, 30), size=4, disorder=1))
    give_markers(there.ctx, A, 2, "IDG-9.7.1", later=True)
    assert (there.unit("a").disorder, there.unit("a").fresh) == (1, 2)
    settle(there.ctx, [A])
    assert (there.unit("a").disorder, there.unit("a").fresh) == (3, 0)


@covers("IDG-13.2.12")
@pytest.mark.parametrize(("had", "given", "gone"), [(4, 2, False), (5, 2, True), (0, 9, True)])
def test_seven_markers_remove_a_unit(had: int, given: int, gone: bool) -> None:
    there = field(red("a", "warrior", (20, 30), size=2, disorder=had))
    give_markers(there.ctx, A, given, "IDG-12.4.2")
    assert (there.unit("a").status == "destroyed") is gone
    assert [loss.last for loss in there.world.losses] == ([False, True] if gone else [])
    assert ("idg.scattered" in told(there)) is gone


@covers("IDG-13.2.17")
@pytest.mark.parametrize(("had", "given", "flees"), [(3, 1, False), (3, 2, True), (5, 1, True)])
def test_a_flight_is_due_when_five_markers_are_reached(had: int, given: int, flees: bool) -> None:
    there = field(red("a", "warrior", (20, 30), disorder=had, flight=False))
    give_markers(there.ctx, A, given, "IDG-12.4.2")
    assert there.unit("a").flight is flees


@covers("IDG-5.10.2")
def test_baggage_gets_no_markers() -> None:
    there = field(red("a", "baggage", (20, 30), size=2))
    give_markers(there.ctx, A, 3, "IDG-12.4.2")
    assert there.unit("a").disorder == 0


def test_a_lost_element_is_remembered_and_the_last_one_takes_its_unit_along() -> None:
    there = field(red("a", "warrior", (20, 30), size=2, general=True))
    lose_element(there.ctx, "a2", "IDG-9.7.2", by_shooting=True)
    assert there.unit("a").elements == ("a1",)
    assert [(loss.unit, loss.last, loss.general, loss.shot) for loss in there.world.losses] == [
        ("a", False, False, True)
    ]
    lose_element(there.ctx, "a1", "IDG-11.9.7")
    assert there.unit("a").status == "destroyed"
    assert there.world.losses[-1].last
    assert there.world.losses[-1].general
    assert "idg.general_lost" in told(there)


@covers("IDG-13.3.3", "IDG-13.3.4")
def test_who_is_driven_off_is_neither_destroyed_nor_lost() -> None:
    there = field(red("a", "warrior", (20, 30), size=2), blue("b", "warrior", (20, 30), size=2))
    note_contacts(there.ctx, B)
    drive_off(there.ctx, A)
    assert there.unit("a").status == "driven_off"
    assert there.world.losses == ()
    assert there.world.melees == {}


@covers("IDG-11.1.1")
def test_contacts_remember_when_they_began_and_who_made_them() -> None:
    there = field(
        red("a", "warrior", (20, 30), size=2),
        blue("b", "warrior", (20, 30), size=2),
        blue("c", "warrior", (60, 30), size=2),
        melees=[{"units": ["a", "b"], "since": 1, "by": "b"}],
        turn=3,
    )
    note_contacts(there.ctx, A)
    assert foes_in_melee(there.ctx, A) == [B]
    assert (there.world.melees["a|b"].since, there.world.melees["a|b"].by) == (1, B)
    there.world.melees = {}
    note_contacts(there.ctx, A)
    assert (there.world.melees["a|b"].since, there.world.melees["a|b"].by) == (3, A)
    destroy(there.ctx, B)
    assert foes_in_melee(there.ctx, A) == []


@covers("IDG-12.2.4", "IDG-12.2.5", "IDG-12.2.6", "IDG-12.2.7", "IDG-12.2.8", "IDG-A29")
@pytest.mark.parametrize(
    ("terror", "own", "feared"),
    [
        ("elephant", "warrior", ("elephant",)),
        ("elephant", "elephant", ("elephant",)),
        ("elephant", "heavy_chariot", ("elephant",)),
        ("heavy_chariot", "warrior", ("heavy_chariot",)),
        ("heavy_chariot", "elephant", ("heavy_chariot",)),
        ("heavy_chariot", "heavy_chariot", ()),
        ("light_chariot", "warrior", ()),
        ("elephant", "baggage", ()),
    ],
)
def test_elephants_and_heavy_chariots_are_feared_once(
    terror: str, own: str, feared: tuple[str, ...]
) -> None:
    there = field(
        red("a", own, (20, 30)), blue("b", terror, (20, 24)), red("c", "warrior", (50, 31))
    )
    note_fear(there.ctx)
    assert there.world.scared.get(A, ()) == feared
    assert C not in there.world.scared
    there.world.scared = {}
    note_fear(there.ctx)
    assert there.world.scared.get(A, ()) == ()


@covers("IDG-5.8.6")
@pytest.mark.parametrize(("status", "whom"), [("concealed", ("red",)), ("table", None)])
def test_only_the_owner_hears_of_markers_of_a_concealed_unit(
    status: str, whom: tuple[str] | None
) -> None:
    there = field(red("a", "warrior", (20, 30), size=4, status=status))
    give_markers(there.ctx, A, 1, "IDG-12.4.2")
    assert there.ctx.tape is not None
    assert [one.to for one in there.ctx.tape] == [whom]
