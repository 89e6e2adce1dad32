"""What a shooter adds to his die, and what comes of it. IDG-9.6, IDG-9.7."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.games.idg.field import INCH, Field, blue, field, red
from walstatt.boards.pose import Pose
from walstatt.games.idg.changes import note_contacts
from walstatt.games.idg.shooting_dice import flame_ledger, shot_ledger
from walstatt.games.idg.shooting_odds import Harm, average, foresee, foresee_all, of_one, together
from walstatt.games.idg.shooting_results import Struck, shot_roll, struck_by
from walstatt.games.idg.world import Engine
from walstatt.kernel.ids import Seat
from walstatt.kernel.trace import recording
from walstatt.workshop.covers import covers

X, Y = 30.0, 30.0
FOOT = 300 / INCH
BOW: dict[str, Any] = {"type": "skirmisher", "weapon": "bow"}
BOWMEN: dict[str, Any] = {"type": "warrior", "weapon": "bow"}
CROSSBOWMEN: dict[str, Any] = {"type": "warrior", "weapon": "crossbow"}
ARTILLERY: dict[str, Any] = {"type": "artillery"}


def shot(own: dict[str, Any], foe: dict[str, Any], away: float = 5, **more: Any) -> Field:  # noqa: ANN401
    """Let red `a` shoot at blue `b`, front to front, from so far."""
    mine, other = dict(own), dict(foe)
    return field(
        red("a", mine.pop("type"), (X, Y), **mine),
        blue("b", other.pop("type"), (X, Y - away), **other),
        **more,
    )


def lines(there: Field, shooter: str = "a", target: str = "b") -> list[str]:
    """List what is added."""
    return shot_ledger(there.ctx, shooter, target).explain()


def total(there: Field, shooter: str = "a", target: str = "b") -> int:
    return shot_ledger(there.ctx, shooter, target).total


def reads(there: Field, die: int) -> Struck:
    """Read a die as the result of a shot."""
    meaning = shot_roll(there.ctx, "a", "b").meaning
    assert meaning is not None
    result = meaning.read((die,))
    assert isinstance(result, Struck)
    return result


# -- results --------------------------------------------------------------------------------------


@covers("IDG-9.7.1", "IDG-9.7.2", "IDG-9.7.4")
def test_results_of_a_modified_roll() -> None:
    assert struck_by(6) == Struck(0)
    assert struck_by(7) == struck_by(9) == Struck(1)
    assert struck_by(10) == struck_by(12) == Struck(1, lost=True)
    assert struck_by(9, elephant=True) == Struck(1)
    assert struck_by(10, elephant=True) == Struck(0, lost=True, runs=True)


@covers("IDG-9.6.4", "IDG-9.7.1")
def test_bow_at_warriors() -> None:
    there = shot(BOW, {"type": "warrior"})
    assert lines(there) == ["-1 IDG-9.6.4"]
    assert [reads(there, die).markers for die in (7, 8, 10)] == [0, 1, 1]
    assert not reads(there, 10).lost


@covers("IDG-9.6.9")
def test_bow_at_armoured_warriors() -> None:
    there = shot(BOW, {"type": "warrior", "armour": "armoured"})
    assert lines(there) == ["-1 IDG-9.6.4", "-2 IDG-9.6.9"]
    assert [reads(there, die).markers for die in (9, 10)] == [0, 1]


@covers("IDG-9.6.6", "IDG-9.6.13", "IDG-A64")
def test_crossbow_and_bow_at_heavy_armour() -> None:
    knights = {"type": "heavy_cavalry", "armour": "heavily_armoured"}
    assert lines(shot(CROSSBOWMEN, knights)) == ["-1 IDG-9.6.6"]
    assert lines(shot(BOWMEN, knights)) == ["-3 IDG-9.6.13"]


@covers("IDG-9.6.1", "IDG-9.6.17", "IDG-18.11.7", "IDG-A36")
def test_mongols_close_by() -> None:
    mongols = {
        "type": "light_cavalry",
        "weapon": "bow",
        "quality": "elite",
        "special": ["mongol_archery"],
    }
    raw = {"type": "skirmisher", "quality": "raw"}
    there = shot(mongols, raw, 3)
    assert lines(there) == ["+1 IDG-9.6.1", "+1 IDG-9.6.17"]
    assert reads(there, 8) == Struck(1, lost=True)
    assert lines(shot(mongols, raw, 3.1)) == ["+1 IDG-9.6.1"]
    assert lines(shot({**mongols, "form": "dismounted"}, raw, 3)) == ["+1 IDG-9.6.1"]


@covers("IDG-9.6.2", "IDG-9.6.12", "IDG-13.1.3")
def test_light_cavalry_near_and_far() -> None:
    shaken = {**BOW, "disorder": 2}
    horse = {"type": "light_cavalry"}
    assert lines(shot(shaken, horse, 3)) == ["-2 IDG-9.6.2"]
    assert total(shot(shaken, horse, 4)) == -4
    assert lines(shot(CROSSBOWMEN, horse, 2)) == ["-2 IDG-9.6.12"]
    assert lines(shot(CROSSBOWMEN, horse, 7)) == ["-2 IDG-9.6.12"]


@covers("IDG-9.6.19", "IDG-9.6.14", "IDG-A64")
def test_artillery_and_bows_at_elephants() -> None:
    there = shot(ARTILLERY, {"type": "elephant"}, 10)
    assert lines(there) == []
    assert reads(there, 10).runs
    assert lines(shot(BOW, {"type": "elephant"})) == ["-3 IDG-9.6.14"]
    assert lines(shot(CROSSBOWMEN, {"type": "elephant"})) == ["-1 IDG-9.6.6"]


@covers("IDG-9.6.19")
@pytest.mark.parametrize(
    ("foe", "said"),
    [
        ({"type": "warrior", "armour": "heavily_armoured"}, ["-1 IDG-9.6.4"]),
        ({"type": "light_chariot"}, []),
        ({"type": "cataphract"}, []),
        ({"type": "skirmisher"}, ["-2 IDG-9.6.11"]),
        ({"type": "light_cavalry"}, ["-2 IDG-9.6.12"]),
    ],
)
def test_artillery_ignores_armour_but_not_what_is_hard_to_hit(
    foe: dict[str, Any], said: list[str]
) -> None:
    assert lines(shot(ARTILLERY, foe, 9)) == said


@covers("IDG-9.6.5", "IDG-9.4.4", "IDG-9.4.5", "IDG-14.3.4")
@pytest.mark.parametrize(
    ("own", "said"),
    [
        ({**BOWMEN, "moved": 2.0}, ["-1 IDG-9.6.5"]),
        ({**BOWMEN, "turned": True}, []),
        ({**BOW, "moved": 2.0}, []),
        ({"type": "heavy_cavalry", "weapon": "bow", "moved": 2.0}, []),
    ],
)
def test_only_bowmen_on_foot_shoot_worse_after_a_move(own: dict[str, Any], said: list[str]) -> None:
    assert lines(shot(own, {"type": "skirmisher"})) == said


@covers("IDG-9.6.4")
def test_bowmen_are_no_such_warriors() -> None:
    assert lines(shot(BOW, BOWMEN)) == []


@covers("IDG-9.6.10", "IDG-9.6.18", "IDG-9.6.14")
def test_lines_of_one_entry_count_once() -> None:
    chariot = {"type": "light_chariot", "armour": "armoured"}
    assert total(shot(BOW, chariot)) == -2
    heavy = {"type": "heavy_chariot", "armour": "heavily_armoured"}
    assert total(shot(BOW, heavy)) == -3
    assert total(shot(CROSSBOWMEN, heavy)) == -1
    assert total(shot(CROSSBOWMEN, chariot)) == 0


@covers("IDG-9.6.3")
def test_the_second_rank_shoots_worse() -> None:
    there = field(
        red("a", "warrior", (X, Y), weapon="bow", size=2, formation="column"),
        blue("b", "skirmisher", (X, Y - 4)),
    )
    assert lines(there, "a1") == []
    assert lines(there, "a2") == ["-1 IDG-9.6.3"]


@covers("IDG-9.6.7")
def test_a_target_in_melee_takes_one() -> None:
    there = field(
        red("a", "skirmisher", (X, Y), weapon="bow"),
        red("d", "warrior", (X, Y - 3)),
        blue("b", "heavy_cavalry", (X + 1.5, Y - 3)),
    )
    note_contacts(there.ctx)
    assert lines(there) == ["-1 IDG-9.6.7"]


@covers("IDG-9.6.8")
def test_weather_takes_one() -> None:
    horse = {"type": "heavy_cavalry"}
    assert lines(shot(BOW, horse, 4, weather=["rain"])) == ["-1 IDG-9.6.8"]
    assert lines(shot(BOW, horse, 3, weather=["rain"])) == []
    assert lines(shot(BOW, horse, 2, weather=["blizzard"])) == ["-1 IDG-9.6.8"]
    assert lines(shot(BOW, horse, 2, weather=["mud"])) == []


def piece(kind: str) -> dict[str, Any]:
    return {"id": "p", "kind": kind, "at": (X, Y - 5.6), "size": (2.5, 4)}


@covers("IDG-9.6.11", "IDG-4.1.3", "IDG-A21")
def test_skirmishers_in_cover_take_two_others_nothing() -> None:
    low = {"type": "skirmisher"}
    assert lines(shot(BOW, low, terrain=[piece("fields")])) == ["-2 IDG-9.6.11"]
    assert lines(shot(BOW, {**low, "moved": 1.0}, terrain=[piece("fields")])) == []
    assert lines(shot(CROSSBOWMEN, low, terrain=[piece("fields")])) == ["-2 IDG-9.6.11"]
    assert lines(shot(BOW, BOWMEN, terrain=[piece("fields")])) == []


@covers("IDG-9.6.15", "IDG-9.6.18", "IDG-A22")
def test_a_village_is_solid_unless_read_otherwise() -> None:
    low, horse = {"type": "skirmisher"}, {"type": "heavy_cavalry"}
    there = shot(BOW, low, terrain=[piece("village")])
    assert lines(there) == ["-2 IDG-9.6.11", "-3 IDG-9.6.15"]
    other = {"var_village_solid": False}
    assert lines(shot(BOW, low, terrain=[piece("village")], options=other)) == ["-2 IDG-9.6.11"]
    assert lines(shot(BOW, BOWMEN, terrain=[piece("village")])) == ["-3 IDG-9.6.15"]
    assert lines(shot(BOW, horse, terrain=[piece("village")])) == []


def rampart() -> dict[str, Any]:
    return {"id": "r", "kind": "rampart", "via": [(20, 25.1), (40, 25.1)], "width": 0.2}


@covers("IDG-9.6.15")
def test_nothing_can_hurt_armoured_warriors_behind_a_rampart() -> None:
    armoured = {"type": "warrior", "armour": "armoured"}
    there = shot(BOW, armoured, terrain=[rampart()])
    assert lines(there) == ["-1 IDG-9.6.4", "-2 IDG-9.6.9", "-3 IDG-9.6.15"]
    assert of_one(shot_roll(there.ctx, "a", "b")) == {Harm(0, 0): Fraction(1)}
    assert lines(shot(BOW, {"type": "artillery"}, terrain=[rampart()])) == ["-3 IDG-9.6.15"]
    assert lines(shot(BOW, {"type": "heavy_cavalry"}, terrain=[rampart()])) == []


@covers("IDG-9.6.16", "IDG-18.9.5")
def test_ghulams_who_stood_still_add_one() -> None:
    ghulams = {"type": "heavy_cavalry", "weapon": "bow", "special": ["ghulam_archery"]}
    foe = {"type": "skirmisher"}
    assert lines(shot(ghulams, foe)) == ["+1 IDG-9.6.16"]
    assert lines(shot({**ghulams, "moved": 1.0}, foe)) == []
    assert lines(shot({**ghulams, "turned": True}, foe)) == []


@covers("IDG-14.2.2", "IDG-14.3.6")
def test_who_mounts_or_rides_is_a_mounted_target() -> None:
    horse = {"type": "light_cavalry", "form": "remounting"}
    assert lines(shot(BOW, horse, 5)) == ["-2 IDG-9.6.12"]
    assert lines(shot(CROSSBOWMEN, {**horse, "form": "dismounted"})) == ["-2 IDG-9.6.11"]
    riding = {"type": "warrior", "horses": True, "form": "riding", "armour": "armoured"}
    assert lines(shot(BOW, riding)) == ["-2 IDG-9.6.9"]
    low = {"type": "skirmisher", "horses": True, "form": "riding"}
    assert lines(shot(CROSSBOWMEN, low)) == []
    assert lines(shot(BOW, low, terrain=[piece("village")])) == []


@covers("IDG-17.2.6", "IDG-16.3.7")
@pytest.mark.parametrize(("kind", "bow", "stones"), [("boat", -3, 0), ("siege_tower", -3, -3)])
def test_boats_and_siege_towers_protect(kind: Any, bow: int, stones: int) -> None:  # noqa: ANN401
    aboard = {**BOWMEN, "elements": [{"aboard": "e"}]}
    for own, added in ((BOW, bow), (ARTILLERY, stones)):
        there = shot(own, aboard)
        there.world.engines = {"e": Engine(kind, Seat("blue"), Pose(7620, 6350, 18000))}
        assert total(there) == added


@covers("IDG-18.12.20", "IDG-18.12.35", "IDG-18.12.19")
def test_flames_ignore_the_armour_of_the_mounted_only() -> None:
    for foe, added in (
        ({"type": "elephant"}, 0),
        ({"type": "heavy_cavalry", "armour": "heavily_armoured"}, 0),
        ({"type": "warrior", "armour": "armoured"}, -3),
        ({"type": "skirmisher"}, 0),
    ):
        there = shot({"type": "warrior"}, foe)
        assert flame_ledger(there.ctx, "b", 500).total == added


# -- odds -----------------------------------------------------------------------------------------


def test_the_odds_of_a_shot_are_exact() -> None:
    there = shot(BOW, {"type": "warrior"})
    shown = foresee(there.ctx, "a", "b")
    assert [(one.label.id, one.millionths) for one in shown.odds] == [
        ("idg.odds.shot.markers", 300_000),
        ("idg.odds.shot.nothing", 700_000),
    ]
    assert [one.explain() for one in shown.ledgers] == [["-1 IDG-9.6.4"]]
    assert shown.sight[0].end.id == "b"


def test_the_odds_of_several_shots_are_convolved() -> None:
    there = shot(BOW, {"type": "skirmisher"})
    request = shot_roll(there.ctx, "a", "b")
    odds = together([request, request])
    assert odds[Harm(0, 0)] == Fraction(36, 100)
    assert odds[Harm(1, 0)] == Fraction(36, 100)
    assert odds[Harm(2, 1)] == Fraction(6, 100)
    assert odds[Harm(2, 2)] == Fraction(1, 100)
    assert sum(odds.values()) == 1
    assert average(odds) == (Fraction(8, 10), Fraction(2, 10))
    shown = foresee_all(there.ctx, [("a", "b"), ("a", "b")])
    assert sum(one.millionths for one in shown.odds) == 1_000_000
    assert [one.id for one in shown.facts] == ["idg.fact.shot_average"]


def test_what_is_known_of_a_shot_is_forgotten_when_the_weather_changes() -> None:
    there = shot(BOW, {"type": "warrior"})
    before = lines(there)
    assert lines(there) == before
    there.world.weather = ("blizzard",)
    now = lines(there)
    assert now == lines(shot(BOW, {"type": "warrior"}, weather=("blizzard",)))
    assert now != before
    with recording() as heard:
        assert lines(there) == now
    assert heard.hits["IDG-9.6.4"]
