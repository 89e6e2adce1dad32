from fractions import Fraction

import pytest

from tests.games.toy.battles import (
    BLUE,
    RED,
    A,
    B,
    C,
    Field,
    Z,
    acting,
    attacking,
    blue,
    gold,
    ledger_of,
    red,
)
from walstatt.games.toy.activation import Halt, Hold, Step, Strike
from walstatt.games.toy.combat import (
    DICE,
    AttackDice,
    AttackRoll,
    GiveWay,
    Hits,
    PushedBack,
    attack_roll,
    dice_for,
)
from walstatt.games.toy.events import Attacked, Fell, Lost
from walstatt.games.toy.field import Disc, TableField
from walstatt.games.toy.round import ChooseUnit
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.events import Rolled
from walstatt.kernel.ids import UnitId
from walstatt.kernel.odds import distribution, tally
from walstatt.workshop.covers import covers

HILL = Disc(3000, 3000, 400)


def dice(battle: Field, unit: UnitId, target: UnitId, *, marched: bool = False) -> list[str]:
    return dice_for(battle.ctx, AttackDice.of(battle.ctx, unit, target, marched=marched)).explain()


@covers("TOY-4.1")
def test_archers_reach_two_hexes_all_others_one() -> None:
    near, far, own = blue(B, "foot", "4,4"), blue(Z, "foot", "4,5"), red(C, "foot", "3,3")
    archers = attacking(red(A, "archers", "4,3"), near, far, own)
    assert archers.options(RED) == {Hold(), Strike(B), Strike(Z)}
    foot = attacking(red(A, "foot", "4,3"), near, far, own)
    assert foot.options(RED) == {Hold(), Strike(B)}
    assert foot.refused(RED, Strike(Z)) == ["TOY-4.1"]


@covers("TOY-4.1")
def test_only_an_enemy_that_is_there_can_be_attacked() -> None:
    battle = attacking(red(A, "foot", "4,3"), blue(B, "foot", "4,4"), red(C, "foot", "3,3"))
    assert battle.refused(RED, Strike(C)) == ["TOY-4.1"]
    assert battle.refused(RED, Strike(A)) == ["TOY-4.1"]
    assert battle.refused(RED, Strike(UnitId("nobody"))) == ["TOY-4.1"]


@covers("TOY-4.1")
def test_a_unit_attacks_once_and_may_hold() -> None:
    battle = attacking(red(A, "foot", "4,3"), blue(B, "foot", "4,4"), red(C, "foot", "1,1"))
    battle.do(RED, Hold())
    assert battle.asked(RED) == ChooseUnit(RED, 4)
    assert battle[B].strength == 4


@covers("TOY-4.2")
@pytest.mark.parametrize("strength", [1, 2, 3, 4])
def test_an_attack_rolls_a_die_for_each_point_of_strength(strength: int) -> None:
    battle = attacking(red(A, "foot", "4,3", strength=strength), blue(B, "foot", "4,4"))
    battle.do(RED, Strike(B), (1,) * strength)
    assert ledger_of(battle).explain() == [f"+{strength} TOY-4.2"]
    assert [one.n for one in battle.told(Attacked) if isinstance(one, Attacked)] == [strength]


@covers("TOY-4.3")
@pytest.mark.parametrize(("kind", "lines"), [
    ("foot", ["+4 TOY-4.2", "+1 TOY-4.3"]),
    ("captain", ["+3 TOY-4.2", "+1 TOY-4.3"]),
    ("archers", ["+3 TOY-4.2"]),
])  # fmt: skip
def test_foot_and_captains_roll_one_more_after_a_march(kind: str, lines: list[str]) -> None:
    battle = acting(red(A, kind, "4,2"), blue(B, "foot", "4,4"))
    assert dice(battle, A, B) == lines[:1]
    assert dice(battle, A, B, marched=True) == lines
    faces = (1,) * (dice_for(battle.ctx, AttackDice.of(battle.ctx, A, B, marched=True))).total
    battle.do(RED, Step(battle.cell("4,3"))).do(RED, Strike(B), faces)
    assert ledger_of(battle).explain() == lines


