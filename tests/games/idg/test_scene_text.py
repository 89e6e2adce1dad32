"""A measured table in the terminal: units in one line, fields by their reach."""

from __future__ import annotations

from tests.games.idg.field import RED, blue, field, red
from walstatt.games.idg.game import IDG
from walstatt.games.idg.scene import scene_of
from walstatt.games.idg.view import observe
from walstatt.scene.text import render


def drawn(language: str = "en") -> list[str]:
    there = field(
        red("a", "warrior", (20, 30), size=6, formation="3x2", disorder=2),
        red("g", "heavy_cavalry", (30, 34), general=True),
        blue("b", "heavy_cavalry", (20, 20), size=3),
        terrain=[{"id": "w", "kind": "wood", "at": (52, 10), "size": (14, 10)}],
    )
    scene = scene_of(there.ctx.rules, observe(there.ctx, RED))
    return render(scene, IDG.catalogue, language).splitlines()


def test_a_unit_is_one_line_with_the_place_of_its_first_element_and_all_its_badges() -> None:
    lines = drawn()
    first = lines.index("Pieces")
    assert lines[first + 1 : first + 4] == [
        "  17.638 / 30.591 MU: WS a, 6 of 6, disorder 2, facing 0°, 2.362 by 1.181",
        "  22.362 / 19.016 MU: hc b, 3 of 3, facing 180°, 2.362 by 1.969",
        "  30 / 34.984 MU: HC g, 1 of 1, the general of Army A, facing 0°, 2.362 by 1.969",
    ]


def test_a_field_with_many_corners_is_told_by_its_reach() -> None:
    told = [line for line in drawn() if "6 MU from the general" in line]
    assert told == [
        "  c in command: 6 MU from the general, Field 22.819 / 28 MU → 37.181 / 41.969 MU"
    ]


def test_a_list_of_one_side_does_not_repeat_whose_it_is() -> None:
    lines = drawn("de")
    first = lines.index("Heer A: auf dem Tisch")
    assert lines[first + 1] == "  a, 6 von 6, Unordnung 2, Krieger"


def test_every_element_is_drawn_on_the_map() -> None:
    rows = [line for line in drawn() if line.startswith("30  ")]
    assert rows
    assert "WS6WSWS" in rows[0]
