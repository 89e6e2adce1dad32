"""What units are worth, and what markers and losses take from that."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from walstatt.games.idg.ai.weights import Weights
from walstatt.games.idg.morale import FAILED
from walstatt.games.idg.prices import formula_points
from walstatt.games.idg.troops import Profile, Quality
from walstatt.games.idg.world import ElementId, IdgCtx, is_baggage, profile_of
from walstatt.kernel.ids import UnitId

WAVERS: Final[dict[Quality, float]] = {"elite": 1 / 3, "ordinary": 1 / 2, "raw": 2 / 3}
"""How often a test of morale is failed. IDG-12.4.1."""
FREE: Final = ("baggage", "wagon")


class Stock(Struct, frozen=True, gc=False):
    """What a unit is worth while it is steady, for how many elements, and how steady it is."""

    points: float
    count: int
    disorder: int
    quality: Quality


class Toll(Struct, frozen=True, gc=False):
    """What a unit suffers on average: markers, and elements."""

    markers: float = 0.0
    lost: float = 0.0

    def plus(self, other: Toll, share: float = 1.0) -> Toll:
        """Add what comes next, or part of it."""
        return Toll(self.markers + share * other.markers, self.lost + share * other.lost)

    def times(self, count: float) -> Toll:
        """Suffer it several times."""
        return Toll(self.markers * count, self.lost * count)


NO_TOLL: Final = Toll()


@lru_cache(maxsize=512)
def points_of(profile: Profile) -> float:
    """Price an element; what costs nothing is worth nothing by itself."""
    return 0.0 if profile.troop in FREE else float(formula_points(profile))


def element_worth(ctx: IdgCtx, element: ElementId, weights: Weights) -> float:
    """Price an element, a general's included."""
    led = weights.general if ctx.world.elements[element].general else 0.0
    return points_of(profile_of(ctx, element)) + led


def stock_of(ctx: IdgCtx, unit: UnitId, weights: Weights) -> Stock:
    """Sum a unit up."""
    one = ctx.world.units[unit]
    points = sum(element_worth(ctx, element, weights) for element in one.elements)
    plain = next((e for e in one.elements if not ctx.world.elements[e].general), one.elements[0])
    quality = profile_of(ctx, plain).quality
    return Stock(points, len(one.elements), one.disorder + one.fresh, quality)


def steadiness(ladder: Sequence[float], markers: float) -> float:
    """Tell what is left of a unit's worth with so many markers, between whole numbers too."""
    last = len(ladder) - 1
    if markers >= last:
        return ladder[last]
    whole = int(markers)
    return ladder[whole] + (markers - whole) * (ladder[whole + 1] - ladder[whole])


def standing_worth(stock: Stock, weights: Weights) -> float:
    """Tell what a unit is worth as it is now."""
    return stock.points * steadiness(weights.ladder, stock.disorder)


def harm(stock: Stock, toll: Toll, weights: Weights) -> float:
    """Tell what a toll takes from a unit, the tests of morale for lost elements included."""
    lost = min(toll.lost, stock.count)
    shaken = toll.markers + lost * FAILED * WAVERS[stock.quality]
    left = stock.points * (1 - lost / stock.count)
    after = left * steadiness(weights.ladder, stock.disorder + shaken)
    return standing_worth(stock, weights) - after


def army_worth(ctx: IdgCtx, side: str, weights: Weights) -> float:
    """Sum up the units of a side that can still fight."""
    return sum(
        standing_worth(stock_of(ctx, unit, weights), weights)
        for unit, one in ctx.world.units.items()
        if one.side == side
        and one.elements
        and one.status in ("table", "late", "reserve", "concealed")
        and not is_baggage(ctx, unit)
    )
