"""Chapter 11.5: a leader who runs through enemies."""

from fractions import Fraction

import pytest

from tests.games.ccn.field import ALLIED, FRENCH, Field, british, cell, field, french, leader
from walstatt.games.ccn.advance import HoldGround
from walstatt.games.ccn.announcing import MeleeAttack
from walstatt.games.ccn.dice import MELEE, escape_query
from walstatt.games.ccn.leaders import LeaderRetreats, LeaveOverEdge, RetreatLeader, StopLeader
from walstatt.games.ccn.odds import AttackRoll, Struck
from walstatt.i18n.catalogue import say
from walstatt.kernel.chance import Roll
from walstatt.kernel.ids import UnitId
from walstatt.kernel.odds import distribution
from walstatt.kernel.prompts import Choice, Target
from walstatt.kernel.trace import recording
from walstatt.workshop.covers import covers

A, E, F, HILL = UnitId("a"), UnitId("e"), UnitId("f"), UnitId("hill")
LINE, HORSE = french("e", "LN", "4,4", blocks=2), french("f", "LC", "4,5", blocks=3)
ONE_WAY = {"river": ["4,5", "3,4", "2,4"]}
"""One way back from 5,5: over 4,4 and 3,5 to 2,5."""


def hunted(*units: dict[str, object], at: str = "5,5", **given: object) -> Field:
    """Let a French block attack Hill, who stands alone among enemies and is missed."""
    front = {"5,5": "6,5", "3,5": "4,5", "2,5": "3,5"}[at]
    attacker = french("a", "LN", front, blocks=1, ordered=True)
    given.setdefault("leaders", [leader("hill", "allied", at)])
    battle = field(attacker, *units, **given)  # type: ignore[arg-type]
    return battle.do(MeleeAttack(A, HILL)).roll("INF")


def run(battle: Field, to: str) -> Field:
    return battle.do(RetreatLeader(cell(to)))


@covers("CCN-11.5.1", "CCN-10.12")
def test_with_enemies_in_both_hexes_behind_he_must_run_through_one() -> None:
    battle = hunted(LINE, HORSE)
    assert battle.options() == [RetreatLeader(cell("4,5")), RetreatLeader(cell("4,4"))]
    with recording() as noted:
        run(battle, "4,4")
    assert battle.game.waiting is not None
    ((_, asked),) = battle.game.waiting.requests
    assert isinstance(asked, Roll)
    assert (asked.purpose, asked.rule) == ("ccn.roll.escape", "CCN-11.5.3")
    assert (asked.seat, asked.count) == (FRENCH, 2)
    assert asked.meaning == AttackRoll("leader", 1, melee=True)
    assert distribution(asked)[Struck(0, 0, 0, destroyed=False)] == Fraction(25, 36)
    assert battle.told()[-1] == "ccn.escaped"
    noted_rules = {"CCN-10.12", "CCN-11.5.1", "CCN-11.5.2", "CCN-11.5.8", "CCN-11.5.9"}
    assert noted_rules <= set(noted.fired)
    assert not {"CCN-11.5.5", "CCN-11.5.7", "CCN-11.5.4"} & set(noted.fired)


@covers("CCN-11.5.1")
def test_the_unit_he_runs_through_rolls_its_own_dice() -> None:
    assert run(hunted(LINE, HORSE), "4,5").dice() == 3


@covers("CCN-11.5.3")
@pytest.mark.parametrize("faces", [("SABER", "INF"), ("FLAG", "SABER"), ("SABER", "SABER")])
def test_one_saber_or_more_fells_him_and_gives_one_banner(faces: tuple[str, str]) -> None:
    battle = run(hunted(LINE, HORSE), "4,4")
    with recording() as noted:
        battle.roll(*faces)
    assert "CCN-11.5.3" in noted.fired
    assert HILL not in battle.world.leaders
    assert battle.world.banners == {FRENCH: 1, ALLIED: 0}
    assert battle.asked()[1] == "choose_ground"


@covers("CCN-11.5.3")
def test_sabers_of_militia_fell_him_too() -> None:
    militia = french("e", "MI", "4,4", blocks=1)
    battle = run(hunted(militia, HORSE), "4,4").roll("SABER")
    assert battle.world.banners[FRENCH] == 1


@covers("CCN-11.5.4")
def test_missed_he_must_leave_the_hex_and_goes_on_one_hex_or_two() -> None:
    battle = run(hunted(LINE, HORSE), "4,4")
    with recording() as noted:
        battle.roll("INF", "ART")
    assert "CCN-11.5.4" in noted.fired
    assert battle.decision() == LeaderRetreats(ALLIED, HILL, cell("4,4"), 1)
    assert battle.options() == [RetreatLeader(cell("3,5")), RetreatLeader(cell("3,4"))]
    assert battle.refusal(StopLeader()) == ["CCN-11.4.6"]
    run(battle, "3,4")
    assert battle.options()[0] == StopLeader()
    run(battle, "2,4")
    assert battle.at("hill") == "2,4"


