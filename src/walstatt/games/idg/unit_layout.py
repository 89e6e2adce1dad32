"""Laying the units of a case out: formations, places beside others, what elements are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar

from walstatt.boards.formation import block
from walstatt.boards.pose import Pose, Spot, rounded, shifted
from walstatt.boards.rectangle import Rectangle, rectangle
from walstatt.games.idg.content import BLUE, RED, SEATS
from walstatt.games.idg.dismounting import on_foot
from walstatt.games.idg.given import GivenElement, GivenTroops, GivenUnit
from walstatt.games.idg.given_words import FORMS, STATUSES, TERRORS, word_of, words_for
from walstatt.games.idg.profiles import Sorting
from walstatt.games.idg.surroundings import box_about, midpoint
from walstatt.games.idg.troop_words import fields_said, profile_said
from walstatt.games.idg.troops import Profile, base_of
from walstatt.games.idg.world import Element, ElementId, Trail, Unit
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.ids import Seat, UnitId

INCH: Final = 254
BLOCK: Final = re.compile(r"^(\d+) ?x ?(\d+)$")
LINE: Final = re.compile(r"^(line|column)(?: of (\d+))?$")
FACINGS: Final[dict[Seat, float]] = {RED: 0.0, BLUE: 180.0}
MOST: Final = 60
GONE: Final = ("exited", "driven_off", "destroyed", "absent", "reserve", "late")
BOAT: Final = ".boat"
ON_FOOT: Final = ("dismounted", "remounting")
T = TypeVar("T")


# -- units -----------------------------------------------------------------------------------------


class Layout:
    """The units of a case as they come onto the table, one after the other."""

    def __init__(
        self, sorting: Sorting, *, small: bool = False, towers: Mapping[str, Pose] | None = None
    ) -> None:
        self.sorting, self.small = sorting, small
        self.towers: Mapping[str, Pose] = towers or {}
        """Where siege towers are, and with them whoever is inside."""
        self.units: dict[UnitId, Unit] = {}
        self.elements: dict[ElementId, Element] = {}
        self.trails: dict[UnitId, Trail] = {}
        self.kinds: dict[UnitId, str] = {}
        """What each unit is, for those who have lost all their elements."""

    def add(self, one: GivenUnit) -> None:
        """Put a unit on the table, or beside it."""
        if one.side not in SEATS:
            raise BadRequest(f"unit {one.id!r}: there is no side {one.side!r}; red or blue")
        if one.id in self.units:
            raise BadRequest(f"there are two units {one.id!r}")
        with_name = naming(f"unit {one.id!r}")
        count = with_name(count_of, one)
        front = with_name(self.front_of, one)
        own = with_name(self.laid_elements, one, count, front)
        twice = [name for name in own if name in self.elements]
        if twice:
            raise BadRequest(f"unit {one.id!r}: there is an element {twice[0]!r} already")
        self.elements |= own
        self.kinds[one.id] = with_name(self.kind, one)
        self.units[one.id] = with_name(laid_unit, one, tuple(own))
        self.trails |= with_name(self.trail, one, own)

    def kind(self, one: GivenUnit) -> str:
        """Give the profile of a unit's usual elements."""
        return self.sorting.rider(profile_from(one), *choices_of(one, GivenElement()))

    def rects(self, name: str) -> list[Rectangle]:
        """Find the ground of a unit or an element that stands already."""
        if name in self.elements:
            return [self.rect(self.elements[name])]
        if name not in self.units:
            known = ", ".join((*self.units, *self.elements)) or "none"
            raise BadRequest(f"there is no unit or element {name!r} before it; there are: {known}")
        return [self.rect(self.elements[one]) for one in self.units[UnitId(name)].elements]

    def rect(self, one: Element) -> Rectangle:
        """Give the ground of an element."""
        base = base_of(self.sorting.profiles[one.profile], small=self.small)
        return rectangle(one.pose, base)

    def front_of(self, one: GivenUnit) -> Pose | None:
        """Find the middle of a unit's front, and the way it faces."""
        said = [name for name in ("at", "touching", "behind") if getattr(one, name)]
        if len(said) > 1:
            raise BadRequest(f"it stands {' and '.join(said)}; say only one of them")
        if one.touching:
            return midpoint(box_about(self.rects(one.touching)), one.edge)
        if one.behind:
            return midpoint(box_about(self.rects(one.behind)), "rear")
        if one.at is None:
            return self.towers.get(one.aboard)
        return pose_at(one.at, facing_of(one))

    def laid_elements(
        self, one: GivenUnit, count: int, front: Pose | None
    ) -> dict[ElementId, Element]:
        """Put the elements of a unit into their formation."""
        nowhere = Pose(0, 0, round(facing_of(one) * 100) % 36_000)
        poses = self.formed(one, count, front) if front is not None else (nowhere,) * count
        said = one.elements if isinstance(one.elements, tuple) else ()
        placed = sum(own.at is not None for own in said)
        if front is None and status_of(one) not in GONE and placed < count:
            raise BadRequest("where is it? say `at`")
        found: dict[ElementId, Element] = {}
        for n in range(count):
            own = said[n] if n < len(said) else GivenElement()
            name = own.id or name_of(one, n, count)
            if name in found:
                raise BadRequest(f"it has two elements {name!r}")
            found[name] = self.laid_element(one, own, poses[n], n, count)
        return found

    def formed(self, one: GivenUnit, count: int, front: Pose) -> tuple[Pose, ...]:
        """Give the poses of a formation, front rank first, each rank from left to right."""
        in_rank, deep = shape(one.formation, count)
        profile = profile_from(one)
        if word_of("form", one.form, FORMS) in ON_FOOT:
            profile = on_foot(profile)
        return block(front, base_of(profile, small=self.small), in_rank, deep)[:count]

    def laid_element(
        self, unit: GivenUnit, own: GivenElement, pose: Pose, number: int, count: int
    ) -> Element:
        """Put one element on the table."""
        facing = pose.facing / 100 if own.facing is None else own.facing
        place = pose_at(own.at, facing) if own.at is not None else pose
        if own.at is None:
            place = Pose(pose.x, pose.y, round(facing * 100) % 36_000)
        aboard = boarded(own.aboard or unit.aboard, own.id or name_of(unit, number, count))
        entered = unit.entered if own.entered is None else own.entered
        return Element(
            unit.id,
            self.sorting.rider(profile_from(unit, own), *choices_of(unit, own)),
            self.towers.get(aboard, place),
            general=own.general or (unit.general and number == 0),
            ladder=own.ladder or number >= count - unit.ladders,
            aboard=aboard,
            moved=way(unit.moved if own.moved is None else own.moved, entered=entered),
            turned=unit.turned if own.turned is None else own.turned,
            entered=entered,
            moved_before=unit.moved_before if own.moved_before is None else own.moved_before,
        )

    def trail(self, one: GivenUnit, own: Mapping[ElementId, Element]) -> dict[UnitId, Trail]:
        """Tell by which way a unit came this turn: from where it started, or straight on."""
        if one.trail:
            stations = tuple(
                tuple((name, pose_at(place, facing_of(one))) for name, place in station.items())
                for station in one.trail
            )
            return {one.id: Trail(stations, (None,) * (len(stations) - 1))}
        if not any(element.moved for element in own.values()):
            return {}
        ends = tuple((name, element.pose) for name, element in own.items())
        starts = tuple((name, shifted(one.pose, -one.moved)) for name, one in own.items())
        if one.started is not None:
            poses = self.formed(one, len(own), pose_at(one.started, facing_of(one)))
            starts = tuple(zip(own, poses, strict=True))
        return {one.id: Trail((starts, ends), (None,))}


