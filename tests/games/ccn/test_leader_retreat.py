"""Chapter 11.4: where a leader goes back to."""

import pytest

from tests.games.ccn.field import ALLIED, FRENCH, Field, british, cell, field, french, leader
from walstatt.games.ccn.announcing import MeleeAttack
from walstatt.games.ccn.board import BOARD
from walstatt.games.ccn.leaders import LeaderRetreats, LeaveOverEdge, RetreatLeader, StopLeader
from walstatt.i18n.catalogue import say
from walstatt.kernel.decisions import Answer
from walstatt.kernel.ids import CellId, UnitId
from walstatt.kernel.prompts import Choice, Target
from walstatt.kernel.trace import recording
from walstatt.workshop.covers import covers

A, HILL, NEY = UnitId("a"), UnitId("hill"), UnitId("ney")
ABOVE = {"5,5": "6,5", "4,5": "5,5", "3,5": "4,5", "2,5": "3,5", "1,6": "2,6"}
"""A hex in front of each of these."""


def struck(
    at: str = "5,5",
    *units: dict[str, object],
    others: tuple[dict[str, object], ...] = (),
    **given: object,
) -> Field:
    """Let a French block attack Hill, who stands alone and is missed."""
    attacker = french("a", "LN", ABOVE[at], blocks=1, ordered=True)
    leaders = [leader("hill", "allied", at), *others]
    battle = field(attacker, *units, leaders=leaders, **given)  # type: ignore[arg-type]
    return battle.do(MeleeAttack(A, HILL)).roll("INF")


def back(battle: Field, *labels: str) -> Field:
    """Take the leader back hex by hex."""
    for label in labels:
        battle.do(RetreatLeader(cell(label)))
    return battle


def ways(battle: Field) -> list[str]:
    """Name what may be done now."""
    return [written(one) for one in battle.options()]


def written(answer: Answer) -> str:
    if isinstance(answer, RetreatLeader):
        return BOARD.label(answer.to)
    return "stop" if isinstance(answer, StopLeader) else "leave"


@covers("CCN-11.4.1", "CCN-11.4.2", "CCN-9.5.3")
def test_a_lone_leader_who_was_missed_goes_back_hex_by_hex() -> None:
    battle = struck()
    assert battle.decision() == LeaderRetreats(ALLIED, HILL, cell("5,5"), 0)
    assert ways(battle) == ["4,5", "4,4"]
    back(battle, "4,4")
    assert battle.decision() == LeaderRetreats(ALLIED, HILL, cell("4,4"), 1)
    assert ways(battle) == ["stop", "3,5", "3,4"]
    back(battle, "3,4")
    assert ways(battle) == ["stop", "2,4", "2,3"]
    assert battle.at("hill") == "5,5"
    back(battle, "2,3")
    assert battle.at("hill") == "2,3"
    assert battle.asked()[1] == "choose_ground"


@covers("CCN-11.4.1")
@pytest.mark.parametrize("path", [("4,5",), ("4,5", "3,6")])
def test_he_may_stop_after_one_hex_or_two(path: tuple[str, ...]) -> None:
    battle = back(struck(), *path).do(StopLeader())
    assert battle.at("hill") == path[-1]
    assert battle.world.leader_at == {cell(path[-1]): HILL}
    assert battle.world.banners == {FRENCH: 0, ALLIED: 0}


@covers("CCN-11.4.1", "CCN-11.4.2")
def test_the_rules_of_his_retreat_are_noted() -> None:
    with recording() as noted:
        back(struck(), "4,5").do(StopLeader())
    assert {"CCN-11.4.1", "CCN-11.4.2", "CCN-11.4.3", "CCN-11.4.6"} <= set(noted.hits)
    assert "CCN-11.4.4" not in noted.hits


@covers("CCN-11.4.1")
def test_he_may_not_stay_where_he_is() -> None:
    assert struck().refusal(StopLeader()) == ["CCN-11.4.1"]


@covers("CCN-11.4.3")
@pytest.mark.parametrize("to", ["5,4", "5,6", "6,4", "5,5", "3,5", "4,3", "4,6"])
def test_every_step_goes_into_the_next_row_behind(to: str) -> None:
    assert struck().refusal(RetreatLeader(cell(to))) == ["CCN-11.4.3"]


