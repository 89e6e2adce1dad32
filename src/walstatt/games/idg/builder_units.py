"""The units of an army that is being made: their elements, upgrades, and what could be changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain

import msgspec

from walstatt.games.idg.army import Unit
from walstatt.games.idg.army_price import unit_points
from walstatt.games.idg.army_words import (
    conditions,
    kind_word,
    state_word,
    unit_word,
    upgrade_notes,
    upgrade_word,
)
from walstatt.games.idg.builder_data import key_of, marks_of, put, unit_deeds
from walstatt.games.idg.builder_troops import free_parts
from walstatt.games.idg.lists import ArmyList, Upgrade, When
from walstatt.games.idg.muster import (
    JOINED,
    Body,
    Element,
    Force,
    Muster,
    counted,
    element_of,
    kind_in,
    split_key,
)
from walstatt.games.idg.prices import ElementPrice, element_points
from walstatt.games.idg.scene_pieces import sprite_of
from walstatt.games.idg.troops import base_of, in_words
from walstatt.games.idg.unit_check import size_of
from walstatt.i18n.catalogue import Message, say
from walstatt.scene.rosters import (
    ArmyEdit,
    ArmyField,
    ArmyOption,
    ArmyPart,
    ArmyUnit,
    ArmyUpgrade,
    Edits,
    Way,
)


def unit_rows(muster: Muster, force: Force, at: Way) -> Iterator[ArmyUnit]:
    """Describe the units of one list."""
    for place, body in enumerate(force.bodies):
        yield _unit_row(muster, force, body, (*at, "units", place))


def _unit_row(muster: Muster, force: Force, body: Body, at: Way) -> ArmyUnit:
    least, most = size_of(force, body)
    editor = UnitEditor(muster, force, force.book, body, at) if force.book and body.line else None
    units = tuple(one.unit for one in force.bodies)
    return ArmyUnit(
        key=key_of(at),
        at=at,
        name=unit_word(msgspec.structs.replace(body, unit=_nameless(body.unit))),
        kind=kind_word(body),
        points=unit_points(muster, body),
        size=len(body.elements),
        least=least,
        most=most,
        parts=tuple(editor.parts()) if editor else tuple(free_parts(muster, body, at)),
        offers=tuple(editor.offers()) if editor else (),
        upgrades=tuple(editor.upgrades()) if editor else (),
        fields=(_name_field(at), *(editor.fields() if editor else ())),
        deeds=unit_deeds(muster.army, at, units),
        led=body.leader is not None or any(one.general for one in body.elements),
    )


def _nameless(unit: Unit) -> Unit:
    return msgspec.structs.replace(unit, name="")


def _name_field(at: Way) -> ArmyField:
    label = say("idg.builder.unit_name")
    return ArmyField(key=key_of((*at, "name")), at=(*at, "name"), kind="text", label=label)


class UnitEditor:
    """What can be done with the elements of one unit of a line."""

    def __init__(self, muster: Muster, force: Force, book: ArmyList, body: Body, at: Way) -> None:
        self.muster = muster
        self.force = force
        self.book = book
        self.body = body
        self.at = at
        self.line = self.book.lines[body.line]
        self.counts = counted(self.book, body.unit)

    # -- elements --------------------------------------------------------------------------------

    def parts(self) -> Iterator[ArmyPart]:
        """List the kinds of elements it has, and those of its line that it could have."""
        leads = Counter(self._key(one) for one in self.body.elements if one.general)
        for key, count in self.counts.items():
            least = 1 if len(self.counts) == 1 else 0
            yield self._part(key, count, least=least, leads=leads[key])
        yield from (self._part(kind, 0) for kind in self._absent(apt=True))

    def _absent(self, *, apt: bool) -> Iterator[str]:
        """List the kinds of its line that it has none of, and could have, or could not."""
        for kind, troop in self.line.troops.items():
            allowed = troop.when.allows(self.muster.year, self.body.state)
            if kind not in self.counts and allowed == apt:
                yield kind

    def _key(self, element: Element) -> str:
        """Find the key under which an element is counted."""
        own = {*self.body.unit.options}
        for key in self.counts:
            kind, upgrades = split_key(key)
            alike = kind_in(self.body.line, kind) == (element.line, element.troop)
            if alike and {*upgrades, *own} == {*element.upgrades}:
                return key
        return ""

    def _part(self, key: str, count: int, *, least: int = 0, leads: int = 0) -> ArmyPart:
        element = self._element(key)
        at = (*self.at, "elements", key)
        when = self._when(key)
        return ArmyPart(
            key=key_of(at),
            at=at,
            what=in_words(element.profile),
            count=count,
            each=self._points(element),
            sprite=sprite_of(element.profile),
            marks=marks_of(element.profile),
            depth=base_of(element.profile).depth,
            leads=leads,
            least=least,
            apt=when.allows(self.muster.year, self.body.state),
            note=_condition(self.force.list_id, when),
        )

    def _element(self, key: str) -> Element:
        kind, upgrades = split_key(key)
        line, troop = kind_in(self.body.line, kind)
        upgrades = (*self.body.unit.options, *upgrades)
        return element_of(self.book, line, troop, upgrades, self.muster.options)

    def _points(self, element: Element) -> int:
        plain = ElementPrice(element.profile, element.printed)
        return element_points(plain, self.muster.options)

    def _when(self, key: str) -> When:
        line, troop = kind_in(self.body.line, split_key(key)[0])
        return self.book.lines[line].troops[troop].when

    # -- elements of other kinds -----------------------------------------------------------------

    def offers(self) -> Iterator[ArmyOption]:
        """List what some of its elements could be instead, and whom it could be mixed with."""
        for key, count in self.counts.items():
            kind, upgrades = split_key(key)
            if not upgrades:
                yield from self._upgraded(key, kind, count)
        for kind in self._absent(apt=False):
            yield self._offer(kind, (self._count(kind, 1),), self._when(kind))
        for mixed in self.book.mixes:
            if self.body.line in mixed.lines:
                others = (one for one in mixed.lines if one != self.body.line)
                yield from chain.from_iterable(map(self._mixed, others))

    def _upgraded(self, key: str, kind: str, count: int) -> Iterator[ArmyOption]:
        line, troop = kind_in(self.body.line, kind)
        for name, upgrade in self.book.upgrades.items():
            new = f"{key} {JOINED} {name}"
            wanted = line in upgrade.lines and not upgrade.whole and new not in self.counts
            if not wanted or name in self.body.unit.options or not self._fits(upgrade, line, troop):
                continue
            edits = (self._count(key, count - 1), self._count(new, 1))
            yield self._offer(new, edits, upgrade.when)

    def _mixed(self, line: str) -> Iterator[ArmyOption]:
        for troop in self.book.lines[line].troops:
            new = f"{line}.{troop}"
            if new not in self.counts:
                yield self._offer(new, (self._count(new, 1),), self.book.lines[line].when)

    def _offer(self, key: str, edits: Edits, when: When) -> ArmyOption:
        element = self._element(key)
        apt = when.allows(self.muster.year, self.body.state)
        return ArmyOption(
            label=in_words(element.profile), edits=edits, points=self._points(element), apt=apt
        )

    def _count(self, key: str, count: int) -> ArmyEdit:
        return put(*self.at, "elements", key, to=count or None)

    def _fits(self, upgrade: Upgrade, line: str, troop: str) -> bool:
        return upgrade.only is None or upgrade.only.fits(self.book.lines[line].troops[troop])

    # -- upgrades of all -------------------------------------------------------------------------

    def upgrades(self) -> Iterator[ArmyUpgrade]:
        """List what all its elements can have together."""
        own = self.body.unit.options
        for name, upgrade in self.book.upgrades.items():
            kinds = [kind_in(self.body.line, split_key(key)[0]) for key in self.counts]
            suits = any(line in upgrade.lines for line, _ in kinds) and any(
                self._fits(upgrade, *kind) for kind in kinds
            )
            if suits or name in own:
                yield self._upgrade(name, upgrade, on=name in own)

    def _upgrade(self, name: str, upgrade: Upgrade, *, on: bool) -> ArmyUpgrade:
        line, troop = kind_in(self.body.line, split_key(next(iter(self.counts)))[0])
        before = self.book.lines[line].troops[troop].quality
        return ArmyUpgrade(
            id=name,
            name=upgrade_word(self.force.list_id, name),
            on=on,
            each=upgrade.price(before),
            rule=upgrade.rule,
            apt=upgrade.when.allows(self.muster.year, self.body.state),
            notes=tuple(upgrade_notes(self.force.list_id, upgrade)),
            edits=self._given_back(name) if on else self._bought(name),
        )

    def _given_back(self, name: str) -> Edits:
        rest = [one for one in self.body.unit.options if one != name]
        return (put(*self.at, "options", to=rest or None),)

    def _bought(self, name: str) -> Edits:
        """Give it to all; those who had it already are like the others then."""
        merged: Counter[str] = Counter()
        for key, count in self.counts.items():
            kind, upgrades = split_key(key)
            rest = (kind, *(one for one in upgrades if one != name))
            merged[f" {JOINED} ".join(rest)] += count
        options = [*self.body.unit.options, name]
        edits = (put(*self.at, "options", to=options),)
        if dict(merged) == self.counts:
            return edits
        return (*edits, put(*self.at, "elements", to=dict(merged)))

    # -- who they are ----------------------------------------------------------------------------

    def fields(self) -> Iterator[ArmyField]:
        """List what else can be said about it: its state, where its men come from."""
        if self.book.unit_states:
            options = [
                ArmyOption(label=state_word(self.force.list_id, one), value=one)
                for one in self.book.states
            ]
            yield self._choice("state", options, state_word(self.force.list_id, self.force.state))
        if self.line.origins:
            found = [
                ArmyOption(
                    label=say(f"idg.origin.{name}"),
                    value=name,
                    apt=when.allows(self.muster.year, self.body.state),
                )
                for name, when in self.line.origins.items()
            ]
            yield self._choice("origin", found, say("idg.builder.any"))

    def _choice(self, name: str, options: Iterable[ArmyOption], usual: Message) -> ArmyField:
        at = (*self.at, name)
        first = ArmyOption(label=say("idg.builder.usual", what=usual))
        return ArmyField(
            key=key_of(at),
            at=at,
            kind="choice",
            label=say(f"idg.builder.{name}"),
            options=(first, *options),
        )


def _condition(list_id: str, when: When) -> Message | None:
    """Say when and for whom something holds, if that matters."""
    words = conditions(list_id, when)
    return words[0] if words else None
