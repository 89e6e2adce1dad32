"""Playing live: greeting, commands, news, and everything a hostile or slow client may do."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient, WebSocketTestSession

from tests.server.in_process import HOST, ROOMY, bearer, limited, new_table, opened, settings
from walstatt.i18n.catalogue import say
from walstatt.kernel.ids import Seat
from walstatt.server.house import House
from walstatt.server.protocol import (
    Accepted,
    AnyWord,
    ChatLine,
    Chatted,
    NewTable,
    Refused,
    Say,
    Sitting,
)
from walstatt.server.settings import Settings
from walstatt.server.sockets import Line, Outbox

OURS = {"Origin": f"http://{HOST}"}


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient[Any]]:
    with opened() as made:
        yield made


@contextmanager
def connected(
    client: TestClient[Any], table: str, headers: dict[str, str] | None = None
) -> Iterator[WebSocketTestSession]:
    place = f"/api/tables/{table}/live"
    with client.websocket_connect(place, headers=OURS if headers is None else headers) as socket:
        yield socket


def say_hello(socket: WebSocketTestSession, token: str = "", **more: object) -> dict[str, Any]:
    socket.send_json({"do": "hello", "id": 1, "token": token, **more})
    return heard(socket)


def heard(socket: WebSocketTestSession) -> dict[str, Any]:
    """Hear one word, which must be one of those that are described."""
    text = socket.receive_text(timeout=10)
    msgspec.json.decode(text, type=AnyWord)
    word: dict[str, Any] = json.loads(text)
    return word


def heard_until(socket: WebSocketTestSession, kind: str) -> list[dict[str, Any]]:
    """Hear words up to the first of a kind."""
    words = [heard(socket)]
    while words[-1]["is"] != kind:
        words.append(heard(socket))
    return words


def hung_up(socket: WebSocketTestSession) -> int:
    """Hear everything until the other side hangs up, and give the code."""
    try:
        while True:
            socket.receive_text(timeout=10)
    except WebSocketDisconnect as gone:
        return gone.code


def wait_until(holds: Callable[[], bool]) -> None:
    """Wait until something holds that happens in the server's thread."""
    deadline = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.005)


# -- greeting ------------------------------------------------------------------------------------


def test_hello_is_answered_with_everything(client: TestClient[Any]) -> None:
    made = new_table(client)
    with connected(client, made["table"]) as socket:
        welcome = say_hello(socket, made["token"])
    assert (welcome["is"], welcome["re"]) == ("welcome", 1)
    assert welcome["position"]["mine"] == ["french", "allied"]


def test_a_spectator_sees_the_board_and_no_question(client: TestClient[Any]) -> None:
    made = new_table(client)
    with connected(client, made["table"]) as socket:
        position = say_hello(socket)["position"]
    assert "seat" not in position
    assert "prompt" not in position["scene"]


def test_the_first_message_has_to_be_hello(client: TestClient[Any]) -> None:
    made = new_table(client)
    for first in ('{"do": "ping"}', "{", '{"do": "fly"}', "[]", ""):
        with connected(client, made["table"]) as socket:
            socket.send_text(first)
            word = heard(socket)
            assert (word["is"], word["code"]) == ("refused", "malformed")
            assert hung_up(socket) == 4400


def test_whoever_stays_silent_is_sent_away() -> None:
    with opened(settings(limited(hello_s=0.05))) as client:
        made = new_table(client)
        with connected(client, made["table"]) as socket:
            assert hung_up(socket) == 4408


@pytest.mark.parametrize(
    ("table", "code", "closed"),
    [("aaaaaaaaaa", "gone", 4404), ("nonsense", "gone", 4404)],
)
def test_a_table_that_is_not_there_is_gone(
    client: TestClient[Any], table: str, code: str, closed: int
) -> None:
    with connected(client, table) as socket:
        word = say_hello(socket, "x" * 22)
        assert (word["is"], word["code"], word["re"]) == ("refused", code, 1)
        assert hung_up(socket) == closed


