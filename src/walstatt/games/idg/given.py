"""The records in which the position of a case is written.

Lengths are inches with decimals, angles degrees clockwise from the top of the table; x goes to the
right and y downwards. What is not said is usual.
"""

from __future__ import annotations

from typing import Any, Literal, NewType

from msgspec import Struct

from walstatt.boards.table import TableEdge
from walstatt.games.idg.army import Equipment
from walstatt.games.idg.content import RED
from walstatt.games.idg.troops import CommandType
from walstatt.games.idg.world import Deed, ElementId
from walstatt.kernel.ids import Seat, UnitId

Place = NewType("Place", tuple[float, ...])
Point = NewType("Point", tuple[float, ...])
Troops = NewType("Troops", str)
QualityWord = NewType("QualityWord", str)
ArmourWord = NewType("ArmourWord", str)
WeaponWord = NewType("WeaponWord", str)
SubtypeWord = NewType("SubtypeWord", str)
SpecialWord = NewType("SpecialWord", str)
KindWord = NewType("KindWord", str)
GroundWord = NewType("GroundWord", str)
PhaseWord = NewType("PhaseWord", str)
StatusWord = NewType("StatusWord", str)
FormWord = NewType("FormWord", str)
BattleWord = NewType("BattleWord", str)
WeatherWord = NewType("WeatherWord", str)
StratagemWord = NewType("StratagemWord", str)
EngineWord = NewType("EngineWord", str)
FormationWord = NewType("FormationWord", str)
Inches = NewType("Inches", float)
Degrees = NewType("Degrees", float)

Edge = Literal["front", "left", "right", "rear"]


class GivenTroops(Struct, frozen=True, forbid_unknown_fields=True):
    """What elements are; whatever is not said is usual: ordinary, unarmoured, with spears."""

    type: Troops | None = None
    """The class (warriors, skirmishers, light cavalry, heavy cavalry, cataphracts, light chariots,
    heavy chariots, elephants, artillery, wagons, baggage) and whatever else is to be said of them:
    `elite armoured heavy cavalry with bow`, `raw skirmishers with slings`, `wild swordsmen`,
    `pikemen`, `crossbowmen`, `African elephant`, `heavy siege engine`, `warriors on horses`. What
    is not said here may be said in the fields below.
    """
    quality: QualityWord | None = None
    wild: bool | None = None
    armour: ArmourWord | None = None
    weapon: WeaponWord | None = None
    subtypes: SubtypeWord | tuple[SubtypeWord, ...] | None = None
    kind: KindWord | None = None
    """Of elephants (Indian if not said) and artillery (light if not said)."""
    camel: bool | None = None
    horses: bool | None = None
    """Whether it is mounted infantry."""
    special: SpecialWord | tuple[SpecialWord, ...] | None = None
    dismounts_as: Literal["standard", "swordsmen", "either"] | None = None
    """What heavy cavalry becomes on foot, where its list says more than the rules."""


class GivenElement(GivenTroops, frozen=True, forbid_unknown_fields=True):
    """An element that differs from its unit's others, or stands by itself."""

    id: ElementId = ""
    """Its unit's with its number behind it if not said: a1, a2; a single one has its unit's."""
    at: Place | None = None
    facing: Degrees | None = None
    """Its unit's if not said."""
    general: bool = False
    """Whether it is the army's general."""
    ladder: bool = False
    aboard: str = ""
    """The wall, tower, gate, siege tower, boat, ship or ladder it stands on; in a siege tower it is
    where that is."""
    moved: Inches | bool | None = None
    turned: bool | None = None
    entered: bool | None = None
    moved_before: bool | None = None


