"""What the defender is asked in a melee: strike first, retire, form square, battle back. CCN-9."""

from __future__ import annotations

from walstatt.games.ccn.consequences import strike_told
from walstatt.games.ccn.morale import retiring_paths
from walstatt.games.ccn.pointing import at_cell, fighter_pointed
from walstatt.games.ccn.square import FormSquare, square_violations
from walstatt.games.ccn.world import CcnCtx, troop_of, unit_name
from walstatt.i18n.catalogue import Message
from walstatt.kernel.decisions import Answer, Decision, FreeChoice, Violation, refuse
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.prompts import Choice, Preview, Target
from walstatt.kernel.trace import rule

FIRST_STRIKE = "first_strike"


@rule("CCN-17.4.7.6", "CCN-17.4.7.10")
def may_first_strike(ctx: CcnCtx, seat: Seat, attacker: UnitId, unit: UnitId) -> bool:
    """Tell, by what everybody knows, whether the defender might play First Strike."""
    world = ctx.world
    if world.units[unit].square and troop_of(ctx, attacker).arm == "cavalry":
        return False
    if not world.hands[seat]:
        return False
    shown = world.discards.count(FIRST_STRIKE) + (world.card == FIRST_STRIKE)
    return shown < ctx.content.cards[FIRST_STRIKE].copies


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

    def wish(
        self, ctx: CcnCtx, target: Target, of: Target | None
    ) -> PlayFirstStrike | Decline | None:
        """Read pointing at the card, or at the attacker, as striking first."""
        card = target.kind == "card" and target.id == FIRST_STRIKE
        return PlayFirstStrike() if card or is_at(ctx, target, self.attacker) else None


def is_at(ctx: CcnCtx, target: Target, unit: UnitId) -> bool:
    """Tell whether somebody points at a unit."""
    return fighter_pointed(ctx, target) == unit


def back_preview(ctx: CcnCtx, unit: UnitId, target: UnitId) -> Preview:
    """Show dice and odds of a strike in the enemy's turn."""
    dice, odds, facts = strike_told(ctx, unit, target)
    return Preview((), (dice,), odds, facts=facts)


@rule("CCN-13.3", "CCN-13.14", "CCN-13.15", "CCN-19.6", "CCN-A24")
def may_retire(ctx: CcnCtx, unit: UnitId, attacker: str) -> bool:
    """Tell whether cavalry may retire before this arm, and has somewhere to go."""
    before = ("infantry", "artillery") if ctx.options.retire_from_artillery else ("infantry",)
    return attacker in before and bool(retiring_paths(ctx, unit))


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

    def preview(self, ctx: CcnCtx, answer: Retire | Stand) -> Preview:
        """Show where it could go, and what that costs."""
        if isinstance(answer, Stand):
            return Preview()
        ends = dict.fromkeys(path[-1] for path in retiring_paths(ctx, self.unit))
        return Preview(reach=tuple(map(at_cell, ends)), facts=(ctx.say("fact.retire"),))


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

    def preview(self, ctx: CcnCtx, answer: FormSquare | Stand) -> Preview:
        """Tell what a square gains and costs."""
        wrong = tuple(self.check(ctx, answer))
        if wrong or isinstance(answer, Stand):
            return Preview(wrong)
        cards = len(ctx.world.hands[self.seat])
        facts = ("fact.square_first", "fact.square_stays")
        return Preview(facts=(*map(ctx.say, facts), ctx.say("fact.square_card", n=cards)))


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

    def wish(self, ctx: CcnCtx, target: Target, of: Target | None) -> BattleBack | None:
        """Read pointing at the attacker as battling back."""
        return BattleBack() if is_at(ctx, target, self.attacker) else None
