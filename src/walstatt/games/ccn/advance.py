"""Moving into a hex that the enemy left: taking ground and breaking through. CCN-12."""

from __future__ import annotations

from collections.abc import Iterator

from walstatt.games.ccn.announcing import melee_options
from walstatt.games.ccn.attack import attack_ledger
from walstatt.games.ccn.board import NEIGHBOURS
from walstatt.games.ccn.changes import put_unit
from walstatt.games.ccn.content import Ground
from walstatt.games.ccn.events import Advanced, CameBack
from walstatt.games.ccn.pointing import at_cell, at_piece, cell_pointed
from walstatt.games.ccn.terrain import entry_bars, is_closed, must_stop
from walstatt.games.ccn.whereabouts import arrival_told, gone_along
from walstatt.games.ccn.world import (
    CcnCtx,
    ground_after,
    ground_now,
    label,
    leader_of,
    piece_name,
    told_place,
    told_unit,
    troop_of,
    unit_name,
)
from walstatt.i18n.catalogue import Message
from walstatt.kernel.decisions import Answer, Decision, FreeChoice, Violation, refuse
from walstatt.kernel.ids import CellId, UnitId
from walstatt.kernel.prompts import Choice, Preview, Target
from walstatt.kernel.trace import cite, rule


class TakeGround(Answer, frozen=True, tag="take_ground"):
    """Move into the empty hex."""


class HoldGround(Answer, frozen=True, tag="hold_ground"):
    """Stay."""


class Breakthrough(Answer, frozen=True, tag="breakthrough"):
    """Move into the empty hex, and perhaps one further."""

    path: tuple[CellId, ...]


@rule("CCN-12.1.2")
class ChooseGround(FreeChoice[TakeGround | HoldGround], frozen=True, tag="choose_ground"):
    """Whether infantry takes the ground it won."""

    unit: UnitId
    at: CellId

    answers = (TakeGround, HoldGround)
    offers = (HoldGround(), TakeGround())

    def prompt(self, ctx: CcnCtx) -> Message:
        """Ask about the hex."""
        return ctx.say("ask.choose_ground", unit=unit_name(ctx, self.unit), at=label(self.at))

    def present(self, ctx: CcnCtx, answer: TakeGround | HoldGround) -> Choice:
        """Show the hex or the button."""
        if isinstance(answer, HoldGround):
            return Choice(ctx.say("do.hold_ground"))
        text = ctx.say("do.take_ground", at=label(self.at))
        return Choice(text, at_cell(self.at), of=at_piece(self.unit), n=1)

    def preview(self, ctx: CcnCtx, answer: TakeGround | HoldGround) -> Preview:
        """Tell what the hex gains and what is given up for it."""
        path = () if isinstance(answer, HoldGround) else (self.at,)
        return Preview(facts=tuple(advance_facts(ctx, self.unit, path, bonus=False)))

    def wish(
        self, ctx: CcnCtx, target: Target, of: Target | None
    ) -> TakeGround | HoldGround | None:
        """Read the empty hex as going there, and the unit's own as staying."""
        to = cell_pointed(ctx, target)
        if to == self.at:
            return TakeGround()
        return HoldGround() if to == ctx.world.units[self.unit].at else None


@rule("CCN-12.2.2")
class ChooseBreakthrough(
    Decision[Breakthrough | HoldGround], frozen=True, tag="choose_breakthrough"
):
    """How far cavalry breaks through."""

    unit: UnitId
    at: CellId
    bonus: bool = False

    answers = (Breakthrough, HoldGround)
    exact = True

    def prompt(self, ctx: CcnCtx) -> Message:
        """Ask for the way."""
        return ctx.say("ask.choose_breakthrough", unit=unit_name(ctx, self.unit), at=label(self.at))

    def check(self, ctx: CcnCtx, answer: Breakthrough | HoldGround) -> list[Violation]:
        """The way leads into the empty hex, and at most one further."""
        if isinstance(answer, HoldGround):
            return []
        if answer.path in advance_paths(ctx, self.unit, self.at, bonus=self.bonus):
            return []
        because = "CCN-12.3.7" if self.bonus else "CCN-12.2.1"
        return [refuse(because, "ccn.no.breakthrough", at=label(self.at))]

    def candidates(self, ctx: CcnCtx) -> list[Breakthrough | HoldGround]:
        """Offer staying and every way."""
        paths = advance_paths(ctx, self.unit, self.at, bonus=self.bonus)
        return [HoldGround(), *map(Breakthrough, paths)]

    def present(self, ctx: CcnCtx, answer: Breakthrough | HoldGround) -> Choice:
        """Show the last hex or the button."""
        if isinstance(answer, HoldGround):
            return Choice(ctx.say("do.hold_ground"))
        text = ctx.say("do.breakthrough", path=" → ".join(label(cell) for cell in answer.path))
        weak = not self.bonus and bars_bonus(ctx, self.unit, answer.path)
        unit, n = at_piece(self.unit), len(answer.path)
        return Choice(text, at_cell(answer.path[-1]), of=unit, n=n, weak=weak)

    def preview(self, ctx: CcnCtx, answer: Breakthrough | HoldGround) -> Preview:
        """Show how far the cavalry could ride, and whom it could attack next."""
        wrong = tuple(self.check(ctx, answer))
        paths = advance_paths(ctx, self.unit, self.at, bonus=self.bonus)
        reach = tuple(map(at_cell, dict.fromkeys(path[-1] for path in paths)))
        if wrong:
            return Preview(wrong, reach=reach)
        path = () if isinstance(answer, HoldGround) else answer.path
        again = bool(path) and not self.bonus and not bars_bonus(ctx, self.unit, path)
        facts = advance_facts(ctx, self.unit, path, bonus=again)
        return Preview(reach=reach, facts=tuple(facts))

    def wish(self, ctx: CcnCtx, target: Target, of: Target | None) -> Breakthrough | None:
        """Read a hex as where the cavalry rides."""
        to = cell_pointed(ctx, target)
        if to is None:
            return None
        paths = advance_paths(ctx, self.unit, self.at, bonus=self.bonus)
        found = (path for path in paths if path[-1] == to)
        return Breakthrough(next(found, (self.at, to)))


