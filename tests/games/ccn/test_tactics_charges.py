"""Bayonet Charge, Bombard, Cavalry Charge, Fire and Hold, from the card to the last die."""

import pytest

from tests.games.ccn.field import (
    ALLIED,
    FRENCH,
    Field,
    british,
    cell,
    field,
    french,
    leader,
    played,
)
from walstatt.games.ccn.advance import Breakthrough
from walstatt.games.ccn.announcing import MeleeAttack
from walstatt.games.ccn.attack import attack_ledger
from walstatt.games.ccn.combat import EndCombat, Fire
from walstatt.games.ccn.morale import Retreat
from walstatt.games.ccn.movement import EndMovement, Move
from walstatt.games.ccn.orders import EndOrders, Order, OrderLeader
from walstatt.games.ccn.reactions import Decline
from walstatt.games.ccn.tactics import is_meant
from walstatt.games.ccn.unit_movement import unit_reach
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import recording
from walstatt.workshop.covers import covers

A, B, C, D, NEY = (UnitId(name) for name in ("a", "b", "c", "d", "ney"))


def orderable(battle: Field) -> set[str]:
    """Name the units that may be ordered now."""
    return {str(one.unit) for one in battle.options() if isinstance(one, Order)}


def ordered(battle: Field, *names: str) -> Field:
    """Order these units and no others."""
    for name in names:
        battle.do(Order(UnitId(name)))
    if battle.game.to_act and battle.asked()[1] == "choose_orders":
        battle.do(EndOrders())
    return battle


def resting(battle: Field) -> Field:
    """Move nobody."""
    return battle.do(EndMovement()) if battle.asked()[1] == "choose_move" else battle


ENEMY = british("z", "LN", "1,1")
LINE = [french(f"n{place}", "LN", f"8,{place}") for place in range(1, 6)]
GUNS = [french(f"g{place}", "FA", f"8,{place}") for place in range(1, 6)]
HORSE = [french(f"h{place}", "LC", f"8,{place}") for place in range(1, 6)]


# -- who is ordered -------------------------------------------------------------------------------


@covers("CCN-17.4.1.1", "CCN-17.4.2.1", "CCN-17.4.3.1", "CCN-17.4.6.1")
@pytest.mark.parametrize(
    ("card", "host", "because"),
    [
        ("bayonet_charge", LINE, "CCN-17.4.1.1"),
        ("bombard", GUNS, "CCN-17.4.2.1"),
        ("cavalry_charge", HORSE, "CCN-17.4.3.1"),
        ("fire_and_hold", LINE, "CCN-17.4.6.1"),
    ],
)
def test_up_to_four_units_are_ordered(
    card: str, host: list[dict[str, object]], because: str
) -> None:
    with recording() as heard:
        battle = played(card, *host, ENEMY)
    assert because in heard.fired
    assert battle.decision().slots[0][1] == 4  # type: ignore[attr-defined]
    for one in host[:4]:
        assert battle.asked() == (FRENCH, "choose_orders")
        battle.do(Order(UnitId(str(one["id"]))))
    assert not battle.game.to_act or battle.asked()[1] != "choose_orders"


KINDS = {
    "bayonet_charge": ({"ln", "og", "mi"}, "CCN-17.4.1.1"),
    "bombard": ({"fa", "ha", "gfa"}, "CCN-17.4.2.1"),
    "cavalry_charge": ({"lc", "ghc", "ha"}, "CCN-17.4.3.1"),
    "fire_and_hold": ({"ln", "og", "mi", "fa", "ha", "gfa"}, "CCN-17.4.6.1"),
}


@covers("CCN-17.4.1.1", "CCN-17.4.2.1", "CCN-17.4.3.1", "CCN-17.4.6.1")
@pytest.mark.parametrize("card", KINDS)
def test_which_arms_are_ordered(card: str) -> None:
    codes = ("LN", "OG", "MI", "LC", "GHC", "FA", "HA", "GFA")
    units = [french(code.lower(), code, f"8,{place}") for place, code in enumerate(codes, 1)]
    battle = played(card, *units, ENEMY)
    able, because = KINDS[card]
    assert orderable(battle) == able
    for code in {one.lower() for one in codes} - able:
        assert battle.refusal(Order(UnitId(code))) == [because]


