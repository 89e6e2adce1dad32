import pytest

from tests.games.toy.battles import BLUE, GOLD, RED, A, B, C, Z, acting, blue, field, gold, red
from walstatt.games.toy.activation import (
    ChooseTarget,
    Go,
    Halt,
    Hold,
    March,
    MarchFreely,
    ReactionFire,
    Shoot,
    Spare,
    Step,
)
from walstatt.games.toy.events import Moved
from walstatt.games.toy.options import ToyOptions
from walstatt.games.toy.round import Activate, ChooseUnit
from walstatt.games.toy.world import unit_name
from walstatt.kernel.ids import CellId, UnitId
from walstatt.workshop.covers import covers

TABLE = "empty_table"


@covers("TOY-3.1")
@pytest.mark.parametrize(("kind", "hexes"), [("foot", 2), ("archers", 2), ("captain", 3)])
def test_a_unit_marches_as_far_as_its_type(kind: str, hexes: int) -> None:
    battle = acting(red(A, kind, "1,1"), red(C, "foot", "7,1"), blue(Z, "foot", "7,7"))
    for step in range(hexes):
        assert battle.asked(RED) == March(RED, A, hexes - step)
        battle.do(RED, Step(battle.cell(f"1,{step + 2}")))
    assert battle.at(A) == f"1,{hexes + 1}"
    assert battle.asked(RED) == ChooseUnit(RED, 4)


@covers("TOY-3.1")
def test_a_step_goes_to_a_neighbouring_hex_of_the_map() -> None:
    battle = acting(red(A, "foot", "4,3"))
    near = ("4,2", "4,4", "3,3", "3,4", "5,3", "5,4")
    assert battle.options(RED) == {Halt(), *(Step(battle.cell(label)) for label in near)}
    assert battle.refused(RED, Step(battle.cell("4,5"))) == ["TOY-3.1"]
    assert battle.refused(RED, Step(battle.cell("4,3"))) == ["TOY-3.1"]
    assert battle.refused(RED, Step(CellId(-1))) == ["TOY-3.1"]
    assert battle.refused(RED, Step(CellId(49))) == ["TOY-3.1"]


@covers("TOY-3.2")
def test_an_occupied_hex_cannot_be_entered() -> None:
    units = red(A, "foot", "4,3"), red(C, "foot", "4,2"), blue(B, "foot", "4,4")
    battle = acting(*units)
    assert battle.refused(RED, Step(battle.cell("4,2"))) == ["TOY-3.2"]
    assert battle.refused(RED, Step(battle.cell("4,4"))) == ["TOY-3.2"]
    assert battle.refused(RED, Step(battle.cell("3,3"))) == []


@covers("TOY-3.3")
def test_a_unit_stops_next_to_an_enemy_but_may_leave_him() -> None:
    battle = acting(red(A, "captain", "4,2"), blue(B, "foot", "4,3"))
    battle.do(RED, Step(battle.cell("3,2")))
    assert battle.asked(RED) == March(RED, A, 2)
    battle.do(RED, Step(battle.cell("4,2")))
    assert battle.asked(RED) == ChooseTarget(RED, A, marched=True)


@covers("TOY-3.3")
def test_a_friend_stops_nobody() -> None:
    battle = acting(red(A, "captain", "4,1"), red(C, "foot", "4,3"))
    battle.do(RED, Step(battle.cell("4,2")))
    assert battle.asked(RED) == March(RED, A, 2)


@covers("TOY-3.4")
def test_a_unit_stops_in_woods_but_may_leave_them() -> None:
    units = red(A, "captain", "4,1"), red(C, "foot", "1,1"), blue(B, "foot", "7,7")
    battle = acting(*units, terrain={"woods": ("4,1", "4,3")})
    battle.do(RED, Step(battle.cell("4,2")))
    assert battle.asked(RED) == March(RED, A, 2)
    battle.do(RED, Step(battle.cell("4,3")))
    assert battle.asked(RED) == ChooseUnit(RED, 4)


