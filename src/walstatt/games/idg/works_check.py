"""Judging works as they are set up: how many, where, and with which gates. IDG-16.1, IDG-16.2.

Where the rules give no measures these are taken: walls, towers and gates are 2 1/2 inches wide, so
that every base has room on them, ramparts half an inch; a gate is 2 1/2 to 4 inches long. A line of
works has at least one gate, one between every two towers, and never more than six sections in a
row without gate or tower. In a raid works lie in the deployment area, or within 6 inches of the
village.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from math import hypot
from typing import Final, NamedTuple

from walstatt.boards import BoardError
from walstatt.boards.contact import overlap
from walstatt.boards.pieces import check_piece
from walstatt.boards.pose import Spot, apart
from walstatt.boards.rectangle import Box, segment
from walstatt.boards.table import ROUNDING, Table, TableEdge
from walstatt.boards.terrain import Area, Line, is_near, overlaps
from walstatt.games.idg.army import Equipment
from walstatt.games.idg.forts import Run, enclosed_by, runs_of
from walstatt.games.idg.land import SECTION, WORKS, ground_of, low_works
from walstatt.games.idg.naming import thing_word
from walstatt.games.idg.troops import Scenario
from walstatt.games.idg.world import TOUCH, Feature, IdgCtx, enemy_of, fielded
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.ids import Seat
from walstatt.kernel.trace import rule

WALL_WIDTH: Final = 2.5
RAMPART_WIDTH: Final = 0.5
SHORTEST_GATE: Final = 2.5
SECTIONS_A_GATE: Final = 6
DEEP: Final = 6
"""How deep a deployment area is. IDG-5.5.2."""
NEAR_VILLAGE: Final = 6
MOST_PIECES: Final = 80
MOST_POINTS: Final = 60
SLACK: Final = 10
"""What rounding may add to a length, in 0.1 mm."""


class Blueprint(NamedTuple):
    """Works to be judged, and everything on which that depends."""

    table: Table
    mu: int
    seat: Seat
    edge: TableEdge
    scenario: Scenario
    bought: Equipment
    ground: tuple[Feature, ...]
    pieces: tuple[Feature, ...] = ()

    @property
    def depth(self) -> int:
        """Measure from the owner's edge to the middle of the table."""
        return (self.table.height if self.edge in ("top", "bottom") else self.table.width) // 2

    @property
    def section(self) -> int:
        """Give the length of a section."""
        return SECTION * self.mu

    def width(self, kind: str, *, low: bool = False) -> int:
        """Give how wide works are."""
        wide = RAMPART_WIDTH if low or kind == "rampart" else WALL_WIDTH
        return round(wide * self.mu)

    def away(self, spot: Spot) -> int:
        """Measure from the owner's edge to a spot."""
        (w, h), (x, y) = self.table, spot
        return {"top": y, "bottom": h - y, "left": x, "right": w - x}[self.edge]


def blueprint(ctx: IdgCtx, pieces: tuple[Feature, ...] = ()) -> Blueprint:
    """Draw up works for the defender of a battle."""
    world = ctx.world
    seat = enemy_of(world.attacker)
    bought = fielded(ctx, seat).equipment
    table, mu, edge = ctx.content.table, ctx.content.mu, world.edges[seat]
    return Blueprint(table, mu, seat, edge, world.scenario, bought, world.ground, pieces)


def length_of(one: Feature) -> float:
    """Measure works along their middle."""
    return sum(apart(a, b) for a, b in pairwise(one.via))


def flaws(plan: Blueprint) -> list[Violation]:
    """List every reason why works cannot be set up like this."""
    if len(plan.pieces) > MOST_PIECES:
        return [refuse("IDG-16.1.2", "idg.no.works.many", n=MOST_PIECES)]
    found = [flaw for one in plan.pieces for flaw in _shape_flaws(plan, one)]
    found += _name_flaws(plan)
    whole = plan._replace(pieces=tuple(one for one in plan.pieces if _is_line(plan, one)))
    return found + [flaw for judge in _JUDGES for flaw in judge(whole)]


# -- one piece ------------------------------------------------------------------------------------


def _is_line(plan: Blueprint, one: Feature) -> bool:
    """Is it a line on the table at all?"""
    if one.kind not in WORKS or not 1 < len(one.via) <= MOST_POINTS or one.width <= 0:
        return False
    try:
        check_piece(Line(one.id, one.kind, one.via, one.width), plan.table)
    except BoardError:
        return False
    return True


def _shape_flaws(plan: Blueprint, one: Feature) -> Iterator[Violation]:
    what = work_word(one)
    if not _is_line(plan, one) or one.outline or one.holes or one.top or one.edge or one.open:
        yield refuse("IDG-16.1.2", "idg.no.works.shape", one.id, what=what)
        return
    if one.side != plan.seat:
        yield refuse("IDG-16.1.2", "idg.no.works.side", one.id, what=what)
    wide = plan.width(one.kind, low=one.id in low_works(plan.pieces))
    if one.width != wide:
        inches = in_inches(plan, wide)
        yield refuse("IDG-16.1.2", "idg.no.works.width", one.id, what=what, n=inches)
    yield from _tower_or_gate_flaws(plan, one)


