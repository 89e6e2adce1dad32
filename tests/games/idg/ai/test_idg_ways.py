"""How the computer players of idg get on: over bad ground, through narrow places, out of jams."""

from __future__ import annotations

from itertools import pairwise
from math import inf
from random import Random
from typing import Any

import pytest

from tests.games.idg.field import BLUE, INCH, RED, blue, field, red
from walstatt.ai.advised_player import AdvisedPlayer
from walstatt.ai.player import Budget
from walstatt.boards.pose import HALF_TURN, Point
from walstatt.boards.table import is_on_table
from walstatt.games import find_game
from walstatt.games.idg.activation import ChooseActivation
from walstatt.games.idg.ai import ADVISORS
from walstatt.games.idg.ai.aims import Aims
from walstatt.games.idg.ai.columns import marches
from walstatt.games.idg.ai.field import Field
from walstatt.games.idg.ai.journeys import Journey
from walstatt.games.idg.ai.moves import Moves
from walstatt.games.idg.ai.orders import Orders
from walstatt.games.idg.ai.siege import Siege
from walstatt.games.idg.ai.storming import Storm, lane_of
from walstatt.games.idg.ai.trails import Route, cells_under, good_inches, is_clear
from walstatt.games.idg.ai.weights import OFFICER, RECRUIT, Weights
from walstatt.games.idg.marching import Judge
from walstatt.games.idg.marching import Orders as March
from walstatt.games.idg.victory_siege import siege_time
from walstatt.kernel.game import new_game
from walstatt.kernel.ids import UnitId
from walstatt.workshop.playout import dice_for

A, B, C, D = (UnitId(name) for name in "abcd")
EDGES = {"red": {"edge": "left"}, "blue": {"edge": "right"}}
FAR_FOE = blue("z", "warrior", (66, 44), size=2)
STREAM = {"id": "s", "kind": "stream", "via": [(24, 0), (24, 48)]}


def ambushed(*units: dict[str, Any], weights: Weights = OFFICER, **more: Any) -> Field:  # noqa: ANN401
    """Let red get from the left edge to the right one."""
    there = field(*units, battle="ambush", armies=EDGES, turn=9, **more)
    there.world.attacker = RED
    return Field(there.ctx, RED, weights)


def journey(seen: Field, unit: UnitId) -> Journey:
    """Give the way of a unit to what it is sent for."""
    return Journey(seen, seen.body(unit), Aims(seen).of(unit))


# -- over bad ground ------------------------------------------------------------------------------


def test_a_way_leads_on_through_difficult_ground() -> None:
    """Ways once ended before a stream that had to be crossed."""
    seen = ambushed(red("a", "warrior", (20, 24), size=4, facing=90), FAR_FOE, terrain=[STREAM])
    way = journey(seen, A).path((21.0 * INCH, 24.0 * INCH), 12)
    assert max(x for x, _ in way) > 26 * INCH


@pytest.mark.parametrize(("at", "column"), [(14, "good"), (22.2, "difficult")])
def test_who_stands_before_a_stream_rolls_the_dice_that_lead_over_it(
    at: float, column: str
) -> None:
    seen = ambushed(red("a", "warrior", (at, 24), size=4, facing=90), FAR_FOE, terrain=[STREAM])
    aims = Aims(seen)
    assert Orders(seen, aims, ChooseActivation(RED)).column(seen.body(A)) == column


@pytest.mark.parametrize(
    ("wood", "column"), [((34, 28), "difficult"), ((40, 28), "good"), ((34, 40), "good")]
)
def test_who_would_graze_a_wood_as_he_turns_rolls_the_dice_that_get_him_on(
    wood: Point, column: str
) -> None:
    """Besiegers once stood beside a wood for five turns, with dice that barred all of it."""
    beside = {"id": "w", "kind": "wood", "at": wood, "size": (10, 8)}
    unit = red("a", "warrior", (24, 26), size=8, facing=180, formation="4x2")
    seen = ambushed(unit, FAR_FOE, terrain=[beside])
    assert Orders(seen, Aims(seen), ChooseActivation(RED)).column(seen.body(A)) == column


