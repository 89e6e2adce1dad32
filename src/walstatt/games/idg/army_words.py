"""How armies, units, lines and years are called in messages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from walstatt.games.idg.army import Army, Name, names_of, text_of
from walstatt.games.idg.army_file import ready_armies
from walstatt.games.idg.lists import Upgrade, When
from walstatt.games.idg.muster import Body
from walstatt.games.idg.troops import class_word, listed
from walstatt.i18n.catalogue import LANGUAGES, Catalogue, Entry, Message, Text, say


@cache
def army_catalogue() -> Catalogue:
    """Read what is said about armies."""
    folder = Path(__file__).parent
    return Catalogue.load({one: [folder / f"armies.{one}.yaml"] for one in LANGUAGES})


def list_word(name: str) -> Message:
    """Name a list."""
    return say(f"idg.list.{name}")


def line_word(book: str, line: str) -> Message:
    """Name a line of a list."""
    return say(f"idg.line.{book}.{line}")


def upgrade_word(book: str, upgrade: str) -> Message:
    """Name an upgrade of a list."""
    return say(f"idg.upgrade.{book}.{upgrade}")


def state_word(book: str, state: str) -> Message:
    """Name a state, tribe or kingdom."""
    return say(f"idg.state.{book}.{state}")


def states_word(book: str, states: Iterable[str]) -> Message:
    """Name several states."""
    return listed([state_word(book, one) for one in states])


def unit_word(body: Body, ready: str = "") -> Message:
    """Name a unit: as its player did, or by its line; those of a ready army in every language."""
    if ready and body.name and not body.allied:
        return say(f"idg.ready.{ready}.{body.at.strip('units[]')}")
    if body.name and isinstance(body.name, str):
        return say("idg.named", name=body.name)
    kind = kind_word(body)
    return say("idg.numbered", what=kind, n=body.number) if body.number else kind


def kind_word(body: Body) -> Message:
    """Name the kind of a unit: its line, its artillery, or its class."""
    if body.unit.exchange is not None:
        return say(f"idg.kind.{body.unit.exchange}")
    return line_word(body.list_id, body.line) if body.line else class_word(body.profile.troop)


def called(name: Name, otherwise: Message, language: str, words: Catalogue) -> str:
    """Say a name that a player gave, or else a message."""
    return text_of(name, language) or words.text(otherwise, language)


# -- years ---------------------------------------------------------------------------------------


def year_word(year: int) -> Message:
    """Say a year, before or after Christ."""
    if year < 0:
        return say("idg.year.bc", year=str(-year))
    return say("idg.year.ad" if year < 500 else "idg.year.plain", year=str(year))


def years_word(years: tuple[int, int]) -> Message:
    """Say a span of years."""
    return say("idg.year.span", first=year_word(years[0]), last=year_word(years[1]))


def when_word(when: When) -> Message:
    """Say when something holds."""
    if when.since is not None and when.to is not None:
        return years_word((when.since, when.to))
    limits = {"from": when.since, "to": when.to, "after": when.after, "before": when.before}
    found = [
        say(f"idg.when.{name}", year=year_word(year))
        for name, year in limits.items()
        if year is not None
    ]
    return listed(found)


# -- ready armies --------------------------------------------------------------------------------


@cache
def ready_words() -> Catalogue:
    """Give the names in the ready armies as messages: `idg.ready.ARMY.name`, `.0`, `.1` ..."""
    entries: dict[str, dict[str, Entry]] = {language: {} for language in LANGUAGES}
    for army_id, army in ready_armies().items():
        for language in LANGUAGES:
            for key, name in _names(army):
                text = Text(text_of(name, language), (text_of(name, language),))
                entries[language][f"idg.ready.{army_id}.{key}"] = Entry(army_id, text)
    return Catalogue(entries)


def _names(army: Army) -> list[tuple[str, Name]]:
    units = [(str(at), unit.name) for at, unit in enumerate(army.units)]
    general = army.general.name if army.general else ""
    named = [("name", army.name), ("note", army.note), ("general", general), *units]
    return [(key, name) for key, name in named if any(names_of(name))]


def conditions(list_id: str, when: When) -> list[Message]:
    """Say when and for whom something holds."""
    found = [when_word(when)] if when.is_dated else []
    for name, states in (("only", when.states), ("not", when.not_states)):
        found += [say(f"idg.desk.{name}", who=states_word(list_id, states))] if states else []
    return found


def upgrade_notes(list_id: str, upgrade: Upgrade) -> Iterator[Message]:
    """Say how far an upgrade goes."""
    if upgrade.units is not None:
        yield say("idg.desk.most_units", n=upgrade.units)
    if upgrade.elements is not None:
        yield say("idg.desk.most_elements", n=upgrade.elements)
    if upgrade.most != "1/1":
        yield say("idg.desk.most", share=upgrade.most)
    if upgrade.all_or_none:
        yield say("idg.desk.all_or_none")
    if upgrade.only is not None and upgrade.only.weapon is not None:
        yield say("idg.desk.armed", what=say(f"idg.weapon.{upgrade.only.weapon}"))
    yield from conditions(list_id, upgrade.when)
