"""The words of the rulebook and what they mean."""

from __future__ import annotations

import pytest

from walstatt.games.idg.game import IDG
from walstatt.games.idg.glossary import TERMS
from walstatt.games.idg.troops import troop_file
from walstatt.i18n.catalogue import LANGUAGES
from walstatt.scene.about import Term

GLOSSARY = IDG.glossary()


def test_a_hundred_and_one_words_are_explained_each_once() -> None:
    names = [one.id for one in GLOSSARY]
    assert len(names) == len(set(names)) == len(TERMS) == 101
    mounted = {"light_cavalry", "heavy_cavalry", "cataphract", "elephant", "wagon", "baggage"}
    assert mounted <= troop_file().classes.keys() & set(names)


@pytest.mark.parametrize("term", GLOSSARY, ids=lambda term: term.id)
def test_every_term_has_a_word_a_meaning_and_a_rule(term: Term) -> None:
    for language in LANGUAGES:
        word = IDG.catalogue.text(term.word, language)
        meaning = IDG.catalogue.text(term.meaning, language)
        assert len(meaning.split()) >= 3, (word, meaning)
        assert meaning.endswith(".")
        assert meaning != word
    assert term.rules
    assert set(term.rules) <= IDG.rulebook.rules.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_few_terms_share_a_word(language: str) -> None:
    words = [IDG.catalogue.text(one.word, language) for one in GLOSSARY]
    twice = {word for word in words if words.count(word) > 1}
    assert twice <= {"Wald", "Hinterhalt", "forest", "ambush"}


def test_german_differs_from_english() -> None:
    same = [
        one.id
        for one in GLOSSARY
        if IDG.catalogue.text(one.meaning, "en") == IDG.catalogue.text(one.meaning, "de")
    ]
    assert same == []
