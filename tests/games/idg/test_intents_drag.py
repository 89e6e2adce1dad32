"""Dragging a unit: where it is put is read as a move, and what may be had instead is shown."""

from __future__ import annotations

from math import cos, hypot, radians, sin
from random import Random
from typing import Any

import msgspec
import pytest

from tests.games.idg.field import INCH, RED, Field, blue, field, red
from tests.games.idg.speaking import rules_in
from walstatt.boards.contact import contacts, distance
from walstatt.boards.pose import Pose
from walstatt.games.idg.activation import ChooseMove, Go
from walstatt.games.idg.changes import note_contacts
from walstatt.games.idg.ghosts import centre_at, front_at, ghosts_of
from walstatt.games.idg.marching import Judge
from walstatt.games.idg.world import rect_at, rect_of
from walstatt.kernel.ids import UnitId
from walstatt.kernel.prompts import Preview, Target
from walstatt.workshop.covers import covers

A = UnitId("a")
WIDTH, DEPTH = 600 / INCH, 300 / INCH


def asked(rolled: int = 6, purpose: Any = "march", column: Any = "good") -> ChooseMove:  # noqa: ANN401
    """Ask where unit `a` goes."""
    return ChooseMove(RED, A, column, rolled, purpose)


def drag(
    there: Field,
    by: tuple[float, float],
    turn: int = 0,
    *,
    of: str = "",
    **more: Any,  # noqa: ANN401
) -> tuple[Go, Preview]:
    """Drag an element of `a` by so many inches to the right and down, and turn it."""
    question = asked(**more)
    element = of or there.unit("a").elements[0]
    at = centre_at(there.ctx, element, there.element(element).pose)
    x, y = at.x + round(by[0] * INCH), at.y + round(by[1] * INCH)
    point = Target("point", f"{x},{y},{(at.facing + turn) % 36_000}")
    answer = question.wish(there.ctx, point, Target("piece", element))
    assert answer is not None
    return answer, question.preview(there.ctx, answer)


def ends(there: Field, legs: Any, **more: Any) -> dict[str, Pose]:  # noqa: ANN401
    """Give where a move ends."""
    return Judge(there.ctx, asked(**more).orders).ends(legs)


def rules(shown: Preview) -> list[str]:
    """List the rules that a wish breaks."""
    return rules_in(shown.violations)


def instead(shown: Preview) -> Go:
    """Give the nearest legal answer."""
    assert shown.instead is not None
    return msgspec.convert(shown.instead, Go)


def test_centres_and_fronts_fit_together() -> None:
    there = field(red("a", "heavy_cavalry", (20, 30), facing=37))
    pose = there.element("a").pose
    centre = centre_at(there.ctx, "a", pose)
    assert hypot(centre.x - pose.x, centre.y - pose.y) == pytest.approx(250, abs=1)
    back = front_at(there.ctx, "a", centre)
    assert abs(back.x - pose.x) <= 1 >= abs(back.y - pose.y)


# -- straight on ----------------------------------------------------------------------------------


@covers("IDG-8.1.2")
def test_a_unit_is_put_straight_ahead() -> None:
    there = field(red("a", "warrior", (20, 30), size=3))
    answer, shown = drag(there, (0, -4))
    assert rules(shown) == []
    assert len(answer.legs) == 1
    assert ends(there, answer.legs)["a1"] == Pose(20 * INCH - 600, 26 * INCH, 0)
    assert shown.instead is None
    assert [(one.piece, one.x, one.y) for one in shown.ghosts] == [
        (f"a{n + 1}", 20 * INCH - 600 + n * 600, 26 * INCH + 150) for n in range(3)
    ]
    (fact,) = shown.facts
    assert fact.id == "idg.fact.goes"
    far, left = fact.args["far"], fact.args["left"]
    assert (far.args, left.args) == (  # type: ignore[union-attr]
        {"whole": "4", "tenths": "0"},
        {"whole": "2", "tenths": "0"},
    )