def test_an_unlisted_table_needs_a_key(client: TestClient[Any]) -> None:
    made = new_table(client, listed=False)
    for token in ("", "x" * 22):
        with connected(client, made["table"]) as socket:
            word = say_hello(socket, token)
            assert (word["is"], word["code"]) == ("refused", "not_yours")
            assert hung_up(socket) == 4403
    with connected(client, made["table"]) as socket:
        assert say_hello(socket, made["watch"])["is"] == "welcome"


def test_an_account_plays_its_seats(client: TestClient[Any]) -> None:
    made = new_table(client, listed=False)
    session = client.post("/api/accounts", json={"name": "Anna", "password": "long enough"}).json()[
        "token"
    ]
    client.post("/api/me/keep", json={"tokens": [made["token"]]}, headers=bearer(session))
    with connected(client, made["table"]) as socket:
        welcome = say_hello(socket, session=session)
    assert welcome["position"]["mine"] == ["french", "allied"]


@pytest.mark.parametrize("origin", ["http://evil.example", "null", f"http://{HOST}.evil.example"])
def test_a_foreign_page_cannot_open_a_socket(client: TestClient[Any], origin: str) -> None:
    made = new_table(client)
    with (
        pytest.raises(WebSocketDisconnect),
        connected(client, made["table"], {"Origin": origin}) as socket,
    ):
        say_hello(socket, made["token"])


def test_a_foreign_name_cannot_lead_to_a_socket(client: TestClient[Any]) -> None:
    made = new_table(client)
    headers = {"Host": "rebound.example", "Origin": "http://rebound.example"}
    with pytest.raises(WebSocketDisconnect), connected(client, made["table"], headers) as socket:
        say_hello(socket, made["token"])


def test_a_program_without_an_origin_needs_a_key(client: TestClient[Any]) -> None:
    made = new_table(client)
    with connected(client, made["table"], {}) as socket:
        word = say_hello(socket)
        assert (word["code"], word["text"]["id"]) == ("not_yours", "server.web.token")
        assert hung_up(socket) == 4403
    with connected(client, made["table"], {}) as socket:
        assert say_hello(socket, made["token"])["is"] == "welcome"


# -- talking -------------------------------------------------------------------------------------


def test_a_command_is_told_to_all_and_then_acknowledged(client: TestClient[Any]) -> None:
    made = new_table(client)
    with connected(client, made["table"]) as player, connected(client, made["table"]) as watcher:
        position = say_hello(player, made["token"])["position"]
        say_hello(watcher)
        seat = position["hand_over"]
        player.send_json({"do": "show", "id": 2, "seat": seat})
        shown = heard_until(player, "accepted")
        scene = next(word["scene"] for word in shown if word["is"] == "update")
        answer = scene["prompt"]["choices"][0]["answer"]
        seq = position["seq"]
        player.send_json({"do": "answer", "id": 3, "seat": seat, "seq": seq, "answer": answer})
        words = heard_until(player, "accepted")
        assert words[-1]["re"] == 3
        assert words[-1]["seq"] > seq
        assert "update" in [word["is"] for word in words[:-1]]
        update = heard_until(watcher, "update")[-1]
        assert (update["base"], update["seq"]) == (seq, words[-1]["seq"])
        assert "prompt" not in update.get("scene", {})


def test_every_tab_of_a_player_hears_the_same(client: TestClient[Any]) -> None:
    made = new_table(client)
    with connected(client, made["table"]) as one, connected(client, made["table"]) as two:
        say_hello(one, made["token"])
        say_hello(two, made["token"])
        one.send_json({"do": "say", "id": 2, "text": "hello there"})
        assert heard_until(one, "chat")[-1]["line"]["text"] == "hello there"
        assert heard_until(two, "chat")[-1]["line"]["text"] == "hello there"


def test_ping_is_answered(client: TestClient[Any]) -> None:
    made = new_table(client)
    with connected(client, made["table"]) as socket:
        say_hello(socket, made["token"])
        socket.send_json({"do": "ping", "id": 9})
        assert heard_until(socket, "pong")[-1] == {"is": "pong", "re": 9}


