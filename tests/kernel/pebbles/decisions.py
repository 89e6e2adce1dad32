"""What the seats are asked."""

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from tests.kernel.pebbles.answers import Grab, Offer, Pour, Shout, Sit
from tests.kernel.pebbles.world import PebbleCtx, most_at_once
from walstatt.i18n.catalogue import Message
from walstatt.kernel.decisions import Decision, Violation, refuse
from walstatt.kernel.prompts import Choice, Target
from walstatt.kernel.trace import rule


@rule("PEB-1")
class Take(Decision[Grab], frozen=True, tag="take"):
    answers: ClassVar = (Grab,)

    left: int = 0
    """How many pebbles lay there when the question was put."""

    def check(self, ctx: PebbleCtx, answer: Grab) -> list[Violation]:
        wrong = []
        if answer.count > most_at_once(ctx):
            wrong.append(refuse("PEB-2", "pebbles.no.greed"))
        if answer.count > ctx.world.heaps.get(answer.heap, 0):
            wrong.append(refuse("PEB-3", "pebbles.no.few", f"heap {answer.heap}", n=answer.count))
        return wrong

    def candidates(self, ctx: PebbleCtx) -> Sequence[Grab]:
        return [Grab(heap, count) for heap in ctx.world.heaps for count in (1, 2, 3)]

    def prompt(self, ctx: PebbleCtx) -> Message:
        return ctx.say("ask.take", seat=self.seat)

    def present(self, ctx: PebbleCtx, answer: Grab) -> Choice:
        label = ctx.say("do.grab", by=self.seat, n=answer.count)
        return Choice(label, Target("piece", str(answer.heap)))


class Bid(Decision[Offer], frozen=True, tag="bid"):
    answers: ClassVar = (Offer,)

    def check(self, ctx: PebbleCtx, answer: Offer) -> list[Violation]:
        poor = answer.pebbles > ctx.world.taken[self.seat]
        return [refuse("PEB-4", "pebbles.no.poor")] if poor else []

    def candidates(self, ctx: PebbleCtx) -> Sequence[Offer]:
        return [Offer(pebbles) for pebbles in range(4)]

    def default(self, ctx: PebbleCtx) -> Offer:
        return Offer(1)


class Claim(Decision[Shout | Sit], frozen=True, tag="claim"):
    answers: ClassVar = (Shout, Sit)

    def check(self, ctx: PebbleCtx, answer: Shout | Sit) -> list[Violation]:
        return []

    def candidates(self, ctx: PebbleCtx) -> Sequence[Shout | Sit]:
        return [Shout(), Sit()]


class Keep(Claim, frozen=True, tag="keep"):
    """Sit with the dice as they fell, or shout for others."""


class Nod(Decision[Sit], frozen=True, tag="nod"):
    """Only one answer."""

    answers: ClassVar = (Sit,)

    def check(self, ctx: PebbleCtx, answer: Sit) -> list[Violation]:
        return []

    def candidates(self, ctx: PebbleCtx) -> Sequence[Sit]:
        return [Sit()]


class Bow(Nod, frozen=True, tag="bow"):
    """Only one answer, but others must not notice."""

    auto: ClassVar = False


class Fly(Decision[Sit], frozen=True, tag="fly"):
    """Nobody can."""

    answers: ClassVar = (Sit,)

    def check(self, ctx: PebbleCtx, answer: Sit) -> list[Violation]:
        return [refuse("PEB-7", "pebbles.no.wings")]

    def candidates(self, ctx: PebbleCtx) -> Sequence[Sit]:
        return [Sit()]


class Fill(Decision[Pour], frozen=True, tag="fill"):
    """As much for each heap, that is any even amount for two: too many to be listed."""

    answers: ClassVar = (Pour,)
    gesture: ClassVar = "quantity"

    stock: str = ""
    """`dry`: nothing to sample and no default; `last`: only a default; `spoilt`: only a bad one."""

    def check(self, ctx: PebbleCtx, answer: Pour) -> list[Violation]:
        if answer.grains < 0:
            raise ZeroDivisionError("sand cannot be divided")
        odd = answer.grains % len(ctx.world.heaps)
        return [refuse("PEB-8", "pebbles.no.odd")] if odd else []

    def sample(self, ctx: PebbleCtx, rng: Random, count: int) -> Sequence[Pour]:
        most = 500 * len(ctx.world.heaps)
        return [] if self.stock else [Pour(rng.randrange(most)) for _ in range(count)]

    def default(self, ctx: PebbleCtx) -> Pour | None:
        return {"dry": None, "spoilt": Pour(3)}.get(self.stock, Pour(len(ctx.world.heaps)))