class GivenUnit(GivenTroops, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit."""

    id: UnitId
    side: Seat
    at: Place | None = None
    """The middle of its front; not needed off the table, in a siege tower, or with `touching`
    or `behind`."""
    facing: Degrees | None = None
    """Red faces the top (0) and blue the bottom (180) if not said."""
    touching: str = ""
    """Instead of `at`: a unit or element listed before, on whose `edge` its front lies, centred."""
    edge: Edge = "front"
    """With `touching`: the edge of the other one that is touched."""
    behind: str = ""
    """Instead of `at`: a unit or element listed before, behind which it stands in contact."""
    size: int | None = None
    """How many elements; 1 if not said, or as many as `elements` and `formation` say."""
    began: int | None = None
    """How many elements it began with; as many as it has if not said."""
    formation: FormationWord = FormationWord("line")
    elements: int | tuple[GivenElement, ...] = ()
    """How many, or what is to be said of each: front rank first, each rank from left to right."""
    disorder: int = 0
    """Its disorder markers."""
    fresh: int = 0
    """Markers received this phase and not yet in force."""
    status: StatusWord = StatusWord("table")
    form: FormWord = FormWord("usual")
    general: bool = False
    """Whether its first element is the army's general; alone he is independent."""
    aboard: str = ""
    """The wall, tower, gate, siege tower or ship all its elements are on; `boats`: each in one."""
    ladders: int = 0
    """How many of its elements carry ladders, from the last."""
    moved: Inches | bool = False
    """How far it moved this turn, straight ahead if it matters; `true` is an inch."""
    started: Place | None = None
    """Where it was before it moved this turn; straight behind if not said."""
    trail: tuple[dict[ElementId, Place], ...] = ()
    """Where its elements were on their way this turn, leg by leg, instead of `started`."""
    turned: bool = False
    """Whether it changed its facing this turn."""
    entered: bool = False
    """Whether its own move brought it into contact this turn, so that it moved, too."""
    moved_before: bool = False
    """Whether it moved in the turn before."""
    activated: bool | None = None
    """Whether it had its activation this turn; if not said, whether it moved or turned."""
    deed: Deed = ""
    """What it did this turn, where that matters."""
    full: bool = False
    """Whether it moved its whole allowance toward a visible enemy."""
    opened: bool | None = None
    """Whether its own move opened a melee this turn; if not said, whether it `entered` one."""
    arrived: int = 0
    """The turn in which it came onto the table later than the others."""
    flight: bool | None = None
    """Whether a flight is due; with 5 or 6 markers it is, if not said."""
    feared: tuple[str, ...] = ()
    """What it has tested for already: elephant, heavy_chariot, fire_lance_shots."""
    dummy: bool = False
    folded: bool = False
    """Whether it is represented by its first element only (stratagem 5)."""
    fuse: int = 0
    """The turns after which a fire ox explodes."""
    lit: int = 0
    """The turn in which a fire ox was lit."""
    name: str = ""


class GivenGround(Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of terrain or of works: a rectangle, a circle, an outline, or a line with a width."""

    kind: GroundWord
    id: str = ""
    """Its kind if not said, with a number behind from the second on: wood, wood2."""
    at: Point | None = None
    """The middle of a rectangle or circle."""
    size: Point | None = None
    """Of a rectangle: across and down."""
    facing: Degrees = Degrees(0.0)
    """By how much a rectangle is turned."""
    radius: Inches = Inches(0.0)
    """Of a circle."""
    outline: tuple[Point, ...] = ()
    via: tuple[Point, ...] = ()
    """The points of a line: stream, river, road, gully, wall, rampart, gate, breach."""
    width: Inches = Inches(0.0)
    """Of a line; if not said a stream has 1, a river and a gully 4, all others half an inch."""
    clearings: tuple[tuple[Point, ...], ...] = ()
    top: tuple[Point, ...] = ()
    """The plateau of a steep hill."""
    rocky_top: bool = False
    """Whether the plateau, or the strip of a seashore, is rocky."""
    edge: TableEdge | Literal[""] = ""
    """The table edge of a seashore, or of a river that runs along it."""
    side: Seat = Seat("")
    """Whose works they are; the defender's if not said. Where nobody defends, whoever is at a
    rampart mans it."""
    open: bool = False
    """Whether a gate is smashed."""


class GivenArmy(Struct, frozen=True, forbid_unknown_fields=True):
    """What matters of an army besides its units."""

    command: CommandType | None = None
    """Organised if not said."""
    exceptional: bool | None = None
    """Whether its general is exceptional."""
    points: int | None = None
    """What it costs; what the scenario recommends if not said."""
    army: str | dict[str, Any] = ""
    """A whole army: one of those that come with the game by its id, or as in an army file."""
    zone: str = ""
    """Of its home land's weather, as the rulebook calls it; west and central Europe if not said."""
    homes: tuple[str, ...] = ()
    """The home terrains it may choose from; pasture if not said."""
    edge: TableEdge | None = None
    """Its base edge; opposite the other's, or as usual for the scenario, if not said."""
    deeds: tuple[str, ...] = ()
    """What its general did this turn: disorder, destroyed, advanced."""
    last_deeds: tuple[str, ...] = ()
    """The same in the turn before."""
    rerolls: int = 0
    """How many moves its general had rolled again this turn."""
    dice: int = 0
    """How many rally dice its general gave this turn."""
    stake: int = 0
    """The points staked on a stratagem."""
    stratagem: StratagemWord = StratagemWord("")
    """The stratagem that works for this army."""
    repeated: int = 0
    """How many failed tests were repeated this turn by stratagem 2."""
    equipment: Equipment = Equipment()
    bombs: int = 0
    """How many turns of firing bombs are left."""
    captured: bool = False
    """Whether its baggage was captured this turn."""


class GivenMelee(Struct, frozen=True, forbid_unknown_fields=True):
    """Two units in contact of which it matters since when."""

    units: tuple[UnitId, UnitId]
    since: int | None = None
    """The turn in which they came into contact; the one before this if not said."""
    by: UnitId | None = None
    """The unit whose move brought it about; the first if not said."""


class GivenEngine(Struct, frozen=True, forbid_unknown_fields=True):
    """A siege tower, boat, ship, standing ladder or flamethrower."""

    kind: EngineWord
    """A ship's two pieces are units of light artillery aboard her, `ship.bow` and `ship.stern`."""
    side: Seat
    id: str = ""
    """Its kind if not said; that of a ladder follows from its bearer."""
    at: Place | None = None
    """The middle of its front; a ladder stands where its bearer does."""
    facing: Degrees | None = None
    bearer: ElementId = ""
    """The element that carries a ladder."""
    since: int = 0
    """The turn in which it reached the wall, or was set up."""
    hits: int = 0
    """The running total of a ship."""
    failures: int = 0
    """How many tests a ship has failed."""
    activated: bool = False


class GivenFire(Struct, frozen=True, forbid_unknown_fields=True):
    """A burning piece of terrain."""

    what: str
    at: Point
    """The seat of the fire."""
    since: int
    """The turn in which it was set."""


class GivenShot(Struct, frozen=True, forbid_unknown_fields=True):
    """Who shot at whom."""

    by: str
    """A unit, or one of its elements."""
    at: str
    """The same: shots at an element are shots at its unit."""
    turn: int | None = None
    """The turn before if not said."""


class GivenLoss(Struct, frozen=True, forbid_unknown_fields=True):
    """Elements that a unit lost this turn."""

    unit: UnitId
    count: int = 1
    at: Place | None = None
    """Where they stood; where their unit is, or was, if not said."""
    last: bool | None = None
    """Whether the unit is destroyed thereby; if not said, whether its status says so."""
    general: bool = False
    """Whether the general was lost."""
    shot: bool = False
    """Whether they were lost to shooting."""


class Given(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The position of a case."""

    scenario: str = "empty"
    """A clear table; or a battle of the game, with its ground and armies; or a kind of battle."""
    battle: BattleWord | None = None
    """The kind of battle; an open battle on an empty table if not said."""
    phase: PhaseWord = PhaseWord("move")
    turn: int = 2
    """The turn that is played; before the battle there is none."""
    table: Point | None = None
    """Width and height; [72, 48] if not said."""
    attacker: Seat | None = None
    """Red if not said."""
    first: Seat = RED
    """Side 1."""
    to_move: Seat | None = None
    """Who activates a unit next; Side 1 if not said."""
    armies: dict[Seat, GivenArmy] = {}
    units: tuple[GivenUnit, ...] | None = None
    """All units there are; those of the armies if not said."""
    terrain: tuple[GivenGround, ...] | None = None
    """All pieces there are; those of the scenario if not said."""
    engines: tuple[GivenEngine, ...] = ()
    melees: tuple[GivenMelee, ...] = ()
    """Since when units are in contact: if one of them `entered` this turn, else the one before."""
    weather: WeatherWord | tuple[WeatherWord, ...] = ()
    wind: int = -1
    """Where it blows to, in eighths of a turn clockwise from the top; -1: nobody knows yet."""
    fires: tuple[GivenFire, ...] = ()
    shots: tuple[GivenShot, ...] = ()
    losses: tuple[GivenLoss, ...] = ()
    sprung: tuple[UnitId, ...] = ()
    """Which units came out of concealment, or shot from it, this turn."""
    scared: dict[UnitId, tuple[str, ...]] = {}
    """What came near units this turn for the first time: elephant, heavy_chariot."""
    shaken: dict[UnitId, tuple[str, ...]] = {}
    """Further tests due: rockets, fire_lance_shots, fire_lances, flames, bombs."""
    skipped: tuple[UnitId, ...] = ()
    """Which units have skipped a test of morale this turn."""
    column: tuple[UnitId, ...] = ()
    """The order of march of an ambushed army; those still to come have the status `reserve`."""
    entry: Point | None = None
    """Where that army enters."""
    holding: dict[UnitId, int] = {}
    """How many turns units have held the fortified position."""
    rockets: tuple[UnitId, ...] = ()
    """Which detachments have shot their rockets."""
