"""What a game package exports: the only thing the platform knows about a game."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from walstatt.i18n.catalogue import Catalogue, Message, say
from walstatt.kernel.census import Blow, Body
from walstatt.kernel.chance import Outcomes, Request
from walstatt.kernel.content import ContentProblem
from walstatt.kernel.decisions import Decision, Rng
from walstatt.kernel.errors import BadRequest, MissingMigration, UnknownStep
from walstatt.kernel.events import Event
from walstatt.kernel.frames import Frame
from walstatt.kernel.ids import Seat
from walstatt.kernel.ledger import Contributor, Ledger, Quantity, contributors, reckon
from walstatt.kernel.options import Options
from walstatt.kernel.rulebook import Rulebook
from walstatt.kernel.world import World

W = TypeVar("W", bound=World)
C = TypeVar("C")
O = TypeVar("O", bound=Options)  # noqa: E741
V = TypeVar("V", bound=Struct)
Q = TypeVar("Q")
S = TypeVar("S", bound=Struct)


class Scenario(Struct, frozen=True):
    """A scenario as it is listed to people."""

    id: str
    title: Message
    seats: tuple[Seat, ...]
    note: Message | None = None
    for_cases: bool = False
    """Whether nothing stands there yet, so that only cases begin from it."""
    rosters: bool = False
    """Whether players bring their own armies to it."""


class Setup(Struct, Generic[W, C], frozen=True):
    """How a game starts: the world, the first procedure, and the content both stand on."""

    world: W
    content: C
    first: Frame
    seats: tuple[Seat, ...]


class Ruleset(Generic[C, O]):
    """The fixed part of one game being played, shared by all its clones."""

    __slots__ = ("_statements", "content", "game", "options", "scenario", "seats", "subgames")

    def __init__(
        self,
        game: GameDef[Any, C, O, Any],
        scenario: str,
        options: O,
        content: C,
        seats: tuple[Seat, ...],
    ) -> None:
        self.game = game
        self.scenario = scenario
        self.options = options
        self.content = content
        self.seats = seats
        self.subgames: dict[str, Ruleset[Any, Any]] = {}
        self._statements: dict[str, tuple[Contributor, ...]] = {}

    def reckon(self, quantity: Quantity[Q], query: Q) -> Ledger:
        """Compute a number with its lines under this game's options."""
        statements = self._statements.get(quantity.id)
        if statements is None:
            statements = self._statements[quantity.id] = contributors(quantity, self.options)
        return reckon(quantity, statements, query)

    def subgame(self, game: str) -> Ruleset[Any, Any]:
        """Give the rules of a game played inside this one."""
        rules = self.subgames.get(game)
        if rules is None:
            inner = self.game.subgames().get(game)
            if inner is None:
                raise UnknownStep(f"no game {game!r} can be played inside {self.game.id}")
            rules = Ruleset(inner, self.scenario, self.options, self.content, self.seats)
            self.subgames[game] = rules
        return rules


