from random import Random

import pytest

from tests.kernel.pebbles.answers import Grab, Offer, Pour, Shout, Sit, Trick
from tests.kernel.pebbles.decisions import Bid, Claim, Fill, Keep, Take
from tests.kernel.pebbles.events import Caught, Grabbed
from tests.kernel.pebbles.game import PEBBLES, Pebbles
from tests.kernel.pebbles.procedures import (
    OVER,
    TROUBLES,
    Bidding,
    Dig,
    Pit,
    Reroll,
    Table,
    Throw,
    Turn,
    throw,
)
from tests.kernel.pebbles.table import PebbleGame, begins, exactly, sit_down, told, wait_for_chance
from tests.kernel.pebbles.tricks import Whistling
from tests.kernel.pebbles.world import ANN, BOB, CID, PebbleOptions
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.chance import Draw, Scripted, Seeded, Waiting
from walstatt.kernel.codec import dump, state_hash
from walstatt.kernel.ctx import Asked, Ctx
from walstatt.kernel.decisions import Violation
from walstatt.kernel.errors import (
    BadRequest,
    DeadEnd,
    EngineFault,
    IllegalAnswer,
    Runaway,
    ScriptError,
    UnknownStep,
)
from walstatt.kernel.events import DrawnUnseen, Ended, Forced, Rolled
from walstatt.kernel.game import Game, new_game
from walstatt.kernel.ids import Seat
from walstatt.kernel.trace import recording

GREED = Violation("PEB-2", say("pebbles.no.greed"))
ENDED = Ended((ANN,), say("pebbles.over"))
FORCED = Forced(ANN, "take", say("pebbles.do.grab", by=ANN, n=1), Grab(2, 1))


# -- asking one seat -----------------------------------------------------------------------------


def test_a_game_runs_to_its_first_question() -> None:
    game = sit_down("turns")
    assert game.to_act == (ANN,)
    assert game.decision(ANN) == Take(ANN, left=4)
    assert game.options(ANN) == (Grab(1, 1), Grab(1, 2), Grab(2, 1))
    assert game.ctx.stack == ((Table("turns"), "over"), (Turn(ANN), "taken"))
    assert game.asked == Asked({ANN: Take(ANN, left=4)}, "one", 2, "begin")
    assert (game.tape, game.outcome, game.waiting) == ([], None, None)


def test_a_seat_that_is_not_asked_has_no_decision_and_no_options() -> None:
    game = sit_down("turns")
    assert game.decision(BOB) is None
    assert game.options(BOB) == ()
    assert game.choices(BOB, Random(1)) == ()


def test_an_answer_changes_the_world_tells_all_and_asks_the_next() -> None:
    game = sit_down("turns")
    game.answer(ANN, Grab(1, 2))
    assert game.world.heaps == {1: 1, 2: 1}
    assert game.world.taken == {ANN: 2, BOB: 0}
    assert told(game.tape, None) == [Grabbed(ANN, 1, 2)]
    assert game.to_act == (BOB,)
    assert game.options(ANN) == ()
    assert game.options(BOB) == (Grab(1, 1), Grab(2, 1))


def test_a_single_legal_answer_is_taken_and_told() -> None:
    game = sit_down("turns")
    game.answer(ANN, Grab(1, 2))
    game.answer(BOB, Grab(1, 1))
    assert game.outcome == OVER
    assert game.world.result == "all taken"
    assert told(game.tape, BOB)[2:] == [FORCED, Grabbed(ANN, 2, 1), ENDED]


def test_a_forced_answer_is_taken_without_a_tape_as_well() -> None:
    game = new_game(PEBBLES, "turns", None)
    game.answer(ANN, Grab(1, 2))
    game.answer(BOB, Grab(1, 1))
    assert (game.world.taken, game.tape) == ({ANN: 3, BOB: 1}, None)


def test_a_single_answer_is_asked_for_where_not_asking_would_tell_something() -> None:
    game = sit_down("dig, bow")
    assert game.to_act == (ANN,)
    assert game.options(ANN) == (Sit(),)
    game.answer(ANN, Sit())
    assert game.world.result == "dug bowed 1 2"


