"""Knowing where everybody stands without measuring anew, and judging moves at a glance."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.boards.base_oracle import rectangles
from tests.games.idg.field import INCH, blue, field, red
from walstatt.boards.contact import is_within
from walstatt.boards.crowd import Crowd
from walstatt.boards.formation import wheel
from walstatt.boards.paths import Slide, Wheel, advance
from walstatt.boards.pose import FULL_TURN, Base, Pose
from walstatt.boards.rectangle import Rectangle, rectangle
from walstatt.games.idg.drawn_moves import drawn_move
from walstatt.games.idg.foes_about import has_foes_about, has_foes_beside
from walstatt.games.idg.glancing import shift_of, way_of
from walstatt.games.idg.hulls import foes_near, hull_of, hull_of_rects
from walstatt.games.idg.marching import Judge, Orders
from walstatt.games.idg.sailing import judge_for
from walstatt.games.idg.standing import crowd_of, foes_touching
from walstatt.games.idg.whereabouts import Whereabouts, whereabouts
from walstatt.games.idg.world import TOUCH, ElementId, IdgCtx, rect_of, rects_of
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.trace import recording

A, B, C = UnitId("a"), UnitId("b"), UnitId("c")


def lines() -> IdgCtx:
    """Three units: two side by side, an enemy before them."""
    return field(
        red("a", "warrior", (20, 30), elements=[{}] * 4),
        red("c", "light_cavalry", (34, 30), elements=[{}] * 2),
        blue("b", "heavy_cavalry", (22, 22), elements=[{}] * 3),
    ).ctx


def shifted(ctx: IdgCtx, unit: UnitId, dx: int, dy: int) -> None:
    for element in ctx.world.units[unit].elements:
        one = ctx.world.elements[element]
        pose = Pose(one.pose.x + dx, one.pose.y + dy, one.pose.facing)
        ctx.world.elements[element] = replace(one, pose=pose)


def contents(crowd: Crowd[ElementId]) -> dict[ElementId, Pose]:
    return {key: crowd[key].pose for key in crowd.keys()}  # noqa: SIM118 - it is no mapping


# -- following ------------------------------------------------------------------------------------


def test_whoever_moves_is_found_where_he_is_now() -> None:
    ctx = lines()
    before = whereabouts(ctx).version
    assert whereabouts(ctx).version == before
    shifted(ctx, A, 0, -1_000)
    now = whereabouts(ctx)
    assert now.version != before
    assert list(now.places[A].rects) == rects_of(ctx, A)
    assert hull_of(ctx, A) == hull_of_rects(rects_of(ctx, A))
    assert contents(now.crowd) == contents(Whereabouts(ctx).crowd)


def test_who_leaves_the_table_or_a_unit_is_forgotten() -> None:
    ctx = lines()
    assert A in whereabouts(ctx).places
    ctx.world.units[A] = replace(ctx.world.units[A], status="destroyed")
    last = ctx.world.units[C].elements[-1]
    ctx.world.units[C] = replace(ctx.world.units[C], elements=ctx.world.units[C].elements[:-1])
    del ctx.world.elements[last]
    now = whereabouts(ctx)
    assert sorted(now.places) == [B, C]
    assert contents(now.crowd) == contents(Whereabouts(ctx).crowd)
    assert last not in now.crowd


def test_clones_in_turn_each_see_their_own() -> None:
    ctx = lines()
    other = ctx.clone(None)
    shifted(other, A, 500, 0)
    for _ in range(2):
        for one in (ctx, other):
            assert list(whereabouts(one).places[A].rects) == rects_of(one, A)


@pytest.mark.parametrize("seed", range(3))
def test_following_change_by_change_is_as_good_as_looking_anew(seed: int) -> None:
    rng, games = Random(seed), [lines()]
    games.append(games[0].clone(None))
    for _ in range(80):
        ctx = rng.choice(games)
        unit = rng.choice([A, B, C])
        one = ctx.world.units[unit]
        if rng.random() < 0.2:
            status = "concealed" if one.status == "table" else "table"
            ctx.world.units[unit] = replace(one, status=status)
        elif rng.random() < 0.1 and len(one.elements) > 1:
            del ctx.world.elements[one.elements[-1]]
            ctx.world.units[unit] = replace(one, elements=one.elements[:-1])
        else:
            shifted(ctx, unit, rng.randrange(-300, 300), rng.randrange(-300, 300))
        if rng.random() < 0.7:
            now, anew = whereabouts(ctx), Whereabouts(ctx)
            assert now.places == anew.places
            assert now.near == anew.near
            assert contents(now.crowd) == contents(anew.crowd)


def test_enemies_near_a_box_are_those_whom_everybody_sees_in_the_order_of_all_units() -> None:
    ctx = field(
        red("a", "warrior", (20, 30)),
        blue("d", "warrior", (20, 26)),
        blue("b", "warrior", (24, 30)),
        blue("e", "warrior", (60, 30)),
        blue("f", "warrior", (16, 30)),
    ).ctx
    box = hull_of(ctx, A)
    assert foes_near(ctx, Seat("red"), box, 10 * INCH) == ["d", "b", "f"]
    assert foes_near(ctx, Seat("blue"), box, 10 * INCH) == ["a"]
    shifted(ctx, UnitId("d"), 10, 0)
    ctx.world.units[UnitId("f")] = replace(ctx.world.units[UnitId("f")], status="concealed")
    assert foes_near(ctx, Seat("red"), box, 10 * INCH) == ["d", "b"]
    assert foes_near(ctx, Seat("red"), box, 0.0) == []


def test_a_crowd_given_away_is_nobodys_but_the_askers() -> None:
    ctx = lines()
    crowd = crowd_of(ctx, without=A)
    assert not set(crowd.keys()) & set(ctx.world.units[A].elements)
    crowd.remove(ctx.world.units[B].elements[0])
    assert ctx.world.units[B].elements[0] in whereabouts(ctx).crowd


def test_enemies_an_inch_apart_may_touch() -> None:
    ctx = lines()
    assert whereabouts(ctx).near == set()
    assert not has_foes_about(ctx, A)
    gap = min(rect.corners[0][1] for rect in rects_of(ctx, A)) - max(
        rect.corners[2][1] for rect in rects_of(ctx, B)
    )
    shifted(ctx, A, 0, round(INCH / 2 - gap))
    assert whereabouts(ctx).near == {(A, B)}
    assert has_foes_about(ctx, A)


# -- at a glance ----------------------------------------------------------------------------------


def test_only_a_shift_of_all_alike_is_a_shift() -> None:
    before = {"a": Pose(0, 0, 0), "b": Pose(600, 0, 0)}
    assert shift_of(Slide({"a": Pose(3, 4, 0), "b": Pose(603, 4, 0)}), before) == (3, 4)
    assert shift_of(Slide({"a": Pose(3, 4, 0), "b": Pose(603, 5, 0)}), before) is None
    assert shift_of(Slide({"a": Pose(3, 4, 0), "b": Pose(603, 4, 1)}), before) is None
    assert shift_of(Slide({"a": Pose(3, 4, 0)}), before) is None
    assert shift_of(Slide(before), before) is None
    assert shift_of(Wheel((0, 0), 100), before) is None


def test_nobody_leaves_the_box_around_his_way() -> None:
    rng = Random(4)
    ctx = lines()
    judge = Judge(ctx, Orders(A, "good", 12))
    for _ in range(40):
        spot = rng.randrange(20 * INCH), rng.randrange(30 * INCH)
        leg = Wheel(spot, rng.randrange(-FULL_TURN, FULL_TURN))
        left, top, right, bottom = way_of((leg,), judge.before, judge.bases)
        for part in range(21):
            some = Wheel(leg.pivot, round(leg.by * part / 20))
            ends = judge.ends((some,))
            for x, y in [c for one, at in ends.items() for c in judge.rect(one, at).corners]:
                assert left - 3 <= x <= right + 3
                assert top - 3 <= y <= bottom + 3


@pytest.mark.parametrize("seed", range(4))
def test_a_glance_and_a_long_look_agree(seed: int) -> None:
    rng, ctx = Random(seed), lines()
    found = {True: 0, False: 0}
    for _ in range(60):
        orders = Orders(rng.choice([A, C]), "good", rng.randrange(2, 12))
        before = Judge(ctx, orders).before
        shift = advance(before, 0, rng.uniform(-4, 12) * INCH, rng.uniform(-3, 3) * INCH)
        turn = Wheel(next(iter(before.values())).spot, rng.randrange(-4_000, 4_000) or 1)
        for leg in (shift, turn):
            quick = Judge(ctx, orders).flaws((leg,))
            with recording():
                assert Judge(ctx, orders).flaws((leg,)) == quick
            found[not quick] += 1
    assert min(found.values()) > 5


def test_a_wheel_beside_others_is_plain_if_it_meets_nobody() -> None:
    ctx = field(
        red("a", "warrior", (20, 30), elements=[{}] * 3),
        red("c", "warrior", (12.8, 30), elements=[{}] * 3),
        blue("b", "warrior", (60, 5)),
    ).ctx
    judge, plain = Judge(ctx, Orders(A, "good", 12)), list[int]()
    for by in range(-1_500, 1_501, 100):
        legs = (wheel(rects_of(ctx, A), 0, by),)
        if by and judge.is_plain(legs):
            plain.append(by)
            with recording():
                assert Judge(ctx, Orders(A, "good", 12)).flaws(legs) == []
    assert any(by < 0 for by in plain)


def test_a_judge_serves_as_long_as_nobody_moves() -> None:
    ctx = lines()
    first = judge_for(ctx, Orders(A, "good", 7))
    assert judge_for(ctx, Orders(A, "good", 7)) is first
    assert judge_for(ctx, Orders(A, "good", 8)) is not first
    first = judge_for(ctx, Orders(A, "good", 7))
    shifted(ctx, B, 10, 0)
    assert judge_for(ctx, Orders(A, "good", 7)) is not first


# -- drawing --------------------------------------------------------------------------------------


def test_drawn_moves_are_legal_and_of_many_kinds() -> None:
    rng, ctx, kinds = Random(1), lines(), dict[str, int]()
    for _ in range(150):
        orders = Orders(rng.choice([A, C]), "good", rng.randrange(4, 12))
        legs = drawn_move(ctx, orders, rng)
        if not legs:
            kinds["stays"] = kinds.get("stays", 0) + 1
            continue
        judge = Judge(ctx, orders)
        with recording():
            assert Judge(ctx, orders).flaws(legs) == []
        if judge.touched(judge.ends(legs)):
            kinds["charges"] = kinds.get("charges", 0) + 1
        kind = "goes" if isinstance(legs[0], Slide) else "wheels"
        kinds[kind] = kinds.get(kind, 0) + 1
    assert set(kinds) == {"stays", "charges", "goes", "wheels"}
    assert kinds["goes"] > kinds["stays"]


def test_a_unit_that_is_cut_off_closes_up() -> None:
    ctx = field(
        red("a", "warrior", (20, 30), elements=[{}, {}]),
        blue("b", "warrior", (20, 5)),
    ).ctx
    far = ctx.world.units[A].elements[1]
    one = ctx.world.elements[far]
    ctx.world.elements[far] = replace(one, pose=Pose(one.pose.x + 4 * INCH, one.pose.y, 0))
    drawn = [drawn_move(ctx, Orders(A, "good", 9), Random(seed)) for seed in range(8)]
    legs = next(one for one in drawn if one)
    judge = Judge(ctx, Orders(A, "good", 9))
    ends = judge.ends(legs)
    assert ends[far].x < rect_of(ctx, far).pose.x
    assert judge.flaws(legs) == []


def test_bases_touch_as_long_as_both_units_are_on_the_table() -> None:
    ctx = field(red("a", "warrior", (20, 30)), blue("b", "warrior", (20, 30))).ctx
    assert whereabouts(ctx).touching(A, B) == (("a", "b"),)
    ctx.world.units[B] = replace(ctx.world.units[B], status="destroyed")
    assert whereabouts(ctx).touching(A, B) == ()
    assert whereabouts(ctx).touching(B, A) == ()


@given(st.lists(rectangles, min_size=1, max_size=4))
def test_the_box_around_bases_has_all_their_corners(bases: list[Rectangle]) -> None:
    xs = [x for base in bases for x, _ in base.corners]
    ys = [y for base in bases for _, y in base.corners]
    assert hull_of_rects(bases) == (min(xs), min(ys), max(xs), max(ys))


@pytest.mark.parametrize("facing", [0, 1, 8_999, 9_000, 9_001, 18_000, 26_999, 27_000, 35_999])
def test_the_box_around_a_base_that_looks_along_an_edge_is_exact(facing: int) -> None:
    base = rectangle(Pose(12_345, 6_789, facing), Base(600, 450))
    xs, ys = [x for x, _ in base.corners], [y for _, y in base.corners]
    assert hull_of_rects([base]) == (min(xs), min(ys), max(xs), max(ys))


@pytest.mark.parametrize("apart", [0, 3, 200, 400])
def test_whom_bases_touch_is_known_from_their_units(apart: int) -> None:
    ctx = lines()
    shifted(ctx, B, 0, rects_of(ctx, A)[0].pose.y - apart - rects_of(ctx, B)[0].pose.y)
    there = whereabouts(ctx)
    hull, reach = hull_of(ctx, A), float(INCH)
    foes = [one for one in there.around(hull, reach) if one[1].seen and one[1].side == "blue"]
    assert there.foes_around(Seat("red"), hull, reach) == foes
    own, others = ctx.world.units[A].elements, ctx.world.units[B].elements
    for one in own:
        rect = rect_of(ctx, one)
        near = [foe for foe in others if is_within(rect, rect_of(ctx, foe), TOUCH)]
        assert foes_touching(ctx, one) == near
    assert has_foes_beside(ctx, A) == any(foes_touching(ctx, one) for one in own)
    with recording():
        assert has_foes_beside(ctx, A)
