"""Chapter 14.1: forming square."""

import pytest

from tests.games.ccn.field import ALLIED, FRENCH, Field, british, field, french
from walstatt.games.ccn.announcing import MeleeAttack
from walstatt.games.ccn.combat import Fire
from walstatt.games.ccn.events import Squared
from walstatt.games.ccn.reactions import BattleBack, Decline, OfferSquare, PlayFirstStrike, Stand
from walstatt.games.ccn.square import FormSquare, square_violations
from walstatt.games.ccn.turn import PlayCard
from walstatt.kernel.chance import Draw, Request
from walstatt.kernel.events import DrawnUnseen, Rolled
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import recording
from walstatt.workshop.covers import covers

A, B = UnitId("a"), UnitId("b")
THREE = ["attack_left", "probe_left", "scout_left"]
HANDS = {"allied": THREE, "french": 0}
HORSE = french("a", "LC", "5,5", ordered=True)


def charged(
    *more: dict[str, object],
    unit: dict[str, object] | None = None,
    horse: dict[str, object] | None = None,
    **given: object,
) -> Field:
    """Let French light cavalry attack British line, which holds three cards."""
    target = unit or british("b", "LN", "4,5")
    given.setdefault("hands", HANDS)
    battle = field(horse or HORSE, target, *more, **given)  # type: ignore[arg-type]
    battle.do(MeleeAttack(A, B))
    if not battle.game.waiting and battle.asked()[1] == "offer_first_strike":
        battle.do(Decline())
    return battle


def request(battle: Field) -> Request:
    assert battle.game.waiting is not None
    ((_, waiting),) = battle.game.waiting.requests
    return waiting


def is_asked(battle: Field) -> bool:
    """Tell whether infantry may form square."""
    return battle.game.waiting is None and battle.asked() == ("allied", "offer_square")


@covers("CCN-14.1.1", "CCN-14.1.2")
def test_infantry_attacked_by_cavalry_is_asked_before_any_dice_fall() -> None:
    battle = charged()
    assert battle.decision() == OfferSquare(ALLIED, B, A)
    assert battle.options() == [Stand(), FormSquare()]
    assert "kernel.rolled" not in battle.told()


@covers("CCN-14.1.1", "CCN-14.1.12")
@pytest.mark.parametrize(
    ("code", "nation", "blocks"),
    [
        ("LN", "british", 1),
        ("LT", "british", 5),
        ("RL", "british", 1),
        ("GG", "british", 5),
        ("GR", "british", 2),
        ("LN", "portuguese", 4),
    ],
)
def test_infantry_of_any_type_and_strength_may_form_square(
    code: str, nation: str, blocks: int
) -> None:
    assert is_asked(charged(unit=british("b", code, "4,5", nation=nation, blocks=blocks)))


@covers("CCN-14.1.12")
@pytest.mark.parametrize("code", ["MI", "OG", "YG"])
def test_militia_and_french_guards_may_form_square(code: str) -> None:
    units = british("a", "LC", "4,5", ordered=True), french("b", code, "5,5")
    battle = field(*units, to_move="allied", hands={"french": 3, "allied": 0})
    battle.do(MeleeAttack(A, B)).do(Decline())
    assert battle.decision() == OfferSquare(FRENCH, B, A)


@covers("CCN-14.1.1")
@pytest.mark.parametrize("code", ["LC", "FA"])
def test_only_infantry_forms_square(code: str) -> None:
    assert not is_asked(charged(unit=british("b", code, "4,5")))


@covers("CCN-14.1.1")
@pytest.mark.parametrize("code", ["LN", "FA"])
def test_only_cavalry_makes_infantry_form_square(code: str) -> None:
    assert not is_asked(charged(horse=french("a", code, "5,5", ordered=True)))


@covers("CCN-14.1.1")
def test_fire_makes_nobody_form_square() -> None:
    units = french("a", "LN", "6,5", ordered=True), british("b", "LN", "4,5")
    assert field(*units, hands=HANDS).do(Fire(A, B)).game.waiting is not None


