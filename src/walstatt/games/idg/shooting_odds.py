"""What shots may come to, exactly. IDG-9.6, IDG-9.7."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.shooting_results import Struck, shot_roll
from walstatt.games.idg.world import ElementId, IdgCtx
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.chance import Roll
from walstatt.kernel.ids import UnitId
from walstatt.kernel.odds import distribution, expected
from walstatt.kernel.prompts import Chance, Preview, Sightline, Target


class Harm(NamedTuple):
    """What several shots do to a unit together."""

    markers: int
    lost: int


def of_one(request: Roll[Any]) -> dict[Harm, Fraction]:
    """Give the chances of one shot."""
    found: dict[Harm, Fraction] = {}
    odds: Mapping[Struck, Fraction] = distribution(request)
    for result, part in odds.items():
        harm = Harm(result.markers, int(result.lost))
        found[harm] = found.get(harm, Fraction(0)) + part
    return found


def together(requests: Iterable[Roll[Any]]) -> dict[Harm, Fraction]:
    """Give the chances of several shots at one unit."""
    found = {Harm(0, 0): Fraction(1)}
    for request in requests:
        more = of_one(request)
        after: dict[Harm, Fraction] = {}
        for harm, part in found.items():
            for other, chance in more.items():
                both = Harm(harm.markers + other.markers, harm.lost + other.lost)
                after[both] = after.get(both, Fraction(0)) + part * chance
        found = after
    return dict(sorted(found.items()))


def average(odds: Mapping[Harm, Fraction]) -> tuple[Fraction, Fraction]:
    """Give the markers and the losses on average."""
    return expected(odds, lambda one: one.markers), expected(odds, lambda one: one.lost)


# -- in words -------------------------------------------------------------------------------------


def chances(odds: Mapping[Harm, Fraction]) -> tuple[Chance, ...]:
    """Name every result with its chance, the worst for the target first."""
    worst_first = sorted(odds, key=lambda one: (one.lost, one.markers), reverse=True)
    return tuple(Chance(harm_label(one), round(odds[one] * 1_000_000)) for one in worst_first)


def harm_label(harm: Harm) -> Message:
    """Name what shots do to a unit."""
    if harm == Harm(0, 0):
        return say("idg.odds.shot.nothing")
    if not harm.lost:
        return say("idg.odds.shot.markers", n=harm.markers)
    if not harm.markers:
        return say("idg.odds.shot.runs")
    lost = say("idg.odds.shot.lost", n=harm.lost)
    return say(
        "idg.odds.shot.both", lost=lost, markers=say("idg.odds.shot.markers", n=harm.markers)
    )


def foresee(ctx: IdgCtx, shooter: ElementId, target: ElementId) -> Preview:
    """Show what a shot would add to its die, and what may come of it."""
    request = shot_roll(ctx, shooter, target)
    sight = Sightline(Target("piece", shooter), Target("piece", target))
    return Preview(ledgers=request.ledgers, odds=chances(of_one(request)), sight=(sight,))


def foresee_all(ctx: IdgCtx, shots: Sequence[tuple[ElementId, ElementId]]) -> Preview:
    """Show what may come of several shots: the odds at one unit, averages at several."""
    rolls = by_unit(ctx, shots)
    lines = tuple(Sightline(Target("piece", one), Target("piece", two)) for one, two in shots)
    facts = tuple(_fact(ctx, unit, requests) for unit, requests in rolls.items())
    if len(rolls) != 1:
        return Preview(sight=lines, facts=facts)
    requests = next(iter(rolls.values()))
    ledgers = tuple({one.ledgers[0].total: one.ledgers[0] for one in requests}.values())
    return Preview(ledgers=ledgers, odds=chances(together(requests)), sight=lines, facts=facts)


def by_unit(
    ctx: IdgCtx, shots: Sequence[tuple[ElementId, ElementId]]
) -> dict[UnitId, list[Roll[int]]]:
    """Sort the rolls of shots by the unit they strike."""
    found: dict[UnitId, list[Roll[int]]] = {}
    for shooter, target in shots:
        unit = ctx.world.elements[target].unit
        found.setdefault(unit, []).append(shot_roll(ctx, shooter, target))
    return found


def _fact(ctx: IdgCtx, unit: UnitId, requests: Sequence[Roll[int]]) -> Message:
    markers, lost = average(together(requests))
    return say(
        "idg.fact.shot_average",
        unit=unit_name(ctx, unit),
        n=len(requests),
        markers=_tenths(markers),
        lost=_tenths(lost),
    )


def _tenths(number: Fraction) -> Message:
    tenths = round(number * 10)
    return say("idg.fact.tenths", whole=str(tenths // 10), tenths=str(tenths % 10))
