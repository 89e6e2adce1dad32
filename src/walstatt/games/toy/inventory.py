"""What there is to be seen in the toy game, and what of it a position shows."""

from __future__ import annotations

from collections.abc import Iterator

from walstatt.games.toy.content import scenario_files, unit_types
from walstatt.games.toy.world import ToyCtx


def content_ids() -> frozenset[str]:
    """Name the unit types, terrain, cards and the scenarios in which units stand."""
    scenarios = {name: file for name, file in scenario_files().items() if file.units}
    cards = {card for file in scenarios.values() for card in file.deck}
    return frozenset(
        (
            *(f"unit:{name}" for name in unit_types()),
            *(f"terrain:{kind}" for kind in ("woods", "hill")),
            *(f"card:{card}" for card in cards),
            *(f"scenario:{name}" for name in scenarios),
        )
    )


def content_seen(ctx: ToyCtx) -> Iterator[str]:
    """Name the types on the field, the terrain they stand on, the cards held and the scenario."""
    field = ctx.content.field
    yield f"scenario:{ctx.rules.scenario}"
    for one in ctx.world.units.values():
        yield f"unit:{one.type}"
        if field.wooded(one.at):
            yield "terrain:woods"
        if field.on_hill(one.at):
            yield "terrain:hill"
    for hand in ctx.world.hands.values():
        yield from (f"card:{card}" for card in hand)
