"""Artillery that adds its dice to a melee. CCN-15."""

from __future__ import annotations

from itertools import combinations

from msgspec.structs import replace

from walstatt.games.ccn.board import BOARD
from walstatt.games.ccn.cards import no_fire
from walstatt.games.ccn.dice import FIRE, MELEE, query_of
from walstatt.games.ccn.ranged import fire_over, is_engaged, range_of
from walstatt.games.ccn.sight import sees
from walstatt.games.ccn.world import CcnCtx, called, troop_of, unit_name
from walstatt.i18n.catalogue import say
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.ledger import Ledger, Line
from walstatt.kernel.trace import cite, rule


@rule("CCN-15.1")
def may_join(ctx: CcnCtx, gun: UnitId) -> bool:
    """Tell whether a battery is ordered and free to join an attack."""
    one = ctx.world.units[gun]
    if not one.ordered or ctx.content.troops[one.troop].arm != "artillery":
        return False
    if one.fought:
        cite("CCN-15.20")
    if one.barred:
        cite("CCN-15.15")
    return not one.fought and not one.barred


@rule("CCN-15.3", "CCN-15.4")
def reaches(ctx: CcnCtx, gun: UnitId, target: UnitId) -> bool:
    """Tell whether a battery is within range of a target and sees it over nobody."""
    one, enemy = ctx.world.units[gun], ctx.world.units[target]
    troop = ctx.content.troops[one.troop]
    apart = BOARD.distance(one.at, enemy.at)
    if apart == 1:
        cite("CCN-8.3.6")
        return True
    if apart > range_of(troop, one.moved) or no_fire(ctx, troop):
        return False
    if fire_over(ctx, one, troop):
        cite("CCN-16.3.6")
    return sees(ctx, one.at, enemy.at)


def sees_only_over_friends(ctx: CcnCtx, gun: UnitId, target: UnitId) -> bool:
    """Tell whether a battery could fire over friends, which it may not do to join. CCN-15.4."""
    one, enemy = ctx.world.units[gun], ctx.world.units[target]
    troop = ctx.content.troops[one.troop]
    if BOARD.distance(one.at, enemy.at) > range_of(troop, one.moved) or reaches(ctx, gun, target):
        return False
    return sees(ctx, one.at, enemy.at, fire_over(ctx, one, troop))


@rule("CCN-15.16", "CCN-A13")
def is_distracted(ctx: CcnCtx, gun: UnitId, target: UnitId) -> bool:
    """Tell whether an enemy next to a battery keeps it from joining against a distant target."""
    one = ctx.world.units[gun]
    if BOARD.distance(one.at, ctx.world.units[target].at) == 1:
        return False
    return not ctx.options.combined_arms_past_adjacent and is_engaged(ctx, one.side, one.at)


def batteries(ctx: CcnCtx, seat: Seat) -> list[UnitId]:
    """List the batteries of a side that may join some attack."""
    return [
        unit
        for unit, one in ctx.world.units.items()
        if one.ordered and one.side == seat and may_join(ctx, unit)
    ]


def joining(ctx: CcnCtx, guns: list[UnitId], target: UnitId) -> list[tuple[UnitId, ...]]:
    """List every choice of batteries against a target, nobody first."""
    if not guns:
        return [()]
    if target not in ctx.world.units:
        cite("CCN-15.19")
        return [()]
    able = [
        gun for gun in guns if reaches(ctx, gun, target) and not is_distracted(ctx, gun, target)
    ]
    return [chosen for size in range(len(able) + 1) for chosen in combinations(able, size)]


def gun_violations(
    ctx: CcnCtx, seat: Seat, unit: UnitId, target: UnitId, guns: tuple[UnitId, ...]
) -> list[Violation]:
    """List why batteries may not join an attack."""
    found: list[Violation] = []
    if not guns:
        return found
    if troop_of(ctx, unit).arm == "artillery":
        found.append(refuse("CCN-15.1", "ccn.no.guns_alone"))
    if target not in ctx.world.units:
        return [*found, refuse("CCN-15.19", "ccn.no.guns_at_leader")]
    for place, gun in enumerate(guns):
        one = ctx.world.units.get(gun)
        if one is None or one.side != seat or gun == unit or gun in guns[:place]:
            found.append(refuse("CCN-15.1", "ccn.no.gun", unit=called(ctx, gun)))
        elif not may_join(ctx, gun):
            found.append(refuse("CCN-15.1", "ccn.no.gun_not_free", unit=unit_name(ctx, gun)))
        elif sees_only_over_friends(ctx, gun, target):
            found.append(refuse("CCN-15.4", "ccn.no.gun_over_friends", unit=unit_name(ctx, gun)))
        elif not reaches(ctx, gun, target):
            found.append(refuse("CCN-15.3", "ccn.no.gun_reach", unit=unit_name(ctx, gun)))
        elif is_distracted(ctx, gun, target):
            found.append(refuse("CCN-15.16", "ccn.no.engaged", unit=unit_name(ctx, gun)))
    return found


@rule("CCN-15.5", "CCN-15.6")
def gun_ledger(ctx: CcnCtx, gun: UnitId, target: UnitId, *, bonus: bool) -> Ledger:
    """Reckon the dice of one battery: those of melee if adjacent, else those of its range."""
    melee = BOARD.distance(ctx.world.units[gun].at, ctx.world.units[target].at) == 1
    query = query_of(ctx, gun, target, melee=melee, bonus=bonus)
    if query.card:
        cite("CCN-15.18")
    return ctx.reckon(MELEE if melee else FIRE, query)


@rule("CCN-15.2", "CCN-15.5")
def with_guns(
    ctx: CcnCtx, dice: Ledger, guns: tuple[UnitId, ...], target: UnitId, *, bonus: bool
) -> Ledger:
    """Add the dice of batteries, each reckoned for itself. CCN-14.3.3."""
    if not dice.total:
        cite("CCN-15.9")
    if any(line.rule == "CCN-14.3.1" for line in dice.lines):
        cite("CCN-14.3.3", "CCN-14.5.3")
    lines = []
    for gun in guns:
        own = gun_ledger(ctx, gun, target, bonus=bonus)
        words = say("ccn.melee_dice.guns", unit=unit_name(ctx, gun))
        lines.append(Line("CCN-15.5", words, "combined", own.total, parts=(own,)))
    total = dice.total + sum(line.value for line in lines)
    return replace(dice, lines=(*dice.lines, *lines), total=total)
