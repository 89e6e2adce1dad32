"""Dummy units of the stratagem "Majestic as the forest": what they may be, and making them. D33.

A dummy may look like any troops that the army could have: of its own units, or of the lines of its
list as far as the battle knows such troops. It is called one more of its line; `mingling` sees to
it that neither its id nor its name tells that it is not real.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from typing import Annotated, ClassVar, Final, TypeAlias

from msgspec import Meta, Struct

from walstatt.games.idg.army import Army
from walstatt.games.idg.army_check import MOST
from walstatt.games.idg.army_words import army_catalogue, line_word
from walstatt.games.idg.commanding import is_independent_general
from walstatt.games.idg.lists import ArmyList, Line, army_lists
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.profiles import rider_key
from walstatt.games.idg.troops import Profile, class_word, in_words
from walstatt.games.idg.unit_check import LONELY, USUAL_SIZE
from walstatt.games.idg.world import (
    Element,
    ElementId,
    IdgCtx,
    Unit,
    fielded,
    is_baggage,
    lead_profile,
)
from walstatt.i18n.catalogue import LANGUAGES, Message, say
from walstatt.kernel.decisions import Answer, Decision, Rng, Violation, refuse
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.prompts import Choice, RowKind, Rows
from walstatt.kernel.trace import rule

Choices: TypeAlias = tuple[str, ...]
"""As what riders of a line may dismount, where its list says more than the rules."""

MOST_DUMMIES: Final = 3


class Decoy(Struct, frozen=True):
    """What a dummy may look like: troops of a line, in which numbers."""

    line: str
    profile: str
    least: int
    most: int


class Dummy(Struct, frozen=True):
    """A dummy unit to be made."""

    kind: Annotated[str, Meta(max_length=80)]
    """One of the `decoys` of the army."""
    size: Annotated[int, Meta(ge=1, le=60)]


# -- how many -------------------------------------------------------------------------------------


@rule("IDG-5.10.7", "IDG-3.1.5")
def counts_as_unit(ctx: IdgCtx, unit: UnitId) -> bool:
    """Does a unit count among those of its army? Baggage and a general by himself do not."""
    return not is_baggage(ctx, unit) and not is_independent_general(ctx, unit)


@rule("IDG-5.7.10", "IDG-5.7.11", "IDG-3.1.4")
def most_dummies(ctx: IdgCtx, seat: Seat) -> int:
    """Give how many dummies a side may have: three, and ten units in all."""
    own = [unit for unit, one in ctx.world.units.items() if one.side == seat]
    return max(0, min(MOST_DUMMIES, MOST - sum(counts_as_unit(ctx, unit) for unit in own)))


# -- what -----------------------------------------------------------------------------------------


@rule("IDG-5.7.10")
def decoys(ctx: IdgCtx, seat: Seat) -> dict[str, Decoy]:
    """List what dummies of a side may look like: its own troops, then others of its list."""
    found: dict[str, Decoy] = {}
    for line, profile in (*_own_kinds(ctx, seat), *_listed_kinds(ctx, seat)):
        least, most = _size(fielded(ctx, seat).army, line, ctx.content.profiles[profile])
        found.setdefault(f"{line}:{profile}", Decoy(line, profile, least, most))
    return found


def _own_kinds(ctx: IdgCtx, seat: Seat) -> Iterator[tuple[str, str]]:
    """Name the troops of the units that are there."""
    for unit, one in ctx.world.units.items():
        if one.side != seat or one.dummy or not counts_as_unit(ctx, unit):
            continue
        plain = [name for name in one.elements if not ctx.world.elements[name].general]
        key = ctx.world.elements[(plain or one.elements)[0]].profile
        if not _is_special(ctx.content.profiles[key]):
            yield one.line, key


def _listed_kinds(ctx: IdgCtx, seat: Seat) -> Iterator[tuple[str, str]]:
    """Name the troops of the list that this battle knows."""
    content = ctx.content
    for line, profile, choices in _listed(fielded(ctx, seat).army, ctx.options):
        key = rider_key(content.profiles, content.on_foot, profile, *choices)
        if key is not None and not _is_special(profile):
            yield line, key


def decoy_profiles(army: Army, options: IdgOptions) -> Iterator[tuple[Profile, Choices]]:
    """List the troops of an army's list, which a battle with stratagems should know."""
    if options.opt_stratagems:
        yield from ((profile, choices) for _, profile, choices in _listed(army, options))


