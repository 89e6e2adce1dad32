"""How battles are decided: on the field, in an ambush, in a raid. IDG-5.3 to IDG-5.5, IDG-19."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.idg.field import BLUE, RED, Field, blue, field, red
from tests.games.idg.play import Playing, playing
from walstatt.games.idg.changes import destroy
from walstatt.games.idg.fitness import fit_units
from walstatt.games.idg.melee_after import MeleeAfter
from walstatt.games.idg.victory import VictoryCheck, tally, verdict
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.trace import IMPLEMENTED
from walstatt.server.offers import ended_for
from walstatt.workshop.covers import covers


def ended(there: Field) -> tuple[tuple[str, ...], str] | None:
    """Tell who has won, and how; None if the battle goes on."""
    outcome = verdict(there.ctx)
    return None if outcome is None else (outcome.winners, outcome.reason.id)


def told(there: Field) -> list[tuple[str, str]]:
    """List the events told and the rules they follow."""
    tape: Any = there.ctx.tape
    return [(str(type(one.event).__struct_config__.tag), one.event.rule) for one in tape]


# -- fit to fight ---------------------------------------------------------------------------------


@covers("IDG-19.1.3", "IDG-19.1.4")
def test_who_is_fit_to_fight() -> None:
    there = field(
        red("a", "warrior", (20, 30), disorder=4),
        red("b", "warrior", (30, 30), disorder=5),
        red("c", "warrior", (40, 30), status="concealed"),
        red("d", "warrior", (0, 0), status="late"),
        red("e", "warrior", (50, 30), dummy=True),
        red("f", "warrior", (0, 0), status="driven_off"),
        red("g", "heavy_cavalry", (60, 30), general=True),
        red("h", "warrior", (0, 0), status="destroyed"),
        red("t", "baggage", (60, 40), size=2),
        red("w", "wagon", (40, 40), size=2),
    )
    assert fit_units(there.ctx, RED) == ["a", "c", "g"]
    assert fit_units(there.ctx, RED, off_table=True) == ["a", "c", "d", "g"]
    assert fit_units(there.ctx, BLUE) == []


# -- open battle ----------------------------------------------------------------------------------


def battle(own: dict[str, Any], foe: dict[str, Any], **more: Any) -> Field:  # noqa: ANN401
    """Let two single units meet, both with baggage and somebody who is late."""
    return field(
        red("a", "warrior", (20, 30), size=2, **own),
        blue("b", "warrior", (20, 10), size=2, **foe),
        red("t", "baggage", (60, 40), size=2),
        blue("u", "baggage", (60, 4), size=2),
        red("l", "warrior", (0, 0), status="late"),
        blue("m", "warrior", (0, 0), status="late"),
        **more,
    )


@covers("IDG-5.4.8", "IDG-19.1.4")
@pytest.mark.parametrize(
    ("own", "foe", "winners"),
    [
        ({"disorder": 5}, {}, ("blue",)),
        ({}, {"disorder": 6}, ("red",)),
        ({"status": "destroyed"}, {"disorder": 4}, ("blue",)),
        ({"status": "driven_off"}, {}, ("blue",)),
        ({"dummy": True}, {}, ("blue",)),
    ],
)
def test_a_side_without_anybody_fit_on_the_table_loses(
    own: dict[str, Any], foe: dict[str, Any], winners: tuple[str, ...]
) -> None:
    there = battle(own, foe)
    assert ended(there) == (winners, "idg.won.field")
    assert told(there) == [("idg.none_fit", "IDG-5.4.8")]


@covers("IDG-5.4.8", "IDG-19.1.4")
def test_concealed_units_and_shaken_ones_save_a_side() -> None:
    assert ended(battle({"disorder": 4}, {"status": "concealed"})) is None


@covers("IDG-19.1.2")
def test_if_both_are_spent_it_is_a_draw() -> None:
    there = battle({"disorder": 5}, {"disorder": 5})
    assert ended(there) == ((), "idg.won.both_spent")
    assert [name for name, _ in told(there)] == ["idg.none_fit", "idg.none_fit"]


@covers("IDG-5.4.8")
@pytest.mark.parametrize(
    ("limit", "turn", "over"), [(0, 99, False), (40, 39, False), (40, 40, True)]
)
def test_players_may_agree_on_a_limit(limit: int, turn: int, over: bool) -> None:
    there = battle({}, {}, turn=turn, options={"var_open_turn_limit": limit})
    assert ended(there) == (((), "idg.won.nightfall") if over else None)


@covers("IDG-5.4.8")
@pytest.mark.parametrize(
    ("left", "lead", "result"),
    [
        ((10, 8), 20, ((RED,), "idg.won.field_held")),
        ((10, 9), 20, ((), "idg.won.nightfall")),
        ((2, 10), 20, ((BLUE,), "idg.won.field_held")),
        ((2, 10), 81, ((), "idg.won.nightfall")),
        ((2, 10), 0, ((), "idg.won.nightfall")),
    ],
)
def test_by_night_whoever_has_clearly_more_left_holds_the_field(
    left: tuple[int, int], lead: int, result: tuple[tuple[Seat, ...], str]
) -> None:
    """Both armies began with ten elements."""
    options = {"var_open_turn_limit": 40, "var_nightfall_lead": lead}
    there = field(
        red("a", "warrior", (20, 30), size=10),
        blue("b", "warrior", (20, 10), size=10),
        turn=40,
        options=options,
    )
    units = there.ctx.world.units
    for unit, count in zip(list(units), left, strict=True):
        units[unit] = replace(units[unit], elements=units[unit].elements[:count])
    assert ended(there) == result


@covers("IDG-7.2.12")
def test_the_battle_ends_with_the_turn_in_which_it_is_decided() -> None:
    there = playing(battle({"disorder": 5}, {}), VictoryCheck())
    assert there.game.outcome is not None
    assert there.game.outcome.winners == ("blue",)
    assert there.world.phase == "victory"
    goes_on = playing(battle({}, {}), VictoryCheck())
    assert goes_on.value is None
    assert goes_on.told() == ["kernel.ended"]


@covers("IDG-19.1.1")
def test_whoever_concedes_has_lost() -> None:
    assert IMPLEMENTED["IDG-19.1.1"] == ["walstatt.server.offers.resign"]
    record = SimpleNamespace(seats={RED: None, BLUE: None})
    table: Any = SimpleNamespace(
        record=record, definition=SimpleNamespace(seat_name=lambda seat: seat)
    )
    end = ended_for(table, RED, "resigned")
    assert (end.how, end.winners) == ("resigned", (BLUE,))


# -- ambush ---------------------------------------------------------------------------------------


def ambush(*units: dict[str, Any], **more: Any) -> Field:  # noqa: ANN401
    """Let red be ambushed; it comes from the left."""
    armies = {"red": {"edge": "left"}, "blue": {"edge": "right"}}
    foe = blue("z", "warrior", (40, 20), size=3)
    return field(*units, foe, **{"battle": "ambush", "armies": armies, "turn": 9, **more})


def column(exited: int, still: int, lost: int = 0, baggage: str = "table") -> Field:
    """Give an army of elephants, which makes counting easy, and a baggage train."""
    units = [red(f"x{n}", "elephant", (0, 0), status="exited") for n in range(exited)]
    units += [red(f"y{n}", "elephant", (5, 5 + n), status="table") for n in range(still)]
    units += [red(f"l{n}", "elephant", (0, 0), status="destroyed") for n in range(lost)]
    return ambush(*units, red("t", "baggage", (5, 40), size=2, status=baggage))


@covers("IDG-5.3.12", "IDG-5.3.13", "IDG-5.3.20")
@pytest.mark.parametrize(
    ("exited", "baggage", "cited"),
    [
        (20, "table", "IDG-5.3.12"),
        (20, "destroyed", "IDG-5.3.12"),
        (19, "table", None),
        (15, "exited", "IDG-5.3.13"),
        (14, "exited", None),
        (15, "table", None),
        (15, "reserve", None),
    ],
)
def test_two_thirds_or_half_with_the_baggage_must_get_through(
    exited: int, baggage: str, cited: str | None
) -> None:
    """The attacker started with 30 elements."""
    there = column(exited, 30 - exited, baggage=baggage)
    assert tally(there.ctx, RED)[:3] == (30, exited, 30 - exited)
    assert ended(there) == (None if cited is None else (("red",), "idg.won.through"))
    assert told(there) == ([] if cited is None else [("idg.broke_through", cited)])


@covers("IDG-5.3.20")
@pytest.mark.parametrize(
    ("started", "two_thirds", "half"), [(30, 20, 15), (31, 21, 16), (32, 22, 16), (3, 2, 2)]
)
def test_fractions_are_rounded_up(started: int, two_thirds: int, half: int) -> None:
    count = tally(column(0, started).ctx, RED)
    assert (count.two_thirds, count.half) == (two_thirds, half)


@covers("IDG-5.3.20", "IDG-5.3.19")
def test_generals_count_and_baggage_and_wagons_do_not() -> None:
    there = ambush(
        red("a", "warrior", (0, 0), elements=[{"general": True}, {}, {}], status="exited"),
        red("b", "warrior", (0, 0), size=4, status="driven_off"),
        red("c", "warrior", (9, 9), size=2),
        red("t", "baggage", (0, 0), size=4, status="exited"),
        red("w", "wagon", (20, 20), size=2),
    )
    there.world.units[UnitId("a")] = there.unit("a").__class__(
        **{**_fields(there.unit("a")), "size": 5}
    )
    count = tally(there.ctx, RED)
    assert (count.started, count.exited, count.left) == (11, 3, 2)
    assert (count.trains_out, count.trains_left) == (False, True)


def _fields(unit: Any) -> dict[str, Any]:  # noqa: ANN401 - any record
    return {name: getattr(unit, name) for name in unit.__struct_fields__}


@covers("IDG-5.3.14")
@pytest.mark.parametrize(
    ("exited", "still", "lost", "baggage", "over"),
    [
        (10, 10, 10, "table", False),  # 20 of 30 can still get through
        (10, 9, 11, "table", False),  # not 20, but 15 with the baggage
        (10, 9, 11, "destroyed", True),
        (10, 10, 10, "destroyed", False),
        (10, 5, 15, "exited", False),
        (10, 4, 16, "exited", True),
        (0, 14, 16, "reserve", True),
    ],
)
def test_the_attacker_loses_when_he_can_no_longer_get_through(
    exited: int, still: int, lost: int, baggage: str, over: bool
) -> None:
    there = column(exited, still, lost, baggage)
    assert ended(there) == ((("blue",), "idg.won.cut_off") if over else None)
    assert told(there) == ([("idg.cut_off", "IDG-5.3.14")] if over else [])


@covers("IDG-5.3.14")
def test_an_army_without_baggage_needs_two_thirds() -> None:
    units = [red(f"x{n}", "elephant", (0, 0), status="exited") for n in range(5)]
    there = ambush(*units, *(red(f"y{n}", "elephant", (5, 9 + n)) for n in range(5)))
    assert ended(there) is None
    for n in range(4):
        destroy(there.ctx, UnitId(f"y{n}"))
    assert ended(there) == (("blue",), "idg.won.cut_off")


@covers("IDG-5.3.15")
@pytest.mark.parametrize(
    ("turn", "first", "second", "over"),
    [
        (2, "table", "destroyed", False),
        (3, "table", "destroyed", True),
        (3, "table", "driven_off", False),
        (3, "table", "exited", False),
        (3, "table", "reserve", True),
        (3, "destroyed", "reserve", True),
        (3, "reserve", "reserve", False),
    ],
)
def test_the_attacker_loses_if_all_who_entered_are_routed(
    turn: int, first: str, second: str, over: bool
) -> None:
    """Twenty elements have not entered yet, so that he could still get through."""
    there = ambush(
        red("a", "warrior", (9, 9), size=2, disorder=5, status=first),
        red("b", "warrior", (9, 20), size=2, status=second),
        *(red(f"r{n}", "elephant", (0, 0), status="reserve") for n in range(20)),
        red("t", "baggage", (5, 40), size=2),
        turn=turn,
    )
    assert ended(there) == ((("blue",), "idg.won.column_routed") if over else None)
    assert told(there) == ([("idg.column_routed", "IDG-5.3.15")] if over else [])


@covers("IDG-5.3.15")
def test_four_markers_are_no_rout() -> None:
    there = ambush(
        red("a", "warrior", (9, 9), size=2, disorder=4), red("t", "baggage", (5, 40), size=2)
    )
    assert ended(there) is None


def test_a_limit_that_was_agreed_upon_means_that_nobody_got_through() -> None:
    unit = red("a", "warrior", (9, 9), size=2)
    there = ambush(unit, turn=12, options={"var_open_turn_limit": 12})
    assert ended(there) == (("blue",), "idg.won.cut_off")
    assert ended(ambush(unit, turn=11, options={"var_open_turn_limit": 12})) is None


@pytest.mark.parametrize(("turn", "over"), [(20, False), (21, True)])
def test_every_unit_of_a_column_gives_it_three_more_turns(turn: int, over: bool) -> None:
    units = [red(name, "warrior", (9, 9 + 9 * n), size=2) for n, name in enumerate("abc")]
    there = ambush(*units, turn=turn, options={"var_open_turn_limit": 12})
    there.world.column = (UnitId("a"), UnitId("b"), UnitId("c"))
    assert ended(there) == ((("blue",), "idg.won.cut_off") if over else None)


# -- raid -----------------------------------------------------------------------------------------


def raid(*units: dict[str, Any], **more: Any) -> Field:  # noqa: ANN401
    """Let red raid blue's baggage."""
    some = units or (red("a", "warrior", (20, 30), size=2),)
    others = blue("b", "warrior", (40, 10), size=2), blue("t", "baggage", (20, 20), size=4)
    return field(*some, *others, **{"battle": "raid", "turn": 3, **more})


