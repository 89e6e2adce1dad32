"""Types in words: what a field of a case may hold, told from the code."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Struct, structs

from walstatt.workshop.case_values import bare, hints_of, inline

PLAIN: Mapping[Any, str] = {
    bool: "true | false",
    float: "number",
    str: "text",
    NoneType: "nothing",
}
"""What everyday types are called."""


class FieldWord(Struct, frozen=True):
    """A field: its type in words, and what it is if not given."""

    name: str
    type: str
    required: bool
    default: str = ""
    note: str = ""


class RecordWord(Struct, frozen=True):
    """Something with fields: a unit, an answer, a question."""

    name: str
    about: str
    fields: tuple[FieldWord, ...] = ()


class Describer:
    """Describes records; `names` is what the game's own types are called."""

    def __init__(self, names: Mapping[Any, str]) -> None:
        self.names = {**PLAIN, **names}

    def record(self, cls: type[Struct], name: str = "") -> RecordWord:
        """Describe something with fields."""
        return RecordWord(name or cls.__name__, about(cls), self.fields(cls))

    def fields(self, cls: type[Struct]) -> tuple[FieldWord, ...]:
        """Describe the fields of a record."""
        hints, notes = hints_of(cls), notes_on(cls)
        return tuple(
            FieldWord(
                one.name,
                self.type(hints[one.name]),
                one.required,
                "" if one.required else default_of(one),
                notes.get(one.name, ""),
            )
            for one in structs.fields(cls)
        )

    def type(self, hint: object) -> str:
        """Name a type as a player would."""
        for known in (hint, hint := bare(hint)):
            if known in self.names:
                return self.names[known]
        origin, inner = get_origin(hint), get_args(hint)
        if origin is Literal:
            return " | ".join(map(str, inner))
        if origin in (Union, UnionType):
            return " or ".join(map(self.type, inner))
        if origin is dict:
            return f"{{{self.type(inner[0])}: {self.type(inner[1])}}}"
        if origin is tuple and Ellipsis not in inner:
            return f"[{', '.join(map(self.type, inner))}]"
        return named(hint) if origin is None else f"list of {self.type(inner[0])}"


def named(hint: object) -> str:
    """Give the name of a single type; those of ids are called what they identify."""
    name = str(getattr(hint, "__name__", hint))
    return name.lower().removesuffix("id") if hasattr(hint, "__supertype__") else name


def default_of(field: structs.FieldInfo) -> str:
    """Write what a field is if not given."""
    factory = field.default_factory
    value = factory() if callable(factory) else field.default
    return inline(msgspec.to_builtins(value, str_keys=True))


def about(thing: object) -> str:
    """Give the first sentence of what is said about something in the code."""
    return (inspect.getdoc(thing) or "").partition("\n")[0]


@cache
def notes_on(cls: type) -> dict[str, str]:
    """Give what is said below the fields of a record, and of those it extends, in their source."""
    notes: dict[str, str] = {}
    for one in reversed(cls.__mro__):
        notes |= _own_notes(one)
    return notes


def _own_notes(cls: type) -> dict[str, str]:
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(cls)))
    except (OSError, TypeError):
        return {}
    defined = tree.body[0]
    return dict(_notes(defined.body)) if isinstance(defined, ast.ClassDef) else {}


def _notes(body: Sequence[ast.stmt]) -> Iterator[tuple[str, str]]:
    for field, note in pairwise(body):
        match field, note:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                yield name, " ".join(text.split())


def inner_records(cls: type[Struct]) -> list[type[Struct]]:
    """List the records inside a record, at any depth."""
    found: list[type[Struct]] = []
    for hint in hints_of(cls).values():
        for one in _records_in(hint):
            found += [one, *inner_records(one)]
    return list(dict.fromkeys(found))


def _records_in(hint: object) -> Iterator[type[Struct]]:
    hint = bare(hint)
    if isinstance(hint, type) and not get_args(hint) and issubclass(hint, Struct):
        yield hint
    for one in get_args(hint):
        yield from _records_in(one)