def test_an_answer_without_a_list_is_checked_all_the_same() -> None:
    game = sit_down("dig, pour")
    assert game.options(ANN) is None
    with pytest.raises(IllegalAnswer, match="PEB-8"):
        game.answer(ANN, Pour(3))
    game.answer(ANN, Pour(4))
    assert game.world.result == "dug 4 1 2"


# -- refusing ------------------------------------------------------------------------------------


def test_an_illegal_answer_is_refused_with_every_reason() -> None:
    game = sit_down("turns")
    few = Violation("PEB-3", say("pebbles.no.few", n=4), "heap 1")
    before = game.world
    with pytest.raises(IllegalAnswer) as refused:
        game.answer(ANN, Grab(1, 4))
    assert refused.value.violations == (GREED, few)
    assert str(refused.value) == "not allowed: PEB-2 pebbles.no.greed, PEB-3 pebbles.no.few"
    assert game.world is before
    assert game.world.heaps == {1: 3, 2: 1}


def test_checking_an_answer_does_not_give_it() -> None:
    game = sit_down("turns")
    assert game.check(ANN, Grab(1, 3)) == [GREED]
    assert game.check(ANN, Grab(1, 2)) == []
    assert game.world.heaps == {1: 3, 2: 1}


@pytest.mark.parametrize(
    ("seat", "answer", "why"),
    [
        (BOB, Grab(1), "bob is not asked now; waiting for: ann"),
        (CID, Grab(1), "there is no seat 'cid'; there are: ann, bob"),
        (ANN, Sit(), "ann is asked take, which takes: grab"),
    ],
)
def test_a_request_that_makes_no_sense_says_why(seat: Seat, answer: Grab | Sit, why: str) -> None:
    game = sit_down("turns")
    with pytest.raises(BadRequest, match=exactly(why)):
        game.answer(seat, answer)
    assert game.world.heaps == {1: 3, 2: 1}


def test_all_answer_types_of_a_decision_are_named() -> None:
    with pytest.raises(BadRequest, match=exactly("ann is asked claim, which takes: shout, sit")):
        sit_down("scramble").answer(ANN, Grab(1))


def test_all_seats_still_to_answer_are_named() -> None:
    game = sit_down("bidding of three")
    game.answer(BOB, Offer(0))
    with pytest.raises(BadRequest, match=exactly("bob is not asked now; waiting for: ann, cid")):
        game.answer(BOB, Offer(0))


def test_the_kind_of_the_decision_may_be_named_and_must_then_fit() -> None:
    game = sit_down("turns")
    with pytest.raises(BadRequest, match=exactly("ann is asked take, which takes: grab")):
        game.answer(ANN, Grab(1), kind="bid")
    game.answer(ANN, Grab(1), kind="take")
    assert game.to_act == (BOB,)


def test_nothing_can_be_done_when_the_game_is_over() -> None:
    game = sit_down("dig, end")
    assert (game.to_act, game.asked, game.decision(ANN)) == ((), None, None)
    for give in (game.answer, game.apply):
        with pytest.raises(BadRequest, match=exactly("the game is over")):
            give(ANN, Grab(1))


def test_nothing_can_be_done_while_dice_are_falling() -> None:
    game = wait_for_chance("throw")
    assert (game.to_act, game.asked) == ((), None)
    for give in (game.answer, game.apply):
        with pytest.raises(BadRequest, match=exactly("ann is not asked now; waiting for: chance")):
            give(ANN, Grab(1))


# -- faults --------------------------------------------------------------------------------------


