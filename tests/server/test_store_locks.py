"""Others may open the file of a running store, and close it, without harm."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

from walstatt.server.store import Store

LOOK = "import sqlite3, sys; d = sqlite3.connect(sys.argv[1]); d.execute('SELECT 1 FROM tables')"


async def written_while_others_look(path: Path) -> list[tuple[str]]:
    """Write before and after another process looks; give what a third one sees then."""
    store = await Store.open(path)
    await store.write(lambda db: db.execute("CREATE TABLE before (n INTEGER)"))
    await store.read(lambda db: db.execute("SELECT count(*) FROM tables").fetchone())
    await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", LOOK, str(path)], check=True, timeout=60
    )
    assert path.with_name(path.name + "-wal").exists()
    await store.write(lambda db: db.execute("CREATE TABLE written (n INTEGER)"))
    rows = await asyncio.to_thread(seen_by_another, path)
    await store.close()
    return rows


def seen_by_another(path: Path) -> list[tuple[str]]:
    code = (
        "import sqlite3, sys;"
        " print(*sqlite3.connect(sys.argv[1]).execute("
        "\"SELECT name FROM sqlite_master WHERE name = 'written'\").fetchone() or ())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], check=True, timeout=60, capture_output=True
    )
    return [(done.stdout.decode().strip(),)]


def test_what_is_written_stays_after_another_process_has_closed_the_file(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    sqlite3.connect(path).close()
    assert asyncio.run(written_while_others_look(path)) == [("written",)]
