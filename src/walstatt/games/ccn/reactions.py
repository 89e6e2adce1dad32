"""What the defender is asked in a melee: strike first, retire, form square, battle back. CCN-9."""

from __future__ import annotations

from walstatt.games.ccn.attack import attack_ledger, reading, request
from walstatt.games.ccn.odds import attack_odds
from walstatt.games.ccn.square import FormSquare, square_violations
from walstatt.games.ccn.world import (
    CcnCtx,
    leader_of,
    unit_name,
)
from walstatt.i18n.catalogue import Message
from walstatt.kernel.decisions import Answer, Decision, FreeChoice, Violation, refuse
from walstatt.kernel.ids import UnitId
from walstatt.kernel.prompts import Choice, Preview, Target
from walstatt.kernel.trace import rule

FIRST_STRIKE = "first_strike"


class PlayFirstStrike(Answer, frozen=True, tag="first_strike"):
    """Play First Strike."""


class Decline(Answer, frozen=True, tag="decline"):
    """Do not."""


@rule("CCN-9.1.4", "CCN-17.4.7.1")
class OfferFirstStrike(Decision[PlayFirstStrike | Decline], frozen=True, tag="offer_first_strike"):
    """Whether the defender plays First Strike; asked whether he holds the card or not."""

    unit: UnitId
    attacker: UnitId

    answers = (PlayFirstStrike, Decline)
    auto = False
    exact = True

    def prompt(self, ctx: CcnCtx) -> Message:
        """Ask about this attack."""
        names = {"unit": unit_name(ctx, self.unit), "attacker": unit_name(ctx, self.attacker)}
        return ctx.say("ask.offer_first_strike", **names)

    def holds(self, ctx: CcnCtx) -> bool:
        """Tell whether the seat has the card."""
        return FIRST_STRIKE in ctx.world.hands[self.seat]

    def check(self, ctx: CcnCtx, answer: PlayFirstStrike | Decline) -> list[Violation]:
        """The card must be in hand; it need not be played, unless so read."""
        if isinstance(answer, PlayFirstStrike):
            return [] if self.holds(ctx) else [refuse("CCN-17.4.7.1", "ccn.no.first_strike")]
        if ctx.options.first_strike_compulsory and self.holds(ctx):
            return [refuse("CCN-A16", "ccn.no.must_strike")]
        return []

    def candidates(self, ctx: CcnCtx) -> list[PlayFirstStrike | Decline]:
        """Offer what the hand allows."""
        if not self.holds(ctx):
            return [Decline()]
        if ctx.options.first_strike_compulsory:
            return [PlayFirstStrike()]
        return [Decline(), PlayFirstStrike()]

    def default(self, ctx: CcnCtx) -> PlayFirstStrike | Decline | None:
        """Pass for a player who is away."""
        return None

    def present(self, ctx: CcnCtx, answer: PlayFirstStrike | Decline) -> Choice:
        """Show two buttons."""
        if isinstance(answer, Decline):
            return Choice(ctx.say("do.decline_first_strike"))
        return Choice(ctx.say("do.first_strike"), Target("card", FIRST_STRIKE), rolls=True)

    def preview(self, ctx: CcnCtx, answer: PlayFirstStrike | Decline) -> Preview:
        """Show the dice of the strike."""
        wrong = tuple(self.check(ctx, answer))
        if wrong or isinstance(answer, Decline):
            return Preview(wrong)
        return back_preview(ctx, self.unit, self.attacker)


def back_preview(ctx: CcnCtx, unit: UnitId, target: UnitId) -> Preview:
    """Show dice and odds of a strike in the enemy's turn."""
    dice = attack_ledger(ctx, unit, target, "back")
    meaning = reading(ctx, unit, target, "back")
    led = leader_of(ctx, target) is not None
    return Preview((), (dice,), attack_odds(request(ctx, unit, meaning, "back", dice), led=led))


class Retire(Answer, frozen=True, tag="retire"):
    """Retire and reform."""


class Stand(Answer, frozen=True, tag="stand"):
    """Stand and fight."""


@rule("CCN-13.1", "CCN-13.2", "CCN-9.1.5")
class OfferRetire(FreeChoice[Retire | Stand], frozen=True, tag="offer_retire"):
    """Whether cavalry retires and reforms before infantry."""

    unit: UnitId
    attacker: UnitId

    answers = (Stand, Retire)
    offers = (Stand(), Retire())

    def prompt(self, ctx: CcnCtx) -> Message:
        """Ask about this attack."""
        names = {"unit": unit_name(ctx, self.unit), "attacker": unit_name(ctx, self.attacker)}
        return ctx.say("ask.offer_retire", **names)

    def present(self, ctx: CcnCtx, answer: Retire | Stand) -> Choice:
        """Show two buttons."""
        if isinstance(answer, Stand):
            return Choice(ctx.say("do.stand"), rolls=True)
        return Choice(ctx.say("do.retire"), rolls=True)


@rule("CCN-14.1.1", "CCN-14.1.2", "CCN-9.1.5")
class OfferSquare(Decision[FormSquare | Stand], frozen=True, tag="offer_square"):
    """Whether infantry forms square before cavalry."""

    unit: UnitId
    attacker: UnitId

    answers = (Stand, FormSquare)
    exact = True

    def prompt(self, ctx: CcnCtx) -> Message:
        """Ask about this attack."""
        names = {"unit": unit_name(ctx, self.unit), "attacker": unit_name(ctx, self.attacker)}
        return ctx.say("ask.offer_square", **names)

    def check(self, ctx: CcnCtx, answer: FormSquare | Stand) -> list[Violation]:
        """A square needs cards, a free marker and open ground."""
        if isinstance(answer, Stand):
            return []
        return square_violations(ctx, self.unit)

    def candidates(self, ctx: CcnCtx) -> list[FormSquare | Stand]:
        """Offer both."""
        return [Stand(), FormSquare()]

    def present(self, ctx: CcnCtx, answer: FormSquare | Stand) -> Choice:
        """Show two buttons."""
        if isinstance(answer, Stand):
            return Choice(ctx.say("do.stand"), rolls=True)
        return Choice(ctx.say("do.form_square"), rolls=True)


class BattleBack(Answer, frozen=True, tag="battle_back"):
    """Battle back."""


@rule("CCN-9.4.11")
class OfferBattleBack(FreeChoice[BattleBack | Decline], frozen=True, tag="offer_battle_back"):
    """Whether a unit that stood battles back."""

    unit: UnitId
    attacker: UnitId

    answers = (BattleBack, Decline)
    offers = (BattleBack(), Decline())

    def prompt(self, ctx: CcnCtx) -> Message:
        """Ask about this attacker."""
        names = {"unit": unit_name(ctx, self.unit), "attacker": unit_name(ctx, self.attacker)}
        return ctx.say("ask.offer_battle_back", **names)

    def present(self, ctx: CcnCtx, answer: BattleBack | Decline) -> Choice:
        """Show two buttons."""
        if isinstance(answer, Decline):
            return Choice(ctx.say("do.decline_battle_back"))
        return Choice(ctx.say("do.battle_back"), rolls=True)

    def preview(self, ctx: CcnCtx, answer: BattleBack | Decline) -> Preview:
        """Show the dice and odds."""
        if isinstance(answer, Decline):
            return Preview()
        return back_preview(ctx, self.unit, self.attacker)