@covers("CCN-11.5.5")
def test_a_second_enemy_strikes_at_him_in_the_same_way() -> None:
    second = french("f", "LC", "3,5", blocks=3)
    battle = hunted(LINE, second, terrain=ONE_WAY)
    assert battle.dice() == 2
    with recording() as noted:
        battle.roll("FLAG", "CAV")
    assert battle.dice() == 3
    assert {"CCN-11.5.5", "CCN-10.12"} <= set(noted.fired)
    battle.roll("SABER", "SABER", "FLAG")
    assert battle.world.banners[FRENCH] == 1


@covers("CCN-11.5.5", "CCN-11.5.4")
def test_missed_twice_he_stands_in_the_third_hex() -> None:
    second = french("f", "LC", "3,5", blocks=1)
    battle = hunted(LINE, second, terrain=ONE_WAY).roll("FLAG", "CAV").roll("INF")
    assert battle.at("hill") == "2,5"
    assert battle.world.banners[FRENCH] == 0


@covers("CCN-11.5.6")
def test_a_third_enemy_ends_it_without_a_roll() -> None:
    behind = french("f", "LC", "3,5", blocks=1), french("g", "LN", "2,5")
    battle = hunted(LINE, *behind, terrain=ONE_WAY).roll("FLAG", "CAV")
    with recording() as noted:
        battle.roll("INF")
    assert HILL not in battle.world.leaders
    assert battle.world.banners[FRENCH] == 1
    assert battle.asked()[1] == "choose_ground"
    assert "CCN-11.5.6" in noted.fired
    assert battle.told().count("ccn.escaped") == 2


@covers("CCN-11.5.6", "CCN-11.4.6")
def test_he_may_not_end_among_enemies_if_he_can_stop_before() -> None:
    battle = run(run(hunted(french("e", "LN", "2,5")), "4,4"), "3,5")
    assert battle.options() == [StopLeader(), RetreatLeader(cell("2,4"))]
    assert battle.refusal(RetreatLeader(cell("2,5"))) == ["CCN-11.4.6"]
    both = hunted(french("e", "LN", "2,5"), french("f", "LN", "2,4"))
    assert run(run(both, "4,4"), "3,5").at("hill") == "3,5"


@covers("CCN-11.5.6")
def test_of_two_last_hexes_he_takes_the_one_without_an_enemy() -> None:
    ground = {"river": ["4,5", "3,4"]}
    behind = french("f", "LC", "3,5", blocks=1), french("g", "LN", "2,5")
    battle = hunted(LINE, *behind, terrain=ground).roll("FLAG", "CAV").roll("INF")
    assert battle.at("hill") == "2,4"


@covers("CCN-11.5.7")
def test_he_may_dare_to_run_through_an_enemy_although_he_need_not() -> None:
    battle = hunted(LINE)
    assert battle.options() == [RetreatLeader(cell("4,5")), RetreatLeader(cell("4,4"))]
    with recording() as noted:
        run(battle, "4,4")
    assert battle.dice() == 2
    assert "CCN-11.5.7" in noted.fired
    assert "CCN-10.12" not in noted.fired


@covers("CCN-11.5.7")
def test_he_may_dare_it_where_he_could_stop() -> None:
    units = french("e", "LN", "3,4", blocks=1), french("f", "LN", "3,5", blocks=1)
    battle = run(hunted(*units), "4,4")
    assert battle.options()[0] == StopLeader()
    with recording() as noted:
        run(battle, "3,4")
    assert "CCN-11.5.7" in noted.fired
    assert battle.dice() == 1


@covers("CCN-11.4.11")
def test_an_enemy_with_no_way_out_behind_him_is_not_offered() -> None:
    battle = hunted(LINE, terrain={"river": ["3,4", "3,5"]})
    first = LeaderRetreats(ALLIED, HILL, cell("5,5"), 0)
    assert first.candidates(battle.ctx) == [RetreatLeader(cell("4,5"))]
    (wrong,) = first.check(battle.ctx, RetreatLeader(cell("4,4")))
    assert wrong.rule == "CCN-11.4.11"


@covers("CCN-10.12", "CCN-10.13")
def test_with_no_other_way_he_runs_into_him_and_is_lost_even_if_missed() -> None:
    ground = {"river": ["4,5", "3,4", "3,5"]}
    battle = hunted(LINE, terrain=ground)
    assert battle.dice() == 2
    battle.roll("INF", "INF")
    assert HILL not in battle.world.leaders
    assert battle.world.banners[FRENCH] == 1


@covers("CCN-11.4.5", "CCN-11.5.4")
def test_from_an_enemy_on_his_baseline_he_leaves_the_board() -> None:
    behind = french("e", "LN", "1,5", blocks=1), french("f", "LN", "1,6", blocks=1)
    battle = run(hunted(*behind, at="2,5"), "1,5")
    with recording() as noted:
        battle.roll("INF")
    assert HILL not in battle.world.leaders
    assert battle.world.banners[FRENCH] == 0
    assert "CCN-11.4.5" in noted.fired
    assert "CCN-11.4.9" not in noted.fired


