"""`walstatt play`: sitting down at a new or a saved game."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from msgspec import Struct

from walstatt.cli.by_hand import DiceByHand
from walstatt.cli.client import Client
from walstatt.cli.filing import Filing
from walstatt.cli.language import chosen_language, words_of
from walstatt.cli.seating import Seating
from walstatt.cli.terminal import Left, Terminal
from walstatt.cli.trouble import UsageError, keeping
from walstatt.cli.wishes import (
    game_called,
    known_players,
    options_from,
    players_for,
    scenario_called,
    usual_players,
)
from walstatt.games import find_game
from walstatt.kernel.definition import AnyGameDef, Scenario
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match
from walstatt.kernel.save import load, to_bytes
from walstatt.scene.playable import AnyPlayable


class Wish(Struct, frozen=True):
    """What was asked for on the command line."""

    game: str | None = None
    scenario: str | None = None
    seats: str | None = None
    option: tuple[str, ...] = ()
    preset: str | None = None
    seed: str | None = None
    lang: str | None = None
    save: Path | None = None
    load: Path | None = None
    manual_dice: bool = False


def play_game(wish: Wish) -> None:
    """Play in the terminal."""
    _require_sense(wish)
    saved = None if wish.load is None else load(wish.load, find_game)
    definition = _definition(wish, saved)
    terminal = Terminal(words_of(definition), chosen_language(wish.lang))
    try:
        match = _begun(wish, definition, terminal) if saved is None else saved
        _sit_down(wish, match, terminal)
    except Left:
        terminal.tell("goodbye.unsaved")


def _require_sense(wish: Wish) -> None:
    """Refuse wishes that contradict each other, and to write over another game."""
    for name in ("scenario", "option", "preset", "seed"):
        if wish.load is not None and getattr(wish, name):
            raise UsageError(f"--{name} is for a new game; --load goes on with a saved one.")
    keep = wish.save
    if keep is None or not keep.exists() or (wish.load and keep.samefile(wish.load)):
        return
    if keep.is_dir():
        raise UsageError(f"{keep} is a folder; --save takes a file.")
    if keep.stat().st_size:
        raise UsageError(
            f"{keep} exists already; go on with it by --load {keep} --save {keep},"
            " or choose another file."
        )


def _definition(wish: Wish, saved: Match | None) -> AnyPlayable:
    if saved is None:
        return game_called(wish.game or "ccn")
    if wish.game not in (None, saved.header.game):
        raise UsageError(f"{wish.load} is a game of {saved.header.game}, not of {wish.game}.")
    return find_game(saved.header.game)


def _players(wish: Wish, definition: AnyGameDef, scenario: Scenario) -> dict[Seat, str]:
    """Find out who sits where."""
    known, usual = known_players(definition.id), usual_players(definition.id)
    return players_for(scenario, wish.seats, known, usual)


def _begun(wish: Wish, definition: AnyPlayable, terminal: Terminal) -> Match:
    """Begin a new match."""
    scenario = scenario_called(definition, wish.scenario)
    _players(wish, definition, scenario)
    by_hand = partial(DiceByHand, terminal, definition) if wish.manual_dice else None
    options = options_from(definition, wish.option, wish.preset)
    return Match.start(definition, scenario.id, seed=wish.seed, options=options, rolling=by_hand)


def _sit_down(wish: Wish, match: Match, terminal: Terminal) -> None:
    """Seat the players and play."""
    definition = match.definition
    scenario = definition.scenario(match.header.scenario)
    players = _players(wish, definition, scenario)
    if wish.load is not None and wish.manual_dice:
        match.rolling = partial(DiceByHand, terminal, definition)
        match.reopen_dice()
    seating = Seating(match, players)
    terminal.tell("welcome", title=find_game(definition.id).title, scenario=scenario.title)
    with keeping(lambda: to_bytes(match)):
        Client(seating, terminal, Filing(seating, terminal, wish.save, wish.load)).run()
