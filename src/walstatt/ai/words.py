"""What computer players are called and say."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from walstatt.i18n.catalogue import LANGUAGES, Catalogue


@cache
def ai_catalogue() -> Catalogue:
    """Read the messages of the players themselves; their reasons come from their games."""
    here = Path(__file__).parent
    return Catalogue.load({one: [here / f"messages.{one}.yaml"] for one in LANGUAGES})
