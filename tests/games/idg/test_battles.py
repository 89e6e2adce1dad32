"""Ready battles: their ground is legal, their armies fit the scenario."""

from __future__ import annotations

import pytest

from walstatt.boards.table import Table
from walstatt.games.idg.army import budget
from walstatt.games.idg.army_check import check
from walstatt.games.idg.army_file import ready_armies
from walstatt.games.idg.battles import INCH, battle_files, laid
from walstatt.games.idg.content import SEATS
from walstatt.games.idg.layout_check import Plan, flaws
from walstatt.games.idg.options import IdgOptions

BATTLES = list(battle_files())


def test_there_are_fourteen_ready_battles_in_every_scenario() -> None:
    assert len(BATTLES) == 14
    scenarios = {file.scenario for file in battle_files().values()}
    assert scenarios == {"open_battle", "ambush", "raid", "siege"}


def test_together_they_show_every_list() -> None:
    ready = ready_armies()
    named = [getattr(file, seat) for file in battle_files().values() for seat in SEATS]
    assert len({ready[name].list for name in named}) == 12


OTHER_POINTS = {
    "antioch_crusaders": 420,
    "cannae_romans": 415,
    "edington_saxons": 385,
    "eretria_greeks": 275,
    "maldon_saxons": 280,
    "plataea_spartans": 340,
    "teutoburg_cherusci": 345,
    "teutoburg_romans": 380,
    "zama_carthaginians": 425,
}
"""Armies that would win or lose nearly always with the points recommended, as their battles say."""


@pytest.mark.parametrize("name", BATTLES)
def test_its_ground_keeps_the_rules_of_laying_out(name: str) -> None:
    file = battle_files()[name]
    width, height = (round(side * INCH) for side in file.table)
    wrong = flaws(Plan(Table(width, height), INCH, file.home, laid(file)))
    assert [(one.rule, one.message.id, one.message.args) for one in wrong] == []


@pytest.mark.parametrize("name", BATTLES)
def test_both_armies_are_legal_and_of_the_right_size(name: str) -> None:
    file = battle_files()[name]
    for seat in SEATS:
        army_name = getattr(file, seat)
        army = ready_armies()[army_name]
        role = "attacker" if seat == file.attacker else "defender"
        assert army.scenario == file.scenario
        assert army.role == role
        assert army.limit == OTHER_POINTS.get(army_name, budget(file.scenario, role))
        assert check(army, IdgOptions()) == []
