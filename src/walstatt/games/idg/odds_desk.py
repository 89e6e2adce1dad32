"""The odds of any melee, shot, test and attempt in a battle. IDG-5 to IDG-17."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias, get_args

from msgspec.structs import replace

from walstatt.games.idg import evading, fire, morale, rally
from walstatt.games.idg.melee_dice import MELEE, MeleeDice
from walstatt.games.idg.melee_odds import Band, band_of, rank_of
from walstatt.games.idg.melee_results import D10, Clash
from walstatt.games.idg.odds_around import AROUND, around_forms
from walstatt.games.idg.odds_siege import (
    either,
    gate_form,
    gate_odds,
    ladder_form,
    ladder_odds,
    ship_odds,
    words,
)
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.shooting_dice import NOZZLE, SHOT, ShotDice
from walstatt.games.idg.shooting_odds import Harm, harm_label
from walstatt.games.idg.shooting_results import ShotRoll
from walstatt.games.idg.troops import Armour, Kind, Profile, Quality, Special, SubType, TroopClass
from walstatt.games.idg.world import is_mounted
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.chance import D6, Roll
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.odds_form import (
    Aspect,
    OddsField,
    OddsForm,
    OddsPick,
    Reckoned,
    Values,
    choice,
    ledger_of,
    number,
    yes,
)
from walstatt.kernel.options import Options

Side: TypeAlias = Literal["own", "foe"]
NONE: Final = "none"
MARKERS: Final = 6
WEAPONS: Final = ("spear", "sling", "bow", "crossbow", "artillery", "flame")


def _of(side: Side, label: Message) -> Message:
    """Say of which side something is asked."""
    return say(f"idg.form.of_{side}", what=label)


# -- who -----------------------------------------------------------------------------------------


def _picks(kind: object, names: str, *, none: bool = False) -> list[OddsPick]:
    known = [OddsPick(one, say(f"idg.{names}.{one}")) for one in get_args(kind) if one]
    return [OddsPick(NONE, words("none")), *known] if none else known


def _troops(side: Side) -> tuple[OddsField, ...]:
    asked: tuple[tuple[str, Sequence[OddsPick], str], ...] = (
        ("class", _picks(TroopClass, "class"), ""),
        ("quality", _picks(Quality, "quality"), "ordinary"),
        ("armour", _picks(Armour, "armour"), ""),
        ("subtype", _picks(SubType, "subtype", none=True), ""),
        ("kind", _picks(Kind, "kind", none=True), ""),
        ("special", _picks(Special, "special", none=True), ""),
    )
    return tuple(
        choice(f"{side}_{name}", _of(side, words(name)), picks, default)
        for name, picks, default in asked
    )


def _profile(side: Side, values: Values, *, wild: bool = False) -> Profile:
    def some(name: str) -> tuple[Any, ...]:
        value = values[f"{side}_{name}"]
        return () if value == NONE else (value,)

    return Profile(
        values[f"{side}_class"],
        quality=values[f"{side}_quality"],
        wild=wild,
        armour=values[f"{side}_armour"],
        subtypes=some("subtype"),
        kind=(*some("kind"), "")[0],
        special=some("special"),
    )


# -- melee ---------------------------------------------------------------------------------------

_STATES: Final = (
    "wild", "moved", "turned", "entered", "hero", "general", "exceptional", "difficult", "works",
)  # fmt: skip
_COUNTS: Final = {
    "beside": 2, "behind": 1, "pikes": 2, "disorder": MARKERS,
    "foot_on_flank": 2, "mounted_on_flank": 2,
}  # fmt: skip


def _stands(side: Side) -> tuple[OddsField, ...]:
    states = (yes(f"{side}_{name}", _of(side, words(name))) for name in _STATES)
    frontal = yes(f"{side}_frontal", _of(side, words("frontal")), default=True)
    counts = (
        number(f"{side}_{name}", _of(side, words(name)), 0, most, 0)
        for name, most in _COUNTS.items()
    )
    return (*_troops(side), *states, frontal, *counts)


def _stand(side: Side, values: Values) -> MeleeDice:
    other: Side = "foe" if side == "own" else "own"
    told = {name: values[f"{side}_{name}"] for name in (*_STATES, "frontal", *_COUNTS)}
    own = _profile(side, values, wild=told["wild"])
    foe = _profile(other, values, wild=values[f"{other}_wild"])
    return MeleeDice(own, foe, foe_moved=values[f"{other}_moved"], new=values["new"], **told)


def _melee(values: Values, options: Options) -> Reckoned:
    if not isinstance(options, IdgOptions):
        raise BadRequest("these are the options of another game")
    own, foe = _stand("own", values), _stand("foe", values)
    ledgers = ledger_of(MELEE, options, own), ledger_of(MELEE, options, foe)
    meaning = Clash(
        ledgers[0].total,
        ledgers[1].total,
        is_mounted(own.own),
        is_mounted(foe.own),
        _is_frail(own),
        _is_frail(foe),
        at_ten=options.var_ten_plus_markers,
    )
    roll = Roll("idg.roll.melee", "IDG-11.8.32", D10, 2, meaning=meaning, ledgers=ledgers)
    return Reckoned(roll, _MELEE_ASPECTS, heads=(words("first"), words("second")))


def _is_frail(stand: MeleeDice) -> bool:
    return stand.own.troop == "skirmisher" or stand.wild


def _band(result: Any) -> tuple[tuple[int, int], Band]:  # noqa: ANN401 - what the reading gives
    band = band_of(result)
    return rank_of(band), band


def _band_label(key: tuple[tuple[int, int], Band]) -> Message:
    band = key[1]
    if band.who == 0:
        return say("idg.odds.melee.both" if band.markers else "idg.odds.melee.nothing")
    unit = words("first" if band.who > 0 else "second")
    if not band.lost:
        return say("idg.odds.melee.markers", unit=unit, n=band.markers)
    if not band.markers:
        return say("idg.odds.melee.lost", unit=unit)
    return say("idg.odds.melee.lost_and_markers", unit=unit, n=band.markers)


def _markers(n: int) -> Message:
    return say("idg.odds.shot.markers", n=n)


_MELEE_ASPECTS: Final = (
    Aspect(words("result"), _band, _band_label),
    Aspect(_of("own", words("markers")), lambda one: int(one.own_markers), _markers),
    Aspect(_of("foe", words("markers")), lambda one: int(one.foe_markers), _markers),
)


# -- shooting ------------------------------------------------------------------------------------

_SHOT: Final = ("moved", "turned", "overhead", "weather")
_SHOT_AT: Final = ("foe_melee", "foe_rides", "foe_cover", "foe_works")


def _shooter_fields() -> tuple[OddsField, ...]:
    names = {"flame": words("flame")}
    weapons = [OddsPick(one, names.get(one) or say(f"idg.weapon.{one}")) for one in WEAPONS]
    return (
        choice("weapon", words("weapon"), weapons, "bow"),
        *_troops("own"),
        yes("short", words("short"), default=True),
        number("disorder", _of("own", words("disorder")), 0, MARKERS, 0),
        *(yes(name, words(f"shot_{name}")) for name in _SHOT),
    )


def _shot_fields() -> tuple[OddsField, ...]:
    at = (yes(name, words(name)) for name in _SHOT_AT)
    return (*_shooter_fields(), *_troops("foe"), *at)


def _ship(values: Values, options: Options) -> Reckoned:
    return ship_odds(_shot_at(NOZZLE, values), options)


def _shot(values: Values, options: Options) -> Reckoned:
    foe = _profile("foe", values)
    query = replace(_shot_at(foe, values), **{name: values[name] for name in _SHOT_AT})
    ledger = ledger_of(SHOT, options, query)
    meaning = ShotRoll(ledger.total, foe.troop == "elephant")
    roll = Roll("idg.roll.shot", "IDG-9.6.18", D10, 1, meaning=meaning, ledgers=(ledger,))
    return Reckoned(roll, (Aspect(words("result"), _harm, harm_label),))


def _shot_at(foe: Profile, values: Values) -> ShotDice:
    """Give what is filled in about a shooter."""
    own = _profile("own", values)
    return ShotDice(
        own,
        foe,
        values["weapon"],
        short=values["short"],
        disorder=values["disorder"],
        moved=values["moved"],
        turned=values["turned"],
        mounted=is_mounted(own),
        overhead=values["overhead"],
        weather="IDG-9.6.8" if values["weather"] else "",
    )


def _harm(result: Any) -> Harm:  # noqa: ANN401 - what the reading gives
    return Harm(result.markers, int(result.lost))


# -- nerve ---------------------------------------------------------------------------------------


def _quality() -> OddsField:
    return choice("quality", words("quality"), _picks(Quality, "quality"), "ordinary")


def _morale(values: Values, options: Options) -> Reckoned:
    needed = ledger_of(morale.NEEDED, options, morale.Nerve(values["quality"]))
    meaning = morale.MoraleRoll(needed.total)
    roll = Roll("idg.roll.morale", "IDG-12.4.1", D6, 1, meaning=meaning, ledgers=(needed,))
    good, bad = say("idg.odds.morale.holds"), say("idg.odds.morale.fails")
    return Reckoned(roll, either("morale", good, bad))


def _rally(values: Values, options: Options) -> Reckoned:
    query = rally.Rallying(values["quality"] == "raw", values["elements"])
    dice = ledger_of(rally.DICE, options, query)
    count = dice.total + values["general_dice"]
    meaning = rally.RallyRoll(values["disorder"])
    roll = Roll("idg.roll.rally", "IDG-13.4.1", D6, count, meaning=meaning, ledgers=(dice,))
    return Reckoned(
        roll, (Aspect(words("rally"), lambda one: one, lambda n: say("idg.odds.rally", n=n)),)
    )


def _evade(values: Values, options: Options) -> Reckoned:
    meaning = evading.EvadeRoll(evading.NEEDED[values["quality"]])
    roll = Roll("idg.roll.evade", "IDG-11.4.4", D6, 1, meaning=meaning)
    return Reckoned(roll, either("evade", words("evades"), words("caught")))


def _fire(values: Values, options: Options) -> Reckoned:
    needed = ledger_of(fire.NEEDED, options, fire.Tinder(values["incendiary"]))
    meaning = fire.FireRoll(needed.total)
    roll = Roll("idg.roll.fire", "IDG-10.1.4", D6, 1, meaning=meaning, ledgers=(needed,))
    return Reckoned(roll, either("fire", words("burns"), words("burns_not")))


_FORMS: Final[Mapping[str, Callable[[Values, Options], Reckoned]]] = {
    "melee": _melee,
    "shot": _shot,
    "morale": _morale,
    "rally": _rally,
    "evade": _evade,
    "fire": _fire,
    "gate": gate_odds,
    "ladder": ladder_odds,
    "ship": _ship,
    **AROUND,
}


class IdgOdds:
    """Reckons fights, shots and tests between any two elements."""

    def forms(self) -> tuple[OddsForm, ...]:
        """List everything it reckons."""
        new = yes("new", words("new"), default=True)
        markers = number("disorder", words("disorder"), 1, MARKERS, 2)
        size = number("elements", words("elements"), 1, 12, 4)
        general = number("general_dice", words("general_dice"), 0, 3, 0)
        incendiary = yes("incendiary", words("incendiary"))
        return (
            OddsForm("melee", words("melee"), (new, *_stands("own"), *_stands("foe"))),
            OddsForm("shot", words("shot"), _shot_fields()),
            OddsForm("morale", words("morale"), (_quality(),)),
            OddsForm("rally", words("rally"), (_quality(), size, markers, general)),
            OddsForm("evade", words("evade"), (_quality(),)),
            OddsForm("fire", words("fire"), (incendiary,)),
            gate_form(),
            ladder_form(),
            OddsForm("ship", words("ship"), _shooter_fields()),
            *around_forms(),
        )

    def reckon(self, form: str, values: Values, options: Options) -> Reckoned:
        """Reckon one of them."""
        work = _FORMS.get(form)
        if work is None:
            raise BadRequest(f"there are no odds for {form!r}")
        return work(values, options)


DESK: Final = IdgOdds()
