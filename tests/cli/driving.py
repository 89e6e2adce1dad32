"""Running the program in this process, with what is typed given beforehand."""

import io
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

import pytest

from walstatt.cli import main
from walstatt.cli.seating import deed
from walstatt.games import find_game
from walstatt.kernel.decisions import kind_of
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match

NEXT = r"^\w*> |^(?=Goodbye\b|Auf Wiedersehen\b)"
"""Where the answer to a typed line ends."""


class Ran(NamedTuple):
    """What came of a command."""

    code: int
    out: str
    err: str

    def answer_to(self, typed: str) -> list[str]:
        """Give the lines written after a typed one, up to the next."""
        _, found, rest = self.out.partition(f"> {typed}\n")
        assert found, f"{typed!r} was never typed"
        return re.split(NEXT, rest, maxsplit=1, flags=re.MULTILINE)[0].splitlines()


class Runner:
    """Runs commands."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys

    def __call__(self, *argv: str, typed: str | Sequence[str] = "") -> Ran:
        lines = typed if isinstance(typed, str) else "".join(f"{line}\n" for line in typed)
        self.monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        self.capsys.readouterr()
        code = main(argv)
        out, err = self.capsys.readouterr()
        return Ran(code, out, err)


def match_where(is_wanted: Callable[[Match], bool]) -> Match:
    """Play the hill at random, game after game, until a position is as wanted."""
    for seed in range(200):
        match = Match.start(find_game("toy"), "hill", seed=seed)
        while match.game.outcome is None:
            if is_wanted(match):
                return match
            seat = match.game.to_act[0]
            match.answer(seat, *deed(match, seat, "random"))
    raise AssertionError("there is no such position")


def is_asked(match: Match, seat: str, kind: str) -> bool:
    """Tell whether a seat is asked something of this kind."""
    decision = match.game.decision(Seat(seat))
    return decision is not None and kind_of(decision) == kind


def played_out(seed: int) -> Match:
    """Play the hill at random to the end."""
    match = Match.start(find_game("toy"), "hill", seed=seed)
    while match.game.outcome is None:
        seat = match.game.to_act[0]
        match.answer(seat, *deed(match, seat, "random"))
    return match
