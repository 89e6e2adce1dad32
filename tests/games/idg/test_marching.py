"""What is wrong with a move: its length, its way, its end. IDG-8.1 to IDG-8.4, IDG-13.2."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.idg.field import INCH, Field, blue, field, red
from tests.games.idg.speaking import rules_in
from walstatt.boards.formation import wheel
from walstatt.boards.paths import Leg, Slide, Wheel, advance
from walstatt.boards.pose import Pose, turned
from walstatt.games.idg.changes import note_contacts
from walstatt.games.idg.gaps import widest_link
from walstatt.games.idg.going import poses_of
from walstatt.games.idg.marching import Judge, Orders, judge
from walstatt.games.idg.world import rects_of
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

A = UnitId("a")
WIDTH, DEPTH = 600 / INCH, 300 / INCH
WOOD = {"id": "w", "kind": "wood", "at": (20, 24), "size": (6, 3)}
RIVER = {"id": "r", "kind": "river", "via": [(0, 24), (72, 24)], "width": 3}


def ahead(there: Field, far: float, right: float = 0.0) -> Slide[str]:
    """Let `a` go straight ahead, so many inches."""
    return advance(poses_of(there.ctx, A), 0, far * INCH, right * INCH)


def turn(there: Field, by: int, unit: UnitId = A) -> Slide[str]:
    """Turn every element of `a` on the spot."""
    poses = poses_of(there.ctx, unit).items()
    return Slide({key: Pose(pose.x, pose.y, turned(pose.facing, by)) for key, pose in poses})


def rules(there: Field, *legs: Leg[str], rolled: int = 6, **more: Any) -> list[str]:  # noqa: ANN401
    """List the rules that a move of `a` breaks."""
    return rules_in(judge(there.ctx, Orders(A, rolled=rolled, **more), legs))


# -- how far --------------------------------------------------------------------------------------


@covers("IDG-8.1.1", "IDG-8.1.2")
@pytest.mark.parametrize(
    ("length", "found"), [(1, []), (6 * 254, []), (6 * 254 + 1, ["IDG-8.1.1"])]
)
def test_a_tenth_of_a_millimetre_too_far_is_too_far(length: int, found: list[str]) -> None:
    there = field(red("a", "warrior", (20, 30), size=4, armour="heavily_armoured"))
    go = advance(poses_of(there.ctx, A), 0, length)
    assert rules(there, go, rolled=4) == found


@covers("IDG-8.1.7", "IDG-A25", "IDG-8.2.1", "IDG-8.2.3")
@pytest.mark.parametrize(
    ("formation", "by", "found"),
    [
        ("2x2", 7_840, ["IDG-8.2.1"]),
        ("2x2", 7_830, []),
        ("column", 7_840, []),
    ],
)
def test_a_wheel_is_as_long_as_the_way_of_the_outer_corner(
    formation: str, by: int, found: list[str]
) -> None:
    """The front of the second rank is 130 mm from the pivot: 7 inches are 78.36 degrees."""
    there = field(red("a", "heavy_cavalry", (20, 30), size=4, formation=formation))
    on = wheel(rects_of(there.ctx, A), 0, by)
    assert rules(there, on, rolled=9) == found


@covers("IDG-8.2.2", "IDG-A56")
@pytest.mark.parametrize(("aside", "found"), [(0.5, []), (0.52, ["IDG-8.2.1"])])
def test_half_an_inch_aside_costs_nothing(aside: float, found: list[str]) -> None:
    there = field(red("a", "heavy_cavalry", (20, 30), size=2))
    legs = (ahead(there, 8.9, aside),)
    assert rules(there, *legs, rolled=9) == found
    assert Judge(there.ctx, Orders(A, rolled=9)).reckoned(legs).total == (9 if not found else 7)


@covers("IDG-8.2.1")
@pytest.mark.parametrize(("back", "found"), [(4.0, []), (4.1, ["IDG-8.2.1"])])
def test_going_back_is_not_straight_ahead(back: float, found: list[str]) -> None:
    there = field(red("a", "warrior", (20, 30), size=2))
    assert rules(there, ahead(there, -back), rolled=6) == found


@covers("IDG-8.1.3", "IDG-8.2.8")
def test_with_nothing_left_elements_still_turn() -> None:
    there = field(red("a", "warrior", (20, 30), size=2, armour="heavily_armoured"))
    nothing: dict[str, Any] = {"rolled": 1, "column": "difficult"}
    assert rules(there, ahead(there, 0.1), **nothing) == ["IDG-8.1.3"]
    assert rules(there, turn(there, 9_000), **nothing) == []
    assert rules(there, turn(there, 9_000), purpose="face") == []
    assert rules(there, ahead(there, 0.1), purpose="face") == ["IDG-8.2.8"]


@covers("IDG-8.1.1", "IDG-1.9.1")
def test_only_the_unit_itself_moves_to_places_that_exist() -> None:
    there = field(red("a", "warrior", (20, 30)), red("b", "warrior", (30, 30)))
    assert rules(there, Slide({"b": Pose(7600, 7000, 0)})) == ["IDG-8.1.1"]
    assert rules(there, Slide({"a": Pose(5080, 7000, 36_000)})) == ["IDG-1.9.1"]
    assert rules(there, Slide({"a": Pose(10**9, 7000, 0)})) == ["IDG-1.9.1"]
    assert rules(there, Wheel((5080, 7000), 40_000)) == ["IDG-1.9.1"]
    assert rules(there) == ["IDG-8.1.2"]


# -- the way --------------------------------------------------------------------------------------


@covers("IDG-8.2.7")
def test_nobody_leaves_the_table() -> None:
    there = field(red("a", "warrior", (20, 3)))
    assert rules(there, ahead(there, 3)) == []
    assert rules(there, ahead(there, 3.02)) == ["IDG-8.2.7"]


@covers("IDG-5.3.12", "IDG-5.3.19")
def test_in_an_ambush_the_attacker_leaves_over_the_far_edge_only() -> None:
    edges = {"armies": {"red": {"edge": "left"}, "blue": {"edge": "right"}}}
    there = field(red("a", "warrior", (70, 3), facing=90), battle="ambush", **edges)
    assert rules(there, advance(poses_of(there.ctx, A), 9_000, 3 * INCH)) == []
    assert "IDG-8.2.7" in rules(there, ahead(there, 4))
    there = field(red("a", "warrior", (70, 3), facing=90), battle="raid", **edges)
    assert rules(there, advance(poses_of(there.ctx, A), 9_000, 3 * INCH)) == ["IDG-8.2.7"]


@covers("IDG-8.4.5")
def test_the_way_leads_through_nobody() -> None:
    """The friend stands from 26 to 27.18, the move goes from 30 to 24."""
    there = field(red("a", "skirmisher", (20, 30)), red("b", "warrior", (20, 26)))
    assert rules(there, ahead(there, 6)) == ["IDG-8.4.5"]
    assert rules(there, ahead(there, 30 - 26 - DEPTH - 0.001)) == []
    there = field(red("a", "warrior", (20, 30)), blue("b", "warrior", (20, 27)))
    assert rules(there, ahead(there, 6)) == ["IDG-8.4.5"]


@covers("IDG-8.4.2", "IDG-8.4.3", "IDG-8.4.4")
@pytest.mark.parametrize(
    ("kind", "other", "through"),
    [
        ("skirmisher", "skirmisher", True),
        ("skirmisher", "light_cavalry", True),
        ("light_cavalry", "skirmisher", True),
        ("skirmisher", "light_chariot", True),
        ("elephant", "skirmisher", True),
        ("skirmisher", "baggage", True),
        ("skirmisher", "warrior", False),
        ("light_cavalry", "light_cavalry", False),
        ("elephant", "warrior", False),
        ("baggage", "light_cavalry", False),
    ],
)
def test_who_passes_whom(kind: str, other: str, through: bool) -> None:
    there = field(red("a", kind, (20, 34)), red("b", other, (20, 30)))
    assert rules(there, ahead(there, 11), rolled=12) == ([] if through else ["IDG-8.4.5"])


@covers("IDG-8.4.1")
def test_a_general_of_his_own_passes_everybody() -> None:
    there = field(red("a", "heavy_cavalry", (20, 34), general=True), red("b", "warrior", (20, 30)))
    assert rules(there, ahead(there, 9), rolled=12) == []
    led = [{"general": True}, {}]
    there = field(red("a", "heavy_cavalry", (20, 34), elements=led), red("b", "warrior", (20, 30)))
    assert rules(there, ahead(there, 9), rolled=12) == ["IDG-8.4.5"]


@covers("IDG-8.4.6", "IDG-8.4.7", "IDG-1.9.6")
def test_who_passes_must_come_out_clear() -> None:
    there = field(red("a", "skirmisher", (20, 34)), red("b", "light_cavalry", (20, 30)))
    assert rules(there, ahead(there, 5)) == ["IDG-8.4.7"]
    there = field(red("a", "warrior", (20, 34), size=2))
    on_top = Slide({"a1": Pose(5080, 8600, 0), "a2": Pose(5080, 8600, 0)})
    assert "IDG-8.4.6" in rules(there, on_top)


@covers("IDG-8.4.5")
def test_turning_on_the_spot_does_not_lead_through_enemies() -> None:
    """Turned about, the base lies where the enemy's is; from there it would walk out behind."""
    there = field(red("a", "skirmisher", (20, 30)), blue("b", "warrior", (20, 30)))
    about = turn(there, 18_000)
    on = Slide({"a": Pose(5080, 30 * INCH - 620, 18_000)})
    assert "IDG-8.4.5" in rules(there, about, on, rolled=9)


