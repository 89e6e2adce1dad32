"""Who may pass through whom. IDG-8.4."""

from __future__ import annotations

from typing import Final

from walstatt.games.idg.commanding import is_independent_general
from walstatt.games.idg.world import IdgCtx, troop_of
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import rule

PASSABLE: Final = ("skirmisher", "light_cavalry", "light_chariot", "elephant", "baggage")
"""Whom skirmishers pass, and who pass them. IDG-8.4.2."""


@rule("IDG-8.4.1", "IDG-8.4.3")
def may_pass(ctx: IdgCtx, unit: UnitId, other: UnitId) -> bool:
    """May a unit go through another one, at no cost? IDG-8.4.3, IDG-8.4.5."""
    if ctx.world.units[unit].side != ctx.world.units[other].side:
        return False
    if is_independent_general(ctx, unit) or is_independent_general(ctx, other):
        return True
    return lets_skirmishers_through(ctx, unit, other)


@rule("IDG-8.4.2")
def lets_skirmishers_through(ctx: IdgCtx, unit: UnitId, other: UnitId) -> bool:
    """Are these skirmishers, and troops with whom they mingle?"""
    troops = (troop_of(ctx, unit), troop_of(ctx, other))
    return "skirmisher" in troops and all(troop in PASSABLE for troop in troops)
