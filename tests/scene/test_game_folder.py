"""Where a game's rules and messages are looked for."""

from pathlib import Path

from walstatt.games.ccn.game import CCN
from walstatt.games.toy.game import TOY, ToyGame


class Variant(ToyGame):
    """A variant that brings no rules of its own."""


def test_a_game_has_the_rules_and_messages_beside_its_definition() -> None:
    assert CCN.folder.name == "ccn"
    assert CCN.rulebook.prefix == "CCN"
    assert {"ccn.title", "ccn.scenario.rolica_1"} <= set(CCN.catalogue.ids("en"))


def test_a_variant_has_those_of_the_game_it_varies() -> None:
    assert Path(__file__).parent != Variant().folder == TOY.folder
    assert Variant().rulebook.rules == TOY.rulebook.rules
