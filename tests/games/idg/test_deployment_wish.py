"""Carrying units about: what is meant, why not, and the nearest place that is allowed."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.games.idg.field import INCH, RED, blue, field, red
from tests.games.idg.play import Playing, playing
from tests.games.idg.speaking import rules_in
from walstatt.boards.pose import Pose
from walstatt.games.idg.deployment_check import deploy_flaws
from walstatt.games.idg.deployment_order import Deploy, DeployRest, Placement, proposed
from walstatt.games.idg.nearest_place import numbers_of
from walstatt.games.idg.world import rect_at
from walstatt.kernel.codec import read_answer
from walstatt.kernel.ids import UnitId
from walstatt.kernel.prompts import Preview, Target

HEIGHT, MIDDLE = 48 * INCH, 36 * INCH


def placing(**more: Any) -> Playing:  # noqa: ANN401
    """Let red place two units of foot beside one that stands already."""
    units = [
        red("a", "warrior", (0, 0), size=4, status="reserve"),
        red("c", "warrior", (0, 0), size=6, status="reserve"),
        red("e", "elephant", (0, 0), status="reserve"),
        red("s", "warrior", (50, 44), size=4),
        blue("b", "warrior", (20, 5), size=4, status="concealed"),
    ]
    return playing(field(*units, **more), Placement((RED,)))


def wished(there: Playing, piece: str, x: float, y: float, facing: int = 0, files: str = "") -> Any:  # noqa: ANN401
    """Carry a piece so that its centre lies there, in tenths of a millimetre."""
    target = Target("point", f"{x},{y},{facing}{files}")
    return there.decision().wish(there.ctx, target, Target("piece", piece))


def previewed(there: Playing, wish: Any) -> Preview:  # noqa: ANN401
    """Preview a wish; what is offered instead must be allowed."""
    preview = there.decision().preview(there.ctx, wish)
    if preview.instead is not None:
        assert preview.violations
        instead = read_answer(there.game.rules.game, preview.instead)
        assert isinstance(instead, Deploy)
        assert list(deploy_flaws(there.ctx, RED, instead.unit, instead.poses)) == []
        centres = [rect_at(there.ctx, one, pose).centre for one, pose in instead.poses]
        assert [(one.x, one.y) for one in preview.ghosts] == [
            (round(x), round(y)) for x, y in centres
        ]
    return preview


def test_the_whole_unit_is_carried_along_with_the_piece_in_hand() -> None:
    there = placing()
    before = {one: there.element(one).pose for one in ("a1", "a2", "a3", "a4")}
    wish = wished(there, "a2", 5000, HEIGHT - 1000)
    assert wish.unit == "a"
    poses = dict(wish.poses)
    assert poses["a2"] == Pose(5000, HEIGHT - 1150, 0)
    dx, dy = 5000 - before["a2"].x, HEIGHT - 1150 - before["a2"].y
    assert all(poses[one] == Pose(x + dx, y + dy, 0) for one, (x, y, _) in before.items())
    preview = previewed(there, wish)
    assert preview.violations == ()
    assert {(one.piece, one.x, one.y) for one in preview.ghosts} >= {("a2", 5000, HEIGHT - 1000)}


def test_a_turned_piece_turns_its_unit_about_it() -> None:
    there = placing()
    poses = dict(wished(there, "a1", 5000, HEIGHT - 1000, 9_000).poses)
    upright = dict(wished(there, "a1", 5000, HEIGHT - 1000).poses)
    assert {pose.facing for pose in poses.values()} == {9_000}
    assert poses["a1"] == Pose(5150, HEIGHT - 1000, 9_000)
    ahead, aside = upright["a2"].y - upright["a1"].y, upright["a2"].x - upright["a1"].x
    assert poses["a2"] == Pose(5150 - ahead, HEIGHT - 1000 + aside, 9_000)


def test_a_fourth_number_forms_the_unit_up_anew() -> None:
    there = placing()
    wide = wished(there, "a1", 5000, HEIGHT - 1000, 0, ",4")
    column = wished(there, "a1", 5000, HEIGHT - 1000, 0, ",1")
    assert len({pose.y for _, pose in wide.poses}) == 1
    assert len({pose.x for _, pose in column.poses}) == 1
    assert len({pose.x for _, pose in wished(there, "a1", 0, 0, 0, ",99").poses}) == 4


def test_a_unit_carried_too_far_is_offered_the_edge_of_its_area_straight_behind() -> None:
    there = placing()
    preview = previewed(there, wished(there, "a1", 5000, 20 * INCH))
    assert rules_in(preview.violations) == ["IDG-5.4.2"]
    first = next(one for one in preview.ghosts if one.piece == "a1")
    assert (first.x, first.y) == (5000, HEIGHT - 6 * INCH + 150)


def test_a_unit_carried_off_the_table_is_offered_the_corner() -> None:
    there = placing()
    preview = previewed(there, wished(there, "a1", -3000, HEIGHT + 4000))
    assert set(rules_in(preview.violations)) == {"IDG-1.3.1"}
    assert min(one.x for one in preview.ghosts) == 300
    assert max(one.y for one in preview.ghosts) == HEIGHT - 150


def test_a_unit_carried_onto_another_is_offered_the_place_beside_it() -> None:
    there = placing()
    preview = previewed(there, wished(there, "a1", 50 * INCH, 44 * INCH + 150))
    assert rules_in(preview.violations) == ["IDG-1.9.6"]
    assert preview.instead is not None
    first = next(one for one in preview.ghosts if one.piece == "a1")
    assert abs(first.x - 50 * INCH) < 10 * INCH


def test_a_formation_that_is_too_deep_for_the_area_is_turned_to_the_front() -> None:
    there = placing()
    wish = wished(there, "c1", 5000, HEIGHT - 1000, 9_000, ",6")
    preview = previewed(there, wish)
    assert set(rules_in(preview.violations)) == {"IDG-1.3.1"}
    assert {one.facing for one in preview.ghosts} == {0}


def test_elephants_carried_into_a_wood_are_offered_its_edge() -> None:
    wood = {"id": "w", "kind": "wood", "at": (20, 44), "size": (6, 8)}
    there = placing(terrain=[wood])
    preview = previewed(there, wished(there, "e", 20 * INCH, HEIGHT - 1000))
    assert rules_in(preview.violations) == ["IDG-4.2.10"]
    (ghost,) = preview.ghosts
    assert abs(ghost.x - 20 * INCH) >= 3 * INCH + 298


def test_what_is_offered_instead_can_be_answered() -> None:
    there = placing()
    preview = previewed(there, wished(there, "a1", MIDDLE, 20 * INCH))
    assert preview.instead is not None
    there.do(read_answer(there.game.rules.game, preview.instead))
    assert there.unit("a").status == "table"


def test_pointing_at_a_unit_means_to_put_it_where_the_program_would() -> None:
    there = placing()
    wish = there.decision().wish(there.ctx, Target("piece", "c3"), None)
    assert wish == Deploy(UnitId("c"), proposed(there.ctx, RED)[UnitId("c")])
    assert there.decision().check(there.ctx, wish) == []


def test_of_an_enemy_nothing_is_given_away() -> None:
    there = placing()
    pointed = there.decision().wish(there.ctx, Target("piece", "b1"), None)
    carried = wished(there, "b1", 5000, HEIGHT - 1000)
    assert pointed == carried == Deploy(UnitId("b"), ())
    for wish in (pointed, carried):
        preview = previewed(there, wish)
        assert rules_in(preview.violations) == ["IDG-5.4.3"]
        assert (preview.ghosts, preview.instead) == ((), None)


@pytest.mark.parametrize("text", ["", "1,2", "a,b,c", "1,2,3,4,5", "1e999,0,0", "nan,0,0"])
def test_points_that_are_none_mean_nothing(text: str) -> None:
    there = placing()
    assert numbers_of(text) is None
    target = Target("point", text)
    assert there.decision().wish(there.ctx, target, Target("piece", "a1")) is None


def test_answers_with_nonsense_are_refused_and_offered_nothing() -> None:
    there = placing()
    strange = Deploy(UnitId("a"), (("a1", Pose(0, 0, 99_999)), ("nobody", Pose(1, 1, 1))))
    preview = previewed(there, strange)
    assert rules_in(preview.violations) == ["IDG-5.4.3"]
    assert preview.instead is None


def test_the_preview_of_the_rest_shows_where_everybody_would_stand() -> None:
    there = placing()
    preview = there.decision().preview(there.ctx, DeployRest())
    assert {one.piece for one in preview.ghosts} == {
        *(f"a{n}" for n in range(1, 5)),
        *(f"c{n}" for n in range(1, 7)),
        "e",
    }


def test_every_choice_names_the_centre_of_the_piece_it_is_for() -> None:
    there = placing()
    options = there.decision().sample(there.ctx, Random(0), 12)
    for answer in options:
        choice = there.decision().present(there.ctx, answer)
        if isinstance(answer, Deploy):
            assert choice.of is not None
            element, pose = answer.poses[0]
            x, y = rect_at(there.ctx, element, pose).centre
            assert choice.of.id == element
            assert choice.target == Target("point", f"{round(x)},{round(y)},{pose.facing}")
