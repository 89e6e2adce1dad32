from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from walstatt.i18n.catalogue import MINUS, Catalogue, Message, MessageError, say

ENGLISH = """
greeting: Hello {name}!
unit:
  lost: "{who} is lost"
  hits: {one: one hit, other: "{n} hits"}
answer: {no: "No", yes: "Yes", on: "On"}
change: "{delta} to {what}"
braces: "{{literal}} {x}"
"""
GERMAN = """
greeting: Hallo {name}!
unit:
  lost: "{who} ist verloren"
  hits: {one: ein Treffer, other: "{n} Treffer"}
answer: {no: Nein, yes: Ja, on: An}
change: "{delta} auf {what}"
braces: "{{wörtlich}} {x}"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "en.yaml").write_text(ENGLISH, encoding="utf-8")
    (tmp_path / "de.yaml").write_text(GERMAN, encoding="utf-8")
    return tmp_path


@pytest.fixture
def catalogue(folder: Path) -> Catalogue:
    return Catalogue.load({"en": [folder / "en.yaml"], "de": [folder / "de.yaml"]})


def of(folder: Path, name: str = "x", **texts: str) -> Catalogue:
    paths = {language: [folder / f"{name}-{language}.yaml"] for language in texts}
    for language, text in texts.items():
        paths[language][0].write_text(text, encoding="utf-8")
    return Catalogue.load(paths)


@pytest.mark.parametrize(
    ("message", "english", "german"),
    [
        (say("greeting", name="Ada"), "Hello Ada!", "Hallo Ada!"),
        (say("unit.hits", n=1), "one hit", "ein Treffer"),
        (say("unit.hits", n=0), "0 hits", "0 Treffer"),
        (say("unit.hits", n=-1), f"{MINUS}1 hits", f"{MINUS}1 Treffer"),
        (say("unit.hits", n=1234), "1234 hits", "1234 Treffer"),
        (say("answer.no"), "No", "Nein"),
        (say("answer.yes"), "Yes", "Ja"),
        (say("answer.on"), "On", "An"),
        (say("braces", x=1), "{literal} 1", "{wörtlich} 1"),
        (say("greeting", name=say("answer.no")), "Hello No!", "Hallo Nein!"),
        (say("greeting", name="{x}"), "Hello {x}!", "Hallo {x}!"),
        (say("greeting", name="-1", unused=3), "Hello -1!", "Hallo -1!"),
    ],
)
def test_a_message_is_said_in_both_languages(
    catalogue: Catalogue, message: Message, english: str, german: str
) -> None:
    assert catalogue.text(message, "en") == english
    assert catalogue.text(message, "de") == german


def test_the_minus_sign_is_a_real_one() -> None:
    assert ord(MINUS) == 0x2212


def test_messages_nest_to_any_depth(catalogue: Catalogue) -> None:
    loss = say("unit.lost", who=say("greeting", name=say("unit.hits", n=2)))
    assert catalogue.text(loss, "de") == "Hallo 2 Treffer! ist verloren"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(), st.text())
def test_arguments_are_rendered_plainly(catalogue: Catalogue, number: int, text: str) -> None:
    said = catalogue.text(say("change", delta=number, what=text), "en")
    assert said == f"{MINUS if number < 0 else ''}{abs(number)} to {text}"


def test_the_complete_catalogue_has_no_problems(catalogue: Catalogue) -> None:
    assert catalogue.problems() == []
    assert catalogue.ids("en") == catalogue.ids("de")
    assert len(catalogue.ids("en")) == 8


@pytest.mark.parametrize(
    ("message", "language", "reason"),
    [
        (say("nothing"), "de", r"^nothing \(de\): no such message$"),
        (say("unit"), "en", r"^unit \(en\): no such message$"),
        (say("greeting"), "en", r"^greeting \(en\): parameter name is missing$"),
        (say("change"), "de", r"^change \(de\): parameter delta, what is missing$"),
        (say("unit.hits"), "de", r"^unit.hits \(de\): parameter n is missing$"),
        (say("unit.hits", n="two"), "de", r"^unit.hits \(de\): parameter n is missing$"),
        (say("greeting", name=say("gone")), "en", r"^gone \(en\): no such message$"),
        (say("greeting", name="x"), "fr", r"^unknown language 'fr': only en, de$"),
    ],
)
def test_what_cannot_be_said_is_named(
    catalogue: Catalogue, message: Message, language: str, reason: str
) -> None:
    with pytest.raises(MessageError, match=reason):
        catalogue.text(message, language)


def test_an_id_must_exist_in_every_language(tmp_path: Path) -> None:
    found = of(tmp_path, en="a: A\nb: B", de="b: B\nc: C").problems()
    assert found == ["a: missing in de", "c: missing in en"]


def test_a_language_that_was_not_loaded_lacks_everything(tmp_path: Path) -> None:
    assert of(tmp_path, en="a: A").problems() == ["a: missing in de"]


def test_parameters_must_agree_between_languages(tmp_path: Path) -> None:
    found = of(tmp_path, en="a: '{x} {y}'\nb: '{x}{x}'", de="a: '{y} {z}'\nb: '{x}'").problems()
    assert found == ["a: parameters differ: en has x, y; de has y, z"]


def test_a_plural_needs_its_number_in_both_languages(tmp_path: Path) -> None:
    found = of(tmp_path, en="a: {one: x, other: y}", de="a: '{n} z'").problems()
    assert found == []
    found = of(tmp_path, en="a: {one: x, other: y}", de="a: z").problems()
    assert found == ["a: parameters differ: en has n; de has none"]


def test_an_id_defined_in_two_files_is_reported_and_the_first_kept(tmp_path: Path) -> None:
    one, two = tmp_path / "1.yaml", tmp_path / "2.yaml"
    one.write_text("a: first\nb: {c: first}", encoding="utf-8")
    two.write_text("b.c: second", encoding="utf-8")
    catalogue = Catalogue.load({"en": [one, two], "de": [one]})
    assert catalogue.problems() == [f"b.c: defined twice in en: {one} and {two}"]
    assert catalogue.text(say("b.c"), "en") == "first"


def test_an_id_defined_twice_in_one_file_is_reported(tmp_path: Path) -> None:
    (problem,) = of(tmp_path, en="a: 1\na: 2", de="a: 1").problems()
    assert problem.startswith("a: defined twice in en: ")


def test_merging_joins_and_reports_duplicates(tmp_path: Path, catalogue: Catalogue) -> None:
    more = of(tmp_path, "more", en="new: New\ngreeting: Hi {name}", de="new: Neu")
    joined = catalogue.merged(more)
    assert joined.ids("de") == catalogue.ids("de") | {"new"}
    assert joined.text(say("new"), "de") == "Neu"
    assert joined.text(say("greeting", name="Ada"), "en") == "Hello Ada!"
    (problem,) = joined.problems()
    assert problem.startswith("greeting: defined twice in en: ")
    assert joined.merged(catalogue).problems() == joined.problems()


def test_words_fit_the_number_of_what_they_speak_of(tmp_path: Path) -> None:
    catalogue = of(
        tmp_path,
        en="""
