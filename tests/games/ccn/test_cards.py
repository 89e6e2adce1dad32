"""What each card does to the moves and dice of ordered units. CCN-17."""

import pytest

from tests.games.ccn.field import Field, british, cell, field, french, leader
from walstatt.games.ccn.cards import (
    allowance,
    card_dice,
    fighting_march,
    in_force,
    leader_allowance,
    leads_by_presence,
    no_fire,
    no_melee,
)
from walstatt.games.ccn.content import card_types, troops
from walstatt.games.ccn.movement import Move
from walstatt.games.ccn.world import troop_of
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import recording
from walstatt.workshop.covers import covers

A = UnitId("a")
CODES = "LN LT RL GR GG OG YG MI LC HC CHC GHC FA HA GFA"
QUIET = [
    name
    for name in card_types()
    if name
    not in {
        "bayonet_charge",
        "bombard",
        "cavalry_charge",
        "cold_steel",
        "fire_and_hold",
        "force_march",
        "grande_manoeuvre",
    }
]
"""The cards that leave movement as it is."""


def under(card: str, code: str = "LN", *, plain: bool = False, **more: object) -> Field:
    """Play a card with one ordered unit of a type and others far away."""
    mine = british if code in ("RL", "GG") else french
    side = "allied" if code in ("RL", "GG") else "french"
    return field(
        mine("a", code, "5,5", ordered=True, **more),
        french("y", "LN", "9,1"),
        british("z", "LN", "1,1"),
        phase="move",
        to_move=side,
        card=card,
        plain=plain,
    )


def hexes(card: str, *, plain: bool = False) -> str:
    """Write how far each type moves under a card."""
    found = []
    for code in CODES.split():
        battle = under(card, code, plain=plain)
        found.append(f"{code}{allowance(battle.ctx, A, troop_of(battle.ctx, A))}")
    return " ".join(found)


def fighting(card: str, *, plain: bool = False) -> str:
    """Write how far each type moves and still fights under a card."""
    found = []
    for code in CODES.split():
        battle = under(card, code, plain=plain)
        found.append(f"{code}{fighting_march(battle.ctx, A, troop_of(battle.ctx, A), led=False)}")
    return " ".join(found)


NORMAL = "LN1 LT2 RL2 GR1 GG1 OG1 YG2 MI1 LC3 HC2 CHC2 GHC2 FA1 HA2 GFA1"
NORMAL_FIGHT = "LN1 LT1 RL1 GR1 GG1 OG1 YG1 MI1 LC3 HC2 CHC2 GHC2 FA0 HA1 GFA0"


# -- movement -------------------------------------------------------------------------------------


@covers("CCN-17.4.1.2", "CCN-17.4.2.2", "CCN-17.4.3.3", "CCN-17.4.3.4", "CCN-17.4.8.2",
        "CCN-17.4.8.3", "CCN-17.4.11.1", "CCN-17.4.6.4", "CCN-17.4.9.3")  # fmt: skip
@pytest.mark.parametrize(
    ("card", "far"),
    [
        (
            "bayonet_charge",
            "LN2 LT2 RL2 GR2 GG2 OG2 YG2 MI2 LC3 HC2 CHC2 GHC2 FA1 HA2 GFA1",
        ),
        ("bombard", "LN1 LT2 RL2 GR1 GG1 OG1 YG2 MI1 LC3 HC2 CHC2 GHC2 FA3 HA3 GFA3"),
        (
            "cavalry_charge",
            "LN1 LT2 RL2 GR1 GG1 OG1 YG2 MI1 LC3 HC3 CHC3 GHC3 FA1 HA2 GFA1",
        ),
        ("force_march", " ".join(f"{code}2" for code in CODES.split())),
        ("grande_manoeuvre", " ".join(f"{code}4" for code in CODES.split())),
        ("fire_and_hold", " ".join(f"{code}0" for code in CODES.split())),
        ("cold_steel", " ".join(f"{code}0" for code in CODES.split())),
    ],
)
def test_how_far_units_move_under_a_card(card: str, far: str) -> None:
    assert hexes(card) == far


@covers("CCN-17.1.2")
@pytest.mark.parametrize("card", QUIET)
def test_other_cards_leave_movement_as_it_is(card: str) -> None:
    assert hexes(card) == NORMAL
    assert fighting(card) == NORMAL_FIGHT


@covers("CCN-17.4.1.2", "CCN-17.4.2.2", "CCN-17.4.3.3", "CCN-17.4.3.4", "CCN-17.4.8.2",
        "CCN-17.4.8.3", "CCN-17.4.11.2")  # fmt: skip
