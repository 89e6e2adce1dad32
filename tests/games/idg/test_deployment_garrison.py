"""Garrisons man their walls, and engines come onto the table. IDG-5.6.4, IDG-16.3, IDG-18.12.35."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from tests.games.idg.deploying import LISTS, mustered, played
from tests.games.idg.field import BLUE, INCH, RED, Field, blue, field, red
from tests.games.idg.play import playing
from tests.games.idg.speaking import rules_in
from walstatt.boards.pose import Pose
from walstatt.boards.terrain import is_inside
from walstatt.games.idg.deployment import Deployment
from walstatt.games.idg.deployment_check import deploy_flaws, put_down
from walstatt.games.idg.deployment_order import DeployEngine, DeployRest, Placement
from walstatt.games.idg.engine_setup import engine_flaws, engines_left, proposed_engine
from walstatt.games.idg.forts import forts_of
from walstatt.games.idg.garrison import drawn_up
from walstatt.games.idg.invariants import invariants
from walstatt.games.idg.works_setup import SetUpWorks
from walstatt.games.idg.world import rects_of
from walstatt.kernel.ids import UnitId
from walstatt.kernel.prompts import Target
from walstatt.workshop.covers import covers

HEIGHT, MIDDLE = 48 * INCH, 36 * INCH
RING = [(20, 3), (52, 3), (52, 18), (20, 18), (20, 3)]


def works(kind: str = "wall", width: float = 2.4) -> list[dict[str, Any]]:
    """Write a ring of works in blue's half of the table."""
    return [
        {"id": f"w{n}", "kind": kind, "via": [a, b], "width": width, "side": "blue"}
        for n, (a, b) in enumerate(pairwise(RING))
    ]


def garrison(*units: dict[str, Any], **more: Any) -> Field:  # noqa: ANN401
    """Have a garrison drawn up."""
    waiting = ({**one, "status": "reserve"} for one in units)
    there = field(*waiting, battle="siege", attacker="red", **{"terrain": works(), **more})
    for unit, poses in drawn_up(there.ctx, BLUE, list(there.world.units)).items():
        assert list(deploy_flaws(there.ctx, BLUE, unit, poses)) == []
        put_down(there.ctx, unit, poses)
    return there


def is_inside_works(there: Field, unit: str) -> bool:
    """Does a whole unit lie inside the works, or on them?"""
    (fort,) = forts_of(there.ctx)
    return all(is_inside(rect, fort.hull) for rect in rects_of(there.ctx, UnitId(unit)))


def aboard(there: Field, unit: str) -> set[str]:
    """Name the works on which a unit stands."""
    return {there.element(one).aboard for one in there.unit(unit).elements}


TROOPS = (
    blue("h", "heavy_cavalry", (0, 0), size=4),
    blue("f", "warrior", (0, 0), size=6),
    blue("s", "skirmisher", (0, 0), size=6, weapon="bow"),
    blue("m", "artillery", (0, 0)),
    blue("general", "heavy_cavalry", (0, 0), general=True),
    blue("baggage", "baggage", (0, 0), size=2),
)


@covers("IDG-5.6.4", "IDG-16.1.9")
def test_shooters_man_the_wall_that_looks_at_the_enemy_and_horse_stays_inside() -> None:
    there = garrison(*TROOPS)
    assert aboard(there, "s") == {"w2"}
    assert {there.element(f"s{n}").pose.facing for n in range(1, 7)} == {18_000}
    assert {there.element(f"s{n}").pose.y for n in range(1, 7)} == {round(19.2 * INCH)}
    assert "" not in aboard(there, "f")
    for unit in ("h", "general", "baggage"):
        assert aboard(there, unit) == {""}
        assert is_inside_works(there, unit)


@covers("IDG-16.1.11")
def test_ramparts_are_manned_from_behind() -> None:
    there = garrison(blue("f", "warrior", (0, 0), size=4), terrain=works("rampart", 1.0))
    assert aboard(there, "f") == {""}
    assert {there.element(f"f{n}").pose for n in range(1, 5)} == {
        Pose(there.element(f"f{n}").pose.x, round(17.5 * INCH), 18_000) for n in range(1, 5)
    }


def test_who_finds_no_room_inside_stands_near_the_works() -> None:
    many = [blue(f"h{n}", "heavy_cavalry", (0, 0), size=6) for n in range(24)]
    there = garrison(*many)
    assert all(one.status == "table" for one in there.world.units.values())
    outside = [unit for unit in there.world.units if not is_inside_works(there, unit)]
    assert 0 < len(outside) < 24


def test_sections_of_a_wall_do_not_tear_a_unit_apart() -> None:
    parts = [
        {
            "id": f"p{n}",
            "kind": "wall",
            "via": [(4 * n, 14), (4 * n + 4, 14)],
            "width": 2.4,
            "side": "blue",
        }
        for n in range(18)
    ]
    there = garrison(blue("f", "warrior", (0, 0), size=12), terrain=parts)
    xs = sorted(there.element(f"f{n}").pose.x for n in range(1, 13))
    assert {b - a for a, b in pairwise(xs)} == {600}
    assert "" not in aboard(there, "f")


