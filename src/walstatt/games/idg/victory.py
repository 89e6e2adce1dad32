"""Who has won: looked at when a turn is over, and in a raid also at once. IDG-5, IDG-19.

The rules set no limit of turns for an open battle or an ambush. Players may agree on one: then an
open battle is a draw, and the attacker of an ambush has failed to get through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from walstatt.games.idg.content import SEATS
from walstatt.games.idg.fitness import fighting_units, fit_units, is_train
from walstatt.games.idg.scenario_events import (
    BrokeThrough,
    CarriedOff,
    ColumnRouted,
    CutOff,
    Nightfall,
    NoneFit,
    OutOfTime,
)
from walstatt.games.idg.troops import Scenario
from walstatt.games.idg.victory_siege import siege_verdict
from walstatt.games.idg.world import IN_PLAY, IdgCtx, Status, Unit, enemy_of
from walstatt.i18n.catalogue import say
from walstatt.kernel.frames import Flow, Frame, done, end
from walstatt.kernel.ids import RuleId, Seat
from walstatt.kernel.outcome import Outcome
from walstatt.kernel.trace import register, rule

ROUTED_AT: Final = 5
SAFE_TURNS: Final = 2
"""In how many turns at the beginning an ambushed army cannot be beaten by rout. IDG-5.3.15."""
RAID_TURNS: Final = 8
ENTRY_TURNS: Final = 3
"""How many more turns every unit of a column has until nightfall."""
MAY_STILL_LEAVE: Final[tuple[Status, ...]] = ("reserve", "late", *IN_PLAY)
NOT_ENTERED: Final[tuple[Status, ...]] = ("reserve", "late", "absent")

# Whoever wants to concede does so at the table, whatever is being played there.
register(("IDG-19.1.1",), "walstatt.server.offers.resign")


def won(seat: Seat, how: str) -> Outcome:
    """Say that a side has won, and how."""
    return Outcome((seat,), say(f"idg.won.{how}"))


# -- open battle ----------------------------------------------------------------------------------


@rule("IDG-5.4.8", "IDG-19.1.2", "IDG-19.1.4")
def open_verdict(ctx: IdgCtx) -> Outcome | None:
    """A side loses that has nobody fit to fight on the table; if both have, it is a draw."""
    beaten = [seat for seat in SEATS if not fit_units(ctx, seat)]
    for seat in beaten:
        ctx.emit(NoneFit(seat=seat))
    if len(beaten) > 1:
        return Outcome((), say("idg.won.both_spent"))
    if beaten:
        return won(enemy_of(beaten[0]), "field")
    return _too_long(ctx)


def _too_long(ctx: IdgCtx) -> Outcome | None:
    limit = ctx.options.var_open_turn_limit
    if not limit or ctx.world.turn < limit:
        return None
    ctx.emit(Nightfall(ctx.world.turn))
    return _by_night(ctx)


def _by_night(ctx: IdgCtx) -> Outcome:
    """Whoever has clearly more of his army left holds the field; else it is a draw."""
    better, worse = sorted(SEATS, key=lambda seat: _share_left(ctx, seat), reverse=True)
    lead = ctx.options.var_nightfall_lead
    if lead and _share_left(ctx, better) - _share_left(ctx, worse) >= lead:
        return won(better, "field_held")
    return Outcome((), say("idg.won.nightfall"))


def _share_left(ctx: IdgCtx, side: Seat) -> float:
    """Give how many percent of an army's fighting elements are on the table and fit to fight."""
    units = ctx.world.units
    left = sum(len(units[unit].elements) for unit in fit_units(ctx, side))
    return 100 * left / sum(units[unit].size for unit in fighting_units(ctx, side))


# -- ambush ---------------------------------------------------------------------------------------


