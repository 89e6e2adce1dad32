"""A game played inside Pebbles, and inside itself."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, ClassVar, TypeAlias

from msgspec import Struct

from tests.kernel.pebbles.answers import Hit, Shout, Walk
from walstatt.i18n.catalogue import Catalogue, say
from walstatt.kernel.chance import D6, Meaning, Roll
from walstatt.kernel.ctx import Ctx
from walstatt.kernel.decisions import Decision, Violation, refuse
from walstatt.kernel.definition import GameDef, Ruleset, Scenario, Setup
from walstatt.kernel.events import Event
from walstatt.kernel.frames import Flow, Frame, ask, become, done, end, play, roll
from walstatt.kernel.ids import Seat
from walstatt.kernel.options import Options
from walstatt.kernel.outcome import Outcome
from walstatt.kernel.rulebook import Rulebook, RuleFile
from walstatt.kernel.trace import rule
from walstatt.kernel.world import World


class MarbleWorld(World):
    left: int
    spots: tuple[int, ...] = ()


MarbleCtx: TypeAlias = Ctx[MarbleWorld, Any, Options]


class Shoot(Decision[Hit | Walk | Shout], frozen=True, tag="shoot"):
    """Hit marbles, walk away, or shout for a game within the game."""

    answers: ClassVar = (Hit, Walk, Shout)

    def check(self, ctx: MarbleCtx, answer: Hit | Walk | Shout) -> list[Violation]:
        missed = isinstance(answer, Hit) and answer.marbles > ctx.world.left
        return [refuse("MAR-1", "marbles.no.marble")] if missed else []

    def candidates(self, ctx: MarbleCtx) -> Sequence[Hit | Walk | Shout]:
        return [*(Hit(marbles) for marbles in range(1, ctx.world.left + 1)), Walk(), Shout()]


class Spots(Meaning, frozen=True, tag="marbles.spots"):
    ordered: ClassVar = True

    def read(self, faces: Sequence[int]) -> int:
        return faces[0]


class Lined(Event, frozen=True, tag="marbles.lined"):
    marbles: int


@rule("MAR-0")
class LineUp(Frame, frozen=True, tag="marbles.line_up"):
    seat: Seat

    def begin(self, ctx: MarbleCtx) -> Flow:
        ctx.emit(Lined(ctx.world.left))
        return become(Flick(self.seat))


class Flick(Frame, frozen=True, tag="marbles.flick"):
    seat: Seat

    def begin(self, ctx: MarbleCtx) -> Flow:
        return ask(Shoot(self.seat), then=self.shot)

    def shot(self, ctx: MarbleCtx, answer: Hit | Walk | Shout) -> Flow:
        if isinstance(answer, Walk):
            return done("walked away")
        if isinstance(answer, Shout):
            return play("marbles", MarbleWorld(left=1), LineUp(self.seat), then=self.played)
        ctx.world.left -= answer.marbles
        dice = Roll("marbles.roll.flick", "MAR-2", D6, 1, self.seat, Spots(), stream="marbles")
        return roll(dice, then=self.rolled)

    def rolled(self, ctx: MarbleCtx, faces: tuple[int, ...]) -> Flow:
        ctx.world.spots += faces
        if ctx.world.left == 0:
            return end(Outcome((self.seat,), say("marbles.over")))
        return become(self)

    def played(self, ctx: MarbleCtx, value: object) -> Flow:
        ctx.world.left += 1
        return become(self)


class MarbleView(Struct, frozen=True):
    left: int
    spots: tuple[int, ...]


class Marbles(GameDef[MarbleWorld, Any, Options, MarbleView]):
    id = "marbles"
    world_type = MarbleWorld
    options_type = Options
    view_type = MarbleView

    def scenarios(self) -> Mapping[str, Scenario]:
        return {}

    def setup(
        self, scenario: str, options: Options, rosters: Mapping[Seat, Any]
    ) -> Setup[MarbleWorld, Any]:
        raise AssertionError("marbles are only played inside pebbles")

    def observe(self, ctx: MarbleCtx, seat: Seat | None) -> MarbleView:
        return MarbleView(ctx.world.left, ctx.world.spots)

    def redeterminise(
        self, rules: Ruleset[Any, Options], view: MarbleView, rng: Random
    ) -> MarbleWorld:
        return MarbleWorld(view.left, view.spots)

    def subgames(self) -> Mapping[str, GameDef[Any, Any, Any, Any]]:
        return {"marbles": self}

    @cached_property
    def rulebook(self) -> Rulebook:
        return Rulebook(RuleFile("MAR", ()))

    @cached_property
    def catalogue(self) -> Catalogue:
        return Catalogue({})


MARBLES = Marbles()
