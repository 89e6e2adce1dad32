"""What an element adds to its die in melee. IDG-11.8.

Each of a pair rolls one die and adds everything that applies to it; the totals are compared.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from walstatt.boards.contact import is_within
from walstatt.boards.pose import Base
from walstatt.boards.rectangle import rectangle
from walstatt.games.idg.ground import difficult
from walstatt.games.idg.pairing import flankers, meeting
from walstatt.games.idg.standing import is_element_within, mu, touches_front
from walstatt.games.idg.support import Stand
from walstatt.games.idg.troops import Profile
from walstatt.games.idg.works import is_behind_works, is_on_height
from walstatt.games.idg.world import (
    ElementId,
    IdgCtx,
    fielded,
    is_mounted,
    is_wild,
    pair_key,
    profile_of,
    rect_of,
    side_of,
)
from walstatt.kernel.ids import UnitId
from walstatt.kernel.ledger import Ledger, Quantity, Stage, contributes
from walstatt.kernel.trace import cite, rule

INSPIRES: Final = 2
"""How near, in inches, a general must be to a unit to inspire it. IDG-11.8.9."""


class MeleeDice(Struct, frozen=True):
    """Everything that an element's total depends on besides the die."""

    own: Profile
    foe: Profile
    wild: bool = False
    moved: bool = False
    turned: bool = False
    entered: bool = False
    """Whether its own move brought it into this melee this turn."""
    foe_moved: bool = False
    new: bool = False
    """Whether the two came into contact this turn, whoever moved."""
    frontal: bool = True
    """Whether the opponent touches its front."""
    beside: int = 0
    behind: int = 0
    pikes: int = 0
    """1 if pikemen of its unit are behind it, 2 if they moved into melee with it this turn."""
    hero: bool = False
    """Whether it holds an impetuous general."""
    general: bool = False
    exceptional: bool = False
    disorder: int = 0
    difficult: bool = False
    foot_on_flank: int = 0
    mounted_on_flank: int = 0
    works: bool = False
    """Whether the opponent is behind works that are in the way."""

    @property
    def rides(self) -> bool:
        """Is it mounted, but no elephant?"""
        return is_mounted(self.own) and self.own.troop != "elephant"

    def is_own(self, subtype: str) -> bool:
        """Are these warriors of a sub-type?"""
        return self.own.troop == "warrior" and subtype in self.own.subtypes

    def is_foe(self, subtype: str) -> bool:
        """Are the opponents warriors of a sub-type?"""
        return self.foe.troop == "warrior" and subtype in self.foe.subtypes


MELEE: Quantity[MeleeDice] = Quantity(
    "idg.melee_dice",
    "IDG-11.8.32",
    (Stage("troops"), Stage("support"), Stage("state"), Stage("opponent"), Stage("flank")),
)


# -- what it is -----------------------------------------------------------------------------------


@contributes(MELEE, "IDG-11.8.1", "troops")
def elephants(query: MeleeDice) -> int | None:
    """Elephants add four."""
    if query.own.troop != "elephant":
        return None
    cite("IDG-15.1.3")
    return 4


@contributes(MELEE, "IDG-11.8.2", "opponent")
def indian_against_african(query: MeleeDice) -> int | None:
    """Indian elephants add two against African ones."""
    kinds = (query.own.kind, query.foe.kind)
    return 2 if kinds == ("indian", "african") else None


@contributes(MELEE, "IDG-11.8.3", "troops")
def wild_charge(query: MeleeDice) -> int | None:
    """Wild troops add two in the turn in which they moved into this melee."""
    if not (query.wild and query.entered):
        return None
    cite("IDG-A8")
    return 2


@contributes(MELEE, "IDG-11.8.4", "troops")
def elite(query: MeleeDice) -> int | None:
    """Elite troops add two."""
    return 2 if query.own.quality == "elite" else None


@contributes(MELEE, "IDG-11.8.22", "troops")
def raw(query: MeleeDice) -> int | None:
    """Raw troops lose two."""
    return -2 if query.own.quality == "raw" else None


