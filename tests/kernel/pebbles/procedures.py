"""What happens at the table: each procedure shows one way to go on."""

from collections.abc import Sequence

from tests.kernel.pebbles.answers import Grab, Offer, Pour, Shout, Sit
from tests.kernel.pebbles.decisions import Bid, Bow, Claim, Fill, Fly, Keep, Nod, Take
from tests.kernel.pebbles.events import Caught, Grabbed
from tests.kernel.pebbles.marbles import Flick, LineUp, MarbleWorld
from tests.kernel.pebbles.world import ANN, PebbleCtx, grab
from walstatt.i18n.catalogue import say
from walstatt.kernel.chance import D6, Draw, Meaning, Roll
from walstatt.kernel.frames import (
    Flow,
    Frame,
    ask,
    ask_all,
    ask_any,
    become,
    call,
    done,
    draw,
    end,
    leave,
    play,
    roll,
    roll_all,
)
from walstatt.kernel.ids import Seat
from walstatt.kernel.outcome import Outcome
from walstatt.kernel.trace import rule

OVER = Outcome((ANN,), say("pebbles.over"), {ANN: 1})


@rule("PEB-0")
class Table(Frame, frozen=True, tag="pebbles.table"):
    """The outermost procedure: one other, whose value is kept, and the game is over."""

    what: str

    def begin(self, ctx: PebbleCtx) -> Flow:
        return call(PROCEDURES[self.what], then=self.over)

    def over(self, ctx: PebbleCtx, value: object) -> Flow:
        ctx.world.result = str(value)
        return end(OVER)


@rule("PEB-1.1")
class Turn(Frame, frozen=True, tag="pebbles.turn"):
    """One seat takes pebbles, then it is the next one's turn, until none are left."""

    seat: Seat

    def begin(self, ctx: PebbleCtx) -> Flow:
        left = sum(ctx.world.heaps.values())
        if not left:
            return done("all taken")
        return ask(Take(self.seat, left), then=self.taken, again=self.begin)

    def taken(self, ctx: PebbleCtx, answer: Grab) -> Flow:
        grab(ctx.world, self.seat, answer.heap, answer.count)
        ctx.world.taken[self.seat] += ctx.rules.game.version - 1
        ctx.emit(Grabbed(self.seat, answer.heap, answer.count))
        seats = ctx.rules.seats
        return become(Turn(seats[(seats.index(self.seat) + 1) % len(seats)]))


class Once(Frame, frozen=True, tag="pebbles.once"):
    """One seat takes pebbles once."""

    seat: Seat

    def begin(self, ctx: PebbleCtx) -> Flow:
        return ask(Take(self.seat, sum(ctx.world.heaps.values())), then=self.taken)

    def taken(self, ctx: PebbleCtx, answer: Grab) -> Flow:
        grab(ctx.world, self.seat, answer.heap, answer.count)
        return done(answer.count)


class Guarded(Frame, frozen=True, tag="pebbles.guarded"):
    """The same, and nobody may interrupt."""

    atomic = True

    def begin(self, ctx: PebbleCtx) -> Flow:
        return call(Once(ANN), then=self.over)

    def over(self, ctx: PebbleCtx, value: int) -> Flow:
        return done(value)


class Bidding(Frame, frozen=True, tag="pebbles.bidding"):
    """All bid at once."""

    def begin(self, ctx: PebbleCtx) -> Flow:
        return ask_all({seat: Bid(seat) for seat in ctx.rules.seats}, then=self.opened)

    def opened(self, ctx: PebbleCtx, offers: dict[Seat, Offer]) -> Flow:
        for seat, offer in offers.items():
            ctx.world.taken[seat] -= offer.pebbles
        return done([f"{seat} {offer.pebbles}" for seat, offer in offers.items()])


class Later(Frame, frozen=True, tag="pebbles.later"):
    """Bow first, bid later."""

    def begin(self, ctx: PebbleCtx) -> Flow:
        return ask(Bow(ANN), then=self.bowed)

    def bowed(self, ctx: PebbleCtx, answer: Sit) -> Flow:
        return become(Bidding())


class Scramble(Frame, frozen=True, tag="pebbles.scramble"):
    """Whoever answers first."""

    def begin(self, ctx: PebbleCtx) -> Flow:
        decisions = {seat: Claim(seat) for seat in ctx.rules.seats}
        return ask_any(decisions, then=self.claimed, again=self.begin)

    def claimed(self, ctx: PebbleCtx, first: tuple[Seat, Shout | Sit]) -> Flow:
        return done(first)


