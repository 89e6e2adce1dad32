"""Tables for tests, on a store of their own."""

from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path

import pytest

from tests.server.guests import House
from walstatt.kernel.chance import commitment
from walstatt.kernel.match import Dice
from walstatt.server import founding, joining
from walstatt.server.tables import Tables


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def _table_id(number: int) -> str:
    letters = "abcdefghijklmnopqrstuvwxyz"
    return f"tableaaa{letters[number // 26 % 26]}{letters[number % 26]}"


@pytest.fixture
def known_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the dice of new tables fall alike in every run."""
    numbers = count()

    def dice() -> Dice:
        secret = next(numbers).to_bytes(32)
        return Dice("commit-reveal", secret.hex(), commitment(secret))

    for module in (founding, joining):
        monkeypatch.setattr(module, "fresh_dice", dice)
    monkeypatch.setattr(founding, "new_table_id", lambda: _table_id(next(numbers)))


@pytest.fixture
async def house(tmp_path: Path, anyio_backend: str, known_dice: None) -> AsyncIterator[House]:
    """A house whose store is a file, so that it can be shut and opened again."""
    del anyio_backend, known_dice
    found = House(tmp_path / "walstatt.sqlite3")
    await found.open()
    yield found
    await found.close()


@pytest.fixture
async def tables(anyio_backend: str) -> AsyncIterator[Tables]:
    """Tables that live in memory only."""
    del anyio_backend
    found = House()
    yield await found.open()
    await found.close()
