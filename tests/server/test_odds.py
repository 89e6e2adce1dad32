"""Odds over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from tests.server.in_process import opened
from walstatt.games import GAMES
from walstatt.kernel.odds_form import OddsForm
from walstatt.workshop.odds_asked import OddsTold, desk_of


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient[Any]]:
    with opened() as made:
        yield made


@pytest.mark.parametrize("game", sorted(GAMES))
def test_all_forms_of_a_game_are_listed_and_can_be_asked_as_they_are(
    client: TestClient[Any], game: str
) -> None:
    listed = client.get(f"/api/games/{game}/odds")
    forms = msgspec.json.decode(listed.content, type=tuple[OddsForm, ...])
    assert forms == desk_of(game).forms()
    for form in forms:
        told = client.post(f"/api/games/{game}/odds", json={"form": form.id})
        assert told.status_code == 200
        odds = msgspec.json.decode(told.content, type=OddsTold)
        assert odds.values == {field.id: field.default for field in form.fields}
        for table in odds.tables:
            assert sum(row.chance for row in table.rows) == pytest.approx(1.0)


def test_the_forms_have_a_tag_so_that_a_browser_can_keep_them(client: TestClient[Any]) -> None:
    first = client.get("/api/games/ccn/odds")
    again = client.get("/api/games/ccn/odds", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_what_is_filled_in_counts(client: TestClient[Any]) -> None:
    asked = {"form": "morale", "values": {"quality": "elite"}}
    told = client.post("/api/games/idg/odds", json=asked).json()
    assert [row["exact"] for row in told["tables"][0]["rows"]] == ["2/3", "1/3"]
    assert told["ledgers"][0]["total"] == 3


def test_options_count_too(client: TestClient[Any]) -> None:
    asked = {"form": "fire", "values": {"unit": "british.RL", "blocks": 3, "moved": True}}
    dice = [
        client.post(
            "/api/games/ccn/odds", json={**asked, "options": {"rifle_rounding": rounding}}
        ).json()["dice"]
        for rounding in ("down", "up")
    ]
    assert dice[1] == dice[0] + 1


@pytest.mark.parametrize(
    "body",
    [
        {"form": "fier"},
        {"form": "fire", "values": {"blocks": 99}},
        {"form": "fire", "values": {"nothing": 1}},
        {"form": "fire", "values": {"unit": "x" * 500}},
        {"form": "fire", "options": {"nothing": True}},
        {"values": {}},
    ],
)
def test_what_cannot_be_asked_is_refused_with_a_reason(
    client: TestClient[Any], body: dict[str, Any]
) -> None:
    answer = client.post("/api/games/ccn/odds", json=body)
    assert answer.status_code == 400
    assert answer.json()["text"]["id"]


def test_a_game_that_does_not_exist_has_no_odds(client: TestClient[Any]) -> None:
    assert client.get("/api/games/chess/odds").status_code == 404
    assert client.post("/api/games/chess/odds", json={"form": "fire"}).status_code == 404
