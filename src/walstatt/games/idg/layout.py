"""Laying out the battlefield: the defender's pieces, the attacker's changes. IDG-4.4."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from walstatt.boards.pose import Angle, Point, Pose, Spot, swung
from walstatt.boards.table import TABLE_EDGES
from walstatt.boards.terrain import Area, crest_centre
from walstatt.games.idg.content import BLUE, RED, SEATS
from walstatt.games.idg.layout_check import Plan, flaws, kind_word
from walstatt.games.idg.layout_events import (
    HomeDiced,
    LaidOut,
    LayoutKept,
    PieceAdded,
    PieceMoved,
    PieceRemoved,
    PieceTurned,
)
from walstatt.games.idg.layout_random import drafted
from walstatt.games.idg.world import (
    Feature,
    IdgCtx,
    enemy_of,
    fielded,
)
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.chance import D6, Roll, numbered
from walstatt.kernel.decisions import Answer, Decision, Rng, Violation, refuse
from walstatt.kernel.frames import Flow, Frame, ask, done, roll, roll_all
from walstatt.kernel.ids import Seat
from walstatt.kernel.prompts import Choice, Target
from walstatt.kernel.trace import rule

MOST_CHANGES: Final = 4
D10: Final = numbered(10)
SEED_DICE: Final = 4
"""How many ten-sided dice draw a random battlefield."""
DRAFTS: Final = 3
"""How many battlefields are proposed to a player who has none in mind."""
PUSHED: Final = 0.5
"""How often a piece drawn by chance is moved rather than removed."""


# -- the defender ---------------------------------------------------------------------------------


class LayPieces(Answer, frozen=True, tag="lay_pieces"):
    """Lay the battlefield out like this."""

    home: str
    pieces: tuple[Feature, ...]


class LayRandomly(Answer, frozen=True, tag="lay_randomly"):
    """Let chance lay it out."""

    home: str


@rule("IDG-4.4.1", "IDG-4.4.3", "IDG-4.4.20")
class ChooseLayout(Decision[LayPieces | LayRandomly], frozen=True, tag="choose_layout"):
    """Which pieces lie where: the defender's choice. D05."""

    answers = (LayPieces, LayRandomly)
    gesture = "form"
    auto = False

    def check(self, ctx: IdgCtx, answer: LayPieces | LayRandomly) -> list[Violation]:
        """The home terrain must be one of the army's, and the pieces fit it."""
        found = []
        if answer.home not in fielded(ctx, self.seat).homes:
            found.append(refuse("IDG-4.4.1", "idg.no.layout.home"))
        if isinstance(answer, LayPieces):
            found += flaws(plan_of(ctx, answer.home, answer.pieces))
        return found

    def sample(self, ctx: IdgCtx, rng: Rng, count: int) -> list[LayPieces | LayRandomly]:
        """Offer chance for every home terrain, and some battlefields."""
        homes = fielded(ctx, self.seat).homes
        found: list[LayPieces | LayRandomly] = [LayRandomly(home) for home in homes]
        for _ in range(min(count - len(found), DRAFTS)):
            home, seed = rng.choice(homes), rng.randrange(10_000)
            found.append(LayPieces(home, random_layout(ctx, home, seed)))
        return found

    def draw(self, ctx: IdgCtx, rng: Rng) -> LayPieces | LayRandomly:
        """Draw one of what would be sampled."""
        homes = fielded(ctx, self.seat).homes
        if rng.randrange(len(homes) + DRAFTS) < len(homes):
            return LayRandomly(rng.choice(homes))
        home = rng.choice(homes)
        drawn = LayPieces(home, random_layout(ctx, home, rng.randrange(10_000)))
        return LayRandomly(home) if self.check(ctx, drawn) else drawn

    def default(self, ctx: IdgCtx) -> LayRandomly:
        """Let chance lay it out."""
        return LayRandomly(fielded(ctx, self.seat).homes[0])

    def present(self, ctx: IdgCtx, answer: LayPieces | LayRandomly) -> Choice:
        """Name the home terrain, and what lies there."""
        home = say(f"idg.home.{answer.home}")
        if isinstance(answer, LayRandomly):
            return Choice(ctx.say("do.lay_randomly", home=home), rolls=True)
        what = pieces_in_words(answer.pieces)
        return Choice(ctx.say("do.lay_pieces", home=home, what=what))


