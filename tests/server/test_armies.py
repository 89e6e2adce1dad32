"""Armies over HTTP: made, judged, read, written, printed; and everything that is no army."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest
from litestar.testing import TestClient

from tests.server.in_process import limited, opened, settings
from walstatt.games import find_game
from walstatt.i18n.catalogue import Message
from walstatt.scene.rosters import ArmyIndex, ArmySheet, Gathering
from walstatt.server.words import server_catalogue

DESK = "/api/games/idg/armies"
BLANK: dict[str, Any] = {
    "walstatt-army": 1,
    "game": "idg",
    "list": "vikings",
    "name": "",
    "units": [],
}


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient[Any]]:
    with opened() as made:
        yield made


def post(client: TestClient[Any], path: str, **body: object) -> dict[str, Any]:
    """Ask for something that has to work."""
    reply = client.post(f"{DESK}/{path}", json=body)
    assert reply.status_code == 200, reply.text
    found: dict[str, Any] = reply.json()
    return found


def refused(client: TestClient[Any], path: str, status: int, **body: object) -> dict[str, Any]:
    """Ask for something that cannot be, and give why not."""
    reply = client.post(f"{DESK}/{path}", json=body)
    assert reply.status_code == status, reply.text
    found: dict[str, Any] = reply.json()
    return found


def said(trouble: dict[str, Any], language: str) -> list[str]:
    """Say everything that is wrong."""
    words = server_catalogue()
    messages = [one["message"] for one in trouble["violations"]]
    return [words.text(msgspec.convert(one, Message), language) for one in messages]


# -- what there is -------------------------------------------------------------------------------


def test_lists_and_ready_armies_are_told_and_may_be_kept(client: TestClient[Any]) -> None:
    reply = client.get(DESK)
    index = msgspec.json.decode(reply.content, type=ArmyIndex)
    assert len(index.lists) == 12
    assert all(one.blank["list"] == one.id for one in index.lists)
    by_list = [army.verdict.list for army in index.ready]
    assert all(by_list.count(one.id) >= 2 for one in index.lists)
    assert not any(army.verdict.flaws for army in index.ready)
    again = client.get(DESK, headers={"If-None-Match": reply.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_game_to_which_nobody_brings_armies_has_no_desk(client: TestClient[Any]) -> None:
    for game in ("ccn", "nowhere"):
        assert client.get(f"/api/games/{game}/armies").status_code == 404
        reply = client.post(f"/api/games/{game}/armies/sheet", json={"army": BLANK})
        assert reply.json()["code"] == "not_found"


def test_games_tell_which_scenarios_take_armies(client: TestClient[Any]) -> None:
    games = {one["id"]: one for one in client.get("/api/games").json()}
    assert games["idg"]["armies"]
    assert "armies" not in games["ccn"]
    taking = {one["id"] for one in games["idg"]["scenarios"] if one.get("rosters")}
    assert taking == {"open_battle", "ambush", "raid", "siege", "dice"}


# -- judging and making --------------------------------------------------------------------------


def test_a_sheet_tells_price_flaws_and_what_can_be_changed(client: TestClient[Any]) -> None:
    reply = client.post(f"{DESK}/sheet", json={"army": BLANK})
    sheet = msgspec.json.decode(reply.content, type=ArmySheet)
    assert (sheet.verdict.points, sheet.verdict.limit) == (0, 450)
    assert {flaw.rule for flaw in sheet.verdict.flaws} == {"IDG-3.1.4", "IDG-3.1.6", "IDG-2.2.1"}
    assert [line.key for line in sheet.forces[0].lines] == [
        "lines.swordsmen",
        "lines.bowmen",
        "lines.archers",
        "lines.irish",
    ]
    words = find_game("idg").catalogue
    for flaw in sheet.verdict.flaws:
        assert words.text(flaw.message, "de") != words.text(flaw.message, "en")


def test_options_change_what_is_legal(client: TestClient[Any]) -> None:
    army = {**BLANK, "year": 700}
    plain = post(client, "sheet", army=army)["verdict"]["flaws"]
    dated = post(client, "sheet", army=army, options={"opt_dates": True})["verdict"]["flaws"]
    assert {one["rule"] for one in dated} - {one["rule"] for one in plain} == {"IDG-3.1.9"}


def test_an_army_is_made_by_seed_and_filled_up(client: TestClient[Any]) -> None:
    one = post(client, "quick", army=BLANK, seed=11)
    assert one == post(client, "quick", army=BLANK, seed=11)
    assert one["army"] != post(client, "quick", army=BLANK, seed=12)["army"]
    begun = {**one["army"], "units": one["army"]["units"][:2], "general": {}}
    whole = post(client, "quick", army=begun, keep=True)["army"]
    assert [unit["line"] for unit in whole["units"][:2]] == [
        unit["line"] for unit in begun["units"]
    ]
    verdict = post(client, "sheet", army=whole)["verdict"]
    assert "flaws" not in verdict
    assert verdict["points"] > 400


def test_points_that_are_enough_for_no_army_are_refused(client: TestClient[Any]) -> None:
    trouble = refused(client, "quick", 422, army={**BLANK, "list": "late_sung", "points": 60})
    assert (trouble["code"], trouble["text"]["id"]) == ("illegal", "server.armies.impossible")


def test_armies_are_not_made_without_end(client: TestClient[Any]) -> None:
    del client
    with opened(settings(limited(army_rate=0.001, army_burst=2))) as slow:
        statuses = [
            slow.post(f"{DESK}/quick", json={"army": BLANK, "seed": 1}).status_code
            for _ in range(3)
        ]
    assert statuses == [200, 200, 429]


# -- files ---------------------------------------------------------------------------------------


def test_an_army_is_written_and_read_again(client: TestClient[Any]) -> None:
    army = post(client, "quick", army={**BLANK, "name": "Käthes Größe"}, seed=3)["army"]
    file = post(client, "write", army=army)
    assert file["name"] == "kathes-grosse.yaml"
    assert file["text"].startswith("# An army for In Death Ground")
    assert post(client, "read", text=file["text"], file=file["name"])["army"] == army


@pytest.mark.parametrize(
    ("text", "english", "german"),
    [
        ("", "Line 1: expected fields", "Zeile 1: erwartet: Felder"),
        ("[1, 2", "Line 2: this is not YAML", "Zeile 2: das ist kein YAML"),
        (
            "walstatt-army: 1\ngame: idg\nlist: vikings\nname: x\nunits:\n  - {line: swordsmn}",
            "Line 6, units[0].line: 'swordsmn' is unknown here; perhaps 'swordsmen'?",
            "Zeile 6, units[0].line: 'swordsmn' ist hier unbekannt; vielleicht 'swordsmen'?",
        ),
        (
            "walstatt-army: 1\ngame: idg\nlist: vikings\nname: x\nunits: []\nbaggage: 99",
            "Line 6, baggage: expected at most 12, found 99",
            "Zeile 6, baggage: erwartet: höchstens 12, gefunden: 99",
        ),
        (
            "walstatt-army: 2\ngame: idg\nlist: vikings\nname: x\nunits: []",
            "walstatt-army: this is no army file of format 1",
            "walstatt-army: das ist keine Armeedatei im Format 1",
        ),
        (
            "walstatt-army: 1\ngame: idg\nlist: vikings\nname: x\nunits: []\npoits: 3",
            "Line 6, poits: there is no such field; perhaps 'points'?",
            "Zeile 6, poits: ein solches Feld gibt es nicht; vielleicht 'points'?",
        ),
        ("x: !!python/name:os.system 1", "tags are not understood", "Tags werden nicht"),
        ("a: 1\n---\nb: 2", "a second document begins here", "hier beginnt ein zweites"),
    ],
)
def test_a_file_that_is_no_army_is_refused_with_what_and_where_in_both_languages(
    client: TestClient[Any], text: str, english: str, german: str
) -> None:
    trouble = refused(client, "read", 400, text=text, file="mine.yaml")
    assert (trouble["code"], trouble["text"]["id"]) == ("malformed", "server.armies.unreadable")
    assert any(english in one for one in said(trouble, "en")), said(trouble, "en")
    assert any(german in one for one in said(trouble, "de")), said(trouble, "de")


def test_every_problem_of_a_file_is_told_but_not_without_end(client: TestClient[Any]) -> None:
    head = "walstatt-army: 1\ngame: idg\nlist: vikings\nname: x\nunits:\n"
    wrong = "".join(f"  - {{line: nobody{n}, elements: 4}}\n" for n in range(30))
    assert len(refused(client, "read", 400, text=head + wrong)["violations"]) == 30
    strange = "".join(f"x{n}: 1\n" for n in range(300))
    told = refused(client, "read", 400, text=head + strange)["violations"]
    assert len(told) == 41
    assert told[-1]["message"]["id"] == "server.armies.more"


def test_a_huge_file_is_refused_before_it_is_read(client: TestClient[Any]) -> None:
    trouble = refused(client, "read", 400, text="x" * 150_000)
    assert said(trouble, "en") == ["Line 1: larger than 100 kB; that is no army"]
    huge = client.post(
        f"{DESK}/read",
        content=b'{"text": "' + b"x" * 400_000 + b'"}',
        headers={"content-type": "application/json"},
    )
    assert (huge.status_code, huge.json()["code"]) == (413, "too_large")


# -- what is no army -----------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["sheet", "quick", "write", "print"])
@pytest.mark.parametrize(
    "army",
    [
        None,
        7,
        "zama_romans",
        [],
        {},
        {**BLANK, "units": 3},
        {**BLANK, "units": [{"line": "swordsmen"}]},
        {**BLANK, "units": [{"line": "swordsmen", "elements": {}}]},
        {**BLANK, "units": [{"line": "swordsmen", "elements": {"sword": 10**30}}]},
        {**BLANK, "units": [{"line": "swordsmen", "elements": 4}] * 50},
        {**BLANK, "units": [{"line": "swordsmen", "elements": 60}] * 11},
        {**BLANK, "general": {"with": 3}},
        {**BLANK, "list": "danes"},
        {**BLANK, "game": "hnh"},
        {**BLANK, "year": 1.5},
        {**BLANK, "name": "\u202eevil\x00"},
        {**BLANK, "name": "x" * 500},
        {**BLANK, "allies": [{"list": "mongols", "units": [{"line": "x", "elements": 1}]}]},
    ],
)
def test_data_that_is_no_army_is_refused_and_nothing_breaks(
    client: TestClient[Any], path: str, army: object
) -> None:
    trouble = refused(client, path, 400, army=army)
    assert trouble["code"] == "malformed"
    for language in ("en", "de"):
        assert server_catalogue().text(msgspec.convert(trouble["text"], Message), language)
        assert all(said({"violations": [], **trouble}, language))


def test_what_is_nested_too_deeply_is_refused(client: TestClient[Any]) -> None:
    deep = json.loads("[" * 50 + "]" * 50)
    assert refused(client, "sheet", 400, army=deep)["text"]["id"] == "server.armies.immodest"
    body = '{"army": ' + "[" * 60_000 + "]" * 60_000 + "}"
    headers = {"content-type": "application/json"}
    reply = client.post(f"{DESK}/sheet", content=body, headers=headers)
    assert reply.status_code == 400


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (b"", "application/json", 400),
        (b"{", "application/json", 400),
        (b'{"army": {}, "more": 1}', "application/json", 400),
        (b'{"army": {}, "options": {"opt_nothing": true}}', "application/json", 400),
        (b'{"army": {}, "options": {"opt_dates": 7}}', "application/json", 400),
        (b"army", "text/plain", 415),
    ],
)
def test_a_body_that_cannot_be_read_is_refused(
    client: TestClient[Any], content: bytes, kind: str, status: int
) -> None:
    reply = client.post(f"{DESK}/sheet", content=content, headers={"content-type": kind})
    assert reply.status_code == status
    assert reply.json()["code"] == "malformed"


# -- printing ------------------------------------------------------------------------------------


def test_a_roster_opens_as_a_page_of_its_own(client: TestClient[Any]) -> None:
    army = post(client, "quick", army={**BLANK, "name": "<b>Danes & more</b>"}, seed=3)["army"]
    wish = json.dumps({"army": army, "language": "de"})
    reply = client.post(
        f"{DESK}/print",
        content=urlencode({"wish": wish}),
        headers={"content-type": "application/x-www-form-urlencoded"},
    )
    assert reply.status_code == 200
    assert reply.headers["content-type"] == "text/html; charset=utf-8"
    assert "<title>&lt;b&gt;Danes &amp; more&lt;/b&gt;</title>" in reply.text
    assert "Punkte" in reply.text
    assert client.post(f"{DESK}/print", json={"army": army, "language": "de"}).text == reply.text


def test_a_roster_may_have_its_own_style_and_nothing_else(client: TestClient[Any]) -> None:
    reply = client.post(f"{DESK}/print", json={"army": BLANK})
    (policy,) = reply.headers.get_list("content-security-policy")
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy
    assert "script" not in policy
    other = client.get("/api/games").headers["content-security-policy"]
    assert "script-src 'self'" in other


@pytest.mark.parametrize("form", ["", "wish=", "wish=%7B", "army=1", "a=1&" * 10, "wish=%ff"])
def test_a_form_without_an_army_is_refused(client: TestClient[Any], form: str) -> None:
    headers = {"content-type": "application/x-www-form-urlencoded"}
    reply = client.post(f"{DESK}/print", content=form, headers=headers)
    assert (reply.status_code, reply.json()["code"]) == (400, "malformed")
    plain = client.post(f"{DESK}/print", content=form, headers={"content-type": "text/plain"})
    assert plain.status_code == 415


# -- at the table --------------------------------------------------------------------------------


ME = {"occupant": "me"}
VIKINGS = {"quick": {"list": "vikings", "seed": 3}}
SAXONS = {"quick": {"list": "anglo_saxons"}}


def table(client: TestClient[Any], scenario: str, **rosters: object) -> Any:  # noqa: ANN401
    """Ask for a table with armies."""
    seats = {"red": ME, "blue": ME}
    wish = {"game": "idg", "scenario": scenario, "seats": seats, "rosters": rosters}
    return client.post("/api/tables", json=wish)


def test_armies_that_meet_are_judged_together(client: TestClient[Any]) -> None:
    reply = client.post(
        f"{DESK}/gather",
        json={"scenario": "open_battle", "rosters": {"red": VIKINGS, "blue": SAXONS}},
    )
    found = msgspec.json.decode(reply.content, type=Gathering)
    assert found.sources == ("quick", "ready", "mine")
    assert {seat: one.verdict.list for seat, one in found.armies.items()} == {
        "red": "vikings",
        "blue": "anglo_saxons",
    }
    assert not any(one.verdict.flaws for one in found.armies.values())
    bad = {"scenario": "open_battle", "rosters": {"red": "nobody"}}
    trouble = client.post(f"{DESK}/gather", json=bad)
    assert (trouble.status_code, trouble.json()["text"]["id"]) == (400, "server.armies.roster")


def test_a_table_is_laid_with_armies_and_its_sides_are_called_after_them(
    client: TestClient[Any],
) -> None:
    reply = table(client, "open_battle", red=VIKINGS, blue=SAXONS)
    assert reply.status_code == 201, reply.text
    made = reply.json()
    headers = {"Authorization": f"Bearer {made['token']}"}
    position = client.get(f"/api/tables/{made['table']}", headers=headers).json()
    seats = json.dumps(position["table"]["seats"])
    assert "idg.list.vikings" in seats
    assert "idg.list.anglo_saxons" in seats
    assert "carthaginians" not in seats


def test_an_army_of_ones_own_is_brought_as_data(client: TestClient[Any]) -> None:
    army = post(client, "quick", army=BLANK, seed=9)["army"]
    assert table(client, "open_battle", red=army, blue=SAXONS).status_code == 201


def test_an_illegal_army_is_refused_with_every_reason(client: TestClient[Any]) -> None:
    army = post(client, "quick", army=BLANK, seed=9)["army"]
    army["units"][0]["elements"] = {"sword": 13}
    army["baggage"] = 1
    reply = table(client, "open_battle", red=army, blue=SAXONS)
    trouble = reply.json()
    assert (reply.status_code, trouble["code"]) == (422, "illegal")
    assert {(one["rule"], one["at"]) for one in trouble["violations"]} == {
        ("IDG-1.4.1", "red"),
        ("IDG-5.10.1", "red"),
        ("IDG-3.1.3", "red"),
    }


def test_armies_whose_sizes_do_not_match_are_refused(client: TestClient[Any]) -> None:
    larger = {"quick": {"list": "vikings", "points": 600}}
    trouble = table(client, "open_battle", red=larger, blue=SAXONS).json()
    assert [one["rule"] for one in trouble["violations"]] == ["IDG-5.2.1"]


@pytest.mark.parametrize(
    "roster", [7, [], {"quick": 3}, {"quick": {"list": "danes"}}, {"x": 1}, "nobody", {}]
)
def test_a_roster_that_is_none_is_refused(client: TestClient[Any], roster: object) -> None:
    reply = table(client, "open_battle", red=roster)
    assert (reply.status_code, reply.json()["code"]) == (400, "malformed")


# -- armies that others bring --------------------------------------------------------------------


FRIEND = {"occupant": "friend", "brings": True}


def invites(client: TestClient[Any], **rosters: object) -> dict[str, Any]:
    """Lay a table to which a friend brings his own army."""
    seats = {"red": ME, "blue": FRIEND}
    wish = {"game": "idg", "scenario": "open_battle", "seats": seats, "rosters": rosters}
    reply = client.post("/api/tables", json=wish)
    assert reply.status_code == 201, reply.text
    made: dict[str, Any] = reply.json()
    return made


def joins(client: TestClient[Any], made: dict[str, Any], **more: object) -> Any:  # noqa: ANN401
    """Sit down with the friend's invitation."""
    body = {"name": "Bert", "token": made["links"]["blue"], **more}
    return client.post(f"/api/tables/{made['table']}/join", json=body)


