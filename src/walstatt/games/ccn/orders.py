"""Giving orders. CCN-5, CCN-17.2."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from walstatt.games.ccn.board import SECTIONS, SECTIONS_OF, Home
from walstatt.games.ccn.changes import leave_square
from walstatt.games.ccn.events import Ordered
from walstatt.games.ccn.foresight import leader_order_preview, order_preview
from walstatt.games.ccn.orders_left import left_told, orders_left
from walstatt.games.ccn.pointing import at_piece, piece_pointed
from walstatt.games.ccn.report import listed
from walstatt.games.ccn.square import cavalry_near, leaving_violations
from walstatt.games.ccn.world import (
    CcnCtx,
    adjacent_lone_leaders,
    adjacent_units,
    called,
    leader_name,
    piece_name,
    section_of,
    troop_of,
    unit_name,
    unit_of,
)
from walstatt.i18n.catalogue import Message
from walstatt.kernel.decisions import Answer, Decision, Violation, refuse
from walstatt.kernel.frames import Flow, Frame, ask, done
from walstatt.kernel.ids import CellId, Seat, UnitId
from walstatt.kernel.prompts import Choice, Preview, Target
from walstatt.kernel.trace import cite, rule

Slots: TypeAlias = tuple[tuple[str, int], ...]
"""What a card may order: a kind of order (a section, an arm, anybody) and how many."""
Fit: TypeAlias = Callable[[CcnCtx, UnitId], bool]
"""Whether an order of some kind may go to a unit."""


# -- which orders fit which piece -----------------------------------------------------------------


def _arm(name: str) -> Callable[[CcnCtx, UnitId], bool]:
    def fits(ctx: CcnCtx, unit: UnitId) -> bool:
        return troop_of(ctx, unit).arm == name

    return fits


def _may_charge(ctx: CcnCtx, unit: UnitId) -> bool:
    troop = troop_of(ctx, unit)
    return troop.arm == "cavalry" or troop.horse


def _may_hold(ctx: CcnCtx, unit: UnitId) -> bool:
    """Tell whether Fire and Hold may order a unit: not next to an enemy. CCN-17.4.6.3."""
    return troop_of(ctx, unit).arm != "cavalry" and not _next_to_enemy(ctx, unit)


def _next_to_enemy(ctx: CcnCtx, unit: UnitId) -> bool:
    one = ctx.world.units[unit]
    enemy = ctx.content.enemy[one.side]
    if adjacent_units(ctx, one.at, enemy):
        cite("CCN-17.4.6.3")
        return True
    return ctx.options.lone_leader_pins and bool(adjacent_lone_leaders(ctx, one.at, enemy))


def _anybody(ctx: CcnCtx, unit: UnitId) -> bool:
    return True


def _not_in_square(ctx: CcnCtx, unit: UnitId) -> bool:
    return not ctx.world.units[unit].square


FITS: dict[str, Fit] = {
    "infantry": _arm("infantry"),
    "cavalry": _arm("cavalry"),
    "artillery": _arm("artillery"),
    "charge": _may_charge,
    "hold": _may_hold,
    "unit": _anybody,
    "free_unit": _not_in_square,
    "any": _anybody,
    "manoeuvre": _not_in_square,
}
"""Which units an order of a kind may go to; sections are looked up by hex."""
FOR_LEADERS = (*SECTIONS, "any", "manoeuvre")
"""The kinds of orders that may also go to leaders."""


class Sheet(Struct, frozen=True, eq=False):
    """The orders of a card as bits: which fit where, and how many there are of each set."""

    by_cell: tuple[int, ...]
    """The orders that fit a hex by its section."""
    kinds: tuple[tuple[int, Fit], ...]
    """The orders that fit a unit by what it is."""
    for_leaders: int
    """The orders that fit any leader."""
    sets: tuple[tuple[int, int], ...]
    """Every set of orders, and how many pieces it can order."""


@cache
def sheet_of(home: Home, slots: Slots) -> Sheet:
    """Write the orders of a card down as seen from one side."""
    names = [name for name, _ in slots]
    by_cell = tuple(_bits(name in sections for name in names) for sections in SECTIONS_OF[home])
    kinds = tuple(
        (1 << place, FITS[name]) for place, name in enumerate(names) if name not in SECTIONS
    )
    for_leaders = _bits(name in FOR_LEADERS and name not in SECTIONS for name in names)
    places = range(len(slots))
    sets = tuple(
        (sum(1 << place for place in chosen), sum(slots[place][1] for place in chosen))
        for size in range(1, len(slots) + 1)
        for chosen in combinations(places, size)
    )
    return Sheet(by_cell, kinds, for_leaders, sets)


def slots_of_unit(ctx: CcnCtx, sheet: Sheet, unit: UnitId) -> int:
    """Tell which of the orders fit a unit, as bits."""
    mask = sheet.by_cell[ctx.world.units[unit].at]
    for bit, fits in sheet.kinds:
        if fits(ctx, unit):
            mask |= bit
    return mask


def slots_of_leader(ctx: CcnCtx, sheet: Sheet, leader: UnitId) -> int:
    """Tell which of the orders fit a leader, as bits."""
    return sheet.by_cell[ctx.world.leaders[leader].at] | sheet.for_leaders


def _bits(flags: Iterable[bool]) -> int:
    return sum(1 << place for place, flag in enumerate(flags) if flag)


@rule("CCN-5.6", "CCN-17.2.10")
def can_be_given(sheet: Sheet, wanted: list[int]) -> bool:
    """Tell whether there are orders enough: for every set of kinds, no more pieces than orders.

    A piece that fits two sections uses whichever order the others leave it. CCN-5.7.
    """
    if not all(wanted):
        return False
    for inside, orders in sheet.sets:
        if len([mask for mask in wanted if not mask & ~inside]) > orders:
            return False
    return True


def given_so_far(ctx: CcnCtx, seat: Seat, sheet: Sheet) -> list[int]:
    """List, for every piece ordered so far, which orders fit it."""
    world = ctx.world
    units = [
        slots_of_unit(ctx, sheet, unit)
        for unit, one in world.units.items()
        if one.ordered and one.side == seat
    ]
    leaders = [
        slots_of_leader(ctx, sheet, leader)
        for leader, him in world.leaders.items()
        if him.ordered and him.side == seat
    ]
    return units + leaders


# -- the decision ---------------------------------------------------------------------------------


class Order(Answer, frozen=True, tag="order"):
    """Order a unit; a square may leave square with it."""

    unit: UnitId
    leave_square: bool = False


class OrderLeader(Answer, frozen=True, tag="order_leader"):
    """Order a leader: a lone one, or one to detach from his unit."""

    leader: UnitId


class EndOrders(Answer, frozen=True, tag="end_orders"):
    """Order nobody else."""


AnyOrder = Order | OrderLeader | EndOrders
END_ORDERS = EndOrders()


@rule("CCN-5.4", "CCN-5.9")
class ChooseOrders(Decision[AnyOrder], frozen=True, tag="choose_orders"):
    """Which piece is ordered next."""

    slots: Slots

    answers = (Order, OrderLeader, EndOrders)
    exact = True

    def prompt(self, ctx: CcnCtx) -> Message:
        """Ask for the next piece."""
        given = given_so_far(ctx, self.seat, self.sheet(ctx))
        left = sum(count for _, count in self.slots) - len(given)
        card = ctx.say(f"card.{ctx.world.effect}")
        if len(self.slots) == 1 and ctx.world.effect != "elan":
            return ctx.say("ask.choose_orders", card=card, n=left)
        kinds = left_told(self.left(ctx, given))
        return ctx.say("ask.choose_orders_of", card=card, n=left, kinds=kinds)

    def left(self, ctx: CcnCtx, given: list[int]) -> list[tuple[str, int, bool]]:
        """List the kinds of orders that are left."""
        sheet = self.sheet(ctx)
        return orders_left(
            self.slots, given, sheet.for_leaders, lambda wanted: can_be_given(sheet, wanted)
        )

    def sheet(self, ctx: CcnCtx) -> Sheet:
        """Write the orders down as this side sees them."""
        return sheet_of(ctx.content.homes[self.seat], self.slots)

    def check(self, ctx: CcnCtx, answer: AnyOrder) -> list[Violation]:
        """A piece is one's own, not ordered yet, and fits an order that is left."""
        if isinstance(answer, EndOrders):
            return []
        if isinstance(answer, Order):
            return self.check_unit(ctx, answer)
        return self.check_leader(ctx, answer.leader)

    def check_unit(self, ctx: CcnCtx, answer: Order) -> list[Violation]:
        """Judge an order to a unit."""
        one = ctx.world.units.get(answer.unit)
        if one is None or one.side != self.seat:
            return [refuse("CCN-5.2", "ccn.no.own_unit", unit=called(ctx, answer.unit))]
        name = unit_name(ctx, answer.unit)
        if one.ordered:
            return [refuse("CCN-5.6", "ccn.no.ordered_already", unit=name)]
        found = leaving_violations(ctx, answer.unit) if answer.leave_square else []
        sheet = self.sheet(ctx)
        mask = slots_of_unit(ctx, sheet, answer.unit)
        if not mask:
            found.append(self.misfit(ctx, answer.unit))
        elif not can_be_given(sheet, [*given_so_far(ctx, self.seat, sheet), mask]):
            found.append(refuse(self.limit(ctx), "ccn.no.no_order_left", unit=name))
        return found

    def check_leader(self, ctx: CcnCtx, leader: UnitId) -> list[Violation]:
        """Judge an order to a leader."""
        one = ctx.world.leaders.get(leader)
        if one is None or one.side != self.seat:
            return [refuse("CCN-5.2", "ccn.no.own_leader", leader=called(ctx, leader))]
        name = leader_name(ctx, leader)
        if one.ordered:
            return [refuse("CCN-5.6", "ccn.no.ordered_already", unit=name)]
        found: list[Violation] = []
        unit = unit_of(ctx, leader)
        if unit is not None and ctx.world.units[unit].square:
            found.append(refuse("CCN-5.21", "ccn.no.leader_in_square", leader=name))
        if not any(name in FOR_LEADERS for name, _ in self.slots):
            because = "CCN-5.16" if unit is not None else self.limit(ctx)
            return [*found, refuse(because, "ccn.no.no_leaders")]
        sheet = self.sheet(ctx)
        mask = slots_of_leader(ctx, sheet, leader)
        if not mask:
            found.append(self.elsewhere(ctx, leader, one.at))
        elif not can_be_given(sheet, [*given_so_far(ctx, self.seat, sheet), mask]):
            found.append(refuse(self.limit(ctx), "ccn.no.no_order_left", unit=name))
        return found

    def limit(self, ctx: CcnCtx) -> str:
        """Name the rule that says how many pieces the card orders."""
        if ctx.world.plain:
            return "CCN-17.4.14"
        return ctx.content.cards[ctx.world.effect].rule

    def misfit(self, ctx: CcnCtx, unit: UnitId) -> Violation:
        """Say why the card cannot order this unit: for its place, its state or its arm."""
        names = [name for name, _ in self.slots]
        if any(name in SECTIONS for name in names):
            return self.elsewhere(ctx, unit, ctx.world.units[unit].at)
        name = unit_name(ctx, unit)
        if names == ["hold"] and troop_of(ctx, unit).arm != "cavalry":
            return refuse("CCN-17.4.6.3", "ccn.no.enemy_near", unit=name)
        if names in (["manoeuvre"], ["free_unit"]):
            return refuse("CCN-17.4.11.3", "ccn.no.in_square", unit=name)
        kinds = listed([ctx.say(f"ordered.{one}") for one in names])
        return refuse(self.limit(ctx), "ccn.no.other_kind", unit=name, kinds=kinds)

    def elsewhere(self, ctx: CcnCtx, piece: UnitId, at: CellId) -> Violation:
        """Say that a piece stands in a section that the card does not order. CCN-5.2."""
        here = listed([ctx.say(f"section.{one}") for one in section_of(ctx, self.seat, at)])
        meant = listed([ctx.say(f"section.{one}") for one, _ in self.slots])
        name = piece_name(ctx, piece)
        return refuse("CCN-5.2", "ccn.no.other_section", unit=name, here=here, sections=meant)

    def candidates(self, ctx: CcnCtx) -> list[AnyOrder]:
        """Offer every piece that can still be ordered, and ending."""
        return [END_ORDERS, *possible_orders(ctx, self.seat, self.slots)]

    def present(self, ctx: CcnCtx, answer: AnyOrder) -> Choice:
        """Show a piece or the button."""
        if isinstance(answer, EndOrders):
            last = not given_so_far(ctx, self.seat, self.sheet(ctx))
            return Choice(ctx.say("do.end_orders"), rolls=last)
        if isinstance(answer, OrderLeader):
            kind = "order_lone" if unit_of(ctx, answer.leader) is None else "order_detach"
            name = leader_name(ctx, answer.leader)
            return Choice(ctx.say(f"do.{kind}", leader=name), at_piece(answer.leader))
        stays = "order_stay" if ctx.world.units[answer.unit].square else "order"
        kind = "order_leave" if answer.leave_square else stays
        name = unit_name(ctx, answer.unit)
        return Choice(ctx.say(f"do.{kind}", unit=name), at_piece(answer.unit))

    def preview(self, ctx: CcnCtx, answer: AnyOrder) -> Preview:
        """Show where the piece could go, and whom it could fight where it stands."""
        wrong = tuple(self.check(ctx, answer))
        if wrong or isinstance(answer, EndOrders):
            return Preview(wrong)
        if isinstance(answer, OrderLeader):
            return leader_order_preview(ctx, answer.leader)
        return order_preview(ctx, answer.unit, leaves_square=answer.leave_square)

    def wish(self, ctx: CcnCtx, target: Target, of: Target | None) -> AnyOrder | None:
        """Read a piece, or the one in a hex, as one to be ordered."""
        piece = piece_pointed(ctx, target)
        if piece is None:
            return None
        return OrderLeader(piece) if piece in ctx.world.leaders else Order(piece)


