"""`walstatt admin`: accounts, and what concerns the data as a whole."""

from __future__ import annotations

import sys
from collections.abc import Callable
from getpass import getpass
from pathlib import Path

import msgspec

from walstatt.cli.admin_desk import desk, print_facts, print_json, print_rows, require_sure, when
from walstatt.cli.sim import progress_bar
from walstatt.cli.trouble import UsageError
from walstatt.server.admin import Desk
from walstatt.server.records import Record

# -- accounts ------------------------------------------------------------------------------------


def list_accounts(data: Path | None, *, as_json: bool) -> None:
    """Print the accounts."""
    with desk(data) as opened:
        found = opened.accounts()
    if as_json:
        print_json([msgspec.to_builtins(one) for one in found])
        return
    rows = [
        (
            one.name,
            one.mail or "-",
            one.language,
            when(one.created),
            when(one.used),
            str(one.sessions),
            str(one.games),
        )
        for one in found
    ]
    print_rows(("name", "mail", "language", "created", "used", "sessions", "games"), rows)


def ask_password(data: Path | None, name: str) -> None:
    """Give an account another password."""
    with desk(data) as opened:
        spelled = opened.set_password(name, _typed_password())
    print(f"{spelled}: the password is changed, and all sessions are ended")


def _typed_password() -> str:
    """Let the password be typed twice, or read it from a pipe."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    first = getpass("New password: ")
    if getpass("Once more: ") != first:
        raise UsageError("The two passwords differ.")
    return first


def delete_one_account(data: Path | None, name: str, *, sure: bool) -> None:
    """Delete an account."""
    require_sure(f"Deleting account {name}", sure=sure)
    with desk(data) as opened:
        opened.delete_account(name)
    print(f"{name}: deleted")


# -- the whole -----------------------------------------------------------------------------------


def check_all(data: Path | None, *, as_json: bool) -> int:
    """Check the file and every table in it; give 1 if anything is wrong."""
    with desk(data) as opened:
        found = opened.tables()
        flaws = {"": opened.flaws_of_file()}
        with progress_bar("tables", len(found), quiet=as_json) as progress:
            flaws |= _checked(opened, found, progress)
    wrong = {table: flaw for table, flaw in flaws.items() if flaw}
    if as_json:
        print_json({"tables": len(found), "flaws": wrong})
    else:
        for table, several in wrong.items():
            for flaw in several:
                print(f"{table or 'the file'}: {flaw}")
        told = f"{len(wrong)} with flaws" if wrong else "all is well"
        print(f"{len(found)} tables, {sum(one.seq for one in found)} entries: {told}")
    return 1 if wrong else 0


def _checked(
    opened: Desk, found: list[Record], progress: Callable[[int], None] | None
) -> dict[str, list[str]]:
    flaws = {}
    for done, record in enumerate(found, 1):
        flaws[record.id] = opened.flaws_of(record.id)
        if progress is not None:
            progress(done)
    return flaws


def back_up(data: Path | None, file: Path, *, force: bool) -> None:
    """Copy everything into another file."""
    with desk(data) as opened:
        size = opened.backup(file, force=force)
    print(f"{file}: {size} bytes")


def print_stats(data: Path | None, *, as_json: bool) -> None:
    """Print how much there is."""
    with desk(data) as opened:
        stats, path = opened.stats(), opened.data
    if as_json:
        print_json(msgspec.to_builtins(stats))
        return
    facts = [("data", str(path)), ("server", "running" if stats.served else "not running")]
    facts += [(f"{state} tables", str(count)) for state, count in stats.tables.items()]
    names = ("entries", "chat", "accounts", "sessions", "notices_waiting", "reports", "bytes")
    facts += [(name.replace("_", " "), str(getattr(stats, name))) for name in names]
    print_facts([*facts, ("version", str(stats.version))])
