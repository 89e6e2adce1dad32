"""`walstatt odds`: what any attack may come to, exactly."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any, Final

import msgspec

from walstatt.cli.language import chosen_language, words_of
from walstatt.cli.terminal import Terminal
from walstatt.cli.trouble import UsageError
from walstatt.cli.wishes import game_called, options_from
from walstatt.games import all_games
from walstatt.i18n.catalogue import say
from walstatt.kernel.odds_form import OddsField, OddsForm
from walstatt.kernel.options import make_options
from walstatt.scene.pen import Pen
from walstatt.scene.text_ledgers import ledger_lines
from walstatt.workshop.odds_asked import OddsRow, OddsTable, OddsTold, desk_of, odds_told

BAR: Final = 40
"""How long the bar of a certain result is."""


def tell_odds(
    game: str | None,
    form: str | None,
    given: tuple[str, ...],
    option: tuple[str, ...],
    lang: str | None,
    *,
    as_json: bool,
) -> None:
    """Print the odds, or what can be asked."""
    language = chosen_language(lang)
    if game is None or form is None:
        _list(game, language, as_json=as_json)
        return
    definition = game_called(game)
    options = make_options(definition.options_type, options_from(definition, option, None))
    told = odds_told(definition.id, form, dict(map(_pair, given)), options)
    terminal = Terminal(words_of(definition), language)
    if as_json:
        print(json.dumps(_data(terminal.pen, told), ensure_ascii=False))
        return
    terminal.write(*odds_lines(terminal.pen, told))


def _pair(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign:
        raise UsageError(f"{text}: say it as name=value.")
    return name, value


# -- what can be asked -----------------------------------------------------------------------------


def _list(game: str | None, language: str, *, as_json: bool) -> None:
    chosen = all_games() if game is None else (game_called(game),)
    if as_json:
        forms = {one.id: desk_of(one.id).forms() for one in chosen}
        print(msgspec.json.encode(forms).decode())
        return
    for definition in chosen:
        pen = Terminal(words_of(definition), language).pen
        for form in desk_of(definition.id).forms():
            for line in form_lines(pen, definition.id, form, everything=game is not None):
                print(line)


def form_lines(pen: Pen, game: str, form: OddsForm, *, everything: bool) -> Iterator[str]:
    """Describe a form: its name, and everything it asks."""
    yield f"walstatt odds {game} {form.id}  # {pen.say(form.label)}"
    if not everything:
        return
    width = max(len(field.id) for field in form.fields)
    for field in form.fields:
        label = pen.say(field.label)
        yield from pen.wrapped(f"{label}: {_range(pen, field)}", f"  {field.id:<{width}}  ")
    yield ""


def _range(pen: Pen, field: OddsField) -> str:
    if field.kind == "number":
        return pen.say(
            say("cli.odds.number", low=field.low, high=field.high, usual=int(field.default))
        )
    if field.kind == "yes":
        return pen.say(say("cli.odds.yes" if field.default else "cli.odds.no"))
    picks = ", ".join(f"{pick.id} ({pen.say(pick.label)})" for pick in field.choices)
    return pen.say(say("cli.odds.choice", picks=picks, usual=str(field.default)))


# -- the odds --------------------------------------------------------------------------------------


def odds_lines(pen: Pen, told: OddsTold) -> Iterator[str]:
    """Write the ledgers, then a table and a plot of every aspect."""
    for ledger, head in zip_longest(told.ledgers, told.heads):
        if head is not None:
            yield pen.paint(pen.say(head), "head")
        yield from ledger_lines(pen, ledger)
    yield pen.say(say("cli.odds.rolled", n=told.dice, rule=told.rule))
    for table in told.tables:
        yield ""
        yield from table_lines(pen, table)
    if told.also:
        yield ""
        yield from _rows(pen, told.also)


def table_lines(pen: Pen, table: OddsTable) -> Iterator[str]:
    """Write one distribution."""
    head = pen.say(table.label)
    if table.mean is not None:
        mean = pen.decimal(round(table.mean * 1000), 1000, 3)
        head = pen.say(say("cli.odds.mean", what=table.label, mean=mean))
    yield pen.paint(head, "head")
    yield from _rows(pen, table.rows)


def _rows(pen: Pen, rows: tuple[OddsRow, ...]) -> Iterator[str]:
    labels = [pen.say(row.label) for row in rows]
    width = max(map(len, labels))
    exact = max(len(row.exact) for row in rows)
    for label, row in zip(labels, rows, strict=True):
        share = pen.decimal(round(row.chance * 10000), 100, 2)
        bar = pen.sign("█", "#") * round(row.chance * BAR)
        yield f"  {label:<{width}}  {share:>6} %  {row.exact:>{exact}}  {bar}".rstrip()


def _data(pen: Pen, told: OddsTold) -> dict[str, Any]:
    """Give the odds as data, with words in the language."""
    data: dict[str, Any] = msgspec.to_builtins(told)
    data["tables"] = [
        {"label": pen.say(table.label), "mean": table.mean, "rows": _plain(pen, table.rows)}
        for table in told.tables
    ]
    data["also"] = _plain(pen, told.also)
    data["heads"] = [pen.say(head) for head in told.heads]
    data["ledgers"] = [
        {"name": ledger.quantity, "total": ledger.total, "lines": ledger.explain()}
        for ledger in told.ledgers
    ]
    return data


def _plain(pen: Pen, rows: tuple[OddsRow, ...]) -> list[Mapping[str, str | float]]:
    return [{"label": pen.say(row.label), "chance": row.chance, "exact": row.exact} for row in rows]
