"""What a scenario and a role allow, and allies."""

import pytest
from msgspec.structs import replace

from tests.games.idg.mustering import (
    DATED,
    PLAIN,
    allies,
    base,
    changed,
    force,
    points,
    reasons,
    said,
    unit,
)
from tests.games.idg.speaking import rules_in
from walstatt.games.idg.army import Army, Equipment, General, Unit, budget, budget_against
from walstatt.games.idg.army_check import check, meeting_flaws, periods_of, weather_zone
from walstatt.games.idg.army_price import price_of
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.troops import Role, Scenario, troop_file
from walstatt.workshop.covers import covers

STRATAGEMS = IdgOptions(opt_stratagems=True)


def role(army: Army, scenario: Scenario, side: Role, **fields: object) -> Army:
    return replace(army, scenario=scenario, role=side, **fields)


def equipped(army: Army, **things: int) -> Army:
    return replace(army, equipment=Equipment(**things))


# -- sizes ---------------------------------------------------------------------------------------


@covers("IDG-5.2.1", "IDG-5.3.1", "IDG-5.4.1", "IDG-5.5.1", "IDG-5.6.1")
def test_example_8_recommended_points_and_their_ratios() -> None:
    sizes = {
        (scenario, side): budget(scenario, side)
        for scenario in troop_file().scenarios
        for side in ("attacker", "defender")
    }
    assert sizes == {
        ("ambush", "attacker"): 450,
        ("ambush", "defender"): 300,
        ("open_battle", "attacker"): 450,
        ("open_battle", "defender"): 450,
        ("raid", "attacker"): 300,
        ("raid", "defender"): 400,
        ("siege", "attacker"): 480,
        ("siege", "defender"): 360,
    }
    assert budget_against("ambush", "attacker", 300) == 450
    assert budget_against("siege", "defender", 480) == 360
    assert budget_against("raid", "attacker", 800) == 600
    assert budget_against("open_battle", "attacker", 700) == 700
    army = base("vikings", points=None)
    assert role(army, "siege", "defender").limit == 360
    assert army.limit == 450


# -- baggage -------------------------------------------------------------------------------------


@covers("IDG-5.3.1", "IDG-5.4.5", "IDG-5.5.5", "IDG-5.6.9", "IDG-5.10.1")
@pytest.mark.parametrize(
    ("scenario", "side", "cited"),
    [
        ("ambush", "attacker", "IDG-5.3.1"),
        ("ambush", "defender", ""),
        ("open_battle", "attacker", "IDG-5.4.5"),
        ("open_battle", "defender", "IDG-5.4.5"),
        ("raid", "attacker", ""),
        ("raid", "defender", "IDG-5.5.5"),
        ("siege", "attacker", "IDG-5.6.9"),
    ],
)
def test_who_needs_a_baggage_train(scenario: Scenario, side: Role, cited: str) -> None:
    army = role(base("vikings"), scenario, side)
    assert reasons(replace(army, baggage=0)) == ([cited] if cited else [])
    assert reasons(replace(army, baggage=1)) == ["IDG-5.10.1"]
    assert reasons(replace(army, baggage=2)) == []


# -- fortifications ------------------------------------------------------------------------------


@covers("IDG-5.6.5")
@pytest.mark.parametrize(
    ("walls", "legal"), [(0, False), (8, False), (9, True), (18, True), (19, False)]
)
def test_a_besieged_army_spends_a_quarter_to_a_half_on_works(walls: int, legal: bool) -> None:
    army = role(equipped(base("vikings"), walls=walls), "siege", "defender", points=360)
    assert reasons(army) == ([] if legal else ["IDG-5.6.5"])


@covers("IDG-5.5.4")
@pytest.mark.parametrize(("ramparts", "legal"), [(0, True), (10, True), (11, False)])
def test_a_raided_army_spends_up_to_a_quarter_on_works(ramparts: int, legal: bool) -> None:
    army = role(equipped(base("vikings"), ramparts=ramparts), "raid", "defender", points=400)
    assert reasons(army) == ([] if legal else ["IDG-5.5.4"])
    assert points(army) == 16 * 8 + 10 * ramparts


