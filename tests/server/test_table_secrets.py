"""Nothing sent to a seat depends on what is hidden from it, byte for byte.

The hidden part is dealt anew again and again; whatever the seat is told must stay the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, cast

import msgspec
import pytest

from tests.server.guests import Clock, FakeComputers, FakeNotices, quick
from walstatt.games import find_game
from walstatt.kernel.chance import Draw
from walstatt.kernel.codec import plain
from walstatt.kernel.decisions import do_of
from walstatt.kernel.events import Rolled
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match, Moment
from walstatt.kernel.prompts import Target
from walstatt.scene.model import HexBoard
from walstatt.server import playing, replaying
from walstatt.server.errors import Refusal
from walstatt.server.founding import sides_of
from walstatt.server.ports import Services
from walstatt.server.protocol import Answer, Ask, Tell, Wish
from walstatt.server.records import Place, Record
from walstatt.server.seats import Key
from walstatt.server.store import Store
from walstatt.server.table import Table
from walstatt.server.visitors import Visitor

pytestmark = pytest.mark.anyio

GAMES = [("ccn", "rolica_1", 0.04), ("ccn", "vimiero", 0.03), ("toy", "hill", 0.2)]
"""Games, and how often one looks at them."""
SHOWING = ("keep",)
"""Answers that show by themselves what only one seat had seen: after Scout a card is discarded."""


class NoStore:
    """A store that keeps nothing."""

    async def write(self, job: Callable[[Any], object]) -> None:
        del job


def services() -> Services:
    store = cast("Store", NoStore())
    return Services(store, FakeComputers(), FakeNotices(), quick(), Clock())


def played(game: str, scenario: str, often: float, seed: int) -> Iterator[Match]:
    """Play at random, and give the match now and then, but not while others keep a secret answer.

    Who has answered already is no secret, but an imagined game forgets it.
    """
    match = Match.start(find_game(game), scenario, seed=seed)
    rng = Random(seed)
    while match.game.outcome is None and len(match.entries) < 400:
        seat = match.game.to_act[0]
        match.answer(seat, match.game.pick(seat, rng))
        asked = match.game.asked
        if rng.random() < often and asked is not None and not asked.answers:
            yield match


def redealt(match: Match, seat: Seat | None, rng: Random) -> Match:
    """Copy a match and deal what the seat cannot see anew."""
    copy = Match(match.definition, match.header)
    copy.entries = match.entries.copy()
    last = match.moments[-1]
    game = match.game.imagine(seat, rng)
    copy.moments = [*match.moments[:-1], Moment(game, last.told, last.sealed)]
    copy.reopen_dice()
    return copy


def table_of(match: Match, seat: Seat | None) -> tuple[Table, Visitor, list[Any]]:
    """Seat somebody at a table with this match."""
    game = match.game
    record = Record(
        "aaaaaaaaaa",
        match.header.game,
        match.header.scenario,
        match.definition.scenario(match.header.scenario).title,
        sides_of(match),
        0,
        0,
        "live",
        {one: Place("human", "Anna", joined=True) for one in game.rules.seats},
        match.header.dice,
        header=match.header,
        seq=len(match.entries),
        acts=game.to_act,
    )
    table = Table(services(), record, match)
    visitor = Visitor(Key(record.id, () if seat is None else (seat,)))
    inbox: list[Any] = []
    visitor.send = inbox.append
    table.visitors.add(visitor)
    table.look(visitor)
    return table, visitor, inbox


def everything_asked(match: Match, seat: Seat | None) -> list[bytes]:
    """Ask all that can be asked about a position and list the replies as they are sent."""
    table, visitor, _ = table_of(match, seat)
    position = table.position(visitor)
    said: list[Any] = [position, replaying.export(table, visitor)]
    said += [replaying.moment(table, visitor, len(match.entries) - 1, seat)]
    targets = list(things(position.scene))
    said += [reply(playing.about, table, visitor, Tell(target=at)) for at in targets]
    if seat is not None:
        said += [reply(playing.about, table, visitor, Tell(target=at, seat=seat)) for at in targets]
        said += list(questions(table, visitor, seat, position.scene, targets))
    return [msgspec.json.encode(one) for one in said]


def questions(
    table: Table,
    visitor: Visitor,
    seat: Seat,
    scene: Any,  # noqa: ANN401
    targets: list[Target],
) -> Iterator[Any]:
    prompts = [one for one in (scene.prompt, *scene.standing) if one is not None]
    hands: list[Target | None] = [None]
    for prompt in prompts:
        kind = prompt.kind if prompt.standing else ""
        for choice in prompt.choices[:25]:
            yield reply(
                playing.ask, table, visitor, Ask(seat=seat, answer=choice.answer, kind=kind)
            )
            if choice.of is not None and choice.of not in hands[:4]:
                hands.append(choice.of)
    for of in hands[:4]:
        for at in targets:
            yield reply(playing.wish, table, visitor, Wish(seat=seat, target=at, of=of))


def reply(handler: Callable[..., Any], table: Table, visitor: Visitor, command: Any) -> Any:  # noqa: ANN401
    try:
        return handler(table, visitor, command)
    except Refusal as refused:
        return refused.word(command.id)


def things(scene: Any) -> Iterator[Target]:  # noqa: ANN401
    """Name things on the board to point at."""
    for piece in scene.pieces[::3]:
        yield Target("piece", piece.id)
    board = scene.board
    cells = board.cells[::7] if isinstance(board, HexBoard) else ()
    for cell in cells:
        yield Target("cell", str(cell.id))
    for tray in scene.trays:
        for card in getattr(tray, "cards", ())[:3]:
            yield Target("card", card.id)


@pytest.mark.parametrize(("game", "scenario", "often"), GAMES)
async def test_redealing_what_is_hidden_changes_no_byte(
    game: str, scenario: str, often: float
) -> None:
    rng = Random(1)
    positions = 0
    for match in played(game, scenario, often, 1):
        for seat in (*match.game.rules.seats, None):
            expected = everything_asked(match, seat)
            assert everything_asked(redealt(match, seat, rng), seat) == expected
            positions += 1
    assert positions >= 20


async def heard(match: Match, observer: Seat | None, actor: Seat, given: Any) -> list[bytes]:  # noqa: ANN401
    """Give an answer and list what somebody who looks on is sent."""
    table, visitor, inbox = table_of(match, observer)
    table.position(visitor)
    command = Answer(seat=actor, seq=len(match.entries), answer=plain(given))
    await playing.play(table, actor, given, by=command)
    return [msgspec.json.encode(word) for word in inbox]


def saw_a_draw(match: Match, since: int, observer: Seat | None) -> bool:
    """Tell whether somebody was shown what was drawn from a pool that he does not know."""
    told = (one.for_seat(observer) for moment in match.moments[since:] for one in moment.told)
    return any(isinstance(one, Rolled) and isinstance(one.request, Draw) for one in told)


@pytest.mark.parametrize(("game", "scenario", "often"), GAMES)
async def test_what_follows_an_answer_does_not_tell_either(
    game: str, scenario: str, often: float
) -> None:
    rng = Random(7)
    compared = 0
    for match in played(game, scenario, 4 * often, 3):
        actor, length = match.game.to_act[0], len(match.entries)
        given = match.game.pick(actor, rng)
        for observer in (*match.game.rules.seats, None):
            twin = redealt(match, observer, rng)
            if do_of(given) in SHOWING or twin.game.check(actor, given):
                continue
            mark = match.mark()
            true = await heard(match, observer, actor, given)
            drawn = saw_a_draw(match, length, observer)
            match.return_to(mark)
            if not drawn:
                assert await heard(twin, observer, actor, given) == true
                compared += 1
    assert compared >= 40


async def test_the_test_would_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    match = next(played("ccn", "rolica_1", 0.1, 1))
    seat = Seat("french")
    before = everything_asked(match, seat)
    other = redealt(match, seat, Random(5))
    assert everything_asked(other, seat) == before
    monkeypatch.setattr(Visitor, "look", lambda self, *_: setattr(self, "seat", Seat("allied")))
    assert everything_asked(match, seat) != everything_asked(other, seat)
