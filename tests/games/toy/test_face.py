"""What a client is told of the toy game besides the scene: in hand, pointed at, asked about."""

from __future__ import annotations

import pytest

from tests.games.toy.battles import BLUE, RED, A, B, Field, Z, acting, attacking, blue, field, red
from walstatt.games.toy.activation import Go, Step, Strike
from walstatt.games.toy.combat import AttackRoll, GiveWay
from walstatt.games.toy.events import RoundBegan, TurnBegan
from walstatt.games.toy.game import TOY
from walstatt.games.toy.round import Activate, Plan
from walstatt.i18n.catalogue import LANGUAGES
from walstatt.kernel.asking import prompt, wished
from walstatt.kernel.decisions import Answer, Decision
from walstatt.kernel.events import Event
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.prompts import Target
from walstatt.scene.about import About
from walstatt.scene.playable import told_about

MINE = Target("piece", A)


def wish(battle: Field, target: Target, seat: Seat = RED) -> Answer | None:
    return wished(battle.game, seat, target)


def at(battle: Field, label: str) -> Target:
    return Target("cell", str(battle.cell(label)))


def marching() -> Field:
    return acting(red(A, "foot", "4,1"), blue(B, "foot", "4,2"), blue(Z, "foot", "7,7"))


# -- choices and wishes ---------------------------------------------------------------------------


def test_the_unit_that_acts_is_taken_in_hand() -> None:
    shown = prompt(marching().game, RED)
    assert shown is not None
    assert {one.of for one in shown.choices if one.target.kind == "cell"} == {MINE}
    fight = prompt(attacking(red(A, "foot", "4,1"), blue(B, "foot", "4,2")).game, RED)
    assert fight is not None
    assert [one.of for one in fight.choices if one.target == Target("piece", B)] == [MINE]


def test_a_hex_is_the_next_step_even_if_it_cannot_be_taken() -> None:
    battle = marching()
    assert wish(battle, at(battle, "3,1")) == Step(battle.cell("3,1"))
    assert wish(battle, Target("piece", B)) == Step(battle.cell("4,2"))
    assert battle.refused(RED, Step(battle.cell("4,2"))) == ["TOY-3.2"]
    assert battle.refused(RED, Step(battle.cell("7,7"))) == ["TOY-3.1"]
    for target in (Target("cell", "x"), Target("cell", "99999"), Target("piece", "nobody")):
        assert wish(battle, target) is None


def test_units_are_pointed_at_to_act_and_to_be_attacked() -> None:
    battle = field(red(A, "foot", "1,1"), blue(B, "foot", "7,7"), phase="turns", plans={"red": 1})
    assert wish(battle, MINE) == Activate(A)
    assert wish(battle, at(battle, "7,7")) == Activate(B)
    assert battle.refused(RED, Activate(B)) == ["TOY-2.5"]
    fight = attacking(red(A, "foot", "4,1"), blue(B, "foot", "4,2"), blue(Z, "foot", "7,7"))
    assert wish(fight, Target("piece", B)) == Strike(B)
    assert wish(fight, Target("piece", Z)) == Strike(Z)
    assert fight.refused(RED, Strike(Z)) == ["TOY-4.1"]


def test_a_card_is_pointed_at_to_plan_with() -> None:
    battle = field(red(A, "foot", "1,1"), blue(B, "foot", "7,7"), hands={"red": (2, 5)})
    assert wish(battle, Target("card", "5")) == Plan(5)
    assert wish(battle, Target("card", "five")) is None
    assert wish(battle, MINE) is None


def test_spots_of_the_table_are_pointed_at() -> None:
    units = red(A, "foot", (100.0, 100.0)), blue(B, "foot", (300.0, 300.0))
    battle = acting(*units, scenario="empty_table")
    assert wish(battle, Target("point", "1200,1500")) == Go((1200, 1500))
    assert wish(battle, Target("point", "somewhere")) is None
    assert wish(battle, Target("cell", "5")) is None


def test_a_place_to_be_pushed_to_is_pointed_at() -> None:
    battle = attacking(red(A, "foot", "4,3"), blue(B, "foot", "4,4"), blue(Z, "foot", "7,7"))
    battle.do(RED, Strike(B), (6, 1, 1, 1))
    assert wish(battle, at(battle, "4,5"), BLUE) == GiveWay(battle.cell("4,5"))
    assert battle.refused(BLUE, GiveWay(battle.cell("4,3"))) == ["TOY-4.9"]


# -- about ----------------------------------------------------------------------------------------


def told(battle: Field, target: Target) -> About:
    found = told_about(battle.game, RED, target)
    assert found is not None
    return found


def rules(about: About) -> list[str]:
    return [one.rule for one in about.facts]


def test_units_are_told_with_what_they_can_do_and_whom_they_could_attack() -> None:
    battle = marching()
    about = told(battle, MINE)
    assert rules(about) == ["TOY-4.2", "TOY-3.1", "TOY-4.1", "TOY-4.3", "TOY-2.6"]
    assert about.range == (Target("piece", B),)
    captain = told(acting(red(A, "captain", "4,1"), blue(B, "foot", "7,7")), MINE)
    assert {"TOY-4.5", "TOY-4.6"} <= set(rules(captain))


def test_places_and_cards_are_told() -> None:
    ground = {"woods": ("3,3",), "hill": ("4,4",)}
    woods = field(red(A, "foot", "1,1"), blue(B, "foot", "7,7"), terrain=ground)
    assert rules(told(woods, at(woods, "3,3"))) == ["TOY-3.4", "TOY-4.4"]
    assert rules(told(woods, at(woods, "4,4"))) == ["TOY-7.1"]
    assert rules(told(woods, at(woods, "5,5"))) == []
    (card,) = told(woods, Target("card", "2")).facts
    assert card.text.args["n"] == 4
    assert told_about(woods.game, RED, Target("piece", UnitId("nobody"))) is None
    assert told_about(woods.game, RED, Target("card", "x")) is None


# -- teaching and showing -------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_and_lessons_can_be_said(language: str) -> None:
    for term in TOY.glossary():
        assert TOY.catalogue.text(term.meaning, language) != TOY.catalogue.text(term.word, language)
    for lesson in TOY.lessons():
        assert TOY.catalogue.text(lesson.text, language)


def test_lessons_are_tied_to_questions_and_events_that_exist() -> None:
    for lesson in TOY.lessons():
        assert not lesson.kind or lesson.kind in TOY.types(Decision)
        assert not lesson.event or lesson.event in TOY.types(Event)
        assert set(lesson.rules) <= TOY.rulebook.rules.keys()


def test_a_round_is_a_heading_and_a_turn_is_none() -> None:
    assert (RoundBegan.heading, TurnBegan.heading) == (True, False)


def test_fives_and_sixes_are_shown_as_hits() -> None:
    meaning = AttackRoll(1)
    assert meaning.hits((1, 5, 6, 4)) == (False, True, True, False)
    assert meaning.read((1, 5, 6, 4)).hits == 2
