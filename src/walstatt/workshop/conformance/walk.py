"""A recorded random game that many checks look at, each from its own side."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from functools import cached_property, lru_cache
from random import Random
from typing import Any, Final, NoReturn

from msgspec import Struct

from walstatt.kernel.chance import ChanceSource, Outcomes, Request, Seeded
from walstatt.kernel.codec import plain, read_answer, state_hash
from walstatt.kernel.ctx import Ctx
from walstatt.kernel.decisions import Answer, Decision, kind_of
from walstatt.kernel.definition import AnyGameDef
from walstatt.kernel.errors import DeadEnd, WalstattError
from walstatt.kernel.events import Emitted
from walstatt.kernel.game import AnyGame, Game, new_game
from walstatt.kernel.ids import Seat
from walstatt.kernel.options import Options
from walstatt.workshop.conformance.failure import ConformanceFailure
from walstatt.workshop.crash import Given
from walstatt.workshop.playout import allowed, dice_for, random_answer

MOST_POSITIONS: Final = 48
MOST_INNER: Final = 8
TRIES: Final = 20


class Step(Struct, frozen=True):
    """One decision of a walk: who did what, what fell, what was told, and the position after it."""

    given: Given
    chance: tuple[tuple[Request, Outcomes], ...]
    told: tuple[Emitted, ...]
    state: str


class Fault(Struct, frozen=True):
    """Where a walk broke off, and why."""

    n: int
    given: Given | None
    error: Exception

    def __str__(self) -> str:
        doing = "looking for an answer" if self.given is None else described(self.given)
        return f"{type(self.error).__name__} after {doing}: {self.error}"


class Position(Struct, frozen=True):
    """The game after so many decisions; `copy` it before playing on."""

    n: int
    game: AnyGame

    def copy(self, source: ChanceSource | None = None) -> AnyGame:
        """Copy it without trusting the game's own copying."""
        return copied(self.game, source)


def copied(game: AnyGame, source: ChanceSource | None) -> AnyGame:
    """Copy a game part by part: worlds deeply, frames and decisions as they are."""
    scopes = [Ctx(s.rules, deepcopy(s.world), s.stack, s.asked) for s in game.scopes]
    copy: AnyGame = Game(scopes, source)
    copy.outcome = game.outcome
    copy.waiting = game.waiting
    return copy


def taping(game: AnyGame) -> list[Emitted]:
    """Let a game tell what happens, and give the tape."""
    tape: list[Emitted] = []
    game.tape = tape
    for scope in game.scopes:
        scope.tape = tape
    return tape


def described(given: Given) -> str:
    """Name an answer for a failure."""
    seat, answer, kind = given
    return f"{seat} did {plain(answer)}" + (f" as {kind}" if kind else "")


class Listening:
    """A source that keeps every request with its outcome."""

    def __init__(self, source: ChanceSource) -> None:
        self.source = source
        self.heard: list[tuple[Request, Outcomes]] = []

    def resolve(self, request: Request) -> Outcomes:
        """Answer one request and remember it."""
        outcome = self.source.resolve(request)
        self.heard.append((request, outcome))
        return outcome

    def take(self) -> tuple[tuple[Request, Outcomes], ...]:
        """Give what was heard since the last time."""
        heard, self.heard = tuple(self.heard), []
        return heard


