"""Writing a position as a case would give it."""

from __future__ import annotations

from typing import Any

import msgspec

from walstatt.boards.pose import Pose
from walstatt.games.idg.content import SEATS
from walstatt.games.idg.given import GivenGround
from walstatt.games.idg.given_words import GROUNDS, word_of
from walstatt.games.idg.ladders import bearer_of
from walstatt.games.idg.positions import BEFORE, laid_ground
from walstatt.games.idg.profiles import SWORDSMEN
from walstatt.games.idg.spoken import in_degrees, in_inches, write_pose, write_spot
from walstatt.games.idg.troops import Profile
from walstatt.games.idg.world import Element, ElementId, Feature, IdgCtx, Loss, fielded
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.ids import Seat, UnitId


def given_position(ctx: IdgCtx) -> dict[str, Any] | None:
    """Write the present position; that before roles are diced belongs to no army yet."""
    world = ctx.world
    if world.phase == "roles":
        return None
    given: dict[str, Any] = {
        "scenario": "empty",
        "battle": world.scenario,
        "phase": world.phase,
        "turn": world.turn,
        "table": write_spot((ctx.content.table.width, ctx.content.table.height)),
        "attacker": world.attacker,
        "first": world.first,
        "to_move": world.active,
        "armies": {seat: given_army(ctx, seat) for seat in SEATS},
        "units": [given_unit(ctx, unit) for unit in world.units],
        "terrain": [given_ground(one) for one in world.ground],
        "engines": [given_engine(ctx, name) for name in world.engines],
        "melees": given_melees(ctx),
        "weather": list(world.weather),
        "wind": world.wind,
        "fires": [
            {"what": one.feature, "at": write_spot(one.seat), "since": one.since}
            for one in world.fires
        ],
        "shots": [
            {"by": one.element or one.by, "at": one.at, "turn": one.turn}
            for one in world.shots
            if one.at in world.units
        ],
        "losses": [given_loss(one) for one in world.losses],
        **given_notes(ctx),
    }
    needed = ("scenario", "phase", "turn", "units", "wind")
    return {name: value for name, value in given.items() if value or name in needed}


def given_notes(ctx: IdgCtx) -> dict[str, Any]:
    """Write what is remembered of this turn and of the battle."""
    world = ctx.world
    return {
        "sprung": list(world.sprung),
        "scared": {unit: list(what) for unit, what in world.scared.items()},
        "shaken": {unit: list(what) for unit, what in world.shaken.items()},
        "skipped": list(world.skipped),
        "column": list(world.column),
        "entry": write_spot(world.entry) if world.entry else None,
        "holding": dict(world.holding),
        "rockets": list(world.rockets),
    }


def said(fields: dict[str, Any]) -> dict[str, Any]:
    """Leave out what is not so anyway."""
    return {name: value for name, value in fields.items() if value not in (None, False, 0, "", [])}


# -- armies ----------------------------------------------------------------------------------------


def given_army(ctx: IdgCtx, seat: Seat) -> dict[str, Any]:
    """Write what matters of an army."""
    world, army = ctx.world, fielded(ctx, seat)
    general = world.generals.get(seat)
    stratagem = world.stratagems.get(seat)
    written = {
        "command": army.command,
        "exceptional": general.exceptional if general else army.exceptional,
        "points": army.points,
        "zone": army.zone,
        "homes": list(army.homes),
        "edge": world.edges[seat],
        "deeds": list(general.deeds) if general else [],
        "last_deeds": list(general.last_deeds) if general else [],
        "rerolls": general.rerolls if general else 0,
        "dice": general.dice if general else 0,
        "stake": stratagem.stake if stratagem else 0,
        "stratagem": stratagem.chosen if stratagem and stratagem.works else "",
        "repeated": stratagem.used if stratagem else 0,
        "equipment": army.equipment.counts(),
        "bombs": world.bombs.get(seat, 0),
        "captured": seat in world.captured,
    }
    if world.phase in BEFORE and army.army.units:
        written["army"] = msgspec.to_builtins(army.army)
    return said({name: value for name, value in written.items() if value != {}})


# -- units -----------------------------------------------------------------------------------------


def given_unit(ctx: IdgCtx, unit: UnitId) -> dict[str, Any]:
    """Write a unit, leaving out what it is anyway."""
    one = ctx.world.units[unit]
    profiles = {ctx.world.elements[name].profile for name in one.elements}
    alike = len(profiles) == 1
    troops = troop_fields(ctx, profiles.pop()) if alike else {}
    known = {} if alike else {name: troops_of(ctx, name) for name in one.elements}
    written = {
        "id": unit,
        "side": one.side,
        **troops,
        "began": one.size,
        "elements": [given_element(ctx, name, known.get(name, {})) for name in one.elements],
        "disorder": one.disorder,
        "fresh": one.fresh,
        "status": one.status,
        "form": one.form,
        "deed": one.deed,
        "full": one.full,
        "arrived": one.arrived,
        "feared": list(one.feared),
        "dummy": one.dummy,
        "folded": one.folded,
        "fuse": one.fuse,
        "lit": one.lit,
        "name": one.names[0],
        "trail": given_trail(ctx, unit),
    }
    flags = {"activated": one.activated, "opened": one.opened, "flight": one.flight}
    return {**said(written), **flags, **({} if one.elements else {"size": 0})}


