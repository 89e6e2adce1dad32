from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Literal, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from walstatt.i18n.catalogue import Message, say
from walstatt.kernel import ledger, trace
from walstatt.kernel.ledger import (
    Cancel,
    Contribution,
    Contributor,
    Ledger,
    Line,
    Op,
    Quantity,
    Stage,
    Strike,
    balance,
    contributes,
    contributors,
    reckon,
)
from walstatt.kernel.trace import recording

STAGES = (
    Stage("base"),
    Stage("set", "set"),
    Stage("more"),
    Stage("times", "times"),
    Stage("cap", "cap"),
    Stage("floor", "floor"),
)
DICE: Quantity[int] = Quantity("toy.dice", "TOY-4", STAGES)
WHY = say("toy.why")
Rounding: TypeAlias = Literal["down", "up"]


@pytest.fixture(autouse=True)
def _own_registries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "CONTRIBUTORS", {})
    monkeypatch.setattr(trace, "IMPLEMENTED", {})


def line(
    value: int,
    op: Op = "add",
    rule: str = "TOY-1",
    *,
    tags: tuple[str, ...] = (),
    group: str = "",
) -> Line:
    stage = "base" if op == "add" else op
    return Line(rule, WHY, stage, value, op, tags=tags, group=group)


def times(value: int, over: int, rounding: Rounding = "down") -> Line:
    return replace(line(value, "times"), over=over, rounding=rounding)


def struck(line: Line, rule: str, message: Message = WHY) -> Line:
    return replace(line, struck=Strike(rule, message))


def total(*lines: Line) -> int:
    return balance(DICE, lines, ()).total


def three(_: int) -> Contribution:
    return 3


def minus_one(_: int) -> Contribution:
    return -1


def dice(query: int = 0, options: str = "") -> Ledger:
    return reckon(DICE, contributors(DICE, options), query)


# -- arithmetic -----------------------------------------------------------------------------------


def test_nothing_said_is_zero() -> None:
    assert balance(DICE, (), ()) == Ledger("toy.dice", (), 0, 1)


def test_lines_add_up() -> None:
    assert total(line(3), line(2), line(-1)) == 4


def test_a_set_line_forgets_what_was_before() -> None:
    assert total(line(3), line(7, "set")) == 7


def test_a_line_multiplies() -> None:
    assert total(line(3), line(4, "times")) == 12


@pytest.mark.parametrize(
    ("start", "rounding", "result"),
    [(5, "down", 2), (5, "up", 3), (-5, "down", -3), (-5, "up", -2), (4, "up", 2), (4, "down", 2)],
)
def test_a_half_is_rounded(start: int, rounding: Rounding, result: int) -> None:
    assert total(line(start), times(1, 2, rounding)) == result


def test_halves_are_rounded_down_unless_said() -> None:
    assert total(line(5), Line("TOY-1", WHY, "times", 1, "times", 2)) == 2


@given(st.integers(), st.integers(-9, 9), st.integers(1, 9))
def test_rounding_agrees_with_fractions(start: int, value: int, over: int) -> None:
    exact = Fraction(start * value, over)
    assert total(line(start), times(value, over, "up")) == ceil(exact)
    assert total(line(start), times(value, over)) == floor(exact)


def test_a_cap_lowers_and_a_floor_raises() -> None:
    assert total(line(5), line(4, "cap")) == 4
    assert total(line(5), line(6, "floor")) == 6


@pytest.mark.parametrize("value", [5, 6])
def test_a_cap_that_changes_nothing_leaves_no_line(value: int) -> None:
    assert balance(DICE, (line(5), line(value, "cap")), ()).lines == (line(5),)


@pytest.mark.parametrize("value", [5, 4])
def test_a_floor_that_changes_nothing_leaves_no_line(value: int) -> None:
    assert balance(DICE, (line(5), line(value, "floor")), ()).lines == (line(5),)


def test_other_lines_stay_even_if_they_change_nothing() -> None:
    lines = (line(5), line(0), line(5, "set"), line(1, "times"))
    assert balance(DICE, lines, ()).lines == lines


