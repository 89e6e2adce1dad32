"""Troops: class, quality, armour, weapons, the base they stand on. IDG-1.2, IDG-1.6, IDG-1.7."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct, field

from walstatt.boards.pose import Base
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.content import load_content
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.ids import RuleId
from walstatt.kernel.trace import rule

FOLDER: Final = Path(__file__).parent / "content"

TroopClass = Literal[
    "warrior",
    "skirmisher",
    "light_cavalry",
    "heavy_cavalry",
    "cataphract",
    "light_chariot",
    "heavy_chariot",
    "elephant",
    "artillery",
    "wagon",
    "baggage",
]
Category = Literal["foot", "mounted", "other"]
Quality = Literal["elite", "ordinary", "raw"]
Armour = Literal["none", "armoured", "heavily_armoured"]
Weapon = Literal["spear", "sling", "bow", "crossbow", "artillery"]
SubType = Literal["swordsmen", "pikemen", "bowmen"]
Kind = Literal["", "indian", "african", "light_artillery", "heavy_siege_engine"]
Special = Literal["pila", "ghulam_archery", "mongol_archery", "rocket", "fire_lance", "fire_ox"]
CommandType = Literal["disciplined", "organised", "impetuous", "tribal"]
Scenario = Literal["ambush", "open_battle", "raid", "siege"]
Role = Literal["attacker", "defender"]

Size: TypeAlias = Annotated[int, Meta(ge=1, le=5000)]
Points: TypeAlias = Annotated[int, Meta(ge=0, le=500)]


class Profile(Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """What an element is. Nothing said means ordinary, unarmoured, with spears. IDG-1.6.7."""

    troop: TroopClass = field(name="class")
    quality: Quality = "ordinary"
    wild: bool = False
    armour: Armour = "none"
    weapon: Weapon = "spear"
    subtypes: tuple[SubType, ...] = ()
    """None: a standard warrior. IDG-1.6.3."""
    kind: Kind = ""
    """Of elephants and artillery. IDG-1.7.6."""
    camel: bool = False
    mounted_infantry: bool = False
    """Foot that rides to battle on horses or camels. IDG-14.3.1."""
    special: tuple[Special, ...] = ()

    @property
    def category(self) -> Category:
        """Tell foot, mounted troops and others apart. IDG-1.6.1, IDG-1.6.2."""
        return category_of(self)

    @property
    def missile(self) -> Weapon | None:
        """Give the weapon it shoots with, if it shoots at all."""
        return missile_of(self)


# -- the table -----------------------------------------------------------------------------------


class ClassInfo(Struct, frozen=True):
    """What holds for all troops of a class. IDG-1.6."""

    category: Category
    depth: Size
    small: Size
    """The depth in the proportions of 15 mm figures. IDG-1.2.4."""
    weapons: tuple[Weapon, ...]
    charges: bool = False
    """May it move into melee although it is not elite?"""
    price: dict[Quality, Points] = {}
    kinds: dict[Kind, Points] = {}
    armour: bool = False
    """Can it have armour, at a price?"""
    horses: bool = False
    camels: bool = False


class Priced(Struct, frozen=True):
    """Something that costs points, and the rule that says so."""

    points: Points
    rule: RuleId


class TroopFile(Struct, frozen=True):
    """The file of troops and prices."""

    frontage: Size
    classes: dict[TroopClass, ClassInfo]
    extra: dict[str, Points]
    special: dict[Special, Priced]
    general: dict[CommandType, Points]
    exceptional: Points
    equipment: dict[str, Priced]
    scenarios: dict[Scenario, dict[Role, Points]]
    periods: tuple[tuple[int, int], ...]


@cache
def troop_file() -> TroopFile:
    """Read the table of troops."""
    return load_content(FOLDER / "troops.yaml", TroopFile)


def class_info(profile: Profile) -> ClassInfo:
    """Give what holds for all troops of its class."""
    return troop_file().classes[profile.troop]


# -- what it is ----------------------------------------------------------------------------------


@rule("IDG-1.6.1", "IDG-1.6.2")
def category_of(profile: Profile) -> Category:
    """Tell foot, mounted troops and others apart."""
    return class_info(profile).category


@rule("IDG-1.6.5", "IDG-1.6.6", "IDG-1.6.7", "IDG-18.12.11")
def missile_of(profile: Profile) -> Weapon | None:
    """Give the weapon it shoots with: no cataphract shoots, no warrior his spear, no rocket."""
    if profile.troop in ("cataphract", "baggage", "wagon") or "rocket" in profile.special:
        return None
    if profile.troop == "warrior" and profile.weapon == "spear":
        return None
    return profile.weapon


@rule("IDG-1.2.2", "IDG-1.2.3", "IDG-1.2.4", "IDG-17.1.4")
def base_of(what: Profile | TroopClass, *, small: bool = False) -> Base:
    """Give the size of an element: the same frontage for all, a depth for each class."""
    troop = what.troop if isinstance(what, Profile) else what
    found = _BASES.get((troop, small))
    if found is None:
        file = troop_file()
        info = file.classes[troop]
        found = _BASES[troop, small] = Base(file.frontage, info.small if small else info.depth)
    return found


_BASES: Final[dict[tuple[TroopClass, bool], Base]] = {}
"""The sizes of bases that were asked for."""


# -- what cannot be ------------------------------------------------------------------------------


def troop_flaws(profile: Profile, at: str = "") -> list[Violation]:
    """List every reason why there can be no such troops."""
    return [flaw for judge in _JUDGES for flaw in judge(profile, at)]


@rule("IDG-1.6.3", "IDG-1.6.4")
def _sub_type_flaws(profile: Profile, at: str) -> Iterator[Violation]:
    """Only warriors have sub-types; bowmen have bow or crossbow, and whoever has is a bowman."""
    if profile.troop != "warrior":
        if profile.subtypes:
            yield refuse("IDG-1.6.3", "idg.army.no.sub_type", at, troops=class_word(profile.troop))
        return
    shoots = profile.weapon in ("bow", "crossbow")
    if shoots != ("bowmen" in profile.subtypes):
        yield refuse("IDG-1.6.4", "idg.army.no.bowmen", at)


@rule("IDG-1.6.5")
def _weapon_flaws(profile: Profile, at: str) -> Iterator[Violation]:
    """A class has its weapons; cataphracts have none to shoot with."""
    if profile.weapon not in class_info(profile).weapons:
        cited = "IDG-1.6.5" if profile.troop == "cataphract" else "IDG-1.8.2"
        weapon = say(f"idg.weapon.{profile.weapon}")
        troops = class_word(profile.troop)
        yield refuse(cited, "idg.army.no.weapon", at, troops=troops, weapon=weapon)


@rule("IDG-1.7.3", "IDG-1.7.4", "IDG-1.7.5")
def _armour_flaws(profile: Profile, at: str) -> Iterator[Violation]:
    """Elephants and artillery have no armour; cataphracts and heavy chariots need no more."""
    if profile.armour != "none" and not class_info(profile).armour:
        yield refuse(
            _OWN_RULE.get(profile.troop, "IDG-1.8.2"),
            "idg.army.no.armour",
            at,
            troops=class_word(profile.troop),
        )


@rule("IDG-1.7.1", "IDG-1.7.2", "IDG-1.7.4", "IDG-1.7.5")
def _quality_flaws(profile: Profile, at: str) -> Iterator[Violation]:
    """Elephants and artillery are neither elite nor raw; any quality may be wild."""
    if class_info(profile).kinds and profile.quality != "ordinary":
        quality, troops = say(f"idg.quality.{profile.quality}"), class_word(profile.troop)
        cited = _OWN_RULE[profile.troop]
        yield refuse(cited, "idg.army.no.quality", at, troops=troops, quality=quality)


@rule("IDG-1.7.6")
def _kind_flaws(profile: Profile, at: str) -> Iterator[Violation]:
    """An elephant is Indian or African, a piece of artillery light or heavy."""
    kinds = class_info(profile).kinds
    if profile.kind not in kinds and (kinds or profile.kind):
        yield refuse("IDG-1.7.6", "idg.army.no.kind", at, troops=class_word(profile.troop))


@rule("IDG-1.6.9", "IDG-14.3.1")
def _mount_flaws(profile: Profile, at: str) -> Iterator[Violation]:
    """Horses are for warriors and skirmishers; camels for them, or for cavalry."""
    info = class_info(profile)
    troops = class_word(profile.troop)
    if profile.mounted_infantry and not info.horses:
        yield refuse("IDG-14.3.1", "idg.army.no.horses", at, troops=troops)
    if profile.camel and not (info.camels or profile.mounted_infantry):
        yield refuse("IDG-1.6.9", "idg.army.no.camels", at, troops=troops)


_OWN_RULE: Final[dict[str, RuleId]] = {"elephant": "IDG-1.7.4", "artillery": "IDG-1.7.5"}
_JUDGES: Final[tuple[Callable[[Profile, str], Iterator[Violation]], ...]] = (
    _sub_type_flaws,
    _weapon_flaws,
    _armour_flaws,
    _quality_flaws,
    _kind_flaws,
    _mount_flaws,
)


# -- words ---------------------------------------------------------------------------------------


def spelled(word: str) -> str:
    """Spell a word as all are spelled here."""
    return re.sub(r"[\s_-]+", "_", word.strip().lower())


def class_word(troop: TroopClass) -> Message:
    """Name a class."""
    return say(f"idg.class.{troop}")


def in_words(profile: Profile) -> Message:
    """Describe troops: their class, then whatever is not usual, one after the other."""
    return listed([_first_word(profile), *map(say, _word_ids(profile))])


def _first_word(profile: Profile) -> Message:
    return say(f"idg.kind.{profile.kind}") if profile.kind else class_word(profile.troop)


def _word_ids(profile: Profile) -> Iterator[str]:
    if profile.quality != "ordinary":
        yield f"idg.quality.{profile.quality}"
    if profile.wild:
        yield "idg.wild"
    if profile.armour != "none":
        yield f"idg.armour.{profile.armour}"
    yield from (f"idg.subtype.{one}" for one in profile.subtypes)
    if profile.weapon != "artillery" and _weapon_matters(profile):
        yield f"idg.weapon.{profile.weapon}"
    if profile.mounted_infantry or profile.camel:
        yield "idg.camels" if profile.camel else "idg.horses"
    yield from (f"idg.special.{one}" for one in profile.special)


def _weapon_matters(profile: Profile) -> bool:
    """Tell whether the weapon is worth a word: not if it is what such troops always have."""
    if "bowmen" in profile.subtypes:
        return profile.weapon != "bow"
    return profile.weapon != "spear" or profile.troop == "skirmisher"


def listed(words: list[Message]) -> Message:
    """Join words with commas."""
    first, *rest = words
    return say("idg.listed", first=first, rest=listed(rest)) if rest else first
