"""What the table, the bases, the dice and the records of units are. IDG-1."""

import ast
from pathlib import Path

import pytest

from tests.games.idg.field import INCH, RED, blue, field, red
from tests.games.idg.mustering import base, force, points, reasons, unit
from tests.games.idg.play import playing
from tests.games.idg.speaking import rules_in
from walstatt.boards.contact import contacts
from walstatt.boards.paths import Slide, advance
from walstatt.boards.pose import Pose
from walstatt.games.idg.activation import Face, Go, March, Stand
from walstatt.games.idg.changes import lose_element
from walstatt.games.idg.fielding import fielded_army
from walstatt.games.idg.game import IDG
from walstatt.games.idg.invariants import invariants
from walstatt.games.idg.marching import Judge, Orders
from walstatt.games.idg.movement import MovementPhase
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.profiles import Sorting
from walstatt.games.idg.setup import set_up
from walstatt.games.idg.standing import inches, is_coherent
from walstatt.games.idg.troops import FOLDER, Profile, base_of, troop_flaws
from walstatt.games.idg.world import TOUCH, rect_of
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

A = UnitId("a")
PACKAGE = FOLDER.parent
SMALL = IdgOptions(opt_15mm=True)


# -- sides and measures ---------------------------------------------------------------------------


@covers("IDG-1.1.1")
def test_every_battle_is_fought_by_two_sides() -> None:
    assert {one.seats for one in IDG.scenarios().values()} == {("red", "blue")}
    made = set_up("open_battle", IdgOptions(), {})
    assert {one.side for one in made.world.units.values()} == {"red", "blue"}
    assert made.seats == ("red", "blue")


@covers("IDG-1.1.3")
def test_an_inch_is_an_inch_and_small_bases_keep_all_proportions() -> None:
    there = field(red("a", "warrior", (20, 30)))
    assert there.ctx.content.mu == 254
    assert inches(there.ctx, 2540) == 10
    # 60 mm measured in inches is as much as 40 mm measured in two thirds of an inch.
    frontage = base_of("warrior").width / 10
    assert base_of("warrior", small=True).width / 10 == frontage
    assert frontage / 25.4 == pytest.approx(40 / (25.4 * 2 / 3))
    assert base_of("heavy_cavalry", small=True).depth == 30 * 15


@covers("IDG-1.3.2", "IDG-1.3.1")
def test_the_table_for_small_bases_has_the_same_proportions() -> None:
    usual, small = (set_up("open_battle", one, {}).content for one in (IdgOptions(), SMALL))
    assert (small.small, usual.small) == (True, False)
    assert small.table == usual.table
    assert (small.table.width / small.mu, small.table.height / small.mu) == (72, 48)
    # In two thirds of an inch these are 120 cm by 80 cm, to the centimetre or two.
    assert pytest.approx(1200, abs=20) == 72 * 25.4 * 2 / 3
    assert pytest.approx(800, abs=15) == 48 * 25.4 * 2 / 3


# -- dice -----------------------------------------------------------------------------------------


def dice_in_code() -> dict[str, set[str]]:
    """List the purposes for which the rules roll each kind of die; players only think of rolls."""
    found: dict[str, set[str]] = {}
    for path in sorted(Path(PACKAGE).rglob("*.py")):
        if path.parent.name == "ai":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Roll":
                purpose, die = node.args[0], node.args[2]
                assert isinstance(purpose, ast.Constant)
                assert isinstance(die, ast.Name)
                found.setdefault(die.id, set()).add(str(purpose.value))
    return found


@covers("IDG-1.1.6", "IDG-1.1.5")
def test_only_fights_shots_and_the_wind_are_not_diced_for_with_d6() -> None:
    dice = dice_in_code()
    assert set(dice) == {"D6", "D8", "D10"}
    assert dice["D8"] == {"idg.roll.wind"}
    fights = {"idg.roll.shot", "idg.roll.melee", "idg.roll.gate", "idg.roll.works"}
    assert dice["D10"] == {*fights, "idg.roll.layout"}  # the last one only draws lots
    assert not dice["D6"] & (dice["D8"] | dice["D10"])
    wanted = ("move", "evade", "morale", "rally", "arrival", "weather", "fire")
    before = ("stratagem", "breach", "scenario")
    assert {f"idg.roll.{one}" for one in (*wanted, *before)} <= dice["D6"]


# -- orders ---------------------------------------------------------------------------------------


@covers("IDG-1.1.8")
def test_a_unit_may_do_everything_when_its_time_comes_whatever_others_did() -> None:
    there = playing(
        field(
            red("a", "warrior", (20, 40), size=2),
            red("c", "warrior", (40, 40), size=2),
            blue("b", "warrior", (20, 5)),
        ),
        MovementPhase(),
    )
    every = {Stand(UnitId("c")), Face(UnitId("c")), March(UnitId("c"))}
    assert every <= set(there.options())
    there.do(March(A)).roll(3, 4)
    there.do(Go((advance(Judge(there.ctx, Orders(A)).before, 0, 7 * INCH),)))
    there.do(Stand(UnitId("b")))
    assert set(there.options()) == every


@covers("IDG-1.9.5", "IDG-8.1.1")
@pytest.mark.parametrize("apart", [0.1, 0.5, 3.0])
def test_enemies_on_either_side_of_the_way_hamper_nobody(apart: float) -> None:
    half, width = 600 / INCH / 2, 600 / INCH
    there = field(
        red("a", "warrior", (36, 30)),
        blue("b", "heavy_cavalry", (36 - width - apart, 24), size=1),
        blue("c", "elephant", (36 + half + apart + half, 24)),
    )
    judge = Judge(there.ctx, Orders(A, rolled=12))
    assert judge.flaws((advance(judge.before, 0, 12 * INCH),)) == []
    assert judge.reckoned((advance(judge.before, 0, 12 * INCH),)).total == 12