def test_a_line_adds_a_whole_number_untagged_unless_said() -> None:
    bare = Line("TOY-1", WHY, "base", 2)
    assert bare == Line("TOY-1", WHY, "base", 2, "add", 1, "down", (), "", (), None)
    assert Stage("base") == Stage("base", "add")


def test_a_line_that_changes_nothing_does_not_stop_the_next_ones() -> None:
    lines = (line(5), line(9, "cap"), line(7, "floor"))
    assert balance(DICE, lines, ()).explain() == ["+5 TOY-1", ">=7 TOY-1"]


def test_lines_are_put_in_the_order_of_the_stages() -> None:
    lines = (line(2, "cap"), line(3, "times"), line(5), line(1))
    found = balance(DICE, lines, ())
    assert (found.total, [one.value for one in found.lines]) == (2, [5, 1, 3, 2])


@given(st.lists(st.sampled_from(range(6)), max_size=6))
def test_the_order_of_the_lines_matters_only_within_a_stage(places: list[int]) -> None:
    lines = [Line("TOY-1", WHY, STAGES[p].name, p + 2, STAGES[p].op) for p in places]
    assert balance(DICE, lines, ()) == balance(DICE, sorted(lines, key=lambda x: x.value), ())


def test_a_ledger_knows_its_quantity_and_its_parts_of_a_unit() -> None:
    halves: Quantity[int] = Quantity("toy.army.halves", "TOY-4", STAGES, per=2)
    found = balance(halves, (line(3),), ())
    assert (found.quantity, found.name, found.total, found.per) == (
        "toy.army.halves",
        "halves",
        3,
        2,
    )
    assert (halves.name, DICE.name, DICE.per) == ("halves", "dice", 1)


# -- what does not count --------------------------------------------------------------------------


def test_a_cancelled_line_stays_but_does_not_count() -> None:
    forest = line(-2, rule="TOY-7", tags=("cover", "terrain"))
    cancel = Cancel("terrain", "TOY-9", say("toy.bayonet"))
    found = balance(DICE, (line(3), forest), (cancel,))
    assert found.total == 3
    assert found.lines == (line(3), struck(forest, "TOY-9", say("toy.bayonet")))
    assert found.explain() == ["+3 TOY-1"]
    assert found.explain_all() == ["+3 TOY-1", "(-2 TOY-7)"]


def test_a_cancel_leaves_lines_without_its_tag_alone() -> None:
    lines = (line(3, tags=("cover",)), line(1))
    assert balance(DICE, lines, (Cancel("terrain", "TOY-9", WHY),)).lines == lines


def test_a_cancel_strikes_every_line_with_its_tag() -> None:
    lines = (line(3, tags=("terrain",)), line(4), line(1, tags=("terrain",)))
    found = balance(DICE, lines, (Cancel("terrain", "TOY-9", WHY),))
    assert found.explain_all() == ["(+3 TOY-1)", "+4 TOY-1", "(+1 TOY-1)"]


def test_of_two_cancels_the_first_is_named() -> None:
    cancels = [Cancel("luck", "TOY-8", WHY), Cancel("a", "TOY-9", WHY), Cancel("b", "TOY-10", WHY)]
    (found,) = balance(DICE, (line(3, tags=("b", "a")),), cancels).lines
    assert found.struck == Strike("TOY-9", WHY)


def test_a_line_struck_out_already_keeps_its_reason() -> None:
    gone = struck(line(3, tags=("a",)), "TOY-5")
    found = balance(DICE, (gone,), (Cancel("a", "TOY-9", WHY),))
    assert (found.lines, found.total) == ((gone,), 0)


def test_of_a_group_only_the_strongest_counts() -> None:
    weak, strong = (
        line(1, group="leader"),
        Line("TOY-2", say("toy.duke"), "base", 2, group="leader"),
    )
    found = balance(DICE, (line(3), weak, strong, weak), ())
    assert found.total == 5
    assert found.explain_all() == ["+3 TOY-1", "(+1 TOY-1)", "+2 TOY-2", "(+1 TOY-1)"]
    assert found.lines[1].struck == found.lines[3].struck == Strike("TOY-2", say("toy.duke"))


