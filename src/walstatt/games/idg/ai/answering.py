"""The small choices in a battle: rallying, rolling again, tests, shots, losses, arrivals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from walstatt.boards.pose import heading
from walstatt.games.idg.activation import Again, OfferReroll
from walstatt.games.idg.ai.aims import Aims
from walstatt.games.idg.ai.bodies import Body, gap, reaches
from walstatt.games.idg.ai.field import Field
from walstatt.games.idg.ai.kept_aims import aims_of
from walstatt.games.idg.ai.volleys import volley
from walstatt.games.idg.ai.worth import steadiness
from walstatt.games.idg.allowance import unit_dice
from walstatt.games.idg.arrivals import Arrive, ChooseArrival
from walstatt.games.idg.mounting import Dismount, Light
from walstatt.games.idg.rally import ChooseRally, Encourage
from walstatt.games.idg.retreats import Bend, ChooseBend
from walstatt.games.idg.shooting_choices import (
    DeclareShots,
    HoldAll,
    LaunchRockets,
    ShootAll,
    ShootAt,
    ShootUnit,
)
from walstatt.games.idg.surroundings import box_about
from walstatt.games.idg.world import profile_of, rect_at
from walstatt.kernel.advice import Advice
from walstatt.kernel.decisions import Answer, Decision
from walstatt.kernel.ids import UnitId

Options: TypeAlias = Sequence[Any]

RALLIES: Final = 1 / 3
"""How often a die takes a marker away. IDG-13.4.3."""
GATE: Final = 12.0
"""What a gate is worth to who besieges it."""
SMASHES: Final = {"heavy_siege_engine": 0.2}
"""How often artillery smashes a gate; light artillery half as often. IDG-16.2.2, IDG-16.2.3."""
LIT_WITHIN: Final = 10.0
"""How near, in inches, enemies are when fire oxen are lit."""
ALIGHT: Final = 8.0
"""How near, in inches, enemies are when riders who cannot fight mounted get off."""
SPRUNG: Final = 3.0
"""What concealed shooters must do to show themselves."""


# -- rallying and rolling again -------------------------------------------------------------------


def rally(field: Field, question: ChooseRally, options: Options) -> list[Advice]:
    """Give the general's die to whom a marker less helps most."""
    return [
        Advice(one, rallying(field, one.unit) if isinstance(one, Encourage) else 0.0)
        for one in options
    ]


def rallying(field: Field, unit: UnitId) -> float:
    """Weigh a die for a unit."""
    body, ladder = field.body(unit), field.weights.ladder
    markers = body.stock.disorder
    if not markers:
        return 0.0
    better = steadiness(ladder, markers - 1) - steadiness(ladder, markers)
    return RALLIES * better * body.points


def reroll(field: Field, question: OfferReroll, options: Options) -> list[Advice]:
    """Roll again if the dice were poor and the unit wants to go far."""
    gain = rolling_again(field, question)
    return [Advice(one, gain if isinstance(one, Again) else 0.0) for one in options]


def rolling_again(field: Field, question: OfferReroll) -> float:
    """Weigh another roll: inches that would be gained, and a charge that would come home."""
    body, aims = field.body(question.unit), aims_of(field)
    dice = unit_dice(field.ctx, question.unit, question.column)
    rolled, average = question.rolled + dice.add, float(dice.average)
    wanted = _wanted(field, aims, body)
    inches = min(wanted, average) - min(wanted, float(rolled))
    gain = inches * field.weights.pull * body.points
    for foe in field.foes if body.may_attack else ():
        far, worth = gap(field.ctx, body.box, foe.box), field.duel(body, foe)
        if worth > 0:
            comes = reaches(dice, round(far, 1)) - float(rolled >= far)
            if comes > 0:
                gain = max(gain, comes * worth)
            elif comes < 0:
                gain = min(gain, comes * worth)
    return gain


def _wanted(field: Field, aims: Aims, body: Body) -> float:
    aim = aims.of(body.unit)
    if not aim.pull:
        return 0.0
    return max(0.0, field.apart(body.box.centre, aim.at) - aim.near)


# -- yes or no ------------------------------------------------------------------------------------


def prefer(
    kind: type[Answer], field: Field, question: Decision[Any], options: Options
) -> list[Advice]:
    """Do what is as good as always right."""
    del field, question
    return [Advice(one, float(isinstance(one, kind))) for one in options]


