from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from walstatt.boards import BoardError
from walstatt.boards.hex import HexGrid, HexLayout, rectangle
from walstatt.boards.reach import Step, path_to, reach
from walstatt.kernel.ids import CellId

GRID = HexGrid(HexLayout("pointy", "even", rectangle(6, 7)))
START = GRID.parse("3,4")

cells = st.sampled_from(GRID.cells)
prices = st.lists(st.none() | st.integers(0, 4), min_size=len(GRID), max_size=len(GRID))


def one_each(_here: CellId, _there: CellId) -> int:
    return 1


def test_open_ground_is_reached_at_its_distance() -> None:
    found = reach(START, 2, one_each, GRID.neighbours)
    assert {cell: step.cost for cell, step in found.items()} == {
        cell: GRID.distance(START, cell) for cell in GRID.within(START, 2)
    }


def test_the_start_costs_nothing_even_without_points() -> None:
    assert reach(START, 0, one_each, GRID.neighbours) == {START: Step(0, None)}


def test_the_cheaper_detour_wins() -> None:
    costly, goal = GRID.parse("3,5"), GRID.parse("3,6")
    found = reach(START, 9, lambda _, there: 5 if there == costly else 1, GRID.neighbours)
    assert found[goal].cost == 3
    assert [GRID.label(cell) for cell in path_to(found, goal)] == ["3,4", "2,4", "2,5", "3,6"]
    assert found[costly] == Step(5, START)


def test_a_barred_step_may_be_barred_one_way_only() -> None:
    wall = GRID.parse("3,5")

    def no_way_out(here: CellId, _there: CellId) -> int | None:
        return None if here == wall else 1

    found = reach(START, 2, no_way_out, GRID.neighbours)
    assert found[wall] == Step(1, START)
    assert GRID.parse("3,6") not in found


def test_the_path_to_the_start_is_the_start() -> None:
    assert path_to(reach(START, 1, one_each, GRID.neighbours), START) == (START,)


def test_there_is_no_path_beyond_reach() -> None:
    with pytest.raises(BoardError, match="cell 41 is not within reach"):
        path_to(reach(START, 1, one_each, GRID.neighbours), GRID.cells[-1])


def test_a_negative_cost_is_refused() -> None:
    with pytest.raises(BoardError, match="step 17 to 10 has a negative cost: -1"):
        reach(START, 1, lambda _here, _there: -1, GRID.neighbours)


@given(cells, st.integers(0, 12), prices)
def test_more_points_reach_at_least_as_much(
    start: CellId, points: int, price: list[int | None]
) -> None:
    less = reach(start, points, lambda here, there: price[here - there], GRID.neighbours)
    more = reach(start, points + 1, lambda here, there: price[here - there], GRID.neighbours)
    assert less.items() <= more.items()


@given(cells, st.integers(0, 12), prices)
def test_costs_are_cheapest_and_paths_add_up(
    start: CellId, points: int, price: list[int | None]
) -> None:
    found = reach(start, points, lambda here, there: price[here - there], GRID.neighbours)
    assert {cell: step.cost for cell, step in found.items()} == relaxed(start, points, price)
    for cell, step in found.items():
        path = path_to(found, cell)
        assert path[0] == start
        assert sum(price[a - b] or 0 for a, b in pairwise(path)) == step.cost
        assert all(GRID.distance(a, b) == 1 for a, b in pairwise(path))


def relaxed(start: CellId, points: int, price: list[int | None]) -> dict[CellId, int]:
    """Find the same costs by going over the whole board again and again."""
    costs = {start: 0}
    for _ in GRID.cells:
        for here, cost in list(costs.items()):
            for there in GRID.neighbours(here):
                step = price[here - there]
                if step is not None and cost + step <= min(points, costs.get(there, points)):
                    costs[there] = cost + step
    return costs
