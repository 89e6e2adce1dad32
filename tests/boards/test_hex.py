import pickle
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from math import dist, isclose

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from walstatt.boards import BoardError
from walstatt.boards.hex import HexGrid, HexLayout, LineStep, Run, rectangle
from walstatt.kernel.ids import CellId

ROWS = tuple(Run(row, 13 if row % 2 else 12) for row in range(1, 10))
BOARD = HexGrid(HexLayout("pointy", "even", ROWS, upward=True))
MAP = HexGrid(HexLayout("flat", "odd", rectangle(40, 24), separator="", digits=2))
SMALL = [
    HexGrid(HexLayout("pointy", "even", rectangle(5, 6))),
    HexGrid(HexLayout("pointy", "odd", rectangle(5, 6), upward=True)),
    HexGrid(HexLayout("flat", "odd", rectangle(6, 5))),
    HexGrid(HexLayout("flat", "even", rectangle(6, 5), upward=True)),
]

cells = st.sampled_from(BOARD.cells)
radii = st.integers(0, 13)


def at(*labels: str, grid: HexGrid = BOARD) -> tuple[CellId, ...]:
    return tuple(grid.parse(label) for label in labels)


def labels(found: tuple[CellId, ...], grid: HexGrid = BOARD) -> list[str]:
    return [grid.label(cell) for cell in found]


def between(start: str, end: str, grid: HexGrid = BOARD) -> list[str]:
    steps = grid.line(*at(start, end, grid=grid))
    return ["|".join("-" if c is None else grid.label(c) for c in step) for step in steps]


def test_a_board_of_thirteen_and_twelve_has_113_cells() -> None:
    assert len(BOARD) == 113
    assert (BOARD.label(BOARD.cells[0]), BOARD.label(BOARD.cells[-1])) == ("1,1", "9,13")


def test_neighbours_in_a_row_of_thirteen() -> None:
    assert sorted(labels(BOARD.neighbours(*at("3,5")))) == [
        *("2,4", "2,5", "3,4"),
        *("3,6", "4,4", "4,5"),
    ]


def test_neighbours_in_a_row_of_twelve() -> None:
    assert sorted(labels(BOARD.neighbours(*at("4,5")))) == [
        *("3,5", "3,6", "4,4"),
        *("4,6", "5,5", "5,6"),
    ]


def test_every_neighbour_of_the_board_follows_the_row_formula() -> None:
    for cell in BOARD.cells:
        row, column = map(int, BOARD.label(cell).split(","))
        left = column - 1 if row % 2 else column
        around = [(row, column - 1), (row, column + 1)]
        around += [(row + up, left + side) for up in (-1, 1) for side in (0, 1)]
        present = [(r, c) for r, c in around if 1 <= r <= 9 and 1 <= c <= (13 if r % 2 else 12)]
        assert set(labels(BOARD.neighbours(cell))) == {f"{r},{c}" for r, c in present}


def test_directions_of_a_pointy_grid_go_clockwise_from_north_east() -> None:
    (cell,) = at("3,5")
    around = [BOARD.neighbour(cell, direction) for direction in range(6)]
    assert around == list(at("4,5", "3,6", "2,5", "2,4", "3,4", "4,4"))


def test_directions_of_a_flat_grid_go_clockwise_from_north() -> None:
    even, odd = at("0610", "0710", grid=MAP)
    assert labels(MAP.neighbours(even), MAP) == ["0609", "0709", "0710", "0611", "0510", "0509"]
    assert labels(MAP.neighbours(odd), MAP) == ["0709", "0810", "0811", "0711", "0611", "0610"]


def test_there_is_nothing_beyond_the_edge() -> None:
    (corner,) = at("1,1")
    assert BOARD.neighbour(corner, 4) is None
    assert labels(BOARD.neighbours(corner)) == ["2,1", "1,2"]


@pytest.mark.parametrize(
    ("start", "end", "steps"),
    [("1,1", "1,1", 0), ("1,1", "9,13", 12 - 4 + 8), ("1,1", "9,5", 8), ("2,1", "4,12", 12)],
)
def test_distance_is_counted_in_steps(start: str, end: str, steps: int) -> None:
    assert BOARD.distance(*at(start, end)) == steps


