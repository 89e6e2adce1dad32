import pytest

from tests.workshop.case_texts import FIGHT, MARCH, PLANNING, TABLE, failures, ran

HIT = "- attack: {target: b}\n- dice: [5, 1, 1, 1]\n- give_way: {to: '4,5'}\n"
KILL = "- attack: {target: b}\n- dice: [5, 5, 5, 5]\n"


# -- facts ---------------------------------------------------------------------------------------


def test_what_is_said_must_hold_and_the_rest_is_free() -> None:
    assert failures(when=HIT, then="units: {b: {strength: 3}}\nround: 1") == []
    assert failures(when=HIT, then="units: {b: {strength: 2, at: '4,6'}}\nround: 2") == [
        "units.b.strength: expected 2, got 3",
        "units.b.at: expected '4,6', got '4,5'",
        "round: expected 2, got 1",
    ]


def test_lists_must_be_exactly_so() -> None:
    assert failures(then="hands: {red: [1, 2]}") == []
    assert failures(then="hands: {red: [1]}") == ["hands.red: expected [1], got [1, 2]"]


def test_an_empty_mapping_says_that_there_is_nothing() -> None:
    assert failures(then="plans: {}") == ["plans: expected {}, got {red: 1}"]
    assert failures(given=PLANNING, then="plans: {}") == []


def test_a_fact_nobody_knows_is_suggested() -> None:
    known = "side, type, at, strength, acted, reacted"
    meant = "(did you mean 'strength'?)"
    assert failures(then="units: {b: {strenght: 3}}") == [
        f"units.b.strenght: there is no such thing {meant}; there are: {known}"
    ]


@pytest.mark.parametrize("gone", ["null", "gone"])
def test_something_can_be_gone(gone: str) -> None:
    given = FIGHT.replace("{id: c, side: red,", "{id: z, side: blue,").partition("hands")[0]
    assert failures(given=given, when=KILL, then=f"units: {{b: {gone}}}") == []
    assert failures(given=given, when=KILL, then=f"units: {{x: {gone}}}") == [
        "units.x: it cannot be gone, for it never was there"
    ]
    (sentence,) = failures(given=given, when=KILL, then=f"units: {{z: {gone}}}")
    assert sentence.startswith(f"units.z: expected {gone}, got {{side: blue,")


def test_things_can_be_checked_on_the_way() -> None:
    steps = "- then: {units: {b: {strength: 4}}}\n" + HIT
    assert failures(when=steps, then="units: {b: {strength: 3}}") == []
    assert failures(when=steps.replace("4}}}", "1}}}")) == ["units.b.strength: expected 1, got 4"]


# -- ledgers -------------------------------------------------------------------------------------


def test_a_ledger_is_checked_by_its_total_or_its_lines() -> None:
    assert failures(when=HIT, then="ledger: {dice: 4}") == []
    assert failures(when=HIT, then="ledger: {toy.dice: {total: 4}}") == []
    assert failures(when=HIT, then="ledger: {dice: {lines: ['+4  TOY-4.2']}}") == []
    assert failures(when=HIT, then="ledger: {dice: {total: 3, lines: ['+3 TOY-4.2']}}") == [
        "ledger dice: expected total 3, got 4",
        "ledger dice: the lines differ",
    ]


def test_lines_struck_out_are_checked_apart() -> None:
    given = (
        MARCH.replace("unit: a", "unit: c")
        .replace('"1,1"', '"3,4"')
        .replace("phase: activation", "phase: attack\nterrain: {woods: ['4,4']}")
    )
    steps = "- attack: {target: b}\n- dice: [1, 1, 1]"
    for struck in ("['-1 TOY-4.4']", "['-1 TOY-4.4 by TOY-4.6']"):
        then = f"ledger: {{dice: {{lines: ['+3 TOY-4.2'], struck: {struck}}}}}"
        assert failures(given=given, when=steps, then=then) == []
    for struck in ("[]", "['-1 TOY-4.4 by TOY-4.5']"):
        then = f"ledger: {{dice: {{struck: {struck}}}}}"
        result = ran(given=given, when=steps, then=then)
        assert "struck out: -1 TOY-4.4 by TOY-4.6   <- not expected" in result.text()


def test_a_ledger_that_was_not_reckoned_is_missing() -> None:
    assert failures(when="- hold", then="ledger: {dice: 4}") == [
        "no ledger 'dice' was reckoned; there are: none"
    ]
    assert failures(when=HIT, then="ledger: {dices: 4}") == [
        "no ledger 'dices' was reckoned (did you mean 'dice'?); there are: dice"
    ]


