"""What the battle report tells."""

from typing import ClassVar

from walstatt.i18n.catalogue import Message
from walstatt.kernel.events import Event
from walstatt.kernel.ids import RuleId, Seat


class TurnBegan(Event, frozen=True, tag="ccn.turn_began"):
    """A turn begins."""

    n: int
    seat: Seat


class Played(Event, frozen=True, tag="ccn.played"):
    """A command card is played."""

    reveals: ClassVar[bool] = True
    seat: Seat
    card: Message


class Copied(Event, frozen=True, tag="ccn.copied"):
    """Counter-attack copies a card."""

    card: Message


class CopiedNothing(Event, frozen=True, tag="ccn.copied_nothing"):
    """Counter-attack has nothing to copy."""


class Ordered(Event, frozen=True, tag="ccn.ordered"):
    """A piece is ordered."""

    piece: Message


class OrdersNobody(Event, frozen=True, tag="ccn.orders_nobody"):
    """The card orders nothing."""

    seat: Seat


class Moved(Event, frozen=True, tag="ccn.moved"):
    """A piece moved."""

    piece: Message
    to: str


class Joined(Event, frozen=True, tag="ccn.joined"):
    """A leader joins a unit."""

    leader: Message
    unit: Message


class LeftBoard(Event, frozen=True, tag="ccn.left_board"):
    """A piece left the board."""

    piece: Message


class Fired(Event, frozen=True, tag="ccn.fired"):
    """A unit fires."""

    unit: Message
    target: Message
    n: int


class Announced(Event, frozen=True, tag="ccn.announced"):
    """A melee is announced."""

    unit: Message
    target: Message


class Charged(Event, frozen=True, tag="ccn.charged"):
    """A unit attacks in melee."""

    unit: Message
    target: Message
    n: int


class BattledBack(Event, frozen=True, tag="ccn.battled_back"):
    """A unit strikes in the enemy's turn."""

    unit: Message
    target: Message
    n: int


class NoDice(Event, frozen=True, tag="ccn.no_dice"):
    """A unit has no dice left to roll."""

    unit: Message


class Lost(Event, frozen=True, tag="ccn.lost"):
    """A unit lost blocks."""

    unit: Message
    n: int


class Unhurt(Event, frozen=True, tag="ccn.unhurt"):
    """An attack hit nobody."""

    unit: Message


class Eliminated(Event, frozen=True, tag="ccn.eliminated"):
    """A unit is gone."""

    unit: Message


class LeaderFell(Event, frozen=True, tag="ccn.leader_fell"):
    """A leader is lost."""

    leader: Message


class LeaderGone(Event, frozen=True, tag="ccn.leader_gone"):
    """A leader left the board without a banner for anybody."""

    leader: Message


class Ignored(Event, frozen=True, tag="ccn.ignored"):
    """A unit ignores flags."""

    unit: Message
    n: int


class Retreated(Event, frozen=True, tag="ccn.retreated"):
    """A unit or leader went back."""

    piece: Message
    to: str


class Cornered(Event, frozen=True, tag="ccn.cornered"):
    """A unit could not go back all the way."""

    unit: Message
    n: int


class Retired(Event, frozen=True, tag="ccn.retired"):
    """Cavalry retires and reforms."""

    unit: Message


class Squared(Event, frozen=True, tag="ccn.squared"):
    """Infantry formed square."""

    reveals: ClassVar[bool] = True
    unit: Message
    n: int


class Unsquared(Event, frozen=True, tag="ccn.unsquared"):
    """A square was left."""

    unit: Message


class LeaderRan(Event, frozen=True, tag="ccn.leader_ran"):
    """A leader goes back one more hex."""

    leader: str
    to: str


class Escaped(Event, frozen=True, tag="ccn.escaped"):
    """A leader breaks through enemies."""

    leader: Message
    unit: Message


class StruckFirst(Event, frozen=True, tag="ccn.struck_first"):
    """First Strike is played."""

    reveals: ClassVar[bool] = True
    seat: Seat


class Advanced(Event, frozen=True, tag="ccn.advanced"):
    """A unit takes ground or breaks through."""

    unit: Message
    to: str


class Rallied(Event, frozen=True, tag="ccn.rallied"):
    """A unit regained a block."""

    unit: Message


class Supplied(Event, frozen=True, tag="ccn.supplied"):
    """Short Supply sends a unit back."""

    unit: Message


class Gained(Event, frozen=True, tag="ccn.gained"):
    """A side gains banners."""

    seat: Seat
    n: int
    rule: RuleId


class Forfeited(Event, frozen=True, tag="ccn.forfeited"):
    """A side loses banners it held for an objective."""

    seat: Seat
    n: int
    rule: RuleId


class Reshuffled(Event, frozen=True, tag="ccn.reshuffled"):
    """The discards go back into the draw pile."""


class TileRemoved(Event, frozen=True, tag="ccn.tile_removed"):
    """A terrain tile is taken away."""

    at: str
