"""What generals give, and how far they reach. IDG-2.5."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.idg.brawl import FOOT, X, Y
from tests.games.idg.field import INCH, Field, blue, field, red
from walstatt.boards.pose import Pose
from walstatt.games.idg.changes import destroy, drive_off, lose_element, note_contacts
from walstatt.games.idg.commanding import (
    Command,
    general_of,
    general_within,
    is_independent_general,
    lets_skip,
    may_command,
    may_help,
    rally_dice,
    ranges,
    rerolls,
    spend_die,
    spend_reroll,
)
from walstatt.kernel.ids import Seat, UnitId
from walstatt.workshop.covers import covers

A, G, B = UnitId("a"), UnitId("g"), UnitId("b")
RED = Seat("red")
WHAT: tuple[Command, ...] = ("rally", "morale", "reroll")


def led(command: str = "disciplined", away: float = 5.0, **more: Any) -> Field:  # noqa: ANN401
    """Put unit `a` so many inches ahead of the front of the independent general `g`."""
    exceptional = more.pop("exceptional", False)
    army = {"command": command, "exceptional": exceptional, **more.pop("army", {})}
    return field(
        red("a", "warrior", (X, Y - away - FOOT), size=2, **more.pop("own", {})),
        red("g", "heavy_cavalry", (X, Y), general=True, **more.pop("general", {})),
        blue("b", "warrior", (X, 2), size=2),
        *more.pop("others", ()),
        armies={"red": army},
        **more,
    )


def given(there: Field) -> dict[str, bool]:
    return {what: may_command(there.ctx, RED, what) for what in WHAT}


@covers("IDG-A1", "IDG-A2")
def test_the_ranges_of_the_text_and_of_the_table() -> None:
    text = ranges(field().ctx)
    table = ranges(field(options={"var_command_ranges": "table"}).ctx)
    assert (text.rally, text.morale, text.reroll, text.inspire) == (6, 6, 12, 2)
    assert (table.rally, table.morale, table.reroll, table.inspire) == (4, 12, 12, 2)


@covers("IDG-2.5.1")
@pytest.mark.parametrize(("away", "near"), [(0.0, True), (5.99, True), (6.0, True), (6.02, False)])
def test_distances_are_from_base_to_base(away: float, near: bool) -> None:
    assert general_within(led(away=away).ctx, A, 6) is near


@covers("IDG-2.5.1")
def test_the_nearest_element_of_the_unit_counts() -> None:
    there = field(
        red("a", "warrior", (X, Y), size=6), red("g", "warrior", (X, Y + 4), general=True)
    )
    assert general_within(there.ctx, A, 4 - FOOT + 0.05)
    assert not general_within(there.ctx, A, 4 - FOOT - 0.05)


@covers("IDG-2.5.2")
def test_a_general_is_always_near_himself_and_the_unit_he_is_in() -> None:
    alone = led(away=20)
    assert general_within(alone.ctx, G, 0, sight=True)
    assert not general_within(alone.ctx, A, 19)
    within = field(red("a", "warrior", (X, Y), size=4, general=True))
    assert general_within(within.ctx, A, 0, sight=True)


@covers("IDG-12.3.1", "IDG-8.3.1")
def test_sight_is_needed_only_where_it_is_asked_for() -> None:
    screen = red("s", "warrior", (X, Y - 2), size=6)
    there = led(away=5, others=(screen,))
    assert general_within(there.ctx, A, 6)
    assert not general_within(there.ctx, A, 6, sight=True)
    assert may_help(there.ctx, A, "rally")
    assert not may_help(there.ctx, A, "morale")
    assert not may_help(there.ctx, A, "reroll")


@covers("IDG-12.3.1", "IDG-13.4.6", "IDG-8.3.1", "IDG-A1", "IDG-A2")
@pytest.mark.parametrize(
    ("reading", "away", "helped"),
    [
        ("text", 6.0, {"rally", "morale", "reroll"}),
        ("text", 6.1, {"reroll"}),
        ("text", 12.1, set()),
        ("table", 4.0, {"rally", "morale", "reroll"}),
        ("table", 4.1, {"morale", "reroll"}),
        ("table", 12.1, set()),
    ],
)
def test_how_far_each_function_reaches(reading: str, away: float, helped: set[str]) -> None:
    there = led(away=away, options={"var_command_ranges": reading})
    assert {what for what in WHAT if may_help(there.ctx, A, what)} == helped


# -- what each type gives -------------------------------------------------------------------------


@covers("IDG-8.3.1", "IDG-8.3.4", "IDG-12.3.1", "IDG-13.4.6", "IDG-13.4.7", "IDG-A4")
@pytest.mark.parametrize(
    ("command", "exceptional", "again", "skips", "dice"),
    [
        ("tribal", False, 0, False, 1),
        ("organised", False, 0, False, 1),
        ("tribal", True, 1, True, 2),
        ("organised", True, 1, True, 2),
        ("disciplined", False, 1, True, 1),
        ("disciplined", True, 2, True, 2),
        ("impetuous", False, 1, True, 1),
        ("impetuous", True, 2, True, 2),
    ],
)
def test_the_table_of_command_types(
    command: str, exceptional: bool, again: int, skips: bool, dice: int
) -> None:
    ctx = led(command, exceptional=exceptional).ctx
    assert (rerolls(ctx, RED), lets_skip(ctx, RED), rally_dice(ctx, RED)) == (again, skips, dice)


@covers("IDG-8.3.4", "IDG-13.4.7")
def test_what_is_used_up_is_gone_for_the_turn() -> None:
    there = led("disciplined", exceptional=True)
    spend_reroll(there.ctx, RED)
    spend_die(there.ctx, RED)
    assert given(there) == {"rally": True, "morale": True, "reroll": True}
    spend_reroll(there.ctx, RED)
    spend_die(there.ctx, RED)
    assert given(there) == {"rally": False, "morale": True, "reroll": False}


@covers("IDG-2.3.11")
def test_without_its_general_an_army_has_no_command() -> None:
    killed, scattered, driven = led(), led(), led()
    lose_element(killed.ctx, "g", "IDG-9.7.2")
    destroy(scattered.ctx, G)
    drive_off(driven.ctx, G)
    for there in (killed, scattered, driven):
        assert general_of(there.ctx, RED) is None
        assert given(there) == {"rally": False, "morale": False, "reroll": False}
        assert not general_within(there.ctx, A, 100)


@covers("IDG-2.3.9", "IDG-12.1.1")
def test_only_a_general_by_himself_is_independent() -> None:
    there = led(own={"general": False})
    assert is_independent_general(there.ctx, G)
    assert not is_independent_general(there.ctx, A)
    attached = field(red("a", "warrior", (X, Y), size=2, general=True))
    lose_element(attached.ctx, "a2", "IDG-9.7.2")
    assert not is_independent_general(attached.ctx, A)


# -- impetuous generals ---------------------------------------------------------------------------


@covers("IDG-2.5.3", "IDG-2.5.4", "IDG-12.3.3", "IDG-13.4.8", "IDG-8.3.3")
@pytest.mark.parametrize(
    ("deeds", "morale", "again"),
    [
        ([], False, False),
        (["disorder"], True, False),
        (["destroyed"], True, False),
        (["advanced"], True, True),
    ],
)
def test_an_impetuous_general_commands_only_in_the_thick_of_it(
    deeds: list[str], morale: bool, again: bool
) -> None:
    there = led("impetuous", army={"deeds": deeds})
    assert given(there) == {"rally": False, "morale": morale, "reroll": again}
    calm = led("disciplined")
    assert given(calm) == {"rally": True, "morale": True, "reroll": True}


@covers("IDG-2.5.3", "IDG-2.5.4", "IDG-2.5.5")
def test_his_own_full_move_counts_for_this_turn() -> None:
    there = led("impetuous", general={"full": True})
    assert given(there) == {"rally": False, "morale": True, "reroll": True}


@covers("IDG-A31", "IDG-13.4.8")
@pytest.mark.parametrize("deed", ["disorder", "destroyed", "advanced"])
def test_for_rallying_the_deeds_of_the_turn_before_count(deed: str) -> None:
    there = led("impetuous", army={"last_deeds": [deed]})
    assert given(there) == {"rally": True, "morale": False, "reroll": False}


@covers("IDG-2.5.3", "IDG-2.5.4", "IDG-A31")
def test_a_general_in_melee_commands_at_once() -> None:
    there = led("impetuous")
    at = there.element("g").pose
    there.world.elements["b1"] = replace(
        there.element("b1"), pose=Pose(at.x, at.y - round(0.02 * INCH), 18_000)
    )
    note_contacts(there.ctx, B)
    assert given(there) == {"rally": True, "morale": True, "reroll": True}