@pytest.mark.parametrize("turned", [False, True])
def test_a_road_through_a_wood_helps_only_who_marches_in_one_file(turned: bool) -> None:
    wood = {"id": "w", "kind": "wood", "at": (24, 24), "size": (4, 4)}
    ends: list[Point] = [(24, 0), (24, 48)] if turned else [(0, 24), (72, 24)]
    road = {"id": "r", "kind": "road", "via": ends, "width": 1.25}
    seen = ambushed(red("a", "warrior", (60, 40), size=4), terrain=[wood, road])
    start, end = ((24, 18), (24, 30)) if turned else ((18, 24), (30, 24))
    steps = [(start[0] * INCH, start[1] * INCH), (end[0] * INCH, end[1] * INCH)]
    assert good_inches(seen.ctx, seen.mover(A), steps) == inf
    assert 2 < good_inches(seen.ctx, seen.mover(A), steps, 2.3) < 5


def test_a_narrow_pass_counts_double() -> None:
    """The way between two marshes is one cell wide; the one round them is not."""
    marshes = [
        {"id": "m", "kind": "marsh", "at": (36, 13), "size": (8, 18)},
        {"id": "n", "kind": "marsh", "at": (36, 31), "size": (8, 14)},
    ]
    seen = ambushed(red("a", "heavy_cavalry", (20, 23), size=2, facing=90), terrain=marshes)
    route = Route(seen.ctx, seen.mover(A), [(60.0 * INCH, 23.0 * INCH)], ())
    assert route.far((20.0 * INCH, 23.0 * INCH)) == pytest.approx(40 + 8, abs=2.1)


SLANTING = {"id": "s", "kind": "stream", "via": [(22, 0), (26, 48)]}


def test_a_whole_move_leads_straight_through_bad_ground() -> None:
    """In a stream troops once went from cell to cell, an inch and a half a turn."""
    seen = ambushed(red("a", "warrior", (22, 24), size=4, facing=90), FAR_FOE, terrain=[SLANTING])
    start = (22.0 * INCH, 24.0 * INCH)
    route = Route(seen.ctx, seen.mover(A), [(60.0 * INCH, 24.0 * INCH)], ())
    ahead = route.waypoint(start, 6)
    assert ahead is not None
    assert ahead[0] > 26 * INCH


def test_foot_crosses_a_stream_as_fast_as_its_dice_allow() -> None:
    units = (
        red("a", "warrior", (22, 24), size=4, facing=90),
        blue("t", "baggage", (62, 24), size=2),
    )
    there = field(*units, battle="raid", terrain=[SLANTING], turn=3)
    there.world.attacker = RED
    seen = Field(there.ctx, RED, OFFICER)
    thoughts = Moves(seen, Aims(seen), March(A, "difficult", 6)).thoughts()
    best = max(thoughts, key=lambda one: one.worth)
    assert best.box.centre[0] - seen.body(A).box.centre[0] > 5 * INCH


def test_a_straight_way_through_bad_ground_is_no_worse_than_the_way_round_it() -> None:
    """Past a marsh the way leads along its edge, not straight through."""
    marsh = {"id": "m", "kind": "marsh", "at": (30, 24), "size": (8, 8)}
    seen = ambushed(red("a", "warrior", (20, 24), size=2, facing=90), FAR_FOE, terrain=[marsh])
    start, goal = (20.0 * INCH, 24.0 * INCH), (44.0 * INCH, 24.0 * INCH)
    way = Route(seen.ctx, seen.mover(A), [goal], ()).path(start, 40)
    assert all(is_clear(seen.ctx, seen.mover(A), here, there) for here, there in pairwise(way))


def test_who_loses_most_of_a_move_by_turning_goes_straight_on() -> None:
    """With two inches, of which turning costs two, foot once stood still."""
    there = field(
        red("a", "warrior", (30, 30), size=6, formation="2x3", facing=0),
        blue("t", "baggage", (45, 12), size=2),
        battle="raid",
        turn=3,
    )
    there.world.attacker = RED
    seen = Field(there.ctx, RED, OFFICER)
    thoughts = Moves(seen, Aims(seen), March(A, "difficult", 2)).thoughts()
    best = max(thoughts, key=lambda one: one.worth)
    assert best.worth > 0
    assert seen.body(A).box.centre[1] - best.box.centre[1] == pytest.approx(2 * INCH, abs=1)


def test_who_has_no_room_to_form_anew_turns_on_the_spot_and_goes_on() -> None:
    """Horse between two lines of foot once stood still, facing the table's edge."""
    seen = ambushed(
        red("a", "light_cavalry", (20, 24), size=4, facing=180),
        red("b", "warrior", (20, 21.5), size=6),
        red("c", "warrior", (20, 28.5), size=6),
        FAR_FOE,
    )
    thoughts = Moves(seen, Aims(seen), March(A, "good", 5)).thoughts()
    best = max(thoughts, key=lambda one: one.worth)
    assert best.box.centre[0] - seen.body(A).box.centre[0] > 6 * INCH


