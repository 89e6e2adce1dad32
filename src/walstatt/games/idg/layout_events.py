"""What the battle report tells of the lay-out."""

from typing import ClassVar

from walstatt.i18n.catalogue import Message
from walstatt.kernel.events import Deed
from walstatt.kernel.ids import RuleId


class HomeDiced(Deed, frozen=True, tag="idg.home_diced"):
    """Dice decide on whose home terrain the battle is fought."""

    usual: ClassVar[RuleId] = "IDG-4.4.2"


class LaidOut(Deed, frozen=True, tag="idg.laid_out"):
    """The defender has laid out the battlefield."""

    usual: ClassVar[RuleId] = "IDG-4.4.3"
    home: Message
    n: int


class PieceMoved(Deed, frozen=True, tag="idg.piece_moved"):
    """The attacker moves a piece."""

    usual: ClassVar[RuleId] = "IDG-4.4.17"
    what: Message


class PieceTurned(Deed, frozen=True, tag="idg.piece_turned"):
    """The attacker turns a piece."""

    usual: ClassVar[RuleId] = "IDG-4.4.17"
    what: Message


class PieceRemoved(Deed, frozen=True, tag="idg.piece_removed"):
    """The attacker removes a piece."""

    usual: ClassVar[RuleId] = "IDG-4.4.17"
    what: Message


class PieceAdded(Deed, frozen=True, tag="idg.piece_added"):
    """The attacker adds a piece."""

    usual: ClassVar[RuleId] = "IDG-4.4.17"
    what: Message


class LayoutKept(Deed, frozen=True, tag="idg.layout_kept"):
    """The attacker leaves the rest as it is."""

    usual: ClassVar[RuleId] = "IDG-4.4.17"
