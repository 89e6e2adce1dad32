"""An ambushed column comes onto the table. IDG-5.3."""

from __future__ import annotations

from tests.games.idg.field import INCH, RED, blue, field, red
from tests.games.idg.play import Playing, playing
from walstatt.boards.paths import Slide
from walstatt.boards.pose import Pose
from walstatt.games.idg.activation import Enter, Go, Halt, Stand
from walstatt.games.idg.entering import due_to_enter, marched_in
from walstatt.games.idg.movement import MovementPhase
from walstatt.games.idg.new_turn import turn_over
from walstatt.games.idg.standing import crowd_of, is_coherent
from walstatt.games.idg.world import rect_of
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

A, C = UnitId("a"), UnitId("c")


def column(turn: int = 1) -> Playing:
    """Begin the movement phase of an ambush from the left edge, with two units in column."""
    there = field(
        red("a", "warrior", (0, 0), size=4, status="reserve"),
        red("c", "skirmisher", (0, 0), size=2, status="reserve"),
        blue("b", "warrior", (60, 24)),
        battle="ambush",
        turn=turn,
        armies={"red": {"edge": "left"}, "blue": {"edge": "right"}},
    )
    there.world.column = (A, C)
    return playing(there, MovementPhase())


@covers("IDG-5.3.5", "IDG-5.3.6", "IDG-5.3.17")
def test_one_unit_a_turn_enters_in_order() -> None:
    there = column()
    assert there.refusal(Enter(C)) == ["IDG-5.3.5"]
    assert there.refusal(Enter(A, "good", 60 * INCH)) == ["IDG-5.3.6"]
    there.do(Enter(A, "good", 10 * INCH)).roll(3, 3).do(Halt())
    assert there.world.entry == (0, 10 * INCH)
    assert there.asked()[0] == "blue"
    there.do(Stand(UnitId("b")))
    assert there.unit("c").status == "reserve"
    assert there.is_over


@covers("IDG-5.3.18", "IDG-5.3.7")
def test_everybody_measures_from_the_entry_point() -> None:
    there = column()
    there.do(Enter(A)).roll(3, 3)
    far = there.element("a1").pose
    assert far == Pose(0, 24 * INCH, 9_000)
    poses = marched_in(there.ctx, A, 6 * INCH)
    assert [pose.x for pose in poses.values()] == [6 * INCH - n * 300 for n in range(4)]
    too_far = {**poses, "a1": Pose(6 * INCH + 1, 24 * INCH, 9_000)}
    assert there.refusal(Go((Slide(too_far),))) == ["IDG-8.1.1"]
    there.do(Go((Slide(poses),)))
    assert there.element("a1").moved == 6 * INCH
    assert there.unit("a").status == "table"


@covers("IDG-5.3.18")
def test_who_has_no_room_waits_at_the_edge() -> None:
    there = column()
    there.do(Enter(A)).roll(1, 1)
    poses = marched_in(there.ctx, A, 2 * INCH)
    assert poses["a1"].x == 2 * INCH
    assert {pose.x for pose in list(poses.values())[1:]} == {300}
    there.do(Go((Slide(poses),)))
    assert is_coherent(there.ctx, A)
    crowd = crowd_of(there.ctx)
    assert all(not crowd.overlapping(rect_of(there.ctx, one), skip=(one,)) for one in poses)


@covers("IDG-5.3.18")
def test_who_stays_stands_along_the_edge() -> None:
    there = column()
    there.do(Enter(A)).roll(1, 1).do(Halt())
    assert {there.element(f"a{n}").pose.x for n in range(1, 5)} == {300}
    assert is_coherent(there.ctx, A)


def crowded(*others: tuple[float, int], size: int = 8) -> Playing:
    """Let a unit be due at an edge where others stand: so far along it, so many of them."""
    units = [
        red(f"x{n}", "warrior", (1.2, at), facing=90, size=many)
        for n, (at, many) in enumerate(others)
    ]
    there = field(
        red("a", "warrior", (0, 0), size=size, status="reserve"),
        *units,
        blue("b", "warrior", (60, 24)),
        battle="ambush",
        turn=1,
        armies={"red": {"edge": "left"}, "blue": {"edge": "right"}},
    )
    there.world.column, there.world.entry = (A,), (0, 24 * INCH)
    return playing(there, MovementPhase())


@covers("IDG-5.3.18", "IDG-1.5.3")
def test_who_waits_at_the_edge_is_not_parted_by_others_there() -> None:
    there = crowded((20, 4))
    there.do(Enter(A)).roll(1, 1).do(Halt())
    assert is_coherent(there.ctx, A)
    rects = [rect_of(there.ctx, one) for one in there.unit("a").elements]
    assert min(y for one in rects for _, y in one.corners) > 24 * INCH
    crowd = crowd_of(there.ctx)
    assert all(
        not crowd.overlapping(rect_of(there.ctx, one), skip=(one,))
        for one in there.unit("a").elements
    )


@covers("IDG-5.3.5", "IDG-5.3.18")
def test_a_unit_waits_whose_room_at_the_edge_is_in_two_parts() -> None:
    assert due_to_enter(crowded((24, 4), size=8).ctx, RED) == A
    assert due_to_enter(crowded((24, 4), size=9).ctx, RED) is None


@covers("IDG-5.3.5")
def test_a_unit_that_had_to_wait_does_not_bring_in_the_next_in_its_turn() -> None:
    """It is turn 4, and nobody has entered yet."""
    there = column(turn=4)
    there.do(Enter(A)).roll(1, 1).do(Halt())
    assert there.unit("a").deed == "entered"
    assert due_to_enter(there.ctx, RED) is None


@covers("IDG-5.3.6", "IDG-5.3.18")
def test_where_the_point_is_blocked_the_next_free_one_is_used() -> None:
    there = column(turn=1)
    there.do(Enter(A)).roll(1, 1).do(Halt()).do(Stand(UnitId("b")))
    there.world.turn = 2
    turn_over(there.ctx)
    later = playing(there, MovementPhase())
    assert later.refusal(Enter(C, "good", 100)) == ["IDG-5.3.6"]
    later.do(Enter(C))
    assert abs(later.element("c1").pose.y - 24 * INCH) >= 4 * 300
