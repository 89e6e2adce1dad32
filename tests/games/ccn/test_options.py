from typing import Any

import msgspec
import pytest

from walstatt.games.ccn.game import CCN
from walstatt.games.ccn.options import CcnOptions
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.options import Switch, make_options, switches
from walstatt.workshop.covers import covers

SWITCHES = switches(CcnOptions)
NO_SWITCH = {"CCN-A15", "CCN-A21", "CCN-A22", "CCN-A23", "CCN-A33"}
"""Readings that leave nothing to choose."""


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.name)
def test_a_switch_belongs_to_a_rule_that_names_it(switch: Switch) -> None:
    assert CCN.rulebook.rules[switch.rule].option == switch.name


def test_whatever_option_a_rule_names_is_a_switch() -> None:
    named = {rule.option for rule in CCN.rulebook.rules.values() if rule.option}
    assert named == {switch.name for switch in SWITCHES}


def test_every_reading_has_its_switch_but_for_those_that_leave_no_choice() -> None:
    readings = {f"CCN-A{number}" for number in range(1, 34)}
    switched = {switch.rule for switch in SWITCHES}
    assert readings - switched == NO_SWITCH
    assert switched - readings == {"CCN-21.7"}


@covers("CCN-21.2", "CCN-21.3", "CCN-21.4", "CCN-21.5", "CCN-21.6", "CCN-21.7", "CCN-21.9")
def test_the_optional_rules_are_as_the_tables_say() -> None:
    options = CcnOptions()
    assert options.grenadier_fire_bonus is True
    assert options.terrain_reductions_cumulative is True
    assert options.artillery_table == "default"
    assert options.rally_flag_any is False
    assert options.zero_dice_attack is False
    assert options.lone_leader_can_be_shot is False
    assert options.los_staggered_sides_block is True


def test_the_readings_are_the_recommended_ones() -> None:
    assert msgspec.structs.asdict(CcnOptions()) == {
        "grenadier_fire_bonus": True,
        "artillery_table": "default",
        "guard_artillery_ignores": 2,
        "terrain_reductions_cumulative": True,
        "board_edge_blocks_sight": True,
        "led_units_pass_lone_leaders": False,
        "separate_hills_block": False,
        "works_corner_protects": True,
        "rally_flag_any": False,
        "returned_card_counts": False,
        "counter_attack_chain": True,
        "zero_dice_attack": False,
        "combined_arms_past_adjacent": False,
        "rifle_rounding": "up",
        "first_strike_compulsory": False,
        "reactions_after_first_strike": False,
        "lone_leader_pins": False,
        "short_supply_line": "owner",
        "retreat_dead_ends": True,
        "retire_from_artillery": False,
        "leaving_leader_banner": True,
        "pass_enemy_leader": True,
        "blocked_retreat_repels": False,
        "attack_used_up": True,
        "exit_by_advance": False,
        "los_staggered_sides_block": True,
        "sand_pit_artillery_melee": True,
        "guard_artillery_fire_bonus": False,
        "lone_leader_can_be_shot": False,
    }


@pytest.mark.parametrize("preset", CcnOptions.presets)
def test_a_preset_is_valid_and_says_only_what_differs(preset: str) -> None:
    default = msgspec.structs.asdict(CcnOptions())
    chosen = msgspec.structs.asdict(make_options(CcnOptions, {}, preset))
    said = CcnOptions.presets[preset]
    assert {name: value for name, value in chosen.items() if value != default[name]} == said


def test_the_older_cards_and_leaders_at_risk_are_small_sets() -> None:
    assert CcnOptions.presets["older_cards"] == {
        "grenadier_fire_bonus": False,
        "rifle_rounding": "down",
        "artillery_table": "variant_b",
    }
    assert CcnOptions.presets["leaders_at_risk"] == {
        "lone_leader_can_be_shot": True,
        "lone_leader_pins": True,
    }


def test_the_other_readings_turn_every_single_switch() -> None:
    default = msgspec.structs.asdict(CcnOptions())
    other = CcnOptions.presets["other_readings"]
    assert set(other) == set(default)
    assert not [name for name, value in other.items() if value == default[name]]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"guard_artillery_ignores": 0}, "option guard_artillery_ignores: Expected `int` >= 1"),
        ({"guard_artillery_ignores": 3}, "option guard_artillery_ignores: Expected `int` <= 2"),
        ({"artillery_table": "c"}, "there are: default, variant_b"),
        ({"rifle_rounding": "sideways"}, "there are: up, down"),
        ({"short_supply_line": "flank"}, "there are: owner, center"),
        ({"rally_flags": True}, "no option 'rally_flags'"),
    ],
)
def test_a_value_that_means_nothing_is_refused(given: dict[str, Any], words: str) -> None:
    with pytest.raises(BadRequest) as refused:
        make_options(CcnOptions, given)
    assert words in str(refused.value)


@covers("CCN-A3")
def test_guard_artillery_ignores_one_or_two_flags() -> None:
    assert make_options(CcnOptions, {"guard_artillery_ignores": 1}).guard_artillery_ignores == 1
    assert make_options(CcnOptions, {"guard_artillery_ignores": 2}).guard_artillery_ignores == 2
