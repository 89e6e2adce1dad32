"""Observations: what one seat may know, and what it can do, as one vector of fixed length."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from walstatt.envs.answers import is_plain, said_by
from walstatt.envs.offers import Offer
from walstatt.envs.readers import reader_for
from walstatt.envs.reading import COMMON, OWN, AnyRules, Spot, X
from walstatt.kernel.decisions import Answer, Decision
from walstatt.kernel.ids import Seat

Vector: TypeAlias = NDArray[np.float32]
Mask: TypeAlias = NDArray[np.int8]

ACTION: Final = ("offered", "kind", "number", "word", "x", "y", "near", "nearer", "beside")
"""What is said of an action, before the two pieces it speaks of: whether it is there, its kind (the
place in the list of answers), a number and a word in it, where it leads, how near the next enemy is
to that place, how much nearer than the piece is now, and how many enemies are within 1.5 of it."""
CLOSE: Final = 1.5
NOWHERE: Final[Spot] = (-1.0, -1.0)
REMEMBERED: Final = 20_000
"""How many answers are remembered."""


class About(NamedTuple):
    """What an answer is about, as far as the position does not matter."""

    kind: float
    number: float
    word: float
    place: Spot | None
    piece: str
    target: str


class Encoder:
    """Writes the observations of one seat; remembers the pieces that have not changed since."""

    def __init__(self, rules: AnyRules, seat: Seat) -> None:
        self.seat = seat
        self.content = rules.content
        self.definition = rules.game
        self.reader = reader_for(rules, seat)
        self.size, self.rows = self.reader.size, self.reader.rows
        self.columns = COMMON + self.reader.traits
        self.kinds = _numbered(self.definition.types(Answer))
        self._plain = {kind for kind in self.kinds if is_plain(kind)}
        self.questions = _numbered(self.definition.types(Decision))
        self.facts = ("question", *self.reader.fact_names())
        self.action = (
            *ACTION,
            *(f"own {name}" for name in self.columns),
            *(f"target {name}" for name in self.columns),
        )
        self.width = len(self.columns)
        self.length = len(self.facts) + self.rows * self.width + self.size * len(self.action)
        self._known = len(self.facts)
        self._until = self._known + self.rows * self.width
        self._wide = len(self.action)
        self._row: dict[str, int] = {}
        self._order: list[int] = []
        self._seen: list[Any] = []
        self._pieces: Vector = np.zeros((self.rows + 1, self.width), np.float32)
        self._flat = self._pieces[1:].reshape(-1)
        self._where = [NOWHERE] * (self.rows + 1)
        self._enemies: list[Spot] = []
        self._dangers: dict[Spot, tuple[float, float]] = {}
        self._abouts: dict[Answer, About] = {}

    def encode(
        self,
        view: Any,  # noqa: ANN401 - each game has its own
        question: type[Decision[Any]] | None,
        offered: Sequence[Offer],
    ) -> Vector:
        """Write one observation."""
        reader = self.reader
        self._look(reader.pieces(view))
        known, until = self._known, self._until
        written = np.zeros(self.length, np.float32)
        written[0] = self.questions.get(question, 0)
        written[1:known] = reader.facts(view)
        written[known:until] = self._flat
        count = len(offered)
        if count:
            end = until + count * self._wide
            self._describe(view, offered, written[until:end].reshape(count, self._wide))
        return written

    def mask(self, offered: Sequence[Offer]) -> Mask:
        """Tell which actions there are."""
        mask = np.zeros(self.size, np.int8)
        mask[: len(offered)] = 1
        return mask

    def actions(self, observation: Vector) -> Vector:
        """Give the part of an observation about the actions, one row for each."""
        return observation[-self.size * len(self.action) :].reshape(self.size, len(self.action))

    def _look(self, pieces: Any) -> None:  # noqa: ANN401
        """Bring the table of pieces up to date; row 0 is nobody."""
        if pieces.keys() != self._row.keys():
            self._begin(pieces)
        seen = self._seen
        moved = False
        for n, piece in enumerate(pieces.values()):
            if seen[n] is not piece:
                seen[n] = piece
                moved |= self._enter(self._order[n], self.reader.row(piece))
        if moved:
            self._dangers = {}
            hostile = (self._pieces[:, OWN] < 0).nonzero()[0].tolist()
            self._enemies = [self._where[row] for row in hostile]

    def _enter(self, row: int, told: tuple[float, ...]) -> bool:
        """Enter a piece into the table; tell whether an enemy stands elsewhere now."""
        if not row:
            return False
        self._pieces[row] = told
        spot = told[X], told[X + 1]
        if self._where[row] == spot:
            return False
        self._where[row] = spot
        return told[OWN] < 0

    def _begin(self, pieces: Any) -> None:  # noqa: ANN401
        """Give every piece a row: by name, so that the order tells nothing."""
        names = {name: n for n, name in enumerate(sorted(pieces), start=1)}
        self._row = {name: names[name] if names[name] <= self.rows else 0 for name in pieces}
        self._order = list(self._row.values())
        self._seen = [None] * len(pieces)
        self._pieces[:] = 0.0
        self._where = [NOWHERE] * (self.rows + 1)

    def _describe(self, view: Any, offered: Sequence[Offer], actions: Vector) -> None:  # noqa: ANN401
        """Write what the actions are about."""
        told: list[float] = []
        rows: list[int] = []
        row, where, dangers = self._row, self._where, self._dangers
        abouts, plain = self._abouts, self._plain
        for answer, _ in offered:
            about = abouts.get(answer) if type(answer) in plain else None
            kind, number, word, place, piece, aim = about or self._about(answer)
            first = row.get(piece) or self._find(view, piece)
            second = row.get(aim) or self._find(view, aim)
            here = where[first]
            x, y = place = place or where[second or first]
            near, beside = dangers.get(place) or self._danger(place)
            nearer = (dangers.get(here) or self._danger(here))[0] - near if first else 0.0
            told += (1.0, kind, number, word, x, y, near, nearer, beside)
            rows += (first, second)
        start, count = len(ACTION), len(offered)
        actions[:, :start] = np.array(told, np.float32).reshape(count, start)
        actions[:, start:] = self._pieces.take(rows, axis=0).reshape(count, 2 * self.width)

    def _about(self, answer: Answer) -> About:
        """Tell what an answer is about; the same answers come again and again."""
        about = self._read(answer)
        if type(answer) in self._plain:
            if len(self._abouts) > REMEMBERED:
                self._abouts.clear()
            self._abouts[answer] = about
        return about

    def _read(self, answer: Answer) -> About:
        said = said_by(answer)
        place = None if said.place is None else self.reader.spot(said.place)
        word = self.reader.word(said.word)
        target = said.target or ("" if word else said.word)
        return About(self.kinds[type(answer)], said.number, word, place, said.piece, target)

    def _danger(self, place: Spot) -> tuple[float, float]:
        """Tell how near the next enemy is to a place, and how many are beside it."""
        x, y = place
        away = [hypot(x - ex, y - ey) for ex, ey in self._enemies]
        known = min(away, default=0.0), float(len([one for one in away if one < CLOSE]))
        self._dangers[place] = known
        return known

    def _find(self, view: Any, name: str) -> int:  # noqa: ANN401
        """Find the row of whoever holds something that is no piece; 0 is nobody."""
        if not name:
            return 0
        return self._row.get(self.reader.holder(view, name), 0)


def _numbered(types: Any) -> dict[Any, int]:  # noqa: ANN401
    """Number kinds by their names, from 1."""
    return {types[name]: n for n, name in enumerate(sorted(types), start=1)}
