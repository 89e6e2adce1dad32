"""The museum of saves: one set for every version of a game, made once and never changed.

A new version gets its own folder: `python -m tests.games.golden_saves`. A set that exists is left
alone; only before a version is released may it be made anew, by removing it first.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

from walstatt.games import all_games
from walstatt.kernel.decisions import kind_of
from walstatt.kernel.match import Match
from walstatt.kernel.save import save
from walstatt.scene.playable import AnyPlayable
from walstatt.workshop.playout import playable_scenarios, random_answer

HERE = Path(__file__).parent
MIDDLE = 40
MOST_SEEDS = 3000

Moment = Callable[[Match], bool]


def is_middle(match: Match) -> bool:
    """Is the game well under way?"""
    return len(match.entries) > MIDDLE


def is_in_duel(match: Match) -> bool:
    """Is one stance of a duel chosen, and the other not yet?"""
    asked = match.game.asked
    return len(match.game.scopes) > 1 and asked is not None and bool(asked.answers)


def is_interrupted(match: Match) -> bool:
    """Has a seat just done something while another one was, and is again, being asked?"""
    last = match.entries[-1]
    return bool(last.kind) and last.seat not in match.game.to_act


def is_asked(kind: str) -> Moment:
    """Make a moment of the first question of a kind in the middle of a game."""

    def moment(match: Match) -> bool:
        asked = match.game.asked
        kinds = [kind_of(one) for one in asked.decisions.values()] if asked is not None else []
        return is_middle(match) and kind in kinds

    return moment


MOMENTS: dict[str, dict[str, Moment]] = {
    "toy": {"mid-game": is_middle, "duel": is_in_duel, "interrupted": is_interrupted},
    "ccn": {
        "mid-game": is_middle,
        "square": is_asked("offer_square"),
        "retreat": is_asked("choose_retreat"),
        "leader": is_asked("leader_retreats"),
    },
}
"""Which moments of each game are kept; a game that is not listed keeps its middle."""


def moments_of(game: AnyPlayable) -> dict[str, Moment]:
    """List the moments to be kept."""
    return MOMENTS.get(game.id, {"mid-game": is_middle})


def reached(game: AnyPlayable, scenario: str, moment: Moment) -> Match:
    """Play random games until a moment comes."""
    for seed in range(MOST_SEEDS):
        match = Match.start(game, scenario, seed=seed, name=f"golden {scenario} {seed}")
        rng = Random(str(seed))
        while match.game.outcome is None:
            if moment(match):
                return match
            match.answer(*random_answer(match.game, rng))
    raise LookupError(f"no game of {game.id} {scenario} comes to this moment")


def folder_of(game: AnyPlayable) -> Path:
    """Name the folder of the present version."""
    return HERE / game.id / "saves" / f"v{game.version}"


def make(game: AnyPlayable) -> list[Path]:
    """Make the saves of the present version that do not exist yet."""
    made: list[Path] = []
    for name, moment in moments_of(game).items():
        path = folder_of(game) / f"{name}.save"
        if not path.exists():
            save(reached(game, playable_scenarios(game)[0], moment), path)
            made.append(path)
    return made


if __name__ == "__main__":
    for one in all_games():
        sys.stdout.writelines(f"made {path}\n" for path in make(one))
