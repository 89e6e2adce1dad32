"""What a newcomer is told in the first battle, and the battle report."""

from __future__ import annotations

import re
from random import Random

import pytest

from tests.games.idg.field import blue, field, red
from walstatt.games.idg.dicing import EngineRoll, MoveRoll, move_roll
from walstatt.games.idg.events import Disordered
from walstatt.games.idg.game import IDG
from walstatt.games.idg.report import told
from walstatt.i18n.catalogue import LANGUAGES, say
from walstatt.kernel.chance import D6, Meaning, Roll, Seeded
from walstatt.kernel.decisions import Decision, kind_of
from walstatt.kernel.events import Emitted, Event, Rolled
from walstatt.kernel.game import new_game
from walstatt.kernel.ids import Seat, UnitId
from walstatt.scene.about import Lesson

LESSONS = IDG.lessons()


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_every_lesson_is_a_few_sentences_in_both_languages_with_rules(lesson: Lesson) -> None:
    for language in LANGUAGES:
        assert IDG.catalogue.text(lesson.title, language)
        text = IDG.catalogue.text(lesson.text, language)
        assert 1 <= len(re.findall(r"[.!?](?= |$)", text)) <= 6, text
        assert len(text) <= 480, len(text)
    assert lesson.rules
    assert set(lesson.rules) <= IDG.rulebook.rules.keys()


def test_lessons_belong_to_questions_and_events_that_exist() -> None:
    assert len(LESSONS) == 24
    kinds = set(IDG.types(Decision))
    events = {*IDG.types(Event), "kernel.ended"}
    assert {one.kind for one in LESSONS if one.kind} <= kinds
    assert {one.event for one in LESSONS if one.event} <= events
    assert sum(not one.kind and not one.event for one in LESSONS) == 3


def met_in(seed: int) -> set[str]:
    """Name the questions and events of a battle of random moves."""
    tape: list[Emitted] = []
    game = new_game(IDG, "cannae", Seeded(seed), tape=tape)
    rng, met = Random(seed), set[str]()
    for _ in range(400):
        if game.outcome is not None:
            break
        seat = game.to_act[0]
        decision = game.decision(seat)
        assert decision is not None
        met.add(kind_of(decision))
        game.answer(seat, game.pick(seat, rng))
    return met | {str(type(one.event).__struct_config__.tag) for one in tape}


def test_a_few_battles_of_random_moves_show_most_lessons() -> None:
    met = set[str]().union(*map(met_in, (3, 4, 5)))
    told_of = [one.id for one in LESSONS if {one.kind, one.event} & met]
    assert len(told_of) >= 10, told_of


# -- the report -----------------------------------------------------------------------------------


class Plain(Meaning, frozen=True, tag="test_idg_plain"):
    """Reads nothing."""


def said(roll: Roll[int], *faces: int) -> list[str]:
    message = IDG.named(told(Rolled(roll, faces)))
    return [IDG.catalogue.text(message, language) for language in LANGUAGES]


def test_dice_of_a_move_are_told_with_their_sum_and_whose_move_it_is() -> None:
    there = field(red("a", "heavy_cavalry", (20, 30)), blue("b", "warrior", (20, 10)))
    fast, slow = (move_roll(there.ctx, UnitId("a"), one) for one in ("good", "difficult"))
    assert fast.meaning is not None
    assert sorted(said(fast, 4, 3)) == ["A, Bewegung: 4 + 3 = 7.", "A, move: 4 + 3 = 7."]
    assert sorted(said(slow, 5)) == ["A, Bewegung: 5.", "A, move: 5."]


def test_what_is_added_to_dice_is_told() -> None:
    meaning = MoveRoll(UnitId("a"), ("Guards", "Garde"), 2)
    roll = Roll("idg.roll.move", "IDG-8.1.1", D6, 1, Seat("red"), meaning)
    assert told(Rolled(roll, (5,))).args["faces"] == "5 + 2"
    assert told(Rolled(roll, (5,))).args["n"] == 7


def test_dice_of_an_engine_are_told_for_its_side() -> None:
    ship = Roll("idg.roll.ship", "IDG-17.2.2", D6, 2, Seat("red"), EngineRoll("s"))
    assert "Army A, move of the ship: 4 + 3 = 7." in said(ship, 4, 3)


def test_dice_that_count_one_by_one_are_not_added() -> None:
    roll = Roll("idg.roll.rally", "IDG-13.4.1", D6, 2, Seat("blue"), Plain())
    assert told(Rolled(roll, (5, 2))).args["faces"] == "5 2"
    single = Roll("idg.roll.rally", "IDG-13.4.1", D6, 1, Seat("blue"))
    assert told(Rolled(single, (5,))).id == "idg.rolled.one"


def test_a_deed_is_told_without_its_rule() -> None:
    deed = Disordered(say("idg.class.warrior"), 2, 3, seat=Seat("red"), because="IDG-12.4.2")
    message = told(deed)
    assert message.id == "idg.disordered"
    assert "because" not in message.args
    assert deed.rule == "IDG-12.4.2"
