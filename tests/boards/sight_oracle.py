"""Views as shapely sees them: thousands of lines, each held against everything in the way."""

from collections.abc import Sequence
from math import hypot
from random import Random
from typing import NamedTuple

import numpy as np
import shapely  # type: ignore[import-untyped]

from tests.boards.ground_oracle import any_area, any_base, any_outline, any_spot, polygon
from walstatt.boards.contact import distance, overlap
from walstatt.boards.polygons import Segment, edges
from walstatt.boards.pose import Pose, Spot, shifted
from walstatt.boards.rectangle import Box, Rectangle, rectangle
from walstatt.boards.shapes import winding
from walstatt.boards.sightlines import Between, Fence, waist
from walstatt.boards.terrain import Area, Line, crest, crest_centre
from walstatt.boards.veils import Depth, Dome, Reach, Veil

Lines = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
Mask = np.ndarray[tuple[int, ...], np.dtype[np.bool_]]


class Scene(NamedTuple):
    """Somebody who looks, whom he looks at, and what is between."""

    viewer: Box | Segment
    target: Rectangle
    between: Between


# -- making up scenes ------------------------------------------------------------------------------


def any_scene(random: Random) -> Scene:
    size = random.choice((1_500, 3_000, 6_000))
    start, target, *others = crowd(random, size)
    fences = [Fence("fence", [any_spot(random, size) for _ in range(3)])]
    hill = Area("hill", "hill", any_outline(random, any_spot(random, size), size // 2))
    if random.random() < 0.5:
        fences.append(Fence("crest", crest(hill)))
    between = Between(
        list(enumerate(others)),
        random.choice((0, 0, 150, 300, 600)),
        fences if random.random() < 0.4 else (),
        [any_area(random, size // 2, f"smoke {i}") for i in range(random.choice((0, 0, 0, 1, 2)))],
        any_veils(random, size, hill),
    )
    return Scene(start if random.random() < 0.4 else start.edge("front"), target, between)


def crowd(random: Random, size: int) -> list[Rectangle]:
    """Put bases on the table, some of them side by side with others."""
    found: list[Rectangle] = []
    wanted = random.choice((2, 4, 8, 14))
    while len(found) < wanted:
        one = any_base(random, size)
        if found and random.random() < 0.3:
            beside = random.choice(found)
            gap = random.choice((0, 1, random.randrange(400)))
            by = random.choice((-1, 1)) * (beside.base.width + gap)
            one = rectangle(shifted(beside.pose, 0, by), beside.base)
        if all(overlap(one, other) <= 1 for other in found):
            found.append(one)
        else:
            wanted -= random.random() < 0.1 and wanted > 2
    return found


def any_veils(random: Random, size: int, hill: Area) -> list[Veil]:
    veils: list[Veil] = []
    if random.random() < 0.4:
        woods = tuple(any_area(random, size, f"wood {i}") for i in range(random.choice((1, 2))))
        road = Line("road", "road", winding(7, (0, size // 3), (size, size // 2), size // 8), 120)
        clear = (road.area,) if random.random() < 0.3 else ()
        veils.append(Depth("wood", woods, random.choice((254, 508, 508, 1_016)), clear))
    if random.random() < 0.15:
        veils.append(Reach("reach", random.choice((500, 1_000, 2_000))))
    if random.random() < 0.2:
        veils.append(Dome("dome", hill, crest_centre(hill)))
    return veils


def quarter_turned(scene: Scene, by: Spot) -> Scene:
    """Turn the whole table by a right angle and shift it."""
    viewer, target, between = scene

    def there(x: float, y: float) -> tuple[float, float]:
        return by[0] - y, by[1] + x

    def spot(x: int, y: int) -> Spot:
        return by[0] - y, by[1] + x

    def base(box: Box) -> Rectangle:
        assert isinstance(box, Rectangle)
        pose = box.pose
        return rectangle(Pose(*spot(pose.x, pose.y), (pose.facing + 9_000) % 36_000), box.base)

    def area(one: Area) -> Area:
        holes = tuple(tuple(spot(*at) for at in hole) for hole in one.holes)
        return Area(one.id, one.kind, tuple(spot(*at) for at in one.outline), holes)

    def veil(one: Veil) -> Veil:
        if isinstance(one, Depth):
            woods, clear = tuple(map(area, one.areas)), tuple(map(area, one.clear))
            return Depth(one.id, woods, one.most, clear)
        if isinstance(one, Dome):
            return Dome(one.id, area(one.area), there(*one.centre))
        return one

    return Scene(
        base(viewer) if isinstance(viewer, Box) else (there(*viewer[0]), there(*viewer[1])),
        base(target),
        Between(
            [(name, base(box)) for name, box in between.bases],
            between.gap,
            [Fence(one.id, [there(*at) for at in one.via]) for one in between.fences],
            [area(one) for one in between.opaque],
            [veil(one) for one in between.veils],
        ),
    )


# -- holding lines against everything --------------------------------------------------------------


def sampled(viewer: Box | Segment, target: Box, count: int) -> Lines:
    """Draw lines between points all round."""
    rims = list(edges(viewer.corners)) if isinstance(viewer, Box) else [viewer]
    starts = np.concatenate([np.linspace(a, b, count) for a, b in rims])
    ends = np.concatenate([np.linspace(a, b, count) for a, b in edges(target.corners)])
    pairs = np.empty((len(starts), len(ends), 2, 2))
    pairs[:, :, 0] = starts[:, None]
    pairs[:, :, 1] = ends[None, :]
    return pairs.reshape(-1, 2, 2)


def surely_free(lines: Lines, between: Between, by: float = 2.0) -> Mask:
    """Tell which lines are free though everything in the way is larger on all sides."""
    drawn = shapely.linestrings(lines)
    free = np.ones(len(drawn), dtype=bool)
    for thing in hard_things(between):
        larger = thing.buffer(by)
        shapely.prepare(larger)
        free &= ~shapely.intersects(larger, drawn)
    for veil in between.veils:
        at = np.flatnonzero(free)
        free[at] = [lets_through(veil, lines[i], drawn[i], by) for i in at]
    return free


def surely_blocked(line: Lines, between: Between) -> bool:
    """Is a line blocked though everything in the way is a little smaller?"""
    drawn = shapely.LineString(line)
    for thing in hard_things(between):
        if thing.length == 0:
            continue
        if thing.area == 0:
            if crosses_well(drawn, thing) and ends_apart(drawn, thing) > 1:
                return True
        elif drawn.intersection(thing.buffer(-1)).length > 1:
            return True
    return not all(lets_through(veil, line, drawn, -1.5) for veil in between.veils)


def crosses_well(drawn: shapely.LineString, thing: shapely.LineString) -> bool:
    """Do lines cross, and not only touch where one of them bends?"""
    if not drawn.crosses(thing):
        return False
    aside = (drawn.parallel_offset(1, side) for side in ("left", "right"))
    return all(one.crosses(thing) for one in aside)


def ends_apart(drawn: shapely.LineString, thing: shapely.LineString) -> float:
    """Measure how far from the ends of both lines they cross."""
    where = drawn.intersection(thing)
    return min(float(where.distance(drawn.boundary)), float(where.distance(thing.boundary)))


def hard_things(between: Between) -> list[shapely.Geometry]:
    found = [shapely.Polygon(box.corners) for _, box in between.bases]
    found += [polygon(area) for area in between.opaque]
    found += [shapely.LineString(fence.via) for fence in between.fences]
    boxes = [box for _, box in between.bases]
    for i, one in enumerate(boxes):
        for other in boxes[i + 1 :]:
            if distance(one, other) < between.gap:
                found.append(shapely.LineString(waist(one, other)))
    return found


def lets_through(veil: Veil, line: Lines, drawn: shapely.LineString, by: float) -> bool:
    """Hold a line against a veil, made stronger by so much (or weaker)."""
    if isinstance(veil, Reach):
        return bool(drawn.length <= veil.most - 3 * by)
    if isinstance(veil, Depth):
        ground = wooded(veil.areas, veil.clear)
        grown = ground.buffer(by) if by > 0 else ground
        return bool(drawn.intersection(grown).length <= veil.most - 3 * by)
    assert isinstance(veil, Dome)
    return is_past_dome(veil, line, drawn, by)


def wooded(areas: Sequence[Area], clear: Sequence[Area]) -> shapely.Geometry:
    ground = shapely.union_all([polygon(area) for area in areas])
    return ground.difference(shapely.union_all([polygon(area) for area in clear]))


def is_past_dome(veil: Dome, line: Lines, drawn: shapely.LineString, by: float) -> bool:
    (ax, ay), (bx, by_) = line.tolist()
    cx, cy = veil.centre
    length = hypot(bx - ax, by_ - ay)
    if length == 0:
        return True
    foot = ((cx - ax) * (bx - ax) + (cy - ay) * (by_ - ay)) / length
    if foot < min(-3 * by, 0) or foot > max(length + 3 * by, length):
        return True
    near = min(hypot(ax - cx, ay - cy), hypot(bx - cx, by_ - cy)) + 3 * by
    higher = drawn.intersection(shapely.Point(veil.centre).buffer(max(near, 0.1), quad_segs=128))
    hill = polygon(veil.area)
    if by > 0:
        return bool(higher.intersection(hill.buffer(by)).length == 0)
    return bool(higher.intersection(hill).length <= 3)
