"""The state of a battle, and looking at it. IDG-1.4.7."""

from __future__ import annotations

from operator import attrgetter
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from walstatt.boards.pose import Base, Pose, Spot
from walstatt.boards.rectangle import Rectangle, rectangle
from walstatt.boards.table import TableEdge
from walstatt.games.idg.content import ENEMY, Fielded, IdgContent, Kind, muster_key
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.profiles import SWORDSMEN
from walstatt.games.idg.registers import Register
from walstatt.games.idg.troops import Profile, Scenario, TroopClass, base_of
from walstatt.kernel.ctx import Ctx
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.trace import rule
from walstatt.kernel.world import World

ElementId: TypeAlias = str
TOUCH: Final = 13
"""Bases this close are in contact: 0.05 MU. IDG-1.9.3."""
ENRAGED_TURNS: Final = 5
Ground: TypeAlias = Literal[
    "gentle_hill",
    "steep_hill",
    "wood",
    "rocky",
    "fields",
    "village",
    "marsh",
    "sand",
    "stream",
    "river",
    "ford",
    "gully",
    "seashore",
    "road",
    "wall",
    "rampart",
    "tower",
    "gate",
    "breach",
]

Phase: TypeAlias = Literal[
    "roles",
    "layout",
    "works",
    "stratagems",
    "deployment",
    "season",
    "sides",
    "weather",
    "rally",
    "announcing",
    "arrivals",
    "retreats",
    "move_start",
    "move",
    "shooting",
    "melee",
    "morale",
    "victory",
]
Status: TypeAlias = Literal[
    "reserve",  # not yet placed, or in the column of an ambushed army (IDG-5.3.2)
    "late",  # arrives during the battle (5.9)
    "concealed",  # on the table, but hidden (5.8)
    "table",
    "exited",  # left over the exit edge (IDG-5.3.19)
    "driven_off",  # left by a compulsory retreat (IDG-13.3.4)
    "destroyed",
    "absent",  # took no part (IDG-5.7.9), or was only a dummy (IDG-5.7.13)
]
Form: TypeAlias = Literal["usual", "dismounted", "remounting", "riding", "afloat"]
"""Riding is foot on horses (14.3); remounting counts as mounted for those who shoot (14.2).

Afloat are riders whose mounts are in boats with them: on foot until they have landed (17.2).
"""
ON_FOOT: Final[frozenset[Form]] = frozenset({"dismounted", "remounting", "afloat"})
"""The forms in which riders are on foot."""
Deed: TypeAlias = Literal[
    "",
    "stood",
    "faced",
    "moved",
    "joined",
    "evaded",
    "caught",
    "broke_off",
    "retreated",
    "arrived",
    "entered",
    "embarked",
    "sailed",
    "landed",
]
"""What a unit did this turn.

Caught: it tried to evade and failed (IDG-11.4.7). Entered: with the column (IDG-5.3.5).
"""


class Element(Struct, frozen=True, gc=False):
    """One base. IDG-1.2.1."""

    unit: UnitId
    profile: str
    """Which of the content's profiles it has, in its usual form."""
    pose: Pose = Pose(0, 0, 0)
    general: bool = False
    ladder: bool = False
    aboard: str = ""
    """The wall, siege tower, boat or ship it stands on."""
    moved: int = 0
    """How far it moved in this turn's retreats and moves, in 0.1 mm; 0 is not at all."""
    turned: bool = False
    """Whether it changed its facing this turn."""
    entered: bool = False
    """Whether its own move brought it into contact this turn. IDG-A8."""
    moved_before: bool = False
    """Whether it moved in the turn before, other than turning in place. IDG-9.4.1."""


