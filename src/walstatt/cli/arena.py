"""`walstatt arena`: levels against each other."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
from msgspec import Struct
from rich.console import Console
from rich.table import Table as Grid

from walstatt.ai.levels import players
from walstatt.arena.ladder import pair_heads, pair_rows, plot, publish, rating_heads, rating_rows
from walstatt.arena.runners import runner_called
from walstatt.arena.running import about_game, play_all
from walstatt.arena.tournament import Table, Tournament, duels, jobs_of, require_possible, table_of
from walstatt.arena.words import Words
from walstatt.cli.arena_progress import showing
from walstatt.cli.language import chosen_language
from walstatt.cli.trouble import UsageError
from walstatt.cli.wishes import game_called, options_from, scenario_called
from walstatt.kernel.errors import BadRequest


class Wish(Struct, frozen=True):
    """What was asked for on the command line."""

    game: str
    levels: str | None
    neighbours: bool
    games: int
    scenario: tuple[str, ...]
    seed: int
    out: Path | None
    runner: str
    workers: int | None
    budget_ms: int
    playouts: int | None
    option: tuple[str, ...]
    publish: Path | None
    lang: str | None
    json: bool
    quiet: bool


def hold_arena(wish: Wish) -> int:
    """Play the tournament, or what is left of it, and tell what came of it."""
    tournament = _tournament(wish)
    words = Words(wish.game, chosen_language(wish.lang))
    folder = wish.out or Path(f"arena-{wish.game}")
    jobs = jobs_of(tournament)
    about = {
        **about_game(wish.game, wish.seed, wish.budget_ms, wish.playouts),
        "options": tournament.options,
    }
    runner = runner_called(wish.runner, wish.workers)
    with showing(words, sys.argv[1:], quiet=wish.quiet or wish.json) as progress:
        results = play_all(jobs, folder, about, runner, progress)
    table = table_of(tournament, jobs, results)
    _keep(table, folder, words)
    if wish.publish is not None:
        publish(table, wish.publish, Words(wish.game, "en"), _command(wish, tournament))
    if wish.json:
        print(msgspec.json.encode(table).decode())
    else:
        _tell(table, words, folder)
    return 1 if table.faults else 0


def _tournament(wish: Wish) -> Tournament:
    definition = game_called(wish.game)
    usual = [level.id for level in players(wish.game) if not level.tempered]
    levels = wish.levels or ",".join(usual)
    for name in wish.scenario:
        scenario_called(definition, name)
    tournament = Tournament(
        wish.game,
        tuple(level.strip() for level in levels.split(",")),
        duels(wish.game, wish.scenario),
        wish.games,
        wish.seed,
        wish.budget_ms,
        wish.playouts,
        options_from(definition, wish.option),
        wish.neighbours,
    )
    try:
        require_possible(tournament)
    except BadRequest as wrong:
        raise UsageError(str(wrong)) from None
    return tournament


def _command(wish: Wish, tournament: Tournament) -> str:
    """Write how the published figures can be had again."""
    levels = ",".join(tournament.levels)
    parts = [f"walstatt arena {wish.game} --levels {levels} --games {wish.games}"]
    parts += ["--neighbours"] if wish.neighbours else []
    parts += [f"--scenario {one}" for one in wish.scenario]
    parts += [f"--option {one}" for one in wish.option]
    parts += [f"--seed {wish.seed}"] if wish.seed else []
    tries = wish.playouts is not None
    parts.append(f"--playouts {wish.playouts}" if tries else f"--budget-ms {wish.budget_ms}")
    return " ".join(parts)


def _keep(table: Table, folder: Path, words: Words) -> None:
    (folder / "table.json").write_bytes(msgspec.json.format(msgspec.json.encode(table)) + b"\n")
    (folder / "ratings.svg").write_text(plot(table, words), encoding="utf-8")


def _tell(table: Table, words: Words, folder: Path) -> None:
    console = Console()
    title = words.word("arena.title", game=words.title)
    for heads, rows in (
        (rating_heads(words), rating_rows(table, words)),
        (pair_heads(words), pair_rows(table.pairs, words)),
    ):
        grid = Grid(title=title)
        title = ""
        for n, head in enumerate(heads):
            grid.add_column(head, justify="right" if n else "left")
        for row in rows:
            grid.add_row(*row)
        console.print(grid)
    print(words.word("arena.measure", level=words.level(table.levels[0])))
    print(words.word("arena.total", n=table.games))
    print(words.word("arena.kept", folder=str(folder)))
    if table.faults:
        print(words.word("arena.faults", n=len(table.faults)), *table.faults, sep="\n  ")
