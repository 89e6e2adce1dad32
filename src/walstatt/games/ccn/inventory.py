"""What there is to be seen, and what of it a position shows."""

from __future__ import annotations

from collections.abc import Iterator

from walstatt.games.ccn.content import card_types, scenario_files, terrains, troop_id
from walstatt.games.ccn.world import CcnCtx, ground_now


def content_ids() -> frozenset[str]:
    """Name cards, troops of the scenarios, terrain, special rules and scenarios."""
    files = {name: file for name, file in scenario_files().items() if file.units}
    return frozenset(
        (
            *(f"card:{card}" for card in card_types()),
            *(
                f"unit:{troop_id(force.nation, force.type)}"
                for file in files.values()
                for force in file.units
            ),
            *(
                f"terrain:{name}"
                for name, one in terrains().items()
                if "leader" not in one.type.closed
            ),
            *(f"special:{one}" for file in files.values() for one in file.special),
            "terrain:field_works",
            *(f"scenario:{name}" for name in files),
        )
    )


def content_seen(ctx: CcnCtx) -> Iterator[str]:
    """Name the cards played, the troops on the board and the ground they stand on."""
    yield f"scenario:{ctx.rules.scenario}"
    yield from (f"special:{one}" for one in ctx.content.file.special)
    yield from (f"card:{card}" for card in {ctx.world.card, *ctx.world.discards} if card)
    ground = ground_now(ctx)
    for one in ctx.world.units.values():
        yield f"unit:{one.troop}"
        yield f"terrain:{ground.at[one.at].id}"
        if one.at in ground.works:
            yield "terrain:field_works"
