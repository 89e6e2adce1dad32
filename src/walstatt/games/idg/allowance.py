"""How far a unit may move: the dice of its row, and what turning costs. IDG-8.1 to IDG-8.3."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from walstatt.boards.formation import majority_facing, width_across
from walstatt.boards.pose import rightward
from walstatt.boards.rectangle import Rectangle
from walstatt.games.idg.content import IdgContent
from walstatt.games.idg.laager import is_hitched
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.standing import mu
from walstatt.games.idg.troops import Profile
from walstatt.games.idg.waters import in_boats
from walstatt.games.idg.whereabouts import place_of
from walstatt.games.idg.world import IdgCtx, makeup_of, rects_of, shown
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel import trace
from walstatt.kernel.definition import Ruleset
from walstatt.kernel.ids import UnitId
from walstatt.kernel.ledger import Ledger, Quantity, Stage, contributes
from walstatt.kernel.trace import cite, rule

Column: TypeAlias = Literal["good", "difficult"]
COLUMNS: Final[tuple[Column, ...]] = ("good", "difficult")


class Dice(Struct, frozen=True):
    """So many D6, and a fixed number."""

    dice: int
    add: int = 0

    @property
    def average(self) -> Fraction:
        """Give what they come to on average."""
        return Fraction(7 * self.dice, 2) + self.add


class Row(Struct, frozen=True):
    """A row of the table."""

    good: Dice
    difficult: Dice

    def column(self, column: Column) -> Dice:
        """Give the dice of a column."""
        return self.good if column == "good" else self.difficult


ROWS: Final[dict[str, Row]] = {
    "heavily_armoured_warrior": Row(Dice(1, 2), Dice(1, -1)),
    "warrior": Row(Dice(2), Dice(1)),
    "elephant": Row(Dice(2), Dice(1)),
    "skirmisher": Row(Dice(2, 3), Dice(2)),
    "light_cavalry": Row(Dice(3, 4), Dice(1, 2)),
    "light_chariot": Row(Dice(3, 4), Dice(1, 2)),
    "mounted_infantry": Row(Dice(3, 4), Dice(1, 2)),
    "heavy_cavalry": Row(Dice(3), Dice(1)),
    "cataphract": Row(Dice(2, 2), Dice(1, -2)),
    "heavy_chariot": Row(Dice(2, 2), Dice(1, -2)),
    "artillery": Row(Dice(1), Dice(1, -2)),
    "wagon": Row(Dice(1), Dice(1, -2)),
    "baggage": Row(Dice(1), Dice(1, -2)),
    "boat": Row(Dice(2), Dice(1)),
}
"""The table of moves, in MU (IDG-8.1.1); of boats at sea or downstream, or else (IDG-17.2.2)."""

UNWIELDY: Final = ("warrior", "heavy_cavalry", "cataphract", "heavy_chariot")
TURNING: Final = 2
SIDESTEP: Final = Fraction(1, 2)
"""How far a unit may shift sideways without turning. IDG-8.2.2."""
ASIDE: Final = float(SIDESTEP)


@rule("IDG-8.1.1")
def row_of(profile: Profile, *, riding: bool = False) -> str:
    """Name the row of an element: by its class, except heavily armoured warriors and riders."""
    if riding and profile.mounted_infantry:
        return "mounted_infantry"
    if profile.troop == "warrior" and profile.armour == "heavily_armoured":
        return "heavily_armoured_warrior"
    return profile.troop


@rule("IDG-8.1.6", "IDG-17.2.2", "IDG-A50")
def unit_row(ctx: IdgCtx, unit: UnitId, column: Column) -> str:
    """Name the row of a unit: the slowest of its elements', by the average of the column used.

    All boats are alike. An element that stands for a folded unit has the dice of the whole unit.
    """
    if in_boats(ctx, unit):
        return "boat"
    if ctx.world.units[unit].folded:
        cite("IDG-5.7.15")
    riding = ctx.world.units[unit].form == "riding"
    find = _slowest if trace.listener is None else _slowest.__wrapped__
    return find(makeup_of(ctx, unit), column, riding=riding)


@lru_cache(maxsize=256)
def _slowest(who: tuple[Profile, ...], column: Column, *, riding: bool) -> str:
    rows = dict.fromkeys([row_of(one, riding=riding) for one in who])
    return min(rows, key=lambda row: ROWS[row].column(column).average)


def unit_dice(ctx: IdgCtx, unit: UnitId, column: Column) -> Dice:
    """Give the dice a unit rolls for its move."""
    return ROWS[unit_row(ctx, unit, column)].column(column)


# -- the sum --------------------------------------------------------------------------------------


class Move(Struct, frozen=True):
    """Everything the length of a move depends on."""

    row: str
    column: Column
    rolled: int
    turns: bool = False
    """Whether any element goes other than straight ahead."""
    wieldy: bool = False
    """Whether turning is free: by its class, as a column, or as a single element."""


ALLOWANCE: Quantity[Move] = Quantity(
    "idg.allowance", "IDG-8.1.1", (Stage("dice"), Stage("fixed"), Stage("turning"))
)


@contributes(ALLOWANCE, "IDG-8.1.1", "dice")
def rolled_dice(query: Move) -> int:
    """Count what the dice show."""
    return query.rolled


@contributes(ALLOWANCE, "IDG-8.1.1", "fixed")
def fixed_part(query: Move) -> int | None:
    """Add the fixed number of the row."""
    return ROWS[query.row].column(query.column).add or None


@contributes(ALLOWANCE, "IDG-8.2.1", "turning")
def other_than_straight_ahead(query: Move) -> int | None:
    """Deduct 2 where an unwieldy unit goes other than straight ahead."""
    return -TURNING if query.turns and not query.wieldy else None


def allowance(ctx: IdgCtx, unit: UnitId, column: Column, rolled: int, *, turns: bool) -> Ledger:
    """Compute how many MU a unit may move."""
    row = unit_row(ctx, unit, column)
    if trace.listener is None:
        free = not turns or turns_freely(ctx, unit)
        return _reckoned(ctx.rules, Move(row, column, rolled, turns, free))
    return ctx.reckon(ALLOWANCE, Move(row, column, rolled, turns, turns_freely(ctx, unit)))


@lru_cache(maxsize=1024)
def _reckoned(rules: Ruleset[IdgContent, IdgOptions], move: Move) -> Ledger:
    return rules.reckon(ALLOWANCE, move)


@rule("IDG-8.2.3", "IDG-8.2.4")
def turns_freely(ctx: IdgCtx, unit: UnitId) -> bool:
    """May a unit turn and wheel without a deduction?"""
    if len(shown(ctx, unit)) == 1:
        return True
    for one in makeup_of(ctx, unit):
        if one.troop in UNWIELDY:
            break
    else:
        return True
    return is_column(ctx, unit) or in_boats(ctx, unit)


@rule("IDG-1.9.12")
def is_column(ctx: IdgCtx, unit: UnitId) -> bool:
    """Is a unit one element wide, seen along the facing of most of its elements?"""
    place = place_of(ctx, unit)
    if place is None:
        rects: Sequence[Rectangle] = rects_of(ctx, unit)
        facing = majority_facing([one.pose for one in rects])
    else:
        rects, facing = place.rects, place.facing
    widest = max([one.base.width for one in rects]) + mu(ctx, ASIDE)
    (x, y), (a, b), (rx, ry) = rects[0].centre, rects[-1].centre, rightward(facing)
    if abs((x - a) * rx + (y - b) * ry) > widest + 1:
        return False
    return len(rects) == 1 or width_across(rects, facing) <= widest + 1


def measure(ctx: IdgCtx, length: float) -> Message:
    """Say a length in MU, to the thousandth where that matters."""
    thousandths = round(length * 1000 / ctx.content.mu)
    part = f"{thousandths % 1000:03d}".rstrip("0") or "0"
    return say("idg.mu", whole=thousandths // 1000, part=part)


def roughly(ctx: IdgCtx, length: float) -> Message:
    """Say a length in MU to the tenth, as the report does."""
    tenths = round(length * 10 / ctx.content.mu)
    return say("idg.mu", whole=tenths // 10, part=str(tenths % 10))


# -- rolling again --------------------------------------------------------------------------------

NEVER_AGAIN: Final = ("elephant", "artillery", "baggage")


@rule("IDG-8.3.2", "IDG-15.1.5", "IDG-17.1.3")
def may_ever_reroll(ctx: IdgCtx, unit: UnitId) -> bool:
    """Could the unit's roll be repeated at all? Not that of elephants, artillery or baggage.

    Hitched wagons move as baggage.
    """
    return not is_hitched(ctx, unit) and not any(
        one.troop in NEVER_AGAIN for one in makeup_of(ctx, unit)
    )
