"""Chapter 11.1: flags drive a unit back, or cost it blocks."""

import pytest

from tests.games.ccn.field import ALLIED, FRENCH, Field, british, cell, field, french, leader
from walstatt.games.ccn.announcing import MeleeAttack
from walstatt.games.ccn.combat import Fire
from walstatt.games.ccn.content import troops
from walstatt.games.ccn.morale import ChooseRetreat, IgnoreFlags, Retreat
from walstatt.games.ccn.reactions import BattleBack
from walstatt.i18n.catalogue import say
from walstatt.kernel.ids import UnitId
from walstatt.kernel.prompts import Choice, Target
from walstatt.kernel.trace import recording
from walstatt.workshop.covers import covers

A, B, HILL = UnitId("a"), UnitId("b"), UnitId("hill")
NO_CARDS = {"allied": 0, "french": 0}
SHOT_FROM = {"4,5": "6,5", "2,5": "4,5", "1,6": "3,6", "5,5": "7,5", "3,5": "5,5"}


def shot(
    dice: int, *more: dict[str, object], unit: dict[str, object] | None = None, **given: object
) -> Field:
    """Let French line roll so many flags at a British unit at 4,5, or at another one."""
    target = unit or british("b", "LN", "4,5")
    shooter = french("a", "LN", SHOT_FROM[str(target["at"])], blocks=dice, ordered=True)
    battle = field(shooter, target, *more, **given)  # type: ignore[arg-type]
    return battle.do(Fire(A, B)).roll(*["FLAG"] * dice)


def way(*labels: str) -> Retreat:
    return Retreat(B, tuple(map(cell, labels)))


@covers("CCN-11.1.2", "CCN-11.1.6")
def test_a_flag_is_a_hex_and_the_owner_chooses_which() -> None:
    with recording() as noted:
        battle = shot(1)
    assert {"CCN-11.1.2", "CCN-11.1.6"} <= set(noted.fired)
    assert battle.decision() == ChooseRetreat(ALLIED, B, 1)
    assert battle.options() == [way("3,6"), way("3,5")]
    battle.do(way("3,5"))
    assert (battle.at("b"), battle.unit("b").blocks) == ("3,5", 4)
    assert battle.world.unit_at.get(cell("4,5")) is None
    assert battle.told()[-1] == "ccn.retreated"


@covers("CCN-11.1.2", "CCN-11.1.6")
def test_two_flags_are_two_hexes() -> None:
    battle = shot(2)
    assert battle.options() == [
        way("3,6", "2,6"),
        way("3,6", "2,5"),
        way("3,5", "2,5"),
        way("3,5", "2,4"),
    ]
    assert battle.do(way("3,6", "2,5")).at("b") == "2,5"


@covers("CCN-11.1.2")
def test_a_unit_goes_no_further_than_its_flags() -> None:
    assert shot(1).refusal(way("3,6", "2,6")) == ["CCN-11.1.2"]


@covers("CCN-11.1.3", "CCN-11.1.4")
def test_only_militia_goes_back_three_hexes_for_a_flag() -> None:
    far = {name: troop.retreat for name, troop in troops().items() if troop.retreat != 1}
    assert far == {"french.MI": 3}
    assert len(troops()) == 27


@covers("CCN-11.1.3")
def test_militia_with_two_flags_goes_back_six_hexes() -> None:
    shooter = british("a", "LN", "1,5", blocks=1, ordered=True)
    battle = field(french("b", "MI", "3,5"), shooter, to_move="allied").do(Fire(A, B))
    battle.roll("FLAG", "FLAG")
    assert battle.decision() == ChooseRetreat(FRENCH, B, 6)
    assert len(battle.options()) == 64
    battle.do(way("4,5", "5,5", "6,5", "7,5", "8,5", "9,5"))
    assert (battle.at("b"), battle.unit("b").blocks) == ("9,5", 4)


