"""Everything behind the server's doors: opened when it starts, closed when it ends."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager

from walstatt.server.accounts import Accounts
from walstatt.server.client_files import Still, client_files
from walstatt.server.computers import Computers
from walstatt.server.control import Control
from walstatt.server.errors import StoreError
from walstatt.server.limits import Places, Rates
from walstatt.server.metrics import Metrics
from walstatt.server.notices import Notices
from walstatt.server.security import Guard
from walstatt.server.serving import serving
from walstatt.server.settings import Settings
from walstatt.server.store import Store
from walstatt.server.sweeping import Sweeper
from walstatt.server.tables import Tables

HEALTHY_S = 2.0
"""How long the store is believed to be writable after it was."""


class Shelf:
    """Things that stay as they are, each made once, when somebody first asks for it."""

    def __init__(self) -> None:
        self._made: dict[str, asyncio.Future[Still]] = {}

    async def find(self, name: str, make: Callable[[], Still]) -> Still:
        """Give a thing, made in a thread if there is none yet; a failure is not kept."""
        found = self._made.get(name)
        if found is None:
            found = self._made[name] = asyncio.ensure_future(asyncio.to_thread(make))
            found.add_done_callback(lambda done: self._forget_failed(name, done))
        return await asyncio.shield(found)

    def _forget_failed(self, name: str, done: asyncio.Future[Still]) -> None:
        if done.cancelled() or done.exception() is not None:
            self._made.pop(name, None)


class House:
    """What the doors lead to."""

    store: Store
    computers: Computers
    notices: Notices
    accounts: Accounts
    tables: Tables

    def __init__(self, settings: Settings) -> None:
        limits = settings.limits
        self.settings = settings
        self.guard = Guard(settings)
        self.rates = Rates(limits)
        self.places = Places(limits.sockets_each, limits.sockets)
        self.metrics = Metrics()
        self.shelf = Shelf()
        self.client: Mapping[str, Still] = client_files()
        self.failure: Exception | None = None
        """Why the house could not be opened."""
        self._written_at = -HEALTHY_S

    @asynccontextmanager
    async def opened(self) -> AsyncIterator["House"]:
        """Open the store and all that lives on it, and close everything in turn."""
        async with AsyncExitStack() as open_things:
            open_things.enter_context(serving(self.settings.data))
            self.store = await Store.open(self.settings.data)
            open_things.push_async_callback(self.store.close)
            self.computers = Computers(self.settings.workers)
            open_things.push_async_callback(self.computers.close)
            await self.computers.open()
            self.notices = Notices(self.settings, self.store)
            open_things.push_async_callback(self.notices.close)
            await self.notices.open()
            self.accounts = Accounts(self.store)
            open_things.push_async_callback(self.accounts.close)
            self.tables = Tables(self.store, self.computers, self.notices, self.settings)
            open_things.push_async_callback(self.tables.close)
            await self.tables.open()
            control = Control(self.store, self.tables.hall)
            open_things.push_async_callback(control.close)
            await control.open()
            sweeper = Sweeper(lambda: self.tables.counts["commands"])
            open_things.push_async_callback(sweeper.close)
            await sweeper.open()
            yield self

    async def can_write(self) -> bool:
        """Tell whether the store takes what it is given; asked only every other second."""
        if time.monotonic() < self._written_at + HEALTHY_S:
            return True
        try:
            await self.store.write(_write_something)
        except StoreError:
            return False
        self._written_at = time.monotonic()
        return True


def _write_something(connection: sqlite3.Connection) -> None:
    """Write what is there already, so that the disk is really tried."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    connection.execute(f"PRAGMA user_version = {int(version)}")
