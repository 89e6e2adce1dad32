"""What a move means to a player, in a few words: a charge, an advance, a wheel, into cover."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from math import hypot
from typing import Final

from walstatt.boards.arcs import part_in_front_zone
from walstatt.boards.contact import distance
from walstatt.boards.formation import files, ranks
from walstatt.boards.pose import HALF_TURN, Point, Pose, between, facing_towards, heading, rightward
from walstatt.boards.rectangle import Rectangle
from walstatt.boards.terrain import is_inside
from walstatt.games.idg.exits import reaches_exit
from walstatt.games.idg.facing import facing_of, turns_only
from walstatt.games.idg.land import land_of
from walstatt.games.idg.marching import Judge
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.standing import mu
from walstatt.games.idg.stopping import Legs
from walstatt.games.idg.targets import ARC, reach_with
from walstatt.games.idg.world import (
    ElementId,
    IdgCtx,
    enemy_of,
    is_baggage,
    on_table,
    profile_of,
    rect_of,
    rects_of,
    shown,
)
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.ids import UnitId

ALIKE: Final = 300
"""How far facings may differ and still be one."""
AHEAD: Final = 3_000
"""How far aside an enemy may be whom a unit faces."""
NEXT: Final = 2.0
"""How near, in MU, a friend is with whom a unit lines up."""
SHELTER: Final = ("wood", "village", "marsh", "fields")
"""Ground that gives cover."""


class Meaning:
    """Puts a legal move of one unit into words."""

    def __init__(self, judge: Judge, legs: Legs) -> None:
        self.judge, self.ctx, self.legs = judge, judge.ctx, legs
        self.ends = judge.ends(legs)
        self.began = facing_of(self.ctx, judge.unit)

    @cached_property
    def rects(self) -> dict[ElementId, Rectangle]:
        """Give the ground of those who moved, at the end."""
        return {one: self.judge.rect(one, pose) for one, pose in self.ends.items()}

    @cached_property
    def facing(self) -> int:
        """Give the way the unit faces in the end."""
        first = next(iter(self.ends))
        by = between(self.judge.before[first].facing, self.ends[first].facing)
        return (self.began + by) % (2 * HALF_TURN)

    @cached_property
    def shift(self) -> tuple[float, float]:
        """Give how far the middle of the unit goes ahead and to the right."""
        (x, y), (nx, ny) = _middle(list(self.judge.before.values())), _middle([*self.ends.values()])
        (ax, ay), (rx, ry) = heading(self.began), rightward(self.began)
        return (nx - x) * ax + (ny - y) * ay, (nx - x) * rx + (ny - y) * ry

    def words(self) -> Message:
        """Say what the move is for: the first thing that fits."""
        kinds: tuple[Callable[[], Message | None], ...] = (
            self.leaving,
            self.charging,
            self.turning,
            self.forming,
            self.retiring,
            self.sheltering,
            self.shooting,
            self.going_on,
            self.wheeling,
        )
        if self.judge.orders.purpose == "sail":
            return self._far("go_by_boat")
        return next((found for kind in kinds if (found := kind())), self.going())

    # -- one by one -------------------------------------------------------------------------------

    def leaving(self) -> Message | None:
        """Leave the table."""
        out = any(reaches_exit(self.ctx, self.judge.unit, rect) for rect in self.rects.values())
        return say("idg.do.go_out") if out else None

    def charging(self) -> Message | None:
        """Come into contact."""
        touched = self.judge.contacts(self.ends).values()
        foes = list(dict.fromkeys(unit for units in touched for unit in units))
        fighting = [one for one in foes if not is_baggage(self.ctx, one)]
        if fighting:
            return self._at("go_charge", fighting[0])
        return self._at("go_capture", foes[0]) if foes else None

    def turning(self) -> Message | None:
        """Turn on the spot."""
        if not turns_only(self.legs, self.judge.before):
            return None
        foe = self._faced()
        if foe:
            return self._at("go_face", foe)
        about = abs(between(self.began, self.facing)) > HALF_TURN - ALIKE
        return say("idg.do.go_about" if about else "idg.do.go_turn")

    def forming(self) -> Message | None:
        """Change formation."""
        if len(self.ends) < 2 or len(self.ends) != len(shown(self.ctx, self.judge.unit)):
            return None
        was = self._shape([self.judge.rect(one, pose) for one, pose in self.judge.before.items()])
        now = self._shape(list(self.rects.values()))
        if was == now:
            return None
        if self.judge.orders.purpose == "unhitch":
            return say("idg.do.form_ring")
        if now[0] == 1:
            return say("idg.do.form_column")
        return say("idg.do.form_ranks", n=now[1]) if now[1] > 1 else say("idg.do.form_line")

    def _shape(self, rects: list[Rectangle]) -> tuple[int, int]:
        facing = rects[0].pose.facing
        return len(files(rects, facing)), len(ranks(rects, facing))

    def retiring(self) -> Message | None:
        """Go back, facing as before."""
        ahead, aside = self.shift
        return self._far("go_back") if ahead < -abs(aside) and not self._turned() else None

    def sheltering(self) -> Message | None:
        """Go where there is cover."""
        was = self._cover([self.judge.rect(one, pose) for one, pose in self.judge.before.items()])
        now = self._cover(list(self.rects.values()))
        if now is None or now == was:
            return None
        return say("idg.do.go_cover", what=say(f"idg.ground.{now}"))

    def _cover(self, rects: list[Rectangle]) -> str | None:
        for plot in land_of(self.ctx).plots:
            if plot.soil in SHELTER and all(is_inside(rect, plot.area) for rect in rects):
                return plot.soil
        return None

    def shooting(self) -> Message | None:
        """Come where enemies can be shot at."""
        for element, rect in self.rects.items():
            if profile_of(self.ctx, element).missile is None:
                continue
            far = mu(self.ctx, reach_with(self.ctx, element))
            was = self.judge.rect(element, self.judge.before[element])
            for foe in self._foes():
                boxes = [box for box in rects_of(self.ctx, foe) if distance(was, box) > far]
                near = [box for box in boxes if distance(rect, box) <= far]
                if any(part_in_front_zone(rect, box, ARC) for box in near):
                    return self._at("go_shoot", foe)
        return None

    def going_on(self) -> Message | None:
        """Go straight ahead."""
        ahead, aside = self.shift
        if self._turned() or ahead <= abs(aside):
            return None
        return self._far("go_ahead")

    def wheeling(self) -> Message | None:
        """Wheel, toward an enemy or beside a friend."""
        if not self._turned():
            return None
        friend = self._lined_up()
        if friend:
            return self._at("go_align", friend)
        foe = self._faced()
        if foe:
            return self._at("go_toward", foe)
        right = between(self.began, self.facing) > 0
        return say("idg.do.go_right" if right else "idg.do.go_left")

    def going(self) -> Message:
        """Go anywhere else."""
        _, aside = self.shift
        return self._far("go_aside_right" if aside > 0 else "go_aside_left")

    # -- looking ----------------------------------------------------------------------------------

    def _at(self, word: str, unit: UnitId) -> Message:
        return say(f"idg.do.{word}", unit=unit_name(self.ctx, unit))

    def _far(self, word: str) -> Message:
        far = max(self.judge.lengths(self.legs).values())
        return say(f"idg.do.{word}", far=in_tenths(self.ctx, far))

    def _turned(self) -> bool:
        return abs(between(self.began, self.facing)) > ALIKE

    def _foes(self) -> list[UnitId]:
        return on_table(self.ctx, enemy_of(self.judge.side))

    def _faced(self) -> UnitId | None:
        """Name the nearest enemy unit straight before the unit."""
        start = _middle(list(self.ends.values()))
        found = list[tuple[float, UnitId]]()
        for foe in self._foes():
            x, y = _centre(rects_of(self.ctx, foe))
            if abs(between(self.facing, facing_towards(start, (x, y)))) <= AHEAD:
                found.append((hypot(x - start[0], y - start[1]), foe))
        return min(found)[1] if found else None

    def _lined_up(self) -> UnitId | None:
        """Name a friend close by who faces the same way."""
        far, own = mu(self.ctx, NEXT), list(self.rects.values())
        for friend in on_table(self.ctx, self.judge.side):
            if friend == self.judge.unit:
                continue
            if abs(between(self.facing, facing_of(self.ctx, friend))) <= ALIKE:
                others = [rect_of(self.ctx, one) for one in shown(self.ctx, friend)]
                if _gap(own, others) <= far:
                    return friend
        return None


def in_tenths(ctx: IdgCtx, far: float) -> Message:
    """Say a length in MU, to the tenth."""
    tenths = round(far * 10 / ctx.content.mu)
    return say("idg.tenths", whole=str(tenths // 10), tenths=str(tenths % 10))


def _middle(poses: list[Pose]) -> Point:
    return sum(one.x for one in poses) / len(poses), sum(one.y for one in poses) / len(poses)


def _centre(rects: list[Rectangle]) -> Point:
    xs, ys = [one.centre[0] for one in rects], [one.centre[1] for one in rects]
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _gap(some: list[Rectangle], others: list[Rectangle]) -> float:
    return min(distance(one, other) for one in some for other in others)
