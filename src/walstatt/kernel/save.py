"""Saves: readable, versioned files that are never half written and prove themselves.

One JSON object a line: the header, then every entry, a full position now and then, and an end that
vouches for all of it.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from walstatt.kernel.codec import dump, plain, restore, state_hash
from walstatt.kernel.content import content_hash
from walstatt.kernel.definition import AnyGameDef, Ruleset
from walstatt.kernel.errors import (
    BadRequest,
    DamagedSave,
    HashMismatch,
    MissingMigration,
    SaveError,
    UnknownFormat,
    WalstattError,
)
from walstatt.kernel.game import AnyGame
from walstatt.kernel.match import FORMAT, Entry, Header, Match, Moment, chained
from walstatt.kernel.options import make_options

SNAPSHOT_EVERY = 50
MIGRATIONS: dict[int, Callable[[list[dict[str, Any]]], list[dict[str, Any]]]] = {}
"""How the lines of an older format become those of the next one; hashes are renewed afterwards."""


class Snapshot(Struct, frozen=True):
    """The full position after an entry, as the rules of this version know it."""

    n: int
    version: int
    state: dict[str, Any]


class End(Struct, frozen=True):
    """The last line: how many entries there are, and the hashes of the log and of all lines."""

    entries: int
    chain: str
    whole: str


# -- writing -------------------------------------------------------------------------------------


def to_lines(match: Match) -> Iterator[dict[str, Any]]:
    """Write a match as the lines of its file."""
    yield from _lines(match, match.header)


def _lines(match: Match, header: Header) -> list[dict[str, Any]]:
    lines = [{"walstatt": "save", "format": FORMAT, **plain(header)}]
    for n, entry in enumerate(match.entries):
        lines.append({"entry": plain(entry)})
        if _is_snapshot_due(match, n):
            position = dump(match.moments[n].game)
            lines.append({"snapshot": plain(Snapshot(n, match.definition.version, position))})
    end = End(len(match.entries), match.chain, _hash(lines))
    return [*lines, {"end": plain(end)}]


def _is_snapshot_due(match: Match, n: int) -> bool:
    if n == len(match.entries) - 1:
        return True
    known = match.diverged_at is None or n < match.diverged_at
    return known and n > 0 and n % SNAPSHOT_EVERY == 0


def _hash(lines: list[dict[str, Any]]) -> str:
    return hashlib.blake2b(_encoded(lines), digest_size=16).hexdigest()


def _encoded(lines: list[dict[str, Any]]) -> bytes:
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)


def to_bytes(match: Match) -> bytes:
    """Write a match as a file's content."""
    return _encoded(_lines(match, match.header))


def withheld(match: Match) -> bytes:
    """Write a copy without the key of the dice to come; it still holds all that is hidden."""
    return _encoded(_lines(match, replace(match.header, dice=match.header.dice.withheld())))


def save(match: Match, path: Path) -> None:
    """Write a file; a crash leaves either the old one or the new one, never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(to_bytes(match))
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


# -- reading -------------------------------------------------------------------------------------


def load(path: Path, find: Callable[[str], AnyGameDef]) -> Match:
    """Read a file and verify it by playing it again."""
    try:
        content = path.read_bytes()
    except OSError as wrong:
        raise SaveError(f"{path.name}: {wrong.strerror}") from None
    try:
        return from_bytes(content, find)
    except SaveError as wrong:
        raise type(wrong)(f"{path.name}: {wrong}") from wrong.__cause__


def from_bytes(content: bytes, find: Callable[[str], AnyGameDef]) -> Match:
    """Read a file's content and verify it by playing it again."""
    lines = _read_lines(content)
    older = _format(lines[0]) < FORMAT
    _require_whole(lines)
    if older:
        lines = _migrated(lines)
    with _damaged("the header is damaged"):
        header = msgspec.convert(lines[0], Header)
    entries, snapshots = _read_body(lines, header, relink=older)
    return resume(_found(header, find), header, entries, snapshots)


def resume(
    definition: AnyGameDef, header: Header, entries: list[Entry], snapshots: dict[int, Snapshot]
) -> Match:
    """Play a log again and verify it; under changed rules go on from its last snapshot."""
    match = Match(definition, header)
    try:
        for entry in entries:
            match.replay_entry(entry)
    except WalstattError as why:
        _continue(match, entries, snapshots, why)
    match.reopen_dice()
    return match


@contextmanager
def _damaged(what: str) -> Iterator[None]:
    """Report whatever strange data trip over."""
    try:
        yield
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError) as wrong:
        raise DamagedSave(f"{what}: {wrong}") from None


def _read_lines(content: bytes) -> list[dict[str, Any]]:
    if not content.strip():
        raise UnknownFormat("the file is empty")
    if not content.startswith(b'{"walstatt":"save"'):
        raise UnknownFormat("this is no save of Walstatt")
    lines: list[dict[str, Any]] = []
    for number, raw in enumerate(content.splitlines(), 1):
        with _damaged(f"line {number} is cut off or damaged"):
            lines.append(msgspec.json.decode(raw, type=dict[str, Any]))
    return lines


