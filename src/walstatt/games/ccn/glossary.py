"""The words of the rulebook and what they mean; the meanings are in `glossary.*.yaml`."""

from __future__ import annotations

from typing import Final

from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.ids import RuleId
from walstatt.scene.about import Term

TERMS: Final[dict[str, tuple[RuleId, ...]]] = {
    # the battlefield
    "board": ("CCN-1.1.1",),
    "hex": ("CCN-1.1.4", "CCN-1.1.9"),
    "section": ("CCN-1.2.1", "CCN-1.2.4"),
    "section_line": ("CCN-1.2.2", "CCN-5.7"),
    "baseline": ("CCN-1.1.10",),
    "objective": ("CCN-3.8", "CCN-3.9"),
    "banner": ("CCN-3.1", "CCN-3.2", "CCN-3.3"),
    # who fights
    "unit": ("CCN-1.4.1", "CCN-1.4.2"),
    "block": ("CCN-1.4.1", "CCN-7.8"),
    "arm": ("CCN-1.4.2",),
    "leader": ("CCN-1.4.4", "CCN-5.13"),
    "attached_leader": ("CCN-5.14", "CCN-11.2.3"),
    "lone_leader": ("CCN-7.9", "CCN-9.5.1"),
    # commanding
    "command_card": ("CCN-5.1", "CCN-17.1.1"),
    "section_card": ("CCN-5.2", "CCN-17.1.4"),
    "tactics_card": ("CCN-5.3", "CCN-17.1.2"),
    "command_value": ("CCN-5.10", "CCN-5.12"),
    "order": ("CCN-5.5", "CCN-5.6"),
    "bicorne": ("CCN-5.16",),
    "command_phase": ("CCN-4.2", "CCN-5.1"),
    "order_phase": ("CCN-4.2", "CCN-5.4"),
    "move_phase": ("CCN-4.2", "CCN-4.4"),
    "combat_phase": ("CCN-4.2", "CCN-4.5"),
    "draw_phase": ("CCN-4.2", "CCN-18.1"),
    # fighting
    "battle_die": ("CCN-1.3.1",),
    "saber": ("CCN-8.5.3", "CCN-9.3.2"),
    "flag": ("CCN-8.5.4", "CCN-11.1.2"),
    "ranged": ("CCN-8.1.1", "CCN-8.1.2"),
    "melee": ("CCN-9.1.1", "CCN-9.1.6"),
    "range": ("CCN-8.2.1",),
    "sight": ("CCN-8.3.1", "CCN-8.3.3"),
    "hit": ("CCN-8.5.2", "CCN-9.3.1"),
    "loss": ("CCN-8.5.6",),
    "retreat": ("CCN-11.1.2", "CCN-11.1.5", "CCN-11.1.10"),
    "support": ("CCN-11.2.4", "CCN-11.2.5"),
    "battle_back": ("CCN-9.4.1", "CCN-9.4.3"),
    "take_ground": ("CCN-12.1.1",),
    "breakthrough": ("CCN-12.2.1", "CCN-12.2.2"),
    "bonus_melee": ("CCN-12.3.1", "CCN-12.3.6"),
    "retire_reform": ("CCN-13.1", "CCN-13.6", "CCN-13.8"),
    "square": ("CCN-14.1.1", "CCN-14.3.1", "CCN-14.4.3"),
    "square_board": ("CCN-1.5.2", "CCN-14.1.9"),
    "square_marker": ("CCN-1.5.2", "CCN-1.5.3"),
    "bounce_flag": ("CCN-14.3.5", "CCN-14.3.6"),
    "combined_arms": ("CCN-15.1", "CCN-15.5"),
    "leader_check": ("CCN-10.1", "CCN-10.2", "CCN-10.3"),
    "leader_escape": ("CCN-11.5.1", "CCN-11.5.3"),
}
"""Every term with the rules that define it."""

