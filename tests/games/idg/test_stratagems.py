"""Stratagems: stakes, the contest, and what each of the five does. IDG-5.7."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.idg.field import BLUE, RED, Field, blue, field, red
from tests.games.idg.play import Playing, playing
from tests.games.idg.speaking import rules_in
from walstatt.games.idg.changes import give_markers, lose_element
from walstatt.games.idg.dummies import (
    ChooseDummies,
    Dummy,
    MakeDummies,
    counts_as_unit,
    decoy_profiles,
    decoys,
    make_dummies,
    most_dummies,
)
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.scenario_events import Staked
from walstatt.games.idg.stratagems import (
    TRICKS,
    ChooseTrick,
    ForgoTrick,
    Stake,
    StratagemContest,
    Trick,
    UseTrick,
    most_stake,
    weary_units,
)
from walstatt.games.idg.view import seen_unit
from walstatt.games.idg.world import Stratagem, fielded, is_wild, shown
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

UNMOVED = tuple(range(10))
"""Lots that leave every unit its number."""


def before(*units: dict[str, Any], own: int = 400, foe: int = 440, **more: Any) -> Field:  # noqa: ANN401
    """Give two armies that have not deployed, with some points left."""
    some = units or (
        red("a", "warrior", (20, 40), size=4),
        red("c", "skirmisher", (30, 40), size=6),
        blue("b", "warrior", (20, 4), size=4),
        blue("d", "light_cavalry", (30, 4), size=3),
        blue("e", "warrior", (40, 4), size=3, quality="elite"),
        blue("g", "heavy_cavalry", (50, 4), general=True),
        blue("t", "baggage", (60, 4), size=2),
    )
    armies = {"red": {"points": own}, "blue": {"points": foe}}
    given = [{**one, "status": "reserve"} for one in some]
    options = {"opt_stratagems": True, **more.pop("options", {})}
    return field(*given, armies=armies, turn=0, options=options, **more)


def contest(there: Field | None = None) -> Playing:
    """Begin the contest."""
    return playing(there or before(), StratagemContest())


def using(trick: Trick, face: int, there: Field | None = None) -> Playing:
    """Let red win the contest and roll for a stratagem."""
    play = contest(there).do(Stake(20), "red").do(Stake(5), "blue").roll(3, 3)
    return play.do(UseTrick(trick)).roll(face)


# -- stakes ---------------------------------------------------------------------------------------


@covers("IDG-5.4.9")
@pytest.mark.parametrize(
    ("battle", "options"),
    [("open_battle", {"opt_stratagems": False}), ("raid", {}), ("siege", {}), ("ambush", {})],
)
def test_stratagems_are_an_option_of_open_battles(battle: str, options: dict[str, Any]) -> None:
    there = contest(before(battle=battle, options=options))
    assert there.is_over
    assert there.told() == ["kernel.ended"]


@covers("IDG-5.7.1", "IDG-5.7.6")
def test_both_stake_in_secret_what_is_left_of_their_points() -> None:
    there = contest()
    assert there.pending() == "red choose_stake blue choose_stake"
    assert len(there.options("red")) == 51
    assert len(there.options("blue")) == 11
    assert there.decision("red").default(there.ctx) == Stake(0)
    there.do(Stake(50), "red")
    assert there.world.stratagems == {}
    assert there.refusal(Stake(11), "blue") == ["IDG-5.7.1"]
    there.do(Stake(10), "blue")
    stakes = {seat: one.stake for seat, one in there.world.stratagems.items()}
    assert stakes == {"red": 50, "blue": 10}


@covers("IDG-5.7.1")
@pytest.mark.parametrize(("points", "most"), [(100, 90), (360, 90), (361, 89), (450, 0), (454, 0)])
def test_no_more_than_a_fifth_of_all_points_is_staked(points: int, most: int) -> None:
    assert most_stake(before(own=points).ctx, RED) == most


@covers("IDG-5.7.1")
def test_what_the_army_file_stakes_is_staked() -> None:
    there = before(foe=450)
    army = fielded(there.ctx, RED)
    there.ctx.content.armies["red"] = replace(army, army=replace(army.army, stake=30))
    there.world.stratagems = {RED: Stratagem(stake=30)}
    play = contest(there)
    assert play.pending() == "roll idg.roll.stake idg.roll.stake"
    play.roll(1, 6)
    assert play.asked() == ("red", "choose_stratagem")


@covers("IDG-5.7.6")
def test_nobody_rolls_if_nobody_stakes() -> None:
    there = contest().do(Stake(0), "red").do(Stake(0), "blue")
    assert there.is_over
    assert there.told() == ["idg.nothing_staked", "kernel.ended"]


# -- the contest ----------------------------------------------------------------------------------


@covers("IDG-5.7.2", "IDG-5.7.4")
@pytest.mark.parametrize(
    ("faces", "products", "winner"), [((2, 5), (40, 50), "blue"), ((3, 5), (60, 50), "red")]
)
def test_the_higher_product_picks(
    faces: tuple[int, int], products: tuple[int, int], winner: str
) -> None:
    there = contest().do(Stake(20), "red").do(Stake(10), "blue").roll(*faces)
    assert there.asked() == (winner, "choose_stratagem")
    told = [one for one in there.events() if isinstance(one, Staked)]
    assert [(one.seat, one.n, one.product) for one in told] == [
        ("red", 20, products[0]),
        ("blue", 10, products[1]),
    ]


@covers("IDG-5.7.3")
def test_equal_products_mean_nothing() -> None:
    there = contest().do(Stake(20), "red").do(Stake(10), "blue").roll(2, 4)
    assert there.is_over
    assert "idg.stratagems_even" in there.told()
    assert not any(one.chosen for one in there.world.stratagems.values())


@covers("IDG-5.7.4")
def test_the_winner_may_use_none() -> None:
    there = contest().do(Stake(20), "red").do(Stake(0), "blue").roll(1, 6)
    assert len(there.options()) == 6
    assert there.decision().candidates(there.ctx)[0] == ForgoTrick()  # type: ignore[index]
    there.do(ForgoTrick())
    assert there.is_over
    assert there.world.stratagems[RED].chosen == ""


@covers("IDG-5.7.4", "IDG-5.7.5", "IDG-5.7.7", "IDG-5.7.8", "IDG-5.7.9", "IDG-5.7.14")
@pytest.mark.parametrize(
    ("trick", "need"),
    [("enraged", 4), ("death_ground", 4), ("weary_foe", 6), ("majestic", 3), ("inscrutable", 4)],
)
def test_every_stratagem_needs_its_number(trick: Trick, need: int) -> None:
    fails = using(trick, need - 1)
    assert fails.is_over
    assert fails.world.stratagems[RED] == Stratagem(20, trick, works=False)
    assert fails.told()[-2:] == ["idg.stratagem_fails", "kernel.ended"]
    works = using(trick, need)
    assert works.world.stratagems[RED] == Stratagem(20, trick, works=True)
    assert "idg.stratagem_works" in works.told()
    preview = ChooseTrick(RED).preview(works.ctx, UseTrick(trick))
    assert preview.odds[0].millionths == round((7 - need) / 6 * 1_000_000)
    assert sum(one.millionths for one in preview.odds) == 1_000_000


@covers("IDG-5.7.5", "IDG-5.7.9", "IDG-5.7.10")
def test_weary_foe_fails_on_a_five_and_majestic_works_on_a_three() -> None:
    assert not using("weary_foe", 5).world.stratagems[RED].works
    assert using("weary_foe", 5).unit("b").status == "reserve"
    assert using("majestic", 3).asked() == ("red", "choose_dummies")


# -- enraged and death ground ---------------------------------------------------------------------


@covers("IDG-5.7.7", "IDG-A61")
def test_enraged_units_are_wild_in_five_turns() -> None:
    there = using("enraged", 4)
    assert there.is_over
    wild = []
    for turn in range(8):
        there.world.turn = turn
        wild.append(is_wild(there.ctx, "a1"))
        assert not is_wild(there.ctx, "b1")
    assert wild == [False, True, True, True, True, True, False, False]


# -- weary foe ------------------------------------------------------------------------------------


@covers("IDG-5.7.9")
def test_weary_units_stay_away_on_one_or_two() -> None:
    there = before(
        red("a", "warrior", (20, 40), size=4),
        blue("b", "warrior", (20, 4), size=4),
        blue("c", "skirmisher", (30, 4), size=4),
        blue("d", "light_cavalry", (30, 4), size=3),
        blue("e", "warrior", (40, 4), size=3, quality="elite"),
        blue("f", "elephant", (40, 4)),
        blue("g", "heavy_cavalry", (50, 4), general=True),
        blue("t", "baggage", (60, 4), size=2),
    )
    play = using("weary_foe", 6, there)
    assert list(play.rolls()) == ["b", "c", "f", "g"]
    assert {one.seat for one in play.rolls().values()} == {"blue"}
    play.roll(2, 3, 1, 3)
    assert play.is_over
    status = {name: play.unit(name).status for name in "abcdefgt"}
    assert [name for name in status if status[name] == "absent"] == ["b", "f"]
    assert [name for name in status if status[name] == "reserve"] == list("acdegt")
    assert play.told().count("idg.too_weary") == 2


@covers("IDG-5.7.9")
def test_a_unit_that_only_its_general_makes_elite_is_weary_all_the_same() -> None:
    there = before(
        red("a", "warrior", (20, 40), size=4),
        blue("b", "warrior", (20, 4), elements=[{"general": True, "quality": "elite"}, {}]),
    )
    assert weary_units(there.ctx, BLUE) == ["b"]
    assert weary_units(there.ctx, RED) == ["a"]


@covers("IDG-5.7.9", "IDG-1.4.2")
@pytest.mark.parametrize(("quality", "units"), [("ordinary", ["b", "g"]), ("elite", ["b"])])
def test_a_general_by_himself_is_a_unit_that_may_be_weary(quality: str, units: list[str]) -> None:
    there = before(
        red("a", "warrior", (20, 40), size=4),
        blue("b", "warrior", (20, 4), size=4),
        blue("g", "heavy_cavalry", (50, 4), general=True, quality=quality),
    )
    assert weary_units(there.ctx, BLUE) == units
    play = using("weary_foe", 6, there).roll(*[1 for _ in units])
    assert {name for name in "bg" if play.unit(name).status == "absent"} == set(units)


@covers("IDG-5.7.9")
def test_an_army_that_cannot_be_weary_does_not_roll() -> None:
    there = before(
        red("a", "warrior", (20, 40), size=4), blue("d", "light_cavalry", (30, 4), size=3)
    )
    assert using("weary_foe", 6, there).is_over


# -- dummies --------------------------------------------------------------------------------------


@covers("IDG-5.10.7", "IDG-3.1.5")
def test_baggage_and_a_lone_general_are_no_units_of_the_army() -> None:
    there = before()
    counted = {name: counts_as_unit(there.ctx, UnitId(name)) for name in "abcdegt"}
    assert [name for name in counted if not counted[name]] == ["g", "t"]


@covers("IDG-5.7.10")
def test_dummies_look_like_troops_of_the_army() -> None:
    there = using("majestic", 3)
    known = decoys(there.ctx, RED)
    assert [(one.least, one.most) for one in known.values()] == [(2, 12), (2, 12)]
    kinds = list(known)
    many = tuple(Dummy(kinds[0], 5) for _ in range(4))
    assert there.refusal(MakeDummies(many)) == ["IDG-5.7.10"]
    assert there.refusal(MakeDummies((Dummy("horse:p9", 3),))) == ["IDG-5.7.10"]
    assert there.refusal(MakeDummies((Dummy(kinds[0], 1),))) == ["IDG-1.4.1"]
    assert there.refusal(MakeDummies((Dummy(kinds[0], 13),))) == ["IDG-1.4.1"]
    there.do(MakeDummies((Dummy(kinds[0], 4), Dummy(kinds[1], 12)))).roll(*UNMOVED)
    assert there.is_over
    made = [unit for unit, one in there.world.units.items() if one.dummy]
    assert made == ["red-1", "red-2"]
    first = there.unit("red-1")
    assert (first.side, first.status, first.size) == ("red", "reserve", 4)
    assert first.elements == ("red-1.1", "red-1.2", "red-1.3", "red-1.4")
    assert {there.element(one).profile for one in first.elements} == {there.element("a.1").profile}
    assert len(there.unit("red-2").elements) == 12
    assert there.told()[-2:] == ["idg.dummies_ready", "kernel.ended"]


@covers("IDG-5.7.10")
def test_dummies_are_called_like_further_units_of_their_line() -> None:
    there = using("majestic", 3)
    kind = next(iter(decoys(there.ctx, RED)))
    there.do(MakeDummies((Dummy(kind, 3), Dummy(kind, 5)))).roll(*UNMOVED)
    assert there.unit("red-1").names == ("warriors 2", "Krieger 2")
    assert there.unit("red-2").names == ("warriors 3", "Krieger 3")


@covers("IDG-5.7.10", "IDG-1.4.2")
def test_elephants_are_imitated_one_by_one() -> None:
    there = before(red("a", "elephant", (20, 40)), blue("b", "warrior", (20, 4)))
    assert [(one.least, one.most) for one in decoys(there.ctx, RED).values()] == [(1, 1)]
    kind = next(iter(decoys(there.ctx, RED)))
    found = ChooseDummies(RED, 3).check(there.ctx, MakeDummies((Dummy(kind, 2),)))
    assert rules_in(found) == ["IDG-1.4.2"]
    make_dummies(there.ctx, RED, [Dummy(kind, 1)])
    assert there.unit("red-1").elements == ("red-1",)


@covers("IDG-5.7.11")
@pytest.mark.parametrize(("units", "most"), [(7, 3), (8, 2), (9, 1), (10, 0)])
def test_an_army_has_ten_units_with_its_dummies(units: int, most: int) -> None:
    own = [red(f"a{n}", "warrior", (20, 40), size=2) for n in range(units)]
    others = red("g", "heavy_cavalry", (20, 40), general=True), red("t", "baggage", (20, 40))
    there = before(*own, *others, blue("b", "warrior", (20, 4)))
    assert most_dummies(there.ctx, RED) == most
    play = using("majestic", 3, there)
    if most:
        kind = next(iter(decoys(there.ctx, RED)))
        cited = "IDG-5.7.10" if most == 3 else "IDG-5.7.11"
        assert play.refusal(MakeDummies((Dummy(kind, 2),) * (most + 1))) == [cited]
    assert play.is_over is (most == 0)


@covers("IDG-5.7.10")
def test_the_usual_dummies_are_the_three_largest() -> None:
    there = using("majestic", 3)
    usual = there.decision().default(there.ctx)
    assert isinstance(usual, MakeDummies)
    assert [one.size for one in usual.dummies] == [12, 12, 12]
    found = there.decision().sample(there.ctx, Random(3), 8)
    assert len(found) == 8
    assert found[1] == MakeDummies(())
    assert [one.size for one in found[2].dummies] == [6, 4]
    assert not any(there.decision().check(there.ctx, one) for one in found)


@covers("IDG-5.7.10")
def test_troops_of_the_list_that_are_not_there_can_be_imitated() -> None:
    there = before()
    army = fielded(there.ctx, RED)
    greeks = replace(army.army, list="classical_greeks", state="thessalian")
    there.ctx.content.armies["red"] = replace(army, army=greeks)
    options = IdgOptions(opt_stratagems=True)
    listed = [profile for profile, _ in decoy_profiles(greeks, options)]
    assert [one.troop for one in listed] == [
        "warrior",
        "skirmisher",
        "skirmisher",
        "heavy_cavalry",
        "light_cavalry",
    ]
    assert list(decoy_profiles(greeks, IdgOptions())) == []
    own = set(decoys(there.ctx, RED))
    assert not any(one.startswith("hoplites") for one in own)
    there.ctx.content.profiles["greek"] = listed[0]
    assert {*decoys(there.ctx, RED)} - own == {"hoplites:greek"}
    make_dummies(there.ctx, RED, [Dummy("hoplites:greek", 4), Dummy("hoplites:greek", 5)])
    assert there.unit("red-1").line == "hoplites"
    assert there.unit("red-1").names == ("Hoplites", "Hopliten")
    assert there.unit("red-2").names == ("Hoplites 2", "Hopliten 2")


@covers("IDG-5.7.12")
def test_nobody_tests_for_a_dummy_that_is_shot_to_pieces() -> None:
    there = field(
        red("a", "warrior", (20, 30), size=2, dummy=True),
        red("c", "warrior", (26, 30), size=2),
        blue("b", "artillery", (20, 19)),
    )
    lose_element(there.ctx, "a2", "IDG-9.7.2", by_shooting=True)
    give_markers(there.ctx, UnitId("a"), 7, "IDG-9.7.1")
    assert there.unit("a").status == "destroyed"
    assert there.world.losses == ()


# -- inscrutable ----------------------------------------------------------------------------------


@covers("IDG-5.7.14")
def test_every_unit_shows_one_element_only() -> None:
    there = before(
        red("a", "warrior", (20, 40), size=4),
        red("e", "elephant", (30, 40)),
        red("t", "baggage", (40, 40), size=2),
        blue("b", "warrior", (20, 4), size=4),
    )
    play = using("inscrutable", 4, there)
    assert play.is_over
    assert {name: play.unit(name).folded for name in "aetb"} == {
        "a": True,
        "e": True,
        "t": False,
        "b": False,
    }
    assert shown(play.ctx, UnitId("a")) == ("a1",)
    assert seen_unit(play.unit("e"), BLUE).size == seen_unit(play.unit("a"), BLUE).size == 0
    assert shown(play.ctx, UnitId("t")) == ("t1", "t2")


@pytest.mark.parametrize("seed", range(40))
def test_random_contests_come_to_an_end(seed: int) -> None:
    there = contest().finish(seed)
    assert there.is_over
    tricks = {one.chosen for one in there.world.stratagems.values()}
    assert tricks <= {"", *TRICKS}
    there.reloaded()
