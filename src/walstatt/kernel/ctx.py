"""What a step of the rules sees: the world, the fixed rules, and a way to tell what happened."""

from __future__ import annotations

from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct

from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.decisions import Answer, Decision
from walstatt.kernel.definition import Ruleset
from walstatt.kernel.events import Emitted, Event
from walstatt.kernel.frames import Frame
from walstatt.kernel.ids import Seat
from walstatt.kernel.ledger import Ledger, Quantity
from walstatt.kernel.options import Options
from walstatt.kernel.outcome import Outcome
from walstatt.kernel.world import World

W = TypeVar("W", bound=World)
C = TypeVar("C")
O = TypeVar("O", bound=Options)  # noqa: E741
Q = TypeVar("Q")


class Asked(Struct, frozen=True, gc=False):
    """Questions waiting for answers, and how deep in the stack they stand."""

    decisions: dict[Seat, Decision[Any]]
    mode: str
    depth: int
    again: str = ""
    answers: dict[Seat, Answer] = {}

    @property
    def open(self) -> tuple[Seat, ...]:
        """List the seats still to answer."""
        if not self.answers:
            return tuple(self.decisions)
        return tuple(seat for seat in self.decisions if seat not in self.answers)


Stack: TypeAlias = tuple[tuple[Frame, str], ...]


class Ctx(Generic[W, C, O]):
    """One game, or game within a game, in the middle of being played."""

    __slots__ = ("asked", "content", "ended", "options", "rules", "stack", "tape", "world")

    def __init__(
        self,
        rules: Ruleset[C, O],
        world: W,
        stack: Stack = (),
        asked: tuple[Asked, ...] = (),
        tape: list[Emitted] | None = None,
    ) -> None:
        self.rules = rules
        self.content = rules.content
        self.options = rules.options
        self.world = world
        self.stack = stack
        self.asked = asked
        self.tape = tape
        self.ended: Outcome | None = None

    @property
    def telling(self) -> bool:
        """Tell whether anybody listens, for steps to whom putting things into words is costly."""
        return self.tape is not None

    @property
    def frames(self) -> tuple[Frame, ...]:
        """List the procedures under way, outermost first."""
        return tuple(frame for frame, _ in self.stack)

    def emit(
        self,
        event: Event,
        to: tuple[Seat, ...] | None = None,
        others: Event | None = None,
    ) -> None:
        """Tell what happened: to all, or to some with another version for the rest."""
        if self.tape is not None:
            self.tape.append(Emitted(event, to, others))

    def end(self, outcome: Outcome) -> None:
        """End the game at this very moment, whatever the step returns."""
        if self.ended is None:
            self.ended = outcome

    def reckon(self, quantity: Quantity[Q], query: Q) -> Ledger:
        """Compute a number with its lines."""
        return self.rules.reckon(quantity, query)

    def say(self, text: str, /, **args: str | int | Message) -> Message:
        """Make a message of this game."""
        return say(f"{self.rules.game.id}.{text}", **args)

    def clone(self, tape: list[Emitted] | None) -> Ctx[W, C, O]:
        """Copy it so that neither copy sees the other's changes."""
        return Ctx(self.rules, self.world.clone(), self.stack, self.asked, tape)


AnyCtx: TypeAlias = Ctx[Any, Any, Any]
