from random import Random

import pytest
import shapely  # type: ignore[import-untyped]
from hypothesis import given, settings

from tests.boards.ground_oracle import any_area, polygon, randoms
from walstatt.boards import BoardError
from walstatt.boards.pieces import check_piece, edges_touched, ends, pieces_touch
from walstatt.boards.pose import Base, Pose, Spot
from walstatt.boards.rectangle import Rectangle, rectangle
from walstatt.boards.shapes import field
from walstatt.boards.table import Table, band, edge_at, is_in_band, is_on_table
from walstatt.boards.terrain import Area, Line

TABLE = Table(18_288, 12_192)
"""72 by 48 inches."""
SQUARE = field((5_000, 5_000), 1_000, 1_000)


def wood(outline: tuple[Spot, ...], *holes: tuple[Spot, ...]) -> Area:
    return Area("w1", "wood", outline, holes)


def foot(x: int, y: int, facing: int = 0) -> Rectangle:
    return rectangle(Pose(x, y, facing), Base(600, 300))


# -- well formed or not ----------------------------------------------------------------------------


def complaint(piece: Area | Line, table: Table | None = None) -> str:
    try:
        check_piece(piece, table)
    except BoardError as wrong:
        return str(wrong)
    return ""


def test_a_piece_in_order_is_let_pass() -> None:
    assert complaint(wood(SQUARE, field((5_000, 5_000), 100, 100)), TABLE) == ""
    assert complaint(Line("r", "road", ((0, 0), (18_288, 12_192)), 200), TABLE) == ""
    assert complaint(Line("m", "wall", ((0, 0), (100, 0), (50, 50), (50, -50)))) == ""


@pytest.mark.parametrize(
    ("piece", "complaint"),
    [
        (wood(SQUARE[:2]), "the outline of wood 'w1' needs 3 points, not 2"),
        (
            wood(((0, 0), (9, 9), (9, 0), (0, 9))),
            r"the outline of wood 'w1' runs into itself at \(4, 4\)",
        ),
        (
            wood(((0, 0), (9, 0), (9, 0), (0, 9))),
            r"the outline of wood 'w1' has \(9, 0\) twice in a row",
        ),
        (wood(((0, 0), (9, 0), (0, 9), (0, 0))), r"has \(0, 0\) twice in a row"),
        (wood(((0, 0), (9, 0), (5, 0))), "runs into itself"),
        (wood(SQUARE, field((9_000, 5_000), 90, 90)), r"a hole of wood 'w1' at \(8955, 4955\)"),
        (wood(SQUARE, field((5_500, 5_000), 90, 90)), "is not inside it"),
        (
            wood(SQUARE, field((5_000, 5_000), 90, 90), field((5_040, 5_000), 90, 90)),
            r"two holes of wood 'w1' meet at \(4995, 4955\)",
        ),
        (
            wood(SQUARE, field((5_000, 5_000), 90, 90), field((5_000, 5_000), 20, 20)),
            "two holes of wood 'w1' meet",
        ),
        (wood(field((100, 5_000), 900, 900)), r"wood 'w1' leaves the table at \(-350, 4550\)"),
        (Line("r", "road", ((0, 0),)), "the line of road 'r' needs 2 points, not 1"),
        (Line("r", "road", ((0, 0), (90, 0)), -1), "road 'r' has a negative width: -1"),
        (Line("r", "road", ((0, 0), (900, 0), (500, 100)), 50), r"back on itself at \(900, 0\)"),
        (
            Line("s", "stream", ((0, 0), (900, 0), (900, 100), (0, 200)), 500),
            "stream 's' bends too sharply for its width at",
        ),
        (Line("r", "road", ((0, 0), (20_000, 0))), r"road 'r' leaves the table at \(20000, 0\)"),
    ],
)
def test_what_is_wrong_with_a_piece_is_said(piece: Area | Line, complaint: str) -> None:
    with pytest.raises(BoardError, match=complaint):
        check_piece(piece, TABLE)


# -- pieces and pieces -----------------------------------------------------------------------------


