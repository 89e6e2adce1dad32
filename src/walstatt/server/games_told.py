"""What there is to play, as the lobby and the pages of rules are told."""

from walstatt.i18n.catalogue import Message
from walstatt.kernel.ids import RuleId
from walstatt.kernel.options import Switch
from walstatt.scene.about import Lesson, Term
from walstatt.scene.model import Side
from walstatt.server.said import Said


class ScenarioInfo(Said, frozen=True):
    """A scenario as the lobby lists it."""

    id: str
    title: Message
    sides: tuple[Side, ...]
    note: Message | None = None
    rosters: bool = False
    """Whether players bring armies to it."""


class LevelInfo(Said, frozen=True):
    """A computer player that can be had."""

    id: str
    name: Message
    tempered: bool = False
    """Whether it is another temper of a level that there is as well."""


class GameInfo(Said, frozen=True):
    """A game as the lobby lists it."""

    id: str
    title: Message
    scenarios: tuple[ScenarioInfo, ...]
    switches: tuple[Switch, ...]
    presets: dict[str, dict[str, bool | int | str]]
    levels: tuple[LevelInfo, ...]
    guided: str = ""
    """The scenario for newcomers, if the game has lessons."""
    armies: bool = False
    """Whether there is a desk at which armies are made."""


class RuleInfo(Said, frozen=True):
    """A rule in both languages."""

    id: RuleId
    chapter: str
    en: str
    de: str
    option: str = ""


class ChapterInfo(Said, frozen=True):
    """A chapter of a rulebook."""

    id: str
    en: str
    de: str


class RulesInfo(Said, frozen=True):
    """A rulebook, its glossary, and what newcomers are told."""

    chapters: tuple[ChapterInfo, ...]
    rules: tuple[RuleInfo, ...]
    glossary: tuple[Term, ...] = ()
    lessons: tuple[Lesson, ...] = ()
