"""Armies made by the program: legal, sensible, and different every time. IDG-3.1.1."""

from __future__ import annotations

from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from walstatt.games.idg.army import Army, Contingent, General, Unit, budget
from walstatt.games.idg.army_check import MOST, home_terrains, judged
from walstatt.games.idg.army_price import price_of
from walstatt.games.idg.army_words import army_catalogue, list_word, year_word
from walstatt.games.idg.lists import ArmyList, Troop, army_lists
from walstatt.games.idg.muster import muster
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.quick_draft import Draft, draft_points
from walstatt.games.idg.quick_fit import fitted
from walstatt.games.idg.quick_siege import Outfit, outfit, with_ship
from walstatt.games.idg.quick_units import Recruiter
from walstatt.games.idg.troops import CommandType, Role, Scenario
from walstatt.i18n.catalogue import LANGUAGES, say
from walstatt.kernel.decisions import Rng
from walstatt.kernel.errors import BadRequest

T = TypeVar("T")

ATTEMPTS: Final = 100
"""How often an army is begun anew before the program gives up."""
ENOUGH: Final = 97
"""The share of the points that is used, in percent."""
EXCEPTIONAL: Final = 0.6
"""How often an exceptional general leads an army of his time."""
INDEPENDENT: Final = 0.6
"""How often a general who may be is a unit of his own."""
ELITE: Final = 0.4
"""How often such a general is bought as elite."""
SECOND: Final = 0.3
"""How often he is, or is with, the second best troops."""
ALLIES: Final = 0.3
"""How often allies come along, where there may be any."""
SHIPS: Final = 0.4
"""How often a ship helps to defend a town that may lie on the coast."""
CARTS: Final = 2
"""How large a baggage train is that nobody has come for."""
PREY: Final = (8, 9, 10)
"""How large it may be in a raid: guards who wall in four carts lose hardly a raid."""
LEADERS: Final = ("heavy_cavalry", "cataphract", "heavy_chariot", "light_cavalry", "warrior")
"""The classes of which generals are, the best first."""


class Order(Struct, frozen=True):
    """What is wanted; a year or state that is not said is chosen."""

    list_id: str
    points: int
    scenario: Scenario = "open_battle"
    role: Role = "attacker"
    year: int | None = None
    state: str = ""


def quick_army(
    list_id: str,
    points: int | None,
    role: tuple[Scenario, Role],
    rng: Rng,
    options: IdgOptions,
    *,
    year: int | None = None,
    state: str = "",
) -> Army:
    """Make a legal army of a list for a role that uses its points as far as possible."""
    book = army_lists().get(list_id)
    if book is None:
        raise BadRequest(f"there is no list {list_id!r}; there are: {', '.join(army_lists())}")
    if state and state not in book.states:
        raise BadRequest(f"{list_id} has no state {state!r}; there are: {', '.join(book.states)}")
    order = Order(list_id, points or budget(*role), *role, year, state)
    best: tuple[int, Army] | None = None
    for _ in range(ATTEMPTS):
        found = Maker(order, book, rng, options).army()
        if found is not None and (best is None or found[0] > best[0]):
            best = found
        if best is not None and best[0] * 100 >= ENOUGH * order.points:
            return best[1]
    if best is None:
        raise BadRequest(f"no army of {list_id} can be made of {order.points} points")
    return best[1]


