"""Troops, terrain, cards and scenarios, read from YAML. CCN-16, CCN-17, CCN-19, CCN-20."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import asdict, replace

from walstatt.games.ccn.board import BOARD, SIDES, Home, Section
from walstatt.kernel.content import load_content, load_folder
from walstatt.kernel.ids import CellId, RuleId, Seat

FOLDER = Path(__file__).parent / "content"

Arm = Literal["infantry", "cavalry", "artillery"]
Nation = Literal["french", "british", "portuguese"]
TypeCode = Literal[
    "LN", "LT", "RL", "GR", "GG", "OG", "YG", "MI", "LC", "HC", "CHC", "GHC", "FA", "HA", "GFA"
]
Status = Literal["source", "published", "reconstructed", "own"]
"""Where a value of a scenario comes from: its own pages, published lists, or us."""
Count = Annotated[int, Meta(ge=0, le=99)]


# -- troops ---------------------------------------------------------------------------------------


class UnitType(Struct, frozen=True):
    """What every unit of a type can do, whatever its nation. CCN-6.2, CCN-8.2."""

    arm: Arm
    quality: Literal["militia", "regular", "elite", "guard"]
    march: Count
    """How far it moves and may still fight."""
    most: Count
    """How far it moves at all."""
    range: Count
    light: bool = False
    grenadier: bool = False
    guard: bool = False
    heavy: bool = False
    horse: bool = False
    """Horse artillery."""
    no_sabers: bool = False
    """Its sabers do not hit units. CCN-9.3.3."""


class National(Struct, frozen=True):
    """What a nation's card says of a type. CCN-19."""

    blocks: Count
    fire: int = 0
    fire_moved: int = 0
    melee: int = 0
    melee_vs_infantry: int = 0
    ignore: Count = 0
    retreat: Count = 1
    box: Count = 0
    """How many units of it the box allows; none is used by no scenario. CCN-1.5.6."""


class NationCard(Struct, frozen=True):
    """A nation's reference card."""

    round: Literal["up", "down"]
    leaders: Count
    units: dict[TypeCode, National]


class GunDice(Struct, frozen=True):
    """The dice of a battery by range; the first is melee, and 0 is out of range. CCN-8.4.7."""

    full: tuple[Count, Count, Count, Count, Count]
    last: tuple[Count, Count, Count, Count, Count]
    """With one block left."""


class TroopFile(Struct, frozen=True):
    """The file of troops."""

    types: dict[TypeCode, UnitType]
    nations: dict[Nation, NationCard]
    guns: dict[Literal["default", "variant_b"], dict[TypeCode, GunDice]]
    tiles: Count
    """How many terrain tiles the box has."""


class Troop(Struct, frozen=True, eq=False):
    """A type of a nation, with everything the rules ask of it; compared by identity."""

    id: str
    nation: Nation
    type: TypeCode
    arm: Arm
    blocks: int
    march: int
    most: int
    range: int
    fire: int
    fire_moved: int
    melee: int
    melee_vs_infantry: int
    ignore: int
    retreat: int
    round_up: bool
    light: bool
    grenadier: bool
    guard: bool
    heavy: bool
    horse: bool
    no_sabers: bool


def troop_id(nation: str, code: str) -> str:
    """Name a troop."""
    return f"{nation}.{code}"


@cache
def troop_file() -> TroopFile:
    """Read the troops."""
    return load_content(FOLDER / "troops.yaml", TroopFile)


@cache
def troops() -> dict[str, Troop]:
    """Join types and national cards."""
    file = troop_file()
    return {
        troop_id(nation, code): _troop(nation, code, card, file.types[code])
        for nation, card in file.nations.items()
        for code in card.units
    }


def _troop(nation: Nation, code: TypeCode, card: NationCard, kind: UnitType) -> Troop:
    values = {key: value for key, value in asdict(card.units[code]).items() if key != "box"}
    general = {key: value for key, value in asdict(kind).items() if key != "quality"}
    return Troop(
        id=troop_id(nation, code),
        nation=nation,
        type=code,
        round_up=card.round == "up",
        **values,
        **general,
    )


# -- terrain --------------------------------------------------------------------------------------


class Cost(Struct, frozen=True):
    """Dice an attack loses or gains, in fire and in melee."""

    fire: int = 0
    melee: int = 0


