"""Rallying: units shake off disorder at the start of a turn. IDG-13.4."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from msgspec import Struct
from msgspec.structs import replace

from walstatt.games.idg.changes import FLEES_AT
from walstatt.games.idg.commanding import (
    general_within,
    may_command,
    ranges,
    spend_die,
)
from walstatt.games.idg.levels import is_on_ship
from walstatt.games.idg.morale_events import Rallied, RallyFailed
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.world import IdgCtx, enemy_of, in_play, lead_profile
from walstatt.i18n.catalogue import say
from walstatt.kernel.chance import D6, Meaning, Roll
from walstatt.kernel.decisions import Answer, Decision, Violation, refuse
from walstatt.kernel.frames import Flow, Frame, ask, done, roll_all
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.ledger import Ledger, Quantity, Stage, contributes
from walstatt.kernel.odds import distribution
from walstatt.kernel.prompts import Chance, Choice, Preview, Target
from walstatt.kernel.trace import rule

SUCCEEDS: Final = 5
BIG: Final = 6
"""A unit with more elements than this rolls a die more. IDG-13.4.2."""

# -- the dice -------------------------------------------------------------------------------------


class Rallying(Struct, frozen=True):
    """What the number of dice depends on."""

    raw: bool
    elements: int


DICE: Quantity[Rallying] = Quantity("idg.rally_dice", "IDG-13.4.1", (Stage("grade"), Stage("size")))


@contributes(DICE, "IDG-13.4.1", "grade")
def raw_or_not(query: Rallying) -> int:
    """Raw units roll one die, all others two."""
    return 1 if query.raw else 2


@contributes(DICE, "IDG-13.4.2", "size")
def big_units(query: Rallying) -> int | None:
    """Units that have more than six elements now roll one more."""
    return 1 if query.elements > BIG else None


class RallyRoll(Meaning, frozen=True, tag="idg_rally"):
    """Each 5 or 6 removes a marker, as far as there are any. IDG-13.4.3, IDG-13.4.4."""

    markers: int

    def read(self, faces: Sequence[int]) -> int:
        """Count the markers that go."""
        return min(self.markers, sum(self.hits(faces)))

    def hits(self, faces: Sequence[int]) -> tuple[bool, ...]:
        """Mark the dice that remove one."""
        return tuple(face >= SUCCEEDS for face in faces)


@rule("IDG-13.4.1", "IDG-13.4.5", "IDG-13.2.13", "IDG-A3")
def who_rallies(ctx: IdgCtx) -> list[UnitId]:
    """List the units with markers, Side 1 first, in melee or not; who has seven is gone."""
    first = ctx.world.first
    units = in_play(ctx, first) + in_play(ctx, enemy_of(first))
    return [unit for unit in units if ctx.world.units[unit].disorder]


def rally_ledger(ctx: IdgCtx, unit: UnitId) -> Ledger:
    """Count the dice of a unit."""
    one = ctx.world.units[unit]
    raw = lead_profile(ctx, unit).quality == "raw"
    return ctx.reckon(DICE, Rallying(raw, len(one.elements)))


def rally_roll(ctx: IdgCtx, unit: UnitId) -> Roll[int]:
    """Make the roll of a unit."""
    one, ledger = ctx.world.units[unit], rally_ledger(ctx, unit)
    meaning = RallyRoll(one.disorder)
    return Roll("idg.roll.rally", "IDG-13.4.1", D6, ledger.total, one.side, meaning, (ledger,))


@rule("IDG-13.4.6")
def general_roll(ctx: IdgCtx, unit: UnitId, dice: int) -> Roll[int]:
    """Make the roll of the dice that a general gave to a unit."""
    one = ctx.world.units[unit]
    cited = "IDG-13.4.6" if dice == 1 else "IDG-13.4.7"
    return Roll("idg.roll.rally_general", cited, D6, dice, one.side, RallyRoll(one.disorder))


@rule("IDG-13.4.3", "IDG-13.4.4", "IDG-13.3.2")
def take_off(ctx: IdgCtx, unit: UnitId, count: int) -> None:
    """Remove markers; with fewer than five a unit need not flee any more."""
    one = ctx.world.units[unit]
    left = max(0, one.disorder - count)
    flight = one.flight and left >= FLEES_AT
    ctx.world.units[unit] = replace(one, disorder=left, flight=flight)
    if ctx.telling:
        name = unit_name(ctx, unit)
        told = Rallied(name, count, left, seat=one.side) if count else None
        ctx.emit(told or RallyFailed(name, left, seat=one.side))


# -- the general's dice ---------------------------------------------------------------------------


class Encourage(Answer, frozen=True, tag="encourage"):
    """Give a die of the general to a unit."""

    unit: UnitId


class KeepDie(Answer, frozen=True, tag="keep_die"):
    """Give no die."""


@rule("IDG-13.4.6", "IDG-13.4.7", "IDG-13.4.9", "IDG-13.4.10")
class ChooseRally(Decision[Encourage | KeepDie], frozen=True, tag="choose_rally"):
    """Which unit gets the next die of the general, once the units have rolled. D13."""

    answers: ClassVar[tuple[type[Answer], ...]] = (Encourage, KeepDie)
    exact: ClassVar[bool] = True

    given: tuple[UnitId, ...] = ()
    """Who got a die already."""

    def check(self, ctx: IdgCtx, answer: Encourage | KeepDie) -> list[Violation]:
        """Allow units of the seat with markers that are near the general."""
        if isinstance(answer, KeepDie):
            return []
        unit = answer.unit
        one = ctx.world.units.get(unit)
        if one is None or one.side != self.seat or unit not in in_play(ctx, self.seat):
            return [refuse("IDG-13.4.6", "idg.no.rally.yours", unit)]
        found = []
        if not one.disorder:
            found.append(refuse("IDG-13.4.1", "idg.no.rally.steady", unit))
        far = ranges(ctx).rally
        if not general_within(ctx, unit, far):
            found.append(refuse("IDG-13.4.6", "idg.no.rally.far", unit, n=far))
        return found

    def candidates(self, ctx: IdgCtx) -> list[Encourage | KeepDie]:
        """Offer the units near the general, the most disordered first."""
        return [*(Encourage(unit) for unit in in_reach(ctx, self.seat)), KeepDie()]

    def default(self, ctx: IdgCtx) -> Encourage | KeepDie:
        """Help the most disordered unit."""
        return self.candidates(ctx)[0]

    def present(self, ctx: IdgCtx, answer: Encourage | KeepDie) -> Choice:
        """Point at the unit."""
        if isinstance(answer, KeepDie):
            return Choice(ctx.say("do.keep_die"))
        one = ctx.world.units[answer.unit]
        label = ctx.say("do.encourage", unit=unit_name(ctx, answer.unit), n=one.disorder)
        return Choice(label, Target("piece", one.elements[0]), rolls=True)

    def preview(self, ctx: IdgCtx, answer: Encourage | KeepDie) -> Preview:
        """Show the chances of all the dice this unit would have got."""
        flaws = tuple(self.check(ctx, answer))
        if flaws or isinstance(answer, KeepDie):
            return Preview(violations=flaws)
        dice = self.given.count(answer.unit) + 1
        return Preview(odds=rally_odds(general_roll(ctx, answer.unit, dice)))

    def wish(self, ctx: IdgCtx, target: Target, of: Target | None) -> Encourage | None:
        """Read pointing at an element as giving its unit the die."""
        del of
        one = ctx.world.elements.get(target.id)
        return Encourage(one.unit) if one is not None else None


@rule("IDG-13.4.6", "IDG-13.4.10", "IDG-17.3.12")
def in_reach(ctx: IdgCtx, side: Seat) -> list[UnitId]:
    """List the units with markers that are near enough to their general, the worst first."""
    units, far = ctx.world.units, ranges(ctx).rally
    near = [
        unit
        for unit in in_play(ctx, side)
        if units[unit].disorder
        and general_within(ctx, unit, far)
        and not any(is_on_ship(ctx, one) for one in units[unit].elements)
    ]
    return sorted(near, key=lambda unit: -units[unit].disorder)


def rally_odds(request: Roll[int]) -> tuple[Chance, ...]:
    """Give the chance to remove so many markers."""
    found = sorted(distribution(request).items())
    return tuple(
        Chance(say("idg.odds.rally", n=count), round(part * 1_000_000)) for count, part in found
    )


# -- the phase ------------------------------------------------------------------------------------


@rule("IDG-13.3.2", "IDG-7.2.1")
class RallyPhase(Frame, frozen=True, tag="rally_phase"):
    """All units roll; then the generals give their dice, and these are rolled. T1."""

    sides: tuple[Seat, ...] = ()
    """Whose generals are still to be asked."""
    given: tuple[UnitId, ...] = ()
    """Who got dice of the general that is asked."""

    def begin(self, ctx: IdgCtx) -> Flow:
        """Roll for every unit with markers."""
        ctx.world.phase = "rally"
        rolls = {unit: rally_roll(ctx, unit) for unit in who_rallies(ctx)}
        return roll_all(rolls, then=self.rolled) if rolls else done()

    def rolled(self, ctx: IdgCtx, faces: dict[UnitId, tuple[int, ...]]) -> Flow:
        """Remove markers."""
        for unit, dice in faces.items():
            take_off(ctx, unit, RallyRoll(ctx.world.units[unit].disorder).read(dice))
        first = ctx.world.first
        return replace(self, sides=(first, enemy_of(first))).offer(ctx)

    def offer(self, ctx: IdgCtx) -> Flow:
        """Ask for the next die of the next general, who must have anybody to give it to."""
        if not self.sides:
            return done()
        side = self.sides[0]
        if may_command(ctx, side, "rally") and in_reach(ctx, side):
            return ask(ChooseRally(side, self.given), then=self.chosen)
        return self.cast(ctx)

    def chosen(self, ctx: IdgCtx, answer: Encourage | KeepDie) -> Flow:
        """Take a die down; all of them are rolled together."""
        if isinstance(answer, KeepDie):
            return self.cast(ctx)
        spend_die(ctx, self.sides[0])
        return replace(self, given=(*self.given, answer.unit)).offer(ctx)

    def cast(self, ctx: IdgCtx) -> Flow:
        """Roll the dice that were given."""
        if not self.given:
            return replace(self, sides=self.sides[1:]).offer(ctx)
        counts = {unit: self.given.count(unit) for unit in self.given}
        rolls = {unit: general_roll(ctx, unit, count) for unit, count in counts.items()}
        return roll_all(rolls, then=self.helped)

    def helped(self, ctx: IdgCtx, faces: dict[UnitId, tuple[int, ...]]) -> Flow:
        """Remove markers once more, and go on to the other side."""
        for unit, dice in faces.items():
            take_off(ctx, unit, RallyRoll(ctx.world.units[unit].disorder).read(dice))
        return RallyPhase(self.sides[1:]).offer(ctx)
