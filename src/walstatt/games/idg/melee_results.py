"""What comes of a fight: markers held apart, elements lost, a general's deeds. IDG-11.9."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from walstatt.games.idg.changes import give_markers, lose_element
from walstatt.games.idg.melee_dice import melee_ledger
from walstatt.games.idg.melee_events import Fought, FoughtEven
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.registers import stamp_of
from walstatt.games.idg.support import Bout
from walstatt.games.idg.world import ElementId, IdgCtx, is_mounted, is_wild, profile_of, side_of
from walstatt.i18n.catalogue import MINUS
from walstatt.kernel import trace
from walstatt.kernel.chance import Meaning, Roll, numbered
from walstatt.kernel.ids import RuleId, UnitId
from walstatt.kernel.ledger import Ledger
from walstatt.kernel.trace import cite, rule

D10: Final = numbered(10)
"""The die of melee. IDG-1.1.5."""
DISORDERED: Final = "disorder"
"""What a general did who caused disorder. IDG-2.5.3."""
DESTROYED: Final = "destroyed"
Lost: TypeAlias = tuple[ElementId, RuleId]
"""An element that is lost, and the rule."""


class Harm(NamedTuple):
    """What the loser of a fight suffers, and by which rule."""

    markers: int
    lost: bool
    rule: RuleId


@rule("IDG-11.9.2", "IDG-11.9.3", "IDG-11.9.4", "IDG-11.9.5", "IDG-11.9.6", "IDG-11.9.7")
def harm_of(margin: int, *, winner_mounted: bool, loser_frail: bool, at_ten: int = 0) -> Harm:
    """Tell what it means to have the lower total by so much.

    `loser_frail`: skirmishers and wild troops; `at_ten`: the markers given at 10 and more.
    """
    if margin <= 2:
        return Harm(0, lost=False, rule="IDG-11.9.2")
    if margin <= 4:
        return Harm(1, lost=False, rule="IDG-11.9.3")
    if margin <= 7:
        return Harm(2 if winner_mounted else 1, lost=False, rule="IDG-11.9.4")
    if margin <= 9:
        lost = winner_mounted or loser_frail
        return Harm(2, lost, "IDG-11.9.6" if lost else "IDG-11.9.5")
    return Harm(at_ten, lost=True, rule="IDG-11.9.7")


class Fallen(Struct, frozen=True):
    """How a fight ended: by how much the first has the higher total, and what both suffer."""

    margin: int
    own_markers: int = 0
    foe_markers: int = 0
    own_lost: bool = False
    foe_lost: bool = False
    rule: RuleId = "IDG-11.9.1"


class Clash(Meaning, frozen=True, tag="idg_melee"):
    """Two dice, that of whoever made the contact first, each with all its lines. IDG-11.9."""

    ordered: ClassVar[bool] = True

    own: int
    foe: int
    """What each adds to its die."""
    own_mounted: bool = False
    foe_mounted: bool = False
    own_frail: bool = False
    foe_frail: bool = False
    """Whether each is lost at a difference of 8 or 9 to anybody."""
    at_ten: int = 0

    def read(self, faces: Sequence[int]) -> Fallen:
        """Compare the totals."""
        margin = faces[0] + self.own - faces[1] - self.foe
        if margin == 0:
            return Fallen(0, 1, 1)
        if margin > 0:
            harm = harm_of(
                margin,
                winner_mounted=self.own_mounted,
                loser_frail=self.foe_frail,
                at_ten=self.at_ten,
            )
            return Fallen(margin, 0, harm.markers, foe_lost=harm.lost, rule=harm.rule)
        harm = harm_of(
            -margin, winner_mounted=self.foe_mounted, loser_frail=self.own_frail, at_ten=self.at_ten
        )
        return Fallen(margin, harm.markers, 0, own_lost=harm.lost, rule=harm.rule)

    def hits(self, faces: Sequence[int]) -> tuple[bool, ...]:
        """Show which die hurt the other."""
        result = self.read(faces)
        own, foe = result.own_markers + result.own_lost, result.foe_markers + result.foe_lost
        return foe > 0, own > 0

    def losses(self, result: Fallen) -> int:
        """Count the markers and the element that the second loses."""
        return result.foe_markers + result.foe_lost

    def backlash(self, result: Fallen) -> int:
        """Count the same for the first."""
        return result.own_markers + result.own_lost


def clash_of(ctx: IdgCtx, bout: Bout) -> Clash:
    """Say how the dice of a pair are read; elephants count as mounted."""
    return _clash(ctx, bout, melee_ledger(ctx, bout.one), melee_ledger(ctx, bout.other))


@rule("IDG-11.9.11")
def _clash(ctx: IdgCtx, bout: Bout, own: Ledger, foe: Ledger) -> Clash:
    one, other = bout.elements
    return Clash(
        own.total,
        foe.total,
        is_mounted(profile_of(ctx, one)),
        is_mounted(profile_of(ctx, other)),
        is_frail(ctx, one),
        is_frail(ctx, other),
        ctx.options.var_ten_plus_markers,
    )


@rule("IDG-11.9.6", "IDG-A61")
def is_frail(ctx: IdgCtx, element: ElementId) -> bool:
    """Is an element lost at a difference of 8 or 9: skirmishers and wild troops?"""
    return profile_of(ctx, element).troop == "skirmisher" or is_wild(ctx, element)


@rule("IDG-11.8.32")
def clash_roll(ctx: IdgCtx, bout: Bout) -> Roll[int]:
    """Make the roll of a pair: two dice, that of whoever made the contact first."""
    ledgers = melee_ledger(ctx, bout.one), melee_ledger(ctx, bout.other)
    seat, meaning = side_of(ctx, bout.one.element), _clash(ctx, bout, *ledgers)
    _ROLLED[:] = [(_state(ctx, bout), meaning)]
    return Roll("idg.roll.melee", "IDG-11.8.32", D10, 2, seat, meaning, ledgers)


_ROLLED: Final[list[tuple[tuple[object, ...], Clash]]] = []
"""The fight for which dice were made last; it is not reckoned again when they fall."""


def _state(ctx: IdgCtx, bout: Bout) -> tuple[object, ...]:
    world = ctx.world
    stamps = stamp_of(world.elements), stamp_of(world.units)
    return bout, *stamps, world.turn, *world.generals.values(), ctx.options


def rolled_clash(ctx: IdgCtx, bout: Bout) -> Clash:
    """Say how the dice of a pair are read that were just rolled; whoever records reckons anew."""
    if _ROLLED and trace.listener is None:
        state, known = _ROLLED[0]
        if state == _state(ctx, bout):
            return known
    return clash_of(ctx, bout)


# -- carrying it out ------------------------------------------------------------------------------


@rule("IDG-11.9.8", "IDG-11.9.10", "IDG-7.2.9", "IDG-A10")
def take(ctx: IdgCtx, bout: Bout, faces: Sequence[int]) -> tuple[Lost, ...]:
    """Give the markers of a fight, not yet in force, and name the elements that are lost.

    These stay until all fights are over, as nothing of one fight bears on another.
    """
    meaning = rolled_clash(ctx, bout)
    result = meaning.read(faces)
    cite(result.rule)
    one, other = bout.elements
    if ctx.telling:
        _tell(ctx, bout, faces, meaning, result)
    give_markers(ctx, _unit(ctx, one), result.own_markers, result.rule, later=True)
    give_markers(ctx, _unit(ctx, other), result.foe_markers, result.rule, later=True)
    note_deeds(ctx, one, result.foe_markers, lost=result.foe_lost)
    note_deeds(ctx, other, result.own_markers, lost=result.own_lost)
    fates = (one, result.own_lost), (other, result.foe_lost)
    return tuple((element, result.rule) for element, lost in fates if lost)


def _unit(ctx: IdgCtx, element: ElementId) -> UnitId:
    return ctx.world.elements[element].unit


@rule("IDG-11.9.9", "IDG-11.9.12")
def remove_lost(ctx: IdgCtx, lost: Iterable[Lost]) -> None:
    """Remove the elements that fought and lost, a general's too, in the order of the armies."""
    doomed = dict(lost)
    for element in [one for one in ctx.world.elements if one in doomed]:
        if "fire_ox" in profile_of(ctx, element).special:
            cite("IDG-18.12.31")
        lose_element(ctx, element, doomed[element])


