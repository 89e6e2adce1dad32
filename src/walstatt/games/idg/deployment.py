"""How armies come onto the table before the battle, scenario by scenario. IDG-5.3 to IDG-5.6."""

from __future__ import annotations

from msgspec.structs import replace

from walstatt.games.idg.concealment import HoldingBack
from walstatt.games.idg.content import SEATS
from walstatt.games.idg.deployment_events import Deploying
from walstatt.games.idg.deployment_order import Placement
from walstatt.games.idg.fuses import SettleFuses
from walstatt.games.idg.order_of_march import FormColumn
from walstatt.games.idg.world import IdgCtx, enemy_of
from walstatt.kernel.frames import Flow, Frame, call, done
from walstatt.kernel.ids import Seat
from walstatt.kernel.trace import rule


@rule("IDG-5.3.2", "IDG-5.3.9", "IDG-5.4.10", "IDG-5.5.2", "IDG-5.6.4", "IDG-5.6.8")
class Deployment(Frame, frozen=True, tag="deployment"):
    """Both armies deploy; whoever is not placed waits in the column, or comes later."""

    step: int = 0
    """Which step comes next."""

    def begin(self, ctx: IdgCtx) -> Flow:
        """Begin, if anybody is still to be placed."""
        ctx.world.phase = "deployment"
        if not any(one.status == "reserve" for one in ctx.world.units.values()):
            return done()
        ctx.emit(Deploying())
        return self.go_on(ctx, None)

    def go_on(self, ctx: IdgCtx, value: object) -> Flow:
        """Take the next step."""
        del value
        steps = steps_of(ctx)
        if self.step == len(steps):
            ctx.world.active = Seat("")
            return done()
        return call(steps[self.step], then=replace(self, step=self.step + 1).go_on)


def steps_of(ctx: IdgCtx) -> tuple[Frame, ...]:
    """List what is done in a scenario, in order.

    In an open battle and a raid both sides decide what is secret and then place units in turn. An
    ambushed column is formed first, then the ambushers deploy. In a siege the garrison deploys
    before the besiegers decide anything.
    """
    attacker = ctx.world.attacker
    defender = enemy_of(attacker)
    if ctx.world.scenario == "ambush":
        return (SettleFuses(), FormColumn(), HoldingBack((defender,)), Placement((defender,)))
    if ctx.world.scenario == "siege":
        return (
            SettleFuses(),
            HoldingBack((defender,)),
            Placement((defender,)),
            HoldingBack((attacker,)),
            Placement((attacker,)),
        )
    return SettleFuses(), HoldingBack(SEATS), Placement(SEATS)