@covers("IDG-8.1.1", "IDG-8.1.2")
def test_who_is_put_too_far_stops_where_the_move_ends() -> None:
    there = field(red("a", "warrior", (20, 30), size=3), blue("b", "warrior", (20, 5)))
    _, shown = drag(there, (0, -9))
    assert rules(shown) == ["IDG-8.1.1"]
    assert shown.ledgers[0].total == 6
    assert ends(there, instead(shown).legs)["a2"] == Pose(20 * INCH, 24 * INCH, 0)
    assert shown.ghosts[1].y == 24 * INCH + 150


@covers("IDG-8.2.1")
def test_who_is_put_aside_pays_for_it() -> None:
    there = field(red("a", "warrior", (20, 30), size=3))
    _, shown = drag(there, (5, 0))
    assert rules(shown) == ["IDG-8.2.1"]
    assert shown.ledgers[0].total == 4
    assert ends(there, instead(shown).legs)["a2"] == Pose(24 * INCH, 30 * INCH, 0)


def test_any_element_may_be_taken_in_hand() -> None:
    there = field(red("a", "light_cavalry", (20, 30), size=4, facing=20))
    found = [drag(there, (1, -3), of=f"a{n}", rolled=9)[0] for n in (1, 2, 4)]
    places = [ends(there, one.legs, rolled=9) for one in found]
    assert places[0] == places[1] == places[2]


def test_who_is_put_back_where_he_was_means_nothing() -> None:
    there = field(red("a", "warrior", (20, 30), size=2, facing=33))
    at = centre_at(there.ctx, "a2", there.element("a2").pose)
    point = Target("point", f"{at.x},{at.y},{at.facing}")
    assert asked().wish(there.ctx, point, Target("piece", "a2")) is None


# -- turning --------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", [2_000, -3_000, 9_000])
def test_a_line_is_put_somewhere_else_and_turned(turn: int) -> None:
    there = field(red("a", "light_cavalry", (30, 30), size=4))
    answer, shown = drag(there, (2, -3), turn, rolled=16)
    assert rules(shown) == []
    there_now = ends(there, answer.legs, rolled=16)
    assert {pose.facing for pose in there_now.values()} == {turn % 36_000}
    first = centre_at(there.ctx, "a1", there_now["a1"])
    assert abs(first.x - (30 * INCH - 900 + 2 * INCH)) <= 1
    assert abs(first.y - (27 * INCH + 250)) <= 1


@covers("IDG-8.1.7", "IDG-8.2.1")
def test_who_cannot_turn_so_far_turns_part_of_the_way() -> None:
    """Eight inches, less two: the corner of a line of four goes 152.4 mm."""
    there = field(red("a", "warrior", (30, 30), size=4))
    _, shown = drag(there, (0, -1), 9_000, of="a1", rolled=8)
    assert set(rules(shown)) <= {"IDG-8.1.1", "IDG-8.2.1"}
    move = instead(shown)
    judge = Judge(there.ctx, asked(8).orders)
    assert judge.flaws(move.legs) == []
    assert max(judge.lengths(move.legs).values()) <= 6 * INCH
    assert 1_000 < judge.ends(move.legs)["a1"].facing < 9_000


def test_a_unit_turns_about_and_goes() -> None:
    there = field(red("a", "light_cavalry", (30, 30), size=3))
    answer, shown = drag(there, (0, 6), 18_000, of="a2", rolled=12)
    assert rules(shown) == []
    now = ends(there, answer.legs, rolled=12)
    assert {pose.facing for pose in now.values()} == {18_000}
    assert now["a2"].y == pytest.approx(36 * INCH + 500, abs=2)


# -- others in the way ----------------------------------------------------------------------------


@covers("IDG-8.4.5")
def test_who_is_put_upon_friends_stops_before_them() -> None:
    there = field(red("a", "warrior", (20, 30), size=2), red("c", "warrior", (20, 26), size=2))
    _, shown = drag(there, (0, -4))
    assert "IDG-8.4.5" in rules(shown)
    now = ends(there, instead(shown).legs)
    gap = distance(rect_at(there.ctx, "a1", now["a1"]), rect_of(there.ctx, "c1"))
    assert gap <= 3