@covers("CCN-14.1.3")
@pytest.mark.parametrize(
    ("cards", "asked"), [(0, False), (1, False), (2, False), (3, True), (4, True)]
)
def test_a_square_needs_a_hand_of_three_cards(cards: int, asked: bool) -> None:
    battle = charged(hands={"allied": cards, "french": 0})
    assert is_asked(battle) is asked
    assert [one.rule for one in square_violations(battle.ctx, B)] == (
        [] if asked else ["CCN-14.1.3"]
    )


@covers("CCN-14.1.3")
def test_cards_under_other_squares_are_not_in_hand() -> None:
    other = british("x", "LN", "1,1", square=True)
    assert not is_asked(charged(other, hands={"allied": THREE[:2], "french": 0}))
    assert is_asked(charged(other))


@covers("CCN-14.1.4", "CCN-16.2.3", "CCN-16.5.2")
@pytest.mark.parametrize(
    ("ground", "asked"),
    [
        ({}, True),
        ({"forest": ["4,5"]}, True),
        ({"hill": ["4,5"]}, True),
        ({"shallow_river": ["4,5"]}, True),
        ({"river": ["4,5"], "bridge": ["4,5"]}, True),
        ({"sand_pit": ["4,5"]}, True),
        ({"building": ["4,5"]}, False),
        ({"field_works": ["4,5"]}, False),
    ],
)
def test_buildings_and_field_works_have_no_room_for_a_square(
    ground: dict[str, list[str]], asked: bool
) -> None:
    battle = charged(terrain=ground)
    assert is_asked(battle) is asked
    wrong = [one.rule for one in square_violations(battle.ctx, B)]
    assert wrong == ([] if asked else ["CCN-14.1.4"])


@covers("CCN-14.1.4", "CCN-16.2.3", "CCN-16.5.2", "CCN-16.6.4", "CCN-5.25")
@pytest.mark.parametrize(
    ("given", "noted_rule"),
    [
        ({"terrain": {"building": ["4,5"]}}, "CCN-16.5.2"),
        ({"terrain": {"field_works": ["4,5"]}}, "CCN-16.6.4"),
        ({"hands": {"allied": 2, "french": 0}}, "CCN-14.1.3"),
    ],
)
def test_what_forbids_a_square_is_noted(given: dict[str, object], noted_rule: str) -> None:
    with recording() as noted:
        charged(**given)  # type: ignore[arg-type]
    forbidding = {"CCN-16.5.2", "CCN-16.6.4", "CCN-14.1.3", "CCN-14.1.7"}
    assert forbidding & set(noted.hits) == {noted_rule}
    assert {"CCN-14.1.4", "CCN-14.1.12"} <= set(noted.hits)
    assert ("CCN-5.25" in noted.hits) is (noted_rule == "CCN-14.1.3")


@covers("CCN-16.2.3", "CCN-14.1.10", "CCN-1.5.2", "CCN-5.11")
@pytest.mark.parametrize(("kind", "wooded"), [("forest", True), ("sand_pit", False)])
def test_a_square_in_a_forest_is_noted_as_such(kind: str, wooded: bool) -> None:
    with recording() as noted:
        charged(terrain={kind: ["4,5"]}).do(FormSquare()).roll("probe_left")
    assert ("CCN-16.2.3" in noted.fired) is wooded
    always = {"CCN-14.1.9", "CCN-14.1.13", "CCN-14.1.10", "CCN-1.5.2", "CCN-1.5.3", "CCN-5.11"}
    assert always <= set(noted.fired)


@covers("CCN-14.1.4")
def test_works_next_to_the_unit_do_not_matter() -> None:
    assert is_asked(charged(terrain={"field_works": ["4,6"], "building": ["4,4"]}))


@covers("CCN-14.1.5", "CCN-9.4.9")
def test_infantry_that_attacked_does_not_form_square_against_a_battle_back() -> None:
    units = british("a", "LN", "4,5", ordered=True, blocks=1), french("b", "LC", "5,5")
    battle = field(*units, to_move="allied", hands={"french": 0, "allied": 5})
    battle.do(MeleeAttack(A, B)).do(Stand()).roll("ART").do(BattleBack())
    assert battle.dice() == 4


