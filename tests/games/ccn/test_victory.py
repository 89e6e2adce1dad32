from typing import Any, TypeAlias

import pytest

from tests.games.ccn.field import ALLIED, FRENCH, Field, british, cell, field, french, leader
from walstatt.games.ccn.changes import (
    claim_objectives,
    eliminate,
    gain_banners,
    leader_falls,
    leader_flees,
    lose_blocks,
    put_leader,
    put_unit,
    take_unit_off,
)
from walstatt.games.ccn.combat import EndCombat, Fire
from walstatt.games.ccn.events import (
    Eliminated,
    Forfeited,
    Gained,
    Joined,
    LeaderFell,
    LeaderGone,
    Lost,
)
from walstatt.games.ccn.movement import EndMovement, Move
from walstatt.games.ccn.orders import Order
from walstatt.games.ccn.turn import PlayCard
from walstatt.games.ccn.world import leader_name, unit_name
from walstatt.i18n.catalogue import say
from walstatt.kernel.events import Event
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.outcome import Outcome
from walstatt.workshop.covers import covers

A, B, N = UnitId("a"), UnitId("b"), UnitId("n")
Piece: TypeAlias = dict[str, Any]


def told(battle: Field, kind: type[Event]) -> list[Event]:
    return [one.event for one in battle.game.tape or () if isinstance(one.event, kind)]


def standoff(
    *more: Piece,
    leaders: tuple[Piece, ...] = (),
    objectives: tuple[Piece, ...] = (),
    banners: dict[str, int] | None = None,
    allied_target: int = 5,
) -> Field:
    """Place a French and a British unit far apart, in a game up to five banners."""
    units = french("a", "LN", "5,5"), british("b", "LN", "1,1"), *more
    return field(
        *units,
        phase="draw",
        leaders=leaders,
        objectives=objectives,
        banners=banners or {},
        banners_to_win={"french": 5, "allied": allied_target},
    )


# -- banners -------------------------------------------------------------------------------------


@covers("CCN-3.2")
@pytest.mark.parametrize(("unit", "winner"), [(A, ALLIED), (B, FRENCH)])
def test_an_eliminated_unit_gives_its_enemy_a_banner(unit: UnitId, winner: Seat) -> None:
    battle = standoff()
    name = unit_name(battle.ctx, unit)
    eliminate(battle.ctx, unit)
    assert battle.world.banners == {FRENCH: 0, ALLIED: 0, winner: 1}
    assert unit not in battle.world.units
    assert unit not in battle.world.unit_at.values()
    loser = {FRENCH: ALLIED, ALLIED: FRENCH}[winner]
    assert told(battle, Eliminated) == [Eliminated(name, seat=loser)]
    assert told(battle, Gained) == [Gained(1, seat=winner, because="CCN-3.2")]


@covers("CCN-3.2")
def test_the_last_block_eliminates_a_unit_and_further_hits_are_lost() -> None:
    battle = standoff()
    assert lose_blocks(battle.ctx, A, 3) == 1
    assert (battle.unit("a").blocks, battle.world.banners[ALLIED]) == (1, 0)
    name = unit_name(battle.ctx, A)
    assert lose_blocks(battle.ctx, A, 3) == 0
    assert (A in battle.world.units, battle.world.banners[ALLIED]) == (False, 1)
    assert told(battle, Lost) == [Lost(name, 3, seat=FRENCH), Lost(name, 1, seat=FRENCH)]


@covers("CCN-3.3")
def test_a_fallen_leader_gives_his_enemy_a_banner() -> None:
    battle = standoff(leaders=(leader("n", "french", "5,5"),))
    name = leader_name(battle.ctx, N)
    leader_falls(battle.ctx, N)
    assert battle.world.banners == {FRENCH: 0, ALLIED: 1}
    assert (battle.world.leaders, battle.world.leader_at) == ({}, {})
    assert told(battle, LeaderFell) == [LeaderFell(name, seat=FRENCH)]
    assert told(battle, Gained) == [Gained(1, seat=ALLIED, because="CCN-3.3")]


@covers("CCN-3.4")
def test_a_leader_who_leaves_over_his_own_baseline_gives_no_banner() -> None:
    battle = standoff(leaders=(leader("n", "french", "9,5"),))
    name = leader_name(battle.ctx, N)
    leader_flees(battle.ctx, N)
    assert battle.world.banners == {FRENCH: 0, ALLIED: 0}
    assert (battle.world.leaders, battle.world.leader_at) == ({}, {})
    assert told(battle, LeaderGone) == [LeaderGone(name, seat=FRENCH)]


