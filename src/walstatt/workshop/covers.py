"""Which rules a test proves; `walstatt trace` reads it without running the test."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from walstatt.kernel.ids import RuleId

T = TypeVar("T", bound=Callable[..., Any])
ATTRIBUTE: Final = "covers"


def covers(*ids: RuleId) -> Callable[[T], T]:
    """Mark a test with the rules it proves; the test itself stays as it is."""

    def mark(test: T) -> T:
        setattr(test, ATTRIBUTE, (*getattr(test, ATTRIBUTE, ()), *ids))
        return test

    return mark
