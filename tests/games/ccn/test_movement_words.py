"""In which words orders and moves are refused, and what is noted where they are not offered."""

import pytest

from tests.games.ccn.field import Field, british, cell, field, french, leader
from walstatt.games.ccn.movement import Exit, ExitLeader, Move, MoveLeader, possible_moves
from walstatt.games.ccn.orders import Order, OrderLeader, Slots, possible_orders
from walstatt.games.ccn.turn import PlayCard
from walstatt.games.ccn.world import card_name
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.decisions import Answer
from walstatt.kernel.errors import IllegalAnswer
from walstatt.kernel.ids import CellId, Seat, UnitId
from walstatt.kernel.trace import recording
from walstatt.workshop.covers import covers

A, B, C, D, L, N, LONE, Q = map(UnitId, ("a", "b", "c", "d", "l", "n", "o", "q"))


def reasons(battle: Field, answer: Answer) -> dict[str, Message]:
    """Give an answer that must be refused; tell the words by rule."""
    (seat,) = battle.game.to_act
    with pytest.raises(IllegalAnswer) as refused:
        battle.game.answer(seat, answer)
    return {one.rule: one.message for one in refused.value.violations}


def unit(code: str, at: str) -> Message:
    kind = say("ccn.kind", nation=say("ccn.nation.french"), type=say(f"ccn.type.{code}"))
    return say("ccn.unit", kind=kind, at=at)


def foe(code: str, at: str) -> Message:
    kind = say("ccn.kind", nation=say("ccn.nation.british"), type=say(f"ccn.type.{code}"))
    return say("ccn.unit", kind=kind, at=at)


def elsewhere(name: Message) -> Message:
    here, meant = say("ccn.section.right"), say("ccn.section.center")
    return say("ccn.no.other_section", unit=name, here=here, sections=meant)


def him(name: str, at: str) -> Message:
    return say("ccn.leader", name=name, at=at)


def test_a_card_that_is_not_in_hand() -> None:
    units = french("a", "LN", "5,5"), british("b", "LN", "1,1")
    battle = field(*units, phase="command", hands={"french": ["rally"]})
    assert reasons(battle, PlayCard("elan")) == {
        "CCN-5.1": say("ccn.no.card", card=card_name("elan"))
    }


def ordering(card: str = "probe_center") -> Field:
    return field(
        french("a", "LN", "5,5"),
        french("c", "LN", "5,1", leader="l"),
        french("q", "LN", "5,7", square=True, leader="n"),
        french("d", "LN", "7,7"),
        british("b", "LC", "5,8"),
        leaders=[leader("o", "french", "7,9")],
        phase="order",
        card=card,
        command=5,
    )


def test_words_against_orders_to_units() -> None:
    battle = ordering()
    nobody = say("ccn.no.own_unit", unit="x")
    assert reasons(battle, Order(UnitId("x"))) == {"CCN-5.2": nobody}
    assert reasons(battle, Order(B)) == {"CCN-5.2": say("ccn.no.own_unit", unit=foe("LC", "5,8"))}
    flank = elsewhere(unit("LN", "5,1"))
    whole = say("ccn.no.not_in_square", unit=unit("LN", "5,1"))
    left = Order(C, leave_square=True)
    assert reasons(battle, left) == {"CCN-14.5.4": whole, "CCN-5.2": flank}
    near = say("ccn.no.cavalry_near", unit=unit("LN", "5,7"))
    assert reasons(battle, Order(Q, leave_square=True)) == {"CCN-14.5.5": near}
    battle.do(Order(A))
    again = say("ccn.no.ordered_already", unit=unit("LN", "5,5"))
    assert reasons(battle, Order(A)) == {"CCN-5.6": again}


def test_words_when_no_order_is_left() -> None:
    battle = ordering("recon_in_force").do(Order(A))
    left = say("ccn.no.no_order_left", unit=unit("LN", "7,7"))
    assert reasons(battle, Order(D)) == {"CCN-17.2.8": left}
    alone = say("ccn.no.no_order_left", unit=him("o", "7,9"))
    assert reasons(battle, OrderLeader(LONE)) == {"CCN-17.2.8": alone}


