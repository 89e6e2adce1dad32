"""The small names that everything else is keyed by."""

from typing import NewType, TypeAlias

Seat = NewType("Seat", str)
UnitId = NewType("UnitId", str)
CardId = NewType("CardId", str)
CellId = NewType("CellId", int)

NOBODY = Seat("")
"""No seat: what belongs to nobody, or has no answer of a player."""

RuleId: TypeAlias = str
Face: TypeAlias = int | str
