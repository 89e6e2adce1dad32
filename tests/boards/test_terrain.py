from itertools import pairwise
from math import cos, hypot, radians, sin, sqrt
from random import Random

import msgspec
import pytest
import shapely  # type: ignore[import-untyped]
import yaml
from hypothesis import given, settings

from tests.boards.ground_oracle import (
    BASES,
    any_area,
    any_base,
    any_pose,
    any_spot,
    polygon,
    randoms,
)
from walstatt.boards import BoardError
from walstatt.boards.polygons import Bounds, extent, signed_area
from walstatt.boards.pose import Base, Pose, between, rounded
from walstatt.boards.rectangle import Rectangle, rectangle
from walstatt.boards.shapes import field
from walstatt.boards.terrain import (
    SWEEP_ERROR,
    Area,
    Line,
    circle,
    crest,
    crest_centre,
    crosses,
    distance_to,
    distance_to_outline,
    edges_crossed,
    is_in,
    is_inside,
    is_near,
    is_on_line,
    is_run_over,
    least_dimension,
    length_inside,
    longest_dimension,
    moved,
    moved_line,
    overlaps,
    part_near,
    shrunk,
    sweep,
)

MU = 254
FOOT = Base(600, 300)
WOOD = Area("w1", "wood", ((0, 0), (4_000, 0), (4_000, 3_000), (0, 3_000)))
CLEARING = ((1_000, 1_000), (2_000, 1_000), (2_000, 2_000), (1_000, 2_000))
RING = Area("w2", "wood", WOOD.outline, (CLEARING,))
ROAD = Line("r1", "road", ((0, 1_500), (4_000, 1_500)), 200)
WALL = Line("m1", "wall", ((0, 0), (1_000, 0), (1_000, 1_000)))


def foot(x: int, y: int, facing: int = 0) -> Rectangle:
    return rectangle(Pose(x, y, facing), FOOT)


# -- keeping ---------------------------------------------------------------------------------------


def test_a_piece_is_written_as_it_is_kept() -> None:
    text = yaml.safe_dump(msgspec.to_builtins(WOOD), default_flow_style=None)
    assert text == (
        "id: w1\nkind: wood\noutline:\n- [0, 0]\n- [4000, 0]\n- [4000, 3000]\n- [0, 3000]\n"
    )
    assert msgspec.convert(yaml.safe_load(text), Area) == WOOD
    assert msgspec.json.encode(ROAD) == (
        b'{"id":"r1","kind":"road","via":[[0,1500],[4000,1500]],"width":200}'
    )
    assert msgspec.json.decode(msgspec.json.encode(RING), type=Area) == RING


def test_pieces_that_were_measured_are_still_the_same() -> None:
    other = Area("w1", "wood", WOOD.outline)
    assert WOOD.bounds == Bounds(0, 0, 4_000, 3_000)
    assert other == WOOD
    assert hash(other) == hash(WOOD)
    assert WOOD.area is WOOD


def test_a_line_with_a_width_covers_a_strip() -> None:
    assert ROAD.area.outline == ((0, 1_400), (4_000, 1_400), (4_000, 1_600), (0, 1_600))
    bent = Line("s", "stream", ((0, 0), (1_000, 0), (1_000, 1_000)), 100)
    assert abs(signed_area(bent.area.outline)) == 1_000 * 100 * 2
    assert bent.bounds == Bounds(0, -50, 1_050, 1_000)
    with pytest.raises(BoardError, match="wall 'm1' has no width"):
        _ = WALL.area


# -- bases and areas -------------------------------------------------------------------------------


def test_a_base_is_in_an_area_if_any_part_reaches_into_it() -> None:
    assert is_in(foot(2_000, 500), WOOD)
    assert is_in(foot(2_000, -200), WOOD)
    assert not is_in(foot(2_000, -300), WOOD)
    assert not is_in(foot(2_000, -298), WOOD)
    assert is_in(foot(2_000, -297), WOOD)
    assert is_in(foot(2_000, -298), WOOD, 1)
    assert not is_in(foot(9_000, 500), WOOD)


def test_a_base_with_an_area_inside_it_is_in_the_area() -> None:
    tuft = Area("t", "marsh", field((0, 150), 40, 40))
    assert is_in(foot(0, 0), tuft)
    assert not is_inside(foot(0, 0), tuft)


