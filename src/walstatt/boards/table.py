"""The table on which everything is measured: its edges, and the strips along them."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from walstatt.boards.pose import Point, Spot
from walstatt.boards.rectangle import Box

TableEdge: TypeAlias = Literal["top", "right", "bottom", "left"]
TABLE_EDGES: Final[tuple[TableEdge, ...]] = ("top", "right", "bottom", "left")
"""The edges clockwise; each begins at the corner of the same number."""

ROUNDING: Final = 2.0
"""How far a base may reach over a border without counting as beyond it: what rounding can do."""


class Table(NamedTuple):
    """The size of a table; its top left corner is (0, 0)."""

    width: int
    height: int

    def edge(self, name: TableEdge) -> tuple[Spot, Spot]:
        """Give the ends of an edge, clockwise round the table."""
        w, h = self
        corners = ((0, 0), (w, 0), (w, h), (0, h), (0, 0))
        at = TABLE_EDGES.index(name)
        return corners[at], corners[at + 1]


def edge_at(spot: Point, table: Table, tolerance: float = ROUNDING) -> TableEdge | None:
    """Name the table edge at which a spot lies, the nearest of several, None if at none."""
    x, y = spot
    away = (y, table.width - x, table.height - y, x)
    nearest = min(range(4), key=lambda at: away[at])
    return TABLE_EDGES[nearest] if away[nearest] <= tolerance else None


def band(table: Table, edge: TableEdge, depth: int) -> tuple[Spot, ...]:
    """Give the outline of the strip so deep along a table edge."""
    w, h = table
    left, top, right, bottom = {
        "top": (0, 0, w, depth),
        "right": (w - depth, 0, w, h),
        "bottom": (0, h - depth, w, h),
        "left": (0, 0, depth, h),
    }[edge]
    return (left, top), (right, top), (right, bottom), (left, bottom)


def is_in_band(
    box: Box, table: Table, edge: TableEdge, depth: float, tolerance: float = ROUNDING
) -> bool:
    """Does the whole base lie so near to a table edge?"""
    far = {
        "top": max(y for _, y in box.corners),
        "right": table.width - min(x for x, _ in box.corners),
        "bottom": table.height - min(y for _, y in box.corners),
        "left": max(x for x, _ in box.corners),
    }[edge]
    return far <= depth + tolerance


def is_on_table(box: Box, table: Table, tolerance: float = ROUNDING) -> bool:
    """Does the whole base lie on the table?"""
    right, bottom = table.width + tolerance, table.height + tolerance
    for x, y in box.corners:  # noqa: SIM110 - without a generator
        if not (-tolerance <= x <= right and -tolerance <= y <= bottom):
            return False
    return True
