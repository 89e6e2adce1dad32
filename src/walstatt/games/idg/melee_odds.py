"""What a fight may come to, exactly: a hundred equally likely results. IDG-11.8, IDG-11.9."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from walstatt.games.idg.melee_dice import melee_ledger
from walstatt.games.idg.melee_results import Fallen, clash_roll
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.pairing import Couple, settled
from walstatt.games.idg.support import Backing, Bout, Offer, Plan, planned
from walstatt.games.idg.world import ElementId, IdgCtx, side_of
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.chance import Roll
from walstatt.kernel.odds import distribution, expected, tally
from walstatt.kernel.prompts import Chance, Preview
from walstatt.kernel.trace import rule


class Prospect(NamedTuple):
    """What a fight means to one of a pair: markers on average, and how likely it is lost."""

    markers: Fraction
    lost: Fraction


class Prospects(NamedTuple):
    """What a fight means to both."""

    own: Prospect
    foe: Prospect


def prospects(request: Roll[int]) -> Prospects:
    """Reckon what the roll of a pair means to whoever made the contact, and to the other."""
    odds = distribution(request)
    return Prospects(
        Prospect(
            expected(odds, lambda one: one.own_markers), expected(odds, lambda one: one.own_lost)
        ),
        Prospect(
            expected(odds, lambda one: one.foe_markers), expected(odds, lambda one: one.foe_lost)
        ),
    )


# -- in words -------------------------------------------------------------------------------------


class Band(NamedTuple):
    """What one of a pair, or both, or nobody, suffers."""

    who: int
    """-1 the second, 1 the first, 0 both or nobody."""
    markers: int
    lost: bool


def bands(odds: Mapping[Fallen, Fraction]) -> dict[Band, Fraction]:
    """Gather the results that mean the same, worst for the second first."""
    found: dict[Band, Fraction] = tally(odds, band_of)
    return dict(sorted(found.items(), key=lambda one: rank_of(one[0])))


def band_of(result: Fallen) -> Band:
    """Tell what a result means to whom."""
    if result.own_markers and result.foe_markers:
        return Band(0, result.own_markers, lost=False)
    if result.own_markers or result.own_lost:
        return Band(1, result.own_markers, result.own_lost)
    if result.foe_markers or result.foe_lost:
        return Band(-1, result.foe_markers, result.foe_lost)
    return Band(0, 0, lost=False)


def rank_of(band: Band) -> tuple[int, int]:
    """Order results, worst for the second first."""
    worth = 10 * band.lost + band.markers
    return band.who, worth * (band.who or 1)


def chances(ctx: IdgCtx, bout: Bout, request: Roll[int]) -> tuple[Chance, ...]:
    """Give the chance of every result, as a player would name it."""
    found = bands(distribution(request)).items()
    return tuple(Chance(_label(ctx, bout, band), _millionths(part)) for band, part in found)


def _millionths(chance: Fraction) -> int:
    return round(chance * 1_000_000)


def _label(ctx: IdgCtx, bout: Bout, band: Band) -> Message:
    if band.who == 0:
        return say("idg.odds.melee.both" if band.markers else "idg.odds.melee.nothing")
    element = bout.elements[0] if band.who > 0 else bout.elements[1]
    unit = unit_name(ctx, ctx.world.elements[element].unit)
    if not band.lost:
        return say("idg.odds.melee.markers", unit=unit, n=band.markers)
    if not band.markers:
        return say("idg.odds.melee.lost", unit=unit)
    return say("idg.odds.melee.lost_and_markers", unit=unit, n=band.markers)


def averages(ctx: IdgCtx, bout: Bout, request: Roll[int]) -> Iterator[Message]:
    """Tell how many markers each gets on average."""
    for element, one in zip(bout.elements, prospects(request), strict=True):
        tenths = round(one.markers * 10)
        unit = unit_name(ctx, ctx.world.elements[element].unit)
        whole, part = str(tenths // 10), str(tenths % 10)
        yield say("idg.fact.melee_average", unit=unit, whole=whole, tenths=part)


# -- before rolling -------------------------------------------------------------------------------


def bouts(
    ctx: IdgCtx, chosen: tuple[Couple, ...] = (), backing: tuple[Backing, ...] = ()
) -> tuple[Bout, ...]:
    """List the fights as they would be if nobody chose otherwise: D24 and D25.

    `chosen` and `backing` are the pairs and supporters for whom somebody chose already.
    """
    found = settled(ctx, chosen)
    plan = planned(ctx, found, backing)
    if not plan.open:
        return plan.bouts
    return planned(ctx, found, (*backing, *stronger(ctx, plan, plan.open))).bouts


@rule("IDG-11.7.4")
def stronger(ctx: IdgCtx, plan: Plan, offers: Sequence[Offer]) -> tuple[Backing, ...]:
    """Choose for everybody the friend who adds more to his die as things stand."""
    totals = {
        stand.element: melee_ledger(ctx, stand).total
        for bout in plan.bouts
        for stand in (bout.one, bout.other)
    }
    found: dict[ElementId, Offer] = {}
    for one in offers:
        best = found.get(one.supporter)
        if best is None or totals[one.friend] > totals[best.friend]:
            found[one.supporter] = one
    return tuple((one.supporter, one.friend) for one in found.values())


def bout_of(ctx: IdgCtx, a: ElementId, b: ElementId) -> Bout | None:
    """Find the fight of two enemies, or what it would be if they could be a pair."""
    couple = (a, b) if side_of(ctx, a) == ctx.world.first else (b, a)
    found = (one for one in bouts(ctx, (couple,)) if set(one.elements) == {a, b})
    return next(found, None)


def foretold(ctx: IdgCtx, bout: Bout) -> Preview:
    """Show what both of a pair add to their dice, and what may come of it."""
    request = clash_roll(ctx, bout)
    return Preview(
        ledgers=request.ledgers,
        odds=chances(ctx, bout, request),
        facts=tuple(averages(ctx, bout, request)),
    )


def foresee(ctx: IdgCtx, a: ElementId, b: ElementId) -> Preview:
    """Show what would come of a fight between two enemies in contact; nothing if none can be."""
    bout = bout_of(ctx, a, b)
    return Preview() if bout is None else foretold(ctx, bout)
