"""What is said of a unit is in the right number, in both languages."""

from __future__ import annotations

import re

import pytest

from walstatt.games import find_game
from walstatt.games.idg.naming import is_single, name_in_words
from walstatt.i18n.catalogue import Message, say

BOTH = ("en", "de")


def told(what: str, english: str, german: str, **more: int | str | Message) -> tuple[str, str]:
    """Say a message of a unit in both languages."""
    message = say(f"idg.{what}", unit=name_in_words(english, german), **more)
    words = find_game("idg").catalogue
    return words.text(message, "en"), words.text(message, "de")


@pytest.mark.parametrize(
    ("names", "english", "german"),
    [
        (
            ("the baggage train", "der Tross"),
            "The baggage train moves 3 inches.",
            "Tross bewegt sich 3 Zoll weit.",
        ),
        (
            ("the general", "der Feldherr"),
            "The general moves 3 inches.",
            "Feldherr bewegt sich 3 Zoll weit.",
        ),
        (
            ("light cavalry 2", "leichte Reiterei 2"),
            "Light cavalry 2 move 3 inches.",
            "Leichte Reiterei 2 bewegt sich 3 Zoll weit.",
        ),
        (("Hoplites", "Hopliten"), "Hoplites move 3 inches.", "Hopliten bewegen sich 3 Zoll weit."),
    ],
)
def test_who_is_one_moves_and_who_are_many_move(
    names: tuple[str, str], english: str, german: str
) -> None:
    assert told("marched", *names, far="3") == (english, german)


def test_questions_and_refusals_have_the_number_too() -> None:
    train = ("the baggage train", "der Tross")
    assert told("ask.choose_move", *train, n=4) == (
        "Where does the baggage train go, up to 4 inches?",
        "Wohin geht Tross, höchstens 4 Zoll weit?",
    )
    assert told("no.deploy.half", *train) == (
        "The baggage train must lie wholly in its own half of the table.",
        "Tross muss ganz in der eigenen Hälfte des Tisches stehen.",
    )
    assert told("do.march", *train) == ("the baggage train moves", "Tross bewegen")


@pytest.mark.parametrize(
    ("name", "language", "single"),
    [
        ("the baggage train", "en", True),
        ("the wagons", "en", False),
        ("Fyrd of Somerset", "en", True),
        ("Knights of the guard", "en", False),
        ("Legion V Alaudae", "en", True),
        ("Legion XVII", "en", True),
        ("First elephant", "en", True),
        ("elephants 2", "en", False),
        ("Ploughmen and a guard", "en", False),
        ("light cavalry", "en", False),
        ("die Wagen", "de", False),
        ("Reiterei der Kitan, Dschurdschen oder Georgier", "de", True),
        ("Italisches Fußvolk nach römischer Art", "de", True),
        ("Lothringer am Turm", "de", False),
        ("Libyer links", "de", False),
        ("Pflüger und Hirten", "de", False),
        ("Bolzenschleuder", "de", True),
        ("Schleuderer", "de", False),
        ("Schwere Reiterei 3", "de", True),
    ],
)
def test_the_head_of_a_name_tells_its_number(name: str, language: str, single: bool) -> None:
    assert is_single(name, language) is single


PLURAL = {
    "en": r"(?<!of )(?<!\} )\{unit\} "
    r"(are|have|do|go|move|stand|come|were|find|shoot|turn|lose|hold)\b",
    "de": r"(?<!von )\{unit\} "
    r"(sind|haben|werden|gehen|stehen|kommen|waren|müssen|können|dürfen|sollen)\b",
}


@pytest.mark.parametrize("language", BOTH)
def test_no_message_takes_every_unit_for_many(language: str) -> None:
    texts = find_game("idg").catalogue.entries[language]
    plural = re.compile(PLURAL[language])
    found = [
        name
        for name, entry in texts.items()
        for text in (entry.other, entry.one)
        if text is not None and plural.search(text.source)
    ]
    assert found == []
