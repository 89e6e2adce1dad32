import msgspec
import pytest
from msgspec import Struct

from walstatt.games import all_games, find_game
from walstatt.games.toy.duel import DuelDef
from walstatt.kernel.decisions import Answer, Decision
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.ids import CardId, CellId, Seat
from walstatt.scene.playable import AnyPlayable
from walstatt.workshop.case_format import SIDE_WORDS, STEP_WORDS
from walstatt.workshop.case_then import THEN_WORDS
from walstatt.workshop.case_words import Describer, notes_on
from walstatt.workshop.vocabulary import Vocabulary, shape, vocabulary

TOY = find_game("toy")


@pytest.fixture(scope="module")
def words() -> Vocabulary:
    return vocabulary(TOY)


def test_seats_scenarios_and_phases_are_listed(words: Vocabulary) -> None:
    assert (words.game, words.title) == ("toy", "Three Banners")
    assert words.seats == ("red", "blue", "gold")
    assert {"empty", "empty_table", "hill", "field"} <= {one.id for one in words.scenarios}
    assert list(words.phases) == ["plan", "act", "activation", "attack"]


def test_the_fields_of_a_position_and_of_units_are_listed(words: Vocabulary) -> None:
    given = {one.name: one for one in words.given}
    assert (given["phase"].type, given["phase"].default) == (
        "plan | act | activation | attack",
        "plan",
    )
    assert given["hands"].note.startswith("The cards each seat holds")
    (unit,) = words.records
    fields = {one.name: one for one in unit.fields}
    assert fields["side"].required
    assert fields["side"].type == "seat"
    assert fields["strength"].type == "int or nothing"
    assert (fields["acted"].type, fields["acted"].default) == ("true | false", "false")


def test_every_decision_and_answer_of_the_game_is_listed(words: Vocabulary) -> None:
    assert {one.kind for one in words.decisions} == set(TOY.types(Decision))
    answers = {answer.name for one in words.decisions for answer in one.answers}
    assert answers == set(TOY.types(Answer))
    (march,) = [one for one in words.decisions if one.kind == "march"]
    assert [one.name for one in march.answers] == ["step", "halt"]
    (to,) = march.answers[0].fields
    assert (to.name, to.type) == ("to", "label of a hex")


def test_what_odds_may_say_of_every_roll_is_listed(words: Vocabulary) -> None:
    odds = {one.roll: {field.name: field.type for field in one.fields} for one in words.odds}
    attack = {"hits": "int", "losses": "int", "destroyed": "true | false"}
    assert odds == {"attack_roll": attack, "toy_bout": {"result": "int"}}
    page = words.as_text()
    assert "  attack_roll: Fives and sixes hit" in page
    assert "    destroyed: true | false" in page


def test_questions_options_and_dice_are_listed(words: Vocabulary) -> None:
    assert [one.name for one in words.questions] == ["dice", "gap"]
    assert [field.name for field in words.questions[0].fields] == ["unit", "target", "marched"]
    options = {one.name: one for one in words.options}
    assert options["cornered"].choices == ("loses", "stands")
    assert (options["rounds"].default, options["rounds"].rule) == (6, "TOY-2.1")
    assert [(one.id, one.faces) for one in words.dice] == [("d6", (1, 2, 3, 4, 5, 6))]


def test_ledgers_are_listed_with_stages_and_lines(words: Vocabulary) -> None:
    ledgers = {one.name: one for one in words.ledgers}
    assert set(ledgers) == {"dice", "bonus"}
    assert ledgers["dice"].stages == ("strength", "bonus", "terrain", "least")
    assert [line.rule for line in ledgers["dice"].lines] == [
        "TOY-4.2",
        "TOY-4.3",
        "TOY-4.5",
        "TOY-4.4",
        "TOY-4.6",
        "TOY-4.7",
    ]


def test_facts_are_listed_with_their_form(words: Vocabulary) -> None:
    facts = {one.name: one.type for one in words.facts}
    assert facts["units"] == "for each {side, type, at, strength, acted, reacted}"
    assert facts["round"] == "int"
    assert facts["banners"] == "for each int"
    assert facts["discards"] == "list"


def test_without_an_example_no_facts_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(TOY.casebook), "example", "")
    assert vocabulary(TOY).facts == ()


def test_it_can_be_read_by_people_and_programs(words: Vocabulary) -> None:
    text = words.as_text()
    for line in (
        "Three Banners (toy)",
        "  cornered (loses | stands) = loses, TOY-A1",
        "  rounds (int) = 6, TOY-2.1",
        "  pushed_back: Where a unit goes that was pushed back.",
        "    give_way: {to: label of a hex or [x, y] in millimetres}. Go back to this place.",
        "    pass. Stop acting this round.",
        "    TOY-4.4, terrain: A target in the woods costs a die.",
        "  d6: [1, 2, 3, 4, 5, 6]",
    ):
        assert line in text.splitlines()
    assert msgspec.json.decode(msgspec.json.encode(words), type=Vocabulary) == words


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_no_game_uses_the_words_of_cases_themselves(game: AnyPlayable) -> None:
    assert not set(game.types(Answer)) & {*STEP_WORDS, *SIDE_WORDS}
    assert not {one.name for one in vocabulary(game).facts} & set(THEN_WORDS)


def test_a_game_without_a_casebook_has_no_vocabulary() -> None:
    with pytest.raises(BadRequest, match="duel has no vocabulary for cases yet"):
        vocabulary(DuelDef())


class Sample(Struct):
    """A sample."""

    seat: Seat
    card: CardId | None
    cells: list[CellId]
    pairs: tuple[int, str] = (1, "a")
    """Two of them."""
    costs: dict[Seat, float] = {}
    many: tuple[Seat, ...] = ()


def test_types_are_told_in_words() -> None:
    fields = Describer({CellId: "hex"}).fields(Sample)
    assert [(one.name, one.type, one.default) for one in fields] == [
        ("seat", "seat", ""),
        ("card", "card or nothing", ""),
        ("cells", "list of hex", ""),
        ("pairs", "[int, text]", "[1, a]"),
        ("costs", "{seat: number}", "{}"),
        ("many", "list of seat", "[]"),
    ]
    assert fields[3].note == "Two of them."


def test_notes_are_missing_where_there_is_no_source() -> None:
    assert notes_on(int) == {}


def test_the_form_of_plain_data() -> None:
    assert shape({}) == "for each nothing"
    assert shape((1, 2)) == "list"
    assert shape(True) == "true | false"
