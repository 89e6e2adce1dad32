"""The roster of an army: what its player has beside him at the table, as text or as a page."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from walstatt.games.idg.army import names_of, text_of
from walstatt.games.idg.army_check import home_terrains
from walstatt.games.idg.army_price import price_of
from walstatt.games.idg.army_words import (
    army_catalogue,
    kind_word,
    list_word,
    state_word,
    unit_word,
    year_word,
)
from walstatt.games.idg.muster import Body, Element, Muster
from walstatt.games.idg.prices import element_points, equipment_line
from walstatt.games.idg.troops import Special, base_of, in_words, listed, troop_file
from walstatt.i18n.catalogue import Message, say


class Part(Struct, frozen=True):
    """Elements of a unit that are all alike."""

    count: int
    what: str
    points: int
    """Of one element."""
    general: bool
    depth: int
    """Of their bases, in tenths of a millimetre."""
    elite: bool
    foot: bool


class Row(Struct, frozen=True):
    """A unit on the roster."""

    number: str
    name: str
    kind: str
    """What it is, if its name does not say so."""
    parts: tuple[Part, ...]
    points: int
    allied: bool = False

    @property
    def elements(self) -> int:
        """Count its bases."""
        return sum(part.count for part in self.parts)


class Remark(Struct, frozen=True):
    """A special rule that some troops have."""

    name: str
    text: str
    rule: str


class Roster(Struct, frozen=True):
    """Everything on the sheet, in one language."""

    language: str
    title: str
    note: str
    facts: tuple[tuple[str, str], ...]
    """What holds for the whole army: list, year, command, home ..."""
    rows: tuple[Row, ...]
    things: tuple[tuple[str, int], ...]
    """Equipment and what it costs."""
    baggage: int
    points: int
    limit: int
    elements: int
    remarks: tuple[Remark, ...]


def roster(muster: Muster, language: str) -> Roster:
    """Fill in the sheet."""
    army, price = muster.army, price_of(muster)
    rows = tuple(_rows(muster, language))
    counts = army.equipment.counts().items()
    return Roster(
        language=language,
        title=text_of(army.name, language),
        note=text_of(army.note, language),
        facts=tuple(_facts(muster, language)),
        rows=rows,
        things=tuple(
            (_say(line.message, language), line.value)
            for line in (equipment_line(name, count) for name, count in counts)
        ),
        baggage=army.baggage,
        points=price.total,
        limit=army.limit,
        elements=sum(row.elements for row in rows),
        remarks=tuple(_remarks(muster, language)),
    )


def _say(message: Message, language: str) -> str:
    text = army_catalogue().text(message, language)
    return text[:1].upper() + text[1:]


def _facts(muster: Muster, language: str) -> Iterator[tuple[str, str]]:
    army, book = muster.army, muster.own.book
    yield _fact("list", list_word(army.list), language)
    if army.year is not None:
        yield _fact("year", year_word(army.year), language)
    if book is not None and book.states and army.state:
        yield _fact("state", state_word(army.list, muster.own.state), language)
    if army.theatre:
        yield _fact("theatre", say(f"idg.theatre.{army.list}.{army.theatre}"), language)
    yield _fact("command", say(f"idg.command.{muster.command}"), language)
    yield _fact("general", _general_word(muster, language), language)
    homes = [say(f"idg.home.{one}") for one in home_terrains(army)]
    if homes:
        yield _fact("home", listed(homes), language)
    if army.scenario is not None and army.role is not None:
        battle, role = say(f"idg.battle.{army.scenario}"), say(f"idg.role.{army.role}")
        yield _fact("battle", say("idg.paired", a=battle, b=role), language)


def _fact(name: str, value: Message, language: str) -> tuple[str, str]:
    return _say(say(f"idg.roster.{name}"), language), _say(value, language)


def _general_word(muster: Muster, language: str) -> Message:
    """Tell who leads, how well, and where he is."""
    general = muster.army.general
    if general is None or muster.leader is None:
        return say("idg.roster.nobody")
    words = [say("idg.named", name=text_of(general.name, language))] if general.name else []
    if general.exceptional and not words:
        words.append(say(f"idg.leader.{general.exceptional}"))
    if general.exceptional:
        words.append(say("idg.roster.exceptional"))
    if muster.led is None:
        words.append(say("idg.roster.independent"))
    else:
        unit = _title(muster.own.bodies[muster.led], language)
        words.append(say("idg.roster.with_unit", unit=unit))
    return listed(words)


# -- units ---------------------------------------------------------------------------------------


def _title(body: Body, language: str) -> str:
    return text_of(body.name, language) or _say(unit_word(body), language)


def _rows(muster: Muster, language: str) -> Iterator[Row]:
    if muster.is_independent and muster.leader is not None:
        part = _part(muster, muster.leader, 1, language)
        name = _say(say("idg.roster.general"), language)
        yield Row("", name, "", (part,), part.points)
    prices = price_of(muster).units
    for number, (body, points) in enumerate(zip(muster.bodies, prices, strict=True), start=1):
        counts = Counter(body.everybody)
        parts = tuple(_part(muster, one, count, language) for one, count in counts.items())
        name = _title(body, language)
        kind = _say(kind_word(body), language) if any(names_of(body.name)) else ""
        kind = "" if kind == name else kind
        yield Row(str(number), name, kind, parts, points, body.allied)


def _part(muster: Muster, element: Element, count: int, language: str) -> Part:
    profile = element.profile
    return Part(
        count,
        _say(in_words(profile), language),
        element_points(element.price, muster.options),
        element.general is not None,
        base_of(profile).depth,
        profile.quality == "elite",
        profile.category == "foot",
    )


def _remarks(muster: Muster, language: str) -> Iterator[Remark]:
    found: dict[Special, None] = {}
    for element in muster.elements():
        found |= dict.fromkeys(element.profile.special)
    for one in found:
        name, text = say(f"idg.special.{one}"), say(f"idg.special_text.{one}")
        yield Remark(_say(name, language), _say(text, language), troop_file().special[one].rule)


# -- as text -------------------------------------------------------------------------------------


def as_text(sheet: Roster, width: int = 100) -> list[str]:
    """Write the roster in lines."""
    total = _word(sheet, "total", points=sheet.points, limit=sheet.limit)
    lines = [f"{sheet.title:<{width - len(total) - 1}} {total}", ""]
    room = max(len(name) for name, _ in sheet.facts)
    for name, value in sheet.facts:
        lines += _wrapped(value, f"{name:<{room}}  ", width)
    for row in sheet.rows:
        lines += ["", *_row_lines(sheet, row, width)]
    lines += [""] if sheet.things or sheet.baggage else []
    lines += [_columns("    ", what, str(points), width) for what, points in sheet.things]
    if sheet.baggage:
        lines.append("    " + _word(sheet, "baggage", n=sheet.baggage))
    lines += ["", _word(sheet, "elements", n=sheet.elements)]
    for one in sheet.remarks:
        lines += _wrapped(f"{one.name}: {one.text} [{one.rule}]", "", width)
    return lines


def _wrapped(text: str, first: str, width: int) -> list[str]:
    rest = " " * max(len(first), 2)
    return textwrap.wrap(text, width, initial_indent=first, subsequent_indent=rest)


def _row_lines(sheet: Roster, row: Row, width: int) -> Iterator[str]:
    ally = f" ({_word(sheet, 'allies')})" if row.allied else ""
    kind = f", {row.kind}" if row.kind else ""
    yield _columns(f"{row.number:>2}  ", f"{row.name}{kind}{ally}", str(row.points), width)
    yield from (f"      {part_text(sheet, part)}" for part in row.parts)


def part_text(sheet: Roster, part: Part) -> str:
    """Write some elements that are alike."""
    name = "part_general" if part.general else "part"
    return _word(sheet, name, count=part.count, what=part.what, points=part.points)


def _columns(first: str, left: str, right: str, width: int) -> str:
    return f"{first}{left:<{width - len(first) - len(right) - 1}} {right}"


def _word(sheet: Roster, name: str, **args: int | str) -> str:
    return _say(say(f"idg.roster.{name}", **args), sheet.language)
