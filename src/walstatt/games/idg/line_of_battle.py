"""An army drawn up by the program as generals did: foot in the centre, horse on the wings. IDG-5.

Skirmishers and elephants stand before the line, artillery in gaps of it, the general behind its
middle and the baggage in the rear. Troops find their places one after the other; an army for which
this takes too much room is packed as deep as its area allows. Whoever finds no room even then is
left out, and those who asked let him come later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Literal, NamedTuple, TypeAlias

from walstatt.games.idg.deployment_area import zone_for
from walstatt.games.idg.drawing_up import Body, Poses, body_of, usual_files
from walstatt.games.idg.placing import INTERVAL, Room, Wanted
from walstatt.games.idg.world import IdgCtx, is_baggage, lead_profile
from walstatt.kernel.ids import Seat, UnitId

Role: TypeAlias = Literal["artillery", "elephants", "centre", "general", "wings", "van", "train"]

FRONT: Final = 36
"""How far from its edge an army stands that may deploy almost anywhere, in inches."""
MOST_RANKS: Final = 5
SPACED: Final = 2
"""How far the baggage stands behind the line, where there is room, in inches."""


class Line(NamedTuple):
    """The line of battle: where its fronts are, and how deep and wide the centre is."""

    length: int
    """Of the edge."""
    front: int
    """The foremost line anybody may reach."""
    main: int
    """Where the centre has its front."""
    ranks: int
    depth: int
    width: float

    @property
    def middle(self) -> float:
        """Give the middle of the edge."""
        return self.length / 2

    @property
    def rear(self) -> int:
        """Give where the centre ends."""
        return self.main - self.depth

    def wanted(self, along: float, away: float) -> Wanted:
        """Ask for a place anywhere along the edge."""
        return Wanted(along, away, 0, self.length)


# -- who belongs where ----------------------------------------------------------------------------


def role_of(ctx: IdgCtx, unit: UnitId) -> Role:
    """Tell where in the line of battle a unit belongs."""
    if is_baggage(ctx, unit):
        return "train"
    if is_alone(ctx, unit):
        return "general"
    profile = lead_profile(ctx, unit)
    if profile.troop == "warrior":
        return "centre"
    if profile.troop == "skirmisher" or "fire_ox" in profile.special:
        return "van"
    if profile.troop == "elephant":
        return "elephants"
    return "artillery" if profile.troop == "artillery" else "wings"


def is_alone(ctx: IdgCtx, unit: UnitId) -> bool:
    """Is it a general who is a unit of his own? IDG-2.3.1."""
    one = ctx.world.units[unit]
    return one.size == 1 and ctx.world.elements[one.elements[0]].general


def sorted_out(ctx: IdgCtx, units: Iterable[UnitId]) -> dict[Role, list[Body]]:
    """Sort an army by the places of its units; without foot the heaviest horse is the centre."""
    found: dict[Role, list[Body]] = {}
    for unit in units:
        found.setdefault(role_of(ctx, unit), []).append(body_of(ctx, unit))
    wings = found.get("wings", [])
    if wings and not found.get("centre"):
        heavy = [body for body in wings if not _is_light(ctx, body)]
        found["centre"] = heavy or wings[: -(-len(wings) // 2)]
        found["wings"] = [body for body in wings if body not in found["centre"]]
    for role, own in found.items():
        own.sort(key=lambda body: _precedence(ctx, body, role))
    return found


def _is_light(ctx: IdgCtx, body: Body) -> bool:
    return lead_profile(ctx, body.unit).troop in ("light_cavalry", "light_chariot")


def _precedence(ctx: IdgCtx, body: Body, role: Role) -> tuple[bool, int]:
    """Tell who chooses first: the general's own unit, then the largest; light horse stands last."""
    led = any(ctx.world.elements[one].general for one in body.elements)
    last = _is_light(ctx, body) if role == "wings" else not led
    return last, -len(body.elements)


# -- the line -------------------------------------------------------------------------------------


