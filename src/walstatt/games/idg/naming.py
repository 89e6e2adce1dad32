"""How units and generals are called in the report and in questions."""

from __future__ import annotations

from walstatt.games.idg.army import Name
from walstatt.games.idg.world import (
    IdgCtx,
    fielded,
    lead_profile,
)
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.ids import Seat, UnitId


def either(name: Name) -> Message:
    """Say a name that may have two languages."""
    if isinstance(name, str):
        return say("idg.either", en=name, de=name)
    english, german = name.get("en", ""), name.get("de", "")
    return say("idg.either", en=english or german, de=german or english)


def unit_name(ctx: IdgCtx, unit: UnitId) -> Message:
    """Name a unit as its army does."""
    english, german = ctx.world.units[unit].names
    return say("idg.either", en=english, de=german)


def general_name(ctx: IdgCtx, side: Seat) -> Message:
    """Name the general of an army, or say whose general he is."""
    general = fielded(ctx, side).army.general
    if general is None or not general.name:
        return say("idg.general_of", seat=side)
    return either(general.name)


def kind_name(ctx: IdgCtx, unit: UnitId) -> Message:
    """Name the class of a unit."""
    return say(f"idg.class.{lead_profile(ctx, unit).troop}")