@covers("CCN-11.4.3")
@pytest.mark.parametrize("to", [CellId(-1), CellId(999)])
def test_a_hex_off_the_board_is_no_step(to: CellId) -> None:
    battle = struck()
    assert battle.refusal(RetreatLeader(to)) == ["CCN-11.4.3"]
    assert battle.at("hill") == "5,5"


@covers("CCN-11.4.3")
def test_a_leader_of_the_top_army_goes_towards_row_9() -> None:
    units = british("a", "LN", "4,5", blocks=1, ordered=True)
    leaders = [leader("ney", "french", "5,5")]
    battle = field(units, leaders=leaders, to_move="allied").do(MeleeAttack(A, NEY)).roll("ART")
    assert ways(battle) == ["6,5", "6,4"]


@covers("CCN-11.4.4")
def test_passable_terrain_does_not_stop_him() -> None:
    ground = {"forest": ["4,5"], "building": ["3,6"], "shallow_river": ["2,6"]}
    battle = back(struck(terrain=ground), "4,5", "3,6", "2,6")
    assert battle.at("hill") == "2,6"


@covers("CCN-11.4.4")
@pytest.mark.parametrize("kind", ["river", "rugged_hill"])
def test_impassable_terrain_is_no_way_back(kind: str) -> None:
    battle = struck(others=(leader("hope", "allied", "3,5"),), terrain={kind: ["4,4"]})
    assert battle.decision() == LeaderRetreats(ALLIED, HILL, cell("4,5"), 1)
    first = LeaderRetreats(ALLIED, HILL, cell("5,5"), 0)
    (wrong,) = first.check(battle.ctx, RetreatLeader(cell("4,4")))
    assert wrong.rule == "CCN-11.4.4"


@covers("CCN-11.4.5")
def test_from_row_3_he_may_leave_with_his_third_hex() -> None:
    battle = back(struck("3,5"), "2,4", "1,5")
    assert ways(battle) == ["stop", "leave"]
    with recording() as noted:
        battle.do(LeaveOverEdge())
    assert HILL not in battle.world.leaders
    assert battle.world.leader_at == {}
    assert battle.world.banners == {FRENCH: 0, ALLIED: 0}
    assert battle.told()[-1] == "ccn.leader_gone"
    assert "CCN-11.4.5" in noted.fired
    assert not {"CCN-11.4.7", "CCN-11.4.9", "CCN-11.4.10"} & set(noted.fired)


@covers("CCN-11.4.5")
def test_from_row_4_his_three_hexes_are_used_up_at_the_edge() -> None:
    battle = back(struck("4,5"), "3,5", "2,4", "1,4")
    assert battle.at("hill") == "1,4"
    assert battle.asked()[1] == "choose_ground"


@covers("CCN-11.4.5")
def test_from_row_2_he_stops_at_the_edge_or_leaves() -> None:
    battle = back(struck("2,5"), "1,5")
    assert ways(battle) == ["stop", "leave"]


@covers("CCN-11.4.5")
def test_away_from_his_edge_he_cannot_leave() -> None:
    battle = struck("2,5")
    assert battle.refusal(LeaveOverEdge()) == ["CCN-11.4.5"]
    assert back(struck("3,5"), "2,4").refusal(LeaveOverEdge()) == ["CCN-11.4.5"]


@covers("CCN-11.4.5")
def test_the_enemys_edge_is_not_his() -> None:
    attacker = french("a", "LN", "9,5", blocks=1, ordered=True)
    battle = field(attacker, leaders=[leader("hill", "allied", "9,6")])
    assert ways(battle.do(MeleeAttack(A, HILL)).roll("INF")) == ["8,6", "8,5"]


@covers("CCN-11.4.10", "CCN-10.9")
def test_on_his_own_baseline_he_leaves_at_once_without_a_banner() -> None:
    with recording() as noted:
        battle = struck("1,6")
    assert HILL not in battle.world.leaders
    assert battle.world.banners == {FRENCH: 0, ALLIED: 0}
    assert battle.asked()[1] == "choose_ground"
    assert {"CCN-11.4.10", "CCN-10.9"} <= set(noted.hits)