@covers("CCN-11.1.3", "CCN-11.1.10")
def test_militia_loses_a_block_for_every_hex_beyond_the_edge() -> None:
    shooter = british("a", "LN", "5,5", blocks=1, ordered=True)
    battle = field(french("b", "MI", "7,5"), shooter, to_move="allied").do(Fire(A, B))
    battle.roll("FLAG", "ART").do(way("8,5", "9,5"))
    assert (battle.at("b"), battle.unit("b").blocks) == ("9,5", 3)


@covers("CCN-11.1.5")
@pytest.mark.parametrize("to", ["4,4", "4,6", "5,5", "5,6", "4,5", "2,5", "3,4", "3,7"])
def test_a_step_back_goes_to_one_of_the_two_hexes_of_the_next_row(to: str) -> None:
    battle = shot(1)
    assert battle.refusal(way(to)) == ["CCN-11.1.5"]
    assert battle.at("b") == "4,5"


@covers("CCN-11.1.5")
def test_the_second_step_is_judged_from_the_first() -> None:
    assert shot(2).refusal(way("3,6", "2,4")) == ["CCN-11.1.5"]


@covers("CCN-11.1.5")
def test_a_unit_attacked_from_behind_still_goes_towards_its_own_baseline() -> None:
    attacker = french("a", "LN", "3,5", blocks=1, ordered=True)
    battle = field(attacker, british("b", "LN", "4,5"), hands=NO_CARDS).do(MeleeAttack(A, B))
    battle.roll("FLAG", "ART")
    assert battle.at("b") == "3,6"


@covers("CCN-11.1.5")
def test_the_top_army_goes_back_towards_row_9() -> None:
    shooter = british("a", "LN", "4,5", blocks=1, ordered=True)
    battle = field(shooter, french("b", "LN", "6,5"), to_move="allied").do(Fire(A, B))
    battle.roll("FLAG", "ART")
    assert battle.options() == [way("7,6"), way("7,5")]


@covers("CCN-11.1.6")
def test_only_the_unit_asked_about_can_be_sent_back() -> None:
    battle = shot(1, british("c", "LN", "9,9"))
    answer = Retreat(UnitId("c"), (cell("3,5"),))
    assert battle.refusal(answer) == ["CCN-11.1.6"]
    assert battle.refusal(Retreat(UnitId("nobody"), (cell("3,5"),))) == ["CCN-11.1.6"]


@covers("CCN-11.1.7")
@pytest.mark.parametrize("kind", ["forest", "building", "shallow_river", "sand_pit", "hill"])
def test_passable_terrain_does_not_stop_a_retreat(kind: str) -> None:
    battle = shot(2, terrain={kind: ["3,5", "3,6", "2,5"]}).do(way("3,5", "2,5"))
    assert (battle.at("b"), battle.unit("b").blocks) == ("2,5", 4)


@covers("CCN-11.1.8")
@pytest.mark.parametrize("kind", ["river", "rugged_hill"])
def test_impassable_terrain_is_no_way_back(kind: str) -> None:
    battle = shot(2, terrain={kind: ["3,5"]})
    assert battle.options() == [way("3,6", "2,6"), way("3,6", "2,5")]
    assert battle.refusal(way("3,5", "2,5")) == ["CCN-11.1.8"]


@covers("CCN-11.1.8", "CCN-11.1.10")
def test_a_sand_pit_is_no_way_back_for_artillery() -> None:
    pits = {"sand_pit": ["3,5", "3,6"]}
    guns = shot(1, unit=british("b", "FA", "4,5"), terrain=pits)
    assert (guns.at("b"), guns.unit("b").blocks) == ("4,5", 2)
    assert len(shot(1, terrain=pits).options()) == 2


@covers("CCN-11.1.8")
def test_a_bridge_is_a_way_back() -> None:
    ground = {"river": ["3,5", "3,6"], "bridge": ["3,6"]}
    assert shot(1, terrain=ground).at("b") == "3,6"


