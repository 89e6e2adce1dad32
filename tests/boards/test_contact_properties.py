from collections.abc import Iterator
from random import Random

import pytest
import shapely  # type: ignore[import-untyped]
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.boards.base_oracle import (
    close_pair,
    pairs,
    rectangles,
    shape,
    signed_distance,
)
from walstatt.boards.contact import (
    PARALLEL,
    Contact,
    any_upon,
    contacts,
    distance,
    is_any_upon_another,
    is_upon,
    is_within,
    least_distance,
    nearest,
    overlap,
    shared_edges,
    touches,
    way_out,
)
from walstatt.boards.pose import Base, Point, Pose, apart, between
from walstatt.boards.rectangle import EDGES, Box, Edge, Rectangle, edge_length, rectangle

CLOSE = 1e-6
FOOT = Base(600, 300)
HERE = rectangle(Pose(0, 0, 0), FOOT)
FAR_AWAY = rectangle(Pose(10_000_000, 10_000_000, 0), FOOT)
Pair = tuple[Rectangle, Rectangle]
tolerances = st.sampled_from((2, 5, 13))

# -- the oracle -----------------------------------------------------------------------------------


def assert_measures_agree(a: Rectangle, b: Rectangle) -> None:
    signed = signed_distance(a.corners, b.corners)
    assert distance(a, b) == pytest.approx(max(signed, 0.0), abs=CLOSE)
    if signed < 0:
        assert overlap(a, b) == pytest.approx(-signed, abs=CLOSE)
    else:
        assert -signed - CLOSE <= overlap(a, b) <= CLOSE
    for reach in (0.0, 2.0, 13.0, 254.0):
        if abs(signed - reach) > CLOSE:
            assert is_within(a, b, reach) == (signed < reach)
        upon = overlap(a, b) > reach
        assert is_upon(a, b, reach) == upon
        assert any_upon((a,), (FAR_AWAY, b), reach) == upon
        assert is_any_upon_another((a, FAR_AWAY, b), reach) == upon


def assert_contacts_agree(a: Rectangle, b: Rectangle, tolerance: float) -> None:
    found = contacts(a, b, tolerance)
    if not touches(a, b, tolerance) or overlap(a, b) > tolerance:
        assert found == ()
        return
    assert found
    lengths = {(one.own, one.other): one.length for one in found if one.length}
    for own in EDGES:
        for other in EDGES:
            assert_length_agrees(a, own, b, other, tolerance, lengths.get((own, other), 0.0))
    if not lengths:
        assert_fronts_count(a, b, found, tolerance)
    for one in found:
        if not one.length:
            assert_corner_touches(a, b, one, tolerance)


def assert_length_agrees(
    a: Rectangle, own: Edge, b: Rectangle, other: Edge, tolerance: float, length: float
) -> None:
    """Compare with how much of one edge lies in a band along the other."""
    out_of_line = facing_of(a, own) - facing_of(b, other) - 18_000
    if abs(between(0, out_of_line)) > PARALLEL:
        assert length == 0
        return
    band = shapely.LineString(b.edge(other)).buffer(tolerance, cap_style="flat")
    along = shapely.LineString(a.edge(own)).intersection(band).length
    if along > tolerance + 3:
        assert length == pytest.approx(along, abs=1 + 0.002 * along)
    elif along < tolerance - 3:
        assert length == 0


def facing_of(rect: Rectangle, edge: Edge) -> int:
    return rect.pose.facing + 9_000 * EDGES.index(edge)


def assert_corner_touches(a: Rectangle, b: Rectangle, contact: Contact, tolerance: float) -> None:
    """Some corner of those named touches what it is said to touch."""
    assert contact.own_corner or contact.other_corner
    if contact.own_corner:
        assert_end_touches(a, contact.own, b, contact.other, tolerance)
    if contact.other_corner:
        assert_end_touches(b, contact.other, a, contact.own, tolerance)


def assert_fronts_count(
    a: Rectangle, b: Rectangle, found: tuple[Contact, ...], tolerance: float
) -> None:
    """Where a corner of a front touches, it counts as front."""
    touching = [shape(b).distance(shapely.Point(corner)) for corner in a.corners[:2]]
    if min(touching) < tolerance - CLOSE:
        assert "front" in {one.own for one in found}


def assert_end_touches(
    a: Rectangle, own: Edge, b: Rectangle, other: Edge, tolerance: float
) -> None:
    edge = shapely.LineString(b.edge(other))
    assert min(edge.distance(shapely.Point(end)) for end in a.edge(own)) <= 1.5 * tolerance


def assert_all_agree(a: Rectangle, b: Rectangle, tolerance: float) -> None:
    assert_measures_agree(a, b)
    assert_contacts_agree(a, b, tolerance)


@settings(max_examples=400)
@given(pairs, tolerances)
def test_distance_overlap_and_contact_agree_with_shapely(pair: Pair, tolerance: int) -> None:
    assert_all_agree(*pair, tolerance)


@settings(max_examples=100)
@given(rectangles, rectangles)
def test_any_two_bases_are_measured_as_shapely_does(a: Rectangle, b: Rectangle) -> None:
    assert_measures_agree(a, b)


@pytest.mark.nightly
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("seed", range(10))
def test_a_hundred_thousand_configurations_agree_with_shapely(seed: int) -> None:
    random = Random(seed)
    for _ in range(10_000):
        a, b = close_pair(random)
        assert_all_agree(a, b, random.choice((2, 5, 13)))


def test_the_made_up_pairs_are_of_every_kind() -> None:
    random = Random(7)
    kinds = list(made_up(random))
    assert kinds.count("overlap") > 50
    assert kinds.count("length") > 50
    assert kinds.count("corner") > 50
    assert kinds.count("near") > 50
    assert kinds.count("apart") > 50


