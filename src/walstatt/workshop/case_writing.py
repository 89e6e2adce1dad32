"""Writing cases: a template to begin with, and positions out of games that were played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from walstatt.kernel.casebook import Casebook
from walstatt.kernel.chance import Roll
from walstatt.kernel.codec import read_answer
from walstatt.kernel.decisions import Decision, kind_of
from walstatt.kernel.errors import BadRequest, WalstattError
from walstatt.kernel.events import Rolled
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match
from walstatt.scene.playable import AnyPlayable
from walstatt.workshop.case_format import casebook_of
from walstatt.workshop.case_playing import play_case
from walstatt.workshop.case_reading import parse_cases
from walstatt.workshop.case_values import Words, block, normal, written_answer
from walstatt.workshop.vocabulary import vocabulary

TEMPLATE = """\
# A case: a position, what the players do, what they roll, and what must then be true.
# `walstatt case run FILE` tells whether it holds. The words of this game are listed at the end.
case: One sentence that says what should happen
game: {game}
rules: []                # the rules it is about, such as [{rule}]
options: {{}}              # switches that differ from the default
{example}
# A step of `when` can also be:
#   - illegal: {{ANSWER: {{FIELD: ...}}}}   with `because: [RULE]` in the same step
#   - ask: {{QUESTION: {{FIELD: ...}}}}     and then `answers: [...]`
#   - draw: [...]                       what the next draw gives
#   - then: {{...}}                       what must be true by now
# `seat: ...` beside an answer says whose it is where several could give it.
# `then` can also speak of options, options_include, options_exclude, odds, outcome and events.
#
{words}
"""


def new_case(definition: AnyPlayable) -> str:
    """Write a case that holds, with comments on everything that could stand there instead."""
    casebook = casebook_of(definition)
    if not casebook.example:
        raise BadRequest(f"{definition.id} has no example to begin a case with")
    words = vocabulary(definition).as_text().splitlines()
    return TEMPLATE.format(
        game=definition.id,
        rule=next(iter(definition.rulebook.rules)),
        example=casebook.example.rstrip(),
        words="\n".join(f"# {word}".rstrip() for word in words),
    )


def case_from(match: Match, n: int) -> str:
    """Write the position after an entry of a match as a case.

    Where no phase begins like this, the case begins earlier and plays up to it.
    """
    if not 0 <= n < len(match.entries):
        last = len(match.entries) - 1
        raise BadRequest(f"there is no entry {n}; the last one is {last}")
    for begin in range(n, -1, -1):
        text = _case_text(match, begin, n)
        if text and _is_faithful(text, match.moments[n].game):
            return text
    raise BadRequest(f"no position up to entry {n} can be written as a case")


def _case_text(match: Match, begin: int, n: int) -> str:
    definition = match.definition
    casebook = casebook_of(definition)
    first = match.moments[begin].game
    given = casebook.given_of(first.scopes[0]) if len(first.scopes) == 1 else None
    if given is None:
        return ""
    words = casebook.writers(first.rules.content)
    default = msgspec.to_builtins(definition.options_type())
    options = {key: one for key, one in match.header.options.items() if default[key] != one}
    case: dict[str, Any] = {
        "case": f"The position after entry {n} of a game of {definition.id}",
        "game": definition.id,
        "rules": [],
        "options": options,
        "given": given,
        "when": [step for k in range(begin + 1, n + 1) for step in _steps(match, k, words)],
        "then": _then(match.moments[n].game, casebook),
    }
    return block(case)


def _steps(match: Match, n: int, words: Words) -> Iterator[dict[str, Any]]:
    entry = match.entries[n]
    answer = written_answer(read_answer(match.definition, entry.answer), words)
    said = answer if isinstance(answer, dict) else {str(answer): {}}
    kind = {"kind": entry.kind} if entry.kind else {}
    yield {"seat": entry.seat, **kind, **said}
    for told in match.moments[n].told:
        if isinstance(told.event, Rolled):
            word = "dice" if isinstance(told.event.request, Roll) else "draw"
            yield {word: list(told.event.outcome)}


def _then(game: AnyGame, casebook: Casebook[Any]) -> dict[str, Any]:
    facts = casebook.facts(game.scopes[0])
    if game.outcome is not None:
        return {**facts, "outcome": {"winners": list(game.outcome.winners)}}
    asked = [{"seat": seat, "kind": kind_of(one)} for seat, one in _asked(game).items()]
    return {**facts, "pending": asked[0] if len(asked) == 1 else asked}


def _asked(game: AnyGame) -> dict[Seat, Decision[Any]]:
    asked = game.asked
    return {} if asked is None else {seat: asked.decisions[seat] for seat in asked.open}


def _is_faithful(text: str, game: AnyGame) -> bool:
    """Does a case lead to this position, as far as anybody can see?"""
    try:
        now = play_case(parse_cases(text, "the case")[0])
    except WalstattError:
        return False
    facts = normal(now.casebook.facts(game.scopes[0]))
    return facts == now.facts() and _asked(game) == _asked(now.game)
