"""The switches: optional rules of chapter 21 and the readings of the ambiguities."""

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from walstatt.kernel.options import Options, about


class CcnOptions(Options, frozen=True):
    """How the rulebook is read where it can be read in two ways, and its optional rules."""

    grenadier_fire_bonus: Annotated[bool, about("CCN-A1")] = True
    artillery_table: Annotated[Literal["default", "variant_b"], about("CCN-A2")] = "default"
    guard_artillery_ignores: Annotated[int, Meta(ge=1, le=2), about("CCN-A3")] = 2
    terrain_reductions_cumulative: Annotated[bool, about("CCN-A4")] = True
    board_edge_blocks_sight: Annotated[bool, about("CCN-A5")] = True
    led_units_pass_lone_leaders: Annotated[bool, about("CCN-A6")] = False
    separate_hills_block: Annotated[bool, about("CCN-A7")] = False
    works_corner_protects: Annotated[bool, about("CCN-A8")] = True
    rally_flag_any: Annotated[bool, about("CCN-A9")] = False
    returned_card_counts: Annotated[bool, about("CCN-A10")] = False
    counter_attack_chain: Annotated[bool, about("CCN-A11")] = True
    zero_dice_attack: Annotated[bool, about("CCN-A12")] = False
    combined_arms_past_adjacent: Annotated[bool, about("CCN-A13")] = False
    rifle_rounding: Annotated[Literal["up", "down"], about("CCN-A14")] = "up"
    first_strike_compulsory: Annotated[bool, about("CCN-A16")] = False
    reactions_after_first_strike: Annotated[bool, about("CCN-A17")] = False
    lone_leader_pins: Annotated[bool, about("CCN-A18")] = False
    short_supply_line: Annotated[Literal["owner", "center"], about("CCN-A19")] = "owner"
    retreat_dead_ends: Annotated[bool, about("CCN-A20")] = True
    retire_from_artillery: Annotated[bool, about("CCN-A24")] = False
    leaving_leader_banner: Annotated[bool, about("CCN-A25")] = True
    pass_enemy_leader: Annotated[bool, about("CCN-A26")] = True
    blocked_retreat_repels: Annotated[bool, about("CCN-A27")] = False
    attack_used_up: Annotated[bool, about("CCN-A28")] = True
    exit_by_advance: Annotated[bool, about("CCN-A29")] = False
    los_staggered_sides_block: Annotated[bool, about("CCN-A30")] = True
    sand_pit_artillery_melee: Annotated[bool, about("CCN-A31")] = True
    guard_artillery_fire_bonus: Annotated[bool, about("CCN-A32")] = False
    lone_leader_can_be_shot: Annotated[bool, about("CCN-21.7")] = False

    presets: ClassVar[dict[str, dict[str, Any]]] = {
        "older_cards": {
            "grenadier_fire_bonus": False,
            "rifle_rounding": "down",
            "artillery_table": "variant_b",
        },
        "leaders_at_risk": {"lone_leader_can_be_shot": True, "lone_leader_pins": True},
        "other_readings": {
            "grenadier_fire_bonus": False,
            "artillery_table": "variant_b",
            "guard_artillery_ignores": 1,
            "terrain_reductions_cumulative": False,
            "board_edge_blocks_sight": False,
            "led_units_pass_lone_leaders": True,
            "separate_hills_block": True,
            "works_corner_protects": False,
            "rally_flag_any": True,
            "returned_card_counts": True,
            "counter_attack_chain": False,
            "zero_dice_attack": True,
            "combined_arms_past_adjacent": True,
            "rifle_rounding": "down",
            "first_strike_compulsory": True,
            "reactions_after_first_strike": True,
            "lone_leader_pins": True,
            "short_supply_line": "center",
            "retreat_dead_ends": False,
            "retire_from_artillery": True,
            "leaving_leader_banner": False,
            "pass_enemy_leader": False,
            "blocked_retreat_repels": True,
            "attack_used_up": False,
            "exit_by_advance": True,
            "los_staggered_sides_block": False,
            "sand_pit_artillery_melee": False,
            "guard_artillery_fire_bonus": True,
            "lone_leader_can_be_shot": True,
        },
    }