class Unit(Struct, frozen=True, gc=False):
    """One unit. IDG-1.4.7."""

    side: Seat
    names: tuple[str, str]
    """What its army calls it, in English and in German."""
    line: str
    """Its line of the army list."""
    elements: tuple[ElementId, ...]
    """Those that are left."""
    status: Status = "reserve"
    size: int = 0
    """How many elements it began with."""
    disorder: int = 0
    fresh: int = 0
    """Markers received this phase and not yet in force. IDG-13.1.2."""
    form: Form = "usual"
    afoot: int = 0
    """The turn in which it dismounted, to the end of which it stays on foot. IDG-14.1.3."""
    swordsmen: bool = False
    """Whether its riders fight as swordsmen on foot, where their list lets them choose."""
    unhitched: bool = False
    """Whether wagons that came hitched have formed a ring. IDG-17.1.9."""
    activated: bool = False
    deed: Deed = ""
    opened: bool = False
    """Whether its own move opened a melee this turn, which protects it. IDG-11.1.11."""
    allowance: int = -1
    """What it may move this turn, in MU, once it is rolled."""
    full: bool = False
    """Whether an impetuous general went with it, all the way toward an enemy he saw. IDG-2.5.5."""
    arrived: int = 0
    """The turn in which it came onto the table later than the others."""
    flight: bool = False
    """Whether it came to 5 or 6 markers, or more of them, since it last fled. IDG-13.2.17."""
    feared: tuple[str, ...] = ()
    """What it has tested for already, which it does once in a game. IDG-12.2.4, IDG-18.12.15."""
    dummy: bool = False
    folded: bool = False
    """Whether only its first element shows. IDG-5.7.14."""
    fuse: int = 0
    """The turns of a fire ox until it explodes. IDG-18.12.29."""
    lit: int = 0
    """The turn in which it was lit."""


class Melee(Struct, frozen=True, gc=False):
    """Two units in contact: since which turn, and whose move brought it about."""

    since: int
    by: UnitId


class Trail(Struct, frozen=True, gc=False):
    """The way a unit has come this turn: where its elements were, leg by leg. IDG-13.2.14."""

    stations: tuple[tuple[tuple[ElementId, Pose], ...], ...]
    pivots: tuple[Spot | None, ...] = ()
    """The point each leg turned about, if it was a wheel."""


class Shot(Struct, frozen=True, gc=False):
    """Who shot at whom, for the priority of targets. IDG-9.5.7."""

    turn: int
    by: UnitId
    at: UnitId
    element: ElementId = ""
    """Which element shot."""


TORCH: Final = UnitId("*torch")
"""Instead of a unit that is shot at: the element tried to set a fire. IDG-10.1.2."""

How: TypeAlias = Literal["shot", "bomb", "works", "flame", "rocket", "fire", "hold"]


class Aim(Struct, frozen=True, gc=False):
    """What somebody does in this phase: who, at what, and how."""

    by: str
    """An element, a flamethrower, or a detachment with rockets."""
    at: str = ""
    how: How = "shot"
    facing: int = 0
    """Of a flame."""


class Loss(Struct, frozen=True, gc=False):
    """An element that was lost, where it stood and what that means for morale. IDG-12.2."""

    side: Seat
    unit: UnitId
    at: Pose
    profile: str
    last: bool = False
    """Whether it was the last of its unit, which is destroyed thereby."""
    general: bool = False
    shot: bool = False


class Fire(Struct, frozen=True, gc=False):
    """A burning piece of terrain. IDG-10.2.1."""

    feature: str
    seat: Spot
    since: int


class General(Struct, frozen=True, gc=False):
    """What the general of an army has done, and given this turn. IDG-2.5."""

    element: ElementId
    exceptional: bool = False
    rerolls: int = 0
    dice: int = 0
    deeds: tuple[str, ...] = ()
    """What he did this turn that lets an impetuous general command. IDG-2.5.3."""
    last_deeds: tuple[str, ...] = ()
    """The same in the turn before, for rallying. IDG-A31."""