@covers("TOY-3.5")
def test_archers_may_shoot_at_a_unit_that_marched_to_two_hexes() -> None:
    battle = acting(red(A, "foot", "4,1"), blue(B, "archers", "4,4"))
    battle.do(RED, Step(battle.cell("4,2")))
    assert battle.asked(BLUE) == ReactionFire(BLUE, B, A)
    assert battle.options(BLUE) == {Shoot(), Spare()}
    battle.do(BLUE, Shoot(), (1, 5, 2))
    assert battle[A].strength == 3
    assert battle[B].reacted


@covers("TOY-3.5")
def test_archers_at_three_hexes_and_others_do_not_react() -> None:
    battle = acting(red(A, "foot", "4,1"), blue(B, "archers", "4,5"), gold(Z, "foot", "4,3"))
    battle.do(RED, Step(battle.cell("4,2")))
    assert battle.asked(RED) == ChooseTarget(RED, A, marched=True)


@covers("TOY-3.5")
def test_archers_react_once_a_round_but_may_wait() -> None:
    battle = acting(red(A, "foot", "4,1"), blue(B, "archers", "4,4"))
    battle.do(RED, Step(battle.cell("4,2"))).do(BLUE, Spare())
    assert not battle[B].reacted
    battle.do(RED, Step(battle.cell("4,3")))
    assert battle.asked(BLUE) == ReactionFire(BLUE, B, A)
    battle.do(BLUE, Shoot(), (1, 1, 1))
    assert battle.asked(RED) == ChooseTarget(RED, A, marched=True)


@covers("TOY-3.5")
def test_archers_that_reacted_do_not_react_to_the_next_unit() -> None:
    units = red(A, "foot", "4,1"), blue(B, "archers", "4,4", reacted=True)
    battle = acting(*units)
    battle.do(RED, Step(battle.cell("4,2")))
    assert battle.asked(RED) == March(RED, A, 1)


@covers("TOY-3.5")
def test_several_archers_are_asked_one_after_the_other_in_seat_order() -> None:
    archers = gold(B, "archers", "2,2"), blue(C, "archers", "5,4"), blue(Z, "archers", "4,4")
    battle = acting(red(A, "foot", "4,1"), *archers)
    battle.do(RED, Step(battle.cell("4,2")))
    assert battle.asked(BLUE) == ReactionFire(BLUE, C, A)
    battle.do(BLUE, Shoot(), (1, 1, 1))
    assert battle.asked(BLUE) == ReactionFire(BLUE, Z, A)
    battle.do(BLUE, Spare())
    assert battle.asked(GOLD) == ReactionFire(GOLD, B, A)
    battle.do(GOLD, Shoot(), (1, 1, 1))
    assert [battle[unit].reacted for unit in (B, C, Z)] == [True, True, False]


@covers("TOY-3.5")
def test_a_unit_that_falls_is_not_shot_at_again_and_ends_its_activation() -> None:
    archers = blue(B, "archers", "4,4"), gold(Z, "archers", "2,2")
    battle = acting(red(A, "foot", "4,1", strength=1), red(C, "foot", "7,7"), *archers)
    battle.do(RED, Step(battle.cell("4,2"))).do(BLUE, Shoot(), (6, 1, 1))
    assert A not in battle.world.units
    assert battle.asked(RED) == ChooseUnit(RED, 4)


@covers("TOY-3.5")
def test_reactions_can_be_switched_off() -> None:
    units = red(A, "foot", "4,1"), blue(B, "archers", "4,4")
    battle = acting(*units, options=ToyOptions(reaction_fire=False))
    battle.do(RED, Step(battle.cell("4,2")))
    assert battle.asked(RED) == March(RED, A, 1)


@covers("TOY-3.6")
def test_on_the_table_a_base_stays_20_mm_from_every_edge() -> None:
    battle = acting(red(A, "captain", (100, 100)), scenario=TABLE)
    assert battle.refused(RED, Go((199, 1000))) == ["TOY-3.6"]
    assert battle.refused(RED, Go((1000, 199))) == ["TOY-3.6"]
    assert battle.refused(RED, Go((200, 200))) == []
    far = acting(red(A, "captain", (500, 500)), scenario=TABLE)
    assert far.refused(RED, Go((5800, 5800))) == []
    assert far.refused(RED, Go((5801, 5000))) == ["TOY-3.6"]


