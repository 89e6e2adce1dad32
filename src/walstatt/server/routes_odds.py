"""The odds of any attack over HTTP; nothing is kept."""

import asyncio
from functools import partial

import msgspec
from litestar import Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody

from walstatt.games import GAMES, find_game
from walstatt.i18n.catalogue import say
from walstatt.kernel.odds_form import OddsForm
from walstatt.kernel.options import make_options
from walstatt.server.client_files import PACKED, Still, show, still
from walstatt.server.odds_told import OddsQuestion
from walstatt.server.routes_common import AnyRequest, Inside, WordPath, body_troubles, troubles
from walstatt.server.troubles import Problem
from walstatt.workshop.odds_asked import OddsTold, desk_of, odds_told


@get(
    "/games/{game:str}/odds",
    responses={
        200: ResponseSpec(tuple[OddsForm, ...], description="All forms.", generate_examples=False),
        304: ResponseSpec(None, description="As before: the `ETag` in `If-None-Match` still fits."),
        **troubles(404),
    },
    opt=PACKED,
    tags=["games"],
)
async def list_odds(request: AnyRequest, house: Inside, game: WordPath) -> Response[bytes]:
    """List what a game can tell the odds of, and what each of them depends on."""
    _require_game(game)
    return show(request, await house.shelf.find(f"odds {game}", partial(_forms, game)))


@post("/games/{game:str}/odds", status_code=200, responses=body_troubles(404), tags=["games"])
async def tell_odds(game: WordPath, data: JSONBody[OddsQuestion]) -> OddsTold:
    """Tell the exact odds of one roll."""
    _require_game(game)
    return await asyncio.to_thread(_told, game, data)


def _require_game(game: str) -> None:
    if game not in GAMES:
        raise Problem(404, "not_found", say("server.web.no_game", game=game))


def _forms(game: str) -> Still:
    return still(msgspec.json.encode(desk_of(game).forms()))


def _told(game: str, asked: OddsQuestion) -> OddsTold:
    options = make_options(find_game(game).options_type, dict(asked.options))
    return odds_told(game, asked.form, asked.values, options)
