"""Activating a unit: it marches step by step, is shot at on the way, then attacks. TOY-3."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from walstatt.games.toy.combat import Attack, AttackDice, dice_for, hit_odds
from walstatt.games.toy.duel import Challenge
from walstatt.games.toy.field import STEP, HexField, Spot, TableField, distance
from walstatt.games.toy.pointing import at_place, at_unit, place_pointed, unit_pointed
from walstatt.games.toy.world import ToyCtx, move, place_name, type_of, unit_name
from walstatt.i18n.catalogue import Message
from walstatt.kernel.decisions import Answer, Decision, FreeChoice, Rng, Violation, refuse
from walstatt.kernel.frames import Flow, Frame, ask, call, done
from walstatt.kernel.ids import CellId, Seat, UnitId
from walstatt.kernel.prompts import Choice, Preview, Target
from walstatt.kernel.trace import cite, rule


class Step(Answer, frozen=True, tag="step"):
    """March one hex."""

    to: CellId


class Go(Answer, frozen=True, tag="go"):
    """March straight to a spot on the table."""

    to: Spot


class Halt(Answer, frozen=True, tag="halt"):
    """March no further."""


HALT = Halt()


@rule("TOY-3.1")
class March(Decision[Step | Halt], frozen=True, tag="march"):
    """Where to march, one hex at a time."""

    unit: UnitId
    left: int

    answers = (Step, Halt)
    exact = True

    def prompt(self, ctx: ToyCtx) -> Message:
        """Ask for the next step of this unit."""
        return ctx.say("ask.march", unit=unit_name(ctx, self.unit), n=self.left)

    def check(self, ctx: ToyCtx, answer: Step | Halt) -> list[Violation]:
        """A step goes to a free neighbouring hex."""
        if not isinstance(answer, Step):
            return []
        field = hexes(ctx)
        here: Any = ctx.world.units[self.unit].at
        if answer.to not in field.grid.neighbours(here):
            known = answer.to in field.grid.cells
            place = place_name(ctx, answer.to) if known else str(answer.to)
            return [refuse("TOY-3.1", "toy.no.far", to=place)]
        if field.occupant(ctx.world.units, answer.to):
            return [refuse("TOY-3.2", "toy.no.occupied", to=place_name(ctx, answer.to))]
        return []

    def candidates(self, ctx: ToyCtx) -> list[Step | Halt]:
        """Offer every free neighbouring hex and halting."""
        here: Any = ctx.world.units[self.unit].at
        taken = {one.at for one in ctx.world.units.values()}
        steps = [Step(to) for to in hexes(ctx).grid.neighbours(here) if to not in taken]
        return [HALT, *steps]

    def present(self, ctx: ToyCtx, answer: Step | Halt) -> Choice:
        """Show a hex, or the button to halt."""
        if isinstance(answer, Halt):
            return Choice(ctx.say("do.halt"))
        label = ctx.say("do.step", to=place_name(ctx, answer.to))
        return Choice(label, at_place(answer.to), of=at_unit(self.unit))

    def wish(self, ctx: ToyCtx, target: Target, of: Target | None) -> Step | None:
        """Read a hex as the next step, also one that is too far away or occupied."""
        to = place_pointed(ctx, target)
        return None if to is None or isinstance(to, tuple) else Step(to)


@rule("TOY-3.1", "TOY-3.7")
class MarchFreely(Decision[Go | Halt], frozen=True, tag="march_freely"):
    """Where to march on the table."""

    unit: UnitId

    answers = (Go, Halt)
    gesture = "drag-pose"

    def prompt(self, ctx: ToyCtx) -> Message:
        """Ask for the march of this unit."""
        return ctx.say("ask.march_freely", unit=unit_name(ctx, self.unit))

    def check(self, ctx: ToyCtx, answer: Go | Halt) -> list[Violation]:
        """A march stays on the table, within reach, and ends clear of other bases."""
        if isinstance(answer, Halt):
            return []
        found: list[Violation] = []
        field = table(ctx)
        here: Any = ctx.world.units[self.unit].at
        most = type_of(ctx, self.unit).moves * STEP
        if not field.on_table(answer.to):
            found.append(refuse("TOY-3.6", "toy.no.off_table"))
        if distance(here, answer.to) > most:
            short = distance(here, answer.to) - most
            found.append(refuse("TOY-3.7", "toy.no.too_far", n=short))
        others = {unit: one for unit, one in ctx.world.units.items() if unit != self.unit}
        if field.occupant(others, answer.to):
            found.append(refuse("TOY-1.3", "toy.no.occupied", to=place_name(ctx, answer.to)))
        return found

    def sample(self, ctx: ToyCtx, rng: Rng, count: int) -> list[Go | Halt]:
        """Try spots around the unit, towards the hill, and standing still."""
        (x, y), reach = self.start(ctx)
        hill = table(ctx).hill
        apart = max(distance((x, y), (hill.x, hill.y)), 1)
        way = min(reach, apart)
        towards = (x + (hill.x - x) * way // apart, y + (hill.y - y) * way // apart)
        spots = [
            (x + rng.randint(-reach, reach) * 2 // 3, y + rng.randint(-reach, reach) * 2 // 3)
            for _ in range(count)
        ]
        return [Halt(), Go(towards), *map(Go, spots)]

    def start(self, ctx: ToyCtx) -> tuple[Spot, int]:
        """Give where the unit is and how far it can go."""
        here: Any = ctx.world.units[self.unit].at
        return here, type_of(ctx, self.unit).moves * STEP

    def default(self, ctx: ToyCtx) -> Halt:
        """Stay for a player who is away."""
        return Halt()

    def present(self, ctx: ToyCtx, answer: Go | Halt) -> Choice:
        """Show a spot, or the button to halt."""
        if isinstance(answer, Halt):
            return Choice(ctx.say("do.halt"))
        label = ctx.say("do.step", to=place_name(ctx, answer.to))
        return Choice(label, at_place(answer.to), of=at_unit(self.unit))

    def wish(self, ctx: ToyCtx, target: Target, of: Target | None) -> Go | None:
        """Read a spot as where to march."""
        to = place_pointed(ctx, target)
        return Go(to) if isinstance(to, tuple) else None


class Strike(Answer, frozen=True, tag="attack"):
    """Attack an enemy."""

    target: UnitId


class Hold(Answer, frozen=True, tag="hold"):
    """Attack nobody."""


@rule("TOY-4.1")
class ChooseTarget(Decision[Strike | Hold], frozen=True, tag="choose_target"):
    """Whom to attack."""

    unit: UnitId
    marched: bool

    answers = (Strike, Hold)
    exact = True

    def prompt(self, ctx: ToyCtx) -> Message:
        """Ask whom this unit attacks."""
        return ctx.say("ask.choose_target", unit=unit_name(ctx, self.unit))

    def check(self, ctx: ToyCtx, answer: Strike | Hold) -> list[Violation]:
        """A target is an enemy within reach."""
        if isinstance(answer, Hold):
            return []
        target = ctx.world.units.get(answer.target)
        own = ctx.world.units[self.unit]
        if target is None or target.side == own.side:
            return [refuse("TOY-4.1", "toy.no.enemy", unit=answer.target)]
        if target.at not in ctx.content.field.zone(own.at, type_of(ctx, self.unit).range):
            return [refuse("TOY-4.1", "toy.no.reach", unit=unit_name(ctx, answer.target))]
        return []

    def candidates(self, ctx: ToyCtx) -> list[Strike | Hold]:
        """Offer every enemy within reach and holding."""
        return [Hold(), *map(Strike, targets_of(ctx, self.unit))]

    def present(self, ctx: ToyCtx, answer: Strike | Hold) -> Choice:
        """Show an enemy, or the button to hold."""
        if isinstance(answer, Hold):
            return Choice(ctx.say("do.hold"))
        place = place_name(ctx, ctx.world.units[answer.target].at)
        label = ctx.say("do.attack", unit=unit_name(ctx, answer.target), to=place)
        return Choice(label, at_unit(answer.target), rolls=True, of=at_unit(self.unit))

    def preview(self, ctx: ToyCtx, answer: Strike | Hold) -> Preview:
        """Show the dice with their lines, and the exact odds."""
        wrong = tuple(self.check(ctx, answer))
        if wrong or isinstance(answer, Hold):
            return Preview(wrong)
        query = AttackDice.of(ctx, self.unit, answer.target, marched=self.marched)
        dice = dice_for(ctx, query)
        return Preview((), (dice,), hit_odds(ctx, self.unit, answer.target, dice))

    def wish(self, ctx: ToyCtx, target: Target, of: Target | None) -> Strike | None:
        """Read a unit as the one to be attacked."""
        enemy = unit_pointed(ctx, target)
        return None if enemy is None else Strike(enemy)


class Activation(Frame, frozen=True, tag="activation"):
    """One unit marches, then attacks. TOY-3."""

    unit: UnitId
    marched: int = 0

    def begin(self, ctx: ToyCtx) -> Flow:
        """Ask for the next step, as long as any is left."""
        one = ctx.world.units.get(self.unit)
        if one is None:
            return done()
        if isinstance(ctx.content.field, TableField):
            return self.march_freely(ctx, one.side)
        left = type_of(ctx, self.unit).moves - self.marched
        if left <= 0 or (self.marched and self.is_stopped(ctx)):
            return self.choose_target(ctx)
        return ask(March(one.side, self.unit, left), then=self.stepped, again=self.begin)

    def march_freely(self, ctx: ToyCtx, side: Seat) -> Flow:
        """Ask for the one march of the table."""
        if self.marched:
            return self.choose_target(ctx)
        return ask(MarchFreely(side, self.unit), then=self.stepped, again=self.begin)

    def is_stopped(self, ctx: ToyCtx) -> bool:
        """Has the unit met enemies or woods?"""
        here = ctx.world.units[self.unit]
        if ctx.content.field.wooded(here.at):
            cite("TOY-3.4")
            return True
        if enemies_within(ctx, self.unit, 1):
            cite("TOY-3.3")
            return True
        return False

    def stepped(self, ctx: ToyCtx, answer: Step | Go | Halt) -> Flow:
        """Carry the step out; archers may shoot."""
        if isinstance(answer, Halt):
            return self.choose_target(ctx)
        move(ctx, self.unit, answer.to)
        on = replace(self, marched=self.marched + 1)
        if not enemies_within(ctx, self.unit, ctx.content.reach):
            return on.unopposed(ctx)
        archers = archers_in_reach(ctx, self.unit)
        if not archers:
            return on.begin(ctx)
        return call(Reactions(self.unit, archers), then=on.reacted)

    def unopposed(self, ctx: ToyCtx) -> Flow:
        """March on where no enemy is near enough to shoot, to stop the unit or to be attacked."""
        one = ctx.world.units[self.unit]
        field = ctx.content.field
        left = type_of(ctx, self.unit).moves - self.marched
        if left <= 0 or isinstance(field, TableField):
            return done()
        if field.wooded(one.at):
            cite("TOY-3.4")
            return done()
        return ask(March(one.side, self.unit, left), then=self.stepped, again=self.begin)

    def reacted(self, ctx: ToyCtx, _: object) -> Flow:
        """March on."""
        return self.begin(ctx)

    def choose_target(self, ctx: ToyCtx) -> Flow:
        """Ask whom to attack, where anybody is within reach."""
        one = ctx.world.units.get(self.unit)
        if one is None or not targets_of(ctx, self.unit):
            return done()
        asked = ChooseTarget(one.side, self.unit, self.marched > 0)
        return ask(asked, then=self.attack, again=self.choose_target)

    def attack(self, ctx: ToyCtx, answer: Strike | Hold) -> Flow:
        """Attack, or challenge where captain meets captain."""
        if isinstance(answer, Hold):
            return done()
        if type_of(ctx, self.unit).leads and type_of(ctx, answer.target).leads:
            return call(Challenge(self.unit, answer.target), then=self.fought)
        attack = Attack(self.unit, answer.target, marched=self.marched > 0)
        return call(attack, then=self.fought)

    def fought(self, ctx: ToyCtx, _: object) -> Flow:
        """End the activation."""
        return done()


class Shoot(Answer, frozen=True, tag="shoot"):
    """Let archers shoot at the marching unit."""


class Spare(Answer, frozen=True, tag="spare"):
    """Let it pass."""


@rule("TOY-3.5")
class ReactionFire(FreeChoice[Shoot | Spare], frozen=True, tag="reaction_fire"):
    """Whether archers shoot at a unit that came into reach."""

    archers: UnitId
    target: UnitId

    answers = (Shoot, Spare)
    offers = (Spare(), Shoot())

    def prompt(self, ctx: ToyCtx) -> Message:
        """Ask about this target."""
        names = {"unit": unit_name(ctx, self.archers), "target": unit_name(ctx, self.target)}
        return ctx.say("ask.reaction_fire", **names)

    def present(self, ctx: ToyCtx, answer: Shoot | Spare) -> Choice:
        """Show the two buttons."""
        if isinstance(answer, Spare):
            return Choice(ctx.say("do.spare"))
        return Choice(ctx.say("do.shoot", unit=unit_name(ctx, self.target)), rolls=True)


class Reactions(Frame, frozen=True, tag="reactions"):
    """Archers within reach of a unit that moved may shoot at it, once a round. TOY-3.5."""

    mover: UnitId
    archers: tuple[UnitId, ...]

    def begin(self, ctx: ToyCtx) -> Flow:
        """Ask the next archers, while the mover lives."""
        units = ctx.world.units
        left = tuple(one for one in self.archers if one in units)
        if not left or self.mover not in units:
            return done()
        asked = ReactionFire(units[left[0]].side, left[0], self.mover)
        return ask(asked, then=replace(self, archers=left).answered)

    def answered(self, ctx: ToyCtx, answer: Shoot | Spare) -> Flow:
        """Shoot, or ask the next archers."""
        archers = self.archers[0]
        if isinstance(answer, Spare):
            return replace(self, archers=self.archers[1:]).begin(ctx)
        ctx.world.units[archers] = replace(ctx.world.units[archers], reacted=True)
        shot = Attack(archers, self.mover, marched=False)
        return call(shot, then=replace(self, archers=self.archers[1:]).shot)

    def shot(self, ctx: ToyCtx, _: object) -> Flow:
        """Ask the next archers."""
        return self.begin(ctx)


def archers_in_reach(ctx: ToyCtx, mover: UnitId) -> tuple[UnitId, ...]:
    """List the archers that may react to a unit that moved, in seat order. TOY-3.5."""
    if not ctx.options.reaction_fire:
        return ()
    able = [unit for unit in enemies_within(ctx, mover, 2) if may_react(ctx, unit)]
    if not able:
        return ()
    sides = ctx.rules.seats
    return tuple(sorted(able, key=lambda unit: sides.index(ctx.world.units[unit].side)))


def may_react(ctx: ToyCtx, unit: UnitId) -> bool:
    """Can this unit shoot and has not reacted this round?"""
    return type_of(ctx, unit).range > 1 and not ctx.world.units[unit].reacted


def targets_of(ctx: ToyCtx, unit: UnitId) -> list[UnitId]:
    """List the enemies a unit can attack."""
    return enemies_within(ctx, unit, type_of(ctx, unit).range)


def enemies_within(ctx: ToyCtx, unit: UnitId, reach: int) -> list[UnitId]:
    """List the enemies within some hexes of a unit."""
    units = ctx.world.units
    own = units[unit]
    side = own.side
    zone = ctx.content.field.zone(own.at, reach)
    return [other for other, one in units.items() if one.at in zone and one.side != side]


def hexes(ctx: ToyCtx) -> HexField:
    """Give the battlefield of a hex scenario."""
    field = ctx.content.field
    if not isinstance(field, HexField):
        raise TypeError("this scenario is not played on hexes")
    return field


def table(ctx: ToyCtx) -> TableField:
    """Give the battlefield of a table scenario."""
    field = ctx.content.field
    if not isinstance(field, TableField):
        raise TypeError("this scenario is not played on a table")
    return field
