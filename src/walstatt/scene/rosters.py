"""Armies that players bring: what a game tells about one so that it can be made on a page.

An army is plain data, as its file writes it. A sheet tells everything about one: what it consists
of, what could be changed and how, what it costs and why it is not legal. A client shows the sheet,
changes the data where the sheet says so, and asks for the next one; it knows no rule.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Generic, Literal, TypeAlias

from walstatt.i18n.catalogue import Message
from walstatt.kernel.decisions import Rng
from walstatt.kernel.definition import O
from walstatt.kernel.ids import RuleId, Seat
from walstatt.kernel.ledger import Ledger
from walstatt.scene.parts import Part

Plain: TypeAlias = Any
"""An army, or a part of one, as JSON knows it."""
Way: TypeAlias = tuple[str | int, ...]
"""Where something stands in an army: `("units", 2, "name")`."""
Source: TypeAlias = Literal["ready", "mine", "quick"]


class ArmyEdit(Part, frozen=True):
    """One change of the data of an army."""

    at: Way
    to: Plain = None
    """What stands there then; nothing: it is taken out."""
    insert: bool = False
    """Whether it is put before what stands there, in a list."""


Edits: TypeAlias = tuple[ArmyEdit, ...]


class ArmyFlaw(Part, frozen=True):
    """One reason why an army is not legal."""

    rule: RuleId
    message: Message
    at: tuple[str, ...] = ()
    """The keys of what it is about; nothing: the whole army."""


class ArmyOption(Part, frozen=True, kw_only=True):
    """Something that can be chosen."""

    label: Message
    value: Plain = None
    """What stands in the field then."""
    edits: Edits = ()
    """What changes besides."""
    points: int | None = None
    note: Message | None = None
    apt: bool = True
    """Whether it would be allowed as things stand."""


class ArmyField(Part, frozen=True, kw_only=True):
    """Something about an army that can be set."""

    key: str
    at: Way
    kind: Literal["choice", "count", "points", "year", "switch", "text"]
    label: Message
    usual: Plain = None
    """What holds if nothing is said."""
    options: tuple[ArmyOption, ...] = ()
    least: int = 0
    most: int = 0
    each: int = 0
    """The points that each costs."""
    note: Message | None = None
    rule: RuleId = ""


class ArmyUpgrade(Part, frozen=True, kw_only=True):
    """Something that a whole unit can have."""

    id: str
    name: Message
    on: bool
    each: int
    rule: RuleId = ""
    apt: bool = True
    notes: tuple[Message, ...] = ()
    edits: Edits = ()
    """What changes if it is bought, or given back."""


class ArmyPart(Part, frozen=True, kw_only=True):
    """Elements of a unit that are alike, or could be there."""

    key: str
    at: Way
    """Where their number stands."""
    what: Message
    count: int
    each: int
    sprite: str = ""
    marks: tuple[str, ...] = ()
    """How they are marked in a picture: kinds of badges."""
    depth: int = 0
    """How deep their bases are, in tenths of a millimetre; nothing: they are not on bases."""
    leads: int = 0
    """How many of them are the general."""
    least: int = 0
    most: int = 60
    apt: bool = True
    note: Message | None = None
    fields: tuple[ArmyField, ...] = ()
    copy: Edits = ()
    remove: Edits = ()


class ArmySection(Part, frozen=True):
    """Fields that belong together."""

    id: str
    title: Message
    fields: tuple[ArmyField, ...]
    upgrades: tuple[ArmyUpgrade, ...] = ()
    parts: tuple[ArmyPart, ...] = ()
    """Elements that this is about, as they are now."""


class ArmyUnit(Part, frozen=True, kw_only=True):
    """A unit with all that can be changed about it."""

    key: str
    at: Way
    name: Message
    """What it is called if its player gives it no name."""
    kind: Message
    points: int
    size: int
    least: int
    most: int
    parts: tuple[ArmyPart, ...] = ()
    offers: tuple[ArmyOption, ...] = ()
    """Elements of other kinds that could be in it."""
    upgrades: tuple[ArmyUpgrade, ...] = ()
    fields: tuple[ArmyField, ...] = ()
    deeds: dict[str, Edits] = {}
    """What can be done with it: `copy`, `remove`, `up`, `down`."""
    led: bool = False
    """Whether the general is in it."""


class ArmyTroop(Part, frozen=True):
    """Troops as a list prints them."""

    what: Message
    each: int
    notes: tuple[Message, ...] = ()


class ArmyLine(Part, frozen=True, kw_only=True):
    """A line of a list: units that can be had."""

    key: str
    name: Message
    have: int
    least: int
    most: int
    troops: tuple[ArmyTroop, ...]
    sprite: str = ""
    marks: tuple[str, ...] = ()
    depth: int = 0
    notes: tuple[Message, ...] = ()
    rule: RuleId = ""
    apt: bool = True
    add: Edits = ()


class ArmyForce(Part, frozen=True, kw_only=True):
    """The part of an army that comes from one list: its own, or that of allies."""

    key: str
    at: Way
    title: Message
    mark: str = ""
    """A theme key for its colours."""
    allied: bool = False
    points: int = 0
    lines: tuple[ArmyLine, ...] = ()
    units: tuple[ArmyUnit, ...] = ()
    fields: tuple[ArmyField, ...] = ()
    upgrades: tuple[Message, ...] = ()
    """The upgrades of the list, in words."""
    rules: tuple[Message, ...] = ()
    """Whatever else the list says."""
    remove: Edits = ()


class ArmyFact(Part, frozen=True):
    """Something that follows from the rest, such as the command type."""

    id: str
    label: Message
    value: Message


class ArmyVerdict(Part, frozen=True, kw_only=True):
    """What an army is worth, and whether it is legal."""

    title: dict[str, str]
    """Its name by language."""
    list: str
    points: int
    limit: int
    most: int
    """What it may cost at the very most."""
    units: int
    elements: int
    flaws: tuple[ArmyFlaw, ...] = ()
    facts: tuple[ArmyFact, ...] = ()


class ArmySheet(Part, frozen=True, kw_only=True):
    """Everything about an army that is being made."""

    army: Plain
    """Its data as this program writes it; the ways in this sheet lead through it."""
    verdict: ArmyVerdict
    ledger: Ledger
    sections: tuple[ArmySection, ...]
    forces: tuple[ArmyForce, ...]
    offers: tuple[ArmyOption, ...] = ()
    """Allies who could come along."""


class ArmyListInfo(Part, frozen=True, kw_only=True):
    """A list as a page of armies shows it."""

    id: str
    title: Message
    note: Message
    mark: str = ""
    blank: Plain = None
    """An army of this list in which there is nothing yet."""


class ReadyArmy(Part, frozen=True, kw_only=True):
    """An army that is ready to play."""

    id: str
    army: Plain
    verdict: ArmyVerdict
    note: dict[str, str] = {}
    """What its maker says about it, by language."""


class ArmyIndex(Part, frozen=True, kw_only=True):
    """What there is to begin from."""

    lists: tuple[ArmyListInfo, ...]
    ready: tuple[ReadyArmy, ...]
    fields: tuple[ArmyField, ...]
    """What can be said about an army that the program is to make, besides its list."""
    options: tuple[str, ...]
    """The switches of the game that matter to armies."""


class Mustered(Part, frozen=True, kw_only=True):
    """An army as it would come to a battle."""

    army: Plain
    verdict: ArmyVerdict


class Gathering(Part, frozen=True, kw_only=True):
    """The armies of all seats of a battle."""

    armies: dict[Seat, Mustered]
    flaws: tuple[ArmyFlaw, ...] = ()
    """Why these do not meet although each is legal."""
    sources: tuple[Source, ...] = ()
    """What may be brought: ready armies, one's own, or what the program makes."""
    points: int = 0
    """The usual size of an army that the program makes."""


