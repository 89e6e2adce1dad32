"""Chance: whoever gives the dice decides them, and nobody else rolls any."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from msgspec import Struct

from walstatt.kernel.chance import (
    Meaning,
    Outcomes,
    Recorded,
    Request,
    Roll,
    Seeded,
    Waiting,
    describe,
)
from walstatt.kernel.codec import state_hash
from walstatt.kernel.definition import AnyGameDef
from walstatt.kernel.errors import WalstattError
from walstatt.kernel.events import Emitted, Rolled
from walstatt.kernel.game import AnyGame
from walstatt.kernel.options import Options
from walstatt.workshop.conformance.answers import trials
from walstatt.workshop.conformance.walk import (
    Listening,
    Walk,
    copied,
    described,
    explained,
    taping,
    walk,
)

POINTS: Final = 6
"""At how many points of a walk a purpose is tried."""
ENOUGH: Final = 3
"""After how many points without any effect a roll counts as ignored."""
MOST_OUTCOMES: Final = 8


class Tried(Struct, frozen=True):
    """One outcome forced upon a game, and the position it led to."""

    outcome: tuple[Outcomes, ...]
    state: str


class Point(Struct, frozen=True):
    """One place where dice were awaited, and what came of several outcomes."""

    n: int
    waiting: Waiting
    tried: tuple[Tried, ...]

    @property
    def purpose(self) -> str:
        """Tell what was rolled for."""
        return self.waiting.requests[0][1].purpose

    @property
    def matters(self) -> bool:
        """Did it make any difference what fell?"""
        return len({one.state for one in self.tried}) > 1


def some_outcomes(waiting: Waiting, rng: Random) -> list[tuple[Outcomes, ...]]:
    """Choose different outcomes: uneven dice, every face on all of them, both ends of a pool.

    Several requests at once get different ones, for often it is the difference that counts.
    """
    requests = [request for _, request in waiting.requests]
    plain = [_plain(request) for request in requests]
    found = [
        tuple(each[(turn + place) % len(each)] for place, each in enumerate(plain))
        for turn in range(max(map(len, plain)))
    ]
    seeded = Seeded(rng.random().hex())
    found += [tuple(map(seeded.resolve, requests)) for _ in range(MOST_OUTCOMES)]
    return list(dict.fromkeys(found))[:MOST_OUTCOMES]


def _plain(request: Request) -> Sequence[Outcomes]:
    if isinstance(request, Roll):
        faces = list(dict.fromkeys(request.die.faces))
        uneven = [(one, *(other,) * (request.count - 1)) for one, other in _ends(faces)]
        return list(dict.fromkeys([*uneven, *((face,) * request.count for face in faces)]))
    ends = (request.pool[: request.count], request.pool[::-1][: request.count])
    return list(dict.fromkeys(ends))


def _ends(faces: Sequence[Any]) -> list[tuple[Any, Any]]:
    """Pair the ends of a die: where two roll against each other only a difference tells."""
    return [(faces[0], faces[-1]), (faces[-1], faces[0])]


# -- the checks -----------------------------------------------------------------------------------


def check_scripted_chance(
    definition: AnyGameDef, scenario: str, options: Options, seed: int | str
) -> None:
    """A script of the dice is used up request by request and gives the same game."""
    taken = walk(definition, scenario, options, seed)
    if taken.start is None:
        return
    script = Recorded([outcome for _, _, outcome in taken.chance()])
    heard = Listening(script)
    game = taken.again(heard)
    for n, step in enumerate((taken.start, *taken.steps)):
        try:
            if n:
                game.apply(*step.given)
        except Exception as error:  # noqa: BLE001 - the first time there was none
            taken.fail(n, f"with the same dice there is now {explained(error)}")
        if heard.take() != step.chance:
            taken.fail(n, f"other dice were asked for after {described(step.given)}")
        if state_hash(game) != step.state:
            taken.fail(n, f"the same dice gave another position after {described(step.given)}")
    if script.left:
        taken.fail(len(taken.steps), f"{script.left} results were never asked for")


def check_forced_chance(
    definition: AnyGameDef, scenario: str, options: Options, seed: int | str
) -> None:
    """Forcing an outcome yields that outcome, always the same way, and it decides what follows."""
    taken = walk(definition, scenario, options, seed)
    points: dict[str, list[Point]] = {}
    for n, waiting, game in _awaited(taken):
        known = points.setdefault(waiting.requests[0][1].purpose, [])
        if len(known) < POINTS:
            known.append(_try(taken, n, waiting, game))
    for tried in points.values():
        _decides(taken, tried)


def _awaited(taken: Walk) -> Iterator[tuple[int, Waiting, AnyGame]]:
    """Take the walk again with forced dice, stopping wherever some are awaited."""
    if taken.start is None:
        return
    game = taken.again(None)
    for n, step in enumerate((taken.start, *taken.steps)):
        fallen = [outcome for _, outcome in step.chance]
        try:
            if n:
                game.apply(*step.given)
            while game.waiting is not None:
                yield n, game.waiting, game
                size = len(game.waiting.requests)
                game.force(*fallen[:size])
                fallen = fallen[size:]
        except WalstattError as error:
            taken.fail(n, f"with the same dice forced there is now {explained(error)}")
        if state_hash(game) != step.state:
            taken.fail(n, f"forced dice gave another position after {described(step.given)}")


def _try(taken: Walk, n: int, waiting: Waiting, game: AnyGame) -> Point:
    tried: list[Tried] = []
    for outcome in some_outcomes(waiting, taken.rng(n)):
        first, second = (_forced(taken, n, game, outcome) for _ in range(2))
        if first != second:
            what = describe(waiting.requests[0][1])
            taken.fail(n, f"{what}: the forced outcome {outcome} gave two different positions")
        tried.append(Tried(outcome, first))
    return Point(n, waiting, tuple(tried))


def _forced(taken: Walk, n: int, game: AnyGame, outcome: tuple[Outcomes, ...]) -> str:
    """Force an outcome on a copy; what is told must be exactly that."""
    copy = copied(game, None)
    tape = taping(copy)
    try:
        copy.force(*outcome)
    except Exception as error:  # noqa: BLE001 - every face of a die must be playable
        if not trials(taken):  # Else the rules themselves are at fault, as other checks report.
            taken.fail(n, f"the forced outcome {outcome} leads to {explained(error)}")
        return ""
    told = _rolled(tape)[: len(outcome)]
    if told != list(outcome):
        taken.fail(n, f"{outcome} was forced, but {told} was told")
    return state_hash(copy)


def _rolled(tape: Sequence[Emitted]) -> list[Outcomes]:
    return [one.event.outcome for one in tape if isinstance(one.event, Rolled)]


# -- does it matter what falls? -------------------------------------------------------------------


def _decides(taken: Walk, points: Sequence[Point]) -> None:
    """Let what falls make the difference that its meaning says it makes.

    Once or twice it may not: who stands at the edge flees over it whatever he rolls.
    """
    _losses_differ(taken, points)
    speaking = [point for point in points if len(_readings(point)) > 1]
    if len(speaking) >= ENOUGH and not any(point.matters for point in speaking):
        point = speaking[0]
        taken.fail(point.n, f"{_named(point)}: its meaning differs, but what follows never does")
    several = [point for point in points if len(point.tried) > 1]
    if len(several) >= ENOUGH and not any(point.matters for point in several):
        taken.fail(several[0].n, f"{_named(several[0])}: nothing ever follows from it")


def _named(point: Point) -> str:
    return describe(point.waiting.requests[0][1])


def _readings(point: Point) -> set[Any]:
    """List the different readings of the outcomes tried."""
    meaning = _meaning(point)
    return set() if meaning is None else {meaning.read(one.outcome[0]) for one in point.tried}


def _meaning(point: Point) -> Meaning | None:
    request = point.waiting.requests[0][1]
    single = len(point.waiting.requests) == 1
    return request.meaning if single and isinstance(request, Roll) else None


def _losses_differ(taken: Walk, points: Sequence[Point]) -> None:
    """Refuse outcomes that cost different losses but all lead to one position.

    Once in a while that is right, when whoever the dice spare is lost anyway; not as a rule.
    """
    costly = [point for point in points if len(_losses(point)) > 1]
    idle = [point for point in costly if not point.matters]
    if 2 * len(idle) > len(costly):
        losses = _losses(idle[0])
        what = f"the dice mean from {min(losses)} to {max(losses)} losses"
        taken.fail(idle[0].n, f"{_named(idle[0])}: {what}, but the position is always the same")


def _losses(point: Point) -> set[int]:
    """List the different losses that the outcomes tried mean."""
    meaning = _meaning(point)
    if meaning is None:
        return set()
    return {meaning.losses(meaning.read(one.outcome[0])) for one in point.tried}
