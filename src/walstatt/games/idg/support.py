"""Who supports whom: elements beside and behind those that fight. IDG-11.6, IDG-11.7."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from msgspec import Struct

from walstatt.boards.contact import Contact, is_within
from walstatt.boards.rectangle import Rectangle
from walstatt.games.idg.content import SEATS
from walstatt.games.idg.ground import difficult
from walstatt.games.idg.hulls import hull_around, units_near
from walstatt.games.idg.levels import can_meet
from walstatt.games.idg.pairing import (
    EQUAL,
    Couple,
    Pairing,
    foes_met,
    is_fighter,
    maker,
    meeting,
)
from walstatt.games.idg.standing import contacts_between, strikes_flank, touches_front
from walstatt.games.idg.troops import Profile
from walstatt.games.idg.world import (
    TORCH,
    TOUCH,
    ElementId,
    IdgCtx,
    is_mounted,
    on_table,
    profile_of,
    rect_of,
    shown,
    side_of,
)
from walstatt.kernel.trace import rule

MOST_BEHIND: Final = 2
BEHIND: Final = ("front", "rear")
"""How a supporter behind touches: with its front the other's rear."""
ON_WHEELS: Final = ("light_chariot", "heavy_chariot", "elephant", "light_cavalry")
"""Whom skirmishers may support from behind. IDG-11.7.6."""
Backing: TypeAlias = tuple[ElementId, ElementId]
"""A supporter, and whom it supports."""


class Stand(Struct, frozen=True, gc=False):
    """One of a pair: whom it fights, and who supports it beside and behind."""

    element: ElementId
    foe: ElementId
    flank: tuple[ElementId, ...] = ()
    rear: tuple[ElementId, ...] = ()


class Bout(Struct, frozen=True, gc=False):
    """A pair that will roll, whoever made the contact first."""

    one: Stand
    other: Stand

    @property
    def elements(self) -> tuple[ElementId, ElementId]:
        """Name both."""
        return self.one.element, self.other.element

    def of(self, element: ElementId) -> Stand:
        """Give the part of one of them."""
        return self.one if self.one.element == element else self.other


class Offer(NamedTuple):
    """What an element could do for a friend who fights: where it would stand, how well it fits."""

    supporter: ElementId
    friend: ElementId
    where: str
    """`left`, `right` or `rear`."""
    length: float


class Post(NamedTuple):
    """One who fights, his enemy, and the idle friends he touches: with which of their edges."""

    friend: ElementId
    foe: ElementId
    idle: dict[ElementId, tuple[Contact, ...]]


class Plan(NamedTuple):
    """The fights of a turn, and supporters who could support either of two friends."""

    bouts: tuple[Bout, ...]
    open: tuple[Offer, ...] = ()


# -- beside ---------------------------------------------------------------------------------------


@rule("IDG-11.6.1", "IDG-11.6.2", "IDG-11.6.3", "IDG-11.6.5")
def flank_offers(ctx: IdgCtx, posts: Sequence[Post]) -> Iterator[Offer]:
    """List who could support whom on the flank, of whatever unit, class and ground."""
    for post in posts:
        own = rect_of(ctx, post.friend)
        for one, touched in post.idle.items():
            beside = [met for met in touched if _is_side(met)]
            if not beside or not touches_front(meeting(ctx, one, post.foe)):
                continue
            if not strikes_any_flank(ctx, one):
                where = _side_of_friend(own, rect_of(ctx, one), beside[0])
                yield Offer(one, post.friend, where, max(met.length for met in beside))


def _is_side(met: Contact) -> bool:
    return met.own in ("left", "right")


def _side_of_friend(own: Rectangle, other: Rectangle, met: Contact) -> str:
    if met.other in ("left", "right"):
        return met.other
    return "right" if own.local(other.centre)[0] > 0 else "left"


@rule("IDG-11.6.6", "IDG-A62")
def strikes_any_flank(ctx: IdgCtx, element: ElementId) -> bool:
    """Is an element's front on the flank or rear of an enemy, so that it supports nobody?"""
    return any(strikes_flank(meeting(ctx, foe, element)) for foe in foes_met(ctx, element))


