from typing import Any

import msgspec
import pytest

from tests.games.ccn.field import (
    ALLIED,
    FRENCH,
    british,
    cell,
    field,
    french,
    leader,
    portuguese,
)
from walstatt.games.ccn.board import SIDES
from walstatt.games.ccn.casebook import CcnCasebook
from walstatt.games.ccn.content import CcnContent, full_deck
from walstatt.games.ccn.game import CCN
from walstatt.games.ccn.options import CcnOptions
from walstatt.games.ccn.positions import Given, file_of
from walstatt.kernel.errors import WalstattError
from walstatt.kernel.ids import UnitId

ENEMY = british("b", "LN", "1,13")
LINE = french("a", "LN", "9,1", ordered=True)
DECK = full_deck()


def given(**written: Any) -> Given:  # noqa: ANN401 - fields of a position
    return msgspec.convert(written, Given)


def content(**written: Any) -> CcnContent:  # noqa: ANN401
    return CcnContent(file_of(given(**written)))


def refused(**written: Any) -> str:  # noqa: ANN401
    with pytest.raises(WalstattError) as refusal:
        CcnCasebook().arrange(given(**written), CcnOptions())
    return str(refusal.value)


# -- units and leaders ----------------------------------------------------------------------------


def test_what_is_not_said_of_a_unit_is_as_usual() -> None:
    one = field(french("a", "FA", "5,5"), ENEMY, phase="command").unit("a")
    assert (one.side, one.troop, one.blocks, one.at) == (FRENCH, "french.FA", 3, cell("5,5"))
    flags = one.ordered, one.moved, one.fought, one.square, one.joined, one.barred
    assert not any(flags)


def test_what_is_said_of_a_unit_is_so() -> None:
    one = field(
        LINE,
        portuguese("p", "LN", "5,5", blocks=2, moved=1, fought=True, joined=True, square=3),
        to_move="french",
        phase="move",
    ).unit("p")
    assert (one.troop, one.blocks, one.moved, one.square) == ("portuguese.LN", 2, 1, 3)
    assert one.fought
    assert one.joined
    assert not one.ordered


def test_a_side_has_its_own_nation_if_none_is_said() -> None:
    position = field(french("a", "LN", "9,1"), ENEMY, phase="command")
    assert (position.unit("a").troop, position.unit("b").troop) == ("french.LN", "british.LN")


def test_leaders_are_named_with_their_units_or_by_themselves() -> None:
    alone = leader("hill", "allied", "3,3", ordered=True, moved=True) | {"name": "Rowland Hill"}
    units = french("a", "LN", "9,1", leader="ney"), ENEMY
    position = field(*units, phase="command", leaders=[alone])
    ney, hill = position.leader("ney"), position.leader("hill")
    assert (ney.name, ney.side, ney.at, ney.ordered, ney.moved) == (
        "ney",
        FRENCH,
        cell("9,1"),
        False,
        False,
    )
    assert (hill.name, hill.at, hill.ordered, hill.moved) == (
        "Rowland Hill",
        cell("3,3"),
        True,
        True,
    )


def test_pieces_are_those_of_the_scenario_if_neither_units_nor_leaders_are_said() -> None:
    world = CcnCasebook().arrange(given(scenario="rolica_1"), CcnOptions()).world
    assert len(world.units) == 23
    assert set(world.leaders) == {"delaborde", "brenier", "wellesley", "fergusson", "trant"}
    bare = CcnCasebook().arrange(given(scenario="rolica_1", units=[LINE]), CcnOptions()).world
    assert (list(bare.units), bare.leaders) == (["a"], {})
    led = CcnCasebook().arrange(
        given(scenario="rolica_1", leaders=[leader("x", "allied", "1,1")]), CcnOptions()
    )
    assert (len(led.world.units), list(led.world.leaders)) == (23, ["x"])


def test_a_unit_that_moved_into_a_forest_or_too_far_may_not_fight() -> None:
    units = (
        french("a", "LN", "5,5", ordered=True, moved=1),
        french("c", "LT", "5,7", ordered=True, moved=1),
        french("d", "LT", "5,9", ordered=True, moved=2),
        french("e", "LN", "5,11", ordered=True),
        british("b", "LN", "3,7"),
    )
    position = field(*units, phase="combat", terrain={"forest": ["5,5", "5,7", "5,11"]})
    barred = {name: position.unit(name).barred for name in "acde"}
    assert barred == {"a": True, "c": False, "d": True, "e": False}


# -- cards ----------------------------------------------------------------------------------------


