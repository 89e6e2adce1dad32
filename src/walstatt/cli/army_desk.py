"""Making, checking, pricing and printing armies."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Final, NamedTuple, cast

import msgspec

from walstatt.cli.army_lists import army_terminal, known_list
from walstatt.cli.terminal import Terminal
from walstatt.cli.trouble import UsageError, unknown
from walstatt.cli.wishes import options_from
from walstatt.games.idg.army import Army, text_of
from walstatt.games.idg.army_check import judged
from walstatt.games.idg.army_file import load_army, mustered, ready_armies, write_army
from walstatt.games.idg.army_price import price, price_of
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.quick_army import quick_army
from walstatt.games.idg.roster import as_text, roster
from walstatt.games.idg.roster_page import as_page
from walstatt.games.idg.troops import Role, Scenario
from walstatt.i18n.catalogue import say
from walstatt.kernel.definition import AnyGameDef
from walstatt.kernel.ledger import Ledger
from walstatt.kernel.options import make_options
from walstatt.scene.pen import Pen

_GAME: Final = cast("AnyGameDef", SimpleNamespace(id="idg", options_type=IdgOptions))
"""All that reading options needs to know of the game."""


class Wish(NamedTuple):
    """The army that is wanted."""

    name: str
    points: int | None
    scenario: Scenario
    role: Role
    year: int | None
    state: str
    seed: int | None
    out: Path | None
    force: bool
    option: tuple[str, ...]


def make_army(wish: Wish, lang: str | None, *, as_json: bool) -> None:
    """Make an army and write it down."""
    book = known_list(wish.name)
    if wish.state and wish.state not in book.states:
        raise unknown(f"state of {wish.name} called", wish.state, book.states)
    if wish.year is not None and not book.years[0] <= wish.year <= book.years[1]:
        raise UsageError(f"{wish.name} is a list for {book.years[0]} to {book.years[1]}.")
    rng = Random(secrets.randbits(64) if wish.seed is None else wish.seed)
    role = wish.scenario, wish.role
    army = quick_army(
        wish.name, wish.points, role, rng, _options(wish.option), year=wish.year, state=wish.state
    )
    text = json.dumps(_data(army), ensure_ascii=False) + "\n" if as_json else write_army(army)
    if wish.out is None:
        print(text, end="")
        return
    _write(wish.out, text, force=wish.force)
    terminal = army_terminal(lang)
    terminal.write(terminal.say(say("idg.desk.written", file=str(wish.out))))


def check_army(name: str, given: tuple[str, ...], lang: str | None, *, as_json: bool) -> int:
    """Print every reason why an army is not legal; give 1 if there are any."""
    army, options = _army(name), _options(given)
    force = mustered(army, options)
    flaws, points = judged(force), price_of(force).total
    terminal = army_terminal(lang)
    title = text_of(army.name, terminal.language)
    if as_json:
        reasons = [
            {"rule": one.rule, "at": one.at, "message": terminal.say(one.message)} for one in flaws
        ]
        found = {"army": title, "legal": not flaws, "points": points, "limit": army.limit}
        print(json.dumps({**found, "violations": reasons}, ensure_ascii=False))
        return 1 if flaws else 0
    verdict = say("idg.desk.illegal", name=title, n=len(flaws))
    if not flaws:
        verdict = say("idg.desk.legal", name=title, points=points, limit=army.limit)
    terminal.write(*terminal.pen.wrapped(terminal.say(verdict), "", "  "))
    for one in flaws:
        where = f" ({one.at})" if one.at else ""
        text = f"{one.rule}: {terminal.say(one.message)}{where}"
        terminal.write(*terminal.pen.wrapped(text, "  ", "    "))
    return 1 if flaws else 0


# -- prices --------------------------------------------------------------------------------------


def price_army(name: str, given: tuple[str, ...], lang: str | None, *, as_json: bool) -> None:
    """Print what an army costs, line by line."""
    army = _army(name)
    whole = price(army, _options(given))
    terminal = army_terminal(lang)
    if as_json:
        print(json.dumps(_ledger_data(terminal, whole), ensure_ascii=False))
        return
    terminal.write(*_ledger_lines(terminal, whole, 0))
    total = say("idg.roster.total", points=whole.total, limit=army.limit)
    terminal.write("", f"{text_of(army.name, terminal.language)}: {terminal.say(total)}")


def _ledger_data(terminal: Terminal, ledger: Ledger) -> dict[str, Any]:
    lines = [
        {
            "rule": line.rule,
            "text": terminal.say(line.message),
            "value": line.value,
            "op": line.op,
            "parts": [_ledger_data(terminal, part) for part in line.parts],
        }
        for line in ledger.lines
    ]
    return {"quantity": ledger.quantity, "total": ledger.total, "lines": lines}


def _ledger_lines(terminal: Terminal, ledger: Ledger, depth: int) -> Iterator[str]:
    for line in ledger.lines:
        sign = f"= {line.value}" if line.op == "set" else f"{line.value:+d}"
        room = max(terminal.pen.width - 4 * depth - 28, 20)
        text = terminal.say(line.message)
        first, *rest = terminal.pen.wrapped(text, "", "") if len(text) > room else [text]
        row = f"{'    ' * depth}{sign:>6}  {first:<{room}}  {line.rule}"
        yield terminal.pen.paint(row, "head") if depth == 0 else row
        yield from (f"{'    ' * depth}        {more}" for more in rest)
        for part in line.parts:
            yield from _ledger_lines(terminal, part, depth + 1)


# -- rosters -------------------------------------------------------------------------------------


def print_army(
    name: str,
    page: Path | None,
    given: tuple[str, ...],
    lang: str | None,
    *,
    force: bool,
    as_json: bool,
) -> None:
    """Print the roster."""
    terminal = army_terminal(lang)
    sheet = roster(mustered(_army(name), _options(given)), terminal.language)
    if page is not None:
        _write(page, as_page(sheet), force=force)
    if as_json:
        print(json.dumps(msgspec.to_builtins(sheet), ensure_ascii=False))
    elif page is not None:
        terminal.write(terminal.say(say("idg.desk.written", file=str(page))))
    else:
        pen = terminal.pen
        terminal.write(*(_spelled(pen, line) for line in as_text(sheet, pen.width)))


def _spelled(pen: Pen, line: str) -> str:
    """Write a line with the letters the terminal has, and all its blanks."""
    return "".join(part if part.isspace() else pen.spell(part) for part in re.split(r"(\s+)", line))


# -- files ---------------------------------------------------------------------------------------


def _options(given: tuple[str, ...]) -> IdgOptions:
    return make_options(IdgOptions, options_from(_GAME, given))


def _army(name: str) -> Army:
    """Read an army from a file, or find a ready one."""
    path = Path(name)
    if path.exists():
        return load_army(path)
    ready = ready_armies()
    if name in ready:
        return ready[name]
    raise unknown("army file or ready army", name, ready)


def _write(path: Path, text: str, *, force: bool) -> None:
    if path.exists() and not force:
        raise UsageError(f"{path} exists; --force writes over it.")
    path.write_text(text, encoding="utf-8")


def _data(army: Army) -> dict[str, Any]:
    return {"walstatt-army": 1, **msgspec.json.decode(msgspec.json.encode(army))}
