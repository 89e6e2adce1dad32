"""Walling baggage in: it stands in a corner, and those who guard it close all ways to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from walstatt.boards.pose import Pose, apart
from walstatt.games.idg.ai.bodies import Body, gap, role_of
from walstatt.games.idg.ai.field import Field
from walstatt.games.idg.deployment_area import Prospect, prospect, zone_of
from walstatt.games.idg.deployment_order import Deploy, PlaceUnit, proposed, waiting
from walstatt.games.idg.drawing_up import Body as Drawn
from walstatt.games.idg.drawing_up import body_of
from walstatt.games.idg.world import IdgCtx, lead_profile
from walstatt.kernel.ids import UnitId

ABREAST: Final = 2
"""How many wagons of a train stand side by side, at least."""
IN_FRONT: Final = 2.4
"""How many inches are left for those who stand before them."""
GUARDS: Final = 2
"""How many units close the ways: one before the train, and one beside it."""
CLOSE: Final = 0.4
"""How near, in inches, to the train those stand who close the ways."""
STURDY: Final = {"line": 0, "bows": 1, "light": 2, "horse": 3}
"""Who guards best: those who stand fast, in close ranks."""


class Corner(NamedTuple):
    """An end of the base edge: the left one, or the right one."""

    view: Prospect
    right: bool

    def pose(self, along: float, away: float) -> Pose:
        """Give the pose of who looks inward so far from the corner."""
        return self.view.pose(self.view.length - along if self.right else along, away)


# -- before the battle ----------------------------------------------------------------------------


def wards(field: Field) -> bool:
    """Does an army have baggage to wall in?"""
    raided = field.world.scenario == "raid" and not field.is_attacker
    return raided and field.weights.wards


def guards(ctx: IdgCtx, units: list[UnitId]) -> list[UnitId]:
    """List units, those first who guard best."""
    troops = {unit: lead_profile(ctx, unit) for unit in units}
    return sorted(
        units,
        key=lambda unit: (
            STURDY.get(role_of(ctx, unit, troops[unit]), len(STURDY)),
            troops[unit].quality == "raw",
            -len(ctx.world.units[unit].elements),
        ),
    )


def walled_in(field: Field, question: PlaceUnit) -> Deploy | None:
    """Place the next of those who close the ways, and the baggage last of all."""
    left = waiting(field.ctx, question.seat)
    train = next((one for one in left if _is_train(field.ctx, one)), None)
    if train is None:
        return None
    sturdy = guards(field.ctx, [one for one in left if one != train])
    placed = sum(one.role in STURDY for one in field.own)
    for corner in _corners(field):
        for answer in _steps(field.ctx, corner, train, sturdy, placed):
            if not question.check(field.ctx, answer):
                return answer
    return None


def _steps(
    ctx: IdgCtx, corner: Corner, train: UnitId, left: list[UnitId], placed: int
) -> Iterator[Deploy]:
    """Tell who is to be placed next, and where, so that the rest still fits."""
    wagons = body_of(ctx, train)
    zone = zone_of(ctx, train)
    files = _abreast(wagons, zone.depth - IN_FRONT * ctx.content.mu)
    wide, deep = wagons.formed(files).width, wagons.formed(files).depth
    if left and placed < GUARDS:
        guard = body_of(ctx, left[0])
        if placed:
            for rank in _shapes(guard, 0):
                size = guard.formed(rank)
                front = corner.pose(wide + size.width / 2, max(deep, size.depth))
                yield Deploy(guard.unit, guard.poses(rank, front))
            return
        for rank in _shapes(guard, wide):
            size = guard.formed(rank)
            if deep + size.depth <= zone.depth:
                front = corner.pose(size.width / 2, deep + size.depth)
                yield Deploy(guard.unit, guard.poses(rank, front))
    elif left:
        yield from _elsewhere(ctx, left)
    else:
        yield Deploy(train, wagons.poses(files, corner.pose(wide / 2, deep)))


def _abreast(wagons: Drawn, deep: float) -> int:
    """Tell how many wagons stand side by side, so that there is room for guards before them."""
    fits = [files for files in wagons.widths if wagons.formed(files).depth <= deep]
    return min((files for files in fits if files >= ABREAST), default=wagons.widths[0])


def _shapes(guard: Drawn, wide: float) -> list[int]:
    """List in how many files a unit can close ways: in two ranks, or as broad as need be."""
    half = -(-len(guard.elements) // 2)
    return sorted(
        guard.widths,
        key=lambda files: (max(0.0, wide - guard.formed(files).width), abs(files - half)),
    )[:2]


def _elsewhere(ctx: IdgCtx, left: list[UnitId]) -> Iterator[Deploy]:
    """Place others where the program would."""
    places = proposed(ctx, ctx.world.units[left[0]].side)
    for unit in left:
        if unit in places:
            yield Deploy(unit, places[unit])


def _corners(field: Field) -> list[Corner]:
    """List the corners: where friends stand already, else the one farther from the enemy."""
    view = prospect(field.ctx, field.seat)
    ends = [Corner(view, right) for right in (False, True)]
    own = [one.box.centre for one in field.own if one.role in STURDY]
    if own:
        return sorted(ends, key=lambda one: min(apart(one.pose(0, 0).spot, at) for at in own))
    foes = list(field.middles(field.foes))
    return sorted(ends, key=lambda one: -sum(apart(one.pose(0, 0).spot, at) for at in foes))


def _is_train(ctx: IdgCtx, unit: UnitId) -> bool:
    return role_of(ctx, unit, lead_profile(ctx, unit)) == "train"


# -- during the battle ----------------------------------------------------------------------------


def is_ward(field: Field, body: Body) -> bool:
    """Does a unit close the ways to baggage, so that it has to stay where it is?"""
    if not wards(field) or body.role == "general":
        return False
    trains = [one for one in field.own if one.role == "train"]
    if body.role == "train":
        return any(gap(field.ctx, body.box, one.box) < CLOSE for one in field.own if one != body)
    return any(gap(field.ctx, body.box, one.box) < CLOSE for one in trains)
