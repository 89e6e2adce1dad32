from random import Random
from typing import Any

import pytest

from tests.kernel.pebbles.answers import Grab, Sit
from tests.kernel.pebbles.decisions import Bid, Claim, Nod, Take
from tests.kernel.pebbles.marbles import Flick, MarbleWorld
from tests.kernel.pebbles.procedures import (
    OVER,
    Bidding,
    Contest,
    Duel,
    Fish,
    Once,
    Scramble,
    Throw,
    Turn,
    throw,
)
from tests.kernel.pebbles.table import exactly, sit_down
from tests.kernel.pebbles.world import ANN, BOB
from walstatt.i18n.catalogue import say
from walstatt.kernel.chance import Draw
from walstatt.kernel.decisions import Decision, Violation, do_of, kind_of, refuse
from walstatt.kernel.frames import (
    Ask,
    Become,
    Call,
    Chance,
    Done,
    End,
    Frame,
    Leave,
    Play,
    ask,
    ask_all,
    ask_any,
    become,
    call,
    done,
    draw,
    end,
    leave,
    play,
    roll,
    roll_all,
)
from walstatt.kernel.ids import Seat
from walstatt.kernel.prompts import BUTTON, Choice, Preview
from walstatt.kernel.trace import recording

ONCE, TURN, BIDDING, SCRAMBLE = Once(ANN), Turn(ANN), Bidding(), Scramble()


class Blank(Frame, frozen=True):
    pass


class Mute(Decision[Sit], frozen=True):
    pass


def test_ask_keeps_the_decision_under_its_seat_and_names_what_follows() -> None:
    flow = ask(Take(ANN), then=TURN.taken, again=TURN.begin)
    assert flow == Ask({ANN: Take(ANN)}, "one", TURN.taken, TURN.begin)


def test_ask_may_do_without_a_step_that_offers_anew() -> None:
    assert ask(Take(BOB), then=ONCE.taken) == Ask({BOB: Take(BOB)}, "one", ONCE.taken, None)


def test_ask_all_waits_for_all_and_copies_the_mapping() -> None:
    decisions = {ANN: Bid(ANN), BOB: Bid(BOB)}
    flow = ask_all(decisions, then=BIDDING.opened)
    decisions.clear()
    assert flow == Ask({ANN: Bid(ANN), BOB: Bid(BOB)}, "all", BIDDING.opened, None)


def test_ask_any_waits_for_the_first() -> None:
    decisions: dict[Seat, Decision[Any]] = {ANN: Claim(ANN), BOB: Claim(BOB)}
    assert ask_any(decisions, then=SCRAMBLE.claimed) == Ask(
        decisions, "any", SCRAMBLE.claimed, None
    )
    again = ask_any(decisions, then=SCRAMBLE.claimed, again=SCRAMBLE.begin)
    assert again == Ask(decisions, "any", SCRAMBLE.claimed, SCRAMBLE.begin)


def test_dice_and_draws_are_single_requests_and_roll_all_is_keyed() -> None:
    frame, stones = Throw(ANN), Draw("fish", "PEB-6", ("red",))
    fish, contest = Fish(ANN, hidden=False), Contest()
    assert roll(throw(ANN), then=frame.thrown) == Chance((("", throw(ANN)),), False, frame.thrown)
    assert draw(stones, then=fish.caught) == Chance((("", stones),), False, fish.caught)
    both = roll_all({"a": throw(ANN), "b": throw(BOB)}, then=contest.compared)
    assert both == Chance((("a", throw(ANN)), ("b", throw(BOB))), True, contest.compared)


def test_the_other_ways_to_go_on_keep_what_they_are_given() -> None:
    duel, world = Duel(), MarbleWorld(left=1)
    assert call(ONCE, then=duel.fought) == Call(ONCE, duel.fought)
    assert play("marbles", world, Flick(ANN), duel.fought) == Play(
        "marbles", world, Flick(ANN), duel.fought
    )
    assert become(ONCE) == Become(ONCE)
    assert (done(), done(3)) == (Done(None), Done(3))
    assert (leave(Once), leave(Once, 3)) == (Leave(Once, None), Leave(Once, 3))
    assert end(OVER) == End(OVER)


def test_a_frame_without_a_first_step_says_so() -> None:
    with pytest.raises(TypeError, match=exactly("Blank has no first step for Ctx")):
        Blank().begin(sit_down("turns").ctx)
    assert not Blank.atomic


def test_a_decision_without_a_check_says_so() -> None:
    with pytest.raises(TypeError, match=exactly("Mute cannot judge Sit() in table")):
        Mute(ANN).check("table", Sit())


def test_a_decision_that_is_not_standing_cannot_act() -> None:
    text = "Mute is no standing decision for Sit() in table"
    with pytest.raises(TypeError, match=exactly(text)):
        Mute(ANN).act("table", Sit())


def test_a_decision_lists_samples_and_defaults_nothing_by_itself() -> None:
    mute = Mute(ANN)
    assert mute.candidates(None) is None
    assert mute.sample(None, Random(1), 3) == ()
    assert mute.default(None) is None
    assert (mute.answers, mute.auto, mute.gesture) == ((), True, "")


def test_prompt_and_label_are_messages_of_the_game_by_kind() -> None:
    ctx = sit_down("turns").ctx
    assert Nod(ANN).prompt(ctx) == say("pebbles.ask.nod")
    assert Nod(ANN).present(ctx, Sit()) == Choice(say("pebbles.do.sit"), BUTTON, {}, rolls=False)


def test_a_preview_tells_at_least_what_is_against_it() -> None:
    ctx = sit_down("turns").ctx
    refused = Violation("PEB-2", say("pebbles.no.greed"))
    assert Take(ANN).preview(ctx, Grab(1, 3)) == Preview(violations=(refused,))


def test_kinds_are_named_by_their_tags() -> None:
    assert kind_of(Take(ANN)) == "take"
    assert do_of(Grab(1)) == "grab"


def test_refusing_cites_the_rule_and_says_why_and_where() -> None:
    with recording() as heard:
        violation = refuse("PEB-3", "pebbles.no.few", "heap 1", n=2)
    assert violation == Violation("PEB-3", say("pebbles.no.few", n=2), "heap 1")
    assert heard.hits == {"PEB-3": 1}
    assert refuse("PEB-3", "pebbles.no.few").at == ""
