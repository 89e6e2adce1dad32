"""A real server attacked from the network: broken HTTP, foreign pages, floods, loose tongues."""

from __future__ import annotations

import gzip
import json
import socket
import sqlite3
import time
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest
from msgspec import Struct
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.server.live import LiveServer
from tests.server.test_hostile import CLOSE_CODES
from tests.server.unlimited import UNLIMITED

PATIENCE_S = 30
ME, FRIEND = {"occupant": "me"}, {"occupant": "friend"}
BATTLE = {"game": "ccn", "scenario": "rolica_1", "name": "Anna"}
GIVEN_AWAY = (b"root:", b"CREATE TABLE", b"SQLite format", b"import ", b"def ", b"Traceback")
"""What would show that a file, or a trace, was given away."""
BROKEN_TEXT = "Invalid UTF-8 sequence received from client"
"""What the web server before us says by itself about a frame that is no text."""


class Heard(Struct, frozen=True):
    """What a server said on a connection."""

    status: int
    headers: dict[str, str]
    body: bytes


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    data = tmp_path_factory.mktemp("hostile") / "walstatt.db"
    with LiveServer(data, environment=UNLIMITED) as running:
        yield running
        assert httpx2.get(f"{running.url}/healthz", timeout=PATIENCE_S).status_code == 200
        faults = [line for line in running.logged().splitlines() if '"level": "error"' in line]
        assert all(BROKEN_TEXT in line for line in faults), faults


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[LiveServer]:
    """A server with the limits everybody gets."""
    with LiveServer(tmp_path / "walstatt.db") as running:
        yield running


@pytest.fixture
def unforgiving(tmp_path: Path) -> Iterator[LiveServer]:
    """A server with the usual bursts that forgives nothing while a test runs."""
    rates = {"WALSTATT_LIMIT_TABLE_RATE": "0.000001", "WALSTATT_LIMIT_ACCOUNT_RATE": "0.000001"}
    with LiveServer(tmp_path / "walstatt.db", rates) as running:
        yield running


def raw(server: LiveServer, *parts: bytes) -> Heard:
    """Send bytes as they are and take what comes back; nothing is status 0."""
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE_S) as line:
        said = b""
        try:
            for part in parts:
                line.sendall(part)
            while chunk := line.recv(65_536):
                said += chunk
        except (BrokenPipeError, ConnectionResetError):
            pass  # It hung up while we were still talking, as it may.
    head, _, body = said.partition(b"\r\n\r\n")
    first, *rest = head.decode("latin-1").split("\r\n")
    headers = {row.partition(": ")[0].lower(): row.partition(": ")[2] for row in rest}
    return Heard(int(first.split(" ")[1]) if first else 0, headers, body)


def request(
    server: LiveServer, line: str, *headers: str, body: bytes = b"", host: str | None = None
) -> Heard:
    """Send one request, written by hand."""
    named = f"127.0.0.1:{server.port}" if host is None else host
    rows = [line, *([f"Host: {named}"] if named else []), "Connection: close", *headers]
    return raw(server, "\r\n".join(rows).encode("latin-1") + b"\r\n\r\n" + body)


def made(server: LiveServer, **wish: Any) -> dict[str, Any]:  # noqa: ANN401 - fields of NewTable
    reply = httpx2.post(f"{server.url}/api/tables", json={**BATTLE, **wish}, timeout=PATIENCE_S)
    assert reply.status_code == 201, reply.text
    found: dict[str, Any] = reply.json()
    return found


def battle(server: LiveServer) -> dict[str, Any]:
    return made(server, seats={"french": ME, "allied": ME})


def live(
    server: LiveServer, table: str, origin: str = "", *, packs: bool = True
) -> ClientConnection:
    """Open a socket as a page of ours, or of another origin, does."""
    line = connect(
        server.socket_url(table),
        origin=Origin(origin or server.url),
        open_timeout=PATIENCE_S,
        proxy=None,
        compression="deflate" if packs else None,
        legacy=True,
    )
    assert isinstance(line, ClientConnection)
    return line


