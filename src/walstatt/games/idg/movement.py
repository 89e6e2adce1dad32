"""The movement phase: the sides activate their units in turn. IDG-7.2.2 to IDG-7.2.5."""

from __future__ import annotations

from msgspec.structs import replace

from walstatt.games.idg.activating import (
    Activating,
    Disembark,
    Embark,
    Enter,
    Lie,
    Rolled,
    Run,
    Stand,
    may_hide_some,
)
from walstatt.games.idg.activation import Activation, ChooseActivation, is_any_waiting, stand
from walstatt.games.idg.boats import embark, land
from walstatt.games.idg.engine_moves import EngineAnswer
from walstatt.games.idg.engine_turns import activated, engines_waiting
from walstatt.games.idg.entering import due_to_enter
from walstatt.games.idg.fire import burn_out
from walstatt.games.idg.footing import get_off_in_sight
from walstatt.games.idg.ladders import drop_ladders
from walstatt.games.idg.oxen import OxRun
from walstatt.games.idg.stepping import Steps, may_step
from walstatt.games.idg.unfolding import Unfoldings, due_to_unfold
from walstatt.games.idg.world import IdgCtx, enemy_of
from walstatt.kernel.frames import Flow, Frame, ask, call, done
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.trace import rule


@rule("IDG-7.2.2", "IDG-7.2.4", "IDG-7.2.5")
class MovementPhase(Frame, frozen=True, tag="movement_phase"):
    """Side 1 activates a unit, then Side 2, and so on; who has none left is passed over."""

    hushed: tuple[Seat, ...] = ()
    """Who leaves his concealed units alone for the rest of the turn."""
    who: UnitId = UnitId("")
    """Whose activation it is."""

    def begin(self, ctx: IdgCtx) -> Flow:
        """Begin with Side 1."""
        ctx.world.phase = "move"
        drop_ladders(ctx)
        return self.turn_of(ctx, ctx.world.first)

    def turn_of(self, ctx: IdgCtx, seat: Seat) -> Flow:
        """Ask a side, or the other one if it has nothing left to do."""
        for side in (seat, enemy_of(seat)):
            due = due_to_enter(ctx, side) or engines_waiting(ctx, side)
            if due or is_any_waiting(ctx, side) or self.may_spring(ctx, side):
                ctx.world.active = side
                return ask(ChooseActivation(side), then=self.chosen)
        burn_out(ctx)
        return done()

    @rule("IDG-5.8.10")
    def may_spring(self, ctx: IdgCtx, side: Seat) -> bool:
        """Is a side to be asked about its concealed units?

        Who could have some is always asked, so that being asked betrays nothing.
        """
        return side not in self.hushed and may_hide_some(ctx, side)

    def chosen(self, ctx: IdgCtx, answer: Activating) -> Flow:
        """Carry it out; then it is the other side's turn."""
        side = ctx.world.active
        if isinstance(answer, Lie):
            return replace(self, hushed=(*self.hushed, side)).turn_of(ctx, enemy_of(side))
        if isinstance(answer, EngineAnswer):
            frame = activated(ctx, answer)
            return call(frame, then=self.acted) if frame else self.acted(ctx, None)
        if isinstance(answer, Stand):
            stand(ctx, answer.unit)
            return self.climb(ctx, answer.unit)
        column = answer.column if isinstance(answer, Rolled) else "good"
        if isinstance(answer, Embark):
            embark(ctx, answer.unit, answer.way)
            return self.acted(ctx, None)
        if isinstance(answer, Disembark):
            land(ctx, answer.unit, answer.way, attack=answer.attack)
            return self.acted(ctx, None)
        if isinstance(answer, Run):
            return call(OxRun(answer.unit, answer.column, answer.facing), then=self.acted)
        at = answer.at if isinstance(answer, Enter) else -1
        frame = Activation(answer.unit, answer.purpose, column, at=at)
        return call(frame, then=replace(self, who=answer.unit).moved)

    def moved(self, ctx: IdgCtx, value: object) -> Flow:
        """Let elements of the unit step onto a wall or climb, which is part of its activation."""
        del value
        drop_ladders(ctx)
        return replace(self, who=UnitId("")).climb(ctx, self.who)

    @rule("IDG-16.3.10", "IDG-16.4.9")
    def climb(self, ctx: IdgCtx, unit: UnitId) -> Flow:
        """Ask who steps onto a wall or climbs, if anybody can."""
        if may_step(ctx, unit):
            return call(Steps(unit), then=self.acted)
        return self.acted(ctx, None)

    def acted(self, ctx: IdgCtx, value: object) -> Flow:
        """See who shows himself now, then let the other side activate a unit."""
        del value
        get_off_in_sight(ctx)
        if due_to_unfold(ctx):
            return call(Unfoldings(), then=self.shown)
        return self.shown(ctx, None)

    def shown(self, ctx: IdgCtx, value: object) -> Flow:
        """Let the other side activate a unit."""
        del value
        return self.turn_of(ctx, enemy_of(ctx.world.active))