def test_a_second_hello_tells_everything_anew(client: TestClient[Any]) -> None:
    made = new_table(client)
    with connected(client, made["table"]) as socket:
        first = say_hello(socket, made["token"])
        socket.send_json({"do": "hello", "id": 5, "token": "whatever"})
        again = heard_until(socket, "welcome")[-1]
    assert again["re"] == 5
    assert again["position"]["seq"] == first["position"]["seq"]
    assert again["position"]["mine"] == first["position"]["mine"]


def test_what_cannot_be_read_is_refused_and_the_socket_stays_open(
    client: TestClient[Any],
) -> None:
    made = new_table(client)
    with connected(client, made["table"]) as socket:
        say_hello(socket, made["token"])
        for bad in ("{", "", "null", '{"do": "fly", "id": 4}', '{"do": "ping", "id": "x"}'):
            socket.send_text(bad)
            assert heard_until(socket, "refused")[-1]["code"] == "malformed"
        socket.send_text('{"do": "undo", "id": 6, "seat": "french"}')
        assert heard_until(socket, "refused")[-1]["re"] == 6
        socket.send_bytes(b'{"do": "ping", "id": 7}')
        assert heard_until(socket, "pong")[-1]["re"] == 7


def test_what_is_nested_too_deeply_is_refused(client: TestClient[Any]) -> None:
    made = new_table(client)
    deep = f'{{"do": "answer", "seat": "french", "seq": 1, "answer": {{"a": {"[" * 15_000}'
    with connected(client, made["table"]) as socket:
        say_hello(socket, made["token"])
        socket.send_text(deep)
        assert heard_until(socket, "refused")[-1]["code"] == "malformed"
        socket.send_json({"do": "ping", "id": 7})
        assert heard_until(socket, "pong")[-1]["re"] == 7


def test_after_too_much_nonsense_the_socket_is_closed(client: TestClient[Any]) -> None:
    made = new_table(client)
    with connected(client, made["table"]) as socket:
        say_hello(socket, made["token"])
        for _ in range(19):
            socket.send_text("nonsense")
            assert heard_until(socket, "refused")[-1]["code"] == "malformed"
        socket.send_text("nonsense")
        assert hung_up(socket) == 4400


def test_too_long_a_message_closes_the_socket(client: TestClient[Any]) -> None:
    made = new_table(client)
    for text in ("x" * 16_385, "ä" * 8_200):
        with connected(client, made["table"]) as socket:
            say_hello(socket, made["token"])
            socket.send_text(text)
            assert hung_up(socket) == 1009


def test_a_flood_is_refused_and_then_cut_off() -> None:
    with opened(settings(limited(socket_rate=0.001, socket_burst=5, too_fast=10))) as client:
        made = new_table(client)
        with connected(client, made["table"]) as socket:
            say_hello(socket, made["token"])
            for n in range(5):
                socket.send_json({"do": "ping", "id": n + 1})
                assert heard_until(socket, "pong")[-1]["re"] == n + 1
            for n in range(10):
                socket.send_json({"do": "ping", "id": n + 100})
                word = heard_until(socket, "refused")[-1]
                assert (word["code"], word["re"]) == ("too_fast", n + 100)
            socket.send_json({"do": "ping"})
            assert hung_up(socket) == 4429


def test_only_so_many_sockets_are_open_at_once() -> None:
    with opened(settings(limited(sockets_each=2))) as client:
        made = new_table(client)
        with connected(client, made["table"]) as one, connected(client, made["table"]) as two:
            say_hello(one)
            say_hello(two)
            with connected(client, made["table"]) as three:
                assert hung_up(three) == 1013
        wait_until(lambda: client.app.state.house.places.open == 0)
        with connected(client, made["table"]) as four:
            assert say_hello(four)["is"] == "welcome"


def test_a_closed_socket_leaves_nothing_behind(client: TestClient[Any]) -> None:
    made = new_table(client)
    house: House = client.app.state.house
    with connected(client, made["table"]) as watcher:
        say_hello(watcher)
        with connected(client, made["table"]) as player:
            say_hello(player, made["token"])
            assert house.metrics.sockets == 2
        told = heard_until(watcher, "table")[-1]["table"]
        while any(seat.get("connected") for seat in told["seats"]):
            told = heard_until(watcher, "table")[-1]["table"]
        wait_until(lambda: house.metrics.sockets == 1)
    wait_until(lambda: house.metrics.sockets == house.places.open == 0)


