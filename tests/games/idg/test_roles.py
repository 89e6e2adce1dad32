"""Who attacks, in which scenario, and who is Side 1. IDG-5.1, IDG-7.1."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from tests.games.idg.field import BLUE, RED, Field, blue, field, red
from tests.games.idg.play import Playing, playing
from walstatt.games.idg.army_file import ready_armies
from walstatt.games.idg.content import Fielded, IdgContent, muster_key
from walstatt.games.idg.fielding import fielded_army
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.profiles import Sorting
from walstatt.games.idg.roles import Roles, ScenarioRoll
from walstatt.games.idg.sides import FixSides
from walstatt.games.idg.troops import Scenario
from walstatt.kernel.ctx import Ctx
from walstatt.kernel.definition import Ruleset
from walstatt.workshop.covers import covers

SCENARIOS: tuple[Scenario, ...] = ("open_battle", "ambush", "raid", "siege")


@cache
def armies() -> tuple[Sorting, dict[str, Fielded]]:
    """Give both sides ready armies for whatever dice may decide."""
    sorting, ready = Sorting(), list(ready_armies().values())
    made = {
        muster_key(seat, scenario, attacker): fielded_army(
            ready[len(scenario) % 4 + at], seat, IdgOptions(), sorting
        )
        for scenario in SCENARIOS
        for attacker in (RED, BLUE)
        for at, seat in enumerate((RED, BLUE))
    }
    return sorting, made


def diced() -> Playing:
    """Begin a battle in which dice decide everything."""
    there = field()
    sorting, made = armies()
    content = IdgContent(there.ctx.content.table, made, sorting.profiles, sorting.on_foot)
    content.diced = True
    rules: Any = Ruleset(there.ctx.rules.game, "dice", IdgOptions(), content, (RED, BLUE))
    return playing(Field(Ctx(rules, there.world)), Roles())


@covers("IDG-5.1.1", "IDG-5.1.3")
def test_the_higher_roller_attacks_and_rolls_for_the_scenario() -> None:
    there = diced()
    assert there.pending() == "roll idg.roll.role idg.roll.role"
    there.roll(5, 3)
    assert [(one.seat, one.purpose) for one in there.rolls().values()] == [
        ("red", "idg.roll.scenario")
    ]
    there.roll(5)
    assert there.is_over
    assert (there.world.scenario, there.world.attacker) == ("raid", "red")
    assert there.told()[-3:-1] == ["kernel.rolled", "idg.scenario_diced"]


@covers("IDG-5.1.2")
def test_equal_dice_mean_an_open_battle() -> None:
    there = diced().roll(4, 4)
    assert there.is_over
    assert there.world.scenario == "open_battle"
    assert "idg.attacker_diced" not in there.told()
    assert there.world.edges == {"red": "bottom", "blue": "top"}


@covers("IDG-5.1.3")
@pytest.mark.parametrize(
    ("face", "scenario"),
    [
        (1, "ambush"),
        (2, "open_battle"),
        (3, "open_battle"),
        (4, "open_battle"),
        (5, "raid"),
        (6, "siege"),
    ],
)
def test_a_die_selects_the_scenario(face: int, scenario: str) -> None:
    assert ScenarioRoll().read((face,)) == scenario
    there = diced().roll(2, 6).roll(face)
    assert (there.world.scenario, there.world.attacker) == (scenario, "blue")


def test_the_armies_of_that_scenario_take_the_field() -> None:
    there = diced().roll(2, 6).roll(1)
    world = there.world
    assert world.edges == {"blue": "left", "red": "right"}
    for seat in (RED, BLUE):
        army = there.ctx.content.armies[muster_key(seat, "ambush", BLUE)]
        own = [unit for unit, one in world.units.items() if one.side == seat]
        assert own == [body.id for body in army.bodies]
        assert len(own) >= 4
    assert {one.status for one in world.units.values()} == {"reserve"}


@covers("IDG-5.1.4")
def test_nobody_rolls_where_a_scenario_was_agreed_upon() -> None:
    there = playing(field(red("a", "warrior", (20, 20)), battle="siege"), Roles())
    assert there.is_over
    assert there.world.scenario == "siege"
    assert there.told() == ["kernel.ended"]


# -- Side 1 ---------------------------------------------------------------------------------------


def sides(own: str, foe: str, **more: Any) -> Playing:  # noqa: ANN401
    """Let a red army of one type meet a blue one of another."""
    units = (red("a", "warrior", (20, 40)), blue("b", "warrior", (20, 4)))
    armies = {"red": {"command": own}, "blue": {"command": foe}}
    return playing(field(*units, armies=armies, first="blue", **more), FixSides())


@covers("IDG-7.1.1", "IDG-7.1.2", "IDG-7.1.3", "IDG-A18")
@pytest.mark.parametrize(
    ("own", "foe", "first"),
    [
        ("disciplined", "organised", "red"),
        ("organised", "disciplined", "blue"),
        ("tribal", "disciplined", "blue"),
        ("impetuous", "organised", "blue"),
        ("organised", "tribal", "red"),
    ],
)
@pytest.mark.parametrize("battle", ["raid", "open_battle"])
def test_a_disciplined_army_is_side_one_and_else_an_organised_one(
    own: str, foe: str, first: str, battle: str
) -> None:
    there = sides(own, foe, battle=battle)
    assert there.is_over
    assert there.world.first == first
    better = "IDG-7.1.2" if "disciplined" in (own, foe) else "IDG-7.1.3"
    told = [one for one in there.events() if hasattr(one, "because")]
    assert [one.because for one in told] == [better]


@covers("IDG-7.1.4")
@pytest.mark.parametrize("attacker", ["red", "blue"])
@pytest.mark.parametrize(
    ("own", "foe"),
    [
        ("tribal", "impetuous"),
        ("impetuous", "tribal"),
        ("tribal", "tribal"),
        ("organised", "organised"),
        ("disciplined", "disciplined"),
    ],
)
def test_between_equals_the_attacker_is_side_one(own: str, foe: str, attacker: str) -> None:
    there = sides(own, foe, battle="raid", attacker=attacker)
    assert there.is_over
    assert there.world.first == attacker


@covers("IDG-7.1.4")
def test_in_an_open_battle_dice_decide_between_equals() -> None:
    there = sides("tribal", "impetuous")
    assert there.pending() == "roll idg.roll.side idg.roll.side"
    there.roll(3, 3)
    assert there.pending() == "roll idg.roll.side idg.roll.side"
    there.roll(3, 2)
    assert there.is_over
    assert there.world.first == "red"


@pytest.mark.parametrize("seed", range(10))
def test_random_roles_come_to_an_end(seed: int) -> None:
    assert diced().finish(seed).is_over
