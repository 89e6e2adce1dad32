"""Nobody sees cards that are not his: in views, prompts, reports and imagined battles."""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from tests.games.ccn.field import ALLIED, FRENCH, Field, british, field, french
from walstatt.games.ccn.announcing import MeleeAttack
from walstatt.games.ccn.game import CCN
from walstatt.games.ccn.invariants import invariants
from walstatt.games.ccn.reactions import Decline, OfferFirstStrike
from walstatt.games.ccn.square import FormSquare
from walstatt.games.ccn.turn import Keep, PlayCard
from walstatt.games.ccn.view import CcnView, observe
from walstatt.kernel.chance import Draw, Seeded
from walstatt.kernel.events import DrawnUnseen, Emitted, Event, Rolled
from walstatt.kernel.game import new_game
from walstatt.kernel.ids import Seat, UnitId
from walstatt.workshop.covers import covers

A, B = UnitId("a"), UnitId("b")
SEATS = (FRENCH, ALLIED, None)
SECRETS = {"french": ["forward", "leadership"], "allied": ["elan", "rally"]}
"""Cards in hand; those under squares are below, and grande_manoeuvre lies in the draw pile."""
UNDER = {"french": ["bombard"], "allied": ["", "short_supply"]}
UNITS = (
    french("a", "LC", "5,5", ordered=True, leader="ney"),
    french("x", "LN", "9,5", square=1),
    british("b", "LN", "4,5"),
    british("y", "LN", "1,6", square=2),
)


def hiding(**given: object) -> Field:
    """Lay out a battle in which both sides have cards to hide."""
    more: dict[str, Any] = {"hands": SECRETS, "square_cards": UNDER, **given}
    return field(*UNITS, discards=["scout_left", "probe_left"], **more)


def text(thing: object) -> str:
    return msgspec.json.encode(thing).decode()


def scouting() -> Field:
    """Let the French choose between two cards after Scout."""
    battle = field(*UNITS, phase="draw", card="scout_left", hands=SECRETS, square_cards=UNDER)
    return battle.roll("grande_manoeuvre").roll("cold_steel")


@covers("CCN-2.5", "CCN-14.1.10")
@pytest.mark.parametrize(
    ("seat", "known"),
    [
        (FRENCH, {"forward", "leadership", "bombard"}),
        (ALLIED, {"elan", "rally", "short_supply"}),
        (None, set()),
    ],
)
def test_a_view_names_the_seats_own_cards_only(seat: Seat | None, known: set[str]) -> None:
    seen = text(observe(hiding().ctx, seat))
    named = {card for card in CCN_CARDS if f'"{card}"' in seen}
    assert named == known | {"scout_left", "probe_left"}


CCN_CARDS = sorted(set(hiding().ctx.content.deck))


@covers("CCN-2.5", "CCN-14.1.10")
def test_a_view_shows_the_own_hand_and_how_many_cards_the_enemy_has() -> None:
    view = observe(hiding().ctx, FRENCH)
    assert view.seat == FRENCH
    assert view.hand == ("forward", "leadership")
    assert view.square_cards == ("bombard", "", "", "")
    assert view.hand_sizes == {FRENCH: 2, ALLIED: 2}
    assert view.squares == {
        FRENCH: (True, False, False, False),
        ALLIED: (False, True, False, False),
    }
    assert view.deck_size == 70 - 2 - 4 - 2
    assert view.discards == ("probe_left", "scout_left")


@covers("CCN-2.5")
def test_a_spectator_sees_no_hand_at_all() -> None:
    view = observe(hiding().ctx, None)
    assert (view.seat, view.hand, view.square_cards, view.scouted) == (None, (), (), ())
    assert view.hand_sizes == {FRENCH: 2, ALLIED: 2}


@covers("CCN-18.5")
def test_only_their_drawer_sees_the_two_cards_of_scout() -> None:
    battle = scouting()
    assert battle.asked() == ("french", "choose_keep")
    own = observe(battle.ctx, FRENCH)
    assert own.scouted == ("grande_manoeuvre", "cold_steel")
    for other in (ALLIED, None):
        view = observe(battle.ctx, other)
        assert (view.scouted, view.scouting) == ((), 2)
        assert "grande_manoeuvre" not in text(view)
        assert "cold_steel" not in text(view)


@covers("CCN-18.5")
def test_the_card_kept_after_scout_stays_hidden_and_the_other_is_shown() -> None:
    battle = scouting().do(Keep("cold_steel"))
    view = observe(battle.ctx, ALLIED)
    assert "cold_steel" not in text(view)
    assert view.discards == ("grande_manoeuvre", "scout_left")
    assert (view.hand_sizes[FRENCH], view.scouting) == (3, 0)


