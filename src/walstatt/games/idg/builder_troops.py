"""Elements that follow no list: whoever makes the army says what they are. IDG-3.1.2."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, get_args

import msgspec

from walstatt.games.idg.army import FreeTroops
from walstatt.games.idg.builder_data import key_of, marks_of, put, put_in
from walstatt.games.idg.muster import Body, Element, Muster
from walstatt.games.idg.prices import element_points
from walstatt.games.idg.scene_pieces import sprite_of
from walstatt.games.idg.troops import (
    Armour,
    Profile,
    Quality,
    TroopClass,
    base_of,
    class_word,
    in_words,
    troop_file,
)
from walstatt.i18n.catalogue import Message, say
from walstatt.scene.rosters import ArmyEdit, ArmyField, ArmyOption, ArmyPart, Way

FIGHTERS: Final = tuple(one for one in get_args(TroopClass) if one not in ("wagon", "baggage"))
NEW_TROOPS: Final[dict[str, Any]] = {"class": "warrior", "count": 6}
BOWMEN: Final = ("bowmen",)


def free_parts(muster: Muster, body: Body, at: Way) -> Iterator[ArmyPart]:
    """Describe the elements of a unit without a line: artillery, or whatever was agreed on."""
    if body.unit.exchange is not None:
        yield _part(muster, body.elements[0], 1, (*at, "exchange"), fixed=True)
        return
    alone = len(body.unit.troops) == 1
    for place, troops in enumerate(body.unit.troops):
        here = (*at, "troops", place)
        part = _part(muster, Element(troops.profile()), troops.count, (*here, "count"), fixed=False)
        more = put_in(*here, to=msgspec.to_builtins(troops))
        yield msgspec.structs.replace(
            part,
            least=1,
            fields=tuple(profile_fields(troops, here)),
            remove=() if alone else (put(*here),),
            copy=(more,),
        )


def _part(muster: Muster, element: Element, count: int, at: Way, *, fixed: bool) -> ArmyPart:
    profile = element.profile
    return ArmyPart(
        key=key_of(at),
        at=at,
        what=in_words(profile),
        count=count,
        each=element_points(element.price, muster.options),
        sprite=sprite_of(profile),
        marks=marks_of(profile),
        depth=base_of(profile).depth,
        least=1 if fixed else 0,
        most=1 if fixed else 60,
    )


def profile_fields(profile: Profile | FreeTroops, at: Way) -> Iterator[ArmyField]:
    """Let somebody say what elements are."""
    info = troop_file().classes[profile.troop]
    yield _choice(at, "class", [_class_option(one, at) for one in FIGHTERS])
    if info.kinds:
        yield _choice(at, "kind", [_option(f"idg.kind.{one}", one) for one in info.kinds])
    else:
        grades = [_option(f"idg.quality.{one}", one) for one in get_args(Quality)]
        yield _choice(at, "quality", grades, "ordinary")
    weapons = [_weapon_option(profile, one, at) for one in info.weapons]
    if len(weapons) > 1:
        yield _choice(at, "weapon", weapons, "spear")
    if info.armour:
        yield _choice(
            at, "armour", [_option(f"idg.armour.{one}", one) for one in get_args(Armour)], "none"
        )
    if profile.troop == "warrior" and profile.weapon == "spear":
        yield _choice(
            at, "subtypes", [_subtype_option(one) for one in ("", "swordsmen", "pikemen")]
        )
    yield _switch(at, "wild")
    if info.horses:
        yield _switch(at, "mounted_infantry")


def _choice(at: Way, name: str, options: list[ArmyOption], usual: str | None = None) -> ArmyField:
    here = (*at, name)
    label = say(f"idg.builder.{name}")
    return ArmyField(
        key=key_of(here), at=here, kind="choice", label=label, options=tuple(options), usual=usual
    )


def _switch(at: Way, name: str) -> ArmyField:
    here = (*at, name)
    return ArmyField(key=key_of(here), at=here, kind="switch", label=say(f"idg.builder.{name}"))


def _option(message: str, value: str) -> ArmyOption:
    return ArmyOption(label=say(message), value=value)


def _class_option(troop: TroopClass, at: Way) -> ArmyOption:
    """Choose a class; what the one before had and this one has not is forgotten."""
    info = troop_file().classes[troop]
    gone: list[ArmyEdit] = [put(*at, name) for name in ("subtypes", "mounted_infantry", "camel")]
    gone.append(put(*at, "kind", to=next(iter(info.kinds), None)))
    weapon = info.weapons[0]
    gone.append(put(*at, "weapon", to=None if weapon == "spear" else weapon))
    gone += [put(*at, "quality")] if info.kinds else []
    gone += [] if info.armour else [put(*at, "armour")]
    return ArmyOption(label=class_word(troop), value=troop, edits=tuple(gone))


def _weapon_option(profile: Profile | FreeTroops, weapon: str, at: Way) -> ArmyOption:
    """Choose a weapon; warriors who shoot are bowmen, and nobody else is. IDG-1.6.4."""
    edits: tuple[ArmyEdit, ...] = ()
    if profile.troop == "warrior":
        edits = (put(*at, "subtypes", to=[*BOWMEN] if weapon in ("bow", "crossbow") else None),)
    return ArmyOption(label=say(f"idg.weapon.{weapon}"), value=weapon, edits=edits)


def _subtype_option(name: str) -> ArmyOption:
    label: Message = say(f"idg.subtype.{name}") if name else say("idg.builder.standard")
    return ArmyOption(label=label, value=[name] if name else None)
