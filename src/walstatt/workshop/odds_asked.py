"""Asking any game for odds: finding its desk, and telling the result as data for everybody."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from importlib import import_module

from msgspec import Struct

from walstatt.games import find_game
from walstatt.i18n.catalogue import Message
from walstatt.kernel.ledger import Ledger
from walstatt.kernel.odds_form import (
    OddsDesk,
    Reckoned,
    Row,
    Table,
    Value,
    filled,
    form_called,
)
from walstatt.kernel.options import Options, make_options


class OddsRow(Struct, frozen=True):
    """One possible value: its probability as a number and exactly."""

    label: Message
    chance: float
    exact: str


class OddsTable(Struct, frozen=True):
    """The distribution of one aspect of a roll."""

    label: Message
    rows: tuple[OddsRow, ...]
    mean: float | None = None


class OddsTold(Struct, frozen=True):
    """What a roll may come to."""

    game: str
    form: str
    values: dict[str, str | int | bool]
    dice: int
    die: str
    rule: str
    ledgers: tuple[Ledger, ...]
    tables: tuple[OddsTable, ...]
    also: tuple[OddsRow, ...] = ()
    heads: tuple[Message, ...] = ()
    """Whose the ledgers are, where there are several."""


def desk_of(game: str) -> OddsDesk:
    """Find the desk of a game, `DESK` in the module `odds_desk` beside its definition."""
    package = type(find_game(game)).__module__.rpartition(".")[0]
    desk: OddsDesk = import_module(f"{package}.odds_desk").DESK
    return desk


def reckoned(
    game: str, form: str, given: Mapping[str, Value], options: Options | None = None
) -> tuple[dict[str, Value], Reckoned]:
    """Fill a form in and reckon it."""
    desk = desk_of(game)
    values = filled(form_called(desk, form), given)
    chosen = options if options is not None else make_options(find_game(game).options_type, {})
    return values, desk.reckon(form, values, chosen)


def odds_told(
    game: str, form: str, given: Mapping[str, Value], options: Options | None = None
) -> OddsTold:
    """Tell the odds of a roll."""
    values, found = reckoned(game, form, given, options)
    roll = found.roll
    return OddsTold(
        game,
        form,
        values,
        roll.count,
        roll.die.id,
        roll.rule,
        found.ledgers,
        tuple(_table(table) for table in found.tables()),
        tuple(_row(row) for row in found.also),
        found.heads,
    )


def _table(table: Table) -> OddsTable:
    mean = None if table.mean is None else float(table.mean)
    return OddsTable(table.label, tuple(_row(row) for row in table.rows), mean)


def _row(row: Row) -> OddsRow:
    chance: Fraction = row.chance
    return OddsRow(row.label, float(chance), str(chance))
