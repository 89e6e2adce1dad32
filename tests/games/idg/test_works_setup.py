"""Works set up before a siege or a raid: edges, walls, towers, gates, towns. IDG-5.5, IDG-5.6."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.idg.field import BLUE, INCH, RED, Field, field
from tests.games.idg.play import Playing, playing
from tests.games.idg.speaking import rules_in
from walstatt.games.idg.forts import forts_of, runs_of
from walstatt.games.idg.works_check import blueprint, flaws, length_of, stretches
from walstatt.games.idg.works_layout import automatic, legal_drafts, styles_for
from walstatt.games.idg.works_setup import (
    ChooseEdge,
    ChooseWorks,
    LayWorks,
    LayWorksForMe,
    SetUpWorks,
    TakeEdge,
    town_in,
)
from walstatt.games.idg.world import Feature
from walstatt.workshop.covers import covers

WIDE = round(2.5 * INCH)
LOW = round(0.5 * INCH)
Places = list[tuple[float, float]]
VILLAGE: dict[str, Any] = {"id": "v", "kind": "village", "at": (44, 13), "size": (12, 8)}


def siege(walls: int = 10, ramparts: int = 0, towers: int = 0, **more: Any) -> Field:  # noqa: ANN401
    """Lay out a siege in which blue, at the top edge, has bought works."""
    bought = {"walls": walls, "ramparts": ramparts, "towers": towers}
    armies = {"blue": {"equipment": bought}, **more.pop("armies", {})}
    return field(**{"battle": "siege", "armies": armies, **more})


def piece(kind: str, *via: tuple[float, float], name: str = "", low: bool = False) -> Feature:
    """Draw one piece of blue's works."""
    spots = tuple((round(x * INCH), round(y * INCH)) for x, y in via)
    wide = LOW if low or kind == "rampart" else WIDE
    return Feature(name or kind, kind, via=spots, width=wide, side=BLUE)  # type: ignore[arg-type]


def refused(there: Field, *pieces: Feature, town: bool = False) -> list[str]:
    """List the rules that forbid these works."""
    answer = LayWorks(tuple(pieces), town=town)
    return rules_in(ChooseWorks(BLUE).check(there.ctx, answer))


def corner(*more: Feature) -> tuple[Feature, ...]:
    """Draw works across the top left corner: 8 inches, a gate of 4, and 8 inches."""
    return (
        piece("wall", (8, 0), (8, 8), name="w1"),
        piece("gate", (8, 8), (4, 8), name="g"),
        piece("wall", (4, 8), (0, 8), name="w2"),
        *more,
    )


# -- the edge -------------------------------------------------------------------------------------


@covers("IDG-5.6.3", "IDG-5.6.18")
@pytest.mark.parametrize(
    ("edge", "other"),
    [("top", "bottom"), ("left", "right"), ("right", "left"), ("bottom", "top")],
)
def test_the_besieged_takes_any_edge_and_the_attacker_the_opposite_one(
    edge: Any,  # noqa: ANN401
    other: str,
) -> None:
    there = playing(siege(walls=0), SetUpWorks())
    assert there.asked() == ("blue", "choose_edge")
    assert there.options()[0] == TakeEdge("top")
    there.do(TakeEdge(edge))
    assert there.is_over
    assert there.world.edges == {BLUE: edge, RED: other}


@covers("IDG-5.6.3")
def test_nobody_defends_an_edge_along_which_a_river_runs() -> None:
    river = {"id": "r", "kind": "river", "edge": "left", "width": 4}
    there = siege(walls=0, terrain=[river])
    assert [one.edge for one in ChooseEdge(BLUE).candidates(there.ctx)] == [
        "top",
        "right",
        "bottom",
    ]
    assert rules_in(ChooseEdge(BLUE).check(there.ctx, TakeEdge("left"))) == ["IDG-5.6.3"]


# -- what may be set up ---------------------------------------------------------------------------


@covers("IDG-5.6.4", "IDG-5.6.6", "IDG-16.2.1")
def test_works_across_a_corner_with_a_gate_are_well() -> None:
    there = playing(siege(walls=4), SetUpWorks()).do(TakeEdge("top")).do(LayWorks(corner()))
    assert there.is_over
    assert [one.id for one in there.world.ground] == ["w1", "g", "w2"]
    (fort,) = forts_of(there.ctx)
    assert fort.inside is not None
    assert fort.inside.outline[-1] == (0, 0)


