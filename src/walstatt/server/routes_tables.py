"""Tables over HTTP: making, finding and joining them, and playing without a socket."""

import time
from dataclasses import dataclass
from typing import Annotated, Final, Literal
from urllib.parse import quote

import structlog
from litestar import Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import (
    OpenAPIFormat,
    OpenAPIMediaType,
    OpenAPIType,
    Operation,
    RequestBody,
    Schema,
)
from litestar.params import JSONBody, QueryParameter, RawBody

from walstatt.i18n.catalogue import say
from walstatt.kernel.ids import Seat
from walstatt.scene.model import Scene
from walstatt.server.errors import Refusal
from walstatt.server.house import House
from walstatt.server.protocol import (
    AnyCommand,
    AnyWord,
    Branch,
    Created,
    Join,
    Joined,
    Keep,
    NewTable,
    Position,
    Refused,
    Replay,
    Show,
    State,
    TableCard,
)
from walstatt.server.routes_common import (
    ANYBODY,
    AnyRequest,
    EntryPath,
    Guest,
    Inside,
    SeatPath,
    SeatQuery,
    TablePath,
    account_of,
    body_troubles,
    slowly,
    troubles,
)
from walstatt.server.tables import Tables, Visitor
from walstatt.server.troubles import Problem

LOG: Final = structlog.get_logger("walstatt.commands")
QUIET: Final = frozenset({"about", "hello", "ping", "preview", "wish"})
"""Commands that only look, and are not worth a line in the log."""
OCTETS: Final = "application/octet-stream"
_LETTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")
_FILE: Final = {
    200: ResponseSpec(bytes, description="A file.", media_type=OCTETS, generate_examples=False)
}


# -- making and finding --------------------------------------------------------------------------


@post(
    "/tables",
    guards=[slowly("tables")],
    security=ANYBODY,
    responses=body_troubles(404, 422),
    tags=["tables"],
)
async def create_table(request: AnyRequest, house: Inside, data: JSONBody[NewTable]) -> Created:
    """Set up a table; the keys in the answer are told this once."""
    return await house.tables.create(data, await account_of(request, house))


@get("/tables", responses=troubles(), tags=["tables"])
async def list_tables(
    house: Inside,
    of_state: Annotated[State | Literal[""], QueryParameter(name="state")] = "",
    game: Annotated[str, QueryParameter(max_length=40)] = "",
) -> list[TableCard]:
    """List the tables everybody may see, those that changed last first."""
    return await house.tables.listed(of_state or None, game)


@post("/tables/cards", status_code=200, responses=body_troubles(), tags=["tables"])
async def find_cards(house: Inside, data: JSONBody[Keep]) -> list[TableCard]:
    """List the tables some keys belong to; keys that fit nowhere are passed over."""
    return await house.tables.cards(data.tokens)


@dataclass
class ImportOperation(Operation):
    """Describes the upload of a file."""

    def __post_init__(self) -> None:
        schema = Schema(type=OpenAPIType.STRING, format=OpenAPIFormat.BINARY)
        self.request_body = RequestBody({OCTETS: OpenAPIMediaType(schema=schema)}, required=True)


