"""Forms for the odds of any attack: what a game can reckon, and what it has to be told for it.

A game declares its desk in a module `odds_desk` beside its definition, as `DESK`. The numbers come
from the rules' own ledgers and readings; a form only says what is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from msgspec import Struct

from walstatt.i18n.catalogue import Message
from walstatt.kernel.chance import Roll
from walstatt.kernel.content import did_you_mean
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.ledger import Ledger, Quantity, contributors, reckon
from walstatt.kernel.odds import distribution, tally
from walstatt.kernel.options import Options

Value: TypeAlias = str | int | bool
Values: TypeAlias = Mapping[str, Any]
"""What was filled in, complete and of the right types."""

YES = ("yes", "true", "1", "ja")
NO = ("no", "false", "0", "nein")


class OddsPick(Struct, frozen=True):
    """One thing to choose."""

    id: str
    label: Message


class OddsField(Struct, frozen=True):
    """One thing a form asks: yes or no, a number, or one of several."""

    id: str
    label: Message
    kind: Literal["yes", "number", "choice"]
    default: Value
    choices: tuple[OddsPick, ...] = ()
    low: int = 0
    high: int = 0


class OddsForm(Struct, frozen=True):
    """One kind of roll, and all it depends on."""

    id: str
    label: Message
    fields: tuple[OddsField, ...]


class Aspect(NamedTuple):
    """One side of a result: losses, flags, who is hurt."""

    label: Message
    of: Callable[[Any], Any]
    """Tells it of a result; values that can be ordered are listed in order."""
    name: Callable[[Any], Message]


class Row(Struct, frozen=True):
    """One possible value with its exact probability."""

    label: Message
    chance: Fraction


class Table(Struct, frozen=True):
    """The distribution of one aspect; the mean only of what is a number."""

    label: Message
    rows: tuple[Row, ...]
    mean: Fraction | None = None


class Reckoned(NamedTuple):
    """A roll as the rules would make it, and how its results are told."""

    roll: Roll[Any]
    aspects: tuple[Aspect, ...]
    also: tuple[Row, ...] = ()
    """Chances of what further rolls may bring."""
    heads: tuple[Message, ...] = ()
    """Whose the ledgers are, where there are several."""

    @property
    def ledgers(self) -> tuple[Ledger, ...]:
        """Give the numbers with their lines."""
        return self.roll.ledgers

    def tables(self) -> tuple[Table, ...]:
        """Give the exact distribution of every aspect."""
        return self.told(distribution(self.roll))

    def told(self, odds: Mapping[Any, Fraction]) -> tuple[Table, ...]:
        """Tell the aspects of any distribution of results."""
        return tuple(_table(aspect, odds) for aspect in self.aspects)


class OddsDesk(Protocol):
    """What reckons the odds of a game."""

    def forms(self) -> tuple[OddsForm, ...]:
        """List all kinds of rolls it knows."""

    def reckon(self, form: str, values: Values, options: Options) -> Reckoned:
        """Reckon one; the values are complete."""


def _table(aspect: Aspect, odds: Mapping[Any, Fraction]) -> Table:
    tallied = tally(odds, aspect.of)
    rows = tuple(Row(aspect.name(key), tallied[key]) for key in sorted(tallied))
    if not all(type(key) is int for key in tallied):
        return Table(aspect.label, rows)
    return Table(aspect.label, rows, sum((k * p for k, p in tallied.items()), Fraction(0)))


def form_called(desk: OddsDesk, name: str) -> OddsForm:
    """Find a form."""
    forms = {form.id: form for form in desk.forms()}
    if name not in forms:
        meant = did_you_mean(name, forms)
        raise BadRequest(f"there are no odds for {name!r}{meant}; there are: {', '.join(forms)}")
    return forms[name]


def filled(form: OddsForm, given: Mapping[str, Value]) -> dict[str, Value]:
    """Complete what was filled in by the defaults, naming what is wrong."""
    fields = {field.id: field for field in form.fields}
    for name in given:
        if name not in fields:
            known = ", ".join(fields)
            meant = did_you_mean(name, fields)
            raise BadRequest(f"{form.id} does not ask {name!r}{meant}; it asks: {known}")
    return {
        name: _fitted(field, given[name]) if name in given else field.default
        for name, field in fields.items()
    }


def _fitted(field: OddsField, value: Value) -> Value:
    match field.kind:
        case "yes":
            return _truth(field, value)
        case "number":
            return _number(field, value)
        case "choice":
            return _chosen(field, value)


def _truth(field: OddsField, value: Value) -> bool:
    word = str(value).lower()
    if word not in YES + NO:
        raise BadRequest(f"{field.id} is yes or no, not {value!r}")
    return word in YES


def _number(field: OddsField, value: Value) -> int:
    digits = str(value).removeprefix("-")
    number = int(value) if digits.isascii() and digits.isdecimal() and len(digits) < 10 else None
    if number is None or not field.low <= number <= field.high:
        raise BadRequest(f"{field.id} is a number from {field.low} to {field.high}, not {value!r}")
    return number


def _chosen(field: OddsField, value: Value) -> str:
    known = [pick.id for pick in field.choices]
    if value not in known:
        meant = did_you_mean(str(value), known)
        raise BadRequest(f"{field.id} cannot be {value!r}{meant}; it can be: {', '.join(known)}")
    return str(value)


def ledger_of(quantity: Quantity[Any], options: Options, query: Struct) -> Ledger:
    """Reckon a quantity outside any game."""
    return reckon(quantity, contributors(quantity, options), query)


def yes(name: str, label: Message, *, default: bool = False) -> OddsField:
    """Ask yes or no."""
    return OddsField(name, label, "yes", default)


def number(name: str, label: Message, low: int, high: int, default: int) -> OddsField:
    """Ask a number."""
    return OddsField(name, label, "number", default, low=low, high=high)


def choice(name: str, label: Message, picks: Sequence[OddsPick], default: str = "") -> OddsField:
    """Ask for one of several; without a default the first."""
    return OddsField(name, label, "choice", default or picks[0].id, tuple(picks))
