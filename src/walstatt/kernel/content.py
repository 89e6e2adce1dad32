"""Typed YAML content: everything wrong with it is reported at once, by file, line and field.

Plain scalars follow YAML 1.2: only `true` and `false` are booleans, `no`, `on` and `0712` are text.
"""

import difflib
import hashlib
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

import msgspec
import yaml
from msgspec import Struct
from msgspec import inspect as kinds

from walstatt.kernel.errors import WalstattError

MOST_BYTES: Final = 5_000_000
MOST_ALIASES: Final = 100
MOST_VALUES: Final = 500_000
DEEPEST: Final = 64

T = TypeVar("T")
Flaw: TypeAlias = tuple[str, str]  # a field and what is wrong with it

_LOADER: Final = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class ContentProblem(Struct, frozen=True):
    """One thing wrong in one place."""

    file: str
    line: int
    field: str
    message: str

    def __str__(self) -> str:
        field = f"{self.field}: " if self.field else ""
        return f"{self.file}:{self.line}: {field}{self.message}"


class ContentError(WalstattError):
    """Content cannot be used; every problem is listed."""

    def __init__(self, problems: Iterable[ContentProblem]) -> None:
        self.problems = tuple(sorted(problems, key=lambda p: (p.file, p.line, p.field)))
        super().__init__("\n".join(map(str, self.problems)))


class Lines(Struct, frozen=True):
    """Where each field of a file stands."""

    file: str
    lines: Mapping[str, int]

    def at(self, field: str) -> int:
        """Give the line of a field such as `units[3].strength`, or of what it is part of."""
        while field not in self.lines and field:
            field = field[: max(field.rfind("."), field.rfind("["), 0)]
        return self.lines.get(field, 1)

    def problem(self, field: str, message: str) -> ContentProblem:
        """Make a problem that points at a field."""
        return ContentProblem(self.file, self.at(field), field, message)


def load_content(path: Path, type_: type[T]) -> T:
    """Read a file as a type or raise every problem it has."""
    return load_with_lines(path, type_)[0]


def load_with_lines(path: Path, type_: type[T]) -> tuple[T, Lines]:
    """Read a file and also tell where its fields stand, for later checks."""
    return _parse(_decoded(_bytes_of(path), str(path)), type_, str(path))


def parse_content(text: str, type_: type[T], file: str) -> T:
    """Read a text as a type; `file` is its name in problems."""
    return parse_with_lines(text, type_, file)[0]


def parse_with_lines(text: str, type_: type[T], file: str) -> tuple[T, Lines]:
    """Read a text and also tell where its fields stand."""
    return _parse(_decoded(text.encode(errors="surrogatepass"), file), type_, file)


def read_part(value: object, type_: type[T], lines: Lines, field: str) -> T:
    """Read a part of a loaded file as a type or raise every problem, by the file's own lines."""
    flaws = [lines.problem(*flaw) for flaw in _flaws(kinds.type_info(type_), value, field)]
    if flaws:
        raise ContentError(flaws)
    return _converted(value, type_, lines, field)


def load_folder(folder: Path, type_: type[T]) -> dict[str, T]:
    """Read every .yaml file of a folder, keyed by its name; problems of all files come together."""
    if not folder.is_dir():
        raise _refused(str(folder), 1, "no such folder")
    loaded, problems = dict[str, T](), list[ContentProblem]()
    for path in sorted(folder.glob("*.yaml")):
        try:
            loaded[path.stem] = load_content(path, type_)
        except ContentError as error:
            problems += error.problems
    if problems:
        raise ContentError(problems)
    return loaded


def content_hash(*paths: Path) -> str:
    """Identify files by name and text, wherever they lie; a folder means all its .yaml files."""
    digest = hashlib.blake2b(digest_size=16)
    for named in sorted(named for path in paths for named in _named(path)):
        for part in named:
            digest.update(len(part.encode()).to_bytes(8, "big") + part.encode())
    return digest.hexdigest()


def _refused(file: str, line: int, message: str) -> ContentError:
    return ContentError([ContentProblem(file, line, "", message)])


