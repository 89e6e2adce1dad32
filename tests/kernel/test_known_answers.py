"""Answers that a step has listed already need not be listed again."""

from tests.kernel.pebbles.answers import Grab
from tests.kernel.pebbles.decisions import Take
from tests.kernel.pebbles.table import PebbleGame, sit_down
from tests.kernel.pebbles.world import ANN, PebbleCtx
from walstatt.kernel.ctx import Ctx
from walstatt.kernel.frames import Flow, Frame, ask, done
from walstatt.kernel.game import Game

BOTH = (Grab(1, 1), Grab(2, 1))


class Listed(Frame, frozen=True, tag="listed"):
    """Ask with these answers known."""

    known: tuple[Grab, ...]

    def begin(self, ctx: PebbleCtx) -> Flow:
        return ask(Take(ANN), then=self.taken, known=self.known)

    def taken(self, ctx: PebbleCtx, answer: Grab) -> Flow:
        return done(answer)


def playing(*known: Grab) -> PebbleGame:
    before = sit_down("turns")
    game: PebbleGame = Game([Ctx(before.rules, before.world)], None, [])
    game.start(Listed(known))
    return game


def test_known_answers_are_offered_as_they_are() -> None:
    assert playing(*BOTH).options(ANN) == BOTH


def test_without_a_choice_the_decision_is_looked_at_itself() -> None:
    listed = playing(Grab(1, 1)).options(ANN)
    assert listed is not None
    assert set(listed) > set(BOTH)
