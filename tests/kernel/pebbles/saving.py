"""Saves of pebble games, whole and forged."""

from typing import Any

import msgspec

from tests.kernel.pebbles.answers import Grab, Shout, Trick
from tests.kernel.pebbles.game import PEBBLES
from tests.kernel.pebbles.world import ANN, BOB
from walstatt.kernel import save as saving
from walstatt.kernel.chance import commitment
from walstatt.kernel.definition import AnyGameDef
from walstatt.kernel.match import Dice, Entry, Header, Match, chained, seeded
from walstatt.kernel.save import (
    from_bytes,
    to_bytes,
)

Lines = list[dict[str, Any]]
SECRET = "5ec2e7" * 8
FAIR = Dice("commit-reveal", SECRET, commitment(bytes.fromhex(SECRET)), {ANN: "nonce"})


def find(game: str) -> AnyGameDef:
    return {"pebbles": PEBBLES}[game]


def read(content: bytes) -> Match:
    return from_bytes(content, find)


def thrown(times: int = 1, dice: Dice | None = None) -> Match:
    match = Match.start(PEBBLES, "throw", dice=dice or seeded(1), name="thrown")
    for _ in range(times):
        match.answer(ANN, Shout())
    return match


def taken() -> Match:
    """Three commands without dice."""
    match = Match.start(PEBBLES, "turns", seed=1, rosters={BOB: {"tricks": ["whistle"]}})
    match.answer(BOB, Trick("whistle"), "crow")
    match.answer(ANN, Grab(1, 1))
    match.answer(BOB, Grab(2, 1))
    return match


def sealed(lines: Lines) -> bytes:
    """Write lines that somebody changed so that the file vouches for them again."""
    lines[-1]["end"]["whole"] = saving._hash(lines[:-1])
    return saving._encoded(lines)


def forged(lines: Lines) -> bytes:
    """The same, with every link of the chain made to fit as well."""
    chain = chained("", msgspec.convert(lines[0], Header))
    for line in lines[1:-1]:
        if "entry" in line:
            entry = msgspec.convert(line["entry"], Entry)
            line["entry"]["chain"] = chain = chained(chain, entry)
    lines[-1]["end"]["chain"] = chain
    return sealed(lines)


def lines_of(match: Match) -> Lines:
    decoded: Lines = [msgspec.json.decode(line) for line in to_bytes(match).splitlines()]
    return decoded
