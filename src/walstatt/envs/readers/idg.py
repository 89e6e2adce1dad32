"""Reading In Death Ground: a unit is a piece, and stands where its first element stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, get_args

from walstatt.envs.reading import AnyRules, Spot
from walstatt.games.idg.content import IdgContent
from walstatt.games.idg.troops import TroopClass
from walstatt.games.idg.view import IdgView
from walstatt.games.idg.world import Element, Phase, Unit
from walstatt.kernel.ids import Seat, UnitId

TROOPS: Final[tuple[str, ...]] = get_args(TroopClass)
PHASES: Final[tuple[str, ...]] = get_args(Phase)
WORDS: Final = (
    "good", "difficult", "top", "right", "bottom", "left", "spring", "summer", "autumn", "winter",
    "enraged", "death_ground", "weary_foe", "majestic", "inscrutable",
    "bastion", "corner", "line", "ring", "village", "camp",
)  # fmt: skip
QUALITIES: Final = {"raw": -1.0, "ordinary": 0.0, "elite": 1.0}
SCALE: Final = 254.0
"""An inch, in tenths of a millimetre."""


class Body(NamedTuple):
    """A unit and the element that stands for it, if any is left."""

    unit: Unit
    lead: Element | None
    fights: bool


class IdgReader:
    """Reads a battle for one seat."""

    size = 24
    rows = 160
    traits: tuple[str, ...] = (
        "on table", "general", "mounted", "missile", "armoured", "quality", "wild",
        "disorder", "activated", "in melee", "moved", "facing",
    )  # fmt: skip

    def __init__(self, rules: AnyRules, seat: Seat) -> None:
        content: IdgContent = rules.content
        self.seat = seat
        self.profiles = content.profiles
        self._bodies: dict[UnitId, Body] = {}

    def pieces(self, view: IdgView) -> Mapping[UnitId, Body]:
        """List the units the seat knows of that are not gone."""
        world = view.world
        fighting = {unit for key in world.melees for unit in key.split("|")}
        before, elements = self._bodies, world.elements
        now: dict[UnitId, Body] = {}
        for unit, one in world.units.items():
            if one.elements:
                lead, fights = elements.get(one.elements[0]), unit in fighting
                now[unit] = _kept(before.get(unit), one, lead, fights)
        self._bodies = now
        return now

    def row(self, piece: Body) -> tuple[float, ...]:
        """Tell about a unit."""
        unit, lead, fights = piece
        own = 1.0 if unit.side == self.seat else -1.0
        if lead is None:
            return (1.0, own, float(len(unit.elements)), *(0.0,) * (3 + len(self.traits)))
        profile = self.profiles[lead.profile]
        x, y = self.spot(lead.pose)
        return (
            1.0, own, float(len(unit.elements)), x, y, float(TROOPS.index(profile.troop)),
            float(unit.status in ("table", "concealed")), float(lead.general),
            float(profile.category == "mounted"), float(profile.missile is not None),
            float(profile.armour != "none"), QUALITIES[profile.quality],
            float(profile.wild), float(unit.disorder), float(unit.activated), float(fights),
            lead.moved / SCALE, lead.pose.facing / 36_000,
        )  # fmt: skip

    def facts(self, view: IdgView) -> list[float]:
        """Tell turn, phase, who is active and what was lost."""
        world = view.world
        told = [0.0] * (6 + len(PHASES))
        told[0], told[1] = float(world.turn), float(world.active == self.seat)
        told[2], told[3] = float(world.attacker == self.seat), float(world.first == self.seat)
        told[4] = float(sum(loss.side == self.seat for loss in world.losses))
        told[5] = float(len(world.losses)) - told[4]
        told[6 + PHASES.index(world.phase)] = 1.0
        return told

    def fact_names(self) -> tuple[str, ...]:
        """Name the facts."""
        return ("turn", "active", "attacker", "first", "losses", "enemy losses", *PHASES)

    def score(self, view: IdgView) -> float:
        """Count one's elements that are left."""
        units = view.world.units.values()
        return float(sum(len(one.elements) for one in units if one.side == self.seat))

    def spot(self, place: int | tuple[int, ...]) -> Spot:
        """Give where a point of the table is, in inches."""
        return (0.0, 0.0) if isinstance(place, int) else (place[0] / SCALE, place[1] / SCALE)

    def word(self, text: str) -> float:
        """Number one of the words the rules use."""
        return float(WORDS.index(text) + 1) if text in WORDS else 0.0

    def holder(self, view: IdgView, name: str) -> str:
        """Give the unit of an element."""
        element = view.world.elements.get(name)
        return name if element is None else str(element.unit)


def _kept(known: Body | None, unit: Unit, lead: Element | None, fights: bool) -> Body:
    """Keep what was there before if nothing about it has changed."""
    if known is not None and known.unit is unit and known.lead is lead and known.fights == fights:
        return known
    return Body(unit, lead, fights)