def test_a_fault_of_ours_is_told_as_a_number_and_the_socket_goes_on(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise RuntimeError("the secret ingredient is 4711")

    made = new_table(client)
    with connected(client, made["table"]) as socket:
        say_hello(socket, made["token"])
        with monkeypatch.context() as patch:
            patch.setattr(client.app.state.house.tables, "do", fail)
            socket.send_json({"do": "say", "id": 2, "text": "hm"})
            word = heard_until(socket, "refused")[-1]
        assert (word["re"], word["text"]["id"]) == (2, "server.web.unexpected")
        assert "4711" not in json.dumps(word)
        socket.send_json({"do": "ping", "id": 3})
        assert heard_until(socket, "pong")[-1]["re"] == 3


def test_hostile_chat_comes_back_as_the_same_text(client: TestClient[Any]) -> None:
    made = new_table(client)
    evil = "</script><script>alert('x')</script> \\u0000 & <b>"
    with connected(client, made["table"]) as socket:
        say_hello(socket, made["token"])
        socket.send_json({"do": "say", "id": 2, "text": evil})
        assert heard_until(socket, "chat")[-1]["line"]["text"] == evil


# -- the outbox ----------------------------------------------------------------------------------


def news(n: int) -> Chatted:
    return Chatted(line=ChatLine(n, "Anna", "x", 0))


def test_news_are_dropped_when_too_many_wait_and_replies_are_kept() -> None:
    outbox = Outbox(most=4)
    outbox.put(news(1))
    outbox.put(Accepted(7, seq=3))
    outbox.put(news(2))
    outbox.put(news(3))
    assert (outbox.behind, outbox.full) == (False, False)
    outbox.put(news(4))
    assert (outbox.behind, outbox.full) == (True, False)
    outbox.put(news(5))
    outbox.put(Accepted(8, seq=4))
    outbox.caught_up()
    assert [word.re for word in outbox.words] == [7, 8]
    assert (outbox.behind, outbox.full) == (False, False)
    outbox.put(news(6))
    assert len(outbox.words) == 3


def test_an_outbox_full_of_replies_is_full() -> None:
    outbox = Outbox(most=2)
    for n in range(3):
        outbox.put(Refused(n + 1, code="stale", text=say("x")))
    assert outbox.full


class SlowSocket:
    """A socket whose reader can be held up."""

    def __init__(self) -> None:
        self.scope: dict[str, Any] = {"headers": []}
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.reading = asyncio.Event()
        self.reading.set()
        self.sent: list[dict[str, Any]] = []
        self.arrived = asyncio.Condition()
        self.closed: int | None = None
        self.heard = 0

    async def receive(self) -> dict[str, Any]:
        message = await self.incoming.get()
        async with self.arrived:
            self.heard += 1
            self.arrived.notify_all()
        return message

    async def send_data(self, data: str, mode: str) -> None:
        assert mode == "text"
        await self.reading.wait()
        self.sent.append(json.loads(data))
        async with self.arrived:
            self.arrived.notify_all()

    async def close(self, code: int, reason: str) -> None:
        assert reason
        self.closed = code

    def says(self, **command: object) -> None:
        self.incoming.put_nowait({"type": "websocket.receive", "text": json.dumps(command)})

    def leaves(self) -> None:
        self.incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})

    async def taken(self, count: int) -> None:
        """Wait until so many messages were taken."""
        async with self.arrived:
            await asyncio.wait_for(self.arrived.wait_for(lambda: self.heard >= count), 20)

    async def has(self, *kinds: str) -> None:
        """Wait until words of these kinds were the last ones that arrived."""
        async with self.arrived:
            await asyncio.wait_for(
                self.arrived.wait_for(
                    lambda: [one["is"] for one in self.sent[-len(kinds) :]] == list(kinds)
                ),
                20,
            )


Story = Callable[[House, str, str], Awaitable[None]]


