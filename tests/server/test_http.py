"""The doors themselves: bodies, parameters, health, metrics, the client's files."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from tests.server.in_process import new_table, opened, settings
from walstatt.server.client_files import client_files, still
from walstatt.server.errors import StoreError
from walstatt.server.metrics import Metrics, Times

JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient[Any]]:
    with opened() as made:
        yield made


# -- bodies --------------------------------------------------------------------------------------


def test_an_unknown_field_is_refused_by_name(client: TestClient[Any]) -> None:
    reply = client.post(
        "/api/sessions", json={"name": "anna", "password": "long enough", "admin": True}
    )
    assert reply.status_code == 400
    assert reply.json()["text"] == {"id": "server.web.unknown_field", "args": {"field": "admin"}}


def test_an_unknown_field_deep_inside_is_refused_by_name(client: TestClient[Any]) -> None:
    seats = {"french": {"occupant": "me", "cheat": 1}}
    wish = {"game": "ccn", "scenario": "rolica_1", "seats": seats}
    reply = client.post("/api/tables", json=wish)
    assert reply.status_code == 400
    assert reply.json()["text"]["args"] == {"field": "seats[...].cheat"}


def test_a_missing_field_is_named(client: TestClient[Any]) -> None:
    reply = client.post("/api/sessions", json={"name": "anna"})
    assert reply.json()["text"] == {"id": "server.web.missing_field", "args": {"field": "password"}}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'"x"',
        b'{"name": 5, "password": "long enough"}',
        b'{"name": "anna", "password": 12345678}',
        b'{"name": "anna", "name": "anna"}',
        b'{"name": "\xff", "password": "long enough"}',
        b'{"name": "\\ud800", "password": "long enough"}',
        b"[" * 5000,
    ],
)
def test_a_body_that_cannot_be_read_is_refused(client: TestClient[Any], body: bytes) -> None:
    reply = client.post("/api/sessions", content=body, headers=JSON)
    assert (reply.status_code, reply.json()["code"]) == (400, "malformed")


def test_types_are_not_bent(client: TestClient[Any]) -> None:
    wish = {"game": "ccn", "scenario": "rolica_1", "seats": {}, "listed": "yes"}
    reply = client.post("/api/tables", json=wish)
    assert reply.status_code == 400
    assert "listed" in reply.json()["text"]["args"]["reason"]


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_bodies_are_json_and_say_so(client: TestClient[Any], kind: str) -> None:
    reply = client.post("/api/tables/cards", content=b"{}", headers={"Content-Type": kind})
    assert (reply.status_code, reply.json()["text"]["id"]) == (415, "server.web.media")


def test_a_wrong_parameter_is_named(client: TestClient[Any]) -> None:
    reply = client.get("/api/tables?state=asleep")
    assert reply.status_code == 400
    assert reply.json()["text"]["args"]["reason"].startswith("state: ")
    assert client.get("/api/tables/abcdefgh23/moments/x").status_code == 404
    table = new_table(client)["table"]
    assert client.get(f"/api/tables/{table}?seat={'x' * 41}").status_code == 400
    assert client.get(f"/api/tables/{table}/moments/-1").status_code == 400
    assert client.get(f"/api/tables/{table}/moments/1000001").status_code == 400


def test_what_cannot_be_done_says_what_can(client: TestClient[Any]) -> None:
    reply = client.put("/api/tables", json={})
    assert reply.status_code == 405
    assert {"GET", "POST"} <= set(reply.headers["allow"].replace(" ", "").split(","))


# -- health and metrics --------------------------------------------------------------------------


def test_a_healthy_server_says_so(client: TestClient[Any]) -> None:
    told = client.get("/healthz").json()
    assert (told["ok"], told["store"]) == (True, True)
    assert told["version"]


def test_a_server_that_cannot_write_is_not_well(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_: object) -> None:
        raise StoreError("the disk is full")

    house = client.app.state.house
    monkeypatch.setattr(house.store, "write", fail)
    monkeypatch.setattr(house, "_written_at", -1000.0)
    reply = client.get("/healthz")
    assert (reply.status_code, reply.json()["ok"]) == (503, False)
    assert "disk" not in reply.text


def test_metrics_count_commands_refusals_and_requests(client: TestClient[Any]) -> None:
    made = new_table(client)
    place = f"/api/tables/{made['table']}/do"
    keys = {"Authorization": f"Bearer {made['token']}"}
    assert client.post(place, json={"do": "ping"}, headers=keys).json() == {"is": "pong"}
    wrong = {"do": "undo", "seat": "french", "seq": 99}
    assert client.post(place, json=wrong, headers=keys).json()["is"] == "refused"
    reply = client.get("/metrics")
    lines = dict(
        line.rsplit(" ", 1) for line in reply.text.splitlines() if not line.startswith("#")
    )
    assert reply.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert int(lines['walstatt_commands_total{do="ping"}']) >= 1
    assert int(lines['walstatt_command_seconds_bucket{do="undo",le="+Inf"}']) >= 1
    assert int(lines['walstatt_http_requests_total{status="200"}']) >= 2
    assert any(name.startswith("walstatt_refusals_total{") for name in lines)
    assert any(name.startswith("walstatt_tables_") for name in lines)
    assert any(name.startswith("walstatt_computers_") for name in lines)
    assert int(lines["walstatt_sockets"]) == 0


def test_a_histogram_counts_everything_up_to_each_bound() -> None:
    times = Times()
    for seconds in (0.0005, 0.004, 0.004, 0.2, 60.0):
        times.add(seconds)
    lines = dict(line.rsplit(" ", 1) for line in times.lines("t", (("do", "x"),)))
    assert lines['t_bucket{do="x",le="0.001"}'] == "1"
    assert lines['t_bucket{do="x",le="0.005"}'] == "3"
    assert lines['t_bucket{do="x",le="0.25"}'] == "4"
    assert lines['t_bucket{do="x",le="+Inf"}'] == "5"
    assert lines['t_count{do="x"}'] == "5"


def test_labels_cannot_break_out_of_their_quotes() -> None:
    metrics = Metrics()
    metrics.commands['a"b\\c\nd'] += 1
    assert r'walstatt_commands_total{do="a\"b\\c\nd"} 1' in metrics.text({})


# -- the client's files --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("client")
    (folder / "assets").mkdir()
    (folder / "index.html").write_text("<!doctype html><title>W</title>")
    (folder / "assets" / "index-abc.js").write_text("export const x = 1;\n" * 200)
    (folder / "assets" / "logo-abc.png").write_bytes(b"\x89PNG" * 400)
    (folder / ".hidden").write_text("no")
    return folder


@pytest.fixture(scope="module")
def pages(built: Path) -> Iterator[TestClient[Any]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("walstatt.server.house.client_files", lambda: client_files(built))
        with opened() as made:
            yield made


def test_the_page_is_asked_for_again_each_time(pages: TestClient[Any]) -> None:
    reply = pages.get("/")
    assert reply.text == "<!doctype html><title>W</title>"
    assert reply.headers["content-type"] == "text/html; charset=utf-8"
    assert reply.headers["cache-control"] == "no-cache"
    again = pages.get("/", headers={"If-None-Match": reply.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == reply.headers["etag"]
    assert pages.get("/", headers={"If-None-Match": '"other"'}).status_code == 200


def test_what_has_a_hash_in_its_name_is_kept_forever_and_comes_packed(
    pages: TestClient[Any],
) -> None:
    reply = pages.get("/assets/index-abc.js")
    assert reply.headers["content-type"].startswith("text/javascript")
    assert reply.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert reply.headers["content-encoding"] == "gzip"
    assert int(reply.headers["content-length"]) < 200
    assert reply.text == "export const x = 1;\n" * 200
    plain = pages.get("/assets/index-abc.js", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == reply.text


def test_pictures_are_sent_as_they_are(pages: TestClient[Any]) -> None:
    reply = pages.get("/assets/logo-abc.png")
    assert reply.headers["content-type"] == "image/png"
    assert "content-encoding" not in reply.headers


@pytest.mark.parametrize(
    "path", ["/.hidden", "/assets", "/assets/", "/assets/../.hidden", "/%2e%2e/app.py", "/app.py"]
)
def test_nothing_but_the_clients_files_is_served(pages: TestClient[Any], path: str) -> None:
    assert pages.get(path).status_code == 404


def test_without_a_client_the_page_says_how_to_build_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("walstatt.server.house.client_files", lambda: client_files(tmp_path))
    with opened(settings()) as bare:
        english = bare.get("/")
        german = bare.get("/", headers={"Accept-Language": "de-AT,de;q=0.9"})
    assert (english.status_code, english.headers["content-type"]) == (
        200,
        "text/plain; charset=utf-8",
    )
    assert "make web" in english.text
    assert "noch nicht gebaut" in german.text


def test_small_things_are_not_packed() -> None:
    assert still(b"{}").packed == b""
    assert gzip.decompress(still(b"x" * 1000).packed) == b"x" * 1000


def test_long_answers_are_packed_on_the_way(client: TestClient[Any]) -> None:
    made = new_table(client)
    reply = client.get(
        f"/api/tables/{made['table']}?seat=french",
        headers={"Authorization": f"Bearer {made['token']}"},
    )
    assert reply.headers["content-encoding"] == "gzip"
    assert int(reply.headers["content-length"]) < len(reply.content) / 3
    assert msgspec.json.decode(reply.content)["seat"] == "french"
