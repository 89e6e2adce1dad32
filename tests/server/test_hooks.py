"""Web hooks reach their receivers, and nothing that is not on the open internet."""

import asyncio
import hashlib
import hmac
import socket
from typing import Any

import pytest

from tests.server.sinks import CERTIFICATE, answer, hook_sink
from walstatt.server import hooks
from walstatt.server.hooks import Endpoint, HookError, endpoint, is_public, post

CONTENT = {"text": "Your turn, Königin", "seat": "red"}


def posted(url: str, *, allow_private: bool = False) -> HookError | None:
    """Post to an address and give what went wrong."""
    try:
        asyncio.run(post(url, CONTENT, at=1000, allow_private=allow_private))
    except HookError as wrong:
        return wrong
    return None


def test_a_hook_is_a_post_of_json() -> None:
    async def run() -> None:
        async with hook_sink() as sink:
            url = f"http://127.0.0.1:{sink.port}/hook/ä?key=1&b=%20#part"
            await post(url, CONTENT, at=1000, allow_private=True)
        (found,) = sink.posted
        assert found.line == "POST /hook/%C3%A4?key=1&b=%20 HTTP/1.1"
        assert found.headers["content-type"] == "application/json"
        assert found.headers["host"] == f"127.0.0.1:{sink.port}"
        assert found.data() == CONTENT
        assert "x-walstatt-signature" not in found.headers

    asyncio.run(run())


def test_with_a_secret_the_body_is_signed() -> None:
    async def run() -> None:
        async with hook_sink() as sink:
            url = f"http://127.0.0.1:{sink.port}/"
            await post(url, CONTENT, at=1000, secret="shared", allow_private=True)  # noqa: S106
        (found,) = sink.posted
        expected = hmac.new(b"shared", b"1000." + found.body, hashlib.sha256).hexdigest()
        assert found.headers["x-walstatt-signature"] == f"t=1000,v1={expected}"

    asyncio.run(run())


# -- what is refused -----------------------------------------------------------------------------

PRIVATE = [
    "http://127.0.0.1/",
    "http://127.1/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0x7f.0.0.1/",
    "http://0177.0.0.1/",
    "http://0/",
    "http://0.0.0.0:8080/",
    "http://localhost/",
    "http://LOCALHOST./",
    "http://10.1.2.3/",
    "http://172.16.0.1/",
    "http://192.168.1.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://100.64.0.1/",
    "http://224.0.0.1/",
    "http://240.0.0.1/",
    "http://255.255.255.255/",
    "http://[::1]/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[::127.0.0.1]/",
    "http://[fe80::1]/",
    "http://[fc00::1]/",
    "http://[fec0::1]/",
    "http://[ff02::1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "http://[2001:0:53aa:64c:0:0:80ff:fffe]/",
    "http://\N{CIRCLED DIGIT ONE}27.0.0.1/",
    "http://127\N{IDEOGRAPHIC FULL STOP}0.0.1/",
]


@pytest.mark.parametrize("url", PRIVATE)
def test_private_addresses_are_refused_however_they_are_written(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*_: object, **__: object) -> None:
        raise AssertionError("there was a connection")

    monkeypatch.setattr(asyncio, "open_connection", never)
    wrong = posted(url)
    assert wrong is not None
    assert "open internet" in str(wrong) or "not found" in str(wrong)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "hook",
        "//example.org/",
        "ftp://example.org/",
        "file:///etc/passwd",
        "gopher://example.org/",
        "http://",
        "http:///path",
        "http://user@example.org/",
        "http://user:secret@example.org/",
        "http://:@example.org/",
        "http://example.org:99999/",
        "http://example.org:port/",
        "http://exa mple.org/",
        "http://example.org/\r\nX-Injected: yes",
        "http://example.org/\tpath",
        "http://example.org\\@127.0.0.1/",
        "http://[::1/",
        "http://[fe80::1%25eth0]/",
        f"http://{'a' * 64}.org/",
        f"http://example.org/{'a' * 500}",
    ],
)
def test_addresses_that_are_no_hooks_are_refused(url: str) -> None:
    with pytest.raises(HookError) as wrong:
        endpoint(url)
    assert wrong.value.final


