"""How the position of a case is written, and how it is laid out on the table.

Lengths are inches with decimals, angles degrees clockwise from the top of the table; a place is the
middle of the front of a unit, or of an element. Units stand in a line if nothing else is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct

from walstatt.boards.formation import block
from walstatt.boards.pose import Pose, Spot, rounded
from walstatt.boards.shapes import field as rectangle_of
from walstatt.boards.table import Table, TableEdge
from walstatt.games.idg.army import Army, Equipment
from walstatt.games.idg.content import BLUE, RED, SEATS, Fielded, IdgContent
from walstatt.games.idg.dismounting import on_foot
from walstatt.games.idg.troops import (
    Armour,
    CommandType,
    Kind,
    Profile,
    Quality,
    Scenario,
    Special,
    SubType,
    TroopClass,
    Weapon,
    base_of,
)
from walstatt.games.idg.world import (
    Deed,
    Element,
    ElementId,
    Feature,
    Form,
    General,
    Ground,
    IdgWorld,
    Melee,
    Phase,
    Status,
    Stratagem,
    Unit,
    pair_key,
)
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.ids import Seat, UnitId

INCH: Final = 254
BIG_TABLE: Final = (72.0, 48.0)
Place: TypeAlias = tuple[float, float]
BLOCK: Final = re.compile(r"^(\d+) ?x ?(\d+)$")
LINE: Final = re.compile(r"^(line|column)(?: of \d+)?$")
FACINGS: Final[dict[Seat, float]] = {RED: 0.0, BLUE: 180.0}
EDGES: Final[dict[Seat, TableEdge]] = {RED: "bottom", BLUE: "top"}


# -- the records ----------------------------------------------------------------------------------


class GivenTroops(Struct, frozen=True, forbid_unknown_fields=True):
    """What elements are; whatever is not said is usual."""

    type: TroopClass | None = None
    quality: Quality | None = None
    wild: bool | None = None
    armour: Armour | None = None
    weapon: Weapon | None = None
    subtypes: tuple[SubType, ...] | None = None
    kind: Kind | None = None
    camel: bool | None = None
    horses: bool | None = None
    special: tuple[Special, ...] | None = None


class GivenElement(GivenTroops, frozen=True, forbid_unknown_fields=True):
    """An element that differs from its unit's others, or stands by itself."""

    id: ElementId = ""
    at: Place | None = None
    facing: float | None = None
    general: bool = False
    ladder: bool = False
    aboard: str = ""
    moved: float | None = None
    turned: bool | None = None
    entered: bool | None = None
    moved_before: bool | None = None