def test_the_last_ledger_of_a_name_counts() -> None:
    given = MARCH.replace("phase: activation", "phase: act")
    steps = (
        "- activate: {unit: a}\n- halt\n- attack: {target: b}\n- dice: [1, 1, 1, 5]\n"
        "- give_way: {to: '3,5'}\n- then: {ledger: {dice: 4}}\n"
        "- ask: {dice: {unit: c, target: b}}"
    )
    assert failures(given=given, when=steps, then="ledger: {dice: 3}") == []


# -- the question that is asked ------------------------------------------------------------------


def test_the_pending_question_is_checked_with_its_fields() -> None:
    assert failures(given=MARCH, then="pending: {seat: red, kind: march, unit: a, left: 2}") == []
    assert failures(given=MARCH, then="pending: {left: 1}") == ["pending.left: expected 1, got 2"]
    assert failures(given=MARCH, then="pending: {seat: blue}") == [
        "pending: blue is not asked now: red is asked march, which takes step, halt"
    ]
    assert failures(given=MARCH, then="pending: {kind: choose_unit}") == [
        "pending: expected choose_unit, but red is asked march, which takes step, halt"
    ]


def test_where_several_are_asked_a_list_names_them_all() -> None:
    both = "pending: [{seat: blue, kind: choose_plan}, {seat: red}]"
    assert failures(given=PLANNING, then=both) == []
    assert failures(given=PLANNING, then="pending: {seat: blue}") == []
    assert failures(given=PLANNING, then="pending: {kind: choose_plan}") == [
        "pending: red and blue are asked; say which with `seat`"
    ]
    asked = (
        "red is asked choose_plan, which takes plan; blue is asked choose_plan, which takes plan"
    )
    assert failures(given=PLANNING, then="pending: [{seat: red}]") == [
        f"pending: expected red, but {asked}"
    ]
    assert failures(given=PLANNING, then="pending: nobody") == [
        f"pending: expected nobody, but {asked}"
    ]


def test_nobody_is_asked_when_the_game_is_over() -> None:
    over = "phase: act\nround: 6\nunits: [{id: a, side: red, type: foot, at: '1,1'}]"
    assert failures(given=over, when="- pass", then="pending: nobody\noptions: []") == []
    assert failures(given=over, when="- pass", then="pending: {kind: march}") == [
        "pending: nobody is not asked now: the game is over"
    ]


# -- options -------------------------------------------------------------------------------------


def test_options_are_exactly_those_listed() -> None:
    assert failures(then="options: [hold, attack: {target: b}]") == []
    assert failures(then="pending: {options: [attack: {target: b}, hold]}") == []
    assert failures(then="options: [attack: {target: c}]") == [
        "options: not possible: attack {target: c}",
        "options: also possible: hold; attack {target: b}",
    ]


def test_cells_in_options_are_written_by_label() -> None:
    (sentence,) = failures(given=MARCH, then="options: [halt]")
    assert sentence.startswith("options: also possible: step {to: '3,4'}; step {to: '5,4'}")


def test_options_of_several_seats_are_written_by_seat() -> None:
    each = "options: {red: [plan: {card: 1}, plan: {card: 4}], blue: [plan: {card: 3}]}"
    assert failures(given=PLANNING, then=each) == ["options: also possible: plan {card: 4}"]
    assert failures(given=PLANNING, then="options: [plan: {card: 1}]") == [
        "options: red and blue are asked; write them by seat"
    ]


def test_options_that_cannot_be_listed_are_tried_one_by_one() -> None:
    assert failures(given=TABLE, then="options: [halt]") == [
        "options: they cannot be listed here; use options_include and options_exclude"
    ]
    assert failures(given=TABLE, then="options_include: [halt, go: {to: [220, 100]}]") == []
    assert failures(given=TABLE, then="options_exclude: [go: {to: [220.1, 100]}, hold]") == []
    why = "TOY-3.7 (That is 1 tenth of a millimetre too far.)"
    assert failures(given=TABLE, then="options_include: [go: {to: [220.1, 100]}]") == [
        f"options_include: go {{to: [220.1, 100]}} is not possible: {why}"
    ]
    assert failures(given=TABLE, then="options_exclude: [halt]") == [
        "options_exclude: halt is possible"
    ]


