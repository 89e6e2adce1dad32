"""Who may move into contact with whom, lining up, turning to face. IDG-11.1, IDG-11.2."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.idg.field import INCH, Field, blue, field, red
from tests.games.idg.speaking import rules_in
from walstatt.boards.pose import Pose
from walstatt.games.idg.changes import note_contacts
from walstatt.games.idg.contacting import (
    contact_flaws,
    is_eager,
    is_mobile_enough,
    line_up,
    may_strike_flank,
    mobility,
    turn_to_face,
)
from walstatt.games.idg.standing import contacts_between
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

A, B = UnitId("a"), UnitId("b")
WIDTH, DEPTH = 600 / INCH, 300 / INCH


def flaws(there: Field, at: tuple[float, float], facing: float = 0.0) -> list[str]:
    """List the rules against a move of `a` to a place."""
    pose = Pose(round(at[0] * INCH), round(at[1] * INCH), round(facing * 100))
    return rules_in(contact_flaws(there.ctx, A, {"a": pose}))


@covers("IDG-11.1.3", "IDG-11.1.4", "IDG-A45")
@pytest.mark.parametrize(
    ("kind", "quality", "eager"),
    [
        ("warrior", "raw", True),
        ("heavy_cavalry", "ordinary", True),
        ("cataphract", "ordinary", True),
        ("heavy_chariot", "ordinary", True),
        ("elephant", "ordinary", True),
        ("skirmisher", "ordinary", False),
        ("skirmisher", "elite", True),
        ("light_cavalry", "ordinary", False),
        ("light_cavalry", "elite", True),
        ("light_chariot", "raw", False),
        ("artillery", "ordinary", False),
        ("baggage", "ordinary", False),
    ],
)
def test_who_attacks_of_his_own_will(kind: str, quality: str, eager: bool) -> None:
    there = field(red("a", kind, (20, 30), quality=quality), blue("b", "warrior", (20, 20)))
    assert is_eager(there.ctx, A) is eager
    assert flaws(there, (20, 20)) == ([] if eager else ["IDG-11.1.4"])


@covers("IDG-11.1.2")
@pytest.mark.parametrize(("markers", "rules"), [(2, []), (3, ["IDG-11.1.2"])])
def test_who_is_too_disordered_does_not_attack(markers: int, rules: list[str]) -> None:
    there = field(red("a", "warrior", (20, 30), disorder=markers), blue("b", "warrior", (20, 20)))
    assert flaws(there, (20, 20)) == rules


@covers("IDG-11.1.6", "IDG-A45")
def test_anybody_may_run_into_baggage_but_skirmishers_not_into_artillery() -> None:
    there = field(red("a", "skirmisher", (20, 30)), blue("b", "baggage", (20, 20)))
    assert flaws(there, (20, 20)) == []
    there = field(red("a", "skirmisher", (20, 30)), blue("b", "artillery", (20, 20)))
    assert flaws(there, (20, 20)) == ["IDG-11.1.4"]


@covers("IDG-11.1.11", "IDG-11.1.12", "IDG-A12")
@pytest.mark.parametrize(("opened", "rules"), [(False, []), (True, ["IDG-11.1.11"])])
def test_who_moved_into_contact_himself_is_left_alone(opened: bool, rules: list[str]) -> None:
    there = field(red("a", "warrior", (20, 30)), blue("b", "warrior", (20, 20), opened=opened))
    assert flaws(there, (20, 20)) == rules


@covers("IDG-11.1.14")
def test_who_arrived_this_turn_cannot_be_contacted() -> None:
    there = field(red("a", "warrior", (20, 30)), blue("b", "warrior", (20, 20), arrived=4), turn=4)
    assert flaws(there, (20, 20)) == ["IDG-11.1.14"]


@covers("IDG-11.1.8", "IDG-11.1.16", "IDG-A13")
@pytest.mark.parametrize(
    ("begins", "line", "rules"),
    [
        (30.0, "rear", ["IDG-11.1.8"]),
        (19.0, "rear", ["IDG-11.1.8"]),
        (18.7, "rear", []),
        (19.0, "front", []),
        (30.0, "front", ["IDG-11.1.8"]),
    ],
)
def test_the_flank_is_open_to_who_begins_partly_behind(
    begins: float, line: str, rules: list[str]
) -> None:
    """The enemy faces down from 20 and is 1.18 deep: his rear edge lies at 18.82."""
    there = field(
        red("a", "warrior", (24, begins)),
        blue("b", "warrior", (20, 20)),
        options={"var_flank_line": line},
    )
    assert flaws(there, (20 + WIDTH / 2, 19.4), facing=270) == rules


@covers("IDG-11.1.9")
def test_a_unit_already_in_contact_may_strike_the_flank() -> None:
    there = field(
        red("a", "warrior", (20, 30)),
        blue("b", "warrior", (20, 20)),
        melees=[{"units": ["a", "b"], "since": 1, "by": "a"}],
    )
    assert may_strike_flank(there.ctx, "a", "b")


@covers("IDG-11.1.15", "IDG-A26")
@pytest.mark.parametrize(("left", "flush"), [(0.0, False), (2.0, True)])
def test_elements_line_up_if_they_have_enough_of_their_move_left(left: float, flush: bool) -> None:
    there = field(red("a", "warrior", (20, 20.4), facing=20), blue("b", "warrior", (20, 20)))
    found = line_up(there.ctx, A, {"a": left * INCH})
    assert (found == {"a": Pose(5080, 5080, 0)}) is flush


@covers("IDG-8.2.2")
def test_half_an_inch_is_free_for_lining_up() -> None:
    there = field(red("a", "warrior", (20, 20.1), facing=5), blue("b", "warrior", (20, 20)))
    assert line_up(there.ctx, A, {}) == {"a": Pose(5080, 5080, 0)}


@pytest.mark.parametrize("stays", [False, True])
def test_who_stays_where_he_is_leaves_no_room_for_the_next_to_line_up(stays: bool) -> None:
    """Two who stand aslant before one enemy can both swing, but not only the second."""
    places = [(14019 / INCH, 6310 / INCH), (13461 / INCH, 6532 / INCH)]
    there = field(
        red("a", "warrior", places[0], facing=155.32, elements=[{"at": one} for one in places]),
        blue("b", "warrior", (13661 / INCH, 6467 / INCH), facing=339.6),
    )
    left = {"a1": 2.0 * INCH, "a2": 2.0 * INCH}
    found = line_up(there.ctx, A, left, None, lambda one, _: not (stays and one == "a1"))
    assert list(found) == ([] if stays else ["a1", "a2"])


def test_nobody_lines_up_where_there_is_no_room() -> None:
    beside = red("c", "warrior", (20 - WIDTH, 20))
    near = red("a", "warrior", (20.3, 20.4), facing=20)
    there = field(near, beside, blue("b", "warrior", (19, 20), size=3))
    found = line_up(there.ctx, A, {"a": 5.0 * INCH})
    assert "c" not in found


@covers("IDG-11.2.3", "IDG-11.2.11", "IDG-A14")
def test_who_fights_nobody_turns_to_face_an_attack_on_the_flank() -> None:
    there = field(
        red("a", "warrior", (20 + WIDTH / 2, 19.4), facing=270),
        blue("b", "warrior", (20, 20)),
    )
    note_contacts(there.ctx, A)
    assert turn_to_face(there.ctx, A) == ["b"]
    (met,) = [one for one in contacts_between(there.ctx, "b", "a") if one.length > 1]
    assert (met.own, met.other) == ("front", "front")
    assert there.element("b").pose.facing == 9000
    assert not there.element("b").turned


@covers("IDG-11.2.2")
def test_who_fights_in_front_does_not_turn() -> None:
    there = field(
        red("a", "warrior", (20 + WIDTH / 2, 19.4), facing=270),
        red("c", "warrior", (20, 20)),
        blue("b", "warrior", (20, 20)),
    )
    note_contacts(there.ctx, A)
    assert turn_to_face(there.ctx, A) == []
    assert there.element("b").pose.facing == 18000


@covers("IDG-11.2.11")
@pytest.mark.parametrize(("behind", "turns"), [(0.0, []), (1.5, ["b"])])
def test_nobody_turns_over_the_edge_of_the_table(behind: float, turns: list[str]) -> None:
    """So much room is left between its rear and the edge."""
    y = behind + DEPTH
    there = field(
        red("a", "warrior", (20 + WIDTH / 2, y - 0.6), facing=270),
        blue("b", "warrior", (20, y)),
    )
    assert turn_to_face(there.ctx, A) == turns
    assert there.element("b").pose.facing == (9000 if turns else 18000)


@covers("IDG-11.2.11")
def test_without_room_it_stays_as_it_is() -> None:
    behind: list[Any] = [
        blue("c", "warrior", (20 - WIDTH, 20)),
        blue("d", "warrior", (20, 20 - DEPTH)),
    ]
    there = field(
        red("a", "warrior", (20 + WIDTH / 2, 19.4), facing=270),
        blue("b", "warrior", (20, 20)),
        red("e", "warrior", (20, 20 + 0.2)),
        *behind,
    )
    assert turn_to_face(there.ctx, A) == []
    assert there.element("b").pose.facing == 18000


@covers("IDG-11.4.2", "IDG-A28")
def test_mobility() -> None:
    kinds = ["light_cavalry", "light_chariot", "skirmisher", "heavy_cavalry", "warrior", "elephant"]
    found = [mobility(field(red("a", kind, (20, 30))).ctx, A) for kind in kinds]
    assert found == [3, 2, 2, 1, 1, 1]


@covers("IDG-11.4.1", "IDG-11.4.3")
@pytest.mark.parametrize(
    ("own", "foes", "may"),
    [
        ("skirmisher", ["warrior"], True),
        ("skirmisher", ["skirmisher"], False),
        ("skirmisher", ["light_chariot"], False),
        ("light_cavalry", ["skirmisher"], True),
        ("light_cavalry", ["skirmisher", "light_cavalry"], False),
        ("skirmisher", [], False),
    ],
)
def test_who_is_mobile_enough_to_evade(own: str, foes: list[str], may: bool) -> None:
    enemies = [blue(f"b{n}", kind, (20 + (n - 0.5) * WIDTH, 30)) for n, kind in enumerate(foes)]
    there = field(red("a", own, (20, 30)), *enemies)
    note_contacts(there.ctx, B)
    assert is_mobile_enough(there.ctx, A) is may
