"""Keys to tables: a token is told once, and only its hash is kept."""

import hashlib
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec import Struct

from walstatt.kernel.ids import Seat

TOKEN_BYTES: Final = 16
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz234567"


class Key(Struct, frozen=True):
    """What a token, or an account, is good for at one table."""

    table: str
    seats: tuple[Seat, ...] = ()
    host: bool = False
    watch: bool = True
    invited: tuple[Seat, ...] = ()
    """Where one may sit down."""

    def holds(self, seat: Seat | str) -> bool:
        """Tell whether a seat may be played with this key."""
        return seat in self.seats


class KeptKey(Struct, frozen=True):
    """A key as the store keeps it: without the token that proves it."""

    hash: bytes
    seats: tuple[Seat, ...] = ()
    host: bool = False
    by_notice: bool = False
    """Whether it was made for the link in a notice; only the latest of these are kept."""
    invites: bool = False
    """Whether it only lets somebody sit down, once; others may know it too."""


def new_token() -> str:
    """Make a token nobody can guess."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_for(table: str, seat: Seat, link: str, secret: str) -> str:
    """Make the token of somebody who sits down; who asks again with his secret gets the same."""
    if not secret:
        return new_token()
    told = msgspec.json.encode((table, seat, link, secret))
    digest = hashlib.blake2b(told, digest_size=TOKEN_BYTES, person=b"walstatt seat")
    return urlsafe_b64encode(digest.digest()).decode().rstrip("=")


def new_table_id() -> str:
    """Make the id of a table."""
    return "".join(secrets.choice(_LETTERS) for _ in range(10))


def hashed(token: str) -> bytes:
    """Give the hash under which a token is known."""
    return hashlib.sha256(token.encode()).digest()


def joined_key(table: str, keys: Iterable[KeptKey], order: Iterable[Seat]) -> Key:
    """Add up what several keys are good for."""
    known = list(keys)
    held = {seat for key in known for seat in key.seats if not key.invites}
    offered = {seat for key in known for seat in key.seats if key.invites}
    seats = tuple(order)
    return Key(
        table,
        tuple(seat for seat in seats if seat in held),
        host=any(key.host for key in known),
        invited=tuple(seat for seat in seats if seat in offered - held),
    )