@covers("CCN-11.1.9")
@pytest.mark.parametrize(
    ("units", "leaders"),
    [
        ([british("x", "LN", "3,5")], []),
        ([french("x", "LN", "3,5")], []),
        ([], [leader("ney", "french", "3,5")]),
        ([british("x", "LN", "3,5", leader="hope")], []),
    ],
)
def test_units_and_enemy_leaders_bar_the_way(
    units: list[dict[str, object]], leaders: list[dict[str, object]]
) -> None:
    battle = shot(2, *units, leaders=leaders)
    assert battle.options() == [way("3,6", "2,6"), way("3,6", "2,5")]
    assert battle.refusal(way("3,5")) == ["CCN-11.1.9"]
    assert battle.refusal(way("3,5", "2,5")) == ["CCN-11.1.9"]


@covers("CCN-11.1.10")
@pytest.mark.parametrize("flags", [1, 2, 3])
def test_a_unit_that_cannot_go_back_at_all_loses_a_block_a_flag(flags: int) -> None:
    battle = shot(flags, unit=british("b", "LN", "1,6"))
    assert (battle.at("b"), battle.unit("b").blocks) == ("1,6", 4 - flags)
    assert battle.world.banners[FRENCH] == 0
    assert battle.told()[-2:] == ["ccn.cornered", "ccn.lost"]


@covers("CCN-11.1.10")
def test_a_unit_that_goes_back_part_of_the_way_loses_a_block_for_the_rest() -> None:
    battle = shot(3, unit=british("b", "LN", "2,5")).do(way("1,5"))
    assert (battle.at("b"), battle.unit("b").blocks) == ("1,5", 2)


@covers("CCN-11.1.10")
def test_friends_on_every_way_back_cost_blocks_too() -> None:
    friends = [british(f"x{at}", "LN", at) for at in ("3,5", "3,6")]
    battle = shot(2, *friends).do(IgnoreFlags(1))
    assert (battle.at("b"), battle.unit("b").blocks) == ("4,5", 3)


@covers("CCN-11.1.11")
def test_blocks_lost_for_hexes_can_be_the_last() -> None:
    battle = shot(2, unit=british("b", "LN", "1,6", blocks=2))
    assert B not in battle.world.units
    assert battle.world.banners[FRENCH] == 1


@covers("CCN-11.1.11")
def test_more_hexes_than_blocks_cost_one_banner_only() -> None:
    battle = shot(3, unit=british("b", "LN", "2,5", blocks=1)).do(way("1,6"))
    assert B not in battle.world.units
    assert battle.world.unit_at == {cell("4,5"): A}
    assert battle.world.banners[FRENCH] == 1


@covers("CCN-11.1.12", "CCN-11.4.2")
def test_an_attached_leader_goes_back_with_his_unit() -> None:
    battle = shot(2, unit=british("b", "LN", "4,5", leader="hill")).do(IgnoreFlags(0))
    battle.do(way("3,5", "2,4"))
    assert battle.at("hill") == battle.at("b") == "2,4"
    assert battle.world.leader_at == {cell("2,4"): HILL}


@covers("CCN-11.1.13")
def test_a_unit_that_meets_a_lone_leader_stops_with_him() -> None:
    battle = shot(3, leaders=[leader("hill", "allied", "2,5")])
    assert way("3,6", "2,5") in battle.options()
    assert way("3,6", "2,6", "1,6") in battle.options()
    with recording() as noted:
        battle.do(way("3,6", "2,5"))
    assert (battle.at("b"), battle.unit("b").blocks) == ("2,5", 4)
    assert battle.at("hill") == "2,5"
    assert battle.told()[-1] == "ccn.joined"
    assert "CCN-11.1.13" in noted.fired


@covers("CCN-11.1.13")
def test_it_cannot_go_on_past_him() -> None:
    battle = shot(3, leaders=[leader("hill", "allied", "2,5")])
    assert battle.refusal(way("3,6", "2,5", "1,5")) == ["CCN-11.1.13"]


@covers("CCN-11.1.13")
def test_a_lone_leader_with_nothing_but_the_edge_behind_him_saves_all_blocks() -> None:
    river = {"river": ["1,5"]}
    unit = british("b", "LN", "2,5")
    battle = shot(3, unit=unit, terrain=river, leaders=[leader("hill", "allied", "1,6")])
    assert (battle.at("b"), battle.unit("b").blocks) == ("1,6", 4)


