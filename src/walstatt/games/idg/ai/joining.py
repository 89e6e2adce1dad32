"""Bringing up who fights nobody: where each of them would do most."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from walstatt.boards.formation import beside, lined_up
from walstatt.boards.paths import Slide
from walstatt.boards.pose import Pose, apart, shifted
from walstatt.boards.rectangle import Edge
from walstatt.games.idg.aftermath import arrive, what_is_left
from walstatt.games.idg.ai.duels import outlook
from walstatt.games.idg.ai.field import Field
from walstatt.games.idg.ai.swarming import swarms
from walstatt.games.idg.contacting import engaged_elsewhere
from walstatt.games.idg.marching import Judge
from walstatt.games.idg.stopping import Legs
from walstatt.games.idg.world import ElementId, rect_at, rect_of, shown

WHERE: Final[tuple[Edge, ...]] = ("right", "left", "rear", "front")
"""Which edges of an enemy are struck best, the best first."""
FOES: Final = 5
BACK: Final = 1.5
"""How many inches behind its place an element turns into the fight."""
MOST: Final = 6
"""How many elements are thought about."""
TRIES: Final = 8
"""How many free places each of them tries."""
EACH: Final = 2
"""How many places each of them is weighed in."""


class Post(NamedTuple):
    """A place in the fight for one element, and what the fight is worth then."""

    gain: float
    element: ElementId
    legs: Legs


def joinings(field: Field, judge: Judge) -> Iterator[Legs]:
    """Propose to bring up everybody, the one who does most, or as many as there is room for."""
    reach = max(0, judge.allowance(turns=True).total) * field.ctx.content.mu
    foes = [
        foe for unit in engaged_elsewhere(field.ctx, judge.unit) for foe in shown(field.ctx, unit)
    ]
    yield from swarms(judge, [rect_of(field.ctx, foe) for foe in foes], reach)
    posts = [
        post for one in _nearest(judge, field, foes) for post in _posts(field, judge, one, reach)
    ]
    posts.sort(key=lambda post: -post.gain)
    taken: dict[ElementId, Legs] = {}
    for post in posts:
        if post.element in taken:
            continue
        legs = tuple(leg for one in (*taken.values(), post.legs) for leg in one)
        if not taken or judge.is_legal(legs):
            taken[post.element] = post.legs
            yield legs


def _nearest(judge: Judge, field: Field, foes: list[ElementId]) -> list[ElementId]:
    """Choose those who are nearest to the enemies their unit fights."""
    spots = [rect_of(field.ctx, foe).centre for foe in foes]
    far = {
        own: min((apart(pose.spot, spot) for spot in spots), default=0.0)
        for own, pose in judge.before.items()
    }
    return sorted(far, key=lambda own: far[own])[:MOST]


def _posts(field: Field, judge: Judge, element: ElementId, reach: float) -> Iterator[Post]:
    """Weigh some places where an element could fight."""
    count = tries = 0
    for pose in _places(field, judge, element):
        if count == EACH or tries == TRIES:
            return
        if apart(pose.spot, judge.before[element].spot) > reach:
            continue
        if judge.crowd.overlapping(rect_at(field.ctx, element, pose)):
            continue
        tries += 1
        for legs in _ways(field, element, pose):
            if judge.is_legal(legs):
                count += 1
                yield Post(_gain(field, judge, legs), element, legs)
                break


def _ways(field: Field, element: ElementId, pose: Pose) -> Iterator[Legs]:
    """Go straight to a place, or come up to it from behind."""
    yield (Slide({element: pose}),)
    behind = shifted(pose, -BACK * field.ctx.content.mu)
    yield Slide({element: behind}), Slide({element: pose})


def _gain(field: Field, judge: Judge, legs: Legs) -> float:
    there = field.ctx.clone(None)
    arrive(there, judge, legs, what_is_left(field.ctx, judge, legs))
    return outlook(there, field.seat, field.weights, {judge.unit}).gain


def _places(field: Field, judge: Judge, element: ElementId) -> Iterator[Pose]:
    """List where an element could strike an enemy of its unit, flanks first."""
    ctx = field.ctx
    own = rect_of(ctx, element)
    foes = [foe for unit in engaged_elsewhere(ctx, judge.unit) for foe in shown(ctx, unit)]
    near = sorted(foes, key=lambda one: apart(rect_of(ctx, one).centre, own.centre))[:FOES]
    for edge in WHERE:
        for foe in near:
            yield lined_up(own, rect_of(ctx, foe), edge)
    for friend in judge.staying:
        for side in ("left", "right"):
            yield beside(rect_of(ctx, friend), own.base, side)
