"""The line of a shot: over whom it may go, and from which rank. IDG-9.5.1 to IDG-9.5.5.

Read as at the table: an element is behind friends if its front edge touches their rear edges along
some length; those are the ones it may shoot over, a skirmisher also over those of their unit who
stand before them in the same way, rank by rank. Ranks are counted along the shooter's facing, or
for those who shoot all round along the side of their base that points to the target; only elements
that can shoot make a rank, and only if they stand before the shooter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from walstatt.boards.arcs import is_same_facing, quadrant
from walstatt.boards.formation import ALIKE, ranks_before
from walstatt.boards.pose import QUARTER_TURN, heading, turned
from walstatt.boards.rectangle import EDGES, Box, Rectangle
from walstatt.games.idg.hulls import Hull, hull_around, units_near
from walstatt.games.idg.land import hill_under, land_of
from walstatt.games.idg.lookout import lookout
from walstatt.games.idg.registers import Register, stamp_of
from walstatt.games.idg.sight import View, line_to, sees, shooting_line
from walstatt.games.idg.standing import contacts_between, elements_on_table
from walstatt.games.idg.troops import Profile
from walstatt.games.idg.viewpoints import ALL_ROUND
from walstatt.games.idg.works import is_on_height
from walstatt.games.idg.world import (
    TOUCH,
    ElementId,
    IdgCtx,
    on_table,
    profile_of,
    rect_of,
    shown,
    side_of,
)
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.ledger import Ledger
from walstatt.kernel.trace import rule

ONE_RANK: Final = ("light_chariot", "heavy_chariot", "elephant", "artillery")
"""Of whom only one rank shoots; of all others two do. IDG-9.5.1."""


Shot: TypeAlias = Literal["direct", "overhead", "none"]


class Flight(NamedTuple):
    """The line of a shot, whether it goes over others, and why it cannot be shot."""

    view: View
    overhead: bool
    flaws: tuple[Violation, ...] = ()

    @property
    def is_free(self) -> bool:
        """Can the shot be made?"""
        return not self.flaws


class Findings:
    """What is known already of the shots of one position."""

    def __init__(self, state: tuple[object, ...]) -> None:
        self.state = state
        """All on which shots depend."""
        self.flights = dict[tuple[ElementId, ElementId], Flight]()
        self.shots = dict[tuple[ElementId, ElementId], Shot]()
        self.marks = dict[ElementId, Any]()
        self.duties = dict[ElementId, Any]()
        self.offers = dict[tuple[object, ...], Any]()
        self.contacts = dict[ElementId, list[ElementId]]()
        self.heads_for = dict[ElementId, list[UnitId]]()
        self.comes_at = dict[tuple[ElementId, UnitId], bool]()
        self.ranks = dict[tuple[ElementId, int], int]()
        self.foes_near = dict[UnitId, list[tuple[ElementId, Rectangle]]]()
        self.units_close = dict[UnitId, tuple[bool, list[UnitId]]]()
        self.targets = dict[ElementId, bool]()
        self.ledgers = dict[tuple[ElementId, ElementId], Ledger]()
        self.busy = dict[tuple[UnitId, ...], list[UnitId]]()
        self.tinder: list[Hull] | None = None


class _Kept:
    """What was found last."""

    latest: Findings | None = None


_KEPT: Final = _Kept()


def findings(ctx: IdgCtx) -> Findings:
    """Give what is known of the shots of a position; it is kept as long as nothing changes."""
    world = ctx.world
    elements, units, engines = world.elements, world.units, world.engines
    state = (
        elements.stamp if type(elements) is Register else stamp_of(elements),
        units.stamp if type(units) is Register else stamp_of(units),
        ctx.rules,
        world.shots,
        world.melees,
        world.trails,
        world.turn,
        world.ground,
        world.fires,
        world.wind,
        world.weather,
        tuple(engines.values()) if engines else (),
    )
    latest = _KEPT.latest
    if latest is None or latest.state != state:
        latest = _KEPT.latest = Findings(state)
    return latest


def is_all_round(ctx: IdgCtx, element: ElementId) -> bool:
    """Does an element shoot in all directions? Artillery does so aboard a ship. IDG-17.3.5."""
    if profile_of(ctx, element).troop in ALL_ROUND:
        return True
    engines = ctx.world.engines
    engine = engines.get(ctx.world.elements[element].aboard) if engines else None
    return engine is not None and engine.kind == "ship"


# -- the line -------------------------------------------------------------------------------------


def flight(ctx: IdgCtx, shooter: ElementId, target: ElementId) -> Flight:
    """Give the line of a shot; in one position it is looked for once."""
    flights = findings(ctx).flights
    known = flights.get((shooter, target))
    if known is None:
        known = flights[shooter, target] = _flight(ctx, shooter, target)
    return known


def shot_of(ctx: IdgCtx, shooter: ElementId, target: ElementId) -> Shot:
    """Tell whether a shot can be made, and how, without asking why not."""
    shots = findings(ctx).shots
    known = shots.get((shooter, target))
    if known is None:
        known = shots[shooter, target] = _shot(ctx, shooter, target)
    return known


@rule("IDG-9.1.3", "IDG-9.5.5")
def _shot(ctx: IdgCtx, shooter: ElementId, target: ElementId) -> Shot:
    there = lookout(ctx)
    if there.unseen(shooter, target) is not None:
        return "none"
    if there.is_clear(shooter, target, shot=True):
        return "direct"
    over = overshot(ctx, shooter, target)
    clear = bool(over) and there.is_clear(shooter, target, shot=True, over=over)
    return "overhead" if clear else "none"


@rule("IDG-9.1.3", "IDG-9.5.5")
def _flight(ctx: IdgCtx, shooter: ElementId, target: ElementId) -> Flight:
    """Find the line of a shot: a free one, or one over friends who may be shot over."""
    plain = shooting_line(ctx, shooter, target)
    if plain.is_free:
        return Flight(plain, overhead=False)
    over = overshot(ctx, shooter, target)
    view = shooting_line(ctx, shooter, target, over) if over else plain
    if view.is_free:
        return Flight(view, overhead=True)
    return Flight(view, overhead=False, flaws=tuple(_flaws(ctx, shooter, target, view)))


@rule("IDG-9.5.4", "IDG-16.1.7")
def flight_to(ctx: IdgCtx, shooter: ElementId, box: Box, works: Collection[str]) -> Flight:
    """Find the line of a shot at a gate or a siege tower, over anybody on level ground."""
    plain = line_to(ctx, shooter, box, works, shot=True)
    if plain.is_free:
        return Flight(plain, overhead=False)
    view = line_to(ctx, shooter, box, works, shot=True, over=level_troops(ctx, shooter))
    flaws = [] if view.is_free else list(_seen_flaws(view, ""))
    return Flight(view, overhead=True, flaws=tuple(flaws))


def _flaws(ctx: IdgCtx, shooter: ElementId, target: ElementId, view: View) -> Iterator[Violation]:
    yield from _seen_flaws(view, target)
    skirmishes = profile_of(ctx, shooter).troop == "skirmisher"
    before = _ranks_before(ctx, shooter) if skirmishes else friends_before(ctx, shooter)
    blind = [one for one in before if not sees(ctx, one, target)]
    if not blind or not any(one.id in blind for one in view.by):
        return
    if skirmishes:
        yield refuse("IDG-9.5.3", "idg.no.shot.friends_blind", target)
    elif _shoots_over_own(ctx, shooter):
        yield refuse("IDG-9.5.2", "idg.no.shot.front_blind", target)


def _seen_flaws(view: View, target: str) -> Iterator[Violation]:
    if any(one.screen == "element" for one in view.by):
        yield refuse("IDG-9.5.5", "idg.no.shot.over", target)
    yield from (one for one in view.violations(target) if one.rule != "IDG-4.3.4")


# -- over whom ------------------------------------------------------------------------------------


def overshot(ctx: IdgCtx, shooter: ElementId, target: ElementId) -> tuple[ElementId, ...]:
    """List the elements over which an element may shoot at a target."""
    over = dict.fromkeys((*_own_rank(ctx, shooter, target), *_screen(ctx, shooter, target)))
    if is_on_height(ctx, shooter) or is_on_height(ctx, target):
        over |= dict.fromkeys(level_troops(ctx, shooter))
    return tuple(one for one in over if one != target)


@rule("IDG-9.5.2")
def _own_rank(ctx: IdgCtx, shooter: ElementId, target: ElementId) -> list[ElementId]:
    """List those of the rank before it, of its own unit, who see the target."""
    if not _shoots_over_own(ctx, shooter):
        return []
    return [
        one
        for one in friends_before(ctx, shooter)
        if _unit(ctx, one) == _unit(ctx, shooter) and sees(ctx, one, target)
    ]


def _shoots_over_own(ctx: IdgCtx, shooter: ElementId) -> bool:
    profile = profile_of(ctx, shooter)
    return profile.troop in ("warrior", "heavy_cavalry") and profile.weapon in ("bow", "crossbow")


@rule("IDG-9.5.3")
def _screen(ctx: IdgCtx, shooter: ElementId, target: ElementId) -> list[ElementId]:
    """List the friends before a skirmisher, of any unit, if one of them sees the target."""
    if profile_of(ctx, shooter).troop != "skirmisher":
        return []
    found = _ranks_before(ctx, shooter)
    return found if any(sees(ctx, one, target) for one in found) else []


def _ranks_before(ctx: IdgCtx, shooter: ElementId) -> list[ElementId]:
    """List the friends right before an element, and all ranks of their units before those."""
    found, rank = dict[ElementId, None](), friends_before(ctx, shooter)
    while rank:
        found |= dict.fromkeys(rank)
        rank = [
            one
            for behind in rank
            for one in friends_before(ctx, behind)
            if _unit(ctx, one) == _unit(ctx, behind) and one not in found
        ]
    return list(found)


def friends_before(ctx: IdgCtx, shooter: ElementId) -> list[ElementId]:
    """List the friends right behind whom an element stands, facing the same way."""
    facing = ctx.world.elements[shooter].pose.facing
    return [
        one
        for one in close_to(ctx, shooter, side_of(ctx, shooter), 0)
        if one != shooter
        and is_same_facing(facing, ctx.world.elements[one].pose.facing, ALIKE)
        and _is_right_behind(ctx, shooter, one)
    ]


def close_to(ctx: IdgCtx, element: ElementId, side: Seat, reach: float) -> Iterator[ElementId]:
    """Name the elements of a side that may be within a reach of an element; a quick first look."""
    around = hull_around(rect_of(ctx, element))
    for unit in units_near(ctx, around, on_table(ctx, side), reach + TOUCH):
        yield from shown(ctx, unit)


def _is_right_behind(ctx: IdgCtx, shooter: ElementId, other: ElementId) -> bool:
    found = contacts_between(ctx, shooter, other)
    return any(one.own == "front" and one.other == "rear" and one.length > TOUCH for one in found)


@rule("IDG-9.5.4")
def level_troops(ctx: IdgCtx, shooter: ElementId) -> list[ElementId]:
    """List the troops on level ground, over whom one shoots at walls and down from them."""
    land = land_of(ctx)
    return [
        one
        for one in elements_on_table(ctx)
        if one != shooter
        and not ctx.world.elements[one].aboard
        and hill_under(land, rect_of(ctx, one)) is None
    ]


def _unit(ctx: IdgCtx, element: ElementId) -> str:
    return ctx.world.elements[element].unit


# -- ranks ----------------------------------------------------------------------------------------


@rule("IDG-9.5.1")
def rank_flaws(ctx: IdgCtx, shooter: ElementId, target: Box, at: str = "") -> list[Violation]:
    """Refuse a shot from too far behind in its unit."""
    most = 1 if profile_of(ctx, shooter).troop in ONE_RANK else 2
    if rank_of(ctx, shooter, target) <= most:
        return []
    return [refuse("IDG-9.5.1", "idg.no.shot.ranks", at, n=most)]


def rank_of(ctx: IdgCtx, shooter: ElementId, target: Box) -> int:
    """Count the ranks of its unit that can shoot, up to and with that of the shooter."""
    own = rect_of(ctx, shooter)
    facing = own.pose.facing
    if is_all_round(ctx, shooter):
        facing = turned(facing, QUARTER_TURN * EDGES.index(quadrant(own, target)))
    ranks = findings(ctx).ranks
    known = ranks.get((shooter, facing))
    if known is None:
        known = ranks[shooter, facing] = _rank(ctx, shooter, own, facing)
    return known


def _rank(ctx: IdgCtx, shooter: ElementId, own: Rectangle, facing: int) -> int:
    friends = list[Rectangle]()
    kind: Profile | None = None
    shoots = False
    for one in shown(ctx, ctx.world.elements[shooter].unit):
        profile = profile_of(ctx, one)
        if profile is not kind:
            kind, shoots = profile, profile.missile is not None
        if shoots and one != shooter:
            friends.append(rect_of(ctx, one))
    return ranks_before(own, friends, heading(facing), TOUCH)
