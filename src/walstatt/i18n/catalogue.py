"""Messages are ids with parameters; catalogues turn them into sentences."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias

import msgspec
import yaml
from msgspec import Struct

LANGUAGES: Final = ("en", "de")
MINUS: Final = "\N{MINUS SIGN}"

Argument: TypeAlias = "str | int | Message"

_LOADER: Final = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_TOKEN: Final = re.compile(r"\{\{|\}\}|\{[A-Za-z_][A-Za-z0-9_]*(?::[^{}|]*\|[^{}|]*)?\}|[{}]")
_ENDS: Final = (".", "?", "!")


class MessageError(Exception):
    """A message cannot be read or said: unknown id, missing parameter, bad text."""


class Message(Struct, frozen=True, gc=False):
    """Something to say, in no language yet."""

    id: str
    args: dict[str, "str | int | Message"] = {}


def say(message_id: str, /, **args: Argument) -> Message:
    """Make a message from its id and parameters."""
    return Message(message_id, args)


class Text(Struct, frozen=True):
    """A text cut at its placeholders: words and parameter names take turns, words first.

    A parameter may be written as `name:moves|move`: words for one or for several, by what it is.
    """

    source: str
    parts: tuple[str, ...]

    @property
    def names(self) -> frozenset[str]:
        """Give the names of the parameters."""
        return frozenset(one.partition(":")[0] for one in self.parts[1::2])

    @property
    def first_name(self) -> str:
        """Give the parameter that begins the sentence, if one does."""
        begins = not self.parts[0] and len(self.parts) > 1 and self.source.endswith(_ENDS)
        return self.parts[1].partition(":")[0] if begins else ""


class Entry(Struct, frozen=True):
    """What a catalogue says under one id; `one` is there only if the number matters."""

    file: str
    other: Text
    one: Text | None = None
    singular: bool = False
    """Whether it names one thing, so that what is said of it is in the singular."""

    names: frozenset[str] = frozenset()
    """The parameters that must be given."""

    def lacks(self, args: Mapping[str, Argument]) -> frozenset[str]:
        """Give the parameters that are missing; the number that matters must be a number."""
        missing = self.names.difference(args)
        counted = self.one is None or isinstance(args.get("n"), int)
        return missing if counted else missing | {"n"}

    def form(self, args: Mapping[str, Argument]) -> Text:
        """Choose the text for one or for several."""
        return self.one if self.one is not None and args["n"] == 1 else self.other

    def source(self) -> str | dict[str, str]:
        """Give the text as it was written."""
        if self.singular:
            return {"singular": self.other.source}
        if self.one is None:
            return self.other.source
        return {"one": self.one.source, "other": self.other.source}


Entries: TypeAlias = Mapping[str, Entry]


class Catalogue:
    """All messages in all languages."""

    def __init__(self, entries: Mapping[str, Entries], duplicates: Sequence[str] = ()) -> None:
        self.entries = {language: entries.get(language, {}) for language in LANGUAGES}
        self.duplicates = tuple(duplicates)

    @classmethod
    def load(cls, paths_by_language: Mapping[str, Sequence[Path]]) -> "Catalogue":
        """Read the files of each language; of two texts for one id the first is kept."""
        entries, duplicates = dict[str, Entries](), list[str]()
        for language, paths in paths_by_language.items():
            _require_language(language)
            found = [pair for path in paths for pair in _read(path)]
            entries[language] = _first_of_each(language, found, duplicates)
        return cls(entries, duplicates)

    def merged(self, other: "Catalogue") -> "Catalogue":
        """Join two catalogues; of two texts for one id the first is kept."""
        entries, duplicates = dict[str, Entries](), [*self.duplicates, *other.duplicates]
        for language in LANGUAGES:
            found = [*self.entries[language].items(), *other.entries[language].items()]
            entries[language] = _first_of_each(language, found, duplicates)
        return Catalogue(entries, duplicates)

    def text(self, message: Message, language: str) -> str:
        """Say a message in a language."""
        entry = self._entry(message.id, language)
        missing = entry.lacks(message.args)
        if missing:
            where = f"{message.id} ({language})"
            raise MessageError(f"{where}: parameter {_listed(missing)} is missing")
        return self._fill(entry.form(message.args), message, language)

    def ids(self, language: str) -> frozenset[str]:
        """Give the ids that can be said in a language."""
        _require_language(language)
        return frozenset(self.entries[language])

    def problems(self) -> list[str]:
        """List ids that lack a language, differ in their parameters or are defined twice.

        A parameter called like a language is meant for its texts alone: a name in both languages.
        """
        known = sorted(frozenset[str]().union(*self.entries.values()))
        return [*(flaw for known_id in known for flaw in self._flaws(known_id)), *self.duplicates]

    def as_json(self, language: str) -> bytes:
        """Give all texts of a language by id, for the browser."""
        _require_language(language)
        texts = {key: entry.source() for key, entry in self.entries[language].items()}
        return msgspec.json.encode(texts, order="sorted")

    def _entry(self, message_id: str, language: str) -> Entry:
        _require_language(language)
        entry = self.entries[language].get(message_id)
        if entry is None:
            raise MessageError(f"{message_id} ({language}): no such message")
        return entry

    def _fill(self, text: Text, message: Message, language: str) -> str:
        parts = list(text.parts)
        parts[1::2] = [self._part(part, message.args, language) for part in parts[1::2]]
        said = "".join(parts)
        is_said = isinstance(message.args.get(text.first_name), Message)
        return said[:1].upper() + said[1:] if is_said else said

    def _part(self, part: str, args: Mapping[str, Argument], language: str) -> str:
        """Fill in a parameter, or the word that fits its number."""
        name, _, forms = part.partition(":")
        if not forms:
            return self._argument(args[name], language)
        one, _, several = forms.partition("|")
        return one if self._is_singular(args[name], language) else several

    def _is_singular(self, value: Argument, language: str) -> bool:
        if isinstance(value, Message):
            return self._entry(value.id, language).singular
        return value == 1

    def _argument(self, value: Argument, language: str) -> str:
        if isinstance(value, Message):
            return self.text(value, language)
        return value if isinstance(value, str) else f"{value:d}".replace("-", MINUS)

    def _flaws(self, known_id: str) -> Iterator[str]:
        found = {}
        for language in LANGUAGES:
            entry = self.entries[language].get(known_id)
            if entry is None:
                yield f"{known_id}: missing in {language}"
            else:
                found[language] = entry.names - {language}
        if len(set(found.values())) > 1:
            lists = "; ".join(f"{key} has {_listed(names)}" for key, names in found.items())
            yield f"{known_id}: parameters differ: {lists}"


def _listed(names: frozenset[str]) -> str:
    return ", ".join(sorted(names)) or "none"


def _require_language(language: str) -> None:
    if language not in LANGUAGES:
        raise MessageError(f"unknown language {language!r}: only {', '.join(LANGUAGES)}")


def _first_of_each(
    language: str, found: Sequence[tuple[str, Entry]], duplicates: list[str]
) -> Entries:
    """Keep the first text of each id and note every other one."""
    kept: dict[str, Entry] = {}
    for message_id, entry in found:
        first = kept.setdefault(message_id, entry)
        if first is not entry:
            files = f"{first.file} and {entry.file}"
            duplicates.append(f"{message_id}: defined twice in {language}: {files}")
    return kept


def _read(path: Path) -> Iterator[tuple[str, Entry]]:
    try:
        root = yaml.compose(path.read_text(encoding="utf-8-sig"), Loader=_LOADER)
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise MessageError(f"{path}: {error}") from error
    return iter(()) if root is None else _leaves(root, "", path)


def _leaves(node: yaml.Node, message_id: str, path: Path) -> Iterator[tuple[str, Entry]]:
    if isinstance(node, yaml.ScalarNode) and message_id:
        text = _text(node, message_id, path)
        yield message_id, Entry(str(path), text, names=text.names)
    elif not isinstance(node, yaml.MappingNode):
        raise MessageError(f"{path}: {message_id or 'the file'}: expected texts by name")
    elif _keys(node) == ["singular"]:
        text = _text(node.value[0][1], message_id, path)
        yield message_id, Entry(str(path), text, singular=True, names=text.names)
    elif _keys(node) == ["one", "other"]:
        forms = {key.value: _text(text, message_id, path) for key, text in node.value}
        one, other = forms["one"], forms["other"]
        yield message_id, Entry(str(path), other, one, names=one.names | other.names | {"n"})
    else:
        for key, child in node.value:
            yield from _leaves(child, f"{message_id}.{key.value}".removeprefix("."), path)


def _keys(node: yaml.MappingNode) -> list[str]:
    """Give the names of the texts in a node, sorted; nothing if there is more than texts in it."""
    keys = [key.value for key, text in node.value if isinstance(text, yaml.ScalarNode)]
    return sorted(keys) if len(keys) == len(node.value) else []


def _text(node: yaml.Node, message_id: str, path: Path) -> Text:
    parts = [""]
    rest = 0
    for token in _TOKEN.finditer(node.value):
        if len(token[0]) == 1:
            known = "only {name}, {name:one|several}, {{ and }} are understood"
            raise MessageError(f"{path}: {message_id}: {known}")
        parts[-1] += node.value[rest : token.start()]
        if token[0] in {"{{", "}}"}:
            parts[-1] += token[0][0]
        else:
            parts += [token[0][1:-1], ""]
        rest = token.end()
    parts[-1] += node.value[rest:]
    return Text(node.value, tuple(parts))