@rule("CCN-12.2.4")
def bars_bonus(ctx: CcnCtx, unit: UnitId, path: tuple[CellId, ...]) -> bool:
    """Tell whether the ground entered forbids cavalry to fight on."""
    side, troop = ctx.world.units[unit].side, troop_of(ctx, unit)
    return any(entry_bars(ground_after(ctx, side, cell), cell, troop) for cell in path)


def advance_facts(
    ctx: CcnCtx, unit: UnitId, path: tuple[CellId, ...], *, bonus: bool
) -> Iterator[Message]:
    """Tell whom an advance lets cavalry attack again, what it wins and what it gives up."""
    if not path:
        return
    then = gone_along(ctx, unit, path)
    for one in melee_options(then, unit, bonus=True) if bonus else ():
        if not one.combined_arms:
            dice = attack_ledger(then, unit, one.target, "melee", bonus=True).total
            yield ctx.say("fact.bonus", n=dice, target=piece_name(ctx, one.target))
    yield from arrival_told(ctx, then, unit)


class LeaveByAdvance(Answer, frozen=True, tag="leave_by_advance"):
    """Ride off the board over the exit."""


@rule("CCN-A29")
class ChooseExit(FreeChoice[LeaveByAdvance | HoldGround], frozen=True, tag="choose_exit"):
    """Whether cavalry that broke through onto an exit hex leaves the board, if so read."""

    unit: UnitId

    answers = (HoldGround, LeaveByAdvance)
    offers = (HoldGround(), LeaveByAdvance())

    def prompt(self, ctx: CcnCtx) -> Message:
        """Ask about the unit."""
        return ctx.say("ask.choose_exit", unit=unit_name(ctx, self.unit))


def may_exit_by_advance(
    ctx: CcnCtx, unit: UnitId, path: tuple[CellId, ...], came_from: CellId
) -> bool:
    """Tell whether cavalry may use the second hex of its breakthrough to leave the board."""
    cite("CCN-A29")
    one = ctx.world.units[unit]
    if not ctx.options.exit_by_advance or (one.at, one.side) not in ctx.content.exits:
        return False
    return len(path) == 1 and not must_stop(ground_now(ctx), one.at, came_from)


@rule("CCN-12.1.3")
def advance_paths(
    ctx: CcnCtx, unit: UnitId, at: CellId, *, bonus: bool
) -> list[tuple[CellId, ...]]:
    """List the ways into a hex the enemy left, and beyond for cavalry."""
    one = ctx.world.units.get(unit)
    if one is None:
        return []
    troop = troop_of(ctx, unit)
    ground = ground_now(ctx)
    if troop.arm == "artillery" or one.square:
        cite(*(("CCN-12.1.6", "CCN-14.5.2") if one.square else ("CCN-12.1.7",)))
        return []
    if not is_enterable(ctx, ground, unit, at):
        return []
    found: list[tuple[CellId, ...]] = [(at,)]
    if troop.arm == "cavalry" and not bonus and not must_stop(ground, at, one.at):
        further = [to for to in NEIGHBOURS[at] if is_enterable(ctx, ground, unit, to)]
        cite("CCN-12.2.3")
        found += ((at, to) for to in (one.at, *further))
    return found


def is_enterable(ctx: CcnCtx, ground: Ground, unit: UnitId, cell: CellId) -> bool:
    """Tell whether an advancing unit may enter a hex. CCN-12.1.3."""
    world = ctx.world
    one = world.units[unit]
    if cell in world.unit_at or is_closed(ground, cell, troop_of(ctx, unit).arm):
        return False
    leader = world.leader_at.get(cell)
    if leader is None:
        return True
    return world.leaders[leader].side == one.side and leader_of(ctx, unit) is None


def advances(ctx: CcnCtx, unit: UnitId, path: tuple[CellId, ...]) -> None:
    """Move a unit along, with its leader."""
    here = ctx.world.units[unit].at
    if ctx.telling:
        tell_advance(ctx, unit, path)
    for to in path:
        if to != here:
            put_unit(ctx, unit, to, leader=True)
            here = to


def tell_advance(ctx: CcnCtx, unit: UnitId, path: tuple[CellId, ...]) -> None:
    """Tell where a unit advances to, or that it comes back."""
    name, one = told_unit(ctx, unit), ctx.world.units[unit]
    if path[-1] == one.at:
        ctx.emit(CameBack(name, told_place(ctx, path[0]), seat=one.side))
        return
    because = "CCN-12.2.1" if troop_of(ctx, unit).arm == "cavalry" else "CCN-12.1.1"
    ctx.emit(Advanced(name, told_place(ctx, path[-1]), seat=one.side, because=because))