@contributes(MELEE, "IDG-11.8.6", "troops")
def impetuous_general(query: MeleeDice) -> int | None:
    """The element of an impetuous general adds one."""
    return 1 if query.hero else None


@contributes(MELEE, "IDG-11.8.14", "troops")
def cataphracts_charge(query: MeleeDice) -> int | None:
    """Cataphracts add one in the turn in which they moved into this melee."""
    if query.own.troop != "cataphract" or not query.entered:
        return None
    cite("IDG-A8")
    return 1


@contributes(MELEE, "IDG-11.8.18", "troops")
def skirmishers(query: MeleeDice) -> int | None:
    """Skirmishers lose two, except against elephants."""
    if query.own.troop != "skirmisher" or query.foe.troop == "elephant":
        return None
    return -2


@contributes(MELEE, "IDG-11.8.19", "troops")
def light_troops(query: MeleeDice) -> int | None:
    """Light cavalry and light chariots lose two."""
    return -2 if query.own.troop in ("light_cavalry", "light_chariot") else None


@contributes(MELEE, "IDG-11.8.30", "troops")
def pila(query: MeleeDice) -> int | None:
    """Swordsmen with pila add one against an enemy in front in the first turn of contact."""
    if "pila" not in query.own.special or not query.is_own("swordsmen"):
        return None
    if not (query.new and query.frontal):
        return None
    cite("IDG-18.4.9", "IDG-18.6.6")
    return 1


@contributes(MELEE, "IDG-11.8.31", "troops")
def ghulams(query: MeleeDice) -> int | None:
    """Ghulams who neither moved nor turned add one against an enemy who came to their front."""
    if "ghulam_archery" not in query.own.special or query.moved or query.turned:
        return None
    if not (query.new and query.frontal):
        return None
    cite("IDG-18.9.6")
    return 1


# -- who helps ------------------------------------------------------------------------------------


@contributes(MELEE, "IDG-11.8.7", "support")
def flank_support(query: MeleeDice) -> int | None:
    """Every supporter beside it adds one."""
    return query.beside or None


@contributes(MELEE, "IDG-11.8.8", "support")
def rear_support(query: MeleeDice) -> int | None:
    """Every supporter behind it adds one."""
    return query.behind or None


@contributes(MELEE, "IDG-11.8.9", "support")
def general_near(query: MeleeDice) -> int | None:
    """A general close to the unit adds one."""
    return 1 if query.general else None


@contributes(MELEE, "IDG-11.8.10", "support")
def exceptional_general(query: MeleeDice) -> int | None:
    """An exceptional general adds one more."""
    return 1 if query.general and query.exceptional else None


@contributes(MELEE, "IDG-11.8.11", "support")
def pikes_behind_pikes(query: MeleeDice) -> int | None:
    """Pikemen with pikemen of their unit behind them add one."""
    if not query.is_own("pikemen") or not query.pikes:
        return None
    cite("IDG-15.4.1")
    return 1


@contributes(MELEE, "IDG-11.8.12", "support")
def pikes_charge(query: MeleeDice) -> int | None:
    """If both ranks of pikemen moved into melee this turn they add one more."""
    return 1 if query.is_own("pikemen") and query.pikes == 2 else None


# -- the state it is in ---------------------------------------------------------------------------


@contributes(MELEE, "IDG-11.8.15", "state")
def disorder(query: MeleeDice) -> int | None:
    """Every marker of its unit takes one."""
    if not query.disorder:
        return None
    cite("IDG-A7", "IDG-13.1.3")
    return -query.disorder


@contributes(MELEE, "IDG-11.8.17", "state")
def difficult_ground(query: MeleeDice) -> int | None:
    """Ground that is difficult for it takes two."""
    if not query.difficult:
        return None
    cite("IDG-11.10.1", "IDG-11.10.2")
    return -2


@contributes(MELEE, "IDG-11.8.13", "state")
def bowmen_stood(query: MeleeDice) -> int | None:
    """Bowmen who stayed in place add one against an enemy who came into contact this turn."""
    return 1 if query.is_own("bowmen") and not query.moved and query.new else None