@covers("CCN-17.4.1.1")
def test_a_bayonet_charge_orders_no_leader() -> None:
    battle = played(
        "bayonet_charge",
        french("a", "LN", "8,2", leader="ney"),
        french("c", "LN", "8,4"),
        ENEMY,
        leaders=[leader("soult", "french", "8,6")],
    )
    assert battle.refusal(OrderLeader(NEY)) == ["CCN-5.16"]
    assert battle.refusal(OrderLeader(UnitId("soult"))) == ["CCN-17.4.1.1"]


# -- nobody of the kind ---------------------------------------------------------------------------


@covers("CCN-17.4.1.5", "CCN-17.4.2.4", "CCN-17.4.3.6", "CCN-17.4.6.5", "CCN-17.4.14")
@pytest.mark.parametrize(
    ("card", "codes", "because"),
    [
        ("bayonet_charge", ("LC", "FA"), "CCN-17.4.1.5"),
        ("bombard", ("LN", "LC"), "CCN-17.4.2.4"),
        ("cavalry_charge", ("LN", "FA"), "CCN-17.4.3.6"),
        ("fire_and_hold", ("LC", "HC"), "CCN-17.4.6.5"),
    ],
)
def test_without_any_of_the_kind_one_unit_of_choice_is_ordered(
    card: str, codes: tuple[str, str], because: str
) -> None:
    units = [french(code.lower(), code, f"8,{place}") for place, code in enumerate(codes, 1)]
    with recording() as heard:
        battle = played(card, *units, ENEMY)
    assert {because, "CCN-17.4.14"} <= {*heard.fired}
    assert battle.world.plain
    assert orderable(battle) == {code.lower() for code in codes}
    battle.do(Order(UnitId(codes[0].lower())))
    assert battle.asked() == (FRENCH, "choose_move")
    assert not battle.unit(codes[1].lower()).ordered


@covers("CCN-17.4.14")
def test_the_unit_of_choice_is_no_leader_and_only_one() -> None:
    battle = played(
        "bayonet_charge", french("a", "LC", "8,2", leader="ney"), french("c", "LC", "8,4"), ENEMY
    )
    assert battle.refusal(OrderLeader(NEY)) == ["CCN-5.16"]
    assert battle.refusal(Order(UnitId("z"))) == ["CCN-5.2"]
    assert orderable(battle) == {"a", "c"}


@covers("CCN-17.4.3.6", "CCN-17.4.1.5")
@pytest.mark.parametrize(
    ("card", "code"), [("cavalry_charge", "HA"), ("fire_and_hold", "FA"), ("bombard", "GFA")]
)
def test_one_unit_of_the_kind_is_enough_to_have_no_choice(card: str, code: str) -> None:
    battle = played(card, french("a", code, "8,2"), french("c", "LC", "8,4", blocks=1), ENEMY)
    assert not battle.world.plain
    assert "a" in orderable(battle)


@covers("CCN-17.4.6.5")
def test_infantry_that_is_engaged_still_forbids_the_unit_of_choice() -> None:
    battle = played(
        "fire_and_hold",
        french("a", "LN", "8,2"),
        french("c", "LC", "8,6"),
        british("b", "LN", "8,3"),
    )
    assert not battle.world.plain
    assert battle.world.phase == "draw"
    assert not battle.unit("c").ordered


def test_which_units_a_card_means() -> None:
    battle = field(
        french("ln", "LN", "8,1"),
        french("lc", "LC", "8,2"),
        french("fa", "FA", "8,3"),
        french("ha", "HA", "8,4"),
        ENEMY,
        phase="command",
    )
    meant = {
        kind: {
            name for name in ("ln", "lc", "fa", "ha") if is_meant(battle.ctx, kind, UnitId(name))
        }
        for kind in ("infantry", "cavalry", "artillery", "charge", "hold")
    }
    assert meant == {
        "infantry": {"ln"},
        "cavalry": {"lc"},
        "artillery": {"fa", "ha"},
        "charge": {"lc", "ha"},
        "hold": {"ln", "fa", "ha"},
    }


