"""The vocabulary of cases: entering phases, moves as players say them, facts, writing positions."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from walstatt.boards.paths import Slide, Wheel
from walstatt.boards.pose import Pose
from walstatt.games.idg.casebook import ANY_LEG, PAIRS, IdgCasebook
from walstatt.games.idg.choose_move import Go
from walstatt.games.idg.game import IDG
from walstatt.games.idg.world import Phase
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.match import Match
from walstatt.workshop.case_playing import play_case
from walstatt.workshop.case_situation import Situation
from walstatt.workshop.case_values import Translator, listed, written_answer
from walstatt.workshop.cases import case_from, parse_cases, run_case
from walstatt.workshop.vocabulary import vocabulary

BOOK = IdgCasebook()
NOTHING: Any = None
UNITS = """
  units:
    - {id: a, side: red, type: warriors, at: [30, 40], formation: line of 2}
    - {id: b, side: blue, type: skirmishers with bow, at: [30, 8], formation: line of 2}
"""


def played(given: str, when: str = "") -> Situation:
    """Play a case as far as its steps go."""
    text = f"case: x\ngame: idg\ngiven:\n{given}\n{when}\nthen: {{turn: 1}}\n"
    (case,) = parse_cases(text, "a case")
    return play_case(case)


def failures(given: str, rest: str) -> tuple[str, ...]:
    """Play a case and tell what does not hold."""
    text = f"case: x\ngame: idg\ngiven:\n{given}\n{rest}\n"
    (case,) = parse_cases(text, "a case")
    return run_case(case).failures


def asked(now: Situation) -> list[tuple[str, str]]:
    """Tell who is asked what."""
    decisions = now.game.asked.decisions if now.game.asked else {}
    return [(str(seat), type(one).__name__) for seat, one in decisions.items()]


# -- entering a phase -----------------------------------------------------------------------------


SHOTS = """
case: Two units shoot
game: idg
given:
  phase: shooting
  units:
    - {id: a, side: red, type: skirmishers with bow, at: [20, 30], size: 2}
    - {id: c, side: red, type: skirmishers with bow, at: [40, 30]}
    - {id: b, side: blue, type: warriors, at: [20, 26], size: 3, formation: line of 3}
    - {id: d, side: blue, type: warriors, at: [40, 26]}
when:
  - shoot_all
  - dice: [DICE]
then:
  units: {b: {disorder: 1}, d: {disorder: 0}}
"""


@pytest.mark.parametrize(
    ("dice", "wrong"),
    [
        ("8, 1, 1", ""),
        ("8, 1", "no `dice` is given for 1d10"),
        ("8, 1, 1, 1", "nothing more is rolled here; left over: dice [1]"),
    ],
)
def test_a_long_list_of_dice_goes_on_to_the_next_unit_that_shoots(dice: str, wrong: str) -> None:
    (case,) = parse_cases(SHOTS.replace("DICE", dice), "shots.yaml")
    told = run_case(case).failures
    assert (told == ()) if not wrong else wrong in told[0], told


NIGHTFALL = """
case: Nobody is left to shoot
game: idg
options: {var_open_turn_limit: 2}
given:
  phase: shooting
  turn: 2
  units:
    - {id: a, side: red, type: warriors, at: [20, 40]}
    - {id: h, side: red, type: warriors, status: late}
    - {id: b, side: blue, type: warriors, at: [20, 4]}
then:
  outcome: {reason: idg.won.field_held}
