"""The national cards: every value of every unit, as it works in play. CCN-19."""

import pytest

from tests.games.ccn.field import ALLIED, FRENCH, Field, british, cell, field, french, leader
from walstatt.games.ccn.announcing import MeleeAttack
from walstatt.games.ccn.attack import Manner, attack_ledger
from walstatt.games.ccn.cards import allowance, fighting_march
from walstatt.games.ccn.combat import Fire
from walstatt.games.ccn.content import GunDice, troop_file, troops
from walstatt.games.ccn.morale import ChooseRetreat, IgnoreFlags, ignorable_flags
from walstatt.games.ccn.ranged import range_of
from walstatt.games.ccn.reactions import Decline, OfferRetire
from walstatt.games.ccn.world import troop_of
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

A, B = UnitId("a"), UnitId("b")
CARDS = {
    # blocks; hexes to move and fight, and at all; range; dice of fire two hexes away, standing and
    # after one hex; dice of melee against infantry and against cavalry; flags ignored; hexes back
    "french.LN": (4, 1, 1, 2, 4, 2, 5, 4, 0, 1),
    "french.LT": (4, 1, 2, 2, 5, 3, 4, 4, 0, 1),
    "french.GR": (4, 1, 1, 2, 5, 3, 5, 5, 1, 1),
    "french.OG": (4, 1, 1, 2, 5, 3, 6, 6, 2, 1),
    "french.YG": (4, 1, 2, 2, 5, 3, 5, 5, 1, 1),
    "french.MI": (4, 1, 1, 2, 4, 2, 4, 4, 0, 3),
    "french.LC": (4, 3, 3, 0, 0, 0, 4, 4, 0, 1),
    "french.HC": (4, 2, 2, 0, 0, 0, 5, 5, 0, 1),
    "french.CHC": (4, 2, 2, 0, 0, 0, 5, 5, 1, 1),
    "french.GHC": (4, 2, 2, 0, 0, 0, 5, 5, 2, 1),
    "french.FA": (3, 0, 1, 5, 3, 0, 4, 4, 0, 1),
    "french.HA": (3, 1, 2, 4, 2, 2, 3, 3, 0, 1),
    "french.GFA": (3, 0, 1, 5, 3, 0, 5, 5, 2, 1),
    "british.LN": (4, 1, 1, 2, 5, 2, 4, 4, 0, 1),
    "british.LT": (5, 1, 2, 2, 6, 4, 5, 5, 0, 1),
    "british.RL": (3, 1, 2, 3, 4, 3, 3, 3, 0, 1),
    "british.GG": (5, 1, 1, 2, 6, 4, 6, 6, 2, 1),
    "british.GR": (4, 1, 1, 2, 5, 3, 5, 5, 1, 1),
    "british.LC": (3, 3, 3, 0, 0, 0, 3, 3, 0, 1),
    "british.HC": (3, 2, 2, 0, 0, 0, 4, 4, 0, 1),
    "british.GHC": (3, 2, 2, 0, 0, 0, 4, 4, 2, 1),
    "british.FA": (3, 0, 1, 5, 3, 0, 4, 4, 0, 1),
    "british.HA": (3, 1, 2, 4, 2, 2, 3, 3, 0, 1),
    "portuguese.LN": (4, 1, 1, 2, 4, 2, 4, 4, 0, 1),
    "portuguese.LT": (5, 1, 2, 2, 6, 3, 5, 5, 0, 1),
    "portuguese.LC": (3, 3, 3, 0, 0, 0, 3, 3, 0, 1),
    "portuguese.FA": (3, 0, 1, 5, 3, 0, 4, 4, 0, 1),
}
ALL = list(CARDS)


def facing(
    troop: str, enemy: str = "LC", at: str = "5,7", moved: int = 0, blocks: int | None = None
) -> Field:
    """Let a unit of a nation, in 5,5, face an enemy; far away others face each other, too."""
    nation, code = troop.split(".")
    own, other = (french, british) if nation == "french" else (british, french)
    unit = own("a", code, "5,5", nation=nation, ordered=True, moved=moved, blocks=blocks)
    side = "french" if nation == "french" else "allied"
    far = own("y", "LN", "9,1", ordered=True), other("z", "LN", "9,3")
    return field(unit, other("b", enemy, at), *far, to_move=side)


def total(battle: Field, manner: Manner) -> int:
    """Count the dice of a against b."""
    return attack_ledger(battle.ctx, A, B, manner).total


# -- the tables -----------------------------------------------------------------------------------


@covers("CCN-19.1", "CCN-19.7")
def test_the_nations_have_these_units_and_no_others() -> None:
    assert list(troops()) == ALL
    assert {name: one.id for name, one in troops().items()} == {name: name for name in ALL}
    assert {name: f"{one.nation}.{one.type}" for name, one in troops().items()} == {
        name: name for name in ALL
    }


