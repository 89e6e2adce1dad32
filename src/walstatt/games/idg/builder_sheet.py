"""Everything about an army that is being made, for the page on which it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from walstatt.games.idg.army import Army, text_of
from walstatt.games.idg.army_check import home_terrains, judged, tolerance
from walstatt.games.idg.army_file import mustered
from walstatt.games.idg.army_price import ArmyPrice, ledger_of, price_of
from walstatt.games.idg.army_words import army_catalogue, list_word, state_word, year_word
from walstatt.games.idg.builder_data import plain, put
from walstatt.games.idg.builder_fields import choice, sections, unit_name
from walstatt.games.idg.builder_lines import (
    ally_offers,
    line_key,
    line_rows,
    lines_meant,
    list_rules,
    upgrade_meant,
    upgrade_words,
)
from walstatt.games.idg.builder_units import unit_rows
from walstatt.games.idg.lists import army_lists
from walstatt.games.idg.muster import Force, Muster
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.troops import listed
from walstatt.i18n.catalogue import LANGUAGES, Message, say
from walstatt.kernel.decisions import Violation
from walstatt.kernel.ledger import Ledger
from walstatt.scene.rosters import (
    ArmyFact,
    ArmyField,
    ArmyFlaw,
    ArmyForce,
    ArmyOption,
    ArmySection,
    ArmySheet,
    ArmyVerdict,
    Way,
)

MARKS = {
    "classical_greeks": "greeks",
    "early_achaemenid_persians": "persians",
    "romans_punic_wars": "romans",
    "early_germans": "germans",
    "early_imperial_romans": "imperial_romans",
    "late_sung": "sung",
}
"""The colours of the lists that are not called as the list is."""


def sheet_of(army: Army, options: IdgOptions) -> ArmySheet:
    """Describe an army that was opened for making it."""
    force = mustered(army, options)
    price = price_of(force)
    parts = sections(force)
    forces = tuple(_forces(force, price))
    return ArmySheet(
        army=plain(army),
        verdict=verdict_of(force, known_keys(parts, forces)),
        ledger=named_ledger(force),
        sections=parts,
        forces=forces,
        offers=tuple(ally_offers(force)),
    )


def named_ledger(force: Muster) -> Ledger:
    """Price an army; units are called as their player does, in whatever language."""
    ledger = ledger_of(force)
    named = [
        replace(line, message=say("idg.army_points.unit", unit=unit_name(body)))
        for line, body in zip(ledger.lines, force.bodies, strict=False)
    ]
    return replace(ledger, lines=(*named, *ledger.lines[len(named) :]))


# -- the parts of an army ------------------------------------------------------------------------


def _forces(force: Muster, price: ArmyPrice) -> Iterator[ArmyForce]:
    for place, part in enumerate(force.forces):
        at: Way = ("allies", place - 1) if part.allied else ()
        points = price.allies if part.allied else price.total - price.allies
        yield ArmyForce(
            key=_force_key(part),
            at=at,
            title=list_word(part.list_id),
            mark=mark_of(part.list_id),
            allied=part.allied,
            points=points,
            lines=tuple(line_rows(force, part, at)),
            units=tuple(unit_rows(force, part, at)),
            fields=tuple(_ally_fields(force, part, at)),
            upgrades=tuple(upgrade_words(part.list_id, part.book)) if part.book else (),
            rules=tuple(list_rules(part.list_id, part.book)) if part.book else (),
            remove=(put(*at),) if part.allied else (),
        )


def _force_key(part: Force) -> str:
    return part.at.rstrip(".") or "units"


def _ally_fields(force: Muster, part: Force, at: Way) -> Iterator[ArmyField]:
    """Let the state of allies be chosen."""
    if not part.allied or part.book is None or not part.book.states:
        return
    own = army_lists().get(force.army.list)
    allowed = {state for one in (own.allies if own else ()) for state in one.states}
    options = [
        ArmyOption(
            label=state_word(part.list_id, one), value=one, apt=not allowed or one in allowed
        )
        for one in part.book.states
    ]
    yield choice(*at, "state", options=options, usual=part.book.usual_state)


def mark_of(list_id: str) -> str:
    """Name the colours of a list."""
    return MARKS.get(list_id, list_id)


# -- the verdict ---------------------------------------------------------------------------------


def verdict_of(force: Muster, keys: Iterable[str] = ()) -> ArmyVerdict:
    """Judge an army; what is wrong is told beside what it is wrong about."""
    army, known = force.army, {*keys}
    return ArmyVerdict(
        title={one: titled(army, one) for one in LANGUAGES},
        list=army.list,
        points=price_of(force).total,
        limit=army.limit,
        most=army.limit + tolerance(force),
        units=len(force.bodies),
        elements=sum(1 for _ in force.elements()),
        flaws=tuple(
            ArmyFlaw(one.rule, one.message, tuple(_places(force, one, known)))
            for one in judged(force)
        ),
        facts=tuple(_facts(force)),
    )


def titled(army: Army, language: str) -> str:
    """Give the name of an army, or that of its list."""
    return text_of(army.name, language) or army_catalogue().text(list_word(army.list), language)


def _facts(force: Muster) -> Iterator[ArmyFact]:
    army = force.army
    yield _fact("list", list_word(army.list))
    if army.year is not None:
        yield _fact("year", year_word(army.year))
    if army.state and force.own.book is not None:
        yield _fact("state", state_word(army.list, army.state))
    yield _fact("command", say(f"idg.command.{force.command}"))
    homes = [say(f"idg.home.{one}") for one in home_terrains(army)]
    if homes:
        yield _fact("home", listed(homes))
    if army.scenario is not None:
        battle = say(f"idg.battle.{army.scenario}")
        role = say(f"idg.role.{army.role or 'attacker'}")
        yield _fact("battle", say("idg.paired", a=battle, b=role))


def _fact(name: str, value: Message) -> ArmyFact:
    return ArmyFact(name, say(f"idg.roster.{name}"), value)


def known_keys(parts: Iterable[ArmySection], forces: Iterable[ArmyForce]) -> Iterator[str]:
    """List the keys of everything that is shown."""
    for part in parts:
        yield part.id
        yield from (field.key for field in part.fields)
    for force in forces:
        yield force.key
        yield from (field.key for field in force.fields)
        yield from (line.key for line in force.lines)
        for unit in force.units:
            yield unit.key
            yield from (field.key for field in unit.fields)


def _places(force: Muster, flaw: Violation, known: set[str]) -> Iterator[str]:
    """Find what a flaw is shown beside: a line, the units with an upgrade, a field, a unit."""
    for part in force.forces:
        if flaw.at == f"{part.at}units":
            yield from _places_in(part, flaw, known)
            return
    at = flaw.at
    while at and at not in known:
        at = at[: max(at.rfind("."), at.rfind("["), 0)]
    if at:
        yield at


def _places_in(part: Force, flaw: Violation, known: set[str]) -> Iterator[str]:
    line, upgrade = line_key(part.at, lines_meant(flaw)), upgrade_meant(flaw)
    if line in known:
        yield line
    elif upgrade:
        for body in part.bodies:
            if any(upgrade in one.upgrades for one in body.elements):
                yield body.at
    elif _force_key(part) in known:
        yield _force_key(part)
