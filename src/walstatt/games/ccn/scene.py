"""The battlefield as a scene: ground, objectives, units and leaders. CCN-1, CCN-20."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from walstatt.games.ccn.board import BOARD, LAYOUT, SECTION_LINES, WIDE, Home
from walstatt.games.ccn.content import CcnContent, Ground, Troop
from walstatt.games.ccn.options import CcnOptions
from walstatt.games.ccn.scene_notes import about_battle, exit_text, goal_text, held_text
from walstatt.games.ccn.scene_trays import trays_of
from walstatt.games.ccn.view import CcnView
from walstatt.games.ccn.world import (
    Leader,
    Phase,
    Unit,
    card_name,
    kind_name,
    label,
    nation_of,
)
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.definition import Ruleset
from walstatt.kernel.ids import CellId, Seat
from walstatt.scene.model import (
    NOBODY,
    AnyOverlay,
    AtCells,
    Badge,
    Cell,
    HexBoard,
    Marks,
    Piece,
    Scene,
    Side,
    Stroke,
)

PHASES: Final[tuple[Phase, ...]] = ("command", "order", "move", "combat", "draw")
LIVERIES: Final = {"french": "french", "allied": "british"}
"""The colours of each side; troops of another nation on that side have their own."""


def scene_of(rules: Ruleset[CcnContent, CcnOptions], view: CcnView) -> Scene:
    """Show the battle as a seat sees it."""
    content = rules.content
    return Scene(
        boards=(board_of(rules, view),),
        sides=tuple(side_of(seat) for seat in content.seats),
        pieces=(*unit_pieces(content, view), *leader_pieces(content, view)),
        overlays=tuple(objective_marks(content)),
        trays=(*trays_of(content, view), about_battle(rules.scenario, content.file)),
        phases=tuple(say(f"ccn.phase.{phase}") for phase in PHASES),
        phase=PHASES.index(view.phase),
        status=tuple(status_of(content, view)),
    )


def side_of(seat: Seat) -> Side:
    """Show a seat."""
    return Side(seat, say(f"ccn.seat.{seat}"), livery=LIVERIES[seat], mark=seat[0].upper())


def status_of(content: CcnContent, view: CcnView) -> Iterator[Message]:
    """Tell whose turn it is, which card is in force, and what the enemy played before."""
    yield say("ccn.now.turn", n=view.turn, seat=say(f"ccn.seat.{view.active}"))
    if view.card and view.effect not in ("", view.card):
        names = {"card": card_name(view.card), "effect": card_name(view.effect)}
        yield say("ccn.now.copy", n=view.command, **names)
    elif view.card:
        yield say("ccn.now.card", n=view.command, card=card_name(view.card))
    if view.seat in content.homes:
        yield flanks_of(content.homes[view.seat])
    enemy = content.enemy[view.active]
    last = view.last_cards.get(enemy)
    if last:
        yield say("ccn.now.last", seat=say(f"ccn.seat.{enemy}"), card=card_name(last))


def flanks_of(home: Home) -> Message:
    """Tell a player where his flanks are, since left and right depend on his edge. CCN-1.2.4."""
    low, high = say("ccn.columns", first=1, last=4), say("ccn.columns", first=10, last=13)
    left, right = (low, high) if home == "bottom" else (high, low)
    return say("ccn.now.flanks", left=left, right=right)


# -- the board ------------------------------------------------------------------------------------


def board_of(rules: Ruleset[CcnContent, CcnOptions], view: CcnView) -> HexBoard:
    """Show the ground, without the tiles that were taken away, and the section lines."""
    ground = rules.content.ground_without(view.removed)
    return HexBoard(
        "field",
        LAYOUT,
        tuple(cells_of(rules.content, view, ground)),
        strokes=tuple(map(section_line, SECTION_LINES)),
        title=say(f"ccn.scenario.{rules.scenario}"),
    )


def section_line(wide: int) -> Stroke:
    """Draw a section line from edge to edge, at a double-width coordinate. CCN-1.2.3."""
    x = 50 * (wide - min(WIDE) + 1)
    return Stroke("section", points=((x, 0), (x, round(100 * BOARD.size[1]))))


def cells_of(content: CcnContent, view: CcnView, ground: Ground) -> Iterator[Cell]:
    """Show every hex that is not merely clear."""
    names = {cell: say(f"ccn.place.{name}") for cell, name in content.places.items()}
    for cell in BOARD.cells:
        terrain = tuple(terrain_of(content, ground, cell))
        badges = tuple(badges_of(content, view, cell))
        if terrain or badges or cell in names:
            yield Cell(
                cell,
                terrain,
                level=int(ground.at[cell].type.hill),
                owner=holder_of(content, view, cell),
                name=names.get(cell),
                badges=badges,
                dirs=tuple(sorted(ground.works.get(cell, ()))),
            )


def terrain_of(content: CcnContent, ground: Ground, cell: CellId) -> Iterator[str]:
    """Name what lies in a hex from below: water, the tile, field works."""
    name = ground.at[cell].id
    if name == "bridge":
        laid = content.file.terrain
        yield from (
            kind for kind in ("river", "shallow_river") if label(cell) in laid.get(kind, ())
        )
    if name != "clear":
        yield name
    if cell in ground.works:
        yield "field_works"


def badges_of(content: CcnContent, view: CcnView, cell: CellId) -> Iterator[Badge]:
    """Say what a hex is worth to whom, or who has it. CCN-3.8, CCN-20.3."""
    for one in content.file.objectives:
        if label(cell) in one.at:
            held = holder_of(content, view, cell) == one.side
            yield Badge("objective", text=held_text(one) if held else goal_text(one))
    for (at, _), way in content.exits.items():
        if at == cell:
            yield Badge("exit", text=exit_text(way))


def holder_of(content: CcnContent, view: CcnView, cell: CellId) -> Seat:
    """Tell who has the banners of an objective now."""
    held = {*view.claims, *view.claimed}
    owners = (content.goals[number].side for number in held if cell in content.goals[number].cells)
    return next(owners, NOBODY)


def objective_marks(content: CcnContent) -> Iterator[AnyOverlay]:
    """Mark the hexes that give banners."""
    cells = {cell for goal in content.goals for cell in goal.cells}
    cells |= {cell for cell, _ in content.exits}
    if cells:
        yield Marks("objective", cells=tuple(sorted(cells)))


# -- the pieces -----------------------------------------------------------------------------------


def unit_pieces(content: CcnContent, view: CcnView) -> Iterator[Piece]:
    """Show the units."""
    for unit, one in view.units.items():
        troop = content.troops[one.troop]
        yield Piece(
            unit,
            f"ccn/{troop.type}",
            AtCells((one.at,)),
            one.side,
            kind_name(content, troop),
            code_of(content, one, troop),
            now=one.blocks,
            most=troop.blocks,
            badges=tuple(unit_badges(one)),
            livery=troop.nation,
        )


def code_of(content: CcnContent, one: Unit, troop: Troop) -> str:
    """Write a unit's type, with a letter for troops that fight beside another nation."""
    own = LIVERIES[one.side] == troop.nation
    return troop.type if own else troop.type + nation_of(content, troop)[0].upper()