@covers("CCN-1.5.3")
def test_a_square_marker_is_no_block() -> None:
    square = french("q", "LN", "5,7", blocks=2, square=3)
    battle = standoff(square)
    card, hand = battle.world.square_cards[FRENCH][2], battle.world.hands[FRENCH]
    assert lose_blocks(battle.ctx, UnitId("q"), 2) == 0
    assert battle.world.square_cards[FRENCH] == ("", "", "", "")
    assert battle.world.hands[FRENCH] == tuple(sorted((*hand, card)))
    assert battle.world.banners[ALLIED] == 1


# -- winning -------------------------------------------------------------------------------------


@covers("CCN-3.1")
def test_the_game_goes_on_below_the_target_and_ends_when_it_is_reached() -> None:
    battle = standoff(banners={"french": 3})
    gain_banners(battle.ctx, FRENCH, 1, "CCN-3.2")
    assert battle.ctx.ended is None
    gain_banners(battle.ctx, FRENCH, 1, "CCN-3.2")
    won = Outcome((FRENCH,), say("ccn.won.banners"), {FRENCH: 5, ALLIED: 0})
    assert battle.ctx.ended == won


@covers("CCN-3.1")
def test_more_banners_than_wanted_win_as_well() -> None:
    battle = standoff(banners={"allied": 4, "french": 2})
    gain_banners(battle.ctx, ALLIED, 2, "CCN-3.8")
    assert battle.ctx.ended is not None
    assert (battle.ctx.ended.winners, battle.world.banners[ALLIED]) == ((ALLIED,), 6)


@covers("CCN-3.7")
@pytest.mark.parametrize(("seat", "over"), [(FRENCH, False), (ALLIED, True)])
def test_each_side_is_held_to_its_own_target(seat: Seat, over: bool) -> None:
    battle = standoff(banners={"french": 2, "allied": 2}, allied_target=3)
    gain_banners(battle.ctx, seat, 1, "CCN-3.2")
    assert (battle.ctx.ended is not None) is over


@covers("CCN-3.1", "CCN-3.6")
def test_the_last_banner_wins_in_the_middle_of_the_combat_phase() -> None:
    battle = field(
        french("a", "LN", "5,5", ordered=True),
        french("c", "LN", "5,10", ordered=True),
        british("b", "LN", "5,7", blocks=1),
        british("d", "LN", "5,12"),
        banners={"french": 4},
        banners_to_win={"french": 5},
    )
    battle.do(Fire(A, B)).roll("INF", "INF", "FLAG", "SABER")
    assert battle.game.to_act == ()
    assert battle.game.outcome == Outcome((FRENCH,), say("ccn.won.banners"), {FRENCH: 5, ALLIED: 0})


@covers("CCN-3.6")
def test_one_banner_short_of_the_target_the_combat_phase_goes_on() -> None:
    battle = field(
        french("a", "LN", "5,5", ordered=True),
        french("c", "LN", "5,10", ordered=True),
        british("b", "LN", "5,7", blocks=1),
        british("d", "LN", "5,12"),
        banners={"french": 3},
        banners_to_win={"french": 5},
    )
    battle.do(Fire(A, B)).roll("INF", "INF", "FLAG", "SABER")
    assert battle.asked() == ("french", "choose_combat")
    assert battle.world.banners[FRENCH] == 4


# -- objectives ----------------------------------------------------------------------------------


def goal(*at: str, kind: str = "temporary", banners: int = 1, held: bool = False) -> Piece:
    return {"side": "french", "at": at, "kind": kind, "banners": banners, "held": held}


@covers("CCN-3.5", "CCN-3.8", "CCN-4.3")
def test_a_unit_on_an_objective_at_the_start_of_its_turn_gains_its_banners() -> None:
    battle = field(
        french("a", "LN", "5,5"),
        british("b", "LN", "1,1"),
        phase="command",
        objectives=[goal("5,5", banners=2)],
    )
    assert battle.world.banners == {FRENCH: 2, ALLIED: 0}
    assert battle.world.claims == {0: ("a",)}
    assert told(battle, Gained) == [Gained(2, seat=FRENCH, because="CCN-3.8")]
    assert battle.asked() == ("french", "choose_card")


@covers("CCN-3.8", "CCN-4.3")
def test_the_objective_of_the_other_side_gives_nothing_in_this_turn() -> None:
    battle = field(
        french("a", "LN", "5,5"),
        british("b", "LN", "1,1"),
        phase="command",
        to_move="allied",
        objectives=[goal("5,5"), {**goal("1,1"), "side": "allied"}],
    )
    assert battle.world.banners == {FRENCH: 0, ALLIED: 1}


@covers("CCN-3.8")
@pytest.mark.parametrize("there", [british("c", "LN", "5,5"), french("c", "LN", "5,6")])
def test_an_objective_is_not_gained_by_an_enemy_or_from_the_next_hex(there: Piece) -> None:
    units = french("a", "LN", "9,9"), british("b", "LN", "1,1"), there
    battle = field(*units, phase="command", objectives=[goal("5,5")])
    assert battle.world.banners == {FRENCH: 0, ALLIED: 0}
    assert battle.world.claims == {}