@covers("IDG-5.5.4", "IDG-5.6.5")
def test_nobody_else_has_works() -> None:
    walled = equipped(base("vikings"), walls=3)
    for scenario, side in (
        ("open_battle", "defender"),
        ("raid", "attacker"),
        ("siege", "attacker"),
    ):
        assert reasons(role(walled, scenario, side)) == ["IDG-16.1.1"]  # type: ignore[arg-type]
    never = IdgOptions(opt_fortifications="never")
    raided = role(walled, "raid", "defender", points=400)
    assert reasons(raided) == []
    assert reasons(raided, never) == ["IDG-16.1.1"]


@covers("IDG-16.1.3")
def test_one_section_in_six_may_be_a_tower() -> None:
    army = role(base("vikings"), "siege", "defender", points=360)
    assert reasons(equipped(army, walls=11, towers=1)) == []
    assert reasons(equipped(army, walls=11, towers=2)) == ["IDG-16.1.3"]
    assert reasons(equipped(army, walls=8, ramparts=4, towers=2)) == []
    assert points(equipped(army, walls=12, towers=2)) == 16 * 8 + 120 + 50


# -- siege equipment -----------------------------------------------------------------------------


@covers("IDG-5.6.11", "IDG-16.3.1", "IDG-16.4.1", "IDG-17.3.1", "IDG-18.12.18", "IDG-18.12.22")
@pytest.mark.parametrize(
    ("thing", "cited", "attacker", "defender"),
    [
        ("breaches", "IDG-5.6.11", True, False),
        ("siege_towers", "IDG-16.3.1", True, False),
        ("ladders", "IDG-16.4.1", True, True),
        ("ships", "IDG-17.3.2", True, True),
        ("flamethrowers", "IDG-18.12.18", False, True),
    ],
)
def test_siege_equipment_is_for_sieges(
    thing: str, cited: str, attacker: bool, defender: bool
) -> None:
    army = base("late_sung")
    assert reasons(equipped(army, **{thing: 1})) == [cited]
    storming = role(equipped(army, **{thing: 1}), "siege", "attacker")
    assert reasons(storming) == ([] if attacker else [cited])
    walled = role(equipped(army, **{thing: 1, "walls": 9}), "siege", "defender", points=360)
    assert reasons(walled) == ([] if defender else [cited])


@covers("IDG-16.4.1", "IDG-16.4.2")
def test_ladders_are_carried_by_elements_on_foot() -> None:
    army = role(base("first_crusade"), "siege", "attacker")
    assert reasons(equipped(army, ladders=8)) == []
    assert reasons(equipped(army, ladders=9)) == ["IDG-16.4.1"]


@covers("IDG-17.3.1")
def test_ships_can_be_left_out() -> None:
    army = role(equipped(base("vikings"), ships=1), "siege", "attacker")
    assert reasons(army, IdgOptions(opt_ships_boats="never")) == ["IDG-17.3.1"]


@covers("IDG-18.12.22")
def test_bombs_are_prepaid_shots_of_chinese_siege_artillery() -> None:
    engine = Unit(exchange="heavy_siege_engine")
    sung = role(base("late_sung", engine), "siege", "attacker")
    assert reasons(equipped(sung, bombs=5)) == []
    assert points(equipped(sung, bombs=5)) - points(sung) == 15
    assert reasons(role(equipped(base("late_sung"), bombs=5), "siege", "attacker")) == [
        "IDG-18.12.22"
    ]
    mongols = role(equipped(base("mongols", engine), bombs=1), "siege", "attacker")
    assert reasons(mongols) == ["IDG-18.12.22"]


@covers("IDG-18.12.18")
def test_only_the_chinese_have_flamethrowers() -> None:
    army = role(
        equipped(base("vikings"), walls=9, flamethrowers=1), "siege", "defender", points=360
    )
    assert reasons(army) == ["IDG-18.12.18"]


@covers("IDG-5.6.2", "IDG-5.6.17")
def test_up_to_three_units_are_exchanged_for_artillery_towers_or_ships() -> None:
    engine = Unit(exchange="heavy_siege_engine")
    army = role(base("vikings", engine, engine), "siege", "attacker")
    assert reasons(equipped(army, siege_towers=1)) == []
    assert points(equipped(army, siege_towers=1)) == 16 * 8 + 60 + 50
    assert reasons(equipped(army, siege_towers=2)) == ["IDG-5.6.2"]
    light = changed(army, 4, exchange="light_artillery")
    assert points(army) - points(light) == 10
    assert reasons(role(base("vikings", Unit(exchange="light_artillery")), "raid", "attacker")) == [
        "IDG-5.6.2"
    ]


