from pathlib import Path

import pytest

from walstatt.kernel.errors import BadRequest
from walstatt.kernel.rulebook import Rulebook, RuleEntry, RuleFile

FIRE = RuleEntry(
    "TOY-4.1", "Infantry fires with three dice.", "Infanterie feuert mit drei Würfeln."
)
MELEE = RuleEntry("TOY-5", "Cavalry fights with three dice.", "Reiterei kämpft mit drei Würfeln.")
READING = RuleEntry(
    "TOY-A1", "Ties go to the defender.", "Bei Gleichstand gewinnt der Verteidiger."
)
BOOK = Rulebook(RuleFile("TOY", (FIRE, MELEE, READING), {"TOY-4": {"en": "Fire", "de": "Feuer"}}))

RULES_YAML = """\
prefix: TOY
chapters:
  TOY-4: {en: Fire, de: Feuer}
rules:
  - id: TOY-4.1
    en: Infantry fires with three dice.
    de: Infanterie feuert mit drei Würfeln.
  - id: TOY-0.1
    en: The game has 60 counters.
    de: Das Spiel hat 60 Marker.
    not_applicable: a component count
"""


def found(words: str, language: str = "en") -> list[str]:
    return [entry.id for entry in BOOK.search(words, language)]


def test_a_rule_belongs_to_the_chapter_before_the_first_dot() -> None:
    assert RuleEntry("TOY-4.1.2", "", "").chapter == FIRE.chapter == "TOY-4"
    assert MELEE.chapter == "TOY-5"
    assert RuleEntry("TOY-A12", "", "").chapter == "TOY-A"
    assert RuleEntry("TOY-12", "", "").chapter == "TOY-12"


def test_a_rule_is_stated_in_german_or_else_in_english() -> None:
    assert FIRE.statement("de") == "Infanterie feuert mit drei Würfeln."
    assert FIRE.statement("en") == FIRE.statement("fr") == "Infantry fires with three dice."


def test_a_rule_has_behaviour_hits_and_one_reading_unless_said() -> None:
    assert (FIRE.not_applicable, FIRE.not_in_random_play, FIRE.option) == ("", "", "")


def test_a_rulebook_keeps_its_rules_in_order() -> None:
    assert BOOK.prefix == "TOY"
    assert list(BOOK.rules) == ["TOY-4.1", "TOY-5", "TOY-A1"]
    assert BOOK.chapters == {"TOY-4": {"en": "Fire", "de": "Feuer"}}
    assert Rulebook(RuleFile("TOY", ())).chapters == {}


def test_a_rule_is_found_by_its_id() -> None:
    assert BOOK["TOY-5"] is MELEE
    assert "TOY-5" in BOOK
    assert "TOY-6" not in BOOK


def test_a_rule_that_does_not_exist_is_named() -> None:
    with pytest.raises(BadRequest, match=r"^there is no rule TOY-6$"):
        BOOK["TOY-6"]


def test_rule_ids_that_stand_twice_are_named() -> None:
    with pytest.raises(BadRequest, match=r"^TOY: these rule ids stand twice: TOY-5, TOY-4\.1$"):
        Rulebook(RuleFile("TOY", (MELEE, FIRE, READING, FIRE, MELEE, MELEE)))


def test_unknown_ids_are_listed_once_and_in_order() -> None:
    assert BOOK.unknown(["TOY-7", "TOY-5", "TOY-6", "TOY-7"]) == ["TOY-6", "TOY-7"]
    assert BOOK.unknown(["TOY-5"]) == []


def test_a_search_finds_rules_with_all_the_words() -> None:
    assert found("three dice") == ["TOY-4.1", "TOY-5"]
    assert found("dice cavalry") == ["TOY-5"]
    assert found("dice elephants") == []


def test_a_search_takes_capitals_and_parts_of_words_alike() -> None:
    assert found("INFANT") == found("infant") == ["TOY-4.1"]
    assert found("toy-a") == ["TOY-A1"]


def test_a_search_reads_one_language() -> None:
    assert found("Würfeln kämpft", "de") == ["TOY-5"]
    assert found("Würfeln", "en") == []
    assert found("dice", "de") == []


def test_a_search_for_nothing_finds_everything() -> None:
    assert found("  ") == ["TOY-4.1", "TOY-5", "TOY-A1"]


def test_a_rulebook_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text(RULES_YAML, encoding="utf-8")
    book = Rulebook.load(path)
    assert list(book.rules) == ["TOY-4.1", "TOY-0.1"]
    assert book["TOY-4.1"] == FIRE
    assert book["TOY-0.1"].not_applicable == "a component count"
    assert (book.prefix, book.chapters) == ("TOY", {"TOY-4": {"en": "Fire", "de": "Feuer"}})
