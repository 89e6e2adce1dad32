"""How tables come to be: new ones, branches of other games, saves that somebody brings."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from walstatt.games import find_game
from walstatt.kernel.chance import Seeded, commitment
from walstatt.kernel.codec import plain
from walstatt.kernel.errors import BadRequest, SaveError, WalstattError
from walstatt.kernel.game import AnyGame, new_game
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Dice, Match
from walstatt.kernel.options import Options, make_options
from walstatt.kernel.save import from_bytes
from walstatt.scene.model import Side
from walstatt.scene.playable import AnyPlayable, stage
from walstatt.server.armies import require_legal
from walstatt.server.errors import refusal
from walstatt.server.modesty import is_modest
from walstatt.server.plain_text import clean_name, clean_title
from walstatt.server.ports import ComputerPlayers, Services
from walstatt.server.protocol import Branch, Created, NewTable, Sitting
from walstatt.server.records import Place, Record
from walstatt.server.seating import level_of
from walstatt.server.seats import KeptKey, hashed, new_table_id, new_token
from walstatt.server.table import Table

LONGEST_IMPORT = 20_000
"""The most entries of a save that is brought."""


class Founded(Struct, frozen=True):
    """A new table, not stored yet, and the keys to it."""

    record: Record
    keys: tuple[KeptKey, ...]
    created: Created
    source: Match | None = None
    """The game it goes on from."""


def fresh_dice() -> Dice:
    """Commit to a secret that nobody knows."""
    secret = os.urandom(32)
    return Dice("commit-reveal", secret.hex(), commitment(secret))


# -- a table as somebody wishes it ---------------------------------------------------------------


def wished(services: Services, wish: NewTable) -> Founded:
    """Lay out a new table."""
    definition = known_game(wish.game)
    sides = scenario_sides(wish.game, known_scenario(definition, wish.scenario))
    options = chosen_options(definition, wish.options, wish.preset)
    sides = _meeting(definition, wish, options, sides)
    name = clean_name(wish.name)
    seats = places(services.computers, wish.game, sides, wish.seats, name, wish.nonce)
    now = int(services.now())
    record = Record(
        new_table_id(),
        wish.game,
        wish.scenario,
        definition.scenario(wish.scenario).title,
        sides,
        now,
        now,
        "waiting",
        seats,
        fresh_dice(),
        host=name,
        title=clean_title(wish.title),
        options=options,
        rosters=plain(wish.rosters),
        listed=wish.listed,
        correspondence=wish.correspondence,
        clock=wish.clock,
        guided=wish.guided,
    )
    return with_keys(record, wish.seats)


def known_game(game: str) -> AnyPlayable:
    """Find a game that can be played."""
    try:
        return find_game(game)
    except BadRequest:
        raise refusal("malformed", "no_game", game=game) from None


def known_scenario(definition: AnyPlayable, scenario: str) -> str:
    """Find a scenario that can be played."""
    found = definition.scenarios().get(scenario)
    if found is None or found.for_cases:
        raise refusal("malformed", "no_scenario", scenario=scenario)
    return found.id


@cache
def scenario_sides(game: str, scenario: str) -> tuple[Side, ...]:
    """Describe the sides of a scenario, in the order of its seats."""
    definition = find_game(game)
    scene = stage(new_game(definition, scenario, Seeded(0)), None)
    known = {side.seat: side for side in scene.sides}
    seats = definition.scenario(scenario).seats
    return tuple(known.get(seat, Side(seat, definition.seat_name(seat))) for seat in seats)


def chosen_options(
    definition: AnyPlayable, given: Mapping[str, Any], preset: str
) -> dict[str, Any]:
    """Make the options of a game, or say what is wrong with them."""
    try:
        options = make_options(definition.options_type, dict(given), preset)
    except BadRequest as wrong:
        raise refusal("malformed", "options", reason=str(wrong)) from None
    chosen: dict[str, Any] = plain(options)
    return chosen


def _meeting(
    definition: AnyPlayable, wish: NewTable, options: dict[str, Any], sides: tuple[Side, ...]
) -> tuple[Side, ...]:
    """Judge the armies a table is laid with, and say how the sides are called then."""
    if not set(wish.rosters) <= set(wish.seats):
        raise refusal("malformed", "seats")
    awaited = [seat for seat, sitting in wish.seats.items() if sitting.brings]
    if not awaited:
        game = playable(definition, wish.scenario, options, wish.rosters)
        return game_sides(game) if wish.rosters else sides
    guests = all(wish.seats[seat].occupant in ("friend", "open") for seat in awaited)
    takes = definition.scenario(wish.scenario).rosters
    if not guests or not takes or set(awaited) & set(wish.rosters):
        raise refusal("malformed", "seats")
    judge_alone(definition, wish.scenario, options, wish.rosters)
    return tuple(Side(one.seat, definition.seat_name(one.seat), mark=one.mark) for one in sides)


def judge_alone(
    definition: AnyPlayable, scenario: str, options: dict[str, Any], rosters: Mapping[Seat, Any]
) -> None:
    """Refuse armies that are not legal, whatever the armies will be that are still awaited."""
    chosen = _fitting(definition, options, rosters)
    require_legal(definition, scenario, chosen, rosters, alone=True)


def playable(
    definition: AnyPlayable, scenario: str, options: dict[str, Any], rosters: Mapping[Seat, Any]
) -> AnyGame:
    """Set a game up, or refuse what it cannot be set up with, such as armies it does not know."""
    chosen = _fitting(definition, options, rosters)
    require_legal(definition, scenario, chosen, rosters)
    try:
        return new_game(definition, scenario, Seeded(0), chosen, plain(dict(rosters)))
    except WalstattError as wrong:
        raise refusal("malformed", "no_start", reason=type(wrong).__name__) from wrong


def _fitting(
    definition: AnyPlayable, options: dict[str, Any], rosters: Mapping[Seat, Any]
) -> Options:
    if not is_modest(dict(rosters)):
        raise refusal("malformed", "no_start", reason="rosters")
    chosen: Options = make_options(definition.options_type, options)
    return chosen


def places(
    computers: ComputerPlayers,
    game: str,
    sides: tuple[Side, ...],
    wanted: Mapping[Seat, Sitting],
    name: str,
    nonce: str,
) -> dict[Seat, Place]:
    """Decide who sits where."""
    if {side.seat for side in sides} != set(wanted):
        raise refusal("malformed", "seats")
    return {side.seat: _place(computers, game, wanted[side.seat], name, nonce) for side in sides}


def _place(computers: ComputerPlayers, game: str, sitting: Sitting, name: str, nonce: str) -> Place:
    if sitting.occupant == "me":
        return Place("human", name, joined=True, nonce=nonce)
    if sitting.occupant == "computer":
        return Place("computer", level=level_of(computers, game, sitting.level), joined=True)
    return Place("human" if sitting.occupant == "friend" else "open", brings=sitting.brings)


def with_keys(
    record: Record, wanted: Mapping[Seat, Sitting], source: Match | None = None
) -> Founded:
    """Cut the keys: the host's, an invitation for every friend, and one to watch."""
    host, watch = new_token(), new_token()
    links = {seat: new_token() for seat in record.seats if wanted[seat].occupant == "friend"}
    own = tuple(seat for seat in record.seats if wanted[seat].occupant == "me")
    keys = (
        KeptKey(hashed(host), own, host=True),
        KeptKey(hashed(watch)),
        *(KeptKey(hashed(token), (seat,), invites=True) for seat, token in links.items()),
    )
    return Founded(record, keys, Created(record.id, host, links, watch), source)


