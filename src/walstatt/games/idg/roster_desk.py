"""The desk at which armies for In Death Ground are made, judged, read and written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from walstatt.games.idg.army import Army, budget, budget_against, names_of, text_of
from walstatt.games.idg.army_check import judged, meeting_flaws
from walstatt.games.idg.army_file import mustered, read_army, ready_armies, write_army
from walstatt.games.idg.army_words import list_word, years_word
from walstatt.games.idg.builder_data import blank, closed, opened, plain
from walstatt.games.idg.builder_fields import battle_fields
from walstatt.games.idg.builder_fill import filled
from walstatt.games.idg.builder_sheet import mark_of, sheet_of, titled, verdict_of
from walstatt.games.idg.content import RED, SEATS
from walstatt.games.idg.lists import army_lists
from walstatt.games.idg.muster import muster
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.quick_army import quick_army
from walstatt.games.idg.roster import roster
from walstatt.games.idg.roster_page import as_page
from walstatt.games.idg.setup import DICED, FREE_SCENARIOS, army_for, role_of
from walstatt.games.idg.troops import Scenario
from walstatt.i18n.catalogue import LANGUAGES
from walstatt.kernel.decisions import Rng, Violation, refuse
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.ids import Seat
from walstatt.scene.rosters import (
    ArmyFlaw,
    ArmyIndex,
    ArmyListInfo,
    ArmySheet,
    Gathering,
    Mustered,
    Plain,
    ReadyArmy,
    RosterDesk,
    Source,
)

SWITCHES = (
    "opt_dates",
    "opt_periods",
    "opt_allies",
    "opt_stratagems",
    "opt_fortifications",
    "opt_ships_boats",
    "opt_wagons",
    "opt_free_armies",
    "var_mongol_bonus_lines",
    "var_list_points",
)
"""The options that matter to armies."""
CHOSEN = ("theatre", "home", "command")
"""What the program leaves as it was chosen, if that can be."""


class IdgDesk(RosterDesk[IdgOptions]):
    """Armies of the twelve lists."""

    def index(self) -> ArmyIndex:
        """List the lists and the ready armies, in the order of the rulebook."""
        order = list(army_lists())
        ready = sorted(
            ready_armies().items(), key=lambda item: (order.index(item[1].list), item[1].year or 0)
        )
        return ArmyIndex(
            lists=tuple(_list_info(name) for name in order),
            ready=tuple(_ready(name, army) for name, army in ready),
            fields=tuple(battle_fields(opened(blank(order[0])))),
            options=SWITCHES,
        )

    def sheet(self, army: Plain, options: IdgOptions) -> ArmySheet:
        """Tell everything about an army."""
        return sheet_of(opened(army), options)

    def quick(self, army: Plain, options: IdgOptions, rng: Rng) -> Plain:
        """Make an army; what was said about time, place and command is kept if it can be."""
        given = opened(army)
        role = given.scenario or "open_battle", given.role or "attacker"
        made = quick_army(
            given.list,
            given.points,
            role,
            rng,
            options,
            year=given.year,
            state=given.state,
        )
        name = given.name if any(names_of(given.name)) else made.name
        made = replace(made, name=name, note=given.note, points=given.points)
        wanted = {one: getattr(given, one) for one in CHOSEN if getattr(given, one)}
        kept = replace(made, **wanted)
        return plain(opened(plain(made if judged(muster(kept, options)) else kept)))

    def filled(self, army: Plain, options: IdgOptions, rng: Rng) -> Plain:
        """Use the points that are left."""
        return plain(opened(plain(filled(opened(army), options, rng))))

    def page(self, army: Plain, options: IdgOptions, language: str) -> str:
        """Write the roster as a page for printing."""
        return as_page(roster(mustered(_titled(closed(army)), options), language))

    def read(self, text: str, file: str) -> Plain:
        """Read an army file."""
        return plain(opened(plain(read_army(text, file))))

    def write(self, army: Plain) -> str:
        """Write an army file."""
        return write_army(_titled(closed(army)))

    def gather(
        self, scenario: str, options: IdgOptions, rosters: Mapping[Seat, Plain]
    ) -> Gathering:
        """Judge the armies that are brought to a scenario, each by itself and together."""
        fight: Scenario | None = next((one for one in FREE_SCENARIOS if one == scenario), None)
        if scenario == DICED:
            fight, sources = "open_battle", _only_quick()
            _require_orders(rosters)
        elif fight is None:
            return Gathering(armies={})
        else:
            sources = ("quick", "ready", "mine")
        armies = {
            seat: army_for(rosters.get(seat), seat, (fight, role_of(seat, RED)), options)
            for seat in SEATS
        }
        return Gathering(
            armies={seat: _mustered(army, options) for seat, army in armies.items()},
            flaws=tuple(
                ArmyFlaw(one.rule, one.message) for one in _pair_flaws(armies, fight, options)
            ),
            sources=sources,
            points=budget("open_battle", "attacker"),
        )


def _only_quick() -> tuple[Source, ...]:
    return ("quick",)


def _require_orders(rosters: Mapping[Seat, Plain]) -> None:
    """Where dice decide the scenario, players name lists and the program makes the armies."""
    for seat, given in rosters.items():
        if not (isinstance(given, Mapping) and "quick" in given):
            raise BadRequest(f"{seat}: where dice decide the scenario the program makes the armies")


def _list_info(name: str) -> ArmyListInfo:
    years = years_word(army_lists()[name].years)
    return ArmyListInfo(
        id=name, title=list_word(name), note=years, mark=mark_of(name), blank=blank(name)
    )


def _ready(name: str, army: Army) -> ReadyArmy:
    mine = opened(plain(army))
    note = {one: text_of(army.note, one) for one in LANGUAGES} if army.note else {}
    verdict = verdict_of(mustered(mine, IdgOptions()))
    return ReadyArmy(id=name, army=plain(mine), verdict=verdict, note=note)


def _titled(army: Army) -> Army:
    """Call an army that has no name by its list."""
    if any(names_of(army.name)):
        return army
    words = {one: titled(army, one) for one in LANGUAGES}
    return replace(army, name=words)


def _mustered(army: Army, options: IdgOptions) -> Mustered:
    mine = opened(plain(army))
    return Mustered(army=plain(mine), verdict=verdict_of(mustered(mine, options)))


def _pair_flaws(
    armies: Mapping[Seat, Army], scenario: Scenario, options: IdgOptions
) -> Iterator[Violation]:
    """Say why two armies do not meet: other times, or sizes that do not match."""
    red, blue = (armies[seat] for seat in SEATS)
    yield from meeting_flaws(red, blue, options)
    most = budget_against(scenario, "attacker", blue.limit)
    if abs(red.limit - most) > 1:
        yield refuse("IDG-5.2.1", "idg.builder.sizes", n=red.limit, other=blue.limit, most=most)
