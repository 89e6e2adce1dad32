"""Hex boards as text: bricks in staggered rows, coordinates on the margins, a legend below.

A brick has two lines. The upper one shows terrain, level, overlays and what to type to choose it,
the lower one the topmost piece with its strength, `+` where there are more, and its facing. Lines
from point to point, such as borders, run down through the bricks of a board that lies in rows.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct

from walstatt.kernel.ids import CellId
from walstatt.kernel.prompts import Target
from walstatt.scene.canvas import Canvas
from walstatt.scene.model import AtCells, Cell, HexBoard, Piece, Spot, Stroke
from walstatt.scene.page import Page
from walstatt.scene.places import grid_of, places_of
from walstatt.scene.signs import assigned
from walstatt.scene.text_overlays import cell_signs

ARROWS: Final = "↑↗→↘↓↙←↖"
RAISED: Final = "⁰¹²³⁴⁵⁶⁷⁸⁹"
SIZES: Final = (8, 7, 6)
"""How wide bricks may be, the best first."""
LINE: Final = ("┊", ":")
"""The sign of a line from point to point, and its stand-in."""
BORDER: Final = 2
_NO_DIGITS: Final = str.maketrans("", "", "0123456789")


class Brick(Struct, frozen=True):
    """A cell as it is drawn: where, and under which numbers of the margins."""

    cell: int
    lane: int
    place: int
    x: int
    y: int
    shifted: bool


class Drawing(Struct, frozen=True):
    """Everything needed to draw the bricks of a board."""

    page: Page
    board: HexBoard
    cells: dict[int, Cell]
    terrain: dict[str, str]
    standing: dict[int, list[Piece]]
    overlaid: dict[int, str]
    width: int
    margin: int

    @property
    def flat(self) -> bool:
        """Tell whether lanes are columns."""
        return self.board.layout.top == "flat"

    @property
    def step(self) -> int:
        """Give how far apart the columns are, as x counts."""
        return 1 if self.flat else 2

    @property
    def room(self) -> int:
        """Give how wide all columns together may be: only those across have two margins."""
        return self.page.pen.width - (2 if self.flat else 1) * self.margin - 1


def hex_map(page: Page, board: HexBoard) -> list[str]:
    """Draw a hex board, in parts if it is too wide."""
    bricks = bricks_of(board)
    drawing = drawing_of(page, board, bricks)
    room = drawing.room
    parts = list(_parts(drawing, _cropped(drawing, bricks, room), room))
    lines: list[str] = []
    for number, part in enumerate(parts, 1):
        if len(parts) > 1:
            head = page.pen.word("strip", part=number, parts=len(parts))
            lines.append(page.pen.paint(head, "head"))
        lines += drawn(drawing, part)
    return lines


def bricks_of(board: HexBoard) -> list[Brick]:
    """List the cells with their places in the drawing."""
    return [_brick(board, cell, spot) for cell, spot in enumerate(places_of(board.layout))]


def _brick(board: HexBoard, cell: int, spot: Spot) -> Brick:
    layout = board.layout
    lane, place = spot
    shifted = (lane % 2 == 1) == (layout.shifted == "odd")
    return Brick(cell, lane, place, *layout.doubled(lane, place), shifted)


def drawing_of(page: Page, board: HexBoard, bricks: Sequence[Brick]) -> Drawing:
    """Gather what stands, lies and is shown on each cell."""
    return Drawing(
        page,
        board,
        {cell.id: cell for cell in board.cells},
        terrain_signs(board),
        pieces_by_cell(page, board),
        cell_signs(page, board),
        *_fitting(board, bricks, page.pen.width),
    )


def terrain_signs(board: HexBoard) -> dict[str, str]:
    """Give the kinds of terrain their signs."""
    return assigned(kind for cell in board.cells for kind in cell.terrain)


def pieces_by_cell(page: Page, board: HexBoard) -> dict[int, list[Piece]]:
    """List what stands on each cell, the topmost last; what is carried never tops its carrier."""
    found: dict[int, list[Piece]] = {}
    for piece in sorted(page.standing_on(board), key=lambda one: not (one.inside or one.ghost)):
        if isinstance(piece.at, AtCells):
            for cell in piece.at.cells:
                found.setdefault(cell, []).append(piece)
    return found


def _fitting(board: HexBoard, bricks: Sequence[Brick], width: int) -> tuple[int, int]:
    """Find how wide bricks and margins can be; the smallest, if nothing fits."""
    flat = board.layout.top == "flat"
    step = 1 if flat else 2
    columns = (_span(brick.x for brick in bricks) + step) / step
    margin = _margin(bricks, flat=flat)
    tight = (SIZES[-1], margin - 1)
    for size, space in (*((size, margin) for size in SIZES), tight):
        if columns * size + 1 + (2 if flat else 1) * space <= width:
            return size, space
    return SIZES[-1], margin


def _span(values: Iterable[int]) -> int:
    known = list(values)
    return max(known) - min(known)


def _margin(bricks: Sequence[Brick], *, flat: bool) -> int:
    """Give the room for the numbers that stand beside the bricks, and a blank."""
    return 1 + max(len(str(brick.place if flat else brick.lane)) for brick in bricks)


# -- cutting to size ------------------------------------------------------------------------------


def _cropped(drawing: Drawing, bricks: Sequence[Brick], room: int) -> Sequence[Brick]:
    """Leave out the empty border of a board that is too wide."""
    busy = [brick for brick in bricks if _is_busy(drawing, brick)]
    if not busy or _fits(drawing, bricks, room):
        return bricks
    left, right = _ends((brick.x for brick in busy), BORDER * drawing.step)
    top, bottom = _ends((brick.y for brick in busy), BORDER * (3 - drawing.step))
    return [brick for brick in bricks if left <= brick.x <= right and top <= brick.y <= bottom]


def _is_busy(drawing: Drawing, brick: Brick) -> bool:
    if brick.cell in drawing.standing or brick.cell in drawing.overlaid:
        return True
    return bool(_key(drawing, brick.cell))


def _ends(values: Iterable[int], more: int) -> Spot:
    known = list(values)
    return min(known) - more, max(known) + more


def _fits(drawing: Drawing, bricks: Sequence[Brick], room: int) -> bool:
    return (
        _span(brick.x for brick in bricks) + drawing.step
    ) * drawing.width <= room * drawing.step


def _parts(drawing: Drawing, bricks: Sequence[Brick], room: int) -> Iterator[Sequence[Brick]]:
    """Cut the board into parts that are narrow enough."""
    if _fits(drawing, bricks, room):
        yield bricks
        return
    step = drawing.step
    most = max(room * step // drawing.width + 1 - step, step)
    left = min(brick.x for brick in bricks)
    found: dict[int, list[Brick]] = {}
    for brick in bricks:
        found.setdefault((brick.x - left) // most, []).append(brick)
    yield from (found[number] for number in sorted(found))


# -- drawing --------------------------------------------------------------------------------------


def drawn(drawing: Drawing, bricks: Sequence[Brick]) -> list[str]:
    """Draw bricks with their margins."""
    canvas = Canvas()
    left = min(brick.x for brick in bricks)
    top = min(brick.y for brick in bricks)
    corner = (left, top)
    for brick in bricks:
        _draw(drawing, canvas, brick, _spot(drawing, brick, corner))
    for stroke in strokes_drawn(drawing.board):
        _draw_line(drawing, canvas, bricks, stroke)
    _number(drawing, canvas, bricks, corner)
    return canvas.lines(drawing.page.pen)


def _spot(drawing: Drawing, brick: Brick, corner: Spot) -> Spot:
    """Give column and row of a brick; the first row belongs to the margin."""
    x, y = brick.x - corner[0], brick.y - corner[1]
    if drawing.flat:
        return drawing.margin + x * drawing.width, 1 + y
    return drawing.margin + x * drawing.width // 2, 1 + 2 * y


def _draw(drawing: Drawing, canvas: Canvas, brick: Brick, spot: Spot) -> None:
    column, row = spot
    wall = drawing.page.pen.sign("│", "|")
    for line in (row, row + 1):
        canvas.put(column, line, wall, "faint")
        canvas.put(column + drawing.width, line, wall, "faint")
    tag = _tag(drawing, brick.cell)
    room = drawing.width - 1 - len(tag)
    canvas.put(column + 1, row, _ground(drawing, brick.cell, room))
    canvas.put(column + drawing.width - len(tag), row, tag, "choice")
    piece = _top(drawing, brick.cell)
    if piece is not None:
        text = _piece(drawing, piece, brick.cell)
        canvas.put(column + 1, row + 1, text, drawing.page.piece_style(piece))


def strokes_drawn(board: HexBoard) -> list[Stroke]:
    """List the lines that can be drawn through the bricks: from point to point, down the rows."""
    if board.layout.top == "flat":
        return []
    return [stroke for stroke in board.strokes if stroke.points and not stroke.cells]


def _draw_line(drawing: Drawing, canvas: Canvas, bricks: Sequence[Brick], stroke: Stroke) -> None:
    """Draw a line down the rows, where nothing but a wall stands in its way."""
    grid = grid_of(drawing.board.layout)
    first = min(bricks_of(drawing.board), key=lambda brick: brick.x).x
    left = min(brick.x for brick in bricks)
    top = min(brick.y for brick in bricks)
    rows = {brick.y: grid.centre(CellId(brick.cell))[1] for brick in bricks}
    free = (" ", drawing.page.pen.sign("│", "|"))
    for y, centre in rows.items():
        x = _crossing(stroke, round(centre * 100))
        column = None if x is None else round((2 * x / 100 + first - left) * drawing.width / 2)
        for row in (1 + 2 * (y - top), 2 + 2 * (y - top)):
            if column is not None and canvas.at(drawing.margin + column, row) in free:
                sign = drawing.page.pen.sign(*LINE)
                canvas.put(drawing.margin + column, row, sign, "faint")


def _crossing(stroke: Stroke, y: int) -> float | None:
    """Find where a line crosses a height."""
    for (x1, y1), (x2, y2) in pairwise(stroke.points):
        if min(y1, y2) <= y <= max(y1, y2) and y1 != y2:
            return x1 + (x2 - x1) * (y - y1) / (y2 - y1)
    return None


def _ground(drawing: Drawing, cell: int, room: int) -> str:
    """Write terrain in two signs, then the level, a plain digit only if it stands apart."""
    plain = drawing.page.pen.sign("·", ".")
    found = drawing.cells.get(cell)
    if found is None:
        return plain
    signs = "".join(drawing.terrain[kind] for kind in found.terrain) or plain
    if not found.level:
        return signs[:2]
    unicode = drawing.page.pen.unicode
    level = RAISED[found.level % 10] if unicode else str(found.level % 10)
    return signs[: min(2, max(1, room - 2))] + (level if unicode or room > 2 else "")


def _tag(drawing: Drawing, cell: int) -> str:
    """Write what to type for a cell, and before it what is shown there."""
    room = drawing.width - 3
    key = _key(drawing, cell)
    key = key if len(key) <= room else "*)"
    signs = drawing.overlaid.get(cell, "")
    if key:
        signs = signs.translate(_NO_DIGITS)
    return signs[: room - len(key)] + key


def _key(drawing: Drawing, cell: int) -> str:
    page = drawing.page
    here = [Target("cell", str(cell))] if page.is_focused(drawing.board) else []
    there = [Target("piece", piece.id) for piece in drawing.standing.get(cell, ())]
    return page.key(*here, *there)


def _top(drawing: Drawing, cell: int) -> Piece | None:
    standing = drawing.standing.get(cell)
    return standing[-1] if standing else None


def _piece(drawing: Drawing, piece: Piece, cell: int) -> str:
    """Write code, strength, whether there are more, and facing; the rear of long pieces is bare."""
    page, room = drawing.page, drawing.width - 1
    more = "+" if len(drawing.standing[cell]) > 1 else ""
    if isinstance(piece.at, AtCells) and piece.at.cells[0] != cell:
        return f"={page.code(piece)}{more}"[:room]
    text = f"{page.code(piece)}{page.strength(piece)}"[: room - len(more)]
    return (text + more + arrow(page, piece.facing))[:room]


def arrow(page: Page, facing: int | None) -> str:
    """Point where a piece faces, to the nearest eighth of a turn."""
    if facing is None or not page.pen.unicode:
        return ""
    return ARROWS[(facing + 2250) // 4500 % 8]


def _number(drawing: Drawing, canvas: Canvas, bricks: Sequence[Brick], corner: Spot) -> None:
    """Write lanes on one margin, places on the two margins across: shifted lanes on the far one."""
    spots = {brick: _spot(drawing, brick, corner) for brick in bricks}
    bottom = max(row for _, row in spots.values()) + 2
    right = max(column for column, _ in spots.values()) + drawing.width + 2
    for brick, (column, row) in spots.items():
        middle = column + drawing.width // 2
        if drawing.flat:
            canvas.put(middle, 0, str(brick.lane), "faint")
            canvas.put(right if brick.shifted else 0, row, str(brick.place), "faint")
        else:
            canvas.put(0, row, str(brick.lane), "faint")
            canvas.put(middle, bottom if brick.shifted else 0, str(brick.place), "faint")
