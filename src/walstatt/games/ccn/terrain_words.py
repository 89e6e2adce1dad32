"""What terrain does, in words. CCN-16."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from walstatt.games.ccn.content import Arm, Cost, Terrain
from walstatt.games.ccn.report import listed
from walstatt.games.ccn.world import CcnCtx, ground_now
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.ids import CellId

ARMS: Sequence[Arm] = ("infantry", "cavalry", "artillery")


def terrain_told(terrain: Terrain) -> Message:
    """Name a kind of terrain."""
    return say(f"ccn.terrain.{terrain.id}")


def costs_told(costs: Mapping[Arm, Cost]) -> Message | None:
    """List the dice that terrain takes from each arm, None if it takes none."""
    told = [cost_told(arm, costs[arm]) for arm in ARMS if arm in costs]
    return listed(told) if told else None


def cost_told(arm: Arm, cost: Cost) -> Message:
    """Say what terrain takes from an arm; cavalry only ever fights in melee."""
    name = say(f"ccn.arm.{arm}")
    if arm == "cavalry" or cost.fire == cost.melee:
        return say("ccn.cost.both", arm=name, n=cost.melee)
    if not cost.fire:
        return say("ccn.cost.melee", arm=name, n=cost.melee)
    if not cost.melee:
        return say("ccn.cost.fire", arm=name, n=cost.fire)
    return say("ccn.cost.each", arm=name, fire=cost.fire, melee=cost.melee)


def shelter_told(ctx: CcnCtx, cell: CellId) -> Iterator[Message]:
    """Tell how the ground of a hex shelters whoever stands there."""
    ground = ground_now(ctx)
    costs = costs_told(ground.at[cell].type.into)
    if costs is not None:
        yield say("ccn.fact.shelter", terrain=terrain_told(ground.at[cell]), costs=costs)
    if cell in ground.works:
        yield say("ccn.fact.works")
