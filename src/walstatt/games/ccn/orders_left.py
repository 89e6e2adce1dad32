"""How many orders of a card are left, and of which kinds. CCN-5.6, CCN-5.7."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from walstatt.games.ccn.board import SECTIONS
from walstatt.games.ccn.report import listed
from walstatt.i18n.catalogue import Message, say

Can: TypeAlias = Callable[[list[int]], bool]
"""Whether there are orders for pieces, each written as the bits of the orders that fit it."""


def settled(given: Sequence[int], anybody: int, can: Can) -> list[int]:
    """Let pieces use the orders of their own arm first, so that those for anybody are left."""
    found = list(given)
    for place, mask in enumerate(found):
        own = mask & ~anybody
        if own and can([*found[:place], own, *found[place + 1 :]]):
            found[place] = own
    return found


def orders_left(
    slots: Sequence[tuple[str, int]], given: Sequence[int], anybody: int, can: Can
) -> list[tuple[str, int, bool]]:
    """List the kinds of orders left: how many at most, and whether it is surely that many.

    A piece on the line between two sections leaves open which of their orders it used.
    """
    so_far = settled(given, anybody, can)
    total = sum(count for _, count in slots) - len(given)
    everything = (1 << len(slots)) - 1
    found = []
    for place, (name, _) in enumerate(slots):
        own = 1 << place
        most = _most(so_far, own, can)
        if most:
            found.append((name, most, most + _most(so_far, everything ^ own, can) == total))
    return found


def _most(given: list[int], mask: int, can: Can) -> int:
    """Count how many more pieces that these orders fit could be ordered."""
    count = 0
    while can([*given, *[mask] * (count + 1)]):
        count += 1
    return count


def left_told(left: Sequence[tuple[str, int, bool]]) -> Message:
    """Name the kinds of orders that are left."""
    return listed([_kind_told(*one) for one in left])


def _kind_told(name: str, count: int, surely: bool) -> Message:
    kind = say(f"ccn.section.{name}") if name in SECTIONS else say(f"ccn.arm.{name}")
    return say("ccn.left.exactly" if surely else "ccn.left.at_most", kind=kind, n=count)
