"""Marching along a way that turns: everybody follows those before him, in few files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil, hypot
from typing import Final, NamedTuple

from walstatt.boards import BoardError
from walstatt.boards.paths import Slide, at_most
from walstatt.boards.pose import Point, Pose, apart, facing_towards, heading, rounded, shifted
from walstatt.games.idg.ai.bodies import front_of
from walstatt.games.idg.ai.forming import taken
from walstatt.games.idg.ai.journeys import Journey
from walstatt.games.idg.marching import Judge
from walstatt.games.idg.stopping import Legs
from walstatt.games.idg.world import ElementId

STEP: Final = 2.5
"""How many inches of its way a column goes at once."""
SPACING: Final = 1.03
"""How much more room than its depth an element has in a column."""
SHARES: Final = (1.0, 0.7, 0.4, 0.2, 0.0)
"""Which parts of the way are tried for a column."""
ENOUGH: Final = 0.7
"""With how much of its way a unit is content."""
TRIES: Final = 3
"""How often a march that is too long is shortened."""
BROAD: Final = 4
"""How many files can march along a way that turns."""
NARROW: Final = 2
"""How many files a broader unit forms for that."""
CLEAR: Final = 10
"""How far, in 0.1 mm, a column keeps from the edges of the table at least."""


class Stretch(NamedTuple):
    """A straight part of a way: from where, along which vector, facing how, ending how far on."""

    start: Point
    along: Point
    facing: int
    end: float


class Track(NamedTuple):
    """A way with what lies behind its start, how far along it the head begins, and the files."""

    way: list[Stretch]
    begun: float
    files: int


def marches(journey: Journey, judge: Judge, most: float) -> Iterator[Legs]:
    """March along the way as far as may be, as the unit stands or in fewer files."""
    if journey.marches is None:
        journey.marches = list(_marches(journey, judge, most))
    yield from journey.marches


def _marches(journey: Journey, judge: Judge, most: float) -> Iterator[Legs]:
    if most <= 0 or len(judge.before) < 2:
        return
    path = journey.path(front_of(journey.body.box), most / journey.ctx.content.mu + 1)
    if len(path) < 2 or apart(path[0], path[1]) < 1:
        return
    reach = min(most, _length(path))
    for track in _tracks(journey, judge, path):
        share, legs = _farthest(judge, track, reach, most)
        if legs:
            yield legs
        if share >= ENOUGH and not (journey.is_long and track.files > 1):
            return


def _tracks(journey: Journey, judge: Judge, path: list[Point]) -> Iterator[Track]:
    """Follow on as the unit stands, in two files or one, in a few less, or one behind the other."""
    body, deep = journey.body, 2.0 * sum(base.depth for base in judge.bases.values())
    (x, y), (px, py), (ax, ay) = path[0], path[1], body.box.ahead
    behind = x - deep * ax, y - deep * ay
    for files in dict.fromkeys((body.files, *((1,) if journey.is_long else ()))):
        if files <= BROAD:
            way = _with_room(journey, judge, path, files)
            yield Track(_stretches((behind, *way)), deep, files)
    for files in (NARROW, 1, *range(NARROW + 1, body.files)):
        way = _with_room(journey, judge, path, files)
        (x, y), (nx, ny) = way[0], way[1]
        long = hypot(nx - x, ny - y) or 1.0
        back = x - deep * (nx - x) / long, y - deep * (ny - y) / long
        yield Track(_stretches((back, *way)), deep, files)
    spots = sorted(
        (pose.spot for pose in judge.before.values()), key=lambda one: apart(one, (px, py))
    )
    trail = tuple(reversed(spots))
    yield Track(_stretches((*trail, *path[1:])), _length(trail), 1)


def _with_room(journey: Journey, judge: Judge, path: list[Point], files: int) -> list[Point]:
    """Keep a way so far from the edges of the table that a column has room on it."""
    wide = max(one.width for one in judge.bases.values())
    room = SPACING * wide * files / 2 + CLEAR
    return [path[0], *(journey.inside(point, room) for point in path[1:])]


def _farthest(judge: Judge, track: Track, reach: float, most: float) -> tuple[float, Legs]:
    """Find the farthest march along a track that is legal, and which part of the way it is."""
    for share in SHARES:
        legs = _in_reach(judge, track, share * reach, most)
        if legs and judge.is_legal(legs):
            return share, legs
    return 0.0, ()


def _in_reach(judge: Judge, track: Track, far: float, most: float) -> Legs:
    """March so far along a way, or a little less if corners make that too long."""
    for _ in range(TRIES):
        legs = _marched(judge, track, far)
        longest = at_most(legs, judge.before, judge.bases)
        if longest <= most:
            return legs
        far *= 0.98 * most / longest
    return ()


def _marched(judge: Judge, track: Track, far: float) -> Legs:
    """Move the head so far along a way, and everybody else behind it, step by step."""
    steps = max(1, ceil(far / (STEP * judge.ctx.content.mu)))
    posts = _posts(judge.before, _places(judge, track, track.begun))
    legs = list[Slide[ElementId]]()
    for n in range(1, steps + 1):
        places = _places(judge, track, track.begun + far * n / steps)
        legs.append(Slide({key: places[post] for key, post in posts.items()}))
    return tuple(legs)


def _posts(before: Mapping[ElementId, Pose], places: Sequence[Pose]) -> dict[ElementId, int]:
    """Number everybody's place: the nearest, or by who is ahead, whichever is less far for all."""
    numbers = {pose: number for number, pose in enumerate(places)}
    near = {key: numbers[pose] for key, pose in taken(before, places).items()}
    ax, ay = heading(places[0].facing)
    ahead = sorted(before, key=lambda one: -(before[one].x * ax + before[one].y * ay))
    in_turn = {key: number for number, key in enumerate(ahead)}

    def farthest(posts: Mapping[ElementId, int]) -> float:
        return max(apart(pose.spot, places[posts[key]].spot) for key, pose in before.items())

    return min(near, in_turn, key=farthest)


def _places(judge: Judge, track: Track, head: float) -> list[Pose]:
    """Line everybody up along a way behind a point of it, rank by rank."""
    bases, left = list(judge.bases.values()), len(judge.bases)
    wide, deep = max(one.width for one in bases), max(one.depth for one in bases)
    found = list[Pose]()
    while left > 0:
        abreast = min(track.files, left)
        middle = _pose_at(track.way, head)
        for n in range(abreast):
            found.append(shifted(middle, 0.0, (n - (abreast - 1) / 2) * wide * SPACING))
        left -= abreast
        head -= deep * SPACING
    return found


def _length(way: Sequence[Point]) -> float:
    return sum(apart(one, other) for one, other in pairwise(way))


def _stretches(points: Sequence[Point]) -> list[Stretch]:
    """Cut a way where it turns."""
    found, gone = list[Stretch](), 0.0
    for one, other in pairwise(points):
        long = apart(one, other)
        if long > 1:
            gone += long
            along = (other[0] - one[0]) / long, (other[1] - one[1]) / long
            found.append(Stretch(one, along, facing_towards(one, other), gone))
    return found


def _pose_at(way: list[Stretch], far: float) -> Pose:
    """Give the place so far along a way, facing along it."""
    gone = 0.0
    for one in way:
        if one.end >= far or one is way[-1]:
            step = far - gone
            x, y = one.start[0] + step * one.along[0], one.start[1] + step * one.along[1]
            return rounded(x, y, one.facing)
        gone = one.end
    raise BoardError("a way of no length leads nowhere")
