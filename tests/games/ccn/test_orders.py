import pytest

from tests.games.ccn.field import ALLIED, FRENCH, Field, british, cell, field, french, leader
from walstatt.games.ccn.combat import Fire
from walstatt.games.ccn.events import Ordered
from walstatt.games.ccn.movement import EndMovement, Move
from walstatt.games.ccn.orders import (
    FITS,
    ChooseOrders,
    EndOrders,
    Order,
    OrderLeader,
    Slots,
    can_be_given,
    sheet_of,
    slots_of_leader,
    slots_of_unit,
)
from walstatt.games.ccn.world import leader_name, section_of, unit_name
from walstatt.i18n.catalogue import say
from walstatt.kernel.decisions import Answer
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.ids import UnitId
from walstatt.kernel.prompts import Choice, Target
from walstatt.kernel.trace import recording
from walstatt.workshop.covers import covers

A, B, C, N = UnitId("a"), UnitId("b"), UnitId("c"), UnitId("n")
ENEMY = british("b", "LN", "1,7")


def ordering(card: str, *units: dict[str, object], command: int = 5) -> Field:
    """Begin the Order phase of a French card; an enemy is far away."""
    return field(*units, ENEMY, phase="order", card=card, command=command)


def line(*places: str) -> list[dict[str, object]]:
    """Place French line infantry, called a, c, d, e and so on."""
    names = "acdefghi"
    return [french(name, "LN", at) for name, at in zip(names, places, strict=False)]


def legal(battle: Field) -> set[Answer]:
    """Find the legal orders by judging every order that can be thought of."""
    world, decision = battle.world, battle.decision()
    thinkable: list[Answer] = [EndOrders(), *map(OrderLeader, (*world.leaders, *world.units))]
    for unit in (*world.units, *world.leaders):
        thinkable += (Order(unit), Order(unit, leave_square=True))
    return {one for one in thinkable if not decision.check(battle.ctx, one)}


# -- sections ------------------------------------------------------------------------------------


@covers("CCN-5.2", "CCN-1.2.2", "CCN-1.2.3", "CCN-1.2.4")
@pytest.mark.parametrize(
    ("at", "seen"),
    [("4,4", "right center"), ("5,4", "right"), ("5,5", "center"), ("5,10", "left")],
)
@pytest.mark.parametrize("section", ["left", "center", "right"])
def test_a_probe_orders_units_of_its_section_as_its_player_sees_it(
    at: str, seen: str, section: str
) -> None:
    battle = ordering(f"probe_{section}", *line(at, "9,13", "9,7", "9,1"))
    expected = [] if section in seen.split() else ["CCN-5.2"]
    assert [one.rule for one in battle.game.check(FRENCH, Order(A))] == expected
    assert (Order(A) in battle.options()) is (section in seen.split())


@covers("CCN-5.7", "CCN-1.2.2")
@pytest.mark.parametrize(("card", "allowed"), [
    ("probe_left", True), ("probe_center", True), ("probe_right", False),
])  # fmt: skip
def test_the_bottom_army_orders_a_unit_at_4_4_through_left_or_center(
    card: str, allowed: bool
) -> None:
    units = british("a", "LN", "4,4"), *(british(f"u{n}", "LN", f"1,{n}") for n in (2, 7, 11))
    battle = field(*units, french("f", "LN", "9,7"), phase="order", card=card, to_move="allied")
    assert (Order(A) in battle.options()) is allowed


@covers("CCN-5.2", "CCN-5.4", "CCN-5.6")
def test_a_section_card_orders_its_number_of_units_and_no_more() -> None:
    battle = ordering("attack_center", *line("5,5", "5,6", "5,7", "5,8"))
    for left, unit in ((3, "a"), (2, "c"), (1, "d")):
        decision = battle.decision()
        assert isinstance(decision, ChooseOrders)
        assert decision.prompt(battle.ctx).args["n"] == left
        battle.do(Order(UnitId(unit)))
    assert battle.asked() == ("french", "choose_move")
    assert [one.ordered for one in battle.world.units.values()] == [True, True, True, False, False]


@covers("CCN-5.9")
def test_orders_for_which_there_is_nobody_are_lost() -> None:
    battle = ordering("attack_center", *line("5,5", "5,2"))
    battle.do(Order(A))
    assert battle.asked() == ("french", "choose_move")


@covers("CCN-5.4")
def test_all_orders_are_given_before_anybody_moves() -> None:
    battle = ordering("probe_center", *line("5,5", "5,7"))
    battle.do(Order(A))
    with pytest.raises(BadRequest):
        battle.do(Move(A, cell("5,6")))
    battle.do(Order(C)).do(Move(A, cell("5,6")))
    with pytest.raises(BadRequest):
        battle.do(Order(C))