def test_a_line_turns_about_beside_its_friends() -> None:
    there = field(
        red("a", "warrior", (20, 30), size=2), red("b", "warrior", (20 + 1.5 * WIDTH, 30))
    )
    assert rules(there, turn(there, 18_000)) == []


# -- ground ---------------------------------------------------------------------------------------


@covers("IDG-8.1.4", "IDG-8.1.5", "IDG-A24")
def test_who_clips_a_wood_uses_the_other_column() -> None:
    there = field(red("a", "warrior", (14, 30), size=6, formation="6x1"), terrain=[WOOD])
    go = ahead(there, 6)
    assert rules(there, go) == ["IDG-8.1.5"]
    assert rules(there, go, column="difficult") == []
    assert rules(there, ahead(there, 4.4)) == []


@covers("IDG-8.1.5")
def test_who_starts_in_a_wood_uses_the_other_column() -> None:
    there = field(red("a", "warrior", (20, 24)), terrain=[WOOD])
    assert rules(there, ahead(there, 3)) == ["IDG-8.1.5"]


@covers("IDG-8.1.6")
def test_forbidden_ground_stops_a_move() -> None:
    there = field(red("a", "warrior", (20, 30)), terrain=[RIVER])
    assert rules(there, ahead(there, 4.4), column="difficult") == []
    (found,) = rules(there, ahead(there, 5), column="difficult")
    assert found.startswith("IDG-4.2.")


