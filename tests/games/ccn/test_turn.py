import pytest

from tests.games.ccn.field import ALLIED, FRENCH, Field, british, cell, field, french, leader
from walstatt.games.ccn.combat import EndCombat, Fire
from walstatt.games.ccn.events import Copied, CopiedNothing, Played, TurnBegan
from walstatt.games.ccn.movement import EndMovement, Move, MoveLeader
from walstatt.games.ccn.orders import EndOrders, Order, OrderLeader
from walstatt.games.ccn.turn import ChooseCard, PlayCard, anybody_ordered, copied_card
from walstatt.games.ccn.world import card_name
from walstatt.i18n.catalogue import say
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.events import Event
from walstatt.kernel.ids import UnitId
from walstatt.kernel.prompts import Choice, Target
from walstatt.workshop.covers import covers

A, B, C, N = UnitId("a"), UnitId("b"), UnitId("c"), UnitId("n")


def told(battle: Field, kind: type[Event]) -> list[Event]:
    return [one.event for one in battle.game.tape or () if isinstance(one.event, kind)]


def beginning(*hand: str, to_move: str = "french", at: str = "5,7") -> Field:
    """Begin a turn with this hand; a unit of each side stands in the centre, out of range."""
    units = french("a", "LN", at), french("c", "LN", "9,7"), british("b", "LN", "1,7")
    return field(*units, phase="command", to_move=to_move, hands={to_move: hand})


# -- turns and phases ----------------------------------------------------------------------------


@covers("CCN-4.2")
def test_a_turn_goes_from_command_over_order_move_and_combat_to_draw() -> None:
    battle = field(
        french("a", "LN", "5,7"),
        british("b", "LN", "3,7"),
        phase="command",
        hands={"french": ["probe_center", "elan"]},
    )
    phases = [battle.world.phase]
    for answer in (PlayCard("probe_center"), Order(A), EndMovement(), EndCombat()):
        battle.do(answer)
        phases.append(battle.world.phase)
    assert phases == ["command", "order", "move", "combat", "draw"]


@covers("CCN-4.1")
def test_players_alternate_turns() -> None:
    battle = field(
        french("a", "LN", "5,7"),
        british("b", "LN", "1,7"),
        phase="command",
        turn=7,
        hands={"french": ["first_strike"], "allied": ["first_strike"]},
    )
    assert (battle.asked(), battle.world.turn) == (("french", "choose_card"), 7)
    battle.do(PlayCard("first_strike")).roll("elan")
    assert (battle.asked(), battle.world.turn) == (("allied", "choose_card"), 8)
    assert battle.world.active == ALLIED
    battle.do(PlayCard("first_strike")).roll("rally")
    assert (battle.asked(), battle.world.turn) == (("french", "choose_card"), 9)
    assert battle.world.active == FRENCH
    assert told(battle, TurnBegan) == [
        TurnBegan(7, seat=FRENCH),
        TurnBegan(8, seat=ALLIED),
        TurnBegan(9, seat=FRENCH),
    ]


@covers("CCN-4.4")
def test_nobody_moves_any_more_once_combat_has_begun() -> None:
    units = [french(name, "LN", at, ordered=True) for name, at in (("a", "5,5"), ("c", "5,9"))]
    battle = field(*units, british("b", "LN", "5,7"), phase="move")
    battle.do(Move(A, cell("6,5"))).do(EndMovement())
    assert battle.asked() == ("french", "choose_combat")
    with pytest.raises(BadRequest):
        battle.do(Move(C, cell("5,10")))


@covers("CCN-4.4")
def test_nobody_fights_while_there_is_movement() -> None:
    units = french("a", "LN", "5,5", ordered=True), british("b", "LN", "5,7")
    battle = field(*units, phase="move")
    with pytest.raises(BadRequest):
        battle.do(Fire(A, B))
    assert battle.asked() == ("french", "choose_move")


@covers("CCN-4.5")
def test_a_combat_is_resolved_before_the_next_unit_fights() -> None:
    units = [french(name, "LN", at, ordered=True) for name, at in (("a", "5,5"), ("c", "7,7"))]
    battle = field(*units, british("b", "LN", "5,7"), british("d", "LN", "1,1"))
    battle.do(Fire(A, B)).roll("INF", "FLAG", "CAV", "CAV")
    assert battle.asked()[0] == "allied"
    assert battle.unit("b").blocks == 3
    assert (battle.unit("a").fought, battle.unit("c").fought) == (True, False)


