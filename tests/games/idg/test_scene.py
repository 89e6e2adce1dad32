"""The table as a scene: ground, elements, badges, what is drawn over it and what lies beside it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.games.idg.field import BLUE, INCH, RED, Field, blue, field, red
from walstatt.boards.pose import Pose
from walstatt.games.idg.game import IDG
from walstatt.games.idg.lists import army_lists
from walstatt.games.idg.scene import ALIKE, look_alike, scene_of
from walstatt.games.idg.scene_pieces import code_of, sprite_of
from walstatt.games.idg.troops import Profile
from walstatt.games.idg.view import observe
from walstatt.games.idg.world import Engine, Fire, Melee
from walstatt.i18n.catalogue import LANGUAGES, Message
from walstatt.kernel.ctx import Ctx
from walstatt.kernel.definition import Ruleset
from walstatt.kernel.ids import Seat, UnitId
from walstatt.scene.model import (
    AtPoint,
    Badge,
    Counters,
    InTray,
    Marks,
    Piece,
    Roster,
    Scene,
    Shape,
    Strip,
    TableBoard,
)
from walstatt.scene.patch import apply, diff
from walstatt.scene.text import render
from walstatt.scene.unnamed import unnamed
from walstatt.workshop.covers import covers

WOOD = {"id": "w", "kind": "wood", "at": (52, 10), "size": (14, 10)}
HILL = {"id": "h", "kind": "gentle_hill", "at": (10, 10), "size": (14, 8)}
STREAM = {"id": "st", "kind": "stream", "via": [(60, 0), (58, 48)], "width": 1}
ROAD = {"id": "r", "kind": "road", "via": [(0, 24), (72, 26)], "width": 1}


def shown(there: Field, seat: Seat | None = RED) -> Scene:
    return scene_of(there.ctx.rules, observe(there.ctx, seat))


def board(scene: Scene) -> TableBoard:
    (only,) = scene.boards
    assert isinstance(only, TableBoard)
    return only


def piece(scene: Scene, name: str) -> Piece:
    return next(one for one in scene.pieces if one.id == name)


def kinds(badges: tuple[Badge, ...]) -> list[tuple[str, int | None]]:
    return [(one.kind, one.n) for one in badges]


def words(message: Message | None, language: str = "en") -> str:
    assert message is not None
    return IDG.catalogue.text(message, language)


# -- the ground -----------------------------------------------------------------------------------


@covers("IDG-1.3.1")
def test_the_table_is_measured_in_tenths_of_a_millimetre_and_counts_in_mu() -> None:
    table = board(shown(field()))
    assert (table.width, table.height, table.unit) == (72 * INCH, 48 * INCH, INCH)
    assert words(table.unit_name) == "MU"


def test_terrain_is_ground_and_what_is_long_is_a_stroke_as_well() -> None:
    table = board(shown(field(terrain=[WOOD, HILL, STREAM, ROAD])))
    assert [(one.id, one.kind, one.level) for one in table.ground] == [
        ("h", "gentle_hill", 1),
        ("w", "woods", 0),
        ("st", "stream", 0),
        ("r", "road", 0),
    ]
    assert [(one.kind, one.width) for one in table.strokes] == [("stream", 254), ("road", 254)]
    assert table.strokes[0].points == ((60 * INCH, 0), (58 * INCH, 48 * INCH))
    wood = table.ground[1]
    xs, ys = [x for x, _ in wood.outline], [y for _, y in wood.outline]
    assert (min(xs), max(xs), min(ys), max(ys)) == (45 * 254, 59 * 254, 5 * 254, 15 * 254)


@covers("IDG-4.2.8")
def test_the_plateau_of_a_steep_hill_is_ground_of_its_own() -> None:
    top = [(28, 18), (32, 18), (32, 22), (28, 22)]
    steep = {"id": "s", "kind": "steep_hill", "at": (30, 20), "size": (12, 10), "top": top}
    for rocky, kind in ((False, "plateau"), (True, "rocky")):
        slope, plateau = board(shown(field(terrain=[{**steep, "rocky_top": rocky}]))).ground
        assert (slope.id, slope.kind, slope.level, len(slope.holes)) == ("s", "steep_hill", 2, 1)
        assert (plateau.id, plateau.kind, plateau.outline) == ("s/top", kind, slope.holes[0])


@covers("IDG-4.2.34")
def test_a_seashore_is_a_strip_of_sand_and_the_sea_beyond_it() -> None:
    table = board(shown(field(terrain=[{"id": "sea", "kind": "seashore", "edge": "left"}])))
    (sand,) = table.ground
    assert sand.kind == "sand"
    assert words(sand.name) == "seashore"
    assert max(x for x, _ in sand.outline) == 3 * INCH
    assert table.strokes[0].kind == "sea"


@covers("IDG-16.2.9")
def test_a_smashed_gate_is_called_so() -> None:
    gate = {"id": "g", "kind": "gate", "via": [(30, 20), (34, 20)], "width": 1, "side": "blue"}
    shut, smashed = (board(shown(field(terrain=[{**gate, "open": one}]))) for one in (False, True))
    assert (shut.ground[0].kind, shut.ground[0].owner, shut.ground[0].name) == ("gate", BLUE, None)
    assert words(smashed.ground[0].name) == "smashed gate"


# -- elements -------------------------------------------------------------------------------------


def test_an_element_lies_where_its_base_does_and_belongs_to_its_unit() -> None:
    there = field(red("a", "warrior", (20, 30), size=2), blue("b", "heavy_cavalry", (20, 20)))
    one, other = piece(shown(there), "a1"), piece(shown(there), "b")
    assert one.at == AtPoint(round(20 * INCH - 300), 30 * INCH + 150, "field")
    assert (one.size, one.facing, one.group, one.owner) == ((600, 300), 0, "a", RED)
    assert other.at == AtPoint(20 * INCH, 20 * INCH - 250, "field")
    assert (other.size, other.facing, other.group, other.owner) == ((600, 500), 18000, "b", BLUE)


def test_elements_are_listed_from_the_front_rank_and_the_first_tells_the_strength() -> None:
    there = field(red("a", "warrior", (20, 30), size=4, formation="2x2", facing=90))
    pieces = shown(there).pieces
    assert [one.now for one in pieces] == [4, None, None, None]
    assert [one.most for one in pieces] == [4, None, None, None]
    xs = [one.at.x for one in pieces if isinstance(one.at, AtPoint)]
    assert xs[0] == xs[1] == xs[2] + 300 == xs[3] + 300


@pytest.mark.parametrize(
    ("profile", "sprite", "code"),
    [
        (Profile(troop="warrior"), "idg.warrior.spear", "Ws"),
        (Profile(troop="warrior", subtypes=("swordsmen",)), "idg.warrior.sword", "Ww"),
        (Profile(troop="warrior", subtypes=("pikemen",)), "idg.warrior.pike", "Wp"),
        (
            Profile(troop="warrior", subtypes=("bowmen",), weapon="crossbow"),
            "idg.warrior.crossbow",
            "Wx",
        ),
        (Profile(troop="skirmisher", weapon="sling"), "idg.skirmisher.sling", "Sl"),
        (Profile(troop="heavy_cavalry"), "idg.heavy_cavalry", "HC"),
        (Profile(troop="light_cavalry", weapon="bow"), "idg.light_cavalry.bow", "LC"),
        (Profile(troop="elephant", kind="african"), "idg.elephant.african", "EL"),
        (
            Profile(troop="artillery", weapon="artillery", kind="light_artillery"),
            "idg.artillery.light",
            "AR",
        ),
        (Profile(troop="warrior", special=("rocket",)), "idg.warrior.rocket", "Ws"),
        (Profile(troop="heavy_cavalry", special=("fire_ox",)), "idg.fire_ox", "HC"),
        (Profile(troop="baggage"), "idg.baggage", "BG"),
        (Profile(troop="light_cavalry", weapon="bow", camel=True), "idg.light_cavalry.camel", "LC"),
    ],
)
def test_every_kind_of_troops_has_a_figure_and_a_code(
    profile: Profile, sprite: str, code: str
) -> None:
    assert (sprite_of(profile), code_of(profile)) == (sprite, code)


@covers("IDG-1.7.1", "IDG-1.7.3")
def test_every_element_shows_its_quality_and_its_armour() -> None:
    armour = [{"armour": "heavily_armoured"}, {"armour": "armoured"}, {}]
    there = field(
        red("a", "warrior", (20, 30), size=3, quality="elite", wild=True, elements=armour)
    )
    scene = shown(there)
    assert [kinds(piece(scene, name).badges) for name in ("a1", "a2", "a3")] == [
        [("idg/elite", None), ("idg/heavily_armoured", None), ("idg/wild", None)],
        [("idg/elite", None), ("idg/armoured", None), ("idg/wild", None)],
        [("idg/elite", None), ("idg/wild", None)],
    ]


@covers("IDG-14.3.1")
def test_foot_on_horses_is_shown_riding() -> None:
    there = field(red("a", "skirmisher", (20, 30), size=2, horses=True, form="riding"))
    assert piece(shown(there), "a1").sprite == "idg.mounted_infantry"
    there = field(red("a", "skirmisher", (20, 30), size=2, horses=True))
    assert piece(shown(there), "a1").sprite == "idg.skirmisher.spear"


def test_badges_tell_disorder_general_melee_and_what_was_done() -> None:
    there = field(
        red("a", "warrior", (20, 30), size=2, disorder=5, general=True, activated=True),
        blue("b", "warrior", (20, 30), size=2),
    )
    there.world.melees["a|b"] = Melee(2, UnitId("a"))
    scene = shown(there)
    assert kinds(piece(scene, "a1").badges) == [
        ("leader", None),
        ("disorder", 5),
        ("routed", None),
        ("idg/melee", None),
        ("done", None),
    ]
    assert kinds(piece(scene, "b1").badges) == [("idg/melee", None)]
    assert words(piece(scene, "a1").badges[0].text) == "the general of Army A"
    there.world.phase = "shooting"
    assert ("done", None) not in kinds(piece(shown(there), "a1").badges)


def test_only_the_owner_sees_who_is_concealed_a_dummy_or_how_strong_a_folded_unit_is() -> None:
    there = field(
        red("c", "warrior", (20, 30), size=2, status="concealed"),
        red("d", "warrior", (30, 30), size=2, dummy=True),
        red("f", "warrior", (40, 30), size=5, folded=True),
    )
    own, foe = shown(there, RED), shown(there, BLUE)
    assert [one.id for one in own.pieces] == ["c1", "c2", "d1", "d2", "f1"]
    assert [one.id for one in foe.pieces] == ["d1", "d2", "f1"]
    assert kinds(piece(own, "c1").badges) == [("idg/concealed", None)]
    assert kinds(piece(own, "d1").badges) == [("idg/dummy", None)]
    assert kinds(piece(foe, "d1").badges) == []
    assert (piece(own, "f1").now, kinds(piece(own, "f1").badges)) == (5, [("idg/folded", 5)])
    assert (piece(foe, "f1").now, kinds(piece(foe, "f1").badges)) == (None, [("idg/folded", None)])


def test_who_is_not_on_the_table_lies_in_a_tray() -> None:
    there = field(
        red("a", "warrior", (20, 30), size=2, status="reserve"),
        red("b", "warrior", (20, 30), size=2, status="late"),
        red("c", "warrior", (20, 30), size=2, status="destroyed"),
    )
    scene = shown(there)
    assert {one.id: one.at for one in scene.pieces} == {
        "a1": InTray("reserve-red"),
        "a2": InTray("reserve-red"),
        "b1": InTray("late-red"),
        "b2": InTray("late-red"),
    }
    rosters = [tray for tray in scene.trays if isinstance(tray, Roster)]
    assert {tray.id: [row.id for row in tray.rows] for tray in rosters} == {
        "reserve-red": ["a"],
        "late-red": ["b"],
        "lost-red": ["c"],
        "battle": ["title", "scenario", "side-red", "side-blue", "goal"],
    }


@covers("IDG-5.3.18")
def test_those_who_wait_outside_the_edge_are_not_drawn_on_top_of_each_other() -> None:
    there = field(red("a", "warrior", (0, 24), size=3), battle="ambush")
    outside = Pose(-300, 24 * INCH, 9000)
    for name in ("a1", "a2", "a3"):
        there.world.elements[name] = msgspec.structs.replace(there.element(name), pose=outside)
    scene = shown(there)
    assert {one.at for one in scene.pieces} == {InTray("waiting-red")}
    tray = next(one for one in scene.trays if one.id == "waiting-red")
    assert words(tray.title) == "Army A: at the edge"


@covers("IDG-5.3.2")
def test_the_column_is_listed_in_its_order_of_march() -> None:
    units = [red(name, "warrior", (0, 24), status="reserve") for name in ("a", "b", "c")]
    there = field(*units, battle="ambush")
    there.world.column = (UnitId("b"), UnitId("c"), UnitId("a"))
    tray = next(one for one in shown(there, BLUE).trays if one.id == "reserve-red")
    assert isinstance(tray, Roster)
    assert [row.id for row in tray.rows] == ["b", "c", "a"]
    assert words(tray.title) == "Army A: order of march"


def test_engines_are_pieces_and_carry_those_aboard() -> None:
    there = field(red("a", "warrior", (20, 30)))
    there.world.engines["t"] = Engine("siege_tower", RED, Pose(5000, 5000, 0), activated=True)
    there.world.engines["s"] = Engine("ship", BLUE, Pose(9000, 5000, 0), hits=17, failures=1)
    there.world.elements["a"] = msgspec.structs.replace(there.element("a"), aboard="t")
    scene = shown(there)
    tower, ship = piece(scene, "t"), piece(scene, "s")
    assert (tower.sprite, tower.at, tower.size) == (
        "idg.siege_tower",
        AtPoint(5000, 5300, "field"),
        (600, 600),
    )
    assert kinds(tower.badges) == [("done", None)]
    assert (ship.size, kinds(ship.badges)) == ((1200, 2400), [("hits", 17), ("idg/failures", 1)])
    assert piece(scene, "a").inside == "t"


# -- what is drawn over it ------------------------------------------------------------------------


@covers("IDG-2.5.1")
def test_the_reach_of_the_own_general_is_drawn_from_his_base() -> None:
    there = field(red("g", "heavy_cavalry", (30, 24), general=True), blue("b", "warrior", (9, 9)))
    near, far = shown(there).overlays
    assert isinstance(near, Shape)
    assert isinstance(far, Shape)
    assert (near.meaning, near.weak, far.weak) == ("command", False, True)
    ys = [y for _, y in near.outline]
    assert (min(ys), max(ys)) == (24 * INCH - 6 * INCH, 24 * INCH + 500 + 6 * INCH)
    assert min(y for _, y in far.outline) == 12 * INCH
    assert words(far.label) == "12 MU from the general"
    assert not shown(there, BLUE).overlays


@covers("IDG-10.2.1", "IDG-10.3.1")
def test_fire_and_smoke_are_drawn() -> None:
    there = field(terrain=[WOOD], turn=3, wind=2)
    there.world.fires = (Fire("w", (52 * INCH, 10 * INCH), 2),)
    fire, smoke = shown(there, None).overlays
    assert (fire.meaning, words(fire.label)) == ("threat", "fire")
    assert (smoke.meaning, words(smoke.label)) == ("note", "smoke")


@covers("IDG-5.4.2", "IDG-5.6.4")
def test_where_one_may_deploy_is_drawn_while_one_deploys() -> None:
    there = field(phase="deployment", turn=0)
    (zone,) = shown(there).overlays
    assert isinstance(zone, Shape)
    assert {y for _, y in zone.outline} == {42 * INCH, 48 * INCH}
    (zone,) = shown(field(phase="deployment", turn=0, battle="siege"), BLUE).overlays
    assert isinstance(zone, Shape)
    assert {y for _, y in zone.outline} == {0, 24 * INCH}
    assert len(shown(there, None).overlays) == 2


@covers("IDG-5.3.12", "IDG-5.5.7")
def test_the_way_out_of_an_ambush_and_the_booty_of_a_raid_are_marked() -> None:
    edges: dict[str, Any] = {"armies": {"red": {"edge": "left"}, "blue": {"edge": "right"}}}
    (way,) = shown(field(battle="ambush", **edges), None).overlays
    assert isinstance(way, Strip)
    assert way.start[0] == way.end[0] == 72 * INCH - INCH // 2
    (booty,) = shown(field(blue("b", "baggage", (30, 5), size=2), battle="raid"), RED).overlays
    assert isinstance(booty, Marks)
    assert booty.pieces == ("b1", "b2")


# -- what lies beside it --------------------------------------------------------------------------


@covers("IDG-19.1.3")
def test_the_score_counts_units_fit_to_fight() -> None:
    there = field(
        red("a", "warrior", (20, 30), size=2),
        red("b", "warrior", (30, 30), size=2, disorder=5),
        red("c", "baggage", (40, 30), size=2),
        red("d", "warrior", (50, 30), size=2, status="destroyed"),
        blue("e", "warrior", (20, 10), size=2, status="concealed"),
    )
    for seat, counts in ((RED, [(1, 3), (0, 0)]), (BLUE, [(1, 3), (1, 1)])):
        tray = shown(there, seat).trays[0]
        assert isinstance(tray, Counters)
        assert [(one.now, one.most) for one in tray.counters] == counts


def test_a_row_of_the_army_names_its_first_piece_its_troops_and_its_state() -> None:
    there = field(red("a", "warrior", (20, 30), size=3, disorder=2, quality="elite", wild=True))
    tray = next(one for one in shown(there).trays if one.id == "army-red")
    assert isinstance(tray, Roster)
    (row,) = tray.rows
    assert (row.piece, row.now, row.most, row.sprite) == ("a1", 3, 3, "idg.warrior.spear")
    assert kinds(row.badges) == [("disorder", 2)]
    assert words(row.note) == "warriors, elite, wild"


@pytest.mark.parametrize(
    ("turn", "phase", "count", "now"),
    [
        (0, "layout", 3, "Ground"),
        (0, "deployment", 2, "Deployment"),
        (0, "season", 2, "Sides"),
        (0, "stratagems", 3, "Stratagems"),
        (2, "weather", 7, "Rally"),
        (2, "move_start", 7, "Move"),
        (2, "melee", 7, "Melee"),
        (2, "victory", 7, "Morale"),
    ],
)
def test_the_phases_are_those_of_the_turn_or_of_the_preparations(
    turn: int, phase: str, count: int, now: str
) -> None:
    scene = shown(field(turn=turn, phase=phase))
    assert len(scene.phases) == count
    assert words(scene.phases[scene.phase]) == now


def test_the_status_tells_turn_scenario_weather_and_wind() -> None:
    there = field(battle="raid", turn=3, weather=["mud", "rain"], wind=2)
    scene = shown(there)
    assert [words(one) for one in scene.status] == [
        "Turn 3 (raid)",
        "Army A activates a unit",
        "Weather: mud and rain",
        "Wind blowing east",
    ]
    assert words(shown(field(turn=0)).status[0]) == "Before the battle (open battle)"


def test_sides_wear_the_livery_of_their_lists() -> None:
    setup = IDG.setup("cannae", IDG.options_type(), {})
    rules = Ruleset(IDG, "cannae", IDG.options_type(), setup.content, setup.seats)
    ctx = Ctx(rules, setup.world)
    sides = scene_of(rules, observe(ctx, None)).sides
    assert [(one.seat, one.livery, one.mark) for one in sides] == [
        (RED, "idg.carthaginians", "A"),
        (BLUE, "idg.romans_punic_wars", "B"),
    ]
    assert words(sides[0].name) == "Army A \N{EN DASH} Carthaginians"


@pytest.mark.parametrize("attacker", ["red", "blue"])
def test_in_a_civil_war_blue_wears_the_second_livery(attacker: str) -> None:
    sides = shown(field(attacker=attacker)).sides
    assert [one.livery for one in sides] == ["idg.free", "idg.free/2"]


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("anglo_saxons", "vikings", True),
        ("vikings", "anglo_saxons", True),
        ("late_sung", "early_achaemenid_persians", True),
        ("mongols", "mongols", True),
        ("carthaginians", "romans_punic_wars", False),
        ("seljuks", "first_crusade", False),
    ],
)
def test_lists_that_look_alike_are_told_apart_by_second_colours(
    one: str, other: str, alike: bool
) -> None:
    assert look_alike(one, other) is alike


def test_only_lists_that_there_are_look_alike() -> None:
    assert {*ALIKE, *(other for one in ALIKE.values() for other in one)} <= set(army_lists())
    assert sum(map(len, ALIKE.values())) == 14


# -- as a whole -----------------------------------------------------------------------------------


def full() -> Field:
    return field(
        red("a", "warrior", (20, 30), size=6, formation="3x2", disorder=2, general=True),
        red("s", "skirmisher", (40, 30), size=2, weapon="sling", status="late"),
        blue("b", "heavy_cavalry", (20, 20), size=3, folded=True),
        blue("c", "baggage", (60, 5), size=2),
        terrain=[WOOD, HILL, STREAM, ROAD, {"id": "x", "kind": "seashore", "edge": "left"}],
    )


@pytest.mark.parametrize("seat", [RED, BLUE, None])
def test_everything_shown_has_a_name_and_can_be_drawn_as_text(seat: Seat | None) -> None:
    scene = shown(full(), seat)
    assert unnamed(scene, IDG.catalogue) == []
    for language in LANGUAGES:
        assert len(render(scene, IDG.catalogue, language)) > 2000


def test_a_scene_goes_through_json_and_patches() -> None:
    before, after = shown(full()), shown(field(red("a", "warrior", (21, 30), size=6)))
    assert msgspec.json.decode(msgspec.json.encode(before), type=Scene) == before
    assert apply(before, diff(before, after)) == after
