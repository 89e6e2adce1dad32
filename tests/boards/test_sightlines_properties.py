from random import Random

import numpy as np
import pytest
from hypothesis import given, settings

from tests.boards.ground_oracle import any_base, randoms
from tests.boards.sight_oracle import (
    Scene,
    any_scene,
    quarter_turned,
    sampled,
    surely_blocked,
    surely_free,
)
from walstatt.boards.contact import overlap
from walstatt.boards.polygons import nearest_on
from walstatt.boards.pose import apart
from walstatt.boards.rectangle import Box
from walstatt.boards.sightlines import Between, Sight, in_the_way, sight

TOUCH = 1
"""How far apart, in 0.1 mm, bases still touch: then they see each other where they do."""

# -- shapely says the same -------------------------------------------------------------------------


def assert_sight_agrees(scene: Scene) -> None:
    found = sight(*scene)
    if found.is_free:
        assert_ends_on_edges(found, scene)
        line = np.array((found.start, found.end))
        if apart(found.start, found.end) > 1:
            assert not surely_blocked(line, scene.between)
    else:
        assert set(found.by) <= names(scene.between)
        lines = sampled(scene.viewer, scene.target, 11)
        assert not surely_free(lines, scene.between).any()


def assert_ends_on_edges(found: Sight, scene: Scene) -> None:
    viewer = scene.viewer
    edges = [viewer] if not isinstance(viewer, Box) else sides(viewer)
    target = sides(scene.target)
    assert min(apart(found.start, nearest_on(found.start, *edge)) for edge in edges) <= TOUCH
    assert min(apart(found.end, nearest_on(found.end, *edge)) for edge in target) <= TOUCH


def sides(box: Box) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    return [box.edge(edge) for edge in ("front", "right", "rear", "left")]


def names(between: Between) -> set[int | str]:
    found: set[int | str] = {name for name, _ in between.bases}
    found.update(fence.id for fence in between.fences)
    found.update(area.id for area in between.opaque)
    found.update(veil.id for veil in between.veils)
    return found


@settings(max_examples=2_000)
@given(randoms.map(any_scene))
def test_views_agree_with_shapely(scene: Scene) -> None:
    assert_sight_agrees(scene)


@pytest.mark.nightly
@pytest.mark.timeout(14_400)
@pytest.mark.parametrize("batch", range(10))
def test_a_hundred_thousand_views_agree_with_shapely(batch: int) -> None:
    for seed in range(10_000 * batch, 10_000 * (batch + 1)):
        assert_sight_agrees(any_scene(Random(seed)))


# -- what must stay the same -----------------------------------------------------------------------


def is_narrow(found: Sight, between: Between) -> bool:
    """Would the line no longer be free if everything were a little larger?"""
    lines = np.array([(found.start, found.end)])
    return not bool(surely_free(lines, between).any())


def agree(one: Sight, other: Sight, between: Between) -> bool:
    """See both or neither, unless the only way through is a slit."""
    if one.is_free == other.is_free:
        return True
    return is_narrow(one if one.is_free else other, between)


@settings(max_examples=500)
@given(randoms.map(any_scene))
def test_whom_one_sees_all_round_sees_back(scene: Scene) -> None:
    viewer, target, between = scene
    if isinstance(viewer, Box):
        assert agree(sight(viewer, target, between), sight(target, viewer, between), between)


@settings(max_examples=500)
@given(randoms.map(any_scene))
def test_turning_and_shifting_the_whole_table_changes_nothing(scene: Scene) -> None:
    there = quarter_turned(scene, (9_000, -4_000))
    here, other = sight(*scene), sight(*there)
    if here.is_free and not other.is_free:
        assert is_narrow(here, scene.between)
    elif other.is_free and not here.is_free:
        assert is_narrow(other, there.between)


@settings(max_examples=500)
@given(randoms)
def test_one_more_base_in_the_way_opens_no_view(random: Random) -> None:
    scene = any_scene(random)
    viewer, target, between = scene
    other = any_base(random, 3_000)
    everyone = [target, *(box for _, box in between.bases)]
    if all(overlap(other, box) <= 1 for box in everyone):
        more = between._replace(bases=[*between.bases, ("more", other)])
        after = sight(viewer, target, more)
        if after.is_free and not sight(viewer, target, between).is_free:
            assert is_narrow(after, between)


@settings(max_examples=500)
@given(randoms.map(any_scene))
def test_whoever_may_look_through_narrower_gaps_sees_no_less(scene: Scene) -> None:
    viewer, target, between = scene
    if sight(viewer, target, between).is_free:
        narrower = between._replace(gap=between.gap / 2)
        found = sight(viewer, target, narrower)
        assert found.is_free or is_narrow(sight(viewer, target, between), narrower)


@settings(max_examples=500)
@given(randoms.map(any_scene))
def test_a_free_line_has_nothing_in_its_way(scene: Scene) -> None:
    found = sight(*scene)
    if found.is_free and apart(found.start, found.end) > 1:
        assert in_the_way(found.start, found.end, scene.between) == ()
    elif not found.is_free:
        assert set(found.by) >= set(in_the_way(found.start, found.end, scene.between))
