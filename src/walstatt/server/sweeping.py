"""When the memory is swept: while nobody is waiting for an answer.

Two hundred tables are millions of objects, and looking through all of them takes longer than a
player should wait. Python would do it whenever it has made enough new ones. Here it only looks at
the young by itself; the old are looked through in a quiet moment, and from time to time anyway.
"""

import asyncio
import gc
import time
from collections.abc import Callable
from typing import Final

YOUNG: Final = (2_000, 20)
"""How many new objects, and how many looks at those, before the next look."""
NEVER: Final = 1_000_000
"""How many looks at the young before Python looks through the old by itself."""
LOOK_S: Final = 1.0
QUIET_LOOKS: Final = 3
"""After how many looks without a command a moment counts as quiet."""
OFTEN_S: Final = 30.0
"""How soon the next sweep may come, however quiet it is."""
AT_LAST_S: Final = 900.0
"""When it is done however much is going on."""


class Sweeper:
    """Sweeps the memory of the server when it disturbs least."""

    def __init__(
        self, commands: Callable[[], int], now: Callable[[], float] = time.monotonic
    ) -> None:
        self.sweeps = 0
        self._commands = commands
        self._now = now
        self._seen = commands()
        self._quiet = 0
        self._swept_at = now()
        self._before = gc.get_threshold()
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Take the sweeping over; what is loaded by now stays and is not looked at again."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(*YOUNG, NEVER)
        self._task = asyncio.create_task(self._watch())

    async def close(self) -> None:
        """Leave the sweeping to Python again."""
        gc.set_threshold(*self._before)
        gc.unfreeze()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def look(self) -> None:
        """Sweep if it is quiet, or if it has not been for too long."""
        commands, since = self._commands(), self._now() - self._swept_at
        self._quiet = self._quiet + 1 if commands == self._seen else 0
        self._seen = commands
        if (self._quiet >= QUIET_LOOKS and since >= OFTEN_S) or since >= AT_LAST_S:
            gc.collect()
            self.sweeps += 1
            self._swept_at = self._now()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            self.look()
