"""A report as one HTML file: nothing is fetched, nothing runs, and it reads on a phone."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from msgspec import Struct

from walstatt.arena.drawing import COLOURS, SHAPES

STYLE: Final = (
    COLOURS
    + SHAPES
    + "*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);"
    "font:16px/1.5 system-ui,sans-serif;color-scheme:light dark}"
    "main{max-width:60rem;margin:0 auto;padding:1rem}"
    "h1{font-size:1.6rem;line-height:1.2;margin:.5rem 0}h2{font-size:1.25rem;margin:0 0 .5rem}"
    "h3{font-size:1rem;margin:1rem 0 .25rem}p{margin:.25rem 0 .75rem;max-width:44rem}"
    "section{background:var(--card);border:1px solid var(--rule);border-radius:8px;"
    "padding:1rem;margin:1rem 0}a{color:var(--s0)}.soft{color:var(--soft)}"
    ".plots{display:grid;gap:1rem 2rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,"
    "21rem),1fr))}figure{margin:0;max-width:30rem}figcaption{font-weight:600;font-size:.9rem}"
    "svg{display:block;width:100%;height:auto}.wide{overflow-x:auto;margin-top:.75rem}"
    "table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}"
    "th,td{padding:.25rem .6rem .25rem 0;border-bottom:1px solid var(--rule);text-align:right;"
    "white-space:nowrap}th:first-child,td:first-child{text-align:left;white-space:normal;"
    "min-width:9rem}th{color:var(--soft);font-weight:600}details{margin:.75rem 0}"
    "summary{cursor:pointer;color:var(--s0)}nav ul{columns:2 14rem;padding-left:1.2rem}"
    "code{font-size:.85rem;overflow-wrap:anywhere}"
)


class Section(Struct, frozen=True):
    """One part of a report."""

    id: str
    title: str
    parts: tuple[str, ...]


def page(
    language: str, title: str, lead: Sequence[str], sections: Sequence[Section], foot: str
) -> str:
    """Put a report together."""
    contents = "".join(f'<li><a href="#{one.id}">{escape(one.title)}</a></li>' for one in sections)
    body = "".join(
        f'<section id="{one.id}"><h2>{escape(one.title)}</h2>{"".join(one.parts)}</section>'
        for one in sections
    )
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\';'
        " style-src 'unsafe-inline'\">"
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body><main>"
        f"<h1>{escape(title)}</h1>{''.join(lead)}<nav><ul>{contents}</ul></nav>{body}"
        f"<footer>{foot}</footer></main></body></html>\n"
    )


def paragraph(words: str, look: str = "") -> str:
    """Write a paragraph."""
    look = f' class="{look}"' if look else ""
    return f"<p{look}>{escape(words)}</p>"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Write a table, which can be pushed sideways where it is too wide."""
    head = "".join(f"<th>{escape(one)}</th>" for one in heads)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows
    )
    return (
        f'<div class="wide" tabindex="0" role="group" aria-label="{escape(", ".join(heads))}">'
        f"<table><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )


def folded(title: str, inside: str) -> str:
    """Hide something until it is wanted."""
    return f"<details><summary>{escape(title)}</summary>{inside}</details>"


def figures(plots: Sequence[tuple[str, str]]) -> str:
    """Set plots side by side, where there is room, each with its caption."""
    inside = "".join(
        f"<figure>{f'<figcaption>{escape(caption)}</figcaption>' if caption else ''}{plot}</figure>"
        for caption, plot in plots
    )
    return f'<div class="plots">{inside}</div>'