def at_a_table(story: Story, wanted: Settings) -> None:
    """Tell a story at a table of the real house."""

    async def run() -> None:
        async with House(wanted).opened() as house:
            seats = {Seat(name): Sitting("me") for name in ("french", "allied")}
            made = await house.tables.create(NewTable("ccn", "rolica_1", seats))
            await story(house, made.table, made.token)

    asyncio.run(run())


def test_a_slow_reader_is_told_everything_anew_and_holds_nobody_up() -> None:
    async def story(house: House, table: str, token: str) -> None:
        slow, quick = SlowSocket(), SlowSocket()
        lines = [Line(one, house, table, "127.0.0.1") for one in (slow, quick)]  # type: ignore[arg-type]
        running = [asyncio.create_task(line.run()) for line in lines]
        for socket in (slow, quick):
            socket.says(do="hello", id=1, token=token)
            await socket.has("welcome")
        slow.reading.clear()
        before = len(slow.sent)
        visitor = await house.tables.visit(table, token)
        for n in range(30):
            word = await house.tables.do(visitor, Say(text=f"line {n}"))
            assert isinstance(word, Accepted)
        await quick.has("chat")
        assert sum(one["is"] == "chat" for one in quick.sent) == 30
        slow.reading.set()
        await slow.has("welcome")
        late = slow.sent[before:]
        assert late[-1]["position"]["chat"][-1]["text"] == "line 29"
        assert len(late) < 10
        assert house.metrics.resyncs == 1
        assert len(quick.sent) >= 31
        for socket in (slow, quick):
            socket.leaves()
        await asyncio.gather(*running)

    at_a_table(story, settings(limited(outgoing=8, chat_lines=500)))


def test_whoever_reads_no_replies_is_sent_away() -> None:
    async def story(house: House, table: str, token: str) -> None:
        socket = SlowSocket()
        running = asyncio.create_task(Line(socket, house, table, "127.0.0.1").run())  # type: ignore[arg-type]
        socket.says(do="hello", id=1, token=token)
        await socket.has("welcome")
        socket.reading.clear()
        for n in range(20):
            socket.says(do="ping", id=n + 1)
        socket.says(do="ping", id=99)
        await socket.taken(21)
        socket.reading.set()
        await asyncio.wait_for(running, 20)
        assert socket.closed == 4409

    at_a_table(story, settings(limited(outgoing=8)))


def test_whoever_goes_while_being_told_something_is_no_fault_of_ours() -> None:
    async def story(house: House, table: str, token: str) -> None:
        socket = SlowSocket()
        running = asyncio.create_task(Line(socket, house, table, "127.0.0.1").run())  # type: ignore[arg-type]
        socket.says(do="hello", id=1, token=token)
        await socket.has("welcome")

        async def is_gone(data: str, mode: str) -> None:
            raise ConnectionResetError(data, mode)

        socket.send_data = is_gone  # type: ignore[method-assign]
        socket.says(do="ping", id=2)
        await asyncio.wait_for(running, 20)
        found = house.tables.hall.loaded(table)
        assert found is not None
        assert not found.visitors

    at_a_table(story, settings())


def test_a_hint_does_not_hold_up_other_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: House, table: str, token: str) -> None:
        thinking = asyncio.Event()
        real = house.tables.do

        async def do(visitor: Any, command: Any) -> AnyWord:  # noqa: ANN401
            if command.__struct_config__.tag == "hint":
                await thinking.wait()
                return Refused(command.id, code="not_now", text=say("x"))
            return await real(visitor, command)

        monkeypatch.setattr(house.tables, "do", do)
        socket = SlowSocket()
        running = asyncio.create_task(Line(socket, house, table, "127.0.0.1").run())  # type: ignore[arg-type]
        socket.says(do="hello", id=1, token=token)
        for n in (2, 3, 4):
            socket.says(do="hint", id=n, seat="french")
        socket.says(do="ping", id=5)
        await socket.has("refused", "pong")
        assert [(one["re"], one.get("code")) for one in socket.sent[-2:]] == [
            (4, "too_fast"),
            (5, None),
        ]
        thinking.set()
        await socket.has("refused", "refused")
        assert {one["re"] for one in socket.sent[-2:]} == {2, 3}
        socket.leaves()
        await running

    at_a_table(story, settings(ROOMY))
