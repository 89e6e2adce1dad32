"""Games played at a real table, and the same games in worlds where what a seat cannot see differs.

A mirror is a table at some point of a recorded game whose hidden part was dealt anew. It goes on
with the recorded commands and with the recorded dice; cards that the seat does not see are drawn
anew from the mirror's own deck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, TypeAlias, cast

import msgspec
from msgspec import Struct

from tests.server.guests import Clock, FakeComputers, FakeNotices, House, quick
from walstatt.games import find_game
from walstatt.kernel.chance import Draw, Outcomes, Request, fits
from walstatt.kernel.codec import plain, read_answer
from walstatt.kernel.decisions import Answer as GivenAnswer
from walstatt.kernel.errors import BadRequest, WalstattError
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Entry, Match, Moment, _Listening
from walstatt.server.protocol import Answer, AnyWord, Created, NewTable, Sitting
from walstatt.server.records import Record
from walstatt.server.seats import KeptKey
from walstatt.server.store import Store
from walstatt.server.table import Table
from walstatt.server.tables import Tables, Visitor
from walstatt.server.telling import Presence, Teller
from walstatt.workshop.conformance.secrets import views

Eyes: TypeAlias = Seat | None
"""A seat, or a spectator."""
TRIES = 400
"""How many other worlds are tried before a step counts as one that cannot be mirrored."""


class NoStore:
    """A store that keeps nothing and knows nothing."""

    async def write(self, job: Callable[[Any], object]) -> None:
        del job


# -- recording -----------------------------------------------------------------------------------


class Step(Struct):
    """One command of a recorded game: the table before it, and what everybody was sent."""

    record: Record
    n: int
    seat: Seat
    words: dict[Eyes, list[bytes]]


class Recording(Struct):
    """A game from the start to the end, with every byte that everybody was sent."""

    created: Created
    tokens: dict[Eyes, str]
    match: Match
    steps: list[Step]
    welcomes: dict[Eyes, bytes]
    keys: dict[bytes, KeptKey]
    presence: Presence
    teller: Teller
    """Puts the true report into words once, for all mirrors."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.match.game.rules.seats

    def after(self, n: int) -> AnyGame:
        """Give the true game after an entry."""
        return self.match.moments[n].game


async def recorded(house: House, game: str, scenario: str, seed: int, most: int) -> Recording:
    """Play a game at random at a real table, with a visitor for each seat and a spectator."""
    seats = find_game(game).scenario(scenario).seats
    sitting = {one: Sitting("friend" if n else "me") for n, one in enumerate(seats)}
    created = await house.tables.create(NewTable(game, scenario, sitting, name="Anna"))
    tokens: dict[Eyes, str] = {None: created.watch, seats[0]: created.token}
    for seat in created.links:
        tokens[seat] = await house.sits(created, seat, seat.title())
    guests = {eyes: await house.guest(created.table, token) for eyes, token in tokens.items()}
    match, table, rng = house.match(created.table), house.table(created.table), Random(seed)
    welcomes = {eyes: sent(guest.inbox[0]) for eyes, guest in guests.items()}
    steps: list[Step] = []
    while match.game.outcome is None and len(match.entries) < most:
        before, n = table.record, len(match.entries)
        heard = {eyes: len(guest.inbox) for eyes, guest in guests.items()}
        seat = rng.choice(match.game.to_act)
        answer = plain(match.game.pick(seat, rng))
        await guests[seat].accepted(Answer(seat=seat, seq=n, answer=answer))
        words = {
            eyes: [sent(word) for word in guest.inbox[heard[eyes] :]]
            for eyes, guest in guests.items()
        }
        steps.append(Step(before, n, seat, words))
    keys, there = dict(table.keys), table.presence()
    return Recording(created, tokens, match, steps, welcomes, keys, there, Teller(match))


def sent(what: object) -> bytes:
    """Encode a word as it is sent."""
    return msgspec.json.encode(what)


# -- other worlds --------------------------------------------------------------------------------


class Unfit(WalstattError):
    """In this world something that the seat has seen could not have happened."""


class SameDice:
    """The recorded results as far as a seat sees them; what it does not see is drawn anew."""

    def __init__(self, entry: Entry, eyes: Eyes, rng: Random) -> None:
        self._left = [outcome for _, _, outcome in entry.rolls][::-1]
        self._eyes = eyes
        self._rng = rng

    def resolve(self, request: Request) -> Outcomes:
        if not self._left:
            raise Unfit("more is rolled here than there")
        outcome = tuple(self._left.pop())
        if isinstance(request, Draw) and not _sees(request, self._eyes):
            return tuple(self._rng.sample(request.pool, request.count))
        if fits(request, outcome):
            raise Unfit(fits(request, outcome))
        return outcome


def _sees(draw: Draw[Any], eyes: Eyes) -> bool:
    return draw.seen_by is None or eyes in draw.seen_by


class Way(Struct):
    """How a recorded step goes in another world."""

    answer: GivenAnswer
    seed: float


class World(Struct):
    """Another world that looks the same to a seat, and the way through it."""

    start: AnyGame
    first: int
    ways: list[Way]


def is_clean(game: AnyGame) -> bool:
    """Tell whether nobody has answered in secret yet; an imagined game would forget that."""
    return game.asked is None or not game.asked.answers


