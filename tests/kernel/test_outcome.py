from walstatt.i18n.catalogue import say
from walstatt.kernel.ids import Seat
from walstatt.kernel.outcome import Outcome

RED, BLUE = Seat("red"), Seat("blue")


def test_no_winner_is_a_draw() -> None:
    assert Outcome((), say("toy.time_is_up")).draw is True


def test_one_winner_or_several_are_no_draw() -> None:
    assert Outcome((RED,), say("toy.camp_taken")).draw is False
    assert Outcome((RED, BLUE), say("toy.camp_taken")).draw is False


def test_there_are_no_scores_unless_said() -> None:
    assert Outcome((RED,), say("toy.camp_taken")).scores == {}
    assert Outcome((RED,), say("toy.camp_taken"), {RED: 5}).scores == {RED: 5}