def _listed(army: Army, options: IdgOptions) -> Iterator[tuple[str, Profile, Choices]]:
    book = army_lists().get(army.list)
    if book is None:
        return
    year = army.year if options.opt_dates else None
    state = army.state or book.usual_state
    for name, line in book.lines.items():
        if _may_have(line, year, state):
            for troop in line.troops.values():
                if troop.when.allows(year, state):
                    profile = troop.profile(options)
                    dismount = book.dismount_of(name, profile.troop)
                    yield name, profile, dismount.choices if dismount else ()


def _may_have(line: Line, year: int | None, state: str) -> bool:
    """May an army of this state have such troops at this time?"""
    return (
        line.when.allows(year, state)
        and (not line.allowed or any(one.when.allows(year, state) for one in line.allowed))
        and (not line.origins or any(one.allows_year(year) for one in line.origins.values()))
    )


def _is_special(profile: Profile) -> bool:
    """Is it a fire ox, which is no unit to be shown?"""
    return "fire_ox" in profile.special


@rule("IDG-1.4.1", "IDG-1.4.2", "IDG-5.7.10")
def _size(army: Army, line: str, profile: Profile) -> tuple[int, int]:
    """Give the least and the most elements of such a unit."""
    book: ArmyList | None = army_lists().get(army.list)
    entry = book.lines.get(line) if book else None
    if entry is not None and entry.size is not None:
        return entry.size
    return (1, 1) if profile.troop in LONELY else USUAL_SIZE


# -- choosing -------------------------------------------------------------------------------------


class MakeDummies(Answer, frozen=True, tag="make_dummies"):
    """Make these dummies."""

    dummies: Annotated[tuple[Dummy, ...], Meta(max_length=12)]


@rule("IDG-5.7.10", "IDG-5.7.11")
class ChooseDummies(Decision[MakeDummies], frozen=True, tag="choose_dummies"):
    """What the dummies are, and how large. D33."""

    answers: ClassVar[tuple[type[Answer], ...]] = (MakeDummies,)
    gesture: ClassVar[str] = "form"

    most: int = MOST_DUMMIES

    def check(self, ctx: IdgCtx, answer: MakeDummies) -> list[Violation]:
        """They are at most three, of troops the army may have, in legal sizes."""
        found = []
        if len(answer.dummies) > self.most:
            cited = "IDG-5.7.10" if self.most == MOST_DUMMIES else "IDG-5.7.11"
            found.append(refuse(cited, "idg.no.dummies.many", n=self.most))
        known = decoys(ctx, self.seat)
        for at, dummy in enumerate(answer.dummies):
            decoy = known.get(dummy.kind)
            if decoy is None:
                found.append(refuse("IDG-5.7.10", "idg.no.dummies.kind", f"dummies[{at}]"))
            elif not decoy.least <= dummy.size <= decoy.most:
                found.append(_wrong_size(decoy, dummy, at))
        return found

    def sample(self, ctx: IdgCtx, rng: Rng, count: int) -> list[MakeDummies]:
        """Suggest the largest, none, those that look like own units, and whatever chance finds."""
        known = decoys(ctx, self.seat)
        found = [self.default(ctx), MakeDummies(()), MakeDummies(tuple(self._twins(ctx)))]
        while known and len(found) < count:
            kinds = [rng.choice(list(known)) for _ in range(self.most)]
            sizes = [rng.randint(known[kind].least, known[kind].most) for kind in kinds]
            found.append(MakeDummies(tuple(map(Dummy, kinds, sizes))))
        return found[:count]

    def _twins(self, ctx: IdgCtx) -> Iterator[Dummy]:
        """Copy the largest units of the army, which deceives best."""
        units = {unit: one for unit, one in ctx.world.units.items() if one.side == self.seat}
        known = decoys(ctx, self.seat)
        left = self.most
        for unit, one in sorted(units.items(), key=lambda item: -item[1].size):
            kind = f"{one.line}:{ctx.world.elements[one.elements[-1]].profile}"
            if left and kind in known and counts_as_unit(ctx, unit):
                left -= 1
                yield Dummy(kind, min(one.size, known[kind].most))

    def default(self, ctx: IdgCtx) -> MakeDummies:
        """Make the largest there may be."""
        known = sorted(decoys(ctx, self.seat).items(), key=lambda item: -item[1].most)
        kinds = islice(cycle(known), self.most) if known else ()
        return MakeDummies(tuple(Dummy(kind, decoy.most) for kind, decoy in kinds))

    def prompt(self, ctx: IdgCtx) -> Message:
        """Ask which, and say how many there may be."""
        return ctx.say("ask.choose_dummies", n=self.most)

    def rows(self, ctx: IdgCtx) -> Rows:
        """Let dummies be listed one by one: what each looks like, and how large it is."""
        kinds = tuple(
            RowKind(kind, _kind_in_words(ctx, self.seat, decoy), decoy.least, decoy.most)
            for kind, decoy in decoys(ctx, self.seat).items()
        )
        return Rows("dummies", "kind", "size", kinds, self.most)

    def present(self, ctx: IdgCtx, answer: MakeDummies) -> Choice:
        """Say what they would be."""
        if not answer.dummies:
            return Choice(ctx.say("do.make_no_dummies"))
        return Choice(ctx.say("do.make_dummies", what=_in_words(ctx, self.seat, answer.dummies)))


