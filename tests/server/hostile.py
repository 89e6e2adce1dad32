"""What hostile clients send: commands made from the protocol itself, and ways to spoil them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, TypeAlias, get_args

import msgspec
from msgspec import Struct, inspect

from walstatt.server.protocol import (
    AnyCommand,
    Ask,
    Claim,
    Hello,
    Moderate,
    Notify,
    Ping,
    Say,
    Show,
    Stop,
    Tell,
    Wish,
)

Said: TypeAlias = dict[str, Any]
Data: TypeAlias = str | bytes

COMMANDS: Final[tuple[type[Struct], ...]] = get_args(AnyCommand)
TOO_LONG: Final = 16 * 1024 + 1
"""One byte more than a socket takes."""

SCRIPTS: Final = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "javascript:alert(1)",
    "{{constructor.constructor('alert(1)')()}}",
    "\u202egnihtemos\u202c",
    "\u0000\u0001\u001b[2J\u0007",
    "a\r\nSet-Cookie: x=1\r\n\r\nb",
    "\ufeff\u200b\u2066\u2069",
    "'; DROP TABLE tables; --",
    "%s%n%x{0}{seat}",
    "\U0001f4a3" * 100,
)
"""What is said in the hope that somebody reads it as something else than text."""

ADDRESSES: Final = (
    {"mail": "a@b.example\r\nBcc: all@b.example"},
    {"mail": "a@b.example\nSubject: x"},
    {"mail": "a@b.example, c@d.example"},
    {"mail": "a@b.example\u0000"},
    {"mail": "<a@b.example>;c@d.example"},
    {"mail": "a b@c.example"},
    {"mail": "@"},
    {"mail": "x" * 199 + "@"},
    {"hook": "file:///etc/passwd"},
    {"hook": "gopher://127.0.0.1:25/_x"},
    {"hook": "http://user:pass@b.example/"},
    {"hook": "http://b.example/\r\nHost: evil"},
    {"hook": "javascript:alert(1)"},
    {"hook": "//b.example"},
    {"hook": "http://"},
    {"hook": "http://b.example:99999/"},
)
"""Addresses that nothing must ever be sent to."""


class Known(Struct):
    """What somebody hostile knows of a table."""

    seats: Sequence[str]
    seq: int
    answers: Sequence[Said] = ()
    targets: Sequence[Said] = ()
    kinds: Sequence[str] = ()


# -- commands as the protocol describes them -----------------------------------------------------


def command(rng: Random, known: Known, kind: type[Struct] | None = None) -> Said:
    """Make a command that is well formed, from the description of its type."""
    cls = kind or rng.choice(COMMANDS)
    info = inspect.type_info(cls)
    assert isinstance(info, inspect.StructType)
    made: Said = {"do": str(cls.__struct_config__.tag)}
    for field in info.fields:
        if field.required or rng.random() < 0.5:
            made[field.encode_name] = _value(rng, field.name, field.type, known)
    return made


def _value(rng: Random, name: str, kind: inspect.Type, known: Known) -> Any:  # noqa: ANN401 - JSON
    told = {
        "seat": known.seats,
        "seq": range(known.seq + 2),
        "answer": known.answers,
        "target": known.targets,
        "of": (*known.targets, None),
        "kind": (*known.kinds, ""),
        "level": ("random", "recruit", ""),
        "text": SCRIPTS,
    }.get(name)
    return rng.choice(told) if told else _made(rng, kind, known)


def _made(rng: Random, kind: inspect.Type, known: Known) -> Any:  # noqa: ANN401 - JSON
    match kind:
        case inspect.IntType():
            return rng.randint(kind.ge or 0, min(kind.le or 99, 99))
        case inspect.StrType():
            return "x" * rng.randint(kind.min_length or 0, min(kind.max_length or 9, 9))
        case inspect.BoolType():
            return rng.random() < 0.5
        case inspect.LiteralType():
            return rng.choice(kind.values)
        case inspect.UnionType():
            return _made(rng, rng.choice(kind.types), known)
        case inspect.StructType():
            return {one.encode_name: _made(rng, one.type, known) for one in kind.fields}
        case inspect.DictType():
            return {"do": "nothing"}
    return None


# -- spoiling them -------------------------------------------------------------------------------


def wrong_type(rng: Random, said: Said) -> Data:
    """Put a value of another type somewhere."""
    strange: tuple[Any, ...] = (None, True, -1, 1.5, "x", [], {}, [[]], {"do": 1}, "1", 0)
    return json.dumps({**said, rng.choice([*said]): rng.choice(strange)})


def missing_field(rng: Random, said: Said) -> Data:
    """Leave a field out."""
    gone = rng.choice([*said])
    return json.dumps({name: one for name, one in said.items() if name != gone})


def unknown_field(rng: Random, said: Said) -> Data:
    """Add a field that nobody knows."""
    names = ("__proto__", "constructor", "SEAT", "seat ", "is", "re", "", "token ", "\u0000", "é")
    return json.dumps({**said, rng.choice(names): rng.choice([1, "x", None, {}])})


def huge_number(rng: Random, said: Said) -> Data:
    """Put a number that fits nowhere."""
    huge = (10**6 + 1, 2**31, 2**53, 2**63, 2**64, 10**40, 10**4000, -1, -(2**63), 1e308, -0.0)
    return json.dumps({**said, rng.choice(["id", "seq", "to", "line"]): rng.choice(huge)})


def deep(rng: Random, said: Said) -> Data:
    """Nest something more deeply than anybody reads."""
    depth = rng.choice([50, 500, 900, 990, 1010, 3000])
    nest = "[" * depth + "]" * depth if rng.random() < 0.5 else '{"a":' * depth + "1" + "}" * depth
    text = json.dumps({**said, rng.choice([*said, "answer", "x"]): "NEST"})
    return text.replace('"NEST"', nest)[: TOO_LONG - 1]


def not_a_number(rng: Random, said: Said) -> Data:
    """Put what JSON does not know."""
    text = json.dumps({**said, rng.choice([*said]): "ODD"})
    odd = ("NaN", "Infinity", "-Infinity", "undefined", "0x10", "01", "1.", "+1", "1e999", "'x'")
    return text.replace('"ODD"', rng.choice(odd))


def twice(rng: Random, said: Said) -> Data:
    """Say a field twice, the second time otherwise."""
    name = rng.choice([*said])
    other = rng.choice(['"french"', '"red"', "7", '"ping"', '"answer"', "null"])
    return f"{json.dumps(said)[:-1]}, {json.dumps(name)}: {other}}}"


def not_an_object(rng: Random, said: Said) -> Data:
    """Send something else than an object."""
    inner = json.dumps(said)
    wholes = ("", " ", "null", "true", "7", '"x"', "[]", f"[{inner}]", json.dumps(inner), "{}")
    return rng.choice(wholes)


def unknown_tag(rng: Random, said: Said) -> Data:
    """Want something that cannot be wanted."""
    tags = ("", "Answer", "ANSWER", "answer ", "eval", "welcome", "__class__", None, 7, ["answer"])
    return json.dumps({**said, "do": rng.choice(tags)})


def broken_text(rng: Random, said: Said) -> Data:
    """Break the text itself."""
    text = json.dumps(said)
    at = rng.randrange(1, len(text))
    spoilt = (
        text[:at],
        f"{text[:at]}\u0000{text[at:]}",
        f"{text[:at]}\n\x01{text[at:]}",
        f"{text}{text}",
        f"{text},",
        f"\ufeff{text}",
        f"/* */ {text}",
        text.replace('"', "'"),
        text[:-1] + ",}",
        f"{text[:at]}{chr(rng.randrange(0x80, 0xD7FF))}{text[at:]}",
    )
    return rng.choice(spoilt)


def lone_surrogate(rng: Random, said: Said) -> Data:
    """Use escapes that stand for no letter."""
    odd = rng.choice(["\\ud800", "\\udfff", "\\ud800\\ud800", "\\udc00\\ud800", "\\u12", "\\x41"])
    name = rng.choice([one for one in said if one != "do"] or ["text"])
    return json.dumps({**said, name: "ODD"}).replace("ODD", odd)


def invalid_bytes(rng: Random, said: Said) -> Data:
    """Send bytes that are no text."""
    text = json.dumps(said).encode()
    at = rng.randrange(1, len(text))
    bad = rng.choice([b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80", b"\x80"])
    return rng.choice(
        [text[:at] + bad + text[at:], text.decode().encode("utf-16"), bytes(range(256))]
    )


def as_bytes(rng: Random, said: Said) -> Data:
    """Spoil a command and send it as bytes instead of text."""
    spoilt = rng.choice([wrong_type, unknown_field, unknown_tag, deep])(rng, said)
    return spoilt.encode() if isinstance(spoilt, str) else spoilt


_DECODER: Final[msgspec.json.Decoder[AnyCommand]] = msgspec.json.Decoder(AnyCommand)
SPOILERS: Final[tuple[Callable[[Random, Said], Data], ...]] = (
    wrong_type,
    missing_field,
    unknown_field,
    huge_number,
    deep,
    not_a_number,
    twice,
    not_an_object,
    unknown_tag,
    broken_text,
    lone_surrogate,
    invalid_bytes,
    as_bytes,
)


def read(data: Data) -> AnyCommand | None:
    """Read data as the protocol says, if that is possible at all."""
    try:
        return _DECODER.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


# -- well-formed commands that nobody may carry out -----------------------------------------------


def is_hopeless(said: AnyCommand, seats: Sequence[str], *, host: bool, live: bool) -> bool:
    """Tell whether a command cannot change anything: it only asks, or is not its sender's to give.

    Nobody is away for long in a test, so no seat can be claimed.
    """
    match said:
        case Hello() | Ping() | Tell() | Ask() | Wish() | Claim() | Stop():
            return True
        case Say():
            return False
        case Moderate():
            return not host
        case Show() | Notify():
            return said.seat not in seats
    return not live or said.seat not in seats


def never(rng: Random, seat: str, known: Known) -> Said:
    """Make something for one's own seat that is refused at any time."""
    stale = [n for n in (0, known.seq - 1, known.seq + 1, 10**6) if n >= 0 and n != known.seq]
    choices: list[Said] = [
        {"do": "answer", "seat": seat, "seq": rng.choice(stale), "answer": _any_answer(rng, known)},
        {"do": "undo", "seat": seat, "seq": rng.choice(stale)},
        {"do": "answer", "seat": seat, "seq": known.seq, "answer": _nonsense(rng)},
        {
            "do": "answer",
            "seat": seat,
            "seq": known.seq,
            "answer": _any_answer(rng, known),
            "kind": "x",
        },
        {"do": "propose", "seat": seat, "what": "undo", "to": rng.choice([known.seq - 1, 10**6])},
        {"do": "policy", "seat": seat, "kind": "nothing", "on": True},
        {"do": "hand_over", "seat": seat, "level": "god"},
        {"do": "claim", "seat": rng.choice(known.seats)},
        {"do": "claim", "seat": "nobody", "to": "open"},
        {"do": "stop", "seat": rng.choice(known.seats)},
        {"do": "hint", "seat": seat, "level": "god"},
        {"do": "notify", "seat": seat, **rng.choice(ADDRESSES)},
        {"do": "moderate", "seat": "nobody"},
        {"do": "moderate", "line": 10**6},
        {"do": "moderate"},
    ]
    return rng.choice(choices)


