"""The Combat phase: ordered units fight one after the other. CCN-7."""

from __future__ import annotations

from msgspec.structs import replace

from walstatt.games.ccn.announcing import (
    MeleeAttack,
    meant_melee,
    melee_choice,
    melee_options,
    melee_preview,
    melee_violations,
)
from walstatt.games.ccn.attack import Attack, attack_ledger
from walstatt.games.ccn.board import BOARD
from walstatt.games.ccn.cards import in_force
from walstatt.games.ccn.consequences import roll_told
from walstatt.games.ccn.melee import Melee
from walstatt.games.ccn.pointing import at_piece, fighter_pointed, sightline
from walstatt.games.ccn.ranged import (
    fire_over,
    fire_targets,
    fire_violations,
    may_fire,
    range_of,
)
from walstatt.games.ccn.sight import obstacle
from walstatt.games.ccn.world import (
    CcnCtx,
    Unit,
    called,
    ground_now,
    piece_name,
    side_of,
    unit_name,
)
from walstatt.i18n.catalogue import Message
from walstatt.kernel.decisions import Answer, Decision, Violation, refuse
from walstatt.kernel.frames import Flow, Frame, ask, call, done
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.prompts import Choice, Preview, Sightline, Target
from walstatt.kernel.trace import cite, musing, rule


class Fire(Answer, frozen=True, tag="fire"):
    """Fire at an enemy."""

    unit: UnitId
    target: UnitId


class EndCombat(Answer, frozen=True, tag="end_combat"):
    """Fight no more this turn."""


AnyCombat = Fire | MeleeAttack | EndCombat
END_COMBAT = EndCombat()


def may_fight(one: Unit, seat: Seat) -> bool:
    """Tell whether a unit is ordered and still free to fight."""
    if not one.ordered or one.side != seat:
        return False
    if one.fought:
        cite("CCN-7.2", "CCN-7.7")
    return not one.fought and not one.barred


@rule("CCN-5.5")
def unit_violations(ctx: CcnCtx, seat: Seat, unit: UnitId) -> list[Violation]:
    """List why a unit may not fight at all."""
    one = ctx.world.units.get(unit)
    if one is None or one.side != seat:
        if unit in ctx.world.leaders:
            return [refuse("CCN-7.9", "ccn.no.leader_fights")]
        return [refuse("CCN-5.5", "ccn.no.own_unit", unit=called(ctx, unit))]
    name = unit_name(ctx, unit)
    found: list[Violation] = []
    if not one.ordered:
        found.append(refuse("CCN-5.5", "ccn.no.not_ordered", unit=name))
    if one.fought:
        found.append(refuse("CCN-7.7", "ccn.no.fought", unit=name))
    if one.barred:
        found.append(refuse(barred_by(ctx, one), "ccn.no.barred", unit=name))
    return found


def barred_by(ctx: CcnCtx, one: Unit) -> str:
    """Name the rule that forbids a unit to fight after its move."""
    troop = ctx.content.troops[one.troop]
    kind = ground_now(ctx).at[one.at].type
    card = in_force(ctx)
    if not one.moved:
        return "CCN-17.4.13.4"
    if card == "grande_manoeuvre":
        return "CCN-17.4.11.2"
    if card == "bombard" and troop.arm == "artillery":
        return "CCN-17.4.2.2"
    if kind.fight_on_entry == "none" or (kind.fight_on_entry == "light" and not troop.light):
        return "CCN-7.12"
    if card == "force_march":
        return "CCN-17.4.8.3"
    if troop.horse:
        return "CCN-6.2.7" if one.moved == 1 else "CCN-8.4.9"
    return "CCN-6.2.5" if troop.arm == "artillery" else "CCN-6.2.2"


def fire_options(ctx: CcnCtx, unit: UnitId) -> list[Fire]:
    """List every target a unit may fire at."""
    if not may_fire(ctx, unit):
        return []
    return [
        Fire(unit, target) for target in fire_targets(ctx, unit) if fire_has_dice(ctx, unit, target)
    ]