FAULTS = {
    "halves": (
        EngineFault,
        "ZeroDivisionError while ann did Grab(heap=2, count=1): pebbles cannot",
    ),
    "dice": (EngineFault, "ZeroDivisionError while ann did Grab(heap=2, count=1): dice cannot"),
    "loop": (Runaway, "20 steps without a question or a roll, in Loop()"),
    "rolling": (Runaway, "20 rolls without a question, in Rolling()"),
    "leave": (UnknownStep, "no Turn is under way that could be left"),
    "nod": (Runaway, "20 steps without a question or a roll, in Trouble(what='nod')"),
    "stuck": (DeadEnd, "ann has no legal answer to Fly(seat='ann')"),
    "nobody": (DeadEnd, "nobody is asked, in Trouble(what='nobody')"),
    "nothing": (UnknownStep, "a step of Trouble(what='nothing') returned None, which is no way to"),
    "no such game": (UnknownStep, "no game 'chess' can be played inside pebbles"),
}


@pytest.mark.parametrize("what", TROUBLES)
def test_a_fault_in_the_rules_leaves_the_game_as_it_was(what: str) -> None:
    kind, text = FAULTS[what]
    game = sit_down(f"trouble: {what}", *[(1, 2)] * 30)
    game.ctx.emit(Grabbed(BOB, 9, 9))
    before, options = dump(game), game.options(ANN)
    with pytest.raises(kind, match=begins(text)) as fault:
        game.answer(ANN, Grab(2))
    assert type(fault.value) is kind
    assert dump(game) == before
    assert told(game.tape, None) == [Grabbed(BOB, 9, 9)]
    assert game.options(ANN) == options
    assert (game.outcome, game.waiting, game.to_act) == (None, None, (ANN,))


def test_a_fault_without_a_tape_leaves_the_game_as_it_was() -> None:
    game = new_game(PEBBLES, "trouble: halves", None)
    with pytest.raises(EngineFault, match="pebbles cannot be halved"):
        game.answer(ANN, Grab(1))
    assert (game.world.heaps, game.tape) == ({1: 3, 2: 1}, None)


def test_after_a_fault_what_happens_is_still_told() -> None:
    game = sit_down("turns", rosters={BOB: {"tricks": ("toss",)}})
    with pytest.raises(
        ScriptError, match=begins("no result is left for 1d6 for pebbles.roll.toss")
    ):
        game.answer(BOB, Trick("toss"))
    game.answer(ANN, Grab(1))
    assert told(game.tape, None) == [Grabbed(ANN, 1, 1)]


def test_a_fault_in_a_check_is_ours() -> None:
    game = sit_down("dig, pour")
    text = "ZeroDivisionError while ann did Pour(grains=-1): sand cannot be divided"
    with pytest.raises(EngineFault, match=exactly(text)):
        game.answer(ANN, Pour(-1))
    assert game.to_act == (ANN,)


def test_a_fault_in_the_setup_is_ours() -> None:
    text = "AttributeError while pebbles turns was set up: 'int' object has no attribute 'get'"
    with pytest.raises(EngineFault, match=exactly(text)):
        new_game(PEBBLES, "turns", None, rosters={ANN: 5})


def test_an_unknown_scenario_is_refused() -> None:
    with pytest.raises(
        BadRequest, match=begins("pebbles has no scenario 'chess'; there are: turns, once")
    ):
        sit_down("chess")


def test_the_outermost_procedure_must_not_just_be_over() -> None:
    ctx = sit_down("turns").ctx
    game: PebbleGame = Game([Ctx(ctx.rules, ctx.world)], None)
    with pytest.raises(
        UnknownStep, match=begins("the outermost procedure is over, but nobody ended")
    ):
        game.start(Whistling(ANN))


RAN_AWAY = "8 steps without a question or a roll, in Table(what='dig, done')"


@pytest.mark.parametrize(("steps", "enough"), [(9, True), (8, False)])
def test_steps_are_counted_until_the_rules_run_away(
    monkeypatch: pytest.MonkeyPatch, steps: int, enough: bool
) -> None:
    monkeypatch.setattr(Pebbles, "runaway", steps)
    if enough:
        assert sit_down("dig, done").outcome == OVER
    else:
        with pytest.raises(Runaway, match=exactly(RAN_AWAY)):
            sit_down("dig, done")


def test_a_roll_starts_the_count_of_steps_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pebbles, "runaway", 2)
    assert sit_down("fish", ("red",)).to_act == (ANN,)