@covers("TOY-4.3")
def test_a_unit_that_did_not_march_does_not_charge() -> None:
    battle = acting(red(A, "foot", "4,3"), blue(B, "foot", "4,4"))
    battle.do(RED, Halt()).do(RED, Strike(B), (1, 1, 1, 1))
    assert ledger_of(battle).total == 4


@covers("TOY-4.4")
def test_a_target_in_woods_costs_a_die() -> None:
    units = red(A, "foot", "4,3"), blue(B, "foot", "4,4"), blue(Z, "foot", "3,4")
    battle = attacking(*units, terrain={"woods": ("4,4", "4,3")})
    assert dice(battle, A, B) == ["+4 TOY-4.2", "-1 TOY-4.4"]
    assert dice(battle, A, Z) == ["+4 TOY-4.2"]
    battle.do(RED, Strike(B), (1, 1, 1))
    assert ledger_of(battle).total == 3


@covers("TOY-4.4")
def test_woods_on_the_table_are_discs_up_to_their_edge() -> None:
    table = TableField(6000, 6000, (Disc(2000, 2500, 500), Disc(4000, 2500, 500)), HILL)
    assert table.wooded((2500, 2500))
    assert table.wooded((4000, 2500))
    assert not table.wooded((2501, 2500))
    assert not table.wooded((3000, 2500))


@covers("TOY-4.4")
def test_woods_on_the_table_cost_a_die() -> None:
    units = red(A, "foot", (200, 150)), blue(B, "foot", (200, 200)), blue(Z, "foot", (200, 100))
    battle = attacking(*units, scenario="field")
    assert dice(battle, A, B) == ["+4 TOY-4.2", "-1 TOY-4.4"]
    assert dice(battle, A, Z) == ["+4 TOY-4.2"]


@covers("TOY-4.5")
def test_a_captain_next_to_a_unit_of_his_side_adds_a_die() -> None:
    captain, theirs = red(C, "captain", "3,3"), blue(Z, "captain", "4,2")
    battle = attacking(red(A, "foot", "4,3"), blue(B, "foot", "4,4"), captain, theirs)
    assert dice(battle, A, B) == ["+4 TOY-4.2", "+1 TOY-4.5"]
    assert dice(battle, C, B) == ["+3 TOY-4.2"]
    assert dice(battle, B, A) == ["+4 TOY-4.2"]


@covers("TOY-4.5")
def test_a_captain_two_hexes_away_leads_nobody() -> None:
    units = red(A, "foot", "4,3"), red(C, "captain", "4,1"), blue(B, "foot", "4,4")
    assert dice(attacking(*units), A, B) == ["+4 TOY-4.2"]


@covers("TOY-4.5")
def test_two_captains_add_one_die_only() -> None:
    captains = red(C, "captain", "3,3"), red(Z, "captain", "5,3")
    battle = attacking(red(A, "foot", "4,3"), blue(B, "foot", "4,4"), *captains)
    assert dice(battle, A, B) == ["+4 TOY-4.2", "+1 TOY-4.5"]
    assert dice(battle, C, B) == ["+3 TOY-4.2"]


@covers("TOY-4.6")
def test_woods_do_not_hinder_a_captain() -> None:
    units = red(A, "captain", "4,3"), blue(B, "foot", "4,4")
    battle = attacking(*units, terrain={"woods": ("4,4",)})
    battle.do(RED, Strike(B), (1, 1, 1))
    ledger = ledger_of(battle)
    assert ledger.total == 3
    assert ledger.explain_all() == ["+3 TOY-4.2", "(-1 TOY-4.4)"]
    (struck,) = [line.struck for line in ledger.lines if line.struck is not None]
    assert struck.rule == "TOY-4.6"


