"""Getting off and on: who may, and where the bases then stand. IDG-14.1, IDG-14.2, IDG-14.3.

Bases of foot are not as deep as those of riders. Who dismounts keeps the middle of his front; those
who stood right behind close up. Who mounts keeps his front if there is room: those behind are
pushed straight back, and if that will not do the whole unit is brought forward a little. Where
there is no room at all, where an enemy would be touched or riders may not be, nobody mounts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import ceil
from typing import Final

from msgspec.structs import replace

from walstatt.boards.contact import (
    OVERLAP,
    any_upon,
    is_any_upon_another,
    is_within,
    overlap,
    shared_edges,
)
from walstatt.boards.pose import Base, Pose, between, heading, opposite, posed, shifted
from walstatt.boards.rectangle import Rectangle, rectangle
from walstatt.boards.table import ROUNDING
from walstatt.games.idg.contacting import engaged_elsewhere
from walstatt.games.idg.facing import facing_of
from walstatt.games.idg.glancing import is_on_table, is_open_to
from walstatt.games.idg.going import poses_of
from walstatt.games.idg.ground import Mover, mover, why_forbidden
from walstatt.games.idg.hulls import hull_of_rects, units_near
from walstatt.games.idg.levels import takes_ground
from walstatt.games.idg.melee_events import CaughtRiding
from walstatt.games.idg.mounting_events import Dismounted, Mounted, Mounting, NoRoomToMount
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.profiles import SWORDSMEN
from walstatt.games.idg.sight import visible_foes
from walstatt.games.idg.standing import foes_touching, mu
from walstatt.games.idg.troops import Profile, base_of
from walstatt.games.idg.whereabouts import Place, whereabouts
from walstatt.games.idg.world import (
    ON_FOOT,
    TOUCH,
    ElementId,
    Form,
    IdgCtx,
    foot_key,
    in_play,
    is_in_play,
    is_mounted,
    profile_key,
    rect_of,
    shown,
)
from walstatt.kernel import trace
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.events import Event
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.trace import rule

STEPS: Final = 4
"""In how many steps a unit that mounts is brought forward to find room."""
BESIDE: Final = 20
"""How close, in 0.1 mm, ranks stand that close up together."""
ALIKE: Final = 500
"""How far the facings of two ranks may differ."""
TRIES: Final = 12
KEPT: Final = 1_024
"""How many ways in which units mount are remembered."""
MODELS_SEEN_WITHIN: Final = 6
"""How near an enemy troops still ride of which only models on foot are there. IDG-14.2.5."""

# -- who is up, and who is down -------------------------------------------------------------------


@rule("IDG-14.1.1", "IDG-14.3.5")
def is_up(ctx: IdgCtx, unit: UnitId) -> bool:
    """Is somebody of a unit mounted who can fight on foot? Elephants' crews never can."""
    return up_or_down(ctx, unit)[0]


def up_or_down(ctx: IdgCtx, unit: UnitId) -> tuple[bool, bool]:
    """Tell whether somebody of a unit is mounted who can dismount, and whether it can mount."""
    form = ctx.world.units[unit].form
    if form == "usual":
        return _mounts(ctx, unit)
    return form == "riding", form == "dismounted"


def has_riders(ctx: IdgCtx, unit: UnitId) -> bool:
    """Has a unit cavalry or chariots, or a general on horseback?"""
    return _mounts(ctx, unit)[0]


@rule("IDG-14.3.1")
def has_horses(ctx: IdgCtx, unit: UnitId) -> bool:
    """Is it foot that was given horses, every element of it, riders with it aside?"""
    return _mounts(ctx, unit)[1]


def _mounts(ctx: IdgCtx, unit: UnitId) -> tuple[bool, bool]:
    """Tell whether a unit has riders, and whether it is foot with horses."""
    elements, content = ctx.world.elements, ctx.content
    members = ctx.world.units[unit].elements
    names = tuple(map(profile_key, map(elements.__getitem__, members)))
    known = content.mounts.get(names)
    if known is None:
        profiles = [content.profiles[one] for one in names]
        horses = any(one.mounted_infantry for one in profiles) and all(
            one.mounted_infantry or is_mounted(one) for one in profiles
        )
        riders = any(one in content.on_foot for one in names)
        known = content.mounts[names] = (riders, horses)
    return known


