"""What can be asked of a position in cases."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.games.idg.field import Field, blue, field, red
from walstatt.games.idg.asking import QUESTIONS
from walstatt.kernel.errors import BadRequest, WalstattError
from walstatt.kernel.ledger import Ledger

ASKED = {one.name: one for one in QUESTIONS}


def ask(there: Field, name: str, **args: Any) -> Any:  # noqa: ANN401 - any question, any answer
    """Put a question as a case would."""
    question = ASKED[name]
    return question.ask(there.ctx, msgspec.convert(args, question.params))


def two(**more: Any) -> Field:  # noqa: ANN401 - fields of a position
    return field(
        red("a", "warriors", (30, 30), formation="line of 3"),
        blue("b", "skirmishers with bow", (30, 24), formation="line of 2"),
        **more,
    )


def test_questions_have_names_of_their_own() -> None:
    assert len(ASKED) == len(QUESTIONS)
    wanted = {
        "price", "army_legal", "allowance", "movement_dice", "sees", "in_command", "in_contact",
        "shooting_dice", "melee_dice", "morale_needed", "rally_dice", "range", "in_arc",
        "target_priority", "cover", "difficult", "forbidden", "coherent", "side_1",
        "arrival_needed", "layout_flaws", "weather", "dismounted", "evade_needed",
        "rear_support", "flank_support", "fire_needed", "gate_needed", "fit_to_fight", "budget",
    }  # fmt: skip
    assert wanted <= set(ASKED)


def test_every_question_is_explained() -> None:
    for one in QUESTIONS:
        assert one.params.__doc__
        assert one.ask.__doc__


def test_prices_have_their_lines() -> None:
    price: Ledger = ask(two(), "price", type="elite armoured swordsmen")
    assert price.explain() == ["+8 IDG-1.8.2", "+2 IDG-1.8.2", "+2 IDG-1.8.2"]
    assert ask(two(), "price", army="cannae_romans").total > 400


def test_troops_that_there_are_not_have_no_price() -> None:
    with pytest.raises(BadRequest, match=r"IDG-1\.7\.4"):
        ask(two(), "price", type="raw elephant")
    assert ask(two(), "troop_flaws", type="raw elephant") == ["IDG-1.7.4"]


def test_a_unit_may_stand_for_its_elements_and_they_for_it() -> None:
    there = two()
    assert ask(there, "distance", unit="a", target="b") == 6
    assert ask(there, "movement_dice", unit="a2") == "2D6"
    assert ask(there, "range", shooter="b", target="a2") == ask(
        there, "range", shooter="b1", target="a2"
    )
    assert ask(there, "sees", unit="a", target="b2")


def test_names_that_nobody_has_are_refused() -> None:
    with pytest.raises(BadRequest, match="there is no unit 'q'; there are: a, b"):
        ask(two(), "coherent", unit="q")
    with pytest.raises(BadRequest, match="there is no side 'green'"):
        ask(two(), "arrival_needed", side="green")
    with pytest.raises(BadRequest, match="there is no ready army 'xerxes'"):
        ask(two(), "army_legal", army="xerxes")
    with pytest.raises(BadRequest, match="a fights nobody"):
        ask(two(), "melee_dice", element="a")
    with pytest.raises(BadRequest, match="there is no home 'moon'"):
        ask(two(), "layout_flaws", home="moon")
    with pytest.raises(WalstattError):
        ask(two(), "army_legal", army={"list": "martians"})


def test_the_ground_is_asked_for_troops_in_general_and_where_a_unit_stands() -> None:
    there = two(terrain=[{"kind": "wood", "at": (30, 31), "size": (14, 4)}])
    assert ask(there, "going", type="light chariots", terrain="wood") == "forbidden"
    assert ask(there, "going", type="skirmishers", terrain="marsh", weather="ice") == "difficult"
    assert ask(there, "going", type="warriors", terrain="road", weather="mud") == "good"
    assert ask(there, "going", type="warriors", terrain="gully") == "difficult"
    assert ask(there, "going", type="warriors", terrain="gentle_hill") == "good"
    assert ask(there, "going", type="cataphracts", terrain="gully") == "difficult"
    assert ask(there, "difficult", element="a2")
    assert not ask(there, "difficult", element="b")
    assert not ask(there, "forbidden", element="a")
    assert [one.id for one in there.world.ground] == ["wood"]


def test_results_are_read_from_their_tables() -> None:
    there = two()
    found = ask(there, "melee_result", difference=8, winner="warriors", loser="wild warriors")
    assert found == {"markers": 2, "destroyed": True, "rule": "IDG-11.9.6"}
    assert ask(there, "shooting_result", total=10) == {"markers": 1, "lost": True, "runs": False}
    runs = ask(there, "shooting_result", total=10, target="elephant")
    assert runs == {"markers": 0, "lost": True, "runs": True}


def test_what_is_due_is_listed() -> None:
    there = two(phase="retreats")
    there.world.units["a"] = msgspec.structs.replace(there.unit("a"), disorder=4)  # type: ignore[index]
    assert ask(there, "retreats_due") == []
    near = field(
        red("a", "warriors", (30, 30), disorder=4),
        blue("b", "warriors", (30, 28)),
        phase="retreats",
    )
    assert ask(near, "retreats_due") == [{"unit": "a", "flees": False, "facing": 180, "inches": 1}]
    assert ask(near, "tests_due") == []


def test_zones_of_weather_are_called_as_in_the_rulebook() -> None:
    there = two()
    for zone in ("west and central Europe", "west_central_europe"):
        assert ask(there, "weather", zone=zone, season="winter", roll=6) == ["ice"]
    with pytest.raises(BadRequest, match="there is no zone"):
        ask(there, "weather", zone="the moon", season="winter", roll=6)
