"""Glances agree with the thorough look. IDG-4.3."""

from __future__ import annotations

from random import Random

import pytest

from walstatt.boards.polygons import convex_hull
from walstatt.boards.pose import Base, Pose
from walstatt.boards.rectangle import Box, rectangle
from walstatt.boards.sightlines import Between, sight
from walstatt.boards.terrain import Area
from walstatt.boards.veils import Name
from walstatt.games.idg.glance import Eye, closed_rank, glimpse, is_closed_off, straight
from walstatt.workshop.covers import covers

FOOT, HORSE = Base(600, 300), Base(600, 500)


def ranks(rng: Random) -> list[tuple[Name, Box]]:
    """Put up some lines of bases, mostly side by side, and some loose ones."""
    found: list[tuple[Name, Box]] = []
    for line in range(rng.randint(1, 3)):
        x, y, facing = (
            rng.randint(0, 6_000),
            rng.randint(600, 4_400),
            rng.choice((0, 0, 300, 4_500)),
        )
        step = 600 + rng.choice((0, 0, 200, 310))
        for n in range(rng.randint(1, 5)):
            pose = Pose(x + n * step, y + (n * step if facing == 4_500 else 0), facing)
            found.append((f"{line}.{n}", rectangle(pose, FOOT)))
    return found


@covers("IDG-4.3.4", "IDG-4.3.5")
@pytest.mark.parametrize("seed", range(6))
def test_a_glance_never_differs_from_the_thorough_look(seed: int) -> None:
    rng = Random(seed)
    free = shut = off = seen = 0
    for _ in range(60):
        own = rectangle(Pose(rng.randint(0, 6_000), 5_000, rng.choice((0, 0, 1_000, 9_000))), FOOT)
        target = rectangle(Pose(rng.randint(0, 6_000), 0, rng.choice((0, 18_000, 4_500))), HORSE)
        eye: Eye = own if rng.random() < 0.3 else own.edge("front")
        between = Between(bases=ranks(rng), gap=300.0)
        found = sight(eye, target, between)
        if glimpse(eye, target, between):
            seen += 1
            assert found.is_free
        if straight(eye, target, between):
            free += 1
            assert found.is_free
        elif closed_rank(eye, target, between):
            shut += 1
            assert not found.is_free
        if is_closed_off(eye, target, between):
            off += 1
            assert not found.is_free
    assert off > 3
    assert free > 3
    assert shut > 3
    assert seen >= free


@covers("IDG-4.3.5")
@pytest.mark.parametrize(("gap", "closed"), [(290, True), (298, True), (302, False)])
def test_a_rank_is_closed_if_its_gaps_are_narrow(gap: int, closed: bool) -> None:
    own, target = rectangle(Pose(0, 3_000, 0), FOOT), rectangle(Pose(0, 0, 18_000), FOOT)
    off = (600 + gap) // 2
    bases = [(f"{x}", rectangle(Pose(x, 1_500, 0), FOOT)) for x in (-off, off)]
    found = closed_rank(own.edge("front"), target, Between(bases=bases, gap=301.0))
    assert bool(found) is closed


def test_bases_beside_or_behind_the_viewer_close_nothing() -> None:
    own, target = rectangle(Pose(0, 3_000, 0), FOOT), rectangle(Pose(0, 0, 18_000), FOOT)
    around = [(-600, 3_000), (600, 3_000), (0, 3_300), (-600, 3_300), (600, 3_300), (-600, 2_700)]
    bases: list[tuple[Name, Box]] = [
        (f"{x} {y}", rectangle(Pose(x, y, 0), FOOT)) for x, y in around
    ]
    assert closed_rank(own.edge("front"), target, Between(bases=bases, gap=300.0)) == []


@covers("IDG-4.3.7")
@pytest.mark.parametrize("seed", range(4))
def test_smoke_right_across_is_found_only_where_nothing_is_seen(seed: int) -> None:
    rng = Random(seed)
    found = 0
    for _ in range(60):
        facings = (0, 4_500, rng.randrange(36_000))
        own = rectangle(Pose(rng.randint(0, 3_000), 3_000, rng.choice(facings)), FOOT)
        target = rectangle(Pose(rng.randint(0, 3_000), 500, rng.choice(facings)), HORSE)
        eye: Eye = own if rng.random() < 0.3 else own.edge("front")
        spots = [(rng.randint(-500, 3_500), rng.randint(0, 3_500)) for _ in range(4)]
        smoke = Area("smoke", "smoke", tuple((round(x), round(y)) for x, y in convex_hull(spots)))
        between = Between(gap=300.0, opaque=(smoke,))
        if is_closed_off(eye, target, between):
            found += 1
            assert not sight(eye, target, between).is_free
    assert found > 1
