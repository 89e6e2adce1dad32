"""The dice of a move. IDG-8.1.1."""

from __future__ import annotations

from collections.abc import Sequence

from walstatt.games.idg.allowance import Column, unit_dice
from walstatt.games.idg.world import IdgCtx
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.chance import D6, Meaning, Roll
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import rule


class MoveRoll(Meaning, frozen=True, tag="idg_move"):
    """All dice of a unit together, and a fixed number: so many MU."""

    unit: UnitId
    names: tuple[str, str]
    """In English and in German."""
    add: int = 0

    def read(self, faces: Sequence[int]) -> int:
        """Add everything up."""
        return sum(faces) + self.add


class EngineRoll(Meaning, frozen=True, tag="idg_engine_move"):
    """All dice of a siege tower or a ship together: so many MU."""

    engine: str

    def read(self, faces: Sequence[int]) -> int:
        """Add the dice up."""
        return sum(faces)


@rule("IDG-8.1.1", "IDG-1.1.6")
def move_roll(ctx: IdgCtx, unit: UnitId, column: Column) -> Roll[int]:
    """Give the dice of a move."""
    dice = unit_dice(ctx, unit, column)
    seat = ctx.world.units[unit].side
    meaning = MoveRoll(unit, ctx.world.units[unit].names, dice.add)
    return Roll("idg.roll.move", "IDG-8.1.1", D6, dice.dice, seat, meaning)


def dice_fact(ctx: IdgCtx, unit: UnitId, column: Column) -> Message:
    """Say what a unit rolls for its move, and what that comes to on average."""
    dice = unit_dice(ctx, unit, column)
    tenths = round(dice.average * 10)
    far = say("idg.tenths", whole=str(tenths // 10), tenths=str(tenths % 10))
    added = f"{dice.add:+d}" if dice.add else ""
    return say("idg.fact.rolls", dice=f"{dice.dice}D6{added}", far=far)