def plan_of(ctx: IdgCtx, home: str, pieces: tuple[Feature, ...]) -> Plan:
    """Give a battlefield to be judged."""
    return Plan(ctx.content.table, ctx.content.mu, home, pieces)


@rule("IDG-4.4.20")
def random_layout(ctx: IdgCtx, home: str, seed: int) -> tuple[Feature, ...]:
    """Give the battlefield that a number stands for, always the same one."""
    return drafted(ctx.content.table, ctx.content.mu, home, ctx.world.scenario, seed)


def pieces_in_words(pieces: Sequence[Feature]) -> Message:
    """Name pieces by their kinds."""
    counted: dict[str, int] = {}
    for one in pieces:
        counted[one.kind] = counted.get(one.kind, 0) + 1
    words = [
        say("idg.layout.times", n=n, what=say(f"idg.terrain.{kind}")) for kind, n in counted.items()
    ]
    if not words:
        return say("idg.layout.nothing")
    found = words[-1]
    for word in reversed(words[:-1]):
        found = say("idg.listed", first=word, rest=found)
    return found


# -- the attacker ---------------------------------------------------------------------------------


class Shift(Struct, frozen=True, tag_field="change", tag="shift"):
    """Move a piece, or turn it round its middle; a seashore goes to another edge."""

    piece: str
    by: Spot = (0, 0)
    turn: Angle = 0
    edge: str = ""


class Remove(Struct, frozen=True, tag_field="change", tag="remove"):
    """Take a piece away."""

    piece: str


class Add(Struct, frozen=True, tag_field="change", tag="add"):
    """Add a piece."""

    piece: Feature


Change: TypeAlias = Shift | Remove | Add


class ChangeLayout(Answer, frozen=True, tag="change_layout"):
    """Make changes; several at once where only all together are allowed."""

    changes: tuple[Change, ...]


class KeepLayout(Answer, frozen=True, tag="keep_layout"):
    """Leave the rest as it is."""


KEEP: Final = KeepLayout()


@rule("IDG-4.4.17", "IDG-4.4.18", "IDG-4.4.20", "IDG-4.4.22")
class ChooseChanges(Decision[ChangeLayout | KeepLayout], frozen=True, tag="choose_changes"):
    """What to change in the defender's battlefield: the attacker's choice. D06."""

    home: str
    left: int

    answers = (ChangeLayout, KeepLayout)
    gesture = "form"

    def prompt(self, ctx: IdgCtx) -> Message:
        """Ask for changes, and say how many are left."""
        return ctx.say("ask.choose_changes", n=self.left)

    def check(self, ctx: IdgCtx, answer: ChangeLayout | KeepLayout) -> list[Violation]:
        """At most four pieces are moved, turned, removed or added; the rules hold afterwards."""
        if isinstance(answer, KeepLayout):
            return []
        found = []
        if not 1 <= len(answer.changes) <= self.left:
            found.append(refuse("IDG-4.4.17", "idg.no.layout.changes", n=self.left))
        ground = ctx.world.ground
        for change in answer.changes[:MOST_CHANGES]:
            found += change_flaws(ground, change)
            ground = changed(ground, change)
        return found + flaws(plan_of(ctx, self.home, ground), most=None)

    def sample(self, ctx: IdgCtx, rng: Rng, count: int) -> list[ChangeLayout | KeepLayout]:
        """Offer to leave it, to remove each piece, and to push some about."""
        found: list[ChangeLayout | KeepLayout] = [KEEP]
        ground = ctx.world.ground
        found += [ChangeLayout((Remove(one.id),)) for one in ground]
        movable = [one for one in ground if not one.edge]
        for _ in range(count - len(found) if movable else 0):
            found.append(ChangeLayout((_pushed(ctx, rng.choice(movable), rng),)))
        return found

    def draw(self, ctx: IdgCtx, rng: Rng) -> ChangeLayout | KeepLayout:
        """Draw a piece, and remove it or push it; where that cannot be, leave it."""
        ground = ctx.world.ground
        which = rng.randrange(len(ground) + 1)
        if which == len(ground):
            return KEEP
        piece = ground[which]
        push = not piece.edge and rng.random() < PUSHED
        drawn = ChangeLayout((_pushed(ctx, piece, rng) if push else Remove(piece.id),))
        return KEEP if self.check(ctx, drawn) else drawn

    def default(self, ctx: IdgCtx) -> KeepLayout:
        """Change nothing."""
        del ctx
        return KEEP

    def wish(self, ctx: IdgCtx, target: Target, of: Target | None) -> ChangeLayout | None:
        """Read pointing at a piece as the wish to remove it."""
        del ctx, of
        return ChangeLayout((Remove(target.id),)) if target.kind == "area" else None

    def present(self, ctx: IdgCtx, answer: ChangeLayout | KeepLayout) -> Choice:
        """Show the piece and what becomes of it."""
        if isinstance(answer, KeepLayout):
            return Choice(ctx.say("do.keep_layout"))
        first = answer.changes[0]
        what = first.piece if isinstance(first, Add) else _piece(ctx.world.ground, first.piece)
        word = kind_word(what) if what else say("idg.layout.nothing")
        label = ctx.say(f"do.{_deed(first)}_piece", what=word)
        return Choice(label, Target("area", what.id if what else ""))


