"""Crash saves: a game just before it went wrong, ready to be loaded and continued."""

from __future__ import annotations

import re
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from walstatt.kernel.codec import plain
from walstatt.kernel.decisions import Answer
from walstatt.kernel.definition import AnyGameDef
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match
from walstatt.kernel.options import Options
from walstatt.kernel.save import save

Given: TypeAlias = tuple[Seat, Answer, str]
"""Who answered what, and to which standing decision, if it was one."""


def drawn_rosters(
    definition: AnyGameDef, scenario: str, seed: str, options: Options | None
) -> Mapping[Seat, Any]:
    """Choose the armies of a random game, the same for the same seed."""
    chosen = options if options is not None else definition.options_type()
    return definition.sample_rosters(scenario, chosen, Random(f"{seed}/rosters"))


def write_crash(
    folder: Path,
    definition: AnyGameDef,
    scenario: str,
    seed: str,
    options: Options | None,
    given: Sequence[Given],
    fault: BaseException,
) -> Path:
    """Write the save and, beside it, what went wrong; give the path of the report."""
    folder.mkdir(parents=True, exist_ok=True)
    name = re.sub(r"[^\w.-]+", "-", f"{definition.id}-{scenario}-{seed}")
    path = folder / f"{name}.save"
    try:
        match, left = replayed(definition, scenario, seed, options, given)
        save(match, path)
        story = _story(path.name, match, left)
    except Exception as worse:  # noqa: BLE001 - the report must be written whatever happens
        story = [f"No save could be made: {type(worse).__name__}: {worse}"]
    report = path.with_suffix(".txt")
    head = f"{definition.id} {scenario}, seed {seed}, options {plain(options or {})}"
    trace = "".join(traceback.format_exception(fault))
    report.write_text("\n".join([head, *story, "", trace]), encoding="utf-8")
    return report


def replayed(
    definition: AnyGameDef,
    scenario: str,
    seed: str,
    options: Options | None,
    given: Sequence[Given],
) -> tuple[Match, Sequence[Given]]:
    """Play answers as a match up to the first that fails; give also the answers left."""
    rosters = drawn_rosters(definition, scenario, seed, options)
    match = Match.start(
        definition, scenario, seed=seed, options=plain(options or {}), rosters=rosters
    )
    for done, (seat, answer, kind) in enumerate(given):
        try:
            match.answer(seat, answer, kind)
        except Exception:  # noqa: BLE001 - this is the one we are looking for
            return match, given[done:]
    return match, ()


def _story(name: str, match: Match, left: Sequence[Given]) -> list[str]:
    place = f"{name} is the game after {len(match.entries) - 1} decisions, just before the fault."
    if not left:
        return [place, "No answer failed: looking for the next one did, or nothing did this time."]
    seat, answer, kind = left[0]
    standing = f" (standing: {kind})" if kind else ""
    told = [place, f"The answer that failed, by {seat}{standing}: {plain(answer)}"]
    if len(left) > 1:
        told.append(f"As a match it failed {len(left) - 1} answers earlier than in play.")
    return told
