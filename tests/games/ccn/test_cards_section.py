"""The deck, and the section cards: how many pieces they order where. CCN-17.1, CCN-17.2."""

from collections import Counter

import pytest

from tests.games.ccn.field import FRENCH, Field, british, field, french, leader
from walstatt.games.ccn.board import SECTIONS_OF
from walstatt.games.ccn.content import CardType, card_types, full_deck
from walstatt.games.ccn.orders import ChooseOrders, EndOrders, Order, OrderLeader
from walstatt.games.ccn.tactics import section_slots
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import recording
from walstatt.workshop.covers import covers

COPIES = {
    "scout_left": 2,
    "scout_center": 2,
    "scout_right": 2,
    "probe_left": 4,
    "probe_center": 6,
    "probe_right": 4,
    "attack_left": 4,
    "attack_center": 6,
    "attack_right": 4,
    "assault_left": 2,
    "assault_center": 2,
    "assault_right": 2,
    "coordinated_advance": 2,
    "flank_attack": 2,
    "forward": 2,
    "recon_in_force": 2,
    "bayonet_charge": 2,
    "bombard": 2,
    "cavalry_charge": 3,
    "counter_attack": 2,
    "elan": 1,
    "fire_and_hold": 2,
    "first_strike": 2,
    "force_march": 2,
    "cold_steel": 1,
    "leadership": 2,
    "grande_manoeuvre": 1,
    "rally": 1,
    "short_supply": 1,
}
ORDERS: dict[str, tuple[str, dict[str, int | str]]] = {
    "scout_left": ("CCN-17.2.1", {"left": 1}),
    "scout_center": ("CCN-17.2.1", {"center": 1}),
    "scout_right": ("CCN-17.2.1", {"right": 1}),
    "probe_left": ("CCN-17.2.2", {"left": 2}),
    "probe_center": ("CCN-17.2.2", {"center": 2}),
    "probe_right": ("CCN-17.2.2", {"right": 2}),
    "attack_left": ("CCN-17.2.3", {"left": 3}),
    "attack_center": ("CCN-17.2.3", {"center": 3}),
    "attack_right": ("CCN-17.2.3", {"right": 3}),
    "assault_left": ("CCN-17.2.4", {"left": "command"}),
    "assault_center": ("CCN-17.2.4", {"center": "command"}),
    "assault_right": ("CCN-17.2.4", {"right": "command"}),
    "coordinated_advance": ("CCN-17.2.5", {"left": 1, "center": 2, "right": 1}),
    "flank_attack": ("CCN-17.2.6", {"left": 2, "right": 2}),
    "forward": ("CCN-17.2.7", {"left": 2, "center": 2, "right": 2}),
    "recon_in_force": ("CCN-17.2.8", {"left": 1, "center": 1, "right": 1}),
}
TACTICS = {
    "bayonet_charge": "CCN-17.4.1.1",
    "bombard": "CCN-17.4.2.1",
    "cavalry_charge": "CCN-17.4.3.1",
    "counter_attack": "CCN-17.4.4.1",
    "elan": "CCN-17.4.5.1",
    "fire_and_hold": "CCN-17.4.6.1",
    "first_strike": "CCN-17.4.7.1",
    "force_march": "CCN-17.4.8.1",
    "cold_steel": "CCN-17.4.9.1",
    "leadership": "CCN-17.4.10.1",
    "grande_manoeuvre": "CCN-17.4.11.1",
    "rally": "CCN-17.4.12.1",
    "short_supply": "CCN-17.4.13.1",
}
FLANKS = {"left": "right", "right": "left"}


# -- the deck -------------------------------------------------------------------------------------


@covers("CCN-17.1.1")
def test_the_deck_has_seventy_cards_in_these_numbers() -> None:
    assert Counter(full_deck()) == COPIES
    assert len(full_deck()) == 70
    assert list(full_deck()) == sorted(full_deck())


@covers("CCN-17.1.1")
@pytest.mark.parametrize("name", ORDERS)
def test_each_section_card(name: str) -> None:
    because, orders = ORDERS[name]
    kind, _, flank = name.partition("_")
    mirror = f"{kind}_{FLANKS[flank]}" if flank in FLANKS else ""
    assert card_types()[name] == CardType(
        "section",
        COPIES[name],
        because,
        orders,  # type: ignore[arg-type]
        scout=kind == "scout",
        mirror=mirror,
        bicorne=True,
    )


