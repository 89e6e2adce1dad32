"""Why the server does not do what somebody wants, and what can go wrong below it."""

from typing import Literal, TypeAlias

from walstatt.i18n.catalogue import Argument, Message
from walstatt.kernel.decisions import Violation
from walstatt.kernel.errors import WalstattError
from walstatt.server.protocol import Refused

Code: TypeAlias = Literal[
    "illegal", "stale", "not_yours", "not_now", "malformed", "too_fast", "gone", "frozen"
]


class StoreError(WalstattError):
    """Something could not be stored, or the store cannot be used."""


class Refusal(WalstattError):
    """A wish that is not granted; nothing has changed."""

    def __init__(
        self,
        code: Code,
        text: Message,
        violations: tuple[Violation, ...] = (),
        seq: int = 0,
    ) -> None:
        super().__init__(f"{code}: {text.id}")
        self.code = code
        self.text = text
        self.violations = violations
        self.seq = seq

    def word(self, re: int = 0, seq: int = 0) -> Refused:
        """Say it in reply to a command."""
        return Refused(
            re, code=self.code, text=self.text, violations=self.violations, seq=self.seq or seq
        )


class NotStored(Refusal):
    """A wish that could not be granted because the store failed."""

    def __init__(self) -> None:
        super().__init__("not_now", Message("server.core.refused.not_stored"))


def refusal(code: Code, why: str, /, **args: Argument) -> Refusal:
    """Refuse for a reason that stands under `server.core.refused`."""
    return Refusal(code, Message(f"server.core.refused.{why}", args))
