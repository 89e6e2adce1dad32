"""Armies made by the program: legal, within the points, and different."""

from random import Random

import pytest

from tests.games.idg.mustering import COMPULSORY
from walstatt.games.idg.army import Army, General
from walstatt.games.idg.army_check import judged
from walstatt.games.idg.army_file import mustered
from walstatt.games.idg.army_price import price_of
from walstatt.games.idg.lists import army_lists
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.quick_army import Maker, Order, quick_army
from walstatt.games.idg.quick_siege import outfit
from walstatt.games.idg.quick_units import Recruiter
from walstatt.games.idg.troops import Role, Scenario
from walstatt.kernel.errors import BadRequest

SEEDS = 200
ROLES: tuple[tuple[Scenario, Role], ...] = (
    ("open_battle", "attacker"),
    ("ambush", "defender"),
    ("raid", "attacker"),
    ("raid", "defender"),
    ("siege", "attacker"),
    ("siege", "defender"),
    ("ambush", "attacker"),
)
OPTIONS = (
    IdgOptions(),
    IdgOptions(opt_dates=True),
    IdgOptions(var_list_points="formula", var_mongol_bonus_lines="points"),
    IdgOptions(opt_allies=False),
)


def made(list_id: str, seed: int) -> tuple[Army, IdgOptions]:
    options = OPTIONS[seed % len(OPTIONS)]
    return quick_army(list_id, None, ROLES[seed % 7], Random(seed), options), options


@pytest.mark.parametrize("list_id", COMPULSORY)
def test_two_hundred_armies_of_every_list_are_legal_and_use_their_points(list_id: str) -> None:
    seen: set[str] = set()
    shapes: set[tuple[tuple[str, int], ...]] = set()
    for seed in range(SEEDS):
        army, options = made(list_id, seed)
        force = mustered(army, options)
        assert judged(force) == [], seed
        total = price_of(force).total
        assert 0.97 * army.limit <= total <= army.limit, seed
        assert (army.scenario, army.role) == ROLES[seed % 7]
        seen |= {body.line for body in force.bodies}
        shapes.add(tuple((body.line, len(body.elements)) for body in force.bodies))
    lines = army_lists()[list_id].lines.items()
    assert {name for name, one in lines if one.usual.weight and not one.when.is_dated} <= seen
    assert len(shapes) > SEEDS * 0.9


@pytest.mark.parametrize(
    ("list_id", "lines", "stranger", "other"),
    [
        ("carthaginians", ("numidian_cavalry",) * 2, "gallic_nobles", "nobles"),
        ("romans_punic_wars", ("iberian_scutarii",), "gauls", "cavalry"),
    ],
)
def test_no_general_is_chosen_with_whom_the_units_do_not_fight(
    list_id: str, lines: tuple[str, ...], stranger: str, other: str
) -> None:
    book, options = army_lists()[list_id], IdgOptions()
    year = book.years[1]
    recruiter = Recruiter(list_id, year, book.usual_state, Random(1), options)
    drafts = [recruiter.draft(name) for name in lines]
    assert not recruiter.clashes(drafts)
    assert recruiter.clashes(drafts, General(line=stranger))
    assert not recruiter.clashes(drafts, General(line=other))
    makers = (Maker(Order(list_id, 450, year=year), book, Random(n), options) for n in range(40))
    assert stranger not in {maker._mount(drafts)[0] for maker in makers}


def test_the_same_seed_makes_the_same_army() -> None:
    assert made("seljuks", 5) == made("seljuks", 5)
    assert made("seljuks", 5) != made("seljuks", 6)


def test_raided_trains_are_large_and_others_small() -> None:
    armies = [made("vikings", seed)[0] for seed in range(70)]
    raided = {one.baggage for one in armies if (one.scenario, one.role) == ("raid", "defender")}
    others = {one.baggage for one in armies if (one.scenario, one.role) != ("raid", "defender")}
    assert (raided, others) == ({8, 9, 10}, {2})


@pytest.mark.parametrize("points", range(40, 501, 20))
def test_works_of_any_budget_cost_nearly_half_of_it_and_have_six_sections_a_tower(
    points: int,
) -> None:
    """Nine twentieths, that is, but for what is left of a section, and a half at most."""
    book = army_lists()["romans_punic_wars"]
    for seed in range(40):
        things = outfit(book, points, "siege", "defender", Random(seed), IdgOptions()).equipment
        assert things.walls >= 6 * things.towers
        spent = 10 * things.walls + 25 * things.towers
        assert 4 * spent >= points
        assert 20 * (spent + 9) >= 9 * points
        assert 2 * spent <= points


def test_towns_on_the_coast_may_have_a_ship() -> None:
    besieged: tuple[Scenario, Role] = ("siege", "defender")
    for list_id, ever in (("classical_greeks", True), ("mongols", False)):
        armies = [quick_army(list_id, None, besieged, Random(n), IdgOptions()) for n in range(40)]
        assert any(one.equipment.ships for one in armies) == ever
        assert all((one.home == "coast") == bool(one.equipment.ships) for one in armies)
    landlocked = IdgOptions(opt_ships_boats="never")
    armies = [quick_army("vikings", None, besieged, Random(n), landlocked) for n in range(20)]
    assert not any(one.equipment.ships for one in armies)


def test_points_year_and_state_are_as_wanted() -> None:
    options = IdgOptions()
    role: tuple[Scenario, Role] = ("open_battle", "defender")
    army = quick_army("anglo_saxons", 600, role, Random(1), options, year=650, state="mercia")
    assert (army.points, army.year, army.state) == (600, 650, "mercia")
    assert price_of(mustered(army, options)).total >= 0.97 * 600
    small = quick_army("anglo_saxons", 120, role, Random(1), options)
    assert judged(mustered(small, options)) == []


def test_what_cannot_be_made_is_refused() -> None:
    options = IdgOptions()
    role: tuple[Scenario, Role] = ("open_battle", "attacker")
    with pytest.raises(BadRequest, match="there is no list 'huns'"):
        quick_army("huns", 450, role, Random(1), options)
    with pytest.raises(BadRequest, match="vikings has no state 'york'"):
        quick_army("vikings", 450, role, Random(1), options, state="york")
    with pytest.raises(BadRequest, match="no army of mongols can be made of 50 points"):
        quick_army("mongols", 50, role, Random(1), options)
