"""Melee as one sequence that the defender can interrupt. CCN-9, CCN-12, CCN-13, CCN-14."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from walstatt.games.ccn.advance import (
    Breakthrough,
    ChooseBreakthrough,
    ChooseExit,
    ChooseGround,
    HoldGround,
    LeaveByAdvance,
    TakeGround,
    advance_paths,
    advances,
    may_exit_by_advance,
)
from walstatt.games.ccn.attack import Attack, attack_ledger, reading, request
from walstatt.games.ccn.board import BOARD
from walstatt.games.ccn.cards import in_force, no_melee
from walstatt.games.ccn.changes import put_unit, unit_leaves_board
from walstatt.games.ccn.combined_arms import batteries, gun_violations, joining
from walstatt.games.ccn.events import Announced, Retired, Retreated, StruckFirst
from walstatt.games.ccn.morale import ChooseRetreat, Retreat, retiring_paths
from walstatt.games.ccn.odds import attack_odds
from walstatt.games.ccn.square import FormSquare, Squaring, square_violations
from walstatt.games.ccn.terrain import entry_bars
from walstatt.games.ccn.world import (
    CcnCtx,
    adjacent_lone_leaders,
    adjacent_units,
    ground_now,
    is_lone,
    label,
    leader_of,
    piece_name,
    troop_of,
    unit_name,
)
from walstatt.i18n.catalogue import Message
from walstatt.kernel.decisions import Answer, Decision, Violation, refuse
from walstatt.kernel.frames import Flow, Frame, ask, become, call, done
from walstatt.kernel.ids import CellId, Seat, UnitId
from walstatt.kernel.prompts import Choice, Preview, Target
from walstatt.kernel.trace import cite, musing, rule

FIRST_STRIKE = "first_strike"


class MeleeAttack(Answer, frozen=True, tag="melee"):
    """Attack an adjacent enemy, with artillery in combined arms."""

    unit: UnitId
    target: UnitId
    combined_arms: tuple[UnitId, ...] = ()


# -- declaring ------------------------------------------------------------------------------------


@rule("CCN-9.1.1", "CCN-8.3.6")
def melee_targets(ctx: CcnCtx, unit: UnitId) -> list[UnitId]:
    """List the enemies next to a unit: units and lone leaders; nothing hides them."""
    one = ctx.world.units[unit]
    enemy = ctx.content.enemy[one.side]
    return [
        *adjacent_units(ctx, one.at, enemy),
        *adjacent_lone_leaders(ctx, one.at, enemy),
    ]


def melee_options(ctx: CcnCtx, unit: UnitId, *, bonus: bool = False) -> list[MeleeAttack]:
    """List every melee a unit may announce."""
    if no_melee(ctx):
        return []
    targets = melee_targets(ctx, unit)
    if not targets:
        return []
    one = ctx.world.units[unit]
    guns = [] if troop_of(ctx, unit).arm == "artillery" else batteries(ctx, one.side)
    return [
        MeleeAttack(unit, target, chosen)
        for target in targets
        for chosen in joining(ctx, guns, target)
        if has_dice(ctx, unit, target, chosen, bonus=bonus)
    ]


@rule("CCN-7.11", "CCN-A12", "CCN-21.6")
def has_dice(
    ctx: CcnCtx, unit: UnitId, target: UnitId, guns: tuple[UnitId, ...], *, bonus: bool = False
) -> bool:
    """Tell whether an attack would roll any dice, which it must unless so read."""
    if ctx.options.zero_dice_attack:
        return True
    world = ctx.world
    own = world.units[unit]
    enemy = world.units.get(target)
    at = enemy.at if enemy is not None else world.leaders[target].at
    ground = ground_now(ctx)
    if not (ground.works or ground.at[own.at].type.out or ground.at[at].type.into):
        return True
    return attack_ledger(ctx, unit, target, "melee", guns, bonus=bonus).total > 0


def melee_violations(ctx: CcnCtx, answer: MeleeAttack, *, bonus: bool = False) -> list[Violation]:
    """List why a melee may not be announced."""
    one = ctx.world.units[answer.unit]
    forbidden = no_melee(ctx)
    found = [refuse(forbidden, "ccn.no.card_forbids_melee")] if forbidden else []
    enemy = ctx.world.units.get(answer.target) or ctx.world.leaders.get(answer.target)
    if enemy is None or enemy.side == one.side:
        return [*found, refuse("CCN-9.1.2", "ccn.no.enemy", unit=answer.target)]
    goal = piece_name(ctx, answer.target)
    if answer.target in ctx.world.leaders and not is_lone(ctx, answer.target):
        return [*found, refuse("CCN-9.1.2", "ccn.no.attached_target", leader=goal)]
    if BOARD.distance(one.at, enemy.at) != 1:
        return [*found, refuse("CCN-9.1.1", "ccn.no.not_adjacent", unit=goal)]
    guns = gun_violations(ctx, one.side, answer.unit, answer.target, answer.combined_arms)
    found += guns
    if not guns and not has_dice(
        ctx, answer.unit, answer.target, answer.combined_arms, bonus=bonus
    ):
        found.append(refuse("CCN-7.11", "ccn.no.no_dice"))
    return found


def melee_choice(ctx: CcnCtx, answer: MeleeAttack) -> Choice:
    """Show a melee as a choice."""
    unit, target = unit_name(ctx, answer.unit), piece_name(ctx, answer.target)
    goal = Target("piece", answer.target)
    if not answer.combined_arms:
        return Choice(ctx.say("do.melee", unit=unit, target=target), goal, rolls=True)
    guns = " + ".join(label(ctx.world.units[gun].at) for gun in answer.combined_arms)
    text = ctx.say("do.melee_with_guns", unit=unit, target=target, guns=guns)
    return Choice(text, goal, rolls=True)


def melee_preview(ctx: CcnCtx, answer: MeleeAttack, *, bonus: bool = False) -> Preview:
    """Show dice and odds of a melee, and those of the battle back if nothing happens."""
    dice = attack_ledger(
        ctx, answer.unit, answer.target, "melee", answer.combined_arms, bonus=bonus
    )
    meaning = reading(ctx, answer.unit, answer.target, "melee")
    led = answer.target in ctx.world.units and leader_of(ctx, answer.target) is not None
    odds = attack_odds(request(ctx, answer.unit, meaning, "melee", dice), led=led)
    if answer.target not in ctx.world.units:
        return Preview((), (dice,), odds)
    back = attack_ledger(ctx, answer.target, answer.unit, "back")
    return Preview((), (dice, replace(back, quantity="ccn.back_dice")), odds)


# -- the defender's windows -----------------------------------------------------------------------


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
class OfferRetire(Decision[Retire | Stand], frozen=True, tag="offer_retire"):
    """Whether cavalry retires and reforms before infantry."""

    unit: UnitId
    attacker: UnitId

    answers = (Stand, Retire)
    exact = True

    def prompt(self, ctx: CcnCtx) -> Message:
        """Ask about this attack."""
        names = {"unit": unit_name(ctx, self.unit), "attacker": unit_name(ctx, self.attacker)}
        return ctx.say("ask.offer_retire", **names)

    def check(self, ctx: CcnCtx, answer: Retire | Stand) -> list[Violation]:
        """Both are always allowed when it is asked."""
        return []

    def candidates(self, ctx: CcnCtx) -> list[Retire | Stand]:
        """Offer both."""
        return [Stand(), Retire()]

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
class OfferBattleBack(Decision[BattleBack | Decline], frozen=True, tag="offer_battle_back"):
    """Whether a unit that stood battles back."""

    unit: UnitId
    attacker: UnitId

    answers = (BattleBack, Decline)
    exact = True

    def prompt(self, ctx: CcnCtx) -> Message:
        """Ask about this attacker."""
        names = {"unit": unit_name(ctx, self.unit), "attacker": unit_name(ctx, self.attacker)}
        return ctx.say("ask.offer_battle_back", **names)

    def check(self, ctx: CcnCtx, answer: BattleBack | Decline) -> list[Violation]:
        """Both are always allowed when it is asked."""
        return []

    def candidates(self, ctx: CcnCtx) -> list[BattleBack | Decline]:
        """Offer both, battling back first."""
        return [BattleBack(), Decline()]

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


@rule("CCN-12.3.1", "CCN-12.3.3", "CCN-12.3.4")
class ChooseBonusMelee(Decision[MeleeAttack | Decline], frozen=True, tag="choose_bonus_melee"):
    """Whom cavalry that broke through attacks next."""

    unit: UnitId
    bonus: bool = True
    """Whether it is the bonus melee; without it an attack on another enemy after one retired."""

    answers = (MeleeAttack, Decline)
    exact = True

    def prompt(self, ctx: CcnCtx) -> Message:
        """Ask for the target."""
        return ctx.say("ask.choose_bonus_melee", unit=unit_name(ctx, self.unit))

    def check(self, ctx: CcnCtx, answer: MeleeAttack | Decline) -> list[Violation]:
        """All normal rules of melee hold. CCN-12.3.5."""
        if isinstance(answer, Decline):
            return []
        if answer.unit != self.unit:
            return [refuse("CCN-12.3.1", "ccn.no.other_unit", unit=unit_name(ctx, self.unit))]
        return melee_violations(ctx, answer, bonus=self.bonus)

    def candidates(self, ctx: CcnCtx) -> list[MeleeAttack | Decline]:
        """Offer every adjacent enemy, and none."""
        return [Decline(), *melee_options(ctx, self.unit, bonus=self.bonus)]

    def present(self, ctx: CcnCtx, answer: MeleeAttack | Decline) -> Choice:
        """Show a target or the button."""
        if isinstance(answer, Decline):
            return Choice(ctx.say("do.decline_bonus_melee"))
        return melee_choice(ctx, answer)

    def preview(self, ctx: CcnCtx, answer: MeleeAttack | Decline) -> Preview:
        """Show dice and odds."""
        wrong = tuple(self.check(ctx, answer))
        if wrong or isinstance(answer, Decline):
            return Preview(wrong)
        return melee_preview(ctx, answer, bonus=self.bonus)


# -- the sequence ---------------------------------------------------------------------------------

Stage = Literal["announced", "struck"]


@rule("CCN-9.1.2", "CCN-9.1.3", "CCN-9.1.6")
class Melee(Frame, frozen=True, tag="melee"):
    """One melee from its announcement to the last thing that follows. CCN-4.5, CCN-7.4."""

    unit: UnitId
    target: UnitId
    guns: tuple[UnitId, ...] = ()
    bonus: bool = False
    at: CellId = CellId(-1)
    """Where the target stood."""
    struck: bool = False
    """Whether the target has fought first, so that it does not battle back."""

    def begin(self, ctx: CcnCtx) -> Flow:
        """Announce it: whoever takes part has fought now."""
        world = ctx.world
        if self.guns:
            cite("CCN-15.10")
        if ctx.telling:
            ctx.emit(Announced(unit_name(ctx, self.unit), piece_name(ctx, self.target)))
        for unit in (self.unit, *self.guns):
            world.units[unit] = replace(world.units[unit], fought=True)
        enemy = world.units.get(self.target)
        if enemy is None:
            return self.against_leader(ctx)
        on = replace(self, at=enemy.at)
        if may_first_strike(ctx, enemy.side, self.unit, self.target):
            asked = OfferFirstStrike(enemy.side, self.target, self.unit)
            return ask(asked, then=on.first_strike)
        return on.reactions(ctx)

    # M1

    def first_strike(self, ctx: CcnCtx, answer: PlayFirstStrike | Decline) -> Flow:
        """Let the defender strike first, or go on."""
        if isinstance(answer, Decline):
            return self.reactions(ctx)
        play_first_strike(ctx, ctx.world.units[self.target].side)
        strike = Attack(self.target, self.unit, "back")
        return call(strike, then=replace(self, struck=True).first_struck)

    @rule("CCN-17.4.7.3")
    def first_struck(self, ctx: CcnCtx, result: str) -> Flow:
        """The attack goes ahead if the attacker is still there; else its guns are lost too."""
        if self.is_repelled(ctx, result):
            if self.guns:
                cite("CCN-15.13")
            return done()
        if ctx.options.reactions_after_first_strike:
            cite("CCN-A17")
            return self.reactions(ctx)
        return self.strike(ctx)

    def is_repelled(self, ctx: CcnCtx, result: str) -> bool:
        """Tell whether the attacker lost its attack: it is gone, or should be, if so read."""
        if result == "pinned":
            cite("CCN-A27")
            return ctx.options.blocked_retreat_repels
        return result == "gone"

    # M2, M3

    def reactions(self, ctx: CcnCtx) -> Flow:
        """Ask cavalry whether it retires, infantry whether it forms square."""
        arm, attacker = troop_of(ctx, self.target).arm, troop_of(ctx, self.unit).arm
        owner = ctx.world.units[self.target].side
        if arm == "cavalry" and may_retire(ctx, self.target, attacker):
            return ask(OfferRetire(owner, self.target, self.unit), then=self.retire_chosen)
        if arm == "infantry" and attacker == "cavalry":
            return self.before_cavalry(ctx, owner)
        return self.strike(ctx)

    def before_cavalry(self, ctx: CcnCtx, owner: Seat) -> Flow:
        """A square fights first; other infantry may form one. CCN-14.1.11."""
        if ctx.world.units[self.target].square:
            cite("CCN-14.1.11", "CCN-14.3.10")
            return self.square_fights(ctx)
        if square_violations(ctx, self.target):
            cite("CCN-14.1.8")
            return self.strike(ctx)
        return ask(OfferSquare(owner, self.target, self.unit), then=self.square_chosen)

    def retire_chosen(self, ctx: CcnCtx, answer: Retire | Stand) -> Flow:
        """Shoot at cavalry that retires, or fight it. CCN-13.5."""
        if isinstance(answer, Stand):
            cite("CCN-13.5")
            return self.strike(ctx)
        cite("CCN-13.6")
        if self.guns:
            cite("CCN-15.14")
        if ctx.telling:
            ctx.emit(Retired(unit_name(ctx, self.target)))
        shot = Attack(self.unit, self.target, "melee", self.guns, self.bonus, retiring=True)
        return call(shot, then=self.shot_at)

    @rule("CCN-13.8", "CCN-13.17", "CCN-10.15", "CCN-13.7")
    def shot_at(self, ctx: CcnCtx, _: object) -> Flow:
        """Whoever is left goes back two hexes."""
        if self.target not in ctx.world.units:
            return self.advance(ctx)
        owner = ctx.world.units[self.target].side
        asked = ChooseRetreat(owner, self.target, 2, retiring=True)
        return ask(asked, then=self.retired)

    @rule("CCN-13.9", "CCN-13.10", "CCN-12.1.4", "CCN-A28")
    def retired(self, ctx: CcnCtx, answer: Retreat) -> Flow:
        """The attack is used up; the infantry may take ground."""
        if ctx.telling:
            ctx.emit(Retreated(unit_name(ctx, self.target), label(answer.path[-1])))
        put_unit(ctx, self.target, answer.path[-1], leader=True)
        if not ctx.options.attack_used_up and melee_options(ctx, self.unit, bonus=self.bonus):
            seat = ctx.world.units[self.unit].side
            asked = ChooseBonusMelee(seat, self.unit, self.bonus)
            return ask(asked, then=self.another_chosen)
        return self.advance(ctx)

    def another_chosen(self, ctx: CcnCtx, answer: MeleeAttack | Decline) -> Flow:
        """Fight another enemy instead of taking ground, if the rule is read so. CCN-A28."""
        if isinstance(answer, Decline):
            return self.advance(ctx)
        return become(Melee(self.unit, answer.target, answer.combined_arms, self.bonus))

    def square_chosen(self, ctx: CcnCtx, answer: FormSquare | Stand) -> Flow:
        """Form the square, or fight. CCN-14.1.8."""
        if isinstance(answer, Stand):
            return self.strike(ctx)
        seat = ctx.world.units[self.unit].side
        return call(Squaring(self.target, seat), then=self.squared)

    def squared(self, ctx: CcnCtx, _: object) -> Flow:
        """The new square fights first."""
        return self.square_fights(ctx)

    @rule("CCN-14.2.1")
    def square_fights(self, ctx: CcnCtx) -> Flow:
        """Let the square roll its die, unless it has struck first already."""
        if self.struck:
            return self.strike(ctx)
        first = Attack(self.target, self.unit, "back")
        return call(first, then=replace(self, struck=True).square_fought)

    def square_fought(self, ctx: CcnCtx, result: str) -> Flow:
        """Cavalry that was driven off loses its attack, and so do its guns."""
        if self.is_repelled(ctx, result):
            cite("CCN-14.2.2")
            if self.guns:
                cite("CCN-15.12")
            return done()
        cite("CCN-14.2.3", "CCN-14.2.4")
        return self.strike(ctx)

    # M4

    def strike(self, ctx: CcnCtx) -> Flow:
        """Roll the attacker's dice."""
        blow = Attack(self.unit, self.target, "melee", self.guns, self.bonus)
        return call(blow, then=self.fought)

    def fought(self, ctx: CcnCtx, result: str) -> Flow:
        """Advance into an empty hex, or let the defender battle back."""
        if result == "gone":
            if self.target in ctx.world.units:
                cite("CCN-9.4.4")
            return self.advance(ctx)
        if result == "pinned":
            cite("CCN-9.4.5", "CCN-14.4.5")
        return self.battle_back(ctx)

    @rule("CCN-9.5.1", "CCN-9.5.5")
    def against_leader(self, ctx: CcnCtx) -> Flow:
        """Attack a lone leader, who has nothing to say about it."""
        at = ctx.world.leaders[self.target].at
        blow = Attack(self.unit, self.target, "melee", (), self.bonus)
        return call(blow, then=replace(self, at=at).leader_met)

    def leader_met(self, ctx: CcnCtx, result: str) -> Flow:
        """Advance where he was. CCN-9.5.6."""
        if result != "gone":
            return done()
        cite("CCN-9.5.6")
        cite("CCN-12.2.5" if troop_of(ctx, self.unit).arm == "cavalry" else "CCN-12.1.5")
        return self.advance(ctx)

    # M5

    def advance(self, ctx: CcnCtx) -> Flow:
        """Offer the empty hex: to infantry to take, to cavalry to break through."""
        if self.guns:
            cite("CCN-15.17")
        if not advance_paths(ctx, self.unit, self.at, bonus=self.bonus):
            return done()
        seat = ctx.world.units[self.unit].side
        if troop_of(ctx, self.unit).arm == "infantry":
            cite("CCN-12.1.1")
            return ask(ChooseGround(seat, self.unit, self.at), then=self.ground_taken)
        cite("CCN-12.2.1")
        asked = ChooseBreakthrough(seat, self.unit, self.at, self.bonus)
        return ask(asked, then=self.broken_through)

    def ground_taken(self, ctx: CcnCtx, answer: TakeGround | HoldGround) -> Flow:
        """Move into the hex, or stay."""
        if isinstance(answer, TakeGround):
            cite("CCN-12.1.9")
            advances(ctx, self.unit, (self.at,))
        return done()

    def broken_through(self, ctx: CcnCtx, answer: Breakthrough | HoldGround) -> Flow:
        """Move on, then perhaps attack again. CCN-12.3.2."""
        if isinstance(answer, HoldGround):
            if not self.bonus:
                cite("CCN-12.3.2")
            return done()
        came_from = ctx.world.units[self.unit].at
        advances(ctx, self.unit, answer.path)
        if self.bonus:
            cite("CCN-12.3.7")
            return done()
        if may_exit_by_advance(ctx, self.unit, answer.path, came_from):
            seat = ctx.world.units[self.unit].side
            return ask(ChooseExit(seat, self.unit), then=self.exit_chosen)
        return self.offer_bonus(ctx, answer.path)

    def exit_chosen(self, ctx: CcnCtx, answer: LeaveByAdvance | HoldGround) -> Flow:
        """Leave the board, or fight on."""
        if isinstance(answer, LeaveByAdvance):
            unit_leaves_board(ctx, self.unit, ctx.world.units[self.unit].at, leader=True)
            return done()
        return self.offer_bonus(ctx, (ctx.world.units[self.unit].at,))

    @rule("CCN-12.3.6")
    def offer_bonus(self, ctx: CcnCtx, path: tuple[CellId, ...]) -> Flow:
        """Offer the bonus melee, unless the ground or an earlier one forbids it."""
        one = ctx.world.units[self.unit]
        if one.bonus_used or bars_bonus(ctx, self.unit, path):
            return done()
        if not melee_options(ctx, self.unit, bonus=True):
            return done()
        return ask(ChooseBonusMelee(one.side, self.unit), then=self.bonus_chosen)

    def bonus_chosen(self, ctx: CcnCtx, answer: MeleeAttack | Decline) -> Flow:
        """Fight once more, before anybody else does."""
        if isinstance(answer, Decline):
            return done()
        cite("CCN-12.3.5", "CCN-12.3.8")
        if answer.combined_arms:
            cite("CCN-12.3.9")
        if in_force(ctx):
            cite("CCN-12.3.10")
        one = ctx.world.units[self.unit]
        ctx.world.units[self.unit] = replace(one, bonus_used=True)
        return become(Melee(self.unit, answer.target, answer.combined_arms, bonus=True))

    # M6

    def battle_back(self, ctx: CcnCtx) -> Flow:
        """Offer the defender, who stood, to battle back, once. CCN-9.4.3."""
        if self.struck:
            cite("CCN-9.4.10", "CCN-17.4.7.4")
            return done()
        with musing():
            dice = attack_ledger(ctx, self.target, self.unit, "back").total
        if not dice:
            return done()
        cite("CCN-9.4.1", "CCN-9.4.2", "CCN-9.4.8")
        if self.guns:
            cite("CCN-15.11")
        if in_force(ctx):
            cite("CCN-9.4.12")
        if ctx.world.units[self.target].square:
            cite("CCN-14.4.2")
        owner = ctx.world.units[self.target].side
        return ask(OfferBattleBack(owner, self.target, self.unit), then=self.answered)

    @rule("CCN-9.4.3", "CCN-9.4.6", "CCN-9.4.7", "CCN-9.4.9", "CCN-14.1.5", "CCN-13.11")
    def answered(self, ctx: CcnCtx, answer: BattleBack | Decline) -> Flow:
        """Battle back; nothing answers that."""
        if isinstance(answer, Decline):
            return done()
        cite("CCN-12.1.8", "CCN-12.2.6", "CCN-17.4.7.8")
        return call(Attack(self.target, self.unit, "back"), then=self.over)

    def over(self, ctx: CcnCtx, _: object) -> Flow:
        """End the melee."""
        return done()


