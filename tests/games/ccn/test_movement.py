import pytest

from tests.games.ccn.field import ALLIED, FRENCH, Field, british, cell, field, french, leader
from walstatt.games.ccn.announcing import MeleeAttack
from walstatt.games.ccn.board import BOARD
from walstatt.games.ccn.cards import allowance
from walstatt.games.ccn.combat import Fire
from walstatt.games.ccn.events import Joined, Moved
from walstatt.games.ccn.movement import ChooseMove, EndMovement, Exit, Move, MoveLeader
from walstatt.games.ccn.unit_movement import MOVE_RULES, range_rule, unit_reach
from walstatt.games.ccn.world import leader_name, troop_of, unit_name
from walstatt.i18n.catalogue import say
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.events import Event
from walstatt.kernel.ids import CellId, UnitId
from walstatt.kernel.prompts import Choice, Preview, Target
from walstatt.workshop.covers import covers

A, B, C, N = UnitId("a"), UnitId("b"), UnitId("c"), UnitId("n")
FAR = british("b", "LN", "1,1")


def moving(*units: dict[str, object], **terrain: tuple[str, ...]) -> Field:
    """Begin the French Move phase; an enemy stands far away."""
    return field(*units, FAR, phase="move", terrain=terrain)


def ordered(code: str, at: str = "5,7", blocks: int | None = None) -> dict[str, object]:
    """Write the unit that moves."""
    return french("a", code, at, ordered=True, blocks=blocks)


def reach(battle: Field, unit: UnitId = A) -> dict[str, int]:
    """Tell by label how many steps lead where."""
    return {BOARD.label(to): n for to, n in unit_reach(battle.ctx, unit).steps.items()}


def told(battle: Field, kind: type[Event]) -> list[Event]:
    return [one.event for one in battle.game.tape or () if isinstance(one.event, kind)]


# -- how far -------------------------------------------------------------------------------------

FRENCH_TYPES = {
    # how far a type moves, and how far if it wants to fight
    "LN": (1, 1, "CCN-6.2.1"),
    "GR": (1, 1, "CCN-6.2.1"),
    "OG": (1, 1, "CCN-6.2.1"),
    "MI": (1, 1, "CCN-6.2.1"),
    "LT": (2, 1, "CCN-6.2.2"),
    "YG": (2, 1, "CCN-6.2.2"),
    "LC": (3, 3, "CCN-6.2.3"),
    "HC": (2, 2, "CCN-6.2.4"),
    "CHC": (2, 2, "CCN-6.2.4"),
    "GHC": (2, 2, "CCN-6.2.4"),
    "FA": (1, 0, "CCN-6.2.5"),
    "GFA": (1, 0, "CCN-6.2.5"),
    "HA": (2, 1, "CCN-6.2.6"),
}
BRITISH_TYPES = {"GG": FRENCH_TYPES["OG"], "RL": FRENCH_TYPES["LT"], "LN": FRENCH_TYPES["LN"]}


def assert_moves_at_most(battle: Field, code: str, values: tuple[int, int, str]) -> None:
    """Check where a unit at 5,7 can move, and whether it may fight afterwards."""
    most, march, because = values
    steps = reach(battle)
    assert set(steps.values()) == set(range(1, most + 1))
    assert len(steps) == 3 * most * (most + 1)
    for hexes in range(1, most + 1):
        after = battle.game.clone(None)
        seat = after.to_act[0]
        after.answer(seat, Move(A, cell(f"5,{7 + hexes}")))
        one = after.world.units[A]
        assert (one.moved, one.barred) == (hexes, hexes > march)
    assert battle.refusal(Move(A, cell(f"5,{8 + most}"))) == [because]
    assert MOVE_RULES[code] == because


@covers("CCN-6.2.1", "CCN-6.2.2", "CCN-6.2.3", "CCN-6.2.4", "CCN-6.2.5", "CCN-6.2.6")
@pytest.mark.parametrize("code", FRENCH_TYPES)
def test_how_far_french_units_move_and_still_fight(code: str) -> None:
    assert_moves_at_most(moving(ordered(code)), code, FRENCH_TYPES[code])