# -- cohesion -------------------------------------------------------------------------------------


@covers("IDG-8.2.5", "IDG-1.5.1", "IDG-1.5.3")
@pytest.mark.parametrize(
    ("kind", "gap", "found"),
    [
        ("warrior", 1.0, []),
        ("warrior", 1.01, ["IDG-8.2.5"]),
        ("skirmisher", 2.0, []),
        ("skirmisher", 2.01, ["IDG-8.2.5"]),
    ],
)
def test_a_unit_stays_together(kind: str, gap: float, found: list[str]) -> None:
    there = field(red("a", kind, (20, 30), size=2, formation="column"))
    pose = there.element("a1").pose
    go = Slide({"a1": Pose(pose.x, pose.y - round(gap * INCH), 0)})
    assert rules(there, go) == found


@covers("IDG-8.2.8", "IDG-1.5.6")
def test_a_line_may_turn_in_its_place_though_gaps_open() -> None:
    """Two foot elements turned to the flank are 30 mm apart, more than an inch."""
    there = field(red("a", "warrior", (20, 30), size=2))
    go = turn(there, 9_000)
    assert rules(there, go) == []
    assert rules(there, go, Slide({"a1": Pose(4780, 7600, 9_000)})) == ["IDG-8.2.5"]


def split(gap: float, *more: dict[str, Any]) -> Field:
    """Give a unit of which one element stands so many inches away from the other."""
    apart = [{"at": (20, 30)}, {"at": (20 + WIDTH + gap, 30)}]
    return field(red("a", "warrior", (20, 30), elements=apart), *more)


def come(there: Field, **inches: float) -> Slide[str]:
    """Let elements go so many inches to the right."""
    poses = {one: there.element(one).pose for one in inches}
    return Slide(
        {one: Pose(pose.x + round(inches[one] * INCH), pose.y, 0) for one, pose in poses.items()}
    )


@covers("IDG-1.5.5")
def test_a_gap_gets_smaller() -> None:
    there = split(7)
    assert round(widest_link(rects_of(there.ctx, A)) / INCH, 2) == 7
    assert rules(there, ahead(there, 3)) == ["IDG-1.5.5"]
    assert rules(there, come(there, a2=0.5)) == ["IDG-1.5.5"]