@post(
    "/",
    guards=[slowly("tables")],
    security=ANYBODY,
    operation_class=ImportOperation,
    responses=troubles(413, 415, 422),
    tags=["tables"],
)
async def import_table(
    request: AnyRequest,
    house: Inside,
    body: RawBody,
    name: Annotated[
        str, QueryParameter(min_length=1, max_length=40, description="What one is called.")
    ] = "?",
) -> Created:
    """Set up a table from a saved game; all seats belong to the one who brings it."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != OCTETS:
        raise Problem(415, "malformed", say("server.web.octets"))
    return await house.tables.import_save(body, name, await account_of(request, house))


# -- one table -----------------------------------------------------------------------------------


@post(
    "/tables/{table:str}/join",
    status_code=200,
    guards=[slowly("tables")],
    security=ANYBODY,
    responses=body_troubles(403, 404, 409, 422, 423),
    tags=["tables"],
)
async def join_table(
    request: AnyRequest, house: Inside, table: TablePath, data: JSONBody[Join]
) -> Joined:
    """Take an open seat, or the seat a key was given for."""
    return await house.tables.join(table, data, await account_of(request, house))


@get(
    "/tables/{table:str}",
    security=ANYBODY,
    responses=troubles(403, 404),
    tags=["play"],
)
async def read_position(house: Inside, visitor: Guest, seat: SeatQuery = "") -> Position:
    """Tell everything one may know; with several seats, as one of them sees it."""
    await _look_through(house.tables, visitor, seat)
    return await house.tables.position(visitor)


@post(
    "/tables/{table:str}/do",
    status_code=200,
    security=ANYBODY,
    responses=body_troubles(403, 404),
    tags=["play"],
)
async def do_command(house: Inside, visitor: Guest, data: JSONBody[AnyCommand]) -> AnyWord:
    """Do what can be done over the socket; a refusal is an answer like any other."""
    return await obeyed(house, visitor, data)


@get(
    "/tables/{table:str}/moments/{n:int}",
    security=ANYBODY,
    responses=troubles(403, 404, 409),
    tags=["replays"],
)
async def read_moment(house: Inside, visitor: Guest, n: EntryPath, seat: SeatQuery = "") -> Scene:
    """Show the board as it was after an entry of the log."""
    return await house.tables.moment(visitor, n, Seat(seat) if seat else None)


@get(
    "/tables/{table:str}/replay",
    security=ANYBODY,
    responses=troubles(403, 404, 409),
    tags=["replays"],
)
async def read_replay(house: Inside, visitor: Guest, seat: SeatQuery = "") -> Replay:
    """Tell a game from the start, as one seat may know it."""
    return await house.tables.replay(visitor, Seat(seat) if seat else None)


@post(
    "/tables/{table:str}/branch",
    guards=[slowly("tables")],
    security=ANYBODY,
    responses=body_troubles(403, 404, 409, 422, 423),
    tags=["replays"],
)
async def branch_table(
    request: AnyRequest, house: Inside, visitor: Guest, data: JSONBody[Branch]
) -> Created:
    """Set up a new table that begins from a moment of this one."""
    return await house.tables.branch(visitor, data, await account_of(request, house))


@get(
    "/tables/{table:str}/export",
    media_type=OCTETS,
    security=ANYBODY,
    responses={**_FILE, **troubles(403, 404, 409)},
    tags=["replays"],
)
async def export_table(house: Inside, visitor: Guest) -> Response[bytes]:
    """Give the game as a file that can be imported anywhere."""
    return _file(*await house.tables.export(visitor))


@get(
    "/tables/{table:str}/report",
    media_type=OCTETS,
    security=ANYBODY,
    responses={**_FILE, **troubles(403, 404, 409)},
    tags=["tables"],
)
async def report_fault(house: Inside, visitor: Guest) -> Response[bytes]:
    """Give what may be told about the fault that froze a table, to be sent to its authors."""
    return _file(*await house.tables.report(visitor))


@post(
    "/tables/{table:str}/links/{seat:str}",
    status_code=200,
    security=ANYBODY,
    responses=troubles(403, 404, 409, 422, 423),
    tags=["tables"],
)
async def renew_link(house: Inside, visitor: Guest, seat: SeatPath) -> Joined:
    """Give the host a new key for a friend's seat; the old one no longer fits."""
    return await house.tables.renew_link(visitor, Seat(seat))


async def obeyed(house: House, visitor: Visitor, command: AnyCommand) -> AnyWord:
    """Carry out a command and measure how long that takes."""
    started = time.perf_counter()
    word = await house.tables.do(visitor, command)
    seconds = time.perf_counter() - started
    do = str(type(command).__struct_config__.tag)
    refused = word.code if isinstance(word, Refused) else ""
    house.metrics.command(do, seconds, refused)
    if do not in QUIET:
        seq, ms = getattr(word, "seq", 0), round(1000 * seconds, 1)
        LOG.info("command", table=visitor.key.table, seq=seq, do=do, ms=ms, refused=refused)
    return word


async def _look_through(tables: Tables, visitor: Visitor, seat: str) -> None:
    """Let a visitor see what one of his seats sees."""
    if not seat:
        return
    word = await tables.do(visitor, Show(seat=Seat(seat)))
    if isinstance(word, Refused):
        raise Refusal(word.code, word.text, word.violations, word.seq)


def _file(name: str, content: bytes) -> Response[bytes]:
    """Send a file under a name that no browser can misread."""
    plain = "".join(letter if letter in _LETTERS else "-" for letter in name) or "file"
    headers = {
        "Content-Disposition": f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name)}"
    }
    return Response(content, media_type=OCTETS, headers=headers)