def test_a_base_in_a_clearing_is_not_in_the_wood() -> None:
    assert not is_in(foot(1_500, 1_400), RING)
    assert is_in(foot(1_500, 1_200), WOOD)
    assert is_in(foot(1_500, 1_100, 9_000), RING)
    assert distance_to(foot(1_500, 1_400), RING) == 200
    assert is_inside(foot(500, 500), RING)
    assert not is_inside(foot(1_500, 900), RING)


def test_the_whole_base_is_inside_or_not() -> None:
    assert is_inside(foot(2_000, 0), WOOD)
    assert is_inside(foot(2_000, -2), WOOD)
    assert not is_inside(foot(2_000, -3), WOOD)
    assert not is_inside(foot(3_900, 1_000), WOOD)
    assert not is_inside(foot(9_000, 1_000), WOOD)
    small = Area("s", "wood", field((0, 150), 300, 600))
    assert is_inside(foot(0, 0), small)
    assert not is_inside(foot(0, 0, 100), small)


def test_distances_to_an_area_and_to_its_outline() -> None:
    assert distance_to(foot(2_000, -808), WOOD) == 508
    assert distance_to(foot(4_600, 4_000), WOOD) == hypot(300, 1_000)
    assert distance_to(foot(2_000, 1_500), WOOD) == 0
    assert distance_to_outline(foot(2_000, 1_500), WOOD) == 1_200
    assert distance_to_outline(foot(2_000, -100), WOOD) == 0
    assert is_near(foot(2_000, -808), WOOD, 508)
    assert not is_near(foot(2_000, -809), WOOD, 508)
    assert not is_near(foot(20_000, -809), WOOD, 508)


def test_a_shrunk_base_is_smaller_on_all_sides() -> None:
    assert shrunk(foot(0, 0), 10) == ((-290, 10), (290, 10), (290, 290), (-290, 290))
    assert signed_area(shrunk(foot(0, 0), 150)) > 0


# -- segments and areas ----------------------------------------------------------------------------


def test_the_length_inside_areas_counts_once() -> None:
    again = Area("w3", "wood", field((4_000, 1_500), 3_000, 2_000))
    a, b = (-1_000, 500), (6_000, 500)
    assert length_inside(a, b, [WOOD]) == pytest.approx(4_000)
    assert length_inside(a, b, [WOOD, again]) == pytest.approx(5_000)
    assert length_inside((-1_000, 1_500), (6_000, 1_500), [RING]) == pytest.approx(3_000)
    assert length_inside((0, 4_000), (5_000, 4_000), [WOOD]) == 0


def test_a_road_clears_what_it_runs_through() -> None:
    assert length_inside((-500, 1_500), (5_000, 1_500), [WOOD], [ROAD.area]) == 0
    across = length_inside((2_500, -500), (2_500, 3_500), [WOOD], [ROAD.area])
    assert across == pytest.approx(2_800)


def test_the_part_near_a_spot_is_what_a_circle_cuts_out() -> None:
    (part,) = part_near(WOOD, (0, 0), 6 * MU)
    assert abs(signed_area(part)) == pytest.approx(3.14159 / 4 * (6 * MU) ** 2, rel=0.004)
    low, high = extent(part, (1.0, 0.0))
    assert low == pytest.approx(0)
    assert high == pytest.approx(6 * MU)
    assert part_near(WOOD, (9_000, 9_000), 6 * MU) == ()
    assert len(part_near(RING, (900, 1_500), 6 * MU)) == 2


def test_the_corners_of_a_circle_lie_on_it() -> None:
    ring = circle((100, 200), 50)
    assert len(ring) == 48
    assert {round(hypot(x - 100, y - 200), 9) for x, y in ring} == {50}
    assert signed_area(ring) > 0


# -- the shape of pieces ---------------------------------------------------------------------------


def test_a_piece_is_measured_where_it_is_longest_and_narrowest() -> None:
    assert longest_dimension(WOOD) == 4_000
    assert least_dimension(WOOD) == 3_000


def test_the_crest_divides_a_hill_along_its_longest_dimension() -> None:
    hill = Area("h", "hill", ((0, 500), (2_000, 0), (4_000, 600), (2_000, 1_000)))
    assert crest(hill) == ((0, 500), (4_000, 600))
    assert crest_centre(hill) == (2_000, 550)


