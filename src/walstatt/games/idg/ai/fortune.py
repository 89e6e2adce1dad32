"""What a roll brought beyond its average, so that a search does not take luck for skill.

What is subtracted is zero on average, whatever it is multiplied with. So a roll of which it cannot
be told whom it concerns is weighed with what a marker or an element usually counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from walstatt.games.idg.ai.balance import Ways, best_charge
from walstatt.games.idg.ai.field import Field
from walstatt.games.idg.ai.worth import WAVERS
from walstatt.games.idg.dicing import MoveRoll
from walstatt.games.idg.melee_results import Clash
from walstatt.games.idg.morale import FAILED, MoraleRoll
from walstatt.games.idg.movement import MovementPhase
from walstatt.games.idg.rally import RallyRoll
from walstatt.games.idg.shooting_results import ShotRoll
from walstatt.games.idg.world import IdgCtx
from walstatt.kernel.chance import Die, Meaning, Outcomes, Roll
from walstatt.kernel.ids import UnitId
from walstatt.kernel.odds import distribution

MARKER: Final = 0.11
"""What a marker takes from a unit, as a share of what it is worth: the usual step of the ladder."""
ORDINARY: Final = WAVERS["ordinary"]


class Scale(NamedTuple):
    """What the units of a battle are worth on average, as a whole and each element."""

    unit: float
    element: float

    def toll(self, markers: float, lost: float) -> float:
        """Weigh markers and lost elements, the tests of morale that follow included."""
        shaken = markers + lost * FAILED * ORDINARY
        return MARKER * self.unit * shaken + self.element * lost


def scale_of(field: Field) -> Scale:
    """Look at all units on the table."""
    stocks = [body.stock for body in (*field.own, *field.foes) if body.points]
    points = sum(one.points for one in stocks)
    return Scale(
        points / max(1, len(stocks)),
        points / max(1, sum(one.count for one in stocks)),
    )


def fortune(field: Field, ways: Ways, scale: Scale, roll: Roll[Any], fallen: Outcomes) -> float:
    """Tell by how much a roll went better for a side than it does on average."""
    meaning, faces = roll.meaning, tuple(int(face) for face in fallen)
    if isinstance(meaning, MoveRoll):
        gained = _got_on(field, ways, roll, meaning, faces)
    elif isinstance(meaning, Clash | ShotRoll | RallyRoll | MoraleRoll):
        gained = _read(meaning, scale, faces) - _usual(roll.die, roll.count, meaning, scale)
    else:
        return 0.0
    return gained if roll.seat == field.seat else -gained


# -- markers and losses ---------------------------------------------------------------------------


def _read(meaning: Meaning, scale: Scale, faces: Sequence[int]) -> float:
    """Weigh what dice bring whoever rolled them."""
    return _weigh(meaning, scale, meaning.read(faces))


def _weigh(meaning: Meaning, scale: Scale, result: Any) -> float:  # noqa: ANN401 - of any reading
    match meaning:
        case Clash():
            given = scale.toll(result.foe_markers, result.foe_lost)
            return given - scale.toll(result.own_markers, result.own_lost)
        case ShotRoll():
            return scale.toll(result.markers, result.lost)
        case RallyRoll():
            return scale.toll(result, 0)
    return 0.0 if result else -scale.toll(FAILED, 0)


@lru_cache(maxsize=20_000)
def _usual(die: Die[int], count: int, meaning: Meaning, scale: Scale) -> float:
    """Reckon what a roll is worth on average."""
    odds = distribution(Roll("", "", die, count, meaning=meaning))
    return sum(float(chance) * _weigh(meaning, scale, result) for result, chance in odds.items())


# -- moves ----------------------------------------------------------------------------------------


def who_moves(ctx: IdgCtx) -> UnitId | None:
    """Name the unit for whose move is being rolled."""
    for frame, _ in reversed(ctx.stack):
        if isinstance(frame, MovementPhase):
            return frame.who or None
    return None


def _got_on(
    field: Field, ways: Ways, roll: Roll[Any], meaning: MoveRoll, faces: Sequence[int]
) -> float:
    """Weigh the inches rolled beyond the average, and a charge that comes home or falls short."""
    unit = who_moves(field.ctx)
    if unit is None:
        return 0.0
    body, inches = field.body(unit), meaning.read(faces)
    charge = best_charge(field, body)
    if charge.worth > 0:
        return charge.gain * ((inches >= charge.far) - _reaches(roll, charge.far))
    journey = ways(unit)
    if journey is None or not journey.aim.pull or body.side != field.seat:
        return 0.0
    wanted = max(0.0, journey.far(body.box) - journey.aim.near)
    more = min(wanted, inches) - _expected(roll, round(wanted, 1))
    return journey.aim.pull * body.points * more


def _totals(roll: Roll[Any]) -> dict[int, float]:
    return {int(total): float(chance) for total, chance in distribution(roll).items()}


def _reaches(roll: Roll[Any], inches: float) -> float:
    return sum(chance for total, chance in _totals(roll).items() if total >= inches)


def _expected(roll: Roll[Any], most: float) -> float:
    """Give the inches rolled on average, of which no more than some are wanted."""
    return sum(chance * min(total, most) for total, chance in _totals(roll).items())
