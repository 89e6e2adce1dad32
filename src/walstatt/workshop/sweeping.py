"""How often the memory is swept where games are played one after the other.

Python looks through its objects whenever it has made 700 more of them than it has thrown away. What
games keep for later, places and lines of sight, is far more than that, and none of it is garbage:
a battle leaves hardly any cycles behind.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

SELDOM: Final = (20_000, 5, 5)
"""How many new objects, and how many looks at younger ones, before the next look."""


def sweep_seldom() -> None:
    """Sweep seldom from now on, and never what is loaded by now; for processes that only play."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)


@contextmanager
def seldom_swept() -> Iterator[None]:
    """Sweep seldom while games are played, and as before afterwards."""
    before = gc.get_threshold()
    gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)