@covers("IDG-1.5.5")
@pytest.mark.parametrize(
    ("gap", "left", "right", "found"),
    [
        (3, 0, 1.9, ["IDG-1.5.5"]),
        (3, 0, 2, []),
        (3, 1, 1, []),
        (7, 0, 4, ["IDG-1.5.5"]),
        (7, 4, 1.9, ["IDG-1.5.5"]),
        (7, 4, 2, []),
        (12, 4, 3.5, ["IDG-1.5.5"]),
        (12, 4, 4, []),
        (12, 0, 4, ["IDG-1.5.5"]),
    ],
)
def test_a_gap_is_closed_or_made_as_small_as_the_move_allows(
    gap: float, left: float, right: float, found: list[str]
) -> None:
    there = split(gap)
    assert rules(there, come(there, a1=left, a2=-right)) == found


@covers("IDG-1.5.5", "IDG-8.2.1")
@pytest.mark.parametrize("cut_off", ["rear", "front"])
@pytest.mark.parametrize(("far", "found"), [(2.9, ["IDG-1.5.5"]), (3, [])])
def test_a_gap_that_can_be_closed_straight_ahead_is_closed_with_the_whole_move(
    cut_off: str, far: float, found: list[str]
) -> None:
    """With a roll of 3 a line turns with 1; three inches ahead leave one of the four."""
    counts = (3, 2) if cut_off == "rear" else (2, 3)
    ranks = [(20 + n * WIDTH, 30 + row * (4 + DEPTH)) for row in (0, 1) for n in range(counts[row])]
    there = field(red("a", "warrior", (20, 30), elements=[{"at": at} for at in ranks]))
    poses = {f"a{n}": there.element(f"a{n}").pose for n in range(counts[0] + 1, 6)}
    go = {one: Pose(was.x, was.y - round(far * INCH), 0) for one, was in poses.items()}
    assert rules(there, Slide(go), rolled=3) == found


@covers("IDG-1.5.5")
def test_a_gap_that_others_keep_open_need_only_get_smaller() -> None:
    friends = [red(f"c{n}", "warrior", (28, 30 + n), facing=90) for n in range(-8, 9, 3)]
    there = split(9, *friends)
    assert rules(there, come(there, a2=-0.5)) == []
    assert rules(there, come(there, a2=0.5)) == ["IDG-1.5.5"]


@covers("IDG-1.5.6")
def test_who_stays_need_not_close_a_gap() -> None:
    there = split(7)
    about = {one: there.element(one).pose for one in ("a1", "a2")}
    turned = {one: Pose(pose.x, pose.y, 18_000) for one, pose in about.items()}
    assert "IDG-1.5.5" not in rules(there, Slide(turned))


# -- contact and markers --------------------------------------------------------------------------


@covers("IDG-11.1.4", "IDG-11.1.2", "IDG-8.2.6", "IDG-11.1.7")
@pytest.mark.parametrize(
    ("kind", "markers", "found"),
    [
        ("warrior", 0, []),
        ("skirmisher", 0, ["IDG-11.1.4"]),
        ("warrior", 3, ["IDG-11.1.2", "IDG-13.2.1"]),
    ],
)
def test_who_moves_into_contact(kind: str, markers: int, found: list[str]) -> None:
    there = field(red("a", kind, (20, 26), disorder=markers), blue("b", "warrior", (20, 20)))
    assert rules(there, ahead(there, 6)) == found
    assert rules(there, ahead(there, 2)) == []


@covers("IDG-11.1.8", "IDG-11.1.16")
def test_the_flank_is_closed_to_who_comes_from_the_front() -> None:
    there = field(red("a", "warrior", (22, 21)), blue("b", "warrior", (20, 20)))
    side = Slide({"a": Pose(round((20 + WIDTH / 2) * INCH), round(19.4 * INCH), 27_000)})
    assert "IDG-11.1.8" in rules(there, side, rolled=12)


@covers("IDG-11.1.6")
def test_baggage_runs_into_nobody() -> None:
    there = field(red("a", "baggage", (20, 22)), blue("b", "baggage", (20, 20)))
    assert rules(there, ahead(there, 2)) == ["IDG-11.1.6"]


