"""The readers of all games."""

from __future__ import annotations

from typing import Final

from walstatt.envs.readers.ccn import CcnReader
from walstatt.envs.readers.idg import IdgReader
from walstatt.envs.readers.toy import ToyReader
from walstatt.envs.reading import AnyRules, Reader, ReaderMaker
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.ids import Seat

READERS: Final[dict[str, ReaderMaker]] = {"ccn": CcnReader, "idg": IdgReader, "toy": ToyReader}


def reader_for(rules: AnyRules, seat: Seat) -> Reader:
    """Make the reader of a game for one seat."""
    maker = READERS.get(rules.game.id)
    if maker is None:
        raise BadRequest(f"{rules.game.id} has no reader yet; there are: {', '.join(READERS)}")
    return maker(rules, seat)
