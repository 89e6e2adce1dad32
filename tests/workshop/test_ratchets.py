"""What rules still lack may only become less: `tests/ratchets/<game>.json` says how much."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import asdict

from walstatt.games import all_games
from walstatt.scene.playable import AnyPlayable
from walstatt.workshop.tracing import Ratchet, trace

FOLDER = Path(__file__).parent.parent / "ratchets"
ROOT = FOLDER.parent.parent
UPDATE = os.environ.get("WALSTATT_UPDATE_GOLDEN") == "1"


def complaints(allowed: Ratchet, found: Ratchet, file: str) -> list[str]:
    """Say what grew, and what has to be lowered."""
    said = []
    for name, most in asdict(allowed).items():
        now = getattr(found, name)
        if now > most:
            said.append(f"{name} grew from {most} to {now}")
        elif now < most:
            said.append(f"{name} shrank from {most} to {now}: lower it in {file}")
    return said


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_nothing_more_is_missing_than_before_in_golden_numbers(game: AnyPlayable) -> None:
    path = FOLDER / f"{game.id}.json"
    found = trace(game, tests=[ROOT / "tests"], cases=[ROOT / "cases"]).ratchet()
    allowed = msgspec.json.decode(path.read_bytes(), type=Ratchet)
    said = complaints(allowed, found, path.name)
    if UPDATE and not any("grew" in one for one in said):
        path.write_bytes(msgspec.json.encode(found) + b"\n")
        return
    assert not said


def test_growing_and_shrinking_are_told() -> None:
    said = complaints(Ratchet(1, 5, 2), Ratchet(2, 4, 2), "toy.json")
    assert said == [
        "unimplemented grew from 1 to 2",
        "untested shrank from 5 to 4: lower it in toy.json",
    ]