def possible_orders(ctx: CcnCtx, seat: Seat, slots: Slots) -> list[AnyOrder]:
    """List every order that can be given besides those given."""
    world = ctx.world
    sheet = sheet_of(ctx.content.homes[seat], slots)
    given = given_so_far(ctx, seat, sheet)
    if len(given) >= sheet.sets[-1][1]:
        return []
    known: dict[int, bool] = {}
    found: list[AnyOrder] = []
    for unit, one in world.units.items():
        if one.ordered or one.side != seat:
            continue
        mask = slots_of_unit(ctx, sheet, unit) if sheet.kinds else sheet.by_cell[one.at]
        fits = known.get(mask)
        if not (_fits(known, sheet, given, mask) if fits is None else fits):
            continue
        found.append(Order(unit))
        if one.square and not cavalry_near(ctx, unit):
            found.append(Order(unit, leave_square=True))
    if any(name in FOR_LEADERS for name, _ in slots):
        found += (
            OrderLeader(leader)
            for leader in orderable_leaders(ctx, seat)
            if _fits(known, sheet, given, slots_of_leader(ctx, sheet, leader))
        )
    else:
        cite("CCN-5.16")
    return found


def orderable_leaders(ctx: CcnCtx, seat: Seat) -> list[UnitId]:
    """List the leaders of a side who could take an order: not ordered yet, and in no square."""
    world = ctx.world
    found = []
    for leader, him in world.leaders.items():
        unit = world.unit_at.get(him.at)
        if him.side != seat or him.ordered:
            continue
        if unit is not None and world.units[unit].square:
            cite("CCN-5.21", "CCN-14.5.9")
        else:
            found.append(leader)
    return found


