"""What visitors are told besides scenes: the report, what can be undone, the table itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from msgspec import Struct

from walstatt.i18n.catalogue import Catalogue, MessageError, say
from walstatt.kernel.chance import Roll
from walstatt.kernel.definition import AnyGameDef
from walstatt.kernel.events import Ended, Event, Rolled
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Entry, Match, Moment
from walstatt.server.protocol import (
    CanUndo,
    DiceInfo,
    DiceLine,
    End,
    LogLine,
    SeatInfo,
    TableCard,
    TableInfo,
)
from walstatt.server.records import Place, Record
from walstatt.server.seats import Key
from walstatt.server.settings import Settings

NOTHING: Final = CanUndo(alone=False, why=say("server.core.undo.nothing"))


# -- the report ----------------------------------------------------------------------------------


def log_line(definition: AnyGameDef, n: int, event: Event) -> LogLine:
    """Tell one event; whoever calls has made sure that its reader may know it."""
    return LogLine(
        n,
        str(type(event).__struct_config__.tag),
        definition.tell(event),
        _seat_of(event),
        _text_of(event, "rule"),
        _dice_line(event),
        type(event).heading,
    )


def _seat_of(event: Event) -> Seat:
    if isinstance(event, Rolled):
        return event.request.seat
    return Seat(_text_of(event, "seat") or _text_of(event, "by"))


def _text_of(event: Event, field: str) -> str:
    value = getattr(event, field, "")
    return value if isinstance(value, str) else ""


def _dice_line(event: Event) -> DiceLine | None:
    if not isinstance(event, Rolled) or not isinstance(event.request, Roll):
        return None
    roll, faces = event.request, event.outcome
    hits = (False,) * len(faces) if roll.meaning is None else tuple(roll.meaning.hits(faces))
    return DiceLine(roll.die.id, faces, hits, roll.rule, roll.ledgers)


def lines_of(definition: AnyGameDef, n: int, moment: Moment, seat: Seat | None) -> list[LogLine]:
    """Tell what happened at an entry, as a seat or a spectator may know it."""
    heard = (told.for_seat(seat) for told in moment.told)
    return [log_line(definition, n, event) for event in heard if event is not None]


class Teller:
    """The report of one match, put into words once for every seat that reads it."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._told: dict[Seat | None, list[tuple[Moment, list[LogLine]]]] = {}

    def since(self, seat: Seat | None, first: int) -> tuple[LogLine, ...]:
        """Tell everything from an entry on."""
        told = self._up_to_date(seat)
        return tuple(line for _, lines in told[first:] for line in lines)

    def _up_to_date(self, seat: Seat | None) -> list[tuple[Moment, list[LogLine]]]:
        """Tell what is new, and forget what was taken back."""
        told = self._told.setdefault(seat, [])
        moments = self.match.moments
        del told[len(moments) :]
        while told and told[-1][0] is not moments[len(told) - 1]:
            told.pop()
        for n in range(len(told), len(moments)):
            told.append((moments[n], lines_of(self.match.definition, n, moments[n], seat)))
        return told


def in_words(catalogue: Catalogue, lines: Iterable[LogLine], language: str) -> list[str]:
    """Say lines of the report in a language; one that cannot be said is left out."""
    said: list[str] = []
    for line in lines:
        try:
            said.append(catalogue.text(line.text, language))
        except MessageError:
            continue
    return said


# -- undo ----------------------------------------------------------------------------------------


def last_own(match: Match, seat: Seat | None) -> int:
    """Find the last entry that a seat made itself; the set-up if there is none."""
    own = (one.n for one in reversed(match.entries) if one.seat == seat and not one.auto)
    return next(own, 0)


def can_undo(match: Match, seat: Seat, is_computers: Callable[[Entry], bool]) -> CanUndo:
    """Tell whether a seat can take its last answer back; computers never mind."""
    last = last_own(match, seat)
    if last == 0 or match.game.outcome is not None:
        return NOTHING
    if any(moment.sealed for moment in match.moments[last:]):
        return CanUndo(alone=False, why=say("server.core.undo.sealed"))
    later = match.entries[last:]
    willing = all(one.auto or one.seat == seat or is_computers(one) for one in later)
    if willing or not match.why_no_undo(seat):
        return CanUndo(alone=True, to=last - 1)
    return CanUndo(alone=False, to=last - 1, consent=True, why=say("server.core.undo.acted"))


# -- the table -----------------------------------------------------------------------------------


class Presence(Struct, frozen=True):
    """Who is there."""

    seats: frozenset[Seat] = frozenset()
    watchers: int = 0
    since: float = 0.0
    """Before this nobody could be there: the server was not."""


NOBODY_THERE: Final = Presence()


