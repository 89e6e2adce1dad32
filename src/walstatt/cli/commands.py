"""The command line itself: every command with its parameters; the work is done elsewhere."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias

from cyclopts import App, Parameter

from walstatt import __version__
from walstatt.cli.describing import about, examples

_examples = partial(examples, "walstatt")

Language: TypeAlias = Annotated[
    Literal["de", "en"] | None,
    about("The language; without it WALSTATT_LANG decides, then LANG, then English."),
]
Json: TypeAlias = Annotated[bool, about("Print JSON for other programs.")]
Game: TypeAlias = Annotated[str, about("The id of a game; `walstatt games` lists them.")]
SomeGame: TypeAlias = Annotated[str | None, about("The id of a game; without it all games.")]
ScenarioName: TypeAlias = Annotated[str | None, about("The scenario; without it the first one.")]
Switches: TypeAlias = Annotated[
    tuple[str, ...], about("A rule switch as name=value; can be given several times.")
]
Preset: TypeAlias = Annotated[str | None, about("A named set of options.")]
Save: TypeAlias = Annotated[Path, about("A saved game.")]
Seed: TypeAlias = Annotated[
    int, about("What the dice are made from; the same seed, the same games.")
]
Out: TypeAlias = Annotated[
    Path | None, about("The folder results are kept in; an interrupted run goes on from there.")
]
Runner: TypeAlias = Annotated[
    Literal["inprocess", "pool", "ray"],
    about("Where games are played: here, in processes, or on Ray; pool without it."),
]
Workers: TypeAlias = Annotated[
    int | None, about("How many processes; without it one for each processor.")
]
Quiet: TypeAlias = Annotated[bool, about("Show no progress.")]

app: Final = App(
    name="walstatt",
    help="Complete wargames on one table: played, explained and measured.",
    version=f"walstatt {__version__}",
    help_format="plaintext",
    suppress_keyboard_interrupt=False,
    help_epilogue=_examples("play", "games", "play --help", "rules toy woods"),
)
case: Final = App(
    name="case",
    help="Rules questions as files: run them, begin a new one, or take one from a saved game.",
    help_epilogue=_examples("case run cases/", "case new toy", "case from my.save --at 12"),
)
app.command(case)
app.command(
    "walstatt.cli.army:army",
    name="army",
    help="Armies for In Death Ground: make one, check it, price it, print it.",
)
app.command(
    "walstatt.cli.admin:admin",
    name="admin",
    help="Look after the data of a server, also while it runs: tables, accounts, chat, backups.",
)


@app.command(help_epilogue=_examples("games", "games --json"))
def games(*, json: Json = False, lang: Language = None) -> None:
    """List every game with its scenarios, options and presets."""
    from walstatt.cli.games import list_games

    list_games(lang, as_json=json)


@app.command(
    help_epilogue=_examples(
        "play",
        "play toy --scenario field --lang de",
        "play ccn --seats human,recruit --save evening.save",
        "play --load evening.save --save evening.save",
        "play --preset short --option reaction_fire=no --seed 7",
    )
)
def play(
    game: Annotated[str | None, about("The id of a game; without it ccn.")] = None,
    /,
    *,
    scenario: ScenarioName = None,
    seats: Annotated[
        str | None,
        about(
            "Who plays, for each seat in order: human, or one of the game's levels;"
            " without it the first is human against recruits, or random where there are none."
        ),
    ] = None,
    option: Switches = (),
    preset: Preset = None,
    seed: Annotated[str | None, about("What the dice are made from; without it chance.")] = None,
    lang: Language = None,
    save: Annotated[Path | None, about("Keep the game in this file after every command.")] = None,
    load: Annotated[Path | None, about("Go on with a saved game.")] = None,
    manual_dice: Annotated[bool, about("Roll real dice and type what fell.")] = False,
) -> None:
    """Play in the terminal, alone or with others at the same screen."""
    from walstatt.cli.play import Wish, play_game

    play_game(Wish(game, scenario, seats, option, preset, seed, lang, save, load, manual_dice))


@app.command(
    help_epilogue=_examples(
        "serve",
        "serve --port 9000 --data games.sqlite3 --no-open",
        "serve --host 0.0.0.0 --url https://games.example",
    )
)
def serve(
    *,
    host: Annotated[str | None, about("Where to listen; without it only this machine.")] = None,
    port: Annotated[
        int | None, about("The port; without it 8642, or the next one that is free.")
    ] = None,
    data: Annotated[
        Path | None, about("The file games are kept in; without it one in the user's data folder.")
    ] = None,
    url: Annotated[
        str | None, about("Where people reach the server, if that is another address.")
    ] = None,
    workers: Annotated[
        int | None, about("How many processes computers think in; 1 without it.")
    ] = None,
    open: Annotated[  # noqa: A002 - that is its name
        bool | None,
        Parameter(
            help="Open a browser, or do not; without it one is opened where there is a screen.",
            negative="--no-open",
            show_default=False,
        ),
    ] = None,
) -> int:
    """Serve the table in the browser: play alone or with others, on this machine or anywhere."""
    from walstatt.cli.serve import Wish
    from walstatt.cli.serve import serve as run_server

    return run_server(Wish(host, port, data, url, workers, open))


@app.command(
    help_epilogue=_examples(
        "sim toy --games 1000",
        "sim toy --scenario field --seats random,random,random --seed 3 --json",
    )
)
def sim(
    game: Game,
    /,
    *,
    scenario: ScenarioName = None,
    games: Annotated[int, about("How many games; 100 without it.")] = 100,
    seats: Annotated[
        str | None, about("Who plays, a level for each seat in order; without it all is random.")
    ] = None,
    seed: Seed = 0,
    option: Switches = (),
    preset: Preset = None,
    json: Annotated[bool, about("Print the JSON line only, no progress and no summary.")] = False,
) -> int:
    """Play many games without people and print who won how often, as one line of JSON."""
    from walstatt.cli.sim import simulate_games

    return simulate_games(game, scenario, games, seats, seed, option, preset, quiet=json)


@app.command(
    help_epilogue=_examples(
        "arena ccn --levels random,recruit --games 40",
        "arena ccn --levels recruit,officer --games 400 --workers 2 --publish docs/ladder.md",
    )
)
def arena(
    game: Game,
    /,
    *,
    levels: Annotated[
        str | None,
        about("The levels that meet, with commas between; without it all but temperaments."),
    ] = None,
    neighbours: Annotated[
        bool, about("Only levels meet that are named next to each other, not all with all.")
    ] = False,
    games: Annotated[int, about("How many games each pair plays; 100 without it.")] = 100,
    scenario: Annotated[
        tuple[str, ...], about("A scenario; can be given several times; without it all for two.")
    ] = (),
    seed: Seed = 0,
    out: Out = None,
    runner: Runner = "pool",
    workers: Workers = None,
    budget_ms: Annotated[int, about("How long a player may think, in milliseconds.")] = 1000,
    playouts: Annotated[
        int | None,
        about("How many tries a player who searches has, instead of a time: always repeatable."),
    ] = None,
    option: Switches = (),
    publish: Annotated[Path | None, about("Write the game's part of this ladder page.")] = None,
    lang: Language = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Let levels play each other over all scenarios, from both sides, and rate them."""
    from walstatt.cli.arena import Wish, hold_arena

    return hold_arena(
        Wish(
            game,
            levels,
            neighbours,
            games,
            scenario,
            seed,
            out,
            runner,
            workers,
            budget_ms,
            playouts,
            option,
            publish,
            lang,
            json,
            quiet,
        )
    )