class Feature(Struct, frozen=True, gc=False, omit_defaults=True):
    """A piece of terrain, or of the works, as it lies on the table. IDG-4.2, IDG-16.1."""

    id: str
    kind: Ground
    outline: tuple[Spot, ...] = ()
    """Of an area."""
    via: tuple[Spot, ...] = ()
    """Of a linear feature: its middle."""
    width: int = 0
    holes: tuple[tuple[Spot, ...], ...] = ()
    """Clearings."""
    top: tuple[Spot, ...] = ()
    """The plateau of a steep hill. IDG-4.2.8."""
    rocky_top: bool = False
    edge: str = ""
    """The table edge of a seashore. IDG-4.2.33."""
    side: Seat = Seat("")
    """Whose works they are."""
    open: bool = False
    """Whether a gate is smashed. IDG-16.2.9."""


class Engine(Struct, frozen=True, gc=False, omit_defaults=True):
    """A siege tower, a boat, a ship or a standing ladder. IDG-16.3, IDG-16.4, IDG-17."""

    kind: Literal["siege_tower", "boat", "ship", "ladder", "flamethrower"]
    side: Seat
    pose: Pose
    since: int = 0
    """The turn in which it reached the wall, or was set up."""
    hits: int = 0
    failures: int = 0
    activated: bool = False
    used: int = 0
    """Ten times the turn in which somebody last climbed it or stepped out, plus how many did."""
    van: ElementId = ""
    """Who fights from its bridge, or from its head."""


class Stratagem(Struct, frozen=True, gc=False):
    """What a player staked, and what came of it. IDG-5.7."""

    stake: int = 0
    chosen: str = ""
    works: bool = False
    used: int = 0
    """How many morale tests were rolled again this turn. IDG-5.7.8."""


class IdgWorld(World):
    """Everything that changes."""

    attacker: Seat
    """The attacker; in an open battle whoever acts as one for the lay-out. IDG-A44."""
    first: Seat
    """Side 1. IDG-7.1.1."""
    units: dict[UnitId, Unit]
    elements: dict[ElementId, Element]
    generals: dict[Seat, General]
    edges: dict[Seat, TableEdge]
    """The base edge of each side."""
    scenario: Scenario = "open_battle"
    turn: int = 0
    phase: Phase = "roles"
    active: Seat = Seat("")
    """Whose unit is to be activated."""
    ground: tuple[Feature, ...] = ()
    engines: dict[str, Engine] = {}
    melees: dict[str, Melee] = {}
    """By the ids of both units, in order, with a bar between them."""
    trails: dict[UnitId, Trail] = {}
    shots: tuple[Shot, ...] = ()
    """Of this turn and the last."""
    declared: tuple[Aim, ...] = ()
    """What the side that is declaring its shots has declared so far."""
    losses: tuple[Loss, ...] = ()
    """Of this turn."""
    sprung: tuple[UnitId, ...] = ()
    """Which units came out of concealment, or shot from it, this turn. IDG-12.2.3."""
    captured: tuple[Seat, ...] = ()
    """Whose baggage was captured this turn. IDG-12.2.15."""
    scared: dict[UnitId, tuple[str, ...]] = {}
    """What came near units this turn that they fear for the first time. IDG-12.2.19."""
    shaken: dict[UnitId, tuple[str, ...]] = {}
    """Further tests to take this turn: rockets, lances, flames, bombs. IDG-12.2.16."""
    skipped: tuple[UnitId, ...] = ()
    """Which units have skipped a test this turn. IDG-12.3.4."""
    weather: tuple[str, ...] = ()
    wind: int = -1
    """Where it blows to, in eighths of a turn from the top; -1: nobody knows yet. IDG-A47."""
    fires: tuple[Fire, ...] = ()
    stratagems: dict[Seat, Stratagem] = {}
    column: tuple[UnitId, ...] = ()
    """The order of march of an ambushed army. IDG-5.3.2."""
    entry: Spot | None = None
    holding: dict[UnitId, int] = {}
    """How many turns units have held a fortified position. IDG-5.6.19."""
    rockets: tuple[UnitId, ...] = ()
    """Which detachments have shot their rockets. IDG-18.12.12."""
    bombs: dict[Seat, int] = {}
    """How many turns of firing bombs are left. IDG-18.12.22."""

    def __post_init__(self) -> None:
        self.units, self.elements = Register(self.units), Register(self.elements)


