"""Before the first unit is placed: who is concealed, and who comes later. IDG-5.4.10, IDG-5.8.

Each side makes up its mind unit by unit, or all at once; only the side itself sees its draft, which
is kept in the world. Both are asked at the same time, and nothing is told but that they are ready.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from walstatt.games.idg.deployment_check import put_down
from walstatt.games.idg.deployment_events import Decided, HeldBack
from walstatt.games.idg.drawing_up import Poses, ghosts
from walstatt.games.idg.hideouts import hideout, is_hideout
from walstatt.games.idg.holding_back import (
    concealed_flaws,
    deployed_flaws,
    held_flaw,
    held_units,
    hidden_flaws,
    laid_poses,
    late_flaws,
    limits_of,
    may_hold_back,
)
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.nearest_place import nearest, wished_poses
from walstatt.games.idg.troops import listed
from walstatt.games.idg.world import IdgCtx, Status, shown
from walstatt.kernel.codec import plain
from walstatt.kernel.decisions import Answer, Decision, Rng, Violation, refuse
from walstatt.kernel.frames import Flow, Frame, ask_any, done
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.prompts import Choice, Preview, Target
from walstatt.kernel.trace import rule

PROPOSED: Final = 2
"""How many units are proposed for concealment to who has none in mind."""
TRIES: Final = 8
"""How many wishes are drawn before a whole sample is judged."""


class Hidden(Struct, frozen=True):
    """A concealed unit, and where its elements are."""

    unit: UnitId
    poses: Poses


class KeepLate(Answer, frozen=True, tag="keep_late"):
    """Let a unit come later."""

    unit: UnitId


class Conceal(Answer, frozen=True, tag="conceal"):
    """Conceal a unit."""

    unit: UnitId
    poses: Poses


class CallBack(Answer, frozen=True, tag="call_back"):
    """Have a unit placed for everybody to see after all."""

    unit: UnitId


class SetAside(Answer, frozen=True, tag="set_aside"):
    """These and no others come later, or are concealed; that is settled."""

    late: tuple[UnitId, ...] = ()
    concealed: tuple[Hidden, ...] = ()


Holding: TypeAlias = KeepLate | Conceal | CallBack | SetAside


@rule("IDG-5.4.6", "IDG-5.4.7", "IDG-5.4.10", "IDG-5.8.6")
class HoldBack(Decision[Holding], frozen=True, tag="hold_back"):
    """Who is concealed where, and who comes later. D12."""

    answers: ClassVar[tuple[type[Answer], ...]] = (SetAside, KeepLate, Conceal, CallBack)
    gesture: ClassVar[str] = "drag-pose"
    auto: ClassVar[bool] = False

    def check(self, ctx: IdgCtx, answer: Holding) -> list[Violation]:
        """List everything that is wrong with holding units back like this."""
        if isinstance(answer, SetAside):
            return list(aside_flaws(ctx, self.seat, answer))
        if isinstance(answer, CallBack):
            return list(back_flaws(ctx, self.seat, answer.unit))
        late, concealed = draft_of(ctx, self.seat)
        if isinstance(answer, KeepLate):
            wrong = held_flaw(ctx, self.seat, answer.unit)
            if wrong is not None:
                return [wrong]
            return list(late_flaws(ctx, self.seat, [*_without(late, answer.unit), answer.unit]))
        count = 1 + len(_without(concealed, answer.unit))
        return [
            *hidden_flaws(ctx, self.seat, answer.unit, answer.poses),
            *concealed_flaws(ctx, self.seat, count),
        ]

    def sample(self, ctx: IdgCtx, rng: Rng, count: int) -> list[Holding]:
        """Offer to be ready, some ways to hold units back, and every unit by itself."""
        late, concealed = draft_of(ctx, self.seat)
        found: list[Holding] = [self.default(ctx)]
        found += _some_aside(ctx, self.seat, rng)
        units = held_units(ctx, self.seat)
        found += _changes(late, concealed, units)
        found += _some_hidden(ctx, self.seat, _without(units, *concealed), rng)
        return found[: max(count, len(units) + PROPOSED + 3)]

    def draw(self, ctx: IdgCtx, rng: Rng) -> Holding | None:
        """Draw one of all that could be sampled, which alone is judged."""
        for _ in range(TRIES):
            for wish in self._wished(ctx, rng):
                if not self.check(ctx, wish):
                    return wish
        return None

    def _wished(self, ctx: IdgCtx, rng: Rng) -> Iterable[Holding]:
        """Think of one thing to do, or of nothing."""
        late, concealed = draft_of(ctx, self.seat)
        units = held_units(ctx, self.seat)
        changes = _changes(late, concealed, units)
        number = int(rng.random() * (len(changes) + PROPOSED + 2))
        if number < len(changes):
            return (changes[number],)
        if number == len(changes):
            return (self.default(ctx),)
        if number == len(changes) + 1:
            return _some_aside(ctx, self.seat, rng)
        some = _without(units, *concealed)
        return _some_hidden(ctx, self.seat, rng.sample(some, min(1, len(some))), rng)

    def default(self, ctx: IdgCtx) -> SetAside:
        """Leave it at the draft if that is allowed; else let come later who has to."""
        draft = as_drafted(ctx, self.seat)
        if not self.check(ctx, draft):
            return draft
        return SetAside(usual_late(ctx, self.seat))

    def present(self, ctx: IdgCtx, answer: Holding) -> Choice:
        """Take a unit in hand and say what becomes of it, or be ready."""
        if isinstance(answer, SetAside):
            return settling(ctx, self.seat, answer)
        name, first = unit_name(ctx, answer.unit), shown(ctx, answer.unit)[0]
        of = Target("piece", first)
        if isinstance(answer, Conceal):
            (piece, *_) = ghosts(ctx, answer.poses)
            at = Target("point", f"{piece.x},{piece.y},{piece.facing}")
            return Choice(ctx.say("do.conceal", unit=name), at, of=Target("piece", piece.piece))
        word = "keep_late" if isinstance(answer, KeepLate) else "call_back"
        return Choice(ctx.say(f"do.{word}", unit=name), Target("button", word), of=of)

    def preview(self, ctx: IdgCtx, answer: Holding) -> Preview:
        """Show where a unit would be concealed, or the nearest place where it could be."""
        flaws = tuple(self.check(ctx, answer))
        if isinstance(answer, SetAside):
            placed = [pair for one in answer.concealed for pair in one.poses]
            return Preview(violations=flaws, ghosts=() if flaws else ghosts(ctx, tuple(placed)))
        if not isinstance(answer, Conceal):
            return Preview(violations=flaws)
        if not flaws:
            return Preview(ghosts=ghosts(ctx, answer.poses))
        found = nearest(
            ctx,
            self.seat,
            answer.unit,
            answer.poses,
            lambda poses: is_hideout(ctx, self.seat, answer.unit, poses),
        )
        if found is None or self.check(ctx, Conceal(answer.unit, found)):
            return Preview(violations=flaws)
        instead = plain(Conceal(answer.unit, found))
        return Preview(violations=flaws, ghosts=ghosts(ctx, found), instead=instead)

    def wish(self, ctx: IdgCtx, target: Target, of: Target | None) -> Holding | None:
        """Read a unit carried to a point as the wish to conceal it; pointed at, to let it wait."""
        if of is not None and target.kind == "point":
            found = wished_poses(ctx, self.seat, target, of)
            return Conceal(*found) if found else None
        element = ctx.world.elements.get(target.id)
        return KeepLate(element.unit) if element is not None else None


def settling(ctx: IdgCtx, seat: Seat, answer: SetAside) -> Choice:
    """Offer to settle what was decided, or, as a proposal, something else."""
    late, hidden = len(answer.late), len(answer.concealed)
    if not late and not hidden:
        return Choice(ctx.say("do.set_nobody_aside"))
    if answer == as_drafted(ctx, seat):
        return Choice(ctx.say("do.set_aside", late=late, concealed=hidden))
    units = (*answer.late, *(one.unit for one in answer.concealed))
    who = listed([unit_name(ctx, unit) for unit in units])
    return Choice(ctx.say("do.propose_aside", who=who), weak=True)


def _without(units: Iterable[UnitId], *others: UnitId) -> list[UnitId]:
    return [unit for unit in units if unit not in others]


# -- the draft ------------------------------------------------------------------------------------


def draft_of(ctx: IdgCtx, seat: Seat) -> tuple[list[UnitId], list[UnitId]]:
    """List who is to come later, and who is to be concealed, as far as a side has decided."""
    own = [(name, one) for name, one in ctx.world.units.items() if one.side == seat]
    late = [name for name, one in own if one.status == "late"]
    return late, [name for name, one in own if one.status == "concealed"]


def as_drafted(ctx: IdgCtx, seat: Seat) -> SetAside:
    """Give the answer that settles what a side has decided so far."""
    late, concealed = draft_of(ctx, seat)
    hidden = tuple(Hidden(unit, laid_poses(ctx, unit)) for unit in concealed)
    return SetAside(tuple(late), hidden)


def back_flaws(ctx: IdgCtx, seat: Seat, unit: UnitId) -> Iterator[Violation]:
    """Say why a unit need not be called back."""
    one = ctx.world.units.get(unit)
    if one is None or one.side != seat or one.status not in ("late", "concealed"):
        yield refuse("IDG-5.4.10", "idg.no.hold.not_held")


def aside_flaws(ctx: IdgCtx, seat: Seat, answer: SetAside) -> Iterator[Violation]:
    """List everything that is wrong with settling it like this."""
    named = [*answer.late, *(one.unit for one in answer.concealed)]
    if len(set(named)) < len(named):
        yield refuse("IDG-5.4.10", "idg.no.hold.twice")
        return
    wrong = [flaw for unit in answer.late if (flaw := held_flaw(ctx, seat, unit))]
    yield from wrong
    if not wrong:
        yield from late_flaws(ctx, seat, answer.late)
        yield from deployed_flaws(ctx, seat, answer.late)
    yield from concealed_flaws(ctx, seat, len(answer.concealed))
    if answer.concealed:
        yield from _together(ctx, seat, answer.concealed)


def _together(ctx: IdgCtx, seat: Seat, hidden: Sequence[Hidden]) -> Iterator[Violation]:
    """Judge concealed units one after the other, each with those before it in place."""
    there = ctx.clone(None)
    take_all_back(there, seat)
    for one in hidden:
        flaws = list(hidden_flaws(there, seat, one.unit, one.poses))
        yield from flaws
        if not flaws:
            put_down(there, one.unit, one.poses, "concealed")


def take_all_back(ctx: IdgCtx, seat: Seat) -> None:
    """Forget what a side has decided so far."""
    for unit in [*draft_of(ctx, seat)[0], *draft_of(ctx, seat)[1]]:
        set_status(ctx, unit, "reserve")


def set_status(ctx: IdgCtx, unit: UnitId, status: Status) -> None:
    """Let a unit wait, or come later."""
    ctx.world.units[unit] = replace(ctx.world.units[unit], status=status)


# -- what could be done ---------------------------------------------------------------------------


def usual_late(ctx: IdgCtx, seat: Seat) -> tuple[UnitId, ...]:
    """Let come later whom a scenario does not allow to deploy: the general's unit stays longest."""
    units, most = held_units(ctx, seat), limits_of(ctx, seat).deployed
    if len(units) <= most:
        return ()
    world = ctx.world
    order = sorted(
        units,
        key=lambda unit: (
            not any(world.elements[one].general for one in world.units[unit].elements),
            -world.units[unit].size,
        ),
    )
    late = set(order[most:])
    return tuple(unit for unit in units if unit in late)