def _pushed(ctx: IdgCtx, piece: Feature, rng: Rng) -> Shift:
    far = 8 * ctx.content.mu
    return Shift(piece.id, (rng.randint(-far, far), rng.randint(-far, far)))


def _deed(change: Change) -> str:
    if isinstance(change, Shift):
        return "turn" if change.turn else "move"
    return "remove" if isinstance(change, Remove) else "add"


def _piece(ground: Sequence[Feature], name: str) -> Feature | None:
    return next((one for one in ground if one.id == name), None)


@rule("IDG-4.4.17")
def change_flaws(ground: Sequence[Feature], change: Change) -> list[Violation]:
    """List why a single change is none: no such piece, or moved and turned at once."""
    if isinstance(change, Add):
        return []
    piece = _piece(ground, change.piece)
    if piece is None:
        return [refuse("IDG-4.4.17", "idg.no.layout.piece")]
    if isinstance(change, Remove):
        return []
    ways = [change.by != (0, 0), change.turn % 36_000 != 0, bool(change.edge)]
    if sum(ways) != 1 or bool(piece.edge) != bool(change.edge):
        return [refuse("IDG-4.4.17", "idg.no.layout.one_way", piece.id, what=kind_word(piece))]
    if change.edge and change.edge not in TABLE_EDGES:
        return [refuse("IDG-4.2.33", "idg.no.layout.edge", piece.id)]
    return []


def changed(ground: tuple[Feature, ...], change: Change) -> tuple[Feature, ...]:
    """Give the battlefield after a change; a river takes its fords along."""
    if isinstance(change, Add):
        return (*ground, change.piece)
    piece = _piece(ground, change.piece)
    if piece is None:
        return ground
    along = [one.id for one in ground if one.kind == "ford" and piece.kind == "river"]
    touched = {piece.id, *along}
    if isinstance(change, Remove):
        return tuple(one for one in ground if one.id not in touched)
    pivot = pivot_of(piece)
    return tuple(shifted(one, change, pivot) if one.id in touched else one for one in ground)


def pivot_of(one: Feature) -> Point:
    """Give the middle of a piece, round which it is turned."""
    if one.outline:
        return crest_centre(Area(one.id, one.kind, one.outline))
    (ax, ay), (bx, by) = (one.via[0], one.via[-1]) if one.via else ((0, 0), (0, 0))
    return (ax + bx) / 2, (ay + by) / 2


def shifted(one: Feature, change: Shift, pivot: Point) -> Feature:
    """Move a piece, or turn it round a point."""
    if one.edge:
        return replace(one, edge=change.edge if change.edge in TABLE_EDGES else one.edge)

    def placed(spots: tuple[Spot, ...]) -> tuple[Spot, ...]:
        poses = (swung(Pose(x, y, 0), pivot, change.turn) for x, y in spots)
        return tuple((pose.x + change.by[0], pose.y + change.by[1]) for pose in poses)

    return replace(
        one,
        outline=placed(one.outline),
        via=placed(one.via),
        top=placed(one.top),
        holes=tuple(placed(hole) for hole in one.holes),
    )