@pytest.mark.parametrize(
    ("card", "far"),
    [
        (
            "bayonet_charge",
            "LN2 LT2 RL2 GR2 GG2 OG2 YG2 MI2 LC3 HC2 CHC2 GHC2 FA0 HA1 GFA0",
        ),
        ("bombard", "LN1 LT1 RL1 GR1 GG1 OG1 YG1 MI1 LC3 HC2 CHC2 GHC2 FA0 HA0 GFA0"),
        (
            "cavalry_charge",
            "LN1 LT1 RL1 GR1 GG1 OG1 YG1 MI1 LC3 HC3 CHC3 GHC3 FA0 HA1 GFA0",
        ),
        ("grande_manoeuvre", " ".join(f"{code}-1" for code in CODES.split())),
    ],
)
def test_how_far_units_move_and_still_fight_under_a_card(card: str, far: str) -> None:
    assert fighting(card) == far


@covers("CCN-17.4.8.2", "CCN-17.4.8.3")
def test_who_fights_after_two_hexes_of_a_force_march() -> None:
    assert fighting("force_march").split(" LC")[0] == "LN1 LT2 RL2 GR2 GG2 OG2 YG2 MI1"


@covers("CCN-17.4.8.2")
@pytest.mark.parametrize("code", ["LN", "MI"])
def test_infantry_with_a_leader_fights_after_two_hexes_of_a_force_march(code: str) -> None:
    battle = under("force_march", code, leader="ney")
    troop = troop_of(battle.ctx, A)
    assert fighting_march(battle.ctx, A, troop, led=True) == 2
    assert fighting_march(battle.ctx, A, troop, led=False) == 1


@covers("CCN-17.4.14")
@pytest.mark.parametrize(
    "card",
    ["bayonet_charge", "bombard", "cavalry_charge", "fire_and_hold", "force_march", "leadership",
     "grande_manoeuvre"],
)  # fmt: skip
def test_the_unit_of_choice_moves_and_fights_in_the_normal_way(card: str) -> None:
    assert hexes(card, plain=True) == NORMAL
    assert fighting(card, plain=True) == NORMAL_FIGHT
    battle = under(card, plain=True)
    assert in_force(battle.ctx) == ""
    assert in_force(under(card).ctx) == card


@covers("CCN-17.4.3.4")
@pytest.mark.parametrize(("blocks", "far"), [(1, 0), (2, 1), (3, 1)])
@pytest.mark.parametrize("card", ["forward", "cavalry_charge", "elan"])
def test_the_last_block_of_a_horse_battery_does_not_move_and_fight(
    card: str, blocks: int, far: int
) -> None:
    battle = under(card, "HA", blocks=blocks)
    assert fighting_march(battle.ctx, A, troop_of(battle.ctx, A), led=False) == far


def test_other_units_with_one_block_move_and_fight() -> None:
    battle = under("forward", "LC", blocks=1)
    assert fighting_march(battle.ctx, A, troop_of(battle.ctx, A), led=False) == 3


@covers("CCN-17.4.11.1")
@pytest.mark.parametrize("card", card_types())
def test_a_leader_moves_three_hexes_but_four_in_the_grand_manoeuvre(card: str) -> None:
    assert leader_allowance(under(card).ctx) == (4 if card == "grande_manoeuvre" else 3)
    assert leader_allowance(under(card, plain=True).ctx) == 3


@covers("CCN-17.4.6.4", "CCN-17.4.9.3")
@pytest.mark.parametrize("card", card_types())
def test_nobody_moves_under_fire_and_hold_and_cold_steel(card: str) -> None:
    nobody = card in ("fire_and_hold", "cold_steel")
    assert (hexes(card) == " ".join(f"{code}0" for code in CODES.split())) is nobody
    assert hexes(card, plain=True) == NORMAL


@covers("CCN-17.4.10.2")
@pytest.mark.parametrize("card", card_types())
def test_only_leadership_orders_units_by_their_leaders(card: str) -> None:
    assert leads_by_presence(under(card).ctx) is (card == "leadership")
    assert not leads_by_presence(under(card, plain=True).ctx)


