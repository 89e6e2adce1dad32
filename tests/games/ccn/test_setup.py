import pytest

from tests.games.ccn.field import ALLIED, FRENCH, Field, british, cell, field, french
from walstatt.games.ccn.changes import remove_tile
from walstatt.games.ccn.content import ccn_content, full_deck, troops
from walstatt.games.ccn.events import TileRemoved, TurnBegan
from walstatt.games.ccn.game import CCN
from walstatt.games.ccn.movement import Move
from walstatt.games.ccn.options import CcnOptions
from walstatt.games.ccn.setup import cite_the_board, laid_out, slug
from walstatt.games.ccn.world import NO_CARDS, ground_now, leader_of
from walstatt.kernel.chance import Draw
from walstatt.kernel.ctx import Ctx
from walstatt.kernel.definition import Ruleset
from walstatt.kernel.events import DrawnUnseen, Emitted, Rolled
from walstatt.kernel.game import AnyGame, Game
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import recording
from walstatt.workshop.covers import covers

FIVE = ("assault_center", "attack_left", "bombard", "elan", "forward")
SIX = ("attack_left", "attack_left", "bombard", "first_strike", "probe_right", "scout_left")


def battle_of(scenario: str) -> Field:
    """Set a scenario up; the first hand is about to be dealt."""
    options = CcnOptions()
    setup = CCN.setup(scenario, options, {})
    rules = Ruleset(CCN, scenario, options, setup.content, setup.seats)
    tape: list[Emitted] = []
    game: AnyGame = Game([Ctx(rules, setup.world, tape=tape)], None, tape)
    game.start(setup.first)
    return Field(game)


def drawing(battle: Field) -> Draw[str]:
    """Give the draw that is waiting."""
    assert battle.game.waiting is not None
    ((_, request),) = battle.game.waiting.requests
    assert isinstance(request, Draw)
    return request


# -- pieces --------------------------------------------------------------------------------------


@covers("CCN-2.4", "CCN-1.4.1")
def test_units_stand_in_their_hexes_at_full_strength() -> None:
    world = laid_out(ccn_content("rolica_1"))
    placed = {
        name: (one.side, one.troop, one.blocks)
        for name, one in world.units.items()
        if one.side == ALLIED
    }
    line, light = "british.LN", "british.LT"
    assert placed == {
        **{f"british-ln-{n}": ("allied", line, 4) for n in range(1, 6)},
        "british-lt-1": ("allied", light, 5),
        "british-hc-1": ("allied", "british.HC", 3),
        "british-fa-1": ("allied", "british.FA", 3),
        "british-fa-2": ("allied", "british.FA", 3),
        "british-ha-1": ("allied", "british.HA", 3),
        "portuguese-ln-1": ("allied", "portuguese.LN", 4),
        "portuguese-ln-2": ("allied", "portuguese.LN", 4),
        "portuguese-lt-1": ("allied", "portuguese.LT", 5),
        "portuguese-lc-1": ("allied", "portuguese.LC", 3),
    }
    assert world.units[UnitId("british-ln-2")].at == cell("3,7")
    assert world.unit_at[cell("2,12")] == "portuguese-lc-1"


@covers("CCN-2.4", "CCN-2.2")
@pytest.mark.parametrize("name", CCN.scenarios())
def test_every_unit_of_every_scenario_is_whole(name: str) -> None:
    content = ccn_content(name)
    world = laid_out(content)
    assert len(world.units) == sum(len(force.at) for force in content.file.units)
    assert len(world.leaders) == len(content.file.leaders)
    assert len(world.unit_at) == len(world.units)
    assert all(one.blocks == troops()[one.troop].blocks for one in world.units.values())


@covers("CCN-2.9")
def test_a_leader_in_the_hex_of_a_unit_starts_attached() -> None:
    battle = battle_of("rolica_1")
    leaders = battle.world.leaders
    assert {name: him.name for name, him in leaders.items()} == {
        "delaborde": "Delaborde",
        "brenier": "Brenier",
        "wellesley": "Wellesley",
        "fergusson": "Fergusson",
        "trant": "Trant",
    }
    led = {
        unit: him for unit in battle.world.units if (him := leader_of(battle.ctx, unit)) is not None
    }
    assert led == {
        "french-ln-3": "delaborde",
        "french-ln-1": "brenier",
        "british-ln-2": "wellesley",
        "british-ln-5": "fergusson",
        "portuguese-ln-1": "trant",
    }
    assert battle.world.leader_at[cell("3,7")] == "wellesley"


