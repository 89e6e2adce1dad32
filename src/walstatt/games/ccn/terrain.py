"""What terrain does to movement, and which sides field works protect. CCN-16."""

from __future__ import annotations

from walstatt.games.ccn.board import BOARD
from walstatt.games.ccn.content import Arm, Ground, Troop
from walstatt.games.ccn.world import CcnCtx, ground_now
from walstatt.kernel.ids import CellId, RuleId
from walstatt.kernel.trace import cite, rule


def is_closed(ground: Ground, cell: CellId, arm: Arm | str) -> bool:
    """Tell whether an arm, or a leader, cannot enter a hex. CCN-6.1.15."""
    kind = ground.at[cell].type
    if kind.closed and arm in kind.closed:
        cite("CCN-6.1.15", kind.closed_rule)
        return True
    return False


def must_stop(ground: Ground, cell: CellId, came_from: CellId) -> bool:
    """Tell whether whoever enters a hex must stop there. CCN-6.1.14."""
    kind = ground.at[cell].type
    if kind.stops:
        cite("CCN-6.1.14", kind.stop_rule)
        return True
    if kind.open_rule:
        cite(kind.open_rule)
    protected = ground.works.get(cell)
    if protected is None:
        return False
    if BOARD.direction(cell, came_from) in protected:
        cite("CCN-16.6.2")
        return True
    cite("CCN-16.6.3")
    return False


@rule("CCN-7.12")
def entry_bars(ground: Ground, cell: CellId, troop: Troop) -> RuleId:
    """Name the rule that forbids a unit to fight in the turn it enters a hex, if any."""
    kind = ground.at[cell].type
    if kind.fight_on_entry == "all":
        if kind.entry_rule:
            cite(kind.entry_rule)
        return ""
    if kind.fight_on_entry == "light" and troop.light:
        cite("CCN-16.2.2", "CCN-19.9")
        return ""
    return kind.entry_rule


@rule("CCN-16.6.1", "CCN-16.6.11", "CCN-A8")
def crosses_works(ctx: CcnCtx, cell: CellId, other: CellId) -> bool:
    """Tell whether the line between two hexes crosses a protected side of the first one."""
    protected = ground_now(ctx).works.get(cell)
    if protected is None:
        return False
    sides = BOARD.sides(cell, other)
    guarded = [side in protected for side in sides]
    if all(guarded):
        return True
    if any(guarded):
        return ctx.options.works_corner_protects
    cite("CCN-16.6.8")
    return False