def _changes(
    late: Sequence[UnitId], concealed: Sequence[UnitId], units: Sequence[UnitId]
) -> list[Holding]:
    """List how a draft could be changed without a look at the ground."""
    back: list[Holding] = [CallBack(unit) for unit in (*late, *concealed)]
    return back + [KeepLate(unit) for unit in units if unit not in late]


def _some_aside(ctx: IdgCtx, seat: Seat, rng: Rng) -> list[Holding]:
    """Think of a legal number of units to come later, chosen at random."""
    units, limits = held_units(ctx, seat), limits_of(ctx, seat)
    least = max(0, len(units) - limits.deployed)
    most = min(limits.late, len(units))
    if not most:
        return []
    late = rng.sample(units, rng.randint(max(1, least), max(1, least, min(most, least + 2))))
    return [SetAside(tuple(unit for unit in units if unit in late))]


def _some_hidden(ctx: IdgCtx, seat: Seat, units: Sequence[UnitId], rng: Rng) -> Iterator[Holding]:
    """Find places for a few units in which they could be concealed."""
    _, concealed = draft_of(ctx, seat)
    if len(concealed) >= limits_of(ctx, seat).concealed or not ctx.world.ground:
        return
    for unit in rng.sample(units, min(PROPOSED, len(units))):
        poses = hideout(ctx, seat, unit, rng)
        if poses is not None:
            yield Conceal(unit, poses)