@covers("CCN-5.5")
def test_only_ordered_units_move_or_fight() -> None:
    units = french("a", "LN", "5,5", ordered=True), french("c", "LN", "5,9")
    battle = field(*units, british("b", "LN", "5,7"), phase="move")
    assert battle.refusal(Move(C, cell("5,10"))) == ["CCN-5.5"]
    assert {one.unit for one in battle.options() if isinstance(one, Move)} == {A}
    battle.do(EndMovement())
    assert battle.refusal(Fire(C, B)) == ["CCN-5.5"]
    assert battle.unit("c").ordered is False


@covers("CCN-5.6")
def test_a_piece_is_ordered_once_a_turn() -> None:
    lone = leader("n", "french", "5,8")
    units = line("5,5", "5,2")
    battle = field(*units, ENEMY, leaders=[lone], phase="order", card="forward")
    battle.do(Order(A)).do(OrderLeader(N))
    assert battle.refusal(Order(A)) == ["CCN-5.6"]
    assert battle.refusal(Order(A, leave_square=True)) == ["CCN-5.6"]
    assert battle.refusal(OrderLeader(N)) == ["CCN-5.6"]


@covers("CCN-5.2")
def test_only_ones_own_pieces_can_be_ordered() -> None:
    leaders = [leader("n", "french", "5,8"), leader("w", "allied", "1,8")]
    battle = field(*line("5,5"), ENEMY, leaders=leaders, phase="order", card="probe_center")
    for unit in ("b", "n", "nobody"):
        assert battle.refusal(Order(UnitId(unit))) == ["CCN-5.2"]
    for one in ("w", "a", "nobody"):
        assert battle.refusal(OrderLeader(UnitId(one))) == ["CCN-5.2"]
    assert not any(one.ordered for one in battle.world.units.values())
    assert battle.asked() == ("french", "choose_orders")


@covers("CCN-5.8", "CCN-6.1.10")
def test_an_ordered_unit_may_move_into_another_section() -> None:
    battle = ordering("probe_center", *line("5,5", "5,4"))
    assert battle.refusal(Order(C)) == ["CCN-5.2"]
    battle.do(Order(A)).do(Move(A, cell("6,4"))).do(EndMovement())
    assert battle.at("a") == "6,4"
    assert section_of(battle.ctx, FRENCH, cell("5,4")) == ("right",)


@covers("CCN-5.6")
def test_an_order_beyond_the_number_of_the_card_is_refused_by_its_rule() -> None:
    battle = ordering("recon_in_force", *line("5,5", "5,6", "5,2"))
    battle.do(Order(A))
    assert battle.refusal(Order(C)) == ["CCN-17.2.8"]
    assert battle.options() == [EndOrders(), Order(UnitId("d"))]


# -- pieces on section lines ---------------------------------------------------------------------

LEFT, CENTER, RIGHT = 1, 2, 4
RECON: Slots = (("left", 1), ("center", 1), ("right", 1))
ADVANCE: Slots = (("left", 1), ("center", 2), ("right", 1))


@covers("CCN-5.7", "CCN-5.6")
@pytest.mark.parametrize(
    ("slots", "wanted", "possible"),
    [
        ((("center", 2),), [1], True),
        ((("center", 2),), [1, 1], True),
        ((("center", 2),), [1, 1, 1], False),
        ((("center", 2),), [0], False),
        (RECON, [LEFT, CENTER, RIGHT], True),
        (RECON, [LEFT, LEFT], False),
        (RECON, [LEFT | CENTER, LEFT | CENTER], True),
        (RECON, [LEFT | CENTER, LEFT], True),
        (RECON, [LEFT | CENTER, LEFT, CENTER], False),
        (RECON, [LEFT | CENTER, LEFT, RIGHT], True),
        (RECON, [LEFT | CENTER, LEFT | CENTER, LEFT | CENTER], False),
        (RECON, [LEFT | CENTER, CENTER | RIGHT, LEFT | CENTER], True),
        (RECON, [LEFT, CENTER, RIGHT, RIGHT], False),
        (RECON, [LEFT | CENTER, CENTER | RIGHT, LEFT | CENTER, CENTER | RIGHT], False),
        (RECON, [LEFT, 0], False),
        (ADVANCE, [LEFT | CENTER, LEFT | CENTER, LEFT | CENTER], True),
        (ADVANCE, [LEFT | CENTER, LEFT | CENTER, LEFT | CENTER, CENTER], False),
        (ADVANCE, [CENTER, CENTER, CENTER | RIGHT, LEFT | CENTER], True),
        (ADVANCE, [CENTER, CENTER, CENTER | RIGHT, RIGHT], False),
        (RECON, [], True),
    ],
)
def test_whether_there_are_orders_enough(slots: Slots, wanted: list[int], possible: bool) -> None:
    assert can_be_given(sheet_of("top", slots), wanted) is possible


