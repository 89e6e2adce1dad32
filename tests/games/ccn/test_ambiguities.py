from typing import Any

import pytest

from tests.games.ccn.field import ALLIED, FRENCH, Field, british, cell, field, french, leader
from walstatt.games.ccn.announcing import MeleeAttack
from walstatt.games.ccn.combat import Fire
from walstatt.games.ccn.content import ccn_content
from walstatt.games.ccn.ranged import fire_targets
from walstatt.games.ccn.reactions import BattleBack, Decline
from walstatt.games.ccn.sight import sees
from walstatt.games.ccn.unit_movement import unit_reach
from walstatt.kernel.chance import Roll
from walstatt.kernel.ids import Seat, UnitId
from walstatt.workshop.covers import covers

A, B = UnitId("a"), UnitId("b")


def roller(position: Field) -> Seat:
    """Name the side the dice that are waited for belong to."""
    assert position.game.waiting is not None
    ((_, request),) = position.game.waiting.requests
    assert isinstance(request, Roll)
    assert request.purpose == "ccn.roll.leader_check"
    return request.seat


@covers("CCN-A15", "CCN-10.6")
def test_the_attacker_rolls_for_a_leader_of_the_defender() -> None:
    position = field(french("a", "LN", "5,5", ordered=True), british("b", "LN", "3,5", leader="x"))
    position.do(Fire(A, B)).roll("INF", "CAV", "CAV", "CAV")
    assert (position.dice(), roller(position)) == (2, FRENCH)


@covers("CCN-A15", "CCN-10.6")
def test_the_defender_who_battles_back_rolls_for_a_leader_of_the_attacker() -> None:
    led = french("a", "LN", "5,5", ordered=True, leader="x", blocks=1)
    position = field(led, british("b", "LN", "4,5"))
    position.do(MeleeAttack(A, B)).do(Decline()).roll("CAV", "CAV")
    position.do(BattleBack()).roll("INF", "CAV", "CAV", "CAV")
    assert (position.dice(), roller(position)) == (1, ALLIED)


@covers("CCN-A5")
@pytest.mark.parametrize(("blocks", "seen"), [(True, False), (False, True)])
def test_the_edge_counts_on_either_side_of_the_board(blocks: bool, seen: bool) -> None:
    position = field(
        french("a", "LN", "5,13"),
        french("c", "LN", "4,12"),
        british("b", "LN", "3,13"),
        phase="command",
        options={"board_edge_blocks_sight": blocks},
    )
    assert sees(position.ctx, cell("5,13"), cell("3,13")) is seen
    assert sees(position.ctx, cell("3,13"), cell("5,13")) is seen
    assert sees(position.ctx, cell("3,1"), cell("5,1"))


@covers("CCN-A6")
@pytest.mark.parametrize(("passes", "reached"), [(True, True), (False, False)])
def test_a_led_unit_moves_over_a_friend_but_never_over_an_enemy(
    passes: bool, reached: bool
) -> None:
    def reach(side: str) -> set[int]:
        position = field(
            french("a", "LC", "9,1", ordered=True, leader="x"),
            french("c", "LN", "9,2"),
            french("d", "LN", "8,2"),
            british("b", "LN", "1,1"),
            leaders=[leader("y", side, "8,1")],
            options={"led_units_pass_lone_leaders": passes},
            phase="command",
        )
        return set(unit_reach(position.ctx, A).steps)

    assert (cell("7,1") in reach("french")) is reached
    assert cell("8,1") not in reach("french")
    assert reach("allied") == set()


@covers("CCN-A7")
def test_a_hill_of_the_same_plateau_never_blocks() -> None:
    ridge = {"hill": ["5,1", "5,2", "5,3", "5,4", "5,5"]}
    gap = {"hill": ["5,1", "5,3", "5,5"]}

    def seen(terrain: dict[str, list[str]], *, blocks: bool) -> bool:
        position = field(
            french("a", "FA", "5,1"),
            british("b", "LN", "5,5"),
            terrain=terrain,
            options={"separate_hills_block": blocks},
            phase="command",
        )
        return bool(sees(position.ctx, cell("5,1"), cell("5,5")))

    assert [seen(ridge, blocks=blocks) for blocks in (False, True)] == [True, True]
    assert [seen(gap, blocks=blocks) for blocks in (False, True)] == [True, False]


@covers("CCN-21.7")
def test_a_lone_leader_is_shot_at_within_range_and_sight_only() -> None:
    def targets(at: str, **options: Any) -> list[UnitId]:  # noqa: ANN401
        position = field(
            french("a", "LN", "5,5", ordered=True),
            british("b", "LN", "1,13"),
            leaders=[leader("x", "allied", at), leader("y", "french", "7,5")],
            terrain={"forest": ["5,6"]},
            options=options,
            phase="command",
        )
        return fire_targets(position.ctx, A)

    shot = {"lone_leader_can_be_shot": True}
    assert targets("3,5") == []
    assert targets("3,5", **shot) == [UnitId("x")]
    assert targets("4,5", **shot) == []
    assert targets("2,5", **shot) == []
    assert targets("5,7", **shot) == []


@covers("CCN-A33")
def test_the_stream_of_scenario_11_is_shallow_everywhere() -> None:
    ground = ccn_content("salamanca_right").ground
    kinds = [one.id for one in ground.at]
    assert (kinds.count("shallow_river"), kinds.count("river"), kinds.count("bridge")) == (12, 0, 1)
