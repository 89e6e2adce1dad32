"""Flags: how many may be ignored, where a unit goes back to, and what it loses. CCN-11."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from walstatt.games.ccn.board import REAR
from walstatt.games.ccn.options import CcnOptions
from walstatt.games.ccn.pointing import at_cell, at_piece, cell_pointed, piece_pointed
from walstatt.games.ccn.terrain import crosses_works, is_closed
from walstatt.games.ccn.whereabouts import arrival_told, gone_along
from walstatt.games.ccn.world import (
    CcnCtx,
    adjacent_lone_leaders,
    adjacent_units,
    ground_now,
    label,
    leader_of,
    troop_of,
    unit_name,
)
from walstatt.i18n.catalogue import Message
from walstatt.kernel.decisions import Answer, Decision, Violation, refuse
from walstatt.kernel.ids import CellId, Seat, UnitId
from walstatt.kernel.ledger import Ledger, Quantity, Stage, contributes
from walstatt.kernel.prompts import Choice, Preview, Target
from walstatt.kernel.trace import cite, rule

# -- ignoring flags -------------------------------------------------------------------------------


class Steadiness(Struct, frozen=True):
    """Everything that lets a unit ignore flags."""

    led: bool
    supporters: int
    in_square: bool
    behind_works: bool
    own: int
    """What its type may ignore."""
    kind: str
    """Whether that is for grenadiers, cuirassiers or guards."""
    bounced: bool
    """Whether the flags come from a square and hit cavalry."""


IGNORABLE: Quantity[Steadiness] = Quantity(
    "ccn.ignorable_flags", "CCN-11.2.2", (Stage("source"), Stage("never", "cap"))
)


@contributes(IGNORABLE, "CCN-11.2.3", "source")
def leader_steadies(query: Steadiness) -> int | None:
    """An attached leader ignores one flag."""
    return 1 if query.led else None


@contributes(IGNORABLE, "CCN-11.2.4", "source")
def support_steadies(query: Steadiness) -> int | None:
    """Two friends next to the unit ignore one flag, however many they are."""
    if query.supporters < 2:
        return None
    if query.in_square:
        cite("CCN-11.2.7")
        return None
    cite("CCN-11.2.6")
    return 1


@contributes(IGNORABLE, "CCN-11.2.8", "source")
def works_steady(query: Steadiness) -> int | None:
    """Field works ignore one flag of an attack across a protected side."""
    if not query.behind_works:
        return None
    cite("CCN-16.6.7")
    return 1


@contributes(IGNORABLE, "CCN-11.2.9", "source")
def grenadiers_stand(query: Steadiness) -> int | None:
    """Grenadiers ignore one flag."""
    return query.own if query.own and query.kind == "grenadier" else None


@contributes(IGNORABLE, "CCN-11.2.10", "source")
def cuirassiers_stand(query: Steadiness) -> int | None:
    """Cuirassiers ignore one flag."""
    return query.own if query.own and query.kind == "cuirassier" else None


@contributes(IGNORABLE, "CCN-11.2.11", "source")
def guards_stand(query: Steadiness) -> int | None:
    """Guards ignore one or two flags."""
    return query.own if query.own and query.kind == "guard" else None


@contributes(IGNORABLE, "CCN-14.3.6", "never")
def squares_bounce(query: Steadiness) -> int | None:
    """Cavalry never ignores the flags of a square."""
    if not query.bounced:
        return None
    cite("CCN-11.2.12")
    return 0


def ignorable_flags(ctx: CcnCtx, unit: UnitId, attacker_at: CellId, *, bounced: bool) -> Ledger:
    """Reckon how many flags a unit may ignore, at the moment they are decided. CCN-A21."""
    cite("CCN-A21", "CCN-10.17")
    at, arm = ctx.world.units[unit].at, troop_of(ctx, unit).arm
    behind_works = arm != "cavalry" and crosses_works(ctx, at, attacker_at)
    return ctx.reckon(IGNORABLE, steadiness(ctx, unit, behind_works=behind_works, bounced=bounced))


def steadiness(
    ctx: CcnCtx, unit: UnitId, *, behind_works: bool = False, bounced: bool = False
) -> Steadiness:
    """Look up everything that lets a unit ignore flags now."""
    own = ctx.world.units[unit]
    troop = troop_of(ctx, unit)
    if own.square:
        cite("CCN-14.4.4")
    near = adjacent_units(ctx, own.at, own.side)
    if any(ctx.world.units[one].square for one in near):
        cite("CCN-11.2.7")
    lone = adjacent_lone_leaders(ctx, own.at, own.side)
    if lone:
        cite("CCN-11.2.5")
    kind = "guard" if troop.guard else "grenadier" if troop.grenadier else "cuirassier"
    return Steadiness(
        leader_of(ctx, unit) is not None,
        len(near) + len(lone),
        own.square > 0,
        behind_works,
        own_steadiness(ctx.options, troop.type, troop.ignore),
        kind,
        bounced,
    )


@rule("CCN-A3")
def own_steadiness(options: CcnOptions, code: str, ignore: int) -> int:
    """Tell how many flags a type ignores; guard artillery can be read in two ways."""
    return options.guard_artillery_ignores if code == "GFA" else ignore


class IgnoreFlags(Answer, frozen=True, tag="ignore_flags"):
    """Ignore this many flags."""

    flags: int


@rule("CCN-11.2.1", "CCN-11.2.2")
class ChooseFlags(Decision[IgnoreFlags], frozen=True, tag="choose_flags"):
    """How many flags a unit ignores."""

    unit: UnitId
    flags: int
    most: int
    attacked_from: CellId

    answers = (IgnoreFlags,)
    exact = True

    def prompt(self, ctx: CcnCtx) -> Message:
        """Ask for the number."""
        return ctx.say("ask.choose_flags", unit=unit_name(ctx, self.unit), n=self.flags)

    def check(self, ctx: CcnCtx, answer: IgnoreFlags) -> list[Violation]:
        """No more than there are, and no more than allowed."""
        if 0 <= answer.flags <= min(self.most, self.flags):
            return []
        return [refuse("CCN-11.2.2", "ccn.no.so_many_flags", n=min(self.most, self.flags))]

    def candidates(self, ctx: CcnCtx) -> list[IgnoreFlags]:
        """Offer every number, all of them first."""
        return [IgnoreFlags(flags) for flags in range(min(self.most, self.flags), -1, -1)]

    def present(self, ctx: CcnCtx, answer: IgnoreFlags) -> Choice:
        """Show what is ignored and how far it goes back."""
        hexes = self.hexes(ctx, answer)
        return Choice(ctx.say("do.ignore_flags", flags=answer.flags, n=hexes))

    def hexes(self, ctx: CcnCtx, answer: IgnoreFlags) -> int:
        """Tell how far the unit would have to go back."""
        return (self.flags - answer.flags) * troop_of(ctx, self.unit).retreat

    def preview(self, ctx: CcnCtx, answer: IgnoreFlags) -> Preview:
        """Show why so many may be ignored."""
        wrong = tuple(self.check(ctx, answer))
        reasons = ignorable_flags(ctx, self.unit, self.attacked_from, bounced=False)
        hexes = 0 if wrong else self.hexes(ctx, answer)
        return Preview(wrong, (reasons,), facts=tuple(self.costs(ctx, hexes)))

    def costs(self, ctx: CcnCtx, hexes: int) -> Iterator[Message]:
        """Tell what the hexes it has to go back would cost it at the least."""
        square = ctx.world.units[self.unit].square
        if not hexes:
            return
        ways = [] if square else retreat_paths(ctx, self.unit, hexes)
        least = min((missing_hexes(ctx, self.unit, hexes, way) for way in ways), default=hexes)
        if least:
            yield ctx.say("fact.costs_blocks", n=least)


# -- going back -----------------------------------------------------------------------------------


class Retreat(Answer, frozen=True, tag="retreat"):
    """Go back along these hexes."""

    unit: UnitId
    path: tuple[CellId, ...]


@rule("CCN-11.1.6")
class ChooseRetreat(Decision[Retreat], frozen=True, tag="choose_retreat"):
    """Along which hexes a unit goes back."""

    unit: UnitId
    hexes: int
    retiring: bool = False
    """Whether cavalry retires of its own will, all the way or not at all. CCN-13.8."""

    answers = (Retreat,)
    exact = True

    def prompt(self, ctx: CcnCtx) -> Message:
        """Ask for the path."""
        return ctx.say("ask.choose_retreat", unit=unit_name(ctx, self.unit), n=self.hexes)

    def paths(self, ctx: CcnCtx) -> list[tuple[CellId, ...]]:
        """List the paths there are."""
        if self.retiring:
            return retiring_paths(ctx, self.unit)
        return retreat_paths(ctx, self.unit, self.hexes)

    def check(self, ctx: CcnCtx, answer: Retreat) -> list[Violation]:
        """Each step goes to a free hex of the next row behind, as far as there is one."""
        if answer.unit != self.unit:
            return [refuse("CCN-11.1.6", "ccn.no.other_unit", unit=unit_name(ctx, self.unit))]
        if answer.path in self.paths(ctx):
            return []
        because = self.reason(ctx, answer.path)
        return [refuse(because, f"ccn.no.back.{WHY_NOT[because]}", n=self.hexes)]

    def reason(self, ctx: CcnCtx, path: tuple[CellId, ...]) -> str:
        """Name the rule a wrong path breaks."""
        behind = REAR[ctx.content.homes[self.seat]]
        here = ctx.world.units[self.unit].at
        for to in path:
            if to not in behind[here]:
                return "CCN-13.4" if self.retiring else "CCN-11.1.5"
            if joins_leader(ctx, self.unit, here):
                return "CCN-13.13" if self.retiring else "CCN-11.1.13"
            if to not in steps_back(ctx, self.unit, here):
                return "CCN-13.3" if self.retiring else bar_to_retreat(ctx, self.unit, to)
            here = to
        if self.retiring:
            return "CCN-13.8"
        if len(path) > self.hexes:
            return "CCN-11.1.2"
        if here in ctx.world.leader_at and path:
            return "CCN-11.1.14"
        dead_end = path in all_paths(ctx, self.unit, self.hexes)
        return "CCN-A20" if dead_end else "CCN-11.1.15"

    def candidates(self, ctx: CcnCtx) -> list[Retreat]:
        """Offer every path."""
        return [Retreat(self.unit, path) for path in self.paths(ctx)]

    def present(self, ctx: CcnCtx, answer: Retreat) -> Choice:
        """Show where the path ends."""
        if not answer.path:
            return Choice(ctx.say("do.retreat_nowhere"))
        way = " → ".join(label(cell) for cell in answer.path)
        text = ctx.say("do.retreat", path=way)
        unit = at_piece(self.unit)
        return Choice(text, at_cell(answer.path[-1]), of=unit, n=len(answer.path))

    def preview(self, ctx: CcnCtx, answer: Retreat) -> Preview:
        """Show every hex the unit could go back to, and what this way costs it."""
        wrong = tuple(self.check(ctx, answer))
        reach = tuple(map(at_cell, dict.fromkeys(way[-1] for way in self.paths(ctx) if way)))
        if wrong:
            return Preview(wrong, reach=reach)
        then = gone_along(ctx, self.unit, answer.path)
        missing = 0 if self.retiring else missing_hexes(ctx, self.unit, self.hexes, answer.path)
        cost = (ctx.say("fact.loses_blocks", n=missing),) if missing else ()
        return Preview(reach=reach, facts=(*cost, *arrival_told(ctx, then, self.unit)))

    def wish(self, ctx: CcnCtx, target: Target, of: Target | None) -> Retreat | None:
        """Read a hex as where the unit should go back to."""
        to = cell_pointed(ctx, target)
        if to is None:
            return None
        unit = self.unit if of is None else piece_pointed(ctx, of) or self.unit
        found = (way for way in self.paths(ctx) if way and way[-1] == to)
        return Retreat(unit, next(found, ()) or self.way_towards(ctx, to))

    def way_towards(self, ctx: CcnCtx, to: CellId) -> tuple[CellId, ...]:
        """Find a way row by row to a hex, a free one if possible; else name only the hex."""
        behind = REAR[ctx.content.homes[self.seat]]
        here = ctx.world.units[self.unit].at
        free = way_by(here, to, lambda cell: steps_back(ctx, self.unit, cell))
        return free or way_by(here, to, lambda cell: behind[cell]) or (to,)


WHY_NOT = {
    "CCN-11.1.2": "far",
    "CCN-11.1.5": "rows",
    "CCN-13.4": "rows",
    "CCN-11.1.8": "closed",
    "CCN-11.1.9": "occupied",
    "CCN-11.1.13": "joined",
    "CCN-13.13": "joined",
    "CCN-11.1.14": "leader",
    "CCN-11.1.15": "short",
    "CCN-A20": "dead_end",
    "CCN-13.3": "barred",
    "CCN-13.8": "two",
}
"""How the rules that forbid a way back are put into words."""


def way_by(
    here: CellId, to: CellId, steps: Callable[[CellId], Iterable[CellId]]
) -> tuple[CellId, ...]:
    """Find a way to a hex by steps that lead further and further back; none is empty."""
    ways: dict[CellId, tuple[CellId, ...]] = {here: ()}
    while ways and to not in ways:
        ways = {step: (*way, step) for end, way in ways.items() for step in steps(end)}
    return ways.get(to, ())


@rule("CCN-11.1.5", "CCN-11.1.7")
def steps_back(ctx: CcnCtx, unit: UnitId, cell: CellId) -> list[CellId]:
    """List the hexes of the next row behind that a unit may enter."""
    side = ctx.world.units[unit].side
    arm = troop_of(ctx, unit).arm
    ground = ground_now(ctx)
    led = leader_of(ctx, unit) is not None
    found = []
    for to in REAR[ctx.content.homes[side]][cell]:
        if is_closed(ground, to, arm):
            cite("CCN-11.1.8")
        elif is_free(ctx, side, to, led=led):
            found.append(to)
    return found


@rule("CCN-11.1.9")
def is_free(ctx: CcnCtx, side: Seat, cell: CellId, *, led: bool) -> bool:
    """Tell whether a retreating unit may enter a hex: empty, or with a lone leader to join."""
    world = ctx.world
    if cell in world.unit_at:
        return False
    leader = world.leader_at.get(cell)
    if leader is None:
        return True
    if world.leaders[leader].side != side:
        return False
    if led:
        cite("CCN-11.1.14", "CCN-A6")
        return ctx.options.led_units_pass_lone_leaders
    return True


def bar_to_retreat(ctx: CcnCtx, unit: UnitId, cell: CellId) -> str:
    """Name the rule by which a unit may not retreat into a hex behind it."""
    if is_closed(ground_now(ctx), cell, troop_of(ctx, unit).arm):
        return "CCN-11.1.8"
    side = ctx.world.units[unit].side
    return "CCN-11.1.9" if not is_free(ctx, side, cell, led=False) else "CCN-11.1.14"


def joins_leader(ctx: CcnCtx, unit: UnitId, cell: CellId) -> bool:
    """Tell whether a unit that enters a hex finds a leader there and stops. CCN-11.1.13."""
    return cell in ctx.world.leader_at and leader_of(ctx, unit) is None


@rule("CCN-11.1.15", "CCN-A20")
def retreat_paths(ctx: CcnCtx, unit: UnitId, hexes: int) -> list[tuple[CellId, ...]]:
    """List the paths back, each as far as it goes; a step that can be made must be made."""
    found = all_paths(ctx, unit, hexes)
    if ctx.options.retreat_dead_ends:
        return found
    return [path for path in found if not _costs_more(ctx, unit, hexes, path, found)]


def all_paths(ctx: CcnCtx, unit: UnitId, hexes: int) -> list[tuple[CellId, ...]]:
    """List the paths back, those that end too soon included. CCN-A20."""
    return list(_paths(ctx, unit, ctx.world.units[unit].at, hexes))


def _paths(ctx: CcnCtx, unit: UnitId, here: CellId, left: int) -> Iterator[tuple[CellId, ...]]:
    steps = steps_back(ctx, unit, here) if left else []
    ended = True
    for to in steps:
        if joins_leader(ctx, unit, to):
            ended = False
            yield (to,)
            continue
        for rest in _paths(ctx, unit, to, left - 1):
            # With a leader of its own it may pass a lone one, but not end on him. CCN-A6.
            if not rest and to in ctx.world.leader_at:
                continue
            ended = False
            yield (to, *rest)
    if ended:
        yield ()


def missing_hexes(ctx: CcnCtx, unit: UnitId, hexes: int, path: tuple[CellId, ...]) -> int:
    """Count the hexes of a retreat that a path does not carry out."""
    if path and joins_leader(ctx, unit, path[-1]):
        cite("CCN-11.1.13")
        return 0
    return hexes - len(path)


def _costs_more(
    ctx: CcnCtx,
    unit: UnitId,
    hexes: int,
    path: tuple[CellId, ...],
    others: list[tuple[CellId, ...]],
) -> bool:
    cost = missing_hexes(ctx, unit, hexes, path)
    return any(missing_hexes(ctx, unit, hexes, other) < cost for other in others)


@rule("CCN-13.3", "CCN-13.4", "CCN-13.16")
def retiring_paths(ctx: CcnCtx, unit: UnitId) -> list[tuple[CellId, ...]]:
    """List the ways to retire: two hexes back, or one onto a lone leader. CCN-13.13."""
    found: list[tuple[CellId, ...]] = []
    for path in retreat_paths(ctx, unit, 2):
        if len(path) == 2:
            found.append(path)
        elif path and joins_leader(ctx, unit, path[0]):
            cite("CCN-13.13")
            found.append(path)
    return found
