"""What a seat may know about a thing it points at: a unit, a leader, a hex, a card."""

from __future__ import annotations

from walstatt.games.ccn.about_cards import about_card
from walstatt.games.ccn.about_ground import about_hex
from walstatt.games.ccn.about_units import about_leader, about_unit
from walstatt.games.ccn.content import CcnContent
from walstatt.games.ccn.options import CcnOptions
from walstatt.games.ccn.pointing import cell_pointed
from walstatt.games.ccn.view import CcnView, redeterminise
from walstatt.games.ccn.world import CcnCtx
from walstatt.kernel.ctx import Ctx
from walstatt.kernel.decisions import Rng
from walstatt.kernel.definition import Ruleset
from walstatt.kernel.ids import UnitId
from walstatt.kernel.prompts import Target
from walstatt.scene.about import About


def about(rules: Ruleset[CcnContent, CcnOptions], view: CcnView, target: Target) -> About | None:
    """Tell about a thing, from a world in which all that the seat cannot see is made up."""
    ctx: CcnCtx = Ctx(rules, redeterminise(rules, view, Rng(0)))
    if target.kind == "piece":
        return _about_piece(ctx, UnitId(target.id))
    if target.kind == "card":
        return about_card(ctx, view, target.id)
    cell = cell_pointed(ctx, target)
    return None if cell is None else about_hex(ctx, view.seat, cell)


def _about_piece(ctx: CcnCtx, piece: UnitId) -> About | None:
    if piece in ctx.world.units:
        return about_unit(ctx, piece)
    return about_leader(ctx, piece) if piece in ctx.world.leaders else None