# -- going on ------------------------------------------------------------------------------------


def test_a_called_procedure_returns_its_value_to_each_caller() -> None:
    assert sit_down("dig, done").world.result == "dug deep 1 2"


def test_callers_wait_on_the_stack() -> None:
    game = sit_down("dig, bow")
    deep = (Dig(2, "bow"), "risen"), (Dig(1, "bow"), "risen"), (Dig(0, "bow"), "bowed")
    assert game.ctx.stack == ((Table("dig, bow"), "over"), (Pit("bow"), "dug"), *deep)
    assert game.ctx.frames == (
        Table("dig, bow"),
        Pit("bow"),
        Dig(2, "bow"),
        Dig(1, "bow"),
        Dig(0, "bow"),
    )


def test_leaving_breaks_off_everything_up_to_the_procedure_named() -> None:
    assert sit_down("dig, leave pit").world.result == "out"
    assert sit_down("dig, leave halfway").world.result == "half out"


def test_leaving_breaks_off_no_more_than_the_innermost_of_its_kind() -> None:
    assert sit_down("dig, leave self").world.result == "dug up 1 2"


def test_the_game_can_end_at_any_depth() -> None:
    game = sit_down("dig, end")
    assert game.outcome == OVER
    assert (game.ctx.stack, game.ctx.asked, game.options(ANN)) == ((), (), ())
    assert told(game.tape, None) == [ENDED]
    assert game.world.result == ""


def test_the_game_ends_at_once_whatever_the_step_returns() -> None:
    game = sit_down("dig, stop")
    assert game.outcome == OVER
    assert game.ctx.ended is None
    assert (game.ctx.stack, game.to_act) == ((), ())


def test_options_are_forgotten_when_the_game_is_over() -> None:
    game = sit_down("dig, bow")
    assert game.options(BOB) == ()
    game.answer(ANN, Sit())
    assert game.options(ANN) == ()


# -- asking several ------------------------------------------------------------------------------


def test_all_seats_are_asked_at_once() -> None:
    game = sit_down("bidding")
    assert game.to_act == (ANN, BOB)
    assert game.asked == Asked({ANN: Bid(ANN), BOB: Bid(BOB)}, "all", 2)
    assert (game.decision(ANN), game.decision(BOB)) == (Bid(ANN), Bid(BOB))


def test_single_options_are_not_taken_where_all_are_asked() -> None:
    game = sit_down("bidding", rosters={ANN: {"taken": 1}})
    assert (game.options(ANN), game.options(BOB)) == ((Offer(0), Offer(1)), (Offer(0),))


def test_every_seat_that_is_asked_must_have_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "cid has no legal answer to Bid(seat='cid')"
    game = sit_down("bidding of three", rosters={BOB: {"tricks": ("whistle",)}})
    game.answer(ANN, Offer(0))
    only_bob = {BOB: [Offer(0), Offer(0)], CID: [], ANN: None}
    monkeypatch.setattr(Bid, "candidates", lambda bid, _: only_bob[bid.seat])
    with pytest.raises(DeadEnd, match=exactly(text)):
        sit_down("bidding of three")
    with pytest.raises(DeadEnd, match=exactly(text)):
        game.answer(BOB, Trick("whistle"))


def test_an_answer_is_kept_until_all_are_in() -> None:
    game = sit_down("bidding", rosters={ANN: {"taken": 3}, BOB: {"taken": 3}})
    assert game.options(BOB) == (Offer(0), Offer(1), Offer(2), Offer(3))
    game.answer(BOB, Offer(2))
    assert (game.to_act, game.decision(BOB), game.options(BOB)) == ((ANN,), None, ())
    assert game.asked == Asked({ANN: Bid(ANN), BOB: Bid(BOB)}, "all", 2, "", {BOB: Offer(2)})
    assert (game.world.taken, game.tape) == ({ANN: 3, BOB: 3}, [])
    game.answer(ANN, Offer(1))
    assert game.world.taken == {ANN: 2, BOB: 1}
    assert game.world.result == "['ann 1', 'bob 2']"


