"""Ledgers, previews and events as text."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from walstatt.i18n.catalogue import MINUS, Catalogue, Message, say
from walstatt.kernel.decisions import Violation
from walstatt.kernel.events import Event
from walstatt.kernel.ledger import Ledger, Line
from walstatt.kernel.prompts import Chance, Preview
from walstatt.scene.page import joined
from walstatt.scene.pen import Pen
from walstatt.scene.words import complete

_OPS: Final = {"set": ("=", "="), "times": ("\N{MULTIPLICATION SIGN}", "x"), "cap": ("≤", "<=")}
_FLOOR: Final = ("≥", ">=")


def render_ledger(
    ledger: Ledger,
    catalogue: Catalogue,
    language: str,
    width: int = 100,
    *,
    colour: bool = False,
    unicode: bool = True,
) -> str:
    """Write a number with its lines; lines that do not count stand in brackets."""
    pen = Pen(complete(catalogue), language, width, colour, unicode)
    return "\n".join(ledger_lines(pen, ledger))


def render_preview(
    preview: Preview,
    catalogue: Catalogue,
    language: str,
    width: int = 100,
    *,
    colour: bool = False,
    unicode: bool = True,
) -> str:
    """Write what an answer would mean: why not, with which numbers, with what odds."""
    pen = Pen(complete(catalogue), language, width, colour, unicode)
    lines = [
        *pen.headed(pen.word("impossible"), _violations(pen, preview.violations)),
        *(line for ledger in preview.ledgers for line in ledger_lines(pen, ledger)),
        *pen.headed(pen.word("odds"), _odds(pen, preview.odds)),
        *([pen.word("reach", n=len(preview.reach))] if preview.reach else []),
    ]
    return "\n".join(lines or [pen.word("nothing")])


def render_events(
    events: Iterable[Event | Message],
    catalogue: Catalogue,
    language: str,
    width: int = 100,
    *,
    unicode: bool = True,
) -> str:
    """Write what happened, one sentence a line; pass `game.tell(event)` to have seats named."""
    pen = Pen(complete(catalogue), language, width, unicode=unicode)
    told = [event if isinstance(event, Message) else event.message() for event in events]
    return "\n".join(line for message in told for line in pen.wrapped(pen.say(message), "", "  "))


# -- ledgers --------------------------------------------------------------------------------------


def ledger_lines(pen: Pen, ledger: Ledger, indent: str = "") -> list[str]:
    """Write the lines of a ledger and its total."""
    values = [_value(pen, ledger, line) for line in ledger.lines]
    total = f"= {pen.decimal(ledger.total, ledger.per, 3)}"
    room = max(map(len, (*values, total)))
    lines = [indent + pen.paint(quantity_name(pen, ledger), "head")]
    for value, line in zip(values, ledger.lines, strict=True):
        lines += _line(pen, line, f"{indent}  {value:>{room}}  ")
    lines.append(f"{indent}  {total:>{room}}  {pen.word('total')}")
    return lines


def quantity_name(pen: Pen, ledger: Ledger) -> str:
    """Name a quantity: `<quantity>.name` in the catalogue, or its own name."""
    known = f"{ledger.quantity}.name"
    if known in pen.catalogue.entries[pen.language]:
        return pen.say(say(known))
    return pen.spell(ledger.name.replace("_", " "))


def _value(pen: Pen, ledger: Ledger, line: Line) -> str:
    text = _effect(pen, ledger, line)
    return f"({text})" if line.struck else text


def _effect(pen: Pen, ledger: Ledger, line: Line) -> str:
    number = pen.decimal(line.value, ledger.per, 3)
    if line.op == "add":
        return number if number.startswith((MINUS, "-")) else f"+{number}"
    sign = pen.sign(*_OPS.get(line.op, _FLOOR))
    if line.op != "times":
        return f"{sign}{number}"
    return f"{sign}{line.value}" if line.over == 1 else f"{sign}{line.value}/{line.over}"


def _line(pen: Pen, line: Line, margin: str) -> list[str]:
    said = joined((pen.say(line.message), _rule(line.rule), _struck(pen, line)), " ")
    lines = pen.wrapped(said, margin)
    if line.struck:
        lines = [pen.paint(one, "struck") for one in lines]
    for part in line.parts:
        lines += ledger_lines(pen, part, " " * len(margin))
    return lines


def _rule(rule: str) -> str:
    return f"[{rule}]" if rule else ""


def _struck(pen: Pen, line: Line) -> str:
    if line.struck is None:
        return ""
    reason = joined((pen.say(line.struck.message), _rule(line.struck.rule)), " ")
    return pen.sign("\N{EN DASH}", "-") + " " + pen.word("struck", reason=reason)


# -- previews -------------------------------------------------------------------------------------


def _violations(pen: Pen, violations: Sequence[Violation]) -> Iterator[str]:
    for one in violations:
        yield from pen.wrapped(joined((pen.say(one.message), _rule(one.rule)), " "), "  ", "    ")


def _odds(pen: Pen, odds: Sequence[Chance]) -> Iterator[str]:
    shares = [percent(pen, chance.millionths) for chance in odds]
    room = max(map(len, shares), default=0)
    for share, chance in zip(shares, odds, strict=True):
        yield from pen.wrapped(pen.say(chance.label), f"  {share:>{room}}  ")


def percent(pen: Pen, millionths: int) -> str:
    """Write a probability as a percentage with one decimal."""
    whole, tenth = divmod((millionths + 500) // 1000, 10)
    return pen.word("percent", number=f"{whole}{pen.comma}{tenth}")