"""


def test_questions_without_a_choice_may_be_left_out_before_the_end() -> None:
    (case,) = parse_cases(NIGHTFALL, "night.yaml")
    assert run_case(case).failures == ()


def test_every_phase_is_explained() -> None:
    assert set(BOOK.phases) == set(Phase.__args__)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("phase", "question"),
    [
        ("move", [("red", "ChooseActivation")]),
        ("retreats", [("red", "ChooseActivation")]),
        ("rally", [("red", "ChooseActivation")]),
        ("season", [("red", "ChooseActivation")]),
        ("announcing", [("red", "ChooseActivation")]),
    ],
)
def test_a_battle_can_begin_in_any_phase(phase: str, question: list[tuple[str, str]]) -> None:
    army = "  armies: {red: {command: disciplined}}\n"
    assert asked(played(f"  phase: {phase}\n{army}{UNITS}")) == question


def test_the_side_that_is_to_move_begins() -> None:
    now = played(f"  to_move: blue\n{UNITS}")
    assert asked(now) == [("blue", "ChooseActivation")]


def test_a_battle_before_its_first_turn_has_no_turn() -> None:
    now = played(
        "  phase: deployment\n  units:\n    - {id: a, side: red, size: 2, status: reserve}"
    )
    assert now.facts()["turn"] in (0, 1)


def test_contacts_are_as_old_as_the_moves_that_made_them() -> None:
    given = """  phase: move
  turn: 5
  units:
    - {id: a, side: red, type: warriors, at: [20, 30], entered: true}
    - {id: b, side: blue, type: warriors, touching: a}
    - {id: c, side: red, type: warriors, at: [40, 30]}
    - {id: d, side: blue, type: warriors, touching: c}
    - {id: e, side: red, type: warriors, at: [60, 30]}
    - {id: f, side: blue, type: warriors, touching: e}
  melees: [{units: [e, f], since: 2, by: f}]"""
    melees = played(given).game.scopes[0].world.melees
    found = {key: (one.since, one.by) for key, one in melees.items()}
    assert found == {"a|b": (5, "a"), "c|d": (4, "c"), "e|f": (2, "f")}


# -- moves ----------------------------------------------------------------------------------------


def moved(*legs: str, unit: str = "line of 2") -> dict[str, tuple[float, float, float]]:
    """Move skirmishers along legs and give where their elements end."""
    given = f"""  units:
    - {{id: a, side: red, type: skirmishers, at: [30, 30], formation: {unit}}}
    - {{id: x, side: red, type: warriors, at: [5, 44]}}
    - {{id: b, side: blue, type: warriors, at: [30, 10]}}"""
    steps = (
        f"when:\n  - march: {{unit: a}}\n  - dice: [6, 6]\n  - go: {{legs: [{', '.join(legs)}]}}"
    )
    facts: Any = played(given, steps).facts()["elements"]
    return {name: (*facts[name]["at"], facts[name]["facing"]) for name in facts if name[0] == "a"}


@pytest.mark.parametrize(
    ("leg", "end"),
    [
        ("{ahead: 6}", (30, 24, 0)),
        ("ahead 6", (30, 24, 0)),
        ("{back: 2}", (30, 32, 0)),
        ("{right: 3}", (33, 30, 0)),
        ("{left: 3}", (27, 30, 0)),
        ("{ahead: 4, right: 0.5}", (30.5, 26, 0)),
        ("{sidestep: left 0.5}", (29.5, 30, 0)),
        ("{turn: 90}", (30, 30, 90)),
        ("{turn: left 45}", (30, 30, 315)),
        ("turn about", (30, 30, 180)),
        ("{face: 270}", (30, 30, 270)),
        ("{to: [32, 28]}", (32, 28, 0)),
        ("{to: [32, 28, 30]}", (32, 28, 30)),
        ("{to: {a: [29, 27, 10]}}", (29, 27, 10)),
    ],
)
def test_legs_are_said_as_players_say_them(leg: str, end: tuple[float, float, float]) -> None:
    assert moved(leg, unit="line") == {"a": end}


def test_a_wheel_goes_round_the_inner_corner() -> None:
    ends = moved("{wheel: right 90}")
    assert ends == {"a1": (32.36, 28.82 - 2.36 + 0.0, 90), "a2": (32.36, 28.82, 90)}
    assert moved("{wheel: left 90}")["a2"] == (27.64, 26.46, 270)


def test_a_wheel_may_have_another_pivot() -> None:
    assert moved("{wheel: {pivot: left, by: -90}}") == moved("{wheel: left 90}")
    assert moved("{wheel: {pivot: centre, by: 90}}")["a1"] == (30, 28.82, 90)
    assert moved("{wheel: {pivot: [32.362, 30], by: 90}}")["a2"] == (32.36, 28.82, 90)


def test_only_some_elements_may_move() -> None:
    assert moved("{ahead: 1, only: [a2]}") == {"a1": (28.82, 30, 0), "a2": (31.18, 29, 0)}


def test_a_formation_is_changed_on_the_way() -> None:
    ends = moved("{ahead: 2}", "{formation: column}")
    assert ends == {"a1": (30, 28, 0), "a2": (30, 29.18, 0)}
    assert moved("{formation: line, at: [30, 26, 90]}")["a1"] == (30, 24.82, 90)


def test_ahead_to_contact_ends_at_the_enemy() -> None:
    now = played(
        """  units:
    - {id: a, side: red, type: warriors, at: [30, 30]}
    - {id: b, side: blue, type: warriors, at: [30.3, 24]}""",
        "when:\n  - march: {unit: a}\n  - dice: [3, 3]\n  - go: {legs: [contact]}",
    )
    facts: Any = now.facts()
    assert facts["units"]["a"]["at"] == [30, 24]
    assert facts["units"]["a"]["in_contact"] == ["b"]


@pytest.mark.parametrize(
    ("leg", "reason"),
    [
        ("{ahead: 2, turn: 90}", "a leg is one movement"),
        ("{forward: 2}", "unknown field `forward`"),
        ("march 3", "'march 3' is no leg"),
        ("{turn: sideways}", "a turn is a number"),
        ("{ahead: 2, only: [z]}", "z does not move here"),
        ("{ahead: far}", "ahead is a number of inches"),
    ],
)
def test_legs_that_mean_nothing_say_so(leg: str, reason: str) -> None:
    with pytest.raises(Exception, match=reason):
        moved(leg, unit="line")


def test_legs_are_written_so_that_they_can_be_read() -> None:
    legs = (Slide({"a": Pose(1524, 762, 4500)}), Wheel((2540, 1270), -3000))
    said = written_answer(Go(legs), BOOK.writers(NOTHING))
    assert said == {
        "go": {
            "legs": [
                {"to": {"a": [6, 3, 45]}},
                {"wheel": {"by": -30, "pivot": [10, 5]}},
            ]
        }
    }


def test_places_are_read_for_whole_units_and_for_elements() -> None:
    read = Translator(BOOK.readers(NOTHING), typed=False)
    pairs = listed(read.through(PAIRS, {"a1": [1, 2, 90]}))
    assert pairs == [["a1", [254, 508, 9000]]]
    whole: Any = read.through(PAIRS, {"at": [30, 44], "formation": "2x2"})
    assert whole[0][0].startswith("~")
    with pytest.raises(BadRequest, match="a unit is placed by"):
        read.through(PAIRS, "here")
    with pytest.raises(BadRequest, match="a leg is one movement"):
        read.through(ANY_LEG, {})


# -- ending ---------------------------------------------------------------------------------------

FIGHT = """  phase: melee
  units:
    - {id: a, side: red, type: swordsmen, at: [30, 30]}
    - {id: b, side: blue, type: swordsmen, touching: a}"""


def test_a_case_may_end_where_the_next_phase_begins_with_dice() -> None:
    assert failures(FIGHT, "when: [{dice: [8, 5]}]\nthen: {units: {b: {disorder: 1}}}") == ()


def test_dice_that_belong_to_the_last_step_must_be_given() -> None:
    given = """  phase: shooting
  units:
    - {id: a, side: red, type: skirmishers with bow, at: [30, 30]}
    - {id: b, side: blue, type: warriors, at: [30, 25]}"""
    (told,) = failures(given, "when: [shoot_all]\nthen: {turn: 2}")
    assert "no `dice` is given for 1d10 for idg.roll.shot" in told


def test_a_list_of_dice_is_dealt_out_to_all_who_roll() -> None:
    given = """  phase: shooting
  units:
    - {id: s, side: red, type: skirmishers with bow, at: [30, 30], formation: line of 3}
    - {id: b, side: blue, type: warriors, at: [30, 25], formation: line of 3}"""
    for dice in ("[8, 10, 7]", "{s1: [8], s2: [10], s3: [7]}"):
        rest = f"when: [shoot_all, {{dice: {dice}}}]\nthen: {{units: {{b: {{disorder: 2}}}}}}"
        assert failures(given, rest) == ()
    (told,) = failures(given, "when: [shoot_all, {dice: [8, 10]}]\nthen: {turn: 2}")
    assert "takes 1 results, not 2" in told


def test_questions_are_asked_of_the_position_as_it_is_given() -> None:
    given = """  phase: shooting
  units:
    - {id: a, side: red, type: warriors, at: [30, 30], arrived: 2}
    - {id: b, side: blue, type: skirmishers with bow, at: [30, 20]}"""
    rest = "when: [{ask: {may_shoot_at: {shooter: b, target: a}}}]\nthen: {answers: [[%s]]}"
    assert failures(given, rest % "IDG-9.2.1, IDG-9.5.14") == ()


def test_a_unit_that_is_gone_may_be_called_so_or_by_its_status() -> None:
    kill = """  phase: melee
  units:
    - {id: a, side: red, type: elite swordsmen, at: [30, 30]}
    - {id: b, side: blue, type: swordsmen, touching: a}
    - {id: c, side: blue, type: swordsmen, at: [60, 4]}"""
    for said in ("gone", "{status: destroyed, gone: true, size: 0}"):
        assert failures(kill, f"when: [{{dice: [10, 1]}}]\nthen: {{units: {{b: {said}}}}}") == ()


# -- facts and words ------------------------------------------------------------------------------


def test_the_facts_of_a_unit_and_an_element() -> None:
    facts: Any = played(UNITS).facts()
    assert facts["units"]["a"] == {
        "side": "red",
        "type": "warrior",
        "status": "table",
        "gone": False,
        "at": [30, 40],
        "facing": 0,
        "size": 2,
        "elements": ["a1", "a2"],
        "disorder": 0,
        "form": "usual",
        "activated": False,
        "deed": "",
        "moved": 0,
        "in_contact": [],
        "flight": False,
        "arrived": 0,
        "folded": False,
        "feared": [],
    }
    assert facts["elements"]["a1"]["at"] == [28.82, 40]
    assert facts["to_move"] == facts["side_1"] == "red"


def test_the_vocabulary_names_places_and_legs_in_words() -> None:
    page = vocabulary(IDG).as_text()
    assert "go: {legs: list of {ahead: 6}" in page
    assert "bend: {facing: degrees clockwise from the top}" in page
    assert "line | line of 4 | column | column of 3 | 3x2 (three files side by side" in page
    assert "rally_dice: {unit: unit}. Count the dice a unit rolls to rally." in page


# -- writing positions ----------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "seed"), [("cannae", 1), ("teutoburg", 2), ("diaoyu", 3)])
def test_positions_of_a_match_become_cases_that_lead_there(scenario: str, seed: int) -> None:
    match = Match.start(IDG, scenario, seed=seed)
    rng = Random(seed)
    while len(match.entries) < 80 and match.game.outcome is None:
        seat = match.game.to_act[0]
        match.answer(seat, match.game.pick(seat, rng))
    for n in range(0, len(match.entries), 26):
        (case,) = parse_cases(case_from(match, n), "a match")
        result = run_case(case)
        assert result.ok, result.text()


def test_a_written_position_is_read_as_it_was() -> None:
    now = played(f"  turn: 4\n  weather: rain\n{UNITS}")
    given = BOOK.given_of(now.game.scopes[0])
    assert given is not None
    setup = BOOK.arrange(msgspec.convert(given, BOOK.given_type), now.game.rules.options)
    world = now.game.scopes[0].world
    assert setup.world.units == world.units
    assert setup.world.elements == world.elements
    assert (setup.world.turn, setup.world.weather) == (4, ("rain",))
