"""Who may talk to the server, and what browsers are told to forbid."""

import re
import socket
from collections.abc import Iterable, Iterator, Mapping
from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import urlsplit

from walstatt.server.settings import Settings

CONTENT_POLICY: Final = (
    "default-src 'self'; style-src 'self'; script-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'{sockets}; worker-src 'self'; object-src 'none'; base-uri 'none'; "
    "frame-ancestors 'none'; form-action 'self'"
)
HEADERS: Final[Mapping[str, str]] = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": (
        "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"
    ),
}
TWO_YEARS_S: Final = 63_072_000
_DEFAULT_PORTS: Final = {"http": 80, "https": 443, "ws": 80, "wss": 443}
_HOST: Final = re.compile(r"[A-Za-z0-9._-]+(:\d{1,5})?|\[[0-9A-Fa-f:.]+\](:\d{1,5})?")
_EVERYWHERE: Final = frozenset({"", "0.0.0.0", "::"})  # noqa: S104 - compared, not bound


class Guard:
    """Knows by which names the server may be addressed, and from where sockets may come."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.everywhere = settings.host in _EVERYWHERE
        self.names = frozenset(_names(settings))
        self.origins = frozenset(
            one for one in map(_origin, (settings.base_url, *settings.origins)) if one
        )
        self.headers = dict(HEADERS)
        if settings.base_url.startswith("https://"):
            self.headers["Strict-Transport-Security"] = f"max-age={TWO_YEARS_S}"

    def knows_host(self, host: str) -> bool:
        """Tell whether a `Host` header names this server; otherwise a foreign name leads here."""
        name = host_name(host)
        if not name or not _HOST.fullmatch(host):
            return False
        if name in self.names or "*" in self.names:
            return True
        return self.everywhere and _is_address(name)

    def knows_origin(self, origin: str, host: str) -> bool:
        """Tell whether a page from an origin may open a socket: our own pages, or those allowed."""
        told = _origin(origin)
        if told is None:
            return False
        return told in self.origins or told[1:] == _place(host, told[0])

    def headers_for(self, host: str) -> dict[str, str]:
        """Give the headers of every response; older browsers need our sockets' address named."""
        sockets = f" ws://{host} wss://{host}" if host and self.knows_host(host) else ""
        return {**self.headers, "Content-Security-Policy": CONTENT_POLICY.format(sockets=sockets)}


def client_address(scope: Mapping[str, Any], *, trusted_proxy: bool) -> str:
    """Give the address of the one who asks; only our own proxy is believed about it."""
    peer = scope.get("client")
    address = str(peer[0]) if peer else "unknown"
    if not trusted_proxy:
        return address
    told = ",".join(_all_headers(scope, b"x-forwarded-for"))
    hops = [one for one in told.split(",") if one.strip()]
    return hops[-1].strip() if hops else address


def header(scope: Mapping[str, Any], name: bytes) -> str:
    """Give a header of a request, or nothing."""
    return next(_all_headers(scope, name), "")


def _all_headers(scope: Mapping[str, Any], name: bytes) -> Iterator[str]:
    """Give every header of that name; a proxy may add its own after the one a stranger sent."""
    headers: Iterable[tuple[bytes, bytes]] = scope["headers"]
    return (value.decode("latin-1") for key, value in headers if key == name)


def bearer(authorization: str) -> str:
    """Give the token in an `Authorization` header, or nothing."""
    kind, _, token = authorization.partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def host_name(host: str) -> str:
    """Give the name in a `Host` header, without the port."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _names(settings: Settings) -> Iterable[str]:
    yield from ("localhost", "127.0.0.1", "::1")
    yield from (one.lower() for one in settings.hosts)
    if settings.base_url:
        yield host_name(urlsplit(settings.base_url).netloc)
    if settings.host in _EVERYWHERE:
        own = socket.gethostname().lower()
        yield from (own, f"{own.partition('.')[0]}.local")
    else:
        yield settings.host.lower()


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _origin(origin: str) -> tuple[str, str, int] | None:
    """Take an origin apart into scheme, name and port."""
    try:
        parts = urlsplit(origin)
        port = parts.port or _DEFAULT_PORTS.get(parts.scheme, 0)
    except ValueError:
        return None
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        return None
    return parts.scheme, parts.hostname, port


def _place(host: str, scheme: str) -> tuple[str, int]:
    """Give name and port that a `Host` header stands for."""
    try:
        parts = urlsplit(f"//{host}")
        return parts.hostname or "", parts.port or _DEFAULT_PORTS[scheme]
    except ValueError:
        return "", 0
