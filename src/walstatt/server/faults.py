"""When the rules of a game fail: told apart from what they refuse, and written down."""

from __future__ import annotations

import secrets
import sqlite3
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from msgspec import Struct

from walstatt.i18n.catalogue import Message
from walstatt.kernel.errors import BadRequest, IllegalAnswer
from walstatt.server.errors import Refusal, refusal
from walstatt.server.protocol import Command


class RulesFault(Exception):
    """The rules of a game tripped over something; the cause says over what."""


class Report(Struct, frozen=True):
    """What is kept about a fault; all of it is for the administrator only."""

    id: str
    table: str
    at: int
    fault: str
    """The class of what was raised."""
    message: str
    command: bytes
    """What was to be done, as JSON."""
    trace: str


@contextmanager
def rules_at_work() -> Iterator[None]:
    """Tell what the rules refuse from what they trip over."""
    try:
        yield
    except Refusal:
        raise
    except IllegalAnswer as illegal:
        text = Message("server.core.refused.illegal")
        raise Refusal("illegal", text, illegal.violations) from None
    except BadRequest:
        raise refusal("not_now", "not_asked") from None
    except Exception as fault:
        raise RulesFault(str(fault)) from fault


def report_of(fault: BaseException, table: str, by: Command | None, now: float) -> Report:
    """Write down what happened."""
    cause = fault.__cause__ if isinstance(fault, RulesFault) and fault.__cause__ else fault
    return Report(
        secrets.token_hex(4),
        table,
        int(now),
        type(cause).__name__,
        str(cause),
        msgspec.json.encode(by),
        "".join(traceback.format_exception(cause)),
    )


def insert_report(db: sqlite3.Connection, report: Report) -> None:
    """Keep a report."""
    db.execute(
        "INSERT INTO reports (id, table_id, at, fault, message, command, trace)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            report.id,
            report.table,
            report.at,
            report.fault,
            report.message,
            report.command,
            report.trace,
        ),
    )


def read_report(db: sqlite3.Connection, table: str) -> Report | None:
    """Find the latest report about a table."""
    row = db.execute(
        "SELECT id, table_id, at, fault, message, command, trace FROM reports WHERE table_id = ?"
        " ORDER BY at DESC LIMIT 1",
        (table,),
    ).fetchone()
    return None if row is None else Report(*row)
