"""Why units test their morale. IDG-12.1, IDG-12.2."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from walstatt.boards.contact import distance
from walstatt.boards.rectangle import Rectangle, rectangle
from walstatt.games.idg.commanding import is_independent_general
from walstatt.games.idg.levels import is_ships_gun
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.pairing import fighting_foes
from walstatt.games.idg.sight import line_to
from walstatt.games.idg.standing import is_unit_within, mu
from walstatt.games.idg.world import (
    ElementId,
    IdgCtx,
    IdgWorld,
    Loss,
    base_size,
    enemy_of,
    fielded,
    is_baggage,
    is_in_play,
    is_mounted,
    on_table,
    profile_of,
    rect_of,
    shown,
)
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel import trace
from walstatt.kernel.ids import RuleId, UnitId
from walstatt.kernel.trace import cite, rule

WITNESS: Final = 12
AMBUSH: Final = 6
OXEN: Final = 2
FEAR_RULES: Final[dict[str, RuleId]] = {"elephant": "IDG-12.2.4", "heavy_chariot": "IDG-12.2.5"}
SPECIAL_RULES: Final[dict[str, RuleId]] = {
    "rockets": "IDG-18.12.12",
    "fire_lance_shots": "IDG-18.12.15",
    "fire_lances": "IDG-18.12.16",
    "flames": "IDG-18.12.21",
    "bombs": "IDG-18.12.24",
}
"""What shooting notes in `world.shaken`, and contact with fire lances. IDG-12.2.16."""
LANCES: Final = "fire_lances"


class Test(Struct, frozen=True, gc=False):
    """One test that a unit has to take, and why."""

    __test__ = False  # not for pytest

    unit: UnitId
    cause: str
    rule: RuleId
    about: str = ""
    """The unit that was lost, or that frightens it."""


def cause_words(ctx: IdgCtx, test: Test) -> Message:
    """Say why a unit tests."""
    if test.about:
        return say(f"idg.cause.{test.cause}", unit=unit_name(ctx, UnitId(test.about)))
    return say(f"idg.cause.{test.cause}")


# -- who ------------------------------------------------------------------------------------------


@rule("IDG-12.1.1", "IDG-12.1.2", "IDG-18.12.34", "IDG-5.10.2")
def may_test(ctx: IdgCtx, unit: UnitId) -> bool:
    """Does a unit ever test? Not generals alone, baggage, fire oxen, nor who is hidden or gone."""
    one = ctx.world.units[unit]
    if one.status != "table" or one.dummy or not one.elements or is_baggage(ctx, unit):
        return False
    if is_ships_gun(ctx, unit):
        return False
    if one.arrived == ctx.world.turn:
        cite("IDG-5.9.7")
    return not is_independent_general(ctx, unit) and not is_fire_ox(ctx, unit)


def is_fire_ox(ctx: IdgCtx, unit: UnitId) -> bool:
    """Is it a fire ox? IDG-18.12.25."""
    elements = ctx.world.units[unit].elements
    return bool(elements) and "fire_ox" in profile_of(ctx, elements[0]).special


def testers(ctx: IdgCtx) -> list[UnitId]:
    """List the units that may have to test, Side 1 first."""
    first = ctx.world.first
    units = on_table(ctx, first) + on_table(ctx, enemy_of(first))
    return [unit for unit in units if may_test(ctx, unit)]


# -- what happened --------------------------------------------------------------------------------


@rule("IDG-12.1.3", "IDG-7.2.11")
def due_tests(ctx: IdgCtx) -> list[Test]:
    """List all tests that this turn has brought so far, unit by unit."""
    oxen, lances = lit_oxen(ctx), beside_lances(ctx)
    if trace.listener is None and _was_calm(ctx.world) and not oxen and not lances:
        return []
    return [
        test
        for unit in testers(ctx)
        for test in (
            *loss_tests(ctx, unit, ctx.world.losses),
            *_ambushed(ctx, unit),
            *_frightened(ctx, unit),
            *_baggage_lost(ctx, unit),
            *_special(ctx, unit, lances),
            *_near_oxen(ctx, unit, oxen),
        )
    ]


def _was_calm(world: IdgWorld) -> bool:
    """Has nothing happened this turn that anybody tests for?"""
    happened = world.losses or world.sprung or world.scared or world.captured or world.shaken
    return not happened


@rule("IDG-12.2.17")
def later_tests(ctx: IdgCtx, seen: int) -> list[Test]:
    """List the tests for what was lost since so many losses were dealt with."""
    new = ctx.world.losses[seen:]
    if trace.listener is None and not new:
        return []
    return [test for unit in testers(ctx) for test in loss_tests(ctx, unit, new)]


def loss_tests(ctx: IdgCtx, unit: UnitId, losses: Sequence[Loss]) -> Iterator[Test]:
    """List the tests of a unit for elements, units and generals that were lost."""
    side = ctx.world.units[unit].side
    for loss in losses:
        if loss.side != side:
            continue
        if loss.unit == unit:
            if loss.shot:
                cite("IDG-9.7.7")
            yield own_loss(unit)
        elif _is_witnessed(ctx, unit, loss):
            yield Test(unit, "unit_lost", "IDG-12.2.1", loss.unit)
        if loss.general:
            yield from _general_lost(ctx, unit, loss)


@rule("IDG-12.2.9")
def own_loss(unit: UnitId) -> Test:
    """Test for an element of one's own."""
    return Test(unit, "own_element", "IDG-12.2.9")


