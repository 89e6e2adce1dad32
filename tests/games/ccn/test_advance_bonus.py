"""The bonus melee of cavalry that broke through. CCN-12.3."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.ccn.field import FRENCH, british, cell, french
from tests.games.ccn.fights import (
    BACK,
    END,
    NO,
    cited,
    lines,
    melee,
    rolled_lines,
    targets,
    through,
    ways,
    why,
    won,
)
from walstatt.games.ccn.advance import (
    ChooseBreakthrough,
    HoldGround,
    TakeGround,
)
from walstatt.games.ccn.announcing import ChooseBonusMelee
from walstatt.games.ccn.world import unit_name
from walstatt.i18n.catalogue import say
from walstatt.kernel.ids import UnitId
from walstatt.kernel.prompts import BUTTON, Choice, Preview, Target
from walstatt.workshop.covers import covers

A = UnitId("a")
TAKE, HOLD = TakeGround(), HoldGround()


@covers("CCN-12.3.1", "CCN-12.3.3", "CCN-12.3.4")
def test_cavalry_that_broke_through_may_attack_any_adjacent_enemy() -> None:
    battle = won(
        "LC", british("c", "LN", "4,6"), british("d", "LC", "6,6"), british("e", "LN", "5,8")
    )
    battle.do(through("5,6"))
    assert battle.decision() == ChooseBonusMelee(FRENCH, A)
    assert battle.options()[0] == NO
    assert targets(battle) == {"m a c", "m a d"}
    battle.do(NO)
    assert (battle.at("a"), battle.options()) == ("5,6", [END])


@covers("CCN-12.3.1", "CCN-12.2.3")
def test_a_breakthrough_back_to_the_start_allows_a_bonus_melee() -> None:
    battle = won("LC", british("c", "LN", "4,4")).do(through("5,6", "5,5"))
    assert targets(battle) == {"m a c"}


@covers("CCN-12.3.2")
def test_cavalry_that_stays_forfeits_the_bonus_melee() -> None:
    battle = won("LC", british("c", "LN", "4,4"))
    assert "CCN-12.3.2" in cited(lambda: battle.do(HOLD))
    assert battle.asked() == ("french", "choose_combat")
    assert why(battle, melee("a", "c")) == [("CCN-7.7", "ccn.no.fought")]


@covers("CCN-12.3.1")
def test_infantry_that_takes_ground_has_no_bonus_melee() -> None:
    battle = won("LN", british("c", "LN", "4,6")).do(TAKE)
    assert battle.asked() == ("french", "choose_combat")
    assert battle.options() == [END]


@covers("CCN-12.3.1")
def test_without_anybody_near_no_bonus_melee_is_offered() -> None:
    battle = won("LC", british("c", "LN", "5,8")).do(through("5,6"))
    assert battle.options() == [END]


@covers("CCN-12.2.4", "CCN-16.2.2")
@pytest.mark.parametrize(("terrain", "offered"), [
    ("forest", False), ("building", False), ("shallow_river", True), ("hill", True),
])  # fmt: skip
def test_entering_a_forest_or_building_forbids_the_bonus_melee(terrain: str, offered: bool) -> None:
    battle = won("LC", british("c", "FA", "4,7"), terrain={terrain: ["4,6"]})
    battle.do(through("5,6", "4,6"))
    assert (battle.asked()[1] == "choose_bonus_melee") == offered


@covers("CCN-12.2.4")
def test_a_forest_left_and_entered_again_forbids_the_bonus_melee() -> None:
    battle = won("HC", british("c", "LN", "4,4"), terrain={"forest": ["5,5"]})
    battle.do(through("5,6", "5,5"))
    assert battle.options() == [END]


@covers("CCN-12.3.5")
def test_the_bonus_melee_has_first_strike_square_and_battle_back() -> None:
    hand = ["first_strike", "scout_left", "scout_left", "scout_right"]
    battle = won("LC", british("c", "LN", "4,6"), hands={"allied": hand}).do(through("5,6"))
    heard = cited(lambda: battle.do(melee("a", "c")))
    assert {"CCN-12.3.5", "CCN-12.3.8"} <= heard
    assert not heard & {"CCN-12.3.9", "CCN-12.3.10"}
    assert battle.asked() == ("allied", "offer_first_strike")
    battle.do(NO)
    assert battle.asked() == ("allied", "offer_square")
    battle.do(battle.options()[0]).roll("ART", "ART", "ART", "ART")
    assert battle.asked() == ("allied", "offer_battle_back")
    battle.do(BACK).roll("ART", "ART", "ART", "ART")
    assert battle.asked() == ("french", "choose_combat")


@covers("CCN-12.3.5", "CCN-9.1.1")
def test_the_bonus_melee_is_refused_like_any_melee() -> None:
    battle = won("LC", british("c", "LN", "4,6"), british("d", "LN", "1,1")).do(through("5,6"))
    assert why(battle, melee("a", "d")) == [("CCN-9.1.1", "ccn.no.not_adjacent")]
    assert why(battle, melee("a", "nobody")) == [("CCN-9.1.2", "ccn.no.enemy")]
    assert why(battle, melee("c", "a")) == [("CCN-12.3.1", "ccn.no.other_unit")]
    assert why(battle, NO) == []


@covers("CCN-12.3.6", "CCN-12.3.7")
def test_after_the_bonus_melee_cavalry_rides_one_hex_and_fights_no_more() -> None:
    battle = won("LC", british("c", "FA", "4,6", blocks=1), british("d", "FA", "3,6"))
    battle.do(through("5,6")).do(melee("a", "c"))
    assert battle.unit("a").bonus_used
    battle.roll("ART", "INF", "INF", "INF")
    assert battle.decision() == ChooseBreakthrough(FRENCH, A, cell("4,6"), bonus=True)
    assert ways(battle) == {"4,6"}
    assert why(battle, through("4,6", "5,6")) == [("CCN-12.3.7", "ccn.no.breakthrough")]
    assert "CCN-12.3.7" in cited(lambda: battle.do(through("4,6")))
    assert (battle.at("a"), battle.options()) == ("4,6", [END])


@covers("CCN-12.3.7")
def test_after_the_bonus_melee_cavalry_may_stay() -> None:
    battle = won("LC", british("c", "FA", "4,6", blocks=1)).do(through("5,6")).do(melee("a", "c"))
    battle.roll("ART", "INF", "INF", "INF")
    assert "CCN-12.3.2" not in cited(lambda: battle.do(HOLD))
    assert (battle.at("a"), battle.options()) == ("5,6", [END])


@covers("CCN-12.3.6")
def test_cavalry_that_had_its_bonus_melee_gets_no_other() -> None:
    battle = won("LC", british("c", "LN", "4,6"))
    battle.world.units[A] = replace(battle.unit("a"), bonus_used=True)
    assert battle.do(through("5,6")).options() == [END]


@covers("CCN-12.3.8")
def test_the_bonus_melee_comes_before_anybody_else_fights() -> None:
    battle = won("LC", british("c", "LN", "4,6"), french("f", "LN", "3,6", ordered=True))
    battle.do(through("5,6"))
    assert targets(battle) == {"m a c"}


@covers("CCN-12.3.9")
def test_guns_that_have_not_fought_may_join_the_bonus_melee() -> None:
    gun = french("g", "FA", "7,6", ordered=True)
    battle = won("LC", gun, british("c", "LN", "5,7"), a={"blocks": 2}).do(through("5,6", "4,6"))
    assert targets(battle) == {"m a c", "m a c g"}
    heard = cited(lambda: battle.do(melee("a", "c", "g")))
    assert "CCN-12.3.9" in heard
    assert battle.unit("g").fought


@covers("CCN-12.3.10", "CCN-17.4.9.4")
@pytest.mark.parametrize(("card", "first", "second"), [
    ("cavalry_charge", ["+1 CCN-17.4.3.2"], ["+1 CCN-17.4.3.2"]),
    ("elan", ["+1 CCN-17.4.5.5"], ["+1 CCN-17.4.5.5"]),
    ("leadership", ["+1 CCN-17.4.10.3"], ["+1 CCN-17.4.10.3"]),
    ("cold_steel", ["+1 CCN-17.4.9.2"], []),
    ("", [], []),
])  # fmt: skip
def test_card_dice_in_the_bonus_melee(card: str, first: list[str], second: list[str]) -> None:
    battle = won("LC", british("c", "FA", "4,6"), card=card, a={"leader": "ney"})
    assert lines(battle, "a", "c", "melee") == ["+4 CCN-9.2.6", *first]
    battle.do(through("5,6"))
    heard = cited(lambda: battle.do(melee("a", "c")))
    assert rolled_lines(battle) == ["+4 CCN-9.2.6", *second]
    assert ("CCN-12.3.10" in heard) == bool(card)


@covers("CCN-12.3.10", "CCN-17.4.9.4")
def test_guns_in_the_bonus_melee_have_no_dice_of_the_cold_steel_either() -> None:
    gun = french("g", "FA", "4,5", ordered=True)
    battle = won("LC", gun, british("c", "LN", "4,6"), card="cold_steel").do(through("5,6"))
    assert lines(battle, "a", "c", "melee", "g") == [
        "+4 CCN-9.2.6", "+1 CCN-17.4.9.2", "+5 CCN-15.5"
    ]  # fmt: skip
    assert lines(battle, "a", "c", "melee", "g", bonus=True) == ["+4 CCN-9.2.6", "+4 CCN-15.5"]


@covers("CCN-12.3.5", "CCN-7.11")
def test_a_bonus_melee_without_dice_is_not_offered() -> None:
    battle = won("LC", british("c", "LN", "4,6"), a={"blocks": 3}, terrain={"building": ["4,6"]})
    assert battle.do(through("5,6")).options() == [END]
    steel = won("LC", british("c", "LN", "4,6"), british("d", "LN", "6,6"), a={"blocks": 3},
                terrain={"building": ["4,6"]}, card="cold_steel")  # fmt: skip
    steel.do(through("5,6"))
    assert targets(steel) == {"m a d"}
    assert why(steel, melee("a", "c")) == [("CCN-7.11", "ccn.no.no_dice")]


# -- what is shown --------------------------------------------------------------------------------


def test_the_questions_after_a_melee_are_put_and_shown() -> None:
    ground = won("LN")
    unit, at = unit_name(ground.ctx, A), "5,6"
    asked, ctx = ground.decision(), ground.ctx
    assert asked.prompt(ctx) == say("ccn.ask.choose_ground", unit=unit, at=at)
    target, mine = Target("cell", str(cell("5,6"))), Target("piece", "a")
    assert asked.present(ctx, HOLD) == Choice(say("ccn.do.hold_ground"), BUTTON)
    take = Choice(say("ccn.do.take_ground", at=at), target, of=mine, n=1)
    assert asked.present(ctx, TAKE) == take
    assert asked.check(ctx, TAKE) == asked.check(ctx, HOLD) == []
    ride = won("LC", british("c", "LN", "4,6"))
    unit, asked, ctx = unit_name(ride.ctx, A), ride.decision(), ride.ctx
    assert asked.prompt(ctx) == say("ccn.ask.choose_breakthrough", unit=unit, at=at)
    assert asked.present(ctx, HOLD) == Choice(say("ccn.do.hold_ground"), BUTTON)
    assert asked.present(ctx, through("5,6", "5,7")) == Choice(
        say("ccn.do.breakthrough", path="5,6 → 5,7"), Target("cell", str(cell("5,7"))), of=mine, n=2
    )
    ride.do(through("5,6"))
    unit, asked, ctx = unit_name(ride.ctx, A), ride.decision(), ride.ctx
    assert asked.prompt(ctx) == say("ccn.ask.choose_bonus_melee", unit=unit)
    assert asked.present(ctx, NO) == Choice(say("ccn.do.decline_bonus_melee"), BUTTON)
    shown = asked.present(ctx, melee("a", "c"))
    assert (shown.of, shown.target) == (mine, Target("piece", "c"))
    assert asked.preview(ctx, NO) == Preview()
    assert asked.preview(ctx, melee("a", "c")).ledgers[0].explain() == ["+4 CCN-9.2.6"]
    assert [one.rule for one in asked.preview(ctx, melee("a", "a")).violations] == ["CCN-9.1.2"]


def test_the_preview_of_a_bonus_melee_knows_that_it_is_one() -> None:
    battle = won("LC", british("c", "LN", "4,6"), card="cold_steel").do(through("5,6"))
    preview = battle.decision().preview(battle.ctx, melee("a", "c"))
    assert preview.ledgers[0].explain() == ["+4 CCN-9.2.6"]