@covers("CCN-11.4.6")
@pytest.mark.parametrize(
    ("units", "other"),
    [
        ([], leader("x", "allied", "4,5")),
        ([british("u", "LN", "4,5")], leader("x", "allied", "4,5")),
        ([], leader("x", "french", "4,5")),
    ],
)
def test_he_may_not_stop_with_another_leader(
    units: list[dict[str, object]], other: dict[str, object]
) -> None:
    battle = back(struck("5,5", *units, others=(other,)), "4,5")
    assert ways(battle) == ["3,6", "3,5"]
    assert battle.refusal(StopLeader()) == ["CCN-11.4.6"]
    back(battle, "3,6").do(StopLeader())
    assert battle.at("hill") == "3,6"
    assert battle.at("x") == "4,5"


@covers("CCN-11.4.6")
def test_the_third_hex_must_be_one_where_he_may_stand() -> None:
    battle = back(struck(others=(leader("hope", "allied", "2,5"),)), "4,5", "3,6")
    assert ways(battle) == ["stop", "2,6"]
    assert battle.refusal(RetreatLeader(cell("2,5"))) == ["CCN-11.4.6"]


@covers("CCN-11.4.7", "CCN-11.4.9")
@pytest.mark.parametrize(
    ("units", "others"),
    [
        ([british("u", "LN", "4,5", blocks=3)], ()),
        ([british("u", "LN", "4,5", blocks=3)], (leader("x", "allied", "4,5"),)),
        ([], (leader("x", "allied", "4,5"),)),
    ],
)
def test_he_passes_friends_who_do_not_notice(
    units: list[dict[str, object]], others: tuple[dict[str, object], ...]
) -> None:
    battle = struck("5,5", *units, others=others)
    before = dict(battle.world.units), battle.world.leaders.get(UnitId("x"))
    with recording() as noted:
        back(battle, "4,5", "3,5").do(StopLeader())
    assert battle.at("hill") == "3,5"
    assert (dict(battle.world.units), battle.world.leaders.get(UnitId("x"))) == before
    assert {"CCN-11.4.7", "CCN-11.4.9"} <= set(noted.fired)


@covers("CCN-11.4.7")
def test_an_empty_hex_is_no_passage() -> None:
    battle = struck("5,5", british("u", "LN", "3,5"))
    with recording() as noted:
        back(battle, "4,5", "3,5").do(StopLeader())
    assert "CCN-11.4.7" not in noted.fired
    assert "CCN-11.4.8" in noted.fired


@covers("CCN-11.4.8")
def test_he_joins_a_unit_without_a_leader() -> None:
    battle = back(struck("5,5", british("u", "LN", "4,5")), "4,5").do(StopLeader())
    assert battle.at("hill") == battle.at("u") == "4,5"
    assert battle.told()[-2:] == ["ccn.retreated", "ccn.joined"]


@covers("CCN-11.4.8")
def test_alone_in_a_hex_he_joins_nobody() -> None:
    with recording() as noted:
        battle = back(struck(), "4,5").do(StopLeader())
    assert battle.told()[-1] == "ccn.retreated"
    assert "CCN-11.4.8" not in noted.fired


RIVERS = {"river": ["4,5", "3,4", "2,4"]}
"""They leave one way back from 5,5: over 4,4 and 3,5 to 2,5."""


def friends(*labels: str) -> tuple[dict[str, object], ...]:
    return tuple(leader(f"x{label}", "allied", label) for label in labels)


@covers("CCN-11.4.11")
def test_he_is_lost_if_every_hex_within_three_holds_a_leader() -> None:
    with recording() as noted:
        battle = struck(others=friends("4,4", "3,5", "2,5"), terrain=RIVERS)
    assert HILL not in battle.world.leaders
    assert battle.world.banners[FRENCH] == 1
    assert "CCN-11.4.11" in noted.fired
    assert "CCN-10.13" not in noted.fired


@covers("CCN-11.4.11")
def test_he_goes_on_to_the_third_hex_if_he_may_stand_only_there() -> None:
    battle = struck(others=friends("4,4", "3,5"), terrain=RIVERS)
    assert battle.at("hill") == "2,5"
    assert battle.world.banners[FRENCH] == 0


