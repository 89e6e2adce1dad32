import pytest

from tests.kernel.pebbles.answers import Grab, Offer, Shout, Sit, Trick
from tests.kernel.pebbles.decisions import Bow, Take
from tests.kernel.pebbles.events import Tricked
from tests.kernel.pebbles.game import Rosters
from tests.kernel.pebbles.procedures import OVER, Once, Scramble, Table, Turn
from tests.kernel.pebbles.table import PebbleGame, begins, exactly, sit_down, told, wait_for_chance
from tests.kernel.pebbles.tricks import Bowing, Crow, Meddle, Stealing
from tests.kernel.pebbles.world import ANN, BOB, CID
from walstatt.kernel.codec import dump
from walstatt.kernel.ctx import Asked
from walstatt.kernel.errors import BadRequest, DeadEnd, IllegalAnswer, UnknownStep
from walstatt.kernel.trace import recording


def with_tricks(what: str, *bobs: str, anns: tuple[str, ...] = (), taken: int = 0) -> PebbleGame:
    rosters = {ANN: {"tricks": anns, "taken": taken}, BOB: {"tricks": bobs, "taken": taken}}
    return sit_down(what, (1,), rosters=rosters)


def test_a_seat_may_act_while_another_is_asked() -> None:
    game = with_tricks("turns", "whistle")
    assert game.standing(ANN) == []
    assert game.standing(BOB) == [Meddle(BOB), Crow(BOB)]
    game.answer(BOB, Trick("whistle"))
    assert game.world.heaps == {1: 4, 2: 1}
    assert told(game.tape, ANN) == [Tricked(BOB, "whistle")]
    assert game.standing(BOB) == []


def test_after_a_standing_action_the_question_is_offered_anew() -> None:
    game = with_tricks("turns", "whistle")
    game.answer(BOB, Trick("whistle"))
    assert game.decision(ANN) == Take(ANN, left=5)
    assert game.ctx.asked == (Asked({ANN: Take(ANN, left=5)}, "one", 2, "begin"),)
    assert game.ctx.stack == ((Table("turns"), "over"), (Turn(ANN), "taken"))


def test_offering_anew_may_find_that_nothing_is_left_to_ask() -> None:
    game = with_tricks("turns", "drain")
    game.answer(BOB, Trick("drain"))
    assert (game.outcome, game.world.result) == (OVER, "all taken")


def test_without_a_step_that_offers_anew_the_same_question_is_asked_with_new_options() -> None:
    game = with_tricks("once", "steal")
    game.answer(BOB, Trick("steal"))
    game.answer(BOB, Grab(1, 2))
    assert game.ctx.asked == (Asked({ANN: Take(ANN, left=4)}, "one", 2),)
    assert game.ctx.stack == ((Table("once"), "over"), (Once(ANN), "taken"))
    assert game.options(ANN) == (Grab(1, 1), Grab(2, 1))


def test_a_standing_action_may_leave_a_single_answer_which_is_taken() -> None:
    game = with_tricks("once", "flood")
    game.answer(BOB, Trick("flood"))
    assert (game.outcome, game.world.result, game.world.taken) == (OVER, "1", {ANN: 1, BOB: 0})


def test_a_standing_action_that_leaves_no_answer_is_a_fault_and_undone() -> None:
    game = with_tricks("once", "drain")
    before = dump(game)
    with pytest.raises(DeadEnd, match=begins("ann has no legal answer to Take")):
        game.answer(BOB, Trick("drain"))
    assert dump(game) == before


def test_a_standing_action_may_ask_itself() -> None:
    game = with_tricks("turns", "steal")
    game.answer(BOB, Trick("steal"))
    assert (game.to_act, game.decision(ANN), game.decision(BOB)) == ((BOB,), None, Take(BOB))
    waiting = Asked({ANN: Take(ANN, left=4)}, "one", 2, "begin")
    assert game.ctx.asked == (waiting, Asked({BOB: Take(BOB)}, "one", 3))
    assert game.ctx.stack[2:] == ((Stealing(BOB), "stolen"),)
    game.answer(BOB, Grab(2))
    assert (game.to_act, game.world.taken) == ((ANN,), {ANN: 0, BOB: 1})
    assert game.options(ANN) == (Grab(1, 1), Grab(1, 2))