@pytest.mark.parametrize("facing", [0, 9_000, 3_100])
def test_a_rectangle_is_as_long_as_its_sides_and_its_crest_runs_through_its_middle(
    facing: int,
) -> None:
    hill = Area("h", "hill", field((4_000, 3_000), 2_400, 1_000, facing))
    (ax, ay), (bx, by) = crest(hill)
    assert longest_dimension(hill) == pytest.approx(2_400, abs=1)
    assert ((ax + bx) / 2, (ay + by) / 2) == pytest.approx((4_000, 3_000), abs=1)
    across = (bx - ax) * cos(radians(facing / 100)) + (by - ay) * sin(radians(facing / 100))
    assert across == pytest.approx(0, abs=2)


def test_the_crest_of_a_hollow_hill_follows_its_bend() -> None:
    bow = ((0, 0), (1_000, 800), (3_000, 800), (4_000, 0), (3_500, 1_400), (500, 1_400))
    line = crest(Area("h", "hill", bow))
    assert len(line) == 13
    assert (line[0], line[-1]) == ((0, 0), (4_000, 0))
    assert line[6] == pytest.approx((2_000, 1_100))


def test_pieces_are_moved_and_turned_about_their_middle() -> None:
    there = moved(RING, (100, -50))
    assert there.outline[0] == (100, -50)
    assert there.holes[0][0] == (1_100, 950)
    turned = moved(RING, turn=9_000)
    assert set(turned.outline) == {(500, -500), (3_500, -500), (3_500, 3_500), (500, 3_500)}
    assert moved(moved(RING, turn=9_000), turn=27_000) == RING
    assert moved_line(ROAD, (0, 10), 9_000).via == ((2_000, -490), (2_000, 3_510))


# -- lines -----------------------------------------------------------------------------------------


def test_a_segment_crosses_a_line_or_not() -> None:
    assert crosses((500, -100), (500, 100), WALL)
    assert not crosses((500, -100), (1_100, -50), WALL)
    assert crosses((900, 500), (1_100, 500), WALL)
    assert not crosses((900, 5_000), (1_100, 5_000), WALL)


def test_a_base_is_on_a_line_if_any_part_is_over_it() -> None:
    assert is_on_line(foot(2_000, 1_500), ROAD)
    assert is_on_line(foot(2_000, 1_590), ROAD)
    assert not is_on_line(foot(2_000, 1_600), ROAD)
    assert is_on_line(foot(500, -100), WALL)
    assert not is_on_line(foot(500, 0), WALL)
    assert is_on_line(foot(500, 0), Line("g", "gate", ((490, 100), (510, 100))))


def test_the_edges_a_road_passes_through() -> None:
    assert edges_crossed(foot(2_000, 1_400), ROAD) == ("right", "left")
    assert edges_crossed(foot(2_000, 1_500, 9_000), ROAD) == ("front", "rear")
    assert edges_crossed(foot(-100, 1_400), ROAD) == ("right",)
    assert edges_crossed(foot(2_000, 3_000), ROAD) == ()


# -- sweeps ----------------------------------------------------------------------------------------


def test_a_straight_sweep_is_the_hull_of_both_bases() -> None:
    (ring,) = sweep(Pose(0, 0, 0), Pose(0, -1_000, 0), FOOT)
    assert set(ring) == {(-300, -1_000), (300, -1_000), (300, 300), (-300, 300)}
    assert is_run_over([ring], Area("t", "marsh", field((0, -500), 20, 20)))
    assert not is_run_over([ring], Area("t", "marsh", field((320, -500), 20, 20)))


def test_a_turning_sweep_covers_the_swing_of_the_corners() -> None:
    rings = sweep(Pose(0, 0, 0), Pose(0, 0, 9_000), FOOT)
    far = 300 * sqrt(2)
    beyond = round(far / sqrt(2)) + 8
    assert len(rings) == 32
    assert is_run_over(rings, Area("t", "marsh", field((-295, 295), 10, 10)))
    assert not is_run_over(rings, Area("t", "marsh", field((-beyond - 10, beyond + 10), 10, 10)))


# -- shapely says the same -------------------------------------------------------------------------


