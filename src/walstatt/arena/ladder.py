"""A tournament told: as a table, as a plot, and as a page that is published."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from walstatt.arena.drawing import Row, axis_over, intervals, standalone
from walstatt.arena.ratings import Rating
from walstatt.arena.statistics import Estimate
from walstatt.arena.tournament import Standing, Table
from walstatt.arena.words import Words

HEAD: Final = """# The ladder

How strong the computer players are: every level against every other one, over all scenarios,
each game from both sides with the same dice. `walstatt arena GAME --publish docs/ladder.md`
writes a game's part of this page again; [arena.md](arena.md) says how it is reckoned.
"""


def rating_rows(table: Table, words: Words) -> list[list[str]]:
    """List the levels, the strongest first."""
    best = sorted(table.ratings, key=lambda one: -one.elo)
    return [
        [words.level(one.name), words.numbers.whole(one.elo), _span(one, words)] for one in best
    ]


def _span(rating: Rating, words: Words) -> str:
    if rating.low == rating.high:
        return ""
    return f"{words.numbers.whole(rating.low)} … {words.numbers.whole(rating.high)}"


def pair_rows(standings: Sequence[Standing], words: Words) -> list[list[str]]:
    """List pairs, the stronger of each first, by their share."""
    turned = [one if one.share.value >= 0.5 else _turned(one) for one in standings]
    return [
        [
            words.word("arena.against", one=words.level(one.one), other=words.level(one.other)),
            *([words.scenario(one.scenario)] if one.scenario else []),
            str(one.wins),
            str(one.draws),
            str(one.games - one.wins - one.draws),
            words.numbers.percent(one.share.value, 1),
            words.numbers.span(one.share, 1),
        ]
        for one in turned
    ]


def _turned(one: Standing) -> Standing:
    share = one.share
    other = Estimate(1 - share.value, 1 - share.high, 1 - share.low, share.n)
    lost = one.games - one.wins - one.draws
    return Standing(one.other, one.one, lost, one.draws, one.games, other, one.scenario)


def rating_heads(words: Words) -> list[str]:
    """Head the table of levels."""
    return [words.word(f"arena.{one}") for one in ("level", "rating", "interval")]


def pair_heads(words: Words, *, places: bool = False) -> list[str]:
    """Head the table of pairs."""
    names = ["pair", *(["scenario"] if places else []), "wins", "draws", "losses", "share"]
    return [words.word(f"arena.{one}") for one in (*names, "interval")]


def plot(table: Table, words: Words) -> str:
    """Draw the ratings."""
    best = sorted(table.ratings, key=lambda one: -one.elo)
    rows = [
        Row(
            words.level(one.name),
            Estimate(one.elo, one.low, one.high, table.games),
            words.numbers.whole(one.elo),
        )
        for one in best
    ]
    axis = axis_over([edge for one in best for edge in (one.low, one.high)])
    title = words.word("arena.title", game=words.title)
    return standalone(intervals(rows, axis, words.numbers.whole, title))


def publish(table: Table, page: Path, words: Words, how: str) -> None:
    """Write a game's part of the page, and its plot beside it; the other parts stay."""
    picture = page.with_name(f"{page.stem}-{table.game}.svg")
    page.parent.mkdir(parents=True, exist_ok=True)
    old = page.read_text(encoding="utf-8") if page.exists() else HEAD
    begin, end = f"<!-- {table.game} begins -->", f"<!-- {table.game} ends -->"
    part = "\n".join([begin, "", *_part(table, words, picture.name, how), "", end])
    found = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
    new = found.sub(lambda _: part, old) if found.search(old) else f"{old.rstrip()}\n\n{part}\n"
    page.write_text(new, encoding="utf-8")
    picture.write_text(plot(table, words), encoding="utf-8")


def _part(table: Table, words: Words, picture: str, how: str) -> list[str]:
    return [
        f"## {words.title}",
        "",
        words.word("arena.total", n=table.games) + f" `{how}`",
        "",
        *_markdown(rating_heads(words), rating_rows(table, words)),
        "",
        words.word("arena.measure", level=words.level(table.levels[0])),
        "",
        f"![{words.word('arena.title', game=words.title)}]({picture})",
        "",
        *_markdown(pair_heads(words), pair_rows(table.pairs, words)),
        "",
        *_markdown(pair_heads(words, places=True), pair_rows(table.places, words)),
    ]


def _markdown(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    lines = [heads, ["---"] * len(heads), *rows]
    return [f"| {' | '.join(line)} |" for line in lines]
