"""What a unit can be told to do when it is activated, and why it may not. IDG-7.2, IDG-8.5."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import ClassVar, Final, TypeAlias

from walstatt.boards.pose import FULL_TURN, Angle, Length
from walstatt.games.idg.allowance import COLUMNS, Column
from walstatt.games.idg.boats import embark_flaws, embarking_ways, landing_flaws, landing_ways
from walstatt.games.idg.breaking_off import break_off_flaws, join_flaws
from walstatt.games.idg.contacting import engaged_elsewhere
from walstatt.games.idg.engine_turns import Turning
from walstatt.games.idg.evading import evade_flaws
from walstatt.games.idg.going import unit_difficult
from walstatt.games.idg.laager import WAGONS, is_hitched, is_wagons
from walstatt.games.idg.levels import is_carried
from walstatt.games.idg.marching import Orders, Purpose, who_moves
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.oxen import EIGHTH, is_ox, must_run, run_flaws
from walstatt.games.idg.retreats import may_only_face
from walstatt.games.idg.wagons import standing_flaws, unhitch_flaws
from walstatt.games.idg.waters import in_boats, waters
from walstatt.games.idg.world import IN_PLAY, IdgCtx, foes_in_melee
from walstatt.kernel.decisions import Answer, Violation, refuse
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.trace import rule


class UnitAnswer(Answer, frozen=True):
    """Something that one unit is to do."""

    purpose: ClassVar[Purpose] = "march"
    unit: UnitId


class Stand(UnitAnswer, frozen=True, tag="stand"):
    """Let a unit stand. IDG-7.2.3."""


class Face(UnitAnswer, frozen=True, tag="face"):
    """Turn elements of a unit on the spot. IDG-8.2.8."""

    purpose: ClassVar[Purpose] = "face"


class Rolled(UnitAnswer, frozen=True):
    """Something for which the unit's move is rolled."""

    column: Column = "good"


class March(Rolled, frozen=True, tag="march"):
    """Move a unit."""


class Evade(Rolled, frozen=True, tag="evade"):
    """Let a unit try to evade. IDG-11.4.1."""

    purpose: ClassVar[Purpose] = "evade"


class BreakOff(Rolled, frozen=True, tag="break_off"):
    """Let a unit leave its melee. IDG-11.3.4."""

    purpose: ClassVar[Purpose] = "break_off"


class Join(Rolled, frozen=True, tag="join"):
    """Send further elements of a unit into its melee. IDG-11.2.7."""

    purpose: ClassVar[Purpose] = "join"


class Run(Rolled, frozen=True, tag="run"):
    """Let a burning ox run, the first time into a chosen direction. IDG-18.12.27."""

    purpose: ClassVar[Purpose] = "run"
    facing: Angle = -1


class Enter(Rolled, frozen=True, tag="enter"):
    """Bring the next unit of the column onto the table. IDG-5.3.18."""

    purpose: ClassVar[Purpose] = "enter"
    at: Length = -1
    """Where on the edge, for the first unit."""


class Unhitch(Rolled, frozen=True, tag="unhitch"):
    """Move wagons a last time, then take their teams away. IDG-17.1.9."""

    purpose: ClassVar[Purpose] = "unhitch"


class Embark(UnitAnswer, frozen=True, tag="embark"):
    """Let a unit go into boats, this way. IDG-17.2.3."""

    purpose: ClassVar[Purpose] = "embark"
    way: Angle = 0


class Sail(Rolled, frozen=True, tag="sail"):
    """Move the boats of a unit: at sea or downstream on the good dice. IDG-17.2.2."""

    purpose: ClassVar[Purpose] = "sail"


class Disembark(UnitAnswer, frozen=True, tag="disembark"):
    """Let a unit go ashore, this way, perhaps into melee. IDG-17.2.3, IDG-17.2.5."""

    purpose: ClassVar[Purpose] = "land"
    way: Angle = 0
    attack: bool = False


class Lie(Answer, frozen=True, tag="lie_low"):
    """Leave all concealed units where they are."""


