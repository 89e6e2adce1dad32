"""Siege towers and ships on the move, each activated by itself. IDG-16.3, IDG-17.3."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final, TypeAlias

from msgspec.structs import replace

from walstatt.boards.paths import Leg, Slide, Wheel, after, along, furthest, goes, travelled
from walstatt.boards.pose import FULL_TURN, Pose, shifted
from walstatt.boards.rectangle import Rectangle, rectangle
from walstatt.boards.table import is_on_table
from walstatt.games.idg.allowance import measure
from walstatt.games.idg.engines import engine_base, engine_rect, who_is_aboard
from walstatt.games.idg.naming import thing_word
from walstatt.games.idg.standing import crowd_of
from walstatt.games.idg.world import ElementId, Engine, IdgCtx
from walstatt.kernel.decisions import Answer, Violation, refuse
from walstatt.kernel.ids import Seat
from walstatt.kernel.prompts import Ghost, Target
from walstatt.kernel.trace import rule

Legs: TypeAlias = Sequence[Leg[str]]
MOST_LEGS: Final = 12
FAR_AWAY: Final = 100_000
WATCHED: Final = 4
MOVED: Final = ("siege_tower", "ship")
"""What is activated by itself."""


class EngineAnswer(Answer, frozen=True):
    """Something that one engine is to do."""

    rolls: ClassVar[bool] = False
    engine: str


class Rest(EngineAnswer, frozen=True, tag="rest_engine"):
    """Leave an engine where it is, which is its activation."""


class GoEngine(Answer, frozen=True, tag="go_engine"):
    """Move an engine along legs, one after the other."""

    legs: tuple[Slide[str] | Wheel, ...]


class HaltEngine(Answer, frozen=True, tag="halt_engine"):
    """Leave it where it is after all."""


HALT: Final = HaltEngine()


@rule("IDG-16.3.9", "IDG-7.2.4")
def engines_waiting(ctx: IdgCtx, seat: Seat) -> list[str]:
    """List the siege towers and ships of a side that are still to be activated."""
    engines = ctx.world.engines
    if not engines:
        return []
    return [
        name
        for name, one in engines.items()
        if one.kind in MOVED and one.side == seat and not one.activated
    ]


def engine_flaws(ctx: IdgCtx, seat: Seat, answer: EngineAnswer) -> Iterator[Violation]:
    """Say why an engine may not be activated now."""
    engine = ctx.world.engines.get(answer.engine)
    if engine is None or engine.side != seat or engine.kind not in MOVED:
        yield refuse("IDG-16.3.9", "idg.no.siege.not_yours")
    elif engine.activated:
        yield refuse("IDG-7.2.4", "idg.no.siege.done", what=thing_word(engine.kind))


def rest(ctx: IdgCtx, name: str) -> None:
    """Let an engine have had its activation."""
    ctx.world.engines[name] = replace(ctx.world.engines[name], activated=True)


# -- judging a move -------------------------------------------------------------------------------


class EngineJudge:
    """Judges moves of one engine: length, table, troops; what else there is to it its kind says."""

    def __init__(self, ctx: IdgCtx, name: str, far: int) -> None:
        self.ctx, self.name, self.far = ctx, name, far
        self.engine: Engine = ctx.world.engines[name]
        self.base = engine_base(ctx, self.engine.kind)
        self.before = {name: self.engine.pose}
        self.crowd = crowd_of(ctx)

    def is_legal(self, legs: Legs) -> bool:
        """Is there nothing wrong with a move?"""
        return next(self._all(legs), None) is None

    def flaws(self, legs: Legs) -> list[Violation]:
        """List everything that is wrong with a move."""
        return list({(one.rule, one.message.id): one for one in self._all(legs)}.values())

    def is_sound(self, legs: Legs) -> bool:
        """Is it a move of this engine at all?"""
        return next(self._shape_flaws(legs), None) is None

    def ends(self, legs: Legs) -> Pose:
        """Give where it would be in the end."""
        return goes(legs, self.before)[self.name]

    def rect(self, pose: Pose) -> Rectangle:
        """Give the ground it would cover."""
        return rectangle(pose, self.base)

    def stop(self, legs: Legs) -> tuple[Leg[str], ...]:
        """Cut a move short to the last place where the engine may stop."""
        return furthest(legs, self.before, self.is_legal)

    def _all(self, legs: Legs) -> Iterator[Violation]:
        shape = list(self._shape_flaws(legs))
        if shape:
            yield from shape
            return
        yield from self._length_flaws(legs)
        poses = self.before
        for leg in legs:
            yield from self._table_flaws(leg, poses)
            yield from self._troop_flaws(leg, poses)
            yield from self.ground_flaws(leg, poses[self.name])
            poses = after(leg, poses)

    def _shape_flaws(self, legs: Legs) -> Iterator[Violation]:
        if not legs or len(legs) > MOST_LEGS:
            yield refuse("IDG-16.3.3", "idg.no.march.legs", n=MOST_LEGS)
        for leg in legs:
            if not isinstance(leg, Slide):
                if abs(leg.by) > FULL_TURN or max(map(abs, leg.pivot)) > FAR_AWAY:
                    yield refuse("IDG-1.9.1", "idg.no.march.nowhere")
                continue
            for name, pose in leg.poses.items():
                far = max(abs(pose.x), abs(pose.y)) > FAR_AWAY
                if name != self.name or far or not 0 <= pose.facing < FULL_TURN:
                    yield refuse("IDG-1.9.1", "idg.no.march.nowhere")

    def _length_flaws(self, legs: Legs) -> Iterator[Violation]:
        far = travelled(legs, self.before, {self.name: self.base})[self.name]
        if far > self.far:
            cited = "IDG-17.2.2" if self.engine.kind == "ship" else "IDG-16.3.3"
            gone, most = measure(self.ctx, far), measure(self.ctx, self.far)
            yield refuse(cited, "idg.no.siege.too_far", far=gone, most=most)

    def _table_flaws(self, leg: Leg[str], poses: dict[str, Pose]) -> Iterator[Violation]:
        stops = (1.0,) if isinstance(leg, Slide) else [n / WATCHED for n in range(1, WATCHED + 1)]
        rects = [self.rect(along(leg, poses, part)[self.name]) for part in stops]
        if not all(is_on_table(rect, self.ctx.content.table) for rect in rects):
            yield refuse("IDG-1.3.1", "idg.no.siege.off_table")

    @rule("IDG-8.4.5", "IDG-1.9.6")
    def _troop_flaws(self, leg: Leg[str], poses: dict[str, Pose]) -> Iterator[Violation]:
        """Let it run over nobody, friend or foe."""
        if self.crowd.in_way(leg, poses, {self.name: self.base}):
            yield refuse("IDG-8.4.5", "idg.no.siege.troops")

    def ground_flaws(self, leg: Leg[str], pose: Pose) -> Iterator[Violation]:
        """Say what ground is in the way."""
        raise TypeError(f"{type(self).__name__} does not know the ground of {leg} from {pose}")


# -- moving ---------------------------------------------------------------------------------------


def move_engine(ctx: IdgCtx, judge: EngineJudge, legs: Legs) -> int:
    """Put an engine where it goes, with everybody aboard; tell how far it went."""
    far = travelled(legs, judge.before, {judge.name: judge.base})[judge.name]
    engine = ctx.world.engines[judge.name]
    ctx.world.engines[judge.name] = replace(engine, pose=judge.ends(legs), activated=True, van="")
    carry(ctx, judge.name)
    return far


def carry(ctx: IdgCtx, name: str) -> None:
    """Let those aboard stand where their engine has brought them; that is no move of theirs."""
    for number, element in enumerate(who_is_aboard(ctx, name)):
        one = ctx.world.elements[element]
        ctx.world.elements[element] = replace(one, pose=berth(ctx, name, element, number))


@rule("IDG-16.3.2", "IDG-17.3.2", "IDG-17.3.3", "IDG-17.3.5")
def berth(ctx: IdgCtx, name: str, element: ElementId, number: int) -> Pose:
    """Give the place of who is aboard: at the front of a siege tower, on the deck of a ship.

    The engines of a ship stand at bow and stern, the others two by two between them.
    """
    engine = ctx.world.engines[name]
    if engine.kind != "ship":
        return engine.pose
    rect = engine_rect(ctx, name)
    gun = engine_base(ctx, "siege_tower").depth
    if element == f"{name}.bow":
        return engine.pose
    if element == f"{name}.stern":
        return shifted(engine.pose, gun - rect.base.depth)
    others = [one for one in who_is_aboard(ctx, name) if one not in guns_of(name)]
    at = others.index(element) if element in others else number
    rank, file = divmod(at, 2)
    deck = (rect.base.depth - 2 * gun) // 4
    side = (file * 2 - 1) * rect.base.width / 4
    return shifted(engine.pose, -gun - rank * deck, side)


def guns_of(ship: str) -> tuple[str, str]:
    """Name the two engines of a ship."""
    return f"{ship}.bow", f"{ship}.stern"


# -- showing --------------------------------------------------------------------------------------


def centre_of(ctx: IdgCtx, name: str, pose: Pose) -> Pose:
    """Give the middle of an engine and its facing, as it is drawn and dragged."""
    return shifted(pose, -engine_base(ctx, ctx.world.engines[name].kind).depth / 2)


def front_of(ctx: IdgCtx, name: str, centre: Pose) -> Pose:
    """Give the pose in which the middle of an engine would be there."""
    return shifted(centre, engine_base(ctx, ctx.world.engines[name].kind).depth / 2)


def point_of(ctx: IdgCtx, name: str, pose: Pose) -> Target:
    """Point at where the middle of an engine would be."""
    at = centre_of(ctx, name, pose)
    return Target("point", f"{at.x},{at.y},{at.facing}")


def ghost_of(ctx: IdgCtx, name: str, pose: Pose) -> Ghost:
    """Show where an engine would be."""
    at = centre_of(ctx, name, pose)
    return Ghost(name, at.x, at.y, at.facing)