@covers("CCN-17.1.1")
@pytest.mark.parametrize("name", TACTICS)
def test_each_tactics_card(name: str) -> None:
    bicorne = name in ("elan", "leadership", "grande_manoeuvre")
    assert card_types()[name] == CardType("tactic", COPIES[name], TACTICS[name], bicorne=bicorne)


# -- giving orders --------------------------------------------------------------------------------

PLACES = {
    "left": ("7,11", "7,12", "7,13", "9,11"),
    "center": ("7,6", "7,7", "7,8", "9,6"),
    "right": ("7,1", "7,2", "7,3", "9,1"),
}
"""Four hexes in each section as the French, at the top, see it."""


def host(card: str, command: int = 5, side: str = "french") -> Field:
    """Play a section card with four units in each section."""
    mine, other = (french, british) if side == "french" else (british, french)
    units = [mine(f"{at}", "LN", at) for places in PLACES.values() for at in places]
    return field(
        *units, other("z", "LN", "1,7"), phase="order", card=card, command=command, to_move=side
    )


def give_all(battle: Field) -> Counter[str]:
    """Order whoever can be ordered, and count the sections."""
    while battle.asked()[1] == "choose_orders":
        battle.do(next(one for one in battle.options() if isinstance(one, Order)))
    seat = battle.world.active
    home = battle.ctx.content.homes[seat]
    found: Counter[str] = Counter()
    for one in battle.world.units.values():
        if one.ordered:
            (section,) = SECTIONS_OF[home][one.at]
            found[section] += 1
    return found


@covers("CCN-17.2.1", "CCN-17.2.2", "CCN-17.2.3", "CCN-17.2.4", "CCN-17.2.5", "CCN-17.2.6",
        "CCN-17.2.7", "CCN-17.2.8", "CCN-17.1.4")  # fmt: skip
@pytest.mark.parametrize("side", ["french", "allied"])
@pytest.mark.parametrize("card", ORDERS)
def test_so_many_units_are_ordered_in_each_section(card: str, side: str) -> None:
    orders = {
        section: 4 if count == "command" else int(count)
        for section, count in ORDERS[card][1].items()
    }
    assert give_all(host(card, command=4, side=side)) == orders


@covers("CCN-17.2.4", "CCN-5.10")
@pytest.mark.parametrize("command", [1, 2, 3])
@pytest.mark.parametrize("card", ["assault_left", "assault_center", "assault_right"])
def test_an_assault_orders_as_many_as_the_command_value(card: str, command: int) -> None:
    battle = host(card, command=command)
    section = card.partition("_")[2]
    assert section_slots(battle.ctx) == ((section, command),)
    assert give_all(battle) == {section: command}


@covers("CCN-17.2.1", "CCN-17.2.2", "CCN-17.2.3", "CCN-17.2.4", "CCN-17.2.5", "CCN-17.2.6",
        "CCN-17.2.7", "CCN-17.2.8")  # fmt: skip
@pytest.mark.parametrize("card", ORDERS)
def test_the_question_names_the_orders_and_the_card_its_rule(card: str) -> None:
    with recording() as heard:
        battle = host(card, command=2)
    because, orders = ORDERS[card]
    slots = tuple((name, 2 if count == "command" else count) for name, count in orders.items())
    asked = battle.decision()
    assert isinstance(asked, ChooseOrders)
    assert asked.slots == slots
    assert because in heard.fired


@covers("CCN-17.2.5", "CCN-17.2.6", "CCN-17.2.7", "CCN-17.2.8")
@pytest.mark.parametrize(
    ("card", "first", "refused", "because"),
    [
        ("recon_in_force", ["7,6"], "7,7", "CCN-17.2.8"),
        ("coordinated_advance", ["7,6", "7,7"], "7,8", "CCN-17.2.5"),
        ("flank_attack", ["7,11", "7,12"], "7,13", "CCN-17.2.6"),
        ("forward", ["7,1", "7,2"], "7,3", "CCN-17.2.7"),
    ],
)
def test_one_more_is_refused_by_the_rule_of_the_card(
    card: str, first: list[str], refused: str, because: str
) -> None:
    battle = field(
        *(french(at, "LN", at) for at in (*first, refused, "9,6", "9,11", "9,1")),
        british("z", "LN", "1,7"),
        phase="order",
        card=card,
        to_move="french",
    )
    for at in first:
        battle.do(Order(UnitId(at)))
    assert battle.refusal(Order(UnitId(refused))) == [because]
    assert not battle.unit(refused).ordered


