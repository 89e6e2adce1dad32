"""Names, titles, chat and addresses are text: nothing that people write is ever carried out."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import Dialog, Page, expect

from tests.server.live import LiveServer
from tests.web.houses import FRIEND, ME, House
from tests.web.people import Person

HIT = "window.hit=1"
PAYLOADS = (
    f"<img src=x onerror={HIT}>",
    f"<script>{HIT}</script>",
    f"<svg/onload={HIT}>",
    f'"><b id=hit onmouseover={HIT}>',
    f"javascript:{HIT}",
    "{name}{seat}{0}${1}{{7*7}}",
)
SHORT = PAYLOADS[0]
"""Short enough for a name."""


def is_untouched(page: Page) -> bool:
    """Tell whether nothing was carried out, and nothing became a part of the page."""
    hit = page.evaluate("() => window.hit === undefined && document.getElementById('hit') === null")
    strange = page.evaluate(
        "() => [...document.querySelectorAll('script:not([src]), img[src=x], svg[onload], "
        "[onerror], [onload], [onmouseover], iframe, object, embed, base')].length"
    )
    return bool(hit) and strange == 0


def watched(one: Person) -> list[str]:
    """Note every dialog that a script opens and every request that leaves for elsewhere."""
    noted: list[str] = []

    def opened(dialog: Dialog) -> None:
        noted.append(dialog.message)
        dialog.dismiss()

    one.page.on("dialog", opened)
    one.page.on(
        "request",
        lambda asked: (
            None
            if asked.url.startswith((one.at, "data:", "blob:", one.at.replace("http", "ws")))
            else noted.append(asked.url)
        ),
    )
    return noted


def test_names_and_chat_are_shown_as_they_were_written(
    person: Callable[..., Person], server: LiveServer
) -> None:
    house = House(server)
    made = house.lays({"french": ME, "allied": FRIEND}, name=SHORT, title=PAYLOADS[3], listed=True)
    joined = house.joins(made["table"], made["links"]["allied"], SHORT)
    for text in PAYLOADS:
        house.tells(f"/tables/{made['table']}/do", {"do": "say", "text": text}, joined["token"])
    host = person()
    noted = watched(host)
    page = host.opens(f"#/t/{made['table']}/{made['token']}")
    host.tab("Chat").click()
    lines = page.get_by_role("log", name="Chat")
    for text in PAYLOADS:
        expect(lines.get_by_text(text, exact=True).first).to_be_visible()
    expect(lines.get_by_text(SHORT).first).to_be_visible()
    assert is_untouched(page)
    assert noted == []


def test_the_lobby_shows_titles_and_names_as_they_were_written(
    person: Callable[..., Person], server: LiveServer
) -> None:
    house = House(server)
    title = f"{PAYLOADS[2]} lobby"
    house.lays({"french": ME, "allied": {"occupant": "open"}}, name=SHORT, title=title, listed=True)
    guest = person()
    noted = watched(guest)
    page = guest.opens("#/")
    expect(page.get_by_text(re.compile(re.escape(title))).first).to_be_visible()
    assert is_untouched(page)
    assert noted == []


@pytest.mark.parametrize(
    "place",
    [
        f"#/t/{quote(PAYLOADS[0])}",
        f"#/t/abcdefgh23/{quote(PAYLOADS[1])}",
        f"#/replay/{quote(PAYLOADS[2])}/x/1",
        f"#/rules/ccn/{quote(PAYLOADS[3])}",
        f"#/rules/{PAYLOADS[0]}",
        f"#/new/{PAYLOADS[0]}/{PAYLOADS[1]}",
        f"#{PAYLOADS[4]}",
        "#//evil.example/",
        "#/../../evil.example",
        "#/__proto__/constructor",
        "#/t/%E0%A4%A",
    ],
)
def test_an_address_is_only_an_address(
    person: Callable[..., Person], server: LiveServer, place: str
) -> None:
    guest = person()
    guest.forgives("status of 400", "status of 404")
    noted = watched(guest)
    page = guest.opens_anew(place)
    expect(page.locator("#app")).not_to_be_empty()
    page.wait_for_load_state("networkidle")
    assert is_untouched(page)
    assert page.url.startswith(server.url)
    assert noted == []


def test_the_policy_would_stop_a_script_that_got_in(
    person: Callable[..., Person], server: LiveServer
) -> None:
    """Even if something slipped into the page, the browser would not carry it out."""
    del server
    guest = person()
    page = guest.opens("#/")
    expect(page.locator("#app")).not_to_be_empty()
    page.evaluate(
        """(hit) => {
          window.stopped = 0;
          document.addEventListener("securitypolicyviolation", () => (window.stopped += 1));
          const script = document.createElement("script");
          script.textContent = hit;
          document.body.append(script);
          const box = document.createElement("div");
          box.innerHTML = `<img src="data:," onerror="${hit}"><a href="javascript:${hit}">x</a>`;
          document.body.append(box);
          box.querySelector("a").click();
        }""",
        HIT,
    )
    page.wait_for_function("() => window.stopped >= 3")
    assert page.evaluate("() => window.hit") is None
    guest.complaints[:] = [one for one in guest.complaints if "Content Security Policy" not in one]


def test_no_page_can_be_framed_by_another(
    person: Callable[..., Person], server: LiveServer
) -> None:
    guest = person()
    page = guest.opens("#/")
    page.goto("about:blank")
    page.set_content(f'<iframe src="{server.url}/"></iframe>')
    frame = page.frames[-1]
    while frame.url in {"", "about:blank"}:
        page.wait_for_timeout(20)
    assert frame.url.startswith("chrome-error:")
    guest.complaints.clear()