def greeted(server: LiveServer, table: str, token: str, *, packs: bool = True) -> ClientConnection:
    line = live(server, table, packs=packs)
    line.send(json.dumps({"do": "hello", "id": 1, "token": token}))
    assert json.loads(line.recv(PATIENCE_S))["is"] == "welcome"
    return line


def closed_with(line: ClientConnection) -> int:
    """Hear everything until the other side hangs up, and give the code."""
    with suppress(ConnectionClosed):
        while True:
            line.recv(PATIENCE_S)
    line.close()
    assert line.close_code is not None
    return line.close_code


# -- files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "/../../../../etc/passwd",
        "/..%2f..%2f..%2fetc%2fpasswd",
        "/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/assets/../../app.py",
        "/assets/..%5c..%5capp.py",
        "/assets/%2e%2e%2f%2e%2e%2fmigrations%2f0001_tables.sql",
        "/assets/....//....//app.py",
        "/client/../store.py",
        "/index.html%00.js",
        "/index.html/",
        "/.git/config",
        "/.index.html",
        "//etc/passwd",
        "//evil.example/x",
        "/%252e%252e%252fetc%252fpasswd",
        "/..;/etc/passwd",
        "/\u00c0\u00ae\u00c0\u00ae/etc/passwd",
        "/etc/passwd",
        "/file:///etc/passwd",
        "/assets/",
        "/assets",
        "/walstatt.db",
        "/migrations/0001_tables.sql",
        "/api/../healthz",
        "/api/tables/../../healthz",
        "/api/games/../../../etc/passwd/rules",
        "/api/games/ccn%2f..%2f..%2fserver/rules",
        "/api/games/ccn/words/../../../en",
        "/api/words/en%00",
        "/api/words/..%2fcore.en",
        "/api/games/walstatt.games.ccn/rules",
        "/api/games/__init__/rules",
        "/" + "a" * 20_000,
        "/?" + "a" * 20_000,
    ],
)
def test_no_path_leads_out_of_the_client(server: LiveServer, path: str) -> None:
    heard = request(server, f"GET {path} HTTP/1.1")
    harmless = path.startswith("/?") or path in {"//etc/passwd", "/index.html/"}
    assert heard.status in ({200, 400, 404, 414} if harmless else {400, 404, 414})
    assert not any(secret in heard.body for secret in GIVEN_AWAY)


# -- names, methods, bodies ----------------------------------------------------------------------


def foreign_hosts(port: int) -> list[str]:
    own = f"127.0.0.1:{port}"
    return [
        "evil.example",
        f"evil.example:{port}",
        f"{own}.evil.example",
        "127.0.0.1.evil.example",
        "127.0.0.1@evil.example",
        f"evil.example@{own}",
        f"{own}@evil.example",
        f"{own}#evil.example",
        f"{own}/evil",
        f"{own}\\@evil.example",
        f"{own}, evil.example",
        f"{own}; script-src *",
        f"{own} evil.example",
        "localhost:x",
        "[::1",
        "0x7f000001",
        "2130706433",
        "localhost.",
        "1270.0.1",
    ]


def test_a_foreign_name_leads_nowhere_and_is_not_repeated(server: LiveServer) -> None:
    for host in foreign_hosts(server.port):
        heard = request(server, "GET /api/games HTTP/1.1", host=host)
        assert heard.status == 400, host
        assert "evil" not in str(heard.headers), host
        assert b"evil" not in heard.body, host
    for line, host in (("GET /api/games HTTP/1.0", ""), ("GET /api/games HTTP/1.1", "")):
        assert request(server, line, host=host).status == 400


def test_a_name_in_the_request_line_counts_for_nothing(server: LiveServer) -> None:
    heard = request(server, "GET http://evil.example/healthz HTTP/1.1")
    assert heard.status in {200, 400, 404}
    assert "evil" not in str(heard.headers)
    heard = request(
        server, f"GET http://127.0.0.1:{server.port}/api/games HTTP/1.1", host="evil.example"
    )
    assert heard.status == 400


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "PROPFIND", "TRACK", "PUT", "PATCH", "get"])
def test_strange_methods_are_refused(server: LiveServer, method: str) -> None:
    heard = request(server, f"{method} /api/games HTTP/1.1", "X-Secret: echo me")
    assert heard.status in {400, 404, 405, 501}
    assert b"echo me" not in heard.body


