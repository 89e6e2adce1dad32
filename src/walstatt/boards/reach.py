"""What can be reached with so many points, on any board whose cells are integers."""

from collections.abc import Callable, Iterable, Mapping
from heapq import heappop, heappush
from typing import TypeAlias

from msgspec import Struct

from walstatt.boards import BoardError
from walstatt.kernel.ids import CellId

StepCost: TypeAlias = Callable[[CellId, CellId], int | None]
Neighbours: TypeAlias = Callable[[CellId], Iterable[CellId]]


class Step(Struct, frozen=True, gc=False):
    """The cheapest way into a cell: its whole cost and the cell before (None at the start)."""

    cost: int
    came_from: CellId | None


def reach(
    start: CellId, points: int, step_cost: StepCost, neighbours: Neighbours
) -> dict[CellId, Step]:
    """Find every cell that costs at most `points`, cheapest first; a cost of None bars a step.

    Of two equally cheap ways the one whose last cell was settled first is kept.
    """
    found = {start: Step(0, None)}
    settled = dict[CellId, Step]()
    queue = [(0, start)]
    while queue:
        cost, cell = heappop(queue)
        if cell in settled:
            continue
        settled[cell] = found[cell]
        for nearby, total in _onwards(cell, cost, step_cost, neighbours):
            known = found.get(nearby)
            if total <= points and (known is None or total < known.cost):
                found[nearby] = Step(total, cell)
                heappush(queue, (total, nearby))
    return settled


def path_to(steps: Mapping[CellId, Step], cell: CellId) -> tuple[CellId, ...]:
    """List the cells of the cheapest way, from the start to this cell."""
    if cell not in steps:
        raise BoardError(f"cell {cell} is not within reach")
    path = [cell]
    while (before := steps[path[-1]].came_from) is not None:
        path.append(before)
    return tuple(reversed(path))


def _onwards(
    cell: CellId, cost: int, step_cost: StepCost, neighbours: Neighbours
) -> Iterable[tuple[CellId, int]]:
    for nearby in neighbours(cell):
        price = step_cost(cell, nearby)
        if price is None:
            continue
        if price < 0:
            raise BoardError(f"step {cell} to {nearby} has a negative cost: {price}")
        yield nearby, cost + price
