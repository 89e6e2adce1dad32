"""What mounted troops are on foot. IDG-14.1."""

from __future__ import annotations

from msgspec.structs import replace

from walstatt.games.idg.troops import Profile
from walstatt.kernel.trace import rule


@rule("IDG-14.1.1", "IDG-14.1.4", "IDG-14.1.11")
def on_foot(profile: Profile, *, swordsmen: bool = False) -> Profile:
    """Give the element that a mounted element becomes; all others stay as they are.

    Grade and wildness stay. Some lists let their heavy cavalry dismount as swordsmen.
    """
    if profile.troop == "light_cavalry":
        return light_cavalry_on_foot(profile)
    if profile.troop == "heavy_cavalry" and "fire_ox" not in profile.special:
        found = heavy_cavalry_on_foot(profile)
        return replace(found, subtypes=(*found.subtypes, "swordsmen")) if swordsmen else found
    if profile.troop in ("light_chariot", "heavy_chariot"):
        return crew_on_foot(profile)
    if profile.troop == "cataphract":
        return cataphracts_on_foot(profile)
    return profile


@rule("IDG-14.1.5")
def light_cavalry_on_foot(profile: Profile) -> Profile:
    """Become skirmishers with the same weapon and armour."""
    return replace(profile, troop="skirmisher", camel=False)


@rule("IDG-14.1.6", "IDG-14.1.9")
def heavy_cavalry_on_foot(profile: Profile) -> Profile:
    """Become warriors with the same weapon and armour; with bow or crossbow they are bowmen."""
    return _warriors(profile)


@rule("IDG-14.1.7", "IDG-14.1.9")
def crew_on_foot(profile: Profile) -> Profile:
    """Become armoured warriors."""
    return replace(_warriors(profile), armour="armoured")


@rule("IDG-14.1.8")
def cataphracts_on_foot(profile: Profile) -> Profile:
    """Become heavily armoured warriors."""
    return replace(_warriors(profile), armour="heavily_armoured")


def _warriors(profile: Profile) -> Profile:
    shoots = profile.weapon in ("bow", "crossbow")
    return replace(profile, troop="warrior", subtypes=("bowmen",) if shoots else (), camel=False)
