"""Elements and engines as pieces of a scene: what they are, where they stand, what marks them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from walstatt.boards.formation import majority_facing, ranks
from walstatt.boards.pose import Base
from walstatt.boards.rectangle import Rectangle, rectangle
from walstatt.boards.table import is_on_table
from walstatt.games.idg.engine_setup import engines_left
from walstatt.games.idg.engines import engine_base
from walstatt.games.idg.fitness import UNFIT_AT
from walstatt.games.idg.naming import general_name, unit_name
from walstatt.games.idg.scene_ground import BOARD
from walstatt.games.idg.troops import Profile
from walstatt.games.idg.world import (
    IN_PLAY,
    Element,
    ElementId,
    Engine,
    IdgCtx,
    Unit,
    foes_in_melee,
    is_wild,
    profile_of,
    rect_of,
    shown,
)
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.ids import Seat, UnitId
from walstatt.scene.model import AtPoint, Badge, InTray, Piece, Place

CODES: Final = {
    "warrior": "W",
    "skirmisher": "S",
    "light_cavalry": "LC",
    "heavy_cavalry": "HC",
    "cataphract": "CA",
    "light_chariot": "LH",
    "heavy_chariot": "HH",
    "elephant": "EL",
    "artillery": "AR",
    "wagon": "WG",
    "baggage": "BG",
}
ARMS: Final = {"spear": "s", "sword": "w", "pike": "p", "bow": "b", "crossbow": "x", "sling": "l"}
SMALL: Final = {"boat": Base(600, 900), "ladder": Base(120, 300)}
"""How large engines are drawn that take no room."""
WAITING: Final = "waiting"


def pieces_of(ctx: IdgCtx, seat: Seat | None) -> Iterator[Piece]:
    """Show engines, and above them all elements, on the table or beside it."""
    for name, engine in ctx.world.engines.items():
        yield engine_piece(ctx, name, engine)
    if seat is not None:
        for name, kind in engines_waiting(ctx, seat).items():
            yield waiting_engine(ctx, name, kind, seat)
    for unit, one in ctx.world.units.items():
        if one.status in (*IN_PLAY, "reserve", "late"):
            yield from unit_pieces(ctx, unit, one, seat)


def engines_waiting(ctx: IdgCtx, seat: Seat) -> Mapping[str, str]:
    """Name the engines that a side still has to place, once it has an edge."""
    placing = ctx.world.phase == "deployment" and seat in ctx.world.edges
    return engines_left(ctx, seat) if placing else {}


def unit_pieces(ctx: IdgCtx, unit: UnitId, one: Unit, seat: Seat | None) -> Iterator[Piece]:
    """Show the elements of a unit, the front rank first; the first one carries its marks."""
    names = in_order(ctx, unit)
    if one.status == "reserve" and one.folded:
        names = names[:1]
    for number, name in enumerate(names):
        yield element_piece(ctx, name, one, unit, is_first=number == 0, own=one.side == seat)


def in_order(ctx: IdgCtx, unit: UnitId) -> list[ElementId]:
    """List the elements of a unit that are shown, rank by rank from the front, left to right."""
    names = list(shown(ctx, unit))
    if ctx.world.units[unit].status not in IN_PLAY or len(names) == 1:
        return names
    rects = [rect_of(ctx, name) for name in names]
    facing = majority_facing([rect.pose for rect in rects])
    return [names[number] for rank in ranks(rects, facing) for number in rank]


def element_piece(
    ctx: IdgCtx, name: ElementId, one: Unit, unit: UnitId, *, is_first: bool, own: bool
) -> Piece:
    """Show one element."""
    element, rect, profile = ctx.world.elements[name], rect_of(ctx, name), profile_of(ctx, name)
    marks = tuple(unit_badges(ctx, unit, one, own=own)) if is_first else ()
    known = is_first and one.size > 0
    return Piece(
        name,
        sprite_of(profile, riding=one.form == "riding"),
        place_of(ctx, one, rect),
        one.side,
        unit_name(ctx, unit),
        code_of(profile),
        facing=rect.pose.facing,
        size=(rect.base.width, rect.base.depth),
        layer=2 if element.general else 1,
        inside=element.aboard if element.aboard in ctx.world.engines else "",
        group=unit,
        now=len(one.elements) if known else None,
        most=one.size if known else None,
        badges=(*element_badges(ctx, element, one.side), *kind_badges(ctx, name), *marks),
    )


def place_of(ctx: IdgCtx, one: Unit, rect: Rectangle) -> Place:
    """Tell where an element is shown: on the table, or in the tray of those who are not."""
    if one.status not in IN_PLAY:
        return InTray(f"{one.status}-{one.side}")
    if not is_on_table(rect, ctx.content.table):
        return InTray(f"{WAITING}-{one.side}")
    x, y = rect.centre
    return AtPoint(round(x), round(y), BOARD)


# -- what they look like --------------------------------------------------------------------------


def sprite_of(profile: Profile, *, riding: bool = False) -> str:
    """Name the figure of an element: its class, and the arm that tells it from its like."""
    if "fire_ox" in profile.special:
        return "idg.fire_ox"
    if riding and profile.mounted_infantry:
        return "idg.mounted_infantry.camel" if profile.camel else "idg.mounted_infantry"
    if profile.camel and profile.category == "mounted":
        return f"idg.{profile.troop}.camel"
    if "rocket" in profile.special:
        return f"idg.{profile.troop}.rocket"
    if profile.kind:
        kind = {"light_artillery": "light", "heavy_siege_engine": "heavy"}
        return f"idg.{profile.troop}.{kind.get(profile.kind, profile.kind)}"
    arm = arm_of(profile)
    usual = arm == "spear" and profile.troop not in ("warrior", "skirmisher")
    return f"idg.{profile.troop}" if usual else f"idg.{profile.troop}.{arm}"


def arm_of(profile: Profile) -> str:
    """Name the arm by which an element is known."""
    if profile.weapon != "spear":
        return profile.weapon
    if "pikemen" in profile.subtypes:
        return "pike"
    return "sword" if "swordsmen" in profile.subtypes else "spear"


def code_of(profile: Profile) -> str:
    """Write what an element is in two letters."""
    code = CODES[profile.troop]
    return code if len(code) > 1 else code + ARMS[arm_of(profile)]


# -- what marks them ------------------------------------------------------------------------------


def element_badges(ctx: IdgCtx, element: Element, side: Seat) -> Iterator[Badge]:
    """Show what sets a single element apart."""
    if element.general:
        yield Badge("leader", text=general_words(ctx, side))
    if element.ladder:
        yield Badge("idg/ladder")


def kind_badges(ctx: IdgCtx, name: ElementId) -> Iterator[Badge]:
    """Show the quality and the armour of an element, where they are not usual."""
    profile = profile_of(ctx, name)
    if profile.quality != "ordinary":
        yield Badge(f"idg/{profile.quality}")
    if profile.armour != "none":
        yield Badge(f"idg/{profile.armour}")
    if is_wild(ctx, name):
        yield Badge("idg/wild")


def general_words(ctx: IdgCtx, side: Seat) -> Message:
    """Name the general of a side; whoever has no name is called after his side."""
    name = general_name(ctx, side)
    return say(name.id, seat=say(f"idg.seat.{side}")) if "seat" in name.args else name


def unit_badges(ctx: IdgCtx, unit: UnitId, one: Unit, *, own: bool) -> Iterator[Badge]:
    """Show disorder, melee, what was done, and what only the owner knows."""
    if one.disorder:
        yield Badge("disorder", one.disorder)
    if one.fresh:
        yield Badge("idg/fresh", one.fresh)
    if one.folded:
        yield Badge("idg/folded", len(one.elements) if own else None)
    if one.fuse:
        yield Badge("idg/fuse", one.fuse)
    signs = {
        "routed": one.disorder >= UNFIT_AT,
        "idg/melee": bool(foes_in_melee(ctx, unit)),
        "done": ctx.world.phase == "move" and one.activated,
        "idg/lit": one.lit > 0,
        "idg/arrived": 0 < one.arrived == ctx.world.turn,
        "idg/dismounted": one.form == "dismounted",
        "idg/remounting": one.form == "remounting",
        "idg/riding": one.form == "riding",
        "idg/afloat": one.form == "afloat",
        "idg/concealed": one.status == "concealed",
        "idg/dummy": one.dummy,
    }
    yield from (Badge(sign) for sign, holds in signs.items() if holds)


# -- engines --------------------------------------------------------------------------------------


def engine_piece(ctx: IdgCtx, name: str, engine: Engine) -> Piece:
    """Show a siege tower, a boat, a ship, a ladder or a flamethrower."""
    rect = rectangle(engine.pose, SMALL.get(engine.kind) or engine_base(ctx, engine.kind))
    x, y = rect.centre
    return Piece(
        name,
        f"idg.{engine.kind}",
        AtPoint(round(x), round(y), BOARD),
        engine.side,
        say(f"idg.scene.engine.{engine.kind}"),
        engine.kind[:2].upper(),
        facing=engine.pose.facing,
        size=(rect.base.width, rect.base.depth),
        badges=tuple(engine_badges(engine)),
    )


def waiting_engine(ctx: IdgCtx, name: str, kind: str, seat: Seat) -> Piece:
    """Show an engine that is still to be placed."""
    size = engine_base(ctx, kind)
    words = say(f"idg.scene.engine.{kind}")
    tray = InTray(f"reserve-{seat}")
    return Piece(
        name, f"idg.{kind}", tray, seat, words, kind[:2].upper(), size=(size.width, size.depth)
    )


def engine_badges(engine: Engine) -> Iterator[Badge]:
    """Show the damage of an engine, and whether it has moved."""
    if engine.hits:
        yield Badge("hits", engine.hits)
    if engine.failures:
        yield Badge("idg/failures", engine.failures)
    if engine.activated:
        yield Badge("done")
