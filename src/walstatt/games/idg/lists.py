"""The army lists: lines of troops, upgrades, command, home terrain, all as data. IDG-18."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, field
from msgspec.structs import asdict, replace

from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.troops import (
    FOLDER,
    Armour,
    CommandType,
    Profile,
    Quality,
    SubType,
    TroopClass,
    Weapon,
    spelled,
)
from walstatt.kernel.content import load_folder
from walstatt.kernel.ids import RuleId
from walstatt.kernel.trace import rule as applies

Count: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
Year: TypeAlias = Annotated[int, Meta(ge=-2500, le=1300)]
"""Years before Christ are negative."""
Share: TypeAlias = Annotated[str, Meta(pattern=r"^[1-9]/[1-9]$")]
Home = Literal["desert", "steppe", "pasture", "cultivated", "forest", "mountains", "coast"]
Zone = Literal[
    "west_central_europe",
    "mediterranean",
    "north_africa_middle_east",
    "north_east_asia",
    "sahel_south_asia_south_central_america",
]


class When(Struct, frozen=True):
    """When and for whom something holds. IDG-18.13.2."""

    since: Year | None = field(default=None, name="from")
    to: Year | None = None
    after: Year | None = None
    before: Year | None = None
    states: tuple[str, ...] = ()
    """Only for these; nobody named: for all."""
    not_states: tuple[str, ...] = ()
    rule: RuleId = ""

    @property
    def is_dated(self) -> bool:
        """Does the year matter?"""
        return any(one is not None for one in (self.since, self.to, self.after, self.before))

    @applies("IDG-18.13.2")
    def includes(self, year: int) -> bool:
        """Does it hold in this year? From and to include theirs, after and before do not."""
        return (
            (self.since is None or year >= self.since)
            and (self.to is None or year <= self.to)
            and (self.after is None or year > self.after)
            and (self.before is None or year < self.before)
        )

    def allows_year(self, year: int | None) -> bool:
        """Does a permission hold? Without a year all date limits are ignored. IDG-3.1.9."""
        return year is None or self.includes(year)

    def binds_in(self, year: int | None) -> bool:
        """Does a restriction hold? Without a year none does that has a date. IDG-3.1.9."""
        return not self.is_dated or (year is not None and self.includes(year))

    def allows_state(self, state: str) -> bool:
        """Does it hold for this state?"""
        return (not self.states or state in self.states) and state not in self.not_states

    def allows(self, year: int | None, state: str) -> bool:
        """Does a permission hold in this year for this state?"""
        return self.allows_year(year) and self.allows_state(state)


ALWAYS = When()


class Troop(Profile, frozen=True):
    """Troops of a line, with what its list prints. IDG-1.8.5."""

    points: Count = 0
    most: Share = "1/1"
    """The share of the line's elements it may have at most. IDG-18.13.1."""
    least: Share | Literal["0/1"] = "0/1"
    """The share it has at least, as soon as there is any other."""
    when: When = ALWAYS
    all_or_none: RuleId = ""
    """Either the whole line consists of these troops or none of it does."""
    reading: Literal["", "text", "points"] = ""
    """Under which reading of IDG-A36 its special rules hold; none: always."""
    also: tuple[RuleId, ...] = ()
    """What else the rulebook says of them that stands here."""

    def profile(self, options: IdgOptions) -> Profile:
        """Give what the elements are, as the ambiguities are read."""
        fields = {name: getattr(self, name) for name in Profile.__struct_fields__}
        if self.reading and self.reading != options.var_mongol_bonus_lines:
            fields["special"] = ()
        return Profile(**fields)


class Usual(Struct, frozen=True):
    """How often and how large units of a line are in an army made by the program."""

    weight: Count = 2
    size: tuple[Count, Count] | None = None


