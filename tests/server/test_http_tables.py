"""Tables over HTTP: a whole game could be played without a socket."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from tests.server.in_process import bearer, new_table, opened
from walstatt.scene.model import Scene
from walstatt.server.protocol import AnyWord, Position, Replay, TableCard

ME = {"occupant": "me"}
FRIEND = {"occupant": "friend"}
HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"; DROP TABLE tables; --',
    "{{constructor.constructor('alert(1)')}}",
    "</title><svg onload=alert(1)>",
    "${7*7}",
]


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient[Any]]:
    with opened() as made:
        yield made


def do(client: TestClient[Any], made: dict[str, Any], **command: Any) -> dict[str, Any]:  # noqa: ANN401
    """Give a command and read the word that comes back."""
    place = f"/api/tables/{made['table']}/do"
    reply = client.post(place, json=command, headers=bearer(made["token"]))
    assert reply.status_code == 200, reply.text
    msgspec.json.decode(reply.content, type=AnyWord)
    word: dict[str, Any] = reply.json()
    return word


def look(client: TestClient[Any], made: dict[str, Any], seat: str = "") -> Position:
    reply = client.get(f"/api/tables/{made['table']}?seat={seat}", headers=bearer(made["token"]))
    assert reply.status_code == 200, reply.text
    return msgspec.json.decode(reply.content, type=Position)


def acting(client: TestClient[Any], made: dict[str, Any]) -> Position:
    """Look through the eyes of the seat that is asked."""
    return look(client, made, look(client, made).hand_over)


def answer_first(client: TestClient[Any], made: dict[str, Any]) -> dict[str, Any]:
    """Answer whatever is asked with the first choice."""
    position = acting(client, made)
    assert position.scene is not None
    assert position.scene.prompt is not None
    choice = position.scene.prompt.choices[0]
    return do(
        client, made, do="answer", id=7, seat=position.seat, seq=position.seq, answer=choice.answer
    )


# -- making and finding --------------------------------------------------------------------------


def test_a_table_for_oneself_is_live_at_once(client: TestClient[Any]) -> None:
    made = new_table(client)
    assert set(made) == {"table", "token", "links", "watch"}
    position = look(client, made)
    assert position.table.state == "live"
    assert position.mine == ("french", "allied")
    assert position.seat is None
    assert position.hand_over in {"french", "allied"}


def test_a_table_with_a_friend_waits_for_him(client: TestClient[Any]) -> None:
    made = new_table(client, seats={"french": ME, "allied": FRIEND})
    assert look(client, made).table.state == "waiting"
    link = made["links"]["allied"]
    joined = client.post(
        f"/api/tables/{made['table']}/join", json={"name": "Ben", "token": link}
    ).json()
    assert joined["seat"] == "allied"
    assert look(client, made).table.state == "live"
    theirs = look(client, joined)
    assert theirs.mine == ("allied",)
    assert {one.name for one in theirs.table.seats} == {"Anna", "Ben"}


def test_an_open_seat_is_taken_by_whoever_comes_first(client: TestClient[Any]) -> None:
    made = new_table(client, seats={"french": ME, "allied": {"occupant": "open"}})
    place = f"/api/tables/{made['table']}/join"
    first = client.post(place, json={"name": "Ben", "seat": "allied"})
    assert first.status_code == 200
    second = client.post(place, json={"name": "Cleo", "seat": "allied"})
    assert (second.status_code, second.json()["code"]) == (409, "not_now")


@pytest.mark.parametrize(
    "change",
    [
        {"game": "chess"},
        {"scenario": "hastings"},
        {"scenario": "empty"},
        {"seats": {}},
        {"seats": {"french": ME}},
        {"seats": {"french": ME, "allied": ME, "prussian": ME}},
        {"seats": {"french": ME, "allied": {"occupant": "computer", "level": "oracle"}}},
        {"options": {"no_such_rule": True}},
        {"preset": "nonsense"},
        {"nonce": "not hex"},
        {"name": ""},
        {"title": "x" * 61},
        {"clock": {"stock": 1}},
    ],
)
def test_a_table_that_cannot_be_is_refused(client: TestClient[Any], change: dict[str, Any]) -> None:
    wish = {"game": "ccn", "scenario": "rolica_1", "seats": {"french": ME, "allied": ME}}
    reply = client.post("/api/tables", json={**wish, **change})
    assert reply.status_code in {400, 404, 409, 422}
    assert set(reply.json()) <= {"code", "text", "violations"}


def test_listed_tables_are_found_by_state_and_game(client: TestClient[Any]) -> None:
    shown = new_table(client, title="Shown")
    hidden = new_table(client, title="Hidden", listed=False)
    cards = msgspec.json.decode(
        client.get("/api/tables?state=live&game=ccn").content, type=list[TableCard]
    )
    ids = [card.table.id for card in cards]
    assert shown["table"] in ids
    assert hidden["table"] not in ids
    assert all(card.token == "" for card in cards)
    assert client.get("/api/tables?state=finished").json() == []
    assert client.get("/api/tables?game=chess").json() == []


def test_keys_find_their_tables(client: TestClient[Any]) -> None:
    made = [new_table(client, listed=False) for _ in range(2)]
    tokens = [one["token"] for one in made]
    cards = client.post("/api/tables/cards", json={"tokens": [*tokens, "n" * 22]}).json()
    assert {card["token"]: card["table"]["id"] for card in cards} == {
        one["token"]: one["table"] for one in made
    }
    too_many = client.post("/api/tables/cards", json={"tokens": ["n" * 22] * 201})
    assert too_many.status_code == 400


# -- playing -------------------------------------------------------------------------------------


def test_a_bot_can_play_without_a_socket(client: TestClient[Any]) -> None:
    made = new_table(client)
    before = acting(client, made)
    word = answer_first(client, made)
    assert word["is"] == "accepted"
    assert word["re"] == 7
    assert word["seq"] > before.seq
    assert look(client, made).seq == word["seq"]


def test_ping_and_hello_work_without_a_socket(client: TestClient[Any]) -> None:
    made = new_table(client)
    assert do(client, made, do="ping", id=3) == {"is": "pong", "re": 3}
    welcome = do(client, made, do="hello", id=4, token="ignored")  # noqa: S106
    assert (welcome["is"], welcome["re"]) == ("welcome", 4)


def test_a_stale_answer_is_refused_as_a_word(client: TestClient[Any]) -> None:
    made = new_table(client)
    position = acting(client, made)
    assert position.scene is not None
    assert position.scene.prompt is not None
    answer = position.scene.prompt.choices[0].answer
    word = do(client, made, do="answer", seat=position.seat, seq=99, answer=answer)
    assert (word["is"], word["code"]) == ("refused", "stale")
    assert look(client, made).seq == position.seq


@pytest.mark.parametrize(
    "command",
    [
        {"do": "answer", "seat": "french", "seq": 1, "answer": {"do": "nonsense"}},
        {"do": "answer", "seat": "nobody", "seq": 1, "answer": {}},
        {"do": "wish", "seat": "french", "target": {"kind": "cell", "id": "minus one"}},
        {"do": "about", "target": {"kind": "piece", "id": "x" * 100}},
        {"do": "undo", "seat": "allied", "seq": 1},
        {"do": "propose", "seat": "french", "what": "undo", "to": 1000},
        {"do": "respond", "seat": "french", "yes": True, "what": "draw", "offer": 1},
        {"do": "show", "seat": "prussian"},
        {"do": "moderate", "line": 77},
        {"do": "claim", "seat": "allied"},
        {"do": "policy", "seat": "french", "kind": "no such kind", "on": True},
        {"do": "notify", "seat": "french", "mail": "not a mail\r\nX: y"},
        {"do": "notify", "seat": "french", "hook": "http://127.0.0.1/x"},
        {"do": "stop", "seat": "french"},
    ],
)
def test_whatever_is_said_to_a_table_gets_a_word_in_reply(
    client: TestClient[Any], command: dict[str, Any]
) -> None:
    made = new_table(client)
    seq = look(client, made).seq
    assert do(client, made, **command)["is"] in {"refused", "about", "preview", "accepted"}
    assert look(client, made).seq == seq


@pytest.mark.parametrize(
    "command",
    [
        {},
        {"do": "fly"},
        {"do": "answer"},
        {"do": "ping", "id": -1},
        {"do": "ping", "id": 1_000_001},
        {"do": "ping", "extra": 1},
        {"do": "say", "text": ""},
        {"do": "say", "text": "x" * 501},
        {"do": ["ping"]},
    ],
)
def test_what_is_no_command_is_refused(client: TestClient[Any], command: dict[str, Any]) -> None:
    made = new_table(client)
    place = f"/api/tables/{made['table']}/do"
    reply = client.post(place, json=command, headers=bearer(made["token"]))
    assert (reply.status_code, reply.json()["code"]) == (400, "malformed")


def test_what_is_nested_too_deeply_is_refused(client: TestClient[Any]) -> None:
    made = new_table(client)
    deep = f'{{"do": "answer", "seat": "french", "seq": 1, "answer": {{"a": {"[" * 20_000}'
    reply = client.post(
        f"/api/tables/{made['table']}/do",
        content=deep,
        headers={**bearer(made["token"]), "Content-Type": "application/json"},
    )
    assert (reply.status_code, reply.json()["code"]) == (400, "malformed")


# -- keys ----------------------------------------------------------------------------------------


def test_a_listed_table_can_be_watched_without_a_key_but_not_played(
    client: TestClient[Any],
) -> None:
    made = new_table(client)
    position = client.get(f"/api/tables/{made['table']}").json()
    assert "seat" not in position
    assert "mine" not in position
    assert "prompt" not in position["scene"]
    reply = client.post(
        f"/api/tables/{made['table']}/do",
        json={"do": "answer", "seat": "french", "seq": position["seq"], "answer": {}},
    )
    assert (reply.json()["is"], reply.json()["code"]) == ("refused", "not_yours")


def test_an_unlisted_table_needs_a_key(client: TestClient[Any]) -> None:
    made = new_table(client, listed=False)
    place = f"/api/tables/{made['table']}"
    assert client.get(place).status_code == 403
    assert client.get(place, headers=bearer("x" * 22)).status_code == 403
    assert client.get(place, headers=bearer(made["watch"])).status_code == 200
    other = new_table(client, listed=False)
    assert client.get(place, headers=bearer(other["token"])).status_code == 403


def test_a_seats_key_gives_that_seat_and_nothing_else(client: TestClient[Any]) -> None:
    made = new_table(client, seats={"french": ME, "allied": FRIEND})
    joined = client.post(
        f"/api/tables/{made['table']}/join",
        json={"name": "Ben", "token": made["links"]["allied"]},
    ).json()
    place, theirs = f"/api/tables/{made['table']}", bearer(joined["token"])
    assert client.get(f"{place}?seat=allied", headers=theirs).status_code == 200
    assert client.get(f"{place}?seat=french", headers=theirs).status_code == 403
    assert client.get(f"{place}/moments/0?seat=french", headers=theirs).status_code == 403
    assert client.post(f"{place}/links/french", headers=theirs).status_code == 403
    for command in ({"do": "resign", "seat": "french"}, {"do": "moderate", "seat": "french"}):
        word = client.post(f"{place}/do", json=command, headers=theirs).json()
        assert (word["is"], word["code"]) == ("refused", "not_yours")


def test_the_host_can_renew_a_friends_link(client: TestClient[Any]) -> None:
    made = new_table(client, seats={"french": ME, "allied": FRIEND})
    place = f"/api/tables/{made['table']}"
    fresh = client.post(f"{place}/links/allied", headers=bearer(made["token"]))
    assert fresh.status_code == 200
    old = client.post(f"{place}/join", json={"name": "Ben", "token": made["links"]["allied"]})
    assert old.status_code in {403, 404, 409}
    new = client.post(f"{place}/join", json={"name": "Ben", "token": fresh.json()["token"]})
    assert new.status_code == 200
    nobody = client.post(f"{place}/links/nobody", headers=bearer(made["token"]))
    assert (nobody.status_code, nobody.json()["code"]) == (400, "malformed")


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", ""),
        ("GET", "/replay"),
        ("GET", "/export"),
        ("GET", "/report"),
        ("GET", "/moments/0"),
        ("POST", "/links/french"),
    ],
)
def test_a_table_that_is_not_there_is_gone(client: TestClient[Any], method: str, path: str) -> None:
    reply = client.request(method, f"/api/tables/aaaaaaaaaa{path}", headers=bearer("x" * 22))
    assert (reply.status_code, reply.json()["code"]) == (404, "gone")


# -- replays and files ---------------------------------------------------------------------------


def test_moments_and_replay_tell_the_game_so_far(client: TestClient[Any]) -> None:
    made = new_table(client)
    for _ in range(3):
        answer_first(client, made)
    place, keys = f"/api/tables/{made['table']}", bearer(made["token"])
    replay = msgspec.json.decode(client.get(f"{place}/replay", headers=keys).content, type=Replay)
    assert replay.seq == look(client, made).seq >= 4
    scene = client.get(f"{place}/moments/0?seat=french", headers=keys)
    assert len(msgspec.json.decode(scene.content, type=Scene).pieces) > 20
    beyond = client.get(f"{place}/moments/{replay.seq}", headers=keys)
    assert (beyond.status_code, beyond.json()["code"]) == (404, "gone")


def test_a_game_goes_out_as_a_file_and_comes_back_in(client: TestClient[Any]) -> None:
    made = new_table(client, title='A "title"; X: y')
    answer_first(client, made)
    place, keys = f"/api/tables/{made['table']}", bearer(made["token"])
    exported = client.get(f"{place}/export", headers=keys)
    assert exported.status_code == 200
    assert exported.headers["content-type"] == "application/octet-stream"
    assert exported.headers["content-disposition"].startswith('attachment; filename="')
    assert "\n" not in exported.headers["content-disposition"]
    octets = {"Content-Type": "application/octet-stream"}
    back = client.post("/api/tables/import?name=Cleo", content=exported.content, headers=octets)
    assert back.status_code == 201, back.text
    assert look(client, back.json()).seq == look(client, made).seq
    assert look(client, back.json()).mine == ("french", "allied")


@pytest.mark.parametrize(
    "content", [b"", b"nonsense", b"{}", b"\x1f\x8b" + b"\0" * 100, b"[" * 9999]
)
def test_what_is_no_save_is_refused(client: TestClient[Any], content: bytes) -> None:
    octets = {"Content-Type": "application/octet-stream"}
    reply = client.post("/api/tables/import?name=Cleo", content=content, headers=octets)
    assert reply.status_code in {400, 422}, reply.text
    assert reply.json()["code"] in {"malformed", "illegal"}


def test_a_save_has_to_come_as_a_file(client: TestClient[Any]) -> None:
    reply = client.post("/api/tables/import", json={})
    assert (reply.status_code, reply.json()["text"]["id"]) == (415, "server.web.octets")


def test_there_is_no_report_of_a_table_without_a_fault(client: TestClient[Any]) -> None:
    made = new_table(client)
    reply = client.get(f"/api/tables/{made['table']}/report", headers=bearer(made["token"]))
    assert (reply.status_code, reply.json()["code"]) == (404, "gone")


# -- hostile words -------------------------------------------------------------------------------


@pytest.mark.parametrize("evil", HOSTILE)
def test_names_titles_and_chat_come_back_as_plain_text(client: TestClient[Any], evil: str) -> None:
    reply = client.post(
        "/api/tables",
        json={
            "game": "ccn",
            "scenario": "rolica_1",
            "seats": {"french": ME, "allied": ME},
            "name": evil,
            "title": evil,
        },
    )
    assert reply.status_code == 201, reply.text
    made = reply.json()
    assert do(client, made, do="say", text=evil)["is"] == "accepted"
    position = client.get(f"/api/tables/{made['table']}", headers=bearer(made["token"]))
    assert position.headers["content-type"] == "application/json"
    assert position.headers["x-content-type-options"] == "nosniff"
    told = position.json()
    assert told["table"]["title"] == evil
    assert {seat["name"] for seat in told["table"]["seats"]} == {evil}
    assert told["chat"][-1]["text"] == evil
