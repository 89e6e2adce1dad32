"""Who counts when a battle is decided: units that fight, and those fit to. IDG-19.1.3."""

from __future__ import annotations

from typing import Final

from walstatt.games.idg.world import IN_PLAY, IdgCtx, is_baggage
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.trace import rule

UNFIT_AT: Final = 5
"""With so many markers a unit is no longer fit to fight."""
OFF_TABLE: Final = ("late", "reserve")


def is_train(ctx: IdgCtx, unit: UnitId) -> bool:
    """Is it baggage or wagons, whatever has become of it?"""
    return bool(ctx.world.units[unit].elements) and is_baggage(ctx, unit)


def fighting_units(ctx: IdgCtx, side: Seat) -> list[UnitId]:
    """List the units with which a side fights, lost ones too: no baggage, no dummies."""
    return [
        unit
        for unit, one in ctx.world.units.items()
        if one.side == side and not one.dummy and not is_train(ctx, unit)
    ]


@rule("IDG-19.1.3", "IDG-19.1.4")
def fit_units(ctx: IdgCtx, side: Seat, *, off_table: bool = False) -> list[UnitId]:
    """List the units of a side that are fit to fight: on the table, or also those yet to come.

    They have fewer than five markers; concealed ones count, baggage and dummies do not.
    """
    units, where = ctx.world.units, (*IN_PLAY, *OFF_TABLE) if off_table else IN_PLAY
    return [
        unit
        for unit in fighting_units(ctx, side)
        if units[unit].status in where and units[unit].disorder < UNFIT_AT
    ]
