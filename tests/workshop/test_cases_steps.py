import pytest

from tests.workshop.case_texts import MARCH, PLANNING, TABLE, failures, ran
from walstatt.games.toy.activation import ChooseTarget
from walstatt.games.toy.casebook import ToyCasebook
from walstatt.games.toy.combat import Attack
from walstatt.games.toy.world import ToyCtx
from walstatt.kernel.decisions import Violation, refuse

ATTACK = "- attack: {target: b}"


def test_an_answer_without_fields_is_a_word() -> None:
    for hold in ("- hold", "- hold:", "- hold: {}", "- {seat: red, hold: {}}"):
        assert failures(when=hold, then="pending: {kind: choose_unit}") == []


def test_a_case_may_begin_with_the_position_only() -> None:
    assert failures(then="pending: {kind: choose_target}") == []


def test_an_answer_that_is_not_allowed_ends_the_case_with_its_reasons() -> None:
    assert failures(when="- attack: {target: c}\n- hold", then="round: 9") == [
        "attack {target: c} is not allowed: TOY-4.1 (c is no enemy.)"
    ]


def test_an_answer_nobody_is_asked_for_says_who_is_asked_what() -> None:
    asked = "red is asked choose_target, which takes attack, hold"
    assert failures(when="- step: {to: '4,2'}", then="round: 1") == [
        f"nobody can give the answer step {{to: '4,2'}} now: {asked}"
    ]


def test_an_answer_after_the_end_is_told_so() -> None:
    over = "phase: act\nround: 6\nunits: [{id: a, side: red, type: foot, at: '1,1'}]"
    assert failures(given=over, when="- pass\n- pass", then="round: 6") == [
        "nobody can give the answer pass now: the game is over"
    ]


def test_an_answer_that_was_taken_without_asking_is_told_so() -> None:
    march = TABLE.replace("{id: c, side: red,", "{id: c, side: blue,").replace(
        "500, 500", "160, 100"
    )
    fight = march.replace("activation", "attack")
    steps = "- attack: {target: c}\n- dice: [6, 1, 1, 1]\n- give_way: {to: [220, 101]}"
    (sentence,) = failures(given=fight, when=steps, then="round: 1")
    assert sentence.endswith(
        "(answered without asking, for lack of choice: pushed_back of blue, choose_unit of red)"
    )
    taken = steps.replace("101", "100")
    assert failures(given=fight, when=taken, then="units: {c: {at: [220, 100]}}") == []


# -- whose answer --------------------------------------------------------------------------------


def test_where_several_are_asked_the_seat_must_be_said() -> None:
    assert failures(given=PLANNING, when="- plan: {card: 4}", then="round: 1") == [
        "plan {card: 4} could be for red or blue; say which with `seat:`"
    ]
    steps = "- {seat: red, plan: {card: 1}}\n- plan: {card: 4}"
    assert failures(given=PLANNING, when=steps, then="plans: {blue: 4}") == []


def test_the_seat_that_is_asked_comes_first_among_those_that_may_do_something_besides() -> None:
    given = PLANNING + "phase: act"
    assert failures(given=given, when="- rally: {unit: a, card: 1}", then="rallied: [red]") == []
    steps = "- {seat: blue, rally: {unit: b, card: 3}}"
    assert failures(given=given, when=steps, then="rallied: [blue]") == []


def test_the_only_seat_that_may_do_something_besides_need_not_be_said() -> None:
    given = PLANNING.replace("red: [1, 4]", "red: [1]") + "phase: act"
    assert failures(given=given, when="- rally: {unit: b, card: 3}", then="rallied: [blue]") == []


def test_several_seats_that_may_do_something_besides_are_ambiguous() -> None:
    given = PLANNING.replace("red: [1, 4]", "red: [1]").replace("gold: []", "gold: [2, 2]")
    assert failures(
        given=given + "phase: act", when="- rally: {unit: b, card: 3}", then="round: 1"
    ) == ["rally {unit: b, card: 3} could be for blue or gold; say which with `seat:`"]


def test_a_game_may_know_whose_answer_is_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ToyCasebook, "seat_to_answer", lambda *_: "blue")
    then = "pending: [{seat: red, kind: choose_plan}]"
    assert failures(given=PLANNING, when="- plan: {card: 3}", then=then) == []


def test_the_kind_of_decision_can_be_said() -> None:
    step = "- {seat: blue, kind: offer_rally, rally: {unit: b, card: 3}}"
    assert failures(given=PLANNING, when=step, then="rallied: [blue]") == []
    step = "- {seat: blue, kind: choose_plan, rally: {unit: b, card: 3}}"
    assert failures(given=PLANNING, when=step, then="rallied: [blue]") == [
        "blue is asked choose_plan, which takes: plan"
    ]


# -- dice and cards ------------------------------------------------------------------------------


