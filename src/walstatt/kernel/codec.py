"""Positions and answers as plain data, and back; and the hash that proves two positions equal."""

from __future__ import annotations

import hashlib
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, structs

from walstatt.kernel.chance import ChanceSource, Draw, Meaning, Request, Roll, Waiting
from walstatt.kernel.ctx import AnyCtx, Asked, Ctx, Stack
from walstatt.kernel.decisions import Answer, Decision
from walstatt.kernel.definition import AnyGameDef, Ruleset, renamed
from walstatt.kernel.errors import BadRequest, UnknownStep
from walstatt.kernel.events import Emitted
from walstatt.kernel.frames import Frame
from walstatt.kernel.game import AnyGame, Game
from walstatt.kernel.outcome import Outcome

S = TypeVar("S", bound=Struct)


def plain(value: Any) -> Any:
    """Turn a record into plain data."""
    return msgspec.to_builtins(value, str_keys=True)


def state_hash(game: AnyGame) -> str:
    """Hash a position; equal positions have equal hashes."""
    parts = [
        [(s.rules.game.id, s.world, s.stack, s.asked) for s in game.scopes],
        game.outcome,
        game.waiting,
    ]
    ordered = msgspec.to_builtins(parts, order="deterministic")
    return hashlib.blake2b(msgspec.json.encode(ordered), digest_size=16).hexdigest()


def dump(game: AnyGame) -> dict[str, Any]:
    """Write a position as plain data."""
    return {
        "scopes": [_dump_scope(scope) for scope in game.scopes],
        "outcome": plain(game.outcome),
        "waiting": plain(game.waiting),
    }


def _dump_scope(scope: AnyCtx) -> dict[str, Any]:
    return {
        "game": scope.rules.game.id,
        "world": plain(scope.world),
        "stack": [[plain(frame), step] for frame, step in scope.stack],
        "asked": [plain(asked) for asked in scope.asked],
    }


def restore(
    rules: Ruleset[Any, Any],
    state: dict[str, Any],
    source: ChanceSource | None,
    tape: list[Emitted] | None = None,
) -> AnyGame:
    """Read a position from plain data."""
    scopes: list[AnyCtx] = []
    for stored in state["scopes"]:
        if scopes:
            rules = rules.subgame(stored["game"])
        scopes.append(_restore_scope(rules, stored, tape))
    game: AnyGame = Game(scopes, source, tape)
    game.outcome = msgspec.convert(state["outcome"], Outcome | None)
    waiting = state["waiting"]
    game.waiting = None if waiting is None else _restore_waiting(rules.game, waiting)
    return game


def _restore_scope(
    rules: Ruleset[Any, Any], stored: dict[str, Any], tape: list[Emitted] | None
) -> AnyCtx:
    definition = rules.game
    world = msgspec.convert(stored["world"], definition.world_type, str_keys=True)
    stack = tuple(_restore_step(definition, frame, step) for frame, step in stored["stack"])
    asked = tuple(_restore_asked(definition, stack, one) for one in stored["asked"])
    return Ctx(rules, world, stack, asked, tape)


def _restore_step(definition: AnyGameDef, stored: dict[str, Any], step: str) -> tuple[Frame, str]:
    proc = renamed(definition, stored["proc"])
    frame = tagged(definition, Frame, {**stored, "proc": proc}, "proc")
    return frame, _present_step(definition, frame, step)


def _present_step(definition: AnyGameDef, frame: Frame, step: str) -> str:
    proc = frame.__struct_config__.tag
    name = renamed(definition, f"{proc}.{step}").rpartition(".")[2]
    if not callable(getattr(frame, name, None)):
        raise UnknownStep(f"{proc} has no step {name!r}")
    return name


def _restore_asked(definition: AnyGameDef, stack: Stack, stored: dict[str, Any]) -> Asked:
    decisions = {
        seat: tagged(definition, Decision, one, "kind") for seat, one in stored["decisions"].items()
    }
    answers = {
        seat: tagged(definition, Answer, one, "do") for seat, one in stored["answers"].items()
    }
    depth, again = stored["depth"], stored["again"]
    if again:
        again = _present_step(definition, stack[depth - 1][0], again)
    return Asked(decisions, stored["mode"], depth, again, answers)


def _restore_waiting(definition: AnyGameDef, stored: dict[str, Any]) -> Waiting:
    requests = tuple((key, _restore_request(definition, one)) for key, one in stored["requests"])
    return Waiting(requests, stored["keyed"])


def _restore_request(definition: AnyGameDef, stored: dict[str, Any]) -> Request:
    if stored["chance"] == "draw":
        return msgspec.convert(stored, Draw[int | str])
    meaning = stored["meaning"]
    roll = msgspec.convert({**stored, "meaning": None}, Roll[int | str])
    if meaning is None:
        return roll
    return structs.replace(roll, meaning=tagged(definition, Meaning, meaning, "meaning"))


def tagged(definition: AnyGameDef, base: type[S], stored: dict[str, Any], field: str) -> S:
    """Read a record whose type is named by its tag."""
    types = definition.types(base)
    cls = types.get(str(stored.get(field)))
    if cls is None:
        raise UnknownStep(f"{definition.id} knows no {base.__name__.lower()} {stored.get(field)!r}")
    return msgspec.convert(stored, cls, str_keys=True)


def read_answer(definition: AnyGameDef, raw: Any) -> Answer:
    """Read an answer that came from outside, or say what is malformed."""
    if not isinstance(raw, dict) or not isinstance(raw.get("do"), str):
        raise BadRequest("an answer is an object with a field 'do' that names what to do")
    types = definition.types(Answer)
    cls = types.get(raw["do"])
    if cls is None:
        raise BadRequest(
            f"there is nothing to do called {raw['do']!r}; there are: {', '.join(types)}"
        )
    known = {"do", *cls.__struct_encode_fields__}
    strange = sorted(str(field) for field in raw if field not in known)
    if strange:
        fields = ", ".join(cls.__struct_encode_fields__) or "no fields"
        raise BadRequest(f"{raw['do']} has no field {strange[0]!r}; it takes: {fields}")
    try:
        return msgspec.convert(raw, cls, str_keys=True)
    except msgspec.ValidationError as wrong:
        raise BadRequest(f"{raw['do']}: {wrong}") from None