class Walk:
    """One random game from a seed, with positions kept along the way."""

    def __init__(
        self, definition: AnyGameDef, scenario: str, options: Options, seed: int | str
    ) -> None:
        self.definition = definition
        self.scenario = scenario
        self.options = options
        self.seed = str(seed)
        self.start: Step | None = None
        self.steps: list[Step] = []
        self.fault: Fault | None = None
        self.end: AnyGame | None = None
        self.broken: list[tuple[int, str]] = []
        """What was wrong with the world, and after how many decisions."""
        self._kept: list[Position] = []
        self._inner: list[Position] = []
        self._every = 1
        self._go()

    # -- for the checks --------------------------------------------------------------------------

    def fail(self, n: int, what: str) -> NoReturn:
        """Report what is wrong after so many decisions."""
        where = f"{self.definition.id} {self.scenario}, seed {self.seed}, decision {n}"
        raise ConformanceFailure(f"{where}: {what}")

    def rng(self, salt: object = "") -> Random:
        """Make a generator that depends on nothing but the seed and the salt."""
        return Random(f"{self.seed}/{salt}")

    def dice(self, salt: object = "") -> Seeded:
        """Make dice that depend on nothing but the seed and the salt."""
        return Seeded(f"{self.seed}/{salt}")

    def positions(self, most: int = MOST_POSITIONS) -> list[Position]:
        """Spread so many positions over the walk, those inside games within the game included."""
        every = -(-len(self._kept) // most) if self._kept else 1
        inner = self._inner[: -(-most // 6)]
        return sorted((*self._kept[::every], *inner), key=lambda one: one.n)

    def unfinished(self, most: int = MOST_POSITIONS) -> list[Position]:
        """List only positions in which somebody is asked."""
        return [one for one in self.positions(most) if one.game.outcome is None]

    def seats(self) -> tuple[Seat | None, ...]:
        """List the seats and the spectator."""
        return (*self.definition.scenario(self.scenario).seats, None)

    def again(self, source: ChanceSource | None) -> AnyGame:
        """Set the same game up anew."""
        return new_game(self.definition, self.scenario, source, self.options)

    @cached_property
    def answers(self) -> tuple[Answer, ...]:
        """List every different answer given."""
        return tuple({packed_key(step.given[1]): step.given[1] for step in self.steps}.values())

    def chance(self) -> Iterator[tuple[int, Request, Outcomes]]:
        """List everything rolled and drawn, with the decision that led to it."""
        begun = [self.start] if self.start else []
        for n, step in enumerate((*begun, *self.steps)):
            yield from ((n, request, outcome) for request, outcome in step.chance)

    # -- walking ---------------------------------------------------------------------------------

    def _go(self) -> None:
        heard = Listening(dice_for(self.definition, self.seed))
        try:
            game = self.again(heard)
            self.start = Step(NOBODY, heard.take(), (), state_hash(game))
            self._keep(game)
        except Exception as error:  # noqa: BLE001 - the check it concerns reports it
            self.fault = Fault(0, None, error)
            return
        self.end = game
        rng = Random(self.seed)
        while game.outcome is None and len(self.steps) < self.definition.longest:
            if not self._step(game, heard, rng):
                return

    def _step(self, game: AnyGame, heard: Listening, rng: Random) -> bool:
        """Take one decision; tell whether there is a way on."""
        given: Given | None = None
        tape = taping(game)
        try:
            given = accepted_answer(game, rng)
            game.apply(*given)
            self.steps.append(Step(given, heard.take(), tuple(tape), state_hash(game)))
            self._keep(game)
        except Exception as error:  # noqa: BLE001 - the check it concerns reports it
            self.fault = Fault(len(self.steps), given, error)
        return self.fault is None

    def _keep(self, game: AnyGame) -> None:
        n = len(self.steps)
        for scope in game.scopes:
            self.broken += [(n, wrong) for wrong in scope.rules.game.invariants(scope)]
        if n % self._every == 0:
            self._kept.append(Position(n, copied(game, None)))
        elif len(game.scopes) > 1 and len(self._inner) < MOST_INNER:
            self._inner.append(Position(n, copied(game, None)))
        if len(self._kept) > MOST_POSITIONS:
            self._kept, self._every = self._kept[::2], self._every * 2


def accepted_answer(game: AnyGame, rng: Random) -> Given:
    """Choose an answer that is still accepted after it was sent and received."""
    for _ in range(TRIES):
        seat, answer, kind = random_answer(game, rng)
        if not refused(game, seat, answer, kind):
            return seat, received(game.rules.game, answer), kind
    raise DeadEnd(f"{TRIES} options in a row were refused")


NOBODY: Final[Given] = (Seat(""), Answer(), "")


def packed_key(answer: Answer) -> str:
    """Tell answers apart."""
    return str(plain(answer))


def received(definition: AnyGameDef, answer: Answer) -> Answer:
    """Give an answer as it arrives after it was sent."""
    return read_answer(definition, plain(answer))


def refused(game: AnyGame, seat: Seat, answer: Answer, kind: str) -> str:
    """Say why an offered answer is refused when it comes back, or nothing."""
    definition = game.rules.game
    try:
        came = received(definition, answer)
        if came != answer:
            return f"it arrives as {plain(came)}"
        reasons = game.check(seat, came, kind)
    except WalstattError as wrong:
        return str(wrong)
    return ", ".join(f"{one.rule} {one.message.id}" for one in reasons)


@lru_cache(maxsize=64)
def walk(definition: AnyGameDef, scenario: str, options: Options, seed: int | str) -> Walk:
    """Take the walk from a seed; it is taken only once."""
    return Walk(definition, scenario, options, seed)


def explained(error: BaseException) -> str:
    """Name an exception with its reason."""
    return f"{type(error).__name__}: {error}"


def played_on(game: AnyGame, rng: Random, decisions: int) -> list[Given]:
    """Play on at random for a few decisions and list them; a fault ends it."""
    given: list[Given] = []
    for _ in range(decisions):
        if game.outcome is not None:
            break
        try:
            chosen = accepted_answer(game, rng)
            game.apply(*chosen)
        except Exception:  # noqa: BLE001 - faults have a check of their own
            break
        given.append(chosen)
    return given


def offers(game: AnyGame, rng: Random) -> Iterator[tuple[Given, Decision[Any]]]:
    """List everything that anybody may do now, with the decision it belongs to."""
    for seat in game.to_act:
        decision = game.decision(seat)
        if decision is not None:
            yield from (((seat, one, ""), decision) for one in game.choices(seat, rng))
    for seat in game.rules.seats:
        for decision in game.standing(seat):
            kind = kind_of(decision)
            yield from (((seat, one, kind), decision) for one in allowed(game, decision, rng))
