"""Who fights whom: pairs of elements by the length of their contact. IDG-11.5."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from walstatt.boards.contact import Contact, is_within
from walstatt.games.idg.across import contacts_across, foes_met_by, has_barriers, is_across
from walstatt.games.idg.levels import can_meet
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.standing import (
    contacts_between,
    foes_touching,
    strikes_flank,
    touches_front,
)
from walstatt.games.idg.whereabouts import whereabouts
from walstatt.games.idg.world import (
    TOUCH,
    ElementId,
    IdgCtx,
    foes_in_melee,
    is_train,
    on_table,
    pair_key,
    profile_of,
    rect_of,
    shown,
    side_of,
)
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.ids import Seat
from walstatt.kernel.trace import rule

Couple: TypeAlias = tuple[ElementId, ElementId]
"""Two enemies, that of Side 1 first."""
EQUAL: Final = TOUCH
"""Contacts whose lengths differ by no more are equally long."""
NO_FIGHTERS: Final = ("artillery", "baggage", "wagon")


class Link(NamedTuple):
    """Two enemies in contact: how far they touch, and whether with the front of each."""

    a: ElementId
    b: ElementId
    length: float
    a_front: bool
    b_front: bool

    @property
    def couple(self) -> Couple:
        """Name both."""
        return self.a, self.b


class Pairing(NamedTuple):
    """The pairs that are settled, and contacts of equal length among which somebody chooses."""

    pairs: tuple[Link, ...]
    open: tuple[Link, ...] = ()
    seat: Seat = Seat("")
    """Who chooses."""


# -- who is there ---------------------------------------------------------------------------------


@rule("IDG-11.5.6", "IDG-5.10.2")
def is_fighter(ctx: IdgCtx, element: ElementId) -> bool:
    """Does an element fight in melee? Artillery and baggage never do, nor do dummies."""
    if profile_of(ctx, element).troop in NO_FIGHTERS:
        return False
    return not ctx.world.units[ctx.world.elements[element].unit].dummy


def fighting_foes(ctx: IdgCtx, element: ElementId) -> list[ElementId]:
    """List the enemies in contact with an element who fight, also across a rampart."""
    return [
        foe
        for foe in foes_met(ctx, element)
        if is_fighter(ctx, foe) and can_meet(ctx, element, foe)
    ]


def foes_met(ctx: IdgCtx, element: ElementId) -> list[ElementId]:
    """List the enemies in contact with an element, also across a rampart; baggage aside."""
    foes = foes_in_melee(ctx, ctx.world.elements[element].unit)
    if not foes:
        return []
    if has_barriers(ctx):
        own = rect_of(ctx, element)
        return [
            foe
            for unit in foes
            for foe in shown(ctx, unit)
            if is_within(own, rect_of(ctx, foe), TOUCH) or is_across(ctx, element, foe)
        ]
    there, unit = whereabouts(ctx), ctx.world.elements[element].unit
    return [foe for other in foes for one, foe in there.touching(unit, other) if one == element]


def meeting(ctx: IdgCtx, element: ElementId, foe: ElementId) -> tuple[Contact, ...]:
    """Tell with which edges two enemies meet, also across a rampart."""
    return contacts_between(ctx, element, foe) or contacts_across(ctx, element, foe)


@rule("IDG-1.9.13", "IDG-11.8.27")
def flankers(ctx: IdgCtx, element: ElementId) -> list[ElementId]:
    """List the enemies whose front is on an element's flank or rear; they do not roll against it.

    Whether they fight somebody else besides does not matter.
    """
    return [foe for foe in fighting_foes(ctx, element) if strikes_flank(meeting(ctx, element, foe))]


@rule("IDG-11.1.1")
def links(ctx: IdgCtx) -> list[Link]:
    """List all contacts between enemies who fight, those of Side 1 first."""
    engaged = {unit for key in ctx.world.melees for unit in key.split("|")}
    return [
        link_of(a, b, met)
        for unit in on_table(ctx, ctx.world.first)
        if unit in engaged
        for a in shown(ctx, unit)
        if is_fighter(ctx, a)
        for b in fighting_foes(ctx, a)
        if (met := meeting(ctx, a, b))
    ]


def link_of(a: ElementId, b: ElementId, met: Sequence[Contact]) -> Link:
    """Sum up how two elements touch."""
    length = max(one.length for one in met)
    return Link(a, b, length, touches_front(tuple(met)), any(one.other == "front" for one in met))


# -- who is free -----------------------------------------------------------------------------------


@rule("IDG-11.2.6", "IDG-11.2.7")
def is_involved(ctx: IdgCtx, element: ElementId) -> bool:
    """Is an element in melee itself? Not if it touches enemies with corners only and fights none.

    Whoever stands beside a fight in the line touches the enemy's corner and may support, but is
    free to turn, to join, and to face whoever strikes his flank.
    """
    foes = [foe for foe in foes_met_by(ctx, element) if not is_train(ctx, foe)]
    met = [one for foe in foes for one in meeting(ctx, element, foe)]
    return any(one.length > TOUCH for one in met) or bool(met and _fights(ctx, element))


@rule("IDG-11.2.1")
def is_engaged_in_front(ctx: IdgCtx, element: ElementId) -> bool:
    """Does an element's front edge touch an enemy, and not merely with a corner beside a fight?"""
    foes = [foe for foe in foes_touching(ctx, element) if not is_train(ctx, foe)]
    met = [one for foe in foes for one in contacts_between(ctx, element, foe)]
    front = [one for one in met if one.own == "front"]
    return any(one.length > TOUCH for one in front) or bool(front and _fights(ctx, element))


