"""What can go wrong, and whose fault it is.

WalstattError
├── IllegalAnswer      the player's: refused with every reason, the game is as it was
├── BadRequest         the caller's: malformed answer, not this seat's turn, unknown option
├── ContentError       the author's: all problems at once (walstatt.kernel.content)
├── CaseError          the case writer's (walstatt.workshop.cases)
├── ScriptError        scripted or recorded dice do not fit the roll
├── SaveError          the file's
│   ├── UnknownFormat
│   ├── DamagedSave
│   ├── MissingMigration
│   └── HashMismatch
└── EngineFault        ours: the game is as it was, a crash dump can be made
    ├── BrokenInvariant
    ├── UnknownStep
    ├── DeadEnd
    └── Runaway
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from walstatt.kernel.decisions import Violation


class WalstattError(Exception):
    """Anything Walstatt reports on purpose."""


class IllegalAnswer(WalstattError):
    """The answer breaks rules; every violation is listed."""

    def __init__(self, violations: "Sequence[Violation]") -> None:
        self.violations = tuple(violations)
        reasons = ", ".join(f"{v.rule} {v.message.id}" for v in self.violations)
        super().__init__(f"not allowed: {reasons}")


class BadRequest(WalstattError):
    """The request makes no sense here, whatever the rules say."""


class ScriptError(WalstattError):
    """Scripted or recorded dice do not fit what is being rolled."""


class SaveError(WalstattError):
    """A save cannot be used."""


class UnknownFormat(SaveError):
    """The file is no save of ours, or of a newer version."""


class DamagedSave(SaveError):
    """The file was cut off or changed."""


class MissingMigration(SaveError):
    """The save is older than the oldest version we can still bring forward."""


class HashMismatch(SaveError):
    """Replaying gave another state than the one recorded."""


class EngineFault(WalstattError):
    """A mistake of the program, never of the player."""


class BrokenInvariant(EngineFault):
    """Something that must always hold does not."""


class UnknownStep(EngineFault):
    """A stored step, frame, decision or event no longer exists."""


class DeadEnd(EngineFault):
    """A seat must answer and has no legal answer."""

    @classmethod
    def of(cls, seat: str, question: object) -> Self:
        """Say who cannot answer what."""
        return cls(f"{seat} has no legal answer to {question}")


class Runaway(EngineFault):
    """The rules ran on without asking anybody or rolling anything."""
