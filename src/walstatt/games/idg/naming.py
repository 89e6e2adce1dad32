"""How units and generals are called in the report and in questions."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from walstatt.games.idg.army import Name
from walstatt.games.idg.world import (
    IdgCtx,
    fielded,
    lead_profile,
)
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.ids import Seat, UnitId

_NUMBER: Final = re.compile(r"\s+([0-9]+|[IVXLC]+)\.?$")
_ARTICLES: Final = ("der ", "die ", "das ")
_FURTHER: Final = {
    "en": re.compile(r"\s(at|from|in|of|on|with|without)\s.*"),
    "de": re.compile(
        r"\s(am|an|auf|aus|bei|der|des|im|in|mit|nach|ohne|vom|von|zu|zur|links|rechts)(\s.*|$)"
    ),
}
"""What only says more about those who are named before it."""
_AND: Final = {"en": " and ", "de": " und "}
_LATIN: Final = ("ala ", "cohors ", "legio ", "legion ")
"""What stands before a number and a name of honour."""
_SINGLE: Final = {
    "en": (
        *("askar", "band", "catapult", "cohort", "column", "company", "crew", "detachment"),
        *("elephant", "engine", "following", "fyrd", "general", "guard", "hird", "host"),
        *("household", "keshik", "legio", "legion", "mangonel", "ox", "phalanx", "rank"),
        *("reserve", "ship", "sortie", "thrower", "tower", "train", "trebuchet", "tumen", "wing"),
    ),
    "de": (
        *("abteilung", "adel", "artillerie", "askar", "aufgebot", "blide", "elefant", "feldherr"),
        *("fyrd", "garde", "gefolge", "gefolgschaft", "general", "gepäck", "hird", "infanterie"),
        *("jugend", "katapult", "kavallerie", "keschig", "keshik", "kohorte", "kolonne"),
        *("kompanie", "legio", "legion", "mangonel", "mannschaft", "maschine", "miliz", "ochse"),
        *("phalanx", "reiterei", "reserve", "ritterschaft", "schar", "schiff", "schleuder"),
        *("tross", "trupp", "tumen", "turm", "tümen", "volk", "wache"),
    ),
}
"""The ends of nouns that name one thing, or one body of men where a language has it so."""


def either(name: Name) -> Message:
    """Say a name that may have two languages."""
    if isinstance(name, str):
        return say("idg.either", en=name, de=name)
    english, german = name.get("en", ""), name.get("de", "")
    return say("idg.either", en=english or german, de=german or english)


def unit_name(ctx: IdgCtx, unit: UnitId) -> Message:
    """Name a unit as its army does."""
    return name_in_words(*ctx.world.units[unit].names)


def thing_name(ctx: IdgCtx, what: str) -> Message:
    """Name a piece of terrain or an engine, as what it is."""
    engine = ctx.world.engines.get(what)
    if engine is not None:
        return thing_word(engine.kind)
    return thing_word(next(one.kind for one in ctx.world.ground if one.id == what))


def thing_word(kind: str) -> Message:
    """Name a kind of terrain or of engine."""
    return say(f"idg.terrain.{kind}")


@lru_cache(maxsize=1024)
def name_in_words(english: str, german: str) -> Message:
    """Say the name of a unit, so that what is said of it is in the right number."""
    single = "".join(
        f"_{language}"
        for language, name in (("en", english), ("de", german))
        if is_single(name, language)
    )
    return say(f"idg.either{single}", en=english, de=_without_article(german))


def is_single(name: str, language: str) -> bool:
    """Does a name stand for one thing, so that it takes a verb in the singular?"""
    bare = _NUMBER.sub("", _without_article(name))
    if _AND[language] in bare:
        return False
    head = _FURTHER[language].sub("", bare).lower()
    return head.endswith(_SINGLE[language]) or head.startswith(_LATIN)


def _without_article(name: str) -> str:
    """Leave out a German article, which would have to be declined."""
    article = next((one for one in _ARTICLES if name.startswith(one)), "")
    return name.removeprefix(article)


def general_name(ctx: IdgCtx, side: Seat) -> Message:
    """Name the general of an army, or say whose general he is."""
    general = fielded(ctx, side).army.general
    if general is None or not general.name:
        return say("idg.general_of", seat=side)
    return either(general.name)


def kind_name(ctx: IdgCtx, unit: UnitId) -> Message:
    """Name the class of a unit."""
    return say(f"idg.class.{lead_profile(ctx, unit).troop}")
