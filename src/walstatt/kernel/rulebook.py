"""The rulebook as data: every rule id with its statement in every language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct

from walstatt.kernel.content import load_content
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.ids import RuleId

LETTERED = re.compile(r"^([A-Z]+-[A-Z])\d+$")
"""A chapter whose rules are numbered behind a letter."""


class RuleEntry(Struct, frozen=True):
    """One rule: what it says, and why it may lack code or hits."""

    id: RuleId
    en: str
    de: str
    not_applicable: str = ""
    """Why the statement has no behaviour (a component count, a picture)."""
    not_in_random_play: str = ""
    """Why random play cannot reach it."""
    option: str = ""
    """The switch that chooses between readings."""

    @property
    def chapter(self) -> str:
        """Give the chapter: what stands before the first dot; `CCN-A` for a reading `CCN-A7`."""
        first = self.id.partition(".")[0]
        return LETTERED.sub(r"\1", first)

    def statement(self, language: str) -> str:
        """State the rule."""
        return self.de if language == "de" else self.en


class RuleFile(Struct, frozen=True):
    """A rules.yaml."""

    prefix: str
    rules: tuple[RuleEntry, ...]
    chapters: dict[str, dict[str, str]] = {}


class Rulebook:
    """The rules of one game by id."""

    def __init__(self, file: RuleFile) -> None:
        self.prefix = file.prefix
        self.chapters = file.chapters
        self.rules: Mapping[RuleId, RuleEntry] = {entry.id: entry for entry in file.rules}
        twice = [
            rule for rule, times in Counter(entry.id for entry in file.rules).items() if times > 1
        ]
        if twice:
            raise BadRequest(f"{file.prefix}: these rule ids stand twice: {', '.join(twice)}")

    @classmethod
    def load(cls, path: Path) -> Rulebook:
        """Read a rules.yaml."""
        return cls(load_content(path, RuleFile))

    def __getitem__(self, rule: RuleId) -> RuleEntry:
        """Find a rule."""
        entry = self.rules.get(rule)
        if entry is None:
            raise BadRequest(f"there is no rule {rule}")
        return entry

    def __contains__(self, rule: RuleId) -> bool:
        """Tell whether there is such a rule."""
        return rule in self.rules

    def unknown(self, ids: Iterable[RuleId]) -> list[RuleId]:
        """List the ids that are no rules of this game."""
        return sorted({rule for rule in ids if rule not in self.rules})

    def search(self, words: str, language: str) -> list[RuleEntry]:
        """Find the rules that speak of all these words."""
        wanted = words.lower().split()
        return [
            entry
            for entry in self.rules.values()
            if all(word in f"{entry.id} {entry.statement(language)}".lower() for word in wanted)
        ]