@pytest.mark.parametrize(("ground", "files"), [([], True), ([STREAM], False)])
def test_nobody_forms_one_file_for_a_way_through_bad_ground(
    ground: list[dict[str, Any]], *, files: bool
) -> None:
    """All of it is slow for as long as the file is."""
    seen = ambushed(
        red("a", "warrior", (12, 24), size=6, formation="2x3", facing=90), FAR_FOE, terrain=ground
    )
    assert journey(seen, A).is_long is files


# -- round others ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("weights", "moved", "minded"),
    [(OFFICER, True, True), (OFFICER, False, False), (RECRUIT, True, False)],
    ids=["officer", "still to move", "recruit"],
)
def test_officers_go_round_friends_who_will_not_move_any_more(
    weights: Weights, moved: bool, minded: bool
) -> None:
    seen = ambushed(
        red("a", "warrior", (20, 24), size=4, facing=90),
        red("c", "warrior", (28, 24), size=4, facing=90, activated=moved),
        blue("b", "elephant", (38, 24), size=6, facing=270),
        weights=weights,
    )
    route = journey(seen, A).route
    friend = set(cells_under(seen.ctx, seen.body(C).box, 0.2))
    assert bool(route and route.taken & friend) is minded


@pytest.mark.parametrize(
    ("weights", "turn", "kind"),
    [(OFFICER, 2, "prize"), (OFFICER, 8, "fight"), (RECRUIT, 2, "fight")],
    ids=["in time", "too late", "recruit"],
)
def test_raiders_go_round_the_guards_as_long_as_there_is_time(
    weights: Weights, turn: int, kind: str
) -> None:
    there = field(
        red("a", "warrior", (36, 24), size=4),
        blue("b", "warrior", (36, 19), size=4, facing=180),
        blue("t", "baggage", (36, 3), size=2),
        battle="raid",
        turn=turn,
    )
    there.world.attacker = RED
    assert Aims(Field(there.ctx, RED, weights)).of(A).kind == kind


def test_raiders_are_drawn_up_where_no_stream_bars_the_way() -> None:
    """At Maldon they once stood behind the stream, with free ground beside them."""
    definition = find_game("idg")
    game = new_game(definition, "maldon", dice_for(definition, "drawn up"))
    while game.ctx.world.turn < 1:
        seat = game.to_act[0]
        player = AdvisedPlayer(ADVISORS["officer" if seat == RED else "recruit"], 0.0)
        guess = game.imagine(seat, Random(1))
        game.apply(seat, player.choose(guess, seat, Random(1), Budget(1000)).answer)
    (stream,) = (one for one in game.ctx.world.ground if one.kind == "stream")
    last = max(x for x, _ in stream.via)
    seen = Field(game.ctx, RED, OFFICER)
    beyond = [one for one in seen.own if one.box.centre[0] - one.box.half_width > last]
    assert len(beyond) >= 3


# -- in column ------------------------------------------------------------------------------------


def test_a_column_keeps_room_to_the_edge_of_the_table() -> None:
    """Between a marsh and the edge there is room for one file, but not in the middle of a cell."""
    marsh = {"id": "m", "kind": "marsh", "at": (29, 25), "size": (10, 44)}
    seen = ambushed(
        red("a", "heavy_cavalry", (21, 1.3), size=4, formation="column", facing=90),
        FAR_FOE,
        terrain=[marsh],
    )
    judge = Judge(seen.ctx, March(A, "good", 10))
    found = list(marches(journey(seen, A), judge, 10 * INCH))
    assert found
    ends = judge.ends(found[0])
    assert max(pose.x for pose in ends.values()) > 27 * INCH
    table = seen.ctx.content.table
    assert all(is_on_table(judge.rect(one, pose), table) for one, pose in ends.items())


@pytest.mark.parametrize("troops", ["warrior", "heavy_cavalry"])
def test_everybody_keeps_his_place_in_a_column(troops: str) -> None:
    """The last once overtook the others, and all went no farther than that allowed."""
    seen = ambushed(red("a", troops, (21, 24), size=6, formation="column", facing=90), FAR_FOE)
    judge = Judge(seen.ctx, March(A, "good", 10))
    legs = next(marches(journey(seen, A), judge, 10 * INCH))
    ends = judge.ends(legs)
    gone = [ends[one].x - pose.x for one, pose in judge.before.items()]
    assert min(gone) >= 9.5 * INCH
    assert max(gone) <= 10 * INCH


