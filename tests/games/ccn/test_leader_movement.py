import pytest

from tests.games.ccn.field import FRENCH, Field, british, cell, field, french, leader
from walstatt.games.ccn.announcing import MeleeAttack
from walstatt.games.ccn.board import BOARD
from walstatt.games.ccn.combat import Fire
from walstatt.games.ccn.events import Joined, Moved
from walstatt.games.ccn.leader_movement import leader_reach
from walstatt.games.ccn.movement import EndMovement, ExitLeader, Move, MoveLeader
from walstatt.games.ccn.unit_movement import unit_reach
from walstatt.games.ccn.world import leader_name, unit_name
from walstatt.kernel.events import Event
from walstatt.kernel.ids import CellId, UnitId
from walstatt.kernel.trace import recording
from walstatt.workshop.covers import covers

A, B, C, N, M = UnitId("a"), UnitId("b"), UnitId("c"), UnitId("n"), UnitId("m")
FAR = british("b", "LN", "1,1")


def riding(*units: dict[str, object], at: str = "5,7", **terrain: tuple[str, ...]) -> Field:
    """Begin the French Move phase; Ney is ordered, and an enemy stands far away."""
    lone = leader("n", "french", at, ordered=True)
    return field(*units, FAR, leaders=[lone], phase="move", terrain=terrain)


def reach(battle: Field) -> dict[str, int]:
    """Tell by label how many steps lead Ney where."""
    return {BOARD.label(to): n for to, n in leader_reach(battle.ctx, N).steps.items()}


def told(battle: Field, kind: type[Event]) -> list[Event]:
    return [one.event for one in battle.game.tape or () if isinstance(one.event, kind)]


# -- how far -------------------------------------------------------------------------------------


@covers("CCN-6.3.2")
def test_a_leader_moves_up_to_three_hexes() -> None:
    battle = riding()
    steps = reach(battle)
    assert len(steps) == 36
    assert (steps["5,8"], steps["5,9"], steps["5,10"]) == (1, 2, 3)
    assert battle.refusal(MoveLeader(N, cell("5,11"))) == ["CCN-6.3.2"]
    name = leader_name(battle.ctx, N)
    battle.do(MoveLeader(N, cell("5,10")))
    assert (battle.at("n"), battle.leader("n").moved) == ("5,10", True)
    assert told(battle, Moved) == [Moved(name, "5,10", seat=FRENCH, because="CCN-6.3.2")]


@covers("CCN-6.3.2")
def test_a_leader_need_not_move() -> None:
    battle = riding().do(EndMovement())
    assert battle.at("n") == "5,7"


def test_a_leader_rides_four_hexes_in_a_grand_manoeuvre() -> None:
    lone = leader("n", "french", "5,7", ordered=True)
    battle = field(FAR, leaders=[lone], phase="move", card="grande_manoeuvre")
    assert reach(battle)["5,11"] == 4
    assert battle.refusal(MoveLeader(N, cell("5,12"))) == ["CCN-17.4.11.1"]


@covers("CCN-6.3.1", "CCN-6.1.2")
def test_a_leader_moves_once_a_turn() -> None:
    battle = riding(french("c", "LN", "9,1", ordered=True)).do(MoveLeader(N, cell("5,8")))
    assert battle.refusal(MoveLeader(N, cell("5,9"))) == ["CCN-6.3.1"]
    assert not any(isinstance(one, MoveLeader) for one in battle.options())


# -- what is in the way --------------------------------------------------------------------------


@covers("CCN-6.3.3")
def test_a_leader_passes_friendly_units_and_leaders() -> None:
    battle = field(
        french("c", "LN", "2,12"),
        french("d", "LN", "1,12", leader="m"),
        FAR,
        leaders=[leader("n", "french", "1,13", ordered=True), leader("l", "french", "3,13")],
        phase="move",
    )
    steps = reach(battle)
    assert (steps["2,12"], steps["3,12"], steps["1,11"]) == (1, 2, 2)
    assert steps["4,12"] == 3


