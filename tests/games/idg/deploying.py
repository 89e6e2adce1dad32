"""Armies made by the program that are about to deploy, on ground drawn by lot."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from tests.games.idg.field import BLUE, RED, Field, StandIn
from tests.games.idg.play import Playing
from walstatt.boards.table import Table
from walstatt.games.idg.army import Army
from walstatt.games.idg.content import SEATS, IdgContent
from walstatt.games.idg.fielding import edges_for, fielded_army, take_up
from walstatt.games.idg.layout_random import drafted
from walstatt.games.idg.lists import army_lists
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.profiles import Sorting
from walstatt.games.idg.quick_army import quick_army
from walstatt.games.idg.troops import Role, Scenario
from walstatt.games.idg.world import IdgCtx, IdgWorld
from walstatt.kernel.chance import Seeded
from walstatt.kernel.ctx import Ctx

INCH = 254
TABLE = Table(72 * INCH, 48 * INCH)
LISTS = tuple(sorted(army_lists()))
OPTIONS = IdgOptions()


@cache
def army(list_id: str, scenario: Scenario, role: Role, seed: int) -> Army:
    """Make an army, always the same for the same seed."""
    rng = Random(f"{list_id}/{scenario}/{role}/{seed}")
    return quick_army(list_id, None, (scenario, role), rng, OPTIONS)


def mustered(
    red: str, blue: str, scenario: Scenario, seed: int = 0, *, bare: bool = False
) -> Field:
    """Give two armies of these lists, red attacking, that wait beside the table."""
    sorting = Sorting()
    armies: dict[str, Any] = {
        RED: fielded_army(army(red, scenario, "attacker", seed), RED, OPTIONS, sorting),
        BLUE: fielded_army(army(blue, scenario, "defender", seed), BLUE, OPTIONS, sorting),
    }
    content = IdgContent(TABLE, armies, sorting.profiles, sorting.on_foot)
    edges = edges_for(scenario, RED)
    world = IdgWorld(RED, RED, {}, {}, {}, edges, scenario=scenario)
    for seat in SEATS:
        take_up(world, seat, armies[seat])
    if not bare:
        world.ground = drafted(TABLE, INCH, armies[BLUE].homes[0], scenario, seed)
    ctx: IdgCtx = Ctx(StandIn(content, OPTIONS).rules, world, tape=[])
    return Field(ctx)


def played(there: Playing, seed: int) -> Playing:
    """Play a procedure to its end at random, whoever is asked answering first."""
    rng, source = Random(seed), Seeded(seed)
    while not there.is_over:
        if there.game.waiting is not None:
            there.game.force(*(source.resolve(one) for one in there.rolls().values()))
        else:
            seat = rng.choice(there.game.to_act)
            there.game.answer(seat, there.game.pick(seat, rng))
    return there
