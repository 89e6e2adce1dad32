"""The duel of two captains: a game within the game, with a world of its own. TOY-5."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Literal, TypeAlias, get_args

from msgspec import Struct
from msgspec.structs import replace

from walstatt.games.toy.content import ToyContent
from walstatt.games.toy.events import Stances, Wounded
from walstatt.games.toy.options import ToyOptions
from walstatt.games.toy.world import ToyCtx, hurt, unit_name
from walstatt.i18n.catalogue import Catalogue, Message, say
from walstatt.kernel.chance import D6, Meaning, Roll
from walstatt.kernel.ctx import Ctx
from walstatt.kernel.decisions import Answer, Decision, Rng, Violation
from walstatt.kernel.definition import Ruleset, Scenario, Setup
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.frames import Flow, Frame, ask, ask_all, become, done, end, play, roll_all
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.ledger import Ledger, Quantity, Stage, contributes
from walstatt.kernel.outcome import Outcome
from walstatt.kernel.prompts import Choice
from walstatt.kernel.rulebook import Rulebook
from walstatt.kernel.trace import rule
from walstatt.kernel.world import World
from walstatt.scene.model import Counter, Counters, Scene
from walstatt.scene.playable import Playable

StanceName = Literal["cut", "thrust", "guard"]
BEATS: dict[str, str] = {"cut": "thrust", "thrust": "guard", "guard": "cut"}
WOUNDS_TO_FALL = 2


class DuelWorld(World):
    """Two captains and their wounds."""

    captains: dict[Seat, Message]
    wounds: dict[Seat, int]


DuelCtx: TypeAlias = Ctx[DuelWorld, ToyContent, ToyOptions]


class Stance(Answer, frozen=True, tag="stance"):
    """Take a stance in secret."""

    stance: StanceName


@rule("TOY-5.3")
class ChooseStance(Decision[Stance], frozen=True, tag="choose_stance"):
    """How to fight this bout."""

    answers = (Stance,)
    auto = False

    def check(self, ctx: DuelCtx, answer: Stance) -> list[Violation]:
        """Every stance is always allowed."""
        return []

    def candidates(self, ctx: DuelCtx) -> list[Stance]:
        """Offer the three stances."""
        return [Stance(name) for name in get_args(StanceName)]

    def present(self, ctx: DuelCtx, answer: Stance) -> Choice:
        """Show the stance."""
        return Choice(say(f"duel.stance.{answer.stance}"), rolls=True)


class Swing(Struct, frozen=True):
    """What a duellist's bonus depends on."""

    own: str
    other: str


BONUS: Quantity[Swing] = Quantity("duel.bonus", "TOY-5.4", (Stage("stance"),))


@contributes(BONUS, "TOY-5.4", "stance")
def better_stance(query: Swing) -> int | None:
    """The stance that beats the other adds one to the die."""
    return 1 if BEATS[query.own] == query.other else None


class BoutRoll(Meaning, frozen=True, tag="toy_bout"):
    """The lower of two dice with their bonuses is wounded; equal totals wound nobody. TOY-5.4."""

    ordered: ClassVar[bool] = True

    own: int
    other: int

    def read(self, faces: Sequence[int]) -> int:
        """Tell who is better: 1 the first, -1 the second, 0 neither."""
        first, second = faces[0] + self.own, faces[1] + self.other
        return (first > second) - (first < second)


class Bout(Frame, frozen=True, tag="bout"):
    """One bout: stances in secret, a die each, the lower is wounded. TOY-5.3."""

    atomic = True

    stances: tuple[str, ...] = ()

    def begin(self, ctx: DuelCtx) -> Flow:
        """Ask both for their stance at once."""
        return ask_all({seat: ChooseStance(seat) for seat in ctx.world.captains}, then=self.shown)

    def shown(self, ctx: DuelCtx, chosen: dict[Seat, Stance]) -> Flow:
        """Show the stances and roll for both."""
        stances = tuple(answer.stance for answer in chosen.values())
        ctx.emit(Stances(*(say(f"duel.stance.{one}") for one in stances)))
        bout = replace(self, stances=stances)
        rolls = {seat: bout.roll_of(ctx, seat) for seat in ctx.world.captains}
        return roll_all(rolls, then=bout.rolled)

    def roll_of(self, ctx: DuelCtx, seat: Seat) -> Roll[int]:
        """Make one duellist's roll, with the bonus it will get."""
        return Roll("duel.roll", "TOY-5.4", D6, 1, seat, ledgers=(self.bonus(ctx, seat),))

    def bonus(self, ctx: DuelCtx, seat: Seat) -> Ledger:
        """Reckon the bonus of a duellist."""
        own = tuple(ctx.world.captains).index(seat)
        return ctx.reckon(BONUS, Swing(self.stances[own], self.stances[1 - own]))

    @rule("TOY-5.4")
    def rolled(self, ctx: DuelCtx, faces: dict[Seat, tuple[int, ...]]) -> Flow:
        """Wound the lower; equal totals wound nobody."""
        first, second = faces
        bonuses = (self.bonus(ctx, seat).total for seat in faces)
        better = BoutRoll(*bonuses).read((faces[first][0], faces[second][0]))
        if better == 0:
            return become(Bout())
        return wound(ctx, second, first) if better > 0 else wound(ctx, first, second)


