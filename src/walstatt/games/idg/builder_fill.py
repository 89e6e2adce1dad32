"""Using the points that an army has left, without touching what its maker chose. IDG-3.1.1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from walstatt.games.idg.army import Army, General, Unit
from walstatt.games.idg.army_check import MOST, judged
from walstatt.games.idg.army_price import price_of
from walstatt.games.idg.general_check import general_flaws
from walstatt.games.idg.lists import ArmyList, army_lists
from walstatt.games.idg.muster import JOINED, muster
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.quick_army import LEADERS
from walstatt.games.idg.quick_draft import Draft, draft_points
from walstatt.games.idg.quick_fit import fitted
from walstatt.games.idg.quick_units import Recruiter
from walstatt.kernel.decisions import Rng
from walstatt.kernel.errors import BadRequest

ATTEMPTS: Final = 40
"""How often it is tried; the best is taken."""
ENOUGH: Final = 98
"""The share of the points that is used, in percent, when a legal army is good enough."""
TRIES: Final = 8
"""How many units may not fit before no more are looked for."""
UPGRADED: Final = 0.5
"""How often new units are upgraded."""


def filled(army: Army, options: IdgOptions, rng: Rng) -> Army:
    """Add units and elements until the points are used."""
    book = army_lists().get(army.list)
    if book is None:
        raise BadRequest(f"there is no list {army.list!r}")
    best, rank = army, _rank(army, options)
    for _ in range(ATTEMPTS):
        found = Filler(army, book, options, rng).army()
        now = _rank(found, options)
        if now > rank:
            best, rank = found, now
        if rank[0] == 0 and rank[1] * 100 >= ENOUGH * army.limit:
            break
    return best


def _rank(army: Army, options: IdgOptions) -> tuple[int, int]:
    """Order armies: few flaws first, then many points."""
    force = muster(army, options)
    return -len(judged(force)), price_of(force).total


class Filler:
    """Completes an army, once."""

    def __init__(self, army: Army, book: ArmyList, options: IdgOptions, rng: Rng) -> None:
        self.begun = army
        self.book = book
        self.options = options
        self.rng = rng
        year = army.year if army.year is not None else rng.randint(*book.years)
        state = army.state or book.usual_state
        self.recruiter = Recruiter(army.list, year, state, rng, options)

    def army(self) -> Army:
        """Give the army with more units, then with larger ones."""
        begun = self._led(self.begun)
        drafts = self._drafts(begun)
        whole = self._led(self._joined(begun, drafts))
        room = whole.limit - self._spent(whole) + sum(self._points(one) for one in drafts)
        sized = fitted(drafts, room, self.rng, self.options) if drafts else []
        return self._enlarged(self._joined(whole, sized or drafts, len(begun.units)))

    def _spent(self, army: Army) -> int:
        return price_of(muster(army, self.options)).total

    def _points(self, draft: Draft) -> int:
        return draft_points(draft, self.options)

    def _joined(self, army: Army, drafts: list[Draft], kept: int | None = None) -> Army:
        units = army.units if kept is None else army.units[:kept]
        return replace(army, units=(*units, *(one.unit() for one in drafts)))

    # -- units -----------------------------------------------------------------------------------

    def _drafts(self, army: Army) -> list[Draft]:
        """Choose new units: those that are missing, then whatever fits."""
        have = Counter(one.line for one in army.units)
        drafts = [
            self.recruiter.draft(name)
            for name, line in self.book.lines.items()
            for _ in range(line.units[0] - have[name])
        ]
        room = army.limit - self._spent(army) - sum(map(self._points, drafts))
        things = army.equipment
        taken = len(army.units) + sum(len(one.units) for one in army.allies)
        places = MOST - taken - things.siege_towers - things.ships - len(drafts)
        drafts += self._more(have + Counter(one.line for one in drafts), room, places)
        return self.recruiter.upgraded(drafts) if self.rng.random() < UPGRADED else drafts

    def _more(self, have: Counter[str], room: int, places: int) -> Iterator[Draft]:
        missed = 0
        while places > 0 and missed < TRIES:
            names = [
                name
                for name, line in self.book.lines.items()
                if have[name] < line.units[1] and line.usual.weight and self.recruiter.has(line)
            ]
            if not names:
                return
            weights = [self.book.lines[name].usual.weight / (1 + have[name]) for name in names]
            draft = self.recruiter.draft(self.rng.choices(names, weights)[0])
            if self._points(draft) > room:
                missed += 1
                continue
            have[draft.line] += 1
            places -= 1
            room -= self._points(draft)
            yield draft

    def _enlarged(self, army: Army) -> Army:
        """Add an element here and there as long as that breaks nothing."""
        rank = _rank(army, self.options)
        for place in self.rng.sample(range(len(army.units)), len(army.units)):
            while True:
                more = _one_larger(army, place)
                now = _rank(more, self.options) if more else rank
                if more is None or now[0] < rank[0] or now[1] > army.limit:
                    break
                army, rank = more, now
        return army

    # -- the general -----------------------------------------------------------------------------

    def _led(self, army: Army) -> Army:
        """Give an army a general if it has none that will do."""
        given = army.general or General()
        if given.unit is not None or given.line or not army.units:
            return army
        able = [
            led
            for led in self._generals(army, given)
            if not list(general_flaws(muster(led, self.options)))
        ]
        return self.rng.choice(able) if able else army

    def _generals(self, army: Army, given: General) -> Iterator[Army]:
        for number in range(1, len(army.units) + 1):
            yield replace(army, general=replace(given, unit=number))
        for name, line in self.book.lines.items():
            first = next(iter(line.troops.values()))
            if line.leads and first.troop in LEADERS:
                yield replace(army, general=replace(given, line=name))


def _one_larger(army: Army, place: int) -> Army | None:
    """Add an element of the first kind to a unit."""
    unit = army.units[place]
    if not isinstance(unit.elements, dict):
        return None
    plain = [key for key in unit.elements if JOINED not in key] or list(unit.elements)
    more = {**unit.elements, plain[0]: unit.elements[plain[0]] + 1}
    units: list[Unit] = [*army.units]
    units[place] = replace(unit, elements=more)
    return replace(army, units=tuple(units))
