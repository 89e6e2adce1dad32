"""What a shooter adds to his die. IDG-9.6.

Every element that shoots rolls one die and adds everything that applies.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from walstatt.games.idg.ground import cover, in_buildings
from walstatt.games.idg.overhead import findings, shot_of
from walstatt.games.idg.standing import mu
from walstatt.games.idg.targets import foes_in_melee, range_to, weapon_of
from walstatt.games.idg.troops import Profile, Weapon
from walstatt.games.idg.weather import hinders_shot
from walstatt.games.idg.works import is_behind_works
from walstatt.games.idg.world import ElementId, IdgCtx, is_mounted, profile_of, rect_of
from walstatt.kernel import trace
from walstatt.kernel.ids import RuleId
from walstatt.kernel.ledger import Ledger, Quantity, Stage, contributes
from walstatt.kernel.trace import cite, rule

SHORT: Final = 3
"""Up to how many inches light cavalry is an easy target, and Mongols shoot best."""
Missile: TypeAlias = Weapon | Literal["flame"]
HEAVY: Final = ("cataphract", "heavy_chariot", "elephant")
NOZZLE: Final = Profile("artillery")
"""Stands for the crew of a flamethrower, which no line about shooters is about. IDG-18.12.35."""


class ShotDice(Struct, frozen=True):
    """Everything that a shot depends on besides the die."""

    own: Profile
    foe: Profile
    weapon: Missile
    distance: int = 0
    short: bool = True
    """Whether it is shot from three inches or less."""
    disorder: int = 0
    moved: bool = False
    turned: bool = False
    mounted: bool = False
    """Whether the shooter is mounted."""
    overhead: bool = False
    weather: RuleId = ""
    """The rule by which the weather hinders the shot."""
    foe_melee: bool = False
    foe_rides: bool = False
    """Whether the target is foot on horses. IDG-14.3.6."""
    foe_cover: bool = False
    foe_works: bool = False
    """Whether works or solid buildings protect the target."""

    @property
    def pierces(self) -> bool:
        """Does armour count for nothing: against crossbows, artillery, flames at the mounted?"""
        if self.weapon == "flame":
            return is_mounted(self.foe) or self.foe_rides
        return self.weapon in ("crossbow", "artillery")

    @property
    def is_bolt(self) -> bool:
        """Is it a crossbow or artillery?"""
        return self.weapon in ("crossbow", "artillery")


SHOT: Quantity[ShotDice] = Quantity(
    "idg.shooting_dice",
    "IDG-9.6.18",
    (Stage("shooter"), Stage("shot"), Stage("target"), Stage("protection")),
)


# -- who shoots -----------------------------------------------------------------------------------


@contributes(SHOT, "IDG-9.6.1", "shooter")
def elite(query: ShotDice) -> int | None:
    """Elite troops add one."""
    return 1 if query.own.quality == "elite" else None


@contributes(SHOT, "IDG-9.6.2", "shooter")
def disorder(query: ShotDice) -> int | None:
    """Every marker of the shooter's unit takes one."""
    if not query.disorder:
        return None
    cite("IDG-13.1.3", "IDG-7.2.7")
    return -query.disorder


@contributes(SHOT, "IDG-9.6.5", "shooter")
def bowmen_moved(query: ShotDice) -> int | None:
    """Bowmen on foot who moved lose one."""
    bowmen = query.own.troop == "warrior" and "bowmen" in query.own.subtypes
    return -1 if bowmen and query.moved else None


@contributes(SHOT, "IDG-9.6.16", "shooter")
def ghulams(query: ShotDice) -> int | None:
    """Ghulams who neither moved nor turned add one."""
    if "ghulam_archery" not in query.own.special or query.moved or query.turned:
        return None
    cite("IDG-18.9.5")
    return 1


@contributes(SHOT, "IDG-9.6.17", "shooter")
def mongols(query: ShotDice) -> int | None:
    """Mounted Mongols add one from three inches or less."""
    if "mongol_archery" not in query.own.special or not query.mounted or not query.short:
        return None
    cite("IDG-18.11.7", "IDG-A36")
    return 1


# -- how ------------------------------------------------------------------------------------------


@contributes(SHOT, "IDG-9.6.3", "shot")
def overhead(query: ShotDice) -> int | None:
    """Shooting over others takes one."""
    return -1 if query.overhead else None


@contributes(SHOT, "IDG-9.6.8", "shot")
def weather(query: ShotDice) -> int | None:
    """Weather that hinders the shot takes one."""
    if not query.weather:
        return None
    cite(query.weather)
    return -1


# -- at whom --------------------------------------------------------------------------------------


@contributes(SHOT, "IDG-9.6.4", "target")
def warriors(query: ShotDice) -> int | None:
    """Warriors other than bowmen take one."""
    if query.foe.troop != "warrior" or "bowmen" in query.foe.subtypes or query.foe_rides:
        return None
    return -1


@contributes(SHOT, "IDG-9.6.7", "target")
def in_melee(query: ShotDice) -> int | None:
    """A target in melee takes one."""
    return -1 if query.foe_melee else None


@contributes(SHOT, "IDG-9.6.11", "target")
def skirmishers(query: ShotDice) -> int | None:
    """Skirmishers in cover, or shot at by crossbow or artillery, take two."""
    if query.foe.troop != "skirmisher" or query.foe_rides:
        return None
    return -2 if query.foe_cover or query.is_bolt else None


