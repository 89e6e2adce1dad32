"""Chapter 11.2: how many flags a unit may ignore."""

import pytest

from tests.games.ccn.field import (
    ALLIED,
    FRENCH,
    Field,
    british,
    cell,
    field,
    flags_asked,
    french,
    leader,
)
from walstatt.games.ccn.announcing import MeleeAttack
from walstatt.games.ccn.combat import Fire
from walstatt.games.ccn.morale import (
    IGNORABLE,
    ChooseRetreat,
    IgnoreFlags,
    Retreat,
    Steadiness,
    ignorable_flags,
    own_steadiness,
)
from walstatt.games.ccn.options import CcnOptions
from walstatt.i18n.catalogue import say
from walstatt.kernel.ids import UnitId
from walstatt.kernel.prompts import Choice
from walstatt.kernel.trace import recording
from walstatt.workshop.covers import covers

A, B, HILL = UnitId("a"), UnitId("b"), UnitId("hill")
NO_CARDS = {"allied": 0, "french": 0}
GUN = french("a", "LN", "6,5", blocks=3, ordered=True)
"""It fires at 4,5 with as many dice as it has blocks."""


def flags(battle: Field, unit: str = "b", *, at: str = "6,5", bounced: bool = False) -> list[str]:
    """Explain what a unit may ignore when it is attacked from a hex."""
    return ignorable_flags(battle.ctx, UnitId(unit), cell(at), bounced=bounced).explain()


def beside(*friends: str, unit: dict[str, object] | None = None, **given: object) -> Field:
    """Stand a unit at 4,5 among British line in other hexes."""
    own = unit or british("b", "LN", "4,5")
    near = [british(f"n{at}", "LN", at) for at in friends]
    return field(GUN, own, *near, **given)  # type: ignore[arg-type]


@covers("CCN-11.2.3")
def test_an_attached_leader_ignores_one_flag() -> None:
    assert flags(beside(unit=british("b", "LN", "4,5", leader="hill"))) == ["+1 CCN-11.2.3"]
    assert flags(beside()) == []


@covers("CCN-11.2.4", "CCN-11.2.6")
@pytest.mark.parametrize(
    ("friends", "lines"),
    [
        ((), []),
        (("4,4",), []),
        (("4,4", "4,6"), ["+1 CCN-11.2.4"]),
        (("4,4", "4,6", "3,5"), ["+1 CCN-11.2.4"]),
        (("4,4", "4,6", "3,5", "3,6", "5,5", "5,6"), ["+1 CCN-11.2.4"]),
        (("4,4", "4,7"), []),
    ],
)
def test_two_or_more_friends_next_to_a_unit_ignore_one_flag(
    friends: tuple[str, ...], lines: list[str]
) -> None:
    assert flags(beside(*friends)) == lines


@covers("CCN-11.2.4")
def test_enemies_do_not_support() -> None:
    battle = field(
        GUN, british("b", "LN", "4,5"), british("n", "LN", "4,4"), french("e", "LN", "4,6")
    )
    assert flags(battle) == []


@covers("CCN-11.2.4")
def test_allies_of_another_nation_support() -> None:
    friends = [british(f"n{at}", "LN", at, nation="portuguese") for at in ("4,4", "4,6")]
    assert flags(field(GUN, british("b", "LN", "4,5"), *friends)) == ["+1 CCN-11.2.4"]


@covers("CCN-11.2.5")
def test_a_lone_leader_next_to_a_unit_supports_it_like_a_unit() -> None:
    battle = beside("4,4", leaders=[leader("hill", "allied", "4,6")])
    with recording() as noted:
        assert flags(battle) == ["+1 CCN-11.2.4"]
    assert "CCN-11.2.5" in noted.hits
    two = [leader("hill", "allied", "4,6"), leader("hope", "allied", "3,5")]
    assert flags(beside(leaders=two)) == ["+1 CCN-11.2.4"]
    assert flags(beside(leaders=two[:1])) == []


@covers("CCN-11.2.5")
def test_an_enemy_leader_supports_nobody() -> None:
    assert flags(beside("4,4", leaders=[leader("ney", "french", "4,6")])) == []


@covers("CCN-11.2.6")
def test_a_unit_with_its_leader_is_one_supporter() -> None:
    battle = field(GUN, british("b", "LN", "4,5"), british("n", "LN", "4,4", leader="hill"))
    with recording() as noted:
        assert flags(battle) == []
    assert not {"CCN-11.2.5", "CCN-11.2.6", "CCN-11.2.7"} & set(noted.hits)


