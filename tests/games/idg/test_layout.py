"""Laying out the battlefield. IDG-4.4."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

import msgspec
import pytest

from tests.games.idg.field import BLUE, INCH, RED, field
from tests.games.idg.play import Playing, playing
from tests.games.idg.speaking import rules_in
from walstatt.boards.shapes import field as rectangle_of
from walstatt.boards.table import Table
from walstatt.games.idg.layout import (
    KEEP,
    Add,
    ChangeLayout,
    LayOut,
    LayPieces,
    LayRandomly,
    Remove,
    Shift,
    changed,
)
from walstatt.games.idg.layout_check import MOST_PIECES, Plan, flaws, homes
from walstatt.games.idg.world import Feature, Ground
from walstatt.kernel.prompts import Target
from walstatt.workshop.covers import covers

TABLE = Table(72 * INCH, 48 * INCH)
SPOTS = [(x, y) for y in (8, 24, 40) for x in (8, 22, 36, 50, 64)]


def at(x: float, y: float) -> tuple[int, int]:
    return round(x * INCH), round(y * INCH)


def block(
    name: str, kind: Ground, x: float, y: float, long: float = 12, wide: float = 6
) -> Feature:
    """Lay a rectangle."""
    outline = rectangle_of(at(x, y), round(long * INCH), round(wide * INCH))
    return Feature(name, kind, outline=outline)


def course(name: str, kind: Ground, *via: tuple[float, float], width: float = 1) -> Feature:
    """Lead a line."""
    return Feature(name, kind, via=tuple(at(x, y) for x, y in via), width=round(width * INCH))


def several(**kinds: int) -> tuple[Feature, ...]:
    """Lay so many pieces of each kind, apart from each other; lines lie at the edges."""
    spots = iter(SPOTS)
    return tuple(one_of(kind, n, spots) for kind, count in kinds.items() for n in range(count))


def one_of(kind: Any, n: int, spots: Any) -> Feature:  # noqa: ANN401
    name = f"{kind}{n}"
    if kind == "seashore":
        return Feature(name, kind, edge="left")
    if kind in ("stream", "road", "gully", "river"):
        width = {"stream": 1, "road": 1, "gully": 4, "river": 3}[kind]
        y = 16 if kind != "river" else 32
        return course(name, kind, (0, y + n), (72, y + n), width=width)
    x, y = next(spots)
    return block(name, kind, x, y)


def broken(home: str, *pieces: Feature, most: int | None = MOST_PIECES) -> set[str]:
    """List the rules that a battlefield breaks."""
    return set(rules_in(flaws(Plan(TABLE, INCH, home, pieces), most)))


# -- home terrains --------------------------------------------------------------------------------


@covers("IDG-4.4.4", "IDG-A46")
@pytest.mark.parametrize(
    ("kinds", "legal"),
    [
        ({"sand": 2, "rocky": 2, "steep_hill": 1, "gully": 1}, True),
        ({"fields": 1}, True),
        ({"fields": 2}, False),
        ({"wood": 1}, False),
        ({"marsh": 1}, False),
        ({"stream": 1}, False),
        ({"seashore": 1}, False),
    ],
)
def test_desert(kinds: dict[str, int], legal: bool) -> None:
    assert broken("desert", *several(**kinds)) == (set() if legal else {"IDG-4.4.4"})


@covers("IDG-4.4.5", "IDG-4.4.3")
def test_steppe() -> None:
    hills = several(gentle_hill=3)
    gullies = (
        course("g1", "gully", (0, 12), (10, 16), width=4),
        course("g2", "gully", (72, 30), (60, 34), width=4),
    )
    stream = course("s", "stream", (0, 30), (72, 26))
    wet, dry = block("w", "wood", 40, 28), block("w", "wood", 40, 40)
    assert broken("steppe", *hills, *gullies, stream, wet) == set()
    assert broken("steppe", *hills, *gullies, stream, dry) == {"IDG-4.4.5"}
    assert broken("steppe", *several(rocky=3, gentle_hill=3)) == set()
    assert broken("steppe", *several(rocky=4)) == {"IDG-4.4.5"}
    assert broken("steppe", *several(marsh=1)) == {"IDG-4.4.5"}
    assert broken("steppe", Feature("x", "seashore", edge="left")) == {"IDG-4.4.5"}
    assert broken("steppe", stream, wet, block("w2", "wood", 20, 29)) == {"IDG-4.4.5"}


@covers("IDG-4.4.6")
@pytest.mark.parametrize(
    ("kinds", "legal"),
    [
        ({"wood": 2, "marsh": 1, "steep_hill": 1, "gentle_hill": 2}, True),
        ({"wood": 3, "marsh": 1, "steep_hill": 1}, False),
        ({"sand": 1}, False),
        ({}, True),
    ],
)
def test_pasture(kinds: dict[str, int], legal: bool) -> None:
    assert broken("pasture", *several(**kinds)) == (set() if legal else {"IDG-4.4.6"})


@covers("IDG-4.4.7", "IDG-A46")
@pytest.mark.parametrize(
    ("kinds", "legal"),
    [
        ({"fields": 2}, True),
        ({"village": 1, "fields": 1}, True),
        ({"fields": 1}, False),
        ({"village": 1}, False),
        ({}, False),
        ({"fields": 2, "wood": 1, "marsh": 1, "sand": 1}, True),
        ({"fields": 2, "wood": 2, "marsh": 1, "steep_hill": 1}, False),
    ],
)
def test_cultivated_land(kinds: dict[str, int], legal: bool) -> None:
    assert broken("cultivated", *several(**kinds)) == (set() if legal else {"IDG-4.4.7"})


@covers("IDG-4.4.8")
@pytest.mark.parametrize(
    ("kinds", "legal"),
    [
        ({"wood": 6}, True),
        ({"wood": 5}, False),
        ({"wood": 6, "village": 1}, False),
        ({"wood": 6, "sand": 1}, False),
    ],
)
def test_forest(kinds: dict[str, int], legal: bool) -> None:
    assert broken("forest", *several(**kinds)) == (set() if legal else {"IDG-4.4.8"})


@covers("IDG-4.4.9")
@pytest.mark.parametrize(
    ("kinds", "legal"),
    [
        ({"steep_hill": 3, "gully": 1, "rocky": 1}, True),
        ({"steep_hill": 3, "rocky": 1, "wood": 2}, False),
        ({"steep_hill": 5, "sand": 1}, False),
    ],
)
def test_mountains(kinds: dict[str, int], legal: bool) -> None:
    assert broken("mountains", *several(**kinds)) == (set() if legal else {"IDG-4.4.9"})


@covers("IDG-4.4.10", "IDG-4.4.21")
@pytest.mark.parametrize(
    ("kinds", "legal"),
    [
        ({"seashore": 1, "marsh": 1, "sand": 1, "stream": 1}, True),
        ({"seashore": 1, "marsh": 1, "sand": 1, "river": 1}, True),
        ({"seashore": 1, "marsh": 1, "sand": 1}, False),
        ({"marsh": 2, "sand": 1}, False),
    ],
)
def test_coast(kinds: dict[str, int], legal: bool) -> None:
    assert broken("coast", *several(**kinds)) == (set() if legal else {"IDG-4.4.10"})


@covers("IDG-4.4.21")
def test_a_seashore_counts_as_one_piece_and_its_strip_as_none() -> None:
    shore = Feature("x", "seashore", edge="left", rocky_top=True)
    assert broken("coast", shore, *several(marsh=2, sand=1, gentle_hill=4)) == set()
    assert broken("coast", shore, *several(marsh=2, sand=1, gentle_hill=5)) == {"IDG-4.4.3"}
    pasture = Feature("x", "seashore", edge="left")
    assert broken("pasture", pasture) == set(), "its strip of sand is no sand"


# -- pieces ---------------------------------------------------------------------------------------


@covers("IDG-4.4.3", "IDG-4.4.22")
def test_the_defender_lays_eight_pieces_and_the_attacker_may_add_more() -> None:
    pieces = several(gentle_hill=9)
    assert broken("pasture", *pieces[:8]) == set()
    assert broken("pasture", *pieces) == {"IDG-4.4.3"}
    assert broken("pasture", *pieces, most=None) == set()
    assert broken("steppe", *several(rocky=4), most=None) == {"IDG-4.4.5"}


@covers("IDG-4.4.12", "IDG-4.4.11")
@pytest.mark.parametrize(
    ("long", "wide", "legal"), [(12, 6, True), (11.9, 6, False), (24, 9.5, True), (24.1, 10, False)]
)
def test_pieces_measure_12_to_24_inches(long: float, wide: float, legal: bool) -> None:
    piece = block("x", "wood", 36, 24, long, wide)
    assert broken("pasture", piece) == (set() if legal else {"IDG-4.4.12"})


@covers("IDG-4.4.11", "IDG-4.4.15")
@pytest.mark.parametrize("kind", ["stream", "gully", "road"])
def test_lines_may_have_any_length_but_one_end_lies_on_an_edge(kind: Any) -> None:  # noqa: ANN401
    short = course("x", kind, (0, 24), (3, 24), width=2)
    assert broken("pasture", short) == set()
    loose = course("x", kind, (4, 24), (40, 24), width=2)
    assert broken("pasture", loose) == {"IDG-4.4.15"}


@covers("IDG-4.4.13", "IDG-4.2.33")
def test_there_is_one_village_one_river_one_seashore() -> None:
    assert broken("pasture", *several(village=1)) == set()
    assert broken("pasture", *several(village=2)) == {"IDG-4.4.13"}
    assert broken("pasture", *several(river=2)) == {"IDG-4.4.13"}
    shores = [Feature("a", "seashore", edge="left"), Feature("b", "seashore", edge="top")]
    assert broken("pasture", *shores) == {"IDG-4.2.33"}


@covers("IDG-4.4.14", "IDG-4.2.29")
@pytest.mark.parametrize(
    ("via", "legal"),
    [
        ([(0, 20), (72, 30)], True),
        ([(20, 0), (30, 48)], True),
        ([(0, 20), (30, 48)], False),
        ([(0, 20), (60, 30)], False),
    ],
)
def test_a_river_leads_to_the_opposite_edge(via: list[tuple[float, float]], legal: bool) -> None:
    river = course("x", "river", *via, width=3)
    assert broken("pasture", river) == (set() if legal else {"IDG-4.4.14"})
    edge = Feature("x", "river", edge="top", width=3 * INCH)
    assert broken("pasture", edge) == set()


@covers("IDG-4.2.27", "IDG-4.2.29", "IDG-4.2.31", "IDG-4.2.34")
@pytest.mark.parametrize(
    ("kind", "width", "rule"),
    [
        ("stream", 2, ""),
        ("stream", 2.1, "IDG-4.2.27"),
        ("river", 2, "IDG-4.2.29"),
        ("river", 2.1, ""),
        ("gully", 1.9, "IDG-4.2.31"),
        ("gully", 6, ""),
        ("gully", 6.1, "IDG-4.2.31"),
    ],
)
def test_waters_and_gullies_have_their_widths(kind: Any, width: float, rule: str) -> None:  # noqa: ANN401
    assert broken("pasture", course("x", kind, (0, 20), (72, 20), width=width)) == (
        {rule} if rule else set()
    )


@covers("IDG-4.2.34")
def test_the_strip_of_a_seashore_is_about_three_inches_wide() -> None:
    assert broken("pasture", Feature("x", "seashore", edge="left", width=3 * INCH)) == set()
    assert broken("pasture", Feature("x", "seashore", edge="left", width=5 * INCH)) == {
        "IDG-4.2.34"
    }


@covers("IDG-4.2.30", "IDG-4.2.29")
def test_fords_belong_to_a_river() -> None:
    river = course("r", "river", (0, 24), (72, 24), width=3)
    ford = block("f", "ford", 30, 24, 4, 4)
    hills = several(gentle_hill=5)[:5]
    assert broken("pasture", river, ford) == set()
    assert broken("pasture", ford) == {"IDG-4.2.29"}
    assert len(Plan(TABLE, INCH, "pasture", (river, ford, *hills)).counted) == 6


@covers("IDG-4.4.16")
def test_pieces_may_touch_the_edge_but_not_leave_the_table() -> None:
    assert broken("pasture", block("x", "wood", 3, 24)) == set()
    assert broken("pasture", block("x", "wood", 2, 24)) == {"IDG-4.4.3"}


@covers("IDG-4.4.3")
@pytest.mark.parametrize(
    "piece",
    [
        Feature("x", "wood"),
        Feature("x", "wall", via=(at(0, 10), at(20, 10)), width=100),
        Feature("x", "wood", outline=(at(10, 10), at(24, 20), at(24, 10), at(10, 20))),
        Feature("x", "wood", via=(at(0, 10), at(14, 10)), width=900),
        Feature("x", "seashore"),
        Feature("x", "wood", edge="left"),
        Feature("x", "seashore", edge="middle"),
        Feature("x", "road", via=(at(0, 10),)),
        Feature("x", "road", via=(at(0, 10), at(0, 10))),
        Feature("x", "wood", outline=tuple(at(10 + n / 10, n % 2 * 9) for n in range(90))),
        Feature("", "wood", outline=rectangle_of(at(30, 30), 3_100, 1_500)),
    ],
)
def test_what_is_no_terrain_is_refused(piece: Feature) -> None:
    assert broken("pasture", piece) == {"IDG-4.4.3"}


def test_two_pieces_cannot_have_one_name() -> None:
    assert broken("pasture", block("x", "wood", 10, 10), block("x", "wood", 50, 10)) == {
        "IDG-4.4.3"
    }


# -- what lies on what ----------------------------------------------------------------------------


@covers(
    "IDG-4.1.4",
    "IDG-4.2.1",
    "IDG-4.2.14",
    "IDG-4.2.15",
    "IDG-4.2.17",
    "IDG-4.2.21",
    "IDG-4.2.24",
    "IDG-4.2.25",
)
@pytest.mark.parametrize(
    ("upper", "lower", "rule"),
    [
        ("wood", "gentle_hill", ""),
        ("wood", "steep_hill", ""),
        ("wood", "marsh", ""),
        ("rocky", "gentle_hill", ""),
        ("rocky", "steep_hill", ""),
        ("village", "gentle_hill", ""),
        ("village", "steep_hill", "IDG-4.2.21"),
        ("village", "wood", "IDG-4.2.21"),
        ("marsh", "gentle_hill", "IDG-4.2.24"),
        ("marsh", "steep_hill", "IDG-4.2.24"),
        ("sand", "gentle_hill", "IDG-4.2.25"),
        ("wood", "rocky", "IDG-4.1.4"),
        ("gentle_hill", "steep_hill", "IDG-4.1.4"),
    ],
)
def test_pieces_lie_on_each_other_where_it_is_said(upper: Any, lower: Any, rule: str) -> None:  # noqa: ANN401
    home = "desert" if "sand" in (upper, lower) else "pasture"
    pieces = (block("a", upper, 36, 24), block("b", lower, 38, 26, 18, 10))
    assert broken(home, *pieces) == ({rule} if rule else set())
    apart = (block("a", upper, 10, 24), block("b", lower, 38, 26, 18, 10))
    assert broken(home, *apart) == set()


@covers("IDG-4.2.21")
def test_a_village_may_stand_on_a_flat_top() -> None:
    outline = rectangle_of(at(36, 24), 14 * INCH, 19 * INCH)
    top = rectangle_of(at(36, 24), 12 * INCH, 7 * INCH)
    hill = Feature("h", "steep_hill", outline=outline, top=top)
    assert broken("pasture", hill, block("v", "village", 36, 24)) == set()
    assert broken("pasture", hill, block("v", "village", 40, 24)) == {"IDG-4.2.21"}


@covers("IDG-4.2.17", "IDG-A46")
def test_fields_need_a_village_and_lie_on_gentle_hills_or_in_clearings() -> None:
    village = block("v", "village", 10, 10)
    lone = block("f", "fields", 36, 24)
    assert broken("pasture", lone) == {"IDG-4.2.17"}
    assert broken("pasture", lone, village) == set()
    hill = block("h", "gentle_hill", 36, 24, 18, 10)
    assert broken("pasture", lone, village, hill) == set()
    wood = block("w", "wood", 36, 24, 18, 12)
    assert broken("pasture", lone, village, wood) == {"IDG-4.2.17"}
    clearing = rectangle_of(at(36, 24), round(12.5 * INCH), round(6.5 * INCH))
    cleared = msgspec.structs.replace(wood, holes=(clearing,))
    assert broken("pasture", lone, village, cleared) == set()


def test_every_flaw_is_named_at_once() -> None:
    pieces = (
        block("a", "sand", 10, 24, 5, 5),
        course("b", "stream", (4, 10), (40, 10), width=4),
        *several(village=2),
    )
    assert broken("pasture", *pieces) == {
        "IDG-4.4.6",
        "IDG-4.4.12",
        "IDG-4.2.27",
        "IDG-4.4.15",
        "IDG-4.4.13",
    }


# -- the procedure --------------------------------------------------------------------------------


def layout(battle: str = "raid", **more: Any) -> Playing:  # noqa: ANN401
    """Begin the lay-out: red attacks, blue's home is pasture or forest."""
    armies = {"blue": {"homes": ["pasture", "forest"]}, "red": {"homes": ["desert"]}}
    there = field(battle=battle, phase="layout", attacker="red", armies=armies, **more)
    return playing(there, LayOut())


