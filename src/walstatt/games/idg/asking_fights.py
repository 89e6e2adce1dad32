"""What can be asked in cases about shooting, fires, gates and melee."""

from __future__ import annotations

from msgspec import Struct

from walstatt.boards.rectangle import Box
from walstatt.games.idg.asking_armies import rules_of
from walstatt.games.idg.asking_names import (
    Body,
    ElementQuestion,
    PairQuestion,
    element_named,
    elements_named,
    unit_named,
)
from walstatt.games.idg.engines import engine_rect
from walstatt.games.idg.facts import inches
from walstatt.games.idg.fire import may_set_fire, needed_to_burn
from walstatt.games.idg.melee import MeleePhase
from walstatt.games.idg.melee_after import gate_roll
from walstatt.games.idg.melee_dice import melee_ledger
from walstatt.games.idg.melee_odds import bouts
from walstatt.games.idg.pairing import flankers
from walstatt.games.idg.ship_shots import ship_flaws, ship_ledger
from walstatt.games.idg.shooting_dice import shot_ledger
from walstatt.games.idg.siege_shots import is_ship, rocket_flaws, works_roll
from walstatt.games.idg.support import Bout, Stand
from walstatt.games.idg.target_priority import comes_at, duty, shot_flaws
from walstatt.games.idg.targets import is_in_arc, range_to, reach_with, shooter_flaws
from walstatt.games.idg.world import ElementId, IdgCtx, rect_of
from walstatt.kernel.casebook import Question
from walstatt.kernel.chance import Roll
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.ledger import Ledger

# -- shooting --------------------------------------------------------------------------------------


class ShotQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """A question about a shot of one element at another; units stand for their first elements."""

    shooter: Body
    target: Body
    """Or a ship, by her id."""


class FireQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """A question about setting a fire."""

    element: Body
    what: str = ""
    """The piece of terrain or the siege tower; any that it touches if not said."""


class GateQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """What must an element roll to smash a gate, or to destroy a siege tower by shooting?"""

    element: Body
    what: str = ""
    """The gate or tower that artillery shoots at."""


def pair(ctx: IdgCtx, question: ShotQuestion) -> tuple[ElementId, ElementId]:
    """Find shooter and target."""
    return element_named(ctx, question.shooter), element_named(ctx, question.target)


def aimed_at(ctx: IdgCtx, question: ShotQuestion) -> tuple[ElementId, Box]:
    """Find the shooter, and the ground of the target."""
    shooter = element_named(ctx, question.shooter)
    if is_ship(ctx, question.target):
        return shooter, engine_rect(ctx, question.target)
    return shooter, rect_of(ctx, element_named(ctx, question.target))


def ask_shooting_dice(ctx: IdgCtx, question: ShotQuestion) -> Ledger:
    """Reckon what a shooter adds to his die."""
    if is_ship(ctx, question.target):
        return ship_ledger(ctx, element_named(ctx, question.shooter), question.target)
    return shot_ledger(ctx, *pair(ctx, question))


def ask_range(ctx: IdgCtx, question: ShotQuestion) -> float:
    """Measure a shot, in inches."""
    return inches(range_to(ctx, *aimed_at(ctx, question)))


def ask_reach(ctx: IdgCtx, question: ElementQuestion) -> int:
    """Tell how many inches an element shoots."""
    return reach_with(ctx, element_named(ctx, question.element))


def ask_in_arc(ctx: IdgCtx, question: ShotQuestion) -> bool:
    """Is part of a target in an element's arc?"""
    return is_in_arc(ctx, *aimed_at(ctx, question))


def ask_may_shoot(ctx: IdgCtx, question: ElementQuestion) -> list[str]:
    """List the rules that keep an element from shooting at all."""
    return rules_of(shooter_flaws(ctx, element_named(ctx, question.element)))


def ask_may_shoot_at(ctx: IdgCtx, question: ShotQuestion) -> list[str]:
    """List the rules that keep an element from shooting at another."""
    if is_ship(ctx, question.target):
        return rules_of(ship_flaws(ctx, element_named(ctx, question.shooter), question.target))
    return rules_of(shot_flaws(ctx, *pair(ctx, question)))


def ask_targets(ctx: IdgCtx, question: ElementQuestion) -> list[str]:
    """List those at whom an element must shoot if it shoots."""
    found = duty(ctx, element_named(ctx, question.element))
    return sorted(mark.target for mark in found.marks)


def ask_priority(ctx: IdgCtx, question: ElementQuestion) -> str:
    """Name the rule by which an element's target is chosen."""
    return duty(ctx, element_named(ctx, question.element)).rule


def ask_comes_at(ctx: IdgCtx, question: PairQuestion) -> bool:
    """Did an element move directly toward a unit this turn?"""
    return comes_at(ctx, element_named(ctx, question.unit), unit_named(ctx, question.target))