@covers("CCN-6.3.4")
def test_a_leader_does_not_stop_where_another_leader_is() -> None:
    battle = field(
        french("d", "LN", "5,8", leader="m"),
        FAR,
        leaders=[leader("n", "french", "5,7", ordered=True), leader("l", "french", "5,6")],
        phase="move",
    )
    assert battle.refusal(MoveLeader(N, cell("5,8"))) == ["CCN-6.3.4"]
    assert battle.refusal(MoveLeader(N, cell("5,6"))) == ["CCN-6.3.4"]
    assert {"5,8", "5,6"}.isdisjoint(reach(battle))
    assert reach(battle)["5,9"] == reach(battle)["5,5"] == 2


@covers("CCN-6.3.6")
@pytest.mark.parametrize("led", [False, True])
def test_a_leader_neither_enters_nor_passes_a_hex_with_an_enemy_unit(led: bool) -> None:
    wall = british("d", "LN", "2,12", leader="w" if led else "")
    battle = riding(wall, british("e", "LN", "1,12"), french("c", "LN", "9,1"), at="1,13")
    assert battle.world.phase == "draw"
    free = riding(wall, at="1,13")
    assert free.refusal(MoveLeader(N, cell("2,12"))) == ["CCN-6.3.6"]
    assert (reach(free)["2,11"], reach(free).get("3,12")) == (2, 3)
    assert "3,13" not in reach(free)


@covers("CCN-6.3.6")
def test_a_leader_neither_enters_nor_passes_a_hex_with_an_enemy_leader() -> None:
    leaders = [leader("n", "french", "1,13", ordered=True), leader("w", "allied", "2,12")]
    battle = field(FAR, leaders=leaders, phase="move")
    assert battle.refusal(MoveLeader(N, cell("2,12"))) == ["CCN-6.3.6"]
    assert (reach(battle)["2,11"], "3,13" in reach(battle)) == (2, False)


@covers("CCN-6.3.7")
@pytest.mark.parametrize("tile", ["forest", "building", "shallow_river", "sand_pit"])
def test_a_leader_stops_where_the_terrain_stops_units(tile: str) -> None:
    battle = riding(**{tile: ("1,12", "2,12")}, at="1,13")
    assert reach(battle) == {"1,12": 1, "2,12": 1}


@covers("CCN-6.3.7")
def test_a_leader_stops_behind_field_works_only_if_he_crosses_them() -> None:
    lone = leader("n", "french", "5,7", ordered=True)
    works = [{"at": "4,7", "owner": "allied"}, {"at": "6,7", "owner": "allied"}]
    block = [british(f"u{n}", "LN", at) for n, at in enumerate(("4,6", "5,8", "6,6", "5,6"))]
    battle = field(*block, leaders=[lone], works=works, phase="move")
    steps = reach(battle)
    assert (steps["4,7"], "3,7" in steps, "3,8" in steps, "4,8" in steps) == (
        1, False, False, False,
    )  # fmt: skip
    assert (steps["6,7"], steps["7,7"], steps["6,8"]) == (1, 2, 2)


@covers("CCN-6.3.7")
@pytest.mark.parametrize("tile", ["hill", "bridge"])
def test_a_leader_does_not_stop_where_nobody_must(tile: str) -> None:
    battle = riding(**{tile: ("1,12", "2,12")}, at="1,13")
    assert reach(battle)["3,13"] == 2


@covers("CCN-6.1.15")
@pytest.mark.parametrize("tile", ["river", "rugged_hill"])
def test_a_leader_does_not_enter_or_cross_impassable_terrain(tile: str) -> None:
    battle = riding(**{tile: ("2,12",)}, at="1,13")
    assert battle.refusal(MoveLeader(N, cell("2,12"))) == ["CCN-6.1.15"]
    assert "3,13" not in reach(battle)


