"""What every unit is about: whom to fight or to shoot at, what to take, to guard or to reach."""

from __future__ import annotations

from functools import cached_property
from statistics import median
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from walstatt.boards.pose import Point, apart
from walstatt.boards.rectangle import Rectangle
from walstatt.games.idg.ai.bodies import Body, breadth, gap, is_behind
from walstatt.games.idg.ai.field import JOINS, Field
from walstatt.games.idg.ai.siege import Siege
from walstatt.games.idg.ai.trails import Route, cells_under
from walstatt.games.idg.ai.volleys import target_of
from walstatt.games.idg.ai.warding import is_ward
from walstatt.games.idg.ai.worth import harm
from walstatt.games.idg.exits import exit_edge
from walstatt.games.idg.victory import RAID_TURNS
from walstatt.kernel.ids import UnitId

Kind: TypeAlias = Literal[
    "fight",
    "shoot",
    "prize",
    "advance",
    "flank",
    "exit",
    "guard",
    "follow",
    "hold",
    "storm",
    "gate",
    "wall",
    "flee",
    "wing",
]

HASTY: Final = ("exit", "storm", "prize", "gate", "wall")
"""What units are about who have to be somewhere in time: they neither wait nor stretch out."""
CLOSE: Final = 14.0
"""How near, in inches, enemies are when units leave the line for them."""
BARRED: Final = 7.0
"""How near, in inches, enemies bar the way of a column that has to get through."""
ROUND_ABOUT: Final = 2.0
"""How many times as long as the straight one a way may be that leads to who bars another."""
SHY: Final = 0.7
"""How many inches inside its range a unit stops to shoot."""
GUARDED: Final = 6.0
"""How near, in inches, enemies are to what they guard."""
BEFORE: Final = 4.0
"""How far, in inches, before the baggage its guards stand."""
NEAR_TRAIN: Final = 16.0
"""How near, in inches, to the baggage its guards attack enemies."""
SALLIED: Final = 16.0
"""How near, in inches, besiegers are when recruits go out to meet them."""
SAFE: Final = 14.0
"""How far, in inches, enemies are when a train need not move."""
CROWDED: Final = 0.08
"""How much less an enemy attracts those who come after others."""
AT_ONCE: Final = 12.0
"""How near, in inches, horse must be to an enemy to go round him."""
BEHIND: Final = 2.5
"""How far, in inches, behind an enemy a unit goes to strike him in the rear."""
JAMMED: Final = 0.15
"""How much less an enemy attracts those for whom there is no room, as a share of their worth."""
FAR_OFF: Final = 0.045
"""How much less an enemy attracts a unit for every inch, as a share of its worth."""
LANE: Final = 16.0
"""How far, in inches, before units of the line light troops leave them room."""
BEATEN: Final = 0.35
"""Of what share of the own strength an enemy is all but beaten."""
WAY_ROUND: Final = 2.0
"""How many inches raiders keep from enemies they go round."""
CLEAR: Final = 1.5
"""How many inches beyond the line light troops go on its wings."""


class Aim(Struct, frozen=True, gc=False):
    """What a unit is sent for: where, against whom, how near, and how much that matters."""

    kind: Kind
    at: Point
    foe: UnitId = UnitId("")
    near: float = 0.0
    """How near, in inches, is near enough."""
    pull: float = 0.0
    """What an inch counts, as a share of the unit's worth."""