@covers("IDG-4.4.1", "IDG-4.4.3", "IDG-4.4.20")
def test_the_defender_lays_out_his_home_terrain() -> None:
    there = layout()
    assert there.asked() == ("blue", "choose_layout")
    assert there.refusal(LayPieces("desert", ())) == ["IDG-4.4.1"]
    assert there.refusal(LayPieces("steppes", ())) == ["IDG-4.4.1", "IDG-4.4.1"]
    assert there.refusal(LayPieces("forest", ())) == ["IDG-4.4.8"]
    pieces = several(gentle_hill=2, wood=1)
    there.do(LayPieces("pasture", pieces))
    assert there.world.ground == pieces
    assert there.asked() == ("red", "choose_changes")


@covers("IDG-4.4.2", "IDG-A44")
def test_in_an_open_battle_dice_decide_whose_home_it_is() -> None:
    there = layout("open_battle")
    assert there.dice() == 2
    there.roll(4, 4).roll(5, 2)
    assert there.asked() == ("red", "choose_layout")
    assert there.world.attacker == BLUE
    there.do(LayPieces("desert", ()))
    assert there.asked() == ("blue", "choose_changes")
    other = layout("open_battle").roll(1, 2)
    assert other.world.attacker == RED


@covers("IDG-4.4.20")
def test_the_same_dice_draw_the_same_battlefield() -> None:
    def drawn(*faces: int) -> tuple[Feature, ...]:
        there = layout().do(LayRandomly("forest"))
        assert there.dice() == 4
        return there.roll(*faces).world.ground

    first = drawn(1, 2, 3, 4)
    assert first == drawn(1, 2, 3, 4)
    assert first != drawn(1, 2, 3, 5)
    assert broken("forest", *first) == set()