def test_the_first_answer_counts_where_any_seat_may_answer() -> None:
    game = sit_down("scramble")
    assert game.to_act == (ANN, BOB)
    assert game.asked == Asked({ANN: Claim(ANN), BOB: Claim(BOB)}, "any", 2, "begin")
    game.answer(BOB, Shout())
    assert game.outcome == OVER
    assert game.world.result == "('bob', Shout())"


# -- chance --------------------------------------------------------------------------------------


def test_dice_are_told_to_all_and_go_to_the_step() -> None:
    game = sit_down("throw", (3, 4))
    assert game.world.taken == {ANN: 7, BOB: 0}
    assert told(game.tape, None) == [Rolled(throw(ANN), (3, 4))]


def test_several_rolls_come_back_by_key() -> None:
    game = sit_down("contest", (2,), (5,))
    assert game.world.taken == {ANN: 2, BOB: 5}
    assert game.world.result == "{'ann': (2,), 'bob': (5,)}"
    assert [event.message().args["faces"] for event in told(game.tape, None)[:2]] == ["2", "5"]


def test_an_open_draw_is_told_to_all() -> None:
    game = sit_down("fish", ("red",))
    assert game.world.hands == {ANN: ("red",), BOB: ()}
    for seat in (BOB, None):
        (drawn,) = told(game.tape, seat)
        assert isinstance(drawn, Rolled)
        assert drawn.outcome == ("red",)


def test_a_hidden_draw_is_told_only_to_who_may_see_it() -> None:
    game = sit_down("fish secretly", ("red",))
    drawn = Rolled(Draw("pebbles.roll.fish", "PEB-6", (), 1, ANN, (ANN,)), ("red",))
    assert told(game.tape, ANN) == [drawn, Caught(ANN, "red")]
    unseen = DrawnUnseen(ANN, 1, Message("pebbles.roll.fish"))
    assert told(game.tape, BOB) == told(game.tape, None) == [unseen]


def test_without_a_source_the_game_waits_for_chance() -> None:
    game = wait_for_chance("throw")
    assert game.waiting == Waiting((("", throw(ANN)),), keyed=False)
    assert game.ctx.stack == ((Table("throw"), "over"), (Throw(ANN), "thrown"))
    assert (game.tape, game.standing(ANN)) == ([], [])


def test_a_forced_outcome_is_the_outcome() -> None:
    game = wait_for_chance("throw")
    game.force((6, 5))
    assert (game.world.taken[ANN], game.waiting, game.to_act) == (11, None, (ANN,))
    assert game.ctx.stack == ((Table("throw"), "over"), (Throw(ANN), "claimed"))
    assert told(game.tape, None) == [Rolled(throw(ANN), (6, 5))]


def test_outcomes_of_several_rolls_are_forced_in_their_order() -> None:
    game = wait_for_chance("contest")
    game.force((2,), (5,))
    assert game.world.result == "{'ann': (2,), 'bob': (5,)}"


def test_a_reroll_can_be_forced() -> None:
    game = wait_for_chance("throw", {ANN: {"rerolls": 1}})
    game.force((1, 1))
    game.answer(ANN, Shout())
    assert game.ctx.frames == (Table("throw"), Throw(ANN), Reroll(ANN, (1, 1)))
    game.force((2, 2))
    assert game.ctx.stack == ((Table("throw"), "over"), (Throw(ANN), "claimed"))
    assert game.world.taken[ANN] == 4


def test_a_step_that_goes_on_in_no_way_after_dice_is_named() -> None:
    text = "a step of Trouble(what='dice') returned None"
    with pytest.raises(UnknownStep, match=begins(text)):
        sit_down("trouble: dice", (6, 6)).answer(ANN, Grab(1))
    game = wait_for_chance("trouble: dice")
    game.answer(ANN, Grab(1))
    with pytest.raises(UnknownStep, match=begins(text)):
        game.force((6, 6))


