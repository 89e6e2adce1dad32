"""Accounts: names that cannot be mistaken, passwords that are never kept, sessions that end."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from walstatt.i18n.catalogue import LANGUAGES
from walstatt.server import accounts
from walstatt.server.accounts import (
    DAY_S,
    SESSION_S,
    SESSIONS_EACH,
    Accounts,
    clean_name,
    delete_account,
    key_of,
    set_password,
)
from walstatt.server.errors import Refusal
from walstatt.server.notices import people_words
from walstatt.server.protocol import Credentials, Me
from walstatt.server.seats import hashed
from walstatt.server.store import Store

ANNA = Credentials("Anna", "correct horse")


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 1_000_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash as it is done in earnest, but with little memory."""
    quick = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
    monkeypatch.setattr(accounts, "_hasher", lambda: quick)
    accounts._nobodys.cache_clear()


@asynccontextmanager
async def opened(path: Path | None = None) -> AsyncIterator[tuple[Accounts, Clock]]:
    store = await Store.open(path)
    clock = Clock()
    service = Accounts(store, clock)
    try:
        yield service, clock
    finally:
        await service.close()
        await store.close()


async def refusal(work: Callable[[], Awaitable[object]]) -> tuple[str, str]:
    """Give the code and the text of a refusal, which can be said in every language."""
    with pytest.raises(Refusal) as wrong:
        await work()
    for language in LANGUAGES:
        assert people_words().text(wrong.value.text, language)
    return wrong.value.code, wrong.value.text.id.removeprefix("server.people.")


def rows(connection: sqlite3.Connection) -> list[tuple[object, ...]]:
    return connection.execute("SELECT * FROM accounts").fetchall()


def last_use(connection: sqlite3.Connection) -> tuple[int]:
    found: tuple[int] = connection.execute("SELECT used FROM sessions").fetchone()
    return found


# -- registering and logging in ------------------------------------------------------------------


def test_register_then_log_in_and_out_again() -> None:
    async def run() -> None:
        async with opened() as (service, _):
            first = await service.register(ANNA)
            second = await service.login(ANNA)
            assert first.name == second.name == "Anna"
            assert len({first.token, second.token}) == 2
            assert len(first.token) == 22
            assert await service.whose(first.token) == "Anna"
            await service.logout(first.token)
            assert await service.whose(first.token) is None
            assert await service.whose(second.token) == "Anna"
            await service.logout("never was one")

    asyncio.run(run())


def test_neither_password_nor_token_is_kept() -> None:
    async def run() -> None:
        async with opened() as (service, _):
            session = await service.register(ANNA)
            dump = await service.store.read(lambda one: "\n".join(one.iterdump()))
            assert ANNA.password not in dump
            assert session.token not in dump
            assert "$argon2id$" in dump
            found = await service.store.read(
                lambda one: one.execute("SELECT hash FROM sessions").fetchall()
            )
            assert found == [(hashed(session.token),)]

    asyncio.run(run())


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("Anna", "correct horsf"),
        ("Anna", "Correct horse"),
        ("Anna", "correct horse "),
        ("Anna", "correct hors" + "e" * 180),
        ("Bert", "correct horse"),
        ("An na", "correct horse"),
        ("Anna\N{ZERO WIDTH SPACE}", "correct horse"),
        ("' OR 1=1 --", "correct horse"),
    ],
)
def test_a_wrong_name_and_a_wrong_password_are_refused_alike(name: str, password: str) -> None:
    async def run() -> None:
        async with opened() as (service, _):
            await service.register(ANNA)
            assert await refusal(lambda: service.login(Credentials(name, password))) == (
                "not_yours",
                "login.wrong",
            )

    asyncio.run(run())


def test_for_a_name_nobody_has_a_password_is_compared_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compared: list[str] = []
    truly = accounts.is_password

    def noted(kept: str, password: str) -> bool:
        compared.append(kept)
        return truly(kept, password)

    monkeypatch.setattr(accounts, "is_password", noted)

    async def run() -> None:
        async with opened() as (service, _):
            assert await refusal(lambda: service.login(ANNA)) == ("not_yours", "login.wrong")

    asyncio.run(run())
    assert len(compared) == 1
    assert compared[0].startswith("$argon2id$")


def test_passwords_are_hashed_beside_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: set[str] = set()
    truly = accounts.is_password

    def noted(kept: str, password: str) -> bool:
        threads.add(threading.current_thread().name)
        return truly(kept, password)

    monkeypatch.setattr(accounts, "is_password", noted)

    async def run() -> None:
        async with opened() as (service, _):
            await service.register(ANNA)
            await service.login(ANNA)

    asyncio.run(run())
    assert all(name.startswith("walstatt-argon2") for name in threads)
    assert threads


