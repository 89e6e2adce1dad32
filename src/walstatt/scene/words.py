"""The words that every game shares: those of the scene and of the kernel."""

from functools import cache
from pathlib import Path
from typing import Final
from weakref import WeakKeyDictionary

from walstatt.i18n.catalogue import LANGUAGES, Catalogue

_SOURCE: Final = Path(__file__).parent.parent
_COMPLETE: Final[WeakKeyDictionary[Catalogue, Catalogue]] = WeakKeyDictionary()


@cache
def base_catalogue() -> Catalogue:
    """Read the messages of scene and kernel."""
    files = {
        language: [_SOURCE / part / f"messages.{language}.yaml" for part in ("scene", "kernel")]
        for language in LANGUAGES
    }
    return Catalogue.load(files)


def complete(catalogue: Catalogue) -> Catalogue:
    """Add the shared messages to a catalogue that lacks them."""
    if all("scene.legend" in catalogue.ids(language) for language in LANGUAGES):
        return catalogue
    found = _COMPLETE.get(catalogue)
    if found is None:
        found = _COMPLETE[catalogue] = catalogue.merged(base_catalogue())
    return found