class Sum(Meaning, frozen=True, tag="pebbles.sum"):
    more: int = 0

    def read(self, faces: Sequence[int]) -> int:
        return sum(faces) + self.more


def throw(seat: Seat) -> Roll[int]:
    return Roll("pebbles.roll.throw", "PEB-5", D6, 2, seat, Sum(1))


class Throw(Frame, frozen=True, tag="pebbles.throw"):
    """Roll two dice; after that the seat is asked something."""

    seat: Seat

    def begin(self, ctx: PebbleCtx) -> Flow:
        return roll(throw(self.seat), then=self.thrown)

    def thrown(self, ctx: PebbleCtx, faces: tuple[int, ...]) -> Flow:
        ctx.world.taken[self.seat] += sum(faces)
        return ask(Claim(self.seat), then=self.claimed)

    def claimed(self, ctx: PebbleCtx, answer: Shout | Sit) -> Flow:
        return become(Throw(self.seat)) if isinstance(answer, Shout) else done("thrown")


class Reroll(Frame, frozen=True, tag="pebbles.reroll"):
    """Ask whether the dice shall stay as they fell."""

    seat: Seat
    faces: tuple[int, ...]

    def begin(self, ctx: PebbleCtx) -> Flow:
        return ask(Keep(self.seat), then=self.decided)

    def decided(self, ctx: PebbleCtx, answer: Shout | Sit) -> Flow:
        if isinstance(answer, Sit):
            return done(self.faces)
        ctx.world.rerolls[self.seat] -= 1
        return roll(throw(self.seat), then=self.rolled)

    def rolled(self, ctx: PebbleCtx, faces: tuple[int, ...]) -> Flow:
        return done(faces)


class Contest(Frame, frozen=True, tag="pebbles.contest"):
    """All roll at once."""

    def begin(self, ctx: PebbleCtx) -> Flow:
        rolls = {
            seat: Roll("pebbles.roll.contest", "PEB-5", D6, 1, seat) for seat in ctx.rules.seats
        }
        return roll_all({str(seat): one for seat, one in rolls.items()}, then=self.compared)

    def compared(self, ctx: PebbleCtx, results: dict[str, tuple[int, ...]]) -> Flow:
        for seat, faces in results.items():
            ctx.world.taken[Seat(seat)] += faces[0]
        return done(results)


class Fish(Frame, frozen=True, tag="pebbles.fish"):
    """Draw a stone from the bag, for all or only the seat to see; then go on taking turns."""

    seat: Seat
    hidden: bool

    def begin(self, ctx: PebbleCtx) -> Flow:
        seen_by = (self.seat,) if self.hidden else None
        stones = Draw("pebbles.roll.fish", "PEB-6", ctx.world.bag, 1, self.seat, seen_by)
        return draw(stones, then=self.caught)

    def caught(self, ctx: PebbleCtx, stones: tuple[str, ...]) -> Flow:
        bag = list(ctx.world.bag)
        bag.remove(stones[0])
        ctx.world.bag = tuple(bag)
        ctx.world.hands[self.seat] += stones
        ctx.emit(Caught(self.seat, stones[0]), to=(self.seat,))
        return become(Turn(self.seat))


class Duel(Frame, frozen=True, tag="pebbles.duel"):
    """Play marbles inside the game."""

    def begin(self, ctx: PebbleCtx) -> Flow:
        return play("marbles", MarbleWorld(left=3), LineUp(ANN), then=self.fought)

    def fought(self, ctx: PebbleCtx, value: object) -> Flow:
        ctx.world.result = str(value.winners if isinstance(value, Outcome) else value)
        return become(Turn(ANN))


class Pit(Frame, frozen=True, tag="pebbles.pit"):
    """Something to dig in and to get out of."""

    how: str

    def begin(self, ctx: PebbleCtx) -> Flow:
        return call(Dig(2, self.how), then=self.dug)

    def dug(self, ctx: PebbleCtx, value: object) -> Flow:
        return done(f"dug {value}")


