"""What the side that declares its shots first lets the other one know. IDG-A54."""

from __future__ import annotations

from collections.abc import Sequence

from walstatt.games.idg.naming import thing_name, unit_name
from walstatt.games.idg.shooting_events import AimTaken, FireAnnounced, FlameAimed
from walstatt.games.idg.world import Aim, IdgCtx
from walstatt.i18n.catalogue import Message
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.trace import rule


@rule("IDG-9.5.7", "IDG-A54")
def declare_openly(ctx: IdgCtx, seat: Seat, aims: Sequence[Aim]) -> None:
    """Tell who aims at whom, unit by unit, before the enemy declares his shots."""
    if not ctx.telling:
        return
    for (how, unit, target), some in _by_unit(ctx, aims).items():
        exactly = " ".join(f"{one.by}>{one.at or one.facing}" for one in some)
        if how == "flame":
            ctx.emit(FlameAimed(exactly, seat=seat))
            continue
        name, what = unit_name(ctx, UnitId(unit)), _named(ctx, target)
        if how == "fire":
            ctx.emit(FireAnnounced(name, what, exactly, seat=seat))
        else:
            ctx.emit(AimTaken(name, what, len(some), exactly, seat=seat))


def _by_unit(ctx: IdgCtx, aims: Sequence[Aim]) -> dict[tuple[str, str, str], list[Aim]]:
    """Put the aims of a unit at one target together."""
    elements, found = ctx.world.elements, dict[tuple[str, str, str], list[Aim]]()
    for aim in aims:
        by = elements[aim.by].unit if aim.by in elements else aim.by
        target = elements[aim.at].unit if aim.at in elements else aim.at
        found.setdefault((aim.how, by, target), []).append(aim)
    return found


def _named(ctx: IdgCtx, target: str) -> Message:
    unit = UnitId(target)
    return unit_name(ctx, unit) if unit in ctx.world.units else thing_name(ctx, target)
