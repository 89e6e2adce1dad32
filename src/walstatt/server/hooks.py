"""Web hooks: telling another program by HTTP, without being led into networks that are not public.

Whoever sits at a table names the address, so nothing about it can be trusted: the name is resolved
once, every address found is checked, and the connection goes to a checked address, whatever the
name means a moment later. Redirects are checked in the same way.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import ipaddress
import re
import socket
import ssl
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, Final, TypeAlias
from urllib.parse import SplitResult, quote, urljoin, urlsplit

import msgspec
from httptools import HttpParserError, HttpResponseParser
from msgspec import Struct

from walstatt import __version__

TIMEOUT_S: Final = 5.0
CONNECT_S: Final = 2.0
REDIRECTS: Final = 3
LONGEST_URL: Final = 500
HEAD_BYTES: Final = 16 * 1024
SIGNATURE: Final = "X-Walstatt-Signature"

_PORTS: Final = {"http": 80, "https": 443}
_FOLLOWED: Final = frozenset({301, 302, 307, 308})
_LATER: Final = frozenset({408, 421, 425, 429})
_SAFE: Final = "/?:@!$&'()*+,;=%-._~[]"
_HOST: Final = re.compile(r"[a-z0-9_.-]{1,253}|[0-9a-f:.]{2,45}")


_Streams: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class HookError(Exception):
    """A hook was not delivered; `final` says that trying again would be useless."""

    def __init__(self, why: str, *, final: bool) -> None:
        self.final = final
        super().__init__(why)


class Endpoint(Struct, frozen=True):
    """Where a hook leads: taken apart, but not looked up yet."""

    scheme: str
    host: str
    port: int
    target: str

    @property
    def authority(self) -> str:
        """Give the value of the Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"


class _Reply(Struct):
    """What is read of an answer: its status and where it sends us."""

    location: str = ""
    complete: bool = False

    def on_header(self, name: bytes, value: bytes) -> None:
        if name.lower() == b"location":
            self.location = value.decode("latin-1")

    def on_headers_complete(self) -> None:
        self.complete = True


# -- addresses -----------------------------------------------------------------------------------


def endpoint(url: str) -> Endpoint:
    """Take an address apart; anything but plain http and https is refused."""
    if len(url) > LONGEST_URL or any(ord(letter) <= 32 or ord(letter) == 127 for letter in url):
        raise HookError("the address is too long or holds blanks", final=True)
    try:
        parts = urlsplit(url)
        port = parts.port
        host = (parts.hostname or "").encode("idna").decode("ascii").lower()
    except ValueError:
        raise HookError("the address cannot be read", final=True) from None
    if parts.scheme not in _PORTS:
        raise HookError("only http and https are possible", final=True)
    if not _HOST.fullmatch(host) or parts.username is not None or parts.password is not None:
        raise HookError("the address needs a host, and no name or password", final=True)
    return Endpoint(parts.scheme, host, port or _PORTS[parts.scheme], _target(parts))


def _target(parts: SplitResult) -> str:
    query = f"?{parts.query}" if parts.query else ""
    return quote(f"{parts.path or '/'}{query}", safe=_SAFE)


def is_public(address: str) -> bool:
    """Tell whether an IP address belongs to somebody on the open internet."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address) and (found.sixtofour or found.teredo):
        return False
    hidden = found.is_multicast or found.is_reserved or found.is_unspecified
    site = isinstance(found, ipaddress.IPv6Address) and found.is_site_local
    return found.is_global and not hidden and not site


async def checked_addresses(where: Endpoint, *, allow_private: bool) -> list[str]:
    """Look a host up and give its addresses; one that is not public condemns them all."""
    found = await _looked_up(where)
    if allow_private:
        return found
    if not all(is_public(address) for address in found):
        raise HookError("the host is not on the open internet", final=True)
    if where.port not in _PORTS.values() and where.port < 1024:
        raise HookError("ports below 1024 other than 80 and 443 are not used", final=True)
    return found


async def _looked_up(where: Endpoint) -> list[str]:
    """Ask for a host's addresses; in threads of its own, as names may take long to be found."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.run_in_executor(_names(), _addresses, where.host, where.port)
    except (OSError, UnicodeError) as wrong:
        raise HookError(f"the host was not found ({type(wrong).__name__})", final=False) from None
    return found


