"""One sign for each kind of terrain on a board, and for each meaning of an overlay."""

from collections.abc import Iterable
from string import ascii_lowercase
from typing import Final

USUAL: Final = {
    "bridge": "=",
    "building": "n",
    "field": '"',
    "fields": '"',
    "field_works": "]",
    "ford": "-",
    "forest": "&",
    "gate": "U",
    "gentle_hill": "^",
    "gully": "v",
    "hill": "^",
    "lake": "~",
    "marsh": "%",
    "mountain": "A",
    "rampart": "=",
    "river": "~",
    "road": ":",
    "rocky": "o",
    "rugged_hill": "A",
    "sand": ",",
    "sand_pit": ",",
    "sea": "~",
    "shallow_river": "-",
    "slope": "/",
    "steep_hill": "A",
    "stream": "~",
    "tower": "T",
    "town": "n",
    "village": "n",
    "wall": "H",
    "woods": "&",
}
MEANINGS: Final = {
    "select": "@",
    "reach": "+",
    "reach_weak": "-",
    "range": "!",
    "target": "!",
    "threat": "x",
    "command": "c",
    "objective": "$",
    "last": "<",
    "note": "i",
}


def assigned(keys: Iterable[str]) -> dict[str, str]:
    """Give every key a sign of its own: the usual one, one of its letters, or any other."""
    found: dict[str, str] = {}
    for key in dict.fromkeys(keys):
        name = key.rpartition("/")[2]
        letters = (letter for letter in name.lower() if letter.strip("_- "))
        wishes = (USUAL.get(name, ""), *letters, *ascii_lowercase, *"0123456789")
        free = (wish for wish in wishes if wish and wish not in found.values())
        found[key] = next(free, "?")
    return found
