"""Which language is spoken, and the words of the terminal in it."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Final

from walstatt.i18n.catalogue import LANGUAGES, Catalogue
from walstatt.scene.playable import AnyPlayable
from walstatt.scene.words import complete

_HERE: Final = Path(__file__).parent


def chosen_language(given: str | None) -> str:
    """Choose a language: as told, as WALSTATT_LANG says, as LANG says, or English."""
    wishes = (given, os.environ.get("WALSTATT_LANG"), os.environ.get("LANG"))
    spoken = ((wish or "")[:2].lower() for wish in wishes)
    return next((one for one in spoken if one in LANGUAGES), "en")


@cache
def terminal_words() -> Catalogue:
    """Read what the terminal itself says."""
    return Catalogue.load({one: [_HERE / f"messages.{one}.yaml"] for one in LANGUAGES})


@cache
def words_of(definition: AnyPlayable) -> Catalogue:
    """Give everything that is said while a game is played."""
    return complete(definition.catalogue).merged(terminal_words())