class Tally(NamedTuple):
    """The fighting elements of an ambushed army, and its baggage."""

    started: int
    exited: int
    left: int
    """Those that may still get over the far edge."""
    trains_out: bool
    """Whether all of its baggage has left by the far edge."""
    trains_left: bool
    """Whether all of it has, or still may."""

    @property
    def two_thirds(self) -> int:
        """Give how many must get away without the baggage."""
        return -(-2 * self.started // 3)

    @property
    def half(self) -> int:
        """Give how many must get away with it."""
        return -(-self.started // 2)


@rule("IDG-5.3.20", "IDG-5.3.19")
def tally(ctx: IdgCtx, side: Seat) -> Tally:
    """Count what an army started with, the general included, and what has left by the far edge."""
    fighters = [ctx.world.units[unit] for unit in fighting_units(ctx, side)]
    trains = [one for one in _trains(ctx, side) if one.size]
    gone = ("exited",)
    return Tally(
        sum(one.size for one in fighters),
        _count(fighters, gone),
        _count(fighters, MAY_STILL_LEAVE),
        bool(trains) and all(_is_whole(one, gone) for one in trains),
        bool(trains) and all(_is_whole(one, (*gone, *MAY_STILL_LEAVE)) for one in trains),
    )


def _trains(ctx: IdgCtx, side: Seat) -> Iterator[Unit]:
    for unit, one in ctx.world.units.items():
        if one.side == side and is_train(ctx, unit):
            yield one


def _count(units: list[Unit], statuses: tuple[str, ...]) -> int:
    return sum(len(one.elements) for one in units if one.status in statuses)


def _is_whole(train: Unit, statuses: tuple[str, ...]) -> bool:
    return train.status in statuses and len(train.elements) == train.size


def ambush_verdict(ctx: IdgCtx) -> Outcome | None:
    """The attacker has to get through; if he no longer can, or is beaten, he loses.

    So he does at nightfall, for which every unit of his column, one of which enters a turn, gives
    him three more turns.
    """
    attacker = ctx.world.attacker
    if through := _through(ctx, attacker):
        return through
    if _is_cut_off(ctx, attacker):
        ctx.emit(CutOff(seat=attacker))
        return won(enemy_of(attacker), "cut_off")
    if _is_column_routed(ctx, attacker):
        ctx.emit(ColumnRouted(seat=attacker))
        return won(enemy_of(attacker), "column_routed")
    limit = ctx.options.var_open_turn_limit
    if limit and ctx.world.turn >= limit + ENTRY_TURNS * len(ctx.world.column):
        ctx.emit(Nightfall(ctx.world.turn))
        return won(enemy_of(attacker), "cut_off")
    return None


@rule("IDG-5.3.12", "IDG-5.3.13")
def _through(ctx: IdgCtx, attacker: Seat) -> Outcome | None:
    """Two thirds got through, or half and all the baggage."""
    count = tally(ctx, attacker)
    cited: RuleId = "IDG-5.3.12"
    if count.exited < count.two_thirds:
        if count.exited < count.half or not count.trains_out:
            return None
        cited = "IDG-5.3.13"
    ctx.emit(BrokeThrough(count.exited, count.started, seat=attacker, because=cited))
    return won(attacker, "through")


@rule("IDG-5.3.14")
def _is_cut_off(ctx: IdgCtx, attacker: Seat) -> bool:
    """Can neither two thirds get through any more, nor half with all the baggage?"""
    count = tally(ctx, attacker)
    most = count.exited + count.left
    return most < count.two_thirds and (most < count.half or not count.trains_left)


@rule("IDG-5.3.15")
def _is_column_routed(ctx: IdgCtx, attacker: Seat) -> bool:
    """Is everybody who has entered routed or destroyed, after the first two turns?

    Who has left the table, of his own will or not, is neither; baggage is not counted.
    """
    if ctx.world.turn <= SAFE_TURNS:
        return False
    units = [ctx.world.units[unit] for unit in fighting_units(ctx, attacker)]
    entered = [one for one in units if one.status not in NOT_ENTERED]
    return bool(entered) and all(_is_beaten(one) for one in entered)


def _is_beaten(one: Unit) -> bool:
    if one.status == "destroyed":
        return True
    return one.status in IN_PLAY and one.disorder >= ROUTED_AT


# -- raid -----------------------------------------------------------------------------------------


@rule("IDG-5.5.7")
def raid_success(ctx: IdgCtx) -> Outcome | None:
    """The attacker of a raid has won the moment he has captured the enemy's baggage."""
    attacker = ctx.world.attacker
    if ctx.world.scenario != "raid" or enemy_of(attacker) not in ctx.world.captured:
        return None
    ctx.emit(CarriedOff(seat=attacker))
    return won(attacker, "carried_off")


@rule("IDG-5.5.8", "IDG-5.5.12")
def raid_verdict(ctx: IdgCtx) -> Outcome | None:
    """Without the baggage he loses after eight turns, or when he has nobody left to fight."""
    if success := raid_success(ctx):
        return success
    attacker = ctx.world.attacker
    if not fit_units(ctx, attacker, off_table=True):
        ctx.emit(NoneFit(seat=attacker, because="IDG-5.5.12"))
        return won(enemy_of(attacker), "field")
    if ctx.world.turn >= RAID_TURNS:
        ctx.emit(OutOfTime(ctx.world.turn, seat=attacker))
        return won(enemy_of(attacker), "out_of_time")
    return None


# -- the check ------------------------------------------------------------------------------------

VERDICTS: Final[dict[Scenario, Callable[[IdgCtx], Outcome | None]]] = {
    "open_battle": open_verdict,
    "ambush": ambush_verdict,
    "raid": raid_verdict,
    "siege": siege_verdict,
}


def verdict(ctx: IdgCtx) -> Outcome | None:
    """Tell how the battle has ended, if it has."""
    return VERDICTS[ctx.world.scenario](ctx)


@rule("IDG-7.2.12")
class VictoryCheck(Frame, frozen=True, tag="victory_check"):
    """At the end of every turn it is checked whether somebody has won."""

    def begin(self, ctx: IdgCtx) -> Flow:
        """End the battle, or go on."""
        ctx.world.phase = "victory"
        outcome = verdict(ctx)
        return done() if outcome is None else end(outcome)
