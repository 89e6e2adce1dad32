"""The store: what it says is written, is written."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.server.guests import until
from walstatt.server.errors import StoreError
from walstatt.server.store import GROUP, Store, migrate

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def opened(path: Path | None) -> AsyncIterator[Store]:
    store = await Store.open(path)
    try:
        yield store
    finally:
        await store.close()


def add(name: str) -> Callable[[sqlite3.Connection], None]:
    def job(db: sqlite3.Connection) -> None:
        db.execute(
            "INSERT INTO accounts (name, key, password, created) VALUES (?1, ?1, '', 0)", (name,)
        )

    return job


def names(db: sqlite3.Connection) -> list[str]:
    return [name for (name,) in db.execute("SELECT name FROM accounts ORDER BY name")]


def on_disk(path: Path) -> list[str]:
    connection = sqlite3.connect(path)
    try:
        return names(connection)
    finally:
        connection.close()


@pytest.mark.parametrize("in_memory", [True, False])
async def test_what_is_written_can_be_read(tmp_path: Path, in_memory: bool) -> None:
    async with opened(None if in_memory else tmp_path / "new" / "data.sqlite3") as store:
        await store.write(add("anna"))
        assert await store.read(names) == ["anna"]
        assert await store.write(names) == ["anna"]


async def test_when_write_returns_another_process_finds_it(tmp_path: Path) -> None:
    path = tmp_path / "data.sqlite3"
    async with opened(path) as store:
        for n in range(20):
            await store.write(add(f"n{n:02}"))
            assert on_disk(path)[-1] == f"n{n:02}"


async def test_it_is_careful_with_the_disk(tmp_path: Path) -> None:
    def pragma(name: str) -> Callable[[sqlite3.Connection], object]:
        return lambda db: db.execute(f"PRAGMA {name}").fetchone()[0]

    async with opened(tmp_path / "data.sqlite3") as store:
        assert await store.write(pragma("journal_mode")) == "wal"
        assert await store.write(pragma("synchronous")) == 2
        assert await store.write(pragma("foreign_keys")) == 1
        assert await store.read(pragma("query_only")) == 1


async def test_waiting_jobs_share_a_transaction(tmp_path: Path) -> None:
    path = tmp_path / "data.sqlite3"
    async with opened(path) as store:
        commits: list[str] = []
        await store.write(lambda db: db.set_trace_callback(commits.append))
        await asyncio.gather(*(store.write(add(f"n{n:03}")) for n in range(200)))
        assert len(on_disk(path)) == 200
        assert sum(said == "COMMIT" for said in commits) < 100


async def test_one_failing_job_does_not_spoil_the_others(tmp_path: Path) -> None:
    path = tmp_path / "data.sqlite3"

    def half(db: sqlite3.Connection) -> None:
        add("half")(db)
        raise ZeroDivisionError("in the middle")

    async with opened(path) as store:
        jobs = [add("a"), half, add("a"), add("b"), add("c")]
        results = await asyncio.gather(*map(store.write, jobs), return_exceptions=True)
        assert [type(one) for one in results] == [
            type(None),
            ZeroDivisionError,
            sqlite3.IntegrityError,
            type(None),
            type(None),
        ]
        assert on_disk(path) == ["a", "b", "c"]


async def test_a_failing_commit_fails_every_job_and_keeps_none(tmp_path: Path) -> None:
    path = tmp_path / "data.sqlite3"

    def orphan(db: sqlite3.Connection) -> None:
        db.execute("PRAGMA defer_foreign_keys = ON")
        db.execute("INSERT INTO sessions (hash, account, created, used) VALUES (x'00', 'x', 0, 0)")

    async with opened(path) as store:
        results = await asyncio.gather(
            *map(store.write, [add("a"), orphan, add("b")]), return_exceptions=True
        )
        assert [type(one) for one in results] == [StoreError] * 3
        assert on_disk(path) == []
        await store.write(add("c"))
        assert on_disk(path) == ["c"]


async def test_a_transaction_that_sqlite_gives_up_fails_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "data.sqlite3"

    def broken(db: sqlite3.Connection) -> None:
        db.execute("ROLLBACK")
        raise sqlite3.OperationalError("disk I/O error")

    async with opened(path) as store:
        results = await asyncio.gather(
            *map(store.write, [add("a"), broken, add("b")]), return_exceptions=True
        )
        assert [type(one) for one in results] == [StoreError] * 3
        assert on_disk(path) == []
        await store.write(add("c"))
        assert await store.read(names) == ["c"]


async def test_readers_cannot_write(tmp_path: Path) -> None:
    async with opened(tmp_path / "data.sqlite3") as store:
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            await store.read(add("a"))
        assert await store.read(names) == []


async def test_closing_writes_what_still_waits(tmp_path: Path) -> None:
    path = tmp_path / "data.sqlite3"
    store = await Store.open(path)
    waiting = [asyncio.ensure_future(store.write(add(f"n{n:03}"))) for n in range(GROUP + 50)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*waiting)
    assert len(on_disk(path)) == GROUP + 50
    with pytest.raises(StoreError, match="closed"):
        await store.write(add("late"))
    with pytest.raises(StoreError, match="closed"):
        await store.read(names)


async def test_a_store_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "data.sqlite3"
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 999")
    connection.close()
    with pytest.raises(StoreError, match="999"):
        await Store.open(path)


async def test_a_file_that_is_no_store_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "data.sqlite3"
    path.write_bytes(b"not a database, but long enough to look at" * 100)
    with pytest.raises(StoreError):
        await Store.open(path)


def test_a_failing_migration_leaves_the_store_at_the_step_before(tmp_path: Path) -> None:
    (tmp_path / "0001_good.sql").write_text("CREATE TABLE one (n INTEGER);", encoding="utf-8")
    (tmp_path / "0002_bad.sql").write_text(
        "CREATE TABLE two (n INTEGER); CREATE TABLE one (n INTEGER);", encoding="utf-8"
    )
    connection = sqlite3.connect(":memory:", isolation_level=None)
    with pytest.raises(sqlite3.OperationalError, match="already exists"):
        migrate(connection, tmp_path)
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master")]
    assert tables == ["one"]
    assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    (tmp_path / "0002_bad.sql").write_text("CREATE TABLE two (n INTEGER);", encoding="utf-8")
    migrate(connection, tmp_path)
    assert connection.execute("PRAGMA user_version").fetchone() == (2,)
    connection.close()


KILLED = """
import asyncio, sys
from pathlib import Path
from walstatt.server.store import Store
from tests.server.test_store import add

