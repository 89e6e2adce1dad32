"""Who is let in, what browsers are told, and what the log must never hold."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog
from litestar.testing import TestClient

from tests.server.in_process import HOST, bearer, new_table, opened, settings
from walstatt.server.logs import configure_logs, hide_secrets
from walstatt.server.security import Guard, client_address
from walstatt.server.security import bearer as token_in
from walstatt.server.settings import Limits, Settings, SettingsError, default_data

EVERY_RESPONSE = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
POLICY = (
    "default-src 'self'; style-src 'self'; script-src 'self'; img-src 'self' data: blob:; "
    f"connect-src 'self' ws://{HOST} wss://{HOST}; worker-src 'self'; object-src 'none'; "
    "base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
)


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient[Any]]:
    with opened() as made:
        yield made


# -- headers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/healthz", 200),
        ("GET", "/metrics", 200),
        ("GET", "/api/games", 200),
        ("GET", "/api/words/de", 200),
        ("GET", "/api/schema/openapi.json", 200),
        ("GET", "/api/tables", 200),
        ("GET", "/api/tables/abcdefgh23", 404),
        ("GET", "/api/tables/ABC", 400),
        ("GET", "/api/schema/redoc", 404),
        ("GET", "/api/me", 401),
        ("GET", "/nothing/here", 404),
        ("GET", "/../../etc/passwd", 404),
        ("GET", "/assets/..%2f..%2fapp.py", 404),
        ("POST", "/api/tables", 400),
        ("POST", "/healthz", 405),
        ("DELETE", "/api/nothing", 404),
    ],
)
def test_every_response_has_the_same_headers(
    client: TestClient[Any], method: str, path: str, status: int
) -> None:
    reply = client.request(method, path)
    assert reply.status_code == status
    assert {name: reply.headers[name] for name in EVERY_RESPONSE} == EVERY_RESPONSE
    assert reply.headers["content-security-policy"] == POLICY
    assert "camera=()" in reply.headers["permissions-policy"]
    assert "set-cookie" not in reply.headers
    assert "server" not in reply.headers
    assert "strict-transport-security" not in reply.headers


def test_what_an_error_says_is_trouble_and_nothing_else(client: TestClient[Any]) -> None:
    for method, path in (("GET", "/x"), ("POST", "/healthz"), ("GET", "/api/me")):
        reply = client.request(method, path)
        assert reply.headers["content-type"] == "application/json"
        assert set(reply.json()) == {"code", "text"}


def test_what_one_is_told_about_a_table_is_kept_nowhere(client: TestClient[Any]) -> None:
    made = new_table(client)
    reply = client.get(f"/api/tables/{made['table']}", headers=bearer(made["token"]))
    assert reply.headers["cache-control"] == "no-store"


def test_with_a_secure_address_browsers_are_told_to_stay_secure() -> None:
    with opened(settings(base_url="https://games.example")) as secure:
        reply = secure.get("/healthz", headers={"Host": "games.example"})
    assert reply.status_code == 200
    assert reply.headers["strict-transport-security"] == "max-age=63072000"


def test_something_unexpected_gives_a_number_and_no_trace(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("the secret ingredient is 4711")

    monkeypatch.setattr(client.app.state.house.tables, "listed", fail)
    before = client.app.state.house.metrics.faults
    with structlog.testing.capture_logs() as lines:
        reply = client.get("/api/tables")
    assert reply.status_code == 500
    assert "4711" not in reply.text
    assert "Traceback" not in reply.text
    incident = reply.json()["text"]["args"]["incident"]
    assert [line["incident"] for line in lines if line["event"] == "unexpected"] == [incident]
    assert client.app.state.house.metrics.faults == before + 1


# -- names and origins ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("localhost", True),
        ("localhost:8642", True),
        ("127.0.0.1:1234", True),
        ("[::1]:8642", True),
        ("LOCALHOST", True),
        ("evil.example", False),
        ("evil.example:8642", False),
        ("192.0.2.7", False),
        ("localhost.evil.example", False),
        ("evil@localhost", False),
        ("localhost:80; script-src *", False),
        ("localhost:80,x", False),
        ("", False),
        ("[::1", False),
    ],
)
def test_the_server_answers_to_its_own_names_only(host: str, known: bool) -> None:
    assert Guard(Settings()).knows_host(host) is known


def test_a_server_for_the_network_answers_to_addresses_but_not_to_foreign_names() -> None:
    guard = Guard(Settings(host="0.0.0.0"))  # noqa: S104 - nothing is bound
    assert guard.knows_host("192.168.1.20:8642")
    assert guard.knows_host("[fe80::1]:8642")
    assert not guard.knows_host("rebound.example")


def test_further_names_can_be_allowed() -> None:
    guard = Guard(Settings(base_url="https://games.example", hosts=("club.example",)))
    assert guard.knows_host("games.example")
    assert guard.knows_host("club.example:443")
    assert not guard.knows_host("x.club.example")
    assert Guard(Settings(hosts=("*",))).knows_host("anything.example")


def test_a_foreign_name_is_told_nothing(client: TestClient[Any]) -> None:
    reply = client.get("/api/games", headers={"Host": "rebound.example"})
    assert (reply.status_code, reply.json()["text"]["id"]) == (400, "server.web.host")
    assert "rebound" not in reply.headers["content-security-policy"]


@pytest.mark.parametrize(
    ("origin", "host", "known"),
    [
        ("http://localhost:8642", "localhost:8642", True),
        ("https://localhost", "localhost", True),
        ("http://localhost:5173", "localhost:5173", True),
        ("http://localhost:5173", "localhost:8642", False),
        ("http://evil.example", "localhost:8642", False),
        ("https://games.example", "10.0.0.7:8642", True),
        ("https://games.example:444", "10.0.0.7:8642", False),
        ("http://games.example", "10.0.0.7:8642", False),
        ("https://friends.example", "localhost", True),
        ("null", "localhost", False),
        ("file://", "localhost", False),
        ("http://localhost:99999", "localhost:99999", False),
        ("garbage", "garbage", False),
    ],
)
def test_pages_of_our_own_and_of_friends_may_open_sockets(
    origin: str, host: str, known: bool
) -> None:
    guard = Guard(Settings(base_url="https://games.example", origins=("https://friends.example",)))
    assert guard.knows_origin(origin, host) is known


@pytest.mark.parametrize(
    ("trusted", "forwarded", "address"),
    [
        (False, b"", "10.0.0.1"),
        (False, b"192.0.2.7", "10.0.0.1"),
        (True, b"", "10.0.0.1"),
        (True, b"192.0.2.7", "192.0.2.7"),
        (True, b"6.6.6.6, 192.0.2.7", "192.0.2.7"),
        (True, b" , ", "10.0.0.1"),
    ],
)
def test_only_our_own_proxy_is_believed_about_addresses(
    trusted: bool, forwarded: bytes, address: str
) -> None:
    headers = [(b"x-forwarded-for", forwarded)] if forwarded else []
    scope = {"client": ("10.0.0.1", 1), "headers": headers}
    assert client_address(scope, trusted_proxy=trusted) == address


def test_keys_come_in_one_kind_of_header() -> None:
    assert token_in("Bearer abc") == "abc"
    assert token_in("bearer  abc ") == "abc"
    assert token_in("Basic abc") == ""
    assert token_in("") == ""


# -- the log -------------------------------------------------------------------------------------


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    root = logging.getLogger()
    before, level, chosen = list(root.handlers), root.level, structlog.get_config()
    out = io.StringIO()
    configure_logs(settings(log_json=True), out)
    yield out
    root.handlers, root.level = before, level
    structlog.configure(**chosen)


def test_the_log_is_json_with_the_table_in_every_line(log: io.StringIO) -> None:
    with structlog.contextvars.bound_contextvars(table="abcdefgh23", seq=7):
        structlog.get_logger("walstatt.test").info("answered", do="answer")
    logging.getLogger("elsewhere").warning("from a library")
    ours, theirs = map(json.loads, log.getvalue().splitlines())
    assert (ours["event"], ours["table"], ours["seq"], ours["level"]) == (
        "answered",
        "abcdefgh23",
        7,
        "info",
    )
    assert (theirs["event"], theirs["logger"]) == ("from a library", "elsewhere")


def test_no_key_gets_into_the_log_whoever_passes_it(log: io.StringIO) -> None:
    logger = structlog.get_logger("walstatt.test")
    logger.info("x", token="t0ken", password="passw0rd", session="sess1on")  # noqa: S106
    logger.info("sent Authorization: Bearer t0ken_-", link="http://x/#/t/abcdefgh23/t0ken")
    logger.info("see http://x/#/t/abcdefgh23/t0ken_- and #/replay/abcdefgh23/t0ken/4")
    text = log.getvalue()
    assert "t0ken" not in text
    assert "passw0rd" not in text
    assert "sess1on" not in text


def test_requests_are_logged_without_keys_and_queries(log: io.StringIO) -> None:
    with opened() as client:
        made = new_table(client)
        client.get(f"/api/tables/{made['table']}?seat=french", headers=bearer(made["token"]))
        client.get(f"/api/tables?game={made['token']}")
        client.post(
            f"/api/tables/{made['table']}/do",
            json={"do": "say", "text": "hush"},
            headers=bearer(made["token"]),
        )
    lines = [line for line in log.getvalue().splitlines() if '"logger": "httpx"' not in line]
    told = [json.loads(line) for line in lines]
    asked = [line["path"] for line in told if line["event"] == "request"]
    table = f"/api/tables/{made['table']}"
    assert asked == ["/api/tables", table, "/api/tables", f"{table}/do"]
    done = [line for line in told if line["event"] == "command"]
    assert [(line["table"], line["do"], line["seq"]) for line in done] == [
        (made["table"], "say", 1)
    ]
    assert "hush" not in "".join(lines)
    for secret in (made["token"], made["watch"]):
        assert secret not in "".join(lines)


def test_what_is_no_text_stays_in_the_log() -> None:
    assert hide_secrets(None, "", {"mail": True, "token": "x"}) == {"mail": True, "token": "…"}


def test_a_trace_for_the_terminal_shows_no_values() -> None:
    root = logging.getLogger()
    before, level, chosen = list(root.handlers), root.level, structlog.get_config()
    out = io.StringIO()
    configure_logs(settings(log_json=False), out)
    try:
        _fail_with(f"hunter{20 + 2}")
    except RuntimeError:
        structlog.get_logger("walstatt.test").exception("failed")
    finally:
        root.handlers, root.level = before, level
        structlog.configure(**chosen)
    assert "RuntimeError: no" in out.getvalue()
    assert "hunter22" not in out.getvalue()


def _fail_with(password: str) -> None:
    del password
    raise RuntimeError("no")


# -- settings ------------------------------------------------------------------------------------


def test_settings_come_from_the_environment() -> None:
    read = Settings.from_environment(
        {
            "WALSTATT_DATA": "/srv/walstatt.db",
            "WALSTATT_PORT": "9000",
            "WALSTATT_ORIGINS": "https://a.example, https://b.example",
            "WALSTATT_TRUSTED_PROXY": "true",
            "WALSTATT_LIMIT_BODY_BYTES": "1000",
            "WALSTATT_HOST": "",
        }
    )
    assert read == Settings(
        data=Path("/srv/walstatt.db"),
        port=9000,
        origins=("https://a.example", "https://b.example"),
        trusted_proxy=True,
        limits=Limits(body_bytes=1000),
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("WALSTATT_PORT", "many"),
        ("WALSTATT_PORT", "70000"),
        ("WALSTATT_BASE_URL", "games.example"),
        ("WALSTATT_BASE_URL", "https://games.example/"),
        ("WALSTATT_LIMIT_BODY_BYTES", "0"),
        ("WALSTATT_SMTP_TLS", "perhaps"),
    ],
)
def test_a_setting_that_makes_no_sense_is_named(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=f"^{name}: "):
        Settings.from_environment({name: value})


def test_the_data_lie_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    found = default_data({"XDG_DATA_HOME": "/home/anna/data"})
    assert found == Path("/home/anna/data/walstatt/walstatt.sqlite3")


def test_settings_do_not_show_their_secrets() -> None:
    shown = repr(Settings(smtp_password="hunter22", hook_secret="hunter23"))  # noqa: S106
    assert "hunter" not in shown
