"""Rolling again for a move on the general's word. IDG-8.3."""

from __future__ import annotations

from walstatt.games.idg.allowance import may_ever_reroll
from walstatt.games.idg.commanding import may_help
from walstatt.games.idg.world import IdgCtx
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import rule


@rule("IDG-8.3.1", "IDG-8.3.3", "IDG-8.3.4")
def may_reroll(ctx: IdgCtx, unit: UnitId) -> bool:
    """May the move of a unit be rolled again now?"""
    return may_ever_reroll(ctx, unit) and may_help(ctx, unit, "reroll")