@covers("CCN-6.3.7")
def test_a_sand_pit_is_open_to_a_leader() -> None:
    assert reach(riding(sand_pit=("5,8",)))["5,8"] == 1


@covers("CCN-6.1.11", "CCN-6.1.3")
def test_a_leader_stays_on_the_board_and_staying_is_no_move() -> None:
    battle = riding(at="9,13")
    for nowhere in (-1, 113, 999):
        assert battle.refusal(MoveLeader(N, CellId(nowhere))) == ["CCN-6.1.11"]
    assert battle.refusal(MoveLeader(N, cell("9,13"))) == ["CCN-6.1.3"]
    assert battle.refusal(ExitLeader(N)) == ["CCN-6.1.11"]


@covers("CCN-5.5")
def test_only_ones_own_ordered_leaders_move() -> None:
    leaders = [leader("n", "french", "5,7"), leader("w", "allied", "1,5", ordered=True)]
    units = french("c", "LN", "9,1", ordered=True), FAR
    battle = field(*units, leaders=leaders, phase="move")
    assert battle.refusal(MoveLeader(N, cell("5,8"))) == ["CCN-5.5"]
    for one in ("w", "c", "nobody"):
        assert battle.refusal(MoveLeader(UnitId(one), cell("5,8"))) == ["CCN-5.5"]
        assert battle.refusal(ExitLeader(UnitId(one))) == ["CCN-5.5"]


@covers("CCN-5.21", "CCN-6.3.1")
def test_every_reason_against_a_leader_s_move_is_given() -> None:
    square = french("a", "LN", "5,7", square=True)
    him = leader("n", "french", "5,7", moved=True)
    battle = field(square, french("c", "LN", "9,1", ordered=True), FAR, leaders=[him], phase="move")
    refused = ["CCN-5.5", "CCN-6.3.1", "CCN-5.21"]
    assert battle.refusal(MoveLeader(N, cell("5,8"))) == refused
    assert battle.refusal(ExitLeader(N)) == refused


@covers("CCN-5.21")
def test_an_ordered_leader_does_not_leave_a_square() -> None:
    square = french("a", "LN", "5,7", ordered=True, square=True)
    battle = riding(square, french("c", "LN", "9,1", ordered=True))
    assert battle.refusal(MoveLeader(N, cell("5,8"))) == ["CCN-5.21"]
    assert not any(isinstance(one, MoveLeader) for one in battle.options())


# -- leaders and units ---------------------------------------------------------------------------


@covers("CCN-6.3.5", "CCN-5.20")
def test_a_leader_who_stops_with_a_unit_is_attached_and_orders_nobody() -> None:
    battle = riding(french("a", "LN", "5,9")).do(MoveLeader(N, cell("5,9")))
    assert battle.world.leader_at[cell("5,9")] == "n"
    assert not battle.unit("a").ordered
    assert battle.refusal(Move(A, cell("5,10"))) == ["CCN-5.5", "CCN-6.3.8"]
    joined = Joined("n", unit_name(battle.ctx, A), seat=FRENCH)
    assert told(battle, Joined) == [joined]


@covers("CCN-5.20")
def test_the_unit_a_leader_leaves_stays_as_it_was() -> None:
    for ordered in (False, True):
        battle = riding(french("a", "LN", "5,7", ordered=ordered)).do(MoveLeader(N, cell("5,9")))
        assert battle.unit("a").ordered is ordered
        assert not battle.unit("a").joined
        assert told(battle, Joined) == []


@covers("CCN-6.3.8", "CCN-6.3.10")
def test_a_unit_that_a_leader_joined_does_not_move_but_fights() -> None:
    units = french("a", "LN", "5,9", ordered=True), british("d", "LN", "5,11")
    battle = riding(*units).do(MoveLeader(N, cell("5,9")))
    assert battle.refusal(Move(A, cell("6,9"))) == ["CCN-6.3.8"]
    assert battle.options() == [EndMovement()]
    battle.do(EndMovement())
    assert Fire(A, UnitId("d")) in battle.options()


