"""What an attack may lead to besides losses, in a few words each: for previews. CCN-11."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from msgspec import Struct

from walstatt.games.ccn.attack import Attack, Manner, attack_ledger, reading, request
from walstatt.games.ccn.morale import ignorable_flags, retreat_paths
from walstatt.games.ccn.odds import Fate, Struck, attack_odds, leader_check_roll
from walstatt.games.ccn.world import CcnCtx, leader_of, troop_of
from walstatt.i18n.catalogue import Message
from walstatt.kernel.ids import UnitId
from walstatt.kernel.ledger import Ledger
from walstatt.kernel.odds import at_least, distribution
from walstatt.kernel.prompts import Chance

HELD_BY_LEADER = "CCN-11.2.3"


def percent(chance: Fraction) -> int:
    """Round to whole percents, but never to nothing or to certainty what is neither."""
    if not 0 < chance < 1:
        return int(chance * 100)
    return min(max(round(chance * 100), 1), 99)


class Outlook(Struct, frozen=True):
    """How a target takes the flags of a roll."""

    odds: Mapping[Struck, Fraction]
    blocks: int
    ignores: int
    """How many flags it may ignore now."""
    led: int
    """How many of them only because its leader is with it."""
    retreat: int
    """How many hexes each flag costs it."""
    pinned: bool
    """Whether it has no way back, so that flags cost it blocks."""
    falls: Fraction
    """How likely its leader falls when it loses blocks and lives."""

    def chance(self, wanted: Callable[[Struck, int], bool]) -> Fraction:
        """Give the chance of something that depends on the roll and on the flags that count."""
        total = Fraction(0)
        for result, chance in self.odds.items():
            if result.destroyed:
                continue
            checked = self.falls if result.losses else Fraction(0)
            kept = max(result.flags - self.ignores, 0)
            alone = max(result.flags - self.ignores + self.led, 0)
            total += chance * (1 - checked) * wanted(result, kept)
            total += chance * checked * wanted(result, alone)
        return total

    def driven(self) -> Fraction:
        """Give the chance of flags that it cannot ignore."""
        return self.chance(lambda _, flags: flags > 0)

    def stands(self) -> Fraction:
        """Give the chance that it is still there, and in its hex."""
        return self.chance(self._stands)

    def _stands(self, result: Struck, flags: int) -> bool:
        if not flags:
            return True
        return self.pinned and result.losses + flags * self.retreat < self.blocks


def outlook(
    ctx: CcnCtx, unit: UnitId, target: UnitId, manner: Manner, odds: Mapping[Struck, Fraction]
) -> Outlook:
    """Look up how a target would take the flags of an attack."""
    one = ctx.world.units[target]
    bounced = Attack(unit, target, manner).bounced(ctx)
    steady = ignorable_flags(ctx, target, ctx.world.units[unit].at, bounced=bounced)
    by_leader = sum(line.value for line in steady.lines if line.rule == HELD_BY_LEADER)
    falls = Fraction(0)
    if leader_of(ctx, target) is not None:
        check = leader_check_roll(one.side, survives=True)
        falls = distribution(check)[Fate(falls=True)]
    return Outlook(
        odds,
        one.blocks,
        steady.total,
        min(by_leader, steady.total),
        troop_of(ctx, target).retreat,
        one.square > 0 or retreat_paths(ctx, target, 1) == [()],
        falls,
    )


def roll_told(
    ctx: CcnCtx, unit: UnitId, target: UnitId, manner: Manner, dice: Ledger
) -> tuple[tuple[Chance, ...], tuple[Message, ...]]:
    """Give the odds of an attack roll, and in words what they mean for the target."""
    asked = request(ctx, unit, reading(ctx, unit, target, manner), manner, dice)
    if target not in ctx.world.units:
        return attack_odds(asked, led=False), ()
    led = leader_of(ctx, target) is not None
    seen = outlook(ctx, unit, target, manner, distribution(asked))
    return attack_odds(asked, led=led), tuple(_facts(ctx, seen, manner))


def _facts(ctx: CcnCtx, seen: Outlook, manner: Manner) -> Iterator[Message]:
    flag = at_least(seen.odds, lambda result: result.flags, 1)
    if flag:
        yield ctx.say("fact.flag", n=percent(flag))
    if seen.ignores and flag:
        yield ctx.say("fact.ignores", n=seen.ignores)
    driven = seen.driven()
    if driven and (seen.ignores or seen.pinned):
        yield ctx.say("fact.pinned" if seen.pinned else "fact.driven", n=percent(driven))
    if manner == "melee":
        yield ctx.say("fact.stands", n=percent(seen.stands()))


def strike_told(
    ctx: CcnCtx, unit: UnitId, target: UnitId
) -> tuple[Ledger, tuple[Chance, ...], tuple[Message, ...]]:
    """Give dice, odds and consequences of a strike in the enemy's turn."""
    dice = attack_ledger(ctx, unit, target, "back")
    return dice, *roll_told(ctx, unit, target, "back", dice)
