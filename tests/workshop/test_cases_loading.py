from pathlib import Path

import pytest

from tests.workshop.case_texts import FIGHT, FILE, MARCH, case_text
from walstatt.kernel.errors import WalstattError
from walstatt.workshop.cases import CaseError, load_cases, parse_cases


def problems(
    *, when: str = "", then: str = "round: 1", given: str = "", head: str = ""
) -> list[str]:
    """Read a case that cannot be used and give its problems without the file's name."""
    with pytest.raises(CaseError) as error:
        parse_cases(case_text(when=when, then=then, given=given, head=head), FILE)
    return [str(one).removeprefix(f"{FILE}:") for one in error.value.problems]


def problem(*, when: str = "", then: str = "round: 1", given: str = "", head: str = "") -> str:
    """Give the only problem, without its line and field."""
    (one,) = problems(when=when, then=then, given=given, head=head)
    return one.split(": ", 2)[2]


# -- files ---------------------------------------------------------------------------------------


def test_a_file_holds_one_case_or_several(tmp_path: Path) -> None:
    one = case_text(then="round: 1")
    (tmp_path / "one.yaml").write_text(one)
    listed = "".join(
        f"- {block.replace(chr(10), chr(10) + '  ').rstrip()}\n" for block in (one, one)
    )
    (tmp_path / "two.yaml").write_text(listed)
    cases = load_cases([tmp_path / "two.yaml", tmp_path / "one.yaml"])
    assert [(Path(case.file).name, case.line) for case in cases] == [
        ("two.yaml", 1),
        ("two.yaml", 13),
        ("one.yaml", 1),
    ]


def test_a_folder_is_searched_for_cases_at_any_depth(tmp_path: Path) -> None:
    inside = tmp_path / "deep" / "er"
    inside.mkdir(parents=True)
    (inside / "b.yaml").write_text(case_text(then="round: 1"))
    (tmp_path / "a.yaml").write_text(case_text(then="round: 1"))
    (tmp_path / "notes.txt").write_text("no case")
    names = [Path(case.file).name for case in load_cases([tmp_path])]
    assert names == ["a.yaml", "b.yaml"]


def test_a_case_knows_its_name_game_and_rules() -> None:
    (case,) = parse_cases(case_text(then="round: 1", head="rules: [TOY-4.1, TOY-A1]"), FILE)
    assert (case.name, case.game, case.rules) == ("Something holds", "toy", ("TOY-4.1", "TOY-A1"))


def test_a_folder_without_cases_and_a_missing_file_are_problems(tmp_path: Path) -> None:
    with pytest.raises(CaseError) as error:
        load_cases([tmp_path, tmp_path / "none.yaml"])
    assert [one.message for one in error.value.problems] == [
        "there are no cases in this folder",
        "cannot be read: No such file or directory",
    ]
    assert isinstance(error.value, WalstattError)


