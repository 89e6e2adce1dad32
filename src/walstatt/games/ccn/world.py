"""The state of a battle, and looking at it. CCN-1.4, CCN-1.5."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from walstatt.games.ccn.board import BOARD, NEIGHBOURS, SECTIONS_OF, Section
from walstatt.games.ccn.content import CcnContent, Ground, Troop
from walstatt.games.ccn.options import CcnOptions
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.ctx import Ctx
from walstatt.kernel.ids import CellId, Seat, UnitId
from walstatt.kernel.world import World

Phase = Literal["command", "order", "move", "combat", "draw"]
NO_CARDS = ("", "", "", "")
"""A square board with its four slots free. CCN-1.5.2."""
UNDER_SQUARE = "square/"
"""How scenes call the cards under one's squares, before the marker's number. CCN-14.1.10."""
SCOUTED = "scouted/"
"""How scenes call the cards drawn after Scout, before the card's name. CCN-18.5."""


class Unit(Struct, frozen=True, gc=False):
    """One unit. CCN-1.4.7."""

    side: Seat
    troop: str
    blocks: int
    at: CellId
    square: int = 0
    """The number of its square marker; 0 is none."""
    ordered: bool = False
    moved: int = 0
    """The hexes it moved this turn."""
    barred: bool = False
    """Whether it may not fight any more this turn, for where or how far it moved."""
    fought: bool = False
    joined: bool = False
    """Whether a leader joined it this turn, so that it may not move."""
    bonus_used: bool = False


class Leader(Struct, frozen=True, gc=False):
    """One leader. CCN-1.4.8."""

    side: Seat
    name: str
    at: CellId
    ordered: bool = False
    moved: bool = False


class CcnWorld(World):
    """Everything that changes."""

    turn: int
    active: Seat
    units: dict[UnitId, Unit]
    leaders: dict[UnitId, Leader]
    unit_at: dict[CellId, UnitId]
    leader_at: dict[CellId, UnitId]
    hands: dict[Seat, tuple[str, ...]]
    deck: tuple[str, ...]
    square_cards: dict[Seat, tuple[str, ...]]
    """The cards under the four squares of each side."""
    banners: dict[Seat, int]
    """All banners held now, those of objectives included."""
    discards: tuple[str, ...] = ()
    phase: Phase = "command"
    card: str = ""
    """The card played this turn."""
    effect: str = ""
    """The card whose text counts: the one played, or what Counter-attack copies."""
    plain: bool = False
    """Whether orders are normal ones, without the card's bonuses and allowances. CCN-17.4.14."""
    command: int = 0
    """The Command value, fixed when the card was played. CCN-5.12."""
    last_cards: dict[Seat, str] = {}
    """The card each side played in its last Command phase."""
    last_effects: dict[Seat, str] = {}
    """What that card counted as."""
    claims: dict[int, tuple[UnitId, ...]] = {}
    """Which units hold which objective."""
    claimed: tuple[int, ...] = ()
    """The permanent objectives taken."""
    strikes: tuple[Seat, ...] = ()
    """Who played First Strike this turn and is owed a card."""
    scouted: tuple[str, ...] = ()
    """The cards drawn after Scout, of which one is kept; only their drawer sees them."""
    removed: tuple[CellId, ...] = ()
    """The hexes whose tiles were taken away."""


CcnCtx: TypeAlias = Ctx[CcnWorld, CcnContent, CcnOptions]


# -- looking --------------------------------------------------------------------------------------


def troop_of(ctx: CcnCtx, unit: UnitId) -> Troop:
    """Look up what a unit is."""
    return ctx.content.troops[ctx.world.units[unit].troop]


def ground_now(ctx: CcnCtx) -> Ground:
    """Give the terrain as it lies now."""
    removed = ctx.world.removed
    return ctx.content.ground_without(removed) if removed else ctx.content.ground


def ground_after(ctx: CcnCtx, side: Seat, cell: CellId) -> Ground:
    """Give the terrain as it lies once a unit of this side has entered a hex. CCN-2.3."""
    removed = ctx.world.removed
    if ctx.content.removals and (cell, side) in ctx.content.removals and cell not in removed:
        return ctx.content.ground_without((*removed, cell))
    return ground_now(ctx)


def leader_of(ctx: CcnCtx, unit: UnitId) -> UnitId | None:
    """Find the leader attached to a unit: the one in its hex. CCN-5.14."""
    return ctx.world.leader_at.get(ctx.world.units[unit].at)


def unit_of(ctx: CcnCtx, leader: UnitId) -> UnitId | None:
    """Find the unit a leader is attached to."""
    return ctx.world.unit_at.get(ctx.world.leaders[leader].at)