class TerrainType(Struct, frozen=True):
    """What a kind of terrain does. CCN-16."""

    stops: bool = False
    fight_on_entry: Literal["all", "light", "none"] = "all"
    square: bool = True
    blocks_sight: bool = False
    hill: bool = False
    closed: tuple[Arm | Literal["leader"], ...] = ()
    """Who cannot enter."""
    no_charge: bool = False
    """Cavalry Charge gives no dice into or out of it. CCN-16.5.6."""
    into: dict[Arm, Cost] = {}
    out: dict[Arm, Cost] = {}
    stop_rule: RuleId = ""
    open_rule: RuleId = ""
    """The rule that nobody need stop there, if one says so."""
    closed_rule: RuleId = ""
    entry_rule: RuleId = ""
    into_rule: RuleId = ""
    out_rule: RuleId = ""
    sight_rule: RuleId = ""


class TerrainFile(Struct, frozen=True):
    """The file of terrain."""

    terrain: dict[str, TerrainType]


class Terrain(Struct, frozen=True, eq=False):
    """A kind of terrain by name; compared by identity."""

    id: str
    type: TerrainType


@cache
def terrains() -> dict[str, Terrain]:
    """Read the terrain."""
    file = load_content(FOLDER / "terrain.yaml", TerrainFile)
    return {name: Terrain(name, kind) for name, kind in file.terrain.items()}


# -- cards ----------------------------------------------------------------------------------------


class CardType(Struct, frozen=True):
    """A command card. CCN-17."""

    kind: Literal["section", "tactic"]
    copies: Count
    rule: RuleId
    orders: dict[Section, int | Literal["command"]] = {}
    """How many pieces a section card orders where; `command` is the Command value."""
    scout: bool = False
    """Draw two cards, keep one."""
    mirror: str = ""
    """The card with left and right exchanged; itself if not said."""
    bicorne: bool = False
    """Leaders may be ordered to detach."""


class CardFile(Struct, frozen=True):
    """The file of cards."""

    cards: dict[str, CardType]


@cache
def card_types() -> dict[str, CardType]:
    """Read the cards."""
    return load_content(FOLDER / "cards.yaml", CardFile).cards


@cache
def full_deck() -> tuple[str, ...]:
    """List all seventy cards. CCN-1.5.1."""
    return tuple(sorted(name for name, card in card_types().items() for _ in range(card.copies)))


# -- scenarios ------------------------------------------------------------------------------------


class SideFile(Struct, frozen=True):
    """A side's battle notes. CCN-20.2."""

    army: Seat
    commander: str
    cards: Count
    banners: Count


class Force(Struct, frozen=True):
    """Units of one kind and where they stand."""

    side: Seat
    nation: Nation
    type: TypeCode
    at: tuple[str, ...]


class LeaderFile(Struct, frozen=True):
    """A leader and where he stands."""

    name: str
    side: Seat
    nation: Nation
    at: str


class Objective(Struct, frozen=True):
    """Hexes that give banners. CCN-3.8."""

    side: Seat
    kind: Literal["temporary", "temporary_group", "permanent"]
    banners: Count
    at: tuple[str, ...]
    name: str = ""


class Works(Struct, frozen=True):
    """Field works and the sides they protect, as their owner sees them. CCN-16.6.1."""

    at: str
    owner: Seat
    sides: tuple[
        Literal["forward_left", "forward_right", "right", "rear_right", "rear_left", "left"], ...
    ] = ("forward_left", "forward_right")


class Exit(Struct, frozen=True):
    """A hex from which a side's pieces may leave the board. CCN-20.3."""

    at: str
    side: Seat
    banners: Count
    leader_banners: Count


class Landmark(Struct, frozen=True):
    """A hex with a name, such as a fortress that counts as a town."""

    at: str
    name: str


class Removal(Struct, frozen=True):
    """A tile that is taken away when a unit of this side enters its hex. CCN-2.3."""

    at: str
    by: Seat


SpecialRule = Literal[
    "river_is_shallow",
    "river_impassable_except_bridge",
    "brown_blocks_are_dutch_belgian",
    "fortress_is_building",
    "tiles_are_removed",
]


class ScenarioFile(Struct, frozen=True):
    """A scenario. CCN-20.2."""

    number: str
    date: str
    set: Literal["booklet", "extra", "own"]
    top: SideFile
    bottom: SideFile
    first: Seat
    status: dict[str, Status] = {}
    """Where title, forces, tiles, places, cards, first, banners, objectives ... come from."""
    facts: tuple[str, ...] = ()
    """What is documented, with the origin; notes for whoever works on the file."""
    terrain: dict[str, tuple[str, ...]] = {}
    units: tuple[Force, ...] = ()
    leaders: tuple[LeaderFile, ...] = ()
    objectives: tuple[Objective, ...] = ()
    works: tuple[Works, ...] = ()
    exits: tuple[Exit, ...] = ()
    landmarks: tuple[Landmark, ...] = ()
    removals: tuple[Removal, ...] = ()
    special: tuple[SpecialRule, ...] = ()