@rule("CCN-12.2.4")
def bars_bonus(ctx: CcnCtx, unit: UnitId, path: tuple[CellId, ...]) -> bool:
    """Tell whether the ground entered forbids cavalry to fight on."""
    ground, troop = ground_now(ctx), troop_of(ctx, unit)
    return any(entry_bars(ground, cell, troop) for cell in path)


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


@rule("CCN-17.4.7.2", "CCN-14.3.9", "CCN-13.12", "CCN-14.1.6", "CCN-17.4.7.7", "CCN-A16")
def play_first_strike(ctx: CcnCtx, seat: Seat) -> None:
    """Show the card; a replacement is owed at the end of the turn. CCN-17.4.7.5."""
    world = ctx.world
    hand = list(world.hands[seat])
    hand.remove(FIRST_STRIKE)
    world.hands[seat] = tuple(hand)
    world.discards = (*world.discards, FIRST_STRIKE)
    world.strikes = (*world.strikes, seat)
    ctx.emit(StruckFirst(seat))


@rule("CCN-13.3", "CCN-13.14", "CCN-13.15", "CCN-19.6", "CCN-A24")
def may_retire(ctx: CcnCtx, unit: UnitId, attacker: str) -> bool:
    """Tell whether cavalry may retire before this arm, and has somewhere to go."""
    before = ("infantry", "artillery") if ctx.options.retire_from_artillery else ("infantry",)
    return attacker in before and bool(retiring_paths(ctx, unit))
