"""Where an engine goes: what siege towers and ships have in common. IDG-16.3, IDG-17.3."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, TypeAlias

from msgspec import to_builtins

from walstatt.boards.paths import Leg, Slide
from walstatt.boards.pose import Pose
from walstatt.games.idg.engine_moves import (
    HALT,
    EngineJudge,
    GoEngine,
    HaltEngine,
    front_of,
    ghost_of,
    point_of,
)
from walstatt.games.idg.ghosts import read_point
from walstatt.games.idg.world import IdgCtx
from walstatt.kernel.decisions import Answer, Decision, Rng, Violation
from walstatt.kernel.prompts import Choice, Preview, Target

Moving: TypeAlias = GoEngine | HaltEngine


class SteerEngine(Decision[Moving], frozen=True):
    """Where an engine goes with what its dice gave."""

    answers: ClassVar[tuple[type[Answer], ...]] = (GoEngine, HaltEngine)
    gesture: ClassVar[str] = "drag-pose"

    engine: str
    rolled: int

    def judge(self, ctx: IdgCtx) -> EngineJudge:
        """Give who judges its moves."""
        raise TypeError(f"nobody judges moves of {self.engine} in {ctx.world.scenario}")

    def wishes(self, ctx: IdgCtx, judge: EngineJudge) -> Iterator[tuple[Leg[str], ...]]:
        """Propose ways that may lead too far."""
        raise TypeError(f"{type(self).__name__} proposes no ways for {judge.name} on {ctx}")

    def check(self, ctx: IdgCtx, answer: Moving) -> list[Violation]:
        """List everything that is wrong with a move."""
        return [] if isinstance(answer, HaltEngine) else self.judge(ctx).flaws(answer.legs)

    def sample(self, ctx: IdgCtx, rng: Rng, count: int) -> Sequence[Moving]:
        """Suggest to stay, and to go each way as far as it is legal."""
        del rng
        judge = self.judge(ctx)
        pose = judge.engine.pose
        found: dict[Pose, Moving] = {pose: HALT}
        for legs in self.wishes(ctx, judge):
            cut = judge.stop(legs)
            end = judge.ends(cut) if cut else pose
            if cut and end != pose and judge.is_legal(cut):
                found.setdefault(end, GoEngine(tuple(cut)))
        return list(found.values())[:count]

    def present(self, ctx: IdgCtx, answer: Moving) -> Choice:
        """Point at where it would be."""
        if isinstance(answer, HaltEngine):
            return Choice(ctx.say("do.halt_engine"))
        end = self.judge(ctx).ends(answer.legs)
        of = Target("piece", self.engine)
        return Choice(ctx.say("do.go_engine"), point_of(ctx, self.engine, end), of=of)

    def preview(self, ctx: IdgCtx, answer: Moving) -> Preview:
        """Show what is wrong, and the nearest place where it may stop."""
        if isinstance(answer, HaltEngine):
            return Preview()
        judge = self.judge(ctx)
        flaws = tuple(judge.flaws(answer.legs))
        if not judge.is_sound(answer.legs):
            return Preview(violations=flaws)
        legs = judge.stop(answer.legs) if flaws else answer.legs
        ghosts = (ghost_of(ctx, judge.name, judge.ends(legs)),)
        instead = to_builtins(GoEngine(tuple(legs))) if flaws and legs else None
        return Preview(violations=flaws, ghosts=ghosts, instead=instead)

    def wish(self, ctx: IdgCtx, target: Target, of: Target | None) -> GoEngine | None:
        """Read a place as where it is to go: straight there, turning on the way."""
        del of
        numbers = read_point(target)
        if numbers is None:
            return None
        x, y, *facing = numbers
        way = facing[0] if facing else ctx.world.engines[self.engine].pose.facing
        return GoEngine((Slide({self.engine: front_of(ctx, self.engine, Pose(x, y, way))}),))