def test_a_hidden_draw_can_be_forced() -> None:
    game = wait_for_chance("fish secretly")
    game.force(("white",))
    assert game.world.hands[ANN] == ("white",)
    assert game.ctx.frames == (Table("fish secretly"), Turn(ANN))


def test_only_fitting_outcomes_can_be_forced() -> None:
    game = wait_for_chance("contest")
    with pytest.raises(ScriptError, match=exactly("2 results are wanted, not 1")):
        game.force((2,))
    with pytest.raises(ScriptError, match="7 is no face of d6"):
        game.force((2,), (7,))
    assert game.waiting is not None
    with pytest.raises(BadRequest, match=exactly("nothing is being rolled or drawn")):
        sit_down("turns").force((1,))


def test_an_offered_reroll_comes_before_the_step() -> None:
    game = sit_down("throw", (1, 1), (6, 6), rosters={ANN: {"rerolls": 1}})
    assert game.decision(ANN) == Keep(ANN)
    assert game.ctx.stack[1:] == ((Throw(ANN), "thrown"), (Reroll(ANN, (1, 1)), "decided"))
    assert game.world.taken[ANN] == 0
    game.answer(ANN, Shout())
    assert (game.world.taken[ANN], game.decision(ANN)) == (12, Claim(ANN))


def test_the_dice_stay_if_the_reroll_is_declined() -> None:
    game = sit_down("throw", (1, 1), rosters={ANN: {"rerolls": 1}})
    game.answer(ANN, Sit())
    assert (game.world.taken[ANN], game.world.rerolls[ANN]) == (2, 1)


def test_a_reroll_can_be_rerolled() -> None:
    game = sit_down("throw", (1, 1), (2, 2), (3, 3), rosters={ANN: {"rerolls": 2}})
    game.answer(ANN, Shout())
    assert game.decision(ANN) == Keep(ANN)
    game.answer(ANN, Shout())
    assert (game.world.taken[ANN], game.world.rerolls[ANN]) == (6, 0)


# -- copying -------------------------------------------------------------------------------------


def test_a_clone_does_not_see_what_happens_in_the_original() -> None:
    game = sit_down("turns")
    copy = game.clone(None)
    game.answer(ANN, Grab(1, 2))
    assert (copy.world.heaps, copy.to_act) == ({1: 3, 2: 1}, (ANN,))
    assert copy.options(ANN) == (Grab(1, 1), Grab(1, 2), Grab(2, 1))


def test_the_original_does_not_see_what_happens_in_a_clone() -> None:
    game = sit_down("turns")
    copy = game.clone(None)
    copy.answer(ANN, Grab(1, 2))
    assert (game.world.heaps, game.to_act, game.tape) == ({1: 3, 2: 1}, (ANN,), [])
    assert game.options(ANN) == (Grab(1, 1), Grab(1, 2), Grab(2, 1))


def test_a_clone_tells_nobody() -> None:
    copy = sit_down("turns").clone(None)
    assert (copy.tape, copy.ctx.tape) == (None, None)


def test_a_clone_rolls_with_the_source_it_is_given() -> None:
    game = sit_down("throw", (1, 1), (2, 2))
    copy = game.clone(Scripted([(6, 6)]))
    copy.answer(ANN, Shout())
    game.answer(ANN, Shout())
    assert (copy.world.taken[ANN], game.world.taken[ANN]) == (14, 6)


def test_a_clone_is_over_or_waiting_like_its_original() -> None:
    assert sit_down("dig, end").clone(None).outcome == OVER
    game = wait_for_chance("throw")
    copy = game.clone(Seeded(1))
    assert copy.waiting == game.waiting
    copy.force((1, 2))
    assert game.waiting is not None


def test_applying_too_needs_a_question_that_takes_the_answer() -> None:
    with pytest.raises(BadRequest, match=exactly("ann is asked take, which takes: grab")):
        sit_down("turns").apply(ANN, Grab(1), "bid")


def test_applying_trusts_its_caller() -> None:
    game = sit_down("turns")
    game.apply(ANN, Grab(2, 3))
    assert game.world.heaps == {1: 3, 2: -2}