@covers("CCN-3.9")
def test_a_lone_leader_does_not_claim_an_objective() -> None:
    units = french("a", "LN", "9,9"), british("b", "LN", "1,1")
    lone = [leader("n", "french", "5,5")]
    battle = field(*units, phase="command", objectives=[goal("5,5")], leaders=lone)
    assert battle.world.banners == {FRENCH: 0, ALLIED: 0}


@covers("CCN-3.8")
def test_an_objective_that_is_held_is_not_gained_again() -> None:
    units = french("a", "LN", "5,5"), british("b", "LN", "1,1")
    held = goal("5,5", held=True)
    battle = field(*units, phase="command", objectives=[held], banners={"french": 1})
    assert battle.world.banners == {FRENCH: 1, ALLIED: 0}


@covers("CCN-3.8")
def test_one_goal_after_another_is_looked_at() -> None:
    units = french("a", "LN", "5,5"), french("c", "LN", "5,7"), british("b", "LN", "1,1")
    goals = [goal("5,3"), goal("5,5", held=True), {**goal("1,1"), "side": "allied"}, goal("5,7")]
    battle = field(*units, phase="command", objectives=goals, banners={"french": 1})
    assert battle.world.banners == {FRENCH: 2, ALLIED: 0}
    assert battle.world.claims == {1: ("a",), 3: ("c",)}


@covers("CCN-3.8")
def test_banners_are_lost_at_once_when_the_unit_leaves_the_hex() -> None:
    battle = field(
        french("a", "LN", "5,5", ordered=True),
        british("b", "LN", "1,1"),
        phase="move",
        objectives=[goal("5,5", banners=2, held=True)],
        banners={"french": 3},
    )
    battle.do(Move(A, cell("5,6")))
    assert battle.world.banners[FRENCH] == 1
    assert battle.world.claims == {}
    assert told(battle, Forfeited) == [Forfeited(2, seat=FRENCH)]


@covers("CCN-3.8")
def test_another_unit_that_moves_costs_no_banner() -> None:
    battle = field(
        french("a", "LN", "5,5", ordered=True),
        french("c", "LN", "5,7", ordered=True),
        british("b", "LN", "1,1"),
        phase="move",
        objectives=[goal("5,5", held=True), goal("5,7", held=True)],
        banners={"french": 2},
    )
    battle.do(Move(UnitId("c"), cell("5,8")))
    assert battle.world.banners[FRENCH] == 1
    assert battle.world.claims == {0: ("a",)}


@covers("CCN-3.8")
def test_banners_are_lost_at_once_when_the_unit_is_eliminated() -> None:
    held = goal("5,5", held=True)
    battle = standoff(objectives=(held,), banners={"french": 2})
    eliminate(battle.ctx, A)
    assert battle.world.banners == {FRENCH: 1, ALLIED: 1}
    assert battle.world.claims == {}


@covers("CCN-3.8")
def test_banners_are_lost_when_the_unit_is_taken_off_the_board() -> None:
    held = goal("5,5", held=True)
    battle = standoff(objectives=(held,), banners={"french": 2})
    take_unit_off(battle.ctx, A)
    assert battle.world.banners == {FRENCH: 1, ALLIED: 0}
    assert (battle.world.claims, cell("5,5") in battle.world.unit_at) == ({}, False)


@covers("CCN-3.8")
def test_another_unit_in_the_hex_gains_the_banner_only_in_the_next_turn() -> None:
    battle = field(
        french("a", "LN", "5,5", ordered=True),
        french("c", "LN", "5,6", ordered=True),
        british("b", "LN", "1,1"),
        phase="move",
        objectives=[goal("5,5", held=True)],
        banners={"french": 1},
        hands={"french": ["probe_left"], "allied": ["probe_center"]},
    )
    battle.do(Move(A, cell("5,4"))).do(Move(UnitId("c"), cell("5,5"))).do(EndMovement())
    assert battle.world.banners[FRENCH] == 0
    battle.roll("probe_left").do(PlayCard("probe_center")).roll("probe_left")
    assert battle.asked() == ("french", "choose_card")
    assert battle.world.banners[FRENCH] == 1


@covers("CCN-3.8")
@pytest.mark.parametrize(("second", "banners"), [("5,7", 2), ("5,8", 0)])
def test_a_group_is_gained_only_if_all_its_hexes_are_held(second: str, banners: int) -> None:
    battle = field(
        french("a", "LN", "5,5"),
        french("c", "LN", second),
        british("b", "LN", "1,1"),
        phase="command",
        objectives=[goal("5,5", "5,7", kind="temporary_group", banners=2)],
    )
    assert battle.world.banners[FRENCH] == banners