@covers("CCN-11.2.7", "CCN-14.4.4")
def test_a_square_gives_support_but_receives_none() -> None:
    giving = british("n", "LN", "4,4", square=True)
    battle = field(GUN, british("b", "LN", "4,5"), giving, british("m", "LN", "4,6"))
    with recording() as noted:
        assert flags(battle) == ["+1 CCN-11.2.4"]
    assert "CCN-11.2.7" in noted.hits
    taking = british("b", "LN", "4,5", square=True)
    battle = beside("4,4", "4,6", unit=taking)
    with recording() as noted:
        assert flags(battle) == []
    assert {"CCN-11.2.7", "CCN-14.4.4"} <= set(noted.hits)


@covers("CCN-14.4.4")
def test_a_square_ignores_flags_by_its_leader_and_its_type() -> None:
    guard = british("b", "GG", "4,5", square=True, leader="hill")
    assert flags(beside("4,4", "4,6", unit=guard)) == ["+1 CCN-11.2.3", "+2 CCN-11.2.11"]


@covers("CCN-11.2.8", "CCN-16.6.7")
@pytest.mark.parametrize(
    ("code", "lines"), [("LN", ["+1 CCN-11.2.8"]), ("FA", ["+1 CCN-11.2.8"]), ("LC", [])]
)
def test_field_works_steady_infantry_and_artillery_only(code: str, lines: list[str]) -> None:
    battle = beside(unit=british("b", code, "4,5"), terrain={"field_works": ["4,5"]})
    assert flags(battle, at="5,5") == lines
    assert flags(battle, at="6,5") == lines


@covers("CCN-11.2.8")
@pytest.mark.parametrize("at", ["4,4", "4,6", "3,5", "3,6"])
def test_field_works_do_not_help_against_an_attack_across_an_open_side(at: str) -> None:
    assert flags(beside(terrain={"field_works": ["4,5"]}), at=at) == []


@covers("CCN-11.2.8")
def test_the_works_of_the_attacker_do_not_help() -> None:
    assert flags(beside(terrain={"field_works": ["5,5"]}), at="5,5") == []


OWN = [
    ("french", "LN", "", []),
    ("french", "LT", "", []),
    ("french", "GR", "", ["+1 CCN-11.2.9"]),
    ("french", "OG", "", ["+2 CCN-11.2.11"]),
    ("french", "YG", "", ["+1 CCN-11.2.11"]),
    ("french", "MI", "", []),
    ("french", "LC", "", []),
    ("french", "HC", "", []),
    ("french", "CHC", "", ["+1 CCN-11.2.10"]),
    ("french", "GHC", "", ["+2 CCN-11.2.11"]),
    ("french", "FA", "", []),
    ("french", "HA", "", []),
    ("french", "GFA", "", ["+2 CCN-11.2.11"]),
    ("allied", "LN", "british", []),
    ("allied", "LT", "british", []),
    ("allied", "RL", "british", []),
    ("allied", "GG", "british", ["+2 CCN-11.2.11"]),
    ("allied", "GR", "british", ["+1 CCN-11.2.9"]),
    ("allied", "LC", "british", []),
    ("allied", "HC", "british", []),
    ("allied", "GHC", "british", ["+2 CCN-11.2.11"]),
    ("allied", "FA", "british", []),
    ("allied", "HA", "british", []),
    ("allied", "LN", "portuguese", []),
    ("allied", "LT", "portuguese", []),
    ("allied", "LC", "portuguese", []),
    ("allied", "FA", "portuguese", []),
]


@covers("CCN-11.2.9", "CCN-11.2.10", "CCN-11.2.11")
@pytest.mark.parametrize(("side", "code", "nation", "lines"), OWN)
def test_picked_troops_ignore_flags_by_themselves(
    side: str, code: str, nation: str, lines: list[str]
) -> None:
    unit = {"id": "b", "side": side, "type": code, "at": "4,5"}
    if nation:
        unit["nation"] = nation
    assert flags(field(unit)) == lines


@covers("CCN-A3")
def test_guard_artillery_ignores_two_flags_or_one_if_so_read() -> None:
    assert own_steadiness(CcnOptions(), "GFA", 2) == 2
    one = CcnOptions(guard_artillery_ignores=1)
    assert own_steadiness(one, "GFA", 2) == 1
    assert own_steadiness(one, "OG", 2) == 2
    battle = field(french("b", "GFA", "4,5"), options={"guard_artillery_ignores": 1})
    assert flags(battle) == ["+1 CCN-11.2.11"]