@covers("IDG-13.2.1", "IDG-13.2.2", "IDG-13.2.9", "IDG-13.2.20", "IDG-A17")
@pytest.mark.parametrize(
    ("markers", "begins", "goes", "found"),
    [
        (2, 26, 3.5, []),
        (3, 26, 2.9, []),
        (3, 26, 3.0, ["IDG-13.2.1"]),
        (3, 22.5, 0.5, ["IDG-13.2.2"]),
        (3, 22.5, -2.0, []),
        (4, 26, 2.9, []),
        (5, 26, 1.0, ["IDG-13.2.9"]),
        (5, 26, -1.0, []),
        (5, 26, 3.5, ["IDG-13.2.1", "IDG-13.2.9"]),
    ],
)
def test_the_disordered_keep_away(
    markers: int, begins: float, goes: float, found: list[str]
) -> None:
    there = field(
        red("a", "warrior", (20, begins), disorder=markers), blue("b", "warrior", (20, 20))
    )
    assert rules(there, ahead(there, goes)) == found


@covers("IDG-13.2.1")
def test_an_enemy_nobody_sees_may_be_approached() -> None:
    wall = [{"id": "w", "kind": "wood", "at": (20, 24), "size": (60, 3)}]
    there = field(
        red("a", "light_cavalry", (20, 40), disorder=5),
        blue("b", "warrior", (20, 20)),
        terrain=wall,
    )
    assert rules(there, ahead(there, 5), rolled=9) == []


# -- leaving, joining, evading --------------------------------------------------------------------


def fight(*units: dict[str, Any]) -> Field:
    """Lay out a melee that has been going on since the turn before."""
    there = field(*units, melees=[{"units": ["a", "b"], "since": 1, "by": "a"}], turn=2)
    note_contacts(there.ctx, A)
    return there


@covers("IDG-11.3.9", "IDG-11.3.7")
def test_who_breaks_off_leaves_all_old_foes_and_meets_no_new_one() -> None:
    there = fight(red("a", "warrior", (20, 30), size=2), blue("b", "warrior", (20, 30), size=2))
    off: dict[str, Any] = {"purpose": "break_off"}
    assert rules(there, ahead(there, -2), **off) == []
    only_one = Slide({"a1": Pose(there.element("a1").pose.x, 31 * INCH, 0)})
    assert "IDG-11.3.9" in rules(there, only_one, **off)
    there = fight(
        red("a", "warrior", (20, 30)),
        blue("b", "warrior", (20, 30)),
        blue("c", "warrior", (20, 33), facing=0),
    )
    assert "IDG-11.3.7" in rules(there, ahead(there, -(3 - 2 * DEPTH) - DEPTH + 0.01), **off)


@covers("IDG-11.4.6")
def test_who_evades_meets_nobody_new() -> None:
    there = fight(
        red("a", "light_cavalry", (20, 30), size=2),
        blue("b", "heavy_cavalry", (20 - WIDTH, 30)),
        blue("c", "warrior", (26, 30)),
    )
    evade: dict[str, Any] = {"purpose": "evade", "rolled": 8}
    assert rules(there, ahead(there, -3), **evade) == []
    aside = ahead(there, 0, 6 - 1.5 * WIDTH)
    assert "IDG-11.4.6" in rules(there, aside, **evade)


@covers("IDG-11.2.7", "IDG-11.2.8", "IDG-11.2.9", "IDG-11.2.4", "IDG-11.2.10")
def test_who_joins_comes_into_contact_with_an_enemy_of_his_unit() -> None:
    """Of two elements in column the second comes up beside the first."""
    there = fight(
        red("a", "warrior", (20, 30), size=2, formation="column"),
        blue("b", "warrior", (20 - WIDTH / 2, 30), size=2),
    )
    up = Slide({"a2": Pose(round((20 - WIDTH) * INCH), 30 * INCH, 0)})
    join: dict[str, Any] = {"purpose": "join", "rolled": 9}
    assert rules(there, up, **join) == []
    half = Slide({"a2": Pose(round((20 - WIDTH) * INCH), 31 * INCH, 0)})
    assert rules(there, half, **join) == ["IDG-11.2.7"]
    assert rules(there, Slide({"a1": Pose(5080, 31 * INCH, 0)}), **join) == ["IDG-11.2.4"]


@covers("IDG-11.2.6", "IDG-8.2.8")
def test_in_a_melee_only_those_turn_who_fight_nobody() -> None:
    there = fight(red("a", "warrior", (20, 30), size=2), blue("b", "warrior", (20 - WIDTH, 30)))
    turn_two = Slide({"a2": Pose(*there.element("a2").pose.spot, 9_000)})
    assert rules(there, turn_two, purpose="face") == []
    turn_one = Slide({"a1": Pose(*there.element("a1").pose.spot, 9_000)})
    assert rules(there, turn_one, purpose="face") == ["IDG-11.2.4"]
