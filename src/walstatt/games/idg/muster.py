"""An army mustered: every element with what it is and what its list prints for it. IDG-18.13."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from walstatt.games.idg.army import Army, Artillery, General, Name, Unit, names_of
from walstatt.games.idg.command import (
    counts_in_unit,
    elite_difference,
    made_elite,
    may_be_bought_elite,
    must_be_elite,
)
from walstatt.games.idg.lists import ArmyList, Command, army_lists
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.prices import ElementPrice, element_points
from walstatt.games.idg.troops import CommandType, Profile
from walstatt.kernel import trace
from walstatt.kernel.trace import cite, rule

JOINED: Final = "+"
"""Stands between an element's kind and its upgrades."""


class Element(Struct, frozen=True):
    """One base."""

    profile: Profile
    line: str = ""
    troop: str = ""
    upgrades: tuple[str, ...] = ()
    printed: int | None = None
    """What its list says it costs, upgrades included."""
    general: CommandType | None = None
    """The army's command type, if this is its general."""
    exceptional: bool = False

    @property
    def price(self) -> ElementPrice:
        """Give what its price depends on."""
        return ElementPrice(self.profile, self.printed, self.general, self.exceptional)


class Body(Struct, frozen=True):
    """A unit with its elements, one by one."""

    at: str
    """Where it stands in the army file: `units[2]`."""
    list_id: str
    line: str
    state: str
    elements: tuple[Element, ...]
    """A chief is one of them, any other general is not. IDG-2.2.3."""
    unit: Unit
    number: int
    """Which of its line's units it is, from 1; 0 if there is but one."""
    leader: Element | None = None
    """The general who is attached to it in addition. IDG-2.3.5."""
    allied: bool = False

    @property
    def profile(self) -> Profile:
        """Give what the first element is; class and quality are those of all."""
        return self.elements[0].profile

    @property
    def name(self) -> Name:
        """Give the name its player wrote."""
        return self.unit.name

    @property
    def everybody(self) -> tuple[Element, ...]:
        """List all its bases, an attached general first."""
        return self.elements if self.leader is None else (self.leader, *self.elements)


class Force(Struct, frozen=True):
    """The part of an army that comes from one list."""

    at: str
    list_id: str
    state: str
    book: ArmyList | None
    bodies: tuple[Body, ...]
    allied: bool = False

    def of_line(self, line: str) -> list[Body]:
        """List the units of a line."""
        return [body for body in self.bodies if body.line == line]

    def elements_of(self, *lines: str) -> list[Element]:
        """List the elements of some lines, generals in addition to their units left out."""
        return [one for body in self.bodies for one in body.elements if one.line in lines]


class Muster(Struct, frozen=True):
    """An army, element by element."""

    army: Army
    options: IdgOptions
    year: int | None
    """The year that counts; none: all date limits are ignored. IDG-3.1.9."""
    command: CommandType
    forces: tuple[Force, ...]
    """Its own first, then allies."""
    leader: Element | None
    """The general's element, wherever it is."""
    led: int | None
    """Which of its own units the general is with; none: he is independent."""

    @property
    def own(self) -> Force:
        """Give the part of the army's own list."""
        return self.forces[0]

    @property
    def bodies(self) -> list[Body]:
        """List all units, allies last."""
        return [body for force in self.forces for body in force.bodies]

    def everybody_of(self, force: Force) -> list[Element]:
        """List every base that comes from one list: the general too, wherever he is."""
        everybody = [one for body in force.bodies for one in body.everybody]
        if self.leader is not None and self.led is None and not force.allied:
            everybody.append(self.leader)
        return everybody

    def lines_used(self, force: Force) -> set[str]:
        """Name the lines of which there is anybody: a unit, some of its elements, the general."""
        units = {body.line for body in force.bodies}
        return {*units, *(one.line for one in self.everybody_of(force))} - {""}

    @property
    def is_independent(self) -> bool:
        """Is there a general who is a unit of his own?"""
        return self.leader is not None and self.led is None

    def elements(self) -> Iterator[Element]:
        """List every base of the army, the general included."""
        for force in self.forces:
            yield from self.everybody_of(force)

    @property
    def cheapest(self) -> int:
        """Give what the cheapest element costs."""
        plain = (ElementPrice(one.profile, one.printed) for one in self.elements())
        return min((element_points(one, self.options) for one in plain), default=0)


# -- elements ------------------------------------------------------------------------------------


