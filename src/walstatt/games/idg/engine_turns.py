"""What engines do in the movement phase: everything that can be chosen for them. IDG-16.3.9."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from walstatt.games.idg.engine_moves import (
    EngineAnswer,
    Rest,
    engine_flaws,
    engines_waiting,
    rest,
)
from walstatt.games.idg.naming import thing_word, unit_name
from walstatt.games.idg.ships import (
    BoardShip,
    LeaveShip,
    Sail,
    ShipActivation,
    board_flaws,
    carried_by,
    go_aboard,
    go_ashore,
    leave_flaws,
    sail_flaws,
)
from walstatt.games.idg.siege_towers import Push, TowerActivation, push_flaws
from walstatt.games.idg.world import IdgCtx, on_table, shown
from walstatt.kernel.decisions import Violation, do_of
from walstatt.kernel.frames import Frame
from walstatt.kernel.ids import Seat
from walstatt.kernel.prompts import Choice, Target

Turning: TypeAlias = Push | Sail | Rest | BoardShip | LeaveShip
ENGINE_ANSWERS: Final[tuple[type[EngineAnswer], ...]] = (Push, Sail, Rest, BoardShip, LeaveShip)

__all__ = [
    "ENGINE_ANSWERS",
    "EngineAnswer",
    "Turning",
    "activated",
    "engine_answers",
    "engine_choice",
    "engines_waiting",
    "turning_flaws",
]


def turning_flaws(ctx: IdgCtx, seat: Seat, answer: Turning) -> list[Violation]:
    """List everything that is wrong with what an engine is to do."""
    match answer:
        case Push():
            return list(push_flaws(ctx, seat, answer))
        case Sail():
            return list(sail_flaws(ctx, seat, answer))
        case BoardShip():
            return list(board_flaws(ctx, seat, answer))
        case LeaveShip():
            return list(leave_flaws(ctx, seat, answer))
    return list(engine_flaws(ctx, seat, answer))


def engine_answers(ctx: IdgCtx, seat: Seat) -> Iterator[Turning]:
    """List what the engines of a side could do, and who could go aboard or ashore."""
    if not ctx.world.engines:
        return
    for name in engines_waiting(ctx, seat):
        yield Rest(name)
        if ctx.world.engines[name].kind == "ship":
            yield from (Sail(name, fast) for fast in (True, False))
        else:
            yield Push(name)
    ships = [name for name, one in ctx.world.engines.items() if one.kind == "ship"]
    for name in ships:
        aboard = {ctx.world.elements[one].unit for one in carried_by(ctx, name)}
        for unit in on_table(ctx, seat) if ctx.world.engines[name].side == seat else ():
            yield LeaveShip(name, unit) if unit in aboard else BoardShip(name, unit)


def engine_choice(ctx: IdgCtx, answer: Turning) -> Choice:
    """Take an engine, or a unit, in hand, then say what it does."""
    word = do_of(answer)
    button = Target("button", word)
    if isinstance(answer, BoardShip | LeaveShip):
        label = ctx.say(f"do.{word}", unit=unit_name(ctx, answer.unit))
        return Choice(label, button, of=Target("piece", shown(ctx, answer.unit)[0]))
    engine = ctx.world.engines.get(answer.engine)
    what = thing_word(engine.kind if engine else "siege_tower")
    if isinstance(answer, Sail) and not answer.fast:
        word = "set_sail_slowly"
    of = Target("piece", answer.engine)
    return Choice(ctx.say(f"do.{word}", what=what), button, rolls=answer.rolls, of=of)


def activated(ctx: IdgCtx, answer: Turning) -> Frame | None:
    """Carry out what needs no dice; otherwise give the procedure for it."""
    match answer:
        case Push():
            return TowerActivation(answer.engine)
        case Sail():
            return ShipActivation(answer.engine, answer.fast)
        case BoardShip():
            go_aboard(ctx, answer)
        case LeaveShip():
            go_ashore(ctx, answer)
        case _:
            rest(ctx, answer.engine)
    return None