def table_info(
    record: Record, key: Key, presence: Presence, settings: Settings, now: float
) -> TableInfo:
    """Describe a table to somebody."""
    seats = tuple(_seat_info(record, seat, key, presence, settings, now) for seat in record.seats)
    return TableInfo(
        record.id,
        record.game,
        record.scenario,
        record.title,
        record.scenario_title,
        record.state,
        seats,
        record.created,
        record.changed,
        record.options,
        key.host,
        record.listed,
        record.correspondence,
        record.clock,
        record.guided,
        record.offer,
        record.end,
        dice_info(record),
        presence.watchers,
        record.fault,
    )


def dice_info(record: Record) -> DiceInfo | None:
    """Show the commitment from the start and the key after the end."""
    dice = record.dice
    if not dice.commitment:
        return None
    key = dice.key if record.state == "finished" else ""
    return DiceInfo(dice.commitment, dice.nonces, key)


def _seat_info(
    record: Record, seat: Seat, key: Key, presence: Presence, settings: Settings, now: float
) -> SeatInfo:
    place = record.seats[seat]
    side = next(one for one in record.sides if one.seat == seat)
    computer = place.occupant == "computer"
    acts = record.state == "live" and seat in record.acts
    away = away_s(record, seat, presence, now)
    return SeatInfo(
        seat,
        side,
        place.occupant,
        "" if computer else place.name,
        place.level if computer else "",
        computer or seat in presence.seats,
        key.holds(seat),
        acts,
        left_ms(record, place, acts=acts, now=now),
        away,
        away is not None and away >= claim_after_s(record, settings),
        may_win_by_absence(record, seat, key, away, settings),
        place.muted,
        seat in key.invited,
        place.policies if key.holds(seat) else (),
        place.brings,
    )


def away_s(record: Record, seat: Seat, presence: Presence, now: float) -> int | None:
    """Tell for how long nobody has been there for a seat that the game waits for."""
    place = record.seats[seat]
    waiting = record.state == "live" and seat in record.acts and place.occupant != "computer"
    if not waiting or seat in presence.seats:
        return None
    return max(0, int(now - max(place.seen, place.asked, presence.since)))


def claim_after_s(record: Record, settings: Settings) -> int:
    """Tell how long somebody may be away before his seat can be claimed."""
    return settings.claim_after_s if record.correspondence else settings.claim_after_live_s


def overdue_at(
    record: Record, presence: Presence, settings: Settings, now: float
) -> frozenset[tuple[Seat, int]]:
    """Name who has been away too long, with how many of the times are over after which others act.

    First his seat can be claimed, later the game can be won.
    """
    forfeit = settings.forfeit_after_s if record.correspondence else settings.forfeit_after_live_s
    times = (claim_after_s(record, settings), forfeit)
    away = {seat: away_s(record, seat, presence, now) for seat in record.seats}
    counts = {
        seat: sum(gone >= time for time in times) for seat, gone in away.items() if gone is not None
    }
    return frozenset((seat, count) for seat, count in counts.items() if count)


def may_win_by_absence(
    record: Record, seat: Seat, key: Key, away: int | None, settings: Settings
) -> bool:
    """Tell whether a game can be ended because a seat has been away for very long.

    Only the last one who still plays may do that, so that nobody decides for a third one.
    """
    left = [one for one in people(record) if one != seat]
    if away is None or not left or not all(key.holds(one) for one in left):
        return False
    patience = settings.forfeit_after_s if record.correspondence else settings.forfeit_after_live_s
    return away >= patience


def people(record: Record) -> tuple[Seat, ...]:
    """List the seats that are people's, whether somebody sits there at present or not."""
    return tuple(seat for seat, place in record.seats.items() if place.occupant != "computer")


def left_ms(record: Record, place: Place, *, acts: bool, now: float) -> int | None:
    """Tell what a seat's clock shows."""
    if place.left_ms is None or record.clock is None:
        return None
    runs = acts and place.occupant == "human"
    gone = int(1000 * max(0.0, now - record.ticked)) if runs else 0
    return max(0, place.left_ms - gone)


def table_card(record: Record, info: TableInfo, token: str = "") -> TableCard:
    """Describe a table for a list."""
    return TableCard(info, record.seq, record.turn, token)


def end_of(match: Match) -> End | None:
    """Tell how a match ended by its rules."""
    outcome = match.game.outcome
    if outcome is None:
        return None
    reason = match.definition.named(outcome.reason)
    return End("played", outcome.winners, reason, _rule_of_end(match.moments[-1]))


def _rule_of_end(moment: Moment) -> str:
    return next((one.event.rule for one in moment.told if isinstance(one.event, Ended)), "")