# -- going on from another game ------------------------------------------------------------------


def branched(services: Services, table: Table, wish: Branch) -> Founded:
    """Lay out a table that begins from a moment of another one."""
    match, old = table.playing_match(), table.record
    if not 0 <= wish.at < len(match.entries):
        raise refusal("malformed", "no_entry", n=wish.at)
    if match.moments[wish.at].game.outcome is not None:
        raise refusal("not_now", "over")
    sides, name = old.sides, clean_name(wish.name)
    seats = places(services.computers, old.game, sides, wish.seats, name, wish.nonce)
    now = int(services.now())
    record = replace(
        old,
        id=new_table_id(),
        created=now,
        changed=now,
        state="waiting",
        seats=seats,
        dice=fresh_dice(),
        host=name,
        listed=False,
        correspondence=False,
        clock=None,
        seq=0,
        acts=(),
        turn=None,
        offer=None,
        offers=0,
        end=None,
        fault="",
        watchers_muted=False,
    )
    source = match.branch(wish.at, match.header.dice)
    return with_keys(replace(record, header=source.header), wish.seats, source)


def read_save(content: bytes) -> Match:
    """Read a save that somebody brings, and play it again; takes a while."""
    if content.count(b"\n") > 2 * LONGEST_IMPORT:
        raise refusal("malformed", "too_long")
    try:
        match = from_bytes(content, find_game)
    except SaveError as wrong:
        raise refusal("malformed", "save", reason=str(wrong)) from None
    except Exception as wrong:
        raise refusal("malformed", "save", reason=type(wrong).__name__) from wrong
    if len(match.entries) > LONGEST_IMPORT:
        raise refusal("malformed", "too_long")
    if match.diverged_at is not None:
        # Its position was only stated, not played: nobody vouches that the rules can bear it.
        raise refusal("malformed", "save", reason="it was played by other rules")
    if not is_modest(match.header.rosters):
        raise refusal("malformed", "save", reason="rosters")
    return match


