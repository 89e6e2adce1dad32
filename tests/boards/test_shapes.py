from itertools import pairwise

import pytest
import shapely  # type: ignore[import-untyped]
from hypothesis import given, settings
from hypothesis import strategies as st

from walstatt.boards import BoardError
from walstatt.boards.pieces import check_piece, ends
from walstatt.boards.polygons import signed_area
from walstatt.boards.shapes import across, blob, field, on_edge, outward, winding
from walstatt.boards.table import TABLE_EDGES, Table, TableEdge
from walstatt.boards.terrain import Area, Line, crest, crest_centre, longest_dimension

MU = 254
TABLE = Table(72 * MU, 48 * MU)

BLOB = ((-83, -1498), (693, -769), (810, 1051), (83, 1498), (-902, 842), (-647, -309))

seeds = st.integers(0, 2**40)
facings = st.integers(0, 35_999)


def test_the_same_seed_draws_the_same_blob() -> None:
    assert blob(1, (5_000, 5_000), 3_000) == blob(1, (5_000, 5_000), 3_000)
    assert blob(1, (5_000, 5_000), 3_000) != blob(2, (5_000, 5_000), 3_000)
    assert blob(1, (0, 0), 3_000, corners=6) == BLOB


@settings(max_examples=500)
@given(seeds, st.integers(12 * MU, 24 * MU), st.floats(0.3, 1), facings)
def test_blobs_are_as_long_as_asked_for_and_well_formed(
    seed: int, longest: int, slimness: float, facing: int
) -> None:
    hill = Area("h", "hill", blob(seed, (9_000, 6_000), longest, slimness, facing))
    check_piece(hill)
    assert longest_dimension(hill) == pytest.approx(longest, abs=2)
    assert crest_centre(hill) == pytest.approx((9_000, 6_000), abs=longest // 8)
    assert len(crest(hill)) == 2
    shape = shapely.Polygon(hill.outline)
    assert shape.area > 0.8 * shape.convex_hull.area
    assert signed_area(hill.outline) > 0


def test_a_blob_lies_along_its_facing() -> None:
    (ax, ay), (bx, by) = crest(Area("h", "hill", blob(3, (9_000, 6_000), 4_000, 0.4, 9_000)))
    assert abs(bx - ax) > 3_800
    assert abs(by - ay) < 1_200


@pytest.mark.parametrize(("longest", "slimness", "corners"), [(9, 1, 9), (900, 2, 9), (900, 1, 5)])
def test_no_blob_is_drawn_that_would_be_none(longest: int, slimness: float, corners: int) -> None:
    with pytest.raises(BoardError, match="no blob can be"):
        blob(1, (0, 0), longest, slimness, 0, corners)


def test_a_field_is_a_rectangle_clockwise_from_its_front_left() -> None:
    assert field((100, 100), 40, 20) == ((90, 80), (110, 80), (110, 120), (90, 120))
    assert field((100, 100), 40, 20, 9_000) == ((120, 90), (120, 110), (80, 110), (80, 90))


def test_spots_on_table_edges() -> None:
    assert on_edge(TABLE, "top", 0.25) == (18 * MU, 0)
    assert on_edge(TABLE, "left", 0.25) == (0, 36 * MU)
    assert outward("bottom") == (0, 1)


@settings(max_examples=500)
@given(
    seeds,
    st.sampled_from([(a, b) for a in TABLE_EDGES for b in TABLE_EDGES if a != b]),
    st.tuples(st.floats(0.25, 0.75), st.floats(0.25, 0.75)),
    st.sampled_from((100, 2 * MU, 4 * MU)),
)
def test_roads_and_rivers_lead_square_from_edge_to_edge(
    seed: int, edges: tuple[TableEdge, TableEdge], at: tuple[float, float], width: int
) -> None:
    river = Line("r", "river", across(seed, TABLE, edges, at, 3 * MU), width)
    check_piece(river)
    assert ends(river, TABLE) == edges
    for (a, b), edge in zip((river.via[:2], river.via[:-3:-1]), edges, strict=True):
        assert (a[0] - b[0], a[1] - b[1]) == tuple(500 * step for step in outward(edge))


@settings(max_examples=300)
@given(seeds, st.integers(0, 1_500))
def test_a_winding_line_sways_no_farther_than_asked(seed: int, sway: int) -> None:
    via = winding(seed, (0, 6_000), (18_000, 6_000), sway)
    assert (via[0], via[-1]) == ((0, 6_000), (18_000, 6_000))
    assert len(via) == 19
    assert max(abs(y - 6_000) for _, y in via) <= sway + 1
    assert all(a != b for a, b in pairwise(via))


def test_a_short_winding_line_still_bends() -> None:
    assert len(winding(1, (0, 0), (900, 0), 100)) == 3
