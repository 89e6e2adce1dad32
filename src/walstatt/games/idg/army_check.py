"""Is an army legal, and if not, why not: every reason with its rule. IDG-3."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from walstatt.games.idg.army import FREE, Army
from walstatt.games.idg.army_file import mustered
from walstatt.games.idg.army_price import ArmyPrice, price_of
from walstatt.games.idg.army_words import list_word, states_word, when_word, year_word, years_word
from walstatt.games.idg.general_check import general_flaws
from walstatt.games.idg.line_check import list_flaws
from walstatt.games.idg.list_rules import own_flaws
from walstatt.games.idg.lists import Ally, ArmyList, army_lists
from walstatt.games.idg.muster import Force, Muster, generals_state
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.scenario_check import exchanged, scenario_flaws
from walstatt.games.idg.troops import troop_file
from walstatt.games.idg.unit_check import unit_flaws
from walstatt.i18n.catalogue import say
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.trace import cite, rule

FEWEST: Final = 4
MOST: Final = 10
"""How many units an army has, allies included. IDG-3.1.4."""
ALLIED_SHARE: Final = Fraction(2, 5)


def check(army: Army, options: IdgOptions | None = None) -> list[Violation]:
    """List every reason why an army may not be played; none: it is legal."""
    return judged(mustered(army, options or IdgOptions()))


def judged(force: Muster) -> list[Violation]:
    """List every reason why a mustered army may not be played."""
    price = price_of(force)
    return [
        *free_flaws(force),
        *date_flaws(force),
        *count_flaws(force),
        *unit_flaws(force),
        *list_flaws(force),
        *own_flaws(force),
        *general_flaws(force),
        *ally_flaws(force, price),
        *home_flaws(force),
        *scenario_flaws(force),
        *point_flaws(force, price),
    ]


# -- the whole army ------------------------------------------------------------------------------


@rule("IDG-3.1.1", "IDG-3.1.2")
def free_flaws(force: Muster) -> Iterator[Violation]:
    """An army comes from a list, unless the players agree otherwise."""
    if force.army.list == FREE and not force.options.opt_free_armies:
        yield refuse("IDG-3.1.1", "idg.army.no.free", "list")


@rule("IDG-3.1.9")
def date_flaws(force: Muster) -> Iterator[Violation]:
    """In a dated game an army is of a year of its list."""
    book = force.own.book
    if not force.options.opt_dates or book is None:
        return
    if force.army.year is None:
        yield refuse("IDG-3.1.9", "idg.army.no.year", "year")
    elif not book.years[0] <= force.army.year <= book.years[1]:
        year, years = year_word(force.army.year), years_word(book.years)
        what = list_word(force.army.list)
        yield refuse("IDG-3.1.9", "idg.army.no.years", "year", list=what, years=years, year=year)


@rule("IDG-3.1.4", "IDG-3.1.5", "IDG-5.6.17")
def count_flaws(force: Muster) -> Iterator[Violation]:
    """Count the units; baggage and an independent general are none, siege towers take places."""
    units = len(force.bodies)
    guns = sum(body.unit.exchange is not None for body in force.bodies)
    places = units + exchanged(force) - guns
    if units < FEWEST:
        yield refuse("IDG-3.1.4", "idg.army.no.few_units", "units", n=units, least=FEWEST)
    if places > MOST:
        yield refuse("IDG-3.1.4", "idg.army.no.many_units", "units", n=places, most=MOST)


@rule("IDG-3.1.3")
def tolerance(force: Muster) -> int:
    """Give by how many points an army may exceed its limit: half its cheapest element."""
    return force.cheapest // 2


@rule("IDG-3.1.1", "IDG-3.1.3", "IDG-3.1.10")
def point_flaws(force: Muster, price: ArmyPrice) -> Iterator[Violation]:
    """Compare the points with the limit."""
    limit, more = force.army.limit, tolerance(force)
    if price.total > limit + more:
        yield refuse(
            "IDG-3.1.3", "idg.army.no.points", "points", n=price.total, limit=limit, more=more
        )


def home_flaws(force: Muster) -> Iterator[Violation]:
    """The home terrain is one of those that the list names."""
    army, book = force.army, force.own.book
    if book is None:
        return
    if army.home and army.home not in home_terrains(army):
        what, cited = say(f"idg.home.{army.home}"), _home_rule(army)
        yield refuse(cited, "idg.army.no.home", "home", what=what)


# -- allies --------------------------------------------------------------------------------------


@rule("IDG-3.2.1", "IDG-3.2.2", "IDG-3.2.4")
def ally_flaws(force: Muster, price: ArmyPrice) -> Iterator[Violation]:
    """Allies are of one permitted list, for two fifths of the points at most."""
    allies = force.forces[1:]
    if not allies:
        return
    if not force.options.opt_allies:
        yield refuse("IDG-3.2.1", "idg.army.no.allies", "allies")
    if len(allies) > 1:
        yield refuse("IDG-3.2.2", "idg.army.no.two_allies", "allies")
    most = int(ALLIED_SHARE * force.army.limit)
    if price.allies > most:
        yield refuse("IDG-3.2.1", "idg.army.no.ally_points", "allies", n=price.allies, most=most)
    for ally in allies:
        yield from _contingent_flaws(force, ally)


@rule("IDG-18.2.5", "IDG-18.6.4", "IDG-18.6.5")
def _contingent_flaws(force: Muster, ally: Force) -> Iterator[Violation]:
    """A contingent is of a list, a time and states that the army's own list permits."""
    book = force.own.book
    allowed = [one for one in (book.allies if book else ()) if one.list == ally.list_id]
    here, what = ally.at.rstrip("."), list_word(ally.list_id)
    if not allowed:
        own = list_word(force.army.list)
        yield refuse("IDG-3.2.2", "idg.army.no.ally_list", here, list=what, own=own)
        return
    one = allowed[0]
    if not one.when.allows_year(force.year):
        yield refuse(one.rule, "idg.army.no.time", here, what=what, when=when_word(one.when))
    yield from _state_flaws(one, ally)