def test_the_strongest_is_the_farthest_from_zero() -> None:
    assert total(line(2, group="a"), line(-3, group="a")) == -3
    assert total(line(-3, group="a"), line(2, group="a")) == -3


def test_of_equally_strong_lines_the_first_counts() -> None:
    lines = (line(2, rule="TOY-1", group="a"), line(-2, rule="TOY-2", group="a"))
    assert balance(DICE, lines, ()).explain_all() == ["+2 TOY-1", "(-2 TOY-2)"]


def test_the_very_same_line_said_twice_counts_once_in_a_group() -> None:
    leader = line(2, group="leader")
    assert balance(DICE, (leader, leader), ()).explain_all() == ["+2 TOY-1", "(+2 TOY-1)"]


def test_groups_do_not_touch_each_other_or_lines_without_one() -> None:
    assert total(line(2, group="a"), line(3, group="b"), line(5), line(1), line(1, group="a")) == 11


def test_a_cancelled_line_does_not_silence_its_group() -> None:
    lines = (
        line(5, group="leader", tags=("magic",)),
        line(2, group="leader"),
        line(1, group="leader"),
    )
    found = balance(DICE, lines, (Cancel("magic", "TOY-9", WHY),))
    assert found.explain_all() == ["(+5 TOY-1)", "+2 TOY-1", "(+1 TOY-1)"]
    assert [one.struck and one.struck.rule for one in found.lines] == ["TOY-9", None, "TOY-1"]


# -- explaining -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        (line(2), "+2 TOY-1"),
        (line(-2), "-2 TOY-1"),
        (line(0), "+0 TOY-1"),
        (line(4, "set"), "=4 TOY-1"),
        (line(2, "times"), "x2 TOY-1"),
        (times(3, 2), "x3/2 TOY-1"),
        (line(4, "cap"), "<=4 TOY-1"),
        (line(1, "floor"), ">=1 TOY-1"),
        (struck(line(2), "TOY-9"), "(+2 TOY-1)"),
    ],
)
def test_a_line_is_written_as_cases_do(shown: Line, text: str) -> None:
    assert shown.explain() == text


# -- contributors ---------------------------------------------------------------------------------


def test_a_number_becomes_a_line_of_its_contributor() -> None:
    contributes(DICE, "TOY-4.1", "more", tags=("arms",), group="best")(three)
    assert dice() == Ledger(
        "toy.dice",
        (
            Line(
                "TOY-4.1",
                Message("toy.dice.three", {"n": 3}),
                "more",
                3,
                "add",
                tags=("arms",),
                group="best",
            ),
        ),
        3,
    )


def test_a_contributor_is_kept_as_it_was_declared() -> None:
    contributes(DICE, "TOY-4.1", "times", tags=("a",), group="g", rounding="up", over=2, when=bool)(
        three
    )
    assert dict(ledger.CONTRIBUTORS) == {
        "toy.dice": [
            Contributor(
                "toy.dice",
                "TOY-4.1",
                "toy.dice.three",
                Stage("times", "times"),
                ("a",),
                "g",
                "up",
                2,
                three,
                bool,
            )
        ]
    }


def test_a_contributor_has_no_tags_and_no_group_and_rounds_down_unless_said() -> None:
    contributes(DICE, "TOY-4.1", "base")(three)
    (known,) = ledger.CONTRIBUTORS["toy.dice"]
    assert (known.tags, known.group, known.rounding, known.over) == ((), "", "down", 1)
    assert known.applies is None


def test_a_contributor_is_registered_as_the_code_of_its_rule() -> None:
    assert contributes(DICE, "TOY-4.1", "base")(three) is three
    assert dict(trace.IMPLEMENTED) == {"TOY-4.1": [f"{__name__}.three"]}


def test_a_contributor_of_an_unknown_stage_is_refused() -> None:
    with pytest.raises(KeyError, match="bse"):
        contributes(DICE, "TOY-4.1", "bse")(three)


def test_a_contributor_can_name_its_line_itself() -> None:
    contributes(DICE, "TOY-4.1", "more")(three)
    (known,) = ledger.CONTRIBUTORS["toy.dice"]
    assert known.line(2, say("toy.named")) == Line("TOY-4.1", say("toy.named"), "more", 2)