@pytest.mark.parametrize(
    ("weights", "foe", "files"),
    [(OFFICER, (66, 40), 1), (RECRUIT, (66, 40), 2), (OFFICER, (20, 34), 2)],
    ids=["officer", "recruit", "enemy near"],
)
def test_officers_form_one_file_for_a_long_way(weights: Weights, foe: Point, files: int) -> None:
    """In one file turning costs nothing; in two it costs two inches of every move."""
    seen = ambushed(
        red("a", "warrior", (12, 24), size=6, formation="2x3", facing=90),
        blue("z", "warrior", foe, size=2),
        weights=weights,
    )
    judge = Judge(seen.ctx, March(A, "good", 9))
    found = marches(journey(seen, A), judge, 7 * INCH)
    abreast = [len({round(pose.y / INCH) for pose in judge.ends(legs).values()}) for legs in found]
    assert min(abreast) == files


def test_who_forms_one_file_follows_in_turn() -> None:
    """Two by three: nobody goes farther back than the column is longer than the block."""
    seen = ambushed(red("a", "warrior", (12, 24), size=6, formation="2x3", facing=90), FAR_FOE)
    judge = Judge(seen.ctx, March(A, "good", 9))
    (legs,) = (
        legs
        for legs in marches(journey(seen, A), judge, 7 * INCH)
        if len({pose.y for pose in judge.ends(legs).values()}) == 1
    )
    before, ends = judge.before, judge.ends(legs)
    order = sorted(ends, key=lambda one: -ends[one].x)
    assert [round(before[one].x / INCH, 1) for one in order] == sorted(
        (round(pose.x / INCH, 1) for pose in before.values()), reverse=True
    )


def test_a_broad_line_before_bad_ground_is_drawn_in() -> None:
    """Nine abreast before a marsh once stood there to the end of the game."""
    marsh = {"id": "m", "kind": "marsh", "at": (20, 34), "size": (20, 28)}
    seen = ambushed(red("a", "heavy_cavalry", (8, 14), size=9, facing=90), FAR_FOE, terrain=[marsh])
    wishes = Moves(seen, Aims(seen), March(A, "good", 8)).wishes
    (legs,) = wishes.drawing_in()
    judge = wishes.judge
    assert judge.is_legal(legs)
    ys = [pose.y for pose in judge.ends(legs).values()]
    assert (max(ys) - min(ys)) / INCH < 14
    assert (max(pose.y for pose in judge.before.values()) - min(ys)) / INCH > 14


@pytest.mark.parametrize(("behind", "minded"), [((25, 24), True), ((10, 24), False)])
def test_who_turns_back_goes_round_those_who_follow_close_behind(
    behind: Point, minded: bool
) -> None:
    seen = ambushed(
        red("a", "warrior", (30, 24), size=4, facing=90),
        red("c", "warrior", behind, size=4, facing=90),
        blue("b", "elephant", (38, 24), size=6, facing=270),
    )
    route = journey(seen, A).route
    friend = set(cells_under(seen.ctx, seen.body(C).box, 0.2))
    assert friend
    assert bool(route and route.taken & friend) is minded


@pytest.mark.parametrize(("disorder", "aim"), [(2, "fight"), (3, "exit")])
def test_who_may_not_attack_leaves_past_whoever_bars_the_way(disorder: int, aim: str) -> None:
    seen = ambushed(
        red("a", "warrior", (20, 24), size=4, facing=90, disorder=disorder),
        blue("b", "warrior", (26, 24), size=4, facing=270),
    )
    assert Aims(seen).of(A).kind == aim


# -- through breaches -----------------------------------------------------------------------------

WALLS: list[dict[str, Any]] = [
    {"id": "w", "kind": "wall", "via": [(20, 6), (44, 6), (44, 20), (40, 20)], "width": 2.5},
    {"id": "v", "kind": "wall", "via": [(36, 20), (28, 20)], "width": 2.5},
    {"id": "u", "kind": "wall", "via": [(24, 20), (20, 20), (20, 6)], "width": 2.5},
    {"id": "g", "kind": "breach", "via": [(24, 20), (28, 20)]},
    {"id": "h", "kind": "breach", "via": [(36, 20), (40, 20)]},
]


def besieged(*units: dict[str, Any], seat: Any = RED, weights: Weights = OFFICER) -> Field:  # noqa: ANN401
    """Let red besiege works with two breaches in walls as thick as those of real battles."""
    works = [{**one, "side": "blue"} for one in WALLS]
    far = blue("z", "warrior", (66, 4), size=2)
    there = field(*units, far, battle="siege", terrain=works, turn=5)
    return Field(there.ctx, seat, weights)


