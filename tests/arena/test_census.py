"""What games tell the laboratory about their units."""

import pytest

from walstatt.arena.job import Job
from walstatt.arena.referee import begun
from walstatt.games import find_game
from walstatt.games.idg.census import blows
from walstatt.games.idg.melee import MeleePhase
from walstatt.games.idg.melee_results import Clash
from walstatt.games.idg.support import Bout, Stand
from walstatt.kernel.census import Body
from walstatt.kernel.chance import D6, Roll
from walstatt.kernel.ids import Seat

RED, BLUE = Seat("red"), Seat("blue")


def counted(job: Job) -> dict[str, Body]:
    definition = find_game(job.game)
    return dict(definition.census(begun(definition, job).scopes[0]))


def test_every_napoleonic_unit_is_worth_a_banner() -> None:
    bodies = counted(Job("one", "ccn", "rolica_1", "s", {Seat("french"): "", Seat("allied"): ""}))
    assert sum(body.cost for body in bodies.values()) == len(bodies) == 23
    assert {body.strength for body in bodies.values() if body.kind == "french.LN"} == {4}


def test_armies_cost_their_points() -> None:
    rosters = {
        RED: {"quick": {"list": "vikings", "points": 300}},
        BLUE: {"quick": {"list": "mongols", "points": 300}},
    }
    job = Job("one", "idg", "open_battle", "s", {RED: "", BLUE: ""}, rosters=rosters)
    bodies = counted(job)
    for seat in (RED, BLUE):
        points = sum(body.cost for body in bodies.values() if body.seat == seat)
        assert 240 <= points <= 300
    assert all(body.strength > 0 for body in bodies.values())


def test_a_fight_hurts_whoever_has_the_lower_total() -> None:
    job = Job("one", "idg", "cannae", "s", {RED: "", BLUE: ""})
    ctx = begun(find_game("idg"), job).scopes[0]
    own, foe = (
        next(unit for unit in ctx.world.units if ctx.world.units[unit].side == seat)
        for seat in (RED, BLUE)
    )
    one, other = (ctx.world.units[unit].elements[0] for unit in (own, foe))
    bout = Bout(Stand(one, other), Stand(other, one))
    ctx.stack = (*ctx.stack, (MeleePhase(bouts=(bout,)), "rolled"))
    request = Roll("idg.roll.melee", "IDG-11.9.1", D6, 2, RED, Clash(own=0, foe=0))
    struck, back = blows(ctx, "", request, (6, 2))
    assert (struck.by, struck.on, back.by, back.on) == (own, foe, foe, own)
    assert struck.share == pytest.approx(1 / 7)
    assert back.share == 0
