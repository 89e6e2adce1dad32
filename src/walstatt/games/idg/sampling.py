"""Armies chosen by chance, so that random games see every list and every kind of troops."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import to_builtins

from walstatt.games.idg.army import Army, Equipment, FreeTroops, General, Unit, budget
from walstatt.games.idg.army_file import mustered
from walstatt.games.idg.army_price import price_of
from walstatt.games.idg.content import RED, SEATS
from walstatt.games.idg.lists import army_lists
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.setup import DICED, FREE_SCENARIOS, role_of
from walstatt.games.idg.troops import Profile, Role, Scenario
from walstatt.kernel.decisions import Rng
from walstatt.kernel.ids import Seat

FREE_SHARE: Final = 0.5
"""How often an army follows no list, where that is allowed."""
STRANGE: Final[tuple[tuple[Profile, int], ...]] = (
    (Profile(troop="warrior", subtypes=("pikemen",)), 8),
    (Profile(troop="warrior", weapon="bow", subtypes=("bowmen",), mounted_infantry=True), 4),
    (Profile(troop="warrior", subtypes=("swordsmen",), wild=True), 6),
    (Profile(troop="cataphract"), 3),
    (Profile(troop="light_cavalry", weapon="bow", camel=True), 4),
    (Profile(troop="light_chariot", weapon="bow"), 3),
    (Profile(troop="heavy_chariot"), 2),
    (Profile(troop="elephant", kind="indian", weapon="bow"), 1),
    (Profile(troop="artillery", weapon="artillery", kind="light_artillery"), 1),
    (Profile(troop="skirmisher", weapon="crossbow", mounted_infantry=True), 4),
    (Profile(troop="skirmisher", weapon="sling", quality="raw"), 6),
)
"""Troops that no list has, or few, with how many stand in a unit."""


def sample_rosters(scenario: str, options: IdgOptions, rng: Rng) -> Mapping[Seat, Any]:
    """Choose two armies for a scenario to which players bring their own."""
    if scenario not in (*FREE_SCENARIOS, DICED):
        return {}
    lists = _lists(options, rng)
    return {
        seat: _roster(scenario, seat, order, options, rng)
        for seat, order in zip(SEATS, lists, strict=True)
    }


def _lists(options: IdgOptions, rng: Rng) -> list[dict[str, Any]]:
    """Choose two lists; where only armies of one period meet, of one that both have."""
    books = army_lists()
    first, second = (rng.choice(sorted(books)) for _ in SEATS)
    if not options.opt_periods:
        return [{"list": first}, {"list": second}]
    (begun, ended) = books[first].years
    peers = [name for name, one in books.items() if one.years[0] <= ended and begun <= one.years[1]]
    second = rng.choice(sorted(peers))
    year = min(ended, books[second].years[1])
    return [{"list": first, "year": year}, {"list": second, "year": year}]


def _roster(scenario: str, seat: Seat, order: dict[str, Any], options: IdgOptions, rng: Rng) -> Any:  # noqa: ANN401
    free = options.opt_free_armies and scenario == "open_battle"
    if free and rng.random() < FREE_SHARE:
        return to_builtins(free_army("open_battle", role_of(seat, RED), options, rng))
    return {"quick": {**order, "seed": rng.randint(0, 99)}}


def free_army(scenario: Scenario, role: Role, options: IdgOptions, rng: Rng) -> Army:
    """Make an army of troops that no list has together. IDG-3.1.2."""
    limit = budget(scenario, role)
    kinds = list(STRANGE)
    rng.shuffle(kinds)
    units: list[Unit] = []
    wagons = Equipment(wagons=4 if options.opt_wagons == "all" else 0)
    for profile, count in kinds:
        fields = {name: getattr(profile, name) for name in Profile.__struct_fields__}
        more = Unit(troops=(FreeTroops(**fields, count=count),))
        army = _army((*units, more), wagons, scenario, role)
        if not is_too_dear(army, limit, options):
            units.append(more)
    return _army(tuple(units), wagons, scenario, role)


def is_too_dear(army: Army, limit: int, options: IdgOptions) -> bool:
    """Does an army cost more than it may?"""
    return price_of(mustered(army, options)).total > limit


def _army(units: tuple[Unit, ...], wagons: Equipment, scenario: Scenario, role: Role) -> Army:
    return Army(
        format=1,
        game="idg",
        list="free",
        name="Free army",
        home="pasture",
        command="organised",
        scenario=scenario,
        role=role,
        points=budget(scenario, role),
        general=General(profile=Profile(troop="heavy_cavalry")),
        units=units,
        equipment=wagons,
    )