def fire_has_dice(ctx: CcnCtx, unit: UnitId, target: UnitId) -> bool:
    """Tell whether fire would roll any dice. CCN-7.11."""
    world = ctx.world
    enemy = world.units.get(target)
    at = enemy.at if enemy is not None else world.leaders[target].at
    ground = ground_now(ctx)
    own = world.units[unit]
    safe = not (ground.works or ground.at[own.at].type.out or ground.at[at].type.into)
    if safe and own.blocks > 1:
        return True
    return attack_ledger(ctx, unit, target, "fire").total > 0


@rule("CCN-7.1", "CCN-7.3", "CCN-7.5", "CCN-7.6")
class ChooseCombat(Decision[AnyCombat], frozen=True, tag="choose_combat"):
    """Which ordered unit fights next, and how."""

    answers = (Fire, MeleeAttack, EndCombat)
    auto = False
    exact = True

    def prompt(self, ctx: CcnCtx) -> Message:
        """Ask for a combat, or say that there is none left."""
        return ctx.say("ask.choose_combat" if can_fight(ctx, self.seat) else "ask.combat_is_over")

    def check(self, ctx: CcnCtx, answer: AnyCombat) -> list[Violation]:
        """The unit must be free to fight and reach its target."""
        if isinstance(answer, EndCombat):
            return []
        found = unit_violations(ctx, self.seat, answer.unit)
        one = ctx.world.units.get(answer.unit)
        if one is None or one.side != self.seat:
            return found
        if not answer.target:
            return found or [nobody_near(ctx, answer.unit)]
        if isinstance(answer, MeleeAttack):
            return found + melee_violations(ctx, answer)
        wrong = fire_violations(ctx, answer.unit, answer.target)
        if not wrong and not fire_has_dice(ctx, answer.unit, answer.target):
            wrong.append(refuse("CCN-7.11", "ccn.no.no_dice"))
        return found + wrong

    def candidates(self, ctx: CcnCtx) -> list[AnyCombat]:
        """Offer every fire and melee, and ending."""
        found: list[AnyCombat] = [END_COMBAT]
        found += possible_combats(ctx, self.seat)
        return found

    def present(self, ctx: CcnCtx, answer: AnyCombat) -> Choice:
        """Show a target or the button."""
        if isinstance(answer, EndCombat):
            return Choice(ctx.say("do.end_combat"))
        if isinstance(answer, MeleeAttack):
            return melee_choice(ctx, answer)
        names = {"unit": unit_name(ctx, answer.unit), "target": piece_name(ctx, answer.target)}
        target, unit = at_piece(answer.target), at_piece(answer.unit)
        return Choice(ctx.say("do.fire", **names), target, rolls=True, of=unit)

    def preview(self, ctx: CcnCtx, answer: AnyCombat) -> Preview:
        """Show the dice line by line, and the exact odds."""
        wrong = tuple(self.check(ctx, answer))
        if isinstance(answer, EndCombat):
            return Preview(wrong)
        if isinstance(answer, Fire):
            return fire_preview(ctx, answer, wrong)
        return Preview(wrong) if wrong else melee_preview(ctx, answer)

    def wish(self, ctx: CcnCtx, target: Target, of: Target | None) -> AnyCombat | None:
        """Read an enemy as the target of the unit in hand; a unit alone as one that should fight.

        Whoever is adjacent is fought in melee, everybody else is fired at.
        """
        enemy = fighter_pointed(ctx, target)
        if enemy is None:
            return None
        if of is None:
            own = side_of(ctx, enemy) == self.seat
            return Fire(enemy, NOBODY) if own else None
        unit = fighter_pointed(ctx, of)
        return None if unit is None else meant_combat(ctx, unit, enemy)


NOBODY = UnitId("")
"""The target of a unit that should fight, no matter whom."""


def nobody_near(ctx: CcnCtx, unit: UnitId) -> Violation:
    """Say that there is nobody whom a unit could fight, or that one has to be named."""
    fires = ctx.content.troops[ctx.world.units[unit].troop].range
    because = "CCN-8.1.2" if fires else "CCN-9.1.1"
    some = melee_options(ctx, unit) or fire_options(ctx, unit)
    name = unit_name(ctx, unit)
    return refuse(because, "ccn.no.no_target" if some else "ccn.no.nobody_near", unit=name)