def test_words_against_orders_to_leaders() -> None:
    battle = ordering()
    nobody = say("ccn.no.own_leader", leader="x")
    assert reasons(battle, OrderLeader(UnitId("x"))) == {"CCN-5.2": nobody}
    square = say("ccn.no.leader_in_square", leader=him("n", "5,7"))
    assert reasons(battle, OrderLeader(N)) == {"CCN-5.21": square}
    flank = elsewhere(him("l", "5,1"))
    assert reasons(battle, OrderLeader(L)) == {"CCN-5.2": flank}
    battle.do(OrderLeader(LONE))
    again = say("ccn.no.ordered_already", unit=him("o", "7,9"))
    assert reasons(battle, OrderLeader(LONE)) == {"CCN-5.6": again}


def test_words_against_leaders_under_a_card_for_units() -> None:
    battle = ordering("bayonet_charge")
    none = say("ccn.no.no_leaders")
    assert reasons(battle, OrderLeader(L)) == {"CCN-5.16": none}
    assert reasons(battle, OrderLeader(LONE)) == {"CCN-17.4.1.1": none}


def moving() -> Field:
    return field(
        french("a", "LN", "5,5", ordered=True),
        french("c", "LN", "5,6", moved=1),
        french("d", "LN", "9,1", ordered=True, joined=True),
        french("q", "LN", "5,9", ordered=True, square=True),
        british("b", "LN", "4,5"),
        leaders=[
            leader("o", "french", "6,4", ordered=True),
            leader("n", "french", "5,9", ordered=True),
            leader("l", "french", "9,9", moved=True),
            leader("w", "allied", "5,4"),
        ],
        terrain={"river": ("6,5",)},
        phase="move",
    )


def test_words_against_moving_a_unit_at_all() -> None:
    battle, to = moving(), cell("8,8")
    nobody = say("ccn.no.own_unit", unit=foe("LN", "4,5"))
    assert reasons(battle, Move(B, to)) == {"CCN-5.5": nobody}
    assert reasons(battle, Move(C, to)) == {
        "CCN-5.5": say("ccn.no.not_ordered", unit=unit("LN", "5,6")),
        "CCN-6.1.2": say("ccn.no.moved", unit=unit("LN", "5,6")),
    }
    joined = say("ccn.no.joined", unit=unit("LN", "9,1"))
    assert reasons(battle, Move(D, to)) == {"CCN-6.3.8": joined}
    square = say("ccn.no.in_square", unit=unit("LN", "5,9"))
    assert reasons(battle, Move(Q, to)) == {"CCN-6.1.16": square}
    assert reasons(battle, Exit(A)) == {"CCN-6.1.11": say("ccn.no.no_exit")}


def test_words_against_a_hex() -> None:
    battle = moving()
    there = {
        "5,5": ("CCN-6.1.3", say("ccn.no.same_hex")),
        "5,6": ("CCN-6.1.6", say("ccn.no.occupied", to="5,6")),
        "4,5": ("CCN-6.1.7", say("ccn.no.occupied", to="4,5")),
        "5,4": ("CCN-6.1.7", say("ccn.no.occupied", to="5,4")),
        "6,5": ("CCN-6.1.15", say("ccn.no.closed", to="6,5")),
        "8,8": ("CCN-6.2.1", say("ccn.no.too_far", to="8,8", apart=5, n=1)),
    }
    for label, (rule, words) in there.items():
        assert reasons(battle, Move(A, cell(label))) == {rule: words}
    assert reasons(battle, Move(A, CellId(113))) == {"CCN-6.1.11": say("ccn.no.off_board")}
    led = french("a", "LN", "5,5", ordered=True, leader="n")
    lone = leader("o", "french", "5,6")
    two = field(led, british("b", "LN", "1,1"), leaders=[lone], phase="move")
    refused = {"CCN-6.1.9": say("ccn.no.two_leaders", to="5,6")}
    assert reasons(two, Move(A, cell("5,6"))) == refused


def test_words_against_moving_a_leader_at_all() -> None:
    battle, to = moving(), cell("8,8")
    nobody = say("ccn.no.own_leader", leader=him("w", "5,4"))
    assert reasons(battle, MoveLeader(UnitId("w"), to)) == {"CCN-5.5": nobody}
    assert reasons(battle, MoveLeader(L, to)) == {
        "CCN-5.5": say("ccn.no.not_ordered", unit=him("l", "9,9")),
        "CCN-6.3.1": say("ccn.no.moved", unit=him("l", "9,9")),
    }
    square = say("ccn.no.leader_in_square", leader=him("n", "5,9"))
    assert reasons(battle, MoveLeader(N, to)) == {"CCN-5.21": square}
    assert reasons(battle, ExitLeader(LONE)) == {"CCN-6.1.11": say("ccn.no.no_exit")}


