"""Which units an army made by the program has, of what troops, with which upgrades."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from walstatt.games.idg.army import Army, General
from walstatt.games.idg.army_check import MOST
from walstatt.games.idg.line_check import exclusion_flaws
from walstatt.games.idg.list_rules import own_flaws
from walstatt.games.idg.lists import Line, Upgrade, army_lists
from walstatt.games.idg.muster import muster
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.quick_draft import Draft, Extra, usual_size
from walstatt.games.idg.troops import Profile
from walstatt.kernel.decisions import Rng

POINTS_A_UNIT: Final = 56
"""About what a unit costs."""
ALTERNATIVE: Final = 0.25
"""How often the list's other numbers of units are used, where it has any."""
PAIRED: Final = "as_many_light_as_heavy_mongols"
OTHER_ARMS: Final = 0.6
"""How often a unit has some elements with other weapons, where it may."""


def _kinds(draft: Draft) -> Iterator[Profile]:
    """List the kinds of troops in a unit."""
    yield draft.profile
    for extra in draft.extras:
        yield draft.kind.troops[extra.troop]


class Recruiter:
    """Finds the troops of one army."""

    def __init__(self, list_id: str, year: int, state: str, rng: Rng, options: IdgOptions) -> None:
        self.list_id = list_id
        self.year = year
        self.state = state
        self.rng = rng
        self.options = options
        self.book = army_lists()[list_id]
        self.kinds = {name: self._one_kind(line) for name, line in self.book.lines.items()}
        """What lines consist of that are all of one kind."""

    # -- units -----------------------------------------------------------------------------------

    def units(self, room: int, places: int) -> list[Draft]:
        """Choose units worth about so many points, at most so many of them."""
        limits = self._limits()
        drafts = [self.draft(name) for name, (least, _) in limits.items() for _ in range(least)]
        wanted = round(room / POINTS_A_UNIT) + self.rng.randint(-1, 1)
        for _ in range(4 * MOST):
            if len(drafts) >= min(max(wanted, 5), places):
                break
            drafts = self._one_more(drafts, limits)
        order = list(self.book.lines)
        drafts.sort(key=lambda one: order.index(one.line))
        return (
            self._halves(drafts) if "as_many_light_as_heavy_mongols" in self.book.rules else drafts
        )

    def _limits(self) -> dict[str, tuple[int, int]]:
        limits = {name: line.units for name, line in self.book.lines.items() if self.has(line)}
        for one in self.book.instead:
            if one.when.allows_year(self.year) and self.rng.random() < ALTERNATIVE:
                limits |= one.lines
        return limits

    def has(self, line: Line) -> bool:
        """May the army have such troops?"""
        allowed = [one for one in line.allowed if one.when.allows(self.year, self.state)]
        origins = [one for one in line.origins.values() if one.allows_year(self.year)]
        return (
            line.when.allows(self.year, self.state)
            and (bool(allowed) or not line.allowed)
            and (bool(origins) or not line.origins)
        )

    def _one_more(self, drafts: list[Draft], limits: dict[str, tuple[int, int]]) -> list[Draft]:
        """Add a unit of a line that has room, the usual ones more often."""
        counts = Counter(one.line for one in drafts)
        names = [
            name for name, (_, most) in limits.items() if counts[name] < self._most(name, most)
        ]
        weights = [self.book.lines[name].usual.weight / (1 + counts[name]) for name in names]
        if not any(weights):
            return drafts
        more = [*drafts, self.draft(self.rng.choices(names, weights)[0])]
        return drafts if self.clashes(more) else more

    def _most(self, name: str, most: int) -> int:
        allowed = self.book.lines[name].allowed
        mine = [one.units for one in allowed if one.when.allows(self.year, self.state)]
        return min([most, *mine[:1]])

    def clashes(self, drafts: list[Draft], general: General | None = None) -> bool:
        """Does the list forbid these units together, or with this general?"""
        if not (self.book.rules or self.book.exclusive):
            return False
        units = tuple(one.unit() for one in drafts)
        army = Army(
            format=1,
            game="idg",
            list=self.list_id,
            name="",
            year=self.year,
            state=self.state,
            units=units,
            general=general,
        )
        found = muster(army, self.options)
        return bool([*own_flaws(found), *exclusion_flaws(found, found.own, self.book)])

    # -- troops ----------------------------------------------------------------------------------

    def draft(self, name: str) -> Draft:
        """Choose what a unit of a line consists of."""
        line = self.book.lines[name]
        troop = self.kinds[name] or self.rng.choice(self._main_troops(line))
        profile = line.troops[troop]
        size = self.rng.randint(*usual_size(line, profile))
        fixed = line.size is not None or profile.troop in ("elephant", "artillery")
        draft = Draft(self.list_id, name, troop, size, locked=fixed)
        return replace(draft, extras=self._other_arms(line, troop), origin=self._origin(line))

    def _one_kind(self, line: Line) -> str:
        """Choose the kind of a line that is all of one, or none if it need not be."""
        if PAIRED in self.book.rules and "heavy" in line.troops:
            return "light"
        if not any(one.all_or_none for one in line.troops.values()):
            return ""
        return self.rng.choice(self._main_troops(line))

    def _main_troops(self, line: Line) -> list[str]:
        """List the troops a whole unit can consist of."""
        allowed = [
            name for name, one in line.troops.items() if one.when.allows(self.year, self.state)
        ]
        whole = [name for name in allowed if line.troops[name].most == "1/1"]
        least = [name for name in whole if line.troops[name].least != "0/1"]
        return least or whole

    def _other_arms(self, line: Line, main: str) -> tuple[Extra, ...]:
        """Arm a part of a unit differently, as far as the list allows it for all together."""
        least = Fraction(line.troops[main].least)
        others = [
            (name, min(Fraction(one.most), 1 - least))
            for name, one in line.troops.items()
            if name != main and (least or one.most != "1/1")
        ]
        if not others or self.rng.random() > OTHER_ARMS:
            return ()
        name, share = self.rng.choice(others)
        return (Extra(name, share=share),)

    def _origin(self, line: Line) -> str:
        names = [name for name, one in line.origins.items() if one.allows_year(self.year)]
        return self.rng.choice(names) if names else ""

    def _halves(self, drafts: list[Draft]) -> list[Draft]:
        """Make all Mongols light, or all heavy, or pairs of equal units."""
        mine = [at for at, one in enumerate(drafts) if one.line == "mongols"]
        manner = self.rng.choice(("light", "light", "heavy", "both"))
        if manner == "both" and len(mine) % 2:
            manner = "light"
        for place, at in enumerate(mine):
            if manner == "both":
                size = drafts[mine[place - place % 2]].size
                kind = ("light", "heavy")[place % 2]
                drafts[at] = replace(drafts[at], troop=kind, size=size, locked=True)
            else:
                drafts[at] = replace(drafts[at], troop=manner)
        return drafts

    # -- upgrades --------------------------------------------------------------------------------

    def upgraded(self, drafts: list[Draft]) -> list[Draft]:
        """Buy upgrades, as often as is usual."""
        for name, upgrade in self.book.upgrades.items():
            if self.rng.randrange(100) < upgrade.usual:
                drafts = self._bought(drafts, name, upgrade)
        return drafts

    def _bought(self, drafts: list[Draft], name: str, upgrade: Upgrade) -> list[Draft]:
        can = [at for at, one in enumerate(drafts) if self._suits(one, name, upgrade)]
        if not can:
            return drafts
        drafts = list(drafts)
        for at in self._chosen(can, upgrade):
            drafts[at] = self._with(drafts[at], name, upgrade)
        return drafts

    def _suits(self, draft: Draft, name: str, upgrade: Upgrade) -> bool:
        """Can a unit have an upgrade, besides those it has?"""
        mine = [self.book.upgrades[one] for one in draft.options]
        changed = {field for one in mine for field in one.change.fields()}
        barred = {*upgrade.not_with, *(name for one in mine if name in one.not_with)}
        return (
            draft.line in upgrade.lines
            and upgrade.when.allows(self.year, self.state)
            and (upgrade.only is None or all(map(upgrade.only.fits, _kinds(draft))))
            and {*upgrade.needs} <= {*draft.options}
            and not changed & {*upgrade.change.fields()}
            and not barred & {name, *draft.options}
        )

    def _chosen(self, can: list[int], upgrade: Upgrade) -> list[int]:
        """Choose the units that have an upgrade."""
        if upgrade.all_or_none or upgrade.most != "1/1":
            return can
        if upgrade.units is not None:
            return self.rng.sample(can, min(len(can), self.rng.randint(1, upgrade.units)))
        if upgrade.elements is not None:
            return [self.rng.choice(can)]
        return can if self.rng.random() < 0.6 else self.rng.sample(can, (len(can) + 1) // 2)

    def _with(self, draft: Draft, name: str, upgrade: Upgrade) -> Draft:
        """Give a unit an upgrade: all of it, or as many elements as may have it."""
        if upgrade.most != "1/1":
            extra = Extra(draft.troop, (name,), share=Fraction(upgrade.most))
            return replace(draft, extras=(*draft.extras, extra))
        if upgrade.elements is None:
            return replace(draft, options=(*draft.options, name))
        if "quality" in upgrade.change.fields():
            size = min(draft.size, upgrade.elements)
            return replace(draft, options=(*draft.options, name), size=size, most=upgrade.elements)
        extra = Extra(draft.troop, (name,), count=upgrade.elements)
        return replace(draft, extras=(*draft.extras, extra))
