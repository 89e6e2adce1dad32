"""What there is to play: games, rules, words, boards at the start; nothing here ever changes."""

from collections.abc import Iterable
from functools import partial

import msgspec
from litestar import Response, get
from litestar.openapi.datastructures import ResponseSpec
from msgspec import Struct

from walstatt.games import GAMES, all_games, find_game
from walstatt.i18n.catalogue import LANGUAGES, say
from walstatt.kernel.chance import Seeded
from walstatt.kernel.definition import Scenario
from walstatt.kernel.game import new_game
from walstatt.kernel.options import switches
from walstatt.scene.model import Scene, Side
from walstatt.scene.playable import AnyPlayable, stage
from walstatt.server.client_files import PACKED, Still, show, still
from walstatt.server.games_told import (
    ChapterInfo,
    GameInfo,
    LevelInfo,
    RuleInfo,
    RulesInfo,
    ScenarioInfo,
)
from walstatt.server.house import House
from walstatt.server.routes_common import AnyRequest, Inside, WordPath, troubles
from walstatt.server.troubles import Problem
from walstatt.server.words import server_catalogue


class Plural(Struct, frozen=True):
    """A text that depends on a number `n`."""

    one: str
    other: str


def _kept(kind: object, about: str, *statuses: int) -> dict[int, ResponseSpec]:
    """Describe something that a browser may keep."""
    return {
        200: ResponseSpec(kind, description=about, generate_examples=False),
        304: ResponseSpec(None, description="As before: the `ETag` in `If-None-Match` still fits."),
        **troubles(*statuses),
    }


@get("/games", responses=_kept(tuple[GameInfo, ...], "All games."), opt=PACKED, tags=["games"])
async def list_games(request: AnyRequest, house: Inside) -> Response[bytes]:
    """List every game with its scenarios, switches and computer players."""
    return show(request, await games_list(house))


@get(
    "/games/{game:str}/rules",
    responses=_kept(RulesInfo, "Rules, glossary, lessons.", 404),
    opt=PACKED,
    tags=["games"],
)
async def read_rules(request: AnyRequest, house: Inside, game: WordPath) -> Response[bytes]:
    """Give the rulebook of a game in both languages, its glossary and its lessons."""
    _require_game(game)
    return show(request, await house.shelf.find(f"rules {game}", partial(_rules, game)))


@get(
    "/games/{game:str}/scenarios/{scenario:str}/scene",
    responses=_kept(Scene, "The board.", 404),
    opt=PACKED,
    tags=["games"],
)
async def show_scene(
    request: AnyRequest, house: Inside, game: WordPath, scenario: WordPath
) -> Response[bytes]:
    """Show the board of a scenario at its start, as a spectator sees it."""
    _require_game(game)
    if scenario not in find_game(game).scenarios():
        raise Problem(404, "not_found", say("server.web.no_scenario", scenario=scenario))
    name = f"scene {game} {scenario}"
    return show(request, await house.shelf.find(name, partial(_scene, game, scenario)))


@get(
    "/games/{game:str}/words/{language:str}",
    responses=_kept(dict[str, str | Plural], "Texts by id.", 404),
    opt=PACKED,
    tags=["games"],
)
async def read_game_words(
    request: AnyRequest, house: Inside, game: WordPath, language: WordPath
) -> Response[bytes]:
    """Give every text of a game in a language, with those that all games share."""
    _require_game(game)
    _require_language(language)
    name = f"words {game} {language}"
    return show(request, await house.shelf.find(name, partial(_game_words, game, language)))


@get(
    "/words/{language:str}",
    responses=_kept(dict[str, str | Plural], "Texts by id.", 404),
    opt=PACKED,
    tags=["games"],
)
async def read_words(request: AnyRequest, house: Inside, language: WordPath) -> Response[bytes]:
    """Give the texts of the server, and those that all games share, in a language."""
    _require_language(language)
    return show(request, await house.shelf.find(f"words {language}", partial(_words, language)))


async def games_list(house: House) -> Still:
    """Give the list of games."""
    return await house.shelf.find("games", partial(_games, house))


def _require_game(game: str) -> None:
    if game not in GAMES:
        raise Problem(404, "not_found", say("server.web.no_game", game=game))


def _require_language(language: str) -> None:
    if language not in LANGUAGES:
        raise Problem(404, "not_found", say("server.web.no_language", language=language))


# -- making them, in a thread --------------------------------------------------------------------


def _games(house: House) -> Still:
    infos = [game_info(one, house.computers.levels(one.id)) for one in all_games()]
    return still(msgspec.json.encode(infos))


def game_info(definition: AnyPlayable, levels: Iterable[LevelInfo]) -> GameInfo:
    """Describe a game for the lobby."""
    scenarios = [one for one in definition.scenarios().values() if not one.for_cases]
    guided = scenarios[0].id if definition.lessons() and scenarios else ""
    return GameInfo(
        definition.id,
        definition.title,
        tuple(_scenario(definition, one) for one in scenarios),
        switches(definition.options_type),
        definition.options_type.presets,
        tuple(levels),
        guided,
        definition.roster_desk is not None,
    )


def _scenario(definition: AnyPlayable, scenario: Scenario) -> ScenarioInfo:
    sides = start_scene(definition, scenario.id).sides
    if scenario.rosters:
        sides = tuple(_nobody_yet(definition, side) for side in sides)
    return ScenarioInfo(scenario.id, scenario.title, sides, scenario.note, scenario.rosters)


def _nobody_yet(definition: AnyPlayable, side: Side) -> Side:
    """Describe a side whose army is not known yet: by its seat alone."""
    return Side(side.seat, definition.seat_name(side.seat), side.seat, side.mark)


def start_scene(definition: AnyPlayable, scenario: str) -> Scene:
    """Show a scenario at its start to a spectator; the same every time."""
    return stage(new_game(definition, scenario, Seeded(b"start")), None)


def _scene(game: str, scenario: str) -> Still:
    return still(msgspec.json.encode(start_scene(find_game(game), scenario)))


def _rules(game: str) -> Still:
    return still(msgspec.json.encode(rules_info(find_game(game))))


def rules_info(definition: AnyPlayable) -> RulesInfo:
    """Give a rulebook as the client reads it."""
    book = definition.rulebook
    chapters = tuple(
        ChapterInfo(chapter, of.get("en", ""), of.get("de", ""))
        for chapter, of in book.chapters.items()
    )
    rules = tuple(
        RuleInfo(one.id, one.chapter, one.en, one.de, one.option) for one in book.rules.values()
    )
    return RulesInfo(chapters, rules, definition.glossary(), definition.lessons())


def _game_words(game: str, language: str) -> Still:
    return still(find_game(game).catalogue.as_json(language))


def _words(language: str) -> Still:
    return still(server_catalogue().as_json(language))
