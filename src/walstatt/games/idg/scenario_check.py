"""What a scenario and a role allow: baggage, works, siege equipment. IDG-5, IDG-16, IDG-17."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final

from walstatt.games.idg.army import Army
from walstatt.games.idg.muster import Muster
from walstatt.games.idg.prices import equipment_line
from walstatt.i18n.catalogue import say
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.ids import RuleId
from walstatt.kernel.trace import rule

WORKS: Final = ("walls", "ramparts", "towers")
"""What counts as fortifications."""
MOST_EXCHANGED: Final = 3
SECTIONS_A_TOWER: Final = 6
MOST_WAGONS: Final = 8
LEAST_BAGGAGE: Final = 2

NEEDS_BAGGAGE: Final[dict[tuple[str, str], RuleId]] = {
    ("ambush", "attacker"): "IDG-5.3.1",
    ("open_battle", "attacker"): "IDG-5.4.5",
    ("open_battle", "defender"): "IDG-5.4.5",
    ("raid", "defender"): "IDG-5.5.5",
    ("siege", "attacker"): "IDG-5.6.9",
    ("siege", "defender"): "IDG-5.6.9",
}
"""Who must bring a baggage train."""


def scenario_flaws(muster: Muster) -> Iterator[Violation]:
    """List what does not suit the scenario and the role."""
    for judge in _JUDGES:
        yield from judge(muster)


def role_of(army: Army) -> tuple[str, str]:
    """Give scenario and role; without a word an open battle."""
    return army.scenario or "open_battle", army.role or "attacker"


@rule("IDG-5.10.1", "IDG-5.3.1", "IDG-5.4.5", "IDG-5.5.5", "IDG-5.6.9")
def baggage_flaws(muster: Muster) -> Iterator[Violation]:
    """A train has two elements or more; most roles need one."""
    army = muster.army
    needed = NEEDS_BAGGAGE.get(role_of(army))
    if not army.baggage and needed:
        yield refuse(needed, "idg.army.no.baggage", "baggage")
    elif 0 < army.baggage < LEAST_BAGGAGE:
        yield refuse("IDG-5.10.1", "idg.army.no.small_baggage", "baggage", n=LEAST_BAGGAGE)


# -- fortifications ------------------------------------------------------------------------------


@rule("IDG-5.5.4", "IDG-5.6.5")
def works_limits(army: Army) -> tuple[int, int, RuleId]:
    """Give the points that must and may go into fortifications, and the rule that says so."""
    match role_of(army):
        case ("siege", "defender"):
            return _part(army, "1/4", up=True), _part(army, "1/2"), "IDG-5.6.5"
        case ("raid", "defender"):
            return 0, _part(army, "1/4"), "IDG-5.5.4"
    return 0, 0, "IDG-16.1.1"


def _part(army: Army, share: str, *, up: bool = False) -> int:
    part = Fraction(share) * army.limit
    return -((-part) // 1) if up else part // 1


def works_points(army: Army) -> int:
    """Add up what is spent on fortifications."""
    counts = army.equipment.counts()
    return sum(equipment_line(name, counts[name]).value for name in WORKS if name in counts)


def works_flaws(muster: Muster) -> Iterator[Violation]:
    """Compare what is spent on fortifications with what may and must be."""
    army = muster.army
    least, most, cited = works_limits(army)
    spent = works_points(army)
    if muster.options.opt_fortifications == "never":
        least = most = 0
    if spent and not most:
        yield refuse("IDG-16.1.1", "idg.army.no.works", "equipment")
    elif not least <= spent <= most:
        yield refuse(
            cited, "idg.army.no.works_points", "equipment", n=spent, least=least, most=most
        )


@rule("IDG-16.1.3")
def tower_flaws(muster: Muster) -> Iterator[Violation]:
    """One section in six may be a tower."""
    things = muster.army.equipment
    most = (things.walls + things.ramparts) // SECTIONS_A_TOWER
    if things.towers > most:
        yield refuse(
            "IDG-16.1.3", "idg.army.no.towers", "equipment.towers", n=things.towers, most=most
        )


# -- sieges --------------------------------------------------------------------------------------

ATTACKERS: Final = ("breaches", "siege_towers")
BESIEGED: Final = ("flamethrowers",)
SIEGE_ONLY: Final = ("ladders", "ships", "bombs", *ATTACKERS, *BESIEGED)


@rule("IDG-5.6.11", "IDG-16.3.1", "IDG-16.4.1", "IDG-17.3.1", "IDG-18.12.18", "IDG-18.12.22")
def siege_flaws(muster: Muster) -> Iterator[Violation]:
    """Siege equipment is for sieges, some of it for one side only, some for one list only."""
    scenario, role = role_of(muster.army)
    for name, count in muster.army.equipment.counts().items():
        if name not in SIEGE_ONLY:
            continue
        what, cited = say(f"idg.equipment.{name}", n=count), equipment_line(name, 1).rule
        here = f"equipment.{name}"
        if scenario != "siege":
            yield refuse(cited, "idg.army.no.siege", here, what=what)
        elif name in (BESIEGED if role == "attacker" else ATTACKERS):
            side = say("idg.role.attacker" if name in ATTACKERS else "idg.role.defender")
            yield refuse(cited, "idg.army.no.side", here, what=what, side=side)
        if name in ("flamethrowers", "bombs") and not _grants(muster, name):
            yield refuse(cited, "idg.army.no.not_in_list", here, what=what)
    yield from _ship_flaws(muster)
    yield from _carried_flaws(muster)


def _grants(muster: Muster, name: str) -> bool:
    return muster.own.book is not None and name in muster.own.book.equipment


def _ship_flaws(muster: Muster) -> Iterator[Violation]:
    if muster.army.equipment.ships and muster.options.opt_ships_boats == "never":
        yield refuse("IDG-17.3.1", "idg.army.no.ships", "equipment.ships")


@rule("IDG-16.4.2", "IDG-18.12.22")
def _carried_flaws(muster: Muster) -> Iterator[Violation]:
    """Ladders are carried by foot, bombs are thrown by siege artillery."""
    things = muster.army.equipment
    foot = sum(one.profile.category == "foot" for one in muster.elements())
    if things.ladders > foot:
        yield refuse(
            "IDG-16.4.1", "idg.army.no.ladders", "equipment.ladders", n=things.ladders, most=foot
        )
    engines = any(one.profile.kind == "heavy_siege_engine" for one in muster.elements())
    if things.bombs and not engines:
        yield refuse("IDG-18.12.22", "idg.army.no.bombs", "equipment.bombs")


@rule("IDG-5.6.2", "IDG-5.6.17", "IDG-15.2.2")
def exchange_flaws(muster: Muster) -> Iterator[Violation]:
    """In a siege up to three units are exchanged for artillery, siege towers or ships."""
    scenario, _ = role_of(muster.army)
    for body in muster.bodies:
        if body.unit.exchange is None:
            continue
        if scenario != "siege":
            heavy = body.unit.exchange == "heavy_siege_engine"
            cited, what = (
                "IDG-15.2.2" if heavy else "IDG-5.6.2",
                say(f"idg.kind.{body.profile.kind}"),
            )
            yield refuse(cited, "idg.army.no.exchange", body.at, what=what)
        elif body.allied:
            yield refuse("IDG-5.6.2", "idg.army.no.ally_exchange", body.at)
    count = exchanged(muster)
    if scenario == "siege" and count > MOST_EXCHANGED:
        yield refuse("IDG-5.6.2", "idg.army.no.exchanges", "units", n=count, most=MOST_EXCHANGED)


def exchanged(muster: Muster) -> int:
    """Count what stands in the place of units: artillery, siege towers, ships."""
    guns = sum(body.unit.exchange is not None for body in muster.bodies)
    return guns + muster.army.equipment.siege_towers + muster.army.equipment.ships


@rule("IDG-15.2.2")
def engine_flaws(muster: Muster) -> Iterator[Violation]:
    """Heavy siege engines are for sieges, also in an army without a list."""
    if role_of(muster.army)[0] == "siege":
        return
    for body in muster.bodies:
        if body.unit.exchange is None and body.profile.kind == "heavy_siege_engine":
            what = say("idg.kind.heavy_siege_engine")
            yield refuse("IDG-15.2.2", "idg.army.no.exchange", body.at, what=what)


# -- wagons and stratagems -----------------------------------------------------------------------


@rule("IDG-17.1.1", "IDG-17.1.4")
def wagon_flaws(muster: Muster) -> Iterator[Violation]:
    """Wagons are for armies that have a wagon train, up to eight."""
    wagons, book = muster.army.equipment.wagons, muster.own.book
    if not wagons:
        return
    if not (muster.options.opt_wagons == "all" or book is None or book.wagons):
        yield refuse("IDG-17.1.1", "idg.army.no.wagons", "equipment.wagons")
    if wagons > MOST_WAGONS:
        yield refuse(
            "IDG-17.1.4", "idg.army.no.many_wagons", "equipment.wagons", n=wagons, most=MOST_WAGONS
        )


@rule("IDG-5.7.1", "IDG-5.4.9")
def stake_flaws(muster: Muster) -> Iterator[Violation]:
    """Up to a fifth of the points is staked, in an open battle with stratagems."""
    army = muster.army
    if not army.stake:
        return
    if not muster.options.opt_stratagems or role_of(army)[0] != "open_battle":
        yield refuse("IDG-5.4.9", "idg.army.no.stratagems", "stake")
    most = army.limit // 5
    if army.stake > most:
        yield refuse("IDG-5.7.1", "idg.army.no.stake", "stake", n=army.stake, most=most)


_JUDGES: Final[tuple[Callable[[Muster], Iterator[Violation]], ...]] = (
    baggage_flaws,
    works_flaws,
    tower_flaws,
    siege_flaws,
    exchange_flaws,
    engine_flaws,
    wagon_flaws,
    stake_flaws,
)