@covers("CCN-11.2.6", "CCN-11.2.8", "CCN-A21", "CCN-10.17")
def test_the_rules_of_steadiness_are_noted() -> None:
    battle = beside("4,4", "4,6", terrain={"field_works": ["4,5"]})
    with recording() as noted:
        flags(battle)
    assert {"CCN-11.2.6", "CCN-16.6.7", "CCN-A21", "CCN-10.17", "CCN-A3"} <= set(noted.hits)
    with recording() as noted:
        flags(beside("4,4"))
    assert not {"CCN-11.2.6", "CCN-16.6.7", "CCN-14.4.4"} & set(noted.hits)


@covers("CCN-11.2.2")
def test_the_number_of_flags_has_its_rule() -> None:
    assert (IGNORABLE.id, IGNORABLE.rule) == ("ccn.ignorable_flags", "CCN-11.2.2")


@covers("CCN-11.2.2")
def test_all_sources_add_up() -> None:
    guard = british("b", "GG", "4,5", leader="hill")
    battle = beside("4,4", "4,6", unit=guard, terrain={"field_works": ["4,5"]})
    assert flags(battle) == ["+1 CCN-11.2.3", "+1 CCN-11.2.4", "+1 CCN-11.2.8", "+2 CCN-11.2.11"]
    assert ignorable_flags(battle.ctx, B, cell("6,5"), bounced=False).total == 5


@covers("CCN-11.2.12", "CCN-14.3.6")
def test_cavalry_never_ignores_the_flags_of_a_square() -> None:
    query = Steadiness(True, 3, False, False, 2, "guard", True)
    battle = beside()
    with recording() as noted:
        ledger = battle.ctx.reckon(IGNORABLE, query)
    assert ledger.total == 0
    assert ledger.explain()[-1] == "<=0 CCN-14.3.6"
    assert "CCN-11.2.12" in noted.hits


@covers("CCN-11.2.12")
def test_other_flags_are_not_capped() -> None:
    guard = french("b", "GHC", "4,5", leader="ney")
    battle = field(guard)
    assert flags(battle) == ["+1 CCN-11.2.3", "+2 CCN-11.2.11"]
    bounced = flags(battle, bounced=True)
    assert bounced == ["+1 CCN-11.2.3", "+2 CCN-11.2.11", "<=0 CCN-14.3.6"]


@covers("CCN-11.2.1", "CCN-11.2.2")
def test_the_owner_ignores_none_some_or_all_that_he_may() -> None:
    led = british("b", "LN", "4,5", leader="hill")
    battle = beside("4,4", "4,6", unit=led).do(Fire(A, B))
    with recording() as noted:
        battle.roll("FLAG", "FLAG", "FLAG")
    assert {"CCN-11.2.1", "CCN-11.2.2"} <= set(noted.fired)
    assert flags_asked(battle) == (ALLIED, B, 3, 2)
    assert battle.options() == [IgnoreFlags(2), IgnoreFlags(1), IgnoreFlags(0)]
    for wrong in (-1, 3, 4):
        assert battle.refusal(IgnoreFlags(wrong)) == ["CCN-11.2.2"]


@covers("CCN-11.2.1")
@pytest.mark.parametrize(("ignored", "hexes"), [(2, 1), (1, 2), (0, 3)])
def test_every_flag_that_is_not_ignored_is_a_hex(ignored: int, hexes: int) -> None:
    led = british("b", "LN", "4,5", leader="hill")
    battle = beside("4,4", "4,6", unit=led).do(Fire(A, B)).roll("FLAG", "FLAG", "FLAG")
    battle.do(IgnoreFlags(ignored))
    assert battle.decision() == ChooseRetreat(ALLIED, B, hexes)


@covers("CCN-11.2.1")
def test_a_unit_that_ignores_every_flag_stands() -> None:
    led = british("b", "LN", "4,5", leader="hill")
    battle = beside(unit=led).do(Fire(A, B)).roll("FLAG", "ART", "ART").do(IgnoreFlags(1))
    assert battle.at("b") == "4,5"
    assert battle.told()[-1] == "ccn.ignored"
    assert battle.asked() == ("french", "choose_combat")


@covers("CCN-11.2.1")
def test_no_more_flags_are_ignored_than_there_are() -> None:
    guard = british("b", "GG", "4,5", leader="hill")
    battle = beside(unit=guard).do(Fire(A, B)).roll("FLAG", "ART", "ART")
    assert flags_asked(battle) == (ALLIED, B, 1, 3)
    assert battle.options() == [IgnoreFlags(1), IgnoreFlags(0)]
    assert battle.refusal(IgnoreFlags(2)) == ["CCN-11.2.2"]
    assert battle.refusal(IgnoreFlags(3)) == ["CCN-11.2.2"]


@covers("CCN-11.2.1")
def test_a_unit_that_may_ignore_nothing_is_not_asked() -> None:
    battle = beside().do(Fire(A, B)).roll("FLAG", "ART", "ART")
    assert battle.decision() == ChooseRetreat(ALLIED, B, 1)


