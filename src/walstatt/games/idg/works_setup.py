"""Setting up works before the battle: edge, walls, towers, gates, breaches. IDG-5.5, IDG-5.6.

The besieged chooses a table edge and sets up his castle, town or camp; the raided fortifies a
village or his camp. Then the besieger sees where his paid attempts breach the walls.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, TypeAlias

from msgspec.structs import replace

from walstatt.boards import BoardError
from walstatt.boards.pieces import check_piece
from walstatt.boards.polygons import contains, edges, nearest_on, offset
from walstatt.boards.pose import Spot, apart
from walstatt.boards.table import ROUNDING, TABLE_EDGES, TableEdge
from walstatt.boards.terrain import Area
from walstatt.games.idg.breaches import Breaches
from walstatt.games.idg.exits import OPPOSITE
from walstatt.games.idg.forts import enclosed_by, runs_of
from walstatt.games.idg.land import land_of
from walstatt.games.idg.siege_events import EdgeTaken, NoWorks, WorksLaid
from walstatt.games.idg.works_check import Blueprint, blueprint, flaws, in_inches, length_of
from walstatt.games.idg.works_layout import Style, automatic, legal_drafts, styles_for
from walstatt.games.idg.world import Feature, IdgCtx, enemy_of, fielded
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.decisions import Answer, Decision, Rng, Violation, refuse
from walstatt.kernel.frames import Flow, Frame, ask, become, done
from walstatt.kernel.prompts import Choice, Target
from walstatt.kernel.trace import rule

DRAFTS: Final = 4
"""How many plans of each style are looked at to find one for a player who has none in mind."""
TOWN: Final = "town"
STREETS: Final = (3.0, 1.0)
"""How many inches a town leaves free behind its walls, if there is room, or else."""


# -- the edge -------------------------------------------------------------------------------------


class TakeEdge(Answer, frozen=True, tag="take_edge"):
    """Take this table edge."""

    edge: TableEdge


@rule("IDG-5.6.3", "IDG-5.6.18")
class ChooseEdge(Decision[TakeEdge], frozen=True, tag="choose_edge"):
    """Which table edge is the defender's; the attacker has the opposite one. D09."""

    answers: ClassVar[tuple[type[Answer], ...]] = (TakeEdge,)
    exact: ClassVar[bool] = True

    def check(self, ctx: IdgCtx, answer: TakeEdge) -> list[Violation]:
        """Allow every edge along which no river runs."""
        if answer.edge in self.edges(ctx):
            return []
        return [refuse("IDG-5.6.3", "idg.no.works.edge")]

    def edges(self, ctx: IdgCtx) -> list[TableEdge]:
        """List the edges at which works can stand, the one he has first."""
        rivers = {one.edge for one in ctx.world.ground if one.kind == "river" and one.edge}
        own = ctx.world.edges[self.seat]
        return [one for one in (own, *(it for it in TABLE_EDGES if it != own)) if one not in rivers]

    def candidates(self, ctx: IdgCtx) -> Sequence[TakeEdge]:
        """Offer long and short edges."""
        return [TakeEdge(edge) for edge in self.edges(ctx)]

    def default(self, ctx: IdgCtx) -> TakeEdge:
        """Keep the long edge."""
        return self.candidates(ctx)[0]

    def present(self, ctx: IdgCtx, answer: TakeEdge) -> Choice:
        """Point at the edge."""
        label = ctx.say("do.take_edge", edge=edge_word(answer.edge))
        return Choice(label, Target("edge", answer.edge))

    def wish(self, ctx: IdgCtx, target: Target, of: Target | None) -> TakeEdge | None:
        """Read pointing at an edge as taking it."""
        del ctx, of
        edge = next((one for one in TABLE_EDGES if one == target.id), None)
        return TakeEdge(edge) if edge else None


def edge_word(edge: TableEdge) -> Message:
    """Name a table edge."""
    return say(f"idg.edge.{edge}")


