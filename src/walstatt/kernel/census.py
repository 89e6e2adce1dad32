"""Who stands how strong, and who struck whom: what a battle can be measured by."""

from msgspec import Struct

from walstatt.i18n.catalogue import Message
from walstatt.kernel.ids import Seat


class Body(Struct, frozen=True):
    """A unit as it is weighed: its kind and name, how much of it is left, and what it cost."""

    seat: Seat
    kind: str
    name: Message
    strength: int
    cost: float


class Blow(Struct, frozen=True):
    """What one roll of one unit took from another, as a share of the whole unit."""

    by: str
    on: str
    share: float
