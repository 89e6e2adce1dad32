"""Pieces of terrain as they are laid out: well formed, on the table, against each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from walstatt.boards import BoardError
from walstatt.boards.polygons import (
    Ring,
    Segment,
    contains,
    distance,
    edges,
    first_crossing,
    nearest_points,
    spanned,
)
from walstatt.boards.pose import Point
from walstatt.boards.table import ROUNDING, TABLE_EDGES, Table, TableEdge, edge_at
from walstatt.boards.terrain import Area, Line, Piece

# --- Is it well formed? ---------------------------------------------------------------------------


def check_piece(piece: Piece, table: Table | None = None) -> None:
    """Refuse a piece whose outline is no outline, or that is not on the table."""
    if isinstance(piece, Line):
        _check_line(piece)
    else:
        _check_area(piece)
    if table is not None:
        _check_place(piece, table)


def _check_line(line: Line) -> None:
    _check_points(line, "line", line.via, 2)
    if line.width < 0:
        raise BoardError(f"{_name(line)} has a negative width: {line.width}")
    if line.width:
        for a, b, c in zip(line.via, line.via[1:], line.via[2:], strict=False):
            if (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) < 0:
                raise BoardError(f"{_name(line)} turns back on itself at {_place(b)}")
        where = first_crossing(line.area.outline)
        if where is not None:
            raise BoardError(f"{_name(line)} bends too sharply for its width at {_place(where)}")


def _check_area(area: Area) -> None:
    for what, ring in zip(("outline", *("hole",) * len(area.holes)), area.rings, strict=True):
        _check_points(area, what, ring, 3)
        where = first_crossing(ring)
        if where is not None:
            raise BoardError(f"the {what} of {_name(area)} runs into itself at {_place(where)}")
    for i, hole in enumerate(area.holes):
        if not contains([area.outline], hole[0]) or not distance(hole, area.outline):
            raise BoardError(f"a hole of {_name(area)} at {_place(hole[0])} is not inside it")
        for other in area.holes[:i]:
            if (
                contains([other], hole[0])
                or contains([hole], other[0])
                or not distance(hole, other)
            ):
                raise BoardError(f"two holes of {_name(area)} meet at {_place(hole[0])}")


def _check_points(piece: Piece, what: str, points: Ring, least: int) -> None:
    if len(points) < least:
        raise BoardError(f"the {what} of {_name(piece)} needs {least} points, not {len(points)}")
    for a, b in pairwise((*points, points[0]) if least > 2 else points):
        if a == b:
            raise BoardError(f"the {what} of {_name(piece)} has {_place(a)} twice in a row")


def _check_place(piece: Piece, table: Table) -> None:
    points = piece.outline if isinstance(piece, Area) else piece.via
    for x, y in points:
        if not (0 <= x <= table.width and 0 <= y <= table.height):
            raise BoardError(f"{_name(piece)} leaves the table at {_place((x, y))}")


def _name(piece: Piece) -> str:
    return f"{piece.kind} {piece.id!r}"


def _place(point: Point) -> str:
    return f"({round(point[0])}, {round(point[1])})"


# --- Pieces, tables and edges ---------------------------------------------------------------------


def pieces_touch(one: Piece, other: Piece, tolerance: float = ROUNDING) -> bool:
    """Do two pieces lie against or over each other?"""
    if not one.bounds.grown(tolerance).meets(other.bounds):
        return False
    if _encloses(one, other) or _encloses(other, one):
        return True
    return _rims_touch(list(_rim(one)), list(_rim(other)), tolerance)


def _rims_touch(one: Sequence[Segment], other: Sequence[Segment], tolerance: float) -> bool:
    spans = [(spanned(*edge), edge) for edge in other]
    for edge in one:
        left, top, right, bottom = spanned(*edge)
        near = [
            far
            for span, far in spans
            if span[0] <= right + tolerance
            and span[2] >= left - tolerance
            and span[1] <= bottom + tolerance
            and span[3] >= top - tolerance
        ]
        if near and nearest_points([edge], near)[0] <= tolerance:
            return True
    return False


def _encloses(one: Piece, other: Piece) -> bool:
    point = other.outline[0] if isinstance(other, Area) else other.via[0]
    return not (isinstance(one, Line) and not one.width) and contains(one.area.rings, point)


def _rim(piece: Piece) -> Iterable[Segment]:
    if isinstance(piece, Line) and not piece.width:
        return pairwise(piece.via)
    return (edge for ring in piece.area.rings for edge in edges(ring))


def ends(line: Line, table: Table, tolerance: float = ROUNDING) -> tuple[TableEdge | None, ...]:
    """Name the table edges at which a line begins and ends."""
    return tuple(edge_at(spot, table, tolerance) for spot in (line.via[0], line.via[-1]))


def edges_touched(area: Area, table: Table, tolerance: float = ROUNDING) -> tuple[TableEdge, ...]:
    """Name the table edges that an area touches."""
    left, top, right, bottom = area.bounds
    away = (top, table.width - right, table.height - bottom, left)
    return tuple(name for name, far in zip(TABLE_EDGES, away, strict=True) if far <= tolerance)
