"""`walstatt admin`: what concerns one table, or the list of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from walstatt.cli.admin_desk import (
    by_whom,
    desk,
    print_facts,
    print_json,
    print_rows,
    require_sure,
    when,
    write_file,
)
from walstatt.cli.trouble import UsageError
from walstatt.kernel.ids import Seat
from walstatt.server.notices import masked
from walstatt.server.protocol import ChatLine, State
from walstatt.server.records import Filed, Place, Record
from walstatt.server.settings import Settings

# -- looking -------------------------------------------------------------------------------------


def list_tables(data: Path | None, state: State | None, *, as_json: bool) -> None:
    """Print the tables."""
    with desk(data) as opened:
        found = opened.tables(state)
    if as_json:
        print_json([_table_data(record) for record in found])
        return
    head = ("table", "state", "game", "scenario", "entries", "changed", "seats")
    print_rows(head, [_row(record) for record in found])


def _row(record: Record) -> tuple[str, ...]:
    seats = ", ".join(_sitting(record, seat, place) for seat, place in record.seats.items())
    return (
        record.id,
        record.state,
        record.game,
        record.scenario,
        str(record.seq),
        when(record.changed),
        seats,
    )


def _sitting(record: Record, seat: Seat, place: Place) -> str:
    """Say who sits on a seat; a star marks those the game waits for."""
    if place.occupant == "computer":
        who = f"computer {place.level}"
    elif place.occupant == "open" or not place.joined:
        who = "open" if place.occupant == "open" else "awaited"
    else:
        who = place.name
    return f"{seat}{'*' if seat in record.acts else ''}: {who}"


def _table_data(record: Record) -> dict[str, Any]:
    return {
        "id": record.id,
        "state": record.state,
        "game": record.game,
        "scenario": record.scenario,
        "title": record.title,
        "entries": record.seq,
        "created": record.created,
        "changed": record.changed,
        "listed": record.listed,
        "correspondence": record.correspondence,
        "fault": record.fault,
        "seats": [_seat_data(record, seat, place) for seat, place in record.seats.items()],
    }


def _seat_data(record: Record, seat: Seat, place: Place) -> dict[str, Any]:
    return {
        "seat": seat,
        "occupant": place.occupant,
        "name": place.name,
        "level": place.level,
        "joined": place.joined,
        "acts": seat in record.acts,
    }


def show_table(data: Path | None, table: str, *, as_json: bool) -> None:
    """Print what there is to know about a table; nothing that is hidden from players."""
    with desk(data) as opened:
        filed, report = opened.filed(table), opened.report(table)
    known = {
        **_table_data(filed.record),
        "host": filed.record.host,
        "options": filed.record.options,
        "clock": msgspec.to_builtins(filed.record.clock),
        "end": msgspec.to_builtins(filed.record.end),
        "commitment": filed.record.dice.commitment,
        "keys": len(filed.keys),
        "chat": len(filed.chat),
        "contacts": _contacts(filed),
        "report": None
        if report is None
        else {"id": report.id, "at": report.at, "fault": report.fault, "message": report.message},
    }
    if as_json:
        print_json(known)
    else:
        print_facts(_facts(known))


def _contacts(filed: Filed) -> dict[str, list[str]]:
    return {
        seat: [masked(one) for one in (contact.mail, contact.hook) if one]
        for seat, contact in filed.contacts.items()
    }


def _facts(known: dict[str, Any]) -> list[tuple[str, str]]:
    facts = []
    for name, value in known.items():
        if name == "seats":
            facts += [(f"seat {one['seat']}", _seat_fact(one)) for one in value]
        elif name in ("created", "changed"):
            facts.append((name, when(value)))
        elif value not in ("", None, {}, []):
            facts.append((name, _fact(value)))
    return facts


def _seat_fact(seat: dict[str, Any]) -> str:
    told = [seat["occupant"], seat["name"] or seat["level"]]
    told += ["not joined yet"] if not seat["joined"] else []
    told += ["to act"] if seat["acts"] else []
    return ", ".join(part for part in told if part)


def _fact(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str | int):
        return str(value)
    return msgspec.json.encode(value).decode()


# -- files ---------------------------------------------------------------------------------------


def export_table(data: Path | None, table: str, file: Path, *, force: bool) -> None:
    """Write a game as a complete save."""
    with desk(data) as opened:
        write_file(file, opened.save_of(table), force=force)


def report_table(data: Path | None, table: str, file: Path, *, force: bool) -> None:
    """Write all that is known about the fault of a table."""
    with desk(data) as opened:
        write_file(file, opened.full_report(table), force=force)


# -- changes -------------------------------------------------------------------------------------


def thaw_table(data: Path | None, table: str) -> None:
    """Let a frozen table go on."""
    with desk(data) as opened:
        served = opened.thaw(table)
    print(
        f"{table}: the log was played again without a fault; the table is thawed"
        f" ({by_whom(served)})"
    )


def close_table(data: Path | None, table: str) -> None:
    """End a game without a winner."""
    with desk(data) as opened:
        served = opened.close(table)
    print(f"{table}: closed ({by_whom(served)})")


def delete_table(data: Path | None, table: str, *, sure: bool) -> None:
    """Delete a table."""
    with desk(data) as opened:
        opened.filed(table)
        require_sure(f"Deleting table {table}", sure=sure)
        served = opened.delete(table)
    print(f"{table}: deleted ({by_whom(served)})")


def print_new_link(data: Path | None, table: str, seat: str, url: str | None) -> None:
    """Print a fresh secret link."""
    with desk(data) as opened:
        print(opened.new_link(table, seat, _base(url)))


def _base(url: str | None) -> str:
    if url is None:
        return Settings.from_environment().url
    if not url.startswith(("http://", "https://")):
        raise UsageError(f"--url begins with http:// or https://, unlike {url!r}.")
    return url.rstrip("/")


# -- chat ----------------------------------------------------------------------------------------


def print_chat(data: Path | None, table: str, *, as_json: bool) -> None:
    """Print the chat of a table, removed lines included."""
    with desk(data) as opened:
        lines = opened.chat(table)
    if as_json:
        print_json([msgspec.to_builtins(line) for line in lines])
        return
    rows = [(str(one.id), when(one.at), one.seat or "-", one.who, _said(one)) for one in lines]
    print_rows(("line", "at", "seat", "who", "text"), rows)


def _said(line: ChatLine) -> str:
    text = line.text if line.note is None else line.note.id
    return f"[removed] {text}" if line.removed else text


def remove_line(data: Path | None, table: str, line: int) -> None:
    """Remove a line of a table's chat."""
    with desk(data) as opened:
        served = opened.remove_line(table, line)
    print(f"{table}: line {line} removed ({by_whom(served)})")
