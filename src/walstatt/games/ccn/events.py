"""What the battle report tells: who did what, and the rule it follows."""

from typing import ClassVar

from walstatt.i18n.catalogue import Message
from walstatt.kernel.events import Deed
from walstatt.kernel.ids import RuleId


class TurnBegan(Deed, frozen=True, tag="ccn.turn_began"):
    """A turn begins."""

    usual: ClassVar[RuleId] = "CCN-4.1"
    heading: ClassVar[bool] = True
    n: int


class Played(Deed, frozen=True, tag="ccn.played"):
    """A command card is played."""

    usual: ClassVar[RuleId] = "CCN-5.1"
    reveals: ClassVar[bool] = True
    card: Message


class Discarded(Deed, frozen=True, tag="ccn.put_down"):
    """Of two cards drawn by Scout the other one is put down, face up."""

    usual: ClassVar[RuleId] = "CCN-18.5"
    reveals: ClassVar[bool] = True
    card: Message


class Copied(Deed, frozen=True, tag="ccn.copied"):
    """Counter-attack copies a card."""

    usual: ClassVar[RuleId] = "CCN-17.4.4.1"
    card: Message


class CopiedNothing(Deed, frozen=True, tag="ccn.copied_nothing"):
    """Counter-attack has nothing to copy."""

    usual: ClassVar[RuleId] = "CCN-17.4.4.4"


class Ordered(Deed, frozen=True, tag="ccn.ordered"):
    """A piece is ordered."""

    piece: Message


class OrdersNobody(Deed, frozen=True, tag="ccn.orders_nobody"):
    """The card orders nothing."""

    usual: ClassVar[RuleId] = "CCN-4.6"


class Moved(Deed, frozen=True, tag="ccn.moved"):
    """A piece moved."""

    piece: Message
    to: Message | str


class Joined(Deed, frozen=True, tag="ccn.joined"):
    """A leader joins a unit."""

    usual: ClassVar[RuleId] = "CCN-5.14"
    leader: str
    unit: Message


class LeftBoard(Deed, frozen=True, tag="ccn.left_board"):
    """A piece left the board."""

    usual: ClassVar[RuleId] = "CCN-20.3"
    piece: Message


class Fired(Deed, frozen=True, tag="ccn.fired"):
    """A unit fires."""

    usual: ClassVar[RuleId] = "CCN-8.5.1"
    unit: Message
    target: Message
    n: int


class Announced(Deed, frozen=True, tag="ccn.announced"):
    """A melee is announced."""

    usual: ClassVar[RuleId] = "CCN-9.1.2"
    unit: Message
    target: Message


class Charged(Deed, frozen=True, tag="ccn.charged"):
    """A unit attacks in melee."""

    usual: ClassVar[RuleId] = "CCN-9.1.6"
    unit: Message
    target: Message
    n: int


class BattledBack(Deed, frozen=True, tag="ccn.battled_back"):
    """A unit strikes in the enemy's turn."""

    unit: Message
    target: Message
    n: int


class NoDice(Deed, frozen=True, tag="ccn.no_dice"):
    """A unit has no dice left to roll."""

    usual: ClassVar[RuleId] = "CCN-7.10"
    unit: Message


class Lost(Deed, frozen=True, tag="ccn.lost"):
    """A unit lost blocks."""

    usual: ClassVar[RuleId] = "CCN-8.5.6"
    unit: Message
    n: int


class Unhurt(Deed, frozen=True, tag="ccn.unhurt"):
    """An attack hit nobody."""

    unit: Message


class Eliminated(Deed, frozen=True, tag="ccn.eliminated"):
    """A unit is gone."""

    usual: ClassVar[RuleId] = "CCN-3.2"
    unit: Message


class LeaderFell(Deed, frozen=True, tag="ccn.leader_fell"):
    """A leader is lost."""

    usual: ClassVar[RuleId] = "CCN-3.3"
    leader: Message


