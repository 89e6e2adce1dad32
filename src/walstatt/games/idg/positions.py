"""Laying the position of a case out on the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from walstatt.boards.pose import Pose, Spot, shifted
from walstatt.boards.shapes import field as rectangle_of
from walstatt.boards.table import Table, TableEdge
from walstatt.games.idg.army import Army, budget
from walstatt.games.idg.army_file import army_from, ready_armies
from walstatt.games.idg.battles import BattleFile, battle_files, laid
from walstatt.games.idg.content import (
    RED,
    SEATS,
    Fielded,
    IdgContent,
    cite_the_table,
    muster_key,
)
from walstatt.games.idg.fielding import OPPOSITE, edges_for, fielded_army, take_up
from walstatt.games.idg.given import (
    Given,
    GivenArmy,
    GivenEngine,
    GivenFire,
    GivenGround,
    GivenLoss,
    GivenShot,
)
from walstatt.games.idg.given_words import (
    BATTLES,
    DEEDS,
    ENGINES,
    GROUNDS,
    PHASES,
    SHOCKS,
    STRATAGEMS,
    TERRORS,
    WEATHERS,
    WIDTHS,
    home_named,
    name_of,
    word_of,
    words_for,
    zone_named,
)
from walstatt.games.idg.ladders import ladder_of
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.profiles import Sorting
from walstatt.games.idg.troops import Scenario
from walstatt.games.idg.unit_layout import BOAT, FACINGS, INCH, Layout, naming, pose_at, spot, spots
from walstatt.games.idg.world import (
    Engine,
    Feature,
    Fire,
    General,
    IdgWorld,
    Loss,
    Melee,
    Phase,
    Shot,
    Stratagem,
    pair_key,
)
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.ids import Seat, UnitId

__all__ = ["INCH", "Given", "arranged"]

TABLE: Final = (72.0, 48.0)
BEFORE: Final[tuple[Phase, ...]] = (
    "roles",
    "layout",
    "works",
    "stratagems",
    "deployment",
    "season",
    "sides",
)
"""What comes before the first turn."""


def arranged(given: Given, options: IdgOptions | None = None) -> tuple[IdgContent, IdgWorld]:
    """Lay a position out."""
    chosen = options or IdgOptions()
    scene = Layout(Sorting(), small=chosen.opt_15mm, towers=towers_of(given))
    for one in given.units or ():
        scene.add(one)
    armies = {seat: fielded(given, seat, chosen, scene.sorting) for seat in SEATS}
    world = world_of(given, scene)
    if given.units is None:
        for seat in SEATS:
            take_up(world, seat, armies[seat])
    return content_of(given, scene, armies, world.phase), world


def file_of(given: Given) -> BattleFile | None:
    """Find the ready battle a case starts from."""
    return battle_files().get(given.scenario)


def battle_of(given: Given) -> Scenario:
    """Read the kind of battle."""
    if given.battle is not None:
        return BATTLES[name_of("battle", given.battle, BATTLES)]
    file = file_of(given)
    if file is not None:
        return file.scenario
    known: dict[str, Scenario] = {"empty": "open_battle", "dice": "open_battle", **BATTLES}
    names = {**known, **dict.fromkeys(battle_files(), "open_battle")}
    return known[name_of("scenario", given.scenario, names)]


def attacker_of(given: Given) -> Seat:
    """Tell who attacks."""
    file = file_of(given)
    return side(given.attacker or (file.attacker if file else RED))


def army_of(given: Given, seat: Seat) -> GivenArmy:
    """Give what is said of an army."""
    return given.armies.get(seat, GivenArmy())


# -- the rest of the world -------------------------------------------------------------------------


def edges_of(given: Given) -> dict[Seat, TableEdge]:
    """Give each side its base edge: opposite that of the other, and as usual if none is said."""
    usual = edges_for(battle_of(given), attacker_of(given))
    said = {seat: edge for seat in SEATS if (edge := army_of(given, seat).edge)}
    edges = {seat: OPPOSITE[edge] for own, edge in said.items() for seat in SEATS if seat != own}
    found = {**usual, **edges, **said}
    if found[SEATS[0]] != OPPOSITE[found[SEATS[1]]]:
        raise BadRequest("the base edges of both sides must be opposite each other")
    return found


def world_of(given: Given, scene: Layout) -> IdgWorld:
    """Make the world around the units."""
    battle, attacker = battle_of(given), attacker_of(given)
    phase: Phase = word_of("phase", given.phase, PHASES)
    turn = 0 if phase in BEFORE else given.turn
    world = IdgWorld(
        attacker=attacker,
        first=side(given.first),
        units=scene.units,
        elements=scene.elements,
        generals=generals_of(given, scene),
        edges=edges_of(given),
        scenario=battle,
        turn=turn,
        phase=phase,
        active=side(given.to_move or given.first),
        ground=grounds(given),
        engines=engines_of(given, scene),
        melees=melees_of(given, scene),
        trails=scene.trails,
    )
    world.weather = weather_of(given)
    world.wind = given.wind
    world.fires = tuple(fire_of(one) for one in given.fires)
    world.shots = tuple(shot_of(one, turn, scene) for one in given.shots)
    world.losses = tuple(loss for one in given.losses for loss in losses_of(one, scene))
    world.sprung, world.skipped = given.sprung, given.skipped
    world.shaken = {unit: words_for("shock", what, SHOCKS) for unit, what in given.shaken.items()}
    world.scared = {unit: words_for("terror", what, TERRORS) for unit, what in given.scared.items()}
    dread(world)
    world.captured = tuple(seat for seat in SEATS if army_of(given, seat).captured)
    world.column, world.holding = given.column, dict(given.holding)
    world.entry = spot(given.entry) if given.entry is not None else None
    world.rockets = given.rockets
    world.bombs = {seat: army_of(given, seat).bombs for seat in SEATS}
    world.stratagems = stratagems_of(given)
    return world


def dread(world: IdgWorld) -> None:
    """Note that who tests for a terror this turn does so for the only time in the game."""
    for unit, what in world.scared.items():
        one = world.units.get(unit)
        if one is not None:
            feared = (*one.feared, *(terror for terror in what if terror not in one.feared))
            world.units[unit] = replace(one, feared=feared)


def side(name: Seat) -> Seat:
    """Refuse a side that there is not."""
    if name not in SEATS:
        raise BadRequest(f"there is no side {name!r}; there are: red, blue")
    return name


def generals_of(given: Given, scene: Layout) -> dict[Seat, General]:
    """Find the generals among the elements."""
    found: dict[Seat, General] = {}
    for name, one in scene.elements.items():
        if not one.general:
            continue
        owner = scene.units[one.unit].side
        army = army_of(given, owner)
        if owner in found:
            raise BadRequest(f"{owner} has two generals, {found[owner].element} and {name}")
        found[owner] = General(
            name,
            exceptional=bool(army.exceptional),
            rerolls=army.rerolls,
            dice=army.dice,
            deeds=words_for("deed", army.deeds, DEEDS),
            last_deeds=words_for("deed", army.last_deeds, DEEDS),
        )
    return found


def grounds(given: Given) -> tuple[Feature, ...]:
    """Lay the terrain, giving names to what has none."""
    file = file_of(given)
    if given.terrain is None and file is not None:
        return laid(file)
    found: list[Feature] = []
    for one in given.terrain or ():
        kind = word_of("terrain", one.kind, GROUNDS)
        number = 1 + sum(other.kind == kind for other in found)
        name = one.id or (kind if number == 1 else f"{kind}{number}")
        if name in [other.id for other in found]:
            raise BadRequest(f"there are two pieces of terrain {name!r}")
        found.append(naming(f"terrain {name!r}")(laid_ground, one, name, kind))
    return tuple(found)


def laid_ground(one: GivenGround, name: str, kind: Any) -> Feature:  # noqa: ANN401 - a Ground
    """Put a piece of terrain on the table."""
    shapes = [word for word in ("at", "outline", "via", "edge") if getattr(one, word)]
    if len(shapes) != 1:
        raise BadRequest(
            "say `at` with `size` or `radius`, or `outline`, or `via`, or the table `edge`"
        )
    return Feature(
        name,
        kind,
        outline=spots(one.outline) or _about(one),
        via=spots(one.via),
        width=round((one.width or (WIDTHS.get(kind, 0.0) if one.via else 0.0)) * INCH),
        holes=tuple(spots(hole) for hole in one.clearings),
        top=spots(one.top),
        rocky_top=one.rocky_top,
        edge=one.edge,
        side=side(one.side) if one.side else Seat(""),
        open=one.open,
    )


def _about(one: GivenGround) -> tuple[Spot, ...]:
    if one.at is None:
        return ()
    centre = spot(one.at)
    if one.radius:
        return circle(centre, one.radius * INCH)
    if one.size is None:
        raise BadRequest("how large is it? say `size` or `radius`")
    width, height = spot(one.size)
    return rectangle_of(centre, height, width, round(one.facing * 100) % 36_000)


def circle(centre: Spot, radius: float) -> tuple[Spot, ...]:
    """Draw a circle with 24 corners."""
    poses = (shifted(Pose(*centre, turn), radius) for turn in range(0, 36_000, 1_500))
    return tuple(pose.spot for pose in poses)


def engines_of(given: Given, scene: Layout) -> dict[str, Engine]:
    """Set up the engines, giving names to those that have none."""
    found: dict[str, Engine] = {}
    for one in given.engines:
        kind = word_of("engine", one.kind, ENGINES)
        name = one.id or kind
        if kind == "ladder":
            require(one.bearer, scene.elements, "bearer of a ladder")
            name = ladder_of(one.bearer)
        if name in found:
            raise BadRequest(f"there are two engines {name!r}")
        found[name] = naming(f"engine {name!r}")(engine_of, one, kind, scene)
    for element, base in scene.elements.items():
        if base.aboard == f"{element}{BOAT}" and base.aboard not in found:
            found[base.aboard] = Engine("boat", scene.units[base.unit].side, base.pose)
    return found


def towers_of(given: Given) -> dict[str, Pose]:
    """Tell where the siege towers are: whoever is inside stands where they do."""
    found = {}
    for one in given.engines:
        kind: str = word_of("engine", one.kind, ENGINES)
        if kind == "siege_tower" and one.at is not None:
            facing = FACINGS[side(one.side)] if one.facing is None else one.facing
            found[one.id or kind] = pose_at(one.at, facing)
    return found


def engine_of(one: GivenEngine, kind: Any, scene: Layout) -> Engine:  # noqa: ANN401 - its kind
    """Set up an engine."""
    facing = FACINGS[side(one.side)] if one.facing is None else one.facing
    if one.at is None and not one.bearer:
        raise BadRequest("where is it? say `at`")
    pose = scene.elements[one.bearer].pose if one.at is None else pose_at(one.at, facing)
    return Engine(kind, one.side, pose, one.since, one.hits, one.failures, one.activated)


def melees_of(given: Given, scene: Layout) -> dict[str, Melee]:
    """Note the contacts of which it is said since when they are."""
    found = {}
    for one in given.melees:
        for unit in (*one.units, *((one.by,) if one.by else ())):
            require(unit, scene.units, "unit")
        since = given.turn - 1 if one.since is None else one.since
        found[pair_key(*one.units)] = Melee(since, one.by or one.units[0])
    return found


def require(name: str, known: Iterable[str], what: str) -> None:
    """Refuse a name that is none of those known."""
    if name not in known:
        raise BadRequest(f"there is no {what} {name!r}; there are: {', '.join(known) or 'none'}")


def weather_of(given: Given) -> tuple[str, ...]:
    """Read the weather."""
    said = (given.weather,) if isinstance(given.weather, str) else given.weather
    words = (word_of("weather", one, WEATHERS) for one in said)
    return tuple(one for group in words for one in group)


def fire_of(one: GivenFire) -> Fire:
    """Set a fire."""
    return Fire(one.what, spot(one.at), one.since)


def shot_of(one: GivenShot, turn: int, scene: Layout) -> Shot:
    """Note who shot at whom."""
    known = (*scene.units, *scene.elements)
    require(one.at, known, "unit or element")
    require(one.by, known, "unit or element")
    when = turn - 1 if one.turn is None else one.turn
    at = UnitId(one.at) if one.at in scene.units else scene.elements[one.at].unit
    if one.by in scene.elements and one.by not in scene.units:
        return Shot(when, scene.elements[one.by].unit, at, one.by)
    return Shot(when, UnitId(one.by), at)


def losses_of(one: GivenLoss, scene: Layout) -> list[Loss]:
    """Note which elements were lost this turn."""
    require(one.unit, scene.units, "unit")
    unit = scene.units[one.unit]
    first = scene.elements[unit.elements[0]].pose if unit.elements else Pose(0, 0, 0)
    last = unit.status == "destroyed" if one.last is None else one.last
    pose = first if one.at is None else pose_at(one.at, first.facing / 100)
    return [
        Loss(
            unit.side,
            one.unit,
            pose,
            scene.kinds[one.unit],
            last=last and n == one.count - 1,
            general=one.general and n == 0,
            shot=one.shot,
        )
        for n in range(one.count)
    ]


def stratagems_of(given: Given) -> dict[Seat, Stratagem]:
    """Note what was staked and what came of it."""
    found = {}
    for seat, army in given.armies.items():
        chosen = word_of("stratagem", army.stratagem, STRATAGEMS) if army.stratagem else ""
        if chosen or army.stake:
            found[side(seat)] = Stratagem(army.stake, chosen, bool(chosen), army.repeated)
    return found


# -- what does not change --------------------------------------------------------------------------


def content_of(
    given: Given, scene: Layout, armies: Mapping[Seat, Fielded], phase: Phase
) -> IdgContent:
    """Give what does not change."""
    file = file_of(given)
    width, height = spot(given.table or (file.table if file else TABLE))
    for seat in given.armies:
        side(seat)
    sorting = scene.sorting
    cite_the_table(small=scene.small)
    content = IdgContent(
        Table(width, height),
        {str(seat): army for seat, army in armies.items()},
        sorting.profiles,
        sorting.on_foot,
        scene.small,
    )
    content.ground_given = phase != "layout"
    if phase == "roles":
        content.diced = True
        content.armies = {
            muster_key(seat, battle, attacker): army
            for seat, army in armies.items()
            for battle in BATTLES.values()
            for attacker in SEATS
        }
    return content


def fielded(given: Given, seat: Seat, options: IdgOptions, sorting: Sorting) -> Fielded:
    """Give an army: a whole one, or one that stands only for what is said of it."""
    army, whole = army_of(given, seat), whole_army(given, seat)
    role = "attacker" if seat == attacker_of(given) else "defender"
    if whole is None:
        plain = Army(format=1, game="idg", list="free", name="", units=(), stake=army.stake)
        found = Fielded(
            plain,
            "",
            "free",
            "organised",
            exceptional=False,
            points=budget(battle_of(given), role),  # type: ignore[arg-type]
            homes=("pasture",),
            zone="west_central_europe",
        )
    else:
        found = fielded_army(whole, seat, options, sorting)
    said: dict[str, Any] = {
        "command": army.command,
        "exceptional": army.exceptional,
        "points": army.points,
        "homes": tuple(home_named(one) for one in army.homes) or None,
        "zone": zone_named(army.zone) if army.zone else None,
        "equipment": army.equipment if army.equipment.counts() else None,
    }
    return replace(found, **{name: one for name, one in said.items() if one is not None})


def whole_army(given: Given, seat: Seat) -> Army | None:
    """Find the army a side brings, if it is a whole one."""
    file, said = file_of(given), army_of(given, seat).army
    if isinstance(said, dict):
        return army_from({"walstatt-army": 1, "game": "idg", "name": "", **said}, f"army of {seat}")
    name = said or (getattr(file, seat) if file else "")
    if name and name not in ready_armies():
        known = ", ".join(ready_armies())
        raise BadRequest(f"armies: {seat}: there is no army {name!r}; there are: {known}")
    return ready_armies()[name] if name else None
