"""What the store keeps of a table, and how it is written and read."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from walstatt.i18n.catalogue import Message
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Dice, Entry, Header
from walstatt.kernel.save import Snapshot
from walstatt.scene.model import Side
from walstatt.server.errors import StoreError
from walstatt.server.notices import Contact
from walstatt.server.protocol import ChatLine, ClockRule, End, Occupant, Offer, State
from walstatt.server.seats import KeptKey

NOTICE_KEYS: Final = 20
"""How many links from notices stay good for one seat."""


class Place(Struct, frozen=True, omit_defaults=True):
    """A seat of a table and who sits there."""

    occupant: Occupant
    name: str = ""
    level: str = ""
    joined: bool = False
    """Whether nobody is awaited here: somebody came, or a computer plays."""
    nonce: str = ""
    seen: float = 0.0
    """When somebody was last there."""
    asked: float = 0.0
    """Since when the game waits for it; 0 means that it does not."""
    left_ms: int | None = None
    """What the clock showed when it was last looked at."""
    thought_ms: int = 0
    """How long a computer has thought about its question so far, if the seat has a clock."""
    since: int = 0
    """For a computer: the entry from which on it has played."""
    muted: bool = False
    policies: tuple[str, ...] = ()
    brings: bool = False
    """Whether its army is not known yet: whoever sits down brings it."""


class Record(Struct, frozen=True, omit_defaults=True):
    """A table, all but its log, its keys and its chat."""

    id: str
    game: str
    scenario: str
    scenario_title: Message
    sides: tuple[Side, ...]
    created: int
    changed: int
    state: State
    seats: dict[Seat, Place]
    dice: Dice
    host: str = ""
    """What the host is called."""
    title: str = ""
    options: dict[str, Any] = {}
    rosters: dict[Seat, Any] = {}
    listed: bool = False
    correspondence: bool = False
    clock: ClockRule | None = None
    guided: bool = False
    header: Header | None = None
    """What the game was started with; for a branch that waits, what the other game was."""
    seq: int = 0
    acts: tuple[Seat, ...] = ()
    turn: Message | None = None
    offer: Offer | None = None
    offers: int = 0
    """How many offers there have been."""
    end: End | None = None
    fault: str = ""
    watchers_muted: bool = False
    ticked: float = 0.0
    """When the clocks were last looked at."""

    @property
    def wakes(self) -> bool:
        """Tell whether something goes on here although nobody may be looking."""
        computers = any(self.seats[seat].occupant == "computer" for seat in self.acts)
        return self.state == "live" and (computers or self.clock is not None)

    def with_place(self, seat: Seat, **changes: Any) -> Record:  # noqa: ANN401 - fields of Place
        """Change something about a seat."""
        return replace(self, seats={**self.seats, seat: replace(self.seats[seat], **changes)})


class Filed(Struct, frozen=True):
    """A table as it comes out of the store."""

    record: Record
    entries: list[Entry]
    snapshot: Snapshot | None
    keys: list[KeptKey]
    chat: list[ChatLine]
    contacts: dict[Seat, Contact]
    spent: dict[bytes, Seat]
    """The invitations that somebody has sat down with."""


_record: Final = msgspec.json.Decoder(Record)
_entry: Final = msgspec.json.Decoder(Entry)
_snapshot: Final = msgspec.json.Decoder(Snapshot)
_seats: Final = msgspec.json.Decoder(tuple[Seat, ...])
_note: Final = msgspec.json.Decoder(Message)
_encode: Final = msgspec.json.Encoder().encode


# -- writing -------------------------------------------------------------------------------------


def insert_table(db: sqlite3.Connection, record: Record) -> None:
    """Write a new table."""
    db.execute(
        "INSERT INTO tables (id, game, state, listed, created, changed, seq, wakes, record)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            record.id,
            record.game,
            record.state,
            record.listed,
            record.created,
            record.changed,
            record.seq,
            record.wakes,
            _encode(record),
        ),
    )


def update_table(db: sqlite3.Connection, record: Record) -> None:
    """Write what changed about a table."""
    found = db.execute(
        "UPDATE tables SET state = ?, listed = ?, changed = ?, seq = ?, wakes = ?, record = ?"
        " WHERE id = ?",
        (
            record.state,
            record.listed,
            record.changed,
            record.seq,
            record.wakes,
            _encode(record),
            record.id,
        ),
    )
    if found.rowcount != 1:
        raise StoreError(f"there is no table {record.id} any more")


def append_entries(db: sqlite3.Connection, table: str, entries: Iterable[Entry]) -> None:
    """Write further entries; an entry that is there already makes this fail."""
    db.executemany(
        "INSERT INTO entries (table_id, n, data) VALUES (?, ?, ?)",
        [(table, entry.n, _encode(entry)) for entry in entries],
    )


def cut_entries(db: sqlite3.Connection, table: str, first: int) -> None:
    """Remove entries that were taken back."""
    db.execute("DELETE FROM entries WHERE table_id = ? AND n >= ?", (table, first))


def put_snapshot(db: sqlite3.Connection, table: str, snapshot: Snapshot) -> None:
    """Write the full position, for the day the rules have changed."""
    db.execute(
        "INSERT OR REPLACE INTO snapshots (table_id, data) VALUES (?, ?)",
        (table, _encode(snapshot)),
    )


def put_keys(db: sqlite3.Connection, table: str, keys: Iterable[KeptKey], at: int) -> None:
    """Write keys, new or changed ones."""
    db.executemany(
        "INSERT INTO keys (hash, table_id, host, seats, by_notice, invites, created)"
        " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (hash) DO UPDATE SET seats = excluded.seats",
        [
            (key.hash, table, key.host, _encode(key.seats), key.by_notice, key.invites, at)
            for key in keys
        ],
    )


def drop_keys(db: sqlite3.Connection, hashes: Iterable[bytes]) -> None:
    """Forget keys."""
    db.executemany("DELETE FROM keys WHERE hash = ?", [(one,) for one in hashes])


def put_spent(db: sqlite3.Connection, table: str, one: bytes, seat: Seat) -> None:
    """Note that somebody has sat down with an invitation."""
    db.execute("INSERT INTO spent (hash, table_id, seat) VALUES (?, ?, ?)", (one, table, seat))


def keep_keys(db: sqlite3.Connection, account: str, hashes: Iterable[bytes]) -> None:
    """Let an account have keys."""
    db.executemany(
        "INSERT OR IGNORE INTO kept (account, hash) SELECT ?, hash FROM keys WHERE hash = ?",
        [(account, one) for one in hashes],
    )


def put_chat(db: sqlite3.Connection, table: str, line: ChatLine, most: int) -> None:
    """Write a line of chat; the oldest ones are forgotten."""
    db.execute(
        "INSERT OR REPLACE INTO chat (table_id, id, who, seat, text, at, removed, note)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (table, line.id, line.who, line.seat, line.text, line.at, line.removed, _noted(line)),
    )
    db.execute("DELETE FROM chat WHERE table_id = ? AND id <= ?", (table, line.id - most))


def _noted(line: ChatLine) -> bytes | None:
    return None if line.note is None else _encode(line.note)


def remove_chat(db: sqlite3.Connection, table: str, line: int) -> None:
    """Mark a line of chat as removed."""
    db.execute("UPDATE chat SET removed = 1 WHERE table_id = ? AND id = ?", (table, line))


def put_contact(db: sqlite3.Connection, table: str, seat: Seat, contact: Contact | None) -> None:
    """Write where a seat wants to be told, or forget it."""
    db.execute("DELETE FROM contacts WHERE table_id = ? AND seat = ?", (table, seat))
    if contact is not None:
        db.execute(
            "INSERT INTO contacts (table_id, seat, mail, hook, language) VALUES (?, ?, ?, ?, ?)",
            (table, seat, contact.mail, contact.hook, contact.language),
        )


# -- reading -------------------------------------------------------------------------------------


def read_table(db: sqlite3.Connection, table: str, chat_lines: int) -> Filed | None:
    """Read all there is about a table."""
    row = db.execute("SELECT record FROM tables WHERE id = ?", (table,)).fetchone()
    if row is None:
        return None
    entries = db.execute("SELECT data FROM entries WHERE table_id = ? ORDER BY n", (table,))
    snapshot = db.execute("SELECT data FROM snapshots WHERE table_id = ?", (table,)).fetchone()
    return Filed(
        _record.decode(row[0]),
        [_entry.decode(data) for (data,) in entries],
        None if snapshot is None else _snapshot.decode(snapshot[0]),
        _read_keys(db, table),
        _read_chat(db, table, chat_lines),
        _read_contacts(db, table),
        _read_spent(db, table),
    )


def _read_keys(db: sqlite3.Connection, table: str) -> list[KeptKey]:
    rows = db.execute(
        "SELECT hash, seats, host, by_notice, invites FROM keys WHERE table_id = ?"
        " ORDER BY created",
        (table,),
    )
    return [
        KeptKey(one, _seats.decode(seats), bool(host), bool(notice), bool(invites))
        for one, seats, host, notice, invites in rows
    ]


def _read_spent(db: sqlite3.Connection, table: str) -> dict[bytes, Seat]:
    rows = db.execute("SELECT hash, seat FROM spent WHERE table_id = ?", (table,))
    return {one: Seat(seat) for one, seat in rows}


def _read_chat(db: sqlite3.Connection, table: str, most: int) -> list[ChatLine]:
    rows = db.execute(
        "SELECT id, who, text, at, seat, removed, note FROM chat WHERE table_id = ?"
        " ORDER BY id DESC LIMIT ?",
        (table, most),
    )
    lines = [
        ChatLine(n, who, text, at, Seat(seat), bool(removed), note and _note.decode(note))
        for n, who, text, at, seat, removed, note in rows
    ]
    return lines[::-1]


def _read_contacts(db: sqlite3.Connection, table: str) -> dict[Seat, Contact]:
    rows = db.execute(
        "SELECT seat, mail, hook, language FROM contacts WHERE table_id = ?", (table,)
    )
    return {Seat(seat): Contact(mail, hook, language) for seat, mail, hook, language in rows}


def read_awake(db: sqlite3.Connection) -> list[str]:
    """List the tables where something goes on by itself."""
    return [table for (table,) in db.execute("SELECT id FROM tables WHERE wakes ORDER BY changed")]


def read_listed(db: sqlite3.Connection, state: State | None, game: str, limit: int) -> list[Record]:
    """Read the tables that everybody may see, the latest first."""
    rows = db.execute(
        "SELECT record FROM tables WHERE listed AND (?1 IS NULL OR state = ?1)"
        " AND (?2 = '' OR game = ?2) ORDER BY changed DESC LIMIT ?3",
        (state, game, limit),
    )
    return [_record.decode(data) for (data,) in rows]


def read_by_keys(
    db: sqlite3.Connection, hashes: Sequence[bytes]
) -> dict[bytes, tuple[Record, KeptKey]]:
    """Read the tables that keys belong to."""
    found: dict[bytes, tuple[Record, KeptKey]] = {}
    for one in hashes:
        row = db.execute(
            "SELECT record, seats, host, invites FROM keys JOIN tables ON tables.id = table_id"
            " WHERE hash = ?",
            (one,),
        ).fetchone()
        if row is not None:
            key = KeptKey(one, _seats.decode(row[1]), bool(row[2]), invites=bool(row[3]))
            found[one] = _record.decode(row[0]), key
    return found


def read_kept(db: sqlite3.Connection, account: str, table: str = "") -> list[bytes]:
    """List the keys of an account, perhaps only those to one table; the latest tables first."""
    rows = db.execute(
        "SELECT keys.hash FROM kept JOIN keys ON keys.hash = kept.hash"
        " JOIN tables ON tables.id = table_id WHERE account = ?1 AND (?2 = '' OR table_id = ?2)"
        " ORDER BY changed DESC",
        (account, table),
    )
    return [one for (one,) in rows]


def read_account_contact(db: sqlite3.Connection, table: str, seat: Seat) -> Contact | None:
    """Find where the account that holds a seat wants to be told."""
    rows = db.execute(
        "SELECT seats, mail, language FROM keys JOIN kept ON kept.hash = keys.hash"
        " JOIN accounts ON accounts.name = kept.account"
        " WHERE table_id = ? AND mail <> '' AND NOT invites",
        (table,),
    )
    held = (
        Contact(mail, "", spoken) for seats, mail, spoken in rows if seat in _seats.decode(seats)
    )
    return next(held, None)