class Line(Struct, frozen=True):
    """A line of a list. IDG-3.1.6."""

    units: tuple[Count, Count]
    troops: dict[str, Troop]
    when: When = ALWAYS
    allowed: tuple[Allowance, ...] = ()
    """How many units by state and year, where that differs."""
    group: str = ""
    origins: dict[str, When] = {}
    """Who the troops can be, where not all of them always."""
    size: tuple[Count, Count] | None = None
    """The size of a unit, if it is not the usual one."""
    elements: Count | None = None
    """How many elements there may be in the whole army."""
    rule: RuleId = "IDG-3.1.6"
    also: tuple[RuleId, ...] = ()
    """What else the rulebook says of the line that stands here."""
    leads: bool = True
    """May the general be one of them?"""
    usual: Usual = Usual()


class Allowance(Struct, frozen=True):
    """Up to so many units of a line, for some states, at some time."""

    units: Count
    when: When


class Change(Struct, frozen=True):
    """What an upgrade makes of troops."""

    quality: Quality | UnsetType = UNSET
    wild: bool | UnsetType = UNSET
    armour: Armour | UnsetType = UNSET
    weapon: Weapon | UnsetType = UNSET
    subtypes: tuple[SubType, ...] | UnsetType = UNSET
    mounted_infantry: bool | UnsetType = UNSET

    def applied(self, profile: Profile) -> Profile:
        """Change troops; sub-types are added to those they have. IDG-1.6.3."""
        fields = self.fields()
        if self.subtypes is not UNSET:
            fields["subtypes"] = (*profile.subtypes, *self.subtypes)
        return replace(profile, **fields)

    def fields(self) -> dict[str, object]:
        """Name what changes."""
        return {name: value for name, value in asdict(self).items() if value is not UNSET}


class Upgrade(Struct, frozen=True):
    """Something that a list lets one buy for some of its troops."""

    rule: RuleId
    lines: tuple[str, ...]
    change: Change = field(name="set")
    cost: int | dict[Quality, int] = 0
    """Per element; by the quality it had before, where that matters."""
    when: When = ALWAYS
    units: Count | None = None
    """For how many units at most."""
    elements: Count | None = None
    """For how many elements at most."""
    most: Share = "1/1"
    """For which share of the lines' elements at most."""
    whole: RuleId = ""
    """The rule by which it is only for all elements of a unit together."""
    all_or_none: bool = False
    """For all such troops of the army, or for none."""
    only: Only | None = None
    not_with: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    mixes: bool = False
    """Elements with and without it may be in one unit although they differ in wildness."""
    usual: Annotated[int, Meta(ge=0, le=100)] = 40
    """How often, in percent, the program buys it."""
    also: tuple[RuleId, ...] = ()
    """What else the rulebook says of it that stands here."""

    def price(self, quality: Quality) -> int:
        """Give what an element of this quality pays."""
        return self.cost if isinstance(self.cost, int) else self.cost.get(quality, 0)


class Only(Struct, frozen=True):
    """Which troops an upgrade is for, if not for all of its lines."""

    weapon: Weapon | None = None
    troop: TroopClass | None = field(default=None, name="class")

    def fits(self, profile: Profile) -> bool:
        """Is it for these troops?"""
        return self.weapon in (None, profile.weapon) and self.troop in (None, profile.troop)


class Command(Struct, frozen=True):
    """A command type and when an army has it; the first that applies counts. IDG-2.1.1."""

    type: CommandType
    rule: RuleId
    when: When = ALWAYS
    alone: bool = False
    """Only if all troops are of the general's state."""
    under: str = ""
    """Only under this exceptional general."""
    attached_to: tuple[TroopClass | Literal["wild"], ...] = ()
    """Only if the general is attached to a unit of such troops."""
    chosen: bool = False
    """The player chooses between all types so marked."""
    also: tuple[RuleId, ...] = ()
    """What else the rulebook says of it that stands here."""


class HomeTerrain(Struct, frozen=True):
    """Where an army is at home; the first that applies counts. IDG-4.4.1."""

    terrain: tuple[Home, ...]
    rule: RuleId
    when: When = ALWAYS
    theatre: str = ""


class Company(Struct, frozen=True):
    """States that do not fight together."""

    rule: RuleId
    never: tuple[str, ...] = ()
    alone: str = ""


class Alternative(Struct, frozen=True):
    """Other numbers of units that a list allows instead of the usual ones."""

    rule: RuleId
    when: When
    lines: dict[str, tuple[Count, Count]]


