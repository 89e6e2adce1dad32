"""Chapter 11.1: all ways back, and the other readings of them."""

from tests.games.ccn.field import ALLIED, FRENCH, Field, british, cell, field, french, leader
from walstatt.games.ccn.board import BOARD
from walstatt.games.ccn.morale import (
    ChooseRetreat,
    Retreat,
    bar_to_retreat,
    is_free,
    joins_leader,
    missing_hexes,
    retiring_paths,
    retreat_paths,
    steps_back,
)
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import recording
from walstatt.workshop.covers import covers

B = UnitId("b")


def paths(battle: Field, hexes: int) -> list[str]:
    """Write every way back of unit b."""
    return [" ".join(map(BOARD.label, path)) for path in retreat_paths(battle.ctx, B, hexes)]


def stand(at: str, *friends: str, **given: object) -> Field:
    """Stand a British unit among friends."""
    own = {key: given.pop(key) for key in ("leader", "blocks", "square") if key in given}
    near = [british(f"x{label}", "LN", label) for label in friends]
    units = [british("b", "LN", at, **own), *near, french("a", "LN", "9,9")]
    return field(*units, phase="command", **given)  # type: ignore[arg-type]


@covers("CCN-11.1.5")
def test_steps_at_the_side_of_the_board() -> None:
    assert [BOARD.label(to) for to in steps_back(stand("5,1").ctx, B, cell("5,1"))] == ["4,1"]
    assert [BOARD.label(to) for to in steps_back(stand("5,13").ctx, B, cell("5,13"))] == ["4,12"]
    assert [BOARD.label(to) for to in steps_back(stand("4,1").ctx, B, cell("4,1"))] == [
        "3,2",
        "3,1",
    ]


@covers("CCN-11.1.15")
def test_no_hexes_are_no_way() -> None:
    assert paths(stand("5,5"), 0) == [""]


@covers("CCN-11.1.10")
def test_on_the_baseline_there_is_no_way() -> None:
    assert paths(stand("1,5"), 2) == [""]


@covers("CCN-11.1.15", "CCN-A20")
def test_a_way_that_ends_too_soon_may_be_chosen() -> None:
    battle = stand("5,5", "3,4", "3,5")
    assert paths(battle, 2) == ["4,5 3,6", "4,4"]
    assert missing_hexes(battle.ctx, B, 2, (cell("4,4"),)) == 1
    assert missing_hexes(battle.ctx, B, 2, (cell("4,5"), cell("3,6"))) == 0
    assert missing_hexes(battle.ctx, B, 3, ()) == 3


@covers("CCN-A20")
def test_a_way_that_ends_too_soon_is_none_if_so_read() -> None:
    battle = stand("5,5", "3,4", "3,5", options={"retreat_dead_ends": False})
    assert paths(battle, 2) == ["4,5 3,6"]
    asked = ChooseRetreat(ALLIED, B, 2)
    (wrong,) = asked.check(battle.ctx, Retreat(B, (cell("4,4"),)))
    assert wrong.rule == "CCN-A20"
    (wrong,) = asked.check(battle.ctx, Retreat(B, (cell("4,5"),)))
    assert wrong.rule == "CCN-11.1.15"


@covers("CCN-A20")
def test_of_ways_that_all_end_too_soon_the_longest_count_in_that_reading() -> None:
    battle = stand("4,5", "3,5", options={"retreat_dead_ends": False}, terrain={"river": ["1,6"]})
    assert paths(battle, 4) == ["3,6 2,6 1,7", "3,6 2,5 1,5"]
    blocked = stand("5,5", "4,4", "4,5", options={"retreat_dead_ends": False})
    assert paths(blocked, 2) == [""]


@covers("CCN-A20", "CCN-11.1.13")
def test_a_way_onto_a_leader_lacks_nothing() -> None:
    leaders = [leader("hill", "allied", "4,4")]
    battle = stand("5,5", leaders=leaders, options={"retreat_dead_ends": False})
    assert paths(battle, 2) == ["4,5 3,6", "4,5 3,5", "4,4"]
    assert missing_hexes(battle.ctx, B, 2, (cell("4,4"),)) == 0
    assert missing_hexes(battle.ctx, B, 2, (cell("4,5"),)) == 1


@covers("CCN-11.1.13")
def test_only_a_unit_without_leader_joins_one() -> None:
    leaders = [leader("hill", "allied", "4,4")]
    assert joins_leader(stand("5,5", leaders=leaders).ctx, B, cell("4,4"))
    assert not joins_leader(stand("5,5", leaders=leaders).ctx, B, cell("4,5"))
    led = stand("5,5", leader="hope", leaders=leaders)
    assert not joins_leader(led.ctx, B, cell("4,4"))
    assert missing_hexes(led.ctx, B, 2, (cell("4,4"),)) == 1


@covers("CCN-11.1.9", "CCN-11.1.14")
def test_which_hexes_are_free() -> None:
    leaders = [leader("hill", "allied", "4,4"), leader("ney", "french", "4,5")]
    battle = stand("5,5", "3,3", leaders=leaders)
    free = {
        (label, led): is_free(battle.ctx, ALLIED, cell(label), led=led)
        for label in ("3,3", "4,4", "4,5", "4,6", "9,9")
        for led in (False, True)
    }
    assert {key for key, value in free.items() if value} == {
        ("4,4", False),
        ("4,6", False),
        ("4,6", True),
    }
    assert is_free(battle.ctx, FRENCH, cell("4,5"), led=False)


