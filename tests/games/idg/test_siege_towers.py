"""Siege towers: pushed on, boarded, and left for the wall. IDG-16.3."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.idg.field import INCH, Field, blue, field, red
from tests.games.idg.play import Playing, playing
from tests.games.idg.speaking import rules_in
from walstatt.boards.contact import OVERLAP, overlap
from walstatt.boards.paths import Slide, advance
from walstatt.boards.pose import Pose
from walstatt.games.idg.activation import Go, March, Stand
from walstatt.games.idg.changes import note_contacts
from walstatt.games.idg.engine_moves import GoEngine, HaltEngine, Rest
from walstatt.games.idg.engines import engine_rect, who_is_aboard
from walstatt.games.idg.fire import fire_targets
from walstatt.games.idg.marching import Judge, Orders, judge
from walstatt.games.idg.melee import MeleePhase
from walstatt.games.idg.melee_dice import melee_ledger
from walstatt.games.idg.melee_odds import bout_of
from walstatt.games.idg.movement import MovementPhase
from walstatt.games.idg.new_turn import turn_over
from walstatt.games.idg.retreats import RetreatPhase
from walstatt.games.idg.shooting import ShootingPhase
from walstatt.games.idg.shooting_choices import HoldAll, ShootAt
from walstatt.games.idg.shooting_dice import shot_ledger
from walstatt.games.idg.siege_towers import HOLDS, Push, TowerJudge, board_towers, is_at_wall
from walstatt.games.idg.sight import sees
from walstatt.games.idg.stepping import ChooseSteps, Grapple, StayPut, StepOut, steps_of
from walstatt.games.idg.targets import marks
from walstatt.games.idg.world import Fire, rect_of
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.prompts import Target
from walstatt.workshop.covers import covers

A, B = UnitId("a"), UnitId("b")
X, FACE = 30.0, 21.25
WALL: dict[str, Any] = {
    "id": "w",
    "kind": "wall",
    "via": [(0, 20), (72, 20)],
    "width": 2.5,
    "side": "blue",
}


def tower(y: float = 26, **more: Any) -> dict[str, Any]:  # noqa: ANN401
    """Place a siege tower of red whose front is there."""
    return {"id": "t", "kind": "siege_tower", "side": "red", "at": (X, y), **more}


def siege(*units: dict[str, Any], works: Any = (WALL,), engine: Any = None, **more: Any) -> Field:  # noqa: ANN401
    """Lay out a siege with a siege tower before the wall."""
    engines = [tower() if engine is None else engine]
    given = {"battle": "siege", "terrain": list(works), "engines": engines, "turn": 3, **more}
    return field(*units, **given)


def manned(count: int = 2, y: float = FACE, **more: Any) -> dict[str, Any]:  # noqa: ANN401
    """Put red warriors into the tower."""
    elements = [{"at": (X, y), "facing": 0, "aboard": "t"} for _ in range(count)]
    return red("a", "warrior", (X, y), elements=elements, **more)


def defender(x: float = X, name: str = "b", **more: Any) -> dict[str, Any]:  # noqa: ANN401
    """Put a blue element on the wall, looking out."""
    return blue(name, "warrior", (x, FACE), elements=[{"aboard": "w"}], **more)


def refused(there: Field, far: float, facing: int = 0, allowance: int = 6) -> list[str]:
    """List the rules that pushing the tower straight there breaks."""
    own = TowerJudge(there.ctx, "t", allowance * INCH)
    return rules_in(own.flaws((advance(own.before, facing, far * INCH),)))


def pushed(there: Field, roll: int) -> Playing:
    """Begin to push the tower."""
    return playing(there, MovementPhase()).do(Push("t")).roll(roll)


def forward(battle: Playing, far: float) -> GoEngine:
    """Give the move straight ahead."""
    pose = battle.world.engines["t"].pose
    return GoEngine((advance({"t": pose}, 0, far * INCH),))


# -- pushing --------------------------------------------------------------------------------------


@covers("IDG-16.3.3", "IDG-16.3.9", "IDG-7.2.4")
def test_a_siege_tower_is_activated_by_itself_and_goes_one_die() -> None:
    battle = pushed(siege(), 3)
    assert battle.asked() == ("red", "push_tower")
    assert battle.refusal(forward(battle, 3.01)) == ["IDG-16.3.3"]
    battle.do(forward(battle, 3))
    assert battle.is_over
    engine = battle.world.engines["t"]
    assert (engine.pose.spot, engine.pose.facing) == ((X * INCH, 23 * INCH), 0)
    assert engine.activated
    assert engine.since == 0


@covers("IDG-16.3.9", "IDG-7.2.3")
def test_it_has_to_be_activated_even_if_it_stays() -> None:
    battle = playing(siege(), MovementPhase())
    assert battle.options() == [Rest("t"), Push("t")]
    assert battle.decision().default(battle.ctx) == Rest("t")
    battle.do(Rest("t"))
    assert battle.is_over
    before = battle.world.engines["t"].activated
    turn_over(battle.ctx)
    assert (before, battle.world.engines["t"].activated) == (True, False)
    battle = pushed(siege(), 4).do(HaltEngine())
    assert battle.is_over


@covers("IDG-16.3.9")
def test_only_its_owner_pushes_it_and_once_a_turn() -> None:
    there = siege(blue("b", "warrior", (60, 5)), engine=tower(activated=True), first="blue")
    battle = playing(there, MovementPhase())
    assert battle.asked()[0] == "blue"
    assert battle.refusal(Push("t")) == ["IDG-16.3.9"]
    there = siege(red("a", "warrior", (60, 45)), engine=tower(activated=True))
    assert playing(there, MovementPhase()).refusal(Push("t")) == ["IDG-7.2.4"]
    assert playing(there, MovementPhase()).refusal(Push("x")) == ["IDG-16.3.9"]


@covers("IDG-16.3.3")
@pytest.mark.parametrize(
    ("kind", "crosses"),
    [("rocky", False), ("wood", False), ("stream", False), ("fields", True), ("gentle_hill", True)],
)
def test_it_crosses_nothing_that_is_difficult_for_chariots(kind: str, crosses: bool) -> None:
    ground = {"id": "x", "kind": kind, "at": (X, 24), "size": (20, 1)}
    there = siege(works=(ground,))
    assert refused(there, 0.9) == []
    assert (refused(there, 3) == []) is crosses


@covers("IDG-16.3.3", "IDG-16.3.4")
def test_it_stops_at_the_wall() -> None:
    there = siege()
    assert refused(there, 4.75) == []
    assert refused(there, 5) == ["IDG-16.3.3"]
    rampart = siege(works=({**WALL, "kind": "rampart", "width": 0.5},))
    assert refused(rampart, 5.7) == []
    assert refused(rampart, 6) == ["IDG-16.3.3"]


@covers("IDG-8.4.5", "IDG-1.9.6", "IDG-1.3.1")
def test_it_runs_over_nobody_and_stays_on_the_table() -> None:
    for one in (red("c", "warrior", (X, 24)), blue("c", "warrior", (X, 24))):
        assert refused(siege(one), 3) == ["IDG-8.4.5"]
    other = siege()
    other.world.engines["s"] = replace(
        other.world.engines["t"], pose=Pose(round(X * INCH), 23 * INCH, 0)
    )
    assert refused(other, 2) == ["IDG-16.3.3"]
    edge = siege(engine=tower(2, facing=0), works=())
    assert refused(edge, 2) == []
    assert refused(edge, 3) == ["IDG-1.3.1"]


@covers("IDG-16.3.4", "IDG-16.1.4")
def test_it_notes_when_it_has_reached_a_wall() -> None:
    battle = pushed(siege(), 5)
    battle.do(forward(battle, 4.75))
    assert battle.world.engines["t"].since == 3
    assert is_at_wall(battle.ctx, "t")
    assert battle.told()[-2] == "idg.tower_reached"
    towers = pushed(siege(works=({**WALL, "kind": "tower"},)), 5)
    towers.do(forward(towers, 4.75))
    assert towers.world.engines["t"].since == 0
    own = pushed(siege(works=({**WALL, "side": "red"},)), 5)
    own.do(forward(own, 4.75))
    assert own.world.engines["t"].since == 0


@covers("IDG-16.3.3")
def test_suggestions_lead_to_the_wall_and_a_drag_too_far_is_cut_short() -> None:
    battle = pushed(siege(engine=tower(24, facing=20)), 5)
    decision = battle.decision()
    found = battle.game.sampled(decision, Random(1))
    ends = [
        TowerJudge(battle.ctx, "t", 5 * INCH).ends(one.legs)
        for one in found
        if isinstance(one, GoEngine)
    ]
    assert any(end.facing == 0 and abs(end.y - FACE * INCH) <= 13 for end in ends)
    assert isinstance(decision.default(battle.ctx), GoEngine)
    wish = GoEngine((advance(TowerJudge(battle.ctx, "t", 0).before, 2000, 9 * INCH),))
    preview = decision.preview(battle.ctx, wish)
    assert preview.violations
    assert preview.instead is not None
    assert preview.ghosts[0].piece == "t"


@covers("IDG-16.3.2", "IDG-16.3.5")
def test_who_is_inside_is_carried_along_without_moving() -> None:
    battle = playing(siege(manned(2, 26)), MovementPhase()).do(Push("t")).roll(4)
    battle.do(forward(battle, 4))
    assert battle.element("a1").pose == (X * INCH, 22 * INCH, 0)
    assert battle.element("a1").moved == 0


# -- going aboard ---------------------------------------------------------------------------------


@covers("IDG-16.3.9", "IDG-16.3.2")
def test_foot_that_ends_a_move_at_its_rear_is_inside() -> None:
    there = siege(red("a", "warrior", (X, 32), size=2, formation="column"))
    battle = playing(there, MovementPhase()).do(March(A)).roll(6, 6)
    gap = 32 - 26 - 600 / INCH
    battle.do(Go((advance(Judge(battle.ctx, Orders(A)).before, 0, gap * INCH),)))
    assert who_is_aboard(battle.ctx, "t") == ["a1"]
    assert battle.element("a1").pose == (X * INCH, 26 * INCH, 0)
    assert battle.element("a2").aboard == ""


@covers("IDG-16.3.2")
@pytest.mark.parametrize(
    ("kind", "form", "inside"),
    [
        ("warrior", "usual", True),
        ("skirmisher", "usual", True),
        ("heavy_cavalry", "dismounted", True),
        ("heavy_cavalry", "usual", False),
        ("artillery", "usual", False),
    ],
)
def test_it_holds_foot_and_dismounted_cavalry(kind: str, form: str, inside: bool) -> None:
    behind = 26 + 600 / INCH
    there = siege(red("a", kind, (X, behind), form=form, moved=1))
    board_towers(there.ctx, A)
    assert (there.element("a").aboard == "t") is inside
    still = siege(red("a", "warrior", (X, behind)))
    board_towers(still.ctx, A)
    assert still.element("a").aboard == ""
    beside = siege(red("a", "warrior", (X + 600 / INCH, 26), moved=1))
    board_towers(beside.ctx, A)
    assert beside.element("a").aboard == ""


@covers("IDG-16.3.2")
def test_it_holds_twelve_elements() -> None:
    behind = 26 + 600 / INCH
    there = siege(
        manned(HOLDS - 1, 26),
        red("c", "warrior", (X, behind), size=2, moved=1),
        red("d", "warrior", (60, 40), size=2),
    )
    board_towers(there.ctx, UnitId("c"))
    assert len(who_is_aboard(there.ctx, "t")) == HOLDS == 12
    assert there.element("c2").aboard == ""


@covers("IDG-16.3.9")
def test_who_is_inside_does_not_march() -> None:
    there = siege(manned(2, 26))
    assert playing(there, MovementPhase()).refusal(March(A)) == ["IDG-16.3.9"]
    half = siege(
        red(
            "a",
            "warrior",
            (X, 26),
            elements=[{"at": (X, 26), "aboard": "t"}, {"at": (X + 3, 26)}],
        )
    )
    orders = Orders(A, "good", 6)
    moves = (Slide({"a1": Pose(7000, 7000, 0)}),)
    assert "IDG-16.3.9" in rules_in(judge(half.ctx, orders, moves))
    assert list(Judge(half.ctx, orders).before) == ["a2"]


@covers("IDG-8.4.5", "IDG-1.9.6")
def test_nobody_marches_through_a_siege_tower() -> None:
    for one in (red("c", "warrior", (X, 32)), blue("c", "heavy_cavalry", (X, 32), facing=0)):
        there = siege(one)
        before = Judge(there.ctx, Orders(UnitId("c"))).before
        found = judge(there.ctx, Orders(UnitId("c"), "good", 12), (advance(before, 0, 5 * INCH),))
        assert "IDG-8.4.5" in rules_in(found)


# -- out onto the wall ----------------------------------------------------------------------------


def at_wall(*units: dict[str, Any], since: int = 2, **more: Any) -> Field:  # noqa: ANN401
    """Lay out a siege with a siege tower at the wall since some turn."""
    there = siege(*units, engine=tower(FACE, since=since, activated=True), **more)
    note_contacts(there.ctx)
    return there


def steps(there: Field) -> list[Any]:
    """List the legal steps of the unit in the tower."""
    asked = ChooseSteps(Seat("red"), A)
    return [one for one in steps_of(there.ctx, A) if not asked.check(there.ctx, one)]


def why_not(there: Field, answer: Any) -> list[str]:  # noqa: ANN401
    """List the rules that forbid a step."""
    return rules_in(ChooseSteps(Seat("red"), A).check(there.ctx, answer))


PLACE = Pose(round(X * INCH), 5398 - 300, 0)
"""On the wall right before the tower, looking in."""


@covers("IDG-16.3.10", "IDG-16.3.4")
def test_from_the_turn_after_one_element_a_turn_steps_onto_the_wall() -> None:
    fresh = at_wall(manned(3), since=3)
    assert steps(fresh) == []
    assert why_not(fresh, StepOut("a1", PLACE)) == ["IDG-16.3.10"]
    battle = playing(at_wall(manned(3)), MovementPhase()).do(Stand(A))
    assert battle.asked() == ("red", "choose_steps")
    assert battle.options()[0] == StepOut("a1", PLACE)
    assert battle.options()[-1] == StayPut()
    battle.do(StepOut("a1", PLACE))
    assert battle.is_over  # nobody else this turn
    assert (battle.element("a1").aboard, battle.element("a1").pose) == ("w", PLACE)
    assert who_is_aboard(battle.ctx, "t") == ["a2", "a3"]
    assert battle.element("a1").moved > 0
    assert overlap(rect_of(battle.ctx, "a1"), engine_rect(battle.ctx, "t")) <= OVERLAP


@covers("IDG-16.3.10")
def test_whoever_likes_stays_inside() -> None:
    battle = playing(at_wall(manned(2)), MovementPhase()).do(Stand(A)).do(StayPut())
    assert battle.is_over
    assert who_is_aboard(battle.ctx, "t") == ["a1", "a2"]
    assert isinstance(ChooseSteps(Seat("red"), A).default(battle.ctx), StepOut)


@covers("IDG-16.3.10", "IDG-16.1.4", "IDG-16.1.10", "IDG-8.4.6")
def test_the_place_is_free_on_the_wall_and_touches_the_tower() -> None:
    there = at_wall(manned(2), defender(X + 2))
    away = Pose(PLACE.x - 5 * INCH, PLACE.y, 0)
    assert why_not(there, StepOut("a1", away)) == ["IDG-16.3.10"]
    assert "IDG-8.4.6" in why_not(there, StepOut("a1", Pose(PLACE.x + 300, PLACE.y, 0)))
    below = Pose(PLACE.x, PLACE.y - 4 * INCH, 0)
    assert why_not(there, StepOut("a1", below)) == ["IDG-16.3.10"]
    over = Pose(PLACE.x, PLACE.y + 100, 0)
    assert "IDG-16.1.10" in why_not(there, StepOut("a1", over))
    assert why_not(there, StepOut("b", PLACE)) == ["IDG-16.3.10"]
    tall = at_wall(manned(2), works=({**WALL, "kind": "tower"},))
    assert steps(tall) == []


@covers("IDG-16.3.10")
def test_dragging_an_element_onto_the_wall_finds_the_nearest_place() -> None:
    there, asked = at_wall(manned(2)), ChooseSteps(Seat("red"), A)
    centre = f"{PLACE.x + 40},{PLACE.y + 150},0"
    wish = asked.wish(there.ctx, Target("point", centre), Target("piece", "a1"))
    assert wish == StepOut("a1", Pose(PLACE.x + 40, PLACE.y, 0))
    assert asked.preview(there.ctx, wish).violations == ()
    far = asked.wish(there.ctx, Target("point", "7620,9000,0"), Target("piece", "a1"))
    assert far is not None
    preview = asked.preview(there.ctx, far)
    assert preview.violations
    assert preview.instead is not None
    assert preview.instead["do"] == "step_out"
    assert preview.ghosts[0].piece == "a1"
    assert asked.wish(there.ctx, Target("point", centre), None) is None


@covers("IDG-16.3.10", "IDG-16.3.4")
def test_stepping_into_melee_the_defenders_have_no_works() -> None:
    beside = 600 / INCH
    battle = playing(at_wall(manned(2), defender(X + beside)), MovementPhase()).do(Stand(A))
    battle.do(StepOut("a1", PLACE))
    assert list(battle.world.melees) == ["a|b"]
    assert battle.element("a1").entered
    bout = bout_of(battle.ctx, "a1", "b")
    assert bout is not None
    assert "-3 IDG-11.8.28" not in melee_ledger(battle.ctx, bout.of("a1")).explain()


@covers("IDG-16.3.10", "IDG-11.8.28")
def test_where_the_wall_is_manned_one_fights_from_the_bridge() -> None:
    there = at_wall(manned(2), blue("b", "warrior", (X, FACE), **on_wall(3)))
    assert [type(one) for one in steps(there)] == [Grapple]
    battle = playing(there, MovementPhase()).do(Stand(A)).do(Grapple("a1"))
    assert battle.world.engines["t"].van == "a1"
    assert list(battle.world.melees) == ["a|b"]
    bout = bout_of(battle.ctx, "a1", "b2")
    assert bout is not None
    assert melee_ledger(battle.ctx, bout.of("a1")).explain() == []
    # His comrades on either side support him.
    assert melee_ledger(battle.ctx, bout.of("b2")).explain() == ["+2 IDG-11.8.7"]
    fight = playing(battle, MeleePhase()).roll(10, 1)
    assert fight.unit("b").disorder == 1  # by seven


def on_wall(count: int) -> dict[str, Any]:
    """Put elements side by side on the wall."""
    wide = 600 / INCH
    places = [(X + (n - count // 2) * wide, FACE) for n in range(count)]
    return {"elements": [{"at": at, "facing": 180, "aboard": "w"} for at in places]}


@covers("IDG-16.3.10", "IDG-11.2.4")
def test_while_there_is_fighting_on_the_bridge_nobody_else_gets_out_nor_is_it_moved() -> None:
    there = at_wall(manned(2), blue("b", "warrior", (X, FACE), **on_wall(3)))
    there.world.engines["t"] = replace(there.world.engines["t"], van="a1", activated=False)
    note_contacts(there.ctx, A)
    assert why_not(there, Grapple("a2")) == ["IDG-11.2.4"]
    assert playing(there, MovementPhase()).refusal(Push("t")) == ["IDG-11.2.4"]
    alone = at_wall(manned(2))
    alone.world.engines["t"] = replace(alone.world.engines["t"], van="a1")
    assert StepOut("a1", PLACE) in steps(alone)


@covers("IDG-11.1.2", "IDG-16.3.10")
def test_disordered_troops_do_not_step_into_melee() -> None:
    there = at_wall(manned(2, disorder=3), blue("b", "warrior", (X, FACE), **on_wall(3)))
    assert "IDG-11.1.2" in why_not(there, Grapple("a1"))
    beside = at_wall(manned(2, disorder=3), defender(X + 600 / INCH))
    assert "IDG-11.1.2" in why_not(beside, StepOut("a1", PLACE))


@covers("IDG-16.3.10")
def test_only_whoever_is_aboard_steps_out() -> None:
    there = at_wall(red("a", "warrior", (X + 5, 30)))
    assert why_not(there, StepOut("a", PLACE)) == ["IDG-16.3.10"]
    far = siege(manned(2, 26), engine=tower(26, since=1))
    assert why_not(far, Grapple("a1")) == ["IDG-16.3.10"]


# -- shooting and fire ----------------------------------------------------------------------------


@covers("IDG-16.3.7", "IDG-9.6.15")
def test_who_is_inside_shoots_and_is_shot_at_as_if_on_a_wall() -> None:
    archers = [{"at": (X, 26), "facing": 0, "aboard": "t", "weapon": "bow"} for _ in range(2)]
    there = siege(
        red("a", "skirmisher", (X, 26), elements=archers),
        red("c", "warrior", (X, 24), size=5),
        blue("b", "skirmisher", (X, 21.5), weapon="bow"),
        works=(),
    )
    assert [one.target for one in marks(there.ctx, "a1")] == ["b"]
    assert [one.target for one in marks(there.ctx, "a2")] == ["b"]
    assert marks(there.ctx, "a1")[0].overhead
    assert sees(there.ctx, "b", "a2")
    assert shot_ledger(there.ctx, "b", "a1").explain() == ["-1 IDG-9.6.3", "-3 IDG-9.6.15"]


@covers("IDG-16.3.6", "IDG-16.2.3")
@pytest.mark.parametrize(
    ("kind", "die", "lost"),
    [
        ("light_artillery", 9, False),
        ("light_artillery", 10, True),
        ("heavy_siege_engine", 8, False),
        ("heavy_siege_engine", 9, True),
    ],
)
def test_artillery_destroys_it_with_everyone_inside(kind: str, die: int, lost: bool) -> None:
    gun = {**blue("g", "artillery", (X, 17)), "kind": kind}
    there = siege(manned(3, 26), gun, works=(), first="blue")
    battle = playing(there, ShootingPhase())
    battle.do(ShootAt("g", "t")).roll(die)
    while not battle.is_over:
        battle.do(HoldAll())
    assert ("t" not in battle.world.engines) is lost
    assert (battle.unit("a").status == "destroyed") is lost


@covers("IDG-16.3.8", "IDG-10.1.7")
def test_it_burns_down_with_everyone_inside() -> None:
    there = siege(manned(2, 26), blue("b", "warrior", (X, 26)), works=())
    assert fire_targets(there.ctx, "b") == ["t"]
    there.world.fires = (Fire("t", (0, 0), 2),)
    battle = playing(there, MovementPhase()).do(Rest("t")).do(Stand(B)).do(Stand(A))
    assert battle.is_over
    assert battle.world.engines == {}
    assert battle.unit("a").status == "destroyed"


@covers("IDG-16.3.2")
def test_who_must_retreat_and_is_inside_cannot() -> None:
    there = siege(manned(2, 26, disorder=4), blue("b", "warrior", (X, 24.5)), works=())
    battle = playing(there, RetreatPhase())
    assert battle.unit("a").disorder == 5
    assert battle.element("a1").aboard == "t"


@pytest.mark.parametrize("seed", range(6))
def test_sieges_with_towers_go_on_at_random(seed: int) -> None:
    there = at_wall(
        manned(4),
        red("c", "warrior", (X, 30), size=4),
        blue("b", "warrior", (X, FACE), **on_wall(3)),
        blue("d", "skirmisher", (X, 12), size=4, weapon="bow"),
        since=1,
    )
    for _ in range(3):
        for frame in (MovementPhase(), ShootingPhase(), MeleePhase()):
            there = playing(there, frame).finish(seed)
        there.world.turn += 1
        turn_over(there.ctx)
        names = [one for one in there.world.elements if there.element(one).aboard != "t"]
        units = {one: there.element(one).unit for one in names}
        rects = [rect_of(there.ctx, one) for one in names if there.unit(units[one]).elements]
        for at, one in enumerate(rects):
            assert all(overlap(one, other) <= OVERLAP for other in rects[:at])