class Exclusive(Struct, frozen=True):
    """Lines of which only one may be used."""

    rule: RuleId
    lines: tuple[str, ...]


class Ally(Struct, frozen=True):
    """A list from which allies may come. IDG-3.2."""

    list: str
    rule: RuleId
    when: When = ALWAYS
    states: tuple[str, ...] = ()
    state_rule: RuleId = ""


class Dismount(Struct, frozen=True):
    """What riders are on foot, where the list says more than the rules. IDG-14.1.9."""

    rule: RuleId
    troop: TroopClass = field(name="class")
    choices: tuple[Literal["swordsmen", "standard"], ...]
    lines: tuple[str, ...] = ()
    """Only these lines; none named: all."""


class ArmyList(Struct, frozen=True, kw_only=True):
    """A list. IDG-18."""

    number: Count
    years: tuple[Year, Year]
    against: tuple[str, ...] = ()
    """The lists it fought."""
    states: tuple[str, ...] = ()
    unit_states: bool = False
    """Every unit may be of another state."""
    state_rule: RuleId = ""
    theatres: dict[str, When] = {}
    called: dict[str, str] = {}
    """What else states, theatres and exceptional generals are called."""
    command: tuple[Command, ...]
    home: tuple[HomeTerrain, ...]
    weather: dict[str, Zone]
    """By theatre, or for all. A proposal: the lists do not say."""
    exceptional: dict[str, When] = {}
    lines: dict[str, Line]
    mixes: tuple[Exclusive, ...] = ()
    """Lines whose elements may be in one unit."""
    upgrades: dict[str, Upgrade] = {}
    instead: tuple[Alternative, ...] = ()
    exclusive: tuple[Exclusive, ...] = ()
    company: tuple[Company, ...] = ()
    allies: tuple[Ally, ...] = ()
    dismount: tuple[Dismount, ...] = ()
    equipment: tuple[str, ...] = ()
    """What only this army may buy."""
    wagons: bool = False
    rules: tuple[str, ...] = ()
    """Whatever else it says; functions of `list_rules`."""

    @property
    def usual_state(self) -> str:
        """Give the state of an army that names none: the last one, which stands for all others."""
        return self.states[-1] if self.states else ""

    def word(self, given: str) -> str:
        """Write a state, a theatre or an exceptional general as it is written here."""
        known = {*self.states, *self.theatres, *self.exceptional, *self.called}
        names = (spelled(given), spelled(given).removesuffix("s"))
        found = next((one for one in names if one in known), given)
        return self.called.get(found, found)

    def dismount_of(self, line: str, troop: TroopClass) -> Dismount | None:
        """Find what the list says of how the riders of a line dismount. IDG-14.1.9."""
        said = [one for one in self.dismount if one.troop == troop]
        return next((one for one in reversed(said) if line in (one.lines or (line,))), None)

    def lines_of(self, group: str) -> Iterator[str]:
        """Name the lines of a group."""
        return (name for name, line in self.lines.items() if line.group == group)

    def rules_behind(self, line: str, troop: str, upgrades: Iterable[str]) -> Iterator[RuleId]:
        """List the rules that make an element what it is: of line, troops and upgrades."""
        of_line = self.lines[line]
        of_troop = of_line.troops[troop]
        yield from (of_line.rule, of_line.when.rule, *of_line.also)
        yield from (of_troop.when.rule, of_troop.all_or_none, *of_troop.also)
        for name in upgrades:
            yield from (self.upgrades[name].rule, *self.upgrades[name].also)

    def may_mix(self, lines: set[str]) -> bool:
        """May elements of these lines be in one unit?"""
        return len(lines) == 1 or any(lines <= {*one.lines} for one in self.mixes)


def fraction(share: str) -> Fraction:
    """Read a share."""
    return Fraction(share)


@cache
def army_lists() -> dict[str, ArmyList]:
    """Read all lists, in the order of their numbers."""
    found = load_folder(FOLDER / "lists", ArmyList)
    return dict(sorted(found.items(), key=lambda item: item[1].number))
