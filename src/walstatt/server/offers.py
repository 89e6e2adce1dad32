"""What needs the others' consent, and giving up, which does not.

Everybody agrees for himself. Computers never mind what was decided by themselves; for somebody
whose seat is empty, or was given to a computer, nobody can agree.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec.structs import replace

from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match
from walstatt.server.errors import refusal
from walstatt.server.faults import rules_at_work
from walstatt.server.playing import require_player
from walstatt.server.protocol import End, Offer, Propose, Resign, Respond
from walstatt.server.records import Record
from walstatt.server.table import Table
from walstatt.server.telling import people
from walstatt.server.visitors import Visitor

Ending: TypeAlias = Literal["resigned", "time", "absent"]


def others(record: Record, seat: Seat) -> tuple[Seat, ...]:
    """List all seats but one."""
    return tuple(one for one in record.seats if one != seat)


async def propose(table: Table, visitor: Visitor, command: Propose) -> None:
    """Offer something; if nobody else needs to agree, it is done at once."""
    match = require_player(table, visitor, command.seat)
    record = table.record
    if record.offer is not None:
        raise refusal("not_now", "offer_waits")
    if any(place.occupant == "open" for place in record.seats.values()):
        raise refusal("not_now", "empty_seat")
    if command.what == "undo":
        _require_way_back(match, command.to)
        _require_witnesses(table, visitor, match, command.to)
    elif all(table.is_computer(seat) for seat in others(record, command.seat)):
        raise refusal("not_now", "computers_fight_on")
    number = record.offers + 1
    offer = Offer(command.what, command.seat, number, command.to, _speaks_for(record, visitor))

    def change() -> None:
        table.record = replace(table.record, offer=offer, offers=number)
        _conclude(table, match)

    await table.change(change, command)


def _speaks_for(record: Record, visitor: Visitor) -> tuple[Seat, ...]:
    """List the seats that a visitor himself plays."""
    seats = record.seats.items()
    return tuple(
        seat for seat, place in seats if place.occupant == "human" and visitor.key.holds(seat)
    )


def _require_way_back(match: Match, to: int) -> None:
    """Refuse to go back across dice or reveals, or to where the game stands."""
    if not 0 <= to < len(match.entries) - 1:
        raise refusal("malformed", "no_entry", n=to)
    if any(moment.sealed for moment in match.moments[to + 1 :]):
        raise refusal("not_now", "sealed")


def _require_witnesses(table: Table, visitor: Visitor, match: Match, to: int) -> None:
    """Refuse to go back across what a person decided for whom a computer plays by now."""
    for one in match.entries[to + 1 :]:
        replaced = table.is_computer(one.seat) and not table.is_computers(one)
        if replaced and not one.auto and not visitor.key.holds(one.seat):
            raise refusal("not_now", "left_since")


async def respond(table: Table, visitor: Visitor, command: Respond) -> None:
    """Agree to an offer, refuse it, or withdraw one's own."""
    match = require_player(table, visitor, command.seat)
    offer = table.record.offer
    if offer is None:
        raise refusal("not_now", "no_offer")
    if (offer.what, offer.n) != (command.what, command.offer):
        stale = refusal("stale", "other_offer")
        stale.seq = table.seq
        raise stale
    mine = _speaks_for(table.record, visitor)
    agreed = (*offer.agreed, *(seat for seat in mine if seat not in offer.agreed))

    def change() -> None:
        table.record = replace(table.record, offer=replace(offer, agreed=agreed))
        if command.yes:
            _conclude(table, match)
        else:
            table.record = replace(table.record, offer=None)

    await table.change(change, command)


def _conclude(table: Table, match: Match) -> None:
    """Do what was offered as soon as everybody has agreed."""
    offer = table.record.offer
    if offer is None or any(seat not in offer.agreed for seat in people(table.record)):
        return
    table.record = replace(table.record, offer=None)
    if offer.what == "draw":
        finish(table, End("agreed", (), say("server.core.end.agreed")))
        return
    _require_way_back(match, offer.to)
    with rules_at_work():
        match.rewind(offer.to)


async def resign(table: Table, visitor: Visitor, command: Resign) -> None:
    """Give up; the others have won."""
    require_player(table, visitor, command.seat)

    def change() -> None:
        finish(table, ended_for(table, command.seat, "resigned"))

    await table.change(change, command)


def ended_for(table: Table, seat: Seat, how: Ending) -> End:
    """Say that a game is over because of one seat."""
    name = table.definition.seat_name(seat)
    return End(how, others(table.record, seat), Message(f"server.core.end.{how}", {"seat": name}))


def finish(table: Table, end: End) -> None:
    """End a game otherwise than by its rules."""
    table.record = replace(table.record, state="finished", end=end, offer=None)
