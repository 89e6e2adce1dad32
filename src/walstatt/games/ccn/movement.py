"""The Move phase: which ordered piece moves where. CCN-6."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from walstatt.games.ccn.cards import (
    allowance,
    leader_allowance,
)
from walstatt.games.ccn.changes import (
    leader_leaves_board,
    unit_leaves_board,
)
from walstatt.games.ccn.foresight import leader_move_facts, unit_move_facts
from walstatt.games.ccn.leader_movement import (
    leader_destination_violation,
    leader_may_move,
    leader_move_violations,
    leader_reach,
    move_leader,
)
from walstatt.games.ccn.pointing import at_cell, at_piece, cell_pointed, piece_pointed
from walstatt.games.ccn.unit_movement import (
    Reach,
    destination_violation,
    is_barred,
    may_move,
    move_unit,
    takes_leader,
    unit_move_violations,
    unit_reach,
)
from walstatt.games.ccn.world import (
    CcnCtx,
    label,
    piece_name,
)
from walstatt.i18n.catalogue import Message
from walstatt.kernel.decisions import Answer, Decision, Violation, refuse
from walstatt.kernel.frames import Flow, Frame, ask, done
from walstatt.kernel.ids import CellId, Seat, UnitId
from walstatt.kernel.prompts import Choice, Preview, Target
from walstatt.kernel.trace import cite, rule

# -- leaving the board ----------------------------------------------------------------------------


def exit_hex(ctx: CcnCtx, reach: Reach, side: Seat, most: int) -> CellId | None:
    """Find the exit a piece can leave by, with one hex of its movement left. CCN-A25."""
    for cell, owner in ctx.content.exits:
        if owner == side and reach.open.get(cell, most) < most:
            return cell
    return None


def unit_exit(ctx: CcnCtx, unit: UnitId) -> CellId | None:
    """Find the exit hex by which a unit may leave the board now."""
    if not ctx.content.exits:
        return None
    one = ctx.world.units[unit]
    most = allowance(ctx, unit, ctx.content.troops[one.troop])
    return exit_hex(ctx, unit_reach(ctx, unit), one.side, most)


def leader_exit(ctx: CcnCtx, leader: UnitId) -> CellId | None:
    """Find the exit hex by which a leader may leave the board now."""
    if not ctx.content.exits:
        return None
    side = ctx.world.leaders[leader].side
    return exit_hex(ctx, leader_reach(ctx, leader), side, leader_allowance(ctx))


# -- the decision ---------------------------------------------------------------------------------


class Move(Answer, frozen=True, tag="move"):
    """Move a unit."""

    unit: UnitId
    to: CellId


class MoveLeader(Answer, frozen=True, tag="move_leader"):
    """Move a leader."""

    leader: UnitId
    to: CellId


class Exit(Answer, frozen=True, tag="exit"):
    """Let a unit leave the board over the exit hex."""

    unit: UnitId


class ExitLeader(Answer, frozen=True, tag="exit_leader"):
    """Let a leader leave the board over the exit hex."""

    leader: UnitId


class EndMovement(Answer, frozen=True, tag="end_movement"):
    """Move nobody else."""


AnyMove = Move | MoveLeader | Exit | ExitLeader | EndMovement
END_MOVEMENT = EndMovement()


@rule("CCN-6.1.1", "CCN-6.1.3")
class ChooseMove(Decision[AnyMove], frozen=True, tag="choose_move"):
    """Which ordered piece moves next, and where to."""

    answers = (Move, MoveLeader, Exit, ExitLeader, EndMovement)
    auto = False
    exact = True

    def prompt(self, ctx: CcnCtx) -> Message:
        """Ask for a move, or say that there is none left."""
        return ctx.say("ask.choose_move" if can_march(ctx, self.seat) else "ask.movement_is_over")

    def check(self, ctx: CcnCtx, answer: AnyMove) -> list[Violation]:
        """A piece must be one's own, ordered, not have moved, and reach the hex."""
        if isinstance(answer, EndMovement):
            return []
        if isinstance(answer, Move | Exit):
            return self.check_unit(ctx, answer)
        return self.check_leader(ctx, answer)

    def check_unit(self, ctx: CcnCtx, answer: Move | Exit) -> list[Violation]:
        """Judge the move of a unit."""
        found = unit_move_violations(ctx, self.seat, answer.unit)
        if found:
            return found
        if isinstance(answer, Exit):
            if unit_exit(ctx, answer.unit) is None:
                found.append(refuse("CCN-6.1.11", "ccn.no.no_exit"))
        elif answer.to not in unit_reach(ctx, answer.unit).steps:
            found.append(destination_violation(ctx, answer.unit, answer.to))
        return found

    def check_leader(self, ctx: CcnCtx, answer: MoveLeader | ExitLeader) -> list[Violation]:
        """Judge the move of a leader."""
        found = leader_move_violations(ctx, self.seat, answer.leader)
        if found:
            return found
        if isinstance(answer, ExitLeader):
            if leader_exit(ctx, answer.leader) is None:
                found.append(refuse("CCN-6.1.11", "ccn.no.no_exit"))
        elif answer.to not in leader_reach(ctx, answer.leader).steps:
            found.append(leader_destination_violation(ctx, answer.leader, answer.to))
        return found

    def candidates(self, ctx: CcnCtx) -> list[AnyMove]:
        """Offer every hex of every piece, and ending."""
        found: list[AnyMove] = [END_MOVEMENT]
        found += possible_moves(ctx, self.seat)
        return found

    def present(self, ctx: CcnCtx, answer: AnyMove) -> Choice:
        """Show a hex or a button."""
        (choice,) = self.present_all(ctx, (answer,))
        return choice

    def present_all(self, ctx: CcnCtx, answers: Sequence[AnyMove]) -> list[Choice]:
        """Show hexes and the button, looking only once where each piece can go."""
        movers: dict[UnitId, Mover] = {}
        choices: list[Choice] = []
        for answer in answers:
            if isinstance(answer, EndMovement):
                choices.append(Choice(ctx.say("do.end_movement")))
                continue
            piece = piece_of(answer)
            mover = movers.get(piece)
            if mover is None:
                mover = movers[piece] = mover_of(ctx, piece)
            choices.append(mover.choice(ctx, answer))
        return choices

    def preview(self, ctx: CcnCtx, answer: AnyMove) -> Preview:
        """Show every hex the piece could reach, and what it could do where it goes."""
        wrong = tuple(self.check(ctx, answer))
        if isinstance(answer, EndMovement):
            return Preview(wrong)
        piece = piece_of(answer)
        if piece not in ctx.world.units and piece not in ctx.world.leaders:
            return Preview(wrong)
        reach = tuple(map(at_cell, reach_of(ctx, piece).steps))
        if wrong or isinstance(answer, Exit | ExitLeader):
            return Preview(wrong, reach=reach)
        facts = unit_move_facts if isinstance(answer, Move) else leader_move_facts
        return Preview(reach=reach, facts=tuple(facts(ctx, piece, answer.to)))

    def wish(self, ctx: CcnCtx, target: Target, of: Target | None) -> AnyMove | None:
        """Read a hex as where the piece in hand goes; a piece alone as one that should move."""
        piece = piece_pointed(ctx, of or target)
        to = cell_pointed(ctx, target)
        if piece is None or to is None:
            return None
        if of is None:
            to = reach_start(ctx, piece)
        return meant_move(ctx, piece, to)


