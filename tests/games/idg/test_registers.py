"""Dicts that tell whether they have changed, and where."""

from __future__ import annotations

import pickle

from walstatt.games.idg.registers import LONGEST, Register, changed_keys, read_of, stamp_of


def test_a_change_gives_another_stamp_and_is_named() -> None:
    some: Register[str, int] = Register({"a": 1, "b": 2, "c": 3})
    was, stamp, read = dict(some), stamp_of(some), read_of(some)
    assert list(changed_keys(some, was, read)) == []
    some["b"] = 5
    some["d"] = 6
    some["b"] = 7
    assert stamp_of(some) != stamp
    assert list(changed_keys(some, was, read)) == ["b", "d"]
    assert list(changed_keys(some, was, read_of(some))) == []


def test_where_something_is_taken_out_anything_may_have_changed() -> None:
    some: Register[str, int] = Register({"a": 1, "b": 2})
    was, read = dict(some), read_of(some)
    del some["a"]
    assert set(changed_keys(some, was, read)) == {"a", "b"}


def test_a_copy_has_the_same_stamp_and_a_log_of_its_own() -> None:
    some: Register[str, int] = Register({"a": 1, "b": 2})
    was, read, twin = dict(some), read_of(some), some.copy()
    assert stamp_of(twin) == stamp_of(some)
    twin["a"] = 3
    assert some == {"a": 1, "b": 2}
    assert stamp_of(twin) != stamp_of(some)
    assert list(changed_keys(some, was, read)) == []
    assert set(changed_keys(twin, was, read)) == {"a", "b"}


def test_a_log_begins_anew_before_it_grows_too_long() -> None:
    some: Register[str, int] = Register({"a": 1, "b": 2})
    was, read = dict(some), read_of(some)
    for number in range(LONGEST + 1):
        some["a"] = number
    assert len(some.log) == 1
    assert set(changed_keys(some, was, read)) == {"a", "b"}


def test_plain_dicts_are_compared_as_a_whole() -> None:
    some = {"a": 1}
    stamp = stamp_of(some)
    some["a"] = 2
    assert stamp_of(some) != stamp
    assert set(changed_keys(some, {"a": 1, "b": 2}, read_of(some))) == {"a", "b"}


def test_a_register_can_be_pickled() -> None:
    some: Register[str, int] = Register({"a": 1})
    twin = pickle.loads(pickle.dumps(some))  # noqa: S301 - our own
    assert twin == some
    twin["b"] = 2
    assert list(twin.log) == ["b"]