async def main():
    store = await Store.open(Path(sys.argv[1]))
    def slow(db):
        add("slow")(db)
        print("writing", flush=True)
        import time; time.sleep(60)
    for n in range(300):
        await store.write(add(f"n{n:03}"))
        print(n, flush=True)
        if n == 40:
            await asyncio.gather(store.write(add("with slow")), store.write(slow))

asyncio.run(main())
"""


async def test_a_kill_in_the_middle_of_a_job_leaves_what_was_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "data.sqlite3"
    program = subprocess.Popen(  # noqa: ASYNC220 - read line by line
        [sys.executable, "-c", KILLED, str(path)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert program.stdout is not None
    said: list[str] = []
    for line in program.stdout:
        said.append(line.strip())
        if said[-1] == "writing":
            break
    program.send_signal(signal.SIGKILL)
    program.wait()
    program.stdout.close()
    acknowledged = [f"n{int(n):03}" for n in said[:-1]]
    assert len(acknowledged) == 41
    async with opened(path) as store:
        assert await store.read(names) == acknowledged


async def test_a_cancelled_writer_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "data.sqlite3"
    async with opened(path) as store:
        task = asyncio.create_task(store.write(add("a")))
        await asyncio.sleep(0)
        task.cancel()
        await store.write(add("b"))
        await until(lambda: len(on_disk(path)) == 2)
    assert on_disk(path) == ["a", "b"]
