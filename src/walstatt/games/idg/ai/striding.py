"""Stopping the moves that come to mind: where there is room is measured, and judged only then."""

from __future__ import annotations

from typing import Final

from walstatt.boards.contact import is_any_upon_another
from walstatt.games.idg.facing import turns_only
from walstatt.games.idg.marching import MEASURED, Judge
from walstatt.games.idg.obstruction import NO_ROOM, room_at
from walstatt.games.idg.stopping import HALVINGS, ROUGHLY, STEPS, Brake, Legs
from walstatt.kernel import trace

CLOSELY: Final = (STEPS, HALVINGS)


class Stride(Brake):
    """Stops moves a little less far than they might go, but quickly."""

    def __init__(self, judge: Judge) -> None:
        super().__init__(judge, rough=True)

    def stopped(self, legs: Legs) -> Legs:
        """Measure how far a move may go and where it may end, and judge only what comes of that."""
        judge, purpose = self.judge, self.judge.orders.purpose
        if purpose == "face":
            return legs if turns_only(legs, judge.before) and judge.is_legal(legs) else ()
        if trace.listener is not None or purpose not in MEASURED:
            return super().stopped(legs)
        if not judge.is_sound(legs):
            return ()
        if judge.is_plain(legs):
            return legs
        within = legs if turns_only(legs, judge.before) else self.in_reach(legs)
        found = self._ended(self.until_met(within))
        swept = found is within and len(found) == 1
        if not found or judge.is_way_right(found, swept=swept):
            return found
        return self.tried(found, judge.is_legal, ROUGHLY)

    def _ended(self, legs: Legs) -> Legs:
        """Go back to the last place where the unit may end, whatever is on its way there."""
        if not legs:
            return ()
        judge = self.judge
        if judge.ends_right(legs):
            return legs
        if judge.touched(judge.ends(legs)):
            clear = self.clear(legs)
            if clear and judge.ends_right(clear):
                return clear
        if not self._has_room(legs):
            legs = self.tried(legs, self._has_room, CLOSELY)
            if not legs or judge.ends_right(legs):
                return legs
        return self.tried(legs, judge.ends_right, ROUGHLY)

    def _has_room(self, legs: Legs) -> bool:
        """Does everybody end on the table, and nobody upon another?"""
        ends = self.judge.ends(legs)
        rects = [self.judge.rect(one, pose) for one, pose in ends.items()]
        return not is_any_upon_another(rects) and room_at(self.judge, ends) != NO_ROOM