@covers("CCN-19.1")
@pytest.mark.parametrize("troop", ALL)
def test_blocks_at_the_start(troop: str) -> None:
    assert facing(troop).unit("a").blocks == CARDS[troop][0]


@pytest.mark.parametrize("troop", ALL)
def test_hexes_to_move(troop: str) -> None:
    battle = facing(troop)
    kind = troop_of(battle.ctx, A)
    far = fighting_march(battle.ctx, A, kind, led=False), allowance(battle.ctx, A, kind)
    assert far == CARDS[troop][1:3]


@pytest.mark.parametrize("troop", ALL)
def test_range(troop: str) -> None:
    assert range_of(troops()[troop], 0) == CARDS[troop][3]


@covers("CCN-19.4", "CCN-19.5")
@pytest.mark.parametrize("troop", [name for name in ALL if CARDS[name][4]])
def test_dice_of_standing_fire(troop: str) -> None:
    assert total(facing(troop), "fire") == CARDS[troop][4]


@covers("CCN-19.2", "CCN-19.4", "CCN-19.5")
@pytest.mark.parametrize("troop", [name for name in ALL if CARDS[name][5]])
def test_dice_of_fire_after_a_move(troop: str) -> None:
    assert total(facing(troop, moved=1), "fire") == CARDS[troop][5]


@pytest.mark.parametrize("troop", [name for name in ALL if CARDS[name][4] and not CARDS[name][5]])
def test_foot_batteries_do_not_fire_after_a_move(troop: str) -> None:
    battle = facing(troop, moved=1)
    assert battle.refusal(Fire(A, B)) == ["CCN-6.2.5"]


@covers("CCN-19.3", "CCN-19.10")
@pytest.mark.parametrize("troop", ALL)
def test_dice_of_melee(troop: str) -> None:
    against_infantry = total(facing(troop, "LN", "5,6"), "melee")
    against_cavalry = total(facing(troop, "LC", "5,6"), "melee")
    assert (against_infantry, against_cavalry) == CARDS[troop][6:8]


@covers("CCN-19.3")
@pytest.mark.parametrize("troop", ALL)
def test_dice_of_a_battle_back_are_those_of_an_attack(troop: str) -> None:
    against_infantry = total(facing(troop, "LN", "5,6"), "back")
    against_cavalry = total(facing(troop, "LC", "5,6"), "back")
    assert (against_infantry, against_cavalry) == CARDS[troop][6:8]


@pytest.mark.parametrize("troop", ALL)
def test_flags_ignored(troop: str) -> None:
    battle = facing(troop)
    found = ignorable_flags(battle.ctx, A, cell("5,7"), bounced=False)
    assert found.total == CARDS[troop][8]


@covers("CCN-19.7")
@pytest.mark.parametrize("troop", ALL)
def test_hexes_back_for_a_flag(troop: str) -> None:
    nation, code = troop.split(".")
    own, other = (french, british) if nation == "french" else (british, french)
    shooter = other("b", "HA", "5,7", ordered=True)
    to_move = "allied" if nation == "french" else "french"
    battle = field(own("a", code, "5,5", nation=nation), shooter, to_move=to_move)
    battle.do(Fire(B, A)).roll("FLAG", "SABER")
    if battle.asked()[1] == "choose_flags":
        battle.do(IgnoreFlags(0))
    asked = battle.decision()
    assert isinstance(asked, ChooseRetreat)
    assert asked.hexes == CARDS[troop][9]


# -- rounding, and what one block does ------------------------------------------------------------


@covers("CCN-19.2")
@pytest.mark.parametrize(
    ("troop", "dice"),
    [
        ("french.LN", [1, 1, 2, 2]),
        ("french.LT", [2, 2, 3, 3]),
        ("french.MI", [1, 1, 2, 2]),
        ("british.LN", [1, 1, 2, 2]),
        ("british.RL", [2, 2, 3]),
        ("british.GG", [2, 2, 3, 3, 4]),
        ("portuguese.LN", [0, 1, 1, 2]),
        ("portuguese.LT", [1, 2, 2, 3, 3]),
    ],
)
def test_halves_are_rounded_as_the_nation_rounds(troop: str, dice: list[int]) -> None:
    found = [
        total(facing(troop, moved=1, blocks=blocks), "fire") for blocks in range(1, len(dice) + 1)
    ]
    assert found == dice


@covers("CCN-19.2")
def test_which_nations_round_up() -> None:
    assert {name: card.round for name, card in troop_file().nations.items()} == {
        "french": "up",
        "british": "up",
        "portuguese": "down",
    }
    assert {one.nation for one in troops().values() if one.round_up} == {"french", "british"}


def test_the_dice_of_batteries_by_distance_and_blocks() -> None:
    default, other = troop_file().guns["default"], troop_file().guns["variant_b"]
    assert default == {
        "FA": GunDice((4, 3, 2, 1, 1), (3, 2, 1, 1, 1)),
        "GFA": GunDice((5, 3, 2, 1, 1), (4, 2, 1, 1, 1)),
        "HA": GunDice((3, 2, 1, 1, 0), (2, 1, 1, 1, 0)),
    }
    assert other == {
        "FA": GunDice((4, 3, 2, 2, 1), (3, 2, 1, 1, 1)),
        "GFA": GunDice((5, 3, 2, 2, 1), (4, 2, 1, 1, 1)),
        "HA": GunDice((3, 2, 1, 1, 0), (2, 1, 1, 1, 0)),
    }