def test_hands_are_those_of_the_scenario_if_not_said() -> None:
    world = CcnCasebook().arrange(given(scenario="rolica_1"), CcnOptions()).world
    assert {seat: len(hand) for seat, hand in world.hands.items()} == {FRENCH: 5, ALLIED: 6}


def test_whoever_has_played_a_card_has_one_less_if_his_hand_is_not_said() -> None:
    late = field(LINE, ENEMY, phase="move").world
    assert (len(late.hands[FRENCH]), len(late.hands[ALLIED]), late.command) == (4, 5, 5)
    said = field(LINE, ENEMY, phase="move", hands={"french": 5}).world
    assert (len(said.hands[FRENCH]), said.command) == (5, 6)
    assert len(field(LINE, ENEMY, phase="command").world.hands[FRENCH]) == 5
    none = field(LINE, ENEMY, phase="move", hands={"french": []}).world
    assert (none.hands[FRENCH], none.command) == ((), 1)


def test_no_card_is_lost_however_they_are_dealt() -> None:
    position = field(
        LINE,
        french("s", "LN", "7,7", square=True),
        ENEMY,
        phase="move",
        card="forward",
        hands={"allied": ["rally", "elan"], "french": 3},
        discards=["probe_left", "probe_left"],
        deck=20,
    )
    world = position.world
    assert list(CCN.invariants(position.ctx)) == []
    assert world.hands[ALLIED] == ("elan", "rally")
    assert len(world.hands[FRENCH]) == 3
    assert len(world.deck) == 20
    assert world.discards[:2] == ("probe_left", "probe_left")
    assert len(world.discards) == 70 - 20 - 2 - 3 - 1 - 1
    assert world.card == "forward"


def test_the_draw_pile_may_be_empty_or_have_all_that_is_left() -> None:
    assert field(LINE, ENEMY, phase="move", deck=0).world.deck == ()
    assert len(field(LINE, ENEMY, phase="move", deck=61).world.deck) == 61
    assert len(field(LINE, ENEMY, phase="move").world.deck) == 61


def test_the_command_value_can_be_said() -> None:
    assert field(LINE, ENEMY, phase="move", command=2).world.command == 2
    assert field(LINE, ENEMY, phase="command", command=3).world.command == 3
    assert field(LINE, ENEMY, phase="command").world.command == 0


def test_squares_take_a_card_each_from_the_hand() -> None:
    units = french("a", "LN", "9,1", square=True), french("c", "LN", "9,3", square=True), ENEMY
    position = field(*units, phase="command", square_cards={"french": ["", "elan"]})
    assert (position.unit("a").square, position.unit("c").square) == (1, 2)
    under = position.world.square_cards[FRENCH]
    assert under[0] in DECK
    assert under[1:] == ("elan", "", "")
    assert len(position.world.hands[FRENCH]) == 3
    assert list(CCN.invariants(position.ctx)) == []


def test_four_squares_can_leave_no_card_in_a_small_hand() -> None:
    squares = [french(f"s{n}", "LN", f"9,{n}", square=True) for n in range(1, 5)]
    position = field(*squares, LINE | {"at": "7,7"}, ENEMY, phase="move", scenario="river_coa")
    assert position.world.hands[FRENCH] == ()
    assert position.world.command == 1
    assert [position.unit(f"s{n}").square for n in range(1, 5)] == [1, 2, 3, 4]
    assert list(CCN.invariants(position.ctx)) == []


def test_each_side_counts_its_own_squares() -> None:
    units = french("a", "LN", "9,1", square=True), british("b", "LN", "1,1", square=True)
    position = field(*units, phase="command")
    assert (position.unit("a").square, position.unit("b").square) == (1, 1)
    assert [len(hand) for hand in position.world.hands.values()] == [4, 4]


def test_last_cards_count_as_themselves_and_a_counter_attack_as_what_is_said() -> None:
    last = {"french": "counter_attack", "allied": "probe_left"}
    position = field(LINE, ENEMY, phase="command", last_cards=last)
    assert position.world.last_cards == last
    assert position.world.last_effects == {FRENCH: "", ALLIED: "probe_left"}
    copied = {"french": "elan", "allied": "elan"}
    position = field(LINE, ENEMY, phase="command", last_cards=last, last_effects=copied)
    assert position.world.last_effects == {FRENCH: "elan", ALLIED: "probe_left"}


