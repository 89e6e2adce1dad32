"""What can be told about ground and engines: who is slowed, hidden, covered. IDG-4, IDG-16."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from walstatt.boards.polygons import contains
from walstatt.boards.pose import Point, Spot
from walstatt.games.idg.about_words import fact
from walstatt.games.idg.allowance import measure
from walstatt.games.idg.burning import burning_areas, smoke_areas
from walstatt.games.idg.land import Effect, Whom, effects, land_of
from walstatt.games.idg.scene_ground import name_of
from walstatt.games.idg.troops import listed
from walstatt.games.idg.world import Engine, Feature, IdgCtx
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.ids import RuleId
from walstatt.scene.about import About, Fact

HILL: Final[tuple[tuple[str, RuleId], ...]] = (
    ("crest", "IDG-4.2.3"),
    ("same_hill", "IDG-4.2.5"),
    ("overlooks", "IDG-4.3.3"),
)
WOODED: Final[tuple[tuple[str, RuleId], ...]] = (
    ("covers", "IDG-4.2.11"),
    ("dense", "IDG-4.2.12"),
    ("lurks", "IDG-4.2.13"),
    ("hides", "IDG-5.8.1"),
    ("burns", "IDG-10.1.1"),
)
LOW: Final[tuple[tuple[str, RuleId], ...]] = (("low_cover", "IDG-4.2.16"),)
WALLED: Final[tuple[tuple[str, RuleId], ...]] = (
    ("blocks_sight", "IDG-16.1.6"),
    ("manned", "IDG-16.1.9"),
    ("shelters", "IDG-9.6.15"),
)
TOLD: Final[dict[str, tuple[tuple[str, RuleId], ...]]] = {
    "gentle_hill": HILL,
    "steep_hill": HILL,
    "wood": WOODED,
    "fields": (*LOW, ("burns", "IDG-10.1.1")),
    "marsh": (("low_cover", "IDG-4.2.22"), ("hides_skirmishers", "IDG-5.8.2")),
    "rocky": (("hides_skirmishers", "IDG-5.8.2"),),
    "village": (("covers", "IDG-4.2.20"), ("dense", "IDG-4.2.19"), ("burns", "IDG-10.1.1")),
    "gully": (("gully", "IDG-4.2.31"), ("hides", "IDG-5.8.1")),
    "river": (("ford_only", "IDG-4.2.29"),),
    "seashore": (("sea", "IDG-4.2.33"),),
    "road": (("road", "IDG-4.2.35"), ("road_sight", "IDG-4.2.36")),
    "wall": (*WALLED, ("climbed", "IDG-16.1.10")),
    "tower": (*WALLED, ("not_climbed", "IDG-16.1.4")),
    "gate": (*WALLED, ("smashed_by", "IDG-16.2.5")),
    "rampart": (("shelters", "IDG-9.6.15"), ("fought_across", "IDG-16.1.11")),
    "breach": (("breached", "IDG-5.6.13"),),
}
"""What a kind of terrain does besides slowing and barring."""
ENGINES: Final[dict[str, tuple[tuple[str, RuleId], ...]]] = {
    "siege_tower": (
        ("tower_moves", "IDG-16.3.3"),
        ("tower_holds", "IDG-16.3.2"),
        ("tower_steps", "IDG-16.3.10"),
        ("tower_hit", "IDG-16.3.6"),
    ),
    "boat": (
        ("boat_moves", "IDG-17.2.2"),
        ("boat_boards", "IDG-17.2.3"),
        ("boat_covers", "IDG-17.2.6"),
    ),
    "ship": (
        ("boat_moves", "IDG-17.2.2"),
        ("ship_holds", "IDG-17.3.3"),
        ("ship_shoots", "IDG-17.3.5"),
        ("ship_sinks", "IDG-17.3.10"),
    ),
    "ladder": (("ladder_climbs", "IDG-16.4.4"), ("ladder_falls", "IDG-16.4.8")),
    "flamethrower": (("flamethrower", "IDG-18.12.35"),),
}


# -- the ground -----------------------------------------------------------------------------------


def about_ground(ctx: IdgCtx, name: str) -> About | None:
    """Tell what a piece of terrain does."""
    one = next((one for one in ctx.world.ground if one.id == name), None)
    return None if one is None else About(name_of(one), tuple(ground_facts(ctx, one)))


def about_spot(ctx: IdgCtx, spot: Spot) -> About | None:
    """Tell about everything that lies at a point of the table."""
    width, height = ctx.content.table
    if not (0 <= spot[0] <= width and 0 <= spot[1] <= height):
        return None
    here = list(_lying_at(ctx, spot))
    place = say("idg.about.spot", x=measure(ctx, spot[0]), y=measure(ctx, spot[1]))
    if not here:
        return About(place, (fact("open", "IDG-1.3.3"), *_weather(ctx), *_burning(ctx, spot)))
    title = say("idg.about.at", place=place, what=listed([name_of(one) for one in here]))
    facts: list[Fact] = []
    for one in here:
        facts += [told for told in ground_facts(ctx, one) if told not in facts]
    return About(title, (*facts, *_weather(ctx), *_burning(ctx, spot)))


def _lying_at(ctx: IdgCtx, spot: Point) -> Iterator[Feature]:
    areas = land_of(ctx).areas
    for one in reversed(ctx.world.ground):
        area = areas.get(one.id)
        if area is not None and contains(area.rings, spot):
            yield one


def ground_facts(ctx: IdgCtx, one: Feature) -> Iterator[Fact]:
    """Tell whom a piece slows and bars, and what else it does."""
    if one.open:
        yield fact("smashed", "IDG-16.2.9")
        return
    soils = dict.fromkeys(plot.soil for plot in land_of(ctx).plots if plot.feature == one.id)
    for soil in soils:
        yield from _effect(soil, effects()[soil], several=len(soils) > 1)
    yield from (fact(f"ground.{key}", cited) for key, cited in TOLD.get(one.kind, ()))
    if any(fire.feature == one.id for fire in ctx.world.fires):
        yield fact("burning", "IDG-10.2.1")


def _effect(soil: str, effect: Effect, *, several: bool) -> Iterator[Fact]:
    """Tell who finds ground difficult, and who may not be there."""
    name = say(f"idg.ground.{soil}")

    def told(key: str, cited: RuleId, **args: Message) -> Fact:
        inner = say(f"idg.about.{key}", **args)
        return (
            Fact(say("idg.about.part", ground=name, what=inner), cited)
            if several
            else Fact(inner, cited)
        )

    if effect.difficult and effect.unless:
        all_but = whom_words(effect.unless)
        yield told("difficult_unless", effect.rule, who=all_but)
    elif effect.difficult:
        yield told("difficult", effect.rule, who=whom_words(effect.difficult))
    if effect.forbidden:
        yield told("forbidden", effect.forbidden_rule, who=whom_words(effect.forbidden))
    if not effect.difficult and not effect.forbidden:
        yield told("harmless", effect.rule)


def whom_words(whom: Sequence[Whom]) -> Message:
    """Name those whom ground concerns."""
    return listed([say(f"idg.about.whom.{one}") for one in whom])


def _weather(ctx: IdgCtx) -> Iterator[Fact]:
    if "mud" in ctx.world.weather:
        yield fact("mud", "IDG-6.2.4")
    if "ice" in ctx.world.weather:
        yield fact("ice", "IDG-6.2.5")


def _burning(ctx: IdgCtx, spot: Point) -> Iterator[Fact]:
    if any(contains(area.rings, spot) for area in burning_areas(ctx)):
        yield fact("fire_here", "IDG-10.2.1")
    if any(contains(area.rings, spot) for area in smoke_areas(ctx)):
        yield fact("smoke_here", "IDG-10.3.3")


# -- engines --------------------------------------------------------------------------------------


def about_engine(ctx: IdgCtx, name: str) -> About:
    """Tell what a siege tower, a boat, a ship, a ladder or a flamethrower does."""
    engine = ctx.world.engines[name]
    title = say(f"idg.scene.engine.{engine.kind}")
    facts = [fact(f"engine.{key}", cited) for key, cited in ENGINES[engine.kind]]
    return About(title, (*facts, *_damage(engine), *_aboard(ctx, name)))


def _damage(engine: Engine) -> Iterator[Fact]:
    if engine.kind == "ship":
        yield fact("engine.total", "IDG-17.3.8", n=engine.hits)
        if engine.failures:
            yield fact("engine.failed", "IDG-17.3.11", n=engine.failures)


def _aboard(ctx: IdgCtx, name: str) -> Iterator[Fact]:
    count = sum(one.aboard == name for one in ctx.world.elements.values())
    if count:
        yield fact("engine.aboard", "", n=count)
