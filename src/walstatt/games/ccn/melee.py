"""Melee as one sequence that the defender can interrupt. CCN-9, CCN-12, CCN-13, CCN-14."""

from __future__ import annotations

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
    bars_bonus,
    may_exit_by_advance,
)
from walstatt.games.ccn.announcing import (
    ChooseBonusMelee,
    MeleeAttack,
    melee_options,
)
from walstatt.games.ccn.attack import Attack, attack_ledger
from walstatt.games.ccn.cards import in_force
from walstatt.games.ccn.changes import put_unit, unit_leaves_board
from walstatt.games.ccn.events import Announced, Retired, Retreated, StruckFirst
from walstatt.games.ccn.morale import ChooseRetreat, Retreat
from walstatt.games.ccn.reactions import (
    FIRST_STRIKE,
    BattleBack,
    Decline,
    OfferBattleBack,
    OfferFirstStrike,
    OfferRetire,
    OfferSquare,
    PlayFirstStrike,
    Retire,
    Stand,
    may_first_strike,
    may_retire,
)
from walstatt.games.ccn.square import FormSquare, Squaring, square_violations
from walstatt.games.ccn.world import (
    CcnCtx,
    told_piece,
    told_place,
    told_unit,
    troop_of,
)
from walstatt.kernel.frames import Flow, Frame, ask, become, call, done
from walstatt.kernel.ids import CellId, Seat, UnitId
from walstatt.kernel.trace import cite, musing, rule


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
            names = told_unit(ctx, self.unit), told_piece(ctx, self.target)
            ctx.emit(Announced(*names, seat=world.units[self.unit].side))
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
            owner = ctx.world.units[self.target].side
            ctx.emit(Retired(told_unit(ctx, self.target), seat=owner))
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
            names = told_unit(ctx, self.target), told_place(ctx, answer.path[-1])
            owner = ctx.world.units[self.target].side
            ctx.emit(Retreated(*names, seat=owner, because="CCN-13.8"))
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


@rule("CCN-17.4.7.2", "CCN-14.3.9", "CCN-13.12", "CCN-14.1.6", "CCN-17.4.7.7", "CCN-A16")
def play_first_strike(ctx: CcnCtx, seat: Seat) -> None:
    """Show the card; a replacement is owed at the end of the turn. CCN-17.4.7.5."""
    world = ctx.world
    hand = list(world.hands[seat])
    hand.remove(FIRST_STRIKE)
    world.hands[seat] = tuple(hand)
    world.discards = (*world.discards, FIRST_STRIKE)
    world.strikes = (*world.strikes, seat)
    ctx.emit(StruckFirst(seat=seat))