def test_pieces_touch_if_they_meet_or_one_lies_on_the_other() -> None:
    here = wood(SQUARE)
    assert pieces_touch(here, Area("h", "hill", field((5_000, 5_000), 9_000, 9_000)))
    assert pieces_touch(Area("h", "hill", field((5_000, 5_000), 9_000, 9_000)), here)
    assert pieces_touch(here, wood(field((6_002, 5_000), 1_000, 1_000)))
    assert not pieces_touch(here, wood(field((6_003, 5_000), 1_000, 1_000)))
    assert pieces_touch(here, wood(field((6_013, 5_000), 1_000, 1_000)), 13)
    assert not pieces_touch(here, wood(field((9_000, 5_000), 1_000, 1_000)))


def test_a_wood_touches_a_stream_by_the_stream_s_bank() -> None:
    here = wood(SQUARE)
    assert pieces_touch(here, Line("s", "stream", ((5_750, 0), (5_750, 9_000)), 500))
    assert not pieces_touch(here, Line("s", "stream", ((5_753, 0), (5_753, 9_000)), 500))
    assert pieces_touch(here, Line("m", "wall", ((5_000, 0), (5_000, 9_000))))
    assert pieces_touch(here, Line("m", "wall", ((4_900, 5_000), (5_100, 5_000))))
    assert not pieces_touch(Line("m", "wall", ((5_753, 0), (5_753, 9_000))), here)


@settings(max_examples=500)
@given(randoms)
def test_touching_agrees_with_shapely(random: Random) -> None:
    one, other = any_area(random, 3_000), any_area(random, 3_000)
    shape, second = polygon(one), polygon(other)
    if shape.is_valid and second.is_valid and not (one.holes or other.holes):
        apart = shape.distance(second)
        if abs(apart - 50) > 1e-6:
            assert pieces_touch(one, other, 50) == (apart < 50)
    assert pieces_touch(one, other) == pieces_touch(other, one)


# -- the table -------------------------------------------------------------------------------------


def test_edges_go_clockwise_round_the_table() -> None:
    assert TABLE.edge("top") == ((0, 0), (18_288, 0))
    assert TABLE.edge("right") == ((18_288, 0), (18_288, 12_192))
    assert TABLE.edge("left") == ((0, 12_192), (0, 0))


def test_lines_begin_and_end_at_table_edges() -> None:
    assert ends(Line("s", "stream", ((0, 3_000), (18_288, 4_000))), TABLE) == ("left", "right")
    assert ends(Line("p", "path", ((900, 12_190), (900, 4_000))), TABLE) == ("bottom", None)
    assert edge_at((900, 2), TABLE) == "top"
    assert edge_at((900, 3), TABLE) is None
    assert edge_at((900, 13), TABLE, 13) == "top"


def test_areas_touch_table_edges() -> None:
    assert edges_touched(wood(field((500, 500), 1_000, 1_000)), TABLE) == ("top", "left")
    assert edges_touched(wood(SQUARE), TABLE) == ()


def test_a_band_runs_along_an_edge() -> None:
    assert band(TABLE, "top", 762) == ((0, 0), (18_288, 0), (18_288, 762), (0, 762))
    assert band(TABLE, "right", 762)[0] == (17_526, 0)
    assert band(TABLE, "bottom", 762)[0] == (0, 11_430)
    assert band(TABLE, "left", 762)[1] == (762, 0)
    assert all(shapely.Polygon(band(TABLE, edge, 9)).is_valid for edge in ("top", "left"))


def test_a_base_is_in_a_band_only_with_all_of_it() -> None:
    assert is_in_band(foot(5_000, 462), TABLE, "top", 762)
    assert is_in_band(foot(5_000, 464), TABLE, "top", 762)
    assert not is_in_band(foot(5_000, 465), TABLE, "top", 762)
    assert is_in_band(foot(17_988, 6_000), TABLE, "right", 600)
    assert not is_in_band(foot(17_980, 6_000), TABLE, "right", 600)
    assert is_in_band(foot(5_000, 11_592), TABLE, "bottom", 600)
    assert is_in_band(foot(300, 11_592), TABLE, "left", 600)


def test_a_base_is_on_the_table_only_with_all_of_it() -> None:
    assert is_on_table(foot(300, 0), TABLE)
    assert is_on_table(foot(298, 0), TABLE)
    assert not is_on_table(foot(297, 0), TABLE)
    assert not is_on_table(foot(5_000, 12_000), TABLE)