@covers("CCN-3.8")
@pytest.mark.parametrize("unit", ["a", "c"])
def test_a_group_is_lost_as_soon_as_either_unit_leaves(unit: str) -> None:
    battle = field(
        french("a", "LN", "5,5", ordered=True),
        french("c", "LN", "5,7", ordered=True),
        british("b", "LN", "1,1"),
        phase="move",
        objectives=[goal("5,5", "5,7", kind="temporary_group", banners=2, held=True)],
        banners={"french": 2},
    )
    battle.do(Move(UnitId(unit), cell("4,5" if unit == "a" else "4,7")))
    assert battle.world.banners[FRENCH] == 0


@covers("CCN-3.8")
def test_a_permanent_objective_is_kept_when_the_unit_leaves() -> None:
    battle = field(
        french("a", "LN", "5,5"),
        british("b", "LN", "1,1"),
        phase="command",
        hands={"french": ["probe_center", "elan"]},
        objectives=[goal("5,5", kind="permanent")],
    )
    assert (battle.world.banners[FRENCH], battle.world.claimed) == (1, (0,))
    battle.do(PlayCard("probe_center")).do(Order(A)).do(Move(A, cell("5,6")))
    assert battle.world.banners[FRENCH] == 1
    assert battle.world.claims == {}


@covers("CCN-3.8")
def test_a_permanent_objective_is_gained_once() -> None:
    battle = field(
        french("a", "LN", "5,5"),
        british("b", "LN", "1,1"),
        phase="command",
        objectives=[goal("5,5", "5,6", kind="permanent", held=True)],
        banners={"french": 2},
    )
    claim_objectives(battle.ctx, FRENCH)
    assert (battle.world.banners[FRENCH], battle.world.claimed) == (2, (0, 1))


@covers("CCN-3.10", "CCN-3.6")
def test_an_objective_wins_before_a_card_is_played() -> None:
    battle = field(
        french("a", "LN", "5,5"),
        british("b", "LN", "1,1"),
        phase="command",
        objectives=[goal("5,5")],
        banners={"french": 4},
        banners_to_win={"french": 5},
    )
    assert battle.game.to_act == ()
    assert battle.game.outcome is not None
    assert battle.game.outcome.winners == (FRENCH,)


@covers("CCN-3.8", "CCN-3.10")
def test_the_end_of_a_turn_is_too_early_for_an_objective() -> None:
    battle = field(
        french("a", "LN", "5,4", ordered=True),
        british("b", "LN", "1,1"),
        phase="move",
        objectives=[goal("5,5")],
        banners={"french": 4},
        banners_to_win={"french": 5},
    )
    battle.do(Move(A, cell("5,5"))).do(EndMovement())
    assert battle.game.outcome is None
    assert battle.world.banners[FRENCH] == 4


# -- the verbs -----------------------------------------------------------------------------------


@covers("CCN-5.13")
@pytest.mark.parametrize(("along", "there"), [(True, "5,6"), (False, "5,5")])
def test_a_unit_is_put_elsewhere_with_its_leader_or_without(along: bool, there: str) -> None:
    battle = standoff(leaders=(leader("n", "french", "5,5"),))
    put_unit(battle.ctx, A, cell("5,6"), leader=along)
    assert (battle.at("a"), battle.at("n")) == ("5,6", there)
    assert battle.world.unit_at == {cell("5,6"): "a", cell("1,1"): "b"}
    assert battle.world.leader_at == {cell(there): "n"}
    assert told(battle, Joined) == []


@covers("CCN-6.1.8")
@pytest.mark.parametrize("along", [True, False])
def test_a_unit_put_onto_a_lone_leader_is_told_to_be_joined(along: bool) -> None:
    battle = standoff(leaders=(leader("n", "french", "5,6"),))
    put_unit(battle.ctx, A, cell("5,6"), leader=along)
    joined = Joined("n", unit_name(battle.ctx, A), seat=FRENCH)
    assert told(battle, Joined) == [joined]
    assert (battle.at("a"), battle.at("n")) == ("5,6", "5,6")


def test_a_leader_is_put_elsewhere() -> None:
    battle = standoff(leaders=(leader("n", "french", "5,5"),))
    put_leader(battle.ctx, N, cell("5,7"))
    assert (battle.at("n"), battle.at("a")) == ("5,7", "5,5")
    assert battle.world.leader_at == {cell("5,7"): "n"}


def test_the_combat_phase_can_be_ended() -> None:
    units = french("a", "LN", "5,5", ordered=True), british("b", "LN", "5,7")
    battle = field(*units).do(EndCombat())
    assert battle.world.phase == "draw"