@app.command(
    help_epilogue=_examples(
        "lab my-run.yaml",
        "lab my-run.yaml --workers 8 --out results",
        "lab my-run.yaml --report-only",
    )
)
def lab(
    run: Annotated[Path, about("What is to be played: a file as docs/laboratory.md describes.")],
    /,
    *,
    out: Out = None,
    runner: Runner = "pool",
    workers: Workers = None,
    report_only: Annotated[
        bool, about("Play nothing; write the report of what is played already.")
    ] = False,
    lang: Language = None,
    quiet: Quiet = False,
) -> int:
    """Play a run over scenarios, options, levels and armies, and write its report."""
    from walstatt.cli.lab import run_laboratory

    return run_laboratory(run, out, runner, workers, lang, report_only=report_only, quiet=quiet)


@app.command(help_epilogue=_examples("replay my.save", "replay my.save --step --lang de"))
def replay(
    save: Save,
    /,
    *,
    lang: Language = None,
    json: Json = False,
    to: Annotated[int | None, about("Stop after this entry.")] = None,
    step: Annotated[bool, about("Wait for Enter after every entry.")] = False,
) -> None:
    """Verify a saved game, hash by hash, and tell it from the beginning with all dice."""
    from walstatt.cli.replay import tell_again

    tell_again(save, lang, to, as_json=json, stepping=step)


@app.command(help_epilogue=_examples("dice my.save", "dice my.save --json"))
def dice(save: Save, /, *, json: Json = False, lang: Language = None) -> None:
    """Report how lucky each seat was: what the dice gave against what they give on average."""
    from walstatt.cli.replay import tell_luck

    tell_luck(save, lang, as_json=json)