@covers("CCN-6.2.1", "CCN-6.2.2")
@pytest.mark.parametrize("code", BRITISH_TYPES)
def test_how_far_british_units_move_and_still_fight(code: str) -> None:
    units = british("a", code, "5,7", ordered=True), french("f", "LN", "9,1")
    assert_moves_at_most(field(*units, phase="move", to_move="allied"), code, BRITISH_TYPES[code])


@covers("CCN-6.2.7")
@pytest.mark.parametrize(("blocks", "barred"), [(1, True), (2, False), (3, False)])
def test_a_last_block_of_horse_artillery_does_not_move_and_fight(blocks: int, barred: bool) -> None:
    battle = moving(ordered("HA", blocks=blocks)).do(Move(A, cell("5,8")))
    assert battle.unit("a").barred is barred


@covers("CCN-6.2.5", "CCN-6.2.7")
@pytest.mark.parametrize(("code", "blocks"), [("FA", 3), ("GFA", 3), ("HA", 1)])
def test_artillery_that_does_not_move_may_fight(code: str, blocks: int) -> None:
    units = ordered(code, blocks=blocks), british("d", "LN", "5,9")
    battle = moving(*units).do(EndMovement())
    assert Fire(A, UnitId("d")) in battle.options()


@covers("CCN-6.2.2")
@pytest.mark.parametrize(("to", "fights"), [("5,8", True), ("5,9", False)])
def test_light_infantry_moves_one_hex_and_fights_or_two_and_does_not(to: str, fights: bool) -> None:
    enemy = british("d", "LN", "4,9")
    battle = moving(ordered("LT"), enemy).do(Move(A, cell(to))).do(EndMovement())
    expected = ("french", "choose_combat") if fights else None
    assert (battle.asked() if battle.game.to_act else None) == expected


@covers("CCN-6.2.3", "CCN-6.2.4")
@pytest.mark.parametrize(("code", "hexes"), [("LC", 3), ("HC", 2)])
def test_cavalry_fights_after_its_longest_move(code: str, hexes: int) -> None:
    enemy = british("d", "LN", f"5,{8 + hexes}")
    battle = moving(ordered(code), enemy).do(Move(A, cell(f"5,{7 + hexes}"))).do(EndMovement())
    assert MeleeAttack(A, UnitId("d"), ()) in battle.options()


@covers("CCN-6.2.8")
@pytest.mark.parametrize(("card", "code", "hexes"), [
    ("", "LN", 1), ("bayonet_charge", "LN", 2), ("bombard", "FA", 3), ("cavalry_charge", "HC", 3),
    ("cavalry_charge", "HA", 2), ("force_march", "LN", 2), ("grande_manoeuvre", "LN", 4),
    ("fire_and_hold", "LN", 0), ("cold_steel", "LN", 0), ("forward", "LC", 3),
])  # fmt: skip
def test_cards_override_allowances(card: str, code: str, hexes: int) -> None:
    battle = moving(ordered(code))
    battle.world.effect = card
    assert allowance(battle.ctx, A, troop_of(battle.ctx, A)) == hexes
    assert set(reach(battle).values()) == set(range(1, hexes + 1))


@covers("CCN-6.2.8")
@pytest.mark.parametrize(("card", "code", "rule"), [
    ("", "LN", "CCN-6.2.1"),
    ("bayonet_charge", "LN", "CCN-17.4.1.2"),
    ("bombard", "FA", "CCN-17.4.2.2"),
    ("cavalry_charge", "HC", "CCN-17.4.3.3"),
    ("cavalry_charge", "LC", "CCN-6.2.3"),
    ("cavalry_charge", "HA", "CCN-6.2.6"),
    ("force_march", "LN", "CCN-17.4.8.3"),
    ("grande_manoeuvre", "LN", "CCN-17.4.11.1"),
    ("fire_and_hold", "LN", "CCN-17.4.6.4"),
    ("cold_steel", "LN", "CCN-17.4.9.3"),
    ("forward", "HC", "CCN-6.2.4"),
])  # fmt: skip
def test_the_rule_that_says_how_far_a_unit_moves(card: str, code: str, rule: str) -> None:
    battle = moving(ordered(code))
    battle.world.effect = card
    assert range_rule(battle.ctx, troop_of(battle.ctx, A)) == rule


