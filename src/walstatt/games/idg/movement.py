"""The movement phase: the sides activate their units in turn. IDG-7.2.2 to IDG-7.2.5."""

from __future__ import annotations

from msgspec.structs import replace

from walstatt.games.idg.activation import (
    Activating,
    Activation,
    ChooseActivation,
    Enter,
    Lie,
    Rolled,
    Run,
    Stand,
    stand,
    waiting,
)
from walstatt.games.idg.entering import due_to_enter
from walstatt.games.idg.fire import burn_out
from walstatt.games.idg.oxen import OxRun
from walstatt.games.idg.world import IdgCtx, enemy_of
from walstatt.kernel.frames import Flow, Frame, ask, call, done
from walstatt.kernel.ids import Seat
from walstatt.kernel.trace import rule


@rule("IDG-7.2.2", "IDG-7.2.4", "IDG-7.2.5")
class MovementPhase(Frame, frozen=True, tag="movement_phase"):
    """Side 1 activates a unit, then Side 2, and so on; who has none left is passed over."""

    hushed: tuple[Seat, ...] = ()
    """Who leaves his concealed units alone for the rest of the turn."""

    def begin(self, ctx: IdgCtx) -> Flow:
        """Begin with Side 1."""
        ctx.world.phase = "move"
        return self.turn_of(ctx, ctx.world.first)

    def turn_of(self, ctx: IdgCtx, seat: Seat) -> Flow:
        """Ask a side, or the other one if it has nothing left to do."""
        for side in (seat, enemy_of(seat)):
            due = due_to_enter(ctx, side)
            if due or waiting(ctx, side) or self.may_spring(ctx, side):
                ctx.world.active = side
                return ask(ChooseActivation(side), then=self.chosen)
        burn_out(ctx)
        return done()

    @rule("IDG-5.8.10")
    def may_spring(self, ctx: IdgCtx, side: Seat) -> bool:
        """Is a side to be asked about its concealed units?

        Who could have some is always asked, so that being asked betrays nothing.
        """
        if side in self.hushed:
            return False
        ambushes = ctx.world.scenario == "ambush" and side != ctx.world.attacker
        units = ctx.world.units.values()
        return ambushes or any(one.side == side and one.status == "concealed" for one in units)

    def chosen(self, ctx: IdgCtx, answer: Activating) -> Flow:
        """Carry it out; then it is the other side's turn."""
        side = ctx.world.active
        if isinstance(answer, Lie):
            return replace(self, hushed=(*self.hushed, side)).turn_of(ctx, enemy_of(side))
        if isinstance(answer, Stand):
            stand(ctx, answer.unit)
            return self.turn_of(ctx, enemy_of(side))
        column = answer.column if isinstance(answer, Rolled) else "good"
        if isinstance(answer, Run):
            return call(OxRun(answer.unit, answer.column, answer.facing), then=self.acted)
        at = answer.at if isinstance(answer, Enter) else -1
        frame = Activation(answer.unit, answer.purpose, column, at=at)
        return call(frame, then=self.acted)

    def acted(self, ctx: IdgCtx, value: object) -> Flow:
        """Let the other side activate a unit."""
        del value
        return self.turn_of(ctx, enemy_of(ctx.world.active))
