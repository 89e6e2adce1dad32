import pytest

from tests.kernel.pebbles.answers import Grab, Offer, Shout, Sit, Trick
from tests.kernel.pebbles.game import PEBBLES
from tests.kernel.pebbles.table import exactly
from tests.kernel.pebbles.world import ANN, BOB, CID
from walstatt.kernel.codec import state_hash
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match

SEALED = "dice have fallen or something was revealed since"
NOTHING = "there is nothing to take back"


def start(what: str, *, bobs: tuple[str, ...] = ()) -> Match:
    rosters = {BOB: {"tricks": bobs}}
    return Match.start(PEBBLES, what, seed=1, rosters=rosters)


def bidding() -> Match:
    return start("bidding of three")


def seats(match: Match) -> list[str]:
    return [entry.seat for entry in match.entries[1:]]


def refusal(match: Match, seat: Seat) -> str:
    """Ask in vain to take something back; both ways to ask must give the same reason."""
    before, why = list(match.entries), match.why_no_undo(seat)
    with pytest.raises(BadRequest, match=exactly(why)):
        match.undo(seat)
    assert match.entries == before
    return why


# -- one's own last command ----------------------------------------------------------------------


def test_the_last_command_can_be_taken_back() -> None:
    match = start("turns")
    before = state_hash(match.game)
    match.answer(ANN, Grab(1, 2))
    assert match.why_no_undo(ANN) == ""
    match.undo(ANN)
    assert (state_hash(match.game), match.game.to_act) == (before, (ANN,))
    assert (len(match.entries), len(match.moments)) == (1, 1)


def test_another_command_may_follow_what_was_taken_back() -> None:
    match = start("turns")
    match.answer(ANN, Grab(1, 2))
    match.undo(ANN)
    match.answer(ANN, Grab(2))
    assert match.game.world.heaps == {1: 3, 2: 0}
    assert Match.replay(PEBBLES, match.header, match.entries).chain == match.chain


def test_commands_can_be_taken_back_one_after_the_other() -> None:
    match = start("turns", bobs=("whistle",))
    match.answer(BOB, Trick("whistle"))
    match.answer(ANN, Grab(1))
    match.answer(BOB, Grab(1))
    match.undo(BOB)
    match.undo(ANN)
    match.undo(BOB)
    assert len(match.entries) == 1


def test_at_the_start_there_is_nothing_to_take_back() -> None:
    assert refusal(start("turns"), ANN) == NOTHING


def test_a_seat_that_did_nothing_has_nothing_to_take_back() -> None:
    match = start("turns")
    match.answer(ANN, Grab(1))
    assert refusal(match, BOB) == "ann has acted since"


def test_a_command_cannot_be_taken_back_when_another_seat_has_acted() -> None:
    match = start("turns")
    match.answer(ANN, Grab(1))
    match.answer(BOB, Grab(1))
    assert refusal(match, ANN) == "bob has acted since"


def test_a_standing_action_of_another_seat_counts_as_well() -> None:
    match = start("turns", bobs=("whistle",))
    match.answer(ANN, Grab(1))
    match.answer(BOB, Trick("whistle"))
    assert refusal(match, ANN) == "bob has acted since"
    match.undo(BOB)
    match.undo(ANN)
    assert seats(match) == []


# -- dice and reveals ----------------------------------------------------------------------------


def test_nothing_is_taken_back_across_dice() -> None:
    match = start("throw")
    match.answer(ANN, Shout())
    assert match.moments[1].sealed
    assert refusal(match, ANN) == SEALED


def test_dice_in_an_earlier_command_do_not_matter() -> None:
    match = start("throw")
    match.answer(ANN, Shout())
    match.answer(ANN, Sit())
    match.undo(ANN)
    assert (len(match.entries), match.game.to_act) == (2, (ANN,))
    assert refusal(match, ANN) == SEALED


def test_nothing_is_taken_back_across_a_reveal() -> None:
    match = start("turns", bobs=("bow",))
    match.answer(BOB, Trick("bow"))
    assert not match.moments[1].sealed
    match.answer(ANN, Sit())
    assert match.moments[2].sealed
    assert refusal(match, ANN) == SEALED


def test_an_undone_command_does_not_roll_again() -> None:
    match = start("throw")
    match.answer(ANN, Sit())
    match.undo(ANN)
    match.answer(ANN, Shout())
    assert match.entries[1].rolls == (("dice", "pebbles.roll.throw", (4, 6)),)


# -- simultaneous answers ------------------------------------------------------------------------


