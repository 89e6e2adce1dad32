"""What the battle report tells of rallying, retreats and morale."""

from typing import ClassVar

from walstatt.i18n.catalogue import Message
from walstatt.kernel.events import Deed
from walstatt.kernel.ids import RuleId


class Rallied(Deed, frozen=True, tag="idg.rallied"):
    """A unit loses markers by rallying."""

    usual: ClassVar[RuleId] = "IDG-13.4.3"
    unit: Message
    n: int
    left: int


class RallyFailed(Deed, frozen=True, tag="idg.rally_failed"):
    """A unit rallies in vain."""

    usual: ClassVar[RuleId] = "IDG-13.4.3"
    unit: Message
    left: int


class Withdrew(Deed, frozen=True, tag="idg.withdrew"):
    """A disordered unit retreats from the enemies near it."""

    usual: ClassVar[RuleId] = "IDG-13.2.5"
    unit: Message
    far: Message


class RetreatBlocked(Deed, frozen=True, tag="idg.retreat_blocked"):
    """Something is in the way of a retreat."""

    usual: ClassVar[RuleId] = "IDG-13.2.7"
    unit: Message


class Fled(Deed, frozen=True, tag="idg.fled"):
    """A unit flees."""

    usual: ClassVar[RuleId] = "IDG-13.2.8"
    unit: Message
    far: Message


class TestPassed(Deed, frozen=True, tag="idg.test_passed"):
    """A unit passes a test of morale; the rule is that of its cause."""

    __test__: ClassVar[bool] = False
    unit: Message
    cause: Message
    n: int
    """What was rolled."""
    needed: int


class TestFailed(Deed, frozen=True, tag="idg.test_failed"):
    """A unit fails a test of morale."""

    __test__: ClassVar[bool] = False
    unit: Message
    cause: Message
    n: int
    needed: int


class TestSkipped(Deed, frozen=True, tag="idg.test_skipped"):
    """The general spares a unit a test."""

    __test__: ClassVar[bool] = False
    usual: ClassVar[RuleId] = "IDG-12.3.1"
    unit: Message
    cause: Message


class TestRepeated(Deed, frozen=True, tag="idg.test_repeated"):
    """A stratagem lets a unit repeat a test it failed."""

    __test__: ClassVar[bool] = False
    usual: ClassVar[RuleId] = "IDG-5.7.8"
    unit: Message