class GameDef(ABC, Generic[W, C, O, V]):
    """A game: its parts, its rulebook, and how to start, see and check it."""

    id: ClassVar[str]
    version: ClassVar[int] = 1
    """Counts changes that make old saves play differently; see `migrate`."""

    world_type: type[W]
    options_type: type[O]
    view_type: type[V]

    aliases: ClassVar[dict[str, str]] = {}
    """Old names of frames and steps (`proc` or `proc.step`) in saves, and their present ones."""

    runaway: ClassVar[int] = 1000
    """How many steps may follow each other without a question or a roll."""

    trial_games: ClassVar[int] = 300
    """How many random games show which of its rules are reached in play."""

    longest: ClassVar[int] = 20_000
    """More decisions than any game takes, however badly it is played."""

    @abstractmethod
    def scenarios(self) -> Mapping[str, Scenario]:
        """List the scenarios."""

    @abstractmethod
    def setup(self, scenario: str, options: O, rosters: Mapping[Seat, Any]) -> Setup[W, C]:
        """Lay out a scenario; rosters are armies the players bring, where the game knows such."""

    def sample_rosters(self, scenario: str, options: O, rng: Rng) -> Mapping[Seat, Any]:
        """Choose armies at random for a scenario to which players bring their own."""
        del scenario, options, rng
        return {}

    @abstractmethod
    def observe(self, ctx: Any, seat: Seat | None) -> V:
        """Build what a seat, or a spectator, may know."""

    @abstractmethod
    def redeterminise(self, rules: Ruleset[C, O], view: V, rng: Rng) -> W:
        """Imagine a full world that looks like this view."""

    @cached_property
    @abstractmethod
    def rulebook(self) -> Rulebook:
        """Give the rule ids with their statements."""

    @cached_property
    @abstractmethod
    def catalogue(self) -> Catalogue:
        """Give every message of the game in every language."""

    def content_paths(self) -> Iterable[Any]:
        """List the files whose hash identifies the content in saves."""
        return ()

    def check_content(self) -> list[ContentProblem]:
        """List what is wrong with the content beyond what its types can tell."""
        return []

    def content_ids(self) -> frozenset[str]:
        """Name all content that random play should have shown (`card:scout`, `unit:guard`)."""
        return frozenset()

    def content_seen(self, ctx: Any) -> Iterable[str]:
        """Name the content that can be seen in a position."""
        del ctx
        return ()

    def standing(self, ctx: Any, seat: Seat) -> list[Decision[Any]]:
        """List what a seat may do while another one is being asked."""
        del ctx, seat
        return []

    def after_roll(self, ctx: Any, request: Request, outcome: Outcomes) -> Frame | None:
        """Offer re-rolls: a procedure whose value replaces the outcome."""
        del ctx, request, outcome
        return None

    def invariants(self, ctx: Any) -> Iterable[str]:
        """Say what is wrong with a world that must never be wrong."""
        del ctx
        return ()

    def turn(self, ctx: Any) -> int:
        """Give the number of the turn, for measuring."""
        del ctx
        return 0

    def census(self, ctx: Any) -> Mapping[str, Body]:
        """Weigh every unit there is, for measuring."""
        del ctx
        return {}

    def blows(self, ctx: Any, key: str, request: Request, outcome: Outcomes) -> Iterable[Blow]:
        """Say who struck whom with a roll, for measuring; its frame waits on top of the stack."""
        del ctx, key, request, outcome
        return ()

    def subgames(self) -> Mapping[str, GameDef[Any, Any, Any, Any]]:
        """List the games that can be played inside this one, by id."""
        return {}

    def migrate(self, version: int, state: dict[str, Any]) -> dict[str, Any]:
        """Bring a stored state of an older version forward."""
        raise MissingMigration(f"{self.id} has none from version {version} ({len(state)} parts)")

    def scenario(self, scenario: str) -> Scenario:
        """Find a scenario."""
        found = self.scenarios().get(scenario)
        if found is None:
            raise BadRequest(
                f"{self.id} has no scenario {scenario!r}; there are: {', '.join(self.scenarios())}"
            )
        return found

    def tell(self, event: Event) -> Message:
        """Tell an event, with seats by their names."""
        return self.named(event.message())

    def named(self, message: Message) -> Message:
        """Replace the ids of seats in a message by their names."""
        args = {key: self._named_arg(key, value) for key, value in message.args.items()}
        return Message(message.id, args)

    def _named_arg(self, key: str, value: str | int | Message) -> str | int | Message:
        if isinstance(value, Message):
            return self.named(value)
        if key in ("seat", "by") and isinstance(value, str):
            return self.seat_name(Seat(value))
        return value

    def seat_name(self, seat: Seat) -> Message:
        """Name a seat."""
        return say(f"{self.id}.seat.{seat}")

    def types(self, base: type[S]) -> dict[str, type[S]]:
        """List the game's own and the kernel's frames, decisions, answers or events by tag."""
        cache: dict[type, dict[str, type[Any]]] = self.__dict__.setdefault("_types", {})
        if base not in cache:
            cache[base] = _tagged(base, self._packages)
        return cache[base]

    @cached_property
    def offers_rerolls(self) -> bool:
        """Tell whether `after_roll` has to be asked at all."""
        return type(self).after_roll is not GameDef.after_roll

    @cached_property
    def _packages(self) -> tuple[str, ...]:
        return (*sorted({_package(type(one)) for one in _with_subgames(self)}), "walstatt.kernel")


def _with_subgames(definition: AnyGameDef) -> list[AnyGameDef]:
    """List a game and everything that can be played inside it, at any depth."""
    found = [definition]
    for one in found:
        kinds = {type(known) for known in found}
        found += [inner for inner in one.subgames().values() if type(inner) not in kinds]
    return found


def _package(cls: type) -> str:
    return sys.modules[cls.__module__].__package__ or cls.__module__


def _tagged(base: type[S], packages: tuple[str, ...]) -> dict[str, type[S]]:
    found: dict[str, type[S]] = {}
    inside = tuple(f"{package}." for package in packages)
    for cls in _subclasses(base):
        tag = str(cls.__struct_config__.tag)
        if tag == cls.__name__:
            continue  # Without a tag of its own it is only there to be inherited from.
        if f"{cls.__module__}.".startswith(inside) and found.setdefault(tag, cls) is not cls:
            raise UnknownStep(f"two kinds of {base.__name__} are called {tag!r}")
    return found


def _subclasses(base: type[S]) -> Iterable[type[S]]:
    for cls in base.__subclasses__():
        yield cls
        yield from _subclasses(cls)


def renamed(definition: GameDef[Any, Any, Any, Any], name: str) -> str:
    """Give the present name of a frame or step."""
    return definition.aliases.get(name, name)


AnyGameDef = GameDef[Any, Any, Any, Any]
