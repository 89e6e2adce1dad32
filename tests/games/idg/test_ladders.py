"""Scaling ladders: raised, climbed, thrown down, fallen. IDG-16.4."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.idg.field import INCH, Field, blue, field, red
from tests.games.idg.play import Playing, playing
from tests.games.idg.speaking import rules_in
from walstatt.boards.paths import advance
from walstatt.boards.pose import Pose
from walstatt.games.idg.activation import Go, March, Stand
from walstatt.games.idg.changes import lose_element, note_contacts
from walstatt.games.idg.ladders import (
    LadderPhase,
    LetStand,
    ThrowDown,
    ThrowRoll,
    drop_ladders,
    ladder_of,
    raise_ladders,
    throwers,
    was_free,
)
from walstatt.games.idg.marching import Judge, Orders
from walstatt.games.idg.melee import MeleePhase
from walstatt.games.idg.melee_after import MeleeAfter
from walstatt.games.idg.melee_dice import melee_ledger
from walstatt.games.idg.melee_odds import bout_of
from walstatt.games.idg.movement import MovementPhase
from walstatt.games.idg.new_turn import turn_over
from walstatt.games.idg.retreats import RetreatPhase
from walstatt.games.idg.shooting import ShootingPhase
from walstatt.games.idg.shooting_choices import ShootAll
from walstatt.games.idg.shooting_dice import shot_ledger
from walstatt.games.idg.stepping import ChooseSteps, Climb, Grapple, StayPut, StepOut, steps_of
from walstatt.games.idg.targets import marks
from walstatt.games.idg.world import Engine, Shot
from walstatt.kernel.ids import Seat, UnitId
from walstatt.workshop.covers import covers

A, B = UnitId("a"), UnitId("b")
RED = Seat("red")
X, FACE = 30.0, 21.25
WIDTH = 600 / INCH
WALL: dict[str, Any] = {
    "id": "w",
    "kind": "wall",
    "via": [(0, 20), (72, 20)],
    "width": 2.5,
    "side": "blue",
}
LADDER = ladder_of("a1")


def bearers(y: float = FACE, count: int = 2, **more: Any) -> dict[str, Any]:  # noqa: ANN401
    """Give red warriors of whom the first carries a ladder."""
    elements = [{"at": (X + n * WIDTH, y), "ladder": n == 0} for n in range(count)]
    return red("a", more.pop("kind", "warrior"), (X, y), elements=elements, **more)


def defender(x: float = X, name: str = "b", **more: Any) -> dict[str, Any]:  # noqa: ANN401
    """Put a blue element on the wall, looking out."""
    return blue(name, "warrior", (x, FACE), elements=[{"aboard": "w"}], **more)


def siege(*units: dict[str, Any], works: Any = (WALL,), **more: Any) -> Field:  # noqa: ANN401
    """Lay out a siege; red is outside, below the wall."""
    return field(*units, **{"battle": "siege", "terrain": list(works), "turn": 3, **more})


def standing(*units: dict[str, Any], since: int = 2, **more: Any) -> Field:  # noqa: ANN401
    """Lay out a siege in which the ladder stands."""
    there = siege(*units, **more)
    pose = Pose(round(X * INCH), round(FACE * INCH), 0)
    there.world.engines[LADDER] = Engine("ladder", RED, pose, since=since)
    note_contacts(there.ctx)
    return there


def why_not(there: Field, answer: Any) -> list[str]:  # noqa: ANN401
    """List the rules that forbid a step."""
    return rules_in(ChooseSteps(RED, A).check(there.ctx, answer))


def climbing(there: Field, element: str = "a1", *, earlier: bool = True) -> Field:
    """Put an element on the ladder, perhaps since an earlier turn."""
    moved = 0 if earlier else INCH
    there.world.elements[element] = replace(there.element(element), aboard=LADDER, moved=moved)
    return there


# -- raising --------------------------------------------------------------------------------------


@covers("IDG-16.4.3", "IDG-16.4.2", "IDG-16.4.9")
def test_a_ladder_stands_at_the_end_of_the_turn_in_which_its_bearers_reach_the_wall() -> None:
    there = siege(bearers(26))
    battle = playing(there, MovementPhase()).do(March(A)).roll(3, 2)
    # Ladders are carried at normal speed.
    battle.do(Go((advance(Judge(battle.ctx, Orders(A)).before, 0, round(4.75 * INCH)),)))
    assert battle.world.engines == {}
    battle = playing(battle, MeleeAfter())
    assert battle.is_over
    engine = battle.world.engines[LADDER]
    assert (engine.kind, engine.side, engine.since) == ("ladder", "red", 3)
    assert engine.pose.spot == battle.element("a1").pose.spot
    assert list(battle.world.engines) == [LADDER]


@covers("IDG-16.4.3", "IDG-16.1.4")
@pytest.mark.parametrize(
    ("y", "kind", "works", "raised"),
    [
        (FACE, "warrior", WALL, True),
        (FACE, "skirmisher", WALL, True),
        (FACE + 0.1, "warrior", WALL, False),
        (FACE, "warrior", {**WALL, "kind": "gate"}, True),
        (FACE, "warrior", {**WALL, "kind": "tower"}, False),
        (FACE, "warrior", {**WALL, "side": "red"}, False),
        (20.25, "warrior", {**WALL, "kind": "rampart", "width": 0.5}, False),
    ],
)
def test_ladders_are_for_enemy_walls_and_not_for_towers(
    y: float,
    kind: str,
    works: Any,  # noqa: ANN401
    raised: bool,
) -> None:
    there = siege(bearers(y, kind=kind), works=(works,))
    raise_ladders(there.ctx)
    assert (LADDER in there.world.engines) is raised


@covers("IDG-16.4.3")
def test_whoever_is_in_melee_raises_none() -> None:
    there = siege(bearers(), blue("b", "warrior", (X - WIDTH / 2, FACE + 0.6), facing=90))
    note_contacts(there.ctx)
    raise_ladders(there.ctx)
    assert there.world.engines == {}


# -- climbing -------------------------------------------------------------------------------------


@covers("IDG-16.4.4", "IDG-16.4.9")
def test_the_timetable_of_a_ladder() -> None:
    """Turn 3: reached and raised; turn 4: the climb; turn 5: onto the wall."""
    battle: Field = playing(siege(bearers()), MeleeAfter())
    assert battle.world.engines[LADDER].since == 3
    assert why_not(battle, Climb("a1", LADDER)) == ["IDG-16.4.9"]
    battle.world.turn = 4
    turn_over(battle.ctx)
    turn = playing(battle, MovementPhase()).do(Stand(A))
    assert turn.asked() == ("red", "choose_steps")
    turn.do(Climb("a2", LADDER))
    assert turn.is_over  # one element a turn
    assert turn.element("a2").aboard == LADDER
    assert turn.element("a2").pose == battle.element("a2").pose
    assert why_not(turn, Climb("a1", LADDER)) == ["IDG-16.4.4"]
    assert why_not(turn, StepOut("a2", Pose(7620, 5098, 0))) == ["IDG-16.4.9"]
    turn.world.turn = 5
    turn_over(turn.ctx)
    last = playing(turn, MovementPhase()).do(Stand(A))
    step = next(one for one in last.options() if isinstance(one, StepOut))
    last.do(step)
    assert last.element("a2").aboard == "w"
    assert last.asked() == ("red", "choose_steps")  # now the ladder is free for the next
    last.do(Climb("a1", LADDER))
    assert last.element("a1").aboard == LADDER


@covers("IDG-16.4.4", "IDG-16.4.2")
def test_who_may_climb() -> None:
    there = standing(bearers(count=4))
    assert why_not(there, Climb("a1", LADDER)) == []
    assert why_not(there, Climb("a2", LADDER)) == []
    assert why_not(there, Climb("a3", LADDER)) == ["IDG-16.4.4"]  # too far away
    assert why_not(there, Climb("a1", "x")) == ["IDG-16.4.4"]
    moved = standing(bearers(moved=2))
    assert why_not(moved, Climb("a1", LADDER)) == ["IDG-16.4.4"]
    horse = standing(bearers(), red("c", "heavy_cavalry", (X - WIDTH, FACE + 0.2), form="usual"))
    asked = ChooseSteps(RED, UnitId("c"))
    assert rules_in(asked.check(horse.ctx, Climb("c", LADDER))) == ["IDG-16.4.2"]
    fight = standing(bearers(), blue("b", "warrior", (X - WIDTH / 2, FACE + 0.6), facing=90))
    assert why_not(fight, Climb("a1", LADDER)) == ["IDG-11.2.4"]


@covers("IDG-16.4.4")
def test_only_one_is_on_a_ladder() -> None:
    there = climbing(standing(bearers()))
    assert why_not(there, Climb("a2", LADDER)) == ["IDG-16.4.4"]


@covers("IDG-16.4.5", "IDG-11.8.28", "IDG-16.4.9")
def test_from_a_ladder_into_melee_the_works_are_in_the_way() -> None:
    there = climbing(standing(bearers(), defender(X + WIDTH / 2 + 0.5 * WIDTH)))
    battle = playing(there, MovementPhase()).do(Stand(A))
    step = next(
        one
        for one in battle.options()
        if isinstance(one, StepOut) and one.pose == (round(X * INCH), 5098, 0)
    )
    battle.do(step)
    assert list(battle.world.melees) == ["a|b"]
    bout = bout_of(battle.ctx, "a1", "b")
    assert bout is not None
    assert "-3 IDG-11.8.28" in melee_ledger(battle.ctx, bout.of("a1")).explain()


@covers("IDG-16.4.5", "IDG-16.4.9", "IDG-11.8.28")
def test_where_the_wall_is_manned_one_fights_from_the_head_of_the_ladder() -> None:
    there = climbing(standing(bearers(), defender()))
    found = [one for one in steps_of(there.ctx, A) if not why_not(there, one)]
    assert [type(one) for one in found] == [Grapple]
    battle = playing(there, MovementPhase()).do(Stand(A)).do(Grapple("a1"))
    assert battle.world.engines[LADDER].van == "a1"
    bout = bout_of(battle.ctx, "a1", "b")
    assert bout is not None
    assert melee_ledger(battle.ctx, bout.of("a1")).explain() == ["-3 IDG-11.8.28"]
    assert melee_ledger(battle.ctx, bout.of("b")).explain() == []
    fight = playing(battle, MeleePhase())
    assert fight.dice() == 2


# -- shooting at them -----------------------------------------------------------------------------


@covers("IDG-16.4.6", "IDG-16.4.10")
def test_any_defender_near_its_head_shoots_at_who_carries_or_climbs_it() -> None:
    there = standing(bearers(), defender(X + 1), defender(X + 8, name="c"))
    assert [one.target for one in marks(there.ctx, "b")] == ["a1"]
    assert marks(there.ctx, "c") == []
    # Like a spear: warriors take one; whoever stands at the foot of a wall has no other protection.
    assert shot_ledger(there.ctx, "b", "a1").explain() == ["-1 IDG-9.6.4"]
    up = climbing(standing(bearers(), defender(X + 1)), "a2", earlier=False)
    assert {one.target for one in marks(up.ctx, "b")} == {"a1", "a2"}


@covers("IDG-16.4.6")
def test_bearers_are_shot_at_while_they_bring_the_ladder_up() -> None:
    there = siege(bearers(), defender(X + 1))
    assert [one.target for one in marks(there.ctx, "b")] == ["a1"]
    assert marks(siege(bearers(FACE + 1), defender(X + 1)).ctx, "b") == []


# -- falling and throwing down --------------------------------------------------------------------


@covers("IDG-16.4.7")
def test_a_ladder_falls_when_its_bearers_are_removed() -> None:
    there = climbing(standing(bearers()), "a2", earlier=False)
    assert drop_ladders(there.ctx) == []
    lose_element(there.ctx, "a1", "IDG-9.7.2", by_shooting=True)
    assert drop_ladders(there.ctx) == [LADDER]
    assert there.world.engines == {}
    assert there.element("a2").aboard == ""


@covers("IDG-16.4.7")
def test_a_ladder_falls_with_bearers_whom_shooting_drives_back() -> None:
    archers = blue(
        "b",
        "skirmisher",
        (X, FACE),
        elements=[
            {"at": (X + n * WIDTH, FACE), "facing": 180, "aboard": "w", "weapon": "bow"}
            for n in (-1, 0, 1)
        ],
    )
    there = siege(bearers(26, disorder=1), archers)
    battle = playing(there, MovementPhase()).do(March(A)).roll(6, 6)
    battle.do(Go((advance(Judge(battle.ctx, Orders(A)).before, 0, round(4.75 * INCH)),)))
    while not battle.is_over:
        battle.do(Stand(B))
    shooting = playing(battle, ShootingPhase())
    while not shooting.is_over:
        if shooting.game.waiting is not None:
            shooting.roll(*[8] * shooting.dice())
        else:
            shooting.do(ShootAll())
    assert shooting.unit("a").disorder >= 3
    assert shooting.element("a1").pose.y > (FACE + 3) * INCH
    end = playing(shooting, MeleeAfter())
    assert LADDER not in end.world.engines


@covers("IDG-16.4.7")
def test_a_ladder_falls_when_its_bearers_retreat_or_march_away() -> None:
    there = standing(bearers(disorder=4), blue("b", "warrior", (X - 2.5, FACE + 0.6), facing=90))
    battle = playing(there, RetreatPhase())
    assert drop_ladders(battle.ctx) == [LADDER]
    away = playing(standing(bearers()), MovementPhase()).do(March(A)).roll(3, 3)
    away.do(Go((advance(Judge(away.ctx, Orders(A)).before, 0, -3 * INCH),)))
    assert LADDER not in away.world.engines
    assert "idg.ladder_fell" in away.told()


@covers("IDG-16.4.7")
def test_a_ladder_stays_when_its_bearers_have_climbed_it() -> None:
    there = climbing(standing(bearers()))
    assert drop_ladders(there.ctx) == []
    there.world.elements["a1"] = replace(
        there.element("a1"), aboard="w", pose=Pose(round(X * INCH), 5098, 0)
    )
    assert drop_ladders(there.ctx) == []


@covers("IDG-16.4.8")
@pytest.mark.parametrize(("die", "down"), [(3, False), (4, True)])
def test_a_defender_throws_a_ladder_down_with_a_four(die: int, down: bool) -> None:
    there = climbing(standing(bearers(), defender(X + 1)), "a2", earlier=False)
    battle = playing(there, MeleeAfter())
    assert battle.asked() == ("blue", "choose_throw")
    assert battle.options() == [ThrowDown(), LetStand()]
    battle.do(ThrowDown())
    (request,) = battle.rolls().values()
    assert request.rule == "IDG-16.4.8"
    battle.roll(die)
    assert battle.is_over
    # It is set up again only next turn.
    assert (LADDER in battle.world.engines) is not down
    assert (battle.element("a2").aboard == LADDER) is not down
    again = playing(battle, LadderPhase())
    if down:
        assert again.world.engines[LADDER].since == 3
    assert ThrowRoll().hits((3, 4)) == (False, True)


@covers("IDG-16.4.8")
@pytest.mark.parametrize(
    ("change", "able"),
    [
        ({}, ["b"]),
        ({"moved": 1}, []),
        ({"x": X + WIDTH / 2 + 1.1}, []),
        ({"x": X + WIDTH / 2 + 0.9}, ["b"]),
    ],
)
def test_who_can_throw_a_ladder_down(change: dict[str, Any], able: list[str]) -> None:
    there = standing(bearers(), defender(change.pop("x", X + 1), **change))
    assert throwers(there.ctx, LADDER, ()) == able
    assert throwers(there.ctx, LADDER, ("b",)) == []


@covers("IDG-16.4.8", "IDG-16.2.6")
def test_whoever_shot_or_fought_has_done_something_else() -> None:
    there = standing(bearers(), defender(X + 1))
    assert was_free(there.ctx, "b", ())
    there.world.shots = (Shot(3, B, A, "b"),)
    assert not was_free(there.ctx, "b", ())
    there.world.shots = (Shot(3, B, A, "other"),)
    assert was_free(there.ctx, "b", ())
    there.world.shots = (Shot(2, B, A, "b"),)
    assert was_free(there.ctx, "b", ())
    ground = standing(bearers(), blue("b", "warrior", (X, 17)))
    assert throwers(ground.ctx, LADDER, ()) == []


@covers("IDG-16.4.8")
def test_a_ladder_may_be_left_alone_and_several_defenders_try_together() -> None:
    there = standing(bearers(), defender(X - WIDTH / 2), defender(X + WIDTH / 2, name="c"))
    battle = playing(there, MeleeAfter()).do(LetStand())
    assert battle.is_over
    assert LADDER in battle.world.engines
    both = playing(there, MeleeAfter()).do(ThrowDown())
    assert list(both.rolls()) == ["b", "c"]
    both = both.reloaded().roll(1, 6)
    assert LADDER not in both.world.engines


def at_random(seed: int) -> Playing:
    """Play a turn of an assault with ladders at random."""
    there: Field = climbing(
        standing(
            bearers(count=4),
            defender(X + 2.4),
            defender(X - 2.4, name="c"),
            blue("d", "skirmisher", (X, 14), size=3, weapon="bow"),
            first="red",
        )
    )
    for _ in range(3):
        for frame in (RetreatPhase(), MovementPhase(), ShootingPhase(), MeleePhase()):
            there = playing(there, frame).finish(seed)
        there.world.turn += 1
        turn_over(there.ctx)
    assert isinstance(there, Playing)
    return there


@pytest.mark.parametrize("seed", range(8))
def test_assaults_with_ladders_go_on_at_random(seed: int) -> None:
    there = at_random(seed)
    for one in there.world.elements.values():
        assert one.aboard in ("", "w", *there.world.engines)


def test_stay_put_ends_the_question() -> None:
    battle = playing(standing(bearers()), MovementPhase()).do(Stand(A)).do(StayPut())
    assert battle.is_over
