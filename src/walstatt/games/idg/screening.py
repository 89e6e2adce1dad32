"""What terrain can be in the way from one place to another: rims, crests, works, woods. IDG-4.2."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from walstatt.boards.polygons import Bounds, bounds, is_well_inside
from walstatt.boards.pose import Point
from walstatt.boards.rectangle import Box
from walstatt.boards.sightlines import Fence
from walstatt.boards.terrain import Area, is_in, is_near
from walstatt.boards.veils import Depth, Dome, Reach, Veil
from walstatt.games.idg.amid import is_any_on_way
from walstatt.games.idg.land import Gully, Hill, Land, Plot, Soil, is_piece_on_hill
from walstatt.games.idg.viewpoints import THROUGH
from walstatt.kernel.trace import rule

ON_HILL: Final = 4
"""How many inches one sees on one hill. IDG-4.2.5."""
SCREENS: Final[tuple[Soil, ...]] = ("wood", "village")
"""Ground into which one sees only so far. IDG-4.2.12, IDG-4.2.19."""
NEAR_RIM: Final = 2
"""From how many inches one looks into a gully. IDG-4.2.31."""
LANDS: Final = 4
DEEP: Final = 5.0
"""How far inside smoke something has to be to be hidden for certain."""


class Stand(NamedTuple):
    """Where somebody stands, as far as sight is concerned."""

    box: Box
    hill: Hill | None
    high: bool
    """Whether it is on a wall or a tower."""
    gully: Gully | None
    works: frozenset[str]
    """Works that do not hide it: those it mans, or is."""

    @property
    def is_level(self) -> bool:
        """Is it neither on a hill nor up on works?"""
        return not self.high and self.hill is None


@rule("IDG-4.2.31")
def rim_between(mu: int, one: Stand, other: Stand) -> Gully | None:
    """Find the gully into which, or out of which, one does not see from so far."""
    if one.gully is other.gully:
        return None
    near = NEAR_RIM * mu
    for inside, outside in ((one, other), (other, one)):
        gully = inside.gully
        if gully and (outside.gully or not is_near(outside.box, gully.area, near)):
            return gully
    return None


@rule("IDG-4.2.2", "IDG-4.2.3", "IDG-4.3.8")
def fences(land: Land, one: Stand, other: Stand) -> Iterator[Fence]:
    """List the lines across which nobody sees: crests, works, the rims of a gully."""
    for hill in land.hills:
        yield Fence(f"crest:{hill.feature}", hill.crest)
    if one.gully and one.gully is other.gully:
        for rim in one.gully.rims:
            yield Fence(f"gully:{one.gully.feature}", rim)
    if one.hill or other.hill:
        return
    for work in land.works:
        name = work.feature.id
        if name not in one.works and name not in other.works:
            for stretch in work.fence:
                yield Fence(f"works:{name}", stretch)


@rule("IDG-4.2.4", "IDG-4.2.5", "IDG-4.2.6", "IDG-4.2.12", "IDG-4.2.19", "IDG-4.2.36")
def veils(land: Land, mu: int, one: Stand, other: Stand) -> Iterator[Veil]:
    """List what hides by how a line runs: hills, woods, villages."""
    for hill in land.hills:
        yield Dome(f"hill:{hill.feature}", hill.area, hill.centre)
    if one.hill is not None and one.hill is other.hill:
        yield Reach(f"same_hill:{one.hill.feature}", ON_HILL * mu)
    roads = tuple(road.area for road in land.roads)
    for soil in SCREENS:
        areas = tuple(_screens(land, land.of(soil), one, other))
        if areas:
            yield Depth(f"{soil}:{areas[0].id}", areas, THROUGH * mu, roads)


@rule("IDG-4.3.3")
def _screens(land: Land, plots: Iterable[Plot], one: Stand, other: Stand) -> Iterator[Area]:
    """List the pieces through which a view runs and not over: from a hill those on level ground."""
    from_above = one.hill is not None or other.hill is not None
    for plot in plots:
        if (
            not from_above
            or is_piece_on_hill(land, plot.area)
            or is_in(one.box, plot.area)
            or is_in(other.box, plot.area)
        ):
            yield plot.area


def is_terrain_near(land: Land, one: Stand, other: Stand) -> bool:
    """Tell whether any terrain can be in the way; if not, `fences` and `veils` need no asking."""
    if land.works or one.gully is not None:
        return True
    return is_any_on_way(_outlines(land), one.box, other.box)


def is_shrouded(smoke: Iterable[Area], points: Sequence[Point]) -> bool:
    """Is everything between some points deep in one strip of smoke, so that no line gets out?"""
    x, y = points[0]
    for one in smoke:
        left, top, right, bottom = one.bounds
        if left < x < right and top < y < bottom and is_well_inside(one.outline, points, DEEP):
            return True
    return False


_OUTLINES: Final[list[tuple[Land, list[Bounds]]]] = []
"""Where there is anything that hides, on the battlefields used last."""


def _outlines(land: Land) -> list[Bounds]:
    for known, found in _OUTLINES:
        if known is land:
            return found
    hills = [one for hill in land.hills for one in (hill.area.bounds, bounds(hill.crest))]
    plots = [plot.area.bounds for soil in SCREENS for plot in land.of(soil)]
    del _OUTLINES[LANDS - 1 :]
    _OUTLINES.insert(0, (land, [*plots, *hills]))
    return _OUTLINES[0][1]
