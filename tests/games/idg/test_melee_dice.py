"""What an element adds to its die in melee, line by line. IDG-11.8."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.idg.brawl import BIG, FOOT, HORSE, WIDTH, X, Y, brawl, duel, lines, total
from tests.games.idg.field import blue, red
from walstatt.boards.pose import Pose
from walstatt.games.idg.melee_dice import MELEE, MeleeDice, is_inspired
from walstatt.games.idg.troops import Profile
from walstatt.games.idg.world import Engine
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.ledger import CONTRIBUTORS
from walstatt.workshop.covers import covers

HALF = WIDTH / 2
SWORDS = {"type": "warrior", "subtypes": ["swordsmen"]}
PIKES = {"type": "warrior", "subtypes": ["pikemen"]}
BOWS = {"type": "warrior", "weapon": "bow"}
SPEARS = {"type": "warrior"}


def kind(troop: str, **more: object) -> dict[str, Any]:
    """Write what an element is."""
    return {"type": troop, **more}


def elephant(breed: str) -> dict[str, Any]:
    """Write an elephant."""
    return {"type": "elephant", "elements": [{"kind": breed}]}


@pytest.mark.parametrize(
    ("own", "foe", "wanted"),
    [
        pytest.param(SPEARS, SPEARS, [], id="plain"),
        # elephants
        pytest.param("elephant", SPEARS, ["+4 IDG-11.8.1"], id="elephants"),
        pytest.param(
            elephant("indian"),
            elephant("african"),
            ["+4 IDG-11.8.1", "+2 IDG-11.8.2"],
            id="indian against african",
        ),
        pytest.param(
            elephant("african"),
            elephant("indian"),
            ["+4 IDG-11.8.1"],
            id="african against indian",
        ),
        pytest.param(
            "elephant", kind("warrior", armour="heavily_armoured"), ["+4 IDG-11.8.1"], id="trample"
        ),
        pytest.param("elephant", "cataphract", ["+4 IDG-11.8.1"], id="trample cataphracts"),
        pytest.param("elephant", SWORDS, ["+4 IDG-11.8.1"], id="elephants, swordsmen"),
        # grades
        pytest.param(kind("warrior", quality="elite"), SPEARS, ["+2 IDG-11.8.4"], id="elite"),
        pytest.param(kind("warrior", quality="raw"), SPEARS, ["-2 IDG-11.8.22"], id="raw"),
        # charges
        pytest.param(
            kind("warrior", wild=True, entered=True, moved=4),
            SPEARS,
            ["+2 IDG-11.8.3"],
            id="wild charge",
        ),
        pytest.param(kind("warrior", wild=True), SPEARS, [], id="wild contacted"),
        pytest.param(
            kind("cataphract", entered=True, moved=4),
            "skirmisher",
            ["+1 IDG-11.8.14"],
            id="cataphract charge",
        ),
        pytest.param("cataphract", "skirmisher", [], id="cataphracts contacted"),
        # swordsmen
        pytest.param(SWORDS, SPEARS, ["+2 IDG-11.8.5"], id="swordsmen"),
        pytest.param(SWORDS, PIKES, ["+2 IDG-11.8.5"], id="swordsmen, pikemen"),
        pytest.param(SWORDS, "skirmisher", ["+2 IDG-11.8.5"], id="swordsmen, skirmishers"),
        pytest.param(SWORDS, SWORDS, [], id="swordsmen, swordsmen"),
        pytest.param(SWORDS, kind("warrior", moved=2), [], id="swordsmen, moving foot"),
        pytest.param(
            SWORDS, kind("warrior", turned=True), ["+2 IDG-11.8.5"], id="swordsmen, turned foot"
        ),
        pytest.param(
            {**SWORDS, "moved": 3}, SPEARS, ["+2 IDG-11.8.5"], id="moving swordsmen, foot"
        ),
        pytest.param(SWORDS, "heavy_cavalry", [], id="swordsmen, mounted"),
        # mounted
        pytest.param("heavy_cavalry", SWORDS, ["-1 IDG-11.8.16"], id="mounted, swordsmen"),
        pytest.param("heavy_cavalry", SPEARS, ["-2 IDG-11.8.20"], id="mounted, steady warriors"),
        pytest.param("cataphract", PIKES, ["-2 IDG-11.8.20"], id="mounted, steady pikemen"),
        pytest.param("heavy_cavalry", kind("warrior", moved=2), [], id="mounted, moved warriors"),
        pytest.param("heavy_cavalry", BOWS, [], id="mounted, bowmen"),
        pytest.param("heavy_cavalry", "skirmisher", [], id="mounted, skirmishers"),
        pytest.param("light_cavalry", "skirmisher", ["-2 IDG-11.8.19"], id="light cavalry"),
        pytest.param("light_chariot", "skirmisher", ["-2 IDG-11.8.19"], id="light chariots"),
        pytest.param("heavy_chariot", "skirmisher", [], id="heavy chariots"),
        pytest.param("skirmisher", "heavy_cavalry", ["-2 IDG-11.8.18"], id="skirmishers"),
        pytest.param("skirmisher", "elephant", [], id="skirmishers, elephants"),
        # armour
        pytest.param(
            SPEARS, kind("warrior", armour="armoured"), ["-2 IDG-11.8.23"], id="against armour"
        ),
        pytest.param(SPEARS, "cataphract", ["-2 IDG-11.8.23"], id="against cataphracts"),
        pytest.param(
            SPEARS,
            kind("heavy_cavalry", armour="heavily_armoured"),
            ["-3 IDG-11.8.29"],
            id="against heavy armour",
        ),
        # disorder
        pytest.param(kind("warrior", disorder=2), SPEARS, ["-2 IDG-11.8.15"], id="disorder"),
        # special rules
        pytest.param(
            {**SWORDS, "special": ["pila"]},
            SPEARS,
            ["+1 IDG-11.8.30", "+2 IDG-11.8.5"],
            id="pila",
        ),
        pytest.param(kind("warrior", special=["pila"]), SPEARS, [], id="pila of spearmen"),
        pytest.param(
            kind("heavy_cavalry", weapon="bow", special=["ghulam_archery"]),
            "heavy_cavalry",
            ["+1 IDG-11.8.31"],
            id="ghulams",
        ),
        pytest.param(
            kind("heavy_cavalry", weapon="bow", special=["ghulam_archery"], moved=2),
            "heavy_cavalry",
            [],
            id="ghulams moved",
        ),
        pytest.param(
            kind("heavy_cavalry", weapon="bow", special=["ghulam_archery"], turned=True),
            "heavy_cavalry",
            [],
            id="ghulams turned",
        ),
        # bowmen
        pytest.param(BOWS, "skirmisher", ["+1 IDG-11.8.13"], id="bowmen stood"),
        pytest.param(
            {**BOWS, "weapon": "crossbow"}, "skirmisher", ["+1 IDG-11.8.13"], id="crossbowmen stood"
        ),
        pytest.param({**BOWS, "moved": 1}, "skirmisher", [], id="bowmen moved"),
        # dismounted and remounting
        pytest.param(
            "heavy_cavalry",
            kind("heavy_cavalry", form="dismounted"),
            ["-2 IDG-11.8.20"],
            id="against dismounted cavalry",
        ),
        pytest.param(
            kind("light_cavalry", form="remounting"),
            "heavy_cavalry",
            ["-2 IDG-11.8.18"],
            id="remounting is foot",
        ),
        pytest.param(
            SPEARS,
            kind("cataphract", form="dismounted"),
            ["-3 IDG-11.8.29"],
            id="dismounted cataphracts",
        ),
    ],
)
@covers(
    "IDG-11.8.1",
    "IDG-11.8.2",
    "IDG-11.8.3",
    "IDG-11.8.4",
    "IDG-11.8.5",
    "IDG-11.8.13",
    "IDG-11.8.14",
    "IDG-11.8.15",
    "IDG-11.8.16",
    "IDG-11.8.18",
    "IDG-11.8.19",
    "IDG-11.8.20",
    "IDG-11.8.22",
    "IDG-11.8.23",
    "IDG-11.8.29",
    "IDG-11.8.30",
    "IDG-11.8.31",
    "IDG-11.8.33",
    "IDG-13.1.3",
    "IDG-14.2.2",
    "IDG-15.1.3",
    "IDG-18.4.9",
    "IDG-18.9.6",
    "IDG-A6",
    "IDG-A7",
    "IDG-A8",
)
def test_what_an_element_adds_in_the_first_turn_of_contact(
    own: str | dict[str, Any], foe: str | dict[str, Any], wanted: list[str]
) -> None:
    assert lines(duel(own, foe)) == wanted


@pytest.mark.parametrize(
    ("own", "foe", "wanted"),
    [
        (BOWS, "skirmisher", ["-2 IDG-11.8.21"]),
        ({**BOWS, "weapon": "crossbow"}, "skirmisher", ["-2 IDG-11.8.21"]),
        ({**SWORDS, "special": ["pila"]}, "heavy_cavalry", []),
        (kind("heavy_cavalry", special=["ghulam_archery"]), "heavy_cavalry", []),
        (kind("warrior", wild=True), SPEARS, []),
    ],
)
@covers("IDG-11.8.21", "IDG-11.8.13", "IDG-11.8.30", "IDG-11.8.31", "IDG-11.8.3", "IDG-18.6.6")
def test_what_an_element_adds_later(
    own: dict[str, Any], foe: str | dict[str, Any], wanted: list[str]
) -> None:
    assert lines(duel(own, foe, since=2)) == wanted


@covers("IDG-11.8.13", "IDG-11.8.21", "IDG-11.8.30")
def test_an_enemy_who_joined_an_old_melee_this_turn_is_new() -> None:
    joined = kind("skirmisher", entered=True, moved=2)
    assert lines(duel(BOWS, joined, since=1)) == ["+1 IDG-11.8.13"]
    legionary = {**SWORDS, "special": ["pila"], "entered": True, "moved": 2}
    assert lines(duel(legionary, "heavy_cavalry", since=1)) == ["+1 IDG-11.8.30"]


@covers("IDG-18.4.9", "IDG-18.6.6")
@pytest.mark.parametrize("by", ["a", "b"])
def test_pila_count_whoever_made_the_contact(by: str) -> None:
    assert lines(duel({**SWORDS, "special": ["pila"]}, "heavy_cavalry", by=by)) == [
        "+1 IDG-11.8.30"
    ]


@covers("IDG-18.4.9", "IDG-18.9.6")
def test_pila_and_ghulam_bows_count_only_to_the_front() -> None:
    for special, troop in (("pila", "warrior"), ("ghulam_archery", "heavy_cavalry")):
        there = brawl(
            red(
                "a", troop, (X, Y), subtypes=["swordsmen"] * (troop == "warrior"), special=[special]
            ),
            blue("b", "heavy_cavalry", (X + HALF, Y + FOOT / 2), facing=270),
        )
        assert lines(there) == []


@covers("IDG-5.7.7", "IDG-A61")
def test_a_stratagem_makes_troops_wild() -> None:
    there = duel(kind("warrior", entered=True, moved=3), armies={"red": {"stratagem": "enraged"}})
    assert lines(there) == ["+2 IDG-11.8.3"]


# -- generals -------------------------------------------------------------------------------------


# IDG-E32
@covers("IDG-11.8.4", "IDG-11.8.6", "IDG-11.8.9", "IDG-2.5.2")
def test_an_impetuous_general_fights_with_four_more() -> None:
    there = duel(
        kind("heavy_cavalry", quality="elite", general=True),
        "heavy_cavalry",
        armies={"red": {"command": "impetuous"}},
    )
    assert lines(there) == ["+2 IDG-11.8.4", "+1 IDG-11.8.6", "+1 IDG-11.8.9"]
    assert total(there) == 4


@covers("IDG-11.8.6")
@pytest.mark.parametrize("command", ["tribal", "organised", "disciplined"])
def test_other_generals_add_only_by_being_there(command: str) -> None:
    there = duel(kind("warrior", general=True), "warrior", armies={"red": {"command": command}})
    assert lines(there) == ["+1 IDG-11.8.9"]


@covers("IDG-11.8.9", "IDG-11.8.10", "IDG-A53", "IDG-2.5.1")
@pytest.mark.parametrize(
    ("exceptional", "gap", "adds"),
    [(False, 2.0, 1), (False, 2.05, 0), (True, 2.0, 2), (True, 3, 0)],
)
def test_a_general_inspires_units_within_two_inches(
    exceptional: bool, gap: float, adds: int
) -> None:
    line = [{"at": (X, Y)}, {"at": (X, Y + FOOT)}, {"at": (X, Y + 2 * FOOT)}]
    there = brawl(
        red("a", "warrior", (X, Y), elements=line),
        red("g", "heavy_cavalry", (X, Y + 3 * FOOT + gap), general=True),
        blue("b", "warrior", (X, Y)),
        armies={"red": {"exceptional": exceptional}},
    )
    # He is far from the element that fights, but near its unit; its second rank supports it.
    assert total(there, "a1") == adds + 1
    assert is_inspired(there.ctx, UnitId("a")) is bool(adds)


@covers("IDG-11.8.9", "IDG-2.3.11")
def test_a_fallen_general_inspires_nobody() -> None:
    there = duel(kind("warrior", general=True))
    assert total(there) == 1
    there.world.units[UnitId("a")] = type(there.unit("a"))(
        Seat("red"), ("a", "a"), "", ("a",), "destroyed"
    )
    assert not is_inspired(there.ctx, UnitId("a"))


# IDG-E66
@covers("IDG-1.4.8", "IDG-2.3.8")
def test_an_attached_general_fights_with_his_own_grade() -> None:
    there = brawl(
        red("a", "warrior", (X, Y), elements=[{"quality": "elite", "general": True}, {}]),
        blue("b", "warrior", (X, Y), size=2),
        armies={"red": {"command": "impetuous"}},
    )
    assert lines(there, "a1", "b2") == ["+2 IDG-11.8.4", "+1 IDG-11.8.6", "+1 IDG-11.8.9"]
    assert lines(there, "a2", "b1") == ["+1 IDG-11.8.9"]


# -- pikes ----------------------------------------------------------------------------------------


# IDG-E33
@covers("IDG-11.8.8", "IDG-11.8.11", "IDG-11.8.12", "IDG-15.4.1")
def test_two_ranks_of_pikes_add_three_when_they_charge_and_two_later() -> None:
    def pikes(since: int, **more: object) -> list[str]:
        front = {"at": (X, Y), **more}
        rear = {"at": (X, Y + FOOT), "moved": more.get("moved", 0)}
        return lines(
            brawl(
                red("a", "warrior", (X, Y), subtypes=["pikemen"], elements=[front, rear]),
                blue("b", "heavy_cavalry", (X, Y)),
                melees=[{"units": ["a", "b"], "since": since, "by": "a"}],
            ),
            "a1",
        )

    charge = ["+1 IDG-11.8.8", "+1 IDG-11.8.11", "+1 IDG-11.8.12"]
    assert pikes(3, entered=True, moved=4) == charge
    assert pikes(2) == charge[:2]
    assert pikes(3) == charge[:2]


@covers("IDG-11.8.11", "IDG-11.8.12")
def test_pikes_need_pikes_behind_them() -> None:
    front = {"at": (X, Y), "subtypes": ["pikemen"], "entered": True, "moved": 3}
    for rear in ({"subtypes": ["pikemen"]}, {}):
        back = {"at": (X, Y + FOOT), **rear}
        there = brawl(
            red("a", "warrior", (X, Y), elements=[front, back]), blue("b", "heavy_cavalry", (X, Y))
        )
        # The second rank stood still, so it did not move into melee.
        wanted = ["+1 IDG-11.8.8", "+1 IDG-11.8.11"] if rear else ["+1 IDG-11.8.8"]
        assert lines(there, "a1") == wanted


# -- flank and rear -------------------------------------------------------------------------------


def struck(own: dict[str, Any], *, front: bool = True, corner: bool = False) -> list[str]:
    """Let `a` be struck by foot on its left flank and by cavalry in its rear."""
    shift = HALF if not corner else HALF + 0.2
    deep = HORSE if own["type"] == "cataphract" else FOOT
    foes = [
        blue("q", "warrior", (X - shift, Y + deep / 2), facing=90),
        blue("r", "heavy_cavalry", (X, Y + deep), facing=0),
    ]
    foes += [blue("b", "warrior", (X, Y), moved=1)] if front else []
    there = brawl(red("a", own.pop("type"), (X, Y), **own), *foes)
    return lines(there, "a", "b" if front else "r")


# IDG-E41
@covers("IDG-11.8.24", "IDG-11.8.25", "IDG-11.8.26", "IDG-A9", "IDG-15.4.1")
def test_who_is_struck_on_flank_and_rear_loses_five_and_pikemen_six() -> None:
    assert struck({"type": "warrior"}) == ["-2 IDG-11.8.24", "-3 IDG-11.8.26"]
    both = ["-2 IDG-11.8.24", "-3 IDG-11.8.26", "-1 IDG-11.8.25"]
    assert struck({"type": "warrior", "subtypes": ["pikemen"]}) == both
    assert struck({"type": "cataphract"}) == both
    assert struck({"type": "warrior"}, corner=True) == ["-3 IDG-11.8.26"]


@covers("IDG-11.8.24", "IDG-11.8.26", "IDG-11.2.11")
def test_who_fights_nobody_in_front_takes_no_flank_penalty() -> None:
    assert struck({"type": "warrior"}, front=False) == []


@covers("IDG-1.9.13")
def test_an_enemy_side_against_side_is_no_flank_attack() -> None:
    there = brawl(
        red("a", "warrior", (X, Y)),
        blue("b", "warrior", (X, Y)),
        blue("q", "warrior", (X + WIDTH, Y)),
    )
    # q stands beside b; its corner touches a.
    assert lines(there) == []
    there = brawl(
        red("a", "warrior", (X, Y)),
        blue("b", "warrior", (X, Y)),
        blue("q", "warrior", (X + WIDTH, Y + FOOT)),
    )
    assert lines(there) == []


# IDG-E63
@covers("IDG-11.8.24", "IDG-11.8.27")
def test_the_enemy_on_the_flank_takes_two_and_does_not_roll() -> None:
    there = brawl(
        red("a", "warrior", (X, Y)),
        blue("b", "warrior", (X - WIDTH + 1.0, Y)),
        blue("q", "warrior", (X + HALF, Y + FOOT / 2), facing=270),
    )
    assert lines(there) == ["-2 IDG-11.8.24"]


# -- ground and works -----------------------------------------------------------------------------


def ground(kind: str, top: float) -> dict[str, Any]:
    """Write a piece of terrain that begins at a height."""
    corners = [(X - 5, top), (X + 5, top), (X + 5, top + 4), (X - 5, top + 4)]
    return {"id": "t", "kind": kind, "outline": corners}


@covers("IDG-11.8.17", "IDG-11.10.1")
@pytest.mark.parametrize(
    ("terrain", "troop", "hampered"),
    [
        ("steep_hill", "warrior", True),
        ("steep_hill", "skirmisher", True),
        ("wood", "skirmisher", True),
        ("marsh", "elephant", True),
        ("ford", "heavy_cavalry", True),
        ("rocky", "warrior", False),
        ("rocky", "heavy_cavalry", False),
        ("rocky", "cataphract", True),
        ("rocky", "light_chariot", True),
        ("rocky", "heavy_chariot", True),
        ("village", "warrior", True),
        ("village", "skirmisher", False),
        ("sand", "heavy_cavalry", True),
        ("stream", "warrior", True),
        ("stream", "skirmisher", False),
        ("stream", "elephant", False),
        ("gentle_hill", "warrior", False),
        ("fields", "heavy_cavalry", False),
    ],
)
def test_difficult_ground_takes_two(terrain: str, troop: str, hampered: bool) -> None:
    there = duel(troop, "elephant", terrain=[ground(terrain, Y)])
    assert ("-2 IDG-11.8.17" in lines(there)) is hampered
    assert "-2 IDG-11.8.17" not in lines(there, "b", "a")


@covers("IDG-11.10.1", "IDG-11.8.17")
def test_sand_does_not_hamper_camels() -> None:
    sand = [ground("sand", Y)]
    assert lines(duel(kind("heavy_cavalry", camel=True), "skirmisher", terrain=sand)) == []


@covers("IDG-11.8.17", "IDG-1.9.9")
def test_any_part_in_difficult_ground_counts() -> None:
    for edge, hampered in ((0.2, True), (-0.2, False)):
        there = duel("warrior", terrain=[ground("wood", Y + FOOT - edge)])
        assert ("-2 IDG-11.8.17" in lines(there)) is hampered


RAMPART = {"id": "r", "kind": "rampart", "via": [(20, Y), (40, Y)], "width": 1, "side": "blue"}


@covers("IDG-11.8.28", "IDG-16.1.11")
def test_defenders_of_a_rampart_take_three_from_whoever_attacks_across_it() -> None:
    there = brawl(
        red("a", "warrior", (X, Y + 0.5), size=2),
        blue("b", "warrior", (X, Y - 0.5), size=2),
        terrain=[RAMPART],
    )
    assert lines(there, "a1", "b2") == ["-3 IDG-11.8.28"]
    assert lines(there, "b2", "a1") == []


WALL = {"id": "w", "kind": "wall", "via": [(20, Y), (40, Y)], "width": 3, "side": "blue"}


@covers("IDG-11.8.28", "IDG-16.4.5", "IDG-16.3.10", "IDG-16.3.4")
@pytest.mark.parametrize(
    ("engine", "entered", "wanted"),
    [
        ("ladder", True, ["-3 IDG-11.8.28"]),
        ("ladder", False, []),
        ("siege_tower", True, []),
        ("", True, []),
    ],
)
def test_on_the_wall_only_those_from_a_ladder_have_it_in_their_way(
    engine: str, entered: bool, wanted: list[str]
) -> None:
    there = brawl(
        red("a", "warrior", (X, Y), facing=90, elements=[{"aboard": "w", "entered": entered}]),
        blue("b", "warrior", (X, Y), facing=270, elements=[{"aboard": "w"}]),
        terrain=[WALL],
    )
    if engine:
        pose = Pose(round(X * 254), round((Y + 1.5) * 254), 0)
        there.world.engines["e"] = Engine(engine, Seat("red"), pose)  # type: ignore[arg-type]
    assert lines(there) == wanted


@covers("IDG-11.8.28")
def test_mounted_troops_enjoy_no_works() -> None:
    troops = Profile("warrior"), Profile("heavy_cavalry")
    there = duel("warrior")
    assert there.ctx.reckon(MELEE, MeleeDice(*troops, works=True)).explain() == []
    troops = Profile("warrior"), Profile("warrior")
    assert there.ctx.reckon(MELEE, MeleeDice(*troops, works=True)).total == -3


# -- together -------------------------------------------------------------------------------------


# IDG-E35, IDG-E36
@covers("IDG-11.8.20", "IDG-11.8.23")
def test_cavalry_that_charges_hoplites_loses_four_or_two_if_they_moved() -> None:
    def hoplites(moved: int) -> Any:  # noqa: ANN401
        return brawl(
            red("a", "heavy_cavalry", (X, Y), entered=True, moved=6),
            blue(
                "b", "warrior", (X, Y), armour="armoured", size=2, formation="column", moved=moved
            ),
        )

    there = hoplites(0)
    assert lines(there, "a", "b1") == ["-2 IDG-11.8.20", "-2 IDG-11.8.23"]
    assert lines(there, "b1", "a") == ["+1 IDG-11.8.8"]
    assert lines(hoplites(1), "a", "b1") == ["-2 IDG-11.8.23"]


@covers("IDG-11.8.32")
def test_all_lines_add_up() -> None:
    worst = MeleeDice(
        Profile("skirmisher", quality="raw"),
        Profile("warrior", armour="heavily_armoured"),
        disorder=6,
        difficult=True,
        foot_on_flank=1,
        mounted_on_flank=2,
        works=True,
    )
    ledger = duel("warrior").ctx.reckon(MELEE, worst)
    assert ledger.total == -2 - 2 - 6 - 2 - 2 - 6 - 3 - 3
    assert len(ledger.lines) == 8


@covers("IDG-11.8.15", "IDG-7.2.8", "IDG-7.2.9")
def test_markers_of_this_phase_do_not_count_yet() -> None:
    there = duel(kind("warrior", disorder=1))
    one = there.unit("a")
    there.world.units[UnitId("a")] = replace(one, fresh=3)
    assert lines(there) == ["-1 IDG-11.8.15"]


def test_every_rule_of_the_table_has_its_line() -> None:
    wanted = {f"IDG-11.8.{n}" for n in range(1, 32) if n != 27}
    assert {one.rule for one in CONTRIBUTORS["idg.melee_dice"]} == wanted


def test_elephants_are_as_deep_as_wide() -> None:
    assert BIG == WIDTH