@covers("CCN-5.7")
def test_a_unit_on_a_line_takes_the_order_that_the_others_leave() -> None:
    battle = ordering("recon_in_force", *line("4,4", "5,5", "5,6", "5,2", "5,12"))
    battle.do(Order(A))
    assert {Order(UnitId(unit)) for unit in "cde"} < set(battle.options())
    battle.do(Order(C))
    assert battle.refusal(Order(UnitId("d"))) == ["CCN-17.2.8"]
    assert battle.refusal(Order(UnitId("e"))) == ["CCN-17.2.8"]
    assert battle.options() == [EndOrders(), Order(UnitId("f"))]


@covers("CCN-5.7")
def test_a_unit_on_a_line_is_not_counted_twice() -> None:
    battle = ordering("coordinated_advance", *line("4,4", "5,5", "5,6", "5,2"))
    battle.do(Order(A))
    for unit in "cd":
        battle.do(Order(UnitId(unit)))
    assert battle.asked() == ("french", "choose_move")


@covers("CCN-5.3", "CCN-5.7")
@pytest.mark.parametrize(("card", "at", "noted"), [
    ("probe_center", "5,7", set()),
    ("probe_center", "6,4", {"CCN-5.7"}),
    ("bayonet_charge", "6,4", {"CCN-5.3"}),
])  # fmt: skip
def test_by_what_a_piece_is_ordered_is_noted(card: str, at: str, noted: set[str]) -> None:
    battle = ordering(card, *line(at, "9,7"))
    with recording() as heard:
        battle.do(Order(A))
    assert {"CCN-5.3", "CCN-5.7"}.intersection(heard.fired) == noted


# -- tactics cards -------------------------------------------------------------------------------

KINDS = {
    "infantry": "LN LT GR OG YG MI",
    "cavalry": "LC HC CHC GHC",
    "artillery": "FA HA GFA",
    "charge": "LC HC CHC GHC HA",
    "hold": "LN LT GR OG YG MI FA HA GFA",
    "unit": "LN LT GR OG YG MI LC HC CHC GHC FA HA GFA",
    "any": "LN LT GR OG YG MI LC HC CHC GHC FA HA GFA",
    "manoeuvre": "LN LT GR OG YG MI LC HC CHC GHC FA HA GFA",
}
TYPES = KINDS["unit"].split()


@covers("CCN-5.3")
@pytest.mark.parametrize("kind", KINDS)
def test_which_types_an_order_fits_wherever_they_stand(kind: str) -> None:
    units = [french(code, code, f"9,{n}") for n, code in enumerate(TYPES, 1)]
    battle = field(*units, ENEMY, phase="command")
    slots = ((kind, 1),)
    fitting = [
        code
        for code in TYPES
        if slots_of_unit(battle.ctx, sheet_of("top", slots), UnitId(code)) == 1
    ]
    assert fitting == KINDS[kind].split()
    assert kind in FITS


@covers("CCN-5.3")
def test_a_tactics_card_orders_units_in_any_section() -> None:
    battle = ordering("bayonet_charge", *line("5,1", "5,7", "5,13"))
    assert battle.options() == [EndOrders(), Order(A), Order(C), Order(UnitId("d"))]


@covers("CCN-5.3")
def test_several_kinds_of_orders_are_told_apart_by_place() -> None:
    units = french("a", "LN", "5,5"), french("c", "LC", "5,6")
    battle = field(*units, ENEMY, leaders=[leader("n", "french", "5,8")], phase="command")
    slots: Slots = (("infantry", 1), ("cavalry", 1), ("any", 1), ("center", 1))
    assert slots_of_unit(battle.ctx, sheet_of("top", slots), A) == 0b1101
    assert slots_of_unit(battle.ctx, sheet_of("top", slots), C) == 0b1110
    assert slots_of_leader(battle.ctx, sheet_of("top", slots), N) == 0b1100
    elsewhere = sheet_of("top", (("left", 1), ("manoeuvre", 1)))
    assert slots_of_leader(battle.ctx, elsewhere, N) == 0b10