@covers("IDG-5.5.7", "IDG-5.10.4", "IDG-A63")
def test_the_raiders_win_the_moment_they_capture_the_baggage() -> None:
    """Nobody tests his morale any more: the battle ends right after the melees."""
    there = playing(raid(red("a", "warrior", (20, 20), size=1)), MeleeAfter())
    assert there.world.captured == (BLUE,)
    assert there.unit("t").status == "destroyed"
    outcome = there.game.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason.id) == (("red",), "idg.won.carried_off")
    assert there.told() == ["idg.baggage_captured", "idg.carried_off", "kernel.ended"]


@covers("IDG-5.5.7")
@pytest.mark.parametrize("scenario", ["open_battle", "ambush", "siege"])
def test_in_other_battles_captured_baggage_decides_nothing(scenario: str) -> None:
    there = playing(raid(red("a", "warrior", (20, 20), size=1), battle=scenario), MeleeAfter())
    assert there.world.captured == (BLUE,)
    assert "idg.carried_off" not in there.told()


@covers("IDG-5.5.7")
def test_the_defender_wins_nothing_by_capturing_the_raiders_baggage() -> None:
    there = raid()
    there.world.captured = (RED,)
    assert ended(there) is None


@covers("IDG-5.5.8")
@pytest.mark.parametrize(("turn", "over"), [(7, False), (8, True), (9, True)])
def test_the_raiders_lose_at_the_end_of_turn_eight(turn: int, over: bool) -> None:
    there = raid(turn=turn)
    assert ended(there) == ((("blue",), "idg.won.out_of_time") if over else None)
    assert told(there) == ([("idg.out_of_time", "IDG-5.5.8")] if over else [])


@covers("IDG-5.5.7", "IDG-5.5.8")
def test_baggage_captured_in_turn_eight_is_in_time() -> None:
    there = raid(turn=8)
    there.world.captured = (BLUE,)
    assert ended(there) == (("red",), "idg.won.carried_off")


@covers("IDG-5.5.12")
def test_the_raiders_lose_without_anybody_fit_on_or_off_the_table() -> None:
    routed = red("a", "warrior", (20, 30), size=2, disorder=5)
    assert ended(raid(routed)) == (("blue",), "idg.won.field")
    late = red("l", "warrior", (0, 0), size=2, status="late")
    assert ended(raid(routed, late)) is None
    gone = red("l", "warrior", (0, 0), size=2, status="driven_off")
    there = raid(routed, gone)
    assert ended(there) == (("blue",), "idg.won.field")
    assert told(there) == [("idg.none_fit", "IDG-5.5.12")]


@covers("IDG-5.5.12")
def test_a_defender_without_troops_has_not_lost_a_raid() -> None:
    there = raid()
    destroy(there.ctx, UnitId("b"))
    assert ended(there) is None


def test_the_check_can_be_saved_in_between() -> None:
    there: Playing = playing(raid(), VictoryCheck())
    assert there.is_over
    there.reloaded()
