"""An army as its player writes it down: list, general, units, equipment. IDG-3."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct, field

from walstatt.games.idg.lists import Home
from walstatt.games.idg.troops import CommandType, Profile, Role, Scenario, troop_file
from walstatt.kernel.trace import rule

FORMAT: Final = 1
FREE: Final = "free"
"""The list of an army that follows none. IDG-3.1.2."""

Word: TypeAlias = Annotated[str, Meta(max_length=60)]
Text: TypeAlias = Annotated[str, Meta(max_length=120)]
Long: TypeAlias = Annotated[str, Meta(max_length=1000)]
Name: TypeAlias = Text | dict[Literal["en", "de"], Text]
"""A name, or one in each language."""
Note: TypeAlias = Long | dict[Literal["en", "de"], Long]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=200)]
Options: TypeAlias = Annotated[tuple[Word, ...], Meta(max_length=8)]
Elements: TypeAlias = (
    Annotated[int, Meta(ge=1, le=60)]
    | Annotated[dict[str, Annotated[int, Meta(ge=1, le=60)]], Meta(min_length=1, max_length=12)]
)
Artillery = Literal["light_artillery", "heavy_siege_engine"]


class FreeTroops(Profile, frozen=True, omit_defaults=True):
    """Elements of an army without a list."""

    count: Annotated[int, Meta(ge=1, le=60)] = 1

    def profile(self) -> Profile:
        """Give what they are."""
        return Profile(**{name: getattr(self, name) for name in Profile.__struct_fields__})


class Unit(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A unit: elements of one line of the list."""

    name: Name = ""
    line: Word = ""
    state: Word = ""
    origin: Word = ""
    options: Options = ()
    """Upgrades that all its elements have."""
    elements: Elements | None = None
    """How many, or how many of each kind: `{spear: 4, spear + armoured: 2}`."""
    exchange: Artillery | None = None
    """Artillery that takes a unit's place in a siege. IDG-5.6.17."""
    troops: Annotated[tuple[FreeTroops, ...], Meta(max_length=12)] = ()
    """Without a list: what its elements are."""


class General(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The general. IDG-2."""

    name: Name = ""
    unit: int | str | None = field(default=None, name="with")
    """The unit he is attached to, by number or name; none: he is independent."""
    line: Word = ""
    troop: Word = ""
    options: Options = ()
    elite: bool = False
    """Bought as elite. IDG-2.3.7."""
    exceptional: Word = ""
    """Which of the list's exceptional generals he is. IDG-2.4.1."""
    profile: Profile | None = None
    """Without a list: what his element is."""


class Contingent(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Allies: units of another list, without a general. IDG-3.2."""

    list: Word
    state: Word = ""
    units: Annotated[tuple[Unit, ...], Meta(max_length=20)]


class Equipment(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is bought besides troops. IDG-16, IDG-17."""

    walls: Number = 0
    """Sections of 4 MU, those with towers included. IDG-16.1.2."""
    ramparts: Number = 0
    towers: Number = 0
    breaches: Number = 0
    """How many breaches are attempted before the game. IDG-5.6.11."""
    siege_towers: Number = 0
    ladders: Number = 0
    """How many elements carry one."""
    wagons: Number = 0
    ships: Number = 0
    flamethrowers: Number = 0
    bombs: Number = 0
    """How many turns of firing bombs are paid for, all pieces together. IDG-18.12.22."""

    def counts(self) -> dict[str, int]:
        """List what there is any of."""
        found = {name: getattr(self, name) for name in self.__struct_fields__}
        return {name: count for name, count in found.items() if count}


class Army(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An army file: plain, versioned, made to be mailed."""

    format: Literal[1] = field(name="walstatt-army")
    game: Literal["idg"]
    list: Word
    name: Name
    note: Note = ""
    year: Annotated[int, Meta(ge=-2500, le=1300)] | None = None
    state: Word = ""
    theatre: Word = ""
    home: Home | None = None
    """Which of the list's home terrains, where it leaves a choice."""
    command: CommandType | None = None
    """The command type, where the list leaves a choice."""
    scenario: Scenario | None = None
    role: Role | None = None
    points: Annotated[int, Meta(ge=50, le=5000)] | None = None
    general: General | None = None
    units: Annotated[tuple[Unit, ...], Meta(max_length=40)]
    allies: Annotated[tuple[Contingent, ...], Meta(max_length=4)] = ()
    baggage: Annotated[int, Meta(ge=0, le=12)] = 2
    equipment: Equipment = Equipment()
    stake: Number = 0
    """Points staked on a stratagem. IDG-5.7.1."""

    @property
    def limit(self) -> int:
        """Give the points it may cost: as agreed, or as recommended for its role."""
        return self.points or budget(self.scenario or "open_battle", self.role or "attacker")


@rule("IDG-5.2.1")
def budget(scenario: Scenario, role: Role) -> int:
    """Give the points recommended for a game of one evening."""
    return troop_file().scenarios[scenario][role]


@rule("IDG-5.2.1", "IDG-5.3.1", "IDG-5.4.1", "IDG-5.5.1", "IDG-5.6.1")
def budget_against(scenario: Scenario, role: Role, enemy: int) -> int:
    """Give the points of a side whose enemy has so many: bigger games keep the ratio."""
    sizes = troop_file().scenarios[scenario]
    other: Role = "defender" if role == "attacker" else "attacker"
    return enemy * sizes[role] // sizes[other]


def text_of(name: Name | Note, language: str) -> str:
    """Say a name in a language, or in the one it has."""
    if isinstance(name, str):
        return name
    known = {str(key): text for key, text in name.items()}
    return known.get(language) or next(iter(known.values()), "")


def names_of(name: Name) -> tuple[str, ...]:
    """List a name in all its languages."""
    return (name,) if isinstance(name, str) else tuple(name.values())
