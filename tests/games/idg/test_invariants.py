"""Every invariant is shown to fire on a world that is broken."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from tests.games.idg.field import INCH, RED, Field, blue, field, red
from walstatt.boards.pose import Pose
from walstatt.games.idg.invariants import invariants
from walstatt.games.idg.world import Fire, General, IdgWorld, Melee
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

A, B, C, G = UnitId("a"), UnitId("b"), UnitId("c"), UnitId("g")


def sound() -> Field:
    """Lay out a battle in which nothing is wrong."""
    return field(
        red("a", "warrior", (20, 30), size=3),
        red("g", "heavy_cavalry", (40, 30), general=True),
        red("t", "baggage", (60, 40), size=2),
        blue("b", "warrior", (20, 30), size=2),
        blue("c", "warrior", (50, 10), size=2, status="concealed"),
        terrain=[{"id": "w", "kind": "wood", "at": (50, 10), "size": (10, 10)}],
    )


def faults(change: Callable[[IdgWorld], None]) -> list[str]:
    """Break a sound world and say what is wrong with it."""
    there = sound()
    change(there.world)
    return list(invariants(there.ctx))


def change_unit(world: IdgWorld, unit: UnitId, **more: object) -> None:
    world.units[unit] = replace(world.units[unit], **more)


def change_element(world: IdgWorld, name: str, **more: object) -> None:
    world.elements[name] = replace(world.elements[name], **more)


def test_nothing_is_wrong_with_a_sound_battle() -> None:
    assert faults(lambda _: None) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda w: change_unit(w, A, elements=("a1", "a2", "a3", "b1")), "two units"),
        (lambda w: change_element(w, "a1", unit=B), "belongs to b"),
        (lambda w: w.elements.pop("a1"), "not there"),
        (lambda w: change_unit(w, A, elements=("a1",)), "belongs to nobody"),
        (lambda w: change_unit(w, A, size=2), "a has 3 of 2 elements"),
        (lambda w: change_unit(w, A, disorder=7), "a has 7 markers"),
        (lambda w: change_unit(w, A, fresh=-1), "a has -1 new markers"),
        (lambda w: change_unit(w, UnitId("t"), disorder=1), "t is baggage and has markers"),
        (lambda w: change_element(w, "a1", profile="p99"), "a1 is of no known kind"),
        (lambda w: change_element(w, "a1", general=True), "red has 2 generals"),
        (lambda w: w.generals.update({RED: General("a1")}), "a1 is no general"),
        (lambda w: w.melees.update({"a|x": Melee(1, A)}), "x is in melee"),
        (lambda w: w.melees.update({"a|g": Melee(1, A)}), "of its own side"),
        (lambda w: w.melees.update({"a|b": Melee(9, A)}), "since turn 9"),
        (lambda w: change_element(w, "a1", pose=Pose(-500, 900, 0)), "a1 is off the table"),
        (lambda w: change_element(w, "g", pose=w.elements["a1"].pose), "overlap by 3"),
        (lambda w: change_element(w, "g", aboard="nothing"), "g stands on nothing"),
        (lambda w: setattr(w, "fires", (Fire("x", (0, 0), 1),)), "x burns but is not there"),
        (lambda w: setattr(w, "ground", w.ground * 2), "the same name"),
    ],
)
def test_whatever_is_wrong_is_found(change: Callable[[IdgWorld], None], said: str) -> None:
    assert any(said in one for one in faults(change)), faults(change)


@covers("IDG-1.9.6")
@pytest.mark.parametrize(("deep", "wrong"), [(3, False), (5, True)])
def test_bases_may_overlap_by_what_rounding_does_and_no_more(deep: int, wrong: bool) -> None:
    there = sound()
    there.world.elements["b1"] = replace(
        there.element("b1"), pose=Pose(20 * INCH, 30 * INCH + deep, 18_000)
    )
    there.world.elements["b2"] = replace(
        there.element("b2"), pose=Pose(20 * INCH - 600, 30 * INCH, 18_000)
    )
    assert bool(list(invariants(there.ctx))) is wrong


@covers("IDG-1.5.3", "IDG-1.5.5")
@pytest.mark.parametrize(("turn", "arrived", "wrong"), [(0, 0, True), (3, 3, True), (3, 2, False)])
def test_only_those_just_deployed_or_arrived_must_hang_together(
    turn: int, arrived: int, wrong: bool
) -> None:
    there = field(
        red("a", "warrior", (20, 30), size=2, arrived=arrived, elements=[{}, {"at": (30, 30)}]),
        turn=turn,
        phase="retreats",
    )
    assert (list(invariants(there.ctx)) == ["a has fallen apart"]) is wrong


@covers("IDG-5.3.18", "IDG-5.7.14")
def test_who_is_concealed_folded_aboard_or_outside_the_edge_takes_no_room() -> None:
    def concealed(world: IdgWorld) -> None:
        change_element(world, "c1", pose=world.elements["a1"].pose)

    def folded(world: IdgWorld) -> None:
        change_unit(world, A, folded=True)
        change_element(world, "a2", pose=world.elements["a1"].pose)

    def aboard(world: IdgWorld) -> None:
        change_element(world, "g", pose=world.elements["a1"].pose, aboard="w")

    def outside(world: IdgWorld) -> None:
        world.column = (A,)
        for name in ("a1", "a2", "a3"):
            change_element(world, name, pose=Pose(-300, 6000, 9_000))

    for change in (concealed, folded, aboard, outside):
        assert faults(change) == []


def test_a_unit_that_is_gone_may_have_elements_or_none() -> None:
    def destroyed(world: IdgWorld) -> None:
        for name in ("a1", "a2", "a3"):
            del world.elements[name]
        change_unit(world, A, status="destroyed", elements=())

    assert faults(destroyed) == []
