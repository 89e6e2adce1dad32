"""What each card does when it is played: who is ordered, and what happens besides. CCN-17."""

from __future__ import annotations

from msgspec.structs import replace

from walstatt.games.ccn.board import BASELINE, BOARD, ROW, SECTIONS, SECTIONS_OF, Home, Section
from walstatt.games.ccn.changes import put_unit
from walstatt.games.ccn.events import OrdersNobody, Rallied, Supplied
from walstatt.games.ccn.odds import BATTLE_DIE
from walstatt.games.ccn.orders import GiveOrders, Slots, order_leader, order_unit
from walstatt.games.ccn.pointing import at_cell, at_piece, cell_pointed, fighter_pointed
from walstatt.games.ccn.square import OrderedSquares
from walstatt.games.ccn.terrain import is_closed
from walstatt.games.ccn.world import (
    CcnCtx,
    adjacent_units,
    called,
    ground_now,
    label,
    leaders_of,
    section_of,
    told_unit,
    troop_of,
    unit_name,
    unit_of,
    units_of,
)
from walstatt.i18n.catalogue import Message
from walstatt.kernel.chance import Roll
from walstatt.kernel.decisions import Answer, Decision, FreeChoice, Violation, refuse
from walstatt.kernel.frames import Flow, Frame, ask, become, done, roll
from walstatt.kernel.ids import CellId, Seat, UnitId
from walstatt.kernel.prompts import Choice, Preview, Target
from walstatt.kernel.trace import cite, rule

ARMS = {"INF": "infantry", "CAV": "cavalry", "ART": "artillery"}
MOST = 4
"""How many units most tactics cards order."""

CHOSEN: dict[str, tuple[str, str]] = {
    "bayonet_charge": ("infantry", "CCN-17.4.1.5"),
    "bombard": ("artillery", "CCN-17.4.2.4"),
    "cavalry_charge": ("charge", "CCN-17.4.3.6"),
    "fire_and_hold": ("hold", "CCN-17.4.6.5"),
}
"""The cards that order up to four of a kind, and the rule if there is none of them."""


