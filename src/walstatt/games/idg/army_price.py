"""What an army costs: by element, by unit and in all, with every line. IDG-1.8, IDG-3.1.1."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from walstatt.games.idg.army import Army
from walstatt.games.idg.army_file import mustered
from walstatt.games.idg.army_words import unit_word
from walstatt.games.idg.muster import Body, Element, Muster
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.prices import (
    ARMY_POINTS,
    UNIT_POINTS,
    element_points,
    element_price,
    equipment_line,
    several,
    sum_of,
)
from walstatt.games.idg.troops import in_words
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.ledger import Ledger, Line
from walstatt.kernel.trace import rule


class ArmyPrice(Struct, frozen=True):
    """The points of an army, the sums only."""

    units: tuple[int, ...]
    """Of each unit, allies last."""
    general: int
    """Of an independent general."""
    allies: int
    equipment: int
    stake: int

    @property
    def total(self) -> int:
        """Add everything up."""
        return sum(self.units) + self.general + self.equipment + self.stake


@rule("IDG-1.8.1")
def price_of(muster: Muster) -> ArmyPrice:
    """Price an army, element by element."""
    bodies = muster.bodies
    units = tuple(unit_points(muster, body) for body in bodies)
    allied = sum(points for points, body in zip(units, bodies, strict=True) if body.allied)
    counts = muster.army.equipment.counts()
    things = sum(equipment_line(name, count).value for name, count in counts.items())
    return ArmyPrice(units, _general_points(muster), allied, things, muster.army.stake)


def unit_points(muster: Muster, body: Body) -> int:
    """Add up the elements of a unit."""
    counts = Counter(one.price for one in body.everybody)
    return sum(element_points(one, muster.options) * count for one, count in counts.items())


def _general_points(muster: Muster) -> int:
    if not muster.is_independent or muster.leader is None:
        return 0
    return element_points(muster.leader.price, muster.options)


# -- with every line -----------------------------------------------------------------------------


def price(army: Army, options: IdgOptions | None = None) -> Ledger:
    """Price an army, line by line."""
    return ledger_of(mustered(army, options or IdgOptions()))


def ledger_of(muster: Muster) -> Ledger:
    """Price an army: a line for each unit, with its elements inside, and for whatever else."""
    lines = [_unit_line(muster, body) for body in muster.bodies]
    if muster.is_independent and muster.leader is not None:
        own = element_price(muster.leader.price, muster.options)
        message = say("idg.army_points.general", what=in_words(muster.leader.profile))
        lines.append(Line("IDG-2.3.6", message, "general", own.total, parts=(own,)))
    counts = muster.army.equipment.counts()
    lines += [equipment_line(name, count) for name, count in counts.items()]
    if muster.army.stake:
        lines.append(Line("IDG-5.7.1", say("idg.army_points.stake"), "stake", muster.army.stake))
    return sum_of(ARMY_POINTS, lines)


def _unit_line(muster: Muster, body: Body) -> Line:
    whole = unit_price(muster, body)
    stage = "allies" if body.allied else "units"
    message = say("idg.army_points.unit", unit=unit_word(body))
    return Line("IDG-1.8.1", message, stage, whole.total, parts=(whole,))


def unit_price(muster: Muster, body: Body) -> Ledger:
    """Price a unit: a line for each kind of element in it."""
    counts: Counter[Element] = Counter(body.everybody)
    lines = [
        several(element_price(one.price, muster.options), count, _element_word(one))
        for one, count in counts.items()
    ]
    return sum_of(UNIT_POINTS, lines)


def _element_word(element: Element) -> Message:
    what = in_words(element.profile)
    return say("idg.unit_points.with_general", what=what) if element.general else what