@cache
def scenario_files() -> dict[str, ScenarioFile]:
    """Read the scenarios."""
    return load_folder(FOLDER / "scenarios", ScenarioFile)


# -- what one scenario stands on ------------------------------------------------------------------


class Ground:
    """The terrain of every hex, and the hexsides that field works protect."""

    __slots__ = ("at", "rough", "works")

    def __init__(self, at: tuple[Terrain, ...], works: dict[CellId, frozenset[int]]) -> None:
        self.at = at
        self.works = works
        self.rough = frozenset(BOARD.cells[n] for n, one in enumerate(at) if one.id != "clear")
        self.rough |= works.keys()
        """The hexes that are not simply clear; the others need not be looked at."""

    def without(self, cells: tuple[CellId, ...]) -> Ground:
        """Take the tiles of some hexes away."""
        clear = terrains()["clear"]
        at = tuple(clear if cell in cells else one for cell, one in enumerate(self.at))
        return Ground(at, {cell: sides for cell, sides in self.works.items() if cell not in cells})


class Goal(Struct, frozen=True):
    """An objective by cells."""

    side: Seat
    kind: Literal["temporary", "temporary_group", "permanent"]
    banners: int
    cells: tuple[CellId, ...]


Homes: TypeAlias = dict[Seat, Home]


class CcnContent:
    """What one scenario stands on."""

    def __init__(self, file: ScenarioFile) -> None:
        self.file = file
        self.troops = troops()
        self.cards = card_types()
        self.deck = full_deck()
        self.seats = (file.top.army, file.bottom.army)
        self.homes: Homes = {file.top.army: "top", file.bottom.army: "bottom"}
        self.sides = {file.top.army: file.top, file.bottom.army: file.bottom}
        self.enemy = {file.top.army: file.bottom.army, file.bottom.army: file.top.army}
        self.ground = ground_of(file, self.homes)
        self.goals = goals_of(file)
        self.places = places_of(file)
        self.exits = {(BOARD.parse(one.at), one.side): one for one in file.exits}
        self.removals = {(BOARD.parse(one.at), one.by) for one in file.removals}
        self.sight_lines: dict[tuple[tuple[CellId, ...], bool, bool], dict[Any, Any]] = {}
        """Lines of sight drawn so far, by tiles removed and readings of the rules."""
        self._without: dict[tuple[CellId, ...], Ground] = {}

    def ground_without(self, cells: tuple[CellId, ...]) -> Ground:
        """Give the ground with some tiles taken away."""
        if not cells:
            return self.ground
        found = self._without.get(cells)
        if found is None:
            found = self._without[cells] = self.ground.without(cells)
        return found


def ground_of(file: ScenarioFile, homes: Homes) -> Ground:
    """Lay the terrain tiles; a bridge replaces the river below it. CCN-2.3, CCN-16.7.8."""
    kinds = terrains()
    at = [kinds["clear"]] * len(BOARD)
    laid = sorted(file.terrain.items(), key=lambda item: item[0] == "bridge")
    for name, labels in laid:
        for label in labels:
            at[BOARD.parse(label)] = kinds[name]
    works = {
        BOARD.parse(one.at): frozenset(SIDES[homes[one.owner]][side] for side in one.sides)
        for one in file.works
    }
    return Ground(tuple(at), works)


def places_of(file: ScenarioFile) -> dict[CellId, str]:
    """Find the hexes that have a name: objectives and landmarks."""
    named = [(at, one.name) for one in file.objectives for at in one.at if one.name]
    named += [(one.at, one.name) for one in file.landmarks]
    return {BOARD.parse(at): name for at, name in named}


def goals_of(file: ScenarioFile) -> tuple[Goal, ...]:
    """Find the cells of the objectives; hexes that count one by one become goals of their own."""
    goals: list[Goal] = []
    for one in file.objectives:
        cells = tuple(map(BOARD.parse, one.at))
        groups = [cells] if one.kind == "temporary_group" else [(cell,) for cell in cells]
        goals += (Goal(one.side, one.kind, one.banners, group) for group in groups)
    return tuple(goals)


@cache
def ccn_content(scenario: str) -> CcnContent:
    """Read everything a scenario stands on."""
    return CcnContent(scenario_files()[scenario])


def turned(file: ScenarioFile) -> ScenarioFile:
    """Exchange the two edges of the board."""
    return replace(file, top=file.bottom, bottom=file.top)