@covers("CCN-17.1.2", "CCN-17.4.1.2")
def test_an_allowance_names_the_rule_of_its_card() -> None:
    wanted = {
        "bayonet_charge": ["CCN-17.1.2", "CCN-17.4.1.2"],
        "bombard": ["CCN-17.1.2", "CCN-17.4.2.2"],
        "cavalry_charge": ["CCN-17.4.3.4"],
        "force_march": ["CCN-17.1.2", "CCN-17.4.8.2", "CCN-17.4.8.3"],
        "grande_manoeuvre": ["CCN-17.1.2", "CCN-17.4.11.1"],
        "fire_and_hold": ["CCN-17.4.6.4"],
        "cold_steel": ["CCN-17.4.9.3"],
        "forward": ["CCN-6.2.8"],
    }
    found = {}
    for card in wanted:
        battle = under(card)
        with recording() as heard:
            allowance(battle.ctx, A, troop_of(battle.ctx, A))
        found[card] = [*heard.hits]
    assert found == wanted


# -- what is forbidden ----------------------------------------------------------------------------


@covers("CCN-17.4.1.3", "CCN-17.4.9.3")
@pytest.mark.parametrize("card", card_types())
@pytest.mark.parametrize("code", ["LN", "FA"])
def test_which_cards_forbid_fire(card: str, code: str) -> None:
    troop = troops()[f"french.{code}"]
    because = {"bayonet_charge": "CCN-17.4.1.3" if code == "LN" else ""}
    because["cold_steel"] = "CCN-17.4.9.3"
    assert no_fire(under(card).ctx, troop) == because.get(card, "")
    assert no_fire(under(card, plain=True).ctx, troop) == ""


@covers("CCN-17.4.6.6")
@pytest.mark.parametrize("card", card_types())
def test_only_fire_and_hold_forbids_melee(card: str) -> None:
    assert no_melee(under(card).ctx) == ("CCN-17.4.6.6" if card == "fire_and_hold" else "")
    assert no_melee(under(card, plain=True).ctx) == ""


# -- dice -----------------------------------------------------------------------------------------

MELEE, BONUS, FIRE, MOVED_FIRE = "melee", "bonus", "fire", "moved_fire"
HOW = {
    MELEE: {"melee": True, "bonus": False, "moved": 0},
    "moved_melee": {"melee": True, "bonus": False, "moved": 1},
    BONUS: {"melee": True, "bonus": True, "moved": 0},
    FIRE: {"melee": False, "bonus": False, "moved": 0},
    MOVED_FIRE: {"melee": False, "bonus": False, "moved": 1},
}


def given(card: str, code: str, how: str, *, plain: bool = False) -> tuple[int, str]:
    """Tell the dice a card gives, and by which rule."""
    nation = "british" if code in ("RL", "GG") else "french"
    melee, bonus, moved = (HOW[how][key] for key in ("melee", "bonus", "moved"))
    ctx = under(card, plain=plain).ctx
    troop = troops()[f"{nation}.{code}"]
    return card_dice(ctx, troop, melee=bool(melee), bonus=bool(bonus), moved=int(moved))


@covers("CCN-17.4.1.4", "CCN-17.1.3", "CCN-19.8")
@pytest.mark.parametrize("code", CODES.split())
def test_bayonet_charge_gives_guard_infantry_a_die_in_melee(code: str) -> None:
    guard = (1, "CCN-17.4.1.4") if code in ("OG", "YG", "GG") else (0, "")
    assert given("bayonet_charge", code, MELEE) == guard
    assert given("bayonet_charge", code, "moved_melee") == guard
    assert given("bayonet_charge", code, FIRE) == (0, "")


@covers("CCN-17.4.2.2", "CCN-17.4.2.3", "CCN-17.4.2.5", "CCN-17.1.3", "CCN-19.8")
@pytest.mark.parametrize("code", CODES.split())
def test_bombard_gives_batteries_that_stay_two_dice_and_guards_three(code: str) -> None:
    dice = {"FA": (2, "CCN-17.4.2.2"), "HA": (2, "CCN-17.4.2.2"), "GFA": (3, "CCN-17.4.2.3")}
    for how in (FIRE, MELEE):
        assert given("bombard", code, how) == dice.get(code, (0, ""))
    for how in (MOVED_FIRE, "moved_melee"):
        assert given("bombard", code, how) == (0, "")


@covers("CCN-17.4.3.2", "CCN-17.4.3.4", "CCN-17.1.3", "CCN-19.8")
@pytest.mark.parametrize("code", CODES.split())
def test_cavalry_charge_gives_cavalry_a_die_and_guard_cavalry_two(code: str) -> None:
    dice = {"LC": 1, "HC": 1, "CHC": 1, "GHC": 2}.get(code, 0)
    for how in (MELEE, "moved_melee", BONUS):
        assert given("cavalry_charge", code, how) == (dice, "CCN-17.4.3.2" if dice else "")