# -- behind ---------------------------------------------------------------------------------------


@rule("IDG-11.7.1", "IDG-11.7.5")
def rear_offers(ctx: IdgCtx, posts: Sequence[Post]) -> Iterator[Offer]:
    """List who could support whom from behind: the next rank only, which touches no enemy."""
    for post in posts:
        for one, touched in post.idle.items():
            lengths = (met.length for met in touched if (met.own, met.other) == BEHIND)
            length = sum(lengths)
            if not length or foes_met(ctx, one) or is_torch_bearer(ctx, one):
                continue
            if may_back(ctx, one, post.friend, post.foe):
                yield Offer(one, post.friend, "rear", length)


@rule("IDG-10.1.2")
def is_torch_bearer(ctx: IdgCtx, element: ElementId) -> bool:
    """Did an element try to set a fire this turn, so that it takes no part in melee?"""
    world = ctx.world
    return any(
        (shot.turn, shot.at, shot.element) == (world.turn, TORCH, element) for shot in world.shots
    )


def may_back(ctx: IdgCtx, supporter: ElementId, friend: ElementId, foe: ElementId) -> bool:
    """May an element give rear support to a friend against this enemy?"""
    behind, before = profile_of(ctx, supporter), profile_of(ctx, friend)
    if not _same_unit(ctx, supporter, friend) and not backs_others(behind, before):
        return False
    if not any(allows(behind, before) for allows in MATRIX):
        return False
    if not stood(ctx, supporter, behind) or not profits(before, behind, profile_of(ctx, foe)):
        return False
    return is_steady(ctx, friend, before, behind)


@rule("IDG-11.7.2")
def _same_unit(ctx: IdgCtx, one: ElementId, other: ElementId) -> bool:
    return ctx.world.elements[one].unit == ctx.world.elements[other].unit


@rule("IDG-11.7.6", "IDG-11.7.7")
def backs_others(behind: Profile, before: Profile) -> bool:
    """Are these skirmishers behind chariots, elephants or light cavalry, of any unit?"""
    return behind.troop == "skirmisher" and before.troop in ON_WHEELS


@rule("IDG-11.7.16", "IDG-11.7.9")
def plain_warriors_back(behind: Profile, before: Profile) -> bool:
    """Standard warriors, pikemen and bowmen support any warriors."""
    swords = "swordsmen" in behind.subtypes
    return behind.troop == before.troop == "warrior" and not swords


@rule("IDG-11.7.8")
def swordsmen_back(behind: Profile, before: Profile) -> bool:
    """Swordsmen support only swordsmen."""
    if behind.troop != "warrior" or before.troop != "warrior":
        return False
    return "swordsmen" in behind.subtypes and "swordsmen" in before.subtypes


@rule("IDG-11.7.11")
def cataphracts_back(behind: Profile, before: Profile) -> bool:
    """Cataphracts support cataphracts."""
    return behind.troop == before.troop == "cataphract"


@rule("IDG-11.7.12", "IDG-11.7.13")
def mounted_bows_back(behind: Profile, before: Profile) -> bool:
    """Heavy cavalry with bows supports heavy cavalry with any weapon; no others do."""
    return behind.troop == before.troop == "heavy_cavalry" and behind.weapon == "bow"


MATRIX: Final[tuple[Callable[[Profile, Profile], bool], ...]] = (
    backs_others,
    plain_warriors_back,
    swordsmen_back,
    cataphracts_back,
    mounted_bows_back,
)


@rule("IDG-11.7.10")
def stood(ctx: IdgCtx, supporter: ElementId, behind: Profile) -> bool:
    """Did bowmen stand still, so that they can support?"""
    return "bowmen" not in behind.subtypes or not ctx.world.elements[supporter].moved


