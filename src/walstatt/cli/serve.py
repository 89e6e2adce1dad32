"""`walstatt serve`: the table in the browser."""

from __future__ import annotations

import errno
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec
import uvicorn
from litestar import Litestar

from walstatt.cli.trouble import UsageError
from walstatt.server.app import create_app
from walstatt.server.house import House
from walstatt.server.logs import configure_logs
from walstatt.server.settings import Settings

FURTHER: Final = 50
"""How many ports after the usual one are tried."""
CLOSING_S: Final = 5
"""How long requests may go on when the server ends."""


class Wish(msgspec.Struct, frozen=True):
    """What the command line asks for; None means as the environment says."""

    host: str | None = None
    port: int | None = None
    data: Path | None = None
    url: str | None = None
    workers: int | None = None
    open: bool | None = None


def serve(wish: Wish) -> int:
    """Run the server until it is stopped."""
    wanted = wished_settings(wish)
    listener = listen(wanted, choose=wish.port is None and not os.environ.get("WALSTATT_PORT"))
    port = listener.getsockname()[1]
    settings = msgspec.structs.replace(wanted, port=port)
    if port != wanted.port and wanted.port:
        print(f"Port {wanted.port} is taken; using {port} instead.", flush=True)
    configure_logs(settings)
    app = create_app(settings)
    opens = has_screen(os.environ) if wish.open is None else wish.open
    server = Server(config(app, settings), settings.url if opens else "", settings)
    try:
        server.run(sockets=[listener])
    except KeyboardInterrupt:
        print("Stopped.", flush=True)
    except SystemExit:
        if _house(app).failure is None:
            raise
    finally:
        listener.close()
    failure = _house(app).failure
    if failure is not None:
        raise failure
    return 0


class Server(uvicorn.Server):
    """Says where it is to be found, as soon as it is."""

    def __init__(self, config: uvicorn.Config, page: str, settings: Settings) -> None:
        super().__init__(config)
        self.page = page
        self.settings = settings

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell where, and show it."""
        quiet = logging.getLogger("uvicorn.error")
        quiet.setLevel(logging.CRITICAL)
        await super().startup(sockets=sockets)
        quiet.setLevel(logging.WARNING)
        if self.should_exit:
            return
        print(f"Walstatt is at {self.settings.url}/ (stop it with Ctrl-C).", flush=True)
        print(f"Games are kept in {self.settings.data}.", flush=True)
        if self.page:
            threading.Thread(target=webbrowser.open, args=(self.page,), daemon=True).start()


def config(app: Litestar, settings: Settings) -> uvicorn.Config:
    """Configure the web server."""
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws_max_size=settings.limits.message_bytes,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        timeout_graceful_shutdown=CLOSING_S,
    )


def wished_settings(wish: Wish) -> Settings:
    """Read the environment; the command line comes first."""
    base = Settings.from_environment()
    told = {
        "host": wish.host,
        "port": wish.port,
        "base_url": wish.url and wish.url.rstrip("/"),
        "workers": wish.workers,
    }
    given = {name: value for name, value in told.items() if value is not None}
    plain = {**msgspec.structs.asdict(base), **given, "limits": msgspec.to_builtins(base.limits)}
    return Settings.read(plain, wish.data.expanduser() if wish.data else base.data)


def listen(settings: Settings, *, choose: bool) -> socket.socket:
    """Take the port, or one of the next if it is taken and nobody asked for just this one."""
    last = settings.port + FURTHER if choose and settings.port else settings.port
    for port in range(settings.port, last + 1):
        try:
            return _bound(settings.host, port)
        except OSError as wrong:
            if wrong.errno not in {errno.EADDRINUSE, errno.EACCES} or not choose:
                why = wrong.strerror or str(wrong)
                raise UsageError(f"cannot listen at {settings.host}:{port}: {why}") from None
    raise UsageError(f"all ports from {settings.port} to {last} are taken")


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(2048)
    except OSError:
        listener.close()
        raise
    listener.set_inheritable(False)
    return listener


def has_screen(environment: Mapping[str, str]) -> bool:
    """Tell whether there is a screen on which a browser could open."""
    if sys.platform in {"darwin", "win32"}:
        return True
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def _house(app: Litestar) -> House:
    house: House = app.state.house
    return house
