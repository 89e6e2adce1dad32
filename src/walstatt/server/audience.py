"""How visitors hear of changes: patches of what they see, and the lines of the report since."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog

from walstatt.kernel.ids import NOBODY, Seat
from walstatt.scene.model import Scene
from walstatt.scene.patch import Patch
from walstatt.server.faults import rules_at_work
from walstatt.server.protocol import AnyWord, TableChanged, Update
from walstatt.server.telling import last_own
from walstatt.server.visitors import Visitor

if TYPE_CHECKING:
    from walstatt.server.table import Table

_log = structlog.get_logger("walstatt.tables")


def tell_change(table: Table, first: int, *, new_keys: bool) -> None:
    """Tell every visitor what changed for him; the entries before `first` are as they were."""
    for visitor in list(table.visitors):
        if new_keys and visitor.hashes:
            visitor.key = table.key_of(visitor.hashes)
            if table.is_locked_out(visitor):
                visitor.seat = None
                say_to(table, visitor, table.lockout(visitor).word())
                table.visitors.discard(visitor)
                continue
        before = visitor.seat, visitor.hand_over
        table.look(visitor)
        say_to(table, visitor, _news(table, visitor, first, before))


def _news(table: Table, visitor: Visitor, first: int, before: tuple[Seat | None, Seat]) -> AnyWord:
    try:
        scene = table.scene(visitor.seat)
        if scene is not None and _is_news(table, visitor, scene, first, before):
            same_eyes = before[0] == visitor.seat
            return _update(table, visitor, scene, first, same_eyes=same_eyes)
    except Exception as wrong:  # noqa: BLE001 - a scene that cannot be shown
        _log.error("not shown", table=table.record.id, seat=visitor.seat, exc_info=wrong)
    return TableChanged(table=table.info(visitor.key))


def _is_news(
    table: Table, visitor: Visitor, scene: Scene, first: int, before: tuple[Seat | None, Seat]
) -> bool:
    """Tell whether the game, and not only the table, changed for a visitor."""
    same_log = first == visitor.seq == table.seq
    same_eyes = before == (visitor.seat, visitor.hand_over)
    same_undo = table.undo_of(visitor) == visitor.undo
    return not (scene is visitor.scene and same_log and same_eyes and same_undo)


def _update(table: Table, visitor: Visitor, scene: Scene, first: int, *, same_eyes: bool) -> Update:
    """Tell a change of the board; with other eyes the whole report is told anew.

    What happened at the set-up is never told anew: it cannot be cut off.
    """
    base = visitor.seq
    first, cut = _lines_to_tell(visitor, first, same_eyes=same_eyes)
    patch = _patch(table, visitor, scene) if same_eyes else None
    visitor.scene, visitor.seq, visitor.undo = scene, table.seq, table.undo_of(visitor)
    return Update(
        seq=table.seq,
        base=base,
        table=table.info(visitor.key),
        patch=patch,
        scene=scene if patch is None else None,
        seat=visitor.seat,
        hand_over=visitor.hand_over,
        lines=table.teller.since(visitor.seat, first),
        cut=cut,
        undo=visitor.undo,
        last_own=last_own(table.playing_match(), visitor.seat),
    )


def _lines_to_tell(visitor: Visitor, first: int, *, same_eyes: bool) -> tuple[int, int]:
    """Say from which entry on the report is told, and after which one the old one is cut off.

    With other eyes the whole report is told anew, as even the beginning may read differently.
    """
    if visitor.scene is None or not same_eyes:
        return 0, -1
    return min(first, visitor.seq), first - 1 if first < visitor.seq else -1


def _patch(table: Table, visitor: Visitor, scene: Scene) -> Patch | None:
    return None if visitor.scene is None else table.patch(visitor.scene, scene)


def shown(table: Table, visitor: Visitor, seat: Seat) -> Update | None:
    """Let a visitor look through the eyes of another of his seats."""
    same_eyes = visitor.seat == seat
    visitor.seat, visitor.hand_over = seat, NOBODY
    with rules_at_work():
        scene = table.scene(seat)
    if scene is None:
        return None
    return _update(table, visitor, scene, table.seq, same_eyes=same_eyes)


def say_to(table: Table, visitor: Visitor, word: AnyWord) -> None:
    """Say something to a visitor; one who cannot be reached never disturbs the others."""
    if visitor.send is None:
        return
    try:
        visitor.send(word)
    except Exception:  # noqa: BLE001 - whatever a socket throws
        _log.exception("not sent", table=table.record.id)
        table.visitors.discard(visitor)


def say_to_all(table: Table, word: AnyWord) -> None:
    """Say the same to everybody."""
    for visitor in list(table.visitors):
        say_to(table, visitor, word)


def tell_table(table: Table) -> None:
    """Tell everybody how the table is now."""
    for visitor in list(table.visitors):
        say_to(table, visitor, TableChanged(table=table.info(visitor.key)))