def given_trail(ctx: IdgCtx, unit: UnitId) -> list[dict[ElementId, list[float]]]:
    """Write the way a unit has come this turn."""
    trail = ctx.world.trails.get(unit)
    stations = trail.stations if trail else ()
    return [{name: write_pose(pose) for name, pose in station} for station in stations]


def troops_of(ctx: IdgCtx, element: ElementId) -> dict[str, Any]:
    """Write what an element is."""
    return troop_fields(ctx, ctx.world.elements[element].profile)


def troop_fields(ctx: IdgCtx, key: str) -> dict[str, Any]:
    """Write what troops are."""
    profile: Profile = ctx.content.profiles[key]
    return {
        "type": profile.troop,
        **said(
            {
                "quality": profile.quality,
                "wild": profile.wild,
                "armour": profile.armour,
                "weapon": profile.weapon,
                "subtypes": list(profile.subtypes),
                "kind": profile.kind,
                "camel": profile.camel,
                "horses": profile.mounted_infantry,
                "special": list(profile.special),
                "dismounts_as": dismounts_as(ctx, key),
            }
        ),
    }


def dismounts_as(ctx: IdgCtx, key: str) -> str:
    """Tell what a list lets riders be on foot."""
    if key + SWORDSMEN in ctx.content.on_foot:
        return "either"
    foot = ctx.content.profiles[ctx.content.on_foot.get(key, key)]
    return "swordsmen" if key in ctx.content.on_foot and "swordsmen" in foot.subtypes else ""


def given_element(ctx: IdgCtx, name: ElementId, troops: dict[str, Any]) -> dict[str, Any]:
    """Write an element where it stands."""
    one: Element = ctx.world.elements[name]
    written = {
        "general": one.general,
        "ladder": one.ladder,
        "aboard": one.aboard,
        "moved": in_inches(one.moved),
        "turned": one.turned,
        "entered": one.entered,
        "moved_before": one.moved_before,
    }
    return {"id": name, "at": write_pose(one.pose), **troops, **said(written)}


def given_engine(ctx: IdgCtx, name: str) -> dict[str, Any]:
    """Write an engine."""
    one = ctx.world.engines[name]
    place = {"at": write_spot(one.pose.spot), "facing": in_degrees(one.pose.facing)}
    more = {
        "since": one.since,
        "hits": one.hits,
        "failures": one.failures,
        "activated": one.activated,
    }
    who = {"bearer": bearer_of(name)} if one.kind == "ladder" else {"id": name}
    return {**who, "kind": one.kind, "side": one.side, **place, **said(more)}


def given_melees(ctx: IdgCtx) -> list[dict[str, Any]]:
    """Write who is in contact since when."""
    return [
        {"units": key.split("|"), "since": one.since, "by": one.by}
        for key, one in ctx.world.melees.items()
    ]


def given_loss(one: Loss) -> dict[str, Any]:
    """Write a lost element."""
    place: Pose = one.at
    more = said({"general": one.general, "shot": one.shot})
    return {"unit": one.unit, "at": write_pose(place), "last": one.last, **more}


# -- terrain ---------------------------------------------------------------------------------------


def read_ground(value: object) -> dict[str, Any]:
    """Read a piece of terrain as in `given`."""
    try:
        said = msgspec.convert(value, GivenGround)
    except msgspec.ValidationError as error:
        raise BadRequest(f"a piece of terrain: {error}") from None
    kind = word_of("terrain", said.kind, GROUNDS)
    found: dict[str, Any] = msgspec.to_builtins(laid_ground(said, said.id or kind, kind))
    return found


def write_ground(value: dict[str, Any]) -> dict[str, Any]:
    """Write a piece of terrain from plain data."""
    return given_ground(msgspec.convert(value, Feature))


def given_ground(one: Feature) -> dict[str, Any]:
    """Write a piece of terrain, leaving out what it is anyway."""
    written: dict[str, Any] = {
        "id": one.id,
        "kind": one.kind,
        "outline": [write_spot(spot) for spot in one.outline],
        "via": [write_spot(spot) for spot in one.via],
        "width": in_inches(one.width),
        "clearings": [[write_spot(spot) for spot in hole] for hole in one.holes],
        "top": [write_spot(spot) for spot in one.top],
        "rocky_top": one.rocky_top,
        "edge": one.edge,
        "side": one.side,
        "open": one.open,
    }
    return {name: value for name, value in written.items() if value}
