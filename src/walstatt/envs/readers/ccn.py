"""Reading Commands & Colors: Napoleonics. One's own baseline is always at the bottom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, get_args

import numpy as np

from walstatt.envs.reading import AnyRules, Facts, Spot
from walstatt.games.ccn.board import BOARD, ROW, ROWS, WIDE
from walstatt.games.ccn.content import CcnContent, TypeCode
from walstatt.games.ccn.view import CcnView
from walstatt.games.ccn.world import Leader, Phase, Unit
from walstatt.kernel.ids import Seat, UnitId

TYPES: Final[tuple[str, ...]] = ("leader", *get_args(TypeCode))
PHASES: Final[tuple[str, ...]] = get_args(Phase)
PHASE: Final = {phase: np.eye(len(PHASES), dtype=np.float32)[n] for n, phase in enumerate(PHASES)}
HEAD: Final = 10
"""How many facts come before the phase."""
HAND: Final = HEAD + len(PHASES)
HEIGHT: Final = 0.8660254
"""How far the rows of hexes are apart, if a hex is one wide."""


class CcnReader:
    """Reads a battle for one seat."""

    size = 128
    rows = 72
    traits: tuple[str, ...] = (
        "infantry", "cavalry", "artillery", "leader",
        "square", "ordered", "moved", "barred", "fought",
    )  # fmt: skip

    def __init__(self, rules: AnyRules, seat: Seat) -> None:
        content: CcnContent = rules.content
        self.seat = seat
        self.enemy = next(one for one in rules.seats if one != seat)
        self.troops = content.troops
        self.spots = _spots(upside_down=content.homes[seat] == "top")
        self.cards = {card: n for n, card in enumerate(sorted(set(content.deck)), start=1)}
        self.words = dict(self.cards)
        self._hand: tuple[str, ...] = ()
        self._facts: Facts = np.zeros(HAND + len(self.cards), np.float32)
        for text in ("left", "center", "right"):
            self.words[text] = len(self.words) + 1

    def pieces(self, view: CcnView) -> Mapping[UnitId, Unit | Leader]:
        """List units and leaders."""
        return {**view.units, **view.leaders}

    def row(self, piece: Unit | Leader) -> tuple[float, ...]:
        """Tell about a unit or a leader."""
        own = 1.0 if piece.side == self.seat else -1.0
        x, y = self.spots[piece.at]
        if isinstance(piece, Leader):
            acted = float(piece.ordered), float(piece.moved)
            return (1.0, own, 1.0, x, y, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, *acted, 0.0, 0.0)
        troop = self.troops[piece.troop]
        arm = troop.arm
        return (
            1.0, own, float(piece.blocks), x, y, float(TYPES.index(troop.type)),
            float(arm == "infantry"), float(arm == "cavalry"), float(arm == "artillery"), 0.0,
            float(piece.square > 0), float(piece.ordered), float(piece.moved),
            float(piece.barred), float(piece.fought),
        )  # fmt: skip

    def facts(self, view: CcnView) -> Facts:
        """Tell turn, phase, banners, card and hand."""
        seat, enemy = self.seat, self.enemy
        told = self._facts
        told[:HEAD] = (
            view.turn, view.active == seat, view.banners[seat], view.banners[enemy],
            view.hand_sizes[seat], view.hand_sizes[enemy], view.deck_size, view.command,
            self.cards.get(view.card, 0), view.scouting,
        )  # fmt: skip
        told[HEAD : HEAD + len(PHASES)] = PHASE[view.phase]
        if view.hand is not self._hand:
            self._hand = view.hand
            told[HAND:] = 0.0
            for card in view.hand:
                told[HAND - 1 + self.cards[card]] += 1.0
        return told

    def fact_names(self) -> tuple[str, ...]:
        """Name the facts."""
        return (
            "turn", "active", "banners", "enemy banners", "hand", "enemy hand", "deck",
            "command", "card", "scouted", *PHASES, *(f"hand {card}" for card in self.cards),
        )  # fmt: skip

    def score(self, view: CcnView) -> float:
        """Count one's banners."""
        return float(view.banners[self.seat])

    def spot(self, place: int | tuple[int, ...]) -> Spot:
        """Give where a hex is, in hexes."""
        return self.spots[place if isinstance(place, int) else place[-1]]

    def word(self, text: str) -> float:
        """Number a card or a section."""
        return float(self.words.get(text, 0))

    def holder(self, view: CcnView, name: str) -> str:
        """Every piece is whole."""
        return name


def _spots(*, upside_down: bool) -> tuple[Spot, ...]:
    """Give where every hex is, as seen from one side."""
    widest = max(WIDE)
    cells = range(len(BOARD.cells))
    if upside_down:
        return tuple(((widest - WIDE[c]) / 2, (ROWS - ROW[c]) * HEIGHT) for c in cells)
    return tuple((WIDE[c] / 2, (ROW[c] - 1) * HEIGHT) for c in cells)
