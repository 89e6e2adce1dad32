"""Units of which only one element shows, and placing the rest of them. IDG-5.7.14 to IDG-5.7.17.

The owner places the rest as soon as an enemy is near, or the unit shoots or is shot at. He may
choose every place; a line abreast is what happens by itself. Where there is no room for all of
them, the unit stays folded until there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import inf
from typing import Annotated, ClassVar, Final, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from walstatt.boards.contact import OVERLAP, distance, overlap
from walstatt.boards.crowd import Crowd
from walstatt.boards.formation import is_chain
from walstatt.boards.pose import FULL_TURN, Pose, shifted
from walstatt.boards.rectangle import Rectangle
from walstatt.boards.table import is_on_table
from walstatt.games.idg.ghosts import front_at, ghosts_of, point_at, read_point
from walstatt.games.idg.ground import forbidden
from walstatt.games.idg.movement_events import Unfolded
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.revealing import has_foe_near
from walstatt.games.idg.sight import visible_foes
from walstatt.games.idg.standing import crowd_of, is_coherent, mu, widest_gap
from walstatt.games.idg.world import (
    ElementId,
    IdgCtx,
    lead_profile,
    profile_of,
    rect_at,
    rect_of,
)
from walstatt.i18n.catalogue import Message
from walstatt.kernel.codec import plain
from walstatt.kernel.decisions import Answer, Decision, Rng, Violation, refuse
from walstatt.kernel.frames import Flow, Frame, ask, done
from walstatt.kernel.ids import UnitId
from walstatt.kernel.prompts import Choice, Preview, Target
from walstatt.kernel.trace import rule

Places: TypeAlias = tuple[tuple[ElementId, Pose], ...]
Cell: TypeAlias = tuple[int, int]
"""A rank behind the first element, and a file to its right."""
RANKS: Final = 8
FILES: Final = 8
NEARER: Final = 1.0
"""How much nearer to an enemy rounding may bring an element."""


# -- who ------------------------------------------------------------------------------------------


@rule("IDG-5.7.16")
def due_to_unfold(ctx: IdgCtx) -> list[UnitId]:
    """List the folded units that have an enemy close by."""
    units = ctx.world.units.items()
    folded = [unit for unit, one in units if one.folded and one.status == "table"]
    return [unit for unit in folded if has_foe_near(ctx, unit)] if folded else folded


@rule("IDG-5.7.16")
def folded_among(ctx: IdgCtx, names: Iterable[str]) -> tuple[UnitId, ...]:
    """List the folded units among elements and units that shoot or are shot at, each once."""
    world = ctx.world
    units = [world.elements[name].unit if name in world.elements else name for name in names]
    known = [UnitId(unit) for unit in dict.fromkeys(units) if unit in world.units]
    return tuple(unit for unit in known if world.units[unit].folded)


# -- where ----------------------------------------------------------------------------------------


class Room:
    """The room around the element that shows, for the rest of its unit."""

    def __init__(self, ctx: IdgCtx, unit: UnitId) -> None:
        self.ctx, self.unit = ctx, unit
        elements = ctx.world.units[unit].elements
        self.first, self.rest = elements[0], elements[1:]
        self.own = rect_of(ctx, self.first)
        self.crowd: Crowd[ElementId] = crowd_of(ctx, without=unit)
        self.foes = [rect_of(ctx, foe) for foe in visible_foes(ctx, unit)]
        self.near = self.to_foes(self.own)

    def to_foes(self, rect: Rectangle) -> float:
        """Measure from a base to the nearest enemy in sight."""
        return min((distance(rect, foe) for foe in self.foes), default=inf)

    def flaws(self, places: Places) -> list[Violation]:
        """List everything that is wrong with places for the rest."""
        if sorted(name for name, _ in places) != sorted(self.rest):
            return [refuse("IDG-5.7.16", "idg.no.unfold.all")]
        rects = {name: rect_at(self.ctx, name, pose) for name, pose in places}
        found = [one for name, rect in rects.items() for one in self.place_flaws(name, rect)]
        everybody = [self.own, *rects.values()]
        if _overlaps(everybody):
            found.append(refuse("IDG-1.9.6", "idg.no.unfold.overlap", self.first))
        if not is_coherent(self.ctx, self.unit, everybody):
            found.append(refuse("IDG-5.7.17", "idg.no.unfold.cohesion", self.first))
        return found

    @rule("IDG-5.7.17")
    def place_flaws(self, element: ElementId, rect: Rectangle) -> Iterator[Violation]:
        """Say why an element may not stand there, whatever the others do."""
        if not is_on_table(rect, self.ctx.content.table):
            yield refuse("IDG-8.2.7", "idg.no.unfold.off_table", element)
        if self.crowd.overlapping(rect):
            yield refuse("IDG-1.9.6", "idg.no.unfold.overlap", element)
        if self.is_nearer(rect):
            yield refuse("IDG-5.7.17", "idg.no.unfold.nearer", element)
        riding = self.ctx.world.units[self.unit].form == "riding"
        if forbidden(self.ctx, profile_of(self.ctx, element), rect, riding=riding):
            yield refuse("IDG-8.1.4", "idg.no.unfold.forbidden", element)

    @rule("IDG-5.7.17")
    def is_nearer(self, rect: Rectangle) -> bool:
        """Would any enemy in sight be nearer to an element than the nearest is to who shows?"""
        return self.to_foes(rect) < self.near - NEARER

    def fill(self, cells: Sequence[Cell]) -> Places | None:
        """Put the rest into the first cells that are free and hang together; None: no room."""
        most = mu(self.ctx, widest_gap(lead_profile(self.ctx, self.unit)))
        placed, rects = list[tuple[ElementId, Pose]](), [self.own]
        for element in self.rest:
            pose = self._free(element, cells, rects, most)
            if pose is None:
                return None
            placed.append((element, pose))
            rects.append(rect_at(self.ctx, element, pose))
        return tuple(placed)

    def _free(
        self, element: ElementId, cells: Sequence[Cell], rects: list[Rectangle], most: float
    ) -> Pose | None:
        width, depth = self.own.base
        for rank, file in cells:
            pose = shifted(self.own.pose, -rank * depth, file * width)
            rect = rect_at(self.ctx, element, pose)
            if any(overlap(rect, other) > OVERLAP for other in rects):
                continue
            if is_chain([*rects, rect], most) and not any(self.place_flaws(element, rect)):
                return pose
        return None

    def suggestions(self) -> list[Places]:
        """List different ways to place the rest, a line abreast first."""
        found = (self.fill([*shape(), *_anywhere()]) for shape in SHAPES)
        return list(dict.fromkeys(one for one in found if one is not None))


def _overlaps(rects: Sequence[Rectangle]) -> bool:
    return any(
        overlap(one, other) > OVERLAP for at, one in enumerate(rects) for other in rects[:at]
    )


def _line() -> Iterator[Cell]:
    """Fill the first rank from the middle outward."""
    for file in range(1, FILES):
        yield from ((0, file), (0, -file))


def _to_left() -> Iterator[Cell]:
    return ((0, -file) for file in range(1, 2 * FILES))


def _to_right() -> Iterator[Cell]:
    return ((0, file) for file in range(1, 2 * FILES))


def _two_ranks() -> Iterator[Cell]:
    yield (1, 0)
    for file in range(1, FILES):
        yield from ((0, file), (1, file), (0, -file), (1, -file))


def _column() -> Iterator[Cell]:
    return ((rank, 0) for rank in range(1, 2 * RANKS))


def _anywhere() -> Iterator[Cell]:
    """Try everything around, near places first."""
    cells = [(rank, file) for rank in range(-RANKS, RANKS) for file in range(-FILES, FILES + 1)]
    return iter(sorted(cells, key=lambda cell: (abs(cell[0]) + abs(cell[1]), -cell[0])))


SHAPES: Final[tuple[Callable[[], Iterator[Cell]], ...]] = (
    _line,
    _two_ranks,
    _column,
    _to_left,
    _to_right,
)
"""The ways to place the rest that are offered."""


# -- choosing -------------------------------------------------------------------------------------


class Unfold(Answer, frozen=True, tag="unfold"):
    """Place the rest of a unit like this."""

    places: Annotated[Places, Meta(max_length=60)]


@rule("IDG-5.7.17")
class ChoosePlaces(Decision[Unfold], frozen=True, tag="choose_places"):
    """Where the rest of a unit comes to stand. D34."""

    answers: ClassVar[tuple[type[Answer], ...]] = (Unfold,)
    gesture: ClassVar[str] = "drag-pose"

    unit: UnitId

    def prompt(self, ctx: IdgCtx) -> Message:
        """Name the unit."""
        return ctx.say("ask.choose_places", unit=unit_name(ctx, self.unit))

    def check(self, ctx: IdgCtx, answer: Unfold) -> list[Violation]:
        """They stand together, on free ground, and no nearer to enemies than who shows."""
        return Room(ctx, self.unit).flaws(answer.places)

    def sample(self, ctx: IdgCtx, rng: Rng, count: int) -> list[Unfold]:
        """Suggest a line, two ranks, a column, and a line to either side."""
        del rng
        return [Unfold(places) for places in Room(ctx, self.unit).suggestions()[:count]]

    def default(self, ctx: IdgCtx) -> Unfold | None:
        """Form a line abreast."""
        places = Room(ctx, self.unit).suggestions()
        return Unfold(places[0]) if places else None

    def present(self, ctx: IdgCtx, answer: Unfold) -> Choice:
        """Show where the last of them would stand."""
        element, pose = answer.places[-1]
        at = point_at(ctx, element, pose)
        return Choice(ctx.say("do.unfold"), at, of=Target("piece", element))

    def preview(self, ctx: IdgCtx, answer: Unfold) -> Preview:
        """Show where all would stand, or in a line abreast if they may not stand there."""
        flaws = tuple(self.check(ctx, answer))
        if not flaws:
            return Preview(ghosts=ghosts_of(ctx, dict(answer.places)))
        instead = self.default(ctx)
        if instead is None:
            return Preview(violations=flaws)
        shown = ghosts_of(ctx, dict(instead.places))
        return Preview(violations=flaws, ghosts=shown, instead=plain(instead))

    def wish(self, ctx: IdgCtx, target: Target, of: Target | None) -> Unfold | None:
        """Read a point for one of the rest as its place, the others standing in a line."""
        usual, numbers = self.default(ctx), read_point(target)
        known = dict(usual.places) if usual is not None else {}
        if of is None or of.id not in known or numbers is None:
            return None
        x, y, *facing = numbers
        centre = Pose(x, y, facing[0] % FULL_TURN if facing else known[of.id].facing)
        known[of.id] = front_at(ctx, of.id, centre)
        return Unfold(tuple(known.items()))


# -- doing it -------------------------------------------------------------------------------------


@rule("IDG-5.7.16", "IDG-5.7.17")
def unfold(ctx: IdgCtx, unit: UnitId, places: Places) -> None:
    """Put the rest of a unit on the table."""
    one = ctx.world.units[unit]
    ctx.world.units[unit] = replace(one, folded=False)
    for element, pose in places:
        ctx.world.elements[element] = replace(ctx.world.elements[element], pose=pose)
    if ctx.telling:
        ctx.emit(Unfolded(unit_name(ctx, unit), seat=one.side))


@rule("IDG-5.7.16")
class Unfoldings(Frame, frozen=True, tag="unfoldings"):
    """All folded units that have to show themselves now, one after the other."""

    units: tuple[UnitId, ...] = ()
    """Who shoots or is shot at; those with enemies close by are found anyway."""
    asked: tuple[UnitId, ...] = ()

    def begin(self, ctx: IdgCtx) -> Flow:
        """Ask for the next unit."""
        due = [unit for unit in (*self.units, *due_to_unfold(ctx)) if unit not in self.asked]
        for unit in due:
            one = ctx.world.units[unit]
            if one.folded and len(one.elements) == 1:
                unfold(ctx, unit, ())
            elif one.folded and Room(ctx, unit).suggestions():
                now = replace(self, asked=(*self.asked, unit))
                return ask(ChoosePlaces(one.side, unit), then=now.chosen)
        return done()

    def chosen(self, ctx: IdgCtx, answer: Unfold) -> Flow:
        """Place the rest, and look for others."""
        unfold(ctx, self.asked[-1], answer.places)
        return self.begin(ctx)