# -- single statements ----------------------------------------------------------------------------


@covers("CCN-19.3")
@pytest.mark.parametrize(("enemy", "dice"), [("LN", 5), ("RL", 5), ("HC", 4), ("FA", 4)])
def test_french_line_fights_any_infantry_with_one_die_more(enemy: str, dice: int) -> None:
    assert total(facing("french.LN", enemy, "5,6"), "melee") == dice


@covers("CCN-19.3")
def test_french_line_fights_a_square_with_one_die_more_and_a_leader_without() -> None:
    battle = field(
        french("a", "LN", "5,5", ordered=True),
        british("b", "LN", "5,6", square=True),
        leaders=[leader("hill", "allied", "5,4")],
    )
    square = attack_ledger(battle.ctx, A, B, "melee")
    assert square.explain() == ["+4 CCN-9.2.1", "+1 CCN-9.2.5"]
    lone = attack_ledger(battle.ctx, A, UnitId("hill"), "melee")
    assert lone.explain() == ["+4 CCN-9.2.1"]


@covers("CCN-19.4")
@pytest.mark.parametrize(("moved", "lines"), [
    (0, ["+4 CCN-8.4.1", "+1 CCN-8.4.5"]),
    (1, ["+2 CCN-8.4.2"]),
])  # fmt: skip
def test_british_line_fires_with_one_die_more_only_if_it_stood(
    moved: int, lines: list[str]
) -> None:
    battle = facing("british.LN", moved=moved)
    assert attack_ledger(battle.ctx, A, B, "fire").explain() == lines


@covers("CCN-19.5")
@pytest.mark.parametrize("moved", [0, 1])
@pytest.mark.parametrize("troop", ["french.LT", "british.LT", "british.RL", "portuguese.LT"])
def test_light_infantry_fires_with_one_die_more_standing_and_moving(troop: str, moved: int) -> None:
    battle = facing(troop, moved=moved)
    assert attack_ledger(battle.ctx, A, B, "fire").explain()[1:] == ["+1 CCN-8.4.4"]


@covers("CCN-19.6")
@pytest.mark.parametrize("gun", [False, True])
@pytest.mark.parametrize("troop", [name for name in ALL if name.endswith("C")])
def test_cavalry_of_every_nation_may_retire_before_infantry(troop: str, gun: bool) -> None:
    nation, code = troop.split(".")
    own, other = (french, british) if nation == "french" else (british, french)
    attacker = other("b", "LN", "5,6", ordered=True)
    guns = other("c", "FA", "5,3", ordered=True)
    battle = field(
        own("a", code, "5,5", nation=nation),
        attacker,
        guns,
        to_move="allied" if nation == "french" else "french",
    )
    battle.do(MeleeAttack(B, A, (UnitId("c"),) if gun else ())).do(Decline())
    seat = FRENCH if nation == "french" else ALLIED
    assert battle.decision() == OfferRetire(seat, A, B)


def with_(attribute: str) -> set[str]:
    """Name the types that have an attribute."""
    return {one.type for one in troops().values() if getattr(one, attribute)}


@covers("CCN-19.8")
def test_who_is_guard() -> None:
    assert with_("guard") == {"OG", "YG", "GG", "GHC", "GFA"}


@covers("CCN-19.9")
def test_who_is_light_infantry() -> None:
    assert with_("light") == {"LT", "YG", "RL"}


@covers("CCN-19.10")
def test_who_is_heavy_cavalry() -> None:
    assert with_("heavy") == {"HC", "CHC", "GHC"}


def test_who_is_grenadier_horse_artillery_or_poor_with_the_saber() -> None:
    assert with_("grenadier") == {"GR"}
    assert with_("horse") == {"HA"}
    assert with_("no_sabers") == {"MI", "RL"}


@covers("CCN-19.9")
@pytest.mark.parametrize("troop", ["french.LT", "french.YG", "british.RL", "portuguese.LT"])
def test_light_infantry_moves_two_hexes_and_does_not_fight_then(troop: str) -> None:
    assert facing(troop, moved=2).unit("a").barred
    assert not facing(troop, moved=1).unit("a").barred


@covers("CCN-19.1")
def test_arms() -> None:
    arms: dict[str, set[str]] = {}
    for one in troops().values():
        arms.setdefault(one.arm, set()).add(one.type)
    assert arms == {
        "infantry": {"LN", "LT", "RL", "GR", "GG", "OG", "YG", "MI"},
        "cavalry": {"LC", "HC", "CHC", "GHC"},
        "artillery": {"FA", "HA", "GFA"},
    }
