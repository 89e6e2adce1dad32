"""Accounts: a name and a password, for those who want to find their games again anywhere.

Two names are the same if they look the same to a careless reader: compatibility forms, case and
blanks do not matter. Passwords are kept as argon2 hashes, session tokens as SHA-256.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
import unicodedata
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache, partial
from typing import Final, Literal, TypeVar, cast

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from msgspec import Struct

from walstatt.i18n.catalogue import Argument, say
from walstatt.server.errors import Code, Refusal
from walstatt.server.mail import plain_address
from walstatt.server.plain_text import BLANK
from walstatt.server.protocol import Credentials, Me, Session
from walstatt.server.seats import hashed, new_token
from walstatt.server.store import Store

T = TypeVar("T")

DAY_S: Final = 86_400
SESSION_S: Final = 90 * DAY_S
SESSIONS_EACH: Final = 20
"""How many places one account can be logged in at; the one unused for longest makes room."""
HASHING: Final = 2
"""How many passwords are hashed at once; each takes 64 MB for a moment."""


class Account(Struct, frozen=True):
    """An account as the store keeps it."""

    name: str
    password: str
    mail: str
    language: Literal["en", "de"]
    created: int


# -- names and passwords -------------------------------------------------------------------------


def clean_name(text: str) -> str:
    """Write a name as it will be shown, or refuse it."""
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    seen = [letter for letter in name if letter.isalnum()]
    if not 2 <= len(name) <= 40 or not seen or not all(map(_is_visible, name)):
        raise _refusal("malformed", "name.bad")
    return name


def _is_visible(letter: str) -> bool:
    kind = unicodedata.category(letter)
    selector = "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"
    return kind[0] != "C" and kind not in {"Zl", "Zp"} and letter not in BLANK and not selector


def key_of(name: str) -> str:
    """Give what two names share that count as the same."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def _clean_password(text: str) -> str:
    """Write a password as it is hashed: typed on another keyboard it is still the same."""
    return unicodedata.normalize("NFKC", text)


def hash_password(name: str, password: str) -> str:
    """Hash a new password, or refuse it; takes a while."""
    if not 8 <= len(password) <= 200:
        raise _refusal("malformed", "password.length")
    if key_of(password) == key_of(name):
        raise _refusal("malformed", "password.same")
    return _hasher().hash(_clean_password(password))


def is_password(kept: str, password: str) -> bool:
    """Compare a password with the hash that is kept; takes a while."""
    try:
        return _hasher().verify(kept, _clean_password(password))
    except (VerificationError, InvalidHashError):
        return False


def _is_right(kept: str | None, password: str) -> bool:
    """Compare a password in the same time, whether there is an account or not."""
    nobodys = _nobodys()
    return is_password(nobodys if kept is None else kept, password) and kept is not None


@cache
def _hasher() -> PasswordHasher:
    return PasswordHasher()


@cache
def _nobodys() -> str:
    """Give a hash to compare with where there is no account, so that it takes as long."""
    return _hasher().hash(new_token())


def _refusal(code: Code, why: str, **args: Argument) -> Refusal:
    return Refusal(code, say(f"server.people.{why}", **args))


# -- what is read and written --------------------------------------------------------------------


def find_account(connection: sqlite3.Connection, name: str) -> Account | None:
    """Find an account by its name, however it is spelled."""
    found = connection.execute(
        "SELECT name, password, mail, language, created FROM accounts WHERE key = ?",
        (key_of(name),),
    ).fetchone()
    return None if found is None else Account(*found)


def add_account(connection: sqlite3.Connection, account: Account) -> None:
    """Add an account, unless its name is taken."""
    try:
        connection.execute(
            "INSERT INTO accounts (name, key, password, mail, language, created)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (
                account.name,
                key_of(account.name),
                account.password,
                account.mail,
                account.language,
                account.created,
            ),
        )
    except sqlite3.IntegrityError:
        raise _refusal("illegal", "name.taken", name=account.name) from None


def set_password(connection: sqlite3.Connection, name: str, password: str) -> None:
    """Give an account another hash; whoever was logged in no longer is."""
    connection.execute("UPDATE accounts SET password = ? WHERE key = ?", (password, key_of(name)))
    connection.execute(
        "DELETE FROM sessions WHERE account IN (SELECT name FROM accounts WHERE key = ?)",
        (key_of(name),),
    )


def delete_account(connection: sqlite3.Connection, name: str) -> bool:
    """Delete an account with its sessions and the list of its games; the games remain."""
    account = find_account(connection, name)
    if account is None:
        return False
    connection.execute("DELETE FROM kept WHERE account = ?", (account.name,))
    connection.execute("DELETE FROM sessions WHERE account = ?", (account.name,))
    connection.execute("DELETE FROM accounts WHERE name = ?", (account.name,))
    return True


