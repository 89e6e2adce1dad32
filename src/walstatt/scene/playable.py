"""A game that can be shown, and what a seat sees of it while it is played."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, ClassVar, TypeAlias

from msgspec.structs import replace

from walstatt.i18n.catalogue import LANGUAGES, Message, say
from walstatt.kernel import asking
from walstatt.kernel.casebook import Casebook
from walstatt.kernel.definition import C, GameDef, O, Ruleset, V, W
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat
from walstatt.scene.merging import merged
from walstatt.scene.model import Scene


class Playable(GameDef[W, C, O, V]):
    """A game with a face: what the platform needs to show it to people."""

    languages: ClassVar[tuple[str, ...]] = LANGUAGES

    @abstractmethod
    def scene(self, rules: Ruleset[C, O], view: V, seat: Seat | None) -> Scene:
        """Show what a seat knows, from the view and the fixed rules; prompts and log come later."""

    @property
    def title(self) -> Message:
        """Name the game."""
        return say(f"{self.id}.title")

    @cached_property
    def casebook(self) -> Casebook[Any] | None:
        """Give the vocabulary of the game's cases, if it has one."""
        return None


AnyPlayable: TypeAlias = Playable[Any, Any, Any, Any]


def stage(game: AnyGame, seat: Seat | None, log: Sequence[Message] = ()) -> Scene:
    """Show a game to a seat: all boards, the innermost in focus, with what the seat may do."""
    scene = merged(_scopes(game, seat))
    prompts = _prompts(game, seat)
    return replace(scene, log=tuple(log), **prompts)


def _scopes(game: AnyGame, seat: Seat | None) -> Iterable[tuple[str, Scene]]:
    for ctx in game.scopes:
        definition = ctx.rules.game
        if not isinstance(definition, Playable):
            raise BadRequest(f"{definition.id} has no scene")
        yield definition.id, definition.scene(ctx.rules, definition.observe(ctx, seat), seat)


def _prompts(game: AnyGame, seat: Seat | None) -> dict[str, Any]:
    if seat is None:
        return {}
    return {
        "prompt": asking.prompt(game, seat),
        "standing": asking.standing_prompts(game, seat),
    }
