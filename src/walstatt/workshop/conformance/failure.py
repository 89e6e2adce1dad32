"""What a check reports: one sentence that says what is wrong, where, and how it differs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Final

import msgspec

from walstatt.kernel.codec import plain
from walstatt.kernel.errors import WalstattError

_LONGEST: Final = 160


class ConformanceFailure(WalstattError):
    """A game breaks a promise that every game must keep."""


def packed(value: object) -> bytes:
    """Write a value as bytes, in its own order: what looks different on the wire is different."""
    return msgspec.msgpack.encode(value)


def difference(one: object, other: object) -> str:
    """Name the first place where two values differ, and what stands there."""
    found = next(_differences(plain(one), plain(other), ""), None)
    if found is None:
        return "the same, but in another order"
    path, left, right = found
    return f"{path or 'all of it'} is {_short(left)} and {_short(right)}"


def _differences(one: object, other: object, path: str) -> Iterator[tuple[str, object, object]]:
    if isinstance(one, dict) and isinstance(other, dict):
        for key in dict.fromkeys((*one, *other)):
            here = f"{path}.{key}".removeprefix(".")
            yield from _differences(one.get(key), other.get(key), here)
    elif isinstance(one, list | tuple) and isinstance(other, list | tuple):
        for place, (left, right) in enumerate(zip_longest(one, other)):
            yield from _differences(left, right, f"{path}[{place}]")
    elif one != other:
        yield path, one, other


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