class CardPlayed(Frame, frozen=True, tag="card_played"):
    """The effect of a card up to the moment when all orders are given. CCN-17."""

    seat: Seat

    def begin(self, ctx: CcnCtx) -> Flow:
        """Do what the card says."""
        effect = ctx.world.effect
        if not effect or effect == "first_strike":
            return self.nothing(ctx)
        card = ctx.content.cards[effect]
        cite(card.rule)
        if card.kind == "section":
            return become(GiveOrders(self.seat, section_slots(ctx)))
        if effect in CHOSEN:
            return self.up_to_four(ctx, *CHOSEN[effect])
        match effect:
            case "force_march":
                return self.force_march(ctx)
            case "cold_steel":
                return self.cold_steel(ctx)
            case "leadership":
                return self.leadership(ctx)
            case "grande_manoeuvre":
                return ask(ChooseManoeuvre(self.seat), then=self.manoeuvre)
            case "elan":
                return self.elan(ctx)
            case "rally":
                return self.rally(ctx)
        return become(ShortSupply(self.seat))

    @rule("CCN-4.6")
    def nothing(self, ctx: CcnCtx) -> Flow:
        """Order nobody."""
        if ctx.world.effect == "first_strike":
            cite("CCN-17.4.7.9")
        ctx.emit(OrdersNobody(seat=self.seat))
        return done()

    def fallback(self, ctx: CcnCtx, because: str, kind: str = "unit") -> Flow:
        """Order one unit of choice in the normal way. CCN-17.4.14."""
        cite(because, "CCN-17.4.14")
        ctx.world.plain = True
        return become(GiveOrders(self.seat, ((kind, 1),)))

    def up_to_four(self, ctx: CcnCtx, kind: str, because: str) -> Flow:
        """Order up to four units of a kind, or one of choice if there is none at all."""
        if not any(is_meant(ctx, kind, unit) for unit in units_of(ctx, self.seat)):
            return self.fallback(ctx, because)
        return become(GiveOrders(self.seat, ((kind, MOST),)))

    # -- cards that order by themselves ------------------------------------------------------------

    def force_march(self, ctx: CcnCtx) -> Flow:
        """Ask for the section. CCN-17.4.8.1."""
        if not any(troop_of(ctx, unit).arm == "infantry" for unit in units_of(ctx, self.seat)):
            return self.fallback(ctx, "CCN-17.4.8.4")
        return ask(ChooseSection(self.seat), then=self.marched)

    @rule("CCN-17.4.8.1")
    def marched(self, ctx: CcnCtx, answer: TakeSection) -> Flow:
        """Order all infantry of the section."""
        return self.order_all(ctx, infantry_in(ctx, self.seat, answer.section))

    @rule("CCN-17.4.9.1", "CCN-17.4.9.5")
    def cold_steel(self, ctx: CcnCtx) -> Flow:
        """Order all units next to an enemy unit."""
        enemy = ctx.content.enemy[self.seat]
        units = [
            unit
            for unit in units_of(ctx, self.seat)
            if adjacent_units(ctx, ctx.world.units[unit].at, enemy)
        ]
        return self.order_all(ctx, units)

    @rule("CCN-17.4.10.1", "CCN-17.4.10.2")
    def leadership(self, ctx: CcnCtx) -> Flow:
        """Order all leaders, and the units they are with."""
        leaders = leaders_of(ctx, self.seat)
        if not leaders:
            return self.fallback(ctx, "CCN-17.4.10.6")
        for leader in leaders:
            order_leader(ctx, leader)
        led = [unit_of(ctx, leader) for leader in leaders]
        return self.order_all(ctx, [unit for unit in led if unit is not None])

    def order_all(self, ctx: CcnCtx, units: list[UnitId]) -> Flow:
        """Order these units, then ask about squares among them."""
        for unit in units:
            order_unit(ctx, unit)
        squares = tuple(unit for unit in units if ctx.world.units[unit].square)
        return become(OrderedSquares(self.seat, squares))

    # -- La Grande Manoeuvre -----------------------------------------------------------------------

    def manoeuvre(self, ctx: CcnCtx, answer: LongMove | OneUnit) -> Flow:
        """Order four pieces for the long move, or one unit in the normal way."""
        if isinstance(answer, OneUnit):
            cite("CCN-14.5.10")
            return self.fallback(ctx, "CCN-17.4.11.4", "free_unit")
        cite("CCN-17.4.11.3", "CCN-17.4.11.5", "CCN-14.5.10")
        return become(GiveOrders(self.seat, (("manoeuvre", MOST),)))

    # -- cards that roll ---------------------------------------------------------------------------

    @rule("CCN-17.4.5.1")
    def elan(self, ctx: CcnCtx) -> Flow:
        """Roll for orders."""
        dice = ctx.world.command
        rolled = Roll("ccn.roll.elan", "CCN-17.4.5.1", BATTLE_DIE, dice, self.seat)
        return roll(rolled, then=self.inspired)

    @rule("CCN-17.4.5.2", "CCN-17.4.5.3", "CCN-17.4.5.4")
    def inspired(self, ctx: CcnCtx, faces: tuple[str, ...]) -> Flow:
        """Each symbol orders a unit of its arm, each flag anybody."""
        counts = {arm: faces.count(face) for face, arm in ARMS.items()}
        counts["any"] = faces.count("FLAG")
        slots = tuple((name, count) for name, count in counts.items() if count)
        return become(GiveOrders(self.seat, slots)) if slots else self.nothing(ctx)

    @rule("CCN-17.4.12.1")
    def rally(self, ctx: CcnCtx) -> Flow:
        """Roll for blocks."""
        dice = ctx.world.command
        rolled = Roll("ccn.roll.rally", "CCN-17.4.12.1", BATTLE_DIE, dice, self.seat)
        return roll(rolled, then=self.rallied)

    @rule("CCN-17.4.12.2", "CCN-17.4.12.5", "CCN-A9")
    def rallied(self, ctx: CcnCtx, faces: tuple[str, ...]) -> Flow:
        """Each symbol returns a block to a unit of its arm; a flag to any, if so read."""
        counts = {arm: faces.count(face) for face, arm in ARMS.items()}
        if ctx.options.rally_flag_any:
            cite("CCN-21.5")
            counts["any"] = faces.count("FLAG")
        slots = tuple((name, count) for name, count in counts.items() if count)
        return become(Rallying(self.seat, slots))


def is_meant(ctx: CcnCtx, kind: str, unit: UnitId) -> bool:
    """Tell whether a unit is of the kind a card speaks of, wherever it stands."""
    troop = troop_of(ctx, unit)
    match kind:
        case "charge":
            return troop.arm == "cavalry" or troop.horse
        case "hold":
            return troop.arm != "cavalry"
    return troop.arm == kind


