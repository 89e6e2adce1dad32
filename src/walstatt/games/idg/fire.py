"""Setting fires: who may, the attempt, and who burns with the place. IDG-10.

For the shooting phase: `fire_targets` lists what an element could set on fire, `may_set_fire`
judges one attempt, `fire_roll` is its die, `holds` tells after all shots whether the element still
makes its attempt, and `set_fire` resolves it. `burn_out` belongs at the end of the movement phase.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from walstatt.boards.contact import is_within
from walstatt.boards.polygons import Segment, contains, edges, nearest_points
from walstatt.boards.pose import Point, Spot, apart
from walstatt.boards.rectangle import Box, Rectangle, rectangle
from walstatt.boards.terrain import Area, is_in, is_near
from walstatt.games.idg.across import foes_met_by
from walstatt.games.idg.burning import FIRE_REACH, burning_areas, burning_part
from walstatt.games.idg.changes import lose_element
from walstatt.games.idg.engines import remove_engine
from walstatt.games.idg.fire_events import FireFailed, FireSet, FireSpoiled, TowerBurnt
from walstatt.games.idg.hulls import units_near
from walstatt.games.idg.land import land_of
from walstatt.games.idg.naming import thing_name, unit_name
from walstatt.games.idg.standing import elements_in_play
from walstatt.games.idg.troops import base_of
from walstatt.games.idg.weather import is_too_wet
from walstatt.games.idg.world import (
    TOUCH,
    ElementId,
    Fire,
    IdgCtx,
    in_play,
    is_in_play,
    profile_of,
    rect_of,
    shown,
    side_of,
    troop_of,
)
from walstatt.kernel.chance import D6, Meaning, Roll
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.ids import UnitId
from walstatt.kernel.ledger import Ledger, Quantity, Stage, contributes
from walstatt.kernel.trace import rule

BURNS: Final = ("village", "wood", "fields")
"""What can be set on fire. IDG-10.1.1."""
LIGHTERS: Final = ("skirmisher", "light_cavalry")
RETREATS_AT: Final = 4
"""With how many markers a unit must retreat, skirmishers with one less. IDG-13.2.4, IDG-13.2.5."""


# -- the number needed ----------------------------------------------------------------------------


class Tinder(Struct, frozen=True):
    """What the number needed depends on."""

    incendiary: bool


NEEDED: Quantity[Tinder] = Quantity("idg.fire_needed", "IDG-10.1.4", (Stage("base"), Stage("arms")))


@contributes(NEEDED, "IDG-10.1.4", "base")
def five_or_more(query: Tinder) -> int:
    """A fire is set on 5 or more."""
    del query
    return 5


@contributes(NEEDED, "IDG-18.12.17", "arms")
def rockets_and_lances(query: Tinder) -> int | None:
    """Rockets and fire lances set it on 4 or more."""
    return -1 if query.incendiary else None


class FireRoll(Meaning, frozen=True, tag="idg_fire"):
    """From the number needed on it burns."""

    needed: int

    def read(self, faces: Sequence[int]) -> bool:
        """Tell whether it burns."""
        return faces[0] >= self.needed

    def hits(self, faces: Sequence[int]) -> tuple[bool, ...]:
        """Mark the dice that set a fire."""
        return tuple(face >= self.needed for face in faces)


def needed_to_burn(ctx: IdgCtx, element: ElementId) -> Ledger:
    """Reckon what an element must roll."""
    special = profile_of(ctx, element).special
    return ctx.reckon(NEEDED, Tinder("rocket" in special or "fire_lance" in special))


@rule("IDG-10.1.4")
def fire_roll(ctx: IdgCtx, element: ElementId) -> Roll[int]:
    """Give the die of an attempt."""
    needed = needed_to_burn(ctx, element)
    seat, meaning = side_of(ctx, element), FireRoll(needed.total)
    return Roll("idg.roll.fire", "IDG-10.1.4", D6, 1, seat, meaning, (needed,))


# -- who may --------------------------------------------------------------------------------------


@rule("IDG-10.1.1", "IDG-10.1.7", "IDG-16.3.8")
def fire_targets(ctx: IdgCtx, element: ElementId) -> list[str]:
    """List the terrain and the siege towers that an element touches and could set on fire."""
    own, land = rect_of(ctx, element), land_of(ctx)
    found = [
        plot.feature for plot in land.plots if plot.soil in BURNS and is_near(own, plot.area, TOUCH)
    ]
    return found + [
        name
        for name, engine in ctx.world.engines.items()
        if engine.kind == "siege_tower"
        and engine.side != side_of(ctx, element)
        and is_within(own, tower_rect(ctx, name), TOUCH)
    ]


def tower_rect(ctx: IdgCtx, engine: str) -> Rectangle:
    """Give the ground of a siege tower: as deep as it is wide, like an elephant's."""
    return rectangle(ctx.world.engines[engine].pose, base_of("elephant", small=ctx.content.small))


