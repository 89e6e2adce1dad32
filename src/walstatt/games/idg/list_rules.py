"""What single lists say that no table can: named in their files, each with its rule. IDG-18."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from walstatt.games.idg.army_words import line_word, state_word, states_word
from walstatt.games.idg.lists import ArmyList, When
from walstatt.games.idg.muster import Force, Muster
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.trace import rule

ListRule: TypeAlias = Callable[[Muster, Force, ArmyList], Iterator[Violation]]


# -- Carthaginians -------------------------------------------------------------------------------


@rule("IDG-18.3.3")
def only_hannibal_rides_an_elephant(
    muster: Muster, force: Force, book: ArmyList
) -> Iterator[Violation]:
    """Hannibal may ride an elephant, nobody else; then it is the only one."""
    leader, general = muster.leader, muster.army.general
    if force.allied or leader is None or general is None or leader.profile.troop != "elephant":
        return
    if general.exceptional != "hannibal":
        yield refuse("IDG-18.3.3", "idg.army.no.only_hannibal", "general.line")
    if force.of_line("elephants"):
        yield refuse("IDG-18.3.3", "idg.army.no.other_elephants", "units")


@rule("IDG-18.3.5", "IDG-18.13.4", "IDG-A38")
def gauls_and_italians_displace_numidians(
    muster: Muster, force: Force, book: ArmyList
) -> Iterator[Violation]:
    """With a Gaul or Italian there is one unit of Numidian horse and one of Numidian foot."""
    strangers = {*book.lines_of("gauls"), *book.lines_of("italians")}
    if not strangers & muster.lines_used(force):
        return
    for line in book.lines_of("numidians"):
        count = len(force.of_line(line))
        if count > 1:
            what = line_word(force.list_id, line)
            yield refuse("IDG-18.3.5", "idg.army.no.numidians", "units", line=what, n=count)


# -- Germans -------------------------------------------------------------------------------------

CIMBRIAN_WAR: Final = When(since=-115, to=-101)


@rule("IDG-18.5.1")
def only_cimbri_have_much_heavy_cavalry(
    muster: Muster, force: Force, book: ArmyList
) -> Iterator[Violation]:
    """Only Cimbri and Teutones, 115-101 BC, have more than one unit of heavy cavalry."""
    of_war = CIMBRIAN_WAR.allows_year(muster.year)
    cavalry = [body.state for body in force.of_line("heavy_cavalry")]
    others = [one for one in cavalry if one != "cimbri_teutones" or not of_war]
    if len(others) > 1:
        yield refuse("IDG-18.5.1", "idg.army.no.second_cavalry", f"{force.at}units")


@rule("IDG-18.5.3")
def chatti_have_no_heavy_cavalry(
    muster: Muster, force: Force, book: ArmyList
) -> Iterator[Violation]:
    """Where Chatti fight there is no heavy cavalry of any line."""
    if "chatti" not in _states(force):
        return
    for body in force.bodies:
        if any(one.profile.troop == "heavy_cavalry" for one in body.elements):
            who = state_word(force.list_id, "chatti")
            yield refuse("IDG-18.5.3", "idg.army.no.chatti_cavalry", body.at, who=who)


@rule("IDG-18.5.5")
def trained_batavians_need_ambushers(
    muster: Muster, force: Force, book: ArmyList
) -> Iterator[Violation]:
    """Roman-trained Batavians only beside warriors who have all become skirmishers."""
    kinds = {one.troop for one in force.elements_of("warriors")}
    for line in ("batavian_foot", "batavian_cavalry"):
        for body in force.of_line(line):
            if kinds != {"ambusher"}:
                what = line_word(force.list_id, line)
                yield refuse("IDG-18.5.5", "idg.army.no.batavians", body.at, line=what)


@rule("IDG-18.5.6")
def sarmatians_keep_apart(muster: Muster, force: Force, book: ArmyList) -> Iterator[Violation]:
    """Sarmatians do not fight beside the tribes that the list names."""
    named = [one for one in book.states if one in _states(force) and one != "other"]
    if named and force.of_line("sarmatians"):
        who = states_word(force.list_id, named)
        what = line_word(force.list_id, "sarmatians")
        yield refuse("IDG-18.5.6", "idg.army.no.beside", f"{force.at}units", line=what, who=who)


def _states(force: Force) -> set[str]:
    return {force.state, *(body.state for body in force.bodies)}


# -- Anglo-Saxons --------------------------------------------------------------------------------

HEPTARCHY: Final = When(before=700)


@rule("IDG-18.7.4")
def few_have_armour_before_700(muster: Muster, force: Force, book: ArmyList) -> Iterator[Violation]:
    """Before 700 a great kingdom has 8 armoured warriors besides its chief, another one 12."""
    if not HEPTARCHY.binds_in(muster.year):
        return
    most = 12 if force.state == "other" else 8
    count = sum(
        one.profile.troop == "warrior" and one.profile.armour != "none" and one.general is None
        for body in force.bodies
        for one in body.elements
    )
    if count > most:
        who = state_word(force.list_id, force.state)
        yield refuse("IDG-18.7.4", "idg.army.no.armoured", "units", n=count, most=most, who=who)


# -- Crusaders -----------------------------------------------------------------------------------


@rule("IDG-18.10.3", "IDG-18.13.4")
def knights_on_foot_or_in_heavy_armour(
    muster: Muster, force: Force, book: ArmyList
) -> Iterator[Violation]:
    """Knights are heavily armoured riders, or instead of that some of them fight on foot."""
    knights = [one for one in muster.everybody_of(force) if one.line == "knights"]
    on_foot = any(one.troop == "on_foot" for one in knights)
    if on_foot and any("heavily_armoured" in one.upgrades for one in knights):
        yield refuse("IDG-18.10.3", "idg.army.no.knights", "units")


# -- Mongols -------------------------------------------------------------------------------------


@rule("IDG-18.11.3")
def as_many_light_as_heavy_mongols(
    muster: Muster, force: Force, book: ArmyList
) -> Iterator[Violation]:
    """If Mongols ride both as light and as heavy cavalry, equally many elements do."""
    mongols = [one.troop for one in force.elements_of("mongols")]
    light, heavy = mongols.count("light"), mongols.count("heavy")
    if light and heavy and light != heavy:
        yield refuse("IDG-18.11.3", "idg.army.no.halves", "units", light=light, heavy=heavy)


LIST_RULES: Final[dict[str, ListRule]] = {
    one.__name__: one
    for one in (
        only_hannibal_rides_an_elephant,
        gauls_and_italians_displace_numidians,
        only_cimbri_have_much_heavy_cavalry,
        chatti_have_no_heavy_cavalry,
        trained_batavians_need_ambushers,
        sarmatians_keep_apart,
        few_have_armour_before_700,
        knights_on_foot_or_in_heavy_armour,
        as_many_light_as_heavy_mongols,
    )
}
"""By the names that lists use."""


def own_flaws(muster: Muster) -> Iterator[Violation]:
    """Ask every rule that the lists of an army name."""
    for force in muster.forces:
        if force.book is not None:
            for name in force.book.rules:
                yield from LIST_RULES[name](muster, force, force.book)