def _format(line: dict[str, Any]) -> int:
    version = line.get("format")
    if type(version) is not int or version < 0:
        raise UnknownFormat(f"format {version!r} is none that was ever written")
    if version > FORMAT:
        raise UnknownFormat(
            f"format {version} is newer than this program, which reads up to {FORMAT}"
        )
    return version


def _require_whole(lines: list[dict[str, Any]]) -> None:
    """Refuse files that were cut off or changed after they were written."""
    if "end" not in lines[-1]:
        entries = sum("entry" in line for line in lines)
        raise DamagedSave(f"the file is cut off after {entries} entries")
    with _damaged("the end is damaged"):
        end = msgspec.convert(lines[-1]["end"], End)
        whole = _hash(lines[:-1])
    if end.whole != whole:
        raise DamagedSave("the file was changed after it was written")


def _migrated(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    for version in range(_format(lines[0]), FORMAT):
        if version not in MIGRATIONS:
            raise MissingMigration(f"format {version} is too old to be read")
        with _damaged(f"format {version} cannot be brought forward"):
            lines = MIGRATIONS[version](lines)
    return lines


def _read_body(
    lines: list[dict[str, Any]], header: Header, *, relink: bool
) -> tuple[list[Entry], dict[int, Snapshot]]:
    """Read what stands between header and end; lines of an older format are chained anew."""
    entries: list[Entry] = []
    snapshots: dict[int, Snapshot] = {}
    chain = chained("", header)
    for number, line in enumerate(lines[1:-1], 2):
        with _damaged(f"line {number} is damaged"):
            if "snapshot" in line:
                snapshot = msgspec.convert(line["snapshot"], Snapshot)
                snapshots[snapshot.n] = snapshot
                continue
            entry = msgspec.convert(line["entry"], Entry)
            chain = chained(chain, entry)
        if chain != entry.chain and not relink:
            raise DamagedSave(f"entry {entry.n} or what stands before it was changed")
        entries.append(replace(entry, chain=chain))
    end = msgspec.convert(lines[-1]["end"], End)
    if not entries or end.entries != len(entries) or (end.chain != chain and not relink):
        raise DamagedSave("the end does not fit the entries before it")
    return entries, snapshots


def _found(header: Header, find: Callable[[str], AnyGameDef]) -> AnyGameDef:
    try:
        definition = find(header.game)
    except (BadRequest, LookupError):
        raise UnknownFormat(f"there is no game {header.game!r} here") from None
    _refuse_newer(definition, header.version)
    return definition


def _refuse_newer(definition: AnyGameDef, version: int) -> None:
    if version > definition.version:
        raise UnknownFormat(
            f"version {version} of {definition.id} is newer than this program,"
            f" which plays version {definition.version}"
        )


# -- going on under changed rules ----------------------------------------------------------------


def _continue(
    match: Match, entries: list[Entry], snapshots: dict[int, Snapshot], why: WalstattError
) -> None:
    """Go on from the last stored position when the rules have changed since."""
    last = len(entries) - 1
    if match.header.version == match.definition.version or last not in snapshots:
        if isinstance(why, HashMismatch):
            raise HashMismatch(f"{why}{_since(match)}") from why
        raise DamagedSave(f"the log cannot be played again: {why}") from why
    _refuse_newer(match.definition, snapshots[last].version)
    game = _brought_forward(match, snapshots[last])
    known = next(n for n, entry in enumerate(entries) if match.entries[n : n + 1] != [entry])
    match.entries = list(entries)
    match.moments[known:] = [Moment(game, (), sealed=True) for _ in entries[known:]]
    match.diverged_at = known


def _since(match: Match) -> str:
    """Say that battles or armies are not what they were, if that can be the reason."""
    if match.header.content == content_hash(*match.definition.content_paths()):
        return ""
    return f"; battles or armies of {match.definition.id} have been changed since it was begun"


def _brought_forward(match: Match, snapshot: Snapshot) -> AnyGame:
    definition, header = match.definition, match.header
    state = snapshot.state
    try:
        for version in range(snapshot.version, definition.version):
            state = definition.migrate(version, state)
        options = make_options(definition.options_type, dict(header.options))
        setup = definition.setup(header.scenario, options, header.rosters)
        rules = Ruleset(definition, header.scenario, options, setup.content, setup.seats)
        return restore(rules, state, None)
    except Exception as wrong:
        raise MissingMigration(
            f"version {snapshot.version} of {definition.id} cannot be brought forward: {wrong}"
        ) from wrong


def verify_state(match: Match) -> bool:
    """Tell whether the present position is the one the log ends with."""
    return state_hash(match.game) == match.entries[-1].state