def test_what_one_may_do_besides_is_among_the_options_tried() -> None:
    rally = "{seat: blue, rally: {unit: b, card: 3}}"
    assert failures(given=PLANNING, then=f"options_include: [{rally}]") == []
    assert failures(given=PLANNING, then=f"options_exclude: [{rally}]") == [
        "options_exclude: rally {unit: b, card: 3} is possible"
    ]
    gold = "{seat: gold, rally: {unit: b, card: 3}}"
    assert failures(given=PLANNING, then=f"options_exclude: [{gold}]") == []


# -- odds ----------------------------------------------------------------------------------------

ODDS = "odds: {{answer: {{attack: {{target: b}}}}, {}}}"


def test_odds_are_exact_before_the_dice() -> None:
    assert failures(then=ODDS.format("losses: {0: 16/81, 1: 32/81, 4: 1/81}")) == []
    assert failures(then=ODDS.format("losses: {2: 0.296296}")) == []
    assert failures(then=ODDS.format("destroyed: {true: 1/81, false: 80/81}")) == []
    assert failures(then=ODDS.format("hits: {'>=3': 1/9, 5: 0}")) == []
    assert failures(then=ODDS.format("losses: {2: 0.25}")) == [
        "odds: losses 2: expected 0.250000, got 0.296296 (8/27)"
    ]


def test_odds_have_a_tolerance() -> None:
    assert failures(then=ODDS.format("losses: {2: 0.3}, tolerance: 0.01")) == []
    assert failures(then=ODDS.format("losses: {2: 0.3}, tolerance: 0.001")) != []


def test_odds_change_nothing_and_are_no_play() -> None:
    then = ODDS.format("losses: {4: 1/81}") + "\npending: {kind: choose_target}\nlog: [TOY-4.2]"
    assert failures(then=then) == ["log: TOY-4.2 did not fire"]
    then = ODDS.format("losses: {4: 1/81}") + "\nledger: {dice: 4}"
    assert failures(then=then) == ["no ledger 'dice' was reckoned; there are: none"]


def test_odds_of_several_answers_in_a_row() -> None:
    given = MARCH.replace('"4,3"', '"4,2"')
    answers = "[{step: {to: '4,3'}}, {attack: {target: b}}]"
    then = f"odds: {{answer: {answers}, hits: {{5: 1/243}}}}"
    assert failures(given=given, then=then) == []


def test_odds_of_a_roll_that_is_waiting() -> None:
    assert failures(when="- attack: {target: b}", then="odds: {hits: {4: 1/81}}") == []
    steps = "- attack: {target: b}\n- then: {odds: {hits: {4: 1/81}}}\n- dice: [1, 1, 1, 1]"
    assert failures(when=steps) == []


@pytest.mark.parametrize(
    ("then", "sentence"),
    [
        ("odds: {losses: {1: 0}}", "odds: nothing is rolled here; say with `answer`"),
        (ODDS.format("loses: {1: 0}"), "odds: nothing called 'loses' is rolled (did you mean 'los"),
        ("odds: {answer: hold, losses: {1: 0}}", "odds: nothing is rolled here"),
        ("odds: {answer: {attack: {target: c}}, hits: {1: 0}}", "odds: attack {target: c} is not"),
        ("odds: {answer: halt, losses: {1: 0}}", "odds: nobody can give the answer halt now"),
    ],
)  # fmt: skip
def test_odds_of_nothing_fail_with_a_sentence(then: str, sentence: str) -> None:
    (failure,) = failures(then=then)
    assert failure.startswith(sentence)


def test_of_several_rolls_one_must_be_named_and_have_a_meaning() -> None:
    plans = "- {seat: red, plan: {card: 4}}\n- {seat: blue, plan: {card: 4}}\n"
    result = failures(given=PLANNING, when=plans, then="odds: {result: {1: 1/6}}")
    assert result == ["odds: several things are rolled; say with `roll` which: red, blue"]
    result = failures(given=PLANNING, when=plans, then="odds: {roll: gold, result: {1: 1/6}}")
    assert result == ["odds: nothing is rolled for 'gold'; it is for: red, blue"]
    result = failures(given=PLANNING, when=plans, then="odds: {roll: red, result: {1: 1/6}}")
    assert result == ["odds: the roll for toy.roll.tie has no meaning to compute odds from"]


def test_cards_have_no_odds() -> None:
    then = "odds: {answer: pass, drawn: {1: 1}}"
    assert failures(given=PLANNING + "phase: act", then=then) == [
        "odds: draw 1 for toy.roll.cards (TOY-2.7) is no roll of dice"
    ]