def test_the_problems_of_all_files_come_at_once(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("case: [")
    (tmp_path / "b.yaml").write_text("case: One\ngame: chess\n")
    (tmp_path / "c.yaml").write_text("- {case: One}\n- {case: Two, game: toy, wen: []}\n")
    (tmp_path / "d.yaml").write_text(case_text(then="rond: 1\nunits: {}", head="rules: [TOY-9.9]"))
    with pytest.raises(CaseError) as error:
        load_cases([tmp_path])
    found = [str(one).removeprefix(f"{tmp_path}/") for one in error.value.problems]
    assert "not YAML" in found[0]
    assert found[5].startswith("d.yaml:13: then.rond: nothing is called so (did you mean 'round'?)")
    assert found[1:5] == [
        "b.yaml:2: game: there is no game 'chess'; there are: ccn, idg, toy",
        "c.yaml:1: [0].game: is missing",
        "c.yaml:2: [1].wen: unknown field (did you mean 'when'?)",
        "d.yaml:3: rules[0]: there is no rule TOY-9.9 (did you mean 'TOY-4.9'?)",
    ]


def test_all_problems_of_a_list_of_cases_come_at_once() -> None:
    text = "- {case: A, game: toy, rules: [X-1]}\n- {case: B, game: toy, rules: [X-2]}\n"
    with pytest.raises(CaseError) as error:
        parse_cases(text, FILE)
    rules = [str(one) for one in error.value.problems if one.field.endswith("rules[0]")]
    assert rules == [
        "some.yaml:1: [0].rules[0]: there is no rule X-1",
        "some.yaml:2: [1].rules[0]: there is no rule X-2",
    ]


def test_a_case_must_say_what_must_be_true() -> None:
    assert problem(when="- hold", then="") == "is missing: a case says what must be true"
    parse_cases(case_text(when="- {illegal: {attack: {target: c}}, because: [TOY-4.1]}"), FILE)
    parse_cases(case_text(when="- then: {round: 1}"), FILE)


# -- the position --------------------------------------------------------------------------------


def test_unknown_options_and_values_are_refused() -> None:
    assert problems(head="options: {rond: 1}") == [
        "3: options.rond: unknown field (did you mean 'rounds'?)"
    ]
    assert problem(head="options: {cornered: falls}") == (
        "expected one of 'loses', 'stands', got 'falls'"
    )


def test_unknown_fields_of_the_position_are_refused() -> None:
    given = FIGHT.replace("type: captain", "tipe: captain")
    assert problems(given=given) == [
        "9: given.units[2].tipe: unknown field (did you mean 'type'?)",
        "9: given.units[2].type: is missing",
    ]


def test_a_position_the_game_refuses_is_a_problem() -> None:
    assert problem(given=FIGHT.replace("side: blue", "side: green")).startswith(
        "there is no seat 'green'"
    )


def test_a_position_that_cannot_be_is_a_problem() -> None:
    assert problems(given=FIGHT.replace('"4,4"', '"4,3"')) == [
        "3: given: such a position cannot be: a shares its place",
        "3: given: such a position cannot be: b shares its place",
    ]


def test_steps_are_looked_at_even_if_the_position_is_wrong() -> None:
    found = problems(given="scenario: hil", when="- atack: {target: b}\n- ask: {dize: {}}")
    assert [one.partition("; ")[0] for one in found] == [
        "3: given: there is no scenario 'hil'",
        "6: when[0]: there is no answer 'atack' (did you mean 'attack'?)",
        "7: when[1].ask: there is no question 'dize' (did you mean 'dice'?)",
    ]


# -- steps ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        ("- 5", "expected a step, got 5"),
        ("- [hold]", "expected a step, got [hold]"),
        ("- {}", "expected one answer, got none"),
        ("- {hold: {}, attack: {}}", "expected one answer, got hold, attack"),
        ("- dize: [1]", "there is no answer 'dize' (did you mean 'dice'?)"),
        ("- attack: b", "expected the fields of attack, got b"),
        ("- attack: {}", "is missing"),
        ("- attack: {target: 5}", "expected str, got 5 (quote it)"),
        ("- attack: {targt: b}", "unknown field (did you mean 'target'?)"),
        ("- {seat: green, hold: {}}", "there is no seat 'green'; there are: red, blue, gold"),
        ("- {seat: gren, hold: {}}", "there is no seat 'gren'"),
        ("- {kind: marsh, hold: {}}", "there is no kind of decision 'marsh' (did you mean"),
        ("- {dice: [1], draw: [2]}", "these are several steps: dice, draw"),
        ("- {dice: [1], seat: red}", "unknown key; there are: "),
        ("- dice: [[1]]", "expected faces, got [[1]]"),
        ("- dice: {red: [1.5]}", "expected faces, got [1.5]"),
        ("- illegal: hold", "`because` is missing: the rules it breaks, or [] if it is no answer"),
        ("- {illegal: hold, because: [TOY-9.1]}", "there is no rule TOY-9.1"),
        ("- {illegal: hold, because: TOY-4.1}", "expected a list of rule ids, got TOY-4.1"),
        ("- {illegal: hold, becase: [], because: []}", "unknown key (did you mean 'because'?)"),
        ("- {illegal: {atack: {}}, because: []}", "there is no answer 'atack'"),
        ("- {illegal: {attack: {tarjet: c}}, because: []}", "unknown field (did you mean"),
        ("- {illegal: [hold], because: []}", "expected an answer, got [hold]"),
        ("- ask: 5", "expected a question, got 5"),
        ("- ask: {gap: {unit: a, target: b}, dice: {}}", "expected one question, got gap, dice"),
        ("- ask: gapp", "there is no question 'gapp' (did you mean 'gap'?); there are: dice, gap"),
        ("- ask: {gap: {unit: a, target: b, far: 1}}", "unknown field"),
        ("- then: 5", "expected what must be true, got 5"),
        ("- then: {rond: 1}", "nothing is called so (did you mean 'round'?)"),
    ],
)  # fmt: skip
def test_a_step_that_makes_no_sense_is_a_problem(step: str, sentence: str) -> None:
    found = problems(when=step)
    assert found
    assert sentence in found[0]
    assert found[0].partition(": ")[2].startswith("when[0]")


