"""What people read: who moved, what is left to be ordered, and why blocks are lost."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tests.games.ccn.field import FRENCH, Field, british, cell, field, french, leader, played
from tests.games.ccn.fights import fire, through, won
from walstatt.games.ccn.combat import EndCombat
from walstatt.games.ccn.events import CameBack, Cornered, LeftBoard, Lost, Moved, SquareHolds
from walstatt.games.ccn.game import CCN
from walstatt.games.ccn.movement import EndMovement, Exit, Move
from walstatt.games.ccn.orders import Order
from walstatt.i18n.catalogue import LANGUAGES, say
from walstatt.kernel.events import Ended, Event
from walstatt.kernel.ids import UnitId

A, C, Q = map(UnitId, ("a", "c", "q"))
FAR = british("z", "LN", "1,1")


def told(battle: Field, kind: type[Event]) -> list[str]:
    """Give what was told of a kind of event, in both languages."""
    events = [one.event for one in battle.game.tape or () if isinstance(one.event, kind)]
    return [CCN.catalogue.text(CCN.tell(one), lang) for one in events for lang in LANGUAGES]


def question(battle: Field) -> list[str]:
    """Give the question that is open, in both languages."""
    asked = CCN.named(battle.decision().prompt(battle.ctx))
    return [CCN.catalogue.text(asked, language) for language in LANGUAGES]


def labels(battle: Field, language: str) -> set[str]:
    """Give every answer that is offered."""
    asked = battle.decision()
    shown = (asked.present(battle.ctx, one).label for one in battle.options())
    return {CCN.catalogue.text(CCN.named(one), language) for one in shown}


# -- leaders who stay -----------------------------------------------------------------------------


def led(*, detached: bool, **given: object) -> Field:
    unit = french("a", "LN", "7,3", ordered=True)
    him = leader("Brenier", "french", "7,3", ordered=detached)
    return field(unit, FAR, leaders=[him], phase="move", **given)  # type: ignore[arg-type]


def test_a_unit_that_leaves_its_leader_behind_moves_without_his_name() -> None:
    battle = led(detached=True).do(Move(A, cell("6,2")))
    assert battle.at("Brenier") == "7,3"
    assert told(battle, Moved) == [
        "French line infantry (7,3) moves to 6,2.",
        "Französische Linieninfanterie (7,3) zieht nach 6,2.",
    ]


def test_a_unit_whose_leader_goes_along_moves_under_his_name() -> None:
    battle = led(detached=False).do(Move(A, cell("6,2")))
    assert battle.at("Brenier") == "6,2"
    assert told(battle, Moved)[0] == "French line infantry under Brenier (7,3) moves to 6,2."


def test_a_unit_leaves_the_battlefield_without_the_name_of_a_leader_who_stays() -> None:
    gate = {"at": "7,3", "side": "french", "banners": 1, "leader_banners": 1}
    battle = led(detached=True, exits=[gate]).do(Exit(A))
    assert told(battle, LeftBoard)[0] == "French line infantry (7,3) leaves the battlefield."


# -- orders that are left -------------------------------------------------------------------------

HOST = (
    french("a", "LN", "8,6"),
    french("b", "LN", "8,5"),
    french("c", "LC", "8,7"),
    french("d", "FA", "7,6"),
)


def kinds_left(battle: Field) -> list[str]:
    return [text.partition("(")[2].partition(")")[0] for text in question(battle)]


def elan(*faces: str) -> Field:
    others = ["forward"] * (len(faces) - 1)
    hands = {"french": ["elan", *others], "allied": ["rally"]}
    him = leader("Ney", "french", "9,9")
    return played("elan", *HOST, FAR, hands=hands, leaders=[him]).roll(*faces)


def test_elan_tells_which_arms_have_orders_left() -> None:
    battle = elan("INF", "CAV", "ART")
    assert question(battle) == [
        "Élan: give an order (3 left: infantry 1, cavalry 1, artillery 1), or end the orders.",
        (
            "Élan: Gib einen Befehl (noch 3: Infanterie 1, Kavallerie 1, Artillerie 1)"
            " oder beende die Befehle."
        ),
    ]
    battle.do(Order(C))
    assert kinds_left(battle)[0] == "2 left: infantry 1, artillery 1"


def test_orders_of_an_arm_are_used_before_those_for_anybody() -> None:
    battle = elan("INF", "FLAG", "FLAG")
    assert kinds_left(battle) == ["3 left: infantry 1, any 2", "noch 3: Infanterie 1, beliebig 2"]
    battle.do(Order(A))
    assert kinds_left(battle)[0] == "2 left: any 2"
    battle.do(Order(UnitId("b")))
    assert kinds_left(battle)[0] == "1 left: any 1"


def test_elan_names_the_arm_even_if_there_is_only_one() -> None:
    assert kinds_left(elan("INF", "INF", "SABER"))[0] == "2 left: infantry 2"


@pytest.mark.parametrize(
    ("card", "left"),
    [
        ("forward", "6 left: Left flank 2, Center 2, Right flank 2"),
        ("recon_in_force", "3 left: Left flank 1, Center 1, Right flank 1"),
        ("flank_attack", "4 left: Left flank 2, Right flank 2"),
        ("coordinated_advance", "4 left: Left flank 1, Center 2, Right flank 1"),
        ("probe_center", "2 left"),
    ],
)
def test_cards_for_several_sections_tell_how_many_orders_each_has_left(
    card: str, left: str
) -> None:
    units = french("a", "LN", "8,2"), french("b", "LN", "8,6"), french("c", "LN", "8,11")
    assert kinds_left(played(card, *units, FAR))[0] == left


def test_a_unit_on_the_line_of_two_sections_leaves_open_which_order_it_used() -> None:
    units = french("a", "LN", "8,4"), french("b", "LN", "8,6"), french("c", "LN", "8,11")
    battle = played("forward", *units, FAR).do(Order(C))
    assert kinds_left(battle)[0] == "5 left: Left flank 1, Center 2, Right flank 2"
    battle.do(Order(A))
    assert kinds_left(battle) == [
        "4 left: Left flank 1, Center up to 2, Right flank up to 2",
        "noch 4: Linke Flanke 1, Zentrum bis zu 2, Rechte Flanke bis zu 2",
    ]


# -- squares --------------------------------------------------------------------------------------


def test_ordering_a_square_says_whether_it_stays_in_square() -> None:
    battle = played("probe_center", french("q", "LT", "8,7", square=True), FAR)
    assert labels(battle, "en") == {
        "Order French light infantry (8,7), staying in square",
        "Order French light infantry (8,7) to leave square",
        "End the orders",
    }
    assert "Befehl an Französische Leichte Infanterie (8,7), im Karree zu bleiben" in labels(
        battle, "de"
    )
    assert battle.do(Order(Q)).unit("q").square


def test_a_unit_that_is_not_in_square_is_simply_ordered() -> None:
    battle = played("probe_center", french("q", "LT", "8,7"), FAR)
    assert "Order French light infantry (8,7)" in labels(battle, "en")


# -- flags ----------------------------------------------------------------------------------------


def shot(target: dict[str, object], *faces: str, at: str = "5,5") -> Field:
    gun = french("a", "LN", at, ordered=True)
    return field(gun, target, british("z", "LN", "9,1")).do(fire("a", "b")).roll(*faces)


def test_a_square_hit_by_a_flag_is_said_to_stand_and_to_pay() -> None:
    battle = shot(british("b", "LN", "5,7", square=True), "FLAG", "FLAG", "SABER", "ART")
    assert told(battle, SquareHolds) == [
        "British line infantry (5,7) is in square and cannot retreat: that costs two blocks.",
        (
            "Britische Linieninfanterie (5,7) steht im Karree und kann nicht zurück:"
            " Das kostet zwei Blöcke."
        ),
    ]
    assert told(battle, Lost)[0] == "British line infantry (5,7) loses two blocks."
    assert told(battle, Cornered) == []


def test_a_square_pays_no_more_blocks_than_it_has() -> None:
    weak = british("b", "LN", "5,7", square=True, blocks=1)
    battle = shot(weak, "FLAG", "FLAG", "ART", "ART")
    assert told(battle, SquareHolds)[0].endswith("that costs a block.")


def test_a_unit_at_its_baseline_hit_by_a_flag_is_said_to_pay_for_the_hex() -> None:
    battle = shot(british("b", "LN", "1,7"), "FLAG", "SABER", "ART", "ART", at="3,6")
    assert told(battle, Cornered) == [
        "British line infantry (1,7) cannot retreat one hex: that costs a block.",
        (
            "Britische Linieninfanterie (1,7) kann ein Hexfeld nicht zurückweichen:"
            " Das kostet einen Block."
        ),
    ]


# -- breaking through and coming back -------------------------------------------------------------


def test_cavalry_that_comes_back_is_not_said_to_advance() -> None:
    battle = won("LC").do(through("5,6", "5,5"))
    assert battle.at("a") == "5,5"
    assert told(battle, CameBack) == [
        "French light cavalry (5,5) breaks through at 5,6 and comes back to where it stood.",
        (
            "Französische Leichte Kavallerie (5,5) bricht bei 5,6 durch und kehrt dorthin zurück,"
            " wo sie stand."
        ),
    ]
    assert "ccn.advanced" not in battle.told()


def test_cavalry_that_rides_on_advances() -> None:
    battle = won("LC").do(through("5,6", "5,7"))
    assert "ccn.advanced" in battle.told()
    assert "ccn.came_back" not in battle.told()


# -- the end --------------------------------------------------------------------------------------


def said(event: Event) -> Iterable[str]:
    return (CCN.catalogue.text(CCN.tell(event), language) for language in LANGUAGES)


def test_the_end_is_told_in_whole_sentences() -> None:
    assert list(said(Ended((FRENCH,), say("ccn.won.banners")))) == [
        "The game is over. The French win (enough victory banners).",
        "Das Spiel ist aus. Die Franzosen gewinnen (genug Siegesfahnen).",
    ]
    assert list(said(Ended((), say("ccn.won.banners")))) == [
        "The game is over. A draw: enough victory banners.",
        "Das Spiel ist aus. Unentschieden: genug Siegesfahnen.",
    ]


# -- phases in which nothing is left to do --------------------------------------------------------


def test_the_combat_question_says_when_nobody_can_fight_any_more() -> None:
    units = french("a", "LN", "5,5", ordered=True), british("b", "LN", "5,7")
    battle = field(*units)
    assert question(battle)[0] == "Fight with an ordered unit, or end the combat."
    battle.do(fire("a", "b")).roll("ART", "ART", "ART", "ART")
    assert battle.options() == [EndCombat()]
    assert question(battle) == [
        "No ordered unit can fight any more: end the combat.",
        "Keine befehligte Einheit kann noch kämpfen: Beende den Kampf.",
    ]


def test_the_movement_question_says_when_nobody_can_move_any_more() -> None:
    battle = led(detached=True).do(Move(A, cell("6,2")))
    assert question(battle)[0] == "Move an ordered piece, or end the movement."
    battle = led(detached=False)
    assert question(battle)[0] == "Move an ordered piece, or end the movement."
    battle.do(Move(A, cell("6,2")))
    assert battle.options() == [EndMovement()]
    assert question(battle) == [
        "No ordered piece can move any more: end the movement.",
        "Keine befehligte Einheit und kein Anführer kann noch ziehen: Beende die Bewegung.",
    ]
