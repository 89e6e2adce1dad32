from typing import Any

import pytest

from tests.games.ccn.field import ALLIED, FRENCH, Field, british, cell, field, french, leader
from walstatt.games.ccn.events import LeftBoard
from walstatt.games.ccn.movement import (
    EndMovement,
    Exit,
    ExitLeader,
    Move,
    MoveLeader,
    leader_exit,
    unit_exit,
)
from walstatt.games.ccn.world import leader_name, unit_name
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

A, B, C, N, M = UnitId("a"), UnitId("b"), UnitId("c"), UnitId("n"), UnitId("m")
GATE = {"at": "1,10", "side": "allied", "banners": 2, "leader_banners": 3}
FAR = french("f", "LN", "9,1")


def leaving(
    *units: dict[str, object],
    leaders: tuple[dict[str, object], ...] = (),
    terrain: dict[str, tuple[str, ...]] | None = None,
    works: tuple[dict[str, str], ...] = (),
    options: dict[str, Any] | None = None,
) -> Field:
    """Begin the Allied Move phase with an Allied exit at 1,10."""
    return field(
        *units,
        FAR,
        leaders=leaders,
        phase="move",
        to_move="allied",
        exits=[GATE],
        terrain=terrain or {},
        works=works,
        options=options,
        banners_to_win={"allied": 9},
    )


def unit(code: str, at: str, *, led: bool = False) -> dict[str, object]:
    return british("a", code, at, ordered=True, leader="n" if led else "")


@covers("CCN-6.1.11")
@pytest.mark.parametrize(
    ("code", "at", "leaves"),
    [
        ("LN", "1,10", True),
        ("LN", "1,9", False),
        ("LT", "1,9", True),
        ("LT", "1,8", False),
        ("LC", "1,8", True),
        ("LC", "1,7", False),
        ("FA", "1,10", True),
    ],
)
def test_a_unit_leaves_by_the_exit_if_it_has_a_hex_of_its_move_left(
    code: str, at: str, leaves: bool
) -> None:
    battle = leaving(unit(code, at), british("c", "LN", "5,5", ordered=True))
    assert (Exit(A) in battle.options()) is leaves
    if not leaves:
        assert battle.refusal(Exit(A)) == ["CCN-6.1.11"]
        return
    name = unit_name(battle.ctx, A)
    battle.do(Exit(A))
    assert A not in battle.world.units
    assert A not in battle.world.unit_at.values()
    assert battle.world.banners == {FRENCH: 0, ALLIED: 2}
    told = [one.event for one in battle.game.tape or () if isinstance(one.event, LeftBoard)]
    assert told == [LeftBoard(name, seat=ALLIED)]
    assert battle.asked() == ("allied", "choose_move")


@covers("CCN-6.1.11")
def test_the_exit_of_one_side_is_closed_to_the_other() -> None:
    battle = field(french("a", "LN", "1,10", ordered=True), FAR, phase="move", exits=[GATE])
    assert battle.refusal(Exit(A)) == ["CCN-6.1.11"]


@covers("CCN-6.1.11")
def test_a_unit_uses_whichever_exit_of_its_side_it_reaches() -> None:
    other = {"at": "1,3", "side": "allied", "banners": 1, "leader_banners": 1}
    units = unit("LN", "1,3"), FAR
    battle = field(*units, phase="move", to_move="allied", exits=[GATE, other]).do(Exit(A))
    assert battle.world.banners[ALLIED] == 1


@covers("CCN-6.1.11")
def test_an_exit_that_is_occupied_or_barred_cannot_be_used() -> None:
    assert leaving(unit("LC", "1,9"), british("c", "LN", "1,10")).refusal(Exit(A)) == ["CCN-6.1.11"]
    forest = leaving(unit("LC", "1,9"), terrain={"forest": ("1,10",)})
    assert forest.refusal(Exit(A)) == ["CCN-6.1.11"]
    inside = leaving(unit("LN", "1,10"), terrain={"forest": ("1,10",)})
    assert Exit(A) in inside.options()


@covers("CCN-6.1.11")
@pytest.mark.parametrize(("code", "leaves"), [("HC", False), ("LC", True)])
def test_works_on_the_exit_are_passed_only_from_their_open_sides(code: str, leaves: bool) -> None:
    # From 2,9 the works face the unit, which must stop behind them; around them it takes two hexes.
    works = ({"at": "1,10", "owner": "allied"},)
    battle = leaving(unit(code, "2,9"), works=works)
    assert unit_exit(battle.ctx, A) == (cell("1,10") if leaves else None)


def test_a_leader_without_an_order_leaves_with_his_unit() -> None:
    battle = leaving(unit("LT", "1,9", led=True))
    name = leader_name(battle.ctx, N)
    battle.do(Exit(A))
    assert [*battle.world.units, *battle.world.leaders] == ["f"]
    assert battle.world.leader_at == {}
    assert battle.world.banners[ALLIED] == 5
    told = [one.event for one in battle.game.tape or () if isinstance(one.event, LeftBoard)]
    assert told[1] == LeftBoard(name, seat=ALLIED)


