"""Attacks: the dice, the hits, and being pushed back. TOY-4."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from walstatt.games.toy.events import Attacked
from walstatt.games.toy.pointing import at_place, at_unit, place_pointed
from walstatt.games.toy.world import ToyCtx, hurt, move, place_name, type_of, unit_name
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.chance import D6, Meaning, Roll
from walstatt.kernel.decisions import Answer, Decision, Violation, refuse
from walstatt.kernel.frames import Flow, Frame, ask, done, roll
from walstatt.kernel.ids import CellId, UnitId
from walstatt.kernel.ledger import Cancel, Ledger, Quantity, Stage, contributes
from walstatt.kernel.odds import distribution, tally
from walstatt.kernel.prompts import Chance, Choice, Target
from walstatt.kernel.trace import rule


class AttackDice(Struct, frozen=True):
    """Everything the number of dice depends on."""

    strength: int
    charging: bool
    led: bool
    target_in_woods: bool
    ignores_woods: bool

    @staticmethod
    def of(ctx: ToyCtx, unit: UnitId, target: UnitId, *, marched: bool) -> AttackDice:
        """Look the situation up."""
        own, enemy = ctx.world.units[unit], ctx.world.units[target]
        kind = type_of(ctx, unit)
        return AttackDice(
            own.strength,
            marched and kind.charges,
            is_led(ctx, unit),
            ctx.content.field.wooded(enemy.at),
            kind.ignores_woods,
        )


def is_led(ctx: ToyCtx, unit: UnitId) -> bool:
    """Does a captain of the same side stand next to this unit?"""
    own = ctx.world.units[unit]
    zone = ctx.content.field.zone(own.at, 1)
    types = ctx.content.types
    for other, one in ctx.world.units.items():
        if one.side == own.side and other != unit and types[one.type].leads and one.at in zone:
            return True
    return False


DICE: Quantity[AttackDice] = Quantity(
    "toy.dice",
    "TOY-4.2",
    (Stage("strength"), Stage("bonus"), Stage("terrain"), Stage("least", "floor")),
)


@contributes(DICE, "TOY-4.2", "strength")
def one_die_per_strength(query: AttackDice) -> int:
    """One die for each point of strength."""
    return query.strength


@contributes(DICE, "TOY-4.3", "bonus")
def charging_adds_a_die(query: AttackDice) -> int | None:
    """A unit that charges after marching rolls one more."""
    return 1 if query.charging else None


@contributes(DICE, "TOY-4.5", "bonus")
def captain_adds_a_die(query: AttackDice) -> int | None:
    """A unit next to its captain rolls one more."""
    return 1 if query.led else None


@contributes(DICE, "TOY-4.4", "terrain", tags=("woods",))
def woods_take_a_die(query: AttackDice) -> int | None:
    """A target in the woods costs a die."""
    return -1 if query.target_in_woods else None


@contributes(DICE, "TOY-4.6", "terrain")
def some_units_ignore_woods(query: AttackDice) -> Cancel | None:
    """Woods do not hinder units that know their way in them."""
    if query.ignores_woods and query.target_in_woods:
        return Cancel("woods", "TOY-4.6", say("toy.dice.some_units_ignore_woods"))
    return None


@contributes(DICE, "TOY-4.7", "least")
def never_less_than_one(query: AttackDice) -> int:
    """An attack rolls at least one die."""
    return 1


class Hits(Struct, frozen=True):
    """What an attack roll comes to."""

    hits: int
    losses: int
    destroyed: bool


class AttackRoll(Meaning, frozen=True, tag="attack_roll"):
    """Fives and sixes hit; a unit cannot lose more than it has. TOY-4.8."""

    strength: int

    def read(self, faces: Sequence[int]) -> Hits:
        """Count the hits."""
        hits = sum(self.hits(faces))
        losses = min(hits, self.strength)
        return Hits(hits, losses, losses == self.strength)

    def hits(self, faces: Sequence[int]) -> tuple[bool, ...]:
        """Tell which dice hit."""
        return tuple(face >= 5 for face in faces)

    def losses(self, result: Hits) -> int:
        """Count the strength lost."""
        return result.losses


def dice_for(ctx: ToyCtx, query: AttackDice) -> Ledger:
    """Reckon the dice of an attack."""
    return ctx.reckon(DICE, query)


def attack_roll(ctx: ToyCtx, unit: UnitId, target: UnitId, dice: Ledger) -> Roll[int]:
    """Make the roll of an attack."""
    own, enemy = ctx.world.units[unit], ctx.world.units[target]
    meaning = AttackRoll(enemy.strength)
    return Roll("toy.roll.attack", "TOY-4.8", D6, dice.total, own.side, meaning, (dice,))


def hit_odds(ctx: ToyCtx, unit: UnitId, target: UnitId, dice: Ledger) -> tuple[Chance, ...]:
    """Give the exact odds of each number of losses."""
    odds = distribution(attack_roll(ctx, unit, target, dice))
    by_losses = tally(odds, lambda result: result.losses)
    return tuple(
        Chance(ctx.say("odds.losses", n=losses), round(chance * 1_000_000))
        for losses, chance in sorted(by_losses.items())
    )


class Attack(Frame, frozen=True, tag="attack"):
    """One attack, from the dice to the push. TOY-4."""

    unit: UnitId
    target: UnitId
    marched: bool = False

    def begin(self, ctx: ToyCtx) -> Flow:
        """Roll the dice."""
        query = AttackDice.of(ctx, self.unit, self.target, marched=self.marched)
        dice = dice_for(ctx, query)
        if ctx.telling:
            names = (unit_name(ctx, self.unit), unit_name(ctx, self.target))
            ctx.emit(Attacked(*names, dice.total))
        return roll(attack_roll(ctx, self.unit, self.target, dice), then=self.rolled)

    def rolled(self, ctx: ToyCtx, faces: tuple[int, ...]) -> Flow:
        """Take the losses; a survivor is pushed back."""
        result = AttackRoll(ctx.world.units[self.target].strength).read(faces)
        if not result.losses:
            return done()
        hurt(ctx, self.target, result.losses, ctx.world.units[self.unit].side)
        if result.destroyed:
            return done()
        return self.push(ctx)

    @rule("TOY-4.9")
    def push(self, ctx: ToyCtx) -> Flow:
        """Ask the target's owner where it goes."""
        target = ctx.world.units[self.target]
        pushed = PushedBack(target.side, self.target, self.unit)
        if not pushed.candidates(ctx):
            return self.cornered(ctx)
        return ask(pushed, then=self.pushed)

    @rule("TOY-4.10", "TOY-A1")
    def cornered(self, ctx: ToyCtx) -> Flow:
        """A unit with nowhere to go loses one more, or stands, as the option says."""
        if ctx.options.cornered == "loses":
            hurt(ctx, self.target, 1, ctx.world.units[self.unit].side)
        return done()

    def pushed(self, ctx: ToyCtx, answer: GiveWay) -> Flow:
        """Move the target."""
        move(ctx, self.target, answer.to)
        return done()


