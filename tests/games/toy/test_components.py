import pytest
from msgspec.structs import replace

from tests.games.toy.battles import BLUE, GOLD, RED, A, B, acting, blue, field, gold, red
from walstatt.games.toy.activation import Go
from walstatt.games.toy.casebook import Given, ToyCasebook
from walstatt.games.toy.events import Planned
from walstatt.games.toy.field import Disc, TableField, distance
from walstatt.games.toy.game import TOY
from walstatt.games.toy.round import Plan
from walstatt.kernel.match import Match
from walstatt.workshop.covers import covers

TABLE = TableField(6000, 6000, (), Disc(3000, 3000, 400))


@covers("TOY-1.2")
@pytest.mark.parametrize(("apart", "hexes"), [(400, 1), (600, 1), (601, 2), (1200, 2), (1201, 3)])
def test_a_hex_is_60_mm_and_a_length_begun_counts(apart: int, hexes: int) -> None:
    assert TABLE.gap((1000, 1000), (1000 + apart, 1000)) == hexes


@covers("TOY-1.2")
def test_a_distance_is_rounded_up_to_the_tenth() -> None:
    assert distance((0, 0), (3, 4)) == 5
    assert distance((0, 0), (1, 1)) == 2
    assert distance((5, 5), (5, 5)) == 0


@covers("TOY-1.3")
def test_two_bases_stand_at_least_40_mm_apart() -> None:
    battle = acting(red(A, "foot", (100, 100)), blue(B, "foot", (200, 100)), scenario="empty_table")
    assert battle.refused(RED, Go((1601, 1000))) == ["TOY-1.3"]
    assert battle.refused(RED, Go((1600, 1000))) == []


@covers("TOY-1.3")
def test_two_units_in_one_hex_are_an_impossible_position() -> None:
    battle = field(red(A, "foot", "1,1"), blue(B, "foot", "2,2"))
    assert list(TOY.invariants(battle.ctx)) == []
    battle.world.units[B] = battle[A]
    assert list(TOY.invariants(battle.ctx)) == ["a shares its place", "b shares its place"]


def test_strengths_and_cards_that_cannot_be_are_found() -> None:
    battle = field(red(A, "foot", "1,1", strength=1), blue(B, "foot", "2,2"))
    assert list(TOY.invariants(battle.ctx)) == []
    battle.world.units[A] = replace(battle[A], strength=0)
    battle.world.units[B] = replace(battle[B], strength=5)
    battle.world.deck = battle.world.deck[1:]
    assert list(TOY.invariants(battle.ctx)) == [
        "cards were lost or made up",
        "a has strength 0",
        "b has strength 5",
    ]


@covers("TOY-1.4")
def test_each_seat_begins_with_three_hidden_cards() -> None:
    world = Match.start(TOY, "hill", seed=1).game.world
    assert [len(hand) for hand in world.hands.values()] == [3, 3, 3]
    assert len(world.deck) == 6
    assert set(world.deck) <= {1, 2, 3, 4, 5}


@covers("TOY-1.4")
def test_a_seat_sees_its_own_cards_and_only_counts_the_others() -> None:
    battle = field(
        red(A, "foot", "1,1"), blue(B, "foot", "7,7"), hands={RED: (1, 5), BLUE: (2,), GOLD: ()}
    )
    view = TOY.observe(battle.ctx, BLUE)
    assert view.hand == (2,)
    assert view.hand_sizes == {RED: 2, BLUE: 1, GOLD: 0}
    assert view.deck_size == 12
    assert TOY.observe(battle.ctx, None).hand == ()


@covers("TOY-1.4")
def test_the_deck_keeps_no_order_that_anybody_could_know() -> None:
    battle = field(red(A, "foot", "1,1"), blue(B, "foot", "7,7"), hands={RED: (3,), BLUE: (5, 1)})
    assert battle.deck() == tuple(sorted(battle.world.deck))


@covers("TOY-1.4")
def test_a_plan_is_told_to_nobody_before_all_are_laid() -> None:
    units = red(A, "foot", "1,1"), blue(B, "foot", "7,7"), gold(A, "foot", "4,4")
    battle = field(*units[:2], hands={RED: (1, 2), BLUE: (4, 5)})
    battle.do(RED, Plan(2))
    assert battle.told(Planned) == []
    battle.do(BLUE, Plan(4))
    assert battle.told(Planned) == [Planned(RED, 2), Planned(BLUE, 4)]


def test_the_scenario_s_units_stand_where_nothing_else_is_said() -> None:
    setup = ToyCasebook().arrange(Given(scenario="hill"), TOY.options_type())
    assert len(setup.world.units) == 12
    assert {one.strength for one in setup.world.units.values()} == {3, 4}
