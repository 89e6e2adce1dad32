"""Undo: exactly back where it is allowed, and refused where something became known."""

from __future__ import annotations

from typing import Final

from walstatt.kernel.codec import state_hash
from walstatt.kernel.definition import AnyGameDef
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.match import Match
from walstatt.kernel.options import Options
from walstatt.workshop.conformance.copies import answer_again, begun
from walstatt.workshop.conformance.walk import Step, Walk, described, walk

MOST: Final = 80
"""How many decisions of a walk are taken back."""


def check_undo(definition: AnyGameDef, scenario: str, options: Options, seed: int | str) -> None:
    """A command can be taken back exactly, but not once dice fell or something was shown."""
    taken = walk(definition, scenario, options, seed)
    if taken.start is None:
        return
    match = begun(taken)
    before = taken.start.state
    for n, step in enumerate(taken.steps[:MOST], 1):
        together = is_together(match)
        answer_again(taken, n, match, step)
        if _is_sealed(step) or (together and not step.given[2] and not _is_together_still(match)):
            _is_refused(taken, n, match)
        else:
            _goes_back(taken, n, match, step, before)
        before = step.state


def is_together(match: Match) -> bool:
    """Are several seats answering at once, unseen by each other?"""
    asked = match.game.asked
    return asked is not None and asked.mode == "all" and len(asked.decisions) > 1


def _is_together_still(match: Match) -> bool:
    asked = match.game.asked
    return asked is not None and match.entries[-1].seat in asked.answers


def _is_sealed(step: Step) -> bool:
    """Did dice fall or something become known?"""
    return bool(step.chance) or any(told.event.reveals for told in step.told)


def _is_refused(taken: Walk, n: int, match: Match) -> None:
    """Nobody can take anything back, and trying changes nothing."""
    chain = match.chain
    for seat in taken.definition.scenario(taken.scenario).seats:
        try:
            match.undo(seat)
        except BadRequest:
            continue
        taken.fail(n, f"{seat} took back what had become known, {len(match.entries)} entries left")
    if match.chain != chain:
        taken.fail(n, "an undo that was refused changed the match")


def _goes_back(taken: Walk, n: int, match: Match, step: Step, before: str) -> None:
    """Take the last command back and give it again."""
    seat = step.given[0]
    why = match.why_no_undo(seat)
    if why:
        taken.fail(n, f"nothing became known, but {described(step.given)} stands: {why}")
    match.undo(seat)
    if len(match.entries) != n or state_hash(match.game) != before:
        taken.fail(n, f"taking back what {described(step.given)} gave another position")
    answer_again(taken, n, match, step)
    if state_hash(match.game) != step.state:
        taken.fail(n, f"after an undo {described(step.given)} with another result")
