"""What clients need beyond questions and answers: wishes, and choices with more to show."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from tests.kernel.pebbles.answers import Grab
from tests.kernel.pebbles.decisions import Take
from tests.kernel.pebbles.table import sit_down
from tests.kernel.pebbles.world import ANN, BOB, PebbleCtx
from walstatt.i18n.catalogue import say
from walstatt.kernel.asking import preview, prompt, wished
from walstatt.kernel.chance import Meaning
from walstatt.kernel.events import Event
from walstatt.kernel.prompts import BUTTON, Choice, Preview, Sightline, Target
from walstatt.kernel.trace import cite, recording

HEAP = Target("piece", "1")


def greedy(self: Take, ctx: PebbleCtx, target: Target, of: Target | None) -> Grab | None:
    """Read a heap as taking as many pebbles from it as the one in hand says."""
    cite("PEB-2")
    count = 9 if of is None else int(of.id)
    return Grab(int(target.id), count) if target.kind == "piece" else None


# -- wishes ---------------------------------------------------------------------------------------


def test_pointing_means_nothing_unless_the_question_says_so() -> None:
    assert wished(sit_down("turns"), ANN, HEAP) is None


def test_a_wish_is_read_by_the_question_and_may_be_illegal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Take, "wish", greedy)
    game = sit_down("turns")
    assert wished(game, ANN, HEAP, Target("piece", "2")) == Grab(1, 2)
    answer = wished(game, ANN, HEAP)
    assert answer == Grab(1, 9)
    assert [one.rule for one in preview(game, ANN, answer).violations] == ["PEB-2", "PEB-3"]
    assert wished(game, ANN, BUTTON) is None


def test_whoever_is_not_asked_wishes_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Take, "wish", greedy)
    assert wished(sit_down("turns"), BOB, HEAP) is None


def test_a_wish_is_a_mere_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Take, "wish", greedy)
    game = sit_down("turns")
    with recording() as heard:
        wished(game, ANN, HEAP)
    assert (heard.hits["PEB-2"], heard.fired) == (1, [])
    assert game.to_act == (ANN,)


# -- choices --------------------------------------------------------------------------------------


def test_choices_can_be_shown_all_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def together(self: Take, ctx: PebbleCtx, answers: Sequence[Grab]) -> list[Choice]:
        asked.append(len(answers))
        return [Choice(say("pebbles.do.grab", by=self.seat, n=1), n=one.count) for one in answers]

    monkeypatch.setattr(Take, "present_all", together)
    shown = prompt(sit_down("turns"), ANN)
    assert shown is not None
    assert asked == [3]
    assert [(one.n, one.answer["count"]) for one in shown.choices] == [(1, 1), (2, 2), (1, 1)]


def test_a_choice_that_is_lost_on_the_way_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Take, "present_all", lambda *_: [])
    with pytest.raises(ValueError, match="longer than argument 1"):
        prompt(sit_down("turns"), ANN)


def test_what_is_as_usual_is_not_sent() -> None:
    plain = Choice(say("x"))
    assert msgspec.json.decode(msgspec.json.encode(plain)) == {"label": {"id": "x", "args": {}}}
    held = Choice(say("x"), HEAP, of=Target("piece", "2"), n=3, weak=True)
    sent: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(held))
    assert (sent["of"]["id"], sent["n"], sent["weak"]) == ("2", 3, True)
    assert msgspec.convert(sent, Choice) == held


def test_a_preview_carries_sight_and_facts() -> None:
    line = Sightline(Target("cell", "1"), Target("cell", "3"), Target("cell", "2"))
    shown = Preview(sight=(line,), facts=(say("x", n=1),))
    assert msgspec.json.decode(msgspec.json.encode(shown), type=Preview) == shown
    assert msgspec.json.encode(Preview()) == b"{}"


# -- events and dice ------------------------------------------------------------------------------


def test_events_are_no_headings_unless_they_say_so() -> None:
    assert Event.heading is False


def test_dice_without_a_reading_of_their_own_hit_nothing() -> None:
    assert Meaning().hits((1, 2, 6)) == (False, False, False)
