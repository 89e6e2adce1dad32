"""What can be wrong with a unit: its size, and what is mixed in it. IDG-1.4, IDG-3.1.7."""

from __future__ import annotations

from collections.abc import Iterator

from walstatt.games.idg.army_words import kind_word, line_word, unit_word
from walstatt.games.idg.lists import ArmyList
from walstatt.games.idg.muster import Body, Element, Force, Muster
from walstatt.games.idg.troops import Profile, class_word, in_words, listed, troop_flaws
from walstatt.i18n.catalogue import say
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.trace import rule

USUAL_SIZE = (2, 12)
"""How many elements a unit has. IDG-1.4.1."""
LONELY = ("elephant", "artillery")
"""Classes of which each element is a unit. IDG-1.4.2, IDG-A19."""


def unit_flaws(muster: Muster) -> Iterator[Violation]:
    """List what is wrong with each unit by itself."""
    for force in muster.forces:
        for body in force.bodies:
            yield from size_flaws(force, body)
            yield from class_flaws(body)
            yield from wildness_flaws(force, body)
            yield from line_flaws(force, body)
            yield from profile_flaws(body)


# -- size ----------------------------------------------------------------------------------------


@rule("IDG-1.2.6", "IDG-1.4.1", "IDG-1.4.2", "IDG-3.1.7", "IDG-15.1.1", "IDG-18.12.25", "IDG-A19")
def size_of(force: Force, body: Body) -> tuple[int, int]:
    """Give the least and the most elements of a unit."""
    line = force.book.lines[body.line] if force.book and body.line else None
    if line is not None and line.size is not None:
        return line.size
    return (1, 1) if body.profile.troop in LONELY else USUAL_SIZE


def size_flaws(force: Force, body: Body) -> Iterator[Violation]:
    """Count the elements; a general who is not a chief comes in addition. IDG-2.3.5."""
    least, most = size_of(force, body)
    size = len(body.elements)
    if not least <= size <= most:
        line = force.book.lines[body.line] if force.book and body.line else None
        own = line.rule if line is not None and line.size and most > 1 else ""
        cited = own or ("IDG-1.4.2" if most == 1 else "IDG-1.4.1")
        if least == most:
            what = kind_word(body)
            yield refuse(cited, "idg.army.no.exact_size", body.at, what=what, n=most, size=size)
        else:
            unit = unit_word(body)
            yield refuse(
                cited, "idg.army.no.size", body.at, unit=unit, n=size, least=least, most=most
            )
    if body.leader is not None and least == most:
        yield refuse("IDG-1.4.2", "idg.army.no.general_there", body.at, what=kind_word(body))


# -- mixing --------------------------------------------------------------------------------------


@rule("IDG-1.4.3", "IDG-1.4.4", "IDG-3.1.8")
def class_flaws(body: Body) -> Iterator[Violation]:
    """All elements are of one class and one quality; a general has rules of his own."""
    classes = list(dict.fromkeys(one.profile.troop for one in body.elements))
    if len(classes) > 1:
        mixed = listed([class_word(one) for one in classes])
        yield refuse("IDG-1.4.3", "idg.army.no.classes", body.at, unit=unit_word(body), mixed=mixed)
    grades = list(dict.fromkeys(one.profile.quality for one in body.elements))
    if len(grades) > 1:
        mixed = listed([say(f"idg.quality.{one}") for one in grades])
        yield refuse("IDG-1.4.3", "idg.army.no.grades", body.at, unit=unit_word(body), mixed=mixed)


@rule("IDG-1.4.3", "IDG-1.4.5", "IDG-18.8.4")
def wildness_flaws(force: Force, body: Body) -> Iterator[Violation]:
    """Wild elements are not mixed with others, except where an upgrade says so."""
    plain = [one for one in body.elements if not _may_be_mixed(force.book, one)]
    if len({one.profile.wild for one in plain}) > 1:
        yield refuse("IDG-1.4.3", "idg.army.no.wildness", body.at, unit=unit_word(body))


def _may_be_mixed(book: ArmyList | None, element: Element) -> bool:
    return book is not None and any(book.upgrades[one].mixes for one in element.upgrades)


@rule("IDG-3.1.6", "IDG-18.4.4", "IDG-18.12.36")
def line_flaws(force: Force, body: Body) -> Iterator[Violation]:
    """All elements are of the unit's line, except where the list lets lines be mixed."""
    if force.book is None or not body.line:
        return
    lines = {body.line, *(one.line for one in body.elements)}
    if not force.book.may_mix(lines):
        mixed = listed([line_word(force.list_id, one) for one in force.book.lines if one in lines])
        yield refuse("IDG-3.1.6", "idg.army.no.lines", body.at, unit=unit_word(body), mixed=mixed)
    elif all(one.line != body.line for one in body.elements):
        line = line_word(force.list_id, body.line)
        yield refuse("IDG-3.1.6", "idg.army.no.own", body.at, unit=unit_word(body), line=line)


# -- elements ------------------------------------------------------------------------------------


def profile_flaws(body: Body) -> Iterator[Violation]:
    """Look for troops that cannot be."""
    seen: set[Profile] = set()
    for one in body.everybody:
        if one.profile not in seen:
            seen.add(one.profile)
            yield from troop_flaws(one.profile, body.at)
            if one.profile.troop in ("baggage", "wagon"):
                what = in_words(one.profile)
                yield refuse("IDG-1.4.3", "idg.army.no.fighters", body.at, what=what)