def test_every_type_has_a_rule_for_its_movement() -> None:
    expected = {code: values[2] for code, values in (FRENCH_TYPES | BRITISH_TYPES).items()}
    assert expected == MOVE_RULES


# -- what is in the way --------------------------------------------------------------------------


@covers("CCN-6.1.5")
def test_a_move_goes_from_hex_to_hex_around_what_is_in_the_way() -> None:
    friends = french("c", "LN", "5,8"), french("d", "LN", "4,7")
    steps = reach(moving(ordered("LC"), *friends))
    assert (steps["6,7"], steps["5,9"], steps["3,8"]) == (1, 3, 3)
    assert "5,8" not in steps
    assert "4,7" not in steps
    assert "5,7" not in steps


@covers("CCN-6.1.6", "CCN-1.1.9")
def test_a_unit_neither_enters_nor_passes_a_hex_with_a_friendly_unit() -> None:
    ring = [french(f"u{n}", "LN", at) for n, at in enumerate(("5,8", "6,6", "6,7", "4,6", "4,7"))]
    battle = moving(ordered("LC"), *ring)
    assert battle.refusal(Move(A, cell("5,8"))) == ["CCN-6.1.6"]
    assert reach(battle) == {
        "5,6": 1,
        **dict.fromkeys(("5,5", "6,5", "4,5"), 2),
        **dict.fromkeys(("5,4", "6,4", "4,4", "7,5", "7,6", "3,5", "3,6"), 3),
    }


@covers("CCN-6.1.7")
def test_a_unit_neither_enters_nor_passes_a_hex_with_an_enemy() -> None:
    ring = [british(f"u{n}", "LN", at) for n, at in enumerate(("5,8", "6,6", "6,7", "4,6", "4,7"))]
    battle = moving(ordered("LC"), *ring)
    assert battle.refusal(Move(A, cell("5,8"))) == ["CCN-6.1.7"]
    assert "5,9" not in reach(battle)


@covers("CCN-6.1.7")
def test_a_unit_neither_enters_nor_passes_a_hex_with_an_enemy_leader() -> None:
    battle = field(
        ordered("LC", "1,13"), FAR, leaders=[leader("w", "allied", "1,12")], phase="move"
    )
    assert battle.refusal(Move(A, cell("1,12"))) == ["CCN-6.1.7"]
    steps = reach(battle)
    assert (steps.get("1,12"), steps["2,12"], steps["2,11"]) == (None, 1, 2)
    assert steps["1,11"] == 3


@covers("CCN-6.1.8")
def test_a_unit_that_enters_the_hex_of_a_friendly_lone_leader_stops_and_is_led() -> None:
    lone = leader("n", "french", "2,12")
    block = french("c", "LN", "1,12")
    battle = field(ordered("LC", "1,13"), block, FAR, leaders=[lone], phase="move")
    assert reach(battle) == {"2,12": 1}
    battle.do(Move(A, cell("2,12")))
    assert (battle.at("a"), battle.at("n")) == ("2,12", "2,12")
    unit = unit_name(battle.ctx, A)
    name = say("ccn.unit", kind=unit.args["kind"], at="1,13")
    assert told(battle, Moved)[0] == Moved(name, "2,12", seat=FRENCH, because="CCN-6.2.3")
    assert len(told(battle, Joined)) == 1


