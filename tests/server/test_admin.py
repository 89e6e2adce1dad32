"""The administrator's desk, beside a server that is running and without one."""

import asyncio
import json
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest

from tests.server.guests import (
    BLUE,
    COMPUTER,
    FRIEND,
    GOLD,
    OPEN,
    RED,
    Guest,
    House,
    told,
    until,
)
from walstatt.games import find_game
from walstatt.games.toy.game import ToyGame
from walstatt.kernel.errors import BrokenInvariant
from walstatt.kernel.game import Game
from walstatt.kernel.save import from_bytes
from walstatt.server import control
from walstatt.server.accounts import Accounts
from walstatt.server.admin import Desk, newest_version
from walstatt.server.control import Control
from walstatt.server.deeds import AdminError
from walstatt.server.errors import Refusal, StoreError
from walstatt.server.protocol import Credentials, Refused, Say, Welcome
from walstatt.server.seats import hashed
from walstatt.server.serving import held, serving
from walstatt.server.store import Store

pytestmark = pytest.mark.anyio

WAITS_FOR_NOBODY = """
UPDATE tables
SET record = CAST(replace(CAST(record AS TEXT), '"acts":[', '"acts":["nobody",') AS BLOB)
"""
T = TypeVar("T")


@pytest.fixture
async def server(house: House, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    """A house that listens to the administrator, as a running server does."""
    assert house.path is not None
    monkeypatch.setattr(control, "EVERY_S", 0.02)
    listening = Control(house.store, house.tables.hall)
    with serving(house.path):
        await listening.open()
        yield house
        await listening.close()


def path_of(house: House) -> Path:
    assert house.path is not None
    return house.path


async def at_desk(house: House, work: Callable[[Desk], T]) -> T:
    """Do something at the desk, in another thread, as another process would."""

    def seated() -> T:
        with Desk.open(path_of(house)) as desk:
            return work(desk)

    return await asyncio.to_thread(seated)


async def played(house: House, count: int = 12, **seats: object) -> tuple[str, Guest]:
    """Play a while at a new table, all seats one's own."""
    created = await house.toy(**seats)  # type: ignore[arg-type]
    guest = await house.guest(created.table, created.token)
    await guest.play_on(house.match(created.table), Random(1), count)
    return created.table, guest


def fails(*_: object) -> None:
    """Fail as rules do that have a fault."""
    raise BrokenInvariant("the hill has gone")


async def frozen(house: House, monkeypatch: pytest.MonkeyPatch) -> tuple[str, Guest]:
    """Let the rules fail once at a table."""
    table, guest = await played(house, 4)
    with monkeypatch.context() as broken:
        broken.setattr(Game, "answer", fails)
        match = house.match(table)
        seat = match.game.to_act[0]
        with pytest.raises(AssertionError):
            await guest.play(match, Random(1), seat)
    assert told(guest).state == "frozen"
    return table, guest


# -- looking -------------------------------------------------------------------------------------


async def test_tables_are_listed_by_their_state(house: House) -> None:
    live, _ = await played(house)
    waiting = (await house.toy(blue=FRIEND)).table
    assert {one.id for one in await at_desk(house, lambda desk: desk.tables())} == {live, waiting}
    found = await at_desk(house, lambda desk: desk.tables("waiting"))
    assert [one.id for one in found] == [waiting]


async def test_a_complete_save_of_a_game_under_way(house: House) -> None:
    table, _ = await played(house)
    content = await at_desk(house, lambda desk: desk.save_of(table))
    match = from_bytes(content, find_game)
    assert match.chain == house.match(table).chain
    assert match.header.dice.key == house.match(table).header.dice.key


async def test_what_there_is_not_is_said(house: House) -> None:
    waiting = (await house.toy(blue=FRIEND)).table
    for work, why in (
        (lambda desk: desk.filed("aaaaaaaaaa"), "there is no table 'aaaaaaaaaa'"),
        (lambda desk: desk.delete("aaaaaaaaaa"), "there is no table"),
        (lambda desk: desk.save_of(waiting), "has not begun"),
        (lambda desk: desk.close(waiting), "it can only be deleted"),
        (lambda desk: desk.thaw(waiting), "is not frozen, but waiting"),
        (lambda desk: desk.full_report(waiting), "nothing went wrong there"),
        (lambda desk: desk.remove_line(waiting, 7), "there is no line 7"),
        (lambda desk: desk.new_link(waiting, "green", ""), "no seat 'green'; there are: red"),
        (lambda desk: desk.set_password("Nobody", "a password"), "no account 'Nobody'"),
        (lambda desk: desk.delete_account("Nobody"), "no account 'Nobody'"),
    ):
        with pytest.raises(AdminError, match=why):
            await at_desk(house, work)


async def test_stats_count_what_there_is(server: House) -> None:
    await played(server)
    await Accounts(server.store).register(Credentials("Anna", "correct horse"))
    stats = await at_desk(server, lambda desk: desk.stats())
    assert stats.tables == {"waiting": 0, "live": 1, "finished": 0, "frozen": 0}
    assert (stats.entries, stats.accounts, stats.sessions) == (13, 1, 1)
    assert stats.served
    assert stats.bytes > 10_000
    assert stats.version == newest_version()


@pytest.mark.parametrize("content", [b"", b"no database at all, but long enough" * 100])
async def test_a_file_that_is_none_of_ours(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other.sqlite3"
    with pytest.raises(AdminError, match="there is no such file"), Desk.open(path):
        pass
    path.write_bytes(content)
    with pytest.raises(AdminError, match=r"not a database|no data of Walstatt"), Desk.open(path):
        pass
    assert path.read_bytes() == content


async def test_data_of_a_newer_program_are_left_alone(house: House) -> None:
    await house.store.write(lambda db: db.execute("PRAGMA user_version = 999"))
    with pytest.raises(AdminError, match="newer than this program"):
        await at_desk(house, lambda desk: desk.tables())


# -- changing a table that a server has in memory ------------------------------------------------


async def test_a_closed_game_is_over_for_everybody_at_once(server: House) -> None:
    table, guest = await played(server)
    assert await at_desk(server, lambda desk: desk.close(table))
    await until(lambda: told(guest).state == "finished")
    end = told(guest).end
    assert end is not None
    assert (end.how, end.winners, end.reason.id) == ("agreed", (), "server.people.closed")
    assert isinstance(guest.inbox[-1], Welcome)
    assert len(guest.lines) > 0
    with pytest.raises(AdminError, match="is over already"):
        await at_desk(server, lambda desk: desk.close(table))
    await server.restart()
    again = await server.guest(table, "", None)
    assert told(again).state == "finished"


async def test_a_deleted_table_is_gone_for_everybody_at_once(server: House) -> None:
    table, guest = await played(server)
    other, _ = await played(server)
    assert await at_desk(server, lambda desk: desk.delete(table))
    await until(lambda: isinstance(guest.inbox[-1], Refused))
    assert (await guest.refused(Say(text="Hello?"))).code == "gone"
    with pytest.raises(Refusal):
        await server.tables.visit(table)
    assert server.tables.hall.loaded(table) is None
    assert [one.id for one in await at_desk(server, lambda desk: desk.tables())] == [other]
    rows = "SELECT COUNT(*) FROM entries WHERE table_id = ?"
    assert await server.store.read(lambda db: db.execute(rows, (table,)).fetchone()) == (0,)


async def test_a_new_link_opens_the_seat_and_the_old_one_no_longer_does(server: House) -> None:
    created = await server.toy(blue=FRIEND, listed=False)
    own = await server.sits(created, BLUE)
    friend = await server.guest(created.table, own)
    host = await server.guest(created.table, created.token)
    link = await at_desk(
        server, lambda desk: desk.new_link(created.table, "blue", "https://games.example")
    )
    start, _, token = link.rpartition("/")
    assert start == f"https://games.example/#/t/{created.table}"
    assert (await server.tables.visit(created.table, token)).key.seats == (BLUE,)
    with pytest.raises(Refusal):
        await server.tables.visit(created.table, own)
    await until(lambda: isinstance(friend.inbox[-1], Refused))
    assert host.visitor.key.seats == (RED, GOLD)
    assert host.visitor in server.table(created.table).visitors


async def test_new_links_for_the_host_and_for_spectators(server: House) -> None:
    created = await server.toy(blue=FRIEND, listed=False)

    async def fresh(who: str) -> str:
        link = await at_desk(server, lambda desk: desk.new_link(created.table, who, ""))
        return link.rpartition("/")[2]

    host = (await server.tables.visit(created.table, await fresh("host"))).key
    assert (host.host, host.seats) == (True, (RED, GOLD))
    watch = (await server.tables.visit(created.table, await fresh("watch"))).key
    assert (watch.host, watch.seats) == (False, ())
    for old in (created.token, created.watch):
        with pytest.raises(Refusal):
            await server.tables.visit(created.table, old)
    friend = (await server.tables.visit(created.table, created.links[BLUE])).key
    assert (friend.seats, friend.invited) == ((), (BLUE,))


async def test_no_link_to_the_seat_of_a_computer(server: House) -> None:
    created = await server.toy(blue=COMPUTER, gold=OPEN)
    for seat in ("blue", "gold"):
        with pytest.raises(AdminError, match="is not a person's"):
            await at_desk(server, lambda desk, seat=seat: desk.new_link(created.table, seat, ""))  # type: ignore[misc]


async def test_the_token_of_a_new_link_is_never_stored(server: House) -> None:
    table, _ = await played(server)
    link = await at_desk(server, lambda desk: desk.new_link(table, "red", ""))
    token = link.rpartition("/")[2]
    await server.store.write(lambda db: db.execute("SELECT 1"))
    with sqlite3.connect(path_of(server)) as db:
        dump = "\n".join(db.iterdump())
    db.close()
    assert token not in dump
    assert hashed(token).hex() in dump.lower()


async def test_a_line_of_chat_is_removed_before_everybodys_eyes(server: House) -> None:
    table, guest = await played(server)
    await guest.accepted(Say(text="first"))
    await guest.accepted(Say(text="nasty"))
    assert await at_desk(server, lambda desk: desk.remove_line(table, 2))
    await until(lambda: [line.text for line in guest.chat] == ["first", ""])
    assert [line.removed for line in guest.chat] == [False, True]
    lines = await at_desk(server, lambda desk: desk.chat(table))
    assert [(line.text, line.removed) for line in lines] == [("first", False), ("nasty", True)]


async def test_play_goes_on_where_it_was_after_a_change(server: House) -> None:
    table, guest = await played(server)
    chain = server.match(table).chain
    await at_desk(server, lambda desk: desk.new_link(table, "watch", ""))
    await until(lambda: server.match(table).chain == chain)
    await guest.play_on(server.match(table), Random(2), 10)
    assert guest.seq == 23
    assert await at_desk(server, lambda desk: desk.flaws_of(table)) == []


async def test_a_computer_that_thought_meanwhile_goes_on(server: House) -> None:
    server.computers.gate = asyncio.Event()
    created = await server.toy(red=COMPUTER, blue=COMPUTER, gold=COMPUTER)
    await until(lambda: server.computers.asked)
    await at_desk(server, lambda desk: desk.new_link(created.table, "watch", ""))
    server.computers.gate.set()
    await until(lambda: server.match(created.table).game.outcome is not None)
    await until(lambda: server.table(created.table).record.state == "finished")
    assert await at_desk(server, lambda desk: desk.flaws_of(created.table)) == []


async def test_a_server_that_does_not_answer_is_not_waited_for_for_ever(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(control, "PATIENCE_S", 0.3)
    table, guest = await played(house)
    with serving(path_of(house)), pytest.raises(AdminError, match="did not answer"):
        await at_desk(house, lambda desk: desk.close(table))
    assert told(guest).state == "live"
    count = "SELECT COUNT(*) FROM control"
    assert await house.store.read(lambda db: db.execute(count).fetchone()) == (0,)


async def test_an_old_wish_is_not_carried_out(house: House) -> None:
    table, guest = await played(house)
    wish = "INSERT INTO control (table_id, deed, args, asked) VALUES (?, 'close', x'7b7d', 1.0)"
    await house.store.write(lambda db: db.execute(wish, (table,)))
    assert await Control(house.store, house.tables.hall).work() == 0
    assert told(guest).state == "live"


async def test_a_deed_that_fails_in_the_server_is_told(
    server: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, guest = await played(server)

    def full(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(control, "perform", full)
    with pytest.raises(AdminError, match="the server failed: OSError: no space left"):
        await at_desk(server, lambda desk: desk.close(table))
    monkeypatch.undo()
    assert told(guest).state == "live"
    await guest.play_on(server.match(table), Random(2), 3)


# -- without a server ----------------------------------------------------------------------------


async def test_without_a_server_it_is_done_at_once(house: House) -> None:
    table, _ = await played(house)
    other, _ = await played(house)
    await house.close()
    assert not await at_desk(house, lambda desk: desk.close(table))
    assert not await at_desk(house, lambda desk: desk.delete(other))
    link = await at_desk(house, lambda desk: desk.new_link(table, "red", ""))
    await house.open()
    found = await house.guest(table, link.rpartition("/")[2])
    assert told(found).state == "finished"
    assert found.visitor.key.seats == (RED,)
    with pytest.raises(Refusal):
        await house.tables.visit(other)


# -- faults --------------------------------------------------------------------------------------


async def test_a_full_report_of_a_frozen_table(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = await frozen(house, monkeypatch)
    report = json.loads(await at_desk(house, lambda desk: desk.full_report(table)))
    assert report["fault"] == "BrokenInvariant"
    assert "the hill has gone" in report["message"]
    assert any("Traceback" in line for line in report["trace"])
    save = "".join(f"{line}\n" for line in report["save"]).encode()
    assert from_bytes(save, find_game).chain == house.match(table).chain
    assert report["command"]["do"] == "answer"


async def test_a_thawed_table_goes_on(server: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table, guest = await frozen(server, monkeypatch)
    assert await at_desk(server, lambda desk: desk.thaw(table))
    await until(lambda: told(guest).state == "live")
    assert any(seat.acts for seat in told(guest).seats)
    await guest.play_on(server.match(table), Random(1), 10_000)
    assert told(guest).state == "finished"
    assert await at_desk(server, lambda desk: desk.flaws_of(table)) == []


async def test_without_a_server_a_table_is_thawed_as_well(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, guest = await frozen(house, monkeypatch)
    token = next(iter(guest.visitor.hashes))
    await house.close()
    assert not await at_desk(house, lambda desk: desk.thaw(table))
    await house.open()
    assert token in (await house.tables.hall.find(table)).keys
    assert house.table(table).record.state == "live"
    assert house.table(table).record.acts == house.match(table).game.to_act


async def test_a_table_whose_rules_still_fail_stays_frozen(
    server: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, guest = await frozen(server, monkeypatch)
    monkeypatch.setattr(Game, "answer", fails)
    for work in (lambda desk: desk.thaw(table), lambda desk: desk.close(table)):
        with pytest.raises(AdminError, match=r"cannot be played again: .*the hill has gone"):
            await at_desk(server, work)
    assert told(guest).state == "frozen"
    report = json.loads(await at_desk(server, lambda desk: desk.full_report(table)))
    assert report["save"] is None
    assert len(report["log"]) == 5


async def test_a_table_whose_board_cannot_be_shown_stays_frozen(
    server: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = await frozen(server, monkeypatch)

    def blind(*_: object) -> None:
        raise ValueError("fog")

    monkeypatch.setattr(ToyGame, "scene", blind)
    with pytest.raises(AdminError, match="cannot be shown to spectators: ValueError: fog"):
        await at_desk(server, lambda desk: desk.thaw(table))


async def test_a_frozen_table_can_be_closed_and_deleted(
    server: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, guest = await frozen(server, monkeypatch)
    await at_desk(server, lambda desk: desk.close(table))
    await until(lambda: told(guest).state == "finished")
    assert told(guest).fault == ""
    await at_desk(server, lambda desk: desk.delete(table))
    assert await at_desk(server, lambda desk: desk.tables()) == []


# -- checking ------------------------------------------------------------------------------------


async def test_what_is_fine_has_no_flaws(house: House) -> None:
    table, _ = await played(house)
    waiting = (await house.toy(blue=FRIEND)).table
    assert await at_desk(house, lambda desk: desk.flaws_of_file()) == []
    for one in (table, waiting):
        assert await at_desk(house, lambda desk, one=one: desk.flaws_of(one)) == []  # type: ignore[misc]


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        ("DELETE FROM entries WHERE n = 5", "the numbers of the entries have gaps"),
        ("DELETE FROM entries WHERE n = 12", "the table counts 13 entries, but there are 12"),
        (
            "UPDATE entries SET data = (SELECT data FROM entries WHERE n = 3) WHERE n = 4",
            "the log cannot be played again",
        ),
        ("UPDATE entries SET data = CAST('{}' AS BLOB) WHERE n = 4", "cannot be read"),
        ("UPDATE entries SET data = CAST('x' AS BLOB) WHERE n = 4", "cannot be read"),
        (WAITS_FOR_NOBODY, "the table waits for nobody,"),
    ],
)
async def test_every_damage_is_found(house: House, damage: str, why: str) -> None:
    table, _ = await played(house)
    await house.store.write(lambda db: db.execute(damage))
    found = await at_desk(house, lambda desk: desk.flaws_of(table))
    assert any(why in flaw for flaw in found), found


async def test_rows_that_belong_to_nothing_are_found(house: House) -> None:
    await played(house)
    await house.close()
    with sqlite3.connect(path_of(house)) as db:
        db.execute("DELETE FROM tables")
    db.close()
    found = await at_desk(house, lambda desk: desk.flaws_of_file())
    assert "a row of entries belongs to nothing" in found
    await house.open()


# -- backups -------------------------------------------------------------------------------------


async def test_a_backup_of_a_running_server_is_whole(server: House, tmp_path: Path) -> None:
    table, guest = await played(server)
    copy = tmp_path / "safe" / "copy.sqlite3"
    await at_desk(server, lambda desk: desk.backup(copy))
    await guest.play_on(server.match(table), Random(2), 5)
    with Desk.open(copy) as desk:
        assert desk.flaws_of(table) == []
        assert [one.seq for one in desk.tables()] == [13]
    assert sorted(one.name for one in copy.parent.iterdir()) == [
        "copy.sqlite3",
        "copy.sqlite3.lock",
    ]


async def test_a_backup_never_writes_over_something_by_mistake(
    house: House, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.sqlite3"
    copy.write_text("precious")
    with pytest.raises(AdminError, match="exists already"):
        await at_desk(house, lambda desk: desk.backup(copy))
    assert copy.read_text() == "precious"
    with pytest.raises(AdminError, match="is the data file itself"):
        await at_desk(house, lambda desk: desk.backup(path_of(house), force=True))
    await at_desk(house, lambda desk: desk.backup(copy, force=True))
    with Desk.open(copy) as desk:
        assert desk.tables() == []


# -- one server for one file ---------------------------------------------------------------------


async def test_a_file_has_one_server(tmp_path: Path) -> None:
    data = tmp_path / "data.sqlite3"
    with serving(data):
        with held(data) as ours:
            assert not ours
        with pytest.raises(StoreError, match="another server"), serving(data, 0.0):
            pass
        with held(data) as ours:
            assert not ours
    with held(data) as ours:
        assert ours
    with serving(None), serving(None):
        pass


async def test_another_process_is_seen_and_a_dead_one_is_not(tmp_path: Path) -> None:
    data = tmp_path / "data.sqlite3"
    script = (
        "import sys, pathlib\n"
        "from walstatt.server.serving import serving\n"
        "with serving(pathlib.Path(sys.argv[1])):\n"
        "    print('here', flush=True)\n"
        "    sys.stdin.read()\n"
    )
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", script, str(data)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"here\n"
    with held(data) as ours:
        assert not ours
    process.kill()
    await process.wait()
    with held(data) as ours:
        assert ours


# -- accounts ------------------------------------------------------------------------------------


async def test_accounts_are_listed_changed_and_deleted_beside_a_running_server(
    server: House,
) -> None:
    service = Accounts(server.store)
    session = await service.register(Credentials("Anna", "correct horse"))
    created = await server.toy()
    await server.tables.keep("Anna", [created.token])
    (row,) = await at_desk(server, lambda desk: desk.accounts())
    assert (row.name, row.sessions, row.games) == ("Anna", 1, 1)
    with pytest.raises(Refusal):
        await at_desk(server, lambda desk: desk.set_password("anna", "short"))
    assert await service.whose(session.token) == "Anna"
    assert await at_desk(server, lambda desk: desk.set_password("ANNA", "a new one")) == "Anna"
    assert await service.whose(session.token) is None
    await service.login(Credentials("Anna", "a new one"))
    await at_desk(server, lambda desk: desk.delete_account("anna"))
    assert await at_desk(server, lambda desk: desk.accounts()) == []
    assert await server.tables.kept("Anna") == []
    assert (await server.tables.visit(created.table, created.token)).key.host
    await service.close()


async def test_an_older_file_is_brought_up_to_date_unless_a_server_runs_with_it(
    tmp_path: Path,
) -> None:
    path = tmp_path / "old.sqlite3"
    store = await Store.open(path)
    await store.write(
        lambda db: (
            [
                db.execute(line)
                for line in (
                    "ALTER TABLE keys DROP COLUMN invites",
                    "ALTER TABLE chat DROP COLUMN note",
                    "DROP TABLE spent",
                    "DROP TABLE notices",
                    "DROP TABLE control",
                    "DROP INDEX accounts_by_key",
                    "DROP INDEX sessions_by_use",
                    "ALTER TABLE accounts DROP COLUMN key",
                    "PRAGMA user_version = 1",
                )
            ]
            and None
        )
    )
    await store.close()
    with serving(path), pytest.raises(AdminError, match="of another version"), Desk.open(path):
        pass
    with Desk.open(path) as desk:
        assert desk.stats().version == newest_version()
        assert desk.accounts() == []