def test_a_secret_answer_can_be_withdrawn_while_others_have_answered() -> None:
    match = bidding()
    match.answer(ANN, Offer(0))
    match.answer(BOB, Offer(0))
    match.undo(ANN)
    assert (seats(match), match.game.to_act) == ([BOB], (ANN, CID))
    assert match.game.ctx.asked[0].answers == {BOB: Offer(0)}
    assert Match.replay(PEBBLES, match.header, match.entries).chain == match.chain


def test_others_secret_answers_are_kept_in_their_order() -> None:
    match = Match.start(PEBBLES, "bidding of four", seed=1)
    for seat in (ANN, BOB, CID):
        match.answer(seat, Offer(0), auto=seat == CID)
    match.undo(ANN)
    assert seats(match) == [BOB, CID]
    assert [entry.auto for entry in match.entries[1:]] == [False, True]


def test_when_all_have_answered_no_answer_can_be_withdrawn() -> None:
    match = bidding()
    for seat in (ANN, BOB, CID):
        match.answer(seat, Offer(0))
    assert [moment.sealed for moment in match.moments] == [False, False, False, True]
    assert refusal(match, ANN) == SEALED


def test_the_second_of_two_secret_answers_reveals_both() -> None:
    match = start("bidding")
    match.answer(ANN, Offer(0))
    match.answer(BOB, Offer(0))
    assert refusal(match, BOB) == SEALED


def test_a_standing_action_before_the_last_secret_answer_reveals_nothing() -> None:
    match = start("bidding of three", bobs=("whistle",))
    match.answer(ANN, Offer(0))
    match.answer(CID, Offer(0))
    match.answer(BOB, Trick("whistle"))
    assert not match.moments[3].sealed
    assert refusal(match, ANN) == "bob has acted since"
    match.undo(BOB)
    assert seats(match) == [ANN, CID]


def test_a_command_that_led_to_secret_answers_stays() -> None:
    match = Match.start(PEBBLES, "bidding later", seed=1)
    match.answer(ANN, Sit())
    match.answer(BOB, Offer(0))
    assert refusal(match, ANN) == "bob has acted since"


def test_a_command_that_led_only_to_automatic_secret_answers_can_be_taken_back() -> None:
    match = Match.start(PEBBLES, "bidding later", seed=1)
    match.policies[BOB] = {"bid"}
    match.answer(ANN, Sit())
    assert seats(match) == [ANN, BOB]
    match.undo(ANN)
    assert seats(match) == []


def test_an_automatic_secret_answer_of_ones_own_is_no_way_back_past_others() -> None:
    match = Match.start(PEBBLES, "bidding later of three", seed=1)
    match.policies[ANN] = {"bid"}
    match.answer(ANN, Sit())
    match.answer(BOB, Offer(0))
    assert seats(match) == [ANN, ANN, BOB]
    assert refusal(match, ANN) == "bob has acted since"


def test_a_single_seat_asked_with_all_reveals_nothing() -> None:
    match = Match.start(PEBBLES, "bidding of one", seed=1)
    match.answer(ANN, Offer(0))
    match.undo(ANN)
    assert match.game.to_act == (ANN,)


# -- automatic answers ---------------------------------------------------------------------------


def test_automatic_answers_since_are_taken_back_too() -> None:
    match = start("turns")
    match.policies[BOB] = {"take"}
    match.answer(ANN, Grab(2))
    assert (seats(match), match.game.to_act) == ([ANN, BOB], (ANN,))
    match.undo(ANN)
    assert (seats(match), match.game.to_act) == ([], (ANN,))


def test_ones_own_automatic_answer_is_passed_over() -> None:
    match = start("turns", bobs=("whistle",))
    match.policies[ANN] = {"take"}
    match.answer(BOB, Trick("whistle"))
    assert seats(match) == [BOB, ANN]
    assert refusal(match, ANN) == "bob has acted since"
    match.undo(BOB)
    assert seats(match) == []


# -- by consent ----------------------------------------------------------------------------------


def test_all_may_agree_to_go_back_further() -> None:
    match = start("turns")
    match.answer(ANN, Grab(1))
    match.answer(BOB, Grab(1))
    after = match.moments[1].game
    match.rewind(1)
    assert (seats(match), match.game) == ([ANN], after)
    match.rewind(0)
    assert (seats(match), len(match.moments)) == ([], 1)


def test_not_even_by_consent_across_dice() -> None:
    match = start("throw")
    match.answer(ANN, Shout())
    match.answer(ANN, Sit())
    with pytest.raises(BadRequest, match=exactly(SEALED)):
        match.rewind(0)
    match.rewind(1)
    assert seats(match) == [ANN]


@pytest.mark.parametrize("n", [-1, 1])
def test_there_must_be_something_to_go_back_to(n: int) -> None:
    with pytest.raises(BadRequest, match=exactly(f"there is no entry {n}")):
        start("turns").rewind(n)
