"""Answers that were typed, made the game's own: cells may be called by their labels."""

from __future__ import annotations

from typing import Any

from walstatt.games import find_game
from walstatt.kernel.codec import read_answer
from walstatt.kernel.decisions import Answer
from walstatt.kernel.errors import BadRequest, WalstattError
from walstatt.kernel.match import Match
from walstatt.workshop.case_values import Translator


def understood(match: Match, raw: dict[str, Any]) -> Answer:
    """Read an answer as it stands, or else in the words of the game's cases."""
    try:
        return read_answer(match.definition, raw)
    except BadRequest as wrong:
        translated = _translated(match, raw)
        try:
            return read_answer(match.definition, translated)
        except BadRequest:
            raise wrong from None


def _translated(match: Match, raw: dict[str, Any]) -> dict[str, Any]:
    casebook = find_game(match.header.game).casebook
    kind = match.definition.types(Answer).get(str(raw.get("do")))
    if casebook is None or kind is None:
        return raw
    words = casebook.readers(match.game.rules.content)
    said = {name: _label(value) for name, value in raw.items()}
    try:
        found = Translator(words, typed=False).through(kind, said)
    except WalstattError as wrong:
        raise BadRequest(str(wrong)) from None
    return found if isinstance(found, dict) else raw


def _label(value: object) -> object:
    """Write a pair of numbers as the label it was typed as."""
    if isinstance(value, list) and all(isinstance(part, int | str) for part in value):
        return ",".join(map(str, value))
    return value