# -- log, events, outcome ------------------------------------------------------------------------


def test_the_log_is_a_part_of_the_rules_that_fired_in_order() -> None:
    assert failures(when=HIT, then="log: [TOY-4.2, TOY-4.8, TOY-4.9]") == []
    assert failures(when=HIT, then="log: [TOY-4.9, TOY-4.8]") == [
        "log: TOY-4.8 did not fire after TOY-4.9"
    ]
    assert failures(when=HIT, then="log: [TOY-7.1]") == ["log: TOY-7.1 did not fire"]


def test_events_are_a_part_of_what_happened_in_order() -> None:
    assert failures(when=HIT, then="events: [toy.attacked, lost, {moved: {to: '4,5'}}]") == []
    assert failures(when=HIT, then="events: [{toy.lost: {n: 1, unit: Blue foot}}]") == []
    (sentence,) = failures(when=HIT, then="events: [{toy.lost: {n: 2}}]")
    assert sentence.startswith("events: toy.lost {n: 2} did not happen in this order; there were: ")
    (sentence,) = failures(when=HIT, then="events: [toy.moved, toy.lost]")
    assert sentence.startswith("events: toy.lost did not happen in this order")


OVER = (
    "phase: act\nround: 6\nbanners: {blue: 1}\nunits: [{id: a, side: red, type: foot, at: '1,1'}]"
)


def test_the_outcome_is_checked() -> None:
    then = "outcome: {winners: [blue], reason: toy.won.rounds, scores: {red: 0, blue: 1, gold: 0}}"
    assert failures(given=OVER, when="- pass", then=then) == []
    then = "outcome: {winners: [red], reason: toy.won.alone, scores: {red: 1}}"
    assert failures(given=OVER, when="- pass", then=then) == [
        "outcome: expected winners [red], got [blue]",
        "outcome: expected reason toy.won.alone, got toy.won.rounds",
        "outcome: expected scores {red: 1}, got {red: 0, blue: 1, gold: 0}",
    ]


def test_the_game_may_have_to_go_on() -> None:
    assert failures(then="outcome: null") == []
    assert failures(then="outcome: {winners: [red]}") == ["outcome: the game is not over"]
    assert failures(given=OVER, when="- pass", then="outcome: null") == [
        "outcome: the game is over"
    ]


# -- the report ----------------------------------------------------------------------------------


def test_a_case_that_holds_is_told_in_one_line() -> None:
    assert ran(then="round: 1").text() == "ok    Something holds (some.yaml:1)"


def test_a_case_that_fails_shows_position_ledger_and_log() -> None:
    result = ran(
        when=HIT, then="units: {b: {strength: 2}}\nledger: {dice: {lines: ['+5 TOY-4.2']}}"
    )
    assert (
        result.text()
        == """\
FAIL  Something holds (some.yaml:1)
  * line 16: units.b.strength: expected 2, got 3
  * line 17: ledger dice: the lines differ
  position
    round: 1
    units:
      a: {side: red, type: foot, at: '4,3', strength: 4, acted: true, reacted: false}
      b: {side: blue, type: foot, at: '4,5', strength: 3, acted: false, reacted: false}
      c: {side: red, type: captain, at: '1,1', strength: 3, acted: false, reacted: false}
    banners: {red: 0, blue: 0, gold: 0}
    hands: {red: [1, 2], blue: [3, 4], gold: []}
    plans: {red: 1}
    deck: 10
    discards: []
    rallied: []
  ledger
    dice: 4
      - +5 TOY-4.2   <- expected, missing
      + +4 TOY-4.2   <- not expected
  log
"""
        + "\n".join(f"    {line}" for line in result.log)
        + """
  rules applied
    TOY-4.1 TOY-4.2 TOY-4.8 TOY-4.9 TOY-2.5"""
    )
    assert any("Blue foot" in line for line in result.log)


def test_a_wrong_total_is_marked() -> None:
    text = ran(when=HIT, then="ledger: {dice: 3}").text()
    assert "    dice: 4 (expected 3)\n        +4 TOY-4.2\n" in text


def test_where_no_ledger_was_wrong_the_last_ones_are_shown() -> None:
    result = ran(when=HIT, then="round: 2")
    assert result.ledgers == (("dice: 4", "    +4 TOY-4.2"),)


def test_a_case_that_cannot_start_has_nothing_to_show() -> None:
    result = ran(given="units: []", then="round: 1")
    assert not result.ok
    assert "position" in result.text()
