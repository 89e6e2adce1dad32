"""Lines of sight that are known already, by who stands where."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from walstatt.boards.polygons import Segment
from walstatt.boards.rectangle import Box
from walstatt.boards.sightlines import Between, free_line, is_seen
from walstatt.games.idg.glance import Eye, is_closed_off
from walstatt.games.idg.land import Land
from walstatt.kernel import trace


class Look(NamedTuple):
    """What has to be looked at thoroughly, and as what it is remembered."""

    eye: Eye
    box: Box
    between: Between
    key: tuple[object, ...]

    @property
    def is_closed(self) -> bool:
        """Is it plain that bases side by side hide it?"""
        return is_closed_off(self.eye, self.box, self.between)

    @property
    def free_line(self) -> Segment | None:
        """Give a free line, found by a thorough look, if there is any."""
        return free_line(self.eye, self.box, self.between)

    @property
    def is_seen(self) -> bool:
        """Is there any free line?"""
        return is_seen(self.eye, self.box, self.between)


Lines: TypeAlias = dict[tuple[object, ...], bool]
_LINES: Final[list[tuple[Land, Lines]]] = []
"""Whether lines are free, by who stands where, for the battlefields used last."""
LANDS: Final = 4
MOST_LINES: Final = 4_000


def known_lines(land: Land) -> Lines:
    """Give the lines known on a battlefield; whoever records rules finds all of them anew."""
    if trace.listener is not None:
        return {}
    for known, lines in _LINES:
        if known is land and len(lines) < MOST_LINES:
            return lines
    del _LINES[LANDS - 1 :]
    _LINES.insert(0, (land, {}))
    return _LINES[0][1]
