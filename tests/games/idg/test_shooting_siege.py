"""Gates, siege towers, flames, rockets, lances and bombs. IDG-16, IDG-18.12."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.idg.field import INCH, Field, blue, field, red
from tests.games.idg.play import playing
from tests.games.idg.speaking import rules_in
from walstatt.boards.pose import Pose
from walstatt.games.idg.flames import is_taken
from walstatt.games.idg.melee_after import MeleeAfter
from walstatt.games.idg.shooting import ShootingPhase
from walstatt.games.idg.shooting_choices import (
    DeclareShots,
    HoldAll,
    LaunchRockets,
    ShootAll,
    ShootAt,
    SpoutFlame,
)
from walstatt.games.idg.siege_shots import enemy_works
from walstatt.games.idg.world import Engine
from walstatt.kernel.ids import Seat, UnitId
from walstatt.workshop.covers import covers

X, Y = 30.0, 30.0
RED, BLUE = Seat("red"), Seat("blue")
GATE = {"id": "g", "kind": "gate", "via": [(28, 20), (32, 20)], "width": 1.0, "side": "blue"}


def refused(there: Field, answer: Any, seat: Seat = RED) -> list[str]:  # noqa: ANN401
    """List the rules that forbid a declaration."""
    return rules_in(DeclareShots(seat).check(there.ctx, answer))


def siege(*units: dict[str, Any], **more: Any) -> Field:  # noqa: ANN401
    return field(*units, **{"terrain": [GATE], "battle": "siege", "turn": 3, **more})


def gun(kind: str = "light_artillery", **more: Any) -> dict[str, Any]:  # noqa: ANN401
    return {**red("a", "artillery", (X, Y), **more), "kind": kind}


# -- gates and siege towers -----------------------------------------------------------------------


# IDG-E53
@covers("IDG-16.2.2", "IDG-16.2.3", "IDG-16.2.9", "IDG-15.2.3")
@pytest.mark.parametrize(
    ("kind", "die", "smashed"),
    [
        ("light_artillery", 9, False),
        ("light_artillery", 10, True),
        ("heavy_siege_engine", 8, False),
        ("heavy_siege_engine", 9, True),
    ],
)
def test_artillery_smashes_a_gate(kind: str, die: int, smashed: bool) -> None:
    battle = playing(siege(gun(kind, disorder=2)), ShootingPhase())
    battle.do(ShootAt("a", "g")).roll(die)
    assert battle.is_over
    assert battle.world.ground[0].open == smashed
    assert ("idg.gate_shot_down" in battle.told()) == smashed


@covers("IDG-16.2.2", "IDG-16.2.7", "IDG-16.2.4")
def test_who_may_shoot_at_a_gate() -> None:
    bow = siege(red("a", "skirmisher", (X, 24), weapon="bow"))
    assert refused(bow, ShootAt("a", "g")) == ["IDG-16.2.2"]
    busy = siege(gun(), red("f", "warrior", (X, 20.5)))
    assert refused(busy, ShootAt("a", "g")) == ["IDG-16.2.7"]
    far = siege(red("a", "artillery", (X, 33)))
    assert refused(far, ShootAt("a", "g")) == ["IDG-9.2.1"]
    own = siege(gun(), terrain=[{**GATE, "side": "red"}])
    assert refused(own, ShootAt("a", "g")) == ["IDG-16.2.2"]
    smashed = siege(gun(), terrain=[{**GATE, "open": True}])
    assert refused(smashed, ShootAt("a", "g")) == ["IDG-16.2.2"]
    comes = siege(gun(), blue("b", "warrior", (X, 26), moved=2))
    assert refused(comes, ShootAt("a", "g")) == ["IDG-9.5.6"]
    over = siege(gun(), red("f", "warrior", (X - 2.36, 25), size=3))
    assert refused(over, ShootAt("a", "g")) == []


@covers("IDG-16.1.5", "IDG-16.1.1")
def test_nothing_is_done_to_walls_in_battle() -> None:
    wall = {**GATE, "id": "w", "kind": "wall", "via": [(32, 20), (72, 20)]}
    tower = {**wall, "id": "t", "kind": "tower", "via": [(24, 20), (28, 20)]}
    there = siege(gun("heavy_siege_engine"), terrain=[GATE, wall, tower])
    assert enemy_works(there.ctx, RED) == ["g"]
    assert refused(there, ShootAt("a", "w")) == ["IDG-16.2.2"]
    assert refused(there, ShootAt("a", "t")) == ["IDG-16.2.2"]
    assert refused(there, ShootAt("a", "g")) == []


@covers("IDG-16.3.6")
def test_artillery_destroys_a_siege_tower_and_everyone_inside() -> None:
    there = field(
        gun("heavy_siege_engine"),
        blue("b", "warrior", (X, 22), size=3, elements=[{"aboard": "t"}, {"aboard": "t"}]),
        turn=3,
    )
    there.world.engines = {"t": Engine("siege_tower", BLUE, Pose(7620, 22 * INCH, 18000))}
    battle = playing(there, ShootingPhase()).do(ShootAt("a", "t")).roll(9)
    assert battle.is_over
    assert battle.world.engines == {}
    assert battle.unit("b").elements == ("b3",)


# -- flames ---------------------------------------------------------------------------------------


def flamethrower(*units: dict[str, Any]) -> Field:
    there = siege(*units, terrain=[])
    there.world.engines = {"f": Engine("flamethrower", RED, Pose(7620, 30 * INCH, 0))}
    return there


@covers("IDG-18.12.19", "IDG-18.12.21", "IDG-18.12.35")
def test_a_flame_rolls_for_everybody_in_its_strip_and_all_test() -> None:
    there = flamethrower(
        blue("b", "warrior", (X, 28), size=2),
        blue("c", "elephant", (X, 26)),
        blue("d", "warrior", (X, 23.9)),
        blue("e", "warrior", (X + 6, 28)),
    )
    battle = playing(there, ShootingPhase()).do(ShootAll())
    assert [*battle.rolls()] == ["b1", "b2", "c"]
    assert [one.meaning.added for one in battle.rolls().values()] == [-1, -1, 0]  # type: ignore[union-attr]
    battle.roll(8, 2, 6)
    if not battle.is_over:
        battle.do(HoldAll())
    assert battle.unit("b").disorder == 1
    assert battle.world.shaken == {UnitId("b"): ("flames",), UnitId("c"): ("flames",)}
    assert battle.world.shots == ()


@covers("IDG-18.12.35", "IDG-18.12.18")
def test_a_flame_stays_in_its_arc_reaches_somebody_and_can_be_lost() -> None:
    there = flamethrower(blue("b", "warrior", (X, 25.5)))
    assert refused(there, SpoutFlame("f", 0)) == []
    assert refused(there, SpoutFlame("f", 4600)) == ["IDG-18.12.35", "IDG-18.12.19"]
    assert refused(there, SpoutFlame("f", 4400)) == ["IDG-18.12.19"]
    assert refused(there, SpoutFlame("f", 0), BLUE) == ["IDG-18.12.35"]


WALL = {"id": "w", "kind": "wall", "via": [(0, 31.25), (72, 31.25)], "width": 2.5, "side": "red"}


def on_works(*units: dict[str, Any], works: Any = WALL) -> Field:  # noqa: ANN401
    there = siege(*units, terrain=[works], attacker="blue")
    y = 30 if works["kind"] == "wall" else 31
    there.world.engines = {"f": Engine("flamethrower", RED, Pose(7620, y * INCH, 0))}
    return there


@covers("IDG-18.12.35")
@pytest.mark.parametrize(
    ("away", "up", "taken"), [(0.0, True, True), (0.2, True, False), (0.0, False, False)]
)
def test_a_flamethrower_is_lost_when_an_enemy_comes_to_it_along_the_wall(
    away: float, up: bool, taken: bool
) -> None:
    beside = {"facing": 180, "aboard": "w" if up else ""}
    x = X + 600 / INCH + away
    there = on_works(blue("b", "warrior", (x, 31.2), elements=[beside]))
    assert is_taken(there.ctx, "f") is taken
    assert ("IDG-18.12.35" in refused(there, SpoutFlame("f", 0))) is taken
    battle = playing(there, MeleeAfter())
    assert ("f" not in battle.world.engines) is taken
    assert ("idg.flamethrower_lost" in battle.told()) is taken


@covers("IDG-18.12.35")
@pytest.mark.parametrize(("y", "facing", "taken"), [(30.75, 180, False), (32, 0, True)])
def test_behind_a_rampart_it_is_lost_when_the_enemy_is_across(
    y: float, facing: float, taken: bool
) -> None:
    rampart = {**WALL, "kind": "rampart", "width": 0.5, "via": [(0, 31), (72, 31)]}
    x = X if not taken else X + 600 / INCH
    there = on_works(blue("b", "warrior", (x, y), facing=facing), works=rampart)
    assert is_taken(there.ctx, "f") is taken


def test_a_flame_that_would_burn_friends_is_not_fired_as_usual() -> None:
    there = flamethrower(blue("b", "warrior", (X, 27)), red("k", "warrior", (X, 28), facing=90))
    battle = playing(there, ShootingPhase())
    assert SpoutFlame("f", 0) in battle.options()
    assert battle.do(ShootAll()).is_over


# -- rockets, lances, bombs -----------------------------------------------------------------------


def rockets(**more: Any) -> Field:  # noqa: ANN401
    return field(
        red("r", "skirmisher", (X, 40), size=2, special=["rocket"]),
        blue("b", "warrior", (X, 16), size=2),
        blue("c", "warrior", (X, 10)),
        turn=3,
        **more,
    )


@covers("IDG-18.12.12", "IDG-18.12.11")
def test_rockets_make_a_unit_test_once_in_a_game() -> None:
    battle = playing(rockets(), ShootingPhase())
    assert battle.do(ShootAll()).is_over
    assert battle.world.shaken == {}
    battle = playing(rockets(), ShootingPhase())
    assert battle.refusal(LaunchRockets(UnitId("r"), UnitId("c"))) == ["IDG-18.12.12"] * 2
    battle.do(LaunchRockets(UnitId("r"), UnitId("b")))
    assert battle.is_over
    assert battle.world.shaken == {UnitId("b"): ("rockets",)}
    assert battle.world.rockets == (UnitId("r"),)
    again = playing(battle, ShootingPhase())
    assert again.is_over


@covers("IDG-18.12.14", "IDG-18.12.15")
def test_fire_lances_frighten_a_unit_the_first_time() -> None:
    there = field(
        red("a", "skirmisher", (X, Y), special=["fire_lance"], disorder=4),
        blue("b", "warrior", (X, Y - 2), size=2),
        turn=3,
    )
    battle = playing(there, ShootingPhase()).do(ShootAll()).roll(1)
    assert battle.world.shaken == {UnitId("b"): ("fire_lance_shots",)}
    battle.world.shaken = {}
    again = playing(battle, ShootingPhase()).do(ShootAll()).roll(1)
    assert again.world.shaken == {}


def bombers(*others: dict[str, Any]) -> Field:
    there = siege(
        gun("heavy_siege_engine"),
        blue("b", "skirmisher", (X, Y - 8), size=2),
        blue("c", "warrior", (X, Y - 10.5)),
        blue("d", "warrior", (X, Y - 14)),
        *others,
        terrain=[],
    )
    there.world.bombs = {RED: 1}
    return there


@covers("IDG-18.12.22", "IDG-18.12.23", "IDG-18.12.24")
@pytest.mark.parametrize(("die", "shaken"), [(9, ["b", "c"]), (8, [])])
def test_a_bomb_that_hits_makes_all_nearby_test(die: int, shaken: list[str]) -> None:
    """Skirmishers take two from artillery: a nine is a hit."""
    battle = playing(bombers(), ShootingPhase()).do(ShootAt("a", "b1", bomb=True)).roll(die)
    assert battle.is_over
    assert list(battle.world.shaken) == shaken
    assert battle.world.bombs == {RED: 0}


@covers("IDG-18.12.22")
def test_bombs_run_out_and_are_for_heavy_engines_only() -> None:
    there = bombers(red("h", "artillery", (X - 5, Y)))
    bomb = ShootAt("a", "b1", bomb=True)
    assert refused(there, bomb) == []
    assert refused(there, ShootAt("h", "b1", bomb=True)) == ["IDG-18.12.22"]
    there.world.bombs = {}
    assert refused(there, bomb) == ["IDG-18.12.22"]
