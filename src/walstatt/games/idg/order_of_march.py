"""The column of an ambushed army: by which edge it comes, and in which order. IDG-5.3.2."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from walstatt.boards.table import TableEdge
from walstatt.games.idg.deployment_events import EdgeNamed, MarchFixed
from walstatt.games.idg.exits import OPPOSITE
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.troops import listed
from walstatt.games.idg.world import IdgCtx, enemy_of, is_baggage, lead_profile, shown
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.decisions import Answer, Decision, Rng, Violation, refuse
from walstatt.kernel.frames import Flow, Frame, ask, done
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.prompts import Choice, Target
from walstatt.kernel.trace import rule

# -- the edge -------------------------------------------------------------------------------------


class NameEdge(Answer, frozen=True, tag="name_edge"):
    """Come by this edge."""

    edge: TableEdge


@rule("IDG-5.3.4", "IDG-5.3.17")
class ChooseShortEdge(Decision[NameEdge], frozen=True, tag="choose_short_edge"):
    """By which short edge the column comes."""

    answers: ClassVar[tuple[type[Answer], ...]] = (NameEdge,)
    exact: ClassVar[bool] = True

    def check(self, ctx: IdgCtx, answer: NameEdge) -> list[Violation]:
        """It must be one of the short edges."""
        if answer.edge in short_edges(ctx):
            return []
        return [refuse("IDG-5.3.4", "idg.no.column.long_edge")]

    def candidates(self, ctx: IdgCtx) -> list[NameEdge]:
        """Offer both."""
        return [NameEdge(edge) for edge in short_edges(ctx)]

    def present(self, ctx: IdgCtx, answer: NameEdge) -> Choice:
        """Name the edge."""
        edge = say(f"idg.short_edge.{answer.edge}")
        return Choice(ctx.say("do.name_edge", edge=edge), Target("edge", answer.edge))


def short_edges(ctx: IdgCtx) -> tuple[TableEdge, TableEdge]:
    """Name the short edges of the table. IDG-1.3.1."""
    width, height = ctx.content.table
    return ("left", "right") if width >= height else ("top", "bottom")


# -- the order ------------------------------------------------------------------------------------


class FixMarch(Answer, frozen=True, tag="fix_march"):
    """March in this order; whoever is not named follows in the order of the army."""

    units: tuple[UnitId, ...] = ()


@rule("IDG-5.3.2", "IDG-5.3.16", "IDG-17.1.3")
class ChooseMarch(Decision[FixMarch], frozen=True, tag="choose_march"):
    """In which order the column marches: units, general, wagons and baggage. D10."""

    answers: ClassVar[tuple[type[Answer], ...]] = (FixMarch,)
    gesture: ClassVar[str] = "multi-select"
    auto: ClassVar[bool] = False

    def check(self, ctx: IdgCtx, answer: FixMarch) -> list[Violation]:
        """Everybody has one place in the column."""
        found = []
        if len(set(answer.units)) < len(answer.units):
            found.append(refuse("IDG-5.3.2", "idg.no.column.twice"))
        if not set(answer.units) <= set(marchers(ctx, self.seat)):
            found.append(refuse("IDG-5.3.2", "idg.no.column.not_yours"))
        return found

    def sample(self, ctx: IdgCtx, rng: Rng, count: int) -> list[FixMarch]:
        """Offer the order of the army, some sensible ones, and everybody to go first."""
        own = marchers(ctx, self.seat)
        mixed = rng.sample(own, len(own))
        orders = [(), screened(ctx, own), guarded(ctx, own), tuple(mixed)]
        found = [FixMarch(order) for order in dict.fromkeys(orders)]
        first = [FixMarch((unit,)) for unit in own]
        return [*found, *first][: max(count, len(orders) + len(own))]

    def default(self, ctx: IdgCtx) -> FixMarch:
        """March in the order of the army."""
        del ctx
        return FixMarch()

    def present(self, ctx: IdgCtx, answer: FixMarch) -> Choice:
        """Point at the unit that goes first, or name the whole order."""
        if len(answer.units) == 1:
            (unit,) = answer.units
            label = ctx.say("do.march_first", unit=unit_name(ctx, unit))
            return Choice(label, Target("piece", shown(ctx, unit)[0]))
        if not answer.units:
            return Choice(ctx.say("do.march_as_listed"))
        return Choice(ctx.say("do.fix_march", order=in_order(ctx, answer.units)))

    def wish(self, ctx: IdgCtx, target: Target, of: Target | None) -> FixMarch | None:
        """Read pointing at an element as the wish that its unit goes first."""
        del of
        element = ctx.world.elements.get(target.id)
        return FixMarch((element.unit,)) if element is not None else None


@rule("IDG-5.3.2", "IDG-5.3.16")
def marchers(ctx: IdgCtx, seat: Seat) -> list[UnitId]:
    """List everybody who marches in the column, in the order of the army."""
    units = ctx.world.units.items()
    return [unit for unit, one in units if one.side == seat and one.status == "reserve"]


def screened(ctx: IdgCtx, units: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """Let light troops go first, and the baggage last."""
    light = ("skirmisher", "light_cavalry")
    return tuple(
        sorted(
            units,
            key=lambda one: (is_baggage(ctx, one), lead_profile(ctx, one).troop not in light),
        )
    )


def guarded(ctx: IdgCtx, units: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """Let the baggage go in the middle."""
    train = [unit for unit in units if is_baggage(ctx, unit)]
    others = [unit for unit in units if unit not in train]
    middle = -(-len(others) // 2)
    return (*others[:middle], *train, *others[middle:])


def in_order(ctx: IdgCtx, units: Sequence[UnitId]) -> Message:
    """Name units one after the other."""
    return listed([unit_name(ctx, unit) for unit in units])


# -- the procedure --------------------------------------------------------------------------------


@rule("IDG-5.3.2", "IDG-5.3.3", "IDG-5.3.17")
class FormColumn(Frame, frozen=True, tag="form_column"):
    """The attacker names his edge and fixes the order of march, which the defender is told."""

    def begin(self, ctx: IdgCtx) -> Flow:
        """Ask for the edge."""
        if not marchers(ctx, ctx.world.attacker):
            return done()
        return ask(ChooseShortEdge(ctx.world.attacker), then=self.named)

    def named(self, ctx: IdgCtx, answer: NameEdge) -> Flow:
        """Give the defender the opposite edge, and ask for the order."""
        seat = ctx.world.attacker
        ctx.world.edges = {
            **ctx.world.edges,
            seat: answer.edge,
            enemy_of(seat): OPPOSITE[answer.edge],
        }
        ctx.emit(EdgeNamed(say(f"idg.short_edge.{answer.edge}"), seat=seat))
        return ask(ChooseMarch(seat), then=self.fixed)

    def fixed(self, ctx: IdgCtx, answer: FixMarch) -> Flow:
        """Form the column."""
        seat = ctx.world.attacker
        rest = [unit for unit in marchers(ctx, seat) if unit not in answer.units]
        ctx.world.column = (*answer.units, *rest)
        if ctx.telling:
            order = in_order(ctx, ctx.world.column)
            ctx.emit(MarchFixed(len(ctx.world.column), order, seat=seat))
        return done()