# -- the works ------------------------------------------------------------------------------------


class LayWorks(Answer, frozen=True, tag="lay_works"):
    """Set up works like this, perhaps round a town."""

    pieces: tuple[Feature, ...]
    town: bool = False
    """Whether the ground inside is built up. IDG-16.1.8."""


class LayWorksForMe(Answer, frozen=True, tag="lay_works_for_me"):
    """Let the program set up works, perhaps in a style."""

    style: Style | None = None


Laying: TypeAlias = LayWorks | LayWorksForMe


@rule("IDG-5.6.4", "IDG-5.5.11", "IDG-16.1.1", "IDG-16.1.8")
class ChooseWorks(Decision[Laying], frozen=True, tag="choose_works"):
    """Where the defender's works stand. D09."""

    answers: ClassVar[tuple[type[Answer], ...]] = (LayWorks, LayWorksForMe)
    gesture: ClassVar[str] = "form"
    auto: ClassVar[bool] = False

    def check(self, ctx: IdgCtx, answer: Laying) -> list[Violation]:
        """The works must have been bought, stand where they may, and have gates."""
        plan = blueprint(ctx)
        if isinstance(answer, LayWorksForMe):
            if answer.style in (None, *styles_for(plan)):
                return []
            return [refuse("IDG-5.6.4", "idg.no.works.style")]
        if not answer.pieces and plan.scenario == "raid" and not answer.town:
            return []
        found = flaws(plan._replace(pieces=answer.pieces))
        if answer.town and not found and not town_in(plan, answer.pieces):
            found.append(refuse("IDG-16.1.8", "idg.no.works.town"))
        return found

    def sample(self, ctx: IdgCtx, rng: Rng, count: int) -> Sequence[Laying]:
        """Offer the styles, and some plans of each."""
        plan = blueprint(ctx)
        found: list[Laying] = [LayWorksForMe()]
        for style in styles_for(plan):
            drawn = [one for _, one in zip(range(DRAFTS), legal_drafts(plan, style), strict=False)]
            if drawn:
                found.append(LayWorksForMe(style))
                pieces = rng.choice(drawn)
                town = bool(rng.getrandbits(1)) and plan.scenario == "siege"
                found.append(LayWorks(pieces, town=town and bool(town_in(plan, pieces))))
        if plan.scenario == "raid":
            found.append(LayWorks(()))
        return found[:count]

    def default(self, ctx: IdgCtx) -> LayWorksForMe:
        """Let the program set them up."""
        del ctx
        return LayWorksForMe()

    def prompt(self, ctx: IdgCtx) -> Message:
        """Say what was bought."""
        bought = fielded(ctx, self.seat).equipment
        counts = {"walls": bought.walls, "ramparts": bought.ramparts, "towers": bought.towers}
        said = {name: str(n) for name, n in counts.items()}
        return ctx.say("ask.choose_works", **said)

    def present(self, ctx: IdgCtx, answer: Laying) -> Choice:
        """Name the style, or what is set up."""
        if isinstance(answer, LayWorksForMe):
            style = answer.style or "any"
            return Choice(ctx.say("do.lay_works_for_me", style=say(f"idg.works.style.{style}")))
        if not answer.pieces:
            return Choice(ctx.say("do.lay_no_works"))
        far = in_inches(blueprint(ctx), sum(length_of(one) for one in answer.pieces))
        gates = sum(one.kind == "gate" for one in answer.pieces)
        words = "do.lay_town" if answer.town else "do.lay_works"
        return Choice(ctx.say(words, far=far, n=gates))


@rule("IDG-16.1.8")
def town_in(plan: Blueprint, pieces: tuple[Feature, ...]) -> Feature | None:
    """Build up the ground inside works, a street behind the walls; None if there is no room."""
    for run in runs_of(pieces):
        ring = enclosed_by(run, plan.table)
        if ring:
            wide = max(one.width for one in run.pieces)
            towns = (_town(plan, ring, wide / 2 + free * plan.mu) for free in STREETS)
            return next((town for town in towns if town is not None), None)
    return None