@covers("CCN-6.1.9")
def test_a_unit_with_a_leader_neither_enters_nor_passes_the_hex_of_another() -> None:
    led = french("a", "LC", "1,13", ordered=True, leader="m")
    block, lone = french("c", "LN", "1,12"), leader("n", "french", "2,12")
    free = french("d", "LN", "9,1", ordered=True)
    battle = field(led, block, free, FAR, leaders=[lone], phase="move")
    assert battle.refusal(Move(A, cell("2,12"))) == ["CCN-6.1.9"]
    assert reach(battle) == {}


@covers("CCN-6.1.9")
def test_a_unit_with_a_leader_passes_another_if_so_read_but_does_not_stop_there() -> None:
    led = french("a", "LC", "1,13", ordered=True, leader="m")
    block, lone = french("c", "LN", "1,12"), leader("n", "french", "2,12")
    option = {"led_units_pass_lone_leaders": True}
    battle = field(led, block, FAR, leaders=[lone], phase="move", options=option)
    assert reach(battle) == {
        **dict.fromkeys(("2,11", "3,12", "3,13"), 2),
        **dict.fromkeys(("1,11", "2,10", "3,11", "4,11", "4,12"), 3),
    }


@covers("CCN-6.1.8", "CCN-6.1.9")
def test_no_reading_lets_a_unit_pass_an_enemy_leader_or_an_unled_unit_pass_a_friend() -> None:
    option = {"led_units_pass_lone_leaders": True}
    block = french("c", "LN", "1,12")
    led = french("a", "LC", "1,13", ordered=True, leader="m")
    free = french("d", "LN", "9,1", ordered=True)
    enemy = leader("w", "allied", "2,12")
    battle = field(led, block, free, FAR, leaders=[enemy], phase="move", options=option)
    assert reach(battle) == {}
    friend = leader("n", "french", "2,12")
    unled = field(ordered("LC", "1,13"), block, FAR, leaders=[friend], phase="move", options=option)
    assert reach(unled) == {"2,12": 1}


@covers("CCN-6.1.14")
def test_terrain_stops_a_move() -> None:
    battle = moving(ordered("LC", "1,13"), french("c", "LN", "1,12"), forest=("2,12",))
    assert reach(battle) == {"2,12": 1}


@covers("CCN-6.1.14")
@pytest.mark.parametrize(
    ("tile", "barred"), [("forest", True), ("building", True), ("hill", False)]
)
def test_terrain_forbids_fighting_after_entry(tile: str, barred: bool) -> None:
    battle = moving(ordered("LC"), **{tile: ("5,8",)}).do(Move(A, cell("5,8")))
    assert battle.unit("a").barred is barred


@covers("CCN-6.1.15")
@pytest.mark.parametrize(("tile", "code", "rules"), [
    ("river", "LN", ["CCN-6.1.15"]), ("rugged_hill", "LC", ["CCN-6.1.15"]),
    ("sand_pit", "FA", ["CCN-6.1.15"]), ("sand_pit", "LN", []), ("hill", "LN", []),
])  # fmt: skip
def test_impassable_terrain_is_not_entered(tile: str, code: str, rules: list[str]) -> None:
    battle = moving(ordered(code), **{tile: ("5,8",)})
    assert [one.rule for one in battle.game.check(FRENCH, Move(A, cell("5,8")))] == rules


@covers("CCN-6.1.15")
def test_impassable_terrain_is_not_crossed() -> None:
    walls = ("5,8", "6,6", "6,7", "4,6", "4,7")
    steps = reach(moving(ordered("LC"), river=walls))
    assert "5,9" not in steps
    assert steps["5,5"] == 2


@covers("CCN-6.1.11")
def test_no_unit_leaves_the_board() -> None:
    battle = moving(ordered("LC", "9,13"))
    assert battle.refusal(Exit(A)) == ["CCN-6.1.11"]
    for nowhere in (-1, 113, 999):
        assert battle.refusal(Move(A, CellId(nowhere))) == ["CCN-6.1.11"]
    assert not any(isinstance(one, Exit) for one in battle.options())


