"""Who sits where: giving a seat to a computer, claiming it, taking it, and what it wants.

Whatever happens to a seat of a game under way is told to everybody in the chat, and whoever is not
asked keeps the right to come back: his key stays good until somebody else sits down.
"""

from __future__ import annotations

from msgspec.structs import replace

from walstatt.i18n.catalogue import Argument
from walstatt.kernel.decisions import Decision, kind_of
from walstatt.kernel.ids import Seat
from walstatt.server import clocks
from walstatt.server.chat import name_of, note, speaking_seat
from walstatt.server.errors import refusal
from walstatt.server.faults import rules_at_work
from walstatt.server.notices import Contact, checked_contact
from walstatt.server.offers import ended_for, finish
from walstatt.server.playing import require_player, require_seat
from walstatt.server.ports import ComputerPlayers
from walstatt.server.protocol import Claim, HandOver, Notify, Policy
from walstatt.server.records import drop_keys, put_contact, put_keys
from walstatt.server.table import Job, Table
from walstatt.server.telling import away_s, claim_after_s, may_win_by_absence
from walstatt.server.visitors import Visitor


def level_of(computers: ComputerPlayers, game: str, level: str) -> str:
    """Find a computer player; without a name, the strongest of no special temper."""
    levels = computers.levels(game)
    known = [one.id for one in levels]
    if not known:
        raise refusal("not_now", "no_computers")
    if level and level not in known:
        raise refusal("malformed", "no_level", level=level)
    return level or [one.id for one in levels if not one.tempered][-1]


async def hand_over(table: Table, visitor: Visitor, command: HandOver) -> None:
    """Let a computer play a seat, or take it back."""
    seat = command.seat
    require_seat(table, visitor, seat)
    _ = table.playing
    name = table.record.seats[seat].name
    if command.level:
        level = level_of(table.services.computers, table.record.game, command.level)
        await _give_to_computer(table, command, level, "handed_over", who=name)
        return
    if table.record.seats[seat].occupant == "human":
        return

    def change() -> list[Job]:
        record = clocks.taken_back(table.record, seat)
        if record is None:
            raise refusal("not_now", "no_time_left")
        table.record = record.with_place(seat, occupant="human", joined=True)
        return [_changed_hands(table, seat, "taken_back", who=name)]

    await table.change(change, command)


async def claim(table: Table, visitor: Visitor, command: Claim) -> None:
    """Give the seat of somebody who is away to a computer or to whoever comes, or end the game."""
    seat = command.seat
    if seat not in table.record.seats:
        raise refusal("malformed", "no_seat")
    if not visitor.key.seats and not visitor.key.host:
        raise refusal("not_yours", "seat")
    _ = table.playing
    services, record = table.services, table.record
    away = away_s(record, seat, table.presence(), services.now())
    if away is None or away < claim_after_s(record, services.settings):
        raise refusal("not_now", "not_away")
    who = name_of(table, visitor, speaking_seat(visitor))
    absent = record.seats[seat].name or table.definition.seat_name(seat)
    if command.to == "win":
        if not may_win_by_absence(record, seat, visitor.key, away, services.settings):
            raise refusal("not_now", "not_won_yet")
        await table.change(lambda: finish(table, ended_for(table, seat, "absent")), command)
    elif command.to == "open":
        await _open(table, command, who, absent)
    else:
        level = level_of(services.computers, record.game, command.level)
        await _give_to_computer(table, command, level, "claimed", who=who, name=absent)


async def _open(table: Table, command: Claim, who: str, absent: Argument) -> None:
    seat = command.seat
    if table.record.seats[seat].occupant == "open":
        raise refusal("not_now", "open_already")

    def change() -> list[Job]:
        table.record = table.record.with_place(seat, occupant="open", joined=False)
        return [_changed_hands(table, seat, "opened", who=who, name=absent)]

    await table.change(change, command)


async def _give_to_computer(
    table: Table, command: Claim | HandOver, level: str, why: str, **names: Argument
) -> None:
    seat = command.seat
    place = table.record.seats[seat]
    since = place.since if place.occupant == "computer" else table.seq

    def change() -> list[Job]:
        table.record = table.record.with_place(
            seat, occupant="computer", level=level, joined=True, since=since
        )
        return [_changed_hands(table, seat, why, **names)]

    await table.change(change, command)


def _changed_hands(table: Table, seat: Seat, why: str, **names: Argument) -> Job:
    """Begin anew where a seat changed hands: clocks, standing wishes, offers; tell everybody."""
    table.record = clocks.wound_up(replace(table.record, offer=None), table.services.now())
    table.follow_policies()
    return note(table, why, seat=table.definition.seat_name(seat), **names)


async def policy(table: Table, visitor: Visitor, command: Policy) -> None:
    """Let questions of a kind be answered by default, or no longer."""
    match, seat, kind = require_player(table, visitor, command.seat), command.seat, command.kind
    if kind not in match.definition.types(Decision):
        raise refusal("malformed", "no_kind", kind=kind)
    wanted = {*table.record.seats[seat].policies} - {kind}
    if command.on:
        wanted.add(kind)

    def change() -> None:
        table.record = table.record.with_place(seat, policies=tuple(sorted(wanted)))
        table.follow_policies()
        asked = match.game.decision(seat)
        if command.on and asked is not None and kind_of(asked) == kind:
            with rules_at_work():
                match.answer(seat, match.default(seat), auto=True)

    await table.change(change, command)


async def notify(table: Table, visitor: Visitor, command: Notify) -> None:
    """Note where somebody wants to be told that it is his turn."""
    seat, name = command.seat, table.record.id
    require_seat(table, visitor, seat)
    told = bool(command.mail or command.hook)
    contact = Contact(command.mail, command.hook, command.language) if told else None
    if contact is not None:
        checked_contact(contact)

    def change() -> list[Job]:
        table.contacts = {key: one for key, one in table.contacts.items() if key != seat}
        if contact is not None:
            table.contacts[seat] = contact
        return [lambda db: put_contact(db, name, seat, contact)]

    await table.change(change, command, quietly=True)


def take_from_all(table: Table, seat: Seat) -> list[Job]:
    """Take a seat from every key that holds it, and forget where its owner wanted to be told.

    Keys that open nothing any more are forgotten, and so is whatever he wanted for the seat: the
    next owner's links must not be sent to him.
    """
    name, at = table.record.id, int(table.services.now())
    held = [key for key in table.keys.values() if seat in key.seats]
    left = [replace(key, seats=tuple(one for one in key.seats if one != seat)) for key in held]
    kept = [key for key in left if key.seats or key.host]
    gone = [key.hash for key in left if not key.seats and not key.host]
    table.keys = {one: key for one, key in table.keys.items() if one not in gone}
    table.keys |= {key.hash: key for key in kept}
    table.contacts = {one: contact for one, contact in table.contacts.items() if one != seat}
    return [
        lambda db: put_keys(db, name, kept, at),
        lambda db: drop_keys(db, gone),
        lambda db: put_contact(db, name, seat, None),
    ]