def test_a_password_typed_in_another_form_is_the_same() -> None:
    async def run() -> None:
        async with opened() as (service, _):
            await service.register(Credentials("Anna", "Ärger im Büro"))
            session = await service.login(Credentials("Anna", "A\u0308rger im Bu\u0308ro"))
            assert await service.whose(session.token) == "Anna"

    asyncio.run(run())


def test_a_password_is_hashed_anew_when_the_way_of_hashing_has_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def run() -> None:
        async with opened() as (service, _):
            await service.register(ANNA)
            before = await service.store.read(rows)
            await service.login(ANNA)
            assert await service.store.read(rows) == before
            harder = PasswordHasher(time_cost=2, memory_cost=128, parallelism=1)
            monkeypatch.setattr(accounts, "_hasher", lambda: harder)
            await service.login(ANNA)
            after = await service.store.read(rows)
            assert "m=128,t=2,p=1" in str(after)
            await service.login(ANNA)
            assert await service.store.read(rows) == after

    asyncio.run(run())


# -- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "taken",
    [
        "Anna",
        "ANNA",
        "anna",
        "  Anna ",
        "\N{FULLWIDTH LATIN CAPITAL LETTER A}nna",
        "\N{MATHEMATICAL BOLD CAPITAL A}nna",
        "A\N{CIRCLED LATIN SMALL LETTER N}na",
    ],
)
def test_names_that_look_the_same_are_the_same(taken: str) -> None:
    async def run() -> None:
        async with opened() as (service, _):
            await service.register(ANNA)
            again = Credentials(taken, "another one")
            assert await refusal(lambda: service.register(again)) == ("illegal", "name.taken")
            assert (await service.login(Credentials(taken, ANNA.password))).name == "Anna"

    asyncio.run(run())


def test_letters_that_fold_to_several_are_compared_as_such() -> None:
    assert key_of("Groß") == key_of("GROSS") == key_of("gross")
    assert key_of("\N{LATIN SMALL LIGATURE FI}t") == key_of("FIT")
    assert key_of("\N{ANGSTROM SIGN}") == key_of("A\N{COMBINING RING ABOVE}")
    assert key_of("von   Moltke") == key_of("Von\N{NO-BREAK SPACE}Moltke")


def test_two_who_want_the_same_name_at_once_do_not_both_get_it(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path / "data.sqlite3") as (service, _):
            wishes = [Credentials(name, "a password") for name in ("Anna", "ANNA", "anna")]
            found = await asyncio.gather(
                *(service.register(wish) for wish in wishes), return_exceptions=True
            )
            assert sum(isinstance(one, Refusal) for one in found) == 2
            assert len(await service.store.read(rows)) == 1

    asyncio.run(run())


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "A",
        " A ",
        "...",
        "\N{THINKING FACE}\N{THINKING FACE}",
        "An\nna\x00",
        "An\x1bna",
        "Anna\N{ZERO WIDTH SPACE}",
        "\N{RIGHT-TO-LEFT OVERRIDE}annA",
        "Anna\N{VARIATION SELECTOR-16}",
        "Anna\N{HANGUL FILLER}",
        "An\N{COMBINING GRAPHEME JOINER}na",
        "Anna\ue000",
        "x" * 41,
        "\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}" * 4,
    ],
)
def test_names_that_could_deceive_are_refused(name: str) -> None:
    with pytest.raises(Refusal) as wrong:
        clean_name(name)
    assert wrong.value.text.id == "server.people.name.bad"


@pytest.mark.parametrize(
    "name", ["Bo", "Jörg-Peter O'Neil", "Анна", "安娜", "x" * 40, "Anna \N{THINKING FACE}", "R2-D2"]
)
def test_names_of_many_kinds_are_fine(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("short", "password.length"),
        ("x" * 201, "password.length"),
        ("a long name", "password.same"),
    ],
)
def test_passwords_that_protect_nothing_are_refused(password: str, why: str) -> None:
    async def run() -> None:
        async with opened() as (service, _):
            wish = Credentials("A Long Name", password)
            assert await refusal(lambda: service.register(wish)) == ("malformed", why)
            assert await service.store.read(rows) == []

    asyncio.run(run())


def test_the_longest_password_counts_to_its_last_letter() -> None:
    async def run() -> None:
        async with opened() as (service, _):
            await service.register(Credentials("Anna", "x" * 199 + "y"))
            await service.login(Credentials("Anna", "x" * 199 + "y"))
            wrong = Credentials("Anna", "x" * 200)
            assert await refusal(lambda: service.login(wrong)) == ("not_yours", "login.wrong")

    asyncio.run(run())


# -- sessions ------------------------------------------------------------------------------------