def ask_may_fire_rockets(ctx: IdgCtx, question: PairQuestion) -> list[str]:
    """List the rules that keep a detachment from firing its rockets at a unit."""
    unit, target = unit_named(ctx, question.unit), unit_named(ctx, question.target)
    return rules_of(rocket_flaws(ctx, unit, target))


# -- fires and gates -------------------------------------------------------------------------------


def ask_fire_needed(ctx: IdgCtx, question: ElementQuestion) -> Ledger:
    """Reckon what an element must roll to set a fire."""
    return needed_to_burn(ctx, element_named(ctx, question.element))


def ask_may_set_fire(ctx: IdgCtx, question: FireQuestion) -> list[str]:
    """List the rules that keep an element from setting a fire."""
    return rules_of(may_set_fire(ctx, element_named(ctx, question.element), question.what))


def ask_gate_needed(ctx: IdgCtx, question: GateQuestion) -> int:
    """Tell what an element must roll on a D10."""
    element = element_named(ctx, question.element)
    if question.what:
        return needed(works_roll(ctx, element, question.what))
    return needed(gate_roll(ctx, element))


def needed(request: Roll[int]) -> int:
    """Find the least face that succeeds."""
    meaning = request.meaning
    if meaning is None:
        raise BadRequest("nothing is needed here")
    return next(face for face in range(1, 12) if meaning.read((face,)))


# -- melee -----------------------------------------------------------------------------------------


class MeleeQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """A question about an element in melee; a unit stands for the first of its that fights."""

    element: Body


def fights(ctx: IdgCtx) -> tuple[Bout, ...]:
    """List the fights as they were chosen in the melee phase, or would be if nobody chose."""
    phase = next((one for one in ctx.frames if isinstance(one, MeleePhase)), MeleePhase())
    return bouts(ctx, phase.chosen, phase.backing)


def stand_of(ctx: IdgCtx, name: str) -> Stand:
    """Find the part of an element in its fight."""
    own = elements_named(ctx, name)
    for bout in fights(ctx):
        for element in bout.elements:
            if element in own:
                return bout.of(element)
    raise BadRequest(f"{name} fights nobody")


def ask_melee_dice(ctx: IdgCtx, question: MeleeQuestion) -> Ledger:
    """Reckon what an element adds to its die, with opponents and supports as they were chosen."""
    return melee_ledger(ctx, stand_of(ctx, question.element))


def ask_opponent(ctx: IdgCtx, question: MeleeQuestion) -> str:
    """Name the enemy element that an element fights."""
    return stand_of(ctx, question.element).foe


def ask_pairs(ctx: IdgCtx, question: NoQuestion) -> list[list[str]]:
    """List who fights whom: first whose move made the contact, in later turns Side 1."""
    del question
    return [list(bout.elements) for bout in fights(ctx)]


class NoQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """A question about the whole position."""


def ask_flank_support(ctx: IdgCtx, question: MeleeQuestion) -> list[str]:
    """List who supports an element beside it."""
    return sorted(stand_of(ctx, question.element).flank)


def ask_rear_support(ctx: IdgCtx, question: MeleeQuestion) -> list[str]:
    """List who supports an element from behind."""
    return sorted(stand_of(ctx, question.element).rear)


def ask_flankers(ctx: IdgCtx, question: ElementQuestion) -> list[str]:
    """List the enemies on an element's flank or rear."""
    return sorted(flankers(ctx, element_named(ctx, question.element)))


FIGHT_QUESTIONS: tuple[Question, ...] = (
    Question("shooting_dice", ShotQuestion, ask_shooting_dice),
    Question("range", ShotQuestion, ask_range),
    Question("reach", ElementQuestion, ask_reach),
    Question("in_arc", ShotQuestion, ask_in_arc),
    Question("may_shoot", ElementQuestion, ask_may_shoot),
    Question("may_shoot_at", ShotQuestion, ask_may_shoot_at),
    Question("targets", ElementQuestion, ask_targets),
    Question("target_priority", ElementQuestion, ask_priority),
    Question("comes_at", PairQuestion, ask_comes_at),
    Question("may_fire_rockets", PairQuestion, ask_may_fire_rockets),
    Question("fire_needed", ElementQuestion, ask_fire_needed),
    Question("may_set_fire", FireQuestion, ask_may_set_fire),
    Question("gate_needed", GateQuestion, ask_gate_needed),
    Question("melee_dice", MeleeQuestion, ask_melee_dice),
    Question("opponent", MeleeQuestion, ask_opponent),
    Question("pairs", NoQuestion, ask_pairs),
    Question("flank_support", MeleeQuestion, ask_flank_support),
    Question("rear_support", MeleeQuestion, ask_rear_support),
    Question("flankers", ElementQuestion, ask_flankers),
)
