"""Dummies mingle with the units of their army, so that neither number nor name betrays them.

An enemy sees the ids of units, their order and their names. Lots give all of them new ids; units
that look alike share their names out by these, so that any of them may be the dummy. IDG-1.1.7.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from walstatt.boards.pose import Pose
from walstatt.games.idg.army_check import MOST
from walstatt.games.idg.army_words import army_catalogue
from walstatt.games.idg.dummies import counts_as_unit, element_names, kind_of_line
from walstatt.games.idg.registers import Register
from walstatt.games.idg.world import IdgCtx, IdgWorld, lead_profile
from walstatt.kernel.chance import Draw
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.trace import rule

PLACES: Final = tuple(range(MOST))
"""As many as an army has units at most, so that the lots do not tell how many there are."""


@rule("IDG-1.1.7", "IDG-5.7.12")
def lots(seat: Seat) -> Draw[int]:
    """Draw in which order the units of a side are numbered; nobody sees it."""
    return Draw("idg.roll.mingle", "IDG-5.7.12", PLACES, len(PLACES), seat, seen_by=())


@rule("IDG-1.1.7", "IDG-5.7.12")
def mingle(ctx: IdgCtx, seat: Seat, order: Sequence[int]) -> None:
    """Number the units of a side anew, in the order that was drawn."""
    units = ctx.world.units
    own = [unit for unit, one in units.items() if one.side == seat and counts_as_unit(ctx, unit)]
    drawn = [own[place] for place in order if place < len(own)]
    for kind in (_look, _numbered):
        _share_names(ctx, drawn, kind)
    renumber(ctx.world, dict(zip(drawn, own, strict=True)))


def _share_names(
    ctx: IdgCtx, drawn: Sequence[UnitId], kind: Callable[[IdgCtx, UnitId], object]
) -> None:
    """Give those of a kind their names in the order of their lots."""
    units = ctx.world.units
    groups: dict[object, list[UnitId]] = {}
    for unit in drawn:
        groups.setdefault(kind(ctx, unit), []).append(unit)
    for group in groups.values():
        names = sorted(units[unit].names for unit in group)
        for unit, name in zip(group, names, strict=True):
            units[unit] = replace(units[unit], names=name)


def _look(ctx: IdgCtx, unit: UnitId) -> object:
    """Tell how a unit looks, whatever it is called."""
    one = ctx.world.units[unit]
    bases = tuple(
        replace(ctx.world.elements[name], unit=UnitId(""), pose=Pose(0, 0, 0))
        for name in one.elements
    )
    return replace(one, names=("", ""), elements=(), dummy=False), bases


def _numbered(ctx: IdgCtx, unit: UnitId) -> object:
    """Tell which line a unit is numbered in; whoever has a name of its own is alone."""
    one, profile = ctx.world.units[unit], lead_profile(ctx, unit)
    kind = army_catalogue().text(kind_of_line(ctx, one.side, one.line, profile), "en")
    is_numbered = one.names[0].rstrip("0123456789").strip() == kind
    return (one.line, profile.troop) if is_numbered else unit


def renumber(world: IdgWorld, ids: Mapping[UnitId, UnitId]) -> None:
    """Give units other ids, and their elements with them; ids that were there keep their place."""
    known, bases = world.units, world.elements
    elements = {unit: element_names(ids[unit], len(known[unit].elements)) for unit in ids}
    units = {
        ids.get(unit, unit): replace(one, elements=elements.get(unit, one.elements))
        for unit, one in known.items()
    }
    olds = [(old, ids.get(unit, unit)) for unit, one in known.items() for old in one.elements]
    news = [new for unit, one in known.items() for new in elements.get(unit, one.elements)]
    moved = {
        new: replace(bases[old], unit=unit) for (old, unit), new in zip(olds, news, strict=True)
    }
    called = {old: new for (old, _), new in zip(olds, news, strict=True)}
    world.units = Register({unit: units[unit] for unit in (*known, *units) if unit in units})
    world.elements = Register(
        {name: moved[name] for one in world.units.values() for name in one.elements}
    )
    world.generals = {
        side: replace(one, element=called[one.element]) for side, one in world.generals.items()
    }
