"""What lies beside the board: banners, hands, square boards and piles. CCN-1.5, CCN-5, CCN-14.1."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator

from walstatt.games.ccn.content import CcnContent
from walstatt.games.ccn.view import CcnView
from walstatt.games.ccn.world import SCOUTED, UNDER_SQUARE, card_name
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.ids import Seat
from walstatt.scene.model import AnyTray, Card, Count, Counter, Counters, Hand, Pool


def trays_of(content: CcnContent, view: CcnView) -> Iterator[AnyTray]:
    """Show everything beside the board, the seat's own hand last."""
    yield banners(content, view)
    yield piles(view)
    if view.discards:
        yield discards(content, view)
    for seat in content.seats:
        if any(view.squares[seat]):
            yield square_board(content, view, seat)
    yield from (hand(content, view, seat) for seat in content.seats if seat != view.seat)
    if view.card:
        yield in_play(content, view)
    if view.scouting:
        yield scouted(content, view)
    if view.seat is not None and view.seat in content.seats:
        yield hand(content, view, view.seat)


def banners(content: CcnContent, view: CcnView) -> AnyTray:
    """Show the victory banners of both sides, and how many win. CCN-3.1."""
    counters = tuple(
        Counter(seat, seat_name(seat), held, content.sides[seat].banners, seat, "banner")
        for seat, held in view.banners.items()
    )
    return Counters("banners", say("ccn.banners"), counters=counters)


def seat_name(seat: Seat) -> Message:
    """Name a seat."""
    return say(f"ccn.seat.{seat}")


# -- cards ----------------------------------------------------------------------------------------


def card_of(content: CcnContent, name: str, number: int = 1, of: str = "") -> Card:
    """Show a card; those that cannot be chosen have another id than those in hand."""
    kind = content.cards[name].kind
    return Card(
        f"{of}{name}",
        card_name(name),
        say(f"ccn.cardtext.{name}"),
        f"ccn/{kind}/{name}",
        n=number,
    )


def cards_of(content: CcnContent, names: Iterable[str], of: str = "") -> tuple[Card, ...]:
    """Show cards, equal ones together."""
    return tuple(card_of(content, name, n, of) for name, n in sorted(Tally(names).items()))


def hand(content: CcnContent, view: CcnView, seat: Seat) -> Hand:
    """Show one's own hand, and how many cards the others hold. CCN-2.5."""
    title = say("ccn.hand", seat=seat_name(seat))
    if seat == view.seat:
        return Hand(f"hand-{seat}", title, seat, cards_of(content, view.hand))
    return Hand(f"hand-{seat}", title, seat, down=view.hand_sizes[seat])


def in_play(content: CcnContent, view: CcnView) -> Hand:
    """Show the card played this turn, and the one it copies. CCN-17.4.4."""
    cards = [card_of(content, view.card, of="played/")]
    if view.effect not in ("", view.card):
        cards.append(card_of(content, view.effect, of="copied/"))
    return Hand("in-play", say("ccn.in_play"), view.active, tuple(cards))


def scouted(content: CcnContent, view: CcnView) -> Hand:
    """Show the cards drawn after Scout to whoever chooses; the others see their backs. CCN-18.5."""
    title = say("ccn.scouted")
    if view.scouted:
        return Hand("scouted", title, view.active, cards_of(content, view.scouted, SCOUTED))
    return Hand("scouted", title, view.active, down=view.scouting)


def square_board(content: CcnContent, view: CcnView, seat: Seat) -> Hand:
    """Show the cards under squares to their owner, the others see their backs. CCN-14.1.10."""
    title = say("ccn.square_board", seat=seat_name(seat))
    if seat != view.seat:
        return Hand(f"squares-{seat}", title, seat, down=sum(view.squares[seat]))
    cards = tuple(
        square_card(content, number, name)
        for number, name in enumerate(view.square_cards, 1)
        if name
    )
    return Hand(f"squares-{seat}", title, seat, cards)


def square_card(content: CcnContent, number: int, name: str) -> Card:
    """Show a card under a square, with the number of its marker."""
    title = say("ccn.square_card", n=number, card=card_name(name))
    sprite = f"ccn/{content.cards[name].kind}/{name}"
    return Card(f"{UNDER_SQUARE}{number}", title, say(f"ccn.cardtext.{name}"), sprite)


def piles(view: CcnView) -> AnyTray:
    """Show how high draw pile and discard pile are."""
    counters = (
        Counter("deck", say("ccn.deck"), view.deck_size, sprite="ccn/deck"),
        Counter("discarded", say("ccn.discarded"), len(view.discards), sprite="ccn/discards"),
    )
    return Counters("piles", say("ccn.piles"), counters=counters)


def discards(content: CcnContent, view: CcnView) -> AnyTray:
    """List the discarded cards; they were all played openly but those a scout did not keep."""
    counts = tuple(
        Count(f"ccn/{content.cards[name].kind}/{name}", n, card_name(name))
        for name, n in sorted(Tally(view.discards).items())
    )
    return Pool("discards", say("ccn.discards"), counts=counts, folded=True)
