from collections.abc import Sequence
from math import sqrt
from typing import Any

import pytest

from walstatt.kernel.chance import D6, Draw, Meaning, Roll
from walstatt.kernel.events import Rolled
from walstatt.kernel.ids import Face, Seat
from walstatt.kernel.luck import Luck, luck_report

RED, BLUE = Seat("red"), Seat("blue")


class Sixes(Meaning, frozen=True, tag="test_luck.sixes"):
    """Every six costs the enemy three."""

    def read(self, faces: Sequence[Any]) -> int:
        return faces.count(6)

    def losses(self, result: int) -> int:
        return 3 * result


class Morale(Meaning, frozen=True, tag="test_luck.morale"):
    def read(self, faces: Sequence[Any]) -> bool:
        return bool(sum(faces) > 7)


def rolled(seat: Seat, *faces: Face, meaning: Meaning | None = Sixes()) -> Rolled:  # noqa: B008
    request = Roll("toy.fire", "TOY-4.1", D6, len(faces), seat, meaning)
    return Rolled(request, faces)


def test_nobody_who_did_not_roll_is_listed() -> None:
    assert luck_report([]) == []


def test_two_sixes_of_two_dice_are_five_losses_above_the_average() -> None:
    (red,) = luck_report([rolled(RED, 6, 6)])
    assert (red.seat, red.rolls, red.dice, red.losses) == (RED, 1, 2, 6)
    assert (red.expected, red.luck) == (1.0, 5.0)
    # Each die: 9 * 1/6 - (1/2)^2 = 5/4.
    assert red.deviation == sqrt(2.5)
    assert red.sigma == 5 / sqrt(2.5)


def test_rolls_of_a_seat_add_up() -> None:
    (red,) = luck_report([rolled(RED, 6, 1, 1), rolled(RED, 2)])
    assert red == Luck(RED, 2, 4, 3, 2.0, sqrt(5))
    assert red.luck == 1.0


def test_bad_luck_is_negative() -> None:
    (red,) = luck_report([rolled(RED, 1, 2, 3, 4)])
    assert (red.losses, red.luck) == (0, -2.0)
    assert red.sigma == pytest.approx(-0.894427, abs=1e-6)


def test_seats_are_listed_in_order_of_their_first_roll() -> None:
    report = luck_report([rolled(RED, 6), rolled(BLUE, 1), rolled(RED, 1)])
    assert [(luck.seat, luck.rolls, luck.losses) for luck in report] == [(RED, 2, 3), (BLUE, 1, 0)]


def test_draws_and_rolls_without_meaning_are_left_out() -> None:
    draw = Rolled(Draw("toy.deal", "TOY-2", (1, 2), 1, RED), (1,))
    assert luck_report([draw, rolled(RED, 6, meaning=None)]) == []
    (red,) = luck_report([draw, rolled(RED, 6), rolled(RED, 6, meaning=None)])
    assert (red.rolls, red.dice, red.losses) == (1, 1, 3)


def test_dice_that_cost_nobody_anything_are_no_luck() -> None:
    (red,) = luck_report([rolled(RED, 6, 6, meaning=Morale())])
    assert red == Luck(RED, 1, 2, 0, 0.0, 0.0)
    assert (red.luck, red.sigma) == (0.0, 0.0)