def may_set_fire(ctx: IdgCtx, element: ElementId, what: str = "") -> list[Violation]:
    """List every reason why an element may not try to set a fire, there or anywhere."""
    if element not in ctx.world.elements:
        return [refuse("IDG-10.1.1", "idg.no.fire.gone")]
    return _flaws(ctx, element, what, fire_targets(ctx, element))


def open_to_fire(ctx: IdgCtx, element: ElementId) -> list[str]:
    """List what an element may try to set on fire now."""
    touched = fire_targets(ctx, element)
    return [what for what in touched if not _flaws(ctx, element, what, touched)]


def _flaws(ctx: IdgCtx, element: ElementId, what: str, targets: Sequence[str]) -> list[Violation]:
    found = _general_flaws(ctx, element)
    if what not in targets if what else not targets:
        found.append(refuse("IDG-10.1.1", "idg.no.fire.contact", element))
        return found
    chosen = what or targets[0]
    if chosen not in ctx.world.engines and not _is_lighter(ctx, element):
        found.append(refuse("IDG-10.1.1", "idg.no.fire.who", element))
    if _burns_there(ctx, element, chosen):
        found.append(refuse("IDG-10.2.3", "idg.no.fire.burns", element))
    return found


def may_light(ctx: IdgCtx, element: ElementId) -> bool:
    """May an element set fires at all, whatever the weather and whatever it touches?"""
    engines = ctx.world.engines
    if engines and any(one.kind == "siege_tower" for one in engines.values()):
        return True
    return _is_lighter(ctx, element)


@rule("IDG-10.1.2", "IDG-10.1.6")
def _general_flaws(ctx: IdgCtx, element: ElementId) -> list[Violation]:
    """Tell what keeps an element from it wherever it is."""
    found = []
    if not ctx.options.opt_fire:
        found.append(refuse("IDG-10.1.1", "idg.no.fire.off"))
    if is_too_wet(ctx):
        found.append(refuse("IDG-10.1.6", "idg.no.fire.wet"))
    if not is_in_play(ctx, ctx.world.elements[element].unit):
        found.append(refuse("IDG-10.1.1", "idg.no.fire.gone"))
    elif foes_met_by(ctx, element):
        found.append(refuse("IDG-10.1.2", "idg.no.fire.melee", element))
    return found


@rule("IDG-10.1.1")
def _is_lighter(ctx: IdgCtx, element: ElementId) -> bool:
    """Is it a general, a skirmisher or light cavalry?"""
    return ctx.world.elements[element].general or profile_of(ctx, element).troop in LIGHTERS


def _burns_there(ctx: IdgCtx, element: ElementId, what: str) -> bool:
    seat, far = seat_of(ctx, element, what), FIRE_REACH * ctx.content.mu
    fires = [fire for fire in ctx.world.fires if fire.feature == what]
    return any(what in ctx.world.engines or apart(seat, fire.seat) <= far for fire in fires)


@rule("IDG-10.1.5")
def seat_of(ctx: IdgCtx, element: ElementId, what: str) -> Spot:
    """Give the seat of a fire: where the element touches, with the middle of an edge if it can."""
    own = rect_of(ctx, element)
    area = land_of(ctx).areas.get(what)
    return own.pose.spot if area is None else _touched(own, area)


