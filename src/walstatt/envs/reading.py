"""How a game's view becomes numbers: what a reader of a game has to say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from walstatt.kernel.definition import Ruleset
from walstatt.kernel.ids import Seat, UnitId

AnyRules: TypeAlias = Ruleset[Any, Any]
Facts: TypeAlias = NDArray[np.float32]
Spot: TypeAlias = tuple[float, float]

COMMON: Final = ("present", "own", "strength", "x", "y", "type")
"""What every game says of a piece; `own` is 1 or -1, and `type` the place in a list."""
OWN: Final = COMMON.index("own")
X: Final = COMMON.index("x")


class Reader(Protocol):
    """How the views of one game are read, always as one seat sees them."""

    size: int
    """How many answers are offered at most."""
    rows: int
    """How many pieces are told at most."""
    traits: tuple[str, ...]
    """What is said of a piece besides what every game says."""

    def pieces(self, view: Any) -> Mapping[UnitId, Any]:  # noqa: ANN401 - each game has its own
        """List all pieces the seat knows; one whose record is the same object has not changed."""

    def row(self, piece: Any) -> tuple[float, ...]:  # noqa: ANN401
        """Tell about a piece: first what every game tells, then the traits."""

    def facts(self, view: Any) -> Facts | list[float]:  # noqa: ANN401
        """Tell everything else the seat knows: score, turn, phase, hand; the caller copies it."""

    def fact_names(self) -> tuple[str, ...]:
        """Name the facts."""

    def score(self, view: Any) -> float:  # noqa: ANN401
        """Tell what the seat has scored so far, for shaped rewards."""

    def spot(self, place: int | tuple[int, ...]) -> Spot:
        """Give where a cell or a point is, in the same measure as the pieces."""

    def word(self, text: str) -> float:
        """Number a word that is no piece, such as a card; 0 is unknown."""

    def holder(self, view: Any, name: str) -> str:  # noqa: ANN401
        """Name the piece to which a part belongs; a piece is its own."""


ReaderMaker: TypeAlias = Callable[[AnyRules, Seat], Reader]
"""What makes a reader for one game being played and one seat of it."""
