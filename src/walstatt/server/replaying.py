"""Games looked back upon: moments, replays, and games as files."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

import msgspec
from msgspec import Struct

from walstatt.ai.levels import chances_of
from walstatt.kernel.events import Rolled
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat
from walstatt.kernel.luck import luck_report
from walstatt.kernel.match import Match, Moment
from walstatt.kernel.save import to_bytes
from walstatt.kernel.seat_copy import seat_copy, seat_copy_bytes
from walstatt.scene.model import Scene
from walstatt.server.errors import refusal
from walstatt.server.faults import Report, rules_at_work
from walstatt.server.protocol import LogLine, LuckInfo, Replay, Turn
from walstatt.server.showing import unprompted
from walstatt.server.table import Table
from walstatt.server.telling import last_own
from walstatt.server.visitors import Visitor


def require_eyes(table: Table, visitor: Visitor, seat: Seat | None) -> None:
    """Refuse to show what a seat sees to others; after the end everybody may see everything."""
    if seat is None or visitor.key.holds(seat):
        return
    if seat not in table.record.seats:
        raise refusal("malformed", "no_seat")
    if table.record.state != "finished":
        raise refusal("not_yours", "seat")


def moment(table: Table, visitor: Visitor, n: int, seat: Seat | None) -> Scene:
    """Show the board as a seat saw it after an entry."""
    require_eyes(table, visitor, seat)
    match = table.playing_match()
    if not 0 <= n < len(match.moments):
        raise refusal("gone", "no_entry", n=n)
    with rules_at_work():
        return unprompted(match.moments[n].game, seat)


# -- replays -------------------------------------------------------------------------------------


class Look(Struct, frozen=True):
    """What can be seen in a position from outside."""

    strength: dict[Seat, int]
    chances: dict[Seat, int]
    """Of winning, in thousandths; empty where nobody can tell."""


class Looking:
    """What replays of one match need of every position, found out once and bit by bit."""

    def __init__(self, game: str, seats: Iterable[Seat]) -> None:
        self.seats = tuple(seats)
        self.lock = asyncio.Lock()
        self._chances = chances_of(game)
        self._looks: list[tuple[Moment, Look]] = []

    def back(self, moments: Sequence[Moment]) -> list[Look]:
        """Look at the position after every entry; takes a while."""
        known = self._looks
        del known[len(moments) :]
        while known and known[-1][0] is not moments[len(known) - 1]:
            known.pop()
        for one in moments[len(known) :]:
            known.append((one, self._look(one.game)))
        return [look for _, look in known]

    def _look(self, game: AnyGame) -> Look:
        chances = self._chances(game) if self._chances else {}
        shares = {seat: round(1000 * chance) for seat, chance in chances.items()}
        return Look(strength(unprompted(game, None)), shares)

    def strengths(self, looks: Sequence[Look]) -> dict[Seat, tuple[int, ...]]:
        """List what each side had on the board after every entry."""
        return {seat: tuple(one.strength.get(seat, 0) for one in looks) for seat in self.seats}

    def forecasts(self, looks: Sequence[Look]) -> dict[Seat, tuple[int, ...]]:
        """List the chance of each side to win after every entry, if anybody can tell."""
        if not all(one.chances for one in looks):
            return {}
        return {seat: tuple(one.chances[seat] for one in looks) for seat in self.seats}


def strength(scene: Scene) -> dict[Seat, int]:
    """Add up the strength of each side that can be seen on the board."""
    found: dict[Seat, int] = {}
    for piece in scene.pieces:
        if piece.now is not None and not piece.ghost:
            found[piece.owner] = found.get(piece.owner, 0) + piece.now
    return found


def luck(moments: Iterable[Moment], seat: Seat | None) -> tuple[LuckInfo, ...]:
    """Reckon the luck in the dice that a seat has seen fall."""
    heard = (told.for_seat(seat) for one in moments for told in one.told)
    rolled = [event for event in heard if isinstance(event, Rolled)]
    return tuple(
        LuckInfo(one.seat, one.rolls, one.dice, one.losses, one.expected, one.deviation)
        for one in luck_report(rolled)
    )


def turns(lines: Iterable[LogLine]) -> tuple[Turn, ...]:
    """Find where the parts of a report begin."""
    return tuple(Turn(line.n, line.text, line.seat) for line in lines if line.heading)


async def replay(table: Table, visitor: Visitor, seat: Seat | None, looking: Looking) -> Replay:
    """Tell a game from the start, as one seat may know it; the table goes on meanwhile."""
    async with table.lock:
        require_eyes(table, visitor, seat)
        match = table.playing_match()
        moments = match.moments.copy()
        lines = table.teller.since(seat, 0)
        told = Replay(
            table.info(visitor.key),
            table.seq,
            seat,
            lines,
            turns(lines),
            {},
            tuple(entry.seat for entry in match.entries),
            (),
            last_own=last_own(match, seat),
        )
    async with looking.lock:
        looks, lucks = await asyncio.to_thread(_looked_back, looking, moments, seat)
    return msgspec.structs.replace(
        told, strength=looking.strengths(looks), chances=looking.forecasts(looks), luck=lucks
    )


def _looked_back(
    looking: Looking, moments: list[Moment], seat: Seat | None
) -> tuple[list[Look], tuple[LuckInfo, ...]]:
    with rules_at_work():
        return looking.back(moments), luck(moments, seat)


# -- files ---------------------------------------------------------------------------------------


def holds_all(table: Table, visitor: Visitor) -> bool:
    """Tell whether nothing is hidden from a visitor, as all seats are his."""
    return all(visitor.key.holds(seat) for seat in table.record.seats)


def export(table: Table, visitor: Visitor) -> tuple[str, bytes]:
    """Write a game as a file: all of it where nothing is hidden, else what the seat may keep."""
    match, record = table.playing_match(), table.record
    name = f"{record.game}-{record.scenario}-{record.id}"
    if record.state == "finished" or holds_all(table, visitor):
        return f"{name}.save", to_bytes(match)
    seat = eyes_of(visitor)
    return f"{name}-{seat or 'spectator'}.json", seat_copy_bytes(match, seat)


def eyes_of(visitor: Visitor) -> Seat | None:
    """Choose the seat whose copy a visitor gets."""
    return visitor.seat or next(iter(visitor.key.seats), None)


def report_file(table: Table, visitor: Visitor, report: Report) -> tuple[str, bytes]:
    """Write what somebody may know about a fault.

    What the fault says may name what is hidden, so only who sees everything is told it; of the
    command only its own seat is told.
    """
    command = msgspec.json.decode(report.command)
    own = isinstance(command, dict) and visitor.key.holds(str(command.get("seat", "")))
    content = {
        "report": report.id,
        "table": report.table,
        "at": report.at,
        "game": table.record.game,
        "version": table.definition.version,
        "fault": report.fault,
        "message": report.message if holds_all(table, visitor) else "",
        "command": command if own else None,
        "game_so_far": _copy(table.match, eyes_of(visitor)),
    }
    return f"report-{report.id}.json", msgspec.json.encode(content) + b"\n"


def _copy(match: Match | None, seat: Seat | None) -> object:
    if match is None:
        return None
    try:
        with rules_at_work():
            return seat_copy(match, seat)
    except Exception as wrong:  # noqa: BLE001 - the fault may be just there
        return f"{type(wrong).__name__}"


def full_report(match: Match | None, report: Report, entries: object) -> bytes:
    """Write all that is known about a fault, for the administrator only."""
    content = {
        "report": report.id,
        "table": report.table,
        "at": report.at,
        "fault": report.fault,
        "message": report.message,
        "command": msgspec.json.decode(report.command),
        "trace": report.trace.splitlines(),
        "save": None if match is None else to_bytes(match).decode().splitlines(),
        "log": entries if match is None else None,
    }
    return msgspec.json.encode(content) + b"\n"
