"""The memory is swept when nobody is waiting, and at last in any case."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from weakref import ref

import pytest

from walstatt.server.sweeping import AT_LAST_S, NEVER, OFTEN_S, QUIET_LOOKS, Sweeper

pytestmark = pytest.mark.anyio


class Ring:
    """Something that only the sweeper can remove: it holds itself."""

    def __init__(self) -> None:
        self.itself = self


class Hall:
    """What the sweeper looks at."""

    def __init__(self) -> None:
        self.commands = 0
        self.time = 1000.0
        self.sweeper = Sweeper(lambda: self.commands, lambda: self.time)

    def looks(self, times: int, *, busy: bool) -> int:
        for _ in range(times):
            self.commands += busy
            self.sweeper.look()
        return self.sweeper.sweeps


@pytest.fixture
def hall() -> Iterator[Hall]:
    before = gc.get_threshold()
    gc.disable()
    yield Hall()
    gc.enable()
    gc.set_threshold(*before)


def test_it_waits_for_a_quiet_moment(hall: Hall) -> None:
    hall.time += OFTEN_S
    assert hall.looks(100, busy=True) == 0
    assert hall.looks(QUIET_LOOKS - 1, busy=False) == 0
    assert hall.looks(1, busy=False) == 1


def test_it_does_not_sweep_again_at_once(hall: Hall) -> None:
    hall.time += OFTEN_S - 1
    assert hall.looks(100, busy=False) == 0
    hall.time += 1
    assert hall.looks(100, busy=False) == 1


def test_it_sweeps_at_last_however_busy_it_is(hall: Hall) -> None:
    hall.time += AT_LAST_S - 1
    assert hall.looks(100, busy=True) == 0
    hall.time += 1
    assert hall.looks(1, busy=True) == 1


def test_it_removes_what_python_would_have_to_look_for(hall: Hall) -> None:
    held = ref(Ring())
    assert held() is not None
    hall.time += AT_LAST_S
    hall.looks(1, busy=True)
    assert held() is None


async def test_it_gives_python_back_what_it_took_over() -> None:
    before = gc.get_threshold()
    sweeper = Sweeper(lambda: 0)
    await sweeper.open()
    try:
        assert gc.get_threshold()[2] == NEVER
        assert gc.get_freeze_count() > 0
    finally:
        await sweeper.close()
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0
