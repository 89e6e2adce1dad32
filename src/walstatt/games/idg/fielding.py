"""An army takes the field: from its roster to units and elements. IDG-1.4.7."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from walstatt.boards.table import TableEdge
from walstatt.games.idg.army import Army
from walstatt.games.idg.army_check import home_terrains, weather_zone
from walstatt.games.idg.army_file import mustered
from walstatt.games.idg.army_price import price_of
from walstatt.games.idg.army_words import army_catalogue, called, unit_word
from walstatt.games.idg.content import BLUE, RED, SEATS, Fielded, FieldedUnit
from walstatt.games.idg.dummies import decoy_profiles
from walstatt.games.idg.lists import ArmyList, army_lists
from walstatt.games.idg.muster import Body, Element, Muster
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.profiles import Sorting
from walstatt.games.idg.troops import Profile, Scenario, TroopClass
from walstatt.games.idg.world import Element as Base
from walstatt.games.idg.world import (
    ElementId,
    General,
    IdgCtx,
    IdgWorld,
    Stratagem,
    Unit,
    fielded,
)
from walstatt.i18n.catalogue import LANGUAGES, Message, say
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.trace import cite, rule

OPPOSITE: Final[dict[TableEdge, TableEdge]] = {
    "top": "bottom",
    "bottom": "top",
    "left": "right",
    "right": "left",
}


SHIPS_GUN: Final = Profile(troop="artillery", weapon="artillery", kind="light_artillery")
"""What a ship has at bow and stern. IDG-17.3.2."""

# -- from the roster ------------------------------------------------------------------------------


def fielded_army(army: Army, seat: Seat, options: IdgOptions, sorting: Sorting) -> Fielded:
    """Make an army ready for the table."""
    force = mustered(army, options)
    leader = force.leader
    for decoy, choices in decoy_profiles(army, options):
        sorting.rider(decoy, *choices)
    return Fielded(
        army,
        army.name,
        army.list,
        force.command,
        leader is not None and leader.exceptional,
        price_of(force).total,
        home_terrains(army) or ("pasture",),
        weather_zone(army),
        army.equipment,
        tuple(_bodies(force, seat, sorting)),
    )


def _bodies(force: Muster, seat: Seat, sorting: Sorting) -> Iterator[FieldedUnit]:
    """List the units: those of the roster, an independent general, wagons, baggage."""
    ladders = _ladders(force)
    for number, body in enumerate(force.bodies, 1):
        name = UnitId(f"{seat}-{number}")
        yield _fielded(body, name, sorting, ladders.get(body.at, 0))
    if force.leader is not None and force.is_independent:
        yield FieldedUnit(
            UnitId(f"{seat}-general"),
            _both(say("idg.unit.general")),
            "",
            (_key(force.leader, force.own.book, sorting),),
            general=True,
        )
    if force.army.equipment.ships:
        sorting.key(SHIPS_GUN)
    yield from _train(seat, "wagon", say("idg.unit.wagons"), force.army.equipment.wagons, sorting)
    yield from _train(seat, "baggage", say("idg.unit.baggage"), force.army.baggage, sorting)


def _fielded(body: Body, name: UnitId, sorting: Sorting, ladders: int) -> FieldedUnit:
    book = army_lists().get(body.list_id)
    everybody = sorted(body.everybody, key=lambda one: one.general is None)
    english, german = (
        called(body.name, unit_word(body), one, army_catalogue()) for one in ("en", "de")
    )
    return FieldedUnit(
        name,
        (english, german),
        body.line,
        tuple(_key(one, book, sorting) for one in everybody),
        general=everybody[0].general is not None,
        ladders=ladders,
        horses=all(one.profile.mounted_infantry for one in everybody),
    )


def _train(
    seat: Seat, troop: TroopClass, name: Message, count: int, sorting: Sorting
) -> Iterator[FieldedUnit]:
    if count:
        unit = UnitId(f"{seat}-{'wagons' if troop == 'wagon' else troop}")
        yield FieldedUnit(unit, _both(name), "", (sorting.key(Profile(troop=troop)),) * count)


def _key(one: Element, book: ArmyList | None, sorting: Sorting) -> str:
    dismount = book.dismount_of(one.line, one.profile.troop) if book else None
    if dismount is None:
        return sorting.rider(one.profile)
    cite(dismount.rule)
    return sorting.rider(one.profile, *dismount.choices)


def _both(message: Message) -> tuple[str, str]:
    words = army_catalogue()
    english, german = (words.text(message, language) for language in LANGUAGES)
    return english, german


@rule("IDG-16.4.1")
def _ladders(force: Muster) -> dict[str, int]:
    """Give the ladders to foot, the largest units first."""
    left = force.army.equipment.ladders
    foot = [one for one in force.bodies if one.profile.troop in ("warrior", "skirmisher")]
    found: dict[str, int] = {}
    for body in sorted(foot, key=lambda one: (one.profile.troop != "warrior", -len(one.elements))):
        found[body.at] = min(left, len(body.elements))
        left -= found[body.at]
    return found


# -- onto the table -------------------------------------------------------------------------------


def take_the_field(ctx: IdgCtx) -> None:
    """Let both armies be there, though nobody stands on the table yet."""
    for seat in SEATS:
        take_up(ctx.world, seat, fielded(ctx, seat))


def take_up(world: IdgWorld, seat: Seat, army: Fielded) -> None:
    """Make the units and elements of an army."""
    for body in army.bodies:
        names = tuple(_element_names(body))
        bare = len(names) - body.ladders
        for at, name in enumerate(names):
            is_general = body.general and at == 0
            world.elements[name] = Base(
                body.id, body.profiles[at], general=is_general, ladder=at >= bare
            )
        world.units[body.id] = Unit(
            seat,
            body.names,
            body.line,
            names,
            size=len(names),
            form="riding" if body.horses else "usual",
        )
        if body.general:
            world.generals[seat] = General(names[0], army.exceptional)
    world.bombs[seat] = army.equipment.bombs
    if army.army.stake:
        world.stratagems[seat] = Stratagem(stake=army.army.stake)


def _element_names(body: FieldedUnit) -> Iterator[ElementId]:
    if len(body.profiles) == 1:
        yield str(body.id)
        return
    for number in range(1, len(body.profiles) + 1):
        yield f"{body.id}.{number}"


@rule("IDG-5.3.4", "IDG-5.3.17", "IDG-5.4.2", "IDG-5.6.18")
def edges_for(scenario: Scenario, attacker: Seat) -> dict[Seat, TableEdge]:
    """Give each side the table edge that is usual: short ones in an ambush, else long ones."""
    red: TableEdge = "bottom"
    if scenario == "ambush":
        red = "left" if attacker == RED else "right"
    return {RED: red, BLUE: OPPOSITE[red]}
