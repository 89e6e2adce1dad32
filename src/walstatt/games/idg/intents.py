"""What a move may be meant for: suggestions for people, and the moves computers think about.

Every family proposes legs that may go too far; they are cut short to the last place where the unit
may stop, so that going on until one meets an enemy becomes a charge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from itertools import islice
from math import ceil, hypot
from typing import Final, TypeAlias, TypeVar

from walstatt.boards.contact import distance
from walstatt.boards.formation import block, files, front_corners, lined_up, opposed, ranks
from walstatt.boards.paths import Slide, advance, after
from walstatt.boards.pose import QUARTER_TURN, Point, Pose, between, rounded, turned
from walstatt.boards.rectangle import EDGES, Rectangle
from walstatt.games.idg.close_quarters import NEAREST, SHARES, CloseQuarters
from walstatt.games.idg.contacting import attack_flaws, may_strike_flank
from walstatt.games.idg.exits import exit_edge
from walstatt.games.idg.facing import facing_of
from walstatt.games.idg.ghosts import read_point
from walstatt.games.idg.marching import Judge, Orders
from walstatt.games.idg.planning import Plan
from walstatt.games.idg.sailing import judge_for
from walstatt.games.idg.siege_intents import besieging
from walstatt.games.idg.standing import is_coherent, mu
from walstatt.games.idg.stopping import Brake
from walstatt.games.idg.ways import Legs, middle
from walstatt.games.idg.world import (
    ElementId,
    IdgCtx,
    enemy_of,
    lead_profile,
    on_table,
    rect_of,
    rects_of,
    shown,
)
from walstatt.kernel.decisions import Rng
from walstatt.kernel.ids import UnitId
from walstatt.kernel.prompts import Target

__all__ = ["Intents", "Legs", "nearest_stop", "read_wish", "sampled_moves"]

T = TypeVar("T")
Family: TypeAlias = Callable[[], Iterator[Legs]]

LEAST: Final = 0.2
LEAST_TURN: Final = 300
"""How far, in MU, or how much a unit goes or turns at least, if that is suggested."""
EAGER: Final = 0.5
"""How often, of few moves, the first is one against an enemy."""
FEW: Final = 6
"""So many moves show what a unit can do; of fewer, any are as good."""
SHOOTS: Final = {"bow": 6.0, "crossbow": 6.0, "sling": 6.0, "artillery": 12.0}
SHELTER: Final = ("wood", "village", "rocky", "marsh", "fields", "gentle_hill")


def nearest_stop(judge: Judge, legs: Legs) -> Legs:
    """Cut a move short to the last place where the unit may stop; nothing if there is none."""
    return Brake(judge).stopped(legs)


def sampled_moves(
    ctx: IdgCtx, orders: Orders, rng: Rng, count: int, tries: int | None = None
) -> list[Legs]:
    """Suggest legal moves, one of each family first and then whatever else there is.

    `tries` is how many wishes are followed up at most, and then not to their very end.
    """
    judge = judge_for(ctx, orders)
    if not judge.before or count < 1:
        return []
    brake = Brake(judge, rough=True, seeks=tries is None)
    found: dict[tuple[Pose, ...], Legs] = {}
    for wish in islice(_chosen(Intents(judge), rng, count, tries), tries):
        legs = brake.stopped(wish)
        ends = judge.ends(legs)
        if legs and _is_worth_it(judge, ends):
            found.setdefault(tuple(ends.values()), legs)
        if len(found) == count:
            break
    return list(found.values())


def _is_worth_it(judge: Judge, ends: dict[ElementId, Pose]) -> bool:
    """Does anybody go or turn far enough for it to be noticed?"""
    least = LEAST * judge.ctx.content.mu
    return any(
        abs(pose.x - was.x) + abs(pose.y - was.y) >= least
        or abs(between(was.facing, pose.facing)) >= LEAST_TURN
        for pose, was in ((ends[one], judge.before[one]) for one in ends)
    )


def _chosen(intents: Intents, rng: Rng, count: int, most: int | None = None) -> Iterator[Legs]:
    """Take the first wish of each family, then others by chance.

    Of few, any by chance, but half of them against an enemy, so that armies meet; of the first so
    many of a family, if there is a limit.
    """
    families = intents.families()
    if count < FEW:
        first = intents.attacks() if rng.random() < EAGER else []
        for family in (*_some(first, rng, count), *rng.sample(families, len(families))):
            yield from _some(list(islice(family(), most)), rng, 1)
        return
    second, rest = list[Legs](), list[Legs]()
    for family in families:
        wishes = list(family())
        yield from wishes[:1]
        second += wishes[1:2]
        rest += wishes[2:]
    yield from second
    yield from rng.sample(rest, len(rest))


def _some(found: list[T], rng: Rng, count: int) -> list[T]:
    return found if len(found) <= count else rng.sample(found, count)


def read_wish(ctx: IdgCtx, orders: Orders, target: Target, of: Target | None = None) -> Legs:
    """Read where the centre of an element is put, or an enemy, as legs; they may be illegal."""
    judge = judge_for(ctx, orders)
    if not judge.before:
        return ()
    plan, first = Plan(judge), next(iter(judge.before))
    if target.id in ctx.world.elements:
        return _toward_foe(judge, plan, target.id)
    numbers = read_point(target)
    if numbers is None:
        return ()
    element = of.id if of is not None and of.id in judge.before else first
    ends = plan.dragged(element, numbers)
    moved = any(judge.before[one] != pose for one, pose in ends.items())
    return plan.meant(ends) if moved else ()


def _toward_foe(judge: Judge, plan: Plan, foe: ElementId) -> Legs:
    """Charge an enemy, or go toward him."""
    target = rect_of(judge.ctx, foe)
    ways = Intents(judge).charges(foe)
    found = next((legs for legs in ways if judge.is_legal(legs)), None)
    return found or plan.nearest(Intents(judge).toward(target.centre)) or ()


class Intents(CloseQuarters):
    """What one unit might do with its move."""

    @cached_property
    def foes(self) -> list[ElementId]:
        """Find the nearest enemies, one element of each unit."""
        x, y = middle([rect.centre for rect in self.rects])
        elements, found = self.ctx.world.elements, list[tuple[int, ElementId]]()
        for unit in on_table(self.ctx, enemy_of(self.judge.side)):
            for one in shown(self.ctx, unit):
                pose = elements[one].pose
                found.append((round((pose.x - x) ** 2 + (pose.y - y) ** 2), one))
        near = dict[UnitId, ElementId]()
        for _, one in sorted(found):
            near.setdefault(elements[one].unit, one)
        return list(near.values())[:NEAREST]

    def _away(self, foe: ElementId) -> float:
        other = rect_of(self.ctx, foe)
        return min(distance(rect, other) for rect in self.rects)

    def families(self) -> list[Family]:
        """List the families of moves that fit what the unit is about."""
        purpose = self.judge.orders.purpose
        if purpose == "join":
            return [self.joining]
        if purpose == "face":
            return [self.facing_foes, self.facing_flanks]
        if purpose == "enter":
            return [self.entering]
        if purpose in ("evade", "break_off"):
            return [self.getting_away]
        if purpose == "sail":
            return [self.sailing]
        if purpose == "unhitch":
            return [self.ringing, self.going_ahead, self.pulling_back]
        alone = not is_coherent(self.ctx, self.unit)
        return [
            *((self.closing_up,) if alone else ()),
            self.leaving,
            *self.attacks(),
            *besieging(self),
            self.going_ahead,
            self.into_range,
            self.pulling_back,
            self.aligning,
            self.using_ground,
            self.reforming,
            self.wheeling_left,
            self.wheeling_right,
            self.stepping_aside,
        ]

    # -- families ---------------------------------------------------------------------------------

    def attacks(self) -> list[Family]:
        """Attack, or go toward, each of the nearest enemies, if the unit is free to do so."""
        free = self.judge.orders.purpose == "march"
        return [partial(self.against, foe) for foe in self.foes] if free else []

    def against(self, foe: ElementId) -> Iterator[Legs]:
        """Charge an enemy within reach; otherwise go toward him."""
        if not any(attack_flaws(self.ctx, self.unit)) and self._away(foe) <= self.reach:
            yield from self.charges(foe)
        centre = rect_of(self.ctx, foe).centre
        yield self.toward(centre)
        yield self.toward(centre, 0.5)

    def charges(self, foe: ElementId) -> Iterator[Legs]:
        """Lay the front on the front of an enemy, or on what else of him may be struck."""
        target = rect_of(self.ctx, foe)
        own = min(self.before, key=lambda one: self._gap(one, target))
        if self._away(foe) <= self.reach and self._is_ahead(target):
            yield (self.ahead(self.reach),)
        flank = may_strike_flank(self.ctx, own, foe)
        edges = (*EDGES[1:], *EDGES[:1]) if flank else EDGES[:1]
        rect, plan = rect_of(self.ctx, own), Plan(self.judge)
        for edge in edges:
            pose = opposed(target) if edge == "front" else lined_up(rect, target, edge)
            yield (Slide(plan.carried(own, pose)),)

    def _gap(self, element: ElementId, target: Rectangle) -> float:
        return distance(rect_of(self.ctx, element), target)

    def _is_ahead(self, target: Rectangle) -> bool:
        """Does an enemy stand in the way straight ahead?"""
        half = max(rect.half_width for rect in self.rects) + target.half_width
        for rect in self.rects:
            right, ahead = rect.local(target.centre)
            if ahead > 0 and abs(right) < half:
                return True
        return False

    def going_ahead(self) -> Iterator[Legs]:
        """Go straight ahead."""
        for share in SHARES:
            yield (self.ahead(self.reach * share),)

    def into_range(self) -> Iterator[Legs]:
        """Come just near enough to shoot."""
        profile = lead_profile(self.ctx, self.unit)
        if profile.missile is None:
            return
        far = SHOOTS.get(profile.weapon, 3.0) + 2 * ("bowmen" in profile.subtypes)
        for foe in self.foes[:2]:
            gap = self._away(foe) - mu(self.ctx, far - 0.1)
            if gap > 0:
                yield self.toward(rect_of(self.ctx, foe).centre, most=gap)

    def pulling_back(self) -> Iterator[Legs]:
        """Go back, facing as before; or turned about, and so to rest."""
        yield (self.ahead(-self.short),)
        yield (self.ahead(-self.short / 2),)

    def wheeling_left(self) -> Iterator[Legs]:
        """Wheel to the left, then go on."""
        yield from self._wheeling(-QUARTER_TURN // 2)

    def wheeling_right(self) -> Iterator[Legs]:
        """Wheel to the right, then go on."""
        yield from self._wheeling(QUARTER_TURN // 2)

    def _wheeling(self, by: int) -> Iterator[Legs]:
        turn = self.turning(self.before, self.facing, by)
        yield (turn,)
        yield turn, advance(after(turn, self.before), turned(self.facing, by), self.short)

    def stepping_aside(self) -> Iterator[Legs]:
        """Step aside."""
        for aside in (-1, 1):
            yield (advance(self.before, self.facing, 0.0, aside * mu(self.ctx, 0.5)),)
            yield (advance(self.before, self.facing, 0.0, aside * self.short),)

    def aligning(self) -> Iterator[Legs]:
        """Stand beside the nearest friend, or at least face as he does."""
        friends = [one for one in on_table(self.ctx, self.judge.side) if one != self.unit]
        if not friends:
            return
        near = min(friends, key=self._away_from)
        by = between(self.facing, facing_of(self.ctx, near))
        yield from self._beside(near)
        if by:
            yield (self.turning(self.before, self.facing, by),)

    def _away_from(self, unit: UnitId) -> float:
        mine = self.rects[0].centre
        there = rect_of(self.ctx, shown(self.ctx, unit)[0]).centre
        return hypot(mine[0] - there[0], mine[1] - there[1])

    def _beside(self, friend: UnitId) -> Iterator[Legs]:
        """Put the end of the own front next to the end of a friend's."""
        facing = facing_of(self.ctx, friend)
        ends = front_corners(rects_of(self.ctx, friend), facing)
        own = front_corners(self.rects, self.facing)
        by = between(self.facing, facing)
        plan, first = Plan(self.judge), next(iter(self.before))
        for mine, theirs in ((own[1], ends[0]), (own[0], ends[1])):
            spun = plan.turned_about(by, mine)
            dx, dy = round(theirs[0] - mine[0]), round(theirs[1] - mine[1])
            pose = spun[first]
            yield (Slide(plan.carried(first, Pose(pose.x + dx, pose.y + dy, pose.facing))),)

    def using_ground(self) -> Iterator[Legs]:
        """Seek cover."""
        shelters = [one.outline for one in self.ctx.world.ground if one.kind in SHELTER]
        centres = [middle(outline) for outline in shelters if outline]
        x, y = self.rects[0].centre
        if centres:
            yield self.toward(min(centres, key=lambda one: hypot(one[0] - x, one[1] - y)))

    def leaving(self) -> Iterator[Legs]:
        """Go to the edge by which the unit is to leave."""
        out = exit_edge(self.ctx, self.judge.side)
        if out:
            x, y = self.rects[0].centre
            width, height = self.ctx.content.table
            spots: dict[str, Point] = {
                "top": (x, 0.0),
                "bottom": (x, height),
                "left": (0.0, y),
                "right": (width, y),
            }
            yield self.toward(spots[out])

    def reforming(self) -> Iterator[Legs]:
        """Form a line, two ranks or a column, with the middle of the front where it is."""
        bases, count = {rect.base for rect in self.rects}, len(self.rects)
        if count < 2 or len(bases) > 1:
            return
        (ax, ay), (bx, by) = front_corners(self.rects, self.facing)
        front = rounded((ax + bx) / 2, (ay + by) / 2, self.facing)
        shape = len(files(self.rects, self.facing)), len(ranks(self.rects, self.facing))
        for wide in dict.fromkeys((count, ceil(count / 2), 1)):
            deep = ceil(count / wide)
            if (wide, deep) != shape:
                places = block(front, self.rects[0].base, wide, deep)[:count]
                yield (Slide(self._taken(places)),)

    def _taken(self, places: Sequence[Pose]) -> dict[ElementId, Pose]:
        """Let everybody take a place, the nearest pairs first."""
        pairs = sorted(
            (hypot(place.x - pose.x, place.y - pose.y), number, key)
            for number, place in enumerate(places)
            for key, pose in self.before.items()
        )
        found, used = dict[ElementId, Pose](), set[int]()
        for _, number, key in pairs:
            if key not in found and number not in used:
                found[key] = places[number]
                used.add(number)
        return {key: found[key] for key in self.before}

    def facing_foes(self) -> Iterator[Legs]:
        """Turn toward enemies."""
        for foe in self.foes:
            yield (self.looking_at(rect_of(self.ctx, foe).centre),)
