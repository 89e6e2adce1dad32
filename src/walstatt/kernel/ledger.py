"""Ledgers: every number as lines with their rules, in the order the rulebook fixes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from walstatt.i18n.catalogue import Message
from walstatt.kernel import trace
from walstatt.kernel.ids import RuleId
from walstatt.kernel.trace import cite, register

Op = Literal["add", "set", "times", "cap", "floor"]
Q = TypeVar("Q")


class Stage(Struct, frozen=True):
    """One step of a computation: its name and what its lines do to the running total."""

    name: str
    op: Op = "add"


class Quantity(Struct, Generic[Q], frozen=True):
    """A number of the rules: its stages in order, and the rule that fixes the order."""

    id: str
    rule: RuleId
    stages: tuple[Stage, ...]
    per: int = 1
    """In how many parts of a unit it is counted (2 = halves)."""

    @property
    def name(self) -> str:
        """Name it without the game."""
        return self.id.rpartition(".")[2]


class Strike(Struct, frozen=True):
    """Why a line does not count."""

    rule: RuleId
    message: Message


class Line(Struct, frozen=True):
    """One item of a ledger."""

    rule: RuleId
    message: Message
    stage: str
    value: int
    op: Op = "add"
    over: int = 1
    """The divisor of a `times` line: value/over."""
    rounding: Literal["down", "up"] = "down"
    tags: tuple[str, ...] = ()
    group: str = ""
    """Of several lines of one group only the strongest counts."""
    parts: tuple[Ledger, ...] = ()
    struck: Strike | None = None

    def explain(self) -> str:
        """Write the line as cases do: `+2 TOY-4.1`."""
        text = f"{_SIGNS[self.op](self)} {self.rule}"
        return f"({text})" if self.struck else text


_SIGNS: dict[str, Callable[[Line], str]] = {
    "add": lambda line: f"{line.value:+d}",
    "set": lambda line: f"={line.value}",
    "times": lambda line: f"x{line.value}/{line.over}" if line.over > 1 else f"x{line.value}",
    "cap": lambda line: f"<={line.value}",
    "floor": lambda line: f">={line.value}",
}


class Cancel(Struct, frozen=True):
    """A contribution that strikes out every line with a tag."""

    tag: str
    rule: RuleId
    message: Message


class Ledger(Struct, frozen=True):
    """A number with the lines it was made of."""

    quantity: str
    lines: tuple[Line, ...]
    total: int
    per: int = 1

    def explain(self) -> list[str]:
        """Write the lines that count as cases do."""
        return [line.explain() for line in self.lines if line.struck is None]

    def explain_all(self) -> list[str]:
        """Write every line, those struck out in brackets."""
        return [line.explain() for line in self.lines]

    @property
    def name(self) -> str:
        """Name the quantity without the game."""
        return self.quantity.rpartition(".")[2]


Contribution: TypeAlias = int | Line | Cancel | Sequence[Line | Cancel] | None


class Contributor(Struct, frozen=True):
    """A statement of the rules about a quantity."""

    quantity: str
    rule: RuleId
    message: str
    stage: Stage
    tags: tuple[str, ...]
    group: str
    rounding: Literal["down", "up"]
    over: int
    apply: Callable[[Any], Contribution]
    applies: Callable[[Any], bool] | None

    def line(self, value: int, message: Message | None = None) -> Line:
        """Make this contributor's line."""
        return Line(
            self.rule,
            message or Message(self.message, {"n": value}),
            self.stage.name,
            value,
            self.stage.op,
            self.over,
            self.rounding,
            self.tags,
            self.group,
        )


CONTRIBUTORS: dict[str, list[Contributor]] = {}
C = TypeVar("C", bound=Callable[..., Contribution])


