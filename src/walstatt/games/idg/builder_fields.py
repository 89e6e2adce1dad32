"""What can be said about an army as a whole: time and place, role, general, train."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, get_args

from msgspec.structs import replace

from walstatt.games.idg.army import FREE, Army, Equipment, General, budget, text_of
from walstatt.games.idg.army_check import home_terrains
from walstatt.games.idg.army_words import (
    line_word,
    list_word,
    state_word,
    unit_word,
    upgrade_notes,
    upgrade_word,
    when_word,
    years_word,
)
from walstatt.games.idg.builder_data import key_of, marks_of, put
from walstatt.games.idg.builder_troops import profile_fields
from walstatt.games.idg.command import may_be_bought_elite, may_be_independent
from walstatt.games.idg.general_check import general_flaws
from walstatt.games.idg.lists import ArmyList, Home, army_lists
from walstatt.games.idg.muster import Body, Muster, muster, possible_commands
from walstatt.games.idg.prices import element_points
from walstatt.games.idg.scenario_check import (
    ATTACKERS,
    BESIEGED,
    MOST_WAGONS,
    SIEGE_ONLY,
    WORKS,
    role_of,
    works_limits,
)
from walstatt.games.idg.scene_pieces import sprite_of
from walstatt.games.idg.troops import (
    CommandType,
    Profile,
    Role,
    Scenario,
    base_of,
    in_words,
    listed,
    troop_file,
)
from walstatt.i18n.catalogue import Message, say
from walstatt.scene.rosters import (
    ArmyField,
    ArmyOption,
    ArmyPart,
    ArmySection,
    ArmyUpgrade,
    Edits,
    Plain,
    Way,
)

SCENARIOS: Final[tuple[Scenario, ...]] = get_args(Scenario)
ROLES: Final[tuple[Role, ...]] = get_args(Role)
MOST_BAGGAGE: Final = 12
MOST_EQUIPMENT: Final = 200


def sections(muster: Muster) -> tuple[ArmySection, ...]:
    """List everything that can be said."""
    return (
        ArmySection("name", say("idg.builder.name"), tuple(_names())),
        ArmySection("battle", say("idg.builder.battle"), tuple(battle_fields(muster.army))),
        ArmySection("origin", say("idg.builder.from"), tuple(_origin(muster))),
        GeneralEditor(muster).section(),
        ArmySection("train", say("idg.builder.train"), tuple(_train(muster))),
    )


def choice(
    *at: str | int, options: Iterable[ArmyOption], usual: Plain = None, note: Message | None = None
) -> ArmyField:
    """Let one of several be chosen."""
    return ArmyField(
        key=key_of(at),
        at=at,
        kind="choice",
        label=say(f"idg.builder.{at[-1]}"),
        options=tuple(options),
        usual=usual,
        note=note,
    )


def _unsaid(what: Message) -> ArmyOption:
    return ArmyOption(label=say("idg.builder.usual", what=what))


# -- names and battles ---------------------------------------------------------------------------


def _names() -> Iterator[ArmyField]:
    for name in ("name", "note"):
        label = say(f"idg.builder.army_{name}")
        yield ArmyField(key=name, at=(name,), kind="text", label=label, usual="")


def battle_fields(army: Army) -> Iterator[ArmyField]:
    """Let scenario, role and points be chosen."""
    fights = [ArmyOption(label=say(f"idg.battle.{one}"), value=one) for one in SCENARIOS]
    yield choice("scenario", options=fights, usual="open_battle")
    roles = [ArmyOption(label=say(f"idg.role.{one}"), value=one) for one in ROLES]
    yield choice("role", options=roles, usual="attacker")
    scenario, role = army.scenario or "open_battle", army.role or "attacker"
    usual = budget(scenario, role)
    yield ArmyField(
        key="points",
        at=("points",),
        kind="points",
        label=say("idg.builder.points"),
        usual=usual,
        least=50,
        most=5000,
        note=say("idg.builder.recommended", n=usual),
        rule="IDG-5.2.1",
    )


# -- where the army comes from -------------------------------------------------------------------


def _origin(muster: Muster) -> Iterator[ArmyField]:
    army, book = muster.army, muster.own.book
    yield choice("list", options=_lists(muster))
    if book is not None:
        yield from _time_and_place(muster, book)
    types = possible_commands(army, muster.own, muster.led)
    if book is None:
        types = list(get_args(CommandType))
    if len(types) > 1 or army.command is not None:
        yield choice("command", options=_commands(muster, types), note=None)
    homes: tuple[str, ...] = home_terrains(army) if book else get_args(Home)
    if len(homes) > 1 or army.home is not None:
        open_homes = listed([say(f"idg.home.{one}") for one in homes])
        found = [ArmyOption(label=say(f"idg.home.{one}"), value=one) for one in homes]
        yield choice("home", options=[_unsaid(open_homes), *found])


def _time_and_place(muster: Muster, book: ArmyList) -> Iterator[ArmyField]:
    list_id = muster.army.list
    yield ArmyField(
        key="year",
        at=("year",),
        kind="year",
        label=say("idg.builder.year"),
        least=book.years[0],
        most=book.years[1],
        note=None if muster.options.opt_dates else say("idg.builder.undated"),
        rule="IDG-3.1.9",
    )
    if book.states:
        usual = state_word(list_id, book.usual_state)
        states = [ArmyOption(label=state_word(list_id, one), value=one) for one in book.states[:-1]]
        last = ArmyOption(label=usual, value=book.usual_state)
        yield choice("state", options=[*states, last], usual=book.usual_state)
    if book.theatres:
        found = [
            ArmyOption(
                label=say(f"idg.theatre.{list_id}.{name}"),
                value=name,
                note=when_word(one) if one.is_dated else None,
                apt=one.allows_year(muster.year),
            )
            for name, one in book.theatres.items()
        ]
        yield choice("theatre", options=[_unsaid(say("idg.builder.any")), *found])


def _lists(muster: Muster) -> Iterator[ArmyOption]:
    """List all lists; with another one the army begins anew."""
    for name, book in army_lists().items():
        yield ArmyOption(
            label=list_word(name),
            value=name,
            edits=_begin_anew(None),
            note=years_word(book.years),
        )
    if muster.options.opt_free_armies or muster.army.list == FREE:
        yield ArmyOption(label=list_word(FREE), value=FREE, edits=_begin_anew("organised"))


def _begin_anew(command: CommandType | None) -> Edits:
    gone = ("general", "state", "theatre", "home", "year", "allies", "equipment")
    return (put("units", to=[]), put("command", to=command), *(put(name) for name in gone))


def _commands(muster: Muster, types: list[CommandType]) -> Iterator[ArmyOption]:
    if muster.own.book is not None:
        yield _unsaid(say(f"idg.command.{types[0]}"))
    for one in types:
        yield ArmyOption(label=say(f"idg.command.{one}"), value=one)


# -- the general ---------------------------------------------------------------------------------


class GeneralEditor:
    """What can be said about the general."""

    def __init__(self, mustered: Muster) -> None:
        self.muster = mustered
        self.army = mustered.army
        self.book = mustered.own.book
        self.general = mustered.army.general or General()

    def section(self) -> ArmySection:
        """Describe him, and what can be said about him."""
        return ArmySection(
            "general",
            say("idg.builder.general"),
            tuple(self._fields()),
            tuple(self._upgrades()),
            tuple(self._parts()),
        )

    def _parts(self) -> Iterator[ArmyPart]:
        """Show his element."""
        leader = self.muster.leader
        if leader is None:
            return
        yield ArmyPart(
            key="general",
            at=("general",),
            what=in_words(leader.profile),
            count=1,
            each=element_points(leader.price, self.muster.options),
            sprite=sprite_of(leader.profile),
            marks=marks_of(leader.profile, general=True),
            depth=base_of(leader.profile).depth,
            leads=1,
        )

    def _fields(self) -> Iterator[ArmyField]:
        yield ArmyField(
            key="general.name",
            at=("general", "name"),
            kind="text",
            label=say("idg.builder.general_name"),
        )
        yield choice("general", "with", options=self._places())
        if self.book is not None:
            yield from self._element(self.book)
        elif self.general.unit is None or self.general.profile is not None:
            profile = self.general.profile or Profile(troop="heavy_cavalry")
            yield from profile_fields(profile, ("general", "profile"))
        is_attached = self.muster.led is not None
        command = self.muster.command
        if self.general.elite or may_be_bought_elite(command, is_attached=is_attached):
            yield self._elite()
        if self.book is not None and self.book.exceptional:
            yield choice("general", "exceptional", options=self._heroes(self.book))

    def _suits(self, **changes: Plain) -> bool:
        """Tell whether the general could be so."""
        army = replace(self.army, general=replace(self.general, **changes))
        return not list(general_flaws(muster(army, self.muster.options)))

    # -- where he is -----------------------------------------------------------------------------

    def _places(self) -> Iterator[ArmyOption]:
        line = self.general.line or self._usual_line()
        edits: Edits = (put("general", "line", to=line or None),)
        if self.book is None:
            edits = (put("general", "profile", to={"class": "heavy_cavalry"}),)
        yield ArmyOption(
            label=say("idg.builder.independent"),
            edits=edits,
            apt=may_be_independent(self.muster.command),
        )
        for place, body in enumerate(self.muster.own.bodies):
            plain: Edits = tuple(
                put("general", name) for name in ("line", "troop", "options", "elite", "profile")
            )
            alike = {"line": "", "troop": "", "options": (), "elite": False, "profile": None}
            yield ArmyOption(
                label=say("idg.builder.with_unit", n=place + 1, unit=unit_name(body)),
                value=place + 1,
                edits=plain,
                apt=self._suits(unit=place + 1, **alike),
            )

    def _usual_line(self) -> str:
        """Name the line that generals are of: the first that may lead on its own."""
        for name in self.book.lines if self.book else ():
            if self._suits(unit=None, line=name, troop="", options=()):
                return name
        return ""

    # -- what he is ------------------------------------------------------------------------------

    def _element(self, book: ArmyList) -> Iterator[ArmyField]:
        tribal = self.muster.command == "tribal"
        if not tribal or self.general.line:
            yield choice("general", "line", options=self._lines(book))
        line = self.general.line
        if self.muster.led is not None and not line:
            line = self.muster.own.bodies[self.muster.led].line
        troops = book.lines[line].troops if line else {}
        if len(troops) > 1 and not (tribal and not self.general.line):
            found = [
                ArmyOption(label=in_words(one.profile(self.muster.options)), value=name)
                for name, one in troops.items()
            ]
            yield choice("general", "troop", options=found, usual=next(iter(troops)))

    def _lines(self, book: ArmyList) -> Iterator[ArmyOption]:
        gone = (put("general", "troop"), put("general", "options"))
        if self.muster.led is not None:
            yield ArmyOption(label=say("idg.builder.like_his_unit"), edits=gone)
        for name, line in book.lines.items():
            if line.leads:
                yield ArmyOption(
                    label=line_word(self.army.list, name),
                    value=name,
                    edits=gone,
                    apt=self._suits(line=name, troop="", options=()),
                )

    def _elite(self) -> ArmyField:
        return ArmyField(
            key="general.elite",
            at=("general", "elite"),
            kind="switch",
            label=say("idg.builder.elite"),
            rule="IDG-2.3.7",
        )

    def _heroes(self, book: ArmyList) -> Iterator[ArmyOption]:
        yield ArmyOption(label=say("idg.builder.no_hero"))
        for name, when in book.exceptional.items():
            yield ArmyOption(
                label=say(f"idg.leader.{name}"),
                value=name,
                points=troop_file().exceptional,
                note=when_word(when) if when.is_dated else None,
                apt=when.allows(self.muster.year, self.muster.own.state),
            )

    def _upgrades(self) -> Iterator[ArmyUpgrade]:
        """List the upgrades his element can have, where it is one of a line of its own."""
        line, book = self.general.line, self.book
        if book is None or not line:
            return
        kind = self.general.troop or next(iter(book.lines[line].troops))
        troop = book.lines[line].troops[kind]
        for name, upgrade in book.upgrades.items():
            fits = upgrade.only is None or upgrade.only.fits(troop)
            if not (line in upgrade.lines and fits):
                continue
            on = name in self.general.options
            rest = [one for one in self.general.options if one != name]
            to = rest if on else [*rest, name]
            yield ArmyUpgrade(
                id=name,
                name=upgrade_word(self.army.list, name),
                on=on,
                each=upgrade.price(troop.quality),
                rule=upgrade.rule,
                apt=upgrade.when.allows(self.muster.year, self.muster.own.state),
                notes=tuple(upgrade_notes(self.army.list, upgrade)),
                edits=(put("general", "options", to=to or None),),
            )


def unit_name(body: Body) -> Message:
    """Name a unit in all languages, or by its line."""
    if isinstance(body.name, str):
        return unit_word(body)
    english, german = text_of(body.name, "en"), text_of(body.name, "de")
    return say("idg.either", en=english, de=german) if english else unit_word(body)


# -- baggage and equipment -----------------------------------------------------------------------


def _train(muster: Muster) -> Iterator[ArmyField]:
    yield _count(("baggage",), MOST_BAGGAGE, 0, "IDG-5.10.1", usual=2)
    things = troop_file().equipment
    for name in Equipment.__struct_fields__:
        if getattr(muster.army.equipment, name) or _is_to_be_had(muster, name):
            most = MOST_WAGONS if name == "wagons" else MOST_EQUIPMENT
            field = _count(("equipment", name), most, things[name].points, things[name].rule)
            yield replace(field, note=_works_note(muster.army)) if name == "walls" else field
    if muster.army.stake or (muster.options.opt_stratagems and _scenario(muster) == "open_battle"):
        yield _count(("stake",), MOST_EQUIPMENT, 1, "IDG-5.7.1")


def _count(at: Way, most: int, each: int, rule: str, usual: int = 0) -> ArmyField:
    return ArmyField(
        key=key_of(at),
        at=at,
        kind="count",
        label=say(f"idg.builder.{at[-1]}"),
        most=most,
        each=each,
        rule=rule,
        usual=usual,
    )


def _works_note(army: Army) -> Message:
    least, most, _ = works_limits(army)
    return say("idg.builder.works", least=least, most=most)


def _scenario(muster: Muster) -> str:
    return role_of(muster.army)[0]


def _is_to_be_had(muster: Muster, name: str) -> bool:
    """Tell whether a thing may be bought in this role by this list."""
    options, book = muster.options, muster.own.book
    scenario, role = role_of(muster.army)
    if name == "wagons":
        return options.opt_wagons == "all" or book is None or book.wagons
    if name in WORKS:
        walls_only = scenario == "raid" and name == "walls"
        allowed = works_limits(muster.army)[1] > 0 and options.opt_fortifications != "never"
        return allowed and not walls_only
    if name in ("flamethrowers", "bombs") and not (book and name in book.equipment):
        return False
    if name == "ships" and options.opt_ships_boats == "never":
        return False
    barred = BESIEGED if role == "attacker" else ATTACKERS
    return name in SIEGE_ONLY and scenario == "siege" and name not in barred