def test_the_card_played_is_the_last_card_and_a_counter_attack_copies() -> None:
    last = {"french": "rally", "allied": "probe_left"}
    world = field(LINE, ENEMY, phase="move", card="counter_attack", last_cards=last).world
    assert (world.card, world.effect) == ("counter_attack", "probe_right")
    assert world.last_cards[FRENCH] == "counter_attack"
    assert world.last_effects[FRENCH] == "probe_right"


# -- the battlefield ------------------------------------------------------------------------------


def test_tiles_are_added_to_those_of_the_scenario_and_replace_them() -> None:
    ground = content(scenario="rolica_1", terrain={"hill": ["2,8"], "clear": ["8,6"]}).ground
    names = {label: ground.at[cell(label)].id for label in ("2,8", "8,6", "8,7", "5,3")}
    assert names == {"2,8": "hill", "8,6": "clear", "8,7": "building", "5,3": "forest"}


def test_works_leave_the_tile_below_them() -> None:
    laid = content(scenario="rolica_1", terrain={"field_works": ["6,6"]})
    assert laid.ground.at[cell("6,6")].id == "hill"
    assert cell("6,6") in laid.ground.works


def test_a_bridge_lies_on_its_river() -> None:
    ground = content(terrain={"bridge": ["4,5"], "river": ["4,4", "4,5"]}).ground
    assert [ground.at[cell(label)].id for label in ("4,4", "4,5")] == ["river", "bridge"]


def test_works_named_as_terrain_face_away_from_whoever_stands_there() -> None:
    units = [LINE, french("w", "LN", "5,5")]
    laid = content(units=units, terrain={"field_works": ["5,5", "4,4"]}).ground.works
    top, bottom = SIDES["top"], SIDES["bottom"]
    assert laid == {
        cell("5,5"): {top["forward_left"], top["forward_right"]},
        cell("4,4"): {bottom["forward_left"], bottom["forward_right"]},
    }
    other = content(to_move="allied", terrain={"field_works": ["4,4"]}).ground.works
    assert other == {cell("4,4"): {top["forward_left"], top["forward_right"]}}


def test_works_are_those_of_the_scenario_unless_they_are_said() -> None:
    own = {"at": "5,5", "owner": "french", "sides": ["left"]}
    assert set(content(scenario="talavera", works=[own]).ground.works) == {cell("5,5")}
    assert content(works=[own]).ground.works == {cell("5,5"): {SIDES["top"]["left"]}}
    assert cell("5,5") not in content(scenario="talavera").ground.works
    assert content(scenario="talavera").ground.works


def test_the_board_can_be_turned() -> None:
    assert content().homes == {FRENCH: "top", ALLIED: "bottom"}
    assert content(top="french").homes == {FRENCH: "top", ALLIED: "bottom"}
    assert content(top="allied").homes == {FRENCH: "bottom", ALLIED: "top"}


def test_objectives_exits_and_removals_are_those_of_the_scenario_unless_they_are_said() -> None:
    assert len(content(scenario="rolica_1").goals) == 2
    assert content(scenario="rolica_1", objectives=[]).goals == ()
    assert content(scenario="river_coa").exits
    assert not content(scenario="river_coa", exits=[]).exits
    way = {"at": "1,1", "side": "allied", "banners": 1, "leader_banners": 0}
    assert list(content(exits=[way]).exits) == [(cell("1,1"), ALLIED)]
    taken = content(removals=[{"at": "5,5", "by": "french"}]).removals
    assert taken == {(cell("5,5"), FRENCH)}
    assert content(scenario="manoeuvres").removals
    assert not content(scenario="manoeuvres", removals=[]).removals


def test_a_tile_that_was_removed_is_clear_ground() -> None:
    terrain = {"river": ["5,5"], "forest": ["5,6"]}
    position = field(
        french("a", "LN", "5,5"), ENEMY, phase="command", terrain=terrain, removed=["5,5"]
    )
    assert position.world.removed == (cell("5,5"),)


# -- banners --------------------------------------------------------------------------------------


def test_banners_to_win_can_be_said_for_either_side() -> None:
    sides = content(banners_to_win={"french": 7}).sides
    assert (sides[FRENCH].banners, sides[ALLIED].banners) == (7, 5)
    sides = content(banners_to_win={"allied": 3}).sides
    assert (sides[FRENCH].banners, sides[ALLIED].banners) == (5, 3)


def test_objectives_that_are_held_are_not_gained_again() -> None:
    goal = {"side": "french", "at": ["9,1", "9,3"], "held": True}
    other = {"side": "allied", "at": ["9,1"], "banners": 2}
    units = LINE, french("c", "LN", "9,3"), ENEMY
    position = field(*units, phase="command", banners={"french": 3}, objectives=[goal, other])
    assert position.world.banners == {FRENCH: 3, ALLIED: 0}
    assert position.world.claims == {0: ("a",), 1: ("c",)}


