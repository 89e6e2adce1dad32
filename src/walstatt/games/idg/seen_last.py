"""What each thread looked at last; not to be compiled, or all threads would share it."""

from __future__ import annotations

from threading import local
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from walstatt.games.idg.whereabouts import Whereabouts


class SeenLast(local):
    """The positions that were looked at last, for each thread its own."""

    last: Whereabouts | None = None
