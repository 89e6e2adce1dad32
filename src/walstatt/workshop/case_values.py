"""Values as cases write them: cells by label, spots in the game's unit, the rest as plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec
import yaml
from msgspec import Struct

from walstatt.kernel.decisions import Answer, do_of
from walstatt.kernel.errors import BadRequest, WalstattError

Words: TypeAlias = Mapping[Any, Callable[[Any], Any]]
"""How values of some types are read or written."""

WIDE = 110
"""How much of a case stands in one line."""

_SEVERAL = (list, tuple, set, frozenset, Sequence)


class Translator:
    """Puts values into a game's own form, or back, each by the type of the place it stands in."""

    def __init__(self, words: Words, *, typed: bool) -> None:
        self.words = words
        self.typed = typed
        """Whether values have their types already, so that these tell the members of a union."""

    def through(self, hint: object, value: object) -> object:
        """Translate a value that stands where a type is wanted."""
        for known in (hint, hint := bare(hint)):
            if known in self.words:
                return self._said(known, value)
        origin, inner = get_origin(hint), get_args(hint)
        if origin in (Union, UnionType):
            return self._one_of(inner, value)
        if isinstance(value, list | tuple):
            return self._items(origin, inner, value)
        if isinstance(value, dict):
            return self._entries(hint, inner, value)
        return value

    def _said(self, hint: object, value: object) -> object:
        try:
            return self.words[hint](value)
        except (TypeError, ValueError, LookupError, AttributeError):
            raise BadRequest(f"{inline(value)} means nothing here") from None

    def _items(self, origin: object, inner: tuple[Any, ...], value: Sequence[object]) -> object:
        if origin is tuple and Ellipsis not in inner and len(inner) == len(value):
            pairs = zip(inner, value, strict=True)
            return [self.through(hint, item) for hint, item in pairs]
        each = inner[0] if inner and origin in _SEVERAL else object
        return [self.through(each, item) for item in value]

    def _entries(self, hint: object, inner: tuple[Any, ...], value: dict[Any, Any]) -> object:
        if isinstance(hint, type) and issubclass(hint, Struct):
            hints = hints_of(hint)
            return {key: self.through(hints.get(key, object), one) for key, one in value.items()}
        keys, values = inner if len(inner) == 2 else (object, object)
        return {self.through(keys, key): self.through(values, one) for key, one in value.items()}

    def _one_of(self, members: tuple[object, ...], value: object) -> object:
        """Try the members of a union that the value could be meant for."""
        refused: WalstattError | None = None
        for member in members:
            if not self._could_be(bare(member), value):
                continue
            try:
                return self.through(member, value)
            except WalstattError as error:
                refused = refused or error
        if refused is not None:
            raise refused
        return value

    def _could_be(self, member: object, value: object) -> bool:
        origin = get_origin(member) or member
        if value is None or member is NoneType:
            return value is None and member is NoneType
        if isinstance(value, list | tuple):
            return origin in _SEVERAL
        if isinstance(value, dict):
            return origin is dict or is_record(member, value)
        if origin in _SEVERAL or origin is dict or is_record(member, {}):
            return False
        return not self.typed or is_of(member, value)


def bare(hint: object) -> object:
    """Leave out the notes on a type."""
    return bare(get_args(hint)[0]) if get_origin(hint) is Annotated else hint


def is_record(hint: object, value: Mapping[str, object]) -> bool:
    """Is this a type of records, and the one the value's tag names if it has one?"""
    if not (isinstance(hint, type) and issubclass(hint, Struct)):
        return False
    config = hint.__struct_config__
    return config.tag is None or value.get(str(config.tag_field), config.tag) == config.tag


def is_of(hint: object, value: object) -> bool:
    """Is a single value of this type?"""
    if get_origin(hint) is Literal:
        return value in get_args(hint)
    cls = getattr(hint, "__supertype__", hint)
    if cls is Any or not isinstance(cls, type):
        return True
    return isinstance(value, cls) and (cls is bool or not isinstance(value, bool))


@cache
def hints_of(record: type[Struct]) -> dict[str, Any]:
    """Give the types of a record's fields."""
    return get_type_hints(record, include_extras=True)


def written(hint: object, value: object, writers: Words) -> object:
    """Write a value of the game as a case does."""
    plain = msgspec.to_builtins(value)
    return normal(Translator(writers, typed=True).through(hint, plain))


def written_answer(answer: Answer, writers: Words) -> object:
    """Write an answer as a step of a case: by its name, with its fields if it has any."""
    fields = written(type(answer), answer, writers)
    if not isinstance(fields, dict) or not answer.__struct_fields__:
        return do_of(answer)
    del fields["do"]
    return {do_of(answer): fields}


def answer_text(name: str, fields: object) -> str:
    """Write an answer in one line."""
    return f"{name} {inline(fields)}" if fields else name


def normal(value: object) -> object:
    """Make plain data comparable: keys are text, sequences are lists."""
    if isinstance(value, dict):
        return {key_text(key): normal(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [normal(one) for one in value]
    return value


def listed(value: object) -> object:
    """Turn every tuple into a list, as it would stand in a file."""
    if isinstance(value, dict):
        return {key: listed(one) for key, one in value.items()}
    return [listed(one) for one in value] if isinstance(value, list | tuple) else value


def key_text(key: object) -> str:
    """Write a key as text, as YAML would."""
    return str(key).lower() if isinstance(key, bool) else str(key)


def inline(value: object) -> str:
    """Write plain data in one line."""
    text = yaml.safe_dump(
        [normal(value)], default_flow_style=True, width=10_000, sort_keys=False, allow_unicode=True
    )
    return text.strip()[1:-1]


def block(value: object) -> str:
    """Write plain data over several lines, with what fits into one line in one."""
    return "\n".join(_block(normal(value))) + "\n"


def _block(value: object) -> Iterator[str]:
    if isinstance(value, dict) and value:
        for key, one in value.items():
            yield from _entry(f"{inline(key)}:", one)
    elif isinstance(value, list) and value:
        for one in value:
            yield from _item(one)
    else:
        yield inline(value)


def _entry(name: str, value: object) -> Iterator[str]:
    text = inline(value)
    if len(text) <= WIDE or not isinstance(value, dict | list):
        yield f"{name} {text}"
        return
    yield name
    yield from (f"  {line}" for line in _block(value))


def _item(value: object) -> Iterator[str]:
    text = inline(value)
    lines = [text] if len(text) <= WIDE else list(_block(value))
    for place, line in enumerate(lines):
        yield f"{'  ' if place else '- '}{line}"