def test_the_id_of_a_leader_is_his_name_in_plain_letters() -> None:
    assert slug("Pierre Soult") == "pierre-soult"
    assert slug("D'Erlon") == "d-erlon"
    assert slug("Ménard (2)") == "menard-2"


@covers("CCN-2.2", "CCN-2.6")
def test_each_side_begins_with_an_empty_square_board_and_no_banners() -> None:
    world = laid_out(ccn_content("waterloo"))
    assert world.square_cards == {FRENCH: NO_CARDS, ALLIED: NO_CARDS}
    assert world.banners == {FRENCH: 0, ALLIED: 0}
    assert world.hands == {FRENCH: (), ALLIED: ()}
    assert (world.turn, world.active, world.discards) == (0, FRENCH, ())


@covers("CCN-2.1")
def test_rolica_is_the_scenario_for_newcomers() -> None:
    assert next(iter(CCN.scenarios())) == "rolica_1"


# -- cards ---------------------------------------------------------------------------------------


@covers("CCN-2.5")
def test_each_side_is_dealt_the_cards_of_its_battle_notes() -> None:
    battle = battle_of("rolica_1")
    first = drawing(battle)
    assert (first.pool, first.count, first.seat) == (full_deck(), 5, FRENCH)
    assert (first.purpose, first.rule) == ("ccn.roll.deal", "CCN-2.5")
    battle.roll(*FIVE)
    second = drawing(battle)
    assert (len(second.pool), second.count, second.seat) == (65, 6, ALLIED)
    battle.roll(*SIX)
    assert battle.world.hands == {FRENCH: FIVE, ALLIED: SIX}
    assert len(battle.world.deck) == 59
    assert battle.world.deck.count("attack_left") == 1
    assert "elan" not in battle.world.deck


@covers("CCN-2.5")
def test_a_hand_is_sorted_so_that_nobody_knows_in_which_order_it_was_dealt() -> None:
    battle = battle_of("rolica_1").roll(*reversed(FIVE)).roll(*SIX)
    assert battle.world.hands[FRENCH] == FIVE
    assert battle.world.deck == tuple(sorted(battle.world.deck))


@covers("CCN-2.5")
def test_hands_are_secret() -> None:
    battle = battle_of("rolica_1").roll(*FIVE).roll(*SIX)
    view = CCN.observe(battle.ctx, FRENCH)
    assert (view.hand, view.hand_sizes) == (FIVE, {FRENCH: 5, ALLIED: 6})
    assert (view.deck_size, CCN.observe(battle.ctx, None).hand) == (59, ())
    dealt = [one for one in battle.game.tape or () if isinstance(one.event, Rolled)]
    assert [one.to for one in dealt] == [(FRENCH,), (ALLIED,)]
    assert all(isinstance(one.others, DrawnUnseen) for one in dealt)


@covers("CCN-2.8")
@pytest.mark.parametrize(("name", "seat"), [("rolica_1", "allied"), ("vimiero", "french")])
def test_the_scenario_names_who_takes_the_first_turn(name: str, seat: str) -> None:
    cards = ccn_content(name).sides
    battle = battle_of(name)
    for side in (FRENCH, ALLIED):
        battle.roll(*full_deck()[20 * (side == ALLIED) :][: cards[side].cards])
    assert battle.asked() == (seat, "choose_card")
    assert (battle.world.turn, battle.world.active) == (1, seat)
    begun = [one.event for one in battle.game.tape or () if isinstance(one.event, TurnBegan)]
    assert [(one.n, one.seat) for one in begun] == [(1, seat)]


# -- terrain and special rules -------------------------------------------------------------------


