"""Force March and La Grande Manoeuvre, from the card to the last die. CCN-17.4.8, CCN-17.4.11."""

import pytest

from tests.games.ccn.field import FRENCH, Field, british, cell, french, leader, played
from walstatt.games.ccn.announcing import MeleeAttack
from walstatt.games.ccn.attack import attack_ledger
from walstatt.games.ccn.leader_movement import leader_reach
from walstatt.games.ccn.movement import EndMovement, Move, MoveLeader
from walstatt.games.ccn.orders import ChooseOrders, EndOrders, Order, OrderLeader
from walstatt.games.ccn.reactions import Decline
from walstatt.games.ccn.square import ChooseSquare, LeaveSquare, StayInSquare
from walstatt.games.ccn.tactics import (
    ChooseManoeuvre,
    ChooseSection,
    LongMove,
    OneUnit,
    TakeSection,
    infantry_in,
)
from walstatt.games.ccn.unit_movement import unit_reach
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import recording
from walstatt.workshop.covers import covers

A, B, C, D, NEY = (UnitId(name) for name in ("a", "b", "c", "d", "ney"))
ENEMY = british("z", "LN", "1,7")


def ordered(battle: Field) -> set[str]:
    """Name the units that are ordered."""
    return {str(name) for name, one in battle.world.units.items() if one.ordered}


# -- Force March: who ----------------------------------------------------------------------------

HOST = [
    french("left", "LN", "8,12"),
    french("left-line", "LN", "8,9"),
    french("center", "LN", "8,6"),
    french("right-line", "LN", "8,4"),
    french("right", "LN", "8,1"),
    french("horse", "LC", "8,2"),
    french("guns", "FA", "8,7"),
]


@covers("CCN-17.4.8.1")
@pytest.mark.parametrize(
    ("section", "units"),
    [
        ("left", {"left", "left-line"}),
        ("center", {"left-line", "center", "right-line"}),
        ("right", {"right", "right-line"}),
    ],
)
def test_a_force_march_orders_all_infantry_of_a_section_and_its_line(
    section: str, units: set[str]
) -> None:
    battle = played("force_march", *HOST, ENEMY)
    assert battle.decision() == ChooseSection(FRENCH)
    assert {*infantry_in(battle.ctx, FRENCH, section)} == units  # type: ignore[arg-type]
    battle.do(TakeSection(section))  # type: ignore[arg-type]
    assert ordered(battle) == units
    assert battle.asked() == (FRENCH, "choose_move")


@covers("CCN-17.4.8.1")
def test_the_three_sections_are_offered() -> None:
    battle = played("force_march", *HOST, ENEMY)
    assert battle.options() == [TakeSection("left"), TakeSection("center"), TakeSection("right")]
    shown = [battle.decision().present(battle.ctx, one).label.args for one in battle.options()]
    assert [one["n"] for one in shown] == [2, 3, 2]


@covers("CCN-17.4.8.1", "CCN-4.6")
def test_a_section_without_infantry_orders_nobody() -> None:
    battle = played("force_march", french("a", "LN", "8,1"), ENEMY)
    battle.do(TakeSection("left"))
    assert battle.world.phase == "draw"
    assert not battle.world.plain


@covers("CCN-17.4.8.1")
def test_squares_are_asked_one_by_one_whether_they_are_left() -> None:
    battle = played(
        "force_march",
        french("a", "LN", "8,6", square=True),
        french("c", "LN", "8,7", square=True),
        french("d", "LN", "8,5"),
        ENEMY,
    )
    battle.do(TakeSection("center"))
    assert battle.decision() == ChooseSquare(FRENCH, A)
    battle.do(LeaveSquare())
    assert battle.decision() == ChooseSquare(FRENCH, C)
    battle.do(StayInSquare())
    assert [battle.unit(name).square for name in "acd"] == [0, 2, 0]
    assert ordered(battle) == {"a", "c", "d"}
    assert battle.refusal(Move(C, cell("7,7"))) == ["CCN-6.1.16"]
    assert Move(A, cell("6,6")) in battle.options()


@covers("CCN-17.4.8.1")
def test_a_square_that_stays_may_fight() -> None:
    battle = played("force_march", french("a", "LN", "5,6", square=True), british("b", "LN", "5,7"))
    battle.do(TakeSection("center")).do(StayInSquare())
    battle.do(MeleeAttack(A, B)).do(Decline())
    assert battle.dice() == 1