def test_no_header_turns_one_method_into_another(server: LiveServer) -> None:
    table = battle(server)
    for name in ("X-HTTP-Method-Override", "X-Method-Override", "X-HTTP-Method"):
        heard = request(
            server,
            f"GET /api/tables/{table['table']} HTTP/1.1",
            f"{name}: POST",
            f"Authorization: Bearer {table['token']}",
        )
        assert (heard.status, json.loads(heard.body)["seq"]) == (200, 1)


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        ("application/json", 201),
        ("application/json; charset=utf-8", 201),
        ("APPLICATION/JSON", 201),
        ("text/plain", 415),
        ("application/x-www-form-urlencoded", 415),
        ("multipart/form-data; boundary=x", 415),
        ("application/jsonx", 415),
        ("text/plain; application/json", 415),
        ("", 415),
    ],
)
def test_a_body_is_read_only_if_it_says_that_it_is_json(
    server: LiveServer, kind: str, status: int
) -> None:
    """Foreign pages can post text and forms without being asked, but not JSON."""
    wish = {**BATTLE, "seats": {"french": ME, "allied": ME}}
    reply = httpx2.post(
        f"{server.url}/api/tables",
        content=json.dumps(wish),
        headers={"Content-Type": kind},
        timeout=PATIENCE_S,
    )
    assert reply.status_code == status


def test_bodies_beyond_the_limit_are_not_read(server: LiveServer) -> None:
    head = f"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: close\r\n"
    told = f"{head}Content-Type: application/json\r\n".encode()
    claimed = raw(server, told + b"Content-Length: 99999999999\r\n\r\n{")
    assert claimed.status == 413
    chunk = b"4000\r\n" + b"x" * 0x4000 + b"\r\n"
    chunked = raw(server, told + b"Transfer-Encoding: chunked\r\n\r\n", *[chunk] * 8)
    assert chunked.status in {0, 413}
    for strange in (
        b"Content-Length: -1\r\n\r\n",
        b"Content-Length: 1e3\r\n\r\n",
        b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}{}{}",
        b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n",
        b"Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n",
        b"Transfer-Encoding: chunked\r\n\r\nnonsense\r\n",
    ):
        assert raw(server, told + strange).status in {0, 400, 413}, strange


def test_a_compressed_body_is_not_unpacked(server: LiveServer) -> None:
    packed = gzip.compress(b'{"x": "' + b"x" * 50_000_000 + b'"}')
    reply = httpx2.post(
        f"{server.url}/api/tables",
        content=packed,
        headers={"Content-Type": "application/json", "Content-Encoding": "gzip"},
        timeout=PATIENCE_S,
    )
    assert len(packed) < 60_000
    assert reply.status_code == 400


def is_waiting(line: socket.socket) -> bool:
    """Is a connection still open, and nothing answered?"""
    line.setblocking(False)
    try:
        line.recv(1)
    except BlockingIOError:
        return True
    return False


def test_half_a_request_holds_up_nobody(server: LiveServer) -> None:
    lines = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(100)]
    try:
        for line in lines:
            line.sendall(b"POST /api/tables HTTP/1.1\r\nContent-Length: 1000\r\nX: ")
        assert httpx2.get(f"{server.url}/healthz", timeout=PATIENCE_S).status_code == 200
        assert all(is_waiting(line) for line in lines)
    finally:
        for line in lines:
            line.close()


# -- what browsers are told ----------------------------------------------------------------------