def test_a_standing_action_may_interrupt_another() -> None:
    game = with_tricks("turns", "bow", anns=("whistle",))
    game.answer(BOB, Trick("bow"))
    assert game.decision(ANN) == Bow(ANN)
    game.answer(ANN, Trick("whistle"))
    assert game.decision(ANN) == Bow(ANN)
    assert game.ctx.frames == (Table("turns"), Turn(ANN), Bowing(BOB))
    game.answer(ANN, Sit())
    assert game.decision(ANN) == Take(ANN, left=5)


def test_the_seat_that_is_asked_may_act_besides() -> None:
    game = with_tricks("turns", anns=("whistle",))
    assert game.addressed(ANN, Trick("whistle")) == (Meddle(ANN), True)
    assert game.addressed(ANN, Grab(1)) == (Take(ANN, left=4), False)
    game.answer(ANN, Trick("whistle"))
    game.answer(ANN, Grab(1))
    assert (game.world.heaps, game.to_act) == ({1: 3, 2: 1}, (BOB,))


def test_dice_may_fall_in_a_standing_action() -> None:
    game = with_tricks("turns", "toss")
    game.answer(BOB, Trick("toss"))
    assert game.decision(ANN) == Take(ANN, left=4)


def test_a_standing_action_broken_off_from_inside_returns_to_the_question() -> None:
    game = with_tricks("turns", "call")
    game.answer(BOB, Trick("call"))
    assert game.decision(ANN) == Take(ANN, left=5)
    assert game.ctx.frames == (Table("turns"), Turn(ANN))
    assert len(game.ctx.asked) == 1


def test_a_standing_action_may_break_off_what_it_interrupts() -> None:
    game = with_tricks("turns", "halt")
    game.answer(BOB, Trick("halt"))
    assert (game.outcome, game.world.result, game.ctx.asked) == (OVER, "halted", ())


def test_breaking_off_drops_only_the_questions_of_what_is_broken_off() -> None:
    game = with_tricks("scramble", "steal", anns=("catch",))
    game.answer(BOB, Trick("steal"))
    game.answer(ANN, Trick("catch"))
    assert game.to_act == (ANN, BOB)
    assert [asked.mode for asked in game.ctx.asked] == ["any"]


def test_nobody_may_interrupt_an_atomic_procedure() -> None:
    game = with_tricks("guarded", "whistle")
    assert game.standing(BOB) == []
    text = "bob is not asked now; waiting for: ann"
    with pytest.raises(BadRequest, match=exactly(text)):
        game.answer(BOB, Trick("whistle"))


def test_secret_answers_survive_a_standing_action() -> None:
    game = with_tricks("bidding", "whistle", taken=2)
    game.answer(ANN, Offer(2))
    game.answer(BOB, Trick("whistle"))
    assert (game.to_act, game.ctx.asked[0].answers) == ((BOB,), {ANN: Offer(2)})
    game.answer(BOB, Offer(0))
    assert game.world.result == "['ann 2', 'bob 0']"


def test_a_secret_answer_that_a_standing_action_makes_illegal_is_asked_for_again() -> None:
    rosters: Rosters = {CID: {"tricks": ("flood",)}, ANN: {"taken": 2}}
    game = sit_down("bidding of three", rosters=rosters)
    game.answer(ANN, Offer(2))
    game.answer(BOB, Offer(0))
    game.answer(CID, Trick("flood"))
    assert (game.to_act, game.ctx.asked[0].answers) == ((ANN, CID), {BOB: Offer(0)})
    assert game.options(ANN) == (Offer(0),)


def test_any_seat_may_still_answer_after_a_standing_action() -> None:
    game = with_tricks("scramble", "whistle")
    game.answer(BOB, Trick("whistle"))
    assert (game.to_act, game.asked) == ((ANN, BOB), game.ctx.asked[-1])
    game.answer(ANN, Shout())
    assert game.world.result == "('ann', Shout())"