@rule("IDG-11.7.14")
def profits(before: Profile, behind: Profile, foe: Profile) -> bool:
    """Is rear support of any use? Not to mounted troops against warriors or elephants.

    Cataphracts behind cataphracts are the exception.
    """
    if not is_mounted(before) or foe.troop not in ("warrior", "elephant"):
        return True
    return before.troop == behind.troop == "cataphract"


@rule("IDG-11.7.15", "IDG-11.10.2", "IDG-6.2.11")
def is_steady(ctx: IdgCtx, friend: ElementId, before: Profile, behind: Profile) -> bool:
    """Does the ground let troops be supported from behind? Difficult ground only by skirmishers."""
    if behind.troop == "skirmisher":
        return True
    return difficult(ctx, before, rect_of(ctx, friend)) is None


# -- everybody in his place -----------------------------------------------------------------------


def posts_of(ctx: IdgCtx, pairs: Sequence[Couple]) -> list[Post]:
    """List all who fight, and the friends they touch who do not fight themselves."""
    taken = {element for couple in pairs for element in couple}
    present = {seat: on_table(ctx, seat) for seat in SEATS} if pairs else {}
    posts = []
    for couple in pairs:
        for friend, foe in (couple, couple[::-1]):
            own = rect_of(ctx, friend)
            units = units_near(ctx, hull_around(own), present[side_of(ctx, friend)], TOUCH)
            idle = (one for unit in units for one in shown(ctx, unit) if one not in taken)
            found = {
                one: contacts_between(ctx, one, friend)
                for one in idle
                if is_within(own, rect_of(ctx, one), TOUCH)
                and is_fighter(ctx, one)
                and can_meet(ctx, friend, one)
            }
            posts.append(Post(friend, foe, found))
    return posts


def planned(ctx: IdgCtx, found: Pairing, chosen: Sequence[Backing] = ()) -> Plan:
    """Give every pair its supporters, as far as nobody has to choose."""
    pairs = [one.couple for one in found.pairs]
    posts = posts_of(ctx, pairs)
    offers = [*flank_offers(ctx, posts), *rear_offers(ctx, posts)]
    given: list[Offer] = []
    left: list[Offer] = []
    for supporter in dict.fromkeys(one.supporter for one in offers):
        best = preferred([one for one in offers if one.supporter == supporter], chosen)
        (given if len(best) == 1 else left).extend(best)
    stands = _placed(pairs, given)
    return Plan(tuple(_bout(ctx, couple, stands) for couple in pairs), tuple(left))


@rule("IDG-11.7.4", "IDG-11.6.1")
def preferred(offers: Sequence[Offer], chosen: Sequence[Backing]) -> list[Offer]:
    """Find the one friend whom an element supports: chosen, or with more contact behind."""
    picked = [one for one in offers if (one.supporter, one.friend) in chosen]
    if picked:
        return picked[:1]
    if offers[0].where != "rear":
        return list(offers)
    most = max(one.length for one in offers)
    return [one for one in offers if one.length >= most - EQUAL]


@rule("IDG-11.6.4", "IDG-11.7.3")
def _placed(pairs: Sequence[Couple], given: Sequence[Offer]) -> dict[ElementId, Stand]:
    """Let at most one support on each flank, and at most two behind: those that touch most."""
    stands = {}
    for couple in pairs:
        for own, foe in (couple, couple[::-1]):
            mine = sorted((one for one in given if one.friend == own), key=lambda one: -one.length)
            beside = (*_at(mine, "left")[:1], *_at(mine, "right")[:1])
            stands[own] = Stand(own, foe, beside, _at(mine, "rear")[:MOST_BEHIND])
    return stands


def _at(offers: Sequence[Offer], where: str) -> tuple[ElementId, ...]:
    return tuple(one.supporter for one in offers if one.where == where)


def _bout(ctx: IdgCtx, couple: Couple, stands: dict[ElementId, Stand]) -> Bout:
    a, b = couple
    if maker(ctx, couple) != side_of(ctx, a):
        a, b = b, a
    return Bout(stands[a], stands[b])
