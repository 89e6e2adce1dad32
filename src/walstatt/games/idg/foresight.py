"""What would follow from a move: how far it goes, who would fight whom, with which support.

Only what everybody sees is looked at: a preview tells nothing of those who lie concealed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from walstatt.games.idg.aftermath import arrive, what_is_left
from walstatt.games.idg.facing import turns_only
from walstatt.games.idg.ghosts import ghosts_of
from walstatt.games.idg.marching import Judge
from walstatt.games.idg.meaning import in_tenths
from walstatt.games.idg.melee_odds import bouts
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.pairing import flankers
from walstatt.games.idg.stopping import Legs
from walstatt.games.idg.support import Stand
from walstatt.games.idg.world import ElementId, IdgCtx, is_in_play, side_of
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.ids import UnitId
from walstatt.kernel.prompts import Ghost
from walstatt.kernel.trace import musing


class Foresight:
    """A legal move of one unit, as if it had been made."""

    def __init__(self, judge: Judge, legs: Legs) -> None:
        self.judge, self.legs = judge, legs
        self.there = judge.ctx.clone(None)
        with musing():
            left = what_is_left(judge.ctx, judge, legs)
            self.stays = arrive(self.there, judge, legs, left)

    @property
    def ghosts(self) -> tuple[Ghost, ...]:
        """Show all whom the move puts elsewhere, enemies who turn to face it included."""
        was, now = self.judge.ctx.world.elements, self.there.world.elements
        poses = {
            one: now[one].pose
            for one in now
            if one in self.judge.before or now[one].pose != was[one].pose
        }
        return ghosts_of(self.there, poses)

    def facts(self) -> Iterator[Message]:
        """Tell how far the unit goes and whom it would fight."""
        if not turns_only(self.legs, self.judge.before):
            yield self._distance()
        if not self.stays:
            yield say("idg.fact.leaves")
            return
        unit = self.judge.unit
        if is_in_play(self.there, unit) and self._is_in_contact():
            yield from self._fights()

    def _distance(self) -> Message:
        ctx = self.judge.ctx
        far = max(self.judge.lengths(self.legs).values())
        most = self.judge.reckoned(self.legs).total * ctx.content.mu
        used, left = in_tenths(ctx, far), in_tenths(ctx, max(0, most - far))
        return say("idg.fact.goes", far=used, left=left)

    def _is_in_contact(self) -> bool:
        return any(self.judge.unit in key.split("|") for key in self.there.world.melees)

    def _fights(self) -> Iterator[Message]:
        own = set(self.there.world.units[self.judge.unit].elements)
        stands = [
            one.of(element)
            for one in bouts(self.there)
            for element in one.elements
            if element in own
        ]
        for foe, count in _counted(self.there, stands).items():
            yield say("idg.fact.fights", n=count, unit=unit_name(self.there, foe))
        helped = [one for stand in stands for one in chain(stand.flank, stand.rear)]
        if helped:
            yield say("idg.fact.supported", n=len(set(helped)))
        yield from self._flanks(own)

    def _flanks(self, own: set[ElementId]) -> Iterator[Message]:
        """Tell who would be struck on flank or rear."""
        side = self.judge.side
        struck = [
            element
            for element in self._foes()
            if side_of(self.there, element) != side
            and own.intersection(flankers(self.there, element))
        ]
        if struck:
            yield say("idg.fact.flanks", n=len(struck))

    def _foes(self) -> Iterator[ElementId]:
        for key in self.there.world.melees:
            pair = key.split("|")
            if self.judge.unit in pair:
                other = pair[0] if pair[1] == self.judge.unit else pair[1]
                yield from self.there.world.units[UnitId(other)].elements


def _counted(ctx: IdgCtx, stands: list[Stand]) -> dict[UnitId, int]:
    """Count the pairs with each enemy unit."""
    found = dict[UnitId, int]()
    for stand in stands:
        unit = ctx.world.elements[stand.foe].unit
        found[unit] = found.get(unit, 0) + 1
    return found
