import gzip
from math import atan2, degrees

import msgspec
import pytest

from tests.scene.samples import FLAT, POINTY, area_scene, big_scene, hex_scene, table_scene
from walstatt.boards.hex import HexGrid, HexLayout
from walstatt.kernel.ids import CellId
from walstatt.scene.model import Piece, Scene, compass, on

SCENES = {
    "pointy": hex_scene(),
    "flat": hex_scene(FLAT),
    "areas": area_scene(),
    "table": table_scene(),
    "big": big_scene(),
    "empty": Scene(),
}


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_survives_json(name: str) -> None:
    scene = SCENES[name]
    assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene


def test_what_is_as_usual_is_left_out() -> None:
    piece = msgspec.json.encode(Piece("u1", "x/LN", on(3)))
    assert piece == b'{"id":"u1","sprite":"x/LN","at":{"on":"cells","cells":[3]}}'
    assert msgspec.json.encode(Scene()) == b"{}"


def test_a_full_scene_is_small() -> None:
    packed = gzip.compress(msgspec.json.encode(big_scene()))
    assert len(packed) < 6_000, "the budget is 60 kB; a board of 13 by 9 is a small one"


def test_the_focused_board_is_the_first_unless_named() -> None:
    one, two = hex_scene().boards[0], area_scene().boards[0]
    assert Scene(boards=(one, two)).board is one
    assert Scene(boards=(one, two), focus="europe").board is two


@pytest.mark.parametrize("layout", [POINTY, FLAT])
def test_a_compass_points_along_the_grid(layout: HexLayout) -> None:
    grid = HexGrid(layout)
    centre = CellId(5 if layout is POINTY else 4)
    x, y = grid.centre(centre)
    for direction in range(6):
        neighbour = grid.neighbour(centre, direction)
        if neighbour is not None:
            there = grid.centre(neighbour)
            assert compass(grid.layout, direction) == bearing(there[0] - x, there[1] - y)


def bearing(dx: float, dy: float) -> int:
    return round(degrees(atan2(dx, -dy)) * 100) % 36000