@covers("IDG-4.4.17", "IDG-4.4.20")
def test_the_attacker_makes_up_to_four_changes() -> None:
    there = layout().do(LayPieces("pasture", several(gentle_hill=3, wood=1)))
    there.do(ChangeLayout((Remove("wood0"),)))
    there.do(ChangeLayout((Shift("gentle_hill0", (2 * INCH, INCH)),)))
    there.do(ChangeLayout((Shift("gentle_hill1", turn=4_500),)))
    assert there.pending() == "red choose_changes"
    there.do(ChangeLayout((Add(block("new", "marsh", 36, 40)),)))
    assert there.is_over
    names = [one.id for one in there.world.ground]
    assert names == ["gentle_hill0", "gentle_hill1", "gentle_hill2", "new"]
    moved = there.world.ground[0].outline[0]
    assert moved == (at(8 - 3 + 2, 8 - 6 + 1))
    assert there.told()[-5:-1] == [
        "idg.piece_removed",
        "idg.piece_moved",
        "idg.piece_turned",
        "idg.piece_added",
    ]


@covers("IDG-4.4.17")
def test_a_change_does_one_thing_to_one_piece() -> None:
    there = layout().do(LayPieces("pasture", several(gentle_hill=3, seashore=1)))
    for bad in (
        Shift("gentle_hill0"),
        Shift("gentle_hill0", (INCH, 0), 900),
        Shift("gentle_hill0", edge="top"),
        Shift("seashore0", (INCH, 0)),
        Shift("nothing", (INCH, 0)),
        Remove("nothing"),
    ):
        assert there.refusal(ChangeLayout((bad,))) == ["IDG-4.4.17"]
    assert there.refusal(ChangeLayout((Shift("seashore0", edge="middle"),))) == ["IDG-4.2.33"]
    assert there.refusal(ChangeLayout(())) == ["IDG-4.4.17"]
    five = tuple(Add(block(f"n{n}", "gentle_hill", x, y)) for n, (x, y) in enumerate(SPOTS[5:10]))
    assert there.refusal(ChangeLayout(five)) == ["IDG-4.4.17"]
    there.do(ChangeLayout((Shift("seashore0", edge="right"),))).do(KEEP)
    assert there.is_over
    assert there.world.ground[-1].edge == "right"