def naming(what: str) -> Callable[..., Any]:
    """Put a name before whatever somebody complains about."""

    def done(deed: Callable[..., T], *args: Any) -> T:  # noqa: ANN401 - whatever the deed takes
        try:
            return deed(*args)
        except BadRequest as error:
            raise BadRequest(f"{what}: {error}") from None

    return done


def name_of(one: GivenUnit, number: int, count: int) -> ElementId:
    """Name an element after its unit."""
    return one.id if count == 1 else f"{one.id}{number + 1}"


def boarded(aboard: str, element: ElementId) -> str:
    """Tell what an element is aboard of; every one has a boat of its own."""
    return f"{element}{BOAT}" if aboard in ("boat", "boats") else aboard


def count_of(one: GivenUnit) -> int:
    """Count the elements of a unit."""
    listed = one.elements if isinstance(one.elements, int) else len(one.elements)
    formed = formation_size(one.formation)
    found = BLOCK.match(one.formation)
    short = found is not None and formed - int(found[1]) < listed < formed
    count = (listed if short else max(listed, formed)) or 1
    if one.size is not None:
        if listed > one.size or (isinstance(one.elements, int) and listed not in (0, one.size)):
            raise BadRequest(f"it has size {one.size}, but {listed} elements")
        count = one.size
    if not 0 <= count <= MOST:
        raise BadRequest(f"no unit has {count} elements")
    return count


