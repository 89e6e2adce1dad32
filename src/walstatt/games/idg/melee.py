"""The melee phase: pairs, supporters, one roll for every pair. IDG-7.2, IDG-11.5 to IDG-11.9."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from walstatt.games.idg.changes import lose_element, note_contacts
from walstatt.games.idg.footing import dismount_caught
from walstatt.games.idg.melee_after import MeleeAfter
from walstatt.games.idg.melee_choices import (
    ChooseOpponent,
    ChooseSupport,
    Engage,
    EngageAll,
    Support,
    SupportStronger,
)
from walstatt.games.idg.melee_events import Overrun
from walstatt.games.idg.melee_odds import foresee
from walstatt.games.idg.melee_results import (
    DESTROYED,
    Lost,
    clash_roll,
    note_deed,
    remove_lost,
    take,
)
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.pairing import Couple, Pairing, fighting_foes, pairing
from walstatt.games.idg.support import Backing, Bout, Offer, planned
from walstatt.games.idg.world import (
    ElementId,
    IdgCtx,
    on_table,
    shown,
    side_of,
    troop_of,
)
from walstatt.kernel.frames import Flow, Frame, ask, become, roll
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.trace import cite, rule

__all__ = ["MeleePhase", "foresee"]

# -- before the fights ----------------------------------------------------------------------------


@rule("IDG-11.5.6", "IDG-15.2.1")
def overrun(ctx: IdgCtx) -> None:
    """Destroy artillery that an enemy is in contact with, without a roll."""
    for unit in on_table(ctx):
        if troop_of(ctx, unit) != "artillery":
            continue
        for element in shown(ctx, unit):
            foes = fighting_foes(ctx, element)
            if foes:
                _destroy_guns(ctx, unit, element, foes)


def _destroy_guns(ctx: IdgCtx, unit: UnitId, element: ElementId, foes: Sequence[ElementId]) -> None:
    if ctx.telling:
        by = unit_name(ctx, ctx.world.elements[foes[0]].unit)
        ctx.emit(Overrun(by, unit_name(ctx, unit), seat=side_of(ctx, foes[0])))
    for foe in foes:
        if ctx.world.elements[foe].general:
            note_deed(ctx, foe, DESTROYED)
    lose_element(ctx, element, "IDG-11.5.6")


# -- the phase ------------------------------------------------------------------------------------


@rule("IDG-7.2.8", "IDG-7.2.10", "IDG-11.3.1", "IDG-11.3.2", "IDG-11.3.3", "IDG-A60")
class MeleePhase(Frame, frozen=True, tag="melee_phase"):
    """All melees of a turn: whoever made a contact rolls first in its pair. IDG-7.2.1."""

    chosen: tuple[Couple, ...] = ()
    """The pairs that somebody chose."""
    backing: tuple[Backing, ...] = ()
    """The supporters for whom somebody chose."""
    bouts: tuple[Bout, ...] = ()
    """The fights still to be rolled for."""
    lost: tuple[Lost, ...] = ()
    fought: tuple[ElementId, ...] = ()

    def begin(self, ctx: IdgCtx) -> Flow:
        """Look who is in contact; artillery is destroyed, riders dismount."""
        note_contacts(ctx)
        dismount_caught(ctx, on_table(ctx))
        overrun(ctx)
        return self.pair(ctx)

    def pair(self, ctx: IdgCtx) -> Flow:
        """Make the pairs; ask where contacts are equally long."""
        found = pairing(ctx, self.chosen)
        if found.open:
            return ask(ChooseOpponent(found.seat, self.chosen), then=self.paired)
        return self.support(ctx, found)

    def paired(self, ctx: IdgCtx, answer: Engage | EngageAll) -> Flow:
        """Take a pair, or as many as can be made."""
        seat = pairing(ctx, self.chosen).seat
        more = ChooseOpponent(seat, self.chosen).couples(ctx, answer)
        return replace(self, chosen=(*self.chosen, *more)).pair(ctx)

    def support(self, ctx: IdgCtx, found: Pairing) -> Flow:
        """Give everybody supporters; ask where one could support either of two."""
        plan = planned(ctx, found, self.backing)
        if plan.open:
            asked = ChooseSupport(_first_owner(ctx, plan.open), self.chosen, self.backing)
            return ask(asked, then=self.supported)
        fought = tuple(element for bout in plan.bouts for element in bout.elements)
        return replace(self, bouts=plan.bouts, fought=fought).fight(ctx)

    def supported(self, ctx: IdgCtx, answer: Support | SupportStronger) -> Flow:
        """Take one supporter, or all."""
        found = pairing(ctx, self.chosen)
        plan = planned(ctx, found, self.backing)
        asked = ChooseSupport(_first_owner(ctx, plan.open), self.chosen, self.backing)
        more = asked.backings(ctx, answer)
        return replace(self, backing=(*self.backing, *more)).support(ctx, found)

    def fight(self, ctx: IdgCtx) -> Flow:
        """Roll for the next pair."""
        if not self.bouts:
            remove_lost(ctx, self.lost)
            return become(MeleeAfter(self.fought))
        return roll(clash_roll(ctx, self.bouts[0]), then=self.rolled)

    def rolled(self, ctx: IdgCtx, faces: tuple[int, ...]) -> Flow:
        """Hold the result back until all fights are resolved."""
        cite("IDG-11.9.12")
        lost = take(ctx, self.bouts[0], faces)
        return replace(self, bouts=self.bouts[1:], lost=(*self.lost, *lost)).fight(ctx)


def _first_owner(ctx: IdgCtx, offers: Sequence[Offer]) -> Seat:
    """Let Side 1 choose before Side 2."""
    seats = {side_of(ctx, one.supporter) for one in offers}
    return ctx.world.first if ctx.world.first in seats else seats.pop()