# -- Bayonet Charge -------------------------------------------------------------------------------


@covers("CCN-17.4.1.2")
def test_a_bayonet_charge_moves_two_hexes_and_fights() -> None:
    battle = played("bayonet_charge", french("a", "LN", "7,5"), british("b", "LN", "4,5"))
    ordered(battle, "a")
    assert battle.refusal(Move(A, cell("4,6"))) == ["CCN-17.4.1.2"]
    battle.do(Move(A, cell("5,5"))).do(EndMovement())
    assert battle.unit("a").moved == 2
    battle.do(MeleeAttack(A, B)).do(Decline())
    assert battle.dice() == 5


@covers("CCN-17.4.1.3")
def test_a_bayonet_charge_does_not_fire_even_if_it_stood() -> None:
    battle = played(
        "bayonet_charge",
        french("a", "LN", "5,5"),
        french("c", "LN", "8,5"),
        british("b", "LN", "5,7"),
        british("d", "LN", "8,6"),
    )
    resting(ordered(battle, "a", "c"))
    assert Fire(A, B) not in battle.options()
    assert battle.refusal(Fire(A, B)) == ["CCN-17.4.1.3"]


@covers("CCN-17.4.1.4")
@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("OG", ["+4 CCN-9.2.1", "+2 CCN-9.2.3", "+1 CCN-17.4.1.4"]),
        ("YG", ["+4 CCN-9.2.1", "+1 CCN-9.2.4", "+1 CCN-17.4.1.4"]),
        ("GR", ["+4 CCN-9.2.1", "+1 CCN-9.2.4"]),
    ],
)
def test_the_guard_charges_with_one_die_more(code: str, lines: list[str]) -> None:
    battle = played("bayonet_charge", french("a", code, "5,5"), british("b", "LC", "5,6"))
    resting(ordered(battle, "a"))
    assert attack_ledger(battle.ctx, A, B, "melee").explain() == lines


@covers("CCN-17.1.2", "CCN-17.4.1.2")
def test_a_forest_stops_a_bayonet_charge_and_keeps_it_from_fighting() -> None:
    battle = played(
        "bayonet_charge",
        french("a", "LN", "6,5"),
        french("c", "LN", "8,5"),
        british("b", "LN", "4,5"),
        british("d", "LN", "8,6"),
        terrain={"forest": ["5,5"]},
    )
    ordered(battle, "a", "c").do(Move(A, cell("5,5"))).do(EndMovement())
    assert battle.refusal(MeleeAttack(A, B)) == ["CCN-7.12"]


@covers("CCN-17.4.14", "CCN-17.4.1.5")
def test_the_unit_of_choice_of_a_bayonet_charge_moves_as_usual() -> None:
    battle = played("bayonet_charge", french("a", "HC", "7,5"), british("b", "LN", "4,5"))
    ordered(battle, "a")
    assert max(unit_reach(battle.ctx, A).steps.values()) == 2
    battle.do(Move(A, cell("5,5"))).do(EndMovement())
    assert attack_ledger(battle.ctx, A, B, "melee").total == 5


# -- Bombard --------------------------------------------------------------------------------------


@covers("CCN-17.4.2.2", "CCN-17.4.2.3", "CCN-17.4.2.5")
@pytest.mark.parametrize(("code", "fire", "melee"), [("FA", 5, 6), ("HA", 4, 5), ("GFA", 6, 8)])
def test_a_battery_that_stays_bombards_with_more_dice(code: str, fire: int, melee: int) -> None:
    for at, total in (("5,7", fire), ("5,6", melee)):
        battle = played("bombard", french("a", code, "5,5"), british("b", "LN", at))
        resting(ordered(battle, "a"))
        if at == "5,7":
            battle.do(Fire(A, B))
        else:
            battle.do(MeleeAttack(A, B)).do(Decline())
        assert battle.dice() == total


