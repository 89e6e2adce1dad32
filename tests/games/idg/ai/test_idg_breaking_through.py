"""How the computer players of idg get an ambushed column through."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.idg.field import INCH, RED, blue, field, red
from walstatt.games.idg.activation import ChooseActivation, Enter
from walstatt.games.idg.ai.aims import Aims
from walstatt.games.idg.ai.columns import marches
from walstatt.games.idg.ai.field import Field
from walstatt.games.idg.ai.journeys import Journey
from walstatt.games.idg.ai.moves import Moves
from walstatt.games.idg.ai.orders import Orders
from walstatt.games.idg.ai.weights import RECRUIT
from walstatt.games.idg.marching import Judge
from walstatt.games.idg.marching import Orders as March
from walstatt.kernel.ids import UnitId

A, B, T = (UnitId(name) for name in "abt")
EDGES = {"red": {"edge": "left"}, "blue": {"edge": "right"}}
FAR_FOE = blue("z", "warrior", (60, 44), size=2)


def ambushed(*units: dict[str, Any], **more: Any) -> Field:  # noqa: ANN401
    """Let red get from the left edge to the right one."""
    there = field(*units, battle="ambush", armies=EDGES, turn=9, **more)
    there.world.attacker = RED
    return Field(there.ctx, RED, RECRUIT)


@pytest.mark.parametrize(
    ("foe", "aim"),
    [
        ((26, 24), "fight"),
        ((32, 24), "exit"),
        ((26, 36), "exit"),
        ((12, 24), "exit"),
    ],
)
def test_a_column_fights_only_who_stands_close_in_its_way(
    foe: tuple[float, float], aim: str
) -> None:
    seen = ambushed(
        red("a", "warrior", (20, 24), size=4, facing=90),
        blue("b", "warrior", foe, size=4, facing=270),
    )
    assert Aims(seen).of(A).kind == aim


@pytest.mark.parametrize(("bog", "aim"), [(True, "exit"), (False, "fight")])
def test_nobody_bars_the_way_behind_ground_that_has_to_be_gone_round(bog: bool, aim: str) -> None:
    """Horse that rode at an enemy beyond a marsh once kept a whole column from leaving."""
    marsh = {"id": "m", "kind": "marsh", "at": (24, 24), "size": (2, 30)}
    seen = ambushed(
        red("a", "heavy_cavalry", (20, 24), size=4, facing=90),
        blue("b", "skirmisher", (27, 24), size=4, facing=270),
        terrain=[marsh] if bog else [],
    )
    assert Aims(seen).of(A).kind == aim


@pytest.mark.parametrize(("held", "aim"), [(False, "fight"), (True, "exit")])
def test_nobody_bars_the_way_who_is_held_by_a_fight_with_others(held: bool, aim: str) -> None:
    """Units once turned back to a fight that another one kept the enemy busy with."""
    friend = red("c", "warrior", (27, 23 if held else 42), size=2, facing=90)
    seen = ambushed(
        red("a", "warrior", (21, 24), size=4, facing=90),
        friend,
        blue("b", "warrior", (27, 24), size=4, facing=270),
        melees=[{"units": ["c", "b"], "since": 8}] if held else [],
    )
    assert seen.body(B).in_melee is held
    assert Aims(seen).of(A).kind == aim


def test_a_way_leads_round_what_burns() -> None:
    """Units once stood before a burning field until it was too late to leave."""
    fields = {"id": "f", "kind": "fields", "at": (30, 24), "size": (8, 8)}
    fires = [{"what": "f", "at": (30, 24), "since": 8}]
    unit = red("a", "warrior", (20, 24), size=4, facing=90)
    ways = []
    for burning in ([], fires):
        seen = ambushed(unit, FAR_FOE, terrain=[fields], fires=burning)
        ways.append(Journey(seen, seen.body(A), Aims(seen).of(A)))
    plain, fire = ways
    assert plain.route is None or plain.far(plain.body.box) < fire.far(fire.body.box)
    assert fire.route is not None
    path = fire.path((20.0 * INCH, 24.0 * INCH), 30)
    assert all(not (25 < x / INCH < 35 and 19 < y / INCH < 29) for x, y in path)


def test_baggage_leaves_too() -> None:
    seen = ambushed(red("t", "baggage", (10, 24), size=2, facing=90), FAR_FOE)
    thoughts = Moves(seen, Aims(seen), March(T, "good", 6)).thoughts()
    best = max(thoughts, key=lambda one: one.worth)
    assert best.worth > 0
    assert best.box.centre[0] > seen.body(T).box.centre[0] + 2 * INCH


def breadth(judge: Judge, legs: Any) -> float:  # noqa: ANN401
    """Measure how broad a unit is after a march."""
    ys = [pose.y for pose in judge.ends(legs).values()]
    return (max(ys) - min(ys)) / INCH


@pytest.mark.parametrize(("inches", "breadths"), [(4, [9.7]), (8, [2.4, 4.9, 7.3, 9.7])])
def test_a_broad_line_that_cannot_form_a_column_at_once_gets_narrower(
    inches: int, breadths: list[float]
) -> None:
    """Six are 11.8 inches broad; with four inches only one of them gets behind the others."""
    seen = ambushed(red("a", "warrior", (20, 24), size=6, facing=90), FAR_FOE)
    judge = Judge(seen.ctx, March(A, "good", inches))
    journey = Journey(seen, seen.body(A), Aims(seen).of(A))
    found = marches(journey, judge, inches * INCH)
    assert [round(breadth(judge, legs), 1) for legs in found] == breadths


def test_the_first_unit_enters_where_few_enemies_bar_the_way() -> None:
    seen = ambushed(
        red("a", "warrior", (0, 0), size=4, status="reserve"),
        blue("b", "warrior", (40, 38), size=6, facing=270),
        blue("c", "warrior", (44, 26), size=6, facing=270),
    )
    seen.world.column = (A,)
    advice = Orders(seen, Aims(seen), ChooseActivation(RED)).advice()
    best = max(advice, key=lambda one: one.worth).answer
    assert isinstance(best, Enter)
    assert best.at <= 12 * INCH
