"""What a player thinks things are worth, in points of the army lists: a spearman is 6."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct, field
from msgspec.structs import replace

CAUTION: Final = {
    "line": 0.35,
    "horse": 0.45,
    "light": 0.5,
    "bows": 0.6,
    "guns": 0.3,
    "general": 1.2,
    "train": 1.0,
}


def _scaled(by: float) -> dict[str, float]:
    return {role: by * share for role, share in CAUTION.items()}


class Weights(Struct, frozen=True):
    """The likings of one player; temperaments and levels differ in these and in nothing else."""

    ladder: tuple[float, ...] = (1.0, 0.93, 0.84, 0.66, 0.48, 0.26, 0.15, 0.0)
    """What is left of the worth of a unit by its markers; with seven it is gone."""
    later: float = 0.9
    """What the second turn of a fight counts, against the first."""
    general: float = 40.0
    """A general, on top of his element."""
    train: float = 0.12
    """A baggage train, as a share of the army that loses heart with it."""
    prize: float = 150.0
    """A baggage train for which a raid is made."""
    pull: float = 0.03
    """An inch nearer to what a unit is sent for, as a share of its worth."""
    errand: float = 0.045
    """The same where the whole battle is about it."""
    threats: tuple[float, ...] = (0.7, 0.35, 0.15)
    """How likely the worst attack to fear, the next worst, ... is made."""
    caution: Mapping[str, float] = field(default_factory=lambda: CAUTION)
    """How much of what it has to fear units of a kind mind."""
    foresight: float = 0.3
    """How much an attack counts that an enemy could make in the turn after the next."""
    choosy: float = 0.75
    """How good a move must be, against the best, to come into question."""
    hurried: float = 0.92
    """The same for who has to be somewhere in time."""
    chance: float = 0.25
    """What could be attacked next turn."""
    volley: float = 0.8
    """What enemies who can shoot next would do."""
    open_flank: float = 0.1
    """An enemy on flank or rear, as a share of the unit's worth."""
    mask: float = 0.25
    """Light troops in the way of a unit of the line, as a share of its worth."""
    lead: float = 0.012
    """An inch too far ahead of the line, as a share of the unit's worth."""
    alone: float = 0.05
    """Being far from all friends, as a share of the unit's worth."""
    aside: float = 0.03
    """Facing a quarter turn away from the enemy, as a share of the unit's worth."""
    mire: float = 0.05
    """Standing on difficult ground near the enemy, as a share of the unit's worth."""
    cover: float = 0.03
    """Shelter from shots, as a share of the unit's worth."""
    daring: float = 0.08
    """How welcome any fight is, as a share of the unit's worth."""
    patience: int = 2
    """From which turn on a player gets impatient."""
    impatience: float = 0.02
    """By how much every turn makes a fight more welcome, as a share of the unit's worth."""
    boldness: float = 0.6
    """How much more welcome fights are to a side that is overwhelmingly stronger."""
    gang: float = 0.05
    """Each friend at hand against the same enemy, as a share of his worth."""
    disgust: float = 0.12
    """What a fight must cost, as a share of the unit's worth, to be broken off."""
    rest: int = 3
    """With how many markers a unit goes out of the enemy's reach to rally."""
    wards: bool = True
    """Whether raided baggage is walled in by those who guard it."""
    files: bool = True
    """Whether troops on a long way form a column one element wide, which turns for nothing."""
    skirts: bool = True
    """Whether troops who have to be somewhere go round whoever has moved or bars their way."""
    steady: bool = True
    """Whether those who guard something stay with it, whoever shows himself."""
    descends: bool = True
    """Whether those on walls that nobody attacks come down to where works are open."""

    @property
    def raiding(self) -> Weights:
        """Give the likings of who has no time: no line, no ground, only what is before him."""
        return replace(self, **HEADLONG)


HEADLONG: Final[Mapping[str, Any]] = {
    "later": 0.0,
    "threats": (0.5,),
    "caution": _scaled(0.3),
    "foresight": 0.0,
    "chance": 0.0,
    "open_flank": 0.0,
    "lead": 0.0,
    "alone": 0.0,
    "mire": 0.0,
    "cover": 0.0,
    "daring": 0.3,
    "gang": 0.0,
}
"""What those count who see only what is before them, and go for it: recruits, and raiders."""
OFFICER: Final = Weights(daring=0.05, impatience=0.008, caution=_scaled(1.6), general=60.0)
"""Weighs everything: the second turn of a fight, flanks, friends at hand, what comes next."""
RECRUIT: Final = Weights(
    **HEADLONG,
    choosy=0.1,
    hurried=0.76,
    rest=9,
    wards=False,
    files=False,
    skirts=False,
    steady=False,
    descends=False,
)
"""Sees only what is before it: one turn of a fight, the worst of its dangers; and goes for it."""
BOLD: Final = replace(OFFICER, daring=0.12, disgust=0.2, caution=_scaled(0.8))
CAUTIOUS: Final = replace(OFFICER, daring=0.02, disgust=0.08, caution=_scaled(3.0))
PRESETS: Final = {"recruit": RECRUIT, "officer": OFFICER, "bold": BOLD, "cautious": CAUTIOUS}
"""Levels and temperaments by name."""