@covers("CCN-6.1.12", "CCN-6.1.13")
def test_a_unit_keeps_its_blocks_together_and_joins_no_other() -> None:
    units = ordered("LN", blocks=2), french("c", "LN", "5,8", blocks=1)
    battle = moving(*units)
    assert battle.refusal(Move(A, cell("5,8"))) == ["CCN-6.1.6"]
    battle.do(Move(A, cell("5,6")))
    assert [(one.blocks, BOARD.label(one.at)) for one in battle.world.units.values()][:2] == [
        (2, "5,6"),
        (1, "5,8"),
    ]


@covers("CCN-6.1.16")
def test_a_square_does_not_move() -> None:
    square = french("a", "LN", "5,7", ordered=True, square=True)
    battle = moving(square, french("c", "LN", "9,1", ordered=True))
    assert battle.refusal(Move(A, cell("5,8"))) == ["CCN-6.1.16"]
    assert {one.unit for one in battle.options() if isinstance(one, Move)} == {C}


# -- moving one after the other ------------------------------------------------------------------


@covers("CCN-6.1.1")
def test_pieces_move_in_any_order() -> None:
    units = ordered("LN", "5,5"), french("c", "LN", "5,9", ordered=True)
    battle = moving(*units)
    assert {one.unit for one in battle.options() if isinstance(one, Move)} == {A, C}
    battle.do(Move(C, cell("5,10"))).do(Move(A, cell("5,6")))
    assert (battle.at("a"), battle.at("c")) == ("5,6", "5,10")


@covers("CCN-6.1.2", "CCN-6.1.4")
def test_a_unit_moves_once_even_if_it_has_hexes_left() -> None:
    units = ordered("LC", "5,5"), french("c", "LN", "5,9", ordered=True)
    battle = moving(*units).do(Move(A, cell("5,6")))
    assert battle.unit("a").moved == 1
    assert battle.refusal(Move(A, cell("5,7"))) == ["CCN-6.1.2"]
    assert {one.unit for one in battle.options() if isinstance(one, Move)} == {C}


@covers("CCN-6.1.3")
def test_an_ordered_unit_need_not_move() -> None:
    battle = moving(ordered("LN"), british("d", "LN", "5,9"))
    assert battle.options()[0] == EndMovement()
    battle.do(EndMovement())
    assert (battle.at("a"), battle.unit("a").moved) == ("5,7", 0)
    assert battle.asked() == ("french", "choose_combat")


@covers("CCN-6.1.3")
def test_staying_is_no_move() -> None:
    assert moving(ordered("LN")).refusal(Move(A, cell("5,7"))) == ["CCN-6.1.3"]


@covers("CCN-6.1.1")
def test_the_phase_ends_when_the_player_says_so_even_if_nobody_is_left() -> None:
    battle = moving(ordered("LN")).do(Move(A, cell("5,8")))
    assert battle.options() == [EndMovement()]
    assert battle.asked() == ("french", "choose_move")


@covers("CCN-6.1.1")
def test_nobody_is_asked_when_nobody_can_move() -> None:
    around = [french(f"u{n}", "LN", at) for n, at in enumerate(("1,12", "2,12"))]
    battle = moving(ordered("LN", "1,13"), *around)
    assert battle.world.phase == "draw"


def test_cards_that_forbid_moves_lead_straight_to_combat() -> None:
    units = ordered("LN"), british("d", "LN", "5,9")
    battle = field(*units, phase="move", card="fire_and_hold")
    assert battle.asked() == ("french", "choose_combat")


@covers("CCN-5.5")
def test_every_reason_against_a_move_is_given() -> None:
    square = french("a", "LN", "5,7", square=True)
    moved = french("c", "LC", "5,9", moved=1)
    battle = moving(square, moved, french("d", "LN", "9,1", ordered=True))
    assert battle.refusal(Move(A, cell("5,8"))) == ["CCN-5.5", "CCN-6.1.16"]
    assert battle.refusal(Move(C, cell("5,8"))) == ["CCN-5.5", "CCN-6.1.2"]
    assert battle.refusal(Exit(A)) == ["CCN-5.5", "CCN-6.1.16"]