def _wrong_size(decoy: Decoy, dummy: Dummy, at: int) -> Violation:
    where, cited = f"dummies[{at}]", "IDG-1.4.2" if decoy.most == 1 else "IDG-1.4.1"
    return refuse(
        cited, "idg.no.dummies.size", where, n=dummy.size, least=decoy.least, most=decoy.most
    )


def _kind_in_words(ctx: IdgCtx, seat: Seat, decoy: Decoy) -> Message:
    """Say what a dummy may look like, by the line of the army and its troops."""
    profile = ctx.content.profiles[decoy.profile]
    what = in_words(profile)
    if not decoy.line:
        return what
    line = kind_of_line(ctx, seat, decoy.line, profile)
    return say("idg.of_line", line=line, what=what)


def _in_words(ctx: IdgCtx, seat: Seat, dummies: Sequence[Dummy]) -> Message:
    """List dummies by their numbers and kinds."""
    known, profiles = decoys(ctx, seat), ctx.content.profiles
    words = [
        say("idg.layout.times", n=one.size, what=in_words(profiles[known[one.kind].profile]))
        for one in dummies
        if one.kind in known
    ]
    found = words[-1]
    for word in reversed(words[:-1]):
        found = say("idg.listed", first=word, rest=found)
    return found


# -- making them ----------------------------------------------------------------------------------


@rule("IDG-5.7.10", "IDG-5.7.12")
def make_dummies(ctx: IdgCtx, seat: Seat, dummies: Sequence[Dummy]) -> None:
    """Let dummies wait for their deployment among the units of the army."""
    known = decoys(ctx, seat)
    for dummy in dummies:
        decoy = known[dummy.kind]
        unit = _next_name(ctx, seat)
        names = element_names(unit, dummy.size)
        ctx.world.elements |= {name: Element(unit, decoy.profile) for name in names}
        called = _called(ctx, seat, decoy)
        ctx.world.units[unit] = Unit(seat, called, decoy.line, names, size=dummy.size, dummy=True)


def _next_name(ctx: IdgCtx, seat: Seat) -> UnitId:
    number = 1
    while UnitId(f"{seat}-{number}") in ctx.world.units:
        number += 1
    return UnitId(f"{seat}-{number}")


def element_names(unit: UnitId, size: int) -> tuple[ElementId, ...]:
    """Name the elements of a unit."""
    return (str(unit),) if size == 1 else tuple(f"{unit}.{n}" for n in range(1, size + 1))


def _called(ctx: IdgCtx, seat: Seat, decoy: Decoy) -> tuple[str, str]:
    """Call a dummy one more of its line."""
    profile = ctx.content.profiles[decoy.profile]
    alike = [
        unit
        for unit, one in ctx.world.units.items()
        if one.side == seat
        and one.line == decoy.line
        and lead_profile(ctx, unit).troop == profile.troop
        and counts_as_unit(ctx, unit)
    ]
    kind = kind_of_line(ctx, seat, decoy.line, profile)
    what = say("idg.numbered", what=kind, n=len(alike) + 1) if alike else kind
    english, german = (army_catalogue().text(what, language) for language in LANGUAGES)
    return english, german


def kind_of_line(ctx: IdgCtx, seat: Seat, line: str, profile: Profile) -> Message:
    """Say what units of a line of the army or its allies are called, before they are numbered."""
    army, known = fielded(ctx, seat).army, army_lists()
    books = (army.list, *(one.list for one in army.allies))
    book = next((one for one in books if one in known and line in known[one].lines), None)
    return class_word(profile.troop) if book is None else line_word(book, line)
