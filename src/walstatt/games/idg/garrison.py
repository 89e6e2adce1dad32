"""A garrison drawn up by the program: foot on the walls, the rest inside the works. IDG-5.6.4.

Those who shoot man the walls first, where they look at the enemy's edge; general and baggage stand
inside, and so does everybody else as long as there is room. Whoever finds none stands as near to
the works as he can.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Final

from msgspec.structs import replace

from walstatt.boards.pose import Base, Pose, Spot, between, facing_towards
from walstatt.boards.rectangle import rectangle
from walstatt.boards.terrain import Area, is_in, is_inside
from walstatt.games.idg.deployment_area import prospect
from walstatt.games.idg.deployment_check import is_free, put_down
from walstatt.games.idg.drawing_up import Body, Poses, body_of, usual_files
from walstatt.games.idg.forts import Fort, forts_of, posts_along
from walstatt.games.idg.land import land_of
from walstatt.games.idg.line_of_battle import proposals, role_of
from walstatt.games.idg.placing import Block, Room
from walstatt.games.idg.works import may_man
from walstatt.games.idg.world import Feature, IdgCtx, lead_profile, profile_of
from walstatt.kernel.ids import Seat, UnitId

STEP: Final = 300
"""How finely room is sought inside the works; outside it is half as fine."""
AROUND: Final = 15
"""How far around the works room is sought, in inches."""
OUTSIDE: Final = 3
"""How much worse it is to stand before the works than beside or behind them."""
SHAPES: Final = (2, 3, 4)
"""In how many ranks a unit tries to stand inside."""
PRECIOUS: Final = {"train": 0, "general": 1}
"""Who must be inside before anybody else is."""
ASTERN: Final = 12_000
"""Who would look farther away from the enemy than this stays inside."""
STRAIGHT: Final = 100
"""How little a wall may turn to count as straight."""


def drawn_up(ctx: IdgCtx, seat: Seat, units: Iterable[UnitId]) -> dict[UnitId, Poses]:
    """Find a place for each of these units: in the works of its side, if it has any, or outside."""
    wanted = list(units)
    forts = [fort for fort in forts_of(ctx) if fort.side == seat]
    if not forts or seat == ctx.world.attacker:
        return proposals(ctx, seat, wanted)
    garrison = Garrison(ctx.clone(None), seat, forts)
    found: dict[UnitId, Poses] = {}
    for body in _by_duty(ctx, wanted):
        poses = garrison.place_for(body)
        if poses is not None:
            put_down(garrison.ctx, body.unit, poses)
            found[body.unit] = poses
    left = [unit for unit in wanted if unit not in found]
    return {**found, **proposals(garrison.ctx, seat, left)} if left else found


def _by_duty(ctx: IdgCtx, units: Sequence[UnitId]) -> list[Body]:
    """Let baggage and general choose first, then those who shoot, other foot, everybody else."""

    def duty(body: Body) -> tuple[int, bool, bool, int]:
        profile = lead_profile(ctx, body.unit)
        rank = PRECIOUS.get(role_of(ctx, body.unit), 2)
        return rank, not may_man(profile), profile.missile is None, -len(body.elements)

    return sorted((body_of(ctx, unit) for unit in units), key=duty)


class Garrison:
    """The works of a side, and who stands there already."""

    def __init__(self, ctx: IdgCtx, seat: Seat, forts: Sequence[Fort]) -> None:
        self.ctx = ctx
        self.seat = seat
        self.forts = forts
        self.view = prospect(ctx, seat)

    def place_for(self, body: Body) -> Poses | None:
        """Find a unit a place on the walls, inside them, or near them."""
        role = role_of(self.ctx, body.unit)
        manned = None if role in PRECIOUS else self._manning(body)
        return manned or self._standing(body, inside=True) or self._standing(body, inside=False)

    # -- on the walls -----------------------------------------------------------------------------

    def _manning(self, body: Body) -> Poses | None:
        """Find posts side by side for all elements of foot, or for a piece of artillery."""
        if not all(may_man(profile_of(self.ctx, one)) for one in body.elements):
            return None
        count = len(body.elements)
        for fort in self.forts:
            posts = list(self._posts(fort, body.bases[0]))
            for start in self._starts(posts, count):
                poses = tuple(zip(body.elements, posts[start : start + count], strict=True))
                if is_free(self.ctx, self.seat, body.unit, poses):
                    return poses
        return None

    def _posts(self, fort: Fort, base: Base) -> Iterator[Pose]:
        """List the posts of works from one end to the other, without regard to sections."""
        low = {work.feature.id: work.low for work in land_of(self.ctx).works}

        def alike(part: tuple[Feature, tuple[Spot, ...]]) -> tuple[bool | None, int]:
            return low.get(part[0].id), part[0].width

        for (is_low, _), parts in groupby(_parts(fort), alike):
            if is_low is not None:
                yield from posts_along(self.ctx, joined(list(parts)), base)

    def _starts(self, posts: Sequence[Pose], count: int) -> list[int]:
        """List where a unit could begin, stretches that look at the enemy first."""
        world, ahead = self.ctx.world, self.view.facing
        own = (one for one in world.elements.values() if world.units[one.unit].side == self.seat)
        taken = {one.pose.spot for one in own}
        away = [abs(between(pose.facing, ahead)) for pose in posts]
        useful = [
            pose.spot not in taken and off <= ASTERN for pose, off in zip(posts, away, strict=True)
        ]
        free = [at for at in range(len(posts) - count + 1) if all(useful[at : at + count])]
        return sorted(free, key=lambda at: sum(away[at : at + count]))

    # -- on the ground ----------------------------------------------------------------------------

    def _standing(self, body: Body, *, inside: bool) -> Poses | None:
        """Find room for a unit inside the works, or near them."""
        room = Room(self.ctx, self.seat)
        usual = (usual_files(self.ctx, body.unit, ranks) for ranks in SHAPES)
        files = dict.fromkeys((*usual, *body.widths))
        for fort in self.forts:
            for number in files:
                for front in self._fronts(room, fort, body, number, inside=inside):
                    poses = body.poses(number, front)
                    if is_free(self.ctx, self.seat, body.unit, poses):
                        return poses
        return None

    def _fronts(
        self, room: Room, fort: Fort, body: Body, files: int, *, inside: bool
    ) -> Iterator[Pose]:
        """List where a formation has room, from the middle of the works outward."""
        width, depth, _ = body.formed(files)
        left, right, near, far = self._bounds(fort, body, inside=inside)
        middle, deep = (left + right) / 2, (near + far + depth) / 2
        step, ahead = (STEP, 1) if inside else (2 * STEP, OUTSIDE)
        offers = sorted(
            (abs(along - middle) + max(deep - away, ahead * (away - deep)), along, away)
            for along in range(round(left + width / 2), round(right - width / 2) + 1, step)
            for away in range(round(near + depth), round(far) + 1, step)
        )
        whole, works = Base(width, depth), [work.area for work in land_of(self.ctx).works]
        for _, along, away in offers:
            front = self.view.pose(along, away)
            block = (along - width / 2, along + width / 2, away - depth, away)
            if not is_taken(room, block) and _fits(front, whole, works, fort, inside=inside):
                yield front

    def _bounds(self, fort: Fort, body: Body, *, inside: bool) -> Block:
        """Give the ground to be searched: that of the works, or some more, inside the area."""
        places = [self.view.place(spot) for spot in fort.hull.outline]
        more = 0 if inside else AROUND * self.ctx.content.mu
        most = Room(self.ctx, self.seat).deepest(body.unit)
        return (
            max(0, min(along for along, _ in places) - more),
            min(self.view.length, max(along for along, _ in places) + more),
            max(0, min(away for _, away in places) - more),
            min(most, max(away for _, away in places) + more),
        )


def _parts(fort: Fort) -> Iterator[tuple[Feature, tuple[Spot, ...]]]:
    """List the pieces of works, each with its part of the line they follow."""
    at = 0
    for piece in fort.run.pieces:
        yield piece, fort.run.via[at : at + len(piece.via)]
        at += len(piece.via) - 1


def joined(parts: Sequence[tuple[Feature, tuple[Spot, ...]]]) -> Feature:
    """Make one of works that follow each other, without the joints on straight stretches."""
    (first, via), *others = parts
    line = [*via, *(spot for _, more in others for spot in more[1:])]
    return replace(first, via=_straightened(line))


def _straightened(via: Sequence[Spot]) -> tuple[Spot, ...]:
    kept = [via[0]]
    for (a, b), (_, c) in pairwise(pairwise(via)):
        if abs(between(facing_towards(a, b), facing_towards(b, c))) > STRAIGHT:
            kept.append(b)
    return (*kept, via[-1])


def is_taken(room: Room, block: Block) -> bool:
    """Does somebody stand in a block already?"""
    left, right, near, far = block
    return any(
        one[0] < right - 1 and one[1] > left + 1 and one[2] < far - 1 and one[3] > near + 1
        for one in room.blocks
    )


def _fits(front: Pose, whole: Base, works: Sequence[Area], fort: Fort, *, inside: bool) -> bool:
    """Does a formation lie inside works, or outside, and not on them?"""
    rect = rectangle(front, whole)
    if inside and (fort.inside is None or not is_inside(rect, fort.hull)):
        return False
    return not any(is_in(rect, area) for area in works)
