"""What an army that is being made can still have: the lines of its list, artillery, allies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final, get_args

from walstatt.games.idg.army import Artillery
from walstatt.games.idg.army_words import (
    conditions,
    line_word,
    list_word,
    upgrade_notes,
    upgrade_word,
    when_word,
)
from walstatt.games.idg.builder_data import marks_of, put_in
from walstatt.games.idg.builder_troops import NEW_TROOPS
from walstatt.games.idg.lists import Allowance, Ally, ArmyList, Troop, army_lists
from walstatt.games.idg.muster import Force, Muster, element_of
from walstatt.games.idg.prices import ElementPrice, element_points
from walstatt.games.idg.quick_draft import usual_size
from walstatt.games.idg.scenario_check import MOST_EXCHANGED
from walstatt.games.idg.scene_pieces import sprite_of
from walstatt.games.idg.troops import Profile, base_of, in_words, listed
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.decisions import Violation
from walstatt.scene.rosters import ArmyLine, ArmyOption, ArmyTroop, Way

PLAIN: Final = Profile(troop="warrior")
ENGINES: Final[tuple[Artillery, ...]] = get_args(Artillery)


def line_rows(muster: Muster, force: Force, at: Way) -> Iterator[ArmyLine]:
    """Describe the lines of a list, and what can be had besides."""
    if force.book is None:
        yield _free_line(force, at)
    else:
        for name in force.book.lines:
            yield LineRow(muster, force, force.book, name).row(at)
    if not force.allied and muster.army.scenario == "siege":
        yield from _engines(muster, force, at)


def line_key(prefix: str, name: str) -> str:
    """Give the key of a line, such as `allies[0].lines.hastati`."""
    return f"{prefix}lines.{name}"


class LineRow:
    """One line of a list beside what an army has of it."""

    def __init__(self, muster: Muster, force: Force, book: ArmyList, name: str) -> None:
        self.muster = muster
        self.force = force
        self.book = book
        self.name = name
        self.line = book.lines[name]
        self.states = {force.state, *(body.state for body in force.bodies)}

    def row(self, at: Way) -> ArmyLine:
        """Describe it."""
        least, most = self._limits()
        main = self.main
        profile = self.line.troops[main].profile(self.muster.options)
        return ArmyLine(
            key=line_key(self.force.at, self.name),
            name=line_word(self.force.list_id, self.name),
            have=len(self.force.of_line(self.name)),
            least=least,
            most=most,
            troops=tuple(self._troop(kind, one) for kind, one in self.line.troops.items()),
            sprite=sprite_of(profile),
            marks=marks_of(profile),
            depth=base_of(profile).depth,
            notes=tuple(self._notes()),
            rule=self.line.rule,
            apt=self._is_apt(),
            add=(put_in(*at, "units", len(self.force.bodies), to=self._new_unit(main)),),
        )

    @property
    def main(self) -> str:
        """Name the kind of which a new unit consists: the first that may be all of it."""
        troops = self.line.troops
        whole = [name for name, one in troops.items() if one.most == "1/1" and self._allows(one)]
        return next(iter(whole), next(iter(troops)))

    def _allows(self, troop: Troop) -> bool:
        return troop.when.allows(self.muster.year, self.force.state)

    def _limits(self) -> tuple[int, int]:
        least, most = self.line.units
        counts = Counter(body.line for body in self.force.bodies)
        for other in self.book.instead:
            kept = all(low <= counts[name] <= high for name, (low, high) in other.lines.items())
            if kept and other.when.allows_year(self.muster.year):
                least, most = other.lines.get(self.name, (least, most))
        return min(least, 1) if self.force.allied else least, most

    def _new_unit(self, kind: str) -> dict[str, Any]:
        """Write down a unit of the usual size."""
        low, high = self.line.size or usual_size(self.line, self.line.troops[kind])
        unit: dict[str, Any] = {"line": self.name, "elements": {kind: (low + high) // 2}}
        homes = [
            name for name, one in self.line.origins.items() if one.allows_year(self.muster.year)
        ]
        return unit | ({"origin": homes[0]} if homes else {})

    def _troop(self, kind: str, troop: Troop) -> ArmyTroop:
        element = element_of(self.book, self.name, kind, (), self.muster.options)
        plain = ElementPrice(element.profile, element.printed)
        notes = conditions(self.force.list_id, troop.when)
        notes += [say("idg.desk.most", share=troop.most)] if troop.most != "1/1" else []
        notes += [say("idg.desk.least", share=troop.least)] if troop.least != "0/1" else []
        notes += [say("idg.desk.all_or_none")] if troop.all_or_none else []
        points = element_points(plain, self.muster.options)
        return ArmyTroop(in_words(element.profile), points, tuple(notes))

    def _notes(self) -> Iterator[Message]:
        yield from conditions(self.force.list_id, self.line.when)
        if self.line.size is not None:
            yield _size_word(self.line.size)
        if self.line.elements is not None:
            yield say("idg.desk.most_elements", n=self.line.elements)
        yield from (_allowance(self.force.list_id, one) for one in self.line.allowed)
        homes = [
            listed([say(f"idg.origin.{name}"), *conditions(self.force.list_id, one)])
            for name, one in self.line.origins.items()
            if one.is_dated
        ]
        yield from homes

    def _is_apt(self) -> bool:
        """May the army have such troops at all?"""
        year, line = self.muster.year, self.line
        origins = line.origins.values()
        return (
            any(line.when.allows(year, state) for state in self.states)
            and (not origins or any(one.allows_year(year) for one in origins))
            and (not line.allowed or any(self._allowed(one) for one in line.allowed))
        )

    def _allowed(self, one: Allowance) -> bool:
        return any(one.when.allows(self.muster.year, state) for state in self.states)


def _size_word(size: tuple[int, int]) -> Message:
    least, most = size
    if least == most:
        return say("idg.builder.exact_size", n=most)
    return say("idg.builder.size", least=least, most=most)


def _allowance(list_id: str, allowed: Allowance) -> Message:
    return listed([say("idg.desk.most_units", n=allowed.units), *conditions(list_id, allowed.when)])


# -- without a list ------------------------------------------------------------------------------


def _free_line(force: Force, at: Way) -> ArmyLine:
    """Let an army without a list have units of any troops."""
    unit = {"troops": [NEW_TROOPS]}
    return ArmyLine(
        key=line_key(force.at, "free"),
        name=say("idg.builder.any_troops"),
        have=sum(bool(body.unit.troops) for body in force.bodies),
        least=0,
        most=10,
        troops=(),
        sprite=sprite_of(PLAIN),
        depth=base_of(PLAIN).depth,
        rule="IDG-3.1.2",
        add=(put_in(*at, "units", len(force.bodies), to=unit),),
    )


def _engines(muster: Muster, force: Force, at: Way) -> Iterator[ArmyLine]:
    """Let units be exchanged for artillery in a siege. IDG-5.6.17."""
    for kind in ENGINES:
        profile = Profile(troop="artillery", weapon="artillery", kind=kind)
        points = element_points(ElementPrice(profile), muster.options)
        yield ArmyLine(
            key=line_key(force.at, kind),
            name=say(f"idg.kind.{kind}"),
            have=sum(body.unit.exchange == kind for body in force.bodies),
            least=0,
            most=MOST_EXCHANGED,
            troops=(ArmyTroop(in_words(profile), points),),
            sprite=sprite_of(profile),
            depth=base_of(profile).depth,
            notes=(say("idg.builder.exchange", n=MOST_EXCHANGED),),
            rule="IDG-5.6.17",
            add=(put_in(*at, "units", len(force.bodies), to={"exchange": kind}),),
        )


# -- what a list says besides --------------------------------------------------------------------


def upgrade_words(list_id: str, book: ArmyList) -> Iterator[Message]:
    """State the upgrades of a list, with their price for each element."""
    for name, one in book.upgrades.items():
        lines = listed([line_word(list_id, line) for line in one.lines])
        costs = [one.cost] if isinstance(one.cost, int) else [*one.cost.values()]
        cost = "/".join(f"{value:+d}" for value in costs).replace("-", "\N{MINUS SIGN}")
        what = say("idg.builder.upgrade", what=upgrade_word(list_id, name), cost=cost, lines=lines)
        yield listed([what, *upgrade_notes(list_id, one)])


def list_rules(list_id: str, book: ArmyList) -> Iterator[Message]:
    """State what the lines do not say by themselves."""
    for one in book.company:
        states = (one.alone,) if one.alone else one.never
        who = listed([say(f"idg.state.{list_id}.{state}") for state in states])
        yield say("idg.army.no.alone" if one.alone else "idg.army.no.company", who=who)
    for together in book.exclusive:
        yield say("idg.army.no.together", what=_lines(list_id, together.lines))
    for mixed in book.mixes:
        yield say("idg.desk.mixed", lines=_lines(list_id, mixed.lines))
    for other in book.instead:
        for line, (least, most) in other.lines.items():
            words = {"line": line_word(list_id, line), "when": when_word(other.when)}
            yield say("idg.desk.instead", least=least, most=most, **words)
    yield from (say(f"idg.list_rule.{one}") for one in book.rules)


def _lines(list_id: str, lines: Iterable[str]) -> Message:
    return listed([line_word(list_id, one) for one in lines])


# -- allies --------------------------------------------------------------------------------------


def ally_offers(muster: Muster) -> Iterator[ArmyOption]:
    """List the allies who could come along. IDG-3.2.2."""
    book = muster.own.book
    if book is None or muster.army.allies:
        return
    for one in book.allies:
        words = [list_word(one.list), *([when_word(one.when)] if one.when.is_dated else [])]
        yield ArmyOption(
            label=listed(words),
            edits=(put_in("allies", 0, to=_contingent(one)),),
            apt=one.when.allows_year(muster.year) and muster.options.opt_allies,
        )


def _contingent(ally: Ally) -> dict[str, Any]:
    """Write down a unit of each line that allies must have."""
    book = army_lists()[ally.list]
    units = []
    for name, line in book.lines.items():
        if line.units[0]:
            kind = next(iter(line.troops))
            low, _ = line.size or usual_size(line, line.troops[kind])
            units.append({"line": name, "elements": {kind: low}})
    state = {"state": ally.states[0]} if ally.states else {}
    return {"list": ally.list, **state, "units": units}


# -- where a flaw belongs ------------------------------------------------------------------------


def lines_meant(flaw: Violation) -> str:
    """Name the line a flaw of a whole list is about, if it is about one."""
    line = flaw.message.args.get("line")
    if isinstance(line, Message) and line.id.startswith("idg.line."):
        return line.id.rpartition(".")[2]
    return ""


def upgrade_meant(flaw: Violation) -> str:
    """Name the upgrade a flaw of a whole list is about, if it is about one."""
    what = flaw.message.args.get("what")
    if isinstance(what, Message) and what.id.startswith("idg.upgrade."):
        return what.id.rpartition(".")[2]
    return ""