@pytest.mark.parametrize("x", [26.0, 24.0, 28.5])
def test_everybody_passes_a_thick_wall_straight(x: float) -> None:
    """Who stood aside of a breach once cut the corner of the wall, and so never got in."""
    seen = besieged(red("a", "heavy_cavalry", (x, 21.5), size=2))
    siege, judge = Siege(seen), Judge(seen.ctx, March(A, "good", 14))
    lane = lane_of(siege, siege.gaps[0])
    assert lane is not None
    assert lane.half == 2 * INCH
    (legs,) = Storm(siege, judge, lane).moves(12 * INCH)
    assert judge.is_legal(legs)
    assert all(siege.is_inside(judge.rect(one, end)) for one, end in judge.ends(legs).items())


def test_who_finds_no_place_inside_or_in_the_queue_stays_where_he_is() -> None:
    """Friends stand close behind, so that there is no room to queue up before the breach."""
    seen = besieged(
        red("a", "heavy_cavalry", (26, 21.5), size=4, formation="2x2"),
        red("c", "heavy_cavalry", (26, 25.6), size=4),
    )
    siege, judge = Siege(seen), Judge(seen.ctx, March(A, "good", 7))
    lane = lane_of(siege, siege.gaps[0])
    assert lane is not None
    (legs,) = Storm(siege, judge, lane).moves(5 * INCH)
    ends = judge.ends(legs)
    stayed = [one for one, pose in ends.items() if pose.spot == judge.before[one].spot]
    went = [one for one, pose in ends.items() if pose.y < 20 * INCH]
    assert stayed
    assert went


def test_stormers_share_the_gaps() -> None:
    seen = besieged(
        red("a", "warrior", (26, 30), size=4),
        red("c", "warrior", (26, 36), size=4),
        red("d", "warrior", (26, 42), size=4),
    )
    entries = Siege(seen).entries
    assert sorted(entries) == [A, C, D]
    left, right = (26 * INCH, 17 * INCH), (38 * INCH, 17 * INCH)
    assert sorted(entries.values()) == [left, left, right]
    assert entries[A] == left


def test_a_gap_in_which_enemies_stand_is_left_to_others_if_another_is_near() -> None:
    seen = besieged(
        red("a", "warrior", (30, 30), size=4),
        blue("b", "warrior", (26, 18), size=2),
    )
    assert Siege(seen).entries[A] == (38 * INCH, 17 * INCH)


def test_besiegers_are_the_keener_the_less_time_is_left() -> None:
    seen = besieged(red("a", "warrior", (30, 30), size=4))
    late = siege_time(seen.ctx)
    found = []
    for turn in (1, late // 2, late):
        seen.world.turn = turn
        found.append(seen.eagerness)
    assert found == sorted(found)
    assert found[1] >= 0.5
    assert found[2] >= 1.0


def test_besiegers_with_all_the_time_there_is_are_not_hurried() -> None:
    """Without a limit of turns their share of the time cannot be told."""
    there = besieged(red("a", "warrior", (30, 30), size=4))
    endless = field(
        red("a", "warrior", (30, 30), size=4),
        blue("z", "warrior", (66, 4), size=2),
        battle="siege",
        turn=5,
        options={"var_siege_turn_limit": 0},
    )
    assert Field(endless.ctx, RED, OFFICER).time_spent == 0.0
    assert there.time_spent == pytest.approx(5 / 12)


# -- recruits -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("weights", "kind"), [(OFFICER, "guard"), (RECRUIT, "fight")])
def test_recruits_leave_what_they_guard_for_whoever_shows_himself(
    weights: Weights, kind: str
) -> None:
    there = field(
        blue("b", "warrior", (36, 8), size=4, facing=HALF_TURN // 100),
        blue("t", "baggage", (36, 3), size=2),
        red("a", "warrior", (36, 40), size=4),
        battle="raid",
        turn=2,
    )
    there.world.attacker = RED
    assert Aims(Field(there.ctx, BLUE, weights)).of(B).kind == kind


@pytest.mark.parametrize(("weights", "kind"), [(OFFICER, "guard"), (RECRUIT, "fight")])
def test_recruits_sally(weights: Weights, kind: str) -> None:
    units = (blue("b", "warrior", (32, 14), size=2), red("a", "warrior", (30, 26), size=4))
    assert Aims(besieged(*units, seat=BLUE, weights=weights)).of(B).kind == kind