def made_up(random: Random) -> Iterator[str]:
    for _ in range(1_000):
        a, b = close_pair(random)
        found = contacts(a, b, 13)
        if found:
            yield "length" if found[0].length else "corner"
        elif touches(a, b, 13):
            yield "overlap"
        else:
            yield "near" if touches(a, b, 26) else "apart"


# -- symmetry and invariance ----------------------------------------------------------------------


@settings(max_examples=200)
@given(pairs, tolerances)
def test_the_other_sees_the_same(pair: Pair, tolerance: int) -> None:
    a, b = pair
    assert distance(a, b) == pytest.approx(distance(b, a), abs=CLOSE)
    assert overlap(a, b) == pytest.approx(overlap(b, a), abs=CLOSE)
    ours, theirs = contacts(a, b, tolerance), contacts(b, a, tolerance)
    assert len(ours) == len(theirs)
    for one, mirrored in zip(ours, map(mirror, theirs), strict=True):
        assert one._replace(length=0) in {other._replace(length=0) for other in map(mirror, theirs)}
        if len(ours) == 1:
            assert one.length == pytest.approx(mirrored.length, rel=0.01, abs=1.5)


def mirror(contact: Contact) -> Contact:
    own, other, length, own_corner, other_corner = contact
    return Contact(other, own, length, own_corner=other_corner, other_corner=own_corner)


@settings(max_examples=100)
@given(pairs, st.integers(-9_999, 9_999), st.integers(-9_999, 9_999), st.integers(0, 3))
def test_nothing_depends_on_where_the_table_lies(pair: Pair, x: int, y: int, quarters: int) -> None:
    a, b = pair
    there = [moved(one, x, y, quarters) for one in pair]
    assert distance(*there) == pytest.approx(distance(a, b), abs=CLOSE)
    here, elsewhere = contacts(a, b, 13), contacts(there[0], there[1], 13)
    assert [one[:2] + one[3:] for one in here] == [one[:2] + one[3:] for one in elsewhere]
    assert [one.length for one in here] == pytest.approx([one.length for one in elsewhere])


def moved(rect: Rectangle, x: int, y: int, quarters: int) -> Rectangle:
    """Shift a base and turn the whole table by quarters, which keeps everything whole."""
    one = rect.pose
    spot = one.spot
    for _ in range(quarters):
        spot = -spot[1], spot[0]
    facing = (one.facing + 9_000 * quarters) % 36_000
    return rectangle(Pose(spot[0] + x, spot[1] + y, facing), rect.base)


@settings(max_examples=100)
@given(pairs, st.floats(0, 30), st.floats(0, 30))
def test_a_greater_tolerance_never_parts_what_touches(pair: Pair, one: float, two: float) -> None:
    low, high = sorted((one, two))
    if touches(*pair, low):
        assert touches(*pair, high)
    lengths = [sum(edge.length for edge in shared_edges(*pair, reach)) for reach in (low, high)]
    if lengths[0] > high:
        assert lengths[1] >= lengths[0] - CLOSE


@settings(max_examples=100)
@given(pairs)
def test_nearest_points_lie_on_the_bases_at_their_distance(pair: Pair) -> None:
    a, b = pair
    own, other = nearest(a, b)
    assert apart(own, other) == pytest.approx(distance(a, b), abs=CLOSE)
    assert shape(a).distance(shapely.Point(own)) < CLOSE
    assert shape(b).distance(shapely.Point(other)) < CLOSE


@settings(max_examples=100)
@given(pairs)
def test_the_way_out_leads_just_out(pair: Pair) -> None:
    a, b = pair
    dx, dy = way_out(a, b)
    deep = max(overlap(a, b), 0.0)
    assert apart((0, 0), (dx, dy)) == pytest.approx(deep, abs=CLOSE)
    assert overlap(shifted_box(a, dx, dy), b) <= CLOSE


def shifted_box(box: Box, dx: float, dy: float) -> Box:
    x, y = box.centre
    return Box((x + dx, y + dy), box.right, box.half_width, box.half_depth)


@settings(max_examples=100)
@given(pairs, tolerances)
def test_a_shared_stretch_lies_on_the_edge_and_is_no_longer_than_either(
    pair: Pair, tolerance: int
) -> None:
    a, b = pair
    for one in shared_edges(a, b, tolerance):
        assert tolerance < one.length <= edge_length(a, one.own) + CLOSE
        assert one.length <= edge_length(b, one.other) + CLOSE
        edge = shapely.LineString(a.edge(one.own))
        for end in (one.start, one.end):
            assert edge.distance(shapely.Point(end)) < CLOSE
            assert shape(b).distance(shapely.Point(end)) <= tolerance + 0.1


@settings(max_examples=50)
@given(st.integers(301, 8_699), st.floats(0, 600))
def test_a_corner_on_an_edge_is_a_corner_at_any_angle(tilt: int, at: float) -> None:
    x, y = lowest(rectangle(Pose(0, 0, 18_000 + tilt), FOOT))
    touching = rectangle(Pose(round(at - 300 - x), round(-y), 18_000 + tilt), FOOT)
    assert distance(touching, HERE) <= 1
    first = contacts(touching, HERE, 5)[0]
    assert first == Contact("front", "front", 0, own_corner=True, other_corner=first.other_corner)


def lowest(rect: Rectangle) -> Point:
    return max(rect.corners, key=lambda corner: corner[1])


@settings(max_examples=100)
@given(rectangles, st.lists(rectangles, min_size=1, max_size=6))
def test_the_least_distance_is_that_to_the_nearest(box: Rectangle, others: list[Rectangle]) -> None:
    assert least_distance(box, others) == min(distance(box, one) for one in others)
