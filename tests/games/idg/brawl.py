"""Elements in melee, for tests: two lines face to face, or enemies placed by hand."""

from __future__ import annotations

from typing import Any

from tests.games.idg.field import INCH, Field, blue, field, red
from walstatt.games.idg.changes import note_contacts
from walstatt.games.idg.melee_dice import melee_ledger
from walstatt.games.idg.melee_odds import bout_of, bouts
from walstatt.games.idg.support import Bout
from walstatt.kernel.ids import UnitId

WIDTH = 600 / INCH
FOOT = 300 / INCH
HORSE = 500 / INCH
BIG = 600 / INCH
X, Y = 30.0, 24.0


def brawl(*units: dict[str, Any], mover: str = "a", **more: Any) -> Field:  # noqa: ANN401
    """Lay out units in contact; new contacts are the mover's doing."""
    there = field(*units, **{"turn": 3, "phase": "melee", **more})
    note_contacts(there.ctx, UnitId(mover))
    return there


def duel(
    own: str | dict[str, Any],
    foe: str | dict[str, Any] = "warrior",
    *,
    since: int = 3,
    by: str = "a",
    **more: Any,  # noqa: ANN401
) -> Field:
    """Let one red element `a` fight one blue element `b`, front to front."""
    return brawl(
        red("a", *_kind(own), **_rest(own)),
        blue("b", *_kind(foe), **_rest(foe)),
        *more.pop("others", ()),
        melees=[{"units": ["a", "b"], "since": since, "by": by}],
        **more,
    )


def _kind(said: str | dict[str, Any]) -> tuple[str, tuple[float, float]]:
    return (said if isinstance(said, str) else said["type"]), (X, Y)


def _rest(said: str | dict[str, Any]) -> dict[str, Any]:
    return {} if isinstance(said, str) else {k: v for k, v in said.items() if k != "type"}


def fights(there: Field) -> set[tuple[str, str]]:
    """List who fights whom."""
    return {bout.elements for bout in bouts(there.ctx)}


def fight(there: Field, a: str = "a", b: str = "b") -> Bout:
    """Find the fight of two."""
    found = bout_of(there.ctx, a, b)
    assert found is not None
    return found


def lines(there: Field, own: str = "a", foe: str = "b") -> list[str]:
    """List what an element adds to its die against another."""
    return melee_ledger(there.ctx, fight(there, own, foe).of(own)).explain()


def total(there: Field, own: str = "a", foe: str = "b") -> int:
    """Give what an element adds to its die against another."""
    return melee_ledger(there.ctx, fight(there, own, foe).of(own)).total