# -- bases ----------------------------------------------------------------------------------------


@covers("IDG-1.2.1", "IDG-1.9.4")
@pytest.mark.parametrize(
    ("x", "y", "facing", "edge"),
    [
        (30, 30, 180, "front"),
        (30, 30 + 300 / INCH, 0, "rear"),
        (30 - 300 / INCH, 30 + 150 / INCH, 90, "left"),
        (30 + 300 / INCH, 30 + 150 / INCH, 270, "right"),
    ],
)
def test_a_base_has_a_front_a_rear_and_two_sides(
    x: float, y: float, facing: float, edge: str
) -> None:
    there = field(red("a", "warrior", (30, 30)), blue("b", "warrior", (x, y), facing=facing))
    own = rect_of(there.ctx, "a")
    assert (own.base.width, own.base.depth) == (600, 300)
    met = contacts(own, rect_of(there.ctx, "b"), TOUCH)
    longest = max(met, key=lambda one: one.length)
    assert (longest.own, longest.other) == (edge, "front")


@covers("IDG-1.2.6", "IDG-1.4.2", "IDG-15.2.1")
def test_a_piece_of_artillery_and_its_crew_are_one_element() -> None:
    army = base("early_imperial_romans", unit("artillery", 1))
    assert reasons(army) == []
    assert [len(one.elements) for one in force(army).bodies] == [4, 4, 4, 4, 1]
    assert points(army) - points(base("early_imperial_romans")) == 20
    crewed = base("early_imperial_romans", unit("artillery", 2))
    assert reasons(crewed) == ["IDG-1.4.2"]
    there = field(red("t", "artillery", (30, 30)), blue("b", "warrior", (30, 5)))
    assert base_of("artillery") == (600, 600)
    lose_element(there.ctx, "t", "IDG-9.7.2")
    assert there.unit("t").status == "destroyed"
    assert "t" not in {one for unit in there.world.units.values() for one in unit.elements}


@covers("IDG-1.7.2")
@pytest.mark.parametrize("quality", ["elite", "ordinary", "raw"])
def test_troops_of_any_quality_can_be_wild(quality: str) -> None:
    wild = Profile(troop="warrior", quality=quality, wild=True)  # type: ignore[arg-type]
    assert troop_flaws(wild) == []
    assert not Profile(troop="warrior").wild


# -- records --------------------------------------------------------------------------------------


@covers("IDG-1.4.7")
def test_everything_is_recorded_of_a_unit() -> None:
    there = field(
        red("a", "warrior", (20, 30), size=2, quality="elite", wild=True, disorder=2, fresh=1),
        red("g", "heavy_cavalry", (40, 30), general=True, form="dismounted", moved=3, turned=True),
        blue("b", "warrior", (20, 30), size=2, feared=["elephant", "heavy_chariot"]),
        melees=[{"units": ["a", "b"], "since": 1}],
    )
    one, general, foe = (there.unit(name) for name in ("a", "g", "b"))
    assert (one.side, one.disorder, one.fresh, one.elements) == (RED, 2, 1, ("a1", "a2"))
    assert there.element("a1").pose == Pose(round(18.82 * INCH), 30 * INCH, 0)
    kind = there.ctx.content.profiles[there.element("a1").profile]
    assert (kind.troop, kind.quality, kind.wild, kind.armour) == ("warrior", "elite", True, "none")
    assert (general.form, general.activated) == ("dismounted", True)
    assert (there.element("g").moved, there.element("g").turned) == (3 * INCH, True)
    assert there.world.generals[RED].element == "g"
    assert there.world.melees["a|b"].since == 1
    assert foe.feared == ("elephant", "heavy_chariot")


@covers("IDG-1.4.7", "IDG-3.1.6")
def test_every_unit_of_an_army_knows_its_line() -> None:
    army = fielded_army(base("vikings"), RED, IdgOptions(), Sorting())
    assert [(one.id, one.line) for one in army.bodies] == [
        *((f"red-{n}", "swordsmen") for n in range(1, 5)),
        ("red-baggage", ""),
    ]


@covers("IDG-2.3.2", "IDG-8.2.5")
def test_a_general_cannot_leave_the_unit_he_began_in() -> None:
    elements = [{"general": n == 1} for n in range(3)]
    there = field(red("a", "warrior", (20, 40), elements=elements), blue("b", "warrior", (20, 5)))
    judge = Judge(there.ctx, Orders(A, rolled=12))
    assert there.world.generals[RED].element == "a2"
    own = judge.before["a2"]
    away = Slide({"a2": Pose(own.x, own.y - 4 * INCH, 0)})
    assert rules_in(judge.flaws((away,))) == ["IDG-8.2.5"]
    assert judge.flaws((advance(judge.before, 0, 4 * INCH),)) == []
    phase = playing(there, MovementPhase())
    assert {getattr(one, "unit", "") for one in phase.options()} == {A}


@covers("IDG-1.5.6", "IDG-8.2.8")
def test_who_turns_in_place_may_open_gaps_even_when_he_has_just_arrived() -> None:
    unit = red("a", "heavy_cavalry", (20, 40), size=3, arrived=5, form="dismounted")
    there = playing(field(unit, blue("b", "warrior", (20, 5)), turn=5), MovementPhase())
    there.do(Face(A))
    poses = {one: there.element(one).pose for one in there.unit("a").elements}
    there.do(Go((Slide({one: Pose(at.x, at.y, 9000) for one, at in poses.items()}),)))
    assert not is_coherent(there.ctx, A)
    assert list(invariants(there.ctx)) == []
