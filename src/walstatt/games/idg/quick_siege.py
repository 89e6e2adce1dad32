"""What an army made by the program buys besides troops: works, siege towers, engines. IDG-5.6."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from walstatt.games.idg.army import Artillery, Equipment, Unit
from walstatt.games.idg.lists import ArmyList, Home
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.prices import equipment_line
from walstatt.games.idg.troops import Role, Scenario
from walstatt.kernel.decisions import Rng

SECTION: Final = 10
TOWER: Final = 25
TOWERED: Final = 0.25
"""How many works have a tower."""


class Outfit(Struct, frozen=True):
    """Equipment, and artillery in the place of units."""

    equipment: Equipment = Equipment()
    engines: tuple[Unit, ...] = ()
    home: Home | None = None
    """Where the army has to be at home to use it; None if that does not matter."""

    @property
    def places(self) -> int:
        """Count the places of units that it takes."""
        return len(self.engines) + self.equipment.siege_towers + self.equipment.ships

    @property
    def points(self) -> int:
        """Add up what the equipment costs, the engines not included."""
        counts = self.equipment.counts().items()
        return sum(equipment_line(name, count).value for name, count in counts)


def outfit(
    book: ArmyList, points: int, scenario: Scenario, role: Role, rng: Rng, options: IdgOptions
) -> Outfit:
    """Choose what suits a role."""
    if options.opt_fortifications == "never":
        return Outfit()
    match scenario, role:
        case "siege", "attacker":
            return _besieger(book, rng)
        case "siege", "defender":
            return _besieged(book, points, rng)
        case "raid", "defender":
            return Outfit(_camp(points, rng))
    return Outfit()


def _camp(points: int, rng: Rng) -> Equipment:
    """Fortify a camp with an eighth of the points, or not at all. IDG-5.5.4.

    A quarter would be allowed, but then raiders on horses find no way in at all.
    """
    return Equipment(ramparts=rng.choice((0, points // 8 // SECTION)))


def _besieged(book: ArmyList, points: int, rng: Rng) -> Outfit:
    """Spend nearly half of the points on works, which is as much as is allowed. IDG-5.6.5.

    A quarter would be enough, and two towers allowed, but then the walls enclose so little ground
    that nobody can ever hold it with two units, and so many guard it that nobody gets in.
    """
    share = rng.randint(points * 9 // 20, points // 2)
    towers = int(rng.random() < TOWERED and share >= 6 * SECTION + TOWER)
    walls = (share - towers * TOWER) // SECTION
    while walls * SECTION + towers * TOWER < -(-points // 4):
        walls += 1
    fire = rng.randint(0, 1) if "flamethrowers" in book.equipment else 0
    engine: tuple[Unit, ...] = (_engine("light_artillery"),) if rng.random() < 0.4 else ()
    return Outfit(Equipment(walls=walls, towers=towers, flamethrowers=fire), engine)


def with_ship(things: Outfit) -> Outfit:
    """Lay a ship before a town on the coast. IDG-17.3.1."""
    return replace(things, equipment=replace(things.equipment, ships=1), home="coast")


def _besieger(book: ArmyList, rng: Rng) -> Outfit:
    """Buy ladders, perhaps a siege tower, an engine or two, many attempts at breaches.

    Half of them fail, and through one breach alone nobody gets in in time.
    """
    engines = rng.randint(0, 2)
    bombs = rng.randint(1, 4) if engines and "bombs" in book.equipment else 0
    equipment = Equipment(
        siege_towers=rng.randint(0, 1),
        breaches=rng.randint(8, 11),
        ladders=rng.randint(2, 4),
        bombs=bombs,
    )
    return Outfit(equipment, (_engine("heavy_siege_engine"),) * engines)


def _engine(kind: Artillery) -> Unit:
    return Unit(exchange=kind)
