"""What a case consists of, as it is written and as it is played."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from walstatt.kernel.casebook import Casebook, Question
from walstatt.kernel.content import ContentProblem
from walstatt.kernel.definition import AnyGameDef
from walstatt.kernel.errors import BadRequest, WalstattError
from walstatt.kernel.ids import RuleId
from walstatt.kernel.options import Options
from walstatt.scene.playable import Playable
from walstatt.workshop.case_checks import Check
from walstatt.workshop.case_situation import Fallen, Said

STEP_WORDS = ("dice", "draw", "illegal", "ask", "then")
"""What a step can be besides an answer; no game may call an answer so."""
SIDE_WORDS = ("seat", "kind", "because")
"""What may stand beside an answer in a step."""


class CaseError(WalstattError):
    """Cases cannot be used; every problem of every file is listed."""

    def __init__(self, problems: Iterable[ContentProblem]) -> None:
        self.problems = tuple(sorted(problems, key=lambda one: (one.file, one.line, one.field)))
        super().__init__("\n".join(map(str, self.problems)))


def casebook_of(definition: AnyGameDef) -> Casebook[Any]:
    """Give the vocabulary of a game's cases."""
    if not isinstance(definition, Playable) or definition.casebook is None:
        raise BadRequest(f"{definition.id} has no vocabulary for cases yet")
    return definition.casebook


class RawCase(Struct, frozen=True):
    """A case as it is written."""

    case: str
    game: str
    rules: list[str] = []
    options: dict[str, Any] = {}
    given: dict[str, Any] = {}
    when: list[Any] = []
    then: dict[str, Any] = {}


class Step(Struct, frozen=True):
    """One thing that happens in a case."""

    line: int


class Act(Step, frozen=True):
    """Somebody answers."""

    said: Said


class Refuse(Step, frozen=True):
    """Somebody tries what is not allowed."""

    said: Said
    because: tuple[RuleId, ...]


class Fall(Step, frozen=True):
    """Dice or cards fall."""

    fallen: Fallen


class Ask(Step, frozen=True):
    """A question is put to the rules."""

    question: Question
    params: Struct


class Look(Step, frozen=True):
    """Something must be true by now."""

    checks: tuple[Check, ...]


class Case(Struct, frozen=True):
    """A rules question with its answer."""

    name: str
    file: str
    line: int
    game: str
    rules: tuple[RuleId, ...]
    options: Options
    given: Struct
    steps: tuple[Step, ...]
    """What happens; the last one looks whether all is as it must be in the end."""
