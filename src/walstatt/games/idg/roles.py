"""Who attacks, and in which scenario, where nobody agreed on it. IDG-5.1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from walstatt.games.idg.content import BLUE, RED, SEATS
from walstatt.games.idg.fielding import edges_for, take_the_field
from walstatt.games.idg.scenario_events import AttackerDiced, ScenarioDiced
from walstatt.games.idg.troops import Scenario
from walstatt.games.idg.world import IdgCtx
from walstatt.i18n.catalogue import say
from walstatt.kernel.chance import D6, Meaning, Roll
from walstatt.kernel.frames import Flow, Frame, done, roll, roll_all
from walstatt.kernel.ids import RuleId, Seat
from walstatt.kernel.trace import rule

SCENARIOS: Final[dict[int, Scenario]] = {
    1: "ambush",
    2: "open_battle",
    3: "open_battle",
    4: "open_battle",
    5: "raid",
    6: "siege",
}


class ScenarioRoll(Meaning, frozen=True, tag="idg_scenario"):
    """A die selects the scenario. IDG-5.1.3."""

    def read(self, faces: Sequence[int]) -> Scenario:
        """Name the scenario."""
        return SCENARIOS[faces[0]]


@rule("IDG-5.1.1", "IDG-5.1.4")
class Roles(Frame, frozen=True, tag="roles"):
    """Dice decide roles and scenario, unless history or the players have; then the armies come."""

    attacker: Seat = RED

    def begin(self, ctx: IdgCtx) -> Flow:
        """Let both roll, if anything is to be decided."""
        if not ctx.content.diced:
            return done()
        dice = {seat: Roll("idg.roll.role", "IDG-5.1.1", D6, 1, seat) for seat in SEATS}
        return roll_all(dice, then=self.diced)

    @rule("IDG-5.1.2", "IDG-5.1.3")
    def diced(self, ctx: IdgCtx, faces: dict[Seat, tuple[int, ...]]) -> Flow:
        """Let the higher roller attack; equal dice mean an open battle."""
        if faces[RED] == faces[BLUE]:
            return self.settle(ctx, "open_battle", "IDG-5.1.2")
        attacker = max(SEATS, key=lambda seat: faces[seat])
        ctx.emit(AttackerDiced(seat=attacker))
        dice = Roll("idg.roll.scenario", "IDG-5.1.3", D6, 1, attacker, ScenarioRoll())
        return roll(dice, then=Roles(attacker).chosen)

    @rule("IDG-5.1.3")
    def chosen(self, ctx: IdgCtx, faces: tuple[int, ...]) -> Flow:
        """Read the scenario off the attacker's die."""
        return self.settle(ctx, ScenarioRoll().read(faces), "IDG-5.1.3")

    def settle(self, ctx: IdgCtx, scenario: Scenario, because: RuleId) -> Flow:
        """Give the sides their roles and edges, and let their armies take the field.

        In an open battle nobody is the attacker; who acts as one is settled with the lay-out.
        """
        world = ctx.world
        world.scenario, world.attacker = scenario, self.attacker
        world.edges = edges_for(scenario, self.attacker)
        take_the_field(ctx)
        ctx.emit(ScenarioDiced(say(f"idg.scenario.{scenario}"), because=because))
        return done()