@covers("IDG-16.1.2", "IDG-5.6.5")
def test_no_more_is_set_up_than_was_bought() -> None:
    assert refused(siege(walls=4), *corner()) == []
    assert refused(siege(walls=3), *corner()) == ["IDG-16.1.2"]
    assert refused(siege(walls=0, ramparts=4), *corner()) == ["IDG-16.1.2"]
    ramparts = [replace(one, width=LOW) for one in corner()]
    ramparts = [replace(one, kind="rampart") if one.kind == "wall" else one for one in ramparts]
    assert refused(siege(walls=0, ramparts=4), *ramparts) == []
    assert refused(siege(walls=4), *ramparts) == ["IDG-16.1.2"]


@covers("IDG-16.1.3")
def test_a_tower_takes_the_place_of_a_section() -> None:
    tower = (
        piece("wall", (8, 0), (8, 4), name="w1"),
        piece("tower", (8, 4), (8, 8), name="t"),
        *corner()[1:],
    )
    assert refused(siege(walls=4, towers=1), *tower) == []
    assert refused(siege(walls=4, towers=0), *tower) == ["IDG-16.1.3"]
    assert refused(siege(walls=3, towers=1), *tower) == ["IDG-16.1.2"]
    short = (
        piece("wall", (8, 0), (8, 5), name="w1"),
        piece("tower", (8, 5), (8, 8), name="t"),
        *corner()[1:],
    )
    assert refused(siege(walls=4, towers=1), *short) == ["IDG-16.1.3"]


@covers("IDG-16.2.1")
@pytest.mark.parametrize(("long", "wanted"), [(2.4, ["IDG-16.2.1"]), (2.5, []), (4, []), (4.1, 1)])
def test_a_gate_is_part_of_one_section(long: float, wanted: Any) -> None:  # noqa: ANN401
    line = (
        piece("wall", (8, 0), (8, 8), name="w1"),
        piece("gate", (8, 8), (8 - long, 8), name="g"),
        piece("wall", (8 - long, 8), (0, 8), name="w2"),
    )
    found = refused(siege(walls=4), *line)
    assert found == (["IDG-16.2.1"] if wanted == 1 else wanted)


@covers("IDG-16.2.1")
def test_a_line_without_a_gate_is_refused() -> None:
    assert refused(siege(walls=4), piece("wall", (8, 0), (8, 8), (0, 8))) == ["IDG-16.2.1"]


@covers("IDG-16.2.1")
@pytest.mark.parametrize(("sections", "wanted"), [(6, []), (7, ["IDG-16.2.1"])])
def test_at_most_six_sections_in_a_row_have_no_gate(sections: int, wanted: list[str]) -> None:
    right = 4.0 * sections
    line = (
        piece("wall", (0, 8), (right - 4, 8), (right, 8), name="w1"),
        piece("gate", (right, 8), (right + 4, 8), name="g"),
        piece("wall", (right + 4, 8), (right + 4, 0), name="w2"),
    )
    assert refused(siege(walls=sections + 3), *line) == wanted


@covers("IDG-16.2.1")
def test_between_two_towers_there_is_a_gate() -> None:
    def line(middle: str) -> tuple[Feature, ...]:
        return (
            piece("gate", (0, 8), (4, 8), name="g1"),
            piece("tower", (4, 8), (8, 8), name="t1"),
            piece(middle, (8, 8), (12, 8), name="m"),
            piece("tower", (12, 8), (16, 8), name="t2"),
            piece("wall", (16, 8), (16, 0), name="w"),
        )

    there = siege(walls=12, towers=2)
    assert refused(there, *line("gate")) == []
    assert refused(there, *line("wall")) == ["IDG-16.2.1"]
    (run,) = runs_of(line("wall"))
    assert [(len(part), towers) for part, towers in stretches(run)] == [(1, 1), (1, 2), (1, 1)]


@covers("IDG-5.6.4")
def test_works_stand_in_the_defenders_half() -> None:
    def line(away: float) -> tuple[Feature, ...]:
        return (
            piece("wall", (0, away), (34, away), name="w1"),
            piece("gate", (34, away), (38, away), name="g"),
            piece("wall", (38, away), (72, away), name="w2"),
        )

    there = siege(walls=18, towers=0)
    # Half the table is 24 inches deep, and half a wall one and a quarter.
    assert "IDG-5.6.4" not in refused(there, *line(22.7))
    assert refused(there, *line(23)).count("IDG-5.6.4") == 3


@covers("IDG-5.6.6", "IDG-5.6.19")
def test_works_must_enclose_something() -> None:
    there = siege(walls=8)
    ring = (
        piece("gate", (20, 4), (24, 4), name="g"),
        piece("wall", (24, 4), (28, 4), (28, 12), (24, 12), name="w1"),
        piece("gate", (24, 12), (20, 12), name="g2"),
        piece("wall", (20, 12), (20, 4), name="w2"),
    )
    assert refused(there, *ring) == []
    opened = (*ring[:3], piece("wall", (20, 12), (20, 7), name="w2"))
    assert refused(there, *opened) == ["IDG-5.6.6"]
    bay = (
        piece("wall", (20, 0), (20, 8), name="w1"),
        piece("gate", (20, 8), (24, 8), name="g"),
        piece("wall", (24, 8), (28, 8), (28, 0), name="w2"),
    )
    assert refused(there, *bay) == []


