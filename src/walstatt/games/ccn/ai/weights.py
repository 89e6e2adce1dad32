"""What a player thinks things are worth, in units of strength: a unit at full strength is 1.6."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace


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
    lead: float = 5.0
    """In judging a whole position: being twice as near to victory, counted in banners, is ln 2."""
    general: float = 0.5
    """A leader."""
    exposed: float = 1.0
    """What a side has to fear whose enemy moves next."""
    exposing: float = 0.5
    """What a side has to fear that moves next itself."""
    place: float = 1.0
    """Nearness to the enemy and to objectives."""
    hand: float = 0.5
    """The cards in hand, by what each brings on a good day."""
    ground: float = 0.1
    """Ground given up without a fight."""


OFFICER: Final = Weights()
"""The best that is known."""
BOLD: Final = replace(OFFICER, caution=0.6, advance=0.09, exposed=0.7, exposing=0.7)
"""Somebody who would rather strike than wait."""
CAUTIOUS: Final = replace(OFFICER, caution=1.5, advance=0.045, exposed=1.4, exposing=0.4)
"""Somebody who would rather keep his units."""
RECRUIT: Final = OFFICER
"""A beginner knows the same, but has a worse eye for it and less patience."""

LATER: Final[dict[str, float]] = {
    "scout_left": 0.10,
    "scout_center": 0.10,
    "scout_right": 0.10,
    "probe_left": 0.20,
    "probe_center": 0.22,
    "probe_right": 0.20,
    "attack_left": 0.32,
    "attack_center": 0.38,
    "attack_right": 0.32,
    "assault_left": 0.50,
    "assault_center": 0.60,
    "assault_right": 0.50,
    "coordinated_advance": 0.50,
    "flank_attack": 0.42,
    "forward": 0.65,
    "recon_in_force": 0.40,
    "bayonet_charge": 0.60,
    "bombard": 0.60,
    "cavalry_charge": 0.70,
    "counter_attack": 0.40,
    "elan": 0.60,
    "fire_and_hold": 0.60,
    "first_strike": 0.90,
    "force_march": 0.60,
    "cold_steel": 0.70,
    "leadership": 0.60,
    "grande_manoeuvre": 0.45,
    "rally": 0.60,
    "short_supply": 0.50,
}
"""What each card brings on a good day; from the balance of many battles among recruits."""
USUAL: Final = 0.3
"""What any other card brings."""