@covers("CCN-4.6")
def test_a_card_that_can_order_nobody_leads_straight_to_the_draw() -> None:
    battle = beginning("probe_left", "elan").do(PlayCard("probe_left"))
    assert (battle.world.phase, battle.dice()) == ("draw", 1)
    battle.roll("forward")
    assert battle.world.hands[FRENCH] == ("elan", "forward")
    assert battle.asked() == ("allied", "choose_card")


@covers("CCN-4.6")
def test_first_strike_orders_nobody_in_ones_own_turn() -> None:
    battle = beginning("first_strike", "elan").do(PlayCard("first_strike"))
    assert battle.world.phase == "draw"
    assert "ccn.orders_nobody" in battle.told()


@covers("CCN-4.6", "CCN-5.2")
def test_a_player_may_order_nobody_although_he_could() -> None:
    battle = beginning("probe_center", "elan").do(PlayCard("probe_center"))
    assert battle.asked() == ("french", "choose_orders")
    battle.do(EndOrders())
    assert battle.world.phase == "draw"


def test_after_la_grande_manoeuvre_there_is_no_combat() -> None:
    units = french("a", "LN", "5,5", ordered=True), british("b", "LN", "5,7")
    battle = field(*units, phase="move", card="grande_manoeuvre").do(EndMovement())
    assert battle.world.phase == "draw"


@covers("CCN-4.6")
def test_an_ordered_leader_is_enough_to_move() -> None:
    battle = field(
        british("b", "LN", "1,7"),
        leaders=[leader("n", "french", "5,7")],
        phase="command",
        hands={"french": ["probe_center", "elan"]},
    )
    battle.do(PlayCard("probe_center")).do(OrderLeader(N))
    assert battle.asked() == ("french", "choose_move")
    battle.do(MoveLeader(N, cell("5,8"))).do(EndMovement())
    assert (battle.world.phase, battle.at("n")) == ("draw", "5,8")


@pytest.mark.parametrize(
    ("unit", "him", "expected"),
    [
        ({"ordered": True}, {}, (True, False)),
        ({}, {"ordered": True}, (False, True)),
        ({}, {}, (False, False)),
    ],
)
def test_who_has_ordered_pieces(
    unit: dict[str, bool], him: dict[str, bool], expected: tuple[bool, bool]
) -> None:
    units = french("a", "LN", "5,5", **unit), british("b", "LN", "1,1")
    battle = field(*units, leaders=[leader("n", "allied", "2,2", **him)], phase="command")
    assert tuple(anybody_ordered(battle.ctx, seat) for seat in (FRENCH, ALLIED)) == expected


# -- the Command phase ---------------------------------------------------------------------------


@covers("CCN-5.1")
def test_any_card_in_hand_may_be_played_and_one_must_be() -> None:
    battle = beginning("elan", "probe_center", "probe_center", "rally")
    offered = [PlayCard(card) for card in ("elan", "probe_center", "rally")]
    assert battle.options() == offered
    assert battle.refusal(PlayCard("forward")) == ["CCN-5.1"]
    assert battle.refusal(PlayCard("nonsense")) == ["CCN-5.1"]
    assert battle.refusal(PlayCard("")) == ["CCN-5.1"]


@covers("CCN-5.1")
def test_the_only_card_in_hand_is_not_played_unasked() -> None:
    battle = beginning("elan")
    assert battle.asked() == ("french", "choose_card")
    assert battle.options() == [PlayCard("elan")]


@covers("CCN-5.1")
def test_a_card_is_played_face_up_and_leaves_the_hand() -> None:
    battle = beginning("probe_center", "probe_center", "rally").do(PlayCard("probe_center"))
    world = battle.world
    assert world.hands[FRENCH] == ("probe_center", "rally")
    assert (world.card, world.effect, world.plain) == ("probe_center", "probe_center", False)
    assert (world.last_cards, world.last_effects) == (
        {FRENCH: "probe_center"},
        {FRENCH: "probe_center"},
    )
    assert told(battle, Played) == [Played(card_name("probe_center"), seat=FRENCH)]
    assert Played.reveals


