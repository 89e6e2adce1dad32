"""How the position of a case is written, and how it is laid out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from walstatt.games.ccn.board import BOARD
from walstatt.games.ccn.content import (
    CcnContent,
    Exit,
    Goal,
    Nation,
    Objective,
    Removal,
    ScenarioFile,
    TypeCode,
    Works,
    scenario_files,
    terrains,
    troop_id,
    troops,
    turned,
)
from walstatt.games.ccn.setup import placed_leaders, placed_units, world_of
from walstatt.games.ccn.world import NO_CARDS, CcnWorld, Leader, Phase, Unit
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.ids import CellId, Seat, UnitId

GIVEN_NATION: dict[Seat, Nation] = {Seat("french"): "french", Seat("allied"): "british"}


# -- the records ----------------------------------------------------------------------------------


class GivenUnit(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit of a case."""

    id: UnitId
    side: Seat
    type: TypeCode
    at: str
    nation: Nation | None = None
    """French or British by side if not said."""
    blocks: int | None = None
    """Full strength if not said."""
    ordered: bool = False
    moved: int = 0
    """How many hexes it moved this turn; it entered the hex it stands in."""
    barred: bool | None = None
    """Whether its move forbids it to fight; if not said, that follows from hexes and terrain."""
    fought: bool = False
    joined: bool = False
    """Whether a leader joined it this turn, so that it may not move."""
    square: bool | int = False
    """Whether it is in square, or the number of its marker."""
    leader: str = ""
    """The id of a leader attached to it, who need not be listed otherwise."""


class GivenLeader(Struct, frozen=True, forbid_unknown_fields=True):
    """A leader of a case; in the hex of a unit of his side he is attached to it."""

    id: UnitId
    side: Seat
    at: str
    name: str = ""
    """Like his id if not said."""
    ordered: bool = False
    moved: bool = False


class GivenObjective(Struct, frozen=True, forbid_unknown_fields=True):
    """Hexes that give banners."""

    side: Seat
    at: tuple[str, ...]
    kind: Literal["temporary", "temporary_group", "permanent"] = "temporary"
    banners: int = 1
    held: bool = False
    """Whether the units there hold it already; its banners are among those in `banners`."""


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """The position of a case."""

    scenario: str = "empty"
    phase: Phase = "command"
    to_move: Seat = Seat("french")
    top: Seat | None = None
    """Whose baseline is row 9; the French one's in every scenario."""
    turn: int = 1
    terrain: dict[str, tuple[str, ...]] = {}
    """More tiles: hexes by kind of terrain; `clear` takes a tile away."""
    works: tuple[Works, ...] | None = None
    """Field works, their owners and protected sides; those of the scenario if not said."""
    units: tuple[GivenUnit, ...] | None = None
    """All units there are; those of the scenario if not said."""
    leaders: tuple[GivenLeader, ...] | None = None
    """All leaders not named with units; those of the scenario if neither is said."""
    hands: dict[Seat, tuple[str, ...] | int] = {}
    """The cards each side holds, or how many, whichever; the scenario's number if not said."""
    card: str = ""
    """The card that was played this turn; needed in the phase `order`."""
    plain: bool = False
    """Whether orders are normal ones, without the card's bonuses (one unit of choice)."""
    command: int | None = None
    """The Command value of the last card played; the hand and that card if not said."""
    last_cards: dict[Seat, str] = {}
    """The card each side played in its last turn."""
    last_effects: dict[Seat, str] = {}
    """What the last card counted as, where it was a Counter-attack; nothing if not said."""
    square_cards: dict[Seat, tuple[str, ...]] = {}
    """The cards under the squares, by number of the marker; any if not said."""
    discards: tuple[str, ...] = ()
    deck: int | None = None
    """How many cards the draw pile has; the others are discarded. All if not said."""
    banners: dict[Seat, int] = {}
    banners_to_win: dict[Seat, int] = {}
    objectives: tuple[GivenObjective, ...] | None = None
    """Those of the scenario if not said."""
    exits: tuple[Exit, ...] | None = None
    """Those of the scenario if not said."""
    removals: tuple[Removal, ...] | None = None
    """Tiles taken away when a unit enters; those of the scenario if not said."""
    removed: tuple[str, ...] = ()
    """The hexes whose tiles were taken away already."""
    strikes: tuple[Seat, ...] = ()
    """Who played First Strike this turn and is owed a card."""


