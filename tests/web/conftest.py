"""A real server and a real browser for the tests of the web client."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.server.live import LiveServer
from tests.server.unlimited import UNLIMITED
from tests.web.houses import Fought, House, battle
from tests.web.people import DESKTOP, PATIENCE_MS, Person, chromium
from walstatt.kernel.save import to_bytes

LONGEST_S = 1500
"""How long a test may take on a busy machine; an idle one needs a twentieth of it."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder as one that needs a browser, and time where that is busy."""
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.timeout(LONGEST_S))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = chromium(playwright)
        yield found
        found.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """One server for all tests that neither stop it nor set it up differently."""
    data = tmp_path_factory.mktemp("house") / "walstatt.db"
    with LiveServer(data, environment=UNLIMITED) as running:
        yield running


@pytest.fixture(scope="session")
def fought(server: LiveServer) -> Fought:
    """Bring a finished battle, at which nobody changes anything."""
    made = House(server).brings(to_bytes(battle()))
    return Fought(f"{made['table']}/{made['token']}", f"{made['table']}/{made['watch']}")


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Callable[..., LiveServer]]:
    """Servers of one's own, to be killed, or set up differently."""
    running: list[LiveServer] = []

    def starts(**environment: str) -> LiveServer:
        data = tmp_path / f"walstatt-{len(running)}.db"
        running.append(LiveServer(data, environment={**UNLIMITED, **environment}))
        running[-1].start()
        return running[-1]

    yield starts
    for one in running:
        one.kill()


@pytest.fixture
def person(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., Person]]:
    """Give people, each with a browser of his own; none of their pages may have complained."""
    people: list[Person] = []

    def sits_down(
        viewport: dict[str, int] | None = None,
        language: str = "en",
        at: str = "",
        kept: dict[str, Any] | None = None,
        **context: Any,  # noqa: ANN401 - whatever a browser can be told
    ) -> Person:
        made = browser.new_context(
            **{
                "viewport": viewport or DESKTOP,
                "locale": language,
                "reduced_motion": "reduce",
                "permissions": ["clipboard-read", "clipboard-write"],
                **context,
            }
        )
        made.set_default_timeout(PATIENCE_MS)
        where = at or request.getfixturevalue("server").url
        people.append(Person(made, where, kept or {}))
        return people[-1]

    yield sits_down
    complaints = [complaint for one in people for complaint in one.complaints]
    for one in people:
        one.context.close()
    assert complaints == []
