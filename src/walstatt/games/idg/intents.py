"""What a move may be meant for: suggestions for people, and the moves computers think about.

Every family proposes legs that may go too far; they are cut short to the last place where the unit
may stop, so that going on until one meets an enemy becomes a charge.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import Final, TypeAlias

from walstatt.boards.contact import distance
from walstatt.boards.formation import beside, groups, lined_up, wheel
from walstatt.boards.paths import Leg, Slide, advance, after, furthest
from walstatt.boards.pose import (
    HALF_TURN,
    QUARTER_TURN,
    Point,
    Pose,
    between,
    facing_towards,
    heading,
    rounded,
    swung,
    turned,
)
from walstatt.boards.rectangle import EDGES, Rectangle
from walstatt.games.idg.contacting import engaged_elsewhere
from walstatt.games.idg.entering import edge_places, marched_in
from walstatt.games.idg.exits import exit_edge
from walstatt.games.idg.facing import facing_of
from walstatt.games.idg.marching import Judge, Orders
from walstatt.games.idg.standing import element_distance, is_coherent, mu, widest_gap
from walstatt.games.idg.world import (
    ElementId,
    IdgCtx,
    enemy_of,
    lead_profile,
    on_table,
    rect_at,
    rect_of,
    rects_of,
    shown,
)
from walstatt.kernel.decisions import Rng
from walstatt.kernel.prompts import Target

Legs: TypeAlias = tuple[Leg[ElementId], ...]

NEAREST: Final = 3
"""How many enemies a unit thinks about."""
STEPS: Final = 5
SHARES: Final = (1.0, 0.6, 0.3)
SHOOTS: Final = {"bow": 6.0, "crossbow": 6.0, "sling": 6.0, "artillery": 12.0}
SHELTER: Final = ("wood", "village", "rocky", "marsh", "fields", "gentle_hill")


def nearest_stop(judge: Judge, legs: Legs, steps: int = STEPS) -> Legs:
    """Cut a move short to the last place where the unit may stop; nothing if there is none."""
    return furthest(legs, judge.before, judge.is_legal, steps)


def sampled_moves(ctx: IdgCtx, orders: Orders, rng: Rng, count: int) -> list[Legs]:
    """Suggest legal moves, one of each family first and then whatever else there is."""
    judge = Judge(ctx, orders)
    if not judge.before:
        return []
    wishes = list(Intents(judge).wishes())
    if len(wishes) > count:
        kept = sorted(rng.sample(range(len(wishes)), count))
        wishes = [wishes[number] for number in kept]
    found: dict[tuple[Pose, ...], Legs] = {}
    for wish in wishes:
        legs = wish if judge.is_legal(wish) else nearest_stop(judge, wish)
        ends = tuple(judge.ends(legs).values())
        if legs and ends != tuple(judge.before.values()) and judge.is_legal(legs):
            found.setdefault(ends, legs)
    return list(found.values())


def read_wish(ctx: IdgCtx, orders: Orders, target: Target) -> Legs:
    """Read a pose for the first element, or an enemy, as legs; they may well be illegal."""
    judge = Judge(ctx, orders)
    if not judge.before:
        return ()
    if target.id in ctx.world.elements:
        return Intents(judge).toward(rect_of(ctx, target.id).centre)
    if target.kind != "point":
        return ()
    numbers = target.id.rpartition(":")[2].split(",")
    if len(numbers) not in (2, 3) or not all(one.lstrip("-").isdigit() for one in numbers):
        return ()
    first = next(iter(judge.before.values()))
    x, y, *facing = (int(one) for one in numbers)
    return (carried(judge.before, Pose(x, y, facing[0] if facing else first.facing)),)


def carried(before: dict[ElementId, Pose], end: Pose) -> Slide[ElementId]:
    """Carry a whole formation along with its first element."""
    first = next(iter(before.values()))
    by = between(first.facing, end.facing)
    dx, dy = end.x - first.x, end.y - first.y
    poses = {key: swung(pose, first.spot, by) for key, pose in before.items()}
    return Slide({key: Pose(one.x + dx, one.y + dy, one.facing) for key, one in poses.items()})


class Intents:
    """What one unit might do with its move."""

    def __init__(self, judge: Judge) -> None:
        self.judge, self.ctx, self.unit = judge, judge.ctx, judge.unit
        self.before = judge.before
        self.facing = facing_of(self.ctx, self.unit)
        self.rects = [rect_at(self.ctx, one, pose) for one, pose in self.before.items()]
        inch = self.ctx.content.mu
        self.reach = max(0, judge.allowance(turns=False).total) * inch
        self.short = max(0, judge.allowance(turns=True).total) * inch
        self.foes = self._nearest_foes()

    def _nearest_foes(self) -> list[Rectangle]:
        """Find the nearest enemies, at most one element of each unit."""
        found = list[tuple[float, ElementId]]()
        for unit in on_table(self.ctx, enemy_of(self.judge.side)):
            found.append(min((self._away(one), one) for one in shown(self.ctx, unit)))
        return [rect_of(self.ctx, one) for _, one in sorted(found)[:NEAREST]]

    def _away(self, foe: ElementId) -> float:
        other = rect_of(self.ctx, foe)
        return min(distance(rect, other) for rect in self.rects)

    def wishes(self) -> Iterator[Legs]:
        """Propose moves that fit what the unit is about."""
        purpose = self.judge.orders.purpose
        if purpose == "join":
            yield from self.joining()
            return
        if purpose == "face":
            yield from self.facings()
            return
        if purpose == "enter":
            yield from self.entering()
            return
        if purpose in ("evade", "break_off"):
            yield from self.getting_away()
            return
        yield from self.closing_up()
        yield from self.attacking()
        yield from self.keeping_order()
        yield from self.using_ground()

    # -- families ---------------------------------------------------------------------------------

    def attacking(self) -> Iterator[Legs]:
        """Go straight ahead, toward enemies, and to where the unit can shoot."""
        for share in SHARES:
            yield (self.ahead(self.reach * share),)
        for foe in self.foes:
            yield self.toward(foe.centre)
            yield self.toward(foe.centre, 0.5)
        for foe in self.foes[:1]:
            yield from self.into_range(foe)

    def into_range(self, foe: Rectangle) -> Iterator[Legs]:
        """Come just near enough to shoot."""
        profile = lead_profile(self.ctx, self.unit)
        far = SHOOTS.get(profile.weapon, 3.0) + 2 * ("bowmen" in profile.subtypes)
        gap = min(distance(rect, foe) for rect in self.rects) - mu(self.ctx, far - 0.1)
        if gap > 0:
            yield self.toward(foe.centre, most=gap)

    def keeping_order(self) -> Iterator[Legs]:
        """Pull back, step aside, turn to the flanks, or look where the friends look."""
        yield (self.ahead(-self.short),)
        yield (self.ahead(-self.short / 2),)
        for aside in (-1, 1):
            yield (advance(self.before, self.facing, 0.0, aside * mu(self.ctx, 0.5)),)
            yield (wheel(self.rects, self.facing, aside * QUARTER_TURN // 2),)
        yield from self.aligning()

    def aligning(self) -> Iterator[Legs]:
        """Wheel to the facing of the nearest friend."""
        friends = [one for one in on_table(self.ctx, self.judge.side) if one != self.unit]
        if not friends:
            return
        mine = self.rects[0]
        near = min(
            friends, key=lambda one: distance(mine, rect_of(self.ctx, shown(self.ctx, one)[0]))
        )
        by = between(self.facing, facing_of(self.ctx, near))
        if by:
            yield (wheel(self.rects, self.facing, by),)

    def using_ground(self) -> Iterator[Legs]:
        """Seek cover, or the edge by which the unit is to leave."""
        shelters = [one.outline for one in self.ctx.world.ground if one.kind in SHELTER]
        centres = [_middle(outline) for outline in shelters if outline]
        x, y = self.rects[0].centre
        if centres:
            yield self.toward(min(centres, key=lambda one: hypot(one[0] - x, one[1] - y)))
        out = exit_edge(self.ctx, self.judge.side)
        if out:
            width, height = self.ctx.content.table
            spots: dict[str, Point] = {
                "top": (x, 0.0),
                "bottom": (x, height),
                "left": (0.0, y),
                "right": (width, y),
            }
            yield self.toward(spots[out])

    def closing_up(self) -> Iterator[Legs]:
        """Close a gap: those who are cut off go to the largest group."""
        if is_coherent(self.ctx, self.unit):
            return
        most = mu(self.ctx, widest_gap(lead_profile(self.ctx, self.unit)))
        parts = sorted(groups(self.rects, most), key=len, reverse=True)
        main, keys = [self.rects[one] for one in parts[0]], list(self.before)
        poses = dict[ElementId, Pose]()
        for number in (one for part in parts[1:] for one in part):
            rect = self.rects[number]
            near = min(main, key=lambda one: distance(rect, one))
            poses[keys[number]] = self._nearer(rect, near, most)
        yield (Slide(poses),)

    def _nearer(self, rect: Rectangle, near: Rectangle, most: float) -> Pose:
        far = distance(rect, near)
        go = min(self.short, far - most / 2)
        dx, dy = near.centre[0] - rect.centre[0], near.centre[1] - rect.centre[1]
        part = max(0.0, go - 1) / (hypot(dx, dy) or 1.0)
        return rounded(rect.pose.x + dx * part, rect.pose.y + dy * part, rect.pose.facing)

    def getting_away(self) -> Iterator[Legs]:
        """Go away from the enemies in contact: backwards, or turned about."""
        away = self._away_from_foes()
        for share in SHARES:
            shift = (away[0] * self.short * share, away[1] * self.short * share)
            yield (_shift(self.before, shift),)
            yield (self.ahead(-self.short * share),)
        about = self.on_spot(HALF_TURN)
        left = self.short - max(self.judge.lengths((about,)).values())
        if left > 0:
            after_turn = after(about, self.before)
            yield (about, advance(after_turn, turned(self.facing, HALF_TURN), left))

    def _away_from_foes(self) -> Point:
        foes = engaged_elsewhere(self.ctx, self.unit)
        x, y = _middle([rect.centre for rect in self.rects])
        others = [rect.centre for foe in foes for rect in rects_of(self.ctx, foe)]
        fx, fy = _middle(others) if others else (x, y)
        length = hypot(x - fx, y - fy)
        if not length:
            ax, ay = heading(self.facing)
            return -ax, -ay
        return (x - fx) / length, (y - fy) / length

    def entering(self) -> Iterator[Legs]:
        """Come onto the table in column, or stay along its edge."""
        for share in SHARES:
            yield (Slide(marched_in(self.ctx, self.unit, self.reach * share)),)
        yield (Slide(edge_places(self.ctx, self.unit)),)

    def facings(self) -> Iterator[Legs]:
        """Turn toward enemies, to the flanks, or about."""
        for foe in self.foes:
            yield (self.looking_at(foe.centre),)
        for by in (QUARTER_TURN, -QUARTER_TURN, HALF_TURN):
            yield (self.on_spot(by),)

    def joining(self) -> Iterator[Legs]:
        """Bring up who fights nobody, one by one and then all of them."""
        poses = dict[ElementId, Pose]()
        for element in self.before:
            for pose in self._places(element):
                if self.judge.is_legal((Slide({element: pose}),)):
                    yield (Slide({element: pose}),)
                    if self.judge.is_legal((Slide({**poses, element: pose}),)):
                        poses[element] = pose
                    break
        if len(poses) > 1:
            yield (Slide(poses),)

    def _places(self, element: ElementId) -> Iterator[Pose]:
        """List where an element could strike an enemy of its unit."""
        own = rect_of(self.ctx, element)
        for friend in self.judge.staying:
            for side in ("left", "right"):
                yield beside(rect_of(self.ctx, friend), own.base, side)
        for unit in engaged_elsewhere(self.ctx, self.unit):
            near = sorted(
                shown(self.ctx, unit), key=lambda one: element_distance(self.ctx, element, one)
            )
            for foe in near[:NEAREST]:
                for edge in EDGES:
                    yield lined_up(own, rect_of(self.ctx, foe), edge)

    # -- ways -------------------------------------------------------------------------------------

    def ahead(self, far: float) -> Slide[ElementId]:
        """Go straight ahead, or back."""
        return advance(self.before, self.facing, far)

    def on_spot(self, by: int) -> Slide[ElementId]:
        """Turn every element where it is."""
        return Slide(
            {key: Pose(one.x, one.y, turned(one.facing, by)) for key, one in self.before.items()}
        )

    def looking_at(self, point: Point) -> Slide[ElementId]:
        """Turn every element on the spot toward a point."""
        return Slide(
            {
                key: Pose(one.x, one.y, facing_towards(one.spot, point))
                for key, one in self.before.items()
            }
        )

    def toward(self, point: Point, share: float = 1.0, most: float | None = None) -> Legs:
        """Wheel toward a point, about first if it lies behind, then go straight on."""
        legs: Legs = ()
        poses, facing = self.before, self.facing
        by = between(facing, facing_towards(_middle([pose.spot for pose in poses.values()]), point))
        if abs(by) > QUARTER_TURN:
            legs = (self.on_spot(HALF_TURN),)
            facing, by = turned(facing, HALF_TURN), by - HALF_TURN if by > 0 else by + HALF_TURN
            poses = after(legs[0], poses)
        if by:
            legs = (*legs, self._turn(poses, facing, by))
            poses, facing = after(legs[-1], poses), turned(facing, by)
        spent = max(self.judge.lengths(legs).values()) if legs else 0
        left = (self.short if legs else self.reach) - spent
        far = left * share if most is None else min(left, most)
        return (*legs, advance(poses, facing, far)) if far > 0 else legs

    def _turn(self, poses: dict[ElementId, Pose], facing: int, by: int) -> Leg[ElementId]:
        if len(poses) == 1:
            return Slide(
                {key: Pose(one.x, one.y, turned(one.facing, by)) for key, one in poses.items()}
            )
        rects = [rect_at(self.ctx, one, pose) for one, pose in poses.items()]
        return wheel(rects, facing, by)


def _shift(before: dict[ElementId, Pose], by: Point) -> Slide[ElementId]:
    """Shift everybody alike, rounded so as not to go farther."""
    dx, dy = int(by[0]), int(by[1])
    return Slide({key: Pose(one.x + dx, one.y + dy, one.facing) for key, one in before.items()})


def _middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
