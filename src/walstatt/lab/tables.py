"""A run's data for other programs: a row for each game and seat, and for each kind of unit."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from walstatt.arena.runners import NotInstalled
from walstatt.lab.findings import Game

_BOTH: Final = ("key", "scenario", "options", "number", "seat", "level", "army")
_PLAY: Final = ("points", "first", "turns", "decisions", "reason", "lost")
GAMES: Final = (*_BOTH, *_PLAY, "rolls", "losses", "expected", "variance")
UNITS: Final = (*_BOTH, "kind", "units", "cost", "suffered", "inflicted")


def game_rows(games: Iterable[Game]) -> list[list[Any]]:
    """Give a row for every seat of every game."""
    return [_game_row(game, seat) for game in games for seat in game.seats]


def _head(game: Game, seat: Any) -> list[Any]:  # noqa: ANN401 - a seat's id
    job = game.job
    where = [job.key, job.scenario, job.variant, job.number]
    return [*where, seat, job.levels[seat], job.armies.get(seat, "")]


def _game_row(game: Game, seat: Any) -> list[Any]:  # noqa: ANN401
    result = game.result
    lost = result.losses.get(seat, ())
    luck = result.luck.get(seat)
    fortune = [luck.rolls, luck.losses, luck.expected, luck.variance] if luck else [0, 0, 0.0, 0.0]
    return [
        *_head(game, seat),
        game.points(seat),
        result.first == seat,
        result.turns,
        result.decisions,
        result.reason,
        lost[-1] if lost else 0.0,
        *fortune,
    ]


def unit_rows(games: Iterable[Game]) -> list[list[Any]]:
    """Give a row for every kind of unit of every seat of every game."""
    return [
        [*_head(game, one.seat), one.kind, one.units, one.cost, one.suffered, one.inflicted]
        for game in games
        for one in game.result.units
    ]


def write_csv(path: Path, heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Write a table as CSV."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(heads)
        writer.writerows(rows)


def write_parquet(path: Path, heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Write a table as Parquet."""
    try:
        import pyarrow as pa  # noqa: PLC0415 - large, and not everybody has it
        from pyarrow import parquet  # noqa: PLC0415
    except ImportError:
        raise NotInstalled("Tables as Parquet need PyArrow: pip install 'walstatt[lab]'") from None
    columns = {head: [row[n] for row in rows] for n, head in enumerate(heads)}
    parquet.write_table(pa.table(columns), path)


def write_tables(folder: Path, games: Sequence[Game]) -> str:
    """Write all tables as CSV and, where it can be done, as Parquet; say why if it cannot."""
    tables = (("games", GAMES, game_rows(games)), ("units", UNITS, unit_rows(games)))
    for name, heads, rows in tables:
        write_csv(folder / f"{name}.csv", heads, rows)
    try:
        for name, heads, rows in tables:
            write_parquet(folder / f"{name}.parquet", heads, rows)
    except NotInstalled as missing:
        return str(missing)
    return ""
