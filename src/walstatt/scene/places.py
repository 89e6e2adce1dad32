"""Places in words: cells by their labels, points in the unit of their board."""

from functools import lru_cache

from walstatt.boards.hex import HexGrid, HexLayout
from walstatt.scene.model import AreaBoard, Board, HexBoard, Spot, TableBoard
from walstatt.scene.pen import Pen


@lru_cache(maxsize=64)
def places_of(layout: HexLayout) -> tuple[Spot, ...]:
    """Give lane and place of every cell of a layout."""
    return tuple(layout.places())


@lru_cache(maxsize=64)
def grid_of(layout: HexLayout) -> HexGrid:
    """Make the grid of a layout."""
    return HexGrid(layout)


def label_of(board: Board | None, cell: int) -> str:
    """Name a cell as its layout does."""
    if not isinstance(board, HexBoard):
        return str(cell)
    places = places_of(board.layout)
    return board.layout.label(*places[cell]) if 0 <= cell < len(places) else str(cell)


def unit_of(pen: Pen, board: Board | None) -> tuple[int, str]:
    """Give the unit of a board and its name."""
    match board:
        case TableBoard():
            return board.unit, pen.say(board.unit_name)
        case HexBoard():
            return 100, pen.word("hex_unit")
        case AreaBoard() | None:
            return 1, pen.word("map_unit")


def length_text(pen: Pen, board: Board | None, length: int) -> str:
    """Write a length in the unit of its board."""
    return pen.decimal(length, unit_of(pen, board)[0], 3)


def point_text(pen: Pen, board: Board | None, spot: Spot) -> str:
    """Write a point in the unit of its board."""
    x, y = (length_text(pen, board, one) for one in spot)
    return pen.word("point", x=x, y=y, unit=unit_of(pen, board)[1])
