"""What a player types: a key, a command, or an answer written out."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from typing import Any, Final

from msgspec import Struct

from walstatt.kernel.decisions import Answer, Decision
from walstatt.kernel.errors import BadRequest

SHORT: Final = {
    "h": "help",
    "l": "log",
    "q": "quit",
    "r": "rules",
    "s": "save",
    "s!": "save!",
    "u": "undo",
}
"""What may be typed instead of a command's name."""
COMMANDS: Final = frozenset((*SHORT.values(), "lang", "look", "luck", "replay"))

_FIELD: Final = re.compile(r"([A-Za-z_]\w*)=(\S*)")
_NUMBER: Final = re.compile(r"-?\d{1,18}")


class Typed(Struct, frozen=True):
    """A line that was typed: one of these is filled in."""

    command: str = ""
    rest: str = ""
    key: str = ""
    answer: dict[str, Any] | None = None


def read_line(line: str, keys: Collection[str]) -> Typed:
    """Understand a line: the keys on the screen come first, then commands, then answers."""
    if line.lower() in keys:
        return Typed(key=line.lower())
    if line.startswith("?"):
        return Typed("preview" if line[1:].strip() else "help", line[1:].strip())
    word, _, rest = line.partition(" ")
    command = SHORT.get(word.lower(), word.lower())
    if command in COMMANDS:
        return Typed(command, rest.strip())
    return Typed(answer=read_deed(line))


def read_deed(line: str) -> dict[str, Any]:
    """Read an answer written out, as JSON or in short: `go to=300,200`."""
    if line.startswith("{"):
        return _json(line)
    word, *fields = line.split()
    found = [_FIELD.fullmatch(field) for field in fields]
    if not re.fullmatch(r"[A-Za-z_]\w*", word) or not all(found):
        raise BadRequest(f"{line!r} is neither a key on the screen nor a command nor an answer")
    return {"do": word, **{one[1]: _value(one[2]) for one in found if one is not None}}


def _json(line: str) -> dict[str, Any]:
    try:
        answer = json.loads(line)
    except ValueError as wrong:
        raise BadRequest(f"this is not JSON: {wrong}") from None
    except RecursionError:
        raise BadRequest("this JSON is nested too deeply") from None
    if not isinstance(answer, dict):
        raise BadRequest("an answer is an object with a field 'do' that names what to do")
    return answer


def _value(text: str) -> Any:  # noqa: ANN401 - whatever the answer's field takes
    if "," in text:
        return [_value(part) for part in text.split(",") if part]
    if _NUMBER.fullmatch(text):
        return int(text)
    return {"true": True, "false": False}.get(text, text)


def forms_of(decision: Decision[Any]) -> list[str]:
    """Show how the answers to a decision are written out."""
    return [_form(answer) for answer in decision.answers]


def _form(answer: type[Answer]) -> str:
    fields = " ".join(f"{field}=…" for field in answer.__struct_encode_fields__)
    return f"{answer.__struct_config__.tag} {fields}".strip()
