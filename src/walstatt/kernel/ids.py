"""The small names that everything else is keyed by."""

from typing import NewType, TypeAlias

Seat = NewType("Seat", str)
UnitId = NewType("UnitId", str)
CardId = NewType("CardId", str)
CellId = NewType("CellId", int)

RuleId: TypeAlias = str
Face: TypeAlias = int | str