def is_legal(game: AnyGame, seat: Seat, answer: GivenAnswer) -> bool:
    """Ask the rules directly."""
    try:
        return not game.check(seat, answer)
    except BadRequest:
        return False


def looks(game: AnyGame, eyes: Eyes) -> bytes:
    """Give all that the rules let a seat know."""
    return msgspec.json.encode([views(game, eyes), game.outcome, game.to_act])


def stretches(recording: Recording) -> Iterator[tuple[int, int]]:
    """Cut a game into stretches that begin and end where nothing is kept secret for the moment."""
    first = 1
    for n in range(1, len(recording.match.entries)):
        if is_clean(recording.after(n)):
            yield first, n + 1
            first = n + 1


def copied(recording: Recording, n: int, game: AnyGame) -> Match:
    """Copy the match before entry n, with another truth."""
    true = recording.match
    copy = Match(true.definition, true.header)
    copy.entries = true.entries[:n]
    last = true.moments[n - 1]
    copy.moments = [*true.moments[: n - 1], Moment(game, last.told, last.sealed)]
    copy.reopen_dice()
    return copy


def another_world(
    recording: Recording, first: int, end: int, eyes: Eyes, rng: Random
) -> World | None:
    """Find another world in which all that a seat sees of a stretch happens as it did."""
    true = recording.after(first - 1)
    for _ in range(TRIES):
        start = true.imagine(eyes, rng)
        if start.world == true.world:
            continue
        match = copied(recording, first, start)
        ways: list[Way] = []
        for n in range(first, end):
            way = _way(recording, match, n, eyes, rng)
            if way is None:
                break
            ways.append(way)
        else:
            return World(start, first, ways)
    return None


def _way(recording: Recording, match: Match, n: int, eyes: Eyes, rng: Random) -> Way | None:
    """Find an answer after which the seat sees what it saw: the same, or another hidden one."""
    entry = recording.match.entries[n]
    seen = looks(recording.after(n), eyes)
    mark = match.mark()
    for answer in _candidates(match, entry, eyes, rng):
        seed = rng.random()
        match._source = _Listening(SameDice(entry, eyes, Random(seed)))
        try:
            match.answer(entry.seat, answer, entry.kind)
        except WalstattError:
            continue
        if looks(match.game, eyes) == seen:
            return Way(answer, seed)
        match.return_to(mark)
    return None


def _candidates(match: Match, entry: Entry, eyes: Eyes, rng: Random) -> Iterator[GivenAnswer]:
    same = read_answer(match.definition, entry.answer)
    if not match.game.check(entry.seat, same, entry.kind):
        yield same
    elif entry.seat != eyes:
        others = [one for one in match.game.choices(entry.seat, rng) if type(one) is type(same)]
        yield from rng.sample(others, min(6, len(others)))


# -- tables in other worlds ----------------------------------------------------------------------


class Mirror:
    """A table at some point of a recorded game, in the true world or in another one."""

    def __init__(self, recording: Recording, n: int, game: AnyGame, record: Record) -> None:
        self.recording = recording
        self.n = n
        self.match = copied(recording, n, game)
        store = cast("Store", NoStore())
        self.tables = Tables(store, FakeComputers(), FakeNotices(), quick(), now=Clock())
        services = self.tables.services
        self.table = Table(services, record, self.match, recording.keys.values())
        told = {eyes: recording.teller._up_to_date(eyes)[: n - 1] for eyes in recording.tokens}
        self.table.teller._told = told
        self.table.presence = lambda: recording.presence  # type: ignore[method-assign]
        self.tables.hall.wire(self.table)
        self.tables.hall._tables[record.id] = self.table

    def illegal(self, seat: Seat) -> Iterator[dict[str, Any]]:
        """Give answers that were legal at other times, but are not for this seat now."""
        true, rng = self.recording.after(self.n - 1), Random(self.n)
        for entry in rng.sample(self.recording.match.entries[1:], 25):
            if not is_legal(true, seat, read_answer(self.match.definition, entry.answer)):
                yield entry.answer

    async def visit(self, eyes: Eyes) -> Visitor:
        """Come with the key of a seat, or as a spectator."""
        return await self.tables.visit(self.table.record.id, self.recording.tokens[eyes])

    async def watched(self, eyes: Eyes) -> tuple[Visitor, list[AnyWord]]:
        """Come, and hear everything from now on."""
        visitor, inbox = await self.visit(eyes), list[AnyWord]()
        await self.tables.attach(visitor, inbox.append)
        return visitor, inbox

    async def go_on(self, world: World, eyes: Eyes) -> list[list[bytes]]:
        """Play a stretch through, and give what the seat is sent at each step."""
        _, inbox = await self.watched(eyes)
        heard: list[list[bytes]] = []
        for n, way in enumerate(world.ways, world.first):
            entry = self.recording.match.entries[n]
            self.match._source = _Listening(SameDice(entry, eyes, Random(way.seed)))
            actor = await self.visit(entry.seat)
            answer = Answer(seat=entry.seat, seq=n, answer=plain(way.answer), kind=entry.kind)
            word = await self.tables.do(actor, answer)
            assert word.__struct_config__.tag == "accepted", word
            heard.append([sent(one) for one in inbox])
            inbox.clear()
        return heard
