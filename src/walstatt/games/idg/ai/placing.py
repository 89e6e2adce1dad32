"""Drawing up an army: the line as far ahead as it may be, light troops on its wings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from walstatt.games.idg.ai.bodies import role_of
from walstatt.games.idg.ai.field import Field
from walstatt.games.idg.deployment_area import prospect, zone_of
from walstatt.games.idg.deployment_order import Deploy, PlaceUnit, proposed
from walstatt.games.idg.drawing_up import Poses, moved
from walstatt.games.idg.world import lead_profile, rect_at
from walstatt.kernel.advice import Advice
from walstatt.kernel.ids import UnitId

FIRST: Final = ("line", "horse", "light", "bows")
"""Who is placed in which order; everybody else where the program would put him."""
BACK: Final = (0, 1, 2, 4)
"""By how many inches units are kept back if there is no room farther ahead."""
ASIDE: Final = (0, 4, -4, 8, -8, 12, -12, 16, -16, 20, -20, 24, -24, 28, -28, 32, -32)
"""How many inches aside of where the program would put them light troops look for room."""


def place(field: Field, question: PlaceUnit, options: Sequence[Any]) -> list[Advice]:
    """Place the line first, then those who find room beside it."""
    del options
    rest = [Advice(question.default(field.ctx), 0.5)]
    if not is_eager(field):
        return rest
    places = proposed(field.ctx, question.seat)
    order = {unit: role_of(field.ctx, unit, lead_profile(field.ctx, unit)) for unit in places}
    for role in FIRST:
        for unit in (one for one in places if order[one] == role):
            spot = _spot(field, question, unit, places[unit])
            if spot is not None:
                return [Advice(spot, 1.0)]
    return rest


def is_eager(field: Field) -> bool:
    """Does a side gain by standing nearer to the enemy?"""
    return field.world.scenario in ("open_battle", "raid", "siege") and field.is_attacker


def _spot(field: Field, question: PlaceUnit, unit: UnitId, poses: Poses) -> Deploy | None:
    """Find the first free place for a unit; None if it already stands best where it would."""
    for there in _tries(field, unit, poses):
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
