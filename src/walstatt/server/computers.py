"""Computers that think in processes of their own, so that the tables go on meanwhile."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any, Final, TypeVar

import structlog

from walstatt.ai.levels import players
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat
from walstatt.server.games_told import LevelInfo
from walstatt.server.thinking import Chosen, read_reply, task_for
from walstatt.server.worker import Closed, ComputerError, Question, Worker

_log = structlog.get_logger("walstatt.computers")
T = TypeVar("T")

GRACE_S: Final = 5.0
"""How long after its time a computer may still answer before its process is ended."""
WARM_UP_S: Final = 2.0
"""How long after the server has started the processes are."""
MOST_WAITING: Final = 1000
"""How many questions may wait."""


class Confused(ComputerError):
    """A computer tripped over a fault of the program."""


class Swamped(ComputerError):
    """Too many questions are waiting already."""


def levels(game: str) -> tuple[LevelInfo, ...]:
    """List the computer players that a game has, the weakest first."""
    return tuple(LevelInfo(one.id, one.name, one.tempered) for one in players(game))


class Computers:
    """All computers of a server."""

    def __init__(self, workers: int, *, grace_s: float = GRACE_S) -> None:
        self.workers = tuple(Worker(grace_s) for _ in range(max(1, workers)))
        self._idle = deque(self.workers)
        self._queue: deque[asyncio.Future[Worker]] = deque()
        self._thinking: dict[str, Question] = {}
        self._threads = ThreadPoolExecutor(len(self.workers), "computers")
        self._warming: asyncio.Task[None] | None = None
        self._is_closed = False
        self._answers = 0
        self._failures = 0

    async def open(self) -> None:
        """Be there; the processes start a little later, or when they are needed."""
        self._warming = asyncio.create_task(self._warm_up(), name="computers warming up")

    async def close(self) -> None:
        """End all processes, busy or not, and refuse whoever waits."""
        self._is_closed = True
        if self._warming is not None:
            self._warming.cancel()
        for waiting in self._queue:
            if not waiting.done():
                waiting.set_exception(Closed("the server is closing"))
        self._queue.clear()
        idle = tuple(self._idle)
        closing = [partial(one.close, busy=one not in idle) for one in self.workers]
        await asyncio.gather(*map(asyncio.to_thread, closing))
        await asyncio.to_thread(self._threads.shutdown)

    def levels(self, game: str) -> tuple[LevelInfo, ...]:
        """List the computer players that a game has, the weakest first."""
        return levels(game)

    def stats(self) -> dict[str, int]:
        """Count what waits, who is busy, and what was done."""
        return {
            "waiting": sum(not one.done() for one in self._queue),
            "busy": len(self.workers) - len(self._idle),
            "processes": sum(worker.pid is not None for worker in self.workers),
            "answers": self._answers,
            "failures": self._failures,
        }

    async def choose(
        self,
        game: AnyGame,
        seat: Seat,
        level: str,
        seed: str,
        budget_ms: int,
        *,
        rosters: Mapping[Seat, Any] | None = None,
        key: str = "",
    ) -> Chosen:
        """Let a computer choose from what the seat may know; `key` is for `stop`.

        The game is the true one; only what is imagined from it leaves this process. If whoever
        waits is cancelled, the computer stops thinking.
        """
        task = task_for(game, seat, level, seed, budget_ms, rosters or {})
        question = Question(task, budget_ms)
        if key:
            self._thinking[key] = question
        try:
            return self._read(await self._asked(await self._free_worker(), question))
        except ComputerError:
            self._failures += 1
            raise
        finally:
            if self._thinking.get(key) is question:
                del self._thinking[key]

    def stop(self, key: str) -> bool:
        """Let the computer that thinks for a caller answer at once with the best so far."""
        question = self._thinking.get(key)
        if question is not None:
            question.hurry()
        return question is not None

    def _read(self, said: bytes) -> Chosen:
        reply = read_reply(said)
        if reply.chosen is None:
            confused = Confused(reply.fault)
            confused.add_note(reply.trace)
            raise confused
        self._answers += 1
        return reply.chosen

    # -- who is free ------------------------------------------------------------------------------

    async def _free_worker(self) -> Worker:
        """Wait for a free worker, in order of asking."""
        if self._is_closed:
            raise Closed("the server is closing")
        if self._idle:
            return self._idle.popleft()
        if len(self._queue) >= MOST_WAITING:
            raise Swamped(f"{MOST_WAITING} questions are waiting for a computer already")
        waiting: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._queue.append(waiting)
        try:
            return await waiting
        except asyncio.CancelledError:
            if waiting in self._queue:
                self._queue.remove(waiting)
            elif not waiting.cancelled() and waiting.exception() is None:
                self._release(waiting.result())
            raise

    def _release(self, worker: Worker) -> None:
        """Give a worker to whoever waits longest."""
        while self._queue:
            waiting = self._queue.popleft()
            if not waiting.done():
                waiting.set_result(worker)
                return
        self._idle.append(worker)

    async def _asked(self, worker: Worker, question: Question) -> bytes:
        """Ask in a thread; the worker is free again when the thread is, whoever still waits."""
        asked = self._threads.submit(worker.ask, question)
        self._release_after(asked, worker)
        try:
            return await asyncio.shield(_watched(asked))
        except asyncio.CancelledError:
            question.hurry()
            raise

    def _release_after(self, work: Future[Any], worker: Worker) -> None:
        loop = asyncio.get_running_loop()

        def done(_: Future[Any]) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._release, worker)

        work.add_done_callback(done)

    async def _warm_up(self) -> None:
        """Start the processes after a while, one after the other."""
        await asyncio.sleep(WARM_UP_S)
        for worker in self.workers:
            if worker not in self._idle or worker.pid is not None:
                continue
            self._idle.remove(worker)
            started = self._threads.submit(worker.start)
            self._release_after(started, worker)
            try:
                await asyncio.shield(_watched(started))
            except ComputerError as why:
                _log.warning("a computer did not start", why=str(why))


def _watched(work: Future[T]) -> asyncio.Future[T]:
    """Let somebody wait for a thread; if he no longer does, a failure concerns nobody."""
    future = asyncio.wrap_future(work)
    future.add_done_callback(lambda done: None if done.cancelled() else done.exception())
    return future
