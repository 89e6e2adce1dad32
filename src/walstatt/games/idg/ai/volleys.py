"""What the shots of a unit would do from a place, as well as that can be told at a glance."""

from __future__ import annotations

from typing import Final

from walstatt.boards.arcs import part_in_front_zone
from walstatt.boards.pose import Point
from walstatt.boards.rectangle import Box, Rectangle
from walstatt.games.idg.ai.bodies import Body, gap
from walstatt.games.idg.ai.field import Field
from walstatt.games.idg.ai.worth import harm
from walstatt.games.idg.targets import ARC

ALL_ROUND: Final = ("light_cavalry", "light_chariot", "heavy_chariot", "elephant")
SHARE: Final = 0.8
"""How many of those who could shoot have a target on average."""


def volley(field: Field, body: Body, box: Rectangle, *, moved: bool) -> float:
    """Weigh the shots at the nearest enemy a unit could shoot at."""
    found = target_of(field, body, box, moved=moved)
    if found is None:
        return 0.0
    far = gap(field.ctx, box, found.box)
    toll = field.shot(body, found, far, moved=moved).times(body.shooters * SHARE)
    return harm(found.stock, toll, field.weights)


def target_of(field: Field, body: Body, box: Rectangle, *, moved: bool) -> Body | None:
    """Find the nearest enemy a unit could shoot at from a place."""
    if not body.range or (moved and _stands_to_shoot(body)):
        return None
    near = [(gap(field.ctx, box, foe.box), foe.unit) for foe in field.fighters if not foe.in_melee]
    for far, unit in sorted(near):
        if far > body.range:
            break
        foe = field.body(unit)
        if _is_in_arc(body, box, foe) and not _is_masked(field, body, box, foe):
            return foe
    return None


def _stands_to_shoot(body: Body) -> bool:
    """Must these troops stand still to shoot? IDG-9.4.1, IDG-9.4.3."""
    foot = body.profile.troop == "warrior" and body.profile.missile == "crossbow"
    return foot or body.role == "guns"


def _is_in_arc(body: Body, box: Rectangle, foe: Body) -> bool:
    return body.profile.troop in ALL_ROUND or part_in_front_zone(box, foe.box, ARC)


def _is_masked(field: Field, body: Body, box: Rectangle, foe: Body) -> bool:
    """Do friends stand between a unit and its target?"""
    start, end = box.pose.spot, foe.box.centre
    others = (one for one in field.own if one.unit not in (body.unit, foe.unit))
    return any(_crosses(one.box, start, end) for one in others)


def _crosses(box: Box, start: Point, end: Point) -> bool:
    """Does a line run through a box?"""
    (ax, ay), (bx, by) = box.local(start), box.local(end)
    low, high = 0.0, 1.0
    for a, b, half in ((ax, bx, box.half_width), (ay, by, box.half_depth)):
        if a == b:
            if abs(a) > half:
                return False
            continue
        one, other = (-half - a) / (b - a), (half - a) / (b - a)
        low, high = max(low, min(one, other)), min(high, max(one, other))
    return low < high
