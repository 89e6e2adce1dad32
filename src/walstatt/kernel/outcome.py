"""How a game ended."""

from msgspec import Struct

from walstatt.i18n.catalogue import Message
from walstatt.kernel.ids import Seat


class Outcome(Struct, frozen=True):
    """Who won, why, and what each seat scored; no winner is a draw."""

    winners: tuple[Seat, ...]
    reason: Message
    scores: dict[Seat, int] = {}

    @property
    def draw(self) -> bool:
        """Tell whether nobody won."""
        return not self.winners