@contributes(MELEE, "IDG-11.8.21", "state")
def bowmen_in_long_fight(query: MeleeDice) -> int | None:
    """Bowmen lose two against an enemy who was in contact last turn already."""
    return -2 if query.is_own("bowmen") and not query.new else None


# -- whom it fights -------------------------------------------------------------------------------


@contributes(MELEE, "IDG-11.8.5", "opponent")
def swordsmen_against_foot(query: MeleeDice) -> int | None:
    """Swordsmen add two against other foot that did not move this turn."""
    if not query.is_own("swordsmen") or query.foe.category != "foot":
        return None
    if query.is_foe("swordsmen") or query.foe_moved:
        return None
    cite("IDG-A6", "IDG-11.8.33")
    return 2


@contributes(MELEE, "IDG-11.8.16", "opponent")
def mounted_against_swordsmen(query: MeleeDice) -> int | None:
    """Mounted troops lose one against swordsmen, except elephants."""
    return -1 if query.rides and query.is_foe("swordsmen") else None


@contributes(MELEE, "IDG-11.8.20", "opponent")
def mounted_against_steady_foot(query: MeleeDice) -> int | None:
    """Mounted troops lose two against other warriors who did not move, except elephants."""
    if not query.rides or query.foe.troop != "warrior" or query.foe_moved:
        return None
    if query.is_foe("swordsmen") or query.is_foe("bowmen"):
        return None
    cite("IDG-11.8.33")
    return -2


@contributes(MELEE, "IDG-11.8.23", "opponent")
def against_armour(query: MeleeDice) -> int | None:
    """Armoured opponents and cataphracts take two, except from elephants."""
    if query.own.troop == "elephant":
        return None
    protected = query.foe.armour == "armoured" or query.foe.troop == "cataphract"
    return -2 if protected else None


@contributes(MELEE, "IDG-11.8.29", "opponent")
def against_heavy_armour(query: MeleeDice) -> int | None:
    """Heavily armoured opponents take three, except from elephants."""
    if query.own.troop == "elephant":
        return None
    return -3 if query.foe.armour == "heavily_armoured" else None


@contributes(MELEE, "IDG-11.8.28", "opponent")
def across_works(query: MeleeDice) -> int | None:
    """Foot behind works takes three."""
    return -3 if query.works and query.foe.category == "foot" else None


# -- who strikes its flank ------------------------------------------------------------------------


@contributes(MELEE, "IDG-11.8.24", "flank")
def foot_on_flank(query: MeleeDice) -> int | None:
    """Every enemy on foot on its flank or rear takes two while it fights in front."""
    return -2 * query.foot_on_flank or None


@contributes(MELEE, "IDG-11.8.26", "flank")
def mounted_on_flank(query: MeleeDice) -> int | None:
    """Every mounted enemy on its flank or rear takes three while it fights in front."""
    return -3 * query.mounted_on_flank or None


@contributes(MELEE, "IDG-11.8.25", "flank")
def struck_pikes_or_cataphracts(query: MeleeDice) -> int | None:
    """Pikemen and cataphracts so struck lose one more, once."""
    if not (query.foot_on_flank or query.mounted_on_flank):
        return None
    if not query.is_own("pikemen") and query.own.troop != "cataphract":
        return None
    cite("IDG-A9")
    return -1


# -- looking the situation up ---------------------------------------------------------------------


def melee_ledger(ctx: IdgCtx, stand: Stand) -> Ledger:
    """Reckon what one of a pair adds to its die."""
    return ctx.reckon(MELEE, query_of(ctx, stand))