# -- reading --------------------------------------------------------------------------------------


def cell_of(label: object) -> CellId:
    """Read a hex by its label."""
    if not isinstance(label, str):
        raise BadRequest(f"a hex is named by its label in quotes, not {label!r}")
    return BOARD.parse(label)


def require(name: str, known: Iterable[str], what: str) -> None:
    """Refuse a name that is none of those known."""
    if name not in known:
        raise BadRequest(f"there is no {what} {name!r}; there are: {', '.join(known)}")


def sides_named(given: Given) -> Iterator[Seat]:
    """List every side a case speaks of, but for its pieces."""
    yield given.to_move
    for named in (given.hands, given.last_cards, given.last_effects, given.square_cards):
        yield from named
    yield from (*given.banners, *given.banners_to_win, *given.strikes)
    yield from (one.side for one in given.objectives or ())
    yield from (one.side for one in given.exits or ())
    yield from (one.by for one in given.removals or ())
    yield from (one.owner for one in given.works or ())


# -- the battlefield ------------------------------------------------------------------------------


def file_of(given: Given) -> ScenarioFile:
    """Change a scenario as a case says."""
    require(given.scenario, scenario_files(), "scenario")
    file = scenario_files()[given.scenario]
    sides = file.top.army, file.bottom.army
    for seat in sides_named(given):
        require(seat, sides, "side")
    if given.top is not None and given.top != file.top.army:
        require(given.top, sides, "side")
        file = turned(file)
    changes: dict[str, Any] = {"terrain": with_terrain(file, given), "works": works_of(file, given)}
    if given.objectives is not None:
        changes["objectives"] = tuple(map(objective_of, given.objectives))
    if given.exits is not None:
        changes["exits"] = given.exits
    if given.removals is not None:
        changes["removals"] = given.removals
    for edge in ("top", "bottom"):
        side = getattr(file, edge)
        if side.army in given.banners_to_win:
            changes[edge] = replace(side, banners=given.banners_to_win[side.army])
    return replace(file, **changes)


def objective_of(given: GivenObjective) -> Objective:
    """Make an objective of a case."""
    return Objective(given.side, given.kind, given.banners, given.at)


def with_terrain(file: ScenarioFile, given: Given) -> dict[str, tuple[str, ...]]:
    """Add the case's tiles to those of the scenario; a new tile replaces an old one."""
    for name in given.terrain:
        require(name, (*terrains(), "field_works"), "terrain")
    new = {
        BOARD.label(cell_of(label))
        for name, labels in given.terrain.items()
        if name not in ("bridge", "field_works")
        for label in labels
    }
    tiles = {
        name: tuple(label for label in labels if label not in new)
        for name, labels in file.terrain.items()
    }
    for name, labels in given.terrain.items():
        if name != "field_works":
            tiles[name] = (*tiles.get(name, ()), *labels)
    return tiles


def works_of(file: ScenarioFile, given: Given) -> tuple[Works, ...]:
    """Lay field works: as the case says, or for whoever stands there, or else for the defender."""
    works = file.works if given.works is None else given.works
    units = {cell_of(one.at): one.side for one in given.units or ()}
    defender = next(side for side in (file.top.army, file.bottom.army) if side != given.to_move)
    more = given.terrain.get("field_works", ())
    return (*works, *(Works(label, units.get(cell_of(label), defender)) for label in more))


# -- the whole position ---------------------------------------------------------------------------


def arranged(content: CcnContent, given: Given) -> CcnWorld:
    """Place the case's pieces and cards."""
    if given.phase == "order" and not given.card:
        raise BadRequest("in the phase `order` say which `card` was played")
    if given.phase == "command" and given.card:
        raise BadRequest("in the phase `command` no `card` has been played yet")
    world = world_of(content, units_in(content, given), leaders_in(content, given))
    refuse_overlaps(world)
    world.turn = given.turn - (given.phase == "command")
    world.active = given.to_move
    world.phase = given.phase
    world.strikes = given.strikes
    world.removed = tuple(cell_of(label) for label in given.removed)
    refuse_closed(content, world)
    place_cards(content, given, world)
    remember_cards(content, given, world)
    place_banners(content, given, world)
    return world