def split_key(key: str) -> tuple[str, tuple[str, ...]]:
    """Read `spear + armoured`: the kind, and its upgrades."""
    kind, *upgrades = (part.strip() for part in key.split(JOINED))
    return kind, tuple(upgrades)


def kind_in(line: str, kind: str) -> tuple[str, str]:
    """Read `spear`, or `principes.spear` for troops of another line: the line and the troops."""
    other, dot, troop = kind.rpartition(".")
    return (other, troop) if dot else (line, kind)


def counted(book: ArmyList, unit: Unit) -> dict[str, int]:
    """List the elements of a unit by kind; a bare number means the first kind of its line."""
    if isinstance(unit.elements, dict):
        return unit.elements
    return {next(iter(book.lines[unit.line].troops)): unit.elements or 0}


@rule("IDG-18.13.3", "IDG-1.8.5")
def element_of(
    book: ArmyList, line: str, troop: str, upgrades: tuple[str, ...], options: IdgOptions
) -> Element:
    """Make an element: the line's troops with upgrades, in the order of the list."""
    found = book.lines[line].troops[troop]
    profile, printed = found.profile(options), found.points
    chosen = tuple(name for name in book.upgrades if name in upgrades)
    if trace.listener is not None:
        cite(*filter(None, book.rules_behind(line, troop, chosen)))
    for name in chosen:
        printed += book.upgrades[name].price(profile.quality)
        profile = book.upgrades[name].change.applied(profile)
    return Element(profile, line, troop, chosen, printed)


def _elements(book: ArmyList, unit: Unit, options: IdgOptions) -> Iterator[Element]:
    for key, count in counted(book, unit).items():
        kind, upgrades = split_key(key)
        line, troop = kind_in(unit.line, kind)
        yield from repeat(element_of(book, line, troop, (*unit.options, *upgrades), options), count)


def _free_elements(unit: Unit) -> Iterator[Element]:
    for troops in unit.troops:
        yield from repeat(Element(troops.profile()), troops.count)


def _artillery(kind: Artillery) -> Element:
    return Element(Profile(troop="artillery", weapon="artillery", kind=kind))


# -- units ---------------------------------------------------------------------------------------


def _force(
    at: str, name: str, state: str, units: tuple[Unit, ...], options: IdgOptions, *, allied: bool
) -> Force:
    book = army_lists().get(name)
    state = state_of(name, state)
    lines = [unit.line for unit in units]
    bodies: list[Body] = []
    for place, unit in enumerate(units):
        if unit.exchange is not None:
            elements: tuple[Element, ...] = (_artillery(unit.exchange),)
        elif book is None or unit.troops:
            elements = tuple(_free_elements(unit))
        else:
            elements = tuple(_elements(book, unit, options))
        number = lines[: place + 1].count(unit.line) if lines.count(unit.line) > 1 else 0
        where = f"{at}units[{place}]"
        own = unit.state or state
        bodies.append(Body(where, name, unit.line, own, elements, unit, number, allied=allied))
    return Force(at, name, state, book, tuple(bodies), allied)


def state_of(list_id: str, state: str) -> str:
    """Name the state of an army or a contingent: the usual one of its list if it names none."""
    book = army_lists().get(list_id)
    return state or (book.usual_state if book else "")


@rule("IDG-18.1.11")
def generals_state(army: Army) -> str:
    """Name the state of the general: that of the unit he leads, or the army's."""
    led = _led(army)
    own = "" if led is None else army.units[led].state
    return own or state_of(army.list, army.state)


def muster(army: Army, options: IdgOptions) -> Muster:
    """Muster an army whose words are all known; see `army_file`."""
    own = _force("", army.list, army.state, army.units, options, allied=False)
    allies = [
        _force(f"allies[{at}].", one.list, one.state, one.units, options, allied=True)
        for at, one in enumerate(army.allies)
    ]
    led = _led(army)
    command = command_of(army, own, led)
    leader, own = _led_by(army.general, own, led, command, options)
    year = army.year if options.opt_dates else None
    return Muster(army, options, year, command, (own, *allies), leader, led)


def _led(army: Army) -> int | None:
    """Find the unit that the general is with."""
    if army.general is None or army.general.unit is None:
        return None
    return unit_called(army, army.general.unit)


def unit_called(army: Army, called: int | str) -> int | None:
    """Find a unit by its number, from 1, or by its name in any language."""
    if isinstance(called, int):
        return called - 1 if 1 <= called <= len(army.units) else None
    named = (at for at, unit in enumerate(army.units) if called in names_of(unit.name))
    return next(named, None) if called else None


