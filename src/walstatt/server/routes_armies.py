"""Armies over HTTP: nothing is kept here, every request brings the army it is about."""

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import Any, Final
from urllib.parse import parse_qs

import msgspec
from litestar import Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import (
    OpenAPIMediaType,
    OpenAPIType,
    Operation,
    Reference,
    RequestBody,
    Schema,
)
from litestar.params import JSONBody, RawBody

from walstatt.i18n.catalogue import say
from walstatt.scene.rosters import ArmyIndex, ArmySheet, Gathering
from walstatt.server import armies
from walstatt.server.armies_told import (
    ArmyFile,
    ArmyGathering,
    ArmyKept,
    ArmyMade,
    ArmyOrder,
    ArmyPrint,
    ArmyText,
    ArmyWish,
)
from walstatt.server.client_files import PACKED, Still, show, still
from walstatt.server.routes_common import (
    AnyRequest,
    Inside,
    WordPath,
    body_troubles,
    decoder,
    slowly,
    troubles,
)
from walstatt.server.troubles import UNREADABLE, Problem, misread

JSON: Final = "application/json"
FORM: Final = "application/x-www-form-urlencoded"
FIELD: Final = "wish"
"""The field of a form that holds the JSON; a page that opens in a tab of its own needs a form."""
HTML: Final = "text/html"


@get(
    "/",
    responses={
        200: ResponseSpec(ArmyIndex, description="Lists.", generate_examples=False),
        304: ResponseSpec(None, description="As before: the `ETag` in `If-None-Match` still fits."),
        **troubles(404),
    },
    opt=PACKED,
    tags=["armies"],
)
async def list_armies(request: AnyRequest, house: Inside, game: WordPath) -> Response[bytes]:
    """List the army lists of a game and the armies that are ready to play."""
    desk = armies.desk_of(game)
    return show(request, await house.shelf.find(f"armies {game}", partial(_index, desk)))


def _index(desk: armies.Desk) -> Still:
    return still(msgspec.json.encode(desk.desk.index()))


@post("/sheet", status_code=200, responses=body_troubles(404), tags=["armies"])
async def read_sheet(game: WordPath, data: JSONBody[ArmyWish]) -> ArmySheet:
    """Tell everything about an army: price, flaws, and what could be changed."""
    return await asyncio.to_thread(armies.sheet, armies.desk_of(game), data)


@post(
    "/quick",
    status_code=200,
    guards=[slowly("armies")],
    responses=body_troubles(404, 422),
    tags=["armies"],
)
async def make_army(game: WordPath, data: JSONBody[ArmyOrder]) -> ArmyMade:
    """Make an army of a list, or use the points that one has left."""
    return await asyncio.to_thread(armies.made, armies.desk_of(game), data)


@post("/read", status_code=200, responses=body_troubles(404), tags=["armies"])
async def read_army(game: WordPath, data: JSONBody[ArmyText]) -> ArmyMade:
    """Read an army file, or say everything that is wrong with it."""
    return await asyncio.to_thread(armies.read, armies.desk_of(game), data)


@post("/write", status_code=200, responses=body_troubles(404), tags=["armies"])
async def write_army(game: WordPath, data: JSONBody[ArmyKept]) -> ArmyFile:
    """Write an army as a file that can be kept, changed and mailed."""
    return await asyncio.to_thread(armies.written, armies.desk_of(game), data.army)


@post("/gather", status_code=200, responses=body_troubles(404), tags=["armies"])
async def gather_armies(game: WordPath, data: JSONBody[ArmyGathering]) -> Gathering:
    """Judge the armies that are to meet in a scenario."""
    return await asyncio.to_thread(armies.gathered, armies.desk_of(game), data)


@dataclass
class PrintOperation(Operation):
    """Describes that a roster can be asked for by JSON or by a form."""

    def __post_init__(self) -> None:
        wish = Reference(ref="#/components/schemas/ArmyPrint")
        text = Schema(type=OpenAPIType.STRING, description="The same as JSON.")
        form = Schema(type=OpenAPIType.OBJECT, properties={FIELD: text}, required=[FIELD])
        content = {JSON: OpenAPIMediaType(schema=wish), FORM: OpenAPIMediaType(schema=form)}
        self.request_body = RequestBody(content, required=True)


@post(
    "/print",
    status_code=200,
    guards=[slowly("armies")],
    operation_class=PrintOperation,
    responses={
        200: ResponseSpec(
            str, description="A page for printing.", media_type=HTML, generate_examples=False
        ),
        **body_troubles(404),
    },
    tags=["armies"],
)
async def print_roster(request: AnyRequest, game: WordPath, body: RawBody) -> Response[bytes]:
    """Write the roster of an army as a page for printing."""
    wish = _print_wish(request.headers.get("content-type", ""), body)
    page = await asyncio.to_thread(armies.printed, armies.desk_of(game), wish)
    policy = {"Content-Security-Policy": armies.page_policy(page)}
    return Response(page.encode(), media_type=HTML, headers=policy)


def _print_wish(content_type: str, body: bytes) -> ArmyPrint:
    """Read what is to be printed."""
    kind = content_type.partition(";")[0].strip().lower()
    if kind not in (JSON, FORM):
        raise Problem(415, "malformed", say("server.web.media"))
    try:
        wish: ArmyPrint = decoder(ArmyPrint).decode(body if kind == JSON else _field(body))
    except UNREADABLE as wrong:
        raise Problem(400, "malformed", misread(str(wrong))) from None
    return wish


def _field(body: bytes) -> str:
    """Give the field of a form."""
    try:
        found: dict[str, list[Any]] = parse_qs(body.decode(), max_num_fields=4)
    except ValueError as wrong:
        raise Problem(400, "malformed", misread(str(wrong))) from None
    if FIELD not in found:
        raise Problem(400, "malformed", say("server.web.missing_field", field=FIELD))
    return str(found[FIELD][0])
