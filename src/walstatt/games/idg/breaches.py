"""Breaches that the besieger makes before the battle. IDG-5.6.11 to IDG-5.6.13.

All attempts that were paid for are rolled for at once; for every success the attacker chooses a
straight part of a wall or rampart, 2 to 4 inches long. Gates and towers cannot be breached.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import ClassVar, Final

from msgspec.structs import replace

from walstatt.boards.pose import Length, Spot, apart
from walstatt.games.idg.forts import owner_of
from walstatt.games.idg.ghosts import read_point
from walstatt.games.idg.land import SECTION
from walstatt.games.idg.naming import thing_word
from walstatt.games.idg.siege_events import BreachesTried, BreachMade
from walstatt.games.idg.world import Feature, IdgCtx, enemy_of, fielded
from walstatt.i18n.catalogue import Message
from walstatt.kernel.chance import D6, Meaning, Roll
from walstatt.kernel.decisions import Answer, Decision, Violation, refuse
from walstatt.kernel.frames import Flow, Frame, ask, done, roll
from walstatt.kernel.ids import Seat
from walstatt.kernel.prompts import Choice, Target
from walstatt.kernel.trace import rule

NEEDED: Final = 4
LONG: Final = (2, SECTION)
"""How many inches of a wall a breach takes. IDG-5.6.12."""
BREACHABLE: Final = ("wall", "rampart")
SLACK: Final = 4


class BreachRoll(Meaning, frozen=True, tag="idg_breach"):
    """Every attempt of 4 or more succeeds. IDG-5.6.11."""

    def read(self, faces: Sequence[int]) -> int:
        """Count the breaches."""
        return sum(face >= NEEDED for face in faces)

    def hits(self, faces: Sequence[int]) -> tuple[bool, ...]:
        """Show the dice that succeed."""
        return tuple(face >= NEEDED for face in faces)


@rule("IDG-5.6.11")
def breach_roll(ctx: IdgCtx) -> Roll[int]:
    """Make the roll for all attempts of the attacker."""
    seat = ctx.world.attacker
    return breach_dice(fielded(ctx, seat).equipment.breaches, seat)


def breach_dice(attempts: int, seat: Seat) -> Roll[int]:
    """Give the roll for so many attempts."""
    return Roll("idg.roll.breach", "IDG-5.6.11", D6, attempts, seat, BreachRoll())


# -- where ----------------------------------------------------------------------------------------


class Breach(Answer, frozen=True, tag="breach"):
    """Breach works: on which stretch, from how far along it, how long."""

    works: str
    stretch: int
    start: Length
    length: Length


@rule("IDG-5.6.12")
class ChooseBreach(Decision[Breach], frozen=True, tag="choose_breach"):
    """Which section is breached: the attacker's choice. D08."""

    answers: ClassVar[tuple[type[Answer], ...]] = (Breach,)
    exact: ClassVar[bool] = True
    auto: ClassVar[bool] = False

    left: int = 1
    """How many breaches are still to be made."""

    def check(self, ctx: IdgCtx, answer: Breach) -> list[Violation]:
        """A straight part of a wall or rampart, 2 to 4 inches long, is breached."""
        works = _works(ctx, answer.works)
        if works is None or owner_of(ctx, works) == self.seat:
            return [refuse("IDG-5.6.12", "idg.no.breach.none")]
        found = []
        if works.kind not in BREACHABLE:
            what = thing_word(works.kind)
            found.append(refuse("IDG-5.6.12", "idg.no.breach.kind", works.id, what=what))
        least, most = (n * ctx.content.mu for n in LONG)
        if not least - SLACK <= answer.length <= most + SLACK:
            found.append(refuse("IDG-5.6.12", "idg.no.breach.length", works.id))
        if not 0 <= answer.stretch < len(works.via) - 1:
            return [*found, refuse("IDG-5.6.12", "idg.no.breach.place", works.id)]
        room = apart(*works.via[answer.stretch : answer.stretch + 2])
        if answer.start < 0 or answer.start + answer.length > room + SLACK:
            found.append(refuse("IDG-5.6.12", "idg.no.breach.place", works.id))
        return found

    def candidates(self, ctx: IdgCtx) -> Sequence[Breach]:
        """Offer whole sections, the shorter rest of a stretch, and half sections."""
        return list(breaches_possible(ctx))

    def default(self, ctx: IdgCtx) -> Breach:
        """Take the middle of what there is."""
        found = self.candidates(ctx)
        return found[len(found) // 2]

    def prompt(self, ctx: IdgCtx) -> Message:
        """Say how many breaches are still to be made."""
        return ctx.say("ask.choose_breach", n=self.left)

    def present(self, ctx: IdgCtx, answer: Breach) -> Choice:
        """Point at the middle of the breach."""
        works = _works(ctx, answer.works)
        what = thing_word(works.kind if works else "wall")
        label = ctx.say("do.breach", what=what, n=round(answer.length / ctx.content.mu))
        if works is None:
            return Choice(label)
        a, b = breach_ends(works, answer)
        return Choice(label, Target("point", f"{(a[0] + b[0]) // 2},{(a[1] + b[1]) // 2}"))

    def wish(self, ctx: IdgCtx, target: Target, of: Target | None) -> Breach | None:
        """Read pointing at works, or at a place, as the nearest breach there."""
        del of
        found, numbers = self.candidates(ctx), read_point(target)
        if numbers is not None:
            spot = (numbers[0], numbers[1])
            return min(found, key=lambda one: _away(ctx, one, spot), default=None)
        works = _works(ctx, target.id)
        if works is None or not works.via:
            return None
        usual = (one for one in found if one.works == target.id)
        return next(usual, Breach(target.id, 0, 0, LONG[1] * ctx.content.mu))


def _away(ctx: IdgCtx, answer: Breach, spot: Spot) -> float:
    works = _works(ctx, answer.works)
    if works is None:
        raise ValueError(f"there are no works {answer.works}")
    (ax, ay), (bx, by) = breach_ends(works, answer)
    return apart(((ax + bx) / 2, (ay + by) / 2), spot)


def _works(ctx: IdgCtx, name: str) -> Feature | None:
    return next((one for one in ctx.world.ground if one.id == name), None)


def breaches_possible(ctx: IdgCtx) -> Iterator[Breach]:
    """List where breaches could be: section by section along every stretch."""
    least, most = (n * ctx.content.mu for n in LONG)
    defender = enemy_of(ctx.world.attacker)
    for works in ctx.world.ground:
        if works.kind not in BREACHABLE or owner_of(ctx, works) != defender:
            continue
        for number, (a, b) in enumerate(pairwise(works.via)):
            room = int(apart(a, b))
            for start in range(0, room, most):
                length = min(most, room - start)
                if length >= least:
                    yield Breach(works.id, number, start, length)
                if length >= least * 3 // 2:
                    yield Breach(works.id, number, start + (length - least) // 2, least)


def breach_ends(works: Feature, answer: Breach) -> tuple[Spot, Spot]:
    """Give the ends of a breach."""
    a, b = works.via[answer.stretch : answer.stretch + 2]
    room = apart(a, b)
    parts = (answer.start / room, min(1.0, (answer.start + answer.length) / room))
    one, other = (
        (round(a[0] + part * (b[0] - a[0])), round(a[1] + part * (b[1] - a[1]))) for part in parts
    )
    return one, other


@rule("IDG-5.6.12", "IDG-5.6.13")
def breached(ctx: IdgCtx, answer: Breach) -> tuple[Feature, ...]:
    """Replace part of a wall by a breach; what is left on either side stands."""
    found: list[Feature] = []
    names = {one.id for one in ctx.world.ground}
    for works in ctx.world.ground:
        if works.id != answer.works:
            found.append(works)
            continue
        a, b = breach_ends(works, answer)
        before = _line((*works.via[: answer.stretch + 1], a))
        after = _line((b, *works.via[answer.stretch + 1 :]))
        found += [replace(works, via=before)] if before else []
        gap = _fresh("breach", names)
        found.append(Feature(gap, "breach", via=(a, b), side=works.side))
        if after:
            name = _fresh(works.kind, names) if before else works.id
            found.append(replace(works, id=name, via=after))
    return tuple(found)


def _line(via: tuple[Spot, ...]) -> tuple[Spot, ...]:
    """Leave out points that have become the same; nothing if no line is left."""
    kept = [via[0]]
    for spot in via[1:]:
        if apart(spot, kept[-1]) > SLACK:
            kept.append(spot)
    return tuple(kept) if len(kept) > 1 else ()


def _fresh(kind: str, names: set[str]) -> str:
    number = 1
    while f"{kind}{number}" in names:
        number += 1
    names.add(f"{kind}{number}")
    return f"{kind}{number}"


# -- the procedure --------------------------------------------------------------------------------


@rule("IDG-5.6.11", "IDG-5.6.12")
class Breaches(Frame, frozen=True, tag="breaches"):
    """The attacker's attempts, and where they succeed."""

    left: int = 0

    def begin(self, ctx: IdgCtx) -> Flow:
        """Roll for all that were paid for."""
        tries = fielded(ctx, ctx.world.attacker).equipment.breaches
        if ctx.world.scenario != "siege" or not tries or not any(breaches_possible(ctx)):
            return done()
        return roll(breach_roll(ctx), then=self.rolled)

    def rolled(self, ctx: IdgCtx, faces: tuple[int, ...]) -> Flow:
        """Count the successes; the points are gone in any case."""
        hits = BreachRoll().read(faces)
        if ctx.telling:
            ctx.emit(BreachesTried(len(faces), hits, seat=ctx.world.attacker))
        return replace(self, left=hits).choose(ctx)

    def choose(self, ctx: IdgCtx) -> Flow:
        """Ask for the next section."""
        if not self.left or not any(breaches_possible(ctx)):
            return done()
        return ask(ChooseBreach(ctx.world.attacker, self.left), then=self.chosen)

    def chosen(self, ctx: IdgCtx, answer: Breach) -> Flow:
        """Breach it."""
        works = _works(ctx, answer.works)
        ctx.world.ground = breached(ctx, answer)
        if ctx.telling and works is not None:
            what = thing_word(works.kind)
            ctx.emit(BreachMade(what, seat=ctx.world.attacker))
        return replace(self, left=self.left - 1).choose(ctx)