@rule("TOY-5.5")
def wound(ctx: DuelCtx, loser: Seat, winner: Seat) -> Flow:
    """Wound a duellist; the second wound ends the duel."""
    wounds = ctx.world.wounds[loser] + 1
    ctx.world.wounds[loser] = wounds
    ctx.emit(Wounded(loser, wounds))
    if wounds < WOUNDS_TO_FALL:
        return become(Bout())
    return end(Outcome((winner,), say("duel.won")))


class Accept(Answer, frozen=True, tag="accept"):
    """Fight the duel."""


class Decline(Answer, frozen=True, tag="decline"):
    """Refuse it, and lose face."""


@rule("TOY-5.2")
class AnswerChallenge(Decision[Accept | Decline], frozen=True, tag="answer_challenge"):
    """Whether a captain takes up the challenge."""

    answers = (Accept, Decline)

    def check(self, ctx: ToyCtx, answer: Accept | Decline) -> list[Violation]:
        """Both are always allowed."""
        return []

    def candidates(self, ctx: ToyCtx) -> list[Accept | Decline]:
        """Offer both."""
        return [Accept(), Decline()]


class Challenge(Frame, frozen=True, tag="challenge"):
    """A captain challenges another. TOY-5.1."""

    challenger: UnitId
    challenged: UnitId

    @rule("TOY-5.1")
    def begin(self, ctx: ToyCtx) -> Flow:
        """Ask the challenged."""
        return ask(AnswerChallenge(ctx.world.units[self.challenged].side), then=self.answered)

    def answered(self, ctx: ToyCtx, answer: Accept | Decline) -> Flow:
        """Fight the duel, or take the shame."""
        units = ctx.world.units
        if isinstance(answer, Decline):
            hurt(ctx, self.challenged, 1, units[self.challenger].side)
            return done()
        captains = {
            units[unit].side: unit_name(ctx, unit) for unit in (self.challenger, self.challenged)
        }
        world = DuelWorld(captains, dict.fromkeys(captains, 0))
        return play("duel", world, Bout(), then=self.decided)

    @rule("TOY-5.5")
    def decided(self, ctx: ToyCtx, result: Outcome) -> Flow:
        """The loser falls."""
        winner = result.winners[0]
        for unit in (self.challenger, self.challenged):
            one = ctx.world.units[unit]
            if one.side != winner:
                hurt(ctx, unit, one.strength, winner)
                break
        return done()


class DuelView(Struct, frozen=True):
    """A duel as everybody sees it: nothing is hidden but stances not yet shown."""

    captains: dict[Seat, Message]
    wounds: dict[Seat, int]


class DuelDef(Playable[DuelWorld, ToyContent, ToyOptions, DuelView]):
    """The duel as a game of its own."""

    id = "duel"
    world_type = DuelWorld
    options_type = ToyOptions
    view_type = DuelView

    def scenarios(self) -> Mapping[str, Scenario]:
        """List none: it is only played inside a battle."""
        return {}

    def setup(
        self, scenario: str, options: ToyOptions, rosters: Mapping[Seat, Any]
    ) -> Setup[DuelWorld, ToyContent]:
        """Refuse to start on its own."""
        raise BadRequest("a duel is only fought inside a battle")

    def observe(self, ctx: DuelCtx, seat: Seat | None) -> DuelView:
        """Show everything."""
        return DuelView(dict(ctx.world.captains), dict(ctx.world.wounds))

    def redeterminise(
        self, rules: Ruleset[ToyContent, ToyOptions], view: DuelView, rng: Rng
    ) -> DuelWorld:
        """Take the view as it is."""
        return DuelWorld(dict(view.captains), dict(view.wounds))

    def scene(
        self, rules: Ruleset[ToyContent, ToyOptions], view: DuelView, seat: Seat | None
    ) -> Scene:
        """Show the wounds beside the battlefield."""
        counters = tuple(
            Counter(one, name, view.wounds[one], WOUNDS_TO_FALL, one)
            for one, name in view.captains.items()
        )
        return Scene(trays=(Counters("wounds", say("duel.wounds"), counters=counters),))

    @cached_property
    def rulebook(self) -> Rulebook:
        """Refer to the toy game's rulebook."""
        from walstatt.games.toy.game import TOY  # noqa: PLC0415 - the battle knows the duel

        return TOY.rulebook

    @cached_property
    def catalogue(self) -> Catalogue:
        """Refer to the toy game's messages."""
        from walstatt.games.toy.game import TOY  # noqa: PLC0415

        return TOY.catalogue

    def seat_name(self, seat: Seat) -> Message:
        """Name the seats as in the battle."""
        return say(f"toy.seat.{seat}")
