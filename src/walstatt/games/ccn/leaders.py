"""What becomes of leaders: casualty checks, retreats and escapes. CCN-10, CCN-11.4, CCN-11.5."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from walstatt.games.ccn.board import BASELINE, REAR, ROW
from walstatt.games.ccn.changes import leader_falls, leader_flees, put_leader
from walstatt.games.ccn.dice import MELEE, escape_query
from walstatt.games.ccn.events import Escaped, Joined, LeaderRan, Retreated
from walstatt.games.ccn.odds import AttackRoll, LeaderCheckRoll, attack_roll, leader_check_roll
from walstatt.games.ccn.pointing import at_cell, at_piece, cell_pointed
from walstatt.games.ccn.terrain import is_closed
from walstatt.games.ccn.world import (
    CcnCtx,
    ground_now,
    label,
    leader_name,
    side_of,
    told_place,
    unit_name,
)
from walstatt.i18n.catalogue import Message
from walstatt.kernel.decisions import Answer, Decision, Violation, refuse
from walstatt.kernel.frames import Flow, Frame, ask, done, roll
from walstatt.kernel.ids import CellId, Seat, UnitId
from walstatt.kernel.odds import distribution
from walstatt.kernel.prompts import Chance, Choice, Preview, Target
from walstatt.kernel.trace import cite, rule

FARTHEST = 3
"""How far a leader retreats at most. CCN-11.4.1."""
ESCAPE = AttackRoll("leader", 1, melee=True)
"""How dice are read that are rolled at a leader who runs through an enemy: sabers fell him."""


class LeaderCheck(Frame, frozen=True, tag="leader_check"):
    """A leader whose unit lost blocks may fall; the value tells whether he lives. CCN-10."""

    leader: UnitId
    survives: bool
    """Whether his unit still stands."""

    @rule("CCN-10.1", "CCN-8.5.8", "CCN-9.3.8")
    def begin(self, ctx: CcnCtx) -> Flow:
        """Roll for him."""
        enemy = ctx.content.enemy[ctx.world.leaders[self.leader].side]
        return roll(leader_check_roll(enemy, survives=self.survives), then=self.rolled)

    def rolled(self, ctx: CcnCtx, faces: tuple[str, ...]) -> Flow:
        """Remove him if every die shows a saber."""
        if LeaderCheckRoll().read(faces).falls:
            leader_falls(ctx, self.leader)
            return done(False)
        return done(True)


class RetreatLeader(Answer, frozen=True, tag="retreat_leader"):
    """Take the leader one hex back."""

    to: CellId


class LeaveOverEdge(Answer, frozen=True, tag="leave_over_edge"):
    """Take the leader off the board over his own edge."""


class StopLeader(Answer, frozen=True, tag="stop_leader"):
    """Go no further back."""


AnyStep = RetreatLeader | LeaveOverEdge | StopLeader


@rule("CCN-11.4.1", "CCN-11.4.3")
class LeaderRetreats(Decision[AnyStep], frozen=True, tag="leader_retreats"):
    """Where a leader goes back to, hex by hex, up to three."""

    leader: UnitId
    at: CellId
    """Where he has got to."""
    gone: int
    """The hexes he has gone back already."""

    answers = (RetreatLeader, LeaveOverEdge, StopLeader)
    exact = True

    def prompt(self, ctx: CcnCtx) -> Message:
        """Ask for the next step."""
        name = ctx.world.leaders[self.leader].name
        left = FARTHEST - self.gone
        return ctx.say("ask.leader_retreats", leader=name, at=label(self.at), n=left)

    def check(self, ctx: CcnCtx, answer: AnyStep) -> list[Violation]:
        """Each step goes towards the own baseline, and the last must end where he may stand."""
        if isinstance(answer, StopLeader):
            if may_stand(ctx, self.seat, self.at):
                return []
            because = "CCN-11.4.6" if self.gone else "CCN-11.4.1"
            return [refuse(because, "ccn.no.stop_here")]
        if isinstance(answer, LeaveOverEdge):
            if may_leave(ctx, self.seat, self.at, self.gone):
                return []
            return [refuse("CCN-11.4.5", "ccn.no.not_at_edge")]
        if answer.to in leader_steps(ctx, self.seat, self.at, self.gone):
            return []
        because = self.reason(ctx, answer.to)
        return [refuse(because, f"ccn.no.leader_back.{WHY_NOT[because]}")]

    def reason(self, ctx: CcnCtx, to: CellId) -> str:
        """Name the rule by which he may not go to a hex."""
        if to not in REAR[ctx.content.homes[self.seat]][self.at]:
            return "CCN-11.4.3"
        if is_closed(ground_now(ctx), to, "leader"):
            return "CCN-11.4.4"
        if not passable(ctx, self.seat, to):
            return "CCN-A26"
        return "CCN-11.4.6" if self.gone + 1 == FARTHEST else "CCN-11.4.11"

    def candidates(self, ctx: CcnCtx) -> list[AnyStep]:
        """Offer stopping, every hex behind, and going off the board."""
        found: list[AnyStep] = []
        if may_stand(ctx, self.seat, self.at):
            found.append(StopLeader())
        steps = leader_steps(ctx, self.seat, self.at, self.gone)
        found += map(RetreatLeader, steps)
        if may_leave(ctx, self.seat, self.at, self.gone):
            found.append(LeaveOverEdge())
        return found

    def present(self, ctx: CcnCtx, answer: AnyStep) -> Choice:
        """Show a hex or a button."""
        if isinstance(answer, StopLeader):
            return Choice(ctx.say("do.stop_leader", at=label(self.at)))
        if isinstance(answer, LeaveOverEdge):
            return Choice(ctx.say("do.leave_over_edge"))
        target, him, n = at_cell(answer.to), at_piece(self.leader), self.gone + 1
        if is_enemy_hex(ctx, self.seat, answer.to):
            text = ctx.say("do.escape_through", to=label(answer.to))
            return Choice(text, target, rolls=True, of=him, n=n)
        return Choice(ctx.say("do.retreat_leader", to=label(answer.to)), target, of=him, n=n)

    def preview(self, ctx: CcnCtx, answer: AnyStep) -> Preview:
        """Tell which unit he would be with, or who would strike at him."""
        wrong = tuple(self.check(ctx, answer))
        if wrong or isinstance(answer, LeaveOverEdge):
            return Preview(wrong)
        to = self.at if isinstance(answer, StopLeader) else answer.to
        unit = ctx.world.unit_at.get(to)
        if unit is None:
            return Preview()
        if is_enemy_hex(ctx, self.seat, to):
            return escape_preview(ctx, unit)
        return Preview(facts=(ctx.say("fact.leader_finds", unit=unit_name(ctx, unit)),))

    def wish(self, ctx: CcnCtx, target: Target, of: Target | None) -> AnyStep | None:
        """Read a hex as where he goes next, and the one he has got to as stopping there."""
        to = cell_pointed(ctx, target)
        if to is None:
            return None
        return StopLeader() if to == self.at else RetreatLeader(to)


WHY_NOT = {
    "CCN-11.4.3": "rows",
    "CCN-11.4.4": "closed",
    "CCN-A26": "enemy_leader",
    "CCN-11.4.6": "no_end",
    "CCN-11.4.11": "no_end",
}
"""How the rules that forbid a step back are put into words."""


def escape_preview(ctx: CcnCtx, unit: UnitId) -> Preview:
    """Show the dice of an enemy through whom a leader would run."""
    dice = ctx.reckon(MELEE, escape_query(ctx, unit))
    seat = ctx.world.units[unit].side
    odds = distribution(
        attack_roll("ccn.roll.escape", "CCN-11.5.3", seat, dice.total, ESCAPE, dice)
    )
    falls = sum((chance for result, chance in odds.items() if result.destroyed), Fraction(0))
    chance = Chance(ctx.say("odds.leader_falls"), round(falls * 1_000_000))
    return Preview(ledgers=(dice,), odds=(chance,))


# -- where a leader may go ------------------------------------------------------------------------


def on_baseline(ctx: CcnCtx, side: Seat, cell: CellId) -> bool:
    """Tell whether a hex lies on a side's own baseline."""
    return ROW[cell] == BASELINE[ctx.content.homes[side]]