@covers("IDG-5.6.17", "IDG-3.1.4")
def test_what_is_exchanged_takes_the_place_of_a_unit() -> None:
    eight = base("vikings", *(unit("swordsmen"),) * 4)
    engine = Unit(exchange="heavy_siege_engine")
    army = role(replace(eight, units=(*eight.units, engine)), "siege", "attacker")
    assert reasons(equipped(army, siege_towers=1)) == []
    assert reasons(equipped(army, siege_towers=1, ships=1)) == ["IDG-3.1.4"]
    assert reasons(equipped(army, siege_towers=1, ladders=9, breaches=4)) == []


@covers("IDG-15.2.2")
def test_heavy_siege_engines_are_for_sieges_light_artillery_for_any_battle() -> None:
    heavy = base("early_imperial_romans", Unit(exchange="heavy_siege_engine"))
    assert reasons(heavy) == ["IDG-15.2.2"]
    assert reasons(role(heavy, "siege", "attacker")) == []
    for scenario in troop_file().scenarios:
        light = base("early_imperial_romans", unit("artillery", 1))
        assert reasons(role(light, scenario, "attacker")) == []


# -- wagons and stratagems -----------------------------------------------------------------------


@covers("IDG-17.1.1", "IDG-17.1.4")
def test_wagons_are_for_armies_with_a_wagon_train_up_to_eight() -> None:
    army = equipped(base("early_germans"), wagons=8)
    assert reasons(army) == ["IDG-17.1.1"]
    everybody = IdgOptions(opt_wagons="all")
    assert reasons(army, everybody) == []
    assert points(army) == 16 * 6 + 8 * 15
    assert reasons(equipped(army, wagons=9), everybody) == ["IDG-17.1.4"]


@covers("IDG-5.7.1")
def test_up_to_a_fifth_of_the_points_is_staked() -> None:
    army = base("vikings", points=450, stake=90)
    assert reasons(army, STRATAGEMS) == []
    assert points(army) == 16 * 8 + 90
    assert reasons(replace(army, stake=91), STRATAGEMS) == ["IDG-5.7.1"]
    assert reasons(army, PLAIN) == ["IDG-5.4.9"]
    assert reasons(role(army, "raid", "attacker"), STRATAGEMS) == ["IDG-5.4.9"]


# -- allies --------------------------------------------------------------------------------------


def with_germans(*units: Unit, state: str = "", year: int = 10) -> Army:
    return base(
        "early_imperial_romans",
        year=year,
        points=450,
        allies=allies("early_germans", *units, state=state),
    )


@covers("IDG-3.2.1", "IDG-3.2.3", "IDG-18.6.4")
def test_example_59_romans_of_the_year_10_with_german_allies() -> None:
    assert reasons(with_germans(unit("warriors", 10)), DATED) == []
    most = with_germans(unit("warriors", 12), unit("warriors", 10), unit("light_cavalry", 6))
    assert price_of(force(most)).allies == 132 + 48 == 180
    assert "IDG-3.2.1" not in reasons(most, DATED)
    more = with_germans(unit("warriors", 12), unit("warriors", 11), unit("light_cavalry", 6))
    assert reasons(more, DATED) == ["IDG-3.2.1"]
    assert reasons(with_germans(unit("light_cavalry", 4)), DATED) == ["IDG-3.2.3"]
    assert reasons(with_germans(unit("warriors"), year=17), DATED) == ["IDG-18.6.4"]


@covers("IDG-3.2.1")
def test_allies_can_be_left_out() -> None:
    army = with_germans(unit("warriors"))
    assert reasons(army, IdgOptions(opt_allies=False)) == ["IDG-3.2.1"]
    assert [one.at for one in check(army, IdgOptions(opt_allies=False))] == ["allies"]


