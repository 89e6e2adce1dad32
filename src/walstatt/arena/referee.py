"""Playing one job: dice from its seed, players who see only views, and a look at everything."""

from __future__ import annotations

from random import Random

from walstatt.ai.clock import TurnClock
from walstatt.ai.player import Budget
from walstatt.ai.playing import ask, imagined
from walstatt.arena.job import Job, Result
from walstatt.arena.measuring import Measure
from walstatt.games import find_game
from walstatt.kernel.chance import ChanceSource
from walstatt.kernel.definition import AnyGameDef
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.game import AnyGame, new_game
from walstatt.kernel.ids import Seat
from walstatt.kernel.options import make_options
from walstatt.workshop.playout import dice_for, require_end


def play(job: Job) -> Result:
    """Play a game to its end; a game that goes wrong is a result, too."""
    try:
        return _played(job)
    except BadRequest:
        raise
    except Exception as fault:  # noqa: BLE001 - one bad game must not end a night's run
        return Result(job.key, fault=f"{type(fault).__name__}: {fault}")


def _played(job: Job) -> Result:
    definition = find_game(job.game)
    dice = dice_for(definition, job.seed)
    game = begun(definition, job)
    measure = Measure(game)
    decisions, first, clock = 0, Seat(""), TurnClock(job.budget_ms)
    _throw(game, dice, measure)
    while game.outcome is None:
        require_end(definition, decisions)
        seat = game.to_act[0]
        if not first and len(game.to_act) == 1:
            first = seat
        seed = f"{job.seed}/{decisions}/{seat}"
        with clock.deciding(game, seat) as ms:
            budget = Budget(ms, playouts=job.playouts)
            chosen = ask(imagined(game, seat, seed), seat, job.levels[seat], seed, budget)
        game.apply(seat, chosen.answer, chosen.kind)
        _throw(game, dice, measure)
        measure.step(game)
        decisions += 1
    measure.end(game)
    return Result(
        job.key,
        game.outcome.winners,
        first,
        definition.turn(game.scopes[0]),
        decisions,
        game.outcome.reason.id,
        {seat: tuple(shares) for seat, shares in measure.shares.items()},
        measure.figures(),
        measure.fortunes(),
    )


def begun(definition: AnyGameDef, job: Job) -> AnyGame:
    """Set a job's game up, as far as the first question or roll."""
    options = make_options(definition.options_type, dict(job.options))
    rosters = job.rosters
    if not rosters and definition.scenario(job.scenario).rosters:
        rng = Random(f"{job.seed}/rosters")
        rosters = dict(definition.sample_rosters(job.scenario, options, rng))
    return new_game(definition, job.scenario, None, options, rosters)


def _throw(game: AnyGame, dice: ChanceSource, measure: Measure) -> None:
    """Throw all dice that are asked for; the game has none, so that everybody can look on."""
    while game.waiting is not None:
        requests = game.waiting.requests
        outcomes = [dice.resolve(request) for _, request in requests]
        fallen = [(*asked, outcome) for asked, outcome in zip(requests, outcomes, strict=True)]
        measure.chance(game, fallen)
        game.force(*outcomes)
