"""Judging a battlefield: which pieces it may and must have, and how they lie. IDG-4.4."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from msgspec import Struct

from walstatt.boards import BoardError
from walstatt.boards.pieces import check_piece, ends, pieces_touch
from walstatt.boards.polygons import clipped, signed_area
from walstatt.boards.table import ROUNDING, TABLE_EDGES, Table
from walstatt.boards.terrain import Area, Line, Piece, longest_dimension
from walstatt.games.idg.land import SHORE, THIN, ground_of
from walstatt.games.idg.naming import thing_word
from walstatt.games.idg.troops import FOLDER
from walstatt.games.idg.world import Feature, Ground
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.content import load_content
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.ids import RuleId
from walstatt.kernel.trace import cite, register, rule

MOST_PIECES: Final = 8
SIZES: Final = (12, 24)
"""How many inches a piece measures where it is longest. IDG-4.4.12."""
STREAM_WIDTH: Final = 2
GULLY_WIDTHS: Final = (2, 6)
SHORE_WIDTHS: Final = (2, 4)
MOST_POINTS: Final = 80
"""More points no outline needs."""
KEPT: Final = 256
"""How many judged pieces are remembered."""

TERRAIN: Final[tuple[Ground, ...]] = (
    "gentle_hill",
    "steep_hill",
    "wood",
    "rocky",
    "fields",
    "village",
    "marsh",
    "sand",
    "stream",
    "river",
    "gully",
    "seashore",
    "road",
)
LINEAR: Final = ("stream", "river", "gully", "road", "ford", "seashore")
"""What may have any length. IDG-4.4.11."""


class Share(Struct, frozen=True, forbid_unknown_fields=True):
    """So many pieces of some kinds together, or of all but some."""

    n: int
    kinds: tuple[Ground, ...] = ()
    besides: tuple[Ground, ...] = ()

    def count(self, kinds: Counter[Ground]) -> int:
        """Count the pieces of a battlefield that it is about."""
        return sum(
            n
            for kind, n in kinds.items()
            if (kind in self.kinds if self.kinds else kind not in self.besides)
        )


class Home(Struct, frozen=True, forbid_unknown_fields=True):
    """What a home terrain allows and demands."""

    rule: RuleId
    forbidden: tuple[Ground, ...] = ()
    most: tuple[Share, ...] = ()
    least: tuple[Share, ...] = ()
    any_of: tuple[tuple[Share, ...], ...] = ()
    free_fields: bool = False
    wood_by_water: bool = False


@cache
def homes() -> dict[str, Home]:
    """Read the home terrains."""
    return load_content(FOLDER / "homes.yaml", dict[str, Home])


class Plan(NamedTuple):
    """A battlefield to be judged."""

    table: Table
    mu: int
    home: str
    pieces: tuple[Feature, ...]

    @property
    def counted(self) -> tuple[Feature, ...]:
        """List the pieces that count: a ford is part of its river."""
        return tuple(one for one in self.pieces if one.kind != "ford")

    @property
    def kinds(self) -> Counter[Ground]:
        """Count the pieces by kind."""
        return Counter(one.kind for one in self.counted)


def flaws(plan: Plan, most: int | None = MOST_PIECES) -> list[Violation]:
    """List every reason why a battlefield cannot be like this."""
    found = [flaw for one in plan.pieces for flaw in _piece_flaws(plan, one)]
    found += _twins(plan.pieces)
    if most is not None and len(plan.counted) > most:
        found.append(refuse("IDG-4.4.3", "idg.no.layout.many", n=len(plan.counted), most=most))
    found += [flaw for judge in _JUDGES for flaw in judge(plan)]
    whole = tuple(one for one in plan.pieces if isinstance(shape_of(plan, one), Area | Line))
    found += [flaw for judge in _PLACES for flaw in judge(plan._replace(pieces=whole))]
    return found


# -- one piece ------------------------------------------------------------------------------------


def _piece_flaws(plan: Plan, one: Feature) -> Iterator[Violation]:
    """List what is wrong with a piece by itself."""
    shape = shape_of(plan, one)
    if shape is None:
        yield refuse("IDG-4.4.3", "idg.no.layout.shape", one.id, what=kind_word(one))
        return
    if isinstance(shape, str):
        yield refuse("IDG-4.4.3", "idg.no.layout.outline", one.id, what=kind_word(one))
        return
    yield from _size_flaws(plan, one, shape)
    yield from _line_flaws(plan, one)


@rule("IDG-4.4.3", "IDG-4.4.16")
def shape_of(plan: Plan, one: Feature) -> Piece | str | None:
    """Give a piece as the table knows it; None if it is no terrain, a text if it is no shape."""
    if one.kind not in (*TERRAIN, "ford") or one.side or one.open:
        return None
    points = (*one.outline, *one.via, *one.top, *(spot for hole in one.holes for spot in hole))
    if len(points) > MOST_POINTS or one.edge not in ("", *TABLE_EDGES):
        return "points"
    return _judged(plan.table, plan.mu, one)


@lru_cache(maxsize=KEPT)
def _judged(table: Table, mu: int, one: Feature) -> Piece | str:
    try:
        return _checked(table, mu, one)
    except BoardError as error:
        return str(error)


def _checked(table: Table, mu: int, one: Feature) -> Piece | str:
    if one.kind == "road" or one.via:
        line = Line(one.id, one.kind, one.via, one.width or THIN)
        check_piece(line, table)
        return line
    area = ground_of(one, table, mu)
    if area is None or bool(one.edge) != (one.kind in ("seashore", "river")):
        return "nothing"
    check_piece(area, table)
    if one.top:
        check_piece(Area(one.id, one.kind, one.outline, (*one.holes, one.top)), table)
    return area


@rule("IDG-4.4.11", "IDG-4.4.12")
def _size_flaws(plan: Plan, one: Feature, shape: Piece) -> Iterator[Violation]:
    """A piece measures 12 to 24 inches where it is longest; lines may have any length."""
    if one.kind in LINEAR:
        return
    if one.via:
        yield refuse("IDG-4.4.3", "idg.no.layout.outline", one.id, what=kind_word(one))
        return
    least, most = (n * plan.mu for n in SIZES)
    if not least - ROUNDING <= longest_dimension(shape.area) <= most + ROUNDING:
        long = f"{longest_dimension(shape.area) / plan.mu:.1f}"
        yield refuse("IDG-4.4.12", "idg.no.layout.size", one.id, what=kind_word(one), long=long)


def _line_flaws(plan: Plan, one: Feature) -> Iterator[Violation]:
    width = one.width / plan.mu
    if one.kind == "stream" and not 0 < width <= STREAM_WIDTH:
        yield refuse("IDG-4.2.27", "idg.no.layout.stream_width", one.id)
    if one.kind == "river" and width <= STREAM_WIDTH:
        yield refuse("IDG-4.2.29", "idg.no.layout.river_width", one.id)
    if one.kind == "gully" and not GULLY_WIDTHS[0] <= width <= GULLY_WIDTHS[1]:
        yield refuse("IDG-4.2.31", "idg.no.layout.gully_width", one.id)
    if one.kind == "seashore" and one.width and not _is_between(width, SHORE_WIDTHS):
        yield refuse("IDG-4.2.34", "idg.no.layout.shore_width", one.id, n=SHORE)
    yield from _end_flaws(plan, one)


def _is_between(value: float, limits: tuple[int, int]) -> bool:
    return limits[0] <= value <= limits[1]


@rule("IDG-4.4.14", "IDG-4.4.15", "IDG-4.2.29")
def _end_flaws(plan: Plan, one: Feature) -> Iterator[Violation]:
    """A river leads from edge to opposite edge, or is one; other lines have one end on an edge."""
    if one.kind not in ("river", "road", "stream", "gully") or one.edge:
        return
    if not one.via:
        yield refuse("IDG-4.4.11", "idg.no.layout.line", one.id, what=kind_word(one))
        return
    start, end = ends(Line(one.id, one.kind, one.via, one.width), plan.table)
    if one.kind == "river":
        if {start, end} not in ({"top", "bottom"}, {"left", "right"}):
            yield refuse("IDG-4.4.14", "idg.no.layout.river_ends", one.id)
    elif start is None and end is None:
        yield refuse("IDG-4.4.15", "idg.no.layout.ends", one.id, what=kind_word(one))


def _twins(pieces: Iterable[Feature]) -> Iterator[Violation]:
    """Every piece has a name of its own."""
    names = Counter(one.id for one in pieces)
    for name, n in names.items():
        if n > 1 or not name:
            yield refuse("IDG-4.4.3", "idg.no.layout.name", name, name=name)


# -- all pieces together --------------------------------------------------------------------------


register(tuple(f"IDG-4.4.{n}" for n in range(4, 11)), f"{__name__}.homes")


@rule("IDG-4.4.21")
def _home_flaws(plan: Plan) -> Iterator[Violation]:
    """The home terrain bans some pieces, and limits or demands others."""
    home, kinds = homes().get(plan.home), plan.kinds
    if home is None:
        yield refuse("IDG-4.4.1", "idg.no.layout.home")
        return
    cite(home.rule)
    where = say(f"idg.home.{plan.home}")
    for kind in home.forbidden:
        if kinds[kind]:
            yield refuse(home.rule, "idg.no.layout.kind", where=where, what=thing_word(kind))
    for share in home.most:
        if share.count(kinds) > share.n:
            yield refuse(
                home.rule, "idg.no.layout.more", where=where, n=share.n, what=_kinds(share)
            )
    for share in home.least:
        if share.count(kinds) < share.n:
            yield refuse(
                home.rule, "idg.no.layout.fewer", where=where, n=share.n, what=_kinds(share)
            )
    if home.any_of and not any(
        all(one.count(kinds) >= one.n for one in any_) for any_ in home.any_of
    ):
        yield refuse(home.rule, f"idg.no.layout.{plan.home}", where=where)


def _water_flaws(plan: Plan) -> Iterator[Violation]:
    """In the steppe woods grow by water only."""
    home = homes().get(plan.home)
    if home is None or not home.wood_by_water:
        return
    water = [one for one in plan.pieces if one.kind in ("stream", "river")]
    for wood in plan.pieces:
        if wood.kind == "wood" and not any(_touch(plan, wood, one) for one in water):
            yield refuse(home.rule, "idg.no.layout.dry_wood", wood.id)


def _touch(plan: Plan, one: Feature, other: Feature) -> bool:
    a, b = shape_of(plan, one), shape_of(plan, other)
    if isinstance(a, Area | Line) and isinstance(b, Area | Line):
        return pieces_touch(a, b)
    return False


@rule("IDG-4.4.13", "IDG-4.2.33")
def _single_flaws(plan: Plan) -> Iterator[Violation]:
    """There is one village, one river and one seashore at most."""
    for kind, cited in _SINGLE.items():
        if plan.kinds[kind] > 1:
            yield refuse(cited, "idg.no.layout.single", what=thing_word(kind))


_SINGLE: Final[dict[Ground, RuleId]] = {
    "village": "IDG-4.4.13",
    "river": "IDG-4.4.13",
    "seashore": "IDG-4.2.33",
}


@rule("IDG-4.2.17", "IDG-A46")
def _field_flaws(plan: Plan) -> Iterator[Violation]:
    """Fields need a village, unless the home terrain knows fields by themselves."""
    home = homes().get(plan.home)
    if plan.kinds["fields"] and not plan.kinds["village"] and not (home and home.free_fields):
        yield refuse("IDG-4.2.17", "idg.no.layout.fields")


@rule("IDG-4.2.29", "IDG-4.2.30")
def _ford_flaws(plan: Plan) -> Iterator[Violation]:
    """A ford lies across a river with both banks on the table."""
    rivers = [one for one in plan.pieces if one.kind == "river" and one.via]
    for ford in plan.pieces:
        if ford.kind == "ford" and not any(_touch(plan, ford, one) for one in rivers):
            yield refuse("IDG-4.2.29", "idg.no.layout.ford", ford.id)


# -- what lies on what ----------------------------------------------------------------------------


@rule(
    "IDG-4.1.4",
    "IDG-4.2.1",
    "IDG-4.2.14",
    "IDG-4.2.15",
    "IDG-4.2.17",
    "IDG-4.2.21",
    "IDG-4.2.24",
    "IDG-4.2.25",
)
def _overlay_flaws(plan: Plan) -> Iterator[Violation]:
    """Pieces lie on each other only where it is said that they may."""
    pieces = [one for one in plan.pieces if one.kind not in LINEAR]
    for one, other in combinations(pieces, 2):
        cited = overlay_rule(one, other) if _share_ground(plan, one, other) else None
        if cited:
            words = {"what": kind_word(one), "on": kind_word(other)}
            yield refuse(cited, "idg.no.layout.overlay", f"{one.id} {other.id}", **words)


def overlay_rule(one: Feature, other: Feature) -> RuleId | None:
    """Name the rule by which two pieces that share ground may not, whichever lies on top."""
    for upper, lower in ((one, other), (other, one)):
        if (upper.kind, lower.kind) in OVERLAYS:
            return None
        if upper.kind == "village" and lower.kind == "steep_hill":
            return None if _is_on_top(upper, lower) else "IDG-4.2.21"
    kinds = {one.kind, other.kind}
    return next((cited for kind, cited in _OWN_RULES.items() if kind in kinds), "IDG-4.1.4")


OVERLAYS: Final[frozenset[tuple[Ground, Ground]]] = frozenset(
    {
        ("wood", "gentle_hill"),
        ("wood", "steep_hill"),
        ("wood", "marsh"),
        ("rocky", "gentle_hill"),
        ("rocky", "steep_hill"),
        ("fields", "gentle_hill"),
        ("village", "gentle_hill"),
    }
)
_OWN_RULES: Final[dict[Ground, RuleId]] = {
    "marsh": "IDG-4.2.24",
    "sand": "IDG-4.2.25",
    "village": "IDG-4.2.21",
    "fields": "IDG-4.2.17",
}


def _is_on_top(village: Feature, hill: Feature) -> bool:
    """Does a village lie on the flat top of a steep hill?"""
    if not hill.top:
        return False
    whole = abs(signed_area(village.outline))
    inside = _common(village.outline, hill.top)
    return inside >= 0.98 * whole


def _common(one: tuple[tuple[int, int], ...], convex: tuple[tuple[int, int], ...]) -> float:
    part = clipped(one, convex)
    return abs(signed_area(part)) if len(part) > 2 else 0.0


def _share_ground(plan: Plan, one: Feature, other: Feature) -> bool:
    """Do two areas overlap by more than a touch?"""
    a, b = ground_of(one, plan.table, plan.mu), ground_of(other, plan.table, plan.mu)
    if a is None or b is None or not a.bounds.grown(-2 * ROUNDING).meets(b.bounds):
        return False
    return pieces_touch(_smaller(a), b, 0)


def _smaller(area: Area) -> Area:
    """Draw an outline in by a hair, so that pieces that only touch do not overlap."""
    left, top, right, bottom = area.bounds
    x, y = (left + right) / 2, (top + bottom) / 2
    wide, high = max(right - left, 1), max(bottom - top, 1)
    part = 1 - 4 * ROUNDING / min(wide, high)
    outline = tuple(
        (round(x + (px - x) * part), round(y + (py - y) * part)) for px, py in area.outline
    )
    return Area(area.id, area.kind, outline, area.holes)


def kind_word(one: Feature) -> Message:
    """Name the kind of a piece."""
    return thing_word(one.kind)


def _kinds(share: Share) -> Message:
    """Name the kinds a share is about."""
    if not share.kinds:
        return say("idg.layout.besides", what=_listed([thing_word(kind) for kind in share.besides]))
    return _listed([thing_word(kind) for kind in share.kinds])


def _listed(words: list[Message]) -> Message:
    first, *rest = words
    return say("idg.listed", first=first, rest=_listed(rest)) if rest else first


_JUDGES: Final[tuple[Callable[[Plan], Iterator[Violation]], ...]] = (
    _home_flaws,
    _single_flaws,
    _field_flaws,
)
_PLACES: Final[tuple[Callable[[Plan], Iterator[Violation]], ...]] = (
    _water_flaws,
    _ford_flaws,
    _overlay_flaws,
)
