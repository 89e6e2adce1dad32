"""The kinds of elements of one battle, each with a key of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from walstatt.games.idg.dismounting import on_foot
from walstatt.games.idg.troops import Profile

SWORDSMEN: Final = "/swordsmen"
"""Ends the key of riders under which their other form on foot is found, where they choose."""


def forms_on_foot(profile: Profile, *choices: str) -> tuple[Profile, Profile | None]:
    """Give what somebody becomes on foot, and what else he may choose to become. IDG-14.1.9."""
    foot = on_foot(profile, swordsmen="standard" not in choices and "swordsmen" in choices)
    is_free = foot != profile and len(choices) > 1
    return foot, on_foot(profile, swordsmen=True) if is_free else None


def rider_key(
    profiles: Mapping[str, Profile], on_foot: Mapping[str, str], profile: Profile, *choices: str
) -> str | None:
    """Find the key of those who look and dismount alike, among all that a battle knows."""
    wanted = profile, *forms_on_foot(profile, *choices)
    for key, one in profiles.items():
        other = on_foot.get(key + SWORDSMEN)
        if wanted == (one, profiles[on_foot.get(key, key)], profiles[other] if other else None):
            return key
    return None


class Sorting:
    """Gives every different kind of element a key, and what it is on foot."""

    def __init__(self) -> None:
        self.profiles: dict[str, Profile] = {}
        self.on_foot: dict[str, str] = {}
        self._known: dict[tuple[Profile, Profile | None, Profile | None], str] = {}

    def key(self, profile: Profile) -> str:
        """Name the profile, new or known."""
        return self._named(profile)

    def rider(self, profile: Profile, *choices: str) -> str:
        """Name a profile and what it becomes on foot; a list may say more. IDG-14.1.9."""
        foot, other = forms_on_foot(profile, *choices)
        if foot == profile:
            return self.key(profile)
        name = self._named(profile, foot, other)
        self.on_foot[name] = self.key(foot)
        if other is not None:
            self.on_foot[name + SWORDSMEN] = self.key(other)
        return name

    def _named(
        self, profile: Profile, foot: Profile | None = None, other: Profile | None = None
    ) -> str:
        known = (profile, foot, other)
        if known not in self._known:
            self._known[known] = f"p{len(self._known) + 1}"
            self.profiles[self._known[known]] = profile
        return self._known[known]
