"""The battlefield of the toy game as a scene."""

from __future__ import annotations

from walstatt.games.toy.content import ToyContent
from walstatt.games.toy.field import BASE, Disc, HexField, TableField
from walstatt.games.toy.view import ToyView
from walstatt.games.toy.world import Unit
from walstatt.i18n.catalogue import say
from walstatt.kernel.ids import Seat, UnitId
from walstatt.scene.model import (
    AnyTray,
    AtCells,
    AtPoint,
    Board,
    Card,
    Cell,
    Counter,
    Counters,
    Ground,
    Hand,
    HexBoard,
    Piece,
    Scene,
    Side,
    TableBoard,
)

CODES = {"captain": "C", "foot": "F", "archers": "A"}


def scene_of(content: ToyContent, view: ToyView) -> Scene:
    """Show board, units, banners and cards."""
    seats = tuple(view.banners)
    return Scene(
        boards=(board_of(content),),
        sides=tuple(side_of(seat) for seat in seats),
        pieces=tuple(piece_of(content, unit, one) for unit, one in view.units.items()),
        trays=(banners_of(view), *(hand_of(view, seat) for seat in seats)),
        status=(say("toy.status", n=view.round, deck=view.deck_size),),
    )


def side_of(seat: Seat) -> Side:
    """Show a seat."""
    return Side(seat, say(f"toy.seat.{seat}"), livery=seat, mark=seat[0].upper())


def board_of(content: ToyContent) -> Board:
    """Show the battlefield."""
    field = content.field
    if isinstance(field, HexField):
        return hex_board(field)
    if isinstance(field, TableField):
        return table_board(field)
    raise TypeError(f"nobody knows how to draw {field}")


def hex_board(field: HexField) -> HexBoard:
    """Show hexes, woods and the hill."""
    woods = [Cell(cell, ("woods",)) for cell in sorted(field.woods)]
    hill = Cell(field.hill, ("hill",), level=1)
    return HexBoard("field", field.grid.layout, (*woods, hill))


def table_board(field: TableField) -> TableBoard:
    """Show the table, woods and the hill."""
    woods = [_ground(f"woods-{n}", "woods", disc) for n, disc in enumerate(field.woods, 1)]
    ground = (*woods, _ground("hill", "hill", field.hill))
    return TableBoard(
        "field", field.width, field.height, ground, unit=10, unit_name=say("toy.millimetre")
    )


def _ground(name: str, kind: str, disc: Disc) -> Ground:
    """Draw a round piece of terrain as an octagon of the same width."""
    near, far = disc.radius * 5 // 12, disc.radius
    corners = ((near, -far), (far, -near), (far, near), (near, far))
    ring = (*corners, *((-x, -y) for x, y in corners))
    outline = tuple((disc.x + x, disc.y + y) for x, y in ring)
    return Ground(name, kind, outline)


def piece_of(content: ToyContent, unit: UnitId, one: Unit) -> Piece:
    """Show a unit."""
    at = one.at
    return Piece(
        unit,
        one.type,
        AtPoint(*at) if isinstance(at, tuple) else AtCells((at,)),
        one.side,
        say(f"toy.type.{one.type}"),
        CODES.get(one.type, one.type[0].upper()),
        size=(BASE, BASE) if isinstance(at, tuple) else None,
        now=one.strength,
        most=content.types[one.type].strength,
    )


def banners_of(view: ToyView) -> AnyTray:
    """Show the banners."""
    counters = tuple(
        Counter(seat, say(f"toy.seat.{seat}"), banners, owner=seat)
        for seat, banners in view.banners.items()
    )
    return Counters("banners", say("toy.banners"), counters=counters)


def hand_of(view: ToyView, seat: Seat) -> AnyTray:
    """Show one's own cards, and how many the others hold."""
    title = say("toy.hand", seat=say(f"toy.seat.{seat}"))
    if seat != view.seat:
        return Hand(f"hand-{seat}", title, seat, down=view.hand_sizes[seat])
    cards = tuple(Card(str(card), say("toy.card", card=card)) for card in view.hand)
    return Hand(f"hand-{seat}", title, seat, cards)