@covers("CCN-11.2.2")
def test_the_allowance_is_there_again_for_the_next_attack() -> None:
    second = french("c", "LN", "6,4", blocks=1, ordered=True)
    led = british("b", "LN", "4,5", leader="hill")
    battle = field(GUN, second, led).do(Fire(A, B)).roll("FLAG", "ART", "ART").do(IgnoreFlags(1))
    battle.do(Fire(UnitId("c"), B)).roll("FLAG")
    assert flags_asked(battle) == (ALLIED, B, 1, 1)


@covers("CCN-11.2.3")
def test_a_leader_whose_unit_lost_a_block_must_pass_his_check_first() -> None:
    led = british("b", "LN", "4,5", leader="hill")
    battle = beside(unit=led).do(Fire(A, B)).roll("INF", "FLAG", "ART")
    assert battle.dice() == 2
    battle.roll("SABER", "SABER")
    assert battle.decision() == ChooseRetreat(ALLIED, B, 1)


@covers("CCN-A21")
def test_supporters_count_at_the_moment_the_flags_are_decided() -> None:
    near = [british("n", "LN", "4,4", blocks=1), british("m", "LN", "4,6")]
    shooters = [french("c", "LN", "6,4", blocks=1, ordered=True), GUN]
    battle = field(*shooters, british("b", "LN", "4,5"), *near)
    assert flags(battle) == ["+1 CCN-11.2.4"]
    battle.do(Fire(UnitId("c"), UnitId("n"))).roll("INF")
    assert flags(battle) == []


@covers("CCN-11.2.13", "CCN-11.1.3")
@pytest.mark.parametrize(("ignored", "hexes"), [(1, 3), (0, 6)])
def test_an_ignored_flag_saves_militia_three_hexes(ignored: int, hexes: int) -> None:
    militia = french("b", "MI", "3,5", leader="ney")
    shooter = british("a", "LN", "1,5", blocks=1, ordered=True)
    battle = field(militia, shooter, to_move="allied").do(Fire(A, B)).roll("FLAG", "FLAG")
    assert flags_asked(battle) == (FRENCH, B, 2, 1)
    battle.do(IgnoreFlags(ignored))
    assert battle.decision() == ChooseRetreat(FRENCH, B, hexes)


@covers("CCN-11.2.1", "CCN-11.2.13")
def test_the_question_shows_the_hexes_that_are_left() -> None:
    militia = french("b", "MI", "3,5", leader="ney")
    shooter = british("a", "LN", "1,5", blocks=1, ordered=True)
    battle = field(militia, shooter, to_move="allied").do(Fire(A, B)).roll("FLAG", "FLAG")
    asked = battle.decision()
    assert asked.prompt(battle.ctx).args["n"] == 2
    shown = [asked.present(battle.ctx, IgnoreFlags(n)) for n in (1, 0)]
    assert shown == [
        Choice(say("ccn.do.ignore_flags", flags=1, n=3)),
        Choice(say("ccn.do.ignore_flags", flags=0, n=6)),
    ]


@covers("CCN-11.2.4", "CCN-11.2.3")
def test_flags_of_a_melee_are_ignored_likewise() -> None:
    attacker = french("a", "LN", "5,5", blocks=1, ordered=True)
    led = british("b", "LN", "4,5", leader="hill")
    near = [british(f"n{at}", "LN", at) for at in ("4,4", "4,6")]
    battle = field(attacker, led, *near, hands=NO_CARDS).do(MeleeAttack(A, B)).roll("FLAG", "FLAG")
    assert flags_asked(battle) == (ALLIED, B, 2, 2)
    battle.do(IgnoreFlags(1)).do(Retreat(B, (cell("3,5"),)))
    assert (battle.at("b"), battle.at("hill")) == ("3,5", "3,5")


@covers("CCN-11.2.2")
def test_the_question_shows_why_so_many_flags_may_be_ignored() -> None:
    led = british("b", "LN", "4,5", leader="hill")
    battle = beside(unit=led, terrain={"field_works": ["4,5"]}).do(Fire(A, B))
    battle.roll("FLAG", "FLAG")
    asked = battle.decision()
    preview = asked.preview(battle.ctx, IgnoreFlags(1))
    assert preview.violations == ()
    assert [one.explain() for one in preview.ledgers] == [["+1 CCN-11.2.3", "+1 CCN-11.2.8"]]
    wrong = asked.preview(battle.ctx, IgnoreFlags(3))
    assert [one.rule for one in wrong.violations] == ["CCN-11.2.2"]
