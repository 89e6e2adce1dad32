"""The fuses of fire oxen, written down in secret before the battle. IDG-18.12.29."""

from __future__ import annotations

from itertools import product
from typing import ClassVar, Final

from msgspec.structs import replace

from walstatt.games.idg.content import SEATS
from walstatt.games.idg.deployment_events import FusesSet
from walstatt.games.idg.oxen import is_ox
from walstatt.games.idg.world import IdgCtx
from walstatt.i18n.catalogue import say
from walstatt.kernel.decisions import Answer, Decision, Violation, refuse
from walstatt.kernel.frames import Flow, Frame, ask_all, done
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.prompts import Choice
from walstatt.kernel.trace import rule

FUSES: Final = (3, 2, 4)
"""How many turns a fuse may burn, the usual first. D37."""


class SetFuses(Answer, frozen=True, tag="set_fuses"):
    """Give the oxen fuses of so many turns, in the order of the army."""

    turns: tuple[int, ...]


@rule("IDG-18.12.29")
class ChooseFuses(Decision[SetFuses], frozen=True, tag="choose_fuses"):
    """How long the fuses of fire oxen burn."""

    answers: ClassVar[tuple[type[Answer], ...]] = (SetFuses,)
    exact: ClassVar[bool] = True

    def check(self, ctx: IdgCtx, answer: SetFuses) -> list[Violation]:
        """Every ox has a fuse of two to four turns."""
        if len(answer.turns) == len(oxen_of(ctx, self.seat)) and set(answer.turns) <= set(FUSES):
            return []
        return [refuse("IDG-18.12.29", "idg.no.deploy.fuse")]

    def candidates(self, ctx: IdgCtx) -> list[SetFuses]:
        """Offer every combination."""
        return [SetFuses(one) for one in product(FUSES, repeat=len(oxen_of(ctx, self.seat)))]

    def present(self, ctx: IdgCtx, answer: SetFuses) -> Choice:
        """Name the turns."""
        first, *rest = answer.turns
        turns = say("idg.fuse", n=first)
        for one in rest:
            turns = say("idg.listed", first=turns, rest=say("idg.fuse", n=one))
        return Choice(ctx.say("do.set_fuses", turns=turns))


def oxen_of(ctx: IdgCtx, seat: Seat) -> list[UnitId]:
    """List the fire oxen of a side that have no fuse yet."""
    return [
        unit
        for unit, one in ctx.world.units.items()
        if one.side == seat and not one.fuse and one.status == "reserve" and is_ox(ctx, unit)
    ]


@rule("IDG-18.12.29")
class SettleFuses(Frame, frozen=True, tag="settle_fuses"):
    """Whoever has fire oxen writes down how long their fuses burn."""

    def begin(self, ctx: IdgCtx) -> Flow:
        """Ask all who have any, at once."""
        seats = [seat for seat in SEATS if oxen_of(ctx, seat)]
        if not seats:
            return done()
        return ask_all({seat: ChooseFuses(seat) for seat in seats}, then=self.chosen)

    def chosen(self, ctx: IdgCtx, answers: dict[Seat, SetFuses]) -> Flow:
        """Write them down."""
        units = ctx.world.units
        for seat, answer in answers.items():
            for unit, turns in zip(oxen_of(ctx, seat), answer.turns, strict=True):
                units[unit] = replace(units[unit], fuse=turns)
            ctx.emit(FusesSet(seat=seat))
        return done()