def imported(services: Services, match: Match, name: str) -> tuple[Founded, Match]:
    """Lay out a table for a save; a game whose dice nobody knows gets new ones."""
    header, name = match.header, clean_name(name)
    definition = known_game(header.game)
    seats: dict[Seat, Sitting] = {seat: Sitting("me") for seat in match.game.rules.seats}
    now = int(services.now())
    table = new_table_id()
    if header.dice.source == "withheld":
        match = match.branch(len(match.entries) - 1, fresh_dice(), table)
    record = Record(
        table,
        header.game,
        header.scenario,
        definition.scenario(header.scenario).title,
        sides_of(match),
        now,
        now,
        "live",
        {seat: Place("human", name, joined=True) for seat in seats},
        match.header.dice,
        host=name,
        options=header.options,
        rosters=header.rosters,
        header=match.header,
    )
    return with_keys(record, seats), match


def sides_of(match: Match) -> tuple[Side, ...]:
    """Describe the sides of a match, in the order of its seats."""
    return game_sides(match.game)


def game_sides(game: AnyGame) -> tuple[Side, ...]:
    """Describe the sides of a game, in the order of its seats."""
    known = {side.seat: side for side in stage(game, None).sides}
    name = game.rules.game.seat_name
    return tuple(known.get(seat, Side(seat, name(seat))) for seat in game.rules.seats)


# -- the start -----------------------------------------------------------------------------------


def is_ready(record: Record) -> bool:
    """Tell whether everybody has come."""
    return all(place.joined for place in record.seats.values())


def starting(table: Table) -> Match:
    """Begin the game of a table, with dice that need everybody's share."""
    record = table.record
    nonces = {seat: place.nonce for seat, place in record.seats.items() if place.nonce}
    dice = replace(record.dice, nonces=nonces)
    if table.source is not None:
        last = len(table.source.entries) - 1
        return table.source.branch(last, dice, record.id)
    return Match.start(
        table.definition,
        record.scenario,
        options=record.options,
        rosters=record.rosters,
        name=record.id,
        dice=dice,
    )
