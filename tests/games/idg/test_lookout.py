"""A closed rank hides a whole unit behind it: found once, and never wrongly. IDG-4.3.5."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.idg.field import INCH, Field, blue, field, red
from walstatt.games.idg.lookout import lookout
from walstatt.games.idg.world import Fire, shown
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

BEHIND = ("b1", "b2", "b3")
WIDTH = 600 / 254


def ranked(*, gap: float = 0.0, files: int = 7, size: int = 3, **more: Any) -> Field:  # noqa: ANN401
    """Give an onlooker, a rank of his own side, and a unit of the enemy behind it."""
    step, first = WIDTH + gap, 30 - (files - 1) * (WIDTH + gap) / 2
    rank = [{"at": (first + n * step, 24)} for n in range(files)]
    return field(
        red("a", "skirmisher", (30, 30)),
        red("c", "warrior", (30, 24), elements=rank),
        blue("b", "warrior", (30, 18), size=size, facing=180),
        **more,
    )


def seen(there: Field) -> bool:
    """Look from `a` to anybody of `b`, with everything that may be found at once."""
    return lookout(there.ctx).any_sees(("a",), shown(there.ctx, UnitId("b"))[-1])


def known(there: Field) -> set[bool]:
    """Say what is known of the whole unit behind the rank."""
    return {it for (a, unit, _), it in lookout(there.ctx).hidden.items() if (a, unit) == ("a", "b")}


@covers("IDG-4.3.5")
def test_a_closed_rank_hides_all_of_a_unit_at_once() -> None:
    there = ranked()
    assert not seen(there)
    assert True in known(there)
    clear = lookout(there.ctx).clear
    assert [clear["a", one, False] for one in BEHIND] == [False, False, False]
    fresh = ranked()
    assert [lookout(fresh.ctx).look("a", one).is_free for one in BEHIND] == [False, False, False]


@covers("IDG-4.3.4", "IDG-4.3.5")
@pytest.mark.parametrize("gap", [0.0, 0.4, 1.1, 1.3, 2.0, 3.0])
@pytest.mark.parametrize("files", [3, 5, 8])
def test_what_is_found_at_once_agrees_with_every_single_look(gap: float, files: int) -> None:
    there, fresh = ranked(gap=gap, files=files), ranked(gap=gap, files=files)
    whole = [seen(there), *(lookout(there.ctx).sees("a", one) for one in BEHIND)]
    single = [lookout(fresh.ctx).look("a", one).is_free for one in BEHIND]
    assert whole == [single[-1], *single]
    if True in known(there):
        assert not any(single)


def test_a_wide_gap_hides_nobody() -> None:
    there = ranked(gap=3.0)
    assert seen(there)
    assert True not in known(there)


@pytest.mark.parametrize(
    ("size", "terrain"),
    [
        (2, []),
        (3, [{"id": "h", "kind": "gentle_hill", "at": (30, 17.5), "size": (16, 6)}]),
        (3, [{"id": "g", "kind": "gully", "via": [(0, 40), (72, 40)], "width": 2}]),
    ],
    ids=["few elements", "on a hill", "where there is a gully"],
)
def test_small_units_and_uneven_ground_are_looked_at_one_by_one(
    size: int, terrain: list[dict[str, Any]]
) -> None:
    there = ranked(size=size, terrain=terrain)
    assert not seen(there) or terrain
    assert True not in known(there)


@covers("IDG-4.3.7")
@pytest.mark.parametrize("turn", [5, 7, 9, 11, 13])
@pytest.mark.parametrize("facing", [0, 60, 180])
def test_who_is_deep_in_smoke_is_hidden_as_by_every_single_look(turn: int, facing: int) -> None:
    village = {"id": "v", "kind": "village", "at": (12, 24), "size": (8, 12)}
    there, fresh = (
        field(
            red("a", "warrior", (30, 30), facing=facing),
            red("c", "warrior", (36, 24)),
            blue("b", "warrior", (26, 22), size=3, facing=180),
            blue("d", "warrior", (30, 8), facing=180),
            terrain=[village],
            wind=2,
            turn=turn,
        )
        for _ in range(2)
    )
    for one in (there, fresh):
        one.world.fires = (Fire("v", (12 * INCH, 24 * INCH), 2),)
    pairs = [(a, b) for a in ("a", "c") for b in (*BEHIND, "d")]
    pairs += [(b, a) for a, b in pairs]
    quick = [lookout(there.ctx).sees(*pair) for pair in pairs]
    assert quick == [lookout(fresh.ctx).look(*pair).is_free for pair in pairs]
