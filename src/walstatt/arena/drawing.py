"""Plots as SVG: small, without scripts, readable on a phone, in light and dark."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from math import ceil, floor, log10
from textwrap import wrap
from typing import Final, TypeAlias

from msgspec import Struct

from walstatt.arena.statistics import Estimate

WIDTH: Final = 340
ROW: Final = 30
LEFT: Final = 12
RIGHT: Final = 12
LINE: Final = 13
LETTERS: Final = 44
"""How many letters of a name fit beside its figure."""
SERIES: Final = 6
"""How many colours there are for lines."""

COLOURS: Final = (
    ":root{--ink:#1f2421;--soft:#5c6660;--rule:#d8dcd5;--paper:#fbfaf6;--card:#fff;"
    "--s0:#1d6f6a;--s1:#b4501e;--s2:#4659a8;--s3:#8a6d0f;--s4:#8e3d7c;--s5:#4d7a2a}"
    "@media(prefers-color-scheme:dark){:root{--ink:#e9ebe4;--soft:#a3aca4;--rule:#3b423d;"
    "--paper:#171a18;--card:#1f2421;--s0:#58b8b0;--s1:#ee9160;--s2:#93a5f2;--s3:#d9b84d;"
    "--s4:#dd8fcb;--s5:#98cc6d}}"
)
SHAPES: Final = (
    "svg text{font:11px system-ui,sans-serif;fill:var(--ink)}svg .soft{fill:var(--soft)}"
    "svg .rule{stroke:var(--rule);stroke-width:1}svg .half{stroke:var(--soft);"
    "stroke-dasharray:3 3}svg .whisker{stroke:var(--s0);stroke-width:2}"
    + "".join(
        f"svg .f{n}{{fill:var(--s{n})}}svg .l{n}{{stroke:var(--s{n});stroke-width:2;fill:none}}"
        for n in range(SERIES)
    )
)

Written: TypeAlias = Callable[[float], str]


class Row(Struct, frozen=True):
    """One line of a plot of intervals: what it is, the figure, and how it is written."""

    label: str
    estimate: Estimate
    text: str


class Series(Struct, frozen=True):
    """One line through the turns."""

    label: str
    values: tuple[float, ...]


class Axis(Struct, frozen=True):
    """From where to where an axis goes, and the figures written at it."""

    low: float
    high: float
    ticks: tuple[float, ...]

    def at(self, value: float, start: float, end: float) -> float:
        """Give the place of a value between two places on the paper."""
        inside = min(max(value, self.low), self.high)
        return start + (inside - self.low) / ((self.high - self.low) or 1) * (end - start)


SHARES: Final = Axis(0.0, 1.0, (0.0, 0.25, 0.5, 0.75, 1.0))


def axis_over(values: Sequence[float], ticks: int = 4) -> Axis:
    """Make an axis with round figures that holds all values."""
    low, high = min((*values, 0.0)), max((*values, 0.0))
    rough = (high - low or 1.0) / ticks
    power = 10.0 ** floor(log10(rough))
    step = next(size * power for size in (1, 2, 5, 10) if size * power >= rough * (1 - 1e-9))
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    marks = tuple(round(n * step, 10) for n in range(first, max(last, first + 1) + 1))
    return Axis(marks[0], marks[-1], marks)


def svg(height: float, parts: Sequence[str], title: str) -> str:
    """Put a plot together; its title is read out to whoever cannot see it."""
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{escape(title)}"'
        f' xmlns="http://www.w3.org/2000/svg"><title>{escape(title)}</title>{"".join(parts)}</svg>'
    )


def standalone(picture: str) -> str:
    """Make a plot a file of its own, with its colours and its paper."""
    paper = '<rect width="100%" height="100%" fill="var(--paper)"/>'
    style = f"<style>{COLOURS}{SHAPES}</style>{paper}"
    return picture.replace("</title>", f"</title>{style}", 1) + "\n"


def text(x: float, y: float, words: str, *, anchor: str = "start", soft: bool = False) -> str:
    """Write something."""
    look = ' class="soft"' if soft else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{look}>{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, look: str) -> str:
    """Draw a straight line."""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{look}"/>'


def intervals(
    rows: Sequence[Row], axis: Axis, written: Written, title: str, middle: float | None = None
) -> str:
    """Draw a dot for each figure and a line for its interval, with the name above."""
    drawn: list[str] = []
    bottom = 0.0
    for row in rows:
        words = wrap(row.label, LETTERS) or [""]
        drawn += _interval(row, words, axis, bottom)
        bottom += ROW + LINE * (len(words) - 1)
    bottom += 6
    parts = _upright(axis, bottom, written)
    if middle is not None:
        x = axis.at(middle, LEFT, WIDTH - RIGHT)
        parts.append(line(x, 0, x, bottom, "half"))
    return svg(bottom + 18, [*parts, *drawn], title)


def _upright(axis: Axis, bottom: float, written: Written) -> list[str]:
    parts: list[str] = []
    for tick in axis.ticks:
        x = axis.at(tick, LEFT, WIDTH - RIGHT)
        anchor = {axis.ticks[0]: "start", axis.ticks[-1]: "end"}.get(tick, "middle")
        edge = {"start": 0, "end": WIDTH}.get(anchor, x)
        parts.append(line(x, 0, x, bottom, "rule"))
        parts.append(text(edge, bottom + 13, written(tick), anchor=anchor, soft=True))
    return parts


def _interval(row: Row, words: Sequence[str], axis: Axis, top: float) -> list[str]:
    low, at, high = (
        axis.at(one, LEFT, WIDTH - RIGHT)
        for one in (row.estimate.low, row.estimate.value, row.estimate.high)
    )
    y = top + 22 + LINE * (len(words) - 1)
    return [
        *(text(0, top + 12 + LINE * n, said) for n, said in enumerate(words)),
        text(WIDTH, top + 12, row.text, anchor="end", soft=True),
        line(low, y, high, y, "whisker"),
        f'<circle cx="{at:.1f}" cy="{y:.1f}" r="4" class="f0"/>',
    ]


def lines(series: Sequence[Series], axis: Axis, written: Written, title: str, below: str) -> str:
    """Draw lines through the turns, with their names in their colours underneath."""
    height, left = 180.0, 40.0
    longest = max((len(one.values) for one in series), default=1)
    parts = [
        part
        for tick in axis.ticks
        for part in (
            line(left, _y(axis, tick, height), WIDTH, _y(axis, tick, height), "rule"),
            text(left - 5, _y(axis, tick, height) + 4, written(tick), anchor="end", soft=True),
        )
    ]
    turns = axis_over([1.0, float(max(longest, 2))])
    for turn in turns.ticks:
        if 1 <= turn <= longest and turn == int(turn):
            x = _x(turn, longest, left)
            parts.append(text(x, height + 14, f"{turn:g}", anchor="middle", soft=True))
    parts.append(text(WIDTH, height + 28, below, anchor="end", soft=True))
    for n, one in enumerate(series):
        points = " ".join(
            f"{_x(turn, longest, left):.1f},{_y(axis, value, height):.1f}"
            for turn, value in enumerate(one.values, 1)
        )
        parts.append(f'<polyline points="{points}" class="l{n % SERIES}"/>')
        parts += _key(n, one.label, height + 44 + 16 * n)
    return svg(height + 40 + 16 * len(series), parts, title)


def _x(turn: float, longest: int, left: float) -> float:
    return left + (turn - 1) / max(longest - 1, 1) * (WIDTH - left - 6)


def _y(axis: Axis, value: float, height: float) -> float:
    return axis.at(value, height - 4, 8)


def _key(n: int, label: str, y: float) -> list[str]:
    return [
        f'<rect x="0" y="{y - 8:.1f}" width="10" height="10" rx="2" class="f{n % SERIES}"/>',
        text(16, y + 1, label),
    ]


def columns(bars: Sequence[tuple[str, float]], title: str, below: str) -> str:
    """Draw a column for each class, with its number on top."""
    height = 120.0
    most = max((size for _, size in bars), default=1.0) or 1.0
    wide = min((WIDTH - 4) / max(len(bars), 1), 60.0)
    every = ceil(len(bars) / 10)
    parts = [line(0, height, WIDTH, height, "rule")]
    for n, (label, size) in enumerate(bars):
        tall = size / most * (height - 20)
        parts.append(
            f'<rect x="{n * wide + 2:.1f}" y="{height - tall:.1f}" width="{max(wide - 3, 1):.1f}"'
            f' height="{tall:.1f}" class="f0"/>'
        )
        middle = (n + 0.5) * wide
        if n % every == 0:
            parts.append(text(middle, height + 13, label, anchor="middle", soft=True))
        if every == 1:
            parts.append(text(middle, height - tall - 4, f"{size:g}", anchor="middle"))
    parts.append(text(WIDTH, height + 28, below, anchor="end", soft=True))
    return svg(height + 34, parts, title)
