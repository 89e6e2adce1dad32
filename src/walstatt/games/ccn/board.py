"""The battlefield: thirteen by nine hexes, its sections and its rows. CCN-1.1, CCN-1.2."""

from __future__ import annotations

from typing import Final, Literal

from walstatt.boards.hex import HexGrid, HexLayout, Run
from walstatt.kernel.ids import CellId

Home = Literal["top", "bottom"]
Section = Literal["left", "center", "right"]

ROWS: Final = 9
SECTIONS: Final[tuple[Section, ...]] = ("left", "center", "right")
LAYOUT: Final = HexLayout(
    "pointy",
    "even",
    tuple(Run(row, 13 if row % 2 else 12) for row in range(1, ROWS + 1)),
    upward=True,
)
BOARD: Final = HexGrid(LAYOUT)
NEIGHBOURS: Final = tuple(BOARD.neighbours(cell) for cell in BOARD.cells)
ROW: Final = tuple(int(BOARD.label(cell).split(",")[0]) for cell in BOARD.cells)
WIDE: Final = tuple(LAYOUT.doubled(*place)[0] for place in LAYOUT.places())
"""The double-width coordinate of every hex. CCN-1.1.5."""
SECTION_LINES: Final = (9, 19)


def _sections(wide: int, home: Home) -> tuple[Section, ...]:
    """List the sections of a hex as seen from one side; a hex cut by a line has two."""
    low, high = SECTION_LINES
    near: tuple[Section, Section] = ("left", "right") if home == "bottom" else ("right", "left")
    found: list[Section] = []
    if wide <= low:
        found.append(near[0])
    if low <= wide <= high:
        found.append("center")
    if wide >= high:
        found.append(near[1])
    return tuple(found)


SECTIONS_OF: Final[dict[Home, tuple[tuple[Section, ...], ...]]] = {
    home: tuple(_sections(wide, home) for wide in WIDE) for home in ("top", "bottom")
}
"""The sections of every hex, as seen from either side. CCN-1.2."""


def _beyond(cell: CellId, step: int) -> tuple[CellId, ...]:
    return tuple(other for other in NEIGHBOURS[cell] if ROW[other] == ROW[cell] + step)


REAR: Final[dict[Home, tuple[tuple[CellId, ...], ...]]] = {
    "bottom": tuple(_beyond(cell, -1) for cell in BOARD.cells),
    "top": tuple(_beyond(cell, 1) for cell in BOARD.cells),
}
"""The hexes of the next row towards a side's baseline. CCN-1.1.10."""

BASELINE: Final[dict[Home, int]] = {"bottom": 1, "top": ROWS}
"""The row at a side's own edge of the board."""

SIDES: Final[dict[Home, dict[str, int]]] = {
    "bottom": {
        "forward_left": 5,
        "forward_right": 0,
        "right": 1,
        "rear_right": 2,
        "rear_left": 3,
        "left": 4,
    },
    "top": {
        "forward_left": 2,
        "forward_right": 3,
        "right": 4,
        "rear_right": 5,
        "rear_left": 0,
        "left": 1,
    },
}
"""The hexsides of a hex as its owner names them."""
