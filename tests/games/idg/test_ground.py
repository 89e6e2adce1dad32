"""Which ground is difficult, forbidden or good for whom. IDG-4.1, IDG-4.2."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.idg.field import INCH, Field, blue, field, red
from walstatt.games.idg.ground import (
    Mover,
    difficult,
    forbidden,
    is_water_edge,
    mover,
    movers,
    why_difficult,
    why_forbidden,
)
from walstatt.games.idg.land import effects
from walstatt.games.idg.troops import Profile
from walstatt.games.idg.world import Fire, profile_of, rect_of
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

CLASSES = (
    "warrior",
    "skirmisher",
    "light_cavalry",
    "heavy_cavalry",
    "cataphract",
    "light_chariot",
    "heavy_chariot",
    "elephant",
    "artillery",
    "wagon",
    "baggage",
)
ALL = frozenset(CLASSES)
HEAVY = {"cataphract", "light_chariot", "heavy_chariot", "artillery", "wagon", "baggage"}
WHEELED = {"light_chariot", "heavy_chariot", "elephant", "artillery", "wagon"}
HORSE = {"light_cavalry", "heavy_cavalry", "cataphract", "light_chariot", "heavy_chariot"}


def piece(kind: str, **more: object) -> dict[str, Any]:
    """Lay a large piece round (20, 30)."""
    return {"id": "x", "kind": kind, "at": (20, 30), "size": (14, 14), **more}


def line(kind: str, width: float, **more: object) -> dict[str, Any]:
    """Lead a line across the table through (20, 30.5), from left to right."""
    return {"id": "x", "kind": kind, "via": [(0, 30.5), (72, 30.5)], "width": width, **more}


def standing(kind: str, *terrain: dict[str, Any], **more: Any) -> Field:  # noqa: ANN401
    """Put one element at (20, 30)."""
    return field(red("a", kind, (20, 30)), terrain=terrain, **more)


def slowed(*terrain: dict[str, Any], **more: Any) -> set[str]:  # noqa: ANN401
    """List the classes for which ground is difficult at (20, 30)."""
    found = set()
    for kind in CLASSES:
        there = standing(kind, *terrain, **more)
        if difficult(there.ctx, profile_of(there.ctx, "a"), rect_of(there.ctx, "a")):
            found.add(kind)
    return found


def barred(*terrain: dict[str, Any], **more: Any) -> set[str]:  # noqa: ANN401
    """List the classes to which ground is forbidden at (20, 30)."""
    found = set()
    for kind in CLASSES:
        there = standing(kind, *terrain, **more)
        if forbidden(there.ctx, profile_of(there.ctx, "a"), rect_of(there.ctx, "a")):
            found.add(kind)
    return found


# -- kinds ----------------------------------------------------------------------------------------


@covers(
    "IDG-1.3.3",
    "IDG-4.1.2",
    "IDG-4.2.1",
    "IDG-4.2.7",
    "IDG-4.2.9",
    "IDG-4.2.15",
    "IDG-4.2.16",
    "IDG-4.2.18",
    "IDG-4.2.22",
    "IDG-4.2.26",
    "IDG-A66",
    "IDG-11.10.1",
)
@pytest.mark.parametrize(
    ("kind", "for_whom"),
    [
        ("gentle_hill", set()),
        ("steep_hill", ALL),
        ("wood", ALL),
        ("rocky", HEAVY),
        ("fields", set()),
        ("village", ALL - {"skirmisher"}),
        ("marsh", ALL),
        ("sand", ALL),
    ],
)
def test_areas_are_difficult_for_some_classes(kind: str, for_whom: set[str]) -> None:
    assert slowed(piece(kind)) == for_whom


def test_open_ground_is_good_for_all() -> None:
    assert slowed() == set()
    assert barred() == set()


@covers("IDG-4.2.10", "IDG-4.2.23", "IDG-A66")
@pytest.mark.parametrize(
    ("kind", "for_whom"),
    [
        ("wood", WHEELED),
        ("marsh", HORSE | {"artillery"}),
        ("rocky", set()),
        ("village", set()),
        ("steep_hill", set()),
        ("sand", set()),
    ],
)
def test_areas_are_forbidden_to_some_classes(kind: str, for_whom: set[str]) -> None:
    assert barred(piece(kind)) == for_whom


@covers("IDG-4.1.1")
def test_ground_only_slows_or_stops_those_who_tread_on_it() -> None:
    for effect in effects().values():
        assert set(effect.__struct_fields__) == {
            "rule",
            "difficult",
            "unless",
            "forbidden",
            "forbidden_rule",
            "road",
            "frozen",
        }


@covers("IDG-4.2.26")
@pytest.mark.parametrize(
    ("kind", "more", "hard"),
    [
        ("light_cavalry", {"camel": True}, False),
        ("heavy_cavalry", {"camel": True}, False),
        ("light_cavalry", {}, True),
        ("warrior", {"camel": True, "horses": True}, True),
        ("warrior", {"camel": True, "horses": True, "form": "riding"}, False),
        ("warrior", {"horses": True, "form": "riding"}, True),
    ],
)
def test_sand_is_good_for_camels(kind: str, more: dict[str, Any], hard: bool) -> None:
    there = field(red("a", kind, (20, 30), **more), terrain=[piece("sand")])
    (who,) = movers(there.ctx, UnitId("a"))
    assert (why_difficult(there.ctx, who, rect_of(there.ctx, "a")) is not None) is hard


@covers("IDG-4.2.18", "IDG-4.2.23")
def test_foot_on_horses_is_no_longer_foot_for_the_ground() -> None:
    skirmishers = Profile("skirmisher", mounted_infantry=True)
    assert mover(skirmishers) == Mover("skirmisher")
    there = standing("skirmisher", piece("village"))
    box = rect_of(there.ctx, "a")
    assert difficult(there.ctx, skirmishers, box) is None
    assert difficult(there.ctx, skirmishers, box, riding=True) == "x"
    wet = standing("skirmisher", piece("marsh"))
    assert forbidden(wet.ctx, skirmishers, box) is None
    assert forbidden(wet.ctx, skirmishers, box, riding=True) == "x"


@covers("IDG-1.9.9")
@pytest.mark.parametrize(("left", "hard"), [(21.0, True), (21.17, True), (21.2, False)])
def test_any_part_of_a_base_in_a_piece_is_in_it(left: float, hard: bool) -> None:
    wood = {"id": "x", "kind": "wood", "at": (left + 4, 30), "size": (8, 8)}
    there = standing("warrior", wood)
    right = rect_of(there.ctx, "a").corners[1][0] / INCH
    assert right == pytest.approx(21.18, abs=0.01)
    assert (
        difficult(there.ctx, profile_of(there.ctx, "a"), rect_of(there.ctx, "a")) == "x"
    ) is hard


@covers("IDG-4.1.4")
def test_pieces_on_top_of_each_other_add_up() -> None:
    hill, wood = piece("gentle_hill", id="h"), piece("wood", id="w")
    assert slowed(hill, wood) == ALL
    assert barred(hill, wood) == WHEELED
    marsh = piece("marsh", id="m")
    assert barred(marsh, wood) == WHEELED | HORSE


# -- hills and gullies ----------------------------------------------------------------------------


@covers("IDG-4.2.8")
def test_a_plateau_is_level_ground() -> None:
    top = [(16, 27), (24, 27), (24, 36), (16, 36)]
    assert slowed(piece("steep_hill", top=top)) == set()
    assert slowed(piece("steep_hill", top=top, rocky_top=True)) == HEAVY
    beside = field(red("a", "warrior", (25, 30)), terrain=[piece("steep_hill", top=top)])
    found = why_difficult(beside.ctx, Mover("warrior"), rect_of(beside.ctx, "a"))
    assert found is not None
    assert (found.feature, found.kind, found.rule) == ("x", "slope", "IDG-4.2.7")


@covers("IDG-4.2.31", "IDG-4.2.32")
def test_a_gully_has_steep_sides_and_a_rocky_floor() -> None:
    gully = line("gully", 5)
    assert slowed(gully) == HEAVY
    rim = field(red("a", "warrior", (20, 27)), terrain=[gully])
    found = why_difficult(rim.ctx, Mover("warrior"), rect_of(rim.ctx, "a"))
    assert found is not None
    assert found.kind == "gully_slope"
    path = {"id": "p", "kind": "road", "via": [(0, 30.5), (72, 30.5)], "width": 2}
    down = field(red("a", "cataphract", (20, 30.5), facing=90), terrain=[gully, path])
    assert difficult(down.ctx, Profile("cataphract"), rect_of(down.ctx, "a")) is None
    up = field(red("a", "cataphract", (20, 28), facing=0), terrain=[gully, path])
    assert difficult(up.ctx, Profile("cataphract"), rect_of(up.ctx, "a")) == "x"


# -- water ----------------------------------------------------------------------------------------


@covers("IDG-4.2.27", "IDG-4.2.28")
def test_a_stream_is_difficult_but_for_skirmishers_and_elephants() -> None:
    assert slowed(line("stream", 1)) == ALL - {"skirmisher", "elephant"}
    assert barred(line("stream", 1)) == set()


@covers("IDG-4.2.29", "IDG-4.2.30")
def test_a_river_is_crossed_at_a_ford_only() -> None:
    river = line("river", 4)
    ford = {"id": "f", "kind": "ford", "at": (20, 30.5), "size": (6, 5)}
    assert barred(river) == ALL
    assert barred(river, ford) == set()
    assert slowed(river, ford) == ALL
    beside = field(red("a", "warrior", (22.5, 30)), terrain=[river, ford])
    found = why_forbidden(beside.ctx, Mover("warrior"), rect_of(beside.ctx, "a"))
    assert found is not None
    assert (found.feature, found.rule) == ("x", "IDG-4.2.29")


@covers("IDG-4.2.33", "IDG-4.2.34")
@pytest.mark.parametrize(("rocky", "for_whom"), [(False, ALL), (True, HEAVY)])
def test_a_seashore_closes_an_edge_and_has_a_strip(rocky: bool, for_whom: set[str]) -> None:
    shore = {"id": "x", "kind": "seashore", "edge": "left", "rocky_top": rocky}
    there = field(red("a", "warrior", (1.6, 30)), red("b", "warrior", (5, 30)), terrain=[shore])
    on_strip = {
        kind
        for kind in CLASSES
        if why_difficult(there.ctx, Mover(kind), rect_of(there.ctx, "a"))  # type: ignore[arg-type]
    }
    assert on_strip == for_whom
    assert why_difficult(there.ctx, Mover("artillery"), rect_of(there.ctx, "b")) is None
    assert is_water_edge(there.ctx, "left")
    assert not is_water_edge(there.ctx, "right")


@covers("IDG-4.2.29")
def test_a_river_may_be_a_whole_table_edge() -> None:
    there = field(terrain=[{"id": "x", "kind": "river", "edge": "top", "width": 2.5}])
    assert is_water_edge(there.ctx, "top")


# -- roads ----------------------------------------------------------------------------------------


def on_road(*terrain: dict[str, Any], facing: float = 0, **more: Any) -> dict[str, str | None]:  # noqa: ANN401
    """Tell what slows and what bars an elephant astride a road up the table through (20, 30)."""
    road = {"id": "r", "kind": "road", "via": [(20, 0), (20, 48)], "width": 1.25}
    there = field(
        red("a", "light_chariot", (20, 30), facing=facing), terrain=[*terrain, road], **more
    )
    profile, box = Profile("light_chariot"), rect_of(there.ctx, "a")
    return {
        "slowed": difficult(there.ctx, profile, box),
        "barred": forbidden(there.ctx, profile, box),
    }


@covers("IDG-4.2.35", "IDG-4.2.10")
@pytest.mark.parametrize(
    ("kind", "slow", "bar"),
    [
        ("wood", None, None),
        ("village", None, None),
        ("sand", None, None),
        ("rocky", None, None),
        ("steep_hill", "x", None),
        ("marsh", "x", "x"),
    ],
)
def test_a_road_cancels_all_but_slopes_and_marshes(
    kind: str, slow: str | None, bar: str | None
) -> None:
    assert on_road(piece(kind)) == {"slowed": slow, "barred": bar}


@covers("IDG-4.2.35")
def test_only_those_who_march_on_the_road_profit() -> None:
    assert on_road(piece("wood"), facing=90) == {"slowed": "x", "barred": "x"}
    assert on_road(line("stream", 1)) == {"slowed": None, "barred": None}
    assert on_road(line("river", 4))["barred"] == "x"


# -- weather --------------------------------------------------------------------------------------


@covers("IDG-6.2.4", "IDG-6.2.11", "IDG-4.2.35")
def test_mud_makes_level_ground_difficult() -> None:
    assert slowed(weather=["mud", "rain"]) == ALL
    assert slowed(piece("gentle_hill"), weather=["mud", "rain"]) == set()
    top = [(16, 27), (24, 27), (24, 36), (16, 36)]
    assert slowed(piece("steep_hill", top=top), weather=["mud"]) == ALL
    assert on_road(weather=["mud"]) == {"slowed": None, "barred": None}
    there = standing("warrior", weather=["mud"])
    found = why_difficult(there.ctx, Mover("warrior"), rect_of(there.ctx, "a"))
    assert found is not None
    assert (found.feature, found.rule) == ("mud", "IDG-6.2.4")
    assert found.words.id == "idg.ground.mud"


@covers("IDG-6.2.5", "IDG-6.2.11")
@pytest.mark.parametrize("terrain", [line("river", 4), line("stream", 1), piece("marsh")])
def test_ice_makes_waters_difficult_for_all_and_closes_none(terrain: dict[str, Any]) -> None:
    assert slowed(terrain, weather=["ice"]) == ALL
    assert barred(terrain, weather=["ice"]) == set()


@covers("IDG-6.2.6")
def test_ice_closes_roads_up_steep_hills() -> None:
    assert on_road(piece("steep_hill"), weather=["ice"])["barred"] == "r"
    assert on_road(piece("gentle_hill"), weather=["ice"])["barred"] is None
    assert on_road(piece("steep_hill"))["barred"] is None


# -- fire and works -------------------------------------------------------------------------------


@covers("IDG-10.2.1", "IDG-10.2.3")
def test_nobody_may_be_where_it_burns() -> None:
    there = standing("skirmisher", piece("wood", size=(24, 24)))
    there.world.fires = (Fire("x", (20 * INCH, 36 * INCH), 1),)
    found = why_forbidden(there.ctx, Mover("skirmisher"), rect_of(there.ctx, "a"))
    assert found is not None
    assert (found.feature, found.kind, found.rule) == ("x", "fire", "IDG-10.2.3")
    there.world.fires = (Fire("x", (20 * INCH, round(37.25 * INCH)), 1),)
    assert why_forbidden(there.ctx, Mover("skirmisher"), rect_of(there.ctx, "a")) is None


@covers("IDG-16.1.10", "IDG-16.2.9", "IDG-5.6.13")
def test_walls_stop_all_but_at_breaches_and_smashed_gates() -> None:
    wall = line("wall", 0.5)
    assert barred(wall) == ALL
    breach = {"id": "b", "kind": "breach", "via": [(18.5, 30.5), (21.5, 30.5)]}
    assert barred(wall, breach) == set()
    assert slowed(wall, breach) == HEAVY
    gate = {"id": "g", "kind": "gate", "via": [(18, 30.5), (22, 30.5)], "width": 0.5}
    assert barred(gate) == ALL
    assert barred({**gate, "open": True}) == set()
    assert slowed({**gate, "open": True}) == set()


@covers("IDG-16.1.11")
def test_foot_crosses_a_rampart_that_nobody_mans() -> None:
    rampart = line("rampart", 0.5, side="blue")
    assert barred(rampart) == ALL - {"warrior", "skirmisher"}
    assert slowed(rampart) == ALL
    manned = field(
        red("a", "warrior", (20, 30.2)),
        blue("b", "warrior", (22, 30.25)),
        red("c", "warrior", (40, 30.2)),
        terrain=[rampart],
    )
    found = why_forbidden(manned.ctx, Mover("warrior"), rect_of(manned.ctx, "a"))
    assert found is not None
    assert (found.feature, found.kind, found.rule) == ("x", "manned", "IDG-16.1.11")
    assert why_forbidden(manned.ctx, Mover("warrior"), rect_of(manned.ctx, "c")) is None