@covers("CCN-5.3")
@pytest.mark.parametrize(("card", "unit", "rule"), [
    ("bayonet_charge", "LC", "CCN-17.4.1.1"),
    ("bombard", "LC", "CCN-17.4.2.1"),
    ("cavalry_charge", "LN", "CCN-17.4.3.1"),
    ("cavalry_charge", "GFA", "CCN-17.4.3.1"),
    ("fire_and_hold", "LC", "CCN-17.4.6.1"),
])  # fmt: skip
def test_a_unit_of_the_wrong_kind_is_refused(card: str, unit: str, rule: str) -> None:
    others = [french(code, code, f"9,{n}") for n, code in ((1, "LT"), (5, "FA"), (9, "HC"))]
    battle = ordering(card, french("a", unit, "5,7"), *others)
    assert battle.refusal(Order(A)) == [rule]


@pytest.mark.parametrize(("enemy", "lone", "pinned", "allowed"), [
    ("1,7", "1,1", False, True),
    ("5,8", "1,1", False, False),
    ("1,7", "5,8", False, True),
    ("1,7", "5,8", True, False),
    ("1,7", "1,1", True, True),
])  # fmt: skip
def test_fire_and_hold_orders_nobody_next_to_an_enemy_unit(
    enemy: str, lone: str, pinned: bool, allowed: bool
) -> None:
    battle = field(
        *line("5,7", "9,1"),
        british("b", "LN", enemy),
        leaders=[leader("w", "allied", lone)],
        phase="order",
        card="fire_and_hold",
        options={"lone_leader_pins": pinned},
    )
    if allowed:
        assert Order(A) in battle.options()
    else:
        assert battle.refusal(Order(A)) == ["CCN-17.4.6.3"]


def test_la_grande_manoeuvre_orders_no_unit_in_square() -> None:
    units = french("a", "LN", "5,7", square=True), french("c", "LN", "5,9")
    battle = field(*units, ENEMY, phase="command")
    slots: Slots = (("manoeuvre", 4),)
    assert slots_of_unit(battle.ctx, sheet_of("top", slots), A) == 0
    decision = ChooseOrders(FRENCH, slots)
    assert [one.rule for one in decision.check(battle.ctx, Order(A))] == ["CCN-17.4.11.3"]
    assert decision.candidates(battle.ctx) == [EndOrders(), Order(C)]


# -- squares -------------------------------------------------------------------------------------


@covers("CCN-5.23")
def test_an_ordered_square_is_left_or_stays() -> None:
    units = french("a", "LN", "5,7", square=True), french("c", "LN", "9,7")
    battle = ordering("probe_center", *units)
    leaving = Order(A, leave_square=True)
    assert battle.options() == [EndOrders(), Order(A), leaving, Order(C)]
    battle.do(Order(A))
    assert (battle.unit("a").square, battle.unit("a").ordered) == (1, True)
    other = ordering("probe_center", *units).do(leaving)
    assert (other.unit("a").square, other.unit("a").ordered) == (0, True)


@covers("CCN-5.23")
def test_a_square_next_to_enemy_cavalry_is_ordered_but_not_left() -> None:
    units = french("a", "LN", "5,7", square=True), french("c", "LN", "5,2")
    battle = field(*units, british("b", "LC", "5,8"), phase="order", card="probe_center")
    assert battle.options() == [EndOrders(), Order(A)]
    assert battle.refusal(Order(A, leave_square=True)) == ["CCN-14.5.5"]
    assert battle.refusal(Order(C, leave_square=True)) == ["CCN-14.5.4", "CCN-5.2"]


@covers("CCN-5.11", "CCN-5.12")
@pytest.mark.parametrize(("counts", "more"), [(False, False), (True, True)])
def test_the_card_of_a_square_that_is_left_counts_only_if_so_read(counts: bool, more: bool) -> None:
    battle = field(
        french("a", "LN", "5,7", square=True),
        *line("9,1", "9,6", "9,7")[1:],
        ENEMY,
        phase="order",
        card="assault_center",
        command=2,
        options={"returned_card_counts": counts},
    )
    hand = len(battle.world.hands[FRENCH])
    battle.do(Order(A, leave_square=True)).do(Order(C))
    assert len(battle.world.hands[FRENCH]) == hand + 1
    assert (battle.asked()[1] == "choose_orders") is more
    assert battle.world.command == 2


