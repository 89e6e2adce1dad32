"""What all routes share: how bodies and parameters are read, who asks, and what can go wrong."""

from collections.abc import Generator
from functools import cache
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.dto import AbstractDTO, DTOConfig
from litestar.dto.data_structures import DTOFieldDefinition
from litestar.handlers import BaseRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Reference, Schema
from litestar.params import PathParameter, QueryParameter
from litestar.types import Guard
from litestar.typing import FieldDefinition

from walstatt.i18n.catalogue import say
from walstatt.server.house import House
from walstatt.server.limits import Kind
from walstatt.server.protocol import Trouble
from walstatt.server.security import bearer, client_address
from walstatt.server.tables import Visitor
from walstatt.server.troubles import UNREADABLE, Problem, login_needed, misread, too_fast

AnyRequest: TypeAlias = Request[Any, Any, Any]
Inside: TypeAlias = NamedDependency[House]
Guest: TypeAlias = NamedDependency[Visitor]
LoggedIn: TypeAlias = NamedDependency[str]

TablePath: TypeAlias = Annotated[
    str, PathParameter(pattern="^[a-z2-7]{10}$", description="The id of a table.")
]
SeatPath: TypeAlias = Annotated[
    str, PathParameter(min_length=1, max_length=40, description="The name of a seat.")
]
WordPath: TypeAlias = Annotated[str, PathParameter(pattern="^[a-z0-9_]{1,40}$")]
EntryPath: TypeAlias = Annotated[
    int, PathParameter(ge=0, le=1_000_000, description="The number of an entry.")
]
SeatQuery: TypeAlias = Annotated[
    str, QueryParameter(max_length=40, description="Whose eyes; nothing: as the key allows.")
]

BEARER: Final[list[dict[str, list[str]]]] = [{"bearer": []}]
ANYBODY: Final[list[dict[str, list[str]]]] = [{"bearer": []}, {}]

_MEANING: Final = {
    400: "The request cannot be understood.",
    401: "One has to log in.",
    403: "The key does not allow it.",
    404: "There is no such thing.",
    409: "It came too late, or cannot be done now.",
    413: "The body is too large.",
    415: "The body is no JSON.",
    422: "The rules, or the table, do not allow it.",
    423: "The table is frozen after a fault of the program.",
    429: "Too many requests; `Retry-After` says when to come back.",
    500: "Something unexpected; the number leads to the server's log.",
}


def troubles(*statuses: int) -> dict[int, ResponseSpec]:
    """Describe what can go wrong besides what can always go wrong."""
    return {
        status: ResponseSpec(Trouble, description=_MEANING[status], generate_examples=False)
        for status in sorted({400, 429, 500, *statuses})
    }


def body_troubles(*statuses: int) -> dict[int, ResponseSpec]:
    """Describe what can go wrong where there is a body."""
    return troubles(413, 415, *statuses)


# -- bodies --------------------------------------------------------------------------------------


@cache
def decoder(kind: Any) -> msgspec.json.Decoder[Any]:  # noqa: ANN401 - any type msgspec can read
    """Give the strict decoder of a kind of body."""
    return msgspec.json.Decoder(kind)


class StrictBody(AbstractDTO[Any]):
    """Reads bodies with msgspec and no leniency: types are not bent, unknown fields are refused."""

    config = DTOConfig()
    model_type = object

    @classmethod
    def create_for_field_definition(
        cls,
        field_definition: FieldDefinition,
        handler_id: str,
        backend_cls: Any = None,  # noqa: ANN401 - not public
    ) -> None:
        """Make the decoder, so that a type that cannot be read is noticed before any request."""
        del handler_id, backend_cls
        decoder(field_definition.annotation)

    @classmethod
    def create_openapi_schema(
        cls,
        field_definition: FieldDefinition,
        handler_id: str,
        schema_creator: Any,  # noqa: ANN401 - not public
    ) -> Reference | Schema:
        """Describe the type as it is."""
        del handler_id
        found: Reference | Schema = schema_creator.for_field_definition(field_definition)
        return found

    @classmethod
    def generate_field_definitions(
        cls, model_type: type[Any]
    ) -> Generator[DTOFieldDefinition, None, None]:
        """Change nothing about any field."""
        del model_type
        yield from ()

    @classmethod
    def detect_nested_field(cls, field_definition: FieldDefinition) -> bool:
        """Leave what is nested as it is."""
        del field_definition
        return False

    def decode_bytes(self, value: bytes) -> Any:  # noqa: ANN401 - what the handler asks for
        """Read a body, or say clearly what is wrong with it."""
        connection = self.asgi_connection
        kind = connection.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise Problem(415, "malformed", say("server.web.media"))
        field = connection.route_handler.parsed_data_field
        try:
            return decoder(field.annotation if field else Any).decode(value)
        except UNREADABLE as wrong:
            raise Problem(400, "malformed", misread(str(wrong))) from None


# -- who asks ------------------------------------------------------------------------------------


def house(request: AnyRequest) -> House:
    """Give what is behind the doors."""
    found: House = request.app.state.house
    return found


def token_of(request: AnyRequest) -> str:
    """Give the key that came with a request."""
    return bearer(request.headers.get("authorization", ""))


async def account_of(request: AnyRequest, inside: House) -> str | None:
    """Name the account of the one who asks, if he is logged in."""
    token = token_of(request)
    return await inside.accounts.whose(token) if token else None


async def account(request: AnyRequest, house: Inside) -> str:
    """Name the account of the one who asks, who must be logged in."""
    name = await account_of(request, house)
    if name is None:
        raise login_needed()
    return name


async def visitor(request: AnyRequest, house: Inside, table: TablePath) -> Visitor:
    """Let the one who asks in: with the key of a table, as an account, or as a spectator."""
    name = await account_of(request, house)
    return await house.tables.visit(table, "" if name else token_of(request), name)


def slowly(kind: Kind) -> Guard:
    """Make a guard that lets nobody do something too often."""

    def guard(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
        inside: House = connection.app.state.house
        trusted = inside.settings.trusted_proxy
        address = client_address(connection.scope, trusted_proxy=trusted)
        wait = inside.rates.wait(kind, address)
        if wait:
            raise too_fast(wait)

    return guard
