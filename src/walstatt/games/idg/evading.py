"""Evading from contact with less mobile enemies. IDG-11.4."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from walstatt.games.idg.contacting import engaged_elsewhere, is_mobile_enough
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.troops import Quality
from walstatt.games.idg.world import IdgCtx, lead_profile, troop_of
from walstatt.kernel.chance import D6, Meaning, Roll
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import rule

NIMBLE: Final = ("skirmisher", "light_cavalry", "light_chariot")
NEEDED: Final[dict[Quality, int]] = {"elite": 3, "ordinary": 4, "raw": 5}


class EvadeRoll(Meaning, frozen=True, tag="idg_evade"):
    """From the number needed on the unit slips away."""

    needed: int

    def read(self, faces: Sequence[int]) -> bool:
        """Tell whether it gets away."""
        return faces[0] >= self.needed

    def hits(self, faces: Sequence[int]) -> tuple[bool, ...]:
        """Mark a die that succeeds."""
        return tuple(face >= self.needed for face in faces)


@rule("IDG-11.4.4")
def needed_to_evade(ctx: IdgCtx, unit: UnitId) -> int:
    """Give what a unit must roll: the better it is, the less."""
    return NEEDED[lead_profile(ctx, unit).quality]


def evade_roll(ctx: IdgCtx, unit: UnitId) -> Roll[int]:
    """Give the die of an attempt to evade."""
    meaning = EvadeRoll(needed_to_evade(ctx, unit))
    return Roll("idg.roll.evade", "IDG-11.4.4", D6, 1, ctx.world.units[unit].side, meaning)


@rule("IDG-11.4.1", "IDG-11.4.3", "IDG-11.4.8", "IDG-A57")
def evade_flaws(ctx: IdgCtx, unit: UnitId) -> Iterator[Violation]:
    """Say why a unit may not try to evade."""
    if troop_of(ctx, unit) not in NIMBLE:
        yield refuse("IDG-11.4.1", "idg.no.march.not_nimble", unit=unit_name(ctx, unit))
    if not engaged_elsewhere(ctx, unit):
        yield refuse("IDG-11.4.1", "idg.no.march.no_melee")
    elif not is_mobile_enough(ctx, unit):
        yield refuse("IDG-11.4.3", "idg.no.march.foe_as_quick")
