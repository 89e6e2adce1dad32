"""Judging what units do with boats: embarking, sailing, landing. IDG-17.2."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from threading import local
from typing import Final

from walstatt.boards.paths import after, along
from walstatt.boards.pose import Pose
from walstatt.boards.table import is_on_table
from walstatt.games.idg.contacting import contact_flaws
from walstatt.games.idg.facing import Legs, turns_only
from walstatt.games.idg.ground import mover, why_forbidden
from walstatt.games.idg.marching import Judge, Orders
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.waters import goes_down, is_afloat, is_wet
from walstatt.games.idg.whereabouts import whereabouts
from walstatt.games.idg.world import TOUCH, ElementId, IdgCtx, profile_of
from walstatt.kernel import trace
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import rule

LOOK_EVERY: Final = 127
"""How far a boat goes, in 0.1 mm, between two looks at whether it is still in the water."""


class _Last(local):
    """Who judged last, and when; for each thread its own."""

    judge: Judge | None = None
    at: tuple[int, tuple[str, ...]] = (-1, ())


_LAST: Final = _Last()


def judge_for(ctx: IdgCtx, orders: Orders) -> Judge:
    """Give whoever judges what a unit is about, the same one as long as nobody moves."""
    if trace.listener is not None:
        return _made(ctx, orders)
    last, now = _LAST.judge, (whereabouts(ctx).version, tuple(ctx.world.melees))
    if last is not None and last.ctx is ctx and last.orders == orders and _LAST.at == now:
        return last
    found = _LAST.judge = _made(ctx, orders)
    _LAST.at = now
    return found


def _made(ctx: IdgCtx, orders: Orders) -> Judge:
    if orders.purpose == "sail":
        return SailJudge(ctx, orders)
    if orders.purpose == "embark":
        return EmbarkJudge(ctx, orders)
    return LandJudge(ctx, orders) if orders.purpose == "land" else Judge(ctx, orders)


class BoatJudge(Judge):
    """Judges moves in which nobody comes into contact."""

    def contacts(self, ends: dict[ElementId, Pose]) -> dict[ElementId, list[UnitId]]:
        """Know of no contacts: there is no melee with boats."""
        del ends
        return {}

    def touched(self, ends: dict[ElementId, Pose]) -> list[ElementId]:
        """Touch nobody."""
        del ends
        return []

    @rule("IDG-17.2.8")
    def beside_flaws(self, ends: dict[ElementId, Pose]) -> Iterator[Violation]:
        """Keep boats away from enemies: fights with them are not covered."""
        units, elements = self.ctx.world.units, self.ctx.world.elements
        for element, pose in ends.items():
            for other in self.crowd.touching(self.rect(element, pose), TOUCH):
                unit = elements[other].unit
                if units[unit].side != self.side:
                    name = unit_name(self.ctx, unit)
                    yield refuse("IDG-17.2.8", "idg.no.boat.foe", element, unit=name)


class SailJudge(BoatJudge):
    """Judges moves of boats."""

    @rule("IDG-17.2.2", "IDG-4.2.29")
    def _ground_flaws(self, legs: Legs) -> Iterator[Violation]:
        """Keep boats in the water; on good dice they go down the river, or at sea."""
        poses = self.before
        for leg in legs:
            ends = after(leg, poses)
            far = max(abs(ends[k].x - p.x) + abs(ends[k].y - p.y) for k, p in poses.items())
            steps = max(1, ceil(far / LOOK_EVERY))
            for step in range(1, steps + 1):
                here = along(leg, poses, step / steps)
                for element, pose in here.items():
                    if not is_afloat(self.ctx, self.rect(element, pose)):
                        yield refuse("IDG-4.2.29", "idg.no.boat.ashore", element)
            if self.orders.column == "good":
                yield from self._course_flaws(poses, ends)
            poses = ends
        yield from self.beside_flaws(poses)

    def _course_flaws(
        self, poses: dict[ElementId, Pose], ends: dict[ElementId, Pose]
    ) -> Iterator[Violation]:
        for element, end in ends.items():
            start = self.rect(element, poses[element]).centre
            if not goes_down(self.ctx, start, self.rect(element, end).centre):
                yield refuse("IDG-17.2.2", "idg.no.boat.upstream", element)


class EmbarkJudge(BoatJudge):
    """Judges where the boats of a unit that embarks lie."""

    @rule("IDG-17.2.1", "IDG-17.2.3")
    def _all(self, legs: Legs) -> Iterator[Violation]:
        ends = self.ends(legs)
        for element, pose in ends.items():
            rect = self.rect(element, pose)
            if not is_afloat(self.ctx, rect):
                yield refuse("IDG-17.2.1", "idg.no.boat.ashore", element)
            if not is_on_table(rect, self.ctx.content.table):
                yield refuse("IDG-8.2.7", "idg.no.march.off_table", element)
        yield from self._way_flaws(legs, ends)
        yield from self._end_flaws(ends, still=False)
        yield from self.beside_flaws(ends)


class LandJudge(Judge):
    """Judges where a unit goes ashore, perhaps into melee."""

    @rule("IDG-17.2.3", "IDG-17.2.5")
    def _all(self, legs: Legs) -> Iterator[Violation]:
        ends = self.ends(legs)
        met = self.contacts(ends)
        for element, pose in ends.items():
            yield from self._ashore_flaws(element, pose, fights=bool(met))
        yield from self._way_flaws(legs, ends)
        yield from self._end_flaws(ends, still=turns_only(legs, self.before))
        if met:
            yield from contact_flaws(self.ctx, self.unit, ends)

    def _ashore_flaws(self, element: ElementId, pose: Pose, *, fights: bool) -> Iterator[Violation]:
        """Let everybody stand ashore; who fights at the bank may have wet feet."""
        rect = self.rect(element, pose)
        if not is_on_table(rect, self.ctx.content.table):
            yield refuse("IDG-8.2.7", "idg.no.march.off_table", element)
        if is_wet(self.ctx, rect) or is_afloat(self.ctx, rect):
            if not fights:
                yield refuse("IDG-17.2.3", "idg.no.boat.no_bank", element)
            return
        barred = why_forbidden(self.ctx, mover(profile_of(self.ctx, element)), rect)
        if barred:
            yield refuse(barred.rule, "idg.no.march.forbidden", element, what=barred.words)