def test_dice_fall_as_the_case_says() -> None:
    steps = f"{ATTACK}\n- dice: [5, 1, 1, 1]\n- give_way: {{to: '4,5'}}"
    assert failures(when=steps, then="units: {b: {strength: 3, at: '4,5'}}") == []


def test_a_roll_without_dice_says_what_is_rolled_for_what() -> None:
    due = "no `dice` is given for 4d6 for toy.roll.attack (TOY-4.8) [dice 4: +4 TOY-4.2]"
    assert failures(when=ATTACK, then="round: 1") == [due]
    assert failures(when=f"{ATTACK}\n- hold", then="round: 1") == [due]
    refused = "- {illegal: hold, because: []}"
    assert failures(when=f"{ATTACK}\n{refused}", then="round: 1") == [due]


def test_a_wrong_number_of_dice_says_what_is_rolled_for_what() -> None:
    assert failures(when=f"{ATTACK}\n- dice: [5, 1]", then="round: 1") == [
        "4d6 for toy.roll.attack (TOY-4.8) takes 4 results, not 2 [dice 4: +4 TOY-4.2]"
    ]


def test_a_face_the_die_does_not_have_is_refused() -> None:
    assert failures(when=f"{ATTACK}\n- dice: [7, 1, 1, 1]", then="round: 1") == [
        "4d6 for toy.roll.attack (TOY-4.8): 7 is no face of d6 [dice 4: +4 TOY-4.2]"
    ]


@pytest.mark.parametrize("steps", [
    "- hold\n- dice: [3]",
    f"{ATTACK}\n- dice: [1, 1, 1, 1]\n- dice: [3]",
])  # fmt: skip
def test_dice_that_are_left_over_are_a_mistake(steps: str) -> None:
    assert failures(when=steps, then="round: 1") == [
        "nothing is rolled or drawn here; left over: dice [3]"
    ]


def test_several_rolls_at_once_are_given_by_key_or_in_order() -> None:
    plans = "- {seat: red, plan: {card: 4}}\n- {seat: blue, plan: {card: 4}}\n"
    for dice in (
        "- dice: {red: [2], blue: [5]}",
        "- dice: {blue: 5, red: 2}",
        "- dice: [2]\n- dice: [5]",
        "- dice: {blue: [5]}\n- dice: [2]",
    ):
        assert failures(given=PLANNING, when=plans + dice, then="pending: {seat: blue}") == []


def test_several_rolls_at_once_all_need_dice_of_their_own() -> None:
    plans = "- {seat: red, plan: {card: 4}}\n- {seat: blue, plan: {card: 4}}\n"
    assert failures(given=PLANNING, when=plans + "- dice: {red: [2]}", then="round: 1") == [
        "no `dice` is given for 1d6 for toy.roll.tie (TOY-2.4)"
    ]
    assert failures(given=PLANNING, when=plans + "- dice: {gold: [2]}", then="round: 1") == [
        "nothing is rolled for 'gold'; it is for: red, blue"
    ]
    assert failures(when=f"{ATTACK}\n- dice: {{red: [2]}}", then="round: 1") == [
        "nothing is rolled for 'red'; it is for: only one thing"
    ]


def test_cards_are_drawn_as_the_case_says() -> None:
    given = PLANNING + "phase: act"
    drawn = "- pass\n- draw: [5]\n- draw: [2]"
    assert failures(given=given, when=drawn, then="hands: {red: [1, 4, 5], blue: [2, 3, 4]}") == []
    assert failures(given=given, when="- pass\n- draw: [9]", then="round: 1") == [
        "draw 1 for toy.roll.cards (TOY-2.7): 9 is not in the pool"
    ]
    assert failures(given=given, when="- pass\n- dice: [5]", then="round: 1") == [
        "draw 1 for toy.roll.cards (TOY-2.7) is given by `draw`, not by `dice`"
    ]
    assert failures(given=given, when="- pass", then="round: 1") == [
        "no `draw` is given for draw 1 for toy.roll.cards (TOY-2.7)"
    ]


# -- what is not allowed -------------------------------------------------------------------------


def test_what_is_refused_for_exactly_these_rules_holds() -> None:
    assert failures(when="- {illegal: {attack: {target: c}}, because: [TOY-4.1]}") == []


def test_what_is_refused_for_other_rules_fails() -> None:
    why = "attack {target: c} is refused: TOY-4.1 (c is no enemy.); expected: "
    step = "- {illegal: {attack: {target: c}}, because: [TOY-4.1, TOY-3.2]}"
    assert failures(when=step) == [why + "TOY-4.1, TOY-3.2"]
    assert failures(when="- {illegal: {attack: {target: c}}, because: []}") == [why + "no rule"]


