"""What the server says exists in both languages, and everything that is said exists."""

from __future__ import annotations

import re
from pathlib import Path

from walstatt.i18n.catalogue import LANGUAGES
from walstatt.server import words
from walstatt.server.words import server_catalogue

SOURCE = Path(words.__file__).parent


def test_the_servers_words_are_complete_in_both_languages() -> None:
    assert server_catalogue().problems() == []


def test_the_words_of_every_part_are_there() -> None:
    ids = server_catalogue().ids("de")
    for some in ("scene.legend", "server.web.not_found", "server.people.login.wrong"):
        assert some in ids


def test_every_message_that_the_doors_name_exists() -> None:
    named = {
        found
        for path in SOURCE.glob("*.py")
        for found in re.findall(r'"(server\.web\.[a-z_.]+)"', path.read_text(encoding="utf-8"))
    }
    assert len(named) > 15
    for language in LANGUAGES:
        assert sorted(named - server_catalogue().ids(language)) == []


def test_every_word_of_the_doors_is_used() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in SOURCE.glob("*.py"))
    ours = [one for one in server_catalogue().ids("en") if one.startswith("server.web.")]
    assert [one for one in ours if one not in code] == []