def _rehash(old: str, new: str, connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE accounts SET password = ? WHERE password = ?", (new, old))


def _add_session(name: str, token: str, now: int, connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM sessions WHERE used <= ?", (now - SESSION_S,))
    connection.execute(
        "DELETE FROM sessions WHERE hash IN (SELECT hash FROM sessions WHERE account = ?"
        " ORDER BY used DESC LIMIT -1 OFFSET ?)",
        (name, SESSIONS_EACH - 1),
    )
    connection.execute(
        "INSERT INTO sessions (hash, account, created, used) VALUES (?, ?, ?, ?)",
        (hashed(token), name, now, now),
    )


def _find_session(token: str, connection: sqlite3.Connection) -> tuple[str, int] | None:
    found = connection.execute(
        "SELECT account, used FROM sessions WHERE hash = ?", (hashed(token),)
    ).fetchone()
    return cast("tuple[str, int] | None", found)


def _use_session(token: str, now: int, connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE sessions SET used = ? WHERE hash = ?", (now, hashed(token)))


def _end_session(token: str, connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM sessions WHERE hash = ?", (hashed(token),))


def _change(name: str, mail: str, language: str, connection: sqlite3.Connection) -> None:
    connection.execute(
        "UPDATE accounts SET mail = ?, language = ? WHERE name = ?", (mail, language, name)
    )


# -- the service ---------------------------------------------------------------------------------


class Accounts:
    """All accounts, and who is logged in."""

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self.store = store
        self._now = now
        self._threads = ThreadPoolExecutor(HASHING, "walstatt-argon2")
        self._watched: dict[bytes, set[asyncio.Event]] = {}

    async def register(self, wish: Credentials) -> Session:
        """Make an account and log in."""
        name = clean_name(wish.name)
        if await self._find(name) is not None:
            raise _refusal("illegal", "name.taken", name=name)
        kept = await self._in_thread(partial(hash_password, name, wish.password))
        account = Account(name, kept, "", "en", int(self._now()))
        token = new_token()

        def write(connection: sqlite3.Connection) -> None:
            add_account(connection, account)
            _add_session(name, token, account.created, connection)

        await self.store.write(write)
        return Session(name, token)

    async def login(self, wish: Credentials) -> Session:
        """Log in; whether name or password is wrong is not told, nor does it show in the time."""
        account = await self._find(wish.name)
        kept = None if account is None else account.password
        right = await self._in_thread(partial(_is_right, kept, wish.password))
        if account is None or not right:
            raise _refusal("not_yours", "login.wrong")
        await self._renew_hash(account, wish.password)
        token = new_token()
        await self.store.write(partial(_add_session, account.name, token, int(self._now())))
        return Session(account.name, token)

    async def logout(self, token: str) -> None:
        """End a session, and tell whoever is there with it."""
        await self.store.write(partial(_end_session, token))
        for ended in self._watched.get(hashed(token), ()):
            ended.set()

    @contextmanager
    def watched(self, token: str) -> Iterator[asyncio.Event]:
        """Give what is set when a session is ended by this server; others may end it too."""
        one, ended = hashed(token), asyncio.Event()
        self._watched.setdefault(one, set()).add(ended)
        try:
            yield ended
        finally:
            self._watched[one].discard(ended)
            if not self._watched[one]:
                del self._watched[one]

    async def whose(self, token: str) -> str | None:
        """Name the account a session belongs to; using it keeps it from running out."""
        found = await self.store.read(partial(_find_session, token)) if token else None
        now = int(self._now())
        if found is None or found[1] <= now - SESSION_S:
            return None
        name, used = found
        if used <= now - DAY_S:
            await self.store.write(partial(_use_session, token, now))
        return name

    async def me(self, name: str) -> Me:
        """Tell somebody about his account."""
        account = await self._find(name)
        if account is None:
            raise _refusal("gone", "account.gone")
        return Me(account.name, account.mail, account.language)

    async def change(self, name: str, me: Me) -> Me:
        """Change mail address and language; the name stays."""
        before = await self.me(name)
        if key_of(me.name) != key_of(before.name):
            raise _refusal("illegal", "name.fixed")
        mail = plain_address(me.mail) if me.mail.strip() else ""
        if mail is None:
            raise _refusal("malformed", "mail.bad", mail=me.mail[:60])
        await self.store.write(partial(_change, before.name, mail, me.language))
        return Me(before.name, mail, me.language)

    async def close(self) -> None:
        """Let the threads go."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _find(self, name: str) -> Account | None:
        return await self.store.read(lambda connection: find_account(connection, name))

    async def _renew_hash(self, account: Account, password: str) -> None:
        """Hash a password anew if it was hashed in a way we would no longer choose."""
        if _hasher().check_needs_rehash(account.password):
            renewed = await self._in_thread(lambda: _hasher().hash(_clean_password(password)))
            await self.store.write(partial(_rehash, account.password, renewed))

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)
