"""The description of the HTTP interface (OpenAPI 3.1): paths by litestar, types by msgspec."""

from collections.abc import Mapping
from functools import cache
from http import HTTPStatus
from typing import Any, Final

import msgspec
from litestar import Request, Response, Router
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, Schema, SecurityScheme, Tag
from litestar.plugins import OpenAPISchemaPlugin
from litestar.typing import FieldDefinition
from msgspec import Struct

from walstatt import __version__
from walstatt.i18n.catalogue import say
from walstatt.kernel import odds_form
from walstatt.scene import rosters
from walstatt.scene.model import Scene
from walstatt.server import armies_told, games_told, odds_told, protocol
from walstatt.server.protocol import Trouble
from walstatt.server.routes_games import Plural
from walstatt.server.routes_house import Health
from walstatt.workshop import odds_asked

TYPES: Final[tuple[Any, ...]] = (
    protocol.AnyCommand,
    protocol.AnyWord,
    rosters.ArmyIndex,
    rosters.ArmySheet,
    rosters.Gathering,
    armies_told.ArmyFile,
    armies_told.ArmyGathering,
    armies_told.ArmyKept,
    armies_told.ArmyMade,
    armies_told.ArmyOrder,
    armies_told.ArmyPrint,
    armies_told.ArmyText,
    armies_told.ArmyWish,
    protocol.Branch,
    protocol.Created,
    protocol.Credentials,
    games_told.GameInfo,
    protocol.Join,
    protocol.Joined,
    protocol.Keep,
    protocol.Me,
    protocol.NewTable,
    odds_form.OddsForm,
    odds_told.OddsQuestion,
    odds_asked.OddsTold,
    protocol.Position,
    protocol.Replay,
    games_told.RulesInfo,
    protocol.Session,
    protocol.TableCard,
    protocol.Trouble,
    Health,
    Plural,
    Scene,
)
"""Everything that is said over HTTP; what these hold is described with them."""

_TOKEN: Final = "dOnTtRyThIsOneAtHome_A"  # noqa: S105 - an example
EXAMPLES: Final[Mapping[str, object]] = {
    "NewTable": {
        "game": "ccn",
        "scenario": "rolica_1",
        "name": "Wellesley",
        "seats": {
            "allied": {"occupant": "me"},
            "french": {"occupant": "computer", "level": "recruit"},
        },
    },
    "Created": {
        "table": "abcdefgh23",
        "token": _TOKEN,
        "links": {},
        "watch": "sPeCtAtOrSwAtChThIs_0w",
    },
    "Join": {"name": "Delaborde", "seat": "french"},
    "Joined": {"table": "abcdefgh23", "seat": "french", "token": _TOKEN},
    "Branch": {"at": 12, "seats": {"allied": {"occupant": "me"}, "french": {"occupant": "me"}}},
    "Keep": {"tokens": [_TOKEN]},
    "Credentials": {"name": "Wellesley", "password": "torres vedras 1810"},
    "Me": {"name": "Wellesley", "mail": "wellesley@example.org", "language": "en"},
    "Answer": {
        "do": "answer",
        "id": 7,
        "seat": "allied",
        "seq": 1,
        "answer": {"do": "play_card", "card": "attack_left"},
    },
    "Trouble": {"code": "gone", "text": {"id": "server.core.refused.no_table", "args": {}}},
}

_ABOUT: Final = """\
Everything the web client does, anybody can do: make tables, join them, look, answer.

Keys go into the header `Authorization: Bearer`: the key of a seat, of a host, of a spectator, or
the session of an account. There are no cookies. Texts are messages, an id with parameters; the
texts themselves are at `/api/words/{language}` and `/api/games/{game}/words/{language}`.

Live play is a websocket at `/api/tables/{table}/live`. The first message is `Hello`; then each side
sends what is described here as the body and the answer of `/api/tables/{table}/do`."""

_TAGS: Final = (
    Tag("games", "What there is to play."),
    Tag("armies", "Making, judging, reading and writing the armies that players bring."),
    Tag("tables", "Making, finding and joining tables."),
    Tag("play", "Looking and answering."),
    Tag("replays", "Games that were played, from any moment."),
    Tag("people", "Accounts."),
    Tag("house", "The server itself."),
)


_EMPTY: Final = frozenset(HTTPStatus(status).description for status in (200, 201, 204))


class NamedTypes(OpenAPISchemaPlugin):
    """Lets litestar only name our types: msgspec, which reads and writes them, describes them."""

    @staticmethod
    def is_plugin_supported_type(value: Any) -> bool:  # noqa: ANN401 - whatever is annotated
        """Take every struct."""
        return isinstance(value, type) and issubclass(value, Struct)

    def to_openapi_schema(
        self,
        field_definition: FieldDefinition,
        schema_creator: Any,  # noqa: ANN401 - not public
    ) -> Schema:
        """Note the name."""
        found: Schema = schema_creator.create_component_schema(
            field_definition, required=[], property_fields={}
        )
        return found


class Description(JsonRenderPlugin):
    """Gives the description as JSON, with the types in it."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Put the types in."""
        components = {**openapi_schema.get("components", {}), "schemas": described_types()}
        paths = {
            path: {method: _reworded(operation) for method, operation in of.items()}
            for path, of in openapi_schema["paths"].items()
        }
        return msgspec.json.encode({**openapi_schema, "paths": paths, "components": components})


def _reworded(operation: dict[str, Any]) -> dict[str, Any]:
    """Name an operation in words, and say of success no more than that."""
    responses = {
        status: {**one, "description": "As described."} if one["description"] in _EMPTY else one
        for status, one in operation["responses"].items()
    }
    summary = operation["operationId"].replace("_", " ").capitalize()
    return {**operation, "summary": summary, "responses": responses}


@cache
def described_types() -> dict[str, Any]:
    """Describe every type by its name, with an example for the main ones."""
    _, types = msgspec.json.schema_components(TYPES, ref_template="#/components/schemas/{name}")
    examples = {name: {"examples": [one]} for name, one in EXAMPLES.items()}
    return {name: {**schema, **examples.get(name, {})} for name, schema in types.items()}


def description() -> OpenAPIConfig:
    """Say how the interface is described, and where: /api/schema/openapi.json, and no page."""
    return OpenAPIConfig(
        title="Walstatt",
        version=__version__,
        description=_ABOUT,
        tags=list(_TAGS),
        components=Components(
            security_schemes={
                "bearer": SecurityScheme(
                    type="http", scheme="bearer", description="A key, or an account's session."
                )
            }
        ),
        use_handler_docstrings=True,
        operation_id_creator=_name,
        render_plugins=[Description(path="/openapi.json")],
        openapi_router=Router(
            "/api/schema", route_handlers=[], include_in_schema=False, after_request=_no_page
        ),
    )


def _name(handler: HTTPRouteHandler, *_: object) -> str:
    """Name an operation as its function is named."""
    return handler.handler_name


async def _no_page(response: Response[Any]) -> Response[Any]:
    """Keep to one kind of error where litestar would show a page of its own."""
    if response.status_code == 404:
        trouble = Trouble("not_found", say("server.web.not_found"))
        return Response(trouble, status_code=404, media_type="application/json")
    return response