KEPT: Final = 2_048
"""For how many units usual answers are remembered."""
FIRST_ARRIVALS: Final = 4
"""The turn in which those who are held back begin to roll. IDG-5.9.1."""
Ferrying: TypeAlias = Unhitch | Embark | Sail | Disembark
Marching: TypeAlias = Stand | Face | March | Evade | BreakOff | Join | Run | Enter | Lie
Activating: TypeAlias = Marching | Ferrying | Turning
UNIT_ANSWERS: Final[tuple[type[Answer], ...]] = (
    Stand,
    Face,
    March,
    Evade,
    BreakOff,
    Join,
    Run,
    Enter,
    Lie,
    Unhitch,
    Embark,
    Sail,
    Disembark,
)
FERRYING: Final = (Embark, Sail, Disembark)
IN_MELEE: Final[tuple[type[Rolled], ...]] = (Evade, BreakOff, Join)
FREE: Final[tuple[type[Rolled], ...]] = (March,)


def activation_flaws(ctx: IdgCtx, answer: UnitAnswer) -> Iterator[Violation]:
    """Say why a unit may not do this now."""
    unit = answer.unit
    one = ctx.world.units[unit]
    if one.status not in IN_PLAY:
        yield refuse("IDG-7.2.4", "idg.no.march.gone")
        return
    if one.activated:
        yield refuse("IDG-7.2.4", "idg.no.march.done", unit=unit_name(ctx, unit))
    kind = type(answer)
    if kind is Stand:
        if must_run(ctx, unit):
            yield refuse("IDG-18.12.37", "idg.no.march.must_run", unit=unit_name(ctx, unit))
    elif isinstance(answer, Run):
        yield from run_flaws(ctx, unit, answer.facing)
    elif in_boats(ctx, unit) and not isinstance(answer, FERRYING):
        yield refuse("IDG-17.2.3", "idg.no.boat.aboard", unit=unit_name(ctx, unit))
    else:
        yield from _doing_flaws(ctx, answer)


def _doing_flaws(ctx: IdgCtx, answer: UnitAnswer) -> Iterator[Violation]:
    unit = answer.unit
    if is_wagons(ctx, unit):
        yield from standing_flaws(ctx, unit)
    if type(answer) is Face:
        yield from _facing_flaws(ctx, unit)
        return
    yield from moving_flaws(ctx, unit)
    if isinstance(answer, FERRYING):
        yield from _boat_flaws(ctx, answer)
        return
    if isinstance(answer, Rolled) and answer.column == "good" and unit_difficult(ctx, unit):
        yield refuse("IDG-8.1.5", "idg.no.march.starts_difficult", unit=unit_name(ctx, unit))
    yield from PURPOSES[type(answer)](ctx, unit)


def _boat_flaws(ctx: IdgCtx, answer: Embark | Sail | Disembark) -> Iterator[Violation]:
    if isinstance(answer, Embark):
        yield from embark_flaws(ctx, answer.unit, answer.way)
    elif isinstance(answer, Disembark):
        yield from landing_flaws(ctx, answer.unit, answer.way, attack=answer.attack)
    elif not in_boats(ctx, answer.unit):
        name = unit_name(ctx, answer.unit)
        yield refuse("IDG-17.2.2", "idg.no.boat.ashore_already", unit=name)


@rule("IDG-11.2.6", "IDG-5.9.8")
def _facing_flaws(ctx: IdgCtx, unit: UnitId) -> Iterator[Violation]:
    """Say why no element of a unit may turn."""
    if not who_moves(ctx, Orders(unit, purpose="face")):
        yield refuse("IDG-11.2.6", "idg.no.march.all_fight")


@rule("IDG-13.3.6", "IDG-5.9.6", "IDG-14.2.1", "IDG-18.12.26", "IDG-A16")
def moving_flaws(ctx: IdgCtx, unit: UnitId) -> Iterator[Violation]:
    """Say why a unit may not move at all this turn."""
    one = ctx.world.units[unit]
    if may_only_face(ctx, unit):
        yield refuse("IDG-13.3.6", "idg.no.march.retreated", unit=unit_name(ctx, unit))
    if one.arrived and one.arrived == ctx.world.turn:
        yield refuse("IDG-5.9.6", "idg.no.march.arrived", unit=unit_name(ctx, unit))
    if one.form == "remounting":
        yield refuse("IDG-14.2.1", "idg.no.march.remounting", unit=unit_name(ctx, unit))
    if is_ox(ctx, unit):
        yield refuse("IDG-18.12.26", "idg.no.march.ox", unit=unit_name(ctx, unit))
    if ctx.world.engines and all(is_carried(ctx, element) for element in one.elements):
        yield refuse("IDG-16.3.9", "idg.no.siege.all_aboard", unit=unit_name(ctx, unit))


