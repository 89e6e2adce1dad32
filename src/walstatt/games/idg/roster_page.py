"""The roster as a page for printing: one file, nothing fetched from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import Final

from walstatt.games.idg.army_words import army_catalogue
from walstatt.games.idg.roster import Part, Roster, Row, part_text
from walstatt.i18n.catalogue import say

MARKERS: Final = 7
"""How many disorder markers destroy a unit. IDG-13.2.12."""
SCALE: Final = 25
"""Tenths of a millimetre of a base for one unit of the drawing."""
FRONT: Final = 600 // SCALE

STYLE: Final = """
:root { color-scheme: light; --ink: #1d2225; --soft: #5f656a; --line: #cfc6b2; --accent: #1b6657; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 190mm; padding: 10mm 6mm; background: #fbf9f4; color: var(--ink);
  font: 10.5pt/1.4 "Iowan Old Style", "Palatino Linotype", Palatino, "Noto Serif", Georgia, serif; }
header { display: flex; justify-content: space-between; align-items: baseline; gap: 8mm;
  border-bottom: 2px solid var(--accent); padding-bottom: 2mm; }
h1 { margin: 0; font-size: 20pt; font-weight: 600; line-height: 1.15; }
.total { white-space: nowrap; font-size: 13pt; font-variant-numeric: tabular-nums; }
.note { margin: 3mm 0 0; font-style: italic; }
dl { display: grid; grid-template-columns: max-content 1fr max-content 1fr; gap: 1mm 4mm;
  margin: 4mm 0; }
dt { color: var(--soft); }
dd { margin: 0; }
table { width: 100%; border-collapse: collapse; }
tr { break-inside: avoid; }
th { border-bottom: 1px solid var(--ink); padding: 1mm 2mm; text-align: left; font-weight: 600;
  font-size: 9pt; }
th:first-child, th:last-child { text-align: right; }
td { border-bottom: 1px solid var(--line); padding: 2mm; vertical-align: top; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.name { font-weight: 600; }
.kind, .troops { color: var(--soft); font-size: 9.5pt; }
.troops { margin: 0; padding: 0; list-style: none; }
.boxes { white-space: nowrap; }
.boxes i { display: inline-block; width: 4mm; height: 4mm; margin-right: 0.8mm;
  border: 1px solid var(--ink); border-radius: 50%; }
.boxes i.turn { border-width: 2px; }
svg { display: block; margin-top: 1mm; max-width: 100%; }
svg rect { fill: #fff; stroke: var(--ink); }
svg rect.elite { fill: #e3dccd; }
svg rect.front { fill: var(--ink); stroke: none; }
svg text { font-size: 13px; text-anchor: middle; }
.rules { margin: 5mm 0 0; padding: 0; list-style: none; font-size: 9.5pt; }
.rules code { color: var(--soft); font: 8.5pt ui-monospace, Consolas, monospace; }
footer { margin-top: 5mm; color: var(--soft); font-size: 8.5pt; }
@media print {
  @page { size: A4; margin: 12mm; }
  body { max-width: none; padding: 0; background: none; }
}
@media (max-width: 700px) {
  dl { grid-template-columns: max-content 1fr; }
  header { flex-wrap: wrap; }
}
"""


def as_page(sheet: Roster) -> str:
    """Write the roster as an HTML document."""
    title = escape(sheet.title)
    return "\n".join(
        (
            "<!doctype html>",
            f'<html lang="{sheet.language}">',
            '<head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title><style>{STYLE}</style></head>",
            "<body>",
            *_body(sheet),
            "</body></html>",
            "",
        )
    )


def _body(sheet: Roster) -> Iterator[str]:
    total = _word(sheet, "total", points=sheet.points, limit=sheet.limit)
    yield f'<header><h1>{escape(sheet.title)}</h1><div class="total">{total}</div></header>'
    if sheet.note:
        yield f'<p class="note">{escape(sheet.note)}</p>'
    yield "<dl>"
    yield from (f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in sheet.facts)
    yield "</dl>"
    yield from _table(sheet)
    yield from _rules(sheet)
    footer = (_word(sheet, "elements", n=sheet.elements), _word(sheet, "legend"))
    yield f"<footer>{' '.join(footer)}</footer>"


def _table(sheet: Roster) -> Iterator[str]:
    heads = ("number", "unit", "disorder", "points")
    yield "<table><thead><tr>"
    yield from (f"<th>{_word(sheet, f'head_{one}')}</th>" for one in heads)
    yield "</tr></thead><tbody>"
    yield from (_row(sheet, row) for row in sheet.rows)
    for what, points in sheet.things:
        yield _plain_row(escape(what), str(points))
    if sheet.baggage:
        yield _plain_row(_word(sheet, "baggage", n=sheet.baggage), "")
    yield "</tbody></table>"


def _plain_row(what: str, points: str) -> str:
    return f'<tr><td></td><td>{what}</td><td></td><td class="n">{points}</td></tr>'


def _row(sheet: Roster, row: Row) -> str:
    kinds = [row.kind] if row.kind else []
    kinds += [_word(sheet, "allies")] if row.allied else []
    kind = f' <span class="kind">{escape(", ".join(kinds))}</span>' if kinds else ""
    troops = "".join(f"<li>{escape(part_text(sheet, part))}</li>" for part in row.parts)
    boxes = "".join(
        f'<i class="{"turn" if at in (3, 4, 5) else ""}"></i>' for at in range(1, MARKERS + 1)
    )
    return (
        f'<tr><td class="n">{row.number}</td><td><span class="name">{escape(row.name)}</span>{kind}'
        f'<ul class="troops">{troops}</ul>{_bases(row.parts)}</td>'
        f'<td class="boxes">{boxes}</td><td class="n">{row.points}</td></tr>'
    )


def _bases(parts: Iterable[Part]) -> str:
    """Draw the elements as bases seen from above, to be crossed out."""
    bases = [part for part in parts for _ in range(part.count)]
    height = max(part.depth for part in bases) // SCALE + 2
    drawn = "".join(_base(part, 1 + at * (FRONT + 3)) for at, part in enumerate(bases))
    width = len(bases) * (FRONT + 3) + 2
    return f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}">{drawn}</svg>'


def _base(part: Part, x: int) -> str:
    depth = part.depth // SCALE
    look = ' class="elite"' if part.elite else ""
    star = f'<text x="{x + FRONT // 2}" y="{depth // 2 + 6}">★</text>' if part.general else ""
    return (
        f'<rect{look} x="{x}" y="1" width="{FRONT}" height="{depth}"/>'
        f'<rect class="front" x="{x}" y="1" width="{FRONT}" height="2"/>{star}'
    )


def _rules(sheet: Roster) -> Iterator[str]:
    if not sheet.remarks:
        return
    yield '<ul class="rules">'
    for one in sheet.remarks:
        yield f"<li><b>{escape(one.name)}</b>: {escape(one.text)} <code>{one.rule}</code></li>"
    yield "</ul>"


def _word(sheet: Roster, name: str, **args: int) -> str:
    return escape(army_catalogue().text(say(f"idg.roster.{name}", **args), sheet.language))