def query_of(ctx: IdgCtx, stand: Stand) -> MeleeDice:
    """Look up everything that an element's total depends on."""
    world = ctx.world
    own, foe = world.elements[stand.element], world.elements[stand.foe]
    profile = profile_of(ctx, stand.element)
    frontal = touches_front(meeting(ctx, stand.element, stand.foe))
    mounted, foot = strikers(ctx, stand) if frontal else (0, 0)
    side = side_of(ctx, stand.element)
    general = is_inspired(ctx, own.unit)
    if world.units[own.unit].form == "remounting":
        cite("IDG-14.2.2")
    return MeleeDice(
        profile,
        profile_of(ctx, stand.foe),
        wild=is_wild(ctx, stand.element),
        moved=own.moved > 0,
        turned=own.turned,
        entered=own.entered,
        foe_moved=foe.moved > 0,
        new=is_new(ctx, stand.element, stand.foe),
        frontal=frontal,
        beside=len(stand.flank),
        behind=len(stand.rear),
        pikes=pikes_behind(ctx, stand),
        hero=own.general and fielded(ctx, side).command == "impetuous",
        general=general,
        exceptional=general and world.generals[side].exceptional,
        disorder=world.units[own.unit].disorder,
        difficult=difficult(ctx, profile, rect_of(ctx, stand.element)) is not None,
        foot_on_flank=foot,
        mounted_on_flank=mounted,
        works=is_across_works(ctx, stand.element, stand.foe),
    )


def is_new(ctx: IdgCtx, a: ElementId, b: ElementId) -> bool:
    """Did two elements come into contact this turn?"""
    own, foe = ctx.world.elements[a], ctx.world.elements[b]
    if own.entered or foe.entered:
        return True
    melee = ctx.world.melees.get(pair_key(own.unit, foe.unit))
    return melee is None or melee.since == ctx.world.turn


def strikers(ctx: IdgCtx, stand: Stand) -> tuple[int, int]:
    """Count the mounted enemies and those on foot who strike the flank or rear of an element."""
    found = [profile_of(ctx, one) for one in flankers(ctx, stand.element) if one != stand.foe]
    mounted = sum(is_mounted(one) for one in found)
    return mounted, len(found) - mounted


def pikes_behind(ctx: IdgCtx, stand: Stand) -> int:
    """Tell whether pikemen of the same unit are behind (1), and moved into melee too (2)."""
    elements = ctx.world.elements
    own = elements[stand.element]
    backing = [elements[one] for one in stand.rear if _is_pike(ctx, one)]
    backing = [one for one in backing if one.unit == own.unit]
    if not backing:
        return 0
    return 2 if own.entered and any(one.moved for one in backing) else 1


def _is_pike(ctx: IdgCtx, element: ElementId) -> bool:
    return "pikemen" in profile_of(ctx, element).subtypes


@rule("IDG-2.5.1", "IDG-2.5.2", "IDG-A53")
def is_inspired(ctx: IdgCtx, unit: UnitId) -> bool:
    """Is the general of its army within two inches of a unit, or in it?"""
    general = ctx.world.generals.get(ctx.world.units[unit].side)
    one = ctx.world.elements.get(general.element) if general else None
    if general is None or one is None or ctx.world.units[one.unit].status != "table":
        return False
    return one.unit == unit or is_element_within(ctx, general.element, unit, INSPIRES)


# -- works ----------------------------------------------------------------------------------------


def is_across_works(ctx: IdgCtx, element: ElementId, foe: ElementId) -> bool:
    """Are works in the way of an element: the foe mans them, and it is not up there itself?

    Whoever comes up from a ladder has them in the way, but not from a siege tower.
    """
    if not is_behind_works(ctx, foe, element):
        return False
    if is_on_height(ctx, element):
        return comes_from_ladder(ctx, element)
    return True


@rule("IDG-16.4.5", "IDG-16.3.10")
def comes_from_ladder(ctx: IdgCtx, element: ElementId) -> bool:
    """Did an element step onto the wall from a ladder this turn?"""
    if not ctx.world.elements[element].entered:
        return False
    own = rect_of(ctx, element)
    near = mu(ctx, 1)
    kinds = {
        engine.kind
        for engine in ctx.world.engines.values()
        if engine.side == side_of(ctx, element)
        and is_within(own, rectangle(engine.pose, Base(1, 1)), near)
    }
    return "ladder" in kinds and "siege_tower" not in kinds