def _fits(known: dict[int, bool], sheet: Sheet, given: list[int], mask: int) -> bool:
    """Tell whether a piece that fits these orders can get one, asking once for each kind."""
    if mask not in known:
        known[mask] = can_be_given(sheet, [*given, mask])
    return known[mask]


def order_unit(ctx: CcnCtx, unit: UnitId) -> None:
    """Give a unit its order. CCN-5.13."""
    ctx.world.units[unit] = replace(ctx.world.units[unit], ordered=True)
    tell_order(ctx, unit)


def order_leader(ctx: CcnCtx, leader: UnitId) -> None:
    """Give a leader his order. CCN-5.15."""
    ctx.world.leaders[leader] = replace(ctx.world.leaders[leader], ordered=True)
    tell_order(ctx, leader)


def tell_order(ctx: CcnCtx, piece: UnitId) -> None:
    """Tell that a piece was ordered, and by which card's rule."""
    if ctx.telling:
        because = "CCN-17.4.14" if ctx.world.plain else ctx.content.cards[ctx.world.effect].rule
        ctx.emit(Ordered(piece_name(ctx, piece), seat=ctx.world.active, because=because))


class GiveOrders(Frame, frozen=True, tag="give_orders"):
    """The Order phase of a card that lets its player choose. CCN-5.2, CCN-5.3."""

    seat: Seat
    slots: Slots

    def begin(self, ctx: CcnCtx) -> Flow:
        """Ask for the next order, as long as any can be given."""
        orders = possible_orders(ctx, self.seat, self.slots)
        if not orders:
            return done()
        asked = ChooseOrders(self.seat, self.slots)
        return ask(asked, then=self.chosen, known=[END_ORDERS, *orders])

    def chosen(self, ctx: CcnCtx, answer: AnyOrder) -> Flow:
        """Give the order."""
        if isinstance(answer, EndOrders):
            return done()
        if isinstance(answer, OrderLeader):
            cite("CCN-5.24" if unit_of(ctx, answer.leader) is None else "CCN-5.15")
            self.cite_place(ctx, ctx.world.leaders[answer.leader].at)
            order_leader(ctx, answer.leader)
            return self.begin(ctx)
        self.cite_place(ctx, ctx.world.units[answer.unit].at)
        order_unit(ctx, answer.unit)
        if not answer.leave_square:
            return self.begin(ctx)
        cite("CCN-5.22", "CCN-5.23", "CCN-14.5.7")
        leave_square(ctx, answer.unit)
        return self.more(ctx).begin(ctx)

    def cite_place(self, ctx: CcnCtx, cell: CellId) -> None:
        """Note by what a piece is ordered: its section, either of two, or wherever it stands."""
        if not any(name in SECTIONS for name, _ in self.slots):
            cite("CCN-5.3")
            return
        cite("CCN-17.1.4")
        if len(section_of(ctx, self.seat, cell)) > 1:
            cite("CCN-5.7")

    @rule("CCN-5.12", "CCN-A10")
    def more(self, ctx: CcnCtx) -> GiveOrders:
        """Count the card that came back from a square, if so read."""
        orders = ctx.content.cards[ctx.world.effect].orders
        if not ctx.options.returned_card_counts or "command" not in orders.values():
            return self
        return replace(self, slots=tuple((name, count + 1) for name, count in self.slots))
