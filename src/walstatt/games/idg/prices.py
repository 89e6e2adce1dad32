"""What an element costs: base, extras, the list's own figure, the general. IDG-1.8."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct

from walstatt.games.idg.command import surcharge
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.troops import (
    CommandType,
    Profile,
    class_word,
    troop_file,
)
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.ledger import (
    Ledger,
    Line,
    Quantity,
    Stage,
    balance,
    contributes,
    contributors,
    reckon,
)
from walstatt.kernel.trace import cite


class ElementPrice(Struct, frozen=True):
    """Everything the price of an element depends on."""

    profile: Profile
    printed: int | None = None
    """What its list says, upgrades included; None without a list."""
    general: CommandType | None = None
    """The command type of the army, if this is its general's element."""
    exceptional: bool = False


POINTS: Quantity[ElementPrice] = Quantity(
    "idg.points",
    "IDG-1.8.2",
    (
        Stage("base"),
        Stage("arms"),
        Stage("mounts"),
        Stage("armour"),
        Stage("special"),
        Stage("list", "set"),
        Stage("general"),
        Stage("exceptional"),
    ),
)


@contributes(POINTS, "IDG-1.8.2", "base")
def class_and_quality(query: ElementPrice) -> Line:
    """The base by class and quality; elephants and artillery by kind."""
    profile = query.profile
    info = troop_file().classes[profile.troop]
    word = say(f"idg.kind.{profile.kind}") if info.kinds else class_word(profile.troop)
    value = info.kinds.get(profile.kind, info.price.get(profile.quality, 0))
    message = say("idg.points.class_and_quality", what=word)
    if not info.kinds:
        quality = say(f"idg.quality.{profile.quality}")
        message = say("idg.points.class_and_quality", what=say("idg.paired", a=word, b=quality))
    return Line("IDG-1.8.2", message, "base", value)


@contributes(POINTS, "IDG-1.8.2", "arms")
def swordsmen(query: ElementPrice) -> int | None:
    """Swords cost more than spears."""
    return _extra("swordsmen") if "swordsmen" in query.profile.subtypes else None


@contributes(POINTS, "IDG-1.8.3", "arms")
def pikemen(query: ElementPrice) -> int | None:
    """Pikes cost nothing."""
    return 0 if "pikemen" in query.profile.subtypes else None


@contributes(POINTS, "IDG-1.8.2", "arms")
def missiles(query: ElementPrice) -> Line | None:
    """Sling, bow or crossbow, dearer for riders."""
    profile = query.profile
    if profile.weapon in ("spear", "artillery"):
        return None
    who = "mounted" if profile.category == "mounted" else profile.troop
    message = say("idg.points.missiles", what=say(f"idg.weapon.{profile.weapon}"))
    return Line("IDG-1.8.2", message, "arms", _extra(f"{who}_{profile.weapon}"))


@contributes(POINTS, "IDG-1.8.2", "mounts")
def horses(query: ElementPrice) -> int | None:
    """Horses or camels for foot."""
    return _extra("horses") if query.profile.mounted_infantry else None


@contributes(POINTS, "IDG-1.8.2", "armour")
def armour(query: ElementPrice) -> Line | None:
    """Armour, or heavy armour."""
    if query.profile.armour == "none":
        return None
    message = say("idg.points.armour", what=say(f"idg.armour.{query.profile.armour}"))
    return Line("IDG-1.8.2", message, "armour", _extra(query.profile.armour))


@contributes(POINTS, "IDG-1.8.4", "special")
def wild(query: ElementPrice) -> int | None:
    """Wildness is free."""
    return 0 if query.profile.wild else None


@contributes(POINTS, "IDG-1.8.2", "special")
def special(query: ElementPrice) -> list[Line]:
    """A special rule of the list that is already in its points."""
    known = troop_file().special
    return [
        Line(known[one].rule, say(f"idg.special.{one}"), "special", known[one].points)
        for one in query.profile.special
    ]


@contributes(POINTS, "IDG-1.8.5", "list", when=lambda options: options.var_list_points == "printed")
def printed(query: ElementPrice) -> int | None:
    """The list's own figure, where the formula gives another one."""
    if query.printed is None or query.printed == formula_points(query.profile):
        return None
    cite("IDG-A34")
    return query.printed


@contributes(POINTS, "IDG-2.3.6", "general")
def general(query: ElementPrice) -> Line | None:
    """What the general costs beyond his element."""
    if query.general is None or not surcharge(query.general):
        return None
    message = say("idg.points.general", what=say(f"idg.command.{query.general}"))
    return Line("IDG-2.3.6", message, "general", surcharge(query.general))


@contributes(POINTS, "IDG-2.4.1", "exceptional")
def exceptional(query: ElementPrice) -> int | None:
    """What it costs that the general is exceptional."""
    return troop_file().exceptional if query.exceptional else None


def _extra(name: str) -> int:
    return troop_file().extra[name]


def element_price(query: ElementPrice, options: IdgOptions) -> Ledger:
    """Price an element, line by line."""
    return reckon(POINTS, contributors(POINTS, options), query)


@lru_cache(maxsize=4096)
def element_points(query: ElementPrice, options: IdgOptions) -> int:
    """Price an element, the sum only."""
    return element_price(query, options).total


_FORMULA: Final = IdgOptions(var_list_points="formula")


def formula_points(profile: Profile) -> int:
    """Price an element by the formula alone."""
    return element_points(ElementPrice(profile), _FORMULA)


# -- sums ----------------------------------------------------------------------------------------

UNIT_POINTS: Quantity[None] = Quantity("idg.unit_points", "IDG-1.8.1", (Stage("elements"),))
ARMY_POINTS: Quantity[None] = Quantity(
    "idg.army_points",
    "IDG-3.1.1",
    (Stage("units"), Stage("general"), Stage("allies"), Stage("equipment"), Stage("stake")),
)


def sum_of(quantity: Quantity[None], lines: list[Line]) -> Ledger:
    """Add lines up."""
    return balance(quantity, lines, ())


def several(price: Ledger, count: int, what: Message) -> Line:
    """Write some elements of the same price as one line. IDG-1.8.1."""
    message = say("idg.unit_points.several", count=count, what=what, points=price.total)
    return Line("IDG-1.8.1", message, "elements", count * price.total, parts=(price,))


def equipment_line(name: str, count: int) -> Line:
    """Write some pieces of equipment as one line."""
    priced = troop_file().equipment[name]
    message = say(f"idg.equipment.{name}", n=count)
    return Line(priced.rule, message, "equipment", count * priced.points)