def refuse_overlaps(world: CcnWorld) -> None:
    """Refuse two pieces of a kind in one hex, ids that stand twice, and enemies together."""
    for pieces, index in ((world.units, world.unit_at), (world.leaders, world.leader_at)):
        if len(pieces) > len(index):
            raise BadRequest("two units or two leaders stand in one hex")
    both = set(world.units) & set(world.leaders)
    if both:
        raise BadRequest(f"a unit and a leader are both called {min(both)!r}")
    for cell, leader in world.leader_at.items():
        unit = world.unit_at.get(cell)
        if unit is not None and world.units[unit].side != world.leaders[leader].side:
            raise BadRequest(f"{leader} stands in the hex of the enemy unit {unit}")


def refuse_closed(content: CcnContent, world: CcnWorld) -> None:
    """Refuse pieces on ground that they cannot enter."""
    ground = content.ground_without(world.removed)
    units = [(unit, one.at, content.troops[one.troop].arm) for unit, one in world.units.items()]
    leaders = [(leader, him.at, "leader") for leader, him in world.leaders.items()]
    for piece, at, kind in (*units, *leaders):
        if kind in ground.at[at].type.closed:
            raise BadRequest(f"{piece} cannot stand in {ground.at[at].id}")


# -- units and leaders ----------------------------------------------------------------------------


def units_in(content: CcnContent, given: Given) -> dict[UnitId, Unit]:
    """Place the units of the case, or else those of its scenario."""
    if given.units is None:
        return placed_units(content)
    units: dict[UnitId, Unit] = {}
    squares: dict[Seat, int] = {}
    for one in given.units:
        if one.id in units:
            raise BadRequest(f"two units are called {one.id!r}")
        units[one.id] = unit_in(content, one, squares)
    return units


def unit_in(content: CcnContent, given: GivenUnit, squares: dict[Seat, int]) -> Unit:
    """Place a unit of a case."""
    require(given.side, content.seats, "side")
    nation = given.nation or GIVEN_NATION[given.side]
    name = troop_id(nation, given.type)
    require(name, troops(), "unit")
    full = content.troops[name].blocks
    blocks = full if given.blocks is None else given.blocks
    if not 1 <= blocks <= full:
        raise BadRequest(f"{given.id} has 1 to {full} blocks, not {blocks}")
    square = int(given.square)
    if given.square is True:
        squares[given.side] = square = squares.get(given.side, 0) + 1
    if not 0 <= square <= len(NO_CARDS):
        raise BadRequest(f"{given.id}: there are square markers 1 to 4, not {square}")
    if square and content.troops[name].arm != "infantry":
        raise BadRequest(f"{given.id} is no infantry and cannot be in square")
    return Unit(
        given.side,
        name,
        blocks,
        cell_of(given.at),
        square,
        ordered=given.ordered,
        moved=given.moved,
        barred=bool(given.barred),
        fought=given.fought,
        joined=given.joined,
    )


def leaders_in(content: CcnContent, given: Given) -> dict[UnitId, Leader]:
    """Place the leaders of the case, or else those of its scenario."""
    if given.leaders is None and given.units is None:
        return placed_leaders(content)
    found: dict[UnitId, Leader] = {}
    with_units = (one for one in given.units or () if one.leader)
    attached = [GivenLeader(UnitId(one.leader), one.side, one.at) for one in with_units]
    for him in (*attached, *(given.leaders or ())):
        if him.id in found:
            raise BadRequest(f"two leaders are called {him.id!r}")
        require(him.side, content.seats, "side")
        name = him.name or him.id
        found[him.id] = Leader(him.side, name, cell_of(him.at), him.ordered, him.moved)
    return found


# -- cards ----------------------------------------------------------------------------------------


def place_cards(content: CcnContent, given: Given, world: CcnWorld) -> None:
    """Deal the cards a case names, and any for the rest."""
    left = cards_not_named(content, given)
    for seat in content.seats:
        world.square_cards[seat] = square_cards_of(world, given, seat, left)
    for seat in content.seats:
        hand = given.hands.get(seat, content.sides[seat].cards - squares_of(world, seat))
        world.hands[seat] = tuple(sorted(dealt(seat, hand, left)))
    own = world.hands[given.to_move]
    if given.phase != "command" and given.to_move not in given.hands and own:
        left.append(own[-1])
        world.hands[given.to_move] = own = own[:-1]
    if given.phase == "command" and not own:
        raise BadRequest(f"{given.to_move} has no card to play")
    keep = len(left) if given.deck is None else given.deck
    if not 0 <= keep <= len(left):
        raise BadRequest(f"the draw pile has 0 to {len(left)} cards, not {keep}")
    world.deck, world.discards = tuple(sorted(left[:keep])), (*given.discards, *left[keep:])
    world.card = given.card
    world.plain = given.plain
    if given.command is not None:
        world.command = given.command
    elif given.phase != "command":
        world.command = len(own) + 1


