"""What a roll brought beyond its average: nothing in the long run, and the right sign."""

from __future__ import annotations

from math import log

import pytest

from tests.games.ccn.field import ALLIED, FRENCH, british, field, french
from walstatt.games.ccn.ai.fortune import fortune
from walstatt.games.ccn.ai.weights import OFFICER
from walstatt.games.ccn.odds import BATTLE_DIE, AttackRoll, LeaderCheckRoll
from walstatt.games.ccn.world import CcnCtx
from walstatt.kernel.chance import Meaning, Outcomes, Roll, outcomes
from walstatt.kernel.ids import Seat


def battle(**banners: int) -> CcnCtx:
    units = (french("a", "LN", "5,5"), british("b", "LN", "3,5"))
    ctx: CcnCtx = field(*units, banners=banners).game.ctx
    return ctx


def lucky(meaning: Meaning | None, fallen: Outcomes, by: Seat = FRENCH, **banners: int) -> float:
    roll = Roll("", "", BATTLE_DIE, len(fallen), by, meaning)
    return fortune(battle(**banners), FRENCH, OFFICER, roll, fallen)


@pytest.mark.parametrize(
    "meaning",
    [
        AttackRoll("infantry", 1, melee=True),
        AttackRoll("cavalry", 4, melee=False),
        AttackRoll("leader", 1, melee=True),
        LeaderCheckRoll(),
    ],
)
@pytest.mark.parametrize("by", [FRENCH, ALLIED])
def test_luck_is_nothing_on_average(meaning: Meaning, by: Seat) -> None:
    ctx, roll = battle(french=4, allied=2), Roll("", "", BATTLE_DIE, 2, by, meaning)
    each = [(float(p), fortune(ctx, FRENCH, OFFICER, roll, faces)) for faces, p in outcomes(roll)]
    assert sum(p * luck for p, luck in each) == pytest.approx(0.0)
    assert max(luck for _, luck in each) > 0 > min(luck for _, luck in each)


def test_a_hit_is_luck_for_whoever_rolls_and_a_fallen_leader_for_his_enemy() -> None:
    hit, falls = AttackRoll("infantry", 4, melee=False), LeaderCheckRoll()
    assert lucky(hit, ("INF",)) > 0 > lucky(hit, ("INF",), ALLIED)
    assert lucky(falls, ("SABER",)) < 0 < lucky(falls, ("SABER",), ALLIED)


def test_the_last_banners_are_worth_most() -> None:
    last = AttackRoll("infantry", 1, melee=False)
    spread = [
        lucky(last, ("INF",), french=held) - lucky(last, ("FLAG",), french=held) for held in (0, 4)
    ]
    needed = battle().content.sides[FRENCH].banners
    worth = [
        OFFICER.ladder[1] + OFFICER.lead * log((needed - held + 0.5) / (needed - held - 0.5))
        for held in (0, 4)
    ]
    assert spread == pytest.approx(worth)


def test_other_rolls_are_neither_lucky_nor_unlucky() -> None:
    assert lucky(None, ("INF", "FLAG")) == 0.0
