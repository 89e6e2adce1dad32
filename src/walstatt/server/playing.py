"""Playing: answers, what they would mean, and taking them back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
import structlog
from msgspec.structs import replace

from walstatt.i18n.catalogue import Message
from walstatt.kernel import asking
from walstatt.kernel.codec import plain, read_answer
from walstatt.kernel.decisions import Answer as GivenAnswer
from walstatt.kernel.decisions import Violation, said_once
from walstatt.kernel.definition import AnyGameDef
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match
from walstatt.kernel.prompts import Chance, Preview
from walstatt.scene.about import About
from walstatt.scene.playable import told_about
from walstatt.server import audience, clocks
from walstatt.server.errors import Refusal, refusal
from walstatt.server.faults import RulesFault, rules_at_work
from walstatt.server.ports import ChosenAnswer
from walstatt.server.protocol import (
    Answer,
    AnyWord,
    Ask,
    Command,
    Previewed,
    Show,
    Tell,
    Told,
    Undo,
    Welcome,
    Wish,
)
from walstatt.server.table import Table
from walstatt.server.telling import can_undo
from walstatt.server.visitors import Visitor

_log = structlog.get_logger("walstatt.tables")
T = TypeVar("T")

KEPT_PREVIEWS = 256


# -- who may, and when ---------------------------------------------------------------------------


def require_seat(table: Table, visitor: Visitor, seat: Seat) -> None:
    """Refuse to do anything for a seat that is not the visitor's."""
    if not visitor.key.holds(seat) or seat not in table.record.seats:
        raise refusal("not_yours", "seat")


def require_player(table: Table, visitor: Visitor, seat: Seat) -> Match:
    """Refuse to play a seat that is not the visitor's, or that he has given away."""
    require_seat(table, visitor, seat)
    match = table.playing
    if table.record.seats[seat].occupant != "human":
        raise refusal("not_now", "handed_over")
    return match


def require_seq(table: Table, seq: int) -> None:
    """Refuse what was decided on a board that has changed since."""
    if seq != table.seq:
        stale = refusal("stale", "stale")
        stale.seq = table.seq
        raise stale


def given_answer(match: Match, raw: dict[str, Any]) -> GivenAnswer:
    """Read an answer, or refuse it as malformed."""
    try:
        return read_answer(match.definition, raw)
    except BadRequest as wrong:
        raise refusal("malformed", "malformed", reason=str(wrong)) from None


# -- answering -----------------------------------------------------------------------------------


async def answer(table: Table, visitor: Visitor, command: Answer) -> None:
    """Take a person's answer."""
    match = require_player(table, visitor, command.seat)
    require_seq(table, command.seq)
    given = given_answer(match, command.answer)
    judge(match, command.seat, given, command.kind)
    await play(table, command.seat, given, command.kind, by=command)


def judge(match: Match, seat: Seat, given: GivenAnswer, kind: str) -> None:
    """Refuse an answer that breaks rules.

    Where the rules cannot even judge it, it is nonsense, unless they offered it themselves.
    """
    try:
        with rules_at_work():
            violations = match.game.check(seat, given, kind)
    except RulesFault as fault:
        if _is_offered(match, seat, given):
            raise
        _log.warning("not judged", game=match.header.game, seat=seat, exc_info=fault)
        raise refusal("malformed", "nonsense") from None
    if violations:
        text = Message("server.core.refused.illegal")
        raise Refusal("illegal", text, named_violations(match.definition, violations))


def _is_offered(match: Match, seat: Seat, given: GivenAnswer) -> bool:
    with rules_at_work():
        return given in (match.game.options(seat) or ())


async def play(
    table: Table,
    seat: Seat,
    given: GivenAnswer,
    kind: str = "",
    *,
    by: Command | None,
    auto: bool = False,
) -> None:
    """Give an answer for a seat, whoever chose it."""

    def change() -> None:
        with rules_at_work():
            table.playing.answer(seat, given, kind, auto=auto)
        table.record = clocks.answered(table.record, seat, table.services.settings.think_ms)

    await table.change(change, by)


