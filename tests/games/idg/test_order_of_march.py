"""The column of an ambushed army. IDG-5.3.2 to IDG-5.3.4, IDG-5.3.16, IDG-5.3.17."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.games.idg.deploying import mustered
from tests.games.idg.field import INCH, blue, field, red
from tests.games.idg.play import Playing, playing
from walstatt.games.idg.deployment import Deployment
from walstatt.games.idg.deployment_events import MarchFixed
from walstatt.games.idg.entering import due_to_enter
from walstatt.games.idg.order_of_march import FixMarch, FormColumn, NameEdge, guarded, screened
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.prompts import Target
from walstatt.workshop.covers import covers

COLUMN = ("a", "l", "general", "wagons", "baggage")


def marching(**more: Any) -> Playing:  # noqa: ANN401
    """Let red have a column of five, and blue a unit that lies in wait."""
    units = [
        red("a", "warrior", (0, 0), size=4),
        red("l", "light_cavalry", (0, 0), size=3),
        red("general", "heavy_cavalry", (0, 0), general=True),
        red("wagons", "wagon", (0, 0), size=2),
        red("baggage", "baggage", (0, 0), size=2),
        blue("b", "warrior", (0, 0), size=4),
    ]
    waiting = ({**one, "status": "reserve"} for one in units)
    return playing(field(*waiting, battle="ambush", **more), FormColumn())


def units(*names: str) -> tuple[UnitId, ...]:
    """Name units."""
    return tuple(UnitId(name) for name in names)


@covers("IDG-5.3.4", "IDG-5.3.17")
def test_the_attacker_names_a_short_edge_and_the_defender_gets_the_opposite_one() -> None:
    there = marching()
    assert there.asked() == ("red", "choose_short_edge")
    assert there.options() == [NameEdge("left"), NameEdge("right")]
    assert there.refusal(NameEdge("top")) == ["IDG-5.3.4"]
    there.do(NameEdge("right"))
    assert there.world.edges == {"red": "right", "blue": "left"}
    assert there.told() == ["idg.edge_named"]


@covers("IDG-5.3.4", "IDG-1.3.1")
def test_the_short_edges_of_a_high_table_are_its_top_and_its_bottom() -> None:
    there = marching(table=(48, 72))
    assert there.options() == [NameEdge("top"), NameEdge("bottom")]
    assert there.ctx.content.table == (48 * INCH, 72 * INCH)


@covers("IDG-5.3.2", "IDG-5.3.16", "IDG-17.1.3")
def test_units_general_wagons_and_baggage_have_their_places_in_the_column() -> None:
    there = marching().do(NameEdge("left"))
    assert there.asked() == ("red", "choose_march")
    there.do(FixMarch(units("general", "baggage", "l", "wagons", "a")))
    assert there.world.column == ("general", "baggage", "l", "wagons", "a")
    assert {there.unit(one).status for one in COLUMN} == {"reserve"}
    assert there.is_over


@covers("IDG-5.3.2")
def test_who_is_not_named_follows_in_the_order_of_the_army() -> None:
    assert marching().do(NameEdge("left")).do(FixMarch()).world.column == COLUMN
    there = marching().do(NameEdge("left")).do(FixMarch(units("baggage", "l")))
    assert there.world.column == ("baggage", "l", "a", "general", "wagons")


@covers("IDG-5.3.2")
def test_nobody_marches_twice_and_no_enemy_marches_along() -> None:
    there = marching().do(NameEdge("left"))
    assert there.refusal(FixMarch(units("a", "a"))) == ["IDG-5.3.2"]
    assert there.refusal(FixMarch(units("a", "b"))) == ["IDG-5.3.2"]
    assert there.refusal(FixMarch(units("b", "b"))) == ["IDG-5.3.2", "IDG-5.3.2"]


@covers("IDG-5.3.3")
def test_the_defender_is_told_the_whole_order() -> None:
    there = marching().do(NameEdge("left")).do(FixMarch(units("l")))
    (told,) = [one for one in there.game.tape or () if isinstance(one.event, MarchFixed)]
    event = told.for_seat(Seat("blue"))
    assert isinstance(event, MarchFixed)
    assert event.n == 5
    assert list(named(event.order)) == ["l", "a", "general", "wagons", "baggage"]


def named(order: Any) -> Iterator[str]:  # noqa: ANN401
    """List the names in a message that joins them."""
    while order.id == "idg.listed":
        yield order.args["first"].args["en"]
        order = order.args["rest"]
    yield order.args["en"]


@covers("IDG-5.3.5")
def test_the_first_of_the_column_is_due_in_the_first_turn() -> None:
    there = marching().do(NameEdge("left")).do(FixMarch(units("l")))
    there.world.turn = 1
    assert due_to_enter(there.ctx, Seat("red")) == "l"


def test_sensible_orders_put_light_troops_first_or_baggage_in_the_middle() -> None:
    there = marching()
    assert screened(there.ctx, units(*COLUMN)) == ("l", "a", "general", "wagons", "baggage")
    assert guarded(there.ctx, units(*COLUMN)) == ("a", "l", "wagons", "baggage", "general")


def test_units_are_pointed_at_in_the_order_of_the_march() -> None:
    there = marching().do(NameEdge("left"))
    decision = there.decision()
    assert decision.gesture == "multi-select"
    choice = decision.present(there.ctx, FixMarch(units("l")))
    assert choice.target == Target("piece", "l1")
    assert decision.wish(there.ctx, Target("piece", "a3"), None) == FixMarch(units("a"))
    assert decision.default(there.ctx) == FixMarch()


@covers("IDG-5.3.2")
def test_in_an_ambush_the_column_is_fixed_before_the_defender_does_anything() -> None:
    there = playing(mustered("seljuks", "first_crusade", "ambush"), Deployment())
    assert there.pending() == "red choose_short_edge"
    there.do(NameEdge("left"))
    assert there.pending() == "red choose_march"
    there.do(FixMarch())
    assert there.pending() == "blue hold_back"
