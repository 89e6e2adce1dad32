"""Fire oxen run where they will, and explode. IDG-18.12.26 to IDG-18.12.37."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from walstatt.boards.paths import advance, furthest
from walstatt.boards.pose import FULL_TURN, Pose, shifted, turned
from walstatt.boards.table import is_on_table
from walstatt.games.idg.aftermath import carry_out
from walstatt.games.idg.allowance import Column
from walstatt.games.idg.changes import destroy, give_markers
from walstatt.games.idg.contacting import engaged_elsewhere
from walstatt.games.idg.content import Kind
from walstatt.games.idg.dicing import move_roll
from walstatt.games.idg.marching import Judge, Orders
from walstatt.games.idg.mounting_events import OxLit
from walstatt.games.idg.movement_events import OxExploded
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.revealing import reveal
from walstatt.games.idg.standing import crowd_of, is_unit_within
from walstatt.games.idg.world import (
    ElementId,
    IdgCtx,
    in_play,
    is_in_play,
    lead_profile,
    rect_at,
    rect_of,
)
from walstatt.kernel.chance import D6, Roll
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.frames import Flow, Frame, done, roll
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import rule

EIGHTH: Final = FULL_TURN // 8
BLAST: Final = 2
DRIFT: Final = {1: -EIGHTH, 2: -EIGHTH, 3: EIGHTH, 4: EIGHTH, 5: 0, 6: 0}
USUAL_FUSE: Final = 3
"""The fuse of an ox for which none was written down. D37."""
OXEN: Final = Kind(lambda one: "fire_ox" in one.special)


def is_ox(ctx: IdgCtx, unit: UnitId) -> bool:
    """Is a unit a fire ox?"""
    return OXEN.among(ctx.content) and OXEN.includes(lead_profile(ctx, unit))


# -- lighting -------------------------------------------------------------------------------------


@rule("IDG-18.12.26")
def light_flaws(ctx: IdgCtx, unit: UnitId) -> Iterator[Violation]:
    """Say why a unit cannot be lit."""
    if not is_in_play(ctx, unit) or not is_ox(ctx, unit):
        yield refuse("IDG-18.12.26", "idg.no.mount.no_ox")
    elif ctx.world.units[unit].lit:
        yield refuse("IDG-18.12.26", "idg.no.mount.burns", unit=unit_name(ctx, unit))


@rule("IDG-18.12.26")
def light(ctx: IdgCtx, unit: UnitId) -> None:
    """Light a fire ox, which everybody sees: from now on it runs."""
    reveal(ctx, unit)
    one = ctx.world.units[unit]
    ctx.world.units[unit] = replace(one, lit=ctx.world.turn, fuse=one.fuse or USUAL_FUSE)
    if ctx.telling:
        ctx.emit(OxLit(unit_name(ctx, unit), seat=one.side))


# -- running --------------------------------------------------------------------------------------


@rule("IDG-18.12.26", "IDG-18.12.27", "IDG-18.12.37")
def run_flaws(ctx: IdgCtx, unit: UnitId, facing: int) -> Iterator[Violation]:
    """Say why a unit does not run as a burning ox does, or not that way."""
    one = ctx.world.units[unit]
    if not is_ox(ctx, unit):
        yield refuse("IDG-18.12.27", "idg.no.march.no_ox")
        return
    if not one.lit:
        yield refuse("IDG-18.12.26", "idg.no.march.unlit")
        return
    first = one.lit == ctx.world.turn
    if first and not 0 <= facing < FULL_TURN:
        yield refuse("IDG-18.12.27", "idg.no.march.which_way")
    if not first and facing >= 0:
        yield refuse("IDG-18.12.28", "idg.no.march.drifts")
    for foe in engaged_elsewhere(ctx, unit)[:1]:
        yield refuse("IDG-11.2.4", "idg.no.march.in_melee", unit=unit_name(ctx, foe))


@rule("IDG-18.12.37")
def must_run(ctx: IdgCtx, unit: UnitId) -> bool:
    """Is it a burning ox that nobody holds up?"""
    lit = ctx.world.units[unit].lit
    return bool(lit) and is_ox(ctx, unit) and not engaged_elsewhere(ctx, unit)


class OxRun(Frame, frozen=True, tag="ox_run"):
    """A burning ox runs its whole roll straight on, then perhaps explodes."""

    unit: UnitId
    column: Column = "good"
    facing: int = -1

    def begin(self, ctx: IdgCtx) -> Flow:
        """Point it the first time; later it drifts."""
        if self.facing >= 0:
            return self._turn(ctx, self.facing)
        seat = ctx.world.units[self.unit].side
        return roll(Roll("idg.roll.drift", "IDG-18.12.28", D6, 1, seat), then=self.drifted)

    @rule("IDG-18.12.28")
    def drifted(self, ctx: IdgCtx, faces: tuple[int, ...]) -> Flow:
        """Turn to the left, to the right, or not at all."""
        element = ctx.world.units[self.unit].elements[0]
        return self._turn(ctx, turned(ctx.world.elements[element].pose.facing, DRIFT[faces[0]]))

    @rule("IDG-18.12.37", "IDG-1.9.6")
    def _turn(self, ctx: IdgCtx, facing: int) -> Flow:
        """Turn it on the spot and let it run; who cannot turn for others stops where it is."""
        element = ctx.world.units[self.unit].elements[0]
        one = ctx.world.elements[element]
        pose = turned_on_the_spot(ctx, element, facing)
        if pose is None:
            burn_down(ctx, self.unit)
            return done()
        ctx.world.elements[element] = replace(one, pose=pose, turned=one.pose != pose)
        return roll(move_roll(ctx, self.unit, self.column), then=self.thrown)

    @rule("IDG-18.12.27", "IDG-18.12.37", "IDG-A42")
    def thrown(self, ctx: IdgCtx, faces: tuple[int, ...]) -> Flow:
        """Run as far as it goes, or to the first obstacle."""
        orders = Orders(self.unit, self.column, sum(faces), "run")
        judge = Judge(ctx, orders)
        facing = next(iter(judge.before.values())).facing
        far = max(0, judge.allowance(turns=False).total) * ctx.content.mu
        legs = furthest((advance(judge.before, facing, far),), judge.before, judge.is_legal)
        if far and legs:
            carry_out(ctx, orders, legs)
        burn_down(ctx, self.unit)
        return done()


def turned_on_the_spot(ctx: IdgCtx, element: ElementId, facing: int) -> Pose | None:
    """Turn an element round its front, or else round its middle; None if others are in the way."""
    now = rect_of(ctx, element)
    if now.pose.facing == facing:
        return now.pose
    middle = Pose(round(now.centre[0]), round(now.centre[1]), facing)
    crowd, table = crowd_of(ctx, without=ctx.world.elements[element].unit), ctx.content.table
    for pose in (now.pose._replace(facing=facing), shifted(middle, now.half_depth)):
        there = rect_at(ctx, element, pose)
        if is_on_table(there, table) and not crowd.overlapping(there):
            return pose
    return None


@rule("IDG-18.12.29", "IDG-18.12.30", "IDG-18.12.32", "IDG-A42", "IDG-A70")
def burn_down(ctx: IdgCtx, unit: UnitId) -> None:
    """End an ox's activation; when its fuse has burnt down it explodes among friend and foe."""
    one = ctx.world.units[unit]
    ctx.world.units[unit] = replace(one, activated=True, deed=one.deed or "stood")
    if not one.lit or not is_in_play(ctx, unit) or ctx.world.turn - one.lit + 1 < one.fuse:
        return
    if ctx.telling:
        ctx.emit(OxExploded(unit_name(ctx, unit), seat=one.side))
    hit = [other for other in in_play(ctx) if other != unit]
    near = [other for other in hit if is_unit_within(ctx, other, unit, BLAST)]
    destroy(ctx, unit)
    for other in near:
        give_markers(ctx, other, 2, "IDG-18.12.30")