def infantry_in(ctx: CcnCtx, seat: Seat, section: Section) -> list[UnitId]:
    """List a side's infantry in a section, its line included."""
    return [
        unit
        for unit in units_of(ctx, seat)
        if troop_of(ctx, unit).arm == "infantry"
        and section in section_of(ctx, seat, ctx.world.units[unit].at)
    ]


@rule("CCN-5.2", "CCN-17.2.9")
def section_slots(ctx: CcnCtx) -> Slots:
    """Say how many pieces a section card orders where. CCN-5.10."""
    orders = ctx.content.cards[ctx.world.effect].orders
    return tuple(
        (name, ctx.world.command if count == "command" else count) for name, count in orders.items()
    )


# -- Force March and La Grande Manoeuvre ----------------------------------------------------------


class TakeSection(Answer, frozen=True, tag="section"):
    """March in this section."""

    section: Section


class ChooseSection(FreeChoice[TakeSection], frozen=True, tag="choose_section"):
    """In which section the infantry marches."""

    answers = (TakeSection,)
    offers = tuple(map(TakeSection, SECTIONS))

    def present(self, ctx: CcnCtx, answer: TakeSection) -> Choice:
        """Show the section and how many would march."""
        count = len(infantry_in(ctx, self.seat, answer.section))
        name = ctx.say(f"section.{answer.section}")
        return Choice(ctx.say("do.section", section=name, n=count))

    def preview(self, ctx: CcnCtx, answer: TakeSection) -> Preview:
        """Show who would march."""
        return Preview(reach=tuple(map(at_piece, infantry_in(ctx, self.seat, answer.section))))

    def wish(self, ctx: CcnCtx, target: Target, of: Target | None) -> TakeSection | None:
        """Read a hex as the section it lies in, unless it lies in two."""
        cell = cell_pointed(ctx, target)
        if cell is None:
            return None
        sections = section_of(ctx, self.seat, cell)
        return TakeSection(sections[0]) if len(sections) == 1 else None


class LongMove(Answer, frozen=True, tag="long_move"):
    """Order up to four pieces for the long move."""


class OneUnit(Answer, frozen=True, tag="one_unit"):
    """Order one unit in the normal way."""


class ChooseManoeuvre(FreeChoice[LongMove | OneUnit], frozen=True, tag="choose_manoeuvre"):
    """Whether La Grande Manoeuvre moves four pieces far, or orders one unit."""

    answers = (LongMove, OneUnit)
    offers = (LongMove(), OneUnit())


# -- Rally ----------------------------------------------------------------------------------------


class Rally(Answer, frozen=True, tag="rally"):
    """Give a block back to a unit."""

    unit: UnitId


class ChooseRally(Decision[Rally], frozen=True, tag="choose_rally"):
    """Which unit gets a block back."""

    arm: str
    left: int

    answers = (Rally,)
    exact = True

    def prompt(self, ctx: CcnCtx) -> Message:
        """Ask for a unit of the arm."""
        return ctx.say("ask.choose_rally", arm=ctx.say(f"arm.{self.arm}"), n=self.left)

    def check(self, ctx: CcnCtx, answer: Rally) -> list[Violation]:
        """It must be a reduced unit of that arm. CCN-17.4.12.3."""
        one = ctx.world.units.get(answer.unit)
        if one is None or one.side != self.seat:
            return [refuse("CCN-17.4.12.2", "ccn.no.own_unit", unit=called(ctx, answer.unit))]
        name = unit_name(ctx, answer.unit)
        troop = troop_of(ctx, answer.unit)
        found: list[Violation] = []
        if self.arm not in ("any", troop.arm):
            found.append(refuse("CCN-17.4.12.2", "ccn.no.other_arm", unit=name))
        if one.blocks >= troop.blocks:
            found.append(refuse("CCN-17.4.12.3", "ccn.no.full", unit=name))
        return found

    def candidates(self, ctx: CcnCtx) -> list[Rally]:
        """Offer every reduced unit of the arm."""
        return [Rally(unit) for unit in reduced(ctx, self.seat, self.arm)]

    def present(self, ctx: CcnCtx, answer: Rally) -> Choice:
        """Show the unit."""
        name = unit_name(ctx, answer.unit)
        return Choice(ctx.say("do.rally", unit=name), at_piece(answer.unit))

    def preview(self, ctx: CcnCtx, answer: Rally) -> Preview:
        """Tell how strong the unit would be."""
        wrong = tuple(self.check(ctx, answer))
        if wrong:
            return Preview(wrong)
        blocks = ctx.world.units[answer.unit].blocks + 1
        most = troop_of(ctx, answer.unit).blocks
        return Preview(facts=(ctx.say("fact.rallied", blocks=blocks, most=most),))

    def wish(self, ctx: CcnCtx, target: Target, of: Target | None) -> Rally | None:
        """Read a unit as the one that gets the block."""
        unit = fighter_pointed(ctx, target)
        return None if unit is None else Rally(unit)