def test_a_group_is_held_as_a_whole_and_a_permanent_objective_without_anybody() -> None:
    group = {"side": "french", "at": ["9,1", "9,3"], "kind": "temporary_group", "banners": 2}
    lasting = {"side": "allied", "at": ["5,5", "5,7"], "kind": "permanent", "held": True}
    units = LINE, french("c", "LN", "9,3"), ENEMY
    goals = [lasting, {**group, "held": True}]
    position = field(*units, phase="command", banners={"french": 2, "allied": 2}, objectives=goals)
    assert position.world.claims == {2: ("a", "c")}
    assert position.world.claimed == (0, 1)
    assert position.world.banners == {FRENCH: 2, ALLIED: 2}


def test_exactly_the_banners_of_the_objectives_held_are_enough() -> None:
    goal = {"side": "french", "at": ["9,1"], "banners": 2, "held": True}
    world = field(LINE, ENEMY, phase="command", banners={"french": 2}, objectives=[goal]).world
    assert world.claims == {0: ("a",)}


# -- what makes no sense --------------------------------------------------------------------------

SQUARE = french("s", "LN", "7,7", square=1)
GOAL = {"side": "french", "at": ["5,5"], "held": True}


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ({"scenario": "rolica"}, "there is no scenario 'rolica'; there are: barrosa,"),
        ({"to_move": "spain"}, "there is no side 'spain'; there are: french, allied"),
        ({"top": "spain"}, "there is no side 'spain'; there are: french, allied"),
        ({"hands": {"spain": 1}}, "there is no side 'spain'"),
        ({"last_cards": {"spain": "rally"}}, "there is no side 'spain'"),
        ({"last_effects": {"spain": "rally"}}, "there is no side 'spain'"),
        ({"square_cards": {"spain": ["rally"]}}, "there is no side 'spain'"),
        ({"banners": {"spain": 1}}, "there is no side 'spain'"),
        ({"banners_to_win": {"spain": 1}}, "there is no side 'spain'"),
        ({"strikes": ["spain"]}, "there is no side 'spain'"),
        ({"objectives": [{"side": "spain", "at": ["5,5"]}]}, "there is no side 'spain'"),
        ({"removals": [{"at": "5,5", "by": "spain"}]}, "there is no side 'spain'"),
        ({"works": [{"at": "5,5", "owner": "spain"}]}, "there is no side 'spain'"),
        (
            {"exits": [{"at": "5,5", "side": "spain", "banners": 1, "leader_banners": 1}]},
            "there is no side 'spain'",
        ),
        ({"units": [{**LINE, "side": "spain"}]}, "there is no side 'spain'"),
        ({"leaders": [leader("x", "spain", "5,5")]}, "there is no side 'spain'"),
        ({"terrain": {"swamp": ["5,5"]}}, "there is no terrain 'swamp'; there are: clear, forest"),
        ({"terrain": {"swamp": ["5,5"]}}, "sand_pit, field_works"),
        ({"terrain": {"hill": ["5,14"]}}, "no cell '5,14' on this board"),
        ({"units": [british("b", "OG", "5,5")]}, "there is no unit 'british.OG'"),
        ({"units": [french("a", "LN", "2,13")]}, "no cell '2,13' on this board"),
        ({"units": [french("a", "LN", "5,5", blocks=5)]}, "a has 1 to 4 blocks, not 5"),
        ({"units": [french("a", "LN", "5,5", blocks=0)]}, "a has 1 to 4 blocks, not 0"),
        ({"units": [LINE, french("a", "LN", "5,5")]}, "two units are called 'a'"),
        ({"units": [LINE, french("c", "LN", "9,1")]}, "two units or two leaders stand in one hex"),
        (
            {"leaders": [leader("x", "allied", "5,5"), leader("y", "allied", "5,5")]},
            "two units or two leaders stand in one hex",
        ),
        (
            {"leaders": [leader("x", "allied", "5,5"), leader("x", "allied", "5,6")]},
            "two leaders are called 'x'",
        ),
        (
            {"units": [{**LINE, "leader": "x"}], "leaders": [leader("x", "allied", "5,6")]},
            "two leaders are called 'x'",
        ),
        (
            {"units": [{**LINE, "leader": "x"}, british("b", "LN", "1,1", leader="x")]},
            "two leaders are called 'x'",
        ),
        ({"units": [{**LINE, "leader": "a"}]}, "a unit and a leader are both called 'a'"),
        (
            {"units": [LINE], "leaders": [leader("x", "allied", "9,1")]},
            "x stands in the hex of the enemy unit a",
        ),
        ({"units": [LINE], "terrain": {"river": ["9,1"]}}, "a cannot stand in river"),
        (
            {"units": [french("g", "FA", "5,5")], "terrain": {"sand_pit": ["5,5"]}},
            "g cannot stand in sand_pit",
        ),
        (
            {"leaders": [leader("x", "allied", "5,5")], "terrain": {"rugged_hill": ["5,5"]}},
            "x cannot stand in rugged_hill",
        ),
        ({"units": [french("a", "LC", "5,5", square=True)]}, "a is no infantry"),
        ({"units": [french("a", "LN", "5,5", square=5)]}, "there are square markers 1 to 4, not 5"),
        ({"units": [french("a", "LN", "5,5", square=-1)]}, "square markers 1 to 4, not -1"),
        (
            {"units": [SQUARE, french("c", "LN", "9,3", square=1)]},
            "two squares of french have the marker 1",
        ),
        (
            {"units": [SQUARE], "square_cards": {"french": ["rally", "elan"]}},
            "french has no square with the marker 2, but a card under it",
        ),
        (
            {"hands": {"french": ["pike_charge"]}},
            "there is no card 'pike_charge'; there are: scout",
        ),
        ({"discards": ["pike_charge"]}, "there is no card 'pike_charge'"),
        ({"card": "pike_charge", "phase": "order"}, "there is no card 'pike_charge'"),
        ({"last_cards": {"french": "pike_charge"}}, "there is no card 'pike_charge'"),
        ({"last_effects": {"french": "pike_charge"}}, "there is no card 'pike_charge'"),
        ({"hands": {"french": ["elan", "elan"]}}, "there are not so many cards 'elan'"),
        ({"hands": {"french": ["elan"]}, "discards": ["elan"]}, "not so many cards 'elan'"),
        ({"hands": {"french": 71}}, "there are not 71 cards left for french"),
        ({"hands": {"french": -1}}, "there are not -1 cards left for french"),
        ({"hands": {"french": 40, "allied": 31}}, "there are not 31 cards left for allied"),
        ({"hands": {"french": []}}, "french has no card to play"),
        ({"deck": 61}, "the draw pile has 0 to 60 cards, not 61"),
        ({"deck": -1}, "the draw pile has 0 to 60 cards, not -1"),
        ({"phase": "order"}, "in the phase `order` say which `card` was played"),
        ({"card": "forward"}, "in the phase `command` no `card` has been played yet"),
        ({"objectives": [GOAL], "banners": {"french": 1}}, "but no unit of french stands there"),
        (
            {
                "objectives": [GOAL],
                "banners": {"french": 1},
                "units": [british("b", "LN", "5,5")],
            },
            "an objective is held, but no unit of french stands there",
        ),
        (
            {"objectives": [{**GOAL, "banners": 2, "kind": "permanent"}], "banners": {"french": 1}},
            "french has 1 banners, fewer than its objectives give",
        ),
        ({"banners": {"allied": -1}}, "allied has -1 banners, fewer than its objectives give"),
        ({"banners": {"allied": 5}}, "allied has 5 banners and has won already"),
        (
            {"banners": {"french": 4}, "banners_to_win": {"french": 4}},
            "french has 4 banners and has won already",
        ),
    ],
)
def test_a_position_that_makes_no_sense_is_refused(written: dict[str, Any], words: str) -> None:
    assert words in refused(**written)


@pytest.mark.parametrize(
    "written",
    [
        {"hands": {"french": 40, "allied": 30}},
        {"units": [SQUARE], "square_cards": {"french": ["rally", "", "", ""]}},
        {"banners": {"french": 4, "allied": 4}},
        {"units": [french("a", "LN", "5,5", blocks=1)]},
        {"units": [LINE], "terrain": {"river": ["9,1"], "bridge": ["9,1"]}},
        {"last_cards": {"french": "counter_attack"}, "last_effects": {"french": ""}},
    ],
)
def test_a_position_at_the_edge_of_sense_is_accepted(written: dict[str, Any]) -> None:
    assert CcnCasebook().arrange(given(**written), CcnOptions()).seats == (FRENCH, ALLIED)


def test_a_unit_called_like_nobody_else_is_found_by_its_name() -> None:
    position = field(LINE, ENEMY, phase="command")
    assert position.world.unit_at == {cell("9,1"): UnitId("a"), cell("1,13"): UnitId("b")}