@covers("CCN-17.4.8.4", "CCN-17.4.14")
def test_without_infantry_a_force_march_orders_one_unit_of_choice() -> None:
    with recording() as heard:
        battle = played("force_march", french("a", "LC", "8,5"), french("c", "FA", "8,7"), ENEMY)
    assert {"CCN-17.4.8.4", "CCN-17.4.14"} <= {*heard.fired}
    assert battle.decision() == ChooseOrders(FRENCH, (("unit", 1),))
    battle.do(Order(C))
    assert max(unit_reach(battle.ctx, C).steps.values()) == 1


@covers("CCN-17.4.8.4")
def test_enemy_infantry_does_not_count_for_a_force_march() -> None:
    battle = played("force_march", french("a", "LC", "8,5"), british("b", "LN", "2,5"))
    assert battle.world.plain


# -- Force March: how far -------------------------------------------------------------------------


def marched(code: str, steps: int, enemy: str = "LN", **more: object) -> Field:
    """March towards an enemy who is then two hexes away, or next to the unit."""
    start = {0: "5,5", 1: "6,5", 2: "7,5"}[steps]
    battle = played(
        "force_march",
        french("a", code, start, **more),
        french("y", "LN", "8,7"),
        british("b", enemy, "5,7"),
        british("d", "LN", "4,4"),
        british("x", "LN", "7,7"),
    )
    battle.do(TakeSection("center"))
    if steps:
        battle.do(Move(A, cell("5,5")))
    return battle.do(EndMovement())


@covers("CCN-17.4.8.2", "CCN-17.4.8.3")
@pytest.mark.parametrize(
    ("code", "steps", "fights"),
    [
        ("LN", 0, True),
        ("LN", 1, True),
        ("LN", 2, False),
        ("MI", 2, False),
        ("LT", 2, True),
        ("GR", 2, True),
        ("OG", 2, True),
        ("YG", 2, True),
    ],
)
def test_who_fights_after_a_force_march(code: str, steps: int, fights: bool) -> None:
    battle = marched(code, steps)
    assert battle.unit("a").moved == steps
    assert (MeleeAttack(A, D) in battle.options()) is fights
    if not fights:
        assert battle.refusal(MeleeAttack(A, D)) == ["CCN-17.4.8.3"]


@covers("CCN-17.4.8.2")
def test_line_with_a_leader_marches_two_hexes_and_fights() -> None:
    battle = marched("LN", 2, leader="ney")
    assert battle.at("ney") == "5,5"
    assert MeleeAttack(A, D) in battle.options()


@covers("CCN-17.4.8.3")
def test_nobody_marches_three_hexes() -> None:
    battle = played("force_march", french("a", "LT", "8,6"), ENEMY)
    battle.do(TakeSection("center"))
    assert battle.refusal(Move(A, cell("5,6"))) == ["CCN-17.4.8.3"]


@covers("CCN-17.4.8.5")
@pytest.mark.parametrize(
    ("code", "steps", "lines"),
    [
        ("LN", 0, ["+4 CCN-8.4.1"]),
        ("LN", 1, ["+2 CCN-8.4.2"]),
        ("LT", 1, ["+2 CCN-8.4.2", "+1 CCN-8.4.4"]),
        ("LT", 2, ["+2 CCN-8.4.2", "+1 CCN-8.4.4"]),
    ],
)
def test_infantry_fires_with_half_its_blocks_after_a_force_march(
    code: str, steps: int, lines: list[str]
) -> None:
    battle = marched(code, steps)
    assert attack_ledger(battle.ctx, A, B, "fire").explain() == lines


# -- La Grande Manoeuvre --------------------------------------------------------------------------


@covers("CCN-17.4.11.1")
def test_the_grand_manoeuvre_orders_four_units_or_leaders() -> None:
    units = [french(f"n{place}", "LN", f"8,{place}") for place in range(1, 5)]
    battle = played("grande_manoeuvre", *units, ENEMY, leaders=[leader("ney", "french", "8,6")])
    assert battle.decision() == ChooseManoeuvre(FRENCH)
    assert battle.options() == [LongMove(), OneUnit()]
    battle.do(LongMove())
    assert battle.decision() == ChooseOrders(FRENCH, (("manoeuvre", 4),))
    battle.do(OrderLeader(NEY))
    for name in ("n1", "n2"):
        battle.do(Order(UnitId(name)))
    assert battle.do(Order(UnitId("n3"))).asked() == (FRENCH, "choose_move")
    assert not battle.unit("n4").ordered


