"""Moves and places as players say them: `ahead 6`, `wheel right 30`, a formation somewhere.

What depends on where a unit stands when it moves is kept as it was said, in the name of a pose that
is nobody's, until the position is known; then it is said in full.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from walstatt.boards.contact import overlap
from walstatt.boards.formation import block, majority_facing, wheel
from walstatt.boards.paths import Slide, Wheel, advance, after
from walstatt.boards.pose import FULL_TURN, HALF_TURN, Pose, between, swung, turned
from walstatt.boards.rectangle import Rectangle, rectangle
from walstatt.boards.terrain import is_in
from walstatt.games.idg.engines import engine_base
from walstatt.games.idg.entering import INWARD
from walstatt.games.idg.land import land_of
from walstatt.games.idg.standing import elements_on_table
from walstatt.games.idg.surroundings import box_about
from walstatt.games.idg.unit_layout import INCH, pose_at, shape, spot
from walstatt.games.idg.world import (
    ElementId,
    IdgCtx,
    base_size,
    enemy_of,
    profile_of,
    rect_at,
    rect_of,
    side_of,
)
from walstatt.kernel.content import did_you_mean
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.ids import UnitId

AnyLeg: TypeAlias = Slide[ElementId] | Wheel
Poses: TypeAlias = dict[ElementId, Pose]
SAID: Final = "~"
"""Begins the name of a pose that is nobody's and holds what was said."""
CONTACT: Final = "contact"
FARTHEST: Final = 72
STEP: Final = 64
"""How finely, in tenths of a millimetre, an enemy ahead is looked for at first."""
TINY: Final = 1e-6
PAIR: Final = 2
NOBODY: Final = UnitId("")
S = TypeVar("S", bound=Struct)
SIDES: Final = {"right": 1, "left": -1}

LEG_WORDS: Final = (
    "{ahead: 6} (or `contact`: until it touches an enemy ahead), {back: 2}, {right: 0.5} or "
    "{left: 0.5}, several of them for a slanting way; {wheel: right 30} round the corner of its "
    "front on that side, {wheel: {pivot: left, by: 30}}; {turn: 90}, {turn: left 45}, "
    "{turn: about} or {face: 270}: every element on the spot; {to: [x, y]} or [x, y, facing]: the "
    "middle of its front, or {to: {a1: [x, y, facing]}}: single elements, who keep their facing if "
    "it is not said; "
    "{formation: column, at: [x, y, facing]}; `only: [a1, a2]` beside it: only these elements"
)
"""How a leg of a move is written."""
PLACE_WORDS: Final = (
    "{at: [x, y], facing: degrees, formation: line | column | 3x2} of the whole unit, "
    "or {element: [x, y, facing]} of each"
)
"""How the place of a unit is written."""


class Pivoted(Struct, frozen=True, forbid_unknown_fields=True):
    """A wheel round another point than the inner corner."""

    by: float | str
    pivot: str | tuple[float, float] = ""