def test_of_several_standing_decisions_the_kind_chooses() -> None:
    game = with_tricks("turns", "whistle")
    assert game.addressed(BOB, Trick("whistle"), "crow") == (Crow(BOB), True)
    with pytest.raises(BadRequest, match="not asked now"):
        game.answer(BOB, Trick("whistle"), kind="take")
    game.answer(BOB, Trick("whistle"), kind="crow")
    assert (game.world.result, game.world.heaps[1]) == ("crowed", 4)


def test_a_standing_action_is_judged_by_the_decision_it_is_meant_for() -> None:
    game = with_tricks("turns", "steal")
    with pytest.raises(IllegalAnswer, match=exactly("not allowed: PEB-9 pebbles.no.trick")):
        game.answer(BOB, Trick("whistle"))
    with pytest.raises(IllegalAnswer, match=exactly("not allowed: PEB-10 pebbles.no.noise")):
        game.answer(BOB, Trick("steal"), kind="crow")
    assert game.check(BOB, Trick("steal")) == []


def test_a_standing_action_cites_its_decision_and_its_procedure() -> None:
    game = with_tricks("turns", "whistle")
    with recording() as heard:
        game.answer(BOB, Trick("whistle"), kind="crow")
    assert heard.fired == ["PEB-10", "PEB-11", "PEB-1"]


def test_a_standing_action_that_goes_on_in_no_way_is_named() -> None:
    game = with_tricks("turns", "vanish")
    with pytest.raises(UnknownStep, match=begins("a step of Vanishing(seat='bob') returned None")):
        game.answer(BOB, Trick("vanish"))


def test_all_may_be_asked_in_a_standing_action() -> None:
    game = with_tricks("turns", "auction")
    game.answer(BOB, Trick("auction"))
    game.answer(ANN, Offer(0))
    assert [asked.mode for asked in game.ctx.asked] == ["one", "all"]
    game.answer(BOB, Offer(0))
    assert game.decision(ANN) == Take(ANN, left=4)


def test_a_forced_answer_in_a_standing_action_returns_to_what_it_interrupted() -> None:
    game = with_tricks("scramble", "flood", "bow", "steal")
    for what in ("flood", "bow", "steal"):
        game.answer(BOB, Trick(what))
    assert [asked.mode for asked in game.ctx.asked] == ["any", "one"]
    assert game.decision(ANN) == Bow(ANN)
    assert (game.world.taken[BOB], game.world.heaps[1]) == (1, 0)
    game.answer(ANN, Sit())
    assert game.to_act == (ANN, BOB)


def test_a_standing_action_offers_its_own_question_anew_when_interrupted() -> None:
    game = with_tricks("turns", "brawl", "whistle")
    game.answer(BOB, Trick("brawl"))
    game.answer(BOB, Trick("whistle"))
    assert [asked.mode for asked in game.ctx.asked] == ["one", "any"]
    assert game.ctx.frames == (Table("turns"), Turn(ANN), Scramble())
    game.answer(BOB, Sit())
    assert game.decision(ANN) == Take(ANN, left=5)


def test_a_standing_action_that_asks_nobody_is_named() -> None:
    game = with_tricks("turns", "confuse")
    game.answer(BOB, Trick("confuse"))
    text = "nobody is asked, in Trouble(what='nobody')"
    with pytest.raises(DeadEnd, match=exactly(text)):
        game.answer(ANN, Grab(1))


def test_options_are_forgotten_while_dice_fall_in_a_standing_action() -> None:
    game = wait_for_chance("turns", {BOB: {"tricks": ("toss",)}})
    game.answer(BOB, Trick("toss"))
    assert game.clone(None).options(ANN) == ()
    game.force((1,))
    assert game.options(ANN) == (Grab(1, 1), Grab(1, 2), Grab(2, 1))


def test_nothing_stands_while_dice_fall_or_when_the_game_is_over() -> None:
    rosters = {ANN: {"tricks": ("whistle",)}}
    assert wait_for_chance("throw", rosters).standing(ANN) == []
    assert sit_down("dig, end", rosters=rosters).standing(ANN) == []