def test_a_contributor_halves_and_rounds_as_declared() -> None:
    contributes(DICE, "TOY-1", "base")(three)
    contributes(DICE, "TOY-2", "times", rounding="up", over=2)(lambda _: 1)
    assert (dice().total, dice().explain()) == (2, ["+3 TOY-1", "x1/2 TOY-2"])


def test_stages_count_in_their_order_however_declared() -> None:
    contributes(DICE, "TOY-5", "cap")(lambda _: 4)
    contributes(DICE, "TOY-4", "times")(lambda _: 2)
    contributes(DICE, "TOY-3", "more")(minus_one)
    contributes(DICE, "TOY-1", "base")(three)
    contributes(DICE, "TOY-2", "more")(three)
    assert dice().explain() == ["+3 TOY-1", "-1 TOY-3", "+3 TOY-2", "x2 TOY-4", "<=4 TOY-5"]
    assert dice().total == 4


def test_a_quantity_nobody_speaks_of_is_zero() -> None:
    contributes(DICE, "TOY-1", "base")(three)
    other: Quantity[int] = Quantity("toy.other", "TOY-4", STAGES)
    assert contributors(other, "") == ()
    assert reckon(other, (), 0) == Ledger("toy.other", (), 0)


def test_a_contributor_speaks_of_the_query() -> None:
    contributes(DICE, "TOY-1", "base")(lambda strength: strength + 1)
    assert dice(4).total == 5


def test_a_contributor_may_have_nothing_to_say() -> None:
    contributes(DICE, "TOY-1", "base")(lambda _: None)
    contributes(DICE, "TOY-2", "base")(three)
    assert dice().explain() == ["+3 TOY-2"]


def test_a_contributor_may_give_a_line_of_its_own() -> None:
    contributes(DICE, "TOY-1", "base")(lambda _: line(2, rule="TOY-1.1"))
    contributes(DICE, "TOY-2", "base")(three)
    assert dice().explain() == ["+2 TOY-1.1", "+3 TOY-2"]


def test_a_contributor_may_cancel_what_comes_before_and_after() -> None:
    contributes(DICE, "TOY-1", "base", tags=("a",))(three)
    contributes(DICE, "TOY-2", "base")(lambda _: Cancel("a", "TOY-2", WHY))
    contributes(DICE, "TOY-3", "base", tags=("a",))(minus_one)
    assert dice().explain_all() == ["(+3 TOY-1)", "(-1 TOY-3)"]


def test_a_contributor_may_say_several_things() -> None:
    def several(_: int) -> Sequence[Line | Cancel]:
        return [line(2), Cancel("a", "TOY-9", WHY), line(5, tags=("a",)), line(1)]

    contributes(DICE, "TOY-1", "base")(several)
    assert dice().explain_all() == ["+2 TOY-1", "(+5 TOY-1)", "+1 TOY-1"]
    assert dice().total == 3


def test_a_line_of_another_stage_counts_in_that_stage() -> None:
    contributes(DICE, "TOY-1", "base")(lambda _: [line(2, "times"), line(5)])
    contributes(DICE, "TOY-2", "more")(three)
    assert (dice().total, dice().explain()) == (16, ["+5 TOY-1", "+3 TOY-2", "x2 TOY-1"])


def test_options_switch_contributors_on_and_off() -> None:
    contributes(DICE, "TOY-1", "base")(three)
    contributes(DICE, "TOY-2", "base", when=lambda options: options == "fog")(minus_one)
    assert dice(options="fog").total == 2
    assert dice(options="clear").total == 3


# -- the trace ------------------------------------------------------------------------------------


def test_the_rules_of_the_lines_that_count_are_hit() -> None:
    lines = (
        line(3, rule="TOY-1"),
        line(2, rule="TOY-2", tags=("a",)),
        line(9, "cap", rule="TOY-3"),
    )
    with recording() as found:
        balance(DICE, lines, (Cancel("a", "TOY-9", WHY), Cancel("b", "TOY-10", WHY)))
    assert found.hits == {"TOY-1": 1, "TOY-9": 1}
