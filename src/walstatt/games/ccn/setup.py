"""Setting a scenario up. CCN-2."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

from walstatt.games.ccn.board import BOARD
from walstatt.games.ccn.content import CcnContent, troop_id
from walstatt.games.ccn.world import NO_CARDS, CcnWorld, Leader, Unit
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import cite, rule


@rule("CCN-2.2", "CCN-2.3", "CCN-2.4", "CCN-2.6", "CCN-2.7")
def laid_out(content: CcnContent) -> CcnWorld:
    """Place a scenario's units and leaders; the cards are still to be dealt."""
    cite_the_board()
    units = placed_units(content)
    leaders = placed_leaders(content)
    return world_of(content, units, leaders)


def world_of(
    content: CcnContent, units: dict[UnitId, Unit], leaders: dict[UnitId, Leader]
) -> CcnWorld:
    """Put pieces on the board, with all cards in the draw pile."""
    seats = content.seats
    return CcnWorld(
        turn=0,
        active=content.file.first,
        units=units,
        leaders=leaders,
        unit_at={one.at: unit for unit, one in units.items()},
        leader_at={one.at: leader for leader, one in leaders.items()},
        hands=dict.fromkeys(seats, ()),
        deck=content.deck,
        square_cards=dict.fromkeys(seats, NO_CARDS),
        banners=dict.fromkeys(seats, 0),
    )


def cite_the_board() -> None:
    """Note the rules that the board and the pieces embody."""
    cite("CCN-1.1.1", "CCN-1.1.2", "CCN-1.1.3", "CCN-1.1.4", "CCN-1.1.5", "CCN-1.1.9", "CCN-1.1.10")
    cite("CCN-1.2.1", "CCN-1.2.2", "CCN-1.2.3", "CCN-1.2.4", "CCN-1.3.1", "CCN-1.4.7", "CCN-1.4.8")
    cite("CCN-1.4.1", "CCN-1.4.2", "CCN-1.4.3", "CCN-1.4.4", "CCN-1.5.1", "CCN-17.1.1", "CCN-19.8")
    cite("CCN-20.1", "CCN-2.1", "CCN-2.9", "CCN-16.1.4", "CCN-20.2", "CCN-20.5", "CCN-16.6.1")


def placed_units(content: CcnContent) -> dict[UnitId, Unit]:
    """Place every unit at full strength. CCN-2.4, CCN-19.1."""
    cite("CCN-19.1")
    units: dict[UnitId, Unit] = {}
    numbers: Counter[str] = Counter()
    for force in content.file.units:
        troop = troop_id(force.nation, force.type)
        for place in force.at:
            numbers[troop] += 1
            name = UnitId(f"{force.nation}-{force.type.lower()}-{numbers[troop]}")
            blocks = content.troops[troop].blocks
            units[name] = Unit(force.side, troop, blocks, BOARD.parse(place))
    return units


def placed_leaders(content: CcnContent) -> dict[UnitId, Leader]:
    """Place every leader; in the hex of a unit he is attached to it. CCN-2.9."""
    return {
        UnitId(slug(one.name)): Leader(one.side, one.name, BOARD.parse(one.at))
        for one in content.file.leaders
    }


def slug(name: str) -> str:
    """Make an id of a leader's name."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