# -- command -------------------------------------------------------------------------------------


@rule("IDG-2.1.1", "IDG-3.2.5")
def command_of(army: Army, own: Force, led: int | None) -> CommandType:
    """Find the command type of the whole army: as its list says, or as its player chose."""
    types = possible_commands(army, own, led)
    return army.command if army.command in types else types[0]


@rule("IDG-18.1.1", "IDG-18.1.2", "IDG-18.1.11", "IDG-18.3.1", "IDG-18.8.1", "IDG-18.12.8")
def possible_commands(army: Army, own: Force, led: int | None) -> list[CommandType]:
    """List the command types it can have, the usual one first."""
    if own.book is None:
        return [army.command or "organised"]
    fitting = [one for one in own.book.command if _fits(one, army, own, led)]
    sure = [one for one in fitting if army.year is not None or not one.when.is_dated]
    usual = sure[0]
    cite(usual.rule, *usual.also)
    others = [one for one in fitting if one.chosen and usual.chosen]
    others += [one for one in fitting if army.year is None and one.when.is_dated]
    return list(dict.fromkeys(one.type for one in (usual, *others)))


def _fits(command: Command, army: Army, own: Force, led: int | None) -> bool:
    exceptional = army.general.exceptional if army.general else ""
    state = generals_state(army)
    return (
        command.when.allows(army.year, state)
        and command.under in ("", exceptional)
        and (not command.alone or all(body.state == state for body in own.bodies))
        and (not command.attached_to or (led is not None and _is_among(own.bodies[led], command)))
    )


def _is_among(body: Body, command: Command) -> bool:
    profile = body.profile
    is_wild = profile.troop == "warrior" and profile.wild and "wild" in command.attached_to
    return is_wild or profile.troop in command.attached_to


# -- the general ---------------------------------------------------------------------------------


def _led_by(
    general: General | None, own: Force, led: int | None, command: CommandType, options: IdgOptions
) -> tuple[Element | None, Force]:
    """Find the general's element and put it where it belongs."""
    if general is None:
        return None, own
    exceptional = bool(general.exceptional)
    if counts_in_unit(command):
        return _chief(general, own, led, exceptional=exceptional)
    body = None if led is None else own.bodies[led]
    element = _own_element(general, own, body, options)
    if element is None:
        return None, own
    if must_be_elite(command) or (
        general.elite and may_be_bought_elite(command, is_attached=body is not None)
    ):
        element = _elite(element)
    element = replace(element, general=command, exceptional=exceptional)
    return element, _with_body(own, led, leader=element)


@rule("IDG-2.2.3")
def _chief(
    general: General, own: Force, led: int | None, *, exceptional: bool
) -> tuple[Element | None, Force]:
    """A chief is one of the elements of his unit: the first of the kind he names."""
    if led is None:
        return None, own
    elements = own.bodies[led].elements
    like = _like(general, own.bodies[led])
    if like is None:
        return None, own
    at = elements.index(like)
    chief = replace(like, general="tribal", exceptional=exceptional)
    return chief, _with_body(own, led, elements=(chief, *elements[:at], *elements[at + 1 :]))


def _like(general: General, body: Body) -> Element | None:
    """Find the first element of a unit that is what its general says he is."""
    kinds = (one for one in body.elements if general.troop in ("", one.troop))
    return next((one for one in kinds if {*general.options} <= {*one.upgrades}), None)


def _with_body(own: Force, led: int | None, **changes: object) -> Force:
    if led is None:
        return own
    bodies = list(own.bodies)
    bodies[led] = replace(bodies[led], **changes)
    return replace(own, bodies=tuple(bodies))


@rule("IDG-2.3.3", "IDG-18.13.4")
def _own_element(
    general: General, own: Force, body: Body | None, options: IdgOptions
) -> Element | None:
    """Take an element of any line; with a unit and no line named, one like those of the unit."""
    if general.profile is not None:
        return Element(general.profile)
    if own.book is None or not general.line:
        return None if body is None else _like(general, body)
    troop = general.troop or next(iter(own.book.lines[general.line].troops))
    return element_of(own.book, general.line, troop, general.options, options)


@rule("IDG-2.3.7", "IDG-2.3.8")
def _elite(element: Element) -> Element:
    """Make a general's element elite, for the difference in points."""
    printed = element.printed
    if printed is not None:
        printed += elite_difference(element.profile)
    return replace(element, profile=made_elite(element.profile), printed=printed)
