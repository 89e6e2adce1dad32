"""What the command cards change: allowances, dice, and what ordered units may not do. CCN-17."""

from __future__ import annotations

from walstatt.games.ccn.content import Troop
from walstatt.games.ccn.world import CcnCtx
from walstatt.kernel.ids import RuleId, UnitId
from walstatt.kernel.trace import cite


def in_force(ctx: CcnCtx) -> str:
    """Name the card whose text applies to ordered units now. CCN-17.4.14."""
    return "" if ctx.world.plain else ctx.world.effect


# -- movement -------------------------------------------------------------------------------------


def allowance(ctx: CcnCtx, unit: UnitId, troop: Troop) -> int:
    """Tell how far an ordered unit may move; terrain may stop it sooner. CCN-6.2."""
    match in_force(ctx):
        case "bayonet_charge":
            cite("CCN-17.1.2", "CCN-17.4.1.2")
            return 2 if troop.arm == "infantry" else troop.most
        case "bombard":
            cite("CCN-17.1.2", "CCN-17.4.2.2")
            return 3 if troop.arm == "artillery" else troop.most
        case "cavalry_charge" if troop.heavy:
            cite("CCN-17.1.2", "CCN-17.4.3.3")
            return 3
        case "cavalry_charge":
            cite("CCN-17.4.3.4")
            return troop.most
        case "force_march":
            cite("CCN-17.1.2", "CCN-17.4.8.2", "CCN-17.4.8.3")
            return 2
        case "grande_manoeuvre":
            cite("CCN-17.1.2", "CCN-17.4.11.1")
            return 4
        case "fire_and_hold":
            cite("CCN-17.4.6.4")
            return 0
        case "cold_steel":
            cite("CCN-17.4.9.3")
            return 0
    cite("CCN-6.2.8")
    return troop.most


def fighting_march(ctx: CcnCtx, unit: UnitId, troop: Troop, *, led: bool) -> int:
    """Tell how far an ordered unit may have moved and still fight; -1 if not at all.

    `led` is whether a leader goes all the way with it.
    """
    match in_force(ctx):
        case "bayonet_charge" if troop.arm == "infantry":
            cite("CCN-17.4.1.2")
            return 2
        case "bombard" if troop.arm == "artillery":
            cite("CCN-17.4.2.2")
            return 0
        case "cavalry_charge" if troop.heavy:
            cite("CCN-17.4.3.3")
            return 3
        case "force_march" if led or is_fast(troop):
            cite("CCN-17.4.8.2")
            return 2
        case "force_march":
            cite("CCN-17.4.8.3")
            return 1
        case "grande_manoeuvre":
            cite("CCN-17.4.11.2")
            return -1
    if troop.horse and ctx.world.units[unit].blocks == 1:
        cite("CCN-6.2.7", "CCN-9.2.13")
        return 0
    return troop.march


def is_fast(troop: Troop) -> bool:
    """Tell whether infantry on a Force March moves two hexes and fights even if nobody leads it."""
    return troop.light or troop.grenadier or troop.guard


def leader_allowance(ctx: CcnCtx) -> int:
    """Tell how far an ordered leader may move. CCN-6.3.2."""
    if in_force(ctx) == "grande_manoeuvre":
        cite("CCN-17.4.11.1")
        return 4
    cite("CCN-6.3.2")
    return 3


def leads_by_presence(ctx: CcnCtx) -> bool:
    """Tell whether units are ordered as long as their leader stays with them. CCN-17.4.10.2."""
    return in_force(ctx) == "leadership"


# -- combat ---------------------------------------------------------------------------------------


def no_fire(ctx: CcnCtx, troop: Troop) -> RuleId:
    """Name the rule of the card that forbids a unit to fire, if any."""
    match in_force(ctx):
        case "bayonet_charge" if troop.arm == "infantry":
            return "CCN-17.4.1.3"
        case "cold_steel":
            return "CCN-17.4.9.3"
    return ""


def no_melee(ctx: CcnCtx) -> RuleId:
    """Name the rule of the card that forbids melee, if any."""
    return "CCN-17.4.6.6" if in_force(ctx) == "fire_and_hold" else ""


def card_dice(
    ctx: CcnCtx, troop: Troop, *, melee: bool, bonus: bool, moved: int
) -> tuple[int, RuleId]:
    """Tell how many dice the card in force gives an ordered unit, and by which rule. CCN-17.1.3."""
    match in_force(ctx):
        case "bayonet_charge" if melee and troop.guard and troop.arm == "infantry":
            cite("CCN-17.1.3", "CCN-19.8")
            return 1, "CCN-17.4.1.4"
        case "bombard" if troop.arm == "artillery" and not moved:
            cite("CCN-17.1.3", "CCN-17.4.2.5", "CCN-19.8")
            return (3, "CCN-17.4.2.3") if troop.guard else (2, "CCN-17.4.2.2")
        case "cavalry_charge" if troop.arm == "cavalry":
            cite("CCN-17.1.3", "CCN-19.8")
            return (2 if troop.guard else 1), "CCN-17.4.3.2"
        case "elan":
            return 1, "CCN-17.4.5.5"
        case "fire_and_hold" if not melee:
            return 1, "CCN-17.4.6.2"
        case "cold_steel" if melee and bonus:
            cite("CCN-17.4.9.4")
            return 0, ""
        case "cold_steel" if melee:
            return 1, "CCN-17.4.9.2"
        case "leadership":
            return 1, "CCN-17.4.10.3"
    return 0, ""
