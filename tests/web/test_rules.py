"""The rules at hand: by id, by words, in the glossary, and for the decision one has to make."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.server.live import LiveServer
from tests.web.chairs import hot_seat, hurried
from tests.web.houses import House, where
from tests.web.people import Person


def test_a_rule_opens_by_its_id_and_is_found_by_its_words(person: Callable[..., Person]) -> None:
    anna = person()
    page = anna.opens("#/rules/ccn/CCN-8.4.1")
    rule = page.locator("article.current")
    expect(rule).to_have_count(1)
    expect(rule).to_be_in_viewport()
    expect(rule).to_contain_text("CCN-8.4.1")
    statement = rule.locator(".text").inner_text()
    words = " ".join(statement.split()[:4]).strip(".,;:")
    anna.page.keyboard.press("/")
    page.keyboard.type(words)
    expect(page.get_by_role("status").filter(has_text=re.compile(r"\d+ rules?"))).to_be_visible()
    expect(page.locator("article").filter(has_text="CCN-8.4.1").first).to_be_visible()
    page.get_by_role("searchbox").fill("zzyzx")
    expect(page.get_by_text("Nothing found.")).to_be_visible()


def test_a_rule_named_at_the_table_opens_beside_the_board(
    server: LiveServer, person: Callable[..., Person]
) -> None:
    made = House(server).brings(where("choose_combat", "allied"))
    anna = person()
    page = anna.opens(f"#/t/{made['table']}/{made['token']}")
    anna.button("Go on as Allies").click()
    link = anna.button(re.compile(r"^Rule CCN-\d")).first
    name = str(link.inner_text())
    link.click()
    sheet = anna.dialog(f"Rule {name}")
    expect(sheet.locator("article.current")).to_contain_text(name)
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(link).to_be_focused()


def test_the_glossary_explains_every_term_in_both_languages(
    server: LiveServer, person: Callable[..., Person]
) -> None:
    terms = House(server).asks("/games/ccn/rules").json()["glossary"]
    assert len(terms) > 10
    anna = person()
    page = anna.opens("#/rules/ccn")
    page.get_by_role("navigation", name="Chapters").get_by_role("link", name="Glossary").click()
    expect(page.get_by_role("term")).to_have_count(len(terms))
    english = page.get_by_role("term").all_inner_texts()
    assert english == sorted(english, key=str.casefold)
    assert all(text.strip() for text in page.get_by_role("definition").all_inner_texts())
    anna.chooses("DE")
    expect(anna.heading("Begriffe")).to_be_visible()
    expect(page.get_by_role("term").first).not_to_be_empty()
    german = page.get_by_role("term").all_inner_texts()
    assert len(german) == len(terms)
    assert len({*english} & {*german}) < len(terms) / 4
    anna.opens("#/rules/ccn")
    page.get_by_role("searchbox").fill(german[0])
    expect(page.get_by_role("term").first).to_have_text(german[0])


def test_the_panel_explains_the_decision_and_searches(
    server: LiveServer, person: Callable[..., Person]
) -> None:
    anna = person(kept=hurried())
    page = anna.page
    hot_seat(anna, House(server), where("choose_combat", "allied", choices=4, after=30))
    anna.tab("Rules").click()
    panel = page.get_by_role("tabpanel", name="Rules")
    now = panel.get_by_role("region", name="What this decision means")
    expect(now.get_by_role("heading", name="Fighting")).to_be_visible()
    expect(now.get_by_role("term").filter(has_text="line of sight")).to_be_visible()
    panel.get_by_role("searchbox", name="Search the rules").fill("CCN-8.4.1")
    expect(panel.locator("article").first).to_contain_text("CCN-8.4.1")
    panel.get_by_role("searchbox", name="Search the rules").fill("cavalry forest")
    found = panel.locator("article")
    expect(found.first).to_contain_text(re.compile("forest", re.IGNORECASE))
    expect(found.first).to_contain_text(re.compile("cavalry", re.IGNORECASE))
    panel.get_by_role("searchbox", name="Search the rules").press("Escape")
    expect(now).to_be_visible()
