"""What can be asked in cases about moves, ground, sight and contact."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from walstatt.boards.contact import Contact, contacts, distance
from walstatt.boards.pose import Pose
from walstatt.boards.rectangle import rectangle
from walstatt.games.idg.across import contacts_across
from walstatt.games.idg.activating import moving_flaws
from walstatt.games.idg.allowance import Column, allowance, is_column, turns_freely, unit_dice
from walstatt.games.idg.asking_armies import legal_profile, rules_of
from walstatt.games.idg.asking_names import (
    Body,
    ElementQuestion,
    PairQuestion,
    UnitQuestion,
    element_named,
    elements_named,
    rects_named,
    unit_named,
)
from walstatt.games.idg.breaking_off import break_off_flaws, join_flaws, plunder_flaws
from walstatt.games.idg.contacting import attack_flaws, may_strike_flank, mobility, target_flaws
from walstatt.games.idg.evading import evade_flaws, needed_to_evade
from walstatt.games.idg.facts import inches
from walstatt.games.idg.given import GivenTroops, GroundWord, Inches, WeatherWord
from walstatt.games.idg.given_words import GROUNDS, WEATHERS, WIDTHS, home_named, word_of
from walstatt.games.idg.ground import (
    Cause,
    cover,
    in_buildings,
    mover,
    movers,
    why_difficult,
    why_forbidden,
)
from walstatt.games.idg.interpenetration import may_pass
from walstatt.games.idg.layout_check import Plan
from walstatt.games.idg.layout_check import flaws as layout_flaws
from walstatt.games.idg.levels import can_meet, is_carried, level_of
from walstatt.games.idg.positions import INCH, circle
from walstatt.games.idg.sight import look, visible_foes
from walstatt.games.idg.standing import is_coherent, widest_gap
from walstatt.games.idg.troops import base_of
from walstatt.games.idg.waters import in_boats
from walstatt.games.idg.works import is_behind_works
from walstatt.games.idg.world import (
    TOUCH,
    ElementId,
    Feature,
    Ground,
    IdgCtx,
    is_baggage,
    lead_profile,
    rect_of,
    shown,
    side_of,
)
from walstatt.kernel.casebook import Question
from walstatt.kernel.ctx import Ctx
from walstatt.kernel.ids import UnitId
from walstatt.kernel.ledger import Ledger
from walstatt.kernel.trace import rule

# -- moves -----------------------------------------------------------------------------------------


class MoveDiceQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """Which dice does a unit roll for its move, such as 2D6+3?"""

    unit: Body
    column: Column = "good"


class AllowanceQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """How many inches may a unit move with what it rolled?"""

    unit: Body
    rolled: int
    """The sum of its dice."""
    column: Column = "good"
    turns: bool = False
    """Whether any element moves other than straight ahead."""


class CoherentQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """Is a unit in cohesion?"""

    unit: Body


def ask_move_dice(ctx: IdgCtx, question: MoveDiceQuestion) -> str:
    """Name the dice."""
    found = unit_dice(ctx, unit_named(ctx, question.unit), question.column)
    return f"{found.dice}D6" + (f"{found.add:+d}" if found.add else "")


def ask_allowance(ctx: IdgCtx, question: AllowanceQuestion) -> Ledger:
    """Reckon how far a unit may move."""
    unit = unit_named(ctx, question.unit)
    return allowance(ctx, unit, question.column, question.rolled, turns=question.turns)


def ask_coherent(ctx: IdgCtx, question: CoherentQuestion) -> bool:
    """Look for gaps that are too wide."""
    return is_coherent(ctx, unit_named(ctx, question.unit))


def ask_widest_gap(ctx: IdgCtx, question: UnitQuestion) -> int:
    """Tell how many inches may be between neighbours."""
    return widest_gap(lead_profile(ctx, unit_named(ctx, question.unit)))


def ask_is_column(ctx: IdgCtx, question: UnitQuestion) -> bool:
    """Is a unit one element wide?"""
    return is_column(ctx, unit_named(ctx, question.unit))


def ask_turns_freely(ctx: IdgCtx, question: UnitQuestion) -> bool:
    """May a unit turn without a deduction?"""
    return turns_freely(ctx, unit_named(ctx, question.unit))


def ask_may_pass(ctx: IdgCtx, question: PairQuestion) -> bool:
    """May a unit pass through another?"""
    return may_pass(ctx, unit_named(ctx, question.unit), unit_named(ctx, question.target))


# -- contact ---------------------------------------------------------------------------------------


@rule("IDG-1.1.4", "IDG-1.9.2")
def ask_distance(ctx: IdgCtx, question: PairQuestion) -> float:
    """Measure from base to base, in inches."""
    others = rects_named(ctx, question.target)
    return inches(min(distance(a, b) for a in rects_named(ctx, question.unit) for b in others))


def touched(ctx: IdgCtx, question: PairQuestion) -> list[Contact]:
    """List how the elements of two units touch."""
    return [
        met
        for a in elements_named(ctx, question.unit)
        for b in elements_named(ctx, question.target)
        for met in _touches(ctx, a, b)
    ]


@rule("IDG-16.1.10", "IDG-16.1.11")
def _touches(ctx: IdgCtx, a: ElementId, b: ElementId) -> tuple[Contact, ...]:
    """Tell how two elements touch: enemies across a rampart, too, but not those up on a wall."""
    if side_of(ctx, a) == side_of(ctx, b):
        return contacts(rect_of(ctx, a), rect_of(ctx, b), TOUCH)
    if not can_meet(ctx, a, b):
        return ()
    return contacts(rect_of(ctx, a), rect_of(ctx, b), TOUCH) or contacts_across(ctx, a, b)


def ask_in_contact(ctx: IdgCtx, question: PairQuestion) -> bool:
    """Do two units or elements touch? Enemies do so across a rampart, too."""
    return bool(touched(ctx, question))


def ask_contact(ctx: IdgCtx, question: PairQuestion) -> list[str]:
    """List the edges that touch, the first one's before the other's, the longest first."""
    found = sorted(touched(ctx, question), key=lambda one: -one.length)
    return list(dict.fromkeys(f"{one.own} on {one.other}" for one in found))


def ask_contact_length(ctx: IdgCtx, question: PairQuestion) -> float:
    """Measure the longest edge two units share, in inches."""
    return inches(max((one.length for one in touched(ctx, question)), default=0.0))


def ask_may_attack(ctx: IdgCtx, question: UnitQuestion) -> list[str]:
    """List the rules that keep a unit from moving into melee."""
    return rules_of(list(attack_flaws(ctx, unit_named(ctx, question.unit))))


def ask_may_contact(ctx: IdgCtx, question: PairQuestion) -> list[str]:
    """List the rules that keep a unit from moving into contact with an enemy unit."""
    unit, foe = unit_named(ctx, question.unit), unit_named(ctx, question.target)
    why_not = plunder_flaws if is_baggage(ctx, foe) else attack_flaws
    flaws = [*why_not(ctx, unit), *target_flaws(ctx, unit, foe)]
    return rules_of(flaws) + _out_of_reach(ctx, unit, foe)


@rule("IDG-16.1.10", "IDG-17.2.8")
def _out_of_reach(ctx: IdgCtx, unit: UnitId, foe: UnitId) -> list[str]:
    """Say why nobody on the ground contacts those up on works, in an engine or in boats."""
    if in_boats(ctx, foe):
        return ["IDG-17.2.8"]
    if any(level_of(ctx, one) == "ground" for one in shown(ctx, foe)):
        return []
    below = all(
        level_of(ctx, one) == "ground" and not is_carried(ctx, one) for one in shown(ctx, unit)
    )
    return ["IDG-16.1.10"] if below else []


def ask_may_strike_flank(ctx: IdgCtx, question: PairQuestion) -> bool:
    """May an element contact an enemy's flank or rear from where it stands?"""
    own, foe = element_named(ctx, question.unit), element_named(ctx, question.target)
    return may_strike_flank(ctx, own, foe)


