"""Setting a battle up: a ready one, or one of armies that players bring. IDG-5.1.4."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from random import Random  # noqa: TID251 - an army is made before any rule applies
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from walstatt.boards.table import Table
from walstatt.games.idg.army import Army, budget, budget_against
from walstatt.games.idg.army_check import check, meeting_flaws
from walstatt.games.idg.army_file import army_from, ready_armies
from walstatt.games.idg.army_words import army_catalogue
from walstatt.games.idg.battles import INCH, BattleFile, battle_files, laid
from walstatt.games.idg.content import (
    RED,
    SEATS,
    Fielded,
    IdgContent,
    cite_the_table,
    muster_key,
)
from walstatt.games.idg.fielding import edges_for, fielded_army, take_up
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.profiles import Sorting
from walstatt.games.idg.quick_army import quick_army
from walstatt.games.idg.troops import Role, Scenario
from walstatt.games.idg.turn import Battle
from walstatt.games.idg.world import Feature, IdgWorld
from walstatt.kernel.decisions import Violation
from walstatt.kernel.definition import Setup
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.ids import Seat
from walstatt.kernel.trace import rule

DICED: Final = "dice"
"""The scenario in which dice decide roles and scenario. IDG-5.1.1."""
FREE_SCENARIOS: Final[tuple[Scenario, ...]] = ("open_battle", "ambush", "raid", "siege")
BIG: Final = Table(72 * INCH, 48 * INCH)
USUAL_LISTS: Final[dict[Seat, str]] = dict(
    zip(SEATS, ("carthaginians", "romans_punic_wars"), strict=True)
)
"""The armies of players who bring none."""


class Quick(Struct, frozen=True, forbid_unknown_fields=True):
    """An army that the program makes."""

    list: str
    points: Annotated[int, Meta(ge=100, le=2000)] | None = None
    seed: int = 0
    year: int | None = None
    state: str = ""


class QuickRoster(Struct, frozen=True, forbid_unknown_fields=True):
    """A roster that leaves the army to the program."""

    quick: Quick


def set_up(
    scenario: str, options: IdgOptions, rosters: Mapping[Seat, Any]
) -> Setup[IdgWorld, IdgContent]:
    """Set up a ready battle, one with armies that are brought, or one that dice decide about."""
    if scenario in battle_files():
        return _ready(battle_files()[scenario], options, rosters)
    if scenario == DICED:
        return _diced(options, rosters)
    if scenario not in FREE_SCENARIOS:
        raise BadRequest(f"there is no scenario {scenario!r}")
    return _brought(scenario, options, rosters)


# -- the kinds of battles -------------------------------------------------------------------------


def _ready(
    file: BattleFile, options: IdgOptions, rosters: Mapping[Seat, Any]
) -> Setup[IdgWorld, IdgContent]:
    if rosters:
        raise BadRequest("this battle has its armies; take another scenario to bring your own")
    ready = ready_armies()
    armies = {seat: ready[getattr(file, seat)] for seat in SEATS}
    table = Table(*(round(side * INCH) for side in file.table))
    return _made(armies, options, file.scenario, file.attacker, table, laid(file))


@rule("IDG-5.1.4")
def _brought(
    scenario: Scenario, options: IdgOptions, rosters: Mapping[Seat, Any]
) -> Setup[IdgWorld, IdgContent]:
    """Red attacks; in an open battle nobody does."""
    armies = {
        seat: army_for(rosters.get(seat), seat, (scenario, role_of(seat, RED)), options)
        for seat in SEATS
    }
    _require_legal(armies, scenario, options)
    return _made(armies, options, scenario, RED, BIG, ())


def _diced(options: IdgOptions, rosters: Mapping[Seat, Any]) -> Setup[IdgWorld, IdgContent]:
    """Make an army for whatever the dice may decide; everybody only names his list."""
    for seat in SEATS:
        given = rosters.get(seat)
        if given is not None and not (isinstance(given, Mapping) and "quick" in given):
            raise BadRequest(f"{seat}: where dice decide the scenario the program makes the armies")
    sorting = Sorting()
    armies = {
        muster_key(seat, scenario, attacker): fielded_army(
            army_for(rosters.get(seat), seat, (scenario, role_of(seat, attacker)), options),
            seat,
            options,
            sorting,
        )
        for scenario in FREE_SCENARIOS
        for attacker in (SEATS if scenario != "open_battle" else (RED,))
        for seat in SEATS
    }
    content = _content(armies, sorting, BIG, options)
    content.diced = True
    world = _empty_world("open_battle", RED)
    return Setup(world, content, Battle(), SEATS)


def _made(
    armies: Mapping[Seat, Army],
    options: IdgOptions,
    scenario: Scenario,
    attacker: Seat,
    table: Table,
    ground: tuple[Feature, ...],
) -> Setup[IdgWorld, IdgContent]:
    sorting = Sorting()
    ready: dict[str, Fielded] = {
        seat: fielded_army(army, seat, options, sorting) for seat, army in armies.items()
    }
    content = _content(ready, sorting, table, options)
    content.ground_given = bool(ground)
    world = _empty_world(scenario, attacker)
    world.ground = ground
    for seat in SEATS:
        take_up(world, seat, ready[seat])
    return Setup(world, content, Battle(), SEATS)


def _content(
    armies: dict[str, Fielded], sorting: Sorting, table: Table, options: IdgOptions
) -> IdgContent:
    small = options.opt_15mm
    cite_the_table(small=small)
    return IdgContent(table, armies, sorting.profiles, sorting.on_foot, small)


def _empty_world(scenario: Scenario, attacker: Seat) -> IdgWorld:
    return IdgWorld(
        attacker=attacker,
        first=attacker,
        units={},
        elements={},
        generals={},
        edges=edges_for(scenario, attacker),
        scenario=scenario,
    )


# -- the armies -----------------------------------------------------------------------------------


def role_of(seat: Seat, attacker: Seat) -> Role:
    """Tell which role a side has."""
    return "attacker" if seat == attacker else "defender"


def army_for(given: object, seat: Seat, role: tuple[Scenario, Role], options: IdgOptions) -> Army:
    """Read the army a player brings: a file's contents, a ready army's name, or an order."""
    if given is None:
        return _quick(Quick(USUAL_LISTS[seat]), role, options)
    if isinstance(given, str):
        if given not in ready_armies():
            raise BadRequest(f"{seat}: there is no ready army {given!r}")
        return _in_role(ready_armies()[given], role)
    if isinstance(given, Mapping) and "quick" in given:
        return _quick(_order(given, seat), role, options)
    return _in_role(army_from(given, f"army of {seat}"), role)


def _order(given: object, seat: Seat) -> Quick:
    try:
        return msgspec.convert(given, QuickRoster).quick
    except msgspec.ValidationError as error:
        raise BadRequest(f"{seat}: {error}") from error


def _quick(order: Quick, role: tuple[Scenario, Role], options: IdgOptions) -> Army:
    encoded = msgspec.json.encode(order)
    return _made_before(encoded, role, msgspec.json.encode(options))


@lru_cache(maxsize=256)
def _made_before(order: bytes, role: tuple[Scenario, Role], options: bytes) -> Army:
    one = msgspec.json.decode(order, type=Quick)
    switches = msgspec.json.decode(options, type=IdgOptions)
    points = one.points and one.points * budget(*role) // budget("open_battle", "attacker")
    rng = Random(f"{one.list}/{one.seed}/{role}")
    return quick_army(one.list, points, role, rng, switches, year=one.year, state=one.state)


def _in_role(army: Army, role: tuple[Scenario, Role]) -> Army:
    return replace(army, scenario=role[0], role=role[1])


@rule("IDG-3.1.1", "IDG-5.2.1", "IDG-5.3.1", "IDG-5.4.1", "IDG-5.5.1", "IDG-5.6.1")
def _require_legal(armies: Mapping[Seat, Army], scenario: Scenario, options: IdgOptions) -> None:
    """Both armies must be legal, of the sizes wanted, and perhaps of the same time."""
    for seat, army in armies.items():
        _refuse(seat, check(army, options))
    red, blue = (armies[seat] for seat in SEATS)
    _refuse(RED, meeting_flaws(red, blue, options))
    most = budget_against(scenario, role_of(RED, RED), blue.limit)
    if abs(red.limit - most) > 1:
        raise BadRequest(
            f"against {blue.limit} points the attacker of this scenario has {most}, not {red.limit}"
        )


def _refuse(seat: Seat, flaws: list[Violation]) -> None:
    if flaws:
        words = army_catalogue()
        told = "; ".join(f"{one.rule} {words.text(one.message, 'en')}" for one in flaws[:5])
        raise BadRequest(f"the army of {seat} is not legal: {told}")