def is_down(ctx: IdgCtx, unit: UnitId) -> bool:
    """Is a unit on foot that could mount?"""
    return up_or_down(ctx, unit)[1]


def mounted_form(ctx: IdgCtx, unit: UnitId) -> Form:
    """Give the form in which a unit is mounted."""
    return "riding" if has_horses(ctx, unit) else "usual"


def form_on_foot(ctx: IdgCtx, unit: UnitId) -> Form:
    """Give the form in which a unit is on foot."""
    return "dismounted" if has_riders(ctx, unit) else "usual"


def _members(ctx: IdgCtx, unit: UnitId) -> tuple[ElementId, ...]:
    return ctx.world.units[unit].elements


def _usual(ctx: IdgCtx, element: ElementId) -> Profile:
    return ctx.content.profiles[ctx.world.elements[element].profile]


@rule("IDG-14.1.9", "IDG-18.12.6")
def may_be_swordsmen(ctx: IdgCtx, unit: UnitId) -> bool:
    """May the riders of a unit choose to be swordsmen on foot?"""
    elements, known = ctx.world.elements, ctx.content.on_foot
    return any(elements[one].profile + SWORDSMEN in known for one in _members(ctx, unit))


# -- why not --------------------------------------------------------------------------------------


@rule("IDG-14.1.2")
def dismount_flaws(ctx: IdgCtx, unit: UnitId, *, swordsmen: bool = False) -> Iterator[Violation]:
    """Say why a unit may not dismount at the start of a movement phase."""
    if not is_in_play(ctx, unit):
        yield refuse("IDG-14.1.2", "idg.no.mount.gone")
        return
    name = unit_name(ctx, unit)
    if not is_up(ctx, unit):
        yield refuse("IDG-14.1.1", "idg.no.mount.on_foot", unit=name)
    if swordsmen and not may_be_swordsmen(ctx, unit):
        yield refuse("IDG-14.1.9", "idg.no.mount.swordsmen", unit=name)
    for foe in engaged_elsewhere(ctx, unit)[:1]:
        yield refuse("IDG-14.1.2", "idg.no.mount.melee", unit=name, foe=unit_name(ctx, foe))
    if _is_aboard(ctx, unit):
        yield refuse("IDG-17.2.4", "idg.no.mount.aboard", unit=name)


@rule("IDG-14.1.3", "IDG-14.2.1", "IDG-14.2.3", "IDG-14.2.5")
def remount_flaws(ctx: IdgCtx, unit: UnitId) -> Iterator[Violation]:
    """Say why a unit may not begin to mount, which takes it the whole turn."""
    one, name = ctx.world.units[unit], unit_name(ctx, unit)
    if not is_in_play(ctx, unit):
        yield refuse("IDG-14.2.1", "idg.no.mount.gone")
        return
    if not is_down(ctx, unit):
        yield refuse("IDG-14.2.1", "idg.no.mount.mounted", unit=name)
        return
    if one.afoot and one.afoot == ctx.world.turn:
        yield refuse("IDG-14.1.3", "idg.no.mount.just_now", unit=name)
    if one.deed == "retreated":
        yield refuse("IDG-14.2.1", "idg.no.mount.retreated", unit=name)
    if ctx.options.opt_models_only:
        yield refuse("IDG-14.2.5", "idg.no.mount.models", unit=name)
    foes = engaged_elsewhere(ctx, unit)
    if foes:
        foe = unit_name(ctx, foes[0])
        yield refuse("IDG-14.2.3", "idg.no.mount.melee", unit=name, foe=foe)
    elif _is_aboard(ctx, unit) or mounted_places(ctx, unit) is None:
        yield refuse("IDG-14.2.4", "idg.no.mount.no_room", unit=name)


def _is_aboard(ctx: IdgCtx, unit: UnitId) -> bool:
    return any(ctx.world.elements[one].aboard for one in _members(ctx, unit))


# -- doing it -------------------------------------------------------------------------------------