@covers("CCN-6.3.9")
def test_a_unit_that_moved_may_be_joined_and_fights_with_its_leader() -> None:
    units = french("a", "LC", "5,9", ordered=True), british("d", "LN", "5,11")
    battle = riding(*units).do(Move(A, cell("5,10"))).do(MoveLeader(N, cell("5,10")))
    battle.do(EndMovement())
    assert MeleeAttack(A, UnitId("d"), ()) in battle.options()
    assert battle.world.leader_at[battle.unit("a").at] == "n"


@covers("CCN-6.3.10")
def test_a_leader_who_changed_units_does_not_move_on_with_the_new_one() -> None:
    units = french("a", "LN", "5,7"), french("c", "LC", "5,9", ordered=True)
    battle = riding(*units).do(MoveLeader(N, cell("5,9")))
    assert battle.refusal(Move(C, cell("5,10"))) == ["CCN-6.3.8"]
    assert battle.refusal(MoveLeader(N, cell("5,10"))) == ["CCN-6.3.1"]


@covers("CCN-5.18", "CCN-6.3.12")
def test_a_unit_that_moves_first_leaves_its_ordered_leader_behind() -> None:
    battle = riding(french("a", "LN", "5,7", ordered=True)).do(Move(A, cell("5,8")))
    assert (battle.at("a"), battle.at("n")) == ("5,8", "5,7")
    assert battle.world.leader_at == {cell("5,7"): "n"}
    battle.do(MoveLeader(N, cell("5,8")))
    assert battle.at("n") == "5,8"


@covers("CCN-5.18")
def test_a_leader_who_moves_first_leaves_his_ordered_unit_behind() -> None:
    battle = riding(french("a", "LN", "5,7", ordered=True)).do(MoveLeader(N, cell("5,9")))
    battle.do(Move(A, cell("5,8")))
    assert (battle.at("a"), battle.at("n")) == ("5,8", "5,9")


@covers("CCN-6.3.12")
def test_a_unit_that_leaves_its_leader_may_join_another() -> None:
    leaders = [leader("n", "french", "5,7", ordered=True), leader("m", "french", "5,8")]
    units = french("a", "LN", "5,7", ordered=True), FAR
    battle = field(*units, leaders=leaders, phase="move").do(Move(A, cell("5,8")))
    assert (battle.at("a"), battle.at("n"), battle.at("m")) == ("5,8", "5,7", "5,8")


@covers("CCN-5.14", "CCN-5.19", "CCN-5.13")
def test_a_leader_without_an_order_moves_with_his_unit() -> None:
    units = french("a", "LC", "5,7", ordered=True, leader="n"), FAR
    battle = field(*units, phase="move").do(Move(A, cell("5,10")))
    assert (battle.at("a"), battle.at("n")) == ("5,10", "5,10")
    assert not battle.leader("n").moved
    assert battle.refusal(MoveLeader(N, cell("5,11"))) == ["CCN-5.5"]


@covers("CCN-6.3.11")
def test_a_leader_who_does_not_ride_off_stays_attached() -> None:
    units = french("a", "LN", "5,7", ordered=True), british("d", "LN", "5,9")
    battle = riding(*units)
    with recording() as heard:
        battle.do(EndMovement())
    assert "CCN-6.3.11" in heard.fired
    assert battle.world.leader_at[battle.unit("a").at] == "n"


