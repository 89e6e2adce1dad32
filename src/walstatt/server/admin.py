"""The administrator's desk: looking into a data file, and having things changed in it.

All of it works while a server is running: reading never disturbs it, accounts are written directly,
and what concerns tables is left to the server (`walstatt.server.control`).
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Struct

from walstatt.games import find_game
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match
from walstatt.kernel.save import resume, to_bytes
from walstatt.scene.playable import stage
from walstatt.server.accounts import (
    SESSION_S,
    delete_account,
    find_account,
    hash_password,
    set_password,
)
from walstatt.server.control import have_done
from walstatt.server.deeds import AdminError, has_begun, last_chain
from walstatt.server.errors import StoreError
from walstatt.server.faults import Report, read_report
from walstatt.server.protocol import ChatLine, State
from walstatt.server.records import Filed, Record, read_table
from walstatt.server.replaying import full_report
from walstatt.server.seats import hashed, new_token
from walstatt.server.serving import held
from walstatt.server.store import BUSY_MS, MIGRATIONS, migrate

ALL_LINES: Final = 1_000_000
Flaw: TypeAlias = tuple[str, str]
"""A table, and what is wrong with it."""


class AccountRow(Struct, frozen=True):
    """An account as the administrator sees it."""

    name: str
    mail: str
    language: str
    created: int
    used: int | None
    """When somebody was last logged in with it."""
    sessions: int
    games: int


class Stats(Struct, frozen=True):
    """How much there is."""

    tables: dict[str, int]
    entries: int
    chat: int
    accounts: int
    sessions: int
    notices_waiting: int
    reports: int
    bytes: int
    served: bool
    version: int


class Desk:
    """An open data file."""

    def __init__(self, data: Path, db: sqlite3.Connection) -> None:
        self.data = data
        self.db = db

    @classmethod
    @contextmanager
    def open(cls, data: Path) -> Iterator[Desk]:
        """Open a data file that exists; one of an older version is brought up to date."""
        if not data.is_file():
            raise AdminError(f"{data}: there is no such file")
        db = sqlite3.connect(data, isolation_level=None)
        try:
            db.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
            db.execute("PRAGMA foreign_keys = ON")
            db.execute("PRAGMA synchronous = FULL")
            _require_ours(db)
            _bring_up_to_date(data, db)
            yield cls(data, db)
        except StoreError as wrong:
            raise AdminError(f"{data}: {wrong}") from None
        except sqlite3.DatabaseError as wrong:
            raise AdminError(f"{data}: {wrong}") from wrong
        finally:
            db.close()

    def is_served(self) -> bool:
        """Tell whether a server is running with these data."""
        with held(self.data) as ours:
            return not ours

    # -- tables ----------------------------------------------------------------------------------

    def tables(self, state: State | None = None) -> list[Record]:
        """List the tables, the latest first."""
        rows = self.db.execute(
            "SELECT record FROM tables WHERE ?1 IS NULL OR state = ?1 ORDER BY changed DESC, id",
            (state,),
        )
        return [msgspec.json.decode(data, type=Record) for (data,) in rows]

    def filed(self, table: str) -> Filed:
        """Read all there is about a table."""
        with self._looking():
            filed = read_table(self.db, table, ALL_LINES)
        if filed is None:
            raise AdminError(f"there is no table {table!r}; `walstatt admin tables` lists them")
        return filed

    def report(self, table: str) -> Report | None:
        """Find the latest report about a table."""
        return read_report(self.db, table)

    def save_of(self, table: str) -> bytes:
        """Write a game as a complete save."""
        return to_bytes(self._match(self.filed(table)))

    def full_report(self, table: str) -> bytes:
        """Write all that is known about the fault of a table."""
        filed, report = self.filed(table), self.report(table)
        if report is None:
            raise AdminError(f"there is no report about table {table}: nothing went wrong there")
        try:
            match: Match | None = replayed(filed)
        except Exception:  # noqa: BLE001 - then the report holds the log as it is
            match = None
        return full_report(match, report, [msgspec.to_builtins(one) for one in filed.entries])

    def close(self, table: str) -> bool:
        """End a game without a winner; tell whether a server did it."""
        filed = self.filed(table)
        if filed.record.state == "frozen" and has_begun(filed.record):
            self._match(filed)
        return self._done(table, "close", {})

    def thaw(self, table: str) -> bool:
        """Let a frozen table go on if its log can be played again; tell whether a server did it."""
        filed = self.filed(table)
        if filed.record.state != "frozen":
            raise AdminError(f"table {table} is not frozen, but {filed.record.state}")
        acts: Sequence[Seat] = ()
        if has_begun(filed.record):
            match = self._match(filed)
            acts = match.game.to_act
            self._require_shown(match, table)
        return self._done(table, "thaw", {"chain": last_chain(filed), "acts": list(acts)})

    def delete(self, table: str) -> bool:
        """Delete a table; tell whether a server did it."""
        self.filed(table)
        return self._done(table, "delete", {})

    def new_link(self, table: str, who: str, url: str) -> str:
        """Make a new key to a seat, the host's rights or the view, and give the link with it."""
        self.filed(table)
        token = new_token()
        self._done(table, "new_link", {"who": who, "hash": hashed(token).hex()})
        return f"{url}/#/t/{table}/{token}"

    def remove_line(self, table: str, line: int) -> bool:
        """Remove a line of a table's chat; tell whether a server did it."""
        self.filed(table)
        return self._done(table, "unsay", {"line": line})

    def chat(self, table: str) -> list[ChatLine]:
        """Read the chat of a table, removed lines included."""
        return self.filed(table).chat

    def _done(self, table: str, deed: str, args: dict[str, Any]) -> bool:
        return have_done(self.db, self.data, table, deed, args)

    def _match(self, filed: Filed) -> Match:
        record = filed.record
        if not has_begun(record):
            raise AdminError(f"the game at table {record.id} has not begun")
        try:
            return replayed(filed)
        except Exception as wrong:
            raise AdminError(
                f"the log of table {record.id} cannot be played again:"
                f" {type(wrong).__name__}: {wrong}"
            ) from wrong

    def _require_shown(self, match: Match, table: str) -> None:
        """Refuse to thaw a table whose board cannot be shown."""
        for seat in (None, *match.game.rules.seats):
            try:
                stage(match.game, seat)
            except Exception as wrong:
                raise AdminError(
                    f"the board of table {table} cannot be shown to {seat or 'spectators'}:"
                    f" {type(wrong).__name__}: {wrong}"
                ) from wrong

    @contextmanager
    def _looking(self) -> Iterator[None]:
        """Read several things as they were at one moment."""
        self.db.execute("BEGIN")
        try:
            yield
        finally:
            self.db.execute("ROLLBACK")

    # -- accounts --------------------------------------------------------------------------------

    def accounts(self) -> list[AccountRow]:
        """List the accounts by name."""
        rows = self.db.execute(
            "SELECT name, mail, language, created,"
            " (SELECT MAX(used) FROM sessions WHERE account = name),"
            " (SELECT COUNT(*) FROM sessions WHERE account = name AND used > ?),"
            " (SELECT COUNT(DISTINCT table_id) FROM kept JOIN keys ON keys.hash = kept.hash"
            "  WHERE account = name)"
            " FROM accounts ORDER BY key",
            (int(time.time()) - SESSION_S,),
        )
        return [AccountRow(*row) for row in rows]

    def set_password(self, name: str, password: str) -> str:
        """Give an account another password and end its sessions; give its name as it is spelled."""
        account = find_account(self.db, name)
        if account is None:
            raise AdminError(f"there is no account {name!r}")
        kept = hash_password(account.name, password)
        with self._writing():
            set_password(self.db, name, kept)
        return account.name

    def delete_account(self, name: str) -> None:
        """Delete an account; the games it has played remain."""
        with self._writing():
            found = delete_account(self.db, name)
        if not found:
            raise AdminError(f"there is no account {name!r}")

    @contextmanager
    def _writing(self) -> Iterator[None]:
        self.db.execute("BEGIN IMMEDIATE")
        with self.db:
            yield

    # -- the whole -------------------------------------------------------------------------------

    def stats(self) -> Stats:
        """Count what there is."""
        states = dict(self.db.execute("SELECT state, COUNT(*) FROM tables GROUP BY state"))
        files = (self.data, self.data.with_name(f"{self.data.name}-wal"))
        return Stats(
            {state: states.get(state, 0) for state in ("waiting", "live", "finished", "frozen")},
            self._count("entries"),
            self._count("chat"),
            self._count("accounts"),
            self._count("sessions"),
            self._count("outbox") + self._count("notices"),
            self._count("reports"),
            sum(file.stat().st_size for file in files if file.exists()),
            self.is_served(),
            int(self.db.execute("PRAGMA user_version").fetchone()[0]),
        )

    def _count(self, table: str) -> int:
        return int(self.db.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0])  # noqa: S608 - ours

    def flaws_of_file(self) -> list[str]:
        """Let SQLite check the file itself."""
        found = [text for (text,) in self.db.execute("PRAGMA integrity_check") if text != "ok"]
        orphans = self.db.execute("PRAGMA foreign_key_check").fetchall()
        return [*found, *(f"a row of {row[0]} belongs to nothing" for row in orphans)]

    def flaws_of(self, table: str) -> list[str]:
        """Play the log of a table again, verify every hash, and list what is wrong."""
        try:
            filed = self.filed(table)
        except msgspec.MsgspecError as wrong:
            return [f"cannot be read: {wrong}"]
        except AdminError:
            return []  # It was deleted meanwhile.
        return list(flaws(filed))

    def backup(self, target: Path, *, force: bool = False) -> int:
        """Copy everything into another file, as it is at one moment; give the size."""
        if target.exists() and not force:
            raise AdminError(f"{target} exists already; --force writes over it")
        if target.exists() and target.samefile(self.data):
            raise AdminError(f"{target} is the data file itself")
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        os.close(handle)
        part = Path(name)
        try:
            _copied(self.db, part)
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
        return target.stat().st_size