def test_what_is_allowed_is_not_illegal() -> None:
    assert failures(when="- {illegal: hold, because: [TOY-4.1]}") == [
        "hold is allowed, but the case says it is not"
    ]


def test_what_is_no_answer_to_the_question_is_refused_by_no_rule() -> None:
    step = "- {illegal: {step: {to: '4,2'}}, because: []}"
    assert failures(when=step) == []
    (sentence,) = failures(when=step.replace("[]", "[TOY-3.1]"))
    assert sentence.endswith("which takes attack, hold; expected: TOY-3.1")
    assert failures(when="- {seat: blue, illegal: hold, because: []}") == []


@pytest.mark.parametrize("to", ["'9,9'", "44", "null", "[1, 2]"])
def test_a_malformed_answer_is_refused_by_no_rule(to: str) -> None:
    step = f"- {{illegal: {{step: {{to: {to}}}}}, because: []}}"
    assert failures(given=MARCH, when=step) == []
    assert failures(given=MARCH, when="- {illegal: {step: {}}, because: []}") == []


def test_the_seat_of_what_is_refused_can_be_said() -> None:
    step = "- {seat: red, illegal: {plan: {card: 3}}, because: [TOY-2.2]}"
    assert failures(given=PLANNING, when=step) == []
    assert failures(given=PLANNING, when=step.replace("seat: red, ", "")) == [
        "plan {card: 3} could be for red or blue; say which with `seat:`"
    ]


def test_a_refusal_must_not_change_the_position(monkeypatch: pytest.MonkeyPatch) -> None:
    def check(_: object, ctx: ToyCtx, __: object) -> list[Violation]:
        ctx.world.round += 1
        return [refuse("TOY-4.1", "toy.no.not_back")]

    monkeypatch.setattr(ChooseTarget, "check", check)
    monkeypatch.setattr(ChooseTarget, "candidates", lambda *_: None)
    assert failures(when="- {illegal: hold, because: [TOY-4.1]}") == [
        "hold was refused, but changed the position"
    ]


def test_play_goes_on_after_a_refusal() -> None:
    steps = "- {illegal: {attack: {target: c}}, because: [TOY-4.1]}\n- hold"
    assert failures(when=steps, then="pending: {kind: choose_unit}") == []


# -- questions -----------------------------------------------------------------------------------

ASK = "- ask: {dice: {unit: a, target: b, marched: true}}\n"


def test_questions_are_answered_in_order() -> None:
    steps = ASK + "- ask: {gap: {unit: a, target: b}}"
    assert failures(when=steps, then="answers: [5, 1]") == []
    assert failures(when=steps, then="answers: [5, 2]") == ["answers: expected [5, 2], got [5, 1]"]
    assert failures(when=steps, then="answers: [5]") == ["answers: expected [5], got [5, 1]"]


def test_an_answer_is_compared_once() -> None:
    steps = ASK + "- then: {answers: [5]}\n- ask: {gap: {unit: a, target: b}}"
    assert failures(when=steps, then="answers: [1]") == []


def test_the_ledger_of_a_question_can_be_looked_at() -> None:
    lines = "ledger: {dice: {total: 5, lines: ['+4 TOY-4.2', '+1 TOY-4.3']}}"
    assert failures(when=ASK, then=lines) == []


def test_a_question_does_not_count_as_play() -> None:
    assert failures(when=ASK, then="log: [TOY-4.3]") == ["log: TOY-4.3 did not fire"]


def test_a_question_about_nothing_fails_with_a_sentence() -> None:
    assert failures(when="- ask: {gap: {unit: a, target: x}}", then="answers: [1]") == [
        "there is no unit 'x'; there are: a, b, c"
    ]


# -- faults of the rules -------------------------------------------------------------------------


def test_a_fault_of_the_rules_fails_the_case_and_is_not_raised(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def rolled(*_: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(Attack, "rolled", rolled)
    dice = f"{ATTACK}\n- dice: [5, 1, 1, 1]"
    assert failures(when=dice, then="round: 1") == ["a fault of the rules: ZeroDivisionError: oops"]
    monkeypatch.setattr(Attack, "begin", rolled)
    (sentence,) = failures(when=ATTACK, then="round: 1")
    assert "ZeroDivisionError" in sentence


def test_a_fault_at_the_start_is_told_with_the_line_of_the_case() -> None:
    result = ran(given="units: []", then="round: 1")
    assert result.failures[0].startswith("line 1: nobody is asked")


def test_places_on_a_table_are_in_millimetres() -> None:
    assert (
        failures(given=TABLE, when="- go: {to: [220, 100]}", then="units: {a: {at: [220, 100]}}")
        == []
    )
    assert failures(given=TABLE, when="- go: {to: [220.1, 100]}", then="round: 1") == [
        "go {to: [220.1, 100]} is not allowed: TOY-3.7 (That is 1 tenth of a millimetre too far.)"
    ]