# -- the procedure --------------------------------------------------------------------------------


@rule("IDG-5.3.11", "IDG-5.4.10")
class HoldingBack(Frame, frozen=True, tag="holding_back"):
    """Sides decide in secret who is concealed and who comes later, all at the same time."""

    seats: tuple[Seat, ...]
    """Those who have not settled it yet."""

    def begin(self, ctx: IdgCtx) -> Flow:
        """Ask those who have anything to decide."""
        ctx.world.active = Seat("")
        seats = tuple(seat for seat in self.seats if may_hold_back(ctx, seat))
        return replace(self, seats=seats).offer()

    def offer(self) -> Flow:
        """Ask all who are not ready."""
        if not self.seats:
            return done()
        return ask_any({seat: HoldBack(seat) for seat in self.seats}, then=self.answered)

    def answered(self, ctx: IdgCtx, given: tuple[Seat, Holding]) -> Flow:
        """Change a side's draft, or settle it."""
        seat, answer = given
        if isinstance(answer, SetAside):
            settle(ctx, seat, answer)
            return replace(self, seats=tuple(one for one in self.seats if one != seat)).offer()
        if isinstance(answer, KeepLate):
            set_status(ctx, answer.unit, "late")
        elif isinstance(answer, CallBack):
            set_status(ctx, answer.unit, "reserve")
        else:
            put_down(ctx, answer.unit, answer.poses, "concealed")
        return self.offer()


@rule("IDG-5.3.11", "IDG-5.8.6")
def settle(ctx: IdgCtx, seat: Seat, answer: SetAside) -> None:
    """Let units come later or lie concealed; others learn only that it is settled."""
    take_all_back(ctx, seat)
    for unit in answer.late:
        set_status(ctx, unit, "late")
    for one in answer.concealed:
        put_down(ctx, one.unit, one.poses, "concealed")
    if ctx.telling:
        own = HeldBack(len(answer.late), len(answer.concealed), seat=seat)
        ctx.emit(own, to=(seat,), others=Decided(seat=seat))
