"""Cutting a move short to the last place where the unit may stop, with as little judging as can be.

How far a unit may go and whom it runs into is measured; only what comes of that is judged. Where it
still may not stop, because of the ground or of what it would touch, places before are tried.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from walstatt.boards.paths import Leg, after, at_most, corner_lengths, part
from walstatt.boards.pose import Pose
from walstatt.games.idg.facing import is_turn_on_spot, turns_only
from walstatt.games.idg.marching import Judge
from walstatt.games.idg.world import TOUCH, ElementId

Legs: TypeAlias = tuple[Leg[ElementId], ...]
Poses: TypeAlias = dict[ElementId, Pose]

STEPS: Final = 4
"""In how many steps a leg is tried from its end, unless fewer will do."""
HALVINGS: Final = 7
"""How often the step between a right and a wrong place is halved, unless less will do."""
ROUGHLY: Final = (2, 3)
"""The same where any place will do that is about right."""
TRIES: Final = 6
ROUNDING: Final = 1.5
"""How far a unit stays, at least, from where it would stand on somebody."""
CLEAR: Final = TOUCH + 4
"""How far a unit stays from whom it may not touch."""
FREE: Final = ("enter",)
"""What a unit may be about when its length is not measured leg by leg."""


class Brake:
    """Stops moves of one unit where they have to."""

    def __init__(self, judge: Judge, *, rough: bool = False, seeks: bool = True) -> None:
        self.judge, self.seeks = judge, seeks
        self.steps, self.halvings = ROUGHLY if rough else (STEPS, HALVINGS)

    def stopped(self, legs: Legs) -> Legs:
        """Cut a move short to the last place where the unit may stop; nothing if there is none."""
        judge = self.judge
        if not judge.is_sound(legs):
            return ()
        if judge.is_legal(legs):
            return legs
        quick = self.measured(legs)
        for found in (quick, self.clear(quick)):
            if found and judge.is_legal(found):
                return found
        return self.sought(quick) if quick and self.seeks else ()

    # -- measuring --------------------------------------------------------------------------------

    def measured(self, legs: Legs) -> Legs:
        """Cut a move where it gets too long, or meets somebody."""
        if self.judge.orders.purpose in FREE or turns_only(legs, self.judge.before):
            return legs
        return self.until_met(self.in_reach(legs))

    def in_reach(self, legs: Legs) -> Legs:
        """Cut a move where some element has gone as far as it may."""
        found = self._in_reach(legs, self.judge.reckoned(legs).total)
        if not found or found == legs:
            return found
        more = self.judge.reckoned(found).total
        if more > self.judge.reckoned(legs).total:
            return self._in_reach(legs[: len(found)], more)
        return found

    def _in_reach(self, legs: Legs, inches: int) -> Legs:
        most = inches * self.judge.ctx.content.mu
        if most <= 0:
            return ()
        if at_most(legs, self.judge.before, self.judge.bases) <= most:
            return legs
        spent = dict.fromkeys(self.judge.before, (0.0, 0.0))
        poses = self.judge.before
        for number, leg in enumerate(legs):
            fraction = 1.0
            for key, pose in poses.items():
                left, right = corner_lengths(leg, key, pose, self.judge.bases[key])
                before = spent[key]
                for gone, far in ((before[0], left), (before[1], right)):
                    if gone + far > most:
                        fraction = min(fraction, (most - gone) / far)
                spent[key] = before[0] + left, before[1] + right
            if fraction < 1:
                return self._cut(legs, number, poses, fraction, most)
            poses = after(leg, poses)
        return legs

    def _cut(self, legs: Legs, number: int, poses: Poses, fraction: float, most: int) -> Legs:
        """Cut a leg, a little more where rounding or turning makes it longer than was measured."""
        for _ in range(TRIES):
            if fraction <= 0:
                break
            found = (*legs[:number], part(legs[number], poses, fraction))
            if max(self.judge.lengths(found).values()) <= most:
                return found
            fraction *= 0.997
        return legs[:number]

    def until_met(self, legs: Legs) -> Legs:
        """Cut a move where it meets somebody through whom it may not go."""
        judge = self.judge
        poses = judge.before
        for number, leg in enumerate(legs):
            if not is_turn_on_spot(leg, poses):
                met = judge.crowd.first_in_way(leg, poses, judge.bases, skip=judge.passable)
                if met is not None:
                    back = ROUNDING / self._farthest(leg, poses)
                    return (*legs[:number], part(leg, poses, max(0.0, met.fraction - back)))
            poses = after(leg, poses)
        return legs

    def clear(self, legs: Legs) -> Legs:
        """Stop a little earlier, so as to touch nobody."""
        if not legs:
            return ()
        last, poses = legs[-1], self._before(legs, len(legs) - 1)
        far = self._farthest(last, poses)
        if far <= CLEAR:
            return legs[:-1]
        return (*legs[:-1], part(last, poses, 1 - CLEAR / far))

    def _farthest(self, leg: Leg[ElementId], poses: Poses) -> float:
        bases = self.judge.bases
        return max(max(corner_lengths(leg, key, pose, bases[key])) for key, pose in poses.items())

    def _before(self, legs: Legs, number: int) -> Poses:
        poses = self.judge.before
        for leg in legs[:number]:
            poses = after(leg, poses)
        return poses

    # -- trying -----------------------------------------------------------------------------------

    def sought(self, legs: Legs) -> Legs:
        """Try places from the end of a move back to its start."""
        return self.tried(legs, self.judge.is_legal, (self.steps, self.halvings))

    def tried(self, legs: Legs, ok: Callable[[Legs], bool], pains: tuple[int, int]) -> Legs:
        """Find the last right place before a wrong end, in so many steps of a leg and halvings."""
        wrong, steps = (len(legs) - 1, 1.0), pains[0]
        for number in range(len(legs) - 1, -1, -1):
            poses = self._before(legs, number)
            most = steps - (number == len(legs) - 1)
            for step in range(most, 0, -1):
                at = step / steps
                found = (*legs[:number], part(legs[number], poses, at))
                if ok(found):
                    low = at if number == wrong[0] else 0.0
                    return self._last(legs, found, (low, wrong), ok, pains[1])
                wrong = (number, at)
        return self._last(legs, (), (0.0, wrong), ok, pains[1])

    def _last(
        self,
        legs: Legs,
        best: Legs,
        between: tuple[float, tuple[int, float]],
        ok: Callable[[Legs], bool],
        halvings: int,
    ) -> Legs:
        """Halve between a right place and a wrong one of the same leg."""
        low, (number, high) = between
        poses = self._before(legs, number)
        for _ in range(halvings):
            middle = (low + high) / 2
            found = (*legs[:number], part(legs[number], poses, middle))
            if ok(found):
                low, best = middle, found
            else:
                high = middle
        return best