goes: "{unit} {unit:goes|go} {n} {n:inch|inches}"
train: {singular: the train}
riders: the riders
""",
        de="""
goes: "{unit} {unit:geht|gehen} {n} Zoll"
train: {singular: der Tross}
riders: {singular: die Reiterei}
""",
    )
    assert catalogue.problems() == []

    def told(language: str, **args: Message | int | str) -> str:
        return catalogue.text(say("goes", **args), language)

    assert told("en", unit=say("train"), n=1) == "the train goes 1 inch"
    assert told("en", unit=say("riders"), n=2) == "the riders go 2 inches"
    assert told("en", unit="Ada", n=2) == "Ada go 2 inches"
    assert told("de", unit=say("train"), n=1) == "der Tross geht 1 Zoll"
    assert told("de", unit=say("riders"), n=2) == "die Reiterei geht 2 Zoll"
    texts = msgspec.json.decode(catalogue.as_json("en"))
    assert texts["train"] == {"singular": "the train"}
    assert texts["goes"] == "{unit} {unit:goes|go} {n} {n:inch|inches}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{what} moves.", "The train moves."),
        ("{what}?", "The train?"),
        ("{what} moves", "the train moves"),
        ("Look, {what}.", "Look, the train."),
        ("{what}", "the train"),
    ],
)
def test_a_sentence_begins_with_a_capital(tmp_path: Path, text: str, said: str) -> None:
    catalogue = of(tmp_path, en=f'said: "{text}"\ntrain: the train')
    assert catalogue.text(say("said", what=say("train")), "en") == said


def test_what_others_wrote_stays_as_it_is_where_a_sentence_begins(tmp_path: Path) -> None:
    catalogue = of(tmp_path, en='exists: "{file} exists already."')
    assert catalogue.text(say("exists", file="my.save"), "en") == "my.save exists already."


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "}",
        "{}",
        "{0}",
        "{a.b}",
        "{a!r}",
        "{a:>3}",
        "{a:b|c|d}",
        "{a b}",
        "{{a}",
        "{a}}",
        "{ä}",
    ],
)
def test_only_simple_placeholders_are_allowed(tmp_path: Path, text: str) -> None:
    with pytest.raises(MessageError, match=r"x-en\.yaml: deep\.text: only \{name\}, "):
        of(tmp_path, en=f"deep: {{text: '{text}'}}")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a: [x]", r"x-en\.yaml: a: expected texts by name"),
        ("just words", r"x-en\.yaml: the file: expected texts by name"),
        ("a: [", r"x-en\.yaml: while parsing"),
    ],
)
def test_a_file_that_is_no_catalogue_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(MessageError, match=reason):
        of(tmp_path, en=text)


def test_a_missing_file_and_an_unknown_language_are_refused(tmp_path: Path) -> None:
    with pytest.raises(MessageError, match=r"none\.yaml"):
        Catalogue.load({"en": [tmp_path / "none.yaml"]})
    with pytest.raises(MessageError, match="unknown language 'fr'"):
        Catalogue.load({"fr": []})


def test_an_empty_file_says_nothing(tmp_path: Path) -> None:
    assert of(tmp_path, en="").ids("en") == frozenset()


def test_the_browser_gets_all_texts_of_its_language(catalogue: Catalogue) -> None:
    texts = msgspec.json.decode(catalogue.as_json("de"))
    assert set(texts) == catalogue.ids("de")
    assert texts["greeting"] == "Hallo {name}!"
    assert texts["unit.hits"] == {"one": "ein Treffer", "other": "{n} Treffer"}


def test_a_message_survives_being_saved() -> None:
    message = say("a", n=3, who=say("b", name="x"))
    assert msgspec.json.decode(msgspec.json.encode(message), type=Message) == message