@rule("IDG-2.5.3")
def note_deeds(ctx: IdgCtx, element: ElementId, markers: int, *, lost: bool) -> None:
    """Remember that a general caused disorder, or destroyed an element."""
    if not ctx.world.elements[element].general:
        return
    deeds = [deed for deed, done in ((DISORDERED, markers > 0), (DESTROYED, lost)) if done]
    note_deed(ctx, element, *deeds)


def note_deed(ctx: IdgCtx, element: ElementId, *deeds: str) -> None:
    """Add to what a general did this turn, each deed once."""
    side = side_of(ctx, element)
    general = ctx.world.generals[side]
    every = tuple(dict.fromkeys((*general.deeds, *deeds)))
    ctx.world.generals[side] = replace(general, deeds=every)


# -- telling --------------------------------------------------------------------------------------


def _tell(ctx: IdgCtx, bout: Bout, faces: Sequence[int], meaning: Clash, result: Fallen) -> None:
    one, other = bout.elements
    sums = (made_up(faces[0], meaning.own), made_up(faces[1], meaning.foe))
    if result.margin < 0:
        one, other, sums = other, one, sums[::-1]
    names = unit_name(ctx, _unit(ctx, one)), unit_name(ctx, _unit(ctx, other))
    seat = side_of(ctx, one)
    if result.margin == 0:
        ctx.emit(FoughtEven(*names, *sums, seat=seat))
    else:
        ctx.emit(Fought(*names, *sums, abs(result.margin), seat=seat, because=result.rule))


def made_up(die: int, added: int) -> str:
    """Write a total as the die and what is added to it."""
    if not added:
        return str(die)
    sign = "+" if added > 0 else MINUS
    total = die + added
    shown = f"{MINUS}{-total}" if total < 0 else str(total)
    return f"{die} {sign} {abs(added)} = {shown}"