class GivenUnit(GivenTroops, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit of a case."""

    id: UnitId
    side: Seat
    at: Place = (0.0, 0.0)
    facing: float | None = None
    size: int = 1
    formation: str = "line"
    """`line`, `column`, or `3x2`: three in a rank, two ranks."""
    elements: tuple[GivenElement, ...] = ()
    """In the order of the formation, where there is something to say of them."""
    disorder: int = 0
    status: Status = "table"
    form: Form = "usual"
    general: bool = False
    """Whether the general's element is the first of this unit, or the unit is he himself."""
    moved: float = 0.0
    """How far all its elements moved this turn."""
    turned: bool = False
    entered: bool = False
    """Whether its own move brought it into contact this turn."""
    moved_before: bool = False
    """Whether it moved in the turn before."""
    activated: bool = False
    deed: Deed = ""
    full: bool = False
    opened: bool = False
    arrived: int = 0
    flight: bool | None = None
    """Whether a flight is due; with 5 or 6 markers it is, if not said."""
    feared: tuple[str, ...] = ()
    dummy: bool = False
    folded: bool = False
    fuse: int = 0
    lit: int = 0
    name: str = ""


class GivenGround(Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of terrain: a rectangle about a point, an outline, or a line with a width."""

    id: str
    kind: Ground
    at: Place | None = None
    size: Place | None = None
    """Across and down."""
    outline: tuple[Place, ...] = ()
    via: tuple[Place, ...] = ()
    width: float = 0.0
    top: tuple[Place, ...] = ()
    rocky_top: bool = False
    edge: TableEdge | Literal[""] = ""
    side: Seat = Seat("")
    open: bool = False


class GivenArmy(Struct, frozen=True, forbid_unknown_fields=True):
    """What matters of an army besides its units."""

    command: CommandType = "organised"
    exceptional: bool = False
    points: int = 450
    zone: str = "west_central_europe"
    homes: tuple[str, ...] = ("pasture",)
    deeds: tuple[str, ...] = ()
    """What its general did this turn. IDG-2.5.3."""
    last_deeds: tuple[str, ...] = ()
    rerolls: int = 0
    dice: int = 0
    edge: TableEdge | None = None
    stratagem: str = ""
    equipment: Equipment = Equipment()


class GivenMelee(Struct, frozen=True, forbid_unknown_fields=True):
    """Two units in contact since an earlier turn."""

    units: tuple[UnitId, UnitId]
    since: int
    by: UnitId


class Given(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The position of a case."""

    scenario: str = "empty"
    battle: Scenario = "open_battle"
    phase: Phase = "move"
    turn: int = 2
    table: Place = BIG_TABLE
    attacker: Seat = RED
    first: Seat = RED
    """Side 1."""
    to_move: Seat | None = None
    armies: dict[Seat, GivenArmy] = {}
    units: tuple[GivenUnit, ...] = ()
    terrain: tuple[GivenGround, ...] = ()
    melees: tuple[GivenMelee, ...] = ()
    """Contacts that are older than this turn; all others follow from where units stand."""
    weather: tuple[str, ...] = ()
    wind: int = -1


# -- laying out -----------------------------------------------------------------------------------


class Sorting:
    """Gives every different kind of element a profile of its own."""

    def __init__(self) -> None:
        self.profiles: dict[str, Profile] = {}
        self._known: dict[Profile, str] = {}

    def key(self, profile: Profile) -> str:
        """Name the profile, new or known."""
        if profile not in self._known:
            self._known[profile] = f"p{len(self._known) + 1}"
            self.profiles[self._known[profile]] = profile
        return self._known[profile]


def profile_from(unit: GivenTroops, own: GivenTroops | None = None) -> Profile:
    """Read what an element is: its own words count before its unit's."""

    def said(name: str, usual: Any) -> Any:  # noqa: ANN401 - whatever the field holds
        for one in (own, unit):
            value = getattr(one, name) if one is not None else None
            if value is not None:
                return value
        return usual

    troop = said("type", "warrior")
    subtypes: tuple[SubType, ...] = said("subtypes", ())
    weapon: Weapon = said("weapon", "artillery" if troop == "artillery" else "spear")
    if troop == "warrior" and weapon in ("bow", "crossbow") and "bowmen" not in subtypes:
        subtypes = (*subtypes, "bowmen")
    kinds: dict[str, Kind] = {"elephant": "indian", "artillery": "light_artillery"}
    return Profile(
        troop=troop,
        quality=said("quality", "ordinary"),
        wild=said("wild", usual=False),
        armour=said("armour", "none"),
        weapon=weapon,
        subtypes=subtypes,
        kind=said("kind", kinds.get(troop, "")),
        camel=said("camel", usual=False),
        mounted_infantry=said("horses", usual=False),
        special=said("special", ()),
    )


def arranged(given: Given) -> tuple[IdgContent, IdgWorld]:
    """Lay a position out."""
    sorting = Sorting()
    units: dict[UnitId, Unit] = {}
    elements: dict[ElementId, Element] = {}
    for one in given.units:
        if one.id in units:
            raise BadRequest(f"there are two units {one.id!r}")
        own = laid_elements(one, sorting)
        elements |= own
        units[one.id] = laid_unit(one, tuple(own))
    content = content_of(given, sorting)
    world = IdgWorld(
        attacker=given.attacker,
        first=given.first,
        units=units,
        elements=elements,
        generals=generals_of(given, units, elements),
        edges={seat: army_of(given, seat).edge or EDGES[seat] for seat in SEATS},
        scenario=given.battle,
        turn=given.turn,
        phase=given.phase,
        active=given.to_move or given.first,
        ground=tuple(laid_ground(one) for one in given.terrain),
        melees={pair_key(*one.units): Melee(one.since, one.by) for one in given.melees},
        weather=given.weather,
        wind=given.wind,
        stratagems={
            seat: Stratagem(chosen=army.stratagem, works=True)
            for seat, army in given.armies.items()
            if army.stratagem
        },
    )
    return content, world


def army_of(given: Given, seat: Seat) -> GivenArmy:
    """Give what is said of an army."""
    return given.armies.get(seat, GivenArmy())


def content_of(given: Given, sorting: Sorting) -> IdgContent:
    """Give what does not change."""
    profiles = dict(sorting.profiles)
    foot = {key: sorting.key(on_foot(one)) for key, one in profiles.items() if on_foot(one) != one}
    width, height = (round(side * INCH) for side in given.table)
    armies = {str(seat): fielded(army_of(given, seat)) for seat in SEATS}
    return IdgContent(Table(width, height), armies, sorting.profiles, foot)


def fielded(army: GivenArmy) -> Fielded:
    """Give an army that stands only for what is said of it."""
    plain = Army(format=1, game="idg", list="free", name="", units=())
    return Fielded(
        plain,
        "",
        "free",
        army.command,
        army.exceptional,
        army.points,
        army.homes,
        army.zone,
        army.equipment,
    )


def laid_unit(one: GivenUnit, elements: tuple[ElementId, ...]) -> Unit:
    """Put a unit on the table."""
    flight = one.flight if one.flight is not None else one.disorder >= 5
    name = one.name or one.id
    return Unit(
        one.side,
        (name, name),
        "",
        elements,
        one.status,
        size=len(elements),
        disorder=one.disorder,
        form=one.form,
        activated=one.activated,
        deed=one.deed,
        full=one.full,
        opened=one.opened,
        arrived=one.arrived,
        flight=flight,
        feared=one.feared,
        dummy=one.dummy,
        folded=one.folded,
        fuse=one.fuse,
        lit=one.lit,
    )


def laid_elements(one: GivenUnit, sorting: Sorting) -> dict[ElementId, Element]:
    """Put the elements of a unit into their formation."""
    count = max(one.size, len(one.elements))
    poses = formed(one, count)
    found: dict[ElementId, Element] = {}
    for n in range(count):
        own = one.elements[n] if n < len(one.elements) else GivenElement()
        name = own.id or (one.id if count == 1 else f"{one.id}{n + 1}")
        found[name] = laid_element(one, own, sorting, poses[n], first=n == 0)
    return found


def laid_element(
    unit: GivenUnit, own: GivenElement, sorting: Sorting, pose: Pose, *, first: bool
) -> Element:
    """Put one element on the table."""
    at = own.at
    facing = pose.facing if own.facing is None else own.facing * 100
    place = pose if at is None else rounded(at[0] * INCH, at[1] * INCH, facing)
    moved = unit.moved if own.moved is None else own.moved
    return Element(
        unit.id,
        sorting.key(profile_from(unit, own)),
        Pose(place.x, place.y, round(facing) % 36_000),
        general=own.general or (unit.general and first),
        ladder=own.ladder,
        aboard=own.aboard,
        moved=round(moved * INCH),
        turned=unit.turned if own.turned is None else own.turned,
        entered=unit.entered if own.entered is None else own.entered,
        moved_before=unit.moved_before if own.moved_before is None else own.moved_before,
    )


def formed(one: GivenUnit, count: int) -> tuple[Pose, ...]:
    """Give the poses of a formation, front rank first, each rank from left to right."""
    facing = FACINGS[one.side] if one.facing is None else one.facing
    front = rounded(one.at[0] * INCH, one.at[1] * INCH, facing * 100)
    in_rank, deep = shape(one.formation, count)
    return block(front, base_of(profile_from(one).troop), in_rank, deep)[:count]


def shape(formation: str, count: int) -> tuple[int, int]:
    """Read how a unit is formed: how many in a rank, and how many ranks."""
    if found := BLOCK.match(formation):
        in_rank, deep = int(found[1]), int(found[2])
        if in_rank * deep < count:
            raise BadRequest(f"{count} elements do not fit into a formation {formation}")
        return in_rank, deep
    if not (found := LINE.match(formation)):
        raise BadRequest(f"a formation is a line, a column, or 3x2, not {formation!r}")
    return (count, 1) if found[1] == "line" else (1, count)


def generals_of(
    given: Given, units: dict[UnitId, Unit], elements: dict[ElementId, Element]
) -> dict[Seat, General]:
    """Find the generals among the elements."""
    found: dict[Seat, General] = {}
    for name, one in elements.items():
        if one.general:
            side = units[one.unit].side
            army = army_of(given, side)
            found[side] = General(
                name, army.exceptional, army.rerolls, army.dice, army.deeds, army.last_deeds
            )
    return found


def laid_ground(one: GivenGround) -> Feature:
    """Put a piece of terrain on the table."""
    return Feature(
        one.id,
        one.kind,
        outline=spots(one.outline) or _about(one),
        via=spots(one.via),
        width=round(one.width * INCH),
        top=spots(one.top),
        rocky_top=one.rocky_top,
        edge=one.edge,
        side=one.side,
        open=one.open,
    )


def _about(one: GivenGround) -> tuple[Spot, ...]:
    if one.at is None or one.size is None:
        return ()
    centre = (round(one.at[0] * INCH), round(one.at[1] * INCH))
    width, height = (round(side * INCH) for side in one.size)
    return rectangle_of(centre, height, width)


def spots(places: Iterable[Place]) -> tuple[Spot, ...]:
    """Turn places in inches into spots."""
    return tuple((round(x * INCH), round(y * INCH)) for x, y in places)
