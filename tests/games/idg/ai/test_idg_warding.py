"""How the officer of idg walls raided baggage in, and spares who is shaken."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.games.idg.field import BLUE, RED, blue, field, red
from walstatt.ai.advised_player import AdvisedPlayer
from walstatt.ai.player import Budget
from walstatt.boards.pose import Point
from walstatt.boards.rectangle import Rectangle
from walstatt.games import find_game
from walstatt.games.idg.activating import Stand
from walstatt.games.idg.activation import ChooseActivation
from walstatt.games.idg.ai import ADVISORS
from walstatt.games.idg.ai.aims import Aims
from walstatt.games.idg.ai.clashes import fought_on
from walstatt.games.idg.ai.field import Field
from walstatt.games.idg.ai.moves import Moves
from walstatt.games.idg.ai.orders import Orders
from walstatt.games.idg.ai.warding import is_ward
from walstatt.games.idg.ai.weights import OFFICER, RECRUIT, Weights
from walstatt.games.idg.marching import Orders as March
from walstatt.games.idg.melee_dice import MeleeDice
from walstatt.games.idg.world import IdgCtx, lead_profile, on_table, rects_of
from walstatt.kernel.game import AnyGame, new_game
from walstatt.kernel.ids import UnitId
from walstatt.workshop.playout import dice_for

IDG = find_game("idg")
A, B, C, T = (UnitId(name) for name in "abct")
RAIDS = {
    "lindisfarne": {},
    "dorylaeum": {},
    "raid": {RED: "eretria_persians", BLUE: "lindisfarne_northumbrians"},
}
"""Where there are enough guards at the beginning to wall the baggage in."""
ROUND_ABOUT = 0.3


def drawn_up(scenario: str, defender: str, seed: str) -> AnyGame:
    """Let a recruit raid somebody of a level, until both are drawn up."""
    game = new_game(IDG, scenario, dice_for(IDG, seed), None, RAIDS.get(scenario))
    while game.ctx.world.turn < 1:
        seat = game.to_act[0]
        level = "recruit" if seat == game.ctx.world.attacker else defender
        player = AdvisedPlayer(ADVISORS[level], 0.0)
        guess = game.imagine(seat, Random(seed))
        game.apply(seat, player.choose(guess, seat, Random(seed), Budget(1000)).answer)
    return game


def about(box: Rectangle, inch: int) -> Iterator[Point]:
    """List points close round a base."""
    far = ROUND_ABOUT * inch
    for share in (-0.9, -0.5, 0.0, 0.5, 0.9):
        for right, ahead in (
            (share * box.half_width, box.half_depth + far),
            (share * box.half_width, -box.half_depth - far),
            (box.half_width + far, share * box.half_depth),
            (-box.half_width - far, share * box.half_depth),
        ):
            (x, y), (ax, ay) = box.centre, box.ahead
            yield x + ahead * ax - right * ay, y + ahead * ay + right * ax


def is_open(ctx: IdgCtx, at: Point) -> bool:
    """Could an enemy stand at a point on the table?"""
    width, height = ctx.content.table
    if not (0 <= at[0] <= width and 0 <= at[1] <= height):
        return False
    return not any(_covers(one, at) for unit in on_table(ctx, BLUE) for one in rects_of(ctx, unit))


def _covers(box: Rectangle, at: Point) -> bool:
    right, ahead = box.local(at)
    return abs(right) <= box.half_width and abs(ahead) <= box.half_depth


def ways_to_baggage(game: AnyGame) -> int:
    """Count the points beside the baggage where an enemy could stand."""
    ctx: IdgCtx = game.ctx
    train = next(unit for unit in on_table(ctx, BLUE) if lead_profile(ctx, unit).troop == "baggage")
    spots = [at for box in rects_of(ctx, train) for at in about(box, ctx.content.mu)]
    return sum(is_open(ctx, at) for at in spots)


@pytest.mark.parametrize("scenario", RAIDS)
def test_the_officer_leaves_no_way_to_the_baggage(scenario: str) -> None:
    assert ways_to_baggage(drawn_up(scenario, "officer", "ward")) == 0


def test_the_recruit_leaves_the_baggage_open() -> None:
    assert ways_to_baggage(drawn_up("eretria", "recruit", "ward")) > 0


def raided(weights: Weights) -> Field:
    """Let blue guard baggage in the corner, with red close before it."""
    there = field(
        red("a", "warrior", (5, 14), size=6),
        blue("b", "warrior", (4.72, 3.54), size=4),
        blue("t", "baggage", (2.36, 2.36), size=2),
        turn=5,
        battle="raid",
    )
    return Field(there.ctx, BLUE, weights)


def test_who_closes_the_way_to_baggage_stands_though_enemies_are_near() -> None:
    seen = raided(OFFICER)
    assert is_ward(seen, seen.body(B))
    assert Aims(seen).of(B).kind == "hold"
    advice = Orders(seen, Aims(seen), ChooseActivation(BLUE)).advice()
    assert {one.answer for one in advice} == {Stand(B), Stand(T)}


def test_the_recruit_goes_for_raiders_and_opens_the_way() -> None:
    seen = raided(RECRUIT)
    assert not is_ward(seen, seen.body(B))
    assert Aims(seen).of(B).kind == "fight"


def test_baggage_is_taken_from_the_side_that_its_guards_leave_open() -> None:
    there = field(
        red("a", "warrior", (29, 5), size=3),
        blue("b", "warrior", (20, 4.2), size=4),
        blue("t", "baggage", (20, 2.6), size=2),
        turn=5,
        battle="raid",
    )
    seen = Field(there.ctx, RED, RECRUIT)
    thoughts = Moves(seen, Aims(seen), March(A, "good", 12)).thoughts()
    assert max(thoughts, key=lambda one: one.worth).train == T


def shaken(weights: Weights, disorder: int, far: float) -> Aims:
    """Let red have a unit with markers so many inches before an enemy."""
    there = field(
        red("a", "warrior", (20, 20), size=4, disorder=disorder),
        blue("b", "warrior", (20, 20 - far), size=4),
        turn=6,
        scenario="open_battle",
    )
    return Aims(Field(there.ctx, RED, weights))


@pytest.mark.parametrize(
    ("weights", "disorder", "far", "kind"),
    [
        (OFFICER, 3, 8, "flee"),
        (OFFICER, 2, 8, "fight"),
        (OFFICER, 3, 18, "advance"),
        (RECRUIT, 3, 8, "fight"),
    ],
)
def test_the_officer_lets_shaken_units_rally_out_of_reach(
    weights: Weights, disorder: int, far: float, kind: str
) -> None:
    aim = shaken(weights, disorder, far).of(A)
    assert aim.kind == kind
    if kind == "flee":
        assert aim.at[1] > 24 * 254


def test_whoever_loses_the_first_turn_of_a_fight_loses_the_second_by_more() -> None:
    there = field(red("a", "warrior", (20, 28), size=4), blue("b", "warrior", (20, 23), size=4))
    plain = lead_profile(there.ctx, A)
    strong, weak = MeleeDice(plain, plain, behind=2, new=True), MeleeDice(plain, plain, new=True)

    def second(pairs: int) -> tuple[Any, Any]:
        first = fought_on(there.ctx, strong, weak, 0.0)
        both = fought_on(there.ctx, strong, weak, 1.0, pairs)
        return both.own.markers - first.own.markers, both.foe.markers - first.foe.markers

    own, foe = second(1)
    many_own, many_foe = second(4)
    assert own < foe
    assert many_own < own
    assert many_foe > foe + 0.1


def test_the_officer_fears_who_could_come_in_two_turns_and_the_recruit_does_not() -> None:
    fears = []
    for weights in (OFFICER, RECRUIT):
        there = field(
            red("a", "warrior", (20, 30), size=4),
            blue("b", "elephant", (20, 14), size=4),
            turn=3,
            scenario="open_battle",
        )
        seen = Field(there.ctx, RED, weights)
        fears.append(seen.danger(seen.body(A), seen.body(A).box))
    assert fears[0] > 0
    assert fears[1] == 0


def test_a_general_does_not_storm_before_another_unit_is_inside() -> None:
    walls: list[dict[str, Any]] = [
        {"id": "w", "kind": "wall", "via": [(20, 6), (40, 6), (40, 20), (32, 20)]},
        {"id": "v", "kind": "wall", "via": [(28, 20), (20, 20), (20, 6)]},
        {"id": "g", "kind": "breach", "via": [(28, 20), (32, 20)]},
    ]
    works = [{"width": 0.5, **one, "side": "blue"} for one in walls]
    kinds = []
    for inside in (False, True):
        there = field(
            red("a", "skirmisher", (30, 12) if inside else (30, 26), size=2),
            red("g", "heavy_cavalry", (34, 24), size=1, general=True),
            blue("b", "warrior", (60, 4), size=2),
            battle="siege",
            terrain=works,
            turn=5,
        )
        kinds.append(Aims(Field(there.ctx, RED, OFFICER)).of(UnitId("g")).kind)
    assert kinds == ["hold", "storm"]