def in_order(field: Field, question: Decision[Any], options: Options) -> list[Advice]:
    """Take what is offered first, which the program thinks usual."""
    del field, question
    return [Advice(one, -float(place)) for place, one in enumerate(options)]


# -- shooting -------------------------------------------------------------------------------------


def shots(field: Field, question: DeclareShots, options: Options) -> list[Advice]:
    """Shoot with everybody; before that, see to gates, bombs, rockets and those in hiding."""
    return [Advice(one, _shot(field, question, one)) for one in options if _is_of_use(one)]


def _is_of_use(answer: Answer) -> bool:
    return isinstance(answer, ShootAll | HoldAll | ShootAt | ShootUnit | LaunchRockets)


def _shot(field: Field, question: DeclareShots, answer: Answer) -> float:
    match answer:
        case ShootAll():
            return 1.0
        case ShootAt():
            return 1.0 + at_works(field, answer)
        case ShootUnit() if field.world.units[answer.unit].status == "concealed":
            body = field.body(answer.unit)
            return volley(field, body, body.box, moved=False) - SPRUNG
        case LaunchRockets():
            return 1.5
    return 0.0


def at_works(field: Field, answer: ShootAt) -> float:
    """Weigh a single shot against what would be shot at anyway: gates first, and bombs."""
    if answer.bomb:
        return 0.5
    gate = any(one.id == answer.target and one.kind == "gate" for one in field.world.ground)
    if gate and field.is_attacker:
        kind = profile_of(field.ctx, answer.element).kind
        return GATE * SMASHES.get(kind, 0.1)
    return -0.9


# -- arriving and retreating ----------------------------------------------------------------------


def arrival(field: Field, question: ChooseArrival, options: Options) -> list[Advice]:
    """Arrive where the unit is wanted."""
    found = []
    for one in options:
        worth = 0.0
        if isinstance(one, Arrive):
            worth = arriving(field, one) + 0.05 * len(question.units)
        found.append(Advice(one, worth))
    return found


def arriving(field: Field, answer: Arrive) -> float:
    """Weigh a place along the edge: near what matters, and not right before the enemy."""
    box = box_about([rect_at(field.ctx, one, pose) for one, pose in answer.poses])
    body = replace(field.body(answer.unit), box=box)
    goal = _focus(field)
    worth = -field.danger(body, box)
    if goal is not None:
        worth += field.weights.pull * body.points * (30 - field.apart(box.centre, goal))
    return worth


def _focus(field: Field) -> tuple[float, float] | None:
    """Find the point about which the battle is fought."""
    raided = field.world.scenario == "raid"
    mine, theirs = (
        [one for one in bodies if one.role == "train"] for bodies in (field.own, field.foes)
    )
    if raided and (mine if field.may_wait else theirs):
        return (mine if field.may_wait else theirs)[0].box.centre
    fights = [one for one in field.own if one.in_melee] or field.fighters
    points = list(field.middles(fights))
    if not points:
        return None
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def bend(field: Field, question: ChooseBend, options: Sequence[Bend]) -> list[Advice]:
    """Flee the way that leads home."""
    x, y = field.onward
    found = []
    for one in options:
        dx, dy = heading(one.facing)
        found.append(Advice(one, -(dx * x + dy * y)))
    return found


# -- mounts ---------------------------------------------------------------------------------------


def mounts(field: Field, question: Decision[Any], options: Options) -> list[Advice]:
    """Leave all as they are, but let riders get off who could not fight, and light oxen in time.

    Who has to be somewhere in time does not even think of anything else.
    """
    found = [Advice(one, _mount(field, one)) for one in options]
    if not field.is_attacker or field.world.scenario == "open_battle":
        return found
    return [one for one in found if one.worth >= 0]


def _mount(field: Field, answer: Answer) -> float:
    if isinstance(answer, Dismount):
        body = field.body(answer.unit)
        rides = field.world.units[answer.unit].form == "riding"
        if rides and field.nearest(body.box) < ALIGHT:
            return 1.0 + 0.1 * answer.swordsmen
        return -1.0
    if isinstance(answer, Light):
        return 1.0 if field.nearest(field.body(answer.unit).box) < LIT_WITHIN else -1.0
    return 0.0 if not hasattr(answer, "unit") else -1.0


def loss(field: Field, question: Decision[Any], options: Options) -> list[Advice]:
    """Lose the cheapest of those who stand farthest back."""
    return in_order(field, question, options)