def _touched(own: Rectangle, area: Area) -> Spot:
    if contains(area.rings, own.pose.spot):
        return own.pose.spot
    rim = list(edges(own.corners))
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in rim]
    away, spot = _nearest(area, [(one, one) for one in middles])
    if away > TOUCH:
        _, spot = _nearest(area, rim)
    return round(spot[0]), round(spot[1])


def _nearest(area: Area, some: Sequence[Segment]) -> tuple[float, Point]:
    away, spot, _ = min(nearest_points(edges(ring), some) for ring in area.rings)
    return away, spot


# -- the attempt ----------------------------------------------------------------------------------


@rule("IDG-10.1.3")
def holds(ctx: IdgCtx, element: ElementId, markers: int) -> bool:
    """Does an attempt still count after this phase's shooting?

    `markers` is what the unit had before. It is lost if the element is gone, or if the shooting
    made its unit one that must retreat.
    """
    if element not in ctx.world.elements:
        return False
    unit = ctx.world.elements[element].unit
    one = ctx.world.units[unit]
    if not is_in_play(ctx, unit) or one.deed == "retreated":
        return False
    now = one.disorder + one.fresh
    return now <= markers or now < _retreats_at(ctx, unit)


def _retreats_at(ctx: IdgCtx, unit: UnitId) -> int:
    return RETREATS_AT - (troop_of(ctx, unit) == "skirmisher")


@rule("IDG-10.2.1", "IDG-10.1.4")
def set_fire(ctx: IdgCtx, element: ElementId, face: int, what: str = "") -> bool:
    """Resolve an attempt with its die; tell whether it burns."""
    chosen = what or fire_targets(ctx, element)[0]
    unit = unit_name(ctx, ctx.world.elements[element].unit)
    seat, words = side_of(ctx, element), thing_name(ctx, chosen)
    if face < needed_to_burn(ctx, element).total:
        ctx.emit(FireFailed(unit, words, seat=seat))
        return False
    spot = seat_of(ctx, element, chosen)
    ctx.world.fires = (*ctx.world.fires, Fire(chosen, spot, ctx.world.turn))
    ctx.emit(FireSet(unit, words, seat=seat))
    return True


def spoil(ctx: IdgCtx, element: ElementId, unit: UnitId) -> None:
    """Tell that an attempt came to nothing because its element was shot at."""
    del element
    ctx.emit(FireSpoiled(unit_name(ctx, unit), seat=ctx.world.units[unit].side))


# -- burning --------------------------------------------------------------------------------------


@rule("IDG-10.2.2")
def burn_out(ctx: IdgCtx) -> list[ElementId]:
    """Remove whoever is in a fire at the end of a movement phase after it was set."""
    lost: list[ElementId] = []
    for fire in ctx.world.fires:
        if fire.since >= ctx.world.turn:
            continue
        lost += _burnt(ctx, fire)
        if fire.feature in ctx.world.engines:
            side = remove_engine(ctx, fire.feature).side
            ctx.emit(TowerBurnt(seat=side))
    return lost


def _burnt(ctx: IdgCtx, fire: Fire) -> list[ElementId]:
    area = burning_part(ctx, fire)
    elements = elements_in_play(ctx) if area is None else _elements_near(ctx, area)
    doomed = [one for one in elements if _is_within(ctx, one, fire, area)]
    for element in doomed:
        lose_element(ctx, element, "IDG-10.2.2")
    return doomed


def _elements_near(ctx: IdgCtx, area: Area) -> Iterator[ElementId]:
    """Name the elements that may be in an area, and all if anybody may be aboard something."""
    if ctx.world.engines or land_of(ctx).works:
        yield from elements_in_play(ctx)
        return
    for unit in units_near(ctx, area.bounds, in_play(ctx), 0.0):
        yield from shown(ctx, unit)


def _is_within(ctx: IdgCtx, element: ElementId, fire: Fire, area: Area | None) -> bool:
    aboard = ctx.world.elements[element].aboard
    if aboard:
        return aboard == fire.feature
    return area is not None and is_in(rect_of(ctx, element), area)


def is_untenable(ctx: IdgCtx, box: Box) -> bool:
    """Is a base where it burns?"""
    return any(is_in(box, area) for area in burning_areas(ctx))