def is_enemy_hex(ctx: CcnCtx, side: Seat, cell: CellId) -> bool:
    """Tell whether an enemy unit stands in a hex."""
    unit = ctx.world.unit_at.get(cell)
    return unit is not None and ctx.world.units[unit].side != side


def side_in(ctx: CcnCtx, cell: CellId) -> Seat | None:
    """Tell whose pieces stand in a hex, if any."""
    piece = ctx.world.unit_at.get(cell) or ctx.world.leader_at.get(cell)
    return None if piece is None else side_of(ctx, piece)


@rule("CCN-11.4.6")
def may_stand(ctx: CcnCtx, side: Seat, cell: CellId) -> bool:
    """Tell whether a leader may end his retreat in a hex: no leader and no enemy is there.

    Where he began he stands himself, so that he goes back one hex at least. CCN-11.4.1.
    """
    return cell not in ctx.world.leader_at and not is_enemy_hex(ctx, side, cell)


def may_leave(ctx: CcnCtx, side: Seat, cell: CellId, gone: int) -> bool:
    """Tell whether a leader may leave the board, which takes one of his hexes. CCN-11.4.5."""
    return gone < FARTHEST and on_baseline(ctx, side, cell)


def leader_steps(ctx: CcnCtx, side: Seat, cell: CellId, gone: int) -> list[CellId]:
    """List the hexes a retreating leader may enter next, having gone some back.

    They lead to a hex where he may stop, or off the board. If there is no such way and he may not
    stay either, he runs into whatever enemy is behind him. CCN-10.12, CCN-11.5.6.
    """
    if gone >= FARTHEST:
        return []
    behind = next_steps(ctx, side, cell)
    steps = [to for to in behind if leads_on(ctx, side, to, gone + 1)]
    if steps or may_stand(ctx, side, cell):
        return steps
    return [to for to in behind if is_enemy_hex(ctx, side, to)]


