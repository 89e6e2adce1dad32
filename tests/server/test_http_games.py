"""What there is to play, as the lobby reads it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from tests.server.in_process import opened
from walstatt.games import GAMES, find_game
from walstatt.scene.model import Scene
from walstatt.server.games_told import GameInfo, RulesInfo


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient[Any]]:
    with opened() as made:
        yield made


def test_every_game_is_listed_with_its_scenarios_and_sides(client: TestClient[Any]) -> None:
    games = msgspec.json.decode(client.get("/api/games").content, type=list[GameInfo])
    assert [game.id for game in games] == list(GAMES)
    ccn = games[0]
    known = [one for one in find_game("ccn").scenarios().values() if not one.for_cases]
    assert [one.id for one in ccn.scenarios] == [one.id for one in known]
    for listed, scenario in zip(ccn.scenarios, known, strict=True):
        assert {side.seat for side in listed.sides} == set(scenario.seats)
        assert all(side.mark for side in listed.sides)
    assert "empty" not in [one.id for one in ccn.scenarios]
    assert [level.id for level in ccn.levels][:2] == ["random", "recruit"]
    assert {switch.name for switch in ccn.switches}


def test_lists_have_a_tag_so_that_a_browser_can_keep_them(client: TestClient[Any]) -> None:
    for path in (
        "/api/games",
        "/api/words/en",
        "/api/games/ccn/words/de",
        "/api/games/ccn/rules",
        "/api/games/ccn/scenarios/rolica_1/scene",
    ):
        first = client.get(path)
        assert first.status_code == 200
        assert first.headers["cache-control"] == "no-cache"
        assert first.headers["vary"] == "Accept-Encoding"
        again = client.get(path, headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


def test_the_rulebook_is_complete_in_both_languages(client: TestClient[Any]) -> None:
    rules = msgspec.json.decode(client.get("/api/games/ccn/rules").content, type=RulesInfo)
    book = find_game("ccn").rulebook
    assert [one.id for one in rules.rules] == list(book.rules)
    assert all(one.en and one.de for one in rules.rules)
    assert {one.id for one in rules.chapters} == set(book.chapters)


def test_words_come_in_both_languages_with_plurals(client: TestClient[Any]) -> None:
    english = client.get("/api/words/en").json()
    german = client.get("/api/words/de").json()
    assert set(english) == set(german)
    assert german["server.web.not_found"] == "Hier gibt es nichts."
    assert set(german["server.web.too_fast"]) == {"one", "other"}
    game = client.get("/api/games/ccn/words/de").json()
    assert game["ccn.title"]
    assert "scene.legend" in game


def test_the_board_of_a_scenario_is_shown_as_a_spectator_sees_it(client: TestClient[Any]) -> None:
    reply = client.get("/api/games/ccn/scenarios/rolica_1/scene")
    scene = msgspec.json.decode(reply.content, type=Scene)
    assert len(scene.pieces) > 20
    assert scene.prompt is None
    assert {side.seat for side in scene.sides} == {"french", "allied"}


@pytest.mark.parametrize(
    ("path", "status", "text"),
    [
        ("/api/games/chess/rules", 404, "server.web.no_game"),
        ("/api/games/chess/words/de", 404, "server.web.no_game"),
        ("/api/games/chess/scenarios/x/scene", 404, "server.web.no_game"),
        ("/api/games/ccn/scenarios/hastings/scene", 404, "server.web.no_scenario"),
        ("/api/games/ccn/words/fr", 404, "server.web.no_language"),
        ("/api/words/fr", 404, "server.web.no_language"),
        ("/api/games/..%2f/rules", 400, "server.web.malformed"),
        ("/api/games/CCN/rules", 400, "server.web.malformed"),
        (f"/api/games/{'x' * 41}/rules", 400, "server.web.malformed"),
    ],
)
def test_what_there_is_not_is_said_not_to_be(
    client: TestClient[Any], path: str, status: int, text: str
) -> None:
    reply = client.get(path)
    assert (reply.status_code, reply.json()["text"]["id"]) == (status, text)
