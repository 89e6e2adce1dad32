"""Taking a seat: with the invitation that was sent for it, or because it is open.

An invitation is known to whoever made it. So it is exchanged, when somebody sits down, for a key
that only he knows, and is worth nothing from then on. In case the reply is lost on its way, whoever
joins may send a secret of his own: with it he gets the same key again, and nobody else does.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from msgspec.structs import replace

from walstatt.kernel.codec import plain
from walstatt.kernel.ids import Seat
from walstatt.server import clocks
from walstatt.server.chat import name_of, note, speaking_seat
from walstatt.server.errors import Refusal, refusal
from walstatt.server.faults import rules_at_work
from walstatt.server.founding import (
    fresh_dice,
    game_sides,
    is_ready,
    judge_alone,
    playable,
    starting,
)
from walstatt.server.plain_text import clean_name
from walstatt.server.protocol import Join, Joined
from walstatt.server.records import keep_keys, put_keys, put_spent
from walstatt.server.seating import take_from_all
from walstatt.server.seats import KeptKey, hashed, new_token, token_for
from walstatt.server.table import Job, Table
from walstatt.server.telling import away_s, claim_after_s
from walstatt.server.visitors import Visitor


async def join(
    table: Table, wish: Join, account: str | None, held: Collection[Seat] = ()
) -> Joined:
    """Let somebody sit down; with the last one the game begins.

    `held` are the seats his account has here.
    """
    known = _joined_before(table, wish)
    if known is not None:
        return known
    if table.record.state == "frozen":
        raise refusal("frozen", "frozen", fault=table.record.fault)
    if table.record.state == "finished":
        raise refusal("not_now", "over")
    key = table.keys.get(hashed(wish.token)) if wish.token else None
    if wish.token and key is None:
        raise _unknown(table, wish)
    if key is not None and key.seats and not key.host:
        return await _join_with(table, wish, key, account)
    held = {*held, *(key.seats if key is not None else ())}
    return await _join_open(table, wish, account, held, may_enter=key is not None)


def _joined_before(table: Table, wish: Join) -> Joined | None:
    """Give somebody who asks again, with the same secret, the key that he has already."""
    wanted = [Seat(wish.seat)] if wish.seat else [*table.record.seats]
    for seat in wanted if wish.secret else ():
        token = token_for(table.record.id, seat, wish.token, wish.secret)
        place = table.record.seats.get(seat)
        if place is not None and place.occupant != "open" and hashed(token) in table.keys:
            return Joined(table.record.id, seat, token)
    return None


def _unknown(table: Table, wish: Join) -> Refusal:
    seat = table.spent.get(hashed(wish.token))
    if seat is None:
        return refusal("not_yours", "key")
    return Refusal("not_now", table.link_used(seat))


async def _join_with(table: Table, wish: Join, key: KeptKey, account: str | None) -> Joined:
    """Seat somebody who was invited; who has the key to the seat already only gives his name."""
    seat = key.seats[0]
    place, name = table.record.seats[seat], clean_name(wish.name)
    awaited = key.invites or (place.occupant == "human" and not place.joined)
    is_new = awaited or place.occupant == "open"
    if (wish.seat and wish.seat != seat) or (place.occupant == "computer" and not awaited):
        raise refusal("not_now", "taken")
    token = token_for(table.record.id, seat, wish.token, wish.secret) if awaited else wish.token
    own = KeptKey(hashed(token), (seat,))
    brought = _brought(table, seat, wish)

    def change() -> list[Job]:
        table.record = replace(table.record, **brought)
        jobs = _exchanged(table, seat, key, own) if awaited else []
        table.record = table.record.with_place(seat, occupant="human", name=name, joined=True)
        return [*jobs, *_seated(table, seat, wish, is_new=is_new), *_kept(account, own.hash)]

    await table.change(change, None)
    return Joined(table.record.id, seat, token)


def _exchanged(table: Table, seat: Seat, invitation: KeptKey, own: KeptKey) -> list[Job]:
    """Take an invitation for a key that only its owner knows."""
    jobs, name = give_to(table, seat, own), table.record.id
    table.spent[invitation.hash] = seat
    return [*jobs, lambda db: put_spent(db, name, invitation.hash, seat)]


async def _join_open(
    table: Table, wish: Join, account: str | None, held: Collection[Seat], *, may_enter: bool
) -> Joined:
    """Seat somebody on a seat that is free for everybody; in a game, for who has no other seat."""
    if not table.record.listed and not may_enter:
        raise refusal("not_yours", "key")
    seat, name = _open_seat(table, wish.seat), clean_name(wish.name)
    if table.record.state == "live" and any(one != seat for one in held):
        raise refusal("not_now", "sits_already")
    token = token_for(table.record.id, seat, wish.token, wish.secret)
    key = KeptKey(hashed(token), (seat,))
    told = any(_opens_all(table, one) for one in table.keys.values())
    brought = _brought(table, seat, wish)

    def change() -> list[Job]:
        table.record = replace(table.record, **brought)
        jobs = give_to(table, seat, key)
        if told:
            _change_dice(table)
        table.record = table.record.with_place(seat, occupant="human", name=name, joined=True)
        return [*jobs, *_seated(table, seat, wish, is_new=True), *_kept(account, key.hash)]

    await table.change(change, None)
    return Joined(table.record.id, seat, token)


def _brought(table: Table, seat: Seat, wish: Join) -> dict[str, Any]:
    """Judge the army somebody brings, together with the others; give what it changes."""
    record = table.record
    if not record.seats[seat].brings or record.state != "waiting":
        if wish.roster is not None:
            raise refusal("malformed", "no_roster")
        return {}
    rosters = record.rosters if wish.roster is None else {**record.rosters, seat: wish.roster}
    seats = {**record.seats, seat: replace(record.seats[seat], brings=False)}
    changed = {"rosters": plain(rosters), "seats": seats}
    if any(place.brings for place in seats.values()):
        judge_alone(table.definition, record.scenario, record.options, rosters)
        return changed
    game = playable(table.definition, record.scenario, record.options, rosters)
    return {**changed, "sides": game_sides(game)}


def _opens_all(table: Table, key: KeptKey) -> bool:
    return len(key.seats) == len(table.record.seats) and not key.invites


def _open_seat(table: Table, wanted: str) -> Seat:
    free = [seat for seat, place in table.record.seats.items() if place.occupant == "open"]
    if wanted and wanted not in table.record.seats:
        raise refusal("malformed", "no_seat")
    if not free or (wanted and wanted not in free):
        raise refusal("not_now", "taken")
    return Seat(wanted) if wanted else free[0]


def _seated(table: Table, seat: Seat, wish: Join, *, is_new: bool) -> list[Job]:
    """Let somebody who has sat down begin: with his share in the dice, or in the midst of a game.

    What his predecessor wanted for the seat is no wish of his.
    """
    jobs: list[Job] = []
    if is_new:
        table.record = table.record.with_place(seat, muted=False, policies=(), thought_ms=0)
        table.record = replace(table.record, offer=None)
    if is_new and table.record.state == "waiting":
        table.record = table.record.with_place(seat, nonce=wish.nonce)
    elif is_new:
        table.follow_policies()
        name = table.definition.seat_name(seat)
        jobs.append(note(table, "sat_down", who=table.record.seats[seat].name, seat=name))
    table.record = clocks.wound_up(table.record, table.services.now())
    _begin_if_ready(table)
    return jobs


def _begin_if_ready(table: Table) -> None:
    if table.record.state == "waiting" and is_ready(table.record):
        with rules_at_work():
            match = starting(table)
        table.begin(match)


def give_to(table: Table, seat: Seat, key: KeptKey) -> list[Job]:
    """Take a seat from all keys and give it to one."""
    jobs = take_from_all(table, seat)
    name, at = table.record.id, int(table.services.now())
    table.keys[key.hash] = key
    return [*jobs, lambda db: put_keys(db, name, [key], at)]


def _kept(account: str | None, one: bytes) -> list[Job]:
    return [] if account is None else [lambda db: keep_keys(db, account, [one])]


# -- new links -----------------------------------------------------------------------------------


async def renew_link(table: Table, visitor: Visitor, seat: Seat) -> Joined:
    """Make a new invitation to a friend's seat, or to one of the host's own seats.

    Nobody can take a seat in a game from its owner, unless he has been away for so long that
    anybody could claim it.
    """
    if not visitor.key.host:
        raise refusal("not_yours", "host")
    if seat not in table.record.seats:
        raise refusal("malformed", "no_seat")
    if table.record.state == "finished":
        raise refusal("not_now", "over")
    own = visitor.key.holds(seat)
    if table.record.seats[seat].occupant != "human":
        raise refusal("not_now", "handed_over")
    if not own and _is_somebodys(table, seat):
        raise refusal("not_now", "taken")
    token = new_token()
    key = KeptKey(hashed(token), (seat,), invites=True)
    who = name_of(table, visitor, speaking_seat(visitor))

    def change() -> list[Job]:
        jobs = give_to(table, seat, key)
        return [*jobs, *_vacated(table, seat, who, own=own)]

    await table.change(change, None)
    return Joined(table.record.id, seat, token)


def _is_somebodys(table: Table, seat: Seat) -> bool:
    """Tell whether a seat must not be given away: its owner is there, or may come back soon."""
    presence, place = table.presence(), table.record.seats[seat]
    if seat in presence.seats:
        return True
    if not place.joined or table.record.state != "live":
        return False
    away = away_s(table.record, seat, presence, table.services.now())
    return away is None or away < claim_after_s(table.record, table.services.settings)


def _vacated(table: Table, seat: Seat, who: str, *, own: bool) -> list[Job]:
    """Await somebody on a seat; that of the host gets other dice, as he may know the old ones."""
    waiting, was_joined = table.record.state == "waiting", table.record.seats[seat].joined
    nonce = {"nonce": ""} if waiting else {}
    table.record = table.record.with_place(seat, name="", joined=False, **nonce)
    if own:
        _change_dice(table)
    if waiting or not was_joined:
        return []
    return [note(table, "invited", who=who, seat=table.definition.seat_name(seat))]


def _change_dice(table: Table) -> None:
    """Go on with other dice: whoever had all seats could look at the key of the old ones."""
    match = table.match
    if match is not None and table.record.state == "live":
        table.adopt(match.branch(len(match.entries) - 1, fresh_dice()))
