"""Choices before the battle: the field, the works, who stands where, who comes later."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random  # noqa: TID251 - the same question gives the same proposals
from typing import Any, Final, TypeAlias

from walstatt.boards.pose import apart
from walstatt.games.idg.ai.field import Field
from walstatt.games.idg.ai.siege import is_passable
from walstatt.games.idg.ai.warding import guards, wards
from walstatt.games.idg.allowance import unit_dice
from walstatt.games.idg.breaches import Breach, ChooseBreach, breach_ends
from walstatt.games.idg.concealment import Conceal, HoldBack, SetAside, draft_of
from walstatt.games.idg.holding_back import held_units
from walstatt.games.idg.order_of_march import ChooseMarch, FixMarch, marchers
from walstatt.games.idg.stratagems import Stake, UseTrick
from walstatt.games.idg.world import is_baggage, lead_profile
from walstatt.kernel.advice import Advice
from walstatt.kernel.decisions import Decision
from walstatt.kernel.ids import UnitId

Options: TypeAlias = Sequence[Any]

TRICKS: Final = {
    "death_ground": 1.0,
    "enraged": 0.6,
    "majestic": 0.5,
    "inscrutable": 0.3,
    "weary_foe": 0.3,
}
"""What stratagems are worth, the chance that they work included."""
USUAL_FUSE: Final = 3
SEED: Final = 7


def usual(field: Field, question: Decision[Any], options: Options) -> list[Advice]:
    """Leave it to the program."""
    del options
    ready = question.default(field.ctx)
    return [] if ready is None else [Advice(ready, 1.0)]


def stake(field: Field, question: Decision[Any], options: Sequence[Stake]) -> list[Advice]:
    """Stake all that is left: it buys nothing else."""
    return [Advice(one, float(one.points)) for one in options]


def trick(field: Field, question: Decision[Any], options: Options) -> list[Advice]:
    """Choose the stratagem that does most."""
    return [Advice(one, TRICKS[one.trick] if isinstance(one, UseTrick) else 0.0) for one in options]


def fuses(field: Field, question: Decision[Any], options: Options) -> list[Advice]:
    """Give oxen fuses that are neither short nor long."""
    return [Advice(one, -sum(abs(n - USUAL_FUSE) for n in one.turns)) for one in options]


def march(field: Field, question: ChooseMarch, options: Options) -> list[Advice]:
    """Let the quickest go first, so that nobody waits behind others, and the baggage last."""
    units = marchers(field.ctx, question.seat)
    order = FixMarch(tuple(sorted(units, key=lambda one: _slowness(field, one))))
    return [Advice(order, 1.0)]


def _slowness(field: Field, unit: UnitId) -> tuple[bool, float]:
    return is_baggage(field.ctx, unit), -float(unit_dice(field.ctx, unit, "good").average)


def breach(field: Field, question: ChooseBreach, options: Sequence[Breach]) -> list[Advice]:
    """Breach the wall as near to the own edge and as wide as possible; wide enough for a base."""
    works = {one.id: one for one in field.world.ground}
    found = []
    for one in options:
        a, b = breach_ends(works[one.works], one)
        middle = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        wide = apart(a, b) / field.ctx.content.mu
        if is_passable(field.ctx, a, b):
            found.append(Advice(one, wide - 0.2 * field.along(middle)))
    return found or [Advice(one, 0.0) for one in options]


def hold_back(field: Field, question: HoldBack, options: Options) -> list[Advice]:
    """Conceal foot where an army lies in ambush; otherwise only those come later who have to."""
    if wards(field):
        return [Advice(_with_best_guards(field, question), 1.0)]
    ready = question.default(field.ctx)
    found = [Advice(ready, 1.0)]
    if not hides(field):
        return found
    _, concealed = draft_of(field.ctx, question.seat)
    if len(concealed) >= _wanted(field):
        return found
    for one in question.sample(field.ctx, Random(SEED + len(concealed)), 40):
        if not isinstance(one, Conceal) or one.unit in concealed:
            continue
        if not question.check(field.ctx, one):
            found.append(Advice(one, 2.0 + 0.1 * hiding(field, one)))
    return found


def _with_best_guards(field: Field, question: HoldBack) -> SetAside:
    """Let those who guard baggage best be there from the beginning."""
    usual_one = question.default(field.ctx)
    late = len(usual_one.late)
    units = guards(field.ctx, held_units(field.ctx, question.seat))
    answer = SetAside(tuple(units[len(units) - late :]))
    return usual_one if question.check(field.ctx, answer) else answer


def hides(field: Field) -> bool:
    """Does an army lie in ambush?"""
    return field.world.scenario == "ambush" and not field.is_attacker


def _wanted(field: Field) -> int:
    """Tell how many units an army in ambush conceals: a third of its foot."""
    foot = [
        unit
        for unit, one in field.world.units.items()
        if one.side == field.seat
        and not is_baggage(field.ctx, unit)
        and lead_profile(field.ctx, unit).category == "foot"
    ]
    return -(-len(foot) // 3)


def hiding(field: Field, answer: Conceal) -> float:
    """Weigh a hiding place: foot that attacks, near the middle of the enemy's way."""
    foot = lead_profile(field.ctx, answer.unit).category == "foot"
    width, height = field.ctx.content.table
    _, pose = answer.poses[0]
    off = field.apart((pose.x, pose.y), (width / 2, height / 2))
    return (5.0 if foot else 0.0) - 0.2 * off
