"""Units of an army in the making: how many elements, of what, and what they cost."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from walstatt.games.idg.army import Unit
from walstatt.games.idg.lists import ArmyList, Line, Troop, army_lists
from walstatt.games.idg.muster import element_of
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.prices import element_points
from walstatt.games.idg.troops import Profile

USUAL: Final[dict[str, tuple[int, int]]] = {
    "warrior": (5, 8),
    "skirmisher": (4, 6),
    "elephant": (1, 1),
    "artillery": (1, 1),
}
"""How large units of a class usually are."""
SMALLEST: Final = 2
LARGEST: Final = 12


class Extra(Struct, frozen=True):
    """Some elements of a unit that differ from the others: a share of them, or so many."""

    troop: str
    upgrades: tuple[str, ...] = ()
    share: Fraction = Fraction(0)
    count: int = 0

    def in_unit(self, size: int) -> int:
        """Tell how many there are in a unit of this size."""
        return min(self.count, size - 1) if self.count else int(self.share * size)


class Draft(Struct, frozen=True):
    """A unit in the making."""

    list_id: str
    line: str
    troop: str
    size: int
    state: str = ""
    options: tuple[str, ...] = ()
    extras: tuple[Extra, ...] = ()
    most: int = LARGEST
    locked: bool = False
    """Its size is what it must be."""
    origin: str = ""
    allied: bool = False

    @property
    def book(self) -> ArmyList:
        """Give its list."""
        return army_lists()[self.list_id]

    @property
    def kind(self) -> Line:
        """Give its line."""
        return self.book.lines[self.line]

    @property
    def profile(self) -> Troop:
        """Give what most of its elements are."""
        return self.kind.troops[self.troop]

    @property
    def usual_size(self) -> tuple[int, int]:
        """Give how large it usually is."""
        return usual_size(self.kind, self.profile)

    def elements(self) -> dict[tuple[str, tuple[str, ...]], int]:
        """Count its elements by kind and upgrades."""
        rest, found = self.size, dict[tuple[str, tuple[str, ...]], int]()
        for extra in self.extras:
            count = min(extra.in_unit(self.size), rest - 1)
            if count > 0:
                found[extra.troop, extra.upgrades] = count
                rest -= count
        return {(self.troop, ()): rest, **found}

    def unit(self) -> Unit:
        """Write it down."""
        counts = {
            " + ".join((troop, *upgrades)): count
            for (troop, upgrades), count in self.elements().items()
        }
        plain = list(counts) == [next(iter(self.kind.troops))]
        return Unit(
            line=self.line,
            options=self.options,
            elements=self.size if plain else counts,
            state=self.state,
            origin=self.origin,
        )

    def resized(self, by: int) -> Draft:
        """Make it larger or smaller."""
        return replace(self, size=self.size + by)


def usual_size(line: Line, profile: Profile) -> tuple[int, int]:
    """Give how large units of a line usually are."""
    return line.usual.size or USUAL.get(profile.troop, (3, 6))


def draft_points(draft: Draft, options: IdgOptions) -> int:
    """Price a unit in the making."""
    return sum(
        count * _points(draft.list_id, draft.line, troop, (*draft.options, *upgrades), options)
        for (troop, upgrades), count in draft.elements().items()
    )


@lru_cache(maxsize=4096)
def _points(
    list_id: str, line: str, troop: str, upgrades: tuple[str, ...], options: IdgOptions
) -> int:
    element = element_of(army_lists()[list_id], line, troop, upgrades, options)
    return element_points(element.price, options)
