"""Drawing up an army: the line as far ahead as it may be, light troops on its wings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from walstatt.boards.pose import Point, Pose
from walstatt.games.idg.ai.bodies import role_of
from walstatt.games.idg.ai.field import Field
from walstatt.games.idg.ai.siege import Siege
from walstatt.games.idg.ai.trails import Route, far_to, good_inches
from walstatt.games.idg.ai.warding import walled_in, wards
from walstatt.games.idg.deployment_area import prospect, zone_of
from walstatt.games.idg.deployment_order import Deploy, PlaceUnit, proposed
from walstatt.games.idg.drawing_up import Poses, body_of, moved
from walstatt.games.idg.ground import movers
from walstatt.games.idg.world import lead_profile, rect_at
from walstatt.kernel.advice import Advice
from walstatt.kernel.ids import UnitId

FAST: Final = ("light", "horse", "line", "bows")
"""Who is placed first in an army that has no time."""
STORMING: Final = ("line", "horse", "light", "bows")
"""The same where those have to get in who can fight there."""
NARROW: Final = 2
"""How many files a unit has that has no time."""
FIRST: Final = ("line", "horse", "light", "bows")
"""Who is placed in which order; everybody else where the program would put him."""
ALTERNATING: Final = ("open_battle", "raid")
"""Where sides place one unit each in turn, so that nobody shows his whole army first."""
LOOKED: Final = 16.0
"""How far ahead, in inches, they look for ground on which they would be slow."""
HINDERED: Final = 18.0
"""How many inches of way it is worth to have none of it straight before them."""
BACK: Final = (0, 1, 2, 4)
"""By how many inches units are kept back if there is no room farther ahead."""
ASIDE: Final = (0, 4, -4, 8, -8, 12, -12, 16, -16, 20, -20, 24, -24, 28, -28, 32, -32)
"""How many inches aside of where the program would put them light troops look for room."""


def place(field: Field, question: PlaceUnit, options: Sequence[Any]) -> list[Advice]:
    """Place the line first, then those who find room beside it; raiders in narrow columns."""
    del options
    found = walled_in(field, question) if wards(field) else _ahead(field, question)
    if found is None and field.world.scenario in ALTERNATING:
        found = _as_usual(field, question)
    return [Advice(found or question.default(field.ctx), 1.0)]


def _ahead(field: Field, question: PlaceUnit) -> Deploy | None:
    """Place who gains by it as far ahead as he may stand."""
    if not is_eager(field):
        return None
    places = proposed(field.ctx, question.seat)
    roles = _roles(field, places)
    for role in _order(field):
        for unit in (one for one in places if roles[one] == role):
            spot = _spot(field, question, unit, places[unit])
            if spot is not None:
                return spot
    return None


def _as_usual(field: Field, question: PlaceUnit) -> Deploy | None:
    """Place one unit where the program would, and let the enemy go on; the line shows least."""
    places = proposed(field.ctx, question.seat)
    roles = _roles(field, places)
    for unit in sorted(places, key=lambda one: (*FIRST, roles[one]).index(roles[one])):
        spot = Deploy(unit, places[unit])
        if not question.check(field.ctx, spot):
            return spot
    return None


def _roles(field: Field, units: Iterable[UnitId]) -> dict[UnitId, str]:
    return {unit: role_of(field.ctx, unit, lead_profile(field.ctx, unit)) for unit in units}


def _order(field: Field) -> tuple[str, ...]:
    if not field.has_no_time:
        return FIRST
    return STORMING if field.world.scenario == "siege" else FAST


def is_eager(field: Field) -> bool:
    """Does a side gain by standing nearer to the enemy?"""
    return field.world.scenario in ("open_battle", "raid", "siege") and field.is_attacker


def _spot(field: Field, question: PlaceUnit, unit: UnitId, poses: Poses) -> Deploy | None:
    """Find the first free place for a unit; None if it already stands best where it would."""
    tries = _starts(field, unit) if field.has_no_time else _tries(field, unit, poses)
    for there in tries:
        answer = Deploy(unit, there)
        if not question.check(field.ctx, answer):
            return answer
    return None


def _tries(field: Field, unit: UnitId, poses: Poses) -> Iterator[Poses]:
    """Propose places for a unit, the farthest ahead first."""
    ctx, inch = field.ctx, field.ctx.content.mu
    view, zone = prospect(ctx, field.world.units[unit].side), zone_of(ctx, unit)
    far = max(view.bounds(rect_at(ctx, one, pose))[3] for one, pose in poses)
    room = int(zone.depth - far) - 1
    light = role_of(ctx, unit, lead_profile(ctx, unit)) == "light"
    home = view.pose(0, 0)
    for aside in ASIDE if light else ASIDE[:1]:
        for back in BACK:
            there = view.pose(aside * inch, room - back * inch)
            yield moved(poses, there.x - home.x, there.y - home.y)


def _starts(field: Field, unit: UnitId) -> Iterator[Poses]:
    """Propose places for a narrow column, the shortest way to what it is sent for first."""
    ctx, inch = field.ctx, field.ctx.content.mu
    view, zone = prospect(ctx, field.world.units[unit].side), zone_of(ctx, unit)
    body, goal = body_of(ctx, unit), objective(field)
    fits = [files for files in sorted(body.widths) if body.formed(files).depth <= zone.depth]
    files = next((one for one in fits if one >= NARROW), fits[-1])
    half, mover = body.formed(files).width // 2, movers(ctx, unit)[0]
    spots = [view.pose(n, zone.deepest) for n in range(half, view.length - half, inch)]
    route = Route(ctx, mover, (goal,), ())

    def slowness(front: Pose) -> float:
        way = route.path(front.spot, LOOKED)
        free = good_inches(ctx, mover, way, half / inch)
        return far_to(ctx, mover, front.spot, goal) + HINDERED * max(0.0, 1 - free / LOOKED)

    for front in sorted(spots, key=slowness):
        yield body.poses(files, front)


def objective(field: Field) -> Point:
    """Find what an army is sent for: baggage, or the inside of works."""
    width, height = field.ctx.content.table
    trains = [foe.box.centre for foe in field.foes if foe.role == "train"]
    if field.world.scenario == "siege":
        return Siege(field).heart or (width / 2, height / 2)
    return trains[0] if trains else (width / 2, height / 2)
