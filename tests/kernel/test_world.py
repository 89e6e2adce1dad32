from typing import ClassVar

from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from walstatt.kernel.world import World


class Unit(Struct, frozen=True):
    strength: int


class Field(World):
    shared: ClassVar[tuple[str, ...]] = ("terrain",)

    turn: int
    units: dict[str, Unit]
    order: list[str]
    routed: set[str]
    deck: tuple[int, ...]
    terrain: dict[str, str]
    reserve: dict[str, Unit] | None = None


class Clock(World):
    turn: int = 1


def field() -> Field:
    return Field(1, {"a": Unit(4)}, ["a"], {"b"}, (1, 2), {"1,1": "hill"})


def test_a_clone_is_equal() -> None:
    world = field()
    assert world.clone() == world
    assert world.clone() is not world
    assert type(world.clone()) is Field


def test_neither_sees_what_the_other_changes() -> None:
    world = field()
    clone = world.clone()
    clone.turn = 2
    clone.units["a"] = Unit(3)
    clone.order.append("c")
    clone.routed.add("d")
    clone.deck = ()
    assert world == field()
    world.units.clear()
    world.order.clear()
    world.routed.clear()
    assert clone == Field(2, {"a": Unit(3)}, ["a", "c"], {"b", "d"}, (), {"1,1": "hill"})


def test_a_clone_of_a_clone_is_independent_too() -> None:
    world = field()
    clone = world.clone().clone()
    clone.units.clear()
    assert world.units == {"a": Unit(4)}


def test_records_are_not_copied() -> None:
    world = field()
    assert world.clone().units["a"] is world.units["a"]


def test_what_is_never_changed_is_shared() -> None:
    world = field()
    assert world.clone().terrain is world.terrain


def test_a_world_shares_nothing_unless_said() -> None:
    assert World.shared == ()


def test_a_container_that_comes_later_is_copied_too() -> None:
    world = field()
    assert world.clone().reserve is None
    world.reserve = {"r": Unit(1)}
    world.clone().reserve = None
    clone = world.clone()
    assert clone.reserve is not None
    clone.reserve.clear()
    assert world.reserve == {"r": Unit(1)}
    world.reserve = None
    assert world.clone().reserve is None


def test_a_world_without_containers_can_be_cloned() -> None:
    clock = Clock()
    later = clock.clone()
    later.turn = 2
    assert (clock.turn, later.turn) == (1, 2)


@given(
    st.dictionaries(st.text(), st.builds(Unit, st.integers())),
    st.lists(st.text()),
    st.sets(st.text()),
)
def test_a_clone_holds_the_same(units: dict[str, Unit], order: list[str], routed: set[str]) -> None:
    world = Field(1, units, order, routed, (), {})
    clone = world.clone()
    assert clone == world
    clone.units["x"] = Unit(0)
    clone.order.append("x")
    assert len(world.order) == len(clone.order) - 1
    assert world.units is units