@covers("CCN-11.1.8", "CCN-11.1.9", "CCN-11.1.14")
def test_why_a_hex_is_no_way_back() -> None:
    leaders = [leader("hill", "allied", "4,4"), leader("ney", "french", "4,5")]
    battle = stand("5,5", "4,6", leader="hope", leaders=leaders, terrain={"river": ["4,3"]})
    bars = {
        label: bar_to_retreat(battle.ctx, B, cell(label)) for label in ("4,3", "4,4", "4,5", "4,6")
    }
    assert bars == {
        "4,3": "CCN-11.1.8",
        "4,4": "CCN-11.1.14",
        "4,5": "CCN-11.1.9",
        "4,6": "CCN-11.1.9",
    }


@covers("CCN-A6", "CCN-11.1.14")
def test_a_led_unit_passes_a_lone_leader_but_does_not_end_on_him_if_so_read() -> None:
    leaders = [leader("hope", "allied", "4,4")]
    options = {"led_units_pass_lone_leaders": True}
    battle = stand("5,5", leader="hill", leaders=leaders, options=options)
    assert paths(battle, 1) == ["4,5"]
    assert paths(battle, 2) == ["4,5 3,6", "4,5 3,5", "4,4 3,5", "4,4 3,4"]
    (wrong,) = ChooseRetreat(ALLIED, B, 1).check(battle.ctx, Retreat(B, (cell("4,4"),)))
    assert wrong.rule == "CCN-11.1.14"
    too_far = Retreat(B, (cell("4,5"), cell("3,5")))
    (wrong,) = ChooseRetreat(ALLIED, B, 1).check(battle.ctx, too_far)
    assert wrong.rule == "CCN-11.1.2"
    (wrong,) = ChooseRetreat(ALLIED, B, 1).check(battle.ctx, Retreat(B, ()))
    assert wrong.rule == "CCN-11.1.15"


@covers("CCN-11.1.5", "CCN-11.1.8", "CCN-11.1.9", "CCN-11.1.14", "CCN-A6", "CCN-A20")
def test_what_bars_a_way_is_noted() -> None:
    leaders = [leader("hope", "allied", "4,4")]
    battle = stand("5,5", leader="hill", leaders=leaders, terrain={"river": ["4,5"]})
    with recording() as noted:
        assert paths(battle, 2) == [""]
    bars = {"CCN-11.1.5", "CCN-11.1.7", "CCN-11.1.8", "CCN-11.1.9", "CCN-11.1.14", "CCN-A6"}
    assert bars | {"CCN-11.1.15", "CCN-A20"} <= set(noted.hits)
    with recording() as noted:
        assert len(paths(stand("5,5"), 1)) == 2
    assert not {"CCN-11.1.8", "CCN-11.1.14", "CCN-A6"} & set(noted.hits)


@covers("CCN-13.13", "CCN-13.3", "CCN-13.4", "CCN-13.16")
def test_the_rules_of_retiring_are_noted() -> None:
    with recording() as noted:
        retiring_paths(stand("5,5").ctx, B)
    assert {"CCN-13.3", "CCN-13.4", "CCN-13.16"} <= set(noted.hits)
    assert "CCN-13.13" not in noted.hits
    with recording() as noted:
        retiring_paths(stand("5,5", leaders=[leader("hope", "allied", "4,4")]).ctx, B)
    assert "CCN-13.13" in noted.hits


@covers("CCN-A6", "CCN-11.1.14")
def test_a_led_unit_stops_before_a_leader_it_cannot_pass_in_that_reading() -> None:
    leaders = [leader("hope", "allied", "4,4")]
    options = {"led_units_pass_lone_leaders": True}
    given = {"leaders": leaders, "options": options, "terrain": {"river": ["4,5"]}}
    battle = stand("5,5", "3,4", "3,5", leader="hill", **given)
    assert paths(battle, 2) == [""]
    assert paths(stand("5,5", leader="hill", **given), 1) == [""]


@covers("CCN-A6")
def test_a_unit_without_leader_joins_him_in_that_reading_too() -> None:
    leaders = [leader("hope", "allied", "4,4")]
    options = {"led_units_pass_lone_leaders": True}
    battle = stand("5,5", leaders=leaders, options=options, terrain={"river": ["4,5"]})
    assert paths(battle, 3) == ["4,4"]


@covers("CCN-13.3", "CCN-13.13")
def test_to_retire_takes_two_hexes_or_a_lone_leader() -> None:
    def ways(*friends: str, **given: object) -> list[str]:
        battle = stand("5,5", *friends, **given)
        return [" ".join(map(BOARD.label, path)) for path in retiring_paths(battle.ctx, B)]

    assert ways() == ["4,5 3,6", "4,5 3,5", "4,4 3,5", "4,4 3,4"]
    assert ways("3,4", "3,5") == ["4,5 3,6"]
    assert ways("3,4", "3,5", "3,6") == []
    assert ways("4,4", "4,5") == []
    leaders = [leader("hope", "allied", "4,4")]
    assert ways("3,5", "3,6", leaders=leaders) == ["4,4"]
    assert ways("3,5", "3,6", leader="hill", leaders=leaders) == []
    behind = [leader("hope", "allied", "3,4")]
    assert ways("4,5", leaders=behind) == ["4,4 3,5", "4,4 3,4"]