@covers("CCN-17.2.6", "CCN-17.1.4")
def test_a_unit_elsewhere_is_refused() -> None:
    battle = host("flank_attack")
    assert battle.refusal(Order(UnitId("7,6"))) == ["CCN-5.2"]
    allied = host("probe_left", side="allied")
    assert allied.refusal(Order(UnitId("7,12"))) == ["CCN-5.2"]
    assert Order(UnitId("7,1")) in allied.options()


@covers("CCN-17.2.5", "CCN-17.2.10")
def test_a_unit_on_a_section_line_takes_the_order_that_is_left() -> None:
    units = [french(at, "LN", at) for at in ("6,4", "7,1", "7,2", "7,6", "7,7", "7,12")]
    battle = field(*units, british("z", "LN", "1,7"), phase="order", card="coordinated_advance")
    battle.do(Order(UnitId("6,4"))).do(Order(UnitId("7,6")))
    assert Order(UnitId("7,7")) in battle.options()
    assert Order(UnitId("7,1")) in battle.options()
    battle.do(Order(UnitId("7,1")))
    assert battle.refusal(Order(UnitId("7,7"))) == ["CCN-17.2.5"]
    assert battle.refusal(Order(UnitId("7,2"))) == ["CCN-17.2.5"]


@covers("CCN-17.2.10")
@pytest.mark.parametrize("card", ["recon_in_force", "forward"])
def test_a_unit_on_a_section_line_counts_once(card: str) -> None:
    battle = field(french("a", "LN", "6,4"), british("z", "LN", "1,7"), phase="order", card=card)
    assert battle.do(Order(UnitId("a"))).asked()[1] == "choose_move"


# -- leaders --------------------------------------------------------------------------------------


@covers("CCN-17.2.9")
@pytest.mark.parametrize("card", ORDERS)
def test_every_section_card_lets_attached_leaders_detach(card: str) -> None:
    section = next(iter(ORDERS[card][1]))
    at = PLACES[section][0]
    battle = field(
        french("a", "LN", at, leader="ney"),
        british("z", "LN", "1,7"),
        phase="order",
        card=card,
    )
    assert OrderLeader(UnitId("ney")) in battle.options()
    battle.do(OrderLeader(UnitId("ney")))
    assert battle.leader("ney").ordered
    assert not battle.unit("a").ordered


@covers("CCN-17.2.1", "CCN-17.2.2")
def test_a_lone_leader_uses_an_order_like_a_unit() -> None:
    battle = field(
        french("a", "LN", "7,6"),
        french("b", "LN", "7,7"),
        british("z", "LN", "1,7"),
        leaders=[leader("ney", "french", "7,8")],
        phase="order",
        card="probe_center",
    )
    battle.do(OrderLeader(UnitId("ney"))).do(Order(UnitId("a")))
    assert battle.asked() == (FRENCH, "choose_move")
    assert not battle.unit("b").ordered


@covers("CCN-17.2.9", "CCN-17.4.5.3")
@pytest.mark.parametrize("name", [name for name in TACTICS if name != "counter_attack"])
def test_only_cards_with_the_bicorne_order_a_leader(name: str) -> None:
    battle = field(
        french("a", "LN", "7,6", blocks=3, leader="ney"),
        french("b", "FA", "7,8"),
        french("c", "LC", "7,9"),
        british("z", "LN", "1,7"),
        phase="order",
        card=name,
        command=2,
    )
    if name in ("elan", "rally"):
        battle.roll("FLAG", "INF")
    if name == "force_march":
        battle.do(next(one for one in battle.options() if "center" in str(one)))
    if name == "grande_manoeuvre":
        battle.do(battle.options()[0])
    offered = battle.game.to_act and OrderLeader(UnitId("ney")) in battle.options()
    assert bool(offered or battle.leader("ney").ordered) is card_types()[name].bicorne


def test_orders_may_be_ended_at_once() -> None:
    battle = host("forward")
    assert battle.do(EndOrders()).game.waiting is not None
    assert battle.world.phase == "draw"