def told(client: TestClient[Any], made: dict[str, Any]) -> dict[str, Any]:
    """Read how the host sees the table."""
    headers = {"Authorization": f"Bearer {made['token']}"}
    path = f"/api/tables/{made['table']}"
    info: dict[str, Any] = client.get(path, headers=headers).json()["table"]
    return info | {"named": json.dumps(info["seats"])}


def test_a_friend_brings_his_own_army_and_the_game_begins_with_it(client: TestClient[Any]) -> None:
    made = invites(client, red=VIKINGS)
    waiting = told(client, made)
    assert [seat.get("brings", False) for seat in waiting["seats"]] == [False, True]
    assert "idg.list" not in waiting["named"]
    assert joins(client, made, roster=SAXONS).status_code == 200
    begun = told(client, made)
    assert begun["state"] == "live"
    assert "idg.list.vikings" in begun["named"]
    assert "idg.list.anglo_saxons" in begun["named"]
    assert not any(seat.get("brings") for seat in begun["seats"])


def test_a_bad_army_of_a_friend_is_refused_with_every_reason_and_he_may_try_again(
    client: TestClient[Any],
) -> None:
    made = invites(client, red=VIKINGS)
    army = post(client, "quick", army=BLANK, seed=9)["army"]
    good = json.loads(json.dumps(army))
    army["baggage"] = 1
    refused = joins(client, made, roster=army)
    assert (refused.status_code, refused.json()["code"]) == (422, "illegal")
    assert ("IDG-5.10.1", "blue") in {
        (one["rule"], one["at"]) for one in refused.json()["violations"]
    }
    larger = joins(client, made, roster={"quick": {"list": "vikings", "points": 600}})
    assert [one["rule"] for one in larger.json()["violations"]] == ["IDG-5.2.1"]
    assert joins(client, made, roster="nobody").json()["code"] == "malformed"
    assert told(client, made)["state"] == "waiting"
    assert joins(client, made, roster=good).status_code == 200
    assert told(client, made)["state"] == "live"


def test_a_friend_without_an_army_gets_one_made(client: TestClient[Any]) -> None:
    made = invites(client, red=VIKINGS)
    assert joins(client, made).status_code == 200
    assert told(client, made)["state"] == "live"


def test_an_army_is_only_brought_where_it_was_asked_for(client: TestClient[Any]) -> None:
    wish = {"game": "idg", "scenario": "open_battle", "seats": {"red": ME, "blue": FRIEND}}
    for bad in (
        {"rosters": {"blue": SAXONS}},
        {"seats": {"red": {**ME, "brings": True}, "blue": FRIEND}},
        {"scenario": "zama"},
    ):
        reply = client.post("/api/tables", json={**wish, **bad})
        assert (reply.status_code, reply.json()["text"]["id"]) == (400, "server.core.refused.seats")
    seats = {"red": ME, "blue": {"occupant": "friend"}}
    made = client.post("/api/tables", json={**wish, "seats": seats}).json()
    refused = joins(client, made, roster=SAXONS)
    text = refused.json()["text"]["id"]
    assert (refused.status_code, text) == (400, "server.core.refused.no_roster")
    assert joins(client, made).status_code == 200