@pytest.mark.parametrize("number", range(len(LISTS)))
@pytest.mark.parametrize("scenario", ["siege", "raid"])
def test_every_list_deploys_behind_works_set_up_by_the_program(number: int, scenario: Any) -> None:  # noqa: ANN401
    ready = mustered(LISTS[(number + 3) % 12], LISTS[number], scenario, number)
    there = playing(ready, SetUpWorks()).finish(number)
    done = playing(Field(there.ctx), Deployment())
    while not done.is_over:
        if done.game.waiting is not None:
            done.roll(1, 2)
            continue
        seat = done.game.to_act[0]
        decision = done.decision(seat)
        done.do(decision.default(done.ctx) or done.options(seat)[0], seat)
    assert list(invariants(done.ctx)) == []
    assert not any(one.status == "reserve" for one in done.world.units.values())


@pytest.mark.parametrize("seed", range(6))
def test_random_sieges_deploy_without_a_hitch(seed: int) -> None:
    ready = mustered(LISTS[seed], LISTS[seed + 6], "siege", seed)
    there = playing(ready, SetUpWorks()).finish(seed)
    done = played(playing(Field(there.ctx), Deployment()), seed)
    assert list(invariants(done.ctx)) == []


# -- engines --------------------------------------------------------------------------------------


def siege(**equipment: int) -> Field:
    """Let red have siege towers or ships, or blue flamethrowers."""
    side = "blue" if "flamethrowers" in equipment else "red"
    shore = [{"id": "sea", "kind": "seashore", "edge": "left"}] if "ships" in equipment else []
    return field(
        red("a", "warrior", (0, 0), size=4, status="reserve"),
        blue("b", "warrior", (0, 0), size=4, status="reserve"),
        battle="siege",
        attacker="red",
        terrain=[*works(), *shore],
        armies={side: {"equipment": equipment}},
    )


@covers("IDG-16.3.1", "IDG-5.6.8", "IDG-16.3.3")
def test_a_siege_tower_stands_where_its_side_deploys() -> None:
    there = siege(siege_towers=2)
    assert engines_left(there.ctx, RED) == {
        "red-siege_tower-1": "siege_tower",
        "red-siege_tower-2": "siege_tower",
    }
    line = HEIGHT - 6 * INCH

    def broken(y: int) -> list[str]:
        flaws = engine_flaws(there.ctx, RED, "red-siege_tower-1", Pose(MIDDLE, y, 0))
        return rules_in(flaws)

    assert broken(line) == []
    assert broken(line - 1) == ["IDG-5.6.8"]
    assert broken(HEIGHT - 599) == ["IDG-1.3.1"]
    assert rules_in(engine_flaws(there.ctx, RED, "ram", Pose(0, 0, 0))) == ["IDG-5.6.2"]


def test_engines_are_placed_like_units_or_left_to_the_program() -> None:
    there = playing(siege(siege_towers=2), Placement((RED,)))
    decision = there.decision()
    tower = Target("piece", "red-siege_tower-2")
    wish = decision.wish(there.ctx, Target("point", f"{MIDDLE},{HEIGHT - 1000},0"), tower)
    assert wish == DeployEngine("red-siege_tower-2", Pose(MIDDLE, HEIGHT - 1300, 0))
    assert decision.preview(there.ctx, wish).violations == ()
    there.do(wish)
    assert there.world.engines["red-siege_tower-2"].pose == Pose(MIDDLE, HEIGHT - 1300, 0)
    there.do(DeployRest())
    assert set(there.world.engines) == {"red-siege_tower-1", "red-siege_tower-2"}
    assert there.unit("a").status == "table"
    assert list(invariants(there.ctx)) == []


def test_an_engine_carried_too_far_is_offered_another_place() -> None:
    there = playing(siege(siege_towers=1), Placement((RED,)))
    wish = DeployEngine("red-siege_tower-1", Pose(MIDDLE, 20 * INCH, 0))
    preview = there.decision().preview(there.ctx, wish)
    assert rules_in(preview.violations) == ["IDG-5.6.8"]
    assert preview.instead == {
        "do": "deploy_engine",
        "engine": "red-siege_tower-1",
        "pose": (MIDDLE, HEIGHT - 6 * INCH, 0),
    }


@covers("IDG-18.12.18", "IDG-18.12.35")
def test_a_flamethrower_stands_on_the_works_and_looks_out() -> None:
    there = siege(flamethrowers=1)
    pose = proposed_engine(there.ctx, BLUE, "flamethrower")
    assert pose is not None
    assert (pose.y, pose.facing) == (round(19.2 * INCH), 18_000)
    inside = Pose(MIDDLE, 10 * INCH, 18_000)
    flaws = engine_flaws(there.ctx, BLUE, "blue-flamethrower-1", inside)
    assert rules_in(flaws) == ["IDG-18.12.35"]
    assert engines_left(there.ctx, RED) == {}


@covers("IDG-17.3.1")
def test_a_ship_lies_along_the_water_or_stays_away() -> None:
    there = siege(ships=1)
    pose = proposed_engine(there.ctx, RED, "ship")
    assert pose is not None
    assert (pose.x, pose.facing % 18_000) == (600, 0)
    inland = Pose(MIDDLE, HEIGHT - 1000, 0)
    flaws = engine_flaws(there.ctx, RED, "red-ship-1", inland)
    assert "IDG-17.3.1" in rules_in(flaws)
    there.world.ground = there.world.ground[:-1]
    assert engines_left(there.ctx, RED) == {}