def cards_not_named(content: CcnContent, given: Given) -> list[str]:
    """List the cards that a case says nothing of."""
    hands = [card for hand in given.hands.values() if isinstance(hand, tuple) for card in hand]
    under = [card for cards in given.square_cards.values() for card in cards if card]
    played = [given.card] if given.card else []
    left = list(content.deck)
    for card in (*hands, *under, *played, *given.discards):
        require(card, content.cards, "card")
        if card not in left:
            raise BadRequest(f"there are not so many cards {card!r}")
        left.remove(card)
    return left


def squares_of(world: CcnWorld, seat: Seat) -> int:
    """Count the squares of a side."""
    return sum(1 for one in world.units.values() if one.side == seat and one.square)


def square_cards_of(world: CcnWorld, given: Given, seat: Seat, left: list[str]) -> tuple[str, ...]:
    """Lay a card under every square: the one named, or any."""
    named = dict(enumerate(given.square_cards.get(seat, ())))
    under = list(NO_CARDS)
    for one in world.units.values():
        if one.side == seat and one.square:
            place = one.square - 1
            if under[place]:
                raise BadRequest(f"two squares of {seat} have the marker {one.square}")
            under[place] = named.pop(place, "") or left.pop()
    unused = [place + 1 for place, card in named.items() if card]
    if unused:
        raise BadRequest(f"{seat} has no square with the marker {unused[0]}, but a card under it")
    return tuple(under)


def dealt(seat: Seat, hand: tuple[str, ...] | int, left: list[str]) -> list[str]:
    """Give a side the cards named, or as many as said from the front of the pile."""
    if isinstance(hand, tuple):
        return list(hand)
    if not 0 <= hand <= len(left):
        raise BadRequest(f"there are not {hand} cards left for {seat}")
    cards = left[:hand]
    del left[:hand]
    return cards


def remember_cards(content: CcnContent, given: Given, world: CcnWorld) -> None:
    """Note the cards each side played last, and what they counted as."""
    for card in (*given.last_cards.values(), *filter(None, given.last_effects.values())):
        require(card, content.cards, "card")
    for seat, card in given.last_cards.items():
        copied = given.last_effects.get(seat, "")
        world.last_cards[seat] = card
        world.last_effects[seat] = copied if card == "counter_attack" else card


# -- banners --------------------------------------------------------------------------------------


def place_banners(content: CcnContent, given: Given, world: CcnWorld) -> None:
    """Give each side its banners, those of the objectives it holds among them."""
    world.banners |= given.banners
    worth = dict.fromkeys(content.seats, 0)
    for number, goal in held_goals(content, given):
        worth[goal.side] += goal.banners
        if goal.kind == "permanent":
            world.claimed = (*world.claimed, number)
        else:
            world.claims[number] = holders_of(world, goal)
    for seat, banners in world.banners.items():
        if banners < worth[seat]:
            raise BadRequest(f"{seat} has {banners} banners, fewer than its objectives give")
        if banners >= content.sides[seat].banners:
            raise BadRequest(f"{seat} has {banners} banners and has won already")


def held_goals(content: CcnContent, given: Given) -> Iterator[tuple[int, Goal]]:
    """List the objectives that are held already, by number."""
    held = [
        one.held
        for one in given.objectives or ()
        for _ in range(1 if one.kind == "temporary_group" else len(one.at))
    ]
    return ((number, content.goals[number]) for number, so in enumerate(held) if so)


def holders_of(world: CcnWorld, goal: Goal) -> tuple[UnitId, ...]:
    """Find the units that hold an objective."""
    units = [world.unit_at.get(cell) for cell in goal.cells]
    own = tuple(unit for unit in units if unit and world.units[unit].side == goal.side)
    if len(own) < len(goal.cells):
        raise BadRequest(f"an objective is held, but no unit of {goal.side} stands there")
    return own
