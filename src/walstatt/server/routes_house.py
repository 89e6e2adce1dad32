"""The house itself: how it is, what it counts, and the client's files."""

import platform
from collections.abc import Iterable
from http import HTTPStatus

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from msgspec import Struct

from walstatt import __version__
from walstatt.i18n.catalogue import LANGUAGES, say
from walstatt.server.client_files import PACKED, show
from walstatt.server.house import House
from walstatt.server.metrics import MEDIA_TYPE
from walstatt.server.routes_common import AnyRequest, Inside, troubles
from walstatt.server.words import server_catalogue


class Health(Struct, frozen=True):
    """How the server is."""

    ok: bool
    store: bool
    """Whether what is played can be kept."""
    version: str
    python: str


_UNWELL = {503: ResponseSpec(Health, description="It is not well.", generate_examples=False)}


@get("/healthz", responses={**_UNWELL, **troubles()}, tags=["house"])
async def read_health(house: Inside) -> Response[Health]:
    """Tell whether the server is well."""
    writable = await house.can_write()
    health = Health(writable, writable, __version__, platform.python_version())
    status = HTTPStatus.OK if writable else HTTPStatus.SERVICE_UNAVAILABLE
    return Response(health, status_code=status)


@get("/metrics", media_type=MEDIA_TYPE, responses=troubles(), tags=["house"])
async def read_metrics(house: Inside) -> str:
    """Give all counts in the text format of Prometheus."""
    return house.metrics.text(_gauges(house))


def _gauges(house: House) -> dict[str, int]:
    counts = house.tables.stats()
    tables = {f"tables_{name}": count for name, count in counts.items() if name != "tables"}
    tables["tables_in_memory"] = counts.get("tables", 0)
    notices = {f"notices_{name}": count for name, count in house.notices.stats().items()}
    computers = {f"computers_{name}": count for name, count in house.computers.stats().items()}
    return {**tables, **notices, **computers}


def client_route(paths: Iterable[str]) -> HTTPRouteHandler:
    """Make the route of the client's files; those there are when the server starts."""
    return get(["/", *paths], include_in_schema=False, opt=PACKED)(show_file)


async def show_file(request: AnyRequest, house: Inside) -> Response[bytes]:
    """Show a file of the client, or say how to build it."""
    path = request.scope["path"]
    found = house.client.get("/index.html" if path == "/" else path)
    if found is None:
        return _not_built(request.headers.get("accept-language", ""))
    return show(request, found)


def _not_built(accepted: str) -> Response[bytes]:
    language = next((one for one in LANGUAGES if accepted.lower().startswith(one)), "en")
    text = server_catalogue().text(say("server.web.no_client"), language)
    return Response(f"{text}\n".encode(), media_type="text/plain")