@covers("IDG-4.2.29")
def test_nobody_builds_in_a_river() -> None:
    river = {"id": "r", "kind": "river", "via": [(6, 0), (6, 48)], "width": 3}
    assert set(refused(siege(walls=4, terrain=[river]), *corner())) == {"IDG-4.2.29"}


@covers("IDG-1.9.6")
def test_works_meet_only_with_their_ends() -> None:
    there = siege(walls=8)
    beside = piece("gate", (0, 10), (4, 10), name="x")
    assert refused(there, *corner(beside)) == ["IDG-1.9.6", "IDG-16.1.2"][:1]
    across = piece("gate", (6, 6), (10, 6), name="x")
    assert "IDG-1.9.6" in refused(there, *corner(across))
    clear = piece("gate", (0, 14), (4, 14), name="x")
    assert refused(there, *corner(clear)) == []


@covers("IDG-16.1.2")
def test_works_are_lines_of_their_owner_with_names_and_measures() -> None:
    there = siege(walls=4, terrain=[{"id": "w1", "kind": "wood", "at": (50, 40), "size": (12, 8)}])
    assert refused(there, *corner()) == ["IDG-16.1.2"]  # the wood has that name
    there = siege(walls=4)
    strange = [
        replace(corner()[0], width=LOW),
        replace(corner()[0], side=RED),
        replace(corner()[0], via=((8 * INCH, -5), (8 * INCH, 8 * INCH))),
        replace(corner()[0], open=True),
        replace(corner()[0], kind="wood"),
    ]
    for one in strange:
        assert "IDG-16.1.2" in refused(there, one, *corner()[1:])
    many = [piece("gate", (0, 8), (4, 8), name=f"g{n}") for n in range(90)]
    assert refused(there, *many) == ["IDG-16.1.2"]


# -- towns ----------------------------------------------------------------------------------------


@covers("IDG-16.1.8")
def test_the_ground_inside_is_open_or_built_up() -> None:
    ring = (
        piece("gate", (20, 4), (24, 4), name="g"),
        piece("wall", (24, 4), (32, 4), (32, 16), name="w1"),
        piece("gate", (32, 16), (28, 16), name="g2"),
        piece("wall", (28, 16), (20, 16), (20, 4), name="w2"),
    )
    there = playing(siege(walls=12), SetUpWorks()).do(TakeEdge("top"))
    there.do(LayWorks(ring, town=True))
    town = there.world.ground[0]
    assert (town.id, town.kind) == ("town", "village")
    # A street of an inch behind walls that are an inch and a quarter wide on this side: for a
    # broader one there is no room.
    xs = [x for x, _ in town.outline]
    assert (min(xs), max(xs)) == (round(22.25 * INCH), round(29.75 * INCH))
    opened = playing(siege(walls=12), SetUpWorks()).do(TakeEdge("top")).do(LayWorks(ring))
    assert [one.kind for one in opened.world.ground] == ["gate", "wall"] * 2


@covers("IDG-16.1.8")
def test_a_large_town_leaves_room_for_troops_behind_its_walls() -> None:
    ring = (
        piece("wall", (20, 0), (20, 16), (28, 16), name="w1"),
        piece("gate", (28, 16), (32, 16), name="g"),
        piece("wall", (32, 16), (44, 16), (44, 0), name="w2"),
    )
    town = town_in(blueprint(siege(walls=15).ctx), ring)
    assert town is not None
    xs, ys = zip(*town.outline, strict=True)
    assert (min(xs), max(xs)) == (round(24.25 * INCH), round(39.75 * INCH))
    assert max(ys) == round(11.75 * INCH)


@covers("IDG-16.1.8")
def test_a_town_needs_room() -> None:
    there = siege(walls=3)
    small = (
        piece("gate", (4, 0), (4, 4), name="g"),
        piece("wall", (4, 4), (0, 4), name="w"),
    )
    assert refused(there, *small) == []
    assert town_in(blueprint(there.ctx), small) is None
    assert refused(there, *small, town=True) == ["IDG-16.1.8"]


# -- raids ----------------------------------------------------------------------------------------


def raid(**more: Any) -> Field:  # noqa: ANN401
    """Lay out a raid in which blue has bought ramparts."""
    return siege(0, 10, battle="raid", **more)


