"""Small legal armies of every list, and what is wrong with them after a change."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from walstatt.games.idg.army import Army, Contingent, Elements, General, Unit
from walstatt.games.idg.army_check import check
from walstatt.games.idg.army_file import mustered
from walstatt.games.idg.army_price import price_of
from walstatt.games.idg.army_words import army_catalogue
from walstatt.games.idg.muster import Muster
from walstatt.games.idg.options import IdgOptions
from walstatt.i18n.catalogue import LANGUAGES

PLAIN = IdgOptions()
DATED = IdgOptions(opt_dates=True)

COMPULSORY: dict[str, tuple[str, ...]] = {
    "classical_greeks": ("hoplites",) * 4,
    "early_achaemenid_persians": ("nobles", "asiatic_horse", "sparabara", "sparabara"),
    "carthaginians": ("libyan_spearmen",) * 2 + ("numidian_cavalry", "numidian_skirmishers"),
    "romans_punic_wars": ("hastati",) * 2 + ("principes",) * 2,
    "early_germans": ("warriors",) * 4,
    "early_imperial_romans": ("legionaries",) * 2 + ("auxiliary_foot", "equites"),
    "anglo_saxons": ("gesiths",) * 2 + ("fyrd",) * 2,
    "vikings": ("swordsmen",) * 4,
    "seljuks": ("ghulams",) + ("turkomans",) * 3,
    "first_crusade": ("knights",) * 2 + ("frankish_foot",) * 2,
    "mongols": ("mongols",) * 3 + ("turks",),
    "late_sung": ("warriors",) * 2 + ("missile_skirmishers",) * 2,
}
"""What an army of each list must have."""


def unit(line: str, elements: Elements = 4, *options: str, **more: object) -> Unit:
    """Make a unit of a line."""
    return replace(Unit(line=line, elements=elements, options=options), **more)


def base(list_id: str, *more: Unit, **fields: object) -> Army:
    """Make the smallest legal army of a list, with further units."""
    usual = {"name": "An army", "points": 900, "general": General(unit=1)}
    given: dict[str, Any] = {**usual, **fields}
    units = (*map(unit, COMPULSORY[list_id]), *more)
    return Army(format=1, game="idg", list=list_id, units=units, **given)


def of(list_id: str, *units: Unit, **fields: object) -> Army:
    """Make an army of these units only."""
    return replace(base(list_id, **fields), units=units)


def changed(army: Army, place: int, **fields: object) -> Army:
    """Change one unit."""
    units = list(army.units)
    units[place] = replace(units[place], **fields)
    return replace(army, units=tuple(units))


def reasons(army: Army, options: IdgOptions = PLAIN) -> list[str]:
    """List the rules an army breaks; every reason can be said in every language."""
    found = check(army, options)
    for flaw in found:
        assert flaw.at
        for language in LANGUAGES:
            assert army_catalogue().text(flaw.message, language)
    return [flaw.rule for flaw in found]


def said(army: Army, options: IdgOptions = PLAIN, language: str = "en") -> list[str]:
    """Say what is wrong with an army."""
    return [army_catalogue().text(flaw.message, language) for flaw in check(army, options)]


def force(army: Army, options: IdgOptions = PLAIN) -> Muster:
    """Muster an army."""
    return mustered(army, options)


def points(army: Army, options: IdgOptions = PLAIN) -> int:
    """Price an army."""
    return price_of(force(army, options)).total


def allies(list_id: str, *units: Unit, state: str = "") -> tuple[Contingent, ...]:
    """Make a contingent of allies."""
    return (Contingent(list=list_id, state=state, units=units),)