@app.command(
    help_epilogue=_examples(
        "odds",
        "odds ccn",
        "odds ccn melee unit=french.LN blocks=4 target=infantry target_ground=forest",
        "odds idg morale quality=raw --lang de",
    )
)
def odds(
    game: SomeGame = None,
    form: Annotated[str | None, about("What is rolled for; without it all that is known.")] = None,
    /,
    *values: Annotated[str, about("What it depends on, as name=value; the rest is usual.")],
    option: Switches = (),
    json: Json = False,
    lang: Language = None,
) -> None:
    """Tell the exact odds of any attack or test, or list what can be asked."""
    from walstatt.cli.odds import tell_odds

    tell_odds(game, form, values, option, lang, as_json=json)


@app.command(help_epilogue=_examples("hint my.save", "hint my.save --level officer --at 12"))
def hint(
    save: Save,
    /,
    *,
    level: Annotated[
        str | None, about("Who is asked for advice; without it the strongest level.")
    ] = None,
    seat: Annotated[str | None, about("Whom to help; without it whoever is asked.")] = None,
    at: Annotated[int | None, about("After which entry; without it as the game stands.")] = None,
    lang: Language = None,
    json: Json = False,
) -> None:
    """Suggest an answer in a saved game and say why."""
    from walstatt.cli.hint import give_hint

    give_hint(save, level, seat, at, lang, raw=json)


@app.command(help_epilogue=_examples("rules toy", "rules toy TOY-4.2", "rules toy woods --lang de"))
def rules(
    game: Game,
    /,
    *words: Annotated[str, about("The id of a rule, or words to look for.")],
    lang: Language = None,
) -> None:
    """State a rule, find those that speak of something, or print the whole rulebook."""
    from walstatt.cli.rules import tell_rules

    tell_rules(game, " ".join(words), lang)


@app.command(name="check-content", help_epilogue=_examples("check-content", "check-content toy"))
def check_content(game: SomeGame = None, /, *, json: Json = False) -> int:
    """Check content, rulebooks and messages; print every problem with its file and line."""
    from walstatt.cli.checking import check_games

    return check_games(game, as_json=json)


@app.command(help_epilogue=_examples("trace toy", "trace toy --games 1000 --json"))
def trace(
    game: Game,
    /,
    *,
    games: Annotated[
        int | None,
        about("How many random games show which rules are used; without it as many as usual."),
    ] = None,
    seed: Seed = 0,
    json: Json = False,
) -> int:
    """Follow every rule from its statement to its code, its tests and its use in random games."""
    from walstatt.cli.proving import trace_rules

    return trace_rules(game, games, seed, as_json=json)


@app.command(help_epilogue=_examples("fuzz toy --games 20", "fuzz --all --games 200 --seed 7"))
def fuzz(
    game: Annotated[str | None, about("The id of a game.")] = None,
    /,
    *,
    all: Annotated[bool, about("All games.")] = False,  # noqa: A002 - that is its name
    games: Annotated[int, about("How many random games of each title; 20 without it.")] = 20,
    seed: Seed = 0,
    json: Json = False,
) -> int:
    """Play random games and check everything that must always hold."""
    from walstatt.cli.proving import fuzz_games

    return fuzz_games(game, games, seed, everything=all, as_json=json)


@app.command(help_epilogue=_examples("vocabulary toy", "vocabulary toy --json"))
def vocabulary(game: Game, /, *, json: Json = False) -> None:
    """Print every word that cases of a game may use, generated from its code."""
    from walstatt.cli.proving import print_vocabulary

    print_vocabulary(game, as_json=json)


@case.command(name="run", help_epilogue=_examples("case run cases/", "case run my.yaml --json"))
def case_run(
    path: Annotated[Path, about("A file, or a folder with such files.")],
    /,
    *more: Annotated[Path, about("And further ones.")],
    json: Json = False,
) -> int:
    """Run cases and say which hold; the exit code is 0 only if all do."""
    from walstatt.cli.cases import run_cases

    return run_cases([path, *more], as_json=json)


@case.command(name="new", help_epilogue=_examples("case new toy > my.yaml"))
def case_new(game: Game, /) -> None:
    """Print a commented template of a case."""
    from walstatt.cli.cases import print_template

    print_template(game)


@case.command(name="from", help_epilogue=_examples("case from my.save --at 12 > my.yaml"))
def case_from(
    save: Save, /, *, at: Annotated[int, about("After which command; 0 is the set-up.")]
) -> None:
    """Print a position of a saved game as a case."""
    from walstatt.cli.cases import print_position

    print_position(save, at)


@app.command(
    help_epilogue=_examples("completion bash > ~/.local/share/bash-completion/completions/walstatt")
)
def completion(shell: Annotated[Literal["bash", "zsh", "fish"], about("Which shell.")], /) -> None:
    """Print the script that lets a shell complete commands and options."""
    print(app.generate_completion(shell=shell))
