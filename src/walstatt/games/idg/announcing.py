"""Before the first dice for late arrivals: each side says whom it has held back. IDG-5.9.1.

Until then nobody knows which of the units that are not seen lie concealed and which come later
(IDG-5.4.10). Whoever has any such unit is asked, so that being asked tells nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar, Final

from msgspec import Meta

from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.scenario_events import LateAnnounced, NobodyLate
from walstatt.games.idg.world import IdgCtx
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.decisions import Answer, Decision, Violation, refuse
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.prompts import Choice
from walstatt.kernel.trace import rule

FIRST_TURN: Final = 4
UNSEEN: Final = ("late", "concealed")


@rule("IDG-5.9.1", "IDG-5.3.8")
def awaited(ctx: IdgCtx, seat: Seat) -> list[UnitId]:
    """List the units of a side that roll this turn; those in a column of march never do."""
    return held_back(ctx, seat) if ctx.world.turn >= FIRST_TURN else []


def held_back(ctx: IdgCtx, seat: Seat) -> list[UnitId]:
    """List the units of a side that have not arrived yet."""
    units = ctx.world.units.items()
    return [unit for unit, one in units if one.side == seat and one.status == "late"]


@rule("IDG-5.4.10")
def has_unseen(ctx: IdgCtx, seat: Seat) -> bool:
    """Has a side units that are not seen? As armies are open, everybody knows that."""
    return any(one.side == seat and one.status in UNSEEN for one in ctx.world.units.values())


class Announce(Answer, frozen=True, tag="announce"):
    """Say who was held back."""

    units: Annotated[tuple[UnitId, ...], Meta(max_length=60)] = ()


@rule("IDG-5.9.1", "IDG-5.4.10")
class AnnounceLate(Decision[Announce], frozen=True, tag="announce_late"):
    """Name those who were held back; there is nothing to choose, but only the owner knows."""

    answers: ClassVar[tuple[type[Answer], ...]] = (Announce,)
    auto: ClassVar[bool] = False
    exact: ClassVar[bool] = True

    def check(self, ctx: IdgCtx, answer: Announce) -> list[Violation]:
        """Exactly those are named who were held back, each once."""
        if sorted(answer.units) == sorted(held_back(ctx, self.seat)):
            return []
        return [refuse("IDG-5.9.1", "idg.no.arrival.announced")]

    def candidates(self, ctx: IdgCtx) -> Sequence[Announce]:
        """Offer the truth."""
        return [self.default(ctx)]

    def default(self, ctx: IdgCtx) -> Announce:
        """Tell the truth."""
        return Announce(tuple(held_back(ctx, self.seat)))

    def present(self, ctx: IdgCtx, answer: Announce) -> Choice:
        """Say how many there are."""
        if not answer.units:
            return Choice(ctx.say("do.announce_nobody"))
        return Choice(ctx.say("do.announce", n=len(answer.units)), rolls=True)


def announce(ctx: IdgCtx, seat: Seat, units: Sequence[UnitId]) -> None:
    """Tell everybody who was held back."""
    if not ctx.telling:
        return
    if units:
        ctx.emit(LateAnnounced(len(units), _names(ctx, units), seat=seat))
    else:
        ctx.emit(NobodyLate(seat=seat))


def _names(ctx: IdgCtx, units: Sequence[UnitId]) -> Message:
    *others, found = [unit_name(ctx, unit) for unit in units]
    for name in reversed(others):
        found = say("idg.listed", first=name, rest=found)
    return found
