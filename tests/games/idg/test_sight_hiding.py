"""Where units can be concealed. IDG-5.8.1 to IDG-5.8.5."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.idg.field import field, red
from tests.games.idg.speaking import rules_in
from walstatt.games.idg.hiding import concealment_flaws, dead_ground, hiding_place
from walstatt.games.idg.world import profile_of, rect_of
from walstatt.workshop.covers import covers

HILL = {
    "id": "h",
    "kind": "gentle_hill",
    "outline": [(12, 24), (18, 21), (54, 21), (60, 24), (54, 27), (18, 27)],
}


def hidden(kind: str, troops: str = "warrior", **more: Any) -> str:  # noqa: ANN401
    """Name the rule by which an element in the middle of a piece can be concealed there."""
    size = {"at": (20, 30), "size": (14, 14)}
    if kind == "gully":
        size = {"via": [(0, 30.5), (72, 30.5)], "width": 5}  # type: ignore[dict-item]
    there = field(red("a", troops, (20, 30), **more), terrain=[{"id": "x", "kind": kind, **size}])
    riding = more.get("form") == "riding"
    profile, box = profile_of(there.ctx, "a"), rect_of(there.ctx, "a")
    found = hiding_place(there.ctx, profile, box, "top", riding=riding)
    return found.rule if found else ""


@covers("IDG-5.8.1", "IDG-5.8.2")
@pytest.mark.parametrize(
    ("kind", "troops", "rule"),
    [
        ("wood", "warrior", "IDG-5.8.1"),
        ("wood", "light_cavalry", "IDG-5.8.1"),
        ("gully", "heavy_cavalry", "IDG-5.8.1"),
        ("marsh", "skirmisher", "IDG-5.8.2"),
        ("rocky", "skirmisher", "IDG-5.8.2"),
        ("marsh", "warrior", ""),
        ("rocky", "light_cavalry", ""),
        ("fields", "skirmisher", ""),
        ("village", "skirmisher", ""),
        ("gentle_hill", "warrior", ""),
    ],
)
def test_woods_and_gullies_hide_all_marsh_and_rocks_skirmishers(
    kind: str, troops: str, rule: str
) -> None:
    assert hidden(kind, troops) == rule


@covers("IDG-5.8.2")
def test_skirmishers_on_horses_do_not_hide_among_rocks() -> None:
    assert hidden("rocky", "skirmisher", horses=True, form="riding") == ""


@covers("IDG-5.8.1")
@pytest.mark.parametrize(
    ("at", "hides"), [((36, 28), True), ((36, 30), True), ((36, 23), False), ((6, 30), False)]
)
def test_dead_ground_is_what_no_point_of_the_enemy_edge_sees(
    at: tuple[float, float], hides: bool
) -> None:
    there = field(red("a", "warrior", at), terrain=[HILL])
    found = dead_ground(there.ctx, rect_of(there.ctx, "a"), "top")
    assert (found is not None) is hides
    assert dead_ground(there.ctx, rect_of(there.ctx, "a"), "bottom") is None or at == (36, 23)


@covers("IDG-5.8.3", "IDG-5.8.4", "IDG-5.8.5")
def test_every_reason_against_a_hiding_place_is_named() -> None:
    wood = {"id": "w", "kind": "wood", "at": (20, 30), "size": (14, 14)}
    village = {"id": "v", "kind": "village", "at": (20, 34), "size": (4, 4)}

    def flaws(troops: str, at: tuple[float, float], *terrain: dict[str, Any]) -> set[str]:
        there = field(red("a", troops, at, size=2), terrain=terrain)
        pairs = [(profile_of(there.ctx, one), rect_of(there.ctx, one)) for one in ("a1", "a2")]
        return set(rules_in(concealment_flaws(there.ctx, pairs, "top")))

    assert flaws("warrior", (20, 30), wood) == set()
    assert flaws("warrior", (26, 30), wood) == {"IDG-5.8.5"}
    assert flaws("elephant", (20, 28), wood) == {"IDG-5.8.3"}
    assert flaws("warrior", (20, 33), wood, village) == {"IDG-5.8.4"}
    assert flaws("warrior", (50, 33), wood, village) == {"IDG-5.8.5"}