def assert_bases_agree(random: Random) -> None:
    area, box = any_area(random, 3_000), any_base(random, 3_000)
    tolerance = random.choice((0.0, 2.0, 13.0))
    shape = polygon(area)
    base, inner = shapely.Polygon(box.corners), shapely.Polygon(shrunk(box, tolerance))
    common, missing = shape.intersection(inner).area, inner.difference(shape).area
    if common == 0 or common > 1e-3:
        assert is_in(box, area, tolerance) == (common > 0)
    if missing == 0 or missing > 1e-3:
        assert is_inside(box, area, tolerance) == (missing == 0)
    assert distance_to(box, area) == pytest.approx(shape.distance(base), abs=1e-6)
    assert distance_to_outline(box, area) == pytest.approx(
        shape.boundary.distance(base.exterior), abs=1e-6
    )


def assert_lengths_agree(random: Random) -> None:
    areas, clear = [any_area(random, 3_000) for _ in range(3)], any_area(random, 3_000)
    line = shapely.LineString((any_spot(random, 3_000), any_spot(random, 3_000)))
    ground = shapely.union_all([polygon(area) for area in areas]).difference(polygon(clear))
    if line.intersection(ground.boundary).length == 0:
        a, b = line.coords
        inside = length_inside(a, b, areas, [clear])
        assert inside == pytest.approx(line.intersection(ground).length, abs=1e-6)


def assert_sweep_covers(random: Random) -> None:
    before, after, base = any_pose(random, 2_000), any_pose(random, 2_000), random.choice(BASES)
    cover = shapely.union_all([shapely.Polygon(ring) for ring in sweep(before, after, base)])
    turn = between(before.facing, after.facing)
    steps = 60
    stops = []
    for i in range(steps + 1):
        t = i / steps
        x, y = before.x + t * (after.x - before.x), before.y + t * (after.y - before.y)
        pose = rounded(x, y, before.facing + t * turn)
        stops.append(shapely.Polygon(rectangle(pose, base).corners))
        assert cover.buffer(1.5).covers(stops[-1])
    ground = shapely.union_all([a.union(b).convex_hull for a, b in pairwise(stops)])
    assert ground.buffer(SWEEP_ERROR + 2).covers(cover)


def assert_crest_on_hill(random: Random) -> None:
    area = any_area(random, 3_000)
    line, hill = shapely.LineString(crest(area)), shapely.Polygon(area.outline)
    assert (line.boundary.geoms[0].distance(line.boundary.geoms[1])) == longest_dimension(area)
    if len(line.coords) == 2:
        assert line.intersection(hill).length > 0.9 * line.length - 2
    else:
        assert all(hill.buffer(1e-6).covers(shapely.Point(spot)) for spot in line.coords)


@settings(max_examples=2_000)
@given(randoms)
def test_bases_and_areas_agree_with_shapely(random: Random) -> None:
    assert_bases_agree(random)


@settings(max_examples=1_000)
@given(randoms)
def test_lengths_inside_agree_with_shapely(random: Random) -> None:
    assert_lengths_agree(random)


@settings(max_examples=150)
@given(randoms)
def test_sweeps_cover_all_ground_and_little_more(random: Random) -> None:
    assert_sweep_covers(random)


@settings(max_examples=500)
@given(randoms)
def test_crests_lie_on_their_hills(random: Random) -> None:
    assert_crest_on_hill(random)


@settings(max_examples=500)
@given(randoms)
def test_nothing_changes_when_the_whole_table_is_turned_and_shifted(random: Random) -> None:
    area, box = any_area(random, 3_000), any_base(random, 3_000)
    there = turned_about(area)
    pose = Pose(5_000 - box.pose.y, box.pose.x - 700, (box.pose.facing + 9_000) % 36_000)
    other = rectangle(pose, box.base)
    assert is_in(box, area, 1.9) == is_in(other, there, 1.9)
    assert is_inside(box, area, 1.9) == is_inside(other, there, 1.9)
    assert distance_to(box, area) == pytest.approx(distance_to(other, there), abs=1e-6)
    assert overlaps(box.corners, area) == overlaps(other.corners, there)


def turned_about(area: Area) -> Area:
    outline, *holes = (
        tuple((5_000 - y, x - 700) for x, y in ring) for ring in (area.outline, *area.holes)
    )
    return Area(area.id, area.kind, outline, tuple(holes))


@pytest.mark.nightly
@pytest.mark.timeout(3_600)
def test_a_hundred_thousand_pieces_agree_with_shapely() -> None:
    for seed in range(100_000):
        assert_bases_agree(Random(seed))
        assert_lengths_agree(Random(seed))
    for seed in range(5_000):
        assert_sweep_covers(Random(seed))
