"""The runner: a game in play, moved from question to question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec.structs import replace

from walstatt.i18n.catalogue import Message
from walstatt.kernel import trace
from walstatt.kernel.chance import ChanceSource, Outcomes, Request, Roll, Waiting, fits
from walstatt.kernel.ctx import AnyCtx, Asked, Ctx
from walstatt.kernel.decisions import Answer, Decision, Violation, kind_of
from walstatt.kernel.definition import GameDef, Ruleset
from walstatt.kernel.errors import (
    BadRequest,
    DeadEnd,
    EngineFault,
    IllegalAnswer,
    Runaway,
    ScriptError,
    UnknownStep,
    WalstattError,
)
from walstatt.kernel.events import DrawnUnseen, Emitted, Ended, Forced, Rolled
from walstatt.kernel.frames import (
    Ask,
    Become,
    Call,
    Chance,
    Done,
    End,
    Flow,
    Frame,
    Leave,
    Play,
)
from walstatt.kernel.ids import Seat
from walstatt.kernel.legal import Legal
from walstatt.kernel.options import Options
from walstatt.kernel.outcome import Outcome
from walstatt.kernel.trace import cite_class, firing, musing
from walstatt.kernel.world import World

W = TypeVar("W", bound=World)
C = TypeVar("C")
O = TypeVar("O", bound=Options)  # noqa: E741


Known: TypeAlias = Legal | Sequence[Answer] | None
"""Answers still to be judged, answers that are all legal, or answers that cannot be listed."""


class Game(Generic[W, C, O]):
    """A game in play: `apply` trusts its caller; `answer` checks, and undoes all on a fault."""

    __slots__ = ("_options", "outcome", "scopes", "source", "tape", "waiting")

    def __init__(
        self,
        scopes: list[AnyCtx],
        source: ChanceSource | None,
        tape: list[Emitted] | None = None,
    ) -> None:
        self.scopes = scopes
        self.source = source
        self.tape = tape
        self.outcome: Outcome | None = None
        self.waiting: Waiting | None = None
        self._options: dict[Seat, Known] = {}

    # -- looking ---------------------------------------------------------------------------------

    @property
    def ctx(self) -> AnyCtx:
        """Give the innermost game being played."""
        return self.scopes[-1]

    @property
    def rules(self) -> Ruleset[C, O]:
        """Give the fixed rules of the whole game."""
        return self.scopes[0].rules

    @property
    def world(self) -> W:
        """Give the world of the whole game."""
        return self.scopes[0].world  # type: ignore[no-any-return]

    @property
    def asked(self) -> Asked | None:
        """Give the questions being asked now."""
        if self.outcome is not None or self.waiting is not None:
            return None
        asked = self.scopes[-1].asked
        return asked[-1] if asked else None

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """List the seats whose answer is awaited."""
        asked = self.scopes[-1].asked
        if not asked or self.waiting is not None:
            return ()
        return asked[-1].open if asked[-1].answers else tuple(asked[-1].decisions)

    def decision(self, seat: Seat) -> Decision[Any] | None:
        """Give what a seat is asked."""
        asked = self.asked
        if asked is None or seat in asked.answers:
            return None
        return asked.decisions.get(seat)

    def standing(self, seat: Seat) -> list[Decision[Any]]:
        """List what a seat may do although it is not asked, or besides."""
        ctx = self.scopes[-1]
        if self.asked is None or any(frame.atomic for frame, _ in ctx.stack):
            return []
        return ctx.rules.game.standing(ctx, seat)

    def options(self, seat: Seat) -> tuple[Answer, ...] | None:
        """List the legal answers of a seat, or None where they cannot be listed."""
        decision = self.decision(seat)
        if decision is None:
            return ()
        with musing():
            legal = self._judged(decision)
            if isinstance(legal, Legal):
                return legal.all(self.scopes[-1])
            return None if legal is None else tuple(legal)

    def legal(self, decision: Decision[Any]) -> tuple[Answer, ...] | None:
        """List the legal answers to any decision, every one judged by its check."""
        ctx = self.scopes[-1]
        with musing():
            found = decision.candidates(ctx)
            if found is None or decision.exact:
                return None if found is None else tuple(found)
            return Legal(decision, found).all(ctx)

    def pick(self, seat: Seat, rng: Random) -> Answer:
        """Choose a legal answer of a seat at random, or one of a sample."""
        found = self._options.get(seat)
        if found is None:
            decision = self.decision(seat)
            if decision is None:
                raise BadRequest(self._not_asked(seat, None))
            found = self._judged(decision)
            if found is None:
                drawn = self._drawn(decision, rng)
                if drawn is not None:
                    return drawn
            found = found or self.sampled(decision, rng)
        if isinstance(found, Legal):
            return found.pick(self.scopes[-1], rng)
        if not found:
            raise DeadEnd(f"no legal answer to {self.decision(seat)} was found")
        return found[int(rng.random() * len(found))]

    def _drawn(self, decision: Decision[Any], rng: Random) -> Answer | None:
        """Have an answer drawn, if the decision can do it."""
        if trace.listener is None:
            return decision.draw(self.scopes[-1], rng)
        with musing():
            return decision.draw(self.scopes[-1], rng)

    def _judged(self, decision: Decision[Any]) -> Known:
        """Give what is known about the answers of a seat that is asked."""
        seat = decision.seat
        if seat not in self._options:
            found = decision.candidates(self.scopes[-1])
            if found is None or decision.exact:
                self._options[seat] = found
            else:
                self._options[seat] = Legal(decision, found)
        return self._options[seat]

    def choices(self, seat: Seat, rng: Random, count: int = 12) -> Sequence[Answer]:
        """List legal answers, or a sample of them where they cannot be listed."""
        listed = self.options(seat)
        if listed is not None:
            return listed
        decision = self.decision(seat)
        return () if decision is None else self.sampled(decision, rng, count)

    def sampled(self, decision: Decision[Any], rng: Random, count: int = 12) -> Sequence[Answer]:
        """Sample legal answers to a decision."""
        ctx = self.scopes[-1]
        with musing():
            found = [a for a in decision.sample(ctx, rng, count) if not decision.check(ctx, a)]
            if not found:
                default = decision.default(ctx)
                found = [] if default is None or decision.check(ctx, default) else [default]
        return found

    def check(self, seat: Seat, answer: Answer, kind: str = "") -> list[Violation]:
        """Judge an answer without giving it."""
        decision, _ = self.addressed(seat, answer, kind)
        with musing():
            return decision.check(self.scopes[-1], answer)

    def addressed(self, seat: Seat, answer: Answer, kind: str = "") -> tuple[Decision[Any], bool]:
        """Find the decision an answer is meant for, and whether it is a standing one."""
        decision = self.decision(seat)
        if decision is not None and _takes(decision, answer, kind):
            return decision, False
        for standing in self.standing(seat):
            if _takes(standing, answer, kind):
                return standing, True
        raise BadRequest(self._not_asked(seat, decision))

    def _not_asked(self, seat: Seat, decision: Decision[Any] | None) -> str:
        if self.outcome is not None:
            return "the game is over"
        if seat not in self.rules.seats:
            return f"there is no seat {seat!r}; there are: {', '.join(self.rules.seats)}"
        if decision is None:
            waiting = ", ".join(self.to_act) or "chance"
            return f"{seat} is not asked now; waiting for: {waiting}"
        wanted = ", ".join(str(kind.__struct_config__.tag) for kind in decision.answers)
        return f"{seat} is asked {kind_of(decision)}, which takes: {wanted}"

    # -- playing ---------------------------------------------------------------------------------

    def answer(self, seat: Seat, answer: Answer, kind: str = "") -> None:
        """Check an answer and give it; on any error the game stays as it was."""
        with _blaming_us(f"{seat} did {answer}"):
            violations = self.check(seat, answer, kind)
            if violations:
                raise IllegalAnswer(violations)
            before = self.clone(None)
            told = len(self.tape or ())
            try:
                self.apply(seat, answer, kind)
            except Exception:
                self._restore(before, told)
                raise

    def apply(self, seat: Seat, answer: Answer, kind: str = "") -> None:
        """Give an answer known to be legal."""
        if trace.listener is None:
            self._take(seat, answer, kind)
            return
        with firing():
            self._take(seat, answer, kind)

    def _take(self, seat: Seat, answer: Answer, kind: str) -> None:
        ctx = self.scopes[-1]
        questions = ctx.asked
        if not questions or self.waiting is not None:
            raise BadRequest(self._not_asked(seat, None))
        asked = questions[-1]
        decision = asked.decisions.get(seat)
        if (
            decision is None
            or type(answer) not in decision.answers
            or (kind and kind != kind_of(decision))
            or seat in asked.answers
        ):
            self._interrupt(seat, answer, kind)
            return
        value: Any = answer
        if asked.mode != "one":
            value = _gathered(ctx, asked, seat, answer)
            if value is None:
                self._options.pop(seat, None)
                return
        ctx.asked = questions[:-1]
        frame, flow = _resumed(ctx, value)
        self._run(frame, flow)

    def _interrupt(self, seat: Seat, answer: Answer, kind: str) -> None:
        """Carry out a standing action on top of whatever is being asked."""
        decision, _ = self.addressed(seat, answer, kind)
        cite_class(type(decision))
        self._options = {}
        self._run_frame(decision.act(self.scopes[-1], answer))

    def force(self, *results: Outcomes) -> None:
        """Answer the chance requests that are waiting, in their order."""
        waiting = self.waiting
        if waiting is None:
            raise BadRequest("nothing is being rolled or drawn")
        if len(results) != len(waiting.requests):
            raise ScriptError(f"{len(waiting.requests)} results are wanted, not {len(results)}")
        for (_, request), outcome in zip(waiting.requests, results, strict=True):
            wrong = fits(request, outcome)
            if wrong:
                raise ScriptError(wrong)
        self.waiting = None
        ctx = self.scopes[-1]
        frame, step = ctx.stack[-1]
        ctx.stack = ctx.stack[:-1]
        flow = Chance(waiting.requests, waiting.keyed, getattr(frame, step))
        with firing():
            self._run(frame, self._fallen(ctx, flow, results))

    def start(self, first: Frame) -> None:
        """Begin play with the first procedure."""
        with firing():
            self._run_frame(first)

    def _run_frame(self, frame: Frame) -> None:
        cite_class(type(frame))
        self._run(frame, frame.begin(self.scopes[-1]))

    def _run(self, frame: Frame, flow: Flow) -> None:  # noqa: C901, PLR0912, PLR0915 - the one loop
        """Carry flows out until a seat must answer, chance must be waited for, or the game ends."""
        ctx = self.scopes[-1]
        quiet = rolls = 0
        limit = ctx.rules.game.runaway
        while True:
            quiet += 1
            if quiet > limit:
                raise Runaway(f"{quiet - 1} steps without a question or a roll, in {frame}")
            if ctx.ended is not None:
                flow = End(ctx.ended)
            kind = type(flow)
            if kind is Ask:
                forced = self._pause(ctx, flow)  # type: ignore[arg-type]
                if forced is None:
                    return
                frame, flow = forced
            elif kind is Call:
                then: Any = flow.then  # type: ignore[union-attr]
                ctx.stack = (*ctx.stack, (then.__self__, then.__name__))
                frame = flow.frame  # type: ignore[union-attr]
                if trace.listener is not None:
                    cite_class(type(frame))
                flow = frame.begin(ctx)
            elif kind is Done:
                ended = self._return(ctx, flow.value)  # type: ignore[union-attr]
                if ended is None:
                    return
                frame, flow = ended
                ctx = self.scopes[-1]
            elif kind is Chance:
                quiet = 0
                rolls += 1
                if rolls > limit:
                    raise Runaway(f"{limit} rolls without a question, in {frame}")
                frame = flow.then.__self__  # type: ignore[union-attr]
                results = self._resolve(ctx, flow)  # type: ignore[arg-type]
                if results is None:
                    return
                flow = self._fallen(ctx, flow, results)  # type: ignore[arg-type]
            elif kind is Become:
                frame = flow.frame  # type: ignore[union-attr]
                if trace.listener is not None:
                    cite_class(type(frame))
                flow = frame.begin(ctx)
            elif kind is Leave:
                flow = self._leave(ctx, frame, flow)  # type: ignore[arg-type]
            elif kind is Play:
                ctx = self._enter(ctx, flow)  # type: ignore[arg-type]
                frame = flow.frame  # type: ignore[union-attr]
                if trace.listener is not None:
                    cite_class(type(frame))
                flow = frame.begin(ctx)
            elif kind is End:
                finished = self._finish(ctx, flow.outcome)  # type: ignore[union-attr]
                if finished is None:
                    return
                ctx, frame, flow = finished
            else:
                raise UnknownStep(f"a step of {frame} returned {flow!r}, which is no way to go on")

    def _enter(self, ctx: AnyCtx, flow: Play) -> AnyCtx:
        """Begin a game within the game."""
        ctx.stack = (*ctx.stack, _named(flow.then))
        inner: AnyCtx = Ctx(ctx.rules.subgame(flow.game), flow.world, tape=self.tape)
        self.scopes.append(inner)
        return inner

    def _pause(self, ctx: AnyCtx, flow: Ask) -> tuple[Frame, Flow] | None:
        """Ask; or, where there is only one legal answer, take it and go on."""
        then: Any = flow.then
        again = flow.again
        ctx.stack = stack = (*ctx.stack, (then.__self__, then.__name__))
        step = again.__name__ if again is not None else ""
        asked = Asked(flow.decisions, flow.mode, len(stack), step)
        ctx.asked = (*ctx.asked, asked) if ctx.asked else (asked,)
        if trace.listener is not None:
            for decision in flow.decisions.values():
                cite_class(type(decision))
        known = flow.known
        if known is not None and len(known) > 1:
            (seat,) = flow.decisions
            self._options = {seat: known}
            return None
        return self._without_choice(ctx, asked)

    def _without_choice(self, ctx: AnyCtx, asked: Asked) -> tuple[Frame, Flow] | None:
        """Find out whether somebody cannot answer at all, and whether there is a choice."""
        self._options = {}
        if trace.listener is None:
            only = self._only(ctx, asked)
        else:
            with musing():
                only = self._only(ctx, asked)
        return None if only is None else self._forced(ctx, asked, only)

    def _only(self, ctx: AnyCtx, asked: Asked) -> Answer | None:
        """Give the answer to a question that leaves no choice."""
        if not asked.decisions:
            raise DeadEnd(f"nobody is asked, in {ctx.stack[-1][0]}")
        options = self._options
        for seat, decision in asked.decisions.items():
            if seat in asked.answers:
                continue
            found = decision.candidates(ctx)
            if found is None:
                options[seat] = None
                continue
            forces = decision.auto and asked.mode == "one"
            if decision.exact:
                options[seat] = found
            else:
                legal = options[seat] = Legal(decision, found)
                found = legal.first(ctx, 2 if forces else 1)
            if not found:
                raise DeadEnd.of(seat, decision)
            if forces and len(found) == 1:
                return found[0]
        return None

    def _forced(self, ctx: AnyCtx, asked: Asked, only: Answer) -> tuple[Frame, Flow]:
        """Take the only answer there is, and tell it."""
        if ctx.tape is not None:
            (decision,) = asked.decisions.values()
            label = decision.present(ctx, only).label
            ctx.emit(Forced(decision.seat, kind_of(decision), label, only))
        ctx.asked = ctx.asked[:-1]
        return _resumed(ctx, only)

    def _return(self, ctx: AnyCtx, value: Any) -> tuple[Frame, Flow] | None:
        """Go on where the procedure was called, or ask again what a standing action interrupted."""
        asked = ctx.asked[-1] if ctx.asked else None
        if asked is not None and asked.depth == len(ctx.stack):
            return self._ask_again(ctx, asked)
        if not ctx.stack:
            if len(self.scopes) == 1:
                raise UnknownStep("the outermost procedure is over, but nobody ended the game")
            self.scopes.pop()
            ctx = self.scopes[-1]
        return _resumed(ctx, value)

    def _ask_again(self, ctx: AnyCtx, asked: Asked) -> tuple[Frame, Flow] | None:
        self._options = {}
        if not asked.again:
            asked = replace(asked, answers=_still_legal(ctx, asked))
            ctx.asked = (*ctx.asked[:-1], asked)
            return self._without_choice(ctx, asked)
        ctx.asked = ctx.asked[:-1]
        frame, _ = ctx.stack[-1]
        ctx.stack = ctx.stack[:-1]
        return frame, getattr(frame, asked.again)(ctx)

    def _leave(self, ctx: AnyCtx, frame: Frame, flow: Leave) -> Flow:
        if not isinstance(frame, flow.proc):
            stack = ctx.stack
            while stack and not isinstance(stack[-1][0], flow.proc):
                stack = stack[:-1]
            if not stack:
                raise UnknownStep(f"no {flow.proc.__name__} is under way that could be left")
            ctx.stack = stack[:-1]
            ctx.asked = tuple(asked for asked in ctx.asked if asked.depth <= len(ctx.stack))
        return Done(flow.value)

    def _finish(self, ctx: AnyCtx, outcome: Outcome) -> tuple[AnyCtx, Frame, Flow] | None:
        """End the game, or the game within the game."""
        if len(self.scopes) > 1:
            self.scopes.pop()
            ctx = self.scopes[-1]
            return ctx, *_resumed(ctx, outcome)
        self.outcome = outcome
        ctx.stack, ctx.asked, ctx.ended = (), (), None
        self._options = {}
        ctx.emit(Ended(outcome.winners, outcome.reason))
        return None

    # -- chance ----------------------------------------------------------------------------------

    def _resolve(self, ctx: AnyCtx, flow: Chance) -> tuple[Outcomes, ...] | None:
        source = self.source
        if source is None:
            ctx.stack = (*ctx.stack, _named(flow.then))
            self.waiting = Waiting(flow.requests, flow.keyed)
            self._options = {}
            return None
        return tuple([source.resolve(request) for _, request in flow.requests])

    def _fallen(self, ctx: AnyCtx, flow: Chance, results: tuple[Outcomes, ...]) -> Flow:
        """Tell the results and go on with them."""
        if ctx.tape is not None:
            for (_, request), outcome in zip(flow.requests, results, strict=True):
                _tell(ctx, request, outcome)
        if flow.keyed:
            keys = [key for key, _ in flow.requests]
            return flow.then(ctx, dict(zip(keys, results, strict=True)))
        if ctx.rules.game.offers_rerolls:
            offer = ctx.rules.game.after_roll(ctx, flow.requests[0][1], results[0])
            if offer is not None:
                return Call(offer, flow.then)
        return flow.then(ctx, results[0])

    # -- copying ---------------------------------------------------------------------------------

    def clone(self, source: ChanceSource | None) -> Game[W, C, O]:
        """Copy the game; the copy rolls with the source it is given and tells nobody."""
        copy: Game[W, C, O] = Game([scope.clone(None) for scope in self.scopes], source)
        copy.outcome = self.outcome
        copy.waiting = self.waiting
        copy._options = self._options.copy()
        return copy

    def _restore(self, before: Game[W, C, O], told: int) -> None:
        for scope in before.scopes:
            scope.tape = self.tape
        self.scopes = before.scopes
        self.outcome = before.outcome
        self.waiting = before.waiting
        self._options = before._options
        if self.tape is not None:
            del self.tape[told:]

    def imagine(self, seat: Seat | None, rng: Random) -> Game[W, C, O]:
        """Make a game that looks the same to a seat, with all that is hidden guessed anew."""
        if self.waiting is not None:
            raise BadRequest("nothing can be imagined while something is being rolled or drawn")
        scopes = [_imagined(scope, seat, rng) for scope in self.scopes]
        copy: Game[W, C, O] = Game(scopes, None)
        copy.outcome = self.outcome
        copy.waiting = self.waiting
        return copy


@contextmanager
def _blaming_us(what: str) -> Iterator[None]:
    """Turn whatever the rules trip over into a fault that says what was being done."""
    try:
        yield
    except WalstattError:
        raise
    except Exception as fault:
        raise EngineFault(f"{type(fault).__name__} while {what}: {fault}") from fault


def _takes(decision: Decision[Any], answer: Answer, kind: str) -> bool:
    return type(answer) in decision.answers and (not kind or kind == kind_of(decision))


def _still_legal(ctx: AnyCtx, asked: Asked) -> dict[Seat, Answer]:
    """Keep the answers that a standing action has not made illegal."""
    with musing():
        kept = asked.answers.items()
        return {seat: one for seat, one in kept if not asked.decisions[seat].check(ctx, one)}


def _resumed(ctx: AnyCtx, value: Any) -> tuple[Frame, Flow]:
    """Go on with the step that waits on top of the stack."""
    frame, step = ctx.stack[-1]
    ctx.stack = ctx.stack[:-1]
    return frame, getattr(frame, step)(ctx, value)


def _gathered(ctx: AnyCtx, asked: Asked, seat: Seat, answer: Answer) -> Any:
    """Give what the step waits for, or keep the answer until all are in."""
    if asked.mode == "any":
        return seat, answer
    answers = {**asked.answers, seat: answer}
    if len(answers) == len(asked.decisions):
        return {one: answers[one] for one in asked.decisions}
    ctx.asked = (*ctx.asked[:-1], replace(asked, answers=answers))
    return None


def _named(then: Any) -> tuple[Frame, str]:
    return then.__self__, then.__name__


def _tell(ctx: AnyCtx, request: Request, outcome: Outcomes) -> None:
    if isinstance(request, Roll):
        ctx.emit(Rolled(request, outcome))
        return
    # What is left in a pool tells what the other hands hold.
    event = Rolled(replace(request, pool=()), outcome)
    if request.seen_by is None:
        ctx.emit(event)
        return
    unseen = DrawnUnseen(request.seat, request.count, Message(request.purpose))
    ctx.emit(event, to=request.seen_by, others=unseen)


def _imagined(scope: AnyCtx, seat: Seat | None, rng: Random) -> AnyCtx:
    definition = scope.rules.game
    view = definition.observe(scope, seat)
    world = definition.redeterminise(scope.rules, view, rng)
    return Ctx(scope.rules, world, scope.stack, tuple(_unanswered(a, seat) for a in scope.asked))


def _unanswered(asked: Asked, seat: Seat | None) -> Asked:
    own = {one: answer for one, answer in asked.answers.items() if one == seat}
    return replace(asked, answers=own)


def new_game(
    definition: GameDef[W, C, O, Any],
    scenario: str,
    source: ChanceSource | None,
    options: O | None = None,
    rosters: Mapping[Seat, Any] | None = None,
    tape: list[Emitted] | None = None,
) -> Game[W, C, O]:
    """Set up a scenario and play to the first question."""
    definition.scenario(scenario)
    chosen = options if options is not None else definition.options_type()
    with _blaming_us(f"{definition.id} {scenario} was set up"):
        setup = definition.setup(scenario, chosen, rosters or {})
        rules = Ruleset(definition, scenario, chosen, setup.content, setup.seats)
        game: Game[W, C, O] = Game([Ctx(rules, setup.world, tape=tape)], source, tape)
        game.start(setup.first)
    return game


AnyGame = Game[Any, Any, Any]
