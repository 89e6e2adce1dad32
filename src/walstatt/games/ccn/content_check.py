"""What can be wrong with the content although every file can be read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from walstatt.boards import BoardError
from walstatt.games.ccn.board import BOARD, NEIGHBOURS
from walstatt.games.ccn.content import (
    CardFile,
    Force,
    Nation,
    National,
    ScenarioFile,
    SpecialRule,
    TerrainFile,
    TerrainType,
    TroopFile,
    TypeCode,
)
from walstatt.kernel.content import (
    ContentError,
    ContentProblem,
    Flaw,
    did_you_mean,
    load_with_lines,
)
from walstatt.kernel.ids import CellId
from walstatt.kernel.trace import rule as applies

T = TypeVar("T")

ARMIES: Final[dict[str, tuple[Nation, ...]]] = {
    "french": ("french",),
    "allied": ("british", "portuguese"),
}
"""The two armies and who fights in them. CCN-20.1."""
APART: Final = 3
"""How many hexes enemies are apart at the start, at least. CCN-20.6."""
HAND: Final = range(2, 9)
"""How many command cards a side can have."""
DECK: Final = {"section": 48, "tactic": 22}
"""How many cards of a kind the deck has. CCN-17.1.1."""
BRIDGED: Final = ({"bridge", "river"}, {"bridge", "shallow_river"})
"""The tiles that lie on one hex together. CCN-16.7.8."""
STATUS: Final = ("title", "forces", "tiles", "places", "cards", "first", "banners")
"""The values of which every scenario says where they come from."""


def problems(folder: Path) -> list[ContentProblem]:
    """List everything that is wrong, in all files."""
    found: list[ContentProblem] = []
    troops = _checked(folder / "troops.yaml", TroopFile, troop_flaws, found)
    terrain = _checked(folder / "terrain.yaml", TerrainFile, terrain_flaws, found)
    _checked(folder / "cards.yaml", CardFile, card_flaws, found)
    check = partial(scenario_flaws, troops=troops, kinds=terrain.terrain if terrain else None)
    for path in sorted((folder / "scenarios").glob("*.yaml")):
        _checked(path, ScenarioFile, check, found)
    return found


def _checked(
    path: Path,
    type_: type[T],
    flaws: Callable[[T], Iterable[Flaw]],
    found: list[ContentProblem],
) -> T | None:
    """Read a file and note its flaws; None if it cannot be read."""
    try:
        file, lines = load_with_lines(path, type_)
    except ContentError as error:
        found += error.problems
        return None
    found += (lines.problem(*flaw) for flaw in flaws(file))
    return file


# -- troops, terrain and cards -------------------------------------------------------------------


def troop_flaws(file: TroopFile) -> Iterator[Flaw]:
    """Say what is wrong with the troops. CCN-19."""
    for code, kind in file.types.items():
        if kind.march > kind.most:
            far = f"marches {kind.march} hexes and fights, but moves {kind.most} at most"
            yield f"types.{code}.march", far
    for nation, card in file.nations.items():
        for code, values in card.units.items():
            where = f"nations.{nation}.units.{code}"
            if code not in file.types:
                yield where, f"there is no type {code}"
            if values.blocks < 1:
                yield f"{where}.blocks", "a unit has at least one block"
    yield from _gun_flaws(file)


def _gun_flaws(file: TroopFile) -> Iterator[Flaw]:
    """Look for batteries without dice. CCN-8.4.7."""
    for table in ("default", "variant_b"):
        dice = file.guns.get(table, {})
        for code, kind in file.types.items():
            if kind.arm == "artillery" and code not in dice:
                yield f"guns.{table}", f"no dice for {code}"


def terrain_flaws(file: TerrainFile) -> Iterator[Flaw]:
    """Look for effects that do not name their rule. CCN-16."""
    for name, kind in file.terrain.items():
        for effect, rule, has_effect in (
            ("stops", "stop_rule", kind.stops),
            ("closed", "closed_rule", bool(kind.closed)),
            ("fight_on_entry", "entry_rule", kind.fight_on_entry != "all"),
            ("into", "into_rule", bool(kind.into)),
            ("out", "out_rule", bool(kind.out)),
            ("blocks_sight", "sight_rule", kind.blocks_sight),
        ):
            if has_effect and not getattr(kind, rule):
                yield f"terrain.{name}.{effect}", f"needs a rule: {rule} is missing"


def card_flaws(file: CardFile) -> Iterator[Flaw]:
    """Say what is wrong with the deck. CCN-17.1.1, CCN-17.4.4.2."""
    for name, card in file.cards.items():
        where = f"cards.{name}"
        if card.kind == "section" and not card.orders:
            yield where, "a section card says how many it orders where"
        if card.kind == "tactic" and card.orders:
            yield f"{where}.orders", "a tactics card orders nothing by sections"
        if card.mirror and card.mirror not in file.cards:
            guess = did_you_mean(card.mirror, file.cards)
            yield f"{where}.mirror", f"there is no card {card.mirror!r}{guess}"
        elif card.mirror and file.cards[card.mirror].mirror != name:
            yield f"{where}.mirror", f"{card.mirror!r} does not name {name!r} as its mirror"
    yield from _deck_flaws(file)


def _deck_flaws(file: CardFile) -> Iterator[Flaw]:
    """Count the cards. CCN-1.5.1."""
    for kind, wanted in DECK.items():
        there = sum(card.copies for card in file.cards.values() if card.kind == kind)
        if there != wanted:
            yield "cards", f"{there} {kind} cards, the deck has {wanted}"


# -- scenarios -----------------------------------------------------------------------------------


def scenario_flaws(
    file: ScenarioFile, troops: TroopFile | None, kinds: dict[str, TerrainType] | None
) -> Iterator[Flaw]:
    """Say what is wrong with a scenario, as far as troops and terrain are known."""
    yield from _note_flaws(file)
    yield from _status_flaws(file)
    yield from _label_flaws(file)
    yield from _side_flaws(file)
    yield from _tile_flaws(file)
    yield from _distance_flaws(file)
    yield from _leader_flaws(file)
    yield from _objective_flaws(file)
    yield from _special_flaws(file)
    if troops is not None:
        yield from _troop_flaws(file, troops)
    if kinds is not None:
        yield from _unknown_terrain(file, kinds)
        yield from _barred_goals(file, kinds)
    if troops is not None and kinds is not None:
        yield from _barred_pieces(file, troops, kinds)


def _note_flaws(file: ScenarioFile) -> Iterator[Flaw]:
    """Check the battle notes. CCN-20.2."""
    for where, side in (("top", file.top), ("bottom", file.bottom)):
        if side.army not in ARMIES:
            known = ", ".join(ARMIES)
            yield f"{where}.army", f"unknown army {side.army!r}; there are: {known}"
        if side.cards not in HAND:
            yield f"{where}.cards", f"a side has {HAND[0]} to {HAND[-1]} cards, not {side.cards}"
        if side.banners < 1:
            yield f"{where}.banners", "at least one banner is needed to win"
    if file.top.army == file.bottom.army:
        yield "bottom.army", f"{file.top.army!r} is at the top already"
    if file.first not in _armies(file):
        yield "first", f"{file.first!r} is no army of this scenario"


def _armies(file: ScenarioFile) -> tuple[str, str]:
    return file.top.army, file.bottom.army


def _status_flaws(file: ScenarioFile) -> Iterator[Flaw]:
    """Look for values that do not say where they come from."""
    more = [name for name in ("objectives", "exits") if getattr(file, name)]
    for name in (*STATUS, *more):
        if name not in file.status:
            yield "status", f"{name} is missing"
    for name in file.status:
        if name not in (*STATUS, "objectives", "exits"):
            yield f"status.{name}", f"unknown value{did_you_mean(name, STATUS)}"


def _side_flaws(file: ScenarioFile) -> Iterator[Flaw]:
    """Look for sides that do not fight here, and nations in the wrong army."""
    for where, side in _sides(file):
        if side not in _armies(file):
            yield where, f"{side!r} is no army of this scenario"
    pieces = [(f"units[{at}]", one.side, one.nation) for at, one in enumerate(file.units)]
    pieces += [(f"leaders[{at}]", one.side, one.nation) for at, one in enumerate(file.leaders)]
    for where, side, nation in pieces:
        if nation not in ARMIES.get(side, (nation,)):
            yield f"{where}.nation", f"{nation} troops do not fight in the {side} army"


def _sides(file: ScenarioFile) -> Iterator[tuple[str, str]]:
    for kind, field in (
        ("units", "side"),
        ("leaders", "side"),
        ("objectives", "side"),
        ("works", "owner"),
        ("exits", "side"),
        ("removals", "by"),
    ):
        for at, one in enumerate(getattr(file, kind)):
            yield f"{kind}[{at}].{field}", getattr(one, field)


# -- places --------------------------------------------------------------------------------------


def _label_flaws(file: ScenarioFile) -> Iterator[Flaw]:
    """Look for hexes that are not on the board. CCN-1.1.3."""
    for where, label in _labels(file):
        try:
            BOARD.parse(label)
        except BoardError as wrong:
            yield where, str(wrong)


def _labels(file: ScenarioFile) -> Iterator[tuple[str, str]]:
    """List every hex that is named, and where."""
    for name, labels in file.terrain.items():
        yield from _numbered(f"terrain.{name}", labels)
    for kind in ("units", "objectives"):
        for at, one in enumerate(getattr(file, kind)):
            yield from _numbered(f"{kind}[{at}].at", one.at)
    for kind in ("leaders", "works", "exits", "landmarks", "removals"):
        for at, one in enumerate(getattr(file, kind)):
            yield f"{kind}[{at}].at", one.at


def _numbered(field: str, labels: Iterable[str]) -> Iterator[tuple[str, str]]:
    return ((f"{field}[{at}]", label) for at, label in enumerate(labels))


def _cells(labels: Iterable[tuple[str, str]]) -> Iterator[tuple[str, CellId]]:
    """Find the hexes of labels, without those off the board."""
    for where, label in labels:
        try:
            yield where, BOARD.parse(label)
        except BoardError:
            continue


def _places(file: ScenarioFile, kind: str) -> list[tuple[str, CellId]]:
    """List the hexes of one kind of entries, such as `works`."""
    return list(_cells(one for one in _labels(file) if one[0].startswith(f"{kind}[")))


def _units(file: ScenarioFile) -> Iterator[tuple[str, Force, CellId]]:
    """List every unit and where it stands."""
    for at, force in enumerate(file.units):
        for where, cell in _cells(_numbered(f"units[{at}].at", force.at)):
            yield where, force, cell


def _tile_flaws(file: ScenarioFile) -> Iterator[Flaw]:
    """Look for hexes with two tiles. CCN-2.3."""
    laid: dict[CellId, set[str]] = {}
    for name, labels in file.terrain.items():
        for where, cell in _cells(_numbered(f"terrain.{name}", labels)):
            there = laid.setdefault(cell, set())
            if there and (name in there or {*there, name} not in BRIDGED):
                yield where, f"{BOARD.label(cell)} has a {' and a '.join(sorted(there))} already"
            there.add(name)
    works: set[CellId] = set()
    for where, cell in _places(file, "works"):
        if cell in works:
            yield where, f"{BOARD.label(cell)} has field works already"
        works.add(cell)
    for where, cell in _places(file, "removals"):
        if cell not in laid and cell not in works:
            yield where, f"{BOARD.label(cell)} has no tile that could be taken away"


@applies("CCN-20.6")
def _distance_flaws(file: ScenarioFile) -> Iterator[Flaw]:
    """Look for units in one hex and for enemies that are too close. CCN-1.1.9, CCN-20.6."""
    before: list[tuple[str, CellId]] = []
    for where, force, cell in _units(file):
        if any(cell == other for _, other in before):
            yield where, f"another unit stands at {BOARD.label(cell)} already"
        enemies = [other for side, other in before if side != force.side]
        near = min(enemies, key=partial(BOARD.distance, cell), default=cell)
        if 0 < BOARD.distance(cell, near) < APART:
            hexes = f"{BOARD.distance(cell, near)} of at least {APART} hexes"
            yield where, f"too close to the enemy at {BOARD.label(near)}: {hexes}"
        before.append((force.side, cell))


def _leader_flaws(file: ScenarioFile) -> Iterator[Flaw]:
    """Look for leaders in one hex, among enemies, or twice on a side. CCN-1.1.9, CCN-20.6."""
    sides = {cell: force.side for _, force, cell in _units(file)}
    taken: set[CellId] = set()
    known: set[tuple[str, str]] = set()
    for at, one in enumerate(file.leaders):
        where = f"leaders[{at}]"
        if (one.side, one.name) in known:
            yield f"{where}.name", f"{one.side} has a leader {one.name!r} already"
        known.add((one.side, one.name))
        for field, cell in _cells([(f"{where}.at", one.at)]):
            if cell in taken:
                yield field, f"another leader stands at {one.at} already"
            if sides.get(cell, one.side) != one.side:
                yield field, f"an enemy unit stands at {one.at}"
            taken.add(cell)


def _objective_flaws(file: ScenarioFile) -> Iterator[Flaw]:
    """Check what gives banners besides losses. CCN-3.8, CCN-20.3."""
    for at, one in enumerate(file.objectives):
        if not one.at:
            yield f"objectives[{at}].at", "an objective has at least one hex"
        if one.banners < 1:
            yield f"objectives[{at}].banners", "an objective gives at least one banner"
    for where, cell in _places(file, "exits"):
        if len(NEIGHBOURS[cell]) == 6:
            yield where, f"{BOARD.label(cell)} is not at the edge of the board"


def _special_flaws(file: ScenarioFile) -> Iterator[Flaw]:
    """Look for special rules that speak of nothing, and removals that no rule tells. CCN-20.4."""
    needs: dict[SpecialRule, tuple[str, bool]] = {
        "river_is_shallow": ("a shallow river", bool(file.terrain.get("shallow_river"))),
        "river_impassable_except_bridge": ("a river", bool(file.terrain.get("river"))),
        "brown_blocks_are_dutch_belgian": (
            "brown blocks",
            any(force.nation == "portuguese" for force in file.units),
        ),
        "fortress_is_building": ("a landmark", bool(file.landmarks)),
        "tiles_are_removed": ("removals", bool(file.removals)),
    }
    for at, rule in enumerate(file.special):
        what, there = needs[rule]
        if not there:
            yield f"special[{at}]", f"{rule} needs {what}"
    if file.removals and "tiles_are_removed" not in file.special:
        yield "removals", "the special rule tiles_are_removed is missing"


# -- troops and terrain of a scenario ------------------------------------------------------------


def _troop_flaws(file: ScenarioFile, troops: TroopFile) -> Iterator[Flaw]:
    """Look for types that a nation does not have, and for more than the box has. CCN-1.5.6."""
    for at, force in enumerate(file.units):
        if _national(troops, force) is None:
            yield f"units[{at}].type", f"{force.nation} troops have no {force.type}"
    tiles = sum(map(len, file.terrain.values())) + len(file.works)
    if tiles > troops.tiles:
        yield "terrain", f"{tiles} tiles, the box has {troops.tiles}"
    if file.set != "own":
        yield from _box_flaws(file, troops)


def _national(troops: TroopFile, force: Force) -> National | None:
    card = troops.nations.get(force.nation)
    return None if card is None else card.units.get(force.type)


@applies("CCN-1.5.6")
def _box_flaws(file: ScenarioFile, troops: TroopFile) -> Iterator[Flaw]:
    used: Counter[tuple[Nation, TypeCode]] = Counter()
    for at, force in enumerate(file.units):
        kind = force.nation, force.type
        used[kind] += len(force.at)
        values = _national(troops, force)
        if values is not None and used[kind] > values.box:
            count = f"{used[kind]} {force.nation} {force.type}"
            yield f"units[{at}].at", f"{count}, the box has {values.box}"
    for nation, card in troops.nations.items():
        leaders = sum(one.nation == nation for one in file.leaders)
        if leaders > card.leaders:
            yield "leaders", f"{leaders} {nation} leaders, the box has {card.leaders}"


def _unknown_terrain(file: ScenarioFile, kinds: dict[str, TerrainType]) -> Iterator[Flaw]:
    for name in file.terrain:
        if name not in kinds:
            yield f"terrain.{name}", f"unknown terrain {name!r}; there are: {', '.join(kinds)}"


def _ground(file: ScenarioFile, kinds: dict[str, TerrainType]) -> dict[CellId, TerrainType]:
    """Lay the tiles, bridges on top. CCN-16.7.8."""
    ground: dict[CellId, TerrainType] = {}
    for name in sorted(file.terrain, key=lambda name: name == "bridge"):
        cells = _cells(_numbered(name, file.terrain[name]))
        ground.update({cell: kinds[name] for _, cell in cells if name in kinds})
    return ground


def _barred_goals(file: ScenarioFile, kinds: dict[str, TerrainType]) -> Iterator[Flaw]:
    """Look for objectives and exits that no unit can reach. CCN-3.8."""
    ground = _ground(file, kinds)
    for kind in ("objectives", "exits"):
        for where, cell in _places(file, kind):
            if cell in ground and {"infantry", "cavalry", "artillery"} <= {*ground[cell].closed}:
                yield where, f"no unit can enter {BOARD.label(cell)}"


def _barred_pieces(
    file: ScenarioFile, troops: TroopFile, kinds: dict[str, TerrainType]
) -> Iterator[Flaw]:
    """Look for units and leaders in terrain that is closed to them. CCN-20.6."""
    ground = _ground(file, kinds)
    for where, force, cell in _units(file):
        kind = troops.types.get(force.type)
        if kind is not None and cell in ground and kind.arm in ground[cell].closed:
            yield where, f"{kind.arm} cannot enter {BOARD.label(cell)}"
    for where, cell in _places(file, "leaders"):
        if cell in ground and "leader" in ground[cell].closed:
            yield where, f"a leader cannot enter {BOARD.label(cell)}"