def test_distance_agrees_with_the_double_width_formula() -> None:
    for a in BOARD.cells:
        for b in BOARD.cells:
            (ax, ay), (bx, by) = wide(a), wide(b)
            across, up = abs(ax - bx), abs(ay - by)
            assert BOARD.distance(a, b) == up + max(0, (across - up) // 2)


def wide(cell: CellId) -> tuple[int, int]:
    row, column = map(int, BOARD.label(cell).split(","))
    return 2 * column + 1 - row % 2, row


@given(cells, cells)
def test_distance_is_symmetric(a: CellId, b: CellId) -> None:
    assert BOARD.distance(a, b) == BOARD.distance(b, a)
    assert (BOARD.distance(a, b) == 0) == (a == b)


@given(cells, cells, cells)
def test_a_detour_is_never_shorter(a: CellId, b: CellId, c: CellId) -> None:
    assert BOARD.distance(a, c) <= BOARD.distance(a, b) + BOARD.distance(b, c)


@given(cells, st.integers(0, 5))
def test_going_there_and_back_leads_home(cell: CellId, direction: int) -> None:
    there = BOARD.neighbour(cell, direction)
    if there is not None:
        assert BOARD.neighbour(there, (direction + 3) % 6) == cell
        assert BOARD.distance(cell, there) == 1
        assert BOARD.direction(cell, there) == direction


@given(cells, cells)
def test_the_first_step_towards_a_cell_comes_nearer(a: CellId, b: CellId) -> None:
    nearer = [
        direction
        for direction in range(6)
        if (step := BOARD.neighbour(a, direction)) is not None
        and BOARD.distance(step, b) < BOARD.distance(a, b)
    ]
    on_board = [d for d in BOARD.towards(a, b) if BOARD.neighbour(a, d) is not None]
    assert sorted(nearer) == sorted(on_board)


def test_direction_is_known_only_straight_ahead() -> None:
    here, ahead, aside = at("3,5", "3,9", "4,9")
    assert BOARD.direction(here, ahead) == 1
    assert BOARD.direction(here, aside) is None
    assert BOARD.direction(here, here) is None
    assert BOARD.towards(here, aside) == (0, 1)
    assert BOARD.towards(here, here) == ()


def test_a_line_leaves_by_a_hexside_or_by_a_corner() -> None:
    here, along, aside = at("3,5", "5,5", "4,7")
    assert BOARD.sides(here, along) == (0, 5)
    assert BOARD.sides(here, aside) == (1,)
    assert BOARD.sides(aside, here) == (4,)


def test_rings_and_discs_have_the_right_sizes() -> None:
    (centre,) = at("5,7")
    assert [len(BOARD.ring(centre, radius)) for radius in range(6)] == [1, 6, 12, 18, 24, 18]
    assert [len(BOARD.within(centre, radius)) for radius in range(5)] == [1, 7, 19, 37, 61]
    assert BOARD.ring(centre, -1) == ()


@given(cells, radii)
def test_a_disc_is_the_sum_of_its_rings(cell: CellId, radius: int) -> None:
    rings = [c for r in range(radius + 1) for c in BOARD.ring(cell, r)]
    assert sorted(rings) == list(BOARD.within(cell, radius))


def test_an_arc_of_one_sixth_has_its_corner_rays_as_rims() -> None:
    (here,) = at("5,7")
    assert labels(BOARD.arc(here, 1, 1, 2)) == ["4,8", "5,8", "5,9", "6,8"]
    assert labels(BOARD.arc(here, 0, 2, 1)) == ["5,8", "6,6", "6,7"]


@given(cells, st.integers(0, 5), st.integers(1, 6), radii)
def test_wider_arcs_hold_narrower_ones_up_to_the_whole_disc(
    cell: CellId, facing: int, width: int, radius: int
) -> None:
    arc = set(BOARD.arc(cell, facing, width, radius))
    assert arc >= set(BOARD.arc(cell, facing, width - 1, radius))
    assert set(BOARD.arc(cell, facing, 6, radius)) == set(BOARD.within(cell, radius)) - {cell}


@given(cells, radii)
def test_six_arcs_of_a_sixth_cover_the_disc(cell: CellId, radius: int) -> None:
    arcs = {c for facing in range(6) for c in BOARD.arc(cell, facing, 1, radius)}
    assert arcs == set(BOARD.within(cell, radius)) - {cell}


def test_nothing_lies_between_neighbours() -> None:
    assert between("3,5", "3,6") == []
    assert between("3,5", "3,5") == []


def test_a_straight_line_crosses_single_cells() -> None:
    assert between("3,5", "3,9") == ["3,6", "3,7", "3,8"]


def test_a_line_along_hexsides_has_a_left_and_a_right() -> None:
    assert between("3,5", "7,5") == ["4,4|4,5", "5,5", "6,4|6,5"]
    assert between("7,5", "3,5") == ["6,5|6,4", "5,5", "4,5|4,4"]


def test_a_line_along_the_edge_has_nothing_on_one_side() -> None:
    assert between("1,1", "3,1") == ["-|2,1"]
    assert between("3,13", "1,13") == ["-|2,12"]


def test_a_line_may_cross_more_cells_than_the_shortest_path() -> None:
    assert BOARD.distance(*at("1,1", "5,2")) == 4
    assert between("1,1", "5,2") == ["2,1", "3,1", "3,2", "4,1"]


def test_a_cell_touched_only_at_a_corner_is_not_crossed() -> None:
    assert between("1,1", "3,10") == [
        *("1,2", "1,3", "2,3", "2,4", "2,5"),
        *("2,6", "2,7", "3,8", "3,9"),
    ]


def reverse(steps: tuple[LineStep, ...]) -> list[list[CellId | None]]:
    return [list(reversed(step)) for step in reversed(steps)]


@given(cells, cells)
def test_a_line_reads_the_same_from_the_other_end(a: CellId, b: CellId) -> None:
    assert [list(step) for step in BOARD.line(a, b)] == reverse(BOARD.line(b, a))


@given(cells, cells)
def test_a_line_goes_from_neighbour_to_neighbour(a: CellId, b: CellId) -> None:
    walk = [(a,), *BOARD.line(a, b), (b,)]
    for here, there in pairwise(walk):
        gaps = {
            BOARD.distance(c, d) for c in here for d in there if c is not None and d is not None
        }
        assert gaps <= {a != b}


@given(cells, cells)
def test_every_cell_of_a_line_is_between_its_ends(a: CellId, b: CellId) -> None:
    length = BOARD.distance(a, b)
    crossed = [cell for step in BOARD.line(a, b) for cell in step if cell is not None]
    assert len(crossed) >= length - 1 - sum(None in step for step in BOARD.line(a, b))
    for cell in crossed:
        assert BOARD.distance(a, cell) + BOARD.distance(cell, b) <= length + 1
        assert 0 < BOARD.distance(a, cell) <= length


@pytest.mark.parametrize("grid", SMALL)
def test_lines_of_small_boards_agree_with_exact_clipping(grid: HexGrid) -> None:
    for a in grid.cells:
        for b in grid.cells:
            assert on_board(grid.line(a, b)) == clipped(grid, a, b)


@given(cells, cells)
def test_lines_of_the_board_agree_with_exact_clipping(a: CellId, b: CellId) -> None:
    assert on_board(BOARD.line(a, b)) == clipped(BOARD, a, b)


def on_board(steps: tuple[LineStep, ...]) -> list[tuple[CellId, ...]]:
    return [found for step in steps if (found := tuple(c for c in step if c is not None))]


def clipped(grid: HexGrid, a: CellId, b: CellId) -> list[tuple[CellId, ...]]:
    """Clip the line by every other cell of the board and sort what is left of it."""
    parts: dict[tuple[Fraction, Fraction], list[tuple[int, CellId]]] = {}
    for cell in set(grid.cells) - {a, b}:
        part = clip(grid, a, b, cell)
        if part[0] < part[1]:
            parts.setdefault(part, []).append((side_of(grid, a, b, cell), cell))
    return [tuple(cell for _, cell in sorted(parts[part])) for part in sorted(parts)]


def clip(grid: HexGrid, a: CellId, b: CellId, cell: CellId) -> tuple[Fraction, Fraction]:
    low, high = Fraction(0), Fraction(1)
    (ax, ay), (bx, by), (cx, cy) = (point(grid, c) for c in (a, b, cell))
    for nx, ny, limit in half_planes(grid):
        start = nx * (ax - cx) + ny * (ay - cy) - limit
        slope = nx * (bx - ax) + ny * (by - ay)
        if slope == 0:
            high = high if start <= 0 else Fraction(-1)
        elif slope > 0:
            high = min(high, Fraction(-start, slope))
        else:
            low = max(low, Fraction(-start, slope))
    return low, high


def half_planes(grid: HexGrid) -> Iterator[tuple[int, int, int]]:
    """Give the sides of a cell stretched so that its corners are (0, 2), (1, 1), (1, -1) ..."""
    for nx, ny, limit in ((1, 0, 1), (1, 1, 2), (1, -1, 2)):
        for sign in (1, -1):
            x, y = (nx, ny) if grid.layout.top == "pointy" else (ny, nx)
            yield sign * x, sign * y, limit


def point(grid: HexGrid, cell: CellId) -> tuple[int, int]:
    lane, place = map(int, grid.label(cell).split(","))
    along = 2 * place + (lane % 2 == (1 if grid.layout.shifted == "odd" else 0))
    x, y = (along, 3 * lane) if grid.layout.top == "pointy" else (3 * lane, along)
    return x, -y if grid.layout.upward else y


def side_of(grid: HexGrid, a: CellId, b: CellId, cell: CellId) -> int:
    (ax, ay), (bx, by), (cx, cy) = (point(grid, c) for c in (a, b, cell))
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)