@covers("IDG-4.4.18")
def test_after_the_changes_the_rules_still_hold() -> None:
    there = layout().do(LayPieces("forest", several(wood=6)))
    assert there.refusal(ChangeLayout((Remove("wood0"),))) == ["IDG-4.4.8"]
    assert there.refusal(ChangeLayout((Add(block("v", "village", 36, 40)),))) == ["IDG-4.4.8"]
    assert there.refusal(ChangeLayout((Shift("wood0", (40 * 36 * INCH, 0)),))) == ["IDG-4.4.3"]
    swap = ChangeLayout((Remove("wood0"), Add(block("w", "wood", 50, 40))))
    there.do(swap)
    assert there.decision().left == 2  # type: ignore[attr-defined]


@covers("IDG-4.4.20")
def test_whoever_is_away_draws_by_lot_and_changes_nothing() -> None:
    there = layout()
    decision: Any = there.decision()
    assert decision.default(there.ctx) == LayRandomly("pasture")
    there.do(decision.default(there.ctx)).roll(7, 7, 7, 7)
    changes: Any = there.decision()
    assert changes.default(there.ctx) == KEEP
    there.do(KEEP)
    assert there.is_over
    assert there.told()[-2] == "idg.layout_kept"


def test_random_players_can_lay_out_a_battlefield() -> None:
    for seed in range(4):
        there = layout("open_battle").finish(seed)
        home = {RED: "desert", BLUE: ""}.get(there.world.attacker, "")
        assert there.is_over
        assert home in ("desert", "")


