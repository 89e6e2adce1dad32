"""The store: one SQLite file, one thread that writes, and nothing acknowledged before it is safe.

Whatever waits to be written goes into one transaction, each job in a savepoint of its own; when the
transaction is on disk, all who waited are told. So a hundred tables cost one flush, not a hundred.
"""

from __future__ import annotations

import asyncio
import os
import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from walstatt.server.errors import StoreError

T = TypeVar("T")

MIGRATIONS: Final = Path(__file__).parent / "migrations"
GROUP: Final = 256
"""The most jobs that share a transaction."""
READERS: Final = 2
BUSY_MS: Final = 10_000


class _Job(Generic[T]):
    """Something to be written, and who waits for it."""

    __slots__ = ("future", "result", "work", "wrong")

    def __init__(self, work: Callable[[sqlite3.Connection], T], future: asyncio.Future[T]) -> None:
        self.work = work
        self.future = future
        self.result: T | None = None
        self.wrong: BaseException | None = None

    def settle(self) -> None:
        """Tell whoever waits; nobody may be left."""
        if self.future.done():
            return
        if self.wrong is None:
            self.future.set_result(self.result)  # type: ignore[arg-type]
        else:
            self.future.set_exception(self.wrong)


class Store:
    """Where everything is kept."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._loop = asyncio.get_running_loop()
        self._jobs: queue.SimpleQueue[_Job[Any] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._closed = False
        self._local = threading.local()
        self._readers: list[sqlite3.Connection] = []
        self._pool = ThreadPoolExecutor(READERS, thread_name_prefix="walstatt-read")

    @classmethod
    async def open(cls, path: Path | None) -> Store:
        """Open a file, or keep everything in memory, and bring its tables up to date."""
        if path is not None:
            _make_private(path)
        store = cls(path)
        opened: asyncio.Future[None] = store._loop.create_future()
        thread = threading.Thread(
            target=store._write_on, args=(opened,), name="walstatt-write", daemon=True
        )
        store._thread = thread
        thread.start()
        try:
            await opened
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Write what still waits and let go of the file."""
        self._closed = True
        self._jobs.put(None)
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join)
        self._pool.shutdown(wait=True)
        while self._readers:
            self._readers.pop().close()

    async def write(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Run a job that changes something; when this returns, it is on disk."""
        if self._closed:
            raise StoreError("the store is closed")
        future: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put(_Job(job, future))
        return await future

    async def read(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Run a job that only looks, beside whatever is being written."""
        if self.path is None:
            return await self.write(job)
        if self._closed:
            raise StoreError("the store is closed")
        return await self._loop.run_in_executor(self._pool, self._look, job)

    # -- reading ---------------------------------------------------------------------------------

    def _look(self, job: Callable[[sqlite3.Connection], T]) -> T:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._connect()
            connection.execute("PRAGMA query_only = ON")
            self._local.connection = connection
            self._readers.append(connection)
        connection.execute("BEGIN")
        try:
            return job(connection)
        finally:
            connection.execute("ROLLBACK")

    # -- writing, in the one thread that may -----------------------------------------------------

    def _write_on(self, opened: asyncio.Future[None]) -> None:
        try:
            connection = self._connect()
        except BaseException as wrong:  # noqa: BLE001 - told to whoever opens the store
            self._tell(opened.set_exception, _as_store_error(wrong))
            return
        try:
            migrate(connection)
        except BaseException as wrong:  # noqa: BLE001 - told to whoever opens the store
            self._tell(opened.set_exception, _as_store_error(wrong))
        else:
            self._tell(opened.set_result, None)
            self._write_until_closed(connection)
        connection.close()

    def _write_until_closed(self, connection: sqlite3.Connection) -> None:
        going_on = True
        while going_on:
            group, going_on = self._next_group()
            if group:
                self._write_group(connection, group)
                self._tell(_settle_all, group)

    def _next_group(self) -> tuple[list[_Job[Any]], bool]:
        """Wait for a job and take whatever else waits; tell also whether more may come."""
        group: list[_Job[Any]] = []
        first = self._jobs.get()
        if first is None:
            return group, False
        group.append(first)
        while len(group) < GROUP:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                break
            if job is None:
                return group, False
            group.append(job)
        return group, True

    def _write_group(self, connection: sqlite3.Connection, group: list[_Job[Any]]) -> None:
        """Write jobs in one transaction; if that fails as a whole, each of them has failed."""
        try:
            connection.execute("BEGIN IMMEDIATE")
            for job in group:
                _do_job(connection, job)
            connection.execute("COMMIT")
        except BaseException as wrong:  # noqa: BLE001 - told to all who wait
            lost = _as_store_error(wrong)
            for job in group:
                job.wrong = lost
            with suppress(sqlite3.Error):
                _roll_back(connection)

    def _tell(self, say: Callable[[Any], None], what: object) -> None:
        self._loop.call_soon_threadsafe(say, what)

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.path or ":memory:", isolation_level=None, check_same_thread=False
        )
        connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        return connection


def _make_private(path: Path) -> None:
    """Make the file before SQLite does: keys, addresses and passwords are nobody else's business.

    An existing one must not be touched: closing any descriptor of it would drop the locks that
    SQLite holds in this process, and whoever else closes the file would then throw its log away.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def _do_job(connection: sqlite3.Connection, job: _Job[Any]) -> None:
    """Do one job; if it fails, it alone is undone."""
    connection.execute("SAVEPOINT job")
    try:
        job.result = job.work(connection)
    except BaseException as wrong:
        if not connection.in_transaction:
            raise  # SQLite itself gave the whole transaction up: the disk is full or broken.
        connection.execute("ROLLBACK TO job")
        job.wrong = wrong if isinstance(wrong, Exception) else _as_store_error(wrong)
    connection.execute("RELEASE job")


def _roll_back(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        connection.execute("ROLLBACK")


def _settle_all(group: list[_Job[Any]]) -> None:
    for job in group:
        job.settle()


def _as_store_error(wrong: BaseException) -> StoreError:
    if isinstance(wrong, StoreError):
        return wrong
    error = StoreError(f"the store failed: {type(wrong).__name__}: {wrong}")
    error.__cause__ = wrong
    return error


def migrate(connection: sqlite3.Connection, folder: Path = MIGRATIONS) -> None:
    """Bring the tables of a store up to date, step by step."""
    steps = {int(path.name[:4]): path for path in sorted(folder.glob("[0-9]*.sql"))}
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > max(steps):
        raise StoreError(
            f"the data are of version {version}, newer than this program, which knows {max(steps)}"
        )
    for number in range(version + 1, max(steps) + 1):
        script = steps[number].read_text(encoding="utf-8")
        try:
            connection.executescript(
                f"BEGIN IMMEDIATE;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;"
            )
        except BaseException:
            _roll_back(connection)
            raise