def unit_badges(one: Unit) -> Iterator[Badge]:
    """Show square, order, and what the unit has done this turn."""
    if one.square:
        yield Badge("square", one.square)
    if one.ordered:
        yield Badge("ordered")
    if one.joined:
        yield Badge("ccn/joined")
    if one.moved:
        yield Badge("moved", one.moved)
    if one.fought:
        yield Badge("ccn/fought")
    elif one.barred:
        yield Badge("ccn/barred")


def leader_pieces(content: CcnContent, view: CcnView) -> Iterator[Piece]:
    """Show the leaders, each with his unit or alone."""
    standing = {one.at: unit for unit, one in view.units.items()}
    nations = {one.name: one.nation for one in content.file.leaders}
    for leader, one in view.leaders.items():
        yield Piece(
            leader,
            "ccn/leader",
            AtCells((one.at,)),
            one.side,
            say("ccn.leader_name", name=one.name),
            leader.rpartition("-")[2][:3].upper(),
            layer=1,
            inside=standing.get(one.at, ""),
            badges=tuple(leader_badges(one)),
            livery=nations.get(one.name, LIVERIES[one.side]),
        )


def leader_badges(one: Leader) -> Iterator[Badge]:
    """Show whether a leader is ordered and has moved."""
    if one.ordered:
        yield Badge("ordered")
    if one.moved:
        yield Badge("moved")