class LegSaid(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One leg of a move, as it is said."""

    ahead: float | str | None = None
    back: float | None = None
    right: float | None = None
    left: float | None = None
    sidestep: float | str | None = None
    wheel: float | str | Pivoted | None = None
    turn: float | str | None = None
    face: float | dict[ElementId, float] | None = None
    to: tuple[float, ...] | dict[ElementId, tuple[float, ...]] | None = None
    formation: str | None = None
    at: tuple[float, ...] | None = None
    only: tuple[ElementId, ...] = ()


class PlaceSaid(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a whole unit is put, as it is said."""

    at: tuple[float, ...]
    facing: float | None = None
    formation: str = "line"


KINDS: Final = ("wheel", "turn", "face", "to", "formation")
STRAIGHT: Final = ("ahead", "back", "right", "left", "sidestep")


# -- reading ---------------------------------------------------------------------------------------


def read_leg(value: object) -> dict[str, Any]:
    """Read a leg: kept as it was said until it is played."""
    given = _spread(value) if isinstance(value, str) else value
    said = _convert(given, LegSaid, "a leg")
    kinds = [name for name in KINDS if getattr(said, name) is not None]
    straight = any(getattr(said, name) is not None for name in STRAIGHT)
    if len(kinds) + straight != 1:
        shown = ", ".join((*kinds, *(("straight on",) if straight else ()))) or "nothing"
        raise BadRequest(f"a leg is one movement, not {shown}; for several write several legs")
    return {"type": "slide", "poses": {kept(said): [0, 0, 0]}}


def _spread(text: str) -> dict[str, object]:
    """Read a leg in words: `ahead 6`, `wheel right 30`, `turn about`."""
    name, _, rest = text.strip().partition(" ")
    if name == CONTACT:
        return {"ahead": CONTACT}
    if name not in LegSaid.__struct_fields__ or not rest:
        known = [*STRAIGHT, *KINDS]
        raise BadRequest(f"{text!r} is no leg{did_you_mean(name, known)}; {LEG_WORDS}")
    return {name: _number(rest)}


def _number(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text


def _convert(value: object, type_: type[Any], what: str) -> Any:  # noqa: ANN401 - of that type
    try:
        return msgspec.convert(value, type_, strict=True)
    except msgspec.ValidationError as error:
        raise BadRequest(f"{what}: {error}") from None


def read_pose(value: object) -> list[int]:
    """Read [x, y, facing] in inches and degrees."""
    place = _convert(value, tuple[float, ...], "a place")
    return list(pose_at(place, 0.0))


def read_spot(value: object) -> list[int]:
    """Read [x, y] in inches."""
    return list(spot(_convert(value, tuple[float, ...], "a point")))


def read_places(value: object) -> object:
    """Read where the elements of a unit are put, each by itself or all in a formation."""
    if isinstance(value, list | tuple) and not _are_pairs(value):
        return {kept(PlaceSaid(_convert(value, tuple[float, ...], "a place"))): [0, 0, 0]}
    if isinstance(value, Mapping) and "at" in value:
        return {kept(_convert(value, PlaceSaid, "a place")): [0, 0, 0]}
    if isinstance(value, Mapping | list | tuple):
        return {str(name): read_pose(place) for name, place in dict(value).items()}
    raise BadRequest(f"a unit is placed by {PLACE_WORDS}")


def _are_pairs(value: Sequence[object]) -> bool:
    return all(isinstance(one, list | tuple) for one in value)


def read_pairs(value: object) -> list[object]:
    """Read the same where it is kept as pairs of element and pose."""
    found = read_places(value)
    return [[name, place] for name, place in found.items()] if isinstance(found, dict) else []


def kept(said: Struct) -> str:
    """Keep what was said in a name."""
    return SAID + msgspec.json.encode(said).decode()


def told(poses: Mapping[str, object]) -> str | None:
    """Give what was said, if these are no poses yet."""
    name = next(iter(poses), "")
    return name.removeprefix(SAID) if name.startswith(SAID) else None


# -- writing ---------------------------------------------------------------------------------------


def write_pose(value: Sequence[int]) -> list[float]:
    """Write a pose in inches and degrees."""
    x, y, facing = value
    return [in_inches(x), in_inches(y), in_degrees(facing)]


def write_spot(value: Sequence[int]) -> list[float]:
    """Write a point in inches."""
    return [in_inches(one) for one in value]


def write_places(value: Mapping[str, Sequence[int]]) -> dict[str, list[float]]:
    """Write where elements are."""
    return {name: write_pose(pose) for name, pose in value.items()}


def write_pairs(value: Sequence[tuple[str, Sequence[int]]]) -> dict[str, list[float]]:
    """Write the same where it is kept as pairs."""
    return write_places(dict(value))


def write_leg(value: Mapping[str, Any]) -> dict[str, object]:
    """Write a leg."""
    if "by" in value:
        pivot = write_spot(value["pivot"])
        return {"wheel": {"by": in_degrees(value["by"]), "pivot": pivot}}
    return {"to": write_places(value["poses"])}


def read_length(value: float) -> int:
    """Read a length in inches."""
    return round(value * INCH)


def read_angle(value: float) -> int:
    """Read an angle in degrees."""
    return round(value * 100)


def in_inches(length: float) -> float:
    """Write a length; whole numbers without decimals."""
    found = round(length / INCH, 3)
    return int(found) if found == int(found) else found


def in_degrees(angle: float) -> float:
    """Write an angle; whole numbers without decimals."""
    found = round(angle / 100, 2)
    return int(found) if found == int(found) else found


# -- in full ---------------------------------------------------------------------------------------


def legs_in_full(ctx: IdgCtx, before: Poses, legs: Sequence[AnyLeg]) -> tuple[AnyLeg, ...]:
    """Say legs in full, one after the other, from where elements, or an engine, stand."""
    poses = dict(before)
    found: list[AnyLeg] = []
    for leg in legs:
        said = told(leg.poses) if isinstance(leg, Slide) else None
        full = leg if said is None else spoken_leg(ctx, poses, msgspec.json.decode(said))
        found.append(full)
        poses = after(full, poses)
    return tuple(found)


def spoken_leg(ctx: IdgCtx, poses: Poses, said: Mapping[str, Any]) -> AnyLeg:
    """Make a leg of what was said."""
    words = msgspec.convert(said, LegSaid)
    movers = {one: poses[one] for one in words.only or poses if one in poses}
    strange = [one for one in words.only if one not in poses]
    if strange:
        raise BadRequest(f"{strange[0]} does not move here; there are: {', '.join(poses)}")
    if words.wheel is not None:
        return _wheel(ctx, movers, poses, words.wheel)
    if words.turn is not None:
        by = angle(f"{words.turn} 90" if words.turn in SIDES else words.turn)
        return Slide(
            {one: pose._replace(facing=turned(pose.facing, by)) for one, pose in movers.items()}
        )
    if words.face is not None:
        return Slide(_faced(movers, words.face))
    if words.to is not None:
        return Slide(_at(ctx, movers, words.to))
    if words.formation is not None:
        return Slide(formed(ctx, movers, words.formation, words.at))
    return _straight(ctx, movers, words)


def angle(said: float | str) -> int:
    """Read by how much something turns, clockwise: 90, `left 45`, `about`."""
    if isinstance(said, str):
        side, _, much = said.partition(" ")
        if said.strip() == "about":
            return HALF_TURN
        if side not in SIDES or not isinstance(_number(much), float):
            raise BadRequest(f"a turn is a number, `left 45`, `right 90` or `about`, not {said!r}")
        return SIDES[side] * round(float(much) * 100)
    return round(said * 100)


def _faced(movers: Poses, said: float | Mapping[ElementId, float]) -> Poses:
    facings = said if isinstance(said, Mapping) else dict.fromkeys(movers, said)
    strange = [one for one in facings if one not in movers]
    if strange:
        raise BadRequest(f"{strange[0]} does not turn here; there are: {', '.join(movers)}")
    return {
        one: movers[one]._replace(facing=round(facing * 100) % FULL_TURN)
        for one, facing in facings.items()
    }


def _wheel(ctx: IdgCtx, movers: Poses, all_: Poses, said: float | str | Pivoted) -> AnyLeg:
    how = said if isinstance(said, Pivoted) else Pivoted(said)
    by, rects = angle(how.by), list(rects_at(ctx, movers).values())
    facing = majority_facing(list(movers.values()))
    found: Wheel
    if isinstance(how.pivot, tuple):
        found = Wheel(spot(how.pivot), by)
    elif how.pivot in ("centre", "center", "middle"):
        found = Wheel(box_about(rects).pose.spot, by)
    elif how.pivot in ("", "left", "right"):
        found = wheel(rects, facing, by, how.pivot or None)  # type: ignore[arg-type]
    else:
        raise BadRequest(f"a pivot is left, right, centre or [x, y], not {how.pivot!r}")
    if len(movers) == len(all_):
        return found
    return Slide({one: swung(pose, found.pivot, by) for one, pose in movers.items()})


def _at(ctx: IdgCtx, movers: Poses, said: tuple[float, ...] | Mapping[ElementId, Any]) -> Poses:
    if isinstance(said, Mapping):
        old = {one: movers[one].facing / 100 if one in movers else 0.0 for one in said}
        return {one: pose_at(place, old[one]) for one, place in said.items()}
    front = box_about(list(rects_at(ctx, movers).values())).pose
    goal = pose_at(said, front.facing / 100)
    by = between(front.facing, goal.facing)
    x, y = goal.x - front.x, goal.y - front.y
    swings = {one: swung(pose, front.spot, by) if by else pose for one, pose in movers.items()}
    return {one: Pose(pose.x + x, pose.y + y, pose.facing) for one, pose in swings.items()}


def _straight(ctx: IdgCtx, movers: Poses, words: LegSaid) -> Slide[ElementId]:
    facing = majority_facing(list(movers.values()))
    right = (words.right or 0.0) - (words.left or 0.0) + _aside(words.sidestep)
    if isinstance(words.ahead, str):
        if words.ahead != CONTACT:
            raise BadRequest(f"ahead is a number of inches or `{CONTACT}`, not {words.ahead!r}")
        shifted = advance(movers, facing, 0.0, right * INCH).poses
        return Slide(advance(shifted, facing, to_contact(ctx, shifted, facing)).poses)
    ahead = (words.ahead or 0.0) - (words.back or 0.0)
    return advance(movers, facing, ahead * INCH, right * INCH)


def _aside(said: float | str | None) -> float:
    if isinstance(said, str):
        side, _, much = said.partition(" ")
        if side not in SIDES:
            raise BadRequest(f"a sidestep is a number, `left 0.5` or `right 0.5`, not {said!r}")
        return SIDES[side] * float(much)
    return said or 0.0


def rects_at(ctx: IdgCtx, poses: Poses) -> dict[ElementId, Rectangle]:
    """Give the ground elements would cover."""
    return {one: _rect_at(ctx, one, pose) for one, pose in poses.items()}


def _rect_at(ctx: IdgCtx, name: str, pose: Pose) -> Rectangle:
    engine = ctx.world.engines.get(name)
    if engine is not None:
        return rectangle(pose, engine_base(ctx, engine.kind))
    return rect_at(ctx, name, pose)


def to_contact(ctx: IdgCtx, poses: Poses, facing: int) -> int:
    """Measure how far elements can go straight on until one of them touches an enemy.

    A siege tower goes on to the works.
    """
    first = next(iter(poses))
    engine = ctx.world.engines.get(first)
    side = engine.side if engine else side_of(ctx, first)
    foes = [rect_of(ctx, foe) for foe in elements_on_table(ctx, enemy_of(side))]
    works = [work.area for work in land_of(ctx).works] if engine else []

    def is_free(far: int) -> bool:
        moved = rects_at(ctx, advance(poses, facing, far).poses).values()
        if any(is_in(one, area) for one in moved for area in works):
            return False
        return not any(overlap(one, foe) > TINY for one in moved for foe in foes)

    if not is_free(0):
        raise BadRequest("there is an enemy where it would set out from")
    for far in range(0, FARTHEST * INCH, STEP):
        if not is_free(far + STEP):
            return next(n for n in range(far + STEP, far - 1, -1) if is_free(n))
    raise BadRequest("there is no enemy straight ahead of it")


# -- places ----------------------------------------------------------------------------------------


def formed(
    ctx: IdgCtx,
    movers: Poses,
    formation: str,
    at: Sequence[float] | None,
    facing: float | None = None,
) -> Poses:
    """Give the places of elements in a formation, in their order, front rank first."""
    rects = list(rects_at(ctx, movers).values())
    here = box_about(rects).pose
    front = (
        here if at is None else pose_at(tuple(at), here.facing / 100 if facing is None else facing)
    )
    in_rank, deep = shape(formation, len(movers))
    base = base_size(ctx, profile_of(ctx, next(iter(movers))))
    return dict(zip(movers, block(front, base, in_rank, deep), strict=False))


def places_in_full(ctx: IdgCtx, unit: UnitId, poses: Mapping[str, Pose]) -> Poses:
    """Say in full where the elements of a unit are put; they look into the table if not said."""
    said = told(poses)
    if said is None:
        return dict(poses)
    if unit not in ctx.world.units:
        raise BadRequest(f"there is no unit {unit!r}; there are: {', '.join(ctx.world.units)}")
    words = msgspec.json.decode(said, type=PlaceSaid)
    one = ctx.world.units[unit]
    movers = {name: ctx.world.elements[name].pose for name in one.elements}
    inward = INWARD[ctx.world.edges[one.side]] / 100
    way = inward if words.facing is None else words.facing
    return formed(ctx, movers, words.formation, words.at, way)


def in_full(ctx: IdgCtx, record: S, unit: UnitId = NOBODY) -> S:
    """Say everything in full that an answer says of places, also in the records inside it."""
    unit = getattr(record, "unit", unit)
    changes = {
        name: found
        for name in record.__struct_fields__
        if (found := _part_in_full(ctx, getattr(record, name), unit)) is not None
    }
    return replace(record, **changes) if changes else record


def _part_in_full(ctx: IdgCtx, value: object, unit: UnitId) -> object | None:
    if isinstance(value, dict) and told(value) is not None:
        return places_in_full(ctx, unit, value)
    if not isinstance(value, tuple) or not value:
        return None
    if all(isinstance(one, Struct) for one in value):
        return tuple(in_full(ctx, one, unit) for one in value)
    if all(isinstance(one, tuple) and len(one) == PAIR for one in value):
        poses = dict(value)
        if all(isinstance(name, str) for name in poses) and told(poses) is not None:
            return tuple(places_in_full(ctx, unit, poses).items())
    return None
