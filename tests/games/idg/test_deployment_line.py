"""Armies drawn up by the program look like armies, and always find room."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.idg.deploying import LISTS, TABLE, mustered
from tests.games.idg.field import BLUE, INCH, RED, Field, blue, field, red
from walstatt.boards.pose import Pose
from walstatt.boards.rectangle import Rectangle
from walstatt.games.idg.content import SEATS
from walstatt.games.idg.deployment_check import deploy_flaws, put_down
from walstatt.games.idg.drawing_up import body_of, shape, usual_files
from walstatt.games.idg.line_of_battle import proposals
from walstatt.games.idg.troops import Scenario, base_of
from walstatt.games.idg.world import rects_of
from walstatt.kernel.ids import Seat, UnitId

HEIGHT, MIDDLE = 48 * INCH, 36 * INCH


def drawn(*units: dict[str, Any], seat: Seat = RED, **more: Any) -> Field:  # noqa: ANN401
    """Have these units drawn up by the program."""
    there = field(*({**one, "status": "reserve"} for one in units), **more)
    own = [name for name, one in there.world.units.items() if one.side == seat]
    for unit, poses in proposals(there.ctx, seat, own).items():
        assert list(deploy_flaws(there.ctx, seat, unit, poses)) == []
        put_down(there.ctx, unit, poses)
    return there


def rects(there: Field, unit: str) -> list[Rectangle]:
    """Give the bases of a unit."""
    return rects_of(there.ctx, UnitId(unit))


def front(there: Field, unit: str) -> float:
    """Measure how far from the bottom edge the front of a unit is."""
    return HEIGHT - min(y for rect in rects(there, unit) for _, y in rect.corners)


def span(there: Field, unit: str) -> tuple[float, float]:
    """Give from where to where a unit stands along the edge."""
    xs = [x for rect in rects(there, unit) for x, _ in rect.corners]
    return min(xs), max(xs)


def middle(there: Field, unit: str) -> float:
    """Give the middle of a unit along the edge."""
    return sum(span(there, unit)) / 2


ARMY = (
    red("f1", "warrior", (0, 0), size=8),
    red("f2", "warrior", (0, 0), size=8),
    red("f3", "warrior", (0, 0), size=6),
    red("h1", "heavy_cavalry", (0, 0), size=4),
    red("h2", "heavy_cavalry", (0, 0), size=4),
    red("l1", "light_cavalry", (0, 0), size=4),
    red("l2", "light_cavalry", (0, 0), size=4),
    red("s", "skirmisher", (0, 0), size=6),
    red("general", "heavy_cavalry", (0, 0), general=True),
    red("baggage", "baggage", (0, 0), size=2),
)


def test_foot_is_in_the_centre_horse_on_the_wings_and_light_horse_outermost() -> None:
    there = drawn(*ARMY)
    foot = [span(there, one) for one in ("f1", "f2", "f3")]
    left, right = min(one for one, _ in foot), max(one for _, one in foot)
    wings = {one: middle(there, one) for one in ("h1", "h2", "l1", "l2")}
    assert abs((left + right) / 2 - MIDDLE) < 4 * INCH
    assert sorted(wings, key=lambda one: wings[one]) == ["l1", "h1", "h2", "l2"]
    assert wings["h1"] < left < right < wings["h2"]


def test_foot_stands_in_two_ranks_and_horse_in_two() -> None:
    there = drawn(*ARMY)
    assert span(there, "f1")[1] - span(there, "f1")[0] == 4 * 600
    assert span(there, "h1")[1] - span(there, "h1")[0] == 2 * 600
    assert span(there, "s")[1] - span(there, "s")[0] == 6 * 600


def test_skirmishers_stand_before_the_line_general_and_baggage_behind_its_middle() -> None:
    there = drawn(*ARMY)
    assert front(there, "s") == 6 * INCH
    assert front(there, "f1") == 6 * INCH - 300
    assert front(there, "general") == 6 * INCH - 300 - 600
    assert abs(middle(there, "general") - MIDDLE) <= 300
    assert front(there, "baggage") <= 6 * INCH - 900
    assert abs(middle(there, "baggage") - MIDDLE) < 6 * INCH


def test_elephants_stand_in_front_and_artillery_in_a_gap_of_the_line() -> None:
    there = drawn(
        red("f1", "warrior", (0, 0), size=8),
        red("f2", "warrior", (0, 0), size=8),
        red("e1", "elephant", (0, 0)),
        red("e2", "elephant", (0, 0)),
        red("m", "artillery", (0, 0)),
    )
    assert front(there, "e1") == front(there, "e2") == front(there, "m") == 6 * INCH
    assert front(there, "f1") == 6 * INCH - 600
    assert middle(there, "e1") < MIDDLE < middle(there, "e2")
    assert middle(there, "m") == MIDDLE


def test_the_unit_of_the_general_stands_in_the_middle_with_him_in_its_first_rank() -> None:
    there = drawn(
        red("f1", "warrior", (0, 0), size=8),
        red("led", "warrior", (0, 0), size=6, general=True),
        red("f2", "warrior", (0, 0), size=8),
    )
    assert middle(there, "led") == MIDDLE
    general = there.element("led1").pose
    assert (general.x, HEIGHT - general.y) == (MIDDLE, 6 * INCH)


def test_an_army_of_horse_has_its_heaviest_in_the_centre() -> None:
    there = drawn(
        red("l1", "light_cavalry", (0, 0), size=6),
        red("l2", "light_cavalry", (0, 0), size=6),
        red("h", "heavy_cavalry", (0, 0), size=6),
    )
    assert middle(there, "h") == MIDDLE
    assert sorted((middle(there, "l1") > MIDDLE, middle(there, "l2") > MIDDLE)) == [False, True]


def test_the_better_armoured_stand_in_front_and_bowmen_behind() -> None:
    bow = {"weapon": "bow", "subtypes": ["bowmen"]}
    mixed = [bow, {"armour": "armoured"}, bow, {"armour": "armoured"}]
    there = drawn(red("a", "warrior", (0, 0), size=4, elements=mixed))
    ys = [there.element(f"a{n}").pose.y for n in (1, 2, 3, 4)]
    assert ys == [HEIGHT - 6 * INCH + 300, HEIGHT - 6 * INCH] * 2


def test_a_larger_army_stands_deeper() -> None:
    small = drawn(*(red(f"f{n}", "warrior", (0, 0), size=8) for n in range(5)))
    large = drawn(*(red(f"f{n}", "warrior", (0, 0), size=12) for n in range(8)))
    assert span(small, "f0")[1] - span(small, "f0")[0] == 4 * 600
    assert span(large, "f0")[1] - span(large, "f0")[0] == 3 * 600


def test_even_more_troops_than_a_line_can_hold_are_packed_in() -> None:
    units = [red(f"f{n}-", "warrior", (0, 0), size=12) for n in range(11)]
    there = drawn(*units, red("baggage", "baggage", (0, 0), size=2))
    assert sum(one.status == "table" for one in there.world.units.values()) == 12


def test_who_finds_no_room_is_left_out() -> None:
    units = [red(f"f{n}-", "warrior", (0, 0), size=12) for n in range(14)]
    there = drawn(*units)
    assert sum(one.status == "table" for one in there.world.units.values()) == 11


def test_units_placed_already_are_left_alone() -> None:
    there = field(
        red("a", "warrior", (36, 43), size=6, status="table"),
        red("b", "warrior", (0, 0), size=6, status="reserve"),
    )
    (poses,) = proposals(there.ctx, RED, [UnitId("b")]).values()
    assert list(deploy_flaws(there.ctx, RED, UnitId("b"), poses)) == []


def test_nobody_is_put_into_a_river_or_chariots_into_a_wood() -> None:
    ground = [
        {"id": "r", "kind": "river", "via": [(34, 0), (38, 48)], "width": 4},
        {"id": "w", "kind": "wood", "at": (20, 44), "size": (20, 8)},
    ]
    there = drawn(*ARMY, red("c", "heavy_chariot", (0, 0), size=4), terrain=ground)
    assert all(one.status == "table" for one in there.world.units.values())


def test_both_sides_look_at_each_other() -> None:
    there = drawn(blue("b", "warrior", (0, 0), size=4), seat=BLUE)
    assert there.element("b1").pose == Pose(MIDDLE + 300, 6 * INCH, 18_000)


@pytest.mark.parametrize("scenario", ["open_battle", "raid", "ambush", "siege"])
@pytest.mark.parametrize("number", range(len(LISTS)))
def test_every_list_finds_room_on_every_kind_of_ground(number: int, scenario: Scenario) -> None:
    there = mustered(LISTS[number], LISTS[(number + 5) % 12], scenario, number)
    for seat in SEATS if scenario != "ambush" else (BLUE,):
        own = [name for name, one in there.world.units.items() if one.side == seat]
        found = proposals(there.ctx, seat, own)
        assert set(found) == set(own)
        for unit, poses in found.items():
            assert list(deploy_flaws(there.ctx, seat, unit, poses)) == []
            put_down(there.ctx, unit, poses)
    assert there.ctx.content.table == TABLE


# -- formations -----------------------------------------------------------------------------------


def test_the_last_rank_stands_in_the_middle_of_its_files() -> None:
    foot = base_of("warrior")
    assert shape((foot,) * 5, 3) == (
        1800,
        600,
        ((-600, 0), (0, 0), (600, 0), (-600, 300), (0, 300)),
    )
    assert shape((foot,) * 4, 3).places[3] == (0, 300)


def test_ranks_are_as_deep_as_their_deepest_base() -> None:
    foot, horse = base_of("warrior"), base_of("heavy_cavalry")
    assert shape((foot, horse, foot, foot), 2) == (
        1200,
        800,
        ((-300, 0), (300, 0), (-300, 500), (300, 500)),
    )


def test_a_unit_knows_every_width_it_can_have() -> None:
    there = field(red("a", "warrior", (0, 0), size=7), red("s", "skirmisher", (0, 0), size=7))
    assert body_of(there.ctx, UnitId("a")).widths == [7, 4, 3, 2, 1]
    assert usual_files(there.ctx, UnitId("a")) == 4
    assert usual_files(there.ctx, UnitId("a"), 3) == 3
    assert usual_files(there.ctx, UnitId("s"), 3) == 7