def contributes(
    quantity: Quantity[Any],
    rule: RuleId,
    stage: str,
    *,
    tags: tuple[str, ...] = (),
    group: str = "",
    rounding: Literal["down", "up"] = "down",
    over: int = 1,
    when: Callable[[Any], bool] | None = None,
) -> Callable[[C], C]:
    """Register a pure function of the query that adds a line to a quantity.

    It returns a number (a line is made of it), a `Line`, a `Cancel`, several of these, or None.
    `when` looks at the options once, when the game is set up.
    """
    stages = {known.name: known for known in quantity.stages}

    def bind(function: C) -> C:
        message = f"{quantity.id}.{function.__name__}"
        register((rule,), f"{function.__module__}.{function.__name__}")
        CONTRIBUTORS.setdefault(quantity.id, []).append(
            Contributor(
                quantity.id,
                rule,
                message,
                stages[stage],
                tags,
                group,
                rounding,
                over,
                function,
                when,
            )
        )
        return function

    return bind


def contributors(quantity: Quantity[Any], options: Any) -> tuple[Contributor, ...]:
    """Select the contributors that these options switch on, in order of stage."""
    order = {stage.name: place for place, stage in enumerate(quantity.stages)}
    known = CONTRIBUTORS.get(quantity.id, [])
    chosen = [one for one in known if one.applies is None or one.applies(options)]
    return tuple(sorted(chosen, key=lambda one: order[one.stage.name]))


_ENTRIES: Final = (Line, Cancel)


def reckon(quantity: Quantity[Q], statements: Iterable[Contributor], query: Q) -> Ledger:
    """Compute a quantity for a query, with every line."""
    lines: list[Line] = []
    cancels: list[Cancel] = []
    for statement in statements:
        said = statement.apply(query)
        if said is None:
            continue
        if isinstance(said, int):
            lines.append(statement.line(said))
            continue
        for one in (said,) if isinstance(said, _ENTRIES) else said:
            (lines if isinstance(one, Line) else cancels).append(one)  # type: ignore[arg-type]
    return balance(quantity, lines, cancels)


def balance(quantity: Quantity[Any], lines: Sequence[Line], cancels: Sequence[Cancel]) -> Ledger:
    """Strike out what is cancelled or does not stack, then add up by stage."""
    if len(lines) > 1:
        order = [stage.name for stage in quantity.stages]
        lines = sorted(lines, key=lambda line: order.index(line.stage))
    if cancels:
        lines = [_strike(line, cancels) for line in lines]
    for line in lines:
        if line.group:
            lines = _strongest(lines)
            break
    total, kept = _add_up(lines)
    if trace.listener is not None:
        cite(*[line.rule for line in kept if line.struck is None])
    return Ledger(quantity.id, tuple(kept), total, quantity.per)


def _strike(line: Line, cancels: Sequence[Cancel]) -> Line:
    for cancel in cancels:
        if cancel.tag in line.tags and line.struck is None:
            cite(cancel.rule)
            return replace(line, struck=Strike(cancel.rule, cancel.message))
    return line


def _strongest(lines: Sequence[Line]) -> list[Line]:
    best: dict[str, int] = {}
    for place, line in enumerate(lines):
        if line.group and line.struck is None:
            rival = best.setdefault(line.group, place)
            if abs(line.value) > abs(lines[rival].value):
                best[line.group] = place
    kept = list(lines)
    for place, line in enumerate(lines):
        winner = best.get(line.group, place)
        if winner != place and line.struck is None:
            kept[place] = replace(line, struck=Strike(lines[winner].rule, lines[winner].message))
    return kept


def _add_up(lines: Sequence[Line]) -> tuple[int, list[Line]]:
    total = 0
    kept: list[Line] = []
    for line in lines:
        if line.struck is not None:
            kept.append(line)
            continue
        after = _apply(total, line)
        if after == total and line.op in ("cap", "floor"):
            continue
        total = after
        kept.append(line)
    return total, kept


def _apply(total: int, line: Line) -> int:
    match line.op:
        case "add":
            return total + line.value
        case "set":
            return line.value
        case "times":
            return _scaled(total * line.value, line.over, line.rounding)
        case "cap":
            return min(total, line.value)
        case "floor":
            return max(total, line.value)


def _scaled(product: int, over: int, rounding: str) -> int:
    return -(-product // over) if rounding == "up" else product // over
