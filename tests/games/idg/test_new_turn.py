"""What a new turn forgets. IDG-7.2."""

from __future__ import annotations

from tests.games.idg.brawl import X, Y
from tests.games.idg.field import blue, field, red
from walstatt.games.idg.changes import lose_element
from walstatt.games.idg.commanding import may_command
from walstatt.games.idg.new_turn import turn_over
from walstatt.games.idg.world import Engine, Shot, Trail
from walstatt.kernel.ids import Seat, UnitId
from walstatt.workshop.covers import covers

A, RED = UnitId("a"), Seat("red")


@covers("IDG-7.2.4")
def test_nobody_has_done_anything_in_a_new_turn() -> None:
    there = field(
        red("a", "warrior", (X, Y), size=3, moved=4, turned=True, entered=True, activated=True),
        red("f", "warrior", (X + 9, Y), deed="retreated", opened=True, full=True, disorder=5),
        blue("b", "warrior", (X, 4)),
        armies={"red": {"stratagem": "death_ground"}},
        turn=3,
    )
    world = there.world
    lose_element(there.ctx, "a3", "IDG-9.7.2")
    world.trails = {A: Trail(())}
    world.sprung, world.captured, world.skipped = (A,), (RED,), (A,)
    world.scared, world.shaken = {A: ("elephant",)}, {A: ("bombs",)}
    world.shots = (Shot(1, A, A), Shot(2, A, A), Shot(3, A, A))
    world.engines = {"s": Engine("siege_tower", RED, there.element("a1").pose, activated=True)}
    world.turn = 4
    turn_over(there.ctx)
    one = there.element("a1")
    assert (one.moved, one.turned, one.entered, one.moved_before) == (0, False, False, True)
    assert not there.element("f").moved_before
    assert not there.unit("a").activated
    other = there.unit("f")
    assert (other.deed, other.opened, other.full, other.allowance) == ("", False, False, -1)
    assert (other.disorder, other.flight) == (5, True)
    kept = [world.losses, world.sprung, world.captured, world.skipped]
    assert [len(one) for one in kept] == [0, 0, 0, 0]
    assert [len(one) for one in (world.trails, world.scared, world.shaken)] == [0, 0, 0]
    assert [shot.turn for shot in world.shots] == [3]
    assert not world.engines["s"].activated


@covers("IDG-A31", "IDG-2.5.3")
def test_what_an_impetuous_general_did_lets_him_rally_in_the_next_turn_only() -> None:
    there = field(
        red("g", "heavy_cavalry", (X, Y), general=True, full=True),
        blue("b", "warrior", (X, 4)),
        armies={"red": {"command": "impetuous", "deeds": ["disorder"], "dice": 1, "rerolls": 1}},
    )
    assert not may_command(there.ctx, RED, "rally")
    turn_over(there.ctx)
    general = there.world.generals[RED]
    assert (general.deeds, general.last_deeds) == ((), ("disorder", "advanced"))
    assert (general.dice, general.rerolls) == (0, 0)
    assert may_command(there.ctx, RED, "rally")
    assert not may_command(there.ctx, RED, "morale")
    turn_over(there.ctx)
    assert not may_command(there.ctx, RED, "rally")