def _any_answer(rng: Random, known: Known) -> Said:
    return rng.choice(known.answers) if known.answers else {"do": "pass"}


def _nonsense(rng: Random) -> Said:
    """Make an answer that no game knows."""
    strange: tuple[Said, ...] = (
        {},
        {"do": "win"},
        {"do": None},
        {"do": "play_card"},
        {"do": "play_card", "card": "no_such_card"},
        {"do": "play_card", "card": {"$ne": 1}},
        {"do": "plan", "card": 99},
        {"do": "plan", "card": 10**30},
        {"do": "step", "to": -1},
        {"do": "__init__"},
        {"do": "answer", "answer": {"do": "answer"}},
    )
    return rng.choice(strange)


def foreign(rng: Random, known: Known, own: Sequence[str], *, host: bool) -> Said:
    """Make a well-formed command for a seat that is somebody else's, or that only a host gives."""
    if not host and rng.random() < 0.1:
        whom = {"seat": rng.choice([*known.seats, "watchers"])}
        return {"do": "moderate", **(whom if rng.random() < 0.7 else {"line": 1})}
    others = [seat for seat in (*known.seats, "nobody", "", "watchers") if seat not in own]
    kinds = [one for one in COMMANDS if "seat" in one.__struct_fields__]
    made = command(rng, known, rng.choice([one for one in kinds if one not in (Moderate, Tell)]))
    return {**made, "seat": rng.choice(others), **({"seq": known.seq} if "seq" in made else {})}