def test_no_response_gives_a_foreign_page_anything(server: LiveServer) -> None:
    """No permission to read, no cookie, and the policy on every response there is."""
    table = battle(server)
    key = f"Authorization: Bearer {table['token']}"
    place = f"/api/tables/{table['table']}"
    lines = [
        *((f"GET {path}", ()) for path in ("/", "/index.html", "/healthz", "/metrics", "/x")),
        *(
            (f"GET {path}", ())
            for path in ("/api/games", "/api/words/de", "/api/tables", "/api/me")
        ),
        *(
            (f"GET {place}{more}", (key,))
            for more in ("", "/replay", "/moments/0", "/export", "/x")
        ),
        (f"GET {place}", ("Authorization: Bearer wrong",)),
        (f"POST {place}/do", (key, "Content-Length: 0")),
        ("OPTIONS /api/tables", ("Access-Control-Request-Method: POST",)),
        ("OPTIONS /api/games", ("Access-Control-Request-Headers: authorization",)),
        ("HEAD /", ()),
        ("DELETE /api/sessions", ()),
        ("POST /api/tables", ("Content-Length: 99999999",)),
    ]
    for line, headers in lines:
        heard = request(server, f"{line} HTTP/1.1", "Origin: http://evil.example", *headers)
        assert heard.status, line
        assert not [name for name in heard.headers if name.startswith("access-control")], line
        assert "set-cookie" not in heard.headers, line
        assert "server" not in heard.headers, line
        policy = heard.headers["content-security-policy"]
        assert "unsafe" not in policy, line
        assert "*" not in policy, line
        assert "evil" not in str(heard.headers), line
        assert heard.headers["x-content-type-options"] == "nosniff", line
        assert not any(secret in heard.body for secret in (b"Traceback", b'File "')), line


def test_only_our_own_pages_open_sockets(server: LiveServer) -> None:
    table = battle(server)["table"]
    port = server.port
    for origin in (
        "http://evil.example",
        f"http://evil.example:{port}",
        "null",
        "file://",
        f"http://127.0.0.1:{port}.evil.example",
        f"http://127.0.0.1.evil.example:{port}",
        f"http://127.0.0.1@evil.example:{port}",
        f"http://evil.example#http://127.0.0.1:{port}",
        f"http://evil.example?http://127.0.0.1:{port}",
        f"http://localhost:{port}",
        f"http://127.0.0.1:{port + 1}",
        "http://127.0.0.1",
        f"https://127.0.0.1:{port + 1}",
        f"ftp://127.0.0.1:{port}",
        f"chrome-extension://127.0.0.1:{port}",
        f"http://127.0.0.1:{port} http://evil.example",
        f"HTTP://EVIL.EXAMPLE:{port}",
    ):
        with pytest.raises(InvalidStatus) as refused:
            live(server, table, origin)
        assert refused.value.response.status_code == 403, origin
    with live(server, table) as line:
        line.send('{"do": "hello"}')
        assert json.loads(line.recv(PATIENCE_S))["is"] == "welcome"


# -- frames --------------------------------------------------------------------------------------


def test_broken_frames_end_the_connection_with_a_documented_code(server: LiveServer) -> None:
    table = battle(server)
    broken: list[tuple[str, bytes]] = [
        ("no text", Frame(Opcode.TEXT, b"\xff\xfe{}").serialize(mask=True)),
        ("half a letter", Frame(Opcode.TEXT, b'{"do": "\xe2\x82').serialize(mask=True)),
        ("too long", Frame(Opcode.TEXT, b" " * 17_000).serialize(mask=True)),
        ("unmasked", Frame(Opcode.TEXT, b'{"do": "ping"}').serialize(mask=False)),
        ("nothing to go on with", Frame(Opcode.CONT, b"x").serialize(mask=True)),
        ("a strange kind", b"\x83\x80\x00\x00\x00\x00"),
        ("reserved bits", b"\xf1\x80\x00\x00\x00\x00"),
        ("a gigantic length", b"\x81\xff" + b"\x7f" + b"\xff" * 7 + b"\x00" * 4),
        ("a long ping", b"\x89\xfe\x00\x7e" + b"\x00" * 4 + b"x" * 126),
    ]
    codes = {}
    for name, data in broken:
        line = greeted(server, table["table"], table["token"], packs=False)
        line.socket.sendall(data)
        codes[name] = closed_with(line)
    assert set(codes.values()) <= CLOSE_CODES, codes
    assert codes["too long"] == codes["a gigantic length"] == 1009
    assert codes["no text"] == 1007