class Aims:
    """The plan of one side, made anew whenever it is asked for."""

    def __init__(self, field: Field) -> None:
        self.field, self.ctx, self.world = field, field.ctx, field.world
        self.weights = field.weights

    def of(self, unit: UnitId) -> Aim:
        """Tell what a unit is sent for."""
        found = self.all.get(unit)
        if found is None:
            found = self._hold(self.field.body(unit))
        return found

    @cached_property
    def all(self) -> dict[UnitId, Aim]:
        """Send every unit somewhere, the strongest first."""
        found: dict[UnitId, Aim] = {}
        taken: dict[UnitId, int] = {}
        for body in sorted(self.field.own, key=lambda one: -one.worth):
            aim = found[body.unit] = self._aim(body, taken)
            if aim.foe:
                taken[aim.foe] = taken.get(aim.foe, 0) + 1
        return found

    @cached_property
    def siege(self) -> Siege:
        """Look at the works."""
        return Siege(self.field)

    # -- by scenario ------------------------------------------------------------------------------

    def _aim(self, body: Body, taken: dict[UnitId, int]) -> Aim:
        if is_ward(self.field, body):
            return self._hold(body)
        if body.role == "train":
            return self._leave(body) or self._flee(body)
        scenario, attacks = self.world.scenario, self.field.is_attacker
        if body.role == "general":
            if scenario == "siege" and attacks and self._may_enter(body):
                return self._storm(body, taken)
            return self._leave(body) or self._follow(body)
        if scenario == "ambush" and attacks:
            return self._get_through(body, taken)
        if scenario == "raid":
            return self._take(body) if attacks else self._protect(body, taken)
        if scenario == "siege":
            return self._storm(body, taken) if attacks else self._defend(body, taken)
        return self._battle(body, taken)

    def _battle(self, body: Body, taken: dict[UnitId, int]) -> Aim:
        """Go for whoever is worth it most: to fight him, to shoot at him, to plunder."""
        if self._should_rest(body):
            return self._rest(body)
        foes = self.field.foes
        if body.role == "light" and not self._is_mopping_up:
            foes = [foe for foe in foes if foe.role == "train" or not self._is_faced(foe)]
            if self._line and (not foes or self._is_in_the_way(body)):
                return self._wing(body)
        offers = [(self._attracts(body, foe, taken), foe.unit) for foe in foes]
        if not offers:
            return self._hold(body)
        _, unit = max(offers)
        foe = self.field.body(unit)
        return self._advance(body, foe) or self._against(body, foe)

    def _should_rest(self, body: Body) -> bool:
        """Is a unit so shaken that it had better rally where nobody gets at it?"""
        if body.stock.disorder < self.weights.rest or body.in_melee or body.role == "guns":
            return False
        return any(
            (foe.may_attack or foe.range) and gap(self.ctx, foe.box, body.box) < SAFE
            for foe in self.field.fighters
        )

    def _rest(self, body: Body) -> Aim:
        """Go back, away from the nearest enemy and toward the own edge."""
        foe = self.field.nearest_foe(body.box) or body
        (x, y), (fx, fy), (ax, ay) = body.box.centre, foe.box.centre, self.field.onward
        far, back = apart((x, y), (fx, fy)) or 1.0, SAFE * self.ctx.content.mu
        at = x + back * ((x - fx) / far - ax) / 2, y + back * ((y - fy) / far - ay) / 2
        return Aim("flee", self._on_table(at, body), UnitId(""), 0.0, self.weights.pull)

    @cached_property
    def _is_mopping_up(self) -> bool:
        """Is the enemy all but beaten, so that everybody may go for what is left of him?"""
        return self.field.strength(self.field.enemy) < BEATEN * self.field.strength(self.field.seat)

    def _advance(self, body: Body, foe: Body) -> Aim | None:
        """Keep in line with the others while the enemy is far ahead."""
        field = self.field
        if self.world.scenario != "open_battle" or body.role not in ("line", "bows", "horse"):
            return None
        far = min(field.nearest(body.box), gap(self.ctx, body.box, foe.box))
        ahead = field.along(foe.box.centre) - field.along(body.box.centre)
        if far < CLOSE or ahead < far / 2:
            return None
        (x, y), (ax, ay) = body.box.centre, field.onward
        go = ahead * self.ctx.content.mu
        return Aim("advance", (x + go * ax, y + go * ay), foe.unit, 0.0, self.weights.pull)

    def _against(self, body: Body, foe: Body) -> Aim:
        if foe.role == "train":
            return Aim("prize", foe.box.centre, foe.unit, 0.0, self.weights.pull)
        if body.may_attack and body.role not in ("bows", "light"):
            if self._should_go_round(body, foe):
                return Aim("flank", self._rear_of(foe), foe.unit, 1.0, self.weights.pull)
            return Aim("fight", foe.box.centre, foe.unit, 0.0, self.weights.pull)
        if body.range:
            near = max(1.5, body.range - SHY if self._has_target(body) else body.range / 2)
            return Aim("shoot", foe.box.centre, foe.unit, near, self.weights.pull)
        return Aim("fight", foe.box.centre, foe.unit, SAFE / 2, self.weights.pull / 2)

    def _among(self, body: Body, foes: list[Body], taken: dict[UnitId, int]) -> Aim | None:
        """Go for the best of some enemies."""
        offers = [(self._attracts(body, foe, taken), foe.unit) for foe in foes]
        return self._against(body, self.field.body(max(offers)[1])) if offers else None

    def _has_target(self, body: Body) -> bool:
        """Could a unit shoot at somebody from where it stands?"""
        return target_of(self.field, body, body.box, moved=False) is not None

    def _is_faced(self, foe: Body) -> bool:
        """Is an enemy in front of a unit of the line that needs the room before it?"""
        inch = self.ctx.content.mu
        for one in self._line:
            right, ahead = one.box.local(foe.box.centre)
            if 0 < ahead < LANE * inch and abs(right) < one.box.half_width + foe.box.half_width:
                return True
        return False

    @cached_property
    def _line(self) -> list[Body]:
        """List the units of the line that are free to charge."""
        free = (one for one in self.field.own if one.may_attack and not one.in_melee)
        return [one for one in free if one.role in ("line", "horse")]

    def _across(self, at: Point) -> float:
        """Measure across the table, as the side sees it."""
        x, y = self.field.onward
        return at[1] * x - at[0] * y

    @cached_property
    def _span(self) -> tuple[float, float]:
        """Tell how far the line reaches to either side."""
        ends = [(self._across(one.box.centre), one.box.half_width) for one in self._line]
        return min(at - half for at, half in ends), max(at + half for at, half in ends)

    def _is_in_the_way(self, body: Body) -> bool:
        """Do light troops stand before the line, or within its span?"""
        if not self._line:
            return False
        low, high = self._span
        half, at = body.box.half_width / 2, self._across(body.box.centre)
        return low < at + half and at - half < high

    def _wing(self, body: Body) -> Aim:
        """Go to the nearer end of the line, abreast of it."""
        field, inch = self.field, self.ctx.content.mu
        x, y = field.onward
        low, high = self._span
        half, at = body.box.half_width + CLEAR * inch, self._across(body.box.centre)
        to = min((low - half, high + half), key=lambda one: abs(one - at))
        front = median(field.along(one.box.centre) for one in self._line) * inch
        spot = front * x - to * y, front * y + to * x
        return Aim("wing", self._on_table(spot, body), UnitId(""), 2.0, self.weights.errand)

    def _on_table(self, at: Point, body: Body) -> Point:
        """Give the nearest point at which a unit is on the table."""
        room = min(body.box.half_width, self.ctx.content.table[1] / 4)
        width, height = self.ctx.content.table
        return min(max(at[0], room), width - room), min(max(at[1], room), height - room)

    def _should_go_round(self, body: Body, foe: Body) -> bool:
        """Is an enemy held in front, so that he can be struck in the rear?"""
        if not foe.in_melee or body.in_melee or is_behind(foe.box, body.box.centre):
            return False
        quick = body.role == "horse" and gap(self.ctx, body.box, foe.box) < AT_ONCE
        return quick and foe.role != "guns"

    def _rear_of(self, foe: Body) -> Point:
        ax, ay = foe.box.ahead
        back = foe.box.half_depth + BEHIND * self.ctx.content.mu
        at = foe.box.centre[0] - back * ax, foe.box.centre[1] - back * ay
        return self._on_table(at, foe)

    def _attracts(self, body: Body, foe: Body, taken: dict[UnitId, int]) -> float:
        """Weigh going for an enemy."""
        field = self.field
        worth = -FAR_OFF * body.worth * gap(self.ctx, body.box, foe.box)
        others = taken.get(foe.unit, 0)
        worth -= CROWDED * foe.worth * others
        if others > foe.files:
            worth -= JAMMED * body.worth * (others - foe.files)
        if foe.role == "train":
            return worth + self._plunder(body, foe)
        if body.role in ("light", "bows") or not body.may_attack:
            return worth + self._shooting(body, foe) - self._in_the_way(body, foe)
        worth += field.duel(body, foe) + 0.05 * foe.worth
        if foe.in_melee:
            worth += (0.25 if body.role == "horse" else 0.12) * foe.worth
        return worth

    def _in_the_way(self, body: Body, foe: Body) -> float:
        """Weigh how much light troops would hinder the line that is about to charge an enemy."""
        if body.role != "light":
            return 0.0
        line = (one for one in self.field.own if one.role in ("line", "horse"))
        free = (one for one in line if one.may_attack and not one.in_melee)
        near = [one for one in free if gap(self.ctx, one.box, foe.box) < JOINS]
        return self.weights.mask * sum(one.worth for one in near)

    def _plunder(self, body: Body, train: Body) -> float:
        """Weigh taking baggage: for quick troops, if nobody guards it."""
        if body.role not in ("light", "horse"):
            return -self.weights.prize
        guards = (foe for foe in self.field.fighters if foe.may_attack or foe.range)
        if any(gap(self.ctx, foe.box, train.box) < GUARDED for foe in guards):
            return -self.weights.prize
        return 0.5 * self.field.duel(body, train)

    def _shooting(self, body: Body, foe: Body) -> float:
        if not body.range:
            return 0.0
        toll = self.field.shot(body, foe, body.range - SHY, moved=True).times(body.shooters)
        return harm(foe.stock, toll, self.weights)

    # -- staying, following, getting away ---------------------------------------------------------

    def _hold(self, body: Body) -> Aim:
        return Aim("hold", body.box.centre)

    def _follow(self, body: Body) -> Aim:
        """Keep the general close behind those who fight, or behind the line."""
        own = [one for one in self.field.own if one.role in ("line", "horse", "bows")]
        fights = [one for one in own if one.in_melee] or own
        if not fights:
            return self._hold(body)
        friend = min(fights, key=lambda one: gap(self.ctx, body.box, one.box) - one.points / 20)
        return Aim("follow", _behind(friend.box), friend.unit, 1.0, self.weights.pull)

    def _flee(self, body: Body) -> Aim:
        """Keep the baggage away from the enemy."""
        if self.field.nearest(body.box) > SAFE:
            return self._hold(body)
        width, height = self.ctx.content.table
        inset = 3.0 * self.ctx.content.mu
        corners = [(x, y) for x in (inset, width - inset) for y in (inset, height - inset)]
        best = max(
            corners, key=lambda at: self._clear_of(at) - self.field.apart(at, body.box.centre)
        )
        return Aim("flee", best, UnitId(""), 0.0, self.weights.pull)

    def _clear_of(self, at: Point) -> float:
        foes = self.field.middles(self.field.fighters)
        return 2 * min((self.field.apart(at, foe) for foe in foes), default=0.0)

    def _get_through(self, body: Body, taken: dict[UnitId, int]) -> Aim:
        """Leave past whoever is far, and over whoever bars the way."""
        leave = self._leave(body) or self._hold(body)
        if body.role == "light" or not body.may_attack:
            return leave
        barring = [foe for foe in self.field.fighters if self._bars(body, foe)]
        attack = self._among(body, barring, taken)
        return leave if attack is None or attack.kind == "flank" else attack

    def _bars(self, body: Body, foe: Body) -> bool:
        """Is an enemy near, and straight between a unit and where it has to leave?

        Whoever stands behind ground that a unit has to go round bars nothing, nor does whoever is
        held by a fight with others.
        """
        field, here, there = self.field, body.box.centre, foe.box.centre
        if foe.in_melee and not body.in_melee:
            return False
        if gap(self.ctx, body.box, foe.box) > BARRED or field.along(there) <= field.along(here):
            return False
        room = sum(breadth(one.box, field.onward) for one in (body, foe))
        if field.aside(there, here) * self.ctx.content.mu >= room:
            return False
        return field.way(body, here, there) < ROUND_ABOUT * field.apart(here, there)

    def _leave(self, body: Body) -> Aim | None:
        """Go to the edge by which an ambushed army has to leave."""
        if exit_edge(self.ctx, self.field.seat) is None:
            return None
        out = self.field.straight_out(body.box.centre)
        return Aim("exit", out, UnitId(""), 0.0, self.weights.errand)

    # -- raids ------------------------------------------------------------------------------------

    def _take(self, body: Body) -> Aim:
        """Go for the baggage, all of them."""
        trains = [foe for foe in self.field.foes if foe.role == "train"]
        if not trains:
            return self._battle(body, {})
        train = min(trains, key=lambda one: gap(self.ctx, body.box, one.box))
        if body.role in ("bows", "guns"):
            near = max(0.0, body.range - SHY)
            return Aim("prize", train.box.centre, train.unit, near, self.weights.pull)
        hurry = self.weights.errand * (1 + self.field.time_spent)
        prize = Aim("prize", train.box.centre, train.unit, 0.0, hurry)
        if body.role == "light":
            return prize
        covering = [foe for foe in self.field.fighters if self._covers(train, foe, body)]
        if not covering or self._gets_round(body, train):
            return prize
        return self._among(body, covering, {}) or prize

    def _gets_round(self, body: Body, train: Body) -> bool:
        """Can a unit be at the baggage in time without a fight?"""
        if not self.weights.skirts:
            return False
        turns = RAID_TURNS - self.world.turn + 1
        room = {
            cell
            for foe in self.field.fighters
            for cell in cells_under(self.ctx, foe.box, WAY_ROUND)
        }
        way = Route(self.ctx, self.field.mover(body.unit), (train.box.centre,), room)
        start = body.box.centre
        return way.leads_from(start) and way.far(start) <= turns * float(body.pace.average)

    def _covers(self, train: Body, foe: Body, body: Body) -> bool:
        """Is an enemy near a unit, and between it and the baggage?"""
        if gap(self.ctx, body.box, foe.box) >= BARRED:
            return False
        return gap(self.ctx, foe.box, train.box) < gap(self.ctx, body.box, train.box)

    def _protect(self, body: Body, taken: dict[UnitId, int]) -> Aim:
        """Stand before the baggage, and fight who comes near it."""
        trains = [one for one in self.field.own if one.role == "train"]
        if not trains or not self.weights.steady:
            return self._battle(body, taken)
        train = trains[0]
        near = [
            foe for foe in self.field.fighters if gap(self.ctx, foe.box, train.box) < NEAR_TRAIN
        ]
        if attack := self._among(body, near, taken):
            return attack
        foe = self.field.nearest_foe(train.box)
        if foe is None:
            return self._hold(body)
        at = _between(train.box.centre, foe.box.centre, BEFORE * self.ctx.content.mu)
        return Aim("guard", at, train.unit, 1.0, self.weights.pull)

    # -- sieges -----------------------------------------------------------------------------------

    def _storm(self, body: Body, taken: dict[UnitId, int]) -> Aim:
        """Get into the works: through what is open, over the walls, or at a gate."""
        gate = self.siege.target(body) if body.role == "guns" else None
        if gate is not None:
            return Aim("shoot", gate, UnitId(""), body.range - SHY, self.weights.errand)
        goal = self.siege.goal(body, taken)
        outside = [foe for foe in self.field.fighters if not self._is_sheltered(foe)]
        if goal is None or (goal[1] in ("gate", "wall") and self._should_fight(body, outside)):
            return self._among(body, outside, taken) or self._hold(body)
        name, kind, at = goal
        if kind == "hold":
            return self._hold(body)
        taken[UnitId(name)] = taken.get(UnitId(name), 0) + 1
        near = 0.0 if body.role != "bows" else 4.0
        return Aim(kind, at, UnitId(""), near, self.weights.errand)

    def _may_enter(self, body: Body) -> bool:
        """May a general go in: is somebody else inside, so that he does not bar the way?"""
        if self.siege.is_inside(body.box):
            return True
        return bool(self.siege.gaps) and self.siege.has_others_inside(body)

    def _is_sheltered(self, foe: Body) -> bool:
        """Is an enemy behind works?"""
        return foe.walled or self.siege.is_inside(foe.box)

    def _should_fight(self, body: Body, foes: list[Body]) -> bool:
        """Are there enemies before the works whom a unit has to beat first?"""
        return body.may_attack and any(
            gap(self.ctx, body.box, foe.box) < NEAR_TRAIN for foe in foes
        )

    def _defend(self, body: Body, taken: dict[UnitId, int]) -> Aim:
        """Stay on walls that are attacked; fight who has come in, or stand where works are open."""
        if body.role == "guns" or (body.walled and not self._may_descend(body)):
            return self._hold(body)
        inside = [foe for foe in self.field.fighters if self.siege.is_inside(foe.box)]
        if attack := self._among(body, inside, taken):
            return attack
        if not self.weights.steady and (sally := self._sally(body, taken)):
            return sally
        breach = self.siege.gap_to_guard(body)
        if breach is not None:
            return Aim("guard", breach, UnitId(""), 1.5, self.weights.pull)
        return self._hold(body)

    def _sally(self, body: Body, taken: dict[UnitId, int]) -> Aim | None:
        """Go out to meet enemies who have come near."""
        near = [foe for foe in self.field.fighters if gap(self.ctx, foe.box, body.box) < SALLIED]
        return self._among(body, near, taken)

    def _may_descend(self, body: Body) -> bool:
        """Are those on a wall needed where works are open, and free to go there?"""
        if not self.weights.descends or not self.siege.gaps or body.in_melee:
            return False
        near = (gap(self.ctx, foe.box, body.box) for foe in self.field.fighters)
        return min(near, default=SAFE) > BARRED and not self._has_target(body)


def _behind(box: Rectangle) -> Point:
    """Give a point close behind a unit."""
    back = box.half_depth + 1.5 * box.half_width / max(1.0, box.half_width / 400)
    ax, ay = box.ahead
    return box.centre[0] - ax * back, box.centre[1] - ay * back


def _between(start: Point, end: Point, far: float) -> Point:
    """Give the point so far from one point toward another, at most half way."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    part = min(0.5, far / length)
    return start[0] + part * dx, start[1] + part * dy