@covers("IDG-5.5.4", "IDG-5.5.11")
def test_raid_works_are_for_a_camp_where_the_defender_deploys() -> None:
    def camp(away: float) -> list[Feature]:
        return [
            piece("rampart", (20, 0), (20, away), name="r1"),
            piece("gate", (20, away), (24, away), name="g", low=True),
            piece("rampart", (24, away), (28, away), (28, 0), name="r2"),
        ]

    assert refused(raid(), *camp(5)) == []
    assert refused(raid(), *camp(6)) == ["IDG-5.5.11"] * 2  # the gate and the front reach beyond


@covers("IDG-5.5.11")
def test_raid_works_are_for_a_village_in_the_defenders_half() -> None:
    front = [
        piece("rampart", (37, 18), (42, 18), name="r1"),
        piece("gate", (42, 18), (46, 18), name="g", low=True),
        piece("rampart", (46, 18), (51, 18), name="r2"),
    ]
    assert refused(raid(terrain=[VILLAGE]), *front) == []
    assert refused(raid(), *front) == ["IDG-5.5.11"] * 3
    far = {**VILLAGE, "at": (44, 40)}
    assert refused(raid(terrain=[far]), *front) == ["IDG-5.5.11"] * 3


@covers("IDG-5.5.4", "IDG-5.5.11")
def test_in_a_raid_only_who_bought_works_is_asked_and_may_go_without() -> None:
    assert playing(siege(0, 0, battle="raid"), SetUpWorks()).is_over
    assert playing(field(battle="open_battle"), SetUpWorks()).is_over
    there = playing(raid(), SetUpWorks())
    assert there.asked() == ("blue", "choose_works")
    there.do(LayWorks(()))
    assert there.is_over
    assert there.world.ground == ()
    assert there.told()[0] == "idg.no_works"
    assert there.world.edges == {RED: "bottom", BLUE: "top"}


# -- by the program -------------------------------------------------------------------------------


@covers("IDG-5.6.4", "IDG-16.1.2", "IDG-16.1.3", "IDG-16.2.1")
@pytest.mark.parametrize(
    ("walls", "ramparts", "towers"),
    [(1, 0, 0), (0, 1, 0), (1, 1, 0), (2, 0, 0), (3, 0, 0), (9, 0, 1), (12, 4, 2), (18, 0, 3)],
)
@pytest.mark.parametrize("edge", ["top", "left"])
def test_the_program_always_finds_a_place_for_works(
    walls: int, ramparts: int, towers: int, edge: str
) -> None:
    there = siege(walls, ramparts, towers)
    there.world.edges = {BLUE: edge, RED: "bottom" if edge == "top" else "right"}  # type: ignore[dict-item]
    plan = blueprint(there.ctx)
    pieces = automatic(plan)
    assert pieces
    assert flaws(plan._replace(pieces=pieces)) == []
    assert sum(one.kind == "tower" for one in pieces) == towers


@covers("IDG-5.6.4", "IDG-5.6.6")
def test_there_are_several_styles() -> None:
    plan = blueprint(siege(18).ctx)
    assert styles_for(plan) == ("bastion", "corner", "line", "ring")
    for style in styles_for(plan):
        pieces = next(legal_drafts(plan, style))
        long = sum(length_of(one) for one in pieces)
        assert long == pytest.approx(72 * INCH, abs=20)
    village = blueprint(raid(terrain=[VILLAGE]).ctx)
    assert styles_for(village) == ("village", "camp")
    assert next(legal_drafts(village, "village"))


@covers("IDG-5.6.4")
def test_an_answer_in_one_word_sets_them_up() -> None:
    there = playing(siege(10), SetUpWorks()).do(TakeEdge("top"))
    decision = there.decision()
    assert decision.default(there.ctx) == LayWorksForMe()
    assert there.refusal(LayWorksForMe("camp")) == ["IDG-5.6.4"]
    there.do(LayWorksForMe("corner"))
    assert {one.kind for one in there.world.ground} == {"wall", "gate"}
    (fort,) = forts_of(there.ctx)
    assert fort.side == BLUE


def random_setup(there: Field, seed: int) -> Playing:
    """Set works up at random."""
    return playing(there, SetUpWorks()).finish(seed)


@covers("IDG-5.6.4", "IDG-5.6.12")
@pytest.mark.parametrize("seed", range(12))
def test_works_set_up_at_random_keep_the_rules(seed: int) -> None:
    walls, towers = 8 + seed, seed % 3
    armies = {"red": {"equipment": {"breaches": seed % 4}}}
    there = random_setup(siege(walls, 0, towers, armies=armies), seed)
    assert forts_of(there.ctx)
    names = [one.id for one in there.world.ground]
    assert len(names) == len(set(names))
