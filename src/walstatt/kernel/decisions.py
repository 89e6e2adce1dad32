"""Decisions: what a seat may be asked, and the one check that judges every answer."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

from msgspec import Struct

from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.ids import RuleId, Seat
from walstatt.kernel.trace import cite

if TYPE_CHECKING:
    from walstatt.kernel.frames import Frame
    from walstatt.kernel.prompts import Choice, Preview, Rows, Target


Rng: TypeAlias = Random
"""For sampling and imagining; nothing in play itself ever sees one."""


class Answer(Struct, frozen=True, gc=False, tag_field="do"):
    """What a player does."""


A = TypeVar("A", bound=Answer)


class Violation(Struct, frozen=True, gc=False):
    """One reason why an answer is not allowed."""

    rule: RuleId
    message: Message
    at: str = ""


def refuse(rule: RuleId, message: str, at: str = "", **args: "str | int | Message") -> Violation:
    """Refuse an answer for one rule."""
    cite(rule)
    return Violation(rule, say(message, **args), at)


def said_once(violations: Iterable[Violation]) -> tuple[Violation, ...]:
    """Leave out reasons that say in the same words of another place what was said before."""
    said: list[Violation] = []
    for one in violations:
        if not any(one.rule == other.rule and one.message == other.message for other in said):
            said.append(one)
    return tuple(said)


class Decision(Struct, Generic[A], frozen=True, gc=False, tag_field="kind"):
    """A question to one seat; subclasses say which answers fit and judge them.

    `ctx` is the game's own `Ctx[...]`; every method but `check` has a sensible default.
    """

    seat: Seat

    answers: ClassVar[tuple[type[Answer], ...]] = ()
    """The answer types this decision takes."""

    auto: ClassVar[bool] = True
    """Whether a single legal option is taken unasked; off where not being asked tells something."""

    exact: ClassVar[bool] = False
    """Whether all `candidates` are legal and need no judging; conformance holds it to that."""

    gesture: ClassVar[str] = ""
    """How a person gives the answer where picking from a list will not do."""

    def check(self, ctx: Any, answer: A) -> list[Violation]:
        """Return every reason why this answer is not allowed."""
        raise TypeError(f"{type(self).__name__} cannot judge {answer} in {ctx}")

    def candidates(self, ctx: Any) -> Sequence[A] | None:
        """Generate answers that might be legal, or None where they cannot be listed."""
        del ctx
        return None

    def sample(self, ctx: Any, rng: Rng, count: int) -> Sequence[A]:
        """Generate plausible answers where they cannot be listed."""
        del ctx, rng, count
        return ()

    def draw(self, ctx: Any, rng: Rng) -> A | None:
        """Draw one legal answer where sampling several is slow; None: sample.

        Random play does not judge it again; conformance holds decisions to it.
        """
        del ctx, rng
        return None

    def default(self, ctx: Any) -> A | None:
        """Answer for a seat that is away; None means the first option."""
        del ctx
        return None

    def prompt(self, ctx: Any) -> Message:
        """Put the question as one sentence."""
        return ctx.say(f"ask.{kind_of(self)}")  # type: ignore[no-any-return]

    def present(self, ctx: Any, answer: A) -> "Choice":
        """Show one legal answer as something to choose."""
        from walstatt.kernel.prompts import Choice  # noqa: PLC0415 - prompts show violations and ledgers

        return Choice(ctx.say(f"do.{do_of(answer)}"))

    def present_all(self, ctx: Any, answers: Sequence[A]) -> Sequence["Choice"]:
        """Show all legal answers; for decisions that look things up once for many of them."""
        return [self.present(ctx, answer) for answer in answers]

    def rows(self, ctx: Any) -> "Rows | None":
        """Tell how an answer is put together that is a list of things, each with a number."""
        del ctx
        return None

    def preview(self, ctx: Any, answer: A) -> "Preview":
        """Tell what the answer would mean."""
        from walstatt.kernel.prompts import Preview  # noqa: PLC0415

        return Preview(violations=tuple(self.check(ctx, answer)))

    def wish(self, ctx: Any, target: "Target", of: "Target | None") -> A | None:
        """Read pointing at something, with something in hand or nothing, as the answer it means.

        The answer may well be illegal: this is how a person learns why. None: it means nothing.
        """
        del ctx, target, of
        return None

    def act(self, ctx: Any, answer: A) -> "Frame":
        """Turn the answer to a standing decision into the procedure that carries it out."""
        raise TypeError(f"{type(self).__name__} is no standing decision for {answer} in {ctx}")


class FreeChoice(Decision[A], frozen=True):
    """A question among fixed answers, all of which are allowed whenever it is asked."""

    offers: ClassVar[tuple[Answer, ...]] = ()
    """The answers; the first is taken for a seat that is away."""
    exact: ClassVar[bool] = True

    def check(self, ctx: Any, answer: A) -> list[Violation]:
        """Allow every answer that fits the question."""
        del ctx, answer
        return []

    def candidates(self, ctx: Any) -> Sequence[A]:
        """Offer them all."""
        del ctx
        return self.offers  # type: ignore[return-value]


def kind_of(decision: Decision[Any]) -> str:
    """Name the kind of a decision."""
    return str(type(decision).__struct_config__.tag)


def do_of(answer: Answer) -> str:
    """Name the kind of an answer."""
    return str(type(answer).__struct_config__.tag)
