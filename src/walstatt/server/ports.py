"""What the tables need of others: a store, computers that think, notices that reach people."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from walstatt.i18n.catalogue import Message
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat
from walstatt.server.games_told import LevelInfo
from walstatt.server.notices import Contact
from walstatt.server.protocol import TableInfo
from walstatt.server.settings import Settings
from walstatt.server.store import Store


class ChosenAnswer(Protocol):
    """What a computer would do, and why."""

    @property
    def answer(self) -> dict[str, Any]:
        """Give the answer as plain data."""

    @property
    def kind(self) -> str:
        """Name the standing decision it is meant for, if it is one."""

    @property
    def why(self) -> tuple[Message, ...]:
        """Give the reasons."""


class ComputerPlayers(Protocol):
    """Whoever chooses for computers' seats."""

    def levels(self, game: str) -> tuple[LevelInfo, ...]:
        """List the computer players that a game has."""

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
    ) -> ChosenAnswer:
        """Choose an answer from what the seat may know; `key` is for `stop`."""

    def stop(self, key: str) -> bool:
        """Let whoever thinks under this key answer at once."""


class NoticeSender(Protocol):
    """Whoever tells people that it is their turn."""

    async def turn(
        self, contact: Contact, table: TableInfo, seat: Seat, link: str, news: Sequence[str]
    ) -> None:
        """Tell somebody that it is his turn; only if it cannot be stored, this fails."""


class Services:
    """All of them, and the time."""

    def __init__(
        self,
        store: Store,
        computers: ComputerPlayers,
        notices: NoticeSender,
        settings: Settings,
        now: Callable[[], float],
    ) -> None:
        self.store = store
        self.computers = computers
        self.notices = notices
        self.settings = settings
        self.now = now
        self.opened = now()
        """When the server began."""