def test_a_way_round_is_found_by_wheeling() -> None:
    """A friend blocks the straight way to the place, but not the wheel and the march on."""
    there = field(red("a", "light_cavalry", (20, 30)), red("c", "warrior", (22.6, 27.4), facing=45))
    question = asked(16)
    end = front_at(there.ctx, "a", Pose(round(25.2 * INCH), round(25.2 * INCH), 9_000))
    centre = centre_at(there.ctx, "a", end)
    point = Target("point", f"{centre.x},{centre.y},{centre.facing}")
    answer = question.wish(there.ctx, point, Target("piece", "a"))
    assert answer is not None
    shown = question.preview(there.ctx, answer)
    assert shown.ghosts


# -- charging -------------------------------------------------------------------------------------


@covers("IDG-11.1.15", "IDG-8.2.6", "IDG-A26")
@pytest.mark.parametrize("turn", [0, 7, -12])
def test_who_is_put_upon_an_enemy_charges_and_lays_his_front_on_him(turn: int) -> None:
    there = field(
        red("a", "warrior", (20, 30), size=2),
        blue("b", "warrior", (20, 25), size=2, facing=180 + turn),
    )
    _, shown = drag(there, (0, -5.5), rolled=9)
    names = [one.id for one in shown.facts]
    assert names[0] == "idg.fact.goes"
    assert "idg.fact.fights" in names
    fights = next(one for one in shown.facts if one.id == "idg.fact.fights")
    assert fights.args["n"] == 2
    placed = {one.piece: one for one in shown.ghosts}
    assert {"a1", "a2"} <= set(placed)
    own = [
        rect_at(there.ctx, one, front_at(there.ctx, one, Pose(ghost.x, ghost.y, ghost.facing)))
        for one, ghost in placed.items()
        if one.startswith("a")
    ]
    foes = [rect_of(there.ctx, one) for one in ("b1", "b2")]
    lengths = [
        max((met.length for foe in foes for met in contacts(one, foe, 14)), default=0.0)
        for one in own
    ]
    assert min(lengths) > 250


@covers("IDG-11.1.8", "IDG-11.8.24")
def test_who_begins_behind_an_enemy_may_be_put_on_his_flank() -> None:
    there = field(
        red("a", "warrior", (24, 17), facing=240),
        blue("b", "warrior", (20, 20), size=2),
        red("c", "warrior", (20, 20), size=2),
    )
    note_contacts(there.ctx)
    flank = rect_of(there.ctx, "b1")
    x, y = flank.centre
    spot = (round(x + 300 + 150), round(y), 27_000)
    point = Target("point", f"{spot[0]},{spot[1]},{spot[2]}")
    question = asked(12)
    answer = question.wish(there.ctx, point, Target("piece", "a"))
    assert answer is not None
    shown = question.preview(there.ctx, answer)
    assert "idg.fact.flanks" in [one.id for one in shown.facts]


@covers("IDG-11.1.4")
def test_who_does_not_attack_is_stopped_short() -> None:
    there = field(red("a", "skirmisher", (20, 30), size=2), blue("b", "warrior", (20, 25), size=2))
    _, shown = drag(there, (0, -5), rolled=9)
    assert rules(shown)
    now = ends(there, instead(shown).legs, rolled=9)
    gap = distance(rect_at(there.ctx, "a1", now["a1"]), rect_of(there.ctx, "b1"))
    assert 13 < gap < 40
    assert "idg.fact.fights" not in [one.id for one in shown.facts]


def test_pointing_at_an_enemy_means_charging_him() -> None:
    there = field(red("a", "warrior", (20, 30), size=2), blue("b", "warrior", (22, 25), size=2))
    question = asked(9)
    answer = question.wish(there.ctx, Target("piece", "b1"), Target("piece", "a1"))
    assert answer is not None
    judge = Judge(there.ctx, question.orders)
    assert judge.flaws(answer.legs) == []
    assert judge.touched(judge.ends(answer.legs))


# -- other purposes -------------------------------------------------------------------------------