def test_an_imagined_game_keeps_the_own_secret_answer_and_forgets_the_others() -> None:
    game = sit_down("bidding of three")
    game.answer(ANN, Offer(0))
    game.answer(BOB, Offer(0))
    imagined = game.imagine(ANN, Random(1))
    assert (game.to_act, imagined.to_act) == ((CID,), (BOB, CID))
    assert imagined.asked == Asked(
        {ANN: Bid(ANN), BOB: Bid(BOB), CID: Bid(CID)}, "all", 2, "", {ANN: Offer(0)}
    )
    assert imagined.ctx.stack == ((Table("bidding"), "over"), (Bidding(), "opened"))
    assert game.imagine(None, Random(1)).to_act == (ANN, BOB, CID)


def test_an_imagined_game_guesses_only_what_is_hidden() -> None:
    game = sit_down("fish secretly", ("red",))
    assert game.imagine(ANN, Random(1)).world == game.world
    guesses = {game.imagine(BOB, Random(seed)).world.hands[ANN][0] for seed in range(20)}
    assert guesses == {"black", "red", "white"}


def test_an_imagined_game_has_no_dice_and_tells_nobody() -> None:
    imagined = sit_down("turns").imagine(BOB, Random(1))
    assert (imagined.source, imagined.tape, imagined.rules.game) == (None, None, PEBBLES)


def test_an_imagined_game_is_over_like_the_true_one() -> None:
    assert sit_down("dig, end").imagine(ANN, Random(1)).outcome == OVER


def test_nothing_can_be_imagined_while_something_is_drawn() -> None:
    text = "nothing can be imagined while something is being rolled or drawn"
    with pytest.raises(BadRequest, match=exactly(text)):
        wait_for_chance("throw").imagine(ANN, Random(1))


# -- the rules around it -------------------------------------------------------------------------


def test_options_of_the_game_change_its_rules() -> None:
    game = new_game(PEBBLES, "turns", None, PebbleOptions(greed=1))
    assert game.ctx.options == PebbleOptions(greed=1)
    assert game.options(ANN) == (Grab(1, 1), Grab(1, 2), Grab(1, 3), Grab(2, 1))


def test_a_game_starts_with_default_options_and_without_rosters() -> None:
    game = new_game(PEBBLES, "turns of three", None)
    assert game.rules.options == PebbleOptions()
    assert (game.rules.scenario, game.rules.seats) == ("turns of three", (ANN, BOB, CID))
    assert (game.rules.content, game.rules.game) == (game.ctx.content, PEBBLES)


def test_messages_of_a_game_carry_its_name() -> None:
    assert sit_down("turns").ctx.say("over", n=1) == say("pebbles.over", n=1)


def test_equal_games_played_alike_stay_equal() -> None:
    one, two = sit_down("turns"), sit_down("turns")
    for game in (one, two):
        game.answer(ANN, Grab(1))
    assert state_hash(one) == state_hash(two)


# -- citing rules --------------------------------------------------------------------------------


def test_starting_and_answering_cite_frames_and_decisions_but_no_mere_look_at_options() -> None:
    with recording() as heard:
        game = sit_down("turns")
        assert heard.fired == ["PEB-0", "PEB-1.1", "PEB-1"]
        assert heard.hits["PEB-2"] > 0
        game.options(ANN)
        game.check(ANN, Grab(1, 3))
        game.answer(ANN, Grab(1))
    assert heard.fired == ["PEB-0", "PEB-1.1", "PEB-1", "PEB-1.1", "PEB-1"]


def test_forced_chance_is_play_too() -> None:
    game = wait_for_chance("fish")
    with recording() as heard:
        game.force(("red",))
    assert heard.fired == ["PEB-1.1", "PEB-1"]


def test_sampling_is_a_mere_look() -> None:
    game = sit_down("dig, pour")
    with recording() as heard:
        game.sampled(Fill(ANN), Random(1))
    assert heard.hits["PEB-8"] > 0
    assert heard.fired == []