def test_a_cell_that_is_not_on_the_board_is_a_problem() -> None:
    assert problem(given=MARCH, when="- step: {to: '9,9'}") == (
        "no cell '9,9' on this board (cells are named 1,1 to 7,7)"
    )
    assert problem(given=MARCH, when="- step: {to: 44}") == (
        "a hex is named by its label in quotes, not 44"
    )


def test_a_problem_has_the_line_of_its_step() -> None:
    steps = "- hold\n- dice: [1]\n- attack:\n    target: 5"
    assert problems(when=steps) == ["15: when[2].attack.target: expected str, got 5 (quote it)"]


# -- then ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("then", "sentence"),
    [
        ("ledger: 4", "expected ledgers by name, got 4"),
        ("ledger: {dice: {totl: 4}}", "unknown field (did you mean 'total'?)"),
        ("ledger: {dice: four}", "expected int or float or nothing, got 'four'"),
        ("ledger: {dice: {lines: ['+4 TOY-9.2']}}", "there is no rule TOY-9.2"),
        ("ledger: {dice: {struck: ['-1 TOY-4.4 by TOY-9.6']}}", "there is no rule TOY-9.6"),
        ("answers: 5", "expected a list of answers to the questions asked, got 5"),
        ("options: hold", "expected a list of answers, got hold"),
        ("options: [hald]", "there is no answer 'hald'"),
        ("options: {green: [hold]}", "there is no seat 'green'"),
        ("options_include: [attack: {target: 5}]", "expected str, got 5 (quote it)"),
        ("options_exclude: [atack: {target: b}]", "there is no answer 'atack'"),
        ("pending: march", "expected a list of questions, got march"),
        ("pending: {kind: marsh}", "there is no kind of decision 'marsh' (did you mean 'march'?)"),
        ("pending: [{seat: green}]", "there is no seat 'green'"),
        ("pending: [5]", "expected a question, got 5"),
        ("odds: 5", "expected odds, got 5"),
        ("odds: {answer: hold}", "of what? for example `losses: {2: 0.25}`"),
        ("odds: {answer: hald, losses: {1: 0}}", "there is no answer 'hald'"),
        ("odds: {losses: 1}", "expected probabilities by value, got 1"),
        ("odds: {losses: {1: 1.5}}", "expected a probability from 0 to 1, got 1.5"),
        ("odds: {losses: {1: often}}", "expected a probability from 0 to 1, got often"),
        ("odds: [{losses: {1: 1/0}}]", "expected a probability from 0 to 1, got 1/0"),
        ("log: TOY-4.1", "expected a list of rule ids, got TOY-4.1"),
        ("log: [TOY-9.9]", "there is no rule TOY-9.9"),
        ("outcome: red", "expected mapping, got 'red'"),
        ("outcome: {winner: [red]}", "unknown field (did you mean 'winners'?)"),
        ("outcome: {winners: [green]}", "there is no seat 'green'"),
        ("events: toy.fell", "expected a list of events, got toy.fell"),
        ("events: [toy.feld]", "there is no event 'toy.feld' (did you mean 'toy.fell'?)"),
        ("events: [{toy.lost: 2}]", "expected the fields of toy.lost, got 2"),
    ],
)
def test_a_check_that_makes_no_sense_is_a_problem(then: str, sentence: str) -> None:
    found = problems(then=then)
    assert found
    assert sentence in found[0]
    assert found[0].partition(": ")[2].startswith("then.")