def line_for(ctx: IdgCtx, room: Room, seat: Seat, army: dict[Role, list[Body]]) -> Line:
    """Decide how deep the centre stands, so that it fits in with the wings, and how far forward."""
    front = zone_for(ctx, seat).deepest
    if ctx.world.scenario == "ambush":
        front = min(front, FRONT * ctx.content.mu)
    centre, length = army.get("centre", []), room.view.length
    one = max((base.depth for body in centre for base in body.bases), default=0)
    most = max(2, min(MOST_RANKS, front // one)) if one else 2
    rest = _width(ctx, army.get("wings", []), 2)
    fits = (one for one in range(2, most + 1) if _width(ctx, centre, one) + rest <= length)
    ranks = next(fits, most)
    depth = max((_shape_depth(ctx, body, ranks) for body in centre), default=0)
    main = front - _van(army, front - depth)
    width = max(_width(ctx, centre, ranks), length / 3)
    return Line(length, front, max(main, depth), ranks, depth, width)


def _width(ctx: IdgCtx, bodies: list[Body], ranks: int) -> float:
    widths = (body.formed(usual_files(ctx, body.unit, ranks)).width for body in bodies)
    return sum(width + INTERVAL for width in widths)


def _shape_depth(ctx: IdgCtx, body: Body, ranks: int) -> int:
    return body.formed(usual_files(ctx, body.unit, ranks)).depth


def _van(army: dict[Role, list[Body]], left: int) -> int:
    """Give how much room those before the line need, if so much is left for them and others."""
    ahead = [army.get("elephants", []), army.get("van", [])]
    needed = [max((body.bases[0].depth for body in own), default=0) for own in ahead]
    return next((depth for depth in (max(needed), needed[1]) if depth <= left), 0)


def proposals(ctx: IdgCtx, seat: Seat, units: Iterable[UnitId]) -> dict[UnitId, Poses]:
    """Find a place for each of these units, as far as there is room."""
    wanted = list(units)
    found = _drawn_up(ctx, seat, wanted)
    if len(found) < len(wanted):
        packed = _packed(ctx, seat, wanted)
        if len(packed) > len(found):
            return packed
    return found


def _drawn_up(ctx: IdgCtx, seat: Seat, units: list[UnitId]) -> dict[UnitId, Poses]:
    room = Room(ctx, seat)
    army = sorted_out(ctx, units)
    line = line_for(ctx, room, seat, army)
    found: dict[UnitId, Poses] = {}
    for body, wishes in _wishes(army, line, room):
        files = usual_files(ctx, body.unit, line.ranks)
        poses = room.place_for(body, files, *wishes)
        if poses is not None:
            room.take(poses)
            found[body.unit] = poses
    return found


def _wishes(
    army: dict[Role, list[Body]], line: Line, room: Room
) -> Iterator[tuple[Body, tuple[Wanted, ...]]]:
    """Say who belongs where, in the order in which places are taken."""
    squeezed = any(body.bases[0].depth > line.rear for body in army.get("general", ()))
    for role in ("artillery", "elephants"):
        yield from _across(army.get(role, []), line, line.front)
    if squeezed:
        yield from _behind(army.get("general", []), line, line.main)
    yield from ((body, (line.wanted(line.middle, line.main),)) for body in army.get("centre", ()))
    if not squeezed:
        yield from _behind(army.get("general", []), line, line.rear)
    yield from _beside(army.get("wings", []), line, room)
    yield from _across(army.get("van", []), line, line.front)
    spaced = SPACED * room.ctx.content.mu
    yield from _behind(army.get("train", []), line, max(0, line.rear - spaced))


def _across(
    bodies: list[Body], line: Line, away: float
) -> Iterator[tuple[Body, tuple[Wanted, ...]]]:
    """Spread units evenly along the centre."""
    for number, body in enumerate(bodies):
        part = (number + 0.5) / len(bodies) - 0.5
        yield body, (line.wanted(round(line.middle + part * line.width), away),)


def _behind(
    bodies: list[Body], line: Line, away: float
) -> Iterator[tuple[Body, tuple[Wanted, ...]]]:
    for body in bodies:
        yield body, (line.wanted(line.middle, away),)


def _beside(
    bodies: list[Body], line: Line, room: Room
) -> Iterator[tuple[Body, tuple[Wanted, ...]]]:
    """Put one unit after the other on the left and on the right of the centre."""
    for number, body in enumerate(bodies):
        stood = [one for one in room.blocks if one[2] < line.main and one[3] > line.rear]
        left = min((one[0] for one in stood), default=line.middle)
        right = max((one[1] for one in stood), default=line.middle)
        sides = (
            Wanted(left, line.main, 0, max(0, left - INTERVAL)),
            Wanted(right, line.main, min(line.length, right + INTERVAL), line.length),
        )
        yield body, sides if number % 2 == 0 else sides[::-1]


def _packed(ctx: IdgCtx, seat: Seat, units: list[UnitId]) -> dict[UnitId, Poses]:
    """Pack an army as deep as its area allows, from left to right."""
    room = Room(ctx, seat)
    found: dict[UnitId, Poses] = {}
    bodies = [body_of(ctx, unit) for unit in units]
    first = {"train": -1, "general": 0}
    for body in sorted(
        bodies, key=lambda one: (first.get(role_of(ctx, one.unit), 1), -len(one.elements))
    ):
        most = room.deepest(body.unit)
        files = next((one for one in reversed(body.widths) if body.formed(one).depth <= most), 1)
        poses = room.place_for(body, files, Wanted(0, most, 0, room.view.length))
        if poses is not None:
            room.take(poses)
            found[body.unit] = poses
    return found