class RosterDesk(ABC, Generic[O]):
    """Where armies of a game are made, judged, read and written.

    Whatever cannot be understood raises a `ContentError` that names every problem; a wish that
    cannot be fulfilled raises a `BadRequest`.
    """

    @abstractmethod
    def index(self) -> ArmyIndex:
        """List lists and ready armies."""

    @abstractmethod
    def sheet(self, army: Plain, options: O) -> ArmySheet:
        """Tell everything about an army."""

    @abstractmethod
    def quick(self, army: Plain, options: O, rng: Rng) -> Plain:
        """Make an army of the list, the points and whatever else this one already says."""

    @abstractmethod
    def filled(self, army: Plain, options: O, rng: Rng) -> Plain:
        """Use the points that are left, and keep what is there."""

    @abstractmethod
    def page(self, army: Plain, options: O, language: str) -> str:
        """Write the roster as a page for printing."""

    @abstractmethod
    def read(self, text: str, file: str) -> Plain:
        """Read an army file."""

    @abstractmethod
    def write(self, army: Plain) -> str:
        """Write an army file."""

    @abstractmethod
    def gather(self, scenario: str, options: O, rosters: Mapping[Seat, Plain]) -> Gathering:
        """Judge the armies that are brought to a scenario."""


AnyRosterDesk: TypeAlias = RosterDesk[Any]