@covers("CCN-2.3")
def test_tiles_stay_when_units_enter_them() -> None:
    units = french("a", "LN", "5,5", ordered=True), british("b", "LN", "1,1")
    battle = field(*units, phase="move", terrain={"forest": ("5,6",)})
    battle.do(Move(UnitId("a"), cell("5,6")))
    assert ground_now(battle.ctx).at[cell("5,6")].id == "forest"
    assert battle.world.removed == ()


@covers("CCN-2.3")
def test_a_tile_is_removed_where_the_scenario_says_so() -> None:
    units = french("a", "LN", "5,5", ordered=True), british("b", "LN", "1,1")
    removals = [{"at": "5,6", "by": "french"}]
    tiles = {"forest": ("5,6", "5,8")}
    battle = field(*units, phase="move", terrain=tiles, removals=removals)
    battle.do(Move(UnitId("a"), cell("5,6")))
    assert ground_now(battle.ctx).at[cell("5,6")].id == "clear"
    assert ground_now(battle.ctx).at[cell("5,8")].id == "forest"
    assert battle.world.removed == (cell("5,6"),)
    told = [one.event for one in battle.game.tape or () if isinstance(one.event, TileRemoved)]
    assert [one.at for one in told] == ["5,6"]


@covers("CCN-2.3")
@pytest.mark.parametrize(("to", "by"), [("5,6", "allied"), ("5,4", "french")])
def test_a_tile_stays_if_the_other_side_enters_or_somebody_goes_elsewhere(to: str, by: str) -> None:
    units = french("a", "LN", "5,5", ordered=True), british("b", "LN", "1,1")
    removals = [{"at": "5,6", "by": by}]
    battle = field(*units, phase="move", terrain={"forest": ("5,6",)}, removals=removals)
    battle.do(Move(UnitId("a"), cell(to)))
    assert ground_now(battle.ctx).at[cell("5,6")].id == "forest"


@covers("CCN-2.3")
def test_several_tiles_are_removed_each_once() -> None:
    units = [french(name, "LN", at, ordered=True) for name, at in (("a", "5,5"), ("c", "5,8"))]
    removals = [{"at": "5,6", "by": "french"}, {"at": "5,7", "by": "french"}]
    tiles = {"forest": ("5,6", "5,7")}
    battle = field(
        *units, british("b", "LN", "1,1"), phase="move", terrain=tiles, removals=removals
    )
    battle.do(Move(UnitId("a"), cell("5,6"))).do(Move(UnitId("c"), cell("5,7")))
    assert battle.world.removed == (cell("5,6"), cell("5,7"))
    assert {ground_now(battle.ctx).at[cell(at)].id for at in ("5,6", "5,7")} == {"clear"}
    remove_tile(battle.ctx, cell("5,6"), FRENCH)
    assert battle.told().count("ccn.tile_removed") == 2


@covers("CCN-2.7")
def test_the_special_rules_of_a_scenario_are_in_force() -> None:
    coa, vimiero = ccn_content("river_coa"), ccn_content("vimiero")
    assert (coa.exits[cell("1,10"), ALLIED].banners, len(coa.exits)) == (1, 1)
    assert [goal.cells for goal in vimiero.goals] == [(cell("3,6"), cell("3,7"))]
    assert coa.ground.works.keys() == {cell("4,10"), cell("4,11")}
    assert [one.banners for one in ccn_content("quatre_bras").sides.values()] == [9, 9]


EMBODIED = (
    "1.1.1 1.1.2 1.1.3 1.1.4 1.1.5 1.1.9 1.1.10 1.2.1 1.2.2 1.2.3 1.2.4 1.3.1 1.4.1 1.4.2 "
    "1.4.3 1.4.4 1.4.7 1.4.8 1.5.1 2.1 2.9 16.1.4 16.6.1 17.1.1 19.8 20.1 20.2 20.5 "
)
"""The rules that board, pieces and deck embody by being as they are."""


def test_the_board_and_the_pieces_embody_these_rules() -> None:
    with recording() as heard:
        cite_the_board()
    assert sorted(heard.hits) == sorted(f"CCN-{one}" for one in EMBODIED.split())
