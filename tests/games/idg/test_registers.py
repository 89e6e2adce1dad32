"""Dicts that tell whether they have changed, and where."""

from __future__ import annotations

import pickle

from walstatt.games.idg.registers import LONGEST, Reader, Register, stamp_of


def test_a_change_gives_another_stamp_and_is_read_once() -> None:
    some: Register[str, int] = Register({"a": 1, "b": 2, "c": 3})
    stamp, reader = stamp_of(some), Reader(some)
    assert reader.news(some) == []
    some["b"] = 5
    some["d"] = 6
    some["b"] = 7
    assert stamp_of(some) != stamp
    assert reader.news(some) == [("b", 2, 7), ("d", None, 6)]
    assert reader.known == some
    assert reader.news(some) == []


def test_what_was_put_back_is_no_news() -> None:
    some: Register[str, int] = Register({"a": 1, "b": 2})
    reader = Reader(some)
    some["a"] = 5
    some["a"] = 1
    assert reader.news(some) == []
    some["b"] = 3
    assert reader.news(some) == [("b", 2, 3)]


def test_what_is_taken_out_is_news() -> None:
    some: Register[str, int] = Register({"a": 1, "b": 2})
    reader = Reader(some)
    del some["a"]
    assert reader.news(some) == [("a", 1, None)]
    assert reader.known == {"b": 2}


def test_a_copy_has_the_same_stamp_and_a_log_of_its_own() -> None:
    some: Register[str, int] = Register({"a": 1, "b": 2})
    reader, twin = Reader(some), some.copy()
    assert stamp_of(twin) == stamp_of(some)
    assert reader.news(twin) == []
    twin["a"] = 3
    assert some == {"a": 1, "b": 2}
    assert stamp_of(twin) != stamp_of(some)
    assert reader.news(some) == []
    assert reader.news(twin) == [("a", 1, 3)]
    assert reader.news(some) == [("a", 3, 1)]


def test_a_log_begins_anew_before_it_grows_too_long() -> None:
    some: Register[str, int] = Register({"a": -1, "b": 2})
    reader = Reader(some)
    for number in range(LONGEST + 1):
        some["a"] = number
    assert len(some.log) == 1
    assert reader.news(some) == [("a", -1, LONGEST)]


def test_plain_dicts_are_compared_as_a_whole() -> None:
    some = {"a": 1, "b": 2}
    stamp, reader = stamp_of(some), Reader(some)
    some["a"] = 3
    del some["b"]
    assert stamp_of(some) != stamp
    assert sorted(reader.news(some)) == [("a", 1, 3), ("b", 2, None)]
    assert reader.news(some) == []


def test_a_register_can_be_pickled() -> None:
    some: Register[str, int] = Register({"a": 1})
    twin = pickle.loads(pickle.dumps(some))  # noqa: S301 - our own
    assert twin == some
    twin["b"] = 2
    assert list(twin.log) == ["b"]
