import pytest

from tests.games.toy.battles import BLUE, RED, A, B, C, Field, Z, attacking, blue, red
from walstatt.games.toy.activation import Strike
from walstatt.games.toy.duel import (
    Accept,
    AnswerChallenge,
    ChooseStance,
    Decline,
    Stance,
    StanceName,
)
from walstatt.games.toy.events import Attacked, Stances, Wounded
from walstatt.games.toy.round import ChooseUnit
from walstatt.kernel.chance import Roll
from walstatt.kernel.events import Rolled
from walstatt.workshop.covers import covers


def challenge(strength: int = 3) -> Field:
    captains = red(A, "captain", "4,3"), blue(B, "captain", "4,4", strength=strength)
    battle = attacking(*captains, red(C, "foot", "1,1"), blue(Z, "foot", "7,7"))
    return battle.do(RED, Strike(B))


def bout(battle: Field, own: StanceName, his: StanceName, *dice: int) -> Field:
    battle.do(RED, Stance(own))
    return battle.do(BLUE, Stance(his), *((face,) for face in dice))


def wounds(battle: Field) -> dict[str, int]:
    return dict(battle.game.ctx.world.wounds)


@covers("TOY-5.1")
def test_captain_against_captain_is_a_challenge_without_attack_dice() -> None:
    battle = challenge()
    assert battle.asked(BLUE) == AnswerChallenge(BLUE)
    assert battle.told(Attacked) == []
    assert battle.told(Rolled) == []


@covers("TOY-5.1")
@pytest.mark.parametrize(("own", "his"), [("captain", "foot"), ("foot", "captain")])
def test_other_attacks_of_and_on_captains_roll_dice(own: str, his: str) -> None:
    battle = attacking(red(A, own, "4,3", strength=1), blue(B, his, "4,4"))
    battle.do(RED, Strike(B), (1,))
    assert len(battle.told(Attacked)) == 1


@covers("TOY-5.2")
def test_who_declines_loses_one_point_of_strength() -> None:
    battle = challenge().do(BLUE, Decline())
    assert battle[B].strength == 2
    assert battle.at(B) == "4,4"
    assert battle.asked(RED) == ChooseUnit(RED, 4)


@covers("TOY-5.2")
def test_who_declines_with_his_last_point_falls() -> None:
    battle = challenge(strength=1).do(BLUE, Decline())
    assert B not in battle.world.units
    assert battle.world.banners[RED] == 2


@covers("TOY-5.3")
def test_both_choose_a_stance_at_once_and_in_secret() -> None:
    battle = challenge().do(BLUE, Accept())
    assert battle.to_act() == (RED, BLUE)
    assert battle.asked(RED) == ChooseStance(RED)
    assert battle.options(RED) == {Stance("cut"), Stance("thrust"), Stance("guard")}
    battle.do(RED, Stance("cut"))
    assert battle.told(Stances) == []
    assert battle.to_act() == (BLUE,)
    battle.do(BLUE, Stance("cut"), (1,), (1,))
    assert len(battle.told(Stances)) == 1


BETTER: tuple[tuple[StanceName, StanceName], ...] = (
    ("cut", "thrust"),
    ("thrust", "guard"),
    ("guard", "cut"),
)


@covers("TOY-5.4")
@pytest.mark.parametrize(("better", "worse"), BETTER)
def test_the_better_stance_adds_one(better: StanceName, worse: StanceName) -> None:
    battle = challenge().do(BLUE, Accept())
    assert wounds(bout(battle, better, worse, 3, 3)) == {RED: 0, BLUE: 1}
    assert wounds(bout(battle, worse, better, 3, 3)) == {RED: 1, BLUE: 1}


@covers("TOY-5.4")
@pytest.mark.parametrize(("better", "worse"), BETTER)
def test_equal_totals_wound_nobody(better: StanceName, worse: StanceName) -> None:
    battle = challenge().do(BLUE, Accept())
    assert wounds(bout(battle, better, worse, 2, 3)) == {RED: 0, BLUE: 0}
    assert wounds(bout(battle, better, better, 6, 6)) == {RED: 0, BLUE: 0}
    assert battle.told(Wounded) == []
    assert battle.to_act() == (RED, BLUE)


@covers("TOY-5.4")
def test_the_bonus_is_in_the_ledger_of_the_roll() -> None:
    battle = bout(challenge().do(BLUE, Accept()), "cut", "thrust", 1, 5)
    requests = [one.request for one in battle.told(Rolled) if isinstance(one, Rolled)]
    assert [one.ledgers[0].explain() for one in requests if isinstance(one, Roll)] == [
        ["+1 TOY-5.4"],
        [],
    ]
    assert [(one.purpose, one.rule, one.seat) for one in requests] == [
        ("duel.roll", "TOY-5.4", RED),
        ("duel.roll", "TOY-5.4", BLUE),
    ]
    assert wounds(battle) == {RED: 1, BLUE: 0}


@covers("TOY-5.5")
@pytest.mark.parametrize("red_wins", [True, False])
def test_who_is_wounded_twice_is_removed(red_wins: bool) -> None:
    dice = (6, 1) if red_wins else (1, 6)
    battle = challenge().do(BLUE, Accept())
    bout(battle, "cut", "cut", *dice)
    assert len(battle.game.scopes) == 2
    bout(battle, "cut", "cut", *dice)
    assert len(battle.game.scopes) == 1
    loser, winner, side = (B, A, RED) if red_wins else (A, B, BLUE)
    assert loser not in battle.world.units
    assert battle[winner].strength == 3
    assert battle.world.banners[side] == 2
    assert battle.asked(RED) == ChooseUnit(RED, 4)


@covers("TOY-5.5")
def test_one_wound_each_decides_nothing() -> None:
    battle = challenge().do(BLUE, Accept())
    bout(battle, "cut", "cut", 6, 1)
    bout(battle, "cut", "cut", 1, 6)
    assert wounds(battle) == {RED: 1, BLUE: 1}
    bout(battle, "cut", "cut", 1, 6)
    assert A not in battle.world.units
