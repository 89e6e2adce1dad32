"""What happens in a process in which computers think.

It is told imagined games as plain data and answers with plain data. It knows no true game, no key
of any dice and no other table, so that nothing of them can influence a computer's choice.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping
from functools import lru_cache
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Event, Thread
from traceback import format_exception
from typing import Any, Final

import msgspec
from msgspec import Struct

from walstatt.ai.levels import players
from walstatt.ai.player import Budget
from walstatt.ai.playing import ask, imagined
from walstatt.games import all_games, find_game
from walstatt.i18n.catalogue import Message
from walstatt.kernel.codec import dump, plain, restore
from walstatt.kernel.definition import Ruleset
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat
from walstatt.kernel.options import make_options
from walstatt.workshop.sweeping import sweep_seldom

READY: Final = b"ready"
STOP: Final = b"stop"


class Task(Struct, frozen=True):
    """A question to a computer: all it is told."""

    game: str
    scenario: str
    options: dict[str, Any]
    rosters: dict[str, Any]
    seat: Seat
    level: str
    seed: str
    budget_ms: int
    state: dict[str, Any]
    """An imagined position."""


class Chosen(Struct, frozen=True):
    """What a computer does, as plain data, and why."""

    answer: dict[str, Any]
    kind: str = ""
    why: tuple[Message, ...] = ()


class Reply(Struct, frozen=True):
    """A choice, or what went wrong."""

    chosen: Chosen | None = None
    fault: str = ""
    trace: str = ""


# -- in the server's process ----------------------------------------------------------------------


def task_for(
    game: AnyGame,
    seat: Seat,
    level: str,
    seed: str,
    budget_ms: int,
    rosters: Mapping[Seat, Any],
) -> bytes:
    """Write down a question; the true game is imagined here and goes no further."""
    guess = imagined(game, seat, seed)
    rules = guess.rules
    task = Task(
        rules.game.id,
        rules.scenario,
        plain(rules.options),
        plain(dict(rosters)),
        seat,
        level,
        seed,
        budget_ms,
        dump(guess),
    )
    return msgspec.msgpack.encode(task)


def read_reply(content: bytes) -> Reply:
    """Read what came back."""
    return msgspec.msgpack.decode(content, type=Reply)


# -- in the process where they think --------------------------------------------------------------


def think(connection: Connection) -> None:
    """Answer questions until the server hangs up; this is where the process begins."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends us.
    prepare()
    tasks: SimpleQueue[bytes] = SimpleQueue()
    stop = Event()
    Thread(target=_listen, args=(connection, tasks, stop), daemon=True).start()
    connection.send_bytes(READY)
    while True:
        reply = answer(tasks.get(), stop)
        try:
            connection.send_bytes(msgspec.msgpack.encode(reply))
        except OSError:
            return


def prepare() -> None:
    """Load all games and their players once, and keep the collector from looking at them again."""
    for definition in all_games():
        definition.scenarios()
        players(definition.id)
    sweep_seldom()


def _listen(connection: Connection, tasks: SimpleQueue[bytes], stop: Event) -> None:
    """Take tasks and calls to stop; without a server there is nobody to think for."""
    while True:
        try:
            said = connection.recv_bytes()
        except (EOFError, OSError):
            os._exit(0)
        if said == STOP:
            stop.set()
        else:
            stop.clear()
            tasks.put(said)


def answer(content: bytes, stop: Event | None = None) -> Reply:
    """Answer one question."""
    try:
        task = msgspec.msgpack.decode(content, type=Task)
        budget = Budget(task.budget_ms, stop.is_set if stop is not None else None)
        guess = restore(_rules(task), task.state, None)
        found = ask(guess, task.seat, task.level, task.seed, budget)
        named = tuple(guess.rules.game.named(message) for message in found.why)
    except Exception as fault:  # noqa: BLE001 - whatever it is, the server hears of it
        trace = "".join(format_exception(fault))
        return Reply(fault=f"{type(fault).__name__}: {fault}", trace=trace)
    return Reply(Chosen(plain(found.answer), found.kind, named))


def _rules(task: Task) -> Ruleset[Any, Any]:
    options = msgspec.json.encode(task.options, order="sorted")
    rosters = msgspec.json.encode(task.rosters, order="sorted")
    return _set_up(task.game, task.scenario, options, rosters)


@lru_cache(maxsize=64)
def _set_up(game: str, scenario: str, options: bytes, rosters: bytes) -> Ruleset[Any, Any]:
    """Lay out the fixed part of a game."""
    definition = find_game(game)
    chosen = make_options(definition.options_type, msgspec.json.decode(options))
    setup = definition.setup(scenario, chosen, msgspec.json.decode(rosters))
    return Ruleset(definition, scenario, chosen, setup.content, setup.seats)