# -- friends lost ---------------------------------------------------------------------------------


@rule("IDG-12.2.1", "IDG-12.2.2", "IDG-12.2.14", "IDG-12.2.18", "IDG-18.12.32", "IDG-A5", "IDG-A70")
def _is_witnessed(ctx: IdgCtx, unit: UnitId, loss: Loss) -> bool:
    """Did a unit see friends being destroyed within 12 MU?

    The place of the last element counts, or of the nearest one of a unit that scattered as a whole;
    in the other reading that of every element, once for such a unit.
    """
    scattered = _scattered(ctx, loss)
    if not loss.last and (ctx.options.var_witness == "unit" or scattered):
        return False
    places = _places_left(ctx, loss.unit) if scattered else [place_of(ctx, loss)]
    near, far, place = min(
        ((*nearest_to(ctx, unit, place), place) for place in places), key=lambda one: one[1]
    )
    return far <= mu(ctx, WITNESS) and line_to(ctx, near, place).is_free


def _places_left(ctx: IdgCtx, unit: UnitId) -> list[Rectangle]:
    """Give the ground of all elements that were removed with their unit."""
    elements = ctx.world.elements
    left = [elements[name] for name in ctx.world.units[unit].elements]
    return [rectangle(one.pose, base_size(ctx, ctx.content.profiles[one.profile])) for one in left]


def _scattered(ctx: IdgCtx, loss: Loss) -> bool:
    """Was an element removed with its whole unit? Such a unit keeps its list of elements."""
    one = ctx.world.units[loss.unit]
    places = [ctx.world.elements[name].pose for name in one.elements if name in ctx.world.elements]
    return one.status == "destroyed" and loss.at in places


def place_of(ctx: IdgCtx, loss: Loss) -> Rectangle:
    """Give the ground where a lost element stood."""
    return rectangle(loss.at, base_size(ctx, ctx.content.profiles[loss.profile]))


@rule("IDG-12.2.18")
def nearest_to(ctx: IdgCtx, unit: UnitId, place: Rectangle) -> tuple[ElementId, float]:
    """Find the element of a unit nearest to a place, and how far that is."""
    found = [(distance(rect_of(ctx, one), place), one) for one in shown(ctx, unit)]
    far, near = min(found, key=lambda one: one[0])
    return near, far


# -- the general ----------------------------------------------------------------------------------