def next_steps(ctx: CcnCtx, side: Seat, cell: CellId) -> list[CellId]:
    """List the hexes behind that are not closed to a leader."""
    ground = ground_now(ctx)
    found = []
    for to in REAR[ctx.content.homes[side]][cell]:
        if is_closed(ground, to, "leader"):
            cite("CCN-11.4.4")
        elif passable(ctx, side, to):
            found.append(to)
    return found


def passable(ctx: CcnCtx, side: Seat, cell: CellId) -> bool:
    """Tell whether a leader may go through a hex: an enemy lone leader may bar it, if so read."""
    leader = ctx.world.leader_at.get(cell)
    if leader is None or cell in ctx.world.unit_at or ctx.world.leaders[leader].side == side:
        return True
    cite("CCN-A26")
    return ctx.options.pass_enemy_leader


def leads_on(ctx: CcnCtx, side: Seat, cell: CellId, gone: int) -> bool:
    """Tell whether a step can end well: he may stop there, go on, or leave the board."""
    if may_stand(ctx, side, cell) or may_leave(ctx, side, cell, gone):
        return True
    if gone >= FARTHEST:
        return False
    return any(leads_on(ctx, side, to, gone + 1) for to in next_steps(ctx, side, cell))


# -- retreating -----------------------------------------------------------------------------------


