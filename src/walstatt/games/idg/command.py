"""Command types and what a general of each is like. IDG-2.1 to IDG-2.4."""

from __future__ import annotations

from typing import Final, get_args

from msgspec.structs import replace

from walstatt.games.idg.troops import CommandType, Profile, troop_file
from walstatt.kernel.trace import rule

BEST_FIRST: Final[tuple[CommandType, ...]] = get_args(CommandType)
"""Disciplined, organised, impetuous, tribal. IDG-2.1.2."""


@rule("IDG-2.1.2")
def is_better(one: CommandType, other: CommandType) -> bool:
    """Is one command type better than another?"""
    return BEST_FIRST.index(one) < BEST_FIRST.index(other)


@rule("IDG-2.2.1", "IDG-2.3.1")
def may_be_independent(command: CommandType) -> bool:
    """May the general be a unit of his own? A chief never is."""
    return command != "tribal"


@rule("IDG-2.2.3", "IDG-2.3.5")
def counts_in_unit(command: CommandType) -> bool:
    """Does an attached general's element count as one of his unit's? Only a chief's does."""
    return command == "tribal"


@rule("IDG-2.2.2", "IDG-2.3.6")
def surcharge(command: CommandType) -> int:
    """Give what a general costs beyond his element; a chief costs nothing more."""
    return troop_file().general[command]


@rule("IDG-2.3.8")
def must_be_elite(command: CommandType) -> bool:
    """Must the general's element be elite?"""
    return command == "impetuous"


@rule("IDG-2.3.7")
def may_be_bought_elite(command: CommandType, *, is_attached: bool) -> bool:
    """May the general's element be elite although the list has no such troops?"""
    return must_be_elite(command) or (command != "tribal" and not is_attached)


@rule("IDG-2.3.4")
def may_lead(general: Profile, unit: Profile) -> bool:
    """May a general of this class be attached to a unit of that class? IDG-A50."""
    return general.troop == unit.troop or unit.troop in ("warrior", "heavy_cavalry")


def elite_difference(profile: Profile) -> int:
    """Give what it costs to make troops elite; nothing for those that cannot be, or are."""
    price = troop_file().classes[profile.troop].price
    return price["elite"] - price[profile.quality] if price else 0


def made_elite(profile: Profile) -> Profile:
    """Give the same troops as elite."""
    return replace(profile, quality="elite")