@covers("CCN-17.4.2.2")
@pytest.mark.parametrize("code", ["FA", "HA", "GFA"])
def test_a_battery_that_moves_does_not_fight(code: str) -> None:
    battle = played(
        "bombard",
        french("a", code, "8,5"),
        french("c", "FA", "8,9"),
        british("b", "LN", "5,5"),
        british("d", "LN", "6,9"),
    )
    ordered(battle, "a", "c")
    assert battle.refusal(Move(A, cell("4,6"))) == ["CCN-17.4.2.2"]
    battle.do(Move(A, cell("7,5"))).do(EndMovement())
    assert battle.refusal(Fire(A, B)) == ["CCN-17.4.2.2"]
    assert [one for one in battle.options() if isinstance(one, Fire)] == [Fire(C, D)]


@covers("CCN-17.4.2.2")
def test_a_battery_moves_three_hexes() -> None:
    battle = ordered(played("bombard", french("a", "FA", "8,5"), ENEMY), "a")
    battle.do(Move(A, cell("5,5")))
    assert (battle.at("a"), battle.unit("a").moved) == ("5,5", 3)


@covers("CCN-17.4.14", "CCN-17.4.2.4")
def test_the_unit_of_choice_of_bombard_fires_without_more_dice() -> None:
    battle = played("bombard", french("a", "LN", "5,5"), british("b", "LN", "5,7"))
    resting(ordered(battle, "a")).do(Fire(A, B))
    assert battle.dice() == 4


# -- Cavalry Charge -------------------------------------------------------------------------------


@covers("CCN-17.4.3.2", "CCN-17.4.3.3")
@pytest.mark.parametrize(("code", "dice"), [("LC", 5), ("HC", 6), ("CHC", 6), ("GHC", 7)])
def test_cavalry_charges_over_three_hexes_with_more_dice(code: str, dice: int) -> None:
    battle = played("cavalry_charge", french("a", code, "8,5"), british("b", "FA", "4,5"))
    ordered(battle, "a").do(Move(A, cell("5,5"))).do(EndMovement())
    assert battle.unit("a").moved == 3
    battle.do(MeleeAttack(A, B)).do(Decline())
    assert battle.dice() == dice


@covers("CCN-17.4.3.3")
def test_heavy_cavalry_does_not_charge_over_four_hexes() -> None:
    battle = ordered(played("cavalry_charge", french("a", "HC", "8,5"), ENEMY), "a")
    assert battle.refusal(Move(A, cell("4,5"))) == ["CCN-17.4.3.3"]
    light = ordered(played("cavalry_charge", french("a", "LC", "8,5"), ENEMY), "a")
    assert light.refusal(Move(A, cell("4,5"))) == ["CCN-6.2.3"]


@covers("CCN-17.4.3.4")
def test_horse_artillery_moves_and_fires_as_usual_in_a_charge() -> None:
    battle = played("cavalry_charge", french("a", "HA", "7,5"), british("b", "LN", "4,5"))
    ordered(battle, "a")
    assert max(unit_reach(battle.ctx, A).steps.values()) == 2
    battle.do(Move(A, cell("6,5"))).do(EndMovement()).do(Fire(A, B))
    assert battle.dice() == 2


@covers("CCN-17.4.3.2")
def test_the_charge_counts_for_the_bonus_melee_too() -> None:
    battle = played(
        "cavalry_charge",
        french("a", "LC", "5,5"),
        british("b", "FA", "4,5", blocks=1),
        british("d", "FA", "3,5"),
    )
    resting(ordered(battle, "a")).do(MeleeAttack(A, B)).do(Decline())
    battle.roll("ART", "CAV", "CAV", "CAV", "CAV").do(Breakthrough((cell("4,5"),)))
    assert battle.asked()[1] == "choose_bonus_melee"
    battle.do(MeleeAttack(A, D)).do(Decline())
    assert battle.dice() == 5


@covers("CCN-17.4.3.2", "CCN-17.4.3.4")
def test_a_horse_battery_that_joins_a_charge_adds_its_own_dice_only() -> None:
    battle = played(
        "cavalry_charge",
        french("a", "LC", "5,5"),
        french("c", "HA", "7,4"),
        british("b", "FA", "5,4"),
    )
    resting(ordered(battle, "a", "c"))
    found = attack_ledger(battle.ctx, A, B, "melee", (C,))
    assert found.explain() == ["+4 CCN-9.2.6", "+1 CCN-17.4.3.2", "+2 CCN-15.5"]


