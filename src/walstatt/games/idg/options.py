"""The switches: optional rules, and the readings of the ambiguities."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from walstatt.kernel.options import Options, about


class IdgOptions(Options, frozen=True):
    """Which optional rules are in force, and how the rulebook is read where it can be in two ways.

    The names are those of the rules specification.
    """

    opt_weather: Annotated[bool, about("IDG-6.1.1")] = False
    opt_stratagems: Annotated[bool, about("IDG-5.4.9")] = False
    opt_dates: Annotated[bool, about("IDG-3.1.9")] = False
    opt_periods: Annotated[bool, about("IDG-3.3.1")] = False
    opt_allies: Annotated[bool, about("IDG-3.2.1")] = True
    opt_fire: Annotated[bool, about("IDG-10.1.1")] = True
    opt_fortifications: Annotated[Literal["scenario", "never"], about("IDG-16.1.1")] = "scenario"
    opt_ships_boats: Annotated[Literal["scenario", "never"], about("IDG-17.2.1")] = "scenario"
    opt_wagons: Annotated[Literal["list", "all"], about("IDG-17.1.1")] = "list"
    opt_free_armies: Annotated[bool, about("IDG-3.1.2")] = False
    opt_models_only: Annotated[bool, about("IDG-14.2.5")] = False
    opt_15mm: Annotated[bool, about("IDG-1.2.4")] = False
    var_command_ranges: Annotated[Literal["text", "table"], about("IDG-A1")] = "text"
    var_witness: Annotated[Literal["unit", "element"], about("IDG-A5")] = "unit"
    var_ten_plus_markers: Annotated[int, Meta(ge=0, le=2), about("IDG-A10")] = 0
    var_flank_line: Annotated[Literal["rear", "front"], about("IDG-A13")] = "rear"
    var_retreat_uses_move: Annotated[bool, about("IDG-A16")] = True
    var_village_solid: Annotated[bool, about("IDG-A22")] = True
    var_mongol_bonus_lines: Annotated[Literal["text", "points"], about("IDG-A36")] = "text"
    var_list_points: Annotated[Literal["printed", "formula"], about("IDG-A34")] = "printed"
    var_siege_turn_limit: Annotated[int, Meta(ge=0, le=99), about("IDG-A48")] = 12
    var_open_turn_limit: Annotated[int, Meta(ge=0, le=99), about("IDG-5.4.8")] = 30
    """A house rule: the rules set no limit for an open battle or an ambush."""
    var_nightfall_lead: Annotated[int, Meta(ge=0, le=100), about("IDG-5.4.8")] = 10
    """A house rule: by how many percent of an army more whoever holds the field has left."""

    presets: ClassVar[dict[str, dict[str, Any]]] = {
        "everything": {"opt_weather": True, "opt_stratagems": True, "opt_fire": True},
        "dated": {"opt_dates": True, "opt_periods": True},
        "no_lists": {"opt_free_armies": True, "opt_wagons": "all"},
        "other_readings": {
            "var_command_ranges": "table",
            "var_witness": "element",
            "var_ten_plus_markers": 2,
            "var_flank_line": "front",
            "var_retreat_uses_move": False,
            "var_village_solid": False,
            "var_mongol_bonus_lines": "points",
            "var_list_points": "formula",
            "var_siege_turn_limit": 40,
        },
    }