# -- the procedure --------------------------------------------------------------------------------


@rule("IDG-4.4.1", "IDG-4.4.2", "IDG-A44")
class LayOut(Frame, frozen=True, tag="lay_out"):
    """The battlefield is laid out; in an open battle dice decide who does it."""

    home: str = ""
    left: int = MOST_CHANGES

    def begin(self, ctx: IdgCtx) -> Flow:
        """Find out whose home it is."""
        ctx.world.phase = "layout"
        if ctx.world.scenario == "open_battle":
            dice = {seat: Roll("idg.roll.home", "IDG-4.4.2", D6, 1, seat) for seat in SEATS}
            return roll_all(dice, then=self.diced)
        return self.propose(ctx)

    def diced(self, ctx: IdgCtx, faces: dict[Seat, tuple[int, ...]]) -> Flow:
        """Let the winner's home be the battlefield; he lays it out as the defender."""
        if faces[RED] == faces[BLUE]:
            return self.begin(ctx)
        winner = max(SEATS, key=lambda seat: faces[seat])
        ctx.world.attacker = enemy_of(winner)
        ctx.emit(HomeDiced(seat=winner))
        return self.propose(ctx)

    def propose(self, ctx: IdgCtx) -> Flow:
        """Ask the defender for his pieces."""
        return ask(ChooseLayout(enemy_of(ctx.world.attacker)), then=self.proposed)

    def proposed(self, ctx: IdgCtx, answer: LayPieces | LayRandomly) -> Flow:
        """Lay them out, or let the dice do it."""
        chosen = replace(self, home=answer.home)
        if isinstance(answer, LayPieces):
            return chosen.laid(ctx, answer.pieces)
        seat = enemy_of(ctx.world.attacker)
        dice = Roll("idg.roll.layout", "IDG-4.4.20", D10, SEED_DICE, seat)
        return roll(dice, then=chosen.drawn)

    def drawn(self, ctx: IdgCtx, faces: tuple[int, ...]) -> Flow:
        """Lay out what the dice stand for."""
        seed = 0
        for face in faces:
            seed = seed * 10 + face - 1
        return self.laid(ctx, random_layout(ctx, self.home, seed))

    def laid(self, ctx: IdgCtx, pieces: tuple[Feature, ...]) -> Flow:
        """Put the pieces down; now it is the attacker's turn."""
        ctx.world.ground = pieces
        if ctx.telling:
            home = say(f"idg.home.{self.home}")
            count = len(plan_of(ctx, self.home, pieces).counted)
            ctx.emit(LaidOut(home, count, seat=enemy_of(ctx.world.attacker)))
        return self.offer(ctx)

    def offer(self, ctx: IdgCtx) -> Flow:
        """Ask the attacker for his next change."""
        if not self.left:
            return done()
        return ask(ChooseChanges(ctx.world.attacker, self.home, self.left), then=self.answered)

    def answered(self, ctx: IdgCtx, answer: ChangeLayout | KeepLayout) -> Flow:
        """Make the changes, or leave it."""
        if isinstance(answer, KeepLayout):
            ctx.emit(LayoutKept(seat=ctx.world.attacker))
            return done()
        for change in answer.changes:
            tell_change(ctx, change)
            ctx.world.ground = changed(ctx.world.ground, change)
        return replace(self, left=self.left - len(answer.changes)).offer(ctx)


def tell_change(ctx: IdgCtx, change: Change) -> None:
    """Tell what the attacker changes."""
    if not ctx.telling:
        return
    seat = ctx.world.attacker
    if isinstance(change, Add):
        ctx.emit(PieceAdded(kind_word(change.piece), seat=seat))
        return
    piece = _piece(ctx.world.ground, change.piece)
    if piece is None:
        return
    what = kind_word(piece)
    if isinstance(change, Remove):
        ctx.emit(PieceRemoved(what, seat=seat))
    else:
        ctx.emit(PieceTurned(what, seat=seat) if change.turn else PieceMoved(what, seat=seat))
