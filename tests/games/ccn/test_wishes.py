"""Pointing at something that is no choice: what it is read as, and why it cannot be done."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.ccn.field import FRENCH, Field, british, cell, field, french, leader, played
from tests.games.ccn.fights import NO_STRIKES, melee, through, won
from tests.games.ccn.walks import WALKS, questions
from walstatt.games.ccn.advance import Breakthrough, HoldGround, TakeGround
from walstatt.games.ccn.announcing import MeleeAttack
from walstatt.games.ccn.board import BOARD
from walstatt.games.ccn.combat import Fire
from walstatt.games.ccn.leaders import RetreatLeader, StopLeader
from walstatt.games.ccn.morale import Retreat
from walstatt.games.ccn.movement import Exit, Move, MoveLeader
from walstatt.games.ccn.orders import Order, OrderLeader
from walstatt.games.ccn.reactions import BattleBack, PlayFirstStrike
from walstatt.games.ccn.tactics import PlaceUnit, Rally, SupplyTarget, TakeSection
from walstatt.games.ccn.turn import Keep, PlayCard
from walstatt.kernel.asking import preview, prompt, wished
from walstatt.kernel.decisions import Answer
from walstatt.kernel.ids import UnitId
from walstatt.kernel.prompts import Target

A, B, C, G, N = map(UnitId, "abcgn")
FAR = british("z", "LN", "1,13")


def piece(name: str) -> Target:
    return Target("piece", name)


def at(label: str) -> Target:
    return Target("cell", str(cell(label)))


def wish(battle: Field, target: Target, of: Target | None = None) -> Answer | None:
    (seat,) = battle.game.to_act
    return wished(battle.game, seat, target, of)


def why(battle: Field, target: Target, of: Target | None = None) -> list[tuple[str, str]]:
    """Point, and list the rules and words that refuse it."""
    (seat,) = battle.game.to_act
    answer = wish(battle, target, of)
    assert answer is not None
    found = preview(battle.game, seat, answer).violations
    return [(one.rule, one.message.id.removeprefix("ccn.no.")) for one in found]


# -- random battles -------------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "preset"), WALKS)
def test_pointing_at_a_choice_means_it_or_something_else_that_is_legal(
    scenario: str, preset: str
) -> None:
    read = 0
    for game, seat in questions(scenario, preset):
        asked, options = prompt(game, seat), game.options(seat)
        assert asked is not None
        for choice, answer in zip(asked.choices, options or (), strict=True):
            if choice.target.kind == "button":
                continue
            meant = wished(game, seat, choice.target, choice.of)
            assert meant is not None, (asked.kind, choice)
            assert meant == answer or not game.check(seat, meant), (asked.kind, choice, meant)
            read += 1
    assert read > 500


@pytest.mark.parametrize(("scenario", "preset"), WALKS)
def test_whatever_is_pointed_at_is_judged_without_a_fault(scenario: str, preset: str) -> None:
    rng = Random(scenario)
    refused = 0
    for game, seat in questions(scenario, preset, every=5):
        world = game.world
        pieces = [*map(piece, (*world.units, *world.leaders)), piece("nobody")]
        cells = [Target("cell", str(number)) for number in (*BOARD.cells, 999, -1)]
        cards = [
            Target("card", one) for one in ("forward", "square/1", "played/rally", "scouted/x")
        ]
        for of in (None, *rng.sample(pieces, 4), cells[0], cards[0]):
            for target in (*rng.sample(pieces, 6), *rng.sample(cells, 6), *cards):
                answer = wished(game, seat, target, of)
                if answer is not None:
                    refused += bool(preview(game, seat, answer).violations)
    assert refused > 300


# -- cards ----------------------------------------------------------------------------------------


def test_a_card_is_read_as_one_to_be_played() -> None:
    hands = {"french": ["rally", "forward"], "allied": ["elan"]}
    battle = field(french("a", "LN", "5,5"), FAR, phase="command", hands=hands)
    assert wish(battle, Target("card", "forward")) == PlayCard("forward")
    assert why(battle, Target("card", "elan")) == [("CCN-5.1", "card")]
    assert wish(battle, piece("a")) is None


def test_a_card_under_a_square_cannot_be_played_even_if_another_copy_is_in_hand() -> None:
    battle = field(
        french("a", "LN", "5,5", square=True),
        FAR,
        phase="command",
        hands={"french": ["rally", "forward"], "allied": 4},
        square_cards={"french": ["forward"]},
    )
    assert why(battle, Target("card", "square/1")) == [("CCN-14.1.10", "card_under_square")]


def test_a_card_drawn_by_a_scout_is_read_as_the_one_to_keep() -> None:
    battle = played("scout_left", french("a", "LN", "5,12"), FAR)
    battle.do(battle.options()[0]).roll("elan").roll("forward")
    assert wish(battle, Target("card", "scouted/elan")) == Keep("elan")
    assert why(battle, Target("card", "scouted/bombard")) == [("CCN-18.5", "card_drawn")]
    assert wish(battle, Target("card", "rally")) is None


# -- orders ---------------------------------------------------------------------------------------


def ordering(card: str = "probe_center") -> Field:
    return field(
        french("a", "LN", "5,5", leader="n"),
        french("c", "LC", "5,1"),
        british("b", "LN", "1,7"),
        phase="order",
        card=card,
        command=5,
    )


def test_pieces_and_their_hexes_are_read_as_orders() -> None:
    battle = ordering()
    assert wish(battle, piece("a")) == wish(battle, at("5,5")) == Order(A)
    assert wish(battle, piece("n")) == OrderLeader(N)
    assert wish(battle, at("9,9")) is None


def test_orders_to_others_and_to_the_wrong_ones_are_refused_with_the_reason() -> None:
    battle = ordering()
    assert why(battle, piece("b")) == [("CCN-5.2", "own_unit")]
    assert why(battle, piece("c")) == [("CCN-5.2", "other_section")]
    charge = ordering("bayonet_charge")
    assert why(charge, piece("c")) == [("CCN-17.4.1.1", "other_kind")]
    assert why(charge, piece("n")) == [("CCN-5.16", "no_leaders")]
    assert why(battle.do(Order(A)), piece("a")) == [("CCN-5.6", "ordered_already")]


def test_a_unit_next_to_an_enemy_is_not_ordered_to_hold() -> None:
    battle = field(
        french("a", "LN", "5,5"),
        french("c", "LN", "9,1"),
        british("b", "LN", "4,5"),
        phase="order",
        card="fire_and_hold",
    )
    assert why(battle, piece("a")) == [("CCN-17.4.6.3", "enemy_near")]


# -- moves ----------------------------------------------------------------------------------------


def moving() -> Field:
    return field(
        french("a", "LN", "5,5", ordered=True),
        french("c", "LN", "5,8"),
        british("b", "LN", "5,6"),
        leaders=[leader("n", "french", "8,8", ordered=True)],
        phase="move",
    )


def test_a_hex_is_where_the_piece_in_hand_goes() -> None:
    battle = moving()
    assert wish(battle, at("6,5"), piece("a")) == Move(A, cell("6,5"))
    assert wish(battle, at("8,9"), piece("n")) == MoveLeader(N, cell("8,9"))
    assert wish(battle, at("6,5"), at("5,5")) == Move(A, cell("6,5"))
    assert wish(battle, at("6,5")) is None
    assert wish(battle, Target("card", "rally"), piece("a")) is None


def test_a_hex_that_holds_a_piece_means_that_hex() -> None:
    battle = moving()
    assert wish(battle, piece("b"), piece("a")) == Move(A, cell("5,6"))
    assert why(battle, piece("b"), piece("a")) == [("CCN-6.1.7", "occupied")]


def test_too_far_and_barred_are_told_apart() -> None:
    battle = moving()
    assert why(battle, at("7,5"), piece("a")) == [("CCN-6.2.1", "too_far")]
    walled = field(
        french("a", "LC", "1,1", ordered=True),
        FAR,
        phase="move",
        terrain={"river": ("1,2", "2,2", "3,2"), "forest": ("2,1",)},
    )
    assert why(walled, at("1,3"), piece("a")) == [("CCN-6.2.3", "no_way")]


def test_a_piece_alone_is_asked_why_it_does_not_move() -> None:
    battle = moving()
    assert why(battle, piece("c")) == [("CCN-5.5", "not_ordered")]
    assert why(battle, piece("b")) == [("CCN-5.5", "own_unit")]
    battle.do(Move(A, cell("6,5")))
    assert why(battle, piece("a")) == [("CCN-6.1.2", "moved")]


def test_a_unit_with_no_way_says_so() -> None:
    ring = [french(f"r{n}", "LN", spot) for n, spot in enumerate(("1,2", "2,1"))]
    units = french("a", "LN", "1,1", ordered=True), french("c", "LN", "9,9", ordered=True)
    battle = field(*units, *ring, FAR, phase="move")
    assert why(battle, piece("a")) == [("CCN-6.1.6", "hemmed_in")]


def test_a_card_that_holds_its_units_says_so() -> None:
    him = leader("n", "french", "9,9", ordered=True)
    battle = field(
        french("a", "LN", "5,5", ordered=True),
        FAR,
        leaders=[him],
        phase="move",
        card="fire_and_hold",
    )
    assert why(battle, piece("a")) == [("CCN-17.4.6.4", "card_forbids_moves")]


def test_the_exit_under_a_unit_is_read_as_leaving() -> None:
    gate = {"at": "1,10", "side": "french", "banners": 1, "leader_banners": 1}
    battle = field(french("a", "LN", "1,10", ordered=True), FAR, phase="move", exits=[gate])
    assert wish(battle, at("1,10"), piece("a")) == Exit(A)
    assert wish(battle, at("1,11"), piece("a")) == Move(A, cell("1,11"))


# -- combat ---------------------------------------------------------------------------------------


def fighting(**more: object) -> Field:
    return field(
        french("a", "LN", "5,5", ordered=True),
        french("c", "LC", "7,8", ordered=True),
        french("g", "FA", "7,2"),
        british("b", "LN", "5,7"),
        british("d", "LN", "6,8", leader="hill"),
        **more,  # type: ignore[arg-type]
    )


def test_enemies_are_fired_at_or_fought_if_they_are_adjacent() -> None:
    battle = fighting()
    assert wish(battle, piece("b"), piece("a")) == Fire(A, B)
    assert wish(battle, at("5,7"), piece("a")) == Fire(A, B)
    assert wish(battle, piece("d"), piece("c")) == melee("c", "d")


def test_the_leader_of_a_unit_stands_for_it() -> None:
    battle = fighting()
    assert wish(battle, piece("hill"), piece("c")) == melee("c", "d")


def test_impossible_fights_say_why() -> None:
    battle = fighting(terrain={"forest": ("5,6",)})
    assert why(battle, piece("b"), piece("a")) == [("CCN-8.1.2", "not_seen")]
    assert why(battle, piece("b"), piece("c")) == [("CCN-8.1.1", "cannot_fire")]
    assert why(battle, piece("b"), piece("g"))[0] == ("CCN-5.5", "not_ordered")
    assert why(battle, piece("c"), piece("a"))[0] == ("CCN-8.1.2", "enemy")
    assert why(battle, piece("a"), piece("b")) == [("CCN-5.5", "own_unit")]


def test_a_unit_alone_says_why_it_cannot_fight() -> None:
    battle = fighting(terrain={"forest": ("5,6",)})
    assert why(battle, piece("g")) == [("CCN-5.5", "not_ordered")]
    assert why(battle, piece("a")) == [("CCN-8.1.2", "nobody_near")]
    assert why(battle, piece("c")) == [("CCN-9.1.1", "no_target")]
    assert wish(battle, piece("b")) is None
    assert wish(battle, at("9,9")) is None


def test_a_lone_leader_says_that_leaders_do_not_fight() -> None:
    battle = fighting(leaders=[leader("n", "french", "9,1")])
    assert why(battle, piece("n")) == [("CCN-7.9", "leader_fights")]


def test_a_unit_without_dice_of_its_own_attacks_with_its_guns() -> None:
    battle = field(
        french("a", "LC", "5,5", blocks=1, ordered=True),
        french("g", "FA", "5,4", ordered=True),
        british("b", "LN", "4,5"),
        terrain={"forest": ("4,5",)},
    )
    assert wish(battle, piece("b"), piece("a")) == MeleeAttack(A, B, (G,))


# -- going back and going on ----------------------------------------------------------------------


def flagged(**more: object) -> Field:
    """Let two flags drive b back from 5,7."""
    battle = field(
        french("a", "LN", "5,5", blocks=2, ordered=True),
        british("b", "LN", "5,7"),
        **more,  # type: ignore[arg-type]
    )
    return battle.do(Fire(A, B)).roll("FLAG", "FLAG")


def test_a_hex_behind_is_read_as_the_way_there() -> None:
    battle = flagged()
    back = wish(battle, at("3,6"), piece("b"))
    assert isinstance(back, Retreat)
    assert (back.path[-1], len(back.path)) == (cell("3,6"), 2)
    assert not battle.decision().check(battle.ctx, back)


def test_wrong_ways_back_say_why() -> None:
    battle = flagged()
    assert why(battle, at("6,7"), piece("b")) == [("CCN-11.1.5", "back.rows")]
    assert why(battle, at("4,7"), piece("b")) == [("CCN-11.1.15", "back.short")]
    assert why(battle, at("2,7"), piece("b")) == [("CCN-11.1.2", "back.far")]
    assert why(battle, at("3,7"), piece("a")) == [("CCN-11.1.6", "other_unit")]
    held = flagged(terrain={"river": ("3,6",)}, leaders=[leader("w", "french", "3,8")])
    assert why(held, at("3,6"), piece("b")) == [("CCN-11.1.8", "back.closed")]
    assert why(held, at("3,8"), piece("b")) == [("CCN-11.1.9", "back.occupied")]


def test_the_hexes_of_an_advance_are_read_as_such() -> None:
    foot = won("LN")
    assert wish(foot, at("5,6")) == TakeGround()
    assert wish(foot, piece("a")) == HoldGround()
    assert wish(foot, at("9,9")) is None
    horse = won("LC")
    assert wish(horse, at("5,7"), piece("a")) == through("5,6", "5,7")
    assert wish(horse, at("5,5"), piece("a")) == Breakthrough((cell("5,6"), cell("5,5")))
    assert why(horse, at("9,9"), piece("a")) == [("CCN-12.2.1", "breakthrough")]


def test_a_bonus_melee_is_pointed_at() -> None:
    battle = won("LC", british("c", "LN", "4,6")).do(through("5,6"))
    assert wish(battle, piece("c")) == wish(battle, piece("c"), piece("a")) == melee("a", "c")
    assert wish(battle, piece("a")) is None


def test_a_leader_goes_where_he_is_sent_or_stops_where_he_is() -> None:
    him = leader("hill", "allied", "5,6")
    battle = field(french("a", "LN", "5,5", ordered=True), FAR, leaders=[him])
    battle.do(melee("a", "hill")).roll(*["INF"] * 4)
    assert wish(battle, at("4,6"), piece("hill")) == RetreatLeader(cell("4,6"))
    assert why(battle, at("6,6"), piece("hill")) == [("CCN-11.4.3", "leader_back.rows")]
    battle.do(RetreatLeader(cell("4,6")))
    assert wish(battle, at("4,6"), piece("hill")) == StopLeader()


# -- reactions and tactics ------------------------------------------------------------------------


def test_pointing_at_the_attacker_strikes_at_him() -> None:
    units = french("a", "LN", "5,5", ordered=True), british("b", "LN", "5,6")
    hands = {"allied": ["first_strike", "rally"]}
    battle = field(*units, hands=hands).do(melee("a", "b"))
    assert battle.asked() == ("allied", "offer_first_strike")
    assert wish(battle, Target("card", "first_strike")) == PlayFirstStrike()
    assert wish(battle, piece("a")) == PlayFirstStrike()
    assert wish(battle, Target("card", "rally")) is None
    without = field(*units, hands={"allied": ["rally"]}).do(melee("a", "b"))
    assert why(without, piece("a")) == [("CCN-17.4.7.1", "first_strike")]
    stood = field(*units, **NO_STRIKES).do(melee("a", "b")).roll(*["ART"] * 5)
    assert wish(stood, piece("a")) == BattleBack()
    assert wish(stood, piece("b")) is None


def test_units_sections_and_places_of_tactics_cards_are_pointed_at() -> None:
    weak = french("a", "LN", "5,5", blocks=2), french("c", "LC", "5,6", blocks=2)
    hands = {"french": ["rally", "forward"], "allied": ["forward"]}
    more = french("d", "LN", "5,8", blocks=2)
    rally = played("rally", *weak, more, FAR, hands=hands).roll("INF", "ART")
    assert wish(rally, piece("a")) == Rally(A)
    assert why(rally, piece("c")) == [("CCN-17.4.12.2", "other_arm")]
    assert why(rally, piece("z")) == [("CCN-17.4.12.2", "own_unit")]
    march = played("force_march", *weak, FAR)
    assert wish(march, at("5,6")) == TakeSection("center")
    assert wish(march, piece("z")) == TakeSection("left")
    assert wish(march, at("4,4")) is None
    supply = played("short_supply", *weak, FAR)
    assert wish(supply, at("1,13")) == SupplyTarget(UnitId("z"))
    supply.do(SupplyTarget(C))
    assert wish(supply, at("9,6")) == PlaceUnit(cell("9,6"))
    assert why(supply, at("5,5")) == [("CCN-17.4.13.1", "supply_hex")]


def test_a_lone_leader_is_no_unit_for_short_supply() -> None:
    him = leader("n", "french", "7,7")
    battle = played("short_supply", french("a", "LN", "5,5"), FAR, leaders=[him])
    assert why(battle, piece("n")) == [("CCN-17.4.13.5", "unit")]
    assert battle.asked()[0] == FRENCH
