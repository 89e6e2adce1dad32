"""The questions that cards ask: what is offered is what is allowed, and how it is shown."""

import pytest

from tests.games.ccn.field import Field, british, cell, field, french
from walstatt.games.ccn.content import card_types
from walstatt.games.ccn.orders import EndOrders
from walstatt.games.ccn.tactics import (
    LongMove,
    OneUnit,
    PlaceUnit,
    Rally,
    SupplyTarget,
    TakeSection,
)
from walstatt.games.ccn.turn import Keep, PlayCard
from walstatt.games.ccn.world import unit_name
from walstatt.i18n.catalogue import say
from walstatt.kernel.decisions import Answer
from walstatt.kernel.ids import CellId, UnitId
from walstatt.kernel.prompts import Choice, Target
from walstatt.workshop.covers import covers

A, B = UnitId("a"), UnitId("b")


def asking(card: str, *faces: str) -> Field:
    """Play a card among units of every kind, and let dice or cards fall."""
    battle = field(
        french("a", "LN", "8,2", blocks=2),
        french("full", "LN", "8,4"),
        french("square", "LN", "8,6", blocks=3, square=True),
        french("horse", "LC", "8,8", blocks=1),
        french("led", "LN", "8,10", blocks=3, leader="ney"),
        british("b", "LN", "2,2", blocks=2),
        british("enemy-square", "LN", "2,6", square=True),
        leaders=[{"id": "hill", "side": "allied", "at": "2,9"}],
        phase="command",
        hands={"french": [card, "forward"], "allied": ["bombard", "bombard"]},
    )
    battle.do(PlayCard(card))
    if faces:
        battle.roll(*faces)
    return battle


def agrees(battle: Field, answers: list[Answer]) -> list[Answer]:
    """List the answers that are allowed, after comparing them with those offered."""
    decision = battle.decision()
    allowed = [one for one in answers if not decision.check(battle.ctx, one)]
    assert {*battle.options()} == {*allowed}
    return allowed


PIECES = [
    UnitId(name)
    for name in ("a", "full", "square", "horse", "led", "b", "enemy-square", "ney", "hill", "none")
]


@covers("CCN-17.4.12.2", "CCN-17.4.12.3", "CCN-17.4.12.6")
def test_rallying_offers_what_it_allows() -> None:
    allowed = agrees(asking("rally", "INF", "INF"), [Rally(name) for name in PIECES])
    assert allowed == [Rally(A), Rally(UnitId("square")), Rally(UnitId("led"))]


@covers("CCN-17.4.13.1", "CCN-17.4.13.5")
def test_short_supply_offers_the_units_it_allows() -> None:
    allowed = agrees(asking("short_supply"), [SupplyTarget(name) for name in PIECES])
    assert allowed == [SupplyTarget(UnitId(name)) for name in ("a", "full", "horse", "led", "b")]


@covers("CCN-17.4.13.1", "CCN-17.4.13.2")
def test_short_supply_offers_the_hexes_it_allows() -> None:
    battle = asking("short_supply").do(SupplyTarget(B))
    places: list[Answer] = [PlaceUnit(CellId(number)) for number in range(-2, 116)]
    allowed = agrees(battle, places)
    assert allowed == [PlaceUnit(cell(f"1,{column}")) for column in range(1, 5)]


@covers("CCN-18.5")
def test_keeping_a_card_offers_what_it_allows() -> None:
    battle = asking("scout_left").do(EndOrders()).roll("elan").roll("rally")
    agrees(battle, [Keep(card) for card in (*card_types(), "", "nonsense")])
    assert battle.options() == [Keep("elan"), Keep("rally")]


@covers("CCN-17.4.8.1", "CCN-17.4.11.4")
def test_sections_and_manoeuvres_are_free() -> None:
    sections: list[Answer] = [TakeSection("left"), TakeSection("center"), TakeSection("right")]
    assert agrees(asking("force_march"), sections) == sections
    manoeuvres: list[Answer] = [LongMove(), OneUnit()]
    assert agrees(asking("grande_manoeuvre"), manoeuvres) == manoeuvres


# -- how it is shown ------------------------------------------------------------------------------


def test_a_rally_is_shown_on_the_unit() -> None:
    battle = asking("rally", "INF", "INF")
    name = unit_name(battle.ctx, A)
    shown = battle.decision().present(battle.ctx, Rally(A))
    assert shown == Choice(say("ccn.do.rally", unit=name), Target("piece", "a"))
    arm = say("ccn.arm.infantry")
    asked = battle.decision().prompt(battle.ctx)
    assert asked == say("ccn.ask.choose_rally", arm=arm, n=2)


def test_short_supply_is_shown_on_the_unit_and_on_the_hex() -> None:
    battle = asking("short_supply")
    name = unit_name(battle.ctx, B)
    shown = battle.decision().present(battle.ctx, SupplyTarget(B))
    assert shown == Choice(say("ccn.do.short_supply", unit=name), Target("piece", "b"))
    battle.do(SupplyTarget(B))
    assert battle.decision().prompt(battle.ctx) == say("ccn.ask.choose_place", unit=name)
    place = battle.decision().present(battle.ctx, PlaceUnit(cell("1,2")))
    where = Target("cell", str(cell("1,2")))
    assert place == Choice(say("ccn.do.place", to="1,2"), where, of=Target("piece", "b"))


@pytest.mark.parametrize(("section", "count"), [("left", 1), ("center", 2), ("right", 2)])
def test_a_section_is_shown_with_the_number_of_its_infantry(section: str, count: int) -> None:
    battle = asking("force_march")
    shown = battle.decision().present(battle.ctx, TakeSection(section))  # type: ignore[arg-type]
    name = say(f"ccn.section.{section}")
    assert shown == Choice(say("ccn.do.section", section=name, n=count))


def test_a_kept_card_is_shown_as_a_card_and_cannot_be_taken_back() -> None:
    battle = asking("scout_left").do(EndOrders()).roll("elan").roll("rally")
    shown = battle.decision().present(battle.ctx, Keep("elan"))
    assert shown == Choice(
        say("ccn.do.keep_card", card=say("ccn.card.elan")),
        Target("card", "scouted/elan"),
        rolls=True,
    )