def test_a_leader_who_leaves_gives_no_banner_if_so_read() -> None:
    option = {"leaving_leader_banner": False}
    battle = leaving(unit("LT", "1,9", led=True), options=option).do(Exit(A))
    assert battle.world.banners[ALLIED] == 2


@pytest.mark.parametrize("at", ["1,9", "1,10"])
def test_an_ordered_leader_stays_behind_when_his_unit_leaves(at: str) -> None:
    him = leader("n", "allied", at, ordered=True)
    battle = leaving(unit("LT", at), leaders=(him,)).do(Exit(A))
    assert (battle.at("n"), battle.world.banners[ALLIED]) == (at, 2)
    battle.do(ExitLeader(N))
    assert (battle.world.leaders, battle.world.banners[ALLIED]) == ({}, 5)


@covers("CCN-6.1.11")
@pytest.mark.parametrize(("at", "leaves"), [("1,10", True), ("1,8", True), ("1,7", False)])
def test_an_ordered_leader_leaves_with_a_hex_of_his_move_left(at: str, leaves: bool) -> None:
    him = leader("n", "allied", at, ordered=True)
    battle = leaving(british("c", "LN", "5,5", ordered=True), leaders=(him,))
    assert (ExitLeader(N) in battle.options()) is leaves
    assert leader_exit(battle.ctx, N) == (cell("1,10") if leaves else None)
    if leaves:
        battle.do(ExitLeader(N))
        assert (battle.world.leaders, battle.world.banners[ALLIED]) == ({}, 3)
    else:
        assert battle.refusal(ExitLeader(N)) == ["CCN-6.1.11"]


@covers("CCN-6.3.3", "CCN-6.1.11")
def test_a_leader_passes_another_one_who_stands_on_the_exit() -> None:
    leaders = leader("n", "allied", "1,9", ordered=True), leader("m", "allied", "1,10")
    battle = leaving(british("c", "LN", "1,10"), leaders=leaders).do(ExitLeader(N))
    assert battle.world.leader_at == {cell("1,10"): "m"}
    assert battle.world.banners[ALLIED] == 3


def test_a_led_unit_passes_a_leader_on_the_exit_if_so_read() -> None:
    lone = leader("m", "allied", "1,10")
    assert leaving(unit("LT", "1,9", led=True), leaders=(lone,)).refusal(Exit(A)) == ["CCN-6.1.11"]
    option = {"led_units_pass_lone_leaders": True}
    battle = leaving(unit("LT", "1,9", led=True), leaders=(lone,), options=option).do(Exit(A))
    assert battle.world.leader_at == {cell("1,10"): "m"}
    assert battle.world.banners[ALLIED] == 5


def test_an_exit_is_a_move_that_is_made_once() -> None:
    battle = leaving(unit("LC", "1,9"), british("c", "LN", "5,5", ordered=True))
    battle.do(Move(A, cell("1,10")))
    assert battle.refusal(Exit(A)) == ["CCN-6.1.2"]


def test_who_can_only_leave_is_asked() -> None:
    block = [british(f"u{n}", "LN", at) for n, at in enumerate(("1,9", "1,11", "2,9", "2,10"))]
    battle = leaving(unit("LN", "1,10"), *block)
    assert battle.options() == [EndMovement(), Exit(A)]


def test_a_leader_who_can_only_leave_is_asked() -> None:
    block = [french(f"u{n}", "LN", at) for n, at in enumerate(("1,9", "1,11", "2,9", "2,10"))]
    him = leader("n", "allied", "1,10", ordered=True)
    battle = leaving(*block, leaders=(him,))
    assert battle.options() == [EndMovement(), ExitLeader(N)]
    assert battle.refusal(MoveLeader(N, cell("1,9"))) == ["CCN-6.3.6"]


@covers("CCN-3.6")
def test_the_last_banner_can_be_gained_by_leaving() -> None:
    units = unit("LN", "1,10"), british("c", "LN", "5,5", ordered=True), FAR
    goal = {"banners": {"allied": 3}, "banners_to_win": {"allied": 5}}
    battle = field(*units, phase="move", to_move="allied", exits=[GATE], **goal).do(Exit(A))
    assert battle.game.outcome is not None
    assert battle.game.outcome.winners == (ALLIED,)


def test_objectives_of_a_unit_that_leaves_are_lost() -> None:
    held = {"side": "allied", "at": ["1,10"], "banners": 1, "held": True}
    units = unit("LN", "1,10"), british("c", "LN", "5,5", ordered=True), FAR
    battle = field(
        *units,
        phase="move",
        to_move="allied",
        exits=[GATE],
        objectives=[held],
        banners={"allied": 1},
    )
    battle.do(Exit(A))
    assert battle.world.banners[ALLIED] == 2
    assert battle.world.claims == {}