def meant_combat(ctx: CcnCtx, unit: UnitId, enemy: UnitId) -> AnyCombat:
    """Read an enemy as the target of a melee if it is adjacent, otherwise of fire."""
    world = ctx.world
    one = world.units.get(unit)
    at = (world.units.get(enemy) or world.leaders[enemy]).at
    if one is not None and BOARD.distance(one.at, at) == 1:
        return meant_melee(ctx, unit, enemy)
    return Fire(unit, enemy)


def fire_preview(ctx: CcnCtx, answer: Fire, wrong: tuple[Violation, ...]) -> Preview:
    """Show dice and odds of fire, and the line of sight also where it is blocked."""
    sight = sight_shown(ctx, answer)
    if wrong:
        return Preview(wrong, sight=sight)
    dice = attack_ledger(ctx, answer.unit, answer.target, "fire")
    odds, facts = roll_told(ctx, answer.unit, answer.target, "fire", dice)
    return Preview((), (dice,), odds, sight=sight, facts=facts)


def sight_shown(ctx: CcnCtx, answer: Fire) -> tuple[Sightline, ...]:
    """Draw the line of sight to an enemy within range."""
    one = ctx.world.units.get(answer.unit)
    enemy = ctx.world.units.get(answer.target) or ctx.world.leaders.get(answer.target)
    if one is None or enemy is None or enemy.side == one.side:
        return ()
    troop = ctx.content.troops[one.troop]
    if not 2 <= BOARD.distance(one.at, enemy.at) <= range_of(troop, one.moved):
        return ()
    over = fire_over(ctx, one, troop)
    return (sightline(one.at, enemy.at, obstacle(ctx, one.at, enemy.at, over)),)


@rule("CCN-7.9")
def possible_combats(ctx: CcnCtx, seat: Seat) -> list[AnyCombat]:
    """List every fire and melee of a side's ordered units; leaders do not fight."""
    found: list[AnyCombat] = []
    for unit, one in ctx.world.units.items():
        if may_fight(one, seat):
            found += melee_options(ctx, unit)
            found += fire_options(ctx, unit)
    return found


def can_fight(ctx: CcnCtx, seat: Seat) -> bool:
    """Tell whether any unit of a side has somebody to fight."""
    return any(
        melee_options(ctx, unit) or fire_options(ctx, unit)
        for unit, one in ctx.world.units.items()
        if may_fight(one, seat)
    )


class Combat(Frame, frozen=True, tag="combat"):
    """The Combat phase. CCN-4.5, CCN-7.3."""

    seat: Seat

    def begin(self, ctx: CcnCtx) -> Flow:
        """Ask for combats, if there is any to be had."""
        with musing():
            possible = possible_combats(ctx, self.seat)
        if not possible:
            return done()
        return ask(ChooseCombat(self.seat), then=self.chosen, known=[END_COMBAT, *possible])

    def next_combat(self, ctx: CcnCtx) -> Flow:
        """Ask for the next combat until the player says that it was the last."""
        return ask(ChooseCombat(self.seat), then=self.chosen)

    @rule("CCN-7.4")
    def chosen(self, ctx: CcnCtx, answer: AnyCombat) -> Flow:
        """Carry it out to the end before the next."""
        if isinstance(answer, EndCombat):
            return done()
        if ctx.world.units[answer.unit].square:
            cite("CCN-14.5.1")
        if isinstance(answer, MeleeAttack):
            melee = Melee(answer.unit, answer.target, answer.combined_arms)
            return call(melee, then=self.fought)
        world = ctx.world
        world.units[answer.unit] = replace(world.units[answer.unit], fought=True)
        cite("CCN-8.5.1", "CCN-8.1.8")
        return call(Attack(answer.unit, answer.target, "fire"), then=self.fired)

    @rule("CCN-8.1.6", "CCN-8.1.7", "CCN-8.5.9")
    def fired(self, ctx: CcnCtx, _: object) -> Flow:
        """Nobody answers fire, and nobody advances after it."""
        return self.next_combat(ctx)

    def fought(self, ctx: CcnCtx, _: object) -> Flow:
        """Ask for the next."""
        return self.next_combat(ctx)
