"""What a general gives to his army, and how far he reaches. IDG-2.5."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from walstatt.games.idg.allowance import may_ever_reroll
from walstatt.games.idg.pairing import fighting_foes
from walstatt.games.idg.sight import general_sees
from walstatt.games.idg.standing import is_element_within
from walstatt.games.idg.world import (
    ElementId,
    General,
    IdgCtx,
    fielded,
    is_in_play,
)
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.trace import rule

Command: TypeAlias = Literal["rally", "morale", "reroll"]
ADVANCED: Final = "advanced"
"""What a general did who moved as far as he could toward an enemy he saw. IDG-2.5.5."""


class Ranges(Struct, frozen=True):
    """How far the functions of a general reach, in MU."""

    rally: int
    morale: int
    reroll: int = 12
    inspire: int = 2


RANGES: Final = {"text": Ranges(rally=6, morale=6), "table": Ranges(rally=4, morale=12)}


@rule("IDG-A1", "IDG-A2")
def ranges(ctx: IdgCtx) -> Ranges:
    """Give how far a general reaches, as the rules are read."""
    return RANGES[ctx.options.var_command_ranges]


# -- who commands ---------------------------------------------------------------------------------


@rule("IDG-2.3.11")
def general_of(ctx: IdgCtx, side: Seat) -> General | None:
    """Give the general of a side while he is on the table; without him nobody commands."""
    general = ctx.world.generals.get(side)
    one = ctx.world.elements.get(general.element) if general else None
    return general if one is not None and is_in_play(ctx, one.unit) else None


@rule("IDG-2.3.11")
def is_general_lost(ctx: IdgCtx, side: Seat) -> bool:
    """Has a side lost the general it had? He may yet come later."""
    general = ctx.world.generals.get(side)
    if general is None or general_of(ctx, side) is not None:
        return False
    one = ctx.world.elements.get(general.element)
    return one is None or ctx.world.units[one.unit].status != "late"


@rule("IDG-2.3.9")
def is_independent_general(ctx: IdgCtx, unit: UnitId) -> bool:
    """Is a unit nothing but a general, and was so from the start?"""
    one = ctx.world.units[unit]
    return one.size == 1 and all(ctx.world.elements[element].general for element in one.elements)


@rule("IDG-2.5.1", "IDG-2.5.2")
def general_within(ctx: IdgCtx, unit: UnitId, reach_mu: float, *, sight: bool = False) -> bool:
    """Is a unit's general no farther from it than this, or in it; and does he see it?"""
    side = ctx.world.units[unit].side
    general = general_of(ctx, side)
    if general is None or not is_in_play(ctx, unit):
        return False
    if ctx.world.elements[general.element].unit == unit:
        return True
    if not is_element_within(ctx, general.element, unit, reach_mu):
        return False
    return not sight or general_sees(ctx, side, unit)


def may_command(ctx: IdgCtx, side: Seat, what: Command) -> bool:
    """Can the general of a side still do this now, to whomever he reaches?"""
    general = general_of(ctx, side)
    if general is None or not is_spirited(ctx, side, what):
        return False
    if what == "rally":
        return rally_dice(ctx, side) > general.dice
    if what == "reroll":
        return rerolls(ctx, side) > general.rerolls
    return lets_skip(ctx, side)


def may_help(ctx: IdgCtx, unit: UnitId, what: Command) -> bool:
    """Can the general of a unit do this now for it, where it stands?"""
    if not may_command(ctx, ctx.world.units[unit].side, what):
        return False
    reach = ranges(ctx)
    far = {"rally": reach.rally, "morale": reach.morale, "reroll": reach.reroll}[what]
    return general_within(ctx, unit, far, sight=what != "rally")


@rule("IDG-8.3.1", "IDG-8.3.3", "IDG-8.3.4")
def may_reroll(ctx: IdgCtx, unit: UnitId) -> bool:
    """May the general have the move of a unit rolled again now?"""
    return may_ever_reroll(ctx, unit) and may_help(ctx, unit, "reroll")


# -- how much -------------------------------------------------------------------------------------


@rule("IDG-8.3.1", "IDG-8.3.3", "IDG-8.3.4")
def rerolls(ctx: IdgCtx, side: Seat) -> int:
    """Give how many units a turn the general may let roll again for their move."""
    well_led = fielded(ctx, side).command in ("disciplined", "impetuous")
    return int(well_led) + int(_is_exceptional(ctx, side))


@rule("IDG-12.3.1")
def lets_skip(ctx: IdgCtx, side: Seat) -> bool:
    """May units near their general skip a test of morale?"""
    well_led = fielded(ctx, side).command in ("disciplined", "impetuous")
    return well_led or _is_exceptional(ctx, side)


@rule("IDG-13.4.6", "IDG-13.4.7", "IDG-A4")
def rally_dice(ctx: IdgCtx, side: Seat) -> int:
    """Give how many dice a turn the general adds to rallying."""
    return 2 if _is_exceptional(ctx, side) else 1


def _is_exceptional(ctx: IdgCtx, side: Seat) -> bool:
    general = ctx.world.generals.get(side)
    return general is not None and general.exceptional


# -- impetuous generals ---------------------------------------------------------------------------


@rule("IDG-2.5.3", "IDG-2.5.4", "IDG-12.3.3", "IDG-13.4.8", "IDG-A31")
def is_spirited(ctx: IdgCtx, side: Seat, what: Command) -> bool:
    """Does the general command at all now? An impetuous one only in the thick of it.

    He is in melee, or moved on at full speed; for morale and rallying it is enough that he caused
    disorder or destroyed an element. For rallying the deeds of the turn before count.
    """
    general = general_of(ctx, side)
    if general is None:
        return False
    if fielded(ctx, side).command != "impetuous" or is_fighting(ctx, general.element):
        return True
    deeds = general.last_deeds if what == "rally" else deeds_now(ctx, general)
    return ADVANCED in deeds if what == "reroll" else bool(deeds)


def is_fighting(ctx: IdgCtx, element: ElementId) -> bool:
    """Is an element in melee?"""
    return bool(fighting_foes(ctx, element))


@rule("IDG-2.5.5")
def deeds_now(ctx: IdgCtx, general: General) -> tuple[str, ...]:
    """List what a general did this turn; his move is that of his unit."""
    one = ctx.world.elements.get(general.element)
    advanced = one is not None and ctx.world.units[one.unit].full
    return tuple(dict.fromkeys((*general.deeds, *((ADVANCED,) if advanced else ()))))


# -- using it up ----------------------------------------------------------------------------------


def spend_die(ctx: IdgCtx, side: Seat) -> None:
    """Note that the general gave a die for rallying."""
    general = ctx.world.generals[side]
    ctx.world.generals[side] = replace(general, dice=general.dice + 1)


def spend_reroll(ctx: IdgCtx, side: Seat) -> None:
    """Note that the general let a unit roll again for its move."""
    general = ctx.world.generals[side]
    ctx.world.generals[side] = replace(general, rerolls=general.rerolls + 1)
