"""What there is to be seen, and what of it a position shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args, get_type_hints

from walstatt.games.idg.battles import battle_files
from walstatt.games.idg.content import SEATS
from walstatt.games.idg.lists import army_lists
from walstatt.games.idg.setup import DICED, FREE_SCENARIOS
from walstatt.games.idg.stratagems import TRICKS
from walstatt.games.idg.troops import Profile, Special, troop_file
from walstatt.games.idg.weather import Condition
from walstatt.games.idg.world import IN_PLAY, Engine, Ground, IdgCtx, fielded, profile_of


def content_ids() -> frozenset[str]:
    """Name lists, troops, terrain, special rules, battles, stratagems, weather and engines."""
    return frozenset(
        (
            *(f"list:{name}" for name in army_lists()),
            *(f"class:{name}" for name in troop_file().classes),
            *(f"special:{name}" for name in get_args(Special)),
            *(f"terrain:{name}" for name in get_args(Ground)),
            *(f"scenario:{name}" for name in (*battle_files(), *FREE_SCENARIOS, DICED)),
            *(f"stratagem:{name}" for name in TRICKS),
            *(f"weather:{name}" for name in get_args(Condition)),
            *(f"engine:{name}" for name in get_args(get_type_hints(Engine)["kind"])),
        )
    )


def content_seen(ctx: IdgCtx) -> Iterator[str]:
    """Name what takes part in a battle, and what happened in it."""
    world = ctx.world
    yield f"scenario:{ctx.rules.scenario}"
    yield from (f"terrain:{one.kind}" for one in world.ground)
    yield from (f"weather:{one}" for one in world.weather)
    yield from (f"engine:{one.kind}" for one in world.engines.values())
    yield from (f"stratagem:{one.chosen}" for one in world.stratagems.values() if one.chosen)
    if world.units:
        yield from (f"list:{fielded(ctx, side).list}" for side in SEATS)
    for name, element in world.elements.items():
        if world.units[element.unit].status in IN_PLAY:
            yield from _of_troops(profile_of(ctx, name))


def _of_troops(profile: Profile) -> Iterator[str]:
    yield f"class:{profile.troop}"
    yield from (f"special:{one}" for one in profile.special)