@covers("TOY-3.7")
@pytest.mark.parametrize(("kind", "reach"), [("foot", 1200), ("captain", 1800)])
def test_on_the_table_a_march_is_60_mm_for_each_hex(kind: str, reach: int) -> None:
    battle = acting(red(A, kind, (200, 200)), scenario=TABLE)
    assert battle.asked(RED) == MarchFreely(RED, A)
    assert battle.refused(RED, Go((2000 + reach, 2000))) == []
    assert battle.refused(RED, Go((2000 + reach + 1, 2000))) == ["TOY-3.7"]
    assert battle.refused(RED, Go((2000 + reach, 2001))) == ["TOY-3.7"]


@covers("TOY-3.7")
def test_a_march_that_is_too_long_says_by_how_many_tenths() -> None:
    battle = acting(red(A, "foot", (200, 200)), scenario=TABLE)
    (violation,) = battle.game.check(RED, Go((3203, 2000)))
    assert violation.message.args == {"n": 3}


@covers("TOY-3.6", "TOY-3.7", "TOY-1.3")
def test_all_reasons_against_a_march_are_given() -> None:
    units = red(A, "foot", (300, 300)), blue(B, "foot", (30, 30))
    battle = acting(*units, scenario=TABLE)
    assert battle.refused(RED, Go((100, 100))) == ["TOY-3.6", "TOY-3.7", "TOY-1.3"]


@covers("TOY-3.7")
def test_on_the_table_a_unit_marches_once() -> None:
    units = red(A, "foot", (100, 100)), red(C, "foot", (500, 500)), blue(B, "foot", (200, 160))
    battle = acting(*units, scenario=TABLE)
    battle.do(RED, Go((1500, 1000)))
    assert battle.at(A) == [150, 100]
    assert battle.asked(RED) == ChooseUnit(RED, 4)


@covers("TOY-3.7")
def test_on_the_table_a_unit_may_end_where_it_stands() -> None:
    battle = acting(red(A, "foot", (100, 100)), scenario=TABLE)
    assert battle.refused(RED, Go((1000, 1000))) == []
    assert battle.refused(RED, Halt()) == []


@covers("TOY-3.5")
def test_on_the_table_archers_shoot_at_120_mm() -> None:
    enemy, friend = blue(B, "archers", (300, 100)), red(C, "foot", (500, 500))
    units = red(A, "foot", (100, 100)), enemy, friend
    battle = acting(*units, scenario=TABLE)
    battle.do(RED, Go((1800, 1000)))
    assert battle.asked(BLUE) == ReactionFire(BLUE, B, A)
    other = acting(*units, scenario=TABLE)
    other.do(RED, Go((1799, 1000)))
    assert other.to_act() == (RED,)


@covers("TOY-3.1")
def test_a_march_is_told() -> None:
    battle = acting(red(A, "captain", "4,1"), blue(B, "foot", "7,7"))
    battle.do(RED, Step(battle.cell("4,2")))
    assert battle.told(Moved) == [Moved(unit_name(battle.ctx, A), "4,2")]


def test_after_halting_a_unit_may_attack_without_having_marched() -> None:
    battle = field(red(A, "foot", "4,3"), blue(B, "foot", "4,4"), phase="act")
    battle.do(RED, Activate(A)).do(RED, Halt())
    assert battle.asked(RED) == ChooseTarget(RED, A, marched=False)
    battle.do(RED, Hold())
    assert battle[A].acted is False  # the round is over: red had nobody else


def test_a_unit_nobody_knows_cannot_be_reached() -> None:
    battle = field(red(A, "foot", "4,3"), phase="act")
    assert battle.refused(RED, Activate(UnitId("ghost"))) == ["TOY-2.5"]