def test_labels_may_be_padded_and_spaced() -> None:
    assert MAP.label(MAP.parse(" 07 10 ")) == "0710"
    assert BOARD.parse("9, 13") == BOARD.cells[-1]


@pytest.mark.parametrize("text", ["10,1", "2,13", "0,0", "", "x", "1;1", "-1,1"])
def test_an_unknown_label_is_refused_with_a_hint(text: str) -> None:
    with pytest.raises(
        BoardError, match=r"no cell '.*' on this board \(cells are named 1,1 to 9,13"
    ):
        BOARD.parse(text)


@given(cells)
def test_a_label_leads_back_to_its_cell(cell: CellId) -> None:
    assert BOARD.parse(BOARD.label(cell)) == cell


def test_any_subset_of_cells_makes_a_board() -> None:
    layout = HexLayout("pointy", "even", (Run(1, 2), Run(1, 2, 5), Run(2, 6)), without=("2,3",))
    grid = HexGrid(layout)
    assert labels(grid.cells, grid) == [
        *("1,1", "1,2", "1,5", "1,6"),
        *("2,1", "2,2", "2,4", "2,5", "2,6"),
    ]
    assert labels(grid.neighbours(grid.parse("2,2")), grid) == ["2,1", "1,2"]
    assert between("1,2", "1,5", grid) == ["-", "-"]