class LeaderGone(Deed, frozen=True, tag="ccn.leader_gone"):
    """A leader left the board without a banner for anybody."""

    usual: ClassVar[RuleId] = "CCN-3.4"
    leader: Message


class Ignored(Deed, frozen=True, tag="ccn.ignored"):
    """A unit ignores flags."""

    usual: ClassVar[RuleId] = "CCN-11.2.1"
    unit: Message
    n: int


class Retreated(Deed, frozen=True, tag="ccn.retreated"):
    """A unit or leader went back."""

    usual: ClassVar[RuleId] = "CCN-11.1.2"
    piece: Message
    to: Message | str


class Cornered(Deed, frozen=True, tag="ccn.cornered"):
    """A unit could not go back all the way."""

    usual: ClassVar[RuleId] = "CCN-11.1.10"
    unit: Message
    n: int


class SquareHolds(Deed, frozen=True, tag="ccn.square_holds"):
    """A unit in square cannot go back and pays with blocks."""

    usual: ClassVar[RuleId] = "CCN-11.1.16"
    unit: Message
    n: int


class Retired(Deed, frozen=True, tag="ccn.retired"):
    """Cavalry retires and reforms."""

    usual: ClassVar[RuleId] = "CCN-13.1"
    unit: Message


class Squared(Deed, frozen=True, tag="ccn.squared"):
    """Infantry formed square."""

    usual: ClassVar[RuleId] = "CCN-14.1.9"
    reveals: ClassVar[bool] = True
    unit: Message
    n: int


class Unsquared(Deed, frozen=True, tag="ccn.unsquared"):
    """A square was left."""

    usual: ClassVar[RuleId] = "CCN-14.5.6"
    unit: Message


class LeaderRan(Deed, frozen=True, tag="ccn.leader_ran"):
    """A leader goes back one more hex."""

    usual: ClassVar[RuleId] = "CCN-11.4.3"
    leader: str
    to: Message | str


class Escaped(Deed, frozen=True, tag="ccn.escaped"):
    """A leader breaks through enemies."""

    usual: ClassVar[RuleId] = "CCN-11.5.1"
    leader: Message
    unit: Message


class StruckFirst(Deed, frozen=True, tag="ccn.struck_first"):
    """First Strike is played."""

    usual: ClassVar[RuleId] = "CCN-17.4.7.2"
    reveals: ClassVar[bool] = True


class Advanced(Deed, frozen=True, tag="ccn.advanced"):
    """A unit takes ground or breaks through."""

    unit: Message
    to: Message | str


class CameBack(Deed, frozen=True, tag="ccn.came_back"):
    """Cavalry breaks through and comes back to where it stood."""

    usual: ClassVar[RuleId] = "CCN-12.2.3"
    unit: Message
    at: Message | str


class Rallied(Deed, frozen=True, tag="ccn.rallied"):
    """A unit regained a block."""

    usual: ClassVar[RuleId] = "CCN-17.4.12.2"
    unit: Message


class Supplied(Deed, frozen=True, tag="ccn.supplied"):
    """Short Supply sends a unit back."""

    usual: ClassVar[RuleId] = "CCN-17.4.13.1"
    unit: Message


class Gained(Deed, frozen=True, tag="ccn.gained"):
    """A side gains banners."""

    n: int


class Forfeited(Deed, frozen=True, tag="ccn.forfeited"):
    """A side loses banners it held for an objective."""

    usual: ClassVar[RuleId] = "CCN-3.8"
    n: int


class Reshuffled(Deed, frozen=True, tag="ccn.reshuffled"):
    """The discards go back into the draw pile."""

    usual: ClassVar[RuleId] = "CCN-18.3"


class TileRemoved(Deed, frozen=True, tag="ccn.tile_removed"):
    """A terrain tile is taken away."""

    usual: ClassVar[RuleId] = "CCN-2.3"
    at: Message | str