@covers("CCN-17.4.11.1")
@pytest.mark.parametrize("code", ["LN", "LC", "FA", "OG"])
def test_every_unit_moves_four_hexes(code: str) -> None:
    battle = played("grande_manoeuvre", french("a", code, "8,6"), ENEMY).do(LongMove())
    battle.do(Order(A))
    assert max(unit_reach(battle.ctx, A).steps.values()) == 4
    assert battle.refusal(Move(A, cell("3,6"))) == ["CCN-17.4.11.1"]
    battle.do(Move(A, cell("4,6")))
    assert battle.unit("a").moved == 4


@covers("CCN-17.4.11.1")
def test_a_leader_moves_four_hexes() -> None:
    battle = played("grande_manoeuvre", french("a", "LN", "8,6", leader="ney"), ENEMY)
    battle.do(LongMove()).do(OrderLeader(NEY)).do(EndOrders())
    assert max(leader_reach(battle.ctx, NEY).steps.values()) == 4
    battle.do(MoveLeader(NEY, cell("4,6")))
    assert (battle.at("ney"), battle.at("a")) == ("4,6", "8,6")


@covers("CCN-17.4.11.2")
def test_nobody_fights_after_the_grand_manoeuvre() -> None:
    battle = played(
        "grande_manoeuvre",
        french("a", "LC", "8,6"),
        french("c", "LN", "5,5"),
        british("b", "LN", "4,6"),
        british("d", "LN", "5,6"),
    )
    battle.do(LongMove()).do(Order(A)).do(Order(C))
    battle.do(Move(A, cell("5,7"))).do(EndMovement())
    assert battle.world.phase == "draw"


@covers("CCN-17.4.11.3")
def test_a_square_cannot_be_ordered_nor_its_leader() -> None:
    battle = played(
        "grande_manoeuvre",
        french("a", "LN", "8,6", square=True, leader="ney"),
        french("c", "LN", "8,8"),
        ENEMY,
    )
    battle.do(LongMove())
    assert [one for one in battle.options() if isinstance(one, Order)] == [Order(C)]
    assert battle.refusal(Order(A)) == ["CCN-17.4.11.3"]
    assert battle.refusal(Order(A, leave_square=True)) == ["CCN-17.4.11.3"]
    assert battle.refusal(OrderLeader(NEY)) == ["CCN-5.21"]


@covers("CCN-17.4.11.3")
def test_with_squares_only_the_long_move_orders_nobody() -> None:
    battle = played("grande_manoeuvre", french("a", "LN", "8,6", square=True), ENEMY)
    battle.do(LongMove())
    assert battle.world.phase == "draw"


@covers("CCN-17.4.11.4", "CCN-17.4.14")
def test_one_unit_may_be_ordered_in_the_normal_way_instead() -> None:
    battle = played(
        "grande_manoeuvre",
        french("a", "LN", "6,5"),
        french("c", "LN", "8,8"),
        british("b", "LN", "4,5"),
    )
    with recording() as heard:
        battle.do(OneUnit())
    assert {"CCN-17.4.11.4", "CCN-17.4.14"} <= {*heard.fired}
    assert battle.decision() == ChooseOrders(FRENCH, (("free_unit", 1),))
    battle.do(Order(A))
    assert max(unit_reach(battle.ctx, A).steps.values()) == 1
    battle.do(Move(A, cell("5,5"))).do(EndMovement()).do(MeleeAttack(A, B)).do(Decline())
    assert battle.dice() == 5


@covers("CCN-17.4.11.3", "CCN-14.5.10")
def test_the_one_unit_may_not_be_a_square() -> None:
    battle = played(
        "grande_manoeuvre",
        french("a", "LN", "5,5", square=True),
        french("c", "LN", "8,8"),
        british("b", "LN", "5,7"),
    )
    battle.do(OneUnit())
    assert battle.options() == [EndOrders(), Order(C)]
    assert battle.refusal(Order(A)) == ["CCN-17.4.11.3"]


@covers("CCN-17.4.11.5", "CCN-17.1.2")
@pytest.mark.parametrize("kind", ["forest", "building", "shallow_river", "rugged_hill", "river"])
def test_terrain_stops_the_grand_manoeuvre(kind: str) -> None:
    tiles = {"rugged_hill": [f"{row},{column}" for row in (7, 9) for column in range(1, 7)]}
    tiles[kind] = [*tiles.get(kind, []), "8,2"]
    battle = played("grande_manoeuvre", french("a", "LN", "8,1"), ENEMY, terrain=tiles)
    battle.do(LongMove()).do(Order(A))
    if kind in ("rugged_hill", "river"):
        assert battle.world.phase == "draw"
        return
    assert unit_reach(battle.ctx, A).steps == {cell("8,2"): 1}
