"""A game that can be shown, and what a seat sees of it while it is played."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from functools import cached_property
from inspect import getfile
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

from msgspec.structs import replace

from walstatt.i18n.catalogue import LANGUAGES, Catalogue, Message, say
from walstatt.kernel import asking
from walstatt.kernel.casebook import Casebook
from walstatt.kernel.definition import C, GameDef, O, Ruleset, V, W
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat
from walstatt.kernel.prompts import Target
from walstatt.kernel.rulebook import Rulebook
from walstatt.scene.about import About, Lesson, Term
from walstatt.scene.merging import merged
from walstatt.scene.model import Scene
from walstatt.scene.rosters import AnyRosterDesk
from walstatt.scene.words import base_catalogue


class Playable(GameDef[W, C, O, V]):
    """A game with a face: what the platform needs to show it to people."""

    languages: ClassVar[tuple[str, ...]] = LANGUAGES
    words: ClassVar[tuple[str, ...]] = ("messages",)
    """The files of messages beside the game's definition, each with a language behind its name."""

    @abstractmethod
    def scene(self, rules: Ruleset[C, O], view: V, seat: Seat | None) -> Scene:
        """Show what a seat knows, from the view and the fixed rules; prompts and log come later."""

    @property
    def title(self) -> Message:
        """Name the game."""
        return say(f"{self.id}.title")

    @cached_property
    def folder(self) -> Path:
        """Name the folder of the game's definition, in which its rules and messages lie.

        A variant of a game that brings no rules of its own has those of the game it varies.
        """
        lineage = [one for one in type(self).__mro__ if issubclass(one, Playable)]
        folders = [Path(getfile(one)).parent for one in lineage]
        return next((one for one in folders if (one / "rules.yaml").exists()), folders[0])

    @cached_property
    def rulebook(self) -> Rulebook:
        """Read the rules."""
        return Rulebook.load(self.folder / "rules.yaml")

    @cached_property
    def catalogue(self) -> Catalogue:
        """Read the messages, on top of those that every game needs."""
        own = {
            language: [self.folder / f"{name}.{language}.yaml" for name in self.words]
            for language in self.languages
        }
        return base_catalogue().merged(Catalogue.load(own))

    def about(self, rules: Ruleset[C, O], view: V, target: Target) -> About | None:
        """Tell what a seat may know about a thing it points at."""
        del rules, view, target
        return None

    def glossary(self) -> tuple[Term, ...]:
        """Explain the words of the rulebook."""
        return ()

    def lessons(self) -> tuple[Lesson, ...]:
        """List what a newcomer is told while playing, in order."""
        return ()

    @cached_property
    def roster_desk(self) -> AnyRosterDesk | None:
        """Give the desk at which armies are made, if players bring any."""
        return None

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


def told_about(game: AnyGame, seat: Seat | None, target: Target) -> About | None:
    """Tell a seat about a thing on the innermost board."""
    ctx = game.ctx
    definition = ctx.rules.game
    if not isinstance(definition, Playable):
        return None
    return definition.about(ctx.rules, definition.observe(ctx, seat), target)