def test_a_river_takes_its_fords_along() -> None:
    river = course("r", "river", (30, 0), (30, 48), width=3)
    ford = block("f", "ford", 30, 24, 4, 4)
    ground = (river, ford)
    assert changed(ground, Remove("r")) == ()
    moved = changed(ground, Shift("r", (5 * INCH, 0)))
    assert moved[1].outline == block("f", "ford", 35, 24, 4, 4).outline
    assert broken("pasture", *moved) == set()


def test_answers_can_be_sent_as_json() -> None:
    answer = LayPieces("pasture", several(wood=1, stream=1))
    sent = msgspec.json.encode(answer)
    assert msgspec.json.decode(sent, type=LayPieces) == answer
    change = ChangeLayout((Shift("x", (1, 2)), Remove("y"), Add(block("z", "wood", 3, 4))))
    assert msgspec.json.decode(msgspec.json.encode(change), type=ChangeLayout) == change


@covers("IDG-4.4.1")
def test_every_home_terrain_is_known() -> None:
    assert set(homes()) == {
        "desert",
        "steppe",
        "pasture",
        "cultivated",
        "forest",
        "mountains",
        "coast",
    }


def test_no_battlefield_is_too_strange_to_be_judged() -> None:
    rng = Random(7)
    kinds: tuple[Ground, ...] = get_args(Ground)
    for _ in range(150):
        pieces = tuple(strange(rng, rng.choice(kinds)) for _ in range(rng.randint(1, 4)))
        for one in flaws(Plan(TABLE, INCH, rng.choice(("pasture", "coast", "")), pieces)):
            assert one.rule.startswith("IDG-4.")


