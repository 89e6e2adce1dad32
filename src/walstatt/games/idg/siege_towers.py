"""Siege towers: pushing them on, going aboard, reaching the wall. IDG-16.3.

A tower goes where it is pushed, forward or back, and turns as it goes; its crew is not shown. Foot
that ends a move in contact with its rear goes inside and comes out on the wall only.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from msgspec.structs import replace

from walstatt.boards.contact import contacts
from walstatt.boards.paths import Leg, Slide, advance
from walstatt.boards.polygons import nearest_on
from walstatt.boards.pose import Point, Pose, apart, heading, opposite, rounded
from walstatt.boards.rectangle import Box, segment
from walstatt.boards.terrain import is_near
from walstatt.games.idg.allowance import roughly
from walstatt.games.idg.dicing import EngineRoll
from walstatt.games.idg.engine_moves import (
    EngineAnswer,
    EngineJudge,
    GoEngine,
    HaltEngine,
    engine_flaws,
    move_engine,
    rest,
)
from walstatt.games.idg.engine_steering import Moving, SteerEngine
from walstatt.games.idg.engines import engine_rect, who_is_aboard
from walstatt.games.idg.forts import high_works, nearest_stretch, outward, owner_of
from walstatt.games.idg.going import engine_hindered
from walstatt.games.idg.ground import Mover
from walstatt.games.idg.land import THIN, Work
from walstatt.games.idg.levels import level_of
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.siege_events import TowerBoarded, TowerPushed, TowerReached
from walstatt.games.idg.standing import foes_touching
from walstatt.games.idg.world import (
    TOUCH,
    ElementId,
    Engine,
    Feature,
    IdgCtx,
    profile_of,
    rect_of,
    shown,
    side_of,
)
from walstatt.i18n.catalogue import Message
from walstatt.kernel.chance import D6, Roll
from walstatt.kernel.decisions import Rng, Violation, refuse
from walstatt.kernel.frames import Flow, Frame, ask, done, roll
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.trace import rule

HOLDS: Final = 12
"""How many elements a siege tower holds. IDG-16.3.2."""
WHEELS: Final = Mover("heavy_chariot")
"""A siege tower goes only where chariots find good ground. IDG-16.3.3."""


class Push(EngineAnswer, frozen=True, tag="push"):
    """Push a siege tower on."""

    rolls: ClassVar[bool] = True


@rule("IDG-16.3.9", "IDG-11.2.4")
def push_flaws(ctx: IdgCtx, seat: Seat, answer: Push) -> Iterator[Violation]:
    """Say why a siege tower is not pushed now."""
    yield from engine_flaws(ctx, seat, answer)
    engine = ctx.world.engines.get(answer.engine)
    if engine is None:
        return
    if engine.kind != "siege_tower":
        yield refuse("IDG-16.3.3", "idg.no.siege.no_tower")
    if fights_from(ctx, engine):
        yield refuse("IDG-11.2.4", "idg.no.siege.tower_fights")


def fights_from(ctx: IdgCtx, engine: Engine) -> bool:
    """Is somebody in melee on the bridge of a siege tower?"""
    van = ctx.world.elements.get(engine.van)
    return van is not None and bool(foes_touching(ctx, engine.van))


# -- the wall before it ---------------------------------------------------------------------------


@rule("IDG-16.1.4", "IDG-16.3.4")
def walls_reached(ctx: IdgCtx, side: Seat, front: Box) -> list[Work]:
    """List the enemy's walls and gates that a front touches; towers are of no use."""
    return [
        work
        for work in high_works(ctx)
        if work.feature.kind != "tower"
        and owner_of(ctx, work.feature) != side
        and is_near(front, work.area, TOUCH)
    ]


def is_at_wall(ctx: IdgCtx, name: str) -> bool:
    """Does a siege tower stand with its front at a wall?"""
    front = segment(*engine_rect(ctx, name).edge("front"))
    return bool(walls_reached(ctx, ctx.world.engines[name].side, front))


def enemy_walls(ctx: IdgCtx, side: Seat) -> list[Feature]:
    """List the walls and gates against which a side can use ladders and siege towers."""
    return [
        work.feature
        for work in high_works(ctx)
        if work.feature.kind != "tower" and work.feature.via and owner_of(ctx, work.feature) != side
    ]


def foot_of_wall(ctx: IdgCtx, wall: Feature, point: Point) -> Pose:
    """Give the pose at the outer face of a wall, nearest to a point, that faces it."""
    facing = outward(ctx, wall, point)
    x, y = nearest_on(point, *nearest_stretch(wall, point))
    ax, ay = heading(facing)
    far = (wall.width or THIN) / 2
    return rounded(x + far * ax, y + far * ay, opposite(facing))


# -- judging a move -------------------------------------------------------------------------------


class TowerJudge(EngineJudge):
    """Judges moves of a siege tower."""

    @rule("IDG-16.3.3")
    def ground_flaws(self, leg: Leg[str], pose: Pose) -> Iterator[Violation]:
        """Refuse obstacles, and ground that is difficult for chariots."""
        found = engine_hindered(self.ctx, WHEELS, leg, self.name, (pose, self.base))
        if found:
            yield refuse("IDG-16.3.3", "idg.no.siege.tower_ground", what=found.words)


