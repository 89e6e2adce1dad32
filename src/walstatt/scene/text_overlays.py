"""Overlays as text: signs on cells, and each one in words."""

from collections.abc import Iterator
from math import hypot
from typing import Final

from walstatt.scene.model import (
    AnyOverlay,
    AtCells,
    Board,
    HexBoard,
    Marks,
    Note,
    Outline,
    Path,
    Place,
    Ring,
    Sector,
    Shape,
    Sight,
    Strip,
)
from walstatt.scene.page import Page, joined
from walstatt.scene.places import label_of, length_text, point_text, unit_of
from walstatt.scene.signs import MEANINGS

MANY: Final = 8
"""How many corners of a field are listed one by one."""


def overlays_on(page: Page, board: Board) -> Iterator[AnyOverlay]:
    """List what is shown over a board."""
    return (one for one in page.scene.overlays if page.board_of(one.board) is board)


def meaning_of(overlay: AnyOverlay) -> str:
    """Name the meaning of an overlay, the lesser kind of reach apart."""
    return "reach_weak" if overlay.weak and overlay.meaning == "reach" else overlay.meaning


def cell_signs(page: Page, board: Board) -> dict[int, str]:
    """Give the signs of each cell that something is shown on."""
    found: dict[int, str] = {}
    for overlay in overlays_on(page, board):
        sign = MEANINGS[meaning_of(overlay)]
        for cell, number in _cells(overlay):
            before = found.get(cell, "")
            found[cell] = before if sign in before and not number else before + sign + number
    return found


def _cells(overlay: AnyOverlay) -> Iterator[tuple[int, str]]:
    match overlay:
        case Marks():
            numbers = [str(number) for number in overlay.numbers] or [""] * len(overlay.cells)
            yield from zip(overlay.cells, numbers, strict=False)
        case Path():
            yield from _under(*overlay.via)
        case Sight():
            yield from _under(overlay.start, overlay.end)
        case Note():
            yield from _under(overlay.at)
        case _:
            return


def _under(*places: Place) -> Iterator[tuple[int, str]]:
    for place in places:
        if isinstance(place, AtCells):
            yield from ((cell, "") for cell in place.cells)


def told(page: Page, board: Board) -> list[str]:
    """Tell what is shown over a board, in words."""
    lines: list[str] = []
    for overlay in overlays_on(page, board):
        if _is_drawn(board, overlay):
            continue
        meaning = page.pen.word(f"meaning.{meaning_of(overlay)}")
        sign = MEANINGS[meaning_of(overlay)]
        said = joined((page.maybe(overlay.label), _words(page, board, overlay)))
        lines += page.pen.wrapped(f"{meaning}: {said}", f"  {sign} ", "      ")
    return lines


def _is_drawn(board: Board, overlay: AnyOverlay) -> bool:
    """Tell whether the signs on the cells say it all."""
    if not isinstance(overlay, Marks) or not isinstance(board, HexBoard):
        return False
    return not (overlay.label or overlay.numbers or overlay.edges or overlay.pieces)


def _words(page: Page, board: Board, overlay: AnyOverlay) -> str:
    if isinstance(overlay, Marks):
        return _marked(page, board, overlay)
    if isinstance(overlay, Note):
        return page.place(overlay.at)
    kind = page.pen.word(f"kind.{overlay.__struct_config__.tag}")
    return joined((kind, _geometry(page, board, overlay)), " ")


def _marked(page: Page, board: Board, marks: Marks) -> str:
    numbers = [f"={number}" for number in marks.numbers] or [""] * len(marks.cells)
    cells = [label_of(board, cell) for cell in marks.cells]
    named = [page.area_name(board, area) for area in marks.areas]
    pieces = [page.code(page.pieces[one]) for one in marks.pieces if one in page.pieces]
    edges = [edge_name(board, edge) for edge in marks.edges]
    numbered = [cell + number for cell, number in zip(cells, numbers, strict=False)]
    return joined((" ".join((*numbered, *edges)), ", ".join((*named, *pieces))))


def edge_name(board: Board, edge: str) -> str:
    """Name an edge or vertex by the label of its cell."""
    cell, _, side = edge.partition(":")
    return f"{label_of(board, int(cell))}:{side}" if cell.isdecimal() else edge


def _geometry(page: Page, board: Board, overlay: AnyOverlay) -> str:
    match overlay:
        case Path():
            return way(page, overlay.via)
        case Sight():
            return joined((way(page, (overlay.start, overlay.end)), _blocked(page, overlay)))
        case Sector() | Ring():
            return _round(page, board, overlay)
        case Strip():
            return _strip(page, board, overlay)
        case Shape():
            return _outline(page, board, overlay.outline)
        case _:
            return ""


def _outline(page: Page, board: Board, outline: Outline) -> str:
    """List the corners of a field; of many, only how far it reaches."""
    if len(outline) <= MANY:
        return joined((point_text(page.pen, board, spot) for spot in outline), "; ")
    columns, rows = [x for x, _ in outline], [y for _, y in outline]
    ends = ((min(columns), min(rows)), (max(columns), max(rows)))
    return page.pen.sign(" → ", " -> ").join(point_text(page.pen, board, spot) for spot in ends)


def way(page: Page, places: tuple[Place, ...]) -> str:
    """Write a way from place to place."""
    return page.pen.sign(" → ", " -> ").join(page.place(place) for place in places)


def _blocked(page: Page, sight: Sight) -> str:
    if sight.blocked is None:
        return ""
    return page.pen.word("blocked", place=page.place(sight.blocked))


def _round(page: Page, board: Board, overlay: Sector | Ring) -> str:
    pen = page.pen
    place = point_text(pen, board, overlay.at)
    length = length_text(pen, board, overlay.radius)
    unit = unit_of(pen, board)[1]
    if isinstance(overlay, Ring):
        return pen.word("radius", place=place, length=length, unit=unit)
    width, facing = pen.angle(overlay.width), pen.angle(overlay.facing)
    return pen.word("sector", place=place, width=width, facing=facing, length=length, unit=unit)


def _strip(page: Page, board: Board, strip: Strip) -> str:
    pen = page.pen
    (x1, y1), (x2, y2) = strip.start, strip.end
    length = length_text(pen, board, round(hypot(x2 - x1, y2 - y1)))
    unit = unit_of(pen, board)[1]
    if not strip.left:
        return pen.word("used", length=length, unit=unit)
    return pen.word("used_left", length=length, unit=unit, left=length_text(pen, board, strip.left))