def formation_size(formation: str) -> int:
    """Tell how many elements a formation is said to have; 0 if it does not say."""
    if found := BLOCK.match(formation):
        return int(found[1]) * int(found[2])
    found = LINE.match(formation)
    return int(found[2]) if found and found[2] else 0


def shape(formation: str, count: int) -> tuple[int, int]:
    """Read how a unit is formed: how many in a rank, and how many ranks."""
    if found := BLOCK.match(formation):
        in_rank, deep = int(found[1]), int(found[2])
        if in_rank * deep < count:
            raise BadRequest(f"{count} elements do not fit into a formation {formation}")
        return in_rank, deep
    if not (found := LINE.match(formation)):
        raise BadRequest(
            f"a formation is `line`, `column`, `line of 4` or `3x2` (three in a rank, two ranks),"
            f" not {formation!r}"
        )
    if found[2] and int(found[2]) != count:
        raise BadRequest(f"it has {count} elements, but its formation is a {formation}")
    return (count, 1) if found[1] == "line" else (1, count)


def status_of(one: GivenUnit) -> Any:  # noqa: ANN401 - a Status
    """Read where a unit is."""
    return word_of("status", one.status, STATUSES)


def laid_unit(one: GivenUnit, elements: tuple[ElementId, ...]) -> Unit:
    """Make a unit."""
    flight = one.flight if one.flight is not None else one.disorder >= 5
    name = one.name or one.id
    acted = bool(one.moved or one.turned or one.entered) and one.deed != "retreated"
    return Unit(
        one.side,
        (name, name),
        "",
        elements,
        status_of(one),
        size=len(elements) if one.began is None else one.began,
        disorder=one.disorder,
        fresh=one.fresh,
        form=word_of("form", one.form, FORMS),
        activated=acted if one.activated is None else one.activated,
        deed=one.deed,
        full=one.full,
        opened=one.entered if one.opened is None else one.opened,
        arrived=one.arrived,
        flight=flight,
        feared=words_for("terror", one.feared, TERRORS),
        dummy=one.dummy,
        folded=one.folded,
        fuse=one.fuse,
        lit=one.lit,
    )


ARMS: Final = ("subtypes", "weapon")
"""What warriors are armed with."""


def profile_from(unit: GivenTroops, own: GivenTroops | None = None) -> Profile:
    """Read what an element is: its own words count before its unit's.

    Who is called warriors among swordsmen, pikemen or bowmen is none of these.
    """
    said = fields_said(_troop_fields(unit))
    if own is not None:
        more = fields_said(_troop_fields(own))
        if "type" in more and more["type"] != said.get("type"):
            said = {}
        elif more.get("type") == "warrior":
            said = {name: value for name, value in said.items() if name not in ARMS}
        said |= more
    return profile_said(said)


def _troop_fields(one: GivenTroops) -> dict[str, Any]:
    return {name: getattr(one, name) for name in GivenTroops.__struct_fields__}


def choices_of(unit: GivenUnit, own: GivenElement) -> tuple[str, ...]:
    """Tell what riders may become on foot."""
    said = own.dismounts_as or unit.dismounts_as
    return {None: (), "either": ("swordsmen", "standard")}.get(said, (str(said),))


def way(moved: float | bool, *, entered: bool) -> int:
    """Read how far something moved; who entered a melee moved at least an inch."""
    if moved is True or (entered and not moved):
        return INCH
    return round(moved * INCH)


# -- measures --------------------------------------------------------------------------------------


def facing_of(one: GivenUnit) -> float:
    """Tell the way a unit faces: as it is said, or as its side usually does."""
    return FACINGS[one.side] if one.facing is None else one.facing


def pose_at(place: Sequence[float], facing: float) -> Pose:
    """Read a place, whose third number is the facing if there is one."""
    if len(place) not in (2, 3):
        raise BadRequest(f"a place is [x, y] or [x, y, facing], not {list(place)}")
    turn = place[2] if len(place) > 2 else facing
    return rounded(place[0] * INCH, place[1] * INCH, turn * 100)


def spot(place: Sequence[float]) -> Spot:
    """Read a point."""
    if len(place) != 2:
        raise BadRequest(f"a point is [x, y], not {list(place)}")
    return round(place[0] * INCH), round(place[1] * INCH)


def spots(places: Iterable[Sequence[float]]) -> tuple[Spot, ...]:
    """Read points."""
    return tuple(spot(place) for place in places)