@covers("CCN-5.12")
def test_a_card_with_a_fixed_number_gains_nothing_from_a_square_that_is_left() -> None:
    battle = field(
        french("a", "LN", "5,7", square=True),
        *line("9,1", "9,6", "9,7")[1:],
        ENEMY,
        phase="order",
        card="probe_center",
        options={"returned_card_counts": True},
    )
    battle.do(Order(A, leave_square=True)).do(Order(C))
    assert battle.asked() == ("french", "choose_move")


@covers("CCN-5.11")
def test_leaving_square_takes_the_marker_off_and_the_card_back() -> None:
    battle = field(
        french("a", "LN", "5,7", square=2),
        french("c", "LN", "5,9", square=3),
        ENEMY,
        phase="order",
        card="probe_center",
        hands={"french": ["rally"], "allied": []},
        square_cards={"french": ["", "elan", "forward"]},
    )
    battle.do(Order(A, leave_square=True))
    assert battle.unit("a").square == 0
    assert battle.world.square_cards[FRENCH] == ("", "", "forward", "")
    assert battle.world.hands[FRENCH] == ("elan", "rally")
    assert "ccn.unsquared" in battle.told()


# -- asking --------------------------------------------------------------------------------------


def test_an_order_is_told() -> None:
    battle = ordering("probe_center", *line("5,5", "5,6")).do(Order(A))
    told = [one.event for one in battle.game.tape or () if isinstance(one.event, Ordered)]
    assert told == [Ordered(unit_name(battle.ctx, A), seat=FRENCH, because="CCN-17.2.2")]


def test_the_question_names_the_card_and_the_orders_left() -> None:
    battle = ordering("coordinated_advance", *line("5,5", "5,6", "5,2"))
    asked = battle.do(Order(A)).decision().prompt(battle.ctx)
    assert asked.id == "ccn.ask.choose_orders_of"
    assert (asked.args["card"], asked.args["n"]) == (say("ccn.card.coordinated_advance"), 3)
    plain = ordering("probe_center", *line("5,5", "5,6", "5,2"))
    assert plain.decision().prompt(plain.ctx).id == "ccn.ask.choose_orders"


def test_how_orders_are_shown() -> None:
    battle = field(
        french("a", "LN", "5,7", square=True),
        french("c", "LN", "5,9", leader="n"),
        ENEMY,
        leaders=[leader("m", "french", "5,6")],
        phase="order",
        card="probe_center",
    )
    ctx, present = battle.ctx, battle.decision().present
    unit, led, lone = unit_name(ctx, A), leader_name(ctx, N), leader_name(ctx, UnitId("m"))
    assert present(ctx, EndOrders()) == Choice(say("ccn.do.end_orders"), rolls=True)
    staying = Choice(say("ccn.do.order_stay", unit=unit), Target("piece", "a"))
    assert present(ctx, Order(A)) == staying
    c = UnitId("c")
    plain = Choice(say("ccn.do.order", unit=unit_name(ctx, c)), Target("piece", "c"))
    assert present(ctx, Order(c)) == plain
    leaving = present(ctx, Order(A, leave_square=True))
    assert leaving == Choice(say("ccn.do.order_leave", unit=unit), Target("piece", "a"))
    detach = Choice(say("ccn.do.order_detach", leader=led), Target("piece", "n"))
    assert present(ctx, OrderLeader(N)) == detach
    alone = Choice(say("ccn.do.order_lone", leader=lone), Target("piece", "m"))
    assert present(ctx, OrderLeader(UnitId("m"))) == alone
    battle.do(Order(A))
    assert present(ctx, EndOrders()) == Choice(say("ccn.do.end_orders"))


@pytest.mark.parametrize("card", [
    "probe_center", "forward", "recon_in_force", "flank_attack", "bayonet_charge", "fire_and_hold",
])  # fmt: skip
def test_exactly_the_legal_orders_are_offered(card: str) -> None:
    battle = field(
        french("a", "LN", "4,4", square=True),
        french("c", "LN", "5,5", leader="n"),
        french("d", "LN", "7,9", square=True, leader="m"),
        french("e", "LC", "5,2"),
        french("f", "FA", "5,12"),
        british("b", "LC", "8,9"),
        british("g", "LN", "4,5"),
        leaders=[leader("l", "french", "8,4"), leader("w", "allied", "1,1")],
        phase="order",
        card=card,
    )
    for _ in range(3):
        if battle.asked()[1] != "choose_orders":
            break
        offered = battle.options()
        assert set(offered) == legal(battle)
        assert len(offered) == len(set(offered))
        battle.do(offered[1])
    assert ALLIED not in {one.side for one in battle.world.units.values() if one.ordered}