@rule("IDG-12.2.10", "IDG-12.2.11", "IDG-12.2.12", "IDG-12.2.13", "IDG-A30")
def _general_lost(ctx: IdgCtx, unit: UnitId, loss: Loss) -> Iterator[Test]:
    """Test for the general: near him, or everywhere if his unit was destroyed with him.

    In an impetuous army twice.
    """
    times = 2 if fielded(ctx, loss.side).command == "impetuous" else 1
    if _fell_with_unit(ctx, loss):
        test = Test(unit, "generals_unit", "IDG-12.2.11", loss.unit)
    elif nearest_to(ctx, unit, place_of(ctx, loss))[1] <= mu(ctx, WITNESS):
        test = Test(unit, "general", "IDG-12.2.10")
    else:
        return
    yield from [test] * times


def _fell_with_unit(ctx: IdgCtx, loss: Loss) -> bool:
    one = ctx.world.units[loss.unit]
    return one.status == "destroyed" and one.size > 1


# -- fear -----------------------------------------------------------------------------------------


@rule("IDG-12.2.3", "IDG-5.8.11")
def _ambushed(ctx: IdgCtx, unit: UnitId) -> Iterator[Test]:
    """Test once if enemies who came or shot out of concealment this turn are within 6 MU."""
    side = ctx.world.units[unit].side
    for foe in ctx.world.sprung:
        if ctx.world.units[foe].side == side or not is_in_play(ctx, foe):
            continue
        if is_unit_within(ctx, unit, foe, AMBUSH):
            yield Test(unit, "ambush", "IDG-12.2.3", foe)
            return


@rule("IDG-12.2.4", "IDG-12.2.5", "IDG-12.2.6", "IDG-12.2.7", "IDG-A29")
def _frightened(ctx: IdgCtx, unit: UnitId) -> Iterator[Test]:
    """Test for elephants, and for heavy chariots, that came near for the first time."""
    for what in ctx.world.scared.get(unit, ()):
        yield Test(unit, what, FEAR_RULES[what])


@rule("IDG-12.2.15", "IDG-5.10.5", "IDG-A63")
def _baggage_lost(ctx: IdgCtx, unit: UnitId) -> Iterator[Test]:
    """Test if the baggage of the army was captured this turn."""
    if ctx.world.units[unit].side in ctx.world.captured:
        yield Test(unit, "baggage", "IDG-12.2.15")


@rule("IDG-12.2.16")
def _special(ctx: IdgCtx, unit: UnitId, lances: Sequence[UnitId]) -> Iterator[Test]:
    """Test for rockets, lances, flames and bombs."""
    noted = ctx.world.shaken.get(unit, ())
    felt = (LANCES,) if unit in lances and LANCES not in noted else ()
    for what in (*noted, *felt):
        cited = SPECIAL_RULES.get(what, "IDG-12.2.16")
        cite(cited)
        yield Test(unit, what, cited)


@rule("IDG-18.12.16")
def beside_lances(ctx: IdgCtx) -> list[UnitId]:
    """List the mounted units that are in contact with fire lances when the melees are over."""
    if ctx.world.phase != "morale":
        return []
    engaged = {unit for key in ctx.world.melees for unit in key.split("|")}
    return [
        unit
        for unit in on_table(ctx)
        if unit in engaged and any(_feels_lances(ctx, element) for element in shown(ctx, unit))
    ]


def _feels_lances(ctx: IdgCtx, element: ElementId) -> bool:
    if not is_mounted(profile_of(ctx, element)):
        return False
    return any("fire_lance" in profile_of(ctx, foe).special for foe in fighting_foes(ctx, element))


def lit_oxen(ctx: IdgCtx) -> list[UnitId]:
    """List the fire oxen of either side that burn."""
    return [one for one in on_table(ctx) if ctx.world.units[one].lit and is_fire_ox(ctx, one)]


@rule("IDG-18.12.33")
def _near_oxen(ctx: IdgCtx, unit: UnitId, oxen: Sequence[UnitId]) -> Iterator[Test]:
    """Test for every lit fire ox of either side within 2 MU."""
    for ox in oxen:
        if is_unit_within(ctx, unit, ox, OXEN):
            yield Test(unit, "fire_ox", "IDG-18.12.33", ox)