def told(battle: Field, seat: Seat | None) -> str:
    """Write down everything a seat was told."""
    events = [one.for_seat(seat) for one in battle.game.tape or ()]
    return text([one for one in events if one is not None])


@covers("CCN-18.5")
def test_nobody_else_is_told_what_scout_showed() -> None:
    battle = scouting().do(Keep("cold_steel"))
    assert "cold_steel" in told(battle, FRENCH)
    for other in (ALLIED, None):
        assert "cold_steel" not in told(battle, other)
        unseen = [one.for_seat(other) for one in battle.game.tape or ()]
        assert sum(isinstance(one, DrawnUnseen) for one in unseen) == 2


@covers("CCN-2.5", "CCN-18.1")
def test_cards_dealt_and_drawn_are_told_to_their_owner_only() -> None:
    tape: list[Emitted] = []
    game = new_game(CCN, "rolica_1", Seeded(5), tape=tape)
    rng = Random(5)
    for _ in range(60):
        seat = game.to_act[0]
        game.apply(seat, game.pick(seat, rng))
    drawn = [one for one in tape if is_draw(one.event)]
    assert len(drawn) >= 6
    for one in drawn:
        assert isinstance(one.event, Rolled)
        assert one.to == (one.event.request.seat,)
        assert isinstance(one.others, DrawnUnseen)


def is_draw(event: Event) -> bool:
    return isinstance(event, Rolled) and isinstance(event.request, Draw)


@covers("CCN-14.1.9")
def test_the_card_drawn_for_a_square_is_told_to_its_owner_only() -> None:
    hands = {"french": 0, "allied": ["elan", "forward", "rally"]}
    battle = hiding(hands=hands).do(MeleeAttack(A, B)).do(Decline()).do(FormSquare()).roll("elan")
    assert "elan" in told(battle, ALLIED)
    assert "elan" not in told(battle, FRENCH)
    assert "elan" not in told(battle, None)
    assert "elan" not in text(observe(battle.ctx, FRENCH))
    assert "elan" in text(observe(battle.ctx, ALLIED))


@covers("CCN-14.5.6")
def test_a_card_that_returns_from_a_square_stays_hidden() -> None:
    weak = british("y", "LN", "1,6", square=2, blocks=1)
    horse = french("a", "LC", "2,6", ordered=True)
    hands = {"french": 0, "allied": 0}
    battle = field(horse, weak, hands=hands, square_cards={"allied": ["", "short_supply"]})
    battle.do(MeleeAttack(A, UnitId("y"))).roll("ART").roll("INF")
    assert battle.world.hands[ALLIED] == ("short_supply",)
    for other in (FRENCH, None):
        assert "short_supply" not in told(battle, other)
        assert "short_supply" not in text(observe(battle.ctx, other))


def attacked(hand: list[str], under: list[str]) -> Field:
    units = french("a", "LC", "5,5", ordered=True), british("b", "LN", "4,5")
    square = british("y", "LN", "1,6", square=2)
    hands = {"french": 0, "allied": hand}
    battle = field(*units, square, hands=hands, square_cards={"allied": ["", *under]})
    return battle.do(MeleeAttack(A, B))


@covers("CCN-17.4.7.1", "CCN-2.5")
def test_the_defender_is_asked_for_first_strike_whether_he_holds_it_or_not() -> None:
    with_it = attacked(["first_strike", "rally", "elan"], ["forward"])
    without = attacked(["forward", "probe_left", "leadership"], ["bombard"])
    assert with_it.decision() == without.decision() == OfferFirstStrike(ALLIED, B, A)
    for seat in (FRENCH, None):
        assert observe(with_it.ctx, seat) == observe(without.ctx, seat)
        assert told(with_it, seat) == told(without, seat)
    assert with_it.do(Decline()).decision() == without.do(Decline()).decision()
    assert told(with_it, FRENCH) == told(without, FRENCH)


@covers("CCN-14.1.2")
def test_the_prompt_of_a_square_names_no_card() -> None:
    battle = attacked(["rally", "elan", "forward"], ["bombard"]).do(Decline())
    asked = battle.decision()
    shown = text(
        [asked.prompt(battle.ctx), *(asked.present(battle.ctx, one) for one in battle.options())]
    )
    assert not [card for card in ("rally", "elan", "forward", "bombard") if card in shown]