@covers("CCN-11.4.11")
def test_a_hex_that_leads_nowhere_is_not_offered() -> None:
    ground = {"river": ["3,4", "3,5"]}
    battle = struck(others=friends("4,4", "3,6"), terrain=ground)
    first = LeaderRetreats(ALLIED, HILL, cell("5,5"), 0)
    assert first.candidates(battle.ctx) == [RetreatLeader(cell("4,5"))]
    (wrong,) = first.check(battle.ctx, RetreatLeader(cell("4,4")))
    assert wrong.rule == "CCN-11.4.11"


@covers("CCN-11.4.11")
def test_a_way_on_which_only_the_fourth_hex_is_free_is_not_offered() -> None:
    ground = {"river": ["3,4", "2,4"]}
    battle = struck(others=friends("4,4", "3,5", "2,5"), terrain=ground)
    first = LeaderRetreats(ALLIED, HILL, cell("5,5"), 0)
    assert first.candidates(battle.ctx) == [RetreatLeader(cell("4,5"))]


@covers("CCN-11.4.11", "CCN-11.4.5")
def test_leaving_the_board_ends_a_retreat_past_leaders() -> None:
    battle = struck("2,5", others=friends("1,5"), terrain={"river": ["1,6"]})
    assert HILL not in battle.world.leaders
    assert battle.world.banners[FRENCH] == 0


@covers("CCN-11.4.11")
def test_at_the_edge_his_third_hex_is_not_the_way_out() -> None:
    ground = {"river": ["3,6", "2,5", "1,4"]}
    battle = struck("4,5", others=friends("3,5", "2,4", "1,5"), terrain=ground)
    assert battle.world.banners[FRENCH] == 1


@covers("CCN-A26")
def test_he_passes_an_enemy_leader_without_a_roll_but_does_not_stop_with_him() -> None:
    with recording() as noted:
        battle = back(struck(others=(leader("ney", "french", "4,5"),)), "4,5")
    assert "CCN-A26" in noted.hits
    assert ways(battle) == ["3,6", "3,5"]
    with recording() as noted:
        back(battle, "3,5")
    assert "CCN-11.4.7" not in noted.fired


@covers("CCN-A26")
def test_an_enemy_leader_bars_the_way_if_so_read() -> None:
    ney = leader("ney", "french", "4,5")
    battle = struck(others=(ney,), options={"pass_enemy_leader": False})
    assert battle.decision() == LeaderRetreats(ALLIED, HILL, cell("4,4"), 1)
    first = LeaderRetreats(ALLIED, HILL, cell("5,5"), 0)
    (wrong,) = first.check(battle.ctx, RetreatLeader(cell("4,5")))
    assert wrong.rule == "CCN-A26"


@covers("CCN-A26")
def test_friendly_leaders_and_enemy_units_do_not_bar_the_way_in_that_reading() -> None:
    units = french("e", "LN", "4,4", leader="ney")
    others = friends("4,5")
    battle = struck("5,5", units, others=others, options={"pass_enemy_leader": False})
    assert ways(battle) == ["4,5", "4,4"]


@covers("CCN-11.4.1")
def test_the_question_says_who_and_how_far() -> None:
    battle = struck()
    words = say("ccn.ask.leader_retreats", leader="hill", at="5,5", n=3)
    assert battle.decision().prompt(battle.ctx) == words
    back(battle, "4,5", "3,5")
    words = say("ccn.ask.leader_retreats", leader="hill", at="3,5", n=1)
    assert battle.decision().prompt(battle.ctx) == words


@covers("CCN-11.4.1")
def test_every_way_is_shown_where_it_is() -> None:
    battle = struck("2,5")
    step = RetreatLeader(cell("1,5"))
    where = Target("cell", str(cell("1,5")))
    shown = battle.decision().present(battle.ctx, step)
    him = Target("piece", HILL)
    assert shown == Choice(say("ccn.do.retreat_leader", to="1,5"), where, of=him, n=1)
    back(battle, "1,5")
    stop, leave = (battle.decision().present(battle.ctx, one) for one in battle.options())
    assert stop == Choice(say("ccn.do.stop_leader", at="1,5"))
    assert leave == Choice(say("ccn.do.leave_over_edge"))
