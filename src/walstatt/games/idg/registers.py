"""Dicts that tell at once whether they have changed since somebody looked."""

from __future__ import annotations

from itertools import count
from typing import Any, Final, Self, TypeVar

K = TypeVar("K")
V = TypeVar("V")

_STAMPS: Final = count(1)


class Register(dict[K, V]):
    """A dict with a stamp, another one after every change: with the same stamp it is the same.

    A copy keeps the stamp until either changes. Stamps hold for this run of the program only.
    """

    __slots__ = ("stamp",)

    def __init__(self, *args: Any) -> None:  # noqa: ANN401 - as of any dict
        super().__init__(*args)
        self.stamp = next(_STAMPS)

    def __setitem__(self, key: K, value: V) -> None:
        super().__setitem__(key, value)
        self.stamp = next(_STAMPS)

    def __delitem__(self, key: K) -> None:
        super().__delitem__(key)
        self.stamp = next(_STAMPS)

    def __ior__(self, other: Any) -> Self:  # type: ignore[override,misc]  # noqa: ANN401
        super().update(other)
        self.stamp = next(_STAMPS)
        return self

    def clear(self) -> None:
        """Forget everything."""
        super().clear()
        self.stamp = next(_STAMPS)

    def pop(self, *args: Any) -> Any:  # noqa: ANN401 - as of any dict
        """Take one out."""
        self.stamp = next(_STAMPS)
        return super().pop(*args)

    def popitem(self) -> tuple[K, V]:
        """Take the last one out."""
        self.stamp = next(_STAMPS)
        return super().popitem()

    def setdefault(self, *args: Any) -> Any:  # noqa: ANN401 - as of any dict
        """Give one, which is put in if it is missing."""
        self.stamp = next(_STAMPS)
        return super().setdefault(*args)

    def update(self, *args: Any, **more: Any) -> None:  # noqa: ANN401 - as of any dict
        """Put others in."""
        super().update(*args, **more)
        self.stamp = next(_STAMPS)

    def copy(self) -> Register[K, V]:
        """Give the same once more."""
        found: Register[K, V] = Register.__new__(Register)
        dict.update(found, self)
        found.stamp = self.stamp
        return found

    __copy__ = copy

    def __reduce__(self) -> tuple[Any, ...]:
        return Register, (dict(self),)


def stamp_of(some: dict[K, V]) -> object:
    """Give something that is equal only for a dict that has not changed."""
    return some.stamp if type(some) is Register else tuple(some.items())