def ask_evade_needed(ctx: IdgCtx, question: UnitQuestion) -> int:
    """Tell what a unit must roll to evade."""
    return needed_to_evade(ctx, unit_named(ctx, question.unit))


def ask_may_evade(ctx: IdgCtx, question: UnitQuestion) -> list[str]:
    """List the rules that keep a unit from trying to evade, its activation included."""
    unit = unit_named(ctx, question.unit)
    late = ["IDG-11.4.8"] if ctx.world.units[unit].activated else []
    return late + rules_of([*moving_flaws(ctx, unit), *evade_flaws(ctx, unit)])


def ask_may_break_off(ctx: IdgCtx, question: UnitQuestion) -> list[str]:
    """List the rules that keep a unit from breaking off, its activation included."""
    unit = unit_named(ctx, question.unit)
    return _late(ctx, unit) + rules_of([*moving_flaws(ctx, unit), *break_off_flaws(ctx, unit)])


def ask_may_join(ctx: IdgCtx, question: UnitQuestion) -> list[str]:
    """List the rules that keep a unit from sending further elements into its melee."""
    unit = unit_named(ctx, question.unit)
    return _late(ctx, unit) + rules_of([*moving_flaws(ctx, unit), *join_flaws(ctx, unit)])


@rule("IDG-7.2.4")
def _late(ctx: IdgCtx, unit: UnitId) -> list[str]:
    return ["IDG-7.2.4"] if ctx.world.units[unit].activated else []


