"""How positions are written: formations, places, words, and what is refused."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.games.idg.field import INCH, Field, blue, field, red
from walstatt.games.idg.casebook import IdgCasebook
from walstatt.games.idg.given import Given
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.world import profile_of
from walstatt.kernel.errors import WalstattError

BOOK = IdgCasebook()
FOE = blue("z", "warriors", (60, 4))


def refused(*units: dict[str, Any], **more: Any) -> str:  # noqa: ANN401 - fields of a position
    """Lay a position out that cannot be, and give the reason."""
    with pytest.raises(WalstattError) as refusal:
        BOOK.arrange(msgspec.convert({"units": units, **more}, Given), IdgOptions())
    return str(refusal.value)


def places(there: Field, unit: str) -> list[tuple[int, int]]:
    """List where the elements of a unit stand."""
    return [there.element(one).pose.spot for one in there.unit(unit).elements]


# -- formations -----------------------------------------------------------------------------------


def test_a_line_lies_about_its_middle_from_left_to_right() -> None:
    there = field(red("a", "warriors", (20, 30), formation="line of 4"), FOE)
    assert there.unit("a").elements == ("a1", "a2", "a3", "a4")
    assert places(there, "a") == [(4180, 7620), (4780, 7620), (5380, 7620), (5980, 7620)]


def test_blue_faces_the_bottom_and_stands_the_other_way_round() -> None:
    there = field(blue("b", "warriors", (20, 30), formation="line of 2"))
    assert places(there, "b") == [(5380, 7620), (4780, 7620)]
    assert there.element("b1").pose.facing == 18_000


def test_a_block_has_so_many_in_a_rank_and_so_many_ranks() -> None:
    there = field(red("a", "heavy cavalry", (20, 30), formation="3x2"), FOE)
    assert len(there.unit("a").elements) == 6
    assert places(there, "a")[3:] == [(4480, 8120), (5080, 8120), (5680, 8120)]


@pytest.mark.parametrize(
    ("written", "count"),
    [
        ({}, 1),
        ({"size": 3}, 3),
        ({"elements": 5}, 5),
        ({"formation": "column of 4"}, 4),
        ({"formation": "2x2", "elements": [{"general": True}]}, 4),
        ({"formation": "3x2", "elements": [{}, {}, {}, {}, {}]}, 5),
        ({"formation": "3x2", "size": 4}, 4),
    ],
)
def test_a_unit_has_as_many_elements_as_is_said_somewhere(
    written: dict[str, Any], count: int
) -> None:
    there = field(red("a", "warriors", (20, 30), **written), FOE)
    assert len(there.unit("a").elements) == count


def test_a_single_element_has_the_name_of_its_unit() -> None:
    assert field(red("a", "warriors", (20, 30)), FOE).unit("a").elements == ("a",)


def test_a_facing_may_stand_behind_a_place() -> None:
    there = field(red("a", "warriors", (20, 30, 45)), FOE)  # type: ignore[arg-type]
    assert there.element("a").pose == (20 * INCH, 30 * INCH, 4500)


# -- beside others --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edge", "pose"),
    [
        ("front", (5080, 7620, 18_000)),
        ("left", (4780, 7770, 9_000)),
        ("right", (5380, 7770, 27_000)),
        ("rear", (5080, 7920, 0)),
    ],
)
def test_a_unit_touches_an_edge_of_another(edge: str, pose: tuple[int, int, int]) -> None:
    foe = {"id": "b", "side": "blue", "type": "warriors", "touching": "a", "edge": edge}
    assert field(red("a", "warriors", (20, 30)), foe).element("b").pose == pose


def test_a_unit_stands_behind_a_whole_formation() -> None:
    behind = {"id": "s", "side": "red", "type": "skirmishers", "behind": "a"}
    there = field(red("a", "warriors", (20, 30), formation="2x2"), behind, FOE)
    assert there.element("s").pose == (5080, 7620 + 600, 0)


# -- words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("elite armoured heavy cavalry with bow", ("heavy_cavalry", "elite", "armoured", "bow")),
        ("raw skirmishers with slings", ("skirmisher", "raw", "none", "sling")),
        ("Heavily Armored Warriors", ("warrior", "ordinary", "heavily_armoured", "spear")),
        ("crossbowmen", ("warrior", "ordinary", "none", "crossbow")),
        ("light_cavalry", ("light_cavalry", "ordinary", "none", "spear")),
    ],
)
def test_troops_are_called_as_in_an_army_list(words: str, told: tuple[str, ...]) -> None:
    there = field(red("a", words, (20, 30)), FOE)
    profile = profile_of(there.ctx, "a")
    assert (profile.troop, profile.quality, profile.armour, profile.weapon) == told


def test_sub_types_kinds_and_special_rules_are_read_from_the_same_words() -> None:
    there = field(
        red("a", "wild swordsmen with pila", (10, 30)),
        red("e", "African elephants", (20, 30)),
        red("h", "heavy siege engine", (30, 30)),
        red("c", "cataphracts on camels", (40, 30)),
        red("r", "bowmen on horses", (50, 30)),
        FOE,
    )
    a, e, h, c, r = (profile_of(there.ctx, one) for one in "aehcr")
    assert (a.subtypes, a.wild, a.special) == (("swordsmen",), True, ("pila",))
    assert (e.kind, h.kind, h.weapon) == ("african", "heavy_siege_engine", "artillery")
    assert (c.camel, c.mounted_infantry) == (True, False)
    assert (r.subtypes, r.weapon, r.mounted_infantry) == (("bowmen",), "bow", True)


def test_what_an_element_says_counts_before_its_unit() -> None:
    elements = [{"quality": "elite", "general": True}, {}, {"type": "bowmen"}]
    there = field(red("a", "armoured warriors", (20, 30), elements=elements), FOE)
    first, second, third = (profile_of(there.ctx, one) for one in ("a1", "a2", "a3"))
    assert (first.quality, first.armour) == ("elite", "armoured")
    assert (second.quality, second.armour) == ("ordinary", "armoured")
    assert (third.subtypes, third.armour) == (("bowmen",), "armoured")


def test_words_have_other_spellings() -> None:
    there = field(
        red("a", "warriors", (20, 30), status="hidden"),
        FOE,
        phase="movement",
        battle="open battle",
        weather="fog",
        terrain=[
            {"kind": "woods", "at": (20, 30), "size": (12, 12)},
            {"kind": "path", "via": ((0, 0), (9, 9))},
        ],
    )
    assert there.unit("a").status == "concealed"
    assert (there.world.phase, there.world.weather) == ("move", ("blizzard",))
    assert [(one.id, one.kind) for one in there.world.ground] == [
        ("wood", "wood"),
        ("road", "road"),
    ]


# -- terrain and the rest -------------------------------------------------------------------------


def test_terrain_is_a_rectangle_a_circle_an_outline_or_a_line() -> None:
    there = field(
        FOE,
        terrain=[
            {"kind": "marsh", "at": (20, 20), "size": (10, 4)},
            {"kind": "marsh", "at": (50, 20), "radius": 6},
            {"kind": "marsh", "outline": ((30, 30), (40, 30), (35, 40))},
            {"kind": "river", "via": ((0, 10), (72, 10))},
        ],
    )
    box, circle, outline, river = there.world.ground
    assert [one.id for one in there.world.ground] == ["marsh", "marsh2", "marsh3", "river"]
    assert set(box.outline) == {(3810, 4572), (6350, 4572), (6350, 5588), (3810, 5588)}
    assert len(circle.outline) == 24
    assert outline.outline[2] == (35 * INCH, 40 * INCH)
    assert river.width == 4 * INCH


def test_who_moved_or_entered_has_acted_and_left_a_trail() -> None:
    there = field(
        red("a", "warriors", (20, 30), moved=4),
        red("c", "warriors", (30, 30), entered=True),
        red("d", "warriors", (40, 30), moved=3, started=(40, 40)),
        FOE,
    )
    assert (there.unit("a").activated, there.element("a").moved) == (True, 4 * INCH)
    assert (there.unit("c").opened, there.element("c").moved) == (True, INCH)
    starts = {name: dict(one.stations[0])[name].y for name, one in there.world.trails.items()}
    assert starts == {"a": 34 * INCH, "c": 31 * INCH, "d": 40 * INCH}


def test_an_army_may_be_a_whole_one() -> None:
    given = {"phase": "deployment", "armies": {"red": {"army": "cannae_romans"}}}
    setup = BOOK.arrange(msgspec.convert(given, Given), IdgOptions())
    own = [unit for unit, one in setup.world.units.items() if one.side == "red"]
    assert setup.content.armies["red"].command == "disciplined"
    assert len(own) > 5
    assert {setup.world.units[unit].status for unit in own} == {"reserve"}


def test_a_ready_battle_brings_its_ground_and_armies() -> None:
    setup = BOOK.arrange(
        msgspec.convert({"scenario": "cannae", "phase": "deployment"}, Given), IdgOptions()
    )
    assert setup.world.ground
    assert {one.side for one in setup.world.units.values()} == {"red", "blue"}


def test_a_ladder_is_named_after_its_bearer_and_boats_after_those_in_them() -> None:
    there = field(
        red("a", "warriors", (20, 30), ladders=1),
        red("s", "warriors", (40, 30), aboard="boats", formation="line of 2"),
        FOE,
        engines=[{"kind": "ladder", "side": "red", "bearer": "a"}],
    )
    assert list(there.world.engines) == ["ladder-a", "s1.boat", "s2.boat"]
    assert there.world.engines["ladder-a"].pose == there.element("a").pose


# -- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "reason"),
    [
        ({"type": "hoplite", "at": (20, 30)}, "no troops are called 'hoplite'"),
        ({"type": "warriors", "at": (20,)}, "a place is"),
        ({"type": "warriors"}, "where is it"),
        ({"type": "warriors", "at": (20, 30), "formation": "wedge"}, "a formation is"),
        ({"type": "warriors", "at": (20, 30), "formation": "2x2", "size": 5}, "do not fit"),
        ({"type": "warriors", "at": (20, 30), "formation": "line of 2", "size": 3}, "line of 2"),
        ({"type": "warriors", "at": (20, 30), "armour": "leather"}, "armour: 'leather'"),
        ({"type": "warriors", "at": (20, 30), "status": "gone"}, "there is no status 'gone'"),
        ({"type": "elite elephant", "at": (20, 30)}, "IDG-1.7.4"),
        ({"type": "warriors", "at": (0.5, 30)}, "is not on the table"),
        ({"type": "warriors", "at": (20, 30), "disorder": 7}, "it has 0 to 6 markers"),
        ({"type": "warriors", "touching": "x"}, "there is no unit or element 'x'"),
        ({"type": "warriors", "at": (20, 30), "behind": "z"}, "say only one"),
        ({"type": "warriors", "at": (20, 30), "aboard": "wall"}, "to be aboard of"),
    ],
)
def test_a_unit_that_cannot_be_is_refused_by_name(unit: dict[str, Any], reason: str) -> None:
    told = refused(FOE, {"id": "a", "side": "red", **unit})
    assert reason in told
    assert "'a'" in told


def test_positions_that_cannot_be_are_refused() -> None:
    a = red("a", "warriors", (20, 30))
    assert "there are two units 'a'" in refused(a, a)
    assert "stand on each other" in refused(a, red("c", "warriors", (21, 30)))
    assert "red or blue" in refused({"id": "a", "side": "green", "at": (20, 30)})
    assert "two generals" in refused(
        a | {"general": True}, red("g", "warriors", (40, 30), general=True)
    )
    assert "there is no terrain 'swmp'" in refused(a, terrain=[{"kind": "swmp", "at": (1, 1)}])
    assert "how large is it" in refused(a, terrain=[{"kind": "wood", "at": (20, 20)}])
    assert "there is no phase 'fighting'" in refused(a, phase="fighting")
    assert "there is no unit 'q'" in refused(a, melees=[{"units": ("a", "q")}])
    assert "there is no army 'xerxes'" in refused(a, armies={"red": {"army": "xerxes"}})
    assert "there is no scenario 'waterloo'" in refused(a, scenario="waterloo")
