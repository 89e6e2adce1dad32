"""RUN.yaml: what is to be played; everything wrong with it is told by line and field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from walstatt.ai.levels import players
from walstatt.games import GAMES, find_game
from walstatt.kernel.content import (
    ContentError,
    ContentProblem,
    Lines,
    did_you_mean,
    load_with_lines,
)
from walstatt.kernel.definition import AnyGameDef
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.options import make_options
from walstatt.workshop.playout import playable_scenarios

Found: TypeAlias = Iterator[tuple[str, str]]
"""Fields, and what is wrong with them."""


Title: TypeAlias = str | dict[Literal["en", "de"], str]
"""A name in one language for all, or in both."""


class Variant(Struct, frozen=True, forbid_unknown_fields=True):
    """One way to set the options; the first of a run is what the others are compared with."""

    name: Annotated[str, Meta(pattern=r"^[^/]+$")]
    title: Title = ""
    preset: str = ""
    set: dict[str, bool | int | str] = {}


class Armies(Struct, frozen=True, forbid_unknown_fields=True):
    """The armies that meet, made by the program from these lists."""

    lists: Annotated[tuple[str, ...], Meta(min_length=1)]
    points: Annotated[int, Meta(ge=100, le=2000)] | None = None
    pairs: Literal["different", "mirrors", "all"] = "different"


class Run(Struct, frozen=True, forbid_unknown_fields=True):
    """A run of the laboratory."""

    game: str
    levels: Annotated[tuple[tuple[str, ...], ...], Meta(min_length=1)]
    """Who meets: a level for each seat, and again with the seats changed."""
    games: Annotated[int, Meta(ge=1, le=1_000_000)] = 10
    """How many different dice each meeting is played with."""
    title: Title = ""
    seed: int = 0
    scenarios: tuple[str, ...] | Literal["all"] = "all"
    options: tuple[Variant, ...] = (Variant("standard"),)
    armies: Armies | None = None
    budget_ms: Annotated[int, Meta(ge=1, le=600_000)] = 1000
    playouts: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None

    @property
    def places(self) -> tuple[str, ...]:
        """List the scenarios."""
        if self.scenarios == "all":
            return _fitting(self)
        return tuple(self.scenarios)


def titled(title: Title, language: str) -> str:
    """Give a title in a language, or nothing if there is none."""
    if isinstance(title, str):
        return title
    return next((words for one, words in title.items() if one == language), "")


def _fitting(run: Run) -> tuple[str, ...]:
    """List the scenarios with as many seats as levels meet; those for armies if there are any."""
    definition = find_game(run.game)
    seats = len(run.levels[0])
    return tuple(
        name
        for name in playable_scenarios(definition)
        if len(definition.scenario(name).seats) == seats
        and definition.scenario(name).rosters == (run.armies is not None)
    )


def load_run(path: Path) -> Run:
    """Read a run, or raise every problem it has."""
    run, lines = load_with_lines(path, Run)
    problems = [lines.problem(*flaw) for flaw in _flaws(run)]
    if problems:
        raise ContentError(problems)
    _require_scenarios(run, lines)
    return run


def _require_scenarios(run: Run, lines: Lines) -> None:
    if not run.places:
        flaw = ContentProblem(lines.file, lines.at("scenarios"), "scenarios", "there are none")
        raise ContentError([flaw])


def _flaws(run: Run) -> Found:
    if run.game not in GAMES:
        yield "game", _unknown("game", run.game, GAMES)
        return
    definition = find_game(run.game)
    yield from _scenario_flaws(run, definition)
    yield from _level_flaws(run)
    yield from _option_flaws(run, definition)
    yield from _army_flaws(run, definition)


def _scenario_flaws(run: Run, definition: AnyGameDef) -> Found:
    if run.scenarios == "all":
        return
    known = playable_scenarios(definition)
    for n, name in enumerate(run.scenarios):
        if name not in known:
            yield f"scenarios[{n}]", _unknown("scenario", name, known)
            continue
        seats = len(definition.scenario(name).seats)
        if any(len(levels) != seats for levels in run.levels):
            yield f"scenarios[{n}]", f"{name} has {seats} seats, so that {seats} levels must meet"
        if name in run.scenarios[:n]:
            yield f"scenarios[{n}]", f"{name} stands there twice"


def _level_flaws(run: Run) -> Found:
    known = [level.id for level in players(run.game)]
    for n, levels in enumerate(run.levels):
        if len(levels) != len(run.levels[0]):
            yield f"levels[{n}]", f"expected {len(run.levels[0])} levels as in the first line"
        for m, level in enumerate(levels):
            if level not in known:
                yield f"levels[{n}][{m}]", _unknown("level", level, known)


def _option_flaws(run: Run, definition: AnyGameDef) -> Found:
    if not run.options:
        yield "options", "there is none; leave it out for the standard"
    for n, variant in enumerate(run.options):
        try:
            make_options(definition.options_type, dict(variant.set), variant.preset)
        except BadRequest as wrong:
            yield f"options[{n}]", str(wrong)
        if variant.name in [one.name for one in run.options[:n]]:
            yield f"options[{n}].name", f"{variant.name!r} is the name of two"


def _army_flaws(run: Run, definition: AnyGameDef) -> Found:
    if run.armies is None:
        return
    named = () if run.scenarios == "all" else run.scenarios
    fixed = [name for name in named if name in definition.scenarios()]
    for name in fixed:
        if not definition.scenario(name).rosters:
            yield "armies", f"nobody brings an army to {name}"
    if run.armies.pairs == "different" and len(run.armies.lists) < 2:
        yield "armies.lists", "two lists are needed, or pairs: mirrors"


def _unknown(what: str, name: str, known: Iterable[str]) -> str:
    names = list(known)
    hint = did_you_mean(name, names) or f"; there are: {', '.join(names)}"
    return f"there is no {what} {name!r}{hint}"
