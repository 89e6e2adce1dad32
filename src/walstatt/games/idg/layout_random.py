"""Battlefields drawn by lot: legal for a home terrain, and good to fight on. IDG-4.4.20.

The same number always gives the same battlefield. Area pieces are spread over the table, column by
column; where armies deploy, difficult ground leaves most of the edge free; watercourses and roads
lead from edge to edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, TypeVar

from msgspec.structs import replace

from walstatt.boards.pieces import pieces_touch
from walstatt.boards.pose import Spot, facing_towards
from walstatt.boards.shapes import across, blob, field, on_edge, outward, winding
from walstatt.boards.table import Table, TableEdge
from walstatt.boards.terrain import Area
from walstatt.games.idg.land import ground_of
from walstatt.games.idg.layout_check import LINEAR, Plan, flaws
from walstatt.games.idg.troops import Scenario
from walstatt.games.idg.world import Feature, Ground

T = TypeVar("T")

TRIES: Final = 60
PLACES: Final = 14
"""How often a piece is tried in other places before a draft is given up."""
CLEAR: Final = 1.5
"""How many inches are left free between pieces."""
DEEP: Final = 6
"""How deep armies deploy, in inches. IDG-5.4.2."""
TAKEN: Final = 0.4
"""What part of such a strip difficult ground may take."""
HARD: Final = ("wood", "marsh", "steep_hill", "sand", "village", "rocky")
SLIM: Final[dict[str, tuple[int, int]]] = {
    "gentle_hill": (50, 70),
    "steep_hill": (45, 60),
    "wood": (42, 62),
    "rocky": (40, 60),
    "village": (50, 65),
    "marsh": (40, 55),
    "sand": (45, 60),
}
"""How broad pieces are, in hundredths of their length."""


class Lots:
    """Numbers that follow from a first one, as if drawn by lot."""

    def __init__(self, seed: int) -> None:
        self._state = (seed * 2_862_933_555_777_941_757 + 3_037_000_493) % 2**64
        for _ in range(4):
            self.below(2)

    def below(self, bound: int) -> int:
        """Draw a number from 0 to less than a bound."""
        self._state = (self._state * 6_364_136_223_846_793_005 + 1_442_695_040_888_963_407) % 2**64
        return (self._state >> 33) * bound >> 31

    def between(self, low: int, high: int) -> int:
        """Draw a number, both ends included."""
        return low + self.below(high - low + 1)

    def pick(self, some: Sequence[T]) -> T:
        """Draw one of several."""
        return some[self.below(len(some))]

    def shuffled(self, some: Sequence[T]) -> list[T]:
        """Bring several into another order."""
        left = list(some)
        return [left.pop(self.below(len(left))) for _ in range(len(left))]


# -- what lies there ------------------------------------------------------------------------------


def drafted(table: Table, mu: int, home: str, scenario: Scenario, seed: int) -> tuple[Feature, ...]:
    """Draw a battlefield that is legal and leaves room to deploy."""
    for attempt in range(TRIES):
        draft = Draft(table, mu, home, scenario, Lots(seed * TRIES + attempt))
        pieces = draft.made()
        if pieces is not None and not flaws(Plan(table, mu, home, pieces)):
            return pieces
    return plain(table, mu, home)


def wanted(home: str, lots: Lots) -> list[Ground]:
    """Draw the kinds of pieces for a home terrain."""
    return _WANTED[home](lots)


def _some(lots: Lots, *kinds: tuple[Ground, int, int]) -> list[Ground]:
    return [kind for kind, low, high in kinds for _ in range(lots.between(low, high))]


def _desert(lots: Lots) -> list[Ground]:
    return _some(
        lots,
        ("sand", 1, 2),
        ("rocky", 1, 2),
        ("gentle_hill", 1, 2),
        ("steep_hill", 0, 1),
        ("gully", 0, 1),
    )


def _steppe(lots: Lots) -> list[Ground]:
    wet: list[Ground] = ["stream", "wood"] if lots.below(2) else []
    return [*wet, *_some(lots, ("rocky", 0, 1), ("gentle_hill", 2, 3), ("gully", 0, 2))]


def _pasture(lots: Lots) -> list[Ground]:
    return _some(
        lots,
        ("stream", 0, 1),
        ("road", 0, 1),
        ("gentle_hill", 1, 2),
        ("wood", 1, 2),
        ("marsh", 0, 1),
        ("steep_hill", 0, 1),
    )


def _cultivated(lots: Lots) -> list[Ground]:
    return [
        *_some(lots, ("road", 0, 1), ("stream", 0, 1)),
        "village",
        "fields",
        *_some(lots, ("fields", 0, 1), ("gentle_hill", 1, 1), ("wood", 0, 2)),
    ]


def _forest(lots: Lots) -> list[Ground]:
    road: list[Ground] = ["road"] if lots.below(2) else []
    return [*road, *_some(lots, ("wood", 6, 6), ("gentle_hill", 0, 1))]


def _mountains(lots: Lots) -> list[Ground]:
    return _some(
        lots,
        ("road", 0, 1),
        ("gully", 1, 1),
        ("steep_hill", 2, 3),
        ("rocky", 2, 2),
        ("wood", 0, 1),
    )


def _coast(lots: Lots) -> list[Ground]:
    water: Ground = "river" if lots.below(4) == 0 else "stream"
    return [
        "seashore",
        water,
        *_some(lots, ("marsh", 1, 1), ("sand", 1, 1), ("gentle_hill", 1, 1), ("wood", 0, 1)),
    ]


_WANTED: Final = {
    "desert": _desert,
    "steppe": _steppe,
    "pasture": _pasture,
    "cultivated": _cultivated,
    "forest": _forest,
    "mountains": _mountains,
    "coast": _coast,
}


# -- and where ------------------------------------------------------------------------------------


class Draft:
    """A battlefield in the making."""

    def __init__(self, table: Table, mu: int, home: str, scenario: Scenario, lots: Lots) -> None:
        self.table, self.mu, self.lots = table, mu, lots
        self.home, self.scenario = home, scenario
        self.pieces: list[Feature] = []
        columns, rows = lots.shuffled(range(4)), [lots.shuffled(range(3)) for _ in range(4)]
        self.sectors = [(x, rows[x][n]) for n in range(3) for x in columns]

    @property
    def ends(self) -> tuple[TableEdge, TableEdge]:
        """Give the edges at which the armies begin."""
        return ("left", "right") if self.scenario == "ambush" else ("top", "bottom")

    @property
    def sides(self) -> tuple[TableEdge, TableEdge]:
        """Give the other two edges."""
        return ("top", "bottom") if self.scenario == "ambush" else ("left", "right")

    def made(self) -> tuple[Feature, ...] | None:
        """Lay all pieces, or give up."""
        for kind in wanted(self.home, self.lots):
            piece = self.placed(kind)
            if piece is None:
                return None
            self.pieces.append(piece)
            if kind == "river":
                self.pieces += self.fords(piece)
        return tuple(self.pieces)

    def placed(self, kind: Ground) -> Feature | None:
        """Find a place for a piece."""
        for _ in range(PLACES):
            piece = self.drawn(kind)
            if self.is_fit(piece):
                return piece
        return None

    def name(self, kind: Ground) -> str:
        """Name the next piece of a kind."""
        return f"{kind}{sum(one.kind == kind for one in self.pieces) + 1}"

    def drawn(self, kind: Ground) -> Feature:
        """Draw a piece somewhere."""
        name = self.name(kind)
        if kind == "seashore":
            rocks = self.lots.below(2) == 1
            return Feature(name, kind, edge=self.lots.pick(self.sides), rocky_top=rocks)
        if kind in ("stream", "river", "road"):
            return self.crossing(name, kind)
        if kind == "gully":
            return self.gully(name)
        return self.area(name, kind)

    def crossing(self, name: str, kind: Ground) -> Feature:
        """Lead a watercourse or a road over the table."""
        lots, free = self.lots, self.dry
        edges = self.ends if kind == "river" or lots.below(2) else self.sides
        edges = edges if all(edge in free for edge in edges) else self.ends
        at = (lots.between(20, 80) / 100, lots.between(20, 80) / 100)
        via = across(lots.below(10_000), self.table, edges, at, lots.between(1, 4) * self.mu)
        width = {"stream": 1.0, "river": 3.0, "road": 1.25}[kind]
        return Feature(name, kind, via=via, width=round(width * self.mu))

    @property
    def dry(self) -> list[TableEdge]:
        """List the edges that are no seashore."""
        wet = [one.edge for one in self.pieces if one.edge]
        return [edge for edge in (*self.ends, *self.sides) if edge not in wet]

    def gully(self, name: str) -> Feature:
        """Lead a gully from an edge towards the middle."""
        lots, mu = self.lots, self.mu
        edge = lots.pick(self.dry)
        start = on_edge(self.table, edge, lots.between(15, 85) / 100)
        (ox, oy), far = outward(edge), lots.between(12, 18) * mu
        aside = lots.between(-5, 5) * mu
        end = (start[0] - ox * far + oy * aside, start[1] - oy * far + ox * aside)
        via = winding(lots.below(10_000), start, end, mu, leaving=((ox, oy), (0, 0)))
        return Feature(name, "gully", via=via, width=lots.between(4, 5) * mu)

    def area(self, name: str, kind: Ground) -> Feature:
        """Draw an area in the next sector."""
        lots, mu = self.lots, self.mu
        long, facing = (
            lots.between(125, 150) * mu // 10,
            lots.pick((0, 3_000, 6_000, 9_000, 12_000, 15_000)),
        )
        centre = self.by_water() if kind == "wood" and self.home == "steppe" else self.spot()
        if kind == "fields":
            turn = lots.between(-12, 12) * 100 + lots.below(2) * 9_000
            acre = field(centre, 12 * mu, 6 * mu, turn % 36_000)
            return Feature(name, kind, outline=self.pushed_in(acre))
        slim = lots.between(*SLIM[kind]) / 100
        outline = blob(lots.below(100_000), centre, long, slim, facing)
        piece = Feature(name, kind, outline=self.pushed_in(outline))
        return self.flattened(piece) if kind == "steep_hill" else piece

    def pushed_in(self, outline: tuple[Spot, ...]) -> tuple[Spot, ...]:
        """Push an outline back onto the table."""
        xs, ys = [x for x, _ in outline], [y for _, y in outline]
        dx = max(-min(xs), 0) - max(max(xs) - self.table.width, 0)
        dy = max(-min(ys), 0) - max(max(ys) - self.table.height, 0)
        return tuple((x + dx, y + dy) for x, y in outline)

    def flattened(self, hill: Feature) -> Feature:
        """Give some steep hills a plateau."""
        if self.lots.below(3):
            return hill
        many = len(hill.outline)
        x, y = sum(x for x, _ in hill.outline) // many, sum(y for _, y in hill.outline) // many
        top = tuple((x + (px - x) * 45 // 100, y + (py - y) * 45 // 100) for px, py in hill.outline)
        return replace(hill, top=top, rocky_top=self.lots.below(2) == 1)

    def spot(self) -> Spot:
        """Draw a spot in the next sector, which goes to the end of the row."""
        column, row = self.sectors.pop(0)
        self.sectors.append((column, row))
        wide, high = self.table.width // 4, self.table.height // 3
        x = column * wide + self.lots.between(15, 85) * wide // 100
        y = row * high + self.lots.between(30, 70) * high // 100
        return x, y

    def by_water(self) -> Spot:
        """Draw a spot on a watercourse, away from its ends."""
        via = next(one.via for one in self.pieces if one.kind == "stream")
        return self.lots.pick(via[2:-2] or via)

    def fords(self, river: Feature) -> list[Feature]:
        """Make a river passable in two places."""
        found = []
        for n, part in enumerate((3, 7), 1):
            a, b = list(pairwise(river.via))[len(river.via) * part // 10 - 1]
            middle = (a[0] + b[0]) // 2, (a[1] + b[1]) // 2
            wide = river.width + self.mu
            outline = field(middle, 6 * self.mu, wide, facing_towards(a, b))
            found.append(Feature(f"ford{n}", "ford", outline=outline))
        return found

    # -- judging ----------------------------------------------------------------------------------

    def is_fit(self, piece: Feature) -> bool:
        """Is a piece on the table, clear of others, and out of the way of those who deploy?"""
        if piece.kind in LINEAR and piece.kind != "gully":
            return True
        w, h = self.table
        if any(not (0 <= x <= w and 0 <= y <= h) for x, y in (*piece.outline, *piece.via)):
            return False
        own = ground_of(piece, self.table, self.mu)
        return own is not None and self.is_clear(piece, own) and self.is_roomy(piece)

    def is_clear(self, piece: Feature, own: Area) -> bool:
        """Is there a gap to all others, but for a wood by its stream and roads anywhere?"""
        for other in self.pieces:
            if other.kind == "road" or (other.kind == "stream" and piece.kind == "wood"):
                continue
            ground = ground_of(other, self.table, self.mu)
            if ground and pieces_touch(own, ground, CLEAR * self.mu):
                return False
        return True

    def is_roomy(self, piece: Feature) -> bool:
        """Is enough of both strips where armies deploy free of difficult ground?"""
        if piece.kind not in HARD:
            return True
        hard = [one for one in (*self.pieces, piece) if one.kind in HARD]
        return all(self.taken(hard, edge) <= TAKEN for edge in self.ends)

    def taken(self, pieces: Sequence[Feature], edge: TableEdge) -> float:
        """Measure what part of a table edge has pieces within the depth of a deployment."""
        along = 0 if edge in ("top", "bottom") else 1
        whole = self.table.width if along == 0 else self.table.height
        total = 0
        for one in pieces:
            near = [spot[along] for spot in one.outline if self.depth(spot, edge) < DEEP * self.mu]
            total += max(near) - min(near) if near else 0
        return total / whole

    def depth(self, spot: Spot, edge: TableEdge) -> int:
        """Measure from a table edge to a spot."""
        w, h = self.table
        return {"top": spot[1], "bottom": h - spot[1], "left": spot[0], "right": w - spot[0]}[edge]


# -- when lots fail -------------------------------------------------------------------------------


def plain(table: Table, mu: int, home: str) -> tuple[Feature, ...]:
    """Give the least that a home terrain demands, in two rows."""
    kinds: dict[str, list[Ground]] = {
        "cultivated": ["fields", "fields"],
        "forest": ["wood"] * 6,
        "mountains": ["rocky"] * 5,
        "coast": ["sand"] * 3,
    }
    found = []
    for n, kind in enumerate(kinds.get(home, [])):
        x = table.width * (1 + n % 3 * 2) // 6
        y = table.height * (1 + n // 3) // 3
        found.append(Feature(f"{kind}{n + 1}", kind, outline=field((x, y), 6 * mu, 12 * mu)))
    shore = [Feature("seashore1", "seashore", edge="left")] if home == "coast" else []
    return (*shore, *found)