class Dig(Frame, frozen=True, tag="pebbles.dig"):
    """Call oneself some times, then go on in the given way."""

    depth: int
    how: str

    def begin(self, ctx: PebbleCtx) -> Flow:
        if self.depth == 1 and self.how == "leave halfway":
            return leave(Pit, "half out")
        if self.depth:
            return call(Dig(self.depth - 1, self.how), then=self.risen)
        match self.how:
            case "end":
                return end(OVER)
            case "stop":
                ctx.end(OVER)
                ctx.end(Outcome((), say("pebbles.too_late")))
                return ask(Take(ANN), then=self.taken)
            case "leave pit":
                return leave(Pit, "out")
            case "leave self":
                return leave(Dig, "up")
            case "pour":
                return ask(Fill(ANN), then=self.poured)
            case "bow":
                return ask(Bow(ANN), then=self.bowed)
        return done("deep")

    def risen(self, ctx: PebbleCtx, value: str) -> Flow:
        return done(f"{value} {self.depth}")

    def taken(self, ctx: PebbleCtx, answer: Grab) -> Flow:
        raise AssertionError(f"the game was over, but {answer} was taken")

    def poured(self, ctx: PebbleCtx, answer: Pour) -> Flow:
        return done(answer.grains)

    def bowed(self, ctx: PebbleCtx, answer: Sit) -> Flow:
        return done("bowed")


class Trouble(Frame, frozen=True, tag="pebbles.trouble"):
    """Rules with a mistake that shows when pebbles have been taken."""

    what: str

    def begin(self, ctx: PebbleCtx) -> Flow:
        return ask(Take(ANN), then=self.taken)

    def taken(self, ctx: PebbleCtx, answer: Grab) -> Flow:
        grab(ctx.world, ANN, answer.heap, answer.count)
        ctx.emit(Grabbed(ANN, answer.heap, answer.count))
        match self.what:
            case "dice":
                return roll(throw(ANN), then=self.thrown)
            case "loop":
                return become(Loop())
            case "rolling":
                return become(Rolling())
            case "leave":
                return leave(Turn)
            case "nod":
                return ask(Nod(ANN), then=self.nodded)
            case "stuck":
                return ask(Fly(ANN), then=self.bowed)
            case "nobody":
                return ask_all({}, then=self.bidden)
            case "nothing":
                return None  # type: ignore[return-value]
            case "no such game":
                return play("chess", MarbleWorld(left=1), Flick(ANN), then=self.thrown)
        raise ZeroDivisionError("pebbles cannot be halved")

    def nodded(self, ctx: PebbleCtx, answer: Sit) -> Flow:
        return ask(Nod(ANN), then=self.nodded)

    def thrown(self, ctx: PebbleCtx, faces: tuple[int, ...]) -> Flow:
        if faces == (6, 6):
            return None  # type: ignore[return-value]
        raise ZeroDivisionError("dice cannot be halved")

    def bowed(self, ctx: PebbleCtx, answer: Sit) -> Flow:
        return done()

    def bidden(self, ctx: PebbleCtx, offers: dict[Seat, Offer]) -> Flow:
        return done()


class Loop(Frame, frozen=True, tag="pebbles.loop"):
    """Go round and round."""

    def begin(self, ctx: PebbleCtx) -> Flow:
        return become(self)


class Rolling(Frame, frozen=True, tag="pebbles.rolling"):
    """Roll on and on."""

    def begin(self, ctx: PebbleCtx) -> Flow:
        return roll(throw(ANN), then=self.rolled)

    def rolled(self, ctx: PebbleCtx, faces: tuple[int, ...]) -> Flow:
        return self.begin(ctx)


WAYS_OUT = ("done", "end", "stop", "leave pit", "leave halfway", "leave self", "pour", "bow")
TROUBLES = (
    *("halves", "dice", "loop", "rolling", "leave", "nod", "stuck"),
    *("nobody", "nothing", "no such game"),
)
PROCEDURES: dict[str, Frame] = {
    "turns": Turn(ANN),
    "once": Once(ANN),
    "guarded": Guarded(),
    "bidding": Bidding(),
    "bidding later": Later(),
    "scramble": Scramble(),
    "throw": Throw(ANN),
    "contest": Contest(),
    "fish": Fish(ANN, hidden=False),
    "fish secretly": Fish(ANN, hidden=True),
    "duel": Duel(),
    **{f"dig, {how}": Pit(how) for how in WAYS_OUT},
    **{f"trouble: {what}": Trouble(what) for what in TROUBLES},
}