class Maker:
    """Makes one army, or fails."""

    def __init__(self, order: Order, book: ArmyList, rng: Rng, options: IdgOptions) -> None:
        self.order = order
        self.book = book
        self.rng = rng
        self.options = replace(options, opt_dates=True)
        self.year = rng.randint(*book.years) if order.year is None else order.year
        self.state = order.state or (rng.choice(book.states) if book.states else "")
        places = [name for name, one in book.theatres.items() if one.allows_year(self.year)]
        self.theatre = rng.choice(places) if places else ""
        chosen = [one.type for one in book.command if one.chosen]
        self.command: CommandType | None = rng.choice(chosen) if chosen else None
        self.recruiter = Recruiter(order.list_id, self.year, self.state, rng, self.options)

    def army(self) -> tuple[int, Army] | None:
        """Give the points and the army; None if it did not come out legal."""
        order = self.order
        things = outfit(self.book, order.points, order.scenario, order.role, self.rng, self.options)
        if self._has_port() and self.rng.random() < SHIPS:
            things = with_ship(things)
        allies = self._allies()
        places = MOST - things.places - sum(len(one.units) for one in allies)
        room = order.points - things.points - self._fixed(things, allies)
        drafts = self.recruiter.upgraded(self.recruiter.units(room - 30, places))
        begun = self._begun(things, allies)
        general = self._general(drafts, begun)
        whole = replace(begun, general=general, units=self._units(drafts, things))
        spent = price_of(muster(whole, self.options)).total
        own = sum(draft_points(one, self.options) for one in drafts)
        fitting = fitted(drafts, order.points - (spent - own), self.rng, self.options)
        if fitting is None:
            return None
        army = replace(whole, units=self._units(fitting, things))
        return self._legal(army)

    def _has_port(self) -> bool:
        """May it be a besieged town on the coast?"""
        order, options = self.order, self.options
        if (order.scenario, order.role) != ("siege", "defender"):
            return False
        if "never" in (options.opt_fortifications, options.opt_ships_boats):
            return False
        return "coast" in home_terrains(self._begun(Outfit(), ()))

    def _legal(self, army: Army) -> tuple[int, Army] | None:
        force = muster(army, self.options)
        return None if judged(force) else (price_of(force).total, army)

    def _units(self, drafts: list[Draft], things: Outfit) -> tuple[Unit, ...]:
        return (*(one.unit() for one in drafts), *things.engines)

    def _fixed(self, things: Outfit, allies: tuple[Contingent, ...]) -> int:
        """Price what does not change any more."""
        begun = replace(self._begun(things, allies), units=things.engines)
        return price_of(muster(begun, self.options)).total - things.points

    def _begun(self, things: Outfit, allies: tuple[Contingent, ...]) -> Army:
        """Write down everything but general and units."""
        order = self.order
        words = army_catalogue()
        name = say("idg.army.quick", list=list_word(order.list_id), year=year_word(self.year))
        return Army(
            format=1,
            game="idg",
            list=order.list_id,
            name={language: words.text(name, language) for language in LANGUAGES},
            year=self.year,
            state=self.state,
            theatre=self.theatre,
            home=things.home,
            command=self.command,
            scenario=order.scenario,
            role=order.role,
            points=order.points,
            units=(),
            allies=allies,
            baggage=self._carts(),
            equipment=things.equipment,
        )

    def _carts(self) -> int:
        """Choose how large the train is: what raiders have come for is hard to wall in."""
        order = self.order
        is_prey = (order.scenario, order.role) == ("raid", "defender")
        return self.rng.choice(PREY) if is_prey else CARTS

    # -- the general -----------------------------------------------------------------------------

    def _general(self, drafts: list[Draft], begun: Army) -> General:
        """Choose who leads: with the best unit, or on his own where he may."""
        hero = self._hero()
        attached = General(unit=self._best(drafts) + 1, exceptional=hero)
        whole = replace(begun, units=tuple(one.unit() for one in drafts), general=attached)
        if muster(whole, self.options).command == "tribal" or self.rng.random() > INDEPENDENT:
            return attached
        line, troop = self._mount(drafts)
        upgrades = self._shared(drafts, line, troop)
        elite = self.book.lines[line].troops[troop].quality != "elite" and (
            self.rng.random() < ELITE
        )
        return General(line=line, troop=troop, options=upgrades, elite=elite, exceptional=hero)

    def _hero(self) -> str:
        known = [
            name
            for name, when in self.book.exceptional.items()
            if when.allows(self.year, self.state)
        ]
        return self.rng.choice(known) if known and self.rng.random() < EXCEPTIONAL else ""

    def _best(self, drafts: list[Draft]) -> int:
        """Choose one of the two dearest units that a general can be with."""
        able = [at for at, one in enumerate(drafts) if not one.locked or one.kind.size is None]
        return self._one_of(sorted(able, key=lambda at: _rank(drafts[at].profile), reverse=True))

    def _mount(self, drafts: list[Draft]) -> tuple[str, str]:
        """Choose what an independent general is: the best that the army can have.

        Units that clash already do so with every general; some still can be made to fit.
        """
        kinds = [
            (line, troop)
            for line, one in self.book.lines.items()
            if self.recruiter.has(one) and one.leads
            for troop, profile in one.troops.items()
            if profile.when.allows(self.year, self.state) and profile.troop in LEADERS
        ]
        able = [one for one in kinds if not self._clashes(drafts, *one)] or kinds
        lines = self.book.lines
        return self._one_of(
            sorted(able, key=lambda one: _rank(lines[one[0]].troops[one[1]]), reverse=True)
        )

    def _clashes(self, drafts: list[Draft], line: str, troop: str) -> bool:
        """Does the list forbid these units under such a general?"""
        return self.recruiter.clashes(drafts, General(line=line, troop=troop))

    def _one_of(self, ranked: list[T]) -> T:
        """Choose the best, or now and then the second best."""
        return ranked[1 if len(ranked) > 1 and self.rng.random() < SECOND else 0]

    def _shared(self, drafts: list[Draft], line: str, troop: str) -> tuple[str, ...]:
        """List the upgrades that all such troops of the army have."""
        profile = self.book.lines[line].troops[troop]
        return tuple(
            name
            for name, one in self.book.upgrades.items()
            if one.all_or_none
            and line in one.lines
            and (one.only is None or one.only.fits(profile))
            and any(name in draft.options for draft in drafts)
        )

    # -- allies ----------------------------------------------------------------------------------

    def _allies(self) -> tuple[Contingent, ...]:
        """Let allies come along, now and then: a unit of each line they must have, or two."""
        able = [one for one in self.book.allies if one.when.allows_year(self.year)]
        if not able or not self.options.opt_allies or self.rng.random() > ALLIES:
            return ()
        ally = self.rng.choice(able)
        book = army_lists()[ally.list]
        state = self.rng.choice(ally.states) if ally.states else book.usual_state
        recruiter = Recruiter(ally.list, self.year, state, self.rng, self.options)
        names = [name for name, line in book.lines.items() if line.units[0]]
        units = tuple(
            recruiter.draft(name).unit() for name in names for _ in range(self.rng.randint(1, 2))
        )
        return (Contingent(list=ally.list, state=state, units=units),)


def _rank(profile: Troop) -> tuple[int, int, int]:
    """Order troops by how fit they are for a general."""
    place = LEADERS.index(profile.troop) if profile.troop in LEADERS else len(LEADERS)
    quality = {"elite": 2, "ordinary": 1, "raw": 0}[profile.quality]
    return quality, -place, profile.points
