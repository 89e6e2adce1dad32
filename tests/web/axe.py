"""The accessibility of a page as axe-core judges it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from playwright.sync_api import Page

LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
SOURCE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"


@cache
def _axe() -> str:
    return SOURCE.read_text(encoding="utf-8")


SETTLED = """() => Promise.all(
  document.getAnimations()
    .filter((one) => Number.isFinite(one.effect.getComputedTiming().endTime))
    .map((one) => one.finished.catch(() => null)),
).then(() => null)"""
"""Waits until nothing fades in or moves any more: half faded text has too little contrast."""


def violations(page: Page) -> list[str]:
    """List what a page does against the rules of levels A and AA, with where and why."""
    if page.evaluate("typeof window.axe") == "undefined":
        page.evaluate(_axe())
    page.evaluate(SETTLED)
    found = page.evaluate(
        "(tags) => axe.run(document, {resultTypes: ['violations'], runOnly: tags})", LEVELS
    )
    assert found["passes"], "axe has looked at something"
    return [
        f"{one['id']}: {node['target']} {node['html'][:160]} -- {node['failureSummary']}"
        for one in found["violations"]
        for node in one["nodes"]
    ]