@rule("IDG-14.1.2", "IDG-14.1.3", "IDG-14.1.10", "IDG-14.3.4")
def dismount(ctx: IdgCtx, unit: UnitId, *, swordsmen: bool = False) -> None:
    """Let a unit dismount, which is no move; horses and vehicles are not shown."""
    poses = dismounted_places(ctx, unit)
    one = ctx.world.units[unit]
    ctx.world.units[unit] = replace(
        one, form=form_on_foot(ctx, unit), afoot=ctx.world.turn, swordsmen=swordsmen
    )
    _place(ctx, poses)
    tell(ctx, unit, Dismounted(unit_name(ctx, unit), seat=one.side))


@rule("IDG-14.2.1")
def start_to_mount(ctx: IdgCtx, unit: UnitId) -> None:
    """Let a unit begin to mount."""
    one = ctx.world.units[unit]
    ctx.world.units[unit] = replace(one, form="remounting")
    tell(ctx, unit, Mounting(unit_name(ctx, unit), seat=one.side))


@rule("IDG-14.2.3", "IDG-14.2.4", "IDG-17.2.4")
def finish_mounting(ctx: IdgCtx) -> None:
    """Mount everybody at the start of a turn who took the last one for it, or who has landed.

    Who is in melee by then, or has no room, stays on foot.
    """
    for unit in in_play(ctx):
        form = ctx.world.units[unit].form
        if form == "remounting" or (form == "afloat" and not _is_aboard(ctx, unit)):
            _mount(ctx, unit)


def _mount(ctx: IdgCtx, unit: UnitId) -> None:
    one = ctx.world.units[unit]
    poses = None if engaged_elsewhere(ctx, unit) else mounted_places(ctx, unit)
    if poses is None:
        ctx.world.units[unit] = replace(one, form=form_on_foot(ctx, unit))
        tell(ctx, unit, NoRoomToMount(unit_name(ctx, unit), seat=one.side))
        return
    form = mounted_form(ctx, unit)
    ctx.world.units[unit] = replace(one, form=form, swordsmen=False, afoot=0)
    _place(ctx, poses)
    tell(ctx, unit, Mounted(unit_name(ctx, unit), seat=one.side))


def _place(ctx: IdgCtx, poses: Mapping[ElementId, Pose]) -> None:
    for element, pose in poses.items():
        ctx.world.elements[element] = replace(ctx.world.elements[element], pose=pose)


def tell(ctx: IdgCtx, unit: UnitId, event: Event) -> None:
    """Tell everybody; what a concealed unit does only its owner. IDG-5.8.6."""
    if ctx.telling:
        one = ctx.world.units[unit]
        ctx.emit(event, (one.side,) if one.status == "concealed" else None)


@rule("IDG-14.2.5")
def get_off_in_sight(ctx: IdgCtx) -> None:
    """Let all riders dismount for good where only models on foot are there, near an enemy."""
    if not ctx.options.opt_models_only:
        return
    for unit in in_play(ctx):
        if is_up(ctx, unit) and not _is_aboard(ctx, unit) and _has_foe_near(ctx, unit):
            dismount(ctx, unit)


def _has_foe_near(ctx: IdgCtx, unit: UnitId) -> bool:
    far, own = mu(ctx, MODELS_SEEN_WITHIN), [rect_of(ctx, one) for one in shown(ctx, unit)]
    foes = [rect_of(ctx, foe) for foe in visible_foes(ctx, unit)]
    return any(is_within(one, foe, far) for one in own for foe in foes)


@rule("IDG-11.5.7", "IDG-14.3.3")
def dismount_caught(ctx: IdgCtx, units: Iterable[UnitId]) -> None:
    """Let foot on horses that is in melee dismount at once; ranks that fight nobody close up."""
    for unit in units:
        one = ctx.world.units[unit]
        if one.form != "riding" or not engaged_elsewhere(ctx, unit):
            continue
        poses = {} if has_riders(ctx, unit) else dismounted_places(ctx, unit)
        fighting = [element for element in poses if foes_touching(ctx, element)]
        ctx.world.units[unit] = replace(one, form="usual")
        _place(ctx, {element: poses[element] for element in poses if element not in fighting})
        if ctx.telling:
            ctx.emit(CaughtRiding(unit_name(ctx, unit), seat=one.side))


