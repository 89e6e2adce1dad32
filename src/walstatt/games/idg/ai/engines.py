"""Siege towers, ships, and stepping from them, or from ladders, onto the wall."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from walstatt.boards.pose import Pose, apart
from walstatt.games.idg.ai.field import Field
from walstatt.games.idg.engine_moves import GoEngine
from walstatt.games.idg.ships import SailShip
from walstatt.games.idg.siege_towers import PushTower, enemy_walls, foot_of_wall
from walstatt.games.idg.stepping import Climb, Grapple, StepOut
from walstatt.kernel.advice import Advice
from walstatt.kernel.decisions import Answer, Decision

Options: TypeAlias = Sequence[Any]

STEPS: Final[dict[type[Answer], float]] = {StepOut: 3.0, Grapple: 2.0, Climb: 1.0}
"""What brings who is on his way up farther."""


def steps(field: Field, question: Decision[Any], options: Options) -> list[Advice]:
    """Go up wherever that is possible."""
    del field, question
    found = [Advice(one, STEPS.get(type(one), 0.0)) for one in options]
    best = max((one.worth for one in found), default=0.0)
    return [one for one in found if one.worth == best]


def push(field: Field, question: PushTower, options: Options) -> list[Advice]:
    """Push a siege tower as near to a wall as it goes."""
    return [Advice(one, _nearer(field, question, one)) for one in options]


def sail(field: Field, question: SailShip, options: Options) -> list[Advice]:
    """Sail a ship nearer to the walls of the enemy."""
    return [Advice(one, _nearer(field, question, one)) for one in options]


def _nearer(field: Field, question: PushTower | SailShip, answer: Answer) -> float:
    """Tell how many inches an engine comes nearer to a wall of the enemy."""
    pose = field.world.engines[question.engine].pose
    if not isinstance(answer, GoEngine):
        return 0.0
    end = question.judge(field.ctx).ends(answer.legs)
    return to_wall(field, question.engine, pose) - to_wall(field, question.engine, end)


def to_wall(field: Field, engine: str, pose: Pose) -> float:
    """Measure from an engine to the nearest wall of the enemy, in inches."""
    walls = enemy_walls(field.ctx, field.world.engines[engine].side)
    feet = (foot_of_wall(field.ctx, one, pose.spot).spot for one in walls)
    return min((apart(foot, pose.spot) for foot in feet), default=0.0) / field.ctx.content.mu
