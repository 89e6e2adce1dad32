"""What the administrator can do to a table, each deed within one transaction of the store.

Nothing here takes long: whatever has to be played again first is played again before.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from walstatt.i18n.catalogue import say
from walstatt.kernel.errors import WalstattError
from walstatt.kernel.ids import Seat
from walstatt.server.outbox import drop_notices
from walstatt.server.protocol import End
from walstatt.server.records import (
    Filed,
    Record,
    drop_keys,
    put_keys,
    read_table,
    remove_chat,
    update_table,
)
from walstatt.server.seats import KeptKey

HOST: Final = "host"
WATCH: Final = "watch"

Args: TypeAlias = dict[str, Any]
Deed: TypeAlias = Callable[[sqlite3.Connection, Filed, Args, float], None]


class AdminError(WalstattError):
    """The administrator wants something that cannot be done."""


def perform(db: sqlite3.Connection, table: str, deed: str, args: Args, now: float) -> None:
    """Do a deed; whoever calls this sees to the transaction."""
    filed = read_table(db, table, 1_000_000)
    if filed is None:
        raise AdminError(f"there is no table {table!r}")
    DEEDS[deed](db, filed, args, now)


def has_begun(record: Record) -> bool:
    """Tell whether the table's own game was started; a branch that waits knows another's log."""
    return record.header is not None and record.header.dice == record.dice


def last_chain(filed: Filed) -> str:
    """Give the hash that vouches for the whole log."""
    return filed.entries[-1].chain if filed.entries else ""


# -- the deeds -----------------------------------------------------------------------------------


def close(db: sqlite3.Connection, filed: Filed, args: Args, now: float) -> None:
    """End a game without a winner."""
    record = filed.record
    if record.state == "finished":
        raise AdminError(f"the game at table {record.id} is over already")
    if not has_begun(record):
        raise AdminError(f"the game at table {record.id} has not begun; it can only be deleted")
    end = End("agreed", (), say("server.people.closed"))
    _store(db, replace(_asking_nobody(record), state="finished", end=end, fault=""), now)


def thaw(db: sqlite3.Connection, filed: Filed, args: Args, now: float) -> None:
    """Let a frozen table go on, as its log has been played again without a fault."""
    record = filed.record
    if record.state != "frozen":
        raise AdminError(f"table {record.id} is not frozen, but {record.state}")
    if last_chain(filed) != args["chain"]:
        raise AdminError(f"the log of table {record.id} has changed meanwhile")
    state = "live" if has_begun(record) else "waiting"
    acts = tuple(Seat(seat) for seat in args["acts"])
    seats = {
        seat: replace(place, asked=now if seat in acts else 0.0)
        for seat, place in record.seats.items()
    }
    _store(db, replace(record, state=state, fault="", acts=acts, seats=seats), now)


def delete(db: sqlite3.Connection, filed: Filed, args: Args, now: float) -> None:
    """Delete a table with its log, its keys, its chat and all else."""
    db.execute("DELETE FROM tables WHERE id = ?", (filed.record.id,))


def new_link(db: sqlite3.Connection, filed: Filed, args: Args, now: float) -> None:
    """Let a new key open a seat, the host's rights or the view; what opened it before does not."""
    record, who, one = filed.record, args["who"], bytes.fromhex(args["hash"])
    if who == WATCH:
        gone = [key.hash for key in filed.keys if not key.seats and not key.host]
        fresh, changed = KeptKey(one), list[KeptKey]()
    elif who == HOST:
        old = [key for key in filed.keys if key.host]
        held = [seat for seat in record.seats if any(seat in key.seats for key in old)]
        gone = [key.hash for key in old]
        fresh, changed = KeptKey(one, tuple(held), host=True), list[KeptKey]()
    else:
        seat = _human_seat(record, who)
        changed = list(_without(filed.keys, seat))
        gone = [key.hash for key in changed if not key.seats and not key.host]
        fresh = KeptKey(one, (seat,), invites=not record.seats[seat].joined)
    put_keys(db, record.id, [*changed, fresh], int(now))
    drop_keys(db, gone)


def unsay(db: sqlite3.Connection, filed: Filed, args: Args, now: float) -> None:
    """Remove a line of the chat."""
    line = args["line"]
    if all(one.id != line for one in filed.chat):
        raise AdminError(f"there is no line {line} in the chat of table {filed.record.id}")
    remove_chat(db, filed.record.id, line)


DEEDS: Final[dict[str, Deed]] = {
    "close": close,
    "thaw": thaw,
    "delete": delete,
    "new_link": new_link,
    "unsay": unsay,
}


def _store(db: sqlite3.Connection, record: Record, now: float) -> None:
    update_table(db, replace(record, changed=int(now)))
    drop_notices(db, record.id)


def _asking_nobody(record: Record) -> Record:
    seats = {seat: replace(place, asked=0.0) for seat, place in record.seats.items()}
    return replace(record, seats=seats, acts=(), offer=None)


def _human_seat(record: Record, wanted: str) -> Seat:
    seat = Seat(wanted)
    place = record.seats.get(seat)
    if place is None:
        known = ", ".join([*record.seats, HOST, WATCH])
        raise AdminError(f"table {record.id} has no seat {wanted!r}; there are: {known}")
    if place.occupant != "human":
        raise AdminError(f"seat {wanted} of table {record.id} is not a person's: {place.occupant}")
    return seat


def _without(keys: Iterable[KeptKey], seat: Seat) -> Iterable[KeptKey]:
    """Take a seat from every key that holds it."""
    for key in keys:
        if seat in key.seats:
            yield replace(key, seats=tuple(one for one in key.seats if one != seat))
