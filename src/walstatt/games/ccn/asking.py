"""What can be asked of a position in cases: dice, sight, reach, sections, flags."""

from __future__ import annotations

from msgspec import Struct

from walstatt.games.ccn.attack import attack_ledger
from walstatt.games.ccn.board import BOARD
from walstatt.games.ccn.cards import allowance
from walstatt.games.ccn.leader_movement import leader_reach
from walstatt.games.ccn.morale import ignorable_flags, retreat_paths
from walstatt.games.ccn.ranged import fire_over, fire_targets, may_fire
from walstatt.games.ccn.sight import sees
from walstatt.games.ccn.unit_movement import unit_reach
from walstatt.games.ccn.world import CcnCtx, section_of, side_of
from walstatt.kernel.casebook import Question
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.ids import CellId, Seat, UnitId
from walstatt.kernel.ledger import Ledger


class FireDiceQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """How many dice does a unit roll when it fires?"""

    unit: UnitId
    target: UnitId


class MeleeDiceQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """How many dice does a unit roll in melee?"""

    unit: UnitId
    target: UnitId
    combined_arms: tuple[UnitId, ...] = ()
    bonus: bool = False
    """Whether it is a bonus melee."""


class BackDiceQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """How many dice does a unit roll when it battles back or uses First Strike?"""

    unit: UnitId
    target: UnitId


class SeesQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """Does a unit see another hex?"""

    unit: UnitId
    to: CellId


class HexesQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """How far apart are two hexes?"""

    a: CellId
    b: CellId


class PieceQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """A question about one unit or leader."""

    piece: UnitId


class UnitQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """A question about one unit."""

    unit: UnitId


class SectionsQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """In which sections does a hex lie, as a side sees it?"""

    side: Seat
    at: CellId


class FlagsQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """How many flags may a unit ignore when it is attacked from a hex?"""

    unit: UnitId
    attacked_from: CellId
    bounced: bool = False
    """Whether they are the flags of a square against cavalry."""


class RetreatQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """Along which paths may a unit go back so many hexes?"""

    unit: UnitId
    hexes: int


def require_piece(ctx: CcnCtx, *pieces: UnitId) -> None:
    """Refuse to speak of pieces that are not there."""
    for piece in pieces:
        if side_of(ctx, piece) is None:
            raise BadRequest(f"there is no unit or leader {piece!r}")


def require_unit(ctx: CcnCtx, *units: UnitId) -> None:
    """Refuse to speak of units that are not there."""
    for unit in units:
        if unit not in ctx.world.units:
            known = ", ".join(ctx.world.units) or "none"
            raise BadRequest(f"there is no unit {unit!r}; there are: {known}")


def ask_fire_dice(ctx: CcnCtx, question: FireDiceQuestion) -> Ledger:
    """Reckon the dice of fire."""
    require_unit(ctx, question.unit)
    require_piece(ctx, question.target)
    return attack_ledger(ctx, question.unit, question.target, "fire")


def ask_melee_dice(ctx: CcnCtx, question: MeleeDiceQuestion) -> Ledger:
    """Reckon the dice of a melee."""
    require_unit(ctx, question.unit, *question.combined_arms)
    require_piece(ctx, question.target)
    guns = question.combined_arms
    return attack_ledger(ctx, question.unit, question.target, "melee", guns, bonus=question.bonus)


def ask_back_dice(ctx: CcnCtx, question: BackDiceQuestion) -> Ledger:
    """Reckon the dice of a strike in the enemy's turn."""
    require_unit(ctx, question.unit, question.target)
    return attack_ledger(ctx, question.unit, question.target, "back")


def ask_sees(ctx: CcnCtx, question: SeesQuestion) -> bool:
    """Look from a unit to a hex."""
    require_unit(ctx, question.unit)
    one = ctx.world.units[question.unit]
    over = fire_over(ctx, one, ctx.content.troops[one.troop])
    return sees(ctx, one.at, question.to, over)


def ask_distance(ctx: CcnCtx, question: HexesQuestion) -> int:
    """Measure."""
    return BOARD.distance(question.a, question.b)


def ask_line(ctx: CcnCtx, question: HexesQuestion) -> bool:
    """Look from a hex to another, for combined arms or a unit that is no artillery."""
    return sees(ctx, question.a, question.b)


def ask_sections(ctx: CcnCtx, question: SectionsQuestion) -> list[str]:
    """Name the sections of a hex."""
    return list(section_of(ctx, question.side, question.at))


def ask_allowance(ctx: CcnCtx, question: UnitQuestion) -> int:
    """Tell how far a unit may move under the card in force."""
    require_unit(ctx, question.unit)
    troop = ctx.content.troops[ctx.world.units[question.unit].troop]
    return allowance(ctx, question.unit, troop)


def ask_reach(ctx: CcnCtx, question: PieceQuestion) -> list[CellId]:
    """List the hexes a piece can move to."""
    require_piece(ctx, question.piece)
    reach = unit_reach if question.piece in ctx.world.units else leader_reach
    return sorted(reach(ctx, question.piece).steps)


def ask_targets(ctx: CcnCtx, question: UnitQuestion) -> list[UnitId]:
    """List whom a unit may fire at."""
    require_unit(ctx, question.unit)
    return sorted(fire_targets(ctx, question.unit)) if may_fire(ctx, question.unit) else []


def ask_flags(ctx: CcnCtx, question: FlagsQuestion) -> Ledger:
    """Reckon how many flags may be ignored."""
    require_unit(ctx, question.unit)
    return ignorable_flags(ctx, question.unit, question.attacked_from, bounced=question.bounced)


def ask_retreats(ctx: CcnCtx, question: RetreatQuestion) -> list[list[CellId]]:
    """List the ways back."""
    require_unit(ctx, question.unit)
    return sorted(map(list, retreat_paths(ctx, question.unit, question.hexes)))


QUESTIONS = (
    Question("fire_dice", FireDiceQuestion, ask_fire_dice),
    Question("melee_dice", MeleeDiceQuestion, ask_melee_dice),
    Question("back_dice", BackDiceQuestion, ask_back_dice),
    Question("sees", SeesQuestion, ask_sees),
    Question("line_of_sight", HexesQuestion, ask_line),
    Question("distance", HexesQuestion, ask_distance),
    Question("sections", SectionsQuestion, ask_sections),
    Question("allowance", UnitQuestion, ask_allowance),
    Question("reach", PieceQuestion, ask_reach),
    Question("fire_targets", UnitQuestion, ask_targets),
    Question("ignorable_flags", FlagsQuestion, ask_flags),
    Question("retreat_paths", RetreatQuestion, ask_retreats),
)
