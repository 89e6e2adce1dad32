"""What is known of the views of one position, as long as nothing changes in it. IDG-4.3."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from walstatt.boards.polygons import Segment
from walstatt.boards.rectangle import Box
from walstatt.boards.terrain import Area
from walstatt.games.idg.burning import smoke_areas
from walstatt.games.idg.glance import Eye
from walstatt.games.idg.hindrances import View
from walstatt.games.idg.land import Land, land_of
from walstatt.games.idg.screening import Stand
from walstatt.games.idg.sight_memory import Look
from walstatt.games.idg.whereabouts import Place, whereabouts
from walstatt.games.idg.world import ElementId, Fire, IdgCtx, on_table
from walstatt.kernel import trace
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import rule


class Position:
    """What is known already of the views of one position."""

    def __init__(self, ctx: IdgCtx, version: int) -> None:
        world = ctx.world
        self.rules, self.version = ctx.rules, version
        self.engines = tuple(world.engines.values())
        self.ground, self.fires, self.wind = world.ground, world.fires, world.wind
        self.turn = world.turn
        self.eyes = dict[ElementId, tuple[int, Eye, bool]]()
        self.shrouds = dict[Box, bool]()
        self.stands = dict[ElementId, Stand]()
        self.views = dict[tuple[ElementId, ElementId, bool], View]()
        self.clear = dict[tuple[ElementId, ElementId, bool], bool]()
        self.hidden = dict[tuple[ElementId, UnitId, bool], bool]()
        self.wholes = dict[tuple[ElementId, UnitId], Look | None]()
        self.ways = dict[tuple[ElementId, UnitId], Segment]()
        self.smoke = _smoke(ctx)
        self._places: list[Place] | None = None

    def fits(self, ctx: IdgCtx, version: int) -> bool:
        """Has nothing changed on which views depend?"""
        world, engines = ctx.world, self.engines
        return (
            self.version == version
            and self.rules is ctx.rules
            and self.ground == world.ground
            and self.fires == world.fires
            and self.wind == world.wind
            and (not world.fires or self.turn == world.turn)
            and (not engines if not world.engines else engines == tuple(world.engines.values()))
        )

    def places(self, ctx: IdgCtx) -> list[Place]:
        """List where the units stand that everybody sees."""
        if self._places is None:
            known = whereabouts(ctx).places
            self._places = [known[unit] for unit in on_table(ctx) if unit in known]
        return self._places


@rule("IDG-4.3.7", "IDG-10.3.3")
def _smoke(ctx: IdgCtx) -> list[Area]:
    """List the smoke, through which nobody sees; it is known as long as the same fires burn."""
    world, land = ctx.world, land_of(ctx)
    if not world.fires:
        return []
    fires, turn, wind, where, smoke = _LATEST_SMOKE.found
    if trace.listener is not None or where is not land or fires is not world.fires:
        turn = -1
    if turn != world.turn or wind != world.wind:
        smoke = [replace(one, id=f"smoke:{one.id}") for one in smoke_areas(ctx)]
        _LATEST_SMOKE.found = world.fires, world.turn, world.wind, land, smoke
    return smoke


class _LatestSmoke:
    """The smoke of the fires that burnt when somebody last looked."""

    found: tuple[tuple[Fire, ...], int, int, Land | None, list[Area]] = ((), -1, 0, None, [])


_LATEST_SMOKE: Final = _LatestSmoke()


_LATEST: list[Position] = []


def position_of(ctx: IdgCtx) -> Position:
    """Give what is known of a position; as long as nothing changes, it is kept."""
    latest, version = _LATEST[0] if _LATEST else None, whereabouts(ctx).version
    if latest is None or not latest.fits(ctx, version):
        latest = Position(ctx, version)
        _LATEST[:] = [latest]
    return latest