# -- showing moves --------------------------------------------------------------------------------


class Mover(Struct, frozen=True):
    """A piece that moves, as choices show it."""

    piece: UnitId
    name: Message
    target: Target
    reach: Reach
    led: bool | None
    """Whether a leader goes along with the unit; None if the piece is a leader himself."""

    def choice(self, ctx: CcnCtx, answer: Move | MoveLeader | Exit | ExitLeader) -> Choice:
        """Show a hex with the way to it, and whether the unit could still fight there."""
        if isinstance(answer, Exit | ExitLeader):
            return self.leaving(ctx)
        to = answer.to
        steps = self.reach.steps.get(to, 0)
        weak = self.led is not None and is_barred(ctx, self.piece, steps, to, led=self.led)
        text = ctx.say("do.move", piece=self.name, to=label(to))
        return Choice(text, at_cell(to), of=self.target, n=steps, weak=weak)

    def leaving(self, ctx: CcnCtx) -> Choice:
        """Show the hex by which the piece leaves the board, which costs one hex more."""
        text = ctx.say("do.exit", piece=self.name)
        way = unit_exit(ctx, self.piece) if self.led is not None else leader_exit(ctx, self.piece)
        if way is None:
            return Choice(text, self.target, of=self.target)
        return Choice(text, at_cell(way), of=self.target, n=self.reach.open[way] + 1)


def mover_of(ctx: CcnCtx, piece: UnitId) -> Mover:
    """Look up what choices show of a piece that moves."""
    one = ctx.world.units.get(piece)
    led = None if one is None else takes_leader(ctx, one)
    return Mover(piece, piece_name(ctx, piece), at_piece(piece), reach_of(ctx, piece), led)


def piece_of(answer: Move | MoveLeader | Exit | ExitLeader) -> UnitId:
    """Name the piece that moves."""
    return answer.unit if isinstance(answer, Move | Exit) else answer.leader