def test_a_message_that_swells_ends_the_connection(server: LiveServer) -> None:
    table = battle(server)
    line = greeted(server, table["table"], table["token"])
    packer = zlib.compressobj(wbits=-15)
    swelling = packer.compress(b" " * 20_000_000) + packer.flush(zlib.Z_SYNC_FLUSH)
    assert len(swelling) < 40_000
    size = len(swelling).to_bytes(2)
    line.socket.sendall(
        b"\xc1\xfe" + size + b"\x00" * 4 + swelling[:-4].ljust(len(swelling), b"\0")
    )
    assert closed_with(line) == 1009
    assert httpx2.get(f"{server.url}/healthz", timeout=PATIENCE_S).status_code == 200


def test_bytes_are_read_like_text_and_pieces_are_put_together(server: LiveServer) -> None:
    table = battle(server)
    with greeted(server, table["table"], table["token"]) as line:
        line.send(b'{"do": "ping", "id": 2}')
        assert json.loads(line.recv(PATIENCE_S)) == {"is": "pong", "re": 2}
        line.send(['{"do": ', '"ping", ', '"id": 3}'])
        assert json.loads(line.recv(PATIENCE_S)) == {"is": "pong", "re": 3}


# -- loose tongues -------------------------------------------------------------------------------


def test_keys_passwords_and_addresses_stay_out_of_log_and_store(tmp_path: Path) -> None:
    """Use many keys in many ways, also wrongly, and look for them where they must not be."""
    data = tmp_path / "walstatt.db"
    secrets: list[str] = []
    with (
        LiveServer(data, environment=UNLIMITED) as server,
        httpx2.Client(timeout=PATIENCE_S) as client,
    ):
        api = f"{server.url}/api"
        password, mail = "correct horse battery", "anna.secret@example.org"
        hook = "https://hooks.example.org/s3cr3t-path-of-a-hook"
        session = client.post(f"{api}/accounts", json={"name": "Anna", "password": password}).json()
        secrets += [password, session["token"]]
        client.post(f"{api}/sessions", json={"name": "Anna", "password": "wrong " + password})
        headers = {"Authorization": f"Bearer {session['token']}"}
        client.put(f"{api}/me", json={"name": "Anna", "mail": mail}, headers=headers)
        for n in range(4):
            table = made(server, seats={"french": ME, "allied": FRIEND}, listed=n % 2 == 0)
            link = table["links"]["allied"]
            place = f"{api}/tables/{table['table']}"
            renewed = client.post(
                f"{place}/links/allied", headers={"Authorization": f"Bearer {table['token']}"}
            ).json()
            own = f"{n}-secret-that-bert-has-made"
            joined = client.post(
                f"{place}/join", json={"name": "Bert", "token": renewed["token"], "secret": own}
            ).json()
            keys = [table["token"], table["watch"], link, renewed["token"], joined["token"]]
            secrets += [*keys, own]
            for key in keys:
                _use(server, client, table["table"], key, mail, hook)
            client.post(f"{api}/me/keep", json={"tokens": keys}, headers=headers)
            client.post(f"{api}/tables/cards", json={"tokens": keys})
        server.stop()
        log = server.logged()
    assert log.count('"request"') > 80
    for secret in (*secrets, mail, hook):
        assert secret not in log, secret
    stored = b"".join(one.read_bytes() for one in data.parent.glob("walstatt.db*"))
    for secret in secrets:
        assert secret.encode() not in stored, secret
    with sqlite3.connect(data) as db:
        hashes = [one for (one,) in db.execute("SELECT hash FROM keys")]
    db.close()
    assert {len(one) for one in hashes} == {32}
    assert data.stat().st_mode & 0o077 == 0


