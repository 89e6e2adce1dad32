"""A battle from its first dice to its last turn, and the phases of a turn. IDG-7.2."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from walstatt.games.idg.arrivals import AnnouncingPhase, ArrivalsPhase
from walstatt.games.idg.deployment import Deployment
from walstatt.games.idg.events import TurnBegan
from walstatt.games.idg.layout import LayOut
from walstatt.games.idg.melee import MeleePhase
from walstatt.games.idg.morale import MoralePhase
from walstatt.games.idg.mounting import MoveStart
from walstatt.games.idg.movement import MovementPhase
from walstatt.games.idg.new_turn import turn_over
from walstatt.games.idg.rally import RallyPhase
from walstatt.games.idg.retreats import RetreatPhase
from walstatt.games.idg.roles import Roles
from walstatt.games.idg.shooting import ShootingPhase
from walstatt.games.idg.sides import FixSides
from walstatt.games.idg.stratagems import StratagemContest
from walstatt.games.idg.victory import VictoryCheck
from walstatt.games.idg.weather import SetWeather, WeatherPhase
from walstatt.games.idg.works_setup import SetUpWorks
from walstatt.games.idg.world import IdgCtx, Phase
from walstatt.kernel.frames import Flow, Frame, call, done
from walstatt.kernel.trace import rule

BEFORE: Final[tuple[tuple[Phase, type[Frame]], ...]] = (
    ("roles", Roles),
    ("layout", LayOut),
    ("works", SetUpWorks),
    ("stratagems", StratagemContest),
    ("deployment", Deployment),
    ("season", SetWeather),
    ("sides", FixSides),
)
"""What happens before the first turn, in this order."""
PHASES: Final[tuple[tuple[Phase, type[Frame]], ...]] = (
    ("weather", WeatherPhase),
    ("rally", RallyPhase),
    ("announcing", AnnouncingPhase),
    ("arrivals", ArrivalsPhase),
    ("retreats", RetreatPhase),
    ("move_start", MoveStart),
    ("move", MovementPhase),
    ("shooting", ShootingPhase),
    ("melee", MeleePhase),
    ("morale", MoralePhase),
    ("victory", VictoryCheck),
)
"""The phases of a turn, in this order."""


class Battle(Frame, frozen=True, tag="battle"):
    """The preparations, then turn after turn until somebody has won."""

    step: int = 0
    """Which of the preparations comes next."""

    def begin(self, ctx: IdgCtx) -> Flow:
        """Go through the preparations that are still to be made."""
        skipped = self._skipped(ctx)
        for step in range(self.step, len(BEFORE)):
            phase, frame = BEFORE[step]
            if phase not in skipped:
                ctx.world.phase = phase
                return call(frame(), then=replace(self, step=step + 1).prepared)
        return call(Turn(), then=self.played)

    def _skipped(self, ctx: IdgCtx) -> set[Phase]:
        """Name the preparations that were made beforehand."""
        found: set[Phase] = set()
        if not ctx.content.diced:
            found.add("roles")
        if ctx.content.ground_given:
            found.add("layout")
        if ctx.content.deployed:
            found |= {"works", "stratagems", "deployment"}
        return found

    def prepared(self, ctx: IdgCtx, value: object) -> Flow:
        """Go on to the next preparation."""
        del value
        return self.begin(ctx)

    def played(self, ctx: IdgCtx, value: object) -> Flow:
        """Play the next turn."""
        del ctx, value
        return call(Turn(), then=self.played)


@rule("IDG-7.2.1")
class Turn(Frame, frozen=True, tag="turn"):
    """One turn: its phases in their order."""

    step: int = 0
    """Which of the phases comes next."""
    begun: bool = False

    def begin(self, ctx: IdgCtx) -> Flow:
        """Count the turn, and forget what was done in the last one."""
        if not self.begun:
            ctx.world.turn += 1
            ctx.emit(TurnBegan(ctx.world.turn))
            turn_over(ctx)
        return self.go_on(ctx, None)

    def go_on(self, ctx: IdgCtx, value: object) -> Flow:
        """Play the next phase."""
        del value
        if self.step == len(PHASES):
            return done()
        ctx.world.phase, frame = PHASES[self.step]
        return call(frame(), then=replace(self, step=self.step + 1, begun=True).go_on)


def turn_from(phase: Phase) -> Turn:
    """Give a turn that is under way and goes on with this phase."""
    return Turn([name for name, _ in PHASES].index(phase), begun=True)


def battle_from(phase: Phase) -> Battle:
    """Give a battle that is being prepared and goes on with this step."""
    return Battle([name for name, _ in BEFORE].index(phase))
