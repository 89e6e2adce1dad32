"""What is wrong with a file, in words for every language.

Content is checked far below, where problems are written in English only; here they are read and
said anew. What nobody has thought of stays as it is.
"""

import re
from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.content import ContentProblem
from walstatt.kernel.decisions import Violation

MOST_TOLD: Final = 40
"""How many problems are told at once."""
LONGEST: Final = 300
"""How long a text may be that is told as it is."""

Words: TypeAlias = Callable[[re.Match[str]], Message]


def _said(name: str) -> Words:
    """Say a message with the named groups as its parameters."""

    def words(found: re.Match[str]) -> Message:
        return say(f"server.armies.wrong.{name}", **found.groupdict(""))

    return words


def _bound(found: re.Match[str]) -> Message:
    bound = say(f"server.armies.bound.{_BOUNDS[found['bound']]}", limit=found["limit"])
    return say("server.armies.wrong.expected", wanted=bound, got=_thing(found["got"]))


def _kinds(found: re.Match[str]) -> Message:
    wanted = _either([_kind(one) for one in found["wanted"].split(" or ")])
    return say("server.armies.wrong.expected", wanted=wanted, got=_thing(found["got"]))


def _one_of(found: re.Match[str]) -> Message:
    wanted = say("server.armies.one_of", names=found["names"])
    guess = found["guess"]
    if guess:
        return say("server.armies.wrong.guess", wanted=wanted, got=found["got"], guess=guess)
    return say("server.armies.wrong.expected", wanted=wanted, got=_thing(found["got"]))


def _format(found: re.Match[str]) -> Message:
    return say("server.armies.wrong.format", n=int(found["n"]), reason=told(found["reason"]))


_BOUNDS: Final = {
    "more than": "more",
    "at least": "least",
    "less than": "less",
    "at most": "most",
    "a length of at least": "longer",
    "a length of at most": "shorter",
}
_TYPES: Final = {
    "int": "whole",
    "float": "number",
    "str": "text",
    "bool": "yes_no",
    "list": "list",
    "mapping": "mapping",
    "nothing": "nothing",
    "a mapping": "mapping",
}


def _kind(name: str) -> str | Message:
    return say(f"server.armies.kind.{_TYPES[name]}") if name in _TYPES else name


def _thing(text: str) -> str | Message:
    """Say what was found instead."""
    listed = re.fullmatch(r"a list of (\d+)", text)
    if listed:
        return say("server.armies.kind.list_of", n=int(listed[1]))
    return _kind(text)


def _either(words: list[str | Message]) -> str | Message:
    first, *rest = words
    return say("server.armies.either", first=first, rest=_either(rest)) if rest else first


_GUESS: Final = r"(?: \(did you mean (?P<guess>'[^']*')\?\))?"
_PATTERNS: Final[tuple[tuple[str, Words], ...]] = (
    (r"this program reads army files of format (?P<n>\d+): (?P<reason>.*)", _format),
    (r"larger than (?P<size>\d+ [kM]B).*", _said("large")),
    (r"not UTF-8 text", _said("letters")),
    (r"not YAML: (?P<reason>.*)", _said("yaml")),
    (r"a second document begins here", _said("second")),
    (r"given twice, first in line (?P<line>\d+)", _said("twice")),
    (r"unknown field \(did you mean (?P<guess>'[^']*')\?\)", _said("field_guess")),
    (r"unknown field", _said("field")),
    (r"is missing.*", _said("missing")),
    (rf"expected (?P<bound>{'|'.join(_BOUNDS)}) (?P<limit>[-\d.]+), got (?P<got>.*)", _bound),
    (rf"expected one of (?P<names>.*?), got (?P<got>.*?){_GUESS}", _one_of),
    (r"expected (?P<wanted>.*?), got (?P<got>.*?)(?: \(quote it\))?", _kinds),
    (
        r"unknown [a-z_ ]*?(?P<given>'[^']*') \(did you mean (?P<guess>'[^']*')\?\)",
        _said("guess_word"),
    ),
    (r"unknown [a-z_ ]*?(?P<given>'[^']*'); there are: (?P<names>.*)", _said("word")),
    (r"unknown [a-z_ ]*?(?P<given>'[^']*').*", _said("strange")),
    (r"there is no unit (?P<unit>'[^']*'|\S+).*", _said("no_unit")),
    (r"has letters that cannot be printed", _said("unprintable")),
    (r"a unit has either (?P<kinds>.*), not .*", _said("unit_kind")),
    (r"is for units of a line", _said("not_of_line")),
    (r"has a line of the list, or a profile in an army without one", _said("general_kind")),
    (r"more than (?P<most>\d+) elements.*", _said("crowd")),
    (r"nested more than \d+ deep", _said("deep")),
    (r"tags such as .* are not understood", _said("tags")),
)
_COMPILED: Final = tuple((re.compile(one, re.DOTALL), words) for one, words in _PATTERNS)


def told(message: str) -> Message:
    """Say what is wrong, in words that every language has."""
    for pattern, words in _COMPILED:
        found = pattern.fullmatch(message)
        if found:
            return words(found)
    return say("server.armies.wrong.other", text=message[:LONGEST])


def violations(problems: Iterable[ContentProblem]) -> tuple[Violation, ...]:
    """List the problems of a file, each with its place in it."""
    found = [Violation("", _placed(one), one.field) for one in problems]
    more = len(found) - MOST_TOLD
    rest = [Violation("", say("server.armies.more", n=more))] if more > 0 else []
    return (*found[:MOST_TOLD], *rest)


def _placed(problem: ContentProblem) -> Message:
    what = told(problem.message)
    field = problem.field[:LONGEST]
    if problem.line > 1 and field:
        return say("server.armies.at.both", line=problem.line, field=field, what=what)
    if field:
        return say("server.armies.at.field", field=field, what=what)
    return say("server.armies.at.line", line=problem.line, what=what)