def _fights(ctx: IdgCtx, element: ElementId) -> bool:
    return any(element in one.couple for one in settled(ctx).pairs)


# -- making pairs ---------------------------------------------------------------------------------


@rule("IDG-11.5.8")
def front_first(found: Iterable[Link]) -> list[Link]:
    """Keep the contacts that may make a pair: whoever touches with his front fights only there."""
    found = list(found)
    engaged = {one.a for one in found if one.a_front} | {one.b for one in found if one.b_front}
    return [
        one
        for one in found
        if (one.a_front or one.a not in engaged) and (one.b_front or one.b not in engaged)
    ]


@rule("IDG-11.5.1", "IDG-11.5.2", "IDG-11.5.4", "IDG-11.5.5")
def pairing(ctx: IdgCtx, chosen: Sequence[Couple] = ()) -> Pairing:
    """Make pairs by decreasing length, as far as nobody has to choose; some are chosen already."""
    left = front_first(links(ctx))
    picked = set(chosen)
    pairs = [one for one in left if one.couple in picked]
    left = _without(left, pairs)
    while left:
        tied = longest(left)
        alone = [one for one in tied if len(_meeting(tied, one)) == 1]
        if not alone:
            seat, theirs = choosing(ctx, tied)
            return Pairing(tuple(pairs), tuple(theirs), seat)
        pairs += alone
        left = _without(left, alone)
    return Pairing(_in_order(ctx, pairs))


def _in_order(ctx: IdgCtx, pairs: Sequence[Link]) -> tuple[Link, ...]:
    if len(pairs) < 2:
        return tuple(pairs)
    places = {element: n for n, element in enumerate(ctx.world.elements)}
    return tuple(sorted(pairs, key=lambda one: places[one.a]))


def longest(found: Sequence[Link]) -> list[Link]:
    """List the longest contacts, those that are as good as equal included."""
    most = max(one.length for one in found)
    return [one for one in found if one.length >= most - EQUAL]


def _meeting(found: Sequence[Link], one: Link) -> list[Link]:
    return [other for other in found if other.a == one.a or other.b == one.b]


def _without(found: Sequence[Link], pairs: Sequence[Link]) -> list[Link]:
    taken = {element for one in pairs for element in one.couple}
    return [one for one in found if one.a not in taken and one.b not in taken]


def _groups(tied: Sequence[Link]) -> Iterator[list[Link]]:
    """Part contacts into those that hang together: one choice bears on the others."""
    left = list(tied)
    while left:
        group = {left[0]}
        while more := {other for one in group for other in _meeting(tied, one)} - group:
            group |= more
        yield [one for one in left if one in group]
        left = [one for one in left if one not in group]


@rule("IDG-11.5.3", "IDG-A27")
def maker(ctx: IdgCtx, link: Couple) -> Seat:
    """Tell whose doing a contact is: his who moved into it this turn; later, Side 1's."""
    world = ctx.world
    a, b = world.elements[link[0]], world.elements[link[1]]
    if a.entered != b.entered:
        return side_of(ctx, link[0] if a.entered else link[1])
    melee = world.melees.get(pair_key(a.unit, b.unit))
    if melee is None or melee.since < world.turn:
        return world.first
    return world.units[melee.by].side


def choosing(ctx: IdgCtx, tied: Sequence[Link]) -> tuple[Seat, list[Link]]:
    """Tell who chooses next among contacts of equal length, and among which."""
    groups = [(chooser(ctx, group), group) for group in _groups(tied)]
    first = groups[0][0]
    return first, [one for seat, group in groups if seat == first for one in group]


def chooser(ctx: IdgCtx, tied: Sequence[Link]) -> Seat:
    """Tell who chooses among contacts that hang together; Side 1 if both made some of them."""
    seats = {maker(ctx, one.couple) for one in tied}
    return seats.pop() if len(seats) == 1 else ctx.world.first


def most_pairs(tied: Sequence[Link]) -> list[Link]:
    """Find as many pairs as can be made of some contacts: the longest line of fights."""
    partner: dict[ElementId, Link] = {}

    def place(a: ElementId, tried: set[ElementId]) -> bool:
        for one in tied:
            if one.a == a and one.b not in tried:
                tried.add(one.b)
                if one.b not in partner or place(partner[one.b].a, tried):
                    partner[one.b] = one
                    return True
        return False

    for a in dict.fromkeys(one.a for one in tied):
        place(a, set())
    return [one for one in tied if one in partner.values()]


def settled(ctx: IdgCtx, chosen: Sequence[Couple] = ()) -> Pairing:
    """Make all pairs, with the longest line wherever somebody could choose."""
    found = pairing(ctx, chosen)
    while found.open:
        chosen = (*chosen, *(one.couple for one in most_pairs(found.open)))
        found = pairing(ctx, chosen)
    return found


# -- naming ---------------------------------------------------------------------------------------


def element_name(ctx: IdgCtx, element: ElementId) -> Message:
    """Name an element by its unit and its place in it."""
    unit = ctx.world.elements[element].unit
    elements = ctx.world.units[unit].elements
    if len(elements) == 1:
        return unit_name(ctx, unit)
    number = str(elements.index(element) + 1)
    return say("idg.melee.element", unit=unit_name(ctx, unit), number=number)
