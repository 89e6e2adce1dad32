"""Which side is Side 1, for the whole battle. IDG-7.1."""

from __future__ import annotations

from typing import NamedTuple

from walstatt.games.idg.content import BLUE, RED, SEATS
from walstatt.games.idg.scenario_events import SidesFixed
from walstatt.games.idg.world import IdgCtx, fielded
from walstatt.kernel.chance import D6, Roll
from walstatt.kernel.frames import Flow, Frame, done, roll_all
from walstatt.kernel.ids import RuleId, Seat
from walstatt.kernel.trace import cite, rule


class SideOne(NamedTuple):
    """A side that is Side 1, and by which rule."""

    seat: Seat
    rule: RuleId


@rule("IDG-7.1.2", "IDG-7.1.3", "IDG-7.1.4", "IDG-A18")
def side_one(ctx: IdgCtx) -> SideOne | None:
    """Tell which side is Side 1; nobody if dice have to decide.

    A disciplined army is, else an organised one; the attacker only if both have the same type or a
    tribal army meets an impetuous one.
    """
    types = {seat: fielded(ctx, seat).command for seat in SEATS}
    if types[RED] != types[BLUE]:
        for seat in SEATS:
            if types[seat] == "disciplined":
                return SideOne(seat, "IDG-7.1.2")
        for seat in SEATS:
            if types[seat] == "organised":
                return SideOne(seat, "IDG-7.1.3")
    if ctx.world.scenario == "open_battle":
        return None
    return SideOne(ctx.world.attacker, "IDG-7.1.4")


@rule("IDG-7.1.1")
class FixSides(Frame, frozen=True, tag="fix_sides"):
    """Side 1 is fixed once, after deployment."""

    def begin(self, ctx: IdgCtx) -> Flow:
        """Look at the armies, or let both roll."""
        found = side_one(ctx)
        if found is not None:
            return self.fix(ctx, found)
        dice = {seat: Roll("idg.roll.side", "IDG-7.1.4", D6, 1, seat) for seat in SEATS}
        return roll_all(dice, then=self.diced)

    def diced(self, ctx: IdgCtx, faces: dict[Seat, tuple[int, ...]]) -> Flow:
        """Let the higher roller be Side 1; roll equal dice again."""
        if faces[RED] == faces[BLUE]:
            return self.begin(ctx)
        return self.fix(ctx, SideOne(max(SEATS, key=lambda seat: faces[seat]), "IDG-7.1.4"))

    def fix(self, ctx: IdgCtx, found: SideOne) -> Flow:
        """Name Side 1."""
        cite(found.rule)
        ctx.world.first = ctx.world.active = found.seat
        ctx.emit(SidesFixed(seat=found.seat, because=found.rule))
        return done()