@covers("CCN-2.5")
def test_the_choice_of_a_card_names_the_own_hand_only() -> None:
    battle = hiding(phase="command")
    assert battle.options() == [PlayCard("forward"), PlayCard("leadership")]


# -- imagining ------------------------------------------------------------------------------------


POSITIONS: dict[str, Callable[[], Field]] = {
    "combat": lambda: hiding(card="cavalry_charge", banners={"french": 2, "allied": 1}),
    "command": lambda: hiding(phase="command", last_cards={"allied": "probe_right"}),
    "scout": scouting,
    "first strike": lambda: hiding(strikes=["allied"]),
    "objective": lambda: hiding(
        objectives=[{"side": "french", "at": ["9,5"], "held": True}], banners={"french": 1}
    ),
    "permanent": lambda: hiding(
        objectives=[{"side": "french", "at": ["9,5"], "kind": "permanent", "held": True}],
        banners={"french": 1},
    ),
    "tile": lambda: hiding(
        terrain={"forest": ["6,6"]}, removals=[{"at": "6,6", "by": "french"}], removed=["6,6"]
    ),
    "plain": lambda: hiding(card="rally", hands={"french": 2, "allied": ["elan"]}, plain=True),
}


@covers("CCN-2.5")
@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("name", list(POSITIONS))
def test_an_imagined_battle_agrees_with_all_that_is_known(name: str, seat: Seat | None) -> None:
    battle = POSITIONS[name]()
    known = observe(battle.ctx, seat)
    for seed in range(5):
        imagined = battle.game.imagine(seat, Random(seed))
        assert observe(imagined.ctx, seat) == known
        assert not list(invariants(imagined.ctx))
        assert imagined.world.hands.keys() == battle.world.hands.keys()


@covers("CCN-2.5", "CCN-14.1.10")
def test_in_an_imagined_battle_the_enemy_may_hold_any_unseen_card() -> None:
    battle = hiding()
    hands, under, decks = set(), set(), set()
    for seed in range(60):
        world = battle.game.imagine(FRENCH, Random(seed)).world
        hands.update(world.hands[ALLIED])
        under.add(world.square_cards[ALLIED][1])
        decks.add(world.deck)
        assert world.square_cards[ALLIED][0] == ""
        assert list(world.hands[ALLIED]) == sorted(world.hands[ALLIED])
        assert list(world.deck) == sorted(world.deck)
    assert len(hands) > 15
    assert len(under) > 10
    assert len(decks) > 40
    assert not {"leadership", "forward"} - set(battle.ctx.content.deck)


@covers("CCN-18.5")
def test_the_cards_of_scout_are_imagined_by_the_other_side() -> None:
    battle = scouting()
    imagined = {battle.game.imagine(ALLIED, Random(seed)).world.scouted for seed in range(20)}
    assert {len(cards) for cards in imagined} == {2}
    assert len(imagined) > 10
    own = battle.game.imagine(FRENCH, Random(1)).world
    assert own.scouted == ("grande_manoeuvre", "cold_steel")


@covers("CCN-2.5")
def test_a_spectator_imagines_both_hands() -> None:
    battle = hiding()
    worlds = [battle.game.imagine(None, Random(seed)).world for seed in range(20)]
    assert len({world.hands[FRENCH] for world in worlds}) > 10
    assert len({world.hands[ALLIED] for world in worlds}) > 10
    assert {len(world.hands[FRENCH]) for world in worlds} == {2}


@covers("CCN-2.5")
def test_an_imagined_battle_is_its_own() -> None:
    goal = {"side": "french", "at": ["9,5"], "held": True}
    battle = hiding(objectives=[goal], banners={"french": 1})
    imagined = battle.game.imagine(FRENCH, Random(1)).world
    before = observe(battle.ctx, FRENCH)
    imagined.units.clear()
    imagined.leaders.clear()
    imagined.banners[FRENCH] = 9
    imagined.last_cards[FRENCH] = "rally"
    imagined.last_effects[FRENCH] = "rally"
    imagined.claims.clear()
    assert observe(battle.ctx, FRENCH) == before


@covers("CCN-2.5")
def test_a_view_does_not_change_with_the_battle() -> None:
    battle = hiding()
    view = observe(battle.ctx, FRENCH)
    before = msgspec.json.encode(view)
    battle.world.units.clear()
    battle.world.leaders.clear()
    battle.world.banners[FRENCH] = 9
    battle.world.last_cards[FRENCH] = "rally"
    battle.world.last_effects[FRENCH] = "rally"
    battle.world.claims[0] = ()
    assert msgspec.json.encode(view) == before
    assert isinstance(view, CcnView)