@covers("CCN-14.1.6")
def test_infantry_that_attacked_does_not_form_square_against_a_first_strike() -> None:
    units = british("a", "LN", "4,5", ordered=True, blocks=1), french("b", "LC", "5,5")
    battle = field(*units, to_move="allied", hands={"french": ["first_strike"], "allied": 5})
    battle.do(MeleeAttack(A, B)).do(PlayFirstStrike())
    assert (battle.dice(), request(battle).seat) == (4, FRENCH)


@covers("CCN-14.1.7")
@pytest.mark.parametrize(("squares", "asked"), [(3, True), (4, False)])
def test_there_are_four_square_markers(squares: int, asked: bool) -> None:
    others = [british(f"x{n}", "LN", f"1,{n}", square=True) for n in range(1, squares + 1)]
    with recording() as noted:
        battle = charged(*others)
    assert ("CCN-14.1.7" in noted.hits) is not asked
    assert is_asked(battle) is asked
    wrong = [one.rule for one in square_violations(battle.ctx, B)]
    assert wrong == ([] if asked else ["CCN-14.1.7"])


@covers("CCN-14.1.7")
def test_the_enemys_squares_do_not_count() -> None:
    others = [french(f"x{n}", "LN", f"9,{n}", square=True) for n in range(1, 5)]
    assert is_asked(charged(*others))


@covers("CCN-14.1.3", "CCN-14.1.4", "CCN-14.1.7")
def test_every_reason_against_a_square_is_told() -> None:
    others = [british(f"x{n}", "LN", f"1,{n}", square=True) for n in range(1, 5)]
    town = {"building": ["4,5"]}
    battle = charged(*others, terrain=town, hands={"allied": 2, "french": 0})
    asked = OfferSquare(ALLIED, B, A)
    wrong = [one.rule for one in asked.check(battle.ctx, FormSquare())]
    assert wrong == ["CCN-14.1.3", "CCN-14.1.4", "CCN-14.1.7"]
    assert asked.check(battle.ctx, Stand()) == []


@covers("CCN-14.1.8")
def test_declined_or_forbidden_the_attack_is_resolved_normally() -> None:
    assert charged().do(Stand()).dice() == 4
    with recording() as noted:
        forbidden = charged(hands={"allied": 2, "french": 0})
    assert forbidden.dice() == 4
    assert "CCN-14.1.8" in noted.fired


@covers("CCN-14.1.9", "CCN-14.1.13")
def test_the_cavalry_player_draws_a_card_of_the_hand_unseen() -> None:
    battle = charged().do(FormSquare())
    asked = request(battle)
    assert isinstance(asked, Draw)
    assert (asked.pool, asked.count) == (tuple(THREE), 1)
    assert (asked.seat, asked.seen_by) == (FRENCH, (ALLIED,))
    assert (asked.purpose, asked.rule) == ("ccn.roll.square", "CCN-14.1.9")


@covers("CCN-14.1.9", "CCN-14.1.13", "CCN-5.11")
def test_the_card_goes_under_the_lowest_free_marker() -> None:
    battle = charged().do(FormSquare()).roll("probe_left")
    assert battle.world.hands[ALLIED] == ("attack_left", "scout_left")
    assert battle.world.square_cards[ALLIED] == ("probe_left", "", "", "")
    assert battle.unit("b").square == 1
    (told,) = [one.event for one in battle.game.tape or () if isinstance(one.event, Squared)]
    assert told.n == 1


@covers("CCN-14.1.13")
def test_a_gap_between_markers_is_filled_first() -> None:
    others = [british("x", "LN", "1,1", square=1), british("y", "LN", "1,2", square=3)]
    battle = charged(*others).do(FormSquare()).roll("attack_left")
    assert battle.unit("b").square == 2
    assert battle.world.square_cards[ALLIED][1] == "attack_left"
    assert battle.world.square_cards[ALLIED][3] == ""
    (told,) = [one.event for one in battle.game.tape or () if isinstance(one.event, Squared)]
    assert told.n == 2


