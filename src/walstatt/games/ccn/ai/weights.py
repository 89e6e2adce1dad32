"""What a player thinks things are worth, in units of strength: a unit at full strength is 1.6."""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class Weights(Struct, frozen=True):
    """The likings of one player; temperaments and levels differ in these and in nothing else."""

    ladder: tuple[float, ...] = (0.0, 0.75, 1.1, 1.4, 1.65, 1.85)
    """A unit by its blocks: the last one is the dearest."""
    banner: float = 0.6
    """A victory banner, on top of the unit that is lost."""
    stakes: tuple[float, ...] = (5.0, 5.0, 1.8, 1.3, 1.1)
    """How much more a banner counts by how many are missing to victory; further away just 1."""
    driven: float = 0.12
    """Driving a unit back."""
    leader: float = 0.3
    """A leader, on top of his banner."""
    later: float = 0.4
    """What could be attacked next turn."""
    caution: float = 1.0
    """What could be suffered until then."""
    threats: tuple[float, ...] = (0.4, 0.2, 0.1, 0.05)
    """How likely the worst attack to fear, the next worst, ... is made."""
    advance: float = 0.06
    """A hex closer to the enemy."""
    impatience: float = 0.02
    """By how much that grows every turn."""
    hold: float = 0.55
    """Standing on an objective, for each banner of it."""
    deny: float = 0.3
    """Standing on an objective of the enemy, for each banner of it."""
    march: float = 0.09
    """A hex closer to an objective, for the unit that is sent there."""
    command: float = 0.12
    """Having a leader with a unit."""
    idle: float = 0.02
    """What an order or a move must gain to be worth giving."""
    saving: float = 0.5
    """How much of what a card could bring later counts against playing it now."""
    square_card: float = 0.3
    """The card that a square costs, and the unit's freedom."""
    ground: float = 0.1
    """Ground given up without a fight."""


RECRUIT: Final = Weights()
