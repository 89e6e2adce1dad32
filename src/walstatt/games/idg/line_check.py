"""What can be wrong with lines and upgrades: numbers, dates, states, shares. IDG-18.13."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import ceil, floor

from walstatt.games.idg.army_words import (
    line_word,
    state_word,
    states_word,
    unit_word,
    upgrade_word,
    when_word,
)
from walstatt.games.idg.lists import ArmyList, Troop, Upgrade, When
from walstatt.games.idg.muster import Body, Element, Force, Muster
from walstatt.games.idg.troops import in_words, listed
from walstatt.i18n.catalogue import Argument, Message, say
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.ids import RuleId
from walstatt.kernel.trace import rule


def list_flaws(muster: Muster) -> Iterator[Violation]:
    """List what is wrong with the lines and upgrades of each list."""
    for force in muster.forces:
        if force.book is None:
            continue
        yield from number_flaws(muster, force, force.book)
        yield from total_flaws(force, force.book)
        yield from time_flaws(muster, force, force.book)
        yield from allowance_flaws(muster, force, force.book)
        yield from share_flaws(force, force.book)
        yield from exclusion_flaws(muster, force, force.book)
        yield from company_flaws(muster, force, force.book)
        yield from upgrade_flaws(muster, force, force.book)


# -- numbers -------------------------------------------------------------------------------------


@rule("IDG-3.1.6", "IDG-3.2.3")
def number_flaws(muster: Muster, force: Force, book: ArmyList) -> Iterator[Violation]:
    """Count the units of each line; allies need one of each compulsory line only."""
    counts = Counter(body.line for body in force.bodies if body.line)
    suiting = (one.lines for one in book.instead if _suits(muster, one.when, one.lines, counts))
    limits = next(suiting, {})
    for name, line in book.lines.items():
        least, most = limits.get(name, line.units)
        here = f"{force.at}units"
        what = line_word(force.list_id, name)
        if force.allied and least and not counts[name]:
            yield refuse("IDG-3.2.3", "idg.army.no.ally_line", here, line=what)
        elif not force.allied and counts[name] < least:
            yield refuse(line.rule, "idg.army.no.few", here, line=what, n=counts[name], least=least)
        if counts[name] > most:
            yield refuse(line.rule, "idg.army.no.many", here, line=what, n=counts[name], most=most)


@rule("IDG-18.7.5", "IDG-A40")
def _suits(
    muster: Muster, when: When, lines: dict[str, tuple[int, int]], counts: Counter[str]
) -> bool:
    """Are these other numbers allowed at that time, and does the army keep them?"""
    if not when.allows_year(muster.year):
        return False
    return all(least <= counts[name] <= most for name, (least, most) in lines.items())


@rule("IDG-18.12.13")
def total_flaws(force: Force, book: ArmyList) -> Iterator[Violation]:
    """Count the elements of lines of which there are but a few."""
    for name, line in book.lines.items():
        count = len(force.elements_of(name))
        if line.elements is not None and count > line.elements:
            what = line_word(force.list_id, name)
            yield refuse(
                line.rule,
                "idg.army.no.many_elements",
                f"{force.at}units",
                line=what,
                n=count,
                most=line.elements,
            )


# -- time and place ------------------------------------------------------------------------------


def when_flaws(
    when: When, muster: Muster, force: Force, state: str, what: Message, at: str, cited: RuleId = ""
) -> Iterator[Violation]:
    """Say why something cannot be had at this time or by this state."""
    cited = when.rule or cited
    if not when.allows_year(muster.year):
        yield refuse(cited, "idg.army.no.time", at, what=what, when=when_word(when))
    if when.allows_state(state):
        return
    who = state_word(force.list_id, state)
    if state in when.not_states:
        yield refuse(cited, "idg.army.no.not_for", at, what=what, who=who)
    else:
        only = states_word(force.list_id, when.states)
        yield refuse(cited, "idg.army.no.state", at, what=what, only=only, who=who)


@rule("IDG-3.1.9")
def time_flaws(muster: Muster, force: Force, book: ArmyList) -> Iterator[Violation]:
    """Look for lines, kinds and origins that are not to be had."""
    for body in force.bodies:
        if not body.line:
            continue
        line = book.lines[body.line]
        what = line_word(force.list_id, body.line)
        yield from when_flaws(line.when, muster, force, body.state, what, body.at)
        yield from _kind_flaws(muster, force, book, body)
        yield from _origin_flaws(muster, force, book, body)


def _kind_flaws(muster: Muster, force: Force, book: ArmyList, body: Body) -> Iterator[Violation]:
    for kind in dict.fromkeys((one.line, one.troop) for one in body.elements):
        when = book.lines[kind[0]].troops[kind[1]].when
        profile = next(one.profile for one in body.elements if (one.line, one.troop) == kind)
        yield from when_flaws(when, muster, force, body.state, in_words(profile), body.at)


@rule("IDG-18.2.3", "IDG-18.11.5")
def _origin_flaws(muster: Muster, force: Force, book: ArmyList, body: Body) -> Iterator[Violation]:
    """Whoever is named must be there already; nobody named: at least somebody."""
    origins = book.lines[body.line].origins
    if body.unit.origin:
        what = say(f"idg.origin.{body.unit.origin}")
        when = origins[body.unit.origin]
        yield from when_flaws(when, muster, force, body.state, what, f"{body.at}.origin")
    elif origins and not any(one.allows_year(muster.year) for one in origins.values()):
        what, first = line_word(force.list_id, body.line), next(iter(origins.values()))
        yield from when_flaws(first, muster, force, body.state, what, body.at)


@rule("IDG-18.1.8", "IDG-18.7.8", "IDG-18.7.9")
def allowance_flaws(muster: Muster, force: Force, book: ArmyList) -> Iterator[Violation]:
    """Count the units of lines that not everybody has equally many of."""
    for name, line in book.lines.items():
        for state, count in Counter(body.state for body in force.of_line(name)).items():
            mine = [one for one in line.allowed if one.when.allows_state(state)]
            now = [one for one in mine if one.when.allows_year(muster.year)]
            here, what = f"{force.at}units", line_word(force.list_id, name)
            if mine and not now:
                yield from when_flaws(mine[0].when, muster, force, state, what, here)
            elif now and count > now[0].units:
                who = state_word(force.list_id, state)
                yield refuse(
                    now[0].when.rule,
                    "idg.army.no.many_of_state",
                    here,
                    line=what,
                    who=who,
                    n=count,
                    most=now[0].units,
                )


# -- shares --------------------------------------------------------------------------------------


@rule("IDG-18.13.1")
def most_of(share: Fraction | str, total: int) -> int:
    """Give how many elements "up to" a share are: rounded down."""
    return floor(Fraction(share) * total)


@rule("IDG-18.13.1")
def least_of(share: Fraction | str, total: int) -> int:
    """Give how many elements "at least" a share are: rounded up."""
    return ceil(Fraction(share) * total)


def share_flaws(force: Force, book: ArmyList) -> Iterator[Violation]:
    """Compare the kinds of a line over all its elements in the army."""
    for name, line in book.lines.items():
        elements = force.elements_of(name)
        for kind, troop in line.troops.items():
            count = sum(one.troop == kind for one in elements)
            yield from _kind_share_flaws(force, name, troop, count, len(elements))


def _kind_share_flaws(
    force: Force, name: str, troop: Troop, count: int, total: int
) -> Iterator[Violation]:
    most, least = most_of(troop.most, total), least_of(troop.least, total)
    what, line, here = in_words(troop), line_word(force.list_id, name), f"{force.at}units"
    if not least <= count <= most:
        few = count < least
        message = "idg.army.no.least_share" if few else "idg.army.no.share"
        limit = least if few else most
        args: dict[str, Argument] = {"what": what, "line": line, "n": count}
        yield refuse("IDG-18.13.1", message, here, limit=limit, total=total, **args)
    if troop.all_or_none and 0 < count < total:
        yield refuse(troop.all_or_none, "idg.army.no.all_or_none", here, what=what, line=line)


@rule("IDG-18.4.7", "IDG-18.13.4")
def exclusion_flaws(muster: Muster, force: Force, book: ArmyList) -> Iterator[Violation]:
    """Look for lines that are not used together, be it only for the general."""
    lines_used = muster.lines_used(force)
    for one in book.exclusive:
        used = [name for name in one.lines if name in lines_used]
        if len(used) > 1:
            lines = listed([line_word(force.list_id, name) for name in used])
            yield refuse(one.rule, "idg.army.no.together", f"{force.at}units", what=lines)


@rule("IDG-18.1.3", "IDG-18.1.11", "IDG-18.5.9", "IDG-18.7.1")
def company_flaws(muster: Muster, force: Force, book: ArmyList) -> Iterator[Violation]:
    """Look for states that do not fight together, and for units of a state of their own."""
    states = {force.state, *(body.state for body in force.bodies)}
    for one in book.company:
        if one.never and states >= {*one.never}:
            who = states_word(force.list_id, one.never)
            yield refuse(one.rule, "idg.army.no.company", f"{force.at}units", who=who)
        if one.alone and one.alone in states and len(states) > 1:
            who = state_word(force.list_id, one.alone)
            yield refuse(one.rule, "idg.army.no.alone", f"{force.at}units", who=who)
    for body in force.bodies:
        if body.state != force.state and not book.unit_states:
            who = state_word(force.list_id, force.state)
            yield refuse(book.state_rule, "idg.army.no.own_state", f"{body.at}.state", who=who)


# -- upgrades ------------------------------------------------------------------------------------


@rule("IDG-18.13.3")
def upgrade_flaws(muster: Muster, force: Force, book: ArmyList) -> Iterator[Violation]:
    """Look at every upgrade that anybody has."""
    for name, upgrade in book.upgrades.items():
        users = [body for body in force.bodies if _users(body.elements, name)]
        for body in users:
            yield from element_upgrade_flaws(muster, force, book, body, name)
        yield from _limit_flaws(force, name, upgrade, users)
        yield from _everybody_flaws(muster, force, name, upgrade)


def _users(elements: Iterable[Element], upgrade: str) -> list[Element]:
    return [one for one in elements if upgrade in one.upgrades]


def element_upgrade_flaws(
    muster: Muster, force: Force, book: ArmyList, body: Body, name: str
) -> Iterator[Violation]:
    """Look for troops that an upgrade is not for."""
    upgrade = book.upgrades[name]
    what = upgrade_word(force.list_id, name)
    elements = _users(body.elements, name)
    yield from when_flaws(
        upgrade.when, muster, force, body.state, what, body.at, cited=upgrade.rule
    )
    if any(not is_for(book, upgrade, one) for one in elements):
        yield refuse(upgrade.rule, "idg.army.no.not_these", body.at, what=what)
    for other in upgrade.not_with:
        if any(other in one.upgrades for one in elements):
            both = listed([what, upgrade_word(force.list_id, other)])
            yield refuse(upgrade.rule, "idg.army.no.both", body.at, what=both)
    for other in upgrade.needs:
        if any(other not in one.upgrades for one in elements):
            first = upgrade_word(force.list_id, other)
            yield refuse(upgrade.rule, "idg.army.no.needs", body.at, what=what, first=first)
    if upgrade.whole and len(elements) < len(body.elements):
        unit = unit_word(body)
        yield refuse(upgrade.whole, "idg.army.no.whole", body.at, what=what, unit=unit)


def is_for(book: ArmyList, upgrade: Upgrade, element: Element) -> bool:
    """Is an upgrade for these troops, as the list prints them?"""
    if element.line not in upgrade.lines:
        return False
    troop = book.lines[element.line].troops[element.troop]
    return upgrade.only is None or upgrade.only.fits(troop)


def _limit_flaws(
    force: Force, name: str, upgrade: Upgrade, users: list[Body]
) -> Iterator[Violation]:
    """Count the units and elements that have an upgrade."""
    elements = force.elements_of(*upgrade.lines)
    count, total = len(_users(elements, name)), len(elements)
    what, here = upgrade_word(force.list_id, name), f"{force.at}units"
    if upgrade.units is not None and len(users) > upgrade.units:
        yield refuse(
            upgrade.rule,
            "idg.army.no.upgrade_units",
            here,
            what=what,
            n=len(users),
            most=upgrade.units,
        )
    if upgrade.elements is not None and count > upgrade.elements:
        yield refuse(
            upgrade.rule,
            "idg.army.no.upgrade_elements",
            here,
            what=what,
            n=count,
            most=upgrade.elements,
        )
    if count > most_of(upgrade.most, total):
        yield refuse(
            upgrade.rule,
            "idg.army.no.upgrade_share",
            here,
            what=what,
            n=count,
            most=most_of(upgrade.most, total),
            total=total,
        )


@rule("IDG-18.5.8", "IDG-18.10.1")
def _everybody_flaws(
    muster: Muster, force: Force, name: str, upgrade: Upgrade
) -> Iterator[Violation]:
    """What all have or none, the general has too."""
    if not upgrade.all_or_none or force.book is None:
        return
    elements = [one for one in muster.everybody_of(force) if one.line]
    such = [one for one in elements if is_for(force.book, upgrade, one)]
    if 0 < len(_users(such, name)) < len(such):
        what = upgrade_word(force.list_id, name)
        yield refuse(upgrade.rule, "idg.army.no.upgrade_all", f"{force.at}units", what=what)