@covers("CCN-14.1.9")
def test_of_two_equal_cards_one_is_taken() -> None:
    hands = {"allied": ["probe_left", "probe_left", "scout_left"], "french": 0}
    battle = charged(hands=hands).do(FormSquare()).roll("probe_left")
    assert battle.world.hands[ALLIED] == ("probe_left", "scout_left")


@covers("CCN-14.1.9")
def test_only_the_owner_is_told_which_card_it_was() -> None:
    battle = charged().do(FormSquare()).roll("probe_left")
    (drawn,) = [one for one in battle.game.tape or () if isinstance(one.event, Rolled)]
    assert isinstance(drawn.for_seat(ALLIED), Rolled)
    for other in (FRENCH, None):
        told = drawn.for_seat(other)
        assert isinstance(told, DrawnUnseen)
        assert (told.seat, told.count) == (FRENCH, 1)


@covers("CCN-14.1.10")
def test_a_card_under_a_square_cannot_be_played() -> None:
    square = british("b", "LN", "4,5", square=True)
    cards = {"allied": ["rally"]}
    battle = field(square, phase="command", to_move="allied", hands=HANDS, square_cards=cards)
    assert battle.options() == [PlayCard(card) for card in THREE]
    assert battle.refusal(PlayCard("rally")) == ["CCN-5.1"]


@covers("CCN-14.1.11")
def test_a_unit_in_square_stays_in_it_and_no_card_is_drawn() -> None:
    square = british("b", "LN", "4,5", square=2)
    battle = charged(unit=square, square_cards={"allied": ["", "rally"]})
    assert (battle.dice(), request(battle).seat) == (1, ALLIED)
    assert battle.world.hands[ALLIED] == tuple(THREE)
    assert battle.world.square_cards[ALLIED] == ("", "rally", "", "")
    assert battle.unit("b").square == 2


@covers("CCN-A17")
def test_infantry_that_strikes_first_has_chosen_to_stand() -> None:
    hands = {"allied": ["first_strike", *THREE], "french": 0}
    units = HORSE, british("b", "LN", "4,5")
    battle = field(*units, hands=hands).do(MeleeAttack(A, B)).do(PlayFirstStrike())
    assert battle.dice() == 4
    battle.roll("ART", "ART", "ART", "ART")
    assert (battle.dice(), request(battle).seat) == (4, FRENCH)


@covers("CCN-A17")
def test_it_may_form_square_after_a_first_strike_if_so_read() -> None:
    hands = {"allied": ["first_strike", *THREE], "french": 0}
    units = HORSE, british("b", "LN", "4,5")
    battle = field(*units, hands=hands, options={"reactions_after_first_strike": True})
    battle.do(MeleeAttack(A, B)).do(PlayFirstStrike()).roll("ART", "ART", "ART", "ART")
    assert battle.asked() == ("allied", "offer_square")
    battle.do(FormSquare()).roll("probe_left")
    assert (battle.dice(), request(battle).seat) == (1, FRENCH)


@covers("CCN-14.1.2")
def test_the_question_offers_two_buttons_that_cannot_be_taken_back() -> None:
    battle = charged()
    asked = battle.decision()
    shown = [asked.present(battle.ctx, one) for one in battle.options()]
    assert [(one.label.id, one.rolls) for one in shown] == [
        ("ccn.do.stand", True),
        ("ccn.do.form_square", True),
    ]
    assert asked.prompt(battle.ctx).id == "ccn.ask.offer_square"


@covers("CCN-14.1.9", "CCN-1.5.3")
def test_the_marker_is_no_block() -> None:
    battle = charged(unit=british("b", "LN", "4,5", blocks=1)).do(FormSquare()).roll("probe_left")
    assert battle.unit("b").blocks == 1
    battle.roll("ART").roll("INF")
    assert B not in battle.world.units
