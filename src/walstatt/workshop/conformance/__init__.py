"""The conformance suite: what every game must pass unchanged.

Every check plays random games of one scenario with one set of options from a seed, and raises a
`ConformanceFailure` that says what is wrong and where. Checks look at the same recorded game
wherever they can, and each blames only what it is about.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from walstatt.kernel.definition import AnyGameDef
from walstatt.kernel.options import Options
from walstatt.workshop.conformance.answers import (
    check_bounded_length,
    check_checked_answers_never_raise,
    check_draws,
    check_invariants,
    check_looking_changes_nothing,
    check_no_dead_ends,
    check_options,
    check_outcome,
    check_samples,
    check_strange_answers,
)
from walstatt.workshop.conformance.chance import check_forced_chance, check_scripted_chance
from walstatt.workshop.conformance.copies import (
    check_clone_equality,
    check_clone_independence,
    check_replay,
    check_save_and_load,
    check_serialising,
)
from walstatt.workshop.conformance.doubles import check_events, check_frames, check_imagined_play
from walstatt.workshop.conformance.faces import check_messages, check_previews, check_rendering
from walstatt.workshop.conformance.failure import ConformanceFailure
from walstatt.workshop.conformance.pointing import check_abouts, check_wishes
from walstatt.workshop.conformance.secrets import check_prompts, check_scenes, check_views
from walstatt.workshop.conformance.undoing import check_undo

Check: TypeAlias = Callable[[AnyGameDef, str, Options, int | str], None]

CHECKS: Final[tuple[Check, ...]] = (
    check_clone_independence,
    check_clone_equality,
    check_serialising,
    check_save_and_load,
    check_replay,
    check_undo,
    check_options,
    check_samples,
    check_draws,
    check_strange_answers,
    check_checked_answers_never_raise,
    check_no_dead_ends,
    check_bounded_length,
    check_outcome,
    check_invariants,
    check_looking_changes_nothing,
    check_scripted_chance,
    check_forced_chance,
    check_views,
    check_prompts,
    check_scenes,
    check_events,
    check_frames,
    check_imagined_play,
    check_rendering,
    check_previews,
    check_messages,
    check_wishes,
    check_abouts,
)

__all__ = ["CHECKS", "Check", "ConformanceFailure"]
__all__ += [check.__name__ for check in CHECKS]
