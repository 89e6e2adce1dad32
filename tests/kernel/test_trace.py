from collections.abc import Callable

import pytest
from msgspec import Struct

from walstatt.kernel import trace
from walstatt.kernel.trace import (
    cite,
    cite_class,
    firing,
    musing,
    recording,
    register,
    rule,
)


def is_recording() -> bool:
    return trace.listener is not None


@pytest.fixture(autouse=True)
def _own_registries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trace, "IMPLEMENTED", {})
    monkeypatch.setattr(trace, "_RULES_OF_CLASS", {})


def bound(*ids: str) -> Callable[..., int]:
    @rule(*ids)
    def halved(strength: int, *, least: int = 1) -> int:
        """Halve it."""
        return max(strength // 2, least)

    return halved


# -- binding --------------------------------------------------------------------------------------


def test_a_bound_function_does_what_it_did() -> None:
    halved = bound("TOY-1")
    assert (halved(8), halved(1), halved(8, least=5)) == (4, 1, 5)


def test_a_bound_function_keeps_its_name_and_words() -> None:
    halved = bound("TOY-1")
    assert (halved.__name__, halved.__doc__, halved.__module__) == ("halved", "Halve it.", __name__)


def test_a_bound_function_works_while_somebody_listens() -> None:
    halved = bound("TOY-1")
    with recording():
        assert (halved(8), halved(8, least=5)) == (4, 5)


def test_binding_registers_the_code_of_every_rule() -> None:
    bound("TOY-1", "TOY-2")
    place = f"{__name__}.bound.<locals>.halved"
    assert dict(trace.IMPLEMENTED) == {"TOY-1": [place], "TOY-2": [place]}


def test_a_rule_may_be_implemented_in_several_places() -> None:
    register(("TOY-1",), "toy.melee")
    register(("TOY-2", "TOY-1"), "toy.fire")
    assert dict(trace.IMPLEMENTED) == {"TOY-1": ["toy.melee", "toy.fire"], "TOY-2": ["toy.fire"]}


def test_a_bound_class_stays_itself() -> None:
    class Melee(Struct):
        pass

    assert rule("TOY-1", "TOY-2")(Melee) is Melee
    place = f"{__name__}.test_a_bound_class_stays_itself.<locals>.Melee"
    assert dict(trace.IMPLEMENTED) == {"TOY-1": [place], "TOY-2": [place]}


# -- listening ------------------------------------------------------------------------------------


def test_nobody_listens_unless_asked() -> None:
    assert is_recording() is False
    with recording():
        assert is_recording() is True
    assert is_recording() is False


def test_nothing_is_counted_while_nobody_listens() -> None:
    bound("TOY-1")(8)
    cite("TOY-2")
    cite_class(int)
    with recording() as found:
        pass
    bound("TOY-1")(8)
    assert found.hits == {}


def test_every_rule_applied_is_counted() -> None:
    with recording() as found:
        bound("TOY-1", "TOY-2")(8)
        cite("TOY-2", "TOY-3")
        cite()
    assert found.hits == {"TOY-1": 1, "TOY-2": 2, "TOY-3": 1}
    assert found.fired == []


def test_the_rules_of_a_class_are_counted_when_it_is_cited() -> None:
    class Melee:
        pass

    class Charge(Melee):
        pass

    rule("TOY-1", "TOY-2")(Melee)
    with recording() as found, firing():
        Melee()
        cite_class(Charge)
        cite_class(Melee)
    assert found.hits == {"TOY-1": 1, "TOY-2": 1}
    assert found.fired == ["TOY-1", "TOY-2"]


def test_an_inner_listener_hears_alone() -> None:
    with recording() as outer:
        cite("TOY-1")
        with recording() as inner:
            cite("TOY-2")
        cite("TOY-3")
    assert outer.hits == {"TOY-1": 1, "TOY-3": 1}
    assert inner.hits == {"TOY-2": 1}


def fail() -> None:
    raise ValueError("broken")


def test_listening_ends_even_if_something_breaks() -> None:
    with pytest.raises(ValueError, match="broken"), recording():
        fail()
    assert is_recording() is False


# -- playing and looking --------------------------------------------------------------------------


def test_what_steps_of_play_apply_is_kept_in_order() -> None:
    with recording() as found:
        cite("TOY-9")
        with firing():
            cite("TOY-2", "TOY-1")
            cite("TOY-2")
        cite("TOY-9")
    assert found.fired == ["TOY-2", "TOY-1", "TOY-2"]
    assert found.hits == {"TOY-9": 2, "TOY-2": 2, "TOY-1": 1}


def test_a_look_during_play_is_not_play() -> None:
    with recording() as found, firing():
        cite("TOY-1")
        with musing():
            cite("TOY-2")
            with firing():
                cite("TOY-3")
            cite("TOY-4")
        cite("TOY-5")
    assert found.fired == ["TOY-1", "TOY-3", "TOY-5"]
    assert found.hits.total() == 5


def test_play_within_play_does_not_end_it() -> None:
    with recording() as found, firing():
        with firing():
            cite("TOY-1")
        cite("TOY-2")
    assert found.fired == ["TOY-1", "TOY-2"]


def test_a_look_within_a_look_does_not_end_it() -> None:
    with recording() as found, firing(), musing():
        with musing():
            cite("TOY-1")
        cite("TOY-2")
    assert found.fired == []


def test_play_ends_even_if_something_breaks() -> None:
    with recording() as found:
        with pytest.raises(ValueError, match="broken"), firing():
            fail()
        cite("TOY-1")
    assert found.fired == []


def test_a_look_ends_even_if_something_breaks() -> None:
    with recording() as found, firing():
        with pytest.raises(ValueError, match="broken"), musing():
            fail()
        cite("TOY-1")
    assert found.fired == ["TOY-1"]


def test_play_and_looks_need_no_listener() -> None:
    with firing(), musing():
        cite("TOY-1")
    assert is_recording() is False


def test_something_that_breaks_without_a_listener_is_reported() -> None:
    with pytest.raises(ValueError, match="broken"), firing(), musing():
        fail()


def test_a_bound_function_is_the_function_itself_while_nobody_records() -> None:
    def plain(strength: int, *more: int, least: int = 1) -> int:
        return max(strength // 2, least, *more)

    code = plain.__code__
    assert rule("T-1")(plain) is plain
    with recording() as seen:
        assert plain.__code__ is not code
        assert [plain(9), plain(1, least=3), plain(2, 7)] == [4, 3, 7]
    assert plain.__code__ is code
    assert plain(8) == 4
    assert seen.hits == {"T-1": 3}


def test_a_function_bound_during_a_recording_is_noted_at_once() -> None:
    with recording() as seen:
        bound("T-2")(4)
    assert seen.hits == {"T-2": 1}
    bound("T-3")(4)
    assert seen.hits == {"T-2": 1}