# -- Fire and Hold --------------------------------------------------------------------------------


@covers("CCN-17.4.6.2", "CCN-17.4.6.4")
@pytest.mark.parametrize(("code", "dice"), [("LN", 5), ("LT", 6), ("FA", 4), ("HA", 3)])
def test_fire_and_hold_fires_at_once_with_one_die_more(code: str, dice: int) -> None:
    battle = played("fire_and_hold", french("a", code, "5,5"), british("b", "LN", "5,7"))
    ordered(battle, "a")
    assert battle.asked() == (FRENCH, "choose_combat")
    assert battle.do(Fire(A, B)).dice() == dice


@covers("CCN-17.4.6.3")
def test_a_unit_next_to_an_enemy_cannot_be_ordered_to_hold() -> None:
    battle = played(
        "fire_and_hold",
        french("a", "LN", "5,5"),
        french("c", "LN", "8,5"),
        british("b", "LN", "5,6"),
    )
    assert orderable(battle) == {"c"}
    assert battle.refusal(Order(A)) == ["CCN-17.4.6.3"]


@covers("CCN-17.4.6.3", "CCN-A18")
@pytest.mark.parametrize(("pins", "able"), [(False, {"a", "c"}), (True, {"c"})])
def test_a_lone_leader_does_not_keep_a_unit_from_holding_unless_so_read(
    pins: bool, able: set[str]
) -> None:
    battle = played(
        "fire_and_hold",
        french("a", "LN", "5,5"),
        french("c", "LN", "8,5"),
        ENEMY,
        leaders=[leader("hill", "allied", "5,6")],
        options={"lone_leader_pins": pins},
    )
    assert orderable(battle) == able


@covers("CCN-17.4.6.4")
def test_a_square_may_be_left_to_fire_and_hold() -> None:
    battle = played(
        "fire_and_hold",
        french("a", "LN", "5,5", square=True),
        french("c", "LN", "8,5", square=True),
        british("b", "LN", "5,7"),
    )
    battle.do(Order(A, leave_square=True)).do(Order(C))
    assert (battle.unit("a").square, battle.unit("c").square) == (0, 2)
    assert battle.do(Fire(A, B)).dice() == 5


@covers("CCN-17.4.6.2")
def test_a_square_that_holds_fires_with_one_die() -> None:
    battle = played(
        "fire_and_hold", french("a", "LN", "5,5", square=True), british("b", "LN", "5,7")
    )
    assert battle.do(Order(A)).do(Fire(A, B)).dice() == 1


@covers("CCN-17.4.6.6")
def test_an_enemy_that_retreats_next_to_a_holding_unit_silences_it() -> None:
    battle = played(
        "fire_and_hold",
        french("a", "LN", "3,3"),
        french("c", "FA", "7,3"),
        french("d", "LN", "8,9"),
        british("b", "LN", "5,3"),
        british("e", "LN", "8,11"),
    )
    ordered(battle, "a", "c", "d")
    assert Fire(A, B) in battle.options()
    battle.do(Fire(C, B)).roll("FLAG", "CAV", "CAV", "CAV").do(Retreat(B, (cell("4,3"),)))
    assert battle.refusal(Fire(A, B)) == ["CCN-8.1.3", "CCN-8.1.4"]
    assert battle.refusal(MeleeAttack(A, B)) == ["CCN-17.4.6.6"]
    assert battle.options() == [EndCombat(), Fire(D, UnitId("e"))]


@covers("CCN-17.4.6.5", "CCN-17.4.14")
def test_the_unit_of_choice_of_fire_and_hold_moves_and_fights() -> None:
    battle = played("fire_and_hold", french("a", "LC", "7,5"), british("b", "FA", "4,5"))
    ordered(battle, "a").do(Move(A, cell("5,5"))).do(EndMovement())
    battle.do(MeleeAttack(A, B)).do(Decline())
    assert battle.dice() == 4
    assert battle.world.active == FRENCH
    assert battle.world.hands[ALLIED] == ("forward",)
