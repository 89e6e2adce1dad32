"""What can be wrong with the general and the command. IDG-2.1 to IDG-2.4."""

from __future__ import annotations

from collections.abc import Iterator

from walstatt.games.idg.army import General
from walstatt.games.idg.army_words import line_word, state_word, unit_word, upgrade_word, when_word
from walstatt.games.idg.command import (
    counts_in_unit,
    may_be_bought_elite,
    may_be_independent,
    may_lead,
    must_be_elite,
)
from walstatt.games.idg.line_check import is_for, when_flaws
from walstatt.games.idg.lists import ArmyList
from walstatt.games.idg.muster import Body, Element, Muster, generals_state, possible_commands
from walstatt.games.idg.troops import class_word, in_words, listed, troop_flaws
from walstatt.i18n.catalogue import say
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.trace import cite, rule


def general_flaws(muster: Muster) -> Iterator[Violation]:
    """List what is wrong with command and general."""
    yield from command_flaws(muster)
    general = muster.army.general
    if general is None:
        yield from _nobody(muster)
        return
    yield from exceptional_flaws(muster, general)
    yield from who_leads_flaws(muster)
    if counts_in_unit(muster.command):
        yield from chief_flaws(muster, general)
    else:
        yield from leader_flaws(muster, general)


@rule("IDG-2.1.3")
def _nobody(muster: Muster) -> Iterator[Violation]:
    """Every army has a general."""
    del muster
    yield refuse("IDG-2.1.3", "idg.army.no.general", "general")


@rule("IDG-2.1.1")
def command_flaws(muster: Muster) -> Iterator[Violation]:
    """The command type is what the list says, or one that it leaves open."""
    army, wanted = muster.army, muster.army.command
    if muster.own.book is None:
        if wanted is None:
            yield refuse("IDG-2.1.1", "idg.army.no.command", "command")
        return
    types = possible_commands(army, muster.own, muster.led)
    if wanted is not None and wanted not in types:
        known = listed([say(f"idg.command.{one}") for one in types])
        word = say(f"idg.command.{wanted}")
        yield refuse("IDG-2.1.1", "idg.army.no.command_type", "command", what=word, only=known)


# -- exceptional generals ------------------------------------------------------------------------


@rule("IDG-2.4.1", "IDG-2.4.2")
def exceptional_flaws(muster: Muster, general: General) -> Iterator[Violation]:
    """Only those whom the list names, in their years, of their state."""
    name, book = general.exceptional, muster.own.book
    if not name:
        return
    known = book.exceptional if book else {}
    here = "general.exceptional"
    if name not in known:
        yield _unknown_hero(name, list(known))
        return
    when, who = known[name], say(f"idg.leader.{name}")
    cite(when.rule)
    if not when.allows_year(muster.year):
        yield refuse("IDG-2.4.2", "idg.army.no.lifetime", here, who=who, when=when_word(when))
    if not when.allows_state(muster.own.state):
        state = state_word(muster.army.list, when.states[0])
        yield refuse(when.rule, "idg.army.no.leads", here, who=who, state=state)


def _unknown_hero(name: str, known: list[str]) -> Violation:
    here = "general.exceptional"
    if not known:
        return refuse("IDG-2.4.1", "idg.army.no.heroes", here, name=name)
    only = listed([say(f"idg.leader.{one}") for one in known])
    return refuse("IDG-2.4.1", "idg.army.no.exceptional", here, name=name, only=only)


@rule("IDG-2.3.3")
def who_leads_flaws(muster: Muster) -> Iterator[Violation]:
    """Some lines are not for generals, not even for one who is like his unit."""
    book, leader = muster.own.book, muster.leader
    if book is None or leader is None or not leader.line:
        return
    if not book.lines[leader.line].leads:
        what = line_word(muster.own.list_id, leader.line)
        yield refuse("IDG-2.3.3", "idg.army.no.leader_line", "general.line", line=what)


# -- chiefs --------------------------------------------------------------------------------------


@rule("IDG-2.2.1", "IDG-2.2.2")
def chief_flaws(muster: Muster, general: General) -> Iterator[Violation]:
    """A chief is an element of one of his units, and no better than it."""
    if not may_be_independent(muster.command) and muster.led is None:
        yield refuse("IDG-2.2.1", "idg.army.no.chief_alone", "general")
        return
    if general.elite:
        yield refuse("IDG-2.2.2", "idg.army.no.chief_elite", "general.elite")
    body = muster.own.bodies[muster.led or 0]
    foreign = general.line and general.line not in {one.line for one in body.elements}
    if muster.leader is None or foreign or general.profile is not None:
        yield refuse("IDG-2.2.2", "idg.army.no.chief_kind", "general", unit=unit_word(body))


# -- other generals ------------------------------------------------------------------------------


def leader_flaws(muster: Muster, general: General) -> Iterator[Violation]:
    """An independent or attached general."""
    leader = muster.leader
    if leader is None:
        yield refuse("IDG-2.3.3", "idg.army.no.general_line", "general")
        return
    if general.line:
        yield from kind_flaws(muster, leader)
    if muster.led is None:
        yield from troop_flaws(leader.profile, "general")
    else:
        yield from attached_flaws(muster, general, leader, muster.own.bodies[muster.led])


@rule("IDG-2.3.3", "IDG-18.1.11", "IDG-18.13.4")
def kind_flaws(muster: Muster, leader: Element) -> Iterator[Violation]:
    """His element is one that his state may have."""
    book = muster.own.book
    if book is None or not leader.line:
        return
    force, state = muster.own, generals_state(muster.army)
    line = book.lines[leader.line]
    what = line_word(force.list_id, leader.line)
    yield from when_flaws(line.when, muster, force, state, what, "general.line")
    troop = line.troops[leader.troop]
    yield from when_flaws(troop.when, muster, force, state, in_words(troop), "general.troop")
    yield from _upgrade_flaws(muster, book, leader, state)


def _upgrade_flaws(
    muster: Muster, book: ArmyList, leader: Element, state: str
) -> Iterator[Violation]:
    force = muster.own
    for name in leader.upgrades:
        upgrade, what = book.upgrades[name], upgrade_word(force.list_id, name)
        yield from when_flaws(
            upgrade.when, muster, force, state, what, "general.options", cited=upgrade.rule
        )
        if not is_for(book, upgrade, leader):
            yield refuse(upgrade.rule, "idg.army.no.not_these", "general.options", what=what)


@rule("IDG-2.3.4", "IDG-1.4.5")
def attached_flaws(
    muster: Muster, general: General, leader: Element, body: Body
) -> Iterator[Violation]:
    """With a unit he is of its class, save among warriors and heavy cavalry, and of its grade."""
    unit = unit_word(body)
    if not may_lead(leader.profile, body.profile):
        troops = class_word(leader.profile.troop)
        yield refuse("IDG-2.3.4", "idg.army.no.general_class", "general", unit=unit, troops=troops)
    if general.elite and not may_be_bought_elite(muster.command, is_attached=True):
        yield refuse("IDG-2.3.7", "idg.army.no.attached_elite", "general.elite")
    if not must_be_elite(muster.command) and leader.profile.quality != body.profile.quality:
        grade = say(f"idg.quality.{body.profile.quality}")
        yield refuse("IDG-1.4.5", "idg.army.no.general_grade", "general", unit=unit, grade=grade)
