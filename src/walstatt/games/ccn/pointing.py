"""What pointing at the battlefield means: which hex, which piece, which unit."""

from __future__ import annotations

from walstatt.games.ccn.board import BOARD
from walstatt.games.ccn.world import CcnCtx, Leader, Unit
from walstatt.kernel.ids import CellId, UnitId
from walstatt.kernel.prompts import Sightline, Target

LONGEST_NUMBER = 4
"""The digits of the largest cell number there can be, and then some."""


def at_cell(cell: CellId) -> Target:
    """Point at a hex."""
    return Target("cell", str(cell))


def at_piece(piece: UnitId) -> Target:
    """Point at a unit or leader."""
    return Target("piece", piece)


def cell_pointed(ctx: CcnCtx, target: Target | None) -> CellId | None:
    """Find the hex that is meant: the one pointed at, or that of the piece pointed at."""
    if target is None:
        return None
    if target.kind == "cell":
        return _cell(target.id)
    one = _piece(ctx, target)
    return None if one is None else one.at


def _cell(text: str) -> CellId | None:
    if not text.isdecimal() or len(text) > LONGEST_NUMBER:
        return None
    return CellId(int(text)) if int(text) < len(BOARD) else None


def _piece(ctx: CcnCtx, target: Target) -> Unit | Leader | None:
    if target.kind != "piece":
        return None
    piece = UnitId(target.id)
    return ctx.world.units.get(piece) or ctx.world.leaders.get(piece)


def piece_pointed(ctx: CcnCtx, target: Target | None) -> UnitId | None:
    """Find the piece that is meant: the one pointed at, or the unit or lone leader of a hex."""
    if target is None:
        return None
    if _piece(ctx, target) is not None:
        return UnitId(target.id)
    cell = cell_pointed(ctx, target)
    if cell is None:
        return None
    return ctx.world.unit_at.get(cell) or ctx.world.leader_at.get(cell)


def fighter_pointed(ctx: CcnCtx, target: Target | None) -> UnitId | None:
    """Find who is meant in a fight: a lone leader, or the unit, even if its leader is shown."""
    cell = cell_pointed(ctx, target)
    if cell is None:
        return None
    return ctx.world.unit_at.get(cell) or ctx.world.leader_at.get(cell)


def sightline(a: CellId, b: CellId, obstacle: CellId | None) -> Sightline:
    """Show a line of sight."""
    return Sightline(at_cell(a), at_cell(b), None if obstacle is None else at_cell(obstacle))
