"""What an answer is about, found from the types of its fields: pieces, a place, numbers, a word."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args, get_type_hints

from msgspec import Struct
from msgspec.structs import astuple

from walstatt.kernel.decisions import Answer
from walstatt.kernel.ids import CellId, UnitId

Role: TypeAlias = Literal["piece", "cell", "path", "pieces", "number", "word", "deep"]
_ROLES: Final[Mapping[Any, Role]] = {
    UnitId: "piece",
    CellId: "cell",
    bool: "number",
    int: "number",
    str: "word",
    tuple[CellId, ...]: "path",
    tuple[UnitId, ...]: "pieces",
}


class Said(NamedTuple):
    """What one answer is about; what it does not speak of is empty."""

    piece: str = ""
    target: str = ""
    place: int | tuple[int, ...] | None = None
    number: float = 0.0
    word: str = ""


@cache
def shape_of(answer: type[Answer]) -> tuple[tuple[str, Role], ...]:
    """Tell of each field of an answer what it speaks of."""
    hints = get_type_hints(answer)
    return tuple((name, _role(hints[name])) for name in answer.__struct_fields__)


def _role(hint: Any) -> Role:  # noqa: ANN401 - whatever stands there
    if hint in _ROLES:
        return _ROLES[hint]
    parts = get_args(hint)
    if CellId in parts:
        return "cell"
    if parts and all(isinstance(part, str) or part is type(None) for part in parts):
        return "word"
    return "deep"


def is_plain(answer: type[Answer]) -> bool:
    """Tell whether answers of a type can be looked up, because nothing in them lies deep."""
    return all(role != "deep" for _, role in shape_of(answer))


def said_by(answer: Answer) -> Said:
    """Tell what an answer is about."""
    pieces: list[str] = []
    place: int | tuple[int, ...] | None = None
    number, word = 0.0, ""
    for name, role in shape_of(type(answer)):
        value = getattr(answer, name)
        if role == "piece":
            pieces.append(value)
        elif role == "cell":
            place = value
        elif role == "path":
            place = value[-1] if value else None
        elif role == "number":
            number = float(value)
        elif role == "word":
            word = value or ""
        elif role == "pieces":
            number = float(len(value))
            pieces += value[:1]
        else:
            leaves = Leaves(value)
            place, number = leaves.place, leaves.number
            pieces += leaves.names[:1]
    piece, target, *_ = (*pieces, "", "")
    return Said(piece, target, place, number, word)


class Leaves:
    """What lies deep in an answer: the first point, the sum of numbers, all names."""

    def __init__(self, value: object) -> None:
        self.place: tuple[int, ...] | None = None
        self.number = 0.0
        self.names: list[str] = []
        self._look(value)

    def _look(self, value: object) -> None:
        if isinstance(value, str):
            self.names.append(value)
        elif isinstance(value, int):
            self.number += value
        elif isinstance(value, tuple) and value and all(type(one) is int for one in value):
            self.place = self.place or value
        elif isinstance(value, Struct):
            self._look(astuple(value))
        elif isinstance(value, dict):
            self._look(tuple(value.items()))
        elif isinstance(value, tuple | list):
            for one in value:
                self._look(one)
