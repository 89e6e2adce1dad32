"""The application: routes, sockets and the client behind one gate."""

import re
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Final

import msgspec
import structlog
from litestar import Litestar, Router
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from walstatt.i18n.catalogue import say
from walstatt.server import (
    routes_armies,
    routes_games,
    routes_house,
    routes_odds,
    routes_people,
    routes_tables,
)
from walstatt.server.client_files import PACKED
from walstatt.server.describing import NamedTypes, description
from walstatt.server.house import House
from walstatt.server.logs import configure_logs
from walstatt.server.routes_common import StrictBody, account, house, visitor
from walstatt.server.security import bearer, client_address, header
from walstatt.server.settings import Settings
from walstatt.server.sockets import live
from walstatt.server.troubles import HANDLERS, Problem, new_incident, too_fast

LOG: Final = structlog.get_logger("walstatt.access")
QUIET: Final = frozenset({"/healthz", "/metrics"})
"""Paths that are asked for all the time and are not worth a line in the log."""
_KEY: Final = re.compile(r"[\w-]{20,}")
"""What may be a key that somebody put into a path by mistake."""
PACK_FROM: Final = 2048
"""Answers at least this long are compressed."""


def create_app(settings: Settings | None = None) -> Litestar:
    """Make the application; without settings they are read from the environment."""
    if settings is None:
        settings = Settings.from_environment()
        configure_logs(settings)
    inside = House(settings)
    app = Litestar(
        route_handlers=_routes(inside),
        dependencies={
            "account": Provide(account),
            "house": Provide(house, sync_to_thread=False),
            "visitor": Provide(visitor),
        },
        dto=StrictBody,
        return_dto=None,
        lifespan=[_lifespan],
        state=State({"house": inside}),
        exception_handlers=HANDLERS,
        openapi_config=description(),
        plugins=[NamedTypes()],
        compression_config=CompressionConfig(
            backend="gzip",
            minimum_size=PACK_FROM,
            gzip_compress_level=4,
            exclude_opt_key=next(iter(PACKED)),
        ),
        request_max_body_size=settings.limits.body_bytes,
        logging_config=None,
        debug=False,
    )
    app.asgi_handler = Gate(app.asgi_handler, inside)
    return app


def _routes(inside: House) -> list[Any]:
    upload = Router(
        "/tables/import",
        route_handlers=[routes_tables.import_table],
        request_max_body_size=inside.settings.limits.import_bytes,
    )
    armies = Router(
        "/games/{game:str}/armies",
        route_handlers=[
            routes_armies.list_armies,
            routes_armies.read_sheet,
            routes_armies.make_army,
            routes_armies.read_army,
            routes_armies.write_army,
            routes_armies.print_roster,
            routes_armies.gather_armies,
        ],
        request_max_body_size=inside.settings.limits.army_bytes,
    )
    api = Router(
        "/api",
        route_handlers=[
            armies,
            routes_games.list_games,
            routes_games.read_rules,
            routes_games.show_scene,
            routes_games.read_game_words,
            routes_games.read_words,
            routes_odds.list_odds,
            routes_odds.tell_odds,
            upload,
            routes_tables.create_table,
            routes_tables.list_tables,
            routes_tables.find_cards,
            routes_tables.join_table,
            routes_tables.read_position,
            routes_tables.do_command,
            routes_tables.read_moment,
            routes_tables.read_replay,
            routes_tables.branch_table,
            routes_tables.export_table,
            routes_tables.report_fault,
            routes_tables.renew_link,
            routes_people.register,
            routes_people.login,
            routes_people.logout,
            routes_people.read_me,
            routes_people.change_me,
            routes_people.keep_tables,
            routes_people.list_mine,
        ],
    )
    return [
        api,
        live,
        routes_house.read_health,
        routes_house.read_metrics,
        routes_house.client_route(inside.client),
    ]


@asynccontextmanager
async def _lifespan(app: Litestar) -> AsyncIterator[None]:
    inside: House = app.state.house
    async with AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(inside.opened())
        except Exception as failure:
            inside.failure = failure
            raise
        yield