@contributes(SHOT, "IDG-9.6.12", "target")
def light_cavalry(query: ShotDice) -> int | None:
    """Light cavalry far away, or shot at by crossbow or artillery, takes two."""
    if query.foe.troop != "light_cavalry":
        return None
    return -2 if not query.short or query.is_bolt else None


# -- what protects it -----------------------------------------------------------------------------


@contributes(SHOT, "IDG-9.6.9", "protection", group="light_protection")
def armoured(query: ShotDice) -> int | None:
    """Armoured troops take two, unless the weapon pierces."""
    return -2 if query.foe.armour == "armoured" and not query.pierces else None


@contributes(SHOT, "IDG-9.6.10", "protection", group="light_protection")
def light_chariots(query: ShotDice) -> int | None:
    """Light chariots take two, unless the weapon pierces."""
    return -2 if query.foe.troop == "light_chariot" and not query.pierces else None


@contributes(SHOT, "IDG-9.6.13", "protection", group="heavy_protection")
def heavily_armoured(query: ShotDice) -> int | None:
    """Heavily armoured troops take three, unless the weapon pierces."""
    return -3 if query.foe.armour == "heavily_armoured" and not query.pierces else None


@contributes(SHOT, "IDG-9.6.14", "protection", group="heavy_protection")
def heavy_troops(query: ShotDice) -> int | None:
    """Cataphracts, heavy chariots and elephants take three, unless the weapon pierces."""
    return -3 if query.foe.troop in HEAVY and not query.pierces else None


@contributes(SHOT, "IDG-9.6.6", "protection")
def crossbow_on_heavy(query: ShotDice) -> int | None:
    """From a crossbow heavily armoured and heavy troops take one."""
    if query.weapon != "crossbow":
        return None
    if query.foe.armour != "heavily_armoured" and query.foe.troop not in HEAVY:
        return None
    cite("IDG-A64")
    return -1


@contributes(SHOT, "IDG-9.6.15", "protection")
def behind_works(query: ShotDice) -> int | None:
    """Foot, or artillery, behind works takes three, foot in solid buildings too."""
    if not query.foe_works or query.foe_rides:
        return None
    return -3 if query.foe.category == "foot" or query.foe.troop == "artillery" else None


# -- looking the situation up ---------------------------------------------------------------------


def shot_ledger(ctx: IdgCtx, shooter: ElementId, target: ElementId) -> Ledger:
    """Reckon what an element adds to its die; once, unless somebody records rules."""
    if trace.listener is not None:
        return ctx.reckon(SHOT, query_of(ctx, shooter, target))
    ledgers = findings(ctx).ledgers
    known = ledgers.get((shooter, target))
    if known is None:
        known = ledgers[shooter, target] = ctx.reckon(SHOT, query_of(ctx, shooter, target))
    return known


@rule("IDG-9.6.18", "IDG-9.6.19", "IDG-1.4.8")
def query_of(ctx: IdgCtx, shooter: ElementId, target: ElementId) -> ShotDice:
    """Look up everything a shot depends on."""
    one, profile = ctx.world.elements[shooter], profile_of(ctx, shooter)
    away = range_to(ctx, shooter, rect_of(ctx, target))
    return ShotDice(
        profile,
        target_profile(ctx, target),
        weapon_of(ctx, shooter),
        away,
        short=away <= mu(ctx, SHORT),
        disorder=ctx.world.units[one.unit].disorder,
        moved=one.moved > 0,
        turned=one.turned,
        mounted=is_mounted(profile),
        overhead=shot_of(ctx, shooter, target) == "overhead",
        weather=hinders_shot(ctx, away) or "",
        foe_melee=bool(foes_in_melee(ctx, target)),
        foe_rides=_rides(ctx, target),
        foe_cover=cover(ctx, target, away) is not None,
        foe_works=in_buildings(ctx, target) is not None or is_behind_works(ctx, target, shooter),
    )


@rule("IDG-18.12.19", "IDG-18.12.20", "IDG-18.12.35")
def flame_ledger(ctx: IdgCtx, target: ElementId, away: int) -> Ledger:
    """Reckon what is added for a flamethrower: nothing for its crew, all for the target."""
    query = ShotDice(
        NOZZLE,
        target_profile(ctx, target),
        "flame",
        away,
        short=away <= mu(ctx, SHORT),
        weather=hinders_shot(ctx, away) or "",
        foe_melee=bool(foes_in_melee(ctx, target)),
        foe_rides=_rides(ctx, target),
        foe_cover=cover(ctx, target, away) is not None,
        foe_works=in_buildings(ctx, target) is not None,
    )
    return ctx.reckon(SHOT, query)


@rule("IDG-14.2.2")
def target_profile(ctx: IdgCtx, target: ElementId) -> Profile:
    """Give what is shot at: whoever is mounting counts as mounted."""
    one = ctx.world.elements[target]
    if ctx.world.units[one.unit].form == "remounting":
        return ctx.content.profiles[one.profile]
    return profile_of(ctx, target)


@rule("IDG-14.3.6")
def _rides(ctx: IdgCtx, target: ElementId) -> bool:
    """Is it foot on horses, or mounting them?"""
    form = ctx.world.units[ctx.world.elements[target].unit].form
    mounting = form == "remounting" and profile_of(ctx, target).mounted_infantry
    return form == "riding" or mounting
