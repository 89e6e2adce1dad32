"""Folded units: when they unfold, and where their elements may be placed. IDG-5.7.14 and more."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.games.idg.field import INCH, RED, Field, blue, field, red
from tests.games.idg.play import Playing, playing
from tests.games.idg.speaking import rules_in
from walstatt.boards.contact import distance
from walstatt.boards.pose import Pose
from walstatt.games.idg.allowance import Dice, unit_dice
from walstatt.games.idg.changes import lose_element
from walstatt.games.idg.invariants import invariants
from walstatt.games.idg.retreats import RetreatPhase
from walstatt.games.idg.revealing import reveal, vanish
from walstatt.games.idg.shooting import ShootingPhase
from walstatt.games.idg.shooting_choices import HoldAll, ShootAt
from walstatt.games.idg.standing import is_coherent
from walstatt.games.idg.unfolding import (
    ChoosePlaces,
    Places,
    Room,
    Unfold,
    Unfoldings,
    due_to_unfold,
    folded_among,
)
from walstatt.games.idg.world import IdgCtx, rect_of, rects_of, shown
from walstatt.kernel.ids import UnitId
from walstatt.kernel.prompts import Target
from walstatt.workshop.covers import covers

A, B = UnitId("a"), UnitId("b")
WIDE, DEEP = 600, 300
X, Y = 20 * INCH, 30 * INCH


def near(far: float = 8.0, size: int = 4, **more: Any) -> Field:  # noqa: ANN401
    """Put a folded red unit at (20, 30) with an enemy so far ahead of it."""
    extra = more.pop("others", ())
    return field(
        red("a", "warrior", (20, 30), size=size, formation="column", folded=True),
        blue("b", "warrior", (20, 30 - far)),
        *extra,
        **more,
    )


def at(*places: tuple[int, int], facing: int = 0) -> Places:
    """Place a2, a3, ... so far to the right of the first element and behind it, in 0.1 mm."""
    return tuple(
        (f"a{n}", Pose(X + right, Y + back, facing)) for n, (right, back) in enumerate(places, 2)
    )


def rules(there: Field, places: Places) -> list[str]:
    """List the rules by which places are refused."""
    return rules_in(ChoosePlaces(RED, A).check(there.ctx, Unfold(places)))


@covers("IDG-5.7.14", "IDG-5.7.15")
def test_the_element_that_shows_moves_as_its_unit_would() -> None:
    """A mounted leader of heavily armoured foot goes as slowly as they do."""
    foot = {"armour": "heavily_armoured"}
    there = field(
        red(
            "a",
            "warrior",
            (20, 30),
            elements=[{"type": "light_cavalry", "general": True}, foot, foot],
            folded=True,
        )
    )
    assert shown(there.ctx, A) == ("a1",)
    assert unit_dice(there.ctx, A, "good") == Dice(1, 2)


# -- when -----------------------------------------------------------------------------------------


@covers("IDG-5.7.16")
@pytest.mark.parametrize(("far", "due"), [(8.0, True), (8.01, False)])
def test_a_folded_unit_shows_itself_within_eight_inches(far: float, due: bool) -> None:
    there = near(far)
    assert due_to_unfold(there.ctx) == (["a"] if due else [])
    play = playing(there, Unfoldings())
    assert play.is_over is not due


@covers("IDG-5.7.16")
def test_those_concealed_or_not_folded_have_nothing_to_unfold() -> None:
    there = near(others=[red("c", "warrior", (30, 24), size=3)])
    there.world.units[B] = there.unit("b").__class__(
        **{**_fields(there.unit("b")), "status": "concealed"}
    )
    assert due_to_unfold(there.ctx) == []
    assert folded_among(there.ctx, ("a1", "b", "c1", "", "nobody", "a3")) == ("a",)


def _fields(unit: Any) -> dict[str, Any]:  # noqa: ANN401 - any record
    return {name: getattr(unit, name) for name in unit.__struct_fields__}


@covers("IDG-5.7.16")
def test_a_unit_unfolds_when_it_is_shot_at() -> None:
    there = field(
        red("a", "warrior", (20, 30), size=3, folded=True),
        blue("b", "artillery", (20, 19)),
        first="blue",
        turn=3,
        phase="shooting",
    )
    play = playing(there, ShootingPhase())
    play.do(ShootAt("b", "a1"))
    assert play.asked() == ("red", "choose_places")
    play.do(play.game.pick(RED, Random(1)))
    assert not play.unit("a").folded
    assert play.told() == ["idg.aim_taken", "idg.unfolded"]
    assert play.events()[-1].reveals, "that cannot be taken back"
    assert play.pending() == "roll idg.roll.shot"


@covers("IDG-5.8.10", "IDG-5.7.13")
@pytest.mark.parametrize(("come_out", "left"), [(reveal, "table"), (vanish, "absent")])
def test_what_came_to_light_cannot_be_taken_back(
    come_out: Callable[[IdgCtx, UnitId], None], left: str
) -> None:
    there = field(blue("b", "warrior", (20, 19), status="concealed"))
    come_out(there.ctx, B)
    assert there.ctx.world.units[B].status == left
    assert [one.event.reveals for one in there.ctx.tape or ()] == [True]


@covers("IDG-5.7.16")
def test_a_unit_stays_folded_while_nobody_shoots_at_it() -> None:
    there = field(
        red("a", "warrior", (20, 30), size=3, folded=True),
        blue("b", "artillery", (20, 19)),
        first="blue",
        turn=3,
        phase="shooting",
    )
    play = playing(there, ShootingPhase()).do(HoldAll())
    assert play.is_over
    assert play.unit("a").folded


@covers("IDG-5.7.16")
def test_who_comes_near_in_a_retreat_makes_folded_units_show_themselves() -> None:
    there = field(
        red("a", "warrior", (20, 40), facing=180, size=4, folded=True),
        blue("b", "warrior", (20, 31), facing=0, size=2, disorder=4),
        red("c", "warrior", (20, 32), facing=0, size=1, disorder=0),
        turn=3,
        phase="retreats",
    )
    play = playing(there, RetreatPhase())
    while not play.is_over and play.game.waiting is None:
        assert play.asked()[1] == "choose_places"
        play.do(play.game.pick(RED, Random(1)))
    assert play.is_over
    assert play.unit("a").folded is not bool(due_to_unfold(there.ctx))


# -- where ----------------------------------------------------------------------------------------


@covers("IDG-5.7.17")
def test_by_itself_a_unit_forms_a_line_abreast() -> None:
    usual = ChoosePlaces(RED, A).default(near().ctx)
    assert usual == Unfold(at((WIDE, 0), (-WIDE, 0), (2 * WIDE, 0)))


@covers("IDG-5.7.17")
def test_the_owner_may_choose_every_place_within_cohesion() -> None:
    there = near()
    assert rules(there, at((0, DEEP), (0, 2 * DEEP), (0, 3 * DEEP))) == []
    assert rules(there, at((WIDE + INCH, 0), (-WIDE - INCH, 0), (0, DEEP))) == []
    assert rules(there, at((WIDE + INCH + 1, 0), (-WIDE, 0), (0, DEEP))) == ["IDG-5.7.17"]


@covers("IDG-5.7.17")
def test_nobody_is_placed_nearer_to_an_enemy_in_sight() -> None:
    there = near()
    assert rules(there, at((WIDE, -1), (-WIDE, 0), (0, DEEP))) == []
    ahead = at((WIDE, -2), (-WIDE, 0), (0, DEEP))
    assert rules(there, ahead) == ["IDG-5.7.17"]
    hidden = near(terrain=[{"id": "w", "kind": "wood", "at": (20, 26), "size": (30, 6)}])
    assert rules(hidden, ahead) == []


@covers("IDG-5.7.16", "IDG-1.9.6")
def test_all_the_rest_is_placed_on_free_ground() -> None:
    river = {"id": "r", "kind": "river", "via": [(30, 20), (30, 48)], "width": 4}
    there = near(others=[red("c", "warrior", (20 + 2 * WIDE / INCH, 30))], terrain=[river])
    assert rules(there, at((WIDE, 0), (-WIDE, 0))) == ["IDG-5.7.16"]
    assert rules(there, at((WIDE, 0), (2 * WIDE, 0), (0, DEEP))) == ["IDG-1.9.6"]
    assert rules(there, at((WIDE, 0), (WIDE, 0), (0, DEEP))) == ["IDG-1.9.6"]
    assert rules(there, at((100, 0), (-WIDE, 0), (0, DEEP))) == ["IDG-1.9.6"]
    wet = near(terrain=[{**river, "via": [(23, 20), (23, 48)], "width": 3}])
    assert rules(wet, at((WIDE, 0), (-WIDE, 0), (0, DEEP))) == ["IDG-8.1.4"]


def test_nobody_is_placed_off_the_table() -> None:
    there = field(
        red("a", "warrior", (1.2, 30), size=2, formation="column", folded=True),
        blue("b", "warrior", (1.2, 22)),
    )
    poses = (("a2", Pose(round(1.2 * INCH) - WIDE, Y, 0)),)
    assert "IDG-8.2.7" in rules(there, poses)
    assert ChoosePlaces(RED, A).default(there.ctx) == Unfold(
        (("a2", Pose(round(1.2 * INCH) + WIDE, Y, 0)),)
    )


@covers("IDG-5.7.17")
def test_suggestions_are_different_and_legal() -> None:
    there = near(size=6)
    found = ChoosePlaces(RED, A).sample(there.ctx, Random(1), 12)
    assert len(found) == 5
    assert not any(ChoosePlaces(RED, A).check(there.ctx, one) for one in found)


def test_without_room_a_unit_stays_folded() -> None:
    """Friends stand all around it."""
    wall = [
        red("l", "elephant", (20 - 1.05 * WIDE / INCH, 30 - 0.5)),
        red("r", "elephant", (20 + 1.05 * WIDE / INCH, 30 - 0.5)),
        red("h", "heavy_cavalry", (20, 30 + DEEP / INCH), size=5),
        red("v", "heavy_cavalry", (20, 30 + 3.5), size=9),
        red("p", "warrior", (20 - 5.5, 29), size=3),
        red("q", "warrior", (20 + 5.5 + 2.4, 29), size=3),
    ]
    there = near(7.9, size=12, others=wall)
    assert Room(there.ctx, A).suggestions() == []
    play = playing(there, Unfoldings())
    assert play.is_over
    assert play.unit("a").folded


def test_a_drag_places_one_element_and_the_rest_stand_in_line() -> None:
    there = near()
    decision: Any = ChoosePlaces(RED, A)
    point = Target("point", f"{X},{Y + DEEP + DEEP // 2},0")
    wish = decision.wish(there.ctx, point, Target("piece", "a4"))
    assert wish == Unfold(at((WIDE, 0), (-WIDE, 0), (0, DEEP)))
    assert decision.preview(there.ctx, wish).ghosts[2].y == Y + DEEP + DEEP // 2
    assert decision.wish(there.ctx, point, Target("piece", "b")) is None
    assert decision.wish(there.ctx, Target("button", "x"), Target("piece", "a4")) is None
    far = decision.wish(there.ctx, Target("point", "1000,1000"), Target("piece", "a4"))
    preview = decision.preview(there.ctx, far)
    assert rules_in(preview.violations) == ["IDG-5.7.17"]
    assert preview.instead is not None
    assert len(preview.instead["places"]) == 3
    assert decision.present(there.ctx, wish).of == Target("piece", "a4")


@pytest.mark.parametrize("seed", range(40))
def test_random_units_unfold_in_order(seed: int) -> None:
    rng = Random(seed)
    kind = rng.choice(["warrior", "skirmisher", "heavy_cavalry", "light_chariot"])
    units = [
        red("a", kind, (20, 30), size=rng.randint(2, 12), formation="column", folded=True),
        red("c", "warrior", (rng.uniform(23, 29), 30), size=4, formation="column", folded=True),
        red("d", "warrior", (rng.uniform(6, 13), 30), size=3),
        blue("b", "warrior", (20 + rng.uniform(-6, 6), 30 - rng.uniform(2, 8)), size=3),
    ]
    there: Playing = playing(field(*units), Unfoldings()).finish(seed)
    assert there.is_over
    foes = rects_of(there.ctx, B)
    for name in ("a", "c"):
        if there.unit(name).folded:
            continue
        rects = rects_of(there.ctx, UnitId(name))
        assert is_coherent(there.ctx, UnitId(name))
        assert len({rect.pose for rect in rects}) == len(rects)
        own = min(distance(rects[0], foe) for foe in foes)
        assert min(distance(rect, foe) for rect in rects for foe in foes) >= own - 1
    assert rect_of(there.ctx, "b1" if "b1" in there.world.elements else "b") is not None


def test_when_a_folded_unit_loses_its_element_the_next_one_shows() -> None:
    there = near()
    lose_element(there.ctx, "a1", "IDG-9.7.2")
    assert shown(there.ctx, A) == ("a2",)
    assert there.element("a2").pose == Pose(X, Y, 0)


@covers("IDG-5.7.16")
@pytest.mark.parametrize("size", [1, 2])
def test_who_has_nobody_left_to_place_unfolds_without_being_asked(size: int) -> None:
    there = near(size=2)
    if size == 1:
        lose_element(there.ctx, "a2", "IDG-9.7.1")
    play = playing(there, Unfoldings())
    assert play.is_over is (size == 1)
    assert play.unit("a").folded is (size == 2)
    assert ("idg.unfolded" in play.told()) is (size == 1)


@covers("IDG-1.9.6", "IDG-5.8.10")
@pytest.mark.parametrize(("friend", "moves"), [(20.0, True), (26.0, False)])
def test_who_comes_to_light_under_fleeing_friends_stands_beside_them(
    friend: float, moves: bool
) -> None:
    there = field(
        red("a", "warrior", (20, 30), size=2, status="concealed"),
        red("c", "warrior", (friend, 30), size=2),
    )
    before = rects_of(there.ctx, A)
    reveal(there.ctx, A)
    assert (rects_of(there.ctx, A) != before) is moves
    assert max(abs(one.pose.y - Y) for one in rects_of(there.ctx, A)) <= 2 * DEEP
    assert [one for one in invariants(there.ctx) if "overlap" in one] == []
