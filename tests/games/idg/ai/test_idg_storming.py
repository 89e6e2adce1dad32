"""How the computer players of idg get into works, out of crowds, and into range."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.idg.field import BLUE, RED, blue, field, red
from walstatt.boards.paths import Slide
from walstatt.boards.pose import Pose
from walstatt.games.idg.activation import ChooseActivation
from walstatt.games.idg.ai.advisor import move
from walstatt.games.idg.ai.aims import Aim, Aims
from walstatt.games.idg.ai.answering import mounts
from walstatt.games.idg.ai.charges import Charges
from walstatt.games.idg.ai.field import Field
from walstatt.games.idg.ai.journeys import Journey
from walstatt.games.idg.ai.orders import Orders as Thinking
from walstatt.games.idg.ai.setting_up import breach, march
from walstatt.games.idg.ai.siege import Siege
from walstatt.games.idg.ai.storming import Lane, Storm, in_step, lane_of
from walstatt.games.idg.ai.swarming import swarms
from walstatt.games.idg.ai.weights import OFFICER, RECRUIT, Weights
from walstatt.games.idg.ai.wishes import Wishes
from walstatt.games.idg.breaches import ChooseBreach
from walstatt.games.idg.choose_move import ChooseMove, Go
from walstatt.games.idg.intents import Intents
from walstatt.games.idg.marching import Judge, Orders
from walstatt.games.idg.mounting import ChooseMounts, Dismount, Ready
from walstatt.games.idg.order_of_march import ChooseMarch, FixMarch
from walstatt.games.idg.world import rect_of, rects_of, shown
from walstatt.kernel.ids import UnitId

A, B, C, S = (UnitId(name) for name in "abcs")
WALLS: list[dict[str, Any]] = [
    {"id": "w", "kind": "wall", "via": [(20, 6), (40, 6), (40, 20), (32, 20)]},
    {"id": "v", "kind": "wall", "via": [(28, 20), (20, 20), (20, 6)]},
]
BREACH: dict[str, Any] = {"id": "g", "kind": "breach", "via": [(28, 20), (32, 20)]}


def besieged(*units: dict[str, Any]) -> Field:
    """Let red besiege a square with a breach in its lower side."""
    works = [{**one, "side": "blue"} for one in (*WALLS, BREACH)]
    works = [{**one, "width": 0.5} if one["kind"] == "wall" else one for one in works]
    far = blue("z", "warrior", (60, 4), size=2)
    there = field(*units, far, battle="siege", terrain=works, turn=5)
    return Field(there.ctx, RED, OFFICER)


def lane(seen: Field) -> Lane:
    """Look at the breach."""
    siege = Siege(seen)
    found = lane_of(siege, siege.gaps[0])
    assert found is not None
    return found


def test_a_lane_leads_inward_through_the_middle_of_a_breach() -> None:
    seen = besieged(red("a", "skirmisher", (30, 26), size=4))
    inch = seen.ctx.content.mu
    assert lane(seen).sill == Pose(30 * inch, 20 * inch, 0)
    assert lane(seen).local((30 * inch, 17 * inch)) == pytest.approx((0, 3 * inch))
    assert lane(seen).at(-2 * inch).y == 22 * inch


@pytest.mark.parametrize(("wide", "gaps"), [(2.0, 0), (2.5, 1)])
def test_a_gap_that_no_base_fits_through_is_no_way_in(wide: float, gaps: int) -> None:
    """A base is 60 mm broad, which is 2.36 inches; besiegers once crowded before two inches."""
    narrow = {**BREACH, "via": [(28, 20), (28 + wide, 20)], "side": "blue"}
    there = field(red("a", "warrior", (30, 26), size=4), battle="siege", terrain=[narrow], turn=5)
    assert len(Siege(Field(there.ctx, RED, OFFICER)).gaps) == gaps


def test_breaches_are_made_where_a_base_fits_through() -> None:
    wall = {"id": "w", "kind": "wall", "via": [(20, 6), (26, 6)], "width": 0.5, "side": "blue"}
    there = field(red("a", "warrior", (30, 26), size=4), battle="siege", terrain=[wall], turn=0)
    question = ChooseBreach(RED)
    options = question.candidates(there.ctx)
    seen = Field(there.ctx, RED, OFFICER)
    assert {one.length // seen.ctx.content.mu for one in options} == {2, 4}
    chosen = {advice.answer for advice in breach(seen, question, options)}
    assert chosen == {one for one in options if one.length == 4 * seen.ctx.content.mu}
    small = [one for one in options if one not in chosen]
    assert [advice.worth for advice in breach(seen, question, small)] == [0.0] * len(small)


def test_a_unit_pours_through_a_breach_and_is_inside_as_a_whole() -> None:
    seen = besieged(red("a", "skirmisher", (30, 24), size=4))
    judge = Judge(seen.ctx, Orders(A, "good", 12))
    (legs,) = Storm(Siege(seen), judge, lane(seen)).moves(15 * seen.ctx.content.mu)
    assert judge.is_legal(legs)
    ends = judge.ends(legs)
    assert all(Siege(seen).is_inside(judge.rect(one, pose)) for one, pose in ends.items())


def test_who_comes_not_far_enough_waits_in_the_lane() -> None:
    seen = besieged(red("a", "skirmisher", (30, 24), size=4))
    judge = Judge(seen.ctx, Orders(A, "good", 3))
    found = list(Storm(Siege(seen), judge, lane(seen)).moves(5 * seen.ctx.content.mu))
    inside = [Siege(seen).is_inside(judge.rect(*end)) for end in judge.ends(found[0]).items()]
    assert 0 < sum(inside) < 4


def test_who_stands_aslant_in_a_breach_goes_straight_on_until_he_is_clear_of_the_walls() -> None:
    """He has no room to turn into the lane there, and was stuck for the rest of the siege."""
    seen = besieged(red("a", "skirmisher", (30.4, 19.9), size=1, facing=8))
    storm = Storm(Siege(seen), Judge(seen.ctx, Orders(A, "good", 12)), lane(seen))
    (start,) = storm.judge.before.values()
    inside = storm.lane.at(8 * storm.inch)
    by_the_lane, onward = storm.way(start, inside), storm.way(start, inside, onward=True)
    assert by_the_lane[-2:] == [storm.lane.at(storm.clear), inside]
    assert [one.facing for one in onward] == [start.facing, inside.facing]
    assert storm.lane.local(onward[0].spot)[1] == pytest.approx(storm.clear, abs=0.2 * storm.inch)
    outside = storm.lane.at(-6 * storm.inch)
    assert storm.way(outside, inside, onward=True) == storm.way(outside, inside)


def test_nobody_looks_for_a_place_inside_where_it_burns() -> None:
    town = {"id": "town", "kind": "village", "at": (30, 13), "size": (14, 8), "side": "blue"}
    works = [{"width": 0.5, **one, "side": "blue"} for one in (*WALLS, BREACH)]
    places = []
    for fires in ([], [{"what": "town", "at": (30, 13), "since": 4}]):
        there = field(
            red("a", "skirmisher", (30, 24), size=1),
            blue("z", "warrior", (60, 4), size=2),
            battle="siege",
            terrain=[*works, town],
            turn=5,
            fires=fires,
            wind=0,
        )
        seen = Field(there.ctx, RED, OFFICER)
        storm = Storm(Siege(seen), Judge(seen.ctx, Orders(A, "good", 12)), lane(seen))
        posts = storm._inside(5 * storm.inch)
        (place,) = [(one.x / storm.inch, one.y / storm.inch) for one in posts]
        places.append(place)
    assert places[0] == pytest.approx((30, 15.2), abs=0.01)
    assert places[1] == pytest.approx((23.2, 15.2), abs=0.01), "a wing of the town does not burn"


def test_everybody_arrives_with_the_last_leg() -> None:
    here, there, end = (Pose(n, 0, 0) for n in (1, 2, 3))
    legs = in_step({"x": [here, there, end], "y": [end]})
    assert [sorted(leg.poses) for leg in legs if isinstance(leg, Slide)] == [
        ["x"],
        ["x"],
        ["x", "y"],
    ]


def test_small_units_storm_and_only_who_may_attack_if_the_breach_is_barred() -> None:
    light = red("s", "skirmisher", (26, 30), size=3)
    line = red("a", "warrior", (34, 30), size=8)
    assert Siege(besieged(light, line)).stormers[0] == S
    guard = blue("b", "warrior", (30, 17), size=2)
    assert Siege(besieged(light, line, guard)).stormers == [A]
    riders = red("c", "light_cavalry", (26, 30), size=3, quality="elite")
    assert Siege(besieged(riders, line)).stormers == [C, A]
    assert Siege(besieged(riders, line, guard)).stormers == [A], "light horse would bar the way"


def test_who_is_halfway_in_makes_room_for_those_behind_him() -> None:
    """Whoever had got as far as that was taken for being as far outside, and stood in the gap."""
    seen = besieged(red("a", "skirmisher", (30, 18), size=4, formation="column"))
    siege, judge = Siege(seen), Judge(seen.ctx, Orders(A, "good", 4))
    before = [siege.is_inside(rect) for rect in rects_of(seen.ctx, A)]
    assert 0 < sum(before) < 4
    (legs,) = Storm(siege, judge, lane(seen)).moves(4 * seen.ctx.content.mu)
    assert all(siege.is_inside(judge.rect(*end)) for end in judge.ends(legs).items())


def test_who_is_late_storms_on_when_too_few_are_in_time() -> None:
    near, far = red("a", "skirmisher", (30, 26), size=4), red("b", "warrior", (66, 45), size=4)
    assert Siege(besieged(near, far)).stormers == [A, B]


def test_besiegers_do_not_think_of_getting_off_their_horses_far_from_the_works() -> None:
    seen = besieged(red("a", "heavy_cavalry", (30, 44), size=4))
    offers = [Dismount(A), Ready()]
    assert [one.answer for one in mounts(seen, ChooseMounts(RED), offers)] == [Ready()]


def test_who_goes_to_a_gate_does_not_think_of_halting() -> None:
    shut = {**BREACH, "kind": "gate"}
    works = [{**one, "side": "blue", "width": 0.5} for one in (*WALLS, shut)]
    away = blue("z", "warrior", (60, 4), size=2)
    there = field(red("a", "warrior", (30, 44), size=4), away, battle="siege", terrain=works)
    seen = Field(there.ctx, RED, OFFICER)
    assert Aims(seen).of(A).kind == "gate"
    found = move(seen, ChooseMove(RED, A, "good", 7, "march"), ())
    assert found
    assert all(isinstance(one.answer, Go) for one in found)


def ambushed(*units: dict[str, Any]) -> Field:
    """Let red march into an ambush from the left to the right."""
    there = field(*units, turn=3, battle="ambush")
    return Field(there.ctx, RED, OFFICER)


def test_the_quickest_march_first_and_the_baggage_last() -> None:
    seen = ambushed(
        red("a", "warrior", (20, 24), size=4, status="reserve"),
        red("t", "baggage", (10, 24), size=2, status="reserve"),
        red("s", "light_cavalry", (30, 24), size=4, status="reserve"),
        blue("b", "warrior", (50, 24), size=4),
    )
    (advice,) = march(seen, ChooseMarch(seat=RED), ())
    assert advice.answer == FixMarch((S, A, UnitId("t")))


def test_enemies_who_are_far_off_are_not_gone_round() -> None:
    goal = Aim("wing", (20 * 254.0, 4 * 254.0), pull=0.05)
    for far, detours in ((20, True), (12, False)):
        there = field(
            red("a", "warrior", (20, 30), size=2),
            blue("b", "elephant", (20, far), size=4),
            turn=3,
            scenario="open_battle",
        )
        seen = Field(there.ctx, RED, OFFICER)
        assert (Journey(seen, seen.body(A), goal).route is not None) == detours


def test_who_is_in_a_hurry_charges_only_whoever_bars_his_way() -> None:
    ahead, aside = (blue("b", "skirmisher", at, size=2) for at in ((20, 23), (30, 26)))
    for foe, bars in ((ahead, True), (aside, False)):
        seen = Field(
            field(red("a", "warrior", (20, 28), size=2), foe, turn=3, scenario="open_battle").ctx,
            RED,
            OFFICER,
        )
        ways = Intents(Judge(seen.ctx, Orders(A, "good", 12)))
        hurried = list(Charges(seen, seen.body(A), ways, hurries=True).all())
        assert bool(hurried) == bars
        assert list(Charges(seen, seen.body(A), ways).all())


def test_a_general_alone_charges_nobody() -> None:
    seen = Field(
        field(
            red("a", "heavy_cavalry", (20, 28), size=1, general=True),
            red("c", "warrior", (40, 40), size=4),
            blue("b", "skirmisher", (20, 23), size=2),
            turn=3,
            scenario="open_battle",
        ).ctx,
        RED,
        OFFICER,
    )
    assert seen.body(A).role == "general"
    ways = Intents(Judge(seen.ctx, Orders(A, "good", 12)))
    assert not list(Charges(seen, seen.body(A), ways).all())


def test_bowmen_without_a_target_before_them_have_business_and_go_nearer() -> None:
    bows = red("a", "warrior", (20, 28), size=2, weapon="bow", subtypes=["bowmen"])
    for facing, blind in ((0, False), (180, True)):
        seen = Field(
            field(
                {**bows, "facing": facing},
                blue("b", "warrior", (20, 22), size=2),
                turn=3,
                scenario="open_battle",
            ).ctx,
            RED,
            OFFICER,
        )
        aims = Aims(seen)
        assert seen.body(A).role == "bows"
        assert aims.of(A).near == pytest.approx(4.0 if blind else 7.3)
        thinking = Thinking(seen, aims, ChooseActivation(seat=RED))
        assert thinking.has_business(seen.body(A)) or not blind


def test_light_troops_no_longer_make_room_when_the_enemy_is_all_but_beaten() -> None:
    line = [red("a", "warrior", (20, 28), size=8), red("c", "warrior", (45, 28), size=8)]
    light = red("s", "skirmisher", (20, 24), size=4)
    kinds = []
    for size in (8, 3):
        there = field(
            *line, light, blue("b", "warrior", (20, 14), size=size), turn=3, scenario="open_battle"
        )
        kinds.append(Aims(Field(there.ctx, RED, OFFICER)).of(S).kind)
    assert kinds == ["wing", "shoot"]


def test_a_unit_in_a_crowd_forms_up_where_there_is_room() -> None:
    there = field(
        red("a", "warrior", (20, 28), size=3),
        red("c", "warrior", (20, 26.6), size=3),
        blue("b", "warrior", (20, 10), size=4),
        turn=3,
        scenario="open_battle",
    )
    seen = Field(there.ctx, RED, OFFICER)
    judge = Judge(seen.ctx, Orders(A, "good", 12))
    squeezed = Wishes(seen, seen.body(A), Aims(seen).of(A), judge).squeezing_by()
    assert any(judge.is_legal(legs) for legs in squeezed)


def charged(*units: dict[str, Any], inches: float) -> tuple[Judge, dict[str, Pose]]:
    """Let unit `a` go for unit `b` man by man."""
    there = field(*units, blue("b", "warrior", (20, 22), size=4), turn=3, scenario="open_battle")
    judge = Judge(there.ctx, Orders(A, "good", 12))
    foes = [rect_of(there.ctx, one) for one in shown(there.ctx, B)]
    found = list(swarms(judge, foes, inches * there.ctx.content.mu))
    return judge, judge.ends(found[0]) if found else {}


def test_everybody_charges_to_a_free_place_before_the_enemy() -> None:
    judge, ends = charged(red("a", "warrior", (22, 27), size=4), inches=10)
    assert len(judge.contacts(ends)) == 4
    assert not charged(red("a", "warrior", (22, 27), size=4), inches=2)[1]


def test_who_finds_no_place_because_friends_fight_there_stands_behind() -> None:
    friend = red("c", "warrior", (17.6, 23.2), size=2)
    judge, ends = charged(red("a", "warrior", (26, 27), size=4), friend, inches=10)
    assert len(ends) == 4
    assert len(judge.contacts(ends)) == 2


@pytest.mark.parametrize(
    ("weights", "attacker", "kind"),
    [(OFFICER, (60, 40), "guard"), (OFFICER, (30, 2), "hold"), (RECRUIT, (60, 40), "hold")],
    ids=["officer", "attacked", "recruit"],
)
def test_the_officer_brings_down_who_stands_on_walls_that_nobody_attacks(
    weights: Weights, attacker: tuple[float, float], kind: str
) -> None:
    works = [{"width": 2.5, **one, "side": "blue"} for one in (*WALLS, BREACH)]
    there = field(
        blue("b", "warrior", (30, 6.5), size=2),
        red("a", "warrior", attacker, size=4),
        battle="siege",
        terrain=works,
        turn=5,
    )
    for name in shown(there.ctx, B):
        there.world.elements[name] = replace(there.world.elements[name], aboard="w")
    seen = Field(there.ctx, BLUE, weights)
    assert seen.body(B).walled
    assert Aims(seen).of(B).kind == kind


def test_raiders_keep_no_line() -> None:
    units = (red("a", "warrior", (20, 28), size=4), blue("b", "warrior", (20, 8), size=4))
    raid, battle = (
        Field(field(*units, turn=3, battle=name).ctx, RED, OFFICER)
        for name in ("raid", "open_battle")
    )
    assert raid.weights == OFFICER.raiding
    assert (raid.weights.lead, raid.weights.alone) == (0.0, 0.0)
    assert battle.weights == OFFICER
