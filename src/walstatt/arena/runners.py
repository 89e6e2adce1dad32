"""Where jobs are played: here, in processes beside this one, or on a cluster; all alike."""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.connection import wait as wait_for
from typing import Any, Final, Protocol

from walstatt.arena.job import Job, Result
from walstatt.arena.referee import play
from walstatt.kernel.errors import BadRequest, WalstattError
from walstatt.workshop.sweeping import sweep_seldom

KINDS: Final = ("inprocess", "pool", "ray")
AHEAD: Final = 3
"""How many jobs wait for each worker, so that none stands idle."""


class NotInstalled(WalstattError):
    """A part of the program needs a library that is not there."""


class Runner(Protocol):
    """Whoever plays jobs, in whatever order; the results do not depend on it."""

    def run(self, jobs: Iterable[Job]) -> Iterator[Result]:
        """Play every job and give each result as soon as it is there."""


def runner_called(kind: str, workers: int | None = None) -> Runner:
    """Find a runner; without a number of workers there is one for each processor."""
    count = workers if workers is not None else (os.cpu_count() or 1)
    if count < 1:
        raise BadRequest(f"there is at least 1 worker, not {count}")
    if kind == "inprocess":
        return InProcess()
    if kind == "pool":
        return Pool(count)
    if kind == "ray":
        return Ray(count)
    raise BadRequest(f"there is no runner {kind!r}; there are: {', '.join(KINDS)}")


class InProcess:
    """Plays one game after the other, right here."""

    def run(self, jobs: Iterable[Job]) -> Iterator[Result]:
        """Play every job in order."""
        yield from map(play, jobs)


class Pool:
    """Plays in so many processes of this machine."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def run(self, jobs: Iterable[Job]) -> Iterator[Result]:
        """Keep all processes busy; whoever stops early ends them all."""
        left = iter(jobs)
        with self._executor() as pool:
            waiting = {pool.submit(play, job) for job in islice(left, self.workers * AHEAD)}
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                waiting |= {pool.submit(play, job) for job in islice(left, len(done))}
                yield from _in_order(done)

    @contextmanager
    def _executor(self) -> Iterator[ProcessPoolExecutor]:
        before = set(active_children())
        pool = ProcessPoolExecutor(self.workers, get_context("spawn"), initializer=_serve)
        try:
            yield pool
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in set(active_children()) - before:
                process.terminate()
            raise
        pool.shutdown()


def _in_order(done: Iterable[Future[Result]]) -> list[Result]:
    return sorted((one.result() for one in done), key=lambda result: result.key)


def _serve() -> None:
    """Leave Ctrl-C to the process that started this one, and end when it is gone."""
    sweep_seldom()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        os._exit(1)


class Ray:
    """Plays on a Ray cluster: that of RAY_ADDRESS, or a small one on this machine alone."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def run(self, jobs: Iterable[Job]) -> Iterator[Result]:
        """Keep as many games going as there are workers."""
        ray = _ray()
        with _cluster(ray, self.workers):
            task = ray.remote(play)
            left = iter(jobs)
            waiting = [task.remote(job) for job in islice(left, self.workers * AHEAD)]
            while waiting:
                done, waiting = ray.wait(waiting)
                waiting += [task.remote(job) for job in islice(left, len(done))]
                yield from ray.get(done)


def _ray() -> Any:  # noqa: ANN401 - an optional library without types
    try:
        import ray  # noqa: PLC0415 - large, and not everybody has it
    except ImportError:
        raise NotInstalled("The runner ray needs Ray: pip install 'walstatt[ray]'") from None
    return ray


@contextmanager
def _cluster(ray: Any, workers: int) -> Iterator[None]:  # noqa: ANN401
    """Join or start a cluster, and leave it again."""
    if ray.is_initialized():
        yield
        return
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if "RAY_ADDRESS" in os.environ:
        ray.init(log_to_driver=False)
    else:
        ray.init(
            address="local",
            num_cpus=workers,
            include_dashboard=False,
            log_to_driver=False,
            logging_level=logging.ERROR,
            _node_ip_address="127.0.0.1",
        )
    try:
        yield
    finally:
        ray.shutdown()
