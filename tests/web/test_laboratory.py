"""The laboratory's report as a browser shows it: wide and narrow, by day and by night."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import Browser

from tests.lab.runs import toy_report
from tests.web.axe import violations
from tests.web.people import DESKTOP, PHONE
from walstatt.lab.laboratory import Written

PAPER = {"light": "rgb(251, 250, 246)", "dark": "rgb(23, 26, 24)"}


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Written:
    return toy_report(tmp_path_factory.mktemp("report"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_report_reads_well_everywhere(
    browser: Browser,
    report: Written,
    size: dict[str, int],
    language: str,
    scheme: Literal["light", "dark"],
) -> None:
    context = browser.new_context(viewport=size, color_scheme=scheme)
    page = context.new_page()
    asked: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(report.report(language).as_uri())
    assert len(asked) == 1, "nothing is fetched"
    assert complaints == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == PAPER[scheme]
    smallest = page.evaluate(
        "Math.min(...[...document.querySelectorAll('svg text')]"
        ".map(one => one.getBoundingClientRect().height))"
    )
    assert smallest >= 10, "figures can be read"
    assert violations(page) == []
    context.close()
