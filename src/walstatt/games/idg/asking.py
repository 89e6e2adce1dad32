"""What can be asked of a position in cases; here command, morale, retreats and victory."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from walstatt.games.idg.arrivals import arrival_roll
from walstatt.games.idg.asking_armies import ARMY_QUESTIONS
from walstatt.games.idg.asking_fights import FIGHT_QUESTIONS, NoQuestion, needed
from walstatt.games.idg.asking_moves import MOVE_QUESTIONS
from walstatt.games.idg.asking_names import Body, UnitQuestion, unit_named
from walstatt.games.idg.commanding import (
    general_within,
    is_general_lost,
    may_command,
    may_help,
    may_reroll,
    rally_dice,
    rerolls,
)
from walstatt.games.idg.content import SEATS
from walstatt.games.idg.facts import inches
from walstatt.games.idg.fitness import fit_units
from walstatt.games.idg.given import Inches
from walstatt.games.idg.melee_dice import is_inspired
from walstatt.games.idg.morale import may_skip, needed_to_hold
from walstatt.games.idg.morale_causes import due_tests
from walstatt.games.idg.rally import rally_ledger
from walstatt.games.idg.retreats import retreats_due
from walstatt.games.idg.sides import side_one
from walstatt.games.idg.spoken import in_degrees
from walstatt.games.idg.world import IdgCtx
from walstatt.kernel.casebook import Question
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.ids import Seat
from walstatt.kernel.ledger import Ledger

What = Literal["rally", "morale", "reroll", "melee"]


class CommandQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """Can its general do this for a unit now, from where he is?"""

    unit: Body
    what: What
    """A rally die, skipping a test of morale, rolling a move again, inspiring it in melee."""


class WithinQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """Is its general within so many inches of a unit, and does he see it if asked?"""

    unit: Body
    distance: Inches
    sight: bool = False


class SideQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """A question about a side."""

    side: Seat


def side_named(name: Seat) -> Seat:
    """Refuse a side that there is not."""
    if name not in SEATS:
        raise BadRequest(f"there is no side {name!r}; there are: {', '.join(SEATS)}")
    return name


# -- command ---------------------------------------------------------------------------------------


def ask_in_command(ctx: IdgCtx, question: CommandQuestion) -> bool:
    """Ask the general."""
    unit = unit_named(ctx, question.unit)
    if question.what == "melee":
        return is_inspired(ctx, unit)
    if question.what == "reroll":
        return may_reroll(ctx, unit)
    return may_skip(ctx, unit) if question.what == "morale" else may_help(ctx, unit, "rally")


def ask_general_within(ctx: IdgCtx, question: WithinQuestion) -> bool:
    """Measure from the general."""
    unit = unit_named(ctx, question.unit)
    return general_within(ctx, unit, question.distance, sight=question.sight)


def ask_commands(ctx: IdgCtx, question: SideQuestion) -> list[str]:
    """List what the general of a side can do now, to whomever he reaches."""
    side = side_named(question.side)
    known: tuple[Literal["rally", "morale", "reroll"], ...] = ("rally", "morale", "reroll")
    return [what for what in known if may_command(ctx, side, what)]


def ask_rerolls(ctx: IdgCtx, question: SideQuestion) -> int:
    """Tell how many moves a turn a general may let roll again."""
    side = side_named(question.side)
    return 0 if is_general_lost(ctx, side) else rerolls(ctx, side)


def ask_general_dice(ctx: IdgCtx, question: SideQuestion) -> int:
    """Tell how many rally dice a turn a general gives."""
    side = side_named(question.side)
    return 0 if is_general_lost(ctx, side) else rally_dice(ctx, side)


# -- morale and retreats ---------------------------------------------------------------------------


def ask_rally_dice(ctx: IdgCtx, question: UnitQuestion) -> Ledger:
    """Count the dice a unit rolls to rally."""
    return rally_ledger(ctx, unit_named(ctx, question.unit))


def ask_morale_needed(ctx: IdgCtx, question: UnitQuestion) -> Ledger:
    """Reckon what a unit must roll to pass a test."""
    return needed_to_hold(ctx, unit_named(ctx, question.unit))


def ask_tests(ctx: IdgCtx, question: NoQuestion) -> list[dict[str, str]]:
    """List the tests of morale that are due for what has happened this turn."""
    del question
    return [{"unit": one.unit, "rule": one.rule} for one in due_tests(ctx)]


def ask_retreats(ctx: IdgCtx, question: NoQuestion) -> list[dict[str, Any]]:
    """List the units that must retreat or flee from where all stand now."""
    del question
    found = retreats_due(ctx)
    return [
        {
            "unit": one.unit,
            "flees": one.flees,
            "facing": in_degrees(one.facing),
            **({} if one.flees else {"inches": inches(one.far)}),
        }
        for one in found
    ]


# -- the battle ------------------------------------------------------------------------------------


def ask_arrival(ctx: IdgCtx, question: SideQuestion) -> int:
    """Tell what a late unit of a side must roll to arrive."""
    return needed(arrival_roll(ctx, side_named(question.side)))


def ask_side_1(ctx: IdgCtx, question: NoQuestion) -> str:
    """Tell who is Side 1 by command types and roles, or that dice decide."""
    del question
    found = side_one(ctx)
    return "dice" if found is None else str(found.seat)


def ask_fit(ctx: IdgCtx, question: SideQuestion) -> list[str]:
    """List the units of a side on the table that are fit to fight."""
    return sorted(fit_units(ctx, side_named(question.side)))


QUESTIONS: tuple[Question, ...] = (
    *ARMY_QUESTIONS,
    *MOVE_QUESTIONS,
    *FIGHT_QUESTIONS,
    Question("in_command", CommandQuestion, ask_in_command),
    Question("general_within", WithinQuestion, ask_general_within),
    Question("commands", SideQuestion, ask_commands),
    Question("rerolls", SideQuestion, ask_rerolls),
    Question("general_dice", SideQuestion, ask_general_dice),
    Question("rally_dice", UnitQuestion, ask_rally_dice),
    Question("morale_needed", UnitQuestion, ask_morale_needed),
    Question("tests_due", NoQuestion, ask_tests),
    Question("retreats_due", NoQuestion, ask_retreats),
    Question("arrival_needed", SideQuestion, ask_arrival),
    Question("side_1", NoQuestion, ask_side_1),
    Question("fit_to_fight", SideQuestion, ask_fit),
)
