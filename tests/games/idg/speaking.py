"""Whatever is reckoned, asked, told or refused in a test must be sayable in every language."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec

from walstatt.games.idg.game import IdgGame
from walstatt.i18n.catalogue import LANGUAGES, Catalogue, Message
from walstatt.kernel.decisions import Violation
from walstatt.kernel.definition import Ruleset
from walstatt.kernel.ledger import Ledger, Q, Quantity
from walstatt.workshop.conformance.faces import messages_in

SAID: set[str] = set()


@cache
def words() -> Catalogue:
    """Give all words of the game."""
    return IdgGame().catalogue


@cache
def rules() -> frozenset[str]:
    """Give all rules of the game."""
    return frozenset(IdgGame().rulebook.rules)


def assert_speakable(value: object) -> None:
    """Say every message in a value in every language, or fail."""
    for message in messages_in(value):
        _say(message)


def _say(message: Message) -> None:
    known = repr(message)
    if known not in SAID:
        for language in LANGUAGES:
            assert words().text(message, language).strip(), known
        SAID.add(known)


def assert_ruled(event: msgspec.Struct) -> None:
    """Look up the rule by which something happens, if it says one."""
    because = getattr(event, "because", "")
    assert not because or because in rules(), because


def assert_sendable(value: msgspec.Struct) -> None:
    """Send something to people and read it there: all its fields must be what they say they are."""
    assert msgspec.json.decode(msgspec.json.encode(value), type=type(value)) == value


class SpokenRules(Ruleset[Any, Any]):
    """Rules of which every number can be explained to people."""

    def reckon(self, quantity: Quantity[Q], query: Q) -> Ledger:
        """Compute a number; each of its lines must be sayable."""
        ledger = super().reckon(quantity, query)
        assert_speakable(ledger)
        return ledger


def rules_in(flaws: Iterable[Violation]) -> list[str]:
    """List the rules that are broken; every reason can be said in every language."""
    found = list(flaws)
    assert_speakable(found)
    return [one.rule for one in found]
