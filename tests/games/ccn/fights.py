"""Short words for tests of combat: attacks, their dice, why not, and which rules were cited."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.games.ccn.field import Field, british, cell, field, french
from walstatt.games.ccn.advance import Breakthrough
from walstatt.games.ccn.announcing import MeleeAttack
from walstatt.games.ccn.attack import Manner, attack_ledger
from walstatt.games.ccn.board import BOARD
from walstatt.games.ccn.combat import EndCombat, Fire
from walstatt.games.ccn.reactions import BattleBack, Decline, PlayFirstStrike, Stand
from walstatt.kernel.chance import Roll
from walstatt.kernel.decisions import Answer
from walstatt.kernel.ids import UnitId
from walstatt.kernel.ledger import Ledger
from walstatt.kernel.trace import recording

END, BACK, NO, STRIKE, STAND = EndCombat(), BattleBack(), Decline(), PlayFirstStrike(), Stand()
NO_STRIKES: dict[str, Any] = {"discards": ["first_strike", "first_strike"]}
"""Both First Strikes lie open, so that nobody is asked about them."""


def fire(unit: str, target: str) -> Fire:
    return Fire(UnitId(unit), UnitId(target))


def melee(unit: str, target: str, *guns: str) -> MeleeAttack:
    return MeleeAttack(UnitId(unit), UnitId(target), tuple(map(UnitId, guns)))


def reckoned(
    battle: Field, unit: str, target: str, manner: Manner, *guns: str, bonus: bool = False
) -> Ledger:
    """Reckon the dice of an attack without making it."""
    joining = tuple(map(UnitId, guns))
    return attack_ledger(battle.ctx, UnitId(unit), UnitId(target), manner, joining, bonus=bonus)


def lines(
    battle: Field, unit: str, target: str, manner: Manner, *guns: str, bonus: bool = False
) -> list[str]:
    """Write the dice of an attack line by line."""
    return reckoned(battle, unit, target, manner, *guns, bonus=bonus).explain()


def request(battle: Field) -> Roll[str]:
    """Give the roll that is waiting."""
    assert battle.game.waiting is not None
    ((_, waiting),) = battle.game.waiting.requests
    assert isinstance(waiting, Roll)
    return waiting


def rolled_lines(battle: Field) -> list[str]:
    """Write the dice that are about to be rolled line by line."""
    (ledger,) = request(battle).ledgers
    return ledger.explain()


def why(battle: Field, answer: Answer) -> list[tuple[str, str]]:
    """List the rules an answer breaks, each with the message that says so."""
    (seat,) = battle.game.to_act
    return [(one.rule, one.message.id) for one in battle.game.check(seat, answer)]


def targets(battle: Field) -> set[str]:
    """Write what may be done now, as `f a b` for fire and `m a b g` for melee with a gun."""
    found = set()
    for one in battle.options():
        if isinstance(one, Fire):
            found.add(f"f {one.unit} {one.target}")
        elif isinstance(one, MeleeAttack):
            found.add(" ".join(("m", one.unit, one.target, *one.combined_arms)))
    return found


def cited(play: Callable[[], object]) -> set[str]:
    """Play on, and give the rules that were applied."""
    with recording() as heard:
        play()
    return set(heard.hits)


def fired_rules(play: Callable[[], object]) -> list[str]:
    """Play on, and give the rules that play itself applied, in order."""
    with recording() as heard:
        play()
    return heard.fired


def through(*labels: str) -> Breakthrough:
    return Breakthrough(tuple(map(cell, labels)))


def won(mine: str, *more: dict[str, Any], target: str = "FA", **given: Any) -> Field:  # noqa: ANN401
    """Let French a eliminate the one block at 5,6, so that the hex is empty."""
    a = {"ordered": True, **given.pop("a", {})}
    units = french("a", mine, "5,5", **a), british("b", target, "5,6", blocks=1)
    quiet = {} if "hands" in given else NO_STRIKES
    battle = field(*units, *more, **quiet, **given).do(melee("a", "b"))
    if battle.game.waiting is None:
        battle.do(NO)
    return battle.roll("SABER", *["INF"] * (battle.dice() - 1))


def ways(battle: Field) -> set[str]:
    """Write the ways offered: the hexes after the vacated one, or `only` for that alone."""
    found = set()
    for one in battle.options():
        if isinstance(one, Breakthrough):
            found.add(" ".join(BOARD.label(to) for to in one.path))
    return found
