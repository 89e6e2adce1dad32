"""The pages around the table: lobby, new table, saved games, help, account, settings."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

from playwright.sync_api import expect

from tests.server.live import LiveServer
from tests.web.chairs import Chair, hurried
from tests.web.houses import ME, House, where
from tests.web.people import Person
from walstatt.games import find_game
from walstatt.kernel.save import from_bytes

# -- the lobby and new tables --------------------------------------------------------------------


def test_the_lobby_finds_battles_by_year_and_by_words(person: Callable[..., Person]) -> None:
    anna = person()
    page = anna.opens()
    rows = page.get_by_role("table").get_by_role("row").filter(has=page.get_by_role("rowheader"))
    scenarios = [one for one in find_game("ccn").scenarios().values() if not one.for_cases]
    expect(rows).to_have_count(len(scenarios))
    anna.button("1808").click()
    expect(rows.filter(has_text="1808")).to_have_count(rows.count())
    assert 0 < rows.count() < len(scenarios)
    anna.button(f"all {len(scenarios)}").click()
    page.get_by_role("searchbox", name="Search battles").fill("MOORE 1809")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Corunna")
    page.get_by_role("searchbox", name="Search battles").fill("Cannae")
    expect(page.get_by_text("No battle fits.")).to_be_visible()


def test_a_table_for_anyone_is_found_joined_and_taken_off_the_list(
    person: Callable[..., Person],
) -> None:
    anna, bert = person(), person()
    title = f"Anna's {uuid4().hex[:8]}"
    page = anna.opens("#/new/ccn/rolica_1")
    anna.chooses("With anyone")
    page.get_by_label("Your name").fill("Anna")
    page.get_by_label("Name of the table").fill(title)
    expect(page.get_by_role("switch", name="Show it in the lobby")).to_be_checked()
    anna.button("Open the table").click()
    expect(page.get_by_text("Anybody may take this seat.")).to_be_visible()

    lobby = bert.opens()
    listed = lobby.get_by_role("region", name="Open tables").get_by_role("listitem")
    ours = listed.filter(has_text=title)
    ours.get_by_role("button", name="Join").click()
    dialog = bert.dialog(title)
    dialog.get_by_role("button", name="Take the seat").click()
    expect(dialog.get_by_text("A name is needed")).to_be_visible()
    dialog.get_by_label("Your name").fill("Bert")
    dialog.get_by_role("button", name="Take the seat").click()
    assert {Chair(anna).waits(), Chair(bert).waits()} == {"mine", "other"}

    anna.page.get_by_role("link", name="To the lobby").click()
    mine = page.get_by_role("region", name="My games").get_by_role("listitem")
    expect(mine.filter(has_text=title)).to_contain_text("Bert")
    expect(anna.button(f"Join {title}")).to_have_count(0)
    anna.button("More about this game").first.click()
    page.get_by_role("menuitem", name="Take off this list").click()
    expect(mine.filter(has_text=title)).to_have_count(0)


def test_a_new_table_is_laid_as_it_was_chosen(
    server: LiveServer, person: Callable[..., Person]
) -> None:
    anna = person()
    page = anna.opens("#/new/ccn/rolica_1")
    anna.button("Swap sides").click()
    expect(page.get_by_label("Who plays: French")).to_have_value("me")
    page.get_by_label("Strength of the computer: Allies").select_option(label="Random")
    page.get_by_text("Rules and readings").click()
    usual = page.get_by_role("switch", name=re.compile("Grenadier", re.IGNORECASE))
    usual.first.set_checked(checked=False)
    anna.button("Start the battle").click()
    chair = Chair(anna)
    chair.waits()
    *_, table, token = page.url.split("/")
    info = House(server).position(table, token)["table"]
    assert info["options"]["grenadier_fire_bonus"] is False
    seats = {seat["seat"]: seat for seat in info["seats"]}
    assert seats["french"]["mine"]
    assert seats["allied"]["occupant"] == "computer"
    assert seats["allied"]["level"] == "random"
    assert not info.get("listed")


def test_a_guided_battle_explains_each_thing_once(person: Callable[..., Person]) -> None:
    anna = person(kept=hurried())
    anna.opens()
    anna.button("Start the guided battle").click()
    chair = Chair(anna)
    lesson = anna.page.get_by_role("region", name="Lesson")
    expect(lesson).to_be_visible()
    first = lesson.get_by_role("heading").inner_text()
    lesson.get_by_role("button", name="Got it").click()
    expect(lesson.get_by_role("heading", name=first)).to_have_count(0)
    chair.follows_hint()
    expect(lesson).to_be_visible()
    assert lesson.get_by_role("heading").inner_text() != first
    lesson.get_by_role("button", name="No more lessons").click()
    chair.follows_hint()
    chair.waits()
    expect(lesson).to_have_count(0)


# -- saved games ---------------------------------------------------------------------------------


def test_a_saved_game_is_loaded_in_the_lobby_and_saved_again(
    person: Callable[..., Person], tmp_path: Path
) -> None:
    content = where("choose_combat", "allied")
    file = tmp_path / "game.save"
    file.write_bytes(content)
    anna = person()
    page = anna.opens()
    with page.expect_file_chooser() as choosing:
        anna.button("Load a saved game").click()
    choosing.value.set_files(file)
    anna.button("Go on as Allies").click()
    assert "Fight with an ordered unit" in Chair(anna).asked()
    with page.expect_download() as download:
        anna.picks_from_menu("Save as a file")
    saved = from_bytes(Path(download.value.path()).read_bytes(), find_game)
    given = from_bytes(content, find_game)
    assert saved.chain == given.chain
    assert len(saved.entries) == len(given.entries)


def test_a_file_that_is_no_saved_game_is_refused_in_words(
    person: Callable[..., Person], tmp_path: Path
) -> None:
    file = tmp_path / "holiday.jpg"
    file.write_bytes(b"\xff\xd8\xff\xe0 no game at all")
    anna = person()
    page = anna.opens()
    with page.expect_file_chooser() as choosing:
        anna.button("Load a saved game").click()
    anna.forgives("400 malformed", "/api/tables/import")
    choosing.value.set_files(file)
    expect(page.get_by_role("status").filter(has_text="This save cannot be used")).to_be_visible()
    assert page.url.endswith("#/")


# -- help and wrong addresses ---------------------------------------------------------------------


def test_help_explains_the_dice_and_how_to_check_them(person: Callable[..., Person]) -> None:
    anna = person()
    page = anna.opens()
    page.get_by_role("navigation", name="Main pages").get_by_role("link", name="Help").click()
    expect(anna.heading("Why the dice can be trusted")).to_be_visible()
    expect(page.get_by_text("walstatt replay").first).to_be_visible()
    for heading in ("How to play", "With others", "Keys", "About Walstatt"):
        expect(anna.heading(heading)).to_be_visible()


def test_an_address_that_leads_nowhere_leads_back(person: Callable[..., Person]) -> None:
    anna = person()
    page = anna.opens("#/waterloo")
    expect(anna.heading("There is nothing at this address.")).to_be_visible()
    page.get_by_role("link", name="To the lobby").click()
    expect(anna.button("Start a battle")).to_be_visible()
    anna.opens("#/t/aaaaaaaaaa/0123456789abcdef")
    expect(anna.heading("This table is not to be had")).to_be_visible()


# -- account and settings ------------------------------------------------------------------------


def test_an_account_keeps_the_games_on_every_device(
    server: LiveServer, person: Callable[..., Person]
) -> None:
    house = House(server)
    name = f"anna-{uuid4().hex[:8]}"
    title = f"Kept by {name}"
    made = house.lays({"allied": ME, "french": ME}, title=title)
    anna = person()
    page = anna.opens(f"#/t/{made['table']}/{made['token']}")
    expect(anna.heading("Hand over the screen")).to_be_visible()
    page = anna.opens("#/account")
    anna.chooses("New account")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill("short")
    anna.button("New account").click()
    expect(page.get_by_text("needs at least 8 characters")).to_be_visible()
    page.get_by_label("Password").fill("austerlitz 1805")
    anna.button("New account").click()
    expect(anna.heading(name)).to_be_visible()
    anna.button("Log out").click()
    expect(anna.button("Log out")).to_have_count(0)

    elsewhere = person()
    elsewhere.forgives("403 (Forbidden)")
    page = elsewhere.opens("#/account")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill("not the password")
    elsewhere.button("Log in").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_label("Password").fill("austerlitz 1805")
    elsewhere.button("Log in").click()
    expect(elsewhere.heading(name)).to_be_visible()
    elsewhere.opens()
    mine = page.get_by_role("region", name="My games").get_by_role("link", name=title)
    mine.click()
    expect(elsewhere.heading("Hand over the screen")).to_be_visible()
    elsewhere.button("Go on as Allies").click()
    assert Chair(elsewhere).waits() == "mine"


def test_the_language_changes_at_once_and_is_remembered(person: Callable[..., Person]) -> None:
    anna = person()
    page = anna.opens()
    expect(anna.button("Start a battle")).to_be_visible()
    anna.chooses("DE")
    expect(anna.button("Schlacht beginnen", exact=True)).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("columnheader", name="Siegesfahnen")).to_be_visible()
    page.reload()
    expect(anna.button("Schlacht beginnen", exact=True)).to_be_visible()


def test_a_browser_that_speaks_german_is_answered_in_german(person: Callable[..., Person]) -> None:
    page = person(language="de-AT").opens("#/help")
    expect(page.get_by_role("heading", name="Warum man den Würfeln trauen kann")).to_be_visible()


def test_light_and_dark_follow_the_system_until_somebody_chooses(
    person: Callable[..., Person],
) -> None:
    anna = person(color_scheme="dark")
    page = anna.opens()
    html = page.locator("html")
    expect(html).to_have_attribute("data-theme", "dark")
    anna.button("Light colours").click()
    expect(html).to_have_attribute("data-theme", "light")
    page.reload()
    expect(html).to_have_attribute("data-theme", "light")
    anna.button("Settings").click()
    anna.chooses("As the system")
    expect(html).to_have_attribute("data-theme", "dark")
