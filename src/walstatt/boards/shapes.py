"""Outlines that look like nature or like husbandry, each the same for the same seed."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from math import cos, pi, sin
from random import Random
from typing import Final, TypeAlias

from walstatt.boards import BoardError
from walstatt.boards.polygons import longest_chord
from walstatt.boards.pose import Point, Spot, apart, heading, rightward
from walstatt.boards.table import Table, TableEdge

BLOB_CORNERS: Final = 18
WAVES: Final = ((2, 0.10), (3, 0.14), (4, 0.09), (5, 0.05))
"""How often the rim of a blob swings out on its way round, and by how much at most."""

Spots: TypeAlias = tuple[Spot, ...]


def blob(
    seed: int,
    centre: Spot,
    longest: int,
    slimness: float = 0.6,
    facing: int = 0,
    corners: int = BLOB_CORNERS,
) -> Spots:
    """Draw a wood, hill or marsh that is so long along its facing and hollow nowhere by much.

    `slimness` is about what its breadth is to its length; its longest dimension is `longest` but
    for rounding, and lies with its middle on the centre.
    """
    if not 0.2 <= slimness <= 1 or corners < 6 or longest < 60:
        raise BoardError(
            f"no blob can be {longest} long, {slimness} slim and have {corners} corners"
        )
    rim = _rim(Random(seed), slimness, corners)
    a, b = longest_chord(rim)
    scale, middle = longest / apart(a, b), ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    return _laid(rim, middle, scale, centre, facing)


def _rim(rng: Random, slimness: float, corners: int) -> list[Point]:
    """Swing a point round an ellipse of length 2, in and out."""
    waves = [(often, most * rng.random(), 2 * pi * rng.random()) for often, most in WAVES]
    rim = []
    for i in range(corners):
        angle = 2 * pi * (i + 0.35 * (rng.random() - 0.5)) / corners
        out = 1 + sum(much * sin(often * angle + phase) for often, much, phase in waves)
        rim.append((slimness * out * sin(angle), -out * cos(angle)))
    return rim


def _laid(rim: list[Point], middle: Point, scale: float, centre: Spot, facing: int) -> Spots:
    (rx, ry), (ax, ay) = rightward(facing), heading(facing)
    spots = []
    for x, y in rim:
        across, along = scale * (x - middle[0]), -scale * (y - middle[1])
        spots.append(
            (
                round(centre[0] + across * rx + along * ax),
                round(centre[1] + across * ry + along * ay),
            )
        )
    return tuple(spots)


def field(centre: Spot, length: int, breadth: int, facing: int = 0) -> Spots:
    """Draw a rectangle so long along its facing, clockwise from its front left."""
    corners = [(x * breadth / 2, y * length / 2) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return _laid(corners, (0.0, 0.0), 1.0, centre, facing)


def on_edge(table: Table, edge: TableEdge, fraction: float) -> Spot:
    """Give a spot on a table edge, part of the way clockwise along it."""
    (ax, ay), (bx, by) = table.edge(edge)
    return round(ax + fraction * (bx - ax)), round(ay + fraction * (by - ay))


def winding(
    seed: int,
    start: Spot,
    end: Spot,
    sway: int,
    step: int = 1_000,
    leaving: tuple[Spot, Spot] = ((0, 0), (0, 0)),
) -> Spots:
    """Lead a road or a watercourse from spot to spot, swaying to either side at most so far.

    `leaving` gives for either end the step that leads off the table there (see `outward`): the line
    goes straight for half a `step` before, so that its end lies square on the table's edge.
    """
    head, tail = _inset(start, leaving[0], step), _inset(end, leaving[1], step)
    count = max(2, round(apart(head, tail) / step))
    arc = _arc(head, tail, leaving)
    swaying = _swaying(Random(seed), sway)
    dx, dy = (tail[0] - head[0]) / apart(head, tail), (tail[1] - head[1]) / apart(head, tail)
    via = [start, head]
    for i in range(1, count):
        (x, y), off = _on_arc(arc, i / count), swaying(i / count)
        via.append((round(x - off * dy), round(y + off * dx)))
    via += [tail, end]
    return tuple(spot for spot, _ in groupby(via))


def _inset(spot: Spot, outwards: Spot, step: int) -> Spot:
    return spot[0] - outwards[0] * step // 2, spot[1] - outwards[1] * step // 2


def _arc(head: Spot, tail: Spot, leaving: tuple[Spot, Spot]) -> Spots:
    """Give the four points of a curve that begins and ends in the directions asked for."""
    third = apart(head, tail) / 3
    inner = []
    for near, far, (x, y) in ((head, tail, leaving[0]), (tail, head, leaving[1])):
        if (x, y) == (0, 0):
            inner.append((near[0] + (far[0] - near[0]) / 3, near[1] + (far[1] - near[1]) / 3))
        else:
            inner.append((near[0] - x * third, near[1] - y * third))
    return head, *((round(x), round(y)) for x, y in inner), tail


def _on_arc(arc: Spots, t: float) -> Point:
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    return (
        sum(much * x for much, (x, _) in zip(weights, arc, strict=True)),
        sum(much * y for much, (_, y) in zip(weights, arc, strict=True)),
    )


def _swaying(rng: Random, sway: int) -> Callable[[float], float]:
    """Sum three slow waves that vanish gently at both ends."""
    waves = [(often, rng.random() - 0.5) for often in (1, 2, 3)]
    most = sum(abs(much) for _, much in waves) or 1.0
    return lambda t: (
        sway / most * sin(pi * t) * sum(much * sin(often * pi * t) for often, much in waves)
    )


def outward(edge: TableEdge) -> Spot:
    """Give the step that leads off the table over an edge."""
    return {"top": (0, -1), "right": (1, 0), "bottom": (0, 1), "left": (-1, 0)}[edge]


def across(
    seed: int, table: Table, edges: tuple[TableEdge, TableEdge], at: tuple[float, float], sway: int
) -> Spots:
    """Lead a road, river or gully over the table, square from edge to edge."""
    start, end = (on_edge(table, edge, part) for edge, part in zip(edges, at, strict=True))
    return winding(seed, start, end, sway, leaving=(outward(edges[0]), outward(edges[1])))