@rule("IDG-14.2.5", "IDG-14.3.4")
def get_off_to_shoot(ctx: IdgCtx, unit: UnitId) -> None:
    """Let foot on horses that shoots dismount first, where only models on foot are there."""
    if ctx.options.opt_models_only and ctx.world.units[unit].form == "riding":
        dismount(ctx, unit)


# -- where the bases stand ------------------------------------------------------------------------


def _bases(ctx: IdgCtx, unit: UnitId, *, mounted: bool) -> dict[ElementId, Base]:
    """Give the bases of a unit as they are mounted, or on foot; swordsmen's are like others'."""
    found = dict[ElementId, Base]()
    for element in shown(ctx, unit):
        key = ctx.world.elements[element].profile
        profile = ctx.content.profiles[key if mounted else foot_key(ctx, key)]
        found[element] = base_of(profile, small=ctx.content.small)
    return found


def dismounted_places(ctx: IdgCtx, unit: UnitId) -> dict[ElementId, Pose]:
    """Give where the elements of a unit stand when they have dismounted."""
    before, bases = poses_of(ctx, unit), _bases(ctx, unit, mounted=False)
    poses, links = dict(before), list(_links(ctx, unit))
    others = list(_others(ctx, unit, poses)) if links else []
    for element, anchor in links:
        old = rect_of(ctx, anchor).base.depth - bases[anchor].depth
        moved = poses[anchor].x - before[anchor].x, poses[anchor].y - before[anchor].y
        here = before[element]
        there = shifted(Pose(here.x + moved[0], here.y + moved[1], here.facing), old)
        there = _kept_on_table(ctx, there, bases[element])
        taken = [rectangle(poses[one], bases[one]) for one in poses if one != element]
        rect = rectangle(there, bases[element])
        if not any_upon((rect,), (*others, *taken)):
            poses[element] = there
    return poses


def _others(ctx: IdgCtx, unit: UnitId, poses: Mapping[ElementId, Pose]) -> Iterator[Rectangle]:
    """List the bases of others upon whom those might come who close up."""
    rects = [rect_of(ctx, one) for one in poses]
    deep = sum(rect.base.depth for rect in rects)
    for other in _units_about(ctx, unit, rects, deep):
        seen = ctx.world.units[other].status == "table"
        for element in shown(ctx, other):
            if not seen or takes_ground(ctx, element):
                yield rect_of(ctx, element)


def _kept_on_table(ctx: IdgCtx, pose: Pose, base: Base) -> Pose:
    """Push a base back that has slipped a little over the edge of the table."""
    corners = rectangle(pose, base).corners
    width, height = ctx.content.table
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    dx = ceil(max(-min(xs), 0.0)) - ceil(max(max(xs) - width, 0.0))
    dy = ceil(max(-min(ys), 0.0)) - ceil(max(max(ys) - height, 0.0))
    return Pose(pose.x + dx, pose.y + dy, pose.facing)


def _links(ctx: IdgCtx, unit: UnitId) -> Iterator[tuple[ElementId, ElementId]]:
    """List who stands right behind whom, the foremost first."""
    order = _foremost_first(ctx, unit, facing_of(ctx, unit))
    for number, element in enumerate(order):
        for other in order[:number]:
            if _is_behind(rect_of(ctx, element), rect_of(ctx, other)):
                yield element, other
                break


def _is_behind(own: Rectangle, ahead: Rectangle) -> bool:
    """Does a base stand right behind another?"""
    if overlap(own, ahead) < -BESIDE or abs(between(own.pose.facing, ahead.pose.facing)) > ALIKE:
        return False
    shared = shared_edges(ahead, own, BESIDE)
    return any(one.own == "rear" and one.other == "front" for one in shared)


def _foremost_first(ctx: IdgCtx, unit: UnitId, facing: int) -> list[ElementId]:
    x, y = heading(facing)
    elements = ctx.world.elements
    return sorted(shown(ctx, unit), key=lambda one: -_along(elements[one].pose, x, y))


def _along(pose: Pose, x: float, y: float) -> float:
    return pose.x * x + pose.y * y


