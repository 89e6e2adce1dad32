"""A small battle of In Death Ground that is always the same: two lines that march at each other."""

from __future__ import annotations

from functools import cache
from typing import Any

from walstatt.games import find_game
from walstatt.games.idg.content import BLUE, RED
from walstatt.kernel.asking import prompt
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match, seeded
from walstatt.kernel.prompts import Choice, Prompt
from walstatt.kernel.save import to_bytes

SEED = 1
LAST_TURN = 1
"""Then the lines are a charge apart."""
FREE = {"opt_free_armies": True}
ORDERS = ("go_charge", "go_ahead", "march", "deploy_rest", "keep_roll", "shoot_all")
"""What a sergeant would say, the most pressing first; else he takes what is offered first."""


def army(name: str) -> dict[str, Any]:
    """Write an army without a list: riders, and men with bows."""
    return {
        "walstatt-army": 1,
        "game": "idg",
        "list": "free",
        "name": name,
        "points": 300,
        "command": "disciplined",
        "general": {"with": 1},
        "baggage": 2,
        "units": [
            _unit(f"{name} riders", 4, "heavy_cavalry"),
            _unit(f"{name} lancers", 2, "heavy_cavalry"),
            _unit(f"{name} archers", 4, "light_cavalry", weapon="bow"),
            _unit(f"{name} scouts", 2, "light_cavalry", weapon="bow"),
        ],
    }


def _unit(name: str, count: int, kind: str, **more: str) -> dict[str, Any]:
    return {"name": name, "troops": [{"count": count, "class": kind, **more}]}


ARMIES = {RED: army("Red"), BLUE: army("Blue")}


@cache
def clash(seed: int = SEED) -> Match:
    """March two small armies at each other; nobody thinks about it."""
    match = Match.start(
        find_game("idg"), "open_battle", options=FREE, dice=seeded(seed), rosters=ARMIES
    )
    while match.game.outcome is None and match.game.world.turn <= LAST_TURN:
        seat = match.game.to_act[0]
        question = prompt(match.game, seat)
        assert question is not None
        match.answer(seat, _ordered(question).answer, question.kind)
    return match


def _ordered(question: Prompt) -> Choice:
    for word in ORDERS:
        for choice in question.choices:
            if word in (choice.answer.get("do"), choice.label.id.removeprefix("idg.do.")):
                return choice
    return question.choices[0]


def at(kind: str, seat: Seat = RED, turn: int = 0, seed: int = SEED) -> bytes:
    """Save the battle where a seat is first asked a question of a kind, from a turn on."""
    match = clash(seed)
    for n, moment in enumerate(match.moments):
        game = moment.game
        if game.to_act[:1] != (seat,) or game.world.turn < turn:
            continue
        question = prompt(game, seat)
        if question is not None and question.kind == kind:
            return to_bytes(match.branch(n, match.header.dice))
    raise LookupError(f"{seat} is never asked {kind} from turn {turn} on")


def majestic(seed: int = SEED) -> bytes:
    """Save the same battle, with stratagems, where red is asked for its dummies."""
    match = Match.start(
        find_game("idg"),
        "open_battle",
        options={**FREE, "opt_stratagems": True},
        dice=seeded(seed),
        rosters=ARMIES,
    )
    while (question := prompt(match.game, match.game.to_act[0])) is not None:
        if question.kind == "choose_dummies":
            return to_bytes(match)
        match.answer(question.seat, _scheming(question).answer, question.kind)
    raise LookupError("nobody makes dummies")


def _scheming(question: Prompt) -> Choice:
    """Stake everything, and take the stratagem with the dummies."""
    if question.kind == "choose_stake":
        return question.choices[-1]
    tricks = [one for one in question.choices if one.answer.get("trick") == "majestic"]
    return tricks[0] if tricks else _ordered(question)
