"""How the dice of an attack are read, and the exact odds that follow. CCN-8.5, CCN-9.3, CCN-10."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from walstatt.games.ccn.dice import Target
from walstatt.i18n.catalogue import say
from walstatt.kernel.chance import Die, Meaning, Roll
from walstatt.kernel.ids import Seat
from walstatt.kernel.ledger import Ledger
from walstatt.kernel.odds import distribution, tally
from walstatt.kernel.prompts import Chance
from walstatt.kernel.trace import rule

BattleFace: TypeAlias = Literal["INF", "CAV", "ART", "FLAG", "SABER"]
BATTLE_DIE: Final[Die[str]] = Die("battle die", ("INF", "INF", "CAV", "ART", "FLAG", "SABER"))
"""The six faces of a battle die. CCN-1.3.1."""
SYMBOL: Final[Mapping[str, str]] = {"infantry": "INF", "cavalry": "CAV", "artillery": "ART"}
"""The face that hits each arm. CCN-1.4.2."""


class Struck(Struct, frozen=True):
    """What an attack roll comes to."""

    hits: int
    losses: int
    flags: int
    destroyed: bool


class AttackRoll(Meaning, frozen=True, tag="ccn_attack"):
    """The target's symbol hits, in melee sabers too; flags may drive it back. CCN-8.5, CCN-9.3."""

    target: Target
    blocks: int
    melee: bool
    sabers_hit: bool = True
    retiring: bool = False
    """Whether the target retires and reforms, so that only its symbol counts. CCN-13.6."""

    def read(self, faces: Sequence[str]) -> Struck:
        """Count hits and flags."""
        if self.target == "leader":
            return self._against_leader(faces)
        hits = faces.count(SYMBOL[self.target])
        if self.retiring:
            losses = min(hits, self.blocks)
            return Struck(hits, losses, 0, losses == self.blocks)
        if self.melee and self.sabers_hit:
            hits += faces.count("SABER")
        losses = min(hits, self.blocks)
        return Struck(hits, losses, faces.count("FLAG"), losses == self.blocks)

    def _against_leader(self, faces: Sequence[str]) -> Struck:
        """A saber fells a lone leader in melee, two of them in fire. CCN-9.5.2, CCN-21.7."""
        sabers = faces.count("SABER")
        falls = sabers >= (1 if self.melee else 2)
        return Struck(sabers, int(falls), 0, falls)

    def hits(self, faces: Sequence[str]) -> tuple[bool, ...]:
        """Tell which faces hit; flags do not, whatever they lead to."""
        hitting = [] if self.target == "leader" else [SYMBOL[self.target]]
        sabers = self._against_leader(faces).destroyed if self.target == "leader" else self.melee
        if sabers and self.sabers_hit and not self.retiring:
            hitting.append("SABER")
        return tuple(face in hitting for face in faces)

    def losses(self, result: Struck) -> int:
        """Count the blocks lost."""
        return result.losses


class Fate(Struct, frozen=True):
    """What becomes of a leader."""

    falls: bool


class LeaderCheckRoll(Meaning, frozen=True, tag="ccn_leader_check"):
    """A leader falls if every die shows a saber. CCN-10.2, CCN-10.3."""

    def read(self, faces: Sequence[str]) -> Fate:
        """Tell whether he falls."""
        return Fate(all(face == "SABER" for face in faces))

    def hits(self, faces: Sequence[str]) -> tuple[bool, ...]:
        """Show the sabers that fell him; fewer than are needed do nothing."""
        return (self.read(faces).falls,) * len(faces)

    def losses(self, result: Fate) -> int:
        """Count a fallen leader as one loss."""
        return int(result.falls)


def attack_roll(
    purpose: str, because: str, seat: Seat, count: int, meaning: AttackRoll, ledger: Ledger
) -> Roll[str]:
    """Make the roll of an attack."""
    return Roll(purpose, because, BATTLE_DIE, count, seat, meaning, (ledger,))


@rule("CCN-10.2", "CCN-10.3", "CCN-10.6", "CCN-A15")
def leader_check_roll(seat: Seat, *, survives: bool) -> Roll[str]:
    """Make the roll for a leader: two dice if his unit lives, one if it is gone."""
    because = "CCN-10.2" if survives else "CCN-10.3"
    count = 2 if survives else 1
    return Roll("ccn.roll.leader_check", because, BATTLE_DIE, count, seat, LeaderCheckRoll())


# -- what a player is told before he commits ------------------------------------------------------


def attack_odds(request: Roll[str], *, led: bool) -> tuple[Chance, ...]:
    """Give the exact odds of losses, flags, elimination, and of the leader falling."""
    odds = distribution(request)
    chances = [
        *_each("losses", tally(odds, lambda result: result.losses)),
        *_each("flags", tally(odds, lambda result: result.flags)),
    ]
    gone = tally(odds, lambda result: result.destroyed).get(True, Fraction(0))
    if gone:
        chances.append(_chance("eliminated", gone))
    if led:
        chances.append(_chance("leader_falls", leader_falls_chance(odds, request.seat)))
    return tuple(chances)


def leader_falls_chance(odds: Mapping[Struck, Fraction], seat: Seat) -> Fraction:
    """Reckon how likely an attached leader falls by the hits of this roll."""
    survives = distribution(leader_check_roll(seat, survives=True))[Fate(falls=True)]
    gone = distribution(leader_check_roll(seat, survives=False))[Fate(falls=True)]
    total = Fraction(0)
    for result, chance in odds.items():
        if result.losses:
            total += chance * (gone if result.destroyed else survives)
    return total


def _each(what: str, chances: Mapping[int, Fraction]) -> Iterable[Chance]:
    for number, chance in sorted(chances.items()):
        label = say(f"ccn.odds.{what}", n=number)
        yield Chance(label, round(chance * 1_000_000))


def _chance(what: str, chance: Fraction) -> Chance:
    return Chance(say(f"ccn.odds.{what}"), round(chance * 1_000_000))
