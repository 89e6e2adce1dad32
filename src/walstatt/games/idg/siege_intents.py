"""What a move may be meant for in a siege: up to the wall, onto it, or into a siege tower."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, TypeAlias

from walstatt.boards.paths import Slide, advance, after
from walstatt.boards.pose import Pose, apart, between, heading, rightward, shifted, turned
from walstatt.games.idg.engines import engine_base
from walstatt.games.idg.forts import high_works, post_at, posts_along, stands_well
from walstatt.games.idg.siege_towers import enemy_walls, foot_of_wall, may_go_aboard
from walstatt.games.idg.ways import Legs, Ways, middle
from walstatt.games.idg.works import may_man
from walstatt.games.idg.world import ElementId, profile_of, rect_at

Family: TypeAlias = Callable[[], Iterator[Legs]]
NEAREST: Final = 2
"""How many walls a unit thinks about."""
SLOPE: Final = 100
"""How far from square, in hundredths of a degree, a unit may stand before a wall."""


def besieging(ways: Ways) -> list[Family]:
    """List the families of moves that have to do with walls and siege towers, if there are any."""
    found: list[Family] = []
    world = ways.ctx.world
    if world.ground and any(True for _ in high_works(ways.ctx)):
        found += [partial(up_to_walls, ways), partial(onto_walls, ways)]
    if any(one.kind == "siege_tower" for one in world.engines.values()):
        found.append(partial(into_tower, ways))
    return found


def up_to_walls(ways: Ways) -> Iterator[Legs]:
    """Turn square to an enemy's wall or gate, and go up to it."""
    spot = next(iter(ways.before.values())).spot
    walls = enemy_walls(ways.ctx, ways.judge.side)
    feet = sorted(
        (foot_of_wall(ways.ctx, one, spot) for one in walls), key=lambda one: apart(one.spot, spot)
    )
    for foot in feet[:NEAREST]:
        by = between(ways.facing, foot.facing)
        legs: Legs = (ways.turning(ways.before, ways.facing, by),) if abs(by) > SLOPE else ()
        poses = after(legs[0], ways.before) if legs else ways.before
        facing = turned(ways.facing, by) if legs else ways.facing
        ax, ay = heading(foot.facing)
        far = min((foot.x - one.x) * ax + (foot.y - one.y) * ay for one in poses.values())
        if far > 0:
            yield (*legs, advance(poses, facing, far))


def onto_walls(ways: Ways) -> Iterator[Legs]:
    """Let foot inside go up to the nearest free places on a wall, looking out."""
    ctx, crowd = ways.ctx, ways.judge.crowd
    elements = list(ways.before)
    if not all(may_man(profile_of(ctx, one)) for one in elements):
        return
    spot = middle([pose.spot for pose in ways.before.values()])
    base = rect_at(ctx, elements[0], ways.before[elements[0]]).base
    works = [
        work.feature
        for work in high_works(ctx)
        if work.feature.via and all(stands_well(ctx, work.feature.id, rect) for rect in ways.rects)
    ]
    works.sort(key=lambda one: apart(post_at(ctx, one, spot).spot, spot))
    count, windows = len(elements), list[list[Pose]]()
    for one in works[:NEAREST]:
        posts = posts_along(ctx, one, base)
        windows += [posts[at : at + count] for at in range(len(posts) - count + 1)]
    windows.sort(key=lambda some: max(apart(post.spot, spot) for post in some))
    for window in windows:
        if not any(crowd.overlapping(rect_at(ctx, elements[0], post)) for post in window):
            yield (Slide(_taken(ways.before, window)),)
            return


def _taken(before: dict[ElementId, Pose], posts: list[Pose]) -> dict[ElementId, Pose]:
    """Let everybody take a place, in the same order along the wall."""
    x, y = rightward(posts[0].facing)

    def across(pose: Pose) -> float:
        return pose.x * x + pose.y * y

    order = sorted(before, key=lambda one: across(before[one]))
    return dict(zip(order, sorted(posts, key=across), strict=True))


def into_tower(ways: Ways) -> Iterator[Legs]:
    """Bring an element of foot to the rear of an own siege tower."""
    ctx = ways.ctx
    if not all(may_go_aboard(ctx, one) for one in ways.before):
        return
    deep = engine_base(ctx, "siege_tower").depth
    for engine in ctx.world.engines.values():
        if engine.kind != "siege_tower" or engine.side != ways.judge.side:
            continue
        door = shifted(engine.pose, -deep)
        first = min(ways.before, key=lambda one: apart(ways.before[one].spot, door.spot))
        by = between(ways.before[first].facing, door.facing)
        legs: Legs = (ways.turning(ways.before, ways.facing, by),) if by else ()
        poses = after(legs[0], ways.before) if legs else ways.before
        dx, dy = door.x - poses[first].x, door.y - poses[first].y
        there = {one: Pose(pose.x + dx, pose.y + dy, pose.facing) for one, pose in poses.items()}
        yield (*legs, Slide(there))