TYPES: Final[dict[str, tuple[RuleId, ...]]] = {
    "LN": ("CCN-6.2.1", "CCN-8.4.5", "CCN-9.2.5"),
    "LT": ("CCN-6.2.2", "CCN-8.4.4", "CCN-16.2.2"),
    "RL": ("CCN-8.2.3", "CCN-9.3.3"),
    "GR": ("CCN-8.4.4", "CCN-9.2.4", "CCN-11.2.9"),
    "OG": ("CCN-9.2.3", "CCN-11.2.11"),
    "YG": ("CCN-6.2.2", "CCN-9.2.4", "CCN-11.2.11"),
    "GG": ("CCN-9.2.4", "CCN-11.2.11"),
    "MI": ("CCN-9.3.3", "CCN-11.1.3"),
    "LC": ("CCN-6.2.3",),
    "HC": ("CCN-6.2.4", "CCN-9.2.7"),
    "CHC": ("CCN-9.2.7", "CCN-11.2.10"),
    "GHC": ("CCN-9.2.7", "CCN-11.2.11"),
    "FA": ("CCN-6.2.5", "CCN-8.2.4", "CCN-8.4.7"),
    "HA": ("CCN-6.2.6", "CCN-8.2.5", "CCN-8.4.8"),
    "GFA": ("CCN-9.2.9", "CCN-11.2.11"),
}
"""The types of units, by the names they have on the board."""

GROUND: Final[dict[str, tuple[RuleId, ...]]] = {
    "forest": ("CCN-16.2.1", "CCN-16.2.2", "CCN-16.2.4"),
    "hill": ("CCN-16.3.1", "CCN-16.3.2", "CCN-16.3.13"),
    "rugged_hill": ("CCN-16.4.1", "CCN-16.4.3"),
    "building": ("CCN-16.5.1", "CCN-16.5.3", "CCN-16.5.4"),
    "field_works": ("CCN-16.6.1", "CCN-16.6.5", "CCN-16.6.7"),
    "river": ("CCN-16.7.1", "CCN-16.7.2"),
    "shallow_river": ("CCN-16.7.3", "CCN-16.7.5", "CCN-16.7.6"),
    "bridge": ("CCN-16.7.8", "CCN-16.7.9"),
    "sand_pit": ("CCN-16.8.1", "CCN-16.8.2", "CCN-16.8.3"),
}
"""The kinds of terrain, by the names they have on the board."""

CARDS: Final[dict[str, tuple[RuleId, ...]]] = {
    "counter_attack": ("CCN-17.4.4.1",),
    "first_strike": ("CCN-17.4.7.1", "CCN-17.4.7.2"),
    "short_supply": ("CCN-17.4.13.1",),
    "force_march": ("CCN-17.4.8.1", "CCN-17.4.8.2"),
    "rally": ("CCN-17.4.12.1", "CCN-17.4.12.2"),
    "leadership": ("CCN-17.4.10.1", "CCN-17.4.10.3"),
    "grande_manoeuvre": ("CCN-17.4.11.1", "CCN-17.4.11.2"),
}
"""The cards that the rules call by their names; their texts are their meanings."""


def glossary() -> tuple[Term, ...]:
    """Explain the words of the rulebook."""
    return (
        *(_term(one, say(f"ccn.word.{one}"), rules) for one, rules in TERMS.items()),
        *(_term(one, say(f"ccn.type.{one}"), rules) for one, rules in TYPES.items()),
        *(_term(one, say(f"ccn.terrain.{one}"), rules) for one, rules in GROUND.items()),
        *(_card(one, rules) for one, rules in CARDS.items()),
    )


def _term(name: str, word: Message, rules: tuple[RuleId, ...]) -> Term:
    return Term(name, word, say(f"ccn.meaning.{name}"), rules)


def _card(name: str, rules: tuple[RuleId, ...]) -> Term:
    return Term(name, say(f"ccn.card.{name}"), say(f"ccn.cardtext.{name}"), rules)