def reach_of(ctx: CcnCtx, piece: UnitId) -> Reach:
    """Find where a unit or leader can go."""
    return unit_reach(ctx, piece) if piece in ctx.world.units else leader_reach(ctx, piece)


def reach_start(ctx: CcnCtx, piece: UnitId) -> CellId:
    """Tell where a unit or leader stands."""
    return (ctx.world.units.get(piece) or ctx.world.leaders[piece]).at


def meant_move(ctx: CcnCtx, piece: UnitId, to: CellId) -> AnyMove:
    """Read a hex as a move there, or as leaving the board where only that is possible."""
    unit = piece in ctx.world.units
    if to not in reach_of(ctx, piece).steps:
        way = unit_exit(ctx, piece) if unit else leader_exit(ctx, piece)
        if way == to:
            return Exit(piece) if unit else ExitLeader(piece)
    return Move(piece, to) if unit else MoveLeader(piece, to)


@rule("CCN-5.5", "CCN-6.1.2", "CCN-6.3.1")
def possible_moves(ctx: CcnCtx, seat: Seat) -> list[AnyMove]:
    """List every move of every ordered piece of a side that has not moved yet."""
    world = ctx.world
    exits = bool(ctx.content.exits)
    if not exits:
        cite("CCN-6.1.11")
    found: list[AnyMove] = []
    for unit, one in world.units.items():
        if one.side == seat and may_move(one):
            found += [Move(unit, to) for to in unit_reach(ctx, unit).steps]
            if exits and unit_exit(ctx, unit) is not None:
                found.append(Exit(unit))
        elif one.square and one.ordered and one.side == seat:
            cite("CCN-6.1.16")
    for leader, him in world.leaders.items():
        if him.side == seat and leader_may_move(ctx, leader):
            found += [MoveLeader(leader, to) for to in leader_reach(ctx, leader).steps]
            if exits and leader_exit(ctx, leader) is not None:
                found.append(ExitLeader(leader))
    return found


def can_march(ctx: CcnCtx, seat: Seat) -> bool:
    """Tell whether any ordered piece of a side can still go anywhere."""
    units = (unit for unit, one in ctx.world.units.items() if one.side == seat and may_move(one))
    leaders = (
        leader
        for leader, him in ctx.world.leaders.items()
        if him.side == seat and leader_may_move(ctx, leader)
    )
    if any(unit_reach(ctx, unit).steps or unit_exit(ctx, unit) is not None for unit in units):
        return True
    return any(
        leader_reach(ctx, leader).steps or leader_exit(ctx, leader) is not None
        for leader in leaders
    )


class Movement(Frame, frozen=True, tag="movement"):
    """The Move phase: ordered pieces move one after the other. CCN-6.1.1, CCN-4.4."""

    seat: Seat

    def begin(self, ctx: CcnCtx) -> Flow:
        """Ask for moves, if anybody can move at all."""
        moves = possible_moves(ctx, self.seat)
        if not moves:
            return done()
        return ask(ChooseMove(self.seat), then=self.chosen, known=[END_MOVEMENT, *moves])

    def next_move(self, ctx: CcnCtx) -> Flow:
        """Ask for the next move until the player says that it was the last."""
        moves = possible_moves(ctx, self.seat)
        return ask(ChooseMove(self.seat), then=self.chosen, known=[END_MOVEMENT, *moves])

    def chosen(self, ctx: CcnCtx, answer: AnyMove) -> Flow:
        """Carry the move out."""
        match answer:
            case Move(unit, to):
                move_unit(ctx, unit, to)
            case MoveLeader(leader, to):
                move_leader(ctx, leader, to)
            case Exit(unit):
                leave_with_unit(ctx, unit)
            case ExitLeader(leader):
                leave_with_leader(ctx, leader)
            case _:
                cite_staying(ctx, self.seat)
                return done()
        return self.next_move(ctx)


def cite_staying(ctx: CcnCtx, seat: Seat) -> None:
    """Note when a leader who could have left his unit stays with it."""
    for leader, him in ctx.world.leaders.items():
        if him.side == seat and leader_may_move(ctx, leader) and him.at in ctx.world.unit_at:
            cite("CCN-6.3.11")


def leave_with_unit(ctx: CcnCtx, unit: UnitId) -> None:
    """Move a unit onto the exit hex and off the board, with the leader who goes along."""
    way = unit_exit(ctx, unit)
    if way is not None:
        unit_leaves_board(ctx, unit, way, leader=takes_leader(ctx, ctx.world.units[unit]))


def leave_with_leader(ctx: CcnCtx, leader: UnitId) -> None:
    """Move a leader onto the exit hex and off the board."""
    way = leader_exit(ctx, leader)
    if way is not None:
        leader_leaves_board(ctx, leader, way)