def _addresses(host: str, port: int) -> list[str]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


@cache
def _names() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(4, "walstatt-names")


# -- posting -------------------------------------------------------------------------------------


def signature(secret: str, body: bytes, at: int) -> str:
    """Vouch for a body and for when it was sent, as the receiver can recompute it."""
    signed = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256)
    return f"t={at},v1={signed.hexdigest()}"


async def post(
    url: str, content: Mapping[str, Any], *, at: int, secret: str = "", allow_private: bool = False
) -> None:
    """Post JSON; gives up after a few seconds, however slowly the other side answers."""
    body = msgspec.json.encode(content)
    signed = {SIGNATURE: signature(secret, body, at)} if secret else {}
    try:
        async with asyncio.timeout(TIMEOUT_S):
            await _followed(url, body, signed, allow_private=allow_private)
    except TimeoutError:
        raise HookError("no answer in time", final=False) from None
    except ssl.SSLError as wrong:
        raise HookError(f"no safe connection ({wrong.reason})", final=False) from None
    except OSError as wrong:
        raise HookError(f"no connection ({type(wrong).__name__})", final=False) from None


async def _followed(
    url: str, body: bytes, headers: Mapping[str, str], *, allow_private: bool
) -> None:
    """Post, and again where a redirect leads, every address checked like the first."""
    where = endpoint(url)
    for _ in range(REDIRECTS + 1):
        addresses = await checked_addresses(where, allow_private=allow_private)
        status, location = await _exchange(where, addresses, body, headers)
        if status not in _FOLLOWED or not location:
            _judge(status)
            return
        url = urljoin(url, location)
        following = endpoint(url)
        if where.scheme == "https" and following.scheme == "http":
            raise HookError("a redirect leaves the encrypted connection", final=True)
        where = following
    raise HookError("too many redirects", final=True)


def _judge(status: int) -> None:
    """Take 2xx, and 303 after a post, as success; say of all else whether it may pass."""
    if 200 <= status < 300 or status == 303:
        return
    raise HookError(f"answered with status {status}", final=status < 500 and status not in _LATER)


async def _exchange(
    where: Endpoint, addresses: Sequence[str], body: bytes, headers: Mapping[str, str]
) -> tuple[int, str]:
    """Send one request to a checked address and read the head of the answer."""
    reader, writer = await _connected(where, addresses)
    try:
        writer.write(_request(where, body, headers))
        await writer.drain()
        return await _status(reader)
    finally:
        writer.transport.abort()


async def _connected(where: Endpoint, addresses: Sequence[str]) -> _Streams:
    """Connect to the first address that lets us; the certificate must be the host's."""
    secure: dict[str, Any] = {}
    if where.scheme == "https":
        secure = {"ssl": _trusted(), "server_hostname": where.host}
    failed: OSError = OSError()
    for address in addresses[:4]:
        try:
            async with asyncio.timeout(CONNECT_S):
                return await asyncio.open_connection(address, where.port, **secure)
        except OSError as wrong:
            failed = wrong
    raise failed


@cache
def _trusted() -> ssl.SSLContext:
    return ssl.create_default_context()


def _request(where: Endpoint, body: bytes, headers: Mapping[str, str]) -> bytes:
    lines = {
        "Host": where.authority,
        "User-Agent": f"Walstatt/{__version__}",
        "Accept": "*/*",
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        "Connection": "close",
        **headers,
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"POST {where.target} HTTP/1.1\r\n{head}\r\n".encode("ascii") + body


async def _status(reader: asyncio.StreamReader) -> tuple[int, str]:
    reply = _Reply()
    parser = HttpResponseParser(reply)
    read = 0
    while not reply.complete:
        data = await reader.read(HEAD_BYTES)
        read += len(data)
        if not data or read > HEAD_BYTES:
            raise HookError("the answer is cut off or too long", final=False)
        _feed(parser, reply, data)
    return parser.get_status_code(), reply.location


def _feed(parser: HttpResponseParser, reply: _Reply, data: bytes) -> None:
    """Read a piece of the answer; what is announced before the answer itself is passed over."""
    try:
        parser.feed_data(data)
    except HttpParserError:
        if not reply.complete:
            raise HookError("the answer is not HTTP", final=False) from None
    reply.complete = reply.complete and parser.get_status_code() >= 200
