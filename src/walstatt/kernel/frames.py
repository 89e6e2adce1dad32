"""The flow of play: frozen frames, and the ways a step can hand over.

A procedure of the rulebook is a `Frame`; its methods are steps. A step does its work and returns
exactly one `Flow`. A pause names the method that goes on: `ask(decision, then=self.target_chosen)`
is stored as the frame's data and the step's name, so that a game can be cloned, saved and read in
the middle of a melee. Frames hold ids and scalars only, and nothing that any seat may not know:
secrets live in the world.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, TypeAlias, TypeVar

from msgspec import Struct

from walstatt.kernel.chance import Draw, Roll
from walstatt.kernel.decisions import Answer, Decision
from walstatt.kernel.ids import Face, Seat
from walstatt.kernel.outcome import Outcome

A = TypeVar("A", bound=Answer)
F = TypeVar("F", bound=Face)
K = TypeVar("K", bound=str)
Step: TypeAlias = Callable[..., "Flow"]


class Frame(Struct, frozen=True, gc=False, tag_field="proc"):
    """One procedure of the rulebook, in the middle of being carried out."""

    atomic: ClassVar[bool] = False
    """Whether no standing action may interrupt while this frame is on the stack."""

    def begin(self, ctx: Any) -> "Flow":
        """Take the first step."""
        raise TypeError(f"{type(self).__name__} has no first step for {type(ctx).__name__}")


class Ask(Struct, frozen=True, gc=False):
    """Wait for one seat, for all of several seats, or for any of them."""

    decisions: dict[Seat, Decision[Any]]
    mode: str
    then: Step
    again: Step | None
    known: Sequence[Answer] | None = None


class Chance(Struct, frozen=True, gc=False):
    """Wait for dice or cards."""

    requests: tuple[tuple[str, Roll[Any] | Draw[Any]], ...]
    keyed: bool
    then: Step


class Call(Struct, frozen=True, gc=False):
    """Carry out another procedure, then go on."""

    frame: Frame
    then: Step


class Play(Struct, frozen=True, gc=False):
    """Play another game with a world of its own inside this one, then go on."""

    game: str
    world: Any
    frame: Frame
    then: Step


class Become(Struct, frozen=True, gc=False):
    """Go on as another procedure."""

    frame: Frame


class Done(Struct, frozen=True, gc=False):
    """This procedure is over; its caller goes on with the value."""

    value: Any = None


class Leave(Struct, frozen=True, gc=False):
    """Break off everything up to and including the innermost procedure of this kind."""

    proc: type[Frame]
    value: Any = None


class End(Struct, frozen=True, gc=False):
    """The game is over at this very moment."""

    outcome: Outcome


Flow: TypeAlias = Ask | Chance | Call | Play | Become | Done | Leave | End


def ask(
    decision: Decision[A],
    then: Callable[[Any, A], Flow],
    again: Callable[[Any], Flow] | None = None,
    known: Sequence[A] | None = None,
) -> Flow:
    """Ask one seat; `again` is the step that offers anew after somebody else's standing action.

    A step that has listed all legal answers already hands them over as `known`; they must be the
    candidates of an exact decision.
    """
    return Ask({decision.seat: decision}, "one", then, again, known)


def ask_all(
    decisions: Mapping[Seat, Decision[A]],
    then: Callable[[Any, dict[Seat, A]], Flow],
) -> Flow:
    """Ask several seats at once; nobody learns an answer before all are in."""
    return Ask(dict(decisions), "all", then, None)


def ask_any(
    decisions: Mapping[Seat, Decision[A]],
    then: Callable[[Any, tuple[Seat, A]], Flow],
    again: Callable[[Any], Flow] | None = None,
) -> Flow:
    """Ask several seats at once and go on with whoever answers first."""
    return Ask(dict(decisions), "any", then, again)


def roll(request: Roll[F], then: Callable[[Any, tuple[F, ...]], Flow]) -> Flow:
    """Roll dice."""
    return Chance((("", request),), keyed=False, then=then)


def draw(request: Draw[F], then: Callable[[Any, tuple[F, ...]], Flow]) -> Flow:
    """Draw from a pool without putting back."""
    return Chance((("", request),), keyed=False, then=then)


def roll_all(
    requests: Mapping[K, Roll[F]],
    then: Callable[[Any, dict[K, tuple[F, ...]]], Flow],
) -> Flow:
    """Roll for several things at once, then go on with all results."""
    return Chance(tuple(requests.items()), keyed=True, then=then)


def call(frame: Frame, then: Callable[[Any, Any], Flow]) -> Flow:
    """Carry out another procedure and go on with its value."""
    return Call(frame, then)


def play(game: str, world: Any, frame: Frame, then: Callable[[Any, Any], Flow]) -> Flow:
    """Play a game inside the game and go on with its value or outcome."""
    return Play(game, world, frame, then)


def become(frame: Frame) -> Flow:
    """Go on as another procedure, with the same caller."""
    return Become(frame)


def done(value: Any = None) -> Flow:
    """End this procedure."""
    return Done(value)


def leave(proc: type[Frame], value: Any = None) -> Flow:
    """Break off up to and including the innermost procedure of this kind."""
    return Leave(proc, value)


def end(outcome: Outcome) -> Flow:
    """End the game."""
    return End(outcome)
