"""What is told about units, leaders, hexes and cards: to whom, with which rules, and no secrets."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.ccn.field import ALLIED, FRENCH, Field, british, cell, field, french, leader
from tests.games.ccn.walks import WALKS, battle
from walstatt.games.ccn.board import BOARD
from walstatt.games.ccn.content import scenario_files, terrains
from walstatt.games.ccn.game import CCN
from walstatt.i18n.catalogue import LANGUAGES, MINUS, say
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import CellId, Seat
from walstatt.kernel.match import Match
from walstatt.kernel.prompts import Target
from walstatt.scene.about import About
from walstatt.scene.playable import stage, told_about

SEATS = (FRENCH, ALLIED, None)
FAR = british("z", "LN", "1,13")
KEEPS_THE_TURN = french("k", "LN", "1,11", ordered=True)
"""Could fire at the unit far away, so that the turn does not end by itself."""


def everything(game: AnyGame, seat: Seat | None) -> list[Target]:
    """List every piece, hex and card a seat sees."""
    scene = stage(game, seat)
    cards = [card.id for tray in scene.trays for card in getattr(tray, "cards", ())]
    return [
        *(Target("piece", one.id) for one in scene.pieces),
        *(Target("cell", str(one)) for one in BOARD.cells),
        *(Target("card", one) for one in cards),
    ]


def told(field_: Field, target: Target, seat: Seat | None = FRENCH) -> About:
    found = told_about(field_.game, seat, target)
    assert found is not None
    return found


def facts(about: About) -> dict[str, dict[str, object]]:
    """Give what is told, with its numbers and words."""
    return {one.text.id.removeprefix("ccn.about."): dict(one.text.args) for one in about.facts}


def rules(about: About) -> dict[str, str]:
    return {one.text.id.removeprefix("ccn.about."): one.rule for one in about.facts}


def piece(name: str) -> Target:
    return Target("piece", name)


def labels(targets: tuple[Target, ...]) -> set[str]:
    return {BOARD.label(CellId(int(one.id))) for one in targets}


# -- random battles -------------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "preset"), WALKS)
def test_something_can_be_told_of_everything_in_both_languages_with_rules_that_exist(
    scenario: str, preset: str
) -> None:
    for game in battle(scenario, preset, every=50):
        for seat in SEATS:
            for target in everything(game, seat)[::2]:
                about = told_about(game, seat, target)
                assert about is not None, target
                assert about.facts
                assert {one.rule for one in about.facts} - {""} <= CCN.rulebook.rules.keys()
                for language in LANGUAGES:
                    assert CCN.catalogue.text(about.title, language)
                    assert all(CCN.catalogue.text(one.text, language) for one in about.facts)


@pytest.mark.parametrize(("scenario", "preset"), WALKS)
def test_what_is_told_is_the_same_whatever_the_others_hold(scenario: str, preset: str) -> None:
    for game in battle(scenario, preset, every=80):
        for seat in SEATS:
            imagined = game.imagine(seat, Random(scenario))
            for target in everything(game, seat)[::5]:
                assert told_about(game, seat, target) == told_about(imagined, seat, target)


@pytest.mark.parametrize("scenario", [name for name, one in scenario_files().items() if one.units])
def test_every_scenario_can_be_asked_about_at_its_start(scenario: str) -> None:
    match = Match.start(CCN, scenario, seed=1)
    for target in everything(match.game, None):
        assert told_about(match.game, None, target) is not None


def test_nothing_is_told_about_what_is_not_there() -> None:
    position = field(french("a", "LN", "5,5"), FAR)
    for kind, name in (
        ("piece", "nobody"),
        ("cell", "113"),
        ("cell", "x"),
        ("cell", "-1"),
        ("cell", "9" * 5000),
        ("card", "nothing"),
        ("card", "square/1"),
        ("card", "square/x"),
        ("button", ""),
        ("area", "5,5"),
    ):
        assert told_about(position.game, FRENCH, Target(kind, name)) is None  # type: ignore[arg-type]


# -- units ----------------------------------------------------------------------------------------


def test_a_unit_is_told_with_strength_moves_and_dice() -> None:
    about = told(field(french("a", "LN", "5,5", blocks=3), FAR), piece("a"))
    kind = say("ccn.kind", nation=say("ccn.nation.french"), type=say("ccn.type.LN"))
    assert about.title == say("ccn.unit", kind=kind, at="5,5")
    known = facts(about)
    assert known["strength"] == {"n": 3, "most": 4}
    assert known["move.all"] == {"n": 1}
    assert known["range"] == {"n": 2}
    assert (known["fire_standing"], known["fire_moved"]) == ({"n": 3}, {"n": 2})
    assert known["melee_infantry"] == {"n": 3, "more": 4}
    assert rules(about)["move.all"] == "CCN-6.2.1"
    assert {"forms_square", "takes_ground", "hit_by.infantry"} <= known.keys()


@pytest.mark.parametrize(
    ("code", "fire", "melee"),
    [("LN", (5, 2), 4), ("LT", (6, 4), 5), ("RL", (4, 3), 3), ("GG", (6, 4), 6)],
)
def test_british_infantry_fires_as_its_card_says(
    code: str, fire: tuple[int, int], melee: int
) -> None:
    known = facts(told(field(british("a", code, "5,5"), french("z", "LN", "9,9")), piece("a")))
    assert (known["fire_standing"]["n"], known["fire_moved"]["n"]) == fire
    assert known["melee"]["n"] == melee


def test_batteries_are_told_by_distance() -> None:
    guns = told(field(french("a", "FA", "5,5"), FAR), piece("a"))
    assert facts(guns)["fire_guns"] == {"hexes": "2 / 3 / 4 / 5", "dice": "3 / 2 / 1 / 1"}
    assert facts(guns)["move.stand"]["n"] == 1
    last = told(field(french("a", "HA", "5,5", blocks=1), FAR), piece("a"))
    assert facts(last)["fire_guns"] == {"hexes": "2 / 3 / 4", "dice": "1 / 1 / 1"}
    assert rules(last)["last_gun"] == "CCN-6.2.7"


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("LT", {"light"}),
        ("OG", {"guard", "ignores"}),
        ("MI", {"no_sabers", "flees"}),
        ("CHC", {"ignores", "retires", "breaks_through", "no_range"}),
        ("HA", {"joins_melee"}),
    ],
)
def test_special_abilities_are_told(code: str, words: set[str]) -> None:
    known = facts(told(field(french("a", code, "5,5"), FAR), piece("a")))
    assert words <= known.keys()


def test_why_flags_can_be_ignored_is_told_line_by_line() -> None:
    position = field(
        french("a", "GR", "5,5", leader="n"),
        french("c", "LN", "5,6"),
        french("d", "LN", "5,4"),
        FAR,
    )
    about = told(position, piece("a"))
    reasons = [one.rule for one in about.facts if one.text.id == "ccn.about.ignores"]
    assert reasons == ["CCN-11.2.3", "CCN-11.2.4", "CCN-11.2.9"]
    assert facts(about)["led"] == {"leader": "n"}


def test_the_ground_shelters_and_hinders() -> None:
    ground = {"forest": ("5,5",), "hill": ("7,7",)}
    position = field(french("a", "LC", "5,5"), french("g", "FA", "7,7"), FAR, terrain=ground)
    about = told(position, piece("a"))
    assert (rules(about)["shelter"], rules(about)["hinders"]) == ("CCN-16.2.4", "CCN-16.2.5")
    guns = rules(told(position, piece("g")))
    assert (guns["shelter"], guns["fires_over"]) == ("CCN-16.3.2", "CCN-16.3.5")
    assert "hinders" not in guns


def test_what_a_unit_has_done_is_told() -> None:
    done = french("a", "LT", "5,5", ordered=True, moved=2, barred=True)
    fought = french("c", "LN", "7,7", ordered=True, fought=True)
    square = french("q", "LN", "9,9", square=2)
    units = done, fought, square, KEEPS_THE_TURN, FAR
    position = field(*units, square_cards={"french": ["", "rally"]})
    about = told(position, piece("a"))
    assert facts(about)["moved"] == {"n": 2}
    assert rules(about)["barred"] == "CCN-6.2.2"
    assert {"ordered", "fought"} <= facts(told(position, piece("c"))).keys()
    known = told(position, piece("q"))
    assert facts(known)["in_square"] == {"n": 2}
    assert facts(known)["melee"] == {"n": 1}
    assert "fire_moved" not in facts(known)
    assert known.reach == ()


def test_a_card_in_force_changes_the_moves_of_those_it_ordered() -> None:
    units = french("a", "LN", "5,5", ordered=True), french("c", "LN", "7,7"), FAR
    position = field(*units, phase="move", card="bayonet_charge")
    about = told(position, piece("a"))
    assert rules(about)["by_card"] == "CCN-17.4.1.2"
    assert len(about.reach) == 18
    other = told(position, piece("c"))
    assert "by_card" not in facts(other)
    assert len(other.reach) == 6


def test_reach_is_that_of_a_fresh_order_whatever_the_unit_has_done() -> None:
    moved = french("a", "LC", "5,7", ordered=True, moved=3)
    idle = british("b", "HC", "1,1")
    position = field(moved, idle, phase="combat")
    assert len(told(position, piece("a")).reach) == len(BOARD.within(cell("5,7"), 3)) - 1
    assert labels(told(position, piece("b")).reach) == {"1,2", "1,3", "2,1", "2,2", "3,1", "3,2"}


def test_the_field_of_fire_ends_where_nothing_is_seen() -> None:
    position = field(
        french("a", "LN", "5,5"), british("b", "LN", "5,7"), terrain={"forest": ("5,6",)}
    )
    about = told(position, piece("a"))
    near = labels(about.range)
    assert {"5,6", "4,5", "3,5"} <= near
    assert "5,7" not in near
    (line,) = about.sight
    assert line.blocked == Target("cell", str(cell("5,6")))


def test_a_unit_next_to_an_enemy_hits_only_its_neighbours() -> None:
    position = field(french("a", "FA", "5,5"), british("b", "LN", "5,6"))
    about = told(position, piece("a"))
    assert rules(about)["engaged"] == "CCN-8.1.4"
    assert labels(about.range) == {BOARD.label(one) for one in BOARD.neighbours(cell("5,5"))}


def test_a_unit_with_no_way_back_is_told_so() -> None:
    position = field(french("a", "LN", "9,5"), FAR)
    assert rules(told(position, piece("a")))["no_way_back"] == "CCN-11.1.10"


# -- leaders --------------------------------------------------------------------------------------


def test_leaders_are_told_with_their_unit_or_alone() -> None:
    position = field(
        french("a", "LN", "5,5", leader="n"),
        french("q", "LN", "9,9", square=True, leader="m"),
        KEEPS_THE_TURN,
        FAR,
        leaders=[leader("o", "french", "7,7", ordered=True, moved=True)],
    )
    led = told(position, piece("n"))
    assert {"with_unit", "leader_steadies", "leader_check", "detaches"} <= facts(led).keys()
    lone = told(position, piece("o"))
    assert {"alone", "alone_attacked", "ordered", "leader_moved"} <= facts(lone).keys()
    assert facts(lone)["leader_move"] == {"n": 3}
    assert len(lone.reach) > 20
    square = told(position, piece("m"))
    assert ("stays_in_square" in facts(square), square.reach) == (True, ())


# -- hexes ----------------------------------------------------------------------------------------


def hex_at(position: Field, label: str, seat: Seat | None = FRENCH) -> About:
    return told(position, Target("cell", str(cell(label))), seat)


@pytest.mark.parametrize("kind", sorted(terrains()))
def test_every_kind_of_ground_is_told_with_its_own_rules(kind: str) -> None:
    position = field(french("a", "LN", "9,9"), FAR, terrain={kind: ("5,5",)})
    about = hex_at(position, "5,5")
    assert about.title == say("ccn.about.hex", place="5,5", terrain=say(f"ccn.terrain.{kind}"))
    known, type_ = rules(about), terrains()[kind].type
    assert ("stops" in known) == type_.stops
    assert ("closed" in known) == bool(type_.closed)
    assert known.get("into", "") == (type_.into_rule if type_.into else "")
    assert known.get("out", "") == (type_.out_rule if type_.out else "")
    assert ("blocks" in known) == (type_.blocks_sight and not type_.hill)


def test_dice_are_told_for_each_arm() -> None:
    position = field(french("a", "LN", "9,9"), FAR, terrain={"shallow_river": ("5,5",)})
    (costs,) = (
        one.text.args["costs"]
        for one in hex_at(position, "5,5").facts
        if one.text.id == "ccn.about.into"
    )
    said = CCN.catalogue.text(costs, "en")  # type: ignore[arg-type]
    lost = f"{MINUS}1"
    assert said == f"infantry {lost} in melee, cavalry {lost}, artillery {lost} in melee"


def test_field_works_objectives_exits_and_names_are_told() -> None:
    position = field(
        french("a", "LN", "9,9"),
        FAR,
        works=[{"at": "5,5", "owner": "french"}],
        objectives=[{"side": "french", "at": ["5,6"], "banners": 2}],
        exits=[{"at": "1,10", "side": "french", "banners": 1, "leader_banners": 1}],
    )
    assert rules(hex_at(position, "5,5"))["works_dice"] == "CCN-16.6.5"
    worth = [one.rule for one in hex_at(position, "5,6").facts]
    assert "CCN-3.8" in worth
    assert "CCN-20.3" in [one.rule for one in hex_at(position, "1,10").facts]
    match = Match.start(CCN, "vimiero", seed=1)
    town = told_about(match.game, None, Target("cell", str(cell("3,6"))))
    assert town is not None
    assert CCN.catalogue.text(town.title, "en") == "Vimiero (3,6): building"


def test_sections_are_told_from_the_side_of_whoever_asks() -> None:
    position = field(french("a", "LN", "9,9"), FAR)
    left, both = say("ccn.section.left"), ("French", "Allies")
    mine = [one.text for one in hex_at(position, "5,1", ALLIED).facts if "section" in one.text.id]
    assert [one.args["sections"] for one in mine] == [left]
    spectator = [one for one in hex_at(position, "5,1", None).facts if "section" in one.text.id]
    said = [CCN.catalogue.text(one.text, "en") for one in spectator]
    assert said == [f"{both[0]}: Right flank", f"{both[1]}: Left flank"]
    line = [one.rule for one in hex_at(position, "4,4").facts if "section" in one.text.id]
    assert line == ["CCN-1.2.2"]


def test_who_stands_in_a_hex_is_told() -> None:
    position = field(french("a", "LN", "5,5", leader="n"), FAR)
    here = [one for one in hex_at(position, "5,5").facts if one.text.id == "ccn.about.here"]
    assert len(here) == 2


# -- cards ----------------------------------------------------------------------------------------


def holding(*cards: str, **given: object) -> Field:
    units = french("a", "LN", "5,5"), french("q", "LN", "7,7", square=True), FAR
    return field(
        *units,
        phase="command",
        hands={"french": list(cards), "allied": ["elan"]},
        square_cards={"french": ["bombard"]},
        **given,  # type: ignore[arg-type]
    )


def test_a_card_in_hand_is_told_with_its_text_and_what_it_would_do_now() -> None:
    position = holding("assault_center", "rally", "forward")
    about = told(position, Target("card", "assault_center"))
    assert about.title == say("ccn.card.assault_center")
    assert about.facts[0].text == say("ccn.cardtext.assault_center")
    assert about.facts[0].rule == "CCN-17.2.4"
    assert {"card.section", "card.bicorne", "card.command", "card.now"} <= facts(about).keys()
    assert {one.id for one in about.reach} == {"a", "q"}


def test_a_card_that_is_not_in_hand_is_told_without_what_it_would_do() -> None:
    position = holding("rally", last_cards={"allied": "probe_left"})
    about = told(position, Target("card", "played/counter_attack"))
    assert "card.now" not in facts(about)
    assert facts(about)["card.copies"] == {"card": say("ccn.card.probe_right")}
    assert about.reach == ()
    assert told(position, Target("card", "ccn/tactic/bombard")).title == say("ccn.card.bombard")


def test_a_card_under_a_square_is_told_only_to_its_owner() -> None:
    position = holding("rally", "forward")
    mine = told(position, Target("card", "square/1"))
    assert mine.title == say("ccn.square_card", n=1, card=say("ccn.card.bombard"))
    assert mine.facts[0].rule == "CCN-14.1.10"
    for seat in (ALLIED, None):
        assert told_about(position.game, seat, Target("card", "square/1")) is None


@pytest.mark.parametrize("card", sorted(CCN.setup("empty", CCN.options_type(), {}).content.cards))
def test_every_card_can_be_told(card: str) -> None:
    about = told(holding("rally"), Target("card", f"played/{card}"))
    assert len(about.facts) >= 2
    assert {one.rule for one in about.facts} <= CCN.rulebook.rules.keys()
