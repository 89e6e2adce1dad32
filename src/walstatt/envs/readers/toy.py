"""Reading the toy game, on hexes or on its table."""

from __future__ import annotations

from collections.abc import Mapping

from walstatt.envs.reading import AnyRules, Spot
from walstatt.games.toy.content import ToyContent
from walstatt.games.toy.field import STEP, HexField, Place
from walstatt.games.toy.view import ToyView
from walstatt.games.toy.world import Unit
from walstatt.kernel.ids import CellId, Seat, UnitId

STANCES = ("cut", "thrust", "guard")
HAND = 12
"""Cards are numbers; of each the hand is counted up to this one."""


class ToyReader:
    """Reads a battle for one seat."""

    size = 64
    rows = 80
    traits: tuple[str, ...] = ("acted", "reacted", "wooded", "on hill")

    def __init__(self, rules: AnyRules, seat: Seat) -> None:
        content: ToyContent = rules.content
        self.seat = seat
        self.seats = (seat, *(one for one in rules.seats if one != seat))
        self.field = content.field
        self.types = sorted(content.types)

    def pieces(self, view: ToyView) -> Mapping[UnitId, Unit]:
        """List the units."""
        return view.units

    def row(self, piece: Unit) -> tuple[float, ...]:
        """Tell about a unit."""
        x, y = self._spot(piece.at)
        own = 1.0 if piece.side == self.seat else -1.0
        return (
            1.0, own, float(piece.strength), x, y, float(self.types.index(piece.type)),
            float(piece.acted), float(piece.reacted),
            float(self.field.wooded(piece.at)), float(self.field.on_hill(piece.at)),
        )  # fmt: skip

    def facts(self, view: ToyView) -> list[float]:
        """Tell round, banners, hands and plans."""
        told = [float(view.round), float(view.deck_size)]
        for seat in self.seats:
            plan = view.plans.get(seat, 0)
            told += (float(view.banners[seat]), float(view.hand_sizes[seat]), float(plan))
        counts = [0.0] * HAND
        for card in view.hand:
            counts[min(card, HAND) - 1] += 1.0
        return told + counts

    def fact_names(self) -> tuple[str, ...]:
        """Name the facts."""
        each = (
            f"{what} {n}" for n in range(len(self.seats)) for what in ("banners", "hand", "plan")
        )
        return ("round", "deck", *each, *(f"hand {n + 1}" for n in range(HAND)))

    def score(self, view: ToyView) -> float:
        """Count one's banners."""
        return float(view.banners[self.seat])

    def spot(self, place: int | tuple[int, ...]) -> Spot:
        """Give where a hex or a point is, in hexes."""
        return self._spot(CellId(place) if isinstance(place, int) else (place[0], place[1]))

    def _spot(self, place: Place) -> Spot:
        if isinstance(place, tuple):
            return place[0] / STEP, place[1] / STEP
        if not isinstance(self.field, HexField):
            return 0.0, 0.0
        row, column = self.field.grid.label(place).split(",")
        return float(column), float(row)

    def word(self, text: str) -> float:
        """Number a stance of a duel."""
        return float(STANCES.index(text) + 1) if text in STANCES else 0.0

    def holder(self, view: ToyView, name: str) -> str:
        """Every unit is whole."""
        return name