def _town(plan: Blueprint, ring: tuple[Spot, ...], by: float) -> Feature | None:
    """Build up what is inside a ring, so far from its rim."""
    wrapped = (ring[-1], *ring, ring[0])
    for sign in (1, -1):
        points = offset(wrapped, sign * by)[1:-1]
        outline = tuple((round(x), round(y)) for x, y in points)
        try:
            check_piece(Area(TOWN, "village", outline), plan.table)
        except BoardError:
            continue
        if all(_is_within(spot, ring, by) for spot in outline):
            return Feature(TOWN, "village", outline=outline)
    return None


def _is_within(spot: Spot, ring: tuple[Spot, ...], by: float) -> bool:
    """Is a spot inside a ring, and so far from its rim?"""
    far = min(apart(spot, nearest_on(spot, a, b)) for a, b in edges(ring))
    return contains([ring], spot) and far >= by - ROUNDING


# -- the procedure --------------------------------------------------------------------------------


@rule("IDG-5.6.3", "IDG-5.6.4", "IDG-5.5.4", "IDG-5.5.11")
class SetUpWorks(Frame, frozen=True, tag="set_up_works"):
    """The defender of a siege or a raid sets up his works, then breaches are tried."""

    def begin(self, ctx: IdgCtx) -> Flow:
        """Ask the besieged for his edge."""
        ctx.world.phase = "works"
        if ctx.world.scenario == "siege":
            return ask(ChooseEdge(enemy_of(ctx.world.attacker)), then=self.edge_taken)
        return self.lay(ctx) if ctx.world.scenario == "raid" else done()

    @rule("IDG-5.6.18")
    def edge_taken(self, ctx: IdgCtx, answer: TakeEdge) -> Flow:
        """Give the attacker the opposite edge."""
        attacker = ctx.world.attacker
        defender = enemy_of(attacker)
        ctx.world.edges = {defender: answer.edge, attacker: OPPOSITE[answer.edge]}
        if ctx.telling:
            ctx.emit(EdgeTaken(edge_word(answer.edge), seat=defender))
        return self.lay(ctx)

    def lay(self, ctx: IdgCtx) -> Flow:
        """Ask for the works that were bought."""
        defender = enemy_of(ctx.world.attacker)
        bought = fielded(ctx, defender).equipment
        if not bought.walls and not bought.ramparts:
            return become(Breaches())
        return ask(ChooseWorks(defender), then=self.laid)

    def laid(self, ctx: IdgCtx, answer: Laying) -> Flow:
        """Set them up."""
        plan = blueprint(ctx)
        town = None
        if isinstance(answer, LayWorks):
            pieces = answer.pieces
            town = town_in(plan, pieces) if answer.town else None
        else:
            pieces = automatic(plan, answer.style)
        built = (replace(town, id=free_name(ctx, TOWN)),) if town else ()
        ctx.world.ground = (*ctx.world.ground, *built, *pieces)
        tell_works(ctx, plan, pieces)
        return become(Breaches())


def free_name(ctx: IdgCtx, name: str) -> str:
    """Find a name that no piece of terrain has."""
    known = land_of(ctx).areas
    number = 1
    while (found := name if number == 1 else f"{name}{number}") in known:
        number += 1
    return found


def tell_works(ctx: IdgCtx, plan: Blueprint, pieces: Sequence[Feature]) -> None:
    """Tell what was set up."""
    if not ctx.telling:
        return
    if not pieces:
        ctx.emit(NoWorks(seat=plan.seat))
        return
    far = in_inches(plan, sum(length_of(one) for one in pieces))
    gates, towers = (sum(one.kind == kind for one in pieces) for kind in ("gate", "tower"))
    because = "IDG-5.5.11" if plan.scenario == "raid" else ""
    ctx.emit(WorksLaid(far, gates, towers, seat=plan.seat, because=because))
