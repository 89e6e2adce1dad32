"""Names, titles and chat: nothing invisible, nothing that turns the writing round."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.guests import ALLIED, FRENCH, FRIEND, ME, House
from tests.server.in_process import bearer, new_table, opened
from walstatt.kernel.match import Match
from walstatt.kernel.save import to_bytes
from walstatt.server.errors import Refusal
from walstatt.server.plain_text import clean_line, clean_name, clean_title
from walstatt.server.protocol import Branch, Join, NewTable, Resign, Say

pytestmark = pytest.mark.anyio

HARMFUL = [
    *(f"An{chr(code)}na" for code in range(0x202A, 0x202F)),
    *(f"An{chr(code)}na" for code in range(0x2066, 0x206A)),
    *("An\u200ena", "An\u200fna", "An\u061cna"),
    *("An\x00na", "An\x1b[31mna", "An\x7fna", "An\x9bna", "An\nna", "An\tna"),
    *("An\u2028na", "An\u2029na", "An\u00adna", "An\u200bna", "\ufeffAnna", "An\u2060na"),
    "An\U000e0041na",
]
UNSEEN = ["", " ", "\u200b", "\u200d\u200d", "\u00a0 \u3000", "\u3164", "\u2800\u2800", "\u0301"]
FINE = [
    *("?", "Anna", "Zoë", "Ægir & Søn", "<b>bold</b>", "山本", "Ольга", "עדי", "محمد", "नेहा"),
    *("\u0646\u0627\u0645\u0647\u200c\u0647\u0627", "👩\u200d👩\u200d👧", "⚔\ufe0f", "x" * 40),
]


@pytest.mark.parametrize("text", [*HARMFUL, *UNSEEN])
def test_a_name_that_deceives_or_cannot_be_seen_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        clean_name(text)
    assert (refused.value.code, refused.value.text.id) == (
        "malformed",
        "server.core.refused.name",
    )


@pytest.mark.parametrize("text", HARMFUL)
def test_a_title_that_deceives_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        clean_title(text)
    assert refused.value.text.id == "server.core.refused.title"


@pytest.mark.parametrize("text", FINE)
def test_whatever_people_are_called_is_fine(text: str) -> None:
    assert clean_name(text) == clean_title(text) == clean_line(text) == text


def test_blanks_are_put_in_order_and_a_title_may_be_missing() -> None:
    assert clean_name("  Anna   Maria ") == "Anna Maria"
    assert (clean_title(""), clean_title("   ")) == ("", "")


@pytest.mark.parametrize("text", HARMFUL)
def test_a_line_loses_what_is_no_text(text: str) -> None:
    assert clean_line(text) in {"Anna", "An na", "An[31mna"}


@pytest.mark.parametrize("text", [*UNSEEN[1:], "\u202e", "\x00\x07"])
def test_a_line_in_which_nothing_is_to_be_seen_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        clean_line(text)
    assert refused.value.text.id == "server.core.refused.line"


def test_every_door_refuses_such_names() -> None:
    evil = "\u202eanna\u202c"
    with opened() as client:
        seats = {"french": {"occupant": "me"}, "allied": {"occupant": "friend"}}
        made = new_table(client, seats=seats)
        place = f"/api/tables/{made['table']}"

        def told(reply: Any) -> tuple[int, str]:  # noqa: ANN401 - an answer
            return reply.status_code, reply.json()["text"]["id"]

        wish = {"game": "ccn", "scenario": "rolica_1", "seats": seats}
        name, title = "server.core.refused.name", "server.core.refused.title"
        assert told(client.post("/api/tables", json={**wish, "name": evil})) == (400, name)
        assert told(client.post("/api/tables", json={**wish, "title": evil})) == (400, title)
        join = {"name": evil, "token": made["links"]["allied"]}
        assert told(client.post(f"{place}/join", json=join)) == (400, name)
        assert client.post(f"{place}/join", json={**join, "name": "Ben"}).status_code == 200
        say = {"do": "say", "id": 2, "text": "\u200b"}
        word = client.post(f"{place}/do", json=say, headers=bearer(made["token"])).json()
        assert (word["is"], word["code"]) == ("refused", "malformed")


async def test_names_of_branches_and_imports_are_looked_at_too(house: House) -> None:
    created = await house.ccn()
    host = await house.guest(created.table, created.token)
    wish = Branch(0, {FRENCH: ME, ALLIED: ME}, name="\u2066x")
    with pytest.raises(Refusal):
        await house.tables.branch(host.visitor, wish, None)
    content = to_bytes(house.match(created.table))
    with pytest.raises(Refusal):
        await house.tables.import_save(content, "\u2066x", None)
    made = await house.tables.import_save(content, " Anna ", None)
    assert house.table(made.table).record.host == "Anna"
    assert isinstance(house.match(made.table), Match)


async def test_an_open_seat_is_not_taken_by_somebody_invisible(house: House) -> None:
    wish = NewTable("ccn", "rolica_1", {FRENCH: ME, ALLIED: FRIEND}, name="  Anna  ")
    created = await house.tables.create(wish)
    with pytest.raises(Refusal):
        await house.tables.join(created.table, Join("\u2800", token=created.links[ALLIED]))
    assert house.table(created.table).record.host == "Anna"
    own = await house.sits(created, ALLIED)
    bert = await house.guest(created.table, own)
    await bert.accepted(Say(text="a\u202eb"))
    assert [line.text for line in bert.chat] == ["ab"]
    await bert.accepted(Resign(seat=ALLIED))
