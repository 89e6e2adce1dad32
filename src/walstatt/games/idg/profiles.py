"""The kinds of elements of one battle, each with a key of its own."""

from __future__ import annotations

from typing import Final

from walstatt.games.idg.dismounting import on_foot
from walstatt.games.idg.troops import Profile

SWORDSMEN: Final = "/swordsmen"
"""Ends the key of riders under which their other form on foot is found, where they choose."""


class Sorting:
    """Gives every different kind of element a key, and what it is on foot."""

    def __init__(self) -> None:
        self.profiles: dict[str, Profile] = {}
        self.on_foot: dict[str, str] = {}
        self._known: dict[tuple[Profile, Profile | None], str] = {}

    def key(self, profile: Profile) -> str:
        """Name the profile, new or known."""
        return self._named(profile, None)

    def rider(self, profile: Profile, *choices: str) -> str:
        """Name a profile and what it becomes on foot; a list may say more. IDG-14.1.9."""
        foot = on_foot(profile, swordsmen="standard" not in choices and "swordsmen" in choices)
        if foot == profile:
            return self.key(profile)
        name = self._named(profile, foot)
        self.on_foot[name] = self.key(foot)
        if len(choices) > 1:
            self.on_foot[name + SWORDSMEN] = self.key(on_foot(profile, swordsmen=True))
        return name

    def _named(self, profile: Profile, foot: Profile | None) -> str:
        known = (profile, foot)
        if known not in self._known:
            self._known[known] = f"p{len(self._known) + 1}"
            self.profiles[self._known[known]] = profile
        return self._known[known]