@rule("IDG-16.3.3")
class PushTower(SteerEngine, frozen=True, tag="push_tower"):
    """Where a siege tower is pushed."""

    def judge(self, ctx: IdgCtx) -> TowerJudge:
        """Give who judges its moves."""
        return TowerJudge(ctx, self.engine, self.rolled * ctx.content.mu)

    def wishes(self, ctx: IdgCtx, judge: EngineJudge) -> Iterator[tuple[Leg[str], ...]]:
        """Propose to go to the nearest walls, straight on, and back."""
        pose = judge.engine.pose
        walls = enemy_walls(ctx, judge.engine.side)
        feet = [foot_of_wall(ctx, wall, pose.spot) for wall in walls]
        for foot in sorted(feet, key=lambda one: apart(one.spot, pose.spot))[:3]:
            yield (Slide({self.engine: foot}),)
            turned = Pose(pose.x, pose.y, foot.facing)
            yield (Slide({self.engine: turned}), Slide({self.engine: foot}))
        yield (advance(judge.before, pose.facing, judge.far),)
        yield (advance(judge.before, pose.facing, -judge.far),)

    def default(self, ctx: IdgCtx) -> Moving:
        """Push it as far toward the wall as it goes."""
        found = self.sample(ctx, Rng(0), 2)
        return found[-1]

    def prompt(self, ctx: IdgCtx) -> Message:
        """Say how far it may go."""
        return ctx.say("ask.push_tower", n=self.rolled)


# -- carrying it out ------------------------------------------------------------------------------


@rule("IDG-16.3.3", "IDG-16.3.5", "IDG-16.3.9")
class TowerActivation(Frame, frozen=True, tag="tower_activation"):
    """A siege tower is pushed on: a die, then the move. Nobody counts losses among its crew."""

    engine: str
    rolled: int = 0

    def begin(self, ctx: IdgCtx) -> Flow:
        """Roll how far it goes."""
        seat = ctx.world.engines[self.engine].side
        dice = Roll("idg.roll.tower", "IDG-16.3.3", D6, 1, seat, EngineRoll(self.engine))
        return roll(dice, then=self.thrown)

    def thrown(self, ctx: IdgCtx, faces: tuple[int, ...]) -> Flow:
        """Ask where to."""
        now = replace(self, rolled=faces[0])
        seat = ctx.world.engines[self.engine].side
        return ask(PushTower(seat, self.engine, now.rolled), then=now.chosen)

    def chosen(self, ctx: IdgCtx, answer: Moving) -> Flow:
        """Push it there."""
        if isinstance(answer, HaltEngine):
            rest(ctx, self.engine)
        else:
            push(ctx, TowerJudge(ctx, self.engine, self.rolled * ctx.content.mu), answer)
        return done()


@rule("IDG-16.3.4")
def push(ctx: IdgCtx, judge: TowerJudge, answer: GoEngine) -> None:
    """Push a siege tower, and note when it reaches the wall."""
    far = move_engine(ctx, judge, answer.legs)
    engine = ctx.world.engines[judge.name]
    if ctx.telling:
        ctx.emit(TowerPushed(roughly(ctx, far), seat=engine.side))
    reached = is_at_wall(ctx, judge.name)
    since = (engine.since or ctx.world.turn) if reached else 0
    ctx.world.engines[judge.name] = replace(engine, since=since)
    if reached and since == ctx.world.turn and ctx.telling:
        ctx.emit(TowerReached(seat=engine.side))


# -- going aboard ---------------------------------------------------------------------------------


@rule("IDG-16.3.2", "IDG-16.3.9")
def board_towers(ctx: IdgCtx, unit: UnitId) -> None:
    """Let foot that ended its move at the rear of an own siege tower go inside, if it has room."""
    towers = [name for name, one in ctx.world.engines.items() if one.kind == "siege_tower"]
    for name in towers:
        room = HOLDS - len(who_is_aboard(ctx, name))
        going = [one for one in shown(ctx, unit) if _goes_aboard(ctx, one, name)][: max(0, room)]
        for element in going:
            one = ctx.world.elements[element]
            pose = ctx.world.engines[name].pose
            ctx.world.elements[element] = replace(one, aboard=name, pose=pose)
        if going and ctx.telling:
            told = TowerBoarded(unit_name(ctx, unit), len(going), seat=side_of(ctx, going[0]))
            ctx.emit(told)


def _goes_aboard(ctx: IdgCtx, element: ElementId, tower: str) -> bool:
    one = ctx.world.elements[element]
    if side_of(ctx, element) != ctx.world.engines[tower].side or not one.moved:
        return False
    if not may_go_aboard(ctx, element) or foes_touching(ctx, element):
        return False
    met = contacts(rect_of(ctx, element), engine_rect(ctx, tower), TOUCH)
    return any(it.other == "rear" and it.length > TOUCH for it in met)


@rule("IDG-16.3.2")
def may_go_aboard(ctx: IdgCtx, element: ElementId) -> bool:
    """Is it foot, or dismounted cavalry, on the ground?"""
    riding = ctx.world.units[ctx.world.elements[element].unit].form == "riding"
    on_ground = level_of(ctx, element) == "ground" and not ctx.world.elements[element].aboard
    return on_ground and profile_of(ctx, element).category == "foot" and not riding