def _bytes_of(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as error:
        raise _refused(str(path), 1, f"cannot be read: {error.strerror}") from None


def _decoded(data: bytes, file: str) -> str:
    if len(data) > MOST_BYTES:
        raise _refused(file, 1, f"larger than {MOST_BYTES // 1_000_000} MB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _refused(file, line, "not UTF-8 text") from None


def _named(path: Path) -> Iterator[tuple[str, str]]:
    root = path if path.is_dir() else path.parent
    for file in path.rglob("*.yaml") if path.is_dir() else [path]:
        text = _decoded(_bytes_of(file), str(file)).replace("\r\n", "\n").replace("\r", "\n")
        yield file.relative_to(root).as_posix(), text


class _Reader:
    """Turns YAML events into plain values within bounds and notes where each field stands."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.events = yaml.parse(text, Loader=_LOADER)
        self.lines: dict[str, int] = {}
        self.problems: list[ContentProblem] = []
        self.anchors: dict[str, tuple[object, dict[str, int]]] = {}
        self.anchor_depth = 0
        self.alias_uses = 0

    def document(self) -> object:
        values: list[object] = []
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                self.require(not values, event, "a second document begins here")
                values.append(self.value(next(self.events), "", 0))
        return values[0] if values else None

    def require(self, fine: bool, event: yaml.Event, message: str) -> None:
        if not fine:
            raise _refused(self.file, _line(event), message)

    def value(self, event: Any, path: str, depth: int) -> object:
        self.lines.setdefault(path, _line(event))
        self.require(len(self.lines) <= MOST_VALUES, event, f"more than {MOST_VALUES} values")
        if isinstance(event, yaml.AliasEvent):
            return self.alias(event, path)
        read = self.content if event.anchor is None else self.anchored
        return read(event, path, depth)

    def alias(self, event: Any, path: str) -> object:
        self.alias_uses += 1
        self.require(self.alias_uses <= MOST_ALIASES, event, f"more than {MOST_ALIASES} aliases")
        self.require(self.anchor_depth == 0, event, "an alias within an anchored part")
        self.require(event.anchor in self.anchors, event, f"no anchor &{event.anchor} before this")
        value, lines = self.anchors[event.anchor]
        self.lines.update({path + rest: line for rest, line in lines.items()})
        return value

    def anchored(self, event: Any, path: str, depth: int) -> object:
        self.require(len(self.anchors) < MOST_ALIASES, event, f"more than {MOST_ALIASES} anchors")
        start = len(self.lines)
        self.anchor_depth += 1
        value = self.content(event, path, depth)
        self.anchor_depth -= 1
        inside = list(self.lines.items())[start:]
        self.anchors[event.anchor] = value, {at.removeprefix(path): line for at, line in inside}
        return value

    def content(self, event: Any, path: str, depth: int) -> object:
        self.require(event.tag is None, event, f"tags such as {event.tag} are not understood")
        self.require(depth <= DEEPEST, event, f"nested more than {DEEPEST} deep")
        if isinstance(event, yaml.ScalarEvent):
            return _scalar(event)
        if isinstance(event, yaml.MappingStartEvent):
            return self.mapping(path, depth + 1)
        return [self.value(e, f"{path}[{i}]", depth + 1) for i, e in enumerate(self.rest())]

    def rest(self) -> Iterator[yaml.Event]:
        for event in self.events:
            if isinstance(event, yaml.CollectionEndEvent):
                return
            yield event

    def mapping(self, path: str, depth: int) -> dict[object, object]:
        found: dict[object, object] = {}
        for key in self.rest():
            self.require(isinstance(key, yaml.ScalarEvent), key, "a key must be one word or number")
            name = _scalar(key)
            here = _join(path, name)
            first = self.lines.setdefault(here, _line(key))
            value = self.value(next(self.events), here, depth)
            if name in found:
                message = f"given twice, first in line {first}"
                self.problems.append(ContentProblem(self.file, _line(key), here, message))
            found.setdefault(name, value)
        return found


def _line(event: Any) -> int:
    return int(event.start_mark.line) + 1


_WORDS: Final[Mapping[str, object]] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_INT: Final = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})")
_FLOAT: Final = re.compile(r"[-+]?(\.[0-9]+|[0-9]+\.[0-9]*)([eE][-+]?[0-9]{1,2})?")


def _scalar(event: Any) -> object:
    text = str(event.value)
    if not event.implicit[0]:
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _INT.fullmatch(text):
        return int(text)
    return float(text) if _FLOAT.fullmatch(text) else text


def _join(path: str, name: object) -> str:
    shown = name if isinstance(name, str) else _got(name)
    return f"{path}.{shown}" if path else shown


def _got(value: object) -> str:
    match value:
        case None:
            return "nothing"
        case bool():
            return str(value).lower()
        case str():
            return repr(value if len(value) <= 40 else value[:37] + "...")
        case list():
            return f"a list of {len(value)}"
    return "a mapping" if isinstance(value, dict) else repr(value)


def _parse(text: str, type_: type[T], file: str) -> tuple[T, Lines]:
    reader = _Reader(text, file)
    try:
        value = reader.document()
    except yaml.YAMLError as error:
        raise _refused(file, *_syntax(error, text)) from None
    lines = Lines(file, reader.lines)
    flaws = _flaws(kinds.type_info(type_), value, "")
    problems = reader.problems + [lines.problem(*flaw) for flaw in flaws]
    if problems:
        raise ContentError(problems)
    return _converted(value, type_, lines, ""), lines


def _syntax(error: yaml.YAMLError, text: str) -> tuple[int, str]:
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark is not None:
        words = filter(None, (error.context, error.problem))
        return error.problem_mark.line + 1, "not YAML: " + ", ".join(words)
    position = getattr(error, "position", 0)
    return text.count("\n", 0, position) + 1, f"not YAML: {getattr(error, 'reason', error)}"


def _converted(value: object, type_: type[T], lines: Lines, field: str) -> T:
    try:
        return msgspec.convert(value, type_)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at `$")
        at = (field + path.rstrip("`")).lstrip(".")
        raise ContentError([lines.problem(at, message)]) from error


_RECORDS: Final = (kinds.StructType, kinds.TypedDictType, kinds.DataclassType)
_LISTS: Final = (kinds.ListType, kinds.VarTupleType, kinds.SetType, kinds.FrozenSetType)
_ACCEPTED: Final[Mapping[type[kinds.Type], tuple[type, ...]]] = {
    **dict.fromkeys((*_RECORDS, kinds.DictType), (dict,)),
    **dict.fromkeys((*_LISTS, kinds.TupleType), (list,)),
    kinds.IntType: (int,),
    kinds.FloatType: (float, int),
    kinds.BoolType: (bool,),
    kinds.StrType: (str,),
    kinds.NoneType: (type(None),),
}
_TYPE_NAMES: Final = {dict: "mapping", type(None): "nothing"}
_BOUNDS: Final[tuple[tuple[str, str, Callable[[Any, Any], object]], ...]] = (
    ("gt", "more than", operator.gt),
    ("ge", "at least", operator.ge),
    ("lt", "less than", operator.lt),
    ("le", "at most", operator.le),
    ("multiple_of", "a multiple of", lambda value, step: value % step == 0),
    ("min_length", "a length of at least", lambda value, least: len(value) >= least),
    ("max_length", "a length of at most", lambda value, most: len(value) <= most),
    ("pattern", "text matching", lambda value, pattern: re.search(pattern, value)),
)


def _flaws(kind: kinds.Type, value: Any, path: str) -> Iterator[Flaw]:
    """List everything that keeps a value from being of a kind."""
    kind = _bare(kind)
    if isinstance(kind, kinds.UnionType):
        yield from _union_flaws([_bare(option) for option in kind.types], value, path)
    elif not _fits(kind, value):
        yield path, _expected([kind], value)
    else:
        yield from _inner_flaws(kind, value, path)


def _bare(kind: kinds.Type) -> kinds.Type:
    return _bare(kind.type) if isinstance(kind, kinds.Metadata) else kind


def _fits(kind: kinds.Type, value: object) -> bool:
    """Could the value be meant for this kind, as far as its own type tells?"""
    accepted = _accepted(kind)
    return not accepted or type(value) in accepted


def _accepted(kind: kinds.Type) -> tuple[type, ...]:
    if isinstance(kind, kinds.StructType) and kind.array_like:
        return (list,)
    choices = tuple(dict.fromkeys(type(choice) for choice in _choices(kind)))
    return choices or _ACCEPTED.get(type(kind), ())


def _choices(kind: kinds.Type) -> tuple[object, ...]:
    if isinstance(kind, kinds.EnumType):
        return tuple(member.value for member in kind.cls)
    return tuple(kind.values) if isinstance(kind, kinds.LiteralType) else ()


def _expected(options: Iterable[kinds.Type], value: object) -> str:
    names = dict.fromkeys(_kind_name(kind) for kind in options)
    quote = " (quote it)" if "str" in names and isinstance(value, int | float) else ""
    return f"expected {' or '.join(names)}, got {_got(value)}{quote}"


def _kind_name(kind: kinds.Type) -> str:
    choices = _choices(kind)
    first = _accepted(kind)[0]
    return _listed(choices) if choices else _TYPE_NAMES.get(first, first.__name__)


def _listed(choices: Iterable[object]) -> str:
    shown = [_got(choice) for choice in choices]
    return "one of " + ", ".join(shown if len(shown) <= 12 else [*shown[:12], "..."])


def did_you_mean(given: object, known: Iterable[object]) -> str:
    """Suggest the known word that a strange one resembles."""
    close = difflib.get_close_matches(str(given), [k for k in known if isinstance(k, str)], 1)
    return f" (did you mean {close[0]!r}?)" if close else ""


def _no_choice(given: object, choices: Iterable[object]) -> str:
    return f"expected {_listed(choices)}, got {_got(given)}{did_you_mean(given, choices)}"


def _inner_flaws(kind: kinds.Type, value: Any, path: str) -> Iterator[Flaw]:
    for name, words, holds in _BOUNDS:
        limit = getattr(kind, name, None)
        if limit is not None and not holds(value, limit):
            yield path, f"expected {words} {limit}, got {_got(value)}"
    choices = _choices(kind)
    if choices and value not in choices:
        yield path, _no_choice(value, choices)
    if isinstance(kind, _RECORDS) and isinstance(value, dict):
        yield from _record_flaws(kind, value, path)
    elif isinstance(kind, kinds.DictType):
        yield from _dict_flaws(kind, value, path)
    elif isinstance(kind, kinds.TupleType):
        yield from _tuple_flaws(kind, value, path)
    elif isinstance(kind, _LISTS):
        for index, item in enumerate(value):
            yield from _flaws(kind.item_type, item, f"{path}[{index}]")


def _record_flaws(kind: Any, value: dict[Any, Any], path: str) -> Iterator[Flaw]:
    fields = {field.encode_name: field for field in kind.fields}
    tag, tag_field = getattr(kind, "tag", None), getattr(kind, "tag_field", None)
    for key in value:
        if key not in fields and key != tag_field:
            yield _join(path, key), f"unknown field{did_you_mean(key, [*fields, tag_field])}"
    if tag is not None and value.get(tag_field, tag) != tag:
        yield _join(path, tag_field), _no_choice(value[tag_field], [tag])
    for name, field in fields.items():
        if name in value:
            yield from _flaws(field.type, value[name], _join(path, name))
        elif field.required:
            yield _join(path, name), "is missing"


def _dict_flaws(kind: kinds.DictType, value: dict[Any, Any], path: str) -> Iterator[Flaw]:
    for key, item in value.items():
        for _, message in _flaws(kind.key_type, key, ""):
            yield _join(path, key), f"as a key: {message}"
        yield from _flaws(kind.value_type, item, _join(path, key))


def _tuple_flaws(kind: kinds.TupleType, value: list[Any], path: str) -> Iterator[Flaw]:
    if len(value) != len(kind.item_types):
        yield path, f"expected a list of {len(kind.item_types)}, got {_got(value)}"
    for index, (item_type, item) in enumerate(zip(kind.item_types, value, strict=False)):
        yield from _flaws(item_type, item, f"{path}[{index}]")


def _union_flaws(options: list[kinds.Type], value: Any, path: str) -> Iterator[Flaw]:
    fitting = [option for option in options if _fits(option, value)]
    tagged = {o.tag: o for o in fitting if isinstance(o, kinds.StructType) and o.tag is not None}
    if len(tagged) > 1 and isinstance(value, dict):
        yield from _tagged_flaws(tagged, value, path)
    elif fitting:
        yield from min((list(_flaws(option, value, path)) for option in fitting), key=len)
    else:
        yield path, _expected(options, value)


def _tagged_flaws(
    tagged: Mapping[str | int, kinds.StructType], value: dict[Any, Any], path: str
) -> Iterator[Flaw]:
    field = next(iter(tagged.values())).tag_field
    if field not in value:
        yield _join(path, field), f"is missing: expected {_listed(tagged)}"
    elif value[field] in list(tagged):
        yield from _flaws(tagged[value[field]], value, path)
    else:
        yield _join(path, field), _no_choice(value[field], tagged)