@covers("CCN-5.1")
def test_a_card_under_a_square_cannot_be_played() -> None:
    battle = field(
        french("a", "LN", "5,7", square=True),
        british("b", "LN", "1,7"),
        phase="command",
        hands={"french": ["rally", "elan"]},
        square_cards={"french": ["forward"]},
    )
    assert battle.refusal(PlayCard("forward")) == ["CCN-5.1"]
    assert battle.options() == [PlayCard("elan"), PlayCard("rally")]


def test_a_card_is_shown_as_a_card_that_cannot_be_taken_back() -> None:
    battle = beginning("elan", "rally")
    decision = battle.decision()
    assert isinstance(decision, ChooseCard)
    shown = decision.present(battle.ctx, PlayCard("elan"))
    label = say("ccn.do.play_card", card=card_name("elan"))
    assert shown == Choice(label, Target("card", "elan"), rolls=True)


@covers("CCN-5.10")
@pytest.mark.parametrize("hand", [("assault_center",), ("assault_center", "elan", "rally")])
def test_the_command_value_counts_the_hand_with_the_card_just_played(hand: tuple[str, ...]) -> None:
    units = [french(f"u{n}", "LN", f"9,{n}") for n in range(5, 10)]
    battle = field(*units, british("b", "LN", "1,1"), phase="command", hands={"french": hand})
    battle.do(PlayCard("assault_center"))
    assert battle.world.command == len(hand)
    for n in range(len(hand)):
        battle.do(Order(UnitId(f"u{n + 5}")))
    assert battle.asked() == ("french", "choose_move")


@covers("CCN-5.10", "CCN-5.11")
def test_cards_under_squares_lower_the_command_value() -> None:
    squares = [french(f"q{n}", "LN", f"9,{n}", square=True) for n in (5, 7)]
    battle = field(
        *squares,
        *[french(f"u{n}", "LN", f"7,{n}") for n in range(5, 10)],
        british("b", "LN", "1,1"),
        phase="command",
        hands={"french": ["assault_center", "elan", "rally", "forward"]},
    )
    battle.do(PlayCard("assault_center"))
    assert battle.world.command == 4
    for unit in ("u5", "u6", "u7", "u8"):
        battle.do(Order(UnitId(unit)))
    assert battle.asked() == ("french", "choose_move")


@covers("CCN-5.12")
def test_a_new_card_ends_what_the_last_one_allowed() -> None:
    battle = field(
        french("a", "LN", "5,7"),
        british("b", "LN", "1,7"),
        phase="command",
        hands={"french": ["probe_center", "elan"]},
    )
    battle.world.plain = True
    battle.do(PlayCard("probe_center"))
    assert battle.world.plain is False


# -- Counter-attack ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("last", "copied"),
    [("probe_left", "probe_right"), ("forward", "forward"), ("rally", "rally"), ("", "")],
)
def test_counter_attack_counts_as_the_enemy_s_last_card(last: str, copied: str) -> None:
    battle = field(
        french("a", "LN", "5,7", blocks=2),
        british("b", "LN", "1,7"),
        phase="command",
        last_cards={"allied": last} if last else {},
        hands={"french": ["counter_attack", "elan"]},
    )
    battle.do(PlayCard("counter_attack"))
    assert battle.world.effect == copied
    assert battle.world.last_cards[FRENCH] == "counter_attack"
    assert battle.world.last_effects[FRENCH] == copied
    assert told(battle, Copied) == ([Copied(card_name(copied), seat=FRENCH)] if copied else [])
    assert told(battle, CopiedNothing) == ([] if copied else [CopiedNothing(seat=FRENCH)])


@pytest.mark.parametrize(("chain", "copied"), [(True, "probe_right"), (False, "")])
def test_a_chain_of_counter_attacks_copies_the_first_card_if_so_read(
    chain: bool, copied: str
) -> None:
    units = french("a", "LN", "5,7"), british("b", "LN", "1,7")
    options = {"counter_attack_chain": chain}
    battle = field(*units, phase="command", options=options)
    battle.world.last_cards[ALLIED] = "counter_attack"
    battle.world.last_effects[ALLIED] = "probe_left"
    assert copied_card(battle.ctx, ALLIED) == copied