def _use(
    server: LiveServer, client: httpx2.Client, table: str, key: str, mail: str, hook: str
) -> None:
    """Use a key rightly, and wrongly in every way we can think of."""
    place = f"{server.url}/api/tables/{table}"
    headers = {"Authorization": f"Bearer {key}"}
    client.get(place, headers=headers)
    client.get(f"{place}?token={key}")
    client.get(f"{place}?seat={key}", headers=headers)
    client.get(f"{server.url}/t/{table}/{key}")
    client.get(f"{server.url}/api/tables/{key}")
    client.get(f"{server.url}/api/games/{key}/rules")
    client.get(place, headers={"Authorization": key})
    client.get(place, headers={"Authorization": f"Basic {key}", "Cookie": f"token={key}"})
    client.get(place, headers={"Origin": f"http://{key}", "Host": key})
    said = {"do": "notify", "seat": "allied", "mail": mail, "hook": hook}
    client.post(f"{place}/do", json=said, headers=headers)
    client.post(f"{place}/do", json={"do": "hello", "token": key, key: 1}, headers=headers)
    with live(server, table) as line, suppress(ConnectionClosed):
        line.send(json.dumps({"do": "hello", "token": key}))
        line.recv(PATIENCE_S)
        line.send(json.dumps({"do": key, "token": key}))
        line.recv(PATIENCE_S)


# -- floods --------------------------------------------------------------------------------------


def test_a_flood_of_requests_is_stopped_and_forgiven(strict: LiveServer) -> None:
    with httpx2.Client(timeout=PATIENCE_S) as client:
        last, taken = client.get(f"{strict.url}/api/tables"), 1
        while last.status_code == 200:
            forged = {"X-Forwarded-For": f"192.0.2.{taken % 250}"}
            last, taken = client.get(f"{strict.url}/api/tables", headers=forged), taken + 1
            assert taken < 3000
        assert taken >= 200
        assert last.status_code == 429
        assert last.json()["code"] == "too_fast"
        assert last.headers["content-security-policy"]
        time.sleep(int(last.headers["retry-after"]))
        assert client.get(f"{strict.url}/api/tables").status_code == 200


def test_tables_and_passwords_have_limits_of_their_own(unforgiving: LiveServer) -> None:
    wish = {**BATTLE, "seats": {"french": ME, "allied": ME}}
    with httpx2.Client(timeout=PATIENCE_S) as client:
        tables = [
            client.post(f"{unforgiving.url}/api/tables", json=wish).status_code for _ in range(30)
        ]
        tries = [
            client.post(
                f"{unforgiving.url}/api/sessions", json={"name": name, "password": f"password {n}"}
            ).status_code
            for n, name in enumerate(["Anna", "ANNA", " anna ", "\uff21nna"] * 3 + ["Anna"])
        ]
    assert tables == [201] * 20 + [429] * 10
    assert tries == [403] * 10 + [429] * 3


def test_a_flood_of_messages_ends_the_connection_and_is_forgiven(strict: LiveServer) -> None:
    table = battle(strict)
    line = greeted(strict, table["table"], table["token"])
    with suppress(ConnectionClosed):
        for n in range(5000):
            line.send(json.dumps({"do": "ping", "id": n + 2}))
            line.recv(PATIENCE_S)
    assert closed_with(line) == 4429
    with greeted(strict, table["table"], table["token"]) as again:
        again.send('{"do": "ping", "id": 2}')
        assert json.loads(again.recv(PATIENCE_S))["is"] == "pong"


def test_messages_that_cannot_be_read_end_the_connection(strict: LiveServer) -> None:
    table = battle(strict)
    line = greeted(strict, table["table"], table["token"])
    for _ in range(20):
        line.send("{")
    assert closed_with(line) == 4400


def test_one_address_gets_only_so_many_sockets(strict: LiveServer) -> None:
    table = battle(strict)
    lines = [live(strict, table["table"]) for _ in range(64)]
    try:
        assert closed_with(live(strict, table["table"])) == 1013
    finally:
        for line in lines:
            line.close()
    deadline = time.monotonic() + PATIENCE_S
    while True:
        line = live(strict, table["table"])
        line.send('{"do": "hello"}')
        try:
            line.recv(PATIENCE_S)
            break
        except ConnectionClosed:
            assert time.monotonic() < deadline
    line.close()