def is_lone(ctx: CcnCtx, leader: UnitId) -> bool:
    """Tell whether a leader stands alone."""
    return ctx.world.leaders[leader].at not in ctx.world.unit_at


def adjacent_units(ctx: CcnCtx, cell: CellId, side: Seat) -> list[UnitId]:
    """List the units of a side next to a hex."""
    world = ctx.world
    unit_at, units = world.unit_at, world.units
    found = []
    for near in NEIGHBOURS[cell]:
        unit = unit_at.get(near)
        if unit is not None and units[unit].side == side:
            found.append(unit)
    return found


def adjacent_lone_leaders(ctx: CcnCtx, cell: CellId, side: Seat) -> list[UnitId]:
    """List the lone leaders of a side next to a hex."""
    world = ctx.world
    if not world.leader_at:
        return []
    found = []
    for near in NEIGHBOURS[cell]:
        leader = world.leader_at.get(near)
        if leader is not None and near not in world.unit_at and world.leaders[leader].side == side:
            found.append(leader)
    return found


def units_of(ctx: CcnCtx, side: Seat) -> list[UnitId]:
    """List the units of a side."""
    return [unit for unit, one in ctx.world.units.items() if one.side == side]


def leaders_of(ctx: CcnCtx, side: Seat) -> list[UnitId]:
    """List the leaders of a side."""
    return [leader for leader, one in ctx.world.leaders.items() if one.side == side]


def section_of(ctx: CcnCtx, seat: Seat, cell: CellId) -> tuple[Section, ...]:
    """List the sections of a hex as a side sees them. CCN-5.7, CCN-17.1.4."""
    return SECTIONS_OF[ctx.content.homes[seat]][cell]


def side_of(ctx: CcnCtx, piece: UnitId) -> Seat | None:
    """Tell whose piece it is; None if there is no such piece."""
    one = ctx.world.units.get(piece) or ctx.world.leaders.get(piece)
    return None if one is None else one.side


# -- naming ---------------------------------------------------------------------------------------


def label(cell: CellId) -> str:
    """Name a hex."""
    return BOARD.label(cell)


def nation_of(content: CcnContent, troop: Troop) -> str:
    """Name a unit's nation; in some battles the brown blocks are not Portuguese. CCN-20.4."""
    brown = troop.nation == "portuguese"
    if brown and "brown_blocks_are_dutch_belgian" in content.file.special:
        return "dutch_belgian"
    return troop.nation


def kind_name(content: CcnContent, troop: Troop) -> Message:
    """Name a kind of unit: its nation and type."""
    nation = say(f"ccn.nation.{nation_of(content, troop)}")
    return say("ccn.kind", nation=nation, type=type_name(troop))


def type_name(troop: Troop) -> Message:
    """Name a unit type."""
    return say(f"ccn.type.{troop.type}")


def unit_name(ctx: CcnCtx, unit: UnitId) -> Message:
    """Name a unit: nation, type and hex."""
    one = ctx.world.units[unit]
    troop = ctx.content.troops[one.troop]
    return say("ccn.unit", kind=kind_name(ctx.content, troop), at=label(one.at))


def told_unit(ctx: CcnCtx, unit: UnitId) -> Message:
    """Name a unit as the report does: with the leader it has."""
    leader = leader_of(ctx, unit)
    if leader is None:
        return unit_name(ctx, unit)
    one = ctx.world.units[unit]
    kind = kind_name(ctx.content, ctx.content.troops[one.troop])
    name = ctx.world.leaders[leader].name
    return say("ccn.unit_led", kind=kind, leader=name, at=label(one.at))


def told_piece(ctx: CcnCtx, piece: UnitId) -> Message:
    """Name a unit or leader as the report does."""
    return told_unit(ctx, piece) if piece in ctx.world.units else leader_name(ctx, piece)


def told_place(ctx: CcnCtx, cell: CellId) -> Message | str:
    """Name a hex as the report does: by its name on the map if it has one."""
    name = ctx.content.places.get(cell)
    if name is None:
        return label(cell)
    return say("ccn.place_at", place=say(f"ccn.place.{name}"), at=label(cell))


def leader_name(ctx: CcnCtx, leader: UnitId) -> Message:
    """Name a leader."""
    one = ctx.world.leaders[leader]
    return say("ccn.leader", name=one.name, at=label(one.at))


def piece_name(ctx: CcnCtx, piece: UnitId) -> Message:
    """Name a unit or a leader."""
    return unit_name(ctx, piece) if piece in ctx.world.units else leader_name(ctx, piece)


def called(ctx: CcnCtx, piece: UnitId) -> Message | str:
    """Name a piece, or say what it was called if there is none."""
    return piece_name(ctx, piece) if side_of(ctx, piece) is not None else str(piece)


def card_name(card: str) -> Message:
    """Name a command card."""
    return say(f"ccn.card.{card}")
