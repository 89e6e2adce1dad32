from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct

from walstatt.kernel.decisions import Answer
from walstatt.kernel.errors import BadRequest, WalstattError
from walstatt.kernel.ids import CellId, Seat
from walstatt.workshop.case_values import (
    Translator,
    Words,
    block,
    inline,
    listed,
    normal,
    written,
    written_answer,
)

Spot = tuple[int, int]


def cell_of(label: object) -> CellId:
    if not isinstance(label, str) or not label.startswith("h"):
        raise BadRequest(f"no cell {label}")
    return CellId(int(label[1:]))


READERS: Words = {CellId: cell_of, Spot: lambda at: (at[0] * 10, at[1] * 10)}
WRITERS: Words = {CellId: lambda cell: f"h{cell}", Spot: lambda at: [at[0] // 10, at[1] // 10]}


class Leg(Struct, frozen=True, tag="leg"):
    to: CellId


class Turn(Struct, frozen=True, tag="turn"):
    by: int


class Trip(Answer, frozen=True, tag="trip"):
    path: tuple[CellId, ...]
    legs: tuple[Leg | Turn, ...] = ()
    to: CellId | Spot | None = None
    costs: dict[CellId, int] = {}


class Wait(Answer, frozen=True, tag="wait"):
    pass


def read(hint: object, value: object) -> object:
    return Translator(READERS, typed=False).through(hint, value)


@pytest.mark.parametrize(
    ("hint", "said", "meant"),
    [
        (CellId, "h5", 5),
        (Annotated[CellId, Meta(ge=0)], "h5", 5),
        (tuple[CellId, ...], ["h1", "h2"], [1, 2]),
        (list[CellId], ["h1"], [1]),
        (tuple[str, CellId], ["h1", "h2"], ["h1", 2]),
        (dict[CellId, Seat], {"h1": "h2"}, {1: "h2"}),
        (dict[Seat, list[CellId]], {"h1": ["h2"]}, {"h1": [2]}),
        (CellId | None, None, None),
        (CellId | None, "h3", 3),
        (CellId | Spot, "h3", 3),
        (CellId | Spot, [3, 4], (30, 40)),
        (list[CellId | Spot], [[3, 4], "h1"], [(30, 40), 1]),
        (CellId | Seat, "red", "red"),
        (Leg, {"to": "h1", "more": "h1"}, {"to": 1, "more": "h1"}),
        (Leg | Turn, {"type": "leg", "to": "h1"}, {"type": "leg", "to": 1}),
        (Leg | Turn, {"type": "turn", "by": 1}, {"type": "turn", "by": 1}),
        (Any, ["h1", {"a": "h1"}], ["h1", {"a": "h1"}]),
        (Literal["h1"], "h1", "h1"),
        (Leg | str, "h1", "h1"),
        (dict[str, CellId] | CellId, {"a": "h1"}, {"a": 1}),
        (int | None, "h1", "h1"),
    ],
)
def test_values_are_read_by_the_type_of_their_place(hint: Any, said: object, meant: object) -> None:  # noqa: ANN401
    assert read(hint, said) == meant


def test_a_value_no_reader_understands_is_refused() -> None:
    with pytest.raises(WalstattError, match="no cell x"):
        read(tuple[CellId, ...], ["h1", "x"])
    with pytest.raises(WalstattError, match="no cell x"):
        read(CellId | None, "x")
    with pytest.raises(BadRequest, match=r"\[a\] means nothing here"):
        read(Spot, ["a"])


@pytest.mark.parametrize(
    ("hint", "value", "said"),
    [
        (CellId | Spot, CellId(3), "h3"),
        (CellId | Spot, (30, 40), [3, 4]),
        (CellId | Seat, Seat("red"), "red"),
        (Seat | CellId, CellId(3), "h3"),
        (bool | CellId, True, True),
        (CellId | bool, True, True),
        (Literal["red"] | CellId, CellId(3), "h3"),
        (Leg | Turn, Turn(2), {"type": "turn", "by": 2}),
        (object, (1, 2), [1, 2]),
        (Any | CellId, 1, 1),
    ],
)
def test_values_are_written_by_their_type(hint: Any, value: object, said: object) -> None:  # noqa: ANN401
    assert written(hint, value, WRITERS) == said


def test_an_answer_is_written_as_a_step() -> None:
    trip = Trip((CellId(1), CellId(2)), (Leg(CellId(3)),), (50, 60), {CellId(4): 1})
    assert written_answer(trip, WRITERS) == {
        "trip": {
            "path": ["h1", "h2"],
            "legs": [{"type": "leg", "to": "h3"}],
            "to": [5, 6],
            "costs": {"h4": 1},
        }
    }
    assert written_answer(Wait(), WRITERS) == "wait"


def test_plain_data_is_compared_with_keys_as_text_and_lists() -> None:
    assert normal({1: (1, 2), False: {2: None}}) == {"1": [1, 2], "false": {"2": None}}
    assert listed({1: (1, (2,))}) == {1: [1, [2]]}


def test_plain_data_is_written_in_one_line_or_several() -> None:
    assert inline({"a": ["4,4", None, True, "yes", 1.5]}) == "{a: ['4,4', null, true, 'yes', 1.5]}"
    assert block({"a": [1], "b": {}}) == "a: [1]\nb: {}\n"
    long = ["x" * 60, {"y": "z" * 60}]
    text = block({"a": long, "b": [long]})
    assert text == (
        f"a:\n  - {'x' * 60}\n  - {{y: {'z' * 60}}}\n"
        f"b:\n  - - {'x' * 60}\n    - {{y: {'z' * 60}}}\n"
    )
    assert block([]) == "[]\n"