@covers("CCN-17.4.5.5", "CCN-17.4.10.3")
@pytest.mark.parametrize(
    ("card", "because"), [("elan", "CCN-17.4.5.5"), ("leadership", "CCN-17.4.10.3")]
)
@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("code", ["LN", "OG", "LC", "FA"])
def test_elan_and_leadership_give_everybody_a_die(
    card: str, because: str, how: str, code: str
) -> None:
    assert given(card, code, how) == (1, because)


@covers("CCN-17.4.6.2")
@pytest.mark.parametrize("code", ["LN", "OG", "FA", "GFA"])
def test_fire_and_hold_gives_a_die_in_fire(code: str) -> None:
    assert given("fire_and_hold", code, FIRE) == (1, "CCN-17.4.6.2")
    assert given("fire_and_hold", code, MELEE) == (0, "")


@covers("CCN-17.4.9.2", "CCN-17.4.9.4")
@pytest.mark.parametrize("code", ["LN", "GHC", "FA"])
def test_cold_steel_gives_a_die_in_melee_but_not_in_the_bonus_melee(code: str) -> None:
    assert given("cold_steel", code, MELEE) == (1, "CCN-17.4.9.2")
    assert given("cold_steel", code, BONUS) == (0, "")
    assert given("cold_steel", code, FIRE) == (0, "")


@covers("CCN-17.1.3")
@pytest.mark.parametrize(
    "card",
    [name for name in card_types() if card_types()[name].kind == "section"]
    + ["counter_attack", "first_strike", "force_march", "grande_manoeuvre", "rally",
       "short_supply"],
)  # fmt: skip
@pytest.mark.parametrize("how", HOW)
def test_other_cards_give_no_dice(card: str, how: str) -> None:
    assert [given(card, code, how) for code in ("OG", "GHC", "GFA")] == [(0, "")] * 3


@covers("CCN-17.4.14")
@pytest.mark.parametrize(
    ("card", "code", "how"),
    [
        ("bayonet_charge", "OG", MELEE),
        ("bombard", "GFA", FIRE),
        ("cavalry_charge", "GHC", MELEE),
        ("fire_and_hold", "LN", FIRE),
        ("leadership", "LN", MELEE),
    ],
)
def test_the_unit_of_choice_gets_no_dice(card: str, code: str, how: str) -> None:
    assert given(card, code, how)[0] > 0
    assert given(card, code, how, plain=True) == (0, "")


@covers("CCN-17.1.3", "CCN-17.4.2.5", "CCN-19.8", "CCN-17.4.9.4")
@pytest.mark.parametrize(
    ("card", "code", "how", "rules"),
    [
        ("bayonet_charge", "OG", MELEE, ["CCN-17.1.3", "CCN-19.8"]),
        ("bombard", "FA", MELEE, ["CCN-17.1.3", "CCN-17.4.2.5", "CCN-19.8"]),
        ("cavalry_charge", "LC", MELEE, ["CCN-17.1.3", "CCN-19.8"]),
        ("cold_steel", "LC", BONUS, ["CCN-17.4.9.4"]),
        ("forward", "LN", MELEE, []),
    ],
)
def test_card_dice_name_their_rules(card: str, code: str, how: str, rules: list[str]) -> None:
    ctx = under(card).ctx
    troop = troops()[f"french.{code}"]
    with recording() as heard:
        card_dice(ctx, troop, melee=True, bonus=how == BONUS, moved=0)
    assert [*heard.hits] == rules


def test_a_leader_it_moves_onto_does_not_make_a_unit_fast() -> None:
    battle = field(
        french("a", "LN", "5,5", ordered=True),
        british("z", "LN", "1,1"),
        leaders=[leader("ney", "french", "5,7")],
        phase="move",
        card="force_march",
    )
    battle.do(Move(A, cell("5,7")))
    assert (battle.at("a"), battle.unit("a").barred) == ("5,7", True)


@covers("CCN-17.4.8.2")
def test_a_leader_who_goes_along_makes_a_unit_fast() -> None:
    unit = french("a", "LN", "5,5", ordered=True, leader="ney")
    battle = field(unit, british("z", "LN", "1,1"), phase="move", card="force_march")
    battle.do(Move(A, cell("5,7")))
    assert (battle.at("ney"), battle.unit("a").barred) == ("5,7", False)