class GiveWay(Answer, frozen=True, tag="give_way"):
    """Go back to this place."""

    to: CellId | tuple[int, int]


class PushedBack(Decision[GiveWay], frozen=True, tag="pushed_back"):
    """Where a unit goes that was pushed back."""

    unit: UnitId
    attacker: UnitId

    answers = (GiveWay,)
    exact = True

    def prompt(self, ctx: ToyCtx) -> Message:
        """Ask where this unit goes."""
        return ctx.say("ask.pushed_back", unit=unit_name(ctx, self.unit))

    def check(self, ctx: ToyCtx, answer: GiveWay) -> list[Violation]:
        """It goes to a free place one step away from its attacker."""
        field = ctx.content.field
        units = ctx.world.units
        if answer.to not in field.away(units[self.unit].at, units[self.attacker].at):
            return [refuse("TOY-4.9", "toy.no.not_back")]
        if field.occupant(units, answer.to):
            return [refuse("TOY-3.2", "toy.no.occupied", to=place_name(ctx, answer.to))]
        return []

    def candidates(self, ctx: ToyCtx) -> list[GiveWay]:
        """Offer every free place further from the attacker."""
        units = ctx.world.units
        field = ctx.content.field
        away = field.away(units[self.unit].at, units[self.attacker].at)
        return [GiveWay(to) for to in away if not field.occupant(units, to)]

    def present(self, ctx: ToyCtx, answer: GiveWay) -> Choice:
        """Show the place."""
        label = ctx.say("do.give_way", to=place_name(ctx, answer.to))
        return Choice(label, at_place(answer.to), of=at_unit(self.unit))

    def wish(self, ctx: ToyCtx, target: Target, of: Target | None) -> GiveWay | None:
        """Read a place as where the unit should go."""
        to = place_pointed(ctx, target)
        return None if to is None else GiveWay(to)
