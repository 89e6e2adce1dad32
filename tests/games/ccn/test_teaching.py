"""The glossary and the lessons of the first battle."""

from __future__ import annotations

import re
from random import Random

import pytest

from walstatt.games.ccn.content import terrains, troop_file
from walstatt.games.ccn.game import CCN
from walstatt.games.ccn.glossary import CARDS, GROUND, TERMS, TYPES
from walstatt.i18n.catalogue import LANGUAGES
from walstatt.kernel.decisions import Decision, kind_of
from walstatt.kernel.events import Event
from walstatt.kernel.match import Match
from walstatt.scene.about import Lesson, Term
from walstatt.workshop.playout import random_answer

GLOSSARY, LESSONS = CCN.glossary(), CCN.lessons()


@pytest.mark.parametrize("term", GLOSSARY, ids=lambda term: term.id)
def test_every_term_has_a_word_and_a_meaning_in_both_languages(term: Term) -> None:
    for language in LANGUAGES:
        word = CCN.catalogue.text(term.word, language)
        meaning = CCN.catalogue.text(term.meaning, language)
        assert len(meaning.split()) >= 5, (word, meaning)
        assert meaning.endswith((".", "!"))
        assert meaning != word


@pytest.mark.parametrize("term", GLOSSARY, ids=lambda term: term.id)
def test_every_term_names_rules_that_exist(term: Term) -> None:
    assert term.rules
    assert set(term.rules) <= CCN.rulebook.rules.keys()


def test_all_types_and_terrain_are_explained_and_nothing_twice() -> None:
    assert TYPES.keys() == troop_file().types.keys()
    assert GROUND.keys() == (terrains().keys() - {"clear"}) | {"field_works"}
    names = [one.id for one in GLOSSARY]
    assert len(names) == len(set(names)) == sum(map(len, (TERMS, TYPES, GROUND, CARDS)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_terms_have_the_same_word(language: str) -> None:
    words = [CCN.catalogue.text(one.word, language) for one in GLOSSARY]
    # In German the defender's answer and the card share their name.
    twice = {word for word in words if words.count(word) > 1}
    assert twice <= {"Gegenangriff"}


# -- lessons --------------------------------------------------------------------------------------


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_every_lesson_is_two_or_three_sentences_in_both_languages(lesson: Lesson) -> None:
    for language in LANGUAGES:
        assert CCN.catalogue.text(lesson.title, language)
        text = CCN.catalogue.text(lesson.text, language)
        sentences = re.findall(r"[.!?](?:\s|$)", text)
        assert 2 <= len(sentences) <= 4, text
        assert len(text) < 480, text


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_every_lesson_is_tied_to_a_question_or_an_event_that_exists(lesson: Lesson) -> None:
    assert not (lesson.kind and lesson.event)
    if lesson.kind:
        assert lesson.kind in CCN.types(Decision)
    if lesson.event:
        assert lesson.event in CCN.types(Event)
    assert lesson.rules
    assert set(lesson.rules) <= CCN.rulebook.rules.keys()


def test_the_first_lessons_are_told_at_the_beginning() -> None:
    untied = [bool(one.kind or one.event) for one in LESSONS]
    assert untied == sorted(untied)
    assert untied.count(False) == 3
    assert 18 <= len(LESSONS) <= 25
    assert len({one.id for one in LESSONS}) == len(LESSONS)


def test_the_battle_of_the_lessons_is_listed_first() -> None:
    assert next(iter(CCN.scenarios())) == "rolica_1"


def test_battles_of_rolica_bring_every_lesson_up() -> None:
    wanted = {one.kind or one.event for one in LESSONS} - {""}
    met: set[str] = set()
    for seed in range(20):
        if wanted <= met:
            break
        met |= met_in_a_battle(seed)
    assert wanted <= met


def met_in_a_battle(seed: int) -> set[str]:
    """Play Rolica at random, and list the questions put and the events told."""
    match = Match.start(CCN, "rolica_1", seed=seed)
    rng, met = Random(seed), {tag_of(one.event) for one in match.moments[0].told}
    while match.game.outcome is None:
        decisions = [match.game.decision(seat) for seat in match.game.to_act]
        met |= {kind_of(one) for one in decisions if one is not None}
        met |= {tag_of(one.event) for one in match.answer(*random_answer(match.game, rng))}
    return met


def tag_of(event: Event) -> str:
    return str(type(event).__struct_config__.tag)