@rule("IDG-11.2.4", "IDG-11.3.8", "IDG-A11")
def _free_flaws(ctx: IdgCtx, unit: UnitId) -> Iterator[Violation]:
    """Keep a unit in its melee, as long as it has a foe."""
    for foe in engaged_elsewhere(ctx, unit)[:1]:
        yield refuse("IDG-11.2.4", "idg.no.march.in_melee", unit=unit_name(ctx, foe))


Flaws: TypeAlias = Callable[[IdgCtx, UnitId], Iterator[Violation]]
PURPOSES: Final[dict[type[UnitAnswer], Flaws]] = {
    March: _free_flaws,
    Evade: evade_flaws,
    BreakOff: break_off_flaws,
    Join: join_flaws,
    Unhitch: unhitch_flaws,
}


# -- what there is to offer -----------------------------------------------------------------------


def offers_of(ctx: IdgCtx, unit: UnitId, columns: tuple[Column, ...]) -> list[Activating]:
    """List what a unit that is still to be activated might do."""
    return all_offers(ctx, (unit,), columns)


def all_offers(
    ctx: IdgCtx, units: Iterable[UnitId], columns: tuple[Column, ...]
) -> list[Activating]:
    """List what units that are still to be activated might do."""
    world, found = ctx.world, list[Activating]()
    special, trains = bool(world.engines or waters(ctx)), WAGONS.among(ctx.content)
    fighting = {unit for pair in world.melees for unit in pair.split("|")}
    free, engaged = _usual(columns, FREE), _usual(columns, IN_MELEE)
    for unit in units:
        if special or world.units[unit].lit or (trains and is_wagons(ctx, unit)):
            found += _offers(ctx, unit, columns)
        else:
            found += engaged[unit] if unit in fighting else free[unit]
    return found


class _Usual(dict[UnitId, tuple[Activating, ...]]):
    """What troops without boats, wagons or fire may do; as answers never change, made once."""

    def __init__(self, columns: tuple[Column, ...], kinds: tuple[type[Rolled], ...]) -> None:
        super().__init__()
        self.columns, self.kinds = columns, kinds

    def __missing__(self, unit: UnitId) -> tuple[Activating, ...]:
        if len(self) >= KEPT:
            self.clear()
        rolled = [kind(unit, one) for kind in self.kinds for one in self.columns]
        found = self[unit] = (Stand(unit), Face(unit), *rolled)  # type: ignore[arg-type]
        return found


@lru_cache(maxsize=8)
def _usual(columns: tuple[Column, ...], kinds: tuple[type[Rolled], ...]) -> _Usual:
    return _Usual(columns, kinds)


def _offers(ctx: IdgCtx, unit: UnitId, columns: Sequence[Column]) -> Iterator[Activating]:
    yield Stand(unit)
    yield Face(unit)
    if in_boats(ctx, unit):
        yield from (Sail(unit, one) for one in COLUMNS)
        ways = landing_ways(ctx, unit)
        yield from (Disembark(unit, way, attack) for way in ways for attack in (False, True))
        return
    yield from runs_of(ctx, unit, columns)
    if foes_in_melee(ctx, unit):
        yield from (kind(unit, one) for kind in IN_MELEE for one in columns)  # type: ignore[misc]
        return
    yield from (March(unit, one) for one in columns)
    if is_wagons(ctx, unit) and is_hitched(ctx, unit):
        yield from (Unhitch(unit, one) for one in columns)
    if waters(ctx):
        yield from (Embark(unit, way) for way in embarking_ways(ctx, unit))


def runs_of(ctx: IdgCtx, unit: UnitId, columns: Sequence[Column]) -> Iterator[Run]:
    """Offer a burning ox its eight directions, or the way it takes by itself."""
    if not must_run(ctx, unit):
        return
    first = ctx.world.units[unit].lit == ctx.world.turn
    ways = range(0, FULL_TURN, EIGHTH) if first else (-1,)
    yield from (Run(unit, one, way) for one in columns for way in ways)


# -- who is to be asked ---------------------------------------------------------------------------


@rule("IDG-5.8.6", "IDG-5.4.10")
def may_hide_some(ctx: IdgCtx, side: Seat) -> bool:
    """Could a side have concealed units, as far as its enemy knows?

    Armies are open. Who is not seen lies concealed or is held back, which looks alike until those
    held back have begun to roll.
    """
    rolling = ctx.world.turn >= FIRST_ARRIVALS
    unseen = ("concealed",) if rolling else ("concealed", "late")
    units = ctx.world.units.values()
    return bool([one for one in units if one.side == side and one.status in unseen])
