"""Taking ground, breaking through, and the bonus melee. CCN-12."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ccn.field import ALLIED, FRENCH, british, cell, field, french, leader
from tests.games.ccn.fights import (
    END,
    NO_STRIKES,
    STRIKE,
    cited,
    melee,
    targets,
    through,
    ways,
    why,
    won,
)
from walstatt.games.ccn.advance import (
    ChooseBreakthrough,
    ChooseExit,
    ChooseGround,
    HoldGround,
    LeaveByAdvance,
    TakeGround,
    advance_paths,
)
from walstatt.games.ccn.morale import Retreat
from walstatt.games.ccn.reactions import Retire
from walstatt.games.ccn.world import unit_name
from walstatt.i18n.catalogue import say
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

A, B = UnitId("a"), UnitId("b")
TAKE, HOLD = TakeGround(), HoldGround()
AROUND = {"4,5", "4,6", "5,5", "5,7", "6,5", "6,6"}
"""The hexes around 5,6."""


# -- taking ground --------------------------------------------------------------------------------


@covers("CCN-12.1.1", "CCN-12.1.2")
@pytest.mark.parametrize("code", ["LN", "LT", "GR", "OG", "YG", "MI"])
def test_infantry_may_take_the_ground_of_a_unit_it_eliminated(code: str) -> None:
    battle = field(
        french("a", code, "5,5", ordered=True), british("b", "FA", "5,6", blocks=1), **NO_STRIKES
    ).do(melee("a", "b"))
    battle.roll("ART", *["INF"] * (battle.dice() - 1))
    assert battle.decision() == ChooseGround(FRENCH, A, cell("5,6"))
    assert battle.options() == [HOLD, TAKE]
    battle.do(TAKE)
    assert battle.at("a") == "5,6"
    assert battle.told()[-1] == "ccn.advanced"
    assert battle.options() == [END]


@covers("CCN-12.1.2")
def test_infantry_may_stay() -> None:
    battle = won("LN").do(HOLD)
    assert battle.at("a") == "5,5"
    assert battle.options() == [END]
    assert "ccn.advanced" not in battle.told()


@covers("CCN-12.1.1")
def test_infantry_may_take_the_ground_of_a_unit_that_went_back() -> None:
    units = french("a", "LN", "5,5", ordered=True), british("b", "LN", "5,6")
    battle = field(*units, **NO_STRIKES).do(melee("a", "b"))
    battle.roll("FLAG", "ART", "ART", "ART", "ART").do(Retreat(B, (cell("4,5"),))).do(TAKE)
    assert battle.at("a") == "5,6"


@covers("CCN-12.1.4")
def test_infantry_may_take_the_ground_of_cavalry_that_retired() -> None:
    units = french("a", "LN", "5,5", ordered=True), british("b", "LC", "5,6")
    battle = field(*units, **NO_STRIKES).do(melee("a", "b")).do(Retire())
    battle.roll("ART", "ART", "ART", "ART").do(Retreat(B, (cell("4,5"), cell("3,5")))).do(TAKE)
    assert battle.at("a") == "5,6"


@covers("CCN-12.1.6")
def test_a_square_takes_no_ground() -> None:
    heard = cited(lambda: won("LN", a={"square": True}))
    battle = won("LN", a={"square": True})
    assert (battle.at("a"), battle.options()) == ("5,5", [END])
    assert "CCN-12.1.6" in heard
    assert "CCN-12.1.7" not in heard


@covers("CCN-12.1.7")
@pytest.mark.parametrize("code", ["FA", "HA", "GFA"])
def test_artillery_takes_no_ground(code: str) -> None:
    battle = won(code)
    assert (battle.at("a"), battle.options()) == ("5,5", [END])
    heard = cited(lambda: won(code))
    assert "CCN-12.1.7" in heard
    assert "CCN-12.1.6" not in heard


@covers("CCN-12.1.9")
def test_an_attached_leader_advances_with_his_unit() -> None:
    battle = won("LN", a={"leader": "ney"}).do(TAKE)
    assert (battle.at("a"), battle.at("ney")) == ("5,6", "5,6")
    rider = won("LC", a={"leader": "ney"}).do(through("5,6", "5,7"))
    assert (rider.at("a"), rider.at("ney")) == ("5,7", "5,7")


@covers("CCN-12.1.1")
def test_a_unit_that_stood_leaves_no_ground_to_take() -> None:
    units = french("a", "LN", "5,5", ordered=True), british("b", "LN", "5,6")
    battle = field(*units, **NO_STRIKES).do(melee("a", "b")).roll(*["ART"] * 5)
    assert battle.asked() == ("allied", "offer_battle_back")


@covers("CCN-12.1.8")
def test_nobody_advances_after_first_strike() -> None:
    battle = field(
        french("a", "LC", "5,5", ordered=True, blocks=1),
        british("b", "LC", "5,6"),
        hands={"allied": ["first_strike"]},
    ).do(melee("a", "b"))
    battle.do(STRIKE).roll("CAV", "ART", "ART")
    assert battle.at("b") == "5,6"


@covers("CCN-12.1.3")
def test_terrain_that_stops_does_not_keep_infantry_from_taking_ground() -> None:
    for terrain in ("forest", "building", "shallow_river", "sand_pit", "hill"):
        target = "FA" if terrain != "sand_pit" else "LC"
        battle = field(
            french("a", "OG", "5,5", ordered=True),
            british("b", target, "5,6", blocks=1),
            terrain={terrain: ["5,6"]},
            hands={"allied": 0},
        ).do(melee("a", "b"))
        if battle.game.waiting is None:
            battle.do(battle.options()[0])
        battle.roll("SABER", *["INF"] * (battle.dice() - 1))
        assert battle.asked() == ("french", "choose_ground")


# -- breakthrough ---------------------------------------------------------------------------------


@covers("CCN-12.2.1", "CCN-12.2.2", "CCN-12.2.3")
@pytest.mark.parametrize("code", ["LC", "HC", "CHC", "GHC"])
def test_cavalry_may_ride_into_the_hex_and_one_further_or_back(code: str) -> None:
    battle = won(code)
    assert battle.decision() == ChooseBreakthrough(FRENCH, A, cell("5,6"))
    assert battle.options()[0] == HOLD
    assert ways(battle) == {"5,6", *(f"5,6 {to}" for to in AROUND)}


@covers("CCN-12.2.2")
def test_cavalry_may_stay_or_enter_the_hex_only() -> None:
    assert won("LC").do(HOLD).at("a") == "5,5"
    assert won("LC").do(through("5,6")).at("a") == "5,6"


@covers("CCN-12.2.1")
def test_cavalry_may_ride_one_hex_beyond() -> None:
    battle = won("LC").do(through("5,6", "4,6"))
    assert battle.at("a") == "4,6"
    assert cell("5,6") not in battle.world.unit_at


@covers("CCN-12.2.3")
def test_cavalry_that_rides_back_stands_where_it_was() -> None:
    battle = won("LC").do(through("5,6", "5,5"))
    assert battle.at("a") == "5,5"
    assert cell("5,6") not in battle.world.unit_at
    assert "CCN-12.2.3" in cited(lambda: won("LC"))
    assert "CCN-12.2.3" not in cited(lambda: won("LN"))


@covers("CCN-12.2.1")
@pytest.mark.parametrize("path", [
    ("5,7",), ("5,6", "5,8"), ("5,6", "5,7", "5,8"), ("5,6", "5,6"), (), ("6,5", "5,6"),
])  # fmt: skip
def test_other_ways_are_refused(path: tuple[str, ...]) -> None:
    battle = won("LC")
    assert why(battle, through(*path)) == [("CCN-12.2.1", "ccn.no.breakthrough")]
    assert why(battle, HOLD) == []


@covers("CCN-12.2.1", "CCN-12.1.3")
def test_the_second_hex_must_be_free_and_open() -> None:
    battle = won(
        "LC",
        french("f", "LN", "6,5"),
        british("e", "LN", "4,5"),
        leaders=[leader("hill", "allied", "4,6"), leader("ney", "french", "6,6")],
        terrain={"rugged_hill": ["5,7"]},
    )
    assert ways(battle) == {"5,6", "5,6 5,5", "5,6 6,6"}
    battle.do(through("5,6", "6,6"))
    assert (battle.at("a"), battle.at("ney")) == ("6,6", "6,6")


@covers("CCN-12.2.1")
def test_cavalry_with_a_leader_does_not_ride_onto_another() -> None:
    battle = won("LC", a={"leader": "murat"}, leaders=[leader("ney", "french", "6,6")])
    assert ways(battle) == {"5,6", *(f"5,6 {to}" for to in AROUND - {"6,6"})}


@covers("CCN-12.2.4")
@pytest.mark.parametrize("terrain", ["forest", "building", "shallow_river", "sand_pit"])
def test_terrain_that_stops_ends_a_breakthrough(terrain: str) -> None:
    battle = field(
        french("a", "HC", "5,5", ordered=True),
        british("b", "LC", "5,6", blocks=1),
        terrain={terrain: ["5,6"]},
        **NO_STRIKES,
    ).do(melee("a", "b"))
    battle.roll("SABER", *["INF"] * (battle.dice() - 1))
    assert ways(battle) == {"5,6"}


@covers("CCN-12.2.4")
def test_field_works_stop_a_breakthrough_across_a_protected_side() -> None:
    works = [{"at": "4,5", "owner": "allied"}]
    battle = field(
        french("a", "HC", "5,5", ordered=True),
        british("b", "LC", "4,5", blocks=1),
        works=works,
        **NO_STRIKES,
    ).do(melee("a", "b"))
    battle.roll("SABER", *["INF"] * (battle.dice() - 1))
    assert ways(battle) == {"4,5"}
    side = field(
        french("a", "HC", "4,4", ordered=True),
        british("b", "LC", "4,5", blocks=1),
        works=works,
        **NO_STRIKES,
    ).do(melee("a", "b"))
    side.roll("SABER", *["INF"] * (side.dice() - 1))
    assert len(ways(side)) == 7


def test_a_unit_that_is_gone_has_nowhere_to_go() -> None:
    battle = won("LC")
    assert advance_paths(battle.ctx, UnitId("nobody"), cell("5,6"), bonus=False) == []


def test_an_occupied_hex_is_not_entered() -> None:
    battle = won("LC", british("c", "LN", "9,9"))
    assert advance_paths(battle.ctx, A, cell("9,9"), bonus=False) == []


# -- leaving the board by an advance --------------------------------------------------------------

EXIT = [{"at": "5,6", "side": "french", "banners": 1, "leader_banners": 1}]


@covers("CCN-A29")
def test_cavalry_does_not_leave_by_an_advance_unless_so_read() -> None:
    plain = won("LC", british("c", "LN", "4,6"), exits=EXIT).do(through("5,6"))
    assert plain.asked() == ("french", "choose_bonus_melee")
    battle = won("LC", british("c", "LN", "4,6"), exits=EXIT, options={"exit_by_advance": True})
    battle.do(through("5,6"))
    assert battle.decision() == ChooseExit(FRENCH, A)
    assert battle.options() == [HOLD, LeaveByAdvance()]
    assert battle.decision().prompt(battle.ctx) == say(
        "ccn.ask.choose_exit", unit=unit_name(battle.ctx, A)
    )


@covers("CCN-A29", "CCN-A25")
def test_cavalry_that_leaves_gives_its_side_a_banner() -> None:
    battle = won("LC", exits=EXIT, options={"exit_by_advance": True}, a={"leader": "ney"})
    battle.do(through("5,6")).do(LeaveByAdvance())
    assert A not in battle.world.units
    assert UnitId("ney") not in battle.world.leaders
    assert battle.world.banners == {FRENCH: 3, ALLIED: 0}
    assert battle.asked() == ("french", "choose_combat")


@covers("CCN-A29")
def test_cavalry_that_does_not_leave_fights_on() -> None:
    more: dict[str, Any] = {"exits": EXIT, "options": {"exit_by_advance": True}}
    battle = won("LC", british("c", "LN", "4,6"), **more).do(through("5,6")).do(HOLD)
    assert targets(battle) == {"m a c"}
    there = {**more, "exits": [{**EXIT[0], "at": "5,7"}]}
    beyond = won("LC", british("c", "LN", "4,6"), **there).do(through("5,6", "5,7"))
    assert beyond.asked() == ("french", "choose_bonus_melee")
    other = won("LC", exits=[{**EXIT[0], "side": "allied"}], options=more["options"])
    assert other.do(through("5,6")).options() == [END]
