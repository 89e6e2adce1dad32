"""A question whose answers are always allowed."""

from tests.kernel.pebbles.game import PEBBLES
from walstatt.kernel.decisions import Answer, Decision, FreeChoice
from walstatt.kernel.ids import Seat


class Nod(Answer, frozen=True, tag="nod"):
    """Agree."""


class Shake(Answer, frozen=True, tag="shake"):
    """Do not."""


class Agree(FreeChoice[Nod | Shake], frozen=True, tag="agree"):
    """Whether a seat agrees."""

    answers = (Nod, Shake)
    offers = (Shake(), Nod())


ASKED = Agree(Seat("ann"))


def test_it_offers_its_answers_in_their_order() -> None:
    assert (ASKED.candidates(None), ASKED.exact) == ((Shake(), Nod()), True)


def test_it_allows_them_all() -> None:
    assert [ASKED.check(None, one) for one in ASKED.offers] == [[], []]


def test_what_is_only_there_to_be_inherited_from_is_no_kind_of_question() -> None:
    kinds = PEBBLES.types(Decision)
    assert "FreeChoice" not in kinds
    assert "take" in kinds
