"""What can be wrong with lists and ready armies although every file can be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from walstatt.games.idg.army_check import judged
from walstatt.games.idg.army_file import load_army, mustered
from walstatt.games.idg.army_words import army_catalogue
from walstatt.games.idg.list_rules import LIST_RULES
from walstatt.games.idg.lists import ArmyList, Upgrade, When, army_lists
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.troops import TroopFile, troop_file, troop_flaws
from walstatt.kernel.content import (
    ContentError,
    ContentProblem,
    Flaw,
    did_you_mean,
    load_content,
    load_with_lines,
)

AGREED = (IdgOptions(), IdgOptions(opt_dates=True))
"""Ready armies are legal with dates and without."""


def problems(folder: Path) -> list[ContentProblem]:
    """List everything that is wrong with troops, lists and ready armies."""
    found: list[ContentProblem] = []
    try:
        load_content(folder / "troops.yaml", TroopFile)
    except ContentError as error:
        return list(error.problems)
    for path in sorted((folder / "lists").glob("*.yaml")):
        try:
            book, lines = load_with_lines(path, ArmyList)
        except ContentError as error:
            found += error.problems
            continue
        found += (lines.problem(*flaw) for flaw in book_flaws(path.stem, book))
    return found or [one for path in _armies(folder) for one in army_problems(path)]


def _armies(folder: Path) -> list[Path]:
    return sorted((folder / "armies").glob("*.yaml"))


def army_problems(path: Path) -> Iterator[ContentProblem]:
    """Say why a ready army is none."""
    try:
        army = load_army(path)
    except ContentError as error:
        yield from error.problems
        return
    words = army_catalogue()
    for options in AGREED:
        for flaw in judged(mustered(army, options)):
            message = f"{words.text(flaw.message, 'en')} [{flaw.rule}]"
            yield ContentProblem(str(path), 1, flaw.at, message)


# -- lists ---------------------------------------------------------------------------------------


def book_flaws(name: str, book: ArmyList) -> Iterator[Flaw]:
    """Say what is wrong with a list."""
    yield from _frame_flaws(book)
    yield from _line_flaws(book)
    for upgrade, one in book.upgrades.items():
        yield from _upgrade_flaws(book, f"upgrades.{upgrade}", one)
    yield from _when_flaws(book)
    yield from _word_flaws(name, book)


def _frame_flaws(book: ArmyList) -> Iterator[Flaw]:
    """Check what holds for the whole army."""
    if book.years[0] > book.years[1]:
        yield "years", "the first year comes after the last"
    last = book.command[-1]
    if last.when != When() or last.alone or last.under or last.attached_to:
        yield "command", "the last command type must hold for everybody else"
    if book.home[-1].when != When() or book.home[-1].theatre:
        yield "home", "the last home terrain must hold for everybody else"
    if "all" not in book.weather:
        yield "weather", "the zone for all is missing"
    yield from _unknown("rules", book.rules, LIST_RULES)
    yield from _unknown("against", book.against, army_lists())
    named = (*book.states, *book.theatres, *book.exceptional)
    yield from _unknown("called", book.called.values(), named)
    yield from _unknown("allies", [one.list for one in book.allies], army_lists())
    yield from _unknown("equipment", book.equipment, troop_file().equipment)
    for field in ("mixes", "exclusive", "instead"):
        for at, one in enumerate(getattr(book, field)):
            yield from _unknown(f"{field}[{at}].lines", one.lines, book.lines)


def _unknown(field: str, given: Iterable[str], known: Iterable[str]) -> Iterator[Flaw]:
    names = list(known)
    for one in given:
        if one not in names:
            yield field, f"there is no {one!r}{did_you_mean(one, names)}"


def _line_flaws(book: ArmyList) -> Iterator[Flaw]:
    options = IdgOptions()
    for name, line in book.lines.items():
        if line.units[0] > line.units[1]:
            yield f"lines.{name}.units", "the least is more than the most"
        if not line.troops:
            yield f"lines.{name}.troops", "a line has at least one kind of troops"
        for kind, troop in line.troops.items():
            where = f"lines.{name}.troops.{kind}"
            for flaw in troop_flaws(troop.profile(options)):
                yield where, army_catalogue().text(flaw.message, "en")


def _upgrade_flaws(book: ArmyList, where: str, upgrade: Upgrade) -> Iterator[Flaw]:
    yield from _unknown(f"{where}.lines", upgrade.lines, book.lines)
    yield from _unknown(f"{where}.not_with", upgrade.not_with, book.upgrades)
    yield from _unknown(f"{where}.needs", upgrade.needs, book.upgrades)
    for name in upgrade.lines:
        for troop in book.lines[name].troops.values() if name in book.lines else ():
            if upgrade.only is None or upgrade.only.fits(troop):
                changed = upgrade.change.applied(troop.profile(IdgOptions()))
                if troop_flaws(changed):
                    yield where, f"makes impossible troops of {name}"


def _when_flaws(book: ArmyList) -> Iterator[Flaw]:
    """Look for states that the list does not have, and conditions without a rule."""
    for where, when in _conditions(book):
        yield from _unknown(where, (*when.states, *when.not_states), book.states)


def _conditions(book: ArmyList) -> Iterator[tuple[str, When]]:
    for name, line in book.lines.items():
        yield f"lines.{name}.when", line.when
        for kind, troop in line.troops.items():
            yield f"lines.{name}.troops.{kind}.when", troop.when
        for at, one in enumerate(line.allowed):
            yield f"lines.{name}.allowed[{at}].when", one.when
    for name, upgrade in book.upgrades.items():
        yield f"upgrades.{name}.when", upgrade.when
    for name, when in book.exceptional.items():
        yield f"exceptional.{name}", when


def _word_flaws(name: str, book: ArmyList) -> Iterator[Flaw]:
    """Look for names that cannot be said."""
    known = army_catalogue().ids("en")
    wanted = [("", f"idg.list.{name}")]
    wanted += [(f"lines.{one}", f"idg.line.{name}.{one}") for one in book.lines]
    wanted += [(f"upgrades.{one}", f"idg.upgrade.{name}.{one}") for one in book.upgrades]
    wanted += [("states", f"idg.state.{name}.{one}") for one in book.states]
    wanted += [("theatres", f"idg.theatre.{name}.{one}") for one in book.theatres]
    wanted += [("exceptional", f"idg.leader.{one}") for one in book.exceptional]
    for where, word in wanted:
        if word not in known:
            yield where, f"has no name: {word} is missing"
