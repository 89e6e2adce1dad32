"""What can be asked of a position in cases."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.games.ccn.field import Field, british, cell, field, french, leader
from tests.games.ccn.fights import NO_STRIKES
from walstatt.games.ccn.asking import QUESTIONS
from walstatt.games.ccn.board import BOARD
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.ids import CellId
from walstatt.kernel.ledger import Ledger

ASKED = {one.name: one for one in QUESTIONS}


def ask(battle: Field, name: str, **args: Any) -> Any:  # noqa: ANN401 - any question, any answer
    """Put a question as a case would, hexes by label."""
    question = ASKED[name]
    given = {key: cell(value) if is_hex(value) else value for key, value in args.items()}
    return question.ask(battle.ctx, msgspec.convert(given, question.params))


def is_hex(value: object) -> bool:
    return isinstance(value, str) and "," in value


def labels(cells: list[CellId]) -> list[str]:
    return [BOARD.label(one) for one in cells]


def position(**given: Any) -> Field:  # noqa: ANN401 - fields of a position
    return field(
        french("a", "LN", "5,5", ordered=True),
        french("g", "FA", "6,4", ordered=True),
        british("b", "LC", "5,6"),
        british("c", "LN", "5,8", leader="hill"),
        leaders=[leader("ney", "french", "9,9", ordered=True), leader("foe", "allied", "4,5")],
        **NO_STRIKES,
        **given,
    )


def test_these_questions_can_be_asked() -> None:
    assert list(ASKED) == [
        "fire_dice", "melee_dice", "back_dice", "sees", "line_of_sight", "distance", "sections",
        "allowance", "reach", "fire_targets", "ignorable_flags", "retreat_paths",
    ]  # fmt: skip


def test_dice_are_reckoned_for_fire_melee_and_battle_back() -> None:
    battle = position()
    fire: Ledger = ask(battle, "fire_dice", unit="g", target="c")
    assert fire.explain() == ["+1 CCN-8.4.7"]
    melee: Ledger = ask(battle, "melee_dice", unit="a", target="b")
    assert melee.explain() == ["+4 CCN-9.2.1"]
    joint: Ledger = ask(battle, "melee_dice", unit="a", target="b", combined_arms=["g"])
    assert joint.explain() == ["+4 CCN-9.2.1", "+3 CCN-15.5"]
    back: Ledger = ask(battle, "back_dice", unit="b", target="a")
    assert back.explain() == ["+3 CCN-9.2.6"]
    leader_dice: Ledger = ask(battle, "melee_dice", unit="a", target="foe")
    assert leader_dice.explain() == ["+4 CCN-9.2.1"]
    assert ask(battle, "fire_dice", unit="g", target="foe").total == 3


def test_a_bonus_melee_can_be_asked_for() -> None:
    battle = position(card="cold_steel")
    assert ask(battle, "melee_dice", unit="a", target="b").total == 5
    assert ask(battle, "melee_dice", unit="a", target="b", bonus=True).total == 4


def test_sight_is_looked_up_for_a_unit_or_between_hexes() -> None:
    battle = field(
        french("g", "FA", "5,5", ordered=True),
        french("a", "LN", "5,6"),
        british("b", "LN", "5,8"),
        terrain={"hill": ["5,5"]},
    )
    assert ask(battle, "sees", unit="g", to="5,8")
    assert not ask(battle, "line_of_sight", a="5,5", b="5,8")
    assert ask(battle, "line_of_sight", a="5,5", b="3,5")
    assert not ask(battle, "sees", unit="b", to="5,5")


def test_distances_and_sections() -> None:
    battle = position()
    assert ask(battle, "distance", a="5,5", b="5,9") == 4
    assert ask(battle, "distance", a="1,1", b="9,1") == 8
    assert ask(battle, "sections", side="allied", at="4,4") == ["left", "center"]
    assert ask(battle, "sections", side="french", at="1,1") == ["right"]


def test_how_far_a_unit_may_move_under_its_card() -> None:
    assert ask(position(), "allowance", unit="a") == 1
    assert ask(position(card="force_march"), "allowance", unit="a") == 2
    assert ask(position(), "allowance", unit="b") == 3


def test_where_units_and_leaders_can_move() -> None:
    battle = position()
    assert labels(ask(battle, "reach", piece="a")) == ["4,4", "5,4", "6,5"]
    near = labels(ask(battle, "reach", piece="ney"))
    assert len(near) == 6 + 6 + 5 + 4
    assert near == labels(sorted(map(cell, near)))


def test_whom_a_unit_may_fire_at() -> None:
    battle = position()
    assert ask(battle, "fire_targets", unit="g") == ["b"]
    assert ask(battle, "fire_targets", unit="a") == []
    assert ask(battle, "fire_targets", unit="b") == []
    beside = field(
        french("g", "FA", "5,5", ordered=True), british("z", "LN", "5,7"), british("c", "LN", "3,5")
    )
    assert ask(beside, "fire_targets", unit="g") == ["c", "z"]


def test_how_many_flags_a_unit_may_ignore() -> None:
    battle = position()
    flags: Ledger = ask(battle, "ignorable_flags", unit="c", attacked_from="5,7")
    assert flags.explain() == ["+1 CCN-11.2.3"]
    bounced: Ledger = ask(battle, "ignorable_flags", unit="c", attacked_from="5,7", bounced=True)
    assert bounced.total == 0


def test_the_ways_back_of_a_unit() -> None:
    battle = position()
    paths = [labels(path) for path in ask(battle, "retreat_paths", unit="c", hexes=2)]
    assert paths == [["4,7", "3,7"], ["4,7", "3,8"], ["4,8", "3,8"], ["4,8", "3,9"]]


@pytest.mark.parametrize(("name", "args"), [
    ("fire_dice", {"unit": "x", "target": "b"}),
    ("fire_dice", {"unit": "ney", "target": "b"}),
    ("melee_dice", {"unit": "x", "target": "b"}),
    ("melee_dice", {"unit": "a", "target": "b", "combined_arms": ["x"]}),
    ("back_dice", {"unit": "x", "target": "a"}),
    ("back_dice", {"unit": "b", "target": "x"}),
    ("back_dice", {"unit": "b", "target": "ney"}),
    ("sees", {"unit": "x", "to": "5,5"}),
    ("allowance", {"unit": "x"}),
    ("fire_targets", {"unit": "x"}),
    ("ignorable_flags", {"unit": "x", "attacked_from": "5,5"}),
    ("retreat_paths", {"unit": "x", "hexes": 1}),
])  # fmt: skip
def test_a_question_about_a_unit_that_is_not_there_is_refused(
    name: str, args: dict[str, Any]
) -> None:
    with pytest.raises(BadRequest, match=r"there is no unit '(x|ney)'; there are: a, g, b, c"):
        ask(position(), name, **args)


@pytest.mark.parametrize(("name", "args"), [
    ("fire_dice", {"unit": "a", "target": "x"}),
    ("melee_dice", {"unit": "a", "target": "x"}),
    ("reach", {"piece": "x"}),
])  # fmt: skip
def test_a_question_about_a_piece_that_is_not_there_is_refused(
    name: str, args: dict[str, Any]
) -> None:
    with pytest.raises(BadRequest, match="there is no unit or leader 'x'"):
        ask(position(), name, **args)


def test_without_any_unit_none_is_named() -> None:
    battle = field(leaders=[leader("ney", "french", "5,5", ordered=True)])
    with pytest.raises(BadRequest, match="there are: none"):
        ask(battle, "allowance", unit="x")


def test_unknown_fields_of_a_question_are_refused() -> None:
    for name in ASKED:
        with pytest.raises(msgspec.ValidationError):
            ask(position(), name, nonsense=1)
