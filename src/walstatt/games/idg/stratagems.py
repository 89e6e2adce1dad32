"""Stratagems before an open battle: stakes, the contest, and what comes of it. IDG-5.7.

What an army file stakes is staked. Whoever has staked nothing there but has points left may stake
of these, up to a fifth of all; both are asked at the same time, and nobody learns the other's stake
before both have answered.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar, Final, Literal, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from walstatt.games.idg.content import BLUE, RED, SEATS
from walstatt.games.idg.dummies import (
    ChooseDummies,
    MakeDummies,
    make_dummies,
    most_dummies,
)
from walstatt.games.idg.mingling import lots, mingle
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.scenario_events import (
    DummiesReady,
    Folded,
    NothingStaked,
    Staked,
    StratagemFails,
    StratagemForgone,
    StratagemsEven,
    StratagemWorks,
    TooWeary,
)
from walstatt.games.idg.world import IdgCtx, Stratagem, enemy_of, fielded, is_baggage, lead_profile
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.chance import D6, Meaning, Roll
from walstatt.kernel.decisions import Answer, Decision, FreeChoice, Violation, refuse
from walstatt.kernel.frames import Flow, Frame, ask, ask_all, done, draw, roll, roll_all
from walstatt.kernel.ids import RuleId, Seat, UnitId
from walstatt.kernel.prompts import Chance, Choice, Preview
from walstatt.kernel.trace import cite, rule

Trick: TypeAlias = Literal["enraged", "death_ground", "weary_foe", "majestic", "inscrutable"]
TRICKS: Final[dict[Trick, tuple[int, RuleId]]] = {
    "enraged": (4, "IDG-5.7.7"),
    "death_ground": (4, "IDG-5.7.8"),
    "weary_foe": (6, "IDG-5.7.9"),
    "majestic": (3, "IDG-5.7.10"),
    "inscrutable": (4, "IDG-5.7.14"),
}
"""What a die must show for each stratagem to work, and its rule."""
SHARE: Final = 5
"""A fifth of the points may be staked. IDG-5.7.1."""
WEARY: Final = 2
"""Up to which die a weary unit takes no part. IDG-5.7.9."""


# -- stakes ---------------------------------------------------------------------------------------


class Stake(Answer, frozen=True, tag="stake"):
    """Stake so many points."""

    points: Annotated[int, Meta(ge=0, le=5000)]


@rule("IDG-5.7.1", "IDG-5.7.6")
class ChooseStake(Decision[Stake], frozen=True, tag="choose_stake"):
    """How many points to stake on a stratagem, in secret. D03."""

    answers: ClassVar[tuple[type[Answer], ...]] = (Stake,)
    gesture: ClassVar[str] = "quantity"
    auto: ClassVar[bool] = False
    exact: ClassVar[bool] = True

    most: int = 0

    def prompt(self, ctx: IdgCtx) -> Message:
        """Say how much there is to stake."""
        return ctx.say("ask.choose_stake", n=self.most)

    def check(self, ctx: IdgCtx, answer: Stake) -> list[Violation]:
        """No more than a fifth of the points, and than is left of them, can be staked."""
        del ctx
        if 0 <= answer.points <= self.most:
            return []
        return [refuse("IDG-5.7.1", "idg.no.stake", n=answer.points, most=self.most)]

    def candidates(self, ctx: IdgCtx) -> Sequence[Stake]:
        """Offer everything from nothing to the most."""
        del ctx
        return [Stake(points) for points in range(self.most + 1)]

    def default(self, ctx: IdgCtx) -> Stake:
        """Stake nothing."""
        del ctx
        return Stake(0)

    def present(self, ctx: IdgCtx, answer: Stake) -> Choice:
        """Say how much."""
        return Choice(ctx.say("do.stake", n=answer.points), n=answer.points)


@rule("IDG-5.7.1")
def most_stake(ctx: IdgCtx, seat: Seat) -> int:
    """Give what a side may still stake: what is left of its points, up to a fifth of them."""
    army = fielded(ctx, seat)
    if army.army.stake:
        return 0
    limit = army.army.limit
    return max(0, min(limit // SHARE, limit - army.points))


def stakes(ctx: IdgCtx) -> dict[Seat, int]:
    """Tell what both sides have staked."""
    known = ctx.world.stratagems
    return {seat: known[seat].stake if seat in known else 0 for seat in SEATS}


# -- choosing -------------------------------------------------------------------------------------


class UseTrick(Answer, frozen=True, tag="use_stratagem"):
    """Use a stratagem."""

    trick: Trick


class ForgoTrick(Answer, frozen=True, tag="forgo_stratagem"):
    """Use none."""


@rule("IDG-5.7.4")
class ChooseTrick(FreeChoice[UseTrick | ForgoTrick], frozen=True, tag="choose_stratagem"):
    """Which stratagem to use, or none. D04."""

    answers: ClassVar[tuple[type[Answer], ...]] = (UseTrick, ForgoTrick)
    offers: ClassVar[tuple[Answer, ...]] = (ForgoTrick(), *(UseTrick(one) for one in TRICKS))

    def present(self, ctx: IdgCtx, answer: UseTrick | ForgoTrick) -> Choice:
        """Name the stratagem."""
        if isinstance(answer, ForgoTrick):
            return Choice(ctx.say("do.forgo_stratagem"))
        label = ctx.say("do.use_stratagem", what=trick_word(answer.trick))
        return Choice(label, rolls=True, n=TRICKS[answer.trick][0])

    def preview(self, ctx: IdgCtx, answer: UseTrick | ForgoTrick) -> Preview:
        """Tell what the stratagem does and how likely it works."""
        if isinstance(answer, ForgoTrick):
            return Preview()
        need, _ = TRICKS[answer.trick]
        works = round((7 - need) * 1_000_000 / 6)
        return Preview(
            odds=(
                Chance(ctx.say("chance.works"), works),
                Chance(ctx.say("chance.fails"), 1_000_000 - works),
            ),
            facts=(ctx.say(f"stratagem_text.{answer.trick}"),),
        )


def trick_word(trick: str) -> Message:
    """Name a stratagem."""
    return say(f"idg.stratagem.{trick}")


class TrickRoll(Meaning, frozen=True, tag="idg_stratagem"):
    """A stratagem works if the die is high enough. IDG-5.7.4."""

    need: int

    def read(self, faces: Sequence[int]) -> bool:
        """Tell whether it works."""
        return faces[0] >= self.need

    def hits(self, faces: Sequence[int]) -> tuple[bool, ...]:
        """Show whether it does."""
        return (self.read(faces),)


class WearyRoll(Meaning, frozen=True, tag="idg_weary"):
    """A weary unit stays away on a low die. IDG-5.7.9."""

    def read(self, faces: Sequence[int]) -> bool:
        """Tell whether it stays away."""
        return faces[0] <= WEARY

    def hits(self, faces: Sequence[int]) -> tuple[bool, ...]:
        """Show whether it does."""
        return (self.read(faces),)


# -- what comes of it -----------------------------------------------------------------------------


@rule("IDG-5.7.9", "IDG-1.4.2")
def weary_units(ctx: IdgCtx, side: Seat) -> list[UnitId]:
    """List the units that a weary army rolls for: all but elite ones and light cavalry.

    A general by himself is a unit; baggage is none and stays.
    """
    found = []
    for unit, one in ctx.world.units.items():
        if one.side != side or one.status != "reserve" or is_baggage(ctx, unit):
            continue
        profile = lead_profile(ctx, unit)
        if profile.quality != "elite" and profile.troop != "light_cavalry":
            found.append(unit)
    return found


@rule("IDG-5.7.14")
def fold(ctx: IdgCtx, side: Seat) -> None:
    """Let every unit of a side show one element only, also who has no more than one.

    Who did not would betray himself; only baggage hides nothing.
    """
    for unit, one in ctx.world.units.items():
        if one.side == side and not is_baggage(ctx, unit):
            ctx.world.units[unit] = replace(one, folded=True)


# -- the contest ----------------------------------------------------------------------------------


@rule("IDG-5.4.9")
class StratagemContest(Frame, frozen=True, tag="stratagem_contest"):
    """Both sides stake, the higher product picks a stratagem, and a die tells whether it works."""

    seat: Seat = Seat("")
    """Who has won the contest."""

    def begin(self, ctx: IdgCtx) -> Flow:
        """Ask for stakes that no army file names, if stratagems are played at all."""
        if not ctx.options.opt_stratagems or ctx.world.scenario != "open_battle":
            return done()
        most = {seat: most_stake(ctx, seat) for seat in SEATS}
        asked = {seat: ChooseStake(seat, most[seat]) for seat in SEATS if most[seat]}
        return ask_all(asked, then=self.staked) if asked else self.contest(ctx)

    def staked(self, ctx: IdgCtx, answers: dict[Seat, Stake]) -> Flow:
        """Note what was staked."""
        for seat, answer in answers.items():
            ctx.world.stratagems[seat] = Stratagem(stake=answer.points)
        return self.contest(ctx)

    @rule("IDG-5.7.2", "IDG-5.7.6")
    def contest(self, ctx: IdgCtx) -> Flow:
        """Let both roll, unless nobody staked anything."""
        if not any(stakes(ctx).values()):
            ctx.emit(NothingStaked())
            return done()
        dice = {seat: Roll("idg.roll.stake", "IDG-5.7.2", D6, 1, seat) for seat in SEATS}
        return roll_all(dice, then=self.rolled)

    @rule("IDG-5.7.2", "IDG-5.7.3", "IDG-5.7.4")
    def rolled(self, ctx: IdgCtx, faces: dict[Seat, tuple[int, ...]]) -> Flow:
        """Multiply; the higher product may pick a stratagem."""
        staked = stakes(ctx)
        products = {seat: faces[seat][0] * staked[seat] for seat in SEATS}
        for seat in SEATS:
            ctx.emit(Staked(staked[seat], products[seat], seat=seat))
        if products[RED] == products[BLUE]:
            ctx.emit(StratagemsEven())
            return done()
        winner = max(SEATS, key=lambda seat: products[seat])
        return ask(ChooseTrick(winner), then=StratagemContest(winner).picked)

    def picked(self, ctx: IdgCtx, answer: UseTrick | ForgoTrick) -> Flow:
        """Roll for the stratagem."""
        if isinstance(answer, ForgoTrick):
            ctx.emit(StratagemForgone(seat=self.seat))
            return done()
        known = ctx.world.stratagems[self.seat]
        ctx.world.stratagems[self.seat] = replace(known, chosen=answer.trick)
        need, cited = TRICKS[answer.trick]
        dice = Roll("idg.roll.stratagem", cited, D6, 1, self.seat, TrickRoll(need))
        return roll(dice, then=self.tried)

    @rule("IDG-5.7.5")
    def tried(self, ctx: IdgCtx, faces: tuple[int, ...]) -> Flow:
        """Let it work or fail; the stake is lost in any case."""
        known = ctx.world.stratagems[self.seat]
        trick = next(one for one in TRICKS if one == known.chosen)
        need, cited = TRICKS[trick]
        if not TrickRoll(need).read(faces):
            ctx.emit(StratagemFails(trick_word(trick), seat=self.seat))
            return done()
        cite(cited)
        ctx.world.stratagems[self.seat] = replace(known, works=True)
        ctx.emit(StratagemWorks(trick_word(trick), seat=self.seat, because=cited))
        return self.take_effect(ctx, trick)

    def take_effect(self, ctx: IdgCtx, trick: Trick) -> Flow:
        """Do what has to be done before deployment; two stratagems only act later."""
        if trick == "weary_foe":
            return self.weary(ctx)
        if trick == "majestic" and (most := most_dummies(ctx, self.seat)):
            return ask(ChooseDummies(self.seat, most), then=self.made)
        if trick == "inscrutable":
            fold(ctx, self.seat)
            ctx.emit(Folded(seat=self.seat))
        return done()

    def made(self, ctx: IdgCtx, answer: MakeDummies) -> Flow:
        """Make the dummies; how many is for the enemy to find out."""
        make_dummies(ctx, self.seat, answer.dummies)
        return draw(lots(self.seat), then=self.mingled)

    def mingled(self, ctx: IdgCtx, order: tuple[int, ...]) -> Flow:
        """Let nobody tell them by the order of the units."""
        mingle(ctx, self.seat, order)
        ctx.emit(DummiesReady(seat=self.seat))
        return done()

    @rule("IDG-5.7.9")
    def weary(self, ctx: IdgCtx) -> Flow:
        """Let every unit concerned roll."""
        side = enemy_of(self.seat)
        units = weary_units(ctx, side)
        if not units:
            return done()
        one = Roll("idg.roll.weary", "IDG-5.7.9", D6, 1, side, WearyRoll())
        return roll_all(dict.fromkeys(units, one), then=self.wearied)

    @rule("IDG-5.7.9")
    def wearied(self, ctx: IdgCtx, faces: dict[UnitId, tuple[int, ...]]) -> Flow:
        """Leave out whoever rolled low."""
        for unit, dice in faces.items():
            if WearyRoll().read(dice):
                one = ctx.world.units[unit]
                ctx.world.units[unit] = replace(one, status="absent")
                if ctx.telling:
                    ctx.emit(TooWeary(unit_name(ctx, unit), seat=one.side))
        return done()