def _state_flaws(allowed: Ally, ally: Force) -> Iterator[Violation]:
    if not allowed.states:
        return
    states = {ally.state, *(body.state for body in ally.bodies)}
    if not states <= {*allowed.states}:
        only = states_word(ally.list_id, allowed.states)
        cited = allowed.state_rule
        yield refuse(cited, "idg.army.no.ally_state", ally.at.rstrip("."), only=only)


# -- home ----------------------------------------------------------------------------------------


@rule("IDG-4.4.1", "IDG-18.1.10", "IDG-18.3.8", "IDG-18.6.3", "IDG-18.7.11", "IDG-18.10.7")
def home_terrains(army: Army) -> tuple[str, ...]:
    """List the terrains an army can be at home in; its own choice first."""
    book = army_lists().get(army.list)
    if book is None:
        return () if army.home is None else (army.home,)
    state = generals_state(army)
    fitting = [
        one
        for one in book.home
        if _is_in(book, one.theatre, army)
        and one.when.allows_state(state)
        and (one.when.includes(army.year) if army.year is not None else not one.when.is_dated)
    ]
    cite(fitting[0].rule)
    return fitting[0].terrain


def _is_in(book: ArmyList, theatre: str, army: Army) -> bool:
    """Is an army in a theatre, and in one of its years? An army of no year is in any."""
    if not theatre:
        return True
    return theatre == army.theatre and book.theatres[theatre].allows_year(army.year)


def _home_rule(army: Army) -> str:
    return army_lists()[army.list].home[0].rule


def weather_zone(army: Army) -> str:
    """Give the weather zone proposed for an army's home."""
    book = army_lists().get(army.list)
    if book is None:
        return "west_central_europe"
    return book.weather.get(army.theatre, book.weather["all"])


# -- periods -------------------------------------------------------------------------------------


@rule("IDG-3.3.1")
def periods_of(army: Army) -> set[int]:
    """List the periods an army belongs to, from 1: that of its year, or all of its list."""
    book = army_lists().get(army.list)
    first, last = (
        (army.year, army.year) if army.year is not None else book.years if book else (-2500, 1300)
    )
    spans = enumerate(troop_file().periods, start=1)
    return {number for number, (start, end) in spans if first <= end and last >= start}


@rule("IDG-3.3.1")
def meeting_flaws(one: Army, other: Army, options: IdgOptions) -> list[Violation]:
    """Say why two armies may not meet: only those of the same period do, where that is agreed."""
    if not options.opt_periods or periods_of(one) & periods_of(other):
        return []
    first, second = list_word(one.list), list_word(other.list)
    return [refuse("IDG-3.3.1", "idg.army.no.period", "list", one=first, other=second)]
