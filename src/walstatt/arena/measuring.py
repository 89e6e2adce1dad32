"""Looking on while a game is played: losses, blows and luck."""

from __future__ import annotations

from collections.abc import Iterable

from walstatt.arena.job import Figures, Fortune
from walstatt.kernel.census import Body
from walstatt.kernel.chance import Meaning, Outcomes, Request, Roll
from walstatt.kernel.events import Rolled
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat
from walstatt.kernel.luck import luck_report
from walstatt.kernel.odds import distribution, expected

DIGITS = 6
"""How exactly figures are kept; enough, and the same everywhere."""


class Measure:
    """Notes what happens in one game."""

    def __init__(self, game: AnyGame) -> None:
        self.definition = game.rules.game
        self.seats = game.rules.seats
        self.began: dict[str, Body] = {}
        self.left: dict[str, int] = {}
        self.inflicted: dict[str, float] = {}
        self.rolled: list[Rolled] = []
        self.shares: dict[Seat, list[float]] = {seat: [] for seat in self.seats}
        self.turn = 0
        self._count(game)

    def chance(self, game: AnyGame, fallen: Iterable[tuple[str, Request, Outcomes]]) -> None:
        """Note what is about to be read from the dice."""
        ctx = game.ctx
        for key, request, outcome in fallen:
            if isinstance(request, Roll) and request.meaning is not None:
                self.rolled.append(Rolled(request, outcome))
            for blow in ctx.rules.game.blows(ctx, key, request, outcome):
                worth = self.began[blow.on].cost if blow.on in self.began else 0.0
                self.inflicted[blow.by] = self.inflicted.get(blow.by, 0.0) + worth * blow.share

    def _worth(self, unit: str) -> float:
        """Give what one point of a unit's strength is worth."""
        body = self.began.get(unit)
        return body.cost / body.strength if body is not None and body.strength else 0.0

    def step(self, game: AnyGame) -> None:
        """Look whether a turn has ended, and count if so."""
        turn = self.definition.turn(game.scopes[0])
        if turn != self.turn:
            self._count(game)
            self._note_shares(turn)

    def end(self, game: AnyGame) -> None:
        """Count for the last time."""
        self._count(game)
        self._note_shares(self.turn + 1)

    def _count(self, game: AnyGame) -> None:
        census = self.definition.census(game.scopes[0])
        for unit, body in census.items():
            if unit not in self.began:
                self.began[unit] = body
        self.left = {unit: body.strength for unit, body in census.items()}

    def _note_shares(self, turn: int) -> None:
        """Write the losses of the turns that are over."""
        for seat in self.seats:
            share = round(self._lost(seat), DIGITS)
            self.shares[seat] += [share] * max(turn - max(self.turn, 1), 0)
        self.turn = max(turn, self.turn)

    def _lost(self, seat: Seat) -> float:
        whole = sum(body.cost for body in self.began.values() if body.seat == seat)
        lost = sum(self._suffered(unit) for unit, one in self.began.items() if one.seat == seat)
        return lost / whole if whole else 0.0

    def _suffered(self, unit: str) -> float:
        body = self.began[unit]
        return max(body.strength - self.left.get(unit, 0), 0) * self._worth(unit)

    def figures(self) -> tuple[Figures, ...]:
        """Add up what each kind of unit cost, lost and took."""
        units: dict[tuple[Seat, str], list[str]] = {}
        for unit, body in self.began.items():
            units.setdefault((body.seat, body.kind), []).append(unit)
        return tuple(
            Figures(
                seat,
                kind,
                len(some),
                round(sum(self.began[one].cost for one in some), DIGITS),
                round(sum(map(self._suffered, some)), DIGITS),
                round(sum(self.inflicted.get(one, 0.0) for one in some), DIGITS),
            )
            for (seat, kind), some in sorted(units.items())
        )

    def fortunes(self) -> dict[Seat, Fortune]:
        """Reckon every seat's luck, from its own dice and from those that fell for both."""
        found: dict[Seat, Fortune] = {}
        for luck in luck_report(self.rolled):
            if luck.seat and luck.deviation:
                _add(found, luck.seat, luck.rolls, luck.losses, luck.expected, luck.deviation**2)
        for event in self.rolled:
            self._strike_back(found, event)
        return {seat: _rounded(fortune) for seat, fortune in found.items()}

    def _strike_back(self, found: dict[Seat, Fortune], event: Rolled) -> None:
        """Credit the enemy of whoever rolled with what the dice cost that one."""
        roll = event.request
        if not isinstance(roll, Roll) or roll.meaning is None or len(self.seats) != 2:
            return
        meaning = roll.meaning
        if type(meaning).backlash is Meaning.backlash or roll.seat not in self.seats:
            return
        enemy = next(seat for seat in self.seats if seat != roll.seat)
        odds = distribution(roll)
        average = float(expected(odds, meaning.backlash))
        squares = float(expected(odds, lambda one: meaning.backlash(one) ** 2))
        fallen = meaning.backlash(meaning.read(event.outcome))
        _add(found, enemy, 1, fallen, average, squares - average**2)


def _add(
    found: dict[Seat, Fortune], seat: Seat, rolls: int, losses: int, mean: float, variance: float
) -> None:
    had = found.get(seat, Fortune())
    found[seat] = Fortune(
        had.rolls + rolls, had.losses + losses, had.expected + mean, had.variance + variance
    )


def _rounded(one: Fortune) -> Fortune:
    return Fortune(one.rolls, one.losses, round(one.expected, DIGITS), round(one.variance, DIGITS))