def ask_mobility(ctx: IdgCtx, question: UnitQuestion) -> int:
    """Tell how mobile a unit is, from 1 to 3."""
    return mobility(ctx, unit_named(ctx, question.unit))


# -- ground ----------------------------------------------------------------------------------------


class GoingQuestion(GivenTroops, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Is terrain good, difficult or forbidden for troops?"""

    terrain: GroundWord
    weather: WeatherWord = WeatherWord("good")


class CoverQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """Has an element cover from a shot at a distance?"""

    element: Body
    distance: Inches = Inches(6.0)


class WorksQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """Do works protect an element from another?"""

    element: Body
    shooter: Body


class LayoutQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """By which rules is the terrain of the case no legal lay-out for a home terrain?"""

    home: str
    """desert | steppe | pasture | cultivated | forest | mountains | coast."""
    changed: bool = False
    """Whether the attacker has made his changes, so that there may be more than 8 pieces."""


MIDDLE = (36 * INCH, 24 * INCH)
LINES: Final = ("stream", "river", "gully", "road")
"""Terrain that is a line and no area; troops stand in the middle of it and look along it."""


def piece_of(kind: Ground) -> Feature:
    """Lay a piece over the middle of the table: a line from top to bottom, or a round one.

    A gully is so narrow that whoever stands in it stands on its slopes, too.
    """
    if kind not in LINES:
        return Feature("there", kind, outline=circle(MIDDLE, 12 * INCH))
    x, y = MIDDLE
    width = 2 * INCH if kind == "gully" else round(WIDTHS.get(kind, 0.0) * INCH)
    return Feature("there", kind, via=((x, 0), (x, 2 * y)), width=width)


def ask_going(ctx: IdgCtx, question: GoingQuestion) -> str:
    """Put troops into the middle of such a piece and look."""
    profile = legal_profile(question)
    kind = word_of("terrain", question.terrain, GROUNDS)
    there = Ctx(ctx.rules, ctx.world.clone())
    there.world.ground = (piece_of(kind),)
    there.world.weather = word_of("weather", question.weather, WEATHERS)
    box = rectangle(Pose(*MIDDLE, 0), base_of(profile))
    if why_forbidden(there, mover(profile), box):
        return "forbidden"
    return "difficult" if why_difficult(there, mover(profile), box) else "good"


def causes(ctx: IdgCtx, name: str, *, forbidden: bool) -> list[Cause]:
    """List what makes the ground under a unit difficult or forbidden."""
    unit = unit_named(ctx, name)
    judge = why_forbidden if forbidden else why_difficult
    boxes = rects_named(ctx, name)
    return [found for who in movers(ctx, unit) for box in boxes if (found := judge(ctx, who, box))]


def ask_difficult(ctx: IdgCtx, question: ElementQuestion) -> bool:
    """Does a unit or element stand in terrain that is difficult for it?"""
    return bool(causes(ctx, question.element, forbidden=False))


def ask_forbidden(ctx: IdgCtx, question: ElementQuestion) -> bool:
    """Does a unit or element stand where it may not be?"""
    return bool(causes(ctx, question.element, forbidden=True))


def ask_cover(ctx: IdgCtx, question: CoverQuestion) -> bool:
    """Tell whether terrain covers an element."""
    element = element_named(ctx, question.element)
    return cover(ctx, element, question.distance * ctx.content.mu) is not None


def ask_in_buildings(ctx: IdgCtx, question: ElementQuestion) -> bool:
    """Does an element on foot stand in solid buildings?"""
    return in_buildings(ctx, element_named(ctx, question.element)) is not None


def ask_behind_works(ctx: IdgCtx, question: WorksQuestion) -> bool:
    """Tell whether works protect an element."""
    own, other = element_named(ctx, question.element), element_named(ctx, question.shooter)
    return is_behind_works(ctx, own, other)


def ask_layout(ctx: IdgCtx, question: LayoutQuestion) -> list[str]:
    """Judge the battlefield."""
    home = home_named(question.home)
    plan = Plan(ctx.content.table, ctx.content.mu, home, ctx.world.ground)
    return rules_of(layout_flaws(plan, None) if question.changed else layout_flaws(plan))


# -- sight -----------------------------------------------------------------------------------------


def ask_sees(ctx: IdgCtx, question: PairQuestion) -> bool:
    """Does any element of the one see any of the other?"""
    others = elements_named(ctx, question.target)
    return any(look(ctx, a, b).is_free for a in elements_named(ctx, question.unit) for b in others)


def ask_visible(ctx: IdgCtx, question: UnitQuestion) -> list[str]:
    """List the enemy elements that a unit sees."""
    unit = unit_named(ctx, question.unit)
    return sorted(visible_foes(ctx, unit))


MOVE_QUESTIONS = (
    Question("movement_dice", MoveDiceQuestion, ask_move_dice),
    Question("allowance", AllowanceQuestion, ask_allowance),
    Question("coherent", CoherentQuestion, ask_coherent),
    Question("widest_gap", UnitQuestion, ask_widest_gap),
    Question("is_column", UnitQuestion, ask_is_column),
    Question("turns_freely", UnitQuestion, ask_turns_freely),
    Question("may_pass", PairQuestion, ask_may_pass),
    Question("distance", PairQuestion, ask_distance),
    Question("in_contact", PairQuestion, ask_in_contact),
    Question("contact", PairQuestion, ask_contact),
    Question("contact_length", PairQuestion, ask_contact_length),
    Question("may_attack", UnitQuestion, ask_may_attack),
    Question("may_contact", PairQuestion, ask_may_contact),
    Question("may_strike_flank", PairQuestion, ask_may_strike_flank),
    Question("evade_needed", UnitQuestion, ask_evade_needed),
    Question("may_evade", UnitQuestion, ask_may_evade),
    Question("may_break_off", UnitQuestion, ask_may_break_off),
    Question("may_join", UnitQuestion, ask_may_join),
    Question("mobility", UnitQuestion, ask_mobility),
    Question("going", GoingQuestion, ask_going),
    Question("difficult", ElementQuestion, ask_difficult),
    Question("forbidden", ElementQuestion, ask_forbidden),
    Question("cover", CoverQuestion, ask_cover),
    Question("in_buildings", ElementQuestion, ask_in_buildings),
    Question("behind_works", WorksQuestion, ask_behind_works),
    Question("layout_flaws", LayoutQuestion, ask_layout),
    Question("sees", PairQuestion, ask_sees),
    Question("visible_foes", UnitQuestion, ask_visible),
)
