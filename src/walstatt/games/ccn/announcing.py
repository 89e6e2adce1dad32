"""Announcing a melee: who may attack whom, with which batteries. CCN-9.1, CCN-12.3."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from walstatt.games.ccn.attack import attack_ledger
from walstatt.games.ccn.board import BOARD
from walstatt.games.ccn.cards import no_melee
from walstatt.games.ccn.combined_arms import batteries, gun_violations, joining
from walstatt.games.ccn.consequences import roll_told
from walstatt.games.ccn.pointing import at_piece, fighter_pointed
from walstatt.games.ccn.reactions import Decline, may_retire
from walstatt.games.ccn.square import square_violations
from walstatt.games.ccn.world import (
    CcnCtx,
    adjacent_lone_leaders,
    adjacent_units,
    called,
    ground_now,
    is_lone,
    label,
    piece_name,
    troop_of,
    unit_name,
)
from walstatt.i18n.catalogue import Message
from walstatt.kernel.decisions import Answer, Decision, Violation, refuse
from walstatt.kernel.ids import UnitId
from walstatt.kernel.prompts import Choice, Preview, Target
from walstatt.kernel.trace import rule


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
        return [*found, refuse("CCN-9.1.2", "ccn.no.enemy", unit=called(ctx, answer.target))]
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
    text = ctx.say("do.melee", unit=unit, target=target)
    if answer.combined_arms:
        guns = " + ".join(label(ctx.world.units[gun].at) for gun in answer.combined_arms)
        text = ctx.say("do.melee_with_guns", unit=unit, target=target, guns=guns)
    return Choice(text, at_piece(answer.target), rolls=True, of=at_piece(answer.unit))


def melee_preview(ctx: CcnCtx, answer: MeleeAttack, *, bonus: bool = False) -> Preview:
    """Show dice and odds of a melee, and those of the battle back if nothing happens."""
    dice = attack_ledger(
        ctx, answer.unit, answer.target, "melee", answer.combined_arms, bonus=bonus
    )
    odds, facts = roll_told(ctx, answer.unit, answer.target, "melee", dice)
    if answer.target not in ctx.world.units:
        return Preview((), (dice,), odds, facts=(ctx.say("fact.lone_leader"),))
    back = replace(attack_ledger(ctx, answer.target, answer.unit, "back"), quantity="ccn.back_dice")
    told = (*facts, *reaction_facts(ctx, answer.unit, answer.target))
    return Preview((), (dice, back), odds, facts=told)


def reaction_facts(ctx: CcnCtx, unit: UnitId, target: UnitId) -> Iterator[Message]:
    """Tell what the defender may do before the dice fall, as far as everybody knows."""
    enemy = ctx.world.units[target]
    arm, attacker = troop_of(ctx, target).arm, troop_of(ctx, unit).arm
    if arm == "cavalry" and may_retire(ctx, target, attacker):
        yield ctx.say("fact.may_retire")
    if arm == "infantry" and attacker == "cavalry":
        if enemy.square:
            yield ctx.say("fact.square_first")
        elif not square_violations(ctx, target):
            yield ctx.say("fact.may_square")


def meant_melee(ctx: CcnCtx, unit: UnitId, target: UnitId, *, bonus: bool = False) -> MeleeAttack:
    """Read an enemy as the target of a melee, with guns only where it needs them for its dice."""
    plain = MeleeAttack(unit, target)
    if unit not in ctx.world.units or not melee_violations(ctx, plain, bonus=bonus):
        return plain
    found = (one for one in melee_options(ctx, unit, bonus=bonus) if one.target == target)
    return next(found, plain)


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

    def wish(self, ctx: CcnCtx, target: Target, of: Target | None) -> MeleeAttack | None:
        """Read an enemy as the one to be attacked."""
        enemy = fighter_pointed(ctx, target)
        unit = self.unit if of is None else fighter_pointed(ctx, of)
        if enemy is None or unit is None or enemy == self.unit:
            return None
        return meant_melee(ctx, unit, enemy, bonus=self.bonus)