@covers("CCN-11.5.6")
def test_an_enemy_on_the_baseline_as_third_hex_is_his_end() -> None:
    ground = {"river": ["4,5", "3,4", "2,4"]}
    behind = french("f", "LC", "3,5", blocks=1), french("g", "LN", "2,5", blocks=1)
    battle = hunted(LINE, *behind, terrain=ground)
    battle.roll("INF", "INF").roll("INF")
    assert battle.world.banners[FRENCH] == 1


@covers("CCN-11.4.5")
def test_the_edge_is_offered_among_enemies_only_with_hexes_left() -> None:
    behind = french("e", "LN", "2,5"), french("f", "LN", "2,4", blocks=1)
    battle = hunted(*behind, french("g", "LN", "1,5", blocks=1), at="3,5")
    run(battle, "2,4").roll("INF")
    assert RetreatLeader(cell("1,5")) in battle.options()
    run(battle, "1,5").roll("INF")
    assert HILL not in battle.world.leaders
    assert battle.told()[-1] == "ccn.leader_gone"
    assert LeaderRetreats(ALLIED, HILL, cell("1,5"), 3).check(battle.ctx, LeaveOverEdge())


@covers("CCN-11.5.8")
def test_the_escape_does_not_use_up_the_enemys_attack_and_brings_no_advance() -> None:
    line = french("e", "LN", "4,4", blocks=1, ordered=True)
    target = british("z", "LN", "3,4")
    battle = run(hunted(line, target), "4,4").roll("SABER")
    assert not battle.unit("e").fought
    assert battle.asked() == ("french", "choose_ground")
    battle.do(HoldGround())
    assert MeleeAttack(E, UnitId("z")) in battle.options()
    assert battle.at("e") == "4,4"


DICE: list[tuple[dict[str, object], list[str]]] = [
    (french("e", "LN", "4,4"), ["+4 CCN-9.2.1"]),
    (french("e", "LN", "4,4", blocks=1, moved=1), ["+1 CCN-9.2.1"]),
    (french("e", "OG", "4,4"), ["+4 CCN-9.2.1", "+2 CCN-9.2.3"]),
    (french("e", "HC", "4,4", blocks=2), ["+2 CCN-9.2.6", "+1 CCN-9.2.7"]),
    (french("e", "FA", "4,4", moved=1), ["+4 CCN-9.2.8"]),
    (french("e", "HA", "4,4", blocks=1, moved=2), ["+2 CCN-9.2.12"]),
    (french("e", "LN", "4,4", square=True), ["+4 CCN-9.2.1", "<=1 CCN-14.3.1"]),
]


@covers("CCN-11.5.2", "CCN-11.5.9")
@pytest.mark.parametrize(("enemy", "lines"), DICE)
@pytest.mark.parametrize("ground", ["clear", "forest", "hill"])
def test_the_dice_are_those_against_a_lone_leader_whatever_the_ground(
    enemy: dict[str, object], lines: list[str], ground: str
) -> None:
    battle = hunted(enemy, terrain={ground: ["4,4"]} if ground != "clear" else {})
    assert battle.ctx.reckon(MELEE, escape_query(battle.ctx, E)).explain() == lines
    run(battle, "4,4")
    total = battle.ctx.reckon(MELEE, escape_query(battle.ctx, E)).total
    assert battle.dice() == total


@covers("CCN-11.5.9")
@pytest.mark.parametrize(
    ("card", "enemy", "dice"),
    [
        ("cavalry_charge", french("e", "LC", "4,4", blocks=2, ordered=True), 2),
        ("bayonet_charge", french("e", "OG", "4,4", ordered=True), 6),
        ("cold_steel", french("e", "LN", "4,4", ordered=True), 4),
    ],
)
def test_cards_add_no_dice_to_an_escape(card: str, enemy: dict[str, object], dice: int) -> None:
    given = {"card": card, "leaders": [leader("hill", "allied", "5,5")]}
    attacker = french("a", "FA", "6,5", ordered=True)
    battle = field(attacker, enemy, **given)  # type: ignore[arg-type]
    count = battle.do(MeleeAttack(A, HILL)).dice()
    battle.roll(*["INF"] * count)
    assert run(battle, "4,4").dice() == dice


@covers("CCN-11.5.1")
def test_running_through_an_enemy_is_shown_as_a_roll() -> None:
    battle = hunted(LINE)
    shown = battle.decision().present(battle.ctx, RetreatLeader(cell("4,4")))
    where = Target("cell", str(cell("4,4")))
    text = say("ccn.do.escape_through", to="4,4")
    assert shown == Choice(text, where, rolls=True, of=Target("piece", HILL), n=1)


@covers("CCN-11.5.1", "CCN-10.12")
def test_a_leader_whose_unit_is_gone_escapes_likewise() -> None:
    ground = {"river": ["4,5"]}
    target = british("b", "LN", "5,5", blocks=1, leader="hill")
    attacker = french("a", "LN", "6,5", blocks=1, ordered=True)
    battle = field(attacker, target, LINE, terrain=ground, hands={"allied": 0})
    battle.do(MeleeAttack(A, UnitId("b"))).roll("INF", "ART").roll("INF")
    assert battle.dice() == 2
    battle.roll("SABER", "INF")
    assert battle.world.banners[FRENCH] == 2