@covers("IDG-3.2.2")
def test_allies_come_from_one_permitted_list() -> None:
    two = allies("early_germans", unit("warriors")) * 2
    assert reasons(base("early_imperial_romans", allies=two)) == ["IDG-3.2.2"]
    vikings = base("anglo_saxons", allies=allies("vikings", unit("swordsmen")))
    assert reasons(vikings) == ["IDG-3.2.2"]
    assert said(vikings) == ["Anglo-Saxon English: no allies from this list: Vikings in England."]


@covers("IDG-3.2.5")
def test_allies_have_the_command_type_of_the_army() -> None:
    found = force(with_germans(unit("warriors")))
    assert found.command == "disciplined"
    assert [body.allied for body in found.bodies] == [False] * 4 + [True]


@covers("IDG-3.1.4", "IDG-3.1.6")
def test_allies_count_as_units_and_keep_to_the_most_of_their_own_list() -> None:
    ten = base(
        "early_imperial_romans",
        *(unit("legionaries", 2),) * 4,
        unit("equites", 2),
        allies=allies("early_germans", unit("warriors")),
        general=General(unit=1),
    )
    assert reasons(ten) == []
    crowd = replace(ten, allies=allies("early_germans", unit("warriors"), unit("warriors")))
    assert reasons(crowd) == ["IDG-3.1.4"]
    horse = with_germans(unit("warriors"), *(unit("light_cavalry", 2),) * 3)
    assert reasons(horse) == ["IDG-3.1.6"]


@covers("IDG-18.6.5")
def test_of_the_tribes_only_batavians_have_their_options_as_allies() -> None:
    ambushers = unit("warriors", {"ambusher": 4})
    assert reasons(with_germans(ambushers, state="batavi"), DATED) == []
    assert reasons(with_germans(ambushers, state="cherusci"), DATED) == ["IDG-18.6.5"]
    chatti = with_germans(unit("warriors", 4, "chatti"), state="chatti")
    assert reasons(chatti, DATED) == ["IDG-18.6.5"]
    trained = with_germans(ambushers, unit("batavian_foot"), state="batavi")
    assert reasons(trained, DATED) == ["IDG-18.5.5"]


@covers("IDG-18.2.5")
def test_thebans_and_thessalians_fight_for_the_persians_in_479() -> None:
    army = base(
        "early_achaemenid_persians",
        year=-479,
        allies=allies("classical_greeks", unit("hoplites", 8), state="theban"),
    )
    assert reasons(army, DATED) == []
    assert reasons(replace(army, year=-480), DATED) == ["IDG-18.2.5"]
    spartans = allies("classical_greeks", unit("hoplites", 8), state="spartan")
    assert reasons(replace(army, allies=spartans), DATED) == ["IDG-18.2.5"]
    mixed = allies(
        "classical_greeks",
        unit("hoplites", 6),
        unit("light_cavalry", 3, state="thessalian"),
        state="theban",
    )
    assert reasons(replace(army, allies=mixed), DATED) == []


def test_allies_exchange_nothing() -> None:
    army = role(
        base(
            "early_imperial_romans",
            allies=allies("early_germans", unit("warriors"), Unit(exchange="light_artillery")),
        ),
        "siege",
        "attacker",
    )
    assert reasons(army) == ["IDG-5.6.2"]


# -- periods and weather -------------------------------------------------------------------------


@covers("IDG-3.3.1")
def test_eight_periods_keep_opponents_contemporary() -> None:
    assert len(troop_file().periods) == 8
    assert periods_of(base("vikings")) == {6, 7}
    assert periods_of(base("vikings", year=991)) == {7}
    assert periods_of(base("mongols")) == {8}
    assert periods_of(base("classical_greeks", year=-610)) == {2, 3}
    same = IdgOptions(opt_periods=True)
    vikings, sung = base("vikings"), base("late_sung")
    assert rules_in(meeting_flaws(vikings, sung, same)) == ["IDG-3.3.1"]
    assert meeting_flaws(vikings, sung, PLAIN) == []
    assert meeting_flaws(vikings, base("anglo_saxons"), same) == []


def test_every_list_has_a_weather_zone() -> None:
    assert weather_zone(base("vikings")) == "west_central_europe"
    assert weather_zone(base("carthaginians")) == "north_africa_middle_east"
    assert weather_zone(base("carthaginians", theatre="italy")) == "mediterranean"
    assert weather_zone(base("late_sung")) == "north_east_asia"