IdgCtx: TypeAlias = Ctx[IdgWorld, IdgContent, IdgOptions]


# -- looking --------------------------------------------------------------------------------------

IN_PLAY: Final = ("table", "concealed")
TRAIN: Final = ("baggage", "wagon")
TRAINS: Final = Kind(lambda one: one.troop in TRAIN)


def profile_of(ctx: IdgCtx, element: ElementId) -> Profile:
    """Give what an element is now: mounted, or on foot. IDG-14.1.4."""
    world = ctx.world
    one = world.elements[element]
    unit = world.units[one.unit]
    if unit.form in ON_FOOT:
        return ctx.content.profiles[foot_key(ctx, one.profile, swordsmen=unit.swordsmen)]
    return ctx.content.profiles[one.profile]


profile_key: Final = attrgetter("profile")
"""Names what an element is when it is mounted, if it ever is."""


def makeup_of(ctx: IdgCtx, unit: UnitId) -> tuple[Profile, ...]:
    """List what the elements of a unit are now, each kind once, in their order."""
    one, elements = ctx.world.units[unit], ctx.world.elements
    names = tuple(map(profile_key, map(elements.__getitem__, one.elements)))
    key = names, one.form in ON_FOOT, one.swordsmen
    known = ctx.content.makeups.get(key)
    if known is None:
        known = tuple(dict.fromkeys([profile_of(ctx, name) for name in one.elements]))
        ctx.content.makeups[key] = known
    return known


def foot_key(ctx: IdgCtx, profile: str, *, swordsmen: bool = False) -> str:
    """Name what a profile is on foot; some riders choose to be swordsmen. IDG-14.1.9."""
    known = ctx.content.on_foot
    usual = known.get(profile, profile)
    return known.get(profile + SWORDSMEN, usual) if swordsmen else usual


def base_size(ctx: IdgCtx, profile: Profile) -> Base:
    """Give the size of an element's base. IDG-1.2.3."""
    return base_of(profile.troop, small=ctx.content.small)


def base_under(ctx: IdgCtx, element: ElementId) -> Base:
    """Give the size of an element's base, mounted or on foot as it is now."""
    world, content = ctx.world, ctx.content
    one = world.elements[element]
    key = one.profile
    if world.units[one.unit].form in ON_FOOT:
        key = content.on_foot.get(key, key)
    base = content.bases.get(key)
    if base is None:
        base = content.bases[key] = base_size(ctx, content.profiles[key])
    return base


def rect_of(ctx: IdgCtx, element: ElementId) -> Rectangle:
    """Give the ground an element covers."""
    world, content = ctx.world, ctx.content
    one = world.elements[element]
    key = one.profile
    if world.units[one.unit].form in ON_FOOT:
        key = content.on_foot.get(key, key)
    return rectangle(one.pose, content.bases.get(key) or base_under(ctx, element))


def rect_at(ctx: IdgCtx, element: ElementId, pose: Pose) -> Rectangle:
    """Give the ground an element would cover elsewhere."""
    return rectangle(pose, base_under(ctx, element))


def rects_of(ctx: IdgCtx, unit: UnitId) -> list[Rectangle]:
    """Give the ground that all elements of a unit cover."""
    elements, bases = ctx.world.elements, ctx.content.bases
    names = shown(ctx, unit)
    if ctx.world.units[unit].form not in ON_FOOT:
        some = [elements[name] for name in names]
        try:
            return [rectangle(one.pose, bases[one.profile]) for one in some]
        except KeyError:
            pass  # some base is needed for the first time
    return [rect_of(ctx, name) for name in names]


def shown(ctx: IdgCtx, unit: UnitId) -> tuple[ElementId, ...]:
    """List the elements of a unit that stand on the table; a folded unit shows one. IDG-5.7.14."""
    one = ctx.world.units[unit]
    return one.elements[:1] if one.folded else one.elements


