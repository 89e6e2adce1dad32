"""What the server says, merged from the files of its parts."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from walstatt.ai.words import ai_catalogue
from walstatt.i18n.catalogue import LANGUAGES, Catalogue
from walstatt.scene.words import base_catalogue

_MESSAGES: Final = Path(__file__).parent / "messages"


@cache
def server_catalogue() -> Catalogue:
    """Read the words of every part of the server and of the computers, with the shared ones."""
    return base_catalogue().merged(ai_catalogue()).merged(Catalogue.load(_files()))


def _files() -> Mapping[str, list[Path]]:
    return {language: sorted(_MESSAGES.glob(f"*.{language}.yaml")) for language in LANGUAGES}