@pytest.mark.parametrize(
    ("layout", "reason"),
    [
        (HexLayout("flat", "odd", ()), "1 to 10000 cells, not 0"),
        (HexLayout("flat", "odd", rectangle(101, 100)), "1 to 10000 cells, not 10100"),
        (HexLayout("flat", "odd", rectangle(11, 11), separator=""), "the same label"),
        (HexLayout("flat", "odd", rectangle(2, 2), without=("9,9",)), "unknown cells: 9,9"),
    ],
)
def test_a_senseless_layout_is_refused(layout: HexLayout, reason: str) -> None:
    with pytest.raises(BoardError, match=reason):
        HexGrid(layout)


@pytest.mark.parametrize("grid", [BOARD, MAP, *SMALL])
def test_neighbours_are_drawn_one_apart_in_clockwise_order(grid: HexGrid) -> None:
    first = {"pointy": (0.5, -0.866), "flat": (0.0, -1.0)}[grid.layout.top]
    for cell in grid.cells:
        x, y = grid.centre(cell)
        assert all(isclose(dist((x, y), grid.centre(c)), 1) for c in grid.neighbours(cell))
        ahead = grid.neighbour(cell, 0)
        if ahead is not None:
            assert grid.centre(ahead) == pytest.approx((x + first[0], y + first[1]), abs=1e-3)


@pytest.mark.parametrize("grid", [BOARD, MAP, *SMALL])
def test_neighbours_share_the_corners_of_their_hexside(grid: HexGrid) -> None:
    for cell in grid.cells:
        mine = grid.corners(cell)
        for direction in range(6):
            other = grid.neighbour(cell, direction)
            if other is not None:
                theirs = grid.corners(other)
                assert mine[direction] == pytest.approx(theirs[(direction + 2) % 6])
                assert mine[direction - 1] == pytest.approx(theirs[(direction + 3) % 6])


@pytest.mark.parametrize("grid", [BOARD, MAP, *SMALL])
def test_the_drawing_fills_the_board_exactly(grid: HexGrid) -> None:
    xs, ys = zip(*(corner for cell in grid.cells for corner in grid.corners(cell)), strict=True)
    assert (min(xs), min(ys)) == pytest.approx((0, 0))
    assert (max(xs), max(ys)) == pytest.approx(grid.size)


def test_the_first_row_of_an_upward_board_is_drawn_at_the_bottom() -> None:
    bottom, top = at("1,1", "9,1")
    assert BOARD.centre(bottom)[1] > BOARD.centre(top)[1]
    assert BOARD.size == pytest.approx((13.0, 8 * 0.8660254 + 1.1547005))


def test_grids_of_equal_layout_are_equal_and_travel_as_their_layout() -> None:
    copy = pickle.loads(pickle.dumps(BOARD))  # noqa: S301
    assert copy == BOARD
    assert hash(copy) == hash(BOARD)
    assert copy != MAP
    assert msgspec.convert(msgspec.to_builtins(BOARD.layout), HexLayout) == BOARD.layout
