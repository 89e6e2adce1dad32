"""Dicts that tell at once whether they have changed since somebody looked, and where."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from typing import Any, Final, Generic, Self, TypeVar

K = TypeVar("K")
V = TypeVar("V")

_STAMPS: Final = count(1)
LONGEST: Final = 4_096
"""After how many changes a log begins anew."""


class Register(dict[K, V]):
    """A dict with a stamp, another one after every change: with the same stamp it is the same.

    A copy keeps the stamp until either changes. Stamps hold for this run of the program only.
    The log lists the keys that were changed; where it is another one, anything may have changed.
    """

    __slots__ = ("log", "stamp")

    def __init__(self, *args: Any) -> None:  # noqa: ANN401 - as of any dict
        super().__init__(*args)
        self._changed()

    def _changed(self) -> None:
        """Note that anything may have changed."""
        self.stamp = next(_STAMPS)
        self.log = list[K]()

    def __setitem__(self, key: K, value: V) -> None:
        dict.__setitem__(self, key, value)
        self.stamp = next(_STAMPS)
        log = self.log
        if len(log) >= LONGEST:
            log = self.log = []
        log.append(key)

    def __delitem__(self, key: K) -> None:
        super().__delitem__(key)
        self._changed()

    def __ior__(self, other: Any) -> Self:  # type: ignore[override,misc]  # noqa: ANN401
        super().update(other)
        self._changed()
        return self

    def clear(self) -> None:
        """Forget everything."""
        super().clear()
        self._changed()

    def pop(self, *args: Any) -> Any:  # noqa: ANN401 - as of any dict
        """Take one out."""
        self._changed()
        return super().pop(*args)

    def popitem(self) -> tuple[K, V]:
        """Take the last one out."""
        self._changed()
        return super().popitem()

    def setdefault(self, *args: Any) -> Any:  # noqa: ANN401 - as of any dict
        """Give one, which is put in if it is missing."""
        self._changed()
        return super().setdefault(*args)

    def update(self, *args: Any, **more: Any) -> None:  # noqa: ANN401 - as of any dict
        """Put others in."""
        super().update(*args, **more)
        self._changed()

    def copy(self) -> Register[K, V]:
        """Give the same once more."""
        found: Register[K, V] = Register.__new__(Register)
        dict.update(found, self)
        found.stamp = self.stamp
        found.log = []
        return found

    __copy__ = copy

    def __reduce__(self) -> tuple[Any, ...]:
        return Register, (dict(self),)


def stamp_of(some: dict[K, V]) -> object:
    """Give something that is equal only for a dict that has not changed."""
    return some.stamp if type(some) is Register else tuple(some.items())


class Reader(Generic[K, V]):
    """Whoever keeps track of a dict: it knows what it read there, and reads what has changed."""

    __slots__ = ("_log", "_read", "known", "stamp")

    def __init__(self, some: dict[K, V]) -> None:
        self.known = dict(some)
        self._remember(some)

    def _remember(self, some: dict[K, V]) -> None:
        self.stamp: object
        self._log: list[K] | None
        if type(some) is Register:
            self.stamp, self._log, self._read = some.stamp, some.log, len(some.log)
        else:
            self.stamp, self._log, self._read = stamp_of(some), None, 0

    def has_all_of(self, some: dict[K, V]) -> bool:
        """Are the keys still those that were read? In the same log none is ever taken out."""
        if type(some) is Register and some.log is self._log and len(some) == len(self.known):
            return True
        return self.known.keys() == some.keys()

    def news(self, some: dict[K, V]) -> list[tuple[K, V | None, V | None]]:
        """Read what has changed: for every key what was there and what is, None for nothing."""
        found: list[tuple[K, V | None, V | None]] = []
        known, suspects = self.known, self._suspects(some)
        self._remember(some)
        for key in suspects:
            was, now = known.get(key), some.get(key)
            if was is not now:
                found.append((key, was, now))
                if now is None:
                    del known[key]
                else:
                    known[key] = now
        return found

    def _suspects(self, some: dict[K, V]) -> Iterable[K]:
        """List which keys may have changed, or all there were and are."""
        if type(some) is Register:
            if some.stamp == self.stamp:
                return ()
            if some.log is self._log:
                return some.log[self._read :]
        return self.known.keys() | some.keys()
