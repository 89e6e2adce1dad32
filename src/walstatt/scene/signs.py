"""One sign for each kind of terrain on a board, and for each meaning of an overlay."""

from collections.abc import Iterable
from string import ascii_lowercase
from typing import Final

USUAL: Final = {
    "bridge": "=",
    "field": '"',
    "fields": '"',
    "fieldworks": "]",
    "ford": "-",
    "forest": "&",
    "hill": "^",
    "lake": "~",
    "marsh": "%",
    "mountain": "A",
    "river": "~",
    "road": ":",
    "rocky": "o",
    "rugged": "A",
    "sand": ",",
    "sea": "~",
    "slope": "/",
    "stream": "~",
    "town": "n",
    "village": "n",
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
        wishes = (USUAL.get(name, ""), *name.lower(), *ascii_lowercase, *"0123456789")
        free = (wish for wish in wishes if wish.strip("_- ") and wish not in found.values())
        found[key] = next(free, "?")
    return found