@covers("TOY-4.7")
def test_an_attack_rolls_at_least_one_die() -> None:
    units = red(A, "archers", "4,2", strength=1), blue(B, "foot", "4,4")
    battle = attacking(*units, terrain={"woods": ("4,4",)})
    battle.do(RED, Strike(B), (6,))
    assert ledger_of(battle).explain() == ["+1 TOY-4.2", "-1 TOY-4.4", ">=1 TOY-4.7"]
    assert battle[B].strength == 3


@covers("TOY-4.7")
def test_the_least_is_no_line_where_it_changes_nothing() -> None:
    battle = attacking(red(A, "foot", "4,3", strength=1), blue(B, "foot", "4,4"))
    assert dice(battle, A, B) == ["+1 TOY-4.2"]


@covers("TOY-4.8")
@pytest.mark.parametrize(
    ("faces", "result"),
    [
        ((1, 2, 3, 4), Hits(0, 0, destroyed=False)),
        ((4, 5), Hits(1, 1, destroyed=False)),
        ((5, 6, 1), Hits(2, 2, destroyed=False)),
        ((6, 6, 6), Hits(3, 3, destroyed=True)),
        ((5, 5, 5, 5), Hits(4, 3, destroyed=True)),
    ],
)
def test_fives_and_sixes_hit_up_to_the_strength(faces: tuple[int, ...], result: Hits) -> None:
    assert AttackRoll(3).read(faces) == result
    assert AttackRoll(3).losses(result) == result.losses


@covers("TOY-4.8")
def test_hits_cost_strength_and_a_unit_without_any_is_removed() -> None:
    units = red(A, "foot", "4,3"), blue(B, "foot", "4,4", strength=3), blue(Z, "foot", "7,7")
    battle = attacking(*units, red(C, "foot", "1,1"))
    battle.do(RED, Strike(B), (5, 6, 6, 6))
    assert B not in battle.world.units
    (lost,), (fell,) = battle.told(Lost), battle.told(Fell)
    assert isinstance(lost, Lost)
    assert isinstance(fell, Fell)
    assert lost.n == 3
    assert fell.unit == lost.unit == blue_foot()
    assert battle.asked(RED) == ChooseUnit(RED, 4)


@covers("TOY-4.8")
def test_the_odds_are_those_of_the_roll() -> None:
    battle = attacking(red(A, "foot", "4,3", strength=2), blue(B, "foot", "4,4", strength=1))
    dice_of = dice_for(battle.ctx, AttackDice.of(battle.ctx, A, B, marched=False))
    odds = distribution(attack_roll(battle.ctx, A, B, dice_of))
    by_losses = tally(odds, lambda result: result.losses)
    assert by_losses == {0: Fraction(4, 9), 1: Fraction(5, 9)}
    decision = battle.asked(RED)
    assert decision is not None
    preview = decision.preview(battle.ctx, Strike(B))
    assert [one.millionths for one in preview.odds] == [444_444, 555_556]
    assert [one.label for one in preview.odds] == [say("toy.odds.losses", n=n) for n in (0, 1)]
    assert preview.ledgers == (dice_of,)


@covers("TOY-4.9")
def test_the_owner_of_a_unit_that_was_hit_chooses_where_it_goes() -> None:
    battle = attacking(red(A, "foot", "4,3"), blue(B, "foot", "4,4"), gold(Z, "foot", "4,5"))
    battle.do(RED, Strike(B), (1, 6, 1, 1))
    assert battle.asked(BLUE) == PushedBack(BLUE, B, A)
    assert battle.options(BLUE) == {GiveWay(battle.cell("3,5")), GiveWay(battle.cell("5,5"))}
    assert battle.refused(BLUE, GiveWay(battle.cell("3,4"))) == ["TOY-4.9"]
    assert battle.refused(BLUE, GiveWay(battle.cell("4,6"))) == ["TOY-4.9"]
    assert battle.refused(BLUE, GiveWay(battle.cell("4,5"))) == ["TOY-3.2"]
    battle.do(BLUE, GiveWay(battle.cell("5,5")))
    assert (battle.at(B), battle[B].strength) == ("5,5", 3)
    assert (battle.at(A), battle[A].strength) == ("4,3", 4)


