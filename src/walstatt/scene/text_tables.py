"""Measured tables as text: a map to scale, and the exact place of every piece."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import cos, hypot, radians, sin
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from walstatt.kernel.prompts import Target
from walstatt.scene.canvas import Canvas
from walstatt.scene.model import (
    AnyOverlay,
    AtPoint,
    Badge,
    Outline,
    Path,
    Piece,
    Place,
    Ring,
    Sector,
    Shape,
    Sight,
    Spot,
    Strip,
    TableBoard,
)
from walstatt.scene.page import Page, joined
from walstatt.scene.places import length_text, unit_of
from walstatt.scene.signs import MEANINGS, assigned
from walstatt.scene.text_overlays import meaning_of, overlays_on

MARGIN: Final = 4
"""Room for the numbers at the left."""
TICKS: Final = 10
"""Signs between two numbers at the top, and twice those between two at the left."""
STEPS: Final = ((1, 10), (1, 5), (1, 2), *((n, 1) for n in (1, 2, 5, 10, 20, 50, 100, 200, 500)))
"""How wide a sign may be, in units of the game."""


class Scale(Struct, frozen=True):
    """How large a sign is, and how many there are."""

    width: int
    height: int
    columns: int
    rows: int

    def sign_at(self, spot: Spot) -> Spot:
        """Find the sign of a point."""
        return spot[0] // self.width, spot[1] // self.height

    def centre(self, column: int, row: int) -> Spot:
        """Give the middle of a sign."""
        return column * self.width + self.width // 2, row * self.height + self.height // 2

    def has(self, column: int, row: int) -> bool:
        """Tell whether a sign lies on the table."""
        return 0 <= column < self.columns and 0 <= row < self.rows


def scale_of(page: Page, board: TableBoard) -> Scale:
    """Choose the largest round scale that fits, with signs twice as high as wide."""
    least = -(-board.width // max(page.pen.width - MARGIN, 8))
    widths = (board.unit * n // d for n, d in STEPS if board.unit * n % d == 0)
    width = next((width for width in widths if width >= least), max(least, 1))
    return Scale(width, 2 * width, -(-board.width // width), -(-board.height // (2 * width)))


def scale_line(page: Page, board: TableBoard) -> str:
    """Tell the scale."""
    scale = scale_of(page, board)
    width = length_text(page.pen, board, scale.width)
    height = length_text(page.pen, board, scale.height)
    return page.pen.word("scale", width=width, height=height, unit=unit_of(page.pen, board)[1])


def ground_signs(board: TableBoard) -> dict[str, str]:
    """Give the kinds of ground and lines their signs."""
    kinds = (*(one.kind for one in board.ground), *(one.kind for one in board.strokes))
    return assigned(kinds)


def table_map(page: Page, board: TableBoard) -> list[str]:
    """Draw the table."""
    canvas, scale = Canvas(), scale_of(page, board)
    _number(page, board, canvas, scale)
    for (column, row), sign in _ground(page, board, scale).items():
        canvas.put(MARGIN + column, 1 + row, sign)
    for overlay in overlays_on(page, board):
        sign = MEANINGS[meaning_of(overlay)]
        for column, row in _traced(scale, _line(overlay)):
            canvas.put(MARGIN + column, 1 + row, sign, "choice")
    for piece in page.standing_on(board):
        _draw(page, canvas, scale, piece)
    return canvas.lines(page.pen)


def _number(page: Page, board: TableBoard, canvas: Canvas, scale: Scale) -> None:
    for column in range(0, scale.columns - 3, TICKS):
        canvas.put(MARGIN + column, 0, _rounded(page, board, column * scale.width), "faint")
    for row in range(0, scale.rows, TICKS // 2):
        canvas.put(0, 1 + row, _rounded(page, board, row * scale.height)[: MARGIN - 1], "faint")


def _rounded(page: Page, board: TableBoard, length: int) -> str:
    places = 0 if length >= 10 * board.unit else 1
    return page.pen.decimal(length, board.unit, places)


# -- ground ---------------------------------------------------------------------------------------


def _ground(page: Page, board: TableBoard, scale: Scale) -> dict[Spot, str]:
    signs = ground_signs(board)
    plain = page.pen.sign("·", ".")
    found = {(x, y): plain for y in range(scale.rows) for x in range(scale.columns)}
    for ground in board.ground:
        for spot in _filled(scale, ground.outline, ground.holes):
            found[spot] = signs[ground.kind]
    for stroke in board.strokes:
        for spot in _traced(scale, stroke.points):
            found[spot] = signs[stroke.kind]
    return found


def _filled(scale: Scale, outline: Outline, holes: Iterable[Outline]) -> Iterator[Spot]:
    for column, row in _around(scale, outline):
        spot = scale.centre(column, row)
        if inside(spot, outline) and not any(inside(spot, hole) for hole in holes):
            yield column, row


def _around(scale: Scale, outline: Outline) -> Iterator[Spot]:
    """List the signs around an outline."""
    signs = [scale.sign_at(spot) for spot in outline]
    columns, rows = [x for x, _ in signs] or [0], [y for _, y in signs] or [0]
    for row in range(max(min(rows), 0), min(max(rows) + 1, scale.rows)):
        for column in range(max(min(columns), 0), min(max(columns) + 1, scale.columns)):
            yield column, row


def inside(spot: Spot, outline: Outline) -> bool:
    """Tell whether a point lies in an outline."""
    x, y = spot
    found = False
    for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], *outline[:1]), strict=True):
        if (y1 > y) != (y2 > y):
            left = (x2 - x1) * (y - y1) - (x - x1) * (y2 - y1)
            found ^= (left > 0) == (y2 > y1)
    return found


def _traced(scale: Scale, points: Outline) -> Iterator[Spot]:
    """List the signs along a line."""
    for (x1, y1), (x2, y2) in pairwise(points):
        steps = max(abs(x2 - x1) // scale.width, abs(y2 - y1) // scale.height, 1)
        for step in range(steps + 1):
            x, y = x1 + (x2 - x1) * step // steps, y1 + (y2 - y1) * step // steps
            spot = scale.sign_at((x, y))
            if scale.has(*spot):
                yield spot


# -- overlays -------------------------------------------------------------------------------------


def _line(overlay: AnyOverlay) -> Outline:
    match overlay:
        case Path():
            return _spots(overlay.via)
        case Sight():
            return _spots((overlay.start, overlay.end))
        case Shape():
            return (*overlay.outline, *overlay.outline[:1])
        case Strip():
            return _sides(overlay)
        case Ring():
            return _bow(overlay.at, overlay.radius, 0, 36000)
        case Sector():
            half = overlay.width // 2
            bow = _bow(overlay.at, overlay.radius, overlay.facing - half, overlay.facing + half)
            return (overlay.at, *bow, overlay.at)
        case _:
            return ()


def _spots(places: Iterable[Place]) -> Outline:
    return tuple((place.x, place.y) for place in places if isinstance(place, AtPoint))


def _bow(at: Spot, radius: int, start: int, end: int) -> Outline:
    turns = [radians((start + (end - start) * step / 36) / 100) for step in range(37)]
    return tuple((at[0] + round(radius * sin(t)), at[1] - round(radius * cos(t))) for t in turns)


def _sides(strip: Strip) -> Outline:
    (x1, y1), (x2, y2) = strip.start, strip.end
    length = hypot(x2 - x1, y2 - y1) or 1
    dx = round((y1 - y2) * strip.width / 2 / length)
    dy = round((x2 - x1) * strip.width / 2 / length)
    corners = ((x1 + dx, y1 + dy), (x2 + dx, y2 + dy), (x2 - dx, y2 - dy), (x1 - dx, y1 - dy))
    return (*corners, corners[0])


# -- pieces ---------------------------------------------------------------------------------------


def _draw(page: Page, canvas: Canvas, scale: Scale, piece: Piece) -> None:
    """Draw the footprint, and the code in its middle."""
    if not isinstance(piece.at, AtPoint):
        return
    middle, row = scale.sign_at((piece.at.x, piece.at.y))
    style = page.style(piece.owner)
    body = [spot for spot in _filled(scale, corners(piece), ()) if scale.has(*spot)]
    for column, line in body:
        canvas.put(MARGIN + column, 1 + line, page.pen.sign("▒", "#"), style)
    room = sum(line == row for _, line in body)
    code = page.code(piece) + page.strength(piece)
    code = code if len(code) <= room else page.code(piece)
    left = max(min(middle - len(code) // 2, scale.columns - len(code)), 0)
    canvas.put(MARGIN + left, 1 + row, code, style)


def corners(piece: Piece) -> Outline:
    """Give the corners of a footprint: front left, front right, rear right, rear left."""
    if not isinstance(piece.at, AtPoint) or piece.size is None:
        return ()
    turn = radians((piece.facing or 0) / 100)
    (rx, ry), (fx, fy) = (cos(turn), sin(turn)), (sin(turn), -cos(turn))
    width, depth = piece.size
    return tuple(
        (
            round(piece.at.x + (right * width * rx + front * depth * fx) / 2),
            round(piece.at.y + (right * width * ry + front * depth * fy) / 2),
        )
        for right, front in ((-1, 1), (1, 1), (1, -1), (-1, -1))
    )


def piece_list(page: Page, board: TableBoard) -> Iterator[str]:
    """List every piece with its exact place; those of one group together, by their first."""
    for group in _grouped(page, board):
        piece = _whole(group)
        size = _size(page, board, piece)
        said = f"{page.place(piece.at)}: {joined((page.told(piece), size))}"
        key = page.key(*(Target("piece", one.id) for one in group))
        yield from page.pen.wrapped(joined((key, said), " "), "  ", "    ")


def _grouped(page: Page, board: TableBoard) -> Iterator[list[Piece]]:
    """Put pieces of one group together, in the order of the scene."""
    groups: dict[str, list[Piece]] = {}
    for piece in page.standing_on(board):
        groups.setdefault(f"group {piece.group}" if piece.group else piece.id, []).append(piece)
    order = {piece.id: number for number, piece in enumerate(page.scene.pieces)}
    for group in groups.values():
        yield sorted(group, key=lambda one: order[one.id])


def _whole(group: list[Piece]) -> Piece:
    """Give the first piece of a group with the badges of all."""
    first = group[0]
    badges: list[Badge] = []
    for one in group:
        badges += [badge for badge in one.badges if badge not in badges]
    return replace(first, badges=tuple(badges)) if len(group) > 1 else first


def _size(page: Page, board: TableBoard, piece: Piece) -> str:
    if piece.size is None:
        return ""
    width, depth = (length_text(page.pen, board, one) for one in piece.size)
    return page.pen.word("footprint", width=width, depth=depth)