def is_in_play(ctx: IdgCtx, unit: UnitId) -> bool:
    """Is a unit on the table, seen or concealed?"""
    return ctx.world.units[unit].status in IN_PLAY


def in_play(ctx: IdgCtx, side: Seat | None = None) -> list[UnitId]:
    """List the units on the table, of one side or of both, concealed ones included."""
    units = ctx.world.units.items()
    if side is None:
        return [unit for unit, one in units if one.status in IN_PLAY]
    return [unit for unit, one in units if one.side == side and one.status in IN_PLAY]


def on_table(ctx: IdgCtx, side: Seat | None = None) -> list[UnitId]:
    """List the units that everybody sees on the table."""
    units = ctx.world.units.items()
    if side is None:
        return [unit for unit, one in units if one.status == "table"]
    return [unit for unit, one in units if one.side == side and one.status == "table"]


def lead_profile(ctx: IdgCtx, unit: UnitId) -> Profile:
    """Give the class and grade that count for a unit's own rolls.

    Those of its other elements if its general differs, his own if only he is left. IDG-1.4.8.
    """
    one, elements = ctx.world.units[unit], ctx.world.elements
    lead = elements[one.elements[0]]
    key = lead.profile
    if lead.general:
        for name in one.elements:
            if not elements[name].general:
                key = elements[name].profile
                break
    if one.form in ON_FOOT:
        key = foot_key(ctx, key, swordsmen=one.swordsmen)
    return ctx.content.profiles[key]


def troop_of(ctx: IdgCtx, unit: UnitId) -> TroopClass:
    """Give the class of a unit."""
    return lead_profile(ctx, unit).troop


def is_baggage(ctx: IdgCtx, unit: UnitId) -> bool:
    """Is it a baggage train, which neither fights nor tests? IDG-5.10.2."""
    return TRAINS.among(ctx.content) and lead_profile(ctx, unit).troop in TRAIN


def is_train(ctx: IdgCtx, element: ElementId) -> bool:
    """Does an element belong to a baggage train?"""
    return is_baggage(ctx, ctx.world.elements[element].unit)


def side_of(ctx: IdgCtx, element: ElementId) -> Seat:
    """Tell whose element it is."""
    return ctx.world.units[ctx.world.elements[element].unit].side


def is_mounted(profile: Profile) -> bool:
    """Does it fight from animals or vehicles? IDG-1.6.2."""
    return profile.category == "mounted"


def is_wild(ctx: IdgCtx, element: ElementId) -> bool:
    """Is an element wild, or enraged by a stratagem? IDG-5.7.7."""
    return profile_of(ctx, element).wild or is_enraged(ctx, ctx.world.elements[element].unit)


@rule("IDG-5.7.7")
def is_enraged(ctx: IdgCtx, unit: UnitId) -> bool:
    """Does the first stratagem make a unit wild, in its first five turns?"""
    stratagem = ctx.world.stratagems.get(ctx.world.units[unit].side)
    if stratagem is None or not stratagem.works or stratagem.chosen != "enraged":
        return False
    return 1 <= ctx.world.turn <= ENRAGED_TURNS and not is_baggage(ctx, unit)


def pair_key(a: UnitId, b: UnitId) -> str:
    """Name two units that are in contact."""
    return f"{a}|{b}" if a < b else f"{b}|{a}"


def foes_in_melee(ctx: IdgCtx, unit: UnitId) -> list[UnitId]:
    """List the enemy units that a unit is in contact with."""
    found = []
    for key in ctx.world.melees:
        a, _, b = key.partition("|")
        if unit == a:
            found.append(UnitId(b))
        elif unit == b:
            found.append(UnitId(a))
    return found


def fielded(ctx: IdgCtx, side: Seat) -> Fielded:
    """Give the army of a side, in the role and scenario that was agreed or diced."""
    armies = ctx.content.armies
    if not ctx.content.diced:
        return armies[side]
    return armies[muster_key(side, ctx.world.scenario, ctx.world.attacker)]


def enemy_of(side: Seat) -> Seat:
    """Give the other side."""
    return ENEMY[side]