@covers("CCN-11.1.13")
def test_no_hex_is_saved_without_a_leader_in_it() -> None:
    river = {"river": ["1,5"]}
    with recording() as noted:
        battle = shot(3, unit=british("b", "LN", "2,5"), terrain=river)
    assert (battle.at("b"), battle.unit("b").blocks) == ("1,6", 2)
    assert "CCN-11.1.13" not in noted.fired


@covers("CCN-11.1.14", "CCN-A6")
def test_a_unit_with_a_leader_may_not_go_back_onto_another() -> None:
    led = british("b", "LN", "4,5", leader="hill")
    battle = shot(2, unit=led, leaders=[leader("hope", "allied", "3,5")]).do(IgnoreFlags(0))
    assert battle.options() == [way("3,6", "2,6"), way("3,6", "2,5")]
    assert battle.refusal(way("3,5")) == ["CCN-11.1.14"]


@covers("CCN-11.1.14", "CCN-11.1.10")
def test_leaders_in_both_hexes_behind_cost_a_led_unit_a_block() -> None:
    led = british("b", "LN", "4,5", leader="hill")
    leaders = [leader("hope", "allied", "3,5"), leader("hay", "allied", "3,6")]
    battle = shot(2, unit=led, leaders=leaders).do(IgnoreFlags(1))
    assert (battle.at("b"), battle.unit("b").blocks) == ("4,5", 3)


@covers("CCN-11.1.15")
def test_a_step_that_can_be_made_must_be_made() -> None:
    battle = shot(2)
    assert battle.refusal(way()) == ["CCN-11.1.15"]
    assert battle.refusal(way("3,5")) == ["CCN-11.1.15"]
    assert battle.unit("b").blocks == 4


@covers("CCN-11.1.1", "CCN-11.3.1")
def test_hits_are_removed_before_the_unit_goes_back() -> None:
    shooter = french("a", "LN", "6,5", blocks=2, ordered=True)
    battle = field(shooter, british("b", "LN", "4,5")).do(Fire(A, B)).roll("FLAG", "INF")
    assert (battle.at("b"), battle.unit("b").blocks) == ("4,5", 3)
    battle.do(way("3,5"))
    told = [one for one in battle.told() if one.startswith("ccn.")]
    assert told == ["ccn.fired", "ccn.lost", "ccn.retreated"]


@covers("CCN-11.3.1", "CCN-9.4.5")
def test_a_unit_that_lost_blocks_in_place_battles_back() -> None:
    attacker = french("a", "LN", "2,5", blocks=1, ordered=True)
    battle = field(attacker, british("b", "LN", "1,6"), hands=NO_CARDS).do(MeleeAttack(A, B))
    battle.roll("FLAG", "ART")
    assert battle.options()[0] == BattleBack()
    assert battle.unit("b").blocks == 3


@covers("CCN-11.3.1", "CCN-9.4.4")
def test_a_unit_that_went_back_does_not_battle_back() -> None:
    attacker = french("a", "LN", "5,5", blocks=1, ordered=True)
    battle = field(attacker, british("b", "LN", "4,5"), hands=NO_CARDS).do(MeleeAttack(A, B))
    battle.roll("FLAG", "ART").do(way("3,5"))
    assert battle.asked() == ("french", "choose_ground")


@covers("CCN-11.1.6")
def test_the_question_shows_unit_hexes_and_ways() -> None:
    battle = shot(2)
    asked = battle.decision()
    assert asked.prompt(battle.ctx).args["n"] == 2
    shown = asked.present(battle.ctx, way("3,6", "2,5"))
    where = Target("cell", str(cell("2,5")))
    text = say("ccn.do.retreat", path="3,6 → 2,5")
    assert shown == Choice(text, where, of=Target("piece", "b"), n=2)
    nowhere = asked.present(battle.ctx, way())
    assert nowhere == Choice(say("ccn.do.retreat_nowhere"))
