"""`walstatt admin`: what it prints, and what it says when something is wrong."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from tests.cli.driving import Ran, Runner
from tests.server.guests import BLUE, FRIEND, GOLD, House
from walstatt.games import find_game
from walstatt.kernel.errors import BrokenInvariant
from walstatt.kernel.game import Game
from walstatt.kernel.save import load
from walstatt.server.accounts import Accounts
from walstatt.server.protocol import Credentials, Notify, Say

DATA = "games.sqlite3"
COMMANDS = [
    *("tables", "show", "export", "report", "thaw", "close", "delete", "new-link", "chat"),
    *("accounts", "set-password", "delete-account", "check", "backup", "stats"),
]


def in_house(work: Callable[[House], Awaitable[str]]) -> str:
    """Do something in a house on the data file, and give what came of it."""

    async def run() -> str:
        house = House(Path(DATA))
        await house.open()
        try:
            return await work(house)
        finally:
            await house.close()

    return asyncio.run(run())


async def played(house: House) -> str:
    """Play at a table of an older server, which did not mind what was in titles and chat."""
    created = await house.toy(title="Evening", gold=FRIEND)
    own = await house.sits(created, GOLD)
    guest = await house.guest(created.table, created.token)
    friend = await house.guest(created.table, own)
    match = house.match(created.table)
    for _ in range(9):
        seat = match.game.to_act[0]
        await (friend if seat == GOLD else guest).play(match, Random(1), seat)
    await guest.accepted(Say(text="Good luck"))
    await friend.accepted(Say(text="nasty words"))
    await friend.accepted(Notify(seat=GOLD, mail="bert@example.org"))
    table = house.table(created.table)
    table.record = replace(table.record, title="Evening\x1b[31m")
    spoilt = "UPDATE chat SET text = ? WHERE id = 2"
    await house.store.write(lambda db: db.execute(spoilt, ("nasty\x1b[2J words",)))
    return created.table


async def waiting(house: House) -> str:
    return (await house.toy(blue=FRIEND)).table


async def with_account(house: House) -> str:
    service = Accounts(house.store)
    await service.register(Credentials("Anna", "correct horse"))
    await service.change("Anna", (await service.me("Anna")))
    await service.close()
    return "Anna"


@pytest.fixture
def admin(walstatt: Runner, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """Run a command of the administrator on the data file."""
    monkeypatch.setenv("WALSTATT_DATA", DATA)
    monkeypatch.delenv("WALSTATT_BASE_URL", raising=False)

    def run(*argv: str, typed: str = "") -> Ran:
        return walstatt("admin", *argv, typed=typed)

    return run


# -- help ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(admin: Callable[..., Ran], command: str) -> None:
    ran = admin(command, "--help")
    assert ran.code == 0
    assert f"  walstatt admin {command}" in ran.out
    assert ran.err == ""


def test_the_help_lists_every_command(admin: Callable[..., Ran], walstatt: Runner) -> None:
    for command in COMMANDS:
        assert f" {command} " in admin("--help").out
    assert "Look after the data of a server" in walstatt("--help").out


# -- tables --------------------------------------------------------------------------------------


def test_tables_in_columns_and_as_json(admin: Callable[..., Ran]) -> None:
    table, other = in_house(played), in_house(waiting)
    ran = admin("tables")
    head, *rows = ran.out.splitlines()
    assert head.split() == ["table", "state", "game", "scenario", "entries", "changed", "seats"]
    assert len(rows) == 2
    (row,) = [one for one in rows if one.startswith(table)]
    assert re.match(rf"{table}  live +toy   hill +10 +\d{{4}}-\d\d-\d\d \d\d:\d\d  red", row)
    assert "gold: Bert" in row.replace("*", "")
    (row,) = [one for one in rows if one.startswith(other)]
    assert "blue: awaited" in row
    data = json.loads(admin("tables", "--state", "live", "--json").out)
    assert [(one["id"], one["state"], one["entries"]) for one in data] == [(table, "live", 10)]
    assert [seat["name"] for seat in data[0]["seats"]] == ["Anna", "Anna", "Bert"]


def test_a_table_is_shown_without_what_is_hidden(admin: Callable[..., Ran]) -> None:
    table = in_house(played)
    ran = admin("show", table)
    facts = dict(re.split(r"\s{2,}", line, maxsplit=1) for line in ran.out.splitlines())
    assert facts["title"] == "Evening?[31m"
    assert facts["entries"] == "10"
    assert facts["seat gold"].startswith("human, Bert")
    assert facts["contacts"] == '{"gold":["b…@example.org"]}'
    assert "\x1b" not in ran.out
    data = json.loads(admin("show", table, "--json").out)
    assert data["report"] is None
    assert len(data["commitment"]) == 64
    assert "key" not in data


def test_a_game_is_exported_complete(admin: Callable[..., Ran]) -> None:
    table = in_house(played)
    ran = admin("export", table, "game.save")
    assert re.fullmatch(r"game\.save: \d+ bytes\n", ran.out)
    match = load(Path("game.save"), find_game)
    assert len(match.entries) == 10
    assert match.header.dice.key
    again = admin("export", table, "game.save")
    assert (again.code, again.err) == (
        1,
        "walstatt: game.save exists already; --force writes over it\n",
    )
    assert admin("export", table, "game.save", "--force").code == 0


def test_a_game_is_closed_and_a_table_deleted(admin: Callable[..., Ran]) -> None:
    table = in_house(played)
    assert admin("close", table).out == f"{table}: closed (no server is running)\n"
    assert admin("close", table).err == f"walstatt: the game at table {table} is over already\n"
    ran = admin("delete", table)
    assert ran.code == 2
    assert ran.err == f"walstatt: Deleting table {table} cannot be undone. Add --yes to do it.\n"
    assert admin("delete", table, "--yes").out == f"{table}: deleted (no server is running)\n"
    assert json.loads(admin("tables", "--json").out) == []
    ran = admin("delete", table, "--yes")
    assert ran.code == 1
    assert "there is no table" in ran.err


def test_a_fresh_link(admin: Callable[..., Ran]) -> None:
    table = in_house(waiting)
    ran = admin("new-link", table, "blue", "--url", "https://games.example/")
    found = re.fullmatch(rf"https://games\.example/#/t/{table}/([\w-]{{22}})\n", ran.out)
    assert found is not None

    async def visit(house: House) -> str:
        return ",".join((await house.tables.visit(table, found[1])).key.invited)

    assert in_house(visit) == BLUE
    assert admin("new-link", table, "blue").out.startswith("http://127.0.0.1:8642/#/t/")
    assert "there are: red, blue, gold, host, watch" in admin("new-link", table, "green").err
    assert admin("new-link", table, "blue", "--url", "games.example").code == 2


def test_chat_is_printed_and_removed(admin: Callable[..., Ran]) -> None:
    table = in_house(played)
    lines = admin("chat", table).out.splitlines()
    assert [line.split()[0] for line in lines] == ["line", "1", "2"]
    assert lines[2].endswith("gold  Bert  nasty?[2J words")
    assert admin("chat", table, "--remove", "2").out == (
        f"{table}: line 2 removed (no server is running)\n"
    )
    data = json.loads(admin("chat", table, "--json").out)
    assert [line.get("removed", False) for line in data] == [False, True]
    assert admin("chat", table, "--remove", "3").code == 1


def test_a_frozen_table_is_reported_and_thawed(
    admin: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise BrokenInvariant("the hill has gone")

    async def freeze(house: House) -> str:
        created = await house.toy()
        guest = await house.guest(created.table, created.token)
        with monkeypatch.context() as broken:
            broken.setattr(Game, "answer", fails)
            with pytest.raises(AssertionError):
                await guest.play(house.match(created.table), Random(1))
        return created.table

    table = in_house(freeze)
    assert json.loads(admin("tables", "--state", "frozen", "--json").out)[0]["id"] == table
    assert "the hill has gone" in admin("show", table).out
    assert admin("report", table, "report.json").code == 0
    assert json.loads(Path("report.json").read_text())["fault"] == "BrokenInvariant"
    assert admin("thaw", table).out == (
        f"{table}: the log was played again without a fault; the table is thawed"
        " (no server is running)\n"
    )
    assert admin("thaw", table).err == f"walstatt: table {table} is not frozen, but live\n"


# -- accounts ------------------------------------------------------------------------------------


def test_accounts(admin: Callable[..., Ran]) -> None:
    in_house(with_account)
    (row,) = json.loads(admin("accounts", "--json").out)
    assert (row["name"], row["sessions"], row["games"]) == ("Anna", 1, 0)
    assert admin("accounts").out.splitlines()[1].split()[:3] == ["Anna", "-", "en"]
    ran = admin("set-password", "ANNA", typed="short\n")
    assert (ran.code, ran.err) == (1, "walstatt: A password has 8 to 200 characters.\n")
    ran = admin("set-password", "ANNA", typed="a new password\n")
    assert ran.out == "Anna: the password is changed, and all sessions are ended\n"

    async def login(house: House) -> str:
        return (await Accounts(house.store).login(Credentials("Anna", "a new password"))).name

    assert in_house(login) == "Anna"
    assert admin("delete-account", "Anna").code == 2
    assert admin("delete-account", "Anna", "--yes").out == "Anna: deleted\n"
    ran = admin("set-password", "Anna", typed="a new password\n")
    assert (ran.code, ran.err) == (1, "walstatt: there is no account 'Anna'\n")


# -- the whole -----------------------------------------------------------------------------------


def test_check_finds_what_is_wrong(admin: Callable[..., Ran]) -> None:
    table = in_house(played)
    assert admin("check") == (0, "1 tables, 10 entries: all is well\n", "")

    async def damage(house: House) -> str:
        await house.store.write(lambda db: db.execute("DELETE FROM entries WHERE n = 3"))
        return ""

    in_house(damage)
    ran = admin("check")
    assert ran.code == 1
    assert f"{table}: the numbers of the entries have gaps\n" in ran.out
    data = json.loads(admin("check", "--json").out)
    assert data["tables"] == 1
    assert list(data["flaws"]) == [table]


def test_backup_and_stats(admin: Callable[..., Ran]) -> None:
    in_house(played)
    assert re.fullmatch(r"copy\.sqlite3: \d+ bytes\n", admin("backup", "copy.sqlite3").out)
    stats = json.loads(admin("stats", "--json", "--data", "copy.sqlite3").out)
    assert stats["tables"] == {"waiting": 0, "live": 1, "finished": 0, "frozen": 0}
    assert (stats["entries"], stats["chat"], stats["served"]) == (10, 2, False)
    assert "server" in admin("stats").out


@pytest.mark.parametrize("command", ["tables", "check", "stats", "accounts"])
def test_no_such_file(admin: Callable[..., Ran], command: str) -> None:
    assert admin(command) == (1, "", f"walstatt: {DATA}: there is no such file\n")
    assert not Path(DATA).exists()
