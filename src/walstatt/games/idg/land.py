"""The table's terrain made ready for asking: which ground lies where. IDG-4.2, IDG-16.1.

Everything here follows from the pieces as they lie, so it is worked out once for every lay-out.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final, Literal, NamedTuple, TypeAlias

from msgspec import Struct

from walstatt.boards.polygons import Segment, contains, joined, stretches, without
from walstatt.boards.pose import Point, apart
from walstatt.boards.rectangle import Box
from walstatt.boards.table import TABLE_EDGES, Table, TableEdge, band
from walstatt.boards.terrain import Area, Line, crest, crest_centre
from walstatt.games.idg.content import IdgContent
from walstatt.games.idg.troops import FOLDER, TroopClass
from walstatt.games.idg.world import TOUCH, Feature, IdgCtx
from walstatt.kernel.content import load_content
from walstatt.kernel.ids import RuleId
from walstatt.kernel.trace import register, rule

Soil: TypeAlias = Literal[
    "slope",
    "wood",
    "rocky",
    "plateau",
    "breach",
    "fields",
    "village",
    "marsh",
    "sand",
    "shore_sand",
    "shore_rocks",
    "stream",
    "river",
    "ford",
    "gully_slope",
    "gully_floor",
    "wall",
    "gate",
    "rampart",
]
"""Kinds of ground: a steep hill has slopes and perhaps a plateau, a gully slopes and a floor."""
Whom: TypeAlias = TroopClass | Literal["all", "camel"]

GULLY_SLOPE: Final = 0.5
"""How wide the slopes of a gully are, inside its rims, in inches."""
SHORE: Final = 3
"""How wide the strip along a seashore is, in inches. IDG-4.2.34."""
SECTION: Final = 4
"""How long a section of works is, in inches. IDG-16.1.2."""
THIN: Final = 127
"""How wide lines are of which nothing is said: half an inch."""
WORKS: Final = ("wall", "rampart", "tower", "gate")
AREAS: Final = ("wood", "rocky", "fields", "village", "marsh", "sand", "stream", "ford")


class Effect(Struct, frozen=True, forbid_unknown_fields=True):
    """What one kind of ground does."""

    rule: RuleId
    difficult: tuple[Whom, ...] = ()
    unless: tuple[Whom, ...] = ()
    forbidden: tuple[Whom, ...] = ()
    forbidden_rule: RuleId = ""
    road: bool = True
    frozen: bool = False


register(
    (
        "IDG-4.2.7",
        "IDG-4.2.8",
        "IDG-4.2.9",
        "IDG-4.2.18",
        "IDG-4.2.22",
        "IDG-4.2.27",
        "IDG-4.2.28",
        "IDG-4.2.34",
        "IDG-5.6.13",
    ),
    f"{__name__}.effects",
)


@cache
def effects() -> dict[Soil, Effect]:
    """Read what every kind of ground does."""
    return load_content(FOLDER / "ground.yaml", dict[Soil, Effect])


class Plot(NamedTuple):
    """A stretch of one kind of ground; where it is open, it has no effect."""

    feature: str
    soil: Soil
    area: Area
    open: tuple[Area, ...] = ()


class Hill(NamedTuple):
    """A hill: where it lies, its crest and the middle of that. IDG-4.2.2."""

    feature: str
    area: Area
    crest: tuple[Point, ...]
    centre: Point
    top: Area | None = None
    steep: bool = False


class Gully(NamedTuple):
    """A gully from rim to rim."""

    feature: str
    area: Area
    rims: tuple[tuple[Point, ...], ...]


class Work(NamedTuple):
    """A stretch of works that can be manned, and its sections. IDG-16.1."""

    feature: Feature
    area: Area
    sections: tuple[Area, ...]
    fence: tuple[Segment, ...]
    low: bool = False
    """Whether it is fought across: a rampart, or a gate in one. IDG-16.1.11, IDG-16.2.1."""


class Land(NamedTuple):
    """All the ground of a table."""

    plots: tuple[Plot, ...]
    hills: tuple[Hill, ...]
    gullies: tuple[Gully, ...]
    roads: tuple[Line, ...]
    works: tuple[Work, ...]
    areas: dict[str, Area]
    """The whole ground of every piece that covers any."""
    water: tuple[TableEdge, ...]
    """Table edges that are water. IDG-4.2.29, IDG-4.2.33."""
    hard: dict[Hashable, tuple[tuple[Plot, Effect], ...]]
    """Which ground is difficult for whom, as far as somebody has asked."""
    shut: dict[Hashable, tuple[tuple[Plot, Effect], ...]]
    """The same for forbidden ground."""
    soils: dict[Soil, list[Plot]]
    """The ground of every kind there is."""
    hindering: dict[Hashable, tuple[Area, ...]]
    """Where either is, or only what is forbidden, for those who go slowly."""

    def of(self, soil: Soil) -> Sequence[Plot]:
        """List the ground of one kind."""
        return self.soils.get(soil, ())

    def hill_at(self, point: Point) -> Hill | None:
        """Find the hill on which a point lies."""
        for hill in self.hills:
            left, top, right, bottom = hill.area.bounds
            inside = left <= point[0] <= right and top <= point[1] <= bottom
            if inside and contains(hill.area.rings, point):
                return hill
        return None


def land_of(ctx: IdgCtx) -> Land:
    """Give the ground of a battle."""
    ground, content, land = _LANDS.latest
    if land is not None and ground is ctx.world.ground and content is ctx.content:
        return land
    return _LANDS.of(ctx.world.ground, ctx.content)


class _Lands:
    """Lands by the tuple they were made from, which is cheaper to know again than to compare."""

    def __init__(self, most: int = 64) -> None:
        self._most = most
        self._found: dict[int, tuple[tuple[Feature, ...], Table, int, Land]] = {}
        self.latest: tuple[tuple[Feature, ...], IdgContent | None, Land | None] = ((), None, None)

    def of(self, ground: tuple[Feature, ...], content: IdgContent) -> Land:
        land = self._compiled(ground, content.table, content.mu)
        self.latest = ground, content, land
        return land

    def _compiled(self, ground: tuple[Feature, ...], table: Table, mu: int) -> Land:
        known = self._found.get(id(ground))
        if known and known[0] is ground and known[1] == table and known[2] == mu:
            return known[3]
        land = compiled(ground, table, mu)
        if len(self._found) >= self._most:
            self._found.clear()
        self._found[id(ground)] = (ground, table, mu, land)
        return land


_LANDS: Final = _Lands()


# -- making it ready ------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def compiled(ground: tuple[Feature, ...], table: Table, mu: int) -> Land:
    """Work out all the ground of a lay-out."""
    areas = {one.id: area for one in ground if (area := ground_of(one, table, mu))}
    fords = tuple(areas[one.id] for one in ground if one.kind == "ford")
    gaps = tuple(areas[one.id] for one in ground if _is_gap(one))
    low = low_works(ground)
    plots = [
        plot for one in ground for plot in _plots(one, areas.get(one.id), fords, gaps, low, mu)
    ]
    return Land(
        tuple(plots),
        tuple(_hill(one, areas[one.id]) for one in ground if one.kind.endswith("hill")),
        tuple(_gully(one, areas[one.id]) for one in ground if one.kind == "gully"),
        tuple(Line(one.id, "road", one.via, one.width or THIN) for one in ground if _is_road(one)),
        tuple(_work(one, areas[one.id], gaps, low, mu) for one in ground if _is_work(one)),
        areas,
        tuple(_edge(one) for one in ground if one.edge),
        {},
        {},
        _by_soil(plots),
        {},
    )


def _by_soil(plots: Iterable[Plot]) -> dict[Soil, list[Plot]]:
    found: dict[Soil, list[Plot]] = {}
    for plot in plots:
        found.setdefault(plot.soil, []).append(plot)
    return found


def _is_gap(one: Feature) -> bool:
    return one.kind == "breach" or (one.kind == "gate" and one.open)


def _is_road(one: Feature) -> bool:
    return one.kind == "road" and len(one.via) > 1


def _is_work(one: Feature) -> bool:
    return one.kind in WORKS and not one.open


@rule("IDG-16.2.1")
def low_works(ground: tuple[Feature, ...]) -> frozenset[str]:
    """Name the works that are fought across: ramparts, and gates like the rampart they are in."""
    found = {one.id for one in ground if one.kind == "rampart"}
    gates = [one for one in ground if one.kind == "gate" and one.via]
    if not found or not gates:
        return frozenset(found)
    ends: dict[str, list[Point]] = {"wall": [], "rampart": []}
    for one in ground:
        if one.via and one.kind in ("wall", "tower", "rampart"):
            ends["rampart" if one.kind == "rampart" else "wall"] += [one.via[0], one.via[-1]]
    for gate in gates:
        if _is_next(gate, ends["rampart"]) and not _is_next(gate, ends["wall"]):
            found.add(gate.id)
    return frozenset(found)


def _is_next(one: Feature, ends: list[Point]) -> bool:
    return any(apart(own, end) <= TOUCH for own in (one.via[0], one.via[-1]) for end in ends)


def _edge(one: Feature) -> TableEdge:
    return next(edge for edge in TABLE_EDGES if edge == one.edge)


def ground_of(one: Feature, table: Table, mu: int) -> Area | None:
    """Give the whole ground that a piece covers."""
    if one.kind == "breach" and one.via:
        return _breach(one, mu)
    if one.outline:
        return Area(one.id, one.kind, one.outline, one.holes)
    if one.via:
        return Line(one.id, one.kind, one.via, one.width or THIN).area
    if one.edge:
        return Area(one.id, one.kind, band(table, _edge(one), one.width or SHORE * mu))
    return None


def _breach(one: Feature, mu: int) -> Area:
    """Give the patch of rubble where a wall is breached. IDG-5.6.13."""
    (ax, ay), (bx, by) = one.via[0], one.via[-1]
    line = Line(one.id, one.kind, one.via, SECTION * mu)
    if apart((ax, ay), (bx, by)) >= SECTION * mu:
        return line.area
    scale = SECTION * mu / max(apart((ax, ay), (bx, by)), 1.0)
    mx, my = (ax + bx) / 2, (ay + by) / 2
    ends = tuple((round(mx + (x - mx) * scale), round(my + (y - my) * scale)) for x, y in one.via)
    return Line(one.id, one.kind, (ends[0], ends[-1]), SECTION * mu).area


def _plots(
    one: Feature,
    area: Area | None,
    fords: tuple[Area, ...],
    gaps: tuple[Area, ...],
    low: frozenset[str],
    mu: int,
) -> Iterator[Plot]:
    if area is None or one.kind in ("gentle_hill", "road"):
        return
    if one.kind == "steep_hill":
        yield from _steep(one, area)
    elif one.kind == "gully":
        yield from _gully_plots(one, area, mu)
    elif one.kind == "seashore":
        yield Plot(one.id, "shore_rocks" if one.rocky_top else "shore_sand", area)
    elif one.kind == "river":
        yield Plot(one.id, "river", area, fords)
    elif one.kind == "breach":
        yield Plot(one.id, "breach", area)
    elif one.kind in WORKS:
        if not one.open:
            yield Plot(one.id, _work_soil(one, low), area, gaps)
    elif one.kind in AREAS:
        yield Plot(one.id, one.kind, area)


def _work_soil(one: Feature, low: frozenset[str]) -> Soil:
    if one.id in low:
        return "rampart"
    return "gate" if one.kind == "gate" else "wall"


def _steep(one: Feature, area: Area) -> Iterator[Plot]:
    """Part the slopes of a steep hill from its plateau and its gentle sides. IDG-4.2.8."""
    holes = (*one.holes, one.top) if one.top else one.holes
    yield Plot(one.id, "slope", Area(one.id, one.kind, area.outline, holes))
    if one.top and one.rocky_top:
        yield Plot(one.id, "plateau", Area(one.id, one.kind, one.top))


@rule("IDG-4.2.31", "IDG-4.2.32")
def _gully_plots(one: Feature, area: Area, mu: int) -> Iterator[Plot]:
    """Part the slopes of a gully from its floor, on which a stream or a path may run."""
    floor = round((one.width or THIN) - 2 * GULLY_SLOPE * mu)
    if not one.via or floor <= 0:
        yield Plot(one.id, "gully_slope", area)
        return
    bottom = Line(one.id, one.kind, one.via, floor).area
    yield Plot(one.id, "gully_slope", Area(one.id, one.kind, area.outline, (bottom.outline,)))
    yield Plot(one.id, "gully_floor", bottom)


@rule("IDG-4.2.2")
def _hill(one: Feature, area: Area) -> Hill:
    """Find the crest of a hill and its middle."""
    whole = Area(one.id, one.kind, area.outline)
    top = Area(one.id, one.kind, one.top) if one.top else None
    steep = one.kind == "steep_hill"
    return Hill(one.id, whole, crest(whole), crest_centre(whole), top, steep)


def _gully(one: Feature, area: Area) -> Gully:
    outline = area.outline
    if not one.via:
        return Gully(one.id, area, ((*outline, outline[0]),))
    half = len(one.via)
    return Gully(one.id, area, (outline[:half], outline[half:]))


def _work(one: Feature, area: Area, gaps: tuple[Area, ...], low: frozenset[str], mu: int) -> Work:
    """Divide works into sections, and find what of them still blocks sight."""
    line = one.via or (*one.outline, one.outline[0])
    fence = tuple(part for a, b in pairwise(line) for part in _left_of(a, b, gaps))
    return Work(one, area, _sections(one, area, mu), fence, one.id in low)


def _left_of(a: Point, b: Point, gaps: tuple[Area, ...]) -> list[Segment]:
    """Cut the breaches out of a stretch of wall."""
    gone = [part for gap in gaps for part in stretches(gap.rings, a, b)]
    (ax, ay), dx, dy = a, b[0] - a[0], b[1] - a[1]
    return [
        ((ax + low * dx, ay + low * dy), (ax + high * dx, ay + high * dy))
        for low, high in without([(0.0, 1.0)], joined(gone))
        if high > low
    ]


def _sections(one: Feature, area: Area, mu: int) -> tuple[Area, ...]:
    """Divide works into pieces of at most four inches, as they are bought. IDG-16.1.2."""
    if not one.via:
        return (area,)
    found = []
    for a, b in pairwise(one.via):
        count = max(1, round(apart(a, b) / (SECTION * mu)))
        for n in range(count):
            ends = (_along(a, b, n / count), _along(a, b, (n + 1) / count))
            if ends[0] != ends[1]:
                found.append(Line(one.id, one.kind, ends, one.width or THIN).area)
    return tuple(found)


def _along(a: Point, b: Point, part: float) -> tuple[int, int]:
    return round(a[0] + part * (b[0] - a[0])), round(a[1] + part * (b[1] - a[1]))


# -- looking at it --------------------------------------------------------------------------------


def middle_of(area: Area) -> Point:
    """Give the middle of a piece: of its longest dimension."""
    return crest_centre(area)


def is_piece_on_hill(land: Land, area: Area) -> bool:
    """Does a piece lie on a hill: its middle does?"""
    return land.hill_at(middle_of(area)) is not None


def hill_under(land: Land, box: Box) -> Hill | None:
    """Find the hill on which a base stands, for sight: the one its middle is on."""
    return land.hill_at(box.centre)
