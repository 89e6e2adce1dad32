"""What there is to be seen, and what of it a position shows."""

from __future__ import annotations

from collections import Counter

from tests.games.idg.field import RED, field, red
from walstatt.boards.pose import Pose
from walstatt.games.idg.inventory import content_ids, content_seen
from walstatt.games.idg.world import Engine, Stratagem


def test_every_list_class_terrain_battle_stratagem_weather_and_engine_has_an_id() -> None:
    kinds = Counter(one.partition(":")[0] for one in content_ids())
    assert kinds == {
        "list": 12,
        "class": 11,
        "special": 6,
        "terrain": 19,
        "scenario": 19,
        "stratagem": 5,
        "weather": 4,
        "engine": 5,
    }


def test_a_position_shows_what_takes_part_in_it() -> None:
    there = field(
        red("a", "warrior", (20, 30), size=2, special=["pila"]),
        red("b", "elephant", (40, 30), status="late"),
        terrain=[{"id": "w", "kind": "wood", "at": (50, 10), "size": (10, 10)}],
        weather=["mud", "rain"],
    )
    there.world.engines["e"] = Engine("ship", RED, Pose(0, 0, 0))
    there.world.stratagems = {RED: Stratagem(chosen="enraged")}
    seen = set(content_seen(there.ctx))
    assert seen == {
        "scenario:empty",
        "terrain:wood",
        "weather:mud",
        "weather:rain",
        "engine:ship",
        "stratagem:enraged",
        "list:free",
        "class:warrior",
        "special:pila",
    }
    assert seen - content_ids() == {"scenario:empty", "list:free"}