@covers("CCN-6.3.11")
@pytest.mark.parametrize(("at", "ordered"), [("5,8", True), ("5,7", False)])
def test_staying_attached_is_noted_only_for_a_leader_who_could_have_left(
    at: str, ordered: bool
) -> None:
    him = leader("n", "french", at, ordered=ordered)
    other = leader("w", "allied", "1,1", ordered=True)
    battle = field(french("a", "LN", "5,7", ordered=True), FAR, leaders=[him, other], phase="move")
    with recording() as heard:
        battle.do(EndMovement())
    assert "CCN-6.3.11" not in heard.fired


@covers("CCN-6.3.13")
def test_an_ordered_lone_leader_joined_by_a_unit_may_still_move_off() -> None:
    battle = riding(french("a", "LN", "5,8", ordered=True)).do(Move(A, cell("5,7")))
    assert battle.world.leader_at[cell("5,7")] == "n"
    with recording() as heard:
        battle.do(MoveLeader(N, cell("5,5")))
    assert (battle.at("a"), battle.at("n")) == ("5,7", "5,5")
    assert "CCN-6.3.13" in heard.fired
    assert "CCN-5.17" not in heard.fired


@covers("CCN-6.3.13", "CCN-5.17")
def test_a_lone_leader_without_an_order_stays_with_the_unit_that_joined_him() -> None:
    lone = leader("n", "french", "5,7")
    units = french("a", "LN", "5,8", ordered=True), FAR
    battle = field(*units, leaders=[lone], phase="move").do(Move(A, cell("5,7")))
    assert battle.refusal(MoveLeader(N, cell("5,5"))) == ["CCN-5.5"]


@covers("CCN-5.17")
def test_leaving_a_unit_is_noted_as_detaching() -> None:
    battle = riding(french("a", "LN", "5,7"))
    with recording() as heard:
        battle.do(MoveLeader(N, cell("5,8")))
    assert "CCN-5.17" in heard.fired
    assert "CCN-6.3.13" not in heard.fired


@covers("CCN-5.8", "CCN-6.1.10")
@pytest.mark.parametrize(("to", "noted"), [("5,4", True), ("6,4", False), ("5,6", False)])
def test_crossing_into_another_section_is_noted(to: str, noted: bool) -> None:
    lone = leader("n", "french", "5,5", ordered=True)
    unit = french("a", "LC", "5,5", ordered=True)
    for piece in (Move(A, cell(to)), MoveLeader(N, cell(to))):
        battle = field(unit, FAR, leaders=[lone], phase="move")
        with recording() as heard:
            battle.do(piece)
        assert ("CCN-5.8" in heard.fired, "CCN-6.1.10" in heard.fired) == (noted, noted)


# -- Leadership ----------------------------------------------------------------------------------


def leadership() -> Field:
    """Play Leadership: Ney leads one unit, another unit stands by."""
    units = french("a", "LC", "5,7", leader="n"), french("c", "LN", "5,9"), FAR
    return field(*units, phase="order", card="leadership")


def test_under_leadership_a_leader_goes_with_his_unit_and_has_moved_then() -> None:
    battle = leadership().do(Move(A, cell("5,8")))
    assert (battle.at("a"), battle.at("n")) == ("5,8", "5,8")
    assert battle.refusal(MoveLeader(N, cell("6,8"))) == ["CCN-6.3.1"]


def test_under_leadership_a_unit_its_leader_left_is_not_ordered() -> None:
    battle = leadership().do(MoveLeader(N, cell("5,9")))
    assert not battle.unit("a").ordered
    assert not battle.unit("c").ordered
    assert battle.refusal(Move(A, cell("5,8"))) == ["CCN-5.5"]
    assert battle.options() == [EndMovement()]


def test_under_leadership_a_led_unit_cannot_join_another_leader() -> None:
    lone = leader("m", "french", "5,8")
    units = french("a", "LN", "5,7", leader="n"), FAR
    battle = field(*units, leaders=[lone], phase="order", card="leadership")
    assert battle.refusal(Move(A, cell("5,8"))) == ["CCN-6.1.9"]
    assert cell("5,8") not in unit_reach(battle.ctx, A).steps