def _copied(db: sqlite3.Connection, target: Path) -> None:
    copy = sqlite3.connect(target, isolation_level=None)
    try:
        db.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
    finally:
        copy.close()


def _require_ours(db: sqlite3.Connection) -> None:
    """Refuse files that are no data of Walstatt before anything is written to them."""
    known = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not {"tables", "entries", "keys"} <= known:
        raise StoreError("these are no data of Walstatt")


def _bring_up_to_date(data: Path, db: sqlite3.Connection) -> None:
    """Migrate the data, but never under a running server."""
    with held(data) as ours:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if ours or version == newest_version():
            migrate(db)
            return
    raise StoreError(f"a server of another version is running with these data ({version})")


def newest_version() -> int:
    """Give the version that today's migrations lead to."""
    return max(int(path.name[:4]) for path in MIGRATIONS.glob("[0-9]*.sql"))


def replayed(filed: Filed) -> Match:
    """Play a stored log again and verify every hash in it."""
    record = filed.record
    if record.header is None:
        raise AdminError(f"the game at table {record.id} has not begun")
    snapshots = {} if filed.snapshot is None else {filed.snapshot.n: filed.snapshot}
    return resume(find_game(record.game), record.header, filed.entries, snapshots)


def flaws(filed: Filed) -> Iterator[str]:
    """List what is wrong with a table."""
    record = filed.record
    numbers = [entry.n for entry in filed.entries]
    if numbers != list(range(len(numbers))):
        yield "the numbers of the entries have gaps"
    if record.header is None:
        if numbers:
            yield "there are entries, but the game has not begun"
        return
    if has_begun(record) and record.seq != len(numbers):
        yield f"the table counts {record.seq} entries, but there are {len(numbers)}"
    try:
        match = replayed(filed)
    except Exception as wrong:  # noqa: BLE001 - that is what is looked for
        yield f"the log cannot be played again: {type(wrong).__name__}: {wrong}"
        return
    if record.state == "live" and match.game.outcome is not None:
        yield "the game is over, but the table is live"
    if record.state == "live" and set(record.acts) != set(match.game.to_act):
        yield f"the table waits for {_names(record.acts)}, the game for {_names(match.game.to_act)}"


def _names(seats: Sequence[Seat]) -> str:
    return ", ".join(seats) or "nobody"
