"""Standing decisions, and the procedures that carry them out."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from tests.kernel.pebbles.answers import Grab, Sit, Trick
from tests.kernel.pebbles.decisions import Bow, Take
from tests.kernel.pebbles.events import Shown, Tricked
from tests.kernel.pebbles.procedures import Bidding, Scramble, Trouble, Turn
from tests.kernel.pebbles.world import ANN, BOB, PebbleCtx, grab
from walstatt.kernel.chance import D6, Roll
from walstatt.kernel.decisions import Decision, Violation, refuse
from walstatt.kernel.frames import Flow, Frame, ask, call, done, leave, roll
from walstatt.kernel.ids import Seat
from walstatt.kernel.trace import rule


@rule("PEB-11")
class Whistling(Frame, frozen=True, tag="pebbles.whistling"):
    """Put a pebble onto the first heap."""

    seat: Seat

    def begin(self, ctx: PebbleCtx) -> Flow:
        ctx.world.heaps[1] += 1
        ctx.emit(Tricked(self.seat, "whistle"))
        return done("whistled")


class Flooding(Frame, frozen=True, tag="pebbles.flooding"):
    """Wash all but one pebble away, on the heaps and in the hands."""

    seat: Seat

    def begin(self, ctx: PebbleCtx) -> Flow:
        world = ctx.world
        for heap in world.heaps:
            world.heaps[heap] = 1 if heap == 1 else 0
        for seat in world.taken:
            world.taken[seat] = 0
        return done()


class Draining(Frame, frozen=True, tag="pebbles.draining"):
    """Leave no pebble at all."""

    seat: Seat

    def begin(self, ctx: PebbleCtx) -> Flow:
        for heap in ctx.world.heaps:
            ctx.world.heaps[heap] = 0
        return done()


class Stealing(Frame, frozen=True, tag="pebbles.stealing"):
    """Take pebbles out of turn, which is a question again."""

    seat: Seat

    def begin(self, ctx: PebbleCtx) -> Flow:
        return ask(Take(self.seat), then=self.stolen)

    def stolen(self, ctx: PebbleCtx, answer: Grab) -> Flow:
        grab(ctx.world, self.seat, answer.heap, answer.count)
        return done()


class Tossing(Frame, frozen=True, tag="pebbles.tossing"):
    """Roll a die that does nothing."""

    seat: Seat

    def begin(self, ctx: PebbleCtx) -> Flow:
        return roll(Roll("pebbles.roll.toss", "PEB-9", D6, 1, self.seat), then=self.tossed)

    def tossed(self, ctx: PebbleCtx, faces: tuple[int, ...]) -> Flow:
        return done()


class Calling(Frame, frozen=True, tag="pebbles.calling"):
    """Have another one whistle, then break the trick off from inside."""

    seat: Seat

    def begin(self, ctx: PebbleCtx) -> Flow:
        return call(Whistling(self.seat), then=self.whistled)

    def whistled(self, ctx: PebbleCtx, value: str) -> Flow:
        return call(Aborting(), then=self.never)

    def never(self, ctx: PebbleCtx, value: None) -> Flow:
        raise AssertionError(f"Calling was left, but got {value}")


class Aborting(Frame, frozen=True, tag="pebbles.aborting"):
    """Leave the trick that called this."""

    def begin(self, ctx: PebbleCtx) -> Flow:
        return leave(Calling, "aborted")


class Halting(Frame, frozen=True, tag="pebbles.halting"):
    """Break off the very turn in which somebody is being asked."""

    seat: Seat

    def begin(self, ctx: PebbleCtx) -> Flow:
        return leave(Turn, "halted")


class Catching(Frame, frozen=True, tag="pebbles.catching"):
    """Break off what a thief is being asked."""

    seat: Seat

    def begin(self, ctx: PebbleCtx) -> Flow:
        return leave(Stealing, "caught")


class Vanishing(Frame, frozen=True, tag="pebbles.vanishing"):
    """Go on in no way at all."""

    seat: Seat

    def begin(self, ctx: PebbleCtx) -> Flow:
        return None  # type: ignore[return-value]


class Bowing(Frame, frozen=True, tag="pebbles.bowing"):
    """Show oneself to the others."""

    seat: Seat

    def begin(self, ctx: PebbleCtx) -> Flow:
        return ask(Bow(BOB if self.seat == ANN else ANN), then=self.bowed)

    def bowed(self, ctx: PebbleCtx, answer: Sit) -> Flow:
        ctx.emit(Shown(self.seat))
        return done()


TRICKS: dict[str, Callable[[Seat], Frame]] = {
    "whistle": Whistling,
    "flood": Flooding,
    "drain": Draining,
    "steal": Stealing,
    "toss": Tossing,
    "auction": lambda _: Bidding(),
    "brawl": lambda _: Scramble(),
    "confuse": lambda _: Trouble("nobody"),
    "vanish": Vanishing,
    "call": Calling,
    "halt": Halting,
    "catch": Catching,
    "bow": Bowing,
}


class Meddle(Decision[Trick], frozen=True, tag="meddle"):
    """Play a trick although nobody asked."""

    answers: ClassVar = (Trick,)

    def check(self, ctx: PebbleCtx, answer: Trick) -> list[Violation]:
        known = answer.what in ctx.world.tricks[self.seat]
        return [] if known else [refuse("PEB-9", "pebbles.no.trick")]

    def candidates(self, ctx: PebbleCtx) -> Sequence[Trick]:
        return [Trick(what) for what in ctx.world.tricks[self.seat]]

    def act(self, ctx: PebbleCtx, answer: Trick) -> Frame:
        tricks = ctx.world.tricks
        tricks[self.seat] = tuple(one for one in tricks[self.seat] if one != answer.what)
        return TRICKS[answer.what](self.seat)


@rule("PEB-10")
class Crow(Meddle, frozen=True, tag="crow"):
    """The same, but loudly, which is no way to steal."""

    def check(self, ctx: PebbleCtx, answer: Trick) -> list[Violation]:
        loud = [refuse("PEB-10", "pebbles.no.noise")] if answer.what == "steal" else []
        return [*super().check(ctx, answer), *loud]

    def act(self, ctx: PebbleCtx, answer: Trick) -> Frame:
        ctx.world.result = "crowed"
        return super().act(ctx, answer)