@rule("IDG-16.1.3", "IDG-16.2.1")
def _tower_or_gate_flaws(plan: Blueprint, one: Feature) -> Iterator[Violation]:
    """A tower replaces a section; a gate is a straight part of one."""
    long = length_of(one)
    if one.kind == "tower" and (len(one.via) > 2 or abs(long - plan.section) > SLACK):
        yield refuse("IDG-16.1.3", "idg.no.works.tower_size", one.id, n=SECTION)
    short = SHORTEST_GATE * plan.mu - SLACK
    if one.kind == "gate" and (len(one.via) > 2 or not short <= long <= plan.section + SLACK):
        yield refuse("IDG-16.2.1", "idg.no.works.gate_size", one.id, n=SECTION)


def in_inches(plan: Blueprint, length: float) -> Message:
    """Say a length."""
    tenths = round(length * 10 / plan.mu)
    return say("idg.mu", whole=str(tenths // 10), part=str(tenths % 10))


def work_word(one: Feature) -> Message:
    """Name a kind of works."""
    return thing_word(one.kind)


def _name_flaws(plan: Blueprint) -> Iterator[Violation]:
    known = {one.id for one in plan.ground}
    for one in plan.pieces:
        if not one.id or one.id in known:
            yield refuse("IDG-16.1.2", "idg.no.works.name", one.id, name=one.id)
        known.add(one.id)


# -- how many -------------------------------------------------------------------------------------


@rule("IDG-16.1.2", "IDG-16.1.3", "IDG-5.5.4", "IDG-5.6.5")
def _count_flaws(plan: Blueprint) -> Iterator[Violation]:
    """No more is set up than was bought; a tower takes the place of a section."""
    bought, low = plan.bought, low_works(plan.pieces)
    towers = [one for one in plan.pieces if one.kind == "tower"]
    ramparts = sum(length_of(one) for one in plan.pieces if one.id in low)
    walls = sum(length_of(one) for one in plan.pieces if one.id not in low and one not in towers)
    every = walls + ramparts + sum(length_of(one) for one in towers)
    if len(towers) > bought.towers:
        yield refuse("IDG-16.1.3", "idg.no.works.towers", n=len(towers), most=bought.towers)
    yield from _long_flaws(plan, "wall", walls, bought.walls)
    yield from _long_flaws(plan, "rampart", ramparts, bought.ramparts)
    if towers:
        yield from _long_flaws(plan, "tower", every, bought.walls + bought.ramparts)


def _long_flaws(plan: Blueprint, kind: str, long: float, sections: int) -> Iterator[Violation]:
    most = sections * plan.section
    if long > most + SLACK * max(1, len(plan.pieces)):
        what = say(f"idg.works.all.{kind}")
        far, limit = in_inches(plan, long), in_inches(plan, most)
        yield refuse("IDG-16.1.2", "idg.no.works.long", what=what, far=far, most=limit)


# -- where ----------------------------------------------------------------------------------------


def _place_flaws(plan: Blueprint) -> Iterator[Violation]:
    for one in plan.pieces:
        if plan.scenario == "raid":
            yield from _raid_flaws(plan, one)
        elif not _is_within(plan, one, plan.depth):
            yield refuse("IDG-5.6.4", "idg.no.works.half", one.id, what=work_word(one))


def _is_within(plan: Blueprint, one: Feature, depth: float) -> bool:
    area = Line(one.id, one.kind, one.via, one.width).area
    return all(plan.away(spot) <= depth + ROUNDING for spot in area.outline)


@rule("IDG-5.5.11")
def _raid_flaws(plan: Blueprint, one: Feature) -> Iterator[Violation]:
    """Works of a raid are for a camp where the defender deploys, or for a village in his half."""
    if _is_within(plan, one, DEEP * plan.mu):
        return
    villages = [it for it in plan.ground if it.kind == "village" and it.outline]
    near = [
        village
        for village in villages
        if all(_is_by(plan, village, a, b) for a, b in pairwise(one.via))
    ]
    if not near or not _is_within(plan, one, plan.depth):
        yield refuse("IDG-5.5.11", "idg.no.works.raid", one.id, what=work_word(one))


def _is_by(plan: Blueprint, village: Feature, a: Spot, b: Spot) -> bool:
    area = Area(village.id, "village", village.outline)
    far = NEAR_VILLAGE * plan.mu
    return all(is_near(segment(end, end), area, far) for end in (a, b))


@rule("IDG-4.2.29")
def _water_flaws(plan: Blueprint) -> Iterator[Violation]:
    """Nobody builds in a river."""
    rivers = [
        area
        for one in plan.ground
        if one.kind == "river" and (area := ground_of(one, plan.table, plan.mu)) is not None
    ]
    for one in plan.pieces:
        strips = [strip(one, a, b).corners for a, b in pairwise(one.via)]
        if any(overlaps(ring, river) for ring in strips for river in rivers):
            yield refuse("IDG-4.2.29", "idg.no.works.river", one.id, what=work_word(one))


def strip(one: Feature, a: Spot, b: Spot) -> Box:
    """Give the ground of a straight stretch of works."""
    line = segment(a, b)
    return Box(line.centre, line.right, line.half_width, one.width / 2)


# -- how they hang together -----------------------------------------------------------------------


@rule("IDG-1.9.6")
def _joint_flaws(plan: Blueprint) -> Iterator[Violation]:
    """Works meet only with their ends."""
    for one, other in combinations(plan.pieces, 2):
        if _is_upon(one, other):
            words = {"what": work_word(one), "on": work_word(other)}
            yield refuse("IDG-1.9.6", "idg.no.works.overlap", one.id, **words)


def _is_upon(one: Feature, other: Feature) -> bool:
    joints = [a for a in _ends(one) for b in _ends(other) if apart(a, b) <= TOUCH]
    for own in pairwise(one.via):
        for its in pairwise(other.via):
            if any(_meets(own, its, joint) for joint in joints):
                continue
            if overlap(strip(one, *own), strip(other, *its)) > SLACK:
                return True
    return False


def _ends(one: Feature) -> tuple[Spot, Spot]:
    return one.via[0], one.via[-1]


def _meets(own: tuple[Spot, Spot], its: tuple[Spot, Spot], joint: Spot) -> bool:
    """Do two stretches only meet at a joint, neither running back along the other?"""
    near = [next((end for end in way if apart(end, joint) <= TOUCH), None) for way in (own, its)]
    if None in near:
        return False
    (ax, ay), (bx, by) = (_away_from(joint, way) for way in (own, its))
    return ax * bx + ay * by <= hypot(ax, ay) * hypot(bx, by) / 2


def _away_from(joint: Spot, way: tuple[Spot, Spot]) -> tuple[int, int]:
    (ax, ay), (bx, by) = way
    return ax + bx - 2 * joint[0], ay + by - 2 * joint[1]


@rule("IDG-16.2.1")
def _gate_flaws(plan: Blueprint) -> Iterator[Violation]:
    """Every stretch between two towers, and any six sections, have a gate."""
    for run in runs_of(plan.pieces):
        if not any(one.kind == "gate" for one in run.pieces):
            yield refuse("IDG-16.2.1", "idg.no.works.no_gate", run.pieces[0].id)
            continue
        for stretch, towers in stretches(run):
            if towers == 2 and not any(one.kind == "gate" for one in stretch):
                yield refuse("IDG-16.2.1", "idg.no.works.between", stretch[0].id)
            elif towers < 2 and _longest(stretch) > SECTIONS_A_GATE * plan.section + SLACK:
                yield refuse(
                    "IDG-16.2.1", "idg.no.works.far_gates", stretch[0].id, n=SECTIONS_A_GATE
                )


def stretches(run: Run) -> Iterator[tuple[tuple[Feature, ...], int]]:
    """Part works at their towers; tell of every part how many towers it ends at."""
    pieces = list(run.pieces)
    towers = [at for at, one in enumerate(pieces) if one.kind == "tower"]
    if run.is_closed and towers:
        pieces = [*pieces[towers[0] :], *pieces[: towers[0] + 1]]
    parts: list[list[Feature]] = [[]]
    for one in pieces:
        if one.kind == "tower":
            parts.append([])
        else:
            parts[-1].append(one)
    last = len(parts) - 1
    for at, part in enumerate(parts):
        if part:
            yield tuple(part), (at > 0) + (at < last)


def _longest(stretch: tuple[Feature, ...]) -> float:
    """Measure the longest part of a stretch that has no gate."""
    most = so_far = 0.0
    for one in stretch:
        so_far = 0.0 if one.kind == "gate" else so_far + length_of(one)
        most = max(most, so_far)
    return most


@rule("IDG-5.6.4", "IDG-5.6.6", "IDG-5.6.19")
def _enclosure_flaws(plan: Blueprint) -> Iterator[Violation]:
    """In a siege something must be enclosed: by a ring, or by a line from edge to edge."""
    if plan.scenario != "siege":
        return
    if not any(enclosed_by(run, plan.table) for run in runs_of(plan.pieces)):
        yield refuse("IDG-5.6.6", "idg.no.works.open")


_JUDGES: Final[tuple[Callable[[Blueprint], Iterator[Violation]], ...]] = (
    _count_flaws,
    _place_flaws,
    _water_flaws,
    _joint_flaws,
    _gate_flaws,
    _enclosure_flaws,
)
