"""The dice of a move. IDG-8.1.1."""

from __future__ import annotations

from collections.abc import Sequence

from walstatt.games.idg.allowance import Column, unit_dice
from walstatt.games.idg.world import IdgCtx
from walstatt.kernel.chance import D6, Meaning, Roll
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import rule


class MoveRoll(Meaning, frozen=True, tag="idg_move"):
    """All dice together, and a fixed number: so many MU."""

    add: int = 0

    def read(self, faces: Sequence[int]) -> int:
        """Add the dice up."""
        return sum(faces) + self.add


@rule("IDG-8.1.1")
def move_roll(ctx: IdgCtx, unit: UnitId, column: Column) -> Roll[int]:
    """Give the dice of a move."""
    dice = unit_dice(ctx, unit, column)
    seat = ctx.world.units[unit].side
    return Roll("idg.roll.move", "IDG-8.1.1", D6, dice.dice, seat, MoveRoll(dice.add))
