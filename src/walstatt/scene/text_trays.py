"""Trays as text: hands, pools, tracks, rosters, matrices and counters."""

from collections.abc import Iterator, Sequence
from typing import Final

from walstatt.i18n.catalogue import Message
from walstatt.kernel.prompts import Target
from walstatt.scene.model import (
    NOBODY,
    AnyTray,
    Card,
    Counter,
    Counters,
    Hand,
    InTray,
    Marker,
    Matrix,
    Pool,
    Roster,
    Row,
    Track,
)
from walstatt.scene.page import Page, joined

FEW: Final = 3
"""From how many cards on a hand is long."""


def tray_text(page: Page, tray: AnyTray) -> list[str]:
    """Write a tray under its title; short ones on one line."""
    title = page.pen.say(tray.title)
    match tray:
        case Hand() if _is_idle(page, tray):
            return _short(page, title, _idle(page, tray))
        case Hand():
            return _listed(page, title, _hand(page, tray))
        case Roster():
            return _listed(page, title, [_row(page, row, tray.owner) for row in tray.rows])
        case Matrix():
            return page.pen.headed(title, _matrix(page, tray))
        case Pool():
            return _short(page, title, _pool(page, tray))
        case Track():
            return _short(page, title, _track(page, tray))
        case Counters():
            return _short(page, title, [_counter(page, one) for one in tray.counters])


def _listed(page: Page, title: str, entries: Sequence[str]) -> list[str]:
    if not entries:
        return _short(page, title, entries)
    lines = [page.pen.wrapped(entry, "  ", "      ") for entry in entries]
    return page.pen.headed(title, [line for entry in lines for line in entry])


def _short(page: Page, title: str, entries: Sequence[str]) -> list[str]:
    said = joined(entries, "; ") or page.pen.word("empty")
    return page.pen.wrapped(f"{title}: {said}", "", "  ")


def _hand(page: Page, hand: Hand) -> list[str]:
    down = [page.pen.word("down", n=hand.down)] if hand.down else []
    return [*(_card(page, card) for card in hand.cards), *down, *_pieces(page, hand)]


def _is_idle(page: Page, hand: Hand) -> bool:
    """Tell whether a hand is long and nothing of it can be chosen, so that its titles will do."""
    if len(hand.cards) < FEW or not any(card.text for card in hand.cards):
        return False
    return not any(page.key(Target("card", card.id)) for card in hand.cards)


def _idle(page: Page, hand: Hand) -> list[str]:
    down = [page.pen.word("down", n=hand.down)] if hand.down else []
    return [*(_title(page, card) for card in hand.cards), *down, *_pieces(page, hand)]


def _title(page: Page, card: Card) -> str:
    title = page.pen.say(card.title)
    return title if card.n == 1 else page.pen.word("copies", n=card.n, name=title)


def _card(page: Page, card: Card) -> str:
    title = _title(page, card)
    facts = joined((*map(page.badge, card.badges), page.maybe(card.text)), "; ")
    return joined((page.key(Target("card", card.id)), joined((title, facts), ": ")), " ")


def _pieces(page: Page, tray: AnyTray) -> Iterator[str]:
    """List the pieces that lie in a tray."""
    for piece in page.scene.pieces:
        if piece.at == InTray(tray.id):
            yield joined((page.key(Target("piece", piece.id)), page.told(piece)), " ")


def _pool(page: Page, pool: Pool) -> list[str]:
    return [*map(page.count, pool.counts), *_pieces(page, pool)]


def _track(page: Page, track: Track) -> list[str]:
    dash = page.pen.sign("\N{EN DASH}", "-")
    ends = [f"{page.number(track.first)}{dash}{page.number(track.last)}"]
    return ends + [_marker(page, track, marker) for marker in track.markers]


def _marker(page: Page, track: Track, marker: Marker) -> str:
    index = marker.at - track.first
    space = page.pen.say(track.names[index]) if 0 <= index < len(track.names) else ""
    named = _owned(page, page.pen.say(marker.name), marker.owner)
    return joined((named, page.number(marker.at), f"({space})" if space else ""), " ")


def _owned(page: Page, name: str, owner: str) -> str:
    """Add whose something is, unless its name says it."""
    seat = next((one for one in page.sides if one == owner), NOBODY)
    whose = page.side_name(seat) if seat != NOBODY else ""
    return name if not whose or whose in name else page.pen.word("named", name=name, owner=whose)


def _row(page: Page, row: Row, told: str) -> str:
    """Write an entry, and whose it is unless the tray tells it."""
    strength = "" if row.now is None else page.of(row.now, row.most)
    key = page.key(Target("piece", row.piece)) if row.piece else ""
    owner = NOBODY if row.owner == told else row.owner
    name = _owned(page, page.pen.say(row.name), owner)
    said = joined((name, strength, *map(page.badge, row.badges)))
    return joined((key, joined((said, page.maybe(row.note)), ", " if strength else ": ")), " ")


def _counter(page: Page, counter: Counter) -> str:
    name = _owned(page, page.pen.say(counter.name), counter.owner)
    return f"{name} {page.of(counter.now, counter.most)}"


# -- matrices -------------------------------------------------------------------------------------


def _matrix(page: Page, matrix: Matrix) -> list[str]:
    heads = ["", *map(page.pen.say, matrix.columns)]
    rows = [
        [head, *(_cell(page, cell) for cell in row)]
        for head, row in zip(map(page.pen.say, matrix.heads), matrix.rows, strict=False)
    ]
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=False)]
    if sum(widths) + 2 * len(widths) + 2 > page.pen.width:
        return [line for row in rows for line in _unrolled(page, heads, row)]
    return [_aligned(row, widths) for row in (heads, *rows)]


def _cell(page: Page, cell: Message | int | None) -> str:
    if cell is None:
        return "-"
    return page.number(cell) if isinstance(cell, int) else page.pen.say(cell)


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
    return f"  {'  '.join(cells)}".rstrip()


def _unrolled(page: Page, heads: Sequence[str], row: Sequence[str]) -> list[str]:
    pairs = [f"{head} {cell}" for head, cell in zip(heads[1:], row[1:], strict=False)]
    return page.pen.wrapped(f"{row[0]}: {joined(pairs)}", "  ", "      ")