@rule("IDG-14.2.4", "IDG-1.2.7", "IDG-1.9.6")
def mounted_places(ctx: IdgCtx, unit: UnitId) -> dict[ElementId, Pose] | None:
    """Give where the elements of a unit stand when they are mounted; None without room."""
    bases, facing = _bases(ctx, unit, mounted=True), facing_of(ctx, unit)
    order = _foremost_first(ctx, unit, facing)
    grown = max([bases[one].depth - rect_of(ctx, one).base.depth for one in bases])
    before = tuple([(ctx.world.elements[one].pose, bases[one]) for one in order])
    for step in range(STEPS + 1 if grown > 0 else 1):
        rects = _pushed_back(before, facing, grown * step / STEPS)
        if rects and _is_room(ctx, unit, dict(zip(order, rects, strict=True))):
            poses = {one: rect.pose for one, rect in zip(order, rects, strict=True)}
            return {one: poses[one] for one in shown(ctx, unit)}
    return None


@lru_cache(maxsize=KEPT)
def _pushed_back(
    before: tuple[tuple[Pose, Base], ...], facing: int, forward: float
) -> list[Rectangle]:
    """Let all mount from front to rear, each pushed back as far as those before him need.

    Nobody, if somebody would stand on another all the same.
    """
    rects: list[Rectangle] = []
    back = opposite(facing)
    for pose, base in before:
        rect = rectangle(_stepped(pose, facing, forward), base)
        for _ in range(TRIES):
            deepest = max([overlap(rect, one) for one in rects], default=0.0)
            if deepest <= OVERLAP:
                break
            rect = rectangle(_stepped(rect.pose, back, deepest), base)
        rects.append(rect)
    return [] if is_any_upon_another(rects) else rects


def _stepped(pose: Pose, facing: int, far: float) -> Pose:
    x, y = heading(facing)
    return posed(round(pose.x + far * x), round(pose.y + far * y), pose.facing)


def _is_room(ctx: IdgCtx, unit: UnitId, rects: Mapping[ElementId, Rectangle]) -> bool:
    """May mounted elements stand there: on the table, upon nobody else, touching no enemy?"""
    some, side = list(rects.values()), ctx.world.units[unit].side
    hull = hull_of_rects(some)
    if not is_on_table(ctx, hull, ROUNDING):
        return False
    for other, them in whereabouts(ctx).around(hull, TOUCH):
        if other != unit and _is_taken(side, them, some):
            return False
    if trace.listener is None and is_open_to(ctx, _riders(ctx, rects), hull):
        return True
    return not any(_may_not_ride_here(ctx, one, rect) for one, rect in rects.items())


def _riders(ctx: IdgCtx, elements: Iterable[ElementId]) -> set[Mover]:
    """Give what elements are to the ground when they are mounted."""
    return {_rider(profile) for profile in {_usual(ctx, one) for one in elements}}


def _rider(profile: Profile) -> Mover:
    return mover(profile, riding=profile.mounted_infantry)


def _units_about(
    ctx: IdgCtx, unit: UnitId, rects: Sequence[Rectangle], reach: float
) -> list[UnitId]:
    """List the others whom the owner knows of and who are near some ground."""
    side = ctx.world.units[unit].side
    known = [
        other
        for other, one in ctx.world.units.items()
        if other != unit
        and (one.status == "table" or (one.status == "concealed" and one.side == side))
    ]
    return units_near(ctx, hull_of_rects(rects), known, reach)


def _is_taken(side: Seat, them: Place, rects: Sequence[Rectangle]) -> bool:
    """Does another unit that a side knows of stand on some ground, or touch it as an enemy?"""
    foe = them.side != side
    if foe and not them.seen:
        return False
    boxes = them.taken if them.seen else them.rects
    if any_upon(rects, boxes):
        return True
    return foe and any(is_within(rect, there, TOUCH) for there in boxes for rect in rects)


@rule("IDG-4.2.23", "IDG-4.2.10")
def _may_not_ride_here(ctx: IdgCtx, element: ElementId, rect: Rectangle) -> bool:
    """Is it ground where the element may not be when it is mounted?"""
    return why_forbidden(ctx, _rider(_usual(ctx, element)), rect) is not None


def is_on_foot(ctx: IdgCtx, unit: UnitId) -> bool:
    """Are the riders of a unit on foot?"""
    return ctx.world.units[unit].form in ON_FOOT