def test_an_address_is_taken_apart() -> None:
    assert endpoint("https://Example.org") == Endpoint("https", "example.org", 443, "/")
    assert endpoint("http://example.org:8080/a?b=c#d") == Endpoint(
        "http", "example.org", 8080, "/a?b=c"
    )
    assert endpoint("https://bücher.example/").host == "xn--bcher-kva.example"
    assert endpoint("http://[2606:4700::1111]:81/").authority == "[2606:4700::1111]:81"


def names(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[str]:
    """Answer questions for names in order, the last answer again and again."""
    asked: list[str] = []

    def looked_up(host: str, port: int, **_: object) -> list[Any]:
        asked.append(host)
        found = answers[min(len(asked), len(answers)) - 1]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in found]

    monkeypatch.setattr(socket, "getaddrinfo", looked_up)
    return asked


@pytest.mark.parametrize("found", [["127.0.0.1"], ["93.184.216.34", "10.0.0.1"], ["::1"]])
def test_a_name_that_leads_to_a_private_address_is_refused(
    found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    names(monkeypatch, found)
    wrong = posted("http://hook.example/")
    assert wrong is not None
    assert wrong.final
    assert str(wrong) == "the host is not on the open internet"


def test_the_connection_goes_to_the_address_that_was_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = names(monkeypatch, ["93.184.216.34"], ["127.0.0.1"])
    connected: list[tuple[object, ...]] = []

    async def connect(*where: object, **_: object) -> None:
        connected.append(where)
        raise ConnectionRefusedError

    monkeypatch.setattr(asyncio, "open_connection", connect)
    wrong = posted("http://rebinding.example/")
    assert wrong is not None
    assert not wrong.final
    assert connected == [("93.184.216.34", 80)]
    assert asked == ["rebinding.example"]


def test_ports_of_other_services_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    names(monkeypatch, ["93.184.216.34"])
    wrong = posted("http://mail.example:25/")
    assert wrong is not None
    assert "ports below 1024" in str(wrong)


def test_public_addresses_are_public() -> None:
    assert is_public("93.184.216.34")
    assert is_public("2606:4700:4700::1111")
    assert not is_public("no address")
    assert not is_public("fe80::1%eth0")


# -- redirects -----------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_is_followed_with_the_same_post(status: int) -> None:
    async def run() -> None:
        async with hook_sink(answer(status, Location="/there?x=1")) as sink:
            await post(f"http://127.0.0.1:{sink.port}/here", CONTENT, at=1, allow_private=True)
        assert [one.line for one in sink.posted] == [
            "POST /here HTTP/1.1",
            "POST /there?x=1 HTTP/1.1",
        ]
        assert sink.posted[1].data() == CONTENT

    asyncio.run(run())


def test_three_redirects_are_followed_and_no_more() -> None:
    async def run(redirects: int) -> int:
        async with hook_sink(*[answer(307, Location="/on")] * redirects) as sink:
            try:
                await post(f"http://127.0.0.1:{sink.port}/", CONTENT, at=1, allow_private=True)
            except HookError as wrong:
                assert str(wrong) == "too many redirects"  # noqa: PT017
                return -len(sink.posted)
            return len(sink.posted)

    assert asyncio.run(run(3)) == 4
    assert asyncio.run(run(4)) == -4


@pytest.mark.parametrize(
    "location", ["http://127.0.0.1:1/", "http://169.254.169.254/", "//[::1]/", "file:///etc/passwd"]
)
def test_a_redirect_to_a_private_address_is_refused(
    location: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first address is taken for a public one; what it redirects to is not."""

    async def run() -> None:
        async with hook_sink(answer(307, Location=location)) as sink:
            monkeypatch.setattr(
                hooks, "is_public", lambda address: address == "127.0.0.1" and not sink.posted
            )
            with pytest.raises(HookError) as wrong:
                await post(f"http://127.0.0.1:{sink.port}/", CONTENT, at=1)
            assert wrong.value.final
            assert len(sink.posted) == 1

    asyncio.run(run())


# -- receivers that misbehave --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "final"), [(400, True), (404, True), (410, True), (429, False), (503, False)]
)
def test_refusals_say_whether_trying_again_makes_sense(status: int, final: bool) -> None:
    async def run() -> HookError:
        async with hook_sink(answer(status)) as sink:
            with pytest.raises(HookError) as wrong:
                await post(f"http://127.0.0.1:{sink.port}/", CONTENT, at=1, allow_private=True)
        return wrong.value

    wrong = asyncio.run(run())
    assert str(wrong) == f"answered with status {status}"
    assert wrong.final is final


@pytest.mark.parametrize(
    "garbage",
    [b"", b"SSH-2.0-OpenSSH\r\n\r\n", b"HTTP/1.1 200 OK\r\nX: " + b"a" * 40_000, b"\x00" * 100],
)
def test_what_is_not_http_is_no_success(garbage: bytes) -> None:
    async def run() -> None:
        async with hook_sink(garbage) as sink:
            with pytest.raises(HookError) as wrong:
                await post(f"http://127.0.0.1:{sink.port}/", CONTENT, at=1, allow_private=True)
            assert not wrong.value.final

    asyncio.run(run())


def test_hints_before_the_answer_are_passed_over() -> None:
    async def run() -> None:
        async with hook_sink(b"HTTP/1.1 103 Early Hints\r\n\r\n" + answer(500)) as sink:
            with pytest.raises(HookError, match="status 500"):
                await post(f"http://127.0.0.1:{sink.port}/", CONTENT, at=1, allow_private=True)

    asyncio.run(run())


def test_a_receiver_that_never_answers_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "TIMEOUT_S", 0.2)

    async def run() -> None:
        left = asyncio.Event()

        async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with pytest.raises((asyncio.IncompleteReadError, ConnectionResetError)):
                await reader.readexactly(1_000_000)
            writer.close()
            left.set()

        server = await asyncio.start_server(silent, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(HookError, match="no answer in time") as wrong:
            await post(f"http://127.0.0.1:{port}/", CONTENT, at=1, allow_private=True)
        assert not wrong.value.final
        await asyncio.wait_for(left.wait(), 10)
        server.close()
        await server.wait_closed()

    asyncio.run(run())


def test_nobody_listens() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        wrong = posted(f"http://127.0.0.1:{taken.getsockname()[1]}/", allow_private=True)
    assert wrong is not None
    assert str(wrong) == "no connection (ConnectionRefusedError)"
    assert not wrong.final


def test_a_name_nobody_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    wrong = posted("http://nowhere.example/")
    assert wrong is not None
    assert str(wrong) == "the host was not found (gaierror)"
    assert not wrong.final


# -- encrypted -----------------------------------------------------------------------------------


def test_a_trusted_certificate_is_taken_and_any_other_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def run() -> HookError | None:
        hooks._trusted.cache_clear()
        async with hook_sink(tls=True) as sink:
            try:
                await post(f"https://localhost:{sink.port}/", CONTENT, at=1, allow_private=True)
            except HookError as wrong:
                return wrong
            assert sink.posted[0].data() == CONTENT
        return None

    refused = asyncio.run(run())
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    taken = asyncio.run(run())
    hooks._trusted.cache_clear()
    assert taken is None
    assert "CERTIFICATE_VERIFY_FAILED" in str(refused)


def test_a_redirect_never_leaves_the_encrypted_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))

    async def run() -> None:
        hooks._trusted.cache_clear()
        async with hook_sink(answer(307, Location="http://localhost:1/"), tls=True) as sink:
            with pytest.raises(HookError, match="leaves the encrypted connection"):
                await post(f"https://localhost:{sink.port}/", CONTENT, at=1, allow_private=True)

    asyncio.run(run())
    hooks._trusted.cache_clear()
