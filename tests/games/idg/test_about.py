"""What is told about units, engines and the ground, each fact with its rule."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import msgspec
import pytest

from tests.games.idg.field import BLUE, INCH, RED, Field, blue, field, red
from walstatt.boards.pose import Pose
from walstatt.games.idg.about import about, spot_pointed
from walstatt.games.idg.game import IDG
from walstatt.games.idg.outlines import arc_ahead, around
from walstatt.games.idg.view import observe
from walstatt.games.idg.world import Engine, Fire, Ground, rect_of
from walstatt.i18n.catalogue import LANGUAGES
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.prompts import Target
from walstatt.scene.about import About
from walstatt.scene.model import Shape
from walstatt.workshop.covers import covers

Kind: TypeAlias = Literal["piece", "area", "point"]
WOOD = {"id": "w", "kind": "wood", "at": (52, 10), "size": (14, 10)}


def told(there: Field, thing: str, kind: Kind = "piece", seat: Seat | None = RED) -> About | None:
    return about(there.ctx.rules, observe(there.ctx, seat), Target(kind, thing))


def facts(found: About | None, language: str = "en") -> dict[str, str]:
    """Give the facts in words, each with its rule."""
    assert found is not None
    return {IDG.catalogue.text(one.text, language): one.rule for one in found.facts}


def shapes(found: About | None) -> list[Shape]:
    assert found is not None
    return [one for one in found.overlays if isinstance(one, Shape)]


# -- units ----------------------------------------------------------------------------------------


@covers("IDG-8.1.1", "IDG-11.1.3", "IDG-12.4.1")
def test_troops_strength_moves_and_nerve_are_told() -> None:
    there = field(red("a", "warrior", (20, 30), size=6, subtypes=["swordsmen"], wild=True))
    found = told(there, "a3")
    assert found is not None
    assert IDG.catalogue.text(found.title, "en") == "a"
    assert facts(found) == {
        "6 of 6 elements": "IDG-1.4.1",
        "warriors, wild, swordsmen": "IDG-1.6.1",
        "Moves 2D6 MU, 1D6 on difficult ground": "IDG-8.1.1",
        "Moving other than straight ahead costs 2 MU.": "IDG-8.2.1",
        "May move into melee.": "IDG-11.1.3",
        "Holds in a test of morale on 4 or more": "IDG-12.4.1",
    }
    assert told(there, "a") == found


@pytest.mark.parametrize(
    ("troops", "moves"),
    [
        ({"type": "warrior", "armour": "heavily_armoured"}, "1D6+2 MU, 1D6−1"),  # noqa: RUF001
        ({"type": "light_cavalry"}, "3D6+4 MU, 1D6+2"),
        ({"type": "artillery"}, "1D6 MU, 1D6−2"),  # noqa: RUF001
    ],
)
def test_the_dice_of_a_move_are_told(troops: dict[str, str], moves: str) -> None:
    kind = troops.pop("type")
    there = field(red("a", kind, (20, 30), size=2 if kind != "artillery" else 1, **troops))
    assert f"Moves {moves} on difficult ground" in facts(told(there, "a"))


@covers("IDG-13.1.3", "IDG-13.2.1", "IDG-13.2.5", "IDG-13.2.8", "IDG-13.4.1")
@pytest.mark.parametrize(
    ("markers", "rules"),
    [
        (1, {"IDG-13.1.3"}),
        (2, {"IDG-13.1.3"}),
        (3, {"IDG-13.1.3", "IDG-11.1.2", "IDG-13.2.1"}),
        (4, {"IDG-13.1.3", "IDG-11.1.2", "IDG-13.2.1", "IDG-13.2.5"}),
        (
            6,
            {
                *("IDG-13.1.3", "IDG-11.1.2", "IDG-13.2.1", "IDG-13.2.5"),
                *("IDG-13.2.8", "IDG-13.2.9", "IDG-19.1.3"),
            },
        ),
    ],
)
def test_markers_and_what_they_forbid_are_told(markers: int, rules: set[str]) -> None:
    there = field(red("a", "warrior", (20, 30), size=7, disorder=markers))
    found = set(facts(told(there, "a")).values())
    always = {"IDG-1.4.1", "IDG-1.6.1", "IDG-8.1.1", "IDG-8.2.1", "IDG-12.4.1"}
    charging = {"IDG-11.1.3"} if markers <= 2 else set()
    assert found == always | charging | {"IDG-13.1.1", "IDG-13.4.1"} | rules
    assert "Rallies with 3 dice; each 5 or 6 takes a marker off" in facts(told(there, "a"))


def test_a_unit_that_may_not_attack_says_so() -> None:
    there = field(red("a", "skirmisher", (20, 30), size=2))
    assert facts(told(there, "a"))["May not move into melee, but fights when attacked."] == (
        "IDG-11.1.4"
    )
    there = field(red("a", "skirmisher", (20, 30), size=2, quality="elite"))
    assert "IDG-11.1.3" in facts(told(there, "a")).values()


@covers("IDG-1.1.4")
def test_the_nearest_enemy_and_who_could_be_attacked_are_told() -> None:
    there = field(
        red("a", "warrior", (20, 30), size=2),
        red("s", "skirmisher", (20, 33), size=2),
        blue("b", "warrior", (20, 24), size=2),
        blue("c", "warrior", (40, 10), size=2),
    )
    found = told(there, "a1")
    assert facts(found)["Nearest enemy: b, 6.0 MU away"] == "IDG-1.1.4"
    assert found is not None
    assert set(found.reach) == {Target("piece", "b1"), Target("piece", "b2")}
    light = told(there, "s1")
    assert light is not None
    assert light.reach == ()
    there.world.units[UnitId("a")] = msgspec.structs.replace(there.unit("a"), allowance=5)
    found = told(there, "a1")
    assert found is not None
    assert found.reach == ()


@covers("IDG-1.4.4")
def test_different_elements_of_a_unit_are_counted_apart() -> None:
    there = field(red("a", "warrior", (20, 30), size=3, elements=[{"armour": "armoured"}, {}, {}]))
    found = facts(told(there, "a"))
    assert found["1 × warriors, armoured"] == found["2 × warriors"] == "IDG-1.4.4"  # noqa: RUF001


@covers("IDG-9.2.1", "IDG-9.3.1")
def test_range_arc_and_targets_of_shooters_are_told() -> None:
    there = field(
        red("s", "skirmisher", (20, 30), weapon="sling"),
        red("c", "light_cavalry", (40, 30), weapon="bow"),
        blue("b", "warrior", (20, 25)),
        blue("f", "warrior", (40, 40), facing=0),
        blue("x", "warrior", (20, 10)),
    )
    sling, horse = told(there, "s"), told(there, "c")
    assert facts(sling)["Shoots 6 MU far: slings"] == "IDG-9.2.1"
    assert facts(horse)["Shoots in every direction."] == "IDG-9.3.1"
    assert sling is not None
    assert sling.range == (Target("piece", "b"),)
    assert horse is not None
    assert horse.range == ()
    arc = shapes(sling)[1]
    assert (arc.meaning, min(y for _, y in arc.outline)) == ("range", 24 * INCH)
    assert {*arc_ahead(rect_of(there.ctx, "s"), 6 * INCH, 4500)} == {*arc.outline}
    ring = shapes(horse)[1]
    assert {*around(rect_of(there.ctx, "c"), 6 * INCH)} == {*ring.outline}


def test_what_an_enemy_can_hit_is_drawn_as_a_threat() -> None:
    there = field(blue("b", "warrior", (20, 25), size=3, weapon="bow"))
    assert [one.meaning for one in shapes(told(there, "b1"))] == ["reach", "threat"]
    assert [one.meaning for one in shapes(told(there, "b1", seat=BLUE))] == ["reach", "range"]
    arc = shapes(told(there, "b1"))[1]
    assert max(y for _, y in arc.outline) == 33 * INCH


@covers("IDG-9.4.3", "IDG-9.1.4")
def test_why_a_unit_may_not_shoot_now_is_told() -> None:
    there = field(
        red("s", "warrior", (20, 30), weapon="crossbow", moved=2.0),
        blue("b", "warrior", (20, 25)),
    )
    found = told(there, "s")
    assert "IDG-9.4.3" in facts(found).values()
    assert found is not None
    assert found.range == ()


@covers("IDG-8.1.1")
def test_how_far_a_unit_may_move_is_drawn_on_average_or_as_it_rolled() -> None:
    there = field(red("a", "warrior", (20, 30), size=2))
    (reach,) = shapes(told(there, "a1"))
    assert (reach.meaning, reach.weak, min(y for _, y in reach.outline)) == (
        "reach",
        True,
        23 * INCH,
    )
    unit = UnitId("a")
    there.world.units[unit] = msgspec.structs.replace(there.unit("a"), allowance=9)
    (reach,) = shapes(told(there, "a1"))
    assert (reach.weak, min(y for _, y in reach.outline)) == (False, 21 * INCH)
    there.world.units[unit] = msgspec.structs.replace(there.unit("a"), activated=True)
    assert not shapes(told(there, "a1"))


@covers("IDG-13.4.6", "IDG-8.3.1", "IDG-12.3.1")
@pytest.mark.parametrize(
    ("army", "rules"),
    [
        ({"command": "tribal"}, {"IDG-13.4.6", "IDG-11.8.9"}),
        (
            {"command": "disciplined", "exceptional": True},
            {"IDG-13.4.6", "IDG-8.3.1", "IDG-12.3.1", "IDG-11.8.9"},
        ),
    ],
)
def test_what_a_general_gives_is_told(army: dict[str, object], rules: set[str]) -> None:
    there = field(red("g", "heavy_cavalry", (20, 30), general=True), armies={"red": army})
    found = facts(told(there, "g"))
    given = {"IDG-13.4.6", "IDG-8.3.1", "IDG-12.3.1", "IDG-11.8.9"}
    assert set(found.values()) & given == rules
    if army.get("exceptional"):
        assert "Gives 2D6 for rallying to units within 6 MU" in found
        assert "Lets 2 units a turn that he sees within 12 MU roll their move again" in found


@covers("IDG-4.2.9", "IDG-4.2.11")
def test_the_ground_a_unit_stands_on_is_told() -> None:
    there = field(red("a", "skirmisher", (52, 10)), terrain=[WOOD])
    found = facts(told(there, "a"))
    assert found["Stands on difficult ground: wood"] == "IDG-4.2.9"
    assert found["Has cover: wood"] == "IDG-4.2.11"


def test_what_only_the_owner_knows_is_told_only_to_him() -> None:
    there = field(
        blue("c", "warrior", (52, 10), size=2, status="concealed"),
        blue("d", "warrior", (20, 10), size=2, dummy=True),
        blue("f", "warrior", (30, 10), size=5, folded=True),
    )
    assert told(there, "c1") is None
    assert facts(told(there, "c1", seat=BLUE))[
        "Lies concealed; the enemy does not know it is there."
    ]
    assert "IDG-5.7.12" not in facts(told(there, "d1")).values()
    assert "IDG-5.7.12" in facts(told(there, "d1", seat=BLUE)).values()
    assert "How strong it is nobody knows; it shows one element." in facts(told(there, "f1"))
    assert "5 of 5 elements" in facts(told(there, "f1", seat=BLUE))


def test_who_is_not_on_the_table_is_told_about_without_any_place() -> None:
    there = field(red("a", "skirmisher", (20, 30), size=2, weapon="bow", status="late"))
    found = told(there, "a1")
    assert found is not None
    assert (found.range, found.overlays) == ((), ())
    assert "IDG-5.9.1" in facts(found).values()


@pytest.mark.parametrize("special", ["pila", "mongol_archery", "fire_lance"])
def test_special_rules_are_told_with_their_own_rule(special: str) -> None:
    there = field(red("a", "heavy_cavalry", (20, 30), special=[special]))
    rules = {"pila": "IDG-18.4.9", "mongol_archery": "IDG-18.11.7", "fire_lance": "IDG-18.12.13"}
    assert rules[special] in facts(told(there, "a")).values()


# -- the ground and engines -----------------------------------------------------------------------


@covers("IDG-4.2.9", "IDG-4.2.10", "IDG-4.2.12")
def test_a_wood_tells_whom_it_slows_bars_and_hides() -> None:
    there = field(terrain=[WOOD])
    found = facts(told(there, "w", "area"))
    assert found["Difficult for everybody"] == "IDG-4.2.9"
    barred = "Closed to light chariots, heavy chariots, elephants, artillery, wagons"
    assert found[barred] == "IDG-4.2.10"
    assert found["Nobody sees through more than 2 MU of it."] == "IDG-4.2.12"


@covers("IDG-4.2.26", "IDG-4.2.28")
def test_who_is_not_slowed_is_told() -> None:
    sand = {"id": "s", "kind": "sand", "at": (20, 20), "size": (10, 10)}
    assert facts(told(field(terrain=[sand]), "s", "area")) == {
        "Difficult for all but riders on camels": "IDG-4.2.26"
    }


def test_a_gully_tells_of_its_slopes_and_of_its_floor() -> None:
    gully = {"id": "g", "kind": "gully", "via": [(10, 10), (30, 10)], "width": 4}
    found = facts(told(field(terrain=[gully]), "g", "area"))
    assert "slope of a gully: Difficult for everybody" in found
    assert any(one.startswith("floor of a gully: Difficult for cataphracts") for one in found)


@pytest.mark.parametrize("kind", get_args(Ground))
def test_every_kind_of_terrain_says_something_in_both_languages(kind: str) -> None:
    shape = {"edge": "left"} if kind == "seashore" else {"via": [(10, 10), (30, 10)], "width": 2}
    found = told(field(terrain=[{"id": "x", "kind": kind, **shape}]), "x", "area")
    assert found is not None
    assert found.facts
    for language in LANGUAGES:
        assert all(facts(found, language))
        assert IDG.catalogue.text(found.title, language)
    assert {one.rule for one in found.facts} <= IDG.rulebook.rules.keys()


def test_a_point_tells_all_that_lies_there() -> None:
    hill = {"id": "h", "kind": "gentle_hill", "at": (52, 10), "size": (20, 14)}
    there = field(terrain=[hill, WOOD], weather=["mud"])
    found = told(there, f"{52 * INCH},{10 * INCH}", "point")
    assert found is not None
    assert IDG.catalogue.text(found.title, "en") == "wood, gentle hill (52.0 / 10.0)"
    assert {"IDG-4.2.3", "IDG-4.2.9", "IDG-6.2.4"} <= set(facts(found).values())
    assert list(facts(told(field(), "100,100,0", "point")).values()) == ["IDG-1.3.3"]


@covers("IDG-10.2.1", "IDG-10.3.3")
def test_fire_and_smoke_are_told() -> None:
    there = field(terrain=[WOOD], turn=4, wind=2)
    there.world.fires = (Fire("w", (52 * INCH, 10 * INCH), 2),)
    assert facts(told(there, "w", "area"))["It is burning."] == "IDG-10.2.1"
    found = facts(told(there, f"{53 * INCH},{10 * INCH}", "point"))
    assert {"IDG-10.2.1", "IDG-10.3.3"} <= set(found.values())


@pytest.mark.parametrize("kind", ["siege_tower", "boat", "ship", "ladder", "flamethrower"])
def test_every_engine_says_something_in_both_languages(kind: str) -> None:
    there = field(red("a", "warrior", (20, 30)))
    engine = msgspec.convert({"kind": kind, "side": "red", "pose": (9, 9, 0), "hits": 7}, Engine)
    there.world.engines["e"] = engine
    there.world.elements["a"] = msgspec.structs.replace(there.element("a"), aboard="e")
    found = told(there, "e")
    assert found is not None
    for language in LANGUAGES:
        assert len(facts(found, language)) == len(found.facts) > 1
    assert "1 element aboard" in facts(found)
    assert ("Damage: 7" in facts(found)) is (kind == "ship")
    assert {one.rule for one in found.facts if one.rule} <= IDG.rulebook.rules.keys()


# -- pointing -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "target",
    [
        Target("piece", "nobody"),
        Target("area", "nowhere"),
        Target("point", "here"),
        Target("point", "1"),
        Target("point", "-5,9"),
        Target("point", "999999999999,3"),
        Target("card", "x"),
        Target("cell", "3"),
    ],
)
def test_about_what_is_not_there_nothing_is_told(target: Target) -> None:
    there = field(red("a", "warrior", (20, 30)))
    assert about(there.ctx.rules, observe(there.ctx, RED), target) is None


def test_a_point_may_carry_a_facing() -> None:
    assert spot_pointed(Target("point", "12,34,9000")) == (12, 34)
    assert spot_pointed(Target("point", "12,34")) == (12, 34)
    assert spot_pointed(Target("piece", "12,34")) is None


@pytest.mark.parametrize("form", ["dismounted", "remounting", "afloat"])
def test_every_state_of_a_unit_can_be_said_in_both_languages(form: str) -> None:
    deeds = ("stood", "faced", "moved", "joined", "evaded", "caught", "broke_off", "retreated")
    for deed in (*deeds, "arrived", "entered", "embarked", "sailed", "landed"):
        there = field(
            red("a", "heavy_cavalry", (20, 30), size=2, form=form, deed=deed, disorder=6, arrived=2)
        )
        for language in LANGUAGES:
            assert len(facts(told(there, "a1"), language)) > 9


def test_an_arc_is_never_drawn_larger_than_the_rule() -> None:
    there = field(red("s", "skirmisher", (20, 30), weapon="sling", facing=37))
    rect = rect_of(there.ctx, "s")
    for x, y in around(rect, 6 * INCH):
        right, ahead = rect.local((x, y))
        over = max(abs(right) - 300, 0.0), max(abs(ahead) - 150, 0.0)
        assert (over[0] ** 2 + over[1] ** 2) ** 0.5 == pytest.approx(6 * INCH, abs=1)
    left, *_, right_corner = arc_ahead(rect, 6 * INCH, 4500)
    assert left == tuple(round(one) for one in rect.front_left)
    assert right_corner == tuple(round(one) for one in rect.front_right)
    assert Pose(*left, 0) != Pose(*right_corner, 0)
