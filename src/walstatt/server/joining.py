"""Taking a seat: with the key that was given for it, or because it is open."""

from __future__ import annotations

from walstatt.kernel.ids import Seat
from walstatt.server import clocks
from walstatt.server.errors import refusal
from walstatt.server.faults import rules_at_work
from walstatt.server.founding import fresh_dice, is_ready, starting
from walstatt.server.protocol import Join, Joined
from walstatt.server.records import keep_keys, put_keys
from walstatt.server.seating import take_from_all
from walstatt.server.seats import KeptKey, hashed, new_token
from walstatt.server.table import Job, Table
from walstatt.server.visitors import Visitor


async def join(table: Table, wish: Join, account: str | None) -> Joined:
    """Let somebody sit down; with the last one the game begins."""
    if table.record.state == "frozen":
        raise refusal("frozen", "frozen", fault=table.record.fault)
    if table.record.state == "finished":
        raise refusal("not_now", "over")
    key = table.keys.get(hashed(wish.token)) if wish.token else None
    if wish.token and key is None:
        raise refusal("not_yours", "key")
    if key is not None and key.seats and not key.host:
        return await _join_invited(table, wish, key, account)
    return await _join_open(table, wish, account, may_enter=key is not None)


async def _join_invited(table: Table, wish: Join, key: KeptKey, account: str | None) -> Joined:
    """Seat somebody whom the host has sent a key."""
    seat = key.seats[0]
    place = table.record.seats[seat]
    if (wish.seat and wish.seat != seat) or place.occupant != "human":
        raise refusal("not_now", "taken")
    nonce = place.nonce if place.joined else wish.nonce

    def change() -> list[Job]:
        table.record = table.record.with_place(seat, name=wish.name, joined=True, nonce=nonce)
        _begin_if_ready(table)
        return _kept(account, key.hash)

    await table.change(change, None)
    return Joined(table.record.id, seat, wish.token)


async def _join_open(table: Table, wish: Join, account: str | None, *, may_enter: bool) -> Joined:
    """Seat somebody on a seat that is free for everybody."""
    if not table.record.listed and not may_enter:
        raise refusal("not_yours", "key")
    seat = _open_seat(table, wish.seat)
    token = new_token()
    key = KeptKey(hashed(token), (seat,))
    told = any(len(one.seats) == len(table.record.seats) for one in table.keys.values())

    def change() -> list[Job]:
        jobs = give_to(table, seat, key)
        if told:
            _change_dice(table)
        table.record = table.record.with_place(
            seat, occupant="human", name=wish.name, joined=True, muted=False, policies=()
        )
        if table.record.state == "waiting":
            table.record = table.record.with_place(seat, nonce=wish.nonce)
        table.record = clocks.wound_up(table.record, table.services.now())
        _begin_if_ready(table)
        return [*jobs, *_kept(account, key.hash)]

    await table.change(change, None)
    return Joined(table.record.id, seat, token)


def _open_seat(table: Table, wanted: str) -> Seat:
    free = [seat for seat, place in table.record.seats.items() if place.occupant == "open"]
    if wanted and wanted not in table.record.seats:
        raise refusal("malformed", "no_seat")
    if not free or (wanted and wanted not in free):
        raise refusal("not_now", "taken")
    return Seat(wanted) if wanted else free[0]


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
    """Make a new key for a friend's seat, or give one of the host's own seats to a friend.

    While its owner is there, nobody can take a seat from him.
    """
    if not visitor.key.host:
        raise refusal("not_yours", "host")
    if seat not in table.record.seats:
        raise refusal("malformed", "no_seat")
    own = visitor.key.holds(seat)
    if table.record.seats[seat].occupant != "human":
        raise refusal("not_now", "handed_over")
    if seat in table.presence().seats and not own:
        raise refusal("not_now", "taken")
    token = new_token()
    key = KeptKey(hashed(token), (seat,))

    def change() -> list[Job]:
        jobs = give_to(table, seat, key)
        if own:
            _give_away(table, seat)
        return jobs

    await table.change(change, None)
    return Joined(table.record.id, seat, token)


def _give_away(table: Table, seat: Seat) -> None:
    """Let somebody else have a seat of the host's."""
    waiting = table.record.state == "waiting"
    changes: dict[str, object] = {"name": "", "nonce": "", "joined": False} if waiting else {}
    table.record = table.record.with_place(seat, **(changes or {"name": ""}))
    _change_dice(table)


def _change_dice(table: Table) -> None:
    """Go on with other dice: whoever had all seats could look at the key of the old ones."""
    match = table.match
    if match is not None and table.record.state == "live":
        table.adopt(match.branch(len(match.entries) - 1, fresh_dice()))