@covers("IDG-8.2.8", "IDG-1.9.7")
def test_who_only_turns_turns_every_element_in_its_place() -> None:
    there = field(red("a", "warrior", (20, 30), size=3))
    answer, shown = drag(there, (3, 3), 4_500, purpose="face")
    assert rules(shown) == []
    now = ends(there, answer.legs, purpose="face")
    assert [(pose.spot, pose.facing) for pose in now.values()] == [
        (there.element(one).pose.spot, 4_500) for one in now
    ]
    assert shown.facts == ()


@covers("IDG-11.2.7")
def test_who_joins_is_put_there_alone() -> None:
    there = field(
        red("a", "warrior", (20, 30), size=2, formation="column"),
        blue("b", "warrior", (20 - WIDTH / 2, 30), size=2),
        melees=[{"units": ["a", "b"], "since": 1, "by": "a"}],
    )
    note_contacts(there.ctx)
    answer, shown = drag(there, (-WIDTH, -DEPTH), of="a2", purpose="join")
    assert rules(shown) == []
    assert list(ends(there, answer.legs, purpose="join")) == ["a2"]
    assert [one.piece for one in shown.ghosts if one.piece.startswith("a")] == ["a2"]


# -- secrets --------------------------------------------------------------------------------------


@covers("IDG-5.8.6", "IDG-1.1.7")
def test_a_preview_betrays_no_ambush() -> None:
    wood = {"id": "w", "kind": "wood", "at": (20, 22), "size": (10, 6)}
    bare = field(red("a", "skirmisher", (20, 28), size=2), terrain=[wood])
    held = field(
        red("a", "skirmisher", (20, 28), size=2),
        blue("b", "skirmisher", (20, 23), size=2, status="concealed"),
        terrain=[wood],
    )
    found = [drag(one, (0, -5), column="difficult", rolled=7) for one in (bare, held)]
    assert found[0] == found[1]
    assert held.unit("b").status == "concealed"


def test_a_preview_changes_nothing() -> None:
    there = field(red("a", "warrior", (20, 30), size=2), blue("b", "warrior", (20, 25), size=2))
    before = dict(there.world.elements), dict(there.world.units), dict(there.world.melees)
    drag(there, (0, -5.5), rolled=9)
    after = dict(there.world.elements), dict(there.world.units), dict(there.world.melees)
    assert before == after


def test_ghosts_are_centres() -> None:
    there = field(red("a", "warrior", (20, 30), facing=90))
    (ghost,) = ghosts_of(there.ctx, {"a": there.element("a").pose})
    angle = radians(90)
    assert (ghost.x, ghost.y) == (
        round(20 * INCH - 150 * sin(angle)),
        round(30 * INCH + 150 * cos(angle)),
    )


@pytest.mark.parametrize("seed", range(12))
def test_wherever_a_unit_is_put_what_may_be_had_instead_is_allowed(seed: int) -> None:
    rng = Random(seed)
    kind = rng.choice(["warrior", "light_cavalry", "skirmisher", "elephant", "heavy_cavalry"])
    there = field(
        red(
            "a", kind, (30, 30), size=1 if kind == "elephant" else 4, facing=rng.randrange(-30, 30)
        ),
        red("c", "warrior", (38, 31), size=3),
        blue("b", "warrior", (28, 24), size=4, facing=170),
        blue("d", "light_cavalry", (38, 22), size=3),
        terrain=[{"id": "w", "kind": "wood", "at": (22, 27), "size": (5, 5)}],
    )
    question = asked(rng.randrange(3, 13))
    judge = Judge(there.ctx, question.orders)
    for _ in range(8):
        x, y = rng.randrange(18 * INCH, 42 * INCH), rng.randrange(18 * INCH, 42 * INCH)
        point = Target("point", f"{x},{y},{rng.randrange(36_000)}")
        answer = question.wish(there.ctx, point, Target("piece", rng.choice(list(judge.before))))
        assert answer is not None
        shown = question.preview(there.ctx, answer)
        if shown.instead is None:
            assert not shown.violations or not shown.ghosts
            continue
        assert shown.violations
        assert judge.flaws(instead(shown).legs) == []
        assert {one.piece for one in shown.ghosts} >= set(judge.before)
