"""Real receivers on loopback: a mail server and a web server that keep what they are sent."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any, cast

import msgspec
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword
from aiosmtpd.smtp import Session as MailSession
from msgspec import Struct

CERTIFICATE = Path(__file__).with_name("loopback.pem")


def serving_tls() -> ssl.SSLContext:
    """Make what a server needs to encrypt."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    return context


def port_of(server: asyncio.Server) -> int:
    """Say where a server listens."""
    return int(server.sockets[0].getsockname()[1])


# -- mail ----------------------------------------------------------------------------------------


class MailSink:
    """A mail server; `replies` are given before it takes anything."""

    def __init__(self, replies: Sequence[str] = ()) -> None:
        self.replies = list(replies)
        self.attempts = 0
        self.received: list[EmailMessage] = []
        self.recipients: list[str] = []
        self.logins: list[tuple[str, str]] = []
        self.port = 0

    async def handle_DATA(  # noqa: N802 - the library's name
        self, server: SMTP, session: MailSession, envelope: Envelope
    ) -> str:
        self.attempts += 1
        if self.replies:
            return self.replies.pop(0)
        content = cast("bytes", envelope.content)
        self.received.append(message_from_bytes(content, policy=policy.default))
        self.recipients += envelope.rcpt_tos
        return "250 taken"

    def authenticate(
        self, server: SMTP, session: MailSession, envelope: Envelope, mechanism: str, data: object
    ) -> AuthResult:
        assert isinstance(data, LoginPassword)
        self.logins.append((data.login.decode(), data.password.decode()))
        return AuthResult(success=data.password == b"open sesame", handled=False)


@asynccontextmanager
async def mail_sink(
    *, tls: bool = False, login: bool = False, replies: Sequence[str] = ()
) -> AsyncIterator[MailSink]:
    """Run a mail server."""
    sink = MailSink(replies)
    options: dict[str, Any] = {"hostname": "sink.test"}
    if tls:
        options |= {"tls_context": serving_tls(), "require_starttls": True}
    if login:
        options |= {"authenticator": sink.authenticate, "auth_required": True}
    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: SMTP(sink, loop=loop, **options), host="127.0.0.1", port=0
    )
    sink.port = port_of(server)
    try:
        yield sink
    finally:
        server.close()
        await server.wait_closed()


# -- web hooks -----------------------------------------------------------------------------------


class Posted(Struct, frozen=True):
    """A request that came in."""

    line: str
    headers: dict[str, str]
    body: bytes

    def data(self) -> dict[str, Any]:
        """Read the body as JSON."""
        return msgspec.json.decode(self.body, type=dict[str, Any])


class HookSink:
    """A web server; the answers are given in order, then it is content with everything."""

    def __init__(self, answers: Sequence[bytes] = ()) -> None:
        self.answers = list(answers)
        self.posted: list[Posted] = []
        self.port = 0

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take one request and answer it."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode("ascii")
        line, *rest = head.strip().split("\r\n")
        headers = {key.lower(): value for key, _, value in (one.partition(": ") for one in rest)}
        body = await reader.readexactly(int(headers["content-length"]))
        self.posted.append(Posted(line, headers, body))
        writer.write(self.answers.pop(0) if self.answers else answer(204))
        await writer.drain()
        writer.close()


def answer(status: int, **headers: str) -> bytes:
    """Write the head of an answer."""
    lines = "".join(f"{key}: {value}\r\n" for key, value in headers.items())
    return f"HTTP/1.1 {status} Because\r\n{lines}Content-Length: 0\r\n\r\n".encode()


@asynccontextmanager
async def hook_sink(*answers: bytes, tls: bool = False) -> AsyncIterator[HookSink]:
    """Run a web server."""
    sink = HookSink(answers)
    server = await asyncio.start_server(
        sink.handle, "127.0.0.1", 0, ssl=serving_tls() if tls else None
    )
    sink.port = port_of(server)
    try:
        yield sink
    finally:
        server.close()
        await server.wait_closed()