@rule("CCN-17.4.12.6")
def reduced(ctx: CcnCtx, seat: Seat, arm: str) -> list[UnitId]:
    """List a side's units of an arm that lost blocks."""
    return [
        unit
        for unit in units_of(ctx, seat)
        if ctx.world.units[unit].blocks < troop_of(ctx, unit).blocks
        and arm in ("any", troop_of(ctx, unit).arm)
    ]


class Rallying(Frame, frozen=True, tag="rallying"):
    """Give blocks back, one after the other. CCN-17.4.12."""

    seat: Seat
    blocks: Slots

    def begin(self, ctx: CcnCtx) -> Flow:
        """Ask for the next block that some unit can take."""
        blocks = self.blocks
        while blocks and not (blocks[0][1] and reduced(ctx, self.seat, blocks[0][0])):
            blocks = blocks[1:]
        if not blocks:
            return self.over(ctx)
        asked = ChooseRally(self.seat, *blocks[0])
        return ask(asked, then=replace(self, blocks=blocks).chosen)

    @rule("CCN-17.4.12.3", "CCN-17.4.12.4", "CCN-19.1")
    def chosen(self, ctx: CcnCtx, answer: Rally) -> Flow:
        """Add the block; the unit is ordered."""
        one = ctx.world.units[answer.unit]
        ctx.world.units[answer.unit] = replace(one, blocks=one.blocks + 1, ordered=True)
        if ctx.telling:
            ctx.emit(Rallied(unit_name(ctx, answer.unit), seat=self.seat))
        arm, count = self.blocks[0]
        return replace(self, blocks=((arm, count - 1), *self.blocks[1:])).begin(ctx)

    def over(self, ctx: CcnCtx) -> Flow:
        """Ask about squares among the ordered units."""
        world = ctx.world
        squares = tuple(
            unit
            for unit, one in world.units.items()
            if one.side == self.seat and one.ordered and one.square
        )
        return become(OrderedSquares(self.seat, squares))


# -- Short Supply ---------------------------------------------------------------------------------


class SupplyTarget(Answer, frozen=True, tag="short_supply"):
    """Send this unit back."""

    unit: UnitId


class PlaceUnit(Answer, frozen=True, tag="place"):
    """Place the unit here."""

    to: CellId


@rule("CCN-17.4.13.1")
class ChooseSupply(Decision[SupplyTarget], frozen=True, tag="choose_short_supply"):
    """Which unit Short Supply sends back."""

    answers = (SupplyTarget,)
    exact = True

    def check(self, ctx: CcnCtx, answer: SupplyTarget) -> list[Violation]:
        """Any unit that is not in square and has somewhere to go."""
        one = ctx.world.units.get(answer.unit)
        if one is None:
            return [refuse("CCN-17.4.13.5", "ccn.no.unit", unit=called(ctx, answer.unit))]
        name = unit_name(ctx, answer.unit)
        if one.square:
            return [refuse("CCN-17.4.13.5", "ccn.no.in_square", unit=name)]
        if not supply_hexes(ctx, answer.unit):
            return [refuse("CCN-17.4.13.7", "ccn.no.no_room", unit=name)]
        return []

    def candidates(self, ctx: CcnCtx) -> list[SupplyTarget]:
        """Offer every unit that may be chosen, the enemy's first."""
        units = ctx.world.units
        order = sorted(units, key=lambda unit: units[unit].side == self.seat)
        return [
            SupplyTarget(unit)
            for unit in order
            if not units[unit].square and supply_hexes(ctx, unit)
        ]

    def present(self, ctx: CcnCtx, answer: SupplyTarget) -> Choice:
        """Show the unit."""
        name = unit_name(ctx, answer.unit)
        return Choice(ctx.say("do.short_supply", unit=name), at_piece(answer.unit))

    def preview(self, ctx: CcnCtx, answer: SupplyTarget) -> Preview:
        """Show where its owner could place the unit."""
        wrong = tuple(self.check(ctx, answer))
        if wrong:
            return Preview(wrong)
        return Preview(reach=tuple(map(at_cell, supply_hexes(ctx, answer.unit))))

    def wish(self, ctx: CcnCtx, target: Target, of: Target | None) -> SupplyTarget | None:
        """Read a unit as the one that is sent back."""
        unit = fighter_pointed(ctx, target)
        return None if unit is None else SupplyTarget(unit)


