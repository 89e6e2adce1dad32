"""Procedures of idg played from a position: answer, let given dice fall, see what is pending.

`playing(field(...), MeleePhase())` begins the procedure at once. Every question and every roll
waits: `asked()` and `rolls()` tell for what, `do` and `roll` go on; when the procedure has ended
`is_over` is true and `value` is what it gave back.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from tests.games.idg.field import BLUE, RED, Field
from tests.games.idg.speaking import (
    SpokenRules,
    assert_ruled,
    assert_sendable,
    assert_speakable,
)
from walstatt.games.idg.game import IdgGame
from walstatt.games.idg.world import IdgCtx
from walstatt.i18n.catalogue import say
from walstatt.kernel.chance import Request, Seeded
from walstatt.kernel.codec import dump, restore, state_hash
from walstatt.kernel.ctx import Ctx
from walstatt.kernel.decisions import Answer, Decision, kind_of
from walstatt.kernel.errors import IllegalAnswer
from walstatt.kernel.events import Emitted, Event
from walstatt.kernel.frames import Flow, Frame, call, end
from walstatt.kernel.game import AnyGame, Game
from walstatt.kernel.ids import Seat
from walstatt.kernel.outcome import Outcome
from walstatt.kernel.prompts import Choice


class TrialGame(IdgGame):
    """The game, with a single procedure to play."""

    _packages = ("walstatt.games.idg", "tests.games.idg", "walstatt.kernel")

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.value: Any = None


class Trial(Frame, frozen=True, tag="trial"):
    """Plays one procedure, keeps its value, and ends."""

    def begin(self, ctx: IdgCtx) -> Flow:
        """Begin the procedure."""
        game: Any = ctx.rules.game
        return call(game.frame, then=self.over)

    def over(self, ctx: IdgCtx, value: object) -> Flow:
        """Keep what it gave back."""
        game: Any = ctx.rules.game
        game.value = value
        return end(Outcome((), say("idg.title")))


class Playing(Field):
    """A position in which a procedure is being played; rolls wait until they are given."""

    def __init__(self, game: AnyGame, definition: TrialGame) -> None:
        self.game = game
        self.definition = definition
        self.listened = 0

    @property
    def ctx(self) -> IdgCtx:  # type: ignore[override]
        """Give the context for calling rules directly."""
        return self.game.ctx

    # -- what is pending --------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Tell whether the procedure has ended."""
        return self.game.outcome is not None

    @property
    def value(self) -> Any:  # noqa: ANN401 - whatever a procedure gives back
        """Give what the procedure gave back."""
        assert self.is_over, f"not over: {self.pending()}"
        return self.definition.value

    def pending(self) -> str:
        """Tell what is awaited: `over`, `roll <purposes>`, or `<seats> <kinds of questions>`."""
        if self.is_over:
            return "over"
        if self.game.waiting is not None:
            return "roll " + " ".join(one.purpose for _, one in self.game.waiting.requests)
        asked = self.game.asked
        assert asked is not None
        return " ".join(f"{seat} {kind_of(one)}" for seat, one in asked.decisions.items())

    def asked(self) -> tuple[str, str]:
        """Tell which single seat is asked what."""
        decision = self.decision()
        return str(decision.seat), kind_of(decision)

    def decision(self, seat: str = "") -> Decision[Any]:
        """Give the question that is open, or that of a seat if several are."""
        found = self.game.decision(self._asked_seat(seat))
        assert found is not None, self.pending()
        return found

    def options(self, seat: str = "") -> list[Answer]:
        """List the legal answers."""
        return list(self.game.options(self._asked_seat(seat)) or ())

    def _asked_seat(self, seat: str) -> Seat:
        if seat:
            return Seat(seat)
        assert len(self.game.to_act) == 1, self.pending()
        return self.game.to_act[0]

    def rolls(self) -> dict[str, Request]:
        """List the rolls that wait, by their keys; a single one has the key ``""``."""
        waiting = self.game.waiting
        assert waiting is not None, self.pending()
        return dict(waiting.requests)

    def dice(self) -> int:
        """Count the dice that are about to be rolled."""
        return sum(one.count for one in self.rolls().values())

    # -- going on ---------------------------------------------------------------------------------

    def do(self, answer: Answer, seat: str = "") -> Playing:
        """Give an answer, which must be legal and was shown as such before."""
        asked = self.decision(seat)
        shown = asked.preview(self.ctx, answer)
        choice = Choice(say("idg.title"))
        if not shown.violations:
            choice = asked.present(self.ctx, answer)
        self.game.answer(asked.seat, answer)
        assert not shown.violations, "what is allowed was shown as forbidden"
        assert_speakable((shown, choice))
        assert_sendable(shown)
        assert_sendable(choice)
        return self.heard()

    def refusal(self, answer: Answer, seat: str = "") -> list[str]:
        """Give an answer that must be refused, and list the rules."""
        try:
            self.game.answer(self._asked_seat(seat), answer)
        except IllegalAnswer as refused:
            assert_speakable(refused.violations)
            return [one.rule for one in refused.violations]
        raise AssertionError(f"{answer} was allowed")

    def roll(self, *faces: int) -> Playing:
        """Let the dice fall, in the order of the rolls that wait."""
        left, results = list(faces), []
        for request in self.rolls().values():
            results.append(tuple(left[: request.count]))
            del left[: request.count]
        assert not left, f"{len(left)} dice too many for {self.pending()}"
        self.game.force(*results)
        return self.heard()

    def finish(self, seed: int = 1) -> Playing:
        """Play to the end with random answers and dice."""
        rng, source = Random(seed), Seeded(seed)
        while not self.is_over:
            if self.game.waiting is not None:
                requests = self.rolls().values()
                self.game.force(*(source.resolve(one) for one in requests))
            else:
                seat = self.game.to_act[0]
                self.game.answer(seat, self.game.pick(seat, rng))
        return self

    def reloaded(self) -> Playing:
        """Save the position and read it back, which must not change it."""
        stored = msgspec.json.decode(msgspec.json.encode(dump(self.game)))
        again = restore(self.game.rules, stored, None, self.game.tape)
        assert state_hash(again) == state_hash(self.game)
        return Playing(again, self.definition)

    def heard(self) -> Playing:
        """Say all that was told and is asked now: there must be words for it in every language."""
        tape = self.game.tape or []
        for one in tape[self.listened :]:
            assert_speakable((one.event, one.others, self.definition.tell(one.event)))
            if type(one.event).__module__.startswith("walstatt.games.idg"):
                assert_sendable(one.event)
                assert_ruled(one.event)
        self.listened = len(tape)
        if not self.is_over and self.game.asked is not None:
            for decision in self.game.asked.decisions.values():
                self._offered(decision)
                away = decision.default(self.ctx)
                assert away is None or not decision.check(self.ctx, away), away
        return self

    def _offered(self, decision: Decision[Any]) -> None:
        """Say a question, and the rows of things from which its answer is put together."""
        assert_speakable(decision.prompt(self.ctx))
        rows = decision.rows(self.ctx)
        if rows is not None:
            assert_speakable(rows)
            assert_sendable(rows)

    # -- what was told ----------------------------------------------------------------------------

    def events(self) -> list[Event]:
        """List everything told so far."""
        return [one.event for one in self.game.tape or ()]

    def told(self) -> list[str]:
        """List the tags of everything told so far."""
        return [str(type(one).__struct_config__.tag) for one in self.events()]


def playing(there: Field, frame: Frame) -> Playing:
    """Begin a procedure in a position and play to its first question or roll."""
    definition = TrialGame(frame)
    ctx = there.ctx
    rules = SpokenRules(definition, "empty", ctx.options, ctx.content, (RED, BLUE))
    tape: list[Emitted] = []
    game: AnyGame = Game([Ctx(rules, ctx.world, tape=tape)], None, tape)
    game.start(Trial())
    return Playing(game, definition).heard()
