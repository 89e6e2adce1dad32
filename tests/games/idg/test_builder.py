"""Making an army click by click: what a sheet offers, and what becomes of it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.games.idg.bench import (
    DESK,
    PLAIN,
    all_edits,
    at,
    blank,
    edited,
    field_of,
    judged,
    ready,
    units_of,
)
from walstatt.games.idg.army_check import check
from walstatt.games.idg.army_file import army_from, mustered, ready_armies
from walstatt.games.idg.builder_data import closed
from walstatt.games.idg.lists import army_lists
from walstatt.games.idg.options import IdgOptions
from walstatt.kernel.content import ContentError
from walstatt.kernel.errors import BadRequest
from walstatt.scene.rosters import ArmyEdit, ArmySheet

LISTS = list(army_lists())
WALK = 60


def with_lines(list_id: str, *lines: str) -> ArmySheet:
    """Add units of some lines to an empty army."""
    sheet = judged(blank(list_id))
    for name in lines:
        line = next(one for one in sheet.forces[0].lines if one.key == f"lines.{name}")
        sheet = judged(edited(sheet.army, line.add))
    return sheet


# -- whatever is clicked -------------------------------------------------------------------------


@pytest.mark.parametrize("list_id", LISTS)
def test_everything_a_sheet_offers_leads_to_an_army_that_can_be_read(list_id: str) -> None:
    rng = Random(list_id)
    options = IdgOptions(opt_free_armies=True, opt_stratagems=True, opt_wagons="all")
    army: Any = blank(list_id)
    for _ in range(WALK):
        sheet = judged(army, options)
        choices = [one for one in all_edits(sheet) if one]
        army = edited(sheet.army, rng.choice(choices))
        if len(army["units"]) > 12 or army["list"] != list_id:
            army = sheet.army
    assert units_of(judged(army, options))


@pytest.mark.parametrize("list_id", LISTS)
def test_every_flaw_is_shown_beside_something_that_is_on_the_sheet(list_id: str) -> None:
    rng = Random(f"{list_id} flaws")
    army: Any = DESK.quick(blank(list_id), PLAIN, rng)
    seen = 0
    for _ in range(20):
        sheet = judged(army, IdgOptions(opt_dates=True))
        keys = set(_keys(sheet))
        for flaw in sheet.verdict.flaws:
            assert flaw.at, flaw
            assert set(flaw.at) <= keys, flaw
            seen += 1
        choices = [one for one in all_edits(sheet) if one]
        army = edited(sheet.army, rng.choice(choices))
    assert seen > 10


def _keys(sheet: ArmySheet) -> list[str]:
    found = [section.id for section in sheet.sections]
    found += [field.key for section in sheet.sections for field in section.fields]
    for force in sheet.forces:
        found += [force.key, *(line.key for line in force.lines)]
        found += [field.key for field in force.fields]
        for unit in force.units:
            found += [unit.key, *(field.key for field in unit.fields)]
    return found


@pytest.mark.parametrize("name", ready_armies())
def test_a_ready_army_is_legal_and_comes_through_the_builder_as_it_was(name: str) -> None:
    sheet = judged(ready(name))
    assert sheet.verdict.flaws == ()
    assert sheet.ledger.total == sheet.verdict.points
    assert sum(force.points for force in sheet.forces) == sheet.verdict.points
    again, before = mustered(closed(sheet.army), PLAIN), mustered(ready_armies()[name], PLAIN)
    assert (again.led, again.leader) == (before.led, before.leader)
    for one, other in zip(again.bodies, before.bodies, strict=True):
        assert (one.elements, one.name) == (other.elements, other.name)
    assert closed(sheet.army).equipment == ready_armies()[name].equipment


# -- units ---------------------------------------------------------------------------------------


def test_a_unit_is_added_with_its_usual_size_and_told_with_its_price() -> None:
    sheet = with_lines("vikings", "swordsmen")
    (unit,) = units_of(sheet)
    assert (unit.size, unit.least, unit.most, unit.points) == (7, 2, 12, 56)
    assert [(part.count, part.each) for part in unit.parts] == [(7, 8)]
    line = sheet.forces[0].lines[0]
    assert (line.have, line.least, line.most) == (1, 4, 8)
    assert [flaw.rule for flaw in sheet.verdict.flaws if "lines.swordsmen" in flaw.at] == [
        "IDG-3.1.6"
    ]


def test_some_elements_become_better_and_the_unit_keeps_its_size() -> None:
    sheet = with_lines("vikings", "swordsmen")
    offers = units_of(sheet)[0].offers
    assert [one.points for one in offers] == [10, 8, 10]
    after = judged(edited(sheet.army, offers[0].edits))
    unit = units_of(after)[0]
    assert at(after.army, ("units", 0, "elements")) == {"sword": 6, "sword + armoured": 1}
    assert (unit.size, unit.points) == (7, 58)


def test_an_upgrade_for_all_takes_those_along_who_had_it_already() -> None:
    army = blank("vikings")
    army["units"] = [{"line": "swordsmen", "elements": {"sword": 5, "sword + armoured": 2}}]
    unit = units_of(judged(army))[0]
    armour = next(one for one in unit.upgrades if one.id == "armoured")
    assert (armour.on, armour.each) == (False, 2)
    after = judged(edited(army, armour.edits))
    assert at(after.army, ("units", 0)) == {
        "line": "swordsmen",
        "options": ["armoured"],
        "elements": {"sword": 7},
    }
    assert units_of(after)[0].points == 70
    back = next(one for one in units_of(after)[0].upgrades if one.id == "armoured")
    assert back.on
    assert "options" not in edited(after.army, back.edits)["units"][0]


def test_the_last_kind_of_elements_cannot_be_taken_away() -> None:
    sheet = with_lines("carthaginians", "numidian_skirmishers")
    spear, sling, bow = units_of(sheet)[0].parts
    assert (spear.least, sling.count, bow.count) == (1, 0, 0)
    mixed = judged(edited(sheet.army, [ArmyEdit(sling.at, 2)]))
    assert [part.least for part in units_of(mixed)[0].parts] == [0, 0, 0]


def test_kinds_that_are_not_to_be_had_now_are_offered_as_such() -> None:
    greek = units_of(with_lines("classical_greeks", "hoplites"))[0]
    assert len(greek.parts) == 1
    assert [one.apt for one in greek.offers] == [False, False, False]
    mountain = edited(blank("classical_greeks"), [])
    mountain["state"] = "mountain"
    mountain["units"] = [{"line": "hoplites", "elements": {"hoplite": 6}}]
    assert [part.count for part in units_of(judged(mountain))[0].parts] == [6, 0, 0]


@pytest.mark.parametrize(
    ("deed", "order", "led"),
    [
        (("up", 1), "bacd", 1),
        (("up", 2), "acbd", 3),
        (("down", 1), "acbd", 3),
        (("down", 2), "abdc", 2),
        (("copy", 0), "aabcd", 3),
        (("copy", 2), "abccd", 2),
        (("remove", 0), "bcd", 1),
        (("remove", 3), "abc", 2),
        (("remove", 1), "acd", None),
    ],
)
def test_the_general_stays_with_his_men_whatever_is_done_with_units(
    deed: tuple[str, int], order: str, led: int | None
) -> None:
    army = blank("vikings")
    sizes = {"a": 2, "b": 3, "c": 4, "d": 5}
    army["units"] = [{"line": "swordsmen", "elements": {"sword": n}} for n in sizes.values()]
    army["general"] = {"with": 2}
    name, place = deed
    unit = units_of(judged(army))[place]
    after = judged(edited(judged(army).army, unit.deeds[name]))
    assert [one.size for one in units_of(after)] == [sizes[letter] for letter in order]
    assert at(after.army, ("general", "with")) == led


def test_the_first_unit_does_not_move_up_nor_the_last_down() -> None:
    units = units_of(with_lines("vikings", "swordsmen", "swordsmen"))
    assert set(units[0].deeds) == {"copy", "remove", "down"}
    assert set(units[1].deeds) == {"copy", "remove", "up"}


# -- the whole army ------------------------------------------------------------------------------


def test_another_list_begins_anew() -> None:
    sheet = judged(ready("zama_carthaginians"))
    choice = next(one for one in field_of(sheet, "list").options if one.value == "mongols")
    army = edited(sheet.army, choice.edits)
    army["list"] = choice.value
    after = judged(army)
    assert after.verdict.list == "mongols"
    assert units_of(after) == []
    assert after.army["name"] == {"en": "Hannibal at Zama", "de": "Hannibal bei Zama"}


def test_a_siege_offers_engines_and_equipment_to_whom_they_belong() -> None:
    keys = {}
    for role in ("attacker", "defender"):
        army = blank("late_sung") | {"scenario": "siege", "role": role}
        sheet = judged(army)
        train = next(one for one in sheet.sections if one.id == "train")
        keys[role] = {field.key for field in train.fields}
        assert {"lines.heavy_siege_engine", "lines.light_artillery"} <= {
            line.key for line in sheet.forces[0].lines
        }
    assert keys["attacker"] - keys["defender"] == {"equipment.breaches", "equipment.siege_towers"}
    assert keys["defender"] - keys["attacker"] == {
        "equipment.walls",
        "equipment.ramparts",
        "equipment.towers",
        "equipment.flamethrowers",
    }
    assert not any("equipment" in field.key for field in _train(judged(blank("late_sung"))))


def _train(sheet: ArmySheet) -> Any:  # noqa: ANN401 - fields
    return next(one for one in sheet.sections if one.id == "train").fields


def test_allies_come_along_with_what_they_must_have_and_go_home_again() -> None:
    sheet = judged(ready("plataea_persians") | {"allies": []})
    (offer,) = [one for one in sheet.offers if "greeks" in str(one.label)]
    after = judged(edited(sheet.army, offer.edits))
    own, allies = after.forces
    assert (own.allied, allies.allied, allies.key) == (False, True, "allies[0]")
    assert [unit.key for unit in allies.units] == ["allies[0].units[0]"]
    assert after.offers == ()
    assert edited(after.army, allies.remove)["allies"] == []


def test_the_general_is_independent_with_a_line_or_in_a_unit_like_its_men() -> None:
    sheet = with_lines("romans_punic_wars", "hastati", "cavalry")
    alone, first, second = field_of(sheet, "general.with").options
    assert (alone.apt, first.value, second.value) == (True, 1, 2)
    led = judged(edited(sheet.army, alone.edits))
    general = next(one for one in led.sections if one.id == "general")
    assert at(led.army, ("general", "line")) == "cavalry"
    assert [(part.each, part.count) for part in general.parts] == [(42, 1)]
    army = edited(led.army, first.edits)
    army["general"]["with"] = 1
    inside = judged(army)
    assert units_of(inside)[0].led
    assert "line" not in inside.army["general"]


def test_a_tribal_army_cannot_have_a_general_of_his_own() -> None:
    sheet = with_lines("vikings", "swordsmen", "archers")
    alone, *units = field_of(sheet, "general.with").options
    assert not alone.apt
    assert [one.apt for one in units] == [True, True]


def test_units_are_called_as_their_player_does_in_the_account() -> None:
    sheet = judged(ready("zama_carthaginians"))
    words = sheet.ledger.lines[0].message.args["unit"]
    assert words.args == {"en": "Veterans of Italy", "de": "Veteranen aus Italien"}  # type: ignore[union-attr]
    assert sheet.ledger.lines[-1].rule == "IDG-2.3.6"


def test_an_army_without_a_list_lets_troops_be_described() -> None:
    options = IdgOptions(opt_free_armies=True)
    army = blank("vikings") | {"list": "free", "command": "organised"}
    sheet = judged(army, options)
    sheet = judged(edited(sheet.army, sheet.forces[0].lines[0].add), options)
    (unit,) = units_of(sheet)
    (part,) = unit.parts
    assert (unit.points, part.count) == (36, 6)
    fields = {field.at[-1]: field for field in part.fields}
    elephants = next(one for one in fields["class"].options if one.value == "elephant")
    army = edited(sheet.army, elephants.edits)
    army["units"][0]["troops"][0] |= {"class": "elephant", "count": 1}
    after = judged(army, options)
    assert units_of(after)[0].points == 25
    assert not [flaw for flaw in after.verdict.flaws if "units[0]" in flaw.at]


# -- armies that the program makes ---------------------------------------------------------------


@pytest.mark.parametrize("list_id", LISTS)
def test_an_empty_army_is_filled_up_legally(list_id: str) -> None:
    for seed in range(3):
        made = DESK.filled(blank(list_id), PLAIN, Random(seed))
        verdict = judged(made).verdict
        assert verdict.flaws == ()
        assert verdict.points >= 430


@pytest.mark.parametrize("list_id", LISTS)
def test_what_somebody_chose_is_kept_when_the_rest_is_filled(list_id: str) -> None:
    whole = judged(DESK.quick(blank(list_id), PLAIN, Random(5))).army
    begun = {**whole, "units": whole["units"][:3], "name": "Mine"}
    if (begun["general"].get("with") or 0) > 3:
        begun["general"] = {}
    made = DESK.filled(begun, PLAIN, Random(1))
    assert made["name"] == "Mine"
    for before, after in zip(begun["units"], made["units"], strict=False):
        grown = [after["elements"][key] - count for key, count in before["elements"].items()]
        assert {**after, "elements": 0} == {**before, "elements": 0}
        assert min(grown) >= 0
    verdict = judged(made).verdict
    assert verdict.flaws == ()
    assert verdict.points > judged(begun).verdict.points


def test_a_full_army_stays_as_it_is() -> None:
    army = judged(ready("cannae_romans")).army
    assert DESK.filled(army, PLAIN, Random(1)) == army


def test_the_same_seed_makes_the_same_army_and_keeps_what_was_said() -> None:
    wish = blank("carthaginians") | {"points": 300, "theatre": "africa", "name": "Mine"}
    one, other = (DESK.quick(wish, PLAIN, Random(7)) for _ in range(2))
    assert one == other
    assert (one["points"], one["name"], one["theatre"]) == (300, "Mine", "africa")
    assert DESK.quick(wish, PLAIN, Random(8)) != one


def test_an_army_that_cannot_be_made_is_refused() -> None:
    with pytest.raises(BadRequest, match="no army of late_sung"):
        DESK.quick(blank("late_sung") | {"points": 60}, PLAIN, Random(1))
    with pytest.raises(ContentError, match="unknown list"):
        DESK.quick(blank("vikings") | {"list": "danes"}, PLAIN, Random(1))


# -- files and battles ---------------------------------------------------------------------------


def test_an_army_is_written_as_people_would_write_it() -> None:
    text = DESK.write(judged(ready("zama_carthaginians")).army)
    assert "line: libyan_spearmen, elements: 8}" in text
    assert "elements: {spear: 3, bow: 2}" in text
    assert DESK.read(text, "zama.yaml") == judged(ready("zama_carthaginians")).army
    nameless = DESK.write(blank("vikings"))
    assert "name: {en: Vikings in England, de: Wikinger in England}" in nameless
    assert "general" not in nameless


def test_the_page_for_printing_speaks_the_language_that_is_asked_for() -> None:
    army = ready("zama_carthaginians")
    assert "<title>Hannibal bei Zama</title>" in DESK.page(army, PLAIN, "de")
    assert "<title>Hannibal at Zama</title>" in DESK.page(army, PLAIN, "en")


def test_armies_that_meet_are_judged_in_their_roles() -> None:
    rosters: Any = {"red": "zama_romans", "blue": {"quick": {"list": "carthaginians"}}}
    found = DESK.gather("open_battle", PLAIN, rosters)
    assert found.sources == ("quick", "ready", "mine")
    assert (found.points, found.flaws) == (450, ())
    assert {seat: one.verdict.limit for seat, one in found.armies.items()} == {
        "red": 450,
        "blue": 450,
    }
    for one in found.armies.values():
        assert one.verdict.flaws == ()
    raid = DESK.gather("raid", PLAIN, rosters)
    assert raid.armies[_seat("blue")].verdict.limit == 400
    assert [flaw.rule for flaw in raid.flaws] == ["IDG-5.2.1"]


def _seat(name: str) -> Any:  # noqa: ANN401 - a seat
    return name


def test_armies_of_other_times_do_not_meet_where_that_is_agreed() -> None:
    rosters: Any = {
        "red": {"quick": {"list": "mongols"}},
        "blue": {"quick": {"list": "vikings"}},
    }
    assert DESK.gather("open_battle", PLAIN, rosters).flaws == ()
    found = DESK.gather("open_battle", IdgOptions(opt_periods=True), rosters)
    assert [flaw.rule for flaw in found.flaws] == ["IDG-3.3.1"]


def test_where_dice_decide_the_program_makes_the_armies() -> None:
    assert DESK.gather("dice", PLAIN, {}).sources == ("quick",)
    rosters: Any = {"red": "zama_romans"}
    with pytest.raises(BadRequest, match="dice decide"):
        DESK.gather("dice", PLAIN, rosters)
    assert DESK.gather("cannae", PLAIN, {}).armies == {}


def test_the_desk_judges_as_the_check_of_files_does() -> None:
    army = ready("zama_carthaginians")
    army["units"][0]["elements"] = {"spear": 14}
    army["baggage"] = 1
    flaws = judged(army).verdict.flaws
    assert [(one.rule, one.message) for one in flaws] == [
        (one.rule, one.message) for one in check(army_from(army))
    ]
    assert [one.at for one in flaws] == [("units[0]",), ("baggage",), ("points",)]
