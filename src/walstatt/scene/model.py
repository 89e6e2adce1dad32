"""The scene: one description of what a seat sees, for every game and every client.

Coordinates are integers in the unit of their board, x to the right and y downwards: 0.1 mm on a
table, hundredths of the distance between neighbouring centres on a hex board (`HexGrid.centre`
times 100), the board's own units on an area map. Angles are hundredths of a degree, clockwise from
the top of the board. Whatever a person reads is a `Message`.

The targets of a prompt name things on the focused board: a piece, card or area by its id, a cell by
its number, an edge or vertex as `cell:side`, a point as `x,y`.
"""

from typing import TypeAlias

from walstatt.boards.hex import HexLayout
from walstatt.i18n.catalogue import Message
from walstatt.kernel.ids import NOBODY, Seat
from walstatt.kernel.prompts import Prompt
from walstatt.scene.overlays import (
    AnyOverlay,
    Marks,
    Meaning,
    Note,
    Overlay,
    Path,
    Ring,
    Sector,
    Shape,
    Sight,
    Strip,
)
from walstatt.scene.parts import (
    AtArea,
    AtCells,
    AtPoint,
    Badge,
    Count,
    InTray,
    Outline,
    Part,
    Piece,
    Place,
    Spot,
)
from walstatt.scene.trays import (
    AnyTray,
    Card,
    Counter,
    Counters,
    Hand,
    Marker,
    Matrix,
    Pool,
    Roster,
    Row,
    Track,
    Tray,
)

__all__ = [
    "NOBODY",
    "AnyOverlay",
    "AnyTray",
    "Area",
    "AreaBoard",
    "AtArea",
    "AtCells",
    "AtPoint",
    "Badge",
    "Board",
    "Card",
    "Cell",
    "Count",
    "Counter",
    "Counters",
    "Edge",
    "Ground",
    "Hand",
    "HexBoard",
    "InTray",
    "Link",
    "Marker",
    "Marks",
    "Matrix",
    "Meaning",
    "Note",
    "Outline",
    "Overlay",
    "Part",
    "Path",
    "Piece",
    "Place",
    "Pool",
    "Ring",
    "Roster",
    "Row",
    "Scene",
    "Sector",
    "Shape",
    "Side",
    "Sight",
    "Spot",
    "Strip",
    "Stroke",
    "TableBoard",
    "Track",
    "Tray",
    "compass",
    "on",
]


class Stroke(Part, frozen=True):
    """A drawn line: a road, a river, a border; through cells, or through points."""

    kind: str
    cells: tuple[int, ...] = ()
    points: Outline = ()
    width: int = 0
    name: Message | None = None


class Cell(Part, frozen=True):
    """What is special about a cell; plain cells need not be listed."""

    id: int
    terrain: tuple[str, ...] = ()
    level: int = 0
    owner: Seat = NOBODY
    name: Message | None = None
    badges: tuple[Badge, ...] = ()
    dirs: tuple[int, ...] = ()
    """The hexsides that the terrain faces, if it has a direction."""


class Edge(Part, frozen=True):
    """What is special about a side of a cell; of the two names of a side either will do."""

    cell: int
    side: int
    terrain: tuple[str, ...] = ()
    owner: Seat = NOBODY

    @property
    def id(self) -> str:
        """Name the edge as targets do."""
        return f"{self.cell}:{self.side}"


class HexBoard(Part, frozen=True, tag_field="board", tag="hex"):
    """A hex grid: its layout says which cells there are, where they lie and how they are called."""

    id: str
    layout: HexLayout
    cells: tuple[Cell, ...] = ()
    edges: tuple[Edge, ...] = ()
    strokes: tuple[Stroke, ...] = ()
    title: Message | None = None
    art: str = ""
    """A theme key for how the whole board is painted."""


class Area(Part, frozen=True):
    """An area of a map; the outline has several rings if there are islands."""

    id: str
    name: Message
    at: Spot = (0, 0)
    outline: tuple[Outline, ...] = ()
    terrain: tuple[str, ...] = ()
    owner: Seat = NOBODY
    occupier: Seat = NOBODY
    level: int = 0
    badges: tuple[Badge, ...] = ()


class Link(Part, frozen=True):
    """A way between two areas."""

    a: str
    b: str
    kind: str = ""


class AreaBoard(Part, frozen=True, tag_field="board", tag="areas"):
    """A map of areas."""

    id: str
    width: int
    height: int
    areas: tuple[Area, ...]
    links: tuple[Link, ...] = ()
    strokes: tuple[Stroke, ...] = ()
    title: Message | None = None
    art: str = ""


class Ground(Part, frozen=True):
    """A piece of terrain on a table, with holes in it."""

    id: str
    kind: str
    outline: Outline
    holes: tuple[Outline, ...] = ()
    level: int = 0
    owner: Seat = NOBODY
    name: Message | None = None


class TableBoard(Part, frozen=True, tag_field="board", tag="table"):
    """A measured table, in 0.1 mm, and the unit in which its game counts."""

    id: str
    width: int
    height: int
    ground: tuple[Ground, ...] = ()
    strokes: tuple[Stroke, ...] = ()
    unit: int = 254
    unit_name: Message = Message("scene.unit.inch")
    title: Message | None = None
    art: str = ""


Board: TypeAlias = HexBoard | AreaBoard | TableBoard


class Side(Part, frozen=True):
    """A seat as it is shown: its name, its colours, and a letter where colours will not do."""

    seat: Seat
    name: Message
    livery: str = ""
    mark: str = ""


class Scene(Part, frozen=True):
    """What a seat sees; a game fills in all but prompts and log."""

    boards: tuple[Board, ...] = ()
    focus: str = ""
    """The board on which things happen; `""` is the first one."""
    sides: tuple[Side, ...] = ()
    pieces: tuple[Piece, ...] = ()
    overlays: tuple[AnyOverlay, ...] = ()
    trays: tuple[AnyTray, ...] = ()
    phases: tuple[Message, ...] = ()
    phase: int = 0
    """Which of the phases it is."""
    status: tuple[Message, ...] = ()
    prompt: Prompt | None = None
    standing: tuple[Prompt, ...] = ()
    log: tuple[Message, ...] = ()
    """The last things that happened, the latest at the end."""

    @property
    def board(self) -> Board:
        """Give the focused board."""
        return next((one for one in self.boards if one.id == self.focus), self.boards[0])


def on(*cells: int, board: str = "") -> AtCells:
    """Place something on cells."""
    return AtCells(cells, board)


def compass(layout: HexLayout, direction: int) -> int:
    """Turn a direction of a hex grid into a facing."""
    return 6000 * (direction % 6) + (3000 if layout.top == "pointy" else 0)
