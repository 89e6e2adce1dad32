"""What dice do on average: a pair that fights, a shot; from the exact odds of the rules."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple, TypeVar

from msgspec.structs import replace

from walstatt.games.idg.ai.worth import Toll
from walstatt.games.idg.melee_dice import MELEE, MeleeDice
from walstatt.games.idg.melee_results import Clash
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.shooting_dice import SHOT, ShotDice
from walstatt.games.idg.shooting_results import struck_by
from walstatt.games.idg.world import IdgCtx, is_mounted
from walstatt.kernel.ledger import Quantity

Q = TypeVar("Q")

FACES: Final = 10
RALLIED: Final = 2 / 3
"""How many markers two dice take away on average. IDG-13.4.1."""
MOST_KNOWN: Final = 50_000

_MELEE: dict[IdgOptions, dict[MeleeDice, int]] = {}
_SHOTS: dict[IdgOptions, dict[ShotDice, int]] = {}


class Exchange(NamedTuple):
    """What both of a pair suffer on average."""

    own: Toll
    foe: Toll

    def plus(self, other: Exchange, share: float = 1.0) -> Exchange:
        """Add what comes next, or part of it."""
        return Exchange(self.own.plus(other.own, share), self.foe.plus(other.foe, share))

    def times(self, count: float) -> Exchange:
        """Let several pairs fight like this."""
        return Exchange(self.own.times(count), self.foe.times(count))


@lru_cache(maxsize=20_000)
def exchange(clash: Clash) -> Exchange:
    """Weigh every difference of two dice with its chance."""
    own_markers = foe_markers = own_lost = foe_lost = 0.0
    for difference in range(1 - FACES, FACES):
        chance = (FACES - abs(difference)) / FACES**2
        fallen = clash.read((difference, 0))
        own_markers += chance * fallen.own_markers
        foe_markers += chance * fallen.foe_markers
        own_lost += chance * fallen.own_lost
        foe_lost += chance * fallen.foe_lost
    return Exchange(Toll(own_markers, own_lost), Toll(foe_markers, foe_lost))


@lru_cache(maxsize=256)
def shot_toll(added: int, *, elephant: bool) -> Toll:
    """Weigh every face of a shot."""
    results = [struck_by(face + added, elephant=elephant) for face in range(1, FACES + 1)]
    markers = sum(one.markers for one in results) / FACES
    return Toll(markers, sum(one.lost for one in results) / FACES)


def melee_total(ctx: IdgCtx, query: MeleeDice) -> int:
    """Reckon what is added to a die in melee; reckoned once for each situation."""
    return _total(ctx, MELEE, query, _MELEE.setdefault(ctx.options, {}))


def shot_total(ctx: IdgCtx, query: ShotDice) -> int:
    """Reckon what is added to the die of a shot; reckoned once for each situation."""
    return _total(ctx, SHOT, query, _SHOTS.setdefault(ctx.options, {}))


def _total(ctx: IdgCtx, quantity: Quantity[Q], query: Q, known: dict[Q, int]) -> int:
    """Reckon a number, or remember it."""
    found = known.get(query)
    if found is None:
        if len(known) > MOST_KNOWN:
            known.clear()
        found = known[query] = ctx.reckon(quantity, query).total
    return found


def fought(ctx: IdgCtx, own: MeleeDice, foe: MeleeDice) -> Exchange:
    """Weigh one turn of a fight between two elements."""
    return exchange(
        Clash(
            melee_total(ctx, own),
            melee_total(ctx, foe),
            is_mounted(own.own),
            is_mounted(foe.own),
            _is_frail(own),
            _is_frail(foe),
            ctx.options.var_ten_plus_markers,
        )
    )


def fought_on(
    ctx: IdgCtx, own: MeleeDice, foe: MeleeDice, later: float, pairs: int = 1
) -> Exchange:
    """Weigh a fight of so many pairs that goes on for a second turn, in which nobody has just come.

    Whoever has the worse of the first turn fights the second with the markers he got.
    """
    first = fought(ctx, own, foe)
    if not later:
        return first
    second = fought(
        ctx, _settled(own, first.own.markers * pairs), _settled(foe, first.foe.markers * pairs)
    )
    return first.plus(second, later)


def _is_frail(query: MeleeDice) -> bool:
    return query.own.troop == "skirmisher" or query.wild


def _settled(query: MeleeDice, markers: float) -> MeleeDice:
    """Let a turn pass: what was new is not, and a unit has got markers and rallied from some."""
    return replace(
        query,
        disorder=query.disorder + round(max(0.0, markers - RALLIED)),
        moved=False,
        turned=False,
        entered=False,
        foe_moved=False,
        new=False,
        pikes=min(query.pikes, 1),
    )