class LeaderRetreat(Frame, frozen=True, tag="leader_retreat"):
    """A leader goes back one to three hexes, through enemies if he must or dares. CCN-11.4.

    He stays where he was until he stops: on his way he may pass hexes that others hold.
    """

    leader: UnitId
    at: CellId
    gone: int = 0

    @rule("CCN-11.4.2")
    def begin(self, ctx: CcnCtx) -> Flow:
        """Ask for the next step, as long as he can or must take one."""
        side = ctx.world.leaders[self.leader].side
        leaving = may_leave(ctx, side, self.at, self.gone)
        if leaving and not self.gone:
            return self.leaves(ctx)
        if leaving or leader_steps(ctx, side, self.at, self.gone):
            asked = LeaderRetreats(side, self.leader, self.at, self.gone)
            return ask(asked, then=self.stepped)
        if may_stand(ctx, side, self.at):
            return self.stops(ctx)
        return self.trapped(ctx)

    @rule("CCN-10.9", "CCN-11.4.10")
    def leaves(self, ctx: CcnCtx) -> Flow:
        """A leader on his own baseline who must go back leaves the board."""
        leader_flees(ctx, self.leader)
        return done()

    def trapped(self, ctx: CcnCtx) -> Flow:
        """A leader who can neither go back nor stand is lost."""
        if next_steps(ctx, ctx.world.leaders[self.leader].side, self.at):
            cite("CCN-11.4.11")
        else:
            cite("CCN-10.13")
        leader_falls(ctx, self.leader)
        return done()

    def side(self, ctx: CcnCtx) -> Seat:
        """Tell whose leader it is."""
        return ctx.world.leaders[self.leader].side

    def stops(self, ctx: CcnCtx) -> Flow:
        """Stand here, with the unit of this hex if there is one. CCN-11.4.8."""
        if ctx.telling:
            names = leader_name(ctx, self.leader), told_place(ctx, self.at)
            ctx.emit(Retreated(*names, seat=self.side(ctx), because="CCN-11.4.1"))
        put_leader(ctx, self.leader, self.at)
        unit = ctx.world.unit_at.get(self.at)
        if unit is not None:
            cite("CCN-11.4.8")
            if ctx.telling:
                him, name = ctx.world.leaders[self.leader], unit_name(ctx, unit)
                ctx.emit(Joined(him.name, name, seat=him.side, because="CCN-11.4.8"))
        return done()

    def stepped(self, ctx: CcnCtx, answer: AnyStep) -> Flow:
        """Go one hex back; an enemy there strikes at him."""
        if isinstance(answer, StopLeader):
            return self.stops(ctx)
        side = ctx.world.leaders[self.leader].side
        if self.gone and side_in(ctx, self.at) == side:
            cite("CCN-11.4.7", "CCN-11.4.9")
        if isinstance(answer, LeaveOverEdge):
            cite("CCN-11.4.5")
            leader_flees(ctx, self.leader)
            return done()
        if ctx.telling:
            name = ctx.world.leaders[self.leader].name
            ctx.emit(LeaderRan(name, told_place(ctx, answer.to), seat=side))
        on = replace(self, at=answer.to, gone=self.gone + 1)
        if is_enemy_hex(ctx, side, answer.to):
            self.cite_escape(ctx)
            return on.escapes(ctx)
        return on.begin(ctx)

    def cite_escape(self, ctx: CcnCtx) -> None:
        """Note why he runs into an enemy: because he must, or because he dares."""
        side = ctx.world.leaders[self.leader].side
        if is_enemy_hex(ctx, side, self.at):
            cite("CCN-11.5.5")
        steps = leader_steps(ctx, side, self.at, self.gone)
        dares = not all(is_enemy_hex(ctx, side, to) for to in steps)
        dares = dares or may_stand(ctx, side, self.at)
        cite("CCN-11.5.7" if dares else "CCN-10.12")

    @rule("CCN-11.5.1")
    def escapes(self, ctx: CcnCtx) -> Flow:
        """Run into an enemy unit, which strikes at once."""
        if self.gone >= FARTHEST:
            cite("CCN-11.5.6")
            leader_falls(ctx, self.leader)
            return done()
        cite("CCN-11.5.2", "CCN-11.5.8", "CCN-11.5.9")
        unit = ctx.world.unit_at[self.at]
        dice = ctx.reckon(MELEE, escape_query(ctx, unit))
        if ctx.telling:
            names = leader_name(ctx, self.leader), unit_name(ctx, unit)
            ctx.emit(Escaped(*names, seat=self.side(ctx)))
        seat = ctx.world.units[unit].side
        request = attack_roll("ccn.roll.escape", "CCN-11.5.3", seat, dice.total, ESCAPE, dice)
        return roll(request, then=self.struck_at)

    @rule("CCN-11.5.3")
    def struck_at(self, ctx: CcnCtx, faces: tuple[str, ...]) -> Flow:
        """A saber fells him; otherwise he must go on."""
        if ESCAPE.read(faces).destroyed:
            leader_falls(ctx, self.leader)
            return done()
        cite("CCN-11.5.4")
        return self.begin(ctx)
