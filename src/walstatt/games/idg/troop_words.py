"""Troops as players name them: `elite armoured heavy cavalry with bow`. IDG-1.6, IDG-1.7."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

from walstatt.games.idg.troops import (
    Kind,
    Profile,
    Special,
    SubType,
    TroopClass,
    Weapon,
    troop_file,
)
from walstatt.kernel.content import did_you_mean
from walstatt.kernel.errors import BadRequest

Said: TypeAlias = dict[str, Any]
"""The fields of a profile that somebody spoke of."""

CLASSES: Final[dict[str, TroopClass]] = {
    "warrior": "warrior",
    "skirmisher": "skirmisher",
    "light cavalry": "light_cavalry",
    "light horse": "light_cavalry",
    "heavy cavalry": "heavy_cavalry",
    "cataphract": "cataphract",
    "light chariot": "light_chariot",
    "heavy chariot": "heavy_chariot",
    "elephant": "elephant",
    "artillery": "artillery",
    "wagon": "wagon",
    "baggage": "baggage",
    "baggage train": "baggage",
}
QUALITIES: Final = {"elite": "elite", "ordinary": "ordinary", "raw": "raw"}
ARMOURS: Final = {
    "none": "none",
    "unarmoured": "none",
    "armoured": "armoured",
    "heavily armoured": "heavily_armoured",
    "heavy": "heavily_armoured",
}
WEAPONS: Final[dict[str, Weapon]] = {
    "spear": "spear",
    "javelin": "spear",
    "sling": "sling",
    "bow": "bow",
    "crossbow": "crossbow",
    "artillery": "artillery",
}
SUBTYPES: Final[dict[str, SubType]] = {
    "swordsmen": "swordsmen",
    "swordsman": "swordsmen",
    "pikemen": "pikemen",
    "pikeman": "pikemen",
    "bowmen": "bowmen",
    "bowman": "bowmen",
}
KINDS: Final[dict[str, Kind]] = {
    "indian": "indian",
    "african": "african",
    "light artillery": "light_artillery",
    "heavy artillery": "heavy_siege_engine",
    "heavy siege engine": "heavy_siege_engine",
}
SPECIALS: Final[dict[str, Special]] = {
    "pila": "pila",
    "ghulam": "ghulam_archery",
    "ghulam archery": "ghulam_archery",
    "mongol": "mongol_archery",
    "mongol archery": "mongol_archery",
    "rocket": "rocket",
    "fire lance": "fire_lance",
    "fire ox": "fire_ox",
}
TERMS: Final[dict[str, Said]] = {
    **{word: {"type": one} for word, one in CLASSES.items()},
    **{word: {"quality": one} for word, one in QUALITIES.items()},
    **{word: {"armour": one} for word, one in ARMOURS.items() if word not in ("none", "heavy")},
    **{word: {"weapon": one} for word, one in WEAPONS.items() if word != "artillery"},
    **{word: {"type": "warrior", "subtypes": (one,)} for word, one in SUBTYPES.items()},
    **{word: {"special": (one,)} for word, one in SPECIALS.items()},
    "standard": {},
    "archer": {"type": "warrior", "subtypes": ("bowmen",), "weapon": "bow"},
    "crossbowmen": {"type": "warrior", "subtypes": ("bowmen",), "weapon": "crossbow"},
    "indian": {"type": "elephant", "kind": "indian"},
    "african": {"type": "elephant", "kind": "african"},
    "light artillery": {"type": "artillery", "kind": "light_artillery"},
    "light bolt thrower": {"type": "artillery", "kind": "light_artillery"},
    "heavy artillery": {"type": "artillery", "kind": "heavy_siege_engine"},
    "heavy siege engine": {"type": "artillery", "kind": "heavy_siege_engine"},
    "siege engine": {"type": "artillery", "kind": "heavy_siege_engine"},
    "fire ox": {"type": "heavy_cavalry", "armour": "armoured", "special": ("fire_ox",)},
    "wild": {"wild": True},
    "camel": {"camel": True},
    "horse": {"horses": True},
    "mounted infantry": {"horses": True},
}
"""What each term says of troops."""
IDLE: Final = ("with", "and", "of", "on", "armed", "in")
PLURALS: Final = {"horses": "horse", "oxen": "ox", "archers": "archer", "infantry": "infantry"}
LONGEST: Final = 3
"""How many words a term has at most."""
SEVERAL: Final = ("subtypes", "special")


def words_of(text: str) -> list[str]:
    """Split what somebody wrote into words, in the singular and in British spelling."""
    found = re.split(r"[\s_,;/+-]+", text.strip().lower())
    return [_single(word) for word in found if word and word not in IDLE]


def _single(word: str) -> str:
    word = word.replace("armored", "armoured")
    if word in PLURALS:
        return PLURALS[word]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def troops_said(text: str) -> Said:
    """Read what troops are called, or say which word nobody knows."""
    said: Said = {}
    words = words_of(text)
    while words:
        count = next((n for n in range(LONGEST, 0, -1) if " ".join(words[:n]) in TERMS), 0)
        if not count:
            raise BadRequest(f"{text!r}: {_unknown(words[0], TERMS)}")
        _add(said, TERMS[" ".join(words[:count])])
        words = words[count:]
    return said


def _add(said: Said, more: Mapping[str, Any]) -> None:
    for name, value in more.items():
        said[name] = (*said.get(name, ()), *value) if name in SEVERAL else value


def _unknown(word: str, known: Iterable[str]) -> str:
    names = [name for name in known if name]
    return f"no troops are called {word!r}{did_you_mean(word, names)}; known: {', '.join(names)}"


# -- single fields ---------------------------------------------------------------------------------


def one_of(field: str, word: str, known: Mapping[str, Any]) -> Any:  # noqa: ANN401 - by field
    """Read one word of a field, in any spelling."""
    spelled = " ".join(words_of(word))
    names = {" ".join(words_of(name)): value for name, value in known.items()}
    if spelled not in names:
        there = ", ".join(dict.fromkeys(str(value) for value in known.values() if value))
        raise BadRequest(f"{field}: {word!r} is none of {there}{did_you_mean(word, known)}")
    return names[spelled]


def several_of(field: str, words: str | tuple[str, ...], known: Mapping[str, Any]) -> Any:  # noqa: ANN401
    """Read several words of a field."""
    listed = (words,) if isinstance(words, str) else words
    return tuple(one_of(field, word, known) for word in listed)


FIELDS: Final[dict[str, Mapping[str, Any]]] = {
    "quality": QUALITIES,
    "armour": ARMOURS,
    "weapon": WEAPONS,
    "kind": KINDS,
}


def fields_said(given: Mapping[str, Any]) -> Said:
    """Read what is said of troops, field by field; `type` may say everything at once."""
    said = troops_said(given["type"]) if given.get("type") else {}
    for name, known in FIELDS.items():
        if given.get(name) is not None:
            said[name] = one_of(name, given[name], known)
    for name, known in (("subtypes", SUBTYPES), ("special", SPECIALS)):
        if given.get(name) is not None:
            said[name] = several_of(name, given[name], known)
    said |= {
        name: given[name] for name in ("wild", "camel", "horses") if given.get(name) is not None
    }
    return said


USUAL_KIND: Final[dict[str, Kind]] = {"elephant": "indian", "artillery": "light_artillery"}


def profile_said(said: Said) -> Profile:
    """Make a profile of what is said; the rest is usual: ordinary, unarmoured, with spears."""
    troop: TroopClass = said.get("type", "warrior")
    subtypes: tuple[SubType, ...] = tuple(dict.fromkeys(said.get("subtypes", ())))
    weapon: Weapon = said.get("weapon", _usual_weapon(troop, subtypes))
    if troop == "warrior" and weapon in ("bow", "crossbow") and "bowmen" not in subtypes:
        subtypes = (*subtypes, "bowmen")
    camel = said.get("camel", False)
    rides = bool(camel) and "camel" not in _mounts(troop)
    return Profile(
        troop=troop,
        quality=said.get("quality", "ordinary"),
        wild=said.get("wild", False),
        armour=said.get("armour", "none"),
        weapon=weapon,
        subtypes=subtypes,
        kind=said.get("kind", USUAL_KIND.get(troop, "")),
        camel=camel,
        mounted_infantry=bool(said.get("horses", rides)),
        special=tuple(dict.fromkeys(said.get("special", ()))),
    )


def _usual_weapon(troop: TroopClass, subtypes: tuple[SubType, ...]) -> Weapon:
    if troop == "artillery":
        return "artillery"
    return "bow" if "bowmen" in subtypes else "spear"


def _mounts(troop: TroopClass) -> tuple[str, ...]:
    """Say whether camels are what troops fight from, rather than what they ride to battle on."""
    return ("camel",) if troop_file().classes[troop].camels else ()
