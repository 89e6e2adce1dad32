from random import Random

import pytest

from tests.kernel.pebbles.answers import Grab, Pour, Shout, Sit, Trick
from tests.kernel.pebbles.table import exactly, sit_down
from tests.kernel.pebbles.tricks import Crow, Meddle
from tests.kernel.pebbles.world import ANN, BOB
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.asking import preview, prompt, put, standing_prompts
from walstatt.kernel.decisions import Violation
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.prompts import BUTTON, Choice, Preview, Prompt, Target
from walstatt.kernel.trace import recording

ANNS_NAME = say("pebbles.seat.ann")


def taking(heap: int, count: int) -> Choice:
    label = say("pebbles.do.grab", by=ANNS_NAME, n=count)
    return Choice(label, Target("piece", str(heap)), {"do": "grab", "heap": heap, "count": count})


def test_a_prompt_puts_the_question_with_every_choice_and_names_seats() -> None:
    text = say("pebbles.ask.take", seat=ANNS_NAME)
    choices = (taking(1, 1), taking(1, 2), taking(2, 1))
    assert prompt(sit_down("turns"), ANN) == Prompt(ANN, "take", text, choices)


def test_a_seat_that_is_not_asked_has_no_prompt() -> None:
    assert prompt(sit_down("turns"), BOB) is None


def test_what_cannot_be_listed_is_shown_by_the_same_sample_every_time() -> None:
    shown = prompt(sit_down("dig, pour"), ANN)
    assert shown is not None
    numbers = Random(0)
    even = [n for n in [numbers.randrange(1000) for _ in range(12)] if n % 2 == 0]
    assert [choice.answer for choice in shown.choices] == [
        {"do": "pour", "grains": n} for n in even
    ]
    assert (shown.gesture, shown.text) == ("quantity", say("pebbles.ask.fill"))


def test_standing_actions_are_offered_as_such() -> None:
    game = sit_down("turns", rosters={BOB: {"tricks": ("whistle",)}})
    label, answer = say("pebbles.do.trick"), {"do": "trick", "what": "whistle"}
    choices = (Choice(label, BUTTON, answer),)
    assert standing_prompts(game, BOB) == (
        Prompt(BOB, "meddle", say("pebbles.ask.meddle"), choices, "", standing=True),
        Prompt(BOB, "crow", say("pebbles.ask.crow"), choices, "", standing=True),
    )
    assert standing_prompts(game, ANN) == ()


def test_a_standing_action_without_choices_is_offered_only_if_it_takes_a_gesture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = sit_down("turns", rosters={BOB: {"tricks": ("whistle",)}})
    monkeypatch.setattr(Meddle, "candidates", lambda *_: ())
    assert standing_prompts(game, BOB) == ()
    monkeypatch.setattr(Crow, "gesture", "path")
    assert [offer.kind for offer in standing_prompts(game, BOB)] == ["crow"]


def test_a_question_inside_a_game_within_the_game_is_put_in_its_words() -> None:
    shown = prompt(sit_down("duel"), ANN)
    assert shown is not None
    assert shown.text == say("marbles.ask.shoot")
    assert [choice.label.id for choice in shown.choices[-2:]] == [
        "marbles.do.walk",
        "marbles.do.shout",
    ]


def test_any_decision_can_be_put_and_is_not_standing_unless_said() -> None:
    game = sit_down("scramble")
    decision = game.decision(BOB)
    assert decision is not None
    shown = put(game, decision, (Shout(),))
    assert shown == Prompt(
        BOB,
        "claim",
        say("pebbles.ask.claim"),
        (Choice(Message("pebbles.do.shout"), BUTTON, {"do": "shout"}),),
    )


def test_a_preview_of_an_answer_does_not_give_it() -> None:
    game = sit_down("turns")
    greed = Violation("PEB-2", say("pebbles.no.greed"))
    assert preview(game, ANN, Grab(1, 3)) == Preview(violations=(greed,))
    assert preview(game, ANN, Grab(1, 2)) == Preview()
    assert game.to_act == (ANN,)


def test_a_preview_follows_the_kind_and_refuses_what_is_not_asked() -> None:
    game = sit_down("turns", rosters={BOB: {"tricks": ("whistle",)}})
    assert preview(game, BOB, Trick("whistle"), "crow") == Preview()
    with pytest.raises(BadRequest, match=exactly("ann is asked take, which takes: grab")):
        preview(game, ANN, Grab(1), "crow")
    with pytest.raises(BadRequest, match=exactly("ann is asked take, which takes: grab")):
        preview(game, ANN, Sit())


def test_prompts_and_previews_are_a_mere_look() -> None:
    game = sit_down("dig, pour")
    with recording() as heard:
        prompt(game, ANN)
        preview(game, ANN, Pour(3))
    assert heard.hits["PEB-8"] > 1
    assert heard.fired == []
