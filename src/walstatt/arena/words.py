"""What the arena says, and what games, scenarios and levels are called."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from walstatt.ai.levels import players
from walstatt.ai.words import ai_catalogue
from walstatt.arena.numbers import Numbers
from walstatt.games import find_game
from walstatt.i18n.catalogue import LANGUAGES, Argument, Catalogue, Message, say


@cache
def arena_catalogue() -> Catalogue:
    """Read the arena's own messages."""
    here = Path(__file__).parent
    return Catalogue.load({one: [here / f"messages.{one}.yaml"] for one in LANGUAGES})


class Words:
    """Says things about a game's batches in one language."""

    def __init__(self, game: str, language: str, more: Catalogue | None = None) -> None:
        self.definition = find_game(game)
        self.language = language
        self.numbers = Numbers(language)
        own = arena_catalogue() if more is None else arena_catalogue().merged(more)
        self.catalogue = own.merged(ai_catalogue()).merged(self.definition.catalogue)
        self._levels = {level.id: level.name for level in players(game)}

    def say(self, message: Message) -> str:
        """Say any message."""
        return self.catalogue.text(message, self.language)

    def word(self, name: str, /, **args: Argument) -> str:
        """Say one of the arena's or the laboratory's own messages."""
        return self.say(say(name, **args))

    def level(self, level: str) -> str:
        """Name a level."""
        named = self._levels.get(level)
        return self.say(named) if named is not None else level

    def scenario(self, scenario: str) -> str:
        """Name a scenario."""
        return self.say(self.definition.scenario(scenario).title)

    def seat(self, seat: str) -> str:
        """Name a seat."""
        return self.say(self.definition.named(say("kernel.seat", seat=seat)))

    @property
    def title(self) -> str:
        """Name the game."""
        return self.say(self.definition.title)