async def undo(table: Table, visitor: Visitor, command: Undo) -> None:
    """Take an answer back, if nobody needs to be asked."""
    seat = command.seat
    match = require_player(table, visitor, seat)
    require_seq(table, command.seq)
    possible = can_undo(match, seat, table.is_computers)
    if not possible.alone:
        why = possible.why or Message("server.core.undo.nothing")
        raise Refusal("not_now", why)
    alone = not match.why_no_undo(seat)

    def change() -> None:
        with rules_at_work():
            if alone:
                match.undo(seat)
            else:
                match.rewind(possible.to)

    await table.change(change, command)


# -- asking what would be ------------------------------------------------------------------------


def ask(table: Table, visitor: Visitor, command: Ask) -> AnyWord:
    """Tell what an answer would mean."""
    match = require_player(table, visitor, command.seat)
    given = given_answer(match, command.answer)
    preview = previewed(table, match, command.seat, given, command.kind)
    return Previewed(command.id, preview=preview)


def wish(table: Table, visitor: Visitor, command: Wish) -> AnyWord:
    """Tell what pointing somewhere would mean."""
    match = require_player(table, visitor, command.seat)
    seat, target, of = command.seat, command.target, command.of
    meant = _mused(lambda: asking.wished(match.game, seat, target, of), table)
    if meant is None:
        return Previewed(command.id)
    preview = previewed(table, match, seat, meant, "")
    return Previewed(command.id, preview=preview, answer=plain(meant))


def about(table: Table, visitor: Visitor, command: Tell) -> AnyWord:
    """Tell about a thing on the board."""
    seat = command.seat or None
    if seat is not None:
        require_seat(table, visitor, seat)
    match, target = table.playing_match(), command.target
    found = _mused(lambda: told_about(match.game, seat, target), table)
    return Told(command.id, about=found and named_about(match.definition, found))


def previewed(table: Table, match: Match, seat: Seat, given: GivenAnswer, kind: str) -> Preview:
    """Tell what an answer would mean; hovering asks the same again and again."""
    key = (seat, msgspec.json.encode(given), kind)
    known: Preview | None = table.previews.get(key)
    if known is None:
        found = _mused(lambda: asking.preview(match.game, seat, given, kind), table)
        known = named_preview(match.definition, found)
        if len(table.previews) < KEPT_PREVIEWS:
            table.previews[key] = known
    return known


def _mused(question: Callable[[], T], table: Table) -> T:
    """Ask the rules something that changes nothing; what they cannot tell is no harm."""
    try:
        with rules_at_work():
            return question()
    except RulesFault as fault:
        _log.warning("not told", table=table.record.id, exc_info=fault)
        raise refusal("malformed", "nonsense") from None


def named_violations(definition: AnyGameDef, found: Any) -> tuple[Violation, ...]:  # noqa: ANN401
    """Call seats by their names in the reasons why something is not allowed."""
    return tuple(replace(one, message=definition.named(one.message)) for one in said_once(found))


def named_preview(definition: AnyGameDef, preview: Preview) -> Preview:
    """Call seats by their names in a preview."""
    named = definition.named
    return replace(
        preview,
        violations=named_violations(definition, preview.violations),
        odds=tuple(Chance(named(one.label), one.millionths) for one in preview.odds),
        facts=tuple(named(fact) for fact in preview.facts),
    )


def named_about(definition: AnyGameDef, about: About) -> About:
    """Call seats by their names in what is told about a thing."""
    named = definition.named
    facts = tuple(replace(fact, text=named(fact.text)) for fact in about.facts)
    return replace(about, title=named(about.title), facts=facts)


# -- whose eyes ----------------------------------------------------------------------------------


def show(table: Table, visitor: Visitor, command: Show) -> AnyWord | None:
    """Let a visitor look through the eyes of another of his seats."""
    require_seat(table, visitor, command.seat)
    if visitor.send is None:
        visitor.seat, visitor.hand_over = command.seat, Seat("")
        return Welcome(command.id, position=table.position(visitor))
    update = audience.shown(table, visitor, command.seat)
    if update is not None:
        audience.say_to(table, visitor, update)
    return None


def choice_label(
    definition: AnyGameDef, game: AnyGame, seat: Seat, chosen: ChosenAnswer
) -> Message:
    """Name an answer as its choice is named."""
    with rules_at_work():
        given = read_answer(definition, chosen.answer)
        decision, _ = game.addressed(seat, given, chosen.kind)
        return definition.named(decision.present(game.ctx, given).label)