def test_a_session_ends_after_ninety_days_without_use() -> None:
    async def run() -> None:
        async with opened() as (service, clock):
            session = await service.register(ANNA)
            clock.now += SESSION_S - 1
            assert await service.whose(session.token) == "Anna"
            clock.now += SESSION_S - 1
            assert await service.whose(session.token) == "Anna"
            clock.now += SESSION_S
            assert await service.whose(session.token) is None

    asyncio.run(run())


def test_using_a_session_is_written_down_once_a_day() -> None:
    async def run() -> None:
        async with opened() as (service, clock):
            session = await service.register(ANNA)
            start = int(clock.now)
            seen: list[int] = []
            for _ in range(5):
                clock.now += DAY_S / 2
                await service.whose(session.token)
                seen += await service.store.read(last_use)
            assert [(one - start) / DAY_S for one in seen] == [0, 1, 1, 2, 2]

    asyncio.run(run())


def test_old_sessions_are_swept_and_there_are_only_so_many() -> None:
    async def run() -> None:
        async with opened() as (service, clock):
            first = await service.register(ANNA)
            last = first
            for _ in range(SESSIONS_EACH):
                clock.now += 1
                last = await service.login(ANNA)
            count = "SELECT COUNT(*) FROM sessions"
            found = await service.store.read(lambda one: one.execute(count).fetchone())
            assert found == (SESSIONS_EACH,)
            assert await service.whose(first.token) is None
            assert await service.whose(last.token) == "Anna"
            clock.now += SESSION_S
            await service.register(Credentials("Bert", "another one"))
            assert await service.store.read(lambda one: one.execute(count).fetchone()) == (1,)

    asyncio.run(run())


@pytest.mark.parametrize("token", ["", "x", "x" * 10_000, "ü", "' OR 1=1 --"])
def test_what_is_no_session_belongs_to_nobody(token: str) -> None:
    async def run() -> None:
        async with opened() as (service, _):
            await service.register(ANNA)
            assert await service.whose(token) is None

    asyncio.run(run())


def test_accounts_and_sessions_outlive_the_server(tmp_path: Path) -> None:
    async def first() -> str:
        async with opened(tmp_path / "data.sqlite3") as (service, _):
            return (await service.register(ANNA)).token

    async def second(token: str) -> None:
        async with opened(tmp_path / "data.sqlite3") as (service, _):
            assert await service.whose(token) == "Anna"
            await service.login(ANNA)

    asyncio.run(second(asyncio.run(first())))


# -- one's account -------------------------------------------------------------------------------


def test_mail_and_language_can_be_changed_and_the_name_cannot() -> None:
    async def run() -> None:
        async with opened() as (service, _):
            await service.register(ANNA)
            assert await service.me("anna") == Me("Anna")
            changed = await service.change("Anna", Me("ANNA", " anna@example.org ", "de"))
            assert changed == await service.me("Anna") == Me("Anna", "anna@example.org", "de")
            assert await refusal(lambda: service.change("Anna", Me("Bert"))) == (
                "illegal",
                "name.fixed",
            )
            hostile = Me("Anna", "anna@example.org\r\nBcc: bert@example.org")
            assert await refusal(lambda: service.change("Anna", hostile)) == (
                "malformed",
                "mail.bad",
            )
            assert await service.me("Anna") == changed
            assert await service.change("Anna", Me("Anna")) == Me("Anna")

    asyncio.run(run())


def test_an_account_that_is_gone() -> None:
    async def run() -> None:
        async with opened() as (service, _):
            session = await service.register(ANNA)
            assert await service.store.write(lambda one: delete_account(one, "ANNA"))
            assert not await service.store.write(lambda one: delete_account(one, "Anna"))
            assert await service.whose(session.token) is None
            assert await refusal(lambda: service.me("Anna")) == ("gone", "account.gone")
            assert await refusal(lambda: service.change("Anna", Me("Anna"))) == (
                "gone",
                "account.gone",
            )
            await service.register(ANNA)

    asyncio.run(run())


def test_a_new_password_ends_all_sessions() -> None:
    async def run() -> None:
        async with opened() as (service, _):
            session = await service.register(ANNA)
            kept = accounts.hash_password("Anna", "a new password")
            await service.store.write(lambda one: set_password(one, "anna", kept))
            assert await service.whose(session.token) is None
            assert await refusal(lambda: service.login(ANNA)) == ("not_yours", "login.wrong")
            await service.login(Credentials("Anna", "a new password"))

    asyncio.run(run())


def test_in_earnest_a_hash_takes_memory_and_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    kept = accounts.hash_password("Anna", "correct horse")
    assert "$m=65536,t=3,p=4$" in kept
    assert accounts.is_password(kept, "correct horse")
    assert not accounts.is_password(kept, "correct horsf")
    assert not accounts.is_password("no hash at all", "correct horse")
