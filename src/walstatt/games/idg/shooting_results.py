"""What comes of shots: markers held apart, elements to be removed, a general's deeds. IDG-9.7."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from walstatt.games.idg.changes import give_markers
from walstatt.games.idg.melee_results import D10, note_deeds
from walstatt.games.idg.shooting_dice import flame_ledger, shot_ledger, target_profile
from walstatt.games.idg.world import ElementId, IdgCtx, side_of
from walstatt.kernel.chance import Meaning, Roll
from walstatt.kernel.ids import RuleId, Seat, UnitId
from walstatt.kernel.ledger import Ledger
from walstatt.kernel.trace import cite, rule

HIT = 7
KILL = 10
How: TypeAlias = Literal["shot", "bomb", "flame", "gate", "tower", "ship"]


class Struck(Struct, frozen=True):
    """The result of one shot."""

    markers: int = 0
    lost: bool = False
    runs: bool = False
    """Whether it is an elephant, which runs before it is lost."""

    @property
    def hit(self) -> bool:
        """Did it do anything?"""
        return self.markers > 0 or self.lost


class Hit(Struct, frozen=True, gc=False):
    """A shot that did something: who shot, whom it struck, what it does."""

    by: str
    """The element, or the flamethrower."""
    target: ElementId
    unit: UnitId
    """The unit that is struck."""
    markers: int
    lost: bool = False
    runs: bool = False
    how: How = "shot"


@rule("IDG-9.7.1", "IDG-9.7.2", "IDG-9.7.4", "IDG-9.7.5", "IDG-2.3.10", "IDG-15.1.4")
def struck_by(total: int, *, elephant: bool = False) -> Struck:
    """Read a modified roll; elephants run instead."""
    if total < HIT:
        return Struck()
    if total < KILL:
        return Struck(1)
    return Struck(0, lost=True, runs=True) if elephant else Struck(1, lost=True)


def rule_of(result: Struck) -> RuleId:
    """Name the rule of a result."""
    if result.runs:
        return "IDG-9.7.4"
    return "IDG-9.7.2" if result.lost else "IDG-9.7.1"


class ShotRoll(Meaning, frozen=True, tag="idg_shot"):
    """One die and all that is added to it."""

    added: int
    elephant: bool = False

    def read(self, faces: Sequence[int]) -> Struck:
        """Read the result."""
        return struck_by(faces[0] + self.added, elephant=self.elephant)

    def hits(self, faces: Sequence[int]) -> tuple[bool, ...]:
        """Show whether it did something."""
        return (self.read(faces).hit,)

    def losses(self, result: Struck) -> int:
        """Count the marker and the element."""
        return result.markers + result.lost


def shot_roll(ctx: IdgCtx, shooter: ElementId, target: ElementId) -> Roll[int]:
    """Make the roll of one shot at an element."""
    return roll_of(ctx, shot_ledger(ctx, shooter, target), target, side_of(ctx, shooter))


def flame_roll(ctx: IdgCtx, engine: str, target: ElementId, away: int) -> Roll[int]:
    """Make the roll for one target of a flamethrower."""
    ledger = flame_ledger(ctx, target, away)
    return roll_of(ctx, ledger, target, ctx.world.engines[engine].side)


@rule("IDG-1.1.5")
def roll_of(ctx: IdgCtx, ledger: Ledger, target: ElementId, seat: Seat) -> Roll[int]:
    """Make a shooting roll with its lines."""
    elephant = target_profile(ctx, target).troop == "elephant"
    meaning = ShotRoll(ledger.total, elephant)
    return Roll("idg.roll.shot", "IDG-9.6.18", D10, 1, seat, meaning, (ledger,))


# -- carrying it out ------------------------------------------------------------------------------


@rule("IDG-9.7.8", "IDG-7.2.6", "IDG-7.2.7", "IDG-13.1.2")
def give_shot_markers(ctx: IdgCtx, hits: Sequence[Hit]) -> None:
    """Give the markers of all hits, not yet in force; one line for every unit."""
    count: dict[UnitId, int] = {}
    for hit in hits:
        if hit.markers:
            count[hit.unit] = count.get(hit.unit, 0) + hit.markers
    for unit, markers in count.items():
        give_markers(ctx, unit, markers, "IDG-9.7.1", later=True)


@rule("IDG-2.5.3")
def note_shot_deeds(ctx: IdgCtx, hits: Sequence[Hit]) -> None:
    """Remember what generals did by shooting."""
    for hit in hits:
        if hit.by in ctx.world.elements:
            note_deeds(ctx, hit.by, hit.markers, lost=hit.lost)


@rule("IDG-9.7.2", "IDG-9.7.3")
def doomed(hits: Sequence[Hit]) -> dict[UnitId, int]:
    """Count the elements that every unit loses, running elephants aside."""
    found: dict[UnitId, int] = {}
    for hit in hits:
        if hit.lost and not hit.runs:
            cite("IDG-9.7.2")
            found[hit.unit] = found.get(hit.unit, 0) + 1
    return found