@covers("TOY-4.9")
def test_an_attack_without_hits_pushes_nobody() -> None:
    battle = attacking(red(A, "foot", "4,3"), blue(B, "foot", "4,4"), red(C, "foot", "1,1"))
    battle.do(RED, Strike(B), (1, 2, 3, 4))
    assert battle.at(B) == "4,4"
    assert battle.asked(RED) == ChooseUnit(RED, 4)


@covers("TOY-4.9")
def test_a_unit_shot_from_afar_goes_further_away() -> None:
    battle = attacking(red(A, "archers", "4,2"), blue(B, "foot", "4,4"))
    battle.do(RED, Strike(B), (5, 1, 1))
    assert battle.options(BLUE) == {
        GiveWay(battle.cell("3,5")),
        GiveWay(battle.cell("4,5")),
        GiveWay(battle.cell("5,5")),
    }


@covers("TOY-4.9")
def test_on_the_table_a_unit_is_pushed_60_mm_straight_back() -> None:
    units = red(A, "foot", (300, 300)), blue(B, "foot", (324, 332)), red(C, "foot", (100, 100))
    battle = attacking(*units, scenario="empty_table")
    battle.do(RED, Strike(B), (6, 1, 1, 1))
    assert battle.at(B) == [360, 380]
    assert battle.asked(RED) == ChooseUnit(RED, 4)


@covers("TOY-4.10")
@pytest.mark.parametrize("crowd", [("3,5", "4,5", "5,5")])
def test_a_unit_with_every_way_back_occupied_is_cornered(crowd: tuple[str, ...]) -> None:
    behind = [gold(UnitId(f"g{n}"), "foot", at) for n, at in enumerate(crowd)]
    battle = attacking(red(A, "foot", "4,3"), blue(B, "foot", "4,4"), *behind)
    battle.do(RED, Strike(B), (6, 1, 1, 1))
    assert (battle.at(B), battle[B].strength) == ("4,4", 2)


@covers("TOY-4.10")
def test_on_the_table_a_unit_at_the_edge_or_before_a_base_is_cornered() -> None:
    edge = red(A, "foot", (80, 100)), blue(B, "foot", (30, 100))
    battle = attacking(*edge, scenario="empty_table").do(RED, Strike(B), (6, 1, 1, 1))
    assert (battle.at(B), battle[B].strength) == ([30, 100], 2)
    crowded = red(A, "foot", (300, 300)), blue(B, "foot", (340, 300)), gold(Z, "foot", (420, 300))
    battle = attacking(*crowded, scenario="empty_table").do(RED, Strike(B), (6, 1, 1, 1))
    assert (battle.at(B), battle[B].strength) == ([340, 300], 2)


@covers("TOY-4.2")
def test_the_roll_says_for_what_and_by_whom_it_is() -> None:
    battle = attacking(red(A, "foot", "4,3", strength=1), blue(B, "foot", "4,4"))
    battle.do(RED, Strike(B), (1,))
    (rolled,) = battle.told(Rolled)
    assert isinstance(rolled, Rolled)
    request = rolled.request
    assert (request.purpose, request.rule, request.seat) == ("toy.roll.attack", "TOY-4.8", RED)


def blue_foot() -> Message:
    return say("toy.unit_of", side=say("toy.seat.blue"), type=say("toy.type.foot"))


def test_the_stages_of_the_dice_stand_in_the_order_of_the_rules() -> None:
    assert [stage.name for stage in DICE.stages] == ["strength", "bonus", "terrain", "least"]
