"""`walstatt hint`: what a computer would answer in a saved game, and why."""

from __future__ import annotations

import json
from pathlib import Path

from walstatt.ai.levels import players
from walstatt.ai.player import Chosen
from walstatt.ai.playing import choose
from walstatt.ai.words import ai_catalogue
from walstatt.cli.language import chosen_language, words_of
from walstatt.cli.terminal import Terminal
from walstatt.cli.trouble import UsageError, unknown
from walstatt.games import find_game
from walstatt.i18n.catalogue import Message
from walstatt.kernel.codec import plain
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match
from walstatt.kernel.save import load


def give_hint(
    save: Path, level: str | None, seat: str | None, at: int | None, lang: str | None, *, raw: bool
) -> None:
    """Print the answer a computer would give, and its reasons."""
    match = load(save, find_game)
    game = _position(match, at)
    asked, player = _asked(game, seat), _player(match.header.game, level)
    chosen = choose(game, asked, player, f"hint/{len(match.entries)}/{at}/{asked}")
    label = _label(match, game, asked, chosen)
    words = words_of(find_game(match.header.game)).merged(ai_catalogue())
    terminal = Terminal(words, chosen_language(lang))
    why = [terminal.say(match.definition.named(one)) for one in chosen.why]
    if raw:
        told = {"seat": asked, "level": player, "answer": plain(chosen.answer)}
        print(json.dumps(told | {"label": terminal.say(label), "why": why}, ensure_ascii=False))
        return
    terminal.tell("hint", name=match.definition.seat_name(asked), what=label)
    terminal.write(*terminal.pen.wrapped(" ".join(why), "  ", "  "))


def _position(match: Match, at: int | None) -> AnyGame:
    if at is None:
        return match.game
    if not 0 <= at < len(match.entries):
        raise UsageError(f"--at is an entry from 0 to {len(match.entries) - 1}, not {at}.")
    return match.moments[at].game


def _asked(game: AnyGame, wanted: str | None) -> Seat:
    """Find who is to be helped: the seat that is named, or the first that is asked."""
    if not game.to_act:
        raise UsageError("Nobody is asked anything there: the game is over, or dice are rolling.")
    if wanted is None:
        return game.to_act[0]
    if wanted not in game.to_act:
        raise UsageError(f"{wanted} is not asked there; asked: {', '.join(game.to_act)}.")
    return Seat(wanted)


def _player(game: str, wanted: str | None) -> str:
    """Find who gives the hint: the level that is named, or the strongest."""
    known = [level.id for level in players(game)]
    if wanted is None:
        return known[-1]
    if wanted not in known:
        raise unknown("player called", wanted, known)
    return wanted


def _label(match: Match, game: AnyGame, seat: Seat, chosen: Chosen) -> Message:
    decision, _ = game.addressed(seat, chosen.answer, chosen.kind)
    return match.definition.named(decision.present(game.ctx, chosen.answer).label)