def test_words_against_a_hex_for_a_leader() -> None:
    battle = moving()
    there = {
        "6,4": ("CCN-6.1.3", say("ccn.no.same_hex")),
        "5,4": ("CCN-6.3.6", say("ccn.no.occupied", to="5,4")),
        "4,5": ("CCN-6.3.6", say("ccn.no.occupied", to="4,5")),
        "5,9": ("CCN-6.3.4", say("ccn.no.two_leaders", to="5,9")),
        "6,5": ("CCN-6.1.15", say("ccn.no.closed", to="6,5")),
        "8,8": ("CCN-6.3.2", say("ccn.no.too_far", to="8,8", apart=5, n=3)),
    }
    for label, (rule, words) in there.items():
        assert reasons(battle, MoveLeader(LONE, cell(label))) == {rule: words}
    assert reasons(battle, MoveLeader(LONE, CellId(-1))) == {"CCN-6.1.11": say("ccn.no.off_board")}


# -- what is noted where something is not offered ------------------------------------------------

FRENCH = Seat("french")
NOTED = {
    "CCN-6.1.6",
    "CCN-6.1.7",
    "CCN-6.1.8",
    "CCN-6.1.9",
    "CCN-6.1.11",
    "CCN-6.1.16",
    "CCN-6.3.4",
}


@covers("CCN-6.1.6", "CCN-6.1.7", "CCN-6.1.8", "CCN-6.1.9", "CCN-6.3.4")
@pytest.mark.parametrize(
    ("piece", "rules"),
    [
        (french("c", "LN", "5,6"), {"CCN-6.1.6"}),
        (british("c", "LN", "5,6"), {"CCN-6.1.7"}),
        (leader("c", "allied", "5,6"), {"CCN-6.1.7"}),
        (leader("c", "french", "5,6"), {"CCN-6.1.8"}),
        (british("c", "LN", "1,12"), set()),
    ],
)
def test_what_stands_in_the_way_is_noted(piece: dict[str, object], rules: set[str]) -> None:
    units = [piece] if "type" in piece else []
    leaders = [] if units else [piece]
    moves = french("a", "LN", "5,5", ordered=True), british("b", "LN", "1,1")
    battle = field(*moves, *units, leaders=leaders, phase="move")
    with recording() as heard:
        possible_moves(battle.ctx, FRENCH)
    assert NOTED.intersection(heard.hits) == {*rules, "CCN-6.1.11"}


@covers("CCN-6.1.9", "CCN-6.3.4", "CCN-6.1.11", "CCN-6.1.16")
def test_other_leaders_exits_and_squares_are_noted() -> None:
    battle = field(
        french("a", "LN", "5,5", ordered=True, leader="n"),
        french("q", "LN", "9,9", ordered=True, square=True),
        british("b", "LN", "1,1"),
        leaders=[leader("l", "french", "5,6", ordered=True)],
        exits=[{"at": "1,1", "side": "allied", "banners": 1, "leader_banners": 1}],
        phase="move",
    )
    with recording() as heard:
        possible_moves(battle.ctx, FRENCH)
    assert NOTED.intersection(heard.hits) == {"CCN-6.1.9", "CCN-6.1.16", "CCN-6.3.4"}


@covers("CCN-6.1.16")
@pytest.mark.parametrize("square", [
    french("q", "LN", "9,9", square=True), british("q", "LN", "1,9", ordered=True, square=True),
])  # fmt: skip
def test_a_square_that_was_not_ordered_is_not_noted(square: dict[str, object]) -> None:
    moves = french("a", "LN", "5,5", ordered=True), british("b", "LN", "1,1")
    battle = field(*moves, square, phase="move")
    with recording() as heard:
        possible_moves(battle.ctx, FRENCH)
    assert "CCN-6.1.16" not in heard.hits


@covers("CCN-5.16", "CCN-5.21")
@pytest.mark.parametrize(
    ("slots", "square", "rules"),
    [
        ((("infantry", 4),), False, {"CCN-5.16"}),
        ((("center", 2),), False, set()),
        ((("center", 2),), True, {"CCN-5.21"}),
    ],
)
def test_leaders_who_cannot_be_ordered_are_noted(
    slots: Slots, square: bool, rules: set[str]
) -> None:
    units = french("a", "LN", "5,5", square=square, leader="n"), british("b", "LN", "1,1")
    battle = field(*units, phase="command")
    with recording() as heard:
        possible_orders(battle.ctx, FRENCH, slots)
    assert {"CCN-5.16", "CCN-5.21"}.intersection(heard.hits) == rules
