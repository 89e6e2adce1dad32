"""Finding room for troops in the area where their side deploys. IDG-5.

Everything is reckoned as the side sees it: along its base edge from the left, and away from it.
A unit takes the place nearest to where it belongs; if there is none for its usual formation it
takes another one, or any other place of the area.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from walstatt.games.idg.deployment_area import Prospect, prospect, zone_of
from walstatt.games.idg.deployment_check import company
from walstatt.games.idg.drawing_up import Body, Poses
from walstatt.games.idg.engines import engine_rect, solid_engines
from walstatt.games.idg.ground import Mover, closed, mover, why_forbidden
from walstatt.games.idg.land import land_of
from walstatt.games.idg.world import IdgCtx, profile_of, rect_at
from walstatt.kernel.ids import Seat, UnitId

Block: TypeAlias = tuple[float, float, float, float]
"""From where to where along the edge, then from where to where away from it."""
Offer: TypeAlias = tuple[float, int, float, float]
"""How far from ideal a place is, the files, and where the middle of the front would be."""

INTERVAL: Final = 64
"""How far units stand from each other, where there is room: a quarter of an inch."""
COARSE: Final = 300
"""How finely places are sought on ground where not everybody may stand."""
FORWARD: Final = 3
"""How much worse it is to stand too far forward or back than too far aside."""
STRANGE: Final = 150
"""How much it costs to be drawn up otherwise than usual, for each rank more or less."""


class Wanted(NamedTuple):
    """Where a unit belongs: the middle of its front, and between which ends of the line."""

    along: float
    away: float
    left: float
    right: float


class Room:
    """The area of a side, and who stands in it already."""

    def __init__(self, ctx: IdgCtx, seat: Seat) -> None:
        self.ctx = ctx
        self.view: Prospect = prospect(ctx, seat)
        taken = [other.rect for other in company(ctx, seat) if not other.high]
        taken += [engine_rect(ctx, name) for name, _ in solid_engines(ctx)]
        self.blocks: list[Block] = [self.view.bounds(rect) for rect in taken]

    def deepest(self, unit: UnitId) -> int:
        """Give how far away from the edge a unit may reach."""
        return zone_of(self.ctx, unit).deepest

    def take(self, poses: Poses) -> None:
        """Let a unit stand where it was placed."""
        bounds = [self.view.bounds(rect_at(self.ctx, one, pose)) for one, pose in poses]
        left, right, near, far = zip(*bounds, strict=True)
        self.blocks.append((min(left), max(right), min(near), max(far)))

    # -- looking for a place ----------------------------------------------------------------------

    def place_for(self, body: Body, files: int, *wishes: Wanted) -> Poses | None:
        """Find a unit the place that suits it best; None if there is no room at all.

        It tries its usual formation wherever it belongs, then every formation everywhere.
        """
        bare = self.is_bare(body)
        for wanted in wishes:
            found = self._best(self._in_line(body, files, wanted, bare=bare), body, bare=bare)
            if found is not None:
                return found
        anywhere = self._anywhere(body, files, wishes[0], bare=bare)
        return self._best(anywhere, body, bare=bare)

    def _best(self, offers: Iterable[Offer], body: Body, *, bare: bool) -> Poses | None:
        for _, files, along, away in sorted(offers):
            poses = body.poses(files, self.view.pose(along, away))
            if bare or self.is_passable(body, poses):
                return poses
        return None

    def _in_line(self, body: Body, files: int, wanted: Wanted, *, bare: bool) -> Iterator[Offer]:
        """Offer the places along the line where a unit belongs."""
        width, depth, _ = body.formed(files)
        away = min(max(wanted.away, depth), self.deepest(body.unit))
        if away >= depth:
            rank = (away - depth, away)
            for along in self._gaps(width, rank, wanted, (INTERVAL,), bare=bare):
                yield abs(along - wanted.along), files, along, away

    def _anywhere(self, body: Body, files: int, wanted: Wanted, *, bare: bool) -> Iterator[Offer]:
        """Offer every place of the area where a unit could stand, in every formation."""
        free = Wanted(wanted.along, wanted.away, 0, self.view.length)
        usual = -(-len(body.elements) // files)
        for number in body.widths:
            width, depth, _ = body.formed(number)
            odd = STRANGE * abs(-(-len(body.elements) // number) - usual)
            for away in self._fronts(depth, self.deepest(body.unit), wanted.away, bare=bare):
                off = FORWARD * abs(away - wanted.away) + odd
                rank = (away - depth, away)
                for along in self._gaps(width, rank, free, (0, INTERVAL), bare=bare):
                    yield abs(along - wanted.along) + off, number, along, away

    def _fronts(self, depth: int, most: int, wanted: float, *, bare: bool) -> list[float]:
        """List the lines on which a formation could have its front."""
        lines = {wanted, float(most), float(depth)}
        for _, _, near, far in self.blocks:
            lines |= {near, far + depth}
        if not bare:
            lines |= {float(line) for line in range(depth, most + 1, COARSE)}
        return [line for line in lines if depth <= line <= most]

    def _gaps(
        self,
        width: float,
        rank: tuple[float, float],
        wanted: Wanted,
        apart: Sequence[int],
        *,
        bare: bool,
    ) -> Iterator[float]:
        """List where along the edge a formation fits between those who stand there."""
        near, far = rank[0] + 1, rank[1] - 1
        in_way = [(one[0], one[1]) for one in self.blocks if one[2] < far and one[3] > near]
        half = width / 2
        first, last = wanted.left + half, wanted.right - half
        if first > last:
            return
        places = {min(max(wanted.along, first), last)}
        for left, right in in_way:
            for space in apart:
                places |= {right + space + half, left - space - half}
        if not bare:
            places |= {float(one) for one in range(round(first), round(last) + 1, COARSE)}
        for along in places:
            begin, end = along - half + 1, along + half - 1
            if first <= along <= last and not any(
                left < end and right > begin for left, right in in_way
            ):
                yield along

    # -- the ground -------------------------------------------------------------------------------

    def is_bare(self, body: Body) -> bool:
        """May a unit stand anywhere, as far as the ground is concerned?"""
        if not self.ctx.world.ground:
            return True
        land, ice = land_of(self.ctx), "ice" in self.ctx.world.weather
        return not land.works and not any(closed(land, one, ice=ice) for one in self._who(body))

    def is_passable(self, body: Body, poses: Poses) -> bool:
        """May a unit stand on the ground there?"""
        who = dict(zip(body.elements, self._who(body), strict=True))
        ctx = self.ctx
        return all(why_forbidden(ctx, who[one], rect_at(ctx, one, at)) is None for one, at in poses)

    def _who(self, body: Body) -> list[Mover]:
        riding = self.ctx.world.units[body.unit].form == "riding"
        return [mover(profile_of(self.ctx, one), riding=riding) for one in body.elements]
