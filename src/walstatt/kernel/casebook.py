"""What a game tells the case runner: how positions are written, what can be asked and seen."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from msgspec import Struct

from walstatt.kernel.decisions import Answer
from walstatt.kernel.definition import Setup
from walstatt.kernel.ids import Seat

G = TypeVar("G", bound=Struct)


class Question(Struct, frozen=True):
    """A number or a yes-or-no of the rules that can be asked in a case."""

    name: str
    params: type[Struct]
    ask: Callable[[Any, Any], Any]
    """From the context and the parameters to a plain value or a ledger."""


class Casebook(ABC, Generic[G]):
    """The vocabulary of a game's cases."""

    given_type: type[G]
    """The record that a case's `given` block is read into; its fields are the vocabulary."""

    phases: Mapping[str, str] = {}
    """Every phase a position can be put into, with what it means."""

    type_names: Mapping[Any, str] = {}
    """What the types that are read in a special way are called, such as cells."""

    asks_as_given: bool = False
    """Whether questions at the beginning are asked of the position before anything happens in it.

    Otherwise the game has gone on to its first question or roll.
    """

    example: str = ""
    """A small case that holds, from `given` on, as YAML: what a new case starts from."""

    @abstractmethod
    def arrange(self, given: G, options: Any) -> Setup[Any, Any]:
        """Lay out the position of a case."""

    @abstractmethod
    def facts(self, ctx: Any) -> dict[str, Any]:
        """Describe the world in the words of cases: what `then` may speak of."""

    def given_of(self, ctx: Any) -> dict[str, Any] | None:
        """Write the present position as a `given` block; None where no phase begins like this."""
        del ctx
        return None

    def questions(self) -> tuple[Question, ...]:
        """List what can be asked."""
        return ()

    def readers(self, content: Any) -> Mapping[Any, Callable[[Any], Any]]:
        """Say how ids written in a case become those of the game, by type (cells by label).

        A reader refuses nonsense with a `WalstattError` whose sentence the case's author sees.
        """
        del content
        return {}

    def writers(self, content: Any) -> Mapping[Any, Callable[[Any], Any]]:
        """Say how ids of the game, as plain data, are written in a case, by type."""
        del content
        return {}

    def completed(self, ctx: Any, answer: Answer) -> Answer:
        """Say in full what a case leaves to the position it is said in, such as `six inches on`.

        `ctx` is that of the moment in which the answer is given.
        """
        del ctx
        return answer

    def may_wait(self, before: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
        """Tell whether a case may end although dice are due, as they begin something new.

        `before` and `now` are the facts before and after the last step.
        """
        del before, now
        return False

    def whose(self, ctx: Any) -> tuple[tuple[str, ...], ...]:
        """Name, die by die, for whom the dice of the one roll that waits are; nothing if for all.

        A case may then give them by any of these names instead of in their order.
        """
        del ctx
        return ()

    def deals_on(self, ctx: Any) -> bool:
        """Tell whether faces that a roll leaves over are for the next one of the same phase."""
        del ctx
        return False

    def is_idle(self, ctx: Any, answer: Answer | None, *, rolls: bool) -> bool:
        """Tell whether an answer nobody is asked for says only what is so; perhaps dice are due."""
        del ctx, answer, rolls
        return False

    def seat_to_answer(self, ctx: Any) -> Seat | None:
        """Name the seat an answer is for where several are asked; None leaves it to the case."""
        del ctx
        return None