class Gate:
    """Stands before everything: names, origins, rates, headers, and one line for each request."""

    def __init__(self, app: ASGIApp, inside: House) -> None:
        self.app = app
        self.house = inside

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take a request or a socket."""
        if scope["type"] == ScopeType.WEBSOCKET:
            await self._pass_socket(scope, receive, send)
        else:
            await self._pass_request(scope, receive, send)

    # -- sockets ---------------------------------------------------------------------------------

    async def _pass_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a socket in unless a foreign page wants to open it."""
        origin, host = header(scope, b"origin"), header(scope, b"host")
        foreign = bool(origin) and not self.house.guard.knows_origin(origin, host)
        if foreign or not self.house.guard.knows_host(host) or self._wait(scope, ""):
            LOG.info("socket refused", origin=origin[:100], host=host[:100])
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": ""})
            return
        await self.app(scope, receive, send)

    # -- requests --------------------------------------------------------------------------------

    async def _pass_request(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = time.perf_counter()
        answer = _Answer(send, self.house.guard.headers_for(header(scope, b"host")), scope["path"])
        try:
            problem = self._problem(scope)
            if problem is None:
                await self.app(scope, receive, answer.send)
            else:
                await answer.refuse(problem)
        except Exception:
            incident = new_incident()
            LOG.exception("unexpected", incident=incident)
            self.house.metrics.faults += 1
            await answer.refuse(_unexpected(incident))
        finally:
            self._note(scope, answer.status, time.perf_counter() - started)

    def _problem(self, scope: Scope) -> Problem | None:
        """Say why a request is not even looked at."""
        if not self.house.guard.knows_host(header(scope, b"host")):
            return Problem(400, "malformed", say("server.web.host"))
        wait = self._wait(scope, bearer(header(scope, b"authorization")))
        return too_fast(wait) if wait else None

    def _wait(self, scope: Scope, token: str) -> float:
        rates = self.house.rates
        return max(rates.wait("requests", self._address(scope)), rates.wait_token(token))

    def _address(self, scope: Scope) -> str:
        return client_address(scope, trusted_proxy=self.house.settings.trusted_proxy)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        self.house.metrics.requests[str(status)] += 1
        if scope["path"] not in QUIET:
            LOG.info(
                "request",
                method=scope.get("method", ""),
                path=_KEY.sub("…", scope["path"][:200]),
                status=status,
                ms=round(1000 * seconds, 1),
                address=self._address(scope),
            )


class _Answer:
    """What goes out: every response gets the same headers, whoever makes it."""

    def __init__(self, send: Send, headers: Mapping[str, str], path: str) -> None:
        self._send = send
        self._headers = headers
        self._private = path.startswith("/api")
        self.status = 0

    async def send(self, message: Message) -> None:
        """Send a part of the answer."""
        if message["type"] == "http.response.start":
            self.status = int(message["status"])
            message["headers"] = [*message["headers"], *self._more(message["headers"])]
        await self._send(message)

    def _more(self, given: Any) -> list[tuple[bytes, bytes]]:  # noqa: ANN401 - pairs of bytes
        known = {name.lower() for name, _ in given}
        more = {
            name: value
            for name, value in self._headers.items()
            if name.lower().encode() not in known
        }
        if self._private and b"cache-control" not in known:
            more["Cache-Control"] = "no-store"
        return [(name.lower().encode(), value.encode("latin-1")) for name, value in more.items()]

    async def refuse(self, problem: Problem) -> None:
        """Answer with trouble, unless an answer has begun already."""
        if self.status:
            return
        body = msgspec.json.encode(problem.trouble)
        headers = {
            "Content-Type": "application/json",
            "Content-Length": str(len(body)),
            **problem.headers,
        }
        pairs = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        await self.send({"type": "http.response.start", "status": problem.status, "headers": pairs})
        await self.send({"type": "http.response.body", "body": body, "more_body": False})


def _unexpected(incident: str) -> Problem:
    return Problem(500, "unexpected", say("server.web.unexpected", incident=incident))