class ChoosePlace(Decision[PlaceUnit], frozen=True, tag="choose_place"):
    """Where the owner places a unit that Short Supply sends back."""

    unit: UnitId

    answers = (PlaceUnit,)
    exact = True

    def prompt(self, ctx: CcnCtx) -> Message:
        """Ask for the hex."""
        return ctx.say("ask.choose_place", unit=unit_name(ctx, self.unit))

    def check(self, ctx: CcnCtx, answer: PlaceUnit) -> list[Violation]:
        """An empty hex of the own baseline in the same section, or else of the next row."""
        if answer.to in supply_hexes(ctx, self.unit):
            return []
        return [refuse("CCN-17.4.13.1", "ccn.no.supply_hex")]

    def candidates(self, ctx: CcnCtx) -> list[PlaceUnit]:
        """Offer the hexes."""
        return [PlaceUnit(to) for to in supply_hexes(ctx, self.unit)]

    def present(self, ctx: CcnCtx, answer: PlaceUnit) -> Choice:
        """Show the hex."""
        text = ctx.say("do.place", to=label(answer.to))
        return Choice(text, at_cell(answer.to), of=at_piece(self.unit))

    def wish(self, ctx: CcnCtx, target: Target, of: Target | None) -> PlaceUnit | None:
        """Read a hex as where the unit should stand."""
        to = cell_pointed(ctx, target)
        return None if to is None else PlaceUnit(to)


@rule("CCN-17.4.13.2", "CCN-17.4.13.7", "CCN-A19")
def supply_hexes(ctx: CcnCtx, unit: UnitId) -> list[CellId]:
    """List where a unit that is sent back may be placed; on a section line in either section."""
    one = ctx.world.units[unit]
    home = ctx.content.homes[one.side]
    sections = SECTIONS_OF[home][one.at]
    if len(sections) > 1 and ctx.options.short_supply_line == "center":
        sections = ("center",)
    found = {cell for section in sections for cell in supply_row(ctx, unit, home, section)}
    return sorted(found)


def supply_row(ctx: CcnCtx, unit: UnitId, home: Home, section: Section) -> list[CellId]:
    """List the empty hexes of a section's baseline, or else those of the next row."""
    first = BASELINE[home]
    for row in (first, first + (1 if first == 1 else -1)):
        found = [
            cell
            for cell in BOARD.cells
            if ROW[cell] == row and section in SECTIONS_OF[home][cell] and is_empty(ctx, unit, cell)
        ]
        if found:
            return found
    return []


def is_empty(ctx: CcnCtx, unit: UnitId, cell: CellId) -> bool:
    """Tell whether nobody stands in a hex that a unit could enter."""
    world = ctx.world
    if cell in world.unit_at or cell in world.leader_at:
        return False
    return not is_closed(ground_now(ctx), cell, troop_of(ctx, unit).arm)


class ShortSupply(Frame, frozen=True, tag="short_supply"):
    """Short Supply: one unit goes back to its baseline. CCN-17.4.13."""

    seat: Seat
    unit: UnitId = UnitId("")

    def begin(self, ctx: CcnCtx) -> Flow:
        """Ask for the unit."""
        asked = ChooseSupply(self.seat)
        if not asked.candidates(ctx):
            return done()
        return ask(asked, then=self.chosen)

    def chosen(self, ctx: CcnCtx, answer: SupplyTarget) -> Flow:
        """Ask its owner for the hex."""
        owner = ctx.world.units[answer.unit].side
        if ctx.telling:
            ctx.emit(Supplied(told_unit(ctx, answer.unit), seat=owner))
        return ask(ChoosePlace(owner, answer.unit), then=replace(self, unit=answer.unit).placed)

    @rule("CCN-17.4.13.3", "CCN-17.4.13.4", "CCN-17.4.13.6")
    def placed(self, ctx: CcnCtx, answer: PlaceUnit) -> Flow:
        """Put it there, with its leader; nobody is ordered."""
        put_unit(ctx, self.unit, answer.to, leader=True)
        one = ctx.world.units[self.unit]
        ctx.world.units[self.unit] = replace(one, barred=True)
        return done()
