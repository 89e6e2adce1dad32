"""Showing the army lists and the ready armies."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from walstatt.cli.language import chosen_language, terminal_words
from walstatt.cli.terminal import Terminal
from walstatt.cli.trouble import unknown
from walstatt.games.idg.army import Army, text_of
from walstatt.games.idg.army_file import ready_armies
from walstatt.games.idg.army_words import (
    army_catalogue,
    conditions,
    line_word,
    list_word,
    states_word,
    upgrade_notes,
    upgrade_word,
    when_word,
    years_word,
)
from walstatt.games.idg.lists import Allowance, ArmyList, Command, Line, Upgrade, army_lists
from walstatt.games.idg.troops import in_words, listed
from walstatt.i18n.catalogue import Message, say
from walstatt.scene.words import complete


def army_terminal(lang: str | None) -> Terminal:
    """Open the terminal with everything that is said about armies."""
    words = complete(army_catalogue()).merged(terminal_words())
    return Terminal(words, chosen_language(lang))


def known_list(name: str) -> ArmyList:
    """Find a list."""
    found = army_lists().get(name)
    if found is None:
        raise unknown("army list", name, army_lists())
    return found


# -- all lists -----------------------------------------------------------------------------------


def tell_lists(lang: str | None, *, as_json: bool) -> None:
    """Name all lists."""
    terminal = army_terminal(lang)
    if as_json:
        found = [_summary(terminal, name, book) for name, book in army_lists().items()]
        print(json.dumps(found, ensure_ascii=False))
        return
    room = max(map(len, army_lists()))
    for name, book in army_lists().items():
        title, years = terminal.say(list_word(name)), terminal.say(years_word(book.years))
        terminal.write(f"{name:<{room}}  {title}, {years}")


def _summary(terminal: Terminal, name: str, book: ArmyList) -> dict[str, Any]:
    return {
        "id": name,
        "name": terminal.say(list_word(name)),
        "years": list(book.years),
        "ready": [army for army, one in ready_armies().items() if one.list == name],
    }


def tell_ready(name: str | None, lang: str | None, *, as_json: bool) -> None:
    """Name the ready armies, of one list or of all."""
    if name is not None:
        known_list(name)
    terminal = army_terminal(lang)
    found = {key: one for key, one in ready_armies().items() if name in (None, one.list)}
    order = list(army_lists())
    ranked = sorted(found, key=lambda key: (order.index(found[key].list), found[key].year or 0))
    if as_json:
        data = [_ready_data(terminal, key, found[key]) for key in ranked]
        print(json.dumps(data, ensure_ascii=False))
        return
    room = max(map(len, found), default=0)
    for key in ranked:
        army = found[key]
        title = text_of(army.name, terminal.language)
        about = terminal.say(say("idg.desk.ready", list=list_word(army.list), n=army.limit))
        terminal.write(*terminal.pen.wrapped(f"{title} ({about})", f"{key:<{room}}  "))


def _ready_data(terminal: Terminal, key: str, army: Army) -> dict[str, Any]:
    return {
        "id": key,
        "name": text_of(army.name, terminal.language),
        "list": army.list,
        "year": army.year,
        "points": army.limit,
        "scenario": army.scenario,
        "role": army.role,
    }


# -- one list ------------------------------------------------------------------------------------


def tell_list(name: str, lang: str | None, *, as_json: bool) -> None:
    """Print one list."""
    book, terminal = known_list(name), army_terminal(lang)
    if as_json:
        print(json.dumps(_list_data(terminal, name, book), ensure_ascii=False))
        return
    heading = f"{name}: {terminal.say(list_word(name))}, {terminal.say(years_word(book.years))}"
    terminal.write(terminal.pen.paint(heading, "head"))
    terminal.write(*_facts(terminal, name, book), "")
    for line, one in book.lines.items():
        terminal.write(*_line_lines(terminal, name, line, one))
    terminal.write(*_headed(terminal, "upgrades", _upgrades(terminal, name, book)))
    rules = [terminal.say(one) for one in _rules(name, book)]
    terminal.write(*_headed(terminal, "rules", rules))


def _rules(name: str, book: ArmyList) -> Iterator[Message]:
    """State what the lines do not say by themselves."""
    for one in book.company:
        if one.alone:
            yield say("idg.army.no.alone", who=states_word(name, [one.alone]))
        else:
            yield say("idg.army.no.company", who=states_word(name, one.never))
    for together in book.exclusive:
        yield say("idg.army.no.together", what=_lines(name, together.lines))
    for mixed in book.mixes:
        yield say("idg.desk.mixed", lines=_lines(name, mixed.lines))
    yield from (
        _allowance(name, line, one) for line in book.lines for one in book.lines[line].allowed
    )
    for other in book.instead:
        for line, (least, most) in other.lines.items():
            words = {"line": line_word(name, line), "when": when_word(other.when)}
            yield say("idg.desk.instead", least=least, most=most, **words)
    yield from (say(f"idg.list_rule.{one}") for one in book.rules)


def _lines(name: str, lines: Iterable[str]) -> Message:
    return listed([line_word(name, one) for one in lines])


def _allowance(name: str, line: str, allowed: Allowance) -> Message:
    words = [say("idg.desk.most_units", n=allowed.units), *conditions(name, allowed.when)]
    return say("idg.desk.upgrade", what=line_word(name, line), lines=listed(words))


def _headed(terminal: Terminal, title: str, rows: list[str]) -> Iterator[str]:
    if rows:
        yield ""
        yield terminal.say(say(f"idg.desk.{title}"))
    for row in rows:
        yield from terminal.pen.wrapped(row, "  ", "      ")


def _facts(terminal: Terminal, name: str, book: ArmyList) -> Iterator[str]:
    types = [_command(name, one) for one in book.command]
    homes = dict.fromkeys(home for one in book.home for home in one.terrain)
    found = [
        ("command", "; ".join(terminal.say(one) for one in types)),
        ("home", terminal.say(listed([say(f"idg.home.{one}") for one in homes]))),
        ("states", ", ".join(_named(terminal, name, "state", book.states))),
        ("theatres", ", ".join(_named(terminal, name, "theatre", book.theatres))),
        ("exceptional", "; ".join(_heroes(terminal, name, book))),
        ("allies", "; ".join(_allies(terminal, book))),
    ]
    for title, text in found:
        if text:
            heading = terminal.say(say(f"idg.desk.{title}"))
            yield from terminal.pen.wrapped(f"{heading}: {text}", "  ", "      ")


def _named(terminal: Terminal, name: str, what: str, ids: Iterable[str]) -> Iterator[str]:
    """Name states or theatres as army files do, and as people do."""
    return (f"{one} ({terminal.say(say(f'idg.{what}.{name}.{one}'))})" for one in ids)


def _command(name: str, command: Command) -> Message:
    words = [say(f"idg.command.{command.type}"), *conditions(name, command.when)]
    if command.under:
        words.append(say("idg.desk.under", who=say(f"idg.leader.{command.under}")))
    if command.attached_to:
        words.append(say("idg.desk.attached"))
    if command.alone:
        words.append(say("idg.desk.alone"))
    return listed(words)


def _heroes(terminal: Terminal, name: str, book: ArmyList) -> Iterator[str]:
    for hero, when in book.exceptional.items():
        words = listed([say(f"idg.leader.{hero}"), *conditions(name, when)])
        yield f"{hero} ({terminal.say(words)})"


def _allies(terminal: Terminal, book: ArmyList) -> Iterator[str]:
    for one in book.allies:
        words = [list_word(one.list), when_word(one.when)]
        words += [say("idg.desk.only", who=states_word(one.list, one.states))] if one.states else []
        yield terminal.say(listed(words))


def _line_lines(terminal: Terminal, name: str, line: str, one: Line) -> Iterator[str]:
    least, most = one.units
    title = listed([line_word(name, line), *conditions(name, one.when)])
    yield from terminal.pen.wrapped(terminal.say(title), f"  {line:<22} {least}-{most}  ")
    for kind, troop in one.troops.items():
        words = [in_words(troop), *conditions(name, troop.when)]
        words += [say("idg.desk.most", share=troop.most)] if troop.most != "1/1" else []
        words += [say("idg.desk.least", share=troop.least)] if troop.least != "0/1" else []
        text = terminal.say(listed(words))
        yield from terminal.pen.wrapped(text, f"      {kind:<18} {troop.points:>3}  ")


def _upgrades(terminal: Terminal, name: str, book: ArmyList) -> list[str]:
    return [
        f"{key} ({_cost(one)}): {terminal.say(listed([*_upgrade(name, key, one)]))} [{one.rule}]"
        for key, one in book.upgrades.items()
    ]


def _cost(upgrade: Upgrade) -> str:
    if isinstance(upgrade.cost, int):
        return f"{upgrade.cost:+d}"
    return "/".join(f"{one:+d}" for one in upgrade.cost.values())


def _upgrade(name: str, key: str, upgrade: Upgrade) -> Iterator[Message]:
    lines = _lines(name, upgrade.lines)
    yield say("idg.desk.upgrade", what=upgrade_word(name, key), lines=lines)
    yield from upgrade_notes(name, upgrade)


def _list_data(terminal: Terminal, name: str, book: ArmyList) -> dict[str, Any]:
    lines = [
        {
            "id": line,
            "name": terminal.say(line_word(name, line)),
            "units": list(one.units),
            "troops": [
                {"id": kind, "what": terminal.say(in_words(troop)), "points": troop.points}
                for kind, troop in one.troops.items()
            ],
        }
        for line, one in book.lines.items()
    ]
    upgrades = [
        {
            "id": key,
            "name": terminal.say(upgrade_word(name, key)),
            "lines": list(one.lines),
            "cost": one.cost,
            "rule": one.rule,
        }
        for key, one in book.upgrades.items()
    ]
    return {**_summary(terminal, name, book), "lines": lines, "upgrades": upgrades}
