"""Units at a glance: where they stand, how wide, how far they go, shoot and may be trusted."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from walstatt.boards.contact import distance
from walstatt.boards.pose import Point, between, facing_towards
from walstatt.boards.rectangle import Rectangle
from walstatt.games.idg.ai.weights import Weights
from walstatt.games.idg.ai.worth import Stock, standing_worth, stock_of
from walstatt.games.idg.allowance import UNWIELDY, Dice, unit_dice
from walstatt.games.idg.contacting import MOST_DISORDER, engaged_elsewhere, is_eager
from walstatt.games.idg.land import land_of
from walstatt.games.idg.line_of_battle import is_alone
from walstatt.games.idg.melee_dice import is_inspired
from walstatt.games.idg.surroundings import box_about
from walstatt.games.idg.targets import reach_of
from walstatt.games.idg.troops import Profile
from walstatt.games.idg.works import works_manned
from walstatt.games.idg.world import IdgCtx, is_baggage, lead_profile, rects_of, shown
from walstatt.kernel.ids import Seat, UnitId

Role: TypeAlias = Literal["line", "horse", "light", "bows", "guns", "general", "train"]
"""What a unit is good for."""

TURN: Final = 2
"""What an unwieldy unit loses of its move by turning, in inches. IDG-8.2.1."""
KEPT: Final = 16_384
"""How many measurements are remembered."""
STRAIGHT: Final = 1_500
"""How far aside an enemy may be who is still straight ahead."""


class Body(Struct, frozen=True, gc=False):
    """One unit, summed up."""

    unit: UnitId
    side: Seat
    role: Role
    box: Rectangle
    """Drawn round all its bases."""
    profile: Profile
    stock: Stock
    worth: float
    """As it is now."""
    files: int
    ranks: int
    pace: Dice
    """On good ground."""
    range: int
    """How far it shoots, in inches."""
    shooters: int
    may_attack: bool
    in_melee: bool
    walled: bool
    """Whether it mans works."""
    inspired: bool
    moved: bool
    waits: bool
    """Whether it is still to be activated this turn."""

    @property
    def points(self) -> float:
        """Give what it is worth while it is steady."""
        return self.stock.points

    @property
    def unwieldy(self) -> bool:
        """Does turning cost it part of its move?"""
        return self.files > 1 and self.profile.troop in UNWIELDY


def body_of(ctx: IdgCtx, unit: UnitId, weights: Weights) -> Body:
    """Sum a unit up."""
    one = ctx.world.units[unit]
    rects, profile = rects_of(ctx, unit), lead_profile(ctx, unit)
    box, stock = box_of(ctx, unit), stock_of(ctx, unit, weights)
    files = max(1, min(len(rects), round(box.base.width / rects[0].base.width)))
    far = 0 if profile.missile is None else reach_of(profile, profile.missile)
    ranks = ceil(len(rects) / files)
    return Body(
        unit=unit,
        side=one.side,
        role=role_of(ctx, unit, profile),
        box=box,
        profile=profile,
        stock=stock,
        worth=standing_worth(stock, weights),
        files=files,
        ranks=ranks,
        pace=unit_dice(ctx, unit, "good"),
        range=0 if one.form == "riding" or one.dummy else far,
        shooters=min(len(rects), files * shooting_ranks(profile)),
        may_attack=is_eager(ctx, unit) and one.disorder <= MOST_DISORDER and not one.dummy,
        in_melee=bool(engaged_elsewhere(ctx, unit)),
        walled=bool(land_of(ctx).works) and any(works_manned(ctx, e) for e in shown(ctx, unit)),
        inspired=is_inspired(ctx, unit),
        moved=any(ctx.world.elements[e].moved for e in one.elements),
        waits=not one.activated,
    )


def role_of(ctx: IdgCtx, unit: UnitId, profile: Profile) -> Role:
    """Tell what a unit is good for."""
    if is_baggage(ctx, unit):
        return "train"
    if is_alone(ctx, unit):
        return "general"
    if profile.troop in ("skirmisher", "light_cavalry", "light_chariot"):
        return "light"
    if profile.troop == "artillery":
        return "guns"
    if profile.troop == "warrior":
        return "bows" if "bowmen" in profile.subtypes else "line"
    return "line" if profile.troop == "elephant" else "horse"


def shooting_ranks(profile: Profile) -> int:
    """Tell how many ranks of a unit shoot: bows over the first one. IDG-9.5.1, IDG-9.5.2."""
    bows = profile.weapon in ("bow", "crossbow") and profile.troop in ("warrior", "heavy_cavalry")
    return 2 if bows else 1


# -- measuring ------------------------------------------------------------------------------------


def gap(ctx: IdgCtx, one: Rectangle, other: Rectangle) -> float:
    """Measure between two units, in inches."""
    return _distance(one, other) / ctx.content.mu


@lru_cache(maxsize=KEPT)
def _distance(one: Rectangle, other: Rectangle) -> float:
    """Measure between two units; most of them stand where they stood."""
    return distance(one, other)


@lru_cache(maxsize=KEPT)
def box_round(rects: tuple[Rectangle, ...]) -> Rectangle:
    """Draw a rectangle round bases, most of which stand where they stood."""
    return box_about(rects)


def box_of(ctx: IdgCtx, unit: UnitId) -> Rectangle:
    """Draw a rectangle round a unit."""
    return box_round(tuple(rects_of(ctx, unit)))


def front_of(box: Rectangle) -> Point:
    """Give the middle of the front of a unit."""
    (x, y), (ax, ay) = box.centre, box.ahead
    return x + ax * box.half_depth, y + ay * box.half_depth


def breadth(box: Rectangle, along: Point) -> float:
    """Measure how far a unit reaches to either side of its middle, seen along a direction."""
    (x, y), (ax, ay) = box.centre, along
    return max(abs((cy - y) * ax - (cx - x) * ay) for cx, cy in box.corners)


def aside(box: Rectangle, point: Point) -> int:
    """Tell how far a unit would have to turn to face a point."""
    return abs(between(box.pose.facing, facing_towards(box.centre, point)))


def is_behind(box: Rectangle, point: Point) -> bool:
    """Does a point lie behind the rear of a unit?"""
    return box.local(point)[1] < -box.half_depth


def is_beside(box: Rectangle, point: Point) -> bool:
    """Does a point lie behind the front of a unit: on its flank or in its rear?"""
    return box.local(point)[1] < box.half_depth


@lru_cache(maxsize=4096)
def reaches(pace: Dice, inches: float) -> float:
    """Give the chance that dice come to so many inches."""
    odds = {0: 1.0}
    for _ in range(pace.dice):
        more: dict[int, float] = {}
        for total, chance in odds.items():
            for face in range(1, 7):
                more[total + face] = more.get(total + face, 0.0) + chance / 6
        odds = more
    return sum(chance for total, chance in odds.items() if total + pace.add >= inches)


def comes_at(ctx: IdgCtx, mover: Body, start: Rectangle, target: Rectangle) -> float:
    """Give the chance that a unit gets into contact with another in one move."""
    far = gap(ctx, start, target)
    if mover.unwieldy and aside(start, target.centre) > STRAIGHT:
        far += TURN
    return reaches(mover.pace, round(far, 1))