def strange(rng: Random, kind: Ground) -> Feature:
    def spots(most: int) -> tuple[tuple[int, int], ...]:
        far = 20_000
        return tuple(
            (rng.randint(-100, far), rng.randint(0, far)) for _ in range(rng.randint(0, most))
        )

    return Feature(
        rng.choice(("a", "b", "c", "")),
        kind,
        outline=spots(5),
        via=spots(4) if rng.random() < 0.5 else (),
        width=rng.choice((0, -5, 300, 9_000)),
        holes=(spots(4),) if rng.random() < 0.2 else (),
        top=spots(4) if rng.random() < 0.2 else (),
        edge=rng.choice(("", "", "left", "nowhere")),
        open=rng.random() < 0.1,
    )


def test_pointing_at_a_piece_means_to_remove_it() -> None:
    there = layout().do(LayPieces("pasture", several(gentle_hill=1)))
    decision: Any = there.decision()
    meant = decision.wish(there.ctx, Target("area", "gentle_hill0"), None)
    assert meant == ChangeLayout((Remove("gentle_hill0"),))
    assert decision.wish(there.ctx, Target("piece", "x"), None) is None


def test_what_can_be_chosen_has_words() -> None:
    there = layout()
    decision: Any = there.decision()
    samples = decision.sample(there.ctx, Random(1), 4)
    labels = [decision.present(there.ctx, one).label.id for one in samples]
    assert labels == ["idg.do.lay_randomly"] * 2 + ["idg.do.lay_pieces"] * 2
    assert all(not decision.check(there.ctx, one) for one in samples)
    there.do(samples[2])
    changes: Any = there.decision()
    options = changes.sample(there.ctx, Random(1), 12)
    assert len(options) >= 12
    words = {changes.present(there.ctx, one).label.id for one in options}
    assert words == {"idg.do.keep_layout", "idg.do.remove_piece", "idg.do.move_piece"}
    assert changes.prompt(there.ctx).args["n"] == 4
