"""Every invariant is shown to fire on a world that is broken."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from tests.games.ccn.field import ALLIED, FRENCH, Field, british, cell, field, french, leader
from walstatt.games.ccn.game import CCN
from walstatt.games.ccn.invariants import invariants
from walstatt.games.ccn.world import CcnWorld
from walstatt.kernel.ids import CellId, Seat, UnitId
from walstatt.workshop.covers import covers

A, B, C, HILL = UnitId("a"), UnitId("b"), UnitId("c"), UnitId("hill")


def sound() -> Field:
    """Lay out a battle with a bit of everything, in which nothing is wrong."""
    units = (
        french("a", "LN", "6,5", leader="ney"),
        french("c", "LC", "9,5"),
        british("b", "LN", "4,5", square=2),
    )
    return field(
        *units,
        phase="command",
        leaders=[leader("hill", "allied", "3,3")],
        terrain={"river": ["5,1"], "sand_pit": ["5,2"]},
        objectives=[{"side": "french", "at": ["9,5"], "held": True}],
        banners={"french": 1},
        square_cards={"allied": ["", "rally"]},
        discards=["elan"],
    )


def faults(change: Callable[[CcnWorld], None]) -> list[str]:
    """Break a sound world and say what is wrong with it."""
    battle = sound()
    change(battle.world)
    return list(invariants(battle.ctx))


def test_a_sound_world_has_no_faults() -> None:
    assert faults(lambda _: None) == []


def test_the_game_asks_for_its_invariants() -> None:
    battle = sound()
    battle.world.banners[FRENCH] = -1
    assert list(CCN.invariants(battle.ctx)) == ["french has -1 banners"]


# -- cards ----------------------------------------------------------------------------------------

LOST = "cards were lost or made up"


@covers("CCN-1.5.1")
def test_a_card_that_is_lost_is_noticed() -> None:
    def lose(world: CcnWorld) -> None:
        world.deck = world.deck[1:]

    assert faults(lose) == [LOST]


@covers("CCN-1.5.1")
def test_a_card_that_is_made_up_is_noticed() -> None:
    def make_up(world: CcnWorld) -> None:
        world.discards = (*world.discards, "elan")

    assert faults(make_up) == [LOST]


@covers("CCN-1.5.1")
def test_a_card_that_became_another_is_noticed() -> None:
    def change(world: CcnWorld) -> None:
        world.discards = ("first_strike",)

    assert faults(change) == [LOST]


def to_hand(world: CcnWorld, card: str) -> None:
    world.hands[FRENCH] = (card, *world.hands[FRENCH])


def to_discards(world: CcnWorld, card: str) -> None:
    world.discards = (card, *world.discards)


def to_table(world: CcnWorld, card: str) -> None:
    world.card = card


def to_scouted(world: CcnWorld, card: str) -> None:
    world.scouted = (card,)


@covers("CCN-1.5.1")
@pytest.mark.parametrize("place", [to_hand, to_discards, to_table, to_scouted])
def test_a_card_is_found_wherever_it_may_be(place: Callable[[CcnWorld, str], None]) -> None:
    def move(world: CcnWorld) -> None:
        place(world, world.deck[0])
        world.deck = world.deck[1:]

    assert faults(move) == []
    assert faults(lambda world: place(world, world.deck[0])) == [LOST]


@covers("CCN-14.1.9", "CCN-1.5.2")
def test_a_square_without_its_card_is_noticed() -> None:
    def take(world: CcnWorld) -> None:
        world.hands[ALLIED] = ("rally", *world.hands[ALLIED])
        world.square_cards[ALLIED] = ("", "", "", "")

    assert faults(take) == ["allied has squares [2] but cards in slots []"]


@covers("CCN-14.1.9")
def test_a_card_without_its_square_is_noticed() -> None:
    def leave(world: CcnWorld) -> None:
        world.units[B] = replace(world.units[B], square=0)

    assert faults(leave) == ["allied has squares [] but cards in slots [2]"]


@covers("CCN-14.1.9")
def test_a_square_with_the_card_of_another_slot_is_noticed() -> None:
    def shift(world: CcnWorld) -> None:
        world.square_cards[ALLIED] = ("rally", "", "", "")

    assert faults(shift) == ["allied has squares [2] but cards in slots [1]"]


@covers("CCN-14.1.9")
def test_two_squares_with_one_marker_are_noticed() -> None:
    def double(world: CcnWorld) -> None:
        world.units[UnitId("d")] = replace(world.units[B], at=cell("1,1"))
        world.unit_at[cell("1,1")] = UnitId("d")

    assert faults(double) == ["allied has squares [2, 2] but cards in slots [2]"]


@covers("CCN-14.1.9")
def test_a_card_under_the_enemys_square_is_noticed() -> None:
    def swap(world: CcnWorld) -> None:
        cards = world.square_cards
        cards[FRENCH], cards[ALLIED] = cards[ALLIED], cards[FRENCH]

    assert faults(swap) == [
        "french has squares [] but cards in slots [2]",
        "allied has squares [2] but cards in slots []",
    ]


# -- places ---------------------------------------------------------------------------------------


@covers("CCN-1.1.9")
def test_a_unit_that_the_board_does_not_know_is_noticed() -> None:
    def move(world: CcnWorld) -> None:
        world.units[A] = replace(world.units[A], at=cell("6,6"))

    assert faults(move) == ["units do not stand where the board says"]


@covers("CCN-1.1.9")
def test_a_leader_whom_the_board_does_not_know_is_noticed() -> None:
    def move(world: CcnWorld) -> None:
        world.leaders[HILL] = replace(world.leaders[HILL], at=cell("3,4"))

    assert faults(move) == ["leaders do not stand where the board says"]


@covers("CCN-1.1.9")
def test_two_units_in_a_hex_are_noticed() -> None:
    def crowd(world: CcnWorld) -> None:
        world.claims.clear()
        world.units[C] = replace(world.units[C], at=cell("6,5"))
        world.unit_at = {one.at: unit for unit, one in world.units.items()}

    assert faults(crowd) == ["two pieces share a hex"]


@covers("CCN-1.1.9")
def test_two_leaders_in_a_hex_are_noticed() -> None:
    def crowd(world: CcnWorld) -> None:
        world.leaders[UnitId("hope")] = world.leaders[HILL]
        world.leader_at[cell("3,3")] = UnitId("hope")

    assert faults(crowd) == ["two pieces share a hex"]


@covers("CCN-1.1.9")
def test_a_leader_with_an_enemy_unit_is_noticed() -> None:
    def desert(world: CcnWorld) -> None:
        world.leaders[UnitId("ney")] = replace(world.leaders[UnitId("ney")], side=ALLIED)

    assert faults(desert) == ["ney stands with the enemy unit a"]


# -- units ----------------------------------------------------------------------------------------


@covers("CCN-1.4.1", "CCN-17.4.12.3")
@pytest.mark.parametrize(
    ("blocks", "wrong"),
    [
        (-1, ["a has -1 blocks"]),
        (0, ["a has 0 blocks"]),
        (1, []),
        (4, []),
        (5, ["a has 5 blocks"]),
    ],
)
def test_no_blocks_and_too_many_are_noticed(blocks: int, wrong: list[str]) -> None:
    def count(world: CcnWorld) -> None:
        world.units[A] = replace(world.units[A], blocks=blocks)

    assert faults(count) == wrong


def stand(code: str, to: CellId) -> Callable[[CcnWorld], None]:
    """Put a French unit of a type into a hex."""

    def move(world: CcnWorld) -> None:
        del world.unit_at[world.units[A].at]
        world.units[A] = replace(world.units[A], troop=f"french.{code}", at=to, blocks=1)
        world.unit_at[to] = A

    return move


@covers("CCN-6.1.15")
@pytest.mark.parametrize(
    ("code", "at", "wrong"),
    [
        ("LN", "5,1", ["a stands in river"]),
        ("LC", "5,1", ["a stands in river"]),
        ("FA", "5,2", ["a stands in sand_pit"]),
        ("LN", "5,2", []),
        ("FA", "5,3", []),
    ],
)
def test_a_unit_where_it_cannot_be_is_noticed(code: str, at: str, wrong: list[str]) -> None:
    assert faults(stand(code, cell(at))) == wrong


@covers("CCN-14.1.1")
@pytest.mark.parametrize("code", ["LC", "FA"])
def test_a_square_that_is_no_infantry_is_noticed(code: str) -> None:
    def form(world: CcnWorld) -> None:
        world.units[B] = replace(world.units[B], troop=f"british.{code}", blocks=1)

    assert faults(form) == ["b is no infantry and stands in square"]


# -- banners --------------------------------------------------------------------------------------


@covers("CCN-3.8")
def test_an_objective_whose_holder_left_is_noticed() -> None:
    def leave(world: CcnWorld) -> None:
        del world.unit_at[cell("9,5")]
        world.units[C] = replace(world.units[C], at=cell("8,5"))
        world.unit_at[cell("8,5")] = C

    assert faults(leave) == ["objective 0 is held by ('c',), who are not there"]


@covers("CCN-3.8")
def test_an_objective_held_by_another_than_stands_there_is_noticed() -> None:
    def claim(world: CcnWorld) -> None:
        world.claims[0] = (A,)

    assert faults(claim) == ["objective 0 is held by ('a',), who are not there"]


@covers("CCN-3.1")
@pytest.mark.parametrize("seat", [FRENCH, ALLIED])
def test_fewer_banners_than_none_are_noticed(seat: Seat) -> None:
    def lose(world: CcnWorld) -> None:
        world.banners[seat] = -1

    assert faults(lose) == [f"{seat} has -1 banners"]

    def none(world: CcnWorld) -> None:
        world.banners[seat] = 0

    assert faults(none) == []