@covers("CCN-5.5")
@pytest.mark.parametrize("unit", ["b", "nobody", "n"])
def test_only_ones_own_units_can_be_moved(unit: str) -> None:
    lone = leader("n", "french", "9,9")
    units = ordered("LN"), british("b", "LN", "1,1", ordered=True)
    battle = field(*units, leaders=[lone], phase="move")
    assert battle.refusal(Move(UnitId(unit), cell("5,8"))) == ["CCN-5.5"]
    assert battle.refusal(Exit(UnitId(unit))) == ["CCN-5.5"]
    assert battle.at("a") == "5,7"


@covers("CCN-4.4")
def test_moves_are_not_offered_to_the_enemy_s_ordered_units() -> None:
    units = ordered("LN"), british("b", "LN", "1,1", ordered=True)
    battle = field(*units, leaders=[leader("w", "allied", "1,5", ordered=True)], phase="move")
    pieces = {one.unit for one in battle.options() if isinstance(one, Move)}
    assert pieces == {A}
    assert not any(isinstance(one, MoveLeader) for one in battle.options())
    with pytest.raises(BadRequest):
        battle.game.answer(ALLIED, Move(B, cell("1,2")))


# -- asking --------------------------------------------------------------------------------------


def test_how_moves_are_shown() -> None:
    battle = field(
        ordered("LN"),
        FAR,
        leaders=[leader("n", "french", "5,9", ordered=True)],
        phase="move",
        exits=[{"at": "5,7", "side": "french", "banners": 1, "leader_banners": 1}],
    )
    ctx, decision = battle.ctx, battle.decision()
    assert isinstance(decision, ChooseMove)
    unit, him = unit_name(ctx, A), leader_name(ctx, N)
    assert decision.present(ctx, EndMovement()) == Choice(say("ccn.do.end_movement"))
    there, mine = Target("cell", str(cell("5,8"))), Target("piece", "a")
    move = Choice(say("ccn.do.move", piece=unit, to="5,8"), there, of=mine, n=1)
    assert decision.present(ctx, Move(A, cell("5,8"))) == move
    follow = Choice(say("ccn.do.move", piece=him, to="5,8"), there, of=Target("piece", "n"), n=1)
    assert decision.present(ctx, MoveLeader(N, cell("5,8"))) == follow
    way = Target("cell", str(cell("5,7")))
    leave = Choice(say("ccn.do.exit", piece=unit), way, of=mine, n=1)
    assert decision.present(ctx, Exit(A)) == leave


def test_a_preview_shows_where_the_piece_could_go_and_what_is_wrong() -> None:
    battle = field(
        ordered("LN", "1,13"),
        FAR,
        leaders=[leader("n", "french", "9,13", ordered=True)],
        phase="move",
    )
    ctx, decision = battle.ctx, battle.decision()
    preview = decision.preview(ctx, Move(A, cell("1,12")))
    assert preview.violations == ()
    assert {one.id for one in preview.reach} == {str(cell("1,12")), str(cell("2,12"))}
    assert {one.kind for one in preview.reach} == {"cell"}
    wrong = decision.preview(ctx, Move(A, cell("1,10")))
    assert [one.rule for one in wrong.violations] == ["CCN-6.2.1"]
    assert wrong.reach == preview.reach
    assert len(decision.preview(ctx, MoveLeader(N, cell("9,12"))).reach) == 11
    assert decision.preview(ctx, EndMovement()) == Preview()
    nobody = decision.preview(ctx, Move(UnitId("nobody"), cell("1,12")))
    assert ([one.rule for one in nobody.violations], nobody.reach) == (["CCN-5.5"], ())
    no_leader = decision.preview(ctx, MoveLeader(UnitId("nobody"), cell("1,12")))
    assert ([one.rule for one in no_leader.violations], no_leader.reach) == (["CCN-5.5"], ())
